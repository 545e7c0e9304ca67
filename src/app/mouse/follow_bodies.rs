//! Bodies change their numbers when the scene is edited, and again when a moment before or after an edit is shown: what
//! refers to a body by its number follows it by its name, or lets go.

use crate::app::bench::workbench::Workbench;
use crate::app::look::view::Selection;
use crate::app::mouse::hand::Hand;
use crate::app::mouse::pointer::{Gesture, Pointer};
use crate::app::run::simulation::Driver;
use crate::world::{BodyId, Model};
use bevy::prelude::*;
use std::sync::Arc;

/// Keeps selection and hand with their bodies.
pub struct FollowBodiesPlugin;

impl Plugin for FollowBodiesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Known>();
    }
}

/// The bodies that the numbers refer to.
#[derive(Resource, Default)]
pub struct Known {
    model: Option<Arc<Model>>,
    /// Which of the scenes that were opened it is.
    loaded: u64,
}

impl Known {
    /// Says that the selection was made among these bodies already.
    pub fn note(&mut self, bench: &Workbench) {
        *self = Self { model: Some(Arc::clone(&bench.scene.model)), loaded: bench.loaded };
    }
}

/// Follows what changed, wherever it did: by a command, or by steps that crossed an edit.
pub fn follow(
    bench: Res<Workbench>,
    mut known: ResMut<Known>,
    mut selection: ResMut<Selection>,
    mut hand: ResMut<Hand>,
    mut driver: ResMut<Driver>,
    mut pointer: ResMut<Pointer>,
) {
    let model = &bench.scene.model;
    let before = known.loaded;
    let Some(old) = known.model.replace(Arc::clone(model)) else {
        known.loaded = bench.loaded;
        return;
    };
    known.loaded = bench.loaded;
    // What is selected and held belongs to the scene that went.
    if before != bench.loaded {
        *selection = Selection::default();
        *hand = Hand::default();
        driver.spring = None;
        return;
    }
    if Arc::ptr_eq(&old, model) {
        return;
    }
    let moved = |id: BodyId| renumbered(&old, model, id);
    // Written only on change, so that others can react to change.
    if selection.bodies().any(|body| moved(body) != Some(body)) {
        selection.renumber(moved);
    }
    // Joints have names of their own, or are called by their numbers.
    if let Some(joint) = selection.joint {
        let name = old.joints.get(joint).map(|joint| &joint.name);
        let now = model.joints.iter().position(|joint| Some(&joint.name) == name);
        // Renamed where it stands.
        let now = now.or_else(|| (old.joints.len() == model.joints.len()).then_some(joint));
        if now != Some(joint) {
            selection.joint = now;
        }
    }
    if let Some((pane, body)) = selection.hovered
        && moved(body) != Some(body)
    {
        selection.hovered = moved(body).map(|body| (pane, body));
    }
    // What is held or pulled is let go where it is another number now: the act was about the scene as it was.
    if hand.held.as_ref().is_some_and(|held| moved(held.body) != Some(held.body)) {
        hand.held = None;
        pointer.gesture = Gesture::Idle;
    }
    if driver.spring.is_some_and(|spring| moved(spring.body) != Some(spring.body)) {
        driver.spring = None;
    }
}

/// The number that the body has in another scene, by its name.
fn renumbered(old: &Model, new: &Model, id: BodyId) -> Option<BodyId> {
    let name = &old.bodies.get(id.0)?.name;
    if new.bodies.get(id.0).is_some_and(|body| body.name == *name) {
        return Some(id);
    }
    new.ids().find(|id| new.body(*id).name == *name).or_else(|| {
        // Renamed where it stands: nobody had that name before.
        let now = &new.bodies.get(id.0)?.name;
        let fresh = new.bodies.len() == old.bodies.len() && old.bodies.iter().all(|body| body.name != *now);
        fresh.then_some(id)
    })
}
