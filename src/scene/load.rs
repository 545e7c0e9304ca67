//! From the text of a scene to a scene that is ready to run.

use crate::contact::models::ContactModel;
use crate::math::Vec3;
use crate::reading;
use crate::scene::check::{resume, start, validate, weights};
use crate::scene::format::{FIRST_VERSION, Scene, VERSION_WITH_LAG};
use crate::scene::loaded::{Decomposed, LoadedScene, SceneError};
use crate::scene::message::{MAX_DEPTH, Problem, parse_error};
use crate::scene::{build, import, save};
use crate::world::{BodyId, Model, State};
use ron::extensions::Extensions;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};
use std::path::Path;
use std::sync::Arc;

/// Endings of files that are no scenes, whatever they hold: those that are given beside scenes and those that the program writes.
const OTHER_FILES: [&str; 10] = ["obj", "stl", "gltf", "glb", "pegrec", "json", "jsonl", "csv", "png", "svg"];

/// Reads, validates and builds a scene file.
///
/// # Errors
/// One clear sentence; see [`SceneError`].
pub fn load_file(path: &Path) -> Result<LoadedScene, SceneError> {
    if import::is_robot(path) {
        return import::import(path, &import::ImportOptions::default());
    }
    let shown = path.display().to_string();
    let refuse = |message: String| SceneError { message: format!("{shown}: {message}") };
    if let Some(other) = path
        .extension()
        .and_then(|e| e.to_str())
        .filter(|e| OTHER_FILES.iter().any(|other| e.eq_ignore_ascii_case(other)))
    {
        return Err(refuse(format!(
            "the name ends in .{other}; give the path of a scene file (.ron) or of a robot (.urdf, .xml)"
        )));
    }
    let bytes = reading::bytes(path, reading::SCENE).map_err(|error| refuse(error.to_string()))?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let valid = String::from_utf8_lossy(valid);
            let line = 1 + valid.matches('\n').count();
            let column = 1 + valid.chars().rev().take_while(|c| *c != '\n').count();
            return Err(SceneError {
                message: format!(
                    "{shown}:{line}:{column}: this is not UTF-8 text; a scene is a text file in RON format"
                ),
            });
        }
    };
    let mut loaded = load_str(&text, &shown, path.parent().unwrap_or(Path::new("")))?;
    if loaded.name.is_empty() {
        loaded.name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    }
    loaded.path = Some(path.to_owned());
    Ok(loaded)
}

/// The text without the byte order mark that editors on Windows like to put in front.
pub(in crate::scene) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads, validates and builds a scene from its text. `path_for_messages` stands in front of every message; the
/// paths of meshes are taken from `base`.
///
/// # Errors
/// One clear sentence; see [`SceneError`].
pub fn load_str(text: &str, path_for_messages: &str, base: &Path) -> Result<LoadedScene, SceneError> {
    let text = without_mark(text);
    load_parsed(parse(text, path_for_messages)?, text, path_for_messages, base)
}

/// Validates and builds a scene that was read from `text`.
///
/// # Errors
/// One clear sentence; see [`SceneError`].
pub(in crate::scene) fn load_parsed(
    scene: Scene,
    text: &str,
    path_for_messages: &str,
    base: &Path,
) -> Result<LoadedScene, SceneError> {
    build_scene(scene, base, text).map_err(|problem| problem.locate(text, path_for_messages))
}

/// Validates and builds a scene that was made in code; line and column of a message are those of its saved text.
///
/// # Errors
/// One clear sentence; see [`SceneError`].
pub fn load_scene(scene: Scene, path_for_messages: &str, base: &Path) -> Result<LoadedScene, SceneError> {
    let text = save::to_text(&scene);
    load_parsed(scene, &text, path_for_messages, base)
}

/// Validates and builds a scene that was changed in the program; a message names the body, but no place in a file.
///
/// # Errors
/// One clear sentence; see [`SceneError`].
pub fn rebuild(scene: Scene, base: &Path) -> Result<LoadedScene, SceneError> {
    let text = save::to_text(&scene);
    build_scene(scene, base, &text).map_err(|problem| problem.unplaced(&text))
}

/// Reads the text of a scene without validating its values.
///
/// # Errors
/// Text that is not RON, unknown or missing fields, values of the wrong type.
pub fn parse(text: &str, path_for_messages: &str) -> Result<Scene, SceneError> {
    read_ron(text, path_for_messages).map(with_lag)
}

/// Reads a text in RON, in which `Some` may be left out.
///
/// # Errors
/// One clear sentence with its place.
pub(crate) fn read_ron<T: DeserializeOwned>(text: &str, path_for_messages: &str) -> Result<T, SceneError> {
    let text = without_mark(text);
    options().from_str(text).map_err(|error| parse_error(&error, text, path_for_messages))
}

/// A scene as it is in memory: a saved moment from before there was a lag gets the one that its velocities had, which were
/// those of the middle of the last step under every contact model.
fn with_lag(mut scene: Scene) -> Scene {
    if let Some(saved) = scene.resume.as_mut().filter(|saved| saved.lag.is_nan())
        && scene.format_version == FIRST_VERSION
    {
        saved.lag = State::leapfrog_lag(saved.step, scene.time_step);
    }
    if scene.format_version == VERSION_WITH_LAG {
        scene.format_version = FIRST_VERSION;
    }
    scene
}

/// Whether the text of a scene says which contact model it has.
fn names_model(text: &str) -> bool {
    #[derive(Default, Deserialize)]
    #[serde(default, rename = "Contact")]
    struct Contact {
        #[serde(deserialize_with = "is_there")]
        model: bool,
    }
    #[derive(Deserialize)]
    #[serde(rename = "Scene")]
    struct Scene {
        #[serde(default)]
        contact: Contact,
    }
    fn is_there<'de, D: Deserializer<'de>>(of: D) -> Result<bool, D::Error> {
        IgnoredAny::deserialize(of).map(|_| true)
    }
    read_ron::<Scene>(text, "").is_ok_and(|scene| scene.contact.model)
}

/// How scenes are read and written: `Some` may be left out.
pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME).with_recursion_limit(MAX_DEPTH)
}

/// Two bodies by their names, and how deep they are in each other at the start (m).
pub(in crate::scene) type Overlap = (String, String, f64);

/// Builds a scene of another program's file, in which bodies that overlap at the start pass through each other; also says which those are.
///
/// # Errors
/// One clear sentence without a place.
pub(in crate::scene) fn load_apart(mut scene: Scene) -> Result<(LoadedScene, Vec<Overlap>), String> {
    let kept = scene.clone();
    let said = |problem: Problem| problem.unplaced(&save::to_text(&kept)).message;
    validate::check(&scene).map_err(said)?;
    let (mut model, state, decomposed) = build::model_and_state(&scene, Path::new("")).map_err(said)?;
    let found = start::overlaps(&model, &state);
    let name = |id: BodyId| model.body(id).name.clone();
    let found: Vec<_> = found.into_iter().map(|(a, b, depth)| ((a, b), (name(a), name(b), depth))).collect();
    for (pair, (a, b, _)) in &found {
        scene.no_contact.push((a.clone(), b.clone()));
        model.passing.push(*pair);
    }
    model.passing.sort_unstable();
    let loaded = finish(scene, model, state, decomposed).map_err(said)?;
    Ok((loaded, found.into_iter().map(|(_, overlap)| overlap).collect()))
}

fn build_scene(mut scene: Scene, base: &Path, text: &str) -> Result<LoadedScene, Problem> {
    validate::check(&scene)?;
    let (model, state, decomposed) = build::model_and_state(&scene, base)?;
    // Who names no model has one that can do what is there.
    if scene.contact.model.cannot(&model).is_some() && !names_model(text) {
        scene.contact.model = ContactModel::SeparatingFeature;
    }
    finish(scene, model, state, decomposed)
}

/// Checks what was built.
fn finish(
    scene: Scene,
    model: Model,
    state: State,
    decomposed: Vec<Decomposed>,
) -> Result<LoadedScene, Problem> {
    let settings = scene.settings();
    weights::check(&scene, &model)?;
    start::check(&model, &state)?;
    if let Some(lack) = scene.contact.model.cannot(&model) {
        return Err(Problem::new("contact.model", lack));
    }
    if let Some(saved) = &scene.resume {
        resume::check(&model, saved)?;
        resume::check_fixed(&model, saved)?;
    }
    Ok(LoadedScene {
        name: scene.name.clone(),
        description: scene.description.clone(),
        path: None,
        model: Arc::new(model),
        state,
        resume: scene.resume.clone(),
        settings,
        duration: scene.duration,
        camera: scene.camera.map(|c| (Vec3::from(c.eye), Vec3::from(c.target))),
        decomposed,
        imported: None,
        source: scene,
    })
}
