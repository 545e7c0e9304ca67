//! Joints and drives taken into the coordinates of an island.
//!
//! The bilateral rows of the bodies that joints connect (an articulation) and their drives turn
//!
//! ```text
//!   min ½‖y‖² + Σ ½ s (ĝ·y + o − r)² − Σ f ĝ·y   subject to   E y = e
//! ```
//!
//! into a free problem: with y_e the shortest solution of E y = e, N an orthonormal basis of the null space of E (both from one
//! factorisation of Eᵀ; rows that say what others say are left out before, [`independent`]), and the Cholesky factor
//! L Lᵀ = Nᵀ(I + Σ s ĝ ĝᵀ)N of the metric on it,
//!
//! ```text
//!   y = y_0 + T x,   T = N L⁻ᵀ,   objective ½‖x‖² + const
//! ```
//!
//! In x a step is a projection like any other, with fewer unknowns: every contact model and every method takes joints
//! without knowing of them. It is the Schur complement of (2.37), done before the contacts are looked at.
//!
//! A drive at its limit is the constant impulse f, any other the stiffness s. Which of them are at it is first decided for the
//! motion that joints and drives alone make; the methods ask again at their answers ([`drives`]).

use crate::lcp::convex::SparseRow;
use crate::lcp::linear::envelope_qr::EnvelopeQr;
use crate::lcp::linear::null_space::NullSpace;
use crate::step::joints::drives;
use crate::step::joints::drives::{Drive, Saturation, other_pieces};
use nalgebra::{DMatrix, DVector, DVectorView};
use smallvec::SmallVec;

/// A row depends on those before it where they leave less than this of its direction.
pub const DEPENDENT: f64 = 1e-6;

/// The same for rows that were found independent at the start of the step.
pub const SINGULAR: f64 = 1e-10;

/// The affine coordinates y = y_0 + T x of one articulation.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// y_0 (n).
    pub offset: DVector<f64>,
    /// Tᵀ (d × n): a column for each velocity.
    pub basis: DMatrix<f64>,
}

impl Coordinates {
    /// From the bilateral rows E over n velocities, so many of each body, with right-hand sides e.
    ///
    /// Rows that are dependent to rounding are left out; should they contradict the others, those hold that were taken before.
    pub fn new(n: usize, of_body: usize, rows: &[SparseRow], rhs: &[f64]) -> Self {
        let NullSpace { shortest, basis } = NullSpace::new(n, of_body, rows, rhs, SINGULAR);
        Self { offset: shortest, basis }
    }

    /// y of unknowns x.
    pub fn expand(&self, x: &[f64]) -> DVector<f64> {
        &self.offset + self.basis.tr_mul(&DVectorView::from_slice(x, x.len()))
    }

    /// The coordinates of these, y_e + N·(anything), in which the objective with the drives on these pieces is ½‖x‖²; `None`
    /// where a number is not finite.
    pub fn driven(&self, drives: &[Drive], on: &[Saturation]) -> Option<Self> {
        let Self { offset: fixed, basis: null } = self;
        let free = null.nrows();
        let mut metric = DMatrix::identity(free, free);
        // Nᵀ(l − H y_e), with N ⟂ y_e.
        let mut pull = DVector::zeros(free);
        for (d, on) in drives.iter().zip(on) {
            let g = null * &d.row;
            let (stiffness, impulse) = d.piece(*on);
            metric.ger(stiffness, &g, &g, 1.0);
            pull.axpy(stiffness * (d.rate - d.row.dot(fixed)) + impulse, &g, 1.0);
        }
        let cholesky = metric.cholesky()?;
        let offset = fixed + null.tr_mul(&cholesky.solve(&pull));
        // T = N L⁻ᵀ, from L Tᵀ = Nᵀ.
        let mut basis = null.clone();
        cholesky.l().solve_lower_triangular_mut(&mut basis);
        Some(Self { offset, basis })
    }
}

/// Numbers of rows over n velocities, ascending, of which those before leave more than `tolerance` of the direction.
pub fn independent(n: usize, rows: &[SparseRow], tolerance: f64) -> Vec<usize> {
    let mut qr = EnvelopeQr::new(n);
    (0..rows.len()).filter(|&k| qr.push(&rows[k], tolerance)).collect()
}

/// Bodies that joints connect, with their coordinates.
#[derive(Clone, Debug)]
pub struct Articulation {
    /// Its bodies, as numbers within the island, ascending.
    slots: Vec<usize>,
    /// What the rows leave, without drives.
    free: Coordinates,
    drives: Vec<Drive>,
    /// The piece that each drive is on.
    on: Vec<Saturation>,
    /// With the drives on these; `None` where that is what the rows leave.
    driven: Option<Coordinates>,
    /// First unknown.
    first: usize,
}

impl Articulation {
    /// Of the bodies `slots`, with what their bilateral rows leave, and drives, each on the piece where the motion is that they make
    /// alone.
    pub fn new(slots: Vec<usize>, free: Coordinates, drives: Vec<Drive>) -> Self {
        if drives.is_empty() {
            return Self { slots, free, drives, on: Vec::new(), driven: None, first: 0 };
        }
        // Where a number is not finite the step will say so.
        let (on, driven) = alone(&free, &drives).map_or_else(
            || (vec![Saturation::Free; drives.len()], None),
            |(on, coordinates)| (on, Some(coordinates)),
        );
        Self { slots, free, drives, on, driven, first: 0 }
    }

    fn coordinates(&self) -> &Coordinates {
        self.driven.as_ref().unwrap_or(&self.free)
    }

    /// The rate ĝ·y of a drive, y over the `dofs` velocities of each body of the island.
    fn rate(&self, drive: &Drive, y: &DVector<f64>, dofs: usize) -> f64 {
        let parts = drive.row.as_slice().chunks(dofs).zip(&self.slots);
        parts
            .map(|(part, slot)| part.iter().enumerate().map(|(m, g)| g * y[slot * dofs + m]).sum::<f64>())
            .sum()
    }
}

/// The pieces that drives are on where nothing else acts, and the coordinates with them.
fn alone(free: &Coordinates, drives: &[Drive]) -> Option<(Vec<Saturation>, Coordinates)> {
    let rates = |y: &DVector<f64>| -> Vec<f64> { drives.iter().map(|d| d.row.dot(y)).collect() };
    let list: Vec<&Drive> = drives.iter().collect();
    let mut on = vec![Saturation::Free; drives.len()];
    let mut coordinates = free.driven(drives, &on)?;
    // Those that would give more than they can give what they can, which mostly leaves more to the others.
    loop {
        let u = rates(&coordinates.offset);
        let mut any = false;
        for ((d, on), u) in drives.iter().zip(&mut on).zip(&u) {
            if *on == Saturation::Free && d.saturation(*u) != Saturation::Free {
                *on = d.saturation(*u);
                any = true;
            }
        }
        if !any {
            break;
        }
        coordinates = free.driven(drives, &on)?;
    }
    // Where it leaves less, some need not give all they can.
    if other_pieces(&list, &on, &rates(&coordinates.offset)).is_none() {
        return Some((on, coordinates));
    }
    let mut solve = |on: &[Saturation]| {
        let found = free.driven(drives, on).ok_or_else(String::new)?;
        let y = found.offset.clone();
        Ok((found, y))
    };
    let decided = drives::decide(&list, &rates, on.clone(), &mut solve);
    Some(decided.map_or((on, coordinates), |(found, on)| (on, found)))
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// First unknown of a body without joints.
    Free(usize),
    /// Articulation, and the body's number in it.
    In(usize, usize),
}

/// Which unknowns stand for which bodies of an island.
#[derive(Clone, Debug)]
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
            unknowns += member.coordinates().basis.nrows();
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
            let of_member = member.first..member.first + member.coordinates().basis.nrows();
            let local = member.coordinates().expand(&x.as_slice()[of_member]);
            for (k, slot) in member.slots.iter().enumerate() {
                y.rows_mut(slot * self.dofs, self.dofs).copy_from(&local.rows(k * self.dofs, self.dofs));
            }
        }
        y
    }

    /// A row over y as one over x, and what y_0 has of it.
    pub fn reduce(&self, full: &[(usize, f64)]) -> (SparseRow, f64) {
        let mut free: SmallVec<[(usize, f64); 12]> = SmallVec::new();
        let mut offset = 0.0;
        // Of the articulations that it reaches: two bodies are in one or in two.
        let mut reached: SmallVec<[(usize, Vec<f64>); 2]> = SmallVec::new();
        for &(column, c) in full {
            let (slot, component) = (column / self.dofs, column % self.dofs);
            match self.of_body[slot] {
                Place::Free(first) => free.push((first + component, c)),
                Place::In(g, k) => {
                    let Coordinates { offset: y0, basis } = self.members[g].coordinates();
                    let local = k * self.dofs + component;
                    offset += c * y0[local];
                    let known = reached.iter().position(|(other, _)| *other == g);
                    let slot = known.unwrap_or_else(|| {
                        reached.push((g, vec![0.0; basis.nrows()]));
                        reached.len() - 1
                    });
                    reached[slot].1.iter_mut().zip(&basis.column(local)).for_each(|(sum, t)| *sum += c * t);
                }
            }
        }
        reached.sort_unstable_by_key(|(g, _)| *g);
        // In ascending order: bodies without joints have the last unknowns.
        let of_member = |(g, sums): (usize, Vec<f64>)| {
            let first = self.members[g].first;
            sums.into_iter().enumerate().map(move |(j, sum)| (first + j, sum))
        };
        (SparseRow::new(reached.into_iter().flat_map(of_member).chain(free)), offset)
    }

    /// All drives, in the order of [`Self::rates`] and [`Self::on`].
    pub fn drives(&self) -> Vec<&Drive> {
        self.members.iter().flat_map(|member| &member.drives).collect()
    }

    /// The rates ĝ·y of the drives.
    pub fn rates(&self, y: &DVector<f64>) -> Vec<f64> {
        let of = |m: &Articulation| m.drives.iter().map(|d| m.rate(d, y, self.dofs)).collect::<Vec<_>>();
        self.members.iter().flat_map(of).collect()
    }

    /// The piece that each drive is on in these coordinates.
    pub fn on(&self) -> Vec<Saturation> {
        self.members.iter().flat_map(|member| member.on.iter().copied()).collect()
    }

    /// The coordinates with the drives on these pieces; `None` where a number is not finite.
    pub fn with(&self, on: &[Saturation]) -> Option<Self> {
        let mut changed = self.clone();
        let mut rest = on;
        for member in &mut changed.members {
            let (own, others) = rest.split_at(member.drives.len());
            rest = others;
            if member.on != own {
                member.driven = Some(member.free.driven(&member.drives, own)?);
                member.on = own.to_vec();
            }
        }
        Some(changed)
    }

    /// Whether some drive has a limit that it can reach.
    pub fn has_limited(&self) -> bool {
        self.members.iter().any(|member| member.drives.iter().any(Drive::is_limited))
    }

    /// The drives with a limit, and for each the row of its rate: entries over x, and what y_0 has of it.
    pub fn limited(&self) -> Vec<(&Drive, Vec<(usize, f64)>, f64)> {
        let mut found = Vec::new();
        for member in &self.members {
            let Coordinates { offset, basis } = member.coordinates();
            for drive in member.drives.iter().filter(|d| d.is_limited()) {
                let row = basis * &drive.row;
                let entries = row.iter().enumerate().map(|(j, c)| (member.first + j, *c)).collect();
                found.push((drive, entries, drive.row.dot(offset)));
            }
        }
        found
    }

    /// Σ φ over the drives (J): their part of the objective, whatever pieces these coordinates have.
    pub fn drive_objective(&self, y: &DVector<f64>) -> f64 {
        self.drives().iter().zip(self.rates(y)).map(|(d, u)| d.potential(u)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{dmatrix, dvector};

    /// The coordinates that rows leave.
    fn left(rows: &DMatrix<f64>, rhs: &[f64]) -> Coordinates {
        let sparse: Vec<_> = rows
            .row_iter()
            .map(|row| SparseRow::new(row.iter().copied().enumerate().collect::<Vec<_>>()))
            .collect();
        Coordinates::new(rows.ncols(), 1, &sparse, rhs)
    }

    #[test]
    fn a_dependent_row_changes_nothing_and_the_rest_is_free() {
        let rows = dmatrix![1.0, 1.0, 0.0; 2.0, 2.0, 0.0; 0.0, 0.0, 3.0];
        let c = left(&rows, &[2.0, 4.0, 6.0]);
        assert_eq!(c.basis.shape(), (1, 3));
        assert!((&rows * &c.offset - dvector![2.0, 4.0, 6.0]).amax() < 1e-14);
        assert!((&rows * c.basis.transpose()).amax() < 1e-14 && (c.basis.norm() - 1.0).abs() < 1e-14);
        // Nearest to the origin.
        assert!((c.offset - dvector![1.0, 1.0, 2.0]).amax() < 1e-14);
    }

    /// The minimum of the objective under rows and a drive, against its optimality conditions, on each piece of its law.
    #[test]
    fn drives_shape_the_objective() {
        let rows = dmatrix![1.0, -1.0, 0.0, 0.0];
        let drive = Drive { row: dvector![0.5, 0.0, 1.0, 0.0], rate: 2.0, stiffness: 7.0, most: 0.25 };
        for on in [Saturation::Free, Saturation::Upper, Saturation::Lower] {
            let c =
                left(&rows, &[1.0]).driven(std::slice::from_ref(&drive), &[on]).expect("numbers are finite");
            let (stiffness, impulse) = drive.piece(on);
            let gradient =
                |y: &DVector<f64>| y + &drive.row * (stiffness * (drive.row.dot(y) - drive.rate) - impulse);
            // x = 0 is the minimum: the gradient is normal to every free direction.
            assert!((&c.basis * gradient(&c.offset)).amax() < 1e-13);
            // The objective is ½‖x‖²: its second derivative in x is the identity.
            let x = dvector![0.3, -0.2, 0.7];
            let slope = &c.basis * gradient(&c.expand(x.as_slice()));
            assert!((slope - x).amax() < 1e-13);
            assert!((&rows * c.expand(&[5.0, 1.0, 1.0]) - dvector![1.0]).amax() < 1e-13);
        }
    }

    /// Without limits both drives would give more than they can; with the first at its limit the second is below.
    #[test]
    fn a_drive_that_another_relieves_is_not_at_its_limit() {
        let drive =
            |a: f64, b: f64, rate: f64, most: f64| Drive { row: dvector![a, b], rate, stiffness: 10.0, most };
        // Their rows are opposed: each asks for less the less the other gives.
        let drives = vec![drive(1.0, 0.0, 3.0, 0.5), drive(-1.0, 0.2, 1.0, 1.5)];
        let (on, c) = alone(&Coordinates::new(2, 1, &[], &[]), &drives).expect("finite");
        assert_eq!(on, [Saturation::Upper, Saturation::Free]);
        // The law holds at the motion found: y = Σ λ ĝ with λ clamped.
        let asked: DVector<f64> = drives.iter().map(|d| &d.row * d.impulse(d.row.dot(&c.offset))).sum();
        assert!((asked - &c.offset).amax() < 1e-12);
    }

    #[test]
    fn nothing_is_left_free_by_a_full_set_of_rows() {
        let c = left(&DMatrix::identity(3, 3), &[1.0, 2.0, 3.0]);
        assert_eq!((c.basis.nrows(), c.offset), (0, dvector![1.0, 2.0, 3.0]));
    }

    /// A row over two bodies, one of an articulation and one without joints, says of x what it says of y.
    #[test]
    fn a_row_over_x_says_what_it_says_over_y() {
        let free = left(&dmatrix![1.0, 0.0, 0.5, -1.0, 0.0, 2.0], &[0.3]);
        // Bodies 0 and 2 are joined, 1 is free.
        let all = Articulations::new(vec![Articulation::new(vec![0, 2], free, Vec::new())], 3, 3);
        let full = [(0, 1.5), (2, -0.5), (3, 2.0), (5, 1.0), (7, -3.0)];
        let x = dvector![0.1, -0.4, 0.3, 0.7, -0.2, 0.5, 0.9, -1.1];
        assert_eq!(all.unknowns(), x.len());
        let y = all.expand(&x);
        let (row, offset) = all.reduce(&full);
        let over_y: f64 = full.iter().map(|&(i, c)| c * y[i]).sum();
        assert!((row.dot(&x) + offset - over_y).abs() < 1e-14);
    }
}
