//! Random inputs for pegsim, and what must hold for every one of them.
//!
//! `cargo run --release -p fuzz -- --minutes 10 --seed 1` runs all targets on the stable toolchain; `--help` says the rest. An input is a
//! function of target, seed and index, so that the two numbers printed with a failure bring it back.

pub mod chance;
mod cli;
pub mod harness;
pub mod mutate;
pub mod targets;
