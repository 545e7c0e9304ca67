//! The recorded past: going there, repeating it, taking acts back, recordings as files.

pub mod go;
pub mod recheck;
pub mod recording_file;
pub mod timeline;
pub mod undo;
