//! The mechanisms that come with the program: they run, hold, and do what they are there for.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::watch as run;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::truth::TruthMeter;

const MODELS: [ContactModel; 3] =
    [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];

/// Every mechanism that comes with the program runs under Exact: nothing enters anything, and every joint holds.
#[test]
fn the_mechanisms_run_and_hold() {
    for name in ["hanging_rod", "double_pendulum", "chain_20", "rolling_cart", "six_axis_arm", "gear_pair"] {
        let scene = common::scene(&format!("joints/{name}"));
        let mut s = common::simulation(&scene, ContactModel::SeparatingFeature, scene.settings.h);
        let meter = TruthMeter::new(&s.model);
        run(&mut s, 1.0, &mut |s, r| {
            let depth = meter.measure(&s.model, &s.state).depth_max;
            assert!(depth < 1e-8, "{name}: {depth}");
            assert!(r.joints.iter().all(|j| j.error < 1e-8), "{name}");
        });
    }
}

/// The arm follows its trajectory: the coordinate of every axis is near its target at the end of the first motion.
#[test]
fn the_arm_follows_its_trajectory() {
    let scene = common::scene("joints/six_axis_arm");
    let mut s = common::simulation(&scene, ContactModel::SeparatingFeature, scene.settings.h);
    let mut angles = Vec::new();
    run(&mut s, 1.5, &mut |_, r| angles = r.joints.iter().map(|j| j.coordinate).collect());
    for (angle, wanted) in angles.iter().zip([-0.6, 1.0, 0.9, 0.75, 0.5, 1.125]) {
        assert!((angle - wanted).abs() < 0.02, "{angles:?}");
    }
}

/// Twelve teeth against eighteen: whatever the teeth do on the way, the gears turn as 3 to 2.
#[test]
fn gears_turn_in_the_ratio_of_their_teeth() {
    let scene = common::scene("joints/gear_pair");
    for model in MODELS {
        let mut s = common::simulation(&scene, model, scene.settings.h);
        let mut turned = [0.0_f64; 2];
        run(&mut s, 4.0, &mut |s, _| {
            let spin = |name: &str| {
                let k = s.model.bodies.iter().position(|b| b.name == name).unwrap();
                s.state.twists[k].angular.z * s.settings.h
            };
            turned[0] += spin("pinion");
            turned[1] += spin("wheel");
        });
        assert!(turned[0] > 6.0, "{}: {turned:?}", model.name());
        // The play of the teeth is a twentieth of a radian.
        assert!((turned[1] + turned[0] * 2.0 / 3.0).abs() < 0.1, "{}: {turned:?}", model.name());
    }
}

/// At its ramp the cart, and in its drum the mixer under the standard model, come to where neither the strict problem has a
/// solution nor the sliding speeds of the relaxed one settle; the step is solved all the same.
#[test]
fn a_crowded_step_with_friction_is_solved_as_long_as_some_method_can() {
    for (name, model, duration) in
        [("joints/rolling_cart", ContactModel::Peg, 1.6), ("friction/mixer", ContactModel::Standard, 1.0)]
    {
        let scene = common::scene(name);
        let mut s = common::simulation(&scene, model, scene.settings.h);
        let steps = (duration / scene.settings.h).round() as u64;
        run(&mut s, duration, &mut |_, r| assert!(r.contacts.len() == r.impulses.len()));
        assert_eq!(s.state.step, steps, "{name}");
    }
}
