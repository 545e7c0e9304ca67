//! Rows of smooth solids: the secant law, both momenta, and that directions of a fine net agree.

use super::*;
use crate::contact::separating::common::cap_of;
use crate::contact::separating::rows::{row_gaps, row_gaps_and, secant_row};
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::SeparatingFeature;
use crate::geometry::spot::Spot;
use crate::math::{Dimension, Pose, Quat, Twist, Vec6, cayley_factor};
use crate::world::{BodyId, PartId};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn stone() -> impl Strategy<Value = Polytope> {
    proptest::collection::vec(vector(1.0), 6..12)
        .prop_filter_map("flat", |points| convex_hull_3d(&points).ok())
}

fn solid() -> impl Strategy<Value = Polytope> {
    let size = 0.2..0.8;
    (0..3, size.clone(), size.clone(), size, vector(1.0), vector(0.3)).prop_filter_map(
        "solid",
        |(kind, a, b, c, turn, off)| {
            let made = match kind {
                0 => Polytope::cylinder(a, b),
                1 => Polytope::cone(a, b),
                _ => Polytope::ellipsoid(&Vec3::new(a, b, c)),
            };
            Some(made.ok()?.transformed(&Quat::from_scaled_axis(turn), &off))
        },
    )
}

fn other() -> impl Strategy<Value = Polytope> {
    let ball =
        (0.1..0.6).prop_filter_map("ball", |radius: f64| Polytope::ball(Dimension::Three, radius).ok());
    let turned = |shape: Polytope, turn, off: Vec3| shape.transformed(&Quat::from_scaled_axis(turn), &off);
    let capsule = (0.05..0.5, 0.1..1.0, vector(1.0), vector(0.3))
        .prop_filter_map("capsule", move |(r, l, turn, off)| {
            Some(turned(Polytope::capsule(Dimension::Three, r, l).ok()?, turn, off))
        });
    let rounded =
        (stone(), 0.02..0.4).prop_filter_map("rounded", |(stone, radius)| stone.rounded(radius).ok());
    prop_oneof![4 => stone(), 1 => ball, 2 => solid(), 2 => capsule, 2 => rounded]
}

fn motion() -> impl Strategy<Value = (Pose, Twist)> {
    (vector(1.5), vector(3.0), vector(4.0), vector(20.0)).prop_map(|(position, turn, linear, angular)| {
        (Pose { position, orientation: Quat::from_scaled_axis(turn) }, Twist { linear, angular })
    })
}

fn place<'m>(body: usize, shape: &'m Polytope, pose: &Pose) -> WorldPart<'m> {
    WorldPart::at(PartId { body: BodyId(body), part: 0 }, shape, pose)
}

/// Rows that a feature may have besides: slices of a flank above a facet of the other shape, and points of the rim of a solid beside a core.
fn besides(feature: SeparatingFeature, shapes: [&Polytope; 2]) -> Vec<RowKey> {
    let other = match feature {
        SeparatingFeature::FacetOfA(_) => Some(shapes[1]),
        SeparatingFeature::FacetOfB(_) => Some(shapes[0]),
        _ => None,
    };
    if feature == SeparatingFeature::Surfaces {
        let is_core = |shape: &&Polytope| shape.rounding > 0.0 && shape.vertices.len() > 1;
        let solid = shapes.into_iter().find(|shape| shape.smooth().is_some());
        let (Some(solid), true) = (solid, shapes.iter().any(is_core)) else { return Vec::new() };
        let spot = |cap: &usize| {
            let disc = solid
                .smooth()?
                .limbs
                .iter()
                .find(|limb| cap_of(solid, limb, &solid.facets[*cap].normal) == Some(*cap))?;
            Some(RowKey::Within(Spot::of(solid, *cap, &(disc.centre + disc.spread.column(0)))?))
        };
        let mut found: Vec<RowKey> =
            solid.smooth().into_iter().flat_map(|s| &s.caps).filter_map(spot).collect();
        found.sort_unstable();
        return found;
    }
    let has_flank = other.and_then(Polytope::smooth).is_some_and(|solid| solid.limbs.len() == 2);
    let asked = [(1, 0.2), (0, 0.7)].map(|(limb, share)| RowKey::Within(Spot::on_flank(limb, share)));
    asked.into_iter().filter(move |_| has_flank).collect()
}

/// Checks all rows of all features of a pair over a motion; how many of them say something.
fn check(sa: &Polytope, sb: &Polytope, (pa, a): (Pose, Twist), (pb, b): (Pose, Twist), h: f64) -> usize {
    let (a0, b0) = (place(0, sa, &pa), place(1, sb, &pb));
    let (a1, b1) = (place(0, sa, &pa.advanced(&a, h)), place(1, sb, &pb.advanced(&b, h)));
    let (start, end) = (Placed { a: &a0, b: &b0 }, Placed { a: &a1, b: &b1 });
    let kappa = (cayley_factor(&a, h), cayley_factor(&b, h));
    let mut features: Vec<_> = search::facets(&a0, &b0).collect();
    features.push(SeparatingFeature::Surfaces);
    let mut said = 0;
    for feature in features {
        let gaps = |at: Placed| {
            let mut found = Vec::new();
            row_gaps_and(feature, at, besides(feature, [sa, sb]).into_iter(), &mut found);
            found
        };
        let (before, after) = (gaps(start), gaps(end));
        assert!(before.windows(2).all(|w| w[0].0 < w[1].0), "{feature:?}: ascending");
        let size = 4.0 * (1.0 + h * 30.0);
        // What touches or is far apart; that goes through is for the search to say.
        let shallow = |gaps: &[(RowKey, f64)]| gaps.iter().all(|g| g.1 > 0.0);
        let plane = feature != SeparatingFeature::Surfaces;
        if !(plane || shallow(&before) && shallow(&after)) {
            continue;
        }
        for ((key, g0), (key1, g1)) in before.into_iter().zip(after) {
            assert_eq!(key, key1);
            let Some(row) = secant_row(feature, key, start, end, kappa) else {
                assert_eq!(g1, FAR, "{feature:?} {key:?}: what can be met has a row");
                continue;
            };
            let rate = row.jacobian_a.dot(&a.to_vec6()) + row.jacobian_b.dot(&b.to_vec6());
            let force = |j: &Vec6| j.fixed_rows::<3>(0).into_owned();
            assert!((force(&row.jacobian_a) + force(&row.jacobian_b)).norm() < 1e-12);
            if row.gap < FAR && g0 < FAR && g1 < FAR {
                said += 1;
                assert!((row.gap - g0).abs() <= 1e-11 * size, "{feature:?} {key:?}: {} {g0}", row.gap);
                let off = g1 - g0 - h * rate;
                // Of the surfaces what parts has the same side of the polytope in the end, and is exact where that is the widest; those of its vertices are.
                // Unless they pass to the other side of the axis.
                let corner = |k: usize| {
                    let (first, last) = (Sides::of(start)?.outside(k)?, Sides::of(end)?.outside(k)?);
                    Some(first.across.dot(&last.across) > 0.0)
                };
                let exact = match Sides::of(start).and_then(|sides| sides.asks(key)) {
                    Some(Asks::Vertex(k)) => corner(k).unwrap_or(false),
                    _ => plane,
                };
                assert!(
                    off.abs() <= 1e-10 * size || !exact && off > 0.0,
                    "{feature:?} {key:?}: off by {off:e}"
                );
            }
            let middle = |x: &WorldPart, y: &WorldPart| (x.centre + y.centre) / 2.0;
            let moment = |j: &Vec6, kappa: f64, centre: Vec3| {
                centre.cross(&force(j)) + j.fixed_rows::<3>(3).into_owned() / kappa
            };
            let total = moment(&row.jacobian_a, kappa.0, middle(&a0, &a1))
                + moment(&row.jacobian_b, kappa.1, middle(&b0, &b1));
            assert!(row.gap >= FAR || total.norm() <= 1e-11 * size, "{feature:?} {key:?}: {total}");
        }
    }
    said
}

/// The widest direction of two solids that nearly touch is the same wherever its search begins.
#[test]
fn the_widest_direction_does_not_depend_on_where_it_is_sought() {
    use crate::contact::separating::widest::widest_of;
    let shapes = [
        Polytope::cylinder(0.3, 0.1).unwrap(),
        Polytope::cylinder(0.2, 0.5).unwrap(),
        Polytope::ellipsoid(&Vec3::new(0.15, 0.25, 0.25)).unwrap(),
        Polytope::cone(0.25, 0.5).unwrap(),
    ];
    let limbs = |part: &WorldPart| -> Vec<Limb> {
        part.shape.smooth().unwrap().limbs.iter().map(|limb| placed(part, limb)).collect()
    };
    for k in 0..64_usize {
        let x = k as f64;
        let turn = |p: f64| {
            Quat::from_scaled_axis(Vec3::new((p * x).sin(), (1.7 * p * x).cos(), (0.9 * x).sin()) * 2.0)
        };
        let (sa, sb) = (&shapes[k % 4], &shapes[k / 4 % 4]);
        let way = Vec3::new((1.3 * x).cos(), (2.1 * x).sin(), (0.7 * x).cos()).normalize();
        let a = place(0, sa, &Pose { position: Vec3::zeros(), orientation: turn(0.61) });
        let at = |far: f64| place(1, sb, &Pose { position: way * far, orientation: turn(1.37) });
        let (mut low, mut high) = (0.0, 2.0);
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if widest_of(&limbs(&a), &limbs(&at(middle)), None).distance > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        let b = at(high);
        let one = widest_of(&limbs(&a), &limbs(&b), None);
        for j in 0..5 {
            let y = x + 0.1 * j as f64;
            let from = (one.n + Vec3::new(y.sin(), (3.0 * y).cos(), (2.0 * y).sin()) * 0.3).normalize();
            let other = widest_of(&limbs(&a), &limbs(&b), Some(from));
            assert!(
                (one.distance - other.distance).abs() < 1e-13,
                "{k} {j}: {:e} {:e} {} {}",
                one.distance,
                other.distance,
                one.n,
                other.n
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_123),
        ..ProptestConfig::default()
    })]

    /// ψ(q⁺) − ψ(q) = h (J_a·ν_a + J_b·ν_b) for every row, and both momenta are kept.
    #[test]
    fn secants_of_solids_are_exact(s in solid(), o in other(), a in motion(), b in motion(), h in 1e-3..0.03) {
        check(&s, &o, a, b, h);
        check(&o, &s, b, a, h);
    }

    /// No direction of a fine net separates more than the widest feature, where that separates.
    #[test]
    fn no_direction_separates_solids_more(s in solid(), o in other(), (pose_a, _) in motion(), turn in vector(3.0), shift in vector(1.8)) {
        let pose_b = Pose { position: pose_a.position + shift, orientation: Quat::from_scaled_axis(turn) };
        let (a, b) = (place(0, &s, &pose_a), place(1, &o, &pose_b));
        let (feature, separation) = search::widest_of_all(&a, &b, f64::INFINITY);
        let along = |n: &Vec3| lowest(&b, n) + lowest(&a, &-n) - s.rounding - o.rounding;
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        let mut best = f64::NEG_INFINITY;
        for k in 0..4000 {
            let z = 1.0 - (2.0 * f64::from(k) + 1.0) / 4000.0;
            let (r, t) = ((1.0 - z * z).sqrt(), golden * f64::from(k));
            best = best.max(along(&Vec3::new(r * t.cos(), r * t.sin(), z)));
        }
        if let Some(n) = feature.direction(&a, &b) {
            prop_assert!(separation == f64::NEG_INFINITY || (along(&n) - separation).abs() < 1e-11, "{feature:?}: {} {separation}", along(&n));
        }
        // A corner before a rim is as sharp as that; a facet or an edge beside it is a little less wide.
        let slack = if separation > 0.0 && best > 0.0 { 0.3 * best } else { 0.0 };
        prop_assert!(best <= 0.0 || best <= separation + slack + 1e-11, "{feature:?}: {best} {separation}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        // More by `PROPTEST_CASES`.
        cases: ProptestConfig::default().cases.max(600),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_127),
        ..ProptestConfig::default()
    })]

    /// Where two parts are apart all rows of their surfaces hold, and where they are in each other one does not: just before they meet and just after.
    #[test]
    fn rows_of_surfaces_hold_where_parts_are_apart(s in solid(), o in other(), turns in (vector(3.0), vector(3.0)), way in vector(1.0), step in -7.0..-3.0) {
        for (sa, sb) in [(&s, &o), (&o, &s)] {
            let pose = |position: Vec3, turn: Vec3| Pose { position, orientation: Quat::from_scaled_axis(turn) };
            let a = place(0, sa, &pose(Vec3::zeros(), turns.0));
            let at = |far: f64| place(1, sb, &pose(way.normalize() * far, turns.1));
            let separation = |far: f64| search::widest_of_all(&a, &at(far), f64::INFINITY).1;
            let (mut low, mut high) = (0.0, 6.0);
            for _ in 0..60 {
                let middle = (low + high) / 2.0;
                if separation(middle) > 0.0 { high = middle } else { low = middle }
            }
            let least = |far: f64| {
                let mut found = Vec::new();
                row_gaps(SeparatingFeature::Surfaces, Placed { a: &a, b: &at(far) }, &mut found);
                found.iter().map(|g| g.1).fold(f64::INFINITY, f64::min)
            };
            let off = 10.0_f64.powf(step);
            for far in [high + off, high - off] {
                let (separation, least) = (separation(far), least(far));
                // Not all ways lead into each other.
                let holds = if separation > 0.0 { least >= -1e-11 } else { least <= 1e-11 };
                prop_assert!(holds, "{separation:e} apart, and a row says {least:e}");
            }
        }
    }
}
