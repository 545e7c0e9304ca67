//! The recorded past: going there, repeating it, taking acts back, recordings as files, what is kept against a crash.

pub mod ahead;
pub mod go;
pub mod recheck;
pub mod recording_file;
pub mod recovery;
pub mod timeline;
pub mod undo;
