//! Blocked Gauss–Seidel, also known as the sweeping process or nonsmooth contact dynamics (survey 4.3.3).
//!
//! The rows of one contact (normal impulse, slacks, friction directions, sliding speed) form a block. One after the
//! other, with the other blocks at rest, each is solved exactly:
//!
//! ```text
//!   b' = b_i + Σ_{j≠i} A_ij z_j,      z_i <- a solution of LCP(A_ii, b')      for each block i
//! ```
//!
//! A block of one row is solved by (78) of the survey; a larger one by Lemke's method, which always succeeds on the
//! friction law of a single contact. Where it fails (a block with slacks can end on a ray) the block takes one step of
//! projected Gauss–Seidel instead. Rows of no block are blocks of one row; a problem whose blocks are not known is thus
//! treated as projected Gauss–Seidel would, and refused where that would refuse it.

use nalgebra::{DMatrix, DVector};

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status, solve};
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::methods::splitting::{Iterate, Splitting, Unit};
use crate::lcp::methods::sweeps::swept;
use crate::lcp::problem::{Block, Lcp};

/// A block whose own natural map is below this part of the tolerance is left as it is: solving it would be rounding.
const SETTLED: f64 = 1e-3;

/// Blocked Gauss–Seidel. A warm start begins from max(0, z) of the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct BlockedGaussSeidel;

/// One block with its matrix.
struct Local {
    /// Rows of the problem; the sliding speed last, where there is one.
    rows: Vec<usize>,
    a: DMatrix<f64>,
    /// Whether the last row is a sliding speed, which the iterate does not hold.
    cone: bool,
    /// The units of the same rows, for a block that cannot be solved as a whole.
    units: std::ops::Range<usize>,
}

impl LcpSolver for BlockedGaussSeidel {
    fn name(&self) -> &'static str {
        "blocked-gauss-seidel"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let settled = SETTLED * settings.tolerance * lcp.scale();
        swept(lcp, settings, warm, locals, |splitting, locals, iterate| {
            for local in locals {
                relax(splitting, iterate, local, settings, settled);
            }
            splitting.measure(iterate)
        })
    }
}

/// The blocks in the order of the units they consist of.
fn locals(splitting: &Splitting) -> Vec<Local> {
    let mut locals = Vec::new();
    let mut unit = 0;
    for block in splitting.lcp.blocks().unwrap_or_default() {
        let rows: Vec<usize> = Block::rows(block).collect();
        let units = 1 + block.slacks.len() + usize::from(block.cone.is_some());
        let a = DMatrix::from_fn(rows.len(), rows.len(), |i, j| splitting.entry(rows[i], rows[j]));
        locals.push(Local { rows, a, cone: block.cone.is_some(), units: unit..unit + units });
        unit += units;
    }
    for (k, rest) in splitting.units.iter().enumerate().skip(unit) {
        if let Unit::Row(i) = *rest {
            let a = DMatrix::from_element(1, 1, splitting.diagonal[i]);
            locals.push(Local { rows: vec![i], a, cone: false, units: k..k + 1 });
        }
    }
    locals
}

fn relax(splitting: &Splitting, iterate: &mut Iterate, local: &Local, settings: &LcpSettings, settled: f64) {
    let by_units = |iterate: &mut Iterate| {
        splitting.units[local.units.clone()].iter().for_each(|unit| splitting.relax(iterate, unit, 1.0));
    };
    let k = local.rows.len();
    if k == 1 {
        return by_units(iterate);
    }
    let mut z = DVector::from_fn(k, |i, _| iterate.z[local.rows[i]]);
    let mut w = DVector::from_fn(k, |i, _| splitting.slack(iterate, local.rows[i]));
    // b' has no part of the block in it, and the sliding speed is 0 in the iterate.
    let b = &w - &local.a * &z;
    if local.cone {
        let s = (0..k - 1).filter(|&i| local.a[(i, k - 1)] == 1.0).fold(0.0_f64, |m, i| m.max(-w[i]));
        z[k - 1] = s;
        w += local.a.column(k - 1) * s;
    }
    let natural_map = z.iter().zip(w.iter()).fold(0.0_f64, |m, (z, w)| m.max(z.min(*w).abs()));
    if natural_map <= settled {
        return;
    }
    let Ok(problem) = Lcp::new(local.a.clone(), b) else { return by_units(iterate) };
    let solution = solve(&Lemke, &problem.with_unit(splitting.lcp.unit()), settings, Some(&z));
    if solution.report.status != Status::Solved {
        return by_units(iterate);
    }
    let kept = if local.cone { k - 1 } else { k };
    for (&row, &value) in local.rows.iter().zip(solution.z.iter()).take(kept) {
        splitting.set(iterate, row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::{Random, factored_friction};

    /// One contact is one block: the first sweep solves it.
    #[test]
    fn a_single_contact_takes_one_sweep() {
        for seed in 0..20 {
            let lcp = factored_friction(&mut Random::new(seed), 1, 0.7);
            let report = solve(&BlockedGaussSeidel, &lcp, &LcpSettings::default(), None).report;
            assert_eq!(report.status, Status::Solved, "seed {seed}");
            assert!(report.iterations <= 1);
        }
    }

    #[test]
    fn several_contacts_with_friction_to_the_natural_map_of_the_problem() {
        let settings = LcpSettings { max_iterations: 5000, ..Default::default() };
        for seed in 0..10 {
            let lcp = factored_friction(&mut Random::new(seed), 3, 0.3);
            let report = solve(&BlockedGaussSeidel, &lcp, &settings, None).report;
            assert_eq!(report.status, Status::Solved, "seed {seed}: {:?}", report.reason);
            assert_eq!(report.history.len(), report.iterations);
        }
    }

    #[test]
    fn without_blocks_the_friction_rows_are_refused() {
        let lcp = factored_friction(&mut Random::new(1), 2, 0.5);
        let bare = Lcp::new(lcp.a().clone(), lcp.b().clone()).unwrap();
        let report = solve(&BlockedGaussSeidel, &bare, &LcpSettings::default(), None).report;
        assert_eq!(report.status, Status::NumericalTrouble);
        assert!(report.reason.unwrap().contains("friction"));
    }
}
