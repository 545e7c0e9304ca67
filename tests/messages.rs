//! Every message says what is wrong, where, and what would be right, on one line of at most 200 characters: a corpus of bad input
//! that provokes them, and the texts of messages in the code.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/bad_scenes.rs"]
mod bad_scenes;
#[path = "common/folder.rs"]
mod folder;

use bad_scenes::{bad_scenes, scene, shaped};
use folder::Folder;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::sweep::parse_steps;
use pegsim::lcp::problem::file;
use pegsim::scene::load_str;
use pegsim::step::{SolverMethod, ranges};
use std::fs;
use std::path::{Path, PathBuf};

/// Characters of a message without the name of the file, which is as long as the user made it.
const MOST: usize = 200;

/// What libraries say, who do not know what a scene is.
const NOT_OURS: [&str; 16] = [
    "xpected opening",
    "xpected closing",
    "xpected struct",
    "for struct",
    "base 10",
    "matrix array",
    "an array of",
    "tuple",
    "invalid type",
    "invalid value",
    "invalid length",
    "missing field",
    "unknown variant",
    "recursion limit",
    " at line ",
    "serde",
];

/// What breaks the rules.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// Holds a message to the rules; `place`: what it begins with.
    fn hold(&mut self, message: &str, place: &str, of: &str) {
        let of: String = of.chars().take(120).collect();
        let mut fault = |what: String| self.0.push(format!("{what}: {message}, for {of}"));
        if !message.starts_with(place) {
            fault(format!("it does not begin with `{place}`"));
        }
        if message.lines().count() != 1 {
            fault("not one line".to_owned());
        }
        let count = message.chars().count();
        if count > MOST {
            fault(format!("{count} characters"));
        }
        for theirs in NOT_OURS.iter().filter(|theirs| message.contains(**theirs)) {
            fault(format!("`{theirs}`"));
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        assert!(self.0.is_empty() || std::thread::panicking(), "{:#?}", self.0);
    }
}

/// A folder with meshes that are none.
fn meshes(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.with("broken.obj", "v 1 2 x\nf 1 2 3\n");
    folder.with("broken.stl", "solid\n facet nonsense");
    let corners = "v 1 0 0\nv 2 0 0\nv 1 1 0\nv 1 0 1\nv 1.2 0.2 0.2\n";
    let faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 5\nf 4 3 5\nf 3 1 5\n";
    folder.with("dented.obj", &format!("{corners}{faces}"));
    folder.with("open.obj", &format!("{corners}f 1 3 2\nf 1 2 4\nf 2 3 4\n"));
    folder.with("broken.glb", "glTF");
    folder
}

#[test]
fn what_is_wrong_with_a_scene_takes_a_line() {
    let (mut faults, folder) = (Faults::default(), meshes("line"));
    let long = "long_name_".repeat(7_100);
    for text in bad_scenes() {
        for (name, number) in [
            ("x", "7"),
            ("a name of some length", "12345678.12345678"),
            (&long, "1e300"),
            ("ä\n", "1.2345678901234567e-300"),
        ] {
            let text = text.replace("NAME", name).replace("TEXT", &long).replace("NUMBER", number);
            if let Err(error) = load_str(&text, "x.ron", &folder.0) {
                let message = error.message.strip_prefix("x.ron").unwrap_or_else(|| panic!("{error}"));
                faults.hold(message, ":", &text);
                let place: Vec<&str> = message.splitn(4, ':').collect();
                let whole = |part: &str| part.parse::<usize>().is_ok();
                assert!(place.len() == 4 && whole(place[1]) && whole(place[2]), "no place: {message}");
            }
        }
    }
}

#[test]
fn the_corpus_is_wrong_nearly_all_of_it() {
    // A corpus of what is right would prove nothing.
    let folder = meshes("right");
    let right = |text: &String| {
        let text = text.replace("NAME", "x").replace("TEXT", "x").replace("NUMBER", "1e300");
        load_str(&text, "x.ron", &folder.0).is_ok()
    };
    let accepted: Vec<String> = bad_scenes().into_iter().filter(right).collect();
    assert!(accepted.len() <= 4, "{accepted:#?}");
}

/// The sentences that were unclear, as they are now.
#[test]
fn what_was_unclear_is_said_in_words() {
    let said = |text: &str| load_str(text, "x.ron", Path::new("")).unwrap_err().message;
    let has = |text: &str, wanted: &str| assert!(said(text).contains(wanted), "{}", said(text));
    let saved = |pose: &str| {
        scene(
            "",
            &format!(
                "resume: (step: 1, time: 0, poses: [({pose})], twists: [], memory: (pairs: []), broken: [])"
            ),
        )
    };
    has(
        &saved("position: (1, 2), orientation: (0, 0, 0, 1)"),
        "in `position`, 2 elements stand where three numbers, (x, y, z)",
    );
    has(
        &saved("position: (1, 2, 3), orientation: (0, 0, 1)"),
        "in `orientation`, 3 elements stand where a quaternion, four numbers",
    );
    has(
        &shaped("Prism(sides: 1e3, radius: 1, height: 1)"),
        "in `sides`, a whole number is expected, written with digits alone",
    );
    has(
        &scene("", "joints: [3]"),
        "joint number 1: in `joints`, round brackets `( … )` with the fields of a joint are expected",
    );
    let driven = "(bodies: [(name: \"a\", shape: Box(half_extents: (1, 1, 1))), (name: \"b\", shape: Box(half_extents: (1, 1, 1)), position: (9, 0, 0))],
        joints: [(name: \"hinge\", kind: Revolute, bodies: (\"a\", \"b\"))],
        controllers: [(kind: JointPd, joint: \"hinge\", target: Constant(1)),
                      (kind: JointPd, joint: \"hinge\", target: Trajectory([(0, 1), (5, 1), (2, 1)]))])";
    let cut_off = "(bodies: [(name: \"a\", shape: Box(half_extents: (1, 1, 1))),\n";
    has(cut_off, "x.ron:2:1: the text ends too early: a bracket or a quote is not closed");
    has(
        driven,
        "x.ron:4:91: controller number 2: its trajectory has the time 2 s after 5 s (points 2 and 3); times must ascend",
    );
}

#[test]
fn what_is_wrong_with_a_problem_takes_a_line() {
    let mut faults = Faults::default();
    let long = "long_name_".repeat(7_100);
    let with = |matrix: &str, b: &str, more: &str| {
        format!("{{\"format\": \"pegsim-lcp-1\", \"name\": \"n\", \"matrix\": {matrix}, \"b\": {b}{more}}}")
    };
    let factored = |fields: &str| with(&format!("{{\"factored\": {{{fields}}}}}"), "[1, 2]", "");
    let mut texts = vec![
        "".to_owned(),
        "no".to_owned(),
        "{".to_owned(),
        "[]".to_owned(),
        "{\"format\": 1}".to_owned(),
        "{\"format\": \"x\",}".to_owned(),
        "{1: 2}".to_owned(),
    ];
    texts.extend([
        format!("\"{long}\""),
        format!("{{\"{long}\": 1}}"),
        format!("{{\"format\": \"{long}\", \"name\": \"\", \"matrix\": {{\"dense\": []}}, \"b\": []}}"),
    ]);
    texts.extend(
        [
            "[1]",
            "3",
            "{}",
            "{\"dense\": 3}",
            "{\"dense\": [[1]]}",
            "{\"dense\": [[1, 2], [3]]}",
            "{\"sparse\": []}",
            "{\"dense\": [[1e999]]}",
            "{\"dense\": [[null]]}",
        ]
        .map(|m| with(m, "[1, 2]", "")),
    );
    texts.push(with(&format!("{{\"{long}\": []}}"), "[]", ""));
    texts.extend(
        [
            "\"columns\": 1000000000000000000, \"rows\": []",
            "\"columns\": -1, \"rows\": []",
            "\"columns\": 1e300, \"rows\": []",
            "\"columns\": 1, \"rows\": []",
            "\"columns\": 1, \"rows\": [[[0]], []]",
            "\"columns\": 1, \"rows\": [[[0, 1, 2]], []]",
            "\"columns\": 1, \"rows\": [[[7, 1]], []]",
            "\"columns\": 1, \"rows\": [[[0, 1e300]], []]",
            "\"columns\": 1, \"rows\": [[], []], \"forces\": [null]",
            "\"columns\": 1, \"rows\": [[], []], \"entries\": [[9, 0, 1]]",
            "\"columns\": 1, \"rows\": [[[5, 0]], []]",
            "\"columns\": 1, \"rows\": [[], []], \"forces\": [null, [[1, 0]]]",
            "\"columns\": 1, \"columns\": 2",
            "\"columns\": 1, \"rows\": [[], []], \"entries\": [[0, 9, 1]]",
        ]
        .map(factored),
    );
    texts.extend(
        [
            ", \"blocks\": [{\"normal\": 9}]",
            ", \"blocks\": [{\"normal\": 0, \"friction\": -1}]",
            ", \"blocks\": 3",
            ", \"rows\": [\"a\", \"b\"]",
            ", \"more\": 1",
        ]
        .map(|more| with("{\"dense\": [[1]]}", "[1]", more)),
    );
    texts.push(with(&"[".repeat(1000), "[]", ""));
    texts.push(format!("{{\"origin\": {}", "{\"scene\": ".repeat(1000)));
    for text in texts {
        let error = file::parse(&text, "x.json").map(|_| ()).unwrap_err().to_string();
        faults.hold(error.strip_prefix("x.json").unwrap(), ":", &text);
    }
}

#[test]
fn what_is_wrong_with_a_word_of_the_command_line_takes_a_line() {
    let mut faults = Faults::default();
    for word in ["lemko".to_owned(), "x".to_owned(), String::new(), "long ".repeat(10_000)] {
        faults.hold(&SolverMethod::from_name(&word).unwrap_err().to_string(), "unknown solver `", &word);
        faults.hold(&ContactModel::from_name(&word).unwrap_err(), "unknown contact model `", &word);
        faults.hold(&ranges::TIME_STEP.parse(&word).unwrap_err(), "a number is needed; ", &word);
        for steps in [
            word.clone(),
            format!("{word}..1/3"),
            "0.1..0.2".to_owned(),
            format!("0.1..0.2/{word}"),
            "0.1..0.2/1".to_owned(),
        ] {
            faults.hold(&parse_steps(&steps).unwrap_err(), "`", &steps);
        }
    }
    for number in [f64::NAN, f64::INFINITY, -1.0, 1e300, -1e-300, 1.234_567_890_123_456_7e-7] {
        for range in [
            ranges::TIME_STEP,
            ranges::DURATION,
            ranges::TOLERANCE,
            ranges::RESTITUTION,
            ranges::PARTED,
            ranges::MOMENT,
        ] {
            if let Err(error) = range.check(number) {
                faults.hold(&error, range.name, &number.to_string());
            }
        }
    }
}

/// The texts in the code: what a message is made of, a place in it counted as eight characters, fits on the line too. Looked at is
/// every text of the folders that read what users write, and of all others what stands in an error's attribute.
#[test]
fn the_texts_of_messages_in_the_code_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for (path, code) in sources(&root) {
        let shown = path.strip_prefix(&root).unwrap().display().to_string();
        let reads = [
            "scene/build",
            "scene/check",
            "scene/message",
            "scene/load",
            "lcp/problem",
            "geometry/mesh",
            "geometry/polytope",
            "step/error",
            "step/ranges",
            "reading",
            "experiment/sweep",
            "app/past/recording_file",
        ]
        .iter()
        .any(|folder| shown.starts_with(folder));
        for (start, text) in literals(&code) {
            let before = code[..start].trim_end();
            let message = reads
                || before.ends_with("#[error(")
                || before.ends_with(".error(format!(")
                || before.ends_with("Err(format!(")
                || before.ends_with("Failure::Input(format!(");
            if !message {
                continue;
            }
            seen += 1;
            let mut plain = String::new();
            let mut rest = text.as_str();
            while let Some(open) = rest.find('{') {
                plain += &rest[..open];
                plain += "12345678";
                rest = rest[open..].split_once('}').map_or("", |(_, rest)| rest);
            }
            plain += rest;
            assert!(plain.chars().count() <= MOST, "{shown}: {} characters: {text}", plain.chars().count());
            let theirs = NOT_OURS.iter().find(|theirs| text.contains(**theirs));
            assert!(theirs.is_none() || shown.ends_with("explain.rs"), "{shown}: `{theirs:?}` in: {text}");
        }
    }
    assert!(seen > 300, "only {seen} texts were found");
}

/// The files of a folder without comments and without what follows the first test module.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.to_string_lossy().contains("tests") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
            let lines = code.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line });
            found.push((path, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    found
}

/// The texts in quotes, each with where it begins, and as it is printed where a line ends in a `\`.
fn literals(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut chars = code.char_indices().peekable();
    let mut before = ' ';
    while let Some((start, c)) = chars.next() {
        // A quote as a character is no text.
        if c != '"' || before == '\'' || before == '\\' {
            before = c;
            continue;
        }
        let mut text = String::new();
        while let Some((_, c)) = chars.next() {
            match c {
                '"' => break,
                '\\' => match chars.next() {
                    Some((_, '\n')) => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                    Some((_, escaped)) => text.push(escaped),
                    None => {}
                },
                c => text.push(c),
            }
        }
        found.push((start, text));
        before = '"';
    }
    found
}
