//! Scaled velocities of one island: the coordinates in which a step is a projection.

use crate::body::{BodyId, Model};
use crate::dynamics::MassRoot;
use crate::lcp::convex::SparseRow;
use crate::math::{Dimension, Twist, Vec6};
use nalgebra::DVector;
use smallvec::SmallVec;

/// Velocities scaled by the root of the mass, y = S⁻¹(ν − ν*) with S Sᵀ = M⁻¹ ([`MassRoot`]), so that M disappears: a
/// row J of the contact Jacobian becomes c = SᵀJᵀ, A = Gᵀ M⁻¹ G becomes C Cᵀ, and the target of a step is y = 0.
#[derive(Clone)]
pub struct Scaled<'a> {
    /// Bodies and dimension.
    pub model: &'a Model,
    /// Roots of the inverse mass, per body of the model.
    pub roots: &'a [MassRoot],
    /// Free twists ν*, per body of the model.
    pub free: &'a [Twist],
    /// Step size (s).
    pub h: f64,
    /// Bodies of the island, ascending.
    pub bodies: Vec<BodyId>,
    dofs: usize,
}

impl<'a> Scaled<'a> {
    /// Coordinates for these bodies (ascending).
    pub fn new(
        model: &'a Model,
        roots: &'a [MassRoot],
        free: &'a [Twist],
        bodies: Vec<BodyId>,
        h: f64,
    ) -> Self {
        let dofs = if model.dimension == Dimension::Two { 3 } else { 6 };
        Self { model, roots, free, h, bodies, dofs }
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
        let mut entries: SmallVec<[(usize, f64); 12]> = SmallVec::new();
        let mut offset = 0.0;
        for (body, j) in [(a, ja), (b, jb)] {
            offset += j.dot(&self.free[body.0].to_vec6());
            if let Ok(k) = self.bodies.binary_search(&body) {
                let c = self.roots[body.0].scale_row(j);
                entries.extend(self.components().iter().enumerate().map(|(m, &i)| (k * self.dofs + m, c[i])));
            }
        }
        (SparseRow::new(entries), offset)
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

    /// The change y of scaled velocity that leads to given twists of the island's bodies.
    pub fn change(&self, twists: &[Twist]) -> DVector<f64> {
        let mut y = DVector::zeros(self.size());
        for (k, (id, twist)) in self.bodies.iter().zip(twists).enumerate() {
            let change = self.roots[id.0].scaled(&(twist.to_vec6() - self.free[id.0].to_vec6()));
            for (c, &i) in self.components().iter().enumerate() {
                y[k * self.dofs + c] = change[i];
            }
        }
        y
    }

    /// Size of the scaled velocities that the rows are computed from. The unknown is the *change* of velocity, which
    /// can be zero while the velocities and gaps it is computed from carry rounding of their own.
    pub fn velocity_scale(&self) -> f64 {
        /// Rounding of positions of metres, divided by a step of milliseconds, is well below this (m/s).
        const LEAST_SPEED: f64 = 1e-2;
        let mut sum = 0.0;
        for id in &self.bodies {
            let free = self.free[id.0].to_vec6();
            sum +=
                self.roots[id.0].kinetic_norm2(&free) + self.model.body(*id).mass * LEAST_SPEED * LEAST_SPEED;
        }
        sum.sqrt()
    }
}
