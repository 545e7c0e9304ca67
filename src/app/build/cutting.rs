//! Meshes that become bodies, beside the frames: a file is read and, where it is not convex, cut into convex parts; what would come of it
//! is shown until somebody takes it, and then the scene with it is built. Bodies whose mesh is to be cut otherwise wait here as well.

use crate::app::bench::workbench::Workbench;
use crate::app::build::edit;
use crate::app::command::build::BodyChange;
use crate::app::command::{AppCommand, BuildCommand};
use crate::app::messages::Messages;
use crate::app::run::simulation::Mode;
use crate::app::wake::beside;
use crate::geometry::decompose::{self, Parts};
use crate::geometry::hull::convex_hull_3d_within;
use crate::geometry::mesh::{self, Import, MeshError, TriangleMesh};
use crate::geometry::polytope::Polytope;
use crate::math::Dimension;
use crate::scene::LoadedScene;
use crate::scene::format::{BodyDescription, DecomposeSettings, Shape};
use crate::world::BodyId;
use bevy::ecs::message::Messages as Written;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is being read, cut or built, the last thing asked for alone; parts are remembered where scenes look for them.
#[derive(Resource, Default)]
pub struct Cutting {
    draft: Option<Draft>,
    job: Option<Job>,
}

/// A mesh that is to be a body.
pub struct Draft {
    /// Its file.
    pub file: PathBuf,
    /// How it is to be cut.
    pub settings: DecomposeSettings,
    /// What would come of it, as it was cut last.
    pub made: Option<Arc<Made>>,
}

/// What comes of a mesh file.
pub struct Made {
    /// What is in the file.
    pub mesh: Arc<TriangleMesh>,
    /// The body.
    pub form: Form,
}

/// The body that a mesh makes.
pub enum Form {
    /// The mesh is convex.
    Convex(Polytope),
    /// It is cut into parts, so.
    Parts(DecomposeSettings, Arc<Parts>),
    /// It cannot be cut, for this reason; its hull, and the volumes of the mesh and of the hull (m³).
    Hull(String, Polytope, [f64; 2]),
}

struct Job {
    since: Instant,
    work: Work,
}

enum Work {
    Make(Result<Task<Outcome>, Option<Outcome>>),
    /// The scene with the new body, the scene that it was made from, and what is to be said.
    Build(Task<Result<Box<LoadedScene>, String>>, Arc<LoadedScene>, String),
    Built(Result<Box<LoadedScene>, String>, Arc<LoadedScene>, String),
    /// The mesh of the body of that name is cut otherwise, in the scene of that file: its number may change meanwhile.
    Change(Task<()>, String, DecomposeSettings, Option<PathBuf>),
}

type Outcome = Result<Box<Made>, String>;

impl Cutting {
    /// The mesh that is to be a body, if one is.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// What is done beside the frames, and for how long.
    pub fn working(&self) -> Option<(&'static str, Duration)> {
        let job = self.job.as_ref()?;
        let what = match &job.work {
            Work::Make(_) if self.draft.as_ref().is_some_and(|draft| draft.made.is_some()) => {
                tr!("cutting-cutting-again")
            }
            Work::Make(_) => tr!("cutting-reading-cutting-what-not-convex"),
            Work::Build(..) | Work::Built(..) => tr!("cutting-building-scene-with"),
            Work::Change(..) => tr!("cutting-cutting"),
        };
        Some((what, job.since.elapsed()))
    }

    /// The name of a body whose mesh is being cut otherwise.
    pub fn changing(&self) -> Option<&str> {
        match &self.job.as_ref()?.work {
            Work::Change(_, name, ..) => Some(name),
            _ => None,
        }
    }

    /// Whether a command is about meshes that are cut beside the frames: then it is carried out here, or has begun to be.
    pub fn begin(
        &mut self,
        command: &BuildCommand,
        bench: &Workbench,
        mode: Mode,
        messages: &mut Messages,
    ) -> bool {
        match command {
            BuildCommand::ImportMesh(file) => {
                if bench.scene.model.dimension == Dimension::Two {
                    let shown = file.display();
                    messages.warn(tr!("cutting-mesh-solid-this-scene-flat", shown = shown));
                    return true;
                }
                let settings = DecomposeSettings::default();
                self.draft = Some(Draft { file: file.clone(), settings, made: None });
                self.make(mode);
            }
            BuildCommand::CutImport(settings) => {
                let Some(draft) = &mut self.draft else { return true };
                match settings.check() {
                    Ok(()) => {
                        draft.settings = *settings;
                        self.make(mode);
                    }
                    Err(reason) => messages.warn(format!("{}: {reason}.", draft.file.display())),
                }
            }
            BuildCommand::CancelImport => *self = Self::default(),
            BuildCommand::ChangeBody(id, BodyChange::Parts(settings)) => {
                return self.change(*id, settings, bench, mode);
            }
            _ => return false,
        }
        true
    }

    /// Reads and cuts the mesh of the draft; what was read already is not read again.
    fn make(&mut self, mode: Mode) {
        let Some(draft) = &self.draft else { return };
        let (file, settings) = (draft.file.clone(), draft.settings);
        let known = draft.made.as_ref().map(|made| Arc::clone(&made.mesh));
        let work = move || made_of(&file, known, settings);
        let work = match mode {
            Mode::Background => Ok(beside(work)),
            Mode::Inline => Err(Some(work())),
        };
        self.job = Some(Job { since: Instant::now(), work: Work::Make(work) });
    }

    fn change(&mut self, id: BodyId, settings: &DecomposeSettings, bench: &Workbench, mode: Mode) -> bool {
        let Some(body) = bench.scene.source.bodies.get(id.0) else { return false };
        let Shape::Mesh { path, scale, mirror, .. } = &body.shape else { return false };
        if settings.check().is_err() {
            return false;
        }
        let (import, file) = (Import { scale: *scale, mirror: *mirror }, bench.folder().join(path));
        let (name, settings, scene) = (body.name.clone(), *settings, bench.scene.path.clone());
        // What comes of it, or why nothing does, is asked again when it is done.
        let task = beside(move || {
            let _ = decompose::load(&file, &import, &settings);
        });
        while mode == Mode::Inline && !task.is_finished() {
            std::thread::yield_now();
        }
        self.draft = None;
        self.job = Some(Job { since: Instant::now(), work: Work::Change(task, name, settings, scene) });
        true
    }

    /// Builds the scene with a body of the draft's mesh, beside the frames; `said` is told when it is there.
    pub fn build(&mut self, bench: &Workbench, body: BodyDescription, said: String, mode: Mode) {
        let (base, folder) = (Arc::clone(&bench.scene), bench.folder());
        let mut source = base.source.clone();
        source.resume = None;
        source.bodies.push(body);
        let (name, path) = (base.name.clone(), base.path.clone());
        let work = move || {
            let edited = edit::rebuild_with_a_model_that_can(source, &folder)?;
            Ok(Box::new(LoadedScene { name, path, ..edited }))
        };
        let work = match mode {
            Mode::Background => Work::Build(beside(work), base, said),
            Mode::Inline => Work::Built(work(), base, said),
        };
        self.job = Some(Job { since: Instant::now(), work });
    }

    /// The scene that was built and what is to be said, if it was made from the present one; the draft is done with then.
    ///
    /// # Errors
    /// A sentence: there is none, or the scene with it is not valid.
    pub fn take(&mut self, bench: &Workbench) -> Result<Option<(Box<LoadedScene>, String)>, String> {
        let Some(Job { work: Work::Built(built, base, said), .. }) = self.job.take() else { return Ok(None) };
        let built = built.inspect_err(|_| self.draft = None)?;
        if !Arc::ptr_eq(&base, &bench.scene) {
            return Ok(None);
        }
        self.draft = None;
        Ok(Some((built, said)))
    }
}

/// What a file makes; `known` is what is in it, where it was read already.
fn made_of(file: &Path, known: Option<Arc<TriangleMesh>>, settings: DecomposeSettings) -> Outcome {
    let import = Import::default();
    let mesh = match known {
        Some(mesh) => mesh,
        None => Arc::new(mesh::read(file, &import).map_err(|error| error.to_string())?),
    };
    let form = match mesh::convex_from_mesh(&mesh, &file.display().to_string()) {
        Ok(hull) => Form::Convex(hull),
        Err(MeshError::NotConvex { volume, hull_volume, .. }) => {
            match decompose::load(file, &import, &settings) {
                Ok(parts) => Form::Parts(settings, parts),
                Err(error) => {
                    let hull = convex_hull_3d_within(&mesh.vertices, mesh.known())
                        .map_err(|error| error.to_string())?;
                    Form::Hull(error.to_string(), hull, [volume, hull_volume])
                }
            }
        }
        Err(error) => return Err(error.to_string()),
    };
    Ok(Box::new(Made { mesh, form }))
}

/// Takes up what is done: a preview is shown, a convex mesh goes on by itself, what waited is asked for.
pub fn finish(
    mut cutting: ResMut<Cutting>,
    bench: Res<Workbench>,
    mut messages: ResMut<Messages>,
    mut commands: ResMut<Written<AppCommand>>,
) {
    let cutting = cutting.bypass_change_detection();
    let Some(job) = cutting.job.take() else { return };
    let since = job.since;
    match job.work {
        Work::Make(Ok(task)) if !task.is_finished() => {
            cutting.job = Some(Job { since, work: Work::Make(Ok(task)) });
        }
        Work::Make(work) => {
            let Some(made) = work.map_or_else(|done| done, |task| Some(block_on(task))) else { return };
            let Some(draft) = &mut cutting.draft else { return };
            match made {
                Ok(made) => {
                    if matches!(made.form, Form::Convex(_)) {
                        commands.write(BuildCommand::AcceptImport.into());
                    }
                    draft.made = Some(Arc::from(made));
                }
                Err(reason) => {
                    messages.warn(format!("{}.", reason.trim_end_matches('.')));
                    cutting.draft = None;
                }
            }
        }
        Work::Build(task, base, said) if !task.is_finished() => {
            cutting.job = Some(Job { since, work: Work::Build(task, base, said) });
        }
        Work::Build(task, base, said) => {
            cutting.job = Some(Job { since, work: Work::Built(block_on(task), base, said) });
            commands.write(BuildCommand::TakeImport.into());
        }
        Work::Built(..) => {
            cutting.job = Some(job);
            commands.write(BuildCommand::TakeImport.into());
        }
        Work::Change(task, name, settings, scene) if !task.is_finished() => {
            cutting.job = Some(Job { since, work: Work::Change(task, name, settings, scene) });
        }
        Work::Change(_, name, settings, scene) => {
            let at = bench.scene.source.bodies.iter().position(|body| body.name == name);
            if let Some(k) = at.filter(|_| scene == bench.scene.path) {
                commands.write(BuildCommand::ChangeBody(BodyId(k), BodyChange::CutParts(settings)).into());
            }
        }
    }
}
