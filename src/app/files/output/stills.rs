//! Pictures of the window or of the views: asked of the renderer in one frame, written beside the later ones.

use crate::app::files::output::{Jobs, OutputState, give_back};
use crate::app::files::picture::write_png;
use crate::app::look::view::Viewports;
use crate::app::messages::Messages;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use std::path::{Path, PathBuf};

/// Takes pictures.
pub struct StillsPlugin;

impl Plugin for StillsPlugin {
    fn build(&self, app: &mut App) {
        app.add_observer(write);
    }
}

/// Where a picture goes when it comes back.
#[derive(Component, Clone, Debug)]
struct Still {
    path: PathBuf,
    crop: Option<URect>,
}

/// Asks for a picture of the window, to a file or to the next numbered one.
pub fn of_window(
    In(path): In<Option<PathBuf>>,
    output: Res<OutputState>,
    mut messages: ResMut<Messages>,
    mut commands: Commands,
) {
    match path.map_or_else(|| new_picture(&output), Ok) {
        Ok(path) => {
            commands.spawn((Screenshot::primary_window(), Still { path, crop: None }));
        }
        Err(text) => messages.error(text),
    }
}

/// Asks for a picture of the views with their headings.
pub fn of_views(
    output: Res<OutputState>,
    viewports: Res<Viewports>,
    mut messages: ResMut<Messages>,
    mut commands: Commands,
) {
    match new_picture(&output) {
        Ok(path) => {
            commands.spawn((Screenshot::primary_window(), Still { path, crop: views(&viewports) }));
        }
        Err(text) => messages.error(text),
    }
}

fn new_picture(output: &OutputState) -> Result<PathBuf, String> {
    output.free_file("pegsim", "png")
}

/// The part of the window with the views and their headings (physical pixels).
pub fn views(viewports: &Viewports) -> Option<URect> {
    let central = viewports.central?;
    let part = URect::from_corners(central.min.round().as_uvec2(), central.max.round().as_uvec2());
    (part.width() > 0 && part.height() > 0).then_some(part)
}

fn write(event: On<ScreenshotCaptured>, stills: Query<&Still>, mut jobs: ResMut<Jobs>) {
    let Ok(Still { path, crop }) = stills.get(event.entity).cloned() else { return };
    let image = event.image.clone();
    jobs.start(move || picture(image, crop, &path).map(|()| tr!("output-picture", path = path.display())));
}

/// Writes a picture; the name taken for it is given back.
fn picture(image: Image, crop: Option<URect>, path: &Path) -> Result<(), String> {
    let written = write_png(image, crop, path);
    give_back(path);
    written.map_err(|error| tr!("output-picture-was-not-taken", error = error))
}
