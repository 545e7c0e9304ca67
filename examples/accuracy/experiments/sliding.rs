//! A block that friction stops on a level floor, in every direction, and one that slides down an incline.

use super::super::course::{Laws, SPACE, block, go, lag, of_bodies, of_scene, watch};
use super::super::table::{Experiment, GAIN, Outcome, STEPS, error, number};
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;
use pegsim::prelude::BodySpec;
use pegsim::world::BodyId;

/// To a stop.
pub const STOP: Experiment = Experiment {
    name: "slide to a stop",
    about: "A flat block slides at 2 m/s over a floor with μ = 0.3, in 24 directions, 5° apart from 2.5° on. Reference: v²/(2 μ g) along the \
            velocity; the worst direction.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("stopping distance (relative)", "–", "≤ 1e-6"),
        error("heading (degrees)", "–", "≤ 1e-6"),
        error("turn of the block (degrees)", "", ""),
        GAIN,
    ],
    run: stop,
};

/// Spinning to a stop.
pub const SPIN: Experiment = Experiment {
    name: "spinning block",
    about: "`scenes/friction/spinning_block.ron`, 2.5 s: a square block spins flat at 20 rad/s on μ = 0.3. Reference: the friction at its \
            four corners, all at the distance r, slows it by μ m g r / J, and moves its centre nowhere.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("angle until it stands (relative)", "–", "order 1 at least"),
        error("way of the centre (m)", "–", "rounding"),
        number("spin against its direction, largest (rad/s)", "–", "0"),
        GAIN,
    ],
    run: spin,
};

/// Down an incline.
pub const INCLINE: Experiment = Experiment {
    name: "down an incline",
    about: "`scenes/friction/incline_slides.ron`, 2 s: slope 5/12, μ = 0.4. Reference: the constant acceleration g (5 − 0.4 · 12)/13. \
            Velocities are compared at their own instant.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("position (m)", "–", "rounding"),
        error("velocity (m/s)", "–", "rounding"),
        error("velocity as it stands in the state, against its time (m/s)", "–", "rounding"),
        GAIN,
    ],
    run: incline,
};

fn stop(model: ContactModel, h: f64) -> Outcome {
    let (friction, speed) = (0.3, 2.0);
    let way = speed * speed / (2.0 * friction * 9.81);
    let mut worst = vec![0.0_f64; 4];
    for k in 0..24 {
        let heading = (2.5 + 5.0 * f64::from(k)).to_radians();
        let mut body = block("block", [0.2, 0.15, 0.05]).at(Vec3::new(0.0, 0.0, 0.05));
        let along = Vec3::new(heading.cos(), heading.sin(), 0.0);
        body.velocity = speed * along;
        body.friction = friction;
        let mut floor =
            BodySpec::fixed("floor", block("", [2.0, 2.0, 0.1]).parts).at(Vec3::new(0.0, 0.0, -0.1));
        floor.friction = friction;
        let mut run = of_bodies(SPACE, &[floor, body], model, h);
        let laws: Laws = go(&mut run, 1.0)?;
        let gone = run.state.poses[1].position - run.initial.poses[1].position;
        let aside = gone.cross(&along).norm().atan2(gone.dot(&along)).to_degrees();
        let turn = run.state.poses[1].orientation.angle().to_degrees();
        let seen = [(gone.norm() / way - 1.0).abs(), aside, turn, laws.gain()];
        worst.iter_mut().zip(seen).for_each(|(w, s)| *w = w.max(s));
    }
    Ok(worst)
}

fn spin(model: ContactModel, h: f64) -> Outcome {
    let mut run = of_scene("scenes/friction/spinning_block.ron", model, h)?;
    let body = &run.model.bodies[1];
    let corner = body.parts[0].vertices[0].xy().norm();
    let slowing =
        run.model.pair_friction(BodyId(0), BodyId(1)) * body.mass * 9.81 * corner / body.inertia[(2, 2)];
    let spin = run.state.twists[1].angular.z;
    let truth = spin * spin / (2.0 * slowing);
    let (mut turned, mut back) = (0.0, 0.0_f64);
    let mut before = run.state.poses[1].orientation;
    let laws = watch(&mut run, 2.5, &mut |run| {
        let now = run.state.poses[1].orientation;
        turned += (now * before.inverse()).scaled_axis().z;
        before = now;
        back = back.max(-run.state.twists[1].angular.z);
    })?;
    let way = (run.state.poses[1].position - run.initial.poses[1].position).norm();
    Ok(vec![(turned / truth - 1.0).abs(), way, back, laws.gain()])
}

fn incline(model: ContactModel, h: f64) -> Outcome {
    let mut run = of_scene("scenes/friction/incline_slides.ron", model, h)?;
    let laws = go(&mut run, 2.0)?;
    let along = Vec3::new(12.0, 0.0, -5.0) / 13.0;
    let rate = 9.81 * (5.0 - 0.4 * 12.0) / 13.0;
    let time = run.state.time;
    let position = run.initial.poses[1].position + along * (0.5 * rate * time * time);
    let velocity = run.state.twists[1].linear;
    Ok(vec![
        (run.state.poses[1].position - position).norm(),
        (velocity - along * (rate * (time - lag(&run)))).norm(),
        (velocity - along * (rate * time)).norm(),
        laws.gain(),
    ])
}
