//! What all panes have recorded, for other programs: an animated scene and a web page, as the command line writes them.

use crate::app::bench::workbench::Workbench;
use crate::app::files::output::{Jobs, OutputState, give_back, write_file};
use crate::app::past::recording_file::recorded;
use crate::recording::Recorded;
use crate::recording::export::gltf::Document;
use crate::recording::export::{Thinning, choose};
use crate::recording::page::{self, Options, STATES};
use std::path::PathBuf;

/// States a second that go into an animated scene at most: what a screen shows.
const RATE: f64 = 60.0;

/// Writes an animated scene beside the frames.
///
/// # Errors
/// A sentence when nothing has run or there is no place for it.
pub fn animation(bench: &Workbench, output: &OutputState, jobs: &mut Jobs) -> Result<(), String> {
    write(bench, output, jobs, ("pegsim-animation", "glb"), |recorded| {
        let chosen = choose(recorded, None, &[], Thinning::PerSecond(RATE))?;
        let document = Document::of(recorded, &chosen, &mut |_, _| {})?;
        let (bodies, states) = (document.bodies, document.states);
        let said = tr!("output-animation", bodies = bodies, states = states);
        Ok((document.glb()?, said))
    })
}

/// Writes a web page that plays in any browser, beside the frames.
///
/// # Errors
/// A sentence when nothing has run or there is no place for it.
pub fn page(bench: &Workbench, output: &OutputState, jobs: &mut Jobs) -> Result<(), String> {
    write(bench, output, jobs, ("pegsim-page", "html"), |recorded| {
        let options = Options { states: STATES, contacts: true, progress: &mut |_, _| {} };
        let (text, lacks) = page::page(recorded, options)?;
        let differing = match lacks.differing {
            0 => String::new(),
            some => tr!("output-differing", n = some),
        };
        Ok((text.into_bytes(), tr!("output-web-page", differing = differing)))
    })
}

/// Writes what `make` makes of the recording, and says it with the file.
fn write(
    bench: &Workbench,
    output: &OutputState,
    jobs: &mut Jobs,
    (stem, ending): (&str, &str),
    make: impl FnOnce(&Recorded) -> Result<(Vec<u8>, String), String> + Send + 'static,
) -> Result<(), String> {
    if bench.recorded().is_none_or(|(first, last)| first == last) {
        return Err(tr!("output-there-nothing-write-no-step").to_owned());
    }
    let recorded = recorded(bench);
    let path: PathBuf = output.free_file(stem, ending)?;
    jobs.start(move || {
        let (bytes, said) = make(&recorded).inspect_err(|_| give_back(&path))?;
        write_file(&path, |out| out.write_all(&bytes))?;
        Ok(format!("{said}: {}", path.display()))
    });
    Ok(())
}
