//! Nothing that was done is lost with the program: the work is kept beside the frames, and offered at the next start.
//!
//! [`Recovery`] hands a [`document::Document`] to [`saver`] every [`Pace::interval`] where something changed, and before
//! anything that may go wrong. [`encode`] and [`decode`] are the way into the records of [`store`] and back; [`folder`] knows
//! whose window still runs. Who leaves takes the session along; what ends otherwise leaves it.

pub mod decode;
pub mod document;
pub mod encode;
pub mod folder;
pub mod list;
pub mod moment;
pub mod obey;
pub mod report;
pub mod saver;
pub mod store;
#[cfg(test)]
mod tests;
pub mod ticket;

use crate::app::bench::workbench::Workbench;
use crate::app::graphics;
use crate::app::messages::Messages;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::Driver;
use crate::app::session::Session as Open;
use crate::app::session::draft::kept::{self, Mark};
use crate::app::wake::wake;
use crate::recording::Frame;
use crate::scene::LoadedScene;
use crate::step::StepSettings;
use bevy::prelude::*;
use bevy::render::error_handler::{RenderErrorHandler, RenderErrorPolicy};
use document::{Document, Fingerprints};
use folder::{Left, Session};
use saver::Saver;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use ticket::Ticket;

/// How often work is kept.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Longest time between a change and its being kept.
    pub interval: Duration,
    /// Shortest time between two acts that are kept at once.
    pub pause: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { interval: Duration::from_secs(20), pause: Duration::from_secs(1) }
    }
}

impl Pace {
    /// With the interval that `PEGSIM_KEEP_SECONDS` names (s), where it does.
    pub fn chosen() -> Self {
        let usual = Self::default();
        let named = std::env::var("PEGSIM_KEEP_SECONDS").ok().and_then(|text| text.parse::<f64>().ok());
        let interval = named.and_then(|seconds| Duration::try_from_secs_f64(seconds.clamp(0.5, 3600.0)).ok());
        Self { interval: interval.unwrap_or(usual.interval), ..usual }
    }
}

/// How long the program waits at its end for what it has handed over.
const LAST: Duration = Duration::from_secs(10);

/// Raised when the system asks the program to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Hears the signals by which the system, the terminal or a logout asks the program to end. A second one ends it at once; so
/// does a frame that does not come.
pub fn end_at_signals() {
    let heard = AtomicBool::new(false);
    let outcome = ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        ENDING.store(true, Ordering::Relaxed);
        wake();
        let watch = || {
            std::thread::sleep(LAST);
            eprintln!(
                "pegsim: warning: the window did not end in time; what was kept last is offered at the next start."
            );
            std::process::exit(130);
        };
        // Without it the program still ends by itself.
        let _ = std::thread::Builder::new().name("pegsim end".to_owned()).spawn(watch);
    });
    if let Err(error) = outcome {
        eprintln!("pegsim: warning: signals are not heard: {error}.");
    }
}

/// What would be noticed to be another: cheap to make in every frame.
#[derive(Clone, Debug, Default)]
struct Stamp {
    scene: Weak<LoadedScene>,
    filed: Weak<LoadedScene>,
    file: Option<PathBuf>,
    panes: Vec<(Weak<Frame>, u64, StepSettings)>,
    acts: (usize, Option<usize>, usize),
    branches: Vec<u64>,
    beside: (usize, u64, usize),
    lessons: Mark,
}

impl Stamp {
    fn of(bench: &Workbench, undo: &UndoStack, open: &Open) -> Self {
        let newest = |pane: &crate::app::bench::workbench::Pane| {
            let newest = pane.recording.frames().next_back().map(Arc::downgrade).unwrap_or_default();
            (newest, pane.simulation.state.step, pane.simulation.settings)
        };
        Self {
            scene: Arc::downgrade(&bench.scene),
            filed: Arc::downgrade(&bench.filed),
            file: bench.file.clone(),
            panes: bench.panes.iter().map(newest).collect(),
            acts: undo.mark(),
            branches: bench.branches.iter().map(|branch| branch.id).collect(),
            beside: (bench.focused, bench.speed.to_bits(), bench.memory),
            lessons: Mark::of(open),
        }
    }

    /// Whether something else was built or chosen; steps alone do not count.
    fn same_acts(&self, other: &Self) -> bool {
        self.acts == other.acts
            && self.scene.ptr_eq(&other.scene)
            && self.file == other.file
            && self.lessons.same(&other.lessons)
    }

    fn same(&self, other: &Self) -> bool {
        let same_pane = |a: &(Weak<Frame>, u64, StepSettings), b: &(Weak<Frame>, u64, StepSettings)| {
            a.0.ptr_eq(&b.0) && a.1 == b.1 && a.2 == b.2
        };
        self.same_acts(other)
            && self.filed.ptr_eq(&other.filed)
            && self.branches == other.branches
            && self.beside == other.beside
            && self.panes.len() == other.panes.len()
            && self.panes.iter().zip(&other.panes).all(|(a, b)| same_pane(a, b))
    }
}

/// What is kept of this window's work, and what other windows left.
#[derive(Resource, Default)]
pub struct Recovery {
    /// The folder for state; none: nothing is kept.
    state: Option<PathBuf>,
    pace: Pace,
    session: Option<Session>,
    saver: Option<Saver>,
    /// What was handed over last, and when.
    kept: Option<(Stamp, Instant)>,
    /// The work at the start of the program: nothing that needs to be kept.
    first: Option<Stamp>,
    /// A failure that was said.
    said: Option<String>,
    /// Whether the user leaves: then nothing is left behind.
    leaving: bool,
    /// Sessions whose windows are gone, newest first.
    left: Vec<Left>,
    /// The session that is being read.
    pub(in crate::app::past) taking: Option<obey::Taking>,
    /// For tests that drive the window: where fingerprints of what is handed over go, line by line.
    handed: Option<(Fingerprints, Option<File>)>,
}

impl Recovery {
    /// For a window that keeps its work in the folder for state. Looks for what other windows left there.
    pub fn open(state: &Path, pace: Pace, messages: &mut Messages) -> Self {
        let mut recovery = Self { state: Some(state.to_path_buf()), pace, ..Self::default() };
        let started = Session::create(state).and_then(|session| {
            let saver = Saver::start(&session.folder).map_err(|error| error.to_string())?;
            Ok((session, saver))
        });
        match started {
            Ok((session, saver)) => {
                crate::app::panics::keep_report_in(Some(&session.folder));
                (recovery.session, recovery.saver) = (Some(session), Some(saver));
            }
            Err(reason) => messages.warn(reason),
        }
        let (left, said) = folder::left_in(state);
        recovery.left = left;
        said.into_iter().for_each(|sentence| messages.warn(sentence));
        recovery
    }

    /// Sessions whose windows are gone, newest first.
    pub fn left(&self) -> &[Left] {
        &self.left
    }

    /// Whether some of them is to be offered at the start.
    pub fn offers(&self) -> bool {
        self.left.iter().any(|left| !left.declined)
    }

    /// Name of the session that is being read.
    pub fn taking(&self) -> Option<String> {
        self.taking.as_ref().map(obey::Taking::name)
    }

    /// Notes in a file beside `script` what is handed over, for tests that drive the window: the next status line may come too
    /// late for it.
    pub fn witness(&mut self, script: &Path) {
        let file = (script != Path::new("-")).then(|| script.with_extension("handed"));
        self.handed = Some((Fingerprints::default(), file.and_then(|path| File::create(path).ok())));
    }

    /// Fingerprint of the work as it is, for tests that drive the window.
    pub fn fingerprint(&mut self, bench: &Workbench, undo: &UndoStack) -> Option<String> {
        let (known, _) = self.handed.as_mut()?;
        Some(known.of(&Document::of(bench, undo)))
    }

    /// Says that the user leaves and takes nothing along that is not saved.
    pub fn leave(&mut self) {
        self.leaving = true;
    }

    /// Hands the work over if it changed since the last time.
    fn keep(&mut self, bench: &Workbench, undo: &UndoStack, open: &Open) -> Option<Ticket> {
        let stamp = Stamp::of(bench, undo, open);
        let known = self.kept.as_ref().map(|(stamp, _)| stamp).or(self.first.as_ref());
        if known.is_some_and(|known| known.same(&stamp)) {
            return None;
        }
        self.hand_over(stamp, Document { lessons: kept::keep(open), ..Document::of(bench, undo) })
    }

    /// Hands a document over.
    fn hand_over(&mut self, stamp: Stamp, document: Document) -> Option<Ticket> {
        if let Some((known, handed)) = &mut self.handed {
            let work = known.of(&document);
            if let Some(file) = handed {
                // A test that lacks a line fails.
                let _ = writeln!(file, "{work}");
            }
        }
        self.kept = Some((stamp, Instant::now()));
        self.saver.as_mut().map(|saver| saver.keep(document))
    }

    /// Hands the work over before something that may go wrong.
    fn keep_before(&mut self, bench: &Workbench, undo: &UndoStack, open: &Open) -> Option<Ticket> {
        self.first.as_ref()?;
        self.keep(bench, undo, open)
    }

    /// Hands the work over and waits until it is kept.
    fn keep_last(&mut self, bench: &Workbench, undo: &UndoStack, open: &Open) {
        let ticket = self.keep_before(bench, undo, open);
        if ticket.is_some_and(|ticket| !ticket.wait(LAST)) {
            eprintln!("pegsim: warning: the last seconds of work could not be kept in time.");
        }
    }

    /// Whether acts were done since the work was handed over.
    fn has_new_acts(&self, bench: &Workbench, undo: &UndoStack, open: &Open) -> bool {
        let known = self.kept.as_ref().map(|(stamp, _)| stamp).or(self.first.as_ref());
        known.is_some_and(|known| !known.same_acts(&Stamp::of(bench, undo, open)))
    }
}

/// Hands the work over when it is time.
pub fn follow(
    bench: Res<Workbench>,
    (undo, open): (Res<UndoStack>, Res<Open>),
    mut recovery: ResMut<Recovery>,
    mut messages: ResMut<Messages>,
    mut exit: MessageWriter<AppExit>,
) {
    if ENDING.swap(false, Ordering::Relaxed) {
        exit.write(AppExit::Success);
    }
    let recovery = recovery.bypass_change_detection();
    let Some(saver) = &recovery.saver else { return };
    let failure = saver.failure();
    if failure.is_some() && failure != recovery.said {
        // Once for each reason; it is tried again all the same.
        messages.warn(failure.clone().unwrap_or_default());
    }
    recovery.said = failure;
    if recovery.first.is_none() {
        recovery.first = Some(Stamp::of(&bench, &undo, &open));
        return;
    }
    let since = recovery.kept.as_ref().map(|(_, at)| at.elapsed());
    let acted = || {
        since.is_none_or(|since| since >= recovery.pace.pause) && recovery.has_new_acts(&bench, &undo, &open)
    };
    if since.is_none_or(|since| since >= recovery.pace.interval) || acted() {
        recovery.keep(&bench, &undo, &open);
    }
}

/// Hands the work over before something that may go wrong; steps that are asked for wait until it is kept.
pub fn keep_now(
    bench: Res<Workbench>,
    (undo, open): (Res<UndoStack>, Res<Open>),
    mut recovery: ResMut<Recovery>,
) {
    recovery.bypass_change_detection().keep_before(&bench, &undo, &open);
}

/// Hands acts over before the steps that follow them.
pub fn keep_acts(
    bench: Res<Workbench>,
    (undo, open): (Res<UndoStack>, Res<Open>),
    mut driver: ResMut<Driver>,
    mut recovery: ResMut<Recovery>,
) {
    let recovery = recovery.bypass_change_detection();
    if recovery.has_new_acts(&bench, &undo, &open) {
        driver.after = recovery.keep_before(&bench, &undo, &open);
    }
}

/// What the renderer does about a driver that fails: the work is kept, and the program ends, to start once more.
pub fn on_lost_graphics() -> RenderErrorHandler {
    RenderErrorHandler(|error, main_world, _| {
        if graphics::note_failure() {
            eprintln!("pegsim: error: the graphics driver failed: {:?} {}", error.ty, error.description);
            // No frame comes any more.
            if main_world.contains_resource::<Recovery>() {
                main_world.resource_scope(|world, mut recovery: Mut<Recovery>| {
                    let (bench, undo) = (world.resource::<Workbench>(), world.resource::<UndoStack>());
                    recovery.keep_last(bench, undo, world.resource::<Open>());
                });
            }
            main_world.write_message(AppExit::error());
        }
        RenderErrorPolicy::StopRendering
    })
}

/// At the end of the program: who leaves leaves nothing behind; whatever else ends it leaves all.
pub fn finish(
    bench: Res<Workbench>,
    (undo, open): (Res<UndoStack>, Res<Open>),
    mut recovery: ResMut<Recovery>,
    mut exit: MessageReader<AppExit>,
) {
    if exit.read().count() == 0 {
        return;
    }
    let recovery = recovery.bypass_change_detection();
    if recovery.leaving {
        // First the thread, then what it wrote.
        recovery.saver = None;
        crate::app::panics::keep_report_in(None);
        if let Some(session) = recovery.session.take()
            && let Err(error) = session.remove()
        {
            eprintln!("pegsim: warning: what was kept for recovery cannot be removed: {error}.");
        }
    } else {
        recovery.keep_last(&bench, &undo, &open);
    }
}
