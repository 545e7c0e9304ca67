//! The component function of an event, its gradient, and the row that a step has of it.

use crate::contact::kinematics::WorldPart;
use crate::contact::models::ratio_metric::edge_direction;
use crate::contact::types::{Contact, Feature};
use crate::math::{Vec3, Vec6, stack};

/// Component function Φ of an event at given poses: the ratio metric depth (3) of the two polytopes with only the facets that meet there.
///
/// For a corner on a face and for two edges the linear program of these facets has the solution r = N/H, with the normal n̂ of the contact,
/// the distance N = n̂·(x_b − x_a) of the points that the polytopes expand from along it, and H = N − ψ, which is N where they touch.
/// So Φ = (r − 1)/r = ψ/N: the gap as a share of that distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// Φ, negative where the features are in each other.
    pub value: f64,
    /// N (m).
    pub span: f64,
    /// dΦ/dt with respect to the twist of A (1/m, and 1 for its angular part).
    pub gradient_a: Vec6,
    /// The same of B.
    pub gradient_b: Vec6,
}

impl Component {
    /// Φ of a contact of `a` and `b` that expand from `centres`; `None` where these do not lie on their sides of it, so that no expansion
    /// brings its features together.
    ///
    /// The gradient is that of ψ/N, whose normal turns with the bodies and whose N changes as they do: (∇ψ − Φ∇N)/N.
    pub fn new(contact: &Contact, a: &WorldPart, b: &WorldPart, centres: (&Vec3, &Vec3)) -> Option<Self> {
        let (n, way) = (&contact.normal, centres.1 - centres.0);
        let span = n.dot(&way);
        if !(span > 0.0 && span > contact.gap) {
            return None;
        }
        let value = contact.gap / span;
        let (turn_a, turn_b) = turning(contact, a, b, &way);
        let spin_a = turn_a - (centres.0 - contact.centre_a).cross(n);
        let spin_b = turn_b + (centres.1 - contact.centre_b).cross(n);
        let rate = |linear: &Vec3, spin: &Vec3| stack(linear, spin) * value;
        Some(Self {
            value,
            span,
            gradient_a: (contact.jacobian_a - rate(&-n, &spin_a)) / span,
            gradient_b: (contact.jacobian_b - rate(n, &spin_b)) / span,
        })
    }

    /// The expansion r at which the features meet.
    pub fn ratio(&self) -> f64 {
        1.0 / (1.0 - self.value)
    }

    /// What a row of a step has to be multiplied with so that its multiplier is an impulse along the normal (N·s): N/(1 − Φ). The gradient
    /// then has ∓n̂ for its linear part, as that of a gap.
    pub fn scale(&self) -> f64 {
        self.span * self.ratio()
    }

    /// Φ in that scale (m): the gap that the row has, ψ/(1 − Φ).
    pub fn scaled_gap(&self) -> f64 {
        self.value * self.scale()
    }
}

/// dN/dt of fixed centres `way` apart, as bodies turn the normal: what it is multiplied with, the angular velocities of A and B.
fn turning(contact: &Contact, a: &WorldPart, b: &WorldPart, way: &Vec3) -> (Vec3, Vec3) {
    let n = &contact.normal;
    match contact.features() {
        (Feature::Facet(_), _) => (n.cross(way), Vec3::zeros()),
        (_, Feature::Facet(_)) => (Vec3::zeros(), n.cross(way)),
        (Feature::Edge(ea), Feature::Edge(eb)) => {
            let (da, db) = (edge_direction(a, ea), edge_direction(b, eb));
            let cross = da.cross(&db);
            // The sign of the normal, over the length of the product.
            let weight = n.dot(&cross) / cross.norm_squared();
            let aside = way - n * n.dot(way);
            let (u, v, cosine) = (aside.dot(&da), aside.dot(&db), da.dot(&db));
            ((db * u - aside * cosine) * weight, (aside * cosine - da * v) * weight)
        }
        // Vertices against vertices or edges are no events.
        _ => (Vec3::zeros(), Vec3::zeros()),
    }
}
