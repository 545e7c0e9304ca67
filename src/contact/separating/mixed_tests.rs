//! Swept cores against smooth solids: the truth meter knows the same distance.

use super::*;
use crate::geometry::overlap::{ConvexView, RoundView, part_overlap};
use crate::math::{Dimension, Pose, Quat};
use crate::world::{BodyId, PartId};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn core() -> impl Strategy<Value = Polytope> {
    (0..2, 0.05..0.3, vector(0.4)).prop_filter_map("core", |(kind, radius, size)| match kind {
        0 => Polytope::capsule(Dimension::Three, radius, 0.1 + size.norm()).ok(),
        _ => crate::geometry::shapes::cuboid(&size.map(|x| x.abs() + 0.05)).ok()?.rounded(radius).ok(),
    })
}

fn solid() -> impl Strategy<Value = Polytope> {
    let size = 0.1..0.6;
    (0..3, size.clone(), size.clone(), size).prop_filter_map("solid", |(kind, a, b, c)| match kind {
        0 => Polytope::cylinder(a, b).ok(),
        1 => Polytope::cone(a, b).ok(),
        _ => Polytope::ellipsoid(&Vec3::new(a, b, c)).ok(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_124),
        ..ProptestConfig::default()
    })]

    /// With a core that is rounded by as much more as the two are apart and a little, the meter, which knows farthest points alone, finds the little.
    #[test]
    fn the_truth_meter_knows_the_same_distance(
        c in core(), s in solid(), turns in (vector(3.0), vector(3.0)), way in vector(1.0), far in 0.3..1.5,
    ) {
        let orientations = [turns.0, turns.1].map(Quat::from_scaled_axis);
        let shift = way.try_normalize(1e-3).unwrap_or_else(Vec3::x) * far;
        let poses = [
            Pose { position: Vec3::zeros(), orientation: orientations[0] },
            Pose { position: shift, orientation: orientations[1] },
        ];
        let part = |k: usize, shape| WorldPart::at(PartId { body: BodyId(k), part: 0 }, shape, &poses[k]);
        let (a, b) = (part(0, &c), part(1, &s));
        let sides = Sides::of(Placed { a: &a, b: &b }).unwrap();
        let (gap, n) = sides.nearest().unwrap();
        let mut least = f64::INFINITY;
        sides.each_gap(std::iter::empty(), &mut |_, gap| least = least.min(gap));
        if !(least > -c.rounding) {
            return Ok(());
        }
        prop_assert!((least - gap).abs() < 1e-12, "{least} {gap}");
        let along = b.lowest(&n) + a.lowest(&-n) - c.rounding;
        prop_assert!((along - gap).abs() < 1e-11, "the direction separates by {along}, not by {gap}");
        let placed: Vec<Polytope> = [(&c, 0), (&s, 1)]
            .map(|(shape, k)| shape.transformed(&poses[k].orientation, &poses[k].position))
            .into();
        let view = |k: usize, radius: f64| RoundView {
            core: ConvexView { vertices: &placed[k].vertices, facets: &placed[k].facets },
            radius,
        };
        let little = 1e-3;
        let (core, blobs) = (view(0, c.rounding + gap + little), placed[1].blobs());
        let found = part_overlap(Dimension::Three, (&core, &[]), (&view(1, 0.0), &blobs)).depth;
        prop_assert!((found - little).abs() < 1e-9, "{found:e} deep, {little:e} wanted, {gap} apart");
    }
}
