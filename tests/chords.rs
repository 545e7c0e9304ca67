//! Flat ends of cylinders that come down along edges, beside prisms of as many sides that a circle could be.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::world::StepInput;
use std::f64::consts::TAU;
use std::fmt::Write;

const RADIUS: f64 = 0.1;
const HALF: f64 = 0.06;
const MASS: f64 = 3.77;
/// How long the runs are (s): until some time after the second blow.
const LASTS: f64 = 0.1;

/// A prism of so many sides with the area of the circle.
fn prism(sides: u8) -> String {
    let step = TAU / f64::from(sides);
    let radius = RADIUS * (step / step.sin()).sqrt();
    let mut points = String::new();
    for k in 0..sides {
        let (sin, cos) = (f64::from(k) * step).sin_cos();
        for z in [-HALF, HALF] {
            write!(points, "({}, {}, {z}), ", radius * cos, radius * sin).unwrap();
        }
    }
    format!("Hull(points: [{points}])")
}

/// Position, velocity and spin of a body at the end of a run of a scene with this support.
fn run(shape: &str, body: &str, support: &str, h: f64) -> [f64; 9] {
    run_for(LASTS, &format!("shape: {shape}, mass: {MASS}, {body}"), support, h)
}

/// The same after some time (s).
fn run_for(lasts: f64, body: &str, support: &str, h: f64) -> [f64; 9] {
    let text = format!(
        "Scene(name: \"test\", dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
            (name: \"body\", {body}), (name: \"support\", kind: Fixed, {support})])"
    );
    let mut run = simulation_of(&text, SeparatingFeature, h);
    while run.state.time < lasts - 1e-9 {
        run.settings.h = h.min(lasts - run.state.time);
        run.step(&StepInput::default()).unwrap_or_else(|e| panic!("{h}: {e}"));
    }
    let (pose, twist) = (&run.state.poses[0], &run.state.twists[0]);
    let mut all = [0.0; 9];
    for k in 0..3 {
        (all[k], all[3 + k], all[6 + k]) = (pose.position[k], twist.linear[k], twist.angular[k]);
    }
    all
}

/// It falls with one point of its rim on the edge of a table, turns over along it, and is struck at the other end of the chord or at the corner where the edge ends. Both ends
/// bear that blow; the one row of the surfaces had it at the middle of the flat end, which threw the body off without turning it.
#[test]
fn a_flat_end_is_struck_at_both_ends_of_its_chord() {
    let cylinder = format!("Cylinder(radius: {RADIUS}, length: {})", 2.0 * HALF);
    let along = "position: (0.016435402478574515, -0.027625594348335558, 0.06478772003666466), \
         orientation: (-0.7636461897184655, -0.006358218474801584, -0.00906686732723517, 0.6455399769984554), \
         velocity: (0.2610434542726609, 0.18951213247291926, -0.0008215500510444284), \
         angular_velocity: (0.8530862061374389, 1.8359724878719872, 0.34899993172338295)";
    let at_corner = "position: (0.03971799826669338, -0.01668639997988921, 0.07440977273288901), \
         orientation: (-0.34510995544215567, -0.05242595371534062, 0.03986302936972767, 0.9362486725871597), \
         velocity: (0.0434753629095882, 0.14779341605478702, -0.019069175741759068), \
         angular_velocity: (2.098507380249546, 1.7305150611203235, -0.262649968713184)";
    // The edge ends under the flat end: of the chord one end is on the rim, the other one the corner.
    let over_corner = "position: (0.05472020515547704, -0.03507818279050237, 0.06473286478732455), \
         orientation: (0.03237053378455677, -0.017046037353954328, -0.0098794687525001, 0.999281730669684), \
         velocity: (0.27415560207201967, 0.19519974383087896, -0.10146459374147279), \
         angular_velocity: (1.5122918382490491, 2.7339817944982316, -0.5959280207601871)";
    let edge = "shape: Box(half_extents: (0.3, 3.0, 0.1)), position: (-0.3, 0.0, -0.1)";
    let corner = "shape: Box(half_extents: (0.3, 0.3, 0.1)), position: (-0.3, -0.3, -0.1)";
    // At the corner one of 64 sides first touches with another one than the circle would.
    for (body, support, sides) in [(along, edge, 64), (at_corner, corner, 64), (over_corner, corner, 96)] {
        let wanted = run(&prism(sides), body, support, 0.0005);
        for h in [0.01, 0.005, 0.0025, 0.001, 0.0005] {
            let now = run(&cylinder, body, support, h);
            let most = |from: usize| (from..from + 3).map(|k| (now[k] - wanted[k]).abs()).fold(0.0, f64::max);
            // What circle and prism differ by, and of long steps the second order.
            let long = (h / 0.01).powi(2);
            let bounds = [1e-4 + 3e-4 * long, 2e-3 + 5e-3 * long, 2e-2 + 1e-1 * long];
            for (k, bound) in bounds.into_iter().enumerate() {
                assert!(most(3 * k) < bound, "{h}: {now:?} for {wanted:?}");
            }
        }
    }
}

/// The corner of a box slides along the base of a cone that turns fast, and past its rim. Where it came near the rim the corner was said to be a tenth of the radius inside, and
/// the run ended.
#[test]
fn a_corner_slides_along_a_flat_end_and_past_its_rim() {
    let cone = "shape: Cone(radius: 0.13529629562043777, length: 0.17217717876271801), density: 493.6625314386719, \
         position: (0.010805754754450066, 0.0173603637563743, 0.19123873070038525), \
         orientation: (0.7151226917517661, -0.03183667258996563, 0.0934379872713792, -0.6919937171353374), \
         velocity: (-0.24338706405678, 0.22024560016380945, -0.5858694013366517), \
         angular_velocity: (13.977565548803595, -11.323687752681158, -2.1553838850993334)";
    let beam = "shape: Box(half_extents: (0.18, 0.04, 0.05)), \
         position: (0.17282324254286732, -0.017069347397644766, 0.040000000999999986), \
         orientation: (0.706150351481512, -0.706150351481512, -0.036765215932144546, 0.036765215932144546)";
    let wanted = run_for(0.03, cone, beam, 0.0001);
    for h in [0.01, 0.005, 0.0025, 0.001, 0.0005] {
        let now = run_for(0.03, cone, beam, h);
        let most = |from: usize| (from..from + 3).map(|k| (now[k] - wanted[k]).abs()).fold(0.0, f64::max);
        let long = h / 0.01;
        let bounds = [1e-6 + 8e-5 * long, 1e-5 + 1e-3 * long, 1e-4 + 2e-2 * long];
        for (k, bound) in bounds.into_iter().enumerate() {
            assert!(most(3 * k) < bound, "{h}: {now:?} for {wanted:?}");
        }
    }
}

/// Cones and cans that land nearly flat over the edge of a table whirl on their rim as coins do before they lie, and come upon the edge at the other side. In long steps the way there was not seen, and
/// two thirds of the spin of the one and all of the other were gone.
#[test]
fn what_lands_nearly_flat_whirls_on_its_rim_before_it_lies() {
    let table = "shape: Box(half_extents: (0.3, 0.3, 0.1)), position: (-0.3, 0.0, -0.1)";
    let cone = "shape: Cone(radius: 0.1, length: 0.09981164738095571), position: (-0.0033401484697756223, -0.0348557112759007, 0.07964621961593016), \
         orientation: (-0.2248261656989034, -0.0092964938393426, -0.04038639238863051, 0.9735171851227156), \
         velocity: (-0.005248761578583006, -0.02253917448675189, 0.0303701992378384), angular_velocity: (0.11813058393776206, -0.4398900298588545, 0.0)";
    let can = "shape: Cylinder(radius: 0.1, length: 0.06972470366457062), position: (-0.021741228113018988, -0.04071478968223277, 0.06460274775773761), \
         orientation: (-0.23192972348630517, -0.07054075738456786, -0.07179509275971156, 0.9675112761962013), \
         velocity: (-0.16737566951268334, -0.22387042326023998, 0.072674509215303), angular_velocity: (-0.5534301966723666, -0.22187363006106575, 0.6803707729650126)";
    for body in [cone, can] {
        let wanted = run_for(0.12, body, table, 0.00025);
        for h in [0.01, 0.005, 0.0025, 0.001] {
            let now = run_for(0.12, body, table, h);
            let most = |from: usize| (from..from + 3).map(|k| (now[k] - wanted[k]).abs()).fold(0.0, f64::max);
            assert!(most(0) < 5e-4 && most(3) < 1e-2 && most(6) < 0.2, "{h}: {now:?} for {wanted:?}");
        }
    }
}
