//! Scenes of `scenes/friction/`: what stands, slides, topples and is stirred because of friction, and what bounces.
//!
//! Angles are those of Pythagorean triples, or rounded to a micrometre, so that files are the same on every machine.
//! What moves in large groups is flat: in space the contacts of its impacts are more than a step solves in real time.

use crate::math::Dimension;
use crate::scene::format::Scene;
use crate::scene::format::{BodyDescription, CameraDescription, Point, Shape};
use crate::scene::generators::random::front;
use crate::scene::generators::random::{cuboid, dynamic, fixed, fixed_part, slab, slab_2d};
use crate::world::BodyKind;

/// The half angle of the incline has tangent 1/5: its own is 5/12 = 0.4167.
const INCLINE: f64 = 5.0;
/// Stones of the arch.
const STONES: usize = 25;
/// Radii of the arch (m).
const ARCH: [f64; 2] = [1.0, 1.3];
/// A card rises by this for 3 of run.
const CARD_SLOPE: f64 = 8.0;
/// Levels of the card house.
const LEVELS: usize = 3;
/// Courses of the wall.
const COURSES: usize = 10;

/// Every scene of this file with its stem.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    [
        ("incline_sticks", incline("sticks", 0.43)),
        ("incline_slides", incline("slides", 0.40)),
        ("dominoes", dominoes()),
        ("arch", arch(0.5)),
        ("arch_slips", arch(0.2)),
        ("card_house", card_house(0.5)),
        ("card_house_slips", card_house(0.15)),
        ("masonry_wall", masonry_wall()),
        ("masonry_wall_3d", masonry_wall_3d()),
        ("seesaw", seesaw()),
        ("heavy_on_light", heavy_on_light()),
        ("turntable", turntable()),
        ("mixer", mixer()),
        ("spinning_block", spinning_block()),
        ("newtons_cradle", newtons_cradle()),
        ("bouncing_boxes", bouncing_boxes()),
    ]
    .map(|(stem, scene)| (format!("friction/{stem}"), scene))
    .into()
}

/// Gives every body of a scene the coefficient of friction `mu`.
fn rough(scene: &mut Scene, mu: f64) {
    scene.bodies.iter_mut().for_each(|b| b.friction = mu);
}

fn flat(name: &str, description: &str, duration: f64, camera: Option<CameraDescription>) -> Scene {
    let mut scene = Scene::new(name, Dimension::Two);
    scene.description = description.to_owned();
    scene.duration = Some(duration);
    scene.camera = camera;
    scene
}

fn solid(name: &str, description: &str, duration: f64, eye: [f64; 3], target: [f64; 3]) -> Scene {
    let mut scene = Scene::new(name, Dimension::Three);
    scene.description = description.to_owned();
    scene.duration = Some(duration);
    scene.camera = Some(CameraDescription { eye, target });
    scene
}

fn rectangle(half: [f64; 2]) -> Shape {
    Shape::Box { half_extents: Point::Plane(half) }
}

fn polygon(points: &[[f64; 2]]) -> Shape {
    Shape::Hull { points: points.iter().copied().map(Point::Plane).collect() }
}

fn floor_2d(half: f64) -> BodyDescription {
    fixed_part("floor", slab_2d([-half, -0.25], [half, 0.0]))
}

/// A length rounded to a micrometre.
fn micro(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

/// A block on a plank of slope 5/12.
fn incline(what: &str, mu: f64) -> Scene {
    let description = format!(
        "A block lies on an incline of slope 5/12 = 0.4167 with a coefficient of friction of {mu}: it {what}. One of \
         the directions of the friction cone lies along the fall, so that the threshold is that of Coulomb's law."
    );
    let mut scene = solid(
        &format!("A block on an incline that {what}"),
        &description,
        2.0,
        [2.4, -4.4, 1.6],
        [0.2, 0.0, 0.1],
    );
    // The quaternion of twice the angle whose tangent is 1/5, about +y: +x goes down.
    let length = (INCLINE * INCLINE + 1.0).sqrt();
    let (c, s) = ((INCLINE * INCLINE - 1.0) / (length * length), 2.0 * INCLINE / (length * length));
    let turned = [INCLINE / length, 0.0, 1.0 / length, 0.0];
    let at = |u: f64, w: f64| [c * u + s * w, 0.0, c * w - s * u];
    let mut plank = fixed("incline", cuboid([2.5, 0.6, 0.1]));
    (plank.position, plank.orientation) = (at(0.0, -0.1), turned);
    let mut block = dynamic("block", 0, cuboid([0.25, 0.2, 0.125]), at(-1.5, 0.125));
    block.orientation = turned;
    scene.bodies.extend([plank, block]);
    rough(&mut scene, mu);
    scene
}

/// A row of dominoes, the first one pushed.
fn dominoes() -> Scene {
    let mut scene = flat(
        "Dominoes",
        "Twenty-four dominoes stand in a row, and the first is given a push: the wave must run to the end. Without \
         friction on the floor the feet slide back and the wave dies.",
        4.0,
        front(1.1, 0.4, 3.6),
    );
    scene.time_step = 0.005;
    scene.bodies.push(floor_2d(3.0));
    for k in 0..24 {
        let at = [0.1 * k as f64, 0.1, 0.0];
        let mut domino = dynamic(&format!("domino {}", k + 1), k, rectangle([0.0125, 0.1]), at);
        if k == 0 {
            domino.angular_velocity = [0.0, 0.0, -4.0];
        }
        scene.bodies.push(domino);
    }
    rough(&mut scene, 0.3);
    scene
}

/// A semicircle of stones on two abutments. The coefficient that it needs follows from statics; `tests/structures.rs`
/// finds it.
fn arch(mu: f64) -> Scene {
    let (name, what) = if mu > 0.3 {
        ("An arch of 25 stones", "it must stand, with no mortar and no joint")
    } else {
        ("An arch that slips", "statics knows no thrust within that cone, and it must fall")
    };
    let description = format!(
        "Twenty-five stones form half a circle between two abutments. With a coefficient of friction of {mu} {what}."
    );
    let mut scene = flat(name, &description, 5.0, front(0.0, 0.55, 3.6));
    let [inner, outer] = ARCH;
    for (k, side) in ["left", "right"].into_iter().enumerate() {
        let sign = if k == 0 { -1.0 } else { 1.0 };
        let mut part = slab_2d([0.9, -0.25], [1.6, 0.0]);
        part.position[0] *= sign;
        scene.bodies.push(fixed_part(&format!("{side} abutment"), part));
    }
    let corner = |r: f64, k: usize| {
        let angle = std::f64::consts::PI * k as f64 / STONES as f64;
        // Exactly zero at the springers, whatever sin π rounds to.
        let y = if k == 0 || k == STONES { 0.0 } else { micro(r * angle.sin()) };
        [micro(r * angle.cos()), y]
    };
    for k in 0..STONES {
        let stone =
            polygon(&[corner(inner, k), corner(outer, k), corner(outer, k + 1), corner(inner, k + 1)]);
        scene.bodies.push(dynamic(&format!("stone {}", k + 1), k, stone, [0.0; 3]));
    }
    rough(&mut scene, mu);
    scene
}

/// Cards in the shape of Λ on each other.
fn card_house(mu: f64) -> Scene {
    let (name, what) = if mu > 0.3 {
        ("A house of cards", "it must stand")
    } else {
        ("A house of cards that slips", "its feet are pushed apart")
    };
    let description = format!(
        "Three storeys of cards that lean on each other, with lintels between. With a coefficient of friction of \
         {mu} {what}: what a leaning card needs follows from its slope and its load."
    );
    let mut scene = flat(name, &description, 4.0, front(0.0, 0.6, 3.6));
    scene.bodies.push(floor_2d(3.0));
    // A card leans by 3 in 8; it is cut level at foot and head, and upright where it meets its partner.
    let (height, width, lintel) = (0.4, 0.02, 0.02);
    let lean = height * 3.0 / CARD_SLOPE;
    let reach = micro(lean + width / 2.0);
    let notch = micro((reach - width) * CARD_SLOPE / 3.0);
    let card = |sign: f64| {
        let points = [[0.0, 0.0], [width, 0.0], [reach, notch], [reach, height], [lean, height]];
        polygon(&points.map(|[x, y]| [sign * (x - reach), y]))
    };
    let pitch = 2.0 * reach + 0.02;
    let mut index = 0;
    let mut next = |scene: &mut Scene, name: String, shape: Shape, at: [f64; 2]| {
        scene.bodies.push(dynamic(&name, index, shape, [micro(at[0]), micro(at[1]), 0.0]));
        index += 1;
    };
    for level in 0..LEVELS {
        let count = LEVELS - level;
        let base = level as f64 * (height + lintel);
        let at = |k: f64| (k - (count as f64 - 1.0) / 2.0) * pitch;
        for k in 0..count {
            let x = at(k as f64);
            next(&mut scene, format!("left card {level}.{k}"), card(1.0), [x, base]);
            next(&mut scene, format!("right card {level}.{k}"), card(-1.0), [x, base]);
        }
        // From the middle of one head to that of the next, a hand's breadth farther outside.
        for k in 0..count - 1 {
            let outside = |end: usize, first: usize| if end == first { width } else { -0.001 };
            let (low, high) = (at(k as f64) - outside(k, 0), at(k as f64 + 1.0) + outside(k + 2, count));
            let shape = rectangle([micro((high - low) / 2.0), lintel / 2.0]);
            let middle = [(low + high) / 2.0, base + height + lintel / 2.0];
            next(&mut scene, format!("lintel {level}.{k}"), shape, middle);
        }
    }
    rough(&mut scene, mu);
    scene
}

/// A dry wall in running bond.
fn masonry_wall() -> Scene {
    let mut scene = flat(
        "A dry stone wall",
        "Ten courses of bricks in running bond, without mortar, and a ball thrown against the top: the wall must stand \
         before the blow, and only what is struck may go.",
        4.0,
        front(0.0, 0.6, 4.2),
    );
    scene.bodies.push(floor_2d(3.0));
    let (half, joint) = ([0.12, 0.05], 0.004);
    let pitch = 2.0 * half[0] + joint;
    let mut index = 0;
    for course in 0..COURSES {
        let y = half[1] * (2 * course + 1) as f64;
        let odd = course % 2 == 1;
        for k in 0..6 - usize::from(!odd) {
            // Half bricks close every other course.
            let end = odd && (k == 0 || k == 5);
            let short = (half[0] - joint / 2.0) / 2.0;
            let x = pitch * (k as f64 - if odd { 2.5 } else { 2.0 });
            let inwards = if k == 0 { 1.0 } else { -1.0 };
            let x = if end { x + inwards * (half[0] - short) } else { x };
            let shape = rectangle([micro(if end { short } else { half[0] }), half[1]]);
            let brick = dynamic(&format!("brick {course}.{k}"), index, shape, [micro(x), micro(y), 0.0]);
            scene.bodies.push(brick);
            index += 1;
        }
    }
    let mut ball = dynamic("ball", 1, Shape::RegularPolygon { sides: 8, radius: 0.08 }, [-1.5, 1.0, 0.0]);
    (ball.velocity, ball.spawn_time) = ([5.0, 1.0, 0.0], 1.5);
    scene.bodies.push(ball);
    rough(&mut scene, 0.6);
    scene
}

/// The wall without the ball, in space: one island of some four hundred contacts.
fn masonry_wall_3d() -> Scene {
    let mut scene = solid(
        "A dry stone wall in space",
        "Fifty-five bricks in running bond, without mortar, must stand. They are one island of nearly four hundred          contacts with friction: far beyond Lemke's method, and no pair may sink by a nanometre.",
        1.0,
        [1.4, -2.6, 1.1],
        [0.0, 0.0, 0.45],
    );
    scene.friction.directions = 4;
    scene.bodies.push(fixed_part("floor", slab([-2.0, -1.0, -0.25], [2.0, 1.0, 0.0])));
    let (half, pitch) = ([0.12, 0.06, 0.05], 0.244);
    let mut index = 0;
    for course in 0..COURSES {
        let count = 6 - course % 2;
        for k in 0..count {
            let x = pitch * (k as f64 - (count as f64 - 1.0) / 2.0);
            let at = [micro(x), 0.0, micro(half[2] * (2 * course + 1) as f64)];
            scene.bodies.push(dynamic(&format!("stone {course}.{k}"), index, cuboid(half), at));
            index += 1;
        }
    }
    rough(&mut scene, 0.6);
    scene
}

/// A plank on a wedge with a load on each arm.
fn seesaw() -> Scene {
    let mut scene = flat(
        "See-saw",
        "A plank lies balanced on the edge of a wedge, one box near the end of one arm, two half as far out on the \
         other. The moments are equal, so that it stays; then a third box falls, and it tips.",
        4.0,
        front(0.0, 0.4, 3.6),
    );
    scene.time_step = 0.005;
    scene.bodies.push(floor_2d(3.0));
    scene.bodies.push(fixed("wedge", polygon(&[[-0.2, 0.0], [0.2, 0.0], [0.01, 0.3], [-0.01, 0.3]])));
    scene.bodies.push(dynamic("plank", 0, rectangle([1.0, 0.02]), [0.0, 0.32, 0.0]));
    let square = || rectangle([0.08, 0.08]);
    scene.bodies.push(dynamic("far box", 1, square(), [-0.8, 0.42, 0.0]));
    scene.bodies.push(dynamic("near box", 2, square(), [0.4, 0.42, 0.0]));
    scene.bodies.push(dynamic("upper box", 3, square(), [0.4, 0.58, 0.0]));
    let mut late = dynamic("late box", 4, square(), [0.8, 0.8, 0.0]);
    late.spawn_time = 1.5;
    scene.bodies.push(late);
    rough(&mut scene, 0.6);
    scene
}

/// A block a million times as heavy as what carries it.
fn heavy_on_light() -> Scene {
    let mut scene = solid(
        "A heavy block on a light stack",
        "Three boxes of 10 g carry a block of ten tonnes, a million times as heavy: they must carry it, and neither \
         sink nor be squeezed out.",
        3.0,
        [2.4, -3.4, 1.6],
        [0.0, 0.0, 0.5],
    );
    scene.friction.directions = 4;
    scene.bodies.push(fixed_part("floor", slab([-1.5, -1.5, -0.25], [1.5, 1.5, 0.0])));
    for k in 0..3 {
        let at = [0.01 * k as f64, -0.01 * k as f64, 0.1 + 0.2 * k as f64];
        let mut light = dynamic(&format!("light box {}", k + 1), k + 1, cuboid([0.1; 3]), at);
        light.mass = Some(0.01);
        scene.bodies.push(light);
    }
    let mut heavy = dynamic("heavy block", 0, cuboid([0.3, 0.3, 0.2]), [0.0, 0.0, 0.8]);
    heavy.mass = Some(1e4);
    scene.bodies.push(heavy);
    rough(&mut scene, 0.5);
    scene
}

/// Boxes on a disc that turns.
fn turntable() -> Scene {
    let mut scene = solid(
        "Turntable",
        "A disc turns at 2 rad/s and carries six boxes, 0.28 m to 1.68 m from its axis. With a coefficient of 0.5 friction \
         carries them round to a radius of μg/ω² = 1.23 m: the inner four turn with the disc, the outer two fly off.",
        4.0,
        [3.2, -4.4, 3.4],
        [0.0, 0.0, 0.0],
    );
    scene.friction.directions = 16;
    scene.bodies.push(fixed_part("floor", slab([-5.0, -5.0, -0.75], [5.0, 5.0, -0.5])));
    let mut disc = fixed("disc", Shape::Prism { sides: 32, radius: 2.2, height: 0.1 });
    (disc.kind, disc.position, disc.angular_velocity) =
        (BodyKind::Kinematic, [0.0, 0.0, -0.05], [0.0, 0.0, 2.0]);
    scene.bodies.push(disc);
    // Along the rays of a hexagon, turning already as the disc does.
    let ray = [[1.0, 0.0], [0.5, 0.8660254037844386], [-0.5, 0.8660254037844386]];
    for k in 0..6 {
        let r = 0.28 * (k + 1) as f64;
        let sign = if k < 3 { 1.0 } else { -1.0 };
        let [x, y] = ray[k % 3].map(|c| micro(sign * r * c));
        let mut passenger = dynamic(&format!("box {}", k + 1), k, cuboid([0.07, 0.07, 0.05]), [x, y, 0.05]);
        passenger.velocity = [-2.0 * y, 2.0 * x, 0.0];
        passenger.angular_velocity = [0.0, 0.0, 2.0];
        scene.bodies.push(passenger);
    }
    rough(&mut scene, 0.5);
    scene
}

/// A paddle that turns among stones.
fn mixer() -> Scene {
    let mut scene = flat(
        "Mixer",
        "A paddle turns among fifteen stones in a trough. It moves by itself, whatever is in its way, and passes the \
         walls at more than the width of a stone.",
        6.0,
        front(0.0, 0.55, 3.4),
    );
    scene.time_step = 0.005;
    let half = 0.75;
    scene.bodies.push(fixed_part("floor", slab_2d([-half - 0.2, -0.2], [half + 0.2, 0.0])));
    scene.bodies.push(fixed_part("left wall", slab_2d([-half - 0.2, 0.0], [-half, 1.4])));
    scene.bodies.push(fixed_part("right wall", slab_2d([half, 0.0], [half + 0.2, 1.4])));
    let mut paddle = fixed("paddle", polygon(&[[-0.42, 0.0], [0.0, -0.04], [0.42, 0.0], [0.0, 0.04]]));
    (paddle.kind, paddle.position) = (BodyKind::Kinematic, [0.0, 0.75, 0.0]);
    paddle.angular_velocity = [0.0, 0.0, 1.5];
    scene.bodies.push(paddle);
    for k in 0..15 {
        let (column, row) = (k % 5, k / 5);
        let at = [0.28 * (column as f64 - 2.0) + 0.02 * row as f64, 0.95 + 0.25 * row as f64, 0.0];
        let sides = 4 + k % 3;
        let shape = Shape::RegularPolygon { sides, radius: 0.09 };
        let mut stone = dynamic(&format!("stone {}", k + 1), k, shape, at.map(micro));
        stone.friction = 0.4;
        scene.bodies.push(stone);
    }
    rough(&mut scene, 0.4);
    scene
}

/// A block that spins flat on a floor.
fn spinning_block() -> Scene {
    let mut scene = solid(
        "A spinning block",
        "A square block spins flat on a rough floor at 20 rad/s. Friction at its four corners slows it evenly: it comes to \
         rest after about 1 s, and never turns back.",
        2.5,
        [1.6, -2.2, 1.4],
        [0.0, 0.0, 0.1],
    );
    scene.friction.directions = 16;
    scene.bodies.push(fixed_part("floor", slab([-1.5, -1.5, -0.25], [1.5, 1.5, 0.0])));
    let mut block = dynamic("block", 0, cuboid([0.3, 0.3, 0.1]), [0.0, 0.0, 0.1]);
    block.angular_velocity = [0.0, 0.0, 20.0];
    scene.bodies.push(block);
    rough(&mut scene, 0.3);
    scene
}

/// Five blocks that slide without friction, one of them coming in.
fn newtons_cradle() -> Scene {
    let mut scene = flat(
        "Newton's cradle",
        "Five equal blocks of restitution 1 slide on a smooth floor between two walls; one comes in, one goes out. The \
         blow travels through those that touch, one contact after the other.",
        8.0,
        front(0.0, 0.3, 3.0),
    );
    scene.time_step = 0.005;
    scene.bodies.push(floor_2d(1.25));
    scene.bodies.push(fixed_part("left wall", slab_2d([-1.25, 0.0], [-1.0, 0.5])));
    scene.bodies.push(fixed_part("right wall", slab_2d([1.0, 0.0], [1.25, 0.5])));
    for k in 0..5 {
        let x = 0.16 * (k as f64 - 2.0) - if k == 0 { 0.4 } else { 0.0 };
        // Flanks of two heights about one middle: the blow is central, and no corner meets a corner, where the models
        // over points would have to choose a face.
        let flank = if k % 2 == 0 { 0.07 } else { 0.04 };
        let corner = |sx: f64, sy: f64| [[0.05 * sx, 0.1 * sy], [0.08 * sx, flank * sy]];
        let shape = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)].concat();
        let mut ball = dynamic(&format!("ball {}", k + 1), k, polygon(&shape), [micro(x), 0.1, 0.0]);
        (ball.mass, ball.restitution) = (Some(1.0), 1.0);
        if k == 0 {
            ball.velocity = [1.0, 0.0, 0.0];
        }
        scene.bodies.push(ball);
    }
    scene
}

/// Boxes that fall flat and bounce to different heights.
fn bouncing_boxes() -> Scene {
    let mut scene = flat(
        "Bouncing boxes",
        "Five boxes of restitution 0, 0.25, 0.5, 0.75 and 1 fall 1 m on a floor: after the first bounce they rise to the \
         square of their coefficient. The last loses 2gh of speed in a bounce at most, as no step may gain energy.",
        6.0,
        front(0.0, 0.6, 3.6),
    );
    scene.time_step = 0.002;
    scene.bodies.push(floor_2d(2.0));
    for k in 0..5 {
        let at = [0.4 * (k as f64 - 2.0), 1.1, 0.0].map(micro);
        let mut bouncer = dynamic(&format!("box {}", k + 1), k, rectangle([0.1, 0.1]), at);
        bouncer.restitution = 0.25 * k as f64;
        scene.bodies.push(bouncer);
    }
    scene
}
