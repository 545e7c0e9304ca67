//! Contacts that last for less than a step, and blows that come shortly one after the other: a long step gives what short ones give.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{run, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Twist;
use std::path::Path;

/// A rhombus in free space whose tip sweeps over a floor, which it would clip by `depth` (m) in the middle of its sweep. When the tip comes to the floor its blow takes its
/// fall; the turn lifts it from then on.
#[test]
fn a_tip_that_clips_a_floor_is_struck() {
    let (arm, mass, inertia, spin): (f64, f64, f64, f64) = (0.5, 1.0, 0.05, 30.0);
    for depth in [1e-4, 2e-5, 5e-6] {
        // The angle before the upright at which it comes to the floor, the fall of the tip there, and its lever arm.
        let meets = (1.0 - depth / arm).acos();
        let (fall, lever) = (spin * arm * meets.sin(), arm * meets.sin());
        let blow = fall / (1.0 / mass + lever * lever / inertia);
        let (up, turn) = (blow / mass, spin - blow * lever / inertia);
        for h in [0.01, 0.005, 0.0025] {
            for share in [0.1, 0.3, 0.6] {
                // It comes to the floor after this part of a step.
                let angle: f64 = -meets - spin * h * share;
                let scene = format!(
                    "Scene(dimension: Two, gravity: (0.0, 0.0, 0.0), bodies: [
                       (name: \"floor\", kind: Fixed, shape: Box(half_extents: (3.0, 0.5)), position: (0.0, -0.5, 0.0)),
                       (name: \"sweep\", shape: Hull(points: [(0.0, -{arm:?}), (0.1, 0.0), (0.0, {arm:?}), (-0.1, 0.0)]),
                         position: (0.0, {:?}, 0.0), orientation: ({:?}, 0.0, 0.0, {:?}), angular_velocity: (0.0, 0.0, {spin:?}),
                         mass: {mass:?}, inertia: {inertia:?})])",
                    arm - depth,
                    (angle / 2.0).cos(),
                    (angle / 2.0).sin()
                );
                let mut sim = simulation_of(&scene, SeparatingFeature, h);
                run(&mut sim, h);
                let twist = sim.state.twists[1];
                let off = (twist.linear.y - up).abs() + arm * (twist.angular.z - turn).abs();
                assert!(
                    off < 1e-5,
                    "clips by {depth}, h {h}, after {share} of a step: {} m/s and {} rad/s, not {up} and {turn}",
                    twist.linear.y,
                    twist.angular.z
                );
            }
        }
    }
}

/// The velocities of a scene of `tests/data/brief` after `time`, in so many steps.
fn after(name: &str, time: f64, steps: u32) -> Vec<Twist> {
    let text = std::fs::read_to_string(Path::new("tests/data/brief").join(name)).unwrap();
    let mut sim = simulation_of(&text, SeparatingFeature, time / f64::from(steps));
    run(&mut sim, time);
    sim.state.twists.clone()
}

/// One step of three stones gives what 64 give, within `near` (m/s, rad/s): moments of runs at which it did not, by so much as is told.
fn one_step_is_as_many(name: &str, near: f64) {
    for time in [0.004, 0.0045, 0.005] {
        let (one, many) = (after(name, time, 1), after(name, time, 64));
        let apart = |(a, b): (&Twist, &Twist)| (a.to_vec6() - b.to_vec6()).amax();
        let off = one.iter().zip(&many).map(apart).fold(0.0, f64::max);
        assert!(off < near, "{name}, {time} s: off by {off:.1e}");
    }
}

/// Two edges bear at the start of the step and have left each other at its end (0.84 rad/s), or are struck besides (4 rad/s).
#[test]
fn what_bears_at_first_is_borne() {
    one_step_is_as_many("bears_at_first.ron", 1e-2);
    one_step_is_as_many("bears_and_is_struck.ron", 5e-3);
}

/// Two edges that cross in the middle of the step and are apart at both ends (1.5 rad/s).
#[test]
fn edges_that_cross_within_a_step_are_struck() {
    one_step_is_as_many("edges_cross.ron", 5e-3);
}

/// Two blows within six microseconds, of which the second comes from the first (1.1 rad/s).
#[test]
fn blows_come_one_after_the_other() {
    one_step_is_as_many("one_after_the_other.ron", 5e-3);
}

/// A stone lands slowly (15 mm/s) early in the step while another slides on it, which turns at 27 rad/s (9 rad/s).
#[test]
fn a_slow_landing_leaves_alone_what_slides_on_it() {
    one_step_is_as_many("slow_landing.ron", 0.2);
}

/// What bears within the step with two pairs of edges, one after the other, and is struck by the second (5.5 rad/s where a part ended with a third).
#[test]
fn what_bears_elsewhere_next_is_struck_there() {
    let after = |steps| after("bears_elsewhere_next.ron", 0.035, steps)[1].to_vec6();
    for steps in [3, 5, 7] {
        let off = (after(steps) - after(100)).amax();
        assert!(off < 0.05, "{steps} steps: off by {off:.1e}");
    }
}

/// The step from 0.265 s begins a fifth of a millisecond after a touch, and its blow on the floor, spread over it, would lead back there at once: parts of
/// microseconds were taken until there were too many, and the second blow of the bar was lost (1.6 rad/s).
#[test]
fn a_blow_does_not_lead_back_to_what_was_left_before() {
    let after = |steps| after("after_a_touch.ron", 0.29, steps)[2].to_vec6();
    let off = (after(58) - after(232)).amax();
    assert!(off < 0.02, "off by {off:.1e}");
}
