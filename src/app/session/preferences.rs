//! What a user may prefer, and the commands that say so.

use crate::app::command::AppCommand;
use crate::app::look::view::{Quality, Theme, ViewSettings};
use crate::app::session::Session;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme};
use serde::{Deserialize, Serialize};

/// Which of the two looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Always dark.
    #[default]
    Dark,
    /// Always light.
    Light,
    /// As the desktop has it, where it says so.
    System,
}

impl ThemeChoice {
    /// All of them, in the order of the buttons.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::System];

    /// Name of the button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::System => "As the system",
        }
    }

    /// What it does.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Dark => "Dark panels and a dark background.",
            Self::Light => "Light panels and a light background, also for print and projectors.",
            Self::System => {
                "The look that the desktop asks for, also when it changes. Where the desktop does not say (most X11 \
                 desktops), the look stays as it is."
            }
        }
    }
}

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

/// One preference, as a command sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    /// Dark, light or as the system.
    Theme(ThemeChoice),
    /// Rendering quality; `None`: chosen by the graphics hardware at the next start.
    Quality(Option<Quality>),
    /// Read the scene again when its file changes.
    HotReload(bool),
}

/// Carries out the commands about preferences.
pub fn apply(
    mut commands: MessageReader<AppCommand>,
    mut session: ResMut<Session>,
    mut view: ResMut<ViewSettings>,
) {
    for command in commands.read() {
        match command {
            AppCommand::Prefer(Preference::Theme(choice)) => session.preferences.theme = *choice,
            AppCommand::Prefer(Preference::Quality(choice)) => {
                session.preferences.quality = *choice;
                if let Some(quality) = choice {
                    view.quality = *quality;
                }
            }
            AppCommand::Prefer(Preference::HotReload(on)) => session.preferences.hot_reload = *on,
            // The handler of the view has changed them before.
            AppCommand::ToggleTheme => {
                session.preferences.theme = match view.theme {
                    Theme::Dark => ThemeChoice::Dark,
                    Theme::Light => ThemeChoice::Light,
                };
            }
            AppCommand::ToggleQuality | AppCommand::SetQuality(_) => {
                session.preferences.quality = Some(view.quality);
            }
            AppCommand::ChangeUiScale(larger) => {
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
