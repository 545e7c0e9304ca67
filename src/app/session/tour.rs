//! The tour: a few scenes that show what the program is for, with something to do in each. It waits for the user and
//! never stands in the way.

use crate::app::bench::workbench::Workbench;
use crate::app::command::session::TourMove;
use crate::app::command::{AppCommand, FilesCommand, RunCommand};
use crate::app::files::scenes;
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::app::run::simulation::Driver;
use crate::app::session::Session;
use crate::contact::models::ContactModel;
use bevy::prelude::*;

/// What a user does in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing: there is only something to read.
    Read,
    /// Let the clock run.
    Run,
    /// Go back in time.
    StepBack,
    /// Select a contact.
    SelectContact,
    /// Take hold of a body.
    Drag,
}

/// What a stage points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The button that runs and pauses.
    Run,
    /// The strips above the views.
    Strips,
    /// The timeline.
    Timeline,
    /// The inspector.
    Inspector,
    /// The first view.
    View,
    /// The button of the help window.
    Help,
}

/// One stage.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The scene, in the folder of scenes; none: whatever is open.
    pub scene: Option<&'static str>,
    /// The models of the panes; none: those that the user had.
    pub models: &'static [ContactModel],
    /// Heading.
    pub title: fn() -> &'static str,
    /// What to look at.
    pub text: fn() -> &'static str,
    /// What to do.
    pub todo: fn() -> &'static str,
    /// How it is known that it was done.
    pub act: Act,
    /// Where to look.
    pub target: Option<Target>,
}

/// All stages. The first asks; those without a scene of their own go on with the one before.
pub const STAGES: &[Stage] = &[
    Stage {
        scene: None,
        models: &[],
        title: || tr!("tour-welcome"),
        text: || tr!("tour-every-pane-runs-same-scene"),
        todo: || tr!("tour-next-begins-tour-also-in"),
        act: Act::Read,
        target: None,
    },
    Stage {
        scene: Some("triangle_drop.ron"),
        models: &[],
        title: || tr!("tour-trap"),
        text: || tr!("tour-triangle-falls-beside-tip-larger"),
        todo: || tr!("tour-press-space-run-compare"),
        act: Act::Run,
        target: Some(Target::Run),
    },
    Stage {
        scene: None,
        models: &[],
        title: || tr!("tour-back-in-time"),
        text: || tr!("tour-every-step-recorded-marks-on"),
        todo: || tr!("tour-press-step-back-or-click"),
        act: Act::StepBack,
        target: Some(Target::Timeline),
    },
    Stage {
        scene: Some("triangle_drop.ron"),
        models: &[ContactModel::Corrective, ContactModel::DeepestPoint, ContactModel::SeparatingFeature],
        title: || tr!("tour-other-ways-be-wrong"),
        text: || tr!("tour-same-fall-under-methods-that"),
        todo: || tr!("tour-press-space-run-compare"),
        act: Act::Run,
        target: Some(Target::Strips),
    },
    Stage {
        scene: Some("box3d_seed0.ron"),
        models: &[],
        title: || tr!("tour-sinking-or-not"),
        text: || tr!("tour-bar-above-each-view-truth"),
        todo: || tr!("tour-press-space-watch-three-bars"),
        act: Act::Run,
        target: Some(Target::Strips),
    },
    Stage {
        scene: None,
        models: &[],
        title: || tr!("tour-why"),
        text: || tr!("tour-each-point-between-two-bodies"),
        todo: || tr!("tour-when-stands-still-click-mark"),
        act: Act::SelectContact,
        target: Some(Target::Inspector),
    },
    Stage {
        scene: Some("friction/bouncing_boxes.ron"),
        models: &[],
        title: || tr!("tour-impacts-your-hand"),
        text: || tr!("tour-boxes-that-bounce-each-as"),
        todo: || tr!("tour-press-space-then-drag-box"),
        act: Act::Drag,
        target: Some(Target::View),
    },
    Stage {
        scene: None,
        models: &[],
        title: || tr!("tour-from-here"),
        text: || tr!("tour-lessons-few-minutes-ask-what"),
        todo: || "",
        act: Act::Read,
        target: Some(Target::Help),
    },
];

/// Where the tour is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    /// The stage, while the tour is shown.
    pub stage: Option<usize>,
    /// Whether what the stage asks for was done.
    pub done: bool,
    /// A scene is to be opened for it.
    opens: bool,
    /// The models that the user had in the panes, while a stage shows others.
    own_models: Vec<ContactModel>,
}

impl Tour {
    /// The tour at its beginning.
    pub fn start() -> Self {
        Self { stage: Some(0), ..Self::default() }
    }

    /// The stage that is shown.
    pub fn shown(&self) -> Option<&'static Stage> {
        STAGES.get(self.stage?)
    }

    /// Goes on, back or away. Returns whether the tour is over by it.
    pub fn go(&mut self, way: TourMove) -> bool {
        let next = match (way, self.stage) {
            (TourMove::Start, _) => Some(0),
            (TourMove::Next, Some(stage)) => Some(stage + 1).filter(|next| *next < STAGES.len()),
            (TourMove::Back, Some(stage)) => Some(stage.saturating_sub(1)),
            (TourMove::End, _) | (_, None) => None,
        };
        let over = self.stage.is_some() && next.is_none();
        // Forward only a stage of its own scene opens one; backward what was open there is opened again.
        let opened = |stage: Option<usize>| stage.and_then(opened_in);
        let opens = match way {
            TourMove::Next => next.is_some_and(|n| STAGES[n].scene.is_some()),
            TourMove::Back => opened(next).is_some() && opened(next) != opened(self.stage),
            TourMove::Start | TourMove::End => false,
        };
        *self = Self { stage: next, done: false, opens, own_models: std::mem::take(&mut self.own_models) };
        over
    }

    /// The models that the panes are to have in a stage that has these of its own, if they are to change. Those of the
    /// user are kept meanwhile.
    fn models(&mut self, of_stage: &[ContactModel], shown: &[ContactModel]) -> Vec<ContactModel> {
        if of_stage.is_empty() {
            return std::mem::take(&mut self.own_models);
        }
        if self.own_models.is_empty() {
            self.own_models = shown.to_vec();
        }
        of_stage.to_vec()
    }
}

/// The scene that is open in a stage, with the models that are shown then.
fn opened_in(stage: usize) -> Option<(&'static str, &'static [ContactModel])> {
    let so_far = &STAGES[..=stage.min(STAGES.len() - 1)];
    so_far.iter().rev().find_map(|stage| stage.scene.map(|scene| (scene, stage.models)))
}

/// The scene that is open in a stage.
pub fn scene_of(stage: usize) -> Option<&'static str> {
    opened_in(stage).map(|(scene, _)| scene)
}

/// Has the panes show these models; nothing where there are none.
pub(super) fn show(models: &[ContactModel], commands: &mut MessageWriter<AppCommand>) {
    if models.is_empty() {
        return;
    }
    commands.write(RunCommand::SetPaneCount(models.len()).into());
    for (pane, &model) in models.iter().enumerate() {
        commands.write(RunCommand::SetPaneModel { pane, model }.into());
    }
}

/// Goes through the tour.
pub fn go(In(way): In<TourMove>, mut session: ResMut<Session>, mut commands: MessageWriter<AppCommand>) {
    if session.tour.go(way) {
        session.preferences.tour_seen = true;
        show(&std::mem::take(&mut session.tour.own_models), &mut commands);
    }
}

/// Notes that the user went back in time.
pub fn note_going_back(mut session: ResMut<Session>) {
    if session.tour.shown().is_some_and(|stage| stage.act == Act::StepBack) && !session.tour.opens {
        session.tour.done = true;
    }
}

/// Sees whether the user did what the stage asks for.
pub fn watch(
    bench: Res<Workbench>,
    selection: Res<Selection>,
    driver: Res<Driver>,
    mut session: ResMut<Session>,
) {
    let Some(stage) = session.tour.shown().filter(|_| !session.tour.opens && !session.tour.done) else {
        return;
    };
    let done = match stage.act {
        Act::Read => true,
        Act::Run => bench.running,
        // Said by the one who hands out the commands.
        Act::StepBack => false,
        Act::SelectContact => selection.contact.is_some(),
        Act::Drag => driver.holding,
    };
    if done {
        session.tour.done = true;
    }
}

/// Opens the scene of a stage that was just reached.
pub fn open_scene(
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    if !session.tour.opens {
        return;
    }
    session.tour.opens = false;
    let Some((name, models)) = session.tour.stage.and_then(opened_in) else { return };
    match scenes::named(name) {
        Ok(path) => {
            commands.write(RunCommand::Pause.into());
            show(&session.tour.models(models, &bench.chosen_models()), &mut commands);
            commands.write(FilesCommand::LoadScene(path).into());
        }
        Err(error) => {
            session.tour = Tour::default();
            messages.warn(tr!("tour-tour-ends-here", error = error));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tour_leads_through_four_scenes_that_are_there_and_ends() {
        let mut tour = Tour::start();
        let mut opened = Vec::new();
        for k in 0.. {
            assert!(k <= STAGES.len(), "the tour ends");
            if tour.opens {
                opened.extend(tour.stage.and_then(scene_of));
            }
            if tour.go(TourMove::Next) {
                break;
            }
        }
        assert_eq!(tour, Tour::default());
        assert_eq!(opened.len(), 4);
        for scene in opened {
            let file = scenes::named(scene).expect("a scene that every program carries");
            assert!(scenes::load(&file).is_ok(), "{scene}");
        }
    }

    #[test]
    fn going_back_opens_the_scene_that_was_open_there() {
        let third = STAGES.iter().rposition(|s| s.scene.is_some()).expect("scenes");
        let mut tour = Tour { stage: Some(third), ..Tour::default() };
        tour.go(TourMove::Back);
        assert!(tour.opens);
        assert_eq!(scene_of(third - 1), Some("box3d_seed0.ron"));
        let mut tour = Tour { stage: Some(2), ..Tour::default() };
        tour.go(TourMove::Back);
        assert!(!tour.opens, "the same scene is open already");
        let mut tour = Tour::start();
        assert!(!tour.go(TourMove::Back) && tour.stage == Some(0));
        assert!(tour.go(TourMove::End), "leaving is an end");
        assert!(!tour.go(TourMove::End), "there is nothing more to leave");
    }

    #[test]
    fn the_models_of_the_user_come_back_after_a_stage_with_others() {
        let own = [ContactModel::Peg, ContactModel::Lnc];
        let others =
            STAGES.iter().find(|stage| !stage.models.is_empty()).expect("a stage of other models").models;
        let mut tour = Tour::start();
        assert!(tour.models(&[], &own).is_empty(), "nothing changes");
        assert_eq!(tour.models(others, &own), others);
        assert_eq!(tour.models(others, others), others, "opened again");
        tour.go(TourMove::Next);
        assert_eq!(tour.models(&[], others), own);
        assert!(tour.own_models.is_empty());
    }

    #[test]
    fn every_text_is_a_few_sentences() {
        for stage in STAGES {
            let sentences = (stage.text)().matches(['.', ';']).count();
            assert!((2..=4).contains(&sentences), "{}: {sentences}", (stage.title)());
            assert!(!(stage.text)().contains('!') && !(stage.todo)().contains('!'));
        }
    }
}
