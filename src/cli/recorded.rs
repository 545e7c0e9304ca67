//! What `share` and `export` write: a recording that is read, or a scene that is run. The file to write is begun before: a place that cannot be
//! written should not cost a run.

use crate::cli::args::SettingArgs;
use crate::cli::{Failure, output, runs, scenes};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::{DEFAULT_DURATION, Overrides};
use pegsim::output::WholeFile;
use pegsim::recording::{self, Recorded};
use pegsim::scene::LoadedScene;
use pegsim::stop::Stop;
use std::path::Path;

/// What is asked for.
pub(crate) struct Wanted<'a> {
    /// A recording, a scene file, or the name of a scene.
    pub run: &'a Path,
    /// The file to write.
    pub out: &'a Path,
    /// Whether it may replace one.
    pub force: bool,
    /// Step size of a scene (s).
    pub dt: Option<f64>,
    /// Settings of a scene.
    pub settings: &'a SettingArgs,
}

/// What there is to write, and where.
pub(crate) struct Given {
    /// The panes.
    pub recorded: Recorded,
    /// Why steps of a scene failed, a sentence for each model.
    pub failures: Vec<String>,
    /// The file, begun.
    pub file: WholeFile,
}

impl Wanted<'_> {
    /// Whether it is a recording, by the ending of its name.
    pub fn is_recording(&self) -> bool {
        self.run.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pegrec"))
    }

    /// Reads the recording, or runs the scene under the models that `models` chooses for it.
    pub fn obtain(
        &self,
        stop: &Stop,
        models: impl FnOnce(&LoadedScene) -> Vec<ContactModel>,
    ) -> Result<Given, Failure> {
        if self.is_recording() {
            self.refuse_settings()?;
            let mut outputs = output::outputs(self.force, []);
            outputs.reads(self.run);
            let file = outputs.file(self.out).map_err(output::refused)?;
            let recorded = recording::open(self.run).map_err(Failure::Input)?;
            return Ok(Given { recorded, failures: Vec::new(), file });
        }
        let mut scene = scenes::load(self.run, self.settings.seed)?;
        let file = output::outputs(self.force, [&scene]).file(self.out).map_err(output::refused)?;
        runs::note_duration(&scene, self.settings);
        let models = models(&scene);
        scene.settings = self.settings.overrides(None, self.dt).apply(&scene.settings);
        let duration = self.settings.duration.or(scene.duration).unwrap_or(DEFAULT_DURATION);
        let bar = output::progress_bar("running");
        let mut progress = |done, all| {
            if let Some(bar) = &bar {
                bar.set_length(all);
                bar.set_position(done);
            }
        };
        let (recorded, failures) = stop.watch(|| recording::record(&scene, &models, duration, &mut progress));
        Ok(Given { recorded, failures, file })
    }

    /// A recording is as it was made.
    fn refuse_settings(&self) -> Result<(), Failure> {
        let SettingArgs { duration, seed, .. } = self.settings;
        let changed = self.settings.overrides(None, self.dt) != Overrides::default();
        if !changed && duration.is_none() && seed.is_none() {
            return Ok(());
        }
        Err(Failure::Input(
            "--dt, --duration, --seed and settings of the step are for scenes; a recording has the steps that it was made with"
                .to_owned(),
        ))
    }
}

/// Fails where the runs of a scene did, after what there is has been written.
pub(crate) fn failed(failures: &[String]) -> Result<(), Failure> {
    if failures.is_empty() { Ok(()) } else { Err(Failure::Run(failures.join("; "))) }
}

/// Says how many steps are left out because this program does not repeat them.
pub(crate) fn note_differing(differing: usize) {
    if differing > 0 {
        output::tell(&format!(
            "note: {} not repeat bit for bit in this version of the program; their contacts are left out",
            pegsim::quote::counted(differing, "step does", "steps do")
        ));
    }
}
