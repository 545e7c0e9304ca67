//! A box that falls flat on a floor and bounces without loss.

use super::super::course::{PLANE, at_one_instant, block, lag, of_bodies, watch};
use super::super::table::{Experiment, Outcome, STEPS, error, number};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::energy::measure;
use pegsim::math::Vec3;
use pegsim::prelude::BodySpec;

/// The experiment.
pub const BOUNCES: Experiment = Experiment {
    name: "elastic bounces",
    about: "A box in the plane falls 1 m on a floor, e = 1. Every bounce rises to where the box began: the height of each of 100 \
            tops, and the energy after 5 s.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("height of 100 tops, largest difference (m)", "–", "≤ 1e-6"),
        error("change of energy in 5 s (of m g × 1 m)", "–", "≤ 1e-12"),
        number("height gained from top to top (m)", "", "≤ 1e-12"),
    ],
    run,
};

/// Tops that are looked at.
const TOPS: usize = 100;

fn run(model: ContactModel, h: f64) -> Outcome {
    let (half, gravity, drop) = (0.1, 9.81, 1.0);
    let mut body = block("box", [half, half, 0.0]).at(Vec3::new(0.0, drop + half, 0.0));
    body.restitution = 1.0;
    let floor = BodySpec::fixed("floor", block("", [2.0, 0.1, 0.0]).parts).at(Vec3::new(0.0, -0.1, 0.0));
    let mut run = of_bodies(PLANE, &[floor, body], model, h);
    let mass = run.model.bodies[1].mass;
    let period = 2.0 * (2.0 * drop / gravity).sqrt();
    let (mut tops, mut up, mut after_5_s) = (vec![drop], false, f64::NAN);
    watch(&mut run, period * (TOPS as f64 + 1.0), &mut |run| {
        let (height, rate) = (run.state.poses[1].position.y - half, run.state.twists[1].linear.y);
        if up && rate <= 0.0 {
            // In flight the velocity at the time of the position is known, and with it the top of the parabola.
            let now = rate - gravity * lag(run);
            tops.push(height + now * now / (2.0 * gravity));
        }
        up = rate > 0.0;
        if after_5_s.is_nan() && run.state.time > 5.0 - 1e-9 {
            after_5_s = measure(&run.model, &at_one_instant(run)).total() - mass * gravity * half;
        }
    })?;
    let seen = &tops[..tops.len().min(TOPS + 1)];
    let off = seen.iter().map(|top| (top - drop).abs()).fold(0.0, f64::max);
    let gained = seen.windows(2).map(|two| two[1] - two[0]).fold(0.0, f64::max);
    Ok(vec![off, (after_5_s / (mass * gravity * drop) - 1.0).abs(), gained])
}
