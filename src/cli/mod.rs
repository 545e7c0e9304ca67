//! Arguments of the command line, and which of the commands answers them.

mod args;
mod commands;
mod convert;
mod draw;
mod export;
mod figures;
mod interrupt;
mod launch;
mod lcp;
mod manual;
mod output;
mod recorded;
mod recover;
mod runs;
mod scenes;
mod screenshot;
mod share;
mod summary;
mod sweep;

use args::{Arguments, Command};
use clap::{CommandFactory, FromArgMatches};
use pegsim::quote;
use std::process::ExitCode;

/// Why a command ended without doing its work; the kind decides the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The simulation, or writing its results, failed: exit code 1.
    Run(String),
    /// Bad arguments or a bad scene: exit code 2.
    Input(String),
    /// Stopped by Ctrl+C: exit code [`INTERRUPTED`].
    Interrupted(String),
}

/// A run whose results cannot be written failed.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Run(error.to_string())
    }
}

/// The exit code of a program that Ctrl+C ended, as shells count: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

impl From<pegsim::scene::SceneError> for Failure {
    fn from(error: pegsim::scene::SceneError) -> Self {
        Self::Input(error.to_string())
    }
}

/// The command line, with what `--version` says of this build.
pub(crate) fn command() -> clap::Command {
    let commit =
        option_env!("PEGSIM_COMMIT").map_or("a development build".to_owned(), |c| format!("commit {c}"));
    let window = if cfg!(feature = "app") { "with the window" } else { "without the window" };
    let wayland = if cfg!(feature = "wayland") { ", Wayland" } else { "" };
    let version = env!("CARGO_PKG_VERSION");
    Arguments::command().long_version(format!("{version}, {commit}, {window}{wayland}"))
}

/// Runs the program: 0 done, 1 the simulation failed, 2 bad arguments or scene, 130 stopped by Ctrl+C.
pub(crate) fn main() -> ExitCode {
    interrupt::outlive_file_limits();
    let parsed = command().try_get_matches().and_then(|found| Arguments::from_arg_matches(&found));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(refusal) => {
            return unknown_command(&refusal).map_or_else(|| answer(&refusal), |said| exit(Err(said)));
        }
    };
    let outcome = match arguments.command {
        None => launch::open(&arguments),
        Some(Command::Run(args)) => runs::run(&args),
        Some(Command::Compare(args)) => runs::compare(&args),
        Some(Command::Sweep(args)) => sweep::sweep(&args),
        Some(Command::Figures(args)) => figures::figures(&args),
        Some(Command::Screenshot(args)) => screenshot::draw(&args),
        Some(Command::Share(args)) => share::share(&args),
        Some(Command::Export(args)) => export::export(&args),
        Some(Command::Check(args)) => commands::check(&args),
        Some(Command::Convert(args)) => convert::convert(&args),
        Some(Command::List(args)) => commands::list(args.what),
        Some(Command::Recover(args)) => recover::answer(&args),
        Some(Command::Lcp(args)) => lcp::answer(&args),
        Some(Command::Manual(args)) => manual::manual(&args),
    };
    exit(outcome)
}

/// What is wrong where the first word is neither a command nor a file and more follows it: clap takes it for the scene of the
/// window, and the scene behind it for a command.
fn unknown_command(refusal: &clap::Error) -> Option<Failure> {
    let given = std::env::args_os().nth(1)?;
    let word = given.to_str()?;
    let commands = Arguments::command();
    let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
    let no_command =
        refusal.use_stderr() && !word.starts_with('-') && word != "help" && !names.contains(&word);
    if !no_command || std::env::args_os().count() < 3 || std::path::Path::new(word).exists() {
        return None;
    }
    Some(Failure::Input(format!(
        "unknown command `{}`{}; the commands are {}",
        quote::brief(word),
        quote::meant(word, names.iter().copied()),
        quote::list(&names)
    )))
}

/// Says why a command failed, if it did, and with which code the program ends.
fn exit(outcome: Result<(), Failure>) -> ExitCode {
    let Err(failure) = outcome.and_then(|()| output::all_said()) else { return ExitCode::SUCCESS };
    let (code, message) = match failure {
        Failure::Run(message) => (1, message),
        Failure::Input(message) => (2, message),
        Failure::Interrupted(message) => (INTERRUPTED, message),
    };
    output::tell(&format!("error: {}", quote::escaped(&message, true)));
    ExitCode::from(code)
}

/// Prints what is wrong with the arguments, or the answer to `--help` and `--version`.
fn answer(answer: &clap::Error) -> ExitCode {
    let printed = answer.print();
    if answer.use_stderr() {
        // Where even that cannot be written the code alone says it.
        return ExitCode::from(2);
    }
    output::note(&printed);
    exit(Ok(()))
}
