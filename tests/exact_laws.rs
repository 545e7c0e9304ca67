//! The laws of motion under exact contact: energy, momentum and angular momentum, in every step and to rounding, with
//! friction, restitution and joints.
//!
//! Velocities of a state are those at its time, so that its energy is the sum of kinetic and potential energy, and nothing
//! else.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
#[path = "common/laws.rs"]
mod laws;

use chance::{Chance, block};
use laws::{down, exact, kept, step};
use nalgebra::Quaternion;
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::{Quat, Vec3};
use pegsim::step::{ImpactTreatment, Simulation};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::joint::{Joint, JointKind};
use pegsim::world::{BodyId, BodyKind, Model, State};

/// Once in whole steps, once in steps that end at impacts.
fn both(model: &Model, state: &State, h: f64) -> [(ImpactTreatment, Simulation); 2] {
    [ImpactTreatment::Within, ImpactTreatment::Split].map(|impact| {
        let mut s = exact(model.clone(), state.clone(), h);
        s.settings.contact.impact = Some(impact);
        (impact, s)
    })
}

/// What a step gains at most, the run's largest kinetic energy (J), and that step.
fn largest_gain(s: &mut Simulation, steps: usize) -> (f64, f64, usize) {
    let (mut worst, mut largest) = ((f64::NEG_INFINITY, 0), 0.0_f64);
    let mut was = kept(&s.model, &s.state);
    for k in 0..steps {
        step(s);
        let is = kept(&s.model, &s.state);
        let gain = is.kinetic + is.potential - was.kinetic - was.potential;
        if !(gain <= worst.0) {
            worst = (gain, k);
        }
        largest = largest.max(was.kinetic).max(is.kinetic);
        was = is;
    }
    (worst.0, largest, worst.1)
}

/// No step gains more than rounding, and what it costs to lift everything by a hundredth of the gaps that a step is accepted with, −1e-9 m: one ended with −4e-12 m, and the next
/// lifted two stones of 70 kg that stood out of it.
fn assert_no_gain(what: &str, mut s: Simulation, steps: usize) {
    let h = s.settings.h;
    let weight: f64 = s.model.bodies.iter().filter(|b| b.is_dynamic()).map(|b| b.mass).sum::<f64>()
        * s.model.gravity.norm();
    let (gain, largest, at) = largest_gain(&mut s, steps);
    assert!(
        gain <= 1e-12 * largest + 1e-11 * weight,
        "{what}, h = {h}: step {at} gains {gain:.2e} J of a largest kinetic energy of {largest:.2e} J"
    );
}

// ---- energy

/// Stones thrown about in a box, with friction and restitution.
fn stones_in_a_box(dimension: Dimension, seed: u64) -> (Model, State) {
    let mut c = Chance::new(seed);
    let mut bodies = Vec::new();
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    for n in &axes[..if dimension == Two { 2 } else { 3 }] {
        for side in [1.0, -1.0] {
            let half = Vec3::repeat(0.8) - n * 0.7;
            let wall = block(dimension, half.x, half.y, half.z);
            bodies.push(BodySpec::fixed(format!("wall {side} {n:?}"), vec![wall]).at(n * (0.7 * side)));
        }
    }
    let count = if dimension == Two { 6 } else { 8 };
    for k in 0..count {
        let (i, j, l) = (k % 2, k / 2 % 3, k / 6);
        let at = Vec3::new(0.4 * i as f64 - 0.2, 0.36 * j as f64 - 0.36, 0.4 * l as f64 - 0.2);
        let mut stone = BodySpec::new(format!("stone {k}"), vec![c.stone(dimension, 0.17)]);
        stone.position = chance::flat(dimension, at);
        stone.orientation = c.rotation(dimension);
        stone.velocity = c.vector(dimension, 5.0);
        let spin = c.between(0.0, 10.0);
        stone.angular_velocity = c.spin(dimension, spin);
        bodies.push(stone);
    }
    let (friction, restitution) = ([0.0, 0.4, 1.0][c.count(0, 2)], [0.0, 0.5, 1.0][c.count(0, 2)]);
    for body in &mut bodies {
        body.friction = friction;
        body.restitution = restitution;
    }
    assemble(dimension, down(dimension), &bodies)
}

#[test]
fn no_step_gains_energy_among_stones_in_a_box() {
    for (dimension, steps) in [(Two, 150), (Three, 40)] {
        for seed in 0..6 {
            let h = [0.002, 0.01, 0.033][seed as usize % 3];
            let (model, state) = stones_in_a_box(dimension, seed);
            for (impact, s) in both(&model, &state, h) {
                assert_no_gain(&format!("{dimension:?}, seed {seed}, {impact:?}"), s, steps);
            }
        }
    }
}

/// A chain of links on hinges or balls, the first of them held, among stones that it strikes.
fn chain(dimension: Dimension, links: usize, first_held: bool) -> (Model, State) {
    let mut bodies = Vec::new();
    for k in 0..links {
        let shape = vec![block(dimension, 0.12, 0.03, 0.04)];
        let name = format!("link {k}");
        let mut link =
            if k == 0 && first_held { BodySpec::fixed(name, shape) } else { BodySpec::new(name, shape) };
        link.position = Vec3::new(0.3 * k as f64, 0.0, 0.0);
        if !(k == 0 && first_held) {
            link.velocity = chance::flat(dimension, Vec3::new(0.0, 0.7 * k as f64, 0.5));
        }
        bodies.push(link);
    }
    let (mut model, state) = assemble(dimension, down(dimension), &bodies);
    for k in 1..links {
        let kind = if dimension == Two { JointKind::Revolute } else { JointKind::Spherical };
        let ids = (BodyId(k - 1), BodyId(k));
        let point = Vec3::new(0.3 * k as f64 - 0.15, 0.0, 0.0);
        let poses = (&state.poses[k - 1], &state.poses[k]);
        model.joints.push(Joint::new(kind, ids, poses, point, Vec3::z(), dimension));
    }
    (model, state)
}

#[test]
fn no_step_gains_energy_in_a_chain() {
    for dimension in [Two, Three] {
        for h in [0.002, 0.01, 0.033] {
            let (model, state) = chain(dimension, 6, true);
            assert_no_gain(&format!("{dimension:?}"), exact(model, state, h), 300);
        }
    }
}

/// Swinging freely, the chain neither gains nor loses: nothing rubs.
#[test]
fn a_double_pendulum_keeps_its_energy() {
    for dimension in [Two, Three] {
        let (mut model, mut state) = chain(dimension, 3, true);
        // What holds it stands far away, where no link strikes it.
        let away = Vec3::new(-50.0, 0.0, 0.0);
        state.poses[0].position += away;
        model.joints[0].frames.0.point -= away;
        let mut s = exact(model, state, 0.01);
        // The links are thrown as no joint allows: the first step makes them move together.
        step(&mut s);
        let start = kept(&s.model, &s.state);
        let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
        for _ in 0..6000 {
            step(&mut s);
            let now = kept(&s.model, &s.state);
            largest = largest.max(now.kinetic);
            worst = worst.max((now.kinetic + now.potential - start.kinetic - start.potential).abs());
        }
        assert!(
            worst <= 1e-9 * largest,
            "{dimension:?}: off by {:.2e} of the largest kinetic energy",
            worst / largest
        );
    }
}

// ---- momentum

/// Six plates around a hollow cube: a body that nothing holds, in which others fly about.
fn shell() -> BodySpec {
    let mut parts = Vec::new();
    for n in [Vec3::x(), Vec3::y(), Vec3::z()] {
        for side in [1.0, -1.0] {
            let half = Vec3::repeat(0.8) - n * 0.7;
            parts.push(
                block(Three, half.x, half.y, half.z).transformed(&Quat::identity(), &(n * (0.7 * side))),
            );
        }
    }
    BodySpec::new("shell", parts)
}

/// A loose shell, and in it stones and a chain of three links; all of it turns and drifts.
fn closed_world(seed: u64, spin: f64) -> (Model, State) {
    let mut c = Chance::new(seed);
    let mut bodies = vec![shell()];
    bodies[0].mass = Some(40.0);
    bodies[0].velocity = Vec3::new(0.3, -0.2, 0.1);
    bodies[0].angular_velocity = c.vector(Three, 0.5);
    for k in 0..4 {
        let at = Vec3::new(0.5 * (k % 2) as f64 - 0.25, 0.5 * (k / 2) as f64 - 0.25, -0.25);
        let mut stone = BodySpec::new(format!("stone {k}"), vec![c.stone(Three, 0.15)]).at(at);
        stone.velocity = c.vector(Three, 3.0);
        stone.angular_velocity = c.spin(Three, spin);
        bodies.push(stone);
    }
    for k in 0..3 {
        let mut link = BodySpec::new(format!("link {k}"), vec![block(Three, 0.08, 0.03, 0.04)]);
        link.position = Vec3::new(0.22 * (k as f64 - 1.0), 0.0, 0.3);
        link.velocity = Vec3::new(0.0, 0.0, 1.5);
        bodies.push(link);
    }
    let (friction, restitution) = ([0.0, 0.5][seed as usize % 2], [0.0, 0.6, 1.0][seed as usize % 3]);
    for body in &mut bodies {
        body.friction = friction;
        body.restitution = restitution;
    }
    let (mut model, state) = assemble(Three, Vec3::zeros(), &bodies);
    for k in [6, 7] {
        let kind = if k == 6 { JointKind::Spherical } else { JointKind::Revolute };
        let point = 0.5 * (state.poses[k - 1].position + state.poses[k].position);
        let ids = (BodyId(k - 1), BodyId(k));
        let poses = (&state.poses[k - 1], &state.poses[k]);
        model.joints.push(Joint::new(kind, ids, poses, point, Vec3::y(), Three));
    }
    (model, state)
}

/// Runs a world that nothing outside acts on; both momenta and the energy are asked of every step. Steps that were
/// divided are counted.
fn assert_momenta_stay(what: &str, mut s: Simulation, steps: usize) -> usize {
    let start = kept(&s.model, &s.state);
    let (mut scale, mut largest, mut divided) = (start.scale, start.kinetic, 0);
    let (mut linear, mut angular, mut gain) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut was = start;
    for _ in 0..steps {
        divided += usize::from(step(&mut s) > 1);
        let now = kept(&s.model, &s.state);
        scale = (scale.0.max(now.scale.0), scale.1.max(now.scale.1));
        largest = largest.max(now.kinetic);
        linear = linear.max((now.linear - start.linear).norm());
        angular = angular.max((now.angular - start.angular).norm());
        gain = gain.max(now.kinetic - was.kinetic);
        was = now;
    }
    let (linear, angular, gain) = (linear / scale.0, angular / scale.1, gain / largest);
    let text = format!(
        "{what}, h = {}, {divided} of {steps} steps divided: linear momentum off by {linear:.1e}, angular by {angular:.1e}, \
         energy gained {gain:.1e}",
        s.settings.h
    );
    println!("{text}");
    assert!(linear <= 1e-12 && angular <= 1e-12 && gain <= 1e-12, "{text}");
    divided
}

#[test]
fn both_momenta_stay_in_a_closed_world() {
    let long = std::env::var("PEGSIM_LAWS").is_ok();
    for seed in 0..3 {
        let h = [0.002, 0.01, 0.02][seed as usize];
        let (model, state) = closed_world(seed, 2.0);
        for (impact, s) in both(&model, &state, h) {
            assert_momenta_stay(&format!("seed {seed}, {impact:?}"), s, if long { 10_000 } else { 400 });
        }
    }
}

/// Two stones meet once, without friction: the plainest case.
#[test]
fn both_momenta_stay_when_two_stones_meet() {
    for seed in 0..20 {
        for dimension in [Two, Three] {
            let mut c = Chance::new(seed);
            let mut bodies = Vec::new();
            for side in [-1.0, 1.0] {
                let mut stone = BodySpec::new(format!("stone {side}"), vec![c.stone(dimension, 0.3)]);
                stone.position = Vec3::new(0.5 * side, 0.1 * side, 0.0);
                stone.velocity = Vec3::new(-3.0 * side, 0.0, 0.0);
                stone.angular_velocity = c.spin(dimension, 3.0);
                bodies.push(stone);
            }
            let (model, state) = assemble(dimension, Vec3::zeros(), &bodies);
            for (impact, s) in both(&model, &state, 0.01) {
                assert_momenta_stay(&format!("{dimension:?}, seed {seed}, {impact:?}"), s, 30);
            }
        }
    }
}

/// Steps so long, among bodies that spin so fast, that some are divided: nothing is lost at the seams.
#[test]
fn divided_steps_keep_the_laws() {
    let mut divided = 0;
    for seed in 0..4 {
        let (model, state) = closed_world(seed, 60.0);
        let [(_, whole), (_, split)] = both(&model, &state, 0.03);
        divided += assert_momenta_stay(&format!("seed {seed}"), whole, 40);
        assert_momenta_stay(&format!("seed {seed}, steps end at impacts"), split, 40);
    }
    assert!(divided > 0, "no step was divided: this test asks nothing");
}

/// On a smooth floor what nothing pushes along stays: the horizontal momenta and the angular momentum about the vertical. Once a single body of two boxes
/// that clatters in long steps, whose blows have too much energy there (it was taken from all of its motion, so that 1e-3 of the speed across
/// the floor went, too), then stones that meet each other with friction and are thrown back.
#[test]
fn on_a_smooth_floor_what_nothing_pushes_along_stays() {
    let floor = || {
        let mut floor = BodySpec::new("floor", vec![block(Three, 20.0, 20.0, 0.5)]).at(-0.5 * Vec3::z());
        floor.kind = BodyKind::Fixed;
        floor
    };
    let (long, thick) = (0.05597817914123991, 0.016793453742371973);
    let stem = block(Three, thick, thick, long);
    let parts =
        vec![block(Three, long, thick, thick), stem.transformed(&Quat::identity(), &(-long * Vec3::z()))];
    let mut t = BodySpec::new("T", parts).at(Vec3::new(
        0.026345271626953076,
        -0.01416296328216722,
        0.06552554781412484,
    ));
    t.orientation = Quat::from_quaternion(Quaternion::new(
        0.3284449960567706,
        0.6271775338125826,
        -0.3343564449114838,
        0.6220755528006137,
    ));
    t.velocity = Vec3::new(0.38497155182138565, -0.931966579219766, -0.6724069248659499);
    let mut crowds = vec![("T".to_owned(), vec![floor(), t])];
    for seed in 0..6 {
        let mut c = Chance::new(seed);
        let mut bodies = vec![floor()];
        for k in 0..4 {
            let at = Vec3::new(0.3 * (k % 2) as f64, 0.3 * (k / 2) as f64, 0.4);
            let mut stone = BodySpec::new(format!("stone {k}"), vec![c.stone(Three, 0.15)]).at(at);
            stone.velocity = c.vector(Three, 2.0) - 0.5 * at;
            stone.angular_velocity = c.spin(Three, 5.0);
            (stone.friction, stone.restitution) = (0.5, [0.0, 0.5, 1.0][seed as usize % 3]);
            bodies.push(stone);
        }
        crowds.push((format!("stones {seed}"), bodies));
    }
    for (what, bodies) in crowds {
        let (model, state) = assemble(Three, down(Three), &bodies);
        for h in [0.02, 0.01, 0.005] {
            for (impact, mut s) in both(&model, &state, h) {
                let start = kept(&s.model, &s.state);
                let (mut linear, mut angular) = (0.0_f64, 0.0_f64);
                for _ in 0..(0.6 / h) as usize {
                    step(&mut s);
                    let now = kept(&s.model, &s.state);
                    linear = linear.max((now.linear - start.linear).xy().norm() / now.scale.0);
                    angular = angular.max((now.angular - start.angular).z.abs() / now.scale.1);
                }
                let text = format!(
                    "{what}, {impact:?}, h = {h}: linear momentum is off by {linear:.1e}, angular by {angular:.1e}"
                );
                println!("{text}");
                assert!(linear <= 1e-12 && angular <= 1e-9, "{text}");
            }
        }
    }
}
