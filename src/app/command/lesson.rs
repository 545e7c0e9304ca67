//! Making lessons: what the editor of lessons carries out, and what of lessons is kept for recovery.

use crate::lesson::{LessonStep, read};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What is asked of the editor of lessons.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonEdit {
    /// Begin a new lesson, with the scene and the panes that are shown as its first step.
    New,
    /// Edit the lesson that is under way.
    This,
    /// Edit a lesson from a file.
    Open(PathBuf),
    /// Show a step of it in the editor, from 0.
    Show(usize),
    /// Its title.
    Title(String),
    /// What one knows afterwards.
    About(String),
    /// How long it takes (minutes).
    Minutes(Option<u32>),
    /// A new step behind the one that is shown in the editor, with the scene and the panes of the window.
    Add,
    /// Take a step out, from 0.
    Delete(usize),
    /// Another place for a step: from where to where, from 0.
    Move(usize, usize),
    /// Another step in the place of one, from 0.
    Change(usize, Box<LessonStep>),
    /// Give a step the scene and the panes of the window, from 0.
    TakePresent(usize),
    /// Give a step the view that the focused pane has, from 0.
    TakeView(usize),
    /// Go through the lesson from a step on, from 0.
    Try(usize),
    /// Run a step beside the frames and fill in what it comes to, from 0.
    Measure(usize),
    /// Undo the last change of the lesson.
    Undo,
    /// Do again what was undone.
    Redo,
    /// Write it to its file; without one, ask for it.
    Save,
    /// Write it to this file.
    SaveAs(PathBuf),
    /// Write it to its file, whatever is in it now or becomes of its comments: a question was answered.
    SaveOver,
    /// Leave the editor.
    Close,
    /// Do what was asked for, without what is not saved: a question was answered.
    Discard,
    /// Go on editing: a question was answered.
    GoOn,
}

/// What is kept of lessons: the one under way, and the one being edited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptLessons {
    /// The lesson under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_way: Option<KeptRun>,
    /// The lesson being edited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<KeptDraft>,
}

/// A lesson under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRun {
    /// The lesson, as its file has it.
    pub lesson: String,
    /// Its name, where it is one of the program.
    pub program: Option<String>,
    /// Its file, where it has one; of a lesson that was tried in the editor, its folder.
    pub file: Option<String>,
    /// Whether it was tried in the editor.
    pub draft: bool,
    /// The step that is shown.
    pub step: usize,
    /// What is known of all steps.
    pub progress: Vec<KeptProgress>,
    /// The models that the user had in the panes.
    pub own_models: Vec<String>,
}

/// What is known of one step. Numbers are kept as their bits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptProgress {
    /// The number of the answer that was given, from 1.
    pub choice: Option<usize>,
    /// The number that was given.
    pub number: Option<u64>,
    /// What the panes came to, once they ran: model, value, and whether its run ended before its time.
    pub found: Option<Vec<(String, Option<u64>, bool)>>,
}

/// A lesson being edited. Lessons are kept as their files have them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptDraft {
    /// The lesson.
    pub lesson: String,
    /// The lesson as it was saved last, or begun.
    pub filed: String,
    /// What its file held.
    pub text: Option<String>,
    /// Its file.
    pub file: Option<String>,
    /// The step that is shown.
    pub shown: usize,
    /// What can be undone, oldest first: what it was, and the lesson before it.
    pub undo: Vec<(String, String)>,
    /// What can be done again, the next one last.
    pub redo: Vec<(String, String)>,
}

impl KeptLessons {
    /// The title of the lesson that is being made, else of the one under way.
    pub fn title(&self) -> Option<String> {
        let text = self.draft.as_ref().map(|draft| &draft.lesson);
        let text = text.or(self.under_way.as_ref().map(|run| &run.lesson))?;
        read(text, "a lesson that was kept").ok().map(|lesson| lesson.title)
    }
}
