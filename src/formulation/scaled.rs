//! Scaled velocities of one island: the coordinates in which a step is a projection.

use crate::body::{BodyId, Model};
use crate::dynamics::MassRoot;
use crate::formulation::articulation::{Coordinates, Drive};
use crate::formulation::islands::split;
use crate::joint::{JointRow, Servo};
use crate::lcp::convex::SparseRow;
use crate::math::{Dimension, Twist, Vec6};
use nalgebra::{DMatrix, DVector};
use smallvec::SmallVec;
use std::sync::Arc;

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
    /// The articulations that joints make of its bodies; `None` without joints.
    reduction: Option<Arc<Reduction>>,
}

/// Which coordinates stand for which bodies where joints connect some of them.
struct Reduction {
    groups: Vec<Group>,
    /// Per body of the island: the first unknown of a free one, or the articulation it is in.
    of_body: Vec<Place>,
    unknowns: usize,
}

#[derive(Clone, Copy)]
enum Place {
    Free(usize),
    /// Articulation, and the body's number in it.
    In(usize, usize),
}

struct Group {
    /// Bodies of the island (slots), ascending.
    slots: Vec<usize>,
    /// First unknown.
    first: usize,
    coordinates: Coordinates,
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
        Self { model, roots, free, h, bodies, dofs, reduction: None }
    }

    /// The same bodies with the joints between them, and with fixed or prescribed bodies, taken into the coordinates.
    pub fn with_joints(&self, joints: &[(BodyId, BodyId, JointRow)], servos: &[Servo]) -> Self {
        let mut this = self.clone();
        this.reduction = (!joints.is_empty()).then(|| Arc::new(self.reduce(joints, servos)));
        this
    }

    fn reduce(&self, joints: &[(BodyId, BodyId, JointRow)], servos: &[Servo]) -> Reduction {
        let mut dynamic = vec![false; self.model.bodies.len()];
        self.bodies.iter().for_each(|id| dynamic[id.0] = true);
        let links: Vec<_> = joints.iter().map(|(a, b, _)| (*a, *b)).collect();
        let mut of_body: Vec<Option<Place>> = vec![None; self.bodies.len()];
        let (mut groups, mut unknowns) = (Vec::new(), 0);
        for articulation in split(&dynamic, &links) {
            let slots: Vec<usize> =
                articulation.bodies.iter().filter_map(|id| self.bodies.binary_search(id).ok()).collect();
            let n = slots.len() * self.dofs;
            // A row over the coordinates of the articulation, and what the free motion has of it.
            let local = |a: BodyId, b: BodyId, row: &JointRow| {
                let mut c = DVector::zeros(n);
                let mut free = 0.0;
                for (body, j) in [(a, &row.jacobian_a), (b, &row.jacobian_b)] {
                    free += j.dot(&self.free[body.0].to_vec6());
                    if let Ok(k) = articulation.bodies.binary_search(&body) {
                        let scaled = self.roots[body.0].scale_row(j);
                        self.components().iter().enumerate().for_each(|(m, &i)| c[k * self.dofs + m] += scaled[i]);
                    }
                }
                (c, free)
            };
            let mut rows = DMatrix::zeros(articulation.links.len(), n);
            let mut rhs = DVector::zeros(articulation.links.len());
            for (i, &l) in articulation.links.iter().enumerate() {
                let (a, b, row) = &joints[l];
                let (c, free) = local(*a, *b, row);
                rows.set_row(i, &c.transpose());
                rhs[i] = -row.error / self.h - free;
            }
            let has = |id: &BodyId| articulation.bodies.binary_search(id).is_ok();
            let drives: Vec<Drive> = servos
                .iter()
                .filter(|s| has(&s.bodies.0) || has(&s.bodies.1))
                .map(|s| {
                    let (row, free) = local(s.bodies.0, s.bodies.1, &s.row);
                    Drive { row, rate: s.rate - free, stiffness: s.stiffness, impulse: s.impulse }
                })
                .collect();
            let coordinates = Coordinates::new(&rows, &rhs, &drives);
            for (k, &slot) in slots.iter().enumerate() {
                of_body[slot] = Some(Place::In(groups.len(), k));
            }
            let first = unknowns;
            unknowns += coordinates.basis.ncols();
            groups.push(Group { slots, first, coordinates });
        }
        let of_body = of_body
            .into_iter()
            .map(|place| {
                place.unwrap_or_else(|| {
                    unknowns += self.dofs;
                    Place::Free(unknowns - self.dofs)
                })
            })
            .collect();
        Reduction { groups, of_body, unknowns }
    }

    /// Number of unknowns x of a problem.
    pub fn size(&self) -> usize {
        self.reduction.as_ref().map_or(self.full_size(), |r| r.unknowns)
    }

    /// Number of velocity components y.
    fn full_size(&self) -> usize {
        self.bodies.len() * self.dofs
    }

    /// Whether joints connect some of the bodies.
    pub fn has_joints(&self) -> bool {
        self.reduction.is_some()
    }

    /// The change of scaled velocity y that unknowns x mean; the same where there are no joints.
    pub fn expand(&self, x: DVector<f64>) -> DVector<f64> {
        let Some(reduction) = &self.reduction else { return x };
        let mut y = DVector::zeros(self.full_size());
        for (slot, place) in reduction.of_body.iter().enumerate() {
            if let Place::Free(first) = place {
                y.rows_mut(slot * self.dofs, self.dofs).copy_from(&x.rows(*first, self.dofs));
            }
        }
        for group in &reduction.groups {
            let Coordinates { offset, basis } = &group.coordinates;
            let local = offset + basis * x.rows(group.first, basis.ncols());
            for (k, slot) in group.slots.iter().enumerate() {
                y.rows_mut(slot * self.dofs, self.dofs).copy_from(&local.rows(k * self.dofs, self.dofs));
            }
        }
        y
    }

    /// Components of the twist that are unknown.
    fn components(&self) -> &'static [usize] {
        match self.model.dimension {
            Dimension::Two => &[0, 1, 5],
            Dimension::Three => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// The scaled row of a relative velocity J_a·ν_a + J_b·ν_b, written as c·x + offset: c over the unknowns, which
    /// are the change y of scaled velocity against the free motion, or stand for it where joints connect bodies
    /// ([`Self::expand`]); the offset with the free and the prescribed twists.
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
        match &self.reduction {
            None => (SparseRow::new(entries), offset),
            Some(reduction) => {
                let (entries, more) = self.reduced(reduction, &entries);
                (SparseRow::new(entries), offset + more)
            }
        }
    }

    /// A row over y as one over x: entries, and what y_0 has of it.
    fn reduced(&self, reduction: &Reduction, full: &[(usize, f64)]) -> (Vec<(usize, f64)>, f64) {
        let mut entries = Vec::new();
        let mut offset = 0.0;
        for &(column, c) in full {
            let (slot, component) = (column / self.dofs, column % self.dofs);
            match reduction.of_body[slot] {
                Place::Free(first) => entries.push((first + component, c)),
                Place::In(group, k) => {
                    let Group { first, coordinates: Coordinates { offset: y0, basis }, .. } = &reduction.groups[group];
                    let local = k * self.dofs + component;
                    offset += c * y0[local];
                    entries.extend(basis.row(local).iter().enumerate().map(|(j, t)| (first + j, c * t)));
                }
            }
        }
        (entries, offset)
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
        let mut y = DVector::zeros(self.full_size());
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
