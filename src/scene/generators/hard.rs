//! Scenes of `scenes/hard/` with few bodies: fast, thin, sharp, and corners that meet corners.

use crate::math::Dimension;
use crate::scene::format::Scene;
use crate::scene::format::{BodyDescription, CameraDescription, PartDescription, Point, Shape};
use crate::scene::generators::random::front;
use crate::scene::generators::random::{cuboid, dynamic, fixed, fixed_part, slab};

/// cos 30° and sin 30°.
const SLOPE: [f64; 2] = [0.8660254037844386, 0.5];
/// cos 15° and sin 15°, for the quaternion of a turn by 30°.
const HALF_SLOPE: [f64; 2] = [0.9659258262890683, 0.25881904510252074];
/// (cos 5°, sin 5°), for the quaternion of a turn by 10°.
const TEN_DEGREES: [f64; 2] = [0.9961946980917455, 0.08715574274765818];

/// Every scene of this file with its stem.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    [
        ("thrown_plate", thrown_plate()),
        ("thrown_edge", thrown_edge()),
        ("spinning_rods", spinning_rods()),
        ("needle_corner", needle_corner()),
        ("spike_in_hole", spike_in_hole()),
        ("wedge_in_crack", wedge_in_crack()),
        ("cliff_edge", cliff_edge()),
        ("tetra_stack_5", tetra_stack_5()),
        ("card_between_blocks", card_between_blocks()),
    ]
    .map(|(stem, scene)| (format!("hard/{stem}"), scene))
    .into()
}

/// A scene in space with what all of them have.
fn scene_3d(name: &str, description: &str, duration: f64, eye: [f64; 3], target: [f64; 3]) -> Scene {
    let mut scene = Scene::new(name, Dimension::Three);
    scene.description = description.to_owned();
    scene.duration = Some(duration);
    scene.camera = Some(CameraDescription { eye, target });
    scene
}

fn hull(points: &[[f64; 3]]) -> Shape {
    Shape::Hull { points: points.iter().copied().map(Point::Space).collect() }
}

/// A plate 1 cm thick whose front face is in x = 0 and reaches from height `bottom` to 0.5 m.
fn plate(bottom: f64) -> BodyDescription {
    fixed_part("plate", slab([0.0, -0.5, bottom], [0.01, 0.5, 0.5]))
}

/// A box that would pass the plate within one step of 16 ms.
fn thrown_plate() -> Scene {
    let mut scene = scene_3d(
        "Box thrown at a plate",
        "A box of 0.1 m flies at 300 m/s against a fixed plate 1 cm thick, 4.8 m in a step: it must stop at the \
         plate, but a model that looks only at where bodies are at the start of a step sends it through.",
        2.0,
        [-2.0, -3.0, 1.2],
        [-0.4, 0.0, 0.0],
    );
    scene.gravity = Some([0.0; 3]);
    scene.time_step = 0.016;
    scene.bodies.push(plate(-0.5));
    let mut thrown = dynamic("thrown box", 0, cuboid([0.05; 3]), [-2.0, 0.0625, 0.125]);
    thrown.velocity = [300.0, 0.0, 0.0];
    scene.bodies.push(thrown);
    scene
}

/// Two boxes, thrown on a slant: one meets the plate 4 cm inside its upper edge, one clears the edge by 4 cm.
fn thrown_edge() -> Scene {
    let mut scene = scene_3d(
        "Boxes thrown at the edge of a plate",
        "Two boxes fly aslant at 290 m/s past the upper edge of a fixed plate 1 cm thick: the lower one strikes the \
         plate 4 cm inside the edge and below its own centre, which throws it back spinning, the upper one clears the edge by 4 cm \
         and must fly on; a model that takes faces for endless planes stops both or neither.",
        0.5,
        [-3.0, -3.6, 1.6],
        [-0.6, 0.0, 0.5],
    );
    scene.gravity = Some([0.0; 3]);
    scene.time_step = 0.016;
    scene.bodies.push(plate(-1.5));
    // The front faces are in x = −2.9 at first and meet x = 0 after 10 ms, 0.3 m lower.
    for (i, (name, side, bottom)) in
        [("box that hits", -0.25, -0.04), ("box that misses", 0.25, 0.04)].into_iter().enumerate()
    {
        let start = [-2.95, side, 0.5 + bottom + 0.05 + 0.3];
        let mut thrown = dynamic(name, i, cuboid([0.05; 3]), start);
        thrown.velocity = [290.0, 0.0, -30.0];
        scene.bodies.push(thrown);
    }
    scene
}

/// Three rods that turn by more than half a right angle in a step of 10 ms.
fn spinning_rods() -> Scene {
    let mut scene = scene_3d(
        "Spinning rods",
        "Three slender rods spin at 100 rad/s, 57° in a step, and fall on thin fixed bars: they must be thrown off, \
         but a model that holds the rotation of a step to be small lets rods pass through bars.",
        1.5,
        [2.6, -3.6, 2.2],
        [0.0, 0.0, 0.5],
    );
    scene.bodies.push(fixed_part("floor", slab([-3.0, -3.0, -0.25], [3.0, 3.0, 0.0])));
    scene.bodies.push(fixed_part("near bar", slab([0.24, -1.5, 0.59], [0.26, 1.5, 0.61])));
    scene.bodies.push(fixed_part("low bar", slab([-0.41, -1.5, 0.29], [-0.39, 1.5, 0.31])));
    scene.bodies.push(fixed_part("post", slab([-0.01, 0.29, 0.0], [0.01, 0.31, 1.0])));
    let rods = [
        ("propeller", [0.0, 0.0, 1.25], [0.0, 0.0, 100.0]),
        ("wheel", [0.0, 0.9, 1.15], [0.0, 100.0, 0.0]),
        ("tumbler", [0.0, -0.9, 1.5], [0.0, 60.0, 80.0]),
    ];
    for (i, (name, position, spin)) in rods.into_iter().enumerate() {
        let mut rod = dynamic(name, i, cuboid([0.5, 0.01, 0.01]), position);
        rod.angular_velocity = spin;
        scene.bodies.push(rod);
    }
    scene
}

/// A needle of 3° falls into the valley between two slabs.
fn needle_corner() -> Scene {
    let mut scene = scene_3d(
        "Needle into a corner",
        "A thin needle falls tip first into the inner corner of two fixed walls and tips over along it: the tip is \
         near two faces and the seam between them at once, and a model that loses one of them lets the needle sink \
         into the seam.",
        3.0,
        [1.0, -2.0, 1.1],
        [0.0, 0.0, 0.2],
    );
    let [c, s] = SLOPE;
    // In the frame of the walls u runs down the gentle one and w stands on it; both walls begin at u = w = 0.
    let wall = |name: &str, low: [f64; 3], high: [f64; 3]| {
        let PartDescription { shape, position: [u, v, w], .. } = slab(low, high);
        let mut body = fixed(name, shape);
        body.position = [c * u + s * w, v, c * w - s * u];
        body.orientation = [HALF_SLOPE[0], 0.0, HALF_SLOPE[1], 0.0];
        body
    };
    scene.bodies.push(wall("gentle wall", [-1.0, -0.75, -0.125], [0.125, 0.75, 0.0]));
    scene.bodies.push(wall("steep wall", [0.0, -0.75, 0.0], [0.125, 0.75, 0.75]));
    let base = 0.015;
    let mut points = vec![[0.0; 3]];
    points.extend([[-base, -base], [base, -base], [base, base], [-base, base]].map(|[x, y]| [x, y, 0.6]));
    let mut needle = dynamic("needle", 0, hull(&points), [0.002, 0.0, 0.25]);
    needle.orientation = [TEN_DEGREES[0], TEN_DEGREES[1], 0.0, 0.0];
    needle.velocity = [0.0, 0.0, -2.0];
    scene.bodies.push(needle);
    scene
}

/// A spike falls into the V between two wedges whose slopes meet in one point.
fn spike_in_hole() -> Scene {
    let mut scene = Scene::new("Spike in a hole", Dimension::Two);
    scene.description = "A spike falls, a little beside the middle, into a V-shaped hole between two fixed wedges \
        that meet in one point: it must come to rest in the hole, but a model that sees each wedge on its own \
        holds the tip on planes that end there or lets it in between the wedges."
        .to_owned();
    scene.duration = Some(3.0);
    let wedge = |side: f64| {
        let points = [[0.0, -0.4], [0.0, 0.0], [0.4, 1.0], [0.8, 1.0], [0.8, -0.4]];
        Shape::Hull { points: points.map(|[x, y]| Point::Plane([side * x, y])).into() }
    };
    scene.bodies.push(fixed("left wedge", wedge(-1.0)));
    scene.bodies.push(fixed("right wedge", wedge(1.0)));
    let points = [[0.0, 0.0], [0.2, 0.9], [-0.2, 0.9]];
    let spike = Shape::Hull { points: points.map(Point::Plane).into() };
    let mut spike = dynamic("spike", 0, spike, [0.02, 0.3, 0.0]);
    spike.velocity = [0.0, -1.0, 0.0];
    scene.bodies.push(spike);
    scene.camera = front(0.0, 0.5, 3.2);
    scene
}

/// A wedge falls, a little turned, into the crack between two blocks.
fn wedge_in_crack() -> Scene {
    let mut scene = scene_3d(
        "Wedge in a crack",
        "A wedge falls with its edge first into the crack between two fixed blocks and must stay, rocking a little, \
         between their upper edges: a model that takes the tops of the blocks for endless planes holds the wedge above the \
         crack.",
        3.0,
        [1.2, -1.9, 1.1],
        [0.0, 0.0, 0.1],
    );
    scene.bodies.push(fixed_part("left block", slab([-0.75, -0.5, -0.75], [-0.05, 0.5, 0.0])));
    scene.bodies.push(fixed_part("right block", slab([0.05, -0.5, -0.75], [0.75, 0.5, 0.0])));
    let mut points = Vec::new();
    for y in [-0.3, 0.3] {
        points.extend([[0.0, y, 0.0], [0.12, y, 0.5], [-0.12, y, 0.5]]);
    }
    let mut wedge = dynamic("wedge", 0, hull(&points), [0.02, 0.0, 0.15]);
    wedge.orientation = [TEN_DEGREES[0], 0.0, 0.0, TEN_DEGREES[1]];
    wedge.velocity = [0.0, 0.0, -1.0];
    scene.bodies.push(wedge);
    scene
}

/// A cube half over the edge of a cliff, 0.5 m of free space beside it, then a wall.
fn cliff_edge() -> Scene {
    let mut scene = scene_3d(
        "Over a cliff beside a wall",
        "A cube stands half over the edge of a cliff, is pushed a little and tips into the gap between the cliff and \
         a wall: its corners are near the top, the side and the wall at once, and a wrong choice lets it hang in \
         the air or sink into the edge.",
        3.0,
        [1.6, -4.0, 1.8],
        [0.1, 0.0, -0.4],
    );
    scene.bodies.push(fixed_part("cliff", slab([-2.0, -1.0, -1.5], [0.0, 1.0, 0.0])));
    scene.bodies.push(fixed_part("wall", slab([0.5, -1.0, -1.5], [0.75, 1.0, 0.75])));
    scene.bodies.push(fixed_part("ground", slab([-2.0, -1.0, -1.75], [0.75, 1.0, -1.5])));
    let mut cube = dynamic("cube", 0, cuboid([0.2; 3]), [0.0, 0.0, 0.2]);
    cube.orientation = [TEN_DEGREES[0], 0.0, 0.0, TEN_DEGREES[1]];
    cube.velocity = [0.2, 0.0, 0.0];
    scene.bodies.push(cube);
    scene
}

/// The corners of a regular tetrahedron about the middle of the face in z = 0, the fourth at `height`, upwards or
/// downwards; the face has one corner in +y, or in −y where `side` is negative.
fn tetrahedron(side: f64, height: f64) -> Shape {
    let ring = side / 3.0_f64.sqrt();
    let half = side / 2.0;
    hull(&[[0.0, ring, 0.0], [-half, -ring / 2.0, 0.0], [half, -ring / 2.0, 0.0], [0.0, 0.0, height]])
}

/// Four tetrahedra of edge 0.5 m on the upper face of a tetrahedron of edge 1 m, all corners aligned.
fn tetra_stack_5() -> Scene {
    let mut scene = scene_3d(
        "Five aligned tetrahedra",
        "Four tetrahedra stand side by side on the upper face of an upturned one of twice their size, corner on \
         corner and edge on edge: each corner is near many faces, and a model that chooses a wrong one pushes the \
         bodies apart or off; they must stand.",
        5.0,
        [1.5, -2.1, 1.3],
        [0.0, 0.0, -0.1],
    );
    let height = (2.0_f64 / 3.0).sqrt();
    scene.bodies.push(fixed("upturned tetrahedron", tetrahedron(1.0, -height)));
    let inradius = 1.0 / 12.0_f64.sqrt();
    scene.bodies.push(dynamic("middle", 0, tetrahedron(-0.5, height / 2.0), [0.0; 3]));
    let corners = [
        ("back", [0.0, inradius, 0.0]),
        ("left", [-0.25, -inradius / 2.0, 0.0]),
        ("right", [0.25, -inradius / 2.0, 0.0]),
    ];
    for (i, (name, position)) in corners.into_iter().enumerate() {
        scene.bodies.push(dynamic(name, i + 1, tetrahedron(0.5, height / 2.0), position));
    }
    scene
}

/// A steel block falls on a card that lies on another steel block.
fn card_between_blocks() -> Scene {
    let mut scene = scene_3d(
        "Card between two blocks",
        "A steel block falls from 0.3 m on a card 1 mm thick that lies on another steel block, 24 times the card's \
         thickness in a step: the card must end up flat between the blocks, but a model that loses something so thin \
         squeezes it out or lets the blocks meet within it.",
        2.0,
        [0.9, -1.2, 0.8],
        [0.0, 0.0, 0.25],
    );
    scene.bodies.push(fixed_part("floor", slab([-1.0, -1.0, -0.25], [1.0, 1.0, 0.0])));
    let mut lower = dynamic("lower block", 3, cuboid([0.2, 0.2, 0.1]), [0.0, 0.0, 0.1]);
    let card = dynamic("card", 1, cuboid([0.1, 0.075, 0.0005]), [0.0, 0.0, 0.2005]);
    let mut upper = dynamic("upper block", 0, cuboid([0.2, 0.2, 0.1]), [0.01, 0.02, 0.601]);
    for block in [&mut lower, &mut upper] {
        block.density = 7800.0;
    }
    scene.bodies.extend([lower, card, upper]);
    scene
}
