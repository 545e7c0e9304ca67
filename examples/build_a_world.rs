//! A world built in code: two weights fall on a seesaw, and the hinge and its contacts are read while it tips.
//!
//! `cargo run --no-default-features --example build_a_world`
//!
//! Bodies are unions of convex polytopes; a joint is placed where its bodies stand at the start. Lengths are in m, masses
//! in kg, times in s, forces in N.

use pegsim::prelude::*;
use pegsim::world::joint::{Joint, JointKind};
use std::error::Error;

/// Runs the seesaw for a second.
pub fn main() -> Result<(), Box<dyn Error>> {
    let (model, start) = seesaw()?;
    let id = |name: &str| model.find(name).ok_or(format!("there is no body `{name}`"));
    let (plank, small, large) = (id("plank")?, id("small")?, id("large")?);

    // Friction keeps the weights from sliding off; a gust pushes the small one for the first tenth of a second.
    let settings = StepSettings { h: 0.005, ..StepSettings::default() };
    let mut run = Simulation::new(model, start, settings);
    let gust = (small, Wrench { force: Vec3::new(0.0, 20.0, 0.0), torque: Vec3::zeros() });

    println!("time (s)   tilt (°)   heights of small and large (m)   loads (N): hinge, on the plank");
    while run.state.time < 1.0 - 1e-9 {
        let wrenches = if run.state.time < 0.1 { vec![gust] } else { Vec::new() };
        let record = run.step(&StepInput { wrenches })?;
        if record.step % 20 == 0 {
            // An impulse over the step is a mean force times h.
            let on_plank = record.contacts().filter(|touch| touch.contact.body_a() == plank);
            let load = on_plank.fold(0.0, |sum, touch| sum + touch.impulse / settings.h);
            let (tilt, hinge) = record.joints.first().map_or((0.0, 0.0), |j| (j.coordinate, j.force.norm()));
            println!(
                "{:8.3}   {:8.2}   {:13.3} {:16.3}   {:11.0} {:14.0}",
                run.state.time,
                tilt.to_degrees(),
                run.state.pose(small).position.z,
                run.state.pose(large).position.z,
                hinge,
                load
            );
        }
    }
    Ok(())
}

/// A floor, a plank hinged on a block, a small weight above one end and a large one above the other.
pub fn seesaw() -> Result<(Model, State), Box<dyn Error>> {
    let floor = BodySpec::fixed("floor", vec![cuboid(&Vec3::new(3.0, 3.0, 0.5))?]);
    let block = BodySpec::fixed("block", vec![cuboid(&Vec3::new(0.1, 0.4, 0.2))?]);
    // The plank has a rim at both ends, so that what lies on it cannot slide off: three convex parts, one body.
    let rim = |x: f64| {
        cuboid(&Vec3::new(0.05, 0.4, 0.1)).map(|part| part.transformed(&Quat::identity(), &(Vec3::x() * x)))
    };
    let plank = vec![cuboid(&Vec3::new(1.5, 0.4, 0.04))?, rim(-1.45)?, rim(1.45)?];
    let mut plank = BodySpec { density: 500.0, ..BodySpec::new("plank", plank) };
    plank.friction = 0.6;
    let weight = |name: &str, half: f64| -> Result<BodySpec, Box<dyn Error>> {
        let mut weight = BodySpec::new(name, vec![cuboid(&Vec3::repeat(half))?]);
        weight.friction = 0.6;
        Ok(weight)
    };
    let bodies = [
        floor.at(Vec3::new(0.0, 0.0, -0.5)),
        block.at(Vec3::new(0.0, 0.0, 0.2)),
        plank.at(Vec3::new(0.0, 0.0, 0.5)),
        weight("small", 0.15)?.at(Vec3::new(-1.1, 0.0, 0.75)),
        weight("large", 0.2)?.at(Vec3::new(1.1, 0.0, 1.2)),
    ];
    let (mut model, start) = assemble(Dimension::Three, Vec3::new(0.0, 0.0, -9.81), &bodies);

    // Bodies count in the order in which they were given.
    let (block, plank) = (BodyId(1), BodyId(2));
    let poses = (start.pose(block), start.pose(plank));
    let (point, axis) = (Vec3::new(0.0, 0.0, 0.5), Vec3::y());
    let hinge = Joint::new(JointKind::Revolute, (block, plank), poses, point, axis, model.dimension);
    model.joints.push(Joint { name: "hinge".to_owned(), ..hinge });
    Ok((model, start))
}
