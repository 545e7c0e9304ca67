//! Arguments of the command line, and which of the commands answers them.

mod args;
mod commands;
mod launch;
mod lcp;
mod output;
mod recover;
mod runs;
mod scenes;
mod screenshot;

use args::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

/// Why a command ended without doing its work; the kind decides the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The simulation, or writing its results, failed: exit code 1.
    Run(String),
    /// Bad arguments or a bad scene: exit code 2.
    Input(String),
}

impl From<pegsim::scene::SceneError> for Failure {
    fn from(error: pegsim::scene::SceneError) -> Self {
        Self::Input(error.to_string())
    }
}

/// Runs the program: 0 done, 1 the simulation failed, 2 bad arguments or scene.
pub(crate) fn main() -> ExitCode {
    // Clap itself ends the program with code 2 on bad arguments.
    let arguments = Arguments::parse();
    let outcome = match arguments.command {
        None => launch::open(&arguments),
        Some(Command::Run(args)) => runs::run(&args),
        Some(Command::Compare(args)) => runs::compare(&args),
        Some(Command::Sweep(args)) => runs::sweep(&args),
        Some(Command::Screenshot(args)) => screenshot::draw(&args),
        Some(Command::Check(args)) => commands::check(&args),
        Some(Command::List(args)) => commands::list(args.what),
        Some(Command::Recover(args)) => recover::answer(&args),
        Some(Command::Lcp(args)) => lcp::answer(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Run(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
        Err(Failure::Input(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
