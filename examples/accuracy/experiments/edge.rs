//! A cube slides over the edge of a table and tips: `scenes/cube_on_edge.ron`.

use super::super::course::{go, of_scene};
use super::super::reference::polygons::{Fall, Motion, Touch};
use super::super::table::{Experiment, GAIN, Outcome, STEPS, error};
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;

/// The experiment.
pub const CUBE: Experiment = Experiment {
    name: "cube over the edge",
    about: "`scenes/cube_on_edge.ron`, 1.2 s. Reference: the plane motion from event to event, Runge-Kutta of order 8.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("distance of the end (m)", "MuJoCo stiff 6.1e-4, Rapier tight 3.8e-2", "≤ 3e-4, order 2"),
        GAIN,
    ],
    run,
};

/// Where the cube's centre is at the end (m): it stands still in height until its centre is above the table's edge at 0.4 s,
/// tips about it, and falls.
pub fn reference() -> Vec3 {
    let (half, mass) = (0.25, 125.0);
    let fall = Fall {
        fixed: vec![[-1.0, -2.0], [1.0, -2.0], [1.0, 0.0], [-1.0, 0.0]],
        body: vec![[-half, -half], [half, -half], [half, half], [-half, half]],
        mass,
        inertia: mass * (2.0 * half) * (2.0 * half) / 6.0,
        gravity: 9.81,
    };
    let start = Motion::from_column_slice(&[1.0, half, 0.0, 1.0, 0.0, 0.0]);
    let end = fall.course(start, &[Touch::Face(2, 0)], &[0.8])[0];
    Vec3::new(end[0], 0.0, end[1])
}

fn run(model: ContactModel, h: f64) -> Outcome {
    let mut run = of_scene("scenes/cube_on_edge.ron", model, h)?;
    let laws = go(&mut run, 1.2)?;
    Ok(vec![(run.state.poses[1].position - reference()).norm(), laws.gain()])
}
