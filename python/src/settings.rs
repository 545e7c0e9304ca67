//! Settings as keyword arguments: what the options of the command line are.

use crate::error;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::Overrides;
use pegsim::lcp::catalogue::SolverMethod;
use pegsim::scene::{LoadedScene, check_settings};
use pegsim::step::{FrictionLaw, Geometry, ImpactTreatment, StepSettings};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Reads keyword arguments.
///
/// # Errors
/// A name that no setting has; a value that it cannot take.
pub fn overrides(given: Option<&Bound<'_, PyDict>>) -> PyResult<Overrides> {
    let mut out = Overrides::default();
    let Some(given) = given else { return Ok(out) };
    for (name, value) in given {
        let name: String = name.extract()?;
        if value.is_none() {
            continue;
        }
        let text = || value.extract::<String>();
        match name.as_str() {
            "model" => out.model = Some(ContactModel::from_name(&text()?).map_err(error::value)?),
            "solver" => {
                let named = SolverMethod::from_name(&text()?);
                out.solver = Some(named.map_err(|error| error::value(error.to_string()))?);
            }
            "geometry" => {
                let all = [Geometry::Implicit, Geometry::SemiImplicit];
                out.geometry = Some(named("geometry", &text()?, &all, Geometry::name)?);
            }
            "impact" => {
                let all = &ImpactTreatment::ALL;
                out.impact = Some(named("impact", &text()?, all, ImpactTreatment::name)?);
            }
            "friction_law" => {
                let all = &FrictionLaw::ALL;
                out.friction_law = Some(named("friction_law", &text()?, all, FrictionLaw::name)?);
            }
            "penalty" => out.penalty = text()?.parse().map_err(|said: String| error::value(said))?,
            "time_step" => out.time_step = Some(value.extract()?),
            "tolerance" => out.tolerance = Some(value.extract()?),
            "detection_distance" => out.detection_distance = Some(value.extract()?),
            "stabilisation" => out.stabilisation = Some(value.extract()?),
            "max_iterations" => out.max_iterations = Some(value.extract()?),
            "max_operations" => out.max_operations = Some(value.extract()?),
            "max_seconds" => out.max_seconds = Some(value.extract()?),
            other => {
                return Err(error::value(format!(
                    "there is no setting `{}`; settings are model, solver, time_step, geometry, impact, friction_law, penalty, \
                     stabilisation, tolerance, detection_distance, max_iterations, max_operations and max_seconds",
                    pegsim::quote::brief(other)
                )));
            }
        }
    }
    Ok(out)
}

fn named<T: Copy>(what: &str, text: &str, all: &[T], name: fn(T) -> &'static str) -> PyResult<T> {
    pegsim::quote::one_of(what, text, all, name).map_err(error::value)
}

/// Settings with what is given in place, checked as a scene's are.
///
/// # Errors
/// A value out of its range; a model that cannot do what the scene has.
pub fn applied(scene: &LoadedScene, now: &StepSettings, given: &Overrides) -> PyResult<StepSettings> {
    let settings = given.apply(now);
    check_settings(scene, &settings).map_err(error::SceneError::new_err)?;
    if let Some(seconds) = settings.max_seconds
        && !(seconds > 0.0)
    {
        return Err(error::value(format!("max_seconds is {seconds}; it must be greater than 0 s")));
    }
    match settings.contact.model.cannot(&scene.model) {
        Some(lack) => Err(error::SceneError::new_err(lack)),
        None => Ok(settings),
    }
}
