//! Sums and products of two numbers with what their rounding loses (Dekker 1971).

/// 2²⁷ + 1 cuts the digits of a number in halves of 26, whose products are exact.
const SPLITTER: f64 = 134_217_729.0;

/// a + b, rounded, and what that loses.
#[inline]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// a b, rounded, and what that loses. Nothing may overflow or underflow.
#[inline]
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    (product, ((a1 * b1 - product) + a1 * b0 + a0 * b1) + a0 * b0)
}

#[inline]
fn halves(a: f64) -> (f64, f64) {
    let far = SPLITTER * a;
    let high = far - (far - a);
    (high, a - high)
}
