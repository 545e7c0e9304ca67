//! Every user action: the message [`AppCommand`], and in [`table()`] its name, tooltip and shortcut.
//!
//! One enum for each folder of the app that carries commands out. Panels, keys and the mouse write commands;
//! [`crate::app::dispatch`] takes them in the order in which they were written and hands each to its folder. This is the
//! bottom floor of the app: nothing here knows what carries a command out.

pub mod build;
pub mod explain;
pub mod files;
pub mod joint;
pub mod lesson;
pub mod look;
pub mod panel;
pub mod past;
pub mod purpose;
pub mod run;
pub mod select;
pub mod session;
pub mod shapes;
mod table;

use bevy::prelude::*;

pub use build::BuildCommand;
pub use explain::ExplainCommand;
pub use files::FilesCommand;
pub use joint::JointCommand;
pub use look::LookCommand;
pub use panel::PanelCommand;
pub use past::PastCommand;
pub use run::RunCommand;
pub use select::SelectCommand;
pub use session::SessionCommand;
pub use table::{CommandInfo, Group, Shortcut, gestures, info, table, tooltip};

/// Something the user wants, by the folder that carries it out.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum AppCommand {
    /// The clock, the panes and their settings.
    Run(RunCommand),
    /// The recorded past and what was done.
    Past(PastCommand),
    /// Building.
    Build(BuildCommand),
    /// Joints, drives and paths.
    Joint(JointCommand),
    /// The picture.
    Look(LookCommand),
    /// Choosing bodies and contacts.
    Select(SelectCommand),
    /// Explaining.
    Explain(ExplainCommand),
    /// Files.
    Files(FilesCommand),
    /// The program and its user.
    Session(SessionCommand),
    /// The panels.
    Panel(PanelCommand),
    /// Let go of what is being dragged; otherwise deselect and close windows: everybody's, in a stated order.
    Cancel,
}

impl From<RunCommand> for AppCommand {
    fn from(command: RunCommand) -> Self {
        Self::Run(command)
    }
}

impl From<PastCommand> for AppCommand {
    fn from(command: PastCommand) -> Self {
        Self::Past(command)
    }
}

impl From<BuildCommand> for AppCommand {
    fn from(command: BuildCommand) -> Self {
        Self::Build(command)
    }
}

impl From<JointCommand> for AppCommand {
    fn from(command: JointCommand) -> Self {
        Self::Joint(command)
    }
}

impl From<LookCommand> for AppCommand {
    fn from(command: LookCommand) -> Self {
        Self::Look(command)
    }
}

impl From<SelectCommand> for AppCommand {
    fn from(command: SelectCommand) -> Self {
        Self::Select(command)
    }
}

impl From<ExplainCommand> for AppCommand {
    fn from(command: ExplainCommand) -> Self {
        Self::Explain(command)
    }
}

impl From<FilesCommand> for AppCommand {
    fn from(command: FilesCommand) -> Self {
        Self::Files(command)
    }
}

impl From<SessionCommand> for AppCommand {
    fn from(command: SessionCommand) -> Self {
        Self::Session(command)
    }
}

impl From<PanelCommand> for AppCommand {
    fn from(command: PanelCommand) -> Self {
        Self::Panel(command)
    }
}

/// Runs a handler with what it is given, now. Handlers are systems, so that they name what they read and write.
///
/// # Panics
/// When the handler names a resource that the app has not: a fault of the program.
pub fn call<I, O, M, S>(world: &mut World, handler: S, input: I::Inner<'_>) -> O
where
    I: SystemInput + 'static,
    O: 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    match world.run_system_cached_with(handler, input) {
        Ok(outcome) => outcome,
        Err(error) => panic!("a handler of commands did not run: {error}"),
    }
}
