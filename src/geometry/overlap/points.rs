//! Of several points: how far they reach, which is farthest, their weighted mean.

use crate::math::Vec3;

/// Mean of the centres of simplices by their measures; of `corners`, where these are too thin to have any.
///
/// Of convex bodies all measures are positive but for rounding; taken as such, the mean stays inside.
pub(super) fn weighted_mean(simplices: impl Iterator<Item = (f64, Vec3)>, corners: &[Vec3]) -> Vec3 {
    let (mut measure, mut moment) = (0.0, Vec3::zeros());
    for (weight, centre) in simplices {
        measure += weight.abs();
        moment += centre * weight.abs();
    }
    if measure > 0.0 { moment / measure } else { corners.iter().sum::<Vec3>() / corners.len() as f64 }
}

/// Largest `axis · x` over the points (m); −∞ for none.
pub(super) fn highest(points: &[Vec3], axis: &Vec3) -> f64 {
    points.iter().fold(f64::NEG_INFINITY, |m, p| m.max(axis.dot(p)))
}

/// Smallest `axis · x` over the points (m); ∞ for none.
pub(super) fn lowest(points: &[Vec3], axis: &Vec3) -> f64 {
    points.iter().fold(f64::INFINITY, |m, p| m.min(axis.dot(p)))
}

/// The first of the points with the largest `axis · x` (m); the origin for none.
pub(super) fn farthest(points: &[Vec3], axis: &Vec3) -> Vec3 {
    let first = points.first().copied().unwrap_or_else(Vec3::zeros);
    points.iter().fold(first, |best, p| if p.dot(axis) > best.dot(axis) { *p } else { best })
}
