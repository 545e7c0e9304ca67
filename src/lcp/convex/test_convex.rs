//! Convex problems with known answers, and what every method must say of contradictions.

use nalgebra::{DVector, dvector};

use crate::lcp::convex::solution::{ConvexSolution, ConvexStatus};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::problem::test_problems::Random;

pub(in crate::lcp) fn row(entries: &[(usize, f64)]) -> SparseRow {
    SparseRow::new(entries.to_vec())
}

pub(in crate::lcp) fn problem(
    target: DVector<f64>,
    rows: Vec<SparseRow>,
    rhs: Vec<f64>,
    n_eq: usize,
) -> ConvexProblem {
    ConvexProblem::new(target, rows, rhs, n_eq).unwrap()
}

/// Onto 3 y0 + 4 y1 >= 25 from the origin: (3, 4), u = 1.
pub(in crate::lcp) fn half_plane() -> ConvexProblem {
    problem(dvector![0.0, 0.0], vec![row(&[(0, 3.0), (1, 4.0)])], vec![25.0], 0)
}

/// Onto the simplex y >= 0, Σ y = 1 from (0.5, 1.5, −3): (0, 1, 0).
pub(in crate::lcp) fn simplex() -> ConvexProblem {
    let rows =
        vec![row(&[(0, 1.0), (1, 1.0), (2, 1.0)]), row(&[(0, 1.0)]), row(&[(1, 1.0)]), row(&[(2, 1.0)])];
    problem(dvector![0.5, 1.5, -3.0], rows, vec![1.0, 0.0, 0.0, 0.0], 1)
}

/// Sixty rows that touch the same vertex of a cone, which is the answer; at most 3 of them can be active.
pub(in crate::lcp) fn cone(seed: u64) -> (ConvexProblem, DVector<f64>) {
    let mut random = Random::new(seed);
    let vertex = random.vector(3);
    let normals: Vec<SparseRow> =
        (0..60).map(|_| row(&[(0, random.symmetric()), (1, random.symmetric()), (2, 1.0)])).collect();
    let rhs = normals.iter().map(|c| c.dot(&vertex)).collect();
    (problem(&vertex - dvector![0.01, 0.02, 5.0], normals, rhs, 0), vertex)
}

/// Two equalities 1 y0 = 1 and 2 y0 = `second`: they agree for 2.
pub(in crate::lcp) fn two_equalities(second: f64) -> ConvexProblem {
    problem(dvector![0.0], vec![row(&[(0, 1.0)]), row(&[(0, 2.0)])], vec![1.0, second], 2)
}

/// Rows that contradict each other are named; rows of zeros are judged by their right-hand sides.
pub(in crate::lcp) fn contradictions_are_named(cold: impl Fn(&ConvexProblem) -> ConvexSolution) {
    let p = problem(
        dvector![0.0, 0.0, 0.0],
        vec![row(&[(2, 1.0)]), row(&[(0, 1.0), (1, 1.0)]), row(&[(0, -1.0)]), row(&[(1, -1.0)])],
        vec![1.0, 1.0, 0.0, 0.0],
        0,
    );
    let s = cold(&p);
    assert_eq!((s.status, s.conflict), (ConvexStatus::Infeasible, vec![1, 2, 3]));
    assert_eq!(cold(&two_equalities(3.0)).status, ConvexStatus::Infeasible);
    let zero = |d: f64, n_eq| cold(&problem(dvector![1.0], vec![row(&[])], vec![d], n_eq)).status;
    assert_eq!(zero(1.0, 0), ConvexStatus::Infeasible);
    assert_eq!(zero(-1.0, 0), ConvexStatus::Solved);
    assert_eq!(zero(-1.0, 1), ConvexStatus::Infeasible);
    assert_eq!(zero(0.0, 1), ConvexStatus::Solved);
}
