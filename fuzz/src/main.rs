//! The program `fuzz`: runs the targets and prints what came of them.

use clap::Parser;
use fuzz::harness::{self, Plan};
use std::path::PathBuf;
use std::process::ExitCode;

/// Random inputs for pegsim. Input number I of a target is the same on every machine for the same seed. Exit code 1 if anything did not hold.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Stop after this many minutes [default: 1, unless --inputs is given].
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Stop after this many inputs, shared out over the targets.
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Targets to run, separated by commas [default: all]. `--list` names them.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    target: Vec<String>,
    /// Run this one input of one target, and print it.
    #[arg(long, value_name = "I")]
    index: Option<u64>,
    /// Processes at a time [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// An input that takes longer is a failure (s).
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    patience: f64,
    /// Memory of one process (MiB); more is a failure.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u64,
    /// Folder for the inputs that failed.
    #[arg(long, value_name = "FOLDER", default_value = "fuzz-failures")]
    out: PathBuf,
    /// Print the targets.
    #[arg(long)]
    list: bool,
    /// Run a stretch of inputs in this process: TARGET FROM COUNT STATE-FILE.
    #[arg(long, hide = true, num_args = 4)]
    worker: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.list {
        for target in fuzz::targets::TARGETS {
            println!("{:<10} {}", target.name, target.about);
        }
        return ExitCode::SUCCESS;
    }
    let outcome = if let Some(stretch) = &arguments.worker {
        harness::work(stretch, arguments.seed)
    } else if let Some(index) = arguments.index {
        harness::repeat(&arguments.target, arguments.seed, index, &arguments.out)
    } else {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        harness::run(&Plan {
            minutes: arguments.minutes.or(arguments.inputs.is_none().then_some(1.0)),
            inputs: arguments.inputs,
            seed: arguments.seed,
            targets: arguments.target,
            threads: arguments.threads.unwrap_or(cores).max(1),
            patience: arguments.patience,
            memory: arguments.memory,
            out: arguments.out,
        })
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
