//! The results of a sweep as they come: a line of JSON per run, so that an interrupted sweep goes on where it stopped.

use crate::contact::models::ContactModel;
use crate::experiment::{Overrides, Report};
use crate::output::WriteError;
use crate::scene::{LoadedScene, to_text};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// What a run depends on, as 64 hexadecimal digits: the scene with its meshes, all settings, the duration, the run that it is
/// measured against, and the version of the program. A run with the same key gives the same report, wall times aside.
///
/// # Errors
/// When a mesh of the scene cannot be read any more.
pub fn run_key(
    scene: &LoadedScene,
    overrides: &Overrides,
    duration: Option<f64>,
    reference: Option<(ContactModel, f64)>,
) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut add = |part: &[u8]| {
        // With its length: two parts cannot be taken for one.
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(scene.name.as_bytes());
    add(to_text(&scene.source).as_bytes());
    let folder = scene.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    for mesh in scene.source.mesh_files(folder) {
        add(&std::fs::read(mesh)?);
    }
    add(format!("{:?}", overrides.apply(&scene.settings)).as_bytes());
    add(format!("{:?} {reference:?}", duration.or(scene.duration)).as_bytes());
    Ok(hasher.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    }))
}

/// One line of the file.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    /// [`run_key`] of the run.
    key: String,
    /// Its report.
    report: R,
}

/// The file of a sweep that is under way.
#[derive(Debug)]
pub struct RunLog {
    path: PathBuf,
    file: File,
    /// Reports of runs that were done before, by key; a grid may have the same run twice.
    done: BTreeMap<String, Vec<Report>>,
}

impl RunLog {
    /// An empty file, also where there was one.
    ///
    /// # Errors
    /// When it cannot be written, or another sweep writes it.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let log = Self::open(path)?;
        log.file.set_len(0).map_err(|error| WriteError::new(path, &error))?;
        Ok(log)
    }

    /// The file with what is in it, or an empty one. A last line that was cut off is taken out; a line that cannot be read
    /// stays, and its run counts as not done.
    ///
    /// # Errors
    /// When it cannot be read and written, or another sweep writes it.
    pub fn resume(path: &Path) -> Result<Self, WriteError> {
        let failed = |error: io::Error| WriteError::new(path, &error);
        let mut log = Self::open(path)?;
        let mut bytes = Vec::new();
        log.file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            log.file.set_len(whole as u64).map_err(failed)?;
        }
        log.file.seek(io::SeekFrom::End(0)).map_err(failed)?;
        for line in bytes[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            if let Ok(Line { key, report }) = serde_json::from_slice::<Line<Report>>(line) {
                log.done.entry(key).or_default().push(report);
            }
        }
        // Taken from the end: the first of two comes first.
        log.done.values_mut().for_each(|reports| reports.reverse());
        Ok(log)
    }

    fn open(path: &Path) -> Result<Self, WriteError> {
        let failed = |error: io::Error| WriteError::new(path, &error);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            // Some file systems know no locks; then two sweeps in one folder are the user's to avoid.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                let reason = "another sweep writes it at this moment; wait for it, or name another folder";
                return Err(WriteError::new(path, reason));
            }
        }
        Ok(Self { path: path.to_owned(), file, done: BTreeMap::new() })
    }

    /// How many runs were done before and not asked for yet.
    pub fn left(&self) -> usize {
        self.done.values().map(Vec::len).sum()
    }

    /// The report of a run that was done before.
    pub fn take(&mut self, key: &str) -> Option<Report> {
        self.done.get_mut(key)?.pop()
    }

    /// Whether [`Self::take`] has a report.
    pub fn has(&self, key: &str) -> bool {
        self.done.get(key).is_some_and(|reports| !reports.is_empty())
    }

    /// Adds a run; when this returns, its line is on the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, key: &str, report: &Report) -> Result<(), WriteError> {
        let line = Line { key: key.to_owned(), report };
        let text = serde_json::to_string(&line).map_err(io::Error::from);
        let written = text.and_then(|text| {
            // One call: a line is there or cut off, never mixed.
            self.file.write_all(format!("{text}\n").as_bytes())?;
            self.file.sync_data()
        });
        written.map_err(|error| WriteError::new(&self.path, &error))
    }
}
