//! One problem by every solver, one after the other, on threads beside the frames and the steps.
//!
//! A solver cannot be interrupted. One that takes longer than [`LIMIT`] goes on by itself while the next one starts; its
//! line is filled in when it ends. At most [`LATE`] do so at a time, so that the times of the others stay honest.

use crate::app::explain::resolve::picture::Picture;
use crate::app::explain::resolve::question::Question;
use crate::app::panics;
use crate::app::wake::{WakesAtItsEnd, wake};
use crate::lcp::catalogue::{Method, SolverMethod};
use crate::lcp::{LcpSettings, Solution, Status, catalogue, solve};
use crate::step::{StepProblem, step_problems};
use nalgebra::DVector;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the next solver waits for one.
pub const LIMIT: Duration = Duration::from_secs(10);
/// Solvers beyond their limit that may run at once.
const LATE: usize = 2;
/// How often is looked whether a solver is done.
const GLANCE: Duration = Duration::from_millis(2);
/// The matrix is formed beforehand up to this many rows; beyond, the first solver that needs it pays for it.
pub const FORMED: usize = 3000;

/// What became of one solver.
#[derive(Clone, Debug)]
pub enum State {
    /// Not its turn yet.
    Waiting,
    /// At work since.
    Running(Instant),
    /// It has ended.
    Done(Arc<Answer>),
    /// It ended by an error in the program, in these words.
    Broken(String),
    /// It was not started.
    Stopped,
}

/// What a solver found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Solution and report.
    pub solution: Solution,
    /// The change of scaled velocity that it leads to (√J).
    pub change: Option<DVector<f64>>,
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The solver.
    pub method: &'static Method,
    /// How far it is.
    pub state: State,
}

impl Trial {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&Arc<Answer>> {
        match &self.state {
            State::Done(answer) => Some(answer),
            _ => None,
        }
    }
}

/// All that is known at a moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The problems of the step, one per island; empty while they are written, or where there are none.
    pub problems: Vec<Arc<StepProblem>>,
    /// Whether the problems are written.
    pub written: bool,
    /// The problem that is solved.
    pub island: usize,
    /// One line per solver, in the order of the catalogue.
    pub trials: Vec<Trial>,
    /// The matrix, where it is small enough to be formed.
    pub picture: Option<Arc<Picture>>,
    /// Time to form the matrix (s).
    pub forming: Option<f64>,
    /// Whether nothing is at work any more.
    pub finished: bool,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
}

impl Snapshot {
    /// The problem that is solved.
    pub fn problem(&self) -> Option<&Arc<StepProblem>> {
        self.problems.get(self.island)
    }

    /// The answer with the smallest residual among those that count as solved, the first of equals.
    pub fn best(&self) -> Option<&Trial> {
        let solved = self.trials.iter().filter_map(|t| {
            let report = &t.answer()?.solution.report;
            (report.status == Status::Solved).then_some((report.residual.natural_map, t))
        });
        solved.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, trial)| trial)
    }

    /// Solvers that have ended, one way or another.
    pub fn done(&self) -> usize {
        self.trials.iter().filter(|t| !matches!(t.state, State::Waiting | State::Running(_))).count()
    }

    /// The island with the largest problem.
    fn largest(&self) -> usize {
        let sizes = self.problems.iter().enumerate().map(|(i, p)| (p.lcp.size(), std::cmp::Reverse(i)));
        sizes.max().map_or(0, |(_, std::cmp::Reverse(i))| i)
    }
}

/// Work under way or done.
pub struct Job {
    shared: Arc<Mutex<Snapshot>>,
    stop: Arc<AtomicBool>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Job {
    /// Starts: writes the problems of the step, unless they are known, and solves that of one island (`None`: the largest).
    pub fn start(question: &Question, known: Vec<Arc<StepProblem>>, island: Option<usize>) -> Self {
        let job = Self { shared: Arc::default(), stop: Arc::default() };
        let (shared, stop, question) = (job.shared.clone(), job.stop.clone(), question.clone());
        let work = move || {
            let _wakes = WakesAtItsEnd;
            let run = || work(&question, known, island, &shared, &stop);
            if let Err(text) = panics::guarded(run) {
                lock(&shared).error = Some(tr!("problem-problems-could-not-be-written", text = text));
            }
            lock(&shared).finished = true;
        };
        if let Err(error) = std::thread::Builder::new().name("solvers".to_owned()).spawn(work) {
            let mut shared = lock(&job.shared);
            shared.error = Some(tr!("problem-solvers-could-not-be-started", error = error));
            shared.finished = true;
        }
        job
    }

    /// Starts no further solver. One at work goes on to its end by itself.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What is known by now.
    pub fn snapshot(&self) -> Snapshot {
        lock(&self.shared).clone()
    }
}

fn lock(shared: &Mutex<Snapshot>) -> MutexGuard<'_, Snapshot> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(
    question: &Question,
    known: Vec<Arc<StepProblem>>,
    island: Option<usize>,
    shared: &Arc<Mutex<Snapshot>>,
    stop: &AtomicBool,
) {
    let problems = if known.is_empty() {
        let Question { bodies, before, input, settings, after, .. } = question;
        step_problems(bodies, before, input, settings, after.as_ref()).into_iter().map(Arc::new).collect()
    } else {
        known
    };
    let problem = {
        let mut shared = lock(shared);
        shared.problems = problems;
        shared.written = true;
        shared.island = island.filter(|i| *i < shared.problems.len()).unwrap_or_else(|| shared.largest());
        shared.trials =
            catalogue::solvers().map(|(method, _)| Trial { method, state: State::Waiting }).collect();
        shared.problem().cloned()
    };
    let Some(problem) = problem else { return };
    if problem.lcp.size() <= FORMED {
        let clock = Instant::now();
        problem.lcp.a();
        let forming = clock.elapsed().as_secs_f64();
        let picture = Arc::new(Picture::of(&problem.lcp));
        let mut shared = lock(shared);
        (shared.forming, shared.picture) = (Some(forming), Some(picture));
    }
    let solver = &question.settings.solver;
    let settings = LcpSettings { tolerance: solver.tolerance, max_iterations: solver.max_iterations };
    let order = order(&lock(shared).trials);
    for index in order {
        while running(shared) >= LATE && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        solve_one(index, &problem, settings, shared);
        let clock = Instant::now();
        while is_running(shared, index) && clock.elapsed() < LIMIT && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
        }
    }
    for trial in &mut lock(shared).trials {
        if matches!(trial.state, State::Waiting) {
            trial.state = State::Stopped;
        }
    }
    while running(shared) > 0 {
        std::thread::sleep(GLANCE);
    }
}

/// What is quick on large problems goes first: the others take time with the cube of the rows.
fn order(trials: &[Trial]) -> Vec<usize> {
    use SolverMethod as M;
    let slow = |id: M| {
        matches!(
            id,
            M::Automatic
                | M::Lemke
                | M::Dantzig
                | M::InteriorPoint
                | M::FischerNewton
                | M::MinmapNewton
                | M::Staggered
                | M::Enumerate
        )
    };
    let mut order: Vec<usize> = (0..trials.len()).collect();
    order.sort_by_key(|&i| slow(trials[i].method.id));
    order
}

fn is_running(shared: &Mutex<Snapshot>, index: usize) -> bool {
    lock(shared).trials.get(index).is_some_and(|t| matches!(t.state, State::Running(_)))
}

fn running(shared: &Mutex<Snapshot>) -> usize {
    lock(shared).trials.iter().filter(|t| matches!(t.state, State::Running(_))).count()
}

/// Starts one solver on a thread of its own, which writes down what came of it.
fn solve_one(index: usize, problem: &Arc<StepProblem>, settings: LcpSettings, shared: &Arc<Mutex<Snapshot>>) {
    let Some(solver) = lock(shared).trials.get(index).and_then(|t| t.method.solver) else { return };
    let set = move |shared: &Mutex<Snapshot>, state: State| {
        if let Some(trial) = lock(shared).trials.get_mut(index) {
            trial.state = state;
        }
        wake();
    };
    set(shared, State::Running(Instant::now()));
    let (problem, theirs) = (problem.clone(), shared.clone());
    let work = move || {
        let outcome = panics::guarded(|| solve(solver, &problem.lcp, &settings, None));
        let state = match outcome {
            Ok(solution) => State::Done(Arc::new(Answer { change: problem.change(&solution.z), solution })),
            Err(reason) => State::Broken(reason),
        };
        set(&theirs, state);
    };
    if let Err(error) = std::thread::Builder::new().name("solver".to_owned()).spawn(work) {
        set(shared, State::Broken(error.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::workbench::Workbench;
    use crate::lcp::problem::file;
    use crate::scene::load_str;
    use std::path::Path;

    const PILE: &str = r#"Scene(name: "two boxes", dimension: Two, time_step: 0.01, bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (3.0, 0.1, 0.0)), friction: 0.5),
        (name: "left", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (-1.0, 0.2, 0.0), friction: 0.5),
        (name: "right", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (1.0, 0.2, 0.0), friction: 0.5),
        (name: "upon", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (1.0, 0.4, 0.0), friction: 0.5),
    ])"#;

    fn question() -> Question {
        let scene = load_str(PILE, "pile.ron", Path::new(".")).expect("a valid scene");
        let bench = Workbench::new(scene, &[crate::contact::models::ContactModel::Standard]);
        Question::of_pane(&bench, 0)
    }

    fn wait(job: &Job) -> Snapshot {
        let clock = Instant::now();
        while !job.snapshot().finished {
            assert!(clock.elapsed() < Duration::from_secs(60), "the solvers do not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        job.snapshot()
    }

    #[test]
    fn every_solver_has_a_line_and_the_largest_island_comes_first() {
        let job = Job::start(&question(), Vec::new(), None);
        let snapshot = wait(&job);
        assert_eq!(snapshot.problems.len(), 2);
        let rows: Vec<usize> = snapshot.problems.iter().map(|p| p.lcp.size()).collect();
        assert_eq!(rows[snapshot.island], *rows.iter().max().expect("islands"));
        assert_eq!(snapshot.trials.len(), catalogue::solvers().count());
        assert!(snapshot.trials.iter().all(|t| t.answer().is_some()), "{:?}", snapshot.trials);
        let best = snapshot.best().expect("a solution").answer().expect("an answer").clone();
        assert_eq!(best.solution.report.status, Status::Solved);
        // Solvers that agree on the residual agree on the motion: there is no slip here.
        let problem = snapshot.problem().expect("a problem");
        let lemke = snapshot.trials.iter().find(|t| t.method.name == "lemke").and_then(Trial::answer);
        let change = lemke.and_then(|a| a.change.clone()).expect("a motion");
        let apart = problem.speed_between(&change, best.change.as_ref().expect("a motion"));
        assert!(apart < 1e-6, "{apart} m/s");
        assert!(snapshot.picture.as_ref().is_some_and(|p| p.rows == problem.lcp.size() && p.nonzeros > 0));
    }

    #[test]
    fn another_island_of_known_problems_is_solved_and_stopping_leaves_the_rest_out() {
        let question = question();
        let first = wait(&Job::start(&question, Vec::new(), None));
        let other = (first.island + 1) % 2;
        let job = Job::start(&question, first.problems.clone(), Some(other));
        job.stop();
        let second = wait(&job);
        assert_eq!(second.island, other);
        assert!(Arc::ptr_eq(&second.problems[0], &first.problems[0]), "not written again");
        assert!(second.trials.iter().any(|t| matches!(t.state, State::Stopped)), "{:?}", second.trials);
        let missing = wait(&Job::start(&question, first.problems.clone(), Some(99)));
        assert_eq!(missing.island, first.island, "an island that is not there is the largest");
    }

    #[test]
    fn sweeps_come_before_factorisations() {
        let trials: Vec<Trial> =
            catalogue::solvers().map(|(method, _)| Trial { method, state: State::Waiting }).collect();
        let order = order(&trials);
        let place = |name: &str| order.iter().position(|&i| trials[i].method.name == name);
        assert!(place("pgs") < place("lemke") && place("nncg") < place("automatic"));
        let mut all = order.clone();
        all.sort_unstable();
        assert_eq!(all, (0..trials.len()).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_saved_is_the_problem_that_the_command_line_reads() {
        let question = question();
        let snapshot = wait(&Job::start(&question, Vec::new(), None));
        let problem = snapshot.problem().expect("a problem");
        let origin =
            file::Origin::of_step(&question.scene, &question.settings, &question.before, snapshot.island);
        let text = problem.file(origin).to_text().expect("finite numbers");
        let (read, lcp) = file::parse(&text, "saved").expect("a problem file");
        assert_eq!(lcp, problem.lcp);
        assert_eq!(read.origin.map(|o| (o.step, o.model)), Some((1, "standard".to_owned())));
        assert_eq!(read.rows.len(), problem.lcp.size());
    }
}
