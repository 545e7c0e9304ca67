//! What is said of one condition: its kind, what it asks, what holds, and who pushes.

use crate::app::explain::subject::is_sprung;
use crate::app::explain::words::{list, size};
use crate::app::explain::{Row, Standing, Step, Tone, label, separating_feature, turns};
use crate::app::format;
use crate::contact::Feature;
use crate::contact::models::{Disjunction, DisjunctionKind};
use crate::world::PartId;

fn labels<'r>(rows: impl Iterator<Item = &'r Row>, last: &str) -> String {
    list(&rows.map(|row| label(row.number)).collect::<Vec<_>>(), last)
}

/// The kind of a condition, with its equation in the thesis where it has one.
pub fn title(kind: DisjunctionKind) -> &'static str {
    match kind {
        DisjunctionKind::Unilateral => tr!("condition-unilateral-condition-u-4-7"),
        DisjunctionKind::InterContact => tr!("condition-inter-contact-condition-i-4"),
        DisjunctionKind::CrossContact => tr!("condition-cross-contact-condition-x-4"),
        DisjunctionKind::Separation => tr!("condition-separating-feature-s"),
    }
}

/// Between which features, or bodies, the condition is.
pub(super) fn about(step: &Step, disjunction: &Disjunction) -> String {
    let names = step.names();
    let (a, b) =
        ((disjunction.parts.0, disjunction.features.0), (disjunction.parts.1, disjunction.features.1));
    let count = disjunction.alternatives.len();
    let near = |vertex, other: (PartId, Feature)| {
        tr!(
            "condition-near",
            vertex = names.feature_of(vertex),
            count = count,
            facets = names.facets(),
            body = names.body(other.0.body)
        )
    };
    match (disjunction.kind, a.1, b.1) {
        (DisjunctionKind::InterContact, Feature::Vertex(_), _) => near(a, b),
        (DisjunctionKind::InterContact, _, Feature::Vertex(_)) => near(b, a),
        (DisjunctionKind::Separation, ..) => {
            tr!("both", first = names.body(a.0.body), second = names.body(b.0.body))
        }
        _ => tr!("both", first = names.feature_of(a), second = names.feature_of(b)),
    }
}

/// What the condition asks for.
pub(super) fn says(step: &Step, disjunction: &Disjunction, rows: &[&Row]) -> String {
    let names = step.names();
    match disjunction.kind {
        DisjunctionKind::Unilateral => tr!("condition-this-contact-must-end-open").to_owned(),
        DisjunctionKind::InterContact => tr!(
            "condition-at-least-one-these-must",
            contacts = labels(rows.iter().copied(), tr!("list-or")),
            facets = names.facets()
        ),
        DisjunctionKind::CrossContact => tr!(
            "condition-must-not-end-violated-together",
            contacts = labels(rows.iter().copied(), tr!("list-and"))
        ),
        DisjunctionKind::Separation if names.reach(disjunction.parts).is_some() => {
            let (a, b) = disjunction.parts;
            let swept: Vec<String> = [a, b].into_iter().filter_map(|part| names.sweep(part)).collect();
            let far = names.reach(disjunction.parts).map_or_else(String::new, size);
            let all =
                if rows.len() > 1 { tr!("condition-all-these-must") } else { tr!("condition-this-must") };
            tr!(
                "condition-two-apart-exactly-where-their",
                swept = list(&swept, tr!("list-and")),
                far = far,
                all = all
            )
        }
        DisjunctionKind::Separation => {
            let by = names.separation(disjunction.parts, separating_feature(step.record, disjunction));
            let all = if rows.len() > 1 {
                tr!("condition-all-these-must-end-open")
            } else {
                tr!("condition-this-must-end-open")
            };
            if step.taken {
                tr!("condition-two-convex-bodies-apart-exactly", by = by, all = all)
            } else {
                tr!("condition-two-convex-bodies-apart-now", by = by, all = all)
            }
        }
    }
}

/// Which alternative holds and by how much.
pub(super) fn verdict(step: &Step, disjunction: &Disjunction, rows: &[&Row]) -> (String, Tone) {
    // What holds is said of a contact; a row that only turns the bodies is named where it fails.
    let key = |row: &Row| (row.standing.holds() && turns(row), row.gap);
    let order = |x: &&&Row, y: &&&Row| key(x).0.cmp(&key(y).0).then(key(x).1.total_cmp(&key(y).1));
    let Some(least) = rows.iter().min_by(order) else {
        return (tr!("condition-no-contact-near").to_owned(), Tone::Well);
    };
    if disjunction.alternatives.len() < 2 {
        let text = match least.standing {
            Standing::Open => {
                tr!("condition-holds-smallest-gap-at", gap = size(least.gap), contact = label(least.number))
            }
            Standing::Touching => tr!("condition-holds-touches", contact = label(least.number)),
            Standing::Violated => {
                tr!(
                    "condition-does-not-hold-ends-violated",
                    contact = label(least.number),
                    gap = size(least.gap)
                )
            }
        };
        let tone = if least.standing.holds() { Tone::Well } else { Tone::Wrong };
        return (text, tone);
    }
    let (open, closed): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.standing.holds());
    let Some(widest) = open.iter().max_by(|x, y| x.gap.total_cmp(&y.gap)) else {
        let best = rows.iter().max_by(|x, y| x.gap.total_cmp(&y.gap)).unwrap_or(least);
        let text = tr!(
            "condition-none-them-holds-comes-nearest",
            contact = label(best.number),
            gap = size(best.gap)
        );
        return (text, Tone::Wrong);
    };
    let by = match widest.standing {
        Standing::Touching => tr!("condition-touches").to_owned(),
        _ => tr!("condition-by-2", gap = size(widest.gap)),
    };
    let mut text = if closed.is_empty() {
        tr!("condition-all-them-hold-widest", contact = label(widest.number), by = by)
    } else {
        let others: Vec<String> = closed
            .iter()
            .map(|row| tr!("condition-by", contact = label(row.number), gap = size(row.gap)))
            .collect();
        tr!(
            "condition-violated-which-allowed",
            contacts = labels(open.iter().copied(), tr!("list-and")),
            hold = if open.len() == 1 { tr!("condition-holds") } else { tr!("condition-hold") },
            by = by,
            violated = list(&others, tr!("list-and"))
        )
    };
    let sprung = is_sprung(disjunction, &step.record.end_gaps);
    if sprung {
        text.push_str(tr!("condition-sprung-trap"));
    }
    (text, if sprung { Tone::Trap } else { Tone::Well })
}

/// Who pushes, and whether the force rule allows it.
pub(super) fn force(step: &Step, disjunction: &Disjunction, rows: &[&Row]) -> String {
    if !step.taken {
        return tr!("condition-who-pushes-next-step-says").to_owned();
    }
    let loaded = || rows.iter().copied().filter(|row| row.impulse > 0.0);
    let pushing: Vec<&Row> = loaded().filter(|row| !turns(row)).collect();
    if pushing.is_empty() {
        return tr!("condition-nothing-pushes-here-in-this").to_owned();
    }
    let amounts: Vec<String> = pushing
        .iter()
        .map(|row| {
            tr!(
                "condition-with",
                contact = label(row.number),
                impulse = format::engineering(row.impulse, "N·s")
            )
        })
        .collect();
    let mut text = tr!("condition-pushing", amounts = list(&amounts, tr!("list-and")));
    if loaded().any(turns) {
        let turning = labels(loaded().filter(|row| turns(row)), tr!("list-and"));
        text.push_str(&tr!("condition-only-turns-bodies-against-each", turning = turning));
    }
    match disjunction.kind {
        DisjunctionKind::InterContact => tr!("condition-at-most-one-contact-i", text = text),
        _ => text,
    }
}
