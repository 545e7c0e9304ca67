//! What the plots show: the numbers of one step.

use crate::contact::models::DisjunctionKind;
use crate::experiment::energy::Energy;
use crate::math::Vec3;
use crate::step::StepRecord;
use serde::{Deserialize, Serialize};

/// The numbers of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Step number after the step.
    pub step: u64,
    /// Time after the step (s).
    pub time: f64,
    /// Potential contacts.
    pub contacts: u32,
    /// Unilateral disjunctions, U.
    pub unilateral: u32,
    /// Inter-contact disjunctions, I.
    pub inter_contact: u32,
    /// Cross-contact disjunctions, X.
    pub cross_contact: u32,
    /// Separation disjunctions, S.
    pub separation: u32,
    /// Potential traps.
    pub traps: u32,
    /// Sprung traps.
    pub sprung_traps: u32,
    /// Total overlap of the true geometry after the step (m³, in 2D m²).
    pub overlap: f64,
    /// Deepest penetration of the true geometry after the step (m).
    pub depth: f64,
    /// How far the worst joint's frames are apart (m).
    pub joint_error: f64,
    /// Wall time of contact detection (s).
    pub detect_time: f64,
    /// Wall time of writing the problem (s).
    pub formulate_time: f64,
    /// Wall time of the solve (s).
    pub solve_time: f64,
    /// Wall time of the whole step (s).
    pub step_time: f64,
    /// Natural-map or KKT residual of the accepted solution.
    pub residual: f64,
    /// Whether [`Self::primal`] and [`Self::complementarity`] are lengths of the exact model: deepest violation and largest
    /// loaded gap (m).
    pub exact: bool,
    /// Primal part of the residual.
    pub primal: f64,
    /// Dual part of the residual.
    pub dual: f64,
    /// Complementarity part of the residual.
    pub complementarity: f64,
    /// Whether the first choice of method was left.
    pub fallback: bool,
    /// Pivots, sweeps or active-set changes.
    pub iterations: u32,
    /// Convex problems solved by the active-alternative method.
    pub outer_iterations: u32,
    /// Changes of alternative.
    pub switches: u32,
    /// Parts the step was done in.
    pub substeps: u32,
    /// Deepest violation that the exact model leaves at the end of the step (m); 0 under the others.
    pub violation: f64,
    /// Unknowns of the problem.
    pub size: u32,
    /// Groups of bodies connected by contacts.
    pub islands: u32,
    /// Kinetic plus potential energy of the spawned dynamic bodies (J).
    pub energy: f64,
    /// Their linear momentum (N·s).
    pub linear_momentum: Vec3,
    /// Their angular momentum about the world origin (N·m·s).
    pub angular_momentum: Vec3,
}

impl Sample {
    /// The sample of a step, from its record; truth and energy are measured by the caller.
    pub fn from_record(record: &StepRecord, overlap: f64, depth: f64, energy: &Energy) -> Self {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let residual = record.solve.accuracy.residual();
        let lengths = record.solve.accuracy.geometry.filter(|_| is_exact(record));
        Self {
            step: record.step,
            time: record.time,
            contacts: count(record.contacts.len()),
            unilateral: count(record.count(DisjunctionKind::Unilateral)),
            inter_contact: count(record.count(DisjunctionKind::InterContact)),
            cross_contact: count(record.count(DisjunctionKind::CrossContact)),
            separation: count(record.count(DisjunctionKind::Separation)),
            traps: count(record.traps),
            sprung_traps: count(record.sprung_traps),
            overlap,
            depth,
            joint_error: record.joints.iter().map(|j| j.error).fold(0.0, f64::max),
            detect_time: record.timing.detect,
            formulate_time: record.timing.formulate,
            solve_time: record.timing.solve,
            step_time: record.timing.total,
            residual: residual.natural_map,
            exact: is_exact(record),
            primal: lengths.map_or(residual.primal, |gaps| gaps.violation),
            dual: residual.dual,
            complementarity: lengths.map_or(residual.complementarity, |gaps| gaps.open_load),
            fallback: record.solve.fallback.is_some(),
            iterations: count(record.solve.iterations),
            outer_iterations: count(record.solve.outer_iterations),
            switches: count(record.solve.switches),
            substeps: count(record.solve.substeps),
            violation: lengths.map_or(0.0, |gaps| gaps.violation),
            size: count(record.solve.size),
            islands: count(record.islands),
            energy: energy.total(),
            linear_momentum: energy.linear_momentum,
            angular_momentum: energy.angular_momentum,
        }
    }
}

/// Whether a step with contacts was taken under the exact model: its residuals are lengths (m) on the true geometry.
pub fn is_exact(record: &StepRecord) -> bool {
    record.disjunctions.iter().any(|d| d.kind == DisjunctionKind::Separation)
}
