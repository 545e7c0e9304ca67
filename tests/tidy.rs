//! The rules of the house that a compiler does not know: who may name whom, and how files begin.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files under the folder `part` of the repository, with paths relative to it, sorted. What cargo builds in
/// a `target` folder (that of `benches/peers`) is not ours.
fn rust_files(part: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(part)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with("target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

/// The file without comments, line by line. A `//` inside a string ends the line too early, which can only hide
/// something that no file of this project does.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line.split("//").next().unwrap_or("")))
}

/// Lines of code in `files` for which `bad` holds, ready to be shown.
fn offences(
    files: &[(PathBuf, String)],
    within: impl Fn(&Path) -> bool,
    bad: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| within(path)) {
        for (number, line) in code(text).filter(|(_, line)| bad(line)) {
            found.push(format!("{}:{number}: {}", path.display(), line.trim()));
        }
    }
    found
}

/// Whether `line` contains `word` with no letter, digit or underscore around it.
fn names(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(inside)
            && !line[at + word.len()..].chars().next().is_some_and(inside)
    })
}

fn assert_none(found: &[String], law: &str) {
    assert!(found.is_empty(), "{law}:\n{}", found.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let mut silent = Vec::new();
    for part in ["src", "tests", "benches", "fuzz"] {
        for (path, text) in rust_files(part) {
            let says = text.strip_prefix("//! ").is_some_and(|rest| {
                rest.lines().next().is_some_and(|line| !line.trim().is_empty() && !line.contains("stub"))
            });
            if !says {
                silent.push(path.display().to_string());
            }
        }
    }
    assert_none(&silent, "every file opens with a `//!` sentence");
}

#[test]
fn no_source_file_is_longer_than_500_lines() {
    let long: Vec<String> = rust_files("src")
        .iter()
        .filter(|(_, text)| text.lines().count() > 500)
        .map(|(path, text)| format!("{}: {} lines", path.display(), text.lines().count()))
        .collect();
    assert_none(&long, "no file is longer than 500 lines");
}

#[test]
fn complementarity_problems_know_nothing_of_bodies() {
    let forbidden = ["body", "contact", "scene", "sim", "model", "BodyId", "Contact"];
    let found = offences(
        &rust_files("src/lcp"),
        |_| true,
        |line| {
            forbidden.iter().any(|word| {
                names(line, &format!("crate::{word}")) || {
                    // Types, not words of prose: capitalised only.
                    word.starts_with(char::is_uppercase) && names(line, word)
                }
            })
        },
    );
    assert_none(&found, "`lcp` never names a body");
}

#[test]
fn contact_detection_knows_nothing_of_impulses() {
    let found =
        offences(&rust_files("src/contact"), |_| true, |line| line.to_lowercase().contains("impulse"));
    assert_none(&found, "`contact` never names an impulse");
}

#[test]
fn only_the_app_names_bevy_and_egui() {
    let found = offences(
        &rust_files("src"),
        |path| !path.starts_with("src/app") && path != Path::new("src/main.rs"),
        |line| line.contains("bevy") || line.contains("egui"),
    );
    assert_none(&found, "nothing outside `app` names Bevy or egui");
}

#[test]
fn the_truth_meter_shares_no_code_with_contact_detection() {
    let files = rust_files("src/geometry");
    let meter = |path: &Path| path.starts_with("src/geometry/overlap") || path.ends_with("overlap.rs");
    assert!(files.iter().any(|(path, _)| meter(path)), "the truth meter has moved: look for it there");
    let forbidden = ["contact", "polytope", "hull", "model", "formulation", "proximity"];
    let found = offences(&files, meter, |line| {
        (line.contains("use ") || line.contains("crate::") || line.contains("super::"))
            && forbidden.iter().any(|word| names(line, word))
    });
    assert_none(&found, "`geometry::overlap` shares no code with contact detection");
}

/// The folders of the app that may write each resource, as the table in `src/app/mod.rs` has it.
const WRITERS: &[(&str, &[&str])] = &[
    ("Rigs", &["look"]),
    ("ViewSettings", &["look"]),
    ("Hand", &["mouse"]),
    ("JointHand", &["mouse"]),
    ("Pointer", &["mouse"]),
    ("LastSpawn", &["build"]),
    ("Cutting", &["build"]),
    ("Pictures", &["explain"]),
    ("Resolve", &["explain"]),
    ("Loading", &["files"]),
    ("Watch", &["files"]),
    ("Jobs", &["files"]),
    ("OutputState", &["files"]),
    ("Film", &["files"]),
    ("Recheck", &["past"]),
    ("Lookups", &["past"]),
    ("Recovery", &["past", "session", "status.rs"]),
    ("Session", &["session"]),
    ("UiState", &["ui"]),
    ("SceneList", &["ui"]),
    ("FrameMeter", &["draw"]),
    ("Drawn", &["draw"]),
    ("Workbench", &["run", "past", "build", "mouse", "files"]),
    ("Driver", &["run", "past", "build", "mouse", "files"]),
    ("UndoStack", &["run", "past", "build", "mouse", "files"]),
    ("Selection", &["mouse", "explain", "build", "past"]),
    ("Known", &["mouse", "build", "past"]),
    ("Viewports", &["look", "ui"]),
    ("Asked", &["mouse", "input.rs"]),
];

/// Files of the app but for the one that makes an application of its own and fills it before it runs.
fn running_app() -> Vec<(PathBuf, String)> {
    let mut files = rust_files("src/app");
    files.retain(|(path, _)| !path.ends_with("files/offscreen.rs"));
    files
}

#[test]
fn each_resource_is_written_by_its_folders_only() {
    let files = running_app();
    for (resource, folders) in WRITERS {
        let own =
            |path: &Path| folders.iter().any(|folder| path.starts_with(Path::new("src/app").join(folder)));
        let writes = |line: &str| {
            [format!("ResMut<{resource}>"), format!("Mut<{resource}>"), format!("resource_mut::<{resource}>")]
                .iter()
                .any(|text| names(line, text.trim_end_matches('>')) && line.contains(text))
        };
        let found = offences(&files, |path| !own(path), writes);
        assert_none(&found, &format!("`{resource}` is written in {folders:?} only"));
        assert!(
            files.iter().any(|(path, text)| own(path) && code(text).any(|(_, line)| writes(line))),
            "nobody writes `{resource}`: has it another name now?"
        );
    }
}

#[test]
fn commands_are_handed_out_in_one_place() {
    let files = running_app();
    let reads =
        |line: &str| line.contains("MessageReader<AppCommand>") || line.contains("Messages<AppCommand>");
    let found = offences(
        &files,
        |path| path != Path::new("src/app/dispatch.rs"),
        |line| reads(line) && !line.contains("resource_mut::<Messages<AppCommand>>().drain()"),
    );
    assert_none(&found, "only `dispatch` reads commands");
    let handlers = [
        "run/obey.rs",
        "past/go.rs",
        "build/editing.rs",
        "build/joining.rs",
        "look/viewing.rs",
        "mouse/select.rs",
    ];
    let more =
        ["files/obey.rs", "session/obey.rs", "ui/mod.rs", "explain/resolve/mod.rs", "explain/choose.rs"];
    let handler = |path: &Path| handlers.iter().chain(&more).any(|name| path.ends_with(name));
    for (path, text) in files.iter().filter(|(path, _)| handler(path)) {
        // From the first line of a handler to the end of the function.
        let body = text.split("pub fn carry_out(").nth(1).and_then(|rest| rest.split("\n}\n").next());
        let body = body.unwrap_or("");
        assert!(
            !body.lines().any(|line| line.trim_start().starts_with("_ =>")),
            "{}: `_ =>`",
            path.display()
        );
    }
}

#[test]
fn commands_know_nothing_of_those_who_carry_them_out() {
    let found = offences(
        &rust_files("src/app/command"),
        |_| true,
        |line| {
            // What things are called is said everywhere, and asks nobody else.
            line.contains("crate::app::")
                && !["crate::app::command", "crate::app::texts"].iter().any(|own| line.contains(own))
        },
    );
    assert_none(&found, "`command` names nothing else of the app");
}

#[test]
fn no_test_is_switched_off() {
    let mut found = Vec::new();
    for part in ["src", "tests"] {
        // Written in two halves, so that this line does not find itself.
        found.extend(offences(&rust_files(part), |_| true, |line| line.contains(concat!("#[ig", "nore"))));
    }
    assert_none(&found, "no test is switched off");
}

#[test]
fn the_rules_see_what_they_look_for() {
    assert!(names("use crate::body::BodyId;", "crate::body"));
    assert!(!names("use crate::bodywork;", "crate::body"));
    assert_eq!(code("let a = 1; // impulse").next(), Some((1, "let a = 1; ")));
    let files = [(PathBuf::from("src/x.rs"), "//! bevy\nuse bevy::prelude;\n".to_owned())];
    assert_eq!(offences(&files, |_| true, |line| line.contains("bevy")), ["src/x.rs:2: use bevy::prelude;"]);
}
