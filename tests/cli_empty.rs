//! A scene without any body: every command that runs a scene takes it.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use pegsim::contact::models::ContactModel;
use program::{Folder, assert_done, pegsim, report};

/// Nothing is there and nothing happens, in every command that runs a scene and under every model that is named.
#[test]
fn a_scene_without_bodies_runs() {
    let folder = Folder::new("empty");
    for (name, dimension) in [("space", "Three"), ("plane", "Two")] {
        let text =
            format!("Scene(name: \"{name}\", dimension: {dimension}, duration: Some(0.05), bodies: [])");
        let scene = folder.with(&format!("{name}.ron"), &text);
        let scene = scene.to_str().unwrap();
        let (json, csv) = (folder.file(&format!("{name}.json")), folder.file(&format!("{name}.csv")));
        for model in ContactModel::ALL {
            assert_done(&pegsim([
                "run",
                scene,
                "--model",
                model.name(),
                "--force",
                "--report",
                json.to_str().unwrap(),
                "--trajectory",
                csv.to_str().unwrap(),
            ]));
            let report = report(&json);
            assert_eq!(
                (&report["completed"], &report["steps"], &report["bodies"]),
                (&true.into(), &5.into(), &0.into())
            );
            assert_eq!(report["energy"]["final"], 0.0);
            assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 1, "the heading");
        }
        assert_done(&pegsim(["check", scene]));
        assert_done(&pegsim(["compare", scene]));
        for file in ["a.glb", "a.csv", "a.parquet"] {
            let out = folder.file(&format!("{name}-{file}"));
            assert_done(&pegsim(["export", scene, "--out", out.to_str().unwrap()]));
        }
        assert_done(&pegsim([
            "share",
            scene,
            "--out",
            folder.file(&format!("{name}.html")).to_str().unwrap(),
        ]));
        let sweep = folder.file(&format!("{name}-sweep"));
        assert_done(&pegsim(["sweep", scene, "--dt", "0.005..0.01/2", "--out", sweep.to_str().unwrap()]));
    }
}
