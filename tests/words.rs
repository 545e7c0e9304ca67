//! What was accepted in silence or told with the wrong subject or advice, and what is said of it; what of a user's text reaches the
//! terminal.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use pegsim::scene::load_str;
use program::{Folder, SCENE, assert_done, code, pegsim, text};
use std::path::Path;

/// A scene with a body of this shape.
fn shaped(shape: &str) -> String {
    format!("(bodies: [(name: \"stone\", shape: {shape})])")
}

/// What spoke of the wrong body or gave the wrong advice.
#[test]
fn what_is_wrong_is_said_of_what_it_is() {
    let said = |text: &str| load_str(text, "x.ron", Path::new("")).unwrap_err().message;
    let cube = "bodies: [(name: \"cube\", shape: Platonic(Cube, 1))]";
    let has = |text: String, wanted: &str| assert!(said(&text).contains(wanted), "{text}: {}", said(&text));
    has(
        format!("(gravity: (0, 0, 0), {cube}, gravity: (0, 0, 0))"),
        "x.ron:1:74: the field `gravity` is given twice",
    );
    has(format!("({cube}) x"), "x.ron:1:54: the scene has ended before this");
    let shape = "a shape is expected, a name without quotes; valid are `Box`, `Hull`";
    for (fields, wanted) in [
        ("dimension: 3", "a dimension is expected, a name without quotes; valid are `Two`, `Three`"),
        (
            "contact: (model: 5)",
            "a contact model is expected, a name without quotes; valid are `Standard`, `AnitescuPotra`",
        ),
        ("solver: (method: \"lemke\")", "a solver is expected, a name without quotes; valid are `Automatic`"),
        (
            "controllers: [(kind: JointPd, target: 5)]",
            "a target is expected, a name without quotes; valid are `Constant`",
        ),
        (
            "joints: [(kind: 3)]",
            "joint number 1: a kind of joint is expected, a name without quotes; valid are `Fixed`",
        ),
        (
            "solver: (max_iterations: 1.5)",
            "in `max_iterations`, a whole number is expected, written with digits alone",
        ),
        ("friction: (directions: 8.0)", "in `directions`, a whole number is expected"),
        ("time_step: 10ms", "`ms` stands behind a number; numbers have no unit"),
        ("time_step: 10 ms", "`ms` stands behind a number"),
        ("time_step: 10 duration: 5", "a comma is missing before this"),
        ("gravity: (0, 0, 0, 0)", "`gravity` has 4 parts; 3 parts are wanted"),
        ("gravity: (0, 0, 0, (1, 2), 0, 0), name: \"x\"", "`gravity` has 6 parts; 3 parts are wanted"),
        ("gravity: (0, 0, 0 0)", "a comma or the closing `)` is expected"),
        (
            "resume: (step: 1, time: 0, poses: [], twists: [], memory: 3, broken: [])",
            "with the fields of a memory of contacts",
        ),
        (
            "format_version: 2, resume: (step: 1, time: 0, poses: [(position: (0, 0, 0), orientation: (0, 0, 0, 1))], \
             twists: [(linear: (0, 0, 0), angular: (0, 0, 0))], memory: (pairs: []), broken: [])",
            "resume.lag is missing or NaN; a number from 0 to 1",
        ),
        (
            "resume: (step: 1, time: 0, poses: [], twists: [], memory: (pairs: []), broken: [])",
            "0 poses for 1 body;",
        ),
    ] {
        has(format!("({cube}, {fields})"), wanted);
    }
    for (text, wanted) in [
        ("5", shape),
        ("\"Box\"", shape),
        ("Union([(shape: 5)])", shape),
        ("Platonic(Cube, 1, 2)", "body `stone`: `shape` has 3 parts; 2 parts are wanted"),
    ] {
        has(shaped(text), wanted);
    }
    let two = "bodies: [(name: \"a\", shape: Platonic(Cube, 1)), (name: \"b\", shape: Platonic(Cube, 1), position: (9, 0, 0))]";
    let hinge = |fields: &str, more: &str| {
        format!("({two}, joints: [(kind: Revolute, name: \"h\", bodies: (\"a\", \"b\"), {fields})], {more})")
    };
    has(hinge("axis: (0, 0, NaN)", ""), "the axis of joint `h` is (0, 0, NaN); it must be a direction");
    has(
        hinge("", "controllers: [(kind: JointPd, joint: \"x\")]"),
        "`x`, which does not exist; there are `h`",
    );
}

/// What was accepted in silence and did nothing, or what it could not do.
#[test]
fn what_would_do_nothing_is_refused() {
    let bodies = "bodies: [(name: \"rock\", kind: Fixed, shape: Box(half_extents: (1, 1, 1))),
        (name: \"lift\", kind: Kinematic, shape: Box(half_extents: (1, 1, 1)), position: (9, 0, 0)),
        (name: \"ball\", shape: Box(half_extents: (1, 1, 1)), position: (0, 9, 0))],
        joints: [(name: \"hinge\", kind: Revolute, bodies: (\"rock\", \"ball\"))]";
    let said = |fields: &str| {
        load_str(&format!("({bodies},\n{fields})"), "x.ron", Path::new(""))
            .map_or_else(|e| e.message, |_| "right".to_owned())
    };
    let driven = |fields: &str| said(&format!("controllers: [({fields})]"));
    let way = |end: &str| {
        format!("kind: Path, body: \"lift\", waypoints: [(time: 0, position: (9, 0, 0)), ({end})]")
    };
    for right in [
        "kind: Force, body: \"ball\", force: (1, 0, 0), from: 0, until: 1",
        "kind: JointPd, joint: \"hinge\", target: Ramp(1), kd: 1, force: (0, 0, 0)",
        &way("time: 1, position: (1e6, 0, 0)"),
    ] {
        assert_eq!(driven(right), "right");
    }
    let pace = "x.ron:5:87: controller number 1: the body would go to waypoint number 2 at ";
    let unused = "does not use `";
    for (fields, wanted) in [
        (way("time: 1e-9, position: (1e6, 0, 0)"), format!("{pace}1.000e15 m/s; at most 1e6 m/s")),
        (way("time: 1e-320, position: (1e6, 0, 0)"), format!("{pace}more than 1.7e308 m/s")),
        (way("time: 1e-9, position: (9, 0, 0), orientation: (0, 1, 0, 0)"), format!("{pace}3.142e9 rad/s")),
        (
            "kind: Force, body: \"rock\", force: (1, 0, 0)".into(),
            "`rock` is fixed, and no force moves it".into(),
        ),
        ("kind: Force, body: \"lift\", force: (1, 0, 0)".into(), "`lift` is kinematic, and no force".into()),
        (
            "kind: Force, joint: \"hinge\", body: \"ball\"".into(),
            format!("`kind: Force` {unused}joint`; it has `body`"),
        ),
        ("kind: Force, kp: 1, body: \"ball\"".into(), format!("{unused}kp`")),
        ("kind: JointPd, joint: \"hinge\", target: Ramp(1), body: \"ball\"".into(), format!("{unused}body`")),
        (
            "kind: JointPd, joint: \"hinge\", target: Ramp(1), torque: (0, 0, 1)".into(),
            format!("{unused}torque`"),
        ),
        (format!("{}, until: 3", way("time: 1, position: (1, 0, 0)")), format!("{unused}until`")),
        (
            "kind: JointPd, target: Ramp(1)".into(),
            "names no joint; give `joint: \"…\"`, one of `hinge`".into(),
        ),
        (
            "kind: Force, force: (1, 0, 0)".into(),
            "names no body; give `body: \"…\"`, one of `rock`, `lift`".into(),
        ),
    ] {
        let message = driven(&fields);
        assert!(message.contains(&wanted), "{fields}: {message}");
    }
    let saved = |velocity: &str| {
        let pose = |x, y| format!("(position: ({x}, {y}, 0), orientation: (0, 0, 0, 1))");
        let twist = |v: &str| format!("(linear: ({v}, 0, 0), angular: (0, 0, 0))");
        let poses = [pose(0, 0), pose(9, 0), pose(0, 9)].join(", ");
        let twists = [twist(velocity), twist("1"), twist("1")].join(", ");
        said(&format!(
            "resume: (step: 1, time: 0, poses: [{poses}], twists: [{twists}], memory: (pairs: []), broken: [])"
        ))
    };
    assert_eq!(saved("0"), "right");
    assert!(saved("1").contains(": body `rock`: a fixed body has a velocity in `resume`"), "{}", saved("1"));
}

/// A name may hold anything and be of any length; what is shown of it fits on a line and moves no cursor.
#[test]
fn names_are_short_and_harmless_on_the_terminal() {
    let folder = Folder::new("names-on-terminal");
    let long = "long ".repeat(14_000);
    let wild = "a\u{1b}[2Jb\u{7}\nc\r";
    let quoted = |name: &str| format!("{name:?}");
    for (k, name) in [long.as_str(), wild].into_iter().enumerate() {
        let file = folder.file(&format!("{k}.ron"));
        let late = format!("(name: {}, kind: Dynamic", quoted(name));
        let scene = SCENE.replace("name: \"cli test\"", &format!("name: {}", quoted(name)));
        std::fs::write(
            &file,
            scene.replace("(name: \"box\", kind: Dynamic", &late).replace("spawn_time: 0.1", "spawn_time: 9"),
        )
        .unwrap();
        let file = file.to_str().unwrap();
        let problem = folder.file(&format!("{k}.json"));
        let json = |matrix: &str| {
            let name = name
                .chars()
                .map(|c| if c.is_control() { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() })
                .collect::<String>();
            format!(
                "{{\"format\": \"pegsim-lcp-1\", \"name\": \"{name}\", \"matrix\": {matrix}, \"b\": [-1]}}"
            )
        };
        std::fs::write(&problem, json("{\"dense\": [[1]]}")).unwrap();
        for arguments in [
            vec!["run", file, "--duration", "0.02"],
            vec!["run", file, "--duration", "0.02", "--max-operations", "1e4"],
            vec!["compare", file, "--models", "peg,standard", "--duration", "0.02"],
            vec!["check", file],
            vec!["lcp", "solve", problem.to_str().unwrap(), "--solver", "lemke"],
        ] {
            let output = pegsim(&arguments);
            let said = text(&output.stdout) + &text(&output.stderr);
            let raw = |c: char| c.is_control() && c != '\n';
            assert!(!said.contains(raw), "{arguments:?}: {said:?}");
            for line in said.lines() {
                assert!(
                    line.chars().count() < 400,
                    "{arguments:?}: {} characters: {line:.300}",
                    line.chars().count()
                );
            }
        }
    }
}

/// A problem that its file says has no solution and that is solved has a wrong file.
#[test]
fn a_problem_that_is_solved_against_its_file_is_told() {
    let folder = Folder::new("solvable");
    let solve = |solvable: &str| {
        let file = folder.file("x.json");
        let text = format!(
            "{{\"format\": \"pegsim-lcp-1\", \"name\": \"x\", \"solvable\": {solvable}, \"matrix\": {{\"dense\": [[1]]}}, \"b\": [-1]}}"
        );
        std::fs::write(&file, text).unwrap();
        pegsim(["lcp".as_ref(), "solve".as_ref(), file.as_os_str(), "--solver".as_ref(), "lemke".as_ref()])
    };
    let (right, wrong) = (solve("true"), solve("false"));
    assert_done(&right);
    assert_done(&wrong);
    let told = "its file says `\"solvable\": false`, and yet it was solved";
    assert!(
        text(&wrong.stdout).contains(told) && !text(&right.stdout).contains(told),
        "{}",
        text(&wrong.stdout)
    );
    assert!(text(&wrong.stdout).contains("x, 1 row, "), "{}", text(&wrong.stdout));
}

/// A path that is there is told for what it is.
#[cfg(unix)]
#[test]
fn a_path_that_is_there_is_not_told_to_be_missing() {
    let folder = Folder::new("paths");
    let link = folder.file("loop");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    for (path, wanted) in
        [(".", "this is a folder"), ("/", "this is a folder"), ("loop", "the file cannot be read (")]
    {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_pegsim"))
            .args(["check", path])
            .current_dir(&folder.0)
            .output()
            .unwrap();
        assert!(
            code(&output) == 2 && text(&output.stdout).contains(wanted),
            "{path}: {}",
            text(&output.stdout)
        );
    }
}
