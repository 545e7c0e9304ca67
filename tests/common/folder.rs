//! Folders for what tests write.
#![allow(dead_code)] // each test file uses its part
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use std::path::{Path, PathBuf};

/// An empty folder of a test's own, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let own = format!("pegsim-{}-{name}-{}", env!("CARGO_CRATE_NAME"), std::process::id());
        let path = std::env::temp_dir().join(own);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        // Watchers of files say the names that links lead to.
        Self(path.canonicalize().unwrap())
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file.
    pub fn with(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What is left in a folder of files that were not finished.
pub fn parts(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.ends_with(".part")).collect()
}
