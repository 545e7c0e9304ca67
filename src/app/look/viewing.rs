//! Following a body with the cameras, and whose ghost is shown.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::command::look::Overlay;
use crate::app::command::{AppCommand, LookCommand};
use crate::app::look::camera;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::to_view;
use crate::app::look::view::{Selection, ViewSettings};
use crate::app::messages::Messages;
use crate::app::run::simulation::FrameStage;
use crate::world::BodyId;
use bevy::prelude::*;

/// Follows.
pub struct ViewingPlugin;

impl Plugin for ViewingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, obey.in_set(FrameStage::Ask))
            .add_systems(Update, follow.in_set(FrameStage::Show).before(camera::place_cameras));
    }
}

fn obey(
    mut commands: MessageReader<AppCommand>,
    bench: Res<Workbench>,
    selection: Res<Selection>,
    mut view: ResMut<ViewSettings>,
    mut messages: ResMut<Messages>,
) {
    for command in commands.read() {
        match command {
            AppCommand::Look(LookCommand::SetGhost(pane)) => {
                view.ghost = *pane;
                view.set(Overlay::Ghost, true);
            }
            AppCommand::Look(LookCommand::NextGhost) => {
                let count = bench.panes.len();
                // The first time it shows what is chosen already.
                if view.shows(Overlay::Ghost) {
                    view.ghost = (view.ghost.min(count - 1) + 1) % count;
                }
                view.set(Overlay::Ghost, true);
                if count < 2 {
                    messages.info("There is one pane only: a ghost needs another one.");
                }
            }
            AppCommand::Look(LookCommand::ToggleFollow) => {
                view.following = if view.following.is_some() { None } else { selection.body };
                match view.following.and_then(|id| bench.scene.model.bodies.get(id.0)) {
                    Some(body) => messages.info(format!("The camera follows `{}`.", body.name)),
                    None if selection.body.is_none() => messages.info("Select a body to follow first."),
                    None => messages.info("The camera stands still again."),
                }
            }
            _ => {}
        }
    }
}

/// Where the followed body was, and in which scene.
#[derive(Default)]
struct Followed {
    body: Option<(u64, BodyId)>,
    places: [Option<Vec3>; MAX_PANES],
}

/// The cameras go as far as the body did: where it is in the picture stays the same.
fn follow(
    bench: Res<Workbench>,
    mut view: ResMut<ViewSettings>,
    mut rigs: ResMut<Rigs>,
    mut followed: Local<Followed>,
) {
    let now = view.following.map(|id| (bench.scene_generation, id));
    if followed.body != now {
        let other_scene = followed.body.is_some_and(|(generation, _)| generation != bench.scene_generation);
        *followed = Followed { body: now, ..Followed::default() };
        if other_scene && view.following.is_some() {
            view.following = None;
            followed.body = None;
        }
    }
    let Some(id) = view.following else { return };
    let panes = if rigs.are_linked() { vec![bench.focused] } else { (0..bench.panes.len()).collect() };
    for (pane, place) in followed.places.iter_mut().enumerate() {
        let state = bench.panes.get(pane).map(|p| &p.simulation.state);
        let here = state.and_then(|s| s.poses.get(id.0)).map(|pose| to_view(&pose.position));
        if let (Some(before), Some(here)) = (*place, here)
            && panes.contains(&pane)
            && before != here
            && here.is_finite()
        {
            rigs.carry(pane, here - before);
        }
        *place = here;
    }
}
