//! What bounds leave out is nothing that a search of all facets and all edges would find, to the bit.

use super::*;
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::polytope::Polytope;
use crate::geometry::shapes::cuboid;
use crate::math::{Pose, Quat};
use crate::world::{BodyId, PartId};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// Stones, up to a thousand times thinner than wide, and bricks.
fn shape() -> impl Strategy<Value = Polytope> {
    let stone = (proptest::collection::vec(vector(0.5), 5..30), -3.0..0.5_f64).prop_filter_map(
        "flat",
        |(points, flat)| {
            let flat = 10f64.powf(flat).min(1.0);
            let points: Vec<Vec3> = points.iter().map(|p| Vec3::new(p.x, p.y, p.z * flat)).collect();
            convex_hull_3d(&points).ok()
        },
    );
    let brick =
        (0.1..0.5, 0.1..0.5, 0.1..5.0).prop_filter_map("brick", |(x, y, z)| cuboid(&Vec3::new(x, y, z)).ok());
    prop_oneof![3 => stone, 1 => brick]
}

/// All orientations, and those of bodies that lie flat.
fn turn() -> impl Strategy<Value = Vec3> {
    prop_oneof![2 => vector(3.0), 1 => Just(Vec3::zeros()), 1 => (-3.0..3.0).prop_map(|z| Vec3::z() * z)]
}

/// How far the two are apart along the widest direction (m).
fn apart() -> impl Strategy<Value = f64> {
    let some =
        prop::sample::select(vec![0.3, 1e-2, 1e-4, 1e-7, 1e-8, 1e-9, 0.0, -1e-9, -1e-7, -1e-5, -1e-3, -0.05]);
    prop_oneof![3 => some, 1 => -0.2..0.2]
}

fn all_edges<'p, 'm>(a: &'p WorldPart<'m>, b: &'p WorldPart<'m>) -> EdgePairs<'p, 'm> {
    EdgePairs { a, b, of_a: sides(a, |_| Chance::Any), of_b: sides(b, |_| Chance::Any) }
}

fn widest_facet_of_all(a: &WorldPart, b: &WorldPart) -> Found {
    let mut best = (SeparatingFeature::FacetOfA(0), f64::NEG_INFINITY);
    for f in facets(a, b) {
        let separation = f.separation(a, b);
        if separation > best.1 {
            best = (f, separation);
        }
    }
    best
}

fn widest_by_all(a: &WorldPart, b: &WorldPart, enough: f64, of_all: bool) -> Found {
    let mut best = widest_facet_of_all(a, b);
    if best.1 <= enough {
        let edges = all_edges(a, b);
        edges.widen(&mut best, f64::NEG_INFINITY, true);
        if best.1 < 0.0 {
            edges.widen(&mut best, 0.0, false);
        }
        if of_all && best.1 < enough {
            edges.widen(&mut best, enough, false);
        }
    }
    best
}

fn near_of_all(
    a: &WorldPart,
    b: &WorldPart,
    current: SeparatingFeature,
    least: f64,
    band: f64,
) -> Vec<Found> {
    let Some(n) = current.direction(a, b) else { return Vec::new() };
    let (point_a, point_b) = (a.lowest_point(&-n), b.lowest_point(&n));
    let open = |f: SeparatingFeature| open_facet(a, b, f, &point_a, &point_b, least);
    let mut found: Vec<Found> = facets(a, b).filter_map(open).collect();
    let near = |part: &WorldPart, n: Vec3| {
        let limit = lowest(part, &n) + band;
        sides(part, |e| {
            let (p, q) = part.edge(e);
            if n.dot(&p).min(n.dot(&q)) <= limit { Chance::Any } else { Chance::None }
        })
    };
    EdgePairs { a, b, of_a: near(a, -n), of_b: near(b, n) }.each(least, true, |one| {
        found.push(one);
        least
    });
    found
}

/// Two shapes that are so far apart along the widest direction.
fn placed(shapes: &[Polytope; 2], turns: [Vec3; 2], offset: Vec3, far: Vec3, apart: f64) -> [Pose; 2] {
    let pose = |position: Vec3, turn: Vec3| Pose { position, orientation: Quat::from_scaled_axis(turn) };
    let mut poses = [pose(far, turns[0]), pose(far + offset, turns[1])];
    for _ in 0..3 {
        let [a, b] = parts(shapes, &poses);
        let (feature, separation) = widest_by_all(&a, &b, f64::INFINITY, true);
        let Some(n) = feature.direction(&a, &b) else { break };
        poses[1].position += n * (apart - separation);
    }
    poses
}

fn parts<'m>(shapes: &'m [Polytope; 2], poses: &[Pose; 2]) -> [WorldPart<'m>; 2] {
    [0, 1].map(|k| WorldPart::at(PartId { body: BodyId(k), part: 0 }, &shapes[k], &poses[k]))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_124),
        ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_that_counts_is_left_out(
        (a, b) in (shape(), shape()),
        turns in [turn(), turn()],
        (offset, far) in (vector(1.0), prop_oneof![2 => Just(Vec3::zeros()), 1 => vector(1e3)]),
        apart in apart(),
    ) {
        let shapes = [a, b];
        let [a, b] = parts(&shapes, &placed(&shapes, turns, offset, far, apart));
        prop_assert_eq!(widest_facet(&a, &b), widest_facet_of_all(&a, &b));
        for enough in [f64::INFINITY, 1e-7, 1e-9, 0.0, -5e-10, -1e-3] {
            for of_all in [false, true] {
                let found = widest_with(&a, &b, enough, of_all);
                prop_assert_eq!(found, widest_by_all(&a, &b, enough, of_all), "{} {}", enough, of_all);
            }
        }
        let mut currents = vec![widest_by_all(&a, &b, 1e-7, true).0, widest_facet_of_all(&a, &b).0];
        currents.push(SeparatingFeature::FacetOfB(0));
        for current in currents {
            for least in [1e-8, 0.0, -2e-9, -1e-6, -1e-3, current.separation(&a, &b) - 1e-9] {
                let found = open_near(&a, &b, current, least, 1e-4);
                prop_assert_eq!(found, near_of_all(&a, &b, current, least, 1e-4), "{:?} {}", current, least);
            }
        }
    }
}

/// The property has what bounds are for: most edges are left out, and where edges separate, they are found.
#[test]
fn bounds_leave_out_most_edges() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(20_261_124), ..Config::default() });
    let (mut asked, mut all, mut by_edges) = (0, 0, 0);
    for _ in 0..200 {
        let one = (shape(), shape(), turn(), turn(), vector(1.0)).new_tree(&mut runner).unwrap().current();
        let (shapes, turns) = ([one.0, one.1], [one.2, one.3]);
        let [a, b] = parts(&shapes, &placed(&shapes, turns, one.4, Vec3::zeros(), 0.0));
        let best = widest_facet(&a, &b);
        let bounds = Both::about(&a, &b, best.0);
        asked += sides(&a, |e| bounds.of_a.chance(&a, e, best.1)).len();
        asked += sides(&b, |e| bounds.of_b.chance(&b, e, best.1)).len();
        all += a.shape.edges.len() + b.shape.edges.len();
        by_edges += usize::from(matches!(widest(&a, &b, 1e-7).0, SeparatingFeature::Edges { .. }));
    }
    assert!(2 * asked < all, "{asked} of {all} edges are asked");
    assert!((20..180).contains(&by_edges), "{by_edges} of 200 are separated by edges");
}
