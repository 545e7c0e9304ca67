//! Mechanical energy and momentum of the dynamic bodies that take part.

use crate::math::{Dimension, Vec3};
use crate::step::{JointRecord, StepRecord};
use crate::world::{Body, BodyId, Model, State};

/// Energy and momentum at one instant, those of positions and velocities alike, summed over dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// ½ m v·v + ½ ω·Iω (J).
    pub kinetic: f64,
    /// −m g·x, zero at the world origin (J).
    pub potential: f64,
    /// Σ m v (N·s).
    pub linear_momentum: Vec3,
    /// Σ x × m v + I ω about the world origin (N·m·s).
    pub angular_momentum: Vec3,
    /// Σ m ‖v‖ (N·s): the scale against which a change of the linear momentum is small or not.
    pub momentum_scale: f64,
    /// Σ (‖x‖ m ‖v‖ + ‖I ω‖) (N·m·s): the same for the angular momentum. Not ‖x × m v‖, which is rounding where all moves on
    /// lines through the origin.
    pub angular_scale: f64,
    /// Σ m (kg).
    pub mass: f64,
}

impl Energy {
    /// Kinetic plus potential (J).
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// The linear impulse that gravity and the forces of controllers give the dynamic bodies in the step of size `h` (s) from
/// `before`, as [`free_twists`](crate::dynamics::free_twists) applies it (N·s). Torques have no part in it.
pub(crate) fn outside_impulse(model: &Model, before: &State, h: f64) -> Vec3 {
    let pulled: f64 = active_dynamic(model, before.time).map(|id| model.body(id).mass).sum();
    let mut impulse = pulled * h * model.effective_gravity();
    for (id, wrench) in model.controllers.iter().filter_map(|c| c.wrench(before.time, h)) {
        if model.body(id).is_dynamic() && model.is_active(id, before.time) {
            let flat = Vec3::new(wrench.force.x, wrench.force.y, 0.0);
            impulse += h * if model.dimension == Dimension::Two { flat } else { wrench.force };
        }
    }
    impulse
}

/// Whether [`outside_impulse`] is the same for a step that is done in parts: no body enters within it, which the others could push before its
/// momentum is counted.
pub(crate) fn impulse_is_divisible(model: &Model, before: &State, h: f64) -> bool {
    let within = |time: f64| before.time < time && time < before.time + h;
    let enters = |body: &Body| body.is_dynamic() && within(body.spawn_time);
    !model.bodies.iter().any(enters)
}

/// Energy and momentum of the dynamic bodies that are active at `state.time`, with their velocities at that time
/// ([`Model::twist_now`]).
///
/// After a leapfrog step velocities are those of its middle. Measured with these, kinetic and potential energy would belong
/// to two instants, and free fall would lose ½ m h² g² in every step. Moved on by the lag they make the energy of a free
/// flight constant to rounding, and what rests has no kinetic energy.
pub fn measure(model: &Model, state: &State) -> Energy {
    measure_at(model, state, state.time)
}

/// The same for the dynamic bodies that are active at `time` (s). With the time at the start of a step this
/// leaves out what spawns in it, so that differences over the step are free of spawning.
pub fn measure_at(model: &Model, state: &State, time: f64) -> Energy {
    let gravity = model.effective_gravity();
    let mut sum = Energy::default();
    for id in active_dynamic(model, time) {
        let body = model.body(id);
        let (pose, twist) = (&state.poses[id.0], model.twist_now(state, id));
        // The inertia is given in body axes: turn ω into them instead of turning the matrix.
        let omega = pose.orientation.inverse() * twist.angular;
        let spin = body.inertia * omega;
        let momentum = body.mass * twist.linear;
        sum.kinetic += 0.5 * (momentum.dot(&twist.linear) + omega.dot(&spin));
        sum.potential -= body.mass * gravity.dot(&pose.position);
        sum.linear_momentum += momentum;
        sum.angular_momentum += pose.position.cross(&momentum) + pose.orientation * spin;
        sum.momentum_scale += momentum.norm();
        sum.angular_scale += pose.position.norm() * momentum.norm() + spin.norm();
        sum.mass += body.mass;
    }
    sum
}

/// The work of the drives of joints in the step from `before` to `after` (J): of each joint the mean force or torque of the step along its
/// coordinate, times the way that this went. It is positive where a drive gives energy, and first order in the step size, as the motion is.
pub fn drive_work(model: &Model, before: &State, after: &State, record: &StepRecord) -> f64 {
    let of = |joint: &JointRecord| {
        let held = &model.joints[joint.joint];
        let (a, b) = held.bodies;
        let at = |state: &State| (state.poses[a.0], state.poses[b.0]);
        let (start, end) = (at(before), at(after));
        let (from, to) = held.coordinates((&start.0, &start.1), (&end.0, &end.1));
        joint.drive * (to - from)
    };
    record.joints.iter().filter(|joint| joint.drive != 0.0).map(of).sum()
}

/// Largest speed of a centre of mass (m/s) among the dynamic bodies that are active, as the state has it: what rests has
/// none.
pub fn max_speed(model: &Model, state: &State) -> f64 {
    active_dynamic(model, state.time)
        .map(|id| state.twists[id.0].linear.norm())
        .fold(0.0, crate::experiment::stats::max_keeping_nan)
}

fn active_dynamic(model: &Model, time: f64) -> impl Iterator<Item = BodyId> {
    model.ids().filter(move |&id| model.body(id).is_dynamic() && model.is_active(id, time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::{box_body, model_of, state_of};
    use crate::math::Quat;
    use crate::world::BodyKind;

    #[test]
    fn a_moving_cube_has_the_textbook_energy_and_momentum() {
        let mut model =
            model_of(vec![box_body("floor", BodyKind::Fixed, 1.0), box_body("cube", BodyKind::Dynamic, 0.5)]);
        model.gravity = Vec3::new(0.0, 0.0, -10.0);
        let mut state = state_of(&model);
        state.poses[1].position = Vec3::new(2.0, 0.0, 3.0);
        state.twists[1].linear = Vec3::new(0.0, 4.0, 0.0);
        state.twists[1].angular = Vec3::new(0.0, 0.0, 6.0);
        let energy = measure(&model, &state);
        // m = 1, I = 1/6 about every axis.
        assert!((energy.kinetic - (8.0 + 3.0)).abs() < 1e-12);
        assert!((energy.potential - 30.0).abs() < 1e-12);
        assert_eq!(energy.linear_momentum, Vec3::new(0.0, 4.0, 0.0));
        assert!((energy.angular_momentum - Vec3::new(-12.0, 0.0, 8.0 + 1.0)).norm() < 1e-12);
        assert!((max_speed(&model, &state) - 4.0).abs() < 1e-15);
    }

    /// Under every contact model, whatever the step sizes: the leapfrog models and those whose velocities do not lag.
    #[test]
    fn a_free_flight_keeps_its_energy_to_rounding() {
        for contact in crate::contact::models::ContactModel::ALL {
            let mut model = model_of(vec![
                box_body("early", BodyKind::Dynamic, 0.5),
                box_body("late", BodyKind::Dynamic, 0.5),
            ]);
            model.gravity = Vec3::new(0.3, 0.0, -9.81);
            model.bodies[1].spawn_time = 0.02;
            let mut state = state_of(&model);
            state.poses[1].position = Vec3::new(20.0, 0.0, 0.0);
            (state.twists[0].linear, state.twists[1].linear) = (Vec3::new(1.0, 0.0, 12.0), Vec3::z());
            let each = |k: usize| 0.5 * state.twists[k].linear.norm_squared() * model.body(BodyId(k)).mass;
            let late = model.body(BodyId(1)).mass * -0.3 * 20.0;
            let (alone, both) = (each(0), each(0) + each(1) + late);
            let mut settings = crate::step::StepSettings::default();
            settings.contact.model = contact;
            let model = std::sync::Arc::new(model);
            let mut run = crate::step::Simulation::new(model.clone(), state.clone(), settings);
            for (h, steps) in [(0.01, 4), (0.002, 5), (0.1, 9)] {
                run.settings.h = h;
                for _ in 0..steps {
                    run.step(&crate::world::StepInput::default()).unwrap();
                    let start = if model.is_active(BodyId(1), run.state.time) { both } else { alone };
                    let off = (measure(&model, &run.state).total() - start) / start;
                    assert!(off.abs() < 1e-13, "{contact:?}, h = {h}: {off:e} at {} s", run.state.time);
                }
            }
        }
    }

    #[test]
    fn the_spin_energy_does_not_depend_on_the_frame() {
        let mut body = box_body("plank", BodyKind::Dynamic, 0.5);
        body.inertia = crate::math::Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 3.0));
        let model = model_of(vec![body]);
        let mut state = state_of(&model);
        state.twists[0].angular = Vec3::new(0.3, -0.2, 0.5);
        let before = measure(&model, &state);
        let turn = Quat::from_euler_angles(0.4, 1.1, -0.7);
        state.poses[0].orientation = turn;
        state.twists[0].angular = turn * state.twists[0].angular;
        let after = measure(&model, &state);
        assert!((before.kinetic - after.kinetic).abs() < 1e-14);
        assert!((turn * before.angular_momentum - after.angular_momentum).norm() < 1e-14);
    }
}
