//! A slender block rocks from one edge to the other (Housner 1963).

use super::super::course::{PLANE, block, of_bodies, watch};
use super::super::table::{Experiment, GAIN, Outcome, STEPS, error, number};
use pegsim::contact::models::ContactModel;
use pegsim::math::{Quat, Vec3};
use pegsim::prelude::BodySpec;

/// The experiment.
pub const ROCKING: Experiment = Experiment {
    name: "rocking block",
    about: "A block of 0.5 × 2 m (slenderness 0.245) is let go tilted by half of that on a floor with μ = 1. Reference: Housner's block, \
            whose angular speed falls by 0.9118 at each impact; amplitudes after six impacts.",
    steps: STEPS,
    shown: 0.005,
    quantities: &[
        error("amplitudes of six swings, largest difference (relative)", "–", "≤ 0.02"),
        number("second amplitude, truly 0.0947 (rad)", "–", "0.0947"),
        number("impacts until it stands, 30 at most", "", "30"),
        GAIN,
    ],
    run,
};

/// Half the width and half the height (m).
const HALF: [f64; 2] = [0.25, 1.0];
/// Impacts that are looked at.
const IMPACTS: usize = 6;

/// Slenderness α (rad): the angle at which the block stands on its edge in balance.
pub fn slenderness() -> f64 {
    (HALF[0] / HALF[1]).atan()
}

/// The share of its angular speed that the block keeps in an impact: its angular momentum about the new edge is kept
/// (Housner 1963, equation 8).
pub fn kept() -> f64 {
    1.0 - 1.5 * slenderness().sin().powi(2)
}

/// The amplitude (rad) after `impacts`: m g R (cos(α − θ) − cos α) falls by the square of [`kept`] each time.
pub fn amplitude(start: f64, impacts: usize) -> f64 {
    let alpha = slenderness();
    let height = ((alpha - start).cos() - alpha.cos()) * kept().powi(2 * impacts as i32);
    alpha - (alpha.cos() + height).acos()
}

fn run(model: ContactModel, h: f64) -> Outcome {
    let start = 0.5 * slenderness();
    let turn = Quat::from_scaled_axis(Vec3::z() * -start);
    let edge = Vec3::new(HALF[0], 0.0, 0.0);
    let mut body =
        block("block", [HALF[0], HALF[1], 0.0]).at(edge + turn * Vec3::new(-HALF[0], HALF[1], 0.0));
    body.orientation = turn;
    body.friction = 1.0;
    let mut floor = BodySpec::fixed("floor", block("", [5.0, 0.1, 0.0]).parts).at(Vec3::new(0.0, -0.1, 0.0));
    floor.friction = 1.0;
    let mut run = of_bodies(PLANE, &[floor, body], model, h);
    // The largest tilt to each side in turn; below a thousandth of the first the block stands.
    let mut swings = vec![start];
    let mut side = -1.0;
    let laws = watch(&mut run, 40.0, &mut |run| {
        let tilt = run.state.poses[1].orientation.scaled_axis().z;
        if tilt * side < -1e-3 * start {
            side = -side;
            swings.push(0.0);
        }
        if let Some(last) = swings.last_mut().filter(|_| tilt * side > 0.0) {
            *last = last.max(tilt.abs());
        }
    })?;
    let at = |k: usize| swings.get(k).copied().unwrap_or(0.0);
    let off = |k: usize| (at(k) / amplitude(start, k) - 1.0).abs();
    let worst = (1..=IMPACTS).map(off).fold(0.0, f64::max);
    Ok(vec![worst, at(1), (swings.len() - 1).min(30) as f64, laws.gain()])
}
