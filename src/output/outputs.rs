//! What a command reads and what it may write: never what it reads, nothing twice, and nothing that is there unless asked.

use crate::output::identity::{Destination, Identity};
use crate::output::{WholeFile, WriteError};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The files of one command.
#[derive(Debug)]
pub struct Outputs {
    /// Whether files that are there may be replaced.
    force: bool,
    read: BTreeMap<Identity, PathBuf>,
    written: BTreeMap<Identity, PathBuf>,
}

impl Outputs {
    /// Those of a command that replaces files that are there (`force`), or refuses to.
    pub fn new(force: bool) -> Self {
        Self { force, read: BTreeMap::new(), written: BTreeMap::new() }
    }

    /// Whether files that are there may be replaced.
    pub fn force(&self) -> bool {
        self.force
    }

    /// Notes a file that the command reads: it is never written, under whichever name.
    pub fn reads(&mut self, path: &Path) {
        self.read.insert(Identity::of(path), path.to_owned());
    }

    /// Begins a file, whole or not at all.
    ///
    /// # Errors
    /// A sentence that says why the file may not or cannot be written.
    pub fn file(&mut self, path: &Path) -> Result<WholeFile, WriteError> {
        self.claim(path)?;
        WholeFile::begin(path, self.force)
    }

    /// Begins a file that is to be read while it grows. The checks are those of [`Self::file`]; it has its name at once.
    ///
    /// # Errors
    /// The same.
    pub fn stream(&mut self, path: &Path) -> Result<File, WriteError> {
        let failed = |error: io::Error| WriteError::new(path, &error);
        self.claim(path)?;
        let mut options = OpenOptions::new();
        match Destination::of(path).map_err(failed)? {
            Destination::Stdout | Destination::Direct(_) => options.append(true),
            Destination::File(_) if self.force => options.write(true).create(true).truncate(true),
            Destination::File(_) => options.write(true).create_new(true),
        };
        options.open(path).map_err(failed)
    }

    /// Whether this file may be written, and that nothing else writes it from now on.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn claim(&mut self, path: &Path) -> Result<(), WriteError> {
        let target = match Destination::of(path).map_err(|error| WriteError::new(path, &error))? {
            Destination::File(target) => target,
            // A file that is open already, as `/dev/stdin` or `/dev/fd/3`, is the file all the same.
            Destination::Direct(target) if is_file_with_text(&target) => target,
            // A pipe or device takes what comes from several.
            Destination::Stdout | Destination::Direct(_) => return Ok(()),
        };
        let identity = Identity::of(&target);
        if let Some(read) = self.read.get(&identity) {
            let reason = format!("it is read by this command (as {}); name another file", read.display());
            return Err(WriteError::new(path, &reason));
        }
        if let Some(other) = self.written.get(&identity) {
            let other = other.display();
            let reason = format!("this command writes it already (as {other}); name two files");
            return Err(WriteError::new(path, &reason));
        }
        if matches!(identity, Identity::Present(..)) && Identity::of_stdout().as_ref() == Some(&identity) {
            return Err(WriteError::new(path, "the standard output goes there; name another file"));
        }
        if !self.force && target.exists() {
            return Err(WriteError::new(path, "it exists; --force replaces it, or name another file"));
        }
        self.written.insert(identity, path.to_owned());
        Ok(())
    }
}

/// Whether something would be written behind what a file holds.
fn is_file_with_text(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
}
