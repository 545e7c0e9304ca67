//! The scenes of the scene folders with name and description, read without building them.

use crate::app::files::scenes;
use crate::app::texts::{self, EachLanguage, Language};
use crate::reading;
use crate::scene::shipped::{self, Shipped};
use bevy::prelude::*;
use std::collections::BTreeMap;
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
        let list = |at: &usize| text[at + "bodies:".len()..].trim_start().starts_with('[');
        let end = text.match_indices("bodies:").map(|(at, _)| at).find(list).unwrap_or(text.len());
        let head = &text[..end];
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
            ("", true) => tr!("scenes-in-plane").to_owned(),
            ("", false) => tr!("scenes-in-space").to_owned(),
            ("seams", _) => tr!("scenes-seams").to_owned(),
            ("meshes", _) => tr!("scenes-bodies-from-meshes").to_owned(),
            ("hard", _) => tr!("scenes-hard-cases").to_owned(),
            ("curved", _) => tr!("scenes-curved-bodies").to_owned(),
            ("penalty", _) => tr!("scenes-penalty-methods").to_owned(),
            ("stabilisation", _) => tr!("scenes-stabilisation").to_owned(),
            ("friction", _) => tr!("scenes-friction-impacts").to_owned(),
            ("joints", _) => tr!("scenes-joints-motors").to_owned(),
            ("lessons", _) => tr!("scenes-lessons").to_owned(),
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

/// The name or the description of a scene of the program in the language of the window; any other text is as it is.
pub fn in_language(text: &str) -> &str {
    static TEXTS: EachLanguage<BTreeMap<String, &'static str>> = EachLanguage::new();
    let known = TEXTS.get(|| {
        let words = texts::scenes::words();
        let of = |scene: &Shipped| {
            let (name, description) = words.get(scene.name)?;
            let own = SceneEntry::from_text(PathBuf::new(), scene.text);
            Some([(own.name, name.as_str()), (own.description, description.as_str())])
        };
        if words.is_empty() {
            BTreeMap::new()
        } else {
            shipped::all().iter().filter_map(of).flatten().collect()
        }
    });
    known.get(text).copied().unwrap_or(text)
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
    /// The language that they are in.
    language: Language,
    looked: Option<Instant>,
    seen: Vec<(String, PathBuf, Option<std::time::SystemTime>)>,
}

impl SceneList {
    /// Looks at the folder again, if it is time; files are read only when one has changed.
    pub fn refresh(&mut self) {
        let spoken = texts::language();
        if self.language == spoken && self.looked.is_some_and(|at| at.elapsed() < INTERVAL) {
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
        if self.language == spoken && seen == self.seen {
            return;
        }
        self.language = spoken;
        self.entries = seen
            .iter()
            .map(|(name, path, _)| {
                let text = reading::text(path, reading::SCENE).unwrap_or_default();
                let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
                let entry = SceneEntry::from_text(path.clone(), &text);
                let (name, description) = (in_language(&entry.name), in_language(&entry.description));
                SceneEntry { folder, name: name.to_owned(), description: description.to_owned(), ..entry }
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
    fn every_scene_of_the_program_has_its_words_in_every_language() {
        let numbers = |text: &str| {
            let inside = |c: char| c.is_ascii_digit() || c == '.';
            let parts = text.split(|c| !inside(c)).map(|part| part.trim_matches('.').to_owned());
            let mut all: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
            all.sort();
            all
        };
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            texts::within(language, || {
                let words = texts::scenes::words();
                for scene in shipped::all() {
                    let (name, description) =
                        words.get(scene.name).unwrap_or_else(|| panic!("{language:?} lacks {}", scene.name));
                    let own = SceneEntry::from_text(PathBuf::new(), scene.text);
                    assert_eq!(numbers(&own.name), numbers(name), "{}", scene.name);
                    assert_eq!(numbers(&own.description), numbers(description), "{}", scene.name);
                    assert_eq!((in_language(&own.name), in_language("mine")), (name.as_str(), "mine"));
                }
                let known = |name: &String| shipped::all().iter().any(|scene| scene.name == name);
                let idle: Vec<&String> = words.keys().filter(|name| !known(name)).collect();
                assert!(idle.is_empty(), "there are no scenes {idle:?}");
                let mut list = SceneList::default();
                list.refresh();
                assert!(list.entries.iter().any(|entry| entry.name == in_language("Triangle drop")));
            });
        }
    }

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
        let text = "// name: \"no\"\nScene(\n name: \"a \\\"box\\\"\",\n description: \"two bodies: thesis 5.2\",\n \
                    dimension: Two,\n bodies: [(name: \"floor\")])";
        let entry = SceneEntry::from_text("scenes/box_stack.ron".into(), text);
        assert_eq!(entry.name, "a \"box\"");
        assert_eq!(entry.description, "two bodies: thesis 5.2");
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
