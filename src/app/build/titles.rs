//! Changes what the scene says of itself, and its gravity.

use crate::app::bench::workbench::Workbench;
use crate::app::build::edit::change_scene;
use crate::app::command::build::{SceneChange, SceneTitles};
use crate::app::look::camera::Rigs;
use crate::math::Dimension;
use crate::scene::Scene;
use crate::scene::format::CameraDescription;

/// Carries out a change; returns what the undo list calls it, or nothing where all stays as it is.
///
/// # Errors
/// One sentence when the scene may not be so; nothing has changed then.
pub fn change(bench: &mut Workbench, change: &SceneChange, rigs: &Rigs) -> Result<Option<String>, String> {
    let source = &bench.scene.source;
    let label = match change {
        SceneChange::Name(name) => (source.name != *name).then_some(tr!("scene-act-name")),
        SceneChange::Description(text) => {
            (source.description != *text).then_some(tr!("scene-act-description"))
        }
        SceneChange::Duration(duration) => {
            (source.duration != *duration).then_some(tr!("scene-act-duration"))
        }
        SceneChange::View(true) => Some(tr!("scene-act-view")),
        SceneChange::View(false) => source.camera.is_some().then_some(tr!("scene-act-view")),
        SceneChange::Gravity(gravity) => (source.gravity() != *gravity).then_some(tr!("scene-act-gravity")),
    };
    let Some(label) = label.map(str::to_owned) else { return Ok(None) };
    match change {
        SceneChange::Name(name) if name.trim().is_empty() => return Err(tr!("scene-name-empty").to_owned()),
        SceneChange::Name(name) => bench.retitle(|scene| name.trim().clone_into(&mut scene.name)),
        SceneChange::Description(text) => bench.retitle(|scene| text.clone_into(&mut scene.description)),
        SceneChange::Duration(Some(duration)) if !(duration.is_finite() && *duration > 0.0) => {
            return Err(tr!("scene-duration-positive", duration = duration));
        }
        SceneChange::Duration(duration) => {
            bench.retitle(|scene| scene.duration = *duration);
            bench.finished = false;
        }
        SceneChange::View(keep) => {
            let camera = keep.then(|| rigs.description(bench.focused));
            bench.retitle(|scene| scene.camera.clone_from(&camera));
        }
        SceneChange::Gravity(gravity) => {
            if bench.scene.source.dimension == Dimension::Two && gravity.z != 0.0 {
                return Err(tr!("scene-gravity-in-plane").to_owned());
            }
            change_scene(bench, None, |scene| {
                scene.gravity = Some((*gravity).into());
                Ok(())
            })?;
        }
    }
    Ok(Some(label))
}

/// Gives the scene other titles, for a file under another name.
pub fn take(bench: &mut Workbench, titles: &SceneTitles, camera: Option<&CameraDescription>) {
    let source = &bench.scene.source;
    let same = source.name == titles.name && source.description == titles.description;
    if same && (camera.is_none() || camera == source.camera.as_ref()) {
        return;
    }
    bench.retitle(|scene| entitle(scene, titles, camera));
}

/// Writes other titles into a scene.
pub fn entitle(scene: &mut Scene, titles: &SceneTitles, camera: Option<&CameraDescription>) {
    titles.name.clone_into(&mut scene.name);
    titles.description.clone_into(&mut scene.description);
    if let Some(camera) = camera {
        scene.camera = Some(*camera);
    }
}
