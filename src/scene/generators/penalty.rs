//! The experiments of Drumwright's penalty paper, as far as it says what they are (`docs/physics.md`).

use crate::contact::models::ContactModel;
use crate::geometry::shapes::PlatonicSolid;
use crate::math::{Dimension, Pose, Quat, Twist, Vec3};
use crate::scene::format::{
    BodyDescription, CameraDescription, ControllerDescription, ControllerKind, Scene, Shape,
};
use crate::scene::generators::random::{Random, container_3d, cuboid, dynamic, fixed, place};
use crate::world::State;
use nalgebra::Quaternion;

/// All of them.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    [
        ("block_in_plane", block_in_plane()),
        ("block_in_plane_pd", block_in_plane_pd()),
        ("block_with_forces", block_with_forces()),
        ("pile_of_shapes", pile_of_shapes()),
        ("stack_on_springs", stack_on_springs()),
    ]
    .map(|(stem, scene)| (format!("penalty/{stem}"), scene))
    .into()
}

fn scene(name: &str, description: &str, duration: f64, eye: [f64; 3], target: [f64; 3]) -> Scene {
    let mut scene = Scene::new(name, Dimension::Three);
    scene.description = description.to_owned();
    (scene.time_step, scene.duration) = (1e-3, Some(duration));
    scene.contact.model = ContactModel::MultiPoint;
    scene.camera = Some(CameraDescription { eye, target });
    scene
}

fn plane() -> BodyDescription {
    BodyDescription { position: [0.0, 0.0, -1.0], ..fixed("plane", cuboid([10.0, 10.0, 1.0])) }
}

/// How the block of figures 8 and 9 is turned (w, x, y, z): drawn at random once.
const TURNED: [f64; 4] = [-0.605778767, -0.398072112, -0.596041789, -0.345405362];

/// Figures 8 and 9 with the gains of the multi-point method. Scenes may not begin with bodies in each other: the block is put into the plane
/// by a saved moment.
fn block_in_plane() -> Scene {
    let mut scene = scene(
        "Block in a plane",
        "A block of 1 m begins in the plane, turned at random, and is pushed out of it (Drumwright, figures 8 and 9). \
         Neither its mass nor how deep it begins is printed; the gains printed there are those of 50 kg.",
        3.0,
        [3.0, -4.0, 1.8],
        [0.0, 0.0, 0.4],
    );
    let mut block = dynamic("block", 0, cuboid([0.5; 3]), [0.0, 0.0, 1.0]);
    (block.mass, block.orientation) = (Some(50.0), TURNED);
    scene.bodies = vec![plane(), block];
    let [w, x, y, z] = TURNED;
    let below = Pose { position: Vec3::new(0.0, 0.0, -1.0), orientation: Quat::identity() };
    let orientation = Quat::from_quaternion(Quaternion::new(w, x, y, z));
    let poses = vec![below, Pose { position: Vec3::z() * 0.45, orientation }];
    scene.resume = Some(State::at_start(poses, vec![Twist::zero(); 2]));
    scene
}

/// The same with the deepest-point method and its printed gains, among them an integrative one.
fn block_in_plane_pd() -> Scene {
    let mut scene = block_in_plane();
    scene.name.push_str(", deepest point");
    scene
        .description
        .push_str(" Here under the deepest-point method, with its gains and its integrative term.");
    scene.contact.model = ContactModel::DeepestPoint;
    let penalty = &mut scene.contact.penalty;
    (penalty.proportional, penalty.derivative, penalty.integral) = (120.0, 60.0, Some(4.0));
    scene
}

/// Figures 10 to 12: where on the top, and how hard, each force acts (m, m, N). Drawn at random once.
const FORCES: [[f64; 3]; 10] = [
    [0.357, -0.489, 43.73],
    [-0.226, 0.31, 72.15],
    [0.101, 0.058, 69.52],
    [-0.355, -0.06, 24.6],
    [0.406, -0.441, 83.69],
    [-0.425, 0.187, 40.33],
    [-0.095, 0.342, 11.67],
    [-0.439, 0.415, 55.8],
    [-0.409, 0.487, 95.2],
    [-0.387, -0.077, 22.16],
];

fn block_with_forces() -> Scene {
    let mut scene = scene(
        "Block with applied forces",
        "A block of 10 kg and 1 m lies on a plane; ten forces of 10 to 100 N push it down at random points of its top, \
         each for half a second, with half a second between them (Drumwright, figures 10 to 12).",
        10.0,
        [3.0, -4.0, 1.8],
        [0.0, 0.0, 0.4],
    );
    let mut block = dynamic("block", 0, cuboid([0.5; 3]), [0.0, 0.0, 0.5]);
    block.mass = Some(10.0);
    scene.bodies = vec![plane(), block];
    let force = |(k, [x, y, down]): (usize, [f64; 3])| ControllerDescription {
        body: "block".to_owned(),
        force: [0.0, 0.0, -down],
        torque: [place(-y * down), place(x * down), 0.0],
        from: k as f64,
        until: Some(k as f64 + 0.5),
        ..ControllerDescription::new(ControllerKind::Force)
    };
    scene.controllers = FORCES.into_iter().enumerate().map(force).collect();
    scene
}

/// After figure 13, of which no numbers are printed.
fn pile_of_shapes() -> Scene {
    let mut scene = scene(
        "Pile of shapes",
        "Twelve boxes, prisms and icosahedra of different sizes, with masses between 0 and 100 kg, fall into a box \
         (after Drumwright, figure 13). The springs are a hundred times as stiff as the paper's, which let heavy bodies \
         press light ones through the floor.",
        3.0,
        [4.0, -5.0, 4.0],
        [0.0, 0.0, 0.6],
    );
    scene.bodies.push(container_3d(1.0, 2.0));
    let mut random = Random::new(50, 0);
    for k in 0..12_usize {
        let mut size = |low, high| place(random.uniform(low, high));
        let shape = match k % 3 {
            0 => cuboid([size(0.15, 0.25), size(0.15, 0.25), size(0.15, 0.25)]),
            1 => Shape::Prism { sides: 10, radius: size(0.15, 0.3), height: size(0.3, 0.5) },
            _ => Shape::Platonic(PlatonicSolid::Icosahedron, size(0.2, 0.3)),
        };
        let side = |bit: usize| if k >> bit & 1 == 0 { -0.5 } else { 0.5 };
        let (x, y) = (side(0) + size(-0.1, 0.1), side(1) + size(-0.1, 0.1));
        let at = [place(x), place(y), 0.5 + 0.8 * (k / 4) as f64];
        let mass = size(1.0, 100.0);
        let mut body = dynamic(&format!("body {}", k + 1), k, shape, at);
        (body.mass, body.orientation) = (Some(mass), random.orientation(Dimension::Three));
        scene.bodies.push(body);
    }
    stiffen(&mut scene);
    scene
}

/// A hundred times the stiffness of the paper, with the damping that steps of a millisecond bear.
fn stiffen(scene: &mut Scene) {
    let penalty = &mut scene.contact.penalty;
    (penalty.proportional, penalty.derivative, penalty.integral) = (10_000.0, 200.0, Some(200.0));
}

/// What each lies in the one below is the weight above over the stiffness of the pair.
fn stack_on_springs() -> Scene {
    let mut scene = scene(
        "Stack on springs",
        "Five boxes of 10 kg on each other, with a hundred times the stiffness of the penalty paper: with its own gains \
         the lowest one is pressed into the floor by four fifths of its height.",
        5.0,
        [3.0, -4.0, 2.0],
        [0.0, 0.0, 1.0],
    );
    scene.bodies.push(plane());
    for k in 0..5 {
        let at = [0.0, 0.0, 0.25 + 0.5 * k as f64];
        let mut body = dynamic(&format!("box {}", k + 1), k, cuboid([0.25; 3]), at);
        body.mass = Some(10.0);
        scene.bodies.push(body);
    }
    stiffen(&mut scene);
    scene
}
