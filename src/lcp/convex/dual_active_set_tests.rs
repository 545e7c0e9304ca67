//! Tests of the dual active-set method: analytic problems, Lemke on the dual, redundant and contradicting rows.

use nalgebra::dvector;
use proptest::prelude::*;

use super::{ConvexSettings, ConvexSolution, ConvexStatus, solve_convex};
use crate::lcp::convex::test_convex::{
    cone, contradictions_are_named, half_plane, problem, row, simplex, two_equalities,
};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::method::{LcpSettings, Status, solve};
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::problem::test_problems::Random;

fn cold(problem: &ConvexProblem) -> ConvexSolution {
    solve_convex(problem, &ConvexSettings::default(), &[])
}

fn assert_solved(problem: &ConvexProblem, tolerance: f64) -> ConvexSolution {
    let solution = cold(problem);
    assert_eq!(solution.status, ConvexStatus::Solved, "kkt {:e}", solution.kkt);
    assert!(solution.kkt <= tolerance, "kkt {:e}", solution.kkt);
    assert_eq!(solution.kkt, problem.kkt(&solution.y, &solution.multipliers));
    assert!(solution.conflict.is_empty());
    solution
}

/// m rows with up to 12 entries of which about half are active; all hold at a common point.
pub(in crate::lcp) fn random(random: &mut Random, n: usize, m: usize, n_eq: usize) -> ConvexProblem {
    let inside = random.vector(n);
    let (mut rows, mut rhs) = (Vec::new(), Vec::new());
    for i in 0..m {
        let row = SparseRow::new((0..12.min(n)).map(|_| (random.below(n), random.symmetric())));
        let slack = if i < n_eq { 0.0 } else { 0.1 * random.symmetric().max(0.0) };
        rhs.push(row.dot(&inside) - slack);
        rows.push(row);
    }
    problem(random.vector(n) * 2.0, rows, rhs, n_eq)
}

#[test]
fn projections_with_known_answers() {
    let unconstrained = assert_solved(&problem(dvector![1.0, 2.0], vec![], vec![], 0), 0.0);
    assert_eq!((unconstrained.y, unconstrained.iterations), (dvector![1.0, 2.0], 0));
    let s = assert_solved(&half_plane(), 1e-14);
    assert!((s.y - dvector![3.0, 4.0]).amax() < 1e-14 && (s.multipliers[0] - 1.0).abs() < 1e-15);
    let s = assert_solved(&simplex(), 1e-14);
    assert!((s.y - dvector![0.0, 1.0, 0.0]).amax() < 1e-15);
    assert!((s.multipliers[0] + 0.5).abs() < 1e-15, "an equality may have a negative multiplier");
}

#[test]
fn a_row_that_was_active_is_given_up_again() {
    // The first row is the most violated, and slack once the second holds.
    let rows = vec![row(&[(0, 1.0)]), row(&[(0, 1.0), (1, 0.75)])];
    let p = problem(dvector![0.0, 0.0], rows, vec![1.0, 1.5625 * 0.9], 0);
    let s = assert_solved(&p, 1e-14);
    let q =
        problem(dvector![0.0, 0.0], vec![row(&[(0, 1.0)]), row(&[(0, 1.0), (1, 5.0)])], vec![1.0, 26.0], 0);
    let t = assert_solved(&q, 1e-14);
    assert_eq!(s.active.len() + t.active.len(), 3);
    assert_eq!(t.active, vec![1]);
    assert!((t.y - dvector![1.0, 5.0]).amax() < 1e-14);
}

#[test]
fn duplicated_rows_change_nothing() {
    for seed in 0..20 {
        let single = random(&mut Random::new(seed), 12, 14, 0);
        let (mut rows, mut rhs) = (Vec::new(), Vec::new());
        for copy in 0..5 {
            let factor = [1.0, 0.1, 3.0, 1e3, 7e-3][copy];
            for (r, d) in single.rows().iter().zip(single.rhs()) {
                rows.push(SparseRow::new(r.entries().iter().map(|&(c, x)| (c, x * factor))));
                rhs.push(d * factor);
            }
        }
        let s = assert_solved(&single, 1e-12);
        let t = assert_solved(&problem(single.target().clone(), rows, rhs, 0), 1e-11);
        assert!((s.y - t.y).amax() < 1e-12, "seed {seed}");
    }
}

#[test]
fn many_rows_through_one_point() {
    for seed in 0..50 {
        let (problem, vertex) = cone(seed);
        let s = assert_solved(&problem, 1e-13);
        assert!(s.active.len() <= 3);
        assert!((s.y - vertex).amax() < 1e-13, "seed {seed}");
    }
}

#[test]
fn contradictions() {
    contradictions_are_named(cold);
    let s = assert_solved(&two_equalities(2.0), 1e-15);
    assert_eq!((s.y, s.active), (dvector![1.0], vec![0]));
}

#[test]
fn nearly_parallel_rows() {
    // Two half-planes at an angle of 1e-6 meet 1 away from the foot of the target: multipliers near 1e6.
    let angle = 1e-6;
    let rows = vec![row(&[(0, 1.0)]), row(&[(0, 1.0), (1, angle)])];
    let p = problem(dvector![0.0, 0.0], rows, vec![1.0, 1.0 + angle], 0);
    let s = cold(&p);
    assert_eq!(s.status, ConvexStatus::Solved);
    // y0 = 1 holds both only from y1 >= 1 on; without the corner y = (1 + 1e-6, ~1e-6).
    assert!(s.y[0] >= 1.0 - 1e-14 && s.kkt < 1e-12, "{} {:e}", s.y, s.kkt);
}

#[test]
fn a_limit_is_a_limit() {
    let p = random(&mut Random::new(1), 30, 40, 0);
    let s = solve_convex(&p, &ConvexSettings { max_iterations: Some(3), ..Default::default() }, &[]);
    assert_eq!((s.status, s.iterations), (ConvexStatus::IterationLimit, 3));
}

#[test]
fn units_do_not_matter() {
    let p = random(&mut Random::new(4), 20, 30, 3);
    let plain = assert_solved(&p, 1e-12);
    for unit in [1e-8, 1e8] {
        let rhs = p.rhs().iter().map(|d| d * unit).collect();
        let s = assert_solved(&problem(p.target() * unit, p.rows().to_vec(), rhs, 3), 1e-12 * unit);
        assert_eq!(s.active, plain.active);
        assert!((s.y / unit - &plain.y).amax() < 1e-12);
    }
}

#[test]
fn a_large_sparse_problem() {
    let mut random = Random::new(9);
    let n = 600;
    let inside = random.vector(n);
    let rows: Vec<SparseRow> = (0..900)
        .map(|_| {
            let first = 6 * random.below(n / 6 - 1);
            SparseRow::new((first..first + 12).map(|c| (c, random.symmetric())))
        })
        .collect();
    let rhs = rows.iter().map(|c| c.dot(&inside) - 0.1 * random.symmetric().max(0.0)).collect();
    let s = assert_solved(&problem(random.vector(n) * 3.0, rows, rhs, 0), 1e-11);
    assert!(s.active.len() > 200);
}

/// After some changes of the factor y is off by some rounding, and a row that depends on the active ones seems to be violated: no contradiction.
#[test]
fn a_dependent_row_that_is_off_by_rounding_contradicts_nothing() {
    let p = random(&mut Random::new(11_308_514_590_930_735_803), 10, 28, 1);
    let s = assert_solved(&p, 1e-10);
    let again = solve_convex(&p, &ConvexSettings::default(), &s.active);
    assert_eq!((again.status, again.iterations), (ConvexStatus::Solved, 0));
}

proptest! {
    #[test]
    fn agrees_with_lemke_on_the_dual(seed in any::<u64>(), n in 1_usize..30, m in 0_usize..40) {
        let p = random(&mut Random::new(seed), n, m, 0);
        let s = assert_solved(&p, 1e-10);
        let lcp = p.dual_lcp().unwrap().unwrap();
        let dual = solve(&Lemke, &lcp, &LcpSettings::default(), None);
        prop_assert_eq!(dual.report.status, Status::Solved);
        let y = p.point(dual.z.as_slice());
        prop_assert!((&y - &s.y).amax() < 1e-7, "{:e}", (&y - &s.y).amax());
        for (&i, k) in s.active.iter().zip(0..) {
            prop_assert!(k == 0 || s.active[k - 1] < i);
            let slack = (p.rows()[i].dot(&s.y) - p.rhs()[i]).abs() / p.rows()[i].norm();
            prop_assert!(slack < 1e-12, "active row {i}: {slack:e}");
        }
    }

    #[test]
    fn a_warm_start_changes_the_way_and_not_the_answer(
        seed in any::<u64>(), n in 2_usize..30, m in 1_usize..40, n_eq in 0_usize..2,
        warm in prop::collection::vec(0_usize..45, 0..40),
    ) {
        let p = random(&mut Random::new(seed), n, m, n_eq.min(m));
        let s = assert_solved(&p, 1e-10);
        let t = solve_convex(&p, &ConvexSettings::default(), &warm);
        prop_assert_eq!(t.status, ConvexStatus::Solved);
        prop_assert!((&s.y - &t.y).amax() < 1e-9, "{:e}", (&s.y - &t.y).amax());
        let again = solve_convex(&p, &ConvexSettings::default(), &s.active);
        prop_assert_eq!((again.status, again.iterations), (ConvexStatus::Solved, 0));
        prop_assert!((&s.y - &again.y).amax() < 1e-11);
    }
}

/// Two rows that hold together only where they nearly meet: what is farther away than a million times the sizes at hand is no
/// solution, and it is said so at once, with the rows that do not go together.
#[test]
fn what_holds_only_far_away_is_a_contradiction() {
    let apart = |tilt: f64| {
        let rows = vec![row(&[(0, 1.0)]), row(&[(0, -1.0), (1, tilt)]), row(&[(1, 1.0)])];
        problem(dvector![0.0, 0.0], rows, vec![1.0, 1.0, -1.0], 0)
    };
    let settings = ConvexSettings { scale: 1.0, ..ConvexSettings::default() };
    let near = solve_convex(&apart(1e-3), &settings, &[]);
    assert_eq!(near.status, ConvexStatus::Solved);
    assert!((near.y[1] - 2e3).abs() < 1e-6, "{}", near.y);
    let far = solve_convex(&apart(1e-8), &settings, &[]);
    assert_eq!((far.status, far.conflict), (ConvexStatus::Infeasible, vec![0, 1]));
}
