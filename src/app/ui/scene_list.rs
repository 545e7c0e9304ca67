//! The scenes of the scene folders with name and description, read without building them.

use crate::app::files::scenes;
use crate::reading;
use bevy::prelude::*;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the folder is looked at.
const INTERVAL: Duration = Duration::from_secs(2);

/// What the browser says about a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneEntry {
    /// The file.
    pub path: PathBuf,
    /// Name from the file, else its stem.
    pub name: String,
    /// Description from the file.
    pub description: String,
    /// Plane (`true`) or space.
    pub planar: bool,
    /// The folder within the scene folder that it lies in; empty: none.
    pub folder: String,
}

impl SceneEntry {
    /// The entry of a scene file with this text.
    pub fn from_text(path: PathBuf, text: &str) -> Self {
        let stem = path.file_stem().map(|s| s.to_string_lossy().replace('_', " ")).unwrap_or_default();
        // Only what stands before the bodies is the scene's own.
        let head = text.split("bodies:").next().unwrap_or("");
        Self {
            name: field(head, "name").unwrap_or(stem),
            description: field(head, "description").unwrap_or_default(),
            planar: head.contains("dimension: Two"),
            folder: String::new(),
            path,
        }
    }

    /// The heading under which it stands.
    pub fn heading(&self) -> String {
        match (self.folder.as_str(), self.planar) {
            ("", true) => "In the plane".to_owned(),
            ("", false) => "In space".to_owned(),
            ("seams", _) => "Seams".to_owned(),
            ("meshes", _) => "Bodies from meshes".to_owned(),
            ("hard", _) => "Hard cases".to_owned(),
            ("curved", _) => "Curved bodies".to_owned(),
            ("penalty", _) => "Penalty methods".to_owned(),
            ("stabilisation", _) => "Stabilisation".to_owned(),
            ("friction", _) => "Friction and impacts".to_owned(),
            ("joints", _) => "Joints and motors".to_owned(),
            ("lessons", _) => "Of the lessons".to_owned(),
            (other, _) => {
                let mut letters = other.replace('_', " ");
                if let Some(first) = letters.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                letters
            }
        }
    }

    /// Whether a filter text fits name, description, file name or heading.
    pub fn fits(&self, filter: &str) -> bool {
        let file = self.path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        let text = format!("{} {} {file} {}", self.name, self.description, self.heading()).to_lowercase();
        filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// The value of a string field of a RON text, without escapes resolved other than quotes.
fn field(text: &str, name: &str) -> Option<String> {
    let key = format!("{name}:");
    let start = text
        .match_indices(&key)
        .map(|(i, _)| i)
        .find(|&i| !text[..i].ends_with(|c: char| c.is_alphanumeric() || c == '_') && !in_comment(text, i))?;
    let rest = text[start + key.len()..].trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Some(value),
            '\\' => value.extend(chars.next()),
            '\n' => value.push(' '),
            _ => value.push(c),
        }
    }
    None
}

fn in_comment(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
    text[line..at].contains("//")
}

/// The scene folders as last seen.
#[derive(Resource, Clone, Debug, Default)]
pub struct SceneList {
    /// Scenes in the plane first, then in space, then those of each folder in the scene folder, each by file name.
    pub entries: Vec<SceneEntry>,
    looked: Option<Instant>,
    seen: Vec<(String, PathBuf, Option<std::time::SystemTime>)>,
}

impl SceneList {
    /// Looks at the folder again, if it is time; files are read only when one has changed.
    pub fn refresh(&mut self) {
        if self.looked.is_some_and(|at| at.elapsed() < INTERVAL) {
            return;
        }
        self.looked = Some(Instant::now());
        let seen: Vec<_> = scenes::list()
            .into_iter()
            .map(|(name, path)| {
                let changed = std::fs::metadata(&path).and_then(|m| m.modified()).ok();
                (name, path, changed)
            })
            .collect();
        if seen == self.seen {
            return;
        }
        self.entries = seen
            .iter()
            .map(|(name, path, _)| {
                let text = reading::text(path, reading::SCENE).unwrap_or_default();
                let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
                SceneEntry { folder, ..SceneEntry::from_text(path.clone(), &text) }
            })
            .collect();
        self.entries.sort_by_key(|entry| (rank(&entry.folder), entry.folder.clone(), !entry.planar));
        self.seen = seen;
    }
}

/// The scene folder itself first, then the folders that the program knows, then others.
fn rank(folder: &str) -> usize {
    ["", "joints", "friction", "meshes", "seams", "curved", "hard", "penalty", "stabilisation"]
        .iter()
        .position(|f| *f == folder)
        .unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_have_their_own_headings_after_the_scenes_themselves() {
        let mut list = SceneList::default();
        list.refresh();
        let mut headings: Vec<String> = list.entries.iter().map(SceneEntry::heading).collect();
        headings.dedup();
        let known = [
            "Joints and motors",
            "Friction and impacts",
            "Bodies from meshes",
            "Seams",
            "Curved bodies",
            "Hard cases",
            "Penalty methods",
            "Stabilisation",
            "Of the lessons",
        ];
        assert_eq!(headings[..2], ["In the plane", "In space"]);
        assert_eq!(headings[2..], known);
        let other = SceneEntry { folder: "my_own".into(), ..SceneEntry::from_text("x.ron".into(), "") };
        assert_eq!(other.heading(), "My own");
        assert!(other.fits("own"));
    }

    #[test]
    fn name_and_description_are_found_without_building_the_scene() {
        let text = "// name: \"no\"\nScene(\n name: \"a \\\"box\\\"\",\n description: \"thesis 5.2\",\n \
                    dimension: Two,\n bodies: [(name: \"floor\")])";
        let entry = SceneEntry::from_text("scenes/box_stack.ron".into(), text);
        assert_eq!(entry.name, "a \"box\"");
        assert_eq!(entry.description, "thesis 5.2");
        assert!(entry.planar);
        assert!(entry.fits("STACK thesis"));
        assert!(!entry.fits("grasp"));
    }

    #[test]
    fn a_file_without_name_or_any_sense_has_its_stem() {
        for text in ["Scene(bodies: [(name: \"floor\")])", "", "name: \"open", "ψ name:"] {
            let entry = SceneEntry::from_text("x/box_stack.ron".into(), text);
            assert_eq!(entry.name, "box stack");
            assert_eq!(entry.description, "");
        }
    }
}
