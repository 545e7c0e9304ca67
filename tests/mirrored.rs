//! What is its own mirror image stays so: a scene of the plane, given a width, moves in space as it does in the plane.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::step::Simulation;
use pegsim::world::StepInput;
use std::path::Path;

/// How fast anything goes out of the plane, or turns otherwise than about what is across it (m/s, rad/s).
fn aside(sim: &Simulation) -> f64 {
    let of = |t: &pegsim::math::Twist| t.linear.z.abs().max(t.angular.x.abs()).max(t.angular.y.abs());
    sim.state.twists.iter().map(of).fold(0.0, f64::max)
}

fn moved(text: &str, h: f64, duration: f64) -> Simulation {
    let mut sim = simulation_of(text, SeparatingFeature, h);
    for _ in 0..(duration / h).round() as usize {
        sim.step(&StepInput::default()).unwrap();
    }
    sim
}

/// A wedge that slides at 3 m/s under the edge of a box that is as wide. In space all of the blow was borne by one end of the edges, at the step sizes of 10 to 0.1 ms: the box turned by 2.6 rad/s aside.
#[test]
fn a_wedge_meets_a_box_of_its_width_along_the_whole_edge() {
    let scene = |dimension: &str, wedge: &str, floor: &str, cube: &str| {
        format!(
            "Scene(dimension: {dimension}, gravity: (0.0, -9.81, 0.0), bodies: [
               (name: \"floor\", kind: Fixed, shape: Box(half_extents: ({floor})), position: (0.0, -0.1, 0.0), friction: 0.8),
               (name: \"wedge\", shape: Hull(points: [{wedge}]), position: (0.0137, 0.0, 0.0), velocity: (-3.0, 0.0, 0.0), mass: 1.0, friction: 0.8),
               (name: \"box\", shape: Box(half_extents: ({cube})), position: (-0.08, 0.08, 0.0), mass: 1.0, friction: 0.8)])"
        )
    };
    let flat = scene("Two", "(0.0, 0.0), (0.2, 0.0), (0.2, 0.15)", "5.0, 0.1", "0.08, 0.08");
    for half in [0.08, 0.1, 0.12] {
        let corner = |x: f64, y: f64| format!("({x:?}, {y:?}, -{half:?}), ({x:?}, {y:?}, {half:?})");
        let wedge = [corner(0.0, 0.0), corner(0.2, 0.0), corner(0.2, 0.15)].join(", ");
        let wide = scene("Three", &wedge, "5.0, 0.1, 1.0", "0.08, 0.08, 0.1");
        for h in [0.01, 0.005, 0.001] {
            let (plane, space) = (moved(&flat, h, 0.01), moved(&wide, h, 0.01));
            assert!(aside(&space) < 1e-9, "width {half}, h {h}: {}", aside(&space));
            // The box, whose mass does not depend on the width of the wedge.
            let (a, b) = (&plane.state.twists[2], &space.state.twists[2]);
            let off = (a.linear - b.linear).norm() + (a.angular - b.angular).norm();
            let turns = b.angular.z;
            assert!(
                off < 1e-6 && turns < -5.0,
                "width {half}, h {h}: {off} m/s and rad/s from the plane, {turns}"
            );
        }
    }
}

/// A ball on a rod that strikes a stack of five boxes, as wide as each other: the second was pushed along one end of its edges, and turned by up to 10 rad/s aside.
#[test]
fn a_struck_stack_keeps_to_its_plane() {
    let text = std::fs::read_to_string(Path::new("tests/data/mirrored/struck_stack.ron")).unwrap();
    for h in [0.01, 0.005] {
        let sim = moved(&text, h, 0.7);
        let fastest = sim.state.twists.iter().map(|t| t.angular.z.abs()).fold(0.0, f64::max);
        assert!(fastest > 1.0, "it was struck");
        assert!(aside(&sim) < 1e-9, "h {h}: {}", aside(&sim));
    }
}
