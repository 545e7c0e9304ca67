//! The disjunctive program in its simplest form: choose alternatives by separation, solve the convex problem,
//! release impulses whose disjunction has another alternative open, repeat.
//!
//! ```text
//!   min ½‖ν − ν*‖²_M   subject to, for each chosen contact,   ψ + h Gᵀν >= 0
//! ```
//!
//! With friction the convex problem becomes the Stewart–Trinkle complementarity problem of the chosen contacts,
//! solved by Lemke's method, or by convex problems with given sliding speeds ([`friction`]).

use crate::contact::ContactId;
use crate::contact::models::Disjunction;
use crate::lcp::LcpSettings;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
use crate::lcp::convex::{ConvexError, ConvexProblem};
use crate::lcp::methods::by_contacts::LemkeByContacts;
use crate::lcp::methods::lemke::Lemke;
use crate::math::Vec6;
use crate::quote::counted;
use crate::step::friction;
use crate::step::friction::Before;
use crate::step::island::IslandSolution;
use crate::step::island::literal;
use crate::step::island::literal::twists_as_vec6;
use crate::step::island::scaled::LimitRow;
use crate::step::island::terms::Terms;
use crate::step::points::choice::{Choice, Conditions};
use crate::step::report::{Accuracy, Measure, SolveSummary};
use crate::step::settings::FrictionLaw;
use crate::step::tolerances::{SETTLED_POSES, UNLOADED};
use crate::stop;
use nalgebra::DVector;
use std::collections::BTreeSet;

/// Convex problems per step at most; the best solution found by then is taken.
pub const MAX_OUTER: usize = 12;

/// A violated contact is pushed open at this speed at most (m/s). The rotation error of a semi-implicit step leaves a
/// violation of millimetres now and then; to mend it within one step of a millisecond would throw the body across the
/// scene, where a few steps more do no harm. The literal form has no such bound, nor has a model that only corrects.
pub const MAX_CORRECTION: f64 = 1.0;

/// Where rows contradict each other, gaps may end lower than asked by this, before anything else gives way (m): a thousand times what
/// rounding makes of them, and the poses of an end are not known better. Relaxed rows give so much in each step that needs it.
const ROOM: f64 = SETTLED_POSES;

/// True gaps of contacts at the end of the step for given twists of the island's bodies (same order).
pub type EndGaps<'a> = dyn Fn(&[Vec6], &[ContactId]) -> Vec<f64> + 'a;

/// One solved convex problem.
struct Convex {
    velocity: Vec<Vec6>,
    change: DVector<f64>,
    impulses: Vec<(ContactId, f64)>,
    friction: Vec<(ContactId, crate::math::Vec3)>,
    /// ½‖ν − ν*‖²_M (J).
    objective: f64,
    /// Contacts that start violated were only kept from sinking deeper.
    relaxed: bool,
    report: SolveSummary,
}

impl Convex {
    /// Whether this is the solution to return of the two. One that opens what is violated is so whatever it costs: a
    /// relaxed problem asks for less, so that its objective says nothing against that of a strict one.
    fn beats(&self, other: &Self) -> bool {
        if self.relaxed == other.relaxed { self.objective < other.objective } else { other.relaxed }
    }
}

/// Solves one island.
///
/// # Errors
/// When not even the relaxed problem (violated contacts need only not get worse) can be solved.
pub fn solve(
    terms: &Terms,
    disjunctions: &[&Disjunction],
    end_gaps: &EndGaps,
    settings: &LcpSettings,
) -> Result<IslandSolution, String> {
    let conditions = Conditions::new(disjunctions);
    let involved = conditions.contacts();
    let gaps: Vec<f64> = involved.iter().map(|c| terms.set.get(*c).gap).collect();
    let mut choice = conditions.choose(&gaps);
    let single = disjunctions.iter().all(|d| d.alternatives.len() == 1);
    let mut seen: BTreeSet<Choice> = BTreeSet::new();
    let mut best: Option<Convex> = None;
    let (mut outer, mut switches, mut iterations) = (0, 0, 0);
    // Contacts whose rows were active in the problem before, ascending.
    let mut warm: Vec<ContactId> = Vec::new();
    while seen.insert(choice.clone()) && outer < MAX_OUTER && !stop::asked() {
        outer += 1;
        let solved = match convex(terms, &choice, settings, false, &mut warm) {
            Ok(s) => s,
            // An earlier choice is already solved: keep it rather than relax a later one.
            Err(_) if best.is_some() => break,
            Err(reason) => {
                let mut relaxed = convex(terms, &choice, settings, true, &mut warm)
                    .map_err(|second| format!("{reason}; with violated contacts relaxed: {second}"))?;
                let inner = relaxed.report.fallback.take().map_or(String::new(), |f| format!("; {f}"));
                relaxed.report.fallback = Some(format!(
                    "{reason}; contacts that start violated were only kept from sinking deeper{inner}"
                ));
                relaxed
            }
        };
        iterations += solved.report.iterations;
        let next = if single {
            choice.clone()
        } else {
            let largest = solved.impulses.iter().fold(0.0_f64, |m, (_, p)| m.max(*p));
            let mut load = vec![0.0; involved.len()];
            for (c, p) in &solved.impulses {
                if let Ok(place) = involved.binary_search(c) {
                    load[place] += p;
                }
            }
            let loaded: Vec<bool> = load.iter().map(|p| *p > UNLOADED * largest).collect();
            // Open on the true geometry, or in the linear model (then the velocity found is feasible for the
            // other alternative, whatever the rotation of the step adds).
            let mut gaps = end_gaps(&solved.velocity, involved);
            for (gap, c) in gaps.iter_mut().zip(involved) {
                *gap = gap.max(terms.linear_gap(terms.set.get(*c), &solved.velocity));
            }
            conditions.release(&choice, &loaded, &gaps)
        };
        if best.as_ref().is_none_or(|b| solved.beats(b)) {
            best = Some(solved);
        }
        if next != choice {
            switches += 1;
        }
        choice = next;
    }
    let solved = best.ok_or("no alternative was tried")?;
    let report = SolveSummary { outer_iterations: outer, switches, iterations, ..solved.report };
    Ok(IslandSolution {
        velocity: solved.velocity,
        change: solved.change,
        impulses: solved.impulses,
        friction: solved.friction,
        report,
    })
}

/// The convex problem of one choice. `relaxed`: contacts that start violated need only not get worse, which
/// ν = 0 always satisfies.
fn convex(
    terms: &Terms,
    choice: &[ContactId],
    settings: &LcpSettings,
    relaxed: bool,
    warm: &mut Vec<ContactId>,
) -> Result<Convex, String> {
    if choice.iter().any(|&c| terms.friction(c) > 0.0) {
        return with_friction(terms, choice, settings, relaxed);
    }
    terms.decide(|terms| {
        let found = smooth(terms, choice, settings, relaxed, warm)?;
        let change = found.change.clone();
        Ok((found, change))
    })
}

/// Gaps of limits below this count as this (m): what is violated is opened at a bounded speed, or, `relaxed`, not at all.
fn least_gap(h: f64, relaxed: bool) -> f64 {
    if relaxed { 0.0 } else { -MAX_CORRECTION * h }
}

/// The same of contacts, which some models open at once.
fn least_contact_gap(terms: &Terms, relaxed: bool) -> f64 {
    if terms.opens_at_once && !relaxed { f64::NEG_INFINITY } else { least_gap(terms.h, relaxed) }
}

/// What the gaps of the chosen contacts and the limits of joints ask of the velocity, as a convex problem without friction.
fn gap_problem(
    terms: &Terms,
    choice: &[ContactId],
    settings: &LcpSettings,
    relaxed: bool,
) -> Result<(ConvexProblem, ConvexSettings), String> {
    let least = least_contact_gap(terms, relaxed);
    let mut rows = Vec::with_capacity(choice.len());
    let mut rhs = Vec::with_capacity(choice.len());
    for &id in choice {
        let contact = terms.set.get(id);
        let (row, offset) = terms.gap_row(contact);
        rows.push(row);
        rhs.push(-contact.gap.max(least) / terms.h - offset);
    }
    let least = least_gap(terms.h, relaxed);
    for LimitRow { row, offset, gap } in &terms.limits {
        rows.push(row.clone());
        rhs.push(-gap.max(least) / terms.h - offset);
    }
    let problem =
        ConvexProblem::new(DVector::zeros(terms.size()), rows, rhs, 0).map_err(|e| e.to_string())?;
    let convex_settings = ConvexSettings {
        tolerance: settings.tolerance,
        scale: terms.velocity_scale(),
        // In proportion to the problem; the setting bounds sweeps and pivots of the literal form.
        max_iterations: None,
    };
    Ok((problem, convex_settings))
}

/// The contacts of the choice that press without friction, by their places in it. None where no velocity at all satisfies the
/// gaps: then there is no answer with friction either, whatever the method. That is told by few rows that contradict each other,
/// and is asked of these again alone.
fn pressing(
    terms: &Terms,
    choice: &[ContactId],
    settings: &LcpSettings,
    relaxed: bool,
) -> Option<Vec<usize>> {
    let Ok((problem, convex_settings)) = gap_problem(terms, choice, settings, relaxed) else {
        return Some(Vec::new());
    };
    let all = solve_convex(&problem, &convex_settings, &[]);
    let none =
        all.status == ConvexStatus::Infeasible && contradict(&problem, &convex_settings, &all.conflict, 0.0);
    (!none).then(|| all.active.into_iter().filter(|&k| k < choice.len()).collect())
}

/// Whether these few rows contradict each other, asked of them alone, where each may fall short by `room` (m/s).
fn contradict(problem: &ConvexProblem, settings: &ConvexSettings, few: &[usize], room: f64) -> bool {
    lowered(problem, few.iter().copied(), room)
        .is_ok_and(|few| solve_convex(&few, settings, &[]).status == ConvexStatus::Infeasible)
}

/// These rows of a problem, where each may fall short by `room` (m/s).
fn lowered(
    problem: &ConvexProblem,
    rows: impl Iterator<Item = usize>,
    room: f64,
) -> Result<ConvexProblem, ConvexError> {
    let (rows, rhs) = rows.map(|i| (problem.rows()[i].clone(), problem.rhs()[i] - room)).unzip();
    ConvexProblem::new(problem.target().clone(), rows, rhs, 0)
}

/// The convex problem without friction, with the drives as `terms` have them.
fn smooth(
    terms: &Terms,
    choice: &[ContactId],
    settings: &LcpSettings,
    relaxed: bool,
    warm: &mut Vec<ContactId>,
) -> Result<Convex, String> {
    let (problem, convex_settings) = gap_problem(terms, choice, settings, relaxed)?;
    let start: Vec<usize> = warm.iter().filter_map(|c| choice.binary_search(c).ok()).collect();
    let mut solution = solve_convex(&problem, &convex_settings, &start);
    // Bodies that are wedged in leave each other no room at all, and thousands of rows that say nearly the same then contradict
    // each other by rounding. What still contradicts itself with room beyond rounding does so by more.
    // Relaxed rows hold for bodies that stand still, whatever else ends the method.
    let unsolved = solution.status != ConvexStatus::Solved;
    if solution.status == ConvexStatus::Infeasible || relaxed && unsolved {
        let room = ROOM / terms.h;
        if !contradict(&problem, &convex_settings, &solution.conflict, room) {
            let roomy = lowered(&problem, 0..problem.rows().len(), room).map_err(|e| e.to_string())?;
            let start = std::mem::take(&mut solution.active);
            let iterations = solution.iterations;
            solution = solve_convex(&roomy, &convex_settings, &start);
            solution.iterations += iterations;
        }
    }
    // Also where there is none: the relaxed problem that comes next has the same rows, few of them with other gaps.
    *warm = solution.active.iter().filter_map(|&k| choice.get(k).copied()).collect();
    if solution.status != ConvexStatus::Solved {
        return Err(format!(
            "the convex problem of {} ended with {} after {} of the active set",
            counted(choice.len(), "contact", "contacts"),
            solution.status,
            counted(solution.iterations, "change", "changes")
        ));
    }
    let residual = problem.residual(&solution.y, &solution.multipliers);
    let report = SolveSummary {
        method: "active-alternative",
        size: choice.len(),
        iterations: solution.iterations,
        accuracy: Accuracy::of(Measure::Projection, residual),
        // The rows after those of the choice are limits of joints.
        worst_contact: residual.worst_row.and_then(|k| choice.get(k)).map(|c| c.0),
        ..SolveSummary::default()
    };
    let impulses =
        choice.iter().zip(&solution.multipliers).filter(|(_, p)| **p > 0.0).map(|(c, p)| (*c, *p)).collect();
    let change = terms.expand(solution.y);
    Ok(Convex {
        velocity: twists_as_vec6(terms, &change),
        impulses,
        friction: Vec::new(),
        objective: terms.objective(&change),
        relaxed,
        change,
        report,
    })
}

/// The Stewart–Trinkle problem of the chosen contacts by Lemke's method where it is
/// small, and by convex problems with given sliding speeds where it is large or Lemke's method does not end with a
/// solution.
fn with_friction(
    terms: &Terms,
    choice: &[ContactId],
    settings: &LcpSettings,
    relaxed: bool,
) -> Result<Convex, String> {
    let least = least_contact_gap(terms, relaxed);
    let contacts: Vec<(ContactId, f64)> =
        choice.iter().map(|&id| (id, terms.set.get(id).gap.max(least))).collect();
    if terms.law == FrictionLaw::ConvexRelaxation {
        let solved = friction::relaxation(terms, &contacts, settings, &mut SparseSolver::default())?;
        return Ok(Convex::of(terms, solved, relaxed));
    }
    let accept = if relaxed { friction::ROUGH } else { friction::ACCEPT };
    let by_speeds = || {
        friction::solve(terms, &contacts, Before::default(), settings, accept, &mut SparseSolver::default())
    };
    let by_lemke = || {
        let groups: Vec<literal::Group> = choice.iter().map(|&c| vec![c]).collect();
        if friction::rows_of_lemke(terms, &contacts) < friction::LARGE {
            return literal::solve(terms, &groups, least, &Lemke, settings);
        }
        let Some(start) = pressing(terms, choice, settings, relaxed) else {
            return Err("the gaps contradict each other, with friction or without".to_owned());
        };
        literal::solve(terms, &groups, least, &LemkeByContacts { start: &start }, settings)
    };
    let solved = if relaxed {
        // The last resort: what the sliding speeds do not settle a pivoting method may still answer.
        by_speeds().or_else(|first| by_lemke().map_err(|second| format!("{first}; {second}")))
    } else {
        friction::with_lemke(terms, &contacts, by_speeds, by_lemke)
    }?;
    Ok(Convex::of(terms, solved, relaxed))
}

impl Convex {
    fn of(terms: &Terms, solved: IslandSolution, relaxed: bool) -> Self {
        let objective = terms.objective(&solved.change);
        let lemke = solved.report.method == "lemke";
        let method = if lemke { "active-alternative (lemke)" } else { solved.report.method };
        let report = SolveSummary { method, ..solved.report };
        Self {
            velocity: solved.velocity,
            change: solved.change,
            impulses: solved.impulses,
            friction: solved.friction,
            objective,
            relaxed,
            report,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::models::{Alternative, DisjunctionKind};
    use crate::contact::{Contact, ContactSet, Feature, FeaturePair};
    use crate::dynamics::MassRoot;
    use crate::geometry::shapes::cuboid;
    use crate::math::{Dimension, Twist, Vec3};
    use crate::step::island::scaled::Scaled;
    use crate::world::PartId;
    use crate::world::build::{BodySpec, assemble};
    use crate::world::{BodyId, BodyKind};

    /// A contact of body 1 with the fixed body 0 that pushes along `normal` through its centre.
    fn contact(vertex: usize, gap: f64, normal: Vec3) -> Contact {
        let part = |b| PartId { body: BodyId(b), part: 0 };
        let row = Vec6::new(normal.x, normal.y, normal.z, 0.0, 0.0, 0.0);
        Contact {
            pair: FeaturePair {
                a: (part(0), Feature::Facet(0)),
                b: (part(1), Feature::Vertex(vertex)),
                flipped: false,
            },
            gap,
            distance: gap.abs(),
            normal,
            point_a: Vec3::zeros(),
            point_b: Vec3::zeros(),
            centre_a: Vec3::zeros(),
            centre_b: Vec3::zeros(),
            jacobian_a: -row,
            jacobian_b: row,
            applicability: 0.0,
            applicable: true,
            feasible: true,
        }
    }

    /// The first choice is to open two contacts that push against each other, which cannot be. Relaxed, it costs
    /// next to nothing; it loads contact 0, whose disjunction has contact 2 open, and with that the island can be solved
    /// strictly, at a higher objective.
    #[test]
    fn a_strict_solution_beats_a_relaxed_one_of_lower_objective() {
        let (h, mut specs) = (0.1, Vec::new());
        for name in ["floor", "block"] {
            specs.push(BodySpec::new(name, vec![cuboid(&Vec3::repeat(1.0)).unwrap()]));
        }
        specs[0].kind = BodyKind::Fixed;
        let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &specs);
        let roots: Vec<MassRoot> =
            model.ids().map(|i| MassRoot::new(model.body(i), &state.poses[i.0], model.dimension)).collect();
        let free = [Twist::zero(), Twist { linear: Vec3::new(-0.1, 10.0, 0.0), angular: Vec3::zeros() }];
        let contacts =
            vec![contact(0, -0.1, Vec3::x()), contact(1, -0.1, -Vec3::x()), contact(2, -0.2, Vec3::y())];
        let set = ContactSet { contacts, ..ContactSet::default() };
        let part = |b| PartId { body: BodyId(b), part: 0 };
        let disjunction = |kind, contacts: &[usize]| Disjunction {
            kind,
            parts: (part(0), part(1)),
            features: (Feature::Facet(0), Feature::Vertex(0)),
            alternatives: contacts.iter().map(|&c| Alternative { contacts: vec![ContactId(c)] }).collect(),
            primary: 0,
        };
        let all = [
            disjunction(DisjunctionKind::InterContact, &[0, 2]),
            disjunction(DisjunctionKind::Unilateral, &[1]),
        ];
        let scaled = Scaled::new(&model, &roots, &free, vec![BodyId(1)], h);
        let terms = Terms::new(scaled, &set, 8);
        let end_gaps = |velocity: &[Vec6], ids: &[ContactId]| -> Vec<f64> {
            ids.iter().map(|c| terms.linear_gap(terms.set.get(*c), velocity)).collect()
        };
        let settings = LcpSettings { tolerance: 1e-10, max_iterations: 1000 };
        let both: Vec<ContactId> = vec![ContactId(0), ContactId(1)];
        assert!(
            convex(&terms, &both, &settings, false, &mut Vec::new()).is_err(),
            "the first choice is not infeasible"
        );
        let relaxed = convex(&terms, &both, &settings, true, &mut Vec::new()).unwrap();

        let found = solve(&terms, &all.iter().collect::<Vec<_>>(), &end_gaps, &settings).unwrap();
        assert!(terms.objective(&found.change) > relaxed.objective);
        assert!((found.velocity[0] - Vec6::new(-1.0, 10.0, 0.0, 0.0, 0.0, 0.0)).norm() < 1e-9);
        assert_eq!(found.report.outer_iterations, 2);
        assert_eq!(found.report.fallback, None, "nothing is relaxed in what is returned");

        // With nothing else to choose, the relaxed solution is what there is, and says so.
        let only =
            [disjunction(DisjunctionKind::Unilateral, &[0]), disjunction(DisjunctionKind::Unilateral, &[1])];
        let found = solve(&terms, &only.iter().collect::<Vec<_>>(), &end_gaps, &settings).unwrap();
        assert!(found.report.fallback.unwrap().contains("only kept from sinking deeper"));
    }
}
