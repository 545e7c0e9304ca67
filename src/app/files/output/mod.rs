//! What leaves the program as a file for others: pictures, films, and the numbers of the run.
//!
//! Files are numbered and never overwritten; each is announced with its place when it is complete.

pub mod caption;
pub mod encode;
pub mod film;
pub mod lettering;
mod plot_svg;
pub mod runs;
pub mod stills;
pub mod tables;
pub mod whole_runs;

use crate::app::bench::workbench::Workbench;
use crate::app::command::files::{Captions, Export, FilmFormat};
use crate::app::command::purpose::Purpose;
use crate::app::messages::Messages;
use crate::app::ui::UiState;
use crate::app::ui::panels::metric::Metric;
use crate::app::wake::beside;
use crate::output::WholeFile;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What a user chose about output, and how far a film is.
#[derive(Resource, Clone, Debug)]
pub struct OutputState {
    /// Where files go; `None`: the current folder.
    pub folder: Option<PathBuf>,
    /// Pictures of a film per simulated second.
    pub rate: f64,
    /// Films of the whole window instead of the views alone.
    pub whole_window: bool,
    /// What films are made into.
    pub format: FilmFormat,
    /// What is written on their pictures.
    pub captions: Captions,
    /// The film that is being recorded.
    pub film: Option<FilmProgress>,
    /// The film that is being made of its pictures: of how many how many are done.
    pub making: Option<(u64, u64)>,
}

/// How far a film is.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmProgress {
    /// Where its pictures go.
    pub folder: PathBuf,
    /// Pictures written.
    pub pictures: u64,
}

/// Fewest and most pictures of a film per simulated second.
pub const RATES: (f64, f64) = (1.0, 1000.0);

impl Default for OutputState {
    fn default() -> Self {
        Self {
            folder: None,
            rate: 30.0,
            whole_window: false,
            format: FilmFormat::default(),
            captions: Captions::default(),
            film: None,
            making: None,
        }
    }
}

impl OutputState {
    /// The folder that files go to, in full.
    ///
    /// # Errors
    /// A sentence when the current folder is gone.
    pub fn place(&self) -> Result<PathBuf, String> {
        match &self.folder {
            Some(folder) => Ok(folder.clone()),
            None => std::env::current_dir().map_err(|e| tr!("problem-current-folder-cannot-be-read", e = e)),
        }
    }

    /// Takes the first free name `STEM-001.ENDING` of the folder. The file stands there when it is whole, and not before; until it is, or
    /// [`give_back`] is called, nobody else is given the name.
    ///
    /// # Errors
    /// A sentence with the folder and the reason, also where a file could not be written there.
    pub fn free_file(&self, stem: &str, ending: &str) -> Result<PathBuf, String> {
        let path = free(&self.place()?, stem, &format!(".{ending}"), take)?;
        // Said now, and not when a film has been made for minutes.
        WholeFile::new(&path).map(drop).map_err(|error| {
            give_back(&path);
            error.sentence()
        })?;
        Ok(path)
    }

    /// The name of a film with the ending of what films are made into; of numbered pictures, which are no file, that
    /// which a file without an ending would have.
    pub fn film_named(&self, name: &str) -> String {
        match self.format.ending() {
            Some(ending) => format!("{name}.{ending}"),
            None => Purpose::Film.named(name),
        }
    }

    /// Makes a folder of the first free name.
    ///
    /// # Errors
    /// A sentence with the folder and the reason.
    pub fn free_folder(&self, stem: &str) -> Result<PathBuf, String> {
        free(&self.place()?, stem, "", |path| std::fs::create_dir(path))
    }
}

/// Names whose files are on their way.
static TAKEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn take(path: &Path) -> std::io::Result<()> {
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    if path.symlink_metadata().is_ok() || !taken.insert(path.to_owned()) {
        return Err(std::io::ErrorKind::AlreadyExists.into());
    }
    Ok(())
}

/// A name that was taken is free again, unless there is a file of it now.
pub fn give_back(path: &Path) {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner).remove(path);
}

/// A new folder beside a file, for what the file is made of.
///
/// # Errors
/// A sentence with the folder and the reason.
pub fn folder_beside(file: &Path) -> Result<PathBuf, String> {
    let stem = file.file_stem().map_or_else(|| "film".to_owned(), |stem| stem.to_string_lossy().into_owned());
    free(file.parent().unwrap_or(Path::new("")), &format!("{stem}-pictures"), "", |path| {
        std::fs::create_dir(path)
    })
}

/// The first name of a row that `make` can make.
fn free(
    folder: &Path,
    stem: &str,
    ending: &str,
    make: impl Fn(&Path) -> std::io::Result<()>,
) -> Result<PathBuf, String> {
    for number in 1..=9999 {
        let path = folder.join(format!("{stem}-{number:03}{ending}"));
        match make(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(tr!("output-cannot-be-written", path = path.display(), error = error)),
        }
    }
    Err(tr!("output-there-too-many-files-in", stem = stem, ending = ending, folder = folder.display()))
}

/// Writes a file under a name taken with [`OutputState::free_file`]; on failure the name is given back.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>,
) -> Result<(), String> {
    let written = WholeFile::new(path).and_then(|file| file.finish_by(write));
    give_back(path);
    written.map_err(|error| error.sentence())
}

/// Pictures, films and numbers.
pub struct OutputPlugin;

impl Plugin for OutputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Jobs>()
            .init_resource::<OutputState>()
            .add_plugins((stills::StillsPlugin, film::FilmPlugin));
    }
}

/// Files being written beside the frames; each ends with a sentence.
#[derive(Resource, Default)]
pub struct Jobs(Vec<Task<Result<String, String>>>);

impl Jobs {
    /// Starts one.
    pub fn start(&mut self, work: impl FnOnce() -> Result<String, String> + Send + 'static) {
        self.0.push(beside(work));
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// Writes numbers of the run, or begins to.
pub fn export(
    In(export): In<Export>,
    bench: Res<Workbench>,
    output: Res<OutputState>,
    panels: Res<UiState>,
    mut jobs: ResMut<Jobs>,
    mut messages: ResMut<Messages>,
) {
    let done = match export {
        Export::Samples => tables::samples(&bench, &output).map(Some),
        Export::Plot(place) => match panels.plots.metrics.get(place) {
            Some(metric) => tables::plot(&bench, *metric, &panels.plots.watched, &output).map(Some),
            None => Ok(None),
        },
        Export::PlotPicture(place) => match panels.plots.metrics.get(place) {
            // How a step came to its solution is no curve over time.
            Some(Metric::Convergence) | None => Ok(None),
            Some(metric) => {
                let (log, watched) = (panels.plots.log(place), &panels.plots.watched);
                plot_svg::plot(
                    &bench,
                    &plot_svg::Shown { metric: *metric, log, watched, zoom: panels.plots.zooms[place] },
                    &output,
                )
                .map(Some)
            }
        },
        Export::Report(pane) => runs::reports(&bench, pane, &output, &mut jobs).map(|()| None),
        Export::Trajectory(pane) => runs::trajectories(&bench, pane, &output, &mut jobs).map(|()| None),
        Export::Animation => whole_runs::animation(&bench, &output, &mut jobs).map(|()| None),
        Export::Page => whole_runs::page(&bench, &output, &mut jobs).map(|()| None),
    };
    match done {
        Ok(None) => {}
        Ok(Some(text)) => messages.info(text),
        Err(text) => messages.error(text),
    }
}

/// What a user chooses about output.
#[derive(Clone, Debug)]
pub enum Choice {
    /// Where pictures and exported numbers go.
    Folder(PathBuf),
    /// Pictures of a film per simulated second.
    Rate(f64),
    /// Films of the whole window, or of the views alone.
    OtherFilms,
    /// What films are made into.
    Format(FilmFormat),
    /// What is written on their pictures.
    Captions(Captions),
}

/// Notes a choice.
pub fn choose(In(choice): In<Choice>, mut output: ResMut<OutputState>, mut messages: ResMut<Messages>) {
    match choice {
        Choice::Folder(folder) => {
            messages.info(tr!("output-pictures-exports-go-from-now", folder = folder.display()));
            output.folder = Some(folder);
        }
        Choice::Rate(rate) => {
            if rate.is_finite() {
                output.rate = rate.clamp(RATES.0, RATES.1);
            }
        }
        Choice::OtherFilms => output.whole_window = !output.whole_window,
        Choice::Format(format) => match encode::maker(format) {
            Ok(_) => output.format = format,
            Err(sentence) => messages.warn(sentence),
        },
        Choice::Captions(captions) => output.captions = captions,
    }
}

/// Says what has been written.
pub fn finish(mut jobs: ResMut<Jobs>, mut messages: ResMut<Messages>) {
    if jobs.0.is_empty() {
        return;
    }
    for job in std::mem::take(&mut jobs.0) {
        if !job.is_finished() {
            jobs.0.push(job);
            continue;
        }
        match block_on(job) {
            Ok(text) => messages.info(text),
            Err(text) => messages.error(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_is_named_as_what_it_is_made_into() {
        let mut output = OutputState::default();
        for (format, name) in
            [(FilmFormat::Gif, "a.b.gif"), (FilmFormat::WebM, "a.b.webm"), (FilmFormat::Pictures, "a.b.mp4")]
        {
            output.format = format;
            assert_eq!(output.film_named("a.b"), name);
        }
    }

    #[test]
    fn names_are_counted_up_and_nothing_is_overwritten() {
        let folder = std::env::temp_dir().join(format!("pegsim-output-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let output = OutputState { folder: Some(folder.clone()), ..OutputState::default() };
        std::fs::write(folder.join("a-001.csv"), "old").expect("a file");
        let path = output.free_file("a", "csv").expect("a name");
        assert_eq!(path, folder.join("a-002.csv"));
        assert_eq!(output.free_file("a", "csv"), Ok(folder.join("a-003.csv")), "the name is taken at once");
        write_file(&path, |out| out.write_all(b"new")).expect("written");
        assert_eq!(std::fs::read_to_string(&path).ok().as_deref(), Some("new"));
        assert_eq!(std::fs::read_to_string(folder.join("a-001.csv")).ok().as_deref(), Some("old"));
        let path = folder.join("a-003.csv");
        assert!(!path.exists(), "a name is no file");
        let failed = write_file(&path, |_| Err(std::io::Error::other("full")));
        assert!(failed.is_err_and(|text| text.contains("a-003.csv") && text.contains("full")));
        let left: Vec<_> =
            std::fs::read_dir(&folder).expect("there").flatten().map(|f| f.file_name()).collect();
        assert_eq!(left.len(), 2, "half a file is not left behind: {left:?}");
        assert_eq!(output.free_file("a", "csv"), Ok(path), "the name was given back");
        let gone = OutputState { folder: Some(folder.join("gone")), ..OutputState::default() };
        assert!(gone.free_file("a", "csv").is_err_and(|text| text.contains("gone")));
        assert!(gone.free_folder("film").is_err_and(|text| text.contains("gone")));
        let _ = std::fs::remove_dir_all(folder);
    }
}
