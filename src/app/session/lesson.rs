//! A lesson under way: which step is shown, what was answered, and what its run came to.
//!
//! It asks before it runs, opens its scenes as anybody would, and stops the clock when the time of a step is over. What it measures is of
//! the recorded step at that time, not of where the clock happened to stop.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::command::look::StandardView;
use crate::app::command::session::{LessonAnswer, LessonMove, LessonPlace};
use crate::app::command::{AppCommand, FilesCommand, LookCommand, PastCommand, RunCommand};
use crate::app::files::scenes;
use crate::app::messages::Messages;
use crate::app::session::Session;
use crate::app::session::tour::{Tour, show};
use crate::app::texts;
use crate::contact::models::ContactModel;
use crate::experiment::run::step_count;
use crate::lesson::{self, Ask, Lesson, LessonStep, Quantity};
use crate::recording::Sample;
use crate::scene::SceneError;
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a pane came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its model.
    pub model: ContactModel,
    /// The quantity that was asked for; none where none was, or where the run failed.
    pub value: Option<f64>,
    /// Whether its run ended before its time.
    pub failed: bool,
}

/// What is known of one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The answer, once it is given.
    pub answer: Option<LessonAnswer>,
    /// What the panes came to, once they ran.
    pub found: Option<Vec<Found>>,
}

/// A lesson under way.
#[derive(Clone, Debug)]
pub struct Open {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// Where it is from.
    pub place: LessonPlace,
    /// The step that is shown.
    pub step: usize,
    /// What is known of all steps.
    pub progress: Vec<Progress>,
    /// The scene of the step is to be opened.
    opens: bool,
    /// The view of the step is to be taken, once its scene is there.
    sees: bool,
    /// Scenes loaded before that of the step was asked for, while it is waited for.
    waits: Option<u64>,
    /// The models that the user had in the panes.
    own_models: Vec<ContactModel>,
}

impl Open {
    /// A lesson at its first step, the scene of which is still to be opened.
    pub fn new(lesson: Lesson, place: LessonPlace) -> Self {
        Self::of(Arc::new(lesson), place)
    }

    /// The same of a lesson that others have as well.
    pub fn of(lesson: Arc<Lesson>, place: LessonPlace) -> Self {
        let progress = vec![Progress::default(); lesson.steps.len()];
        Self {
            lesson,
            place,
            step: 0,
            progress,
            opens: true,
            sees: false,
            waits: None,
            own_models: Vec::new(),
        }
    }

    /// The same where the scene of the step is there.
    pub fn ready(self) -> Self {
        Self { opens: false, sees: false, waits: None, ..self }
    }

    /// The step that is shown.
    pub fn shown(&self) -> &LessonStep {
        &self.lesson.steps[self.step.min(self.lesson.steps.len() - 1)]
    }

    /// What is known of it.
    pub fn here(&self) -> &Progress {
        &self.progress[self.step.min(self.progress.len() - 1)]
    }

    /// Whether its scene is on its way.
    pub fn is_waiting(&self) -> bool {
        self.opens || self.sees || self.waits.is_some()
    }

    /// Whether it has been answered and has run, as far as it asks and runs.
    pub fn is_done(&self) -> bool {
        let (step, here) = (self.shown(), self.here());
        (step.ask.is_none() || here.answer.is_some()) && (step.run.is_none() || here.found.is_some())
    }

    /// Whether it is the last one.
    pub fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.steps.len()
    }

    /// The scene that is open in the step, with models and step size; those of the steps before go on.
    fn opened(&self) -> (Option<&str>, &[ContactModel], Option<f64>) {
        self.lesson.opened(self.step)
    }

    /// What the step shows, for telling whether another shows the same.
    fn opened_now(&self) -> (Option<String>, Vec<ContactModel>, Option<f64>) {
        let (scene, models, h) = self.opened();
        (scene.map(str::to_owned), models.to_vec(), h)
    }

    /// Goes to another step: its scene is opened where that is another one, and it is seen as it says.
    fn go_to(&mut self, step: usize, again: bool) {
        let (before, seen) = (self.opened_now(), self.lesson.camera(self.step));
        self.step = step;
        self.opens = again && self.shown().scene.is_some() || self.opened_now() != before;
        self.sees = self.shown().camera.is_some() || self.lesson.camera(step) != seen;
    }

    /// From where the step is seen.
    fn view(&self) -> LookCommand {
        self.lesson.camera(self.step).map_or(LookCommand::View(StandardView::Scene), LookCommand::LookFrom)
    }

    /// What comes next in it; nothing while something is under way or a question is open, which is said.
    fn onward(&self, running: bool, messages: &mut Messages) -> Option<LessonMove> {
        let (step, here) = (self.shown(), self.here());
        if self.is_done() {
            return Some(LessonMove::Next);
        }
        if step.ask.is_some() && here.answer.is_none() {
            messages.info(tr!("lesson-question-comes-first-click-answer"));
            return None;
        }
        (!running && !self.is_waiting()).then_some(LessonMove::Run)
    }

    /// Has its texts in the language of the window, where it has them; else they stay.
    pub fn speak(&mut self, messages: &mut Messages) {
        if let Some(Ok(lesson)) = read(&self.place, messages)
            && lesson.steps.len() == self.lesson.steps.len()
        {
            self.lesson = Arc::new(lesson);
        }
    }

    /// The file of a scene that the lesson names.
    fn file(&self, name: &str) -> Result<PathBuf, String> {
        scene_file(
            name,
            match &self.place {
                LessonPlace::Program(_) => None,
                LessonPlace::File(path) => Some(path.parent().unwrap_or(Path::new(""))),
                LessonPlace::Draft(folder) => folder.as_deref(),
            },
        )
    }

    /// Whether a step of it opens that file by itself.
    pub fn has_scene(&self, path: &Path) -> bool {
        let names = self.lesson.steps.iter().filter_map(|step| step.scene.as_deref());
        let path = scenes::whole(path);
        names.filter_map(|name| self.file(name).ok()).any(|file| scenes::whole(&file) == path)
    }

    /// The models that the user had in the panes before it was opened.
    pub fn own_models(&self) -> &[ContactModel] {
        &self.own_models
    }

    /// The same where the user had these models.
    pub fn with_own_models(self, own_models: Vec<ContactModel>) -> Self {
        Self { own_models, ..self }
    }
}

/// The file of a scene that a lesson names: beside its file, which is in this folder, else as everywhere.
///
/// # Errors
/// A clause when there is none.
pub fn scene_file(name: &str, folder: Option<&Path>) -> Result<PathBuf, String> {
    // A whole path needs no folder.
    let folder = folder.or_else(|| Path::new(name).is_absolute().then_some(Path::new("/")));
    let beside = folder.and_then(|folder| lesson::file_beside(name, folder));
    beside.map_or_else(|| scenes::named(name), Ok)
}

/// A lesson with its texts in the language of the window, where it has them, and they can be taken: else it is said why not. `None` of one that is being made, which the editor begins by itself.
fn read(place: &LessonPlace, messages: &mut Messages) -> Option<Result<Lesson, String>> {
    let language = texts::language().code();
    let read = match place {
        LessonPlace::Program(name) => match lesson::find(name) {
            Some(shipped) => shipped.load_in(language).map(|lesson| (lesson, None)),
            None => return Some(Err(tr!("lesson-there-no-lesson", name = name))),
        },
        LessonPlace::File(path) => lesson::load_in(path, language),
        LessonPlace::Draft(_) => return None,
    };
    let said = |(lesson, aside): (Lesson, Option<SceneError>)| {
        if let Some(error) = aside {
            messages.warn(tr!("lesson-translation-set-aside", error = error.to_string()));
        }
        lesson
    };
    Some(read.map(said).map_err(|error| error.to_string()))
}

/// Goes through a lesson.
pub fn go(
    In(way): In<LessonMove>,
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    if let LessonMove::Open(place) = way {
        let Some(read) = read(&place, &mut messages) else { return };
        match read {
            Ok(lesson) => {
                let own = session.lesson.take().map(|open| open.own_models);
                session.tour = Tour::default();
                session.preferences.tour_seen = true;
                let own_models = own.unwrap_or_else(|| bench.chosen_models());
                session.lesson = Some(Open { own_models, ..Open::new(lesson, place) });
            }
            Err(error) => messages.error(error),
        }
        return;
    }
    let Some(open) = &mut session.lesson else { return };
    let way = if way == LessonMove::Onward { open.onward(bench.running, &mut messages) } else { Some(way) };
    let Some(way) = way else { return };
    match way {
        LessonMove::Open(_) | LessonMove::Onward => {}
        LessonMove::Next if !open.is_last() => open.go_to(open.step + 1, true),
        LessonMove::Back => open.go_to(open.step.saturating_sub(1), false),
        LessonMove::Answer(answer) => {
            let step = open.step;
            open.progress[step].answer = Some(answer);
        }
        LessonMove::Run => {
            if bench.step() > bench.scene.first_state().step {
                commands.write(PastCommand::Reset.into());
            }
            commands.write(RunCommand::Run.into());
        }
        LessonMove::Next | LessonMove::Leave => {
            let open = session.lesson.take();
            if let Some(open) = open {
                show(&open.own_models, &mut commands);
                let done = matches!(way, LessonMove::Next);
                if let LessonPlace::Program(name) = open.place
                    && done
                {
                    session.lessons_done.insert(name);
                }
            }
        }
    }
}

/// Opens the scene of a step that was just reached, and sees when it is there.
pub fn open_scene(
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    // A change is noted only where there is one.
    if !session.lesson.as_ref().is_some_and(Open::is_waiting) {
        return;
    }
    let Some(open) = &mut session.lesson else { return };
    if open.opens {
        open.opens = false;
        open.sees = open.lesson.camera(open.step).is_some();
        let (scene, models, _) = open.opened();
        let Some(scene) = scene else { return };
        match open.file(scene) {
            Ok(path) => {
                commands.write(RunCommand::Pause.into());
                show(models, &mut commands);
                commands.write(FilesCommand::LoadScene(path).into());
                open.waits = Some(bench.loaded);
            }
            Err(error) => messages.error(tr!("lesson-lesson-scene-cannot-be-opened", error = error)),
        }
    } else if open.waits.is_some_and(|loaded| bench.loaded > loaded) {
        open.waits = None;
        if let Some(h) = open.opened().2 {
            commands.write(RunCommand::SetTimeStep(h).into());
        }
    } else if open.sees && open.waits.is_none() {
        open.sees = false;
        commands.write(open.view().into());
    }
}

/// Stops the clock when the time of a step is over, and notes what the panes came to.
pub fn watch(bench: Res<Workbench>, mut session: ResMut<Session>, mut commands: MessageWriter<AppCommand>) {
    let waiting = |open: &&Open| !open.is_waiting() && open.here().found.is_none();
    let Some(open) = session.lesson.as_ref().filter(waiting) else { return };
    let Some(run) = open.shown().run else { return };
    let first = bench.scene.first_state().step;
    let last = first + step_count(run, bench.time_step);
    let over =
        |pane: &Pane| pane.failure.is_some() || pane.cannot().is_some() || pane.simulation.state.step >= last;
    if bench.step() == first || !bench.panes.iter().all(over) {
        return;
    }
    let asked = match &open.shown().ask {
        Some(Ask::Predict { of, .. }) => Some(of.clone()),
        _ => None,
    };
    let found = bench.panes.iter().map(|pane| found(pane, last, asked.as_ref())).collect();
    if bench.running {
        commands.write(RunCommand::Pause.into());
    }
    // The clock went on for the rest of its frame; what is spoken of is shown.
    if bench.step() > last {
        commands.write(PastCommand::Seek(last).into());
    }
    if let Some(open) = &mut session.lesson {
        let step = open.step;
        open.progress[step].found = Some(found);
    }
}

/// How deep bodies have been in each other (m) and how many traps were sprung up to a step.
pub fn so_far<'a>(samples: impl IntoIterator<Item = &'a Sample>, step: u64) -> (f64, u64) {
    let so_far = samples.into_iter().filter(|sample| sample.step <= step);
    so_far.fold((0.0_f64, 0_u64), |(depth, traps), sample| {
        (depth.max(sample.depth), traps + u64::from(sample.sprung_traps))
    })
}

/// What a pane came to at a step.
fn found(pane: &Pane, step: u64, asked: Option<&Quantity>) -> Found {
    let failed = pane.simulation.state.step < step;
    let so_far = so_far(pane.history.samples(), step);
    let value = |asked: &Quantity| {
        let frame = pane.recording.frame(step)?;
        asked.value(&frame.scene.model, &frame.state, so_far)
    };
    Found { model: pane.model(), value: asked.filter(|_| !failed).and_then(value), failed }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"Lesson(title: "x", steps: [
        (text: "a"),
        (text: "b", scene: "triangle_drop", models: [Standard], time_step: 0.02, run: 0.1),
        (text: "c", run: 0.2),
        (text: "d", time_step: 0.01),
        (text: "e", scene: "triangle_drop", ask: Choose(question: "?", answers: ["a", "b"], right: 1)),
    ])"#;

    fn open(step: usize) -> Open {
        let lesson = lesson::parse(TEXT, "x").unwrap_or_else(|e| panic!("{e}"));
        Open { step, ..Open::new(lesson, LessonPlace::Program("x".to_owned())) }
    }

    #[test]
    fn a_step_goes_on_with_what_the_one_before_opened() {
        let scene = Some("triangle_drop");
        assert_eq!(open(0).opened(), (None, &[][..], None));
        assert_eq!(open(1).opened(), (scene, &[ContactModel::Standard][..], Some(0.02)));
        assert_eq!(open(2).opened(), open(1).opened());
        assert_eq!(open(3).opened(), (scene, &[ContactModel::Standard][..], Some(0.01)));
        // Opened anew it has its own step size.
        assert_eq!(open(4).opened(), (scene, &[ContactModel::Standard][..], None));
    }

    #[test]
    fn a_step_is_done_when_it_was_answered_and_has_run() {
        assert!(open(0).is_done() && !open(1).is_done() && !open(4).is_done());
        let mut last = open(4);
        last.progress[4].answer = Some(LessonAnswer::Choice(2));
        assert!(last.is_done() && last.is_last());
        let mut second = open(1);
        second.progress[1].found = Some(Vec::new());
        assert!(second.is_done() && !second.is_last());
    }
}
