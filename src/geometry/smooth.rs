//! Smooth solids: cylinders, cones and ellipsoids, as hulls of *limbs*.
//!
//! A limb is the image of the unit ball, x = c + E u with ‖u‖ ≤ 1: an ellipsoid, a disc where a column of E is zero, a point where all are. A
//! cylinder is the hull of two discs, a cone that of a point and a disc, an ellipsoid its own only limb. The support function of a limb,
//!
//! ```text
//!   h(m) = max over its points of m·x = m·c + ‖Eᵀm‖,
//! ```
//!
//! is all that contact asks of it; its gradient is the farthest point. Corners, edges and facets of the [`Polytope`] that carries a solid are those of
//! a polytope inscribed in it, for pictures; contact reads of them only the flat ends and some points of the rims.

use crate::geometry::hull::convex_hull_3d;
use crate::geometry::polytope::{GeometryError, MassProperties, Polytope};
use crate::math::{Mat3, Quat, Vec3};
use std::f64::consts::{PI, TAU};

/// Sides of the polygon inscribed in a rim.
const SIDES: u32 = 32;

/// Points near each rim that contact takes for corners.
const MARKS: u32 = 8;

/// How far from the middle of the disc they lie (parts of its radius). Within the rim: where it rolls on its edge they do not touch.
const MARKED: f64 = 0.98;

/// Widths of Eᵀm below this part of the limb's size have no direction (dimensionless): the rim lies flat to rounding.
const FLAT: f64 = 1e-11;

/// All points c + E u with ‖u‖ ≤ 1.
#[derive(Clone, Debug)]
pub struct Limb {
    /// Its centre c (m).
    pub centre: Vec3,
    /// E, its semi-axes as columns (m), at right angles to each other.
    pub spread: Mat3,
}

impl Limb {
    /// Its support function: how far it reaches along `m` (m, for a unit direction).
    pub fn height(&self, m: &Vec3) -> f64 {
        m.dot(&self.centre) + self.spread.tr_mul(m).norm()
    }

    /// How far its points are from the origin at most (m): that of the farthest where the centre lies on an axis, as in a solid about its own axis;
    /// elsewhere a bound.
    fn reach(&self) -> f64 {
        let along = |e: &Vec3| {
            if e.norm() > 0.0 { e.normalize() * e.normalize().dot(&self.centre) } else { Vec3::zeros() }
        };
        let within: Vec3 = self.spread.column_iter().map(|e| along(&e.into_owned())).sum();
        let beside = (self.centre - within).norm();
        beside.hypot(within.norm() + self.size())
    }

    /// Its farthest point along `m`; of several the middle.
    pub fn farthest(&self, m: &Vec3) -> Vec3 {
        // As between m and itself, for which this is asked most.
        let w = self.spread.tr_mul(m);
        let size2 = self.spread.column_iter().map(|c| c.norm_squared()).fold(0.0, f64::max);
        if !(w.norm_squared() > FLAT * FLAT * size2 * m.norm_squared()) {
            return self.centre;
        }
        self.centre + self.spread * (w / w.norm())
    }

    /// The point s of the limb with s·(m₁ − m₀) = h(m₁) − h(m₀): a discrete gradient of its support function. With w = Eᵀm it is
    /// c + E (w₀ + w₁)/(‖w₀‖ + ‖w₁‖), exact for every m₀ and m₁.
    pub fn between(&self, m0: &Vec3, m1: &Vec3) -> Vec3 {
        let (w0, w1) = (self.spread.tr_mul(m0), self.spread.tr_mul(m1));
        let sum = w0.norm() + w1.norm();
        if !(sum > FLAT * self.size() * (m0.norm() + m1.norm())) {
            return self.centre;
        }
        self.centre + self.spread * ((w0 + w1) / sum)
    }

    /// Whether it is a disc that lies flat across `m` (unit vector): all of it is as far along that.
    pub fn is_flat(&self, m: &Vec3) -> bool {
        self.size() > 0.0 && !(self.spread.tr_mul(m).norm() > FLAT * self.size())
    }

    /// Its largest semi-axis (m).
    pub fn size(&self) -> f64 {
        self.spread.column_iter().map(|c| c.norm()).fold(0.0, f64::max)
    }

    /// Whether it is an ellipsoid, not a disc or a point.
    pub fn is_solid(&self) -> bool {
        self.spread.column_iter().all(|c| c.norm() > 0.0)
    }

    /// The axis of a disc (unit vector).
    pub fn axis(&self) -> Option<Vec3> {
        let across = self.spread.column(0).cross(&self.spread.column(1));
        across.try_normalize(0.0).filter(|_| !self.is_solid())
    }

    fn moved(&self, rotation: &Quat, translation: &Vec3) -> Self {
        let turn = rotation.to_rotation_matrix();
        Self { centre: rotation * self.centre + translation, spread: turn * self.spread }
    }
}

/// What kind of solid it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmoothKind {
    /// Two equal discs.
    Cylinder,
    /// A disc and a point above its middle.
    Cone,
    /// One ellipsoid.
    Ellipsoid,
}

/// The exact surface of a part that has one.
#[derive(Clone, Debug)]
pub struct Smooth {
    /// What it is.
    pub kind: SmoothKind,
    /// What it is the hull of; its points first.
    pub limbs: Vec<Limb>,
    /// Numbers of the polytope's facets that lie in flat ends.
    pub caps: Vec<usize>,
    /// Points near the rims that contact takes for corners (m), with the numbers of the polytope's vertices beside them, ascending.
    pub marks: Vec<(usize, Vec3)>,
    mass: MassProperties,
    thickness: f64,
}

impl Smooth {
    /// How far it reaches along `m` (m, for a unit direction).
    pub fn height(&self, m: &Vec3) -> f64 {
        self.limbs.iter().map(|limb| limb.height(m)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Its farthest point along `m`.
    pub fn farthest(&self, m: &Vec3) -> Vec3 {
        let mut best = (f64::NEG_INFINITY, Vec3::zeros());
        for limb in &self.limbs {
            let height = limb.height(m);
            if height > best.0 {
                best = (height, limb.farthest(m));
            }
        }
        best.1
    }

    /// Its profile, of a cylinder or a cone: the axis with the centre of the solid, and how far from that both ends lie (m).
    pub fn axis(&self) -> Option<(Vec3, Vec3, f64)> {
        let [first, last] = self.limbs.as_slice() else { return None };
        let along = first.centre - last.centre;
        let length = along.norm();
        Some(((first.centre + last.centre) / 2.0, along / length, length / 2.0))
    }

    /// Radii of a cylinder or cone at both ends of its [`axis`](Self::axis), that at its head first (m).
    pub fn radii(&self) -> (f64, f64) {
        (self.limbs[0].size(), self.limbs[self.limbs.len() - 1].size())
    }

    /// The point that stands for a vertex of the polytope in contact (m), if it is one of the marks.
    pub fn mark(&self, vertex: usize) -> Option<Vec3> {
        self.marks.binary_search_by_key(&vertex, |mark| mark.0).ok().map(|k| self.marks[k].1)
    }

    /// The outward normal of the surface near a point of it that lies in a facet of the polytope with the normal `n`. For pictures.
    pub fn normal_near(&self, x: &Vec3, n: &Vec3) -> Vec3 {
        let Some((centre, along, half)) = self.axis() else {
            let limb = &self.limbs[0];
            let part = |c: Vec3| c * (c.dot(&(x - limb.centre)) / c.norm_squared().powi(2));
            let sum: Vec3 = limb.spread.column_iter().map(|c| part(c.into_owned())).sum();
            return sum.try_normalize(0.0).unwrap_or(*n);
        };
        if n.dot(&along).abs() > 1.0 - 1e-9 {
            return *n;
        }
        let w = x - centre;
        let across = w - along * along.dot(&w);
        // The tip of a cone has that of the facet.
        let radial = across.try_normalize(1e-9 * half).unwrap_or(n - along * along.dot(n));
        let (head, foot) = self.radii();
        let (_, out, up) = flank_height(0.0, 0.0, half, head, foot);
        (radial.try_normalize(0.0).unwrap_or(*n) * out + along * up).normalize()
    }

    /// Whether an edge of the polytope between two of its vertices is drawn: rims, some lines of a flank, and three ellipses.
    pub fn is_drawn(&self, tail: &Vec3, head: &Vec3) -> bool {
        if self.axis().is_none() {
            let limb = &self.limbs[0];
            let on_axis = |c: Vec3, x: &Vec3| c.dot(&(x - limb.centre)).abs() < 1e-9 * c.norm_squared();
            return limb
                .spread
                .column_iter()
                .map(nalgebra::Matrix::into_owned)
                .any(|c| on_axis(c, tail) && on_axis(c, head));
        }
        let Some((_, along, half)) = self.axis() else { return true };
        let rise = (head - tail).dot(&along).abs();
        let near =
            |x: &Vec3| self.marks.iter().step_by(2).any(|mark| (mark.1 - x).norm() < 0.05 * self.radii().1);
        rise < 1e-9 * half || near(tail) || near(head)
    }

    /// How far outside a point is (m); outside of the solid a lower bound, inside exact for cylinders and cones.
    pub fn outside(&self, x: &Vec3) -> f64 {
        let Some((centre, along, half)) = self.axis() else {
            let limb = &self.limbs[0];
            let (mut sum, mut least) = (0.0, f64::INFINITY);
            for axis in limb.spread.column_iter() {
                let length = axis.norm();
                sum += (axis.dot(&(x - limb.centre)) / (length * length)).powi(2);
                least = least.min(length);
            }
            return (sum.sqrt() - 1.0) * least;
        };
        let w = x - centre;
        let z = w.dot(&along);
        let across = (w - along * z).norm();
        let (head, foot) = self.radii();
        let flank = flank_height(across, z, half, head, foot).0;
        flank.max(z.abs() - half)
    }

    fn radius(&self) -> f64 {
        self.limbs.iter().map(Limb::reach).fold(0.0, f64::max)
    }
}

/// How far a point at a distance `across` from the axis and at the height `z` above the middle lies outside the flank of a cylinder or cone, and the
/// flank's normal as its parts across and along the axis.
pub fn flank_height(across: f64, z: f64, half: f64, head: f64, foot: f64) -> (f64, f64, f64) {
    let (rise, slope) = (2.0 * half, foot - head);
    let length = rise.hypot(slope);
    let (out, up) = (rise / length, slope / length);
    ((across - foot) * out + (z + half) * up, out, up)
}

impl Polytope {
    /// The cylinder of the given radius and length (m) about the z axis, its middle at the origin.
    ///
    /// # Errors
    /// A size that is not a positive finite number, or so unlike the other that no hull is found.
    pub fn cylinder(radius: f64, length: f64) -> Result<Self, GeometryError> {
        let (r, half) = (checked("radius", radius)?, checked("length", length)? / 2.0);
        let disc = |z: f64| Limb { centre: Vec3::z() * z, spread: across(r, r, 0.0) };
        let measure = PI * r * r * length;
        let side = measure * (3.0 * r * r + length * length) / 12.0;
        let inertia = Mat3::from_diagonal(&Vec3::new(side, side, measure * r * r / 2.0));
        let rims: Vec<Vec3> = [half, -half].into_iter().flat_map(|z| rim(r, z, SIDES)).collect();
        let smooth = Smooth {
            kind: SmoothKind::Cylinder,
            limbs: vec![disc(half), disc(-half)],
            caps: Vec::new(),
            marks: Vec::new(),
            mass: MassProperties { measure, centroid: Vec3::zeros(), inertia },
            thickness: (2.0 * r).min(length),
        };
        let marked: Vec<Vec3> = [half, -half].into_iter().flat_map(|z| rim(MARKED * r, z, MARKS)).collect();
        carried(&rims, smooth, &marked)
    }

    /// The cone of the given radius and length (m) about the z axis, its base at −length/2 and its apex at +length/2.
    ///
    /// # Errors
    /// As [`Polytope::cylinder`].
    pub fn cone(radius: f64, length: f64) -> Result<Self, GeometryError> {
        let (r, half) = (checked("radius", radius)?, checked("length", length)? / 2.0);
        let measure = PI * r * r * length / 3.0;
        let side = measure * (12.0 * r * r + 3.0 * length * length) / 80.0;
        let inertia = Mat3::from_diagonal(&Vec3::new(side, side, 0.3 * measure * r * r));
        let apex = Vec3::z() * half;
        let mut points: Vec<Vec3> = rim(r, -half, SIDES).collect();
        points.push(apex);
        let smooth = Smooth {
            kind: SmoothKind::Cone,
            limbs: vec![
                Limb { centre: apex, spread: Mat3::zeros() },
                Limb { centre: -apex, spread: across(r, r, 0.0) },
            ],
            caps: Vec::new(),
            marks: Vec::new(),
            mass: MassProperties { measure, centroid: Vec3::z() * (-half / 2.0), inertia },
            thickness: length.min(2.0 * r * length / r.hypot(length)),
        };
        let marked: Vec<Vec3> = rim(MARKED * r, -half, MARKS).collect();
        carried(&points, smooth, &marked)
    }

    /// The ellipsoid with the given semi-axes (m) along x, y and z, its middle at the origin.
    ///
    /// # Errors
    /// As [`Polytope::cylinder`].
    pub fn ellipsoid(semi_axes: &Vec3) -> Result<Self, GeometryError> {
        for value in semi_axes.iter() {
            checked("semi-axis", *value)?;
        }
        let (a, b, c) = (semi_axes.x, semi_axes.y, semi_axes.z);
        let measure = 4.0 / 3.0 * PI * a * b * c;
        let squares = Vec3::new(b * b + c * c, c * c + a * a, a * a + b * b);
        let rings = SIDES / 2;
        let mut points = vec![Vec3::z() * c, Vec3::z() * -c];
        for ring in 1..rings {
            let (sin, cos) = (PI * f64::from(ring) / f64::from(rings)).sin_cos();
            points.extend(rim(sin, cos, SIDES).map(|u| u.component_mul(semi_axes)));
        }
        let smooth = Smooth {
            kind: SmoothKind::Ellipsoid,
            limbs: vec![Limb { centre: Vec3::zeros(), spread: across(a, b, c) }],
            caps: Vec::new(),
            marks: Vec::new(),
            mass: MassProperties {
                measure,
                centroid: Vec3::zeros(),
                inertia: Mat3::from_diagonal(&(squares * (measure / 5.0))),
            },
            thickness: 2.0 * semi_axes.min(),
        };
        carried(&points, smooth, &[])
    }

    /// The exact surface, where it is that of a smooth solid.
    pub fn smooth(&self) -> Option<&Smooth> {
        self.smooth.as_deref()
    }

    /// The limbs of a smooth solid as the truth meter wants them; none of any other part.
    pub fn blobs(&self) -> Vec<[Vec3; 4]> {
        let blob = |limb: &Limb| {
            let tip = |k: usize| limb.centre + limb.spread.column(k);
            [limb.centre, tip(0), tip(1), tip(2)]
        };
        self.smooth().map_or_else(Vec::new, |smooth| smooth.limbs.iter().map(blob).collect())
    }

    /// What is known of a smooth solid in closed form: mass properties, thickness and radius about the origin (m).
    pub(super) fn smooth_measures(&self) -> Option<(MassProperties, f64, f64)> {
        self.smooth().map(|smooth| (smooth.mass, smooth.thickness, smooth.radius()))
    }

    /// Moves the exact surface with the polytope.
    pub(super) fn move_smooth(&mut self, rotation: &Quat, translation: &Vec3) {
        if let Some(smooth) = &mut self.smooth {
            smooth.limbs = smooth.limbs.iter().map(|limb| limb.moved(rotation, translation)).collect();
            smooth.marks.iter_mut().for_each(|mark| mark.1 = rotation * mark.1 + translation);
            smooth.mass = smooth.mass.transformed(rotation, translation);
        }
    }
}

/// The polytope inscribed in a solid, which carries it; `marked` are the points of it that contact takes for corners.
fn carried(points: &[Vec3], mut smooth: Smooth, marked: &[Vec3]) -> Result<Polytope, GeometryError> {
    let mut hull = convex_hull_3d(points)?;
    if let Some((centre, along, half)) = smooth.axis() {
        let radii = smooth.radii();
        for (f, facet) in hull.facets.iter_mut().enumerate() {
            let up = facet.normal.dot(&along);
            let radius = if up > 0.0 { radii.0 } else { radii.1 };
            if up.abs() > 1.0 - 1e-9 && radius > 0.0 {
                // To the last digit that of the flat end.
                facet.normal = along * up.signum();
                facet.offset = facet.normal.dot(&centre) + half;
                smooth.caps.push(f);
            }
        }
    }
    let nearest = |x: &Vec3| {
        let off = |v: &Vec3| (v - x).norm_squared();
        (0..hull.vertices.len()).min_by(|i, j| off(&hull.vertices[*i]).total_cmp(&off(&hull.vertices[*j])))
    };
    smooth.marks = marked.iter().filter_map(|x| Some((nearest(x)?, *x))).collect();
    smooth.marks.sort_unstable_by_key(|mark| mark.0);
    smooth.marks.dedup_by_key(|mark| mark.0);
    hull.smooth = Some(Box::new(smooth));
    Ok(hull)
}

fn rim(radius: f64, z: f64, sides: u32) -> impl Iterator<Item = Vec3> {
    (0..sides).map(move |k| {
        let (sin, cos) = (TAU * f64::from(k) / f64::from(sides)).sin_cos();
        Vec3::new(radius * cos, radius * sin, z)
    })
}

fn across(a: f64, b: f64, c: f64) -> Mat3 {
    Mat3::from_diagonal(&Vec3::new(a, b, c))
}

fn checked(what: &'static str, value: f64) -> Result<f64, GeometryError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(GeometryError::BadSize { what, value }) }
}

#[cfg(test)]
#[path = "smooth_tests.rs"]
mod tests;
