//! The literal form of a step: the mixed problem (4.50)/(4.51) with ν eliminated, as one LCP.
//!
//! ```text
//!   unknowns  z = ( p   one impulse per disjunction, on its primary contact
//!                   c   one slack per further contact of an I or X
//!                   f   friction impulses along the directions of the linearised cone
//!                   s   one sliding speed per contact with friction )
//!   rows      w = ( G_1ᵀν + ψ_1/h + Σ c                       (4.27), (2.31) for a U
//!                   (G_1 − G_k)ᵀν + (ψ_1 − ψ_k)/h + c_2 + … + c_k      (4.26)
//!                   G_fᵀν + s                                  (4.48)
//!                   μ p − Σ f                                  (4.49) )
//!   with      ν = ν* + M⁻¹(G_1 p + G_f f)
//! ```
//!
//! The slack rows have no columns of their own in the Newton–Euler equation, so A is not symmetric, and with an I
//! or X in it not copositive: Lemke's method can end on a ray. With U alone it is the Stewart–Trinkle problem
//! (2.37). E_I2 stands in the column of c_I (errata of (4.50)).

use crate::contact::ContactId;
use crate::formulation::terms::Terms;
use crate::formulation::{IslandReport, IslandSolution};
use crate::lcp::convex::SparseRow;
use crate::lcp::{self, Lcp, LcpSettings, LcpSolver, Status};
use crate::math::{Vec3, Vec6};
use nalgebra::{DMatrix, DVector};

/// Contacts of one disjunction, the primary one first.
pub type Group = Vec<ContactId>;

/// A problem and the meaning of its rows.
pub struct LiteralProblem {
    /// The complementarity problem.
    pub lcp: Lcp,
    /// Contact of each row.
    pub row_contact: Vec<ContactId>,
    /// Force columns: the scaled row and, for friction, the direction.
    forces: Vec<(usize, ContactId, SparseRow, Option<Vec3>)>,
}

/// Builds the problem; `None` if a number is not finite.
pub fn build(terms: &Terms, groups: &[Group]) -> Option<LiteralProblem> {
    let h = terms.h;
    let mut rows: Vec<(SparseRow, f64)> = Vec::new();
    let mut row_contact = Vec::new();
    let mut forces = Vec::new();
    let mut slack_entries: Vec<(usize, usize)> = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let contact = terms.set.get(group[0]);
        let (row, offset) = terms.gap_row(contact);
        forces.push((g, group[0], row.clone(), None));
        rows.push((row, offset + contact.gap / h));
        row_contact.push(group[0]);
    }
    let mut column = groups.len();
    for (g, group) in groups.iter().enumerate() {
        let first = column;
        let (primary, primary_rhs) = rows[g].clone();
        for &id in &group[1..] {
            let contact = terms.set.get(id);
            let (row, offset) = terms.gap_row(contact);
            let difference = primary
                .entries()
                .iter()
                .copied()
                .chain(row.entries().iter().map(|&(k, v)| (k, -v)))
                .collect::<Vec<_>>();
            rows.push((SparseRow::new(difference), primary_rhs - offset - contact.gap / h));
            row_contact.push(id);
            // Lower triangle of ones: this row sees the slacks up to its own.
            slack_entries.extend((first..=column).map(|c| (column, c)));
            slack_entries.push((g, column));
            column += 1;
        }
    }
    let mut cones: Vec<(usize, std::ops::Range<usize>, f64, ContactId)> = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let contact = terms.set.get(group[0]);
        let mu = terms.friction(contact);
        if mu > 0.0 {
            let first = rows.len();
            for d in terms.friction_basis(contact) {
                let (row, offset) = terms.slide_row(contact, &d);
                forces.push((rows.len(), group[0], row.clone(), Some(d)));
                rows.push((row, offset));
                row_contact.push(group[0]);
            }
            cones.push((g, first..rows.len(), mu, group[0]));
        }
    }
    let n = rows.len() + cones.len();
    let mut a = DMatrix::zeros(n, n);
    let mut b = DVector::zeros(n);
    let mut dense = DVector::zeros(terms.size());
    for (i, (row, rhs)) in rows.iter().enumerate() {
        b[i] = *rhs;
        for &(k, v) in row.entries() {
            dense[k] = v;
        }
        for (j, _, force, _) in &forces {
            a[(i, *j)] = force.dot(&dense);
        }
        for &(k, _) in row.entries() {
            dense[k] = 0.0;
        }
    }
    for (i, j) in slack_entries {
        a[(i, j)] += 1.0;
    }
    for (k, (g, directions, mu, id)) in cones.iter().enumerate() {
        let s = rows.len() + k;
        a[(s, *g)] = *mu;
        for d in directions.clone() {
            a[(d, s)] = 1.0;
            a[(s, d)] = -1.0;
        }
        row_contact.push(*id);
    }
    Some(LiteralProblem { lcp: Lcp::new(a, b).ok()?, row_contact, forces })
}

/// Solves the literal problem of one island.
///
/// # Errors
/// What the method said, in one sentence.
pub fn solve(
    terms: &Terms,
    groups: &[Group],
    solver: &dyn LcpSolver,
    settings: &LcpSettings,
) -> Result<IslandSolution, String> {
    let problem = build(terms, groups).ok_or("the problem has a number that is not finite")?;
    solve_problem(terms, &problem, solver, settings)
}

/// Solves a problem that was built.
///
/// # Errors
/// What the method said, in one sentence.
pub(super) fn solve_problem(
    terms: &Terms,
    problem: &LiteralProblem,
    solver: &dyn LcpSolver,
    settings: &LcpSettings,
) -> Result<IslandSolution, String> {
    let tolerance = settings.tolerance.max(rounding(terms, problem.lcp.a().amax()) / problem.lcp.scale());
    let settings = LcpSettings { tolerance, ..*settings };
    let solution = lcp::solve(solver, &problem.lcp, &settings, None);
    let r = &solution.report;
    if r.status != Status::Solved {
        return Err(format!(
            "{} ended with {} after {} iterations on {} rows (residual {:.1e})",
            r.method, r.status, r.iterations, r.size, r.residual.natural_map
        ));
    }
    let mut y = DVector::zeros(terms.size());
    let mut impulses = Vec::new();
    let mut friction = Vec::new();
    for (j, id, row, direction) in &problem.forces {
        let p = solution.z[*j];
        if p != 0.0 {
            for &(k, v) in row.entries() {
                y[k] += v * p;
            }
            match direction {
                None => impulses.push((*id, p)),
                Some(d) => friction.push((*id, d * p)),
            }
        }
    }
    let report = IslandReport {
        method: r.method,
        size: r.size,
        iterations: r.iterations,
        outer_iterations: 0,
        switches: 0,
        residual: r.residual,
        worst_contact: r.residual.worst_row.map(|k| problem.row_contact[k]),
        fallback: None,
        history: r.history.clone(),
    };
    Ok(IslandSolution { velocity: twists_as_vec6(terms, &y), change: y, impulses, friction, report })
}

/// What rounding leaves of a residual (m/s): A z is a sum of terms as large as the `largest` entry of A, that of the
/// lightest body, times impulses that stop the heaviest. Where a stack of grams carries tonnes that is above any fixed
/// tolerance, and elsewhere far below it.
pub(super) fn rounding(terms: &Terms, largest: f64) -> f64 {
    let momentum = |id: &crate::body::BodyId| {
        let (body, free) = (terms.model.body(*id), &terms.free[id.0]);
        body.mass * (free.linear.norm() + body.radius * free.angular.norm())
    };
    256.0 * f64::EPSILON * largest * terms.bodies.iter().map(momentum).sum::<f64>()
}

/// Twists of the island's bodies for a scaled velocity.
pub fn twists_as_vec6(terms: &Terms, y: &DVector<f64>) -> Vec<Vec6> {
    terms.twists(y).iter().map(crate::math::Twist::to_vec6).collect()
}
