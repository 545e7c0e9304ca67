//! How much linear and angular momentum a run makes from nothing, and where that cannot be told.

use crate::experiment::energy::{Energy, outside_impulse};
use crate::math::Vec3;
use crate::world::joint::Controller;
use crate::world::{Body, BodyKind, Model, State};

/// What takes linear momentum up or brings some that is not in the sum over the bodies that move; `None` where nothing
/// does. Gravity, forces and bodies that enter later are accounted for.
pub fn takes_linear(model: &Model) -> Option<&'static str> {
    let kind = |body: &Body| match body.kind {
        BodyKind::Fixed => Some("a fixed body takes momentum up"),
        BodyKind::Kinematic => Some("a body with a prescribed motion takes momentum up"),
        BodyKind::Dynamic => None,
    };
    model.bodies.iter().find_map(kind)
}

/// What acts on the bodies from outside, so that their momenta are not kept; `None` where nothing does. The angular momentum
/// about the world's origin is told only then.
pub fn acts_from_outside(model: &Model) -> Option<&'static str> {
    takes_linear(model).or_else(|| {
        if model.effective_gravity() != Vec3::zeros() {
            return Some("gravity acts on the bodies");
        }
        let force = |c: &Controller| matches!(c, Controller::Force { .. });
        model.controllers.iter().any(force).then_some("a force acts from outside")
    })
}

/// Momentum against what is known to have come in, step by step.
pub struct Balance {
    linear: Account,
    angular: Account,
}

struct Account {
    /// Whether all that came in is known.
    known: bool,
    expected: Vec3,
    worst: f64,
    scale: f64,
}

impl Account {
    fn new(known: bool, start: Vec3, scale: f64) -> Self {
        Self { known, expected: start, worst: 0.0, scale }
    }

    /// A step after which there is `now`, into which `known` came from outside; a NaN stays.
    fn add(&mut self, now: Vec3, known: Vec3, scale: f64) {
        use crate::experiment::stats::max_keeping_nan as larger;
        self.expected += known;
        self.worst = larger(self.worst, (now - self.expected).norm());
        self.scale = larger(self.scale, scale);
    }

    fn drift(&self) -> Option<f64> {
        (self.known && self.scale > 0.0).then(|| self.worst / self.scale)
    }
}

impl Balance {
    /// Nothing yet, at the start of a run with these momenta.
    pub fn new(model: &Model, start: &Energy) -> Self {
        let known = takes_linear(model).is_none();
        let linear = Account::new(known, start.linear_momentum, start.momentum_scale);
        let known = acts_from_outside(model).is_none();
        Self { linear, angular: Account::new(known, start.angular_momentum, start.angular_scale) }
    }

    /// Adds a step of size `h` (s) from `before` to a state with the momenta `end` of the bodies that were there before, and
    /// `all` of those that are there now.
    pub fn add(&mut self, model: &Model, before: &State, h: f64, end: &Energy, all: &Energy) {
        let entered = all.linear_momentum - end.linear_momentum;
        let came = outside_impulse(model, before, h) + entered;
        self.linear.add(all.linear_momentum, came, all.momentum_scale);
        self.angular.add(
            all.angular_momentum,
            all.angular_momentum - end.angular_momentum,
            all.angular_scale,
        );
    }

    /// A step was done in parts, and who had what of that which came in is not recorded.
    pub fn lose_sight(&mut self) {
        (self.linear.known, self.angular.known) = (false, false);
    }

    /// Largest drift of the linear momentum, relative to the largest Σ m‖v‖ of the run.
    pub fn linear(&self) -> Option<f64> {
        self.linear.drift()
    }

    /// Largest drift of the angular momentum about the world's origin, relative to the largest Σ (‖x‖ m ‖v‖ + ‖I ω‖).
    pub fn angular(&self) -> Option<f64> {
        self.angular.drift()
    }
}
