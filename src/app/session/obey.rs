//! Carries out what is asked of the program itself.

use crate::app::command::lesson::KeptLessons;
use crate::app::command::{SessionCommand, call};
use crate::app::messages::Messages;
use crate::app::past::recovery;
use crate::app::session::{Session, draft, leaving, lesson, preferences, tour};
use bevy::prelude::*;

/// Carries out a command.
pub fn carry_out(world: &mut World, command: SessionCommand) {
    match command {
        SessionCommand::Prefer(preference) => call(world, preferences::prefer, preference),
        SessionCommand::NoteRecent(path) => world.resource_mut::<Session>().recent.note(&path),
        SessionCommand::ForgetRecent(Some(path)) => world.resource_mut::<Session>().recent.forget(&path),
        SessionCommand::ForgetRecent(None) => world.resource_mut::<Session>().recent.clear(),
        SessionCommand::Tour(way) => call(world, tour::go, way),
        SessionCommand::Lesson(way) => call(world, lesson::go, way),
        SessionCommand::EditLesson(edit) => draft::obey::carry_out(world, edit),
        SessionCommand::TakeUpLessons(kept) => call(world, take_up_lessons, *kept),
        SessionCommand::Recover(name) => call(world, recovery::obey::take_up, name),
        SessionCommand::DeclineRecovery => call(world, recovery::obey::decline, ()),
        SessionCommand::DeleteLeft(name) => call(world, recovery::obey::delete, name),
        SessionCommand::Quit => call(world, leaving::leave, ()),
        SessionCommand::AnswerLeaving(answer) => call(world, leaving::answer, answer),
    }
}

/// Puts in place what another window left of lessons.
fn take_up_lessons(In(kept): In<KeptLessons>, mut session: ResMut<Session>, mut messages: ResMut<Messages>) {
    if let Err(sentence) = draft::kept::take_up(kept, &mut session) {
        messages.warn(sentence);
    }
}
