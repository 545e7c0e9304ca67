//! The order of a frame, and the one place that hands out commands: in the order in which they were written, each to the
//! folder that carries it out, and all that follows from it before the next one comes.
//!
//! A frame that takes long has several commands. They do what they would do in frames of their own:
//!
//! 1. what is let go of before the act ([`before`]);
//! 2. the act, by the handler of its folder ([`carry_out`]; a command that nobody handles does not compile);
//! 3. what others note about the act ([`after`]);
//! 4. what follows from the workbench as it now is ([`Settle`]): steps asked for by hand, a scene that has arrived, bodies
//!    that changed their numbers, the places of the views, the cameras.
//!
//! What a handler asks for itself comes next, before what the person asked for after it. What only time can bring is not
//! waited for: the clock, the hunt for a trap, work beside the frames, and the panels, which are laid out once in a frame.

use crate::app::build::{cutting, editing, joining};
use crate::app::command::{
    AppCommand, BuildCommand, FilesCommand, PastCommand, RunCommand, SessionCommand, call,
};
use crate::app::explain::{choose, resolve};
use crate::app::files::output::film;
use crate::app::files::{loading, output, reload};
use crate::app::look::{camera, viewing};
use crate::app::mouse::{follow_bodies, picking, pointer};
use crate::app::past::{ahead, go, recheck, recovery, timeline};
use crate::app::run::simulation;
use crate::app::run::simulation::FrameStage;
use crate::app::session::draft::measure;
use crate::app::session::{leaving, lesson, preferences, recent, tour};
use crate::app::wake::wake;
use crate::app::{files, input, mouse, session, ui};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::render::view::screenshot::trigger_screenshots;
use std::collections::VecDeque;

/// What follows from the workbench, the selection and the settings as they are: run after every command, and in every
/// frame after steps have come in and after steps were asked for.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Settle;

/// The order of a frame up to what shows it.
pub struct DispatchPlugin;

impl Plugin for DispatchPlugin {
    fn build(&self, app: &mut App) {
        use FrameStage::{Apply, Ask, Collect, Input, Show};
        app.add_message::<AppCommand>()
            // Pictures that came back are given to whom they are for before anything is done about them.
            .configure_sets(Update, (Collect.after(trigger_screenshots), Input, Apply, Ask, Show).chain())
            .add_systems(
                Update,
                (
                    (
                        simulation::collect,
                        loading::arrive,
                        recheck::finish,
                        cutting::finish,
                        film::collect,
                        film::make,
                        output::finish,
                        reload::notice,
                        recovery::obey::arrive,
                        measure::arrive,
                        recovery::follow,
                        settle,
                    )
                        .chain()
                        .in_set(Collect),
                    (
                        preferences::note_system_theme,
                        pointer::read,
                        picking::hover,
                        picking::ask,
                        input::write,
                    )
                        .chain()
                        .in_set(Input),
                    // The mouse turns the cameras after what was asked for: a new scene has its view by then.
                    (dispatch, leaving::go_on, camera::follow_mouse, camera::follow_wheel)
                        .chain()
                        .in_set(Apply),
                    // How far the clock may go is known before steps are asked for.
                    (film::pace, simulation::ask, settle).chain().in_set(Ask),
                ),
            )
            .add_systems(
                Settle,
                (
                    loading::begin,
                    simulation::steps_by_hand,
                    follow_bodies::follow,
                    timeline::look_up,
                    ahead::look_ahead,
                    choose::follow,
                    picking::pull,
                    preferences::follow_theme,
                    camera::place_views,
                    camera::follow_bench,
                    viewing::follow,
                    reload::follow,
                    recent::follow,
                    tour::watch,
                    tour::open_scene,
                    lesson::watch,
                    lesson::open_scene,
                )
                    .chain(),
            );
    }
}

fn settle(world: &mut World) {
    world.run_schedule(Settle);
}

/// Carries out what was asked for, in the order in which it was asked for.
pub fn dispatch(world: &mut World) {
    let mut waiting = VecDeque::new();
    loop {
        let mut asked: Vec<AppCommand> = world.resource_mut::<Messages<AppCommand>>().drain().collect();
        while let Some(command) = asked.pop() {
            waiting.push_front(command);
        }
        let Some(command) = waiting.pop_front() else { return };
        wake();
        before(world, &command);
        carry_out(world, command.clone());
        after(world, command);
        settle(world);
    }
}

/// Hands a command to its folder.
fn carry_out(world: &mut World, command: AppCommand) {
    match command {
        AppCommand::Run(command) => call(world, crate::app::run::obey::carry_out, command),
        AppCommand::Past(command) => call(world, go::carry_out, command),
        AppCommand::Build(command) => call(world, editing::carry_out, command),
        AppCommand::Joint(command) => call(world, joining::carry_out, command),
        AppCommand::Look(command) => call(world, viewing::carry_out, command),
        AppCommand::Select(command) => mouse::select::carry_out(world, command),
        AppCommand::Explain(command) => call(world, resolve::carry_out, command),
        AppCommand::Files(command) => files::obey::carry_out(world, command),
        AppCommand::Session(command) => session::obey::carry_out(world, command),
        AppCommand::Panel(command) => call(world, ui::carry_out, command),
        AppCommand::Cancel => cancel(world),
    }
}

/// Escape: steps that take long are stopped. Otherwise what is held is let go of; with empty hands nothing is selected any more. Windows close in any case.
fn cancel(world: &mut World) {
    // Who waits for a step wants that to end, and nothing else.
    if world.resource::<simulation::Driver>().long_steps().is_some() {
        call(world, crate::app::run::obey::carry_out, RunCommand::StopSteps);
        return;
    }
    let asked = world.resource::<session::Session>().leaving.is_some();
    if asked {
        call(world, leaving::stay, ());
        return;
    }
    if world.resource::<cutting::Cutting>().draft().is_some() {
        call(world, editing::carry_out, BuildCommand::CancelImport);
        return;
    }
    if !call(world, picking::cancel, ()) {
        call(world, mouse::select::deselect, ());
        call(world, choose::explain_nothing, ());
    }
    world.resource::<resolve::Resolve>().stop();
    call(world, ui::close, ());
}

/// What must not outlast the act: the body that is held may be gone, the recording that is checked another one.
fn before(world: &mut World, command: &AppCommand) {
    let of_files = |wanted: fn(&FilesCommand) -> bool| matches!(command, AppCommand::Files(c) if wanted(c));
    let replaces = of_files(FilesCommand::replaces_what_is_shown);
    let leaves_the_moment = replaces
        || matches!(
            command,
            AppCommand::Past(
                PastCommand::Undo
                    | PastCommand::Redo
                    | PastCommand::Reset
                    | PastCommand::Seek(_)
                    | PastCommand::SeekDeepest
                    | PastCommand::SeekWorstResidual
                    | PastCommand::StepBack
                    | PastCommand::SwitchBranch(_)
            ) | AppCommand::Build(BuildCommand::DeleteSelected)
        );
    if leaves_the_moment {
        call(world, picking::drop_held, ());
    }
    let quits = matches!(command, AppCommand::Session(SessionCommand::Quit));
    if replaces || of_files(FilesCommand::writes) || quits {
        call(world, recovery::keep_now, ());
    }
    let steps = matches!(
        command,
        AppCommand::Run(
            RunCommand::Run | RunCommand::ToggleRun | RunCommand::Step | RunCommand::StepToSprungTrap
        )
    );
    if steps {
        call(world, recovery::keep_acts, ());
    }
    let leaves_the_recording = matches!(
        command,
        AppCommand::Files(FilesCommand::LoadScene(_) | FilesCommand::OpenRecording(_))
            | AppCommand::Past(PastCommand::Reset)
    );
    if leaves_the_recording {
        call(world, recheck::abandon, ());
    }
}

/// What others note about the act.
fn after(world: &mut World, command: AppCommand) {
    match command {
        AppCommand::Select(command) => call(world, choose::follow_selection, command),
        AppCommand::Look(command) => call(world, preferences::note_look, command),
        AppCommand::Past(PastCommand::StepBack | PastCommand::Seek(_)) => {
            call(world, tour::note_going_back, ());
        }
        AppCommand::Run(RunCommand::Run | RunCommand::ToggleRun) => {
            call(world, ui::forget_hint, ());
        }
        _ => {}
    }
}
