//! Bounces: heights, Newton's cradle, energy that never rises, and what restitution leaves alone.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, models_of_conditions, scene, simulation};
use pegsim::contact::models::ContactModel;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::contact::{ContactSet, Kinematics, motion_bounds};
use pegsim::dynamics::MassRoot;
use pegsim::experiment::{energy, measure, state_hash};
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::lcp::LcpSettings;
use pegsim::math::{Dimension, Quat, Vec3};
use pegsim::step::impact::{Closed, Impact, Law};
use pegsim::step::{Cone, RestitutionLaw, Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyId, BodyKind, Model, State, StepInput};
use proptest::prelude::*;
use std::sync::Arc;

const G: f64 = 9.81;
const LAWS: [RestitutionLaw; 2] = [RestitutionLaw::Newton, RestitutionLaw::Poisson];

/// The models after whose landings nothing is left to correct. Under the ratio metric a landing goes too far by the square of its gap, and what
/// takes that back leaves a velocity of first order in h (`tests/ratio_model.rs`).
fn models_that_land() -> impl Iterator<Item = ContactModel> {
    models_of_conditions().into_iter().filter(|model| *model != ContactModel::RatioMetric)
}

fn rectangle(x: f64, y: f64) -> Polytope {
    convex_hull_2d(&[(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Vec3::new(x, y, 0.0))).unwrap()
}

fn cuboid(half: Vec3) -> Polytope {
    let sign = |k: usize, bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |k: usize| half.component_mul(&Vec3::new(sign(k, 0), sign(k, 1), sign(k, 2)));
    convex_hull_3d(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
}

/// A body of one part at a place.
fn body(name: &str, part: Polytope, position: Vec3, restitution: f64) -> BodySpec {
    let mut spec = BodySpec::new(name, vec![part]);
    (spec.position, spec.restitution) = (position, restitution);
    spec
}

fn fixed(name: &str, part: Polytope, position: Vec3) -> BodySpec {
    let mut spec = body(name, part, position, 0.0);
    spec.kind = BodyKind::Fixed;
    spec
}

fn start(
    dimension: Dimension,
    gravity: f64,
    specs: &[BodySpec],
    model: ContactModel,
    law: RestitutionLaw,
    h: f64,
) -> Simulation {
    let down = if dimension == Dimension::Two { -Vec3::y() } else { -Vec3::z() };
    let (bodies, state) = assemble(dimension, down * gravity, specs);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.contact.model = model;
    settings.restitution.law = law;
    Simulation::new(Arc::new(bodies), state, settings)
}

/// A square dropped flat from 1 m: the heights it rises to.
fn peaks(e: f64, model: ContactModel, law: RestitutionLaw, h: f64, count: usize) -> Vec<f64> {
    let specs = [
        fixed("floor", rectangle(5.0, 0.5), Vec3::new(0.0, -0.5, 0.0)),
        body("box", rectangle(0.1, 0.1), Vec3::new(0.0, 1.1, 0.0), e),
    ];
    let mut s = start(Dimension::Two, G, &specs, model, law, h);
    let mut found = Vec::new();
    let (mut before, mut highest, mut energy_before) = (0.0, 0.0_f64, f64::INFINITY);
    while found.len() < count && s.state.time < 10.0 {
        s.step(&StepInput::default()).unwrap();
        let energy_now = energy::measure(&s.model, &s.state).total();
        assert!(energy_now <= energy_before + 1e-9 * energy_now.abs(), "{energy_before} J -> {energy_now} J");
        energy_before = energy_now;
        let (v, y) = (s.state.twists[1].linear.y, s.state.poses[1].position.y - 0.1);
        assert!(s.state.twists[1].angular.z.abs() < 1e-9);
        if before <= 0.0 && v > 0.0 {
            highest = 0.0;
        }
        highest = highest.max(y);
        if before > 0.0 && v <= 0.0 {
            found.push(highest);
        }
        before = v;
    }
    found
}

/// After k bounces a body rises to e^2k of the first height, within first order in h. Each bounce starts at the end of
/// the step in which the body lands, with the velocity of the middle of that step: off by at most gh/2 in speed and by
/// h in time, so that a height is off by at most about v₀h for each bounce there has been.
#[test]
fn heights_fall_with_the_square_of_the_coefficient() {
    let fall = (2.0 * G).sqrt();
    for model in models_of_conditions() {
        for law in LAWS {
            for e in [0.9, 0.7, 0.5] {
                for h in [0.008, 0.002, 0.0005] {
                    let found = peaks(e, model, law, h, 4);
                    assert_eq!(found.len(), 4, "{model:?}, {law:?}, e = {e}, h = {h}");
                    for (k, peak) in found.iter().enumerate() {
                        let exact = e.powi(2 * (k as i32 + 1));
                        let error = (peak - exact).abs();
                        assert!(
                            error <= (k + 1) as f64 * fall * h,
                            "{model:?}, {law:?}, e = {e}, h = {h}, bounce {k}: {peak} m, not {exact} m"
                        );
                    }
                }
            }
        }
    }
}

/// Five blocks of one mass in a row that touch, without gravity: what comes in on one side leaves on the other, one for one and
/// two for two.
#[test]
fn newtons_cradle_passes_the_momentum_on() {
    for model in models_that_land() {
        for law in LAWS {
            for (first, h) in [(1, 0.01), (2, 0.01), (1, 0.001), (3, 0.004)] {
                let specs: Vec<BodySpec> = (0..5)
                    .map(|k| {
                        let at = 0.2 * f64::from(k) - if k < first { 0.05 } else { 0.0 };
                        // Not all of one height: where corners meet corners LNC lets bodies through each other.
                        let part = rectangle(0.1, if k % 2 == 0 { 0.2 } else { 0.1 });
                        let mut b = body(&format!("ball {k}"), part, Vec3::x() * at, 1.0);
                        b.mass = Some(1.0);
                        b.velocity.x = if k < first { 1.0 } else { 0.0 };
                        b
                    })
                    .collect();
                let mut s = start(Dimension::Two, 0.0, &specs, model, law, h);
                advance(&mut s, (0.2 / h) as usize);
                for k in 0..5 {
                    let expected = if k >= 5 - first { 1.0 } else { 0.0 };
                    let v = s.state.twists[k as usize].linear;
                    assert!(
                        (v - Vec3::x() * expected).norm() < 1e-7,
                        "{model:?}, {law:?}, {first} in, h = {h}: ball {k} has {v:?}"
                    );
                }
            }
        }
    }
}

/// The same with cubes that slide on a frictionless floor under gravity. At no step does anything overlap.
#[test]
fn a_cradle_of_blocks_on_a_floor() {
    for h in [0.01, 0.002] {
        let mut specs = vec![fixed("floor", cuboid(Vec3::new(5.0, 5.0, 0.5)), Vec3::new(0.0, 0.0, -0.5))];
        for k in 0..5 {
            let at = 0.2 * f64::from(k) - if k == 0 { 0.05 } else { 0.0 };
            let mut b = body(&format!("ball {k}"), cuboid(Vec3::repeat(0.1)), Vec3::new(at, 0.0, 0.1), 1.0);
            b.velocity.x = if k == 0 { 1.0 } else { 0.0 };
            specs.push(b);
        }
        let mut s = start(Dimension::Three, G, &specs, SeparatingFeature, RestitutionLaw::Newton, h);
        for _ in 0..(0.3 / h) as usize {
            s.step(&StepInput::default()).unwrap();
            assert!(measure(&s.model, &s.state).depth_max <= 1.001e-9);
        }
        for k in 1..=5 {
            let expected = if k == 5 { 1.0 } else { 0.0 };
            let t = s.state.twists[k];
            let off = (t.linear - Vec3::x() * expected).norm() + t.angular.norm();
            assert!(off < 1e-6, "h = {h}: ball {k} has {t:?}");
        }
    }
}

/// A perfectly elastic square without gravity between two walls keeps its energy to rounding through a hundred bounces.
/// With gravity a bounce costs at most 2gh of speed, because energy is not allowed to rise within any step.
#[test]
fn an_elastic_box_keeps_its_energy() {
    for law in LAWS {
        for model in models_of_conditions() {
            let wall = |name: &str, x: f64| fixed(name, rectangle(0.5, 2.0), Vec3::new(x, 0.0, 0.0));
            let mut b = body("box", rectangle(0.1, 0.1), Vec3::zeros(), 1.0);
            b.velocity = Vec3::new(3.0, 0.01, 0.0);
            let specs = [wall("left", -1.0), wall("right", 1.0), b];
            let mut s = start(Dimension::Two, 0.0, &specs, model, law, 0.01);
            let before = energy::measure(&s.model, &s.state).total();
            advance(&mut s, 3000);
            let after = energy::measure(&s.model, &s.state).total();
            assert!((after / before - 1.0).abs() < 1e-9, "{model:?}, {law:?}: {before} J -> {after} J");
        }
        for h in [0.01, 0.001] {
            let found = peaks(1.0, SeparatingFeature, law, h, 8);
            assert_eq!(found.len(), 8);
            for (k, peak) in found.iter().enumerate() {
                let slowest = (2.0 * G).sqrt() - (2 * k + 3) as f64 * G * h;
                // What is thrown up at v in the middle of a step rises to v²/2g − vh/2.
                let least = slowest * slowest / (2.0 * G) - slowest * h / 2.0 - G * h * h;
                assert!(
                    *peak <= 1.0 + 1e-9 && *peak >= least,
                    "h = {h}, bounce {k}: {peak} m, at least {least} m"
                );
            }
        }
    }
}

/// A plate that moves by itself strikes a box at rest: with e it leaves the plate at e times the plate's speed. The guard
/// on energy does not take from the box what the plate gives.
#[test]
fn a_kinematic_bat_gives_energy() {
    for model in models_that_land() {
        for law in LAWS {
            for e in [0.0, 0.5, 1.0] {
                let mut bat = body("bat", rectangle(0.05, 0.5), Vec3::new(-0.5, 0.0, 0.0), 0.0);
                (bat.kind, bat.velocity.x) = (BodyKind::Kinematic, 2.0);
                let ball = body("ball", rectangle(0.1, 0.1), Vec3::zeros(), e);
                let mut s = start(Dimension::Two, 0.0, &[bat, ball], model, law, 0.01);
                advance(&mut s, 30);
                let v = s.state.twists[1].linear.x;
                assert!((v - 2.0 * (1.0 + e)).abs() < 1e-9, "{model:?}, {law:?}, e = {e}: {v} m/s");
            }
        }
    }
}

/// The larger coefficient counts; under the threshold nothing bounces; what lies on something stays, at any step size.
#[test]
fn mixing_threshold_and_rest() {
    let drop = |floor_e: f64, box_e: f64, height: f64, h: f64| {
        let mut floor = fixed("floor", cuboid(Vec3::new(2.0, 2.0, 0.5)), Vec3::new(0.0, 0.0, -0.5));
        floor.restitution = floor_e;
        let part = cuboid(Vec3::repeat(0.1));
        let specs = [floor, body("box", part, Vec3::new(0.0, 0.0, 0.1 + height), box_e)];
        let mut s = start(Dimension::Three, G, &specs, SeparatingFeature, RestitutionLaw::Newton, h);
        let mut highest = 0.0_f64;
        for _ in 0..(0.5 / h) as usize {
            s.step(&StepInput::default()).unwrap();
            if s.state.twists[1].linear.z > 0.0 {
                highest = highest.max(s.state.twists[1].linear.z);
            }
        }
        highest
    };
    let (a, b, c) = (drop(0.0, 0.6, 0.2, 0.002), drop(0.6, 0.0, 0.2, 0.002), drop(0.6, 0.3, 0.2, 0.002));
    assert!(a > 1.0 && a == b && b == c, "{a}, {b}, {c} m/s");
    // 0.09 m/s at the floor.
    assert!(drop(0.9, 0.9, 0.0004, 0.001) < 1e-9);
    // 0.3 m/s at the floor.
    assert!(drop(0.9, 0.9, 0.0046, 0.001) > 0.2);
    for h in [0.001, 0.01, 0.05] {
        assert!(drop(1.0, 1.0, 0.0, h) < 1e-9, "h = {h}");
    }
}

/// Scenes without restitution give the same bits whatever the law and the threshold say.
#[test]
fn without_a_coefficient_nothing_changes() {
    let scene = scene("box3d_seed1");
    for model in ContactModel::ALL {
        let end = |law, threshold| {
            let mut s = simulation(&scene, model, 0.01);
            s.settings.restitution.law = law;
            s.settings.restitution.threshold = threshold;
            advance(&mut s, 120);
            state_hash(&s.state)
        };
        let plain = end(RestitutionLaw::Newton, 0.1);
        assert_eq!(plain, end(RestitutionLaw::Poisson, 0.0), "{model:?}");
    }
}

/// Kinetic energy of all bodies with given twists (J).
fn kinetic(model: &Model, state: &State) -> f64 {
    energy::measure(model, state).kinetic
}

/// A rod that strikes a rough floor aslant while it turns: Newton's law with friction demands a rebound that takes more
/// energy than there was (Kane's paradox). The law alone gives it; the step does not.
#[test]
fn the_guard_keeps_newtons_law_from_adding_energy() {
    let mut seen = 0;
    for k in 0..80 {
        let (angle, slip) = (0.4 + 0.1 * f64::from(k / 10), 0.6 * f64::from(k % 10) - 2.7);
        let mut floor = fixed("floor", cuboid(Vec3::new(5.0, 5.0, 0.5)), Vec3::new(0.0, 0.0, -0.5));
        let mut rod = body("rod", cuboid(Vec3::new(0.5, 0.02, 0.02)), Vec3::zeros(), 0.9);
        (floor.friction, rod.friction) = (1.0, 1.0);
        rod.orientation = Quat::from_scaled_axis(Vec3::y() * angle);
        let lowest = rod.parts[0].vertices.iter().map(|v| (rod.orientation * v).z).fold(0.0, f64::min);
        rod.position.z = -lowest + 1e-4;
        rod.velocity = Vec3::new(slip, 0.0, -1.0);
        let specs = [floor, rod];
        let mut s = start(Dimension::Three, 0.0, &specs, SeparatingFeature, RestitutionLaw::Newton, 1e-3);
        let before = s.state.clone();
        // The law by itself, on the contacts that are near.
        let (model, h) = (s.model.clone(), s.settings.h);
        let kinematics = Kinematics::new(&model, &before.poses, 0.0);
        let reach = motion_bounds(&model, &before.twists, h);
        let set = ContactSet::find(&model, &kinematics, &reach, Some(2e-3), 0.4);
        let primary = set.contacts.iter().filter(|c| c.is_primary());
        let closed: Vec<Closed> = primary
            .map(|c| Closed { contact: c.clone(), restitution: 0.9, threshold: 0.1, excess: 0.0 })
            .collect();
        assert!(!closed.is_empty());
        let roots: Vec<MassRoot> = model
            .ids()
            .map(|id| MassRoot::new(model.body(id), &before.poses[id.0], Dimension::Three))
            .collect();
        let impact = Impact {
            joints: &[],
            servos: &[],
            model: &model,
            roots: &roots,
            bodies: &[BodyId(1)],
            closed: &closed,
            law: Law::Newton,
            cone: Cone::Pyramid,
            friction_directions: 8,
            settings: LcpSettings { tolerance: 1e-10, max_iterations: 1000 },
        };
        let alone = impact.resolve(&before.twists, true).unwrap();
        let unguarded = State { twists: alone.twists, ..before.clone() };
        let (t0, t1) = (kinetic(&model, &before), kinetic(&model, &unguarded));
        s.step(&StepInput::default()).unwrap();
        let t2 = kinetic(&model, &s.state);
        assert!(t2 <= t0 * (1.0 + 1e-12), "angle {angle}: {t0} J -> {t2} J");
        if t1 > t0 * 1.001 {
            seen += 1;
            // It is scaled back to the energy there was, not to nothing.
            assert!(t2 > t0 * 0.999, "angle {angle}: {t0} J, alone {t1} J, guarded {t2} J");
        }
    }
    assert!(seen >= 3, "the law gains energy in {seen} of 80 cases: the guard is not tried");
}

/// Hulls of eight points that are not flat.
fn stone() -> impl Strategy<Value = Polytope> {
    prop::collection::vec(prop::array::uniform3(-0.2..0.2_f64), 8).prop_filter_map("flat", |v| {
        let points: Vec<Vec3> = v.into_iter().map(Vec3::from).collect();
        convex_hull_3d(&points).ok().filter(|p| p.mass_properties().measure > 1e-3)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    /// Kinetic plus potential energy never rises in a step, whatever the shapes, the coefficients of friction and
    /// restitution, the law and the step size; under exact contact nothing overlaps, and impulses stay in the cone.
    #[test]
    fn energy_never_rises_and_nothing_overlaps(
        shapes in prop::collection::vec(stone(), 4),
        speeds in prop::collection::vec(prop::array::uniform3(-3.0..3.0_f64), 4),
        spins in prop::collection::vec(prop::array::uniform3(-5.0..5.0_f64), 4),
        coefficients in prop::collection::vec((prop_oneof![Just(1.0), 0.0..1.0_f64], 0.0..0.8_f64), 5),
        poisson in any::<bool>(),
        coarse in any::<bool>(),
    ) {
        let mut specs = vec![fixed("floor", cuboid(Vec3::new(3.0, 3.0, 0.5)), Vec3::new(0.0, 0.0, -0.5))];
        for (k, shape) in shapes.iter().enumerate() {
            let at = Vec3::new(0.45 * (k % 2) as f64, 0.05 * k as f64, 0.4 + 0.45 * (k / 2) as f64);
            let mut b = body(&format!("stone {k}"), shape.clone(), at, 0.0);
            (b.velocity, b.angular_velocity) = (Vec3::from(speeds[k]), Vec3::from(spins[k]));
            specs.push(b);
        }
        for (spec, (e, mu)) in specs.iter_mut().zip(&coefficients) {
            (spec.restitution, spec.friction) = (*e, *mu);
        }
        let law = LAWS[usize::from(poisson)];
        let h = if coarse { 0.02 } else { 0.004 };
        let mut s = start(Dimension::Three, G, &specs, SeparatingFeature, law, h);
        let mut before = energy::measure(&s.model, &s.state);
        for _ in 0..60 {
            let record = s.step(&StepInput::default()).unwrap();
            let after = energy::measure(&s.model, &s.state);
            let scale = before.kinetic + after.kinetic + before.mass * G;
            prop_assert!(
                after.total() <= before.total() + 1e-13 * scale,
                "step {}: {} J more", record.step, after.total() - before.total()
            );
            prop_assert!(measure(&s.model, &s.state).depth_max <= 1.001e-9);
            for (k, contact) in record.contacts.iter().enumerate() {
                let mu = (s.model.body(contact.body_a()).friction * s.model.body(contact.body_b()).friction).sqrt();
                let (p, f) = (record.impulses[k], record.friction_impulses[k]);
                prop_assert!(p >= -1e-9 && f.norm() <= mu * p * (1.0 + 1e-6) + 1e-9, "{p}, {f:?}, μ = {mu}");
            }
            before = after;
        }
    }
}

/// The angular velocities of the bodies of a scene with a smooth floor, all of e = 0.5, after `time` (s) in steps of `h` (s).
fn spins_over_a_smooth_floor(bodies: &str, h: f64, time: f64) -> Vec<Vec3> {
    let scene = format!(
        "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 5.0, 0.5)), position: (0.0, 0.0, -0.5), restitution: 0.5), {bodies}])"
    );
    let mut sim = common::simulation_of(&scene, SeparatingFeature, h);
    advance(&mut sim, (time / h).round() as usize);
    sim.state.twists.iter().map(|twist| twist.angular).collect()
}

/// A ball falls on a box that tips on its edge: the edge bears and does not approach, so that it is struck by what the ball does to the box, and thrown back. By the law by hand, from the state
/// at the blow, the box then turns with −3.177 rad/s. (Whether the edge was stopped in the same problem as the ball was decided by 1e-9 of a speed: −2.85 at 10 and 5 ms.)
#[test]
fn what_bears_is_struck_by_what_a_blow_does_to_its_body() {
    let bodies = "
        (name: \"box\", shape: Box(half_extents: (0.2, 0.1, 0.05)), position: (0.0, 0.0, 0.13976423581535924),
         orientation: (0.9689124217106447, 0.0, 0.24740395925452294, 0.0), restitution: 0.5),
        (name: \"ball\", shape: Sphere(radius: 0.05), position: (0.05, 0.0, 0.3), velocity: (0.0, 0.0, -1.5), mass: 1.0, restitution: 0.5)";
    for h in [0.01, 0.005, 0.0025, 0.001] {
        let spin = spins_over_a_smooth_floor(bodies, h, 0.06)[1];
        assert!((spin - Vec3::new(0.0, -3.1807, 0.0)).norm() < 1e-3, "{spin:?} at {h} s");
    }
}

/// A box rocks from one edge to the other, all of it symmetric: both corners of the edge that lands are struck at once, though one of them has pushed by a grain in the step
/// before it lands and the other has not. (At 1 ms one was thrown up by the other, with 1.4 rad/s about the axis of symmetry.)
#[test]
fn a_box_that_rocks_stays_symmetric() {
    let bodies = "
        (name: \"box\", shape: Box(half_extents: (0.1, 0.1, 0.2)), position: (0.0, 0.0, 0.20909003390278183),
         orientation: (0.9987167190067598, 0.0, 0.050644991621805656, 0.0), restitution: 0.5)";
    for h in [0.01, 0.005, 0.0025, 0.001, 0.0005] {
        let spin = spins_over_a_smooth_floor(bodies, h, 0.1)[1];
        assert!(spin.xz().norm() < 1e-6 && (spin.y - 0.3233).abs() < 2e-3, "{spin:?} at {h} s");
    }
}

/// A box strikes a taller one that stands on the same floor, their faces flush: both are struck where the faces touch, and by the law by hand turn with these. (The corner of the taller one in the
/// air above the other was thrown back as if it touched: 2.62 and 3.73 rad/s, or not, by the order of the two.)
#[test]
fn a_corner_in_the_air_is_not_thrown_back() {
    let low = "(name: \"low\", shape: Box(half_extents: (0.12, 0.1, 0.1)), position: (0.0, 0.0, 0.1), velocity: (2.0, 0.0, 0.0), mass: 1.0, restitution: 0.5)";
    let tall = "(name: \"tall\", shape: Box(half_extents: (0.06, 0.1, 0.25)), position: (0.3037, 0.0, 0.25), mass: 1.0, restitution: 0.5)";
    for h in [0.01, 0.005, 0.001] {
        for (bodies, [a, b]) in [(format!("{low}, {tall}"), [1, 2]), (format!("{tall}, {low}"), [2, 1])] {
            let spins = spins_over_a_smooth_floor(&bodies, h, 0.07);
            let off = (spins[a] - Vec3::new(0.0, -0.2250, 0.0)).norm()
                + (spins[b] - Vec3::new(0.0, -4.2881, 0.0)).norm();
            assert!(off < 1e-3, "{spins:?} at {h} s");
        }
    }
}

/// With friction the law of a blow gives more energy than there was (Kane's paradox), and the rebound is cut to what there is: also over a floor that moves as it is told to, as it is seen from there.
/// (A capsule with e = 1 won 1.65 of 14.6 J in one bounce on a floor of kind `Kinematic` that stood still.)
#[test]
fn a_floor_that_moves_evenly_gives_a_rebound_no_energy() {
    let capsule = |velocity: Vec3, kind: &str, floor: Vec3| {
        let [v, u] = [velocity, floor].map(|v| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z));
        let moves = if kind == "Fixed" { String::new() } else { format!("velocity: {u},") };
        let scene = format!(
            "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
                (name: \"floor\", kind: {kind}, shape: Box(half_extents: (5.0, 5.0, 0.5)), position: (0.0, 0.0, -0.5), {moves} friction: 0.6, restitution: 1.0),
                (name: \"capsule\", shape: Capsule(radius: 0.05, length: 0.25), position: (0.0, 0.0, 0.3),
                 orientation: (-0.7434941328262636, 0.07837227662508663, -0.2999784546232536, 0.5925261069956055), velocity: {v},
                 angular_velocity: (-9.765869530559423, 7.198829530883608, 4.576663488148915), friction: 0.6, restitution: 1.0),
            ])"
        );
        let mut sim = common::simulation_of(&scene, SeparatingFeature, 0.005);
        advance(&mut sim, 50);
        (sim.state.twists[1].linear - floor, sim.state.twists[1].angular)
    };
    let velocity = Vec3::new(-0.5227484414807474, -0.41306354339189344, -2.0);
    let stands = capsule(velocity, "Fixed", Vec3::zeros());
    for floor in [Vec3::zeros(), Vec3::new(1.7, -0.9, 0.0), Vec3::new(0.3, 0.2, 0.6)] {
        let seen = capsule(velocity + floor, "Kinematic", floor);
        let apart = (seen.0 - stands.0).norm() + (seen.1 - stands.1).norm();
        assert!(apart < 1e-6, "{floor:?}: {seen:?} and not {stands:?}");
    }
}
