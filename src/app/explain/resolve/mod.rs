//! The complementarity problems of one step, solved by every solver of the catalogue beside the frames.
//!
//! `job` does the work on threads of its own: solvers run to their end once they have started, and must not take the
//! place of the steps. `question` finds the step.

pub mod job;
pub mod picture;
pub mod question;

use crate::app::bench::workbench::Workbench;
use crate::app::command::{AppCommand, ExplainCommand, PanelCommand};
use crate::app::explain::choose::choose;
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::lcp::problem::file::Origin;
use crate::output::WholeFile;
use bevy::prelude::*;
use job::{Job, Snapshot};
use question::Question;
use std::path::{Path, PathBuf};

/// The step that is looked at, if any. Written by [`carry_out`] only.
#[derive(Resource, Default)]
pub struct Resolve {
    /// Which step, of which pane.
    pub question: Option<Question>,
    job: Option<Job>,
    /// Counts jobs, so that panels see when all is new.
    pub generation: u64,
    /// Where the problem was written to last.
    pub saved: Option<PathBuf>,
}

impl Resolve {
    /// What is known by now; none before the first question.
    pub fn snapshot(&self) -> Option<Snapshot> {
        self.job.as_ref().map(Job::snapshot)
    }

    /// Asks about a step: all of it, or one island of a step that is known.
    pub fn ask(&mut self, question: Question, island: Option<usize>) {
        self.stop();
        let known = self.job.take().filter(|_| island.is_some()).map(|job| job.snapshot().problems);
        self.job = Some(Job::start(&question, known.unwrap_or_default(), island));
        self.question = Some(question);
        self.generation += 1;
        self.saved = None;
    }

    /// Starts no further solver.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Writes the problem that is solved.
    ///
    /// # Errors
    /// A sentence with the file and the reason.
    fn save(&mut self, path: Option<&Path>) -> Result<PathBuf, String> {
        let nothing = tr!("problem-there-no-problem-write-solve");
        let (Some(question), Some(snapshot)) = (&self.question, self.snapshot()) else {
            return Err(nothing.to_owned());
        };
        let problem = snapshot.problems.get(snapshot.island).ok_or(nothing)?;
        let origin = Origin::of_step(&question.scene, &question.settings, &question.before, snapshot.island);
        let text = problem
            .file(origin)
            .to_text()
            .map_err(|e| tr!("problem-problem-was-not-written", e = e.to_string()))?;
        let path = path.map(Path::to_owned).map_or_else(free_name, Ok)?;
        WholeFile::new(&path)
            .and_then(|file| file.finish_with(text.as_bytes()))
            .map_err(|error| error.sentence())?;
        self.saved = Some(path.clone());
        Ok(path)
    }
}

/// The first `pegsim-lcp-NNN.json` in the current folder that does not exist.
fn free_name() -> Result<PathBuf, String> {
    let folder = std::env::current_dir().map_err(|e| tr!("problem-current-folder-cannot-be-read", e = e))?;
    let mut names = (1..10_000).map(|n| folder.join(format!("pegsim-lcp-{n:03}.json")));
    let full = tr!("problem-there-too-many-files-pegsim");
    names.find(|path| !path.exists()).ok_or_else(|| full.to_owned())
}

/// Carries out what is asked to be explained or solved.
pub fn carry_out(
    In(command): In<ExplainCommand>,
    bench: Res<Workbench>,
    mut selection: ResMut<Selection>,
    mut resolve: ResMut<Resolve>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    match command {
        ExplainCommand::CompareSolvers => {
            let question = Question::of_pane(&bench, bench.focused);
            resolve.ask(question, None);
            commands.write(PanelCommand::ShowSolvers.into());
        }
        ExplainCommand::ChooseProblem(island) => {
            if let Some(question) = resolve.question.clone() {
                resolve.ask(question, Some(island));
            }
        }
        ExplainCommand::StopSolvers => resolve.stop(),
        ExplainCommand::SaveProblem(path) => match resolve.save(path.as_deref()) {
            Ok(path) => messages.info(tr!("problem-problem-was-written-on-command", path = path.display())),
            Err(error) => messages.error(error),
        },
        ExplainCommand::Pair(..)
        | ExplainCommand::Pane(_)
        | ExplainCommand::Condition(_)
        | ExplainCommand::PointOutRow(_) => choose(&bench, &mut selection, &command),
    }
}
