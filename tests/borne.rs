//! Velocities at the time of the state, energies and momenta under the leapfrog models, of bodies that something bears: against closed forms.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel;
use pegsim::experiment::energy::measure;
use pegsim::scene::load_str;
use pegsim::step::Simulation;
use pegsim::world::{BodyId, StepInput};
use std::path::Path;

const G: f64 = 9.81;

const LEAPFROG: [ContactModel; 4] =
    [ContactModel::Standard, ContactModel::Lnc, ContactModel::Peg, ContactModel::AnitescuPotra];

fn simulation(rest: &str, model: ContactModel, h: f64) -> Simulation {
    let scene = load_str(&format!("Scene(name: \"test\", {rest})"), "test.ron", Path::new("."));
    let scene = scene.unwrap_or_else(|e| panic!("{e}"));
    let mut settings = scene.settings;
    (settings.contact.model, settings.h) = (model, h);
    Simulation::new(scene.model, scene.state, settings)
}

fn step(s: &mut Simulation) {
    s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
}

fn speed(s: &Simulation, body: usize) -> f64 {
    s.model.twist_now(&s.state, BodyId(body)).linear.x
}

/// A block of 2 kg slides over the floor and stops: velocity, energy and momentum at the time of each state are those of
/// v₀ − μgt, and none is left at rest.
#[test]
fn a_block_that_slides_has_lost_what_friction_took_until_now() {
    let (mu, v0) = (0.4, 3.0);
    for model in LEAPFROG {
        for h in [0.01, 0.003] {
            let mut s = simulation(
                &format!(
                    "dimension: Three, bodies: [
                    (name: \"floor\", kind: Fixed, friction: {mu}, shape: Box(half_extents: (20.0, 2.0, 0.5)), position: (0.0, 0.0, -0.5)),
                    (name: \"block\", kind: Dynamic, mass: Some(2.0), friction: {mu}, velocity: ({v0}, 0.0, 0.0),
                     shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.1))]"
                ),
                model,
                h,
            );
            let stop = v0 / (mu * G);
            let mut last = measure(&s.model, &s.state).total();
            while s.state.time < 1.0 {
                step(&mut s);
                let (t, now) = (s.state.time, measure(&s.model, &s.state));
                // What stands at the end of the step in which it stops may have stopped a step before or after.
                let at_stop = if (t - stop).abs() < h { mu * G * h } else { 0.0 };
                let v = (v0 - mu * G * t).max(0.0);
                let what = format!("{}, h = {h}, t = {t}", model.name());
                assert!((speed(&s, 1) - v).abs() <= at_stop + 1e-9, "{what}: {} for {v} m/s", speed(&s, 1));
                let energy = v * v + 2.0 * G * 0.1;
                assert!((now.total() - energy).abs() <= v0 * at_stop + 1e-8, "{what}: {} J", now.total());
                assert!((now.linear_momentum.x - 2.0 * v).abs() <= 2.0 * at_stop + 1e-8, "{what}");
                assert!(now.total() <= last + 1e-9, "{what}: gains {} J", now.total() - last);
                last = now.total();
            }
        }
    }
}

/// A stack that rests, and one that a block falls onto: what rests has no energy of motion, then as before.
#[test]
fn a_stack_at_rest_is_at_rest_also_when_something_lands_elsewhere_on_it() {
    for model in LEAPFROG {
        let mut s = simulation(
            "dimension: Two, bodies: [
                (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.5, 0.0)),
                (name: \"low\", kind: Dynamic, mass: Some(8.0), shape: Box(half_extents: (1.0, 0.1)), position: (0.0, 0.1, 0.0)),
                (name: \"high\", kind: Dynamic, mass: Some(2.0), shape: Box(half_extents: (0.2, 0.1)), position: (-0.5, 0.3, 0.0)),
                (name: \"late\", kind: Dynamic, mass: Some(1.0), shape: Box(half_extents: (0.1, 0.1)), position: (0.5, 0.5, 0.0))]",
            model,
            0.01,
        );
        for k in 0..60 {
            step(&mut s);
            for body in [1, 2] {
                let twist = s.model.twist_now(&s.state, BodyId(body));
                let what = format!("{}, step {k}, body {body}", model.name());
                assert!(twist.linear.norm() < 1e-9 && twist.angular.norm() < 1e-9, "{what}: {twist:?}");
            }
        }
        // Under Anitescu and Potra's a body closes in on another for ever.
        let kinetic = measure(&s.model, &s.state).kinetic;
        assert!(model == ContactModel::AnitescuPotra || kinetic < 1e-9, "{}: {kinetic} J", model.name());
    }
}

/// The velocity at the time of a state against the central difference of positions, (x(t + h) − x(t − h)) / 2h, which is right to
/// second order: of a pendulum fast enough that its bearing gives more than gravity, of a rod that tips on its rough foot (which
/// turns), of a block on a slope. Gravity alone would leave it right to first order.
#[test]
fn velocities_are_those_of_the_positions_to_second_order() {
    let pendulum = "gravity: (0.0, -9.81, 0.0), bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.05, 0.05)), position: (0.0, 0.0, 0.0)),
            (name: \"bob\", kind: Dynamic, mass: Some(1.0), shape: Box(half_extents: (0.05, 0.05)), position: (1.0, 0.0, 0.0))],
         joints: [(name: \"bearing\", kind: Revolute, bodies: (\"post\", \"bob\"), point: (0.0, 0.0, 0.0))]";
    let rod = "gravity: (3.0, -9.0, 0.0), bodies: [
            (name: \"floor\", kind: Fixed, friction: 0.8, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.5, 0.0)),
            (name: \"rod\", kind: Dynamic, mass: Some(1.0), friction: 0.8, shape: Box(half_extents: (0.05, 1.0)), position: (0.0, 1.0, 0.0))]";
    let slope = "gravity: (3.0, -9.0, 0.0), bodies: [
            (name: \"slope\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.5, 0.0)),
            (name: \"block\", kind: Dynamic, mass: Some(1.0), shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.1, 0.0))]";
    for (name, text, duration) in [("pendulum", pendulum, 1.0), ("rod", rod, 0.5), ("slope", slope, 0.5)] {
        for model in LEAPFROG {
            if (name, model) == ("rod", ContactModel::AnitescuPotra) {
                continue; // what it slides on lifts off
            }
            // Where it starts to move nothing is known of before.
            let worst = |h: f64| {
                let mut s = simulation(&format!("dimension: Two, {text}"), model, h);
                step(&mut s);
                step(&mut s);
                let mut worst = 0.0_f64;
                while s.state.time < duration {
                    let (before, now) = (s.state.twists[1], s.model.twist_now(&s.state, BodyId(1)));
                    step(&mut s);
                    let after = s.state.twists[1];
                    worst = worst
                        .max((0.5 * (before.linear + after.linear) - now.linear).norm())
                        .max((0.5 * (before.angular + after.angular) - now.angular).norm());
                }
                worst
            };
            let errors = [0.01, 0.005, 0.0025].map(worst);
            let what = format!("{name} under {}: {errors:?}", model.name());
            assert!(errors[0] < 0.01, "{what}");
            if errors[2] > 1e-9 {
                assert!((errors[0] / errors[2]).log2() > 3.4, "{what}");
            }
        }
    }
}

/// A force of a controller acts from the start of its step on: it does not lag, and neither does the wall that it presses against.
#[test]
fn a_force_that_presses_against_a_wall_leaves_nothing_to_move_on() {
    for model in LEAPFROG {
        let mut s = simulation(
            "dimension: Two, bodies: [
                (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.5, 0.0)),
                (name: \"wall\", kind: Fixed, shape: Box(half_extents: (0.5, 1.0)), position: (0.6, 1.0, 0.0)),
                (name: \"block\", kind: Dynamic, mass: Some(2.0), shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.1, 0.0))],
             controllers: [(kind: Force, body: \"block\", force: (5.0, 0.0, 0.0))]",
            model,
            0.01,
        );
        for k in 0..20 {
            step(&mut s);
            let twist = s.model.twist_now(&s.state, BodyId(2));
            assert!(twist.linear.norm() < 1e-9, "{}, step {k}: {twist:?}", model.name());
        }
    }
}

/// What is thrown back is in free flight after the blow: the energy of the flight is constant.
#[test]
fn a_blow_is_no_acceleration() {
    for model in LEAPFROG {
        let mut s = simulation(
            "dimension: Two, bodies: [
                (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.5, 0.0)),
                (name: \"box\", kind: Dynamic, mass: Some(1.0), restitution: 0.8, velocity: (0.0, -3.0, 0.0),
                 shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.4, 0.0))]",
            model,
            0.01,
        );
        let mut energies = Vec::new();
        for _ in 0..40 {
            step(&mut s);
            energies.push(measure(&s.model, &s.state).total());
        }
        let changes = energies.windows(2).filter(|pair| (pair[1] - pair[0]).abs() > 1e-9).count();
        assert!((1..=2).contains(&changes), "{}: {energies:?}", model.name());
    }
}

/// A box that is laid on a belt is taken along until it moves as the belt does, and no faster at any moment.
#[test]
fn a_belt_takes_a_box_along_and_no_faster_than_it_moves() {
    let (mu, belt) = (0.3, 1.0);
    for model in LEAPFROG {
        let mut s = simulation(
            &format!(
                "dimension: Two, bodies: [
                (name: \"belt\", kind: Kinematic, friction: {mu}, velocity: ({belt}, 0.0, 0.0), shape: Box(half_extents: (9.0, 0.5)), position: (0.0, -0.5, 0.0)),
                (name: \"box\", kind: Dynamic, mass: Some(2.0), friction: {mu}, shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.1, 0.0))]"
            ),
            model,
            0.01,
        );
        while s.state.time < 0.6 {
            step(&mut s);
            let t = s.state.time;
            let wanted = (mu * G * t).min(belt);
            let at_end = if (t - belt / (mu * G)).abs() < 0.01 { mu * G * 0.01 } else { 0.0 };
            let now = speed(&s, 1);
            assert!(
                (now - wanted).abs() <= at_end + 1e-9 && now <= belt + 1e-9,
                "{}, t = {t}: {now} m/s",
                model.name()
            );
        }
    }
}

/// What a wrench, a drive or a blow gives is no answer to gravity and does not lag: velocities are those that the step found, moved on by gravity alone,
/// and what one body passes on to another does not part them.
#[test]
fn what_is_no_answer_to_gravity_is_not_moved_on() {
    let floor = "(name: \"floor\", kind: Fixed, friction: 0.5, shape: Box(half_extents: (9.0, 0.5)), position: (0.0, -0.5, 0.0)),";
    let square = |name: &str, x: f64, friction: f64| {
        format!(
            "(name: \"{name}\", kind: Dynamic, mass: 1.0, friction: {friction}, shape: Box(half_extents: (0.1, 0.1)), position: ({x}, 0.1, 0.0)),"
        )
    };
    for model in LEAPFROG {
        // A torque that does not tip a box.
        let mut s = simulation(
            &format!(
                "dimension: Two, bodies: [{floor} {}], controllers: [(kind: Force, body: \"box\", torque: (0.0, 0.0, 0.3))]",
                square("box", 0.0, 0.5)
            ),
            model,
            0.01,
        );
        for k in 0..30 {
            step(&mut s);
            let twist = s.model.twist_now(&s.state, BodyId(1));
            let what = format!("{}, step {k}: {twist:?}", model.name());
            assert!(twist.linear.norm() < 1e-9 && twist.angular.norm() < 1e-9, "{what}");
        }
        // A train: a force on the last car, which pushes the first (LNC lets corners pass at first).
        if model == ContactModel::Lnc {
            continue;
        }
        let mut s = simulation(
            &format!(
                "dimension: Two, bodies: [{floor} {} {}], controllers: [(kind: Force, body: \"last\", force: (10.0, 0.0, 0.0))]",
                square("last", 0.0, 0.0),
                square("first", 0.2, 0.0)
            ),
            model,
            0.01,
        );
        for _ in 0..20 {
            step(&mut s);
            let wanted = 5.0 * s.state.time;
            for body in [1, 2] {
                let what = format!("{}, t = {}, body {body}", model.name(), s.state.time);
                assert!(
                    (speed(&s, body) - wanted).abs() < 1e-9,
                    "{what}: {} for {wanted} m/s",
                    speed(&s, body)
                );
            }
        }
        // A motor at the centre of a wheel.
        let mut s = simulation(
            "dimension: Two, bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.0, 0.0)),
                (name: \"wheel\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.0, 0.0))],
             joints: [(name: \"axle\", kind: Revolute, bodies: (\"post\", \"wheel\"), point: (0.0, 0.0, 0.0))],
             controllers: [(kind: JointPd, joint: \"axle\", target: Some(Ramp(100.0)), kd: 100.0, max: Some(0.05))]",
            model,
            0.01,
        );
        let inertia = s.model.body(BodyId(1)).inertia[(2, 2)];
        for _ in 0..10 {
            step(&mut s);
            let (told, wanted) =
                (s.model.twist_now(&s.state, BodyId(1)).angular.z, 0.05 / inertia * s.state.time);
            assert!((told - wanted).abs() < 1e-6 * wanted, "{}: {told} for {wanted} rad/s", model.name());
        }
        // A bob that is thrown along its rod.
        let mut s = simulation(
            "dimension: Two, bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.05, 0.05)), position: (0.0, 0.0, 0.0)),
                (name: \"bob\", kind: Dynamic, mass: 1.0, velocity: (5.0, 0.0, 0.0), shape: Box(half_extents: (0.05, 0.05)), position: (1.0, 0.0, 0.0))],
             joints: [(name: \"bearing\", kind: Revolute, bodies: (\"post\", \"bob\"), point: (0.0, 0.0, 0.0))]",
            model,
            0.01,
        );
        step(&mut s);
        assert!(speed(&s, 1).abs() < 0.1, "{}: {} m/s", model.name(), speed(&s, 1));
    }
}

/// A block on a slope slides up, stops, and slides back: at each moment with its velocity, also where it turns, and where friction
/// is larger than the weight that presses.
#[test]
fn what_turns_back_is_told_as_it_turns() {
    // Under Anitescu and Potra's what slides lifts off.
    for (mu, v0, slope) in [(0.2_f64, 0.5_f64, 6.0_f64), (1.2, 3.0, 0.0)] {
        for model in &LEAPFROG[..3] {
            let mut s = simulation(
                &format!(
                    "dimension: Two, gravity: (-{slope}, -8.0, 0.0), bodies: [
                    (name: \"floor\", kind: Fixed, friction: {mu}, shape: Box(half_extents: (9.0, 0.5)), position: (0.0, -0.5, 0.0)),
                    (name: \"block\", kind: Dynamic, mass: 1.0, friction: {mu}, velocity: ({v0}, 0.0, 0.0),
                     shape: Box(half_extents: (0.1, 0.01)), position: (0.0, 0.01, 0.0))]"
                ),
                *model,
                0.01,
            );
            let (up, down) = (slope + 8.0 * mu, (slope - 8.0 * mu).max(0.0));
            let turn = v0 / up;
            while s.state.time < 0.3 {
                step(&mut s);
                let t = s.state.time;
                let wanted = if t < turn { v0 - up * t } else { -down * (t - turn) };
                // The step in which it turns rubs one way.
                let turning = if t > turn { 0.01 * up } else { 0.0 };
                let what = format!("{}, μ = {mu}, t = {t}: {} for {wanted} m/s", model.name(), speed(&s, 1));
                assert!((speed(&s, 1) - wanted).abs() <= turning + 1e-9, "{what}");
                assert!(speed(&s, 1) <= 1e-9 || t <= turn + 0.01, "{what}");
            }
        }
    }
}

/// What a joint bears is a mean over the time for which it acts, which in the first leapfrog step is half of it, and where the step size has changed the mean of both: the weight, in every step.
#[test]
fn what_hangs_bears_its_weight_from_the_first_step_on() {
    for model in &LEAPFROG[..3] {
        let mut s = simulation(
            "dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
                (name: \"ceiling\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 1.0)),
                (name: \"lamp\", mass: 2.0, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.0))],
             joints: [(name: \"rod\", kind: Fixed, bodies: (\"ceiling\", \"lamp\"), point: (0.0, 0.0, 0.5))]",
            *model,
            0.01,
        );
        for k in 0..30 {
            s.settings.h = [0.01, 0.002, 0.005][k / 10];
            let before = s.state.clone();
            let record = s.step(&StepInput::default()).unwrap();
            let force = record.joints[0].force.z;
            assert!((force - 2.0 * G).abs() < 1e-9, "{}, step {k}: {force} N", model.name());
            let sizes = [(0, 0.005), (10, 0.006), (20, 0.0035)].into_iter().find(|(step, _)| *step == k);
            let acted = sizes.map_or(s.settings.h, |(_, acted)| acted);
            assert!((before.acted(&s.state) - acted).abs() < 1e-15, "{}, step {k}", model.name());
        }
    }
}
