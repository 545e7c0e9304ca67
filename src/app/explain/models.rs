//! What each contact model asks of the pair, and whether it would have allowed the motion that was found.

use crate::app::explain::words::{list, size};
use crate::app::explain::{Explanation, Step, label, sentence};
use crate::contact::models::{ContactModel, Disjunction, DisjunctionKind};
use crate::contact::{Contact, FeaturePair};
use crate::step::pair::holds;
use crate::step::{PairStudy, SPRUNG};

/// Conditions of one model that are listed at most.
const LISTED: usize = 3;

/// One contact model on the pair.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelLine {
    /// The model.
    pub model: ContactModel,
    /// Whether the step was taken with it.
    pub own: bool,
    /// What it asks.
    pub asks: String,
    /// What that means for the motion found.
    pub verdict: String,
    /// Whether it allows the motion found.
    pub allows: bool,
}

/// What the models say of the pair in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// All models in their order.
    pub lines: Vec<ModelLine>,
    /// Whether the standard model forbids a motion under which the bodies stay apart: the trap that has sprung.
    pub sprung: bool,
    /// Where two contacts of one condition of PEG push, or one pushes although another is open: the bodies are held by
    /// what is not there.
    pub held: Option<String>,
}

/// A study with the numbers that the explanation gave.
struct Numbered<'a> {
    step: &'a Step<'a>,
    study: &'a PairStudy,
    numbers: Vec<(FeaturePair, usize)>,
}

/// Compares all models on the pair of a step. `shown`: what is explained, for the numbers of its tiles.
pub fn compare(step: &Step, study: &PairStudy, shown: Option<&Explanation>) -> Comparison {
    let numbers = shown
        .map(|e| e.rows.as_slice())
        .unwrap_or_default()
        .iter()
        .map(|row| (row.pair, row.number))
        .collect();
    let all = Numbered { step, study, numbers };
    if let Some(line) = curved_lines(step, study) {
        return line;
    }
    let apart = study.separations.iter().all(|s| s.separation >= -SPRUNG);
    let lines: Vec<ModelLine> = ContactModel::ALL
        .into_iter()
        .map(|model| match model {
            ContactModel::Standard | ContactModel::AnitescuPotra | ContactModel::RatioMetric => {
                all.standard(model)
            }
            ContactModel::Lnc | ContactModel::Peg => all.points(model),
            ContactModel::SeparatingFeature => all.exact(),
            ContactModel::Corrective => all.corrective(),
            ContactModel::DeepestPoint | ContactModel::MultiPoint => all.forces(model),
        })
        .collect();
    let sprung = apart && lines.iter().any(|l| l.model == ContactModel::Standard && !l.allows);
    let held = all.held();
    Comparison { lines, sprung, held }
}

/// What the models say of a pair that is curved: all but Exact are models of corners and faces.
fn curved_lines(step: &Step, study: &PairStudy) -> Option<Comparison> {
    let names = step.names();
    let parts = study.separations.iter().find(|s| names.reach(s.parts).is_some())?.parts;
    let far = size(names.reach(parts)?);
    let all = Numbered { step, study, numbers: Vec::new() };
    let line = |model: ContactModel| {
        let mut line = all.exact();
        if model == ContactModel::SeparatingFeature {
            line.asks = tr!("asks-asks-that-two-surfaces-apart", far = far);
        } else {
            let asks = tr!("asks-has-corners-faces-only-knows").to_owned();
            let verdict = tr!("asks-cannot-say-whether-would-allow").to_owned();
            line = ModelLine { model, own: all.own(model), asks, verdict, allows: true };
        }
        line
    };
    Some(Comparison { lines: ContactModel::ALL.into_iter().map(line).collect(), sprung: false, held: None })
}

impl Numbered<'_> {
    fn own(&self, model: ContactModel) -> bool {
        self.step.contact_model == model
    }

    fn contact(&self, id: crate::contact::ContactId) -> Option<&Contact> {
        self.study.contacts.get(id.0)
    }

    /// A contact by the number of its tile, else by its features.
    fn call(&self, contact: &Contact) -> String {
        let number = self.numbers.iter().find(|(pair, _)| *pair == contact.pair);
        number.map_or_else(|| self.step.names().pair(contact), |(_, n)| label(*n))
    }

    fn is_shown(&self, contact: &Contact) -> bool {
        self.numbers.iter().any(|(pair, _)| *pair == contact.pair)
    }

    /// The contacts of a condition, those with numbers first.
    fn calls(&self, disjunction: &Disjunction, last: &str) -> String {
        let mut contacts: Vec<&Contact> = disjunction.contacts().filter_map(|id| self.contact(id)).collect();
        contacts.sort_by_key(|c| {
            self.numbers.iter().find(|(pair, _)| *pair == c.pair).map_or(usize::MAX, |(_, n)| *n)
        });
        list(&contacts.into_iter().map(|c| self.call(c)).collect::<Vec<_>>(), last)
    }

    /// Every contact on its own, at once.
    fn standard(&self, model: ContactModel) -> ModelLine {
        let law = match model {
            ContactModel::AnitescuPotra => tr!("asks-g-h-0-on-velocities"),
            ContactModel::RatioMetric => tr!("asks-h-0-on-velocities"),
            _ => "ψ + h Gᵀν⁺ ≥ 0 (2.25)",
        };
        let all = self.study.of(model);
        let enforced: Vec<&Contact> =
            all.iter().flat_map(Disjunction::contacts).filter_map(|id| self.contact(id)).collect();
        let shown: Vec<String> = enforced.iter().filter(|c| self.is_shown(c)).map(|c| self.call(c)).collect();
        let others = enforced.len() - shown.len();
        let asks = match (shown.len(), others) {
            (0, 0) => tr!("asks-finds-no-feasible-contact-section").to_owned(),
            (0, 1) => tr!("asks-enforces-one-contact-u-4").to_owned(),
            (0, n) => tr!("asks-enforces-contacts-at-once-each", n = n),
            (1, 0) => tr!("asks-enforces-u-4-7", contact = shown[0]),
            (1, n) => tr!("asks-enforces-at-once-each-as-3", contact = shown[0], more = more(n)),
            (_, 0) => {
                tr!("asks-enforces-at-once-each-as-2", contacts = list(&shown, tr!("list-and")), law = law)
            }
            (_, n) => {
                tr!("asks-enforces-at-once-each-as", contacts = shown.join(", "), more = more(n), law = law)
            }
        };
        let left_out: Vec<String> = self
            .study
            .contacts
            .iter()
            .filter(|c| self.is_shown(c) && !enforced.iter().any(|e| e.pair == c.pair))
            .map(|c| self.call(c))
            .collect();
        let left_out = match left_out.len() {
            0 => String::new(),
            1 => tr!("asks-leaves-out-which-not-feasible-2", contact = left_out[0]),
            _ => tr!("asks-leaves-out-which-not-feasible", contacts = list(&left_out, tr!("list-and"))),
        };
        self.line(model, sentence(&[asks, left_out]))
    }

    /// A penalty method asks nothing: it pushes where bodies are in each other.
    fn forces(&self, model: ContactModel) -> ModelLine {
        let asks = tr!("asks-asks-nothing-springs-dampers-push").to_owned();
        let verdict = self.allowed().to_owned();
        ModelLine { model, own: self.own(model), asks, verdict, allows: true }
    }

    /// What is said where nothing is violated.
    fn allowed(&self) -> &'static str {
        if self.step.taken { tr!("asks-allows-motion-found") } else { tr!("asks-holds-now") }
    }

    /// LNC or PEG: its conditions on the contacts that are shown.
    fn points(&self, model: ContactModel) -> ModelLine {
        let all = self.study.of(model);
        let touches =
            |d: &&Disjunction| d.contacts().filter_map(|id| self.contact(id)).any(|c| self.is_shown(c));
        let mut near: Vec<&Disjunction> = all.iter().filter(touches).collect();
        if near.is_empty() {
            near = all.iter().collect();
        }
        // A choice says more than a contact that stands alone.
        near.sort_by_key(|d| (d.alternatives.len() < 2, d.kind));
        let mut asks: Vec<String> = near.iter().take(LISTED).map(|d| self.condition(model, d)).collect();
        let others = all.len() - near.len().min(LISTED);
        if all.is_empty() {
            asks.push(tr!("asks-finds-no-applicable-contact-3").to_owned());
        } else if others > 0 {
            asks.push(tr!("asks-more-conditions", n = others));
        }
        self.line(model, sentence(&asks))
    }

    fn condition(&self, model: ContactModel, disjunction: &Disjunction) -> String {
        match disjunction.kind {
            DisjunctionKind::Unilateral | DisjunctionKind::Separation => {
                format!("U (4.7): {}.", self.calls(disjunction, tr!("list-and")))
            }
            DisjunctionKind::InterContact if model == ContactModel::Lnc => {
                tr!("asks-one-enough-4-2-4", contacts = self.calls(disjunction, tr!("list-and")))
            }
            DisjunctionKind::InterContact => {
                tr!("asks-i-4-9-one-enough", contacts = self.calls(disjunction, tr!("list-and")))
            }
            DisjunctionKind::CrossContact => {
                tr!("asks-x-4-15-not-both", contacts = self.calls(disjunction, tr!("list-and")))
            }
        }
    }

    /// What overlaps already.
    fn corrective(&self) -> ModelLine {
        let model = ContactModel::Corrective;
        let asks = match self.study.of(model).len() {
            0 => tr!("asks-sees-no-overlap-at-start").to_owned(),
            1 => tr!("asks-opens-overlap-that-step-begins").to_owned(),
            n => tr!("asks-opens-overlaps-that-step-begins", n = n),
        };
        self.line(model, asks)
    }

    /// Separating features.
    fn exact(&self) -> ModelLine {
        let model = ContactModel::SeparatingFeature;
        let asks = tr!("asks-asks-only-that-some-face").to_owned();
        let worst = self.study.separations.iter().min_by(|x, y| x.separation.total_cmp(&y.separation));
        let Some(worst) = worst else {
            let verdict = tr!("asks-they-too-far-apart-for").to_owned();
            return ModelLine { model, own: self.own(model), asks, verdict, allows: true };
        };
        let by = self.step.names().separation(worst.parts, worst.feature);
        let allows = worst.separation >= -SPRUNG;
        let verdict = if allows {
            let gap = if worst.separation.abs() <= SPRUNG {
                tr!("asks-they-touch").to_owned()
            } else {
                tr!("asks-by", distance = size(worst.separation))
            };
            if self.step.taken {
                tr!("asks-allows-this-motion-does", by = by, gap = gap)
            } else {
                tr!("asks-holds-now-by", by = by, gap = gap)
            }
        } else if !self.step.taken {
            tr!("asks-nothing-separates-now", distance = size(worst.separation))
        } else {
            tr!("asks-would-not-accept-this-motion", distance = size(worst.separation))
        };
        ModelLine { model, own: self.own(model), asks, verdict, allows }
    }

    /// A model over point contacts: whether its conditions hold at the end of the motion found.
    fn line(&self, model: ContactModel, asks: String) -> ModelLine {
        let broken: Vec<&Disjunction> = self.study.broken(model).collect();
        let allows = broken.is_empty();
        let verdict = if allows {
            self.allowed().to_owned()
        } else {
            let violated: Vec<String> = broken
                .iter()
                .filter_map(|d| {
                    let gap = |c: &crate::contact::ContactId| self.study.end_gaps.get(c.0).copied();
                    let best =
                        d.contacts().filter_map(|c| Some((c, gap(&c)?))).max_by(|x, y| x.1.total_cmp(&y.1));
                    let (id, gap) = best?;
                    Some(tr!(
                        "asks-ends-violated-by",
                        contact = self.call(self.contact(id)?),
                        distance = size(gap)
                    ))
                })
                .take(2)
                .collect();
            let rest = broken.len().saturating_sub(violated.len());
            let rest = if rest > 0 { tr!("asks-more", rest = rest) } else { String::new() };
            let own = self.own(model);
            let head = if !self.step.taken {
                tr!("asks-not-all-hold-now")
            } else if own {
                tr!("asks-its-own-conditions-do-not")
            } else {
                tr!("asks-would-have-forbidden-this-motion")
            };
            format!("{head}: {}{rest}.", list(&violated, tr!("list-and")))
        };
        ModelLine { model, own: self.own(model), asks, verdict, allows }
    }

    /// A force against the force rule of PEG's inter-contact conditions, in a step of a model that does not know it.
    fn held(&self) -> Option<String> {
        let record = self.step.record;
        let of = |contact: &Contact| {
            let id = record.contacts.iter().position(|c| c.pair == contact.pair)?;
            Some((record.impulses.get(id).copied()?, record.end_gaps.get(id).copied()?))
        };
        let touching = self.step.touching();
        for d in self.study.of(ContactModel::Peg).iter().filter(|d| d.kind == DisjunctionKind::InterContact) {
            let contacts: Vec<(&Contact, f64, f64)> = d
                .contacts()
                .filter_map(|id| self.contact(id))
                .filter_map(|c| of(c).map(|(p, gap)| (c, p, gap)))
                .collect();
            let pushing: Vec<String> =
                contacts.iter().filter(|(_, p, _)| *p > 0.0).map(|(c, ..)| self.call(c)).collect();
            let open = contacts.iter().find(|(_, p, gap)| *p <= 0.0 && *gap > touching);
            if pushing.len() > 1 {
                return Some(tr!(
                    "asks-push-at-once-contacts-with",
                    contacts = list(&pushing, tr!("list-and"))
                ));
            }
            if let (Some(push), Some((other, _, gap))) = (pushing.first(), open) {
                return Some(tr!(
                    "asks-pushes-although-open-by-vertex",
                    push = push,
                    other = self.call(other),
                    gap = size(*gap)
                ));
            }
        }
        None
    }
}

/// Whether a condition of the step itself holds at its end.
pub fn stands(step: &Step, disjunction: &Disjunction) -> bool {
    holds(disjunction, &step.record.end_gaps)
}

fn more(n: usize) -> String {
    if n == 1 { tr!("asks-one-more-contact").to_owned() } else { tr!("asks-more-contacts", n = n) }
}
