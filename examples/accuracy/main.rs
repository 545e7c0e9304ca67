//! How far runs of every contact model are from where bodies truly go, over step sizes, with the observed order, and how well
//! they keep energy and momenta: tables in Markdown.
//!
//! `cargo run --no-default-features --example accuracy [-- WORD…]` (`scripts/accuracy`); words choose experiments by name.

pub mod course;
pub mod experiments;
pub mod reference;
pub mod table;

use pegsim::contact::models::ContactModel;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Experiment, Outcome, summary, table};

/// Runs everything that `chosen` needs on all cores; outcomes by experiment, model and step size.
pub fn measure_all(chosen: &[&Experiment], models: &[ContactModel]) -> Vec<Vec<Vec<Outcome>>> {
    let mut jobs = Vec::new();
    for (e, experiment) in chosen.iter().enumerate() {
        for m in 0..models.len() {
            jobs.extend((0..experiment.steps.len()).map(|k| (e, m, k)));
        }
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(e, m, k)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = (chosen[e].run)(models[m], chosen[e].steps[k]);
                    if let Ok(mut done) = done.lock() {
                        done.push(((e, m, k), outcome));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(job, _)| *job);
    let mut outcomes = done.into_iter().map(|(_, outcome)| outcome);
    let row = |n: usize, from: &mut dyn Iterator<Item = Outcome>| from.take(n).collect::<Vec<_>>();
    chosen.iter().map(|e| models.iter().map(|_| row(e.steps.len(), &mut outcomes)).collect()).collect()
}

/// Prints the tables of the experiments whose names contain one of the words given, or of all.
pub fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let named = |e: &&Experiment| words.is_empty() || words.iter().any(|word| e.name.contains(word.as_str()));
    let chosen: Vec<&Experiment> = experiments::ALL.iter().filter(named).collect();
    if chosen.is_empty() {
        eprintln!("no experiment has one of these words in its name; there are:");
        experiments::ALL.iter().for_each(|e| eprintln!("  {}", e.name));
        std::process::exit(2);
    }
    let models = ContactModel::ALL;
    let outcomes = measure_all(&chosen, &models);
    let titles = models.map(ContactModel::title).join(" | ");
    println!("### Summary\n");
    println!("| law | h (ms) | {titles} | Exact's order | peers, same h | wanted of Exact |");
    println!("|---|---|{}---|---|---|", "---|".repeat(models.len()));
    for (experiment, outcomes) in chosen.iter().zip(&outcomes) {
        print!("{}", summary(experiment, &models, outcomes));
    }
    for (experiment, outcomes) in chosen.iter().zip(&outcomes) {
        println!("\n{}", table(experiment, &models, outcomes));
    }
}
