//! The report of a run: the fields that scripts and measurements are written against.

use crate::experiment::stats::max_keeping_nan;
use crate::experiment::stats::{Count, Quartiles};
use crate::step::{Accuracy, Measure, PenaltySettings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a run amounted to. Times in s, lengths in m, areas in m², volumes in m³, energies in J.
///
/// The JSON of this struct is a contract: fields may be added, none renamed or dropped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Name of the scene.
    pub scene: String,
    /// Contact model.
    pub model: String,
    /// When the contact geometry was evaluated.
    pub geometry: String,
    /// What became of steps in which bodies met: `within` or `split`. Reports of before there was a choice have none.
    #[serde(default)]
    pub impact: String,
    /// Share γ of a gap that was to be closed in a step, where the model has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stabilisation: Option<f64>,
    /// Springs and dampers, where the model has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<PenaltySettings>,
    /// Law of friction. Reports of before there was a choice have none: it was Coulomb's.
    #[serde(default)]
    pub friction_law: String,
    /// Solver asked for.
    pub solver: String,
    /// The meshes that stand as convex parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<MeshReport>,
    /// `two` or `three`.
    pub dimension: String,
    /// Step size (s).
    pub time_step: f64,
    /// Steps done.
    pub steps: u64,
    /// Simulated time reached (s).
    pub duration: f64,
    /// Bodies of the scene, fixed ones included.
    pub bodies: usize,
    /// Whether all steps asked for were done.
    pub completed: bool,
    /// Why the run stopped early.
    pub failure: Option<String>,
    /// What each method said that was tried in the step that failed, where it is more than `failure` has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_details: Option<String>,
    /// Whether it was stopped from outside (Ctrl+C) before its end.
    #[serde(default)]
    pub interrupted: bool,
    /// Total overlap after each step, by the truth meter (m³; in 2D m²): every pair that contact should keep apart.
    pub overlap: Quartiles,
    /// Deepest penetration after each step of such a pair, by the truth meter (m).
    pub penetration_depth: Quartiles,
    /// The bodies of the deepest penetration of the run.
    pub worst_pair: Option<[String; 2]>,
    /// The same for the pairs that the scene exempts from contact, which may overlap by design; `null` where there are
    /// none.
    #[serde(default)]
    pub exempt: Option<ExemptReport>,
    /// Potential contacts per step.
    pub contacts: Count,
    /// Potential traps per step.
    pub traps: Count,
    /// Traps per step that the motion sprang.
    pub sprung_traps: Count,
    /// Disjunctions per step.
    pub disjunctions: Count,
    /// How the problems were solved.
    pub solver_stats: SolverStats,
    /// How often the first choice of method was left, by reason; numbers in a reason are written `#`.
    pub fallback_reasons: BTreeMap<String, usize>,
    /// How many steps each method solved.
    pub methods: BTreeMap<String, usize>,
    /// Wall time of a step (s).
    pub step_time: StepTime,
    /// How far any joint was apart after each step (m); `null` without joints.
    pub joint_error: Option<Quartiles>,
    /// The joints that broke, in the order in which they did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken_joints: Vec<BrokenJoint>,
    /// Distance of the watched body from a reference run; `null` where there is none.
    pub position_error: Option<PositionError>,
    /// How far the bodies drifted from a run under another contact model; `null` where there is none.
    #[serde(default)]
    pub drift: Option<DriftReport>,
    /// Energy of the dynamic bodies.
    pub energy: EnergyReport,
    /// How much linear momentum appeared from nowhere: max over the steps of ‖P − P₀ − P_spawned − ∫ (M g + F) dt‖,
    /// divided by the largest Σ m‖v‖ of the run. P is the total over the dynamic bodies, P_spawned what bodies
    /// brought along when they entered, F the forces of controllers (their torques turn bodies and change P nothing).
    /// `null` where the scene has a fixed or kinematic body (which takes up momentum that is not in the sum), where
    /// nothing ever moves, or where a step was done in parts while a force set in or ended or a body entered: how the
    /// parts share it is not recorded.
    pub momentum_drift: Option<f64>,
    /// The same of the angular momentum about the world's origin, Σ x × m v + I ω, divided by the largest
    /// Σ (‖x‖ m ‖v‖ + ‖I ω‖). `null` also where gravity or a force acts, which turn bodies about the origin.
    #[serde(default)]
    pub angular_momentum_drift: Option<f64>,
    /// Largest speed of the centre of mass of a dynamic body after any step (m/s).
    pub max_speed: f64,
    /// The last dynamic body of the scene: where experiments put the body that they watch.
    pub last_body: Option<LastBody>,
    /// [`crate::experiment::state_hash`] of the final state.
    pub final_state_hash: String,
}

/// A joint that broke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BrokenJoint {
    /// The joint.
    pub joint: String,
    /// End of the step in which it broke (s).
    pub time: f64,
    /// What it bore in that step, in the mean over the step (N).
    pub force: f64,
    /// The same about the joint's point (N·m).
    pub torque: f64,
}

/// A mesh that stands as convex parts in a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshReport {
    /// The body.
    pub body: String,
    /// The mesh, as the scene names it.
    pub file: String,
    /// Convex parts.
    pub parts: usize,
    /// Two-sided Hausdorff distance of the surfaces of the mesh and of the parts' union (m), at samples.
    pub error: f64,
    /// No point is farther from a sample than this (m): the true distance is greater by no more.
    pub spacing: f64,
}

/// How far bodies that the scene exempts from contact overlap: those that a joint holds together, unless it lets them
/// collide. By the truth meter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExemptReport {
    /// Total overlap after each step (m³; in 2D m²).
    pub overlap: Quartiles,
    /// Deepest penetration after each step (m).
    pub penetration_depth: Quartiles,
    /// The bodies of the deepest penetration of the run.
    pub worst_pair: Option<[String; 2]>,
}

/// The largest of each measure of accuracy over a run; `null` where no step had it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AccuracyMax {
    /// Natural map of complementarity problems (m/s or N·s, row by row).
    pub complementarity: Option<f64>,
    /// Natural map at sliding speeds (m/s).
    pub sliding_speeds: Option<f64>,
    /// Optimality of projections (√J).
    pub projection: Option<f64>,
    /// Violation of a condition at the true end poses (m): laws that solve for them.
    pub violation: Option<f64>,
    /// Gap at the true end poses over which an impulse acted (m).
    pub open_load: Option<f64>,
}

impl AccuracyMax {
    /// Takes in a step; what is not a number stays.
    pub fn take(&mut self, step: &Accuracy) {
        let larger = |slot: &mut Option<f64>, value: Option<f64>| {
            if let Some(value) = value {
                *slot = Some(slot.map_or(value, |old| max_keeping_nan(old, value)));
            }
        };
        let natural = |measure| step.get(measure).map(|r| r.natural_map);
        larger(&mut self.complementarity, natural(Measure::Complementarity));
        larger(&mut self.sliding_speeds, natural(Measure::SlidingSpeeds));
        larger(&mut self.projection, natural(Measure::Projection));
        larger(&mut self.violation, step.geometry.map(|gaps| gaps.violation));
        larger(&mut self.open_load, step.geometry.map(|gaps| gaps.open_load));
    }

    /// Those that occurred, with name and unit.
    pub fn occurred(&self) -> impl Iterator<Item = (&'static str, f64, &'static str)> {
        let natural = |measure: Measure, value| (measure.name(), value, measure.unit());
        [
            natural(Measure::Complementarity, self.complementarity),
            natural(Measure::SlidingSpeeds, self.sliding_speeds),
            natural(Measure::Projection, self.projection),
            ("violation at the end", self.violation, "m"),
            ("loaded gap at the end", self.open_load, "m"),
        ]
        .into_iter()
        .filter_map(|(name, value, unit)| Some((name, value?, unit)))
    }
}

/// Work and quality of the solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolverStats {
    /// Mean of pivots, sweeps or active-set changes per step.
    pub iterations_mean: f64,
    /// Largest number of them.
    pub iterations_max: usize,
    /// Mean number of convex problems per step.
    pub outer_iterations_mean: f64,
    /// Largest residual accepted, of whatever kind each step had; by kind, each in its own unit, in `accuracy`.
    pub residual_max: f64,
    /// What the accepted solutions were off by at most.
    #[serde(default)]
    pub accuracy: AccuracyMax,
    /// Steps that found no acceptable state: 1 if the run stopped for that, else 0.
    pub failures: usize,
    /// Steps in which the first choice of method was left.
    pub fallbacks: usize,
}

/// Wall time per step (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepTime {
    /// Half of the steps took no longer.
    pub median: f64,
    /// 99 % of the steps took no longer.
    pub p99: f64,
    /// The slowest step.
    pub max: f64,
    /// Mean time in contact detection.
    pub detect: f64,
    /// Mean time in writing the problem.
    pub formulate: f64,
    /// Mean time in solving it.
    pub solve: f64,
}

/// Kinetic and potential energy of the dynamic bodies (J), potential zero at the world origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyReport {
    /// At the start, of the bodies that are there at the start.
    pub initial: f64,
    /// At the end.
    #[serde(rename = "final")]
    pub last: f64,
    /// What bodies brought along that entered later; not a gain.
    pub spawned: f64,
    /// Largest increase over one step, of the bodies that were there at its start; 0 if energy never grew.
    pub max_gain_per_step: f64,
    /// What drives of joints did on the bodies, their own damping included: of each step the mean force along the coordinate times the way.
    /// `None` where the scene has no drive.
    #[serde(default)]
    pub drive_work: Option<f64>,
}

/// Distance of the last dynamic body from where a reference run has it at the same time (m).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionError {
    /// Over the steps.
    #[serde(flatten)]
    pub quartiles: Quartiles,
    /// After the last step.
    pub at_end: f64,
}

/// How far the bodies of a run drifted from a run of the same scene and step size under another contact model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DriftReport {
    /// Contact model of the run that this one is measured against.
    pub reference: String,
    /// Whether the two models should lead to the same motion, up to the order of the step.
    pub should_agree: bool,
    /// Runs have parted beyond this many radii of a body.
    pub bound: f64,
    /// When a point of a body was first farther off than that (s); `null` if none ever was.
    pub parted_at: Option<f64>,
    /// The largest drift of any body after any step, in radii of the body; `null` where nothing was measured.
    pub largest: Option<DriftEntry>,
    /// When that was (s).
    pub largest_at: Option<f64>,
    /// The last time that both runs reached (s).
    pub end: f64,
    /// The drift of each dynamic body then.
    pub at_end: Vec<DriftEntry>,
}

/// The drift of one body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DriftEntry {
    /// Its name.
    pub body: String,
    /// Distance of the centres of mass (m).
    pub position: f64,
    /// Angle between the orientations (rad).
    pub angle: f64,
    /// Largest distance of a point of the body from where the reference has it (m).
    pub farthest_point: f64,
    /// The same in radii of the body.
    pub radii: f64,
}

/// Displacement of one body from its pose in the scene (m).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastBody {
    /// Its name.
    pub name: String,
    /// Displacement of the centre of mass (m).
    pub displacement: [f64; 3],
    /// Length of the part across gravity; without gravity of the whole (m).
    pub horizontal: f64,
}

/// The reason with every number in it written `#`, so that steps which fell back for one reason count together.
pub(crate) fn fallback_class(reason: &str) -> String {
    let mut class = String::with_capacity(reason.len());
    let mut chars = reason.chars().peekable();
    let mut in_word = false;
    while let Some(c) = chars.next() {
        if c.is_ascii_digit() && !in_word {
            class.push('#');
            // The rest of the number: digits, point, exponent with its sign.
            let mut previous = c;
            while let Some(&next) = chars.peek() {
                let sign = matches!(next, '-' | '+') && matches!(previous, 'e' | 'E');
                if !(next.is_ascii_digit() || matches!(next, '.' | 'e' | 'E') || sign) {
                    break;
                }
                previous = next;
                chars.next();
            }
        } else {
            in_word = c.is_alphanumeric() || c == '_';
            class.push(c);
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_that_differ_in_numbers_only_are_one_class() {
        assert_eq!(fallback_class("residual 1.5e-07 above 1e-10"), "residual # above #");
        assert_eq!(fallback_class("ray at pivot 12"), "ray at pivot #");
        assert_eq!(fallback_class("no progress in phase2"), "no progress in phase2");
    }
}
