//! Bodies that `Fixed` joints hold together: they move as one body of the same shape does.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::energy::measure;
use pegsim::math::Vec3;
use pegsim::step::Simulation;
use pegsim::world::StepInput;

const BAR: &str = "Box(half_extents: (0.15, 0.02, 0.02))";
const STEM: &str = "Box(half_extents: (0.02, 0.06, 0.02))";

/// The common centre of the handle from that of its bar (m): boxes of one section, 0.3 and 0.12 m long, 0.08 m apart.
const CENTRE: f64 = 0.08 * 0.12 / 0.42;

fn body(name: &str, shape: &str, at: &Vec3, velocity: &Vec3, spin: &Vec3) -> String {
    let [p, v, w] = [at, velocity, spin].map(|v| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z));
    format!(
        "(name: \"{name}\", kind: Dynamic, shape: {shape}, position: {p}, velocity: {v}, angular_velocity: {w}, restitution: 1.0)"
    )
}

/// A T-handle as two bodies that are welded, and as one, with this spin about their common centre at `at`; `floor` is a body below it and `rest` what else is in the scene.
fn handles(h: f64, at: &Vec3, spin: &Vec3, floor: &str, rest: &str) -> [Simulation; 2] {
    let (bar, stem) = (at - Vec3::y() * CENTRE, at + Vec3::y() * (0.08 - CENTRE));
    let part =
        |name: &str, shape: &str, place: &Vec3| body(name, shape, place, &spin.cross(&(place - at)), spin);
    let two = format!("{}, {}", part("bar", BAR, &bar), part("stem", STEM, &stem));
    let union = format!("Union([(shape: {BAR}), (shape: {STEM}, position: (0.0, 0.08, 0.0))])");
    // The velocity of a body is that of its centre of mass.
    let one = body("handle", &union, &bar, &Vec3::zeros(), spin);
    let weld =
        format!("(kind: Fixed, bodies: (\"bar\", \"stem\"), point: ({:?}, {:?}, {:?}))", at.x, at.y, at.z);
    [(two, weld), (one, String::new())].map(|(bodies, joints)| {
        let text = format!(
            "Scene(name: \"handle\", dimension: Three, contact: (model: SeparatingFeature), bodies: [{bodies}, {floor}], joints: [{joints}], {rest})"
        );
        simulation_of(&text, ContactModel::SeparatingFeature, h)
    })
}

/// How far the bar is turned against the handle of one piece (rad).
fn apart([two, one]: &[Simulation; 2]) -> f64 {
    two.state.poses[0].orientation.angle_to(&one.state.poses[0].orientation)
}

/// A spin about the middle axis turns over again and again (Dzhanibekov), which is as far from linear as a free motion can be: in steps of half a radian too the welded handle
/// turns as the one of one piece, and keeps its energy.
#[test]
fn a_welded_handle_turns_over_as_one_body_does() {
    for h in [0.05, 0.01] {
        let mut both =
            handles(h, &Vec3::zeros(), &Vec3::new(0.02, 10.0, 0.02), "", "gravity: Some((0, 0, 0))");
        let energy = |run: &Simulation| measure(&run.model, &run.state).total();
        let before = energy(&both[0]);
        assert!((energy(&both[1]) - before).abs() < 1e-12 * before, "they are the same body");
        let mut over = 0.0_f64;
        for _ in 0..(6.0 / h).round() as usize {
            for run in &mut both {
                run.step(&StepInput::default()).unwrap();
            }
            assert!(apart(&both) < 1e-8, "{:e} rad at {} s, h = {h}", apart(&both), both[0].state.time);
            over = over.max((both[0].state.poses[0].orientation * Vec3::y()).angle(&Vec3::y()));
        }
        let lost = (before - energy(&both[0])) / before;
        assert!(lost.abs() < 1e-11, "{lost:e} lost, h = {h}");
        assert!(over > 3.0, "{over}: it turns over");
    }
}

/// What the weld bears is what keeps its bodies on their circles: m ω² r, with the chord of a step instead of its arc.
#[test]
fn a_weld_bears_what_turns_its_bodies() {
    let (h, rate) = (0.001, 20.0);
    let [mut two, _] = handles(h, &Vec3::zeros(), &Vec3::new(0.0, 0.0, rate), "", "gravity: Some((0, 0, 0))");
    let record = two.step(&StepInput::default()).unwrap();
    let wanted = two.model.bodies[0].mass * rate * rate * CENTRE;
    let force = record.joints[0].force.norm();
    assert!((force - wanted).abs() < 1e-4 * wanted, "{force} N instead of {wanted}");
}

/// A handle that bounces on a floor: at the blow it is one body, too, to the second order in the step.
#[test]
fn a_welded_handle_bounces_as_one_body_does() {
    let floor =
        "(name: \"floor\", kind: Fixed, shape: Box(half_extents: (5, 5, 0.5)), position: (0, 0, -0.5))";
    let gravity = "gravity: Some((0, 0, -9.81))";
    let off = [0.01, 0.005, 0.0025].map(|h| {
        let mut both = handles(h, &Vec3::new(0.0, 0.0, 0.3), &Vec3::new(3.0, 5.0, 1.0), floor, gravity);
        let energy = |run: &Simulation| measure(&run.model, &run.state).total();
        let before = energy(&both[0]);
        let mut struck = 0.0;
        for _ in 0..(0.24 / h).round() as usize {
            for run in &mut both {
                struck += run.step(&StepInput::default()).unwrap().impulses.iter().sum::<f64>();
            }
        }
        let lost = (before - energy(&both[0])) / before;
        println!("h = {h}: {lost:e} of the energy lost, {:e} rad apart, {struck} N s", apart(&both));
        assert!(struck > 0.1, "{struck}: it meets the floor");
        assert!(lost.abs() < 1e-8, "{lost:e} lost");
        apart(&both)
    });
    assert!(off[0] < 1e-4 && off[2] < 0.05 * off[0], "{off:?}");
}
