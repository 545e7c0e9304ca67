//! Scenes of `scenes/seams/`: bodies that slide over the seam between two slabs, flush, T-shaped or a little offset.
//!
//! The slabs are separate bodies or parts of one body. Where they are flush or the second one lies lower, nothing
//! is in the way; where it stands higher, there is a true step.

use crate::math::Dimension;
use crate::scene::format::Scene;
use crate::scene::format::{BodyDescription, CameraDescription, PartDescription, Point, Shape};
use crate::scene::generators::random::front;
use crate::scene::generators::random::{Random, dynamic, fixed, fixed_part, place, slab, slab_2d};
use crate::world::BodyKind;

/// Speed of the sliding bodies (m/s).
const SPEED: f64 = 1.5;
/// How long a run lasts (s): the seam is crossed in the middle of it.
const DURATION: f64 = 2.0;
/// The slabs reach from −[`NEAR`] to the seam at 0 and on to [`FAR`] (m).
const NEAR: f64 = 2.0;
const FAR: f64 = 3.0;
/// Half of the slabs' width in space (m).
const HALF_WIDTH: f64 = 1.5;
/// Thickness of the slabs (m).
const THICK: f64 = 0.25;
/// Where the middle of a body starts (m): the boxes' front reaches the seam at the end of a step, or between two.
const START_ALIGNED: f64 = -1.0;
const START_BETWEEN: f64 = -0.993;
/// (cos 10°, sin 10°): a turn by 20° about the vertical.
const TURN: [f64; 2] = [0.984807753012208, 0.17364817766693033];
/// (cos 5°, sin 5°): a turn by 10°.
const HALF_TURN: [f64; 2] = [0.9961946980917455, 0.08715574274765818];

/// What the seam looks like.
#[derive(Clone, Copy)]
enum Seam {
    /// Two slabs at the same height.
    Flush,
    /// Flush, and the seams form a T.
    Tee,
    /// The second slab lies lower by this (m).
    Down(f64),
    /// The second slab stands higher by this (m).
    Up(f64),
}

/// Whether the slabs are bodies or parts.
#[derive(Clone, Copy, PartialEq)]
enum Slabs {
    Bodies,
    Parts,
}

/// Every scene of the folder with its stem.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    use Dimension::{Three, Two};
    [
        ("seam2d_flush_bodies", Two, Seam::Flush, Slabs::Bodies),
        ("seam2d_flush_parts", Two, Seam::Flush, Slabs::Parts),
        ("seam2d_t", Two, Seam::Tee, Slabs::Bodies),
        ("seam2d_down_1e-4", Two, Seam::Down(1e-4), Slabs::Bodies),
        ("seam2d_parts_down_1e-3", Two, Seam::Down(1e-3), Slabs::Parts),
        ("seam2d_up_1e-4", Two, Seam::Up(1e-4), Slabs::Bodies),
        ("seam3d_flush_bodies", Three, Seam::Flush, Slabs::Bodies),
        ("seam3d_flush_parts", Three, Seam::Flush, Slabs::Parts),
        ("seam3d_t", Three, Seam::Tee, Slabs::Bodies),
        ("seam3d_parts_t", Three, Seam::Tee, Slabs::Parts),
        ("seam3d_down_1e-6", Three, Seam::Down(1e-6), Slabs::Bodies),
        ("seam3d_down_1e-4", Three, Seam::Down(1e-4), Slabs::Bodies),
        ("seam3d_down_1e-3", Three, Seam::Down(1e-3), Slabs::Bodies),
        ("seam3d_up_1e-6", Three, Seam::Up(1e-6), Slabs::Bodies),
        ("seam3d_up_1e-4", Three, Seam::Up(1e-4), Slabs::Bodies),
        ("seam3d_up_1e-3", Three, Seam::Up(1e-3), Slabs::Bodies),
    ]
    .map(|(stem, dimension, seam, slabs)| (format!("seams/{stem}"), scene(dimension, seam, slabs)))
    .into()
}

fn scene(dimension: Dimension, seam: Seam, slabs: Slabs) -> Scene {
    let mut scene = Scene::new(&name(dimension, seam, slabs), dimension);
    scene.description = description(dimension, seam, slabs);
    scene.duration = Some(DURATION);
    let parts = match dimension {
        Dimension::Two => ground_2d(seam),
        Dimension::Three => ground_3d(seam),
    };
    match slabs {
        Slabs::Bodies => scene.bodies.extend(parts.into_iter().map(|(name, part)| fixed_part(name, part))),
        Slabs::Parts => {
            let parts = parts.into_iter().map(|(_, part)| part).collect();
            scene.bodies.push(fixed("ground", Shape::Union(parts)));
        }
    }
    match dimension {
        Dimension::Two => scene.bodies.push(slider_2d()),
        Dimension::Three => scene.bodies.extend(sliders_3d()),
    }
    let start = match seam {
        Seam::Flush | Seam::Tee => START_ALIGNED,
        Seam::Down(_) | Seam::Up(_) => START_BETWEEN,
    };
    for body in scene.bodies.iter_mut().filter(|body| body.kind == BodyKind::Dynamic) {
        body.position[0] = start;
        body.velocity = [SPEED, 0.0, 0.0];
    }
    scene.camera = match dimension {
        Dimension::Two => front(0.5, 0.1, 4.5),
        Dimension::Three => Some(CameraDescription { eye: [-0.8, -4.6, 3.0], target: [0.4, 0.0, -0.1] }),
    };
    scene
}

fn name(dimension: Dimension, seam: Seam, slabs: Slabs) -> String {
    let kind = match seam {
        Seam::Flush => "Flush seam".to_owned(),
        Seam::Tee => "T-shaped seam".to_owned(),
        Seam::Down(offset) => format!("Seam {} down", length(offset)),
        Seam::Up(offset) => format!("Seam {} up", length(offset)),
    };
    let between = if slabs == Slabs::Parts { "parts of one body" } else { "bodies" };
    let place = if dimension == Dimension::Two { "plane" } else { "space" };
    format!("{kind}, {between}, {place}")
}

/// A small length in the unit that suits it.
fn length(metres: f64) -> String {
    if metres < 1e-5 { format!("{} µm", place(metres * 1e6)) } else { format!("{} mm", place(metres * 1e3)) }
}

fn description(dimension: Dimension, seam: Seam, slabs: Slabs) -> String {
    let who = match dimension {
        Dimension::Two => "A box slides",
        Dimension::Three => "A box, a box turned by 20°, a tetrahedron and a stone slide",
    };
    let between = if slabs == Slabs::Parts { "parts of one body" } else { "fixed bodies" };
    let (over, then) = match seam {
        Seam::Flush => (
            format!("the flush seam between two {between}"),
            "nothing may be felt there, but a model that sees each slab on its own lets the front catch on the \
             hidden side face of the second"
                .to_owned(),
        ),
        Seam::Tee => (
            match dimension {
                Dimension::Two => format!("the T-shaped seam of three flush {between}, two of which lie on the third"),
                Dimension::Three => format!("flush {between} whose seams form two T's, some along the seam"),
            },
            "nothing may be felt there, but a model that sees each slab on its own lets fronts and flanks catch on \
             hidden faces"
                .to_owned(),
        ),
        Seam::Down(offset) => (
            format!("the seam between two {between} of which the second lies {} lower", length(offset)),
            "the way is free and they come down quietly, but a model that takes the hidden side face for an \
             obstacle stops or lifts them"
                .to_owned(),
        ),
        Seam::Up(offset) => (
            format!("the seam between two {between} of which the second stands {} higher", length(offset)),
            "here is a true step, which stops a front face that meets it, while a model that sees only top faces \
             lifts bodies over it from within"
                .to_owned(),
        ),
    };
    let then = if dimension == Dimension::Two {
        then.replace("they come", "it comes").replace("lifts them", "lifts it")
    } else {
        then
    };
    format!("{who} without friction over {over}: {then}.")
}

/// Height of the second slab's top (m); the first one's is 0.
fn second_top(seam: Seam) -> f64 {
    match seam {
        Seam::Flush | Seam::Tee => 0.0,
        Seam::Down(offset) => -offset,
        Seam::Up(offset) => offset,
    }
}

fn ground_2d(seam: Seam) -> Vec<(&'static str, PartDescription)> {
    let top = second_top(seam);
    let mut parts = vec![
        ("first slab", slab_2d([-NEAR, -THICK], [0.0, 0.0])),
        ("second slab", slab_2d([0.0, top - THICK], [FAR, top])),
    ];
    if matches!(seam, Seam::Tee) {
        parts.push(("slab below", slab_2d([-NEAR, -2.0 * THICK], [FAR, -THICK])));
    }
    parts
}

fn ground_3d(seam: Seam) -> Vec<(&'static str, PartDescription)> {
    let top = second_top(seam);
    let mut parts = vec![("first slab", slab([-NEAR, -HALF_WIDTH, -THICK], [0.0, HALF_WIDTH, 0.0]))];
    if matches!(seam, Seam::Tee) {
        // One stem under the middle of the straight box, one a little beside that of the turned one.
        let [right, left] = [LANES[0], LANES[1] + 0.03125];
        parts.push(("right slab", slab([0.0, -HALF_WIDTH, -THICK], [FAR, right, 0.0])));
        parts.push(("middle slab", slab([0.0, right, -THICK], [FAR, left, 0.0])));
        parts.push(("left slab", slab([0.0, left, -THICK], [FAR, HALF_WIDTH, 0.0])));
    } else {
        parts.push(("second slab", slab([0.0, -HALF_WIDTH, top - THICK], [FAR, HALF_WIDTH, top])));
    }
    parts
}

fn slider_2d() -> BodyDescription {
    dynamic("box", 0, Shape::Box { half_extents: Point::Plane([0.25, 0.125]) }, [0.0, 0.125, 0.0])
}

/// The bodies in space side by side, each in its lane.
const LANES: [f64; 4] = [-1.0, -0.3125, 0.375, 1.0];

fn sliders_3d() -> [BodyDescription; 4] {
    let cuboid = || Shape::Box { half_extents: Point::Space([0.25, 0.1875, 0.125]) };
    let mut turned = dynamic("turned box", 1, cuboid(), [0.0, LANES[1], 0.125]);
    turned.orientation = [TURN[0], 0.0, 0.0, TURN[1]];
    let mut tetrahedron = dynamic("tetrahedron", 2, tetrahedron(), [0.0, LANES[2], 0.0]);
    tetrahedron.orientation = [HALF_TURN[0], 0.0, 0.0, HALF_TURN[1]];
    [
        dynamic("straight box", 0, cuboid(), [0.0, LANES[0], 0.125]),
        turned,
        tetrahedron,
        dynamic("stone", 3, stone(), [0.0, LANES[3], 0.0]),
    ]
}

/// A tetrahedron that stands on the face in z = 0, one corner ahead.
fn tetrahedron() -> Shape {
    let points = [[0.3, 0.0, 0.0], [-0.15, 0.26, 0.0], [-0.15, -0.26, 0.0], [0.0, 0.0, 0.4]];
    Shape::Hull { points: points.map(Point::Space).into() }
}

/// A random hull that stands on a face in z = 0: five corners there, five above and farther in.
fn stone() -> Shape {
    // About a circle, so that the face holds the centre of mass.
    const BASE: [[f64; 2]; 5] = [[0.25, 0.0], [0.07, 0.23], [-0.2, 0.15], [-0.2, -0.15], [0.07, -0.23]];
    let mut random = Random::new(6, 0);
    let mut points = Vec::new();
    for [x, y] in BASE {
        let [dx, dy] = [random.uniform(-0.04, 0.04), random.uniform(-0.04, 0.04)];
        points.push(Point::Space([place(x + dx), place(y + dy), 0.0]));
        let [shrink, height] = [random.uniform(0.3, 1.1), random.uniform(0.12, 0.3)];
        points.push(Point::Space([place(x * shrink), place(y * shrink), place(height)]));
    }
    Shape::Hull { points }
}
