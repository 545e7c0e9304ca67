//! What is tried: each target makes an input from chance, gives it to pegsim, and says what came of it.

mod cli;
mod corpus;
mod hull;
mod lcp;
mod mesh;
mod scene;
mod soak;
mod world;

#[cfg(feature = "app")]
mod commands;
#[cfg(feature = "app")]
mod recording;

use crate::chance::Chance;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// One kind of input.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    /// How many of a thousand inputs are its.
    pub share: u64,
    /// How many a process takes before it says how far it is.
    pub chunk: u64,
    run: fn(&mut Chance, &mut Trial),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "scene",
        about: "text of a scene: parsed, checked, written and read again",
        share: 280,
        chunk: 1000,
        run: scene::run,
    },
    Target {
        name: "lcp",
        about: "complementarity problems: read, solved by every method, and measured here",
        share: 200,
        chunk: 500,
        run: lcp::run,
    },
    Target {
        name: "mesh",
        about: "OBJ, STL and glTF: read and wrapped",
        share: 180,
        chunk: 1000,
        run: mesh::run,
    },
    Target { name: "hull", about: "points that are hard to wrap", share: 120, chunk: 1000, run: hull::run },
    Target {
        name: "cli",
        about: "command lines: parsed, and their ranges checked",
        share: 200,
        chunk: 1000,
        run: cli::run,
    },
    Target {
        name: "world",
        about: "worlds with joints, friction, bounces, late and driven bodies: some steps under every model",
        share: 20,
        chunk: 10,
        run: world::run,
    },
    Target {
        name: "soak",
        about: "worlds in which every step has a solution, for long, under Exact: none may fail",
        share: 2,
        chunk: 4,
        run: soak::run,
    },
    #[cfg(feature = "app")]
    Target {
        name: "recording",
        about: "recordings (.pegrec): opened",
        share: 50,
        chunk: 200,
        run: recording::run,
    },
    #[cfg(feature = "app")]
    Target {
        name: "commands",
        about: "commands of the app against a model of undo",
        share: 4,
        chunk: 5,
        run: commands::run,
    },
];

/// What became of one input.
#[derive(Default)]
pub struct Trial {
    /// In which classes it falls, for the counts.
    pub tags: Vec<String>,
    /// Where the input is written before it is tried: the path of a file without its ending.
    pub keep: Option<PathBuf>,
    /// What does not hold.
    pub wrong: Option<String>,
}

impl Trial {
    /// Says what the input is, before it is tried.
    pub fn given(&mut self, bytes: &[u8], ending: &str) {
        if let Some(path) = self.keep.take() {
            let path = path.with_extension(ending);
            match std::fs::write(&path, bytes) {
                Ok(()) => println!("the input is in {}", path.display()),
                Err(error) => println!("the input cannot be written to {}: {error}", path.display()),
            }
        }
    }

    /// Counts the input in a class.
    pub fn tag(&mut self, tag: impl Into<String>) {
        self.tags.push(tag.into());
    }

    /// Says that something does not hold; the first one counts.
    pub fn wrong(&mut self, what: impl Into<String>) {
        self.wrong.get_or_insert(what.into());
    }
}

/// The target of a name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|t| t.name == name)
}

/// Runs one input. A panic is something that does not hold.
pub fn run(target: &Target, mut chance: Chance, keep: Option<PathBuf>) -> Trial {
    let mut trial = Trial { keep, ..Trial::default() };
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(&mut chance, &mut trial)));
    if let Err(panic) = outcome {
        let said =
            panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        trial.wrong = Some(format!("panic: {}", said.unwrap_or("without words")));
    }
    trial
}

/// Runs one input for a fuzzer that takes panics as findings.
///
/// # Panics
/// If something does not hold.
pub fn must_hold(name: &str, chance: Chance) {
    let Some(target) = find(name) else { panic!("no target {name}") };
    if let Some(what) = run(target, chance, None).wrong {
        panic!("{what}");
    }
}

/// A message as a class: its first words without numbers and names.
pub fn class(message: &str) -> String {
    let mut words = String::new();
    let mut quoted = false;
    for c in message.chars() {
        match c {
            '`' => quoted = !quoted,
            _ if quoted => {}
            '0'..='9' | '.' | ':' | '/' | '-' | '+' => {}
            c => words.push(c),
        }
        if words.len() > 70 {
            break;
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
