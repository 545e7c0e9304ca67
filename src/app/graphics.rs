//! Graphics drivers that are missing or fail: another one is tried once, and the work is there all the same.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// Names the driver to the renderer.
const BACKEND: &str = "WGPU_BACKEND";
/// Says that this is the second start; what it is set to is the session to take up, or nothing.
pub const AGAIN: &str = "PEGSIM_GRAPHICS_AGAIN";

/// Raised when the driver failed in the midst of the work.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether a panic says that there is no driver, in the renderer's words.
pub fn is_missing(reason: &str) -> bool {
    reason.contains("Unable to find a GPU") || reason.contains("Failed to create wgpu surface")
}

/// Whether a source file is of the renderer: an error there is the driver's, or follows from what the driver did.
pub fn is_of(file: &str) -> bool {
    ["/wgpu-", "/bevy_render-", "/bevy_pbr-", "/bevy_core_pipeline-"].iter().any(|part| file.contains(part))
}

/// Notes that the driver failed in the midst of the work; whether that is new.
pub fn note_failure() -> bool {
    !LOST.swap(true, Ordering::Relaxed)
}

/// The session that a second start is to take up, if this is one.
pub fn session_asked() -> Option<String> {
    std::env::var(AGAIN).ok().filter(|name| !name.is_empty())
}

/// The other kind of driver than the one that was asked for.
fn other(backend: &str) -> &'static str {
    if backend.to_ascii_lowercase().contains("gl") { "vulkan" } else { "gl" }
}

/// Starts the program again with another kind of driver, where the driver is what failed and this was not the second start.
/// It takes up the session in that folder. Does not come back then. Otherwise what to say, where it was the driver.
pub fn another_try(reason: Option<&str>, session: Option<PathBuf>) -> Option<String> {
    let lost = LOST.load(Ordering::Relaxed);
    if !lost && !reason.is_some_and(is_missing) {
        return None;
    }
    let now = std::env::var(BACKEND).unwrap_or_default();
    let without = "`pegsim run SCENE` simulates without a window, `pegsim --help` lists the commands";
    if std::env::var_os(AGAIN).is_some() {
        let what = if lost { "the graphics drivers fail" } else { "no usable graphics driver was found" };
        let kept =
            if session_asked().is_some() { "; what was done is kept, see `pegsim recover`" } else { "" };
        return Some(format!("{what}, with Vulkan and with OpenGL{kept}; {without}"));
    }
    let next = other(&now);
    eprintln!(
        "pegsim: warning: {}; trying {next}.",
        if lost { "the graphics driver failed" } else { "no graphics driver was found" }
    );
    let session = session.filter(|_| lost);
    let session = session.and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
    let error = again(next, &session.unwrap_or_default());
    Some(format!(
        "the graphics driver failed, and the program could not be started again: {error}; {without}"
    ))
}

/// Puts a fresh start of the program in the place of this one.
fn again(backend: &str, session: &str) -> std::io::Error {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(BACKEND, backend).env(AGAIN, session);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.exec()
    }
    #[cfg(not(unix))]
    {
        match command.status() {
            Ok(status) => std::process::exit(status.code().unwrap_or(1)),
            Err(error) => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_driver_is_opengl_unless_that_was_tried() {
        assert_eq!([other(""), other("vulkan"), other("gl"), other("GL")], ["gl", "gl", "vulkan", "vulkan"]);
        assert!(is_missing("Unable to find a GPU! Make sure"));
        assert!(!is_missing("index out of bounds"));
        assert!(is_of("/r/wgpu-29.0.4/src/backend/wgpu_core.rs") && !is_of("src/app/mishap.rs"));
    }
}
