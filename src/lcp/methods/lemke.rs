//! Lemke's complementary pivoting with a lexicographic ratio test (thesis 6.4; Cottle, Pang, Stone, algorithm
//! 4.4.5 and section 4.9).
//!
//! The dictionary x_B = q + D x_N starts from w = b + A z + 1 z0, with the covering vector of ones. The artificial
//! z0 enters against the most negative b; from then on the complement of the variable that left enters, until z0
//! leaves (a solution) or nothing blocks (a secondary ray).
//!
//! - Ties are broken as if b were b + (ε, ε², …): no basis repeats, so the method cannot cycle. In a dictionary
//!   the coefficient of ε^(j+1) in row i is 1 where w_j is basic in row i, 0 where it is basic elsewhere, and
//!   −D_ic where it is the nonbasic variable of column c: the inverse of the basis need not be stored.
//! - The pivots are used only to find the *basis*. z is computed from the original data by an LU factorisation
//!   and one step of iterative refinement. Where that z is not a solution the dictionary has drifted: it is
//!   rebuilt from the original data at the basis found, and the method goes on from there.
//! - A ray is checked against the original data too; a ray that drifted is numerical trouble, not a ray.

use nalgebra::{DMatrix, DVector};

use crate::lcp::judge::measured;
use crate::lcp::linear::dense::Lu;
use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status};
use crate::lcp::problem::Lcp;
use crate::stop;

/// A pivot must exceed this times the largest entry of its column (dimensionless).
const PIVOT_RELATIVE: f64 = 1e-10;
/// A pivot must exceed this in the problem scaled to max|A| = max|b| = 1 (dimensionless).
const PIVOT_ABSOLUTE: f64 = 1e-13;
/// A basic value below this times the largest basic value counts as zero in the ratio test (dimensionless).
const ZERO_VALUE: f64 = 1e-13;
/// Two ratios that differ by less than this, relative to the larger of them and 1, count as equal.
const TIE: f64 = 1e-11;
/// Most corrections of a z whose basis is singular to rounding.
const MAX_REPAIRS: usize = 10;
/// The largest basis that is corrected: it takes a singular value decomposition.
const MAX_REPAIRED_ROWS: usize = 400;
/// A singular value below this times the largest one counts as zero.
const RANK: f64 = 1e-11;
/// How often a drifted dictionary is rebuilt before the method gives up.
const MAX_REBUILDS: usize = 4;
/// Largest defect of a ray, relative to its largest component, that still counts as a ray (dimensionless).
const RAY_DEFECT: f64 = 1e-8;
/// A ray on which z0 is below this part of its first value is taken for a drifted dictionary, and rebuilt once more.
const SMALL_COVER: f64 = 1e-6;

/// Pivots per row after which a run that has not ended goes round in a circle.
const CIRCLE: usize = 10;
/// By which parts of the largest |b| ties are taken apart, one after the other.
const APART: [f64; 3] = [1e-10, 1e-8, 1e-6];

/// Lemke's method. A warm start begins from the basis of the positive entries of the given z.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lemke;

impl LcpSolver for Lemke {
    fn name(&self) -> &'static str {
        "lemke"
    }

    fn iterative(&self) -> bool {
        false
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let n = lcp.size();
        let limit = settings.max_pivots(n);
        let mut pivots = 0;
        let outcome = |z, status, iterations| Outcome::new(z, status, iterations, Vec::new());
        if lcp.b().iter().all(|&b| b >= 0.0) {
            return outcome(DVector::zeros(n), Status::Solved, 0);
        }
        if let Some(warm) = warm {
            let mut start: Vec<bool> = warm.iter().map(|&x| x > 0.0).collect();
            // A failure from a warm start proves nothing about the problem: fall through to the cold one.
            if start.iter().any(|&basic| basic)
                && let (z, Status::Solved) = from_basis(lcp, settings, &mut start, limit, &mut pivots)
            {
                return outcome(z, Status::Solved, pivots);
            }
        }
        let cold_limit = limit.saturating_add(pivots);
        let mut basis = vec![false; n];
        let (z, status) = from_basis(lcp, settings, &mut basis, cold_limit, &mut pivots);
        if status == Status::NumericalTrouble
            && let Some(z) = repaired(lcp, settings, &basis, z.clone())
        {
            return outcome(z, Status::Solved, pivots);
        }
        if status == Status::IterationLimit
            && limit >= CIRCLE * n
            && lcp.blocks().is_some_and(|blocks| blocks.iter().all(|block| block.cone.is_none()))
            && let Some(z) = beside_ties(lcp, settings, limit, &mut pivots)
        {
            return outcome(z, Status::Solved, pivots);
        }
        outcome(z, status, pivots)
    }
}

/// The lexicographic rule rules circles out in exact numbers. Where ratios tie to rounding it can go round all the same; then
/// the basis of a problem without ties is looked for, b being raised by a little in every row by another amount, and asked
/// for the solution of the problem itself. Meant for the problems of a step
/// without friction; with friction the methods that come after this one answer sooner.
fn beside_ties(lcp: &Lcp, settings: &LcpSettings, limit: usize, pivots: &mut usize) -> Option<DVector<f64>> {
    let n = lcp.size();
    for part in APART {
        if stop::asked() {
            return None;
        }
        // Multiples of the golden ratio, less their whole part: no two of them are near each other.
        let amount = |i: usize| 0.5 + 0.5 * (i as f64 * 0.618_033_988_749_895).fract();
        let b = DVector::from_fn(n, |i, _| lcp.b()[i] + part * lcp.b().amax() * amount(i));
        let near = Lcp::new(lcp.a().clone(), b).ok()?.with_unit(lcp.unit());
        let mut basis = vec![false; n];
        let most = pivots.saturating_add(limit);
        from_basis(&near, settings, &mut basis, most, pivots);
        let found = basic_solution(lcp, &basis);
        let solves = |z: &DVector<f64>| {
            measured(z, &lcp.dense_slack(z)).natural_map <= settings.tolerance * lcp.scale()
        };
        if let Some(z) = found.filter(solves) {
            return Some(z);
        }
    }
    None
}

/// Runs the method from the complementary basis in which z_i is basic where `basis[i]`, with rebuilds. `basis` is the one it ended
/// with.
fn from_basis(
    lcp: &Lcp,
    settings: &LcpSettings,
    basis: &mut Vec<bool>,
    limit: usize,
    pivots: &mut usize,
) -> (DVector<f64>, Status) {
    let mut best = (DVector::zeros(lcp.size()), f64::INFINITY);
    for _ in 0..=MAX_REBUILDS {
        let Some(mut dictionary) = Dictionary::new(lcp, basis) else {
            return (best.0, Status::NumericalTrouble);
        };
        let before = *pivots;
        let end = dictionary.run(limit, pivots);
        *basis = dictionary.basis();
        // Whatever the dictionary says of its end, z is judged by the original data: where z0 is down to rounding,
        // the pivot that should remove it can be lost in rounding too.
        for z in [basic_solution(lcp, basis), Some(dictionary.z())].into_iter().flatten() {
            let natural_map = measured(&z, &lcp.dense_slack(&z)).natural_map;
            if natural_map < best.1 {
                best = (z, natural_map);
            }
        }
        if best.1 <= settings.tolerance * lcp.scale() {
            return (best.0, Status::Solved);
        }
        match end {
            End::Basis => {}
            End::Ray(_) if dictionary.cover() <= SMALL_COVER => {}
            End::Ray(column) if dictionary.ray_defect(lcp, column) <= RAY_DEFECT => {
                return (best.0, Status::RayTermination);
            }
            End::Ray(_) | End::Lost => return (best.0, Status::NumericalTrouble),
            End::Limit => return (best.0, Status::IterationLimit),
        }
        if *pivots == before {
            // A fresh dictionary calls this basis feasible: rebuilding it once more would change nothing.
            break;
        }
    }
    (best.0, Status::NumericalTrouble)
}

/// A solution next to `z`, where the basis it belongs to is singular to rounding and the pivots have lost its last
/// digits: the least change of z_α that brings w_α back to zero, a few times.
fn repaired(lcp: &Lcp, settings: &LcpSettings, basis: &[bool], mut z: DVector<f64>) -> Option<DVector<f64>> {
    let alpha: Vec<usize> = (0..basis.len()).filter(|&i| basis[i]).collect();
    if alpha.is_empty() || alpha.len() > MAX_REPAIRED_ROWS {
        return None;
    }
    let block = DMatrix::from_fn(alpha.len(), alpha.len(), |i, j| lcp.a()[(alpha[i], alpha[j])]);
    if stop::spend(COST_OF_SVD * (alpha.len() as u64).pow(3)) {
        return None;
    }
    let svd = block.svd(true, true);
    let rank = RANK * svd.singular_values.max();
    for _ in 0..MAX_REPAIRS {
        let w = lcp.dense_slack(&z);
        let defect = DVector::from_fn(alpha.len(), |k, _| -w[alpha[k]]);
        let change = svd.solve(&defect, rank).ok()?;
        for (&i, dz) in alpha.iter().zip(change.iter()) {
            z[i] = (z[i] + dz).max(0.0);
        }
        if measured(&z, &lcp.dense_slack(&z)).natural_map <= settings.tolerance * lcp.scale() {
            return Some(z);
        }
    }
    None
}

/// z of a complementary basis from the original data: A_αα z_α = −b_α, negative rounding cut off.
fn basic_solution(lcp: &Lcp, basis: &[bool]) -> Option<DVector<f64>> {
    let alpha: Vec<usize> = (0..basis.len()).filter(|&i| basis[i]).collect();
    let block = principal_block(lcp, &alpha);
    let rhs: Vec<f64> = alpha.iter().map(|&i| -lcp.b()[i]).collect();
    let basic = Lu::new(alpha.len(), block.clone())?.solve_refined(&block, &rhs);
    let mut z = DVector::zeros(basis.len());
    for (&i, x) in alpha.iter().zip(basic) {
        z[i] = if x < 0.0 { 0.0 } else { x };
    }
    Some(z)
}

/// A_αα, row-major.
fn principal_block(lcp: &Lcp, alpha: &[usize]) -> Vec<f64> {
    alpha.iter().flat_map(|&i| alpha.iter().map(move |&j| lcp.a()[(i, j)])).collect()
}

enum End {
    /// z0 left: the basis is complementary.
    Basis,
    /// Nothing blocks the variable of this column.
    Ray(usize),
    Limit,
    /// A number in the dictionary is none.
    Lost,
}

/// x_B = q + D x_N in the problem scaled to max|A| = max|b| = 1. Variables: `i` is the one that was basic in row i
/// at the start (w_i, or z_i where the starting basis says so), `n + i` its complement, `2n` is z0.
struct Dictionary {
    n: usize,
    /// n rows of n + 2 numbers: the columns of x_N (n complementary ones and one more), then q.
    d: Vec<f64>,
    scratch: Vec<f64>,
    row_variable: Vec<usize>,
    column_variable: Vec<usize>,
    /// Column in which a variable is nonbasic, or `BASIC + row`.
    place: Vec<usize>,
    /// z_i, not w_i, is variable i.
    swapped: Vec<bool>,
    scale_a: f64,
    scale_b: f64,
}

/// Multiplications of a singular value decomposition of n rows with both bases, roughly, over n³ (dimensionless).
const COST_OF_SVD: u64 = 20;

const BASIC: usize = 1 << (usize::BITS - 1);

impl Dictionary {
    /// The dictionary of a complementary basis; none when its block of A is singular.
    fn new(lcp: &Lcp, basis: &[bool]) -> Option<Dictionary> {
        let n = lcp.size();
        let width = n + 2;
        if stop::claim(n * width) {
            return None;
        }
        let largest = |m: f64, x: &f64| m.max(x.abs());
        let nonzero = |x: f64| if x > 0.0 { x } else { 1.0 };
        let scale_a = nonzero(lcp.a().iter().fold(0.0, largest));
        let scale_b = nonzero(lcp.b().iter().fold(0.0, largest));
        let mut d = vec![0.0; n * width];
        for i in 0..n {
            let row = &mut d[i * width..(i + 1) * width];
            for j in 0..n {
                row[j] = lcp.a()[(i, j)] / scale_a;
            }
            row[n + 1] = lcp.b()[i] / scale_b;
        }
        let alpha: Vec<usize> = (0..n).filter(|&i| basis[i]).collect();
        if !alpha.is_empty() {
            principal_transform(n, &mut d, &alpha)?;
        }
        for i in 0..n {
            d[i * width + n] = 1.0;
        }
        let mut place: Vec<usize> = (0..n).map(|i| BASIC + i).collect();
        place.extend(0..=n);
        Some(Dictionary {
            n,
            d,
            scratch: vec![0.0; width],
            row_variable: (0..n).collect(),
            column_variable: (n..=2 * n).collect(),
            place,
            swapped: basis.to_vec(),
            scale_a,
            scale_b,
        })
    }

    fn q(&self, row: usize) -> f64 {
        self.d[row * (self.n + 2) + self.n + 1]
    }

    /// The value of z0, in units of max|b|; 0 where it is not basic.
    fn cover(&self) -> f64 {
        let row = self.row_variable.iter().position(|&v| v == 2 * self.n);
        row.map_or(0.0, |row| self.q(row))
    }

    fn run(&mut self, limit: usize, pivots: &mut usize) -> End {
        let (n, z0) = (self.n, 2 * self.n);
        // The lexicographically smallest row: of equal values the last, whose ε has the highest power.
        let Some(first) = (0..n).rev().min_by(|&i, &j| self.q(i).total_cmp(&self.q(j))) else {
            return End::Basis;
        };
        if self.q(first) >= 0.0 {
            return End::Basis;
        }
        let mut row = first;
        let mut column = n;
        loop {
            if *pivots >= limit || stop::spend((n * (n + 2)) as u64) {
                return End::Limit;
            }
            *pivots += 1;
            let leaving = self.row_variable[row];
            self.pivot(row, column);
            if leaving == z0 {
                return End::Basis;
            }
            let entering = if leaving < n { leaving + n } else { leaving - n };
            column = self.place[entering];
            match self.leaving_row(column) {
                Ok(Some(r)) => row = r,
                Ok(None) => return End::Ray(column),
                Err(()) => return End::Lost,
            }
        }
    }

    /// Exchanges the basic variable of `row` with the nonbasic one of `column`.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.n + 2;
        let inverse = 1.0 / self.d[row * width + column];
        let pivot_row = &mut self.d[row * width..(row + 1) * width];
        for x in pivot_row.iter_mut() {
            *x *= -inverse;
        }
        pivot_row[column] = inverse;
        self.scratch.copy_from_slice(pivot_row);
        for (i, other) in self.d.chunks_exact_mut(width).enumerate() {
            let factor = other[column];
            if i == row || factor == 0.0 {
                continue;
            }
            other[column] = 0.0;
            for (x, p) in other.iter_mut().zip(&self.scratch) {
                *x += factor * p;
            }
        }
        let (leaving, entering) = (self.row_variable[row], self.column_variable[column]);
        self.row_variable[row] = entering;
        self.column_variable[column] = leaving;
        self.place[entering] = BASIC + row;
        self.place[leaving] = column;
    }

    /// The row that blocks the variable of `column` first, none on a ray, an error on a NaN.
    fn leaving_row(&self, column: usize) -> Result<Option<usize>, ()> {
        let width = self.n + 2;
        let entry = |i: usize| self.d[i * width + column];
        let (mut largest, mut largest_q) = (0.0_f64, 0.0_f64);
        for i in 0..self.n {
            if !entry(i).is_finite() || !self.q(i).is_finite() {
                return Err(());
            }
            largest = largest.max(entry(i).abs());
            largest_q = largest_q.max(self.q(i).abs());
        }
        let threshold = (PIVOT_RELATIVE * largest).max(PIVOT_ABSOLUTE);
        let zero = ZERO_VALUE * largest_q;
        let ratio = |i: usize| if self.q(i) <= zero { 0.0 } else { self.q(i) / -entry(i) };
        let blocking = |i: &usize| entry(*i) < -threshold;
        let Some(least) = (0..self.n).filter(blocking).map(ratio).min_by(f64::total_cmp) else {
            return Ok(None);
        };
        let mut tied: Vec<usize> =
            (0..self.n).filter(blocking).filter(|&i| ratio(i) <= least * (1.0 + TIE)).collect();
        // z0 among the tied rows ends the method with a solution: no need to look further.
        if let Some(&row) = tied.iter().find(|&&i| self.row_variable[i] == 2 * self.n) {
            return Ok(Some(row));
        }
        for j in 0..self.n {
            if tied.len() == 1 {
                break;
            }
            let power = |i: usize| {
                let coefficient = match self.place[j] {
                    place if place == BASIC + i => 1.0,
                    place if place >= BASIC => 0.0,
                    place => -self.d[i * width + place],
                };
                coefficient / -entry(i)
            };
            let least = tied.iter().map(|&i| power(i)).fold(f64::INFINITY, f64::min);
            tied.retain(|&i| power(i) <= least + TIE * least.abs().max(1.0));
        }
        Ok(tied.into_iter().reduce(|best, i| if entry(i) < entry(best) { i } else { best }))
    }

    /// Is variable `v` a z (true) or a w (false)? Not for z0.
    fn is_z(&self, v: usize) -> bool {
        if v < self.n { self.swapped[v] } else { !self.swapped[v - self.n] }
    }

    /// Which z are basic.
    fn basis(&self) -> Vec<bool> {
        let mut basis = vec![false; self.n];
        for &v in &self.row_variable {
            if v < 2 * self.n && self.is_z(v) {
                basis[v % self.n] = true;
            }
        }
        basis
    }

    /// z as the dictionary has it, in the units of the problem, negative rounding cut off.
    fn z(&self) -> DVector<f64> {
        let mut z = DVector::zeros(self.n);
        for (row, &v) in self.row_variable.iter().enumerate() {
            let value = self.q(row) * self.scale_b / self.scale_a;
            if v < 2 * self.n && self.is_z(v) && value > 0.0 {
                z[v % self.n] = value;
            }
        }
        z
    }

    /// How well the ray of `column` keeps w = A z + cover z0 of the original data, relative to its largest
    /// component. Where the method began from another basis the covering vector is another one, and the ray is
    /// taken on trust.
    fn ray_defect(&self, lcp: &Lcp, column: usize) -> f64 {
        if self.swapped.iter().any(|&s| s) {
            return 0.0;
        }
        let n = self.n;
        let (mut z, mut w, mut z0) = (DVector::zeros(n), vec![0.0; n], 0.0);
        let mut set = |v: usize, x: f64| match v {
            v if v < n => w[v] = x,
            v if v < 2 * n => z[v - n] = x,
            _ => z0 = x,
        };
        set(self.column_variable[column], 1.0);
        for (row, &v) in self.row_variable.iter().enumerate() {
            set(v, self.d[row * (n + 2) + column]);
        }
        let largest = z.iter().chain(&w).fold(f64::abs(z0), |m, x| m.max(x.abs()));
        let mut defect = 0.0_f64;
        for i in 0..n {
            let sum: f64 = (0..n).map(|j| lcp.a()[(i, j)] / self.scale_a * z[j]).sum();
            defect = defect.max((sum + z0 - w[i]).abs());
        }
        defect / largest
    }
}

/// Turns the rows (w = A z + b) of `d` into those of the basis in which z_α is basic (a principal pivot transform):
/// z_α = A_αα⁻¹ (w_α − A_αβ z_β − b_α), put into the remaining rows.
fn principal_transform(n: usize, d: &mut [f64], alpha: &[usize]) -> Option<()> {
    let width = n + 2;
    let block: Vec<f64> = alpha
        .iter()
        .flat_map(|&i| alpha.iter().map(move |&j| (i, j)))
        .map(|(i, j)| d[i * width + j])
        .collect();
    let lu = Lu::new(alpha.len(), block)?;
    let mut is_alpha = vec![false; n];
    for &i in alpha {
        is_alpha[i] = true;
    }
    let mut rows = vec![0.0; alpha.len() * width];
    for j in (0..n).chain([n + 1]) {
        let rhs: Vec<f64> = if j < n && is_alpha[j] {
            alpha.iter().map(|&i| f64::from(u8::from(i == j))).collect()
        } else {
            alpha.iter().map(|&i| -d[i * width + j]).collect()
        };
        for (k, x) in lu.solve(&rhs).into_iter().enumerate() {
            rows[k * width + j] = x;
        }
    }
    for i in (0..n).filter(|&i| !is_alpha[i]) {
        let row = &mut d[i * width..(i + 1) * width];
        let factors: Vec<f64> = alpha.iter().map(|&j| std::mem::take(&mut row[j])).collect();
        for (factor, solved) in factors.into_iter().zip(rows.chunks_exact(width)) {
            for (x, s) in row.iter_mut().zip(solved) {
                *x += factor * s;
            }
        }
    }
    for (&i, solved) in alpha.iter().zip(rows.chunks_exact(width)) {
        d[i * width..(i + 1) * width].copy_from_slice(solved);
    }
    Some(())
}

#[cfg(test)]
#[path = "lemke_tests.rs"]
mod tests;
