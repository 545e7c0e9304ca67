//! Leaving the program: what is in no file is asked about first, in a question that cannot be overlooked.

use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::LessonEdit;
use crate::app::command::purpose::Purpose;
use crate::app::command::session::Answer;
use crate::app::command::{AppCommand, FilesCommand, PanelCommand, SessionCommand};
use crate::app::files::reload::Watch;
use crate::app::past::recovery::Recovery;
use crate::app::past::undo::UndoStack;
use crate::app::session::{Session, draft};
use crate::app::ui::UiState;
use bevy::prelude::*;

/// The question, and what its answers would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaving {
    /// What would be lost, a few words each.
    pub lost: Vec<String>,
    /// What of it is saved first, where saving is what is wanted; none of documents that are not shown.
    pub saves: Option<Unsaved>,
}

/// Something that can be saved from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsaved {
    /// The scene shown.
    Scene,
    /// The recorded run that is shown, and branches that were left.
    Run,
    /// The lesson that is being made.
    Lesson,
}

/// Leaves the program, or asks what is to become of what is in no file. Only an answer to that leaves without it: a second click on the window's button, or a second
/// press of the keys, may come before the question is seen.
pub fn leave(
    bench: Res<Workbench>,
    undo: Res<UndoStack>,
    mut exit: MessageWriter<AppExit>,
    mut recovery: ResMut<Recovery>,
    mut session: ResMut<Session>,
) {
    session.saving = None;
    let mut lost = undo.lost(&bench);
    let lesson = draft::obey::lost(&session);
    lost.extend(lesson.clone());
    if lost.is_empty() {
        session.leaving = None;
        end(&mut recovery, &mut exit);
        return;
    }
    let known = [
        (bench.is_edited(), Unsaved::Scene),
        (bench.has_unsaved_run(), Unsaved::Run),
        (lesson.is_some(), Unsaved::Lesson),
    ];
    let saves = known.into_iter().find(|(unsaved, _)| *unsaved).map(|(_, what)| what);
    session.leaving = Some(Leaving { lost, saves });
}

/// Ends the program and takes nothing along.
fn end(recovery: &mut Recovery, exit: &mut MessageWriter<AppExit>) {
    recovery.leave();
    exit.write(AppExit::Success);
}

/// Does what the question was answered with; nothing where none is open.
pub fn answer(
    In(answer): In<Answer>,
    mut session: ResMut<Session>,
    mut exit: MessageWriter<AppExit>,
    mut recovery: ResMut<Recovery>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(leaving) = session.leaving.take() else { return };
    match answer {
        Answer::Stay => {}
        Answer::Discard => end(&mut recovery, &mut exit),
        Answer::Save => {
            let Some(what) = leaving.saves else { return };
            session.saving = Some(what);
            commands.write(match what {
                Unsaved::Scene => FilesCommand::SaveScene.into(),
                Unsaved::Run => PanelCommand::AskForFile(Purpose::SaveRecording).into(),
                Unsaved::Lesson => SessionCommand::EditLesson(LessonEdit::Save).into(),
            });
        }
    }
}

/// Takes the question back.
pub fn stay(mut session: ResMut<Session>) {
    session.leaving = None;
}

/// Once saved, leaves, or asks about the rest; where saving was given up, so is leaving.
pub fn go_on(
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    state: Option<Res<UiState>>,
    watch: Option<Res<Watch>>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(what) = session.saving else { return };
    let saved = match what {
        Unsaved::Scene => !bench.is_edited(),
        Unsaved::Run => !bench.has_unsaved_run(),
        Unsaved::Lesson => draft::obey::lost(&session).is_none(),
    };
    let asked = state.is_some_and(|state| state.dialog.is_some())
        || watch.is_some_and(|watch| watch.question.is_some())
        || session.draft.as_ref().is_some_and(|draft| draft.question.is_some());
    if saved {
        session.saving = None;
        commands.write(SessionCommand::Quit.into());
    } else if !asked {
        session.saving = None;
    }
}
