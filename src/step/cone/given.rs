//! The normal impulses that keep the gaps under a friction that is given: where Coulomb's law was not found to the last digit, or is not sought
//! any more.
//!
//! One problem without friction, from the motion that the friction alone leads to, with as many rows as contacts: solved near the normal impulses
//! that there are, and as a convex problem to the last digit where that does not do. What
//! friction exceeds the cone by at these impulses, or adds to the energy, is taken away, and the problem is solved again: what is nearly right
//! is changed by little, so that the fixed point of the geometry is not led away by it. Where that does not end, friction is left out
//! at the contacts where it is too much, and at last everywhere: then it is the frictionless problem, which has a solution where the bodies
//! that move as they are told to leave one.

use crate::contact::ContactId;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::coulomb::{CoulombContact, CoulombSettings, CoulombSolution, solve_coulomb};
use crate::math::Vec3;
use crate::step::cone::disc::Disc;
use crate::step::cone::feasible::DEEP;
use crate::step::cone::proximal::stated;
use crate::step::cone::{Asked, MANY, lightest, limit, settled, speed, totals};
use crate::step::friction::DENSE;
use crate::step::island::IslandSolution;
use crate::step::island::scaled::LimitRow;
use crate::step::island::terms::Terms;
use nalgebra::{DVector, Vector2};

/// Solutions at most; the last without friction.
const ROUNDS: usize = 14;

/// In this many of them friction that adds energy is halved; after that it is left out at its contacts.
const HALVED: usize = 4;

/// After the first number of them, what rounding leaves of normal impulses is allowed to friction; after the second, friction that is still too
/// much is left out at its contact.
const ROUNDED: usize = 8;
const LEFT_OUT: usize = 11;

/// Friction may exceed the cone by this fraction of it, and rounding by this fraction of the largest normal impulse (dimensionless).
const BEYOND: f64 = 1e-9;

/// Where it exceeds the cone again and again, twice as much is taken back, but no more than this fraction of what it may have beyond the excess
/// (dimensionless).
const MARGIN: f64 = 0.01;

/// It adds energy where its power is above this fraction of the island's kinetic energy: what sticks slides by rounding, to and fro
/// (dimensionless).
pub(super) const ADDS: f64 = 1e-9;

/// Normal impulse and friction on B of each contact of a solution (N·s).
pub(super) fn of_solution(
    terms: &Terms,
    contacts: &[(ContactId, f64)],
    found: &IslandSolution,
) -> Vec<(f64, Vec3)> {
    let (normal, friction) = totals(terms.set, found);
    contacts.iter().map(|(id, _)| (normal[id.0], friction[id.0])).collect()
}

/// The state with a given friction, as much of it as the cones and the energy allow: `given` are normal impulse and friction on B of each
/// contact (N·s). Why it is asked for stands in the report.
///
/// # Errors
/// When the normal impulses alone are not found.
pub(super) fn solve(
    terms: &Terms,
    asked: Asked,
    given: &[(f64, Vec3)],
    reason: &str,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    let mut rounds = 0;
    // The change is that of the coordinates in which the answer was found: on other pieces of the drives they are others.
    let (discs, impulses, change) = terms.decide(|terms| {
        let discs = Disc::each(terms, asked.contacts);
        let mut impulses: Vec<[f64; 3]> = discs.iter().zip(given).map(|(disc, r)| disc.along(r)).collect();
        let most = ADDS * terms.velocity_scale().powi(2);
        for round in 1..=ROUNDS {
            rounds = round;
            if round == ROUNDS {
                impulses.iter_mut().for_each(|r| (r[1], r[2]) = (0.0, 0.0));
            }
            let y = normals(terms, &discs, &mut impulses, asked, sparse)?;
            if !weaken(&discs, &y, &mut impulses, round, most) {
                let change = terms.expand(y);
                return Ok(((discs, impulses, change.clone()), change));
            }
        }
        Err("friction that is given adds energy however little of it there is".to_owned())
    })?;
    let mut solution = stated(terms, asked.contacts, &discs, &change, &impulses);
    let (residual, report) = (solution.report.accuracy.residual().natural_map, &mut solution.report);
    let what = if rounds < ROUNDS { "what was found of it stands" } else { "it was left out" };
    report.method = "given friction";
    report.outer_iterations = rounds;
    report.fallback = Some(format!("{reason}; {what} (residual {residual:.1e} m/s)"));
    Ok(solution)
}

/// Finds the normal impulses under the friction of `impulses`, near those that stand there; the change of scaled velocity.
///
/// # Errors
/// When they are not found.
fn normals(
    terms: &Terms,
    discs: &[Disc],
    impulses: &mut [[f64; 3]],
    asked: Asked,
    sparse: &mut SparseSolver,
) -> Result<DVector<f64>, String> {
    let mut target = DVector::zeros(terms.size());
    for (disc, r) in discs.iter().zip(impulses.iter()) {
        for ((_, row, _), f) in disc.tangents.iter().zip(&r[1..]) {
            row.entries().iter().for_each(|&(column, x)| target[column] += x * f);
        }
    }
    let (mut rows, mut rhs) = (Vec::new(), Vec::new());
    for Disc { normal: (row, rate), .. } in discs {
        rows.push(row.clone());
        rhs.push(-rate);
    }
    for LimitRow { row, offset, gap } in &terms.limits {
        rows.push(row.clone());
        rhs.push(-gap / terms.h - offset);
    }
    let mut warm: Vec<f64> = impulses.iter().map(|r| r[0]).collect();
    warm.resize(rows.len(), 0.0);
    let problem = ConvexProblem::new(target, rows, rhs, 0).map_err(|e| e.to_string())?;
    let settings = ConvexSettings::exact(asked.settings.tolerance, terms.velocity_scale());
    // Where rows nearly depend on each other, as those of faces that lie flush in a wall do, the exact answer has loads that a nanometre moves
    // from one corner to another, and where they contradict each other by so little loads of 10⁷ N·s, which friction would take for its own. What is off by no more
    // than is accepted anyway stays with the loads that there are.
    if !terms.has_joints()
        && let Some(found) = near_loads(terms, discs.len(), &problem, &warm, sparse)
    {
        impulses.iter_mut().zip(&found.impulses).for_each(|(r, p)| r[0] = p[0].max(0.0));
        return Ok(found.y + problem.target());
    }
    // It stays near the loads that it begins with where rows leave them open; others would have other cones.
    let by_sparse = (!terms.has_joints())
        .then(|| sparse.solve(&problem, &settings, &warm))
        .filter(|found| found.status == ConvexStatus::Solved || terms.size() >= DENSE);
    let solution = by_sparse.unwrap_or_else(|| {
        let active: Vec<usize> = (0..warm.len()).filter(|&k| warm[k] > 0.0).collect();
        solve_convex(&problem, &settings, &active)
    });
    if solution.status != ConvexStatus::Solved {
        return Err(format!("the normal impulses under a given friction ended with {}", solution.status));
    }
    impulses.iter_mut().zip(&solution.multipliers).for_each(|(r, p)| r[0] = p.max(0.0));
    Ok(solution.y)
}

/// The answer to a problem of contacts and limits with loads near those that it begins with, to what is accepted of Coulomb's law and of gaps; `None` where it is
/// not found.
fn near_loads(
    terms: &Terms,
    contacts: usize,
    problem: &ConvexProblem,
    warm: &[f64],
    sparse: &mut SparseSolver,
) -> Option<CoulombSolution> {
    // From the target on, which friction leads to.
    let offset = |row: &SparseRow, least: f64| row.dot(problem.target()) - least;
    let of_row = |(row, least): (&SparseRow, &f64)| CoulombContact::smooth(row, offset(row, *least));
    let rows: Vec<CoulombContact> = problem.rows().iter().zip(problem.rhs()).map(of_row).collect();
    let near: Vec<[f64; 3]> = warm.iter().map(|p| [*p, 0.0, 0.0]).collect();
    let enough = limit(terms).max(DEEP / terms.h);
    let settings = CoulombSettings {
        mass: lightest(terms),
        speed: speed(terms),
        // The last digits are what loads of many contacts are led astray by.
        aim: if contacts < MANY { settled(terms, contacts) } else { enough },
        enough,
        nearly: 0.0,
        stays: false,
    };
    let found = solve_coulomb(terms.size(), &rows, Some(&near), &settings, sparse);
    (found.residual <= settings.enough).then_some(found)
}

/// Takes away what friction has beyond its cones, and what adds energy where it adds more than `most` in all (J); whether there was anything.
fn weaken(discs: &[Disc], y: &DVector<f64>, impulses: &mut [[f64; 3]], round: usize, most: f64) -> bool {
    let mut any = false;
    let power = |(disc, r): (&Disc, &[f64; 3])| disc.sliding(y).1.dot(&Vector2::new(r[1], r[2]));
    let adds = discs.iter().zip(impulses.iter()).map(power).sum::<f64>() > most;
    let largest = impulses.iter().fold(0.0_f64, |most, r| most.max(r[0]));
    let rounding = if round > ROUNDED { BEYOND * largest } else { 0.0 };
    for (disc, r) in discs.iter().zip(impulses.iter_mut()) {
        let (size, limit) = ((r[1] * r[1] + r[2] * r[2]).sqrt(), disc.mu * r[0]);
        let mut share = 1.0;
        if size > limit * (1.0 + BEYOND) + rounding {
            share = if round > LEFT_OUT { 0.0 } else { limit / size };
            if round > HALVED {
                share *= share.max(1.0 - MARGIN);
            }
        }
        if adds && power((disc, r)) > 0.0 {
            share = if round <= HALVED { share.min(0.5) } else { 0.0 };
        }
        if share < 1.0 {
            any = true;
            (r[1], r[2]) = (share * r[1], share * r[2]);
        }
    }
    any
}
