//! Tests of every method against the same problems.

use std::fmt::Write;

use nalgebra::{DMatrix, DVector};

use super::dantzig::Dantzig;
use super::fischer_newton::FischerNewton;
use super::interior_point_lcp::InteriorPoint;
use super::automatic::Automatic;
use super::lemke::Lemke;
use super::minmap_newton::MinmapNewton;
use super::test_problems::{Random, friction, murty, positive_definite, semidefinite};
use super::*;

fn unsymmetric_p(random: &mut Random, n: usize) -> Lcp {
    // A positive definite part and a skew one.
    let g = random.matrix(n, n);
    let k = random.matrix(n, n) * 2.0;
    let a = &g * g.transpose() + DMatrix::identity(n, n) * 0.05 + (&k - k.transpose());
    Lcp::new(a, random.vector(n) * 3.0).unwrap()
}

#[test]
fn survey() {
    let methods: [&dyn LcpSolver; 6] = [&Lemke, &Dantzig, &FischerNewton, &MinmapNewton, &InteriorPoint, &Automatic];
    let mut text = String::new();
    type Make = fn(&mut Random) -> Lcp;
    let kinds: [(&str, Make, usize); 13] = [
        ("pd", |r| { let n = 1 + r.below(10); positive_definite(r, n) }, 300),
        ("psd", |r| { let n = 1 + r.below(10); let k = 1 + r.below(n); semidefinite(r, n, k) }, 300),
        ("psd 60/20", |r| semidefinite(r, 60, 20), 20),
        ("psd 60/6", |r| semidefinite(r, 60, 6), 20),
        ("psd 200/70", |r| semidefinite(r, 200, 70), 3),
        ("pd 150", |r| positive_definite(r, 150), 4),
        ("uns", |r| { let n = 1 + r.below(10); unsymmetric_p(r, n) }, 300),
        ("uns 60", |r| unsymmetric_p(r, 60), 20),
        ("int", |random| {
            let n = 2 + random.below(7);
            let g = DMatrix::from_fn(n, 3, |_, _| random.below(3) as f64 - 1.0);
            let a = &g * g.transpose();
            let z = DVector::from_fn(n, |_, _| random.below(2) as f64);
            let w = DVector::from_fn(n, |_, _| random.below(2) as f64);
            Lcp::new(a.clone(), w - a * z).unwrap()
        }, 300),
        ("murty", |r| { let n = 3 + r.below(10); murty(n) }, 30),
        ("ratio", |r| {
            let n = 2 + r.below(9); let k = 1 + r.below(n);
            let l = semidefinite(r, n, k);
            let d = DVector::from_fn(n, |i, _| if i % 2 == 0 { 1e3 } else { 1.0 });
            let a = DMatrix::from_fn(n, n, |i, j| d[i] * l.a()[(i, j)] * d[j]);
            Lcp::new(a, l.b().component_mul(&d)).unwrap()
        }, 200),
        ("friction", |r| { let m = 1 + r.below(12); let c = [0.0, 0.25, 1.0][r.below(3)]; friction(r, m, c) }, 100),
        ("friction30", |r| friction(r, 30, 0.5), 4),
    ];
    for (name, make, count) in kinds {
        for m in methods {
            let mut solved = 0;
            let mut it = 0; let mut max = 0; let mut secs = 0.0;
            let mut bad = vec![];
            for seed in 0..count {
                let lcp = make(&mut Random::new(seed as u64));
                let s = solve(m, &lcp, &LcpSettings::default(), None);
                if s.report.status == Status::Solved { solved += 1; } else if bad.len() < 3 { bad.push((seed, lcp.size(), s.report.status, s.report.iterations, s.report.residual.natural_map, s.report.reason.clone())); }
                it += s.report.iterations; max = max.max(s.report.iterations); secs += s.report.seconds;
            }
            writeln!(text, "{name:12} {:16} {solved}/{count} mean it {:.1} max {max} t {:.4}", m.name(), it as f64 / count as f64, secs / count as f64).unwrap();
            for b in bad { writeln!(text, "      {b:?}").unwrap(); }
        }
    }
    println!("{text}");
}
