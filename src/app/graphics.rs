//! Graphics drivers that are missing or fail: another one is tried once, and the work is there all the same.

use crate::app::past::recovery::list::List;
use crate::quote::fit;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// Names the kind of driver to the renderer.
const BACKEND: &str = "WGPU_BACKEND";
/// Asks the renderer for a driver that draws with the processor.
const SOFTWARE: &str = "WGPU_FORCE_FALLBACK_ADAPTER";
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

/// What a second start does otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    /// It draws with the processor: the driver of the card failed, and another interface would be the same driver.
    Software,
    /// It takes any kind of driver: of the kind that was asked for there is none.
    AnyKind,
}

impl Try {
    /// What to try, where the driver was `lost` in the midst or is missing, and one of a certain kind was asked for or not.
    fn after(lost: bool, kind_asked: bool) -> Option<Self> {
        match (lost, kind_asked) {
            (true, _) => Some(Self::Software),
            (false, true) => Some(Self::AnyKind),
            (false, false) => None,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Software => "the software renderer",
            Self::AnyKind => "any kind of driver",
        }
    }
}

/// Starts the program again with other graphics, where the driver is what failed, there is something else to try, and this was not
/// the second start. It takes up the session in that folder. Does not come back then. Otherwise what to say, where it was
/// the driver.
pub fn another_try(reason: Option<&str>, session: Option<PathBuf>) -> Option<String> {
    let missing = reason.is_some_and(is_missing);
    let lost = LOST.load(Ordering::Relaxed) && !missing;
    if !lost && !missing {
        return None;
    }
    let what = match reason {
        _ if missing => "no usable graphics driver was found".to_owned(),
        Some(reason) => format!("the graphics driver failed ({})", fit(reason, 120)),
        None => "the graphics driver failed".to_owned(),
    };
    let without = "`pegsim run SCENE` simulates without a window, `pegsim --help` lists the commands";
    let second = std::env::var_os(AGAIN).is_some();
    let kind_asked = std::env::var_os(BACKEND).is_some_and(|kind| !kind.is_empty());
    let Some(next) = Try::after(lost, kind_asked).filter(|_| !second) else {
        let kept =
            if session_asked().is_some() { "; what was done is kept, see `pegsim recover`" } else { "" };
        let twice = if second { ", and nothing else works" } else { "" };
        return Some(format!("{what}{twice}{kept}; {without}"));
    };
    eprintln!("pegsim: warning: {what}; trying {}.", next.title());
    // Only a session in which something was kept is there to be taken up.
    let session = session.filter(|folder| lost && matches!(List::read(folder), Ok(Some(_))));
    let session = session.and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
    let error = again(next, &session.unwrap_or_default());
    Some(format!("{what}, and the program could not be started again: {error}; {without}"))
}

/// Puts a fresh start of the program in the place of this one.
fn again(next: Try, session: &str) -> std::io::Error {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(AGAIN, session);
    match next {
        Try::Software => command.env(SOFTWARE, "1"),
        Try::AnyKind => command.env_remove(BACKEND),
    };
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
    fn a_driver_that_fails_is_followed_by_software_and_one_that_is_not_there_by_any() {
        assert_eq!(Try::after(true, false), Some(Try::Software));
        assert_eq!(Try::after(true, true), Some(Try::Software));
        assert_eq!(Try::after(false, true), Some(Try::AnyKind));
        assert_eq!(Try::after(false, false), None, "nothing was left out");
        assert!(is_missing("Unable to find a GPU! Make sure"));
        assert!(!is_missing("index out of bounds"));
        assert!(is_of("/r/wgpu-29.0.4/src/backend/wgpu_core.rs") && !is_of("src/app/mishap.rs"));
    }
}
