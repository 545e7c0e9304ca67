//! What a user may prefer, and the commands that say so.

use crate::app::command::look::{Quality, Theme};
use crate::app::command::session::{Preference, ThemeChoice};
use crate::app::command::{AppCommand, LookCommand, SessionCommand};
use crate::app::look::view::ViewSettings;
use crate::app::session::Session;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme};

/// What the user prefers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preferences {
    /// Dark, light or as the system.
    pub theme: ThemeChoice,
    /// Rendering quality; `None`: chosen by the graphics hardware.
    pub quality: Option<Quality>,
    /// Read the scene again when its file changes.
    pub hot_reload: bool,
    /// Whether the tour was seen to its end, or skipped.
    pub tour_seen: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { theme: ThemeChoice::default(), quality: None, hot_reload: true, tour_seen: false }
    }
}

/// Carries out the commands about preferences.
pub fn apply(
    mut commands: MessageReader<AppCommand>,
    mut session: ResMut<Session>,
    mut view: ResMut<ViewSettings>,
) {
    for command in commands.read() {
        match command {
            AppCommand::Session(SessionCommand::Prefer(Preference::Theme(choice))) => {
                session.preferences.theme = *choice
            }
            AppCommand::Session(SessionCommand::Prefer(Preference::Quality(choice))) => {
                session.preferences.quality = *choice;
                if let Some(quality) = choice {
                    view.quality = *quality;
                }
            }
            AppCommand::Session(SessionCommand::Prefer(Preference::HotReload(on))) => {
                session.preferences.hot_reload = *on
            }
            // The handler of the view has changed them before.
            AppCommand::Look(LookCommand::ToggleTheme) => {
                session.preferences.theme = match view.theme {
                    Theme::Dark => ThemeChoice::Dark,
                    Theme::Light => ThemeChoice::Light,
                };
            }
            AppCommand::Look(LookCommand::ToggleQuality) | AppCommand::Look(LookCommand::SetQuality(_)) => {
                session.preferences.quality = Some(view.quality);
            }
            AppCommand::Look(LookCommand::ChangeUiScale(larger)) => {
                // In steps of a tenth, whatever the size was before.
                let step = if *larger { 0.1 } else { -0.1 };
                view.ui_scale = (((view.ui_scale + step) * 10.0).round() / 10.0).clamp(0.5, 3.0);
            }
            _ => {}
        }
    }
}

/// Makes the preferred look the current one.
pub fn follow_theme(
    session: Res<Session>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut view: ResMut<ViewSettings>,
) {
    let wanted = match session.preferences.theme {
        ThemeChoice::Dark => Some(Theme::Dark),
        ThemeChoice::Light => Some(Theme::Light),
        ThemeChoice::System => window.and_then(|window| window.window_theme).map(|theme| match theme {
            WindowTheme::Dark => Theme::Dark,
            WindowTheme::Light => Theme::Light,
        }),
    };
    if let Some(theme) = wanted
        && view.theme != theme
    {
        view.theme = theme;
    }
}

/// Keeps what the window says of its look when the desktop's look changes.
pub fn note_system_theme(
    mut changes: MessageReader<bevy::window::WindowThemeChanged>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    for change in changes.read() {
        if let Ok(mut window) = windows.get_mut(change.window)
            && window.window_theme != Some(change.theme)
        {
            window.window_theme = Some(change.theme);
        }
    }
}
