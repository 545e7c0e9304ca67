//! Steps in which nobody can meet anybody are flights, which are not calculated as other steps are: they are what those are, to the bit.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::step::{Simulation, StepRecord, Timing, step};
use pegsim::world::{State, StepInput};

const ABOVE_A_FLOOR: &str = "Scene(dimension: Three, bodies: [
    (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 5.0, 0.1)), position: (0.0, 0.0, -0.1), friction: 0.3),
    (name: \"lift\", kind: Kinematic, shape: Box(half_extents: (0.2, 0.2, 0.1)), position: (3.0, 0.0, 0.5),
     velocity: (0.0, 0.3, 0.1), angular_velocity: (0.0, 0.0, 0.4)),
    (name: \"bar\", shape: Box(half_extents: (0.3, 0.1, 0.05)), position: (0.0, 0.0, 1.0), velocity: (0.1, 0.0, 0.0),
     angular_velocity: (1.0, 8.0, 0.3), friction: 0.3, restitution: 0.6),
    (name: \"ball\", shape: Sphere(radius: 0.1), position: (1.0, 0.0, 1.5), velocity: (-0.5, 0.0, 0.0),
     angular_velocity: (0.0, 0.0, 30.0), friction: 0.3, restitution: 0.8),
    (name: \"late\", shape: Sphere(radius: 0.1), position: (-1.0, 0.0, 0.7), spawn_time: 0.1)])";

const PLATES: &str = "Scene(dimension: Two, gravity: (0.0, -9.81, 0.0), bodies: [
    (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.1)), position: (0.0, -0.1, 0.0)),
    (name: \"plate\", shape: Box(half_extents: (0.3, 0.1)), position: (0.0, 1.0, 0.0), velocity: (0.1, 2.0, 0.0),
     angular_velocity: (0.0, 0.0, 3.0), restitution: 0.5),
    (name: \"other\", shape: Box(half_extents: (0.1, 0.1)), position: (1.0, 0.5, 0.0))])";

fn told(record: &StepRecord) -> String {
    let mut record = record.clone();
    record.timing = Timing::default();
    format!("{record:?}")
}

/// Whether two states have the same bits. Debug tells all digits that tell numbers apart.
fn same(a: &State, b: &State) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

/// A run remembers how it flew; one step by itself is calculated as a whole, as nothing but two bodies or more that are apart from each other flies there by itself.
#[test]
fn a_flight_is_the_whole_step_to_the_bit() {
    for (text, h) in [(ABOVE_A_FLOOR, 0.005), (ABOVE_A_FLOOR, 0.011), (PLATES, 0.01)] {
        let mut run: Simulation = simulation_of(text, SeparatingFeature, h);
        let (input, mut state) = (StepInput::default(), run.state.clone());
        let (mut flown, mut met) = (0, 0);
        for k in 0..(1.5 / h) as usize {
            let (record, next) = step(&run.model, &state, &input, &run.settings).unwrap();
            let of_run = run.step(&input).unwrap();
            assert_eq!(told(&record), told(&of_run), "step {k} of {h} s");
            assert!(same(&next, &run.state), "step {k} of {h} s");
            state = next;
            let met_one = !state.memory.pairs().is_empty();
            (flown, met) = (flown + usize::from(!met_one), met + usize::from(met_one));
        }
        assert!(flown > 20 && met > 20, "{flown} steps with nobody near, {met} others");
    }
}

/// What flies while others meet flies as if it were alone, where the whole of its step is calculated.
#[test]
fn beside_others_a_body_flies_as_if_alone() {
    let bar = "(name: \"bar\", shape: Box(half_extents: (0.3, 0.1, 0.05)), position: (0.0, 0.0, 30.0), velocity: (0.1, 0.0, 0.0),
        angular_velocity: (1.0, 8.0, 0.3))";
    let others = "(name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 5.0, 0.1)), position: (0.0, 0.0, -0.1)),
        (name: \"a\", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.1)),
        (name: \"b\", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.4))";
    let mut run = simulation_of(
        &format!("Scene(dimension: Three, bodies: [{others}, {bar}])"),
        SeparatingFeature,
        0.01,
    );
    let alone = simulation_of(&format!("Scene(dimension: Three, bodies: [{bar}])"), SeparatingFeature, 0.01);
    let (input, mut state) = (StepInput::default(), alone.state.clone());
    for k in 0..100 {
        run.step(&input).unwrap();
        state = step(&alone.model, &state, &input, &alone.settings).unwrap().1;
        let (a, b) = ((run.state.poses[3], run.state.twists[3]), (state.poses[0], state.twists[0]));
        assert_eq!(format!("{a:?}"), format!("{b:?}"), "step {k}");
    }
    assert!(run.record.unwrap().contacts.len() > 4, "the others lie on each other");
}

/// What pulls at a body, drives it or holds it is no flight.
#[test]
fn what_acts_on_a_body_acts_in_flight() {
    let scene = |rest: &str| {
        format!(
            "Scene(dimension: Three, gravity: (0.0, 0.0, 0.0), bodies: [
               (name: \"a\", shape: Sphere(radius: 0.1), mass: 2.0),
               (name: \"b\", shape: Sphere(radius: 0.1), position: (1.0, 0.0, 0.0), mass: 2.0, velocity: (0.0, 1.0, 0.0))]{rest})"
        )
    };
    let after = |rest: &str, input: &StepInput| {
        let mut run = simulation_of(&scene(rest), SeparatingFeature, 0.01);
        (0..100).for_each(|_| drop(run.step(input).unwrap()));
        run.state
    };
    let idle = StepInput::default();
    assert_eq!(after("", &idle).twists[0].linear.norm(), 0.0);
    let pushed = after(", controllers: [(kind: Force, body: \"a\", force: (3.0, 0.0, 0.0))]", &idle);
    assert!((pushed.twists[0].linear.x - 1.5).abs() < 1e-12, "{}", pushed.twists[0].linear);
    let hinged = after(
        ", joints: [(name: \"j\", kind: Spherical, bodies: (\"a\", \"b\"), point: (0.5, 0.0, 0.0))]",
        &idle,
    );
    assert!(hinged.twists[0].linear.norm() > 0.1, "{}", hinged.twists[0].linear);
    let mut pulled = StepInput::default();
    let force = pegsim::math::Wrench { force: [0.0, 4.0, 0.0].into(), torque: [0.0; 3].into() };
    pulled.wrenches.push((pegsim::world::BodyId(0), force));
    assert!((after("", &pulled).twists[0].linear.y - 2.0).abs() < 1e-12);
}
