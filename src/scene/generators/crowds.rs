//! Scenes of `scenes/hard/` with many bodies: tall stacks, dense packings, piles, and bodies that enter inside others.

use crate::math::Dimension;
use crate::scene::format::Scene;
use crate::scene::format::{BodyDescription, CameraDescription, PlatonicSolid, Point, Shape};
use crate::scene::generators::random::front;
use crate::scene::generators::random::{Random, container_3d, dynamic, fixed_part, pile, slab, slab_2d};

/// When the second bodies of [`spawned_inside`] enter (s).
const ENTRY: f64 = 0.25;
/// Cells of the dense packing along x, y and z.
const CELLS: [usize; 3] = [3, 3, 2];
/// Mean side of a cell (m).
const CELL: f64 = 0.3;
/// Narrowest and widest gap of the dense packing (m).
const GAPS: [f64; 2] = [1e-4, 1e-3];

/// Every scene of this file with its stem.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    use Dimension::{Three, Two};
    [
        ("dense_packing", dense_packing(0)),
        ("spawned_inside_2d", spawned_inside(Two)),
        ("spawned_inside_3d", spawned_inside(Three)),
        ("stack30_2d", stack_of_thirty(Two)),
        ("stack30_3d", stack_of_thirty(Three)),
        ("pile3d_100", pile(100, 0)),
        ("pile3d_300", pile(300, 0)),
    ]
    .map(|(stem, scene)| (format!("hard/{stem}"), scene))
    .into()
}

fn cuboid(dimension: Dimension, half: f64) -> Shape {
    Shape::Box {
        half_extents: match dimension {
            Dimension::Two => Point::Plane([half; 2]),
            Dimension::Three => Point::Space([half; 3]),
        },
    }
}

/// A floor from −`half` to `half` whose top is at height 0.
fn floor(dimension: Dimension, half: f64) -> BodyDescription {
    let part = match dimension {
        Dimension::Two => slab_2d([-half, -0.25], [half, 0.0]),
        Dimension::Three => slab([-half, -half, -0.25], [half, half, 0.0]),
    };
    fixed_part("floor", part)
}

/// A point `along` the floor and `up` from it.
fn above_floor(dimension: Dimension, along: f64, up: f64) -> [f64; 3] {
    match dimension {
        Dimension::Two => [along, up, 0.0],
        Dimension::Three => [along, 0.0, up],
    }
}

/// Thirty boxes of 1 m, one on the other without a gap.
fn stack_of_thirty(dimension: Dimension) -> Scene {
    let (name, what) = match dimension {
        Dimension::Two => ("Stack of thirty squares", "Thirty squares"),
        Dimension::Three => ("Stack of thirty cubes", "Thirty cubes"),
    };
    let mut scene = Scene::new(name, dimension);
    scene.description = format!(
        "{what} of 1 m stand flush on each other: nothing may move, but with solvers that stop early the lowest \
         sink into each other, and with models that hold a corner to the wrong face the stack creeps and falls."
    );
    scene.duration = Some(3.0);
    scene.bodies.push(floor(dimension, 3.0));
    for i in 0..30 {
        let position = above_floor(dimension, 0.0, i as f64 + 0.5);
        scene.bodies.push(dynamic(&format!("box {}", i + 1), i, cuboid(dimension, 0.5), position));
    }
    scene.camera = match dimension {
        Dimension::Two => front(0.0, 14.5, 42.0),
        Dimension::Three => Some(CameraDescription { eye: [20.0, -32.0, 20.0], target: [0.0, 0.0, 14.0] }),
    };
    scene
}

/// Bodies that enter 1 to 5 cm deep inside others, which rest.
///
/// A start in which bodies overlap is refused, so the second body of each pair comes after a quarter of a second.
fn spawned_inside(dimension: Dimension) -> Scene {
    let name = match dimension {
        Dimension::Two => "Bodies that enter inside others, plane",
        Dimension::Three => "Bodies that enter inside others, space",
    };
    let mut scene = Scene::new(name, dimension);
    scene.description = "After a quarter of a second bodies enter that overlap resting ones by 1 to 5 cm, from above \
        and from the side: they must be pushed apart smoothly and within a few steps, but ordinary models hurl them \
        away or let them sink through."
        .to_owned();
    scene.duration = Some(3.0);
    scene.bodies.push(floor(dimension, 3.0));
    let mut index = 0;
    let mut body = |name: &str, shape: Shape, along: f64, up: f64, entry: f64| {
        let mut body = dynamic(name, index, shape, above_floor(dimension, along, up));
        index += 1;
        body.spawn_time = entry;
        body
    };
    let side = 0.4;
    let cube = || cuboid(dimension, side / 2.0);
    for (centimetres, along) in [(1, -1.8), (3, -1.0), (5, -0.2)] {
        let depth = f64::from(centimetres) / 100.0;
        scene.bodies.push(body(&format!("resting {centimetres} cm"), cube(), along, side / 2.0, 0.0));
        let up = 1.5 * side - depth;
        let entering = body(&format!("entering {centimetres} cm"), cube(), along + 0.05, up, ENTRY);
        scene.bodies.push(entering);
    }
    scene.bodies.push(body("resting beside", cube(), 0.8, side / 2.0, 0.0));
    scene.bodies.push(body("entering beside 2 cm", cube(), 0.8 + side - 0.02, side / 2.0, ENTRY));
    scene.bodies.push(body("resting under a tip", cube(), 2.0, side / 2.0, 0.0));
    // With the depth of its lowest corner below its middle (m).
    let (pointed, below) = match dimension {
        Dimension::Two => (Shape::RegularPolygon { sides: 5, radius: 0.24 }, 0.2282535639),
        Dimension::Three => (Shape::Platonic(PlatonicSolid::Octahedron, 0.24), 0.24),
    };
    scene.bodies.push(body("entering tip 4 cm", pointed, 2.02, side + below - 0.04, ENTRY));
    scene.camera = match dimension {
        Dimension::Two => front(0.1, 0.5, 5.2),
        Dimension::Three => Some(CameraDescription { eye: [0.8, -4.6, 2.2], target: [0.1, 0.0, 0.3] }),
    };
    scene
}

/// Boxes and boxes cut in two aslant, in a container, with gaps of 0.1 to 1 mm all around.
fn dense_packing(seed: u64) -> Scene {
    let mut random = Random::new(5, seed);
    let mut scene = Scene::new("Dense packing", Dimension::Three);
    scene.description = "Thirty stones fill a container almost without gaps, 0.1 to 1 mm from each other, and are \
        let go: they may sink by a millimetre and no more, but with ordinary models the errors of so many contacts \
        press stones into each other or out of the container."
        .to_owned();
    scene.duration = Some(2.0);
    // Planes between the cells, the outer ones on the container; the upper end is free.
    let planes: [Vec<f64>; 3] = std::array::from_fn(|axis| {
        let count = CELLS[axis];
        let low = if axis == 2 { 0.0 } else { -(count as f64) * CELL / 2.0 };
        let jitter = |i: usize, random: &mut Random| {
            if i == 0 || i == count { 0.0 } else { random.uniform(-0.04, 0.04) }
        };
        (0..=count).map(|i| fine(low + i as f64 * CELL + jitter(i, &mut random))).collect()
    });
    scene.bodies.push(container_3d(CELLS[0] as f64 * CELL / 2.0, CELLS[2] as f64 * CELL + 0.1));
    let cells = CELLS.iter().product::<usize>();
    for cell in 0..cells {
        let at = [cell % CELLS[0], cell / CELLS[0] % CELLS[1], cell / (CELLS[0] * CELLS[1])];
        // Two neighbours share a gap, the container none.
        let mut inset = || fine(random.uniform(GAPS[0], GAPS[1] / 2.0));
        let low: [f64; 3] = std::array::from_fn(|k| planes[k][at[k]] + inset());
        let high: [f64; 3] = std::array::from_fn(|k| planes[k][at[k] + 1] - inset());
        // Two of three cells hold two stones: eighteen cells, thirty stones.
        let stones = if cell % 3 == 0 { vec![corners(low, high)] } else { cut(low, high, cell, &mut random) };
        for points in stones {
            let index = scene.bodies.len() - 1;
            scene.bodies.push(stone(&format!("stone {}", index + 1), index, &points));
        }
    }
    scene.camera = Some(CameraDescription { eye: [1.3, -1.7, 1.9], target: [0.0, 0.0, 0.25] });
    scene
}

/// A length rounded to a micrometre.
fn fine(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

fn corners(low: [f64; 3], high: [f64; 3]) -> Vec<[f64; 3]> {
    (0..8).map(|bits| std::array::from_fn(|k| if bits >> k & 1 == 0 { low[k] } else { high[k] })).collect()
}

/// The box cut in two along its length by a slanted plane, a gap between the halves.
fn cut(low: [f64; 3], high: [f64; 3], cell: usize, random: &mut Random) -> Vec<Vec<[f64; 3]>> {
    // The cut divides the extent along `across` at one place below and at another above, in the direction `up`.
    let (across, up) = [(0, 2), (1, 2), (0, 1)][cell / 3 % 3];
    let size = high[across] - low[across];
    // Across the cut a gap is narrower than along the axis, by a factor of 0.8 at the least.
    let gap = fine(random.uniform(1.25 * GAPS[0], GAPS[1]));
    let mut share = |from: f64, to: f64| fine(low[across] + size * random.uniform(from, to));
    // Which end of the cut leans which way takes turns.
    let ends = if cell % 4 < 2 {
        [share(0.25, 0.4), share(0.6, 0.75)]
    } else {
        [share(0.6, 0.75), share(0.25, 0.4)]
    };
    let place = |mut point: [f64; 3], first: bool| {
        let end = ends[usize::from(point[up] == high[up])];
        if first && point[across] == high[across] {
            point[across] = end - gap / 2.0;
        } else if !first && point[across] == low[across] {
            point[across] = end + gap / 2.0;
        }
        point
    };
    [true, false].map(|first| corners(low, high).into_iter().map(|p| place(p, first)).collect()).into()
}

/// A body about the middle of its corners.
fn stone(name: &str, index: usize, points: &[[f64; 3]]) -> BodyDescription {
    let count = points.len() as f64;
    let middle: [f64; 3] = std::array::from_fn(|k| fine(points.iter().map(|p| p[k]).sum::<f64>() / count));
    let local =
        points.iter().map(|p| Point::Space(std::array::from_fn(|k| tidy(p[k] - middle[k])))).collect();
    dynamic(name, index, Shape::Hull { points: local }, middle)
}

/// A difference of rounded lengths, rounded again.
fn tidy(value: f64) -> f64 {
    (value * 1e7).round() / 1e7 + 0.0
}
