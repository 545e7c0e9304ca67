//! What is chosen to be explained: commands choose a contact, a pair or a condition, and what was chosen is found again
//! in every step by its features.

use crate::app::bench::workbench::{MAX_PANES, Pane, Workbench};
use crate::app::command::{ExplainCommand, SelectCommand};
use crate::app::explain::Subject;
use crate::app::explain::picture::Picture;
use crate::app::look::view::Selection;
use crate::app::run::simulation::FrameStage;
use crate::contact::ContactId;
use crate::step::StepRecord;
use bevy::prelude::*;
use std::sync::{Arc, Weak};

/// Keeps what was chosen.
pub struct ChoosePlugin;

impl Plugin for ChoosePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Pictures>().add_systems(Update, draw.in_set(FrameStage::Show));
    }
}

/// Carries out a command that chooses what is explained. Those about the solvers are for
/// [`crate::app::explain::resolve`].
pub fn choose(bench: &Workbench, selection: &mut Selection, command: &ExplainCommand) {
    match command {
        ExplainCommand::Pair(a, b) => {
            if a != b && a.max(b).0 < bench.scene.model.bodies.len() {
                selection.only(Some(*a));
                selection.contact = None;
                selection.subject = Some(Subject::pair(bench.focused, *a, *b));
                selection.row = None;
            }
        }
        ExplainCommand::Pane(pane) => {
            let known = selection.subject(bench).filter(|_| *pane < bench.panes.len());
            if let Some(subject) = known {
                selection.subject = Some(Subject { pane: *pane, condition: None, ..subject });
                selection.row = None;
            }
        }
        ExplainCommand::Condition(key) => {
            if let Some(subject) = selection.subject(bench) {
                selection.subject = Some(Subject { condition: Some(*key), ..subject });
                selection.row = None;
            }
        }
        ExplainCommand::PointOutRow(number) => selection.row = *number,
        ExplainCommand::CompareSolvers
        | ExplainCommand::ChooseProblem(_)
        | ExplainCommand::StopSolvers
        | ExplainCommand::SaveProblem(_) => {}
    }
}

/// What was selected is explained from now on.
pub fn explain_selected(bench: &Workbench, selection: &mut Selection, command: &SelectCommand) {
    match command {
        SelectCommand::Contact(Some(contact)) => explain_contact(bench, selection, *contact),
        // Walking from contact to contact by key has chosen one already.
        SelectCommand::NeighbourContact(_) => {
            if let Some(contact) = selection.contact {
                explain_contact(bench, selection, contact);
            }
        }
        SelectCommand::Contact(None)
        | SelectCommand::Body(_)
        | SelectCommand::Toggle(_)
        | SelectCommand::Clicked { .. }
        | SelectCommand::Group(_)
        | SelectCommand::Within { .. }
        | SelectCommand::AllThatMove
        | SelectCommand::SameShape
        | SelectCommand::NeighbourBody(_) => {
            forget(selection);
        }
        SelectCommand::Joint(_)
        | SelectCommand::PointOut(_)
        | SelectCommand::Press { .. }
        | SelectCommand::Drag { .. }
        | SelectCommand::Snap(_)
        | SelectCommand::ToggleSnapping
        | SelectCommand::Release { .. } => {}
    }
}

fn explain_contact(bench: &Workbench, selection: &mut Selection, (pane, id): (usize, ContactId)) {
    let record = bench.panes.get(pane).and_then(|p| p.contacts());
    let Some(contact) = record.and_then(|r| r.contacts.get(id.0)) else { return };
    let mut subject = Subject::contact(pane, contact);
    // From one contact of a condition to another the condition stays.
    if let Some(before) = selection.subject.filter(|s| s.bodies == subject.bodies) {
        subject.condition = before.condition;
    }
    selection.subject = Some(subject);
}

/// What was selected is explained from now on.
pub fn follow_selection(
    In(command): In<SelectCommand>,
    bench: Res<Workbench>,
    mut selection: ResMut<Selection>,
) {
    explain_selected(&bench, &mut selection, &command);
}

/// Nothing is explained any more.
pub fn explain_nothing(mut selection: ResMut<Selection>) {
    forget(&mut selection);
}

fn forget(selection: &mut Selection) {
    selection.subject = None;
    selection.row = None;
}

/// Finds the chosen contact in the step that is shown now.
pub fn follow(bench: Res<Workbench>, mut selection: ResMut<Selection>) {
    let now = followed(&bench, &selection);
    if *selection != now {
        *selection = now;
    }
}

/// The selection as it is in the steps that the panes show now.
pub fn followed(bench: &Workbench, selection: &Selection) -> Selection {
    let mut now = selection.clone();
    now.subject = selection.subject(bench).filter(|s| s.bodies.1.0 < bench.scene.model.bodies.len());
    let Some(subject) = &mut now.subject else { return now };
    if subject.pane >= bench.panes.len() {
        subject.pane = bench.focused.min(bench.panes.len() - 1);
    }
    if subject.features.is_some() {
        let record = bench.panes[subject.pane].contacts();
        now.contact = record.and_then(|r| Some((subject.pane, subject.find(r)?)));
    }
    now
}

/// The picture of what is explained, for each pane.
#[derive(Resource, Default)]
pub struct Pictures {
    panes: [Drawn; MAX_PANES],
}

/// A picture and what it was drawn from.
#[derive(Default)]
struct Drawn {
    record: Option<Weak<StepRecord>>,
    subject: Option<(Subject, Option<usize>)>,
    picture: Arc<Picture>,
}

impl Pictures {
    /// The picture of a pane; empty where nothing is explained.
    pub fn of(&self, pane: usize) -> &Arc<Picture> {
        &self.panes[pane.min(MAX_PANES - 1)].picture
    }
}

/// What is drawn in a pane: numbers of the rows are those of the pane that is explained.
fn wanted(selection: &Selection, index: usize) -> Option<(Subject, Option<usize>)> {
    let subject = selection.subject?;
    let here = subject.pane == index;
    Some((Subject { pane: index, ..subject }, selection.row.filter(|_| here)))
}

/// Draws anew what has changed.
pub fn draw(bench: Res<Workbench>, selection: Res<Selection>, mut pictures: ResMut<Pictures>) {
    for (index, drawn) in pictures.bypass_change_detection().panes.iter_mut().enumerate() {
        let pane: Option<&Pane> = bench.panes.get(index);
        let subject = wanted(&selection, index).filter(|_| pane.is_some());
        let record = pane.and_then(|p| p.contacts());
        let same = match (&drawn.record, record) {
            (Some(old), Some(new)) => old.upgrade().is_some_and(|old| Arc::ptr_eq(&old, new)),
            (None, None) => true,
            _ => false,
        };
        if same && drawn.subject == subject {
            continue;
        }
        drawn.record = record.map(Arc::downgrade);
        drawn.subject = subject;
        let picture = match (pane, &subject) {
            (Some(pane), Some((subject, pointed))) => Picture::of(pane, subject, *pointed),
            _ => Picture::default(),
        };
        if *drawn.picture != picture {
            drawn.picture = Arc::new(picture);
        }
    }
}
