//! Tests of Lemke's method: analytic problems, the enumeration oracle, degenerate and hopeless problems.

use nalgebra::{DMatrix, DVector, dmatrix, dvector};
use proptest::prelude::*;

use super::Lemke;
use crate::lcp::method::{LcpSettings, Solution, Status, solve};
use crate::lcp::methods::enumerate::all_solutions;
use crate::lcp::problem::Lcp;
use crate::lcp::problem::test_problems::{Random, friction, murty, positive_definite, semidefinite};

fn lemke(lcp: &Lcp) -> Solution {
    solve(&Lemke, lcp, &LcpSettings::default(), None)
}

fn assert_solved(lcp: &Lcp, tolerance: f64) -> DVector<f64> {
    let solution = lemke(lcp);
    assert_eq!(solution.report.status, Status::Solved, "{:?}", solution.report);
    let natural_map = solution.report.residual.natural_map;
    assert!(natural_map <= tolerance * lcp.scale(), "natural map {natural_map:e}");
    solution.z
}

#[test]
fn small_problems_with_known_answers() {
    let z = assert_solved(&Lcp::new(dmatrix![2.0, 1.0; 1.0, 2.0], dvector![-5.0, -6.0]).unwrap(), 1e-15);
    assert!((z - dvector![4.0 / 3.0, 7.0 / 3.0]).amax() < 1e-15);
    let nothing_to_do = Lcp::new(dmatrix![-1.0, 5.0; 0.0, 0.0], dvector![0.0, 3.0]).unwrap();
    let solution = lemke(&nothing_to_do);
    assert_eq!((solution.report.status, solution.report.iterations), (Status::Solved, 0));
    assert_eq!(solution.z, dvector![0.0, 0.0]);
    let empty = Lcp::new(DMatrix::zeros(0, 0), DVector::zeros(0)).unwrap();
    assert_eq!(lemke(&empty).report.status, Status::Solved);
}

#[test]
fn murty_problems() {
    for n in 3..=8 {
        let z = assert_solved(&murty(n), 1e-15);
        let expected = DVector::from_fn(n, |i, _| f64::from(u8::from(i == n - 1)));
        assert!((z - expected).amax() < 1e-15, "n = {n}");
    }
}

#[test]
fn without_a_solution_it_ends_on_a_ray() {
    for lcp in [
        Lcp::new(dmatrix![-1.0], dvector![-1.0]).unwrap(),
        Lcp::new(dmatrix![0.0], dvector![-1.0]).unwrap(),
        Lcp::new(dmatrix![1.0, -1.0; -1.0, 1.0], dvector![-1.0, -1.0]).unwrap(),
        Lcp::new(dmatrix![1.0, 2.0, 0.0; 2.0, 4.0, 0.0; 0.0, 0.0, 0.0], dvector![-1.0, 1.0, -1e-3]).unwrap(),
    ] {
        assert_eq!(all_solutions(&lcp, 1e-10).unwrap(), Vec::<DVector<f64>>::new());
        assert_eq!(lemke(&lcp).report.status, Status::RayTermination);
    }
}

#[test]
fn a_limit_is_a_limit_and_grows_with_the_problem() {
    let lcp = positive_definite(&mut Random::new(1), 30);
    let settings = LcpSettings { max_iterations: 3, ..Default::default() };
    let report = solve(&Lemke, &lcp, &settings, None).report;
    assert_eq!((report.status, report.iterations), (Status::IterationLimit, 3));
    let lcp = positive_definite(&mut Random::new(1), 200);
    assert_eq!(solve(&Lemke, &lcp, &settings, None).report.iterations, 6);
}

#[test]
fn ties_everywhere_do_not_cycle() {
    // Small integers: every ratio test is full of ties, and many values are exactly zero.
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let n = 2 + random.below(7);
        let g = DMatrix::from_fn(n, 3, |_, _| random.below(3) as f64 - 1.0);
        let a = &g * g.transpose();
        let z = DVector::from_fn(n, |_, _| random.below(2) as f64);
        let w = DVector::from_fn(n, |_, _| random.below(2) as f64);
        let lcp = Lcp::new(a.clone(), w - a * z).unwrap();
        let z = assert_solved(&lcp, 1e-13);
        let oracle = all_solutions(&lcp, 1e-10).unwrap();
        assert!(!oracle.is_empty());
        for other in oracle {
            assert!((lcp.slack(&other) - lcp.slack(&z)).amax() < 1e-10, "seed {seed}");
        }
    }
}

#[test]
fn equal_rows_many_times_over() {
    let n = 40;
    let lcp = Lcp::new(DMatrix::from_element(n, n, 1.0), DVector::from_element(n, -1.0)).unwrap();
    let z = assert_solved(&lcp, 1e-15);
    assert!((z.sum() - 1.0).abs() < 1e-15);
}

#[test]
fn residuals_of_large_problems_are_those_of_a_direct_solve() {
    for n in [60, 300] {
        assert_solved(&positive_definite(&mut Random::new(n as u64), n), 1e-12);
        assert_solved(&semidefinite(&mut Random::new(n as u64), n, n / 2), 1e-11);
    }
}

#[test]
fn units_do_not_matter() {
    for (a_unit, b_unit) in [(1e-9, 1.0), (1e9, 1.0), (1.0, 1e-9), (1e9, 1e9)] {
        let lcp = positive_definite(&mut Random::new(8), 12);
        let plain = assert_solved(&lcp, 1e-13);
        let scaled = Lcp::new(lcp.a() * a_unit, lcp.b() * b_unit).unwrap();
        let z = assert_solved(&scaled, 1e-13) * (a_unit / b_unit);
        assert!((&z - &plain).amax() < 1e-11 * (1.0 + plain.amax()), "{a_unit:e} {b_unit:e}");
    }
}

#[test]
fn friction_problems_are_solved() {
    // Among them are some where z0 falls to rounding before it leaves.
    assert_solved(&friction(&mut Random::new(1), 50, 0.5), 1e-10);
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let m = 1 + random.below(12);
        let coefficient = [0.0, 0.25, 1.0][random.below(3)];
        assert_solved(&friction(&mut random, m, coefficient), 1e-10);
    }
    for seed in 0..10 {
        let lcp = friction(&mut Random::new(seed), 1, 0.5);
        let z = assert_solved(&lcp, 1e-12);
        // The slip speeds and impulses of one point are unique where it sticks or slides along one direction.
        let oracle = all_solutions(&lcp, 1e-10).unwrap();
        assert!(oracle.iter().any(|other| (lcp.slack(other) - lcp.slack(&z)).amax() < 1e-8), "seed {seed}");
    }
}

#[test]
fn a_warm_start_at_the_solution_needs_no_pivot_and_a_bad_one_does_no_harm() {
    let lcp = positive_definite(&mut Random::new(2), 40);
    let cold = lemke(&lcp);
    let warm = solve(&Lemke, &lcp, &LcpSettings::default(), Some(&cold.z));
    assert_eq!((warm.report.status, warm.report.iterations), (Status::Solved, 0));
    assert!((&warm.z - &cold.z).amax() < 1e-11 * (1.0 + cold.z.amax()));
    let bad = DVector::from_fn(40, |i, _| f64::from(u8::from(i % 2 == 0)));
    let warm = solve(&Lemke, &lcp, &LcpSettings::default(), Some(&bad));
    assert_eq!(warm.report.status, Status::Solved);
    assert!((&warm.z - &cold.z).amax() < 1e-9 * (1.0 + cold.z.amax()));
}

proptest! {
    #[test]
    fn agrees_with_the_oracle(seed in any::<u64>(), n in 1_usize..=8, rank in 1_usize..=8) {
        let mut random = Random::new(seed);
        let definite = positive_definite(&mut random, n);
        let z = assert_solved(&definite, 1e-12);
        let oracle = all_solutions(&definite, 1e-10).unwrap();
        prop_assert_eq!(oracle.len(), 1);
        prop_assert!((&oracle[0] - &z).amax() < 1e-10 * (1.0 + z.amax()));

        let semi = semidefinite(&mut random, n, rank.min(n));
        let w = semi.slack(&assert_solved(&semi, 1e-10));
        let oracle = all_solutions(&semi, 1e-10).unwrap();
        prop_assert!(!oracle.is_empty());
        for other in oracle {
            prop_assert!((semi.slack(&other) - &w).amax() < 1e-6);
        }
    }
}
