//! The one place where the command line hands over to the app.

use crate::cli::Failure;
use std::path::PathBuf;

/// Opens the window and returns when it is closed.
#[cfg(feature = "app")]
pub(crate) fn open(
    scene: Option<PathBuf>,
    quality_low: bool,
    script: Option<PathBuf>,
) -> Result<(), Failure> {
    let scene = scene.map(|scene| super::scenes::resolve(&scene)).transpose()?;
    pegsim::app::run(pegsim::app::Options { scene, quality_low, script }).map_err(Failure::Run)
}

/// Says that this build has no window.
#[cfg(not(feature = "app"))]
pub(crate) fn open(
    _scene: Option<PathBuf>,
    _quality_low: bool,
    _script: Option<PathBuf>,
) -> Result<(), Failure> {
    Err(Failure::Input(
        "this build has no window (it was built without the feature `app`); \
         `pegsim run SCENE` simulates without one, `pegsim --help` lists the commands"
            .to_owned(),
    ))
}
