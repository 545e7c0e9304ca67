//! The next and the previous body, and the contacts of the selected one, by key.

use crate::app::bench::workbench::Workbench;
use crate::app::look::view::Selection;
use crate::contact::ContactId;
use crate::world::BodyId;

/// Selects the next or the previous body.
pub fn walk_bodies(bench: &Workbench, selection: &mut Selection, forward: bool) {
    let count = bench.scene.model.bodies.len();
    let now = selection.body.map(|id| id.0);
    if let Some(next) = neighbour(now, count, forward) {
        selection.only(Some(BodyId(next)));
        selection.contact = None;
    }
}

/// Selects the next or the previous contact of the selected body in the focused pane.
pub fn walk_contacts(bench: &Workbench, selection: &mut Selection, forward: bool) {
    let contacts = contacts(bench, selection.body);
    let here = selection.contact.filter(|(pane, _)| *pane == bench.focused);
    let now = here.and_then(|(_, id)| contacts.iter().position(|c| *c == id));
    if let Some(next) = neighbour(now, contacts.len(), forward) {
        selection.contact = Some((bench.focused, contacts[next]));
    }
}

/// The place after or before `now` among `count`, going round; from nowhere to the first or last.
fn neighbour(now: Option<usize>, count: usize, forward: bool) -> Option<usize> {
    if count == 0 {
        return None;
    }
    Some(match (now.filter(|now| *now < count), forward) {
        (Some(now), true) => (now + 1) % count,
        (Some(now), false) => (now + count - 1) % count,
        (None, true) => 0,
        (None, false) => count - 1,
    })
}

/// The contacts of a body in the focused pane, or all, smallest gap first, as the inspector lists them.
fn contacts(bench: &Workbench, body: Option<BodyId>) -> Vec<ContactId> {
    let Some(record) = bench.focused_pane().contacts() else { return Vec::new() };
    let touches = |index: &usize| {
        body.is_none_or(|id| {
            [record.contacts[*index].body_a(), record.contacts[*index].body_b()].contains(&id)
        })
    };
    let mut found: Vec<usize> = (0..record.contacts.len()).filter(touches).collect();
    found.sort_by(|a, b| record.contacts[*a].gap.total_cmp(&record.contacts[*b].gap));
    found.into_iter().map(ContactId).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_visits_all_and_goes_round() {
        let mut now = None;
        let mut seen = Vec::new();
        for _ in 0..4 {
            now = neighbour(now, 3, true);
            seen.extend(now);
        }
        assert_eq!(seen, [0, 1, 2, 0]);
        assert_eq!(neighbour(Some(0), 3, false), Some(2));
        assert_eq!(neighbour(None, 3, false), Some(2));
        assert_eq!(neighbour(Some(9), 3, true), Some(0), "what was selected is gone");
        assert_eq!(neighbour(None, 0, true), None);
    }
}
