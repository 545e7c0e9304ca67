//! Friction by convex problems: the sliding speeds are guessed, and corrected until they agree with the answer.
//!
//! Coulomb's law is no condition of optimality: a contact that slides would lift off along its cone. With the sliding
//! speed σ of each contact given, it becomes one (De Saxcé; Acary, Cadoux, Lemaréchal, Malick, "A formulation of the linear
//! discrete Coulomb friction problem via convex optimization", 2011). For the linearised cone with directions d:
//!
//! ```text
//!   min ½‖ν − ν*‖²_M   subject to   G_nν + ψ/h + μ d·v_t + μσ ≥ 0      for every contact and direction d
//! ```
//!
//! A multiplier λ_d is an impulse along the generator n̂ + μd of the cone: p = Σλ_d, f = Σμλ_d d. Where σ is the largest
//! −d·v_t of the answer, the least of a contact's rows is G_nν + ψ/h, and only directions that oppose the sliding carry
//! an impulse: these are the conditions of Stewart and Trinkle (4.48), (4.49), to the letter. With σ ≥ 0 and ψ ≥ 0 the
//! velocity ν = 0 satisfies every row, so that each problem has a solution.
//!
//! That the speeds settle is not proved for large μ; what is found is judged by the residual of the whole problem.
//! Where Lemke's method takes time with the cube of all rows, this takes a few dozen problems of the sparse kind.

use crate::contact::{Contact, ContactId};
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::{LcpSettings, Residual};
use crate::math::Vec3;
use crate::quote::counted;
use crate::step::island::IslandSolution;
use crate::step::island::literal::{rounding, twists_as_vec6};
use crate::step::island::scaled::LimitRow;
use crate::step::island::terms::Terms;
use crate::step::report::{Accuracy, Measure, SolveSummary};
use nalgebra::DVector;
use std::rc::Rc;

/// Corrections of the sliding speeds at most.
const MAX_ROUNDS: usize = 150;

/// Corrections before any is put forward: which contacts slide has to be found first.
const PLAIN: usize = 6;

/// A correction is put forward by at most this many times its length.
const MAX_SHARE: f64 = 1e3;

/// The speeds have settled when they change by less than this, relative to the island's speeds (dimensionless). In a step
/// of 10 ms and at 1 m/s a gap is then off by 1e-12 m.
const SETTLED: f64 = 1e-10;

/// A residual above this, relative to the island's speeds, is no solution (dimensionless).
pub const ACCEPT: f64 = 1e-8;

/// The same where the gaps are relaxed already and the choice is between this and no step at all.
pub const ROUGH: f64 = 1e-2;

/// Corrections within which the change has to halve; otherwise the speeds are not about to settle.
const PATIENCE: usize = 60;

/// From this many unknowns on the sparse method solves the problems.
pub(super) const SPARSE: usize = 150;

/// From this many unknowns on the dense method takes seconds: what the sparse one does not solve is not asked again.
pub(super) const DENSE: usize = 1000;

/// From this many rows of the complementarity problem on this method is tried before Lemke's.
pub(in crate::step) const LARGE: usize = 100;

/// Beyond this many rows Lemke's method, which takes time with their cube, is not tried at all.
const HUGE: usize = 1500;

/// Solves a friction problem by this method where it is large, else by Lemke's, and by the other where the first fails.
///
/// # Errors
/// What both methods said.
pub fn with_lemke(
    terms: &Terms,
    contacts: &[(ContactId, f64)],
    by_speeds: impl FnOnce() -> Result<IslandSolution, String>,
    by_lemke: impl FnOnce() -> Result<IslandSolution, String>,
) -> Result<IslandSolution, String> {
    let instead = |first: String, second: Result<IslandSolution, String>| match second {
        Ok(mut solution) => {
            let method = solution.report.method;
            solution.report.fallback = Some(format!("{first}; solved by {method}"));
            Ok(solution)
        }
        Err(second) => Err(format!("{first}; {second}")),
    };
    match rows_of_lemke(terms, contacts) {
        HUGE.. => by_speeds(),
        LARGE.. => by_speeds().or_else(|first| instead(first, by_lemke())),
        _ => by_lemke().or_else(|first| instead(first, by_speeds())),
    }
}

/// Rows that the Stewart–Trinkle problem of these contacts has.
pub(in crate::step) fn rows_of_lemke(terms: &Terms, contacts: &[(ContactId, f64)]) -> usize {
    let of_contact = |id: ContactId| {
        if terms.friction(id) > 0.0 { 2 + terms.friction_basis(id).len() } else { 1 }
    };
    contacts.iter().map(|(id, _)| of_contact(*id)).sum()
}

/// One contact, its rows in scaled coordinates.
struct Rough {
    id: ContactId,
    mu: f64,
    /// ψ/h and the rate of the free motion (m/s).
    normal: (SparseRow, f64),
    /// Directions with the sliding speed along them.
    slides: Vec<(Vec3, SparseRow, f64)>,
    /// First row of the convex problem.
    first: usize,
}

/// The contacts in coordinates whose drives are on the pieces of the last answer.
struct Posed<'a> {
    terms: Terms<'a>,
    rough: Vec<Rough>,
}

impl<'a> Posed<'a> {
    fn new(terms: Terms<'a>, contacts: &[(ContactId, f64)]) -> Self {
        let mut rough: Vec<Rough> = Vec::with_capacity(contacts.len());
        for &(id, gap) in contacts {
            let first = rough.last().map_or(0, |r| r.first + r.count());
            rough.push(Rough::new(&terms, id, gap, first));
        }
        Self { terms, rough }
    }
}

impl Rough {
    fn new(terms: &Terms, id: ContactId, gap: f64, first: usize) -> Self {
        let contact: &Contact = terms.set.get(id);
        let mu = terms.friction(id);
        let (row, offset) = terms.gap_row(contact);
        let slides = |d: Vec3| {
            let (row, offset) = terms.slide_row(id, &d);
            (d, row, offset)
        };
        let basis = if mu > 0.0 { terms.friction_basis(id) } else { Vec::new() };
        Self {
            id,
            mu,
            normal: (row, offset + gap / terms.h),
            slides: basis.into_iter().map(slides).collect(),
            first,
        }
    }

    fn count(&self) -> usize {
        self.slides.len().max(1)
    }

    /// The largest speed against one of the directions, at least 0 (m/s).
    fn sliding(&self, y: &DVector<f64>) -> f64 {
        self.slides.iter().map(|(_, row, offset)| -(row.dot(y) + offset)).fold(0.0, f64::max)
    }

    /// min(z, w) of its rows at worst (m/s; impulses over the mass scale), and its parts: negative impulses (N·s),
    /// violated rows (m/s), and the largest product of the two (J).
    fn residual(&self, y: &DVector<f64>, multipliers: &[f64], per_impulse: f64) -> Residual {
        let loads = &multipliers[self.first..self.first + self.count()];
        let rate = self.normal.0.dot(y) + self.normal.1;
        let p: f64 = loads.iter().sum();
        let worst = |r: &mut f64, x: f64| *r = if x.is_nan() { f64::INFINITY } else { r.max(x.abs()) };
        let mut found = Residual::default();
        let mut take = |impulse: f64, slack: f64| {
            worst(&mut found.natural_map, slack.min(impulse * per_impulse));
            worst(&mut found.primal, (-impulse).max(0.0));
            worst(&mut found.dual, (-slack).max(0.0));
            worst(&mut found.complementarity, impulse * slack);
        };
        take(p, rate);
        let sigma = self.sliding(y);
        for ((_, row, offset), load) in self.slides.iter().zip(loads) {
            take(self.mu * load, row.dot(y) + offset + sigma);
        }
        found
    }
}

/// Where a method begins: multipliers of the rows, and which are active.
#[derive(Default)]
struct Warm {
    multipliers: Vec<f64>,
    active: Vec<usize>,
}

/// What may be known before a problem is solved.
#[derive(Clone, Copy, Default)]
pub struct Before<'a> {
    /// A first guess of the change of scaled velocity.
    pub change: Option<&'a DVector<f64>>,
    /// Normal impulse and friction on B of each contact (N·s).
    pub near: Option<&'a [(f64, Vec3)]>,
}

/// Multipliers of the rows that give nearly these impulses, in the plane exactly these: what the friction asks for along the direction nearest to
/// it, the rest of the load spread evenly.
fn multipliers_of(rough: &[Rough], near: &[(f64, Vec3)]) -> Vec<f64> {
    let of_contact = |(r, (p, f)): (&Rough, &(f64, Vec3))| {
        let asked = if r.mu > 0.0 { (f.norm() / r.mu).min(*p) } else { 0.0 };
        let along = |(_, (d, ..)): &(usize, &(Vec3, SparseRow, f64))| d.dot(f);
        let nearest = r.slides.iter().enumerate().max_by(|a, b| along(a).total_cmp(&along(b)));
        let even = (p - asked) / r.count() as f64;
        let mut loads = vec![even; r.count()];
        if let Some((k, _)) = nearest {
            loads[k] += asked;
        }
        loads
    };
    rough.iter().zip(near).flat_map(of_contact).collect()
}

/// Solves the friction problem of the chosen contacts with their gaps (m), from what is known before; a residual of `accept` times the island's
/// speeds is accepted.
///
/// # Errors
/// When a convex problem has no solution or the sliding speeds do not settle.
pub fn solve(
    terms: &Terms,
    contacts: &[(ContactId, f64)],
    before: Before,
    settings: &LcpSettings,
    accept: f64,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    let mut posed = Rc::new(Posed::new(terms.clone(), contacts));
    let scale = terms.velocity_scale();
    let mass: f64 = terms.bodies.iter().map(|id| terms.model.body(*id).mass).sum();
    let speed = scale / mass.sqrt();
    let convex = ConvexSettings::exact(settings.tolerance, scale);
    // The guess is in other coordinates where there are joints.
    let start = before.change.filter(|_| !terms.has_joints());
    let first = posed.rough.iter().map(|r| start.map_or(0.0, |y| r.sliding(y)));
    let mut sigma = DVector::from_iterator(contacts.len(), first);
    let multipliers = before.near.map_or_else(Vec::new, |near| multipliers_of(&posed.rough, near));
    let active = (0..multipliers.len()).filter(|&k| multipliers[k] > 0.0).collect();
    let mut warm = Warm { multipliers, active };
    let mut before: Option<(DVector<f64>, DVector<f64>)> = None;
    let mut report = SolveSummary { method: "sliding speeds", ..SolveSummary::default() };
    let mut residual = Residual::default();
    let mut best: (Option<(ConvexSolution, Rc<Posed>)>, f64) = (None, f64::MAX);
    for round in 0..MAX_ROUNDS {
        let found;
        (found, posed) = one_round(&posed, contacts, sigma.as_slice(), &convex, &warm, sparse)?;
        report.outer_iterations += 1;
        report.iterations += found.iterations;
        let target = DVector::from_iterator(contacts.len(), posed.rough.iter().map(|r| r.sliding(&found.y)));
        let moved = &target - &sigma;
        let change = moved.amax();
        sigma.copy_from(&target);
        if round >= PLAIN {
            // Anderson's method of depth one: what converges slowly along one direction is put forward along it.
            if let Some((moved_before, target_before)) = &before {
                let bend = &moved - moved_before;
                let share = moved.dot(&bend) / bend.norm_squared();
                if share.abs() < MAX_SHARE {
                    sigma -= (&target - target_before) * share;
                    sigma.apply(|s| *s = s.max(0.0));
                }
            }
        }
        before = Some((moved, target));
        report.history.push(change);
        if change <= best.1 {
            best = (Some((found.clone(), Rc::clone(&posed))), change);
        }
        warm = Warm { multipliers: found.multipliers, active: found.active };
        let seen = &report.history;
        let earlier =
            seen.len().checked_sub(PATIENCE).map(|k| seen[..k].iter().copied().fold(f64::MAX, f64::min));
        if change <= SETTLED * speed || earlier.is_some_and(|e| best.1 > 0.5 * e) {
            break;
        }
    }
    let (solution, posed) = best.0.ok_or("no sliding speed was tried")?;
    let Posed { terms, rough } = &*posed;
    // Impulses are compared with speeds: what would stop the lightest body.
    let lightest = terms.bodies.iter().map(|id| terms.model.body(*id).mass).fold(f64::INFINITY, f64::min);
    for r in rough {
        let found = r.residual(&solution.y, &solution.multipliers, 1.0 / lightest);
        if !(found.natural_map < residual.natural_map) {
            report.worst_contact = Some(r.id.0);
            residual.natural_map = found.natural_map;
        }
        residual.primal = residual.primal.max(found.primal);
        residual.dual = residual.dual.max(found.dual);
        residual.complementarity = residual.complementarity.max(found.complementarity);
    }
    report.accuracy = Accuracy::of(Measure::SlidingSpeeds, residual);
    report.size = solution.multipliers.len();
    let largest = rough.iter().map(|r| r.normal.0.norm().powi(2)).fold(0.0, f64::max);
    if !(residual.natural_map <= (accept * speed).max(rounding(terms, largest))) {
        return Err(format!(
            "sliding speeds of {} did not settle in {} (residual {:.1e} m/s)",
            counted(rough.len(), "contact", "contacts"),
            counted(report.outer_iterations, "problem", "problems"),
            residual.natural_map
        ));
    }
    Ok(answer(&posed, solution, report))
}

/// The problem of the chosen contacts under Anitescu's relaxation of Coulomb's law (2006): that of no sliding speed at all,
///
/// ```text
///   min ½‖ν − ν*‖²_M   subject to   G_nν + ψ/h + μ d·v_t ≥ 0      for every contact and direction d
/// ```
///
/// Friction has the size and the direction of Coulomb's, but what slides with v_t lifts off by μ‖v_t‖. Gaps are in m.
///
/// # Errors
/// When the problem has no solution.
pub fn relaxation(
    terms: &Terms,
    contacts: &[(ContactId, f64)],
    settings: &LcpSettings,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    let scale = terms.velocity_scale();
    let convex = ConvexSettings::exact(settings.tolerance, scale);
    let posed = Rc::new(Posed::new(terms.clone(), contacts));
    let none = vec![0.0; contacts.len()];
    let (solution, posed) = one_round(&posed, contacts, &none, &convex, &Warm::default(), sparse)?;
    let residual = Residual { natural_map: solution.kkt, ..Residual::default() };
    let report = SolveSummary {
        method: "convex relaxation",
        outer_iterations: 1,
        iterations: solution.iterations,
        size: solution.multipliers.len(),
        accuracy: Accuracy::of(Measure::Projection, residual),
        ..SolveSummary::default()
    };
    Ok(answer(&posed, solution, report))
}

/// What the solution of a convex problem says of the contacts.
fn answer(posed: &Posed, solution: ConvexSolution, report: SolveSummary) -> IslandSolution {
    let Posed { terms, rough } = posed;
    let (mut impulses, mut friction) = (Vec::new(), Vec::new());
    for r in rough {
        let loads = &solution.multipliers[r.first..r.first + r.count()];
        let p: f64 = loads.iter().sum();
        if p > 0.0 {
            impulses.push((r.id, p));
            let along = r.slides.iter().zip(loads).map(|((d, ..), load)| d * (r.mu * load));
            let sum: Vec3 = along.sum();
            if sum != Vec3::zeros() {
                friction.push((r.id, sum));
            }
        }
    }
    let change = terms.expand(solution.y);
    IslandSolution { velocity: twists_as_vec6(terms, &change), change, impulses, friction, report }
}

/// The convex problem with the sliding speeds given, drives and their limits in it.
fn one_round<'a>(
    posed: &Rc<Posed<'a>>,
    contacts: &[(ContactId, f64)],
    sigma: &[f64],
    settings: &ConvexSettings,
    warm: &Warm,
    sparse: &mut SparseSolver,
) -> Result<(ConvexSolution, Rc<Posed<'a>>), String> {
    let mut now = Rc::clone(posed);
    let mut first = true;
    posed.terms.decide(|terms| {
        if !std::mem::take(&mut first) {
            now = Rc::new(Posed::new(terms.clone(), contacts));
        }
        let found = on_pieces(&now, sigma, settings, warm, sparse)?;
        let change = terms.expand(found.y.clone());
        Ok(((found, Rc::clone(&now)), change))
    })
}

/// The same with the drives on the pieces of these coordinates.
fn on_pieces(
    Posed { terms, rough }: &Posed,
    sigma: &[f64],
    settings: &ConvexSettings,
    warm: &Warm,
    sparse: &mut SparseSolver,
) -> Result<ConvexSolution, String> {
    let (mut rows, mut rhs) = (Vec::new(), Vec::new());
    for (r, sigma) in rough.iter().zip(sigma) {
        let (normal, rate) = &r.normal;
        if r.slides.is_empty() {
            rows.push(normal.clone());
            rhs.push(-rate);
        }
        for (_, slide, offset) in &r.slides {
            let sum = normal.entries().iter().copied();
            let sum = sum.chain(slide.entries().iter().map(|&(k, v)| (k, r.mu * v))).collect::<Vec<_>>();
            rows.push(SparseRow::new(sum));
            rhs.push(-rate - r.mu * (offset + sigma));
        }
    }
    for LimitRow { row, offset, gap } in &terms.limits {
        rows.push(row.clone());
        rhs.push(-gap / terms.h - offset);
    }
    let problem =
        ConvexProblem::new(DVector::zeros(terms.size()), rows, rhs, 0).map_err(|e| e.to_string())?;
    if problem.size() >= SPARSE && !terms.has_joints() {
        let found = sparse.solve(&problem, settings, &warm.multipliers);
        if found.status == ConvexStatus::Solved {
            return Ok(found);
        }
    }
    let found = solve_convex(&problem, settings, &warm.active);
    if found.status == ConvexStatus::Solved {
        Ok(found)
    } else {
        Err(format!(
            "the convex problem of {} friction rows ended with {}",
            problem.rhs().len(),
            found.status
        ))
    }
}
