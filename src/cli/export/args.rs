//! What may be written behind `pegsim export`.

use crate::cli::args::{SettingArgs, time_step};
use clap::{Args, ValueEnum};
use pegsim::contact::models::ContactModel;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Recording that the window saved (.pegrec); or a scene file, or a name from `pegsim list scenes`, which is run.
    pub run: PathBuf,
    /// File to write: .glb or .gltf (an animated scene), .csv or .parquet (a table).
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace a file that is there already.
    #[arg(long)]
    pub force: bool,
    /// Contact models, separated by commas: those that a scene is run under [default: its own], or the panes of a recording [default: all].
    #[arg(long, visible_alias = "model", value_name = "A,B,C", value_delimiter = ',', value_parser = ContactModel::from_name)]
    pub models: Vec<ContactModel>,
    /// The pane of a recording of this number, from left to right and from 1 [default: all].
    #[arg(long, value_name = "N")]
    pub pane: Option<usize>,
    /// Step size of a scene (s).
    #[arg(long, value_name = "H", value_parser = time_step, allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// Every N-th state; the last one always [default: 1, every one].
    #[arg(long, value_name = "N", value_parser = every, allow_negative_numbers = true, conflicts_with = "fps")]
    pub every: Option<usize>,
    /// At most F states a second of simulated time; the last one always. They are recorded ones, none is made up between them.
    #[arg(long, value_name = "F", value_parser = fps, allow_negative_numbers = true)]
    pub fps: Option<f64>,
    /// What a table is of [default: bodies].
    #[arg(long, value_name = "WHAT")]
    pub table: Option<TableOf>,
    #[command(flatten)]
    pub settings: SettingArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TableOf {
    /// Poses and velocities.
    Bodies,
    /// Potential contacts and their impulses; for them every step is taken again.
    Contacts,
}

fn every(text: &str) -> Result<usize, String> {
    let count = text.trim().parse().ok().filter(|count| (1..=1_000_000).contains(count));
    count.ok_or_else(|| "a whole number is needed; it must be at least 1 and at most 1000000".to_owned())
}

fn fps(text: &str) -> Result<f64, String> {
    let rate = text.trim().parse().ok().filter(|rate| (1e-3..=1e6).contains(rate));
    rate.ok_or_else(|| "a number is needed; it must be at least 0.001 and at most 1000000 (1/s)".to_owned())
}
