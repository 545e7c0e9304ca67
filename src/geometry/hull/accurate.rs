//! Normals of triangles to the last bit or so, however thin the triangle: products of exact differences in twice the precision.

use crate::math::Vec3;
use crate::math::twofold::{two_product, two_sum};

/// A number as the sum of two, the second below the rounding of the first.
#[derive(Clone, Copy)]
struct Double(f64, f64);

impl Double {
    fn sum(a: f64, b: f64) -> Self {
        let (sum, lost) = two_sum(a, b);
        Self(sum, lost)
    }

    fn times(self, other: Self) -> Self {
        let (p, lost) = two_product(self.0, other.0);
        Self::sum(p, lost + (self.0 * other.1 + self.1 * other.0))
    }

    fn minus(self, other: Self) -> f64 {
        let s = Self::sum(self.0, -other.0);
        s.0 + (s.1 + (self.1 - other.1))
    }
}

/// (b − a) × (c − a), each component to a few units of its last digit or 1e-31 of the longest side squared. For points of about
/// unit size: nothing may overflow or underflow.
pub(super) fn cross(a: &Vec3, b: &Vec3, c: &Vec3) -> Vec3 {
    let side = |p: &Vec3, k: usize| Double::sum(p[k], -a[k]);
    let minor = |i: usize, j: usize| side(b, i).times(side(c, j)).minus(side(b, j).times(side(c, i)));
    Vec3::new(minor(1, 2), minor(2, 0), minor(0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sides of a needle of 1e-12 rounded to double precision turn its normal by a ten-thousandth; here they do not.
    #[test]
    fn the_normal_of_a_needle_is_that_of_its_corners() {
        let (a, b, c) = (Vec3::zeros(), Vec3::new(0.7, 0.3, 0.11), Vec3::new(0.35, 0.15 + 1e-12, 0.055));
        let normal = cross(&a, &b, &c).normalize();
        // With the middle of the long side subtracted, which changes nothing, the plain product has no digits to lose.
        let plain = b.cross(&(c - b / 2.0)).normalize();
        assert!((normal - plain).norm() < 1e-15, "{normal} {plain}");
        assert!((b.cross(&c).normalize() - plain).norm() > 1e-10);
    }
}
