//! `pegsim share`: a recording, or a scene under several models, as one web page.

use crate::cli::args::ShareArgs;
use crate::cli::recorded::{self, Given, Wanted};
use crate::cli::{Failure, interrupt, output};
use pegsim::contact::models::ContactModel;
use pegsim::quote::{brief, counted};
use pegsim::recording::Recorded;
use pegsim::recording::page::{Options, page};
use std::path::Path;

/// `pegsim share`.
pub(crate) fn share(args: &ShareArgs) -> Result<(), Failure> {
    let stop = interrupt::listen(interrupt::STEP);
    let ShareArgs { run, out, force, dt, settings, .. } = args;
    let wanted = Wanted { run, out, force: *force, dt: *dt, settings };
    if wanted.is_recording() && !args.models.is_empty() {
        return Err(Failure::Input(
            "--models is for scenes; a recording has the models that it was made with".to_owned(),
        ));
    }
    let Given { recorded, failures, file } = wanted.obtain(&stop, |scene| models(&args.models, scene))?;
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
    recorded::note_differing(lacks.differing);
    recorded::failed(&failures)
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
