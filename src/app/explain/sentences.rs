//! What is said of one condition: its kind, what it asks, what holds, and who pushes.

use crate::app::explain::subject::is_sprung;
use crate::app::explain::words::{list, size};
use crate::app::explain::{Row, Standing, Step, Tone, label, separating_feature, turns};
use crate::app::format;
use crate::contact::Feature;
use crate::contact::models::{Disjunction, DisjunctionKind};

fn labels<'r>(rows: impl Iterator<Item = &'r Row>, last: &str) -> String {
    list(&rows.map(|row| label(row.number)).collect::<Vec<_>>(), last)
}

/// The kind of a condition, with its equation in the thesis where it has one.
pub fn title(kind: DisjunctionKind) -> &'static str {
    match kind {
        DisjunctionKind::Unilateral => "Unilateral condition U (4.7)",
        DisjunctionKind::InterContact => "Inter-contact condition I (4.9)",
        DisjunctionKind::CrossContact => "Cross-contact condition X (4.15)",
        DisjunctionKind::Separation => "Separating feature S",
    }
}

/// Between which features, or bodies, the condition is.
pub(super) fn about(step: &Step, disjunction: &Disjunction) -> String {
    let names = step.names();
    let (a, b) =
        ((disjunction.parts.0, disjunction.features.0), (disjunction.parts.1, disjunction.features.1));
    let count = disjunction.alternatives.len();
    match (disjunction.kind, a.1, b.1) {
        (DisjunctionKind::InterContact, Feature::Vertex(_), _) => {
            format!("{} near {count} {}s of {}", names.feature_of(a), names.facet(), names.body(b.0.body))
        }
        (DisjunctionKind::InterContact, _, Feature::Vertex(_)) => {
            format!("{} near {count} {}s of {}", names.feature_of(b), names.facet(), names.body(a.0.body))
        }
        (DisjunctionKind::Separation, ..) => {
            format!("{} and {}", names.body(a.0.body), names.body(b.0.body))
        }
        _ => format!("{} and {}", names.feature_of(a), names.feature_of(b)),
    }
}

/// What the condition asks for.
pub(super) fn says(step: &Step, disjunction: &Disjunction, rows: &[&Row]) -> String {
    let names = step.names();
    match disjunction.kind {
        DisjunctionKind::Unilateral => {
            "This contact must end open: ψ⁺ ≥ 0. It stands alone, there is no other way out.".to_owned()
        }
        DisjunctionKind::InterContact => format!(
            "At least one of these must end open (ψ⁺ ≥ 0): {}. A vertex is outside a convex body as soon as it is \
             outside one of its {}s.",
            labels(rows.iter().copied(), "or"),
            names.facet()
        ),
        DisjunctionKind::CrossContact => format!(
            "{} must not end violated together: at least one must end open (ψ⁺ ≥ 0). The bodies could overlap here \
             although each vertex by itself is outside.",
            labels(rows.iter().copied(), "and")
        ),
        DisjunctionKind::Separation if names.reach(disjunction.parts).is_some() => {
            let (a, b) = disjunction.parts;
            let swept: Vec<String> = [a, b].into_iter().filter_map(|part| names.sweep(part)).collect();
            let far = names.reach(disjunction.parts).map_or_else(String::new, size);
            let all = if rows.len() > 1 { "all of these must" } else { "this must" };
            format!(
                "{}. The two are apart exactly where their cores are {far} apart: a body with corners is its own core. A row is the \
                 distance of a corner of one core from the other core, less {far}; {all} end open (ψ⁺ ≥ 0) on the true end poses. \
                 Nothing is chosen here: the row stays the same while a body rolls over faces, edges and seams.",
                list(&swept, "and")
            )
        }
        DisjunctionKind::Separation => {
            let by = names.separation(disjunction.parts, separating_feature(step.record, disjunction));
            let all = if rows.len() > 1 { "All of these must end open" } else { "This must end open" };
            format!(
                "Two convex bodies are apart exactly where some face of either, or a pair of edges, has them on its two \
                 sides. This step took {by}. {all} (ψ⁺ ≥ 0) on the true end poses."
            )
        }
    }
}

/// Which alternative holds and by how much.
pub(super) fn verdict(step: &Step, disjunction: &Disjunction, rows: &[&Row]) -> (String, Tone) {
    // What holds is said of a contact; a row that only turns the bodies is named where it fails.
    let key = |row: &Row| (row.standing.holds() && turns(row), row.gap);
    let order = |x: &&&Row, y: &&&Row| key(x).0.cmp(&key(y).0).then(key(x).1.total_cmp(&key(y).1));
    let Some(least) = rows.iter().min_by(order) else {
        return ("No contact of it is near.".to_owned(), Tone::Well);
    };
    if disjunction.alternatives.len() < 2 {
        let text = match least.standing {
            Standing::Open => {
                format!("It holds: the smallest gap is {}, at {}.", size(least.gap), label(least.number))
            }
            Standing::Touching => format!("It holds: {} touches.", label(least.number)),
            Standing::Violated => {
                format!("It does not hold: {} ends violated by {}.", label(least.number), size(least.gap))
            }
        };
        let tone = if least.standing.holds() { Tone::Well } else { Tone::Wrong };
        return (text, tone);
    }
    let (open, closed): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.standing.holds());
    let Some(widest) = open.iter().max_by(|x, y| x.gap.total_cmp(&y.gap)) else {
        let best = rows.iter().max_by(|x, y| x.gap.total_cmp(&y.gap)).unwrap_or(least);
        let text = format!(
            "None of them holds: {} comes nearest, violated by {}. The model let the bodies overlap here.",
            label(best.number),
            size(best.gap)
        );
        return (text, Tone::Wrong);
    };
    let by = match widest.standing {
        Standing::Touching => "it touches".to_owned(),
        _ => format!("by {}", size(widest.gap)),
    };
    let mut text = if closed.is_empty() {
        format!("All of them hold; the widest is {}, {by}.", label(widest.number))
    } else {
        let others: Vec<String> =
            closed.iter().map(|row| format!("{} by {}", label(row.number), size(row.gap))).collect();
        format!(
            "{} {} ({by}); violated: {}, which is allowed.",
            labels(open.iter().copied(), "and"),
            if open.len() == 1 { "holds" } else { "hold" },
            list(&others, "and")
        )
    };
    let sprung = is_sprung(disjunction, &step.record.end_gaps);
    if sprung {
        text.push_str(" A sprung trap.");
    }
    (text, if sprung { Tone::Trap } else { Tone::Well })
}

/// Who pushes, and whether the force rule allows it.
pub(super) fn force(disjunction: &Disjunction, rows: &[&Row]) -> String {
    let loaded = || rows.iter().copied().filter(|row| row.impulse > 0.0);
    let pushing: Vec<&Row> = loaded().filter(|row| !turns(row)).collect();
    if pushing.is_empty() {
        return "Nothing pushes here in this step.".to_owned();
    }
    let amounts: Vec<String> = pushing
        .iter()
        .map(|row| format!("{} with {}", label(row.number), format::engineering(row.impulse, "N·s")))
        .collect();
    let mut text = format!("Pushing: {}.", list(&amounts, "and"));
    if loaded().any(turns) {
        let turning = labels(loaded().filter(|row| turns(row)), "and");
        text.push_str(&format!(" {turning} only turns the bodies against each other."));
    }
    match disjunction.kind {
        DisjunctionKind::InterContact => format!(
            "{text} At most one contact of an I may push, with its own gap closed and every other one not open (4.12), \
             (4.13)."
        ),
        _ => text,
    }
}
