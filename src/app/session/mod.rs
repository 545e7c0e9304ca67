//! What the program remembers of its user from run to run: preferences, recent files, how far tour and lessons were.
//!
//! [`Session`] is what panels read. `settings` is the file it comes from and goes to, `keep` carries it between the
//! two. Nothing here is about the physics.

pub mod draft;
pub mod film;
pub mod keep;
pub mod leaving;
pub mod lesson;
pub mod obey;
pub mod preferences;
pub mod recent;
pub mod settings;
pub mod tour;

use bevy::prelude::*;
use preferences::Preferences;
use recent::RecentFiles;
use std::collections::BTreeSet;

/// What the program knows about its user beyond the scene. Written by systems that read commands.
#[derive(Resource, Clone, Debug, Default)]
pub struct Session {
    /// What the settings window shows.
    pub preferences: Preferences,
    /// Scenes opened lately.
    pub recent: RecentFiles,
    /// Where the tour is.
    pub tour: tour::Tour,
    /// The lesson under way.
    pub lesson: Option<lesson::Open>,
    /// The lesson that is being made.
    pub draft: Option<draft::Draft>,
    /// The question before the program is left, while it is open.
    pub leaving: Option<leaving::Leaving>,
    /// What is being saved so that the program can be left.
    pub saving: Option<leaving::Unsaved>,
    /// Names of the lessons of the program that were gone through.
    pub lessons_done: BTreeSet<String>,
}
