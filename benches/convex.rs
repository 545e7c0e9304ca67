//! The dual active-set method and the proximal Newton method on synthetic piles of boxes.
//!
//! `cargo bench --no-default-features --bench convex`

#[path = "../src/lcp/convex/test_piles.rs"]
mod test_piles;

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::DVector;
use pegsim::lcp::convex::dual_active_set::solve_convex;
use pegsim::lcp::convex::proximal_newton::{SparseSolver, solve_convex_sparse};
use pegsim::lcp::convex::solution::ConvexSettings;
use pegsim::lcp::convex::{ConvexProblem, SparseRow};
use std::time::Duration;
use test_piles::pile;

/// The dense method is measured up to this many boxes (about half a second).
const DENSE: usize = 100;

fn problem(count: usize, beside: bool) -> ConvexProblem {
    let pile = pile(count, 3.0, beside, 0);
    let rows = pile.rows.into_iter().map(SparseRow::new).collect();
    ConvexProblem::new(DVector::from_vec(pile.target), rows, pile.rhs, 0).expect("a pile states a problem")
}

/// The same rows with free motions that differ by up to `by` of the largest entry.
fn changed(problem: &ConvexProblem, by: f64) -> ConvexProblem {
    let size = by * problem.target().amax();
    let target = problem.target() + DVector::from_fn(problem.size(), |i, _| size * (1.7 * i as f64).sin());
    ConvexProblem::new(target, problem.rows().to_vec(), problem.rhs().to_vec(), 0)
        .expect("a pile states a problem")
}

fn piles(c: &mut Criterion) {
    let settings = ConvexSettings::default();
    for beside in [false, true] {
        for count in [10, 30, 100, 300, 1000] {
            let problem = problem(count, beside);
            let (near, close) = (changed(&problem, 1e-2), changed(&problem, 1e-6));
            let kind = if beside { "pile, also beside" } else { "pile" };
            let mut group =
                c.benchmark_group(format!("{kind}, {count} boxes, {} rows", problem.rows().len()));
            group
                .sample_size(10)
                .warm_up_time(Duration::from_millis(100))
                .measurement_time(Duration::from_secs(2));
            let cold = solve_convex_sparse(&problem, &settings, &[]);
            let mut solver = SparseSolver::default();
            for (name, target, warm) in [
                ("cold", &problem, &[][..]),
                ("warm, 1e-2 changed", &near, &cold.multipliers),
                ("warm, 1e-6 changed", &close, &cold.multipliers),
                ("warm, nothing changed", &problem, &cold.multipliers),
            ] {
                let s = solver.solve(target, &settings, warm);
                println!(
                    "proximal newton, {name}: {}, {} factorisations, kkt {:.1e}",
                    s.status, s.iterations, s.kkt
                );
                let name = format!("proximal newton, {name}");
                group.bench_function(name, |b| b.iter(|| solver.solve(target, &settings, warm)));
            }
            if count <= DENSE {
                let s = solve_convex(&problem, &settings, &[]);
                println!("dual active set: {}, {} changes, kkt {:.1e}", s.status, s.iterations, s.kkt);
                group.bench_function("dual active set, cold", |b| {
                    b.iter(|| solve_convex(&problem, &settings, &[]));
                });
                let name = "dual active set, warm, 1e-2 changed";
                group.bench_function(name, |b| b.iter(|| solve_convex(&near, &settings, &s.active)));
            }
            group.finish();
        }
    }
}

criterion_group!(benches, piles);
criterion_main!(benches);
