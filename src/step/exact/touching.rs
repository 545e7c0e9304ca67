//! Whether parts that a feature has at a distance of zero touch there. Its plane can touch both far from where they are: it is asked about all of space.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::{facing_points, search, smooth};
use crate::geometry::separating::SeparatingFeature;
use crate::math::Vec3;
use crate::step::tolerances::TOUCHING;

/// Whether some vertex of one part lies in the facet of the other that separates them, or their edges have points that touch:
/// a sufficient sign that the parts do, so that nothing separates them by more.
fn touch_in(feature: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> bool {
    let (part, facet, other) = match feature {
        SeparatingFeature::FacetOfA(f) => (a, f, b),
        SeparatingFeature::FacetOfB(f) => (b, f, a),
        SeparatingFeature::Edges { a: e, b: f, .. } => {
            return feature.direction(a, b).is_some_and(|n| meet(a.edge(e), b.edge(f), &n, TOUCHING));
        }
        SeparatingFeature::Surfaces => return feature.separation(a, b) <= TOUCHING,
    };
    let touches = |v: &Vec3| part.height(facet, v) <= TOUCHING && part.holds(v, TOUCHING);
    let Some(solid) = other.shape.smooth() else { return other.vertices.iter().any(touches) };
    let mut limbs = (0..solid.limbs.len()).map(|k| other.vertices.len() + k);
    limbs.any(|v| touches(&smooth::asked_point(other, v, part, facet)))
}

/// Whether two edges have points that face each other along their common normal and touch.
pub(super) fn meet((a, a_end): (Vec3, Vec3), (b, b_end): (Vec3, Vec3), n: &Vec3, touching: f64) -> bool {
    let (along_a, along_b, between) = (a_end - a, b_end - b, b - a);
    facing_points(&along_a, &along_b, n, &between).is_some_and(|(s, t)| {
        let within = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
        within && (between + along_b * t - along_a * s).norm() <= touching
    })
}

/// What has parts apart of which this feature says that they touch, and how far: its plane touches both in the air. `None` where they do touch.
pub(super) fn wider(feature: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> Option<search::Found> {
    let apart = |found: &search::Found| found.1 > TOUCHING;
    if touch_in(feature, a, b) { None } else { Some(search::widest_of_all(a, b, TOUCHING)).filter(apart) }
}
