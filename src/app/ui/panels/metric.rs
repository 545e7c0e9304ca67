//! The quantities of the run that can be drawn over time: their names, units and places on an axis.

use crate::app::format;
use crate::recording::Sample;

/// What is below this on the log scale of a length or a residual is drawn on the floor.
pub const LOG_FLOOR: f64 = -13.0;

/// Labels of an axis tell apart what is this share of its length from each other: marks are further apart than that.
pub const MARKS_APART: f64 = 50.0;
/// The same of a point that the pointer is at: about a pixel.
const POINTS_APART: f64 = 1000.0;

/// A quantity over the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Metric {
    /// Deepest penetration.
    #[default]
    Depth,
    /// Total overlap.
    Overlap,
    /// How far joints are apart.
    JointError,
    /// Potential contacts.
    Contacts,
    /// Groups of bodies connected by contacts.
    Islands,
    /// Potential traps.
    Traps,
    /// Sprung traps.
    Sprung,
    /// Natural-map residual.
    Residual,
    /// Negative impulses.
    Primal,
    /// Negative gaps, as linearised.
    Dual,
    /// Impulses where there is a gap.
    Complementarity,
    /// Deepest violation of a condition of the exact model.
    Violation,
    /// Largest gap over which an impulse of the exact model acts.
    LoadedGap,
    /// Unknowns of the largest problem.
    Size,
    /// Pivots or sweeps.
    Iterations,
    /// Convex problems of the step.
    Outer,
    /// Changes of alternative.
    Switches,
    /// How the step shown came to its solution; not over time.
    Convergence,
    /// Wall time of contact detection.
    DetectTime,
    /// Wall time of writing the problem.
    FormulateTime,
    /// Wall time of the solve.
    SolveTime,
    /// Wall time of the step.
    StepTime,
    /// Kinetic and potential energy.
    Energy,
    /// Size of the linear momentum.
    Momentum,
    /// Size of the angular momentum.
    AngularMomentum,
    /// Where the selected body is, along x.
    PositionX,
    /// Along y.
    PositionY,
    /// Along z.
    PositionZ,
    /// How fast its centre of mass is.
    Speed,
    /// Velocity of its centre of mass along x.
    VelocityX,
    /// Along y.
    VelocityY,
    /// Along z.
    VelocityZ,
    /// Angle of the selected revolute joint.
    JointAngle,
    /// Travel of the selected prismatic joint.
    JointTravel,
    /// What the drives of a revolute joint give.
    DriveTorque,
    /// What the drives of a prismatic joint give.
    DriveForce,
    /// Normal force between the selected bodies.
    ContactForce,
}

/// The menu of quantities: headings and what is below them.
pub const MENU: &[(fn() -> &'static str, &[Metric])] = &[
    (|| tr!("group-truth"), &[Metric::Depth, Metric::Overlap, Metric::JointError]),
    (|| tr!("metric-contacts"), &[Metric::Contacts, Metric::Islands, Metric::Traps, Metric::Sprung]),
    (
        || tr!("metric-solver"),
        &[
            Metric::Residual,
            Metric::Primal,
            Metric::Dual,
            Metric::Complementarity,
            Metric::Violation,
            Metric::LoadedGap,
            Metric::Size,
            Metric::Iterations,
            Metric::Outer,
            Metric::Switches,
            Metric::Convergence,
        ],
    ),
    (
        || tr!("metric-time-per-step"),
        &[Metric::DetectTime, Metric::FormulateTime, Metric::SolveTime, Metric::StepTime],
    ),
    (|| tr!("metric-motion"), &[Metric::Energy, Metric::Momentum, Metric::AngularMomentum]),
    (|| tr!("metric-selected"), WATCHED),
];

/// Those of what is selected.
const WATCHED: &[Metric] = &[
    Metric::PositionX,
    Metric::PositionY,
    Metric::PositionZ,
    Metric::Speed,
    Metric::VelocityX,
    Metric::VelocityY,
    Metric::VelocityZ,
    Metric::JointAngle,
    Metric::JointTravel,
    Metric::DriveTorque,
    Metric::DriveForce,
    Metric::ContactForce,
];

/// What kind of number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Length,
    Power,
    Count,
    With(&'static str),
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 37] = [
        Self::Depth,
        Self::Overlap,
        Self::JointError,
        Self::Contacts,
        Self::Islands,
        Self::Traps,
        Self::Sprung,
        Self::Residual,
        Self::Primal,
        Self::Dual,
        Self::Complementarity,
        Self::Violation,
        Self::LoadedGap,
        Self::Size,
        Self::Iterations,
        Self::Outer,
        Self::Switches,
        Self::Convergence,
        Self::DetectTime,
        Self::FormulateTime,
        Self::SolveTime,
        Self::StepTime,
        Self::Energy,
        Self::Momentum,
        Self::AngularMomentum,
        Self::PositionX,
        Self::PositionY,
        Self::PositionZ,
        Self::Speed,
        Self::VelocityX,
        Self::VelocityY,
        Self::VelocityZ,
        Self::JointAngle,
        Self::JointTravel,
        Self::DriveTorque,
        Self::DriveForce,
        Self::ContactForce,
    ];

    /// Its name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Depth => tr!("metric-penetration-depth"),
            Self::Overlap => tr!("metric-overlap"),
            Self::JointError => tr!("metric-joint-error"),
            Self::Contacts => tr!("metric-contacts"),
            Self::Islands => tr!("metric-islands"),
            Self::Traps => tr!("metric-traps"),
            Self::Sprung => tr!("metric-sprung-traps"),
            Self::Residual => tr!("metric-residual"),
            Self::Primal => tr!("metric-residual-primal"),
            Self::Dual => tr!("metric-residual-dual"),
            Self::Complementarity => tr!("metric-complementarity"),
            Self::Violation => tr!("metric-violation-exact"),
            Self::LoadedGap => tr!("metric-loaded-gap-exact"),
            Self::Size => tr!("metric-problem-size"),
            Self::Iterations => tr!("metric-iterations"),
            Self::Outer => tr!("metric-outer-iterations"),
            Self::Switches => tr!("metric-switches"),
            Self::Convergence => tr!("metric-convergence-step"),
            Self::DetectTime => tr!("metric-time-detect"),
            Self::FormulateTime => tr!("metric-time-formulate"),
            Self::SolveTime => tr!("metric-time-solve"),
            Self::StepTime => tr!("metric-time-per-step"),
            Self::Energy => tr!("metric-energy"),
            Self::Momentum => tr!("metric-momentum"),
            Self::AngularMomentum => tr!("metric-angular-momentum"),
            Self::PositionX => tr!("metric-position-x"),
            Self::PositionY => tr!("metric-position-y"),
            Self::PositionZ => tr!("metric-position-z"),
            Self::Speed => tr!("metric-speed"),
            Self::VelocityX => tr!("metric-velocity-x"),
            Self::VelocityY => tr!("metric-velocity-y"),
            Self::VelocityZ => tr!("metric-velocity-z"),
            Self::JointAngle => tr!("metric-joint-angle"),
            Self::JointTravel => tr!("metric-joint-travel"),
            Self::DriveTorque => tr!("metric-drive-torque"),
            Self::DriveForce => tr!("metric-drive-force"),
            Self::ContactForce => tr!("metric-contact-force"),
        }
    }

    /// What it means, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Depth => tr!("metric-deepest-penetration-any-two-bodies"),
            Self::Overlap => tr!("metric-area-or-volume-that-bodies"),
            Self::JointError => tr!("metric-how-far-frames-worst-joint"),
            Self::Contacts => tr!("metric-potential-contacts-pairs-features"),
            Self::Islands => tr!("metric-groups-bodies-connected-by"),
            Self::Traps => {
                tr!("metric-places-where-standard-model")
            }
            Self::Sprung => tr!("metric-traps-which-contact-violated-at"),
            Self::Residual => {
                tr!("metric-natural-map-min-z-az")
            }
            Self::Primal => tr!("metric-how-far-impulse-accepted-solution"),
            Self::Dual => tr!("metric-how-far-gap-as-linearised"),
            Self::Complementarity => tr!("metric-impulse-where-there-gap-max"),
            Self::Violation => tr!("metric-how-far-worst-condition-exact"),
            Self::LoadedGap => {
                tr!("metric-largest-gap-at-true-end")
            }
            Self::Size => tr!("metric-unknowns-largest-problem-step"),
            Self::Iterations => tr!("metric-pivots-sweeps-or-changes-active"),
            Self::Outer => tr!("metric-convex-problems-solved-one-after"),
            Self::Switches => tr!("metric-how-often-condition-changed"),
            Self::Convergence => tr!("convergence-meaning"),
            Self::DetectTime => tr!("metric-wall-time-kinematics-broad-phase"),
            Self::FormulateTime => tr!("metric-wall-time-conditions-jacobians"),
            Self::SolveTime => tr!("metric-wall-time-solving"),
            Self::StepTime => tr!("metric-wall-time-whole-step"),
            Self::Energy => {
                tr!("metric-kinetic-potential-energy-bodies")
            }
            Self::Momentum => tr!("metric-size-m-v-bodies-that"),
            Self::AngularMomentum => tr!("metric-size-x-m-v-i"),
            Self::PositionX | Self::PositionY | Self::PositionZ => tr!("metric-position-tip"),
            Self::Speed | Self::VelocityX | Self::VelocityY | Self::VelocityZ => tr!("metric-velocity-tip"),
            Self::JointAngle => tr!("metric-joint-angle-tip"),
            Self::JointTravel => tr!("metric-joint-travel-tip"),
            Self::DriveTorque | Self::DriveForce => tr!("metric-drive-tip"),
            Self::ContactForce => tr!("metric-contact-force-tip"),
        }
    }

    fn kind(self) -> Kind {
        match self {
            Self::Depth | Self::JointError | Self::Violation | Self::LoadedGap => Kind::Length,
            Self::Overlap
            | Self::Residual
            | Self::Primal
            | Self::Dual
            | Self::Complementarity
            | Self::Convergence => Kind::Power,
            Self::Contacts
            | Self::Islands
            | Self::Traps
            | Self::Sprung
            | Self::Size
            | Self::Iterations
            | Self::Outer
            | Self::Switches => Kind::Count,
            Self::DetectTime | Self::FormulateTime | Self::SolveTime | Self::StepTime => Kind::With("s"),
            Self::Energy => Kind::With("J"),
            Self::Momentum => Kind::With("N·s"),
            Self::AngularMomentum => Kind::With("N·m·s"),
            Self::PositionX | Self::PositionY | Self::PositionZ | Self::JointTravel => Kind::With("m"),
            Self::Speed | Self::VelocityX | Self::VelocityY | Self::VelocityZ => Kind::With("m/s"),
            Self::JointAngle => Kind::With("rad"),
            Self::DriveTorque => Kind::With("N·m"),
            Self::DriveForce | Self::ContactForce => Kind::With("N"),
        }
    }

    /// Its unit; none where it is a bare number.
    pub fn unit(self) -> &'static str {
        match self.kind() {
            Kind::Length => "m",
            Kind::With(unit) => unit,
            Kind::Power | Kind::Count => "",
        }
    }

    /// Whether its scale is logarithmic unless the user wants it otherwise.
    pub fn is_log(self) -> bool {
        matches!(self.kind(), Kind::Length | Kind::Power)
    }

    /// Whether it is one of what is selected.
    pub fn is_watched(self) -> bool {
        WATCHED.contains(&self)
    }

    /// Whether it says something about the solver: then steps with a fallback are marked.
    pub fn is_of_solver(self) -> bool {
        MENU.iter().any(|(title, metrics)| title() == tr!("metric-solver") && metrics.contains(&self))
    }

    /// The lowest decade of its log scale: zero is drawn there.
    pub fn floor(self) -> f64 {
        match self.kind() {
            Kind::Length | Kind::Power => LOG_FLOOR,
            Kind::Count => -0.5,
            Kind::With("s") => -7.0,
            Kind::With(_) => -9.0,
        }
    }

    /// Its value in a sample, in SI units; not a number where it has no meaning.
    pub fn value(self, sample: &Sample) -> f64 {
        let point = |value: f64| if sample.exact { f64::NAN } else { value };
        let exact = |value: f64| if sample.exact { value } else { f64::NAN };
        match self {
            Self::Depth => sample.depth,
            Self::Overlap => sample.overlap,
            Self::JointError => sample.joint_error,
            Self::Contacts => f64::from(sample.contacts),
            Self::Islands => f64::from(sample.islands),
            Self::Traps => f64::from(sample.traps),
            Self::Sprung => f64::from(sample.sprung_traps),
            Self::Residual => sample.residual,
            Self::Primal => point(sample.primal),
            Self::Dual => point(sample.dual),
            Self::Complementarity => point(sample.complementarity),
            Self::Violation | Self::Convergence => exact(sample.primal),
            Self::LoadedGap => exact(sample.complementarity),
            Self::Size => f64::from(sample.size),
            Self::Iterations => f64::from(sample.iterations),
            Self::Outer => f64::from(sample.outer_iterations),
            Self::Switches => f64::from(sample.switches),
            Self::DetectTime => sample.detect_time,
            Self::FormulateTime => sample.formulate_time,
            Self::SolveTime => sample.solve_time,
            Self::StepTime => sample.step_time,
            Self::Energy => sample.energy,
            Self::Momentum => sample.linear_momentum.norm(),
            Self::AngularMomentum => sample.angular_momentum.norm(),
            // No quantity of the whole scene.
            Self::PositionX
            | Self::PositionY
            | Self::PositionZ
            | Self::Speed
            | Self::VelocityX
            | Self::VelocityY
            | Self::VelocityZ
            | Self::JointAngle
            | Self::JointTravel
            | Self::DriveTorque
            | Self::DriveForce
            | Self::ContactForce => f64::NAN,
        }
    }

    /// Where a value is on the axis; on a log scale a value below zero is nowhere.
    pub fn place(self, value: f64, log: bool) -> f64 {
        if !log {
            return value;
        }
        if value < 0.0 {
            return f64::NAN;
        }
        if value.is_nan() { value } else { value.max(1e-300).log10().max(self.floor()) }
    }

    /// The value at a place on the axis.
    fn at(self, axis: f64, log: bool) -> f64 {
        if !log {
            axis
        } else if axis <= self.floor() + 1e-9 {
            0.0
        } else {
            10f64.powf(axis)
        }
    }

    /// By how much values differ at a place of an axis where places differ by that much.
    fn apart(self, axis: f64, log: bool, places: f64) -> f64 {
        if log { self.at(axis, log) * std::f64::consts::LN_10 * places } else { places }
    }

    /// A place on an axis of that length as the label of a mark.
    pub fn label(self, axis: f64, log: bool, length: f64) -> String {
        let value = self.at(axis, log);
        if log && value == 0.0 {
            return "0".to_owned();
        }
        let apart = self.apart(axis, log, length / MARKS_APART);
        match self.kind() {
            Kind::Length => format::short_to(value, "m", apart),
            Kind::Power => {
                let text = format::scientific_to(value, apart);
                let parts = text.split_once('e').filter(|(mantissa, _)| mantissa.contains('.'));
                parts.map_or(text.clone(), |(mantissa, power)| {
                    format!("{}e{power}", mantissa.trim_end_matches('0').trim_end_matches('.'))
                })
            }
            Kind::Count if (value - value.round()).abs() > 1e-6 * value.abs().max(1.0) => String::new(),
            Kind::Count => format::short_count(value.round().max(0.0) as u64),
            Kind::With(unit) => format::short_to(value, unit, apart),
        }
    }

    /// A value in full, for a line of text.
    pub fn text(self, value: f64) -> String {
        self.text_to(value, f64::INFINITY)
    }

    fn text_to(self, value: f64, apart: f64) -> String {
        if value.is_nan() {
            return "–".to_owned();
        }
        match self.kind() {
            Kind::Length => format::depth_to(value, apart),
            Kind::Power => format::scientific_to(value, apart),
            Kind::Count => format::count(value.round().max(0.0) as u64),
            Kind::With(unit) => format::engineering_to(value, unit, apart),
        }
    }

    /// The value at a place of an axis of that length, in full: what can be told apart on it can be told apart in the text.
    pub fn exact(self, axis: f64, log: bool, length: f64) -> String {
        if log && axis <= self.floor() + 1e-9 {
            let bound = 10f64.powf(self.floor());
            return if self.kind() == Kind::Count {
                "0".to_owned()
            } else {
                tr!("metric-below", bound = self.text(bound))
            };
        }
        self.text_to(self.at(axis, log), self.apart(axis, log, length / POINTS_APART))
    }

    /// An axis without data still wants a height.
    pub fn least_top(self) -> f64 {
        match self.kind() {
            Kind::Count => 4.0,
            Kind::With("s") => 1e-4,
            Kind::With(_) => 1e-3,
            Kind::Length | Kind::Power => 1e-12,
        }
    }
}

#[cfg(test)]
mod tests;
