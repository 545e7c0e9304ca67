//! Random numbers for scenes that nobody chose: the same ones on every machine.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; a helper of a test may end the test

use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::shapes::{cuboid, rectangle};
use pegsim::math::{Dimension, Quat, Vec3};

/// A stream of random numbers (splitmix64).
pub struct Chance(u64);

impl Chance {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut chance = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed);
        chance.bits();
        chance
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Between `low` and `high`, evenly in the logarithm.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// From `low` to `high`, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + (self.bits() % (high - low + 1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.bits().is_multiple_of(n)
    }

    /// Each coordinate between −size and size; in the plane z is zero.
    pub fn vector(&mut self, dimension: Dimension, size: f64) -> Vec3 {
        let v = Vec3::from_fn(|_, _| self.between(-size, size));
        flat(dimension, v)
    }

    /// A direction.
    pub fn direction(&mut self, dimension: Dimension) -> Vec3 {
        loop {
            let v = self.vector(dimension, 1.0);
            if (0.1..1.0).contains(&v.norm()) {
                return v.normalize();
            }
        }
    }

    /// An angular velocity, or a rotation as angle times axis, of that size: in the plane about z.
    pub fn spin(&mut self, dimension: Dimension, size: f64) -> Vec3 {
        match dimension {
            Dimension::Two => Vec3::z() * if self.once_in(2) { size } else { -size },
            Dimension::Three => self.direction(dimension) * size,
        }
    }

    /// Any orientation.
    pub fn rotation(&mut self, dimension: Dimension) -> Quat {
        let angle = self.between(0.0, 3.1);
        Quat::from_scaled_axis(self.spin(dimension, angle))
    }

    /// A splinter about its centre of mass: a triangle or tetrahedron of 0.3 m, thinner by the aspect.
    pub fn splinter(&mut self, dimension: Dimension, aspect: f64) -> Polytope {
        let thin = 0.3 / aspect;
        let end = |x: f64| Vec3::new(x, 0.0, 0.0);
        let shape = match dimension {
            Dimension::Two => {
                let tip = Vec3::new(self.between(-0.15, 0.15), thin, 0.0);
                convex_hull_2d(&[end(-0.15), end(0.15), tip]).unwrap()
            }
            Dimension::Three => {
                let points = [
                    Vec3::new(-0.15, 0.0, -0.1),
                    Vec3::new(0.15, 0.0, -0.1),
                    Vec3::new(self.between(-0.1, 0.1), 0.0, 0.15),
                    Vec3::new(self.between(-0.1, 0.1), thin, 0.0),
                ];
                convex_hull_3d(&points).unwrap()
            }
        };
        centred(&shape)
    }

    /// The hull of some points about as far as `radius` from the origin (m).
    pub fn stone(&mut self, dimension: Dimension, radius: f64) -> Polytope {
        loop {
            let corners = self.count(if dimension == Dimension::Two { 4 } else { 6 }, 11);
            let points: Vec<Vec3> =
                (0..corners).map(|_| self.direction(dimension) * (radius * self.between(0.8, 1.0))).collect();
            let hull = match dimension {
                Dimension::Two => convex_hull_2d(&points),
                Dimension::Three => convex_hull_3d(&points),
            };
            // What is left of a stone that lies on one side of the origin is a splinter: those have a test of their own.
            if let Ok(hull) = hull.map(|h| centred(&h))
                && thickness(&hull) > 0.5 * radius
            {
                return hull;
            }
        }
    }
}

/// In the plane without its z.
pub fn flat(dimension: Dimension, v: Vec3) -> Vec3 {
    if dimension == Dimension::Two { Vec3::new(v.x, v.y, 0.0) } else { v }
}

/// A box; in the plane a rectangle, without the last extent (half sides, m).
pub fn block(dimension: Dimension, x: f64, y: f64, z: f64) -> Polytope {
    match dimension {
        Dimension::Two => rectangle(x, y).unwrap(),
        Dimension::Three => cuboid(&Vec3::new(x, y, z)).unwrap(),
    }
}

/// The same polytope about its centre of mass.
pub fn centred(shape: &Polytope) -> Polytope {
    let centre = shape.mass_properties().centroid;
    shape.transformed(&Quat::identity(), &-centre)
}

/// Least distance of two parallel planes (in the plane: lines) with the polytope between them (m): they lie on a facet, or
/// along two edges.
pub fn thickness(shape: &Polytope) -> f64 {
    let width = |n: &Vec3| {
        let along = shape.vertices.iter().map(|v| v.dot(n));
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), s| (low.min(s), high.max(s)));
        high - low
    };
    let mut least = shape.facets.iter().map(|f| width(&f.normal)).fold(f64::INFINITY, f64::min);
    let along: Vec<Vec3> =
        shape.edges.iter().map(|e| shape.vertices[e.vertices[1]] - shape.vertices[e.vertices[0]]).collect();
    for (k, a) in along.iter().enumerate() {
        for b in &along[..k] {
            let n = a.cross(b);
            if n.norm() > 1e-6 * a.norm() * b.norm() {
                least = least.min(width(&n.normalize()));
            }
        }
    }
    least
}
