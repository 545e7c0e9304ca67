//! Boxes that collide in space, where nothing else acts: what they have together stays.

use super::super::course::{FREE, Random, block, go, of_bodies};
use super::super::table::{Experiment, GAIN, LINEAR, Outcome, STEPS, number};
use pegsim::contact::models::ContactModel;
use pegsim::math::{Quat, Vec3};

/// Two boxes, off their centres.
pub const TWO: Experiment = Experiment {
    name: "two boxes collide",
    about: "Two boxes in space meet off their centres at 3 m/s, without friction and elasticity, 1 s.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[number("drift of angular momentum (relative)", "–", "1e-12"), LINEAR, GAIN],
    run: two,
};

/// Eight.
pub const EIGHT: Experiment = Experiment {
    name: "eight boxes collide",
    about: "Eight spinning boxes fly towards each other in space, past the middle, 3 s.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        number("drift of angular momentum (relative)", "MuJoCo RK4 8e-5, Rapier 1e-2", "1e-12"),
        LINEAR,
        GAIN,
    ],
    run: eight,
};

fn two(model: ContactModel, h: f64) -> Outcome {
    let mut a = block("a", [0.3, 0.2, 0.1]).at(Vec3::new(-1.0, 0.1, 0.05));
    a.velocity = Vec3::new(2.0, 0.0, 0.0);
    a.orientation = Quat::from_euler_angles(0.3, 0.2, 0.5);
    let mut b = block("b", [0.2, 0.25, 0.15]).at(Vec3::new(0.0, -0.1, 0.0));
    b.velocity = Vec3::new(-1.0, 0.0, 0.0);
    b.orientation = Quat::from_euler_angles(-0.4, 0.7, 0.1);
    let mut run = of_bodies(FREE, &[a, b], model, h);
    let laws = go(&mut run, 1.0)?;
    Ok(vec![laws.angular, laws.linear, laws.gain()])
}

fn eight(model: ContactModel, h: f64) -> Outcome {
    let mut random = Random(8);
    let mut vector = |size: f64| Vec3::from_fn(|_, _| random.between(-size, size));
    let mut bodies = Vec::new();
    for k in 0..8 {
        let side = |bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let corner = Vec3::new(side(0), side(1), side(2));
        let mut body = block(&format!("box {k}"), [0.3, 0.2, 0.1]).at(corner);
        // A little past the middle, all the same way round, so that there is angular momentum to keep.
        body.velocity = -2.0 * corner + 0.1 * Vec3::z().cross(&corner) + vector(0.1);
        body.angular_velocity = vector(2.0);
        body.orientation = Quat::from_scaled_axis(vector(1.0));
        bodies.push(body);
    }
    let mut run = of_bodies(FREE, &bodies, model, h);
    let laws = go(&mut run, 3.0)?;
    Ok(vec![laws.angular, laws.linear, laws.gain()])
}
