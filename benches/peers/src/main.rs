//! The same scenes with pegsim and with Rapier, side by side: time of a step, true depth and overlap.

mod case;
mod engine;
mod measure;
mod rapier;
mod table;

use case::{Case, Conditions};
use clap::Parser;
use engine::Engine;
use measure::{Clock, Plan};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use table::Measured;

/// Step sizes when none is given (s): of scenes, of piles.
const STEP_SIZES: ([f64; 4], [f64; 1]) = ([0.001, 0.005, 0.01, 0.016], [0.01]);

/// Runs scenes with pegsim and with Rapier, inelastic, and prints one table.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Scene files, separated by commas [default: scenes/box3d_seed0.ron to 4, unless there are piles]
    #[arg(long, value_delimiter = ',')]
    scenes: Vec<PathBuf>,
    /// Piles of that many bodies
    #[arg(long, value_delimiter = ',', num_args = 0..=1, default_missing_value = "30,100,300")]
    piles: Vec<usize>,
    /// Step sizes (s), separated by commas [default: 0.001,0.005,0.01,0.016; piles 0.01]
    #[arg(long, value_delimiter = ',', value_parser = positive)]
    dt: Vec<f64>,
    /// How long each run lasts (s) [default: as the scene says]
    #[arg(long, value_parser = positive)]
    duration: Option<f64>,
    /// Coefficient of friction of every body, whatever the scenes say
    #[arg(long, default_value_t = 0.0, value_parser = coefficient)]
    friction: f64,
    /// Runs of each engine, in turn; of each step the shortest time counts
    #[arg(long, default_value_t = 2)]
    repeat: usize,
    /// The clock that times a step
    #[arg(long, value_enum, default_value_t = Clock::Wall)]
    clock: Clock,
    /// Engines, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_parser = Engine::from_name)]
    engines: Vec<Engine>,
    /// A run that takes longer ends there and counts as not completed (s)
    #[arg(long, default_value_t = 300.0, value_parser = positive)]
    limit: f64,
    /// Also write the numbers to this file
    #[arg(long)]
    csv: Option<PathBuf>,
}

fn positive(text: &str) -> Result<f64, String> {
    number(text, |value| value > 0.0, "must be positive")
}

fn coefficient(text: &str) -> Result<f64, String> {
    number(text, |value| value >= 0.0, "must not be negative")
}

fn number(text: &str, fits: impl Fn(f64) -> bool, must: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if fits(value) && value.is_finite() { Ok(value) } else { Err(must.to_owned()) }
}

impl Arguments {
    fn cases(&self) -> Result<Vec<Case>, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let scenes = if self.scenes.is_empty() && self.piles.is_empty() {
            (0..5).map(|seed| root.join(format!("scenes/box3d_seed{seed}.ron"))).collect()
        } else {
            self.scenes.clone()
        };
        let sizes = |default: &[f64]| if self.dt.is_empty() { default.to_vec() } else { self.dt.clone() };
        let conditions = |h| Conditions { h, duration: self.duration, friction: self.friction };
        let mut cases = Vec::new();
        for h in sizes(&STEP_SIZES.0) {
            for path in &scenes {
                cases.push(Case::file(path, conditions(h))?);
            }
        }
        for h in sizes(&STEP_SIZES.1) {
            for count in &self.piles {
                cases.push(Case::pile(*count, conditions(h))?);
            }
        }
        Ok(cases)
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let engines = if arguments.engines.is_empty() { Engine::ALL.to_vec() } else { arguments.engines.clone() };
    let limit = Duration::try_from_secs_f64(arguments.limit).unwrap_or(Duration::MAX);
    let plan = Plan { repeat: arguments.repeat.max(1), clock: arguments.clock, limit };
    let clock = match plan.clock {
        Clock::Wall => "wall clock",
        Clock::Cpu => "CPU time, one thread each",
    };
    println!(
        "rapier3d-f64 {}; {clock}, of each step the shortest of {} runs\n\n{}",
        rapier3d_f64::VERSION,
        plan.repeat,
        table::HEADING
    );
    let mut all = Vec::new();
    for case in arguments.cases()? {
        let scores = measure::measure(&case, &engines, plan)?;
        let measured = Measured { case, scores };
        println!("{}", table::rows(&measured));
        all.push(measured);
        // After each case: an interrupted run leaves what it had.
        if let Some(path) = &arguments.csv {
            std::fs::write(path, table::csv(&all)).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    println!("{}{}", table::summary(&all), table::growths(&all));
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
