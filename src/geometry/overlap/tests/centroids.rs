//! Laws of the centroid of what two bodies have in common.

use super::{Body, COORDINATE_NOISE, Random, meet};
use crate::geometry::overlap::{polygon_centroid, polygon_overlap, polyhedron_centroid};
use crate::math::{Quat, Vec3};

fn of(a: &Body, b: &Body) -> Option<Vec3> {
    polyhedron_centroid(&a.view(), &b.view())
}

fn assert_at(found: Option<Vec3>, expected: &Vec3, tolerance: f64) {
    let off = found.map_or(f64::INFINITY, |found| (found - expected).norm());
    assert!(off <= tolerance, "{found:?}, expected {expected:?} ± {tolerance:e}");
}

fn square(x: f64, y: f64) -> Vec<Vec3> {
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| Vec3::new(x + u, y + v, 0.0)).to_vec()
}

/// A strip, a slab, a corner of a triangle (a third of its height) and one of a pyramid (a quarter), anywhere at any angle.
#[test]
fn the_centroids_of_simple_common_parts_are_where_geometry_puts_them() {
    let mut random = Random(31);
    let wedge = [Vec3::zeros(), Vec3::new(0.8, 1.0, 0.0), Vec3::new(-0.3, 1.0, 0.0)];
    let spike = Body::hull(&[
        Vec3::zeros(),
        Vec3::new(0.5, 0.1, 1.0),
        Vec3::new(-0.3, 0.4, 1.0),
        Vec3::new(-0.1, -0.6, 1.0),
    ]);
    let floor = Body::cuboid(Vec3::new(-2.0, -2.0, -1.0), Vec3::new(2.0, 2.0, 0.0));
    for d in [1e-1, 1e-3, 1e-6, 1e-9] {
        let (turn, t) = (3.0 * random.signed(), 5.0 * random.vector());
        let flat = Quat::from_scaled_axis(Vec3::z() * turn);
        let shift = Vec3::new(t.x, t.y, 0.0);
        let put = |polygon: &[Vec3]| polygon.iter().map(|p| flat * p + shift).collect::<Vec<_>>();
        let at = |x: f64, y: f64| flat * Vec3::new(x, y, 0.0) + shift;
        // Across the strip by its rounding, along it by what that is of its width.
        let noise = 1e-15 + COORDINATE_NOISE / d;
        let strip = polygon_centroid(&put(&square(0.0, 0.0)), &put(&square(0.3, 1.0 - d)));
        assert_at(strip, &at(0.65, 1.0 - d / 2.0), noise);
        let lowered: Vec<Vec3> = wedge.iter().map(|p| p - Vec3::y() * d).collect();
        let below = [(-2.0, -1.0), (2.0, -1.0), (2.0, 0.0), (-2.0, 0.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
        let third = at(0.5 * d / 3.0, -d / 3.0);
        assert_at(polygon_centroid(&put(&below), &put(&lowered)), &third, COORDINATE_NOISE + 1e-3 * d);

        let rotation = random.rotation();
        let put = |body: &Body| body.moved(&rotation, &t);
        let slab = of(&put(&Body::cube(Vec3::zeros())), &put(&Body::cube(Vec3::new(0.3, -0.2, 1.0 - d))));
        assert_at(slab, &(rotation * Vec3::new(0.65, 0.4, 1.0 - d / 2.0) + t), noise);
        let lowered = spike.map(|p| p - Vec3::z() * d);
        let mean = Vec3::new(0.1, -0.1, 0.0) / 3.0 * d;
        let quarter = rotation * (0.75 * mean - Vec3::z() * (d / 4.0)) + t;
        assert_at(of(&put(&lowered), &put(&floor)), &quarter, COORDINATE_NOISE + 1e-3 * d);
    }
}

/// Against points of a fine grid that lie in both, and the same whichever of the two comes first.
#[test]
fn random_bodies_agree_with_a_grid() {
    let mut random = Random(32);
    let mut seen = 0;
    while seen < 20 {
        let a = Body::random(&mut random, 12);
        let b = Body::random(&mut random, 9).moved(&random.rotation(), &(0.5 * random.vector()));
        if meet(&a, &b).measure < 0.05 {
            continue;
        }
        seen += 1;
        let planes: Vec<(Vec3, f64)> = a.planes().into_iter().chain(b.planes()).collect();
        let (n, size) = (60, 1.5);
        let place = |i: usize| size * ((2 * i + 1) as f64 / n as f64 - 1.0);
        let (mut sum, mut count) = (Vec3::zeros(), 0.0);
        for k in 0..n * n * n {
            let p = Vec3::new(place(k % n), place(k / n % n), place(k / n / n));
            if planes.iter().all(|(normal, offset)| normal.dot(&p) <= *offset) {
                sum += p;
                count += 1.0;
            }
        }
        let found = of(&a, &b);
        assert_at(found, &(sum / count), 0.01);
        assert_at(of(&b, &a), &found.unwrap_or_default(), 1e-13);
    }
}

/// A square cut in two: moments add up, area × centroid of the halves to that of the whole.
#[test]
fn moments_of_halves_add_up() {
    let mut random = Random(33);
    let half = |x: f64| square(x, 0.0).iter().map(|p| Vec3::new(0.5 * p.x, p.y, 0.0)).collect::<Vec<_>>();
    let mut seen = 0;
    while seen < 200 {
        let mut angles: Vec<f64> = (0..6).map(|_| std::f64::consts::PI * random.signed()).collect();
        angles.sort_by(f64::total_cmp);
        let centre = random.vector();
        let polygon: Vec<Vec3> = angles
            .iter()
            .map(|t| Vec3::new(centre.x + 0.7 * t.cos(), centre.y + 0.6 * t.sin(), 0.0))
            .collect();
        let moment = |part: &[Vec3]| {
            let area = polygon_overlap(part, &polygon).measure;
            polygon_centroid(part, &polygon).map_or(Vec3::zeros(), |c| c * area)
        };
        let whole = moment(&square(0.0, 0.0));
        if whole == Vec3::zeros() {
            continue;
        }
        seen += 1;
        let sum = moment(&half(0.0)) + moment(&half(1.0));
        assert!((sum - whole).norm() < 1e-14, "{sum:?} for {whole:?}");
    }
}

#[test]
fn what_is_apart_or_no_number_has_no_centroid() {
    assert_eq!(polygon_centroid(&square(0.0, 0.0), &square(2.0, 0.0)), None);
    // Their boxes overlap, they do not.
    let diamond = [(1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    assert_eq!(polygon_centroid(&diamond, &square(-0.6, -0.6)), None);
    assert_eq!(polygon_centroid(&square(f64::NAN, 0.0), &square(0.0, 0.0)), None);
    assert_eq!(of(&Body::cube(Vec3::zeros()), &Body::cube(Vec3::x() * 1.5)), None);
    assert_eq!(of(&Body::cube(Vec3::zeros()), &Body::cube(Vec3::x() * f64::INFINITY)), None);
}
