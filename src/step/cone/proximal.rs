//! Coulomb's law of an island by the proximal method ([`coulomb`](crate::lcp::coulomb)).

use crate::contact::ContactId;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::coulomb::{CoulombContact, CoulombSettings, CoulombSolution, solve_coulomb, sweep_coulomb};
use crate::math::Vec3;
use crate::step::cone::disc::Disc;
use crate::step::cone::{Asked, judge, lightest, limit, roughly, settled, speed};
use crate::step::island::IslandSolution;
use crate::step::island::literal::twists_as_vec6;
use crate::step::island::scaled::{BoundRow, LimitRow};
use crate::step::island::terms::Terms;
use crate::step::report::{Accuracy, Measure, SolveSummary};
use nalgebra::DVector;

/// The part of a residual that will do at which the method aims: it is judged with other masses and to other digits (dimensionless).
const ROUGH_AIM: f64 = 0.5;

/// Where some answer is wanted at any rate, it is soon given up that one with this residual gets better, relative to the island's speed
/// (dimensionless).
const NEARLY_ENOUGH: f64 = 1e-6;

/// The best answer of the method, whatever its residual.
///
/// # Errors
/// When a number of a drive is not finite.
pub(super) fn solve(
    terms: &Terms,
    asked: Asked,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    // With friction no objective falls from piece to piece of the drives' law: they are rows of the problem.
    let bounded;
    let terms = if terms.has_limited_drives() {
        bounded = terms.in_coordinates(&terms.with_bounds()?);
        &bounded
    } else {
        terms
    };
    let discs = Disc::each(terms, asked.contacts);
    let found = in_coordinates(terms, asked, &discs, sparse);
    let change = terms.expand(found.y.clone());
    let mut solution = stated(terms, asked.contacts, &discs, &change, &found.impulses);
    if !terms.limits.is_empty() || !terms.bounds.is_empty() {
        // The judge looks at contacts alone.
        let mut residual = solution.report.accuracy.residual();
        residual.natural_map = residual.natural_map.max(found.residual);
        solution.report.accuracy = Accuracy::of(Measure::SlidingSpeeds, residual);
    }
    solution.report.method = "proximal newton";
    solution.report.iterations = found.iterations;
    Ok(solution)
}

/// The answer with these impulses of the contacts, normal and along the tangents, and this change of scaled velocity, with the residual of
/// Coulomb's law.
pub(super) fn stated(
    terms: &Terms,
    contacts: &[(ContactId, f64)],
    discs: &[Disc],
    change: &DVector<f64>,
    found: &[[f64; 3]],
) -> IslandSolution {
    let velocity = twists_as_vec6(terms, change);
    let (mut impulses, mut friction) = (Vec::new(), Vec::new());
    for (disc, [p, f, g]) in discs.iter().zip(found) {
        if *p > 0.0 {
            impulses.push((disc.id, *p));
        }
        if [*f, *g] != [0.0; 2] {
            friction.push((disc.id, disc.world(&[*f, *g].into())));
        }
    }
    let change = change.clone();
    let mut solution =
        IslandSolution { velocity, change, impulses, friction, report: SolveSummary::default() };
    let (residual, worst) = judge(terms, contacts, &solution);
    solution.report = SolveSummary {
        size: 3 * discs.len(),
        outer_iterations: 1,
        accuracy: Accuracy::of(Measure::SlidingSpeeds, residual),
        worst_contact: worst.map(|id| id.0),
        ..SolveSummary::default()
    };
    solution
}

/// Normal impulse and friction on B of each contact (N·s), as sweeps find them from those that are `near`, with the drives as the terms have them.
pub(super) fn swept(terms: &Terms, asked: Asked, near: &[(f64, Vec3)]) -> Vec<(f64, Vec3)> {
    let discs = Disc::each(terms, asked.contacts);
    let contacts = stated_as_contacts(terms, &discs);
    let mut impulses = impulses_of(&discs, near, contacts.len());
    sweep_coulomb(terms.size(), &contacts, &mut impulses);
    discs.iter().zip(&impulses).map(|(disc, [p, f, g])| (*p, disc.world(&[*f, *g].into()))).collect()
}

/// Normal impulse and friction of each contact along its tangents (N·s), and nothing for the rest of `count` rows.
fn impulses_of(discs: &[Disc], near: &[(f64, Vec3)], count: usize) -> Vec<[f64; 3]> {
    let mut impulses: Vec<[f64; 3]> = discs.iter().zip(near).map(|(disc, r)| disc.along(r)).collect();
    impulses.resize(count, [0.0; 3]);
    impulses
}

/// The contacts, the limits of joints, and drives whose torque is an unknown, each with three rows.
fn stated_as_contacts(terms: &Terms, discs: &[Disc]) -> Vec<CoulombContact> {
    let of_disc = |disc: &Disc| {
        let [(_, t, of_t), (_, o, of_o)] = &disc.tangents;
        CoulombContact {
            pair: Some(disc.pair),
            mu: disc.mu,
            rows: [disc.normal.0.clone(), t.clone(), o.clone()],
            offsets: [disc.normal.1, *of_t, *of_o],
            compliance: 0.0,
            most: f64::INFINITY,
        }
    };
    let mut contacts: Vec<CoulombContact> = discs.iter().map(of_disc).collect();
    let of_limit = |l: &LimitRow| CoulombContact::smooth(&l.row, l.offset + l.gap / terms.h);
    contacts.extend(terms.limits.iter().map(of_limit));
    let of_drive = |d: &BoundRow| CoulombContact {
        compliance: d.stiffness.recip(),
        most: 2.0 * d.most,
        ..CoulombContact::smooth(&d.row, d.offset)
    };
    contacts.extend(terms.bounds.iter().map(of_drive));
    contacts
}

/// The best answer in these coordinates.
fn in_coordinates(terms: &Terms, asked: Asked, discs: &[Disc], sparse: &mut SparseSolver) -> CoulombSolution {
    let contacts = stated_as_contacts(terms, discs);
    let near = asked.near.map(|near| impulses_of(discs, near, contacts.len()));
    let speed = speed(terms);
    let settings = CoulombSettings {
        mass: lightest(terms),
        speed,
        aim: settled(terms, discs.len()).max(ROUGH_AIM * roughly(terms, asked)),
        enough: limit(terms),
        stays: asked.stays,
        nearly: if asked.at_any_rate { NEARLY_ENOUGH * speed } else { 0.0 },
    };
    solve_coulomb(terms.size(), &contacts, near.as_deref(), &settings, sparse)
}
