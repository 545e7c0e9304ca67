//! The results of runs as they come: a line of JSON per run, so that a sweep, or a set of figures, that was interrupted goes on where it stopped.

use crate::contact::models::ContactModel;
use crate::experiment::{Overrides, Report};
use crate::output::WriteError;
use crate::quote::hex;
use crate::scene::{LoadedScene, to_text};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// What all runs of a scene have in common, for the keys of its runs.
#[derive(Clone)]
pub struct SceneKey<'a> {
    scene: &'a LoadedScene,
    /// Version of the program, name and text of the scene, its meshes.
    hasher: Sha256,
}

impl<'a> SceneKey<'a> {
    /// Reads the meshes of the scene.
    ///
    /// # Errors
    /// When one of them cannot be read any more.
    pub fn of(scene: &'a LoadedScene) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        add(&mut hasher, env!("CARGO_PKG_VERSION").as_bytes());
        add(&mut hasher, scene.name.as_bytes());
        add(&mut hasher, to_text(&scene.source).as_bytes());
        for mesh in scene.mesh_files() {
            add(&mut hasher, &std::fs::read(mesh)?);
        }
        Ok(Self { scene, hasher })
    }

    /// What a run depends on, as 64 hexadecimal digits: the scene with its meshes, all settings, the duration, the run that it is
    /// measured against, and the version of the program. A run with the same key gives the same report, wall times aside.
    pub fn run(
        &self,
        overrides: &Overrides,
        duration: Option<f64>,
        reference: Option<(ContactModel, f64)>,
    ) -> String {
        let Self { scene, mut hasher } = self.clone();
        add(&mut hasher, format!("{:?}", overrides.apply(&scene.settings)).as_bytes());
        add(&mut hasher, format!("{:?} {reference:?}", duration.or(scene.duration)).as_bytes());
        hex(&hasher.finalize())
    }
}

/// With its length: two parts cannot be taken for one.
fn add(hasher: &mut Sha256, part: &[u8]) {
    hasher.update((part.len() as u64).to_le_bytes());
    hasher.update(part);
}

/// How every line begins.
const BEGINS: &[u8] = b"{\"key\":\"";

/// One line of the file.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    /// [`SceneKey::run`] of the run.
    key: String,
    /// Its report.
    report: R,
}

/// The file of a sweep that is under way, or of whatever else does runs; `R` is what is kept of each.
#[derive(Debug)]
pub struct RunLog<R = Report> {
    path: PathBuf,
    file: File,
    /// Reports of runs that were done before, by key; a grid may have the same run twice.
    done: BTreeMap<String, VecDeque<R>>,
}

impl<R: Serialize + DeserializeOwned> RunLog<R> {
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
        // Ours begins like this, if a sweep was ended in its first line.
        if !bytes.is_empty() && !bytes.starts_with(BEGINS) && !BEGINS.starts_with(&bytes) {
            let reason = "it is not the record of a sweep; name another folder";
            return Err(WriteError::new(path, reason));
        }
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            log.file.set_len(whole as u64).map_err(failed)?;
        }
        log.file.seek(io::SeekFrom::End(0)).map_err(failed)?;
        for line in bytes[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            if let Ok(Line { key, report }) = serde_json::from_slice::<Line<R>>(line) {
                log.done.entry(key).or_default().push_back(report);
            }
        }
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
        self.done.values().map(VecDeque::len).sum()
    }

    /// The report of a run that was done before.
    pub fn take(&mut self, key: &str) -> Option<R> {
        self.done.get_mut(key)?.pop_front()
    }

    /// For how many of these keys, some of which may be the same, [`Self::take`] has a report.
    pub fn count<'k>(&self, keys: impl Iterator<Item = &'k str>) -> usize {
        let mut wanted: BTreeMap<&str, usize> = BTreeMap::new();
        keys.for_each(|key| *wanted.entry(key).or_default() += 1);
        wanted.into_iter().map(|(key, wanted)| wanted.min(self.done.get(key).map_or(0, VecDeque::len))).sum()
    }

    /// Adds a run; when this returns, its line is on the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, key: &str, report: &R) -> Result<(), WriteError> {
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
