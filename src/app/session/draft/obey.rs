//! Carries out what is asked of the editor of lessons.

use super::measure::Measuring;
use super::present::{Present, apart};
use super::{Draft, Question, measure};
use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::LessonEdit;
use crate::app::command::purpose::Purpose;
use crate::app::command::session::{LessonMove, LessonPlace};
use crate::app::command::{AppCommand, PanelCommand, RunCommand, SessionCommand, call};
use crate::app::files::saving::lasting;
use crate::app::look::camera::Rigs;
use crate::app::messages::Messages;
use crate::app::session::Session;
use crate::app::session::lesson::Open;
use crate::lesson::{self, Lesson};
use crate::output::write_over;
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Carries out a command.
pub fn carry_out(world: &mut World, command: LessonEdit) {
    let replaces =
        matches!(command, LessonEdit::New | LessonEdit::This | LessonEdit::Open(_) | LessonEdit::Close);
    if replaces {
        let mut session = world.resource_mut::<Session>();
        let tried = session.lesson.as_ref().is_some_and(|open| matches!(open.place, LessonPlace::Draft(_)));
        let draft = session.draft.as_mut();
        let back = tried && draft.is_some() && command == LessonEdit::This;
        let asks = draft.filter(|draft| !back && draft.is_unsaved());
        let asked = asks.map(|draft| draft.question = Some(Question::Unsaved(Box::new(command.clone()))));
        if tried && (back || asked.is_some()) {
            // The editor, where it is asked, stands behind the lesson that is tried.
            world.write_message(AppCommand::from(SessionCommand::Lesson(LessonMove::Leave)));
        }
        if back || asked.is_some() {
            return;
        }
    }
    match command {
        LessonEdit::New => call(world, begin, ()),
        LessonEdit::This => call(world, this, ()),
        LessonEdit::Open(path) => call(world, open, path),
        LessonEdit::Try(step) => call(world, try_out, step),
        LessonEdit::Measure(step) => call(world, measure::begin, step),
        LessonEdit::Save => call(world, save, ()),
        LessonEdit::SaveAs(path) => call(world, save_as, path),
        LessonEdit::SaveOver => call(world, save_over, ()),
        LessonEdit::Add => call(world, take_present, None),
        LessonEdit::TakePresent(step) => call(world, take_present, Some(step)),
        LessonEdit::TakeView(step) => call(world, take_view, step),
        LessonEdit::Close => {
            world.resource_mut::<Measuring>().cancel();
            world.resource_mut::<Session>().draft = None;
        }
        LessonEdit::Discard => {
            let draft = world.resource_mut::<Session>().draft.take();
            if let Some(Question::Unsaved(command)) = draft.and_then(|draft| draft.question) {
                carry_out(world, *command);
            }
        }
        other => {
            if let Some(draft) = &mut world.resource_mut::<Session>().draft {
                change(draft, other);
            }
        }
    }
}

/// What changes the lesson and nothing else.
fn change(draft: &mut Draft, command: LessonEdit) {
    match command {
        LessonEdit::Show(step) => draft.show(step),
        LessonEdit::Title(title) => {
            draft.type_in(tr!("editor-lesson-act-title"), |lesson| lesson.title = title);
        }
        LessonEdit::About(about) => {
            draft.type_in(tr!("editor-lesson-act-about"), |lesson| lesson.about = about);
        }
        LessonEdit::Minutes(minutes) => {
            draft.type_in(tr!("editor-lesson-act-minutes"), |lesson| lesson.minutes = minutes);
        }
        LessonEdit::Delete(step) => draft.delete(step),
        LessonEdit::Move(from, to) => draft.shift(from, to),
        LessonEdit::Change(step, new) => draft.set(step, *new),
        LessonEdit::Undo => draft.undo(),
        LessonEdit::Redo => draft.redo(),
        LessonEdit::GoOn => draft.question = None,
        LessonEdit::New
        | LessonEdit::This
        | LessonEdit::Open(_)
        | LessonEdit::Add
        | LessonEdit::TakePresent(_)
        | LessonEdit::TakeView(_)
        | LessonEdit::Try(_)
        | LessonEdit::Measure(_)
        | LessonEdit::Save
        | LessonEdit::SaveAs(_)
        | LessonEdit::SaveOver
        | LessonEdit::Close
        | LessonEdit::Discard => {}
    }
}

fn begin(
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    // A lesson can begin with something to read.
    let present = Present::of(&bench, None).map_err(|sentence| messages.info(sentence)).ok();
    // Who writes wants nothing to move.
    commands.write(RunCommand::Pause.into());
    leave(&session, &mut commands);
    session.draft = Some(Draft::begin(present.as_ref()));
}

/// Who edits is in no other lesson.
fn leave(session: &Session, commands: &mut MessageWriter<AppCommand>) {
    if session.lesson.is_some() {
        commands.write(SessionCommand::Lesson(LessonMove::Leave).into());
    }
}

fn this(
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(open) = &session.lesson else {
        messages.info(tr!("editor-lesson-none-under-way"));
        return;
    };
    let (lesson, step) = (Lesson::clone(&open.lesson), open.step);
    let draft = match &open.place {
        LessonPlace::File(path) => Draft::open(path),
        LessonPlace::Program(_) => Ok(Draft::of(lesson)),
        LessonPlace::Draft(_) => return,
    };
    match draft {
        Ok(mut draft) => {
            draft.show(step);
            leave(&session, &mut commands);
            session.draft = Some(draft);
        }
        Err(error) => messages.error(error),
    }
}

fn open(
    In(path): In<PathBuf>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    match Draft::open(&path) {
        Ok(draft) => {
            leave(&session, &mut commands);
            session.draft = Some(draft);
        }
        Err(error) => messages.error(error),
    }
}

fn try_out(In(step): In<usize>, bench: Res<Workbench>, mut session: ResMut<Session>) {
    let Some(draft) = &session.draft else { return };
    let place = LessonPlace::Draft(draft.folder().map(Path::to_path_buf));
    let own = session.lesson.as_ref().map(|open| open.own_models().to_vec());
    let own = own.unwrap_or_else(|| bench.chosen_models());
    let mut open = Open::new(Lesson::clone(draft.lesson()), place).with_own_models(own);
    open.step = step.min(open.lesson.steps.len() - 1);
    session.lesson = Some(open);
}

/// Gives a step, or a new one, the scene and the panes of the window.
fn take_present(
    In(step): In<Option<usize>>,
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
) {
    let Some(draft) = &mut session.draft else { return };
    let present = Present::of(&bench, draft.folder());
    match (step, present) {
        // A step with something to read needs no scene.
        (None, present) => draft.add(present.map_err(|sentence| messages.info(sentence)).ok().as_ref()),
        (Some(_), Err(sentence)) => messages.warn(sentence),
        (Some(k), Ok(present)) => {
            if let Some(mut new) = draft.lesson.steps.get(k).cloned() {
                present.put_into(&mut new);
                draft.set(k, new);
            }
        }
    }
}

/// Gives a step the view that the focused pane has.
fn take_view(In(k): In<usize>, bench: Res<Workbench>, rigs: Res<Rigs>, mut session: ResMut<Session>) {
    let Some(draft) = &mut session.draft else { return };
    if let Some(mut new) = draft.lesson.steps.get(k).cloned() {
        new.camera = Some(rigs.description(bench.focused));
        draft.set(k, new);
    }
}

fn save(
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(draft) = &mut session.draft else { return };
    let Some(path) = draft.file.clone() else {
        commands.write(PanelCommand::AskForFile(Purpose::SaveLesson).into());
        return;
    };
    let there = std::fs::read_to_string(&path).ok();
    if there.is_some() && there != draft.text {
        let why = tr!("editor-lesson-changed-by-others", path = path.display());
        draft.question = Some(Question::Over(why));
        return;
    }
    let (lesson, text) = draft.text_for(&path);
    match text {
        Ok(text) => put(draft, &path, lesson, text, &mut messages, &mut commands),
        Err(reason) => {
            let why = tr!("editor-lesson-comments-would-be-lost", path = path.display(), reason = reason);
            draft.question = Some(Question::Over(why));
        }
    }
}

fn save_over(
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(draft) = &mut session.draft else { return };
    let Some(path) = draft.file.clone() else { return };
    draft.question = None;
    let (lesson, _) = draft.text_for(&path);
    // Comments that are there now are kept where they can be.
    let there = std::fs::read_to_string(&path).ok();
    let text = there.and_then(|text| lesson::edit_text(&text, &lesson).ok());
    let text = text.unwrap_or_else(|| lesson::to_text(&lesson));
    put(draft, &path, lesson, text, &mut messages, &mut commands);
}

fn save_as(
    In(path): In<PathBuf>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(draft) = &mut session.draft else { return };
    let (lesson, text) = draft.text_for(&path);
    let text = text.unwrap_or_else(|reason| {
        messages.warn(tr!("editor-lesson-comments-not-taken-over", path = path.display(), reason = reason));
        lesson::to_text(&lesson)
    });
    put(draft, &path, lesson, text, &mut messages, &mut commands);
}

/// Writes the text, and goes on with what waited for it.
fn put(
    draft: &mut Draft,
    path: &Path,
    lesson: Lesson,
    text: String,
    messages: &mut Messages,
    commands: &mut MessageWriter<AppCommand>,
) {
    let write = || write_over(path, text.as_bytes()).map_err(|error| error.sentence());
    if let Err(error) = lasting(path).and_then(|()| write()) {
        messages.error(error);
        return;
    }
    messages.info(tr!("editor-lesson-saved-as", path = path.display()));
    if let Some((step, message)) = lesson::remark(&lesson) {
        messages.warn(match step {
            Some(k) => tr!("editor-lesson-cannot-be-gone-through-step", number = k + 1, message = message),
            None => tr!("editor-lesson-cannot-be-gone-through", message = message),
        });
    }
    let apart = apart(&lesson);
    if !apart.is_empty() {
        let scenes = apart.join(tr!("editor-lesson-and"));
        messages.warn(tr!("editor-lesson-lacks", scenes = scenes));
    }
    draft.saved(path, lesson, text);
    if let Some(Question::Unsaved(command)) = draft.question.take() {
        commands.write(SessionCommand::EditLesson(*command).into());
    }
}

/// What of lessons is in no file, as a person would name it.
pub fn lost(session: &Session) -> Option<String> {
    let draft = session.draft.as_ref().filter(|draft| draft.is_unsaved())?;
    Some(tr!("editor-lesson-unsaved", lesson = draft.lesson.title))
}

/// A lesson as it is in the editor, for its card.
pub fn preview(draft: &Draft) -> Open {
    let mut open = Open::of(Arc::clone(draft.lesson()), LessonPlace::Draft(None)).ready();
    open.step = draft.shown();
    open
}
