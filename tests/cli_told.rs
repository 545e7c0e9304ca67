//! What a run tells beside its numbers: joints that broke, options that change nothing.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, assert_done, pegsim, text};

/// A joint that breaks is named with when and what it bore, in the report for people and for programs.
#[test]
fn a_report_names_the_joint_that_broke() {
    let folder = Folder::new("broke");
    let rod = |torque: &str| {
        format!(
            "Scene(name: \"bracket\", dimension: Three, gravity: (0.0, 0.0, -9.81), time_step: 0.01, duration: Some(0.3), contact: (model: SeparatingFeature), bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02, 0.02)), position: (0.0, 0.0, 0.0)),
            (name: \"rod\", kind: Dynamic, shape: Box(half_extents: (0.5, 0.1, 0.1)), position: (1.0, 0.0, 0.0), mass: Some(1.0))],
            joints: [(name: \"weld\", kind: Fixed, bodies: (\"post\", \"rod\"), point: (0.0, 0.0, 0.0), break_torque: Some({torque}))])"
        )
    };
    // The rod's weight at 1 m: 9.81 N·m.
    for (torque, breaks) in [("9.7", true), ("9.9", false)] {
        let scene = folder.with(&format!("rod-{breaks}.ron"), &rod(torque));
        let output = pegsim(["run".as_ref(), scene.as_os_str(), "--report".as_ref(), "-".as_ref()]);
        assert_done(&output);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let said = text(&output.stderr);
        assert_eq!(said.contains("broken joints"), breaks, "{said}");
        if breaks {
            let broken = &report["broken_joints"][0];
            assert_eq!(broken["joint"], "weld");
            let of = |name: &str| broken[name].as_f64().unwrap();
            assert!((of("torque") - 9.81).abs() < 1e-9 && (of("force") - 9.81).abs() < 1e-9, "{broken}");
            assert!((of("time") - 0.01).abs() < 1e-12 && said.contains("weld at t = 0.010000 s"), "{said}");
        } else {
            assert!(report["broken_joints"].is_null(), "{report}");
        }
    }
}

/// An option that changes nothing under the models that are run is said to.
#[test]
fn options_without_effect_are_said() {
    let folder = Folder::new("idle");
    let run = |options: &[&str]| {
        let mut arguments = vec!["run".into(), folder.scene().into_os_string()];
        arguments.extend(["--duration", "0.02"].iter().chain(options).map(Into::into));
        let output = pegsim(arguments);
        assert_done(&output);
        text(&output.stderr)
    };
    let said = run(&["--model", "exact", "--solver", "pgs", "--stabilisation", "0.5"]);
    assert!(said.contains("note: --solver, --stabilisation change nothing"), "{said}");
    assert!(!run(&["--model", "peg", "--solver", "pgs"]).contains("nothing"));
}
