//! How a body moves, as samplers and channels of an animation. What stands still has none.

use super::store::Store;
use super::tracks::Track;
use gltf::json::accessor::Accessor;
use gltf::json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf::json::validation::Checked;
use gltf::json::{Animation, Index, Node};
use std::collections::BTreeMap;

/// The times of the states of a pane, and those of them that are in the file already: most bodies are there in every state.
pub(super) struct Inputs<'t> {
    times: &'t [f32],
    written: BTreeMap<Vec<usize>, Index<Accessor>>,
}

impl<'t> Inputs<'t> {
    pub fn new(times: &'t [f32]) -> Self {
        Self { times, written: BTreeMap::new() }
    }

    /// The times of some of the states.
    fn of(&mut self, states: Vec<usize>, store: &mut Store) -> Result<Index<Accessor>, String> {
        if let Some(known) = self.written.get(&states) {
            return Ok(*known);
        }
        let times: Vec<[f32; 1]> = states.iter().map(|state| [self.times[*state]]).collect();
        let made = store.rows(&times, false)?;
        self.written.insert(states, made);
        Ok(made)
    }
}

/// Adds the motion of a body: position and orientation along straight lines and arcs between its states, and a size of 0 in those that
/// have it not.
pub(super) fn add(
    track: &Track,
    node: Index<Node>,
    inputs: &mut Inputs,
    animation: &mut Animation,
    store: &mut Store,
) -> Result<(), String> {
    let keys = &track.keys;
    let there: Vec<usize> = keys.iter().map(|key| key.state).collect();
    let mut put = |path, interpolation, input, output| {
        let sampler = Sampler {
            extensions: None,
            extras: None,
            input,
            interpolation: Checked::Valid(interpolation),
            output,
        };
        let sampler = Index::push(&mut animation.samplers, sampler);
        let path = Checked::Valid(path);
        let target = Target { extensions: None, extras: None, node, path };
        animation.channels.push(Channel { sampler, target, extensions: None, extras: None });
    };
    if keys.windows(2).any(|pair| pair[0].position != pair[1].position) {
        let positions: Vec<_> = keys.iter().map(|key| key.position).collect();
        let (input, output) = (inputs.of(there.clone(), store)?, store.rows(&positions, false)?);
        put(Property::Translation, Interpolation::Linear, input, output);
    }
    if keys.windows(2).any(|pair| pair[0].rotation != pair[1].rotation) {
        let rotations: Vec<_> = keys.iter().map(|key| key.rotation).collect();
        let (input, output) = (inputs.of(there.clone(), store)?, store.rows(&rotations, false)?);
        put(Property::Rotation, Interpolation::Linear, input, output);
    }
    let sizes = presence(&there, inputs.times.len());
    if sizes.len() > 1 {
        let (states, sizes): (Vec<_>, Vec<_>) =
            sizes.into_iter().map(|(state, is_there)| (state, [f32::from(u8::from(is_there)); 3])).unzip();
        // What is not there at first is shown by nobody who does not play.
        let first = sizes.first().copied().filter(|size| *size != [1.0; 3]);
        store.root.nodes[node.value()].scale = first;
        let (input, output) = (inputs.of(states, store)?, store.rows(&sizes, false)?);
        put(Property::Scale, Interpolation::Step, input, output);
    }
    Ok(())
}

/// From which of `count` states on a body is there or is not, if it is there in these.
fn presence(there: &[usize], count: usize) -> Vec<(usize, bool)> {
    let mut changes: Vec<(usize, bool)> = Vec::new();
    let mut left = there.iter().peekable();
    for state in 0..count {
        let is_there = left.next_if_eq(&&state).is_some();
        if changes.last().is_none_or(|(_, was)| *was != is_there) {
            changes.push((state, is_there));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::presence;

    #[test]
    fn a_body_is_there_from_its_first_state_to_its_last_and_not_between() {
        assert_eq!(presence(&[0, 1, 2], 3), [(0, true)]);
        assert_eq!(presence(&[2, 3], 4), [(0, false), (2, true)]);
        assert_eq!(presence(&[0, 3], 5), [(0, true), (1, false), (3, true), (4, false)]);
    }
}
