//! Points that are hard to wrap: on planes and lines, doubled, with noise of every size; and what a hull promises.

use super::{Trial, class};
use crate::chance::Chance;
use nalgebra::Quaternion;
use pegsim::geometry::hull::{COPLANAR, WELD, convex_hull_2d, convex_hull_3d_within};
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Vec3};

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let plane = chance.one_in(4);
    let points = points(chance, plane);
    let text: String = points.iter().map(|p| format!("{:?} {:?} {:?}\n", p.x, p.y, p.z)).collect();
    trial.given(text.as_bytes(), "xyz");
    let weld = if plane || chance.one_in(2) { 0.0 } else { extent(&points) * chance.decades(-9.0, -4.0) };
    let hull = if plane { convex_hull_2d(&points) } else { convex_hull_3d_within(&points, weld) };
    match hull {
        Err(error) => trial.tag(format!("refused: {}", class(&error.to_string()))),
        Ok(hull) => {
            trial.tag("wrapped");
            check(&points, &hull, weld, trial);
            let mut reversed = points;
            reversed.reverse();
            let again =
                if plane { convex_hull_2d(&reversed) } else { convex_hull_3d_within(&reversed, weld) };
            match again {
                Err(error) => trial.wrong(format!("in another order it is refused: {error}")),
                Ok(again) if corners(&again) == corners(&hull) && again.facets.len() == hull.facets.len() => {
                }
                Ok(_) => trial.wrong("in another order it has other facets"),
            }
        }
    }
}

/// The vertices in an order of their own.
fn corners(hull: &Polytope) -> Vec<[u64; 3]> {
    let mut list: Vec<[u64; 3]> =
        hull.vertices.iter().map(|v| [0, 1, 2].map(|k| (v[k] + 0.0).to_bits())).collect();
    list.sort_unstable();
    list
}

fn extent(points: &[Vec3]) -> f64 {
    let far = |sign: f64, k: usize| points.iter().map(|p| sign * p[k]).fold(f64::NEG_INFINITY, f64::max);
    (0..3).map(|k| far(1.0, k) + far(-1.0, k)).fold(0.0, f64::max)
}

/// What every hull keeps.
pub fn check(points: &[Vec3], hull: &Polytope, weld: f64, trial: &mut Trial) {
    let extent = extent(points);
    let rounding = 256.0 * f64::EPSILON * points.iter().map(Vec3::amax).fold(0.0, f64::max);
    let plane = (4.0 * COPLANAR * extent).max(rounding);
    let outside = 2.0 * weld.max(WELD * extent).max(rounding);
    if hull.dimension == Dimension::Three && hull.vertices.len() + hull.facets.len() != hull.edges.len() + 2 {
        trial.wrong("Euler's formula does not hold");
    }
    for facet in &hull.facets {
        let height = |p: &Vec3| facet.normal.dot(p) - facet.offset;
        let most = points.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        if !(most <= outside) {
            trial.wrong(format!("a point lies {most:e} m outside, {outside:e} m are promised"));
        }
        let most = hull.vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        if !(most <= plane) {
            trial.wrong(format!("a vertex lies {most:e} m outside, {plane:e} m are promised"));
        }
        if let Some(v) = facet.vertices.iter().find(|&&v| !(height(&hull.vertices[v]).abs() <= plane)) {
            trial.wrong(format!("a vertex of a facet lies {:e} m off its plane", height(&hull.vertices[*v])));
        }
    }
    let mass = hull.mass_properties();
    if !(mass.measure >= 0.0) || !mass.centroid.iter().all(|c| c.is_finite()) {
        trial.wrong(format!("it encloses {:e}", mass.measure));
    }
}

fn points(chance: &mut Chance, plane: bool) -> Vec<Vec3> {
    let noise = if chance.one_in(3) { 0.0 } else { chance.decades(-17.0, -5.0) };
    let n = match chance.below(10) {
        0 => chance.below(6),
        1 => 100 + chance.below(300),
        _ => 4 + chance.below(60),
    };
    let mut points: Vec<Vec3> = (0..n).map(|_| Vec3::from(chance.vector())).collect();
    match chance.below(9) {
        // A grid, or the corners and midpoints of a box.
        0 | 1 => {
            let cells = 1.0 + chance.below(4) as f64;
            points.iter_mut().for_each(|p| *p = (*p * cells).map(f64::round) / cells);
        }
        // Two planes.
        2 => points.iter_mut().enumerate().for_each(|(k, p)| p.z = (k % 2) as f64),
        // A sphere, or a circle.
        3 => points.iter_mut().for_each(|p| {
            if plane {
                p.z = 0.0;
            }
            *p = p.try_normalize(1e-9).unwrap_or_else(Vec3::x);
        }),
        // Doubled.
        4 => {
            for k in 0..n {
                let near = points[k] + Vec3::from(chance.vector()) * chance.decades(-17.0, -6.0);
                points.push(near);
            }
        }
        // Thin.
        5 => {
            let thin = chance.decades(-9.0, -2.0);
            points.iter_mut().for_each(|p| p.z *= thin);
        }
        // A needle.
        6 => {
            let thin = chance.decades(-9.0, -2.0);
            points.iter_mut().for_each(|p| (p.y, p.z) = (p.y * thin, p.z * thin));
        }
        // Single precision.
        7 => points.iter_mut().for_each(|p| *p = p.map(|c| f64::from(c as f32))),
        // Numbers of any kind.
        _ if chance.one_in(4) => {
            points.iter_mut().for_each(|p| *p = Vec3::new(chance.number(), chance.number(), chance.number()));
        }
        _ => {}
    }
    let [w, x, y, z] = if chance.one_in(2) { [1.0, 0.0, 0.0, 0.0] } else { chance.turn(plane) };
    let turn = pegsim::math::Quat::new_normalize(Quaternion::new(w, x, y, z));
    let size = if chance.one_in(2) { 1.0 } else { chance.decades(-4.0, 4.0) };
    let shift = if chance.one_in(2) {
        Vec3::zeros()
    } else {
        Vec3::from(chance.vector()) * chance.decades(-1.0, 5.0)
    };
    for p in &mut points {
        *p = (turn * (*p + Vec3::from(chance.vector()) * noise) + shift) * size;
        if plane {
            p.z = 0.0;
        }
    }
    points
}
