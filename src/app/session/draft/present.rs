//! What the window shows as a step of a lesson says it: the scene by its name, the models of the panes, the step size, how long it ran.

use crate::app::bench::workbench::Workbench;
use crate::app::files::scenes;
use crate::contact::models::ContactModel;
use crate::lesson::{Lesson, LessonStep, file_beside};
use crate::scene::shipped;
use std::path::{Path, PathBuf};

/// How long a step runs that was not run yet (s).
const RUN: f64 = 1.0;

/// What the window shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Present {
    /// Name of the scene, from the folder of the lesson.
    pub scene: String,
    /// The models of the panes.
    pub models: Vec<ContactModel>,
    /// The step size (s), where it is not the scene's own.
    pub time_step: Option<f64>,
    /// How long it ran (s), where it did.
    pub run: Option<f64>,
}

impl Present {
    /// What is shown now, for a lesson whose file is in this folder.
    ///
    /// # Errors
    /// A sentence why a lesson cannot name the scene.
    pub fn of(bench: &Workbench, folder: Option<&Path>) -> Result<Self, String> {
        let Some(file) = bench.file.as_deref().filter(|_| !bench.is_edited()) else {
            return Err(tr!("editor-lesson-scene-not-saved").to_owned());
        };
        let scene = name_of(file, folder)?;
        let first = bench.scene.first_state();
        // To the millisecond: nobody wants a hundred digits of a sum of steps.
        let ran = ((bench.time() - first.time) * 1e3).round() / 1e3;
        Ok(Self {
            scene,
            models: bench.chosen_models(),
            time_step: (bench.time_step != bench.scene.settings.h).then_some(bench.time_step),
            run: (ran > 0.0).then_some(ran),
        })
    }

    /// Gives a step the scene and the panes. How long it runs stays, where nothing ran.
    pub fn put_into(&self, step: &mut LessonStep) {
        step.scene = Some(self.scene.clone());
        step.models.clone_from(&self.models);
        step.time_step = self.time_step;
        step.run = self.run.or(step.run).or(Some(RUN));
    }
}

/// The name of a scene's file in a lesson of this folder: that of the program, else the path from the folder where the file lies in it,
/// else the whole path.
///
/// # Errors
/// A sentence where the path is no text.
fn name_of(file: &Path, folder: Option<&Path>) -> Result<String, String> {
    let file = scenes::whole(file);
    if shipped::is_shipped(&file)
        && let Some((name, _)) = scenes::list().into_iter().find(|(_, path)| scenes::whole(path) == file)
    {
        return Ok(name);
    }
    if let Some(folder) = folder.map(scenes::whole)
        && file.starts_with(&folder)
    {
        return Ok(shipped::name(&folder, &file));
    }
    let text =
        file.to_str().ok_or_else(|| tr!("editor-lesson-name-cannot-be-held", file = file.display()))?;
    Ok(text.to_owned())
}

/// The lesson for a file in another folder: its scenes are where they were.
pub fn rebased(lesson: &Lesson, from: Option<&Path>, to: &Path) -> Lesson {
    let mut lesson = lesson.clone();
    for scene in lesson.steps.iter_mut().filter_map(|step| step.scene.as_mut()) {
        if let Some(file) = own_file(scene, from)
            && let Ok(name) = name_of(&file, Some(to))
        {
            // What is found by its old name keeps it.
            let still = own_file(scene, Some(to)).and_then(|file| file.canonicalize().ok());
            if still.is_none() || still != file.canonicalize().ok() || Path::new(scene).is_absolute() {
                *scene = name;
            }
        }
    }
    lesson
}

/// The scenes of a lesson that lie in no folder below that of its file, and are none of the program: who gets the file lacks them.
pub fn apart(lesson: &Lesson) -> Vec<&str> {
    let mut apart: Vec<&str> = lesson.steps.iter().filter_map(|step| step.scene.as_deref()).collect();
    apart.retain(|name| Path::new(name).is_absolute());
    apart.dedup();
    apart
}

/// The file of a scene that a lesson names, where it is the user's.
fn own_file(name: &str, folder: Option<&Path>) -> Option<PathBuf> {
    match folder {
        Some(folder) => file_beside(name, folder),
        None => Path::new(name).is_absolute().then(|| file_beside(name, Path::new("/"))).flatten(),
    }
}
