//! Tests of the proximal Newton method.

use std::time::Instant;

use nalgebra::DVector;

use super::super::convex::{ConvexProblem, SparseRow};
use super::super::dual_active_set::{ConvexSettings, solve_convex};
use super::super::test_piles::pile;
use super::*;

fn piled(count: usize, ratio: f64, seed: u64) -> ConvexProblem {
    let p = pile(count, ratio, seed);
    let rows = p.rows.into_iter().map(SparseRow::new).collect();
    ConvexProblem::new(DVector::from_vec(p.target), rows, p.rhs, 0).unwrap()
}

#[test]
fn explore() {
    for (count, ratio) in [(10, 1.0), (30, 1.0), (100, 1.0), (300, 1.0), (300, 10.0), (1000, 1.0)] {
        for seed in 0..2 {
            let p = piled(count, ratio, seed);
            let clock = Instant::now();
            let s = solve_convex_sparse(&p, &ConvexSettings::default(), &[]);
            let time = clock.elapsed().as_secs_f64() * 1e3;
            let active = (0..s.multipliers.len()).filter(|&i| s.multipliers[i] > 0.0).count();
            eprintln!("{count} rows {} active {active} status {} kkt {:e} factorisations {} {time} ms", p.rows().len(), s.status, s.kkt, s.iterations);
            if count <= 30 {
                let t = solve_convex(&p, &ConvexSettings::default(), &[]);
                eprintln!("  das {} {:e} differ {:e}", t.iterations, t.kkt, (t.y - &s.y).amax());
            }
            let clock = Instant::now();
            let mut again = SparseSolver::default();
            let t = again.solve(&p, &ConvexSettings::default(), &s.multipliers);
            eprintln!("   again {} {} ms", t.iterations, clock.elapsed().as_secs_f64() * 1e3);
            let f = again.factor.as_mut().unwrap();
            let clock = Instant::now();
            let w = vec![1e4; p.rows().len()];
            let rows = Method::new(&p, &ConvexSettings::default(), &[], None).rows;
            let prep = clock.elapsed().as_secs_f64() * 1e3;
            let clock = Instant::now();
            f.factor(&rows.values, &w);
            let time = clock.elapsed().as_secs_f64();
            let clock = Instant::now();
            f.solve(&mut vec![1.0; p.size()]);
            eprintln!("   analysis {prep} ms, factor {} ms, {} GFlops, solve {} ms", time * 1e3, f.flops / time / 1e9, clock.elapsed().as_secs_f64() * 1e3);
        }
    }
}
