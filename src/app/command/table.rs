//! The one table of names, tooltips and shortcuts of commands.

mod acting;
mod showing;

use super::AppCommand;
use bevy::prelude::*;
use std::sync::LazyLock;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// The key.
    pub key: KeyCode,
    /// With control (on macOS: command).
    pub ctrl: bool,
    /// With shift.
    pub shift: bool,
}

impl Shortcut {
    /// As shown in tooltips and in the help window.
    pub fn label(&self) -> String {
        let key = match self.key {
            KeyCode::Space => "Space".to_owned(),
            KeyCode::ArrowRight => "→".to_owned(),
            KeyCode::ArrowLeft => "←".to_owned(),
            KeyCode::Escape => "Esc".to_owned(),
            KeyCode::Tab => "Tab".to_owned(),
            KeyCode::Equal => "+".to_owned(),
            KeyCode::Minus => "−".to_owned(),
            KeyCode::PageDown => "Page Down".to_owned(),
            KeyCode::PageUp => "Page Up".to_owned(),
            KeyCode::Comma => ",".to_owned(),
            KeyCode::BracketLeft => "[".to_owned(),
            KeyCode::BracketRight => "]".to_owned(),
            KeyCode::Period => ".".to_owned(),
            other => {
                let name = format!("{other:?}");
                name.strip_prefix("Key").or(name.strip_prefix("Digit")).unwrap_or(&name).to_owned()
            }
        };
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{key}")
    }
}

/// Headings of the help window, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Running and stepping.
    Time,
    /// Scenes and files.
    Scene,
    /// Building and changing scenes.
    Edit,
    /// Contact models and panes.
    Panes,
    /// The solver and its problems.
    Solver,
    /// What is drawn over the bodies.
    Overlays,
    /// What is selected.
    Selection,
    /// Camera and appearance.
    View,
    /// Pictures, films and numbers as files.
    Output,
    /// The program itself.
    Program,
}

impl Group {
    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::Scene => "Scenes",
            Self::Edit => "Building",
            Self::Panes => "Panes and models",
            Self::Solver => "Solver",
            Self::Overlays => "Overlays",
            Self::Selection => "Selection",
            Self::View => "View",
            Self::Output => "Pictures and numbers",
            Self::Program => "Program",
        }
    }
}

/// A command with what a person needs to know about it.
#[derive(Clone, Debug)]
pub struct CommandInfo {
    /// What it does.
    pub command: AppCommand,
    /// Name on buttons and in help.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub tooltip: &'static str,
    /// Default shortcut.
    pub shortcut: Option<Shortcut>,
    /// Where help lists it.
    pub group: Group,
}

/// Mouse gestures, for the help window.
pub const MOUSE: &[(&str, &str)] = &[
    ("Left drag on a body, running", "pull it with a spring; the force is shown and clamped"),
    ("Left drag on a body, paused", "move it, and all that joints hold to it, as far as nothing overlaps"),
    (
        "Left drag on the cross or the arrow of a joint",
        "move its point or turn its axis, while it is edited in the inspector and the clock stands at the start",
    ),
    ("Left click", "select a body, or a contact's mark; on a selected mark: the body"),
    ("Shift+left click", "select another body beside those that are selected, or let it go"),
    ("Shift+left drag", "select all that lies wholly within the rectangle"),
    ("Ctrl+left click on a second body", "explain what holds it and the selected body apart"),
    ("Left drag on empty space, right drag", "orbit (in a 2D scene: pan)"),
    ("Middle drag, Shift+right drag", "pan"),
    ("Wheel", "zoom towards the pointer"),
    ("Drop a file on the window", "load the scene (.ron)"),
];

/// The table of all commands without arguments, in the order of the help window.
pub fn table() -> &'static [CommandInfo] {
    static TABLE: LazyLock<Vec<CommandInfo>> = LazyLock::new(build_table);
    &TABLE
}

/// The entry of a command, for buttons and tooltips.
pub fn info(command: &AppCommand) -> Option<&'static CommandInfo> {
    table().iter().find(|entry| entry.command == *command)
}

/// Name, tooltip and shortcut of a command in one string, for hovering.
pub fn tooltip(command: &AppCommand) -> String {
    info(command).map_or_else(String::new, |entry| match entry.shortcut {
        Some(shortcut) => format!("{} ({})\n{}", entry.name, shortcut.label(), entry.tooltip),
        None => format!("{}\n{}", entry.name, entry.tooltip),
    })
}

/// The rows so far.
struct Table(Vec<CommandInfo>);

impl Table {
    fn add(
        &mut self,
        group: Group,
        command: impl Into<AppCommand>,
        name: &'static str,
        shortcut: Option<Shortcut>,
        tooltip: &'static str,
    ) {
        self.0.push(CommandInfo { command: command.into(), name, tooltip, shortcut, group });
    }
}

fn build_table() -> Vec<CommandInfo> {
    let mut table = Table(Vec::new());
    acting::add(&mut table);
    showing::add(&mut table);
    table.0
}

fn plain(key: KeyCode) -> Option<Shortcut> {
    Some(Shortcut { key, ctrl: false, shift: false })
}

fn shift(key: KeyCode) -> Option<Shortcut> {
    Some(Shortcut { key, ctrl: false, shift: true })
}

fn ctrl(key: KeyCode) -> Option<Shortcut> {
    Some(Shortcut { key, ctrl: true, shift: false })
}

fn both(key: KeyCode) -> Option<Shortcut> {
    Some(Shortcut { key, ctrl: true, shift: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_shortcut_is_given_twice() {
        let table = table();
        for (i, a) in table.iter().enumerate() {
            for b in &table[i + 1..] {
                assert!(
                    a.shortcut.is_none() || a.shortcut != b.shortcut,
                    "`{}` and `{}` share {:?}",
                    a.name,
                    b.name,
                    a.shortcut.map(|s| s.label())
                );
            }
        }
    }

    #[test]
    fn every_command_of_the_table_is_found_by_itself() {
        for entry in table() {
            assert_eq!(info(&entry.command).map(|e| e.name), Some(entry.name));
            assert!(tooltip(&entry.command).contains(entry.tooltip));
        }
    }
}
