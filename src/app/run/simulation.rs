//! Steps all panes on one clock, beside the frames: the frame rate decides how often steps are asked for, never
//! which steps are taken, and a slow solve only makes the panes fall behind the clock.

use crate::app::bench::branches;
use crate::app::bench::parting;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::messages::Messages;
use crate::app::past::recovery::ticket::Ticket;
use crate::app::past::timeline;
use crate::app::run::advance::{Done, Work, advance};
use crate::app::run::left::Left;
use crate::app::run::spring::Spring;
use crate::recording::Frame;
use crate::step::StepSettings;
use crate::stop::Stop;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Wall time that the steps asked for at once should take (s): about a frame, and this much where frames are faster.
const BUDGET: f64 = 0.012;
/// Steps asked for at once at most.
const MAX_BATCH: usize = 256;
/// The clock's lead that is still caught up (s of real time); what is beyond it is given up.
const CATCH_UP: f64 = 0.25;

/// From here on it is said that a step takes long, and how it is stopped.
const LONG: Duration = Duration::from_secs(1);
/// How long the first step after an act waits at most until that act is kept.
const KEPT: Duration = Duration::from_secs(2);

/// Where the steps are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// In tasks beside the frames.
    #[default]
    Background,
    /// In the frame itself, for tests: every frame sees the result of what it asked for.
    Inline,
}

/// The state of the clockwork that panels need not see.
#[derive(Resource, Default)]
pub struct Driver {
    /// Where steps are taken.
    pub mode: Mode,
    /// The spring that the mouse pulls, if any.
    pub spring: Option<Spring>,
    /// Whether the mouse holds a body.
    pub holding: bool,
    /// The clock waits at this step, and goes there as fast as it can: a film takes its pictures.
    pub not_beyond: Option<u64>,
    /// The next steps wait until this is kept: should they end the program, it is there.
    pub after: Option<Ticket>,
    jobs: Vec<(usize, Task<Done>)>,
    /// When they began.
    begun: Option<Instant>,
    /// Asks the work in progress to stop.
    stop: Stop,
    backlog: f64,
    lost: f64,
    single: usize,
    hunting: bool,
    left: Left,
    cost: f64,
    /// Duration of the last frame (s); none of one before which the clock stood.
    frame: f64,
    /// Whether the clock ran in the last frame.
    ran: bool,
    rate: (u64, f64),
}

impl Driver {
    /// Drops work in progress: its result would belong to a past that no longer is.
    pub fn discard(&mut self) {
        self.jobs.clear();
        self.begun = None;
        // A step of seconds must not keep its thread.
        self.stop.ask();
        self.stop = Stop::new();
        self.backlog = 0.0;
        self.lost = 0.0;
    }

    /// Forgets steps asked for by hand and the hunt for a trap.
    pub fn halt(&mut self) {
        self.single = 0;
        self.hunting = false;
    }

    /// Asks for one step of every pane.
    pub fn ask_for_step(&mut self) {
        self.hunting = false;
        self.single += 1;
    }

    /// Asks for steps until a trap springs in the focused pane.
    pub fn hunt(&mut self) {
        self.hunting = true;
    }

    /// The panes whose steps take long, and since when.
    pub fn long_steps(&self) -> Option<(Vec<usize>, Duration)> {
        let since = self.begun?.elapsed();
        let panes: Vec<usize> =
            self.jobs.iter().filter(|(_, task)| !task.is_finished()).map(|(pane, _)| *pane).collect();
        (since >= LONG && !panes.is_empty()).then_some((panes, since))
    }

    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.jobs.is_empty() && self.single == 0 && !self.hunting
    }
}

/// Steps the panes.
pub struct SimulationPlugin;

/// The order of a frame: results in, commands, new work out, then everything that shows it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameStage {
    /// Finished steps are taken over.
    Collect,
    /// Keys and mouse become commands.
    Input,
    /// Commands change the workbench and the view.
    Apply,
    /// New steps are asked for.
    Ask,
    /// Entities, cameras and overlays follow.
    Show,
}

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Driver>();
    }
}

/// Takes over steps that are finished.
pub fn collect(mut bench: ResMut<Workbench>, mut driver: ResMut<Driver>, mut messages: ResMut<Messages>) {
    if driver.jobs.is_empty() || !driver.jobs.iter().all(|(_, task)| task.is_finished()) {
        return;
    }
    let results: Vec<(usize, Done)> =
        std::mem::take(&mut driver.jobs).into_iter().map(|(pane, task)| (pane, block_on(task))).collect();
    take_over(&mut bench, &mut driver, &mut messages, results);
}

/// Asks for the steps that are due.
pub fn ask(
    time: Res<Time<Real>>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
) {
    let bench = &mut *bench;
    // Nothing is drawn while nothing happens: the time since then is no frame's.
    let frame = if std::mem::replace(&mut driver.ran, bench.running) { time.delta_secs_f64() } else { 0.0 };
    driver.frame = frame;
    if bench.running {
        driver.backlog += frame * bench.speed;
    } else {
        driver.backlog = 0.0;
        driver.lost = 0.0;
    }
    if driver.jobs.is_empty() {
        let steps = steps_wanted(bench, &mut driver);
        if steps > 0 {
            start(bench, &mut driver, &mut messages, steps);
        }
    }
    // What cannot be caught up is given up, and said.
    // A frame that is long itself (weak graphics) must not make the clock stop.
    let most = CATCH_UP.max(2.0 * driver.frame) * bench.speed;
    if driver.backlog > most {
        driver.lost += driver.backlog - most;
        driver.backlog = most;
    }
    let unpaced = bench.as_fast_as_possible || driver.not_beyond.is_some();
    let behind = if unpaced { 0.0 } else { driver.lost + driver.backlog };
    // Less than a step behind is not behind.
    bench.behind = if behind > 2.0 * bench.time_step { behind } else { 0.0 };
    count_rate(bench, &mut driver, time.elapsed_secs_f64());
}

/// Takes the steps that were asked for by hand, or starts to: what is asked for after them is meant after them.
pub fn steps_by_hand(
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
) {
    if driver.single > 0 && driver.jobs.is_empty() {
        let steps = steps_wanted(&mut bench, &mut driver);
        start(&mut bench, &mut driver, &mut messages, steps);
    }
}

/// How many steps to ask for now.
fn steps_wanted(bench: &mut Workbench, driver: &mut Driver) -> usize {
    let budget = BUDGET.max(driver.frame);
    let affordable = if driver.cost > 0.0 { (budget / driver.cost) as usize } else { 1 }.clamp(1, MAX_BATCH);
    if driver.single > 0 {
        let steps = driver.single.min(affordable);
        driver.single -= steps;
        return steps;
    }
    if driver.hunting {
        return 1;
    }
    if !bench.running {
        return 0;
    }
    let unpaced = bench.as_fast_as_possible || driver.not_beyond.is_some();
    let due = if unpaced {
        affordable
    } else {
        // The slack keeps a step that is due now from slipping to the next frame by rounding.
        ((driver.backlog / bench.time_step + 1e-9) as usize).min(affordable)
    };
    let left = match bench.scene.duration {
        Some(duration) if !bench.finished => {
            ((duration - bench.time()) / bench.time_step).round().max(0.0) as usize
        }
        _ => usize::MAX,
    };
    // A run that begins at its end was asked for all the same.
    let left = if left == 0 {
        bench.finished = true;
        usize::MAX
    } else {
        left
    };
    let room = driver.not_beyond.map_or(u64::MAX, |limit| limit.saturating_sub(bench.step()));
    let steps = due.min(left).min(usize::try_from(room).unwrap_or(usize::MAX));
    if !unpaced {
        driver.backlog = (driver.backlog - steps as f64 * bench.time_step).max(0.0);
    } else {
        driver.backlog = 0.0;
    }
    steps
}

/// Takes steps of all panes, or starts to.
pub fn start(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages, steps: usize) {
    let now = bench.step();
    let spring = driver.spring;
    // A pane that failed and was set going again catches up with the others first.
    let late = |pane: &Pane| usize::try_from(now - pane.simulation.state.step).unwrap_or(0).min(MAX_BATCH);
    let tapes: Vec<Tape> =
        bench.panes.iter().map(|pane| tape_of(pane, spring.is_some(), steps + late(pane))).collect();
    if tapes.contains(&Tape::Left) {
        branches::keep(bench);
        // What the run that is left came to says nothing of the one that begins.
        bench.parting.forget_after(now);
    }
    bench.time_step_chosen = false;
    let mut works = Vec::new();
    for (index, (pane, tape)) in bench.panes.iter_mut().zip(tapes).enumerate() {
        if pane.failure.is_some() || pane.cannot().is_some() {
            continue;
        }
        let tape = match tape {
            Tape::Followed(frames) => frames,
            Tape::Left | Tape::None => {
                go_on_from_here(pane);
                Vec::new()
            }
        };
        let steps = steps + late(pane);
        let (simulation, scene) = (pane.simulation.clone(), Arc::clone(&pane.scene));
        works.push((index, Work { simulation, scene, steps, spring, tape }));
    }
    if works.is_empty() {
        bench.running = false;
        driver.halt();
        return;
    }
    match driver.mode {
        Mode::Background => {
            let pool = AsyncComputeTaskPool::get();
            let after = driver.after.take();
            driver.begun = Some(Instant::now());
            let job = |(index, work)| {
                let (stop, after) = (driver.stop.clone(), after.clone());
                let work = move || {
                    if let Some(kept) = after {
                        kept.wait(KEPT);
                    }
                    advance(work)
                };
                (index, pool.spawn(async move { stop.watch(work) }))
            };
            driver.jobs = works.into_iter().map(job).collect();
        }
        Mode::Inline => {
            let results = works.into_iter().map(|(i, work)| (i, advance(work))).collect();
            take_over(bench, driver, messages, results);
        }
    }
}

/// What a pane does about the steps that are recorded after its present one.
#[derive(Debug)]
enum Tape {
    /// There are none.
    None,
    /// They are taken again: nothing has changed.
    Followed(Vec<Arc<Frame>>),
    /// The user wants something else now: they become a branch.
    Left,
}

impl PartialEq for Tape {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

fn tape_of(pane: &Pane, pulled: bool, steps: usize) -> Tape {
    let frames = pane.recording.after(pane.simulation.state.step, steps);
    let Some(next) = frames.first() else { return Tape::None };
    let settings = StepSettings { threads: pane.simulation.settings.threads, ..next.settings };
    if pulled || settings != pane.simulation.settings {
        return Tape::Left;
    }
    // Settings that were changed later in that run are changed again.
    Tape::Followed(frames)
}

/// Makes the present state the end of what is recorded.
fn go_on_from_here(pane: &mut Pane) {
    pane.forget_after(pane.simulation.state.step);
    let step = pane.simulation.state.step;
    let recorded = pane.recording.frame(step).is_some_and(|f| Arc::ptr_eq(&f.scene, &pane.scene));
    if pane.recording.range().is_none() {
        pane.recording.push(pane.frame(false));
    } else if !recorded {
        // It was shown with the scene of another moment.
        pane.recording.push(pane.frame(true));
    }
    pane.settings_chosen = false;
}

fn take_over(
    bench: &mut Workbench,
    driver: &mut Driver,
    messages: &mut Messages,
    results: Vec<(usize, Done)>,
) {
    let mut cost: f64 = 0.0;
    for (index, done) in results {
        cost = cost.max(done.cost);
        let Some(pane) = bench.panes.get_mut(index) else { continue };
        pane.simulation = done.simulation;
        pane.scene = done.scene;
        for taken in done.taken {
            let (step, sprung) = (taken.frame.state.step, taken.sample.sprung_traps);
            pane.note(taken.sample, taken.deepest, taken.repeats.is_none().then_some(taken.frame));
            taken.load.into_iter().for_each(|load| pane.loads.put(load));
            if let Some(same) = taken.repeats {
                timeline::note_repetition(pane, index, step, same, messages);
            }
            if driver.hunting && index == bench.focused && sprung > 0 {
                driver.hunting = false;
            }
        }
        if !pane.recording.changes().is_empty() {
            pane.read_worst();
        }
        if let Some(reason) = done.failure {
            let title = pane.model().title();
            messages.error(tr!("run-pane-stands-still", pane = index + 1, title = title, reason = reason));
            pane.failure = Some(reason);
        }
    }
    driver.cost = if driver.cost == 0.0 { cost } else { 0.7 * driver.cost + 0.3 * cost };
    timeline::follow_scene(bench);
    // Only the newest frames can be new; a batch has no more than these.
    parting::find(bench, 2 * MAX_BATCH);
    driver.left.note(bench, messages);
    stop_where_due(bench, driver, messages);
}

fn stop_where_due(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages) {
    if bench.panes.iter().all(|p| p.failure.is_some()) {
        bench.running = false;
        driver.halt();
    }
    if let Some(duration) = bench.scene.duration
        && !bench.finished
        && bench.time() > duration - 0.5 * bench.time_step
    {
        bench.finished = true;
        if bench.running {
            bench.running = false;
            messages.info(tr!("run-scene-s-over-run-again", duration = duration));
        }
        driver.hunting = false;
    }
}

fn count_rate(bench: &mut Workbench, driver: &mut Driver, now: f64) {
    let (step, since) = driver.rate;
    let elapsed = now - since;
    if bench.step() < step {
        driver.rate = (bench.step(), now);
    } else if elapsed >= 0.5 {
        bench.steps_per_second = (bench.step() - step) as f64 / elapsed;
        driver.rate = (bench.step(), now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop;
    use std::sync::mpsc;

    /// Who stops a step that takes long has the last good state, and the thread is free.
    #[test]
    fn a_step_that_takes_long_is_stopped_and_the_state_before_it_stays() {
        AsyncComputeTaskPool::get_or_init(bevy::tasks::TaskPool::new);
        let mut bench = crate::app::past::recording_file::example::bench();
        let before: Vec<_> = bench.panes.iter().map(|pane| pane.simulation.state.clone()).collect();
        bench.running = true;
        let mut driver = Driver::default();
        let (begun, ended) = (mpsc::channel(), mpsc::channel());
        let (stop, pane) = (driver.stop.clone(), bench.panes[1].clone());
        let work = move || {
            begun.0.send(()).unwrap();
            while !stop::asked() {
                std::thread::yield_now();
            }
            let work = Work {
                simulation: pane.simulation,
                scene: pane.scene,
                steps: 40,
                spring: None,
                tape: Vec::new(),
            };
            let done = advance(work);
            ended.0.send(done.taken.len()).unwrap();
            done
        };
        let task = AsyncComputeTaskPool::get().spawn(async move { stop.watch(work) });
        begun.1.recv().unwrap();
        driver.jobs.push((1, task));
        driver.begun = Some(Instant::now());
        assert!(driver.long_steps().is_none(), "it has only begun");
        driver.begun = Instant::now().checked_sub(2 * LONG);
        assert_eq!(driver.long_steps().map(|(panes, _)| panes), Some(vec![1]));
        let mut world = World::new();
        world.insert_resource(bench);
        world.insert_resource(driver);
        world.init_resource::<Messages>();
        world.init_resource::<crate::app::past::undo::UndoStack>();
        let stop_it = crate::app::command::RunCommand::StopSteps;
        crate::app::command::call(&mut world, crate::app::run::obey::carry_out, stop_it);
        assert_eq!(ended.1.recv().unwrap(), 0, "not one more step is taken");
        let (bench, driver) = (world.resource::<Workbench>(), world.resource::<Driver>());
        assert!(driver.long_steps().is_none() && driver.is_idle() && !bench.running);
        assert!(bench.panes.iter().zip(&before).all(|(pane, state)| pane.simulation.state == *state));
        assert!(world.resource::<Messages>().iter().any(|m| m.text.contains("was stopped")));
    }

    /// A step that would never end, as far as its thread can tell: it does when its result is no longer wanted.
    #[test]
    fn work_that_is_discarded_frees_its_thread() {
        let mut driver = Driver::default();
        let (begun, ended) = (mpsc::channel(), mpsc::channel());
        let stop = driver.stop.clone();
        let thread = std::thread::spawn(move || {
            stop.watch(|| {
                begun.0.send(()).unwrap();
                while !stop::asked() {
                    std::thread::yield_now();
                }
                ended.0.send(()).unwrap();
            });
        });
        begun.1.recv().unwrap();
        assert!(ended.1.try_recv().is_err(), "nobody has discarded it");
        driver.discard();
        ended.1.recv().unwrap();
        thread.join().unwrap();
        assert!(!driver.stop.is_asked(), "what is asked for next is not stopped");
    }
}
