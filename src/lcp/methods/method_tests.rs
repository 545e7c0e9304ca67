//! The same tests for every method: the enumeration oracle, degenerate, badly scaled and hopeless problems.

use nalgebra::{DMatrix, DVector, dmatrix, dvector};

use crate::lcp::catalogue::solvers;
use crate::lcp::judge::residual;
use crate::lcp::method::{LcpSettings, LcpSolver, Solution, Status, solve};
use crate::lcp::methods::automatic::{Automatic, Class, class};
use crate::lcp::methods::dantzig::Dantzig;
use crate::lcp::methods::enumerate::all_solutions;
use crate::lcp::methods::fischer_newton::FischerNewton;
use crate::lcp::methods::interior_point::InteriorPoint;
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::methods::minmap_newton::MinmapNewton;
use crate::lcp::problem::test_problems::{
    Random, friction, hopeless, integers, murty, positive_definite, repeated, semidefinite, unsymmetric,
    with_ratio,
};
use crate::lcp::problem::{Factors, Lcp};

const METHODS: [&dyn LcpSolver; 5] = [&Dantzig, &FischerNewton, &MinmapNewton, &InteriorPoint, &Automatic];

fn run(method: &dyn LcpSolver, lcp: &Lcp) -> Solution {
    solve(method, lcp, &LcpSettings::default(), None)
}

/// The solution, which there must be.
fn solved(method: &dyn LcpSolver, lcp: &Lcp, what: &str) -> DVector<f64> {
    let solution = run(method, lcp);
    let report = &solution.report;
    assert_eq!(report.status, Status::Solved, "{} on {what}, {} rows: {report:?}", method.name(), lcp.size());
    assert!(report.residual.natural_map <= 1e-10 * lcp.scale());
    assert!(solution.z.iter().all(|&x| x >= 0.0), "{} on {what}", method.name());
    solution.z
}

/// `make` for `count` seeds, each against the oracle: w is unique for a semidefinite A, z too for a P-matrix.
fn against_the_oracle(what: &str, count: u64, unique: bool, make: fn(&mut Random, usize) -> Lcp) {
    for seed in 0..count {
        let mut random = Random::new(seed);
        let n = 1 + random.below(9);
        let lcp = make(&mut random, n);
        let oracle = all_solutions(&lcp, 1e-10).unwrap();
        assert!(!oracle.is_empty(), "{what}, seed {seed}");
        for method in METHODS {
            let z = solved(method, &lcp, &format!("{what}, seed {seed}"));
            for other in &oracle {
                let scale = 1.0 + z.amax() + lcp.a().amax();
                assert!((lcp.slack(other) - lcp.slack(&z)).amax() < 1e-6 * scale, "{what}, seed {seed}");
                assert!(!unique || (other - &z).amax() < 1e-7 * scale, "{what}, seed {seed}");
            }
        }
    }
}

#[test]
fn positive_definite_problems_agree_with_the_oracle() {
    against_the_oracle("definite", 200, true, positive_definite);
}

#[test]
fn unsymmetric_p_matrices_agree_with_the_oracle() {
    against_the_oracle("P-matrix", 200, true, unsymmetric);
}

#[test]
fn semidefinite_problems_with_redundant_rows_agree_with_the_oracle() {
    against_the_oracle("semidefinite", 200, false, |random, n| {
        let rank = 1 + random.below(n);
        semidefinite(random, n, rank)
    });
    against_the_oracle("repeated rows", 100, false, |random, n| {
        let different = 1 + random.below(n);
        repeated(random, n, different)
    });
}

#[test]
fn degenerate_problems_agree_with_the_oracle() {
    against_the_oracle("integers", 200, false, integers);
}

#[test]
fn a_ratio_of_a_million_is_solved() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let n = 2 + random.below(9);
        let rank = 1 + random.below(n);
        let plain = semidefinite(&mut random, n, rank);
        // D A D with D = 1e3 and 1: entries of A differ by 1e6.
        let lcp = with_ratio(&plain, 1e3);
        for method in METHODS {
            solved(method, &lcp, &format!("ratio, seed {seed}"));
        }
    }
}

#[test]
fn units_do_not_matter() {
    let lcp = positive_definite(&mut Random::new(8), 12);
    for method in METHODS {
        let plain = solved(method, &lcp, "plain");
        for (a_unit, b_unit) in [(1e-9, 1.0), (1e9, 1.0), (1e9, 1e9)] {
            let scaled = Lcp::new(lcp.a() * a_unit, lcp.b() * b_unit).unwrap();
            // Small z must not pass for 0: the tolerance is one of the plain problem.
            let settings = LcpSettings { tolerance: 1e-14, ..Default::default() };
            let z = solve(method, &scaled, &settings, None).z * (a_unit / b_unit);
            assert!((&z - &plain).amax() < 1e-4 * (1.0 + plain.amax()), "{} {a_unit:e}", method.name());
        }
    }
}

#[test]
fn friction_problems_of_random_directions_are_solved() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let m = 1 + random.below(8);
        let coefficient = [0.0, 0.25, 1.0][random.below(3)];
        let lcp = friction(&mut random, m, coefficient);
        for method in METHODS {
            let z = solved(method, &lcp, &format!("friction, seed {seed}"));
            // Solutions need not be unique; a pivoting method ends at one that the oracle tries.
            if m == 1 && method.name() == Dantzig.name() {
                let oracle = all_solutions(&lcp, 1e-10).unwrap();
                let same = |other: &DVector<f64>| (lcp.slack(other) - lcp.slack(&z)).amax() < 1e-6;
                assert!(oracle.iter().any(same), "{} seed {seed}", method.name());
            }
        }
    }
}

#[test]
fn larger_semidefinite_problems_are_solved() {
    // More dependent rows than A has rank: what plain Newton iterations get stuck among.
    for (n, rank, count) in [(60, 20, 20), (60, 6, 10), (150, 50, 2)] {
        for seed in 0..count {
            let lcp = semidefinite(&mut Random::new(seed), n, rank);
            for method in METHODS {
                solved(method, &lcp, &format!("rank {rank}, seed {seed}"));
            }
        }
    }
}

#[test]
fn newton_and_interior_point_iterations_hardly_grow_with_the_problem() {
    for (n, most) in [(20, 15), (200, 20)] {
        let lcp = positive_definite(&mut Random::new(4), n);
        for method in [&FischerNewton as &dyn LcpSolver, &MinmapNewton, &InteriorPoint] {
            let report = run(method, &lcp).report;
            assert_eq!(report.status, Status::Solved);
            assert!(report.iterations <= most, "{}: {} iterations", method.name(), report.iterations);
            assert_eq!(report.history.len(), report.iterations);
        }
    }
}

#[test]
fn murty_problems_are_solved_and_not_by_trying_everything() {
    for n in 3..=12 {
        for method in METHODS {
            let z = solved(method, &murty(n), "Murty's problem");
            let expected = DVector::from_fn(n, |i, _| f64::from(u8::from(i == n - 1)));
            assert!((z - expected).amax() < 1e-9, "{} n = {n}", method.name());
        }
        let report = run(&Dantzig, &murty(n)).report;
        assert!(report.iterations <= 2 * n, "{} pivots for {n} rows", report.iterations);
        assert_eq!(report.history.len(), report.iterations);
    }
}

#[test]
fn nothing_to_do_is_done_and_nothing_at_all_too() {
    let trivial = Lcp::new(dmatrix![-1.0, 5.0; 0.0, 0.0], dvector![0.0, 3.0]).unwrap();
    let empty = Lcp::new(DMatrix::zeros(0, 0), DVector::zeros(0)).unwrap();
    for method in METHODS {
        assert_eq!(solved(method, &trivial, "b >= 0"), dvector![0.0, 0.0]);
        solved(method, &empty, "no rows");
    }
}

#[test]
fn without_a_solution_nobody_claims_one_and_pivoting_proves_it() {
    let mut problems = vec![
        Lcp::new(dmatrix![0.0], dvector![-1.0]).unwrap(),
        Lcp::new(dmatrix![1.0, -1.0; -1.0, 1.0], dvector![-1.0, -1.0]).unwrap(),
        Lcp::new(dmatrix![1.0, 2.0, 0.0; 2.0, 4.0, 0.0; 0.0, 0.0, 0.0], dvector![-1.0, 1.0, -1e-3]).unwrap(),
    ];
    problems.extend((0..40).map(|seed| {
        let mut random = Random::new(seed);
        let n = 2 + random.below(7);
        hopeless(&mut random, n)
    }));
    for (k, lcp) in problems.iter().enumerate() {
        assert_eq!(all_solutions(lcp, 1e-10).unwrap(), Vec::<DVector<f64>>::new());
        for method in METHODS {
            let report = run(method, lcp).report;
            assert_ne!(report.status, Status::Solved, "{} on problem {k}", method.name());
            assert!(report.reason.is_some(), "{} on problem {k} says nothing", method.name());
        }
        for method in [&Dantzig as &dyn LcpSolver, &Automatic] {
            assert_eq!(run(method, lcp).report.status, Status::RayTermination, "problem {k}");
        }
    }
    // Not semidefinite: no proof, but no claim either.
    let lcp = Lcp::new(dmatrix![-1.0], dvector![-1.0]).unwrap();
    for method in METHODS {
        assert_ne!(run(method, &lcp).report.status, Status::Solved, "{}", method.name());
    }
}

#[test]
fn general_matrices_end_and_the_chain_solves_more_than_its_first_method() {
    let (mut lemke, mut chain, mut told) = (0, 0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let n = 2 + random.below(6);
        let a = random.matrix(n, n);
        let z = random.vector(n).map(|x| x.max(0.0));
        let w = random.vector(n).zip_map(&z, |x, z| if z > 0.0 { 0.0 } else { x.abs() });
        let lcp = Lcp::new(a.clone(), w - a * z).unwrap();
        for method in METHODS {
            let solution = run(method, &lcp);
            let supported = residual(&lcp, &solution.z).natural_map <= 1e-10 * lcp.scale();
            let claimed = solution.report.status == Status::Solved;
            assert!(supported || !claimed, "{} seed {seed}", method.name());
        }
        lemke += usize::from(run(&Lemke, &lcp).report.status == Status::Solved);
        let report = run(&Automatic, &lcp).report;
        chain += usize::from(report.status == Status::Solved);
        told += usize::from(report.reason.is_some_and(|r| r.ends_with("after lemke (ray termination)")));
    }
    assert!(chain >= 295 && chain > lemke, "{chain} of 300 by the chain, {lemke} by Lemke alone");
    assert!(told > 0, "no fallback was named");
}

#[test]
fn a_warm_start_at_the_solution_is_used_and_a_bad_one_does_no_harm() {
    let lcp = positive_definite(&mut Random::new(2), 40);
    for method in METHODS {
        let cold = solved(method, &lcp, "cold");
        if method.name() != InteriorPoint.name() {
            let warm = solve(method, &lcp, &LcpSettings::default(), Some(&cold));
            assert_eq!(
                (warm.report.status, warm.report.iterations),
                (Status::Solved, 0),
                "{}",
                method.name()
            );
        }
        let bad = DVector::from_fn(40, |i, _| if i % 2 == 0 { 1e3 } else { 0.0 });
        let warm = solve(method, &lcp, &LcpSettings::default(), Some(&bad));
        assert_eq!(warm.report.status, Status::Solved, "{}", method.name());
        assert!((warm.z - cold).amax() < 1e-7);
    }
}

#[test]
fn a_limit_is_a_limit() {
    let lcp = semidefinite(&mut Random::new(16), 60, 20);
    for method in [&Dantzig as &dyn LcpSolver, &FischerNewton, &MinmapNewton, &InteriorPoint] {
        let settings = LcpSettings { max_iterations: 3, ..Default::default() };
        let report = solve(method, &lcp, &settings, None).report;
        assert_eq!((report.status, report.iterations), (Status::IterationLimit, 3), "{}", method.name());
    }
}

#[test]
fn the_same_problem_gives_the_same_bits() {
    let lcp = semidefinite(&mut Random::new(17), 60, 20);
    for method in METHODS {
        let bits = |z: &DVector<f64>| z.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let (one, two) = (run(method, &lcp), run(method, &lcp));
        assert_eq!(bits(&one.z), bits(&two.z), "{}", method.name());
        assert_eq!(one.report.history, two.report.history);
    }
}

#[test]
fn enormous_numbers_end_without_a_panic_and_without_a_claim() {
    let lcp = Lcp::new(dmatrix![1e300, -1e300; 1e300, 1e-300], dvector![-1e300, -1e308]).unwrap();
    for method in METHODS {
        let solution = run(method, &lcp);
        let supported = residual(&lcp, &solution.z).natural_map <= 1e-10 * lcp.scale();
        assert!(supported || solution.report.status != Status::Solved, "{}", method.name());
    }
}

/// A = 10⁻¹² I and b = −10⁻¹¹ are solved by z = 10, and z = 0 was called a solution: its w = −10⁻¹¹ is small beside 1.
#[test]
fn a_problem_of_small_numbers_is_solved_and_not_passed() {
    for size in [1e-12, 1e-30, 1e-100] {
        let lcp = Lcp::new(DMatrix::identity(3, 3) * size, dvector![-10.0, 5.0, -1.0] * size).unwrap();
        let mut solved = Vec::new();
        for (_, method) in solvers() {
            let solution = run(method, &lcp);
            if solution.report.status == Status::Solved {
                let off = (&solution.z - dvector![10.0, 0.0, 1.0]).amax();
                assert!(off <= 1e-8, "{} at {size:e}: {off:e}", method.name());
                solved.push(method.name());
            }
        }
        for exact in ["automatic", "lemke", "dantzig", "enumerate"] {
            assert!(solved.contains(&exact), "{exact} at {size:e}, solved by {solved:?}");
        }
    }
}

/// No rows, for every method and also where it is asked without the judge.
#[test]
fn no_rows_are_solved_by_every_method() {
    let empty = Lcp::new(DMatrix::zeros(0, 0), DVector::zeros(0)).unwrap();
    let sparse = Lcp::factored(Factors::default(), DVector::zeros(0)).unwrap();
    let blocked = sparse.clone().with_blocks(Vec::new()).unwrap();
    for (_, method) in solvers() {
        for lcp in [&empty, &sparse, &blocked] {
            solved(method, lcp, "no rows");
            assert_eq!(method.solve(lcp, &LcpSettings::default(), None).z.len(), 0, "{}", method.name());
        }
    }
}

/// Numbers near the ends of the range, with tolerances that are none: nothing that has overflowed is a solution.
#[test]
fn no_method_calls_infinite_numbers_a_solution() {
    let problems = [
        Lcp::new(dmatrix![1e-300], dvector![-1e300]).unwrap(),
        Lcp::new(dmatrix![1e-10, 0.0; 0.0, 1.0], dvector![-1e308, 1.0]).unwrap(),
        Lcp::new(dmatrix![1.0, 0.0; 1e300, 1.0], dvector![-1e300, 0.0]).unwrap(),
        Lcp::new(dmatrix![1e300, 1e300; 1e300, 1e300], dvector![-1e308, -1e308]).unwrap(),
        Lcp::new(dmatrix![f64::MIN_POSITIVE], dvector![-f64::MAX]).unwrap(),
    ];
    for lcp in &problems {
        for (_, method) in solvers() {
            for tolerance in [1e-10, 0.5, 1e300] {
                let settings = LcpSettings { tolerance, max_iterations: 50 };
                let solution = solve(method, lcp, &settings, None);
                let finite = solution.z.iter().chain(lcp.slack(&solution.z).iter()).all(|x| x.is_finite());
                assert!(finite || solution.report.status != Status::Solved, "{} on {lcp:?}", method.name());
            }
        }
    }
}

#[test]
fn the_class_is_seen_and_the_method_taken_is_named() {
    let mut random = Random::new(1);
    let definite = positive_definite(&mut random, 10);
    let redundant = repeated(&mut random, 10, 4);
    let skewed = unsymmetric(&mut random, 10);
    let sliding = friction(&mut random, 3, 0.5);
    assert_eq!(class(&definite), Class::SymmetricMonotone);
    assert_eq!(class(&redundant), Class::SymmetricMonotone);
    assert_eq!(class(&with_ratio(&redundant, 1e3)), Class::SymmetricMonotone);
    assert_eq!(class(&skewed), Class::Monotone);
    assert_eq!(class(&sliding), Class::General);
    let indefinite = Lcp::new(dmatrix![1.0, 2.0; 2.0, 1.0], dvector![-1.0, -1.0]).unwrap();
    assert_eq!(class(&indefinite), Class::General);
    for lcp in [&definite, &sliding] {
        let report = run(&Automatic, lcp).report;
        assert_eq!((report.method, report.reason.as_deref()), ("automatic", Some("taken: lemke")));
    }
}
