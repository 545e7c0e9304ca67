//! A short run in which everything happens that a recording can hold, for tests and for the stored files in `tests/data`.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::run::measure;
use crate::contact::models::ContactModel;
use crate::math::{Vec3, Wrench};
use crate::recording::Frame;
use crate::recording::Sample;
use crate::scene::load_str;
use crate::step::{Geometry, RestitutionLaw, SolverMethod};
use crate::world::{BodyId, StepInput};
use std::path::Path;
use std::sync::Arc;

/// A cube whose lower edge lies across the edge of a roof, so that a pair of edges separates them; one on the floor; a
/// sign whose nail breaks at once.
const SCENE: &str = r#"Scene(
    name: "everything",
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.1)), position: (0.0, 0.0, -0.1), friction: 0.5),
        (name: "roof", kind: Fixed, shape: Hull(points: [(-0.4, -0.6, 0.0), (0.4, -0.6, 0.0), (-0.4, 0.6, 0.0), (0.4, 0.6, 0.0), (0.0, -0.6, 0.4), (0.0, 0.6, 0.4)])),
        (name: "across", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.02, 0.0, 0.685), orientation: (0.9238795325112867, 0.3826834323650898, 0.0, 0.0)),
        (name: "cube", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (1.2, 0.3, 0.202), velocity: (0.5, 0.0, -0.3), restitution: 0.5, friction: 0.3),
        (name: "sign", kind: Dynamic, shape: Box(half_extents: (0.1, 0.02, 0.1)), position: (-1.5, 0.0, 1.0)),
    ],
    joints: [(name: "nail", kind: Fixed, bodies: ("floor", "sign"), point: (-1.5, 0.0, 1.0), break_force: Some(1.0))],
)"#;

/// Steps of the run.
pub const STEPS: u64 = 9;

/// The workbench after the run: three panes, settings that change on the way, a pull, and a state set by hand.
pub fn bench() -> Workbench {
    let scene = load_str(SCENE, "everything.ron", Path::new("scenes")).expect("a valid scene");
    let models = [ContactModel::Standard, ContactModel::Lnc, ContactModel::SeparatingFeature];
    let mut bench = Workbench::new(scene, &models);
    for (k, pane) in bench.panes.iter_mut().enumerate() {
        pane.simulation.settings.count_traps = k != 1;
        pane.recording.push(pane.frame(false));
        for step in 0..STEPS {
            act(pane, k, step);
            let pull = Wrench { force: Vec3::new(3.0, -0.0, 0.5), torque: Vec3::new(0.0, 0.0, 1e-3) };
            let wrenches = if step == 4 { vec![(BodyId(3), pull)] } else { Vec::new() };
            take(pane, StepInput { wrenches });
        }
        pane.history.forget_wall_times();
        pane.read_truth();
    }
    bench.focused = 1;
    bench.time_step = bench.panes[1].simulation.settings.h;
    bench
}

/// What a user does before a step.
fn act(pane: &mut Pane, k: usize, step: u64) {
    let settings = &mut pane.simulation.settings;
    match (k, step) {
        (0, 2) => settings.solver.method = SolverMethod::BlockedGaussSeidel,
        (0, 5) => settings.contact.geometry = Some(Geometry::Implicit),
        (1, 3) => settings.contact.model = ContactModel::Peg,
        (1, 4) => settings.contact.detection_distance = Some(0.1),
        (2, 2) => (settings.restitution.law, settings.h) = (RestitutionLaw::Poisson, 0.005),
        (_, 6) => settings.joint_correction = true,
        (2, 7) => {
            pane.simulation.state.twists[3].linear = Vec3::new(-0.25, -0.0, 0.1);
            pane.recording.push(pane.frame(true));
        }
        _ => {}
    }
}

fn take(pane: &mut Pane, input: StepInput) {
    let record = pane.simulation.step(&input).expect("a step").clone();
    let (model, state) = (&pane.simulation.model, &pane.simulation.state);
    let (overlap, depth, _) = measure::truth(model, state);
    let sample = Sample::from_record(&record, overlap, depth, &measure::energy(model, state));
    pane.truth.worst_overlap = pane.truth.worst_overlap.max(overlap);
    pane.truth.worst_depth = pane.truth.worst_depth.max(depth);
    pane.truth.worst_joint_error = pane.truth.worst_joint_error.max(sample.joint_error);
    pane.history.push(sample);
    pane.recording.push(Frame {
        state: state.clone(),
        input,
        settings: pane.simulation.settings,
        scene: Arc::clone(&pane.scene),
        sprung_traps: record.sprung_traps,
        by_hand: false,
    });
}
