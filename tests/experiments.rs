//! The experiments of thesis chapter 5, as far as this version goes, and the scenes that other engines were run on.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, distance, run, scene, simulation};
use pegsim::contact::models::ContactModel::{Lnc, Peg, Standard};
use pegsim::math::Vec3;
use pegsim::step::SolverMethod;
use pegsim::world::{BodyId, State, StepInput};

/// The corner of the falling triangle that is nearest to the apex of the fixed one, and its distance (m).
fn corner_to_apex(model: &pegsim::world::Model, state: &State) -> f64 {
    let corners = |body: usize| -> Vec<Vec3> {
        let part = &model.bodies[body].parts[0];
        part.vertices.iter().map(|v| state.poses[body].transform_point(v)).collect()
    };
    let apex =
        corners(0).into_iter().fold(Vec3::repeat(f64::NEG_INFINITY), |a, v| if v.y > a.y { v } else { a });
    corners(1).iter().map(|v| (v - apex).norm()).fold(f64::INFINITY, f64::min)
}

/// 5.2.1: the standard model holds the corner at the apex to the end; PEG slides clear, and LNC.
#[test]
fn triangle_drop_traps_the_standard_model_only() {
    let scene = scene("triangle_drop");
    for k in 1..=16 {
        let h = f64::from(k) * 1e-3;
        for model in [Lnc, Peg] {
            let mut s = simulation(&scene, model, h);
            run(&mut s, 1.5);
            let way = corner_to_apex(&s.model, &s.state);
            assert!(way > 2.0, "under {model:?} it is {way} m from the apex at h = {h}");
        }
    }
    for h in [0.004, 0.01, 0.016] {
        let mut standard = simulation(&scene, Standard, h);
        run(&mut standard, 1.5);
        let stuck = corner_to_apex(&standard.model, &standard.state);
        assert!(stuck < 0.02, "the corner is {stuck} m from the apex at h = {h}");
    }
}

/// 5.2.1: all PEG trajectories lie on that of h = 0.1 ms, within a bound that shrinks with h.
#[test]
fn triangle_drop_converges() {
    let scene = scene("triangle_drop");
    // 1.44 s is a multiple of every step size used.
    let end = 1.44;
    let at = |h: f64| {
        let mut s = simulation(&scene, Peg, h);
        advance(&mut s, (end / h).round() as usize);
        s.state
    };
    let truth = at(1e-4);
    for (h, bound) in [(1e-3, 2e-3), (2e-3, 4e-3), (4e-3, 8e-3), (8e-3, 1.6e-2), (1.6e-2, 3.2e-2)] {
        let error = distance(&at(h), &truth);
        assert!(error < bound, "h = {h}: {error} m from the run at h = 1e-4");
    }
}

/// 5.2.2: a stack of ten boxes is at rest for two thousand steps, in the plane and in space.
#[test]
fn box_stacks_rest_under_peg() {
    for name in ["boxstack2d", "boxstack3d"] {
        let mut s = simulation(&scene(name), Peg, 0.005);
        advance(&mut s, 800);
        let settled = s.state.clone();
        let seen = run(&mut s, 2000.0 * 0.005);
        assert!(seen.depth < 1e-9, "{name}: depth {}", seen.depth);
        let drift = distance(&settled, &s.state);
        assert!(drift < 1e-9, "{name}: drift {drift}");
        let speed = s.state.twists.iter().map(|t| t.linear.norm()).fold(0.0, f64::max);
        assert!(speed < 1e-9, "{name}: speed {speed}");
    }
}

/// 5.2.3 and 5.2.4: every set runs its five seconds under PEG, with depths an order below the model without X.
#[test]
fn boxes_of_polygons_and_polyhedra_complete() {
    for kind in ["box2d", "box3d"] {
        let (mut peg_worst, mut lnc_worst) = (0.0_f64, 0.0_f64);
        for set in 0..5 {
            let scene = scene(&format!("{kind}_seed{set}"));
            peg_worst = peg_worst.max(run(&mut simulation(&scene, Peg, 0.01), 5.0).depth);
            lnc_worst = lnc_worst.max(run(&mut simulation(&scene, Lnc, 0.01), 5.0).depth);
        }
        assert!(peg_worst < 0.05, "{kind}: PEG penetrates {peg_worst} m");
        assert!(lnc_worst > 2.0 * peg_worst, "{kind}: LNC {lnc_worst} m, PEG {peg_worst} m");
    }
}

/// 5.3: the overlap of two turning blocks after one semi-implicit step, as printed.
#[test]
fn rotation_reproduces_the_printed_areas() {
    let scene = scene("rotation");
    for (h, printed, digits) in [
        (0.01, 2.5e-5, 0.05e-5),
        (0.1, 2.5e-3, 0.05e-3),
        (0.2, 0.01, 0.0005),
        (0.3, 0.0223, 0.00005),
        (0.4, 0.0395, 0.00005),
        (0.5, 0.0612, 0.00005),
    ] {
        let mut s = simulation(&scene, Peg, h);
        let overlap = run(&mut s, h).overlap;
        assert!((overlap - printed).abs() <= digits, "h = {h}: {overlap} m², printed {printed}");
        assert!((overlap - 0.5 * (1.0 - h.cos())).abs() < 1e-12, "h = {h}: not 0.5 (1 − cos h)");
    }
}

/// 5.4: five blocks collide inelastically in a row; total momentum stays, kinetic energy only falls.
#[test]
fn momentum_is_conserved() {
    let scene = scene("momentum");
    for model in [Standard, Lnc, Peg] {
        let mut s = simulation(&scene, model, 0.01);
        let sum = |s: &State| -> Vec3 {
            s.twists.iter().zip(&scene.model.bodies).map(|(t, b)| t.linear * b.mass).sum()
        };
        let energy = |s: &State| -> f64 {
            s.twists
                .iter()
                .zip(&scene.model.bodies)
                .map(|(t, b)| 0.5 * b.mass * t.linear.norm_squared())
                .sum()
        };
        let before = sum(&s.state);
        let mut last = energy(&s.state);
        for _ in 0..500 {
            s.step(&StepInput::default()).unwrap();
            assert!((sum(&s.state) - before).norm() <= 1e-12 * before.norm());
            assert!(energy(&s.state) <= last * (1.0 + 1e-14));
            last = energy(&s.state);
        }
        // The blocks are equally high: their corners meet edge-on, and LNC, which asks of each corner only that it
        // be outside, lets them pass through each other (figure 4.4). The others end with the common velocity.
        if model == Lnc {
            continue;
        }
        let mass: f64 = scene.model.bodies.iter().map(|b| b.mass).sum();
        for t in &s.state.twists {
            assert!((t.linear - before / mass).norm() < 1e-9, "{model:?}: {:?}", t.linear);
        }
    }
}

/// The cube pushed over an edge ends near the event-driven reference of an independent computation.
#[test]
fn cube_over_the_edge_converges_to_the_reference() {
    let scene = scene("cube_on_edge");
    let reference = Vec3::new(1.8678, 0.0, -1.8084);
    for (h, bound) in [(0.016, 8e-3), (0.01, 4e-3), (0.005, 2e-3), (0.001, 4e-4)] {
        let mut s = simulation(&scene, Peg, h);
        advance(&mut s, (1.2 / h).round() as usize);
        // 1.2 s is no multiple of 0.016 s: compare where the run stands, extrapolated along the free flight.
        let rest = 1.2 - s.state.time;
        let id = BodyId(1);
        let end = s.state.poses[id.0].position + s.state.twists[id.0].linear * rest;
        let error = (end - reference).norm();
        assert!(error < bound, "h = {h}: {error} m");
    }
}

/// The two aligned tetrahedra of figure 5.4 stay where they are under every model.
#[test]
fn aligned_tetrahedra_stay() {
    let scene = scene("tetra_stack");
    for model in [Standard, Lnc, Peg] {
        let mut s = simulation(&scene, model, 0.01);
        let seen = run(&mut s, 10.0);
        assert!(distance(&s.state, &scene.state) < 1e-9, "{model:?}");
        assert!(seen.depth < 1e-9, "{model:?}");
    }
}

/// The literal form (4.50) by Lemke finishes the same scenes, falling back where it ends on a ray.
#[test]
fn literal_form_runs_the_triangle_drop_and_says_when_it_falls_back() {
    let scene = scene("triangle_drop");
    let mut s = simulation(&scene, Peg, 0.01);
    s.settings.solver.method = SolverMethod::Lemke;
    let mut methods = std::collections::BTreeSet::new();
    for _ in 0..150 {
        let record = s.step(&StepInput::default()).unwrap();
        if record.solve.size > 0 {
            methods.insert(record.solve.method);
            assert_eq!(record.solve.method == "lemke", record.solve.fallback.is_none());
        }
    }
    assert!(methods.contains("lemke"));
    assert!(corner_to_apex(&s.model, &s.state) > 2.0);
}

/// A pile of thirty polyhedra settles without a failed step.
#[test]
fn pile_of_thirty_settles() {
    let scene = scene("pile3d_30");
    let mut s = simulation(&scene, Peg, 0.01);
    let seen = run(&mut s, 2.0);
    assert!(seen.depth < 0.1, "{seen:?}");
}
