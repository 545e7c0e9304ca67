//! How the problems of a step were solved, and how far the answer is from solving them.

use crate::lcp::Residual;
use serde::Serialize;

/// How the problem of an island, or of a whole step, was solved.
#[derive(Clone, Debug)]
pub struct SolveSummary {
    /// The method that gave the accepted solution.
    pub method: &'static str,
    /// Unknowns of the largest problem solved (rows of the LCP or of the convex program).
    pub size: usize,
    /// Pivots, sweeps or active-set changes in all.
    pub iterations: usize,
    /// Convex problems solved by the active-alternative method (0 for the literal form).
    pub outer_iterations: usize,
    /// Changes of alternative.
    pub switches: usize,
    /// Parts the step was done in, under Exact by the cluster of bodies that has most: 1 unless it ended at impacts, or the outer loop did not settle on the whole of it; then `fallback`
    /// says why.
    pub substeps: usize,
    /// How far the accepted solution is from solving its problem, measured outside the solver.
    pub accuracy: Accuracy,
    /// Contact that belongs to the worst row, where there is one.
    pub worst_contact: Option<usize>,
    /// Why the first choice of method was left, in one sentence; `None` if it was not.
    pub fallback: Option<String>,
    /// Residual history of the method that gave the solution, where it has one.
    pub history: Vec<f64>,
    /// Objective ½‖ν − ν*‖²_M (J) of the largest island before any switch of alternative and after each that was kept,
    /// where the method reports it.
    pub objectives: Vec<f64>,
}

impl Default for SolveSummary {
    /// Nothing solved, in one part.
    fn default() -> Self {
        Self {
            method: "",
            size: 0,
            iterations: 0,
            outer_iterations: 0,
            switches: 0,
            substeps: 1,
            accuracy: Accuracy::default(),
            worst_contact: None,
            fallback: None,
            history: Vec::new(),
            objectives: Vec::new(),
        }
    }
}

impl SolveSummary {
    /// Takes in the island solved next: method, size and history are those of the largest, efforts add up, and of what
    /// the answers are off by the worst counts.
    pub(crate) fn take_island(&mut self, island: Self) {
        if island.size >= self.size {
            self.method = island.method;
            self.size = island.size;
            self.history = island.history;
            self.objectives = island.objectives;
        }
        self.iterations += island.iterations;
        self.outer_iterations = self.outer_iterations.max(island.outer_iterations);
        self.switches += island.switches;
        if island.accuracy.residual().natural_map >= self.accuracy.residual().natural_map {
            self.worst_contact = island.worst_contact;
        }
        self.accuracy.take(&island.accuracy);
        if self.fallback.is_none() {
            self.fallback = island.fallback;
        }
    }
}

/// What a residual is of, and so in which unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Measure {
    /// A complementarity problem 0 ≤ z ⊥ w ≥ 0 in impulses z (N·s) and gap rates w (m/s): (4.50), Stewart–Trinkle.
    Complementarity,
    /// Friction by guessed sliding speeds, impulses divided by the lightest mass (m/s).
    SlidingSpeeds,
    /// A projection in velocities scaled by the root of the mass: the optimality conditions (√J).
    Projection,
}

impl Measure {
    /// All of them, in the order in which one stands for a step that has several.
    pub const ALL: [Self; 3] = [Self::Complementarity, Self::SlidingSpeeds, Self::Projection];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complementarity => "natural map of the complementarity problem",
            Self::SlidingSpeeds => "natural map at the sliding speeds found",
            Self::Projection => "optimality of the projection",
        }
    }

    /// The unit of its numbers. That of a natural map is the unit of whichever of z and w is smaller in a row.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Complementarity => "m/s or N·s",
            Self::SlidingSpeeds => "m/s",
            Self::Projection => "√J",
        }
    }
}

/// How far a contact is from the truth at the end of a step: violated, or loaded although it is open (m).
pub(in crate::step) fn gap_error(impulse: f64, end_gap: f64) -> f64 {
    (-end_gap).max(if impulse > 0.0 { end_gap } else { 0.0 })
}

/// How far the true geometry at the end of a step is from what the solution asks of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GapError {
    /// Deepest violation of a row (m), at least 0.
    pub violation: f64,
    /// Largest gap of a row that carries an impulse (m).
    pub open_load: f64,
}

/// How far an accepted solution is from solving its problem, each measure in its own unit; `None` where no problem of the
/// kind was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Accuracy {
    /// [`Measure::Complementarity`].
    pub complementarity: Option<Residual>,
    /// [`Measure::SlidingSpeeds`].
    pub sliding: Option<Residual>,
    /// [`Measure::Projection`].
    pub projection: Option<Residual>,
    /// On the true geometry, under a law that solves for it.
    pub geometry: Option<GapError>,
}

impl Accuracy {
    /// Of one problem.
    pub(crate) fn of(measure: Measure, residual: Residual) -> Self {
        let mut accuracy = Self::default();
        *accuracy.slot(measure) = Some(residual);
        accuracy
    }

    fn slot(&mut self, measure: Measure) -> &mut Option<Residual> {
        match measure {
            Measure::Complementarity => &mut self.complementarity,
            Measure::SlidingSpeeds => &mut self.sliding,
            Measure::Projection => &mut self.projection,
        }
    }

    /// The residual of one kind.
    pub fn get(&self, measure: Measure) -> Option<Residual> {
        match measure {
            Measure::Complementarity => self.complementarity,
            Measure::SlidingSpeeds => self.sliding,
            Measure::Projection => self.projection,
        }
    }

    /// What stands for the step: the first kind of [`Measure::ALL`] that was solved.
    pub fn measure(&self) -> Option<Measure> {
        Measure::ALL.into_iter().find(|measure| self.get(*measure).is_some())
    }

    /// The residual of [`Self::measure`]; zero where nothing was solved.
    pub fn residual(&self) -> Residual {
        self.measure().and_then(|measure| self.get(measure)).unwrap_or_default()
    }

    /// Of each measure the worse of both; what is not a number is infinite.
    pub(crate) fn take(&mut self, other: &Self) {
        for measure in Measure::ALL {
            if let Some(new) = other.get(measure) {
                let slot = self.slot(measure);
                *slot = Some(slot.map_or(new, |old| worse_residual(&old, &new)));
            }
        }
        if let Some(new) = other.geometry {
            let old = self.geometry.unwrap_or_default();
            self.geometry = Some(GapError {
                violation: worse(old.violation, new.violation),
                open_load: worse(old.open_load, new.open_load),
            });
        }
    }
}

fn worse(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::INFINITY } else { a.max(b) }
}

fn worse_residual(a: &Residual, b: &Residual) -> Residual {
    let row = if b.natural_map >= a.natural_map { b.worst_row } else { a.worst_row };
    Residual {
        natural_map: worse(a.natural_map, b.natural_map),
        primal: worse(a.primal, b.primal),
        dual: worse(a.dual, b.dual),
        complementarity: worse(a.complementarity, b.complementarity),
        worst_row: row,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn residual(natural_map: f64) -> Residual {
        Residual { natural_map, ..Residual::default() }
    }

    #[test]
    fn metres_and_root_joules_never_meet() {
        let mut step = Accuracy::of(Measure::Projection, residual(3.0));
        step.take(&Accuracy::of(Measure::SlidingSpeeds, residual(1e-12)));
        step.take(&Accuracy {
            geometry: Some(GapError { violation: 1e-9, open_load: 0.0 }),
            ..Accuracy::default()
        });
        assert_eq!(step.projection, Some(residual(3.0)));
        assert_eq!(step.sliding, Some(residual(1e-12)));
        assert_eq!(step.complementarity, None);
        assert_eq!((step.measure(), step.residual()), (Some(Measure::SlidingSpeeds), residual(1e-12)));
        assert_eq!(step.geometry.unwrap().violation, 1e-9);
    }

    #[test]
    fn the_worse_counts_and_a_nan_is_the_worst() {
        let mut step = Accuracy::of(Measure::Projection, residual(1.0));
        step.take(&Accuracy::of(Measure::Projection, residual(0.5)));
        assert_eq!(step.residual().natural_map, 1.0);
        step.take(&Accuracy::of(Measure::Projection, residual(f64::NAN)));
        assert_eq!(step.residual().natural_map, f64::INFINITY);
    }

    #[test]
    fn a_step_is_as_its_islands() {
        let island = |size, natural_map| SolveSummary {
            method: "m",
            size,
            iterations: 2,
            outer_iterations: size,
            accuracy: Accuracy::of(Measure::Projection, residual(natural_map)),
            worst_contact: Some(size),
            ..SolveSummary::default()
        };
        let mut step = SolveSummary::default();
        [island(5, 1e-3), island(2, 1e-9)].into_iter().for_each(|i| step.take_island(i));
        assert_eq!((step.size, step.iterations, step.outer_iterations), (5, 4, 5));
        assert_eq!((step.worst_contact, step.accuracy.residual().natural_map), (Some(5), 1e-3));
    }
}
