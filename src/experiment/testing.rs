//! Small models for the unit tests of this module, built without a scene file.

use crate::geometry::hull::convex_hull_3d;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Mat3, Pose, Twist, Vec3};
use crate::scene::LoadedScene;
use crate::step::StepSettings;
use crate::world::{Body, BodyKind, BodyProperties, Model, State};
use std::sync::Arc;

/// A cube with half extent `half` (m), mass 1 kg (infinite unless dynamic), its frame at its centre.
pub(crate) fn box_body(name: &str, kind: BodyKind, half: f64) -> Body {
    let dynamic = kind == BodyKind::Dynamic;
    Body {
        properties: BodyProperties { kind, ..BodyProperties::new(name) },
        parts: vec![cube(half)].into(),
        centre_of_mass: Vec3::zeros(),
        mass: if dynamic { 1.0 } else { f64::INFINITY },
        inertia: Mat3::identity() * (2.0 * half * half / 3.0),
        radius: half * 3.0_f64.sqrt(),
        swatch: 0,
    }
}

fn cube(half: f64) -> Polytope {
    let sign = |bit: usize| if bit == 0 { -half } else { half };
    let corners: Vec<Vec3> =
        (0..8).map(|i| Vec3::new(sign(i & 1), sign(i >> 1 & 1), sign(i >> 2 & 1))).collect();
    convex_hull_3d(&corners).unwrap()
}

/// A model of these bodies without gravity.
pub(crate) fn model_of(bodies: Vec<Body>) -> Model {
    Model {
        dimension: Dimension::Three,
        gravity: Vec3::zeros(),
        bodies,
        joints: Vec::new(),
        controllers: Vec::new(),
        passing: Vec::new(),
    }
}

/// All bodies at the origin, at rest.
pub(crate) fn state_of(model: &Model) -> State {
    State::at_start(vec![Pose::identity(); model.bodies.len()], vec![Twist::zero(); model.bodies.len()])
}

/// A scene of these bodies that runs for `duration` (s) with the default settings.
pub(crate) fn scene_of(model: Model, state: State, duration: f64) -> LoadedScene {
    LoadedScene {
        name: "test".to_owned(),
        description: String::new(),
        path: None,
        model: Arc::new(model),
        state,
        resume: None,
        settings: StepSettings::default(),
        duration: Some(duration),
        camera: None,
        decomposed: Vec::new(),
        imported: None,
        source: crate::scene::Scene::new("test", Dimension::Three),
    }
}
