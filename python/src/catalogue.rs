//! What there is: contact models, solvers, scenes.

use crate::error;
use pegsim::contact::models::ContactModel;
use pegsim::lcp::catalogue;
use pegsim::quote::{brief, meant};
use pegsim::scene::shipped::{self, Shipped};
use pyo3::prelude::*;

/// Names of the contact models with a sentence each.
#[pyfunction]
pub fn models() -> Vec<(&'static str, &'static str)> {
    ContactModel::ALL.iter().map(|model| (model.name(), model.description())).collect()
}

/// Names of the solvers with a sentence each, and whether they solve a single problem.
#[pyfunction]
pub fn solvers() -> Vec<(&'static str, &'static str, bool)> {
    let methods = catalogue::SolverMethod::ALL.iter();
    methods.map(|m| (m.name(), m.description(), m.solver().is_some())).collect()
}

/// Names of the scenes that come with the package.
#[pyfunction]
pub fn scenes() -> Vec<&'static str> {
    shipped::all().iter().map(|scene| scene.name).collect()
}

/// The text of a scene that comes with the package.
#[pyfunction]
pub fn scene_text(name: &str) -> PyResult<&'static str> {
    shipped_scene(name).map(|scene| scene.text)
}

/// A scene that comes with the package.
///
/// # Errors
/// A name that none has.
pub fn shipped_scene(name: &str) -> PyResult<&'static Shipped> {
    let all = shipped::all();
    all.iter().find(|scene| scene.name == name).ok_or_else(|| {
        let (said, meant) = (brief(name), meant(name, all.iter().map(|scene| scene.name)));
        error::SceneError::new_err(format!("there is no scene `{said}`{meant}; `pegsim.scenes()` names all"))
    })
}
