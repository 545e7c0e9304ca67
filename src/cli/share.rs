//! `pegsim share`: a recording, or a scene under several models, as one web page.

use crate::cli::args::ShareArgs;
use crate::cli::{Failure, interrupt, output, runs, scenes};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::DEFAULT_DURATION;
use pegsim::quote::{brief, counted};
use pegsim::recording::page::{Options, page};
use pegsim::recording::{self, Recorded};
use std::path::Path;

/// `pegsim share`.
pub(crate) fn share(args: &ShareArgs) -> Result<(), Failure> {
    let stop = interrupt::listen();
    let is_recording = args.run.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pegrec"));
    // The file is begun before the run: a place that cannot be written should not cost one.
    let (recorded, failures, file) = if is_recording {
        if !args.models.is_empty() || args.dt.is_some() {
            return Err(Failure::Input(
                "--models and --dt are for scenes; a recording has the models and steps that it was made with"
                    .to_owned(),
            ));
        }
        let mut outputs = output::outputs(args.force, []);
        outputs.reads(&args.run);
        let file = outputs.file(&args.out).map_err(output::refused)?;
        (recording::open(&args.run).map_err(Failure::Input)?, Vec::new(), file)
    } else {
        let mut scene = scenes::load(&args.run, args.settings.seed)?;
        let file = output::outputs(args.force, [&scene]).file(&args.out).map_err(output::refused)?;
        runs::note_duration(&scene, &args.settings);
        let models = models(&args.models, &scene);
        scene.settings = args.settings.overrides(None, args.dt).apply(&scene.settings);
        let duration = args.settings.duration.or(scene.duration).unwrap_or(DEFAULT_DURATION);
        let bar = output::progress_bar("running");
        let mut progress = |done, all| {
            if let Some(bar) = &bar {
                bar.set_length(all);
                bar.set_position(done);
            }
        };
        let (recorded, failures) = stop.watch(|| recording::record(&scene, &models, duration, &mut progress));
        (recorded, failures, file)
    };
    let bar = output::progress_bar("drawing");
    let mut progress = |done: usize, all: usize| {
        if let Some(bar) = &bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    };
    let options = Options { states: args.states, contacts: !args.no_contacts, progress: &mut progress };
    let made = stop.watch(|| page(&recorded, options));
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    if stop.is_asked() {
        return Err(Failure::Interrupted("stopped by Ctrl+C; no page was written".to_owned()));
    }
    let (text, lacks) = made.map_err(Failure::Run)?;
    file.finish_with(text.as_bytes()).map_err(output::unwritten)?;
    say(&recorded, &args.out, text.len(), lacks.stride);
    if lacks.differing > 0 {
        output::tell(&format!(
            "note: {} not repeat bit for bit in this version of the program; their contacts are left out",
            counted(lacks.differing, "step does", "steps do")
        ));
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::Run(failures.join("; "))) }
}

/// The models named, or those that people compare first, as far as they can do the scene.
fn models(named: &[ContactModel], scene: &pegsim::scene::LoadedScene) -> Vec<ContactModel> {
    if !named.is_empty() {
        return named.to_vec();
    }
    let first = [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];
    let able: Vec<_> = first.into_iter().filter(|model| model.cannot(&scene.model).is_none()).collect();
    if able.is_empty() { vec![scene.settings.contact.model] } else { able }
}

fn say(recorded: &Recorded, out: &Path, bytes: usize, stride: usize) {
    let panes: Vec<_> = recorded.panes.iter().map(|pane| pane.settings.contact.model.name()).collect();
    let every = if stride > 1 { format!(", of {stride} states one") } else { String::new() };
    output::say(&format!(
        "{}: {}{every}, {:.1} MB\n",
        brief(&out.display().to_string()),
        panes.join(", "),
        bytes as f64 / 1e6
    ));
    for pane in &recorded.panes {
        let name = pane.settings.contact.model.name();
        let steps = pane.frames.len().saturating_sub(1);
        output::say(&format!(
            "  {name}: {}, depth at most {:.1e} m\n",
            counted(steps, "step", "steps"),
            pane.worst_depth
        ));
    }
}
