//! Runs that do not come to their end: Ctrl+C leaves what there is and exit code 130, and a sweep goes on where it stopped.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, SCENE, assert_done, code, parts, pegsim, report, text};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program under way.
fn begun(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegsim"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until something holds; the limit is for a program that hangs.
#[track_caller]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to the program and waits for its end.
fn signalled(child: Child, signal: &str) -> Output {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn a_run_that_is_stopped_leaves_what_was_simulated() {
    let folder = Folder::new("stopped");
    let (scene, json, csv) = (folder.scene(), folder.file("r.json"), folder.file("t.csv"));
    let child = begun(&[
        "run",
        scene.to_str().unwrap(),
        "--duration",
        "1e6",
        "--report",
        json.to_str().unwrap(),
        "--trajectory",
        csv.to_str().unwrap(),
    ]);
    let part = || parts(&folder.0).into_iter().find(|name| name.starts_with(".t.csv"));
    let grown =
        || part().is_some_and(|name| fs::metadata(folder.file(&name)).is_ok_and(|m| m.len() > 20_000));
    wait_until("the trajectory", grown);
    let output = signalled(child, "-INT");
    let said = text(&output.stderr);
    assert_eq!(code(&output), 130, "{said}");
    assert!(said.contains("stopped by Ctrl+C after step"), "{said}");
    assert!(said.contains("the step under way is given up, and what there is is written"), "{said}");
    assert_eq!(parts(&folder.0), Vec::<String>::new());
    let report = report(&json);
    assert_eq!((&report["completed"], &report["interrupted"]), (&false.into(), &true.into()));
    assert!(report["failure"].is_null());
    let steps = report["steps"].as_u64().unwrap();
    assert!(steps > 0);
    let last = lines(&csv).pop().unwrap();
    assert_eq!(last.split(',').next().unwrap().parse(), Ok(steps), "{last}");
    assert!(text(&output.stdout).contains("state hash"));
}

/// What tells `open` not to wait (Linux).
const O_NONBLOCK: i32 = 0o4000;

/// A run that cannot come to its end, because nobody reads what it writes: the first Ctrl+C is heard, a later one ends it at once.
#[test]
fn who_asks_a_second_time_waits_for_nothing() {
    let folder = Folder::new("twice");
    let (scene, pipe) = (folder.scene(), folder.file("t.csv"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Whoever has it open to read and to write waits for nobody. It is filled to the brim.
    let mut open = fs::OpenOptions::new();
    let mut held = open.read(true).write(true).custom_flags(O_NONBLOCK).open(&pipe).unwrap();
    for size in [4096, 1] {
        while held.write(&vec![b'x'; size]).is_ok() {}
    }
    let said = folder.file("said");
    let mut child = Command::new(env!("CARGO_BIN_EXE_pegsim"))
        .args([
            "run",
            scene.to_str().unwrap(),
            "--duration",
            "1e6",
            "--force",
            "--trajectory",
            pipe.to_str().unwrap(),
        ])
        .stdout(Stdio::null())
        .stderr(fs::File::create(&said).unwrap())
        .spawn()
        .unwrap();
    // The system says which signals it listens to: bit 1 is SIGINT.
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
    };
    wait_until("listening", listens);
    let signal =
        |child: &Child| Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal(&child).success());
    wait_until("the note", || fs::read_to_string(&said).unwrap().contains("once more ends at once"));
    assert!(child.try_wait().unwrap().is_none(), "it cannot end by itself");
    let start = Instant::now();
    let ended = loop {
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it goes on");
        signal(&child);
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(ended.code(), Some(130));
    drop(held);
}

#[test]
fn a_comparison_that_is_stopped_reports_what_it_has() {
    let folder = Folder::new("compare");
    let (scene, json) = (folder.scene(), folder.file("r.json"));
    let (scene, file) = (scene.to_str().unwrap(), json.to_str().unwrap());
    let child = begun(&["compare", scene, "--models", "standard,peg", "--duration", "1e6", "--report", file]);
    // The place of the report is taken before the first step.
    wait_until("the report", || !parts(&folder.0).is_empty());
    let output = signalled(child, "-INT");
    // Where the signal came before anybody listened, it ended the program as ever.
    if output.status.code().is_some() {
        assert_eq!(code(&output), 130, "{}", text(&output.stderr));
        assert_eq!(report(&json).as_array().unwrap().len(), 1);
    }
}

#[test]
fn an_export_that_is_stopped_leaves_no_file() {
    for ending in ["glb", "csv", "parquet"] {
        let folder = Folder::new(&format!("export-{ending}"));
        let (scene, out) = (folder.scene(), folder.file(&format!("o.{ending}")));
        let child =
            begun(&["export", scene.to_str().unwrap(), "--duration", "1e6", "--out", out.to_str().unwrap()]);
        // The place of the file is taken before the first step.
        wait_until("the file", || !parts(&folder.0).is_empty());
        let output = signalled(child, "-INT");
        assert_eq!(code(&output), 130, "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("no file was written"), "{}", text(&output.stderr));
        assert_eq!((parts(&folder.0), out.exists()), (Vec::new(), false));
    }
}

/// A grid of 12 runs of a fraction of a second each.
fn sweep(scene: &Path, out: &Path, more: &[&str]) -> Vec<String> {
    let head = ["sweep", scene.to_str().unwrap(), "--dt", "0.005..0.01/6", "--models", "standard,peg"];
    let tail = ["--duration", "4", "--reference", "0.02", "--reference-model", "peg"];
    let all = [&head[..], &tail[..], &["--out", out.to_str().unwrap()], more].concat();
    all.into_iter().map(str::to_owned).collect()
}

/// The reports of a finished sweep without wall times.
fn reports(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("reports.json")).unwrap();
    let mut all: Vec<Value> = serde_json::from_str(&text).unwrap();
    for report in &mut all {
        report.as_object_mut().unwrap().remove("step_time").unwrap();
    }
    all
}

/// A sweep that was done in one go, of the scene of these tests.
fn in_one_go(folder: &Folder) -> Vec<Value> {
    let out = folder.file("whole");
    assert_done(&pegsim(sweep(&folder.scene(), &out, &[])));
    assert_eq!(lines(&out.join("runs.jsonl")).len(), 12);
    reports(&out)
}

/// A sweep that was ended by a signal after some runs, and its file of runs.
fn ended(folder: &Folder, signal: &str) -> (Output, PathBuf, PathBuf) {
    let out = folder.file("out");
    let arguments = sweep(&folder.scene(), &out, &[]);
    let child = begun(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let log = out.join("runs.jsonl");
    wait_until("the second run", || lines(&log).len() >= 2);
    (signalled(child, signal), out, log)
}

#[test]
fn a_sweep_that_is_stopped_goes_on_to_the_same_results() {
    let folder = Folder::new("sweep");
    let whole = in_one_go(&folder);
    let (output, out, log) = ended(&folder, "-INT");
    let said = text(&output.stderr);
    assert_eq!(code(&output), 130, "{said}");
    assert!(said.contains("--resume"), "{said}");
    let before = lines(&log);
    assert!((2..12).contains(&before.len()), "{} runs were done", before.len());
    // What it has is there as a table, too.
    assert_eq!(lines(&out.join("sweep.csv")).len(), 1 + before.len());
    // Neither forgotten nor written over without being asked.
    let refused = pegsim(sweep(&folder.scene(), &out, &[]));
    assert_eq!(code(&refused), 2);
    assert!(text(&refused.stderr).contains("--resume"), "{}", text(&refused.stderr));
    let resumed = pegsim(sweep(&folder.scene(), &out, &["--resume"]));
    assert_done(&resumed);
    let said = text(&resumed.stderr);
    assert!(said.contains(&format!("{} of 12 runs", before.len())), "{said}");
    let after = lines(&log);
    assert_eq!((after.len(), &after[..before.len()]), (12, &before[..]));
    assert_eq!(reports(&out), whole);
    assert_eq!(lines(&out.join("sweep.csv")).len(), 13);
    // And once more: nothing is left to do.
    assert_done(&pegsim(sweep(&folder.scene(), &out, &["--resume"])));
    assert_eq!(lines(&log), after);
}

#[test]
fn a_sweep_that_is_killed_loses_at_most_the_run_under_way() {
    let folder = Folder::new("killed");
    let whole = in_one_go(&folder);
    let (output, out, log) = ended(&folder, "-KILL");
    assert_eq!(output.status.code(), None);
    let mut before = lines(&log);
    assert!(before.len() >= 2);
    // As if it had been killed in the middle of a line, with a line before it that no program wrote.
    let torn: String = before.pop().unwrap().chars().take(70).collect();
    fs::write(&log, format!("{}\nnonsense\n{torn}", before.join("\n"))).unwrap();
    assert_done(&pegsim(sweep(&folder.scene(), &out, &["--resume"])));
    let after = lines(&log);
    assert_eq!(after.len(), 13, "twelve runs and the line that is not ours to remove");
    assert_eq!((&after[..before.len()], after[before.len()].as_str()), (&before[..], "nonsense"));
    assert!(after[before.len() + 1..].iter().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(reports(&out), whole);
}

#[test]
fn a_changed_scene_or_setting_or_mesh_is_not_taken_as_done() {
    let folder = Folder::new("changed");
    let (scene, out) = (folder.file("s.ron"), folder.file("out"));
    let mesh = |height: f64| {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 {height}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
        fs::write(folder.file("t.obj"), text).unwrap();
    };
    let write = |speed: &str| {
        let body = format!(
            "(name: \"t\", shape: Mesh(path: \"t.obj\"), position: (0.0, 0.0, 5.0), velocity: ({speed}, 0.0, 0.0)), ]"
        );
        let end = SCENE.rfind("    ],").unwrap();
        fs::write(&scene, format!("{}{body},)", &SCENE[..end])).unwrap();
    };
    let go = |more: &[&str]| {
        let head = ["sweep", scene.to_str().unwrap(), "--models", "standard,peg", "--out"];
        let output = pegsim([&head[..], &[out.to_str().unwrap(), "--resume"], more].concat());
        assert_done(&output);
        let said = text(&output.stderr);
        let note = said.lines().find(|line| line.contains("runs.jsonl")).unwrap().to_owned();
        (note, lines(&out.join("runs.jsonl")).len(), lines(&out.join("sweep.csv")).len())
    };
    let short = ["--duration", "0.05"];
    mesh(1.0);
    write("1.0");
    let (note, runs, table) = go(&short);
    assert_eq!((note.contains("0 of 2"), runs, table), (true, 2, 3), "{note}");
    assert_eq!(go(&short).1, 2, "all is done");
    write("2.0");
    let (note, runs, table) = go(&short);
    assert!(note.contains("0 of 2") && note.contains("2 there are of other scenes"), "{note}");
    assert_eq!((runs, table), (4, 3));
    mesh(2.0);
    assert_eq!(go(&short).1, 6);
    assert_eq!(go(&["--duration", "0.06"]).1, 8);
    assert_eq!(go(&["--duration", "0.06", "--tolerance", "1e-9"]).1, 10);
    assert_eq!(go(&["--duration", "0.06", "--dt", "0.02"]).1, 12);
    // Back to the first of them, which is remembered.
    mesh(1.0);
    write("1.0");
    let (note, runs, table) = go(&short);
    assert_eq!((note.contains("2 of 2"), runs, table), (true, 12, 3), "{note}");
}

#[test]
fn a_sweep_says_before_its_first_run_that_it_cannot_write() {
    let folder = Folder::new("place");
    let scene = folder.scene();
    fs::write(folder.file("file"), "").unwrap();
    fs::create_dir_all(folder.file("taken/runs.jsonl")).unwrap();
    for (out, force) in [("file", &[][..]), ("taken", &["--force"])] {
        let output = pegsim(sweep(&scene, &folder.file(out), force));
        let said = text(&output.stderr);
        assert_eq!(code(&output), 2, "{said}");
        assert!(said.contains(&folder.file(out).display().to_string()), "{said}");
        assert!(text(&output.stdout).is_empty(), "{}", text(&output.stdout));
    }
    // A folder of results without the file that says which runs they are.
    let out = folder.file("older");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("sweep.csv"), "scene\n").unwrap();
    let output = pegsim(sweep(&scene, &out, &["--resume"]));
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("runs.jsonl"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(out.join("sweep.csv")).unwrap(), "scene\n");
}

#[test]
fn two_sweeps_do_not_write_into_one_folder_at_once() {
    let folder = Folder::new("two");
    let out = folder.file("out");
    let (scene, place) = (folder.scene(), out.to_str().unwrap());
    // Four steps, and then four million.
    let head = ["sweep", scene.to_str().unwrap(), "--models", "peg", "--dt", "1,1e-6", "--duration", "4"];
    let mut child = begun(&[&head[..], &["--out", place]].concat());
    wait_until("the first run", || lines(&out.join("runs.jsonl")).len() == 1);
    for more in ["--resume", "--force"] {
        let output = pegsim(sweep(&folder.scene(), &out, &[more]));
        assert_eq!(code(&output), 2, "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("another sweep"), "{}", text(&output.stderr));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
