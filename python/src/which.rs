//! Which body, and what acts on it: arguments of a step.

use crate::{arrays, error};
use numpy::PyReadonlyArray2;
use pegsim::math::{Vec3, Wrench};
use pegsim::world::{BodyId, Model, StepInput};
use pyo3::prelude::*;

/// A body by its number or its name.
#[derive(FromPyObject)]
pub enum Which {
    Number(usize),
    Name(String),
}

/// Forces of one step: a row for each body, or pairs of a body and six numbers.
#[derive(FromPyObject)]
pub enum Wrenches<'py> {
    All(PyReadonlyArray2<'py, f64>),
    Some(Vec<(Which, [f64; 6])>),
}

/// The body that is meant.
///
/// # Errors
/// A number or a name that none has.
pub fn body(model: &Model, which: &Which) -> PyResult<BodyId> {
    match which {
        Which::Number(k) if *k < model.bodies.len() => Ok(BodyId(*k)),
        Which::Number(k) => {
            Err(error::value(format!("there is no body {k}; the world has {}", model.bodies.len())))
        }
        Which::Name(name) => model.find(name).ok_or_else(|| {
            let names = model.bodies.iter().map(|body| body.name.as_str());
            let (said, meant) = (pegsim::quote::brief(name), pegsim::quote::meant(name, names));
            error::value(format!("there is no body `{said}`{meant}; `world.bodies` names all"))
        }),
    }
}

/// What acts in a step.
///
/// # Errors
/// A body that is not there; another shape; numbers that are not finite.
pub fn input(model: &Model, wrenches: Option<Wrenches<'_>>) -> PyResult<StepInput> {
    let wrench = |w: [f64; 6]| {
        let [fx, fy, fz, tx, ty, tz] = arrays::finite("a wrench", w)?;
        Ok::<_, PyErr>(Wrench { force: Vec3::new(fx, fy, fz), torque: Vec3::new(tx, ty, tz) })
    };
    let wrenches = match wrenches {
        None => Vec::new(),
        Some(Wrenches::All(array)) => {
            let all = arrays::of_bodies::<6>("wrenches", &array, model.bodies.len())?;
            let acting = all.into_iter().enumerate().filter(|(_, w)| w.iter().any(|x| *x != 0.0));
            acting.map(|(k, w)| Ok((BodyId(k), wrench(w)?))).collect::<PyResult<_>>()?
        }
        Some(Wrenches::Some(given)) => given
            .into_iter()
            .map(|(which, w)| Ok((body(model, &which)?, wrench(w)?)))
            .collect::<PyResult<_>>()?,
    };
    Ok(StepInput { wrenches })
}
