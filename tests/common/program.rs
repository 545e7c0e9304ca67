//! The program as tests of the command line run it: a scene, a folder that is gone at the end, its output.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test uses what it needs, and ends where a helper cannot help"
)]

#[path = "folder.rs"]
mod folder;

pub use folder::{Folder, parts};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A stone that falls on a floor and another that spawns later and slides: contacts, spawning, an off-centre
/// body frame.
pub const SCENE: &str = r#"Scene(
    name: "cli test",
    description: "a falling box and a late one",
    dimension: Three,
    gravity: (0.0, 0.0, -9.81),
    time_step: 0.01,
    duration: Some(0.5),
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.125)), position: (0.0, 0.0, -0.125)),
        (name: "box", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, 0.0, 0.45),
         orientation: (0.993350955889, 0.101362342438, 0.050681171219, 0.020272468488)),
        (name: "late, \"quoted\"", kind: Dynamic,
         shape: Hull(points: [(0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.0, 0.3, 0.0), (0.0, 0.0, 0.3)]),
         position: (1.0, 0.0, 0.5), velocity: (-1.0, 0.0, 0.0), angular_velocity: (0.0, 1.0, 0.0),
         spawn_time: 0.1),
    ],
)
"#;

impl Folder {
    /// The scene in a file.
    pub fn scene(&self) -> PathBuf {
        self.with("scene.ron", SCENE)
    }
}

pub fn pegsim<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pegsim")).args(arguments).output().unwrap()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
pub fn assert_done(output: &Output) {
    assert_eq!(code(output), 0, "stdout:\n{}\nstderr:\n{}", text(&output.stdout), text(&output.stderr));
}

pub fn report(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Runs the scene of this file with more arguments and returns the report.
pub fn run_report(folder: &Folder, more: &[&str]) -> serde_json::Value {
    let file = folder.file("report.json");
    let mut arguments = vec!["run".into(), folder.scene().into_os_string()];
    arguments.extend(more.iter().map(Into::into));
    arguments.extend(["--force".into(), "--report".into(), file.clone().into_os_string()]);
    let output = pegsim(arguments);
    assert_done(&output);
    assert_eq!(parts(&folder.0), Vec::<String>::new());
    report(&file)
}
