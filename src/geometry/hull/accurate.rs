//! Normals of triangles to the last bit or so, however thin the triangle: products of exact differences in twice the precision.

use crate::math::Vec3;

/// A number as the sum of two, the second below the rounding of the first (Dekker 1971).
#[derive(Clone, Copy)]
struct Double(f64, f64);

/// 2²⁷ + 1 cuts the digits of a number in halves.
const SPLITTER: f64 = 134_217_729.0;

fn sum(a: f64, b: f64) -> Double {
    let s = a + b;
    let v = s - a;
    Double(s, (a - (s - v)) + (b - v))
}

fn split(a: f64) -> (f64, f64) {
    let c = SPLITTER * a;
    let high = c - (c - a);
    (high, a - high)
}

fn product(a: f64, b: f64) -> Double {
    let p = a * b;
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    Double(p, ((a1 * b1 - p) + a1 * b0 + a0 * b1) + a0 * b0)
}

impl Double {
    fn times(self, other: Self) -> Self {
        let p = product(self.0, other.0);
        sum(p.0, p.1 + (self.0 * other.1 + self.1 * other.0))
    }

    fn minus(self, other: Self) -> f64 {
        let s = sum(self.0, -other.0);
        s.0 + (s.1 + (self.1 - other.1))
    }
}

/// (b − a) × (c − a), each component to a few units of its last digit or 1e-31 of the longest side squared. For points of about
/// unit size: nothing may overflow or underflow.
pub(super) fn cross(a: &Vec3, b: &Vec3, c: &Vec3) -> Vec3 {
    let side = |p: &Vec3, k: usize| sum(p[k], -a[k]);
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
