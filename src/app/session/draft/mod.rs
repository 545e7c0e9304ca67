//! A lesson that is being made: what it says now, what its file says, and what can be undone.

pub mod kept;
pub mod measure;
pub mod obey;
pub mod present;
#[cfg(test)]
mod tests;

use crate::app::command::lesson::LessonEdit;
use crate::app::session::lesson::Found;
use crate::lesson::{self, Lesson, LessonStep};
use present::{Present, rebased};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Changes kept at most.
const DEPTH: usize = 200;

/// How fast changes of one kind follow each other that are one change: what is typed into a field, for instance.
const TOGETHER: Duration = Duration::from_secs(2);

/// A change, and the lesson before it (or, once undone, after it).
#[derive(Clone, Debug)]
struct Act {
    label: String,
    lesson: Arc<Lesson>,
    at: Option<Instant>,
}

/// What has to be decided before something is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// What is not saved would be lost by this.
    Unsaved(Box<LessonEdit>),
    /// The file would be written over, although for this reason something in it would be lost.
    Over(String),
}

/// What a run of a step came to.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The step, as it was run.
    step: LessonStep,
    /// What was open in it: scene, models and step size.
    opened: (Option<String>, Vec<crate::contact::models::ContactModel>, Option<f64>),
    /// The panes, left to right.
    pub found: Vec<Found>,
}

/// A lesson that is being made.
#[derive(Clone, Debug)]
pub struct Draft {
    lesson: Arc<Lesson>,
    /// Its file, where it has one.
    file: Option<PathBuf>,
    /// What the file held when it was read or written here.
    text: Option<String>,
    /// The lesson as it was saved last, or begun.
    filed: Arc<Lesson>,
    shown: usize,
    undo: Vec<Act>,
    redo: Vec<Act>,
    measured: Option<Measured>,
    /// The step that is run beside the frames.
    pub running: Option<usize>,
    /// What has to be decided.
    pub question: Option<Question>,
}

impl Draft {
    /// A new lesson, the first step of which shows this.
    pub fn begin(present: Option<&Present>) -> Self {
        let title = tr!("editor-lesson-new").to_owned();
        Self::of(Lesson { title, steps: vec![step_of(present)], ..Lesson::default() })
    }

    /// A lesson that is in no file of the user's.
    pub fn of(lesson: Lesson) -> Self {
        let lesson = Arc::new(with_a_step(lesson));
        Self {
            filed: Arc::clone(&lesson),
            lesson,
            file: None,
            text: None,
            shown: 0,
            undo: Vec::new(),
            redo: Vec::new(),
            measured: None,
            running: None,
            question: None,
        }
    }

    /// A lesson from a file; it need not be complete yet.
    ///
    /// # Errors
    /// One clear sentence with the file.
    pub fn open(path: &Path) -> Result<Self, String> {
        let text = lesson::file_text(path).map_err(|error| error.to_string())?;
        let lesson = lesson::read(&text, &path.display().to_string()).map_err(|error| error.to_string())?;
        Ok(Self { file: Some(path.to_owned()), text: Some(text), ..Self::of(lesson) })
    }

    /// The lesson as it is now.
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// Its file, where it has one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The folder from which its scenes are named.
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_deref().and_then(Path::parent)
    }

    /// The number of the step that is shown, from 0.
    pub fn shown(&self) -> usize {
        self.shown.min(self.lesson.steps.len() - 1)
    }

    /// Shows a step.
    pub fn show(&mut self, step: usize) {
        self.shown = step.min(self.lesson.steps.len() - 1);
    }

    /// Whether it says something else than its file.
    pub fn is_unsaved(&self) -> bool {
        !Arc::ptr_eq(&self.lesson, &self.filed) && self.lesson != self.filed
    }

    /// What would be undone.
    pub fn next_undo(&self) -> Option<&str> {
        self.undo.last().map(|act| act.label.as_str())
    }

    /// What would be done again.
    pub fn next_redo(&self) -> Option<&str> {
        self.redo.last().map(|act| act.label.as_str())
    }

    /// How many changes can be undone.
    pub fn acts(&self) -> usize {
        self.undo.len()
    }

    /// What the step that is shown came to, where it was run as it is now.
    pub fn measured(&self) -> Option<&Measured> {
        let (shown, step) = (self.shown(), &self.lesson.steps[self.shown()]);
        let same = |measured: &&Measured| {
            let (was, now) = (&measured.step, step);
            measured.opened == owned(self.lesson.opened(shown))
                && was.run == now.run
                && asked(was) == asked(now)
        };
        self.measured.as_ref().filter(same)
    }

    /// Changes the lesson.
    fn change(&mut self, label: &str, change: impl FnOnce(&mut Lesson)) {
        self.change_or_go_on(label, false, change);
    }

    /// Changes it as one types: changes of one label that follow each other fast are one.
    fn type_in(&mut self, label: &str, change: impl FnOnce(&mut Lesson)) {
        self.change_or_go_on(label, true, change);
    }

    fn change_or_go_on(&mut self, label: &str, goes_on: bool, change: impl FnOnce(&mut Lesson)) {
        let mut next = Lesson::clone(&self.lesson);
        change(&mut next);
        let next = with_a_step(next);
        if next == *self.lesson {
            return;
        }
        self.redo.clear();
        let of_it =
            |last: &&mut Act| last.label == label && last.at.is_some_and(|at| at.elapsed() < TOGETHER);
        match self.undo.last_mut().filter(of_it).filter(|_| goes_on) {
            Some(last) => last.at = Some(Instant::now()),
            None => {
                let (label, lesson) = (label.to_owned(), Arc::clone(&self.lesson));
                self.undo.push(Act { label, lesson, at: goes_on.then(Instant::now) });
                let beyond = self.undo.len().saturating_sub(DEPTH);
                self.undo.drain(..beyond);
            }
        }
        self.lesson = Arc::new(next);
        self.shown = self.shown();
    }

    fn undo(&mut self) {
        if let Some(act) = self.undo.pop() {
            self.redo.push(Act { label: act.label, lesson: Arc::clone(&self.lesson), at: None });
            self.lesson = act.lesson;
            self.shown = self.shown();
        }
    }

    fn redo(&mut self) {
        if let Some(act) = self.redo.pop() {
            self.undo.push(Act { label: act.label, lesson: Arc::clone(&self.lesson), at: None });
            self.lesson = act.lesson;
            self.shown = self.shown();
        }
    }

    /// Another step in the place of one.
    fn set(&mut self, k: usize, step: LessonStep) {
        let Some(old) = self.lesson.steps.get(k) else { return };
        let label = tr!("editor-lesson-act-of-step", what = changed(old, &step), step = k + 1);
        self.type_in(&label, |lesson| lesson.steps[k] = step);
    }

    /// A new step behind the one that is shown.
    fn add(&mut self, present: Option<&Present>) {
        let place = self.shown() + 1;
        self.change(tr!("editor-lesson-act-new-step"), |lesson| lesson.steps.insert(place, step_of(present)));
        self.show(place);
    }

    fn delete(&mut self, k: usize) {
        if k < self.lesson.steps.len() {
            self.rearrange(&tr!("editor-lesson-act-step-deleted", step = k + 1), |steps| {
                steps.remove(k);
            });
            self.show(if self.shown > k { self.shown - 1 } else { self.shown });
        }
    }

    fn shift(&mut self, from: usize, to: usize) {
        let count = self.lesson.steps.len();
        if from < count && to < count && from != to {
            self.rearrange(&tr!("editor-lesson-act-step-moved", step = from + 1), |steps| {
                let step = steps.remove(from);
                steps.insert(to, step);
            });
            self.show(to);
        }
    }

    /// Takes steps out or gives them other places. What a step had from those before it, it has of its own where those before it are
    /// others now.
    fn rearrange(&mut self, label: &str, rearrange: impl FnOnce(&mut Vec<(usize, LessonStep)>)) {
        let before = Arc::clone(&self.lesson);
        self.change(label, |lesson| {
            let mut steps: Vec<_> = std::mem::take(&mut lesson.steps).into_iter().enumerate().collect();
            rearrange(&mut steps);
            for (was, step) in steps {
                lesson.steps.push(step);
                let place = lesson.steps.len() - 1;
                let opened = owned(before.opened(was));
                let camera = before.camera(was);
                let same = opened == owned(lesson.opened(place)) && camera == lesson.camera(place);
                if opened.0.is_some() && !same {
                    let step = &mut lesson.steps[place];
                    (step.scene, step.models, step.time_step) = opened;
                    step.camera = camera;
                }
            }
        });
    }

    /// The text that is written into this file, with scenes named from its folder.
    ///
    /// # Errors
    /// Why comments and layout of the text that is known would be lost.
    fn text_for(&self, path: &Path) -> (Lesson, Result<String, String>) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let lesson = rebased(&self.lesson, self.folder(), folder);
        let text = match &self.text {
            Some(text) => lesson::edit_text(text, &lesson),
            None => Ok(lesson::to_text(&lesson)),
        };
        (lesson, text)
    }

    /// Takes note of what was written.
    fn saved(&mut self, path: &Path, lesson: Lesson, text: String) {
        if lesson != *self.lesson {
            self.lesson = Arc::new(lesson);
        }
        self.filed = Arc::clone(&self.lesson);
        self.file = Some(path.to_owned());
        self.text = Some(text);
    }
}

/// A lesson has a step to be shown.
fn with_a_step(mut lesson: Lesson) -> Lesson {
    if lesson.steps.is_empty() {
        lesson.steps.push(LessonStep::default());
    }
    lesson
}

/// A step that shows this, else an empty one.
fn step_of(present: Option<&Present>) -> LessonStep {
    let mut step = LessonStep::default();
    if let Some(present) = present {
        present.put_into(&mut step);
    }
    step
}

/// What is open in a step, of its own.
fn owned(
    (scene, models, time_step): (Option<&str>, &[crate::contact::models::ContactModel], Option<f64>),
) -> (Option<String>, Vec<crate::contact::models::ContactModel>, Option<f64>) {
    (scene.map(str::to_owned), models.to_vec(), time_step)
}

/// The number that is asked for.
fn asked(step: &LessonStep) -> Option<&lesson::Quantity> {
    match &step.ask {
        Some(lesson::Ask::Predict { of, .. }) => Some(of),
        _ => None,
    }
}

/// What of a step is another, for people.
fn changed(old: &LessonStep, new: &LessonStep) -> &'static str {
    let parts = [
        (old.heading != new.heading, tr!("editor-lesson-act-heading")),
        (old.text != new.text, tr!("editor-lesson-act-text")),
        (old.scene != new.scene, tr!("editor-lesson-act-scene")),
        (old.models != new.models, tr!("editor-lesson-act-models")),
        (old.time_step != new.time_step, tr!("editor-lesson-act-step-size")),
        (old.look != new.look, tr!("editor-lesson-act-look")),
        (old.camera != new.camera, tr!("editor-lesson-act-view")),
        (old.run != new.run, tr!("editor-lesson-act-duration")),
        (old.then != new.then, tr!("editor-lesson-act-then")),
        (old.ask != new.ask, tr!("editor-lesson-act-question")),
    ];
    parts
        .into_iter()
        .find(|(changed, _)| *changed)
        .map_or(tr!("editor-lesson-act-something"), |(_, what)| what)
}
