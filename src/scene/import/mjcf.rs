//! Models of MuJoCo (MJCF).

use crate::scene::import::robot::Robot;
use crate::scene::import::xml::Element;
use crate::scene::loaded::SceneError;
use std::path::{Path, PathBuf};

/// Reads a file whose root element is `<mujoco>`.
pub(super) fn read(root: &Element, _path: &Path, _files: &mut Vec<PathBuf>) -> Result<Robot, SceneError> {
    Err(root.wrong("models of MuJoCo are not read yet"))
}
