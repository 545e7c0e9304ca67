//! The texts of a lesson in another language: a file of the same name in a folder that is named by the language's code, `de/corners.ron`
//! beside `corners.ron`. Scenes, models, numbers and right answers are the lesson's own.

use super::{Ask, Lesson, LessonStep, begins_with, file_text, load};
use crate::quote::counted;
use crate::scene::{SceneError, misplaced, read_ron};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What is read in a lesson, in another language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Translation {
    /// Heading.
    title: String,
    /// What one knows afterwards.
    #[serde(default)]
    about: String,
    /// The texts of the steps, one after the other.
    steps: Vec<StepTexts>,
}

/// What is read in a step: each text where the lesson has one, and only there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct StepTexts {
    heading: String,
    text: String,
    question: String,
    answers: Vec<String>,
    then: String,
}

/// Whether a text is that of a translation.
pub fn is_translation(text: &str) -> bool {
    begins_with(text, "Translation")
}

/// Reads and checks the file of a translation, with the lesson of its name in the folder above.
///
/// # Errors
/// One clear sentence with file, line and column.
pub fn load_translation(path: &Path) -> Result<Lesson, SceneError> {
    let shown = path.display().to_string();
    let text = file_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let above = path.file_name().map(|name| folder.join("..").join(name)).filter(|file| file.is_file());
    let Some(above) = above else {
        let message = format!(
            "{shown}: there is no lesson of this name in the folder above, whose texts these could be"
        );
        return Err(SceneError { message });
    };
    translated(&load(&above)?, &text, &shown)
}

/// The file with the texts of a lesson in the language of that code, where there is one.
fn file_in(lesson: &Path, language: &str) -> Option<PathBuf> {
    let folder = lesson.parent().unwrap_or(Path::new("")).join(language);
    Some(folder.join(lesson.file_name()?)).filter(|file| file.is_file())
}

/// Reads and checks the file of a lesson, with its texts in the language of that code where they are beside it. Texts that cannot be taken
/// are set aside: then the lesson has its own, and the second is the sentence why.
///
/// # Errors
/// One clear sentence with file, line and column about the lesson itself.
pub fn load_in(path: &Path, language: &str) -> Result<(Lesson, Option<SceneError>), SceneError> {
    let lesson = load(path)?;
    let Some(file) = file_in(path, language) else { return Ok((lesson, None)) };
    let texts = || translated(&lesson, &file_text(&file)?, &file.display().to_string());
    Ok(match texts() {
        Ok(translated) => (translated, None),
        Err(error) => (lesson, Some(error)),
    })
}

/// The lesson with the texts of a translation; `shown` stands in front of messages.
///
/// # Errors
/// One clear sentence with its place where the translation says more or less than the lesson.
pub fn translated(lesson: &Lesson, text: &str, shown: &str) -> Result<Lesson, SceneError> {
    let texts: Translation = read_ron(text, shown)?;
    apply(lesson, texts).map_err(|(path, message)| misplaced(&path, &message, text, shown))
}

/// The texts in the places of the lesson's own; else what is wrong, and with which field.
fn apply(lesson: &Lesson, texts: Translation) -> Result<Lesson, (String, String)> {
    let mut lesson = lesson.clone();
    put(&mut lesson.title, texts.title, "title")?;
    put(&mut lesson.about, texts.about, "about")?;
    if lesson.steps.len() != texts.steps.len() {
        let (own, given) = (counted(lesson.steps.len(), "step", "steps"), texts.steps.len());
        return Err(("steps".to_owned(), format!("the lesson has {own}, and {given} are translated")));
    }
    for (k, (step, texts)) in lesson.steps.iter_mut().zip(texts.steps).enumerate() {
        step_of(step, texts).map_err(|(field, message)| (format!("steps[{k}].{field}"), message))?;
    }
    Ok(lesson)
}

fn step_of(step: &mut LessonStep, texts: StepTexts) -> Result<(), (String, String)> {
    put(&mut step.heading, texts.heading, "heading")?;
    put(&mut step.text, texts.text, "text")?;
    put(&mut step.then, texts.then, "then")?;
    let (mut no_question, mut no_answers) = (String::new(), Vec::new());
    let (question, answers) = match &mut step.ask {
        Some(Ask::Choose { question, answers, .. }) => (question, answers),
        Some(Ask::Predict { question, .. }) => (question, &mut no_answers),
        None => (&mut no_question, &mut no_answers),
    };
    put(question, texts.question, "question")?;
    if answers.len() != texts.answers.len() {
        let (own, given) = (counted(answers.len(), "answer", "answers"), texts.answers.len());
        return Err(("answers".to_owned(), format!("the step has {own}, and {given} are translated")));
    }
    answers.iter_mut().zip(texts.answers).try_for_each(|(own, given)| put(own, given, "answers"))
}

/// A text in the place of another one: where the lesson says something, so does the translation.
fn put(own: &mut String, given: String, field: &str) -> Result<(), (String, String)> {
    let wrong = |message: &str| Err((field.to_owned(), format!("`{field}` {message}")));
    match (own.trim().is_empty(), given.trim().is_empty()) {
        (false, true) => wrong("is not translated; the lesson has one"),
        (true, false) => wrong("is translated, and the lesson has none"),
        _ => {
            *own = given;
            Ok(())
        }
    }
}
