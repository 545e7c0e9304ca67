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
//!
//! A drive with a limit (`step/joints/drives.rs`) is in the coordinates, on the piece of its law that the answer
//! shows. Where the pieces do not settle so, its torque is an unknown of the same problem, with rows for its bounds:
//!
//! ```text
//!   a = λ + λ_max   w = ĝ·y − r + (a − λ_max)/s + b        b   w = 2 λ_max − a
//! ```
//!
//! The pair adds a positive semidefinite matrix to one that Lemke's method can take, and takes away no solution.
//!
//! The problem is handed over by its sparse factors (the rows G over scaled velocities, the forces, and the entries of
//! slacks and cones) with the rows of each contact point named, so that a splitting method never forms A.

use crate::contact::ContactId;
use crate::contact::models::Disjunction;
use crate::lcp;
use crate::lcp::convex::SparseRow;
use crate::lcp::{Block, Factors, Lcp, LcpSettings, LcpSolver, Status};
use crate::math::{Vec3, Vec6};
use crate::step::island::IslandSolution;
use crate::step::island::scaled::{BoundRow, LimitRow, Scaled};
use crate::step::island::terms::Terms;
use crate::step::report::{Accuracy, Measure, SolveSummary};
use crate::stop;
use nalgebra::DVector;
use std::collections::BTreeSet;

/// What a force column of the problem stands for.
#[derive(Clone, Copy)]
enum Force {
    Normal(ContactId),
    Friction(ContactId, Vec3),
    /// A joint at its limit.
    Limit,
    /// A drive, above the lower end of its torque.
    Drive,
}

/// Contacts of one disjunction, the primary one first.
pub type Group = Vec<ContactId>;

/// A problem and the meaning of its rows.
pub struct LiteralProblem {
    /// The complementarity problem.
    pub lcp: Lcp,
    /// Contact of each row; none for the limit of a joint or the bounds of a drive.
    pub row_contact: Vec<Option<ContactId>>,
    /// What stands in each row.
    pub row_kind: Vec<RowKind>,
    /// Force columns: their index, the scaled row and what the force is.
    forces: Vec<(usize, SparseRow, Force)>,
}

/// What a row of the literal problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The normal impulse of a primary contact against its gap (4.27).
    Normal,
    /// The slack of a further contact of a disjunction (4.26).
    Slack,
    /// A friction impulse along one direction of the cone (4.48).
    Friction,
    /// The impulse of a joint at its limit against the rest of the way there.
    Limit,
    /// The impulse of a drive above its lower bound, and the impulse that holds it at the upper one.
    Drive,
    /// The sliding speed against the rest of the friction bound (4.49).
    Cone,
}

impl RowKind {
    /// The word for it in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Slack => "slack",
            Self::Friction => "friction",
            Self::Limit => "limit",
            Self::Drive => "drive",
            Self::Cone => "cone",
        }
    }
}

/// Builds the problem; `None` if a number is not finite. Gaps below `least` (m) count as that: −∞ for the problem as it
/// stands, 0 to ask of violated contacts no more than that they do not sink deeper.
pub fn build(terms: &Terms, groups: &[Group], least: f64) -> Option<LiteralProblem> {
    let h = terms.h;
    let mut rows: Vec<(SparseRow, f64)> = Vec::new();
    let mut row_contact = Vec::new();
    let mut forces = Vec::new();
    let mut entries: Vec<(usize, usize, f64)> = Vec::new();
    let mut blocks: Vec<Block> = Vec::with_capacity(groups.len());
    for (g, group) in groups.iter().enumerate() {
        let contact = terms.set.get(group[0]);
        let (row, offset) = terms.gap_row(contact);
        forces.push((g, row.clone(), Force::Normal(group[0])));
        rows.push((row, offset + contact.gap.max(least) / h));
        row_contact.push(Some(group[0]));
        blocks.push(Block { normal: g, slacks: vec![], directions: vec![], cone: None, friction: 0.0 });
    }
    let mut row_kind = vec![RowKind::Normal; groups.len()];
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
            rows.push((SparseRow::new(difference), primary_rhs - offset - contact.gap.max(least) / h));
            row_contact.push(Some(id));
            // Lower triangle of ones: this row sees the slacks up to its own.
            entries.extend((first..=column).map(|c| (column, c, 1.0)));
            entries.push((g, column, 1.0));
            blocks[g].slacks.push(column);
            column += 1;
        }
    }
    row_kind.resize(rows.len(), RowKind::Slack);
    for (g, group) in groups.iter().enumerate() {
        let mu = terms.friction(group[0]);
        if mu > 0.0 {
            let first = rows.len();
            for d in terms.friction_basis(group[0]) {
                let (row, offset) = terms.slide_row(group[0], &d);
                forces.push((rows.len(), row.clone(), Force::Friction(group[0], d)));
                rows.push((row, offset));
                row_contact.push(Some(group[0]));
            }
            blocks[g].directions = (first..rows.len()).collect();
            blocks[g].friction = mu;
        }
    }
    row_kind.resize(rows.len(), RowKind::Friction);
    for LimitRow { row, offset, gap } in &terms.limits {
        let normal = rows.len();
        forces.push((normal, row.clone(), Force::Limit));
        rows.push((row.clone(), offset + gap.max(least) / h));
        row_contact.push(None);
        blocks.push(Block { normal, slacks: vec![], directions: vec![], cone: None, friction: 0.0 });
    }
    row_kind.resize(rows.len(), RowKind::Limit);
    for BoundRow { row, offset, stiffness, most } in &terms.bounds {
        let (a, b) = (rows.len(), rows.len() + 1);
        // In the units of the projection, in which the row and its compliance have length 1 together.
        let unit = (row.norm().powi(2) + 1.0 / stiffness).sqrt();
        let scaled = SparseRow::new(row.entries().iter().map(|&(k, v)| (k, v / unit)));
        forces.push((a, scaled.clone(), Force::Drive));
        rows.push((scaled, offset / unit));
        rows.push((SparseRow::default(), 2.0 * most * unit));
        entries.extend([(a, a, 1.0 / (stiffness * unit * unit)), (a, b, 1.0), (b, a, -1.0)]);
        row_contact.extend([None, None]);
    }
    row_kind.resize(rows.len(), RowKind::Drive);
    // One row of the cone per contact with friction, after all others.
    let mut cone = rows.len();
    for block in blocks.iter_mut().filter(|block| !block.directions.is_empty()) {
        entries.push((cone, block.normal, block.friction));
        for &d in &block.directions {
            entries.push((d, cone, 1.0));
            entries.push((cone, d, -1.0));
        }
        row_contact.push(row_contact[block.normal]);
        block.cone = Some(cone);
        cone += 1;
    }
    row_kind.resize(cone, RowKind::Cone);
    let lcp = Lcp::factored(factors(terms.size(), cone, &rows, &forces, entries), rhs(&rows, cone))
        .ok()?
        .of_a_step();
    // The bounds of a drive are no block of a contact point.
    let lcp = if terms.bounds.is_empty() { lcp.with_blocks(blocks).ok()? } else { lcp };
    Some(LiteralProblem { lcp, row_contact, row_kind, forces })
}

/// b: the right-hand sides, and 0 for the rows of the cones.
fn rhs(rows: &[(SparseRow, f64)], n: usize) -> DVector<f64> {
    DVector::from_fn(n, |i, _| rows.get(i).map_or(0.0, |row| row.1))
}

/// R, F and S with n rows each.
fn factors(
    columns: usize,
    n: usize,
    rows: &[(SparseRow, f64)],
    forces: &[(usize, SparseRow, Force)],
    entries: Vec<(usize, usize, f64)>,
) -> Factors {
    let mut out = Factors {
        columns,
        rows: rows.iter().map(|row| row.0.clone()).collect(),
        forces: vec![SparseRow::default(); n],
        entries: vec![SparseRow::default(); n],
    };
    out.rows.resize(n, SparseRow::default());
    for (j, force, _) in forces {
        out.forces[*j] = force.clone();
    }
    let mut by_row: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
    for (i, j, x) in entries {
        by_row[i].push((j, x));
    }
    for (row, entries) in out.entries.iter_mut().zip(by_row) {
        *row = SparseRow::new(entries);
    }
    out
}

/// Solves the literal problem of one island, with gaps of at least `least` ([`build`]).
///
/// # Errors
/// What the method said, in one sentence.
pub fn solve(
    terms: &Terms,
    groups: &[Group],
    least: f64,
    solver: &dyn LcpSolver,
    settings: &LcpSettings,
) -> Result<IslandSolution, String> {
    let mut iterations = 0;
    let mut once = |terms: &Terms| {
        let problem = build(terms, groups, least).ok_or("the problem has a number that is not finite")?;
        let mut solution = solve_problem(terms, &problem, solver, settings)?;
        iterations += solution.report.iterations;
        solution.report.iterations = iterations;
        Ok::<_, String>(solution)
    };
    let mut now = terms.clone();
    let mut seen = BTreeSet::new();
    loop {
        let solution = once(&now)?;
        let other = if now.bounds.is_empty() { now.other_pieces(&solution.change) } else { None };
        let Some(on) = other else { return Ok(solution) };
        // No minimum is looked for where there is friction or a slack: what the drives are on may go round in a circle.
        now = terms.in_coordinates(&if seen.contains(&on) { terms.with_bounds() } else { terms.on(&on) }?);
        seen.insert(on);
    }
}

/// Solves a problem that was built.
///
/// # Errors
/// What the method said, in one sentence.
pub(in crate::step) fn solve_problem(
    terms: &Terms,
    problem: &LiteralProblem,
    solver: &dyn LcpSolver,
    settings: &LcpSettings,
) -> Result<IslandSolution, String> {
    let n = problem.lcp.size();
    if stop::claim(n * n) {
        return Err(format!("the matrix of a problem of {n} rows is too large"));
    }
    let tolerance = settings.tolerance.max(rounding(terms, problem.lcp.a().amax()) / problem.lcp.scale());
    let settings = LcpSettings { tolerance, ..*settings };
    let solution = lcp::solve(solver, &problem.lcp, &settings, None);
    let r = &solution.report;
    if r.status != Status::Solved {
        let reason = r.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        return Err(format!(
            "{} ended with {} after {} iterations on {} rows (residual {:.1e}){reason}",
            r.method, r.status, r.iterations, r.size, r.residual.natural_map
        ));
    }
    let mut x = DVector::zeros(terms.size());
    let mut impulses = Vec::new();
    let mut friction = Vec::new();
    for (j, row, force) in &problem.forces {
        let p = solution.z[*j];
        if p != 0.0 {
            for &(k, v) in row.entries() {
                x[k] += v * p;
            }
            match force {
                Force::Normal(id) => impulses.push((*id, p)),
                Force::Friction(id, d) => friction.push((*id, d * p)),
                Force::Limit | Force::Drive => {}
            }
        }
    }
    let y = terms.expand(x);
    let report = SolveSummary {
        method: r.method,
        size: r.size,
        iterations: r.iterations,
        accuracy: Accuracy::of(Measure::Complementarity, r.residual),
        worst_contact: r.residual.worst_row.and_then(|k| problem.row_contact[k]).map(|c| c.0),
        history: r.history.clone(),
        ..SolveSummary::default()
    };
    Ok(IslandSolution { velocity: twists_as_vec6(terms, &y), change: y, impulses, friction, report })
}

/// What rounding leaves of a residual (m/s): A z is a sum of terms as large as the `largest` entry of A, that of the
/// lightest body, times impulses that stop the heaviest. Where a stack of grams carries tonnes that is above any fixed
/// tolerance, and elsewhere far below it.
pub(in crate::step) fn rounding(scaled: &Scaled, largest: f64) -> f64 {
    let momentum = |id: &crate::world::BodyId| {
        let (body, free) = (scaled.model.body(*id), &scaled.free[id.0]);
        body.mass * (free.linear.norm() + body.radius * free.angular.norm())
    };
    256.0 * f64::EPSILON * largest * scaled.bodies.iter().map(momentum).sum::<f64>()
}

/// Twists of the island's bodies for a scaled velocity.
pub fn twists_as_vec6(terms: &Terms, y: &DVector<f64>) -> Vec<Vec6> {
    terms.twists(y).iter().map(crate::math::Twist::to_vec6).collect()
}

/// The contacts of a disjunction, the primary one first.
pub(in crate::step) fn primary_first(d: &Disjunction) -> Group {
    let mut group: Group = d.contacts().collect();
    group.swap(0, d.primary);
    group
}
