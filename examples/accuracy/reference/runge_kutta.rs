//! The Runge-Kutta method of order 8 with eleven stages (Cooper and Verner 1972), at a fixed step size.

use pegsim::math::Vec3;

/// The state of a system of N equations of first order.
pub type Y<const N: usize> = nalgebra::SVector<f64, N>;

/// One step of size `h` (s) of y' = f(y).
pub fn step<const N: usize>(f: &dyn Fn(&Y<N>) -> Y<N>, y: &Y<N>, h: f64) -> Y<N> {
    let s = 21.0_f64.sqrt();
    let rows: [&[f64]; 11] = [
        &[],
        &[1.0 / 2.0],
        &[1.0 / 4.0, 1.0 / 4.0],
        &[1.0 / 7.0, (-7.0 - 3.0 * s) / 98.0, (21.0 + 5.0 * s) / 49.0],
        &[(11.0 + s) / 84.0, 0.0, (18.0 + 4.0 * s) / 63.0, (21.0 - s) / 252.0],
        &[(5.0 + s) / 48.0, 0.0, (9.0 + s) / 36.0, (-231.0 + 14.0 * s) / 360.0, (63.0 - 7.0 * s) / 80.0],
        &[
            (10.0 - s) / 42.0,
            0.0,
            (-432.0 + 92.0 * s) / 315.0,
            (633.0 - 145.0 * s) / 90.0,
            (-504.0 + 115.0 * s) / 70.0,
            (63.0 - 13.0 * s) / 35.0,
        ],
        &[1.0 / 14.0, 0.0, 0.0, 0.0, (14.0 - 3.0 * s) / 126.0, (13.0 - 3.0 * s) / 63.0, 1.0 / 9.0],
        &[
            1.0 / 32.0,
            0.0,
            0.0,
            0.0,
            (91.0 - 21.0 * s) / 576.0,
            11.0 / 72.0,
            (-385.0 - 75.0 * s) / 1152.0,
            (63.0 + 13.0 * s) / 128.0,
        ],
        &[
            1.0 / 14.0,
            0.0,
            0.0,
            0.0,
            1.0 / 9.0,
            (-733.0 - 147.0 * s) / 2205.0,
            (515.0 + 111.0 * s) / 504.0,
            (-51.0 - 11.0 * s) / 56.0,
            (132.0 + 28.0 * s) / 245.0,
        ],
        &[
            0.0,
            0.0,
            0.0,
            0.0,
            (-42.0 + 7.0 * s) / 18.0,
            (-18.0 + 28.0 * s) / 45.0,
            (-273.0 - 53.0 * s) / 72.0,
            (301.0 + 53.0 * s) / 72.0,
            (28.0 - 28.0 * s) / 45.0,
            (49.0 - 7.0 * s) / 18.0,
        ],
    ];
    let mut slopes = [Y::<N>::zeros(); 11];
    for (k, row) in rows.iter().enumerate() {
        let inner = row.iter().zip(&slopes).fold(*y, |sum, (a, slope)| sum + slope * (h * a));
        slopes[k] = f(&inner);
    }
    // The weights 9, 49, 64, 49, 9 of Lobatto's rule.
    let sum = (slopes[0] + slopes[10]) * 9.0 + (slopes[7] + slopes[9]) * 49.0 + slopes[8] * 64.0;
    y + sum * (h / 180.0)
}

/// From `y` over the time `duration` (s) in steps of about `h` (s).
pub fn integrate<const N: usize>(f: &dyn Fn(&Y<N>) -> Y<N>, y: Y<N>, duration: f64, h: f64) -> Y<N> {
    let steps = (duration / h).ceil().max(1.0);
    (0..steps as usize).fold(y, |y, _| step(f, &y, duration / steps))
}

/// Three entries of a state from `at`.
pub fn three<const N: usize>(y: &Y<N>, at: usize) -> Vec3 {
    Vec3::new(y[at], y[at + 1], y[at + 2])
}
