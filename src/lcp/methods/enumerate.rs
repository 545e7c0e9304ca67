//! The oracle: every complementary basis of a small problem, tried one by one.
//!
//! For each α ⊆ {1 … n}: z_α free, z_β = 0, w_α = 0. A regular A_αα gives one candidate. A singular one may still
//! hold solutions, none of them at a regular basis; then the non-negative least-squares problem
//! min ‖b − w_β e_β + A_α z_α‖ over (w_β, z_α) >= 0 finds one wherever there is one. So each cone of the problem is
//! decided, and an empty answer means that there is no solution (to the tolerance).

use nalgebra::{DMatrix, DVector};

use crate::lcp::judge::{accepts, residual};
use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status};
use crate::lcp::problem::Lcp;
use crate::lcp::problem::equilibrate::power_of_two;
use crate::stop;

/// The largest problem that is enumerated.
pub const MAX_SIZE: usize = 12;
/// Two solutions closer than this in every entry, relative to 1 + max|z|, count as one.
const SAME: f64 = 1e-8;
/// A singular value below this times the largest one counts as zero.
const RANK: f64 = 1e-11;

/// A problem too large to enumerate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a problem of {size} rows has too many complementary bases to enumerate (at most {MAX_SIZE} rows)")]
pub struct TooLarge {
    /// Rows of the problem.
    pub size: usize,
}

/// At least one solution from every complementary cone that holds one, each with a natural map of at most
/// `tolerance` × [`Lcp::scale`], in the order of the bases (that of z = 0 first), equal ones once; those found by then when it is asked to stop.
///
/// # Errors
/// [`TooLarge`] above [`MAX_SIZE`] rows.
pub fn all_solutions(lcp: &Lcp, tolerance: f64) -> Result<Vec<DVector<f64>>, TooLarge> {
    let n = lcp.size();
    if n > MAX_SIZE {
        return Err(TooLarge { size: n });
    }
    if n == 0 {
        return Ok(vec![DVector::zeros(0)]);
    }
    // The columns of w_i have 1s in them, and b is compared with 1: a problem of small numbers is made larger first. Powers of 2
    // round nothing.
    let small = |size: f64| if lcp.unit() < 1.0 && size > 0.0 { power_of_two(size).min(1.0) } else { 1.0 };
    let (a_unit, b_unit) = (small(lcp.a().amax()), small(lcp.b().amax()));
    let (rhs, negative) = (lcp.b() / b_unit, -lcp.a() / a_unit);
    let mut solutions: Vec<DVector<f64>> = Vec::new();
    for mask in 0..1_usize << n {
        if stop::spend((n * n * n) as u64) {
            break;
        }
        // Column i is that of w_i or of z_i in  w − A z = b.
        let mut columns = DMatrix::identity(n, n);
        for i in (0..n).filter(|i| mask >> i & 1 == 1) {
            columns.set_column(i, &negative.column(i));
        }
        let values = match regular_solve(&columns, &rhs) {
            Some(values) => values,
            None => non_negative_least_squares(&columns, &rhs),
        };
        let z =
            DVector::from_fn(n, |i, _| if mask >> i & 1 == 1 && values[i] > 0.0 { values[i] } else { 0.0 });
        let z = z / a_unit * b_unit;
        let accepted = accepts(lcp, residual(lcp, &z).natural_map, tolerance);
        let limit = SAME * (1.0 + z.amax());
        if accepted && !solutions.iter().any(|other| (other - &z).amax() <= limit) {
            solutions.push(z);
        }
    }
    Ok(solutions)
}

fn regular_solve(m: &DMatrix<f64>, rhs: &DVector<f64>) -> Option<DVector<f64>> {
    let lu = m.clone().full_piv_lu();
    let u = lu.u();
    let diagonal = || (0..m.nrows()).map(|i| u[(i, i)].abs());
    let largest = diagonal().fold(0.0, f64::max);
    if diagonal().any(|x| x <= RANK * largest) {
        return None;
    }
    lu.solve(rhs)
}

/// Lawson and Hanson's active-set method for min ‖M x − rhs‖, x >= 0.
fn non_negative_least_squares(m: &DMatrix<f64>, rhs: &DVector<f64>) -> DVector<f64> {
    let n = m.ncols();
    let mut x = DVector::zeros(n);
    let mut free: Vec<usize> = Vec::new();
    let threshold = RANK * (1.0 + m.amax()) * (1.0 + rhs.amax());
    for _ in 0..10 * n {
        let gradient = m.transpose() * (rhs - m * &x);
        let entering =
            (0..n).filter(|j| !free.contains(j)).max_by(|&i, &j| gradient[i].total_cmp(&gradient[j]));
        let Some(entering) = entering.filter(|&j| gradient[j] > threshold) else { break };
        free.push(entering);
        loop {
            let block = DMatrix::from_fn(n, free.len(), |i, k| m[(i, free[k])]);
            let Ok(step) = block.svd(true, true).solve(rhs, RANK) else { return x };
            if step.iter().all(|&s| s > 0.0) {
                for (k, &j) in free.iter().enumerate() {
                    x[j] = step[k];
                }
                break;
            }
            let ratio = |(k, &j): (usize, &usize)| if step[k] <= 0.0 { x[j] / (x[j] - step[k]) } else { 1.0 };
            let length = free.iter().enumerate().map(ratio).fold(1.0, f64::min);
            // 0/0 where both are zero: that variable leaves at once.
            let length = if length.is_nan() { 0.0 } else { length };
            for (k, &j) in free.iter().enumerate() {
                x[j] += length * (step[k] - x[j]);
                if step[k] <= 0.0 && x[j] <= threshold {
                    x[j] = 0.0;
                }
            }
            let before = free.len();
            free.retain(|&j| x[j] > 0.0);
            if free.len() == before || free.is_empty() {
                break;
            }
        }
    }
    x
}

/// The oracle as a method: the first solution in the order of the bases.
#[derive(Debug, Clone, Copy, Default)]
pub struct Enumeration;

impl LcpSolver for Enumeration {
    fn name(&self) -> &'static str {
        "enumerate"
    }

    fn iterative(&self) -> bool {
        false
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, _warm: Option<&DVector<f64>>) -> Outcome {
        let n = lcp.size();
        let found = match all_solutions(lcp, settings.tolerance) {
            Ok(found) => found,
            Err(error) => return Outcome::refused(n, error.to_string()),
        };
        match found.into_iter().next() {
            Some(z) => Outcome::new(z, Status::Solved, 1 << n, Vec::new()),
            None => {
                let reason = "no complementary basis holds a solution".to_owned();
                Outcome { iterations: 1 << n, ..Outcome::refused(n, reason) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;

    #[test]
    fn finds_every_isolated_solution() {
        // Two rows that exclude each other: (1, 0), (0, 1) and (1/3, 1/3).
        let lcp = Lcp::new(dmatrix![1.0, 2.0; 2.0, 1.0], dvector![-1.0, -1.0]).unwrap();
        let solutions = all_solutions(&lcp, 1e-12).unwrap();
        assert_eq!(solutions.len(), 3);
        assert_eq!(solutions[0], dvector![1.0, 0.0]);
        assert_eq!(solutions[1], dvector![0.0, 1.0]);
        assert!((&solutions[2] - dvector![1.0 / 3.0, 1.0 / 3.0]).amax() < 1e-15);
    }

    #[test]
    fn finds_a_solution_that_no_regular_basis_holds() {
        let lcp = Lcp::new(dmatrix![0.0, 1.0; 0.0, 0.0], dvector![-1.0, 0.0]).unwrap();
        let solutions = all_solutions(&lcp, 1e-12).unwrap();
        assert!(!solutions.is_empty());
        assert!(solutions.iter().all(|z| z[1] > 0.99));
    }

    #[test]
    fn no_solution_and_too_large() {
        let lcp = Lcp::new(dmatrix![-1.0], dvector![-1.0]).unwrap();
        assert_eq!(all_solutions(&lcp, 1e-10), Ok(vec![]));
        let lcp = Lcp::new(DMatrix::identity(13, 13), DVector::zeros(13)).unwrap();
        assert_eq!(all_solutions(&lcp, 1e-10), Err(TooLarge { size: 13 }));
        let nothing = Lcp::new(DMatrix::zeros(0, 0), DVector::zeros(0)).unwrap();
        assert_eq!(all_solutions(&nothing, 1e-10), Ok(vec![DVector::zeros(0)]));
    }
}
