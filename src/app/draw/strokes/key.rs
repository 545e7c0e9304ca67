//! What a layer of lines was made from: as long as it is the same, the lines are.

use crate::app::bench::workbench::Pane;
use crate::app::command::look::Overlay;
use crate::app::draw::strokes::{Layer, Scene};
use crate::app::explain::picture::Picture;
use crate::app::look::rig::Rig;
use crate::app::look::view::{Selection, ViewSettings};
use crate::app::mouse::{gizmo, joint_handles as joint_hand};
use crate::app::run::spring::Spring;
use crate::math::{Pose, Twist};
use crate::step::StepRecord;
use crate::world::{BodyId, Model};
use std::sync::Arc;

/// Everything that the lines of a layer depend on.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    motion: Motion,
    /// The motion of the pane that is drawn as a ghost.
    first: Option<Motion>,
    /// First and last step of the recording, and its size, where trails are drawn.
    recording: Option<(Option<(u64, u64)>, usize)>,
    deepest: Option<(BodyId, BodyId)>,
    /// Step size (s).
    h: f64,
    view: ViewSettings,
    selection: Selection,
    spring: Option<Spring>,
    handles: Option<gizmo::Shown>,
    joint_handles: Option<joint_hand::Shown>,
    rig: Rig,
    picture: Option<Arc<Picture>>,
}

/// The state of a pane, as far as lines show it.
#[derive(Clone, Debug)]
struct Motion {
    // Held, so that no other model or record can take their place in memory.
    model: Arc<Model>,
    record: Option<Arc<StepRecord>>,
    step: u64,
    time: f64,
    poses: Vec<Pose>,
    /// Needed for the force of the spring.
    twists: Vec<Twist>,
    broken: Vec<usize>,
}

impl Motion {
    fn of(pane: &Pane) -> Self {
        let simulation = &pane.simulation;
        let state = &simulation.state;
        Self {
            model: simulation.model.clone(),
            record: pane.contacts().cloned(),
            step: state.step,
            time: state.time,
            poses: state.poses.clone(),
            twists: state.twists.clone(),
            broken: state.broken.clone(),
        }
    }
}

impl PartialEq for Motion {
    fn eq(&self, other: &Self) -> bool {
        let same_record = match (&self.record, &other.record) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        same_record
            && Arc::ptr_eq(&self.model, &other.model)
            && self.step == other.step
            && self.time == other.time
            && self.broken == other.broken
            && self.poses == other.poses
            && self.twists == other.twists
    }
}

impl Key {
    /// The key of a layer of a pane.
    pub fn of(scene: &Scene, layer: Layer) -> Self {
        // Written out in full: what is added to the scene must find its place here.
        let Scene { pane, index: _, first, view, selection, spring, handles, joint_handles, rig, picture } =
            *scene;
        let hand = layer == Layer::Hand;
        let step = !hand;
        let ghost = step && !std::ptr::eq(first, pane) && view.shows(Overlay::Ghost);
        let trails = step && view.shows(Overlay::Trails);
        let joints = view.shows(Overlay::Joints) && !pane.simulation.model.joints.is_empty();
        Self {
            motion: Motion::of(pane),
            first: ghost.then(|| Motion::of(first)),
            recording: trails.then(|| (pane.recording.range(), pane.recording.bytes())),
            deepest: pane.truth.deepest,
            h: pane.simulation.settings.h,
            view: view.clone(),
            selection: if hand {
                selection.clone()
            } else {
                // Joints of the selected body have its colour.
                let mut shown = Selection::default();
                shown.all(selection.bodies().filter(|_| joints));
                shown
            },
            spring: spring.filter(|_| hand),
            handles: handles.filter(|_| hand),
            joint_handles: joint_handles.filter(|_| hand),
            rig: *rig,
            picture: hand.then(|| picture.clone()),
        }
    }
}
