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
    /// What the last problem moved it by, and the change of velocity that it had then; whether they count.
    moved: DVector<f64>,
    change: DVector<f64>,
    known: bool,
    /// Work.
    next: DVector<f64>,
}

impl<'c> Extrapolation<'c> {
    /// Drawn to `from`.
    pub fn to(from: &Iterate<'c>) -> Self {
        let nothing = || DVector::zeros(0);
        Self { far: from.clone(), moved: nothing(), change: nothing(), known: false, next: nothing() }
    }

    /// The rows were changed: what the solutions before tell of the next holds no more.
    pub fn forget(&mut self) {
        self.known = false;
    }

    /// Goes on to the solution `now`.
    pub fn follow(&mut self, island: &Island<'c, '_>, now: &Iterate<'c>) {
        let Self { far, moved, change, known, next } = self;
        assign(next, &now.change);
        *next -= &far.change;
        far.change.copy_from(&now.change);
        if std::mem::replace(known, true) {
            // How the motion bends.
            moved.axpy(1.0, next, -1.0);
            let share = next.dot(moved) / moved.norm_squared();
            if share.abs() < MOST {
                for (far, (now, before)) in far.change.iter_mut().zip(now.change.iter().zip(change.iter())) {
                    *far -= (now - before) * share;
                }
            }
        }
        std::mem::swap(moved, next);
        assign(change, &now.change);
        island.scaled.twists_to(&far.change, &mut far.twists);
        far.moments.clone_from(&now.moments);
        island.place(&far.twists, &mut far.placed);
    }
}

/// `to` <- `from`, in the memory that is there.
fn assign(to: &mut DVector<f64>, from: &DVector<f64>) {
    if to.len() == from.len() {
        to.copy_from(from);
    } else {
        to.clone_from(from);
    }
}
