//! A step of a lesson that is being made, run beside the frames: the same steps, and the same numbers, as the window comes to.

use super::{Draft, Measured, asked, owned};
use crate::app::bench::workbench::Workbench;
use crate::app::files::scenes;
use crate::app::messages::Messages;
use crate::app::run::advance::{Work, advance};
use crate::app::run::simulation::{Driver, Mode};
use crate::app::session::Session;
use crate::app::session::lesson::{Found, scene_file, so_far};
use crate::experiment::run::step_count;
use crate::lesson::{Ask, Lesson};
use crate::stop::Stop;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use std::path::Path;
use std::sync::Arc;

/// Steps between two looks at whether it is still wanted.
const BATCH: usize = 50;

/// A step that is run.
#[derive(Resource, Default)]
pub struct Measuring(Option<Running>);

struct Running {
    step: usize,
    of: Arc<Lesson>,
    stop: Stop,
    task: Task<Result<Vec<Found>, String>>,
}

impl Measuring {
    /// Wants it no more.
    pub fn cancel(&mut self) {
        if let Some(running) = self.0.take() {
            running.stop.ask();
        }
    }
}

/// Runs a step of the lesson.
pub fn begin(
    In(step): In<usize>,
    driver: Res<Driver>,
    mut session: ResMut<Session>,
    mut measuring: ResMut<Measuring>,
    mut messages: ResMut<Messages>,
) {
    let Some(draft) = &mut session.draft else { return };
    let (of, folder) = (Arc::clone(draft.lesson()), draft.folder().map(Path::to_path_buf));
    measuring.cancel();
    match driver.mode {
        Mode::Inline => {
            let ran = run(&of, step, folder.as_deref());
            take(draft, &of, step, ran, &mut messages);
        }
        Mode::Background => {
            let stop = Stop::new();
            let (its_stop, its_lesson) = (stop.clone(), Arc::clone(&of));
            let work = async move { its_stop.watch(|| run(&its_lesson, step, folder.as_deref())) };
            draft.running = Some(step);
            measuring.0 = Some(Running { step, of, stop, task: AsyncComputeTaskPool::get().spawn(work) });
        }
    }
}

/// Takes up what a run came to, when it has.
pub fn arrive(
    mut session: ResMut<Session>,
    mut measuring: ResMut<Measuring>,
    mut messages: ResMut<Messages>,
) {
    if !measuring.0.as_ref().is_some_and(|running| running.task.is_finished()) {
        return;
    }
    let Some(running) = measuring.0.take() else { return };
    let ran = block_on(running.task);
    if let Some(draft) = &mut session.draft {
        draft.running = None;
        take(draft, &running.of, running.step, ran, &mut messages);
    }
}

/// Notes what a step came to, and fills in what is true where the question asks for a number.
fn take(draft: &mut Draft, of: &Lesson, k: usize, ran: Result<Vec<Found>, String>, messages: &mut Messages) {
    let found = match ran {
        Ok(found) => found,
        Err(reason) => {
            messages.error(tr!("editor-lesson-cannot-be-run", number = k + 1, reason = reason));
            return;
        }
    };
    let Some(step) = of.steps.get(k).cloned() else { return };
    draft.measured = Some(Measured { step: step.clone(), opened: owned(of.opened(k)), found: found.clone() });
    draft.show(k);
    // What was changed meanwhile was not measured.
    if draft.measured().is_none() || asked(&step).is_none() {
        return;
    }
    let known = found.iter().filter_map(|found| Some((found.model, found.value?)));
    let Some((model, value)) = known.max_by_key(|(model, _)| model.takes_the_true_shape()) else {
        messages.warn(tr!("editor-lesson-ran-under-no-model", number = k + 1));
        return;
    };
    if !model.takes_the_true_shape() {
        messages.warn(tr!("editor-lesson-no-true-shape", number = k + 1, model = model.title()));
    }
    let mut step = draft.lesson.steps[k].clone();
    if let Some(Ask::Predict { from, to, truth, .. }) = &mut step.ask {
        *truth = Some(value);
        if !(*from < value && value < *to) {
            (*from, *to) = around(value);
        }
    }
    draft.set(k, step);
}

/// Ends of a slider on which a value can be found: round numbers, and it is not in the middle, where the slider begins.
fn around(value: f64) -> (f64, f64) {
    let wide = value.abs().max(0.1);
    let unit = 10f64.powf(wide.log10().floor());
    (((value - 0.6 * wide) / unit).floor() * unit, ((value + 1.4 * wide) / unit).ceil() * unit)
}

/// Runs a step to its end under each of its models.
///
/// # Errors
/// A clause why it cannot be run.
fn run(lesson: &Lesson, k: usize, folder: Option<&Path>) -> Result<Vec<Found>, String> {
    let step = lesson.steps.get(k).ok_or(tr!("editor-lesson-no-such-step"))?;
    let (scene, models, time_step) = lesson.opened(k);
    let scene = scene.ok_or(tr!("editor-lesson-has-no-scene"))?;
    let duration = step.run.ok_or(tr!("editor-lesson-says-not-how-long"))?;
    if models.is_empty() {
        return Err(tr!("editor-lesson-names-no-models").to_owned());
    }
    let scene = scenes::load(&scene_file(scene, folder)?)?;
    let mut bench = Workbench::new(scene, models);
    bench.time_step = time_step.unwrap_or(bench.time_step);
    let steps = step_count(duration, bench.time_step);
    let (first, asked) = (bench.scene.first_state().step, asked(step));
    let panes = std::mem::take(&mut bench.panes);
    let found = panes.into_iter().map(|pane| {
        let (model, mut simulation) = (pane.model(), pane.simulation);
        simulation.settings.h = bench.time_step;
        let lacks = model.cannot(&simulation.model);
        let (mut samples, mut left) = (Vec::new(), steps);
        while left > 0 && lacks.is_none() {
            let batch = usize::try_from(left).unwrap_or(BATCH).min(BATCH);
            let scene = Arc::clone(&bench.scene);
            let done = advance(Work { simulation, scene, steps: batch, spring: None, tape: Vec::new() });
            simulation = done.simulation;
            samples.extend(done.taken.iter().map(|taken| taken.sample));
            left -= (done.taken.len() as u64).min(left);
            if done.taken.len() < batch {
                break;
            }
        }
        let (failed, last) = (left > 0 || lacks.is_some(), first + steps);
        let value = asked
            .filter(|_| !failed)
            .and_then(|of| of.value(&simulation.model, &simulation.state, so_far(&samples, last)));
        Found { model, value, failed }
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::around;

    #[test]
    fn a_slider_has_the_value_on_it_and_does_not_begin_there() {
        for value in [0.0, 1e-9, 0.3, -0.3, 1.0, 63.97, -282.019, 1e6] {
            let (from, to) = around(value);
            assert!(from < value && value < to, "{value}: {from} to {to}");
            let off = ((from + to) / 2.0 - value).abs() / (to - from);
            assert!(off > 0.05, "{value}: {from} to {to}");
        }
    }
}
