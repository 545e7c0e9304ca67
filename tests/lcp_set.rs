//! Every solver on every problem of the stored set, `tests/lcp/*.json`.
//!
//! With `PEGSIM_LCP_TABLE=FILE.md` the results are also written as a table:
//!
//! `PEGSIM_LCP_TABLE=table.md cargo test --release --no-default-features --test lcp_set`

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use pegsim::lcp::methods::enumerate::{MAX_SIZE, all_solutions};
use pegsim::lcp::problem::file::{ProblemFile, read};
use pegsim::lcp::{Lcp, LcpSettings, LcpSolver, Solution, Status, catalogue, residual, solve};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Relative to 1 + max|b|.
const TOLERANCE: f64 = 1e-10;
/// Sweeps of an iterative method.
const SWEEPS: usize = 2000;
/// Pivots of a direct method per hundred rows: Fathi's problem of 16 rows takes 2^16.
const PIVOTS: usize = 100_000;
/// Methods that must solve whatever has a solution, where the catalogue has them: Lemke's all of them, principal
/// pivoting those with a symmetric matrix.
const DIRECT: [(&str, bool); 2] = [("lemke", false), ("dantzig", true)];
/// The only solution of a problem is met to this, relative to 1 + max|z|.
const SAME: f64 = 1e-6;

/// Methods with dense factorisations, where the catalogue has them, and the largest problem a test has time for.
const DENSE: [(&str, usize); 4] =
    [("dantzig", 1300), ("interior-point", 500), ("fischer-newton", 500), ("minmap-newton", 500)];

struct Stored {
    name: String,
    file: ProblemFile,
    lcp: Lcp,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lcp")
}

fn stored() -> Vec<Stored> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    paths.sort();
    let load = |path: &PathBuf| {
        let (file, lcp) = read(path).unwrap_or_else(|error| panic!("{error}"));
        Stored { name: path.file_stem().unwrap().to_string_lossy().into_owned(), file, lcp }
    };
    paths.iter().map(load).collect()
}

fn settings(solver: &dyn LcpSolver) -> LcpSettings {
    LcpSettings { tolerance: TOLERANCE, max_iterations: if solver.iterative() { SWEEPS } else { PIVOTS } }
}

fn too_large(name: &str, rows: usize) -> bool {
    DENSE.iter().any(|&(dense, most)| dense == name && rows > most)
}

/// What must hold of any answer to any problem.
fn check_honesty(problem: &Stored, solution: &Solution) {
    let what = format!("{} by {}", problem.name, solution.report.method);
    let report = &solution.report;
    let measured = residual(&problem.lcp, &solution.z);
    let bound = TOLERANCE * problem.lcp.scale();
    assert_eq!(measured, report.residual, "{what}");
    assert!(solution.z.iter().all(|x| x.is_finite()), "{what}: z is not finite");
    if report.status == Status::Solved {
        assert!(measured.natural_map <= bound, "{what}: solved at {:e}", measured.natural_map);
    } else {
        // Half: the method measures the same thing in another order of sums.
        let denied = measured.natural_map <= 0.5 * bound;
        assert!(!denied, "{what}: {} at {:e}", report.status, measured.natural_map);
    }
    if solution.report.iterations == 0 && report.status != Status::Solved {
        assert!(report.reason.is_some(), "{what}: refused without a reason");
    }
}

/// Against every complementary basis, where there are few enough.
fn check_oracle(problem: &Stored, solutions: &[Solution]) {
    if problem.lcp.size() > MAX_SIZE {
        return;
    }
    let all = all_solutions(&problem.lcp, TOLERANCE).unwrap();
    if let Some(solvable) = problem.file.solvable {
        assert_eq!(!all.is_empty(), solvable, "{}: the file and the enumeration disagree", problem.name);
    }
    for solution in solutions.iter().filter(|s| s.report.status == Status::Solved) {
        let what = format!("{} by {}", problem.name, solution.report.method);
        assert!(!all.is_empty(), "{what}: solved what has no solution");
        if let [only] = all.as_slice() {
            let distance = (only - &solution.z).amax();
            assert!(distance <= SAME * (1.0 + only.amax()), "{what}: {distance:e} from the only solution");
        }
    }
    if !all.is_empty() {
        let solved = |s: &&Solution| s.report.method == "enumerate" && s.report.status == Status::Solved;
        assert!(solutions.iter().any(|s| solved(&s)), "{}: not by enumeration", problem.name);
    }
}

#[test]
fn every_solver_on_every_problem() {
    let problems = stored();
    assert!(problems.len() >= 30, "{} problems", problems.len());
    let solvers: Vec<_> = catalogue::solvers().collect();
    let mut table = String::from("| problem | rows |");
    for (method, _) in &solvers {
        write!(table, " {} |", method.name).unwrap();
    }
    write!(table, "\n| --- | --- |{}\n", " --- |".repeat(solvers.len())).unwrap();
    let mut solved_by = vec![0; solvers.len()];
    for problem in &problems {
        write!(table, "| {} | {} |", problem.name, problem.lcp.size()).unwrap();
        let mut solutions = Vec::new();
        for (k, (_, solver)) in solvers.iter().enumerate() {
            if too_large(solver.name(), problem.lcp.size()) {
                write!(table, " not run |").unwrap();
                continue;
            }
            let solution = solve(*solver, &problem.lcp, &settings(*solver), None);
            check_honesty(problem, &solution);
            let r = &solution.report;
            let relative = r.residual.natural_map / problem.lcp.scale();
            solved_by[k] += usize::from(r.status == Status::Solved);
            match r.status {
                Status::Solved => {
                    write!(table, " **{relative:.0e}**, {}, {:.1} ms |", r.iterations, 1e3 * r.seconds)
                }
                _ if r.iterations == 0 => write!(table, " refused |"),
                _ => write!(table, " {relative:.0e}, {}, {:.1} ms |", r.iterations, 1e3 * r.seconds),
            }
            .unwrap();
            solutions.push(solution);
        }
        table.push('\n');
        check_oracle(problem, &solutions);
        let any = solutions.iter().any(|s| s.report.status == Status::Solved);
        assert!(!(any && problem.file.solvable == Some(false)), "{}: has no solution", problem.name);
        assert!(any || problem.file.solvable == Some(false), "{}: nobody solved it", problem.name);
        let a = problem.lcp.a();
        let symmetric = (a - a.transpose()).amax() <= 1e-12 * a.amax();
        for (name, only_symmetric) in DIRECT {
            let must = any && (symmetric || !only_symmetric);
            for r in solutions.iter().map(|s| &s.report).filter(|r| must && r.method == name) {
                let what = format!("{} by {name}: {}", problem.name, r.status);
                assert!(r.residual.natural_map <= 1e-10 * problem.lcp.scale(), "{what}");
            }
        }
    }
    // No method is only there to refuse.
    for ((method, _), solved) in solvers.iter().zip(solved_by) {
        assert!(solved >= 10, "{} solved only {solved}", method.name);
    }
    if let Some(path) = std::env::var_os("PEGSIM_LCP_TABLE") {
        std::fs::write(path, table).unwrap();
    }
}

/// The same problem gives the same bits, twice and from a file that was written again.
#[test]
fn the_same_problem_gives_the_same_bits() {
    for problem in stored().iter().filter(|problem| problem.lcp.size() <= 120) {
        let text = problem.file.to_text().unwrap();
        let (_, again) = pegsim::lcp::problem::file::parse(&text, &problem.name).unwrap();
        for (method, solver) in catalogue::solvers() {
            let settings = LcpSettings { tolerance: TOLERANCE, max_iterations: 200 };
            let bits = |lcp: &Lcp| -> Vec<u64> {
                solve(solver, lcp, &settings, None).z.iter().map(|x| x.to_bits()).collect()
            };
            assert_eq!(bits(&problem.lcp), bits(&again), "{} by {}", problem.name, method.name);
        }
    }
}

#[test]
fn the_set_stays_small_and_says_where_it_is_from() {
    let bytes: u64 =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 1_500_000, "{bytes} bytes");
    for Stored { name, file, lcp } in stored() {
        assert_eq!(file.name, name);
        assert!(!file.description.is_empty(), "{name}");
        assert!(file.origin.is_some() == file.source.is_empty(), "{name}: a step or a source, not both");
        assert!(file.origin.is_none() || file.rows.len() == lcp.size(), "{name}: rows without meaning");
    }
}
