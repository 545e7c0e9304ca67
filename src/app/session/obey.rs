//! Carries out what is asked of the program itself.

use crate::app::bench::workbench::Workbench;
use crate::app::command::{SessionCommand, call};
use crate::app::messages::Messages;
use crate::app::session::{Session, preferences, tour};
use bevy::prelude::*;
use std::time::{Duration, Instant};

/// How long a warning before leaving counts.
const SECOND_THOUGHT: Duration = Duration::from_secs(20);

/// Carries out a command.
pub fn carry_out(world: &mut World, command: SessionCommand) {
    match command {
        SessionCommand::Prefer(preference) => call(world, preferences::prefer, preference),
        SessionCommand::ForgetRecent(Some(path)) => world.resource_mut::<Session>().recent.forget(&path),
        SessionCommand::ForgetRecent(None) => world.resource_mut::<Session>().recent.clear(),
        SessionCommand::Tour(way) => call(world, tour::go, way),
        SessionCommand::Quit => call(world, leave, ()),
    }
}

/// Leaves the program; with changes that are not saved only when asked twice.
fn leave(
    bench: Res<Workbench>,
    mut messages: ResMut<Messages>,
    mut asked: Local<Option<Instant>>,
    mut exit: MessageWriter<AppExit>,
) {
    let sure = asked.is_some_and(|at| at.elapsed() < SECOND_THOUGHT);
    if bench.is_edited() && !sure {
        *asked = Some(Instant::now());
        messages.warn(
            "The scene has changes that are not saved (Ctrl+S). Leave once more to leave without them.",
        );
        return;
    }
    exit.write(AppExit::Success);
}
