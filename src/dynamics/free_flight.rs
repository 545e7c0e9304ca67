//! Free motion with velocities at integer times: where each body would be at the end of the step if nothing touched it, how
//! fast it would be there, and the mean twist that leads there.
//!
//! The centre of mass moves on its parabola. A body on which no torque acts turns as Euler's top does, exactly; one on which a
//! torque acts turns by the implicit midpoint rule (`energy-momentum` step, stage 1). Beside that stands how
//! bodies that are welded to each other fly as one.

use crate::dynamics::{midpoint_spin, spin_freely, welded};
use crate::math::{Dimension, Pose, PoseUpdate, Quat, Twist, Vec3, Wrench, cayley_twist};
use crate::world::{Body, BodyId, BodyKind, Model, State, StepInput};

/// The free motion of all bodies over one step.
#[derive(Clone, Debug)]
pub struct FreeFlight {
    /// Twists at the start of the step, velocities at its time.
    pub start: Vec<Twist>,
    /// Mean twists ν̄*: with the Cayley map they lead to `poses`.
    pub mean: Vec<Twist>,
    /// Poses at the end.
    pub poses: Vec<Pose>,
    /// Twists at the end.
    pub end: Vec<Twist>,
    /// Force and torque that act on each body during the step, gravity's among them, constant in world axes.
    pub wrenches: Vec<Wrench>,
    /// How bodies that `Fixed` joints hold together fly as one, where nothing but gravity acts on them and nothing else holds them; all else here is of each
    /// body by itself.
    pub welds: Vec<Vec<AsOne>>,
}

/// How a body flies with those that it is welded to.
#[derive(Clone, Copy, Debug)]
pub struct AsOne {
    /// The body.
    pub id: BodyId,
    /// Mean twist that leads to `pose` by the Cayley map.
    pub mean: Twist,
    /// Pose at the end.
    pub pose: Pose,
    /// Twist at the end.
    pub end: Twist,
}

impl FreeFlight {
    /// From `state`, under gravity and the wrenches of `input` and of controllers, for a step of size `h` (s).
    pub fn new(model: &Model, state: &State, input: &StepInput, h: f64) -> Self {
        let wrenches = wrenches(model, state, input, h);
        let mut flight = Self {
            start: Vec::with_capacity(model.bodies.len()),
            mean: Vec::with_capacity(model.bodies.len()),
            poses: state.poses.clone(),
            end: Vec::with_capacity(model.bodies.len()),
            wrenches,
            welds: Vec::new(),
        };
        for id in model.ids() {
            let Flown { start, mean, pose, end } = fly(model, state, id, &flight.wrenches[id.0], h);
            flight.start.push(start);
            flight.mean.push(mean);
            flight.poses[id.0] = pose;
            flight.end.push(end);
        }
        let welds = welded::falling(model, state, &flight.wrenches);
        flight.welds = welds.iter().map(|bodies| welded::fly_as_one(model, state, bodies, h)).collect();
        for (id, leads) in model.controllers.iter().filter_map(|c| c.path(state, h)) {
            if model.is_active(id, state.time) {
                let from = &state.poses[id.0];
                flight.start[id.0] = leads.before;
                flight.mean[id.0] = mean_twist(from, &leads.pose, h);
                flight.poses[id.0] = leads.pose;
                flight.end[id.0] = leads.after;
            }
        }
        flight
    }
}

/// The free motion of one body over a step, as in [`FreeFlight`].
#[derive(Clone, Copy, Debug)]
pub struct Flown {
    /// Twist at the start.
    pub start: Twist,
    /// Mean twist that leads to `pose` by the Cayley map.
    pub mean: Twist,
    /// Pose at the end.
    pub pose: Pose,
    /// Twist at the end.
    pub end: Twist,
}

/// How one body flies for a time `h` (s) under a constant wrench, which [`weight`] is where nothing else acts. What is fixed, or not there yet, stands.
pub fn fly(model: &Model, state: &State, id: BodyId, wrench: &Wrench, h: f64) -> Flown {
    let from = &state.poses[id.0];
    let stands = !model.is_active(id, state.time) || model.body(id).kind == BodyKind::Fixed;
    let One { start, middle, pose, end } =
        if stands { One::at_rest(from) } else { one(model, state, id, wrench, h) };
    // The difference of two positions over h would have their rounding over h: in a part of a step of 10 ns, that of a microsecond's
    // fall.
    let mean = Twist { linear: middle, angular: mean_twist(from, &pose, h).angular };
    Flown { start, mean, pose, end }
}

/// The free motion of one body.
struct One {
    start: Twist,
    /// Mean velocity of the centre of mass (m/s).
    middle: Vec3,
    pose: Pose,
    end: Twist,
}

impl One {
    fn at_rest(pose: &Pose) -> Self {
        Self { start: Twist::zero(), middle: Vec3::zeros(), pose: *pose, end: Twist::zero() }
    }
}

/// The mean twist that leads from one pose to another by the Cayley map.
fn mean_twist(from: &Pose, to: &Pose, h: f64) -> Twist {
    let angular = if from.orientation == to.orientation {
        Vec3::zeros()
    } else {
        cayley_twist(&from.orientation, &to.orientation, h)
    };
    Twist { linear: (to.position - from.position) / h, angular }
}

/// The free motion of a body that moves.
///
/// A velocity that lags behind the state's time, as a leapfrog step leaves it, is brought up to it by gravity.
fn one(model: &Model, state: &State, id: BodyId, wrench: &Wrench, h: f64) -> One {
    let (body, pose, mut twist) = (model.body(id), &state.poses[id.0], state.twists[id.0]);
    let flat = model.dimension == Dimension::Two;
    let spin = |rate: f64| Vec3::new(0.0, 0.0, rate);
    if !body.is_dynamic() {
        // A constant twist: the turn is that of the exponential map.
        return One { start: twist, middle: twist.linear, pose: pose.advanced(&twist, h), end: twist };
    }
    twist = model.twist_now(state, id);
    let pull = wrench.force / body.mass;
    let linear = twist.linear;
    let mut middle = linear + pull * (0.5 * h);
    let mut after = linear + pull * h;
    if flat {
        (middle.z, after.z) = (0.0, 0.0);
        let (before, gain) = (twist.angular.z, h * wrench.torque.z / body.inertia[(2, 2)]);
        let turn = Twist { linear: middle, angular: spin(before + 0.5 * gain) };
        let start = Twist { linear: Vec3::new(linear.x, linear.y, 0.0), angular: spin(before) };
        let end = Twist { linear: after, angular: spin(before + gain) };
        return One { start, middle, pose: pose.advanced(&turn, h), end };
    }
    let position = pose.position + middle * h;
    let (orientation, angular) = if wrench.torque == Vec3::zeros() {
        spin_freely(&body.inertia, &pose.orientation, &twist.angular, h)
    } else {
        turned(body, &pose.orientation, &twist.angular, &wrench.torque, h)
    };
    One { start: twist, middle, pose: Pose { position, orientation }, end: Twist { linear: after, angular } }
}

/// Orientation and angular velocity after a step under a constant torque (N·m, world axes), by the implicit midpoint rule.
fn turned(body: &Body, from: &Quat, omega: &Vec3, torque: &Vec3, h: f64) -> (Quat, Vec3) {
    let back = from.inverse();
    let (before, torque) = (back * omega, back * torque);
    let mean = midpoint_spin(&body.inertia, &before, &torque, h);
    let turn = Twist { linear: Vec3::zeros(), angular: from * mean };
    let pose = Pose { position: Vec3::zeros(), orientation: *from };
    let to = PoseUpdate::Cayley.advance(&pose, &turn, h).orientation;
    (to, to * (mean * 2.0 - before))
}

/// What acts on each body from outside in a step of size h: gravity, the wrenches of `input`, and the forces of controllers.
fn wrenches(model: &Model, state: &State, input: &StepInput, h: f64) -> Vec<Wrench> {
    let mut all: Vec<Wrench> = model.bodies.iter().map(|body| weight(model, body)).collect();
    let forces = model.controllers.iter().filter_map(|c| c.wrench(state.time, h));
    for (id, wrench) in input.wrenches.iter().copied().chain(forces) {
        if model.body(id).is_dynamic() && model.is_active(id, state.time) {
            all[id.0].force += wrench.force;
            all[id.0].torque += wrench.torque;
        }
    }
    if model.dimension == Dimension::Two {
        for wrench in &mut all {
            wrench.force.z = 0.0;
            wrench.torque = Vec3::new(0.0, 0.0, wrench.torque.z);
        }
    }
    all
}

/// What gravity does to a body.
pub fn weight(model: &Model, body: &Body) -> Wrench {
    let mut force = if body.is_dynamic() { model.gravity * body.mass } else { Vec3::zeros() };
    if model.dimension == Dimension::Two {
        force.z = 0.0;
    }
    Wrench { force, torque: Vec3::zeros() }
}
