//! What comes at one instant is struck at one instant, whatever the step size: the points of an edge that lands on a face, and the sides of an edge that lies along it.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::experiment::energy::measure;

/// Two boxes of the same height on one level, whose vertical edge strikes a face with e = 1, without friction.
const BOXES: &str = "Scene(dimension: Three, gravity: (0.0, 0.0, 0.0), restitution: (threshold: 0.0), bodies: [
    (name: \"a\", shape: Box(half_extents: (0.0993247934762648, 0.052351939094788066, 0.1)), position: (0.022053247992996364, 0.09062515917649046, -4.886845604391585e-20),
     orientation: (0.889996284703835, -5.603912202129555e-17, -7.511659005069663e-17, -0.455967776507694), velocity: (-0.2574286625608266, -0.45058403322342566, -4.3578751794082236e-17),
     angular_velocity: (-2.853812679337594e-15, 7.437089965237091e-16, -10.611626948973548), restitution: 1.0),
    (name: \"b\", shape: Box(half_extents: (0.07190064647995346, 0.04381851194057744, 0.1)), position: (-0.03640886234293989, -0.012420167736397899, 8.065450700212483e-20),
     orientation: (-0.8619624272197985, -7.136772363887204e-18, 3.5397072433713425e-18, 0.5069721630043938), velocity: (0.2965955967051721, -0.41443238321721443, 7.192416184708308e-17),
     angular_velocity: (5.141022453377731e-16, -3.3096411290008553e-15, 52.03227035254367), restitution: 1.0),
])";

/// Where their planes are flush, the edge and that at the end of the face separate the two as widely as the face does, and its sides bear what would tip them. The bodies are thrown back all the same, and keep their
/// energy. (At 20, 10 and 5 ms half of it was gone: the sides were struck after the edge had been thrown back, and took that back.)
#[test]
fn sides_of_an_edge_are_struck_with_it() {
    for parts in [1, 2, 3, 4, 5, 8, 20] {
        let mut sim = simulation_of(BOXES, SeparatingFeature, 0.02 / f64::from(parts));
        let energy = |sim: &pegsim::step::Simulation| measure(&sim.model, &sim.state).total();
        let before = energy(&sim);
        advance(&mut sim, parts as usize);
        let spin = sim.state.twists[0].angular;
        let off = (energy(&sim) - before).abs() / before;
        assert!(off < 1e-9, "{parts} steps: {off} of the energy");
        assert!((spin.z - 16.577).abs() < 0.01, "{parts} steps: {spin}");
    }
}

/// Two boxes that stand on a rough floor and whose vertical edge strikes a face with e = 0 stay on the floor. (At 2.558, 3.152 and 7.263 ms one end of the edge was struck alone, as it had been loaded 3 nm off the face, and then the
/// other: both boxes were thrown up with 0.1 m/s.)
#[test]
fn both_ends_of_an_edge_are_struck_at_once() {
    let scene = "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
        (name: \"floor\", kind: Fixed, shape: Box(half_extents: (6.0, 6.0, 0.5)), position: (0.0, 0.0, -0.5), friction: 0.6743),
        (name: \"a\", shape: Box(half_extents: (0.15472, 0.12098, 0.10039)), position: (0.0, 0.0, 0.10039), orientation: (0.6972106364884242, 0.0, 0.0, 0.7168663253127506),
         velocity: (0.3919, 0.0636, 0.0), angular_velocity: (0.0, 0.0, -2.9363), friction: 0.3524),
        (name: \"b\", shape: Box(half_extents: (0.15065, 0.20956, 0.10013)), position: (0.3624095, 0.1391363, 0.10013), orientation: (0.9269224674508342, 0.0, 0.0, 0.37525290050159144),
         velocity: (-0.9791, -0.2451, 0.0), angular_velocity: (0.0, 0.0, -1.8355), friction: 0.762),
    ])";
    for (h, steps) in [(0.002, 10), (0.002558, 8), (0.003152, 7), (0.005, 4), (0.007263, 3), (0.01, 2)] {
        let mut sim = simulation_of(scene, SeparatingFeature, h);
        advance(&mut sim, steps);
        for body in [1, 2] {
            let twist = sim.state.twists[body];
            assert!(twist.linear.z.abs() < 1e-9 && twist.angular.xy().norm() < 1e-9, "h = {h}: {twist:?}");
        }
        let spin = sim.state.twists[1].angular.z;
        assert!((spin - 1.65).abs() < 0.1, "h = {h}: {spin}");
    }
}
