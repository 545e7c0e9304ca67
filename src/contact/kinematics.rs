//! World-frame geometry of all active parts at given poses, computed once and read by every later stage.

use crate::geometry::polytope::Polytope;
use crate::geometry::spot::Spot;
use crate::math::{Dimension, Mat3, Pose, Vec3};
use crate::world::PartId;
use crate::world::{BodyId, Model};
use std::ops::Range;
use std::sync::OnceLock;

/// One convex part in the world frame.
#[derive(Clone, Debug)]
pub struct WorldPart<'m> {
    /// Which part.
    pub id: PartId,
    /// Its shape in the body frame (adjacency is read from here).
    pub shape: &'m Polytope,
    /// Vertices (m).
    pub vertices: Vec<Vec3>,
    /// Centre of mass of the body (m): lever arms start here.
    pub centre: Vec3,
    /// From body axes to world axes.
    rotation: Mat3,
    /// Outward facet normals, once all of them were asked for: an iteration places parts often and reads few.
    normals: OnceLock<Vec<Vec3>>,
}

impl<'m> WorldPart<'m> {
    /// Places one part of a body at a pose.
    pub fn at(id: PartId, shape: &'m Polytope, pose: &Pose) -> Self {
        let mut part = Self {
            id,
            shape,
            vertices: vec![Vec3::zeros(); shape.vertices.len()],
            centre: pose.position,
            rotation: Mat3::identity(),
            normals: OnceLock::new(),
        };
        part.move_to(pose);
        part
    }

    /// Places the part again, at another pose of its body.
    pub fn move_to(&mut self, pose: &Pose) {
        self.rotation = pose.orientation.to_rotation_matrix().into_inner();
        self.centre = pose.position;
        self.normals.take();
        for (world, v) in self.vertices.iter_mut().zip(&self.shape.vertices) {
            *world = self.rotation * v + self.centre;
        }
    }

    /// A point of the body's axes in world axes (m).
    pub fn to_world(&self, local: &Vec3) -> Vec3 {
        self.rotation * local + self.centre
    }

    /// Where a point of one of its facets is (m).
    pub fn spot(&self, spot: Spot) -> Vec3 {
        self.to_world(&spot.point(self.shape))
    }

    /// A direction of the body's axes in world axes.
    pub fn turned(&self, direction: &Vec3) -> Vec3 {
        self.rotation * direction
    }

    /// A direction in the body's axes.
    pub fn direction_to_body(&self, direction: &Vec3) -> Vec3 {
        self.rotation.tr_mul(direction)
    }

    /// The least n·x of its points (m): of a smooth solid exactly, of a swept core that of the core.
    pub fn lowest(&self, n: &Vec3) -> f64 {
        match self.shape.smooth() {
            Some(smooth) => n.dot(&self.centre) - smooth.height(&-self.direction_to_body(n)),
            None => self.vertices.iter().fold(f64::INFINITY, |m, v| m.min(n.dot(v))),
        }
    }

    /// A point of it that lies lowest along `n` (m).
    pub fn lowest_point(&self, n: &Vec3) -> Vec3 {
        match self.shape.smooth() {
            Some(smooth) => self.to_world(&smooth.farthest(&-self.direction_to_body(n))),
            None => self.vertices[self.lowest_vertex(n)],
        }
    }

    /// The facets whose planes touch it along an area: of a smooth solid its flat ends.
    pub fn planes(&self) -> impl Iterator<Item = usize> + use<'_, 'm> {
        let (all, some) = match self.shape.smooth() {
            Some(smooth) => (0, &smooth.caps[..]),
            None => (self.shape.facets.len(), &[][..]),
        };
        (0..all).chain(some.iter().copied())
    }

    /// A point (m) in the body's frame.
    pub fn to_body(&self, point: &Vec3) -> Vec3 {
        self.rotation.tr_mul(&(point - self.centre))
    }

    /// Outward normal of a facet.
    pub fn normal(&self, facet: usize) -> Vec3 {
        match self.normals.get() {
            Some(normals) => normals[facet],
            None => self.rotation * self.shape.facets[facet].normal,
        }
    }

    /// Outward normals of all facets.
    pub fn normals(&self) -> &[Vec3] {
        self.normals.get_or_init(|| self.shape.facets.iter().map(|f| self.rotation * f.normal).collect())
    }

    /// Lower and upper corner of the bounding box (m).
    pub fn bounds(&self) -> (Vec3, Vec3) {
        if self.shape.smooth().is_some() {
            let reach = [Vec3::x(), Vec3::y(), Vec3::z()].map(|n| (self.lowest(&n), -self.lowest(&-n)));
            return (Vec3::from(reach.map(|r| r.0)), Vec3::from(reach.map(|r| r.1)));
        }
        let (mut low, mut high) = (self.vertices[0], self.vertices[0]);
        for v in &self.vertices[1..] {
            low = low.inf(v);
            high = high.sup(v);
        }
        if self.shape.rounding > 0.0 {
            let r = self.shape.rounding;
            let round = Vec3::new(r, r, if self.shape.dimension == Dimension::Two { 0.0 } else { r });
            return (low - round, high + round);
        }
        (low, high)
    }

    /// The vertex that lies lowest along `n`, the first of several.
    pub fn lowest_vertex(&self, n: &Vec3) -> usize {
        let mut best = (0, f64::INFINITY);
        for (k, v) in self.vertices.iter().enumerate() {
            let height = n.dot(v);
            if height < best.1 {
                best = (k, height);
            }
        }
        best.0
    }

    /// End points of an edge (3D).
    pub fn edge(&self, index: usize) -> (Vec3, Vec3) {
        let [a, b] = self.shape.edges[index].vertices;
        (self.vertices[a], self.vertices[b])
    }

    /// Signed distance of a point above the plane of a facet (3.7).
    pub fn height(&self, facet: usize, point: &Vec3) -> f64 {
        self.normal(facet).dot(&(point - self.vertices[self.shape.facets[facet].vertices[0]]))
    }

    /// Whether no facet's plane is below a point by more than `slack` (m).
    pub fn holds(&self, point: &Vec3, slack: f64) -> bool {
        match self.shape.smooth() {
            Some(smooth) => smooth.outside(&self.to_body(point)) <= slack,
            None => (0..self.shape.facets.len()).all(|f| self.height(f, point) <= slack),
        }
    }
}

/// All parts of all bodies that take part at one time.
#[derive(Clone, Debug, Default)]
pub struct Kinematics<'m> {
    /// Parts in order of body and part index.
    pub parts: Vec<WorldPart<'m>>,
    first_part: Vec<Option<usize>>,
}

impl<'m> Kinematics<'m> {
    /// Places every body that is active at `time` at its pose.
    pub fn new(model: &'m Model, poses: &[Pose], time: f64) -> Self {
        let mut parts = Vec::with_capacity(model.bodies.iter().map(|body| body.parts.len()).sum());
        let mut first_part = Vec::with_capacity(model.bodies.len());
        for id in model.ids() {
            if !model.is_active(id, time) {
                first_part.push(None);
                continue;
            }
            first_part.push(Some(parts.len()));
            for (part, shape) in model.body(id).parts.iter().enumerate() {
                parts.push(WorldPart::at(PartId { body: id, part }, shape, &poses[id.0]));
            }
        }
        Self { parts, first_part }
    }

    /// Indices into `parts` of one body's parts; empty for a body that is not active.
    pub fn parts_of(&self, body: BodyId) -> Range<usize> {
        match self.first_part[body.0] {
            Some(first) => {
                let count = self.parts[first..].iter().take_while(|p| p.id.body == body).count();
                first..first + count
            }
            None => 0..0,
        }
    }

    /// Index into `parts`, `None` for a body that is not active.
    pub fn index(&self, id: PartId) -> Option<usize> {
        self.first_part[id.body.0].map(|first| first + id.part)
    }
}
