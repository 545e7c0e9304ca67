//! Islands: groups of dynamic bodies that contacts connect, solved apart.

use crate::math::sets::DisjointSets;
use crate::world::BodyId;
use crate::world::joint::Linearised;

/// One group of dynamic bodies with what links them to each other and to bodies that impulses do not move.
#[derive(Clone, Debug, Default)]
pub struct Island {
    /// Dynamic bodies in order of id.
    pub bodies: Vec<BodyId>,
    /// Indices into the list of links, ascending.
    pub links: Vec<usize>,
    /// Indices into the list of joints, ascending.
    pub joints: Vec<usize>,
}

/// As [`split`], where joints connect bodies as well.
pub fn split_joined(
    dynamic: &[bool],
    links: &[(BodyId, BodyId)],
    joints: &[(BodyId, BodyId)],
) -> Vec<Island> {
    if joints.is_empty() {
        return split(dynamic, links);
    }
    let mut islands = split(dynamic, &[links, joints].concat());
    for island in &mut islands {
        let joined = island.links.split_off(island.links.partition_point(|&k| k < links.len()));
        island.joints = joined.into_iter().map(|k| k - links.len()).collect();
    }
    islands
}

/// Splits links, each between two bodies of which one at least is dynamic, into islands. `dynamic[i]` says whether
/// body i is moved by impulses; bodies without a link are in no island. Order depends on ids alone.
pub fn split(dynamic: &[bool], links: &[(BodyId, BodyId)]) -> Vec<Island> {
    let mut sets = DisjointSets::new(dynamic.len());
    let mut touched = vec![false; dynamic.len()];
    for &(BodyId(a), BodyId(b)) in links {
        for i in [a, b] {
            touched[i] |= dynamic[i];
        }
        if dynamic[a] && dynamic[b] {
            sets.join(a, b);
        }
    }
    let mut islands: Vec<Island> = Vec::new();
    let mut index = vec![usize::MAX; dynamic.len()];
    for i in 0..dynamic.len() {
        if touched[i] {
            let r = sets.least(i);
            if index[r] == usize::MAX {
                index[r] = islands.len();
                islands.push(Island::default());
            }
            islands[index[r]].bodies.push(BodyId(i));
        }
    }
    for (k, &(BodyId(a), BodyId(b))) in links.iter().enumerate() {
        let r = sets.least(if dynamic[a] { a } else { b });
        islands[index[r]].links.push(k);
    }
    islands
}

/// Those of these numbers.
pub(in crate::step) fn pick(joints: &[Linearised], numbers: &[usize]) -> Vec<Linearised> {
    numbers.iter().map(|&k| joints[k].clone()).collect()
}
