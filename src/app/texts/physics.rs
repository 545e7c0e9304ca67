//! What the physics calls its things, in the language of the window. The library itself speaks English, and what is English here is what
//! it says.

use crate::contact::models::{ContactModel, Family};
use crate::geometry::polytope::Polytope;
use crate::lcp::Status;
use crate::quote::brief;
use crate::step::{Measure, SolverMethod};
use crate::world::Model;

/// What a family of models is called.
pub fn family(family: Family) -> &'static str {
    match family {
        Family::Complementarity => tr!("family-complementarity"),
        Family::Penalty => tr!("family-penalty"),
        Family::Exact => tr!("family-exact"),
    }
}

/// What the models of a family have in common.
pub fn about_family(family: Family) -> &'static str {
    match family {
        Family::Complementarity => tr!("family-complementarity-tip"),
        Family::Penalty => tr!("family-penalty-tip"),
        Family::Exact => tr!("family-exact-tip"),
    }
}

/// What a model does, in a line.
pub fn model(model: ContactModel) -> &'static str {
    match model {
        ContactModel::Standard => tr!("does-standard"),
        ContactModel::AnitescuPotra => tr!("does-velocity-level"),
        ContactModel::RatioMetric => tr!("does-ratio-metric"),
        ContactModel::Lnc => tr!("does-lnc"),
        ContactModel::Peg => tr!("does-peg"),
        ContactModel::Corrective => tr!("does-corrective"),
        ContactModel::DeepestPoint => tr!("does-penalty-pd"),
        ContactModel::MultiPoint => tr!("does-penalty-pid"),
        ContactModel::SeparatingFeature => tr!("does-exact"),
    }
}

/// What a model keeps of momentum and energy.
pub fn keeps(model: ContactModel) -> &'static str {
    if model.is_of_forces() {
        tr!("keeps-forces")
    } else if model.over_points().is_some() {
        tr!("keeps-points")
    } else {
        tr!("keeps-exact")
    }
}

/// What of a scene a model cannot do, without what a file would have to say instead.
pub fn lack(contact: ContactModel, model: &Model) -> Option<String> {
    let said = contact.cannot(model)?;
    let title = contact.title();
    if contact.is_of_forces() && !model.joints.is_empty() {
        return Some(tr!("lacks-joints", model = title));
    }
    let curved = model.bodies.iter().find(|body| body.parts.iter().any(Polytope::is_curved));
    Some(curved.map_or(said, |body| tr!("lacks-curved", model = title, body = brief(&body.name))))
}

/// What a solver is called.
pub fn solver(method: SolverMethod) -> &'static str {
    match method {
        SolverMethod::Automatic => tr!("method-automatic"),
        SolverMethod::ActiveAlternative => tr!("method-active-alternative"),
        SolverMethod::Lemke => tr!("method-lemke"),
        SolverMethod::Dantzig => tr!("method-dantzig"),
        SolverMethod::InteriorPoint => tr!("method-interior-point"),
        SolverMethod::FischerNewton => tr!("method-fischer-newton"),
        SolverMethod::MinmapNewton => tr!("method-minmap-newton"),
        SolverMethod::Pgs => tr!("method-pgs"),
        SolverMethod::Psor => tr!("method-psor"),
        SolverMethod::ProjectedJacobi => tr!("method-projected-jacobi"),
        SolverMethod::BlockedGaussSeidel => tr!("method-blocked-gauss-seidel"),
        SolverMethod::Staggered => tr!("method-staggered"),
        SolverMethod::Nncg => tr!("method-nncg"),
        SolverMethod::FixedPoint => tr!("method-fixed-point"),
        SolverMethod::Enumerate => tr!("method-enumerate"),
    }
}

/// What a solver of the literal form (4.50) does with it; `None` of those that do something else.
pub fn literal_form(method: SolverMethod) -> Option<&'static str> {
    match method {
        SolverMethod::Automatic | SolverMethod::ActiveAlternative => None,
        method => Some(does(method)),
    }
}

/// What a solver is, in a line.
pub fn about_solver(method: SolverMethod) -> String {
    literal_form(method).map_or_else(|| does(method).to_owned(), |what| tr!("literal-form", what = what))
}

fn does(method: SolverMethod) -> &'static str {
    match method {
        SolverMethod::Automatic => tr!("method-automatic-tip"),
        SolverMethod::ActiveAlternative => tr!("method-active-alternative-tip"),
        SolverMethod::Lemke => tr!("method-lemke-tip"),
        SolverMethod::Dantzig => tr!("method-dantzig-tip"),
        SolverMethod::InteriorPoint => tr!("method-interior-point-tip"),
        SolverMethod::FischerNewton => tr!("method-fischer-newton-tip"),
        SolverMethod::MinmapNewton => tr!("method-minmap-newton-tip"),
        SolverMethod::Pgs => tr!("method-pgs-tip"),
        SolverMethod::Psor => tr!("method-psor-tip"),
        SolverMethod::ProjectedJacobi => tr!("method-projected-jacobi-tip"),
        SolverMethod::BlockedGaussSeidel => tr!("method-blocked-gauss-seidel-tip"),
        SolverMethod::Staggered => tr!("method-staggered-tip"),
        SolverMethod::Nncg => tr!("method-nncg-tip"),
        SolverMethod::FixedPoint => tr!("method-fixed-point-tip"),
        SolverMethod::Enumerate => tr!("method-enumerate-tip"),
    }
}

/// What stands for the accuracy of a step.
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Complementarity => tr!("measure-complementarity"),
        Measure::SlidingSpeeds => tr!("measure-sliding"),
        Measure::Projection => tr!("measure-projection"),
    }
}

/// How a solve ended.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Solved => tr!("status-solved"),
        Status::IterationLimit => tr!("status-limit"),
        Status::RayTermination => tr!("status-ray"),
        Status::Stopped => tr!("status-stopped"),
        Status::NumericalTrouble => tr!("status-trouble"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn what_is_english_here_is_what_the_library_says() {
        for known in ContactModel::ALL {
            assert_eq!(model(known), known.description());
            assert_eq!(keeps(known), known.keeps());
            let of = known.family();
            assert_eq!((family(of), about_family(of)), (of.title(), of.description()));
        }
        for method in SolverMethod::ALL {
            assert_eq!(
                (solver(method), about_solver(method).as_str()),
                (method.title(), method.description())
            );
        }
        for known in Measure::ALL {
            assert_eq!(measure(known), known.name());
        }
        let ends = [Status::Solved, Status::IterationLimit, Status::RayTermination, Status::Stopped];
        for end in ends.into_iter().chain([Status::NumericalTrouble]) {
            assert_eq!(status(end), end.to_string());
        }
    }

    #[test]
    fn what_a_model_lacks_is_what_the_library_says_without_its_advice() {
        let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let mut found = 0;
        for name in ["curved/row_of_balls.ron", "joints/hanging_rod.ron", "triangle_drop.ron"] {
            let scene = crate::scene::load_file(&scenes.join(name)).unwrap_or_else(|e| panic!("{e}"));
            for known in ContactModel::ALL {
                let said = known.cannot(&scene.model);
                found += usize::from(said.is_some());
                let begins = said.and_then(|said| said.split_once("; ").map(|(lack, _)| lack.to_owned()));
                assert_eq!(lack(known, &scene.model), begins);
            }
        }
        assert!(found > 8, "{found}");
    }
}
