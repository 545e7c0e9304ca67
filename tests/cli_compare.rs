//! The command line where runs are compared: models beside each other, bodies that joints hold, sweeps.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, assert_done, code, pegsim, report, run_report, text};

#[test]
fn compare_shows_a_column_per_model() {
    let folder = Folder::new("compare");
    let output = pegsim([
        "compare".as_ref(),
        folder.scene().as_os_str(),
        "--models".as_ref(),
        "standard,peg".as_ref(),
        "--duration".as_ref(),
        "0.3".as_ref(),
    ]);
    assert_done(&output);
    let out = text(&output.stdout);
    let head = out.lines().find(|line| line.trim_start().starts_with("standard")).unwrap();
    assert_eq!(head.split_whitespace().collect::<Vec<_>>(), ["standard", "peg"]);
    for row in ["completed", "overlap median (m³)", "depth max (m)", "sprung traps", "moved across (m)"] {
        assert!(out.contains(row), "{row} is missing:\n{out}");
    }
}

/// The scene of the README's picture: PEG, LNC and Exact lie within a few millimetres of each other at the scene's step, and
/// the standard model metres away, which is expected. `compare` says so, in the table and in the report, and it says of models
/// that should agree that they have parted where that is more than the bound.
#[test]
fn compare_says_how_far_models_that_should_agree_have_parted() {
    let folder = Folder::new("drift");
    let file = folder.file("r.json");
    let compare = |more: &[&str]| {
        let mut arguments = vec!["compare", "triangle_drop", "--force", "--report", file.to_str().unwrap()];
        arguments.extend(more);
        let output = pegsim(arguments);
        assert_done(&output);
        (text(&output.stdout), report(&file))
    };
    let (out, all) = compare(&[]);
    let of =
        |model: &str| all.as_array().unwrap().iter().find(|r| r["model"] == model).unwrap()["drift"].clone();
    assert!(of("separating-feature").is_null(), "the reference has no drift from itself");
    // The judge: the displacement of the body that each run ends with.
    let end = |model: &str| {
        let report = all.as_array().unwrap().iter().find(|r| r["model"] == model).unwrap();
        assert_eq!(report["last_body"]["name"], "triangle");
        [0, 1, 2].map(|k| report["last_body"]["displacement"][k].as_f64().unwrap())
    };
    for model in ["standard", "lnc", "peg"] {
        let drift = of(model);
        assert_eq!(drift["reference"], "separating-feature");
        assert_eq!(drift["should_agree"], model != "standard");
        assert_eq!(drift["at_end"].as_array().unwrap().len(), 1);
        let (a, b) = (end(model), end("separating-feature"));
        let distance = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
        let told = drift["at_end"][0]["position"].as_f64().unwrap();
        // Coordinates of a metre, written with all their digits.
        assert!((told - distance).abs() < 1e-12 * distance + 1e-15, "{model}: {told} of {distance}");
        assert!(drift["largest"]["farthest_point"].as_f64().unwrap() >= told);
        let radii = drift["largest"]["radii"].as_f64().unwrap();
        if model == "standard" {
            assert!(radii > 0.5 && drift["parted_at"].as_f64().unwrap() > 0.5, "not before it lands");
        } else {
            assert!(radii < 0.02 && drift["parted_at"].is_null(), "{model}: {radii} radii");
        }
    }
    assert!(of("standard")["at_end"][0]["position"].as_f64().unwrap() > 2.0, "{}", of("standard"));
    assert!(of("peg")["at_end"][0]["position"].as_f64().unwrap() < 0.01, "{}", of("peg"));
    assert!(!out.contains("PARTED") && out.contains("peg: at most"), "{out}");
    assert!(out.contains("standard: at most") && out.contains("is expected to differ"), "{out}");

    // With a bound that they exceed.
    let (out, all) = compare(&["--parted", "0.005"]);
    assert!(
        out.contains("PARTED: peg and separating-feature should agree up to the order of the step"),
        "{out}"
    );
    assert!(out.contains("PARTED: lnc and") && !out.contains("PARTED: standard"), "{out}");
    let peg = all.as_array().unwrap().iter().find(|r| r["model"] == "peg").unwrap();
    assert!(peg["drift"]["parted_at"].as_f64().unwrap() > 0.5, "not before it lands");

    // From another reference, and with a bound that nothing reaches.
    let (out, all) = compare(&["--models", "lnc,peg,separating-feature", "--reference-model", "lnc"]);
    assert_eq!(all[1]["drift"]["reference"], "lnc");
    assert!(all[1]["drift"]["parted_at"].is_null(), "{}", all[1]["drift"]);
    assert!(out.contains("peg: at most") && out.contains("within 0.5 radii throughout"), "{out}");
    let (out, _) = compare(&["--models", "peg,separating-feature", "--parted", "1000"]);
    assert!(!out.contains("PARTED") && out.contains("within 1000 radii"), "{out}");
    let (out, _) = compare(&["--models", "peg"]);
    assert!(!out.contains("drift from"), "{out}");

    let wrong = pegsim(["compare", "triangle_drop", "--models", "lnc,peg", "--reference-model", "standard"]);
    assert_eq!(code(&wrong), 2);
    assert!(text(&wrong.stderr).contains("name one of lnc, peg"), "{}", text(&wrong.stderr));
    let wrong = pegsim(["compare", "triangle_drop", "--parted", "0"]);
    assert_eq!(code(&wrong), 2);
    assert!(text(&wrong.stderr).contains("greater than 0 radii"), "{}", text(&wrong.stderr));
}

/// Bodies that a joint holds together may overlap by design; the report tells that from what contact let through.
#[test]
fn the_depth_of_joined_bodies_is_reported_apart() {
    let folder = Folder::new("exempt");
    let report = run_report(&folder, &[]);
    assert!(report["exempt"].is_null(), "nothing is joined");
    let scene = folder.file("hinge.ron");
    std::fs::write(
        &scene,
        r#"Scene(
    gravity: (0.0, 0.0, 0.0),
    duration: Some(0.1),
    bodies: [
        (name: "post", kind: Fixed, shape: Box(half_extents: (0.5, 0.5, 0.5))),
        (name: "door", shape: Box(half_extents: (0.5, 0.1, 0.5)), position: (0.8, 0.0, 0.0)),
    ],
    joints: [(kind: Revolute, bodies: ("post", "door"), point: (0.4, 0.0, 0.0), axis: (0.0, 0.0, 1.0))],
)
"#,
    )
    .unwrap();
    let file = folder.file("hinge.json");
    let output = pegsim(["run".as_ref(), scene.as_os_str(), "--report".as_ref(), file.as_os_str()]);
    assert_done(&output);
    let told = self::report(&file);
    // 0.2 m of the door stand in the post, 0.2 m thick and 1 m high.
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    assert!((number(&told["exempt"]["penetration_depth"]["median"]) - 0.2).abs() < 1e-12, "{told}");
    assert!((number(&told["exempt"]["overlap"]["max"]) - 0.04).abs() < 1e-12, "{told}");
    assert_eq!(told["exempt"]["worst_pair"], serde_json::json!(["post", "door"]));
    assert_eq!(number(&told["penetration_depth"]["max"]), 0.0);
    assert!(text(&output.stdout).contains("exempt depth"), "{}", text(&output.stdout));
}

#[test]
fn sweep_writes_a_line_per_run_and_plots() {
    let folder = Folder::new("sweep");
    let out = folder.file("out");
    assert_done(&pegsim([
        "sweep".as_ref(),
        folder.scene().as_os_str(),
        "--dt".as_ref(),
        "0.01..0.02/2".as_ref(),
        "--models".as_ref(),
        "standard,peg".as_ref(),
        "--duration".as_ref(),
        "0.2".as_ref(),
        "--out".as_ref(),
        out.as_os_str(),
    ]));
    let table = std::fs::read_to_string(out.join("sweep.csv")).unwrap();
    assert_eq!(table.lines().count(), 1 + 4);
    for plot in ["overlap.svg", "depth.svg", "traps.svg", "step-time.svg"] {
        let svg = std::fs::read_to_string(out.join(plot)).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("PEG") && !svg.contains("NaN"), "{plot}");
    }
}

/// Who names no model gets all that can do the scene, and is told of the others.
#[test]
fn a_scene_with_joints_is_compared_without_the_models_that_have_none() {
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/joints/hanging_rod.ron");
    let output = pegsim(["compare", scene, "--duration", "0.05"]);
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("is run without deepest-point, multi-point"), "{said}");
    assert!(out.contains("corrective") && !out.contains("multi-point"), "{out}");
    let named = pegsim(["compare", scene, "--duration", "0.05", "--models", "peg,multi-point"]);
    assert_eq!(code(&named), 1, "{}", text(&named.stdout));
}
