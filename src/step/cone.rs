//! Friction in the quadratic cone (2.16)–(2.20): at every contact ‖f‖ ≤ μp, opposite to the sliding.
//!
//! As in `friction.rs` the sliding speed σ of each contact is guessed, and with it Coulomb's law is the condition of
//! optimality of a convex problem (De Saxcé; Acary, Cadoux, Lemaréchal, Malick 2011), here with one second-order cone a
//! contact:
//!
//! ```text
//!   min ½‖ν − ν*‖²_M   subject to   G_nν + ψ/h + μσ ≥ μ‖v_t‖      for every contact
//! ```
//!
//! The cone is replaced by planes that touch it along directions d, G_nν + ψ/h + μ d·v_t + μσ ≥ 0: a pyramid around it, whose
//! impulses lie in the pyramid inside the circle with corners d. These are not fixed but *aligned* to the answer
//! before: the first one stands opposite to the sliding, and σ is its speed. Where neither changes any more,
//!
//! - a contact that slides has v_t = −σ d, so that only the first row can be active: f = μ p d, opposite to the sliding
//!   and of the size μp, to the letter;
//! - a contact that sticks has σ = 0 and an impulse in the polygon, and so in the circle.
//!
//! Conversely every solution of Coulomb's law is such a point, with the pyramids aligned to its sliding and its
//! friction. Each convex problem has a solution where ψ ≥ 0 (ν = 0 satisfies all rows), and no guess of σ ≥ 0 gains energy:
//! Σ λ (row · ν) = −Σ λ (ψ/h + μσ) ≤ 0.
//!
//! Two things make the directions settle where sliding is slow against what friction takes. Across d the circle is curved:
//! the impulse of what slides turns by κ = μp/σ times the sliding across, which stands in the objective as ½κ(v_t · e)²
//! (Newton's method for the cone, held back by how far the answer moved). And the direction of the answer before stays
//! in the pyramid: between the two the answer is caught where it would swing.
//!
//! The direction taken next is not that of −v_t but that of q = ‖Δv_t‖ f/‖f‖ − v_t, with Δv_t what the impulses changed of the
//! free sliding: at a fixed point the same, but for a single contact right at once, where −v_t overshoots as soon as friction
//! takes more than half of the speed. σ is corrected by Anderson's method.

use crate::contact::{Contact, ContactId, ContactSet};
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::ConvexSettings;
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::{LcpSettings, Residual};
use crate::math::{Dimension, Vec3, tangents};
use crate::quote::counted;
use crate::step::cone::anderson::Anderson;
use crate::step::cone::disc::{CORNERS, Disc, Found, Guess, Posed, answer, combined, one_round};
use crate::step::friction::{ACCEPT, SPARSE, rows_of_lemke};
use crate::step::island::IslandSolution;
use crate::step::island::literal;
use crate::step::island::literal::rounding;
use crate::step::island::terms::Terms;
use crate::step::report::{Accuracy, Measure, SolveSummary};
use nalgebra::{DVector, Vector2};
use std::rc::Rc;

mod anderson;
mod disc;
mod feasible;
mod given;
mod proximal;

/// Convex problems at most.
pub const MAX_ROUNDS: usize = 80;

/// Convex problems where the proximal method has failed at many contacts.
const ROUNDS_HARD: usize = 12;

/// A residual that is taken there where some answer is wanted at any rate and keeps the gaps, relative to the island's speed (dimensionless).
const NEARLY: f64 = 1e-4;

/// Problems within which the residual has to halve; otherwise the iteration is not about to settle.
const PATIENCE: usize = 25;

/// The answer is found when its residual is below this, relative to the island's speeds (dimensionless): a direction
/// is then off by 1e-11 rad where friction takes as much speed as there is.
const SETTLED: f64 = 1e-11;

/// The same from this many contacts on, where a round is dear.
const SETTLED_LARGE: f64 = 1e-9;
const MANY: usize = 40;

/// Directions that turn by less than this have been found, and speeds can be put forward (rad).
const STRAIGHT: f64 = 1e-3;

/// κ over the mass at a contact at most: stiffer is as good as no turning at all (dimensionless).
const STIFF: f64 = 1e8;

/// The largest residual that will do, relative to the island's speeds (dimensionless).
const ROUGHLY: f64 = 1e-5;

/// A contact sticks when it slides by less than this, relative to the island's speeds (dimensionless).
const STICKS: f64 = 1e-12;

/// Alignments of the pyramids under Lemke's method at most.
const ALIGNMENTS: usize = 24;

/// Why and how the friction that is [near](Asked::near) stands.
#[derive(Clone, Copy, Debug)]
pub struct Stands {
    /// Newton's steps after which Coulomb's law is not sought any more.
    pub steps: usize,
    /// Some contacts are new: sweeps say what their friction is about, and with it that of the others.
    pub anew: bool,
}

/// What a solution by this file is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The contacts with their gaps at the start (m); with h = 1 s the rates to end with, signs turned (m/s).
    pub contacts: &'a [(ContactId, f64)],
    /// Normal impulse and friction on B of each of them that may be near the answer (N·s).
    pub near: Option<&'a [(f64, Vec3)]>,
    /// Tolerances of the methods inside.
    pub settings: &'a LcpSettings,
    /// Convex problems at most; [`MAX_ROUNDS`] unless they are dear.
    pub rounds: usize,
    /// What is near is what holds bodies together now ([`CoulombSettings::stays`](crate::lcp::coulomb::CoulombSettings::stays)).
    pub stays: bool,
    /// Residual of Coulomb's law that will do where another problem comes after this one, if it is no more than [`ROUGHLY`] (m/s); 0 where
    /// the answer is to be the last.
    pub will_do: f64,
    /// Of an answer [at any rate](Self::at_any_rate) no more is asked than a residual as small as [`NEARLY`] and that it gains no energy: another
    /// problem comes after this one, or it is for speeds and not for gaps. Friction that [stands](given) would be farther off by orders of
    /// magnitude, where rows nearly depend on each other.
    pub nearly: bool,
    /// Coulomb's law is not sought any more: the friction that is [near](Asked::near) stands.
    pub stands: Option<Stands>,
    /// Where nothing settles, take the best that respects gaps, cones and energy ([`feasible`]), with its residual in the
    /// record, instead of an error.
    pub at_any_rate: bool,
}

/// Solves the problem of the chosen contacts with friction in the quadratic cone, from a first guess of the change of scaled
/// velocity.
///
/// # Errors
/// When a convex problem has no solution, or nothing settles and that is not wanted [`at any rate`](Asked::at_any_rate).
pub fn solve_cone(
    terms: &Terms,
    asked: Asked,
    start: Option<&DVector<f64>>,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    if let (Some(Stands { steps, anew }), Some(near)) = (asked.stands, asked.near) {
        let reason = format!("Coulomb's law was not sought any more after {steps} of Newton's steps");
        let swept = anew.then(|| proximal::swept(terms, asked, near));
        return given::solve(terms, asked, swept.as_deref().unwrap_or(near), &reason, sparse);
    }
    let enough = limit(terms).max(roughly(terms, asked));
    let residual = |s: &IslandSolution| s.report.accuracy.residual().natural_map;
    let newton = proximal::solve(terms, asked, sparse).ok();
    let mut rounds = asked.rounds;
    if let Some(mut found) = newton {
        if residual(&found) <= enough {
            return Ok(found);
        }
        // What it does not solve is hard, and dear where there is much of it.
        if asked.contacts.len() >= MANY {
            rounds = rounds.min(ROUNDS_HARD);
            let off = residual(&found);
            if asked.at_any_rate {
                let reason = format!("Coulomb's law was found to {off:.1e} m/s");
                let nearly = || asked.nearly && gains_nothing(terms, asked.contacts, &found);
                if off <= NEARLY * speed(terms) && (nearly() || feasible::fits(terms, asked.contacts, &found))
                {
                    found.report.fallback = Some(format!("{reason}; the best was taken"));
                    return Ok(found);
                }
                // Convex problems with eight rows a contact would take minutes where there are hundreds.
                let near = given::of_solution(terms, asked.contacts, &found);
                let given = given::solve(terms, asked, &near, &reason, sparse);
                if given.is_ok() || terms.size() >= SPARSE {
                    return given;
                }
            }
        }
    }
    let (first, guess) = by_speeds(terms, Asked { rounds, ..asked }, start, sparse)?;
    if residual(&first) <= enough {
        return Ok(first);
    }
    let reason = format!(
        "sliding speeds of {} did not settle in {} (residual {:.1e} m/s)",
        counted(asked.contacts.len(), "contact", "contacts"),
        counted(first.report.outer_iterations, "problem", "problems"),
        residual(&first)
    );
    if rows_of_lemke(terms, asked.contacts) <= MOST_ROWS {
        let second = by_lemke(terms, asked, &first).ok().filter(|second| residual(second) <= enough);
        if let Some(mut second) = second {
            second.report.fallback = Some(format!("{reason}; solved by {}", second.report.method));
            return Ok(second);
        }
    }
    if !asked.at_any_rate {
        return Err(reason);
    }
    if feasible::fits(terms, asked.contacts, &first) {
        let mut first = first;
        first.report.fallback = Some(format!("{reason}; the best was taken"));
        return Ok(first);
    }
    feasible::nearest(terms, asked, &guess, &reason, sparse)
}

/// A state that respects gaps, cones and energy where another method found none, because of `reason`.
///
/// # Errors
/// When the normal impulses alone have no solution.
pub fn at_any_rate(
    terms: &Terms,
    asked: Asked,
    start: Option<&DVector<f64>>,
    reason: &str,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    let (_, guess) = by_speeds(terms, asked, start, sparse)?;
    feasible::nearest(terms, asked, &guess, reason, sparse)
}

/// Beyond this many rows Lemke's method, which takes time with their cube, is not tried.
const MOST_ROWS: usize = 240;

/// The residual with which an answer that is not the last will do (m/s).
fn roughly(terms: &Terms, asked: Asked) -> f64 {
    asked.will_do.min(ROUGHLY * speed(terms))
}

/// Whether a residual (m/s) is above what is accepted, and not above what is [nearly](Asked::nearly) so.
pub fn is_only_nearly(terms: &Terms, residual: f64) -> bool {
    residual > limit(terms) && residual <= NEARLY * speed(terms)
}

/// Whether the impulses of a solution do no work, but for rounding.
fn gains_nothing(terms: &Terms, contacts: &[(ContactId, f64)], solution: &IslandSolution) -> bool {
    let (normal, friction) = totals(terms.set, solution);
    let work = |&(id, gap): &(ContactId, f64)| {
        let (rate, slide) = opening_and_sliding(terms, id, gap, solution);
        normal[id.0] * rate + friction[id.0].dot(&slide)
    };
    contacts.iter().map(work).sum::<f64>() <= given::ADDS * terms.velocity_scale().powi(2)
}

/// The residual that is accepted (m/s).
fn limit(terms: &Terms) -> f64 {
    (ACCEPT * speed(terms)).max(rounding(terms, largest_entry(terms)))
}

/// The residual that is aimed at with so many contacts (m/s).
fn settled(terms: &Terms, contacts: usize) -> f64 {
    speed(terms) * if contacts < MANY { SETTLED } else { SETTLED_LARGE }
}

/// The speed of the island (m/s).
fn speed(terms: &Terms) -> f64 {
    let mass: f64 = terms.bodies.iter().map(|id| terms.model.body(*id).mass).sum();
    terms.velocity_scale() / mass.sqrt()
}

fn largest_entry(terms: &Terms) -> f64 {
    terms.set.contacts.iter().map(|c| terms.gap_row(c).0.norm().powi(2)).fold(0.0, f64::max)
}

/// The mass by which impulses are compared with speeds: what stops the lightest body (kg).
fn lightest(terms: &Terms) -> f64 {
    terms.bodies.iter().map(|id| terms.model.body(*id).mass).fold(f64::INFINITY, f64::min)
}

/// Convex problems with given sliding speeds, corrected until they agree: the best of them with its guess, whatever its
/// residual.
///
/// # Errors
/// When the first convex problem has no solution.
fn by_speeds(
    terms: &Terms,
    asked: Asked,
    start: Option<&DVector<f64>>,
    sparse: &mut SparseSolver,
) -> Result<(IslandSolution, Vec<Guess>), String> {
    let mut posed = Rc::new(Posed::new(terms.clone(), asked.contacts, false));
    let (speed, scale) = (speed(terms), terms.velocity_scale());
    let convex = ConvexSettings::exact(asked.settings.tolerance, scale);
    let settled = settled(terms, asked.contacts.len());
    // The guess is in other coordinates where there are joints.
    let start = start.filter(|_| !terms.has_joints());
    let nothing = DVector::zeros(terms.size());
    let first = |d: &Disc| Guess::of(&d.sliding(start.unwrap_or(&nothing)).1);
    let mut guess: Vec<Guess> = posed.discs.iter().map(first).collect();
    let mut anderson = Anderson::default();
    let mut report = SolveSummary { method: "sliding speeds", ..SolveSummary::default() };
    let mut last: Option<Found> = None;
    let mut best: Option<(IslandSolution, f64, Vec<Guess>)> = None;
    let mut untried = true;
    for _ in 0..asked.rounds {
        let found = match one_round(&posed, asked.contacts, &guess, &convex, last.as_ref(), sparse) {
            Ok((found, now)) => {
                posed = now;
                found
            }
            // A body that moves as it is told to leaves no rest to fall back on: two walls that it slides between cannot both
            // give way by μ(‖v_t‖ − σ). With the speeds of frictionless motion there is a solution, if there is any.
            Err(reason) if best.is_none() && std::mem::take(&mut untried) => {
                guess = feasible::frictionless(terms, asked, &guess, sparse).map_err(|_| reason)?;
                continue;
            }
            Err(reason) if best.is_none() => return Err(reason),
            Err(_) => break,
        };
        report.outer_iterations += 1;
        report.iterations += found.whole.iterations;
        let solution = answer(&posed, &guess, &found);
        let residual = judge(terms, asked.contacts, &solution);
        report.history.push(residual.0.natural_map);
        if best.as_ref().is_none_or(|b| residual.0.natural_map < b.1) {
            let mut solution = solution;
            solution.report.accuracy = Accuracy::of(Measure::SlidingSpeeds, residual.0);
            solution.report.worst_contact = residual.1.map(|id| id.0);
            solution.report.size = found.loads().len();
            best = Some((solution, residual.0.natural_map, guess.clone()));
        }
        let seen = &report.history;
        let earlier =
            seen.len().checked_sub(PATIENCE).map(|k| seen[..k].iter().copied().fold(f64::MAX, f64::min));
        let least = best.as_ref().map_or(f64::MAX, |b| b.1);
        if residual.0.natural_map <= settled || earlier.is_some_and(|e| !(least <= 0.5 * e)) {
            break;
        }
        correct(&posed, &mut guess, &found, speed, &mut anderson);
        last = Some(found);
    }
    let (mut solution, _, guess) = best.ok_or("no sliding speed was tried")?;
    let size = solution.report.size;
    let (accuracy, worst_contact) = (solution.report.accuracy, solution.report.worst_contact);
    solution.report = SolveSummary { accuracy, worst_contact, size, ..report };
    Ok((solution, guess))
}

/// The next sliding speeds, directions and curvatures.
fn correct(posed: &Posed, guess: &mut [Guess], found: &Found, speed: f64, anderson: &mut Anderson) {
    let mut was = DVector::zeros(guess.len());
    let mut target = was.clone();
    let mut counts = vec![false; guess.len()];
    let mut turned = 0.0_f64;
    for (k, (disc, guess)) in posed.discs.iter().zip(guess.iter_mut()).enumerate() {
        let slides = align(disc, guess, found, speed);
        (was[k], target[k]) = (guess.sigma, guess.last.norm());
        counts[k] = slides && disc.mu > 0.0 && disc.impulse(guess, found).0 > 0.0;
        if counts[k] {
            turned = turned.max(guess.corner(0).perp(&guess.before).abs());
        }
    }
    let next = anderson.next(&was, &target, counts, turned < STRAIGHT);
    guess.iter_mut().zip(next.iter()).for_each(|(guess, sigma)| guess.sigma = sigma.max(0.0));
}

/// Aligns the pyramid of a contact to an answer; whether it slides there. What sticks is aligned well enough: its friction is in
/// the polygon.
fn align(disc: &Disc, guess: &mut Guess, found: &Found, speed: f64) -> bool {
    let (change, slide) = disc.sliding(&found.y);
    let (p, f) = disc.impulse(guess, found);
    let moved = (slide - guess.last).norm();
    (guess.curvature, guess.last) = (0.0, slide);
    if !(slide.norm() > STICKS * speed) {
        return false;
    }
    guess.before = guess.corner(0);
    guess.aim = f.try_normalize(0.0).unwrap_or_default() * change.norm() - slide;
    let along = -guess.corner(0).dot(&slide);
    let [(_, t, _), (_, o, _)] = &disc.tangents;
    let entry = combined(None, t, o, &guess.corner(CORNERS / 4)).norm().powi(2);
    let most = disc.mu * p;
    guess.curvature = most / along.max(moved).max(most * entry / STIFF).max(f64::MIN_POSITIVE);
    true
}

/// How far a solution is from Coulomb's law in the quadratic cone: min(p, rate) and f − P(f − v_t) with P onto the disc of
/// radius μp, impulses over the lightest mass (m/s), and the contact that is worst.
pub fn judge(
    terms: &Terms,
    contacts: &[(ContactId, f64)],
    solution: &IslandSolution,
) -> (Residual, Option<ContactId>) {
    let mass = lightest(terms);
    let mut found = Residual::default();
    let mut at = None;
    let (normal, friction) = totals(terms.set, solution);
    for &(id, gap) in contacts {
        let (p, f) = (normal[id.0], friction[id.0]);
        let (rate, slide) = opening_and_sliding(terms, id, gap, solution);
        let most = terms.friction(id) * p.max(0.0);
        let free = f - slide * mass;
        let nearest = if free.norm() > most { free * (most / free.norm()) } else { free };
        let worst = |r: &mut f64, x: f64| *r = if x.is_nan() { f64::INFINITY } else { r.max(x.abs()) };
        let slip = (f - nearest).norm() / mass;
        let off = rate.min(p / mass).abs().max(slip);
        if !(off <= found.natural_map) {
            at = Some(id);
        }
        worst(&mut found.natural_map, off);
        worst(&mut found.primal, (-p).max(f.norm() - most).max(0.0));
        worst(&mut found.dual, (-rate).max(0.0));
        worst(&mut found.complementarity, p * rate);
    }
    (found, at)
}

/// The rate G_nν + ψ/h of a contact with this gap, and its sliding velocity (m/s).
fn opening_and_sliding(terms: &Terms, id: ContactId, gap: f64, solution: &IslandSolution) -> (f64, Vec3) {
    let (contact, velocity) = (terms.set.get(id), &solution.velocity);
    let closing = Contact { gap, ..contact.clone() };
    let rate = terms.linear_gap(&closing, velocity) / terms.h;
    (rate, terms.sliding(id, velocity))
}

/// Normal and friction impulse of every contact of the set (N·s).
fn totals(set: &ContactSet, solution: &IslandSolution) -> (Vec<f64>, Vec<Vec3>) {
    let (mut normal, mut friction) = (vec![0.0; set.contacts.len()], vec![Vec3::zeros(); set.contacts.len()]);
    solution.impulses.iter().for_each(|(id, p)| normal[id.0] += p);
    solution.friction.iter().for_each(|(id, f)| friction[id.0] += f);
    (normal, friction)
}

/// Lemke's method on pyramids that are aligned to its own answer, from the directions of another one.
///
/// # Errors
/// What the method said of the first problem.
fn by_lemke(terms: &Terms, asked: Asked, from: &IslandSolution) -> Result<IslandSolution, String> {
    let groups: Vec<literal::Group> = asked.contacts.iter().map(|(id, _)| vec![*id]).collect();
    let mut best: Option<IslandSolution> = None;
    let mut last = from.clone();
    for round in 0..ALIGNMENTS {
        let angles = angles(terms, &last);
        let aligned = terms.aligned(angles);
        match literal::solve(&aligned, &groups, f64::NEG_INFINITY, &Lemke, asked.settings) {
            Ok(found) => last = found,
            Err(reason) if best.is_none() => return Err(reason),
            Err(_) => break,
        }
        let (residual, worst) = judge(terms, asked.contacts, &last);
        last.report.accuracy = Accuracy::of(Measure::SlidingSpeeds, residual);
        last.report.worst_contact = worst.map(|id| id.0);
        last.report.outer_iterations = round + 1;
        let known = best.as_ref().map_or(f64::INFINITY, |b| b.report.accuracy.residual().natural_map);
        if residual.natural_map < known {
            best = Some(last.clone());
        }
        if residual.natural_map <= SETTLED * speed(terms) {
            break;
        }
    }
    best.ok_or_else(|| "no alignment was tried".to_owned())
}

/// The directions to align pyramids to after a solution, per contact of the set (rad).
fn angles(terms: &Terms, solution: &IslandSolution) -> Vec<f64> {
    let (_, friction) = totals(terms.set, solution);
    let free: Vec<_> = terms.bodies.iter().map(|id| terms.free[id.0].to_vec6()).collect();
    let angle = |(k, (contact, f)): (usize, (&Contact, &Vec3))| {
        let (id, (t, o)) = (ContactId(k), tangents(&contact.normal));
        let slide =
            |velocity: &[_]| Vector2::new(terms.slide(id, &t, velocity), terms.slide(id, &o, velocity));
        let (now, before) = (slide(&solution.velocity), slide(&free));
        let along = Vector2::new(f.dot(&t), f.dot(&o)).try_normalize(0.0).unwrap_or_default();
        let aim = along * (now - before).norm() - now;
        aim.y.atan2(aim.x)
    };
    terms.set.contacts.iter().zip(&friction).enumerate().map(angle).collect()
}

/// Whether the quadratic cone is another than the pyramid: in the plane it is not.
pub fn differs(terms: &Terms) -> bool {
    terms.model.dimension == Dimension::Three
}
