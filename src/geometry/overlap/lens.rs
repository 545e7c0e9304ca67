//! What two balls have in common, or two discs in the plane: a lens, in closed form.

use crate::math::Dimension;
use std::f64::consts::PI;

/// Volume (m³), in the plane area (m²), that balls with these radii have in common whose middles are `apart` (m).
pub(super) fn lens(dimension: Dimension, (r, s): (f64, f64), apart: f64) -> f64 {
    let small = r.min(s);
    if apart >= r + s {
        return 0.0;
    }
    if apart <= (r - s).abs() {
        return match dimension {
            Dimension::Three => 4.0 / 3.0 * PI * small.powi(3),
            Dimension::Two => PI * small * small,
        };
    }
    match dimension {
        Dimension::Three => {
            let shape = apart * apart + 2.0 * apart * (r + s) - 3.0 * (r - s) * (r - s);
            PI * (r + s - apart).powi(2) * shape / (12.0 * apart)
        }
        Dimension::Two => {
            // The two sectors less the kite between the middles and the corners.
            let sector = |own: f64, other: f64| {
                let cos = (apart * apart + own * own - other * other) / (2.0 * apart * own);
                own * own * cos.clamp(-1.0, 1.0).acos()
            };
            let kite = (r + s - apart) * (apart + r - s) * (apart - r + s) * (apart + r + s);
            sector(r, s) + sector(s, r) - 0.5 * kite.max(0.0).sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slices across the line of the middles, summed up.
    #[test]
    fn a_lens_is_the_sum_of_its_slices() {
        for (r, s, apart) in
            [(0.5, 0.5, 0.6), (0.5, 0.2, 0.4), (0.5, 0.2, 0.31), (0.7, 0.3, 0.0), (0.2, 0.7, 0.45)]
        {
            let count = 200_000;
            let h = 2.0 * r / f64::from(count);
            let half = |k: i32| {
                let x = (f64::from(k) + 0.5) * h - r;
                let y2 = (r * r - x * x).min(s * s - (x - apart).powi(2));
                y2.max(0.0).sqrt()
            };
            let area: f64 = (0..count).map(|k| 2.0 * half(k) * h).sum();
            let volume: f64 = (0..count).map(|k| PI * half(k).powi(2) * h).sum();
            for (dimension, sum) in [(Dimension::Two, area), (Dimension::Three, volume)] {
                let found = lens(dimension, (r, s), apart);
                assert!((found - sum).abs() < 1e-6 * sum, "{dimension:?} {r} {s} {apart}: {found} {sum}");
            }
        }
        assert_eq!(lens(Dimension::Three, (0.3, 0.3), 0.6), 0.0);
    }
}
