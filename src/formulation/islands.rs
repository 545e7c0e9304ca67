//! Islands: groups of dynamic bodies that contacts connect, solved apart.

use crate::body::BodyId;
use crate::contact::ContactSet;
use crate::model::Disjunction;

/// One group of dynamic bodies with the disjunctions among them and against fixed bodies.
#[derive(Clone, Debug, Default)]
pub struct Island {
    /// Dynamic bodies in order of id.
    pub bodies: Vec<BodyId>,
    /// Indices into the list of disjunctions.
    pub disjunctions: Vec<usize>,
}

/// Splits the disjunctions into islands. `dynamic[i]` says whether body i is moved by impulses; bodies without a
/// disjunction are in no island. Order depends on ids alone.
pub fn split(dynamic: &[bool], set: &ContactSet, disjunctions: &[Disjunction]) -> Vec<Island> {
    let mut parent: Vec<usize> = (0..dynamic.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    let mut touched = vec![false; dynamic.len()];
    let ends = |d: &Disjunction| (d.parts.0.body.0, d.parts.1.body.0);
    for d in disjunctions {
        debug_assert!(d.contacts().all(|c| set.get(c).body_a() == d.parts.0.body));
        let (a, b) = ends(d);
        for i in [a, b] {
            touched[i] |= dynamic[i];
        }
        if dynamic[a] && dynamic[b] {
            let (ra, rb) = (root(&mut parent, a), root(&mut parent, b));
            parent[ra.max(rb)] = ra.min(rb);
        }
    }
    let mut islands: Vec<Island> = Vec::new();
    let mut index = vec![usize::MAX; dynamic.len()];
    for i in 0..dynamic.len() {
        if touched[i] {
            let r = root(&mut parent, i);
            if index[r] == usize::MAX {
                index[r] = islands.len();
                islands.push(Island::default());
            }
            islands[index[r]].bodies.push(BodyId(i));
        }
    }
    for (k, d) in disjunctions.iter().enumerate() {
        let (a, b) = ends(d);
        let i = if dynamic[a] { a } else { b };
        let r = root(&mut parent, i);
        islands[index[r]].disjunctions.push(k);
    }
    islands
}
