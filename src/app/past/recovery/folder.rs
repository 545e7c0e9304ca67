//! Where sessions keep their work: one folder for each running window, with a lock that says whether it still runs.
//!
//! ```text
//!   STATE/recovery/SESSION/lock       held by the window as long as it runs, whatever number its process has
//!   STATE/recovery/SESSION/list.json  what the records mean; replaced whole with every save
//!   STATE/recovery/SESSION/records-N  the records, appended to
//!   STATE/recovery/SESSION/crash.txt  what happened, where the program could still say so
//!   STATE/recovery/SESSION/declined   the user wanted it no more offered at the start
//! ```

use super::list::List;
use crate::app::format::ago;
use crate::app::panics::CRASH;
use directories::ProjectDirs;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const LOCK: &str = "lock";
const DECLINED: &str = "declined";
/// What folders are called while they are made.
const MAKING: &str = ".new-";

/// The folder for state: `PEGSIM_STATE`, else this system's folder for the state of the program. `None` where the system
/// has none.
pub fn state_folder() -> Option<PathBuf> {
    let named = std::env::var_os("PEGSIM_STATE").filter(|name| !name.is_empty()).map(PathBuf::from);
    named.or_else(|| {
        let dirs = ProjectDirs::from("", "", "pegsim")?;
        Some(dirs.state_dir().unwrap_or(dirs.data_local_dir()).to_path_buf())
    })
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The folder of a session, locked as long as this exists.
#[derive(Debug)]
pub struct Session {
    /// The folder.
    pub folder: PathBuf,
    /// Let go of by the system however the program ends.
    _lock: File,
}

impl Session {
    /// A new folder in the folder for state.
    ///
    /// # Errors
    /// A sentence with the folder and the reason.
    pub fn create(state: &Path) -> Result<Self, String> {
        let root = state.join("recovery");
        let failed = |error: std::io::Error| {
            tr!("kept-what-not-saved-will-not", folder = root.display(), error = error)
        };
        std::fs::create_dir_all(&root).map_err(failed)?;
        let name = format!("{}-{}", now(), std::process::id());
        // Under another name until it is locked: nobody is to take it for one whose window is gone.
        let making = root.join(format!("{MAKING}{name}"));
        std::fs::create_dir_all(&making).map_err(failed)?;
        let lock = lock_in(&making).map_err(failed)?;
        for attempt in 1..1000 {
            let number = if attempt == 1 { String::new() } else { format!("-{attempt}") };
            let folder = root.join(format!("{name}{number}"));
            if !folder.exists() && std::fs::rename(&making, &folder).is_ok() {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(failed(std::io::Error::other(tr!("kept-no-name-for-new-session"))))
    }

    /// Takes up the folder of a session whose window is gone.
    ///
    /// # Errors
    /// A sentence where a window has it.
    pub fn take_up(folder: &Path) -> Result<Self, String> {
        match lock_in(folder) {
            Ok(lock) => Ok(Self { folder: folder.to_path_buf(), _lock: lock }),
            Err(error) => Err(format!("{}: {error}", folder.display())),
        }
    }

    /// Its name.
    pub fn name(&self) -> String {
        name_of(&self.folder)
    }

    /// Removes the folder with all that is in it: the user has left, or asked for it.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove(self) -> std::io::Result<()> {
        // The lock goes last, with this.
        std::fs::remove_dir_all(&self.folder)
    }
}

fn name_of(folder: &Path) -> String {
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Locks the folder, and writes into the lock whose it is.
fn lock_in(folder: &Path) -> std::io::Result<File> {
    let mut file =
        OpenOptions::new().create(true).truncate(false).write(true).read(true).open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(std::io::Error::other(tr!("kept-window-has-open"))),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    file.set_len(0)?;
    writeln!(file, "{}", std::process::id())?;
    Ok(file)
}

/// A session whose window is gone.
#[derive(Clone, Debug)]
pub struct Left {
    /// Its folder.
    pub folder: PathBuf,
    /// What it says of itself.
    pub list: List,
    /// What happened, where the program could still say so; its first line.
    pub crash: Option<String>,
    /// Whether it is not to be offered at the start any more.
    pub declined: bool,
}

impl Left {
    /// How long ago it was kept last, as people say it.
    pub fn ago(&self) -> String {
        ago(now().saturating_sub(self.list.saved))
    }

    /// Its name.
    pub fn name(&self) -> String {
        name_of(&self.folder)
    }

    /// Asks that it is not offered at the start any more.
    ///
    /// # Errors
    /// What the system says.
    pub fn decline(&self) -> std::io::Result<()> {
        std::fs::write(self.folder.join(DECLINED), "")
    }
}

/// The sessions whose windows are gone, newest first; and what of them cannot be read, in sentences. Those in which nothing was
/// done, by their windows, are tidied away.
pub fn left_in(state: &Path) -> (Vec<Left>, Vec<String>) {
    let (mut found, mut said) = (Vec::new(), Vec::new());
    let Ok(entries) = std::fs::read_dir(state.join("recovery")) else { return (found, said) };
    for folder in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        if name_of(&folder).starts_with(MAKING) {
            continue;
        }
        // Held while it is looked at; others may look as well.
        let Ok(lock) = File::open(folder.join(LOCK)) else { continue };
        if lock.try_lock_shared().is_err() {
            continue;
        }
        let crash = std::fs::read_to_string(folder.join(CRASH)).ok();
        let crash = crash.and_then(|text| text.lines().next().map(ToOwned::to_owned));
        match List::read(&folder) {
            Ok(Some(list)) => {
                let declined = folder.join(DECLINED).exists();
                found.push(Left { folder, list, crash, declined });
            }
            Ok(None) if crash.is_none() => {
                // There was nothing to keep.
                drop(lock);
                let _ = Session::take_up(&folder).map(Session::remove);
            }
            Ok(None) => {
                let crash = crash.unwrap_or_default();
                let kept = state.join(format!("crash-{}.txt", name_of(&folder)));
                if std::fs::rename(folder.join(CRASH), &kept).is_ok() {
                    drop(lock);
                    let _ = Session::take_up(&folder).map(Session::remove);
                }
                said.push(tr!("recovering-window-ended-by-error-more", crash = crash, path = kept.display()));
            }
            Err(reason) => said.push(format!("{}: {reason}.", folder.display())),
        }
    }
    found.sort_by(|a, b| (b.list.saved, &b.folder).cmp(&(a.list.saved, &a.folder)));
    (found, said)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A folder for state that is gone at the end.
    pub struct State(pub PathBuf);

    impl State {
        pub fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("pegsim-state-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for State {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_window_that_runs_is_nobody_elses_and_one_that_is_gone_is_known_by_its_lock() {
        let state = State::new("lock");
        let session = Session::create(&state.0).expect("a session");
        let other = Session::create(&state.0).expect("another window");
        assert_ne!(session.folder, other.folder);
        assert!(Session::take_up(&session.folder).expect_err("it runs").contains("a window has it open"));
        assert!(left_in(&state.0).0.is_empty() && session.folder.exists());
        // Its process number says nothing: this process lives.
        let folder = session.folder.clone();
        std::fs::write(folder.join(CRASH), "the moon fell\nmore").expect("written");
        drop(session);
        let (left, said) = left_in(&state.0);
        assert!(left.is_empty(), "nothing was done there");
        assert!(said.len() == 1 && said[0].contains("the moon fell"), "{said:?}");
        assert!(!folder.exists() && other.folder.exists());
        other.remove().expect("removed");
    }
}
