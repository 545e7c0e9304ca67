//! The judge: how far a vector is from solving a complementarity problem, and whether that is near enough.
//!
//! A z solves LCP(A, b) to a tolerance τ exactly where
//!
//! ```text
//!   ‖min(z, A z + b)‖∞  ≤  τ · (u + max|b|)      and z and A z + b are finite,
//!   u = min(1, max|A|),  but 1 m/s for the problems of steps
//! ```
//!
//! u is what counts as one in the unit of b ([`Lcp::unit`], [`Lcp::scale`]). Where the entries of A reach 1, it is 1; below, it shrinks with
//! them, so that A and b divided by the same number above 1 are judged by what they were divided by: z = 0 does not solve
//! A = 10⁻¹² I, b = −10⁻¹¹. The b of a step is a velocity that is left of velocities of metres in a second: what is left of it in rounding is no
//! motion, however heavy the bodies and however small the entries of A are.

use nalgebra::DVector;
use serde::Serialize;

use crate::lcp::problem::Lcp;

/// The residual of a vector z against LCP(A, b), with w = A z + b. Every part is infinite where z or w has an entry that is
/// not finite, so that no comparison with a finite number lets it pass.
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
    if z.len() != lcp.size() {
        return Residual::infinite(None);
    }
    measured(z, &lcp.slack(z))
}

/// Whether a natural map is within `tolerance` of the [scale](Lcp::scale) of its problem. One that is not finite never is, also
/// where a caller's tolerance is none that a person would ask for.
pub(in crate::lcp) fn accepts(lcp: &Lcp, natural_map: f64, tolerance: f64) -> bool {
    natural_map.is_finite() && natural_map <= tolerance * lcp.scale()
}

impl Residual {
    fn infinite(worst_row: Option<usize>) -> Residual {
        let infinite = f64::INFINITY;
        Residual {
            natural_map: infinite,
            primal: infinite,
            dual: infinite,
            complementarity: infinite,
            worst_row,
        }
    }
}

/// The residual of z with its w = A z + b, both of n entries.
pub(super) fn measured(z: &DVector<f64>, w: &DVector<f64>) -> Residual {
    let mut r = Residual { natural_map: 0.0, primal: 0.0, dual: 0.0, complementarity: 0.0, worst_row: None };
    for (row, (&zi, &wi)) in z.iter().zip(w.iter()).enumerate() {
        // f64::min drops a NaN, and an infinite w beside z = 0 would pass.
        if !(zi.is_finite() && wi.is_finite()) {
            return Residual::infinite(Some(row));
        }
        let natural = zi.min(wi).abs();
        if natural > r.natural_map {
            r.natural_map = natural;
            r.worst_row = Some(row);
        }
        r.primal = r.primal.max(-zi);
        r.dual = r.dual.max(-wi);
        r.complementarity = r.complementarity.max((zi * wi).abs());
    }
    r
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
        // z = 0 beside a w that has overflowed.
        let lcp = Lcp::new(dmatrix![1.0, 0.0; 1e300, 1.0], dvector![-1e300, 0.0]).unwrap();
        let r = residual(&lcp, &dvector![1e300, 0.0]);
        assert_eq!((r.natural_map, r.worst_row), (f64::INFINITY, Some(1)));
        assert!(!accepts(&lcp, r.natural_map, 1e300) && accepts(&lcp, 0.0, 1e300));
    }

    /// The unit of b follows A down from 1, and is 1 from there on.
    #[test]
    fn what_both_sides_are_divided_by_does_not_make_it_a_solution() {
        let (a, b) = (dmatrix![2.0, 1.0; 1.0, 2.0], dvector![-4.0, 1.0]);
        for by in [1e-3, 1.0, 1e3, 1e12, 1e200] {
            let lcp = Lcp::new(&a / by, &b / by).unwrap();
            let accepted = |z| accepts(&lcp, residual(&lcp, &z).natural_map, 1e-10);
            assert!(accepted(dvector![2.0, 0.0]), "{by:e}");
            assert!(!accepted(dvector![0.0, 0.0]) && !accepted(dvector![2.0 + 1e-8, 0.0]), "{by:e}");
        }
        let small = Lcp::new(dmatrix![1e-12], dvector![-1e-11]).unwrap();
        assert!(!accepts(&small, residual(&small, &dvector![0.0]).natural_map, 1e-10));
        // Of a step, this b is what rounding leaves of velocities, and no motion.
        let of_a_step = small.of_a_step();
        assert!(accepts(&of_a_step, residual(&of_a_step, &dvector![0.0]).natural_map, 1e-10));
    }
}
