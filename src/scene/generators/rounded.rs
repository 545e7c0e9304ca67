//! Capsules and dice with round corners, and every round shape in one box.

use crate::math::Dimension;
use crate::scene::format::{CameraDescription, Scene, Shape};
use crate::scene::generators::curved::{rough, scene};
use crate::scene::generators::random::{Random, container_3d, cuboid, dynamic, fixed, place};

/// All of them.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    [
        ("capsule_rolls", capsule_rolls()),
        ("capsules_in_a_box", capsules_in_a_box()),
        ("round_dice", round_dice()),
        ("all_round_shapes", all_round_shapes()),
    ]
    .map(|(stem, scene)| (format!("curved/{stem}"), scene))
    .into()
}

/// One capsule rolls down, one that points down stays, as does a die.
fn capsule_rolls() -> Scene {
    let mut scene = scene(
        "Capsule on a ramp",
        Dimension::Three,
        "A capsule that lies across a ramp of 0.3 rad rolls down, at 0.68 of g sin 0.3; one that points down the ramp and a round die stay.",
        3.0,
    );
    let slope: f64 = 0.3;
    let (sin, cos) = slope.sin_cos();
    // On the upper face, `along` from the middle of the ramp and `above` the face.
    let on_ramp = |along: f64, across: f64, above: f64| {
        let up = 0.05 + above;
        [along * cos + up * sin, across, 1.0 - along * sin + up * cos]
    };
    let mut ramp = rough(fixed("ramp", cuboid([1.5, 0.6, 0.05])), 0.6);
    let half = |angle: f64| ((angle / 2.0).cos(), (angle / 2.0).sin());
    let (c, s) = half(slope);
    (ramp.position, ramp.orientation) = ([0.0, 0.0, 1.0], [c, 0.0, s, 0.0]);
    let mut floor = rough(fixed("floor", cuboid([4.0, 2.0, 0.1])), 0.6);
    floor.position = [1.0, 0.0, -0.1];
    let capsule = || Shape::Capsule { radius: 0.1, length: 0.3 };
    let mut rolls = rough(dynamic("rolls", 0, capsule(), on_ramp(-1.2, 0.25, 0.1)), 0.6);
    let (c, s) = half(std::f64::consts::FRAC_PI_2);
    (rolls.orientation, rolls.restitution) = ([c, s, 0.0, 0.0], 0.4);
    let mut points = rough(dynamic("points down", 1, capsule(), on_ramp(-0.9, -0.35, 0.1)), 0.6);
    let (c, s) = half(std::f64::consts::FRAC_PI_2 + slope);
    points.orientation = [c, 0.0, s, 0.0];
    let die = Shape::Rounded { radius: 0.03, shape: Box::new(cuboid([0.07; 3])) };
    let mut die = rough(dynamic("die", 2, die, on_ramp(-0.3, -0.35, 0.1)), 0.6);
    let (c, s) = half(slope);
    die.orientation = [c, 0.0, s, 0.0];
    scene.bodies = vec![floor, ramp, rolls, points, die];
    scene.camera = Some(CameraDescription { eye: [1.0, -5.5, 2.4], target: [0.8, 0.0, 0.7] });
    scene
}

/// They fall into a box, and dice among them.
fn capsules_in_a_box() -> Scene {
    let mut random = Random::new(60, 0);
    let mut scene = scene(
        "Capsules in a box",
        Dimension::Three,
        "Eight capsules and four dice with round corners fall into a box, one every 0.35 s, and come to rest on each other.",
        6.0,
    );
    let shape = |k: usize| match k % 3 {
        2 => Shape::Rounded { radius: 0.03, shape: Box::new(cuboid([0.07; 3])) },
        _ => Shape::Capsule { radius: 0.07, length: 0.24 },
    };
    fall_into_a_box(&mut scene, &mut random, (0..12).map(|k| (format!("body {}", k + 1), shape(k))));
    scene
}

/// Adds a box and bodies that fall into it, one every 0.35 s.
fn fall_into_a_box(scene: &mut Scene, random: &mut Random, bodies: impl Iterator<Item = (String, Shape)>) {
    scene.bodies.push(rough(container_3d(0.4, 0.7), 0.4));
    for (k, (name, shape)) in bodies.enumerate() {
        let (x, y) = (place(random.uniform(-0.15, 0.15)), place(random.uniform(-0.15, 0.15)));
        let mut body = dynamic(&name, k, shape, [x, y, 1.2]);
        body.orientation = random.orientation(Dimension::Three);
        body.spawn_time = 0.35 * k as f64;
        scene.bodies.push(rough(body, 0.4));
    }
    scene.camera = Some(CameraDescription { eye: [1.5, -2.0, 1.7], target: [0.0, 0.0, 0.35] });
}

/// Six of them are thrown on a table.
fn round_dice() -> Scene {
    let mut random = Random::new(61, 0);
    let mut scene = scene(
        "Round dice",
        Dimension::Three,
        "Six dice with round corners and edges are thrown on a table with a wall, tumble, and come to lie on a face.",
        3.0,
    );
    let mut table = rough(fixed("table", cuboid([1.0, 0.6, 0.05])), 0.5);
    table.position = [0.0, 0.0, -0.05];
    let mut wall = rough(fixed("wall", cuboid([0.05, 0.6, 0.15])), 0.5);
    wall.position = [1.05, 0.0, 0.15];
    scene.bodies = vec![table, wall];
    for k in 0..6_u8 {
        let (row, side) = (f64::from(k / 2), if k % 2 == 0 { -0.12 } else { 0.12 });
        let shape = Shape::Rounded { radius: 0.02, shape: Box::new(cuboid([0.04; 3])) };
        let at = [-0.8 + 0.2 * row, side, 0.3 + 0.1 * row];
        let mut die = dynamic(&format!("die {}", k + 1), usize::from(k), shape, at);
        die.orientation = random.orientation(Dimension::Three);
        die.velocity = [place(random.uniform(1.2, 1.8)), place(random.uniform(-0.2, 0.2)), 0.0];
        die.angular_velocity = [0.0; 3].map(|_: f64| place(random.uniform(-10.0, 10.0)));
        die.restitution = 0.4;
        scene.bodies.push(rough(die, 0.5));
    }
    scene.camera = Some(CameraDescription { eye: [0.0, -2.4, 1.3], target: [0.1, 0.0, 0.1] });
    scene
}

/// Two of each kind fall into a box.
fn all_round_shapes() -> Scene {
    let mut random = Random::new(62, 0);
    let mut scene = scene(
        "All round shapes",
        Dimension::Three,
        "Balls, capsules, dice with round corners, cylinders, cones and ellipsoids fall into a box, one every 0.35 s, and come to rest on each other. Every pair of kinds may meet.",
        6.0,
    );
    let shapes = || {
        [
            ("cylinder", Shape::Cylinder { radius: 0.09, length: 0.2 }),
            ("capsule", Shape::Capsule { radius: 0.07, length: 0.24 }),
            ("ellipsoid", Shape::Ellipsoid { semi_axes: [0.14, 0.1, 0.07] }),
            ("die", Shape::Rounded { radius: 0.03, shape: Box::new(cuboid([0.07; 3])) }),
            ("cone", Shape::Cone { radius: 0.12, length: 0.24 }),
            ("ball", Shape::Sphere { radius: 0.1 }),
        ]
    };
    let twice = shapes().into_iter().chain(shapes()).enumerate();
    let bodies = twice.map(|(k, (kind, shape))| (format!("{kind} {}", 1 + k / 6), shape));
    fall_into_a_box(&mut scene, &mut random, bodies);
    scene
}
