//! What somebody found who meant no good: outputs that are inputs, disks that are full, streams that nobody reads, signals in pairs, and numbers
//! that no body has.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, SCENE, code, parts, pegsim, report, text};
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pegsim"))
}

#[test]
fn nobody_has_to_hear_what_is_said_on_the_side() {
    let folder = Folder::new("deaf");
    let endless = folder.with("endless.ron", &SCENE.replace("duration: Some(0.5)", "duration: None"));
    let ended = program().args(["run", "nope.ron"]).stderr(full()).status().unwrap();
    assert_eq!(ended.code(), Some(2));
    let json = folder.file("r.json");
    let run = ["run".as_ref(), endless.as_os_str(), "--report".as_ref(), json.as_os_str()];
    let ended = program().args(run).stderr(full()).stdout(Stdio::null()).status().unwrap();
    assert_eq!(ended.code(), Some(0));
    assert_eq!(report(&json)["completed"], true);
}

#[test]
fn a_name_longer_than_a_line_can_be_stands_in_a_table() {
    let folder = Folder::new("long");
    let scene = folder.with("long.ron", &SCENE.replace("\"box\"", &format!("\"{}\"", "x".repeat(70_000))));
    let output = pegsim([
        "compare".as_ref(),
        scene.as_os_str(),
        "--models".as_ref(),
        "peg,lnc".as_ref(),
        "--duration".as_ref(),
        "0.1".as_ref(),
    ]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
}

#[test]
fn an_input_that_is_open_is_no_output() {
    let folder = Folder::new("open");
    let (scene, other) = (folder.scene(), folder.with("other.txt", "mine\n"));
    for (stdin, why) in [(&scene, "it is read by this command"), (&other, "it exists; --force replaces it")] {
        let before = fs::read(stdin).unwrap();
        let mut command = program();
        command.args(["run".as_ref(), scene.as_os_str(), "--report".as_ref(), "/dev/stdin".as_ref()]);
        let output = command.stdin(File::open(stdin).unwrap()).output().unwrap();
        let said = text(&output.stderr);
        assert!(code(&output) == 2 && said.contains(why), "{said}");
        assert_eq!(fs::read(stdin).unwrap(), before);
    }
}

#[test]
fn a_sweep_goes_on_in_no_folder_but_its_own() {
    let folder = Folder::new("foreign");
    let scene = folder.scene();
    let resumed = |out: &str| {
        let out = folder.file(out);
        let arguments = ["--dt", "0.01", "--models", "peg", "--duration", "0.02", "--resume", "--out"];
        let mut command = program();
        command.args(["sweep".as_ref(), scene.as_os_str()]).args(arguments).arg(out).output().unwrap()
    };
    let mine = [("notes", "runs.jsonl", "my last line"), ("table", "sweep.csv", "a,b\n1,2\n")];
    for (place, name, contents) in mine {
        fs::create_dir(folder.file(place)).unwrap();
        let file = folder.with(&format!("{place}/{name}"), contents);
        if name == "sweep.csv" {
            folder.with(&format!("{place}/runs.jsonl"), "");
        }
        let output = resumed(place);
        assert_eq!(code(&output), 2, "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(file).unwrap(), contents);
    }
}

#[test]
fn force_removes_the_problems_of_a_run_and_nothing_like_them() {
    let folder = Folder::new("like");
    let (scene, out) = (folder.scene(), folder.file("out"));
    fs::create_dir(&out).unwrap();
    let (notes, problem) = ("out/step_by_step_island_notes.json", "out/step_000001_island_000.json");
    folder.with(notes, "mine");
    folder.with(problem, "{}");
    let output = pegsim([
        "run".as_ref(),
        scene.as_os_str(),
        "--duration".as_ref(),
        "0.02".as_ref(),
        "--dump-lcp".as_ref(),
        out.as_os_str(),
        "--force".as_ref(),
    ]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(folder.file(notes).exists() && !folder.file(problem).exists());
}

#[test]
fn a_full_disk_costs_what_is_written_there_alone() {
    let folder = Folder::new("full");
    let (scene, json) = (folder.scene(), folder.file("r.json"));
    std::os::unix::fs::symlink("/dev/full", folder.file("t.csv")).unwrap();
    let output = pegsim([
        "run".as_ref(),
        scene.as_os_str(),
        "--trajectory".as_ref(),
        folder.file("t.csv").as_os_str(),
        "--report".as_ref(),
        json.as_os_str(),
    ]);
    let said = text(&output.stderr);
    assert!(code(&output) == 1 && said.contains("t.csv") && said.contains("No space"), "{said}");
    assert_eq!(report(&json)["steps"], 50);
}

/// The system would end the program with a signal.
#[test]
fn a_limit_on_the_size_of_files_is_an_error_of_the_write() {
    let folder = Folder::new("limit");
    let (scene, csv) = (folder.scene(), folder.file("t.csv"));
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_pegsim"), "run"]);
    limited.args([scene.as_os_str(), "--trajectory".as_ref(), csv.as_os_str()]);
    let output = limited.output().unwrap();
    let said = text(&output.stderr);
    assert!(code(&output) == 1 && said.contains("t.csv") && said.contains("too large"), "{said}");
    assert!(!csv.exists() && parts(&folder.0).is_empty());
}

#[test]
fn two_signals_at_once_are_one() {
    let folder = Folder::new("pair");
    let (scene, json) = (folder.scene(), folder.file("r.json"));
    let mut command = program();
    command.args(["run".as_ref(), scene.as_os_str(), "--duration".as_ref(), "1e6".as_ref()]);
    command.args(["--report".as_ref(), json.as_os_str()]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let begun = Instant::now();
    while parts(&folder.0).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let id = child.id();
    let both = format!("kill -TERM {id}; kill -TERM {id}");
    assert!(Command::new("sh").args(["-c", &both]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", text(&output.stderr));
    assert_eq!(report(&json)["interrupted"], true);
    assert_eq!(parts(&folder.0), Vec::<String>::new());
}

/// A crate between a wall and a ram that nothing stops.
const SQUEEZED: &str = r#"Scene(name: "squeezed", dimension: Two, gravity: Some((0.0, 0.0, 0.0)), duration: Some(0.2), bodies: [
    (name: "wall", kind: Fixed, shape: Box(half_extents: (0.1, 1.0)), position: (0.3, 0.0, 0.0)),
    (name: "crate", shape: Box(half_extents: (0.1, 0.1)), position: (0.05, 0.0, 0.0)),
    (name: "ram", kind: Kinematic, shape: Box(half_extents: (0.1, 0.5)), position: (-0.2, 0.0, 0.0), velocity: (1.0, 0.0, 0.0)),
])"#;

#[test]
fn a_reference_that_fails_costs_its_own_scene_alone() {
    let folder = Folder::new("reference");
    let (bad, good, out) = (folder.with("bad.ron", SQUEEZED), folder.scene(), folder.file("out"));
    let mut command = program();
    command.args(["sweep".as_ref(), bad.as_os_str(), good.as_os_str()]);
    command
        .args(["--dt", "0.02", "--models", "separating-feature", "--reference", "0.01", "--out"])
        .arg(&out);
    let output = command.output().unwrap();
    let said = text(&output.stderr);
    assert!(code(&output) == 1 && said.contains("the reference run of squeezed failed"), "{said}");
    let reports = report(&out.join("reports.json"));
    assert_eq!(reports.as_array().unwrap().len(), 2);
    assert!(reports[0]["position_error"].is_null() && !reports[1]["position_error"].is_null());
}

#[test]
fn what_is_not_measured_is_not_said_to_agree() {
    let folder = Folder::new("drift");
    let scene = folder.with("bad.ron", SQUEEZED);
    let mut command = program();
    command.args(["compare".as_ref(), scene.as_os_str()]).args(["--models", "standard,separating-feature"]);
    let said = text(&command.output().unwrap().stdout);
    assert!(said.contains("not measured from then on") && !said.contains("throughout"), "{said}");
}

#[test]
fn a_body_that_is_none_is_refused() {
    let folder = Folder::new("absurd");
    let cases = [
        ("mass: Some(1.0), inertia: Some((1e-22, 1e-22, 1e-22))", "least moment of inertia"),
        ("density: 1e308", "density is 1e308"),
        ("mass: Some(1e-300)", "mass is 1e-300"),
        ("friction: 1e308", "friction is 1e308"),
    ];
    for (field, why) in cases {
        let text_of =
            SCENE.replace("position: (0.0, 0.0, 0.45),", &format!("position: (0.0, 0.0, 0.45), {field},"));
        let output = pegsim(["check".as_ref(), folder.with("absurd.ron", &text_of).as_os_str()]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(code(&output) != 0 && said.contains(why), "{field}: {said}");
    }
}

#[test]
fn a_problem_that_takes_long_is_given_up_when_that_is_asked() {
    let folder = Folder::new("long-lcp");
    let n = 400_u32;
    // Not monotone, and as hard as chance makes it.
    let mut seed = 1_u64;
    let mut number = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f64 / f64::from(1 << 23) - 1.0
    };
    let rows: Vec<Vec<f64>> = (0..n).map(|_| (0..n).map(|_| number()).collect()).collect();
    let b: Vec<f64> = (0..n).map(|_| number() - 1.0).collect();
    let problem = format!(
        "{{\"format\": \"pegsim-lcp-1\", \"name\": \"hard\", \"matrix\": {{\"dense\": {rows:?}}}, \"b\": {b:?}}}"
    );
    let file = folder.with("hard.json", &problem);
    let with = |option, value| {
        let mut command = program();
        command.args(["lcp".as_ref(), "solve".as_ref(), file.as_os_str()]);
        command.args(["--solver", "lemke", option, value]).output().unwrap()
    };
    let output = with("--max-seconds", "0.001");
    let said = text(&output.stdout);
    assert!(code(&output) == 1 && said.contains("given up after 0.001 s"), "{said}");
    // Counted, so that what is said is the same on every machine.
    let [first, second] = [0, 1].map(|_| text(&with("--max-operations", "1e6").stdout));
    let reason = "given up: more than 1000000 multiplications are needed; --max-operations allows more";
    assert!(first.contains(reason), "{first}");
    let reasons = |said: &str| said.lines().filter(|line| line.contains("given up")).collect::<String>();
    assert_eq!(reasons(&first), reasons(&second));
}
