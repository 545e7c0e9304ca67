//! CPU time of the steps of scenes under several models, and what the slowest step of each run did: `scripts/step-times`.
//!
//! `pile:100` instead of a scene file is the generated pile of so many bodies. Traps are not counted, as in a run of a window
//! that does not show them. One run at a time, in one thread; what other programs take meanwhile is left out. With `--threads N` steps have so many,
//! and times are those of the wall; with `--friction MU` every body has that coefficient.
//!
//! `--stops` asks each run to stop, at moments spread over its steps, and prints how long that takes (wall time).

use cpu_time::ThreadTime;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::DEFAULT_DURATION;
use pegsim::experiment::run::step_count;
use pegsim::experiment::stats::{quantile, sorted};
use pegsim::scene::generators::random;
use pegsim::scene::{LoadedScene, load_file, load_scene};
use pegsim::step::{Simulation, StepError, StepRecord};
use pegsim::stop::Stop;
use pegsim::world::StepInput;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is asked for.
struct Wanted {
    scenes: Vec<String>,
    models: Vec<ContactModel>,
    /// Simulated time of a run at most (s).
    seconds: f64,
    /// CPU time of a run at most (s): a run that takes longer ends after the step in which it does.
    budget: f64,
    /// Threads of a step. With more than one it is timed by the wall.
    threads: usize,
    /// Coefficient of friction of every body, in place of the scene's.
    friction: Option<f64>,
    /// Print how soon a step that is asked to stop does.
    stops: bool,
}

const USAGE: &str = "step_times [--models standard,lnc,peg] [--seconds 2] [--budget 20] [--threads 1] [--friction MU] [--stops] SCENE.ron | pile:COUNT …";

impl Wanted {
    fn of(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut wanted = Self {
            scenes: Vec::new(),
            models: vec![ContactModel::Standard, ContactModel::Lnc, ContactModel::Peg],
            seconds: 2.0,
            budget: 20.0,
            threads: 1,
            friction: None,
            stops: false,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value; {USAGE}"));
            let number =
                |text: String| text.parse::<f64>().map_err(|_| format!("`{text}` is no number; {USAGE}"));
            match argument.as_str() {
                "--models" => {
                    let names = value()?;
                    let model = |name: &str| ContactModel::from_name(name).map_err(|error| error.to_string());
                    wanted.models = names.split(',').map(model).collect::<Result<_, _>>()?;
                }
                "--seconds" => wanted.seconds = number(value()?)?,
                "--budget" => wanted.budget = number(value()?)?,
                "--threads" => {
                    let text = value()?;
                    let count = text.parse().ok().filter(|count| *count > 0);
                    wanted.threads = count.ok_or(format!("`{text}` is no number of threads; {USAGE}"))?;
                }
                "--friction" => wanted.friction = Some(number(value()?)?),
                "--stops" => wanted.stops = true,
                _ => wanted.scenes.push(argument),
            }
        }
        if wanted.scenes.is_empty() { Err(USAGE.to_owned()) } else { Ok(wanted) }
    }
}

fn load(name: &str) -> Result<LoadedScene, String> {
    let loaded = match name.strip_prefix("pile:") {
        None => load_file(Path::new(name)),
        Some(count) => {
            let count = count.parse().map_err(|_| format!("`{count}` is no number of bodies; {USAGE}"))?;
            load_scene(random::pile(count, 0), name, Path::new(""))
        }
    };
    loaded.map_err(|error| error.to_string())
}

/// What a step did, in a few words.
fn said(record: &StepRecord) -> String {
    let solve = &record.solve;
    let part = |seconds: f64| 100.0 * seconds / record.timing.total.max(f64::MIN_POSITIVE);
    format!(
        "{} to {:.2} s: {}, {} rows, {} iterations in {} problems, {} switches, {} contacts, {} islands; {:.0} % solving, {:.0} % finding{}",
        record.step,
        record.time,
        solve.method,
        solve.size,
        solve.iterations,
        solve.outer_iterations,
        solve.switches,
        record.contacts.len(),
        record.islands,
        part(record.timing.solve),
        part(record.timing.detect),
        solve.fallback.as_ref().map_or(String::new(), |reason| format!("; {reason}"))
    )
}

/// A run of a scene under a model, without traps.
fn simulation(scene: &LoadedScene, model: ContactModel, wanted: &Wanted) -> Simulation {
    let mut settings = scene.settings;
    settings.contact.model = model;
    settings.threads = Some(wanted.threads);
    settings.count_traps = false;
    let mut world = scene.model.clone();
    if let Some(mu) = wanted.friction {
        Arc::make_mut(&mut world).bodies.iter_mut().for_each(|body| body.friction = mu);
    }
    Simulation::new(world, scene.first_state().clone(), settings)
}

/// Asks a run to stop until the budget is spent, each time later than the one before by up to 0.4 s and back at 1 ms again, and lets it
/// take a step now and then; a line with how long it took to end.
fn stops(name: &str, scene: &LoadedScene, model: ContactModel, wanted: &Wanted) -> String {
    let mut run = simulation(scene, model, wanted);
    let until = Instant::now() + Duration::from_secs_f64(wanted.budget);
    let mut delays: Vec<f64> = Vec::new();
    let mut ended = String::new();
    while Instant::now() < until && ended.is_empty() {
        let stop = Stop::new();
        let flag = stop.clone();
        let wait = Duration::from_micros(1000 + delays.len() as u64 * 103_000 % 400_000);
        let asker = std::thread::spawn(move || {
            std::thread::sleep(wait);
            flag.ask();
            Instant::now()
        });
        let error = stop.watch(|| {
            loop {
                if let Err(error) = run.step(&StepInput::default()) {
                    break error;
                }
            }
        });
        let back = Instant::now();
        match (error, asker.join()) {
            (StepError::Stopped { .. }, Ok(asked)) => {
                delays.push(back.saturating_duration_since(asked).as_secs_f64());
            }
            (error, _) => ended = format!("ended: {error}"),
        }
        // A step that always takes longer than the wait must not be the last.
        if delays.len().is_multiple_of(3) && run.step(&StepInput::default()).is_err() {
            ended = "ended by itself".to_owned();
        }
    }
    let ascending = sorted(&delays);
    let at = |share: f64| 1e3 * quantile(&ascending, share);
    let step = run.state.step;
    format!(
        "| {name} | {} | {} | {:.1} | {:.1} | {step} | {ended} |",
        model.name(),
        delays.len(),
        at(0.5),
        at(1.0)
    )
}

/// A line of the table.
fn run(name: &str, scene: &LoadedScene, model: ContactModel, wanted: &Wanted) -> String {
    let mut simulation = simulation(scene, model, wanted);
    let duration = scene.duration.unwrap_or(DEFAULT_DURATION).min(wanted.seconds);
    let mut times: Vec<f64> = Vec::new();
    let (mut slowest, mut spent) = (String::new(), 0.0);
    let mut operations = 0;
    for _ in 0..step_count(duration, simulation.settings.h) {
        let (start, wall) = (ThreadTime::now(), Instant::now());
        let meter = Stop::new();
        let record = meter.watch(|| simulation.step(&StepInput::default()));
        operations = meter.spent().max(operations);
        // Helpers are not on the clock of this thread.
        let time = if wanted.threads == 1 { start.elapsed() } else { wall.elapsed() }.as_secs_f64();
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                slowest = format!("ended: {error}; {slowest}");
                break;
            }
        };
        if times.iter().all(|&t| t < time) {
            slowest = said(&record);
        }
        times.push(time);
        spent += time;
        if spent > wanted.budget {
            slowest = format!("cut; {slowest}");
            break;
        }
    }
    let ascending = sorted(&times);
    let at = |share: f64| 1e3 * quantile(&ascending, share);
    let name = name.trim_start_matches("scenes/").trim_end_matches(".ron");
    format!(
        "| {name} | {} | {} | {:.2} | {:.1} | {:.1} | {:.1e} | {slowest} |",
        model.name(),
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        operations as f64
    )
}

fn main() -> Result<(), String> {
    let wanted = Wanted::of(std::env::args().skip(1))?;
    let line = if wanted.stops {
        println!("| scene | model | stops | p50 (ms) | max (ms) | steps done | |");
        println!("| --- | --- | --- | --- | --- | --- | --- |");
        stops
    } else {
        println!(
            "| scene | model | steps | p50 (ms) | p99 (ms) | max (ms) | max multiplications | slowest step |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
        run
    };
    for name in &wanted.scenes {
        let scene = load(name)?;
        for &model in &wanted.models {
            println!("{}", line(name, &scene, model, &wanted));
        }
    }
    Ok(())
}
