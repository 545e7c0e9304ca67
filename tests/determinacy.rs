//! Which forces the laws of rigid bodies determine: systems whose degree of static indeterminacy is known.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel;
use pegsim::scene::load_str;
use pegsim::step::{Determinacy, Simulation, StepRecord, determinacy};
use pegsim::world::StepInput;
use std::path::Path;

const MODELS: [ContactModel; 3] =
    [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];

/// The second step from rest, and what of its forces is determined.
fn second_step(rest: &str, model: ContactModel) -> (StepRecord, Determinacy) {
    let scene = load_str(&format!("Scene(name: \"test\", {rest})"), "test.ron", Path::new("."));
    let scene = scene.unwrap_or_else(|e| panic!("{e}"));
    let mut settings = scene.settings;
    (settings.contact.model, settings.h) = (model, 0.01);
    let mut s = Simulation::new(scene.model, scene.state, settings);
    s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
    let record = s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
    let known = determinacy(&s.model, &s.state, &record);
    ((*record).clone(), known)
}

/// Normal and friction of all contacts that bear: how many are determined, of how many.
fn counts(record: &StepRecord, known: &Determinacy) -> [(usize, usize); 2] {
    let mut counts = [(0, 0); 2];
    for contact in record.contacts().filter(|contact| contact.impulse > 0.0) {
        let told = known.contacts[contact.id.0].expect("what bears is examined");
        for (count, told) in counts.iter_mut().zip([told.normal, told.friction]) {
            *count = (count.0 + usize::from(told), count.1 + 1);
        }
    }
    counts
}

fn floor(dimension: &str, mu: f64) -> String {
    let (half, place) = if dimension == "Two" {
        ("(5.0, 0.5)", "(0.0, -0.5, 0.0)")
    } else {
        ("(5.0, 5.0, 0.5)", "(0.0, 0.0, -0.5)")
    };
    format!(
        "(name: \"floor\", kind: Fixed, friction: {mu}, shape: Box(half_extents: {half}), position: {place}),"
    )
}

/// A box in the plane stands on two corners, which share its weight as its centre says. With friction the corners can push against
/// each other: one state of self-stress, which leaves the loads alone and the tangents free.
#[test]
fn two_corners_of_a_square() {
    for model in MODELS {
        for (mu, excess) in [(0.0, 0), (0.5, 1)] {
            let (record, known) = second_step(
                &format!(
                    "dimension: Two, bodies: [{} (name: \"box\", kind: Dynamic, friction: {mu},
                      shape: Box(half_extents: (0.2, 0.1)), position: (0.0, 0.1, 0.0))]",
                    floor("Two", mu)
                ),
                model,
            );
            let [normal, friction] = counts(&record, &known);
            assert_eq!((known.excess, normal), (excess, (2, 2)), "{}, μ = {mu}", model.name());
            assert_eq!(friction.0, if mu > 0.0 { 0 } else { 2 }, "{}, μ = {mu}", model.name());
        }
    }
}

/// A box in space stands on four corners: four loads for three balances. A table of three legs has three, which are determined.
#[test]
fn four_corners_of_a_box_and_three_of_a_table() {
    let of_box = "Box(half_extents: (0.2, 0.1, 0.1)), position: (0.0, 0.0, 0.1)";
    for model in MODELS {
        let scene = format!(
            "dimension: Three, bodies: [{} (name: \"box\", kind: Dynamic, shape: {of_box})]",
            floor("Three", 0.0)
        );
        let (record, known) = second_step(&scene, model);
        let [normal, _] = counts(&record, &known);
        assert_eq!((known.excess, normal.0), (1, 0), "{}: {:?}", model.name(), known.contacts);
    }
    // A tetrahedron stands on three corners.
    let third = (0.75_f64).sqrt();
    let points = format!("[(1.0, 0.0, 0.0), (-0.5, {third}, 0.0), (-0.5, -{third}, 0.0), (0.0, 0.0, 1.0)]");
    for model in MODELS {
        let scene = format!(
            "dimension: Three, bodies: [{} (name: \"stone\", kind: Dynamic, shape: Hull(points: {points}), position: (0.0, 0.0, 0.0))]",
            floor("Three", 0.0)
        );
        let (record, known) = second_step(&scene, model);
        let [normal, _] = counts(&record, &known);
        assert_eq!((known.excess, normal), (0, (3, 3)), "{}: {:?}", model.name(), known.contacts);
    }
}

/// A block that slides has two loads and no tangent of its own: determined, unlike that of a block that sticks.
#[test]
fn what_slides_is_determined() {
    for model in MODELS {
        let (record, known) = second_step(
            &format!(
                "dimension: Two, bodies: [{} (name: \"box\", kind: Dynamic, friction: 0.5, velocity: (3.0, 0.0, 0.0),
                  shape: Box(half_extents: (0.2, 0.1)), position: (0.0, 0.1, 0.0))]",
                floor("Two", 0.5)
            ),
            model,
        );
        assert_eq!((known.excess, counts(&record, &known)), (0, [(2, 2); 2]), "{}", model.name());
    }
}

/// Two jaws that hold a plate by friction between them press at two points each: the friction of a point is not determined where
/// loads and tangents of others can take it over; how hard the jaws press is, for a force says so.
#[test]
fn a_grip_has_internal_forces() {
    for model in MODELS {
        let jaw = |name: &str, x: f64, force: f64| {
            (
                format!(
                    "(name: \"{name}\", kind: Dynamic, friction: 0.8, mass: Some(0.5), shape: Box(half_extents: (0.05, 0.1)), position: ({x}, 0.0, 0.0)),"
                ),
                format!(
                    "(name: \"{name} rail\", kind: Prismatic, bodies: (\"base\", \"{name}\"), point: ({x}, 0.0, 0.0), axis: (1.0, 0.0, 0.0)),"
                ),
                format!("(kind: Force, body: \"{name}\", force: ({force}, 0.0, 0.0)),"),
            )
        };
        let (left, right) = (jaw("left", -0.15, 20.0), jaw("right", 0.15, -20.0));
        let (record, known) = second_step(
            &format!(
                "dimension: Two, bodies: [
                    (name: \"base\", kind: Fixed, shape: Box(half_extents: (0.5, 0.1)), position: (0.0, 1.0, 0.0)),
                    (name: \"plate\", kind: Dynamic, friction: 0.8, mass: Some(1.0), shape: Box(half_extents: (0.1, 0.05))), {} {}],
                 joints: [{} {}], controllers: [{} {}]",
                left.0, right.0, left.1, right.1, left.2, right.2
            ),
            model,
        );
        let [normal, friction] = counts(&record, &known);
        assert!(normal.1 >= 2 && friction.0 == 0, "{}: {:?}", model.name(), known.contacts);
        assert!(known.excess >= 2, "{}: {}", model.name(), known.excess);
    }
}
