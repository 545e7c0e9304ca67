//! A box that spins freely in space: about no axis in particular, and near its middle axis, about which it tumbles.

use super::super::course::{FREE, block, of_bodies, watch};
use super::super::reference::top::Top;
use super::super::table::{Experiment, GAIN, Outcome, STEPS, error};
use pegsim::contact::models::ContactModel;
use pegsim::math::{Quat, Vec3};

/// About no axis in particular.
pub const GENERIC: Experiment = Experiment {
    name: "free rotation, generic",
    about: "A box of 0.6 × 0.4 × 0.2 m spins at (1, 2, 3) rad/s, 5 s. Reference: Euler's equations by Runge-Kutta of order 8, \
            which agrees with Jacobi's elliptic functions.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("angle of the end (rad)", "Rapier 2e-2, MuJoCo RK4 < 1e-8", "< 1e-8"),
        error("change of energy (relative)", "", "≤ 1e-12"),
        error("drift of angular momentum (relative)", "", "1e-12"),
        GAIN,
    ],
    run: |model, h| run([1.0, 2.0, 3.0], 5.0, model, h),
};

/// Near the middle axis.
pub const MIDDLE: Experiment = Experiment {
    name: "free rotation about the middle axis",
    about: "The same box spins at (0.01, 8, 0) rad/s, 60 s; its middle axis is y. Reference as above.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("angle of the end (rad)", "–", "rounding"),
        error("change of energy (relative)", "Rapier 2e-6, MuJoCo RK4 6e-8", "≤ 1e-12"),
        error("drift of angular momentum (relative)", "", "1e-12"),
        GAIN,
    ],
    run: |model, h| run([0.01, 8.0, 0.0], 60.0, model, h),
};

fn run(omega: [f64; 3], duration: f64, model: ContactModel, h: f64) -> Outcome {
    let mut body = block("box", [0.3, 0.2, 0.1]);
    body.angular_velocity = Vec3::from(omega);
    let mut run = of_bodies(FREE, &[body], model, h);
    let top = Top { moments: run.model.bodies[0].inertia.diagonal(), omega: Vec3::from(omega) };
    let laws = watch(&mut run, duration, &mut |_| {})?;
    let (_, truth): (Vec3, Quat) = top.course(&[run.state.time], 2e-3)[0];
    let angle = run.state.poses[0].orientation.angle_to(&truth);
    Ok(vec![angle, laws.change().abs(), laws.angular, laws.gain()])
}
