//! The direction of friction where contacts slide through a step.
//!
//! Friction acts against the sliding, which turns in the step where a body tumbles. The second problem knows the sliding at its end only. Given
//! along that, friction is off by half a turn in each step, which adds up to an error of the first order in h, as nothing
//! corrects it later; the first problem had it along the mean sliding, which is of second order. So what slides through gets its friction along
//! the same line in both: in the second problem it opposes the sliding less the δ by which that has turned.
//!
//! ```text
//!   δ = v_t − ‖v_t‖ d     v_t of ν₁ at the end poses, d against the friction of the first problem, in the plane of the contact there
//! ```
//!
//! Where sliding turns by much or comes to an end in the step, δ is zero: there the end says what friction does.

use crate::contact::{Contact, ContactId};
use crate::math::{Dimension, Twist, Vec3};
use crate::step::exact::velocity::closed::{Closed, speed_at};
use crate::step::exact::velocity::problem::Problem;
use crate::step::island::IslandSolution;
use crate::step::island::terms::Terms;
use crate::step::settings::Cone;

/// What friction takes up of its cone where a contact slides (dimensionless): all of it, but for the residual of Coulomb's law.
const ON_THE_CONE: f64 = 1.0 - 1e-6;

/// Sliding that turns by more than this part of itself in half a step is not of one direction (dimensionless).
const MOST_TURN: f64 = 1.0;

/// What slides at less than this part of what was expected is about to stop (dimensionless).
const STILL_SLIDES: f64 = 0.5;

/// The sliding velocity of B against A at a contact (m/s).
pub(super) fn sliding_at(contact: &Contact, twists: &[Twist]) -> Vec3 {
    let speed = speed_at(contact, twists);
    speed - contact.normal * contact.normal.dot(&speed)
}

impl Problem<'_, '_> {
    /// δ of each row (m/s), zero of those that do not slide through the step; `None` where all are. Bodies that come to a blow have other
    /// velocities after it, in the plane sliding has one line, and a pyramid has friction along those of its own.
    pub(super) fn drift(&self, rows: &[Closed]) -> Option<Vec<Vec3>> {
        let ctx = self.stage.ctx;
        if self.blow.is_some() || ctx.model.dimension == Dimension::Two || ctx.cone != Cone::Quadratic {
            return None;
        }
        let drift: Vec<Vec3> = rows.iter().map(|row| self.turn(row).unwrap_or_else(Vec3::zeros)).collect();
        drift.iter().any(|drift| *drift != Vec3::zeros()).then_some(drift)
    }

    fn turn(&self, row: &Closed) -> Option<Vec3> {
        let contact = &row.contact;
        let mu = self.stage.ctx.model.pair_friction(contact.body_a(), contact.body_b());
        let (p, f) = self.taken(row);
        let slid = row.lasts && row.at_end && mu * p > 0.0 && f.norm() >= ON_THE_CONE * mu * p;
        if !slid {
            return None;
        }
        let slides = sliding_at(contact, self.first);
        let against = -(f - contact.normal * contact.normal.dot(&f)).try_normalize(0.0)?;
        let drift = slides - against * slides.norm();
        (drift.norm() <= MOST_TURN * slides.norm()).then_some(drift)
    }

    /// Whether the rows that have a δ slide on in a solution.
    pub(super) fn slides_on(&self, terms: &Terms, rows: &[Closed], found: &IslandSolution) -> bool {
        let slides = |(id, row): (ContactId, &Closed)| {
            terms.sliding(id, &found.velocity).norm()
                >= STILL_SLIDES * sliding_at(&row.contact, self.first).norm()
        };
        let rows = rows.iter().enumerate().map(|(k, row)| (ContactId(k), row));
        rows.filter(|(id, _)| terms.drifts(*id)).all(slides)
    }
}
