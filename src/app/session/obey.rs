//! Carries out what is asked of the program itself.

use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::KeptLessons;
use crate::app::command::{SessionCommand, call};
use crate::app::messages::Messages;
use crate::app::past::recovery;
use crate::app::past::undo::UndoStack;
use crate::app::session::{Session, draft, lesson, preferences, tour};
use bevy::prelude::*;
use std::time::{Duration, Instant};

/// How long a warning before leaving counts.
const SECOND_THOUGHT: Duration = Duration::from_secs(20);

/// How many things that are not saved are named.
const NAMED: usize = 2;

/// Carries out a command.
pub fn carry_out(world: &mut World, command: SessionCommand) {
    match command {
        SessionCommand::Prefer(preference) => call(world, preferences::prefer, preference),
        SessionCommand::ForgetRecent(Some(path)) => world.resource_mut::<Session>().recent.forget(&path),
        SessionCommand::ForgetRecent(None) => world.resource_mut::<Session>().recent.clear(),
        SessionCommand::Tour(way) => call(world, tour::go, way),
        SessionCommand::Lesson(way) => call(world, lesson::go, way),
        SessionCommand::EditLesson(edit) => draft::obey::carry_out(world, edit),
        SessionCommand::TakeUpLessons(kept) => call(world, take_up_lessons, *kept),
        SessionCommand::Recover(name) => call(world, recovery::obey::take_up, name),
        SessionCommand::DeclineRecovery => call(world, recovery::obey::decline, ()),
        SessionCommand::DeleteLeft(name) => call(world, recovery::obey::delete, name),
        SessionCommand::Quit => call(world, leave, ()),
    }
}

/// Puts in place what another window left of lessons.
fn take_up_lessons(In(kept): In<KeptLessons>, mut session: ResMut<Session>, mut messages: ResMut<Messages>) {
    if let Err(sentence) = draft::kept::take_up(kept, &mut session) {
        messages.warn(sentence);
    }
}

/// Leaves the program; with work that is in no file only when asked twice.
fn leave(
    bench: Res<Workbench>,
    undo: Res<UndoStack>,
    mut messages: ResMut<Messages>,
    mut asked: Local<Option<Instant>>,
    mut exit: MessageWriter<AppExit>,
    mut recovery: ResMut<recovery::Recovery>,
    session: Res<Session>,
) {
    let sure = asked.is_some_and(|at| at.elapsed() < SECOND_THOUGHT);
    let mut lost = undo.lost(&bench);
    lost.extend(draft::obey::lost(&session));
    if !lost.is_empty() && !sure {
        *asked = Some(Instant::now());
        let more = lost.len().saturating_sub(NAMED);
        lost.truncate(NAMED);
        let more = if more > 0 { tr!("leave-more", more = more) } else { String::new() };
        let lost = lost.join(", ");
        messages.warn(tr!("leave-there-work-that-not-saved", lost = lost, more = more));
        return;
    }
    recovery.leave();
    exit.write(AppExit::Success);
}
