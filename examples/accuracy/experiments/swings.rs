//! Rods on hinges: one that swings, and two in a row.

use super::super::course::{PLANE, at_one_instant, block, go, of_bodies, of_scene, watch};
use super::super::reference::pendulums::{Rods, swing};
use super::super::table::{Experiment, GAIN, Outcome, STEPS, error};
use pegsim::contact::models::ContactModel;
use pegsim::math::{Dimension, Vec3};
use pegsim::world::BodyId;
use pegsim::world::joint::{Joint, JointKind};

/// One rod.
pub const SINGLE: Experiment = Experiment {
    name: "pendulum",
    about: "A rod of 2 m, hinged at its end, let go level in the plane, 5 s. Reference: elliptic functions. The energy is taken against \
            that of the fall to the bottom, m g l.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("distance of the centre, largest (m)", "MuJoCo Euler 1.1e-2, RK4 1e-7", "≤ 2e-4, order 2"),
        error("distance of the centre after 5 s (m)", "", ""),
        error("velocity of the centre, largest difference (m/s)", "", ""),
        error("change of energy (of m g l)", "", "≤ 1e-12"),
        GAIN,
    ],
    run: single,
};

/// Two.
pub const DOUBLE: Experiment = Experiment {
    name: "double pendulum",
    about: "`scenes/joints/double_pendulum.ron`: positions against Runge-Kutta of order 8 over 1 s; energy over 60 s, with the post taken away \
            that holds the rods: the lower one strikes it, and that blow takes energy rightly.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("distance of the lower rod after 1 s (m)", "", "order 2"),
        error("change of energy over 60 s (of largest kinetic)", "", "≤ 1e-9"),
        GAIN,
    ],
    run: double,
};

fn single(model: ContactModel, h: f64) -> Outcome {
    let (length, gravity) = (1.0, 9.81);
    let post = pegsim::prelude::BodySpec::fixed("post", block("", [0.05, 0.05, 0.0]).parts);
    let rod = block("rod", [length, 0.02, 0.0]).at(Vec3::new(length, 0.0, 0.0));
    let mut run = of_bodies(PLANE, &[post, rod], model, h);
    let poses = (&run.state.poses[0], &run.state.poses[1]);
    let ids = (BodyId(0), BodyId(1));
    let hinge = Joint::new(JointKind::Revolute, ids, poses, Vec3::zeros(), Vec3::z(), Dimension::Two);
    let mut bodies = (*run.model).clone();
    bodies.joints.push(hinge);
    run.model = bodies.into();
    let body = &run.model.bodies[1];
    let (mass, inertia) = (body.mass, body.inertia[(2, 2)]);
    let omega = (mass * gravity * length / (inertia + mass * length * length)).sqrt();
    let angle = |t: f64| swing(std::f64::consts::FRAC_PI_2, omega, t);
    let place = |t: f64| Vec3::new(angle(t).sin(), -angle(t).cos(), 0.0) * length;
    let (mut far, mut fast) = (0.0_f64, 0.0_f64);
    let laws = watch(&mut run, 5.0, &mut |run| {
        far = far.max((run.state.poses[1].position - place(run.state.time)).norm());
        let t = at_one_instant(run).time;
        // θ'² = 2 ω² (cos θ − cos θ₀), and θ₀ is a quarter turn; the sign is that of the difference quotient.
        let rate = (2.0 * omega * omega * angle(t).cos().max(0.0)).sqrt()
            * (angle(t + 1e-5) - angle(t - 1e-5)).signum();
        let true_velocity = Vec3::new(angle(t).cos(), angle(t).sin(), 0.0) * (rate * length);
        fast = fast.max((run.state.twists[1].linear - true_velocity).norm());
    })?;
    let at_end = (run.state.poses[1].position - place(run.state.time)).norm();
    let change = (laws.energy.1 - laws.energy.0).abs() / (mass * gravity * length);
    Ok(vec![far, at_end, fast, change, laws.gain()])
}

fn double(model: ContactModel, h: f64) -> Outcome {
    let mut run = of_scene("scenes/joints/double_pendulum.ron", model, h)?;
    let body = &run.model.bodies[2];
    let rods = Rods { mass: body.mass, length: 0.5, inertia: body.inertia[(2, 2)], gravity: 9.81 };
    let mut short = run.clone();
    go(&mut short, 1.0)?;
    let angles = rods.after(short.state.time);
    let along = |angle: f64| Vec3::new(angle.cos(), angle.sin(), 0.0) * rods.length;
    let truth = along(angles[0]) + 0.5 * along(angles[1]);
    // The hinge stays where it is, the post that has it stands far away.
    let away = Vec3::new(-50.0, 0.0, 0.0);
    run.state.poses[0].position += away;
    let mut bodies = (*run.model).clone();
    bodies.joints[0].frames.0.point -= away;
    run.model = bodies.into();
    let laws = go(&mut run, 60.0)?;
    Ok(vec![(short.state.poses[2].position - truth).norm(), laws.change().abs(), laws.gain()])
}
