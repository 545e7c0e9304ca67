//! Mass properties of cores in space that are swept by a ball: a point, a segment or a polyhedron, for unit density, in closed form.
//!
//! What is swept falls apart into the core, a prism of height ρ on each facet, on each edge a wedge with the angle θ between the normals of
//! its facets (all round for a segment), and at each vertex a cone over the directions in which the vertex lies farthest, which are a spherical
//! polygon S. Its area is Ω = 2π less the angles of the facets at the vertex; each edge there, with the unit direction e away from
//! the vertex, gives it an arc of the angle θ whose directions add up to s. With the sums over these edges
//!
//! ```text
//!   ∫_S u = −½ Σ θ e,      ∫_S u uᵀ = (Ω/3) I − (1/6) Σ (e sᵀ + s eᵀ)
//! ```
//!
//! the first since the surface of the cone is closed, the second because u uᵀ − I/3 is an eigenfunction of the sphere's Laplacian, with −6, so that its
//! integral is −1/6 of that of its slope across the border.

use crate::geometry::polytope::{Edge, MassProperties, Polytope};
use crate::math::{Mat3, Vec3};
use std::f64::consts::TAU;

/// Volume, first and second moments about one point.
struct Sums {
    volume: f64,
    first: Vec3,
    second: Mat3,
}

fn square(a: &Vec3) -> Mat3 {
    a * a.transpose()
}

fn both(a: &Vec3, b: &Vec3) -> Mat3 {
    let product = a * b.transpose();
    product + product.transpose()
}

fn angle(a: &Vec3, b: &Vec3) -> f64 {
    a.cross(b).norm().atan2(a.dot(b))
}

impl Sums {
    /// Adds a part with its volume and moments about the point `at`.
    fn add(&mut self, at: &Vec3, volume: f64, first: &Vec3, second: &Mat3) {
        self.volume += volume;
        self.first += at * volume + first;
        self.second += square(at) * volume + both(at, first) + second;
    }
}

/// The directions normal to an edge in which it lies farthest: their angle, their sum, and the sum of their squares.
struct Arc {
    angle: f64,
    sum: Vec3,
    squares: Mat3,
}

impl Arc {
    fn of(core: &Polytope, edge: &Edge) -> Self {
        let along = (core.vertices[edge.vertices[1]] - core.vertices[edge.vertices[0]]).normalize();
        let across = Mat3::identity() - square(&along);
        let [Some(n1), Some(n2)] = edge.facets.map(|f| core.facets.get(f).map(|f| f.normal)) else {
            return Self { angle: TAU, sum: Vec3::zeros(), squares: across * (TAU / 2.0) };
        };
        let angle = angle(&n1, &n2);
        let middle = (n1 + n2).normalize();
        let side = along.cross(&middle);
        let squares = across * (angle / 2.0) + (square(&middle) - square(&side)) * (angle.sin() / 2.0);
        Self { angle, sum: middle * (2.0 * (angle / 2.0).sin()), squares }
    }
}

impl Polytope {
    pub(super) fn swept_mass_in_space(&self) -> MassProperties {
        let (r, origin) = (self.rounding, self.vertices[0]);
        let mut sums = Sums { volume: 0.0, first: Vec3::zeros(), second: Mat3::zeros() };
        if !self.facets.is_empty() {
            let core = Self { rounding: 0.0, ..self.clone() }.mass_properties();
            let second = Mat3::identity() * (core.inertia.trace() / 2.0) - core.inertia;
            sums.add(&(core.centroid - origin), core.measure, &Vec3::zeros(), &second);
        }
        for (facet, corners) in self.facet_triangles() {
            let n = facet.normal;
            let [a, b, c] = corners.map(|p| p - origin);
            let area = (b - a).cross(&(c - a)).dot(&n) / 2.0;
            let middle = (a + b + c) / 3.0;
            let flat = [a, b, c].iter().map(|p| square(&(p - middle))).sum::<Mat3>() * (area * r / 12.0);
            let second = flat + square(&n) * (area * r.powi(3) / 3.0);
            sums.add(&middle, area * r, &(n * (area * r * r / 2.0)), &second);
        }
        let arcs: Vec<Arc> = self.edges.iter().map(|edge| Arc::of(self, edge)).collect();
        for (edge, arc) in self.edges.iter().zip(&arcs) {
            let [a, b] = edge.vertices.map(|v| self.vertices[v] - origin);
            let (half, length) = ((b - a) / 2.0, (b - a).norm());
            let volume = length * arc.angle * r * r / 2.0;
            let second = square(&half) * (volume / 3.0) + arc.squares * (length * r.powi(4) / 4.0);
            sums.add(&((a + b) / 2.0), volume, &(arc.sum * (length * r.powi(3) / 3.0)), &second);
        }
        for (v, p) in self.vertices.iter().enumerate() {
            let (mut first, mut squares) = (Vec3::zeros(), Mat3::zeros());
            for &e in &self.vertex_edges[v] {
                let [tail, head] = self.edges[e].vertices;
                let away = (self.vertices[if tail == v { head } else { tail }] - p).normalize();
                first -= away * (arcs[e].angle / 2.0);
                squares -= both(&away, &arcs[e].sum) / 6.0;
            }
            let round = if self.edges.is_empty() { 2.0 * TAU } else { TAU - self.angles_at(v) };
            squares += Mat3::identity() * (round / 3.0);
            sums.add(
                &(p - origin),
                round * r.powi(3) / 3.0,
                &(first * (r.powi(4) / 4.0)),
                &(squares * (r.powi(5) / 5.0)),
            );
        }
        let centre = sums.first / sums.volume;
        let central = sums.second - square(&centre) * sums.volume;
        let inertia = Mat3::identity() * central.trace() - central;
        MassProperties {
            measure: sums.volume,
            centroid: centre + origin,
            inertia: (inertia + inertia.transpose()) / 2.0,
        }
    }

    /// Sum of the angles of the facets at a vertex (rad).
    fn angles_at(&self, vertex: usize) -> f64 {
        let of_facet = |f: &usize| {
            let ring = &self.facets[*f].vertices;
            let place = ring.iter().position(|v| *v == vertex)?;
            let to = |k: usize| self.vertices[ring[k % ring.len()]] - self.vertices[vertex];
            Some(angle(&to(place + 1), &to(place + ring.len() - 1)))
        };
        self.vertex_facets[vertex].iter().filter_map(of_facet).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::hull::convex_hull_3d;
    use crate::geometry::shapes::cuboid;
    use crate::math::{Dimension, Quat};
    use std::f64::consts::PI;

    fn close(found: &Mat3, wanted: &Mat3, slack: f64) {
        assert!((found - wanted).norm() <= slack * wanted.norm(), "found {found}, wanted {wanted}");
    }

    /// The formulas of handbooks: a cylinder and two half balls, whose centroids are 3/8 ρ from their flats.
    #[test]
    fn a_capsule_has_its_closed_form() {
        let (r, l) = (0.3, 1.4);
        let mass = Polytope::capsule(Dimension::Three, r, l).unwrap().mass_properties();
        let (tube, ball) = (PI * r * r * l, 4.0 / 3.0 * PI * r * r * r);
        assert!((mass.measure / (tube + ball) - 1.0).abs() < 1e-15);
        let along = tube * r * r / 2.0 + ball * 0.4 * r * r;
        let across =
            tube * (l * l / 12.0 + r * r / 4.0) + ball * (0.4 * r * r + l * l / 4.0 + 3.0 / 8.0 * l * r);
        close(&mass.inertia, &Mat3::from_diagonal(&Vec3::new(across, across, along)), 1e-15);
        assert!(mass.centroid.norm() < 1e-15);
    }

    /// A box with half sides a, b, c: its moments by Steiner's theorem from boxes, quarters of cylinders and eighths of balls.
    #[test]
    fn a_rounded_box_has_its_closed_form() {
        let (half, r) = (Vec3::new(0.5, 0.3, 0.2), 0.1);
        let shape = cuboid(&half).unwrap().rounded(r).unwrap();
        let (turn, shift) = (Quat::from_scaled_axis(Vec3::new(0.3, -1.0, 0.7)), Vec3::new(3.0, -2.0, 1.0));
        let (a, b, c) = (2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
        let faces = 2.0 * (a * b + b * c + c * a);
        let volume = a * b * c + faces * r + PI * r * r * (a + b + c) + 4.0 / 3.0 * PI * r.powi(3);
        // ∫ x² for a side `a` along x, the others being b and c.
        let square_along = |a: f64, b: f64, c: f64| {
            let q = a / 2.0;
            let middle = (b * c + 2.0 * r * (b + c) + PI * r * r) * a.powi(3) / 12.0;
            // Beyond the ends: prisms, half tubes along both sides, and a ball; a half disc's centroid is 4ρ/3π off, a half ball's 3/8 ρ.
            let (prism, tube, ball) = (2.0 * b * c * r, PI * r * r * (b + c), 4.0 / 3.0 * PI * r.powi(3));
            middle
                + prism * (q * q + q * r + r * r / 3.0)
                + tube * (q * q + 2.0 * q * 4.0 * r / (3.0 * PI) + r * r / 4.0)
                + ball * (q * q + 2.0 * q * 3.0 / 8.0 * r + r * r / 5.0)
        };
        let squares = [square_along(a, b, c), square_along(b, c, a), square_along(c, a, b)];
        let sum: f64 = squares.iter().sum();
        let wanted = Mat3::from_diagonal(&Vec3::from(squares.map(|s| sum - s)));
        let turned = turn.to_rotation_matrix();
        for (shape, centre, inertia) in [
            (shape.transformed(&turn, &shift), shift, turned * wanted * turned.transpose()),
            (shape, Vec3::zeros(), wanted),
        ] {
            let mass = shape.mass_properties();
            assert!((mass.measure / volume - 1.0).abs() < 1e-14);
            assert!((mass.centroid - centre).norm() < 1e-14);
            close(&mass.inertia, &inertia, 1e-13);
        }
    }

    /// Polytopes whose corners lie on the surface, with more and more of them: what they lack falls with the square of the angle between.
    #[test]
    fn rounded_polyhedra_are_the_limit_of_polyhedra_with_many_corners() {
        let corners = [(0.0, 0.0, 0.0), (1.1, 0.1, 0.0), (0.2, 0.9, 0.1), (0.3, 0.2, 0.8), (0.8, 0.7, 0.6)];
        let corners: Vec<Vec3> = corners.iter().map(|(x, y, z)| Vec3::new(*x, *y, *z)).collect();
        let exact = convex_hull_3d(&corners).unwrap().rounded(0.2).unwrap().mass_properties();
        let off = |count: u32| {
            let on_ball = |k: u32, j: u32| {
                let (sin, cos) = (PI * f64::from(j) / f64::from(count)).sin_cos();
                let (y, x) = (PI * f64::from(k) / f64::from(count)).sin_cos();
                Vec3::new(x * sin, y * sin, cos) * 0.2
            };
            let ball: Vec<Vec3> =
                (0..2 * count).flat_map(|k| (0..=count).map(move |j| on_ball(k, j))).collect();
            let points: Vec<Vec3> = corners.iter().flat_map(|c| ball.iter().map(move |d| c + d)).collect();
            let found = convex_hull_3d(&points).unwrap().mass_properties();
            [
                exact.measure - found.measure,
                (found.centroid - exact.centroid).norm(),
                (found.inertia - exact.inertia).norm(),
            ]
        };
        let (coarse, fine) = (off(6), off(18));
        let order = (coarse[0] / fine[0]).log(3.0);
        assert!((1.9..2.1).contains(&order), "order {order}: {coarse:?}, {fine:?}");
        assert!(fine[0] > 0.0 && fine[0] < 0.02 * exact.measure, "{fine:?}");
        assert!(fine[1] < 0.01 && fine[2] < 0.02 * exact.inertia.norm(), "{fine:?}");
    }
}
