//! Curved bodies: a core that is swept by a ball, in the plane by a disc, and its mass properties.

use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
use crate::geometry::polytope::{GeometryError, MassProperties, Polytope};
use crate::math::{Dimension, Mat3, Vec3};
use std::borrow::Cow;
use std::f64::consts::{PI, TAU};
use std::sync::OnceLock;

/// Sides of a circle in pictures.
const DRAWN_SIDES: u32 = 32;

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
            rounding: checked_radius(radius)?,
            smooth: None,
            width: OnceLock::new(),
            middle: OnceLock::new(),
        })
    }

    /// Its shape swept by a disc of the given radius (m): a polygon with round corners that reaches as much farther to every side.
    ///
    /// # Errors
    /// A polyhedron; a radius that is not a positive finite number.
    pub fn rounded(self, radius: f64) -> Result<Self, GeometryError> {
        if self.dimension == Dimension::Three {
            return Err(GeometryError::WrongDimension {
                what: "polyhedra cannot be rounded yet; use Sphere, or leave the corners as they are",
            });
        }
        let rounding = self.rounding + checked_radius(radius)?;
        Ok(Self { rounding, width: OnceLock::new(), middle: OnceLock::new(), ..self })
    }

    /// A polytope to draw it by: its own for one with corners, else one whose corners lie on the curved surface. For pictures only.
    pub fn drawn(&self) -> Cow<'_, Self> {
        if !(self.rounding > 0.0) {
            return Cow::Borrowed(self);
        }
        let angle = |k: u32, of: u32| TAU * f64::from(k) / f64::from(of);
        let around = |k: u32| Vec3::new(angle(k, DRAWN_SIDES).cos(), angle(k, DRAWN_SIDES).sin(), 0.0);
        let on_ball = |ring: u32, k: u32| {
            let (sin, cos) = (angle(ring, DRAWN_SIDES).sin(), angle(ring, DRAWN_SIDES).cos());
            around(k) * sin + Vec3::z() * cos
        };
        let directions: Vec<Vec3> = match self.dimension {
            Dimension::Two => (0..DRAWN_SIDES).map(around).collect(),
            Dimension::Three => {
                let rings = 1..DRAWN_SIDES / 2;
                let rings = rings.flat_map(|ring| (0..DRAWN_SIDES).map(move |k| on_ball(ring, k)));
                rings.chain([Vec3::z(), -Vec3::z()]).collect()
            }
        };
        let points: Vec<Vec3> = self
            .vertices
            .iter()
            .flat_map(|v| directions.iter().map(move |d| v + d * self.rounding))
            .collect();
        let hull = match self.dimension {
            Dimension::Two => convex_hull_2d(&points),
            Dimension::Three => convex_hull_3d(&points),
        };
        // What is too small for a hull is too small to be seen.
        hull.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// Mass properties of a swept core for unit density, in closed form: of a ball, or of a polygon with a rectangle on each edge and a
    /// sector at each corner.
    pub(super) fn swept_mass_properties(&self) -> MassProperties {
        match self.dimension {
            Dimension::Three => self.ball_mass_properties(),
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
            let core = Self { rounding: 0.0, ..self.clone() }.mass_properties();
            add(core.measure, core.centroid - origin, core.inertia[(2, 2)]);
            for k in 0..count {
                let (a, b) = (self.vertices[k] - origin, self.vertices[(k + 1) % count] - origin);
                let (along, n, before) =
                    (b - a, self.facets[k].normal, self.facets[(k + count - 1) % count].normal);
                let (length, on_edge) = (along.norm(), along.norm() * r);
                add(on_edge, (a + b) / 2.0 + n * (r / 2.0), on_edge * (length * length + r * r) / 12.0);
                // The sector at a between the normals, of angle α: its centroid is ⅔ r sin(α/2)/(α/2) from the corner.
                let angle = before.cross(&n).z.atan2(before.dot(&n)).rem_euclid(TAU);
                let sector = angle * r * r / 2.0;
                let middle = (before + n).normalize();
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

fn checked_radius(value: f64) -> Result<f64, GeometryError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(GeometryError::BadSize { what: "radius", value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64, slack: f64) {
        assert!((found - wanted).abs() <= slack * wanted.abs(), "found {found}, wanted {wanted}");
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
