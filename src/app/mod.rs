//! The desktop application: panes of contact models side by side, with one scene, one mouse and one clock.
//!
//! | file | concern |
//! | --- | --- |
//! | `workbench`, `history`, `recording` | the physics that panels and overlays read |
//! | `command` | every user action, with its name, tooltip and shortcut |
//! | `view`, `messages` | what is shown, and what is said |
//! | `ui/` | panels, dialogs, theme |

pub mod advance;
pub mod apply;
pub mod command;
pub mod convert;
pub mod history;
pub mod input;
pub mod measure;
pub mod messages;
pub mod recording;
pub mod scenes;
pub mod simulation;
pub mod spring;
pub mod timeline;
pub mod ui;
pub mod view;
pub mod workbench;

use std::path::PathBuf;

/// How the application starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scene to open; `None`: the default scene.
    pub scene: Option<PathBuf>,
    /// Flat shading without shadows, whatever the graphics hardware.
    pub low_quality: bool,
    /// Print a status line (JSON) to stdout for tests that drive the window.
    pub script: Option<PathBuf>,
    /// Size of the window (logical pixels).
    pub window: Option<(u32, u32)>,
}

/// Opens the window and runs until it is closed.
///
/// # Errors
/// A sentence when the application cannot start.
pub fn run(_options: Options) -> Result<(), String> {
    Err("the application is being built".to_owned())
}
