//! Bodies that cannot meet take their steps apart: what one cluster does depends on no other, in any bit.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

#[path = "common/chance.rs"]
mod chance;

use chance::Chance;
use common::simulation_of;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::energy::measure;
use pegsim::math::Vec3;
use pegsim::step::{Simulation, StepRecord, Timing, step};
use pegsim::world::{BodyId, PartId, StepInput};

const EXACT: ContactModel = ContactModel::SeparatingFeature;

/// Bodies and joints of a place at x = `at` (m), their names ending in `end`.
struct Place {
    bodies: Vec<String>,
    joints: String,
    controllers: String,
}

fn floor(at: f64, end: &str) -> String {
    format!(
        "(name: \"floor {end}\", kind: Fixed, shape: Box(half_extents: (2, 2, 0.5)), position: ({at}, 0, -0.5))"
    )
}

/// Two boxes and a ball that are thrown onto a floor and bounce and rub there.
fn thrown(at: f64, end: &str) -> Place {
    let body = |name: &str, shape: &str, place: [f64; 3], velocity: &str| {
        let [x, y, z] = place;
        let x = at + x;
        format!(
            "(name: \"{name} {end}\", kind: Dynamic, shape: {shape}, position: ({x}, {y}, {z}), velocity: {velocity}, \
             angular_velocity: (1, -2, 0.5), friction: 0.4, restitution: 0.5)"
        )
    };
    let cube = "Box(half_extents: (0.1, 0.15, 0.1))";
    let bodies = vec![
        floor(at, end),
        body("low", cube, [0.0, 0.0, 0.3], "(1, 0, -1)"),
        body("ball", "Sphere(radius: 0.1)", [0.4, 0.05, 0.4], "(-1, 0, 0)"),
        body("high", cube, [0.05, 0.05, 0.8], "(0, 0.5, -2)"),
    ];
    Place { bodies, joints: String::new(), controllers: String::new() }
}

/// A stack that stands, and a pendulum that a force pushes for a while beside it.
fn quiet(at: f64, end: &str) -> Place {
    let stone = |k: usize| {
        let z = 0.1 + 0.2 * k as f64;
        format!(
            "(name: \"stone {k} {end}\", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: ({at}, 0, {z}), friction: 0.5)"
        )
    };
    let (post, bob) = (at + 1.2, at + 1.5);
    let mut bodies = vec![floor(at, end)];
    bodies.extend((0..3).map(stone));
    bodies.push(format!(
        "(name: \"post {end}\", kind: Fixed, collide: false, shape: Box(half_extents: (0.05, 0.05, 0.05)), position: ({post}, 0, 1))"
    ));
    bodies.push(format!(
        "(name: \"bob {end}\", kind: Dynamic, shape: Box(half_extents: (0.05, 0.05, 0.05)), position: ({bob}, 0, 1))"
    ));
    Place {
        bodies,
        joints: format!(
            "(kind: Revolute, bodies: (\"post {end}\", \"bob {end}\"), point: ({post}, 0, 1), axis: (0, 1, 0)),"
        ),
        controllers: format!(
            "(kind: Force, body: \"bob {end}\", force: (0, 0, 20), torque: (0, 0, 0), from: 0.1, until: Some(0.2)),"
        ),
    }
}

/// A run of some places at once, the bodies of all of them mixed, and of each body its place.
fn run_of(places: &[Place]) -> (Simulation, Vec<usize>) {
    let most = places.iter().map(|place| place.bodies.len()).max().unwrap();
    let (mut bodies, mut of) = (Vec::new(), Vec::new());
    for k in 0..most {
        for (number, body) in
            places.iter().enumerate().filter_map(|(n, place)| Some((n, place.bodies.get(k)?)))
        {
            bodies.push(body.clone());
            of.push(number);
        }
    }
    let all = |part: fn(&Place) -> &str| places.iter().map(part).collect::<String>();
    let text = format!(
        "Scene(name: \"places\", dimension: Three, contact: (model: SeparatingFeature), bodies: [{}], joints: [{}], controllers: [{}])",
        bodies.join(", "),
        all(|place| &place.joints),
        all(|place| &place.controllers)
    );
    (simulation_of(&text, EXACT, 0.01), of)
}

/// What a record says of pairs of bodies of a place, by the numbers that they have there.
fn told(record: &StepRecord, here: &dyn Fn(BodyId) -> Option<BodyId>) -> Vec<String> {
    let part = |id: PartId| here(id.body).map(|body| PartId { body, ..id });
    let of_contact = |contact: pegsim::step::SolvedContact<'_>| {
        let pair = (part(contact.contact.pair.a.0)?, part(contact.contact.pair.b.0)?);
        let features = contact.contact.features();
        Some(format!(
            "{pair:?} {features:?} {:?} {:?} {:?}",
            contact.impulse, contact.friction, contact.end_gap
        ))
    };
    let mut all: Vec<String> = record.contacts().filter_map(of_contact).collect();
    all.extend(record.disjunctions.iter().filter_map(|of_pair| {
        let pair = (part(of_pair.parts.0)?, part(of_pair.parts.1)?);
        let pushes: f64 = of_pair.contacts().map(|id| record.impulses[id.0]).sum();
        Some(format!("{pair:?} {:?} {pushes:?}", of_pair.alternatives.len()))
    }));
    all.extend(record.beside.iter().filter_map(|(id, given)| Some(format!("{:?} {given:?}", here(*id)?))));
    all
}

/// Each body goes as it goes without those of the other places, and the record says the same of it.
#[test]
fn what_is_far_away_changes_no_bit() {
    let make: [fn(f64, &str) -> Place; 4] = [thrown, quiet, thrown, quiet];
    let places = || make.iter().enumerate().map(|(k, make)| make(20.0 * k as f64, &k.to_string()));
    let (mut all, of) = run_of(&places().collect::<Vec<_>>());
    let mut alone: Vec<Simulation> = places().map(|place| run_of(&[place]).0).collect();
    let none = StepInput::default();
    for _ in 0..80 {
        let together = all.step(&none).unwrap();
        for (number, run) in alone.iter_mut().enumerate() {
            let record = run.step(&none).unwrap();
            let ids: Vec<BodyId> = (0..of.len()).filter(|&k| of[k] == number).map(BodyId).collect();
            for (k, id) in ids.iter().enumerate() {
                let (a, b) = (&all.state, &run.state);
                let of_body = |state: &pegsim::world::State, k: usize| {
                    format!("{:?} {:?}", state.poses[k], state.twists[k])
                };
                let name = &run.model.bodies[k].name;
                assert_eq!(of_body(a, id.0), of_body(b, k), "`{name}` in step {}", a.step);
            }
            let here = |id: BodyId| ids.binary_search(&id).ok().map(BodyId);
            assert_eq!(told(&together, &here), told(&record, &|id| Some(id)), "place {number}");
        }
        let joints: usize = alone.iter().map(|run| run.record.as_ref().unwrap().joints.len()).sum();
        let contacts: usize = alone.iter().map(|run| run.record.as_ref().unwrap().contacts.len()).sum();
        assert_eq!((together.joints.len(), together.contacts.len()), (joints, contacts));
    }
    let moved = (all.state.poses[4].position - all.initial.poses[4].position).norm();
    assert!(moved > 0.1, "{moved}: what is thrown moves");
}

/// A cluster that stands is not calculated again while others move; nothing shows it.
#[test]
fn steps_of_a_run_are_those_by_themselves() {
    let (mut run, _) = run_of(&[thrown(0.0, "a"), quiet(20.0, "b"), thrown(40.0, "c")]);
    let plain =
        |record: &StepRecord| format!("{:?}", StepRecord { timing: Timing::default(), ..record.clone() });
    for _ in 0..60 {
        let none = StepInput::default();
        let (record, next) = step(&run.model, &run.state, &none, &run.settings).unwrap();
        let of_run = run.step(&none).unwrap();
        assert_eq!(plain(&of_run), plain(&record));
        assert_eq!(format!("{:?}", run.state), format!("{next:?}"));
    }
}

/// A light cube that a heavy one throws ahead goes farther in the step than both went, and meets one that nobody could have met before: one dimension, e = 1.
#[test]
fn what_is_thrown_far_meets_who_is_there() {
    let cube = |name: &str, x: f64, mass: f64, speed: f64| {
        format!(
            "(name: \"{name}\", kind: Dynamic, mass: Some({mass}), shape: Box(half_extents: (0.02, 0.02, 0.02)), position: ({x}, 0, 0), \
             velocity: ({speed}, 0, 0), restitution: 1.0)"
        )
    };
    let others: Vec<String> = (0..7).map(|k| cube(&format!("far {k}"), 50.0 + k as f64, 1.0, 0.0)).collect();
    let text = format!(
        "Scene(name: \"thrown\", dimension: Three, gravity: Some((0, 0, 0)), bodies: [{}, {}, {}, {}])",
        cube("heavy", 0.0, 100.0, 20.0),
        cube("light", 1.0, 1.0, 0.0),
        cube("far", 2.8, 1.0, 0.0),
        others.join(", ")
    );
    let mut run = simulation_of(&text, EXACT, 0.1);
    run.step(&StepInput::default()).unwrap();
    let speed = 2.0 * 100.0 * 20.0 / 101.0;
    let [light, far] = [1, 2].map(|k: usize| run.state.twists[k].linear);
    assert!((far - Vec3::x() * speed).norm() < 1e-6 * speed, "{far:?}");
    assert!(light.norm() < 1e-6 * speed, "{light:?}");
    // 0.96 m at 20 m/s, 1.76 m at `speed`, and the rest at `speed` again.
    let left = 0.1 - 0.96 / 20.0 - 1.76 / speed;
    let reached = run.state.poses[2].position.x;
    assert!((reached - 2.8 - left * speed).abs() < 1e-6, "{reached}");
}

/// Smooth balls that bounce in a box never turn and keep their energy, also where more of them meet than may without restitution.
#[test]
fn smooth_balls_do_not_turn() {
    let mut chance = Chance::new(7);
    let wall = |axis: usize, side: f64| {
        let (mut half, mut place) = ([1.2; 3], [0.0; 3]);
        (half[axis], place[axis]) = (0.1, 1.1 * side);
        let [a, b, c] = half;
        let [x, y, z] = place;
        format!(
            "(name: \"wall {axis} {side}\", kind: Fixed, shape: Box(half_extents: ({a}, {b}, {c})), position: ({x}, {y}, {z}))"
        )
    };
    let mut bodies: Vec<String> = (0..6).map(|k| wall(k / 2, if k % 2 == 0 { 1.0 } else { -1.0 })).collect();
    for k in 0..12 {
        let at = |n: usize| 0.5 * (n as f64 - 1.0);
        let (x, y, z) = (at(k % 3), at(k / 3 % 3), at(2 * (k / 9)));
        let [u, v, w] = [(); 3].map(|()| chance.between(-3.0, 3.0));
        bodies.push(format!(
            "(name: \"ball {k}\", kind: Dynamic, mass: Some(1.0), shape: Sphere(radius: 0.1), position: ({x}, {y}, {z}), \
             velocity: ({u}, {v}, {w}), restitution: 1.0)"
        ));
    }
    let text = format!(
        "Scene(name: \"gas\", dimension: Three, gravity: Some((0, 0, 0)), bodies: [{}])",
        bodies.join(", ")
    );
    for h in [0.02, 0.01] {
        let mut run = simulation_of(&text, EXACT, h);
        let energy = |run: &Simulation| measure(&run.model, &run.state).total();
        let before = energy(&run);
        for _ in 0..100 {
            run.step(&StepInput::default()).unwrap();
            let lost = (before - energy(&run)) / before;
            assert!(lost.abs() < 1e-9, "{lost:e} lost at {} s, h = {h}", run.state.time);
        }
        let spin = run.state.twists.iter().map(|twist| twist.angular.norm()).fold(0.0, f64::max);
        // Instants are sought to 1e-10 m of approach: at 3 m/s a blow turns a ball by 1e-7 rad/s at most.
        assert!(spin < 1e-6, "{spin:e} rad/s at h = {h}");
    }
}
