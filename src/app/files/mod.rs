//! Scene files, pictures, films and tables: what is read and written.

pub mod kinds;
pub mod loading;
pub mod obey;
pub mod offscreen;
pub mod output;
pub mod picture;
pub mod reload;
pub mod saving;
pub mod scenes;
