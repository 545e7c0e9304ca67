//! How far a run strays from a reference run of the same scene: the position error of the body that is watched.
//!
//! As in the grasp experiments (thesis 5.2.5): the truth is a run with a very small step, and the error is the distance
//! of the body at the same time. Rotation is left out, as there.

use crate::contact::models::ContactModel;
use crate::experiment::report::Report;
use crate::experiment::stats::{quantile, sorted};
use crate::math::Vec3;
use crate::world::{BodyId, Model, State};

/// Where the watched body was at the end of each step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Ascending times (s) with the centre of mass (m).
    points: Vec<(f64, Vec3)>,
}

/// The body that experiments watch: the last dynamic one of the scene.
pub fn watched(model: &Model) -> Option<BodyId> {
    model.ids().filter(|&id| model.body(id).is_dynamic()).last()
}

impl Track {
    /// Of times, ascending (s), and places (m).
    pub fn of(points: Vec<(f64, Vec3)>) -> Self {
        Self { points }
    }

    /// Times (s) and places (m).
    pub fn points(&self) -> &[(f64, Vec3)] {
        &self.points
    }

    /// Adds where the watched body is now.
    pub fn add(&mut self, model: &Model, state: &State) {
        if let Some(id) = watched(model) {
            self.points.push((state.time, state.poses[id.0].position));
        }
    }

    /// Where the body is at `time`, on a straight line between steps; `None` outside the track.
    pub fn at(&self, time: f64) -> Option<Vec3> {
        /// Sums of step sizes differ in their last digits.
        const SAME_TIME: f64 = 1e-9;
        let after = self.points.partition_point(|(t, _)| *t < time - SAME_TIME);
        let (t1, p1) = self.points.get(after)?;
        if *t1 <= time + SAME_TIME {
            return Some(*p1);
        }
        let (t0, p0) = self.points.get(after.checked_sub(1)?)?;
        Some(p0 + (p1 - p0) * ((time - t0) / (t1 - t0)))
    }

    /// The distance to `reference` at each time of this track that the reference covers (m).
    pub fn errors(&self, reference: &Track) -> Vec<f64> {
        self.points.iter().filter_map(|(t, p)| Some((p - reference.at(*t)?).norm())).collect()
    }
}

/// One line of the table over all runs of one contact model and step size.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Contact model.
    pub model: &'static str,
    /// Step size (s).
    pub time_step: f64,
    /// Runs, and those of them that went to their end.
    pub runs: (usize, usize),
    /// First quartile, median, third quartile and maximum over the runs of the run's median error (m).
    pub error: [f64; 4],
    /// The median over the runs of the error at the end (m).
    pub at_end: f64,
    /// Deepest penetration of any run (m).
    pub depth: f64,
}

/// The table of position errors, by model and step size. A run that stopped early counts with what it did.
pub fn table(reports: &[Report]) -> Vec<Line> {
    let mut steps: Vec<f64> = reports.iter().map(|r| r.time_step).collect();
    steps.sort_by(f64::total_cmp);
    steps.dedup();
    let mut lines = Vec::new();
    for model in ContactModel::ALL {
        for &h in &steps {
            let of_line = |r: &&Report| r.model == model.name() && r.time_step == h;
            let runs: Vec<&Report> = reports.iter().filter(of_line).collect();
            let errors: Vec<_> = runs.iter().filter_map(|r| r.position_error).collect();
            if errors.is_empty() {
                continue;
            }
            let medians = sorted(&errors.iter().map(|e| e.quartiles.median).collect::<Vec<_>>());
            let ends = sorted(&errors.iter().map(|e| e.at_end).collect::<Vec<_>>());
            lines.push(Line {
                model: model.name(),
                time_step: h,
                runs: (runs.len(), runs.iter().filter(|r| r.completed).count()),
                error: [0.25, 0.5, 0.75, 1.0].map(|q| quantile(&medians, q)),
                at_end: quantile(&ends, 0.5),
                depth: runs.iter().map(|r| r.penetration_depth.max).fold(0.0, f64::max),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_taken_at_equal_times_and_between_steps_of_the_reference() {
        let at = |t: f64, x: f64| (t, Vec3::new(x, 0.0, 0.0));
        let reference = Track { points: vec![at(0.0, 0.0), at(0.1, 1.0), at(0.2, 3.0)] };
        assert_eq!(reference.at(0.1 + 1e-15), Some(Vec3::new(1.0, 0.0, 0.0)));
        assert!((reference.at(0.15).unwrap().x - 2.0).abs() < 1e-12);
        assert_eq!((reference.at(-0.1), reference.at(0.3)), (None, None));
        let run = Track { points: vec![at(0.1, 1.5), at(0.15, 2.0), at(0.3, 9.0)] };
        let errors = run.errors(&reference);
        assert_eq!(errors.len(), 2);
        assert!((errors[0] - 0.5).abs() < 1e-12 && errors[1] < 1e-12);
    }
}
