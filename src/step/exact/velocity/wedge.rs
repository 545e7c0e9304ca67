//! Slow approaches of a body that has no room to give way.
//!
//! An approach that is slower than what forces add in a step is no impact at which a step ends, as what it changes is no more than the error of the velocities. That
//! holds where the body gives way along the line of the blow. Between two supports that nearly face each other it cannot: with the closing row s and the rows b of
//! other pairs that bear, or close in the same step and push, each over the root of the masses, a blow at the speed u changes velocities by u ‖s‖ / ‖s⊥‖ as seen along s, where s⊥ is what is left of s across the rows b. For two faces at an angle α that is u / sin α, in a
//! direction that turns with α, and at the end of the step α is another.

use crate::contact::Contact;
use crate::math::Vec6;
use crate::step::exact::velocity::Stage;
use crate::world::BodyId;
use nalgebra::DVector;

/// A body gives way less than this part of how it would alone (dimensionless): then its slow blow counts.
const JAMMED: f64 = 1.0 / 3.0;

/// What is left of a row below this part of it is rounding.
const ROUNDING: f64 = 1e-8;

impl Stage<'_> {
    /// How many times larger the blow of a row that closes is because of those that bear its bodies, and that it presses on: ‖s‖ / ‖s⊥‖.
    fn wedging(&self, closing: &Contact, bearing: &[Contact]) -> f64 {
        let mut bodies: Vec<BodyId> =
            bearing.iter().chain([closing]).flat_map(|c| [c.body_a(), c.body_b()]).collect();
        bodies.retain(|id| self.dynamic[id.0]);
        bodies.sort_unstable();
        bodies.dedup();
        let scaled = |contact: &Contact| {
            let mut row = DVector::zeros(6 * bodies.len());
            let ends = [(contact.body_a(), &contact.jacobian_a), (contact.body_b(), &contact.jacobian_b)];
            for (id, jacobian) in ends {
                if let Ok(k) = bodies.binary_search(&id) {
                    let part: Vec6 = self.roots[id.0].scale_row(jacobian);
                    row.fixed_rows_mut::<6>(6 * k).copy_from(&part);
                }
            }
            row
        };
        let whole = scaled(closing);
        let mut left = whole.clone();
        let mut basis: Vec<DVector<f64>> = Vec::new();
        for contact in bearing {
            let mut row = scaled(contact);
            let size = row.norm();
            // What it moves away from bears nothing of it.
            if !(row.dot(&whole) < 0.0) {
                continue;
            }
            for known in &basis {
                let part = row.dot(known);
                row.axpy(-part, known, 1.0);
            }
            if row.norm() > ROUNDING * size {
                row.normalize_mut();
                let part = left.dot(&row);
                left.axpy(-part, &row, 1.0);
                basis.push(row);
            }
        }
        whole.norm() / left.norm().max(ROUNDING * whole.norm())
    }

    /// Whether an approach at `speed` (m/s) of the `closing` row is a blow that changes velocities by more than forces do in a whole step, since its bodies are wedged
    /// between it and the `bearing` rows.
    pub(super) fn jams(
        &self,
        (pair, spread): (usize, Option<f64>),
        speed: f64,
        closing: &Contact,
        bearing: &[Contact],
    ) -> bool {
        let wedging = self.wedging(closing, bearing);
        wedging * JAMMED > 1.0 && wedging * speed > self.gained(pair, spread)
    }
}
