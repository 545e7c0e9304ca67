//! Free motion: the twist each body would end the step with if nothing touched it.

use crate::dynamics::mass::MassRoot;
use crate::math::{Dimension, Mat3, Twist, Vec3, Vec6, Wrench, skew};
use crate::world::StepInput;
use crate::world::{BodyId, BodyKind, Model, State};

/// ν* = ν + M⁻¹ p_ext: gravity, the wrenches of `input` over the whole step, forces of controllers, and the gyroscopic term. Bodies that are not active, not
/// dynamic, keep their twist (fixed bodies: zero).
pub fn free_twists(
    model: &Model,
    state: &State,
    input: &StepInput,
    roots: &[MassRoot],
    h: f64,
) -> Vec<Twist> {
    let mut twists: Vec<Twist> = model
        .ids()
        .map(|id| {
            let body = model.body(id);
            let twist = state.twists[id.0];
            if !model.is_active(id, state.time) || body.kind == BodyKind::Fixed {
                return Twist::zero();
            }
            if body.kind == BodyKind::Kinematic {
                return twist;
            }
            let linear = twist.linear + model.gravity * (h * gravity_factor(model, state, id, h));
            let angular = match model.dimension {
                Dimension::Two => twist.angular,
                Dimension::Three => {
                    let rotation = state.poses[id.0].orientation;
                    rotation * gyroscopic_step(&body.inertia, &(rotation.inverse() * twist.angular), h)
                }
            };
            Twist { linear, angular }
        })
        .collect();
    for (id, twist) in model.controllers.iter().filter_map(|c| c.twist(state, h)) {
        if model.is_active(id, state.time) {
            twists[id.0] = twist;
        }
    }
    let asked = input.wrenches.iter().map(|(id, wrench)| (*id, *wrench, h));
    for (id, wrench, duration) in asked.chain(lagging_forces(model, state, h)) {
        if model.body(id).is_dynamic() && model.is_active(id, state.time) {
            let (f, t) = (wrench.force * duration, wrench.torque * duration);
            let change = roots[id.0].inverse_mass_times(&Vec6::new(f.x, f.y, f.z, t.x, t.y, t.z));
            twists[id.0] = Twist::from_vec6(&(twists[id.0].to_vec6() + change));
        }
    }
    if model.dimension == Dimension::Two {
        for t in &mut twists {
            t.linear.z = 0.0;
            t.angular = Vec3::new(0.0, 0.0, t.angular.z);
        }
    }
    twists
}

/// The forces of controllers in a leapfrog step of size `h` (s) from `state`: whom they act on, what they are in the mean, and for how long (s). They lag as gravity does
/// ([`gravity_factor`]): from where the velocity was meant to the middle of the step, so that a body under a constant force lies on its parabola.
pub(crate) fn lagging_forces<'a>(
    model: &'a Model,
    state: &'a State,
    h: f64,
) -> impl Iterator<Item = (BodyId, Wrench, f64)> + 'a {
    model.controllers.iter().filter_map(move |controller| {
        let lag = model.lag(state, controller.pushes()?);
        let duration = lag + 0.5 * h;
        controller.wrench(state.time - lag, duration).map(|(id, wrench)| (id, wrench, duration))
    })
}

/// The share of h g that gravity adds to a body's velocity in a leapfrog step of size `h` (s) from `state`: ½ + lag / h.
///
/// The step moves a body with its *new* velocity. Were that the velocity of the step's end, free fall would run ahead of the
/// parabola by ½ g h t for ever. It is that of the step's middle instead (leapfrog), and free flight lies on the parabola
/// at every step size and through every change of it: the velocity is taken from [`lag`](State::lag) before the step to h/2
/// within it. That is half an impulse in a body's first step, and a whole one, as in (2.30), in each further step of the
/// same size.
pub fn gravity_factor(model: &Model, state: &State, id: BodyId, h: f64) -> f64 {
    0.5 + model.lag(state, id) / h
}

/// Angular velocity after the gyroscopic torque −ω × Jω has acted for `h` (s), body axes.
///
/// The implicit equation J(ω⁺ − ω) + h ω⁺ × Jω⁺ = 0, by Newton's method. The explicit form of the thesis feeds
/// energy to fast slender bodies until they blow up; the implicit one never raises the kinetic energy, since
/// ω⁺·J(ω⁺ − ω) = 0.
pub fn gyroscopic_step(inertia: &Mat3, omega: &Vec3, h: f64) -> Vec3 {
    if *omega == Vec3::zeros() {
        return *omega;
    }
    let momentum = inertia * omega;
    let scale = momentum.norm();
    let mut w = *omega;
    for _ in 0..20 {
        let jw = inertia * w;
        let f = jw - momentum + h * w.cross(&jw);
        if f.norm() <= 1e-15 * scale {
            break;
        }
        let derivative = inertia + h * (skew(&w) * inertia - skew(&jw));
        match derivative.lu().solve(&f) {
            Some(delta) => w -= delta,
            None => break,
        }
    }
    if w.iter().all(|x| x.is_finite()) { w } else { *omega }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gyroscopic_step_never_raises_energy_and_converges_at_first_order() {
        let inertia = Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 5.0));
        let omega = Vec3::new(3.0, -2.0, 10.0);
        let energy = |w: &Vec3| 0.5 * w.dot(&(inertia * w));
        for h in [1e-3, 1e-2, 1e-1, 1.0] {
            assert!(energy(&gyroscopic_step(&inertia, &omega, h)) <= energy(&omega));
        }
        // One second of rotation in the body frame against a reference with a tiny step.
        let advance = |h: f64, n: usize| (0..n).fold(omega, |w, _| gyroscopic_step(&inertia, &w, h));
        let reference = advance(1e-6, 100_000);
        let coarse = (advance(1e-3, 100) - reference).norm();
        let fine = (advance(5e-4, 200) - reference).norm();
        assert!((1.8..2.3).contains(&(coarse / fine)), "error ratio {}", coarse / fine);
    }

    #[test]
    fn a_symmetric_body_keeps_its_spin() {
        let w = Vec3::new(1.0, 2.0, 3.0);
        assert!((gyroscopic_step(&(Mat3::identity() * 0.4), &w, 0.1) - w).norm() < 1e-15);
    }
}
