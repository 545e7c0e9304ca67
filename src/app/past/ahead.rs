//! What the next step will ask about, where no step led to what is shown: at the start, and where the user moved bodies by hand.

use crate::app::bench::workbench::{Ahead, MAX_PANES, Pane, Workbench};
use crate::app::panics;
use crate::app::run::simulation::{Driver, Mode};
use crate::app::wake::beside;
use crate::step::{StepRecord, ahead};
use crate::stop::{Cause, Limits, Stop};
use crate::world::StepInput;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::sync::Arc;

/// What a look ahead may cost (multiplications): a step that takes longer is waited for when it is asked for, and not before.
const MOST: u64 = 3_000_000_000;

/// Looks ahead that are under way, by pane.
#[derive(Resource, Default)]
pub struct LooksAhead([Option<UnderWay>; MAX_PANES]);

struct UnderWay {
    /// Where it starts; what it finds is put in at its end.
    ahead: Ahead,
    stop: Stop,
    task: Task<Option<Arc<StepRecord>>>,
}

/// Finds what the panes' next steps will ask about, beside the frames.
pub fn look_ahead(mut bench: ResMut<Workbench>, mut looks: ResMut<LooksAhead>, driver: Res<Driver>) {
    let bench = bench.bypass_change_detection();
    let quiet = !bench.running && driver.is_idle();
    for (pane, look) in bench.panes.iter_mut().zip(&mut looks.0) {
        if let Some(UnderWay { ahead, stop, task }) = look.take_if(|look| look.task.is_finished()) {
            let record = block_on(task);
            // Who drags a body sees the contacts a little later than the body; of another scene they are not shown. One that was
            // broken off has found nothing out.
            if stop.cause() != Some(Cause::Asked) {
                pane.ahead = Some(Ahead { record, ..ahead });
            }
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
        let ahead = Ahead {
            state: simulation.state.clone(),
            scene: Arc::clone(&pane.scene),
            settings: simulation.settings,
            record: None,
        };
        let (start, watch) = (ahead.clone(), stop.clone());
        let work = move || watch.watch(|| seen_from(&start));
        match driver.mode {
            Mode::Inline => pane.ahead = Some(Ahead { record: work(), ..ahead }),
            Mode::Background => *look = Some(UnderWay { ahead, stop, task: beside(work) }),
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

fn seen_from(Ahead { state, scene, settings, .. }: &Ahead) -> Option<Arc<StepRecord>> {
    let found = panics::guarded(|| ahead(&scene.model, state, &StepInput::default(), settings).ok());
    found.ok().flatten().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::files::scenes;
    use crate::contact::models::ContactModel;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::tasks::{AsyncComputeTaskPool, TaskPool};
    use std::path::Path;

    /// Who runs and goes back to the start while it is still looked ahead from there sees its contacts.
    #[test]
    fn what_was_broken_off_is_looked_for_again() {
        let pool = AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/friction/incline_sticks.ron");
        let bench = Workbench::new(scenes::load(&file).expect("a scene"), &[ContactModel::Peg]);
        let (pane, stop) = (&bench.panes[0], Stop::new());
        stop.ask();
        let ahead = Ahead {
            state: pane.simulation.state.clone(),
            scene: Arc::clone(&pane.scene),
            settings: pane.simulation.settings,
            record: None,
        };
        let task = pool.spawn(async { None });
        while !task.is_finished() {
            std::thread::yield_now();
        }
        let mut world = World::new();
        world.insert_resource(bench);
        world.insert_resource(LooksAhead([Some(UnderWay { ahead, stop, task }), None, None]));
        let mut driver = Driver::default();
        driver.mode = Mode::Inline;
        world.insert_resource(driver);
        world.run_system_once(look_ahead).expect("it runs");
        let found =
            world.resource::<Workbench>().panes[0].contacts_ahead().map(|record| record.contacts.len());
        assert_eq!(found, Some(4), "a block stands on its corners");
    }
}
