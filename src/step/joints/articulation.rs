//! Joints and drives taken into the coordinates of an island.
//!
//! The bilateral rows of the bodies that joints connect (an articulation) and their drives turn
//!
//! ```text
//!   min ½‖y‖² + Σ ½ s (ĝ·y + o − r)² − Σ f ĝ·y   subject to   E y = e
//! ```
//!
//! into a free problem: with y_e a solution of E y = e, N an orthonormal basis of the null space of E (both from one
//! pivoted factorisation of Eᵀ; rows that say what others say are left out before, [`independent`]), and the Cholesky factor
//! L Lᵀ = Nᵀ(I + Σ s ĝ ĝᵀ)N of the metric on it,
//!
//! ```text
//!   y = y_0 + T x,   T = N L⁻ᵀ,   objective ½‖x‖² + const
//! ```
//!
//! In x a step is a projection like any other, with fewer unknowns: every contact model and every method takes joints
//! without knowing of them. It is the Schur complement of (2.37), done before the contacts are looked at.

use nalgebra::{DMatrix, DVector};

/// A pivot below this fraction of the largest is a row that depends on the others. Rows have length 1.
pub const DEPENDENT: f64 = 1e-6;

/// The same for rows that were found independent at the start of the step.
const SINGULAR: f64 = 1e-10;

/// A drive over the velocities of one articulation: ½ s (ĝ·y − r)² − f ĝ·y.
#[derive(Clone, Debug)]
pub struct Drive {
    /// ĝ, over all coordinates of the articulation.
    pub row: DVector<f64>,
    /// r − o: the rate of the drive less what the free motion has of it.
    pub rate: f64,
    /// Stiffness s.
    pub stiffness: f64,
    /// Largest impulse; 0 in `stiffness` and the impulse itself in `impulse` where it is reached.
    pub most: f64,
    /// Constant impulse f.
    pub impulse: f64,
}

/// The affine coordinates y = y_0 + T x of one articulation.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// y_0 (n).
    pub offset: DVector<f64>,
    /// T (n × d).
    pub basis: DMatrix<f64>,
}

impl Coordinates {
    /// From the bilateral rows E (k × n) with right-hand sides e (k), and drives.
    ///
    /// Rows that are dependent to rounding are left out; should they contradict the others, those that were pivoted first
    /// hold.
    pub fn new(rows: &DMatrix<f64>, rhs: &DVector<f64>, drives: &mut [Drive]) -> Self {
        let (k, n) = rows.shape();
        // Padded to a square, so that the factorisation has a basis of the null space as well.
        let factored = directions(rows, n, k.max(n)).col_piv_qr();
        let (q, r) = (factored.q(), factored.r());
        let mut e = DVector::zeros(k.max(n));
        for (i, row) in rows.row_iter().enumerate().filter(|(_, row)| row.norm() > 0.0) {
            e[i] = rhs[i] / row.norm();
        }
        factored.p().permute_rows(&mut e);
        let rank = rank(&r, k.min(n), SINGULAR);
        // E Q = Rᵀ on the independent rows: forward substitution.
        let mut z = DVector::zeros(rank);
        for i in 0..rank {
            let sum: f64 = (0..i).map(|j| r[(j, i)] * z[j]).sum();
            z[i] = (e[i] - sum) / r[(i, i)];
        }
        let fixed = q.columns(0, rank) * z;
        let null = q.columns(rank, n - rank).into_owned();
        if drives.is_empty() {
            return Self { offset: fixed, basis: null };
        }
        loop {
            let Some(coordinates) = Self::driven(&fixed, &null, drives) else {
                // A number is not finite: the step will say so.
                return Self { offset: fixed, basis: null };
            };
            // Those that would give more than they can give what they can, which may leave more to the others.
            let mut any = false;
            for d in drives.iter_mut() {
                let wanted = d.stiffness * (d.rate - d.row.dot(&coordinates.offset));
                if wanted.abs() > d.most {
                    (d.impulse, d.stiffness) = (d.most.copysign(wanted), 0.0);
                    any = true;
                }
            }
            if !any {
                return coordinates;
            }
        }
    }

    /// The coordinates in which the objective with these drives is ½‖x‖², on y_e + N·(anything).
    fn driven(fixed: &DVector<f64>, null: &DMatrix<f64>, drives: &[Drive]) -> Option<Self> {
        let free = null.ncols();
        let mut metric = DMatrix::identity(free, free);
        // Nᵀ(l − H y_e), with N ⟂ y_e.
        let mut pull = DVector::zeros(free);
        for d in drives {
            let g = null.tr_mul(&d.row);
            metric.ger(d.stiffness, &g, &g, 1.0);
            pull.axpy(d.stiffness * (d.rate - d.row.dot(fixed)) + d.impulse, &g, 1.0);
        }
        let cholesky = metric.cholesky()?;
        let offset = fixed + null * cholesky.solve(&pull);
        // T = N L⁻ᵀ, from L Tᵀ = Nᵀ.
        let mut transposed = null.transpose();
        cholesky.l().solve_lower_triangular_mut(&mut transposed);
        Some(Self { offset, basis: transposed.transpose() })
    }
}

/// The rows as columns of length 1, or 0, with zeros around them up to this height and width.
fn directions(rows: &DMatrix<f64>, height: usize, width: usize) -> DMatrix<f64> {
    let mut columns = DMatrix::zeros(height, width);
    for (i, row) in rows.row_iter().enumerate() {
        let norm = row.norm();
        if norm > 0.0 {
            columns.view_mut((0, i), (row.len(), 1)).copy_from(&(row.transpose() / norm));
        }
    }
    columns
}

/// Leading pivots of R, of at most `most`, that exceed `tolerance` times the first.
fn rank(r: &DMatrix<f64>, most: usize, tolerance: f64) -> usize {
    let size = |i: usize| r[(i, i)].abs();
    (0..most).take_while(|&i| size(i) > tolerance * size(0).max(f64::MIN_POSITIVE)).count()
}

/// Numbers of rows, ascending, that do not depend on each other to `tolerance` times the largest; rows count by direction.
pub fn independent(rows: &DMatrix<f64>, tolerance: f64) -> Vec<usize> {
    let (k, n) = rows.shape();
    let factored = directions(rows, n.max(k), k).col_piv_qr();
    let rank = rank(&factored.r(), k.min(n), tolerance);
    let mut order = DVector::from_iterator(k, 0..k);
    factored.p().permute_rows(&mut order);
    let mut kept: Vec<usize> = order.iter().take(rank).copied().collect();
    kept.sort_unstable();
    kept
}

/// Bodies that joints connect, with their coordinates.
#[derive(Debug)]
pub struct Articulation {
    /// Its bodies, as numbers within the island, ascending.
    slots: Vec<usize>,
    coordinates: Coordinates,
    drives: Vec<Drive>,
    /// First unknown.
    first: usize,
}

impl Articulation {
    /// Of the bodies `slots`, with bilateral rows over their velocities and drives.
    pub fn new(slots: Vec<usize>, rows: &DMatrix<f64>, rhs: &DVector<f64>, mut drives: Vec<Drive>) -> Self {
        let coordinates = Coordinates::new(rows, rhs, &mut drives);
        Self { slots, coordinates, drives, first: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// First unknown of a body without joints.
    Free(usize),
    /// Articulation, and the body's number in it.
    In(usize, usize),
}

/// Which unknowns stand for which bodies of an island.
#[derive(Debug)]
pub struct Articulations {
    members: Vec<Articulation>,
    of_body: Vec<Place>,
    unknowns: usize,
    dofs: usize,
}

impl Articulations {
    /// For an island of `bodies` bodies with `dofs` velocity components each.
    pub fn new(mut members: Vec<Articulation>, bodies: usize, dofs: usize) -> Self {
        let mut unknowns = 0;
        let mut of_body: Vec<Option<Place>> = vec![None; bodies];
        for (g, member) in members.iter_mut().enumerate() {
            member.first = unknowns;
            unknowns += member.coordinates.basis.ncols();
            for (k, &slot) in member.slots.iter().enumerate() {
                of_body[slot] = Some(Place::In(g, k));
            }
        }
        let mut free = || {
            unknowns += dofs;
            Place::Free(unknowns - dofs)
        };
        let of_body = of_body.into_iter().map(|place| place.unwrap_or_else(&mut free)).collect();
        Self { members, of_body, unknowns, dofs }
    }

    /// Number of unknowns x.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// y of unknowns x.
    pub fn expand(&self, x: &DVector<f64>) -> DVector<f64> {
        let mut y = DVector::zeros(self.of_body.len() * self.dofs);
        for (slot, place) in self.of_body.iter().enumerate() {
            if let Place::Free(first) = place {
                y.rows_mut(slot * self.dofs, self.dofs).copy_from(&x.rows(*first, self.dofs));
            }
        }
        for member in &self.members {
            let Coordinates { offset, basis } = &member.coordinates;
            let local = offset + basis * x.rows(member.first, basis.ncols());
            for (k, slot) in member.slots.iter().enumerate() {
                y.rows_mut(slot * self.dofs, self.dofs).copy_from(&local.rows(k * self.dofs, self.dofs));
            }
        }
        y
    }

    /// A row over y as one over x: its entries, and what y_0 has of it.
    pub fn reduce(&self, full: &[(usize, f64)]) -> (Vec<(usize, f64)>, f64) {
        let mut entries = Vec::new();
        let mut offset = 0.0;
        for &(column, c) in full {
            let (slot, component) = (column / self.dofs, column % self.dofs);
            match self.of_body[slot] {
                Place::Free(first) => entries.push((first + component, c)),
                Place::In(g, k) => {
                    let Articulation { first, coordinates: Coordinates { offset: y0, basis }, .. } =
                        &self.members[g];
                    let local = k * self.dofs + component;
                    offset += c * y0[local];
                    entries.extend(basis.row(local).iter().enumerate().map(|(j, t)| (first + j, c * t)));
                }
            }
        }
        (entries, offset)
    }

    /// Σ ½ s (ĝ·y − r)² − f ĝ·y over the drives (J).
    pub fn drive_objective(&self, y: &DVector<f64>) -> f64 {
        let mut sum = 0.0;
        for member in &self.members {
            for drive in &member.drives {
                let parts = drive.row.as_slice().chunks(self.dofs).zip(&member.slots);
                let rate: f64 = parts
                    .map(|(part, slot)| {
                        part.iter().enumerate().map(|(m, g)| g * y[slot * self.dofs + m]).sum::<f64>()
                    })
                    .sum();
                sum += 0.5 * drive.stiffness * (rate - drive.rate).powi(2) - drive.impulse * rate;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{dmatrix, dvector};

    #[test]
    fn a_dependent_row_changes_nothing_and_the_rest_is_free() {
        let rows = dmatrix![1.0, 1.0, 0.0; 2.0, 2.0, 0.0; 0.0, 0.0, 3.0];
        let c = Coordinates::new(&rows, &dvector![2.0, 4.0, 6.0], &mut []);
        assert_eq!(c.basis.shape(), (3, 1));
        assert!((&rows * &c.offset - dvector![2.0, 4.0, 6.0]).amax() < 1e-14);
        assert!((&rows * &c.basis).amax() < 1e-14 && (c.basis.norm() - 1.0).abs() < 1e-14);
        // Nearest to the origin.
        assert!((c.offset - dvector![1.0, 1.0, 2.0]).amax() < 1e-14);
    }

    /// The minimum of the objective under rows and a drive, against its optimality conditions.
    #[test]
    fn drives_shape_the_objective() {
        let rows = dmatrix![1.0, -1.0, 0.0, 0.0];
        let mut drive =
            Drive { row: dvector![0.5, 0.0, 1.0, 0.0], rate: 2.0, stiffness: 7.0, impulse: 0.25, most: 1e9 };
        let c = Coordinates::new(&rows, &dvector![1.0], std::slice::from_mut(&mut drive));
        let gradient = |y: &DVector<f64>| {
            y + &drive.row * (drive.stiffness * (drive.row.dot(y) - drive.rate) - drive.impulse)
        };
        // x = 0 is the minimum: the gradient is normal to every free direction.
        assert!(c.basis.tr_mul(&gradient(&c.offset)).amax() < 1e-13);
        // The objective is ½‖x‖²: its second derivative in x is the identity.
        let x = dvector![0.3, -0.2, 0.7];
        let slope = c.basis.tr_mul(&gradient(&(&c.offset + &c.basis * &x)));
        assert!((slope - x).amax() < 1e-13);
        assert!((&rows * (&c.offset + &c.basis * dvector![5.0, 1.0, 1.0]) - dvector![1.0]).amax() < 1e-13);
    }

    #[test]
    fn nothing_is_left_free_by_a_full_set_of_rows() {
        let c = Coordinates::new(&DMatrix::identity(3, 3), &dvector![1.0, 2.0, 3.0], &mut []);
        assert_eq!((c.basis.ncols(), c.offset), (0, dvector![1.0, 2.0, 3.0]));
    }
}
