//! Chains and cranks of light links that go through their stretched position: joints alone hold them, and nothing may be lost.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{run, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::experiment::energy::measure;
use pegsim::math::Twist;
use pegsim::step::Simulation;
use std::path::Path;

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new("tests/data/stretched").join(name)).unwrap()
}

/// Twenty milliseconds of a scene in steps of `h` (s).
fn moved(text: &str, h: f64) -> Simulation {
    let mut sim = simulation_of(text, SeparatingFeature, h);
    run(&mut sim, 0.02);
    sim
}

/// Two links of 20 g that a load of 2 kg pulls taut, a crank of 10 g with a slider of 2 kg near its dead centre, and four rods of 0.1 kg with a bob of 1 kg: they
/// turn by up to half a radian in a step, and a step of up to 20 ms lost 42, 50 and 39 % of the energy.
#[test]
fn what_turns_far_keeps_its_energy() {
    // What comes last in each of them, as steps of 0.3 ms have it (m/s, rad/s), and how near a step of 20 ms has to be.
    for (name, near) in [("taut_chain.ron", 0.01), ("slider_crank.ron", 0.03), ("four_rods.ron", 0.2)] {
        let fine = moved(&text(name), 0.02 / 64.0);
        for h in [0.02, 0.01, 0.005, 0.0025] {
            let start = simulation_of(&text(name), SeparatingFeature, h);
            let before = measure(&start.model, &start.state);
            let now = moved(&text(name), h);
            let after = measure(&now.model, &now.state).total();
            assert!(
                (after - before.total()).abs() < 1e-9 * before.kinetic,
                "{name}, h {h}: {} J become {after}",
                before.total()
            );
            let fastest = fine.state.twists.iter().fold(0.0_f64, |m, t| m.max(t.angular.norm()));
            let off = now
                .state
                .twists
                .iter()
                .zip(&fine.state.twists)
                .fold(0.0_f64, |m, (a, b)| m.max((a.angular - b.angular).norm()));
            assert!(off < near * fastest, "{name}, h {h}: {off} of {fastest} rad/s off");
        }
    }
}

/// The same crank with its slider between smooth rails: contacts that last keep the energy up to what a step may lose unseen. Steps of 5 to 20 ms lost half of it.
#[test]
fn what_slides_without_friction_keeps_nearly_all() {
    for h in [0.02, 0.01, 0.005, 0.0025] {
        let start = simulation_of(&text("slider_between_rails.ron"), SeparatingFeature, h);
        let now = moved(&text("slider_between_rails.ron"), h);
        let of = |sim: &Simulation| measure(&sim.model, &sim.state).total();
        let share = of(&now) / of(&start);
        assert!((0.97..=1.0 + 1e-12).contains(&share), "h {h}: {share} of the energy is left");
    }
}

/// What moves evenly stands, to those who go with it: a chain on a hub that is moved has neither more nor less energy than one on a hub that stands, and moves alike. In
/// a step of 20 ms it won 16 % on both kinds of hub that are told how to move, none on one that is fixed.
#[test]
fn a_hub_that_moves_evenly_is_one_that_stands() {
    let carried = Twist { linear: [3.0, 1.0, 0.0].into(), angular: [0.0; 3].into() };
    for h in [0.02, 0.01, 0.005] {
        let fixed = moved(&text("standing_hub.ron").replace("Kinematic", "Fixed"), h);
        for (name, seen_from) in [("standing_hub.ron", Twist::zero()), ("moving_hub.ron", carried)] {
            let told = moved(&text(name), h);
            for (a, b) in told.state.twists.iter().zip(&fixed.state.twists).skip(1) {
                let off = (a.linear - seen_from.linear - b.linear).norm() + (a.angular - b.angular).norm();
                assert!(off < 1e-6, "{name}, h {h}: {off} m/s and rad/s from where the hub is fixed");
            }
        }
    }
}

/// So does what is carried by a hub that turns on its pin, or by a flywheel with a hundred times the energy: they lost 42 % of the chain's energy at steps of 5 to 20 ms, the first as its carriage hid it,
/// the second to the flywheel, on which nothing can act.
#[test]
fn who_carries_a_chain_does_not_hide_how_far_it_turns() {
    let load = |name: &str, carried: f64| {
        let of = |h: f64| {
            let sim = moved(&text(name), h);
            let mut twist = *sim.state.twists.last().unwrap();
            twist.linear.x -= carried;
            (twist, sim.state.twists[0].angular.z)
        };
        let fine = of(0.02 / 64.0);
        for h in [0.02, 0.01, 0.005, 0.0025] {
            let now = of(h);
            let off = (now.0.linear - fine.0.linear).norm() / fine.0.linear.norm();
            assert!(off < 0.01, "{name}, h {h}: {off} of the load's speed off");
            assert!((now.1 - fine.1).abs() < 2e-4, "{name}, h {h}: what carries it turns at {} rad/s", now.1);
        }
    };
    load("turning_hub.ron", 30.0);
    load("flywheel.ron", 0.0);
}

/// Three free links that turn at up to 500 rad/s, whose inner motion is a small part of all: they lost 1.9 % of their energy in two seconds, at steps of 10 and 5 ms.
#[test]
fn free_links_lose_nothing() {
    for h in [0.01, 0.005] {
        let mut sim = simulation_of(&text("three_free_links.ron"), SeparatingFeature, h);
        let before = measure(&sim.model, &sim.state).total();
        run(&mut sim, 2.0);
        let after = measure(&sim.model, &sim.state).total();
        assert!((after - before).abs() < 1e-9 * before, "h {h}: {before} J become {after}");
    }
}

/// A motor turns about its axis, in the plane as in space: an axis into the plane counts angles the other way round.
#[test]
fn the_sign_of_an_axis_counts_in_the_plane() {
    for (axis, rate) in [("1.0", 2.0), ("-1.0", -2.0)] {
        for dimension in ["Two", "Three"] {
            let shape = if dimension == "Two" { "(0.25, 0.02)" } else { "(0.25, 0.02, 0.02)" };
            let scene = format!(
                "Scene(dimension: {dimension}, gravity: (0.0, 0.0, 0.0), bodies: [
                   (name: \"post\", kind: Fixed, shape: Box(half_extents: {shape}), position: (-0.25, 0.0, 0.0)),
                   (name: \"arm\", shape: Box(half_extents: {shape}), position: (0.25, 0.0, 0.0), mass: 1.0)],
                 joints: [(name: \"hinge\", kind: Revolute, bodies: (\"post\", \"arm\"), point: (0.0, 0.0, 0.0),
                   axis: (0.0, 0.0, {axis}), limits: Some((-1.0, 0.1)))],
                 controllers: [(kind: JointPd, joint: \"hinge\", target: Some(Ramp(-2.0)), kd: 50.0)])"
            );
            let mut sim = simulation_of(&scene, SeparatingFeature, 0.005);
            run(&mut sim, 0.2);
            let turns = sim.state.twists[1].angular.z;
            assert!((turns + rate).abs() < 1e-6, "{dimension}, axis {axis}: {turns} rad/s");
        }
    }
}
