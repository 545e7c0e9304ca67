//! The lessons in the program.

use super::{Lesson, parse, translated};
use crate::scene::SceneError;

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A lesson whose text is in the program.
#[derive(Debug)]
pub struct ShippedLesson {
    /// Its file's name without the extension.
    pub name: &'static str,
    /// What the file held when the program was built.
    pub text: &'static str,
    /// The codes of other languages in which its texts are in the program, and what their files held.
    pub translations: &'static [(&'static str, &'static str)],
}

impl ShippedLesson {
    /// Reads it.
    ///
    /// # Errors
    /// None, as a test holds.
    pub fn load(&self) -> Result<Lesson, SceneError> {
        parse(self.text, &format!("{} (in the program)", self.name))
    }

    /// Reads it with its texts in the language of that code, where it has them.
    ///
    /// # Errors
    /// None, as a test holds.
    pub fn load_in(&self, language: &str) -> Result<Lesson, SceneError> {
        let lesson = self.load()?;
        match self.translations.iter().find(|(code, _)| *code == language) {
            Some((_, text)) => {
                translated(&lesson, text, &format!("{language}/{} (in the program)", self.name))
            }
            None => Ok(lesson),
        }
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
