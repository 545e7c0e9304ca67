//! Commands of the application in any order, against a model of what undo and redo bring back: the moment before the act, and the one after it.

use super::Trial;
use crate::chance::Chance;
use bevy::app::PluginsState;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::time::TimeUpdateStrategy;
use bevy::winit::WinitPlugin;
use pegsim::app::bench::workbench::Workbench;
use pegsim::app::command::build::{BodyChange, PaletteShape, SpawnRequest};
use pegsim::app::command::joint::JointChange;
use pegsim::app::command::look::{Overlay, StandardView};
use pegsim::app::command::{
    AppCommand, BuildCommand, ExplainCommand, FilesCommand, JointCommand, LookCommand, PastCommand,
    RunCommand, SelectCommand,
};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::run::simulation::{Driver, Mode};
use pegsim::app::{Options, build, task_pools, window_plugin};
use pegsim::contact::models::ContactModel;
use pegsim::scene::format::JointKind;
use pegsim::step::{Cone, ImpactTreatment, SolverMethod};
use pegsim::world::BodyId;
use std::cell::RefCell;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

thread_local! {
    /// An application takes a second to build: one goes through all sequences of a process, each from the start of the scene.
    static APP: RefCell<Option<App>> = const { RefCell::new(None) };
}

/// The scene of every sequence, as a file of its own.
const SCENE: &str = include_str!("../../../scenes/triangle_drop.ron");

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let commands: Vec<AppCommand> = (0..2 + chance.below(25)).map(|_| command(chance)).collect();
    let said: String = commands.iter().map(|c| format!("{c:?}\n")).collect();
    trial.given(said.as_bytes(), "commands");
    APP.with_borrow_mut(|app| {
        // After a panic it is not to be trusted.
        let mut taken = app.take().unwrap_or_else(start);
        act(&mut taken, FilesCommand::LoadScene(scene_file()).into());
        sequence(&mut taken, &commands, trial);
        *app = Some(taken);
    });
}

fn sequence(app: &mut App, commands: &[AppCommand], trial: &mut Trial) {
    // What undo should bring back, and redo.
    let (mut past, mut future): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let known = depth(app);
    for (k, command) in commands.iter().enumerate() {
        let (before, had) = (moment(app), depth(app));
        act(app, command.clone());
        let (now, has) = (moment(app), depth(app));
        match command {
            AppCommand::Past(PastCommand::Undo) if had > known && has + 1 == had => {
                trial.tag("undone");
                let expected = past.pop();
                future.push(before);
                if expected.is_some_and(|e| e != now) {
                    return trial
                        .wrong(format!("command {k}: undo did not bring back the moment before the act"));
                }
            }
            AppCommand::Past(PastCommand::Redo) if has == had + 1 => {
                trial.tag("done again");
                let expected = future.pop();
                past.push(before);
                if expected.is_some_and(|e| e != now) {
                    return trial
                        .wrong(format!("command {k}: redo did not bring back the moment after the act"));
                }
            }
            _ if has > had => {
                trial.tag("acts");
                past.push(before);
                future.clear();
            }
            // Another scene, or what cannot be taken back: the model knows nothing of what was before.
            _ if has < had => return trial.tag("ended by another scene"),
            _ => {}
        }
        if let Some(pane) =
            app.world().resource::<Workbench>().panes.iter().find(|p| !p.simulation.state.is_finite())
        {
            return trial.wrong(format!(
                "command {k}: a pane is at numbers that are not finite, step {}",
                pane.simulation.state.step
            ));
        }
    }
    trial.tag("sequences to their end");
}

/// What undo brings back: the scene, and every pane's settings and state.
fn moment(app: &App) -> String {
    let bench = app.world().resource::<Workbench>();
    let mut text = format!("{:?}\n", bench.scene.source);
    for pane in &bench.panes {
        let _ = writeln!(text, "{:?} {:?}", pane.simulation.settings, pane.simulation.state);
    }
    text
}

fn depth(app: &App) -> usize {
    app.world().resource::<UndoStack>().len()
}

fn act(app: &mut App, command: AppCommand) {
    app.world_mut().write_message(command);
    app.update();
}

fn scene_file() -> PathBuf {
    let path = std::env::temp_dir().join(format!("pegsim-fuzz-{}.ron", std::process::id()));
    if !path.exists() {
        let _ = std::fs::write(&path, SCENE);
    }
    path
}

/// The application with everything but a window and a renderer; its clock stands, and no two acts are one.
fn start() -> App {
    let options = Options {
        low_quality: true,
        window: Some((1200, 700)),
        scene: Some(scene_file()),
        ..Options::default()
    };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(window_plugin(&options))
            .set(task_pools())
            .set(RenderPlugin {
                render_creation: WgpuSettings { backends: None, ..default() }.into(),
                ..default()
            })
            .disable::<bevy::log::LogPlugin>()
            .disable::<WinitPlugin>(),
    );
    if let Err(error) = build(&mut app, options) {
        panic!("the application does not start: {error}");
    }
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    while app.plugins_state() == PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<Driver>().mode = Mode::Inline;
    app.world_mut().resource_mut::<UndoStack>().together = Duration::ZERO;
    for _ in 0..4 {
        app.update();
    }
    app
}

fn command(chance: &mut Chance) -> AppCommand {
    let body = BodyId(chance.below(5));
    let pane = chance.below(3);
    match chance.below(13) {
        0 | 1 => PastCommand::Undo.into(),
        2 => PastCommand::Redo.into(),
        3 => match chance.below(6) {
            0 => PastCommand::StepBack.into(),
            1 => PastCommand::Seek(chance.below(12) as u64).into(),
            2 => PastCommand::SeekDeepest.into(),
            3 => PastCommand::Reset.into(),
            4 => PastCommand::SwitchBranch(chance.below(4) as u64).into(),
            _ => PastCommand::ForgetBranch(chance.below(4) as u64).into(),
        },
        4 | 5 => RunCommand::Step.into(),
        6 => match chance.below(6) {
            0 => RunCommand::SetPaneModel {
                pane,
                model: ContactModel::ALL[chance.below(ContactModel::ALL.len())],
            }
            .into(),
            1 => RunCommand::SetPaneSolver {
                pane,
                method: SolverMethod::ALL[chance.below(SolverMethod::ALL.len())],
            }
            .into(),
            2 => RunCommand::SetPaneCone {
                pane,
                cone: [None, Some(Cone::Pyramid), Some(Cone::Quadratic)][chance.below(3)],
            }
            .into(),
            3 => RunCommand::SetPaneImpact {
                pane,
                impact: [None, Some(ImpactTreatment::Within), Some(ImpactTreatment::Split)][chance.below(3)],
            }
            .into(),
            4 => RunCommand::SetPaneCount(chance.below(5)).into(),
            _ => RunCommand::SetTimeStep(chance.number()).into(),
        },
        7 => match chance.below(4) {
            0 => RunCommand::ToggleRun.into(),
            1 => RunCommand::Pause.into(),
            2 => RunCommand::CycleModel.into(),
            _ => RunCommand::FocusPane(pane).into(),
        },
        8 => match chance.below(4) {
            0 => BuildCommand::SpawnAgain.into(),
            1 => BuildCommand::DuplicateSelected.into(),
            2 => BuildCommand::DeleteSelected.into(),
            _ => {
                let shape = [
                    PaletteShape::Cube,
                    PaletteShape::Brick,
                    PaletteShape::Regular(3),
                    PaletteShape::RandomHull,
                ][chance.below(4)];
                let radius = chance.one_in(3).then(|| chance.number());
                BuildCommand::Spawn(SpawnRequest { shape, radius, fixed: chance.one_in(4) }).into()
            }
        },
        9 => {
            let number = chance.number();
            let change = match chance.below(4) {
                0 => BodyChange::Friction(number),
                1 => BodyChange::Mass(number),
                2 => BodyChange::Restitution(number),
                _ => BodyChange::Name(["another", "", "floor", "é\n\""][chance.below(4)].into()),
            };
            BuildCommand::ChangeBody(body, change).into()
        }
        10 => match chance.below(6) {
            0 => JointCommand::Add(
                [JointKind::Revolute, JointKind::Prismatic, JointKind::Fixed][chance.below(3)],
                body,
                BodyId(chance.below(4)),
            )
            .into(),
            1 => JointCommand::Remove(chance.below(3)).into(),
            2 => JointCommand::AddDrive(chance.below(3)).into(),
            3 => {
                let limits = chance.one_in(2).then(|| (-chance.number().abs(), chance.number()));
                JointCommand::Change(chance.below(3), JointChange::Limits(limits)).into()
            }
            _ => JointCommand::Bring(chance.below(3), chance.number()).into(),
        },
        11 => match chance.below(4) {
            0 => SelectCommand::NeighbourBody(chance.one_in(2)).into(),
            1 => SelectCommand::NeighbourContact(chance.one_in(2)).into(),
            _ => SelectCommand::Body(Some(body)).into(),
        },
        _ => match chance.below(7) {
            0 => LookCommand::FrameScene.into(),
            1 => LookCommand::FrameSelection.into(),
            2 => LookCommand::View(StandardView::Top).into(),
            3 => LookCommand::ToggleOverlay(Overlay::Names).into(),
            4 => ExplainCommand::Pair(body, BodyId(0)).into(),
            5 => FilesCommand::LoadScene(PathBuf::from("/nonexistent/scene.ron")).into(),
            _ => AppCommand::Cancel,
        },
    }
}
