//! Jacobi's elliptic functions by the arithmetic-geometric mean (Abramowitz and Stegun, 16.4 and 17.6).

/// Complete elliptic integral of the first kind K for the parameter m = k² in 0..1.
pub fn complete(m: f64) -> f64 {
    let (mut a, mut b) = (1.0_f64, (1.0 - m).sqrt());
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::PI / (a + b)
}

/// sn, cn, dn of u for the parameter m = k² in 0..1.
pub fn jacobi(u: f64, m: f64) -> (f64, f64, f64) {
    let (mut a, mut b) = (1.0_f64, (1.0 - m).sqrt());
    let mut levels = Vec::new();
    // Quadratic convergence: a handful of rounds; the bound only ends the loop should a and b circle by one bit.
    for _ in 0..40 {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        levels.push((a, c));
        if c.abs() <= 1e-16 * a {
            break;
        }
    }
    let mut phi = 2.0_f64.powi(levels.len() as i32) * a * u;
    for (a, c) in levels.iter().rev() {
        phi = 0.5 * (phi + (c / a * phi.sin()).asin());
    }
    (phi.sin(), phi.cos(), (1.0 - m * phi.sin().powi(2)).sqrt())
}
