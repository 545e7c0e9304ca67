//! Springs and dampers of the penalty methods in place of a scene's, as one text: `proportional=400,damping=80`.

use crate::quote::{brief, one_of};
use crate::step::ranges::Range;
use crate::step::{Integrator, PenaltySettings, ranges};
use std::str::FromStr;

/// What is given in place of the [`PenaltySettings`] of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Springs {
    /// k_p / (m₁ + m₂) (1/s²).
    pub proportional: Option<f64>,
    /// k_v / (m₁ + m₂) (1/s).
    pub derivative: Option<f64>,
    /// k_i / (m₁ + m₂) (1/s²).
    pub integral: Option<f64>,
    /// Forgetting factor of the sum over past depths.
    pub forgetting: Option<f64>,
    /// Speed up to which bodies that come into contact rest (m/s).
    pub impact_speed: Option<f64>,
    /// How forces are integrated.
    pub integrator: Option<Integrator>,
}

/// The names in the order of a scene, gains also as springs and dampers have them.
const NAMES: &str =
    "proportional (stiffness), derivative (damping), integral, forgetting, impact_speed, integrator";

impl Springs {
    /// Puts what is given into the settings.
    pub fn apply(&self, penalty: &mut PenaltySettings) {
        penalty.proportional = self.proportional.unwrap_or(penalty.proportional);
        penalty.derivative = self.derivative.unwrap_or(penalty.derivative);
        penalty.integral = self.integral.or(penalty.integral);
        penalty.forgetting = self.forgetting.unwrap_or(penalty.forgetting);
        penalty.impact_speed = self.impact_speed.unwrap_or(penalty.impact_speed);
        penalty.integrator = self.integrator.unwrap_or(penalty.integrator);
    }
}

impl FromStr for Springs {
    type Err = String;

    /// Reads `NAME=VALUE,…`.
    ///
    /// # Errors
    /// One sentence: which name or value is wrong, and what would be right.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut springs = Self::default();
        for item in text.split(',') {
            let (name, value) = item
                .split_once('=')
                .ok_or_else(|| format!("`{}` is no NAME=VALUE; names are {NAMES}", brief(item.trim())))?;
            let (name, value) = (name.trim(), value.trim());
            let number = |range: &Range| {
                range.parse(value).map_err(|why| format!("{name} is {}; {why}", brief(value)))
            };
            let known = match name {
                "proportional" | "stiffness" => {
                    springs.proportional.replace(number(&ranges::PROPORTIONAL_GAIN)?).is_some()
                }
                "derivative" | "damping" => {
                    springs.derivative.replace(number(&ranges::DERIVATIVE_GAIN)?).is_some()
                }
                "integral" => springs.integral.replace(number(&ranges::INTEGRAL_GAIN)?).is_some(),
                "forgetting" => springs.forgetting.replace(number(&ranges::FORGETTING)?).is_some(),
                "impact_speed" => springs.impact_speed.replace(number(&ranges::IMPACT_SPEED)?).is_some(),
                "integrator" => {
                    let integrator = one_of("integrator", value, &Integrator::ALL, Integrator::name)?;
                    springs.integrator.replace(integrator).is_some()
                }
                _ => return Err(format!("unknown name `{}`; names are {NAMES}", brief(name))),
            };
            if known {
                return Err(format!("{name} is given twice; give it once"));
            }
        }
        Ok(springs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_replaces_what_the_scene_has_and_nothing_else() {
        let mut penalty =
            PenaltySettings { forgetting: 0.9, integral: Some(7.0), ..PenaltySettings::default() };
        let given: Springs = "stiffness=400, damping = 80,integrator=Semi-Implicit-Euler".parse().unwrap();
        given.apply(&mut penalty);
        let wanted = PenaltySettings {
            proportional: 400.0,
            derivative: 80.0,
            integral: Some(7.0),
            forgetting: 0.9,
            integrator: Integrator::SemiImplicitEuler,
            ..PenaltySettings::default()
        };
        assert_eq!(penalty, wanted);
        assert_eq!("proportional=400".parse::<Springs>(), "stiffness=4e2".parse());
        let all =
            "proportional=1,derivative=2,integral=3,forgetting=0.5,impact_speed=0,integrator=runge-kutta";
        all.parse::<Springs>().unwrap().apply(&mut penalty);
        assert_eq!((penalty.integral, penalty.forgetting, penalty.impact_speed), (Some(3.0), 0.5, 0.0));
        assert_eq!(penalty.integrator, Integrator::RungeKutta);
    }

    #[test]
    fn bad_input_is_refused_in_one_sentence() {
        for (text, wanted) in [
            ("stiffness=-5", "stiffness is -5; it must be at least 0 1/s² and at most 1e12 1/s²"),
            ("damping=-1e-9", "damping is -1e-9; it must be at least 0 1/s and at most 1e12 1/s"),
            ("integral=NaN", "integral is NaN; it must be at least 0"),
            ("stiffness=1,integral=inf", "integral is inf; it must be"),
            ("forgetting=1.1", "forgetting is 1.1; it must be at least 0 and at most 1"),
            ("impact_speed=x", "impact_speed is x; a number is needed; it must be at least 0 m/s"),
            ("integrator=euler", "unknown integrator `euler`; valid names: runge-kutta, semi-implicit-euler"),
            ("gain=5", "unknown name `gain`; names are proportional (stiffness)"),
            ("stiffness", "`stiffness` is no NAME=VALUE; names are proportional"),
            ("", "`` is no NAME=VALUE; names are"),
            ("stiffness=5,", "`` is no NAME=VALUE; names are"),
            ("stiffness=5,proportional=6", "proportional is given twice; give it once"),
        ] {
            let said = text.parse::<Springs>().unwrap_err();
            assert!(said.starts_with(wanted) && said.len() <= 200, "{text}: {said}");
        }
    }
}
