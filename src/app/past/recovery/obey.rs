//! Takes up what another window left, or lets it be.

use super::decode::{self, Recovered};
use super::document::Document;
use super::folder::{Left, Session};
use super::{Recovery, Stamp};
use crate::app::bench::workbench::Workbench;
use crate::app::command::{AppCommand, SessionCommand};
use crate::app::messages::Messages;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, Mode};
use crate::app::session::Session as Open;
use crate::app::session::draft::obey::lost as lost_lesson;
use crate::app::ui::scene_list::in_language;
use crate::app::wake::beside;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::time::Duration;

/// How long it is waited until the work of this window is kept, before it gives way to another.
const PATIENCE: Duration = Duration::from_secs(10);

/// A session that is being read; nobody else has it meanwhile.
pub struct Taking {
    left: Left,
    session: Session,
    task: Task<Result<Recovered, String>>,
}

impl Taking {
    /// Name of the session.
    pub fn name(&self) -> String {
        self.left.name()
    }
}

/// Takes up the work of a session: reads it, beside the frames.
pub fn take_up(
    In(name): In<String>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut recovery: ResMut<Recovery>,
    mut messages: ResMut<Messages>,
    open: Res<Open>,
    mut commands: MessageWriter<AppCommand>,
) {
    if recovery.taking.is_some() {
        messages.info(tr!("recovering-session-being-read-already"));
        return;
    }
    let Some(left) = recovery.left.iter().find(|left| left.name() == name).cloned() else {
        messages.warn(tr!("recovering-there-no-session", name = name));
        return;
    };
    let session = match Session::take_up(&left.folder) {
        Ok(session) => session,
        Err(reason) => {
            messages.warn(format!("{reason}."));
            return;
        }
    };
    let (folder, list) = (left.folder.clone(), left.list.clone());
    match driver.mode {
        Mode::Background => {
            messages.info(tr!("recovering-reading-what-was-kept", scene = left.list.about.scene));
            let task = beside(move || decode::read(&folder, &list));
            recovery.taking = Some(Taking { left, session, task });
        }
        Mode::Inline => {
            let read = decode::read(&folder, &list);
            let all = (&mut *bench, &mut *driver, &mut *undo, &mut *recovery, &mut *messages);
            show(all, (&open, &mut commands), left, session, read);
        }
    }
}

/// Shows what was read, when it is there.
pub fn arrive(
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut recovery: ResMut<Recovery>,
    mut messages: ResMut<Messages>,
    open: Res<Open>,
    mut commands: MessageWriter<AppCommand>,
) {
    if !recovery.taking.as_ref().is_some_and(|taking| taking.task.is_finished()) {
        return;
    }
    let Some(Taking { left, session, task }) = recovery.taking.take() else { return };
    let read = block_on(task);
    let all = (&mut *bench, &mut *driver, &mut *undo, &mut *recovery, &mut *messages);
    show(all, (&open, &mut commands), left, session, read);
}

fn show(
    (bench, driver, undo, recovery, messages): (
        &mut Workbench,
        &mut Driver,
        &mut UndoStack,
        &mut Recovery,
        &mut Messages,
    ),
    (open, commands): (&Open, &mut MessageWriter<AppCommand>),
    left: Left,
    session: Session,
    read: Result<Recovered, String>,
) {
    let Recovered { document, remarks } = match read {
        Ok(recovered) => recovered,
        Err(error) => {
            messages.error(tr!("recovering-stays-where-what-shown-was", error = error));
            return;
        }
    };
    driver.discard();
    driver.halt();
    driver.spring = None;
    // What could not be had in full stays where it is; it goes on in a new place.
    let session = if remarks.is_empty() {
        session
    } else {
        drop(session);
        match left.decline().map_err(|error| error.to_string()).and_then(|()| recovery.new_session()) {
            Ok(new) => new,
            Err(reason) => {
                messages.error(tr!("recovering-what-shown-was-kept", reason = reason));
                return;
            }
        }
    };
    // What was done in this window until now is left as a session of its own.
    let lost = !undo.lost(bench).is_empty() || lost_lesson(open).is_some();
    let kept = recovery.keep_before(bench, undo, open).is_some() || recovery.kept.is_some();
    let done = kept && lost;
    let moved = recovery.saver.as_mut().map(|saver| saver.move_to(&session.folder));
    let moved = moved.is_none_or(|ticket| ticket.wait(PATIENCE));
    crate::app::panics::keep_report_in(Some(&session.folder));
    if let Some(own) = recovery.session.replace(session)
        && !done
        && moved
        && let Err(error) = own.remove()
    {
        messages.warn(tr!("recovering-empty-session-cannot-be-removed", error = error));
    }
    let lessons = document.lessons.clone();
    document.restore(bench, undo);
    // It is all in the folder already, but for the records of this program's own: they are written anew.
    recovery.kept = None;
    recovery.first = Some(Stamp::default());
    // The lessons come back with the next command.
    let stamp = Stamp::of(bench, undo, open);
    recovery.hand_over(stamp, Document { lessons: lessons.clone(), ..Document::of(bench, undo) });
    commands.write(SessionCommand::TakeUpLessons(Box::new(lessons)).into());
    recovery.look_again();
    messages.info(tr!("recovering-what-was-done-in-back", scene = in_language(&bench.scene.name)));
    for remark in remarks {
        messages.warn(remark);
    }
}

/// Lets what was left be: it stays where it is, is listed, and is not offered at the start any more.
pub fn decline(mut recovery: ResMut<Recovery>, mut messages: ResMut<Messages>) {
    for left in recovery.left.iter_mut().filter(|left| !left.declined) {
        left.declined = true;
        if let Err(error) = left.decline() {
            messages.warn(tr!(
                "recovering-will-be-offered-again",
                folder = left.folder.display(),
                error = error
            ));
        }
    }
}

/// Deletes a session for good; who asks was asked.
pub fn delete(In(name): In<String>, mut recovery: ResMut<Recovery>, mut messages: ResMut<Messages>) {
    let Some(at) = recovery.left.iter().position(|left| left.name() == name) else { return };
    let removed = Session::take_up(&recovery.left[at].folder)
        .and_then(|session| session.remove().map_err(|error| error.to_string()));
    match removed {
        Ok(()) => {
            recovery.left.remove(at);
        }
        Err(reason) => messages.warn(tr!("recovering-was-not-deleted", reason = reason)),
    }
}

impl Recovery {
    fn new_session(&self) -> Result<Session, String> {
        Session::create(self.state.as_deref().ok_or(tr!("recovering-there-no-folder-for-state"))?)
    }

    /// Looks again for what windows left: one may have ended meanwhile, or what was shown here was left.
    fn look_again(&mut self) {
        if let Some(state) = &self.state {
            self.left = super::folder::left_in(state).0;
        }
    }
}
