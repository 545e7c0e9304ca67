//! The ratio metric of Hart and Anitescu: by how much two convex polytopes have to expand, or to contract, to touch.
//!
//! Each polytope P = {x | a_k·(x − x₀) ≤ 1} expands by t from an interior point x₀ of its own, both by the same t:
//!
//! ```text
//!   P(x₀, t) = {x | a_k·(x − x₀) ≤ t}
//!   r(P₁, P₂) = min {t | P₁(x₁, t) ∩ P₂(x₂, t) ≠ ∅}       the ratio metric (2)
//!   ρ(P₁, P₂) = (r − 1) / r                                its penetration depth (3), negative for bodies in each other
//! ```
//!
//! r is the gauge of the Minkowski difference of the polytopes about their points at x₂ − x₁. It is the minimum of a linear program in
//! x and t, which [`linear`] solves in a time that grows as the number of facets.

mod linear;

use crate::math::{Dimension, Vec3};
use linear::{Plane, lowest_point};

/// Facets within this of the ratio are active, relative to it: rounding of the program leaves a thousandth of it.
const ACTIVE: f64 = 1e-9;

/// A convex polytope with the point that it expands from.
#[derive(Clone, Debug)]
pub struct Expanding {
    /// The interior point x₀ (m).
    pub centre: Vec3,
    /// For each facet a_k = n_k/d_k (1/m), with its outward normal and the distance of its plane from the centre.
    rows: Vec<Vec3>,
    /// Largest distance of a vertex from the centre (m).
    radius: f64,
}

impl Expanding {
    /// The polytope with these corners and facets, each facet given by its outward unit normal and one of its corners; `None` where the
    /// centre is not inside.
    pub fn new(centre: Vec3, corners: &[Vec3], facets: impl Iterator<Item = (Vec3, usize)>) -> Option<Self> {
        let row = |(normal, corner): (Vec3, usize)| {
            let distance = normal.dot(&(corners.get(corner)? - centre));
            (distance > 0.0).then(|| normal / distance)
        };
        let rows = facets.map(row).collect::<Option<Vec<Vec3>>>()?;
        let radius = corners.iter().map(|corner| (corner - centre).norm()).fold(0.0, f64::max);
        Some(Self { centre, rows, radius })
    }

    /// The factor by which it has to expand to reach the point (its gauge).
    pub fn reaches(&self, point: &Vec3) -> f64 {
        let way = point - self.centre;
        self.rows.iter().map(|row| row.dot(&way)).fold(0.0, f64::max)
    }
}

/// What the linear program of two polytopes says.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    /// r, the expansion at which they touch: above 1 where they are apart, below where they overlap, and 0 where both expand from the
    /// same point.
    pub value: f64,
    /// A point that both have in common then (m).
    pub point: Vec3,
    /// The facets of both that determine value and point: four in space, three in the plane, each with whether it is of the second
    /// polytope. Fewer where both expand from the same point.
    pub basis: Vec<(bool, usize)>,
    /// All facets whose planes hold the point then, ascending: of the first polytope, and of the second.
    pub active: (Vec<usize>, Vec<usize>),
}

impl Ratio {
    /// ρ = (r − 1)/r (3), negative for bodies in each other, −∞ for those that expand from the same point.
    pub fn depth(&self) -> f64 {
        (self.value - 1.0) / self.value
    }
}

/// The ratio metric of two polytopes (2); `None` where a coordinate is not finite.
pub fn ratio(dimension: Dimension, a: &Expanding, b: &Expanding) -> Option<Ratio> {
    // About the smaller of the two, near which the common point lies.
    let origin = if a.radius <= b.radius { a.centre } else { b.centre };
    let planes_of = |polytope: &Expanding| {
        let shift = polytope.centre - origin;
        polytope.rows.iter().map(|row| Plane { slope: *row, height: -row.dot(&shift) }).collect::<Vec<_>>()
    };
    let mut planes = planes_of(a);
    planes.extend(planes_of(b));
    let within = bound(a, b);
    if !within.is_finite() {
        return None;
    }
    let place = |k: usize| if k < a.rows.len() { (false, k) } else { (true, k - a.rows.len()) };
    let (point, basis) = if within > 0.0 {
        lowest_point(dimension, &planes, within * a.radius.min(b.radius))
    } else {
        (Vec3::zeros(), Vec::new())
    };
    let point = point + origin;
    let value = a.reaches(&point).max(b.reaches(&point));
    let active = |of: &Expanding| {
        let way = point - of.centre;
        (0..of.rows.len()).filter(|&k| of.rows[k].dot(&way) >= value * (1.0 - ACTIVE)).collect()
    };
    let basis = basis.into_iter().map(place).collect();
    value.is_finite().then(|| Ratio { value, point, basis, active: (active(a), active(b)) })
}

/// An expansion at which they have a point in common: that on the line between their centres.
fn bound(a: &Expanding, b: &Expanding) -> f64 {
    let (to_b, to_a) = (a.reaches(&b.centre), b.reaches(&a.centre));
    if to_b > 0.0 && to_a > 0.0 { to_b * to_a / (to_b + to_a) } else { 0.0 * (to_b + to_a) }
}
