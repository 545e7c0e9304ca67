//! Carries out what is asked of the recorded past: going there, leaving it otherwise, undoing.

use crate::app::bench::branches;
use crate::app::bench::parting::Partings;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::command::PastCommand;
use crate::app::format;
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::app::mouse::follow_bodies::Known;
use crate::app::past::recheck::Recheck;
use crate::app::past::timeline;
use crate::app::past::undo::UndoStack;
use crate::app::run::obey::pause;
use crate::app::run::simulation::Driver;
use bevy::prelude::*;
use std::sync::Arc;

/// Carries out a command.
pub fn carry_out(
    In(command): In<PastCommand>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
    mut undo: ResMut<UndoStack>,
    mut selection: ResMut<Selection>,
    mut known: ResMut<Known>,
    mut recheck: ResMut<Recheck>,
) {
    let (bench, driver, messages) = (&mut *bench, &mut *driver, &mut *messages);
    match command {
        PastCommand::StepBack => {
            let step = bench.step().saturating_sub(1);
            seek(bench, driver, messages, step);
        }
        PastCommand::Seek(step) => seek(bench, driver, messages, step),
        PastCommand::SeekDeepest => match bench.focused_pane().history.deepest() {
            Some(worst) => {
                seek(bench, driver, messages, worst.step);
                let depth = format::depth(worst.value);
                messages.info(tr!("go-deepest-overlap-focused-pane-so", depth = depth));
            }
            None => messages.info(tr!("go-no-bodies-focused-pane-have")),
        },
        PastCommand::SeekWorstResidual => match bench.focused_pane().history.worst_residual() {
            Some(worst) => {
                seek(bench, driver, messages, worst.step);
                let value = format::scientific(worst.value);
                messages.info(tr!("go-largest-residual-focused-pane-so", value = value));
            }
            None => messages.info(tr!("go-no-step-focused-pane-has")),
        },
        PastCommand::Reset => {
            // Going back to the start is no loss where nothing has run.
            if bench.step() > 0 || bench.recorded().is_some_and(|(_, last)| last > 0) {
                undo.push_or_merge(tr!("go-reset"), || Snapshot::of(bench));
            }
            reset(bench, driver);
        }
        PastCommand::CheckRecording => recheck.begin(bench, driver.mode, messages),
        PastCommand::Undo | PastCommand::Redo => {
            let back = command == PastCommand::Undo;
            driver.discard();
            driver.halt();
            let selected = selection.bodies().filter_map(|id| bench.scene.model.bodies.get(id.0));
            let names: Vec<String> = selected.map(|body| body.name.clone()).collect();
            let done = if back { undo.undo(bench) } else { undo.redo(bench) };
            match (done, back) {
                (Some(label), true) => messages.info(tr!("go-undone", label = label)),
                (Some(label), false) => messages.info(tr!("go-done-again", label = label)),
                (None, true) => messages.info(tr!("go-there-nothing-undo")),
                (None, false) => messages.info(tr!("go-there-nothing-do-again")),
            }
            follow_names(bench, &mut selection, &names);
            known.note(bench);
        }
        PastCommand::SwitchBranch(id) => {
            driver.discard();
            driver.halt();
            let before = Snapshot::of(bench);
            if branches::switch(bench, id) {
                undo.push(tr!("go-change-branch"), before);
            }
        }
        PastCommand::ForgetBranch(id) => {
            let before = Snapshot::of(bench);
            bench.branches.remove(id);
            undo.push(tr!("go-forget-branch"), before);
        }
        PastCommand::SetRecordingMemory(bytes) => {
            bench.memory = bytes;
            bench.panes.iter_mut().for_each(|pane| pane.recording.set_limit(bytes));
        }
    }
}

/// Goes to a recorded step and stops there.
pub fn seek(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages, step: u64) {
    pause(bench, driver);
    driver.discard();
    timeline::seek(bench, messages, step);
}

fn reset(bench: &mut Workbench, driver: &mut Driver) {
    driver.discard();
    driver.halt();
    driver.spring = None;
    // What was built later in the run is part of the scene, also when an earlier moment is shown.
    let scene = Arc::clone(bench.newest_scene());
    if !Arc::ptr_eq(&scene, &bench.scene) {
        bench.scene = scene;
        bench.scene_generation += 1;
        bench.camera_kept = true;
    }
    for pane in &mut bench.panes {
        let mut fresh = Pane::new(&bench.scene, pane.simulation.settings, bench.memory);
        // Also a scene that goes on from a saved moment begins at its beginning.
        fresh.simulation.reset();
        *pane = fresh;
    }
    bench.parting = Partings::default();
    bench.finished = false;
    bench.behind = 0.0;
}

/// After the numbers of bodies changed, the same bodies stay selected.
fn follow_names(bench: &Workbench, selection: &mut Selection, names: &[String]) {
    selection.contact = None;
    selection.hovered = None;
    let model = &bench.scene.model;
    let named = |name: &String| model.ids().find(|&id| model.body(id).name == *name);
    selection.all(names.iter().filter_map(named));
}
