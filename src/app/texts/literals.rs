//! No sentence for the window stands in the code: what is said there is named by `tr!`, so that it can be in every language.

use std::path::{Path, PathBuf};

/// Files whose sentences are not translated yet. The list may only become shorter.
const NOT_YET: &[&str] = &[];

/// Files that speak to a terminal, to a report for the authors or to tests: in English, as the command line does.
const ENGLISH: &[&str] = &[
    "src/app/files/offscreen.rs",
    "src/app/files/picture.rs",
    "src/app/graphics.rs",
    "src/app/mod.rs",
    "src/app/panics.rs",
    "src/app/past/recording_file/example.rs",
    "src/app/past/recovery/report.rs",
    "src/app/status.rs",
    // The words of SVG.
    "src/app/files/output/plot_svg.rs",
];

/// What names texts without using them.
const OWN: [&str; 2] = ["src/app/texts/mod.rs", "src/app/texts/literals.rs"];

/// What is no text for the window, though it looks like one, by file.
const KEPT: &[(&str, &[&str])] = &[
    ("src/app/command/lesson.rs", &["a lesson that was kept"]),
    ("src/app/command/table.rs", &["Key", "Digit"]),
    ("src/app/draw/overlay.rs", &["overlay lines, pane {}"]),
    ("src/app/explain/models.rs", &["ψ + h Gᵀν⁺ ≥ 0 (2.25)"]),
    ("src/app/files/scenes.rs", &["Triangle drop"]),
    ("src/app/look/quality.rs", &["Cpu"]),
    ("src/app/look/title.rs", &["{dot}{} — pegsim"]),
    ("src/app/past/recovery/mod.rs", &["pegsim end"]),
    ("src/app/past/recovery/saver.rs", &["pegsim recovery"]),
    ("src/app/wake.rs", &["pegsim timer"]),
    ("src/app/past/recovery/store.rs", &["pegsim recovery\\n"]),
    (
        "src/app/session/settings.rs",
        &[
            "// Settings of pegsim. The program writes this file; it may be edited while the program is closed.\\n{text}\\n",
        ],
    ),
    ("src/app/ui/layout.rs", &["inspector, explainer", "inspector, empty"]),
    ("src/app/ui/panels/drive_editor.rs", &[" Hz"]),
    ("src/app/ui/panels/frame.rs", &["lines left out"]),
    ("src/app/ui/panels/help.rs", &["mouse in panels"]),
    ("src/app/ui/panels/joint_editor.rs", &["kind of joint"]),
    ("src/app/ui/panels/lesson.rs", &["lesson, wide"]),
    ("src/app/ui/panels/lesson_editor/fields.rs", &["model of the step", "look at"]),
    ("src/app/ui/panels/lesson_editor/mod.rs", &["lesson editor"]),
    ("src/app/ui/panels/messages.rs", &["long step {pane}", "file question"]),
    ("src/app/ui/panels/own.rs", &["kind of body"]),
    ("src/app/ui/panels/plots.rs", &["history of the run"]),
    ("src/app/ui/panels/resolve/residuals.rs", &["residuals of the solvers"]),
    ("src/app/ui/panels/unable.rs", &["set aside"]),
    ("src/app/ui/pointing.rs", &["place for the tour"]),
    ("src/app/ui/scene_list.rs", &["dimension: Two"]),
    ("src/app/ui/theme.rs", &["Hack"]),
    ("src/app/ui/thumbnails.rs", &["Thumbnails({})"]),
];

/// Calls and macros whose text is no text for the window: names for the program itself, and what tests and developers read.
const NOT_SHOWN: [&str; 20] = [
    "Id::new",
    "with",
    "id_salt",
    "from_id_salt",
    "expect",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "panic",
    "unreachable",
    "eprintln",
    "concat",
    "include_str",
    "include_bytes",
    "env",
    "push_id",
    "load_texture",
    "tr",
    "link_axis",
];

/// A piece of code: punctuation, a word, or the text of a string as it is written.
#[derive(Clone, Copy, PartialEq)]
enum Token<'a> {
    Sign(char),
    Word(&'a str),
    Text(&'a str),
}

/// The tokens of a file, without comments, numbers and spaces; up to the module of its tests.
fn tokens(code: &str) -> Vec<Token<'_>> {
    let ends = ["#[cfg(test)]\nmod tests {", "#[cfg(test)]\npub(super) mod tests {"];
    let end = ends.iter().filter_map(|end| code.find(end)).min().unwrap_or(code.len());
    let (mut rest, mut found) = (&code[..end], Vec::new());
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(hashes) = raw_string(rest) {
            let from = hashes + 2;
            let close = format!("\"{}", "#".repeat(hashes));
            let to = rest[from..].find(&close).map_or(rest.len(), |at| from + at);
            found.push(Token::Text(&rest[from..to]));
            (to + close.len()).min(rest.len())
        } else if c == '"' {
            let mut escaped = false;
            let stop = |(_, c): &(usize, char)| {
                let ends = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            };
            let to = rest.char_indices().skip(1).find(stop).map_or(rest.len() - 1, |(at, _)| at);
            found.push(Token::Text(&rest[1..to]));
            to + 1
        } else if c == '\'' {
            character(rest)
        } else if c.is_alphanumeric() || c == '_' {
            let to = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            found.push(Token::Word(&rest[..to]));
            to
        } else {
            if !c.is_whitespace() {
                found.push(Token::Sign(c));
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// The number of marks about a raw string that begins here.
fn raw_string(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// The length of a character in quotes, or of a lifetime.
fn character(rest: &str) -> usize {
    let inner = &rest[1..];
    let first = inner.chars().next().map_or(0, char::len_utf8);
    let to = if inner.starts_with('\\') { inner[2..].find('\'').map_or(0, |at| at + 2) } else { first };
    if inner[to..].starts_with('\'') { to + 2 } else { 1 }
}

/// Whether a text reads like words for a person: several of them, or one with a capital letter.
fn reads_like_words(text: &str) -> bool {
    // Without what is put in.
    let plain: String =
        text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    let mut words = plain.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
    let first = words.next().unwrap_or("");
    let mut letters = first.chars();
    let capital =
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
    let spaced = plain.trim().contains([' ', '\n']) && first.chars().any(char::is_lowercase);
    capital || spaced
}

/// The texts for the window that stand in a file's code.
fn texts(code: &str) -> Vec<String> {
    let tokens = tokens(code);
    // For each open bracket, what is called with it; `#` for an attribute.
    let mut open: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = |back: usize| at.checked_sub(back).and_then(|k| tokens.get(k)).copied();
        match token {
            Token::Sign('(' | '[' | '{') => open.push(match (before(1), before(2), before(3)) {
                (Some(Token::Sign('#')), ..) => "#",
                (Some(Token::Sign('!')), Some(Token::Word(name)), _) => name,
                (Some(Token::Word("new")), Some(Token::Sign(':')), Some(Token::Sign(':')))
                    if before(4) == Some(Token::Word("Id")) =>
                {
                    "Id::new"
                }
                (Some(Token::Word(name)), ..) => name,
                _ => "",
            }),
            Token::Sign(')' | ']' | '}') => {
                open.pop();
            }
            Token::Text(text) => {
                let shown = open.last().is_none_or(|call| !NOT_SHOWN.contains(call)) && !open.contains(&"#");
                let pattern = tokens.get(at + 1) == Some(&Token::Sign('='))
                    && tokens.get(at + 2) == Some(&Token::Sign('>'));
                if shown && !pattern && reads_like_words(text) {
                    found.push((*text).to_owned());
                }
            }
            _ => {}
        }
    }
    found
}

/// The files of the app that are not tests, with their paths from the root of the repository.
pub(super) fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = vec![root.join("src/app")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root).expect("within").display().to_string().replace('\\', "/");
                if !name.contains("tests") && !OWN.contains(&name.as_str()) {
                    found.push((name, std::fs::read_to_string(&path).expect("a file")));
                }
            }
        }
    }
    found.sort();
    assert!(found.len() > 150, "{} files: has the app moved?", found.len());
    found
}

#[test]
fn no_text_for_the_window_stands_in_the_code() {
    let mut plain = Vec::new();
    let mut done: Vec<&str> = NOT_YET.to_vec();
    let mut idle: Vec<(&str, &str)> =
        KEPT.iter().flat_map(|(file, texts)| texts.iter().map(|text| (*file, *text))).collect();
    for (file, code) in files() {
        for text in texts(&code).into_iter().filter(|_| !ENGLISH.contains(&file.as_str())) {
            done.retain(|name| *name != file);
            idle.retain(|(name, kept)| *name != file || *kept != text);
            let kept = KEPT.iter().any(|(name, texts)| *name == file && texts.contains(&text.as_str()));
            if !kept && !NOT_YET.contains(&file.as_str()) {
                plain.push(format!("{file}: {text:?}"));
            }
        }
    }
    assert!(
        plain.is_empty(),
        "say it by tr!(\"…\") and in assets/texts, or keep it in {} with its file:\n{}",
        file!(),
        plain.join("\n")
    );
    assert!(done.is_empty(), "these have no plain texts any more; take them out of NOT_YET: {done:?}");
    assert!(idle.is_empty(), "these are not there any more; take them out of KEPT: {idle:?}");
}

#[test]
fn the_search_sees_what_it_looks_for() {
    let code = "ui.button(\"Open\").on_hover_text(\"choose a \\\"file\\\"\"); // \"Not this\"\n\
                Id::new(\"Settings window\"); #[allow(x, reason = \"Not shown\")] let x = tr!(\"open\");\n\
                let c = '\"'; let d: &'static str = r#\"A \"raw\" one\"#; \"Key\" => 1, \"id\", \"{x} MB\"";
    assert_eq!(texts(code), ["Open", "choose a \\\"file\\\"", "A \"raw\" one"]);
}
