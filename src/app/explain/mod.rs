//! What the explainer says and draws: one condition on a pair of bodies in words and numbers, from the record of a
//! step. No window and no panel: texts and geometry as data.
//!
//! | file | what |
//! | --- | --- |
//! | `subject` | which pair, contact and condition |
//! | `words`, `sentences` | names of features, and what is said of a condition |
//! | `models` | what each contact model asks there, and whether it allows the motion found |
//! | `picture` | the features and half-spaces to draw |
//! | `distance` | how far two bodies are apart |
//! | `rate` | how fast a gap opens |

pub mod choose;
#[cfg(test)]
mod curved_tests;
pub mod distance;
pub mod models;
pub mod picture;
mod rate;
pub mod resolve;
mod sentences;
pub mod subject;
#[cfg(test)]
pub(crate) mod tests;
pub mod words;

pub use rate::gap_rate;
pub use sentences::title;
pub use subject::Subject;

use crate::app::bench::workbench::Pane;
use crate::app::format;
use crate::contact::models::{ContactModel, Disjunction, DisjunctionKind};
use crate::contact::{Contact, ContactId, Feature, FeaturePair};
use crate::step::{PairStudy, SPRUNG, StepRecord, StepSettings};
use crate::world::{Model, State, StepInput};
use subject::is_sprung;
use words::{Names, capital, size};

/// Gaps up to this share of the scene's smallest body radius count as touching.
const TOUCHING: f64 = 1e-4;

/// What is said of contacts where no step led to what is shown.
pub fn ahead() -> &'static str {
    tr!("explain-ahead")
}

/// A step that a pane has taken, as the explainer reads it.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// The bodies.
    pub model: &'a Model,
    /// The state at the end of the step.
    pub end: &'a State,
    /// What the step computed.
    pub record: &'a StepRecord,
    /// Whether it was taken: otherwise it is what the next step asks, about gaps of now.
    pub taken: bool,
    /// The contact model that it was taken with.
    pub contact_model: ContactModel,
    /// Relaxation of applicability θ (rad).
    pub applicability_angle: f64,
}

impl<'a> Step<'a> {
    /// The last step of a pane; before the first, and where bodies were moved by hand since, what the next one will ask, as it is now.
    pub fn of(pane: &'a Pane) -> Option<Self> {
        let simulation = &pane.simulation;
        let record = pane.contacts()?;
        Some(Self {
            model: &simulation.model,
            end: &simulation.state,
            record,
            taken: pane.contacts_ahead().is_none(),
            contact_model: settings(pane, record).contact.model,
            applicability_angle: settings(pane, record).contact.applicability_angle,
        })
    }

    /// Names for its features.
    pub fn names(&self) -> Names<'a> {
        Names { model: self.model, poses: &self.end.poses }
    }

    /// A gap up to which contacts count as touching (m).
    pub fn touching(&self) -> f64 {
        TOUCHING * self.model.bodies.iter().map(|b| b.radius).fold(f64::INFINITY, f64::min)
    }
}

/// The settings that the step shown was taken with; those of the pane may have changed since.
fn settings<'a>(pane: &'a Pane, record: &StepRecord) -> &'a StepSettings {
    let taken = pane.recording.frame(record.step).filter(|_| pane.simulation.record.is_some());
    taken.map_or(&pane.simulation.settings, |frame| &frame.settings)
}

/// How a contact stands at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Apart.
    Open,
    /// The gap is closed.
    Touching,
    /// The features have passed each other.
    Violated,
}

impl Standing {
    /// Of a gap at the end of the step, and the gap up to which contacts touch (m).
    pub fn of(gap: f64, touching: f64) -> Self {
        // Written so that a NaN counts as violated.
        if !(gap >= -SPRUNG) {
            Self::Violated
        } else if gap <= touching {
            Self::Touching
        } else {
            Self::Open
        }
    }

    /// Whether the condition on the contact holds.
    pub fn holds(self) -> bool {
        self != Self::Violated
    }

    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => tr!("standing-open"),
            Self::Touching => tr!("standing-touches"),
            Self::Violated => tr!("standing-violated"),
        }
    }
}

/// One contact of the condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number in panel and picture, from 1.
    pub number: usize,
    /// Its features.
    pub pair: FeaturePair,
    /// Its place in the record, where it is there.
    pub contact: Option<ContactId>,
    /// The alternative it belongs to; `None`: a companion, which the condition does not name.
    pub alternative: Option<usize>,
    /// What it asks: ``vertex 1 outside face 3 of `box`, facing up``.
    pub asks: String,
    /// Gap at the end of the step (m).
    pub gap: f64,
    /// How it stands there.
    pub standing: Standing,
    /// Whether it may carry the force in the literal form (4.50).
    pub primary: bool,
    /// Normal impulse (N·s).
    pub impulse: f64,
}

/// How a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// All is well.
    Well,
    /// A trap that has sprung.
    Trap,
    /// Violated.
    Wrong,
}

/// A condition in words and numbers.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What kind of condition, with its equation: `Inter-contact condition I (4.9)`.
    pub title: String,
    /// Between what: ``vertex 1 of `triangle` and 2 edges of `mountain` ``.
    pub about: String,
    /// What it says.
    pub says: String,
    /// Its contacts, numbered.
    pub rows: Vec<Row>,
    /// Which alternative holds, and by how much.
    pub verdict: String,
    /// How the verdict is meant.
    pub tone: Tone,
    /// Who pushes, and whether it should.
    pub force: String,
}

impl Explanation {
    /// Of a contact that no condition names.
    pub fn nothing() -> Self {
        Self {
            title: String::new(),
            about: String::new(),
            says: String::new(),
            rows: Vec::new(),
            verdict: String::new(),
            tone: Tone::Well,
            force: String::new(),
        }
    }
}

/// Companions of a condition that are shown at most.
const COMPANIONS: usize = 4;

impl Row {
    /// Whether the condition itself names it.
    pub fn is_own(&self) -> bool {
        self.alternative.is_some()
    }
}

/// Numbers the contacts of a condition, then its companions: contacts of which PEG asks one only where this model knows
/// no choice.
fn rows(step: &Step, disjunction: &Disjunction, study: Option<&PairStudy>) -> Vec<Row> {
    let names = step.names();
    let touching = step.touching();
    let row = |contact: &Contact, gap: f64, alternative: Option<usize>| {
        let place = step.record.contacts.iter().position(|c| c.pair == contact.pair);
        let impulse = place.and_then(|k| step.record.impulses.get(k)).copied().unwrap_or(0.0);
        Row {
            number: 0,
            pair: contact.pair,
            contact: place.map(ContactId),
            alternative,
            asks: names.asks(contact),
            gap,
            standing: Standing::of(gap, touching),
            primary: disjunction.kind != DisjunctionKind::Separation
                && disjunction.alternatives.len() > 1
                && alternative == Some(disjunction.primary),
            impulse,
        }
    };
    let mut rows: Vec<Row> = disjunction
        .alternatives
        .iter()
        .enumerate()
        // Of an S of a step done in parts, the feature that holds at the end: all of its rows must.
        .filter(|(k, _)| disjunction.kind != DisjunctionKind::Separation || *k == disjunction.primary)
        .flat_map(|(k, alternative)| alternative.contacts.iter().map(move |&id| (k, id)))
        .filter_map(|(k, id)| {
            let gap = step.record.end_gaps.get(id.0).copied().unwrap_or(f64::NAN);
            Some(row(step.record.contacts.get(id.0)?, gap, Some(k)))
        })
        .collect();
    if disjunction.kind == DisjunctionKind::Separation {
        // Conditions that push at no point come last, then it goes by the gap.
        rows.sort_by(|x, y| turns(x).cmp(&turns(y)).then(x.gap.total_cmp(&y.gap)));
    }
    if let Some(study) = study.filter(|_| step.contact_model != ContactModel::Peg) {
        let own: Vec<FeaturePair> = rows.iter().map(|r| r.pair).collect();
        let named = |d: &&Disjunction| {
            d.alternatives.len() > 1
                && d.contacts().any(|c| study.contacts.get(c.0).is_some_and(|c| own.contains(&c.pair)))
        };
        let mut choices: Vec<&Disjunction> = study.of(ContactModel::Peg).iter().filter(named).collect();
        choices.sort_by_key(|d| (!is_sprung(d, &study.end_gaps), d.kind));
        // Where the model leaves the same choice, there is nothing to add.
        choices.retain(|d| disjunction.alternatives.len() < 2 || d.kind != disjunction.kind);
        for id in choices.iter().flat_map(|d| d.contacts()) {
            let Some(contact) = study.contacts.get(id.0) else { continue };
            let known = rows.iter().any(|r| r.pair == contact.pair);
            if !known && rows.iter().filter(|r| !r.is_own()).count() < COMPANIONS {
                rows.push(row(contact, study.end_gaps.get(id.0).copied().unwrap_or(f64::NAN), None));
            }
        }
    }
    for (k, row) in rows.iter_mut().enumerate() {
        row.number = k + 1;
    }
    rows
}

/// Whether a row asks that a vertex stays on its side of a pair of edges: it turns the bodies and pushes at no point.
fn turns(row: &Row) -> bool {
    row.pair.is_couple()
}

/// How a contact is called in sentences: the number of its tile.
pub fn label(number: usize) -> String {
    format!("[{number}]")
}

/// Explains a condition of a step.
///
/// `study`: what the other models ask of the pair, where that is known.
pub fn explain(step: &Step, disjunction: &Disjunction, study: Option<&PairStudy>) -> Explanation {
    let rows = rows(step, disjunction, study);
    let own: Vec<&Row> = rows.iter().filter(|row| row.is_own()).collect();
    let (verdict, tone) = sentences::verdict(step, disjunction, &own);
    Explanation {
        title: match step.names().reach(disjunction.parts) {
            Some(_) if disjunction.kind == DisjunctionKind::Separation => {
                tr!("explain-distance-curved-surfaces-s").to_owned()
            }
            _ => title(disjunction.kind).to_owned(),
        },
        about: sentences::about(step, disjunction),
        says: sentences::says(step, disjunction, &own),
        force: sentences::force(step, disjunction, &own),
        rows,
        verdict,
        tone,
    }
}

/// The feature that an S of a record separates by.
pub fn separating_feature(
    record: &StepRecord,
    disjunction: &Disjunction,
) -> crate::geometry::separating::SeparatingFeature {
    use crate::geometry::separating::SeparatingFeature as S;
    match disjunction.features {
        (Feature::Facet(f), _) => S::FacetOfA(f),
        (_, Feature::Facet(f)) => S::FacetOfB(f),
        (Feature::Edge(a), Feature::Edge(b)) => {
            let flipped = |id: ContactId| record.contacts.get(id.0).is_some_and(|c| c.pair.flipped);
            S::Edges { a, b, flipped: disjunction.contacts().next().is_some_and(flipped) }
        }
        _ => S::FacetOfA(usize::MAX),
    }
}

/// What every model asks of the pair in the step that a pane shows, or in the next one where no step led here; `None` where the start of
/// the step is not recorded.
pub fn study(pane: &Pane, subject: &Subject) -> Option<PairStudy> {
    let (record, none) = (pane.contacts()?, StepInput::default());
    let (start, input) = match &pane.simulation.record {
        Some(record) => {
            let before = pane.recording.frame(record.step.checked_sub(1)?)?;
            (&before.state, &pane.recording.frame(record.step)?.input)
        }
        None => (&pane.simulation.state, &none),
    };
    let model = &pane.simulation.model;
    let known = subject.bodies.1.0 < model.bodies.len();
    if !known || !model.may_touch(subject.bodies.0, subject.bodies.1) {
        return None;
    }
    // The step may have looked farther than its first detection.
    let reach = record.contacts.iter().filter(|c| subject.concerns(c)).map(|c| c.distance);
    let settings = settings(pane, record);
    let exact = settings.contact.model == ContactModel::SeparatingFeature;
    let least = if exact { 0.0 } else { reach.fold(0.0, f64::max) };
    Some(PairStudy::new(model, start, input, &pane.simulation.state.poses, settings, subject.bodies, least))
}

/// How near the bodies would have had to be.
fn looked_for(pane: &Pane, study: &PairStudy) -> String {
    let contact = pane.contacts().map(|record| settings(pane, record).contact);
    let within = size(study.distance);
    match contact.map(|c| (c.model, c.detection_distance)) {
        Some((ContactModel::SeparatingFeature, _)) => tr!("explain-in-this-step-exact-asks", within = within),
        Some((_, Some(_))) => {
            tr!("explain-in-this-step-features-were-2", within = within)
        }
        _ => tr!("explain-in-this-step-features-were", within = within),
    }
}

/// Puts a sentence together.
pub(crate) fn sentence(parts: &[String]) -> String {
    capital(&parts.iter().filter(|p| !p.is_empty()).cloned().collect::<Vec<_>>().join(" "))
}

/// Why there is nothing to explain about a pair in the step that a pane shows.
pub fn nothing_to_explain(pane: &Pane, subject: &Subject) -> String {
    let simulation = &pane.simulation;
    let model = &simulation.model;
    let (a, b) = subject.bodies;
    let names = Names { model, poses: &simulation.state.poses };
    let (name_a, name_b) = (names.body(a), names.body(b));
    if b.0 >= model.bodies.len() {
        return tr!("explain-one-these-bodies-not-in").to_owned();
    }
    for (id, name) in [(a, &name_a), (b, &name_b)] {
        if !model.is_active(id, simulation.state.time) {
            return tr!(
                "explain-enters-at-not-there-yet",
                name = name,
                time = format::clock(model.body(id).spawn_time)
            );
        }
    }
    if !model.body(a).is_dynamic() && !model.body(b).is_dynamic() {
        return tr!("explain-impulses-move-neither-nor-nothing", name_a = name_a, name_b = name_b);
    }
    if !model.may_touch(a, b) {
        return tr!("explain-joint-holds-together-two-do", name_a = name_a, name_b = name_b);
    }
    let distance = match distance::between(model, &simulation.state, a, b) {
        Some(d) if d > SPRUNG => {
            tr!("explain-apart-now", name_a = name_a, name_b = name_b, distance = size(d))
        }
        Some(d) if d >= -SPRUNG => tr!("explain-touch-now", name_a = name_a, name_b = name_b),
        Some(d) => tr!("explain-overlap-by-now", name_a = name_a, name_b = name_b, distance = size(d)),
        None => tr!("explain-have-no-place", name_a = name_a, name_b = name_b),
    };
    if pane.contacts().is_none() {
        return tr!("explain-no-step-has-been-taken", distance = distance);
    }
    match study(pane, subject) {
        Some(study) => tr!("explain-no-contact-2", distance = distance, looked = looked_for(pane, &study)),
        None => tr!("explain-no-contact", distance = distance),
    }
}
