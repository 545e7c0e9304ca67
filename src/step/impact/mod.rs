//! Impacts with restitution: the velocities after the contacts that closed in a step have thrown bodies back.
//!
//! Poses do not change here, and gaps do not occur: contacts are half-spaces G_iν ≥ 0 on velocities. An impact is
//! resolved in rounds. Each takes the contacts V that approach now, u_i = G_iν < 0, and no others, and applies the law
//! to them together:
//!
//! ```text
//!   Newton    ν' = ν + M⁻¹Σ G_i p_i,   0 ≤ p_i ⊥ G_iν' + e_i u_i ≥ 0                      i in V
//!   Poisson   ν_c = ν + M⁻¹Σ G_i p_i,  0 ≤ p_i ⊥ G_iν_c ≥ 0                               compression
//!             ν' = ν_c + M⁻¹Σ G_i (e_i p_i + r_i),   0 ≤ r_i ⊥ G_iν' ≥ 0                   expansion
//! ```
//!
//! each with Coulomb friction by the linearised cone. Because only what approaches takes part, a blow travels through
//! bodies that lie touching in a row, as through Newton's cradle (Smith, Kaufman, Vouga, Tamstorf, Grinspun,
//! "Reflections on simultaneous impact", 2012); the same law on all contacts at once would throw the first body back.
//! Without friction a round of Newton's law takes away ½Σ(1 − e_i)p_i|u_i| ≥ 0 of kinetic energy, whatever the e_i.
//! When nothing approaches faster than the threshold, what still does is stopped.

pub(in crate::step) mod cut;
pub(crate) mod restitution;

use crate::contact::{Contact, ContactId, ContactSet};
use crate::dynamics::MassRoot;
use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::{Lcp, LcpSettings};
use crate::math::{Twist, Vec3};
use crate::quote::counted;
use crate::step::cone;
use crate::step::cone::{Asked, solve_cone};
use crate::step::friction;
use crate::step::friction::Before;
use crate::step::island::literal;
use crate::step::island::literal::solve_problem;
use crate::step::island::scaled::Scaled;
use crate::step::island::terms::Terms;
use crate::step::settings::{Cone, RestitutionLaw};
use crate::stop;
use crate::world::joint::{Linearised, Servo};
use crate::world::{BodyId, Model};
use nalgebra::DVector;

/// Rounds at most; then whatever approaches is stopped. A block that presses a ball of a thousandth of its mass against a
/// wall takes about a hundred blows, π√1000.
const MAX_ROUNDS: usize = 200;

/// A contact approaches when its gap closes faster than this times the speeds that meet (dimensionless).
const APPROACH: f64 = 1e-9;

/// How the impulses of the two phases are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Gap rates.
    Newton,
    /// Impulses.
    Poisson,
}

impl From<RestitutionLaw> for Law {
    fn from(law: RestitutionLaw) -> Self {
        match law {
            RestitutionLaw::Newton => Self::Newton,
            RestitutionLaw::Poisson => Self::Poisson,
        }
    }
}

/// One contact that closed in the step.
#[derive(Clone, Debug)]
pub struct Closed {
    /// The contact; its gap is not used.
    pub contact: Contact,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Slower approach than this is not thrown back (m/s).
    pub threshold: f64,
    /// Part of the approach that is not thrown back (m/s): what forces add to it after the bodies have met, in the rest of the step.
    pub excess: f64,
}

/// What an impact is resolved in.
pub struct Impact<'a> {
    /// Bodies and dimension.
    pub model: &'a Model,
    /// Roots of the inverse mass, per body of the model.
    pub roots: &'a [MassRoot],
    /// Dynamic bodies that take part, ascending.
    pub bodies: &'a [BodyId],
    /// Contacts that take part.
    pub closed: &'a [Closed],
    /// Joints of the bodies, linearised, with no error to mend.
    pub joints: &'a [Linearised],
    /// What drives them.
    pub servos: &'a [Servo],
    /// Law of restitution.
    pub law: Law,
    /// The friction cone; the expansion of Poisson's law, whose cone is that of all that is given along the normal in it, has a pyramid.
    pub cone: Cone,
    /// Directions of the linearised friction cone.
    pub friction_directions: usize,
    /// Tolerances of the methods inside.
    pub settings: LcpSettings,
}

/// Velocities after an impact, and the impulses that led to them.
#[derive(Clone, Debug)]
pub struct Rebound {
    /// Twist of every body of the model.
    pub twists: Vec<Twist>,
    /// Normal impulse of each contact (N·s).
    pub normal: Vec<f64>,
    /// Friction impulse of each contact on body B (N·s, world axes).
    pub friction: Vec<Vec3>,
    /// Rounds it took.
    pub rounds: usize,
}

/// Gap rate of a contact (m/s).
pub fn rate(contact: &Contact, twists: &[Twist]) -> f64 {
    rate_with(contact, |id| twists[id.0])
}

/// The same where it is said of each body how it moves.
pub fn rate_with(contact: &Contact, twist: impl Fn(BodyId) -> Twist) -> f64 {
    contact.jacobian_a.dot(&twist(contact.body_a()).to_vec6())
        + contact.jacobian_b.dot(&twist(contact.body_b()).to_vec6())
}

impl Impact<'_> {
    /// The velocities that follow `before`, with restitution where `elastic`, else without.
    ///
    /// # Errors
    /// When a complementarity problem was not solved.
    pub fn resolve(&self, before: &[Twist], elastic: bool) -> Result<Rebound, String> {
        let count = self.closed.len();
        let mut now = Rebound {
            twists: self.joined(before),
            normal: vec![0.0; count],
            friction: vec![Vec3::zeros(); count],
            rounds: 0,
        };
        let speed = self.closed.iter().map(|c| rate(&c.contact, before).abs()).fold(0.0, f64::max);
        let closing = |now: &Rebound, beyond: fn(&Closed) -> f64| -> Vec<(usize, f64)> {
            let rates = self.closed.iter().map(|c| (rate(&c.contact, &now.twists), beyond(c))).enumerate();
            rates
                .filter(|(_, (u, beyond))| -u - beyond > APPROACH * speed)
                .map(|(k, (u, _))| (k, u))
                .collect()
        };
        while elastic && now.rounds < MAX_ROUNDS && !stop::asked() {
            // What forces alone close does not meet: it has borne until now, and is struck when a blow comes to it.
            let mut meeting = closing(&now, |c| c.excess);
            // A couple bears what of a blow would turn its pair through itself, at once and not after the blow.
            let couples =
                self.closed.iter().enumerate().filter(|(_, closed)| closed.contact.pair.is_couple());
            for (k, couple) in couples {
                if meeting.iter().all(|(met, _)| *met != k) {
                    meeting.push((k, rate(&couple.contact, &now.twists)));
                }
            }
            let thrown = |&(k, u): &(usize, f64)| {
                let closed = &self.closed[k];
                let met = -u - closed.excess;
                if met > closed.threshold { closed.restitution * (met / -u) } else { 0.0 }
            };
            let e: Vec<f64> = meeting.iter().map(thrown).collect();
            if e.iter().all(|&e| e == 0.0) {
                break;
            }
            now.rounds += 1;
            let ids: Vec<usize> = meeting.iter().map(|m| m.0).collect();
            match self.law {
                Law::Newton => {
                    let asked: Vec<f64> = meeting.iter().zip(&e).map(|((_, u), e)| e * u).collect();
                    self.strike(&mut now, &ids, &asked, None)?;
                }
                Law::Poisson => {
                    let still = vec![0.0; ids.len()];
                    let first = now.normal.clone();
                    self.strike(&mut now, &ids, &still, None)?;
                    let given: Vec<f64> =
                        ids.iter().zip(&e).map(|(&k, e)| e * (now.normal[k] - first[k])).collect();
                    self.strike(&mut now, &ids, &still, Some(&given))?;
                }
            }
        }
        if !closing(&now, |_| 0.0).is_empty() {
            // All of them: what is stopped may push on what did not approach.
            let ids: Vec<usize> = (0..count).collect();
            self.strike(&mut now, &ids, &vec![0.0; count], None)?;
        }
        Ok(now)
    }

    /// What joints and their drives make of free twists before anything meets.
    pub(in crate::step) fn joined(&self, free: &[Twist]) -> Vec<Twist> {
        let mut twists = free.to_vec();
        if !self.joints.is_empty() {
            let scaled = Scaled::new(self.model, self.roots, free, self.bodies.to_vec(), 1.0)
                .with_joints(self.joints, self.servos);
            let change = scaled.expand(DVector::zeros(scaled.size()));
            for (id, twist) in self.bodies.iter().zip(scaled.twists(&change)) {
                twists[id.0] = twist;
            }
        }
        twists
    }

    /// Adds the least impulses on these contacts that satisfy 0 ≤ p ⊥ Gν' + asked ≥ 0, on top of the normal impulses
    /// `given`, with friction.
    fn strike(
        &self,
        now: &mut Rebound,
        ids: &[usize],
        asked: &[f64],
        given: Option<&[f64]>,
    ) -> Result<(), String> {
        let mut free = now.twists.clone();
        for (&k, &p) in ids.iter().zip(given.unwrap_or_default()) {
            let contact = &self.closed[k].contact;
            now.normal[k] += p;
            for (id, j) in [(contact.body_a(), contact.jacobian_a), (contact.body_b(), contact.jacobian_b)] {
                if self.bodies.binary_search(&id).is_ok() {
                    let change = self.roots[id.0].inverse_mass_times(&(j * p));
                    free[id.0] = Twist::from_vec6(&(free[id.0].to_vec6() + change));
                }
            }
        }
        let contacts =
            ids.iter().zip(asked).map(|(&k, &gap)| Contact { gap, ..self.closed[k].contact.clone() });
        let set = ContactSet { contacts: contacts.collect(), ..ContactSet::default() };
        // A step of one second: the gap of a contact is then the rate that is asked of it, with the sign turned.
        let scaled = Scaled::new(self.model, self.roots, &free, self.bodies.to_vec(), 1.0)
            .with_joints(self.joints, &[]);
        let terms = Terms::new(scaled, &set, self.friction_directions);
        let rough: Vec<(usize, f64)> =
            (0..ids.len()).map(|k| (k, terms.friction(ContactId(k)))).filter(|(_, mu)| *mu > 0.0).collect();
        let (change, normal, friction) = if rough.is_empty() {
            let (change, normal) = smooth(&terms, &self.settings)?;
            (change, normal, Vec::new())
        } else if self.cone == Cone::Quadratic && given.is_none() && cone::differs(&terms) {
            let gaps: Vec<_> = (0..ids.len()).map(|k| (ContactId(k), asked[k])).collect();
            let asked = Asked {
                contacts: &gaps,
                near: None,
                settings: &self.settings,
                rounds: cone::MAX_ROUNDS,
                stays: false,
                will_do: 0.0,
                nearly: false,
                stands: None,
                at_any_rate: false,
            };
            let solved = solve_cone(&terms, asked, None, &mut SparseSolver::default())?;
            (solved.change, solved.impulses, solved.friction)
        } else {
            let groups: Vec<literal::Group> = (0..ids.len()).map(|k| vec![ContactId(k)]).collect();
            let mut problem = literal::build(&terms, &groups, f64::NEG_INFINITY)
                .ok_or("an impact has a number that is not finite")?;
            if let Some(given) = given {
                // The cone of the whole impulse: μ(given + r) − Σf ≥ 0. Its rows are the last ones.
                let mut b = problem.lcp.b().clone();
                let first = b.len() - rough.len();
                for (row, (k, mu)) in rough.iter().enumerate() {
                    b[first + row] = mu * given[*k];
                }
                problem.lcp = Lcp::new(problem.lcp.a().clone(), b).map_err(|e| e.to_string())?.of_a_step();
            }
            let solved = solve_problem(&terms, &problem, &Lemke, &self.settings).or_else(|first| {
                let gaps: Vec<_> = (0..ids.len()).map(|k| (ContactId(k), asked[k])).collect();
                match given {
                    Some(_) => Err(first),
                    None => friction::solve(
                        &terms,
                        &gaps,
                        Before::default(),
                        &self.settings,
                        friction::ACCEPT,
                        &mut SparseSolver::default(),
                    )
                    .map_err(|second| format!("{first}; {second}")),
                }
            })?;
            (solved.change, solved.impulses, solved.friction)
        };
        for (id, twist) in self.bodies.iter().zip(terms.twists(&change)) {
            free[id.0] = twist;
        }
        now.twists = free;
        for (id, p) in normal {
            now.normal[ids[id.0]] += p;
        }
        for (id, f) in friction {
            now.friction[ids[id.0]] += f;
        }
        Ok(())
    }
}

/// The impulses where no contact has friction: a projection.
fn smooth(terms: &Terms, settings: &LcpSettings) -> Result<(DVector<f64>, Vec<(ContactId, f64)>), String> {
    let (rows, rhs) = terms
        .set
        .contacts
        .iter()
        .map(|contact| {
            let (row, offset) = terms.gap_row(contact);
            (row, -contact.gap - offset)
        })
        .unzip();
    let problem =
        ConvexProblem::new(DVector::zeros(terms.size()), rows, rhs, 0).map_err(|e| e.to_string())?;
    let convex =
        ConvexSettings { tolerance: settings.tolerance, scale: terms.velocity_scale(), max_iterations: None };
    let solution = solve_convex(&problem, &convex, &[]);
    if solution.status != ConvexStatus::Solved {
        return Err(format!(
            "the impact of {} ended with {}",
            counted(terms.set.contacts.len(), "contact", "contacts"),
            solution.status
        ));
    }
    let loads = solution.multipliers.iter().enumerate().filter(|(_, p)| **p > 0.0);
    let normal = loads.map(|(k, p)| (ContactId(k), *p)).collect();
    Ok((terms.expand(solution.y), normal))
}
