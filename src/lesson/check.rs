//! What a lesson must be like.

use crate::contact::models::ContactModel;
use crate::lesson::{Ask, Lesson, LessonStep};
use crate::quote::{brief, meant, number};
use crate::scene::check::validate::wrong_camera;
use crate::scene::{LoadedScene, SceneError, load_file, misplaced, shipped};
use crate::step::ranges;
use std::path::{Path, PathBuf};

/// Panes that a window has at most.
const MOST_MODELS: usize = 3;

/// Answers that a question can have.
const ANSWERS: std::ops::RangeInclusive<usize> = 2..=6;

/// Checks what can be seen without the scenes; `text` is where the values were read from, which `shown` names.
///
/// # Errors
/// One clear sentence about the first value that is not right.
pub fn check(lesson: &Lesson, text: &str, shown: &str) -> Result<(), SceneError> {
    let problem = problem(lesson);
    problem.map_or(Ok(()), |(path, message)| Err(misplaced(&path, &message, text, shown)))
}

/// What is still to be done before [`check`] takes a lesson: the step from 0, where it is one's, and a sentence without its full stop.
pub fn remark(lesson: &Lesson) -> Option<(Option<usize>, String)> {
    let (path, message) = problem(lesson)?;
    let step = path.strip_prefix("steps[").and_then(|rest| rest.split(']').next()?.parse().ok());
    Some((step, message))
}

/// Opens every scene that the lesson names, from the lesson's folder or by its name, and sees whether the models can do it and the bodies
/// that are asked for are there. Gives the number of scenes.
///
/// # Errors
/// One clear sentence that names the step.
pub fn check_scenes(lesson: &Lesson, folder: &Path) -> Result<usize, String> {
    let (mut scene, mut models, mut count): (Option<LoadedScene>, &[ContactModel], _) = (None, &[], 0);
    for (k, step) in lesson.steps.iter().enumerate() {
        let refuse = |message: String| format!("step {}: {message}", k + 1);
        if let Some(name) = &step.scene {
            scene = Some(scene_of(name, folder).map_err(refuse)?);
            count += 1;
        }
        if !step.models.is_empty() {
            models = &step.models;
        }
        let Some(scene) = &scene else { continue };
        if let Some(lack) = models.iter().find_map(|model| model.cannot(&scene.model)) {
            return Err(refuse(lack));
        }
        if let Some(Ask::Predict { of, .. }) = &step.ask
            && let Some(body) = of.body()
            && !scene.model.bodies.iter().any(|known| known.name == body)
        {
            let names = scene.model.bodies.iter().map(|body| body.name.as_str());
            return Err(refuse(format!("there is no body `{}`{}", brief(body), meant(body, names))));
        }
    }
    Ok(count)
}

/// The file of that name, with or without its ending, in a lesson's folder.
pub fn file_beside(name: &str, folder: &Path) -> Option<PathBuf> {
    [folder.join(name), folder.join(format!("{name}.ron"))].into_iter().find(|file| file.is_file())
}

/// The scene of that name: a file beside the lesson, else as everywhere.
pub(super) fn scene_of(name: &str, folder: &Path) -> Result<LoadedScene, String> {
    let loaded = match file_beside(name, folder) {
        Some(file) => load_file(&file),
        None => shipped::find(Path::new(name), &shipped::folders(Path::new("")))
            .ok_or_else(|| format!("there is no scene `{}`", brief(name)))?
            .load(),
    };
    loaded.map_err(|error| error.to_string())
}

fn problem(lesson: &Lesson) -> Option<(String, String)> {
    let wrong = |path: &str, message: String| Some((path.to_owned(), message));
    if lesson.title.trim().is_empty() {
        return wrong("title", "the title is empty; say what the lesson is about".to_owned());
    }
    if lesson.steps.is_empty() {
        return wrong("steps", "the lesson has no steps; give at least one in `steps: [ … ]`".to_owned());
    }
    let mut has_scene = false;
    for (k, step) in lesson.steps.iter().enumerate() {
        has_scene |= step.scene.is_some();
        if let Some((field, message)) = of_step(step, has_scene) {
            return wrong(&format!("steps[{k}]{field}"), message);
        }
    }
    None
}

/// The field, with a dot in front, and what is wrong with it.
fn of_step(step: &LessonStep, has_scene: bool) -> Option<(&'static str, String)> {
    if step.text.trim().is_empty() && step.ask.is_none() && step.run.is_none() {
        return Some(("", "the step says, asks and runs nothing; give it a `text`".to_owned()));
    }
    if step.models.len() > MOST_MODELS {
        let count = step.models.len();
        return Some((".models", format!("there are {count} models; a window has {MOST_MODELS} panes")));
    }
    if let Some(Err(message)) = step.time_step.map(|h| ranges::TIME_STEP.check(h)) {
        return Some((".time_step", message));
    }
    if let Some(Err(message)) = step.run.map(|run| ranges::DURATION.check(run)) {
        return Some((".run", message));
    }
    if let Some(message) = step.camera.as_ref().and_then(wrong_camera) {
        return Some((".camera", message));
    }
    let runs_nothing = || "there is no scene to run; name one here or in a step before".to_owned();
    if step.run.is_some() && !has_scene {
        return Some((".run", runs_nothing()));
    }
    let message = match step.ask.as_ref()? {
        ask if ask.question().trim().is_empty() => "the question is empty".to_owned(),
        Ask::Choose { answers, .. } if !ANSWERS.contains(&answers.len()) => {
            let (least, most) = (ANSWERS.start(), ANSWERS.end());
            format!("there are {} answers; give {least} to {most}", answers.len())
        }
        Ask::Choose { answers, right, .. } if !(1..=answers.len()).contains(right) => {
            format!("right is {right}; it is the number of an answer, 1 to {}", answers.len())
        }
        Ask::Predict { .. } if step.run.is_none() => {
            "a number is predicted and nothing runs; give `run`, how long (s)".to_owned()
        }
        Ask::Predict { from, to, .. } if !(from.is_finite() && to.is_finite() && from < to) => {
            format!("the answers go from {} to {}; `from` must be less than `to`", number(*from), number(*to))
        }
        Ask::Predict { truth: Some(truth), .. } if !truth.is_finite() => {
            "truth must be a finite number".to_owned()
        }
        _ => return None,
    };
    Some((".ask", message))
}
