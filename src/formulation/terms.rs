//! The terms of one island: scaled velocities and scaled rows of the contact Jacobian.

use crate::body::{BodyId, Model};
use crate::contact::{Contact, ContactSet};
use crate::dynamics::MassRoot;
use crate::formulation::islands::Island;
use crate::lcp::convex::SparseRow;
use crate::math::{Dimension, Twist, Vec6};
use nalgebra::DVector;

/// Everything about one island that does not depend on the choice of alternatives.
///
/// Velocities are scaled, y = S⁻¹ν with S Sᵀ = M⁻¹ ([`MassRoot`]), so that M disappears: a row J of the contact
/// Jacobian becomes c = SᵀJᵀ, A = Gᵀ M⁻¹ G becomes C Cᵀ, and a step is a projection of the free velocity.
pub struct Terms<'a> {
    /// Contacts of the step.
    pub set: &'a ContactSet,
    /// Bodies, poses' mass roots, free twists.
    pub model: &'a Model,
    /// Roots of the inverse mass, per body of the model.
    pub roots: &'a [MassRoot],
    /// Free twists ν*, per body of the model.
    pub free: &'a [Twist],
    /// Step size (s).
    pub h: f64,
    /// Bodies of the island.
    pub bodies: Vec<BodyId>,
    /// Directions of the linearised friction cone.
    pub friction_directions: usize,
    column: Vec<usize>,
    dofs: usize,
}

impl<'a> Terms<'a> {
    /// Terms of one island.
    pub fn new(
        model: &'a Model,
        set: &'a ContactSet,
        roots: &'a [MassRoot],
        free: &'a [Twist],
        island: &Island,
        h: f64,
        friction_directions: usize,
    ) -> Self {
        let dofs = if model.dimension == Dimension::Two { 3 } else { 6 };
        let mut column = vec![usize::MAX; model.bodies.len()];
        for (k, id) in island.bodies.iter().enumerate() {
            column[id.0] = k * dofs;
        }
        let bodies = island.bodies.clone();
        Self { set, model, roots, free, h, bodies, friction_directions, column, dofs }
    }

    /// Number of velocity unknowns.
    pub fn size(&self) -> usize {
        self.bodies.len() * self.dofs
    }

    /// Components of the twist that are unknown.
    fn components(&self) -> &'static [usize] {
        match self.model.dimension {
            Dimension::Two => &[0, 1, 5],
            Dimension::Three => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// The scaled row of a relative velocity J_a·ν_a + J_b·ν_b, written as c·y + offset: c over the unknown change
    /// y of scaled velocity against the free motion, the offset with the free and the prescribed twists.
    pub fn row(&self, a: BodyId, ja: &Vec6, b: BodyId, jb: &Vec6) -> (SparseRow, f64) {
        let mut entries = Vec::with_capacity(12);
        let mut offset = 0.0;
        for (body, j) in [(a, ja), (b, jb)] {
            offset += j.dot(&self.free[body.0].to_vec6());
            let first = self.column[body.0];
            if first != usize::MAX {
                let c = self.roots[body.0].scale_row(j);
                entries.extend(self.components().iter().enumerate().map(|(k, &i)| (first + k, c[i])));
            }
        }
        (SparseRow::new(entries), offset)
    }

    /// The scaled row of the gap rate of a contact.
    pub fn gap_row(&self, contact: &Contact) -> (SparseRow, f64) {
        self.row(contact.body_a(), &contact.jacobian_a, contact.body_b(), &contact.jacobian_b)
    }

    /// Twists of the island's bodies for a change y of scaled velocity.
    pub fn twists(&self, y: &DVector<f64>) -> Vec<Twist> {
        self.bodies
            .iter()
            .enumerate()
            .map(|(k, id)| {
                let mut full = Vec6::zeros();
                for (c, &i) in self.components().iter().enumerate() {
                    full[i] = y[k * self.dofs + c];
                }
                Twist::from_vec6(&(self.free[id.0].to_vec6() + self.roots[id.0].apply(&full)))
            })
            .collect()
    }

    /// Coulomb coefficient of a contact: the geometric mean of the two bodies'.
    pub fn friction(&self, contact: &Contact) -> f64 {
        let (a, b) = (self.model.body(contact.body_a()), self.model.body(contact.body_b()));
        (a.friction * b.friction).sqrt()
    }

    /// Tangent directions of the linearised cone (2.21), world axes: two in the plane, else equally spaced.
    pub fn friction_basis(&self, contact: &Contact) -> Vec<crate::math::Vec3> {
        let n = &contact.normal;
        match self.model.dimension {
            Dimension::Two => {
                let t = crate::math::Vec3::new(-n.y, n.x, 0.0);
                vec![t, -t]
            }
            Dimension::Three => {
                let (t, o) = crate::math::tangents(n);
                let count = self.friction_directions.max(3);
                (0..count)
                    .map(|k| {
                        let angle = std::f64::consts::TAU * k as f64 / count as f64;
                        t * angle.cos() + o * angle.sin()
                    })
                    .collect()
            }
        }
    }

    /// The scaled row of the sliding velocity of B against A along `direction`.
    pub fn slide_row(&self, contact: &Contact, direction: &crate::math::Vec3) -> (SparseRow, f64) {
        let d = direction;
        let (a, b) = (contact.body_a(), contact.body_b());
        let lever = |point: &crate::math::Vec3, centre: &crate::math::Vec3| (point - centre).cross(d);
        let ta = lever(&contact.point_a, &contact.centre_a);
        let tb = lever(&contact.point_b, &contact.centre_b);
        let ja = Vec6::new(-d.x, -d.y, -d.z, -ta.x, -ta.y, -ta.z);
        let jb = Vec6::new(d.x, d.y, d.z, tb.x, tb.y, tb.z);
        self.row(a, &ja, b, &jb)
    }
}

impl Terms<'_> {
    /// ψ + h (J_a·ν_a + J_b·ν_b) for given twists of the island's bodies (m).
    pub fn linear_gap(&self, contact: &Contact, velocity: &[Vec6]) -> f64 {
        let twist = |id: BodyId| match self.bodies.binary_search(&id) {
            Ok(k) => velocity[k],
            Err(_) => self.free[id.0].to_vec6(),
        };
        let rate = contact.jacobian_a.dot(&twist(contact.body_a()))
            + contact.jacobian_b.dot(&twist(contact.body_b()));
        contact.gap + self.h * rate
    }

    /// νᵀMν of one body (J·2).
    pub fn kinetic_norm2(&self, id: BodyId, v: &Vec6) -> f64 {
        let body = self.model.body(id);
        let linear = v.fixed_rows::<3>(0).norm_squared() * body.mass;
        // Body axes, where the inertia is constant; the root's columns span them.
        let angular = self.roots[id.0].angular_norm2(&v.fixed_rows::<3>(3).into_owned());
        linear + angular
    }
}
