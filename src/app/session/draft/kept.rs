//! Lessons as they are kept for recovery, and back. A lesson is kept as its file has it, whether it is complete or not.

use super::{Act, Draft};
use crate::app::command::lesson::{KeptDraft, KeptLessons, KeptProgress, KeptRun};
use crate::app::command::session::{LessonAnswer, LessonPlace};
use crate::app::session::Session;
use crate::app::session::lesson::{Found, Open, Progress};
use crate::contact::models::ContactModel;
use crate::lesson::{self, Lesson};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

/// Changes of a lesson that are kept to be undone.
const ACTS: usize = 20;

/// What would be noticed to be another: cheap to make in every frame.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    draft: Option<(Weak<Lesson>, Weak<Lesson>, usize)>,
    run: Option<(Weak<Lesson>, usize, Vec<Progress>)>,
}

impl Mark {
    /// That of what is open now.
    pub fn of(session: &Session) -> Self {
        let weak = Arc::downgrade;
        let draft = session.draft.as_ref();
        let run = session.lesson.as_ref();
        Self {
            draft: draft.map(|draft| (weak(&draft.lesson), weak(&draft.filed), draft.shown)),
            run: run.map(|open| (weak(&open.lesson), open.step, open.progress.clone())),
        }
    }

    /// Whether all is the same.
    pub fn same(&self, other: &Self) -> bool {
        let drafts = match (&self.draft, &other.draft) {
            (None, None) => true,
            (Some(a), Some(b)) => a.0.ptr_eq(&b.0) && a.1.ptr_eq(&b.1) && a.2 == b.2,
            _ => false,
        };
        let runs = match (&self.run, &other.run) {
            (None, None) => true,
            (Some(a), Some(b)) => a.0.ptr_eq(&b.0) && a.1 == b.1 && a.2 == b.2,
            _ => false,
        };
        drafts && runs
    }
}

/// What is kept of the lessons that are open.
pub fn keep(session: &Session) -> KeptLessons {
    KeptLessons { under_way: session.lesson.as_ref().map(run), draft: session.draft.as_ref().map(draft) }
}

/// A path that means the same wherever the program is started next.
fn whole(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

fn run(open: &Open) -> KeptRun {
    let (mut program, mut file) = (None, None);
    match &open.place {
        LessonPlace::Program(name) => program = Some(name.clone()),
        LessonPlace::File(path) => file = Some(whole(path)),
        LessonPlace::Draft(folder) => file = folder.as_deref().map(whole),
    }
    let progress = |progress: &Progress| KeptProgress {
        choice: match progress.answer {
            Some(LessonAnswer::Choice(number)) => Some(number),
            _ => None,
        },
        number: match progress.answer {
            Some(LessonAnswer::Number(value)) => Some(value.to_bits()),
            _ => None,
        },
        found: progress.found.as_ref().map(|found| {
            let one =
                |found: &Found| (found.model.name().to_owned(), found.value.map(f64::to_bits), found.failed);
            found.iter().map(one).collect()
        }),
    };
    KeptRun {
        lesson: lesson::to_text(&open.lesson),
        program,
        file,
        draft: matches!(open.place, LessonPlace::Draft(_)),
        step: open.step,
        progress: open.progress.iter().map(progress).collect(),
        own_models: open.own_models().iter().map(|model| model.name().to_owned()).collect(),
    }
}

fn draft(draft: &Draft) -> KeptDraft {
    let acts = |acts: &[Act]| {
        let kept = &acts[acts.len().saturating_sub(ACTS)..];
        kept.iter().map(|act| (act.label.clone(), lesson::to_text(&act.lesson))).collect()
    };
    KeptDraft {
        lesson: lesson::to_text(&draft.lesson),
        filed: lesson::to_text(&draft.filed),
        text: draft.text.clone(),
        file: draft.file.as_deref().map(whole),
        shown: draft.shown,
        undo: acts(&draft.undo),
        redo: acts(&draft.redo),
    }
}

/// A lesson that was being edited, as it was.
///
/// # Errors
/// A sentence why it cannot be read.
fn draft_of(kept: KeptDraft) -> Result<Draft, String> {
    let drawn = |acts: &[(String, String)]| {
        // What is beyond one that cannot be read cannot be reached.
        let read = |(label, text): &(String, String)| {
            Some(Act { label: label.clone(), lesson: Arc::new(read(text).ok()?), at: None })
        };
        let mut acts: Vec<Act> = acts.iter().rev().map_while(read).collect();
        acts.reverse();
        acts
    };
    let (now, filed) = (read(&kept.lesson)?, read(&kept.filed)?);
    let mut draft = Draft::of(now);
    draft.filed = Arc::new(filed);
    (draft.undo, draft.redo) = (drawn(&kept.undo), drawn(&kept.redo));
    (draft.text, draft.file) = (kept.text, kept.file.map(PathBuf::from));
    draft.show(kept.shown);
    Ok(draft)
}

/// The text of the file at `path` for a lesson that was being edited, its scenes named from there, and why comments and layout of the file that
/// it had are not in it, where they are not.
///
/// # Errors
/// A sentence why it cannot be read.
pub fn text_of(kept: KeptDraft, path: &Path) -> Result<(String, Option<String>), String> {
    let (lesson, text) = draft_of(kept)?.text_for(path);
    Ok(match text {
        Ok(text) => (text, None),
        Err(reason) => (lesson::to_text(&lesson), Some(reason)),
    })
}

fn read(text: &str) -> Result<Lesson, String> {
    lesson::read(text, tr!("editor-lesson-that-was-kept")).map_err(|error| format!("{error}."))
}

/// Puts what was kept in the place of what is open.
///
/// # Errors
/// A sentence about what does not come back.
pub fn take_up(kept: KeptLessons, session: &mut Session) -> Result<(), String> {
    session.lesson = None;
    if let Some(kept) = kept.draft {
        session.draft = Some(draft_of(kept)?);
    }
    if let Some(kept) = kept.under_way {
        let lesson = read(&kept.lesson)?;
        if lesson.steps.is_empty() {
            return Ok(());
        }
        let file = kept.file.map(PathBuf::from);
        let place = match (kept.program, file) {
            (Some(name), _) => LessonPlace::Program(name),
            (None, file) if kept.draft => LessonPlace::Draft(file),
            (None, Some(file)) => LessonPlace::File(file),
            (None, None) => LessonPlace::Draft(None),
        };
        let model = |name: &String| ContactModel::from_name(name).ok();
        // The scene of the step has come back by itself.
        let mut open = Open::new(lesson, place)
            .with_own_models(kept.own_models.iter().filter_map(model).collect())
            .ready();
        open.step = kept.step.min(open.lesson.steps.len() - 1);
        for (now, kept) in open.progress.iter_mut().zip(kept.progress) {
            let number = kept.number.map(|bits| LessonAnswer::Number(f64::from_bits(bits)));
            now.answer = kept.choice.map(LessonAnswer::Choice).or(number);
            now.found = kept.found.map(|found| {
                let one = |(name, value, failed): (String, Option<u64>, bool)| {
                    Some(Found { model: model(&name)?, value: value.map(f64::from_bits), failed })
                };
                found.into_iter().filter_map(one).collect()
            });
        }
        session.lesson = Some(open);
    }
    Ok(())
}
