//! Tests of the proximal Newton method: against the dual active-set method, large piles, warm starts, contradictions.

use nalgebra::{DMatrix, DVector, dvector};

use super::{SparseSolver, solve_convex_sparse};
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::lcp::convex::test_convex::{
    cone, contradictions_are_named, half_plane, problem, row, simplex, two_equalities,
};
use crate::lcp::convex::test_piles::pile;
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::problem::test_problems::Random;

fn cold(problem: &ConvexProblem) -> ConvexSolution {
    solve_convex_sparse(problem, &ConvexSettings::default(), &[])
}

fn scale(problem: &ConvexProblem, s: &ConvexSolution) -> f64 {
    problem.target().norm().max(s.y.norm())
}

fn assert_solved(problem: &ConvexProblem) -> ConvexSolution {
    assert_solved_to(2e-12, problem)
}

fn assert_solved_to(tolerance: f64, problem: &ConvexProblem) -> ConvexSolution {
    let s = cold(problem);
    let scale = scale(problem, &s);
    assert_eq!(s.status, ConvexStatus::Solved, "kkt {:e} of {scale:e} after {}", s.kkt, s.iterations);
    assert!(s.kkt <= tolerance * scale, "kkt {:e} of {scale:e}", s.kkt);
    assert_eq!(s.kkt, problem.kkt(&s.y, &s.multipliers));
    s
}

/// As good as the dual active-set method, and at the same point: two points with residuals ε apart from optimal are at
/// most √(2 ε Σ|u|) from each other by strong convexity, which nearly parallel rows do reach.
fn assert_agrees(problem: &ConvexProblem) {
    // One of a thousand problems with nearly parallel rows stops between the tolerance and this.
    let s = assert_solved_to(1e-10, problem);
    let t = solve_convex(problem, &ConvexSettings::default(), &[]);
    assert_eq!(t.status, ConvexStatus::Solved);
    let load = |s: &ConvexSolution| -> f64 {
        problem.rows().iter().zip(&s.multipliers).map(|(c, u)| u.abs() * c.norm()).sum()
    };
    let (apart, scale) = ((&s.y - &t.y).amax(), scale(problem, &s));
    let possible = (2.0 * (s.kkt + t.kkt) * (load(&s) + load(&t) + scale)).sqrt();
    assert!(apart <= possible, "{apart:e} of {scale:e} apart, kkt {:e} and {:e}", s.kkt, t.kkt);
    let usual = s.kkt > 1e-13 * scale || apart <= 1e-8 * scale;
    assert!(usual, "{apart:e} of {scale:e} apart, kkt {:e}", s.kkt);
}

fn piled(count: usize, mass_ratio: f64, beside: bool, seed: u64) -> ConvexProblem {
    let pile = pile(count, mass_ratio, beside, seed);
    let rows = pile.rows.into_iter().map(SparseRow::new).collect();
    problem(DVector::from_vec(pile.target), rows, pile.rhs, 0)
}

/// m rows on one or two blocks of n columns, all hold at a common point; some are copies or sums of others.
fn random(random: &mut Random, n: usize, m: usize, n_eq: usize, block: usize) -> ConvexProblem {
    let inside = random.vector(n);
    let blocks = n.div_ceil(block);
    let (mut rows, mut rhs): (Vec<SparseRow>, Vec<f64>) = (Vec::new(), Vec::new());
    for i in 0..m {
        let kind = if rows.is_empty() { 9 } else { random.below(8) };
        if kind == 0 && i >= n_eq {
            let k = random.below(rows.len());
            let factor = 1.0 + random.symmetric().abs();
            rows.push(SparseRow::new(rows[k].entries().iter().map(|&(c, x)| (c, x * factor))));
            rhs.push(rhs[k] * factor);
            continue;
        }
        let chosen = [random.below(blocks), random.below(blocks)];
        let columns = chosen.iter().flat_map(|b| block * b..(block * (b + 1)).min(n));
        let row = SparseRow::new(columns.map(|c| (c, random.symmetric())));
        // Half of the rows pass through the point: degenerate.
        let slack = if i < n_eq { 0.0 } else { 0.1 * random.symmetric().max(0.0) };
        rhs.push(row.dot(&inside) - slack);
        rows.push(row);
    }
    problem(random.vector(n) * 2.0, rows, rhs, n_eq)
}

#[test]
fn projections_with_known_answers() {
    let s = assert_solved(&problem(dvector![1.0, 2.0], vec![], vec![], 0));
    assert_eq!((s.y, s.iterations), (dvector![1.0, 2.0], 0));
    let s = assert_solved(&half_plane());
    assert!((s.y - dvector![3.0, 4.0]).amax() < 1e-11 && (s.multipliers[0] - 1.0).abs() < 1e-11);
    let s = assert_solved(&simplex());
    assert!((s.y - dvector![0.0, 1.0, 0.0]).amax() < 1e-11);
    assert!((s.multipliers[0] + 0.5).abs() < 1e-11, "an equality may have a negative multiplier");
}

#[test]
fn many_rows_through_one_point() {
    for seed in 0..30 {
        let (problem, vertex) = cone(seed);
        let s = assert_solved(&problem);
        assert!((s.y - vertex).amax() < 1e-10, "seed {seed}");
    }
}

#[test]
fn contradictions_are_not_called_solved() {
    contradictions_are_named(cold);
    let s = assert_solved(&two_equalities(2.0));
    assert!((s.y[0] - 1.0).abs() < 1e-12);
    // Slightly, and with bad warm starts: never solved.
    for by in [1.0, 1e-3, 1e-6, 1e-8] {
        let rows = vec![row(&[(0, 1.0), (1, 0.3)]), row(&[(0, -1.0), (1, -0.3)])];
        let p = problem(dvector![0.2, 1.0], rows, vec![1.0, -1.0 + by], 0);
        for warm in [vec![], vec![1e12, 1e12], vec![f64::NAN, 3.0]] {
            let s = solve_convex_sparse(&p, &ConvexSettings::default(), &warm);
            assert_ne!(s.status, ConvexStatus::Solved, "{by:e}: kkt {:e}", s.kkt);
        }
    }
}

#[test]
fn a_pile_with_a_contradiction_is_not_called_solved() {
    let p = piled(60, 3.0, true, 2);
    let (mut rows, mut rhs) = (p.rows().to_vec(), p.rhs().to_vec());
    // The row between two boxes holds, and the opposite by a finger's breadth as well.
    let k = rows.len() / 2;
    rows.push(SparseRow::new(rows[k].entries().iter().map(|&(c, x)| (c, -x))));
    rhs.push(1e-3 - rhs[k]);
    let s = cold(&problem(p.target().clone(), rows, rhs, 0));
    assert_eq!(s.status, ConvexStatus::Infeasible, "kkt {:e} {}", s.kkt, s.iterations);
    assert!(s.conflict.contains(&k));
}

#[test]
fn piles_are_solved_to_rounding() {
    for (count, ratio, beside, seed) in [
        (10, 1.0, true, 0),
        (60, 10.0, false, 1),
        (60, 100.0, true, 2),
        (300, 3.0, false, 3),
        (300, 10.0, true, 4),
    ] {
        let p = piled(count, ratio, beside, seed);
        let s = assert_solved(&p);
        assert!(s.iterations <= 40, "{count} {ratio}: {}", s.iterations);
    }
    assert_agrees(&piled(30, 3.0, true, 1));
    assert_agrees(&piled(30, 100.0, false, 2));
}

#[test]
fn a_warm_start_takes_fewer_factorisations() {
    let p = piled(100, 3.0, false, 5);
    let mut solver = SparseSolver::default();
    let settings = ConvexSettings::default();
    let s = solver.solve(&p, &settings, &[]);
    let again = solver.solve(&p, &settings, &s.multipliers);
    assert_eq!((again.status, again.iterations), (ConvexStatus::Solved, 0));
    let mut random = Random::new(3);
    for size in [1e-3, 1e-5] {
        let target = p.target() + random.vector(p.size()) * size;
        let near = problem(target, p.rows().to_vec(), p.rhs().to_vec(), 0);
        let (warm, cold) = (solver.solve(&near, &settings, &s.multipliers), cold(&near));
        assert_eq!(warm.status, ConvexStatus::Solved);
        assert!(3 * warm.iterations < cold.iterations, "{} {}", warm.iterations, cold.iterations);
        assert!((warm.y - cold.y).amax() < 1e-9);
    }
}

#[test]
fn a_solver_that_is_kept_gives_the_same_bits() {
    let (p, q) = (piled(40, 3.0, true, 5), piled(40, 3.0, true, 6));
    let mut solver = SparseSolver::default();
    let settings = ConvexSettings::default();
    for problem in [&p, &q, &p, &p] {
        assert_eq!(solver.solve(problem, &settings, &[]), cold(problem));
    }
}

#[test]
fn a_limit_is_a_limit() {
    let p = piled(30, 1.0, true, 1);
    let s = solve_convex_sparse(&p, &ConvexSettings { max_iterations: Some(3), ..Default::default() }, &[]);
    assert_eq!((s.status, s.iterations), (ConvexStatus::IterationLimit, 3));
}

#[test]
fn units_do_not_matter() {
    let p = random(&mut Random::new(4), 20, 30, 3, 6);
    let plain = assert_solved(&p);
    for unit in [1e-8, 1e8] {
        let rhs = p.rhs().iter().map(|d| d * unit).collect();
        let s = assert_solved(&problem(p.target() * unit, p.rows().to_vec(), rhs, 3));
        assert!((s.y / unit - &plain.y).amax() < 1e-10);
    }
}

#[test]
fn agrees_with_the_dual_active_set_method() {
    for seed in 0..600 {
        let mut choice = Random::new(!seed);
        let (n, m, block) = (1 + choice.below(80), choice.below(100), 1 + choice.below(6));
        let n_eq = choice.below(4).min(m).min(n / 2);
        assert_agrees(&random(&mut Random::new(seed), n, m, n_eq, block));
    }
}

/// Steps with the factor of a problem lead to the solution of another whose rows have turned a little, as long as the same rows are active: each
/// leaves a part as small as they have turned by. Rows that bear one box in more corners than it takes depend on each other in both.
#[test]
fn the_active_rows_of_a_problem_correct_those_of_another() {
    let p = piled(60, 3.0, false, 4);
    let mut solver = SparseSolver::default();
    let settings = ConvexSettings::default();
    let s = solver.solve(&p, &settings, &[]);
    let held: Vec<(usize, f64)> = solver.held().collect();
    assert!(s.active.iter().all(|i| held.iter().any(|h| h.0 == *i)));
    // Each box turns the entries that all of its rows have for it.
    let mut random = Random::new(9);
    let turn: Vec<DMatrix<f64>> = (0..60)
        .map(|_| DMatrix::from_fn(6, 6, |i, j| f64::from(i == j) + 1e-3 * random.symmetric()))
        .collect();
    let turned = |row: &SparseRow| {
        let entries = row.entries().iter();
        SparseRow::new(entries.flat_map(|&(c, x)| {
            let (first, turn) = (c - c % 6, &turn[c / 6]);
            (0..6).map(move |i| (first + i, turn[(i, c % 6)] * x))
        }))
    };
    let rows: Vec<SparseRow> = p.rows().iter().map(turned).collect();
    let (mut y, mut u) = (s.y.clone(), s.multipliers.clone());
    // Another point on which all rows agree.
    let there = &s.y + random.vector(p.size()) * 1e-3;
    let rhs: Vec<f64> = rows.iter().map(|row| row.dot(&there)).collect();
    let mut left = Vec::new();
    for _ in 0..8 {
        let mut step = p.target() - &y;
        let (mut short, mut du) = (vec![0.0; rows.len()], vec![0.0; rows.len()]);
        for &(i, norm) in &held {
            rows[i].entries().iter().for_each(|&(c, x)| step[c] += u[i] * x);
            short[i] = (rhs[i] - rows[i].dot(&y)) / norm;
        }
        left.push(short.iter().fold(step.amax(), |m: f64, x| m.max(x.abs())));
        assert!(solver.correct(step.as_mut_slice(), &short, &mut du));
        y += &step;
        held.iter().for_each(|&(i, norm)| u[i] += du[i] / norm);
    }
    assert!(left[0] > 1e-6, "the rows have not turned: {left:?}");
    assert!(left[3] < 1e-4 * left[0] && left[7] < 1e-8 * left[0], "{left:?}");
}
