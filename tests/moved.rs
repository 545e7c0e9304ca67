//! The program moved elsewhere: copied to an empty folder, with an empty home, it still knows its scenes; those in the
//! folders around it come first; and nothing in it leads back to where it was built.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, SCENE, assert_done, code, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with the program (`bin/`), a home (`home/`) and a working folder (`here/`), all else empty.
struct Elsewhere(Folder);

impl Elsewhere {
    fn new(name: &str) -> Self {
        let folder = Folder::new(&format!("moved-{name}"));
        for inner in ["bin", "home", "here"] {
            std::fs::create_dir(folder.file(inner)).unwrap();
        }
        std::fs::copy(env!("CARGO_BIN_EXE_pegsim"), folder.file("bin/pegsim")).unwrap();
        Self(folder)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.0.file("bin/pegsim"));
        command.args(arguments).current_dir(self.0.file("here")).env_clear().env("HOME", self.0.file("home"));
        // The machine's own shared folders may hold scenes.
        command.env("XDG_DATA_DIRS", self.0.file("shared"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Puts a scene of this name, which the program does not carry, under `folder`.
    fn put(&self, folder: &str, name: &str) {
        let folder = self.0.file(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name).with_extension("ron"), SCENE).unwrap();
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.file(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

/// What an ELF file keeps in its section `.rodata`, where texts of the program lie; `None` for other kinds of files. What
/// the compiler notes for debuggers, paths of the build among it, lies in sections of its own.
fn texts_of_program(bytes: &[u8]) -> Option<&[u8]> {
    let number = |at: usize, size: usize| {
        let bytes = bytes.get(at..at + size)?;
        Some(bytes.iter().rev().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte)))
    };
    // 64 bits, little end first.
    if bytes.get(..6)? != [0x7f, b'E', b'L', b'F', 2, 1] {
        return None;
    }
    let (headers, size, count, names) =
        (number(0x28, 8)?, number(0x3a, 2)?, number(0x3c, 2)?, number(0x3e, 2)?);
    let header = |i: usize| {
        let at = headers + i * size;
        Some((number(at, 4)?, number(at + 0x18, 8)?, number(at + 0x20, 8)?))
    };
    let (_, names, _) = header(names)?;
    (0..count).filter_map(header).find_map(|(name, start, size)| {
        bytes.get(names + name..)?.starts_with(b".rodata\0").then(|| bytes.get(start..start + size))?
    })
}

#[test]
fn nothing_in_the_program_leads_to_the_folder_of_its_source() {
    let bytes = std::fs::read(env!("CARGO_BIN_EXE_pegsim")).unwrap();
    let Some(texts) = texts_of_program(&bytes) else {
        eprintln!("skipped: the program is no ELF file of 64 bits");
        return;
    };
    let has = |what: &str| texts.windows(what.len()).any(|part| part == what.as_bytes());
    assert!(has("pegsim list scenes"), "this section holds the texts of messages");
    assert!(!has(env!("CARGO_MANIFEST_DIR")), "the program names {}", env!("CARGO_MANIFEST_DIR"));
}

/// A target folder can be kept while the checkout that it was filled from is gone: what the build script wrote must not lead there.
#[test]
fn nothing_that_is_built_in_leads_to_the_folder_of_its_source() {
    let written = include_str!(concat!(env!("OUT_DIR"), "/shipped.rs"));
    assert!(written.contains("triangle_drop") && !written.contains(env!("CARGO_MANIFEST_DIR")));
}

#[test]
fn a_program_on_its_own_lists_checks_and_runs_its_scenes() {
    let moved = Elsewhere::new("alone");
    let listed = moved.run(&["list", "scenes"]);
    assert_done(&listed);
    let listed = text(&listed.stdout);
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for name in ["triangle_drop", "box3d_seed0", "hard/stack30_2d", "joints/chain_20"] {
        assert!(names.contains(&name), "{name} in:\n{listed}");
    }
    let mut check = vec!["check"];
    check.extend(&names);
    assert_done(&moved.run(&check));
    let hash = |output: &Output| {
        assert_done(output);
        let text = text(&output.stdout);
        text.lines().find(|line| line.starts_with("state hash")).unwrap().to_owned()
    };
    let by_name = hash(&moved.run(&["run", "stack30_2d", "--duration", "0.05"]));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/hard/stack30_2d.ron");
    assert_eq!(by_name, hash(&moved.run(&["run", file.to_str().unwrap(), "--duration", "0.05"])));
    let report = ["run", "box3d_seed0", "--duration", "0.05", "--report", "r.json", "--trajectory", "t.csv"];
    assert_done(&moved.run(&report));
    assert!(moved.0.file("here/r.json").is_file() && moved.0.file("here/t.csv").is_file());
    // Nothing but what can be made again: scenes with meshes, which are read from files, and their parts.
    for (folder, alone) in [("home", ".cache"), ("home/.cache", "pegsim")] {
        assert_eq!(moved.names(folder), [alone], "{folder}");
    }
    let kept = moved.names("home/.cache/pegsim");
    assert!(kept.iter().all(|name| name == "parts" || name.starts_with("scenes-")), "{kept:?}");
    let unknown = moved.run(&["run", "no_such_scene"]);
    assert_eq!(code(&unknown), 2);
    assert!(text(&unknown.stderr).contains("pegsim list scenes"), "{}", text(&unknown.stderr));
}

#[test]
fn scenes_are_found_in_the_working_folder_beside_the_program_and_in_data_folders() {
    let moved = Elsewhere::new("folders");
    // Better ones first: each folder also has what the better ones have.
    let folders = [
        "here/scenes",
        "bin/scenes",
        "share/pegsim/scenes",
        "home/.local/share/pegsim/scenes",
        "shared/pegsim/scenes",
    ];
    for (i, folder) in folders.iter().enumerate() {
        for name in &["first", "second", "third", "fourth", "fifth"][..=i] {
            moved.put(folder, name);
        }
    }
    moved.put("own/pegsim/scenes/inner", "sixth");
    // The scene meant tells its folder when it is no scene.
    let mut wrong = Vec::new();
    for (name, folder) in ["first", "second", "third", "fourth", "fifth"].into_iter().zip(folders) {
        let output = moved.run(&["run", name, "--duration", "0.02"]);
        assert_done(&output);
        let file = moved.0.file(folder).join(name).with_extension("ron");
        std::fs::write(&file, "Scene(").unwrap();
        let output = moved.run(&["check", name]);
        if code(&output) != 2 {
            wrong.push((name, folder));
        }
        let seen =
            PathBuf::from(text(&output.stdout).trim_start_matches("bad ").split(".ron").next().unwrap());
        let seen = moved.0.file("here").join(seen.with_extension("ron"));
        assert_eq!(seen.canonicalize().unwrap(), file.canonicalize().unwrap());
    }
    assert_eq!(wrong, []);
    let listed = text(&moved.run(&["list", "scenes"]).stdout);
    for name in ["first", "fifth", "box3d_seed0"] {
        let lines = listed.lines().filter(|line| line.split_whitespace().next() == Some(name)).count();
        assert_eq!(lines, 1, "{name} in:\n{listed}");
    }
    let mut own = moved.command(&["run", "sixth", "--duration", "0.02"]);
    assert_done(&own.env("XDG_DATA_HOME", moved.0.file("own")).output().unwrap());
    assert_eq!(code(&moved.run(&["run", "sixth"])), 2);
}
