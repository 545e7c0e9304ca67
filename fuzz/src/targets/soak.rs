//! Long runs under Exact alone, in which every step has a solution: who does nothing stays where it is, within every joint and outside
//! every body. Joints that could contradict each other are left out, and where bodies are driven or come late, only what they do may stop a run.

use super::world::{self, Depths};
use super::{Trial, class};
use crate::chance::Chance;
use pegsim::contact::models::ContactModel;
use pegsim::scene::format::Scene;
use pegsim::scene::{load_scene, to_text};
use pegsim::world::{BodyKind, StepInput};
use std::path::Path;

/// Steps of a run at most.
const STEPS: usize = 250;

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let mut scene = world::scene(chance);
    leave_trees(&mut scene);
    trial.given(to_text(&scene).as_bytes(), "ron");
    // A driven body may press others against what does not give way, and one that comes may come where another is.
    let forced = scene.bodies.iter().any(|b| b.kind == BodyKind::Kinematic || b.spawn_time > 0.0);
    let loaded = match load_scene(scene, "soak.ron", Path::new("/nonexistent/pegsim-fuzz")) {
        Err(error) => return trial.tag(format!("refused: {}", class(&error.message))),
        Ok(loaded) => loaded,
    };
    trial.tag(if forced { "accepted, with driven or late bodies" } else { "accepted" });
    let mut run = loaded.simulation();
    run.settings.contact.model = ContactModel::SeparatingFeature;
    run.settings.threads = Some(1);
    let mut depths = Depths::new(&run);
    for step in 1..=STEPS {
        let since = run.state.time;
        if let Err(error) = run.step(&StepInput::default()) {
            let said = error.to_string();
            let whole = error.details().unwrap_or(&said);
            let reason = said.split_once(": ").map_or(said.as_str(), |s| s.1);
            trial.tag(format!("failed: {}", class(reason)));
            // What the message proves: between what is driven there is no place, or no way for a joint.
            let proven = ["no motion keeps these pairs apart", "cannot hold at once", "moves as it is told"];
            if !forced || !proven.iter().any(|p| whole.contains(p)) {
                trial.wrong(format!("step {step} failed: {said}"));
            }
            return;
        }
        trial.tag("steps");
        if let Some(wrong) = depths.after(&run, since) {
            return trial.wrong(format!("step {step} {wrong}"));
        }
    }
}

/// Takes away each joint that closes a loop; all bodies that do not give way count as one.
fn leave_trees(scene: &mut Scene) {
    let mut tree: Vec<usize> = (0..scene.bodies.len()).collect();
    let first = scene.bodies.iter().position(|b| b.kind != BodyKind::Dynamic);
    for (k, body) in scene.bodies.iter().enumerate() {
        if let (BodyKind::Fixed | BodyKind::Kinematic, Some(first)) = (body.kind, first) {
            tree[k] = first;
        }
    }
    let bodies = &scene.bodies;
    let place = |name: &str| bodies.iter().position(|b| b.name == name);
    let mut lost = Vec::new();
    scene.joints.retain(|joint| {
        let (Some(a), Some(b)) = (place(&joint.bodies.0), place(&joint.bodies.1)) else { return true };
        let (a, b) = (tree[a], tree[b]);
        if a == b {
            lost.push(joint.name.clone());
            return false;
        }
        tree.iter_mut().filter(|t| **t == b).for_each(|t| *t = a);
        true
    });
    scene.controllers.retain(|c| !lost.contains(&c.joint));
}
