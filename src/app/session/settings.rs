//! The settings file: what is in it, how it is read however broken it is, and how it is written in one go.
//!
//! One RON file `settings.ron` in the folder for settings of this system, or in the one that `--config` or
//! `PEGSIM_CONFIG` names. What is not in it has its default. A file that cannot be used is kept under another name.

use crate::app::command::session::{AngleUnit, ThemeChoice};
use crate::app::session::film::FilmChoice;
use crate::output::write_over;
use crate::reading;
use crate::step::PenaltySettings;
use directories::ProjectDirs;
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Name of the file.
pub const FILE_NAME: &str = "settings.ron";
/// Held while the file is read and written.
const LOCK_NAME: &str = ".settings.lock";
/// Version of what this program writes. A file of a later one is not touched.
pub const VERSION: u32 = 1;

/// Everything that is remembered between runs. Names of overlays, models, solvers and plots are text, so that a name
/// that is gone costs that one entry only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Settings")]
pub struct Settings {
    /// Version of the format.
    pub version: u32,
    /// Dark, light or as the system.
    pub theme: ThemeChoice,
    /// Code of the window's language (`en`, `de`); none: as the system.
    pub language: Option<String>,
    /// Size of text and panels relative to the default.
    pub ui_scale: f32,
    /// `low` or `high`; none: chosen by the graphics hardware.
    pub quality: Option<String>,
    /// Overlays that were switched, by name.
    pub overlays: BTreeMap<String, bool>,
    /// Orthographic instead of perspective.
    pub orthographic: bool,
    /// One camera for all panes.
    pub linked_cameras: bool,
    /// Memory that the recording of each pane may use (bytes).
    pub recording_memory: usize,
    /// Which panels are open, and their sizes.
    pub panels: Panels,
    /// The panes, left to right.
    pub panes: Vec<PaneChoice>,
    /// The quantity of each plot, left to right.
    pub plots: Vec<String>,
    /// Whether the scale of each plot is the other one than usual for its quantity.
    pub flipped_scales: Vec<bool>,
    /// What films are made into, and what is written on them.
    pub film: FilmChoice,
    /// The window.
    pub window: WindowPlace,
    /// Unit of angles.
    pub angles: AngleUnit,
    /// Read the scene again when its file changes.
    pub hot_reload: bool,
    /// Scenes opened lately, newest first.
    pub recent: Vec<String>,
    /// Whether the tour was seen or skipped.
    pub tour_seen: bool,
    /// Names of the lessons of the program that were gone through.
    pub lessons_done: BTreeSet<String>,
}

/// Which panels are open, and how large they are (points).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Panels {
    /// Whether the scene browser is open.
    pub left: bool,
    /// Whether numbers and inspector are open.
    pub right: bool,
    /// Whether timeline and plots are open.
    pub bottom: bool,
    /// Width of the scene browser; none: the default.
    pub left_width: Option<f32>,
    /// Width of the numbers.
    pub right_width: Option<f32>,
    /// Height of timeline and plots.
    pub bottom_height: Option<f32>,
}

/// The model of a pane, and what was chosen otherwise than the scene has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PaneChoice {
    /// Contact model, by the name of the command line.
    pub model: String,
    /// Solver; none: the scene's.
    pub solver: Option<String>,
    /// When the geometry is evaluated; none: the model's default.
    pub geometry: Option<String>,
    /// What becomes of steps in which bodies meet; none: the scene's, or else the default.
    pub impact: Option<String>,
    /// In which cone friction stays; none: the scene's, or else the model's default.
    pub cone: Option<String>,
    /// Share γ of a gap that a velocity-level model closes; none: the scene's, or else that of the model.
    pub stabilisation: Option<f64>,
    /// Law of friction; none: the scene's.
    pub friction_law: Option<String>,
    /// Springs of a penalty method; none: the scene's.
    pub penalty: Option<PenaltySettings>,
}

/// Size and state of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WindowPlace {
    /// Size when it is not maximised (pixels).
    pub size: Option<(u32, u32)>,
    /// Whether it is maximised.
    pub maximised: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            theme: ThemeChoice::default(),
            language: None,
            ui_scale: 1.0,
            quality: None,
            overlays: BTreeMap::new(),
            orthographic: false,
            linked_cameras: true,
            recording_memory: crate::app::bench::recording::MEMORY,
            panels: Panels::default(),
            panes: Vec::new(),
            plots: Vec::new(),
            flipped_scales: Vec::new(),
            film: FilmChoice::default(),
            window: WindowPlace::default(),
            angles: AngleUnit::default(),
            hot_reload: true,
            recent: Vec::new(),
            tour_seen: false,
            lessons_done: BTreeSet::new(),
        }
    }
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            left: true,
            right: true,
            bottom: true,
            left_width: None,
            right_width: None,
            bottom_height: None,
        }
    }
}

/// The folder for settings: `chosen` (`--config`), else `PEGSIM_CONFIG`, else this system's folder for settings of
/// the program. `None` where the system has none.
pub fn folder(chosen: Option<PathBuf>) -> Option<PathBuf> {
    let named = || std::env::var_os("PEGSIM_CONFIG").filter(|name| !name.is_empty()).map(PathBuf::from);
    chosen
        .or_else(named)
        .or_else(|| ProjectDirs::from("", "", "pegsim").map(|dirs| dirs.config_dir().to_path_buf()))
}

/// Reads the settings in a folder. What cannot be used is said in whole sentences, and the file is then kept under
/// another name; without a file there are the defaults.
pub fn read(folder: &Path) -> (Settings, Vec<String>) {
    let path = folder.join(FILE_NAME);
    let text = match reading::text(&path, reading::SETTINGS) {
        Ok(text) => text,
        Err(error) if error.is_absence() => {
            return (Settings::default(), Vec::new());
        }
        Err(error) => {
            return (Settings::default(), vec![set_aside(&path, &format!("{}: {error}", path.display()))]);
        }
    };
    match parse(&text) {
        Ok(settings) => (settings, Vec::new()),
        Err((place, reason)) => {
            let what = format!("{}{place}: {reason}", path.display());
            (Settings::default(), vec![set_aside(&path, &what)])
        }
    }
}

/// The window alone, before there is anybody to complain to.
pub fn window_of(folder: &Path) -> WindowPlace {
    let text = reading::text(&folder.join(FILE_NAME), reading::SETTINGS).ok();
    text.and_then(|text| parse(&text).ok()).map(|settings| settings.window).unwrap_or_default()
}

/// The settings of a text, or the place (`:line:column`) and the reason why it has none.
fn parse(text: &str) -> Result<Settings, (String, String)> {
    /// The version alone, whatever else a later program may have written.
    #[derive(Deserialize)]
    #[serde(rename = "Settings")]
    struct Version {
        #[serde(default)]
        version: u32,
    }
    if let Ok(Version { version }) = ron::from_str(text)
        && version > VERSION
    {
        let reason = tr!("remembered-settings-version-this-program", version = version, VERSION = VERSION);
        return Err((String::new(), reason));
    }
    // What scenes also hold is written as there: options without `Some`.
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error: ron::error::SpannedError| {
        let place = error.span.start;
        (format!(":{}:{}", place.line, place.col), lower_first(&error.code.to_string()))
    })
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Gives a file that cannot be used another name, and says so.
fn set_aside(path: &Path, what: &str) -> String {
    let other = free_name(path, "broken");
    match std::fs::rename(path, &other) {
        Ok(()) => tr!("remembered-default-settings-used-file-was", what = what, file = other.display()),
        Err(error) => {
            tr!("remembered-default-settings-used-file-could", what = what, error = error)
        }
    }
}

/// A name like `settings.broken.ron`, `settings.broken-2.ron`, … that is free.
fn free_name(path: &Path, mark: &str) -> PathBuf {
    let first = path.with_extension(format!("{mark}.ron"));
    if !first.exists() {
        return first;
    }
    (2..1000)
        .map(|n| path.with_extension(format!("{mark}-{n}.ron")))
        .find(|other| !other.exists())
        .unwrap_or(first)
}

/// Puts the settings file aside, for `--reset-settings`. Returns its new name, if there was one.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn reset(folder: &Path) -> Result<Option<PathBuf>, String> {
    let path = folder.join(FILE_NAME);
    if !path.exists() {
        return Ok(None);
    }
    let other = free_name(&path, "old");
    std::fs::rename(&path, &other)
        .map(|()| Some(other))
        .map_err(|error| tr!("remembered-cannot-be-renamed", path = path.display(), error = error))
}

/// Writes the settings: into a new file first, which then takes the place of the old one, so that there is never half
/// a file.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write(folder: &Path, settings: &Settings) -> Result<(), String> {
    let path = folder.join(FILE_NAME);
    let failed = |error: &dyn std::fmt::Display| {
        tr!("remembered-cannot-be-written", path = path.display(), error = error.to_string())
    };
    let text = to_text(settings).map_err(|error| failed(&error))?;
    std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    write_over(&path, text.as_bytes()).map_err(|error| failed(&error.reason))
}

/// The same beside other windows: what was changed since `base` was read or written is written, and all else stays as another
/// window has left it.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write_changes(folder: &Path, base: &Settings, settings: &Settings) -> Result<(), String> {
    // One after the other. Where a lock cannot be had, the worst is that one window's change is lost.
    let lock = std::fs::create_dir_all(folder).and_then(|()| std::fs::File::create(folder.join(LOCK_NAME)));
    if let Ok(lock) = &lock {
        let _ = lock.lock();
    }
    let theirs = std::fs::read_to_string(folder.join(FILE_NAME)).ok().and_then(|text| parse(&text).ok());
    match theirs {
        Some(theirs) if theirs != *base => write(folder, &merged(base, settings, &theirs)),
        _ => write(folder, settings),
    }
}

/// What both have changed is ours, but for the recent files, which are everybody's.
fn merged(base: &Settings, ours: &Settings, theirs: &Settings) -> Settings {
    use serde_json::Value;
    let fields = |settings: &Settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    };
    let (Some(base_fields), Some(our_fields), Some(mut fields)) =
        (fields(base), fields(ours), fields(theirs))
    else {
        return ours.clone();
    };
    for (name, value) in our_fields {
        if base_fields.get(&name) != Some(&value) {
            fields.insert(name, value);
        }
    }
    let Ok(mut merged) = serde_json::from_value::<Settings>(Value::Object(fields)) else {
        return ours.clone();
    };
    merged.recent.clone_from(&ours.recent);
    let forgotten = |file: &String| base.recent.contains(file);
    merged.recent.extend(theirs.recent.iter().filter(|f| !ours.recent.contains(f) && !forgotten(f)).cloned());
    merged.recent.truncate(crate::app::session::recent::MOST);
    merged
}

fn to_text(settings: &Settings) -> Result<String, ron::Error> {
    let pretty = ron::ser::PrettyConfig::new().struct_names(true).indentor("    ".to_owned());
    let text = ron::ser::to_string_pretty(settings, pretty)?;
    Ok(format!(
        "// Settings of pegsim. The program writes this file; it may be edited while the program is closed.\n{text}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder that is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("pegsim-settings-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).expect("a temporary folder");
            Self(path)
        }

        fn files(&self) -> Vec<String> {
            let names = std::fs::read_dir(&self.0).expect("a folder");
            let mut names: Vec<String> =
                names.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn other_than_default() -> Settings {
        Settings {
            theme: ThemeChoice::Light,
            language: Some("de".into()),
            ui_scale: 1.3,
            quality: Some("low".into()),
            overlays: [("Contacts".to_owned(), false), ("Ghost".to_owned(), true)].into(),
            orthographic: true,
            linked_cameras: false,
            recording_memory: 12_000_000,
            panels: Panels { left: false, right_width: Some(412.5), ..Panels::default() },
            panes: vec![PaneChoice {
                model: "peg".into(),
                solver: Some("lemke".into()),
                geometry: Some("implicit".into()),
                impact: Some("within".into()),
                cone: Some("pyramid".into()),
                stabilisation: Some(0.25),
                friction_law: Some("convex-relaxation".to_owned()),
                penalty: Some(PenaltySettings {
                    proportional: 12.5,
                    integral: Some(1.0),
                    ..PenaltySettings::default()
                }),
            }],
            plots: vec!["Energy".into()],
            flipped_scales: vec![true],
            film: FilmChoice { sentence: "a \"b\"".into(), rate: 12.5, ..FilmChoice::default() },
            window: WindowPlace { size: Some((1234, 777)), maximised: true },
            angles: AngleUnit::Radians,
            hot_reload: false,
            recent: vec!["/a \"b\"/ü.ron".into()],
            tour_seen: true,
            lessons_done: BTreeSet::from(["corners".to_owned()]),
            version: VERSION,
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_nothing_else_is_left_behind() {
        let folder = Folder::new("round");
        for settings in [other_than_default(), Settings::default()] {
            write(&folder.0, &settings).expect("written");
            assert_eq!(read(&folder.0), (settings, Vec::new()));
            assert_eq!(folder.files(), [FILE_NAME]);
        }
    }

    #[test]
    fn two_windows_keep_what_the_other_has_changed() {
        let folder = Folder::new("two");
        let base = Settings { recent: vec!["/old.ron".into()], ..Settings::default() };
        write(&folder.0, &base).expect("written");
        let recent = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>();
        let first = Settings { ui_scale: 1.5, recent: recent(&["/a.ron", "/old.ron"]), ..base.clone() };
        let second = Settings { orthographic: true, recent: recent(&["/b.ron", "/old.ron"]), ..base.clone() };
        write_changes(&folder.0, &base, &first).expect("written");
        write_changes(&folder.0, &base, &second).expect("written");
        let (found, said) = read(&folder.0);
        assert!(said.is_empty() && found.orthographic, "{said:?}");
        assert_eq!(found.ui_scale, 1.5, "the other window's change");
        assert_eq!(found.recent, ["/b.ron", "/old.ron", "/a.ron"]);
        // What was forgotten here does not come back, and what is changed on both sides is this window's.
        let third = Settings { ui_scale: 0.8, recent: Vec::new(), ..second.clone() };
        write_changes(&folder.0, &second, &third).expect("written");
        assert_eq!((read(&folder.0).0.ui_scale, read(&folder.0).0.recent), (0.8, recent(&["/a.ron"])));
    }

    #[test]
    fn without_a_file_or_folder_there_are_the_defaults_and_nothing_to_say() {
        let folder = Folder::new("none");
        assert_eq!(read(&folder.0), (Settings::default(), Vec::new()));
        assert_eq!(read(&folder.0.join("not/there")), (Settings::default(), Vec::new()));
        assert!(folder.files().is_empty());
    }

    #[test]
    fn what_is_not_in_the_file_has_its_default() {
        let folder = Folder::new("part");
        std::fs::write(folder.0.join(FILE_NAME), "Settings(version: 1, ui_scale: 2.0)").expect("written");
        let (settings, said) = read(&folder.0);
        assert!(said.is_empty(), "{said:?}");
        assert_eq!(settings, Settings { ui_scale: 2.0, ..Settings::default() });
    }

    #[test]
    fn a_broken_file_is_named_with_its_place_and_kept() {
        let folder = Folder::new("broken");
        let broken = [
            ("Settings(\n    ui_scale: big,\n)", "settings.ron:2:"),
            ("Settings(\n    colour_of_moon: 3,\n)", "settings.ron:2:"),
            ("Settings(", "settings.ron:1:"),
            ("", "settings.ron:1:"),
            ("Settings(version: 99, moon: true)", "version 99"),
        ];
        for (k, (text, wanted)) in broken.iter().enumerate() {
            std::fs::write(folder.0.join(FILE_NAME), text).expect("written");
            let (settings, said) = read(&folder.0);
            assert_eq!(settings, Settings::default());
            assert_eq!(said.len(), 1);
            assert!(said[0].contains(wanted) && said[0].contains("was kept as"), "{}", said[0]);
            assert_eq!(folder.files().len(), k + 1, "{:?}", folder.files());
            assert!(!folder.files().contains(&FILE_NAME.to_owned()));
        }
        let kept = std::fs::read_to_string(folder.0.join("settings.broken.ron")).expect("kept");
        assert_eq!(kept, broken[0].0);
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_too() {
        let folder = Folder::new("bytes");
        std::fs::write(folder.0.join(FILE_NAME), [0xff, 0x00, 0xfe]).expect("written");
        let (settings, said) = read(&folder.0);
        assert_eq!(settings, Settings::default());
        assert!(said[0].contains(FILE_NAME), "{said:?}");
        assert_eq!(folder.files(), ["settings.broken.ron"]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_a_sentence() {
        let folder = Folder::new("file");
        std::fs::write(folder.0.join("x"), "").expect("written");
        let said =
            write(&folder.0.join("x/y"), &Settings::default()).expect_err("there is a file in the way");
        assert!(said.contains("cannot be written"), "{said}");
    }

    #[test]
    fn a_reset_keeps_the_old_file() {
        let folder = Folder::new("reset");
        assert_eq!(reset(&folder.0), Ok(None));
        write(&folder.0, &other_than_default()).expect("written");
        assert!(reset(&folder.0).expect("renamed").is_some());
        assert_eq!(read(&folder.0).0, Settings::default());
        assert_eq!(folder.files(), ["settings.old.ron"]);
    }
}
