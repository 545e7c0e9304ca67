//! The one table of names, tooltips and shortcuts of commands.

mod acting;
mod showing;

use super::AppCommand;
use crate::app::texts::EachLanguage;
use bevy::prelude::*;

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
            KeyCode::Space => tr!("key-space").to_owned(),
            KeyCode::ArrowRight => "→".to_owned(),
            KeyCode::ArrowLeft => "←".to_owned(),
            KeyCode::Escape => tr!("key-esc").to_owned(),
            KeyCode::Tab => tr!("key-tab").to_owned(),
            KeyCode::Equal => "+".to_owned(),
            KeyCode::Minus => "−".to_owned(),
            KeyCode::PageDown => tr!("key-page-down").to_owned(),
            KeyCode::PageUp => tr!("key-page-up").to_owned(),
            KeyCode::Home => tr!("key-home").to_owned(),
            KeyCode::Delete => tr!("key-delete").to_owned(),
            KeyCode::Comma => ",".to_owned(),
            KeyCode::BracketLeft => "[".to_owned(),
            KeyCode::BracketRight => "]".to_owned(),
            KeyCode::Period => ".".to_owned(),
            other => {
                let name = format!("{other:?}");
                name.strip_prefix("Key").or(name.strip_prefix("Digit")).unwrap_or(&name).to_owned()
            }
        };
        let ctrl = if self.ctrl { tr!("key-ctrl") } else { "" };
        let shift = if self.shift { tr!("key-shift") } else { "" };
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
            Self::Time => tr!("group-time"),
            Self::Scene => tr!("group-scenes"),
            Self::Edit => tr!("group-building"),
            Self::Panes => tr!("group-panes-models"),
            Self::Solver => tr!("group-solver"),
            Self::Overlays => tr!("group-overlays"),
            Self::Selection => tr!("group-selection"),
            Self::View => tr!("group-view"),
            Self::Output => tr!("group-pictures-numbers"),
            Self::Program => tr!("group-program"),
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
pub fn gestures() -> [(&'static str, &'static str); 12] {
    [
        (tr!("mouse-left-drag-on-body-running"), tr!("mouse-pull-with-spring-force-shown")),
        (tr!("mouse-left-drag-on-body-paused"), tr!("mouse-move-all-that-joints-hold")),
        (tr!("mouse-left-drag-on-cross-or"), tr!("mouse-move-its-point-or-turn")),
        (tr!("mouse-left-click"), tr!("mouse-select-body-or-contact-mark")),
        (tr!("mouse-left-click-on-group"), tr!("mouse-select-group-then-body")),
        (tr!("mouse-shift-left-click"), tr!("mouse-select-another-body-beside-those")),
        (tr!("mouse-shift-left-drag"), tr!("mouse-select-all-that-lies-wholly")),
        (tr!("mouse-ctrl-left-click-on-second"), tr!("mouse-explain-what-holds-selected-body")),
        (tr!("mouse-left-drag-on-empty-space"), tr!("mouse-orbit-in-2d-scene-pan")),
        (tr!("mouse-middle-drag-shift-right-drag"), tr!("mouse-pan")),
        (tr!("mouse-wheel"), tr!("mouse-zoom-towards-pointer")),
        (tr!("mouse-drop-file-on-window"), tr!("mouse-load-scene-ron")),
    ]
}

/// The table of all commands without arguments, in the order of the help window.
pub fn table() -> &'static [CommandInfo] {
    static TABLE: EachLanguage<Vec<CommandInfo>> = EachLanguage::new();
    TABLE.get(build_table)
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
