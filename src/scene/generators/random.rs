//! Seeded scenes: boxes of random hulls in the plane and in space, piles, stacks (thesis 5.2.2 to 5.2.4).
//!
//! The same seed gives the same scene on every machine and with every version of the libraries: random bits are
//! mapped to numbers here, and nothing but sums, products and square roots, which IEEE 754 rounds in one way
//! only, goes into them.

use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
use crate::math::{Dimension, Vec3};
use crate::scene::format::{BodyDescription, CameraDescription, PartDescription, Point, Scene, Shape};
use crate::world::BodyKind;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Points from which each random body is spanned (thesis 5.2.3).
const HULL_POINTS: usize = 10;
/// They lie within ± this in every coordinate (m).
const HULL_REACH: f64 = 0.25;
/// Thickness of floors and walls (m).
const WALL: f64 = 0.25;
/// Radius to which the bodies of a pile are limited (m), so that a grid keeps them apart.
const PILE_RADIUS: f64 = 0.33;
/// Spacing of that grid (m).
const PILE_SPACING: f64 = 0.7;

/// Colours that bodies take in turn (sRGB).
const PALETTE: [[f32; 3]; 6] = [
    [0.84, 0.37, 0.30],
    [0.95, 0.70, 0.26],
    [0.47, 0.67, 0.35],
    [0.27, 0.60, 0.65],
    [0.36, 0.45, 0.76],
    [0.68, 0.43, 0.66],
];
/// Colour of what does not move (sRGB).
pub(in crate::scene) const FIXED_COLOR: [f32; 3] = [0.55, 0.57, 0.60];

/// The colour of the `index`-th moving body.
pub(in crate::scene) fn color(index: usize) -> [f32; 3] {
    PALETTE[index % PALETTE.len()]
}

/// Reproducible random numbers.
pub(in crate::scene) struct Random(ChaCha8Rng);

impl Random {
    /// A stream of its own for every family of scenes and seed.
    pub(in crate::scene) fn new(family: u64, seed: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(family);
        Self(generator)
    }

    /// Uniform in low..high, from the upper 53 bits.
    pub(in crate::scene) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// A random direction in `N` dimensions: points of the cube, those outside the ball rejected.
    fn direction<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let v: [f64; N] = std::array::from_fn(|_| self.uniform(-1.0, 1.0));
            let length = v.iter().map(|c| c * c).sum::<f64>().sqrt();
            if (0.1..=1.0).contains(&length) {
                return v.map(|c| rounded(c / length, 1e9));
            }
        }
    }

    /// A random orientation (w, x, y, z).
    pub(in crate::scene) fn orientation(&mut self, dimension: Dimension) -> [f64; 4] {
        match dimension {
            Dimension::Two => {
                let [w, z] = self.direction();
                [w, 0.0, 0.0, z]
            }
            Dimension::Three => self.direction(),
        }
    }

    /// The hull of random points about its own centre of mass, no corner farther from it than `radius` (m).
    pub(in crate::scene) fn hull(&mut self, dimension: Dimension, radius: f64) -> Shape {
        loop {
            let points: Vec<Vec3> = (0..HULL_POINTS)
                .map(|_| {
                    let x = self.uniform(-HULL_REACH, HULL_REACH);
                    let y = self.uniform(-HULL_REACH, HULL_REACH);
                    match dimension {
                        Dimension::Two => Vec3::new(x, y, 0.0),
                        Dimension::Three => Vec3::new(x, y, self.uniform(-HULL_REACH, HULL_REACH)),
                    }
                })
                .collect();
            let hull = match dimension {
                Dimension::Two => convex_hull_2d(&points),
                Dimension::Three => convex_hull_3d(&points),
            };
            // Points in a plane or on a line: draw again.
            let Ok(hull) = hull else { continue };
            let centre = hull.mass_properties().centroid;
            let farthest = hull.vertices.iter().map(|v| (v - centre).norm()).fold(0.0, f64::max);
            let shrink = (radius / farthest).min(1.0);
            let corners = hull.vertices.iter().map(|v| {
                let [x, y, z] = ((v - centre) * shrink).map(|c| rounded(c, 1e6)).into();
                match dimension {
                    Dimension::Two => Point::Plane([x, y]),
                    Dimension::Three => Point::Space([x, y, z]),
                }
            });
            return Shape::Hull { points: corners.collect() };
        }
    }
}

/// The convex hull of random points about its own centre of mass; its farthest corner is `radius` (m) away.
pub fn random_hull(dimension: Dimension, radius: f64, seed: u64) -> Shape {
    let mut shape = Random::new(40, seed).hull(dimension, radius);
    if let Shape::Hull { points } = &mut shape {
        let farthest = points.iter().map(|p| p.to_vec3().norm()).fold(0.0, f64::max);
        for point in points {
            let scaled = |c: f64| rounded(c * radius / farthest, 1e9);
            *point = match *point {
                Point::Plane(p) => Point::Plane(p.map(scaled)),
                Point::Space(p) => Point::Space(p.map(scaled)),
            };
        }
    }
    shape
}

/// `value` with few digits, so that files stay readable.
fn rounded(value: f64, per_unit: f64) -> f64 {
    (value * per_unit).round() / per_unit + 0.0
}

/// A length rounded to a tenth of a millimetre.
pub(in crate::scene) fn place(value: f64) -> f64 {
    rounded(value, 1e4)
}

/// An axis-parallel box from corner to corner, as part of a container.
pub(in crate::scene) fn slab(low: [f64; 3], high: [f64; 3]) -> PartDescription {
    PartDescription {
        shape: Shape::Box { half_extents: Point::Space(std::array::from_fn(|k| (high[k] - low[k]) / 2.0)) },
        position: std::array::from_fn(|k| (high[k] + low[k]) / 2.0),
        orientation: [1.0, 0.0, 0.0, 0.0],
    }
}

/// A cuboid of these half extents about the origin (m).
pub(in crate::scene) fn cuboid(half: [f64; 3]) -> Shape {
    Shape::Box { half_extents: Point::Space(half) }
}

/// An axis-parallel rectangle from corner to corner.
pub(in crate::scene) fn slab_2d(low: [f64; 2], high: [f64; 2]) -> PartDescription {
    let middle = [(high[0] + low[0]) / 2.0, (high[1] + low[1]) / 2.0];
    PartDescription {
        shape: Shape::Box {
            half_extents: Point::Plane([(high[0] - low[0]) / 2.0, (high[1] - low[1]) / 2.0]),
        },
        position: [middle[0], middle[1], 0.0],
        orientation: [1.0, 0.0, 0.0, 0.0],
    }
}

/// A convex part as a fixed body of its own.
pub(in crate::scene) fn fixed_part(name: &str, part: PartDescription) -> BodyDescription {
    BodyDescription { position: part.position, orientation: part.orientation, ..fixed(name, part.shape) }
}

/// Floor and four walls around the square of half width `half`: five right hexahedra (thesis 5.2.4).
pub(in crate::scene) fn container_3d(half: f64, height: f64) -> BodyDescription {
    let outer = half + WALL;
    let parts = vec![
        slab([-outer, -outer, -WALL], [outer, outer, 0.0]),
        slab([half, -outer, 0.0], [outer, outer, height]),
        slab([-outer, -outer, 0.0], [-half, outer, height]),
        slab([-half, half, 0.0], [half, outer, height]),
        slab([-half, -outer, 0.0], [half, -half, height]),
    ];
    fixed("container", Shape::Union(parts))
}

/// Floor and two walls.
fn container_2d(half: f64, height: f64) -> BodyDescription {
    let outer = half + WALL;
    let parts = vec![
        slab_2d([-outer, -WALL], [outer, 0.0]),
        slab_2d([half, 0.0], [outer, height]),
        slab_2d([-outer, 0.0], [-half, height]),
    ];
    fixed("container", Shape::Union(parts))
}

/// A fixed body.
pub(in crate::scene) fn fixed(name: &str, shape: Shape) -> BodyDescription {
    BodyDescription { color: Some(FIXED_COLOR), ..BodyDescription::new(name, BodyKind::Fixed, shape) }
}

/// A body that moves, in the `index`-th colour.
pub(in crate::scene) fn dynamic(
    name: &str,
    index: usize,
    shape: Shape,
    position: [f64; 3],
) -> BodyDescription {
    BodyDescription {
        color: Some(color(index)),
        position,
        ..BodyDescription::new(name, BodyKind::Dynamic, shape)
    }
}

/// Box of polygons (thesis 5.2.3): twenty hulls of ten random points, one every quarter of a second, 5 s.
///
/// They enter left and right in turn, well above the walls: when one enters where another did half a second
/// before, that one has fallen 1.2 m.
pub fn box_of_polygons(seed: u64) -> Scene {
    let mut random = Random::new(1, seed);
    let mut scene = Scene::new(&format!("Box of polygons, set {seed}"), Dimension::Two);
    scene.description =
        "Twenty random convex polygons are poured into a box, one every quarter of a second. \
        Watch the overlap: an exact model keeps it near rounding. After thesis 5.2.3."
            .to_owned();
    scene.duration = Some(5.0);
    scene.bodies.push(container_2d(1.0, 2.2));
    for i in 0..20 {
        let shape = random.hull(Dimension::Two, f64::INFINITY);
        let side = if i % 2 == 0 { 0.5 } else { -0.5 };
        let x = place(side + random.uniform(-0.05, 0.05));
        let mut body = dynamic(&format!("polygon {}", i + 1), i, shape, [x, 3.0, 0.0]);
        body.orientation = random.orientation(Dimension::Two);
        body.spawn_time = 0.25 * i as f64;
        scene.bodies.push(body);
    }
    scene.camera = Some(CameraDescription { eye: [0.0, 1.4, 6.0], target: [0.0, 1.4, 0.0] });
    scene
}

/// Box of polyhedra (thesis 5.2.4): ten hulls of ten random points, one every half second with 1 m/s in −x, 5 s.
pub fn box_of_polyhedra(seed: u64) -> Scene {
    let mut random = Random::new(2, seed);
    let mut scene = Scene::new(&format!("Box of polyhedra, set {seed}"), Dimension::Three);
    scene.description =
        "Ten random convex polyhedra are thrown into a box of five slabs, one every half second. \
        Watch the overlap and the traps. After thesis 5.2.4."
            .to_owned();
    scene.duration = Some(5.0);
    scene.bodies.push(container_3d(0.75, 1.5));
    for i in 0..10 {
        let shape = random.hull(Dimension::Three, f64::INFINITY);
        let (x, y) = (place(random.uniform(0.1, 0.3)), place(random.uniform(-0.3, 0.3)));
        let mut body = dynamic(&format!("polyhedron {}", i + 1), i, shape, [x, y, 2.1]);
        body.orientation = random.orientation(Dimension::Three);
        body.velocity = [-1.0, 0.0, 0.0];
        body.spawn_time = 0.5 * i as f64;
        scene.bodies.push(body);
    }
    scene.camera = Some(CameraDescription { eye: [2.6, -3.4, 3.0], target: [0.0, 0.0, 0.6] });
    scene
}

/// A pile: `count` random polyhedra released at once from a grid above a walled floor.
pub fn pile(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(3, seed);
    let mut scene = Scene::new(&format!("Pile of {count} polyhedra"), Dimension::Three);
    scene.description = format!(
        "{count} random convex polyhedra fall from a grid into a box and come to rest on each other: many bodies in \
         contact at once."
    );
    scene.duration = Some(5.0);
    // A base about as wide as the grid is high.
    let side = (1..).find(|n| n * n * n >= count).unwrap_or(1);
    let half = place(side as f64 * PILE_SPACING / 2.0 + 0.05);
    scene.bodies.push(container_3d(half, 1.5));
    let jitter = (PILE_SPACING - 2.0 * PILE_RADIUS) / 2.0 * 0.9;
    for i in 0..count {
        let shape = random.hull(Dimension::Three, PILE_RADIUS);
        let cell = [i % side, i / side % side, i / (side * side)];
        let middle = (side as f64 - 1.0) / 2.0;
        let grid = [cell[0] as f64 - middle, cell[1] as f64 - middle, cell[2] as f64 + 0.75];
        let position = grid.map(|g| place(g * PILE_SPACING + random.uniform(-jitter, jitter)));
        let mut body = dynamic(&format!("stone {}", i + 1), i, shape, position);
        body.orientation = random.orientation(Dimension::Three);
        scene.bodies.push(body);
    }
    let far = 2.2 * half + 2.0;
    scene.camera = Some(CameraDescription { eye: [far, -1.3 * far, far], target: [0.0, 0.0, 0.7] });
    scene
}

/// `wide`² stacks of `high` cubes each, which stand on a floor from the start: many bodies at rest.
pub fn stacks_of_cubes(wide: usize, high: usize) -> Scene {
    let mut scene = Scene::new(&format!("{} stacks of {high} cubes", wide * wide), Dimension::Three);
    scene.description = "Cubes stand on each other in stacks apart from each other.".to_owned();
    let half = 0.25;
    let room = 2.0 * wide as f64;
    let floor = Shape::Box { half_extents: Point::Space([room, room, half]) };
    scene.bodies.push(BodyDescription { position: [0.0, 0.0, -half], ..fixed("floor", floor) });
    for k in 0..wide * wide * high {
        let (stack, level) = (k / high, k % high);
        let [x, y] = [stack % wide, stack / wide].map(|place| place as f64 - 0.5 * (wide as f64 - 1.0));
        let cube = Shape::Box { half_extents: Point::Space([half; 3]) };
        let position = [x, y, half * (1 + 2 * level) as f64];
        scene.bodies.push(dynamic(&format!("cube {}", k + 1), k, cube, position));
    }
    scene
}

/// Stack of boxes (thesis 5.2.2): ten boxes of 1 m, each within ±0.1 m of the axis and 0.25 m above the last, the
/// bottom one fixed; h = 5 ms, ε = 0.07 m. In space the boxes are cubes, set off in both horizontal directions.
pub fn stack_of_boxes(dimension: Dimension, seed: u64) -> Scene {
    let mut random = Random::new(4, seed);
    let (name, half_extents) = match dimension {
        Dimension::Two => ("Stack of squares", Point::Plane([0.5; 2])),
        Dimension::Three => ("Stack of cubes", Point::Space([0.5; 3])),
    };
    let mut scene = Scene::new(name, dimension);
    scene.description =
        "Ten boxes fall on each other from gaps of 0.25 m, without friction. In exact arithmetic \
        nothing pushes sideways: the stack must stand. After thesis 5.2.2."
            .to_owned();
    scene.time_step = 0.005;
    scene.duration = Some(10.0);
    scene.contact.detection_distance = Some(0.07);
    for i in 0..10 {
        let shape = Shape::Box { half_extents };
        let (x, y) = (place(random.uniform(-0.1, 0.1)), place(random.uniform(-0.1, 0.1)));
        let height = 0.5 + 1.25 * i as f64;
        let position = match dimension {
            Dimension::Two => [x, height, 0.0],
            Dimension::Three => [x, y, height],
        };
        let mut body = dynamic(&format!("box {}", i + 1), i, shape.clone(), position);
        if i == 0 {
            body = BodyDescription { position, ..fixed("box 1", shape) };
        }
        scene.bodies.push(body);
    }
    scene.camera = Some(match dimension {
        Dimension::Two => CameraDescription { eye: [0.0, 6.0, 17.0], target: [0.0, 6.0, 0.0] },
        Dimension::Three => CameraDescription { eye: [9.0, -13.0, 8.0], target: [0.0, 0.0, 5.5] },
    });
    scene
}

/// A camera that looks at a point of the plane from the front.
pub(in crate::scene) fn front(x: f64, y: f64, distance: f64) -> Option<CameraDescription> {
    Some(CameraDescription { eye: [x, y, distance], target: [x, y, 0.0] })
}
