//! The standard model's contacts on the level of velocities (Anitescu and Potra), stabilised or not, and Anitescu's convex relaxation of
//! friction.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{scene, simulation, simulation_of};
use pegsim::contact::models::ContactModel;
use pegsim::scene::load_str;
use pegsim::step::{FrictionLaw, Simulation, SolverMethod};
use pegsim::world::StepInput;
use std::path::Path;

const G: f64 = 9.81;

fn step(run: &mut Simulation) {
    run.step(&StepInput::default()).unwrap();
}

/// With γ = 1 the condition is ψ/h + Gᵀν ≥ 0: the standard model, to the bit.
#[test]
fn all_of_the_gap_is_the_standard_model() {
    for name in ["triangle_drop", "boxstack2d", "box2d_seed0", "cube_on_edge", "tetra_stack"] {
        let scene = scene(name);
        let h = scene.settings.h;
        let mut standard = simulation(&scene, ContactModel::Standard, h);
        let mut stabilised = simulation(&scene, ContactModel::AnitescuPotra, h);
        stabilised.settings.contact.stabilisation = Some(1.0);
        for _ in 0..150 {
            step(&mut standard);
            step(&mut stabilised);
            assert_eq!(standard.state.poses, stabilised.state.poses, "{name}");
            assert_eq!(standard.state.twists, stabilised.state.twists, "{name}");
            let gaps = |run: &Simulation| {
                run.record.as_ref().unwrap().contacts.iter().map(|c| c.gap).collect::<Vec<_>>()
            };
            assert_eq!(gaps(&standard), gaps(&stabilised), "{name}");
        }
    }
}

/// A bar turns on the tip of a wedge without friction; how deep the tip was in the bar at most (m).
fn infeasibility(share: f64, h: f64) -> f64 {
    let text = "Scene(dimension: Two, bodies: [
        (name: \"wedge\", kind: Fixed, shape: Hull(points: [(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0)])),
        (name: \"bar\", shape: Box(half_extents: (1.0, 0.1)), position: (0.0, 0.1, 0.0),
         angular_velocity: (0.0, 0.0, 2.0)),
    ])";
    let mut run = simulation_of(text, ContactModel::AnitescuPotra, h);
    run.settings.contact.stabilisation = Some(share);
    let mut deepest = 0.0_f64;
    for _ in 0..(0.2 / h).round() as usize {
        step(&mut run);
        let pose = &run.state.poses[1];
        let tip = pose.orientation.inverse_transform_vector(&-pose.position);
        deepest = deepest.max(tip.y + 0.1);
    }
    deepest
}

/// The linearisation leaves ½ω²h²d in each step, with d from the tip to the middle of the bar. Where it is never made good it adds up over T/h steps to O(h), and with any γ > 0 to
/// O(h²), as the slides of Hart and Anitescu have it.
#[test]
fn gaps_drift_with_the_step_and_stabilised_ones_with_its_square() {
    let steps = [0.004, 0.002, 0.001, 0.0005];
    for (share, order) in [(0.0, 1.0), (0.25, 2.0), (0.5, 2.0), (1.0, 2.0)] {
        let depths = steps.map(|h| infeasibility(share, h));
        for (two, h) in depths.windows(2).zip(steps) {
            let slope = (two[0] / two[1]).log2();
            assert!((slope - order).abs() < 0.2, "γ = {share}, h = {h}: slope {slope} of {depths:?}");
        }
    }
    let (drifting, held) = (infeasibility(0.0, 0.001), infeasibility(1.0, 0.001));
    assert!(drifting > 20.0 * held, "{drifting:e} m unstabilised, {held:e} m stabilised");
}

/// Without a share of its gap a contact that is near does not close: a box that falls stops above the floor, within the reach of detection.
#[test]
fn what_is_near_comes_no_nearer() {
    let text = "Scene(dimension: Two, bodies: [
        (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.5, 0.0)),
        (name: \"box\", shape: Box(half_extents: (0.5, 0.5)), position: (0.0, 1.0, 0.0)),
    ])";
    let h = 0.01;
    let mut run = simulation_of(text, ContactModel::AnitescuPotra, h);
    for _ in 0..200 {
        step(&mut run);
    }
    let hovers = run.state.poses[1].position.y - 0.5;
    // It fell half a metre: 3.13 m/s in the last step.
    assert!(hovers > 1e-6 && hovers < 3.2 * h + 0.02, "{hovers}");
    assert!(run.state.twists[1].linear.norm() < 1e-9);
    run.settings.contact.stabilisation = Some(0.5);
    for _ in 0..60 {
        step(&mut run);
    }
    assert!((run.state.poses[1].position.y - 0.5).abs() < 1e-9, "half of the gap in every step closes it");
}

const SLIDE: &str = "Scene(dimension: DIMENSION, gravity: Some((0.0, -9.81, 0.0)), bodies: [
        (name: \"floor\", kind: Fixed, shape: Box(half_extents: FLOOR), position: (0.0, -0.5, 0.0), friction: 0.5),
        (name: \"block\", shape: Box(half_extents: BLOCK), position: (0.0, 0.1, 0.0), velocity: (3.0, 0.0, 0.0), friction: 0.5),
    ])";

fn slide(dimension: &str, h: f64, law: FrictionLaw) -> Simulation {
    let (floor, block) = if dimension == "Two" {
        ("(9.0, 0.5)", "(0.4, 0.1)")
    } else {
        ("(9.0, 0.5, 9.0)", "(0.4, 0.1, 0.4)")
    };
    let text = SLIDE.replace("DIMENSION", dimension).replace("FLOOR", floor).replace("BLOCK", block);
    let mut run = simulation_of(&text, ContactModel::Standard, h);
    run.settings.friction.law = law;
    run
}

/// What slides under the convex relaxation and is loaded is off the floor by ψ = hμ‖v_t‖. Begun there it loses μ(g + dv_n/dt) of its speed
/// as Coulomb's block does, and stops where that does, to first order in h.
#[test]
fn the_relaxation_opens_the_gap_by_what_slides() {
    for dimension in ["Two", "Three"] {
        let off = [0.01, 0.005, 0.0025].map(|h| {
            let mut run = slide(dimension, h, FrictionLaw::ConvexRelaxation);
            run.state.poses[1].position.y += h * 0.5 * 3.0;
            for _ in 0..(1.0 / h) as usize {
                step(&mut run);
                let v = run.state.twists[1].linear.x;
                let gap = run.state.poses[1].position.y - 0.1;
                assert!((gap - h * 0.5 * v).abs() < 1e-8, "{dimension}, h = {h}: {gap} at {v} m/s");
            }
            assert!(run.state.twists[1].linear.norm() < 1e-9, "{:?}", run.state.twists[1]);
            run.state.poses[1].position.x - 3.0_f64.powi(2) / (2.0 * 0.5 * G)
        });
        for two in off.windows(2) {
            assert!((two[0] / two[1] - 2.0).abs() < 0.2, "{dimension}: not of first order: {off:?} m");
        }
    }
}

/// Where it begins on the floor, it hops: to slide at v it has to rise at μv, whatever the step, and nothing holds it back.
#[test]
fn the_relaxation_throws_up_what_begins_to_slide() {
    for h in [0.01, 0.001] {
        let mut run = slide("Two", h, FrictionLaw::ConvexRelaxation);
        step(&mut run);
        let v = run.state.twists[1].linear;
        // p/m = ½gh + μ v_t, with the half kick of a first step.
        let slides = (3.0 - 0.5 * 0.5 * G * h) / 1.25;
        assert!((v.x - slides).abs() < 1e-9 && (v.y - 0.5 * slides).abs() < 1e-9, "h = {h}: {v:?}, {slides}");
        let mut highest = 0.0_f64;
        for _ in 0..(0.3 / h) as usize {
            step(&mut run);
            highest = highest.max(run.state.poses[1].position.y - 0.1);
        }
        let closed = v.y.powi(2) / (2.0 * G);
        assert!((highest - closed).abs() < 0.2 * closed, "h = {h}: {highest} m, {closed} m");
    }
}

/// One convex problem a step, whatever method is asked for, and the record says so. What sticks is as under Coulomb's law, to the bit of what
/// either problem is solved to.
#[test]
fn what_sticks_is_the_same_under_both_laws() {
    let mut relaxed = slide("Three", 0.01, FrictionLaw::ConvexRelaxation);
    relaxed.settings.solver.method = SolverMethod::Lemke;
    step(&mut relaxed);
    assert_eq!(relaxed.record.as_ref().unwrap().solve.method, "convex relaxation");
    let text = "Scene(dimension: Two, gravity: Some((3.0, -9.81, 0.0)), bodies: [
        (name: \"floor\", kind: Fixed, shape: Box(half_extents: (9.0, 0.5)), position: (0.0, -0.5, 0.0), friction: 0.5),
        (name: \"block\", shape: Box(half_extents: (0.4, 0.1)), position: (0.0, 0.1, 0.0), friction: 0.5),
    ])";
    for law in FrictionLaw::ALL {
        let mut run = simulation_of(text, ContactModel::Standard, 0.01);
        run.settings.friction.law = law;
        for _ in 0..50 {
            step(&mut run);
        }
        assert!(
            (run.state.poses[1].position.x).abs() < 1e-9 && run.state.twists[1].linear.norm() < 1e-9,
            "{law:?}"
        );
    }
}

#[test]
fn a_share_that_is_none_is_refused() {
    for share in ["-0.1", "1.01", "inf"] {
        let text = format!("Scene(contact: (model: AnitescuPotra, stabilisation: {share}), bodies: [])");
        let error = load_str(&text, "x.ron", Path::new("")).unwrap_err().message;
        assert!(error.contains("stabilisation is ") && error.contains("at least 0 and at most 1"), "{error}");
    }
}
