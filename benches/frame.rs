//! What a frame costs the main thread with 1000 bodies, three panes and all overlays, without window or GPU.
//!
//! `cargo bench --bench frame [-- equal|different|scenes [NAME…]]`. The cases: nothing moves; the camera turns; every frame shows
//! another step. Steps are not solved for it: the poses of a solved one are shifted a little, so that only showing
//! them is measured. Times are milliseconds per frame, the median of the frames of a case.
//!
//! `scenes`: every scene of the repository is opened, run for a while at 60 frames a second with its steps beside the
//! frames, gone back in and reset; the longest frame of each says whether anything in it made the panels wait.

#[path = "../tests/common/desk.rs"]
mod desk;

use bevy::prelude::*;
use desk::{act, settled, windowless};
use pegsim::app::Options;
use pegsim::app::bench::workbench::Workbench;
use pegsim::app::command::look::Overlay;
use pegsim::app::command::{AppCommand, FilesCommand, PastCommand, RunCommand};
use pegsim::app::draw::meter::{FrameMeter, Stage};
use pegsim::app::files::loading::Loading;
use pegsim::app::look::view::ViewSettings;
use pegsim::app::run::simulation::{Driver, Mode};
use pegsim::recording::Sample;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Frames of a case.
const FRAMES: usize = 100;
/// Bodies that move.
const BODIES: usize = 1000;
/// Samples in each pane's plots: a run of minutes.
const SAMPLES: u64 = 20_000;

/// What a case does before each frame.
type Case = (&'static str, fn(&mut App, usize));

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if wanted.iter().any(|w| w == "scenes") {
        return all_scenes(&wanted);
    }
    for kind in ["equal", "different"] {
        if wanted.is_empty() || wanted.iter().any(|w| w == kind) {
            measure(kind);
        }
    }
}

/// How long each scene runs.
const RUN: Duration = Duration::from_millis(2500);
/// Time from one frame to the next.
const FRAME: Duration = Duration::from_micros(16_667);

/// The frames of a scene.
#[derive(Default)]
struct Watch {
    whole: Vec<f64>,
    /// The longest time of a stage, which one, and while what was done.
    longest: (f64, &'static str, &'static str),
}

impl Watch {
    /// One frame, at the pace of a screen.
    fn frame(&mut self, app: &mut App, doing: &'static str) {
        let start = Instant::now();
        app.update();
        if let Some(times) = app.world().resource::<FrameMeter>().frames().next_back() {
            self.whole.push(times[Stage::Whole as usize]);
            for stage in Stage::ALL.into_iter().filter(|s| !matches!(s, Stage::Whole | Stage::Show)) {
                if times[stage as usize] > self.longest.0 {
                    self.longest = (times[stage as usize], stage.name(), doing);
                }
            }
        }
        std::thread::sleep(FRAME.saturating_sub(start.elapsed()));
    }
}

/// Opens and runs every scene, or those whose files have one of the names that are wanted.
fn all_scenes(wanted: &[String]) {
    let mut app = app("equal");
    app.world_mut().resource_mut::<Driver>().mode = Mode::Background;
    println!(
        "{:<34}{:>7}{:>9}{:>9}{:>10}{:>10}{:>10}  longest stage of ours",
        "ms per frame", "bodies", "median", "99 %", "longest", "behind s", "steps"
    );
    for (_, path) in pegsim::app::files::scenes::list() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.len() > 1 && !wanted.contains(&name) {
            continue;
        }
        let mut watch = Watch::default();
        app.world_mut().write_message(AppCommand::from(FilesCommand::LoadScene(path.clone())));
        watch.frame(&mut app, "reading");
        while app.world().resource::<Loading>().path().is_some() {
            watch.frame(&mut app, "reading");
        }
        app.world_mut().write_message(AppCommand::from(RunCommand::Run));
        let start = Instant::now();
        let mut behind: f64 = 0.0;
        while start.elapsed() < RUN {
            watch.frame(&mut app, "running");
            behind = behind.max(app.world().resource::<Workbench>().behind);
        }
        let steps = app.world().resource::<Workbench>().step();
        for (doing, command) in [
            ("going back", AppCommand::Past(PastCommand::Seek(steps / 2))),
            ("reset", AppCommand::Past(PastCommand::Reset)),
        ] {
            app.world_mut().write_message(command);
            for _ in 0..5 {
                watch.frame(&mut app, doing);
            }
        }
        let (time, stage, doing) = watch.longest;
        watch.whole.sort_by(f64::total_cmp);
        let at = |share: f64| 1e3 * watch.whole[((watch.whole.len() - 1) as f64 * share) as usize];
        let bodies = app.world().resource::<Workbench>().scene.model.bodies.len();
        println!(
            "{name:<34}{bodies:>7}{:>9.2}{:>9.2}{:>10.2}{behind:>10.2}{steps:>10}  {:.2} {stage}, {doing}",
            at(0.5),
            at(0.99),
            at(1.0),
            1e3 * time
        );
    }
}

fn measure(kind: &str) {
    let mut app = app(kind);
    let steps = if kind == "equal" { 2 } else { 1 };
    for _ in 0..steps {
        act(&mut app, RunCommand::Step);
    }
    for overlay in Overlay::ALL {
        let shown = overlay != Overlay::Wireframe;
        app.world_mut().resource_mut::<ViewSettings>().set(overlay, shown);
    }
    fill_history(&mut app);
    let cases: [Case; 4] = [
        ("nothing moves", |_, _| {}),
        ("the camera turns", |app, frame| turn(app, frame)),
        ("every frame a step", |app, frame| shift(app, frame)),
        ("both", |app, frame| {
            turn(app, frame);
            shift(app, frame);
        }),
    ];
    println!(
        "\n{BODIES} {kind} bodies, {} panes, all overlays",
        app.world().resource::<Workbench>().panes.len()
    );
    let names: String = Stage::ALL.iter().fold(String::new(), |mut line, stage| {
        let _ = write!(line, "{:>11}", stage.name());
        line
    });
    println!("{:<20}{names}", "ms per frame");
    for (name, before) in cases {
        for frame in 0..10 {
            before(&mut app, frame);
            app.update();
        }
        app.world_mut().resource_mut::<FrameMeter>().clear();
        for frame in 0..FRAMES {
            before(&mut app, frame);
            app.update();
        }
        let meter = app.world().resource::<FrameMeter>();
        let medians: String = Stage::ALL.iter().fold(String::new(), |mut line, &stage| {
            let mut times: Vec<f64> = meter.frames().map(|times| times[stage as usize]).collect();
            times.sort_by(f64::total_cmp);
            let _ = write!(line, "{:>11.3}", 1e3 * times[times.len() / 2]);
            line
        });
        println!("{name:<20}{medians}");
    }
    let content = app.world().resource::<FrameMeter>().content;
    println!(
        "mesh entities {}, meshes {}, pairs of mesh and material {}, lines {}, marks left out {}, panel pieces {}",
        content.mesh_entities,
        content.meshes,
        content.pairs,
        content.lines,
        content.left_out,
        content.panel_pieces
    );
}

/// The camera turns a little, as under the mouse.
fn turn(app: &mut App, frame: usize) {
    let turn = if frame.is_multiple_of(2) { 0.01 } else { -0.01 };
    app.world_mut().resource_mut::<pegsim::app::look::camera::Rigs>().turn(turn);
}

/// Another state, as after a step.
fn shift(app: &mut App, frame: usize) {
    let way = if frame.is_multiple_of(2) { 1e-4 } else { -1e-4 };
    let mut bench = app.world_mut().resource_mut::<Workbench>();
    for pane in &mut bench.panes {
        for pose in &mut pane.simulation.state.poses {
            pose.position.x += way;
        }
    }
}

/// A long run's samples.
fn fill_history(app: &mut App) {
    let mut bench = app.world_mut().resource_mut::<Workbench>();
    for pane in &mut bench.panes {
        let last = pane.history.last().copied().unwrap_or_default();
        for step in 1..SAMPLES {
            let wave = (step as f64 * 0.01).sin();
            let sprung_traps = u32::from(step.is_multiple_of(3));
            let depth = 1e-6 * (1.0 + wave);
            pane.history.push(Sample { step, time: 0.01 * step as f64, depth, sprung_traps, ..last });
        }
    }
}

/// The application without window or GPU on a scene of many bodies.
#[expect(clippy::expect_used, reason = "a benchmark has nobody to hand an error to")]
fn app(kind: &str) -> App {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("frame_{kind}.ron"));
    std::fs::write(&path, scene(kind)).expect("the scene is written");
    let options =
        Options { scene: Some(path), low_quality: true, window: Some((1600, 900)), ..Options::default() };
    settled(windowless(options), Mode::Inline)
}

/// Equal boxes in stacks of four beside each other, or different hulls, each lying by itself: many contacts, but
/// no large problem to solve.
fn scene(kind: &str) -> String {
    let mut bodies = String::new();
    let side = 16;
    for i in 0..BODIES {
        let shape = if kind == "equal" {
            "Box(half_extents: (0.1, 0.1, 0.1))".to_owned()
        } else {
            // A box whose sides lean by an amount of its own.
            let lean = 0.02 + 0.03 * (i as f64 / BODIES as f64);
            let (a, b) = (0.1, 0.1 - lean);
            let corners = [(a, -0.1), (b, 0.1)].map(|(r, z)| {
                [(r, r), (-r, r), (-r, -r), (r, -r)].map(|(x, y)| format!("({x}, {y}, {z})")).join(", ")
            });
            format!("Hull(points: [{}])", corners.join(", "))
        };
        let (stack, level) = (i / 4, i % 4);
        let (x, y) = (0.5 * (stack % side) as f64, 0.5 * (stack / side) as f64);
        let z = 0.1 + 0.2 * level as f64;
        let color =
            ["(0.84, 0.37, 0.3)", "(0.95, 0.7, 0.26)", "(0.47, 0.67, 0.35)", "(0.27, 0.6, 0.65)"][i % 4];
        let _ = writeln!(
            bodies,
            "(name: \"body {i}\", kind: Dynamic, shape: {shape}, position: ({x}, {y}, {z}), color: Some({color})),"
        );
    }
    format!(
        "Scene(name: \"yard\", dimension: Three, time_step: 0.005, contact: (model: Peg, detection_distance: Some(0.01)),
         bodies: [(name: \"floor\", kind: Fixed, shape: Box(half_extents: (10.0, 10.0, 0.1)), position: (4.0, 4.0, -0.1)),
         {bodies}])"
    )
}
