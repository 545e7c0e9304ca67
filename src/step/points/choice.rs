//! Choosing alternatives: a small set of contacts that satisfies every disjunction of a pair of parts.
//!
//! A step asks this several times of the same disjunctions, so that they are put in order once: by pairs of parts, each with
//! its contacts and which of them satisfy which disjunction. A choice then costs in proportion to their number.

use crate::contact::ContactId;
use crate::contact::models::{Disjunction, DisjunctionKind};
use crate::step::tolerances::FREE_GAP;
use crate::world::PartId;
use std::collections::BTreeMap;

/// The chosen contacts, ascending.
pub type Choice = Vec<ContactId>;

/// The disjunctions of one island, by pairs of parts.
pub struct Conditions {
    /// All contacts of all disjunctions, ascending.
    contacts: Vec<ContactId>,
    pairs: Vec<Pair>,
}

/// The disjunctions of one pair of parts. Contacts are counted from 0 in each pair.
struct Pair {
    /// Places of its contacts in [`Conditions::contacts`], ascending.
    places: Vec<usize>,
    /// Those that a U asks for.
    always: Vec<usize>,
    /// Contacts of each disjunction, each once.
    members: Vec<Vec<usize>>,
    /// Disjunctions of each contact.
    serves: Vec<Vec<usize>>,
}

impl Conditions {
    /// Puts the disjunctions of an island in order.
    pub fn new(disjunctions: &[&Disjunction]) -> Self {
        let mut contacts: Vec<ContactId> = disjunctions.iter().flat_map(|d| d.contacts()).collect();
        contacts.sort_unstable();
        contacts.dedup();
        let mut groups: BTreeMap<(PartId, PartId), Vec<&Disjunction>> = BTreeMap::new();
        for d in disjunctions {
            groups.entry(d.parts).or_default().push(d);
        }
        let pairs = groups.values().map(|group| Pair::new(group, &contacts)).collect();
        Self { contacts, pairs }
    }

    /// All contacts of all disjunctions, ascending: what is told of contacts is told in this order.
    pub fn contacts(&self) -> &[ContactId] {
        &self.contacts
    }

    /// The start: for each pair of parts the contacts with the largest gaps that satisfy all of its disjunctions.
    ///
    /// Taking each disjunction's best alternative on its own can pick contacts that no other part of the pair agrees
    /// with: near a corner C_1 for one vertex, C_4 for the other, and then a third to satisfy X, which is the trap
    /// again. So: the bottleneck t* = min over disjunctions of the best gap is the best that any choice can reach;
    /// among the contacts with gap >= t* take greedily the one that satisfies most, and of those the widest gap.
    pub fn choose(&self, gaps: &[f64]) -> Choice {
        self.by_pair(|pair, chosen| {
            let gap = |c: usize| gaps[pair.places[c]];
            let widest =
                |members: &Vec<usize>| members.iter().map(|&c| gap(c)).fold(f64::NEG_INFINITY, f64::max);
            let bottleneck = pair.members.iter().map(widest).fold(f64::INFINITY, f64::min);
            pair.cover(chosen, &|_| true, &|c| gap(c) >= bottleneck, &gap);
            pair.prune(chosen, &gap);
        })
    }

    /// The release: contacts that carry an impulse (`loaded`) are dropped where every disjunction they serve has
    /// another contact that is open at the end of the step (`end_gaps`, m), as (4.10)–(4.13) demand. `current` ascends.
    pub fn release(&self, current: &[ContactId], loaded: &[bool], end_gaps: &[f64]) -> Choice {
        let is_current: Vec<bool> = self.contacts.iter().map(|c| current.binary_search(c).is_ok()).collect();
        self.by_pair(|pair, chosen| {
            let gap = |c: usize| end_gaps[pair.places[c]];
            let now = |c: usize| is_current[pair.places[c]];
            let free = |c: usize| !loaded[pair.places[c]] && gap(c) >= FREE_GAP;
            let held = |k: usize| !pair.members[k].iter().any(|&c| free(c));
            pair.cover(chosen, &held, &now, &gap);
            pair.cover(chosen, &|_| true, &|c| free(c) && now(c), &gap);
            pair.cover(chosen, &|_| true, &free, &gap);
            pair.prune(chosen, &gap);
        })
    }

    /// `solve` marks what it chooses of each pair, those that a U asks for being marked already.
    fn by_pair(&self, mut solve: impl FnMut(&Pair, &mut [bool])) -> Choice {
        let mut chosen = vec![false; self.contacts.len()];
        for pair in &self.pairs {
            let mut own = vec![false; pair.places.len()];
            pair.always.iter().for_each(|&c| own[c] = true);
            solve(pair, &mut own);
            own.iter()
                .zip(&pair.places)
                .filter(|(own, _)| **own)
                .for_each(|(_, &place)| chosen[place] = true);
        }
        self.contacts.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(c, _)| *c).collect()
    }
}

impl Pair {
    fn new(group: &[&Disjunction], contacts: &[ContactId]) -> Self {
        let place = |c: ContactId| contacts.binary_search(&c).unwrap_or(0);
        let mut places: Vec<usize> = group.iter().flat_map(|d| d.contacts()).map(place).collect();
        places.sort_unstable();
        places.dedup();
        let own = |c: ContactId| places.binary_search(&place(c)).unwrap_or(0);
        let mut always = Vec::new();
        let mut serves = vec![Vec::new(); places.len()];
        let mut members = Vec::with_capacity(group.len());
        for (k, d) in group.iter().enumerate() {
            let mut of: Vec<usize> = d.contacts().map(own).collect();
            of.sort_unstable();
            of.dedup();
            of.iter().for_each(|&c| serves[c].push(k));
            if d.kind == DisjunctionKind::Unilateral {
                always.extend_from_slice(&of);
            }
            members.push(of);
        }
        Self { places, always, members, serves }
    }

    /// Adds allowed contacts to `chosen` until none of the disjunctions `asked` for that they can satisfy is left: the contact that
    /// satisfies most of these first, of equals the one with the widest gap.
    fn cover(
        &self,
        chosen: &mut [bool],
        asked: &dyn Fn(usize) -> bool,
        allowed: &dyn Fn(usize) -> bool,
        gap: &dyn Fn(usize) -> f64,
    ) {
        let met = |k: usize, chosen: &[bool]| self.members[k].iter().any(|&c| chosen[c]);
        let mut unmet: Vec<bool> = (0..self.members.len()).map(|k| asked(k) && !met(k, chosen)).collect();
        if !unmet.contains(&true) {
            return;
        }
        let of = |c: usize| self.serves[c].iter();
        let mut count: Vec<usize> = (0..self.places.len())
            .map(|c| if allowed(c) { of(c).filter(|&&k| unmet[k]).count() } else { 0 })
            .collect();
        loop {
            #[cfg(test)]
            tests::LOOKED_AT.with(|n| n.set(n.get() + count.len()));
            let mut best: Option<(usize, f64, usize)> = None;
            for (c, &n) in count.iter().enumerate().filter(|(_, n)| **n > 0) {
                let g = gap(c);
                if best.is_none_or(|(bn, bg, _)| n > bn || (n == bn && g > bg)) {
                    best = Some((n, g, c));
                }
            }
            let Some((_, _, c)) = best else { return };
            chosen[c] = true;
            for &k in of(c) {
                if std::mem::take(&mut unmet[k]) {
                    // Those that are not allowed stay at 0.
                    self.members[k].iter().for_each(|&c| count[c] = count[c].saturating_sub(1));
                }
            }
        }
    }

    /// Drops contacts, tightest first, that every disjunction of the pair can do without.
    fn prune(&self, chosen: &mut [bool], gap: &dyn Fn(usize) -> f64) {
        let mut order: Vec<usize> = (0..chosen.len()).filter(|&c| chosen[c]).collect();
        order.sort_by(|&a, &b| gap(a).total_cmp(&gap(b)).then(a.cmp(&b)));
        let mut left: Vec<usize> =
            self.members.iter().map(|of| of.iter().filter(|&&c| chosen[c]).count()).collect();
        for c in order {
            if self.serves[c].iter().all(|&k| left[k] > 1) {
                chosen[c] = false;
                self.serves[c].iter().for_each(|&k| left[k] -= 1);
            }
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
        let conditions = Conditions::new(&all.iter().collect::<Vec<_>>());
        assert_eq!(conditions.contacts(), [1, 2, 3, 4].map(ContactId));
        assert_eq!(conditions.choose(&[1e-3, 2e-3, 3e-3, 0.5e-3]), vec![ContactId(1), ContactId(3)]);
        assert_eq!(conditions.choose(&[-1e-3, 2e-3, -3e-3, 0.5e-3]), vec![ContactId(2), ContactId(4)]);
    }

    #[test]
    fn a_loaded_contact_is_released_when_the_other_side_is_open() {
        let all = [disjunction(DisjunctionKind::InterContact, &[0, 1])];
        let conditions = Conditions::new(&all.iter().collect::<Vec<_>>());
        let current = [ContactId(0)];
        assert_eq!(conditions.release(&current, &[true, false], &[0.0, 1e-3]), vec![ContactId(1)]);
        assert_eq!(conditions.release(&current, &[true, false], &[0.0, -1e-3]), vec![ContactId(0)]);
    }

    thread_local! {
        /// Contacts looked at by choices of this thread.
        pub(super) static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    /// Many pairs of parts, each with four contacts and the disjunctions of two corners on each other.
    fn corners(pairs: usize) -> Vec<Disjunction> {
        use DisjunctionKind::{CrossContact, InterContact};
        let of_pair = |pair: usize| {
            [(InterContact, [0, 1]), (InterContact, [2, 3]), (CrossContact, [0, 3]), (CrossContact, [1, 2])]
                .map(|(kind, contacts)| {
                    let mut one = disjunction(kind, &contacts.map(|c| 4 * pair + c));
                    one.parts.1.body = BodyId(1 + pair);
                    one
                })
        };
        (0..pairs).flat_map(of_pair).collect()
    }

    /// Pairs of parts have nothing to do with each other: each is chosen as it would be alone, and n of them cost n times as much.
    #[test]
    fn many_pairs_are_chosen_as_each_alone_at_so_many_times_the_cost() {
        let mut costs = Vec::new();
        for pairs in [1, 40, 400] {
            let all = corners(pairs);
            let conditions = Conditions::new(&all.iter().collect::<Vec<_>>());
            let gaps: Vec<f64> = (0..4 * pairs).map(|c| [1e-3, 2e-3, 3e-3, 0.5e-3][c % 4]).collect();
            LOOKED_AT.with(|n| n.set(0));
            let chosen = conditions.choose(&gaps);
            let both =
                |(a, b)| (0..pairs).flat_map(|k| [4 * k + a, 4 * k + b].map(ContactId)).collect::<Vec<_>>();
            assert_eq!(chosen, both((0, 2)));
            // What was chosen presses, and everything else is open: the other two of each pair take over.
            let loaded: Vec<bool> =
                (0..4 * pairs).map(|c| chosen.binary_search(&ContactId(c)).is_ok()).collect();
            let released = conditions.release(&chosen, &loaded, &vec![1e-3; 4 * pairs]);
            assert_eq!(released, both((1, 3)));
            costs.push(LOOKED_AT.with(std::cell::Cell::get));
        }
        assert_eq!(costs[1], 40 * costs[0], "{costs:?}");
        assert_eq!(costs[2], 400 * costs[0], "{costs:?}");
    }
}
