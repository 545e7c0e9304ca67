//! The force of a virtual spring and damper at each point of contact: Drumwright's equations (1)–(3), and friction as printed there.

use crate::math::{Twist, Vec3};
use crate::step::penalty::points::{Touch, relative_velocity};
use crate::step::settings::PenaltySettings;
use crate::world::{BodyId, Model};

/// Gains for one pair of bodies.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// k_p (N/m).
    proportional: f64,
    /// k_v (N·s/m).
    derivative: f64,
    /// k_i (N/m).
    integral: f64,
    /// Coulomb's μ.
    friction: f64,
}

impl Gains {
    /// Those of the settings times m₁ + m₂ (III-C); what does not move by forces has no part in the sum. `integral`: k_i for each
    /// kilogram (1/s²).
    pub fn of(settings: &PenaltySettings, integral: f64, model: &Model, (a, b): (BodyId, BodyId)) -> Self {
        let mass = |id| if model.body(id).is_dynamic() { model.body(id).mass } else { 0.0 };
        let both = mass(a) + mass(b);
        Self {
            proportional: settings.proportional * both,
            derivative: settings.derivative * both,
            integral: integral * both,
            friction: model.pair_friction(a, b),
        }
    }
}

/// What acts at one point.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// Size of the normal force (N), at least 0.
    pub normal: f64,
    /// Friction on body B (N, world axes).
    pub friction: Vec3,
}

/// The forces at the points of a pair (3): with the depth d of a point, the speed v at which the bodies part there, and the sum I over
/// past steps,
///
/// ```text
///   f = max{ (k_p d − k_v v + k_i I) / r, 0 }        r: points at which it is not 0
/// ```
///
/// and friction μf against the sliding velocity.
pub fn pushes(
    touch: &Touch,
    centres: (&Vec3, &Vec3),
    twists: (&Twist, &Twist),
    gains: &Gains,
    sum: f64,
) -> Vec<Push> {
    let mut pushes: Vec<Push> = touch
        .points
        .iter()
        .map(|point| {
            let velocity = relative_velocity(&point.at, centres, twists);
            let parting = velocity.dot(&point.normal);
            let force = gains.proportional * point.depth - gains.derivative * parting + gains.integral * sum;
            // Not `max`, which would drop a NaN.
            let normal = if force < 0.0 { 0.0 } else { force };
            let sliding = velocity - point.normal * parting;
            // The direction first, the size when r is known. None without a speed.
            Push { normal, friction: sliding.try_normalize(0.0).map_or(Vec3::zeros(), |along| -along) }
        })
        .collect();
    let acting = pushes.iter().filter(|push| push.normal != 0.0).count().max(1) as f64;
    for push in &mut pushes {
        push.normal /= acting;
        push.friction *= gains.friction * push.normal;
    }
    pushes
}
