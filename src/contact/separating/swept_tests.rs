//! Rows of curved bodies: the secant law, both momenta, and that every direction of a fine net agrees.

use super::*;
use crate::contact::separating::rows::secant_row;
use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Pose, Quat, Twist, Vec6, cayley_factor};
use crate::world::{BodyId, PartId};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// A capsule that lies anywhere.
fn capsule(dimension: Dimension) -> impl Strategy<Value = Polytope> {
    (0.05..0.5, 0.1..2.0, vector(3.0), vector(0.5)).prop_filter_map(
        "capsule",
        move |(radius, length, turn, off)| {
            let flat = dimension == Dimension::Two;
            let (turn, off) =
                if flat { (Vec3::z() * turn.z, Vec3::new(off.x, off.y, 0.0)) } else { (turn, off) };
            let shape = Polytope::capsule(dimension, radius, length).ok()?;
            Some(shape.transformed(&Quat::from_scaled_axis(turn), &off))
        },
    )
}

/// A stone, a ball or a capsule, with corners or round, about its centre or beside it.
fn solid() -> impl Strategy<Value = Polytope> {
    let stone = proptest::collection::vec(vector(1.0), 6..12)
        .prop_filter_map("flat", |points| convex_hull_3d(&points).ok());
    let ball = (0.1..1.0, vector(0.5)).prop_filter_map("ball", |(radius, off)| {
        Some(Polytope::ball(Dimension::Three, radius).ok()?.transformed(&Quat::identity(), &off))
    });
    let rounded = (proptest::collection::vec(vector(1.0), 6..10), 0.05..0.5)
        .prop_filter_map("flat", |(points, radius)| convex_hull_3d(&points).ok()?.rounded(radius).ok());
    prop_oneof![2 => stone, 2 => ball, 3 => capsule(Dimension::Three), 2 => rounded]
}

fn flat_shape() -> impl Strategy<Value = Polytope> {
    let points = proptest::collection::vec(vector(1.0), 1..8);
    let stone = (points, 0.1..1.0).prop_filter_map("flat", |(points, radius)| {
        let flat: Vec<Vec3> = points.iter().map(|p| Vec3::new(p.x, p.y, 0.0)).collect();
        if flat.len() == 1 {
            return Some(
                Polytope::ball(Dimension::Two, radius).ok()?.transformed(&Quat::identity(), &flat[0]),
            );
        }
        convex_hull_2d(&flat).ok()?.rounded(radius).ok()
    });
    prop_oneof![3 => stone, 1 => capsule(Dimension::Two)]
}

fn motion() -> impl Strategy<Value = (Pose, Twist)> {
    (vector(3.0), vector(3.0), vector(4.0), vector(20.0)).prop_map(|(position, turn, linear, angular)| {
        (Pose { position, orientation: Quat::from_scaled_axis(turn) }, Twist { linear, angular })
    })
}

fn flattened((pose, twist): (Pose, Twist)) -> (Pose, Twist) {
    let z = Vec3::new(0.0, 0.0, 1.0);
    let turn = pose.orientation.scaled_axis().z;
    let drop = |v: Vec3| v - z * v.z;
    let pose = Pose { position: drop(pose.position), orientation: Quat::from_scaled_axis(z * turn) };
    (pose, Twist { linear: drop(twist.linear), angular: z * twist.angular.z })
}

fn place<'m>(body: usize, shape: &'m Polytope, pose: &Pose) -> WorldPart<'m> {
    WorldPart::at(PartId { body: BodyId(body), part: 0 }, shape, pose)
}

fn gap(at: Placed, key: RowKey) -> f64 {
    match Asked::new(at, key) {
        Some(asked) => asked.foot().distance - reach(at.a, at.b),
        None => gap_between(at, key).unwrap(),
    }
}

/// The rows that either placement tells of.
fn rows_of(start: Placed, end: Placed) -> Vec<RowKey> {
    let mut keys = Vec::new();
    for at in [start, end] {
        each_gap(at, std::iter::empty(), &mut |key, _| keys.push(key));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Whether the way of a row goes in.
fn goes_in(start: Placed, end: Placed, key: RowKey) -> bool {
    if let Some((i, j)) = key.edges() {
        return swept_edges::goes_in(start, end, (i, j), reach(start.a, start.b));
    }
    let (first, last) = (Asked::new(start, key).unwrap(), Asked::new(end, key).unwrap());
    let points = first.core.vertices.len() == 1;
    let (y0, y1) = if points {
        (first.point - first.core.vertices[0], last.point - last.core.vertices[0])
    } else {
        (first.core.to_body(&first.point), last.core.to_body(&last.point))
    };
    let of = |y: &Vec3| if points { off_point(y, 0, &Vec3::y()) } else { foot(first.core.shape, y) };
    dips(&of, reach(start.a, start.b), &of(&y0), &y0, &(y1 - y0)).is_some()
}

/// Checks all rows of a pair over a motion; how many there were that do not go in.
fn check(
    sa: &Polytope,
    sb: &Polytope,
    (pose_a, a): (Pose, Twist),
    (pose_b, b): (Pose, Twist),
    h: f64,
) -> usize {
    let (a0, b0) = (place(0, sa, &pose_a), place(1, sb, &pose_b));
    let (a1, b1) = (place(0, sa, &pose_a.advanced(&a, h)), place(1, sb, &pose_b.advanced(&b, h)));
    let (start, end) = (Placed { a: &a0, b: &b0 }, Placed { a: &a1, b: &b1 });
    let kappa = (cayley_factor(&a, h), cayley_factor(&b, h));
    let mut exact = 0;
    for key in rows_of(start, end) {
        let (g0, g1) = (gap(start, key), gap(end, key));
        let row = secant_row(SeparatingFeature::Surfaces, key, start, end, kappa).unwrap();
        let size = row.jacobian_a.norm() + row.jacobian_b.norm() + 1.0;
        assert!((row.gap - g0).abs() <= 1e-12 * size);
        let rate = row.jacobian_a.dot(&a.to_vec6()) + row.jacobian_b.dot(&b.to_vec6());
        let slack = 1e-11 * size;
        let points = Asked::new(start, key).is_some_and(|first| first.core.vertices.len() == 1);
        let goes_in = goes_in(start, end, key);
        if goes_in {
            // The row has a bound from below there, of vertices.
            let is_vertex = !matches!(key, RowKey::Between(..));
            assert!(!is_vertex || g0 + h * rate <= g1 + slack, "{key:?}: {} and {g1}", g0 + h * rate);
        } else {
            exact += 1;
            assert!((g1 - g0 - h * rate).abs() <= slack, "{key:?}: {} and {g1}", g0 + h * rate);
        }
        // Forces are opposite, and have no moment together at the mean positions.
        let force = |j: &Vec6| j.fixed_rows::<3>(0).into_owned();
        assert!((force(&row.jacobian_a) + force(&row.jacobian_b)).norm() < 1e-12);
        if points && goes_in {
            continue;
        }
        let middle = |x: &WorldPart, y: &WorldPart| (x.centre + y.centre) / 2.0;
        let moment = |j: &Vec6, kappa: f64, centre: Vec3| {
            centre.cross(&force(j)) + j.fixed_rows::<3>(3).into_owned() / kappa
        };
        let total = moment(&row.jacobian_a, kappa.0, middle(&a0, &a1))
            + moment(&row.jacobian_b, kappa.1, middle(&b0, &b1));
        assert!(total.norm() <= 1e-11 * size, "{key:?}: {total}");
    }
    exact
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_122),
        ..ProptestConfig::default()
    })]

    /// ψ(q⁺) − ψ(q) = h (J_a·ν_a + J_b·ν_b) for any motion below half a turn on which nobody goes through, and both momenta are kept.
    #[test]
    fn secants_of_surfaces_are_exact(sa in solid(), sb in solid(), a in motion(), b in motion(), h in 1e-3..0.08) {
        if sa.is_curved() || sb.is_curved() {
            check(&sa, &sb, a, b, h);
        }
    }

    #[test]
    fn secants_of_surfaces_are_exact_in_the_plane(sa in flat_shape(), sb in flat_shape(), a in motion(), b in motion(), h in 1e-3..0.08) {
        check(&sa, &sb, flattened(a), flattened(b), h);
    }

    /// The nearest points of two segments are no farther than those of another code, and than the ends are.
    #[test]
    fn segments_are_as_near_as_they_are(p in vector(1.0), q in vector(1.0), r in vector(1.0), along in vector(1.0), sine in -9.0..0.0) {
        // Some nearly parallel.
        let s = r + (q - p) + along * 10.0_f64.powf(sine);
        let near = swept_edges::near(&[p, q], &[r, s]);
        // The other code loses digits where they are nearly parallel: nearer points are right.
        let wanted = crate::geometry::proximity::segment_segment_distance(&p, &q, &r, &s);
        prop_assert!(near.distance <= wanted + 1e-14, "{} and {wanted}", near.distance);
        for (point, from, to) in [(p, r, s), (q, r, s), (r, p, q), (s, p, q)] {
            let end = (crate::geometry::proximity::point_segment(&from, &to, &point).0 - point).norm();
            prop_assert!(near.distance <= end + 1e-14, "{} and {end}", near.distance);
        }
        let (x, y) = (p + (q - p) * near.shares.0, r + (s - r) * near.shares.1);
        prop_assert!((y - x - near.normal * near.distance).norm() < 1e-14);
    }

    /// The separation is the largest along any direction.
    #[test]
    fn no_direction_separates_more(sa in solid(), sb in solid(), (pose_a, _) in motion(), turn in vector(3.0), shift in vector(2.5)) {
        if !(sa.is_curved() || sb.is_curved()) {
            return Ok(());
        }
        let pose_b = Pose { position: pose_a.position + shift, orientation: Quat::from_scaled_axis(turn) };
        let (a, b) = (place(0, &sa, &pose_a), place(1, &sb, &pose_b));
        let (separation, n) = nearest(&a, &b);
        let along = |n: &Vec3| {
            super::super::lowest(&b, n) + super::super::lowest(&a, &-n) - sa.rounding - sb.rounding
        };
        prop_assert!((along(&n) - separation).abs() < 1e-12);
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        for k in 0..2000 {
            let z = 1.0 - (2.0 * f64::from(k) + 1.0) / 2000.0;
            let (r, t) = ((1.0 - z * z).sqrt(), golden * f64::from(k));
            prop_assert!(along(&Vec3::new(r * t.cos(), r * t.sin(), z)) <= separation + 1e-12);
        }
    }
}

/// A ball that rolls from a face of a box over an edge: one row, exact across the border.
#[test]
fn the_row_goes_on_over_an_edge() {
    let cube = crate::geometry::shapes::cuboid(&Vec3::repeat(0.5)).unwrap();
    let ball = Polytope::ball(Dimension::Three, 0.1).unwrap();
    let at = |x: f64, z: f64| Pose { position: Vec3::new(x, 0.1, z), orientation: Quat::identity() };
    let still = Twist::zero();
    let over = Twist { linear: Vec3::new(1.0, 0.2, -0.1), angular: Vec3::new(0.0, 10.0, 0.0) };
    let beside = (at(0.0, 0.0), still);
    for x in [0.47, 0.49, 0.5] {
        assert_eq!(check(&cube, &ball, beside, (at(x, 0.6), over), 0.03), 1);
        assert_eq!(check(&ball, &cube, (at(x, 0.6), over), beside, 0.03), 1);
    }
}

/// Where cores overlap and no vertex of one lies in the other a row is violated by as much: bars crossed in the plane and in space, through a plate,
/// across the edge of a cube.
#[test]
fn overlap_without_a_vertex_inside_violates_a_row() {
    let (flat, space) = (Dimension::Two, Dimension::Three);
    let bar = |dimension| Polytope::capsule(dimension, 0.1, 2.0).unwrap();
    let plank = || crate::geometry::shapes::rectangle(1.0, 0.1).unwrap().rounded(0.05).unwrap();
    let cuboid = |x, y, z| crate::geometry::shapes::cuboid(&Vec3::new(x, y, z)).unwrap();
    let across = Vec3::z() * std::f64::consts::FRAC_PI_2;
    for (a, b, turn, shift, wanted) in [
        (bar(flat), bar(flat), across, Vec3::new(0.3, 0.2, 0.0), -0.2 - 0.7),
        (plank(), plank(), across, Vec3::new(0.2, 0.0, 0.0), -0.1 - 0.9),
        (cuboid(1.0, 1.0, 0.1), bar(space), Vec3::zeros(), Vec3::new(0.3, 0.2, 0.0), -0.1 - 0.7),
        (cuboid(1.0, 1.0, 0.1), bar(space), Vec3::zeros(), Vec3::new(0.3, 0.2, 0.5), -0.1 - 0.6),
        (bar(space), bar(space), Vec3::x(), Vec3::zeros(), -0.2),
        (
            cuboid(0.5, 0.5, 0.5),
            bar(space),
            Vec3::y() * std::f64::consts::FRAC_PI_4,
            Vec3::new(-0.45, 0.0, 0.45),
            -0.1 - 0.05 * 2.0_f64.sqrt(),
        ),
    ] {
        let start = Pose { position: Vec3::zeros(), orientation: Quat::identity() };
        let beside = Pose { position: shift, orientation: Quat::from_scaled_axis(turn) };
        for (first, second) in [((&a, &start), (&b, &beside)), ((&b, &beside), (&a, &start))] {
            let (a, b) = (place(0, first.0, first.1), place(1, second.0, second.1));
            let mut least = f64::INFINITY;
            each_gap(Placed { a: &a, b: &b }, std::iter::empty(), &mut |_, gap| least = least.min(gap));
            let (separation, _) = nearest(&a, &b);
            assert!((separation - wanted).abs() < 1e-12, "{separation} and {wanted}");
            assert!((least - wanted).abs() < 1e-12, "{least} and {wanted}");
        }
    }
}

/// Dice of the same size, one turned by an eighth on the other: their edges cross at eight places, and nowhere else do they touch.
#[test]
fn flush_faces_have_a_row_where_their_edges_cross() {
    let die = crate::geometry::shapes::cuboid(&Vec3::repeat(0.1)).unwrap().rounded(0.03).unwrap();
    let eighth = Quat::from_scaled_axis(Vec3::z() * std::f64::consts::FRAC_PI_4);
    for tilt in [0.0, 1e-9, 0.01] {
        let orientation = Quat::from_scaled_axis(Vec3::new(tilt, 0.0, 0.0)) * eighth;
        let above = Pose { position: Vec3::z() * 0.26, orientation };
        let (a, b) = (
            place(0, &die, &Pose { position: Vec3::zeros(), orientation: Quat::identity() }),
            place(1, &die, &above),
        );
        let mut found = Vec::new();
        each_gap(Placed { a: &a, b: &b }, std::iter::empty(), &mut |key, gap| {
            if gap.abs() < 0.005 {
                found.push((key, gap));
            }
        });
        assert_eq!(found.len(), 8, "{found:?}");
        assert!(
            found.iter().all(|(key, gap)| matches!(key, RowKey::Between(..)) && gap.abs() <= tilt + 1e-15)
        );
    }
}
