//! What a user may prefer, and the commands that say so.

use crate::app::command::look::{Quality, Theme};
use crate::app::command::session::{AngleUnit, Preference, ThemeChoice};
use crate::app::command::{AppCommand, LookCommand};
use crate::app::look::view::ViewSettings;
use crate::app::messages::Messages;
use crate::app::session::Session;
use crate::app::texts::{self, Language};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme};

/// What the user prefers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preferences {
    /// Dark, light or as the system.
    pub theme: ThemeChoice,
    /// Rendering quality; `None`: chosen by the graphics hardware.
    pub quality: Option<Quality>,
    /// Language of the window; `None`: as the system.
    pub language: Option<Language>,
    /// Unit of angles.
    pub angles: AngleUnit,
    /// Read the scene again when its file changes.
    pub hot_reload: bool,
    /// Whether the tour was seen to its end, or skipped.
    pub tour_seen: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            quality: None,
            language: None,
            angles: AngleUnit::default(),
            hot_reload: true,
            tour_seen: false,
        }
    }
}

/// Notes a preference. A quality and a language are also put to work at once; a look is by [`follow_theme`].
pub fn prefer(
    In(preference): In<Preference>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    match preference {
        Preference::Theme(choice) => session.preferences.theme = choice,
        Preference::Quality(choice) => {
            session.preferences.quality = choice;
            if let Some(quality) = choice {
                commands.write(LookCommand::SetQuality(quality).into());
            }
        }
        Preference::Language(choice) => {
            session.preferences.language = choice;
            texts::show(choice.unwrap_or_else(Language::of_system));
            if let Some(open) = &mut session.lesson {
                open.speak(&mut messages);
            }
        }
        Preference::Angles(unit) => session.preferences.angles = unit,
        Preference::HotReload(on) => session.preferences.hot_reload = on,
    }
}

/// A look or a quality that was chosen in the views is preferred from then on.
pub fn note_look(In(command): In<LookCommand>, view: Res<ViewSettings>, mut session: ResMut<Session>) {
    match command {
        LookCommand::ToggleTheme => {
            session.preferences.theme = match view.theme {
                Theme::Dark => ThemeChoice::Dark,
                Theme::Light => ThemeChoice::Light,
            };
        }
        LookCommand::ToggleQuality | LookCommand::SetQuality(_) => {
            session.preferences.quality = Some(view.quality);
        }
        LookCommand::SetTheme(_)
        | LookCommand::ToggleOverlay(_)
        | LookCommand::SetGhost(_)
        | LookCommand::NextGhost
        | LookCommand::ToggleFollow
        | LookCommand::SetUiScale(_)
        | LookCommand::ChangeUiScale(_)
        | LookCommand::FrameScene
        | LookCommand::FrameSelection
        | LookCommand::View(_)
        | LookCommand::LookFrom(_)
        | LookCommand::ToggleProjection => {}
    }
}

/// Asks for the preferred look where another one is shown.
pub fn follow_theme(
    session: Res<Session>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    view: Res<ViewSettings>,
    mut commands: MessageWriter<AppCommand>,
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
        commands.write(LookCommand::SetTheme(theme).into());
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
