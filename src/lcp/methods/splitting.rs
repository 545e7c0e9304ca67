//! What the matrix-splitting methods share: sweeps over the rows of A = R Fᵀ + S that never form A.
//!
//! The iterate is z with v = Fᵀ z beside it, so that one row of A z costs the few entries of one row of R and of S.
//!
//! Friction. The row of a direction is fine for a splitting, but the sliding speed s has a zero on the diagonal of A
//! (survey 4.3.1), so it cannot be divided by. Where the blocks of the problem are known, s is not iterated at all:
//! for a given p the impulses f of a contact solve the convex problem (83)/(84) of the survey,
//!
//! ```text
//!   min ½ fᵀ H f + fᵀ c   over the simplex   K = { f >= 0, Σ f <= μ p },      H = A_ff
//! ```
//!
//! of which s is the multiplier of Σ f <= μ p. A sweep therefore takes one projected step on all directions of a
//! contact together, f <- P_K(f − r slide) with slide = A_f z + b_f without s, r = γ / λmax(H), and reads
//! s = max(0, −min slide) off at the end. A fixed point is a solution of the original problem, cone rows included,
//! and it is measured as one: nothing is dropped from the friction law.

use nalgebra::{DMatrix, DVector};

use crate::lcp::convex::SparseRow;
use crate::lcp::convex::rows::Rows;
use crate::lcp::problem::{Factors, Lcp};

/// A diagonal entry below this times the largest entry counts as zero (dimensionless).
const ZERO_DIAGONAL: f64 = 1e-14;

/// A z with v = Fᵀ z. The sliding speeds in z stay 0 during sweeps.
#[derive(Clone)]
pub(in crate::lcp) struct Iterate {
    pub z: Vec<f64>,
    v: Vec<f64>,
}

/// What a sweep visits one after the other.
pub(in crate::lcp) enum Unit {
    /// A row z_i >= 0 with a positive diagonal.
    Row(usize),
    /// All directions of one contact.
    Cone(Cone),
}

/// The friction law of one contact.
pub(in crate::lcp) struct Cone {
    pub normal: usize,
    pub directions: Vec<usize>,
    /// μ.
    pub friction: f64,
    /// Largest eigenvalue of A over the directions, at least 0.
    pub curvature: f64,
}

enum Matrix {
    /// Row-major, because a sweep reads rows.
    Dense(Vec<f64>),
    Factored {
        columns: usize,
        rows: Rows,
        forces: Rows,
        entries: Rows,
    },
}

/// A problem ready for sweeps.
pub(in crate::lcp) struct Splitting<'a> {
    pub lcp: &'a Lcp,
    matrix: Matrix,
    /// A_ii.
    pub diagonal: Vec<f64>,
    /// In the order of a sweep: the rows of a contact together, as the problem lists them.
    pub units: Vec<Unit>,
}

impl<'a> Splitting<'a> {
    /// Prepares `lcp`.
    ///
    /// # Errors
    /// A clause that names the first row without a positive diagonal that no block explains.
    pub fn new(lcp: &'a Lcp) -> Result<Splitting<'a>, String> {
        let n = lcp.size();
        let diagonal = lcp.diagonal();
        let (matrix, off_diagonal) = match lcp.factors() {
            None => {
                let largest = lcp.a().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                (Matrix::Dense(lcp.a().transpose().as_slice().to_vec()), largest)
            }
            Some(Factors { columns, rows, forces, entries }) => {
                let values = entries.iter().flat_map(SparseRow::entries);
                let largest = values.fold(0.0_f64, |m, (_, x)| m.max(x.abs()));
                let matrix = Matrix::Factored {
                    columns: *columns,
                    rows: compressed(rows),
                    forces: compressed(forces),
                    entries: compressed(entries),
                };
                (matrix, largest)
            }
        };
        // The couplings of the cones (1 and μ) have another unit than the rest: they set no scale where they are known.
        let largest = if lcp.blocks().is_some() { 0.0 } else { off_diagonal };
        let largest = diagonal.iter().fold(largest, |m, x| m.max(x.abs()));
        let mut splitting = Splitting { lcp, matrix, diagonal, units: Vec::new() };
        splitting.units = splitting.ordered_units();
        for unit in &splitting.units {
            let Unit::Row(i) = *unit else { continue };
            let usable = splitting.diagonal[i] > ZERO_DIAGONAL * largest;
            if !usable {
                let blocks = if lcp.blocks().is_none() && splitting.diagonal[i] == 0.0 {
                    ", and the problem does not say which rows are friction"
                } else {
                    ""
                };
                return Err(format!(
                    "row {i} has no positive diagonal entry to divide by ({:e}){blocks}",
                    splitting.diagonal[i]
                ));
            }
        }
        debug_assert_eq!(splitting.diagonal.len(), n);
        Ok(splitting)
    }

    fn ordered_units(&self) -> Vec<Unit> {
        let mut visited = vec![false; self.lcp.size()];
        let mut units = Vec::new();
        for block in self.lcp.blocks().unwrap_or_default() {
            block.rows().for_each(|row| visited[row] = true);
            units.extend(std::iter::once(block.normal).chain(block.slacks.iter().copied()).map(Unit::Row));
            if block.cone.is_some() {
                let curvature = self.curvature(&block.directions);
                let directions = block.directions.clone();
                let (normal, friction) = (block.normal, block.friction);
                units.push(Unit::Cone(Cone { normal, directions, friction, curvature }));
            }
        }
        units.extend((0..visited.len()).filter(|&i| !visited[i]).map(Unit::Row));
        units
    }

    fn curvature(&self, directions: &[usize]) -> f64 {
        let k = directions.len();
        let h = DMatrix::from_fn(k, k, |i, j| self.entry(directions[i], directions[j]));
        // Symmetric up to rounding, as friction does to a contact what it feels from it.
        let symmetric = (&h + h.transpose()) * 0.5;
        symmetric.symmetric_eigenvalues().iter().fold(0.0, |m: f64, &x| m.max(x))
    }

    /// A_ij.
    pub fn entry(&self, i: usize, j: usize) -> f64 {
        match (&self.matrix, self.lcp.factors()) {
            (Matrix::Dense(rows), _) => rows[i * self.lcp.size() + j],
            (_, factors) => factors.map_or(0.0, |factors| factors.entry(i, j)),
        }
    }

    /// The iterate at max(0, z), with v; at 0 without a `z`.
    pub fn start(&self, z: Option<&DVector<f64>>) -> Iterate {
        let n = self.lcp.size();
        let mut z: Vec<f64> =
            z.map_or_else(|| vec![0.0; n], |z| z.iter().map(|&x| if x > 0.0 { x } else { 0.0 }).collect());
        for block in self.lcp.blocks().unwrap_or_default() {
            if let Some(row) = block.cone {
                z[row] = 0.0;
            }
        }
        let mut iterate = Iterate { z, v: Vec::new() };
        self.refresh(&mut iterate);
        iterate
    }

    /// v = Fᵀ z afresh: without this, rounding would add up over the sweeps.
    pub fn refresh(&self, iterate: &mut Iterate) {
        if let Matrix::Factored { columns, forces, .. } = &self.matrix {
            iterate.v.clear();
            iterate.v.resize(*columns, 0.0);
            for (j, &zj) in iterate.z.iter().enumerate() {
                if zj != 0.0 {
                    crate::lcp::convex::rows::add(forces, j, zj, &mut iterate.v);
                }
            }
        }
    }

    /// v = Fᵀ z; empty for a dense matrix.
    pub fn velocity<'i>(&self, iterate: &'i Iterate) -> &'i [f64] {
        &iterate.v
    }

    /// w_i = (A z + b)_i.
    pub fn slack(&self, iterate: &Iterate, i: usize) -> f64 {
        let b = self.lcp.b()[i];
        match &self.matrix {
            Matrix::Dense(rows) => {
                let n = self.lcp.size();
                rows[i * n..(i + 1) * n].iter().zip(&iterate.z).fold(b, |sum, (a, x)| sum + a * x)
            }
            Matrix::Factored { rows, entries, .. } => {
                b + crate::lcp::convex::rows::dot(rows, i, &iterate.v)
                    + crate::lcp::convex::rows::dot(entries, i, &iterate.z)
            }
        }
    }

    /// z_i <- `value`.
    pub fn set(&self, iterate: &mut Iterate, i: usize, value: f64) {
        let change = value - iterate.z[i];
        iterate.z[i] = value;
        if change != 0.0
            && let Matrix::Factored { forces, .. } = &self.matrix
        {
            crate::lcp::convex::rows::add(forces, i, change, &mut iterate.v);
        }
    }

    /// One Gauss–Seidel update of a unit with relaxation γ: (2.46) of the thesis for a row, the projected step for
    /// the directions of a contact.
    pub fn relax(&self, iterate: &mut Iterate, unit: &Unit, gamma: f64) {
        match unit {
            &Unit::Row(i) => {
                let next = iterate.z[i] - gamma * self.slack(iterate, i) / self.diagonal[i];
                self.set(iterate, i, positive(next));
            }
            Unit::Cone(cone) => {
                // Along directions in which nothing moves there is no step to take.
                let r = if cone.curvature > 0.0 { gamma / cone.curvature } else { 0.0 };
                let mut f = self.stepped(iterate, cone, r);
                project(&mut f, cone.friction * iterate.z[cone.normal]);
                for (&d, f) in cone.directions.iter().zip(f) {
                    self.set(iterate, d, f);
                }
            }
        }
    }

    /// f − r slide for the directions of a contact.
    pub fn stepped(&self, iterate: &Iterate, cone: &Cone, r: f64) -> Vec<f64> {
        cone.directions.iter().map(|&d| iterate.z[d] - r * self.slack(iterate, d)).collect()
    }

    /// For each row unit the number by which a step on all rows at once may be divided, for each cone the same for all
    /// its directions: a diagonal matrix D with A ≼ D where A is symmetric and positive semidefinite.
    ///
    /// From the factors, for A = C Cᵀ: with n_k units at velocity coordinate k, (Σ_u c_uk)² <= n_k Σ_u c_uk², so that
    /// D_i = Σ_k n_k C_ik² will do for a row and max n_k times its curvature for a cone. From the matrix, D_i = Σ_j |A_ij|.
    pub fn majorant(&self) -> Vec<f64> {
        let n = self.lcp.size();
        let rows_of = |unit: &Unit| match unit {
            Unit::Row(i) => vec![*i],
            Unit::Cone(cone) => cone.directions.clone(),
        };
        let Matrix::Factored { columns, rows, forces, entries } = &self.matrix else {
            let row_sum = |&i: &usize| (0..n).map(|j| self.entry(i, j).abs()).sum::<f64>();
            // The couplings to the sliding speeds are no part of the iteration.
            let coupling = |unit: &Unit| if matches!(unit, Unit::Cone(_)) { 1.0 } else { 0.0 };
            let of = |unit| rows_of(unit).iter().map(row_sum).fold(0.0, f64::max) - coupling(unit);
            return self.units.iter().map(of).collect();
        };
        let mut units_at = vec![0.0; *columns];
        let mut last = vec![usize::MAX; *columns];
        for (u, unit) in self.units.iter().enumerate() {
            for i in rows_of(unit) {
                for &k in &forces.columns[forces.range(i)] {
                    if std::mem::replace(&mut last[k], u) != u {
                        units_at[k] += 1.0;
                    }
                }
            }
        }
        let of = |unit: &Unit| match unit {
            Unit::Row(i) => {
                let own: f64 = entries.values[entries.range(*i)].iter().map(|x| x.abs()).sum();
                // The entry of R times that of F at the same coordinate: the part of A_ii that belongs to it.
                let range = forces.range(*i);
                let force = forces.columns[range.clone()].iter().zip(&forces.values[range]);
                let row = |k: usize| {
                    let range = rows.range(*i);
                    let at = rows.columns[range.clone()].binary_search(&k);
                    at.map_or(0.0, |at| rows.values[range.start + at])
                };
                own + force.map(|(&k, x)| units_at[k] * (x * row(k)).abs()).sum::<f64>()
            }
            Unit::Cone(cone) => {
                let at = |&d: &usize| {
                    forces.columns[forces.range(d)].iter().fold(1.0_f64, |m, &k| m.max(units_at[k]))
                };
                cone.curvature * cone.directions.iter().map(at).fold(1.0, f64::max)
            }
        };
        self.units.iter().map(of).collect()
    }

    /// One sweep over all units.
    pub fn sweep(&self, iterate: &mut Iterate, gamma: f64) {
        for unit in &self.units {
            self.relax(iterate, unit, gamma);
        }
    }

    /// z with the sliding speeds read off, and its natural map (infinite where a number is none).
    pub fn measure(&self, iterate: &mut Iterate) -> (Vec<f64>, f64) {
        self.refresh(iterate);
        let n = self.lcp.size();
        let mut w: Vec<f64> = (0..n).map(|i| self.slack(iterate, i)).collect();
        let mut z = iterate.z.clone();
        for block in self.lcp.blocks().unwrap_or_default() {
            let Some(row) = block.cone else { continue };
            let s = block.directions.iter().fold(0.0_f64, |m, &d| m.max(-w[d]));
            z[row] = s;
            block.directions.iter().for_each(|&d| w[d] += s);
        }
        let natural_map = z.iter().zip(&w).fold(0.0_f64, |m, (&z, &w)| {
            if z.is_nan() || w.is_nan() { f64::INFINITY } else { m.max(z.min(w).abs()) }
        });
        (z, natural_map)
    }
}

/// max(0, x), where a NaN stays a NaN and is seen by the measurement.
pub(in crate::lcp) fn positive(x: f64) -> f64 {
    if x < 0.0 { 0.0 } else { x }
}

/// The nearest point of { f >= 0, Σ f <= bound }, a bound below 0 counting as 0.
///
/// Where Σ max(0, f) exceeds the bound, it is max(0, f − s) with the s that makes the sum equal to it, found from the
/// sorted entries (Held, Wolfe, Crowder 1974).
pub(in crate::lcp) fn project(f: &mut [f64], bound: f64) {
    let bound = bound.max(0.0);
    let sum: f64 = f.iter().map(|&x| positive(x)).sum();
    let mut shift = 0.0;
    if sum > bound {
        let mut sorted = f.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let mut partial = 0.0;
        for (k, &x) in sorted.iter().enumerate() {
            partial += x;
            let candidate = (partial - bound) / (k + 1) as f64;
            // The largest entries stay positive; the first one always does unless the bound is 0.
            if k > 0 && x <= candidate {
                break;
            }
            shift = candidate;
        }
    }
    for x in f {
        *x = positive(*x - shift);
    }
}

fn compressed(rows: &[SparseRow]) -> Rows {
    let mut out = Rows { first: vec![0], ..Rows::default() };
    for row in rows {
        out.columns.extend(row.entries().iter().map(|e| e.0));
        out.values.extend(row.entries().iter().map(|e| e.1));
        out.first.push(out.columns.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use nalgebra::dvector;

    use super::*;
    use crate::lcp::judge::residual;
    use crate::lcp::method::{LcpSettings, Status, solve};
    use crate::lcp::methods::lemke::Lemke;
    use crate::lcp::problem::test_problems::{Random, factored_friction};

    #[test]
    fn projection_onto_the_simplex() {
        let projected = |mut f: Vec<f64>, bound: f64| {
            project(&mut f, bound);
            f
        };
        assert_eq!(projected(vec![0.5, -1.0, 0.25], 1.0), [0.5, 0.0, 0.25]);
        assert_eq!(projected(vec![3.0, 1.0, -1.0], 2.0), [2.0, 0.0, 0.0]);
        assert_eq!(projected(vec![3.0, 2.0, -1.0], 2.0), [1.5, 0.5, 0.0]);
        assert_eq!(projected(vec![3.0, 2.0], 0.0), [0.0, 0.0]);
        assert_eq!(projected(vec![3.0, 2.0], -1.0), [0.0, 0.0]);
        assert!(projected(vec![f64::NAN, 2.0], 1.0).iter().any(|x| x.is_nan()));
        // Against the definition: no point of the simplex is nearer.
        let mut random = Random::new(8);
        for _ in 0..200 {
            let f: Vec<f64> = (0..5).map(|_| 2.0 * random.symmetric()).collect();
            let bound = 1.0 + random.symmetric();
            let p = projected(f.clone(), bound);
            assert!(p.iter().all(|&x| x >= 0.0) && p.iter().sum::<f64>() <= bound * (1.0 + 1e-14));
            let other = projected((0..5).map(|_| random.symmetric()).collect(), bound);
            // (f − p) · (q − p) <= 0 for every q of the set.
            let angle: f64 = f.iter().zip(&p).zip(&other).map(|((f, p), q)| (f - p) * (q - p)).sum();
            assert!(angle <= 1e-12, "{angle:e}");
        }
    }

    #[test]
    fn a_solution_stays_where_it_is_and_measures_as_one() {
        for seed in 0..20 {
            let lcp = factored_friction(&mut Random::new(seed), 3, 0.5);
            let solution = solve(&Lemke, &lcp, &LcpSettings::default(), None);
            assert_eq!(solution.report.status, Status::Solved);
            let splitting = Splitting::new(&lcp).unwrap();
            let mut iterate = splitting.start(Some(&solution.z));
            let (z, natural_map) = splitting.measure(&mut iterate);
            assert!(natural_map < 1e-12, "{natural_map:e}");
            assert!((residual(&lcp, &DVector::from_vec(z)).natural_map - natural_map).abs() < 1e-13);
            splitting.sweep(&mut iterate, 1.0);
            let moved = iterate.z.iter().zip(solution.z.iter()).enumerate().filter(|(i, _)| *i < 15);
            let moved = moved.fold(0.0_f64, |m, (_, (a, b))| m.max((a - b).abs()));
            assert!(moved < 1e-11, "{moved:e}");
        }
    }

    #[test]
    fn a_zero_diagonal_is_refused_with_its_row() {
        let lcp = factored_friction(&mut Random::new(1), 2, 0.5);
        let bare = Lcp::new(lcp.a().clone(), lcp.b().clone()).unwrap();
        let reason = Splitting::new(&bare).err().unwrap();
        assert!(reason.contains("row 10") && reason.contains("friction"), "{reason}");
        assert!(Splitting::new(&lcp).is_ok());
        let zero = Lcp::new(DMatrix::zeros(1, 1), dvector![1.0]).unwrap().with_blocks(vec![]).unwrap();
        assert!(Splitting::new(&zero).is_err());
    }
}
