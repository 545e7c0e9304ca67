//! What is chosen to be explained: commands choose a contact, a pair or a condition, and what was chosen is found again
//! in every step by its features.

use crate::app::bench::workbench::{MAX_PANES, Pane, Workbench};
use crate::app::command::{AppCommand, ExplainCommand, SelectCommand};
use crate::app::explain::Subject;
use crate::app::explain::picture::Picture;
use crate::app::look::view::Selection;
use crate::app::run::simulation::FrameStage;
use crate::step::StepRecord;
use crate::world::BodyId;
use bevy::prelude::*;
use std::sync::{Arc, Weak};

/// Chooses, and keeps what was chosen.
pub struct ChoosePlugin;

impl Plugin for ChoosePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Pictures>()
            .add_systems(Update, obey.in_set(FrameStage::Ask))
            .add_systems(Update, (follow, draw).chain().in_set(FrameStage::Show));
    }
}

/// What a click on a body, or beside all bodies, means: with Ctrl the pair of it and the selected body.
pub fn clicked(selection: &Selection, hit: Option<BodyId>, keys: &ButtonInput<KeyCode>) -> AppCommand {
    let held = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
    match (selection.body, hit) {
        (Some(first), Some(second)) if keys.any_pressed(held) && first != second => {
            AppCommand::Explain(ExplainCommand::Pair(first, second))
        }
        _ => AppCommand::Select(SelectCommand::Body(hit)),
    }
}

/// Commands that choose.
fn obey(mut commands: MessageReader<AppCommand>, bench: Res<Workbench>, mut selection: ResMut<Selection>) {
    for command in commands.read() {
        choose(&bench, &mut selection, command);
    }
}

/// Carries out a command that chooses what is explained.
pub fn choose(bench: &Workbench, selection: &mut Selection, command: &AppCommand) {
    match command {
        AppCommand::Select(SelectCommand::Contact(Some((pane, id)))) => {
            let record = bench.panes.get(*pane).and_then(|p| p.simulation.record.as_deref());
            let Some(contact) = record.and_then(|r| r.contacts.get(id.0)) else { return };
            let mut subject = Subject::contact(*pane, contact);
            // From one contact of a condition to another the condition stays.
            if let Some(before) = selection.subject.filter(|s| s.bodies == subject.bodies) {
                subject.condition = before.condition;
            }
            selection.subject = Some(subject);
        }
        // Walking from contact to contact by key has chosen one already.
        AppCommand::Select(SelectCommand::NeighbourContact(_)) => {
            if let Some((pane, id)) = selection.contact {
                choose(bench, selection, &AppCommand::Select(SelectCommand::Contact(Some((pane, id)))));
            }
        }
        AppCommand::Select(SelectCommand::Contact(None))
        | AppCommand::Select(SelectCommand::Body(_))
        | AppCommand::Select(SelectCommand::NeighbourBody(_)) => {
            selection.subject = None;
            selection.row = None;
        }
        AppCommand::Explain(ExplainCommand::Pair(a, b))
            if a != b && a.max(b).0 < bench.scene.model.bodies.len() =>
        {
            selection.body = Some(*a);
            selection.contact = None;
            selection.subject = Some(Subject::pair(bench.focused, *a, *b));
            selection.row = None;
        }
        AppCommand::Explain(ExplainCommand::Pane(pane)) if *pane < bench.panes.len() => {
            if let Some(mut subject) = selection.subject(bench) {
                subject.pane = *pane;
                subject.condition = None;
                selection.subject = Some(subject);
                selection.row = None;
            }
        }
        AppCommand::Explain(ExplainCommand::Condition(key)) => {
            if let Some(mut subject) = selection.subject(bench) {
                subject.condition = Some(*key);
                selection.subject = Some(subject);
                selection.row = None;
            }
        }
        AppCommand::Explain(ExplainCommand::PointOutRow(number)) => selection.row = *number,
        // Escape has deselected, unless it only let go of a body.
        AppCommand::Cancel if selection.body.is_none() && selection.contact.is_none() => {
            selection.subject = None;
            selection.row = None;
        }
        _ => {}
    }
}

/// Finds the chosen contact in the step that is shown now.
fn follow(bench: Res<Workbench>, mut selection: ResMut<Selection>) {
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
        let record = bench.panes[subject.pane].simulation.record.as_deref();
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
        let record = pane.and_then(|p| p.simulation.record.as_ref());
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
