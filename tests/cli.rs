//! The program from outside: exit codes, messages, the fields of the report, the bits of the trajectory.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, SCENE, assert_done, code, pegsim, report, run_report, text};
use std::process::Command;

#[test]
fn the_report_has_every_field_of_the_contract() {
    let folder = Folder::new("fields");
    // The window's name for it.
    assert_eq!(run_report(&folder, &["--model", "exact"])["model"], "separating-feature");
    let report = run_report(&folder, &["--model", "peg"]);
    let fields: [(&str, &[&str]); 24] = [
        ("scene", &[]),
        ("model", &[]),
        ("solver", &[]),
        ("time_step", &[]),
        ("steps", &[]),
        ("bodies", &[]),
        ("completed", &[]),
        ("overlap", &["median", "q1", "q3", "max"]),
        ("penetration_depth", &["median", "q1", "q3", "max"]),
        ("contacts", &["mean", "max"]),
        ("traps", &["mean", "max"]),
        ("sprung_traps", &["mean", "max"]),
        ("disjunctions", &["mean", "max"]),
        (
            "solver_stats",
            &[
                "iterations_mean",
                "iterations_max",
                "outer_iterations_mean",
                "residual_max",
                "failures",
                "fallbacks",
            ],
        ),
        ("step_time", &["median", "p99", "max", "detect", "formulate", "solve"]),
        ("energy", &["initial", "final", "max_gain_per_step"]),
        ("momentum_drift", &[]),
        ("angular_momentum_drift", &[]),
        ("max_speed", &[]),
        ("final_state_hash", &[]),
        ("geometry", &[]),
        ("impact", &[]),
        ("dimension", &[]),
        ("failure", &[]),
    ];
    for (field, parts) in fields {
        let value = report.get(field).unwrap_or_else(|| panic!("no field `{field}`"));
        for part in parts {
            assert!(value.get(part).is_some_and(serde_json::Value::is_number), "{field}.{part}: {value}");
        }
    }
    assert_eq!(report["scene"], "cli test");
    assert_eq!(report["model"], "peg");
    assert_eq!(report["steps"], 50);
    assert_eq!(report["bodies"], 3);
    assert_eq!(report["completed"], true);
    assert!(report["momentum_drift"].is_null(), "a fixed floor takes up momentum");
    assert_eq!(report["final_state_hash"].as_str().unwrap().len(), 64);
    assert!(report["contacts"]["max"].as_u64().unwrap() > 0, "the box should have landed");
    assert!(report["energy"]["spawned"].as_f64().unwrap() > 0.0, "the late body brings energy along");
}

#[test]
fn options_replace_the_settings_of_the_scene() {
    let folder = Folder::new("options");
    let report = run_report(&folder, &["--model", "standard", "--dt", "0.005", "--duration", "0.1"]);
    assert_eq!(report["model"], "standard");
    assert_eq!(report["time_step"], 0.005);
    assert_eq!(report["steps"], 20);
    assert_eq!(report["impact"], "within", "the models over points know only whole steps");
    for (asked, said) in [(None, "split"), (Some("within"), "within"), (Some("split"), "split")] {
        let own: Vec<&str> = asked.into_iter().flat_map(|name| ["--impact", name]).collect();
        let report = run_report(
            &folder,
            &[&["--model", "separating-feature", "--duration", "0.02"], &own[..]].concat(),
        );
        assert_eq!(report["impact"], said, "{asked:?}");
    }
}

#[test]
fn the_same_run_gives_the_same_hash_and_another_step_size_another() {
    let folder = Folder::new("hash");
    let hash = |more: &[&str]| run_report(&folder, more)["final_state_hash"].as_str().unwrap().to_owned();
    let first = hash(&[]);
    assert_eq!(first, hash(&[]));
    assert_ne!(first, hash(&["--dt", "0.005"]));
}

#[test]
fn the_trajectory_has_the_bits_of_the_states() {
    let folder = Folder::new("trajectory");
    let (scene_file, file) = (folder.scene(), folder.file("t.csv"));
    assert_done(&pegsim([
        "run".as_ref(),
        scene_file.as_os_str(),
        "--trajectory".as_ref(),
        file.as_os_str(),
        "--duration".as_ref(),
        "0.2".as_ref(),
    ]));
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header.join(","), "step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz");
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();

    // The judge steps the scene itself and converts the poses by hand.
    let scene = pegsim::scene::load_file(&scene_file).unwrap();
    let mut simulation =
        pegsim::step::Simulation::new(scene.model.clone(), scene.state.clone(), scene.settings);
    let mut lines = lines.iter();
    for step in 0..=20_u64 {
        if step > 0 {
            simulation.step(&pegsim::world::StepInput::default()).unwrap();
        }
        let state = &simulation.state;
        for (i, body) in scene.model.bodies.iter().enumerate() {
            if body.spawn_time > state.time + 1e-9 {
                continue;
            }
            let line = lines.next().expect("a line for every body that is there");
            assert_eq!(line[0].parse::<u64>().unwrap(), step);
            assert_eq!(line[1].parse::<f64>().unwrap().to_bits(), state.time.to_bits());
            assert_eq!(&line[2], body.name);
            let twist = scene.model.twist_now(state, pegsim::world::BodyId(i));
            let pose = &state.poses[i];
            let arm = pose.orientation * body.centre_of_mass;
            let position = pose.position - arm;
            let velocity = twist.linear - twist.angular.cross(&arm);
            let q = pose.orientation;
            let (w, v) = (twist.angular, velocity);
            let exact =
                [position.x, position.y, position.z, q.w, q.i, q.j, q.k, v.x, v.y, v.z, w.x, w.y, w.z];
            for (column, expected) in exact.iter().enumerate() {
                let read: f64 = line[3 + column].parse().unwrap();
                // Velocities of the origin are rounded in another order here; everything else is bit-equal.
                if (7..10).contains(&column) {
                    assert!((read - expected).abs() <= 1e-14 * (1.0 + expected.abs()), "column {column}");
                } else {
                    assert_eq!(read.to_bits(), expected.to_bits(), "step {step}, {}, {column}", body.name);
                }
                assert_eq!(format!("{read:.16e}"), line[3 + column], "17 digits");
            }
        }
    }
    assert!(lines.next().is_none());
}

#[test]
fn bad_arguments_and_bad_scenes_end_with_two() {
    let folder = Folder::new("bad");
    let scene = folder.scene();
    let scene = scene.to_str().unwrap();
    let broken = folder.file("broken.ron");
    std::fs::write(&broken, "Scene(bodies: [").unwrap();
    let broken = broken.to_str().unwrap();
    let nowhere = folder.file("no/such/folder/r.json");
    let cases: [&[&str]; 12] = [
        &["run"],
        &["run", scene, "--model", "magic"],
        &["run", scene, "--solver", "magic"],
        &["run", scene, "--dt", "-1"],
        &["run", scene, "--report", nowhere.to_str().unwrap()],
        &["run", "no-such-scene"],
        &["run", broken],
        &["check", scene, broken],
        &["sweep", scene, "--dt", "1..2", "--out", "unused"],
        &["list", "nonsense"],
        &["--window", "huge"],
        &["rnu", scene],
    ];
    for arguments in cases {
        let output = pegsim(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", text(&output.stderr));
        let message = text(&output.stderr);
        assert!(message.starts_with("error: "), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    }
}

/// What a scene may not say, the command line may not say either: one sentence with the option, the value and what
/// would be right.
#[test]
fn settings_out_of_range_are_refused_as_in_a_scene() {
    let folder = Folder::new("ranges");
    let scene = folder.scene();
    let scene = scene.to_str().unwrap();
    let (step, residual, distance) = (
        "at least 1e-6 s and at most 1 s",
        "at least 1e-16 and less than 1",
        "greater than 0 m and at most 1e6 m",
    );
    let (time, count) = ("greater than 0 s and at most 1e6 s", "at least 1 and at most 1e9");
    let run = |option, value, wanted| (vec!["run", scene, option, value], option, value, wanted);
    let sweep = |option, value, wanted| {
        (vec!["sweep", scene, "--out", "unused", option, value], option, value, wanted)
    };
    let lcp = |option, value, wanted| (vec!["lcp", "solve", "x.json", option, value], option, value, wanted);
    let cases = [
        run("--dt", "5", step),
        run("--dt", "-1", step),
        run("--max-seconds", "-1", time),
        run("--max-iterations", "-1", count),
        run("--max-iterations", "1e10", count),
        run("--max-iterations", "1x", "a whole number is needed"),
        run(
            "--seed",
            "x",
            "a whole number is needed; it must be at least 0 and at most 18446744073709551615",
        ),
        run("--seed", "-1", "a whole number is needed"),
        run("--seed", "18446744073709551616", "a whole number is needed"),
        sweep("--seeds", "0", "it must be at least 1 and at most 1000"),
        sweep("--seeds", "-1", "it must be at least 1 and at most 1000"),
        sweep("--dt", "-1", step),
        run("--dt", "1e-300", step),
        run("--dt", "1e300", step),
        run("--dt", "NaN", step),
        run("--dt", "0,01", step),
        run("--tolerance", "100", residual),
        run("--tolerance", "1", residual),
        run("--tolerance", "1e300", residual),
        run("--tolerance", "1e-300", residual),
        run("--detection-distance", "1e300", distance),
        run("--detection-distance", "0", distance),
        run("--penalty", "stiffness=-5", "stiffness is -5; it must be at least 0 1/s² and at most 1e12 1/s²"),
        run("--penalty", "forgetting=2", "forgetting is 2; it must be at least 0 and at most 1"),
        run("--penalty", "gains=2", "unknown name `gains`; names are proportional (stiffness)"),
        run("--duration", "1e300", time),
        run("--duration", "inf", time),
        run("--max-iterations", "4000000000", count),
        run("--max-iterations", "0", count),
        (vec!["compare", scene, "--dt", "2"], "--dt", "2", step),
        sweep("--dt", "0.01,5", step),
        sweep("--dt", "1e-300..0.01/3", step),
        sweep("--reference", "1e-300", step),
        sweep("--duration", "1e300", time),
        lcp("--tolerance", "100", residual),
        lcp("--max-iterations", "0", count),
    ];
    for (arguments, option, value, wanted) in cases {
        let output = pegsim(&arguments);
        let message = text(&output.stderr);
        assert_eq!(code(&output), 2, "{arguments:?}: {message}");
        let first = message.lines().next().unwrap_or_default();
        let value = value.split([',', '.']).next_back().unwrap().split("/").next().unwrap();
        for part in [option, value, wanted] {
            assert!(first.contains(part), "{arguments:?}: `{first}` lacks `{part}`");
        }
    }
    assert_done(&pegsim(["run", scene, "--max-iterations", "1e9", "--duration", "0.05"]));
    assert_done(&pegsim(["run", scene, "--dt", "1", "--duration", "1", "--detection-distance", "1e6"]));
}

#[test]
fn a_command_that_is_misspelled_is_told_and_the_scene_behind_it_is_not() {
    for (word, wanted) in [
        ("runn", "unknown command `runn` (is `run` meant?); the commands are `run`"),
        ("frob", "unknown command `frob`;"),
    ] {
        let output = pegsim([word, "s.ron"]);
        let said = text(&output.stderr);
        assert!(code(&output) == 2 && said.starts_with(&format!("error: {wanted}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_run_that_fails_ends_with_one_and_still_reports() {
    let folder = Folder::new("fails");
    let (scene, file) = (folder.file("press.ron"), folder.file("r.json"));
    // A press that nothing stops comes down on a box: there is a step in which no motion is possible.
    let press = "(name: \"press\", kind: Kinematic, shape: Box(half_extents: (1.0, 1.0, 0.1)), \
                 position: (0.0, 0.0, 0.9), velocity: (0.0, 0.0, -2.0)),\n";
    std::fs::write(&scene, SCENE.replace("bodies: [", &format!("bodies: [{press}"))).unwrap();
    let output = pegsim(["run".as_ref(), scene.as_os_str(), "--report".as_ref(), file.as_os_str()]);
    assert_eq!(code(&output), 1, "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stderr).starts_with("error: "));
    let report = report(&file);
    assert_eq!(report["completed"], false);
    assert_eq!(report["solver_stats"]["failures"], 1);
    assert!(report["failure"].as_str().unwrap().contains("step"));
    assert!(report["steps"].as_u64().unwrap() < 50);
}

#[test]
fn check_says_ok_line_by_line() {
    let folder = Folder::new("check");
    let output = pegsim(["check".as_ref(), folder.scene().as_os_str()]);
    assert_done(&output);
    let out = text(&output.stdout);
    assert!(out.starts_with("ok  ") && out.contains("3 bodies"), "{out}");
}

#[test]
fn list_names_models_and_solvers() {
    let models = pegsim(["list", "models"]);
    assert_done(&models);
    for model in pegsim::contact::models::ContactModel::ALL {
        assert!(text(&models.stdout).lines().any(|line| line.starts_with(model.name())));
    }
    let solvers = pegsim(["list", "solvers"]);
    assert_done(&solvers);
    for solver in pegsim::step::SolverMethod::ALL {
        assert!(text(&solvers.stdout).lines().any(|line| line.starts_with(solver.name())));
    }
}

#[test]
fn the_scenes_of_the_program_are_listed_and_valid() {
    let listed = pegsim(["list", "scenes"]);
    assert_done(&listed);
    let names: Vec<String> = text(&listed.stdout)
        .lines()
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    assert!(!names.is_empty());
    // By name, from a folder that has no scenes beside it.
    let folder = Folder::new("names");
    let output = Command::new(env!("CARGO_BIN_EXE_pegsim"))
        .arg("check")
        .args(&names)
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_done(&output);
}

/// The problems of each step are written, read back and solved, and what is wrong with a file is told.
#[test]
fn problems_are_dumped_and_solved() {
    let folder = Folder::new("lcp");
    let scene = folder.scene();
    let dump = folder.file("problems");
    let run = |more: &[&str]| {
        let mut arguments =
            vec!["run".into(), scene.clone().into_os_string(), "--duration".into(), "0.3".into()];
        arguments.extend(["--dump-lcp".into(), dump.clone().into_os_string()]);
        arguments.extend(more.iter().map(std::ffi::OsString::from));
        pegsim(arguments)
    };
    let output = run(&["--model", "standard"]);
    assert_done(&output);
    let mut files: Vec<_> = std::fs::read_dir(&dump).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 5, "{files:?}");
    assert!(text(&output.stdout).contains(&format!("wrote {} problems", files.len())));
    let (problem, lcp) = pegsim::lcp::problem::file::read(files.last().unwrap()).unwrap();
    let origin = problem.origin.unwrap();
    assert_eq!((origin.scene.as_str(), origin.model.as_str(), origin.step), ("cli test", "standard", 30));
    assert_eq!(problem.rows.len(), lcp.size());
    assert!(problem.rows[0].starts_with("normal: floor facet"), "{}", problem.rows[0]);

    let solve = |more: &[&str]| {
        let mut arguments =
            vec!["lcp".into(), "solve".into(), files.last().unwrap().clone().into_os_string()];
        arguments.extend(more.iter().map(std::ffi::OsString::from));
        pegsim(arguments)
    };
    let all = solve(&[]);
    assert_done(&all);
    for (method, _) in pegsim::lcp::catalogue::solvers() {
        assert!(text(&all.stdout).lines().any(|line| line.starts_with(method.name)), "{}", method.name);
    }
    let one = solve(&["--solver", "lemke"]);
    assert_done(&one);
    assert!(text(&one.stdout).contains("solved") && !text(&one.stdout).contains("pgs"));
    let few = solve(&["--solver", "projected-jacobi", "--max-iterations", "1", "--tolerance", "1e-14"]);
    assert_eq!(code(&few), 1);
    assert!(text(&few.stderr).contains("was not solved") && text(&few.stdout).contains("iteration limit"));
    for (name, wanted) in [("lemko", "unknown solver `lemko`"), ("active-alternative", "treats a whole step")]
    {
        let wrong = solve(&["--solver", name]);
        assert_eq!(code(&wrong), 2);
        assert!(text(&wrong.stderr).contains(wanted), "{}", text(&wrong.stderr));
    }
    let bad = folder.file("bad.json");
    std::fs::write(&bad, "{\"format\": \"pegsim-lcp-1\", \"name\": \"x\", \"b\": [1, NaN]}").unwrap();
    for file in [bad, folder.file("missing.json")] {
        let wrong = pegsim(["lcp".into(), "solve".into(), file.clone().into_os_string()]);
        assert_eq!(code(&wrong), 2);
        assert!(text(&wrong.stderr).contains(&file.display().to_string()), "{}", text(&wrong.stderr));
    }
    let exact = run(&["--model", "separating-feature"]);
    assert_eq!(code(&exact), 2);
    assert!(text(&exact.stderr).contains("--model standard, lnc or peg"), "{}", text(&exact.stderr));
}

/// Every solver of the list runs a scene with friction to its end, by itself or by falling back, which is counted.
#[test]
fn every_solver_runs_a_scene_with_friction() {
    let folder = Folder::new("solvers");
    let scene = folder.file("scene.ron");
    std::fs::write(
        &scene,
        SCENE
            .replace("position: (0.0, 0.0, -0.125))", "position: (0.0, 0.0, -0.125), friction: 0.5)")
            .replace("position: (0.0, 0.0, 0.45),", "position: (0.0, 0.0, 0.45), friction: 0.5,"),
    )
    .unwrap();
    let report_file = folder.file("report.json");
    for solver in pegsim::step::SolverMethod::ALL {
        let arguments = [
            "run",
            "--model",
            "standard",
            "--max-iterations",
            "20000",
            "--solver",
            solver.name(),
            "--force",
            "--report",
        ];
        let mut arguments: Vec<std::ffi::OsString> = arguments.map(Into::into).to_vec();
        arguments.extend([report_file.clone().into_os_string(), scene.clone().into_os_string()]);
        assert_done(&pegsim(arguments));
        let report = report(&report_file);
        assert_eq!(report["completed"], true);
        assert_eq!(report["solver"], solver.name());
        let fallbacks = report["solver_stats"]["fallbacks"].as_u64().unwrap();
        let steps = report["steps"].as_u64().unwrap();
        match solver.name() {
            // More than 12 rows: it says so in every step with contact.
            "enumerate" => assert!(fallbacks > 0 && fallbacks < steps, "{fallbacks}"),
            name => assert!(10 * fallbacks <= steps, "{name}: {fallbacks} of {steps}"),
        }
    }
}

#[cfg(not(feature = "app"))]
#[test]
fn a_build_without_a_window_says_so() {
    let output = pegsim(std::iter::empty::<&str>());
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("no window"));
}

#[cfg(not(feature = "app"))]
#[test]
fn a_build_without_the_app_says_that_it_cannot_draw() {
    let folder = Folder::new("no-renderer");
    let scene = folder.scene();
    let output = pegsim(["screenshot".as_ref(), scene.as_os_str(), "--out".as_ref(), "a.png".as_ref()]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("no renderer"), "{}", text(&output.stderr));
}

/// Gains and integrator of the penalty methods from the command line: the report has them, and a run with others ends elsewhere.
#[test]
fn springs_of_penalty_methods_are_settings_like_others() {
    let folder = Folder::new("springs");
    let run = |springs: &[&str]| {
        let all = [&["--model", "multi-point", "--dt", "0.001", "--duration", "0.5"], springs].concat();
        run_report(&folder, &all)
    };
    let plain = run(&[]);
    assert_eq!(
        (&plain["penalty"]["proportional"], &plain["penalty"]["integrator"]),
        (&100.0.into(), &"RungeKutta".into())
    );
    let stiff = run(&["--penalty", "stiffness=2e4,damping=300,integral=5,integrator=semi-implicit-euler"]);
    let penalty = &stiff["penalty"];
    assert_eq!((&penalty["proportional"], &penalty["derivative"]), (&2e4.into(), &300.0.into()));
    assert_eq!((&penalty["integral"], &penalty["integrator"]), (&5.0.into(), &"SemiImplicitEuler".into()));
    assert_eq!(penalty["forgetting"], plain["penalty"]["forgetting"]);
    assert_ne!(stiff["final_state_hash"], plain["final_state_hash"]);
    assert!(run_report(&folder, &["--model", "peg"]).get("penalty").is_none());
}
