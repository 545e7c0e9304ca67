//! The convex problem with sliding speeds and directions given: its rows, and what its answer says of a contact.

use crate::contact::ContactId;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::math::{Vec3, tangents};
use crate::step::friction::SPARSE;
use crate::step::island::IslandSolution;
use crate::step::island::literal::twists_as_vec6;
use crate::step::island::scaled::LimitRow;
use crate::step::island::terms::Terms;
use crate::step::report::SolveSummary;
use nalgebra::{DVector, Vector2};
use std::f64::consts::TAU;
use std::rc::Rc;

/// Directions of an aligned pyramid. The first alone carries what slides; the others are for what sticks before it
/// is known where to.
pub(super) const CORNERS: usize = 8;

/// One contact, its rows in scaled coordinates.
pub(super) struct Disc {
    pub id: ContactId,
    /// The first contact of the pair of parts that it belongs to, if that is asked with all others.
    pub pair: usize,
    pub mu: f64,
    /// ψ/h and the rate of the free motion (m/s).
    pub normal: (SparseRow, f64),
    /// The sliding along two tangents.
    pub tangents: [(Vec3, SparseRow, f64); 2],
    /// First row of the convex problem, the equalities not counted.
    pub first: usize,
    /// Whether its gap has a row of its own, whatever the sliding speed.
    pub closing: bool,
}

impl Disc {
    pub fn new(terms: &Terms, id: ContactId, gap: f64, first: usize, closing: bool) -> Self {
        let contact = terms.set.get(id);
        let (row, offset) = terms.gap_row(contact);
        let (t, o) = tangents(&contact.normal);
        let slide = |d: Vec3| {
            let (row, offset) = terms.slide_row(id, &d);
            (d, row, offset)
        };
        Self {
            id,
            pair: id.0,
            mu: terms.friction(id),
            normal: (row, offset + gap / terms.h),
            tangents: [slide(t), slide(o)],
            first,
            closing,
        }
    }

    /// Those of contacts with their gaps (m), where each has its own three rows.
    pub fn each(terms: &Terms, contacts: &[(ContactId, f64)]) -> Vec<Self> {
        let mut discs: Vec<Self> =
            contacts.iter().map(|&(id, gap)| Self::new(terms, id, gap, 0, false)).collect();
        let parts = |id: ContactId| {
            let pair = &terms.set.get(id).pair;
            (pair.a.0, pair.b.0)
        };
        for pair in discs.chunk_by_mut(|one, other| parts(one.id) == parts(other.id)) {
            let first = pair.first().map_or(0, |disc| disc.id.0);
            pair.iter_mut().for_each(|disc| disc.pair = first);
        }
        discs
    }

    pub fn count(&self) -> usize {
        if self.mu > 0.0 { CORNERS + 1 + usize::from(self.closing) } else { 1 }
    }

    /// What the impulses changed of the sliding, and the sliding (m/s).
    pub fn sliding(&self, y: &DVector<f64>) -> (Vector2<f64>, Vector2<f64>) {
        let [(_, t, of_t), (_, o, of_o)] = &self.tangents;
        let change = Vector2::new(t.dot(y), o.dot(y));
        (change, change + Vector2::new(*of_t, *of_o))
    }

    /// Normal impulse and friction impulse (N·s).
    pub fn impulse(&self, guess: &Guess, found: &Found) -> (f64, Vector2<f64>) {
        let loads = &found.loads()[self.first..self.first + self.count()];
        let mut friction = Vector2::zeros();
        if self.mu > 0.0 {
            for (k, load) in loads.iter().take(CORNERS + 1).enumerate() {
                friction += guess.corner(k) * (self.mu * load);
            }
            let across = guess.corner(CORNERS / 4);
            friction -= across * (guess.curvature * across.dot(&self.sliding(&found.y).1));
        }
        (loads.iter().sum(), friction)
    }

    /// Normal impulse and friction on B along the tangents (N·s).
    pub fn along(&self, (p, f): &(f64, Vec3)) -> [f64; 3] {
        [*p, self.tangents[0].0.dot(f), self.tangents[1].0.dot(f)]
    }

    pub fn world(&self, f: &Vector2<f64>) -> Vec3 {
        self.tangents[0].0 * f.x + self.tangents[1].0 * f.y
    }
}

/// What is guessed of a contact.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    /// Sliding speed σ (m/s).
    pub sigma: f64,
    /// q: along it lies the first direction of the pyramid (m/s).
    pub aim: Vector2<f64>,
    /// κ: what the friction impulse turns by as the sliding turns (kg).
    pub curvature: f64,
    /// The sliding velocity in the answer before (m/s).
    pub last: Vector2<f64>,
    /// Another direction of the pyramid: the first one before.
    pub before: Vector2<f64>,
}

/// The answer of a convex problem.
pub(super) struct Found {
    /// The change of scaled velocity.
    pub y: DVector<f64>,
    /// With the variables and rows of the curvature.
    pub whole: ConvexSolution,
    pub equalities: usize,
}

impl Found {
    /// Multipliers of the inequalities.
    pub fn loads(&self) -> &[f64] {
        &self.whole.multipliers[self.equalities..]
    }
}

impl Guess {
    /// From a sliding velocity.
    pub fn of(slide: &Vector2<f64>) -> Self {
        Self { sigma: slide.norm(), aim: -slide, curvature: 0.0, last: *slide, before: *slide }
    }

    pub fn corner(&self, k: usize) -> Vector2<f64> {
        let d = self.aim.try_normalize(0.0).unwrap_or_else(Vector2::x);
        let place = if k == CORNERS {
            let cross = d.perp(&self.before).abs();
            if cross > 1e-7 * self.before.norm() && d.dot(&self.before) > 0.0 {
                return self.before.normalize();
            }
            0.5
        } else {
            k as f64
        };
        let (sin, cos) = (TAU * place / CORNERS as f64).sin_cos();
        Vector2::new(cos * d.x - sin * d.y, sin * d.x + cos * d.y)
    }
}

/// The contacts in coordinates whose drives are on the pieces of the last answer.
pub(super) struct Posed<'a> {
    pub terms: Terms<'a>,
    pub discs: Vec<Disc>,
}

impl<'a> Posed<'a> {
    pub fn new(terms: Terms<'a>, contacts: &[(ContactId, f64)], closing: bool) -> Self {
        let mut discs: Vec<Disc> = Vec::with_capacity(contacts.len());
        for &(id, gap) in contacts {
            let first = discs.last().map_or(0, |d| d.first + d.count());
            discs.push(Disc::new(&terms, id, gap, first, closing));
        }
        Self { terms, discs }
    }
}

/// The solution that a convex problem gives.
pub(super) fn answer(posed: &Posed, guess: &[Guess], found: &Found) -> IslandSolution {
    let (mut impulses, mut friction) = (Vec::new(), Vec::new());
    for (disc, guess) in posed.discs.iter().zip(guess) {
        let (p, f) = disc.impulse(guess, found);
        if p > 0.0 {
            impulses.push((disc.id, p));
        }
        if f != Vector2::zeros() {
            friction.push((disc.id, disc.world(&f)));
        }
    }
    let change = posed.terms.expand(found.y.clone());
    let velocity = twists_as_vec6(&posed.terms, &change);
    IslandSolution { velocity, change, impulses, friction, report: SolveSummary::default() }
}

/// The convex problem with sliding speeds and directions given, drives and their limits in it.
pub(super) fn one_round<'a>(
    posed: &Rc<Posed<'a>>,
    contacts: &[(ContactId, f64)],
    guess: &[Guess],
    settings: &ConvexSettings,
    last: Option<&Found>,
    sparse: &mut SparseSolver,
) -> Result<(Found, Rc<Posed<'a>>), String> {
    let mut now = Rc::clone(posed);
    let mut first = true;
    let closing = posed.discs.first().is_some_and(|d| d.closing);
    posed.terms.decide(|terms| {
        if !std::mem::take(&mut first) {
            now = Rc::new(Posed::new(terms.clone(), contacts, closing));
        }
        let found = on_pieces(&now, guess, settings, last, sparse)?;
        let change = terms.expand(found.y.clone());
        Ok(((found, Rc::clone(&now)), change))
    })
}

/// The same with the drives on the pieces of these coordinates. The curvature ½κ(v_t · e)² across a direction is half the square
/// of a variable more, which an equality makes √κ v_t · e.
fn on_pieces(
    Posed { terms, discs }: &Posed,
    guess: &[Guess],
    settings: &ConvexSettings,
    last: Option<&Found>,
    sparse: &mut SparseSolver,
) -> Result<Found, String> {
    let (mut rows, mut rhs) = (Vec::new(), Vec::new());
    let mut size = terms.size();
    for (disc, guess) in discs.iter().zip(guess).filter(|(_, guess)| guess.curvature > 0.0) {
        let [(_, t, of_t), (_, o, of_o)] = &disc.tangents;
        let across = guess.corner(CORNERS / 4) * guess.curvature.sqrt();
        let turn = combined(None, t, o, &across);
        let entries = turn.entries().iter().copied().chain([(size, -1.0)]);
        rows.push(SparseRow::new(entries));
        rhs.push(-across.x * of_t - across.y * of_o);
        size += 1;
    }
    let equalities = rows.len();
    for (disc, guess) in discs.iter().zip(guess) {
        let (normal, rate) = &disc.normal;
        if !(disc.mu > 0.0) {
            rows.push(normal.clone());
            rhs.push(-rate);
            continue;
        }
        let [(_, t, of_t), (_, o, of_o)] = &disc.tangents;
        for k in 0..=CORNERS {
            let d = guess.corner(k) * disc.mu;
            rows.push(combined(Some(normal), t, o, &d));
            rhs.push(-rate - d.x * of_t - d.y * of_o - disc.mu * guess.sigma);
        }
        if disc.closing {
            rows.push(normal.clone());
            rhs.push(-rate);
        }
    }
    for LimitRow { row, offset, gap } in &terms.limits {
        rows.push(row.clone());
        rhs.push(-gap / terms.h - offset);
    }
    let count = rows.len() - equalities;
    let problem =
        ConvexProblem::new(DVector::zeros(size), rows, rhs, equalities).map_err(|e| e.to_string())?;
    let solved =
        |whole: ConvexSolution| Found { y: whole.y.rows(0, terms.size()).into_owned(), whole, equalities };
    if terms.size() >= SPARSE && !terms.has_joints() {
        let mut warm = vec![0.0; problem.rhs().len()];
        if let Some(last) = last {
            warm[equalities..].copy_from_slice(last.loads());
        }
        let found = sparse.solve(&problem, settings, &warm);
        if found.status == ConvexStatus::Solved {
            return Ok(solved(found));
        }
    }
    let warm: Vec<usize> = last.map_or_else(Vec::new, |last| {
        let active = last.whole.active.iter().filter_map(|k| k.checked_sub(last.equalities));
        active.map(|k| equalities + k).collect()
    });
    let found = solve_convex(&problem, settings, &warm);
    if found.status == ConvexStatus::Solved {
        Ok(solved(found))
    } else {
        Err(format!("the convex problem of {count} friction rows ended with {}", found.status))
    }
}

/// The sum of a row and of two tangents' rows, times the components of `d`.
pub(super) fn combined(
    normal: Option<&SparseRow>,
    t: &SparseRow,
    o: &SparseRow,
    d: &Vector2<f64>,
) -> SparseRow {
    let along = |row: &SparseRow, x: f64| row.entries().iter().map(|&(c, v)| (c, v * x)).collect::<Vec<_>>();
    let normal = normal.into_iter().flat_map(SparseRow::entries).copied();
    SparseRow::new(normal.chain(along(t, d.x)).chain(along(o, d.y)))
}
