//! A scene file under two contact models: how deep bodies are in each other, and what becomes of the energy.
//!
//! `cargo run --no-default-features --example run_a_scene [SCENE.ron]`
//!
//! Without a file it is the triangle drop, where the standard model holds a corner in the air that is free to fall. The
//! energy of a body in free fall sinks a little, by m g² h / 2 in a second: positions lie on the parabola, and velocities
//! are those of half a step before.

use pegsim::experiment::{TruthMeter, energy};
use pegsim::prelude::*;
use std::error::Error;
use std::path::{Path, PathBuf};

/// Lines printed over the duration of the scene.
const LINES: u64 = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let drop = || Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/triangle_drop.ron");
    show(&std::env::args_os().nth(1).map_or_else(drop, PathBuf::from))
}

/// Runs the scene at `path` under both models and prints what they do.
pub fn show(path: &Path) -> Result<(), Box<dyn Error>> {
    let scene = load_file(path)?;
    let duration = scene.duration.unwrap_or(2.0);
    println!("{}: {}\n", scene.name, scene.description);

    let models = [ContactModel::Standard, ContactModel::Peg];
    let mut runs = models.map(|model| {
        let mut run = scene.simulation();
        run.settings.contact.model = model;
        run
    });
    // The truth meter measures overlap on poses alone and shares no code with contact detection.
    let meter = TruthMeter::new(&scene.model);

    let titles = models.map(|model| format!("{:^31}", model.title())).join("   ");
    println!("           {titles}");
    println!("time (s)   {0}   {0}", "depth (m)  energy (J)  contacts");
    let steps = (duration / scene.settings.h).round() as u64;
    for step in 1..=steps {
        let mut line = String::new();
        for run in &mut runs {
            let record = run.step(&StepInput::default())?;
            let depth = meter.measure(&run.model, &run.state).depth_max;
            let energy = energy::measure(&run.model, &run.state).total();
            let loaded = record.contacts().filter(|touch| touch.impulse > 0.0).count();
            line += &format!("   {depth:9.2e}  {energy:10.3}  {loaded:8}");
        }
        if step % steps.div_ceil(LINES) == 0 || step == steps {
            println!("{:8.3}{line}", runs[0].state.time);
        }
    }

    println!("\nWhere the two end (m apart):");
    for id in scene.model.ids().filter(|&id| scene.model.body(id).is_dynamic()) {
        let [a, b] = [0, 1].map(|k| runs[k].state.pose(id).position);
        println!("  {}: {:.3}", scene.model.body(id).name, (a - b).norm());
    }
    Ok(())
}
