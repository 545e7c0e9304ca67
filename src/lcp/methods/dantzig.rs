//! Principal pivoting after Dantzig and Cottle, in the form of Baraff (1994; survey 4.2; Cottle, Pang, Stone 4.3).
//!
//! One row at a time is driven to complementarity, the most violated one first, while the rows driven before stay
//! complementary: C holds those with w = 0 and z >= 0, N those with z = 0 and w >= 0. Rows not driven yet have z = 0
//! and may do what they like (to keep those with w >= 0 as they are costs three times as many pivots). For the driven
//! row r
//!
//! ```text
//!   r outside C:  z_r grows,   Δz_C = −A_CC⁻¹ A_Cr,   Δw = A_·r + A_·C Δz_C
//!   r in C:       w_r grows,   Δz_C = A_CC⁻¹ e_r,     Δw = A_·C Δz_C
//! ```
//!
//! until w_r = 0 or a row of C or N comes to 0. That row changes sides, and the drive goes on. Where changing sides
//! would make A_CC singular, the row and r change sides together (a pivot of order 2): this is what a zero on the
//! diagonal of an unsymmetric A needs. The inverse of A_CC is updated, not factored anew ([`PrincipalInverse`]).
//!
//! - Symmetric positive semidefinite A: finds a solution or, on a ray, has proved that there is none: the ray is a
//!   z >= 0 with A z = 0 and b · z < 0. Redundant rows never meet in C. Unsymmetric A that is positive semidefinite
//!   or a P-matrix: finds a solution wherever there is one.
//! - What it cannot do: other A, those of friction among them, with a promise. w_r can run away from 0 with nothing
//!   in the way, or the drive goes round in a circle. The row is put aside, the others are tried first, and if nothing
//!   helps the method ends with [`Status::RayTermination`] or [`Status::IterationLimit`], which then prove nothing. Of
//!   the friction problems of scenes it solves nearly all of up to 100 rows and three quarters of larger ones. Of
//!   z around 1e6 times b (long stacks with a mass ratio of 1e6) the last digits of w are rounding, here as elsewhere,
//!   and the tolerance of 1e-10 is then missed by a little.
//! - Ties go to the largest pivot; after a run of steps of length 0 to the least index, which cannot cycle where A is
//!   sufficient (Chang 1979, Cottle and Chang 1992). Limits on the pivots, of a row and in all, end what goes on too
//!   long.
//! - It works on the equilibrated problem, computes z and w from its data after every pivot, and where the result
//!   misses the tolerance drives the rows that are wrong in the original data once more.

use nalgebra::DVector;

use crate::lcp::linear::principal_inverse::PrincipalInverse;
use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status};
use crate::lcp::methods::polish::polish;
use crate::lcp::problem::Lcp;
use crate::lcp::problem::equilibrate::Equilibrated;
use crate::stop;

/// A change below this, relative to 1 + the largest change, counts as none (scaled problem, dimensionless).
const ZERO_CHANGE: f64 = 1e-11;
/// A pivot below this counts as zero (scaled problem, dimensionless).
const ZERO_PIVOT: f64 = 1e-11;
/// w above minus this times 1 + max z counts as non-negative (scaled problem, dimensionless).
const ZERO_VALUE: f64 = 1e-14;
/// Steps that differ by less than this, relative to the longer of them and 1, count as equal.
const TIE: f64 = 1e-12;
/// The same for the step of the driven row against the others: where row k repeats row r up to rounding, r could
/// not follow it into C.
const OWN_TIE: f64 = 1e-9;
/// A Schur complement of a symmetric A below minus this shows that the inverse is worn (scaled, dimensionless).
const INDEFINITE: f64 = 1e-9;
/// Largest |A d| of a ray d, relative to max d (scaled problem, dimensionless).
const RAY_DEFECT: f64 = 1e-9;
/// Steps of length 0 in a row after which ties go to the least index.
const STILL: usize = 12;
/// The driven w above minus this times 1 + max z counts as 0 where r cannot enter C (scaled, dimensionless).
const NEARLY: f64 = 1e-12;
/// Most pivots for one row, and how many more for each row of the problem.
const DRIVE_PIVOTS: usize = 50;
/// See [`DRIVE_PIVOTS`].
const DRIVE_PIVOTS_PER_ROW: usize = 3;
/// How often the wrong rows of a finished basis are driven once more.
const REPAIRS: usize = 4;
/// Largest difference between A and its transpose, relative to its largest entry, of a symmetric A.
const SYMMETRIC: f64 = 1e-12;

/// Dantzig's principal pivoting. A warm start begins from the rows in which the given z is positive.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dantzig;

impl LcpSolver for Dantzig {
    fn name(&self) -> &'static str {
        "dantzig"
    }

    fn iterative(&self) -> bool {
        false
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let n = lcp.size();
        let limit = settings.max_pivots(n);
        let problem = match Equilibrated::new(lcp) {
            Ok(problem) => problem,
            Err(reason) => return Outcome::refused(n, reason),
        };
        let target = settings.tolerance * lcp.scale();
        let mut drive = Drive::new(&problem);
        drive.restart(warm.map_or(vec![], |z| (0..n).filter(|&i| z[i] > 0.0).collect()));
        let mut best = problem.judge(&DVector::zeros(n));
        let mut end = End::Basis;
        for repair in 0..=REPAIRS {
            let before = drive.pivots;
            end = drive.run(limit);
            let mut found = problem.judge(&drive.z);
            if found.1 > target {
                found = polish(&problem, &drive.z, target);
            }
            if found.1 < best.1 {
                best = found;
            }
            let unchanged = drive.pivots == before && repair > 0;
            if best.1 <= target || !matches!(end, End::Basis) || unchanged {
                break;
            }
            let rows = drive.inverse.rows().to_vec();
            drive.restart(rows);
        }
        let (status, reason) =
            if best.1 <= target { (Status::Solved, None) } else { end.told(drive.symmetric) };
        Outcome { z: best.0, status, iterations: drive.pivots, history: drive.history, reason }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Every row is complementary.
    Basis,
    /// Nothing stops the drive of this row.
    Ray(usize),
    Limit,
    /// The drive of this row takes too many pivots: it goes round in a circle.
    Endless(usize),
    /// A pivot vanished in this row, or its digits are lost.
    Singular(usize),
}

impl End {
    fn told(self, symmetric: bool) -> (Status, Option<String>) {
        let (status, text) = match self {
            End::Basis => {
                (Status::NumericalTrouble, "the basis solves the problem only up to rounding".to_owned())
            }
            End::Ray(row) if symmetric => (
                Status::RayTermination,
                format!("row {row} grows without bound: no solution if A is semidefinite"),
            ),
            End::Ray(row) => (
                Status::RayTermination,
                format!("row {row} grows without bound, in every order that was tried"),
            ),
            End::Limit => (Status::IterationLimit, "out of pivots".to_owned()),
            End::Endless(row) => (Status::IterationLimit, format!("row {row} cannot be driven to its end")),
            End::Singular(row) => {
                (Status::NumericalTrouble, format!("the digits of the pivot of row {row} are lost"))
            }
        };
        (status, Some(text))
    }
}

/// Where a row stands that is not in C (those are the rows of the inverse).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Not yet looked at: z = 0 and w of any sign.
    Open,
    /// Open, and once driven in vain since a row was last done.
    Aside,
    /// Done: complementary, and kept so.
    Done,
}

/// What stops a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The driven row itself: its w is 0.
    Own,
    /// This row changes sides first.
    Row(usize),
}

struct Drive<'a> {
    problem: &'a Equilibrated<'a>,
    lcp: &'a Lcp,
    inverse: PrincipalInverse<'a>,
    side: Vec<Side>,
    z: DVector<f64>,
    w: DVector<f64>,
    symmetric: bool,
    pivots: usize,
    /// Natural map after each pivot.
    history: Vec<f64>,
}

impl<'a> Drive<'a> {
    fn new(problem: &'a Equilibrated<'a>) -> Drive<'a> {
        let lcp = &problem.scaled;
        let n = lcp.size();
        Drive {
            problem,
            lcp,
            inverse: PrincipalInverse::new(lcp),
            side: vec![Side::Open; n],
            z: DVector::zeros(n),
            w: lcp.b().clone(),
            symmetric: is_symmetric(lcp),
            pivots: 0,
            history: Vec::new(),
        }
    }

    /// Begins with those of `rows` in C whose z is not negative there, all other rows open.
    fn restart(&mut self, mut rows: Vec<usize>) {
        self.side.fill(Side::Open);
        loop {
            if !self.inverse.reset(rows) {
                // Singular: nothing of it can be kept.
                self.inverse.reset(vec![]);
            }
            self.refresh(None, 0.0);
            let kept: Vec<usize> =
                self.inverse.rows().iter().copied().filter(|&i| self.z[i] >= 0.0).collect();
            if kept.len() == self.inverse.rows().len() {
                break;
            }
            rows = kept;
        }
        for &i in self.inverse.rows() {
            self.side[i] = Side::Done;
        }
    }

    /// z and w from the data: w_C = 0 and z = 0 elsewhere, but for the driven row, whose nonbasic variable has the
    /// value given (z_r outside C, w_r in C).
    fn refresh(&mut self, driven: Option<usize>, value: f64) {
        let a = self.lcp.a();
        let b = self.lcp.b();
        let rhs: Vec<f64> = (self.inverse.rows().iter())
            .map(|&i| match driven {
                Some(r) if r == i => value - b[i],
                Some(r) if !self.inverse.contains(r) => -b[i] - a[(i, r)] * value,
                _ => -b[i],
            })
            .collect();
        let basic = self.inverse.solve(&rhs);
        self.z.fill(0.0);
        for (&i, x) in self.inverse.rows().iter().zip(basic) {
            self.z[i] = x;
        }
        if let Some(r) = driven
            && !self.inverse.contains(r)
        {
            self.z[r] = value;
        }
        self.w = self.lcp.slack(&self.z);
        for &i in self.inverse.rows() {
            self.w[i] = 0.0;
        }
        if let Some(r) = driven
            && self.inverse.contains(r)
        {
            self.w[r] = value;
        }
    }

    fn run(&mut self, limit: usize) -> End {
        let n = self.lcp.size();
        let mut failed = None;
        loop {
            let zero = ZERO_VALUE * (1.0 + self.z.amax());
            let violated = |i: &usize| !self.inverse.contains(*i) && self.w[*i] < -zero;
            let next = (0..n)
                .filter(violated)
                .filter(|&i| self.side[i] == Side::Open)
                .min_by(|&i, &j| self.w[i].total_cmp(&self.w[j]));
            let Some(row) = next else {
                let left = (0..n).any(|i| self.side[i] == Side::Aside && violated(&i));
                return failed.filter(|_| left).unwrap_or(End::Basis);
            };
            let before = (self.inverse.rows().to_vec(), self.side.clone());
            match self.drive(row, limit) {
                End::Basis => {
                    self.side[row] = Side::Done;
                    for side in self.side.iter_mut().filter(|side| **side == Side::Aside) {
                        *side = Side::Open;
                    }
                }
                End::Limit => return End::Limit,
                // Of a symmetric semidefinite A this is the proof that there is no solution.
                End::Ray(row) if self.symmetric => return End::Ray(row),
                end => {
                    failed = Some(end);
                    self.side = before.1;
                    self.side[row] = Side::Aside;
                    if !self.inverse.reset(before.0) {
                        return end;
                    }
                    self.refresh(None, 0.0);
                }
            }
        }
    }

    /// Drives w_r of row `r` to 0.
    fn drive(&mut self, r: usize, limit: usize) -> End {
        let (mut still, before) = (0, self.pivots);
        loop {
            let n = self.side.len() as u64;
            if self.pivots >= limit || stop::spend(n * n) {
                return End::Limit;
            }
            if self.pivots - before > DRIVE_PIVOTS + DRIVE_PIVOTS_PER_ROW * self.side.len() {
                return End::Endless(r);
            }
            self.pivots += 1;
            let end = self.advance(r, &mut still);
            self.history.push(self.problem.natural_map(&self.z, &self.w));
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// One pivot of the drive of row `r`, after `still` steps of length 0; how the drive ends, if it does.
    fn advance(&mut self, r: usize, still: &mut usize) -> Option<End> {
        let (dz, dw) = self.direction(r);
        let outside = !self.inverse.contains(r);
        let held = if outside { self.z[r] } else { self.w[r] };
        if self.symmetric && dw[r] < -INDEFINITE * (1.0 + dz.amax()) && self.inverse.renew() {
            // No Schur complement of a semidefinite A is negative: the inverse had lost its digits.
            self.refresh(Some(r), held);
            return None;
        }
        if outside && self.w[r] >= -NEARLY * (1.0 + self.z.amax()) && dw[r] <= zero_change(&dz) {
            return self.retreat(r, &dz).then_some(End::Basis);
        }
        let Some((step, stop)) = self.ratio_test(r, &dz, &dw, *still >= STILL) else {
            return Some(if self.is_ray(&dz) { End::Ray(r) } else { End::Singular(r) });
        };
        *still = if step > 0.0 { 0 } else { *still + 1 };
        let k = match stop {
            Stop::Own => {
                if outside && !self.inverse.toggle(r) {
                    return Some(End::Singular(r));
                }
                self.refresh(None, 0.0);
                return Some(End::Basis);
            }
            Stop::Row(k) => k,
        };
        if self.inverse.pivot(k).abs() > ZERO_PIVOT {
            if !self.inverse.toggle(k) {
                return Some(End::Singular(k));
            }
            self.refresh(Some(r), held + step);
            return None;
        }
        // A pivot of order 2: the other variable of row r takes over with the value it has come to.
        let reached = if outside { self.w[r] + step * dw[r] } else { self.z[r] + step * dz[r] };
        let mut rows: Vec<usize> = self.inverse.rows().to_vec();
        for i in [k, r] {
            match rows.iter().position(|&j| j == i) {
                Some(at) => {
                    rows.remove(at);
                }
                None => rows.push(i),
            }
        }
        if !self.inverse.reset(rows) {
            return Some(End::Singular(k));
        }
        self.refresh(Some(r), reached);
        None
    }

    /// Whether w does not change along `dz` in the rows of a symmetric A; no check where A is unsymmetric and a ray
    /// proves nothing.
    fn is_ray(&self, dz: &DVector<f64>) -> bool {
        let change = self.lcp.slack(dz) - self.lcp.b();
        !self.symmetric || change.amax() <= RAY_DEFECT * dz.amax()
    }

    /// Row r outside C has w_r = 0 with z_r > 0, and depends on rows of C: its load is given back to them, until z_r
    /// is 0 (true) or one of them comes to 0 and leaves C.
    fn retreat(&mut self, r: usize, dz: &DVector<f64>) -> bool {
        let first = (self.inverse.rows().iter())
            .filter(|&&k| dz[k] > zero_change(dz))
            .map(|&k| (self.z[k].max(0.0) / dz[k], k))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match first {
            Some((step, k)) if step < self.z[r] => {
                let left = self.z[r] - step;
                // A principal block of an independent set: regular again without k.
                self.inverse.toggle(k);
                self.refresh(Some(r), left);
                false
            }
            _ => {
                self.refresh(None, 0.0);
                true
            }
        }
    }

    /// Δz and Δw for a unit of the driven variable.
    fn direction(&self, r: usize) -> (DVector<f64>, DVector<f64>) {
        let n = self.lcp.size();
        let a = self.lcp.a();
        let mut dz = DVector::zeros(n);
        let inside = self.inverse.contains(r);
        let basic = if inside {
            let unit: Vec<f64> = self.inverse.rows().iter().map(|&i| f64::from(u8::from(i == r))).collect();
            self.inverse.solve(&unit)
        } else {
            dz[r] = 1.0;
            self.inverse.column(r).into_iter().map(|x| -x).collect()
        };
        for (&i, x) in self.inverse.rows().iter().zip(basic) {
            dz[i] = x;
        }
        let mut dw = DVector::zeros(n);
        for (j, &x) in dz.iter().enumerate() {
            if x != 0.0 {
                dw.axpy(x, &a.column(j), 1.0);
            }
        }
        for &i in self.inverse.rows() {
            dw[i] = f64::from(u8::from(i == r));
        }
        (dz, dw)
    }

    /// The longest step that keeps the rows that are done, and what stops it; none on a ray.
    fn ratio_test(
        &self,
        r: usize,
        dz: &DVector<f64>,
        dw: &DVector<f64>,
        least_index: bool,
    ) -> Option<(f64, Stop)> {
        let zero = zero_change(dz);
        let own = if dw[r] > zero { (-self.w[r] / dw[r]).max(0.0) } else { f64::INFINITY };
        // (step, row, size of the pivot) of every row that comes to 0.
        let mut blocking = Vec::new();
        for k in 0..self.lcp.size() {
            let (value, change) = if self.inverse.contains(k) {
                (self.z[k], dz[k])
            } else if self.side[k] == Side::Done && k != r {
                (self.w[k], dw[k])
            } else {
                continue;
            };
            if change < -zero {
                blocking.push((if value > 0.0 { value / -change } else { 0.0 }, k, -change));
            }
        }
        let least = blocking.iter().fold(f64::INFINITY, |m, &(step, ..)| m.min(step));
        // Of equal steps its own comes first.
        if own <= least + OWN_TIE * least.max(1.0) {
            return own.is_finite().then_some((own.min(least), Stop::Own));
        }
        let tied = blocking.into_iter().filter(|&(step, ..)| step <= least + TIE * least.max(1.0));
        let chosen = if least_index {
            tied.min_by_key(|&(_, k, _)| k)
        } else {
            tied.max_by(|a, b| a.2.total_cmp(&b.2).then(b.1.cmp(&a.1)))
        };
        chosen.map(|(_, k, _)| (least, Stop::Row(k)))
    }
}

/// A change along `dz` up to this counts as none.
fn zero_change(dz: &DVector<f64>) -> f64 {
    ZERO_CHANGE * (1.0 + dz.amax())
}

/// Whether A is symmetric up to rounding.
pub(in crate::lcp) fn is_symmetric(lcp: &Lcp) -> bool {
    let a = lcp.a();
    let limit = SYMMETRIC * a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    (0..lcp.size()).all(|i| (0..i).all(|j| (a[(i, j)] - a[(j, i)]).abs() <= limit))
}
