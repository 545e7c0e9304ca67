//! Scenes: the RON format, validation, and the way from a file to a model, a state and settings.

mod build;
pub(crate) mod check;
mod files;
pub mod format;
pub mod generators;
pub mod import;
mod load;
mod loaded;
mod message;
mod save;
pub mod shipped;
mod text;

pub use check::extent::accuracy_remark;
pub use check::resume::{MAX_STEP, check_settings, check_state};
pub use files::scene_files;
pub use format::Scene;
pub(crate) use load::read_ron;
pub use load::{load_file, load_scene, load_str, parse, rebuild};
pub use loaded::{Decomposed, Imported, LoadedScene, SceneError};
pub(crate) use message::misplaced;
pub use save::to_text;
pub use text::edit_text;
pub(crate) use text::edit_with;
