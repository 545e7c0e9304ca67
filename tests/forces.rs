//! Forces of controllers against closed forms.

mod common;

use common::{simulation_of as simulation, watch as run};
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;

/// Whatever the step: also where its ends are beside the beginning and the end of the force by rounding, and where the force is over within it.
#[test]
fn a_force_acts_for_its_time() {
    let windows =
        [(0.5, 1.0), (0.2, 0.4), (0.7, 0.8), (1.1, 1.3), (0.0, 0.001), (0.304, 0.306), (0.0137, 0.6)];
    let steps = [0.1, 0.05, 0.02, 0.01, 0.003];
    for (from, until) in windows {
        let text = format!(
                "Scene(name: \"test\", dimension: Three, gravity: Some((0.0, 0.0, 0.0)),
                bodies: [(name: \"b\", kind: Dynamic, mass: 2.0, inertia: Some((1.0, 1.0, 1.0)), shape: Box(half_extents: (0.1, 0.1, 0.1)))],
                controllers: [(kind: Force, body: \"b\", force: (4.0, 0.0, 0.0), torque: (0.0, 0.0, 3.0), from: {from}, until: Some({until}))])"
        );
        let models = [ContactModel::Peg, ContactModel::SeparatingFeature, ContactModel::MultiPoint];
        for (model, h) in models.into_iter().flat_map(|model| steps.map(|h| (model, h))) {
            let mut s = simulation(&text, model, h);
            run(&mut s, 1.5, &mut |_, _| {});
            let (linear, angular) = (2.0 * (until - from), 3.0 * (until - from));
            let off = s.state.twists[0].linear - Vec3::new(linear, 0.0, 0.0);
            assert!(off.norm() < 1e-9 * linear, "{} at {h} s, from {from} s: {off:?}", model.name());
            let off = s.state.twists[0].angular - Vec3::new(0.0, 0.0, angular);
            assert!(off.norm() < 1e-9 * angular, "{} at {h} s, from {from} s: {off:?}", model.name());
        }
    }
}
