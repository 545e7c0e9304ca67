//! Every language says everything, with the same things put in, and nothing is left in English by mistake.

use super::literals::files;
use super::{ENGLISH, GERMAN, Language, filled, language, within};
use fluent_bundle::{FluentResource, FluentValue};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Texts that are the same in German, on purpose.
const SAME: &[&str] = &[
    "browser-filter",
    "browser-min",
    "column-dual",
    "column-max-z-w",
    "column-primal",
    "dialog-name",
    "drive-amplitude",
    "drive-rate",
    "explainer-radius",
    "export-export",
    "export-export-2",
    "export-film",
    "export-film-2",
    "family-exact",
    "family-penalty",
    "film-gif",
    "film-mp4",
    "film-pngs",
    "film-webm",
    "film-webp",
    "help-esc",
    "key-esc",
    "key-tab",
    "matrix-matrix",
    "method-dantzig",
    "method-fischer-newton",
    "method-lemke",
    "method-minmap-newton",
    "method-nncg",
    "method-pgs",
    "method-psor",
    "model-coulomb",
    "output-in",
    "quantity-dual",
    "quantity-primal",
    "size-radius",
    "size-radius-tip",
    "solver-dual",
    "solver-primal",
    "springs-integral",
    "springs-integrator",
    "springs-runge-kutta",
    "timing-renderer",
];

/// A message: its text as it is written, and what is put into it.
struct Message {
    text: String,
    arguments: BTreeSet<String>,
}

/// The messages of some files by their names. Names are at the beginning of a line, what belongs to them is indented.
fn messages(files: &[(&str, &str)]) -> BTreeMap<String, Message> {
    let mut found: BTreeMap<String, Message> = BTreeMap::new();
    for (file, text) in files {
        let mut name = None;
        for line in text.lines() {
            let begins = line.starts_with(|c: char| c.is_ascii_lowercase());
            if let Some((id, rest)) = line.split_once(" =").filter(|_| begins) {
                let message = Message { text: rest.to_owned(), arguments: BTreeSet::new() };
                assert!(found.insert(id.to_owned(), message).is_none(), "{file}: {id} is there twice");
                name = Some(id.to_owned());
            } else if line.starts_with(' ')
                && let Some(message) = name.as_ref().and_then(|name| found.get_mut(name))
            {
                message.text.push('\n');
                message.text.push_str(line.trim());
            } else {
                assert!(line.is_empty() || line.starts_with('#'), "{file}: what is `{line}`?");
            }
        }
    }
    for message in found.values_mut() {
        let parts = message.text.split('$').skip(1);
        let name = |part: &str| part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        message.arguments = parts.map(name).collect();
    }
    found
}

/// Every use of a text in the code: its name and what is put into it.
fn uses() -> Vec<(String, String, BTreeSet<String>)> {
    let mut found = Vec::new();
    for (file, code) in files() {
        // The ends of other macros' names are none of ours.
        let own = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        for (at, _) in code.match_indices("tr!(").filter(|(at, _)| own(*at)) {
            let rest = code[at + 4..].trim_start();
            let Some((id, rest)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
                continue;
            };
            found.push((file.clone(), id.to_owned(), names(rest)));
        }
    }
    found
}

/// The names before `=` up to the bracket that closes the use, but for those within other brackets and texts.
fn names(rest: &str) -> BTreeSet<String> {
    let (mut depth, mut word, mut found, mut quoted) = (0, String::new(), BTreeSet::new(), false);
    let mut expected = false;
    for (at, c) in rest.char_indices() {
        if quoted {
            quoted = c != '"' || rest[..at].ends_with('\\');
            continue;
        }
        match c {
            '"' => quoted = true,
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => (expected, word) = (true, String::new()),
            '=' if depth == 0 && expected => {
                found.insert(word.trim().to_owned());
                expected = false;
            }
            c if depth == 0 => word.push(c),
            _ => {}
        }
    }
    found
}

#[test]
fn every_file_can_be_read_and_is_in_the_program() {
    for language in Language::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/texts").join(language.code());
        let there: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("a folder for the language")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let known: BTreeSet<String> = language.files().iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(there, known, "{}", language.name());
        for (name, text) in language.files() {
            let read = FluentResource::try_new((*text).to_owned());
            assert!(read.is_ok(), "{}/{name}: {:?}", language.code(), read.err().map(|(_, errors)| errors));
        }
    }
}

#[test]
fn every_language_has_every_text_with_the_same_arguments() {
    let english = messages(ENGLISH);
    for language in Language::ALL {
        let own = messages(language.files());
        let lacks: Vec<&String> = english.keys().filter(|id| !own.contains_key(*id)).collect();
        let more: Vec<&String> = own.keys().filter(|id| !english.contains_key(*id)).collect();
        assert!(lacks.is_empty() && more.is_empty(), "{language:?} lacks {lacks:?} and has {more:?} alone");
        for (id, message) in &own {
            assert_eq!(message.arguments, english[id].arguments, "{language:?}: {id}");
        }
    }
}

#[test]
fn every_text_that_is_used_is_there_and_every_one_that_is_there_is_used() {
    let english = messages(ENGLISH);
    let uses = uses();
    for (file, id, given) in &uses {
        let message = english.get(id).unwrap_or_else(|| panic!("{file}: there is no text `{id}`"));
        assert_eq!(&message.arguments, given, "{file}: what is put into `{id}`");
    }
    let used: BTreeSet<&String> = uses.iter().map(|(_, id, _)| id).collect();
    let idle: Vec<&String> = english.keys().filter(|id| !used.contains(id)).collect();
    assert!(idle.is_empty(), "nobody uses {idle:?}");
}

#[test]
fn nothing_is_left_in_english() {
    let (english, german) = (messages(ENGLISH), messages(GERMAN));
    let same: Vec<&String> = english.keys().filter(|id| german[*id].text == english[*id].text).collect();
    let left: Vec<_> = same.iter().filter(|id| !SAME.contains(&id.as_str())).collect();
    assert!(left.is_empty(), "the same in German and not listed here: {left:?}");
    let idle: Vec<_> = SAME.iter().filter(|id| !same.iter().any(|same| same == *id)).collect();
    assert!(idle.is_empty(), "no longer the same: {idle:?}");
}

/// Every text with something put in: nothing is left in braces, and nothing falls back to its name.
#[test]
fn every_text_can_be_composed() {
    for language in Language::ALL {
        for (id, message) in messages(language.files()) {
            let id: &'static str = id.leak();
            for number in [1, 2] {
                let arguments: Vec<(&'static str, FluentValue)> = message
                    .arguments
                    .iter()
                    .map(|name| (&*name.clone().leak(), FluentValue::from(number)))
                    .collect();
                let said = within(language, || filled(id, &arguments));
                assert!(said != id && !said.is_empty(), "{language:?}: {id}");
                assert!(!said.contains("{$") && !said.contains('\u{2068}'), "{language:?}: {said}");
            }
        }
    }
}

#[test]
fn the_language_is_that_within_which_it_is_asked_for() {
    assert_eq!(language(), Language::English);
    assert_eq!(within(Language::German, || (tr!("command-open"), language())), ("Öffnen", Language::German));
    assert_eq!(tr!("command-open"), "Open");
    let steps =
        |n: usize| (tr!("recover-steps", n = n), within(Language::German, || tr!("recover-steps", n = n)));
    assert_eq!(steps(1), ("1 recorded step".to_owned(), "1 aufgezeichneter Schritt".to_owned()));
    assert_eq!(steps(2), ("2 recorded steps".to_owned(), "2 aufgezeichnete Schritte".to_owned()));
}

#[test]
fn languages_are_known_by_their_codes() {
    for language in Language::ALL {
        assert_eq!(Language::from_code(language.code()), Some(language));
    }
    for code in ["de-AT", "de_CH.UTF-8", "DE", "de@euro"] {
        assert_eq!(Language::from_code(code), Some(Language::German), "{code}");
    }
    assert_eq!((Language::from_code("fr-FR"), Language::from_code("")), (None, None));
}
