//! Points of contact from the true intersection: the normal of Drumwright's equation (4), and the bottom of the common volume (figure 4).

use crate::contact::broad_phase::find_part_pairs;
use crate::contact::{Kinematics, WorldPart};
use crate::geometry::overlap::{ConvexView, FacetOf, common_part};
use crate::math::{Dimension, Twist, Vec3};
use crate::stop;
use crate::world::{BodyId, Model, PartId};

/// Corners of the common part that lie less below the contact plane (m) lie in it but for rounding, and are no points of contact.
const IN_PLANE: f64 = 1e-10;

/// A face of the common part belongs to its bottom where its outward normal leans against the contact normal by more than this (cosine):
/// upright faces, which rounding may tilt either way, do not.
const BOTTOM: f64 = 1e-6;

/// Of facets below which the common part is equally deep to this share, as two that lie flat on each other, the first counts in every step.
const SAME_DEPTH: f64 = 1e-9;

/// Points nearer to each other than this count as one (in radii of the smaller part): cut corners would weigh double.
const MERGED: f64 = 1e-3;

/// Multiplications of a cut, for each pair of a vertex and a facet, roughly.
const COST_OF_A_CUT: u64 = 20;

/// Which points of the bottom push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The deepest one of a pair of bodies.
    Deepest,
    /// All.
    All,
}

/// A point at which one body lies in another.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where (m, world).
    pub at: Vec3,
    /// Contact normal, a unit vector from body A to body B.
    pub normal: Vec3,
    /// How deep below the contact plane (m), positive.
    pub depth: f64,
    /// The two parts.
    pub parts: (PartId, PartId),
    /// The facet in whose plane the contact plane lies, of the first or the second part.
    pub facet: FacetOf,
}

/// Two bodies that have a volume in common.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The bodies A and B, the lower id first.
    pub bodies: (BodyId, BodyId),
    /// The points that push: at least one.
    pub points: Vec<Point>,
    /// All points of the bottom, the deepest first within each pair of parts: where the bodies close or part, and are struck.
    pub surface: Vec<Point>,
}

impl Touch {
    /// The deepest point; the first of several.
    pub fn deepest(&self) -> &Point {
        deepest(&self.surface)
    }

    /// The mean of the points of the bottom (m): where blows act.
    pub fn centroid(&self) -> Vec3 {
        self.surface.iter().map(|p| p.at).sum::<Vec3>() / self.surface.len() as f64
    }
}

/// The deepest of some points, at least one; the first of several.
fn deepest(points: &[Point]) -> &Point {
    points[1..].iter().fold(&points[0], |best, point| if point.depth > best.depth { point } else { best })
}

/// The velocity of body B relative to body A at a point (m/s).
pub fn relative_velocity(at: &Vec3, centres: (&Vec3, &Vec3), twists: (&Twist, &Twist)) -> Vec3 {
    let of = |centre: &Vec3, twist: &Twist| twist.linear + twist.angular.cross(&(at - centre));
    of(centres.1, twists.1) - of(centres.0, twists.0)
}

/// All pairs of bodies that have a volume in common, in order of their ids.
pub fn touches(model: &Model, kinematics: &Kinematics, chosen: Chosen) -> Vec<Touch> {
    let still = vec![0.0; model.bodies.len()];
    let mut pairs = find_part_pairs(model, kinematics, &still);
    let bodies = |&(i, j): &(usize, usize)| (kinematics.parts[i].id.body, kinematics.parts[j].id.body);
    pairs.sort_by_key(|pair| (bodies(pair), *pair));
    let mut found = Vec::new();
    for of_bodies in pairs.chunk_by(|x, y| bodies(x) == bodies(y)) {
        let parts = of_bodies.iter().map(|&(i, j)| (&kinematics.parts[i], &kinematics.parts[j]));
        let surface: Vec<Point> = parts.flat_map(|(a, b)| bottom(model.dimension, a, b)).collect();
        if surface.is_empty() {
            continue;
        }
        let points = match chosen {
            Chosen::Deepest => vec![*deepest(&surface)],
            Chosen::All => surface.clone(),
        };
        found.push(Touch { bodies: bodies(&of_bodies[0]), points, surface });
    }
    found
}

/// The points on the bottom of the common part of two convex parts, the deepest first.
///
/// The contact plane is that of the facet below which the common part is least deep (4); only facets that bound it count.
fn bottom(dimension: Dimension, a: &WorldPart, b: &WorldPart) -> Vec<Point> {
    let size = |part: &WorldPart| (part.shape.vertices.len() as u64, part.shape.facets.len() as u64);
    let ((va, fa), (vb, fb)) = (size(a), size(b));
    if stop::spend(COST_OF_A_CUT * (va * fb + vb * fa)) {
        return Vec::new();
    }
    let [view_a, view_b] = [a, b].map(|p| ConvexView { vertices: &p.vertices, facets: &p.shape.facets });
    let Some(common) = common_part(dimension, &view_a, &view_b) else { return Vec::new() };
    let outward = |facet: FacetOf| match facet {
        FacetOf::A(k) => a.normal(k),
        FacetOf::B(k) => b.normal(k),
    };
    let depth = |facet: FacetOf, x: &Vec3| match facet {
        FacetOf::A(k) => -a.height(k, x),
        FacetOf::B(k) => -b.height(k, x),
    };
    let mut facets: Vec<FacetOf> = common.faces.iter().map(|face| face.0).collect();
    facets.sort_unstable();
    facets.dedup();
    let thickness =
        |facet: FacetOf| common.corners.iter().map(|x| depth(facet, x)).fold(f64::NEG_INFINITY, f64::max);
    let mut plane: Option<(f64, FacetOf)> = None;
    for facet in facets {
        let deep = thickness(facet);
        if plane.is_none_or(|(least, _)| deep < least * (1.0 - SAME_DEPTH)) {
            plane = Some((deep, facet));
        }
    }
    let Some((_, facet)) = plane else { return Vec::new() };
    let up = outward(facet);
    let mut below: Vec<(f64, usize)> = common
        .faces
        .iter()
        .filter(|(of, _)| outward(*of).dot(&up) < -BOTTOM)
        .flat_map(|(_, corners)| corners.iter().map(|&k| (depth(facet, &common.corners[k]), k)))
        .filter(|(deep, _)| *deep > IN_PLANE)
        .collect();
    below.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    below.dedup();
    let near = MERGED * a.shape.radius().min(b.shape.radius());
    let normal = if matches!(facet, FacetOf::A(_)) { up } else { -up };
    let mut points: Vec<Point> = Vec::with_capacity(below.len());
    for (depth, k) in below {
        let at = common.corners[k];
        if points.iter().all(|p| (p.at - at).norm() > near) {
            points.push(Point { at, normal, depth, parts: (a.id, b.id), facet });
        }
    }
    points
}
