//! Recordings: files of every version, changed in a few places, with their sum made right again so that what is behind it is reached.

use super::{Trial, class, corpus};
use crate::chance::Chance;
use crate::mutate;
use pegsim::app::past::recording_file;
use sha2::{Digest, Sha256};

/// Bytes of the sum at the end of the newer versions.
const SUM: usize = 32;

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let start = corpus::RECORDINGS[chance.below(corpus::RECORDINGS.len())];
    let summed =
        start.len() > SUM && Sha256::digest(&start[..start.len() - SUM])[..] == start[start.len() - SUM..];
    let bytes = if summed && !chance.one_in(10) {
        let mut bytes = mutate::bytes(chance, &start[..start.len() - SUM]);
        let sum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    } else {
        mutate::bytes(chance, start)
    };
    trial.given(&bytes, "pegrec");
    let path = std::env::temp_dir().join(format!("pegsim-fuzz-{}.pegrec", std::process::id()));
    if let Err(error) = std::fs::write(&path, &bytes) {
        return trial.tag(format!("not tried: {error}"));
    }
    let opened = recording_file::open(&path, 1 << 28);
    let _ = std::fs::remove_file(&path);
    match opened {
        Err(error) => {
            trial.tag(format!("refused: {}", class(error.split_once(" is ").map_or(&error, |e| e.1))));
        }
        Ok(opened) => {
            trial.tag("opened");
            for pane in &opened.bench.panes {
                let settings = pane.simulation.settings;
                if !(settings.h > 0.0 && settings.h <= 1.0) {
                    trial.wrong(format!("a step size of {} s was accepted", settings.h));
                }
                if settings.friction.directions > 64 {
                    trial.wrong(format!(
                        "{} directions of friction were accepted",
                        settings.friction.directions
                    ));
                }
                if !pane.simulation.state.is_finite() {
                    trial.wrong("a state that is not finite was accepted");
                }
            }
        }
    }
}
