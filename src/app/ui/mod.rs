//! Panels, dialogs and theme: functions of the resources that write commands.

use bevy::prelude::*;

/// All panels.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, _app: &mut App) {}
}
