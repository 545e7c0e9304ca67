//! How everything that a user keeps is written: whole or not at all, never over what is read, and never over a file that
//! is there unless that was asked for. The command line and the window share it.

mod identity;
mod outputs;
mod whole;

pub use identity::STDOUT;
pub use outputs::Outputs;
pub use whole::{WholeFile, write_over};

use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};

/// Why a file was not written: one sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("cannot write {}: {reason}", .file.display())]
pub struct WriteError {
    /// The file, as it was named.
    pub file: PathBuf,
    /// What is in the way and what would be right, without the file.
    pub reason: String,
}

impl WriteError {
    /// The error as the window says it.
    pub fn sentence(&self) -> String {
        format!("{} cannot be written: {}.", self.file.display(), self.reason)
    }

    pub(crate) fn new(file: &Path, reason: &(impl std::fmt::Display + ?Sized)) -> Self {
        Self { file: file.to_owned(), reason: reason.to_string() }
    }
}

impl From<WriteError> for std::io::Error {
    fn from(error: WriteError) -> Self {
        Self::other(error)
    }
}

/// Writes an optional value as the value itself: the reader of scene files takes it with and without `Some`.
pub(crate) fn without_some<T: Serialize, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => value.serialize(serializer),
        None => serializer.serialize_none(),
    }
}

/// The folder for what can be made again, `$XDG_CACHE_HOME/pegsim`; `None` where neither XDG_CACHE_HOME nor HOME names a folder.
pub fn cache_folder() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    Some(given.or_else(|| home().map(|home| home.join(".cache")))?.join("pegsim"))
}
