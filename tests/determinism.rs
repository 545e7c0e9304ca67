//! The same scene, settings and build give the same bits: twice, and through a saved state in mid-run.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, scene, simulation};
use pegsim::contact::models::ContactModel;
use pegsim::step::Simulation;
use pegsim::world::State;

fn bits(state: &State) -> Vec<u64> {
    let mut out = vec![state.step, state.time.to_bits()];
    for (p, t) in state.poses.iter().zip(&state.twists) {
        out.extend(p.position.iter().chain(p.orientation.coords.iter()).map(|x| x.to_bits()));
        out.extend(t.linear.iter().chain(t.angular.iter()).map(|x| x.to_bits()));
    }
    out
}

#[test]
fn two_runs_agree_to_the_bit() {
    for (name, steps) in [("box3d_seed1", 300), ("box2d_seed2", 300)] {
        let scene = scene(name);
        for model in ContactModel::ALL {
            let end = || {
                let mut s = simulation(&scene, model, 0.01);
                advance(&mut s, steps);
                bits(&s.state)
            };
            assert_eq!(end(), end(), "{name}, {model:?}");
        }
    }
}

/// A step depends on nothing but the state: a run continued from a saved copy ends with the same bits.
#[test]
fn a_saved_state_continues_to_the_same_bits() {
    let scene = scene("box3d_seed0");
    let mut whole = simulation(&scene, ContactModel::Peg, 0.01);
    advance(&mut whole, 150);
    let saved = serde_json::to_string(&whole.state).unwrap();
    advance(&mut whole, 100);
    let state: State = serde_json::from_str(&saved).unwrap();
    let mut rest = Simulation::new(scene.model.clone(), state, whole.settings);
    advance(&mut rest, 100);
    assert_eq!(bits(&whole.state), bits(&rest.state));
}
