//! A scene that is ready to run, and why one is not.

use crate::quote::{brief, counted};
use crate::scene::format::Scene;
use crate::step::{Simulation, StepSettings};
use crate::world::{BodyId, Model, State};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scene that passed validation, ready to run.
#[derive(Clone, Debug)]
pub struct LoadedScene {
    /// Name from the file, or its stem.
    pub name: String,
    /// Description from the file.
    pub description: String,
    /// Where it came from.
    pub path: Option<PathBuf>,
    /// Bodies.
    pub model: Arc<Model>,
    /// Start: the bodies where the file puts them, at time 0.
    pub state: State,
    /// The saved moment of a run from which the file asks to go on, if it does.
    pub resume: Option<State>,
    /// Settings of the step.
    pub settings: StepSettings,
    /// How long a run lasts (s); `None`: endless.
    pub duration: Option<f64>,
    /// Camera eye and target (m).
    pub camera: Option<(crate::math::Vec3, crate::math::Vec3)>,
    /// The meshes that were cut into convex parts.
    pub decomposed: Vec<Decomposed>,
    /// Where it was made from, if its file is none of this program's: then `path` is `None`, because it is never written.
    pub imported: Option<Imported>,
    /// The scene as it was read, for editing and saving.
    pub source: Scene,
}

/// A file of another program, as a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The files that were read, that of the user first, without those of meshes that the scene names.
    pub files: Vec<PathBuf>,
    /// What of them was not taken as it is, a sentence each.
    pub notes: Vec<String>,
    /// Largest torque (N·m) or force (N) of what may drive a joint, by the name of the joint.
    pub efforts: BTreeMap<String, f64>,
}

/// A mesh that stands as convex parts in a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposed {
    /// The body.
    pub body: BodyId,
    /// The mesh, as the scene names it.
    pub file: String,
    /// Which parts of the body are its.
    pub parts: Range<usize>,
    /// Two-sided Hausdorff distance of its surface and that of the parts' union (m), sampled.
    pub error: f64,
    /// No point is farther from a sample than this (m): the true distance is greater by no more.
    pub spacing: f64,
    /// How far the parts were to stand off the mesh at most (m).
    pub tolerance: f64,
}

impl Decomposed {
    /// What is said of it: parts and error.
    pub fn sentence(&self, model: &Model) -> String {
        format!(
            "`{}` is {} in {}, whose surface is within {} m of it at points {} m apart",
            brief(&model.body(self.body).name),
            brief(&self.file),
            counted(self.parts.len(), "convex part", "convex parts"),
            short(self.error),
            short(self.spacing)
        )
    }
}

/// A length with two digits (m).
fn short(length: f64) -> String {
    format!("{length:.1e}")
}

impl LoadedScene {
    /// The files that it was read from: its own, and those of its meshes.
    pub fn files(&self) -> Vec<PathBuf> {
        let others = self.imported.iter().flat_map(|imported| imported.files.iter().cloned());
        self.path.iter().cloned().chain(others).chain(self.mesh_files()).collect()
    }

    /// The files of its meshes.
    pub fn mesh_files(&self) -> Vec<PathBuf> {
        self.source.mesh_files(self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")))
    }

    /// The state from which a run goes on: the saved moment, else the start.
    pub fn first_state(&self) -> &State {
        self.resume.as_ref().unwrap_or(&self.state)
    }

    /// A run of the scene from its first state under its own settings.
    pub fn simulation(&self) -> Simulation {
        Simulation::new(self.model.clone(), self.first_state().clone(), self.settings)
    }
}

/// Why a scene was not accepted: one sentence with file, line, column, what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct SceneError {
    /// The whole sentence, with the place in front (`file:line:column: …`).
    pub message: String,
}
