//! Forces of controllers against closed forms.

mod common;

use common::{simulation_of as simulation, watch as run};
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;

/// Whatever the step: also where its ends are beside the beginning and the end of the force by rounding, and where the force is over within it.
#[test]
fn a_force_acts_for_its_time() {
    let windows =
        [(0.5, 1.0), (0.2, 0.4), (0.7, 0.8), (1.1, 1.3), (0.0, 0.001), (0.304, 0.306), (0.0137, 0.6)];
    let steps = [0.1, 0.05, 0.02, 0.01, 0.003];
    for (from, until) in windows {
        let text = format!(
                "Scene(name: \"test\", dimension: Three, gravity: Some((0.0, 0.0, 0.0)),
                bodies: [(name: \"b\", kind: Dynamic, mass: 2.0, inertia: Some((1.0, 1.0, 1.0)), shape: Box(half_extents: (0.1, 0.1, 0.1)))],
                controllers: [(kind: Force, body: \"b\", force: (4.0, 0.0, 0.0), torque: (0.0, 0.0, 3.0), from: {from}, until: Some({until}))])"
        );
        let models = [ContactModel::Peg, ContactModel::SeparatingFeature, ContactModel::MultiPoint];
        for (model, h) in models.into_iter().flat_map(|model| steps.map(|h| (model, h))) {
            let mut s = simulation(&text, model, h);
            run(&mut s, 1.5, &mut |_, _| {});
            let (linear, angular) = (2.0 * (until - from), 3.0 * (until - from));
            let off = s.state.twists[0].linear - Vec3::new(linear, 0.0, 0.0);
            assert!(off.norm() < 1e-9 * linear, "{} at {h} s, from {from} s: {off:?}", model.name());
            let off = s.state.twists[0].angular - Vec3::new(0.0, 0.0, angular);
            assert!(off.norm() < 1e-9 * angular, "{} at {h} s, from {from} s: {off:?}", model.name());
        }
    }
}

/// A push that is shorter than a step and over within it moves what rubs as far as it should, although its mean over the step is
/// less than friction holds: the step ends where the force begins and ends.
#[test]
fn a_short_push_overcomes_friction() {
    let (mass, force, held, from, until) = (2.0, 30.0, 0.5 * 2.0 * 10.0, 0.1037, 0.1063);
    let pushed: f64 = (force - held) / mass * (until - from);
    let way = 0.5 * pushed * (until - from) + 0.5 * pushed * pushed * mass / held;
    let text = format!(
        "Scene(name: \"test\", dimension: Two, gravity: Some((0.0, -10.0, 0.0)),
        bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5, 0.0)), position: (0.0, -0.5, 0.0), friction: 0.5),
            (name: \"block\", kind: Dynamic, mass: {mass:?}, shape: Box(half_extents: (0.5, 0.05, 0.0)), position: (0.0, 0.05, 0.0), friction: 0.5)],
        controllers: [(kind: Force, body: \"block\", force: ({force:?}, 0.0, 0.0), from: {from}, until: Some({until}))])"
    );
    for h in [0.02, 0.01, 0.005, 0.003, 0.001] {
        let mut s = simulation(&text, ContactModel::SeparatingFeature, h);
        run(&mut s, 0.2, &mut |_, _| {});
        let (off, speed) = (s.state.poses[1].position.x - way, s.state.twists[1].linear.norm());
        assert!(off.abs() < 1e-9 && speed < 1e-9, "{h} s: {off:.2e} m off, {speed:.2e} m/s");
    }
}

/// A pusher that starts and stops within a step, by the corners of its path: what it pushes over a rough floor leaves it with its speed
/// and slides as far as friction lets it.
#[test]
fn a_path_turns_at_its_corners() {
    let (from, until, speed) = (0.1137, 0.3063, 0.8);
    let way = speed * (until - from);
    // Friction 0.4 and gravity 10.
    let slid = speed * speed / (2.0 * 4.0);
    let text = format!(
        "Scene(name: \"test\", dimension: Two, gravity: Some((0.0, -10.0, 0.0)),
        bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5, 0.0)), position: (0.0, -0.5, 0.0), friction: 0.4),
            (name: \"block\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.5, 0.05, 0.0)), position: (0.0, 0.05, 0.0), friction: 0.4),
            (name: \"pusher\", kind: Kinematic, shape: Box(half_extents: (0.1, 0.05, 0.0)), position: (-0.6, 0.05, 0.0), friction: 0.0)],
        controllers: [(kind: Path, body: \"pusher\", waypoints: [
            (time: {from}, position: (-0.6, 0.05, 0.0)), (time: {until}, position: ({}, 0.05, 0.0))])])",
        way - 0.6
    );
    for h in [0.02, 0.01, 0.005, 0.003, 0.001] {
        let mut s = simulation(&text, ContactModel::SeparatingFeature, h);
        run(&mut s, 0.6, &mut |_, _| {});
        let off = s.state.poses[1].position.x - way - slid;
        assert!(off.abs() < 1e-8, "{h} s: {off:.2e} m off");
    }
}
