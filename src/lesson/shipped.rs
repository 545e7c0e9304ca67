//! The lessons in the program.

use super::{Lesson, parse};
use crate::scene::SceneError;

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A lesson whose text is in the program.
#[derive(Debug)]
pub struct ShippedLesson {
    /// Its file's name without the extension.
    pub name: &'static str,
    /// What the file held when the program was built.
    pub text: &'static str,
}

impl ShippedLesson {
    /// Reads it.
    ///
    /// # Errors
    /// None, as a test holds.
    pub fn load(&self) -> Result<Lesson, SceneError> {
        parse(self.text, &format!("{} (in the program)", self.name))
    }
}

/// All of them, in the order in which they are learnt from.
pub fn all() -> Vec<&'static ShippedLesson> {
    let place = |name: &str| ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len());
    let mut lessons: Vec<_> = ALL.iter().collect();
    lessons.sort_by_key(|lesson| (place(lesson.name), lesson.name));
    lessons
}

/// The lesson of that name.
pub fn find(name: &str) -> Option<&'static ShippedLesson> {
    ALL.iter().find(|lesson| lesson.name == name)
}

/// What comes first; what is not named comes behind.
const ORDER: [&str; 8] =
    ["corners", "friction_cone", "stacks", "tunnelling", "residuals", "energy", "impacts", "grasping"];
