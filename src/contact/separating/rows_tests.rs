//! The secant law, the derivative, and what search and rows must agree on, for random polyhedra and motions.

use super::*;
use crate::contact::separating::search;
use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
use crate::geometry::polytope::Polytope;
use crate::geometry::spot::Spot;
use crate::math::Vec6;
use crate::math::{Pose, Quat, Twist, cayley_factor};
use crate::world::PartId;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn shape() -> impl Strategy<Value = Polytope> {
    proptest::collection::vec(vector(1.0), 6..12)
        .prop_filter_map("flat", |points| convex_hull_3d(&points).ok())
}

fn motion() -> impl Strategy<Value = (Pose, Twist)> {
    (vector(3.0), vector(3.0), vector(4.0), vector(20.0)).prop_map(|(position, turn, linear, angular)| {
        (Pose { position, orientation: Quat::from_scaled_axis(turn) }, Twist { linear, angular })
    })
}

fn place<'m>(body: usize, shape: &'m Polytope, pose: &Pose) -> WorldPart<'m> {
    WorldPart::at(PartId { body: crate::world::BodyId(body), part: 0 }, shape, pose)
}

fn rate(row: &Row, a: &Twist, b: &Twist) -> f64 {
    row.jacobian_a.dot(&a.to_vec6()) + row.jacobian_b.dot(&b.to_vec6())
}

/// Rows at points of the last facets that both polyhedra have, whichever of them is above.
fn spots(a: &Polytope, b: &Polytope) -> impl Iterator<Item = RowKey> {
    let facet = a.facets.len().min(b.facets.len()) - 1;
    [0x0123_4567_89ab, 0xfedc_ba98_7654]
        .into_iter()
        .map(move |place| RowKey::Within(Spot((facet as u64) << 48 | place)))
}

/// Gaps of all rows, side rows in the unit of the secant row: (e_a × e_b)·w over the length at the start.
fn raw_gap(feature: SeparatingFeature, key: RowKey, start: Placed, at: Placed) -> Option<f64> {
    let mut gaps = Vec::new();
    row_gaps_and(feature, at, std::iter::once(key), &mut gaps);
    let gap = gaps.iter().find(|g| g.0 == key)?.1;
    let scale = match (feature, key) {
        (SeparatingFeature::Edges { a, b, .. }, RowKey::SideOfA(_) | RowKey::SideOfB(_)) => {
            let cross = |p: Placed| {
                let ((a0, a1), (b0, b1)) = (p.a.edge(a), p.b.edge(b));
                (a1 - a0).cross(&(b1 - b0)).norm()
            };
            cross(at) / cross(start)
        }
        _ => 1.0,
    };
    Some(gap * scale)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_121),
        ..ProptestConfig::default()
    })]

    /// ψ(q⁺) − ψ(q) = h (J_a·ν_a + J_b·ν_b) for every kind of row and any motion below half a turn.
    #[test]
    fn secant_rows_are_exact(sa in shape(), sb in shape(), (pose_a, a) in motion(), (pose_b, b) in motion(), h in 1e-3..0.08) {
        let (a0, b0) = (place(0, &sa, &pose_a), place(1, &sb, &pose_b));
        let (a1, b1) = (place(0, &sa, &pose_a.advanced(&a, h)), place(1, &sb, &pose_b.advanced(&b, h)));
        let (start, end) = (Placed { a: &a0, b: &b0 }, Placed { a: &a1, b: &b1 });
        let kappa = (cayley_factor(&a, h), cayley_factor(&b, h));
        let mut features = vec![SeparatingFeature::FacetOfA(0), SeparatingFeature::FacetOfB(0)];
        for flipped in [false, true] {
            features.push(SeparatingFeature::Edges { a: 0, b: 1, flipped });
        }
        let mut gaps = Vec::new();
        for feature in features {
            row_gaps_and(feature, start, spots(&sa, &sb), &mut gaps);
            for &(key, _) in &gaps {
                let Some(row) = secant_row(feature, key, start, end, kappa) else { continue };
                let (Some(g0), Some(g1)) = (raw_gap(feature, key, start, start), raw_gap(feature, key, start, end))
                else { continue };
                let size = row.jacobian_a.norm() + row.jacobian_b.norm() + 1.0;
                prop_assert!((row.gap - g0).abs() <= 1e-12 * size);
                let predicted = g0 + h * rate(&row, &a, &b);
                prop_assert!((g1 - predicted).abs() <= 1e-11 * size, "{feature:?} {key:?}: {g1} and {predicted}");
            }
        }
    }

    /// With both ends at one pose the row is the derivative there, and its forces are opposite: no net force, and no
    /// net torque about any point.
    #[test]
    fn rows_at_one_pose_are_balanced_derivatives(sa in shape(), sb in shape(), (pose_a, a) in motion(), (pose_b, b) in motion()) {
        let at = |t: f64| (place(0, &sa, &pose_a.advanced(&a, t)), place(1, &sb, &pose_b.advanced(&b, t)));
        let (a0, b0) = at(0.0);
        let start = Placed { a: &a0, b: &b0 };
        let tiny = 1e-6;
        let ((ap, bp), (am, bm)) = (at(tiny), at(-tiny));
        for feature in [SeparatingFeature::FacetOfA(0), SeparatingFeature::FacetOfB(0),
                        SeparatingFeature::Edges { a: 0, b: 1, flipped: false }] {
            let mut gaps = Vec::new();
            row_gaps_and(feature, start, spots(&sa, &sb), &mut gaps);
            for &(key, gap) in &gaps {
                let Some(row) = secant_row(feature, key, start, start, (1.0, 1.0)) else { continue };
                let size = row.jacobian_a.norm() + row.jacobian_b.norm() + 1.0;
                // A row of edges is a derivative of its gap where the gap is small; here it may be metres.
                let plus = raw_gap(feature, key, start, Placed { a: &ap, b: &bp });
                let minus = raw_gap(feature, key, start, Placed { a: &am, b: &bm });
                let (Some(plus), Some(minus)) = (plus, minus) else { continue };
                let slope = (plus - minus) / (2.0 * tiny);
                prop_assert!((slope - rate(&row, &a, &b)).abs() <= 1e-6 * size * size * 50.0, "{feature:?} {key:?} {gap}");
                let force = |j: &Vec6| j.fixed_rows::<3>(0).into_owned();
                let torque = |j: &Vec6, centre: &Vec3| centre.cross(&force(j)) + j.fixed_rows::<3>(3);
                prop_assert!((force(&row.jacobian_a) + force(&row.jacobian_b)).norm() < 1e-12);
                let total = torque(&row.jacobian_a, &a0.centre) + torque(&row.jacobian_b, &b0.centre);
                prop_assert!(total.norm() <= 1e-10 * size, "{feature:?} {key:?}: {total}");
            }
        }
    }

    /// Polyhedra that a plane separates have an open feature, and every open feature is a certificate: its direction
    /// separates all vertices. Where the widest feature says overlap, no direction of a fine net separates.
    #[test]
    fn the_search_decides_overlap(sa in shape(), sb in shape(), (pose_a, _) in motion(), turn in vector(3.0), shift in vector(1.2)) {
        let pose_b = Pose { position: pose_a.position + shift, orientation: Quat::from_scaled_axis(turn) };
        let (a, b) = (place(0, &sa, &pose_a), place(1, &sb, &pose_b));
        let (feature, separation) = search::widest(&a, &b, 0.0);
        let along = |n: &Vec3| super::super::lowest(&b, n) + super::super::lowest(&a, &-n);
        let direction = feature.direction(&a, &b).expect("the widest feature has a direction");
        prop_assert!((along(&direction) - separation).abs() < 1e-12);
        if separation < -1e-6 {
            let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
            for k in 0..2000 {
                let z = 1.0 - (2.0 * f64::from(k) + 1.0) / 2000.0;
                let (r, t) = ((1.0 - z * z).sqrt(), golden * f64::from(k));
                prop_assert!(along(&Vec3::new(r * t.cos(), r * t.sin(), z)) < 0.0);
            }
        }
    }
}

/// In the plane a corner on an edge: the row of the edge sees the gap, and sliding does not change it.
#[test]
fn a_corner_slides_along_an_edge() {
    let square = |s: f64| {
        convex_hull_2d(&[Vec3::zeros(), Vec3::new(s, 0.0, 0.0), Vec3::new(s, s, 0.0), Vec3::new(0.0, s, 0.0)])
    };
    let (floor, corner) = (square(2.0).unwrap(), square(0.5).unwrap());
    let pose = |x: f64, y: f64, turn: f64| Pose {
        position: Vec3::new(x, y, 0.0),
        orientation: Quat::from_scaled_axis(Vec3::new(0.0, 0.0, turn)),
    };
    let (a, b) = (place(0, &floor, &pose(0.0, 0.0, 0.0)), place(1, &corner, &pose(1.0, 2.0, 0.7)));
    let at = Placed { a: &a, b: &b };
    let (feature, separation) = search::widest(&a, &b, f64::INFINITY);
    assert!(matches!(feature, SeparatingFeature::FacetOfA(_)), "{feature:?}");
    assert!(separation.abs() < 1e-12);
    let row = secant_row(feature, RowKey::Vertex(0), at, at, (1.0, 1.0)).unwrap();
    let slide = Twist { linear: Vec3::x(), angular: Vec3::zeros() };
    assert!(rate(&row, &Twist::zero(), &slide).abs() < 1e-12);
    let rise = Twist { linear: Vec3::y(), angular: Vec3::zeros() };
    assert!((rate(&row, &Twist::zero(), &rise) - 1.0).abs() < 1e-12);
}
