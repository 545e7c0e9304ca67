//! Where the secants of the next problem are drawn to.

use crate::step::exact::inner::{Island, Iterate};
use nalgebra::DVector;

/// A share of the last change of the solution by which the next one is put forward at most (dimensionless): beyond it, the iteration does
/// not contract.
const MOST: f64 = 0.9;

/// The point that secants are drawn to: the last solution, put forward by Anderson's method of depth one.
pub(super) struct Extrapolation<'c> {
    /// That point.
    pub far: Iterate<'c>,
    /// What the last problem moved it by, and the change of velocity that it had then.
    last: Option<(DVector<f64>, DVector<f64>)>,
}

impl<'c> Extrapolation<'c> {
    /// Drawn to `from`.
    pub fn to(from: &Iterate<'c>) -> Self {
        Self { far: from.clone(), last: None }
    }

    /// The rows were changed: what the solutions before tell of the next holds no more.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// Goes on to the solution `now`.
    pub fn follow(&mut self, island: &Island<'c, '_>, now: &Iterate<'c>) {
        let far = &mut self.far;
        let moved = &now.change - &far.change;
        far.change.copy_from(&now.change);
        if let Some((moved_before, change_before)) = &self.last {
            let bend = &moved - moved_before;
            let share = moved.dot(&bend) / bend.norm_squared();
            if share.abs() < MOST {
                far.change -= (&now.change - change_before) * share;
            }
        }
        self.last = Some((moved, now.change.clone()));
        far.twists = island.scaled.twists(&far.change);
        far.moments.clone_from(&now.moments);
        island.place(&far.twists, &mut far.placed);
    }
}
