//! The ends of what is accepted: files, speeds, distances, moments. What a scene may say, a run can do; what it cannot hold, it says.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use pegsim::contact::models::ContactModel;
use pegsim::experiment::{Overrides, RunOptions, run};
use pegsim::scene::{LoadedScene, accuracy_remark, load_str};
use pegsim::step::Simulation;
use pegsim::step::ranges::{MAX_SPEED, RUN_AWAY_SPEED};
use pegsim::world::StepInput;
use program::{Folder, assert_done, code, pegsim, text};
use std::path::Path;

fn loaded(text: &str) -> LoadedScene {
    load_str(text, "x.ron", Path::new("")).unwrap()
}

/// Bodies at the largest speeds that a scene may give, beside one at rest, under all models: a run ended there at the first step,
/// because a tenth of that speed was the most that a step took. What turns has nobody near it: how far a body may turn in a
/// step beside another is a limit of Exact's own.
#[test]
fn the_fastest_bodies_that_are_accepted_can_be_run() {
    for (height, fast) in [
        (3, format!("velocity: ({MAX_SPEED:?}, 0, 0)")),
        (50, format!("angular_velocity: (0, 0, {MAX_SPEED:?})")),
    ] {
        let scene = loaded(&format!(
            "(duration: 0.05, bodies: [
                (name: \"rest\", shape: Box(half_extents: (0.5, 0.5, 0.5))),
                (name: \"fast\", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (0, 0, {height}), {fast}),
            ])"
        ));
        for model in ContactModel::ALL {
            let overrides = Overrides { model: Some(model), ..Overrides::default() };
            let report = run(&scene, RunOptions { overrides, ..RunOptions::default() }).unwrap().report;
            assert!(report.completed, "{}, {fast}: {:?}", model.name(), report.failure);
        }
    }
}

/// Faster than that a run ends, and says what is too fast: also where it turns and does not move.
#[test]
fn what_runs_away_is_named_with_its_speed() {
    for (linear, angular) in [(2.0 * RUN_AWAY_SPEED, 0.0), (0.0, 2.0 * RUN_AWAY_SPEED), (f64::INFINITY, 0.0)]
    {
        let scene =
            loaded("(gravity: (0, 0, 0), bodies: [(name: \"top\", shape: Box(half_extents: (1, 1, 1)))])");
        let mut simulation = scene.simulation();
        simulation.state.twists[0].linear.x = linear;
        simulation.state.twists[0].angular.z = angular;
        let Simulation { state: before, .. } = simulation.clone();
        let said = simulation.step(&StepInput::default()).unwrap_err().to_string();
        assert!(said.contains("body `top` would move at ") && said.contains("and turn at"), "{said}");
        assert!(
            said.contains("beyond 1e7; the state was left as it was") && said.chars().count() <= 200,
            "{said}"
        );
        assert_eq!(simulation.state, before);
    }
}

fn cube_on_a_floor(x: f64) -> String {
    format!(
        "(duration: 0.5, contact: (model: SeparatingFeature), bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5, 5, 0.5)), position: ({x:?}, {x:?}, {:?})),
            (name: \"cube\", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: ({x:?}, {x:?}, {:?}),
             orientation: (0.9961946980917455, 0.08715574274765817, 0, 0)),
        ])",
        x - 0.5,
        x + 0.7
    )
}

/// A scene that reaches so far that contacts cannot be held to a nanometre is told to what they can, and they are.
#[test]
fn far_from_the_origin_the_accuracy_is_said_and_held() {
    let folder = Folder::new("far");
    for (x, held) in [(0.0, 1e-9), (1e3, 1e-9), (1e5, 1e-9), (5e5, 2e-9), (9e5, 4e-9)] {
        let scene = loaded(&cube_on_a_floor(x));
        let report = run(&scene, RunOptions::default()).unwrap().report;
        assert!(
            report.completed && report.penetration_depth.max <= held,
            "{x:e}: {:?}",
            report.penetration_depth
        );
        let said = accuracy_remark(&scene);
        assert_eq!(said.is_some(), held > 1e-9, "{x:e}: {said:?}");
        let Some(said) = said else { continue };
        let wanted =
            format!("contacts hold to about {held:.0e} m and not to 1e-9 m; move it nearer to the origin");
        assert!(said.ends_with(&wanted) && said.chars().count() <= 200, "{said}");
        let file = folder.file("far.ron");
        std::fs::write(&file, cube_on_a_floor(x)).unwrap();
        let checked = pegsim(["check".as_ref(), file.as_os_str()]);
        assert_done(&checked);
        assert!(text(&checked.stdout).contains(&format!("note: {said}")), "{}", text(&checked.stdout));
    }
}

/// What has no end, no beginning or another kind is refused before it is read, by every command that takes a file.
#[cfg(unix)]
#[test]
fn devices_pipes_and_folders_are_no_scenes_meshes_or_problems() {
    let folder = Folder::new("endless");
    let file = |name: &str| folder.file(name).to_str().unwrap().to_owned();
    std::os::unix::fs::symlink("/dev/zero", folder.file("zero.ron")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.file("zero.stl")).unwrap();
    std::fs::write(folder.file("part.stl"), "solid").unwrap();
    let scene = |mesh: &str| {
        let name = file(&format!("{}.ron", mesh.replace(['/', '.'], "_")));
        std::fs::write(&name, format!("(bodies: [(name: \"a\", shape: Mesh(path: \"{mesh}\"))])")).unwrap();
        name
    };
    let (device, none) =
        ("this is a device, a pipe or a socket; give the path of a ", "neither .obj, .stl, .gltf nor .glb");
    let mut cases = vec![
        (vec!["check".to_owned(), "/dev/zero".to_owned()], device),
        (vec!["run".to_owned(), "/dev/zero".to_owned()], device),
        (vec!["check".to_owned(), file("zero.ron")], device),
        (vec!["check".to_owned(), file("")], "this is a folder; give the path of a scene file (.ron)"),
        (
            vec!["check".to_owned(), file("part.stl")],
            "the name ends in .stl; give the path of a scene file (.ron)",
        ),
        (vec!["check".to_owned(), scene("/dev/zero")], none),
        (vec!["check".to_owned(), scene("zero.stl")], "cannot be read (it is a device, a pipe or a socket)"),
        (vec!["lcp".to_owned(), "solve".to_owned(), "/dev/zero".to_owned()], device),
        (
            vec!["lcp".to_owned(), "solve".to_owned(), file("")],
            "this is a folder; give the path of a problem file",
        ),
    ];
    let pipe = file("pipe.ron");
    if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        cases.push((vec!["check".to_owned(), pipe], device));
    }
    for (arguments, wanted) in cases {
        let output = pegsim(&arguments);
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(code(&output), 2, "{arguments:?}: {said}");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
}

/// How much is read is the user's to set.
#[test]
fn a_file_is_read_up_to_the_limit_that_is_set() {
    let folder = Folder::new("size");
    let file = folder.file("large.ron");
    std::fs::write(&file, format!("{}{}", cube_on_a_floor(0.0), " ".repeat(1 << 20))).unwrap();
    let check = |limit: &str| {
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_pegsim"))
            .args(["check".as_ref(), file.as_os_str()])
            .env("PEGSIM_MAX_FILE", limit)
            .output()
            .unwrap();
        (code(&program), text(&program.stdout))
    };
    assert_eq!(check("2").0, 0);
    let (code, said) = check("1");
    assert!(
        code == 2 && said.contains("the file is larger than 1 MiB; to read it, set PEGSIM_MAX_FILE"),
        "{said}"
    );
    let (code, said) = check("1 GB");
    assert!(
        code == 2 && said.contains("PEGSIM_MAX_FILE is `1 GB`; it must be a whole number of MiB"),
        "{said}"
    );
}
