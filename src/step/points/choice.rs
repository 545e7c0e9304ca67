//! Choosing alternatives: a small set of contacts that satisfies every disjunction of a pair of parts.

use crate::contact::ContactId;
use crate::contact::models::{Disjunction, DisjunctionKind};
use crate::step::tolerances::FREE_GAP;
use std::collections::BTreeMap;

/// The chosen contacts, ascending.
pub type Choice = Vec<ContactId>;

/// The start: for each pair of parts the contacts with the largest gaps that satisfy all of its disjunctions.
///
/// Taking each disjunction's best alternative on its own can pick contacts that no other part of the pair agrees
/// with: near a corner C_1 for one vertex, C_4 for the other, and then a third to satisfy X, which is the trap
/// again. So: the bottleneck t* = min over disjunctions of the best gap is the best that any choice can reach;
/// among the contacts with gap >= t* take greedily the one that satisfies most, and of those the widest gap.
pub fn choose(disjunctions: &[&Disjunction], gap: &dyn Fn(ContactId) -> f64) -> Choice {
    by_pair(disjunctions, |group, chosen| {
        let bottleneck = group
            .iter()
            .map(|d| d.contacts().map(gap).fold(f64::NEG_INFINITY, f64::max))
            .fold(f64::INFINITY, f64::min);
        cover(group, chosen, &|c| gap(c) >= bottleneck, gap);
        prune(group, chosen, gap);
    })
}

/// The release: contacts that carry an impulse (`loaded`) are dropped where every disjunction they serve has
/// another contact that is open at the end of the step (`end_gap`), as (4.10)–(4.13) demand.
pub fn release(
    disjunctions: &[&Disjunction],
    current: &[ContactId],
    loaded: &dyn Fn(ContactId) -> bool,
    end_gap: &dyn Fn(ContactId) -> f64,
) -> Choice {
    by_pair(disjunctions, |group, chosen| {
        let free = |c: ContactId| !loaded(c) && end_gap(c) >= FREE_GAP;
        let held: Vec<&Disjunction> = group.iter().copied().filter(|d| !d.contacts().any(free)).collect();
        cover(&held, chosen, &|c| current.binary_search(&c).is_ok(), end_gap);
        cover(group, chosen, &|c| free(c) && current.binary_search(&c).is_ok(), end_gap);
        cover(group, chosen, &free, end_gap);
        prune(group, chosen, end_gap);
    })
}

fn by_pair(disjunctions: &[&Disjunction], mut solve: impl FnMut(&[&Disjunction], &mut Choice)) -> Choice {
    let mut groups: BTreeMap<_, Vec<&Disjunction>> = BTreeMap::new();
    for d in disjunctions {
        groups.entry(d.parts).or_default().push(d);
    }
    let mut all = Choice::new();
    for group in groups.values() {
        let mut chosen: Choice = group
            .iter()
            .filter(|d| d.kind == DisjunctionKind::Unilateral)
            .flat_map(|d| d.contacts())
            .collect();
        solve(group, &mut chosen);
        all.append(&mut chosen);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds allowed contacts to `chosen` until no disjunction of the group that they can satisfy is left.
fn cover(
    group: &[&Disjunction],
    chosen: &mut Choice,
    allowed: &dyn Fn(ContactId) -> bool,
    gap: &dyn Fn(ContactId) -> f64,
) {
    let mut unmet: Vec<&Disjunction> =
        group.iter().copied().filter(|d| !d.contacts().any(|c| chosen.contains(&c))).collect();
    loop {
        let mut count: BTreeMap<ContactId, usize> = BTreeMap::new();
        for c in unmet.iter().flat_map(|d| d.contacts()).filter(|&c| allowed(c)) {
            *count.entry(c).or_default() += 1;
        }
        let mut best: Option<(usize, f64, ContactId)> = None;
        for (&c, &n) in &count {
            let g = gap(c);
            if best.is_none_or(|(bn, bg, _)| n > bn || (n == bn && g > bg)) {
                best = Some((n, g, c));
            }
        }
        let Some((_, _, c)) = best else { return };
        chosen.push(c);
        unmet.retain(|d| !d.contacts().any(|x| x == c));
    }
}

/// Drops contacts, tightest first, that every disjunction of the group can do without.
fn prune(group: &[&Disjunction], chosen: &mut Choice, gap: &dyn Fn(ContactId) -> f64) {
    let mut order = chosen.clone();
    order.sort_by(|a, b| gap(*a).total_cmp(&gap(*b)).then(a.cmp(b)));
    for c in order {
        let needed = group
            .iter()
            .any(|d| d.contacts().any(|x| x == c) && !d.contacts().any(|x| x != c && chosen.contains(&x)));
        if !needed {
            chosen.retain(|&x| x != c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Feature;
    use crate::contact::models::Alternative;
    use crate::world::BodyId;
    use crate::world::PartId;

    fn disjunction(kind: DisjunctionKind, contacts: &[usize]) -> Disjunction {
        let part = |b| PartId { body: BodyId(b), part: 0 };
        Disjunction {
            kind,
            parts: (part(0), part(1)),
            features: (Feature::Vertex(0), Feature::Vertex(0)),
            alternatives: contacts.iter().map(|&c| Alternative { contacts: vec![ContactId(c)] }).collect(),
            primary: 0,
        }
    }

    /// The dual vertex case (4.17): the choice must be one of the two consistent ones, {1, 3} or {2, 4}.
    #[test]
    fn dual_vertex_choice_is_consistent() {
        use DisjunctionKind::{CrossContact, InterContact};
        let all = [
            disjunction(InterContact, &[1, 2]),
            disjunction(InterContact, &[3, 4]),
            disjunction(CrossContact, &[1, 4]),
            disjunction(CrossContact, &[2, 3]),
        ];
        let refs: Vec<&Disjunction> = all.iter().collect();
        let gaps = [f64::NAN, 1e-3, 2e-3, 3e-3, 0.5e-3];
        assert_eq!(choose(&refs, &|c| gaps[c.0]), vec![ContactId(1), ContactId(3)]);
        let gaps = [f64::NAN, -1e-3, 2e-3, -3e-3, 0.5e-3];
        assert_eq!(choose(&refs, &|c| gaps[c.0]), vec![ContactId(2), ContactId(4)]);
    }

    #[test]
    fn a_loaded_contact_is_released_when_the_other_side_is_open() {
        let all = [disjunction(DisjunctionKind::InterContact, &[0, 1])];
        let refs: Vec<&Disjunction> = all.iter().collect();
        let current = [ContactId(0)];
        let open = |c: ContactId| if c.0 == 1 { 1e-3 } else { 0.0 };
        assert_eq!(release(&refs, &current, &|c| c.0 == 0, &open), vec![ContactId(1)]);
        let shut = |c: ContactId| if c.0 == 1 { -1e-3 } else { 0.0 };
        assert_eq!(release(&refs, &current, &|c| c.0 == 0, &shut), vec![ContactId(0)]);
    }
}
