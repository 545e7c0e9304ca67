//! What is raised: the sentences of the program, one kind of exception for each kind of mistake.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(pegsim, PegsimError, PyException, "Anything that pegsim refuses or fails at.");
create_exception!(
    pegsim,
    SceneError,
    PegsimError,
    "A scene that cannot be read or run: one sentence with place, mistake and remedy."
);
create_exception!(
    pegsim,
    StepError,
    PegsimError,
    "A step without an acceptable state; the world is as it was before it."
);
create_exception!(pegsim, LcpError, PegsimError, "A complementarity problem that is none.");

/// A scene that was refused.
pub fn scene(error: pegsim::scene::SceneError) -> PyErr {
    SceneError::new_err(error.message)
}

/// A step that failed.
pub fn step(error: &pegsim::step::StepError) -> PyErr {
    StepError::new_err(error.to_string())
}

/// An argument that is out of its range or of no use.
pub fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}
