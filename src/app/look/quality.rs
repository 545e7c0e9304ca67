//! Low quality by itself where the graphics run on the processor.

use crate::app::command::look::Quality;
use crate::app::look::view::ViewSettings;
use crate::app::messages::Messages;
use crate::app::session::Session;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{PresentMode, PrimaryWindow};

/// Looks at the adapter once.
pub fn choose(
    adapter: Option<Res<RenderAdapterInfo>>,
    mut view: ResMut<ViewSettings>,
    mut messages: ResMut<Messages>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    session: Option<Res<Session>>,
) {
    let Some(adapter) = adapter else { return };
    // The type is not re-exported by the renderer, its name is.
    let by_processor = format!("{:?}", adapter.device_type) == "Cpu";
    if by_processor {
        // Waiting for the screen costs a software driver most of its frames.
        for mut window in &mut windows {
            window.present_mode = PresentMode::AutoNoVsync;
        }
    }
    if session.is_some_and(|session| session.preferences.quality.is_some()) {
        return;
    }
    if by_processor && view.quality == Quality::High {
        view.quality = Quality::Low;
        messages.info(tr!("quality-low-quality-was-chosen-graphics", adapter = adapter.name));
    }
}
