//! Curved bodies: a core that is swept by a ball, in the plane by a disc: a point, a segment or a polytope. How they are made and drawn, and mass
//! properties in the plane.

use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
use crate::geometry::polytope::{Edge, Facet, GeometryError, MassProperties, Polytope};
use crate::geometry::shapes::checked;
use crate::math::{Dimension, Mat3, Quat, Vec3};
use std::borrow::Cow;
use std::f64::consts::{PI, TAU};
use std::sync::OnceLock;

/// Sides of a circle in pictures.
const DRAWN_SIDES: u32 = 32;

/// Directions of the net nearer than this to the border of a vertex' own (sine) are left to the border.
const INSIDE: f64 = 0.02;

impl Polytope {
    /// The ball, in the plane the disc, of the given radius (m) about the origin: a point as the core.
    ///
    /// # Errors
    /// A radius that is not a positive finite number.
    pub fn ball(dimension: Dimension, radius: f64) -> Result<Self, GeometryError> {
        Ok(Self {
            dimension,
            vertices: vec![Vec3::zeros()],
            facets: Vec::new(),
            edges: Vec::new(),
            vertex_neighbours: vec![Vec::new()],
            vertex_facets: vec![Vec::new()],
            vertex_edges: vec![Vec::new()],
            rounding: checked("radius", radius)?,
            smooth: None,
            width: OnceLock::new(),
            middle: OnceLock::new(),
            planes: OnceLock::new(),
        })
    }

    /// The capsule of the given radius (m) about the origin, in the plane between two half discs: a segment as the core, of the given
    /// length (m), along z in space and along x in the plane.
    ///
    /// # Errors
    /// A radius or length that is not a positive finite number.
    pub fn capsule(dimension: Dimension, radius: f64, length: f64) -> Result<Self, GeometryError> {
        let half = checked("length", length)? / 2.0;
        let flat = dimension == Dimension::Two;
        let end = if flat { Vec3::x() * half } else { Vec3::z() * half };
        let side =
            |vertices: [usize; 2], normal: Vec3| Facet { vertices: vertices.into(), normal, offset: 0.0 };
        // In the plane it is a polygon of two sides, which lie on each other.
        let facets = if flat { vec![side([0, 1], -Vec3::y()), side([1, 0], Vec3::y())] } else { Vec::new() };
        let edges = if flat { Vec::new() } else { vec![Edge { vertices: [0, 1], facets: [0, 1] }] };
        Ok(Self {
            dimension,
            vertices: vec![-end, end],
            vertex_neighbours: vec![vec![1], vec![0]],
            vertex_facets: vec![(0..facets.len()).collect(); 2],
            vertex_edges: vec![(0..edges.len()).collect(); 2],
            facets,
            edges,
            rounding: checked("radius", radius)?,
            smooth: None,
            width: OnceLock::new(),
            middle: OnceLock::new(),
            planes: OnceLock::new(),
        })
    }

    /// Its shape swept by a ball, in the plane by a disc, of the given radius (m): its corners and edges become round, and it reaches as
    /// much farther to every side.
    ///
    /// # Errors
    /// A radius that is not a positive finite number; a cylinder, cone or ellipsoid.
    pub fn rounded(self, radius: f64) -> Result<Self, GeometryError> {
        if self.smooth.is_some() {
            return Err(GeometryError::WrongDimension {
                what: "cylinders, cones and ellipsoids cannot be rounded yet; round a polyhedron, or use Capsule",
            });
        }
        let rounding = self.rounding + checked("radius", radius)?;
        Ok(Self { rounding, width: OnceLock::new(), middle: OnceLock::new(), ..self })
    }

    /// A polytope to draw it by: its own for one with corners, else one whose corners lie on the curved surface. For pictures only.
    pub fn drawn(&self) -> Cow<'_, Self> {
        if !(self.rounding > 0.0) {
            return Cow::Borrowed(self);
        }
        let flat = self.dimension == Dimension::Two;
        let directions = |v: usize| if flat { circle(&Vec3::z()) } else { self.directions_at(v) };
        let on_surface =
            |v: usize| directions(v).into_iter().map(move |d| self.vertices[v] + d * self.rounding);
        let points: Vec<Vec3> = (0..self.vertices.len()).flat_map(on_surface).collect();
        let hull = if flat { convex_hull_2d(&points) } else { convex_hull_3d(&points) };
        // What is too small for a hull is too small to be seen.
        hull.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// Directions in space in which a vertex of the core lies farthest: the normals of its facets, arcs between these, and a net over what they
    /// enclose.
    fn directions_at(&self, vertex: usize) -> Vec<Vec3> {
        let p = self.vertices[vertex];
        let away: Vec<Vec3> =
            self.vertex_neighbours[vertex].iter().map(|&w| (self.vertices[w] - p).normalize()).collect();
        // The poles of the net lie on the axis of a segment.
        let turn = match away.as_slice() {
            [along] => Quat::rotation_between(&Vec3::z(), along).unwrap_or_else(Quat::identity),
            _ => Quat::identity(),
        };
        let ring = |ring: u32| {
            let (sin, cos) = (PI * f64::from(ring) / f64::from(DRAWN_SIDES / 2)).sin_cos();
            circle(&Vec3::z()).into_iter().map(move |d| d * sin + Vec3::z() * cos)
        };
        let net = (1..DRAWN_SIDES / 2).flat_map(ring).chain([Vec3::z(), -Vec3::z()]).map(|d| turn * d);
        let mut found: Vec<Vec3> = net.filter(|d| away.iter().all(|a| a.dot(d) < -INSIDE)).collect();
        found.extend(self.vertex_facets[vertex].iter().map(|&f| self.facets[f].normal));
        for edge in self.vertex_edges[vertex].iter().map(|&e| &self.edges[e]) {
            let [Some(from), Some(to)] = edge.facets.map(|f| self.facets.get(f).map(|f| f.normal)) else {
                found.extend(circle(&(turn * Vec3::z())));
                continue;
            };
            let sides = (from.angle(&to) / TAU * f64::from(DRAWN_SIDES)).ceil();
            let inner = (1..DRAWN_SIDES).map(|k| f64::from(k) / sides).take_while(|share| *share < 1.0);
            found.extend(inner.map(|share| from.slerp(&to, share)));
        }
        found
    }

    /// Mass properties of a swept core for unit density, in closed form: of a ball, of what has edges in space, or of a polygon with a rectangle
    /// on each edge and a sector at each corner.
    pub(super) fn swept_mass_properties(&self) -> MassProperties {
        match self.dimension {
            Dimension::Three if self.vertices.len() == 1 => self.ball_mass_properties(),
            Dimension::Three => self.swept_mass_in_space(),
            Dimension::Two => self.rounded_polygon_mass_properties(),
        }
    }

    fn ball_mass_properties(&self) -> MassProperties {
        let r = self.rounding;
        let measure = 4.0 / 3.0 * PI * r.powi(3);
        let inertia = Mat3::identity() * (0.4 * measure * r * r);
        MassProperties { measure, centroid: self.vertices[0], inertia }
    }

    fn rounded_polygon_mass_properties(&self) -> MassProperties {
        let (r, origin, count) = (self.rounding, self.vertices[0], self.vertices.len());
        // Area, first moment and polar second moment about `origin`.
        let (mut area, mut first, mut polar) = (0.0, Vec3::zeros(), 0.0);
        let mut add = |part: f64, centre: Vec3, about_centre: f64| {
            area += part;
            first += centre * part;
            polar += about_centre + part * centre.norm_squared();
        };
        if count == 1 {
            add(PI * r * r, Vec3::zeros(), PI * r.powi(4) / 2.0);
        } else {
            if count > 2 {
                let core = Self { rounding: 0.0, ..self.clone() }.mass_properties();
                add(core.measure, core.centroid - origin, core.inertia[(2, 2)]);
            }
            for k in 0..count {
                let (a, b) = (self.vertices[k] - origin, self.vertices[(k + 1) % count] - origin);
                let (along, n, before) =
                    (b - a, self.facets[k].normal, self.facets[(k + count - 1) % count].normal);
                let (length, on_edge) = (along.norm(), along.norm() * r);
                add(on_edge, (a + b) / 2.0 + n * (r / 2.0), on_edge * (length * length + r * r) / 12.0);
                // The sector at a between the normals, of angle α: its centroid is ⅔ r sin(α/2)/(α/2) from the corner.
                let angle = before.cross(&n).z.atan2(before.dot(&n)).rem_euclid(TAU);
                let sector = angle * r * r / 2.0;
                let (sin, cos) = (angle / 2.0).sin_cos();
                let middle = before * cos + Vec3::z().cross(&before) * sin;
                let reach = 2.0 / 3.0 * r * (angle / 2.0).sin() / (angle / 2.0);
                add(sector, a + middle * reach, sector * (r * r / 2.0 - reach * reach));
            }
        }
        let centre = first / area;
        let zz = polar - area * centre.norm_squared();
        let inertia = Mat3::from_diagonal(&Vec3::new(0.0, 0.0, zz));
        MassProperties { measure: area, centroid: centre + origin, inertia }
    }
}

/// Unit directions around an axis, the first of them the same for the same axis.
fn circle(axis: &Vec3) -> Vec<Vec3> {
    let turn = Quat::rotation_between(&Vec3::z(), axis).unwrap_or_else(Quat::identity);
    let at = |k: u32| {
        let (sin, cos) = (TAU * f64::from(k) / f64::from(DRAWN_SIDES)).sin_cos();
        turn * Vec3::new(cos, sin, 0.0)
    };
    (0..DRAWN_SIDES).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64, slack: f64) {
        assert!((found - wanted).abs() <= slack * wanted.abs(), "found {found}, wanted {wanted}");
    }

    #[test]
    fn a_flat_capsule_has_its_closed_form() {
        let (r, l) = (0.3, 1.4);
        let capsule = Polytope::capsule(Dimension::Two, r, l).unwrap();
        let mass = capsule.mass_properties();
        let (strip, disc) = (2.0 * r * l, PI * r * r);
        close(mass.measure, strip + disc, 1e-15);
        let polar = strip * (l * l + 4.0 * r * r) / 12.0
            + disc * (r * r / 2.0 + l * l / 4.0 + 4.0 * r * l / (3.0 * PI));
        close(mass.inertia[(2, 2)], polar, 1e-15);
        assert!(mass.centroid.norm() < 1e-16);
        close(capsule.thickness(), 2.0 * r, 1e-15);
    }

    /// What is drawn lies on the surface, and lacks of the volume what so many sides do.
    #[test]
    fn what_is_drawn_is_nearly_the_shape() {
        let (half, turn) = (Vec3::new(0.3, 0.2, 0.1), Quat::from_scaled_axis(Vec3::new(0.3, -1.0, 0.7)));
        let cube = crate::geometry::shapes::cuboid(&half).unwrap();
        for shape in [
            Polytope::capsule(Dimension::Two, 0.1, 0.5).unwrap(),
            Polytope::capsule(Dimension::Three, 0.1, 0.5).unwrap(),
            Polytope::capsule(Dimension::Three, 0.1, 0.5).unwrap().transformed(&turn, &half),
            Polytope::ball(Dimension::Three, 0.1).unwrap(),
            cube.rounded(0.1).unwrap(),
        ] {
            let (drawn, exact) = (shape.drawn().mass_properties(), shape.mass_properties());
            assert!(drawn.measure < exact.measure && drawn.measure > 0.97 * exact.measure, "{drawn:?}");
            assert!((drawn.centroid - exact.centroid).norm() < 1e-3);
        }
    }

    #[test]
    fn balls_and_discs_have_their_closed_forms() {
        let ball = Polytope::ball(Dimension::Three, 0.3).unwrap();
        let mass = ball.mass_properties();
        close(mass.measure, 4.0 / 3.0 * PI * 0.027, 1e-15);
        close(mass.inertia[(1, 1)], 0.4 * mass.measure * 0.09, 1e-15);
        close(ball.thickness(), 0.6, 1e-15);
        let disc = Polytope::ball(Dimension::Two, 0.3).unwrap().mass_properties();
        close(disc.measure, PI * 0.09, 1e-15);
        close(disc.inertia[(2, 2)], 0.5 * disc.measure * 0.09, 1e-15);
        for radius in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let message = Polytope::ball(Dimension::Three, radius).unwrap_err().to_string();
            assert!(message.starts_with("radius is "), "{message}");
        }
    }

    /// A polygon inscribed in the round one, with an angle θ between its corners: along the arcs it lacks ρ²θ²/12 a radian of area, along an
    /// edge of length L at most Lρ(θ/2)²/2, in all between 0.021 θ² and 0.1 θ² here; centroid and inertia change by no more, at arms below 1 m.
    #[test]
    fn rounded_polygons_are_the_limit_of_polygons_with_many_corners() {
        let corners = [(0.0, 0.0), (1.1, 0.1), (0.9, 0.8), (0.2, 0.5)];
        let corners: Vec<Vec3> = corners.iter().map(|(x, y)| Vec3::new(*x, *y, 0.0)).collect();
        let exact = convex_hull_2d(&corners).unwrap().rounded(0.2).unwrap().mass_properties();
        let off = |count: u32| {
            let around = |k: u32| {
                let (sin, cos) = (TAU * f64::from(k) / f64::from(count)).sin_cos();
                Vec3::new(cos, sin, 0.0) * 0.2
            };
            let points: Vec<Vec3> =
                corners.iter().flat_map(|c| (0..count).map(move |k| c + around(k))).collect();
            let found = convex_hull_2d(&points).unwrap().mass_properties();
            let parts = [
                found.measure - exact.measure,
                (found.centroid - exact.centroid).norm(),
                found.inertia[(2, 2)] - exact.inertia[(2, 2)],
            ];
            parts.map(f64::abs)
        };
        for count in [60, 960, 3840] {
            let angle = TAU / f64::from(count);
            let found = off(count);
            assert!(found[0] > 0.02 * angle * angle, "{count}: {found:?}");
            assert!(found.iter().all(|off| *off < 0.1 * angle * angle), "{count}: {found:?}");
        }
    }
}
