//! Bodies whose mass is not where their shape is: free motion with a centre of mass and an inertia of their own against closed forms, bodies
//! and pairs that touch nothing, and what is said of such fields that are wrong.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation;
use pegsim::contact::models::ContactModel::{self, Peg, SeparatingFeature};
use pegsim::math::{Mat3, Quat, Vec3};
use pegsim::scene::{LoadedScene, load_str};
use pegsim::world::{BodyId, StepInput};
use std::path::Path;

fn load(text: &str) -> LoadedScene {
    load_str(text, "test.ron", Path::new("")).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> String {
    load_str(text, "test.ron", Path::new("")).unwrap_err().message
}

fn wxyz(turn: &Quat) -> String {
    format!("({}, {}, {}, {})", turn.w, turn.i, turn.j, turn.k)
}

/// A body of equal moments turns steadily about a centre that falls on a parabola: its frame is at p(t) = c₀ + v t + g t²/2 − R(ω t) r.
#[test]
fn the_frame_circles_a_centre_that_falls() {
    let (r, v, w) = (Vec3::new(0.3, -0.2, 0.4), Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.5, -1.0, 2.0));
    let scene = load(&format!(
        "Scene(gravity: Some((0.0, 0.0, -10.0)), bodies: [(name: \"b\", shape: Box(half_extents: (0.1, 0.2, 0.3)),
         position: (5.0, 6.0, 7.0), mass: 2.0, inertia: (0.4, 0.4, 0.4), centre_of_mass: ({}, {}, {}),
         velocity: ({}, {}, {}), angular_velocity: ({}, {}, {}))])",
        r.x, r.y, r.z, v.x, v.y, v.z, w.x, w.y, w.z
    ));
    let body = &scene.model.bodies[0];
    assert_eq!((body.mass, body.centre_of_mass), (2.0, r));
    // The farthest corner of the box from the centre of mass.
    assert!((body.radius - Vec3::new(0.4, 0.4, 0.7).norm()).abs() < 1e-15);
    for model in ContactModel::ALL {
        let mut run = simulation(&scene, model, 0.01);
        for _ in 0..100 {
            run.step(&StepInput::default()).unwrap();
        }
        let t = run.state.time;
        let centre = Vec3::new(5.0, 6.0, 7.0) + r + v * t + Vec3::new(0.0, 0.0, -5.0 * t * t);
        let wanted = centre - Quat::from_scaled_axis(w * t) * r;
        let (found, _) = run.model.scene_frame(BodyId(0), &run.state.poses[0]);
        // Steps of springs are of first order in gravity; a steady turn is exact in none but by its own way of turning.
        let most = if model.is_of_forces() { 0.06 } else { 1e-4 };
        assert!((found - wanted).norm() < most, "{}: {:e}", model.name(), (found - wanted).norm());
    }
}

/// The same top twice: by principal moments in its own axes, and by six entries in axes that are turned against those.
#[test]
fn six_entries_are_an_inertia_in_other_axes() {
    let moments = Vec3::new(0.1, 0.25, 0.3);
    let turn = Quat::from_euler_angles(0.4, -0.9, 1.3);
    let matrix =
        turn.to_rotation_matrix() * Mat3::from_diagonal(&moments) * turn.to_rotation_matrix().transpose();
    let top = |inertia: String, orientation: &Quat| {
        load(&format!(
            "Scene(gravity: Some((0.0, 0.0, 0.0)), bodies: [(name: \"b\", shape: Platonic(Icosahedron, 0.5), mass: 1.0,
             inertia: {inertia}, orientation: {}, angular_velocity: (0.3, 5.0, 0.2))])",
            wxyz(orientation)
        ))
    };
    let entries = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|k| matrix[k].to_string());
    let own = top("(0.1, 0.25, 0.3)".to_owned(), &Quat::identity());
    let turned = top(format!("({})", entries.join(", ")), &turn.inverse());
    for model in [SeparatingFeature, Peg] {
        let (mut first, mut second) = (simulation(&own, model, 0.01), simulation(&turned, model, 0.01));
        for _ in 0..300 {
            first.step(&StepInput::default()).unwrap();
            second.step(&StepInput::default()).unwrap();
        }
        let (a, b) = (&first.state, &second.state);
        assert!((a.twists[0].angular - b.twists[0].angular).norm() < 1e-9);
        assert!((a.poses[0].orientation * turn.inverse()).angle_to(&b.poses[0].orientation) < 1e-7);
        // About the middle axis it tumbles: a steady turn would pass this by accident.
        assert!((a.twists[0].angular - first_twist()).norm() > 0.5);
    }
}

fn first_twist() -> Vec3 {
    Vec3::new(0.3, 5.0, 0.2)
}

/// Of three bodies above a floor one touches it, one passes through everything, and one through the floor alone.
#[test]
fn what_touches_nothing_falls_as_in_a_vacuum() {
    let text = "Scene(gravity: Some((0.0, 0.0, -10.0)), bodies: [
        (name: \"floor\", kind: Fixed, shape: Box(half_extents: (9.0, 9.0, 0.5)), position: (0.0, 0.0, -0.5)),
        (name: \"stays\", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (0.0, 0.0, 0.5)),
        (name: \"ghost\", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (0.0, 0.0, 2.0), collide: false),
        (name: \"passes\", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (4.0, 0.0, 0.7)),
        ], no_contact: [(\"passes\", \"floor\")])";
    let scene = load(text);
    for model in ContactModel::ALL {
        let mut run = simulation(&scene, model, 0.01);
        for _ in 0..100 {
            run.step(&StepInput::default()).unwrap();
        }
        let fall = 5.0 * run.state.time.powi(2);
        let most = if model.is_of_forces() { 0.06 } else { 1e-9 };
        for (body, from) in [(2, 2.0), (3, 0.7)] {
            let off = run.state.poses[body].position.z - (from - fall);
            assert!(off.abs() < most, "{}: {off:e}", model.name());
        }
        assert!((run.state.poses[1].position.z - 0.5).abs() < 0.1, "{}", model.name());
    }
    // One that stands in another need not be moved where they pass through each other.
    let within = text.replace("(4.0, 0.0, 0.7)", "(4.0, 0.0, 0.3)");
    assert!(load_str(&within, "test.ron", Path::new("")).is_ok());
    let touches = within.replace("(\"passes\", \"floor\")", "");
    assert!(refusal(&touches).contains("it overlaps body `floor`"));
}

#[test]
fn fields_that_are_wrong_are_refused_in_a_sentence() {
    let body = |dimension: &str, more: &str| {
        format!(
            "Scene(dimension: {dimension}, bodies: [(name: \"b\", shape: Box(half_extents: (1.0, 1.0, 1.0)), mass: 1.0, {more})])"
        )
    };
    let pairs = |pairs: &str| {
        format!(
            "Scene(bodies: [(name: \"b\", shape: Box(half_extents: (1.0, 1.0, 1.0)))], no_contact: [{pairs}])"
        )
    };
    for (text, said) in [
        (
            body("Three", "centre_of_mass: (0.1, 0.0, 0.0)"),
            "centre_of_mass is given without `inertia`; a body whose mass lies elsewhere needs its own, `inertia: Some((xx, yy, zz))`",
        ),
        (
            body("Three", "inertia: (1.0, 1.0, 1.0), centre_of_mass: (1e7, 0.0, 0.0)"),
            "centre_of_mass is (10000000, 0, 0); every component must be",
        ),
        (
            body("Two", "inertia: 1.0, centre_of_mass: (0.1, 0.0, 0.1)"),
            "centre_of_mass has z = 0.1; in a two-dimensional scene z must be 0",
        ),
        (
            body("Two", "inertia: (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)"),
            "inertia has six entries; a two-dimensional body has one, `Some(zz)`",
        ),
        (
            body("Three", "inertia: (1.0, 1.0, 1.0, 2.0, 0.0, 0.0)"),
            "every moment must be a positive finite number",
        ),
        (
            body("Three", "inertia: (1.0, 1.0, 1.0, 0.9, 0.0, 0.0)"),
            "no body has a principal moment greater than the sum of the others",
        ),
        (body("Three", "inertia: (1.0, 1.0, 1.0, inf, 0.0, 0.0)"), "every entry must be a finite number"),
        (body("Three", "inertia: (1.0, 1.0, 1.0, 0.0)"), "inertia"),
        (pairs("(\"b\", \"c\")"), "pair number 1 of no_contact names the body `c`, which does not exist"),
        (pairs("(\"b\", \"b\")"), "pair number 1 of no_contact names `b` twice; it needs two bodies"),
    ] {
        let found = refusal(&text);
        assert!(found.contains(said) && found.chars().count() < 220, "{text}\n{found}\n{said}");
    }
}
