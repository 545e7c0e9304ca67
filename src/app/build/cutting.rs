//! Meshes that are cut into convex parts beside the frames: what is to be done with them waits until they are, and is then asked for again.

use crate::app::bench::workbench::Workbench;
use crate::app::command::build::BodyChange;
use crate::app::command::{AppCommand, BuildCommand};
use crate::app::messages::Messages;
use crate::app::run::simulation::Mode;
use crate::geometry::decompose;
use crate::geometry::mesh::{self, Import, MeshError};
use crate::scene::format::{DecomposeSettings, Shape};
use crate::world::BodyId;
use bevy::ecs::message::Messages as Written;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use std::path::{Path, PathBuf};

/// What is being cut, the last thing asked for alone; what comes out is remembered where scenes look for it.
#[derive(Resource, Default)]
pub struct Cutting {
    task: Option<Task<()>>,
    then: Option<Then>,
}

/// What the parts are for.
struct Then {
    what: What,
    /// The scene that was open: another one knows nothing of it.
    scene: Option<PathBuf>,
}

enum What {
    Import(PathBuf),
    /// The body's name, because its number may change meanwhile.
    Change(String, DecomposeSettings),
}

impl Cutting {
    /// Whether a command has to wait until a mesh is cut, which then has begun.
    pub fn begin(
        &mut self,
        command: &BuildCommand,
        bench: &Workbench,
        mode: Mode,
        messages: &mut Messages,
    ) -> bool {
        let Some((what, file, import, settings)) = needed(command, bench) else { return false };
        messages.info(format!("{} is cut into convex parts.", file.display()));
        // What comes of it, or why nothing does, is asked again when it is done.
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let _ = decompose::load(&file, &import, &settings);
        });
        if mode == Mode::Inline {
            while !task.is_finished() {
                std::thread::yield_now();
            }
        }
        *self = Self { task: Some(task), then: Some(Then { what, scene: bench.scene.path.clone() }) };
        true
    }
}

/// What a command needs to have cut.
fn needed(command: &BuildCommand, bench: &Workbench) -> Option<(What, PathBuf, Import, DecomposeSettings)> {
    match command {
        BuildCommand::ImportMesh(path) if is_hollow(path) => {
            let what = What::Import(path.clone());
            Some((what, path.clone(), Import::default(), DecomposeSettings::default()))
        }
        BuildCommand::ChangeBody(id, BodyChange::Parts(settings)) => {
            let body = bench.scene.source.bodies.get(id.0)?;
            let Shape::Mesh { path, scale, mirror, .. } = &body.shape else { return None };
            let import = Import { scale: *scale, mirror: *mirror };
            settings.check().ok()?;
            let file = bench.folder().join(path);
            Some((What::Change(body.name.clone(), *settings), file, import, *settings))
        }
        _ => None,
    }
}

/// Whether a file holds a mesh that is not convex.
fn is_hollow(file: &Path) -> bool {
    matches!(mesh::load_convex(file, &Import::default()), Err(MeshError::NotConvex { .. }))
}

/// Asks for what waited, once the mesh is cut.
pub fn finish(
    mut cutting: ResMut<Cutting>,
    bench: Res<Workbench>,
    mut commands: ResMut<Written<AppCommand>>,
) {
    if !cutting.task.as_ref().is_some_and(Task::is_finished) {
        return;
    }
    cutting.task = None;
    let Some(Then { what, scene }) = cutting.then.take() else { return };
    if scene != bench.scene.path {
        return;
    }
    let command = match what {
        What::Import(path) => Some(BuildCommand::ImportParts(path)),
        What::Change(name, settings) => {
            let at = bench.scene.source.bodies.iter().position(|body| body.name == name);
            at.map(|k| BuildCommand::ChangeBody(BodyId(k), BodyChange::CutParts(settings)))
        }
    };
    if let Some(command) = command {
        commands.write(command.into());
    }
}
