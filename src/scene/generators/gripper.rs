//! The grasp experiments of the thesis (5.2.5, 5.2.6): a gripper of five links closes on a random polygon.

use crate::math::{Dimension, Quat, Vec3};
use crate::scene::format::Scene;
use crate::scene::format::{BodyDescription, ControllerDescription, JointDescription, JointKind, Shape};
use crate::scene::generators::mechanisms::rectangle;
use crate::scene::generators::random::front;
use crate::scene::generators::random::{Random, dynamic, fixed, place};
use crate::world::joint::Target;

/// Lengths and half width of the links (m).
const UPPER: f64 = 0.45;
const LOWER: f64 = 0.42;
const HALF_WIDTH: f64 = 0.03;
/// Height of the palm's hinges, and their distance from the middle (m).
const PALM: [f64; 2] = [0.28, 0.95];
/// How far the fingers are spread at the start, from the vertical (rad).
const SPREAD: f64 = 0.45;
/// Friction of the second experiment.
const FRICTION: f64 = 0.25;

/// Grasp of a random polygon that lies on a surface; with or without friction.
///
/// The palm is fixed, two fingers of two links hang from it, and four proportional-derivative controllers with constant
/// gains close them. The thesis prints no measures: these are ours, and its figures compare in kind only.
pub fn grasp(friction: bool, seed: u64) -> Scene {
    let mut random = Random::new(8, seed);
    let what = if friction { " with friction" } else { "" };
    let mut scene = Scene::new(&format!("Grasp{what}, polygon {seed}"), Dimension::Two);
    scene.description = "A gripper of five links closes on a random polygon. Under the standard model the finger tips \
        are trapped by the corners of the polygon, and its path depends on the step size. After thesis 5.2.5 and 5.2.6."
        .to_owned();
    scene.duration = Some(2.0);
    let mu = if friction { FRICTION } else { 0.0 };
    let mut floor = fixed("surface", rectangle([1.2, 0.1]));
    floor.position = [0.0, -0.1, 0.0];
    scene.bodies.push(floor);
    let mut palm = fixed("palm", rectangle([PALM[0] + 0.04, 0.04]));
    palm.position = [0.0, PALM[1], 0.0];
    scene.bodies.push(palm);
    for (side, sign) in [("left", -1.0), ("right", 1.0)] {
        add_finger(&mut scene, side, sign);
    }
    scene.bodies.push(object(&mut random));
    for body in &mut scene.bodies {
        body.friction = mu;
    }
    scene.camera = front(0.0, 0.45, 2.9);
    scene
}

/// Upper link, lower link, their hinges and controllers.
fn add_finger(scene: &mut Scene, side: &str, sign: f64) {
    let outwards = sign * SPREAD;
    let down = |angle: f64| Vec3::new(angle.sin(), -angle.cos(), 0.0);
    let hinge = Vec3::new(sign * PALM[0], PALM[1], 0.0);
    let elbow = hinge + down(outwards) * UPPER;
    // The lower link starts a little bent inwards.
    let bent = outwards - sign * 0.35;
    let links = [("upper", hinge, outwards, UPPER), ("lower", elbow, bent, LOWER)];
    let mut previous = "palm".to_owned();
    for (i, (part, start, angle, length)) in links.into_iter().enumerate() {
        let name = format!("{side} {part} link");
        let centre = start + down(angle) * (length / 2.0);
        let shape = rectangle([HALF_WIDTH, length / 2.0]);
        let mut link = dynamic(&name, if sign < 0.0 { i } else { i + 3 }, shape, centre.into());
        let turn = Quat::from_scaled_axis(Vec3::z() * angle);
        link.orientation = [turn.w, 0.0, 0.0, turn.k];
        link.mass = Some(0.5);
        scene.bodies.push(link);
        let joint =
            JointDescription::new(JointKind::Revolute, &previous, &name, start.into(), [0.0, 0.0, 1.0]);
        let joint_name = format!("{side} {}", if i == 0 { "shoulder" } else { "elbow" });
        scene.joints.push(JointDescription { name: joint_name.clone(), ..joint });
        // Inwards is positive on the left, negative on the right.
        let close = -sign * if i == 0 { 0.75 } else { 0.35 };
        let path = Target::Trajectory(vec![(0.3, 0.0), (1.3, close)]);
        let (kp, kd) = if i == 0 { (40.0, 6.0) } else { (20.0, 3.0) };
        scene.controllers.push(ControllerDescription::joint_pd(&joint_name, path, kp, kd));
        previous = name;
    }
}

/// A random convex polygon whose lowest corner touches the surface.
fn object(random: &mut Random) -> BodyDescription {
    let shape = random.hull(Dimension::Two, 0.22);
    let lowest = match &shape {
        Shape::Hull { points } => points.iter().map(|p| p.to_vec3().y).fold(0.0, f64::min),
        _ => 0.0,
    };
    let x = place(random.uniform(-0.04, 0.04));
    let mut body = dynamic("object", 2, shape, [x, -lowest, 0.0]);
    body.mass = Some(1.0);
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::format::Point;
    use crate::scene::load::load_scene;
    use std::path::Path;

    #[test]
    fn ten_grasps_start_without_overlap_and_differ() {
        let mut seen = Vec::new();
        for seed in 0..10 {
            let scene = grasp(seed % 2 == 0, seed);
            assert!(load_scene(scene.clone(), "grasp", Path::new(".")).is_ok());
            let Shape::Hull { points } = &scene.bodies[6].shape else { panic!("a hull") };
            assert!(points.iter().all(|p| matches!(p, Point::Plane(_))) && !seen.contains(points));
            seen.push(points.clone());
        }
    }
}
