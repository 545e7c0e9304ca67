//! The title of the window: what scene it shows, and whether that is in its file.

use crate::app::bench::workbench::Workbench;
use crate::app::texts::{Language, language};
use crate::app::ui::scene_list::in_language;
use crate::scene::LoadedScene;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use std::sync::{Arc, Weak};

/// What the title was written from last: the newest scene, the one filed, and the language.
type Written = Option<(Weak<LoadedScene>, Weak<LoadedScene>, Language)>;

/// Writes the name of the scene into the title of the window, with a dot before it while it is not saved as it is.
pub fn entitle(
    bench: Res<Workbench>,
    mut window: Query<&mut Window, With<PrimaryWindow>>,
    mut written: Local<Written>,
) {
    let now = (Arc::downgrade(bench.newest_scene()), Arc::downgrade(&bench.filed), language());
    let same = |was: &(Weak<LoadedScene>, Weak<LoadedScene>, Language)| {
        was.0.ptr_eq(&now.0) && was.1.ptr_eq(&now.1) && was.2 == now.2
    };
    if written.as_ref().is_some_and(same) {
        return;
    }
    let Ok(mut window) = window.single_mut() else { return };
    // It compares whole scenes: once for each change.
    let dot = if bench.is_edited() { "● " } else { "" };
    window.title = format!("{dot}{} — pegsim", in_language(&bench.scene.name));
    *written = Some(now);
}
