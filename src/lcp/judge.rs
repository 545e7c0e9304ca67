//! The judge: how far a vector is from solving a complementarity problem.

use nalgebra::DVector;
use serde::Serialize;

use crate::lcp::problem::Lcp;

/// The residual of a vector z against LCP(A, b), with w = A z + b. Every part is infinite where a number in it is
/// not a number, so that no comparison lets it pass.
#[derive(Default, Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Residual {
    /// ‖min(z, w)‖∞, zero exactly at a solution.
    pub natural_map: f64,
    /// max(0, −min z): how far z is from being non-negative.
    pub primal: f64,
    /// max(0, −min w): how far w is from being non-negative.
    pub dual: f64,
    /// max |z_i w_i|.
    pub complementarity: f64,
    /// The row of the largest |min(z_i, w_i)|, the first of equals; none for an empty problem or a residual of 0.
    pub worst_row: Option<usize>,
}

/// Measures `z` against `lcp`. A `z` of the wrong length has an infinite residual.
pub fn residual(lcp: &Lcp, z: &DVector<f64>) -> Residual {
    let infinite = f64::INFINITY;
    if z.len() != lcp.size() {
        return Residual {
            natural_map: infinite,
            primal: infinite,
            dual: infinite,
            complementarity: infinite,
            worst_row: None,
        };
    }
    measured(z, &lcp.slack(z))
}

/// The residual of z with its w = A z + b, both of n entries.
pub(super) fn measured(z: &DVector<f64>, w: &DVector<f64>) -> Residual {
    let infinite = f64::INFINITY;
    let mut r = Residual { natural_map: 0.0, primal: 0.0, dual: 0.0, complementarity: 0.0, worst_row: None };
    for (row, (&zi, &wi)) in z.iter().zip(w.iter()).enumerate() {
        // f64::min drops a NaN, so the parts are guarded before they meet.
        let natural = if zi.is_nan() || wi.is_nan() { infinite } else { zi.min(wi).abs() };
        if natural > r.natural_map {
            r.natural_map = natural;
            r.worst_row = Some(row);
        }
        r.primal = r.primal.max(nan_to_infinity(-zi));
        r.dual = r.dual.max(nan_to_infinity(-wi));
        r.complementarity = r.complementarity.max(nan_to_infinity((zi * wi).abs()));
    }
    r
}

fn nan_to_infinity(x: f64) -> f64 {
    if x.is_nan() { f64::INFINITY } else { x }
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;

    fn problem() -> Lcp {
        Lcp::new(dmatrix![2.0, 1.0; 1.0, 2.0], dvector![-4.0, 1.0]).unwrap()
    }

    #[test]
    fn zero_at_the_solution_and_the_parts_elsewhere() {
        let r = residual(&problem(), &dvector![2.0, 0.0]);
        assert_eq!(
            (r.natural_map, r.primal, r.dual, r.complementarity, r.worst_row),
            (0.0, 0.0, 0.0, 0.0, None)
        );
        // w = (2·1 − 0.5 − 4, 1 − 1 + 1) = (−2.5, 1)
        let r = residual(&problem(), &dvector![1.0, -0.5]);
        assert_eq!((r.natural_map, r.primal, r.dual, r.complementarity), (2.5, 0.5, 2.5, 2.5));
        assert_eq!(r.worst_row, Some(0));
    }

    #[test]
    fn a_number_that_is_none_is_infinitely_bad() {
        let r = residual(&problem(), &dvector![2.0, f64::NAN]);
        assert_eq!(r.natural_map, f64::INFINITY);
        assert_eq!(r.primal, f64::INFINITY);
        assert_eq!(r.dual, f64::INFINITY);
        assert_eq!(r.complementarity, f64::INFINITY);
        assert_eq!(residual(&problem(), &dvector![1.0]).natural_map, f64::INFINITY);
    }
}
