//! Symmetric scaling of a complementarity problem to entries of about 1 (Ruiz 2001).
//!
//! ```text
//!   Â = D A D,   b̂ = D b / β,   z = β D ẑ,   w = β D⁻¹ ŵ        with D > 0 diagonal and β > 0
//! ```
//!
//! The signs of z and w, and so the solutions, stay what they are; a symmetric or positive semidefinite A stays so.
//! What changes is what a method compares: a heavy and a light body, an impulse and a sliding speed get entries of the
//! same size. D and β are powers of 2, so that the scaling itself rounds nothing.

use nalgebra::{DMatrix, DVector};

use crate::lcp::judge::residual;
use crate::lcp::problem::Lcp;

/// Sweeps of the scaling; each takes the square root of what is left to scale.
const SWEEPS: usize = 8;
/// Rounding of w relative to the scale of the problem above which a small natural map says nothing: with z at 1e17
/// the terms of w cancel to 0 in problems that have no solution.
const MEANINGLESS: f64 = 1e-6;

/// A problem in its scaled form, with the way back.
pub(in crate::lcp) struct Equilibrated<'a> {
    original: &'a Lcp,
    /// The scaled problem: no entry of A much above 1, max|b| in [1, 2).
    pub(in crate::lcp) scaled: Lcp,
    /// Diagonal of D.
    d: DVector<f64>,
    /// β (unit of b).
    unit: f64,
}

impl<'a> Equilibrated<'a> {
    /// Scales `original`.
    ///
    /// # Errors
    /// A clause where a scaled number is not finite.
    pub(in crate::lcp) fn new(original: &'a Lcp) -> Result<Equilibrated<'a>, String> {
        let (n, a) = (original.size(), original.a());
        // largest[i]: the largest entry of row and column i. The scaling is symmetric, so both count.
        let mut d = DVector::from_element(n, 1.0);
        for _ in 0..SWEEPS {
            let mut largest = vec![0.0_f64; n];
            for j in 0..n {
                for i in 0..n {
                    let entry = (d[i] * a[(i, j)] * d[j]).abs();
                    largest[i] = largest[i].max(entry);
                    largest[j] = largest[j].max(entry);
                }
            }
            for (d, largest) in d.iter_mut().zip(largest) {
                if largest > 0.0 && largest.is_finite() {
                    *d /= largest.sqrt();
                }
            }
        }
        d.apply(|x| *x = power_of_two(*x));
        let scaled = DMatrix::from_fn(n, n, |i, j| d[i] * a[(i, j)] * d[j]);
        let mut b = original.b().component_mul(&d);
        let unit = match b.amax() {
            largest if n > 0 && largest > 0.0 => power_of_two(largest),
            _ => 1.0,
        };
        b /= unit;
        let scaled = Lcp::new(scaled, b)
            .map_err(|_| "the scaled problem has a number that is not finite".to_owned())?
            .with_unit(1.0);
        Ok(Equilibrated { original, scaled, d, unit })
    }

    /// z of the original problem from the scaled one.
    pub(in crate::lcp) fn to_original(&self, z: &DVector<f64>) -> DVector<f64> {
        z.component_mul(&self.d) * self.unit
    }

    /// The scaled z from one of the original problem.
    pub(in crate::lcp) fn scale_down(&self, z: &DVector<f64>) -> DVector<f64> {
        z.component_div(&self.d) / self.unit
    }

    /// Natural map of the original problem at the scaled `z` with its slack `w`, without a product with A.
    pub(in crate::lcp) fn natural_map(&self, z: &DVector<f64>, w: &DVector<f64>) -> f64 {
        let mut largest = 0.0_f64;
        for (i, d) in self.d.iter().enumerate() {
            let (z, w) = (z[i] * d * self.unit, w[i] * self.unit / d);
            // f64::min drops a NaN, so it is looked for first.
            let natural = if z.is_nan() || w.is_nan() { f64::INFINITY } else { z.min(w).abs() };
            largest = largest.max(natural);
        }
        largest
    }

    /// The scaled `z` with its negative entries cut off, in original units, and its measured natural map: infinite
    /// where the terms of w = A z + b are so large that what is left of them is rounding ([`MEANINGLESS`]).
    pub(in crate::lcp) fn judge(&self, z: &DVector<f64>) -> (DVector<f64>, f64) {
        let mut z = self.to_original(z);
        z.apply(|x| {
            if *x < 0.0 {
                *x = 0.0;
            }
        });
        let mut terms = vec![0.0_f64; z.len()];
        for (j, &zj) in z.iter().enumerate() {
            if zj != 0.0 {
                for (sum, a) in terms.iter_mut().zip(self.original.a().column(j).iter()) {
                    *sum += (a * zj).abs();
                }
            }
        }
        let rounding = f64::EPSILON * terms.into_iter().fold(0.0, f64::max);
        let natural_map = residual(self.original, &z).natural_map;
        let means_something = rounding <= MEANINGLESS * self.original.scale();
        (z, if means_something { natural_map } else { f64::INFINITY })
    }
}

/// The power of 2 at or below `x` > 0; 2⁻¹⁰⁰⁰ at least, so that it and its inverse are finite.
pub(in crate::lcp) fn power_of_two(x: f64) -> f64 {
    const MANTISSA_BITS: u64 = 52;
    let exponent = (x.to_bits() >> MANTISSA_BITS) & 0x7ff;
    f64::from_bits(exponent.clamp(23, 2023) << MANTISSA_BITS)
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;

    #[test]
    fn a_mass_ratio_is_scaled_away_and_the_way_back_is_exact() {
        let lcp = Lcp::new(dmatrix![1e6, 0.3; 0.3, 1e-6], dvector![-5e3, 7e-3]).unwrap();
        let scaling = Equilibrated::new(&lcp).unwrap();
        let a = scaling.scaled.a();
        assert!((0..2).all(|i| (0.2..=4.0).contains(&a[(i, i)])), "{a}");
        assert!((1.0..2.0).contains(&scaling.scaled.b().amax()));
        let z = dvector![0.3, 0.7];
        assert_eq!(scaling.to_original(&scaling.scale_down(&z)), z);
        let scaled = scaling.scale_down(&z);
        let cheap = scaling.natural_map(&scaled, &scaling.scaled.slack(&scaled));
        let (same, measured) = scaling.judge(&scaled);
        assert_eq!(same, z);
        assert!((cheap - measured).abs() <= 1e-12 * measured);
    }

    #[test]
    fn zeros_and_nothing_at_all_are_left_alone() {
        let lcp = Lcp::new(DMatrix::zeros(2, 2), DVector::zeros(2)).unwrap();
        let scaling = Equilibrated::new(&lcp).unwrap();
        assert_eq!(scaling.scaled, lcp.with_unit(1.0));
        let empty = Lcp::new(DMatrix::zeros(0, 0), DVector::zeros(0)).unwrap();
        assert_eq!(Equilibrated::new(&empty).unwrap().scaled, empty.with_unit(1.0));
    }
}
