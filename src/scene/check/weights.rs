//! Whether an inertia that a scene gives goes with the mass and the size of its body.

use crate::math::Dimension;
use crate::quote::number;
use crate::scene::format::Scene;
use crate::scene::message::Problem;
use crate::world::Model;

/// Least principal moment that is taken, in m r² of the body (dimensionless): less than that of a rod a ten-thousandth as thick as long. A body
/// with less turns so easily that the rows of its contacts, in which residuals are measured, outgrow every gap.
const LEAST: f64 = 1e-9;

/// Refuses an inertia that is given and far less than mass and radius suggest.
pub(in crate::scene) fn check(scene: &Scene, model: &Model) -> Result<(), Problem> {
    for (k, id) in model.ids().enumerate() {
        let body = model.body(id);
        if !body.is_dynamic() || scene.bodies.get(k).is_none_or(|given| given.inertia.is_none()) {
            continue;
        }
        let least = match model.dimension {
            Dimension::Two => body.inertia[(2, 2)],
            Dimension::Three => body.inertia.symmetric_eigenvalues().min(),
        };
        let whole = body.mass * body.radius * body.radius;
        if !(least >= LEAST * whole) {
            let message = format!(
                "its least moment of inertia, {} kg·m², is under a billionth of mass times radius squared ({} kg·m²); give more, or \
                 leave inertia out",
                number(least),
                number(whole)
            );
            return Err(Problem::new(format!("bodies[{k}].inertia"), message));
        }
    }
    Ok(())
}
