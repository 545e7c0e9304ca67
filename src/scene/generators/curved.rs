//! Curved bodies: balls on a ramp, a row of balls, and round corners in the plane.

use crate::contact::models::ContactModel;
use crate::math::Dimension;
use crate::scene::format::{BodyDescription, CameraDescription, Point, Scene, Shape};
use crate::scene::generators::random::{cuboid, dynamic, fixed};

/// All of them.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    let mut all: Vec<(String, Scene)> =
        [("ramp", ramp()), ("row_of_balls", row_of_balls()), ("round_corners", round_corners())]
            .map(|(stem, scene)| (format!("curved/{stem}"), scene))
            .into();
    all.extend(super::solids::set());
    all
}

pub(super) fn scene(name: &str, dimension: Dimension, description: &str, duration: f64) -> Scene {
    let mut scene = Scene::new(name, dimension);
    scene.description = description.to_owned();
    scene.duration = Some(duration);
    scene.contact.model = ContactModel::SeparatingFeature;
    scene
}

pub(super) fn rough(body: BodyDescription, friction: f64) -> BodyDescription {
    BodyDescription { friction, ..body }
}

/// A ball rolls down beside a block that stays.
fn ramp() -> Scene {
    let mut scene = scene(
        "Ball on a ramp",
        Dimension::Three,
        "A ball rolls down a ramp of 0.3 rad, at 5/7 of g sin 0.3, leaves it over its edge and bounces on the floor; the block beside it stays.",
        3.0,
    );
    let slope: f64 = 0.3;
    let turn = [(slope / 2.0).cos(), 0.0, (slope / 2.0).sin(), 0.0];
    // On the upper face, `along` from the middle of the ramp and `above` the face.
    let on_ramp = |along: f64, across: f64, above: f64| {
        let (sin, cos) = slope.sin_cos();
        let up = 0.05 + above;
        [along * cos + up * sin, across, 1.0 - along * sin + up * cos]
    };
    let mut ramp = rough(fixed("ramp", cuboid([1.5, 0.5, 0.05])), 0.6);
    (ramp.position, ramp.orientation) = ([0.0, 0.0, 1.0], turn);
    let mut floor = rough(fixed("floor", cuboid([4.0, 2.0, 0.1])), 0.6);
    floor.position = [1.0, 0.0, -0.1];
    let mut ball = rough(dynamic("ball", 0, Shape::Sphere { radius: 0.12 }, on_ramp(-1.3, 0.2, 0.12)), 0.6);
    ball.restitution = 0.6;
    let mut block = rough(dynamic("block", 1, cuboid([0.1; 3]), on_ramp(-1.0, -0.2, 0.1)), 0.6);
    block.orientation = turn;
    scene.bodies = vec![floor, ramp, ball, block];
    scene.camera = Some(CameraDescription { eye: [1.0, -5.5, 2.4], target: [0.8, 0.0, 0.7] });
    scene
}

/// The speed of the first goes to the last.
fn row_of_balls() -> Scene {
    let mut scene = scene(
        "Row of balls",
        Dimension::Three,
        "A ball runs into four others that lie a millimetre apart on a smooth floor; the last one leaves with its speed, and the others stay.",
        2.0,
    );
    let mut floor = fixed("floor", cuboid([3.0, 0.5, 0.1]));
    floor.position = [0.0, 0.0, -0.1];
    scene.bodies = vec![floor];
    for k in 0..5_u8 {
        let place = if k == 0 { -1.2 } else { 0.201 * f64::from(k) };
        let shape = Shape::Sphere { radius: 0.1 };
        let mut ball = dynamic(&format!("ball {k}"), usize::from(k), shape, [place, 0.0, 0.1]);
        ball.restitution = 1.0;
        ball.velocity[0] = if k == 0 { 1.5 } else { 0.0 };
        scene.bodies.push(ball);
    }
    scene.camera = Some(CameraDescription { eye: [0.3, -4.0, 1.5], target: [0.3, 0.0, 0.1] });
    scene
}

/// Discs and rounded rectangles come to lie on each other.
fn round_corners() -> Scene {
    let mut scene = scene(
        "Round corners",
        Dimension::Two,
        "Discs and rounded rectangles fall on a floor between two walls.",
        4.0,
    );
    let flat = |x: f64, y: f64| Shape::Box { half_extents: Point::Plane([x, y]) };
    let wall = |name: &str, x: f64, y: f64, half: Shape| {
        rough(BodyDescription { position: [x, y, 0.0], ..fixed(name, half) }, 0.4)
    };
    scene.bodies = vec![
        wall("floor", 0.0, -0.1, flat(1.0, 0.1)),
        wall("left", -1.1, 0.6, flat(0.1, 0.8)),
        wall("right", 1.1, 0.6, flat(0.1, 0.8)),
    ];
    for k in 0..10_u8 {
        let (row, side) = (f64::from(k / 2), if k % 2 == 0 { -0.4 } else { 0.35 });
        let shape = if k % 3 == 0 {
            Shape::Disc { radius: 0.16 }
        } else {
            Shape::Rounded { radius: 0.06, shape: Box::new(flat(0.16, 0.06)) }
        };
        let place = [side + 0.05 * row, 0.3 + 0.4 * row, 0.0];
        scene.bodies.push(rough(dynamic(&format!("stone {k}"), usize::from(k), shape, place), 0.4));
    }
    scene.camera = Some(CameraDescription { eye: [0.0, 0.8, 4.5], target: [0.0, 0.8, 0.0] });
    scene
}
