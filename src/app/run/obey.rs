//! Carries out what is asked of the clock and the panes.

use crate::app::bench::aside::SetAside;
use crate::app::bench::loads::Loads;
use crate::app::bench::parting;
use crate::app::bench::parting::Partings;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{MAX_PANES, Pane, SPEED_RANGE, Truth, Workbench};
use crate::app::command::RunCommand;
use crate::app::messages::Messages;
use crate::app::past::undo::UndoStack;
use crate::app::past::{go, timeline};
use crate::app::run::simulation::Driver;
use crate::contact::models::ContactModel;
use crate::step::PenaltySettings;
use crate::step::StepSettings;
use crate::step::ranges::{
    DERIVATIVE_GAIN, FORGETTING, IMPACT_SPEED, INTEGRAL_GAIN, PROPORTIONAL_GAIN, STABILISATION, TIME_STEP,
};
use bevy::prelude::*;

/// Carries out a command; what changes the run can be undone.
pub fn carry_out(
    In(command): In<RunCommand>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
    mut undo: ResMut<UndoStack>,
) {
    let (bench, driver, messages) = (&mut *bench, &mut *driver, &mut *messages);
    let label = label_of(&command, bench);
    if let Some(label) = label {
        undo.push_or_merge(label, || Snapshot::of(bench));
    }
    let before: Vec<StepSettings> = bench.panes.iter().map(|pane| pane.simulation.settings).collect();
    match command {
        RunCommand::Run => run(bench, driver),
        RunCommand::Pause => pause(bench, driver),
        RunCommand::ToggleRun if bench.running => pause(bench, driver),
        RunCommand::ToggleRun => run(bench, driver),
        RunCommand::Step => {
            bench.running = false;
            forgive(bench);
            driver.ask_for_step();
        }
        RunCommand::StopSteps => stop_steps(bench, driver, messages),
        RunCommand::StepToSprungTrap => match timeline::next_sprung_trap(bench) {
            Some(step) => go::seek(bench, driver, messages, step),
            None => {
                bench.running = false;
                forgive(bench);
                driver.hunt();
            }
        },
        RunCommand::SetSpeed(speed) => set_speed(bench, speed),
        RunCommand::ChangeSpeed(faster) => {
            let factor = if faster { 2.0 } else { 0.5 };
            set_speed(bench, bench.speed * factor);
        }
        RunCommand::SetTimeStep(h) => set_time_step(bench, driver, messages, h),
        RunCommand::ToggleAsFastAsPossible => bench.as_fast_as_possible = !bench.as_fast_as_possible,
        RunCommand::SetPaneModel { pane, model } => set_model(bench, driver, pane, model),
        RunCommand::CycleModel => {
            let models = ContactModel::ALL;
            let now = models.iter().position(|m| *m == bench.focused_pane().model()).unwrap_or(0);
            set_model(bench, driver, bench.focused, models[(now + 1) % models.len()]);
        }
        RunCommand::SetPaneSolver { pane, method } => {
            if let Some(pane) = changed_pane(bench, driver, pane) {
                pane.simulation.settings.solver.method = method;
            }
        }
        RunCommand::SetPaneGeometry { pane, geometry } => {
            if let Some(pane) = changed_pane(bench, driver, pane) {
                pane.simulation.settings.contact.geometry = geometry;
            }
        }
        RunCommand::SetPaneCone { pane, cone } => {
            if let Some(pane) = changed_pane(bench, driver, pane) {
                pane.simulation.settings.friction.cone = cone;
            }
        }
        RunCommand::SetPaneStabilisation { pane, share } => {
            if let Some(pane) = changed_pane(bench, driver, pane) {
                let share = share.filter(|share| STABILISATION.holds(*share));
                pane.simulation.settings.contact.stabilisation = share;
            }
        }
        RunCommand::SetPaneFrictionLaw { pane, law } => {
            if let Some(pane) = changed_pane(bench, driver, pane) {
                pane.simulation.settings.friction.law = law;
            }
        }
        RunCommand::SetPanePenalty { pane, penalty } => match check_penalty(&penalty) {
            Ok(()) => {
                if let Some(pane) = changed_pane(bench, driver, pane) {
                    pane.simulation.settings.contact.penalty = penalty;
                }
            }
            Err(reason) => messages.warn(format!("{reason}.")),
        },
        RunCommand::SetPaneImpact { pane, impact } => {
            if let Some(pane) = changed_pane(bench, driver, pane) {
                pane.simulation.settings.contact.impact = impact;
            }
        }
        RunCommand::SetPaneCount(count) => set_pane_count(bench, driver, count),
        RunCommand::ShowSetAside => show_aside(bench, driver),
        RunCommand::FocusPane(pane) => bench.focused = pane.min(bench.panes.len() - 1),
        RunCommand::ToggleLinkedCameras => bench.linked_cameras = !bench.linked_cameras,
        RunCommand::SetParting(distance) => parting::set_distance(bench, distance),
        RunCommand::SetReference(pane) => parting::set_reference(bench, pane),
    }
    // Panes that came or went have seen to it themselves.
    for (pane, before) in bench.panes.iter_mut().zip(before).filter(|_| label.is_some()) {
        if !pane.simulation.settings.calculates_like(&before) {
            pane.read_worst();
        }
    }
}

/// What a command is called in the undo list, if it changes the run.
fn label_of(command: &RunCommand, bench: &Workbench) -> Option<&'static str> {
    match command {
        RunCommand::CycleModel => Some(tr!("run-change-model")),
        RunCommand::SetPaneModel { pane, model } => {
            (bench.panes.get(*pane)?.model() != *model).then_some(tr!("run-change-model"))
        }
        RunCommand::SetPaneSolver { pane, method } => {
            let now = bench.panes.get(*pane)?.simulation.settings.solver.method;
            (now != *method).then_some(tr!("run-change-solver"))
        }
        RunCommand::SetPaneGeometry { pane, geometry } => {
            let now = bench.panes.get(*pane)?.simulation.settings.contact.geometry;
            (now != *geometry).then_some(tr!("run-change-geometry"))
        }
        RunCommand::SetPaneCone { pane, cone } => {
            let now = bench.panes.get(*pane)?.simulation.settings.friction.cone;
            (now != *cone).then_some(tr!("run-change-friction-cone"))
        }
        RunCommand::SetPaneStabilisation { pane, share } => {
            let now = bench.panes.get(*pane)?.simulation.settings.contact.stabilisation;
            (now != *share).then_some(tr!("run-change-stabilisation"))
        }
        RunCommand::SetPaneFrictionLaw { pane, law } => {
            let now = bench.panes.get(*pane)?.simulation.settings.friction.law;
            (now != *law).then_some(tr!("run-change-friction"))
        }
        RunCommand::SetPanePenalty { pane, penalty } => {
            let now = bench.panes.get(*pane)?.simulation.settings.contact.penalty;
            (now != *penalty && check_penalty(penalty).is_ok()).then_some(tr!("run-change-springs"))
        }
        RunCommand::SetPaneImpact { pane, impact } => {
            let now = bench.panes.get(*pane)?.simulation.settings.contact.impact;
            (now != *impact).then_some(tr!("run-change-impacts"))
        }
        RunCommand::SetPaneCount(count) => (*count != bench.panes.len()).then_some(tr!("run-change-panes")),
        RunCommand::ShowSetAside => (!bench.aside.panes.is_empty()).then_some(tr!("run-change-panes")),
        RunCommand::SetTimeStep(h) => {
            let new = *h != bench.time_step && TIME_STEP.holds(*h);
            new.then_some(tr!("run-change-step-size"))
        }
        RunCommand::Run
        | RunCommand::Pause
        | RunCommand::ToggleRun
        | RunCommand::Step
        | RunCommand::StopSteps
        | RunCommand::StepToSprungTrap
        | RunCommand::SetSpeed(_)
        | RunCommand::ChangeSpeed(_)
        | RunCommand::ToggleAsFastAsPossible
        | RunCommand::FocusPane(_)
        | RunCommand::ToggleLinkedCameras
        | RunCommand::SetParting(_)
        | RunCommand::SetReference(_) => None,
    }
}

fn run(bench: &mut Workbench, driver: &mut Driver) {
    forgive(bench);
    driver.halt();
    bench.running = true;
}

/// Stops the clock.
pub fn pause(bench: &mut Workbench, driver: &mut Driver) {
    bench.running = false;
    driver.halt();
}

/// Stops steps that take long. The panes are where they were before them.
fn stop_steps(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages) {
    if driver.long_steps().is_none() {
        return;
    }
    pause(bench, driver);
    driver.discard();
    let step = bench.step() + 1;
    messages.info(tr!("run-step-took-long-was-stopped", step = step));
}

/// Lets panes that stood still try again.
fn forgive(bench: &mut Workbench) {
    for pane in &mut bench.panes {
        pane.failure = None;
    }
}

/// Whether springs are in their ranges.
///
/// # Errors
/// Which number is not, and what would be right.
pub fn check_penalty(penalty: &PenaltySettings) -> Result<(), String> {
    PROPORTIONAL_GAIN.check(penalty.proportional)?;
    DERIVATIVE_GAIN.check(penalty.derivative)?;
    penalty.integral.map_or(Ok(0.0), |gain| INTEGRAL_GAIN.check(gain))?;
    FORGETTING.check(penalty.forgetting)?;
    IMPACT_SPEED.check(penalty.impact_speed).map(|_| ())
}

fn set_speed(bench: &mut Workbench, speed: f64) {
    if speed.is_finite() {
        bench.speed = speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1);
    }
}

fn set_time_step(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages, h: f64) {
    if !TIME_STEP.holds(h) {
        let wanted = TIME_STEP.wanted();
        messages.warn(tr!("run-step-s-stays-at-s", h = h, wanted = wanted, now = bench.time_step));
        return;
    }
    driver.discard();
    bench.time_step = h;
    bench.time_step_chosen = true;
    for pane in &mut bench.panes {
        pane.simulation.settings.h = h;
        pane.settings_chosen = true;
    }
}

/// A pane whose settings are about to change: work under way is dropped and a failure forgiven.
fn changed_pane<'a>(bench: &'a mut Workbench, driver: &mut Driver, pane: usize) -> Option<&'a mut Pane> {
    driver.discard();
    let pane = bench.panes.get_mut(pane)?;
    pane.failure = None;
    pane.settings_chosen = true;
    Some(pane)
}

fn set_model(bench: &mut Workbench, driver: &mut Driver, pane: usize, model: ContactModel) {
    if let Some(pane) = changed_pane(bench, driver, pane) {
        pane.simulation.settings.contact.model = model;
    }
    if bench.aside.stand_in {
        // Now it is the user's own choice.
        bench.aside = SetAside::default();
    }
    bench.parting = Partings::default();
}

/// More panes: copies of the focused one with models not shown yet. Fewer: the focused one stays.
fn set_pane_count(bench: &mut Workbench, driver: &mut Driver, count: usize) {
    let count = count.clamp(1, MAX_PANES);
    driver.discard();
    take_back(bench, count);
    while bench.panes.len() > count {
        let last = bench.panes.len() - 1;
        let gone = if bench.focused == last { last - 1 } else { last };
        bench.panes.remove(gone);
        bench.chosen_reference =
            bench.chosen_reference.filter(|r| *r != gone).map(|r| r - usize::from(r > gone));
        if bench.focused > gone {
            bench.focused -= 1;
        }
    }
    while bench.panes.len() < count {
        let model = bench.model_not_shown();
        let mut settings = bench.focused_pane().simulation.settings;
        settings.contact.model = model;
        let pane = like_the_focused(bench, settings);
        // In the order of the models, so that three panes read the same way every time.
        let place = bench.panes.iter().position(|p| p.model() > model).unwrap_or(bench.panes.len());
        insert_pane(bench, place, pane);
    }
    bench.parting = Partings::default();
}

/// Shows the panes again that were set aside; one that stands in for them leaves where there is no room for it beside them.
fn show_aside(bench: &mut Workbench, driver: &mut Driver) {
    driver.discard();
    let crowded = bench.aside.stand_in && bench.aside.panes.len() == MAX_PANES;
    // It becomes the last of them then.
    let last = bench.aside.panes.last().map(|(_, settings)| *settings).filter(|_| crowded);
    take_back(bench, MAX_PANES);
    if let (Some(settings), Some(stand_in)) = (last, bench.panes.last_mut()) {
        stand_in.simulation.settings = StepSettings { h: bench.time_step, ..settings };
        stand_in.settings_chosen = true;
    }
    bench.parting = Partings::default();
}

/// Shows panes that were set aside, in their places, as far as there is room among so many; what is left of them is forgotten.
fn take_back(bench: &mut Workbench, count: usize) {
    for (place, settings) in bench.take_aside(count) {
        let pane = like_the_focused(bench, StepSettings { h: bench.time_step, ..settings });
        insert_pane(bench, place, pane);
    }
}

/// A pane with the present and the past of the focused one, and settings of its own.
fn like_the_focused(bench: &Workbench, settings: StepSettings) -> Pane {
    let mut pane = bench.focused_pane().clone();
    pane.simulation.settings = settings;
    // The past is the same for both, with the settings that it had; what came after was another model's doing, and so
    // is what the plots and the truth meter say.
    pane.recording.truncate_after(pane.simulation.state.step);
    pane.settings_chosen = true;
    pane.history.clear();
    pane.loads = Loads::default();
    pane.divergence = None;
    pane.simulation.record = None;
    pane.failure = None;
    pane.truth = Truth::default();
    pane.read_truth();
    pane.truth.restart();
    pane
}

/// Puts a pane in its place among those shown.
fn insert_pane(bench: &mut Workbench, place: usize, pane: Pane) {
    let place = place.min(bench.panes.len());
    bench.panes.insert(place, pane);
    bench.chosen_reference = bench.chosen_reference.map(|r| r + usize::from(r >= place));
    if place <= bench.focused {
        bench.focused += 1;
    }
}
