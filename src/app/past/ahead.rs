//! What the next step will ask about, where no step led to what is shown: at the start, and where the user moved bodies by hand.

use crate::app::bench::workbench::{Ahead, MAX_PANES, Pane, Workbench};
use crate::app::panics;
use crate::app::run::simulation::{Driver, Mode};
use crate::app::wake::beside;
use crate::scene::LoadedScene;
use crate::step::{StepRecord, StepSettings, ahead};
use crate::stop::{Limits, Stop};
use crate::world::{Model, State, StepInput};
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::sync::Arc;

/// What a look ahead may cost (multiplications): a step that takes longer is waited for when it is asked for, and not before.
const MOST: u64 = 3_000_000_000;

/// Looks ahead that are under way, by pane.
#[derive(Resource, Default)]
pub struct LooksAhead([Option<UnderWay>; MAX_PANES]);

struct UnderWay {
    from: From,
    stop: Stop,
    task: Task<Option<Arc<StepRecord>>>,
}

/// Where a step would start, and its settings.
struct From {
    state: State,
    scene: Arc<LoadedScene>,
    settings: StepSettings,
}

/// Finds what the panes' next steps will ask about, beside the frames.
pub fn look_ahead(mut bench: ResMut<Workbench>, mut looks: ResMut<LooksAhead>, driver: Res<Driver>) {
    let bench = bench.bypass_change_detection();
    let quiet = !bench.running && driver.is_idle();
    for (pane, look) in bench.panes.iter_mut().zip(&mut looks.0) {
        if let Some(UnderWay { from, task, .. }) = look.take_if(|look| look.task.is_finished()) {
            // Who drags a body sees the contacts a little later than the body; of another scene they are not shown.
            pane.ahead = Some(from.with(block_on(task)));
        }
        if !quiet || !is_wanted(pane) {
            if let Some(look) = look {
                look.stop.ask();
            }
            continue;
        }
        let known = pane.ahead.as_ref().is_some_and(|ahead| is_from_here(ahead, pane));
        if known || look.is_some() {
            continue;
        }
        let stop = Stop::within(Limits { operations: MOST, ..Limits::NONE });
        let simulation = &pane.simulation;
        let from = From {
            state: simulation.state.clone(),
            scene: Arc::clone(&pane.scene),
            settings: simulation.settings,
        };
        let (scene, state, settings, watch) =
            (Arc::clone(&from.scene), from.state.clone(), from.settings, stop.clone());
        let work = move || watch.watch(|| seen_from(&scene.model, &state, &settings));
        match driver.mode {
            Mode::Inline => pane.ahead = Some(from.with(work())),
            Mode::Background => *look = Some(UnderWay { from, stop, task: beside(work) }),
        }
    }
}

/// Whether no step led to what a pane shows.
fn is_wanted(pane: &Pane) -> bool {
    if pane.simulation.record.is_some() || pane.failure.is_some() || pane.cannot().is_some() {
        return false;
    }
    let step = pane.simulation.state.step;
    let frame = |step: u64| pane.recording.frame(step);
    let by_hand = frame(step).is_none_or(|frame| frame.by_hand);
    by_hand || step.checked_sub(1).is_none_or(|before| frame(before).is_none())
}

fn is_from_here(ahead: &Ahead, pane: &Pane) -> bool {
    Arc::ptr_eq(&ahead.scene, &pane.scene)
        && ahead.settings == pane.simulation.settings
        && ahead.state == pane.simulation.state
}

impl From {
    fn with(self, record: Option<Arc<StepRecord>>) -> Ahead {
        let Self { state, scene, settings } = self;
        Ahead { state, scene, settings, record }
    }
}

fn seen_from(model: &Model, state: &State, settings: &StepSettings) -> Option<Arc<StepRecord>> {
    panics::guarded(|| ahead(model, state, &StepInput::default(), settings).ok()).ok().flatten().map(Arc::new)
}
