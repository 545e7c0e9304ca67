//! The range of every setting, in one place: scenes, the command line and the app ask here what they may take.

use crate::math::Dimension;
use std::f64::consts::FRAC_PI_2;

/// Positions, points and sizes lie within this (m): beyond it, double precision has no tenth of a nanometre left. From about a
/// quarter of it on, a scene is told what its contacts hold to ([`accuracy_remark`](crate::scene::accuracy_remark)).
pub const MAX_LENGTH: f64 = 1e6;
/// Speeds of a scene lie within this (m/s, rad/s); gravity too (m/s²).
pub const MAX_SPEED: f64 = 1e6;
/// A speed beyond this ends a run (m/s, rad/s). Ten times what a scene may give, so that what is accepted can be run, and fall and
/// be hit on the way.
pub const RUN_AWAY_SPEED: f64 = 10.0 * MAX_SPEED;
/// No run carries a body farther (m): at the speed that ends a run, for as long as one can last.
pub const MAX_DISTANCE: f64 = RUN_AWAY_SPEED * 1e6;

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The number itself is allowed.
    At(f64),
    /// Only what lies on the inner side of it.
    Beyond(f64),
}

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Its name in a scene file.
    pub name: &'static str,
    /// Its unit; empty for a number without one.
    pub unit: &'static str,
    /// Lower end.
    pub least: End,
    /// Upper end.
    pub most: End,
    /// Why the ends are where they are.
    pub why: &'static str,
}

/// Step size h (s).
pub const TIME_STEP: Range = Range {
    name: "time_step",
    unit: "s",
    least: End::At(1e-6),
    most: End::At(1.0),
    why: "in a microsecond gravity moves a resting body by 1e-11 m, which is what gaps are known to; over more than a \
          second no motion of a scene of metres is followed",
};

/// How long a run lasts (s).
pub const DURATION: Range = Range {
    name: "duration",
    unit: "s",
    least: End::Beyond(0.0),
    most: End::At(1e6),
    why: "beyond eleven days the clock of a run is not known to a tenth of a nanosecond",
};

/// Time of a saved moment (s).
pub const MOMENT: Range = Range {
    name: "resume.time",
    unit: "s",
    least: End::At(0.0),
    most: End::At(1e9),
    why: "beyond thirty years a microsecond is not added to the clock of a run without rounding",
};

/// By how much the velocities of a saved moment lie before it (s).
pub const LAG: Range = Range {
    name: "resume.lag",
    unit: "s",
    least: End::At(0.0),
    most: End::At(1.0),
    why: "velocities lag by half a step at most, and no step is longer than a second",
};

/// Residual that is accepted as solved, relative to the scale of a problem.
pub const TOLERANCE: Range = Range {
    name: "solver.tolerance",
    unit: "",
    least: End::At(1e-16),
    most: End::Beyond(1.0),
    why: "below it lies only rounding, and at 1 no motion at all counts as solved",
};

/// Pivots or sweeps of a solver at most.
pub const MAX_ITERATIONS: Range = Range {
    name: "solver.max_iterations",
    unit: "",
    least: End::At(1.0),
    most: End::At(1e9),
    why: "without one nothing is solved, and a thousand million take longer than anybody waits",
};

/// Multiplications of a step at most.
pub const MAX_OPERATIONS: Range = Range {
    name: "solver.max_operations",
    unit: "",
    least: End::At(1e4),
    most: End::At(1e18),
    why: "below it no step of a scene can be done, and beyond it one takes years",
};

/// Memory of any one matrix of a step at most (bytes).
pub const MAX_MEMORY: Range = Range {
    name: "solver.max_memory",
    unit: "bytes",
    least: End::At(1e4),
    most: End::At(1e15),
    why: "below it no step of a scene can be done, and no machine has more",
};

/// Wall time of a step at most (s).
pub const MAX_SECONDS: Range = Range {
    name: "max_seconds",
    unit: "s",
    least: End::Beyond(0.0),
    most: End::At(1e6),
    why: "nobody waits for eleven days",
};

/// Detection distance ε (m).
pub const DETECTION_DISTANCE: Range = Range {
    name: "detection_distance",
    unit: "m",
    least: End::Beyond(0.0),
    most: End::At(MAX_LENGTH),
    why: "no two bodies of a scene are farther apart than positions reach",
};

/// Applicability relaxation θ (rad).
pub const APPLICABILITY_ANGLE: Range = Range {
    name: "applicability_angle",
    unit: "rad",
    least: End::At(0.0),
    most: End::Beyond(FRAC_PI_2),
    why: "from a right angle on every contact is applicable everywhere",
};

/// Share γ of a gap that the velocity-level models close in a step.
pub const STABILISATION: Range = Range {
    name: "stabilisation",
    unit: "",
    least: End::At(0.0),
    most: End::At(1.0),
    why: "with 0 gaps drift, and 1 closes all of a gap in a step",
};

/// Proportional gain of a penalty method for each kilogram (1/s²).
pub const PROPORTIONAL_GAIN: Range = gain("penalty.proportional", "1/s²");
/// Derivative gain of a penalty method for each kilogram (1/s).
pub const DERIVATIVE_GAIN: Range = gain("penalty.derivative", "1/s");
/// Integral gain of a penalty method for each kilogram (1/s²).
pub const INTEGRAL_GAIN: Range = gain("penalty.integral", "1/s²");

/// Forgetting factor of a penalty method.
pub const FORGETTING: Range = Range {
    name: "penalty.forgetting",
    unit: "",
    least: End::At(0.0),
    most: End::At(1.0),
    why: "above 1 past depths weigh the more the longer ago they are",
};

/// Speed up to which bodies that come into contact rest under a penalty method (m/s).
pub const IMPACT_SPEED: Range = Range {
    name: "penalty.impact_speed",
    unit: "m/s",
    least: End::At(0.0),
    most: End::At(MAX_SPEED),
    why: "speeds of a scene lie within it",
};

/// Speed at which bodies begin to bounce (m/s).
pub const RESTITUTION_THRESHOLD: Range = Range {
    name: "restitution.threshold",
    unit: "m/s",
    least: End::At(0.0),
    most: End::At(MAX_SPEED),
    why: "speeds of a scene lie within it",
};

/// Distance at which runs count as parted, in radii of a body.
pub const PARTED: Range = Range {
    name: "parted",
    unit: "radii",
    least: End::Beyond(0.0),
    most: End::At(1e6),
    why: "at 0 rounding parts any two runs",
};

/// Density of a body (kg/m³; kg/m² in the plane).
pub const DENSITY: Range = Range {
    name: "density",
    unit: "",
    least: End::At(1e-9),
    most: End::At(1e18),
    why: "interstellar gas is lighter and a neutron star heavier, and what is far beyond both has no energy in numbers",
};
/// Mass of a body (kg).
pub const MASS: Range = Range {
    name: "mass",
    unit: "kg",
    least: End::At(1e-15),
    most: End::At(1e24),
    why: "a cell has the one and the Earth the other",
};
/// Coulomb friction coefficient of a body.
pub const FRICTION: Range = Range {
    name: "friction",
    unit: "",
    least: End::At(0.0),
    most: End::At(1e6),
    why: "a cone within a millionth of a right angle holds everything",
};
/// Time at which a body enters (s).
pub const SPAWN_TIME: Range = not_negative("spawn_time", "s");

/// Coefficient of restitution of a body.
pub const RESTITUTION: Range = Range {
    name: "restitution",
    unit: "",
    least: End::At(0.0),
    most: End::At(1.0),
    why: "above 1 a bounce gains energy",
};

/// Directions of the linearised friction cone; in the plane two are used whatever is given.
pub const fn friction_directions(dimension: Dimension) -> Range {
    Range {
        name: "friction.directions",
        unit: "",
        least: End::At(match dimension {
            Dimension::Two => 2.0,
            Dimension::Three => 3.0,
        }),
        most: End::At(64.0),
        why: "fewer do not surround the normal, more make every problem larger for less than a thousandth of the force",
    }
}

const fn gain(name: &'static str, unit: &'static str) -> Range {
    let why = "a spring that pulls bodies into each other is no contact, and one beyond it throws them at every step size";
    Range { name, unit, least: End::At(0.0), most: End::At(1e12), why }
}

const fn not_negative(name: &'static str, unit: &'static str) -> Range {
    Range { name, unit, least: End::At(0.0), most: End::At(f64::MAX), why: "less has no meaning" }
}

impl Range {
    /// Whether it may be this; a NaN may not.
    pub fn holds(&self, value: f64) -> bool {
        let above = match self.least {
            End::At(least) => value >= least,
            End::Beyond(least) => value > least,
        };
        let below = match self.most {
            End::At(most) => value <= most,
            End::Beyond(most) => value < most,
        };
        above && below
    }

    /// The numbers at its ends, for a control that goes from one to the other.
    pub fn ends(&self) -> (f64, f64) {
        let number = |end: End| match end {
            End::At(number) | End::Beyond(number) => number,
        };
        (number(self.least), number(self.most))
    }

    /// The value, if it may be that.
    ///
    /// # Errors
    /// One sentence: the name, the value, and what would be right.
    pub fn check(&self, value: f64) -> Result<f64, String> {
        if self.holds(value) {
            return Ok(value);
        }
        Err(format!("{} is {}{}; {}", self.name, plain(value), self.with_unit(), self.wanted()))
    }

    /// The number that a text gives, if it may be that.
    ///
    /// # Errors
    /// What would be right; whoever asks has said which setting it is and what was given.
    pub fn parse(&self, text: &str) -> Result<f64, String> {
        match text.trim().parse::<f64>() {
            Ok(value) if self.holds(value) => Ok(value),
            Ok(_) => Err(self.wanted()),
            Err(_) => Err(format!("a number is needed; {}", self.wanted())),
        }
    }

    /// The same for a count.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_count(&self, text: &str) -> Result<usize, String> {
        // A count of a billion is written with a power of ten, as in a message about it.
        match text.trim().parse::<f64>() {
            Ok(count) if count.fract() == 0.0 && self.holds(count) => Ok(count as usize),
            Ok(count) if count.fract() == 0.0 => Err(self.wanted()),
            _ => Err(format!("a whole number is needed; {}", self.wanted())),
        }
    }

    /// What it must be, as a part of a sentence.
    pub fn wanted(&self) -> String {
        let unit = self.with_unit();
        let (least, most) = match (self.least, self.most) {
            (End::Beyond(0.0), End::At(f64::MAX)) => return "it must be a positive finite number".to_owned(),
            (End::At(0.0), End::At(f64::MAX)) => {
                return "it must be 0 or a positive finite number".to_owned();
            }
            ends => ends,
        };
        let least = match least {
            End::At(least) => format!("at least {}{unit}", plain(least)),
            End::Beyond(least) => format!("greater than {}{unit}", plain(least)),
        };
        let most = match most {
            End::At(most) => format!("at most {}{unit}", plain(most)),
            End::Beyond(most) => format!("less than {}{unit}", plain(most)),
        };
        format!("it must be {least} and {most}")
    }

    fn with_unit(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) }
    }
}

/// A number as people write it.
fn plain(value: f64) -> String {
    if value == FRAC_PI_2 {
        "π/2".to_owned()
    } else if value == 0.0 || (1e-3..1e5).contains(&value.abs()) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::StepSettings;

    #[test]
    fn the_ends_count_as_they_say_and_no_range_takes_a_nan() {
        assert!(TIME_STEP.holds(1e-6) && TIME_STEP.holds(1.0));
        assert!(!TIME_STEP.holds(9.9e-7) && !TIME_STEP.holds(1.0 + f64::EPSILON));
        assert!(!TOLERANCE.holds(1.0) && TOLERANCE.holds(1.0 - f64::EPSILON));
        assert!(!DURATION.holds(0.0) && DURATION.holds(f64::MIN_POSITIVE));
        for range in [TIME_STEP, DURATION, TOLERANCE, DENSITY, FRICTION, RESTITUTION, PARTED] {
            assert!(!range.holds(f64::NAN) && !range.holds(f64::INFINITY) && !range.holds(-1.0), "{range:?}");
        }
    }

    #[test]
    fn the_settings_that_nobody_gives_are_within_their_ranges() {
        let s = StepSettings::default();
        assert!(TIME_STEP.holds(s.h) && TOLERANCE.holds(s.solver.tolerance));
        assert!(MAX_ITERATIONS.holds(s.solver.max_iterations as f64));
        assert!(APPLICABILITY_ANGLE.holds(s.contact.applicability_angle));
        assert!(RESTITUTION_THRESHOLD.holds(s.restitution.threshold));
        let p = s.contact.penalty;
        assert!(PROPORTIONAL_GAIN.holds(p.proportional) && DERIVATIVE_GAIN.holds(p.derivative));
        assert!(FORGETTING.holds(p.forgetting) && IMPACT_SPEED.holds(p.impact_speed));
        assert!(friction_directions(Dimension::Three).holds(s.friction.directions as f64));
    }

    #[test]
    fn a_refusal_says_what_where_and_what_would_be_right() {
        assert_eq!(
            TIME_STEP.check(5.0),
            Err("time_step is 5 s; it must be at least 1e-6 s and at most 1 s".to_owned())
        );
        assert_eq!(APPLICABILITY_ANGLE.wanted(), "it must be at least 0 rad and less than π/2 rad");
        assert_eq!(
            MASS.check(0.0),
            Err("mass is 0 kg; it must be at least 1e-15 kg and at most 1e24 kg".to_owned())
        );
        assert_eq!(TOLERANCE.parse("1e-8"), Ok(1e-8));
        assert!(TOLERANCE.parse("100").is_err_and(|e| e.ends_with("at least 1e-16 and less than 1")));
        assert!(MAX_ITERATIONS.parse_count("1.5").is_err() && MAX_ITERATIONS.parse_count("0").is_err());
        assert_eq!(
            (MAX_ITERATIONS.parse_count("7"), MAX_ITERATIONS.parse_count("1e9")),
            (Ok(7), Ok(1_000_000_000))
        );
        for bad in ["NaN", "inf", "x", "1.5"] {
            assert!(
                MAX_ITERATIONS.parse_count(bad).is_err_and(|e| e.starts_with("a whole number is needed; ")),
                "{bad}"
            );
        }
    }
}
