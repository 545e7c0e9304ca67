//! What of a body is seen, as triangles: facets with flat normals, curved surfaces with their own, polygons as prisms.

use crate::contact::separating::swept::off_core;
use crate::geometry::polytope::{Facet, Polytope};
use crate::math::{Dimension, Vec3};
use crate::world::{Body, Model};

/// Thickness of the prism that stands for a polygon, relative to the smallest body radius of its scene.
const PRISM_THICKNESS: f64 = 0.35;

/// Opacity of the walls of a container.
pub const GLASS: f32 = 0.16;

/// Thickness of a prism in a scene without bodies (m).
const WITHOUT_BODIES: f64 = 0.1;

/// A corner of a triangle, in the frame of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Where it is (m).
    pub position: Vec3,
    /// Outward unit normal of the surface there.
    pub normal: Vec3,
}

/// Thickness of the prisms that stand for the polygons of a flat scene (m).
pub fn prism_thickness(model: &Model) -> f64 {
    let smallest = model.bodies.iter().map(|b| b.radius).fold(f64::INFINITY, f64::min);
    if smallest.is_finite() { PRISM_THICKNESS * smallest } else { WITHOUT_BODIES }
}

/// Whether a part of a body is drawn as glass: the walls of a container in space, which would hide what is in it.
/// The part that lies lowest is its floor and stays solid.
pub fn is_glass(body: &Body, part: usize) -> bool {
    if body.is_dynamic() || body.parts.len() < 2 || body.parts[part].dimension == Dimension::Two {
        return false;
    }
    let middle = |p: &Polytope| p.vertices.iter().map(|v| v.z).sum::<f64>() / p.vertices.len() as f64;
    let lowest = body.parts.iter().map(middle).fold(f64::INFINITY, f64::min);
    middle(&body.parts[part]) > lowest
}

/// The surface of a convex part, each triangle counter-clockwise seen from outside. A polygon becomes a prism of this `thickness` (m) with the
/// plane in its middle; in space the thickness has no meaning. What is curved is drawn by an inscribed polytope ([`Polytope::drawn`]), with the
/// normals of the true surface.
pub fn triangles(part: &Polytope, thickness: f64) -> Vec<[Corner; 3]> {
    let drawn = part.drawn();
    match part.dimension {
        Dimension::Three => {
            let corner =
                |facet: &Facet, position| Corner { position, normal: normal_at(part, facet, &position) };
            drawn.facet_triangles().map(|(facet, corners)| corners.map(|p| corner(facet, p))).collect()
        }
        Dimension::Two => prism(part, &drawn.vertices, thickness),
    }
}

/// The normal of the true surface near a corner of a facet of what is drawn.
fn normal_at(part: &Polytope, facet: &Facet, at: &Vec3) -> Vec3 {
    if let Some(solid) = part.smooth() {
        return solid.normal_near(at, &facet.normal);
    }
    if part.rounding > 0.0 { off_core(part, at).1 } else { facet.normal }
}

/// The prism over an outline, which is counter-clockwise.
fn prism(part: &Polytope, outline: &[Vec3], thickness: f64) -> Vec<[Corner; 3]> {
    let (count, up) = (outline.len(), Vec3::z() * (thickness / 2.0));
    let mut triangles = Vec::with_capacity(4 * count);
    let mut polygon = |corners: &[Corner]| {
        triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
    };
    let cap = |side: f64| move |v: &Vec3| Corner { position: v + up * side, normal: Vec3::z() * side };
    polygon(&outline.iter().map(cap(1.0)).collect::<Vec<_>>());
    polygon(&outline.iter().rev().map(cap(-1.0)).collect::<Vec<_>>());
    for k in 0..count {
        let (a, b) = (outline[k], outline[(k + 1) % count]);
        let flat = (b - a).cross(&Vec3::z()).try_normalize(0.0).unwrap_or_else(Vec3::x);
        let normal = |v: &Vec3| if part.rounding > 0.0 { off_core(part, v).1 } else { flat };
        let corner = |v: &Vec3, side: f64| Corner { position: v + up * side, normal: normal(v) };
        polygon(&[corner(&a, 1.0), corner(&a, -1.0), corner(&b, -1.0), corner(&b, 1.0)]);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polytope::MassProperties;
    use crate::geometry::shapes::{cuboid, regular_polygon};

    /// The judge: the volume between triangles (divergence theorem), and that every normal leads out of the triangle's plane.
    fn volume(triangles: &[[Corner; 3]]) -> f64 {
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| corner.position);
            let out = (b - a).cross(&(c - a));
            for corner in corners {
                assert!((corner.normal.norm() - 1.0).abs() < 1e-12);
                assert!(corner.normal.dot(&out) > 0.9 * out.norm(), "{corners:?}");
            }
        }
        let corners = triangles.iter().map(|corners| corners.map(|corner| corner.position));
        MassProperties::within(&Vec3::new(0.1, 0.2, 0.3), corners).measure
    }

    #[test]
    fn surfaces_close_and_hold_the_volume_of_the_body() {
        let cube = cuboid(&Vec3::new(0.5, 0.25, 0.125)).unwrap();
        assert!((volume(&triangles(&cube, 1.0)) - 0.125).abs() < 1e-15);
        let hexagon = regular_polygon(6, 0.2).unwrap();
        let area = 1.5 * 3.0_f64.sqrt() * 0.04;
        assert!((volume(&triangles(&hexagon, 0.1)) - 0.1 * area).abs() < 1e-15);
        // Inscribed: 32 sides lack about 1.3 % of a ball's volume, 0.64 % of a disc's area.
        for (round, least) in [
            (Polytope::ball(Dimension::Three, 0.3).unwrap(), 0.97),
            (Polytope::capsule(Dimension::Three, 0.1, 0.4).unwrap(), 0.97),
            (cube.rounded(0.1).unwrap(), 0.97),
            (Polytope::cylinder(0.1, 0.4).unwrap(), 0.99),
            (Polytope::ellipsoid(&Vec3::new(0.3, 0.2, 0.1)).unwrap(), 0.97),
        ] {
            let (found, wanted) = (volume(&triangles(&round, 1.0)), round.mass_properties().measure);
            assert!(found < wanted && found > least * wanted, "{found} of {wanted}");
        }
        for round in [Polytope::ball(Dimension::Two, 0.3), Polytope::capsule(Dimension::Two, 0.1, 0.5)] {
            let round = round.unwrap();
            let (found, wanted) = (volume(&triangles(&round, 0.1)), 0.1 * round.mass_properties().measure);
            assert!(found < wanted && found > 0.99 * wanted, "{found} of {wanted}");
        }
    }
}
