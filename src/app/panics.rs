//! What is said when the program itself fails: never a silent end.

use crate::app::graphics;
use crate::threads;
use std::any::Any;
use std::backtrace::Backtrace;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Name of the file that says how the program ended.
pub const CRASH: &str = "crash.txt";

/// The folder of the session, where the report goes.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);
/// What the last panic that nobody guarded said.
static SAID: Mutex<Option<String>> = Mutex::new(None);

/// Says where reports go; none: they go to stderr alone.
pub fn keep_report_in(folder: Option<&Path>) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = folder.map(Path::to_path_buf);
}

/// Where reports go.
pub fn report_folder() -> Option<PathBuf> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Does work whose failure is not the end: a panic comes back as what it said, and leaves no report.
///
/// # Errors
/// What the panic said.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    threads::with_caught(true, || catch_unwind(AssertUnwindSafe(work)))
        .map_err(|panic| panic_text(panic.as_ref()))
}

/// Runs the program itself: what nobody guards was reported where it happened, and comes back as a sentence.
///
/// # Errors
/// What was said.
pub fn guarded_loudly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| last().unwrap_or_else(|| panic_text(panic.as_ref())))
}

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no reason given".to_owned())
}

/// What the last panic that nobody guarded said, and where; forgotten then.
fn last() -> Option<String> {
    SAID.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Reports every panic that nobody guards: on stderr, and in the folder of the session.
pub fn install() {
    let before = take_hook();
    set_hook(Box::new(move |info| {
        if threads::is_caught() {
            before(info);
        } else {
            report(info);
        }
    }));
}

fn report(info: &PanicHookInfo) {
    let reason = panic_text(info.payload());
    let place =
        info.location().map_or_else(String::new, |place| format!(" ({}:{})", place.file(), place.line()));
    let what = format!("an error in the program{place}: {reason}");
    // Where there are no graphics, another driver is tried before anything is said.
    let in_graphics = info.location().is_some_and(|place| graphics::is_of(place.file()));
    if in_graphics {
        graphics::note_failure();
    }
    let quiet = in_graphics || graphics::is_missing(&reason);
    // A second one follows from the first.
    let first = {
        let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
        let first = said.clone();
        said.get_or_insert_with(|| what.clone());
        first
    };
    if let Some(first) = first {
        // With this one the process ends where it is: what would follow the first is done now.
        if cannot_unwind(&reason)
            && let Some(text) = graphics::another_try(Some(&first), report_folder())
        {
            eprintln!("pegsim: {text}.");
        }
        return;
    }
    let folder = report_folder();
    let mut text = format!("{what}\n");
    let thread = std::thread::current();
    let _ = writeln!(
        text,
        "pegsim {}, thread {}",
        env!("CARGO_PKG_VERSION"),
        thread.name().unwrap_or("without a name")
    );
    let _ = writeln!(text, "{}", Backtrace::force_capture());
    let kept =
        folder.as_ref().map(|folder| folder.join(CRASH)).filter(|path| std::fs::write(path, &text).is_ok());
    if quiet {
        return;
    }
    match (folder, kept) {
        (Some(folder), Some(report)) => eprintln!("pegsim: {}", farewell(&what, &folder, &report)),
        _ => eprintln!("pegsim: {what}.\n{text}"),
    }
}

/// Whether a panic says, in the words of the standard library, that it ends the process at once: something that was cleaned up after another panic failed as well.
fn cannot_unwind(reason: &str) -> bool {
    reason.starts_with("panic in a destructor during cleanup")
        || reason.starts_with("panic in a function that cannot unwind")
}

/// What happened, where the work lies, and what to do.
fn farewell(what: &str, folder: &Path, report: &Path) -> String {
    format!(
        "{what}.\n  What was done is kept in {}; the next start of pegsim offers it, and `pegsim recover` lists it.\n  A report \
         for the authors is in {}.",
        folder.display(),
        report.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guarded_comes_back_as_a_sentence_and_the_guard_ends_with_it() {
        assert_eq!(guarded(|| 3), Ok(3));
        assert_eq!(guarded(|| -> u8 { panic!("the {} fell", "moon") }), Err("the moon fell".to_owned()));
        assert!(!threads::is_caught());
        assert_eq!(guarded(|| guarded(|| -> u8 { panic!("inner") })), Ok(Err("inner".to_owned())));
    }
}
