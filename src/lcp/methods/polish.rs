//! From a vector near a solution to the solution: the rows it holds active are solved as equations.
//!
//! ```text
//!   α = {i : z_i > w_i},   (A_αα + δ 1) Δz_α = −w_α   until w_α = 0,   z_β = 0
//! ```
//!
//! z is *corrected*, not computed anew: where rows of A_αα depend on each other (redundant constraints) the correction
//! has next to nothing along the directions that change no w, so that z stays as positive as the given one was. The
//! small δ makes the factorisation possible, and repetition takes its effect away. Rows that come out on the wrong
//! side change sides, a few times.

use nalgebra::{DMatrix, DVector};

use crate::lcp::problem::equilibrate::Equilibrated;

/// δ, on a problem scaled to entries of about 1 (dimensionless).
const SHIFT: f64 = 1e-13;
/// Most repetitions of the correction.
const CORRECTIONS: usize = 20;
/// Most times that rows change sides.
const ROUNDS: usize = 6;
/// What counts as on the wrong side, on the scaled problem (dimensionless).
const WRONG: f64 = 1e-13;

/// Improves the scaled `z`. Returns the best z found, in original units, with its natural map; it stops at one of at
/// most `target`.
pub(in crate::lcp) fn polish(problem: &Equilibrated, z: &DVector<f64>, target: f64) -> (DVector<f64>, f64) {
    let lcp = &problem.scaled;
    let n = lcp.size();
    let mut best = problem.judge(z);
    let w = lcp.slack(z);
    let mut active: Vec<bool> = (0..n).map(|i| z[i] > w[i]).collect();
    let mut x = z.clone();
    for _ in 0..ROUNDS {
        if best.1 <= target {
            break;
        }
        for i in 0..n {
            if !active[i] || x[i] < 0.0 {
                x[i] = 0.0;
            }
        }
        if !correct(problem, &active, &mut x) {
            break;
        }
        let found = problem.judge(&x);
        if found.1 < best.1 {
            best = found;
        }
        let w = lcp.slack(&x);
        let mut changed = false;
        for i in 0..n {
            if if active[i] { x[i] < -WRONG } else { w[i] < -WRONG } {
                active[i] = !active[i];
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    best
}

/// Corrects the active entries of `x` until their slacks vanish or do so no further; false on a number that is none.
fn correct(problem: &Equilibrated, active: &[bool], x: &mut DVector<f64>) -> bool {
    let lcp = &problem.scaled;
    let alpha: Vec<usize> = (0..active.len()).filter(|&i| active[i]).collect();
    if alpha.is_empty() {
        return true;
    }
    let m = alpha.len();
    let block =
        DMatrix::from_fn(m, m, |i, j| lcp.a()[(alpha[i], alpha[j])] + if i == j { SHIFT } else { 0.0 });
    let lu = block.lu();
    let mut before = f64::INFINITY;
    for _ in 0..CORRECTIONS {
        let w = lcp.slack(x);
        let defect = DVector::from_fn(m, |i, _| -w[alpha[i]]);
        let size = defect.amax();
        // A NaN ends it here too.
        let better = size < before && size > 0.0;
        if !better {
            break;
        }
        before = size;
        let Some(step) = lu.solve(&defect) else { return false };
        if !step.iter().all(|s| s.is_finite()) {
            return false;
        }
        for (&i, s) in alpha.iter().zip(step.iter()) {
            x[i] += s;
        }
    }
    x.iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;
    use crate::lcp::problem::Lcp;

    #[test]
    fn redundant_rows_share_the_load_as_the_given_vector_did() {
        // Two equal rows: z_1 + z_2 = 1, anything between is a solution.
        let lcp = Lcp::new(dmatrix![1.0, 1.0; 1.0, 1.0], dvector![-1.0, -1.0]).unwrap();
        let problem = Equilibrated::new(&lcp).unwrap();
        let (z, natural_map) = polish(&problem, &problem.scale_down(&dvector![0.3, 0.69]), 1e-14);
        assert!(natural_map <= 1e-14, "{natural_map:e}");
        assert!((z - dvector![0.305, 0.695]).amax() < 1e-3);
    }

    #[test]
    fn a_row_on_the_wrong_side_changes_sides() {
        let lcp = Lcp::new(dmatrix![2.0, 1.0; 1.0, 2.0], dvector![-4.0, 1.0]).unwrap();
        let problem = Equilibrated::new(&lcp).unwrap();
        let (z, natural_map) = polish(&problem, &problem.scale_down(&dvector![1.0, 8.0]), 1e-14);
        assert!(natural_map <= 1e-14);
        assert!((z - dvector![2.0, 0.0]).amax() < 1e-14);
    }
}
