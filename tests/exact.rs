//! What exact contact promises: bodies end every step outside each other, whatever the step size and the scene.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, distance, run, scene, simulation};
use pegsim::contact::models::ContactModel::{Lnc, Peg, SeparatingFeature, Standard};
use pegsim::experiment::{Overrides, RunOptions, energy, measure, state_hash};
use pegsim::geometry::hull::convex_hull_2d;
use pegsim::math::{Dimension, Vec3, Wrench};
use pegsim::step::{Geometry, Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyId, BodyKind, Model, State, StepInput};
use std::sync::Arc;

/// Deepest penetration that is allowed at the end of any step (m): what a step accepts, 1e-9 m, and the rounding of
/// coordinates of metres.
const DEPTH: f64 = 1.001e-9;

/// The boxes of random bodies, at small, ordinary and absurd step sizes. `scripts/exact-table` runs all of them.
#[test]
fn boxes_of_random_bodies_never_overlap() {
    for (name, steps) in [
        ("box3d_seed0", [0.002, 0.01, 0.033, 0.1]),
        ("box3d_seed4", [0.006, 0.012, 0.016, 0.1]),
        ("box2d_seed1", [0.003, 0.01, 0.033, 0.1]),
        ("box2d_seed3", [0.005, 0.016, 0.033, 0.1]),
    ] {
        let scene = scene(name);
        for h in steps {
            let seen = run(&mut simulation(&scene, SeparatingFeature, h), 5.0);
            assert!(seen.depth <= DEPTH, "{name} at h = {h}: depth {}", seen.depth);
        }
    }
}

/// A hundred stones land on each other: an island large enough for the sparse method and the hasty releases.
#[test]
fn a_large_pile_does_not_overlap() {
    let seen = run(&mut simulation(&scene("hard/pile3d_100"), SeparatingFeature, 0.01), 0.75);
    assert!(seen.depth <= DEPTH, "depth {}", seen.depth);
}

/// Bodies at rest need no problem solved, and nothing is frozen: a push of 1e-10 of its weight moves a body, and what
/// loses its support falls.
#[test]
fn bodies_at_rest_cost_nothing_and_are_not_frozen() {
    let h = 0.01;
    let mut s = simulation(&scene("boxstack3d"), SeparatingFeature, h);
    for _ in 0..1000 {
        s.step(&StepInput::default()).unwrap();
    }
    let record = s.step(&StepInput::default()).unwrap();
    assert_eq!((record.solve.outer_iterations, record.solve.iterations), (0, 0));
    assert!(record.solve.accuracy.residual().natural_map < 1e-8 && record.impulses.iter().sum::<f64>() > 0.0);
    let top = s.state.poses.len() - 1;
    let mass = s.model.body(BodyId(top)).mass;
    // A micronewton to the side, on a weight of ten kilonewtons.
    let push = Wrench { force: Vec3::new(1e-6, 0.0, 0.0), torque: Vec3::zeros() };
    s.step(&StepInput { wrenches: vec![(BodyId(top), push)] }).unwrap();
    let speed = s.state.twists[top].linear.x;
    assert!((speed / (1e-6 * h / mass) - 1.0).abs() < 1e-3, "speed {speed:e}");
    // The ground goes down by a metre: everything falls freely.
    s.state.poses[0].position.z -= 1.0;
    s.step(&StepInput::default()).unwrap();
    for body in 1..=top {
        let speed = s.state.twists[body].linear.z;
        assert!((speed + 9.81 * h).abs() < 1e-9, "body {body}: {speed}");
    }
}

/// Thesis 5.3: the error of a rotation within one step is gone at any step size.
#[test]
fn rotation_leaves_no_overlap() {
    let scene = scene("rotation");
    for h in [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5] {
        let mut s = simulation(&scene, SeparatingFeature, h);
        s.step(&StepInput::default()).unwrap();
        let truth = measure(&s.model, &s.state);
        assert!(truth.overlap_total < 1e-12, "h = {h}: {} m²", truth.overlap_total);
    }
}

/// Ten boxes on each other are at rest, for twenty thousand steps; thirty for a while.
#[test]
fn stacks_stand() {
    for (name, h, settle, steps) in [
        ("boxstack2d", 0.005, 2000, 18_000),
        ("boxstack3d", 0.01, 1000, 19_000),
        ("hard/stack30_2d", 0.01, 100, 400),
        ("hard/stack30_3d", 0.01, 20, 80),
    ] {
        let mut s = simulation(&scene(name), SeparatingFeature, h);
        advance(&mut s, settle);
        let before = s.state.clone();
        advance(&mut s, steps - 1);
        let record = s.step(&StepInput::default()).unwrap();
        // No stand-off: what is carried touches.
        let loaded = record.end_gaps.iter().zip(&record.impulses).filter(|(_, p)| **p > 0.0);
        let gaps: Vec<f64> = loaded.map(|(gap, _)| *gap).collect();
        assert!(!gaps.is_empty() && gaps.iter().all(|gap| gap.abs() <= 1e-11), "{name}: {gaps:?}");
        assert!(distance(&before, &s.state) < 1e-9, "{name} drifts by {}", distance(&before, &s.state));
        let truth = measure(&s.model, &s.state);
        assert!(truth.depth_max <= DEPTH);
        for t in &s.state.twists {
            assert!(t.linear.norm() + t.angular.norm() < 1e-9, "{name} moves: {t:?}");
        }
    }
}

/// Contact never raises kinetic plus potential energy, with friction or without, beyond the rounding of the energies that
/// are compared. Only under ten tonnes shows what a gap is known to: rows that end a step 1e-11 m violated are put right in
/// the next, which costs the load times 1e-11 m for each of the four gaps that it stands on.
#[test]
fn energy_never_rises() {
    for (name, gap) in [
        ("box3d_seed1", 0.0),
        ("box3d_seed2", 0.0),
        ("box2d_seed0", 0.0),
        ("boxstack3d", 0.0),
        ("hard/spinning_rods", 0.0),
        ("hard/needle_corner", 0.0),
        ("hard/dense_packing", 0.0),
        ("friction/arch_slips", 0.0),
        ("friction/card_house_slips", 0.0),
        ("friction/dominoes", 0.0),
        ("friction/spinning_block", 0.0),
        ("friction/heavy_on_light", 4e-11),
    ] {
        let scene = scene(name);
        let energies = scale(&scene.model, &scene.state);
        let mass: f64 = scene.model.bodies.iter().map(|b| b.mass).filter(|mass| mass.is_finite()).sum();
        for h in [0.002, 0.01, 0.033] {
            let overrides =
                Overrides { model: Some(SeparatingFeature), time_step: Some(h), ..Overrides::default() };
            // Velocities and poses are those of one instant. What enters in a step counts from its end on.
            let (mut last, mut gain, mut compared) = (None, 0.0_f64, 0_u64);
            let mut look = |state: &State| {
                assert_eq!(state.lag, 0.0, "{name}: velocities lag");
                let of_those_at = |time| energy::measure_at(&scene.model, state, time).total();
                if let Some((energy, time)) = last {
                    gain = gain.max(of_those_at(time) - energy);
                    compared += 1;
                }
                last = Some((of_those_at(state.time), state.time));
            };
            let options = RunOptions {
                overrides,
                duration: Some(3.0),
                observe: Some(&mut look),
                ..RunOptions::default()
            };
            let report = pegsim::experiment::run(&scene, options).unwrap().report;
            assert!(report.completed, "{name} at h = {h}");
            assert!(compared + 1 >= report.steps, "{name} at h = {h}: {compared} of {} steps", report.steps);
            let known_to = 1e-13 * energies + gap * mass * 9.81;
            assert!(
                gain <= known_to,
                "{name} at h = {h}: {gain:e} J gained in a step, known to {known_to:e} J"
            );
        }
    }
}

/// The sizes of the terms that kinetic and potential energy are summed from (J), potential energies as far as the scene
/// is wide.
fn scale(model: &Model, state: &State) -> f64 {
    let energy = |id: BodyId| {
        let (body, pose, twist) = (model.body(id), &state.poses[id.0], &state.twists[id.0]);
        let spin = twist.angular.dot(&(body.inertia * twist.angular));
        body.mass * (0.5 * twist.linear.norm_squared() + model.gravity.norm() * (1.0 + pose.position.norm()))
            + spin
    };
    model.ids().filter(|id| model.body(*id).is_dynamic()).map(energy).sum()
}

/// Seams that lie flush or lead down are not felt: the speed along the ground stays what it was.
#[test]
fn seams_are_not_felt() {
    for name in [
        "seam2d_flush_bodies",
        "seam2d_flush_parts",
        "seam2d_t",
        "seam3d_flush_bodies",
        "seam3d_flush_parts",
        "seam3d_t",
        "seam3d_parts_t",
    ] {
        let mut s = simulation(&scene(&format!("seams/{name}")), SeparatingFeature, 0.01);
        let start = s.state.twists.clone();
        advance(&mut s, 200);
        for id in s.model.ids().filter(|id| s.model.body(*id).is_dynamic()) {
            let change = (s.state.twists[id.0].linear - start[id.0].linear).norm();
            assert!(change < 1e-9, "{name}: `{}` changes by {change} m/s", s.model.body(id).name);
        }
    }
    // Down a step of d the potential energy m g d may become speed, and no more.
    for (name, d) in [("seam3d_down_1e-6", 1e-6), ("seam3d_down_1e-4", 1e-4), ("seam3d_down_1e-3", 1e-3)] {
        let mut s = simulation(&scene(&format!("seams/{name}")), SeparatingFeature, 0.01);
        let start = s.state.twists.clone();
        advance(&mut s, 200);
        for id in s.model.ids().filter(|id| s.model.body(*id).is_dynamic()) {
            let (v0, v1) = (start[id.0].linear.norm(), s.state.twists[id.0].linear.norm());
            assert!(v1 >= v0 - 1e-9, "{name}: `{}` is slowed from {v0} to {v1}", s.model.body(id).name);
            assert!(v1 * v1 <= v0 * v0 + 2.0 * 9.81 * d + 1e-9, "{name}: {v1} m/s");
        }
    }
}

/// The cases that jam, trap or explode elsewhere.
#[test]
fn hard_cases_stay_apart() {
    for name in [
        "thrown_plate",
        "thrown_edge",
        "spinning_rods",
        "needle_corner",
        "spike_in_hole",
        "wedge_in_crack",
        "cliff_edge",
        "tetra_stack_5",
        "card_between_blocks",
        "dense_packing",
    ] {
        let scene = scene(&format!("hard/{name}"));
        for h in [scene.settings.h, 0.05] {
            let seen = run(&mut simulation(&scene, SeparatingFeature, h), 1.5);
            assert!(seen.depth <= DEPTH, "{name} at h = {h}: depth {}", seen.depth);
        }
    }
}

/// A box thrown at 300 m/s stays on its side of a plate of 1 cm.
#[test]
fn a_thrown_box_does_not_tunnel() {
    let mut s = simulation(&scene("hard/thrown_plate"), SeparatingFeature, 0.016);
    let box_id = s.model.ids().find(|id| s.model.body(*id).is_dynamic()).unwrap();
    let plate = s.model.ids().find(|id| !s.model.body(*id).is_dynamic()).unwrap();
    let offset = |s: &Simulation| s.state.poses[box_id.0].position - s.state.poses[plate.0].position;
    let before = offset(&s);
    let axis = before.iamax();
    advance(&mut s, 30);
    assert!(offset(&s)[axis] * before[axis] > 0.0, "the box went through: {before} -> {}", offset(&s));
    // It hit the plate: without restitution nothing is left of its speed.
    assert!(s.state.twists[box_id.0].linear[axis].abs() < 1e-6);
}

/// Bodies that enter inside each other are pushed apart, no faster than the depth and the bound on the push ask for, and the step in which they enter says so.
#[test]
fn bodies_spawned_inside_each_other_part_smoothly() {
    for name in ["hard/spawned_inside_2d", "hard/spawned_inside_3d"] {
        let scene = scene(name);
        let mut s = simulation(&scene, SeparatingFeature, 0.01);
        let mut fastest = 0.0_f64;
        for step in 0..200 {
            let record = s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
            let said = record.solve.fallback.as_deref().unwrap_or_default();
            let deepest =
                "body `entering 5 cm` enters 0.05 m inside body `resting 5 cm`, the deepest of 5 such pairs";
            assert_eq!(said.contains(deepest), step == 25, "{name}, step {step}: {said}");
            assert_eq!(said.contains("enters"), step == 25, "{name}, step {step}: {said}");
            fastest = s.state.twists.iter().fold(fastest, |m, t| m.max(t.linear.norm()));
        }
        // A push of 1 m/s, and a fall of half a metre at most.
        assert!(fastest < 1.0 + (2.0 * 9.81 * 0.5_f64).sqrt(), "{name}: {fastest} m/s");
        let truth = measure(&s.model, &s.state);
        assert!(truth.depth_max <= DEPTH, "{name}: still {} m inside", truth.depth_max);
    }
}

/// The same bits on every run, and when a run is continued from a state in the middle.
#[test]
fn runs_repeat_bit_for_bit() {
    for name in ["box3d_seed2", "box2d_seed2"] {
        let scene = scene(name);
        let mut first = simulation(&scene, SeparatingFeature, 0.01);
        advance(&mut first, 300);
        let middle = first.state.clone();
        advance(&mut first, 100);
        let mut again = simulation(&scene, SeparatingFeature, 0.01);
        advance(&mut again, 400);
        assert_eq!(state_hash(&first.state), state_hash(&again.state));
        let mut continued = simulation(&scene, SeparatingFeature, 0.01);
        continued.state = middle;
        advance(&mut continued, 100);
        assert_eq!(state_hash(&first.state), state_hash(&continued.state));
    }
}

/// A cube that slides off a table and tumbles, against a run at h = 0.05 ms: the error falls at second order.
#[test]
fn tumbling_converges_at_second_order() {
    let scene = scene("cube_on_edge");
    let end = |h: f64| {
        let mut s = simulation(&scene, SeparatingFeature, h);
        advance(&mut s, (1.2 / h).round() as usize);
        s.state
    };
    let truth = end(5e-5);
    let errors: Vec<f64> = [0.008, 0.004, 0.002, 0.001].iter().map(|&h| distance(&end(h), &truth)).collect();
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((3.6..4.4).contains(&ratio), "errors {errors:?}");
    }
    assert!(errors[0] < 2e-4, "errors {errors:?}");
}

/// Every model can be run implicitly: the rotation error of the papers' models goes, their wrong trajectories stay.
#[test]
fn the_other_models_run_implicitly() {
    let scene = scene("rotation");
    for model in [Standard, Lnc, Peg] {
        let overlap = |geometry| {
            let mut s = simulation(&scene, model, 0.2);
            s.settings.contact.geometry = Some(geometry);
            s.step(&StepInput::default()).unwrap();
            measure(&s.model, &s.state).overlap_total
        };
        let (semi, full) = (overlap(Geometry::SemiImplicit), overlap(Geometry::Implicit));
        assert!(semi > 1e-3, "{model:?}: {semi}");
        assert!(full < 1e-9, "{model:?}: {full}");
    }
    // Separating features semi-implicitly: the rotation error is back.
    let mut s = simulation(&scene, SeparatingFeature, 0.2);
    s.settings.contact.geometry = Some(Geometry::SemiImplicit);
    s.step(&StepInput::default()).unwrap();
    assert!(measure(&s.model, &s.state).overlap_total > 1e-3);
}

/// The triangle of thesis 5.2.1 slides clear of the apex at every step size.
#[test]
fn triangle_drop_does_not_stick() {
    let scene = scene("triangle_drop");
    for k in 1..=16 {
        let mut s = simulation(&scene, SeparatingFeature, f64::from(k) * 1e-3);
        let seen = run(&mut s, 1.5);
        let height = s.state.poses[1].position.y - s.state.poses[0].position.y;
        assert!(height < 2.0, "at h = {k} ms it is still at {height} m");
        assert!(seen.depth <= DEPTH);
    }
}

/// A block on a slope of angle θ: it sticks for μ > tan θ, and slides with g (sin θ − μ cos θ) otherwise; in the plane
/// the cone is exact. Coulomb's law holds in every step.
#[test]
fn friction_on_a_slope() {
    let theta = 0.4_f64;
    for (mu, h) in [(0.3, 0.01), (0.3, 0.033), (0.5, 0.01), (0.5, 0.033)] {
        let square = |x: f64, y: f64| {
            convex_hull_2d(&[
                Vec3::new(-x, -y, 0.0),
                Vec3::new(x, -y, 0.0),
                Vec3::new(x, y, 0.0),
                Vec3::new(-x, y, 0.0),
            ])
            .unwrap()
        };
        let mut ground = BodySpec::new("ground", vec![square(50.0, 0.5)]);
        ground.kind = BodyKind::Fixed;
        ground.position = Vec3::new(0.0, -0.5, 0.0);
        ground.friction = mu;
        let mut block = BodySpec::new("block", vec![square(0.2, 0.1)]);
        block.position = Vec3::new(0.0, 0.1, 0.0);
        block.friction = mu;
        // The slope is the world's: gravity is turned instead.
        let gravity = Vec3::new(theta.sin(), -theta.cos(), 0.0) * 9.81;
        let (model, state) = assemble(Dimension::Two, gravity, &[ground, block]);
        let mut settings = StepSettings { h, ..StepSettings::default() };
        settings.contact.model = SeparatingFeature;
        let mut s = Simulation::new(Arc::new(model), state, settings);
        let steps = (1.0 / h).round() as usize;
        for _ in 0..steps {
            let record = s.step(&StepInput::default()).unwrap();
            for (contact, (p, f)) in
                record.contacts.iter().zip(record.impulses.iter().zip(&record.friction_impulses))
            {
                assert!(f.norm() <= mu * p + 1e-9, "friction {} beyond the cone of {p}", f.norm());
                assert!(f.dot(&contact.normal).abs() <= 1e-9);
            }
            let truth = measure(&s.model, &s.state);
            assert!(truth.depth_max <= DEPTH);
        }
        let acceleration = 9.81 * (theta.sin() - mu * theta.cos()).max(0.0);
        let time = steps as f64 * h;
        let (speed, way) = (s.state.twists[1].linear.x, s.state.poses[1].position.x);
        let (fast, far) = (acceleration * time, 0.5 * acceleration * time * time);
        assert!((speed - fast).abs() < 1e-11, "μ = {mu}, h = {h}: {speed}, not {fast} m/s");
        assert!((way - far).abs() < 1e-11, "μ = {mu}, h = {h}: {way}, not {far} m");
    }
}

/// Random stones with friction on each other: apart, within the cone, and losing energy.
#[test]
fn friction_in_a_heap() {
    let mut scene = scene("box3d_seed0");
    for body in &mut Arc::make_mut(&mut scene.model).bodies {
        body.friction = 0.4;
    }
    let mut s = simulation(&scene, SeparatingFeature, 0.01);
    for _ in 0..250 {
        let record = s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
        for (p, f) in record.impulses.iter().zip(&record.friction_impulses) {
            assert!(
                f.norm() <= 0.4 * p * (1.0 + 1e-6) + 1e-9,
                "friction {} beyond the cone of {p}",
                f.norm()
            );
        }
        let truth = measure(&s.model, &s.state);
        assert!(truth.depth_max <= DEPTH, "depth {} at step {}", truth.depth_max, record.step);
    }
}

/// A kinematic body pushes a box along, and where it squeezes it against a wall the step says who is in whose way.
#[test]
fn a_pusher_pushes_and_squeezing_is_named() {
    let block = |name: &str, x: f64, y: f64, kind, at: f64| {
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Vec3::new(x, y, 0.0));
        let mut spec = BodySpec::new(name, vec![convex_hull_2d(&corners).unwrap()]);
        spec.kind = kind;
        spec.position = Vec3::new(at, y, 0.0);
        spec
    };
    let mut floor = block("floor", 5.0, 0.5, BodyKind::Fixed, 0.0);
    floor.position.y = -0.5;
    let mut pusher = block("pusher", 0.1, 0.4, BodyKind::Kinematic, -1.0);
    pusher.velocity = Vec3::new(0.5, 0.0, 0.0);
    let pushed = block("box", 0.2, 0.2, BodyKind::Dynamic, 0.0);
    let wall = block("wall", 0.1, 0.5, BodyKind::Fixed, 0.6);
    let (model, state) = assemble(Dimension::Two, Vec3::new(0.0, -9.81, 0.0), &[floor, pusher, pushed, wall]);
    let mut settings = StepSettings::default();
    settings.contact.model = SeparatingFeature;
    let mut s = Simulation::new(Arc::new(model), state, settings);
    // 0.7 m at 0.5 m/s to the box, then 0.3 m to the wall.
    advance(&mut s, 195);
    assert!((s.state.twists[2].linear.x - 0.5).abs() < 1e-9);
    let before = s.state.clone();
    let failure = loop {
        match s.step(&StepInput::default()) {
            Ok(_) => assert!(s.state.step < 210, "nothing stops it"),
            Err(e) => break e.to_string(),
        }
    };
    assert!(failure.contains("`pusher` and `box`") && failure.contains("`box` and `wall`"), "{failure}");
    assert!(s.state.step >= before.step && measure(&s.model, &s.state).depth_max <= DEPTH);
}
