//! The extension module `pegsim._pegsim`: worlds, their steps and complementarity problems, as Python sees them.
//!
//! What of it people call, with types, units and errors, stands in `pegsim/_pegsim.pyi`.

mod arrays;
mod catalogue;
mod error;
mod lcp;
mod motion;
mod record;
mod recording;
mod run;
mod settings;
mod which;
mod world;

use pyo3::prelude::*;
use std::time::Duration;

/// How often somebody who waits for many steps may interrupt them.
const HEARD: Duration = Duration::from_millis(50);

/// The extension module.
#[pymodule]
fn _pegsim(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("PegsimError", py.get_type::<error::PegsimError>())?;
    module.add("SceneError", py.get_type::<error::SceneError>())?;
    module.add("StepError", py.get_type::<error::StepError>())?;
    module.add("LcpError", py.get_type::<error::LcpError>())?;
    module.add_class::<world::World>()?;
    module.add_class::<motion::State>()?;
    module.add_class::<record::Contacts>()?;
    module.add_class::<record::Determinacy>()?;
    module.add_class::<record::Disjunction>()?;
    module.add_class::<record::Joints>()?;
    module.add_class::<record::Solve>()?;
    module.add_class::<motion::Energy>()?;
    module.add_class::<motion::Truth>()?;
    module.add_class::<lcp::LcpResult>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<recording::Pane>()?;
    module.add_function(wrap_pyfunction!(lcp::solve_dense, module)?)?;
    module.add_function(wrap_pyfunction!(lcp::solve_sparse, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(recording::read_recording, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::models, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::solvers, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::scenes, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::scene_text, module)?)?;
    Ok(())
}
