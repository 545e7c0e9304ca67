//! Command lines: the parser of the program itself, included from its sources, and the ranges behind it. Nothing is run.

use super::Trial;
use crate::chance::Chance;
use crate::cli::args;
use crate::mutate;
use clap::Parser;

const WORDS: &[&str] = &[
    "run",
    "compare",
    "sweep",
    "screenshot",
    "check",
    "list",
    "lcp",
    "solve",
    "help",
    "a.ron",
    "b.ron",
    "t_handle",
    "models",
    "solvers",
    "scenes",
    "--model",
    "--models",
    "--dt",
    "--report",
    "--trajectory",
    "--dump-lcp",
    "--geometry",
    "--impact",
    "--solver",
    "--duration",
    "--max-iterations",
    "--tolerance",
    "--detection-distance",
    "--seed",
    "--seeds",
    "--reference",
    "--reference-model",
    "--parted",
    "--out",
    "--script",
    "--window",
    "--config",
    "--reset-settings",
    "--no-tour",
    "--low-quality",
    "--help",
    "--version",
    "-h",
    "-V",
    "--",
    "-",
    "peg",
    "lnc",
    "standard",
    "separating-feature",
    "exact",
    "automatic",
    "lemke",
    "all",
    "semi-implicit",
    "implicit",
    "split",
    "within",
    "1280x800",
    "0x0",
    "0.01..0.1/4",
    "1e-3,1e-2",
    "0.1..",
    "..",
    "a,b",
    ",",
    "=",
    "",
    "é",
    "--dt=0.01",
    "--dt=",
    "--tolerance=1e300",
];

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let mut line = vec!["pegsim".to_owned()];
    let whole = !chance.one_in(3);
    if whole {
        line.extend(usual(chance));
    }
    for _ in 0..if whole { chance.below(2) } else { chance.below(12) } {
        line.push(match chance.below(5) {
            0 => mutate::spelled(chance),
            1 => {
                let word = chance.pick(WORDS);
                format!("{word}={}", mutate::spelled(chance))
            }
            2 if chance.one_in(20) => mutate::text(chance, "0.1..1.0/5", WORDS),
            _ => chance.pick(WORDS).to_owned(),
        });
    }
    trial.given(line.join("\n").as_bytes(), "args");
    match args::Arguments::try_parse_from(&line) {
        Err(error) => {
            trial.tag(format!("refused: {:?}", error.kind()));
            if error.to_string().trim().is_empty() {
                trial.wrong("a refusal without words");
            }
        }
        Ok(arguments) => {
            trial.tag("accepted");
            check(&arguments, trial);
        }
    }
}

/// A command with what it needs, and options with values of any kind.
fn usual(chance: &mut Chance) -> Vec<String> {
    const NUMBERS: [&str; 9] = [
        "--dt",
        "--duration",
        "--tolerance",
        "--detection-distance",
        "--max-iterations",
        "--seed",
        "--parted",
        "--reference",
        "--seeds",
    ];
    let start = chance.pick::<[&str]>(&[
        &["run", "a.ron"],
        &["compare", "a.ron"],
        &["sweep", "a.ron", "--out", "out"],
        &["lcp", "solve", "a.json"],
    ]);
    let mut line: Vec<String> = start.iter().map(|&word| word.to_owned()).collect();
    for _ in 0..1 + chance.below(2) {
        line.push(chance.pick(&NUMBERS).to_owned());
        line.push(mutate::spelled(chance));
    }
    line
}

/// Numbers that were accepted are numbers that a run can use.
fn check(arguments: &args::Arguments, trial: &mut Trial) {
    use args::{Command, LcpCommand};
    let mut must = |what: &str, value: Option<f64>| {
        if let Some(value) = value.filter(|v| !(*v >= 0.0 && *v <= 1e12)) {
            trial.wrong(format!("{what} {value} was accepted"));
        }
    };
    let settings = match &arguments.command {
        Some(Command::Run(run)) => {
            must("--dt", run.dt);
            Some(&run.settings)
        }
        Some(Command::Compare(compare)) => {
            must("--dt", compare.dt);
            must("--parted", Some(compare.parted));
            Some(&compare.settings)
        }
        Some(Command::Sweep(sweep)) => {
            must("--reference", sweep.reference);
            if let Ok(steps) = sweep.steps() {
                steps.into_iter().for_each(|dt| must("a step size of --dt", dt));
            }
            Some(&sweep.settings)
        }
        Some(Command::Lcp(lcp)) => {
            let LcpCommand::Solve(solve) = &lcp.command;
            must("--tolerance", Some(solve.tolerance));
            None
        }
        _ => None,
    };
    if let Some(settings) = settings {
        must("--duration", settings.duration);
        must("--tolerance", settings.tolerance);
        must("--detection-distance", settings.detection_distance);
    }
}
