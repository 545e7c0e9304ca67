//! Carries out the commands about the views; follows a body with the cameras.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::command::LookCommand;
use crate::app::command::look::{Overlay, Quality, Theme};
use crate::app::look::camera::Rigs;
use crate::app::look::convert::to_view;
use crate::app::look::view::{Selection, ViewSettings};
use crate::app::messages::Messages;
use crate::world::BodyId;
use bevy::prelude::*;

/// Carries out a command about the views.
pub fn carry_out(
    In(command): In<LookCommand>,
    bench: Res<Workbench>,
    selection: Res<Selection>,
    mut view: ResMut<ViewSettings>,
    mut rigs: ResMut<Rigs>,
    mut messages: ResMut<Messages>,
) {
    match command {
        LookCommand::ToggleOverlay(overlay) => {
            let shown = view.shows(overlay);
            view.set(overlay, !shown);
        }
        LookCommand::SetGhost(pane) => {
            view.ghost = pane;
            view.set(Overlay::Ghost, true);
        }
        LookCommand::NextGhost => {
            let count = bench.panes.len();
            // The first time it shows what is chosen already.
            if view.shows(Overlay::Ghost) {
                view.ghost = (view.ghost.min(count - 1) + 1) % count;
            }
            view.set(Overlay::Ghost, true);
            if count < 2 {
                messages.info(tr!("viewing-there-one-pane-only-ghost"));
            }
        }
        LookCommand::ToggleFollow => {
            view.following = if view.following.is_some() { None } else { selection.body };
            match view.following.and_then(|id| bench.scene.model.bodies.get(id.0)) {
                Some(body) => messages.info(tr!("viewing-camera-follows", body = body.name)),
                None if selection.body.is_none() => messages.info(tr!("viewing-select-body-follow-first")),
                None => messages.info(tr!("viewing-camera-stands-still-again")),
            }
        }
        LookCommand::SetQuality(quality) => view.quality = quality,
        LookCommand::ToggleQuality => {
            view.quality = match view.quality {
                Quality::Low => Quality::High,
                Quality::High => Quality::Low,
            };
        }
        LookCommand::ToggleTheme => {
            view.theme = match view.theme {
                Theme::Light => Theme::Dark,
                Theme::Dark => Theme::Light,
            };
        }
        LookCommand::SetTheme(theme) => view.theme = theme,
        LookCommand::SetUiScale(scale) => {
            if scale.is_finite() {
                view.ui_scale = scale.clamp(0.5, 3.0);
            }
        }
        LookCommand::ChangeUiScale(larger) => {
            // In steps of a tenth, whatever the size was before.
            let step = if larger { 0.1 } else { -0.1 };
            view.ui_scale = (((view.ui_scale + step) * 10.0).round() / 10.0).clamp(0.5, 3.0);
        }
        LookCommand::FrameScene => rigs.frame_scene(&bench),
        LookCommand::FrameSelection => rigs.frame_selection(&bench, &selection),
        LookCommand::LookFrom(camera) => rigs.look_as(&camera),
        LookCommand::View(standard) => rigs.look_from(standard, &bench),
        LookCommand::ToggleProjection => {
            view.orthographic = !view.orthographic;
            rigs.set_orthographic(view.orthographic);
        }
    }
}

/// Where the followed body was, and in which scene.
#[derive(Default)]
pub struct Followed {
    body: Option<(u64, BodyId)>,
    places: [Option<Vec3>; MAX_PANES],
}

/// The cameras go as far as the body did: where it is in the picture stays the same.
pub fn follow(
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
