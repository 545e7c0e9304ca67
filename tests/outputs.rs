//! What the command line writes: never its input, nothing twice, nothing that is there unless asked, whole or not at all.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, SCENE, assert_done, code, parts, pegsim, text};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// `pegsim run SCENE` for a moment, with more arguments.
fn run(scene: &Path, more: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    run_for("0.03", scene, more)
}

fn run_for(duration: &str, scene: &Path, more: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    let mut arguments: Vec<OsString> = vec!["run".into(), scene.into(), "--duration".into(), duration.into()];
    arguments.extend(more.iter().map(|argument| argument.as_ref().to_owned()));
    pegsim(arguments)
}

/// Refused as a bad argument, before anything was written; the message names what was asked for.
#[track_caller]
fn assert_refused(output: &Output, names: &[&str]) {
    let said = text(&output.stderr);
    assert_eq!(code(output), 2, "{said}");
    for name in names {
        assert!(said.contains(name), "`{said}` lacks `{name}`");
    }
    assert!(said.lines().count() == 1 && said.starts_with("error: "), "{said}");
}

#[test]
fn the_scene_is_not_written_over_under_any_of_its_names() {
    let folder = Folder::new("input");
    let scene = folder.scene();
    let (hard, soft) = (folder.file("hard.ron"), folder.file("soft.ron"));
    fs::hard_link(&scene, &hard).unwrap();
    symlink(&scene, &soft).unwrap();
    let odd = folder.file("../").join(folder.0.file_name().unwrap()).join("./scene.ron");
    for name in [&scene, &hard, &soft, &odd] {
        for option in ["--report", "--trajectory"] {
            for force in [&[][..], &["--force"]] {
                let mut more: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&option, name];
                more.extend(force.iter().map(|f| f as &dyn AsRef<std::ffi::OsStr>));
                assert_refused(&run(&scene, &more), &[&name.display().to_string(), "name another file"]);
            }
        }
    }
    assert_eq!(fs::read_to_string(&scene).unwrap(), SCENE);
    assert_eq!(parts(&folder.0), Vec::<String>::new());
}

#[test]
fn a_mesh_of_the_scene_is_input_as_well() {
    let folder = Folder::new("mesh");
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    fs::write(folder.file("t.obj"), mesh).unwrap();
    let scene = folder.file("scene.ron");
    fs::write(&scene, "Scene(bodies: [(name: \"t\", shape: Mesh(path: \"t.obj\"))])").unwrap();
    assert_refused(&run(&scene, &[&"--force", &"--report", &folder.file("t.obj")]), &["t.obj", "is read"]);
    assert_eq!(fs::read_to_string(folder.file("t.obj")).unwrap(), mesh);
}

#[test]
fn one_file_is_not_written_twice_by_one_command() {
    let folder = Folder::new("twice");
    let (scene, out) = (folder.scene(), folder.file("out"));
    let output = run(&scene, &[&"--report", &out, &"--trajectory", &folder.file("./out")]);
    assert_refused(&output, &["out", "name two files"]);
    // Not even where both are there, under two names.
    fs::write(&out, "old").unwrap();
    let other = folder.file("other");
    fs::hard_link(&out, &other).unwrap();
    let output = run(&scene, &[&"--force", &"--report", &out, &"--trajectory", &other]);
    assert_refused(&output, &["other", "name two files"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    assert_eq!(parts(&folder.0), Vec::<String>::new());
}

#[test]
fn what_is_there_is_replaced_only_when_asked() {
    let folder = Folder::new("force");
    let (scene, out) = (folder.scene(), folder.file("thesis.json"));
    fs::write(&out, "years of work").unwrap();
    assert_refused(&run(&scene, &[&"--report", &out]), &["thesis.json", "--force"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "years of work");
    assert_done(&run(&scene, &[&"--report", &out, &"--force"]));
    assert!(fs::read_to_string(&out).unwrap().contains("final_state_hash"));
    // The same of `compare`, and of the folders of `sweep` and `--dump-lcp`.
    let compare = |more: &[&str]| {
        let head = ["compare", scene.to_str().unwrap(), "--models", "peg", "--duration", "0.02", "--report"];
        pegsim([&head[..], &[out.to_str().unwrap()], more].concat())
    };
    assert_refused(&compare(&[]), &["thesis.json", "--force"]);
    assert_done(&compare(&["--force"]));
    let sweep = |more: &[&str]| {
        let head = ["sweep", scene.to_str().unwrap(), "--models", "peg", "--duration", "0.02", "--out"];
        pegsim([&head[..], &[folder.file("grid").to_str().unwrap()], more].concat())
    };
    fs::create_dir(folder.file("grid")).unwrap();
    fs::write(folder.file("grid/overlap.svg"), "mine").unwrap();
    assert_refused(&sweep(&[]), &["grid", "overlap.svg", "--force"]);
    assert_eq!(fs::read_to_string(folder.file("grid/overlap.svg")).unwrap(), "mine");
    assert_done(&sweep(&["--force"]));
    assert_refused(&sweep(&[]), &["grid", "--force"]);
    let dump = folder.file("problems");
    assert_done(&run_for("0.3", &scene, &[&"--model", &"peg", &"--dump-lcp", &dump]));
    let before = fs::read_dir(&dump).unwrap().count();
    assert!(before > 0);
    assert_refused(&run(&scene, &[&"--model", &"peg", &"--dump-lcp", &dump]), &["problems", "--force"]);
    assert_eq!(fs::read_dir(&dump).unwrap().count(), before);
    // Three steps without contact: no problem of the longer run is left among them.
    assert_done(&run(&scene, &[&"--model", &"peg", &"--dump-lcp", &dump, &"--force"]));
    assert!(fs::read_dir(&dump).unwrap().count() < before);
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced_with_its_mode() {
    let folder = Folder::new("links");
    let scene = folder.scene();
    fs::create_dir(folder.file("deep")).unwrap();
    let (target, link) = (folder.file("deep/target.json"), folder.file("link.json"));
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("deep/target.json", &link).unwrap();
    assert_done(&run(&scene, &[&"--report", &link, &"--force"]));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("final_state_hash"));
    assert_eq!(fs::metadata(&target).unwrap().mode() & 0o777, 0o640);
    // One that leads to nothing yet makes its target.
    let empty = folder.file("empty.json");
    symlink("deep/new.json", &empty).unwrap();
    assert_done(&run(&scene, &[&"--report", &empty]));
    assert!(fs::symlink_metadata(&empty).unwrap().is_symlink());
    assert!(folder.file("deep/new.json").is_file());
    // One that leads to itself is said.
    let circle = folder.file("circle.json");
    symlink("circle.json", &circle).unwrap();
    assert_refused(&run(&scene, &[&"--report", &circle]), &["circle.json", "links"]);
    assert_eq!(parts(&folder.0), Vec::<String>::new());
    assert_eq!(parts(&folder.file("deep")), Vec::<String>::new());
}

#[test]
fn a_file_that_a_killed_program_left_behind_is_in_nobodys_way() {
    let folder = Folder::new("left");
    let (scene, out) = (folder.scene(), folder.file("r.json"));
    // What the program called its part before; a user may also have such a file.
    fs::write(folder.file("r.json.part"), "mine").unwrap();
    assert_done(&run(&scene, &[&"--report", &out]));
    assert_eq!(fs::read_to_string(folder.file("r.json.part")).unwrap(), "mine");
    let long = folder.file(&"ü".repeat(120));
    assert_done(&run(&scene, &[&"--report", &long]));
    assert!(long.is_file());
}

#[test]
fn pipes_devices_and_the_standard_output_are_written_directly() {
    let folder = Folder::new("direct");
    let scene = folder.scene();
    assert_done(&run(&scene, &[&"--report", &"/dev/null", &"--trajectory", &"/dev/null"]));
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let output = run(&scene, &[&"--report", &name]);
        assert_done(&output);
        let said = text(&output.stdout);
        assert!(said.contains("\"final_state_hash\"") && said.contains("state hash"), "{said}");
        // Into a file the two come one after the other as well.
        let file = folder.file("both.txt");
        let status = Command::new(env!("CARGO_BIN_EXE_pegsim"))
            .args(["run".as_ref(), scene.as_os_str(), "--duration".as_ref(), "0.03".as_ref()])
            .args(["--report", name])
            .stdout(fs::File::create(&file).unwrap())
            .status()
            .unwrap();
        assert!(status.success());
        let both = fs::read_to_string(&file).unwrap();
        assert_eq!(both.lines().count(), said.lines().count(), "{both}");
    }
    // By its short name it is for who reads the file alone; what is for people is said beside it.
    let output = run(&scene, &[&"--report", &"-"]);
    assert_done(&output);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["final_state_hash"].is_string() && text(&output.stderr).contains("state hash"));
    assert!(!std::path::Path::new("-").exists());
    assert!(!fs::symlink_metadata("/dev/stdout").unwrap().is_file());
    // The file that the standard output goes to is no place for a report of its own.
    let file = folder.file("out.txt");
    let output = Command::new(env!("CARGO_BIN_EXE_pegsim"))
        .args(["run".as_ref(), scene.as_os_str(), "--force".as_ref()])
        .args(["--report".as_ref(), file.as_os_str()])
        .stdout(fs::File::create(&file).unwrap())
        .output()
        .unwrap();
    assert_refused(&output, &["out.txt", "standard output"]);
}

#[test]
fn a_full_disk_is_said_with_the_name_of_the_file() {
    let folder = Folder::new("full");
    let scene = folder.scene();
    for option in ["--report", "--trajectory"] {
        let output = run(&scene, &[&option, &"/dev/full"]);
        let said = text(&output.stderr);
        assert_eq!(code(&output), 1, "{option}: {said}");
        assert!(said.contains("cannot write /dev/full: No space left"), "{option}: {said}");
    }
    // The standard output: what the command writes besides is there all the same.
    let report = folder.file("r.json");
    let to_full = |arguments: &[&std::ffi::OsStr]| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pegsim"));
        command.args(arguments).stdout(Stdio::from(full)).output().unwrap()
    };
    let run = ["run".as_ref(), scene.as_os_str(), "--duration".as_ref(), "0.03".as_ref()];
    let commands = [
        [&run[..], &["--report".as_ref(), report.as_os_str()]].concat(),
        vec!["check".as_ref(), scene.as_os_str()],
        vec!["list".as_ref(), "models".as_ref()],
        vec!["--help".as_ref()],
        vec!["--version".as_ref()],
    ];
    for arguments in commands {
        let output = to_full(&arguments);
        let said = text(&output.stderr);
        assert_eq!(code(&output), 1, "{arguments:?}: {said}");
        assert!(said.contains("standard output") && said.contains("No space left"), "{arguments:?}: {said}");
    }
    assert!(fs::read_to_string(&report).unwrap().contains("final_state_hash"));
}

#[test]
fn a_place_that_cannot_be_written_is_said_before_the_run() {
    let folder = Folder::new("place");
    let scene = folder.scene();
    fs::write(folder.file("file"), "").unwrap();
    for (place, reason) in [
        ("nowhere/r.json", "there is no folder"),
        ("file/r.json", "Not a directory"),
        ("", "folder"),
        (&"x".repeat(300), "too long"),
        ("/proc/r.json", ""),
    ] {
        let path = folder.file(place);
        assert_refused(&run(&scene, &[&"--report", &path]), &[&path.display().to_string(), reason]);
    }
}
