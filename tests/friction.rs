//! Coulomb's law within the resolution of the linearised cone, against closed forms and under every model.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::advance;
use pegsim::contact::models::ContactModel;
use pegsim::contact::models::ContactModel::{Peg, SeparatingFeature, Standard};
use pegsim::contact::{ContactId, ContactSet, Kinematics, motion_bounds};
use pegsim::dynamics::MassRoot;
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::lcp::LcpSettings;
use pegsim::lcp::convex::proximal_newton::SparseSolver;
use pegsim::lcp::methods::Lemke;
use pegsim::math::{Dimension, Vec3, tangents};
use pegsim::step::island::scaled::Scaled;
use pegsim::step::island::terms::Terms;
use pegsim::step::island::{IslandSolution, literal};
use pegsim::step::{Cone, Simulation, StepSettings, friction};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyKind, StepInput};
use std::f64::consts::PI;
use std::sync::Arc;

const G: f64 = 9.81;
const MODELS: [ContactModel; 3] = [Standard, Peg, SeparatingFeature];

fn cuboid(half: Vec3) -> Polytope {
    let sign = |k: usize, bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |k: usize| half.component_mul(&Vec3::new(sign(k, 0), sign(k, 1), sign(k, 2)));
    convex_hull_3d(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
}

fn rectangle(x: f64, y: f64) -> Polytope {
    convex_hull_2d(&[(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Vec3::new(x, y, 0.0))).unwrap()
}

/// A block on a level ground, with the coefficients of both and gravity turned instead of the ground.
fn block(
    dimension: Dimension,
    gravity: Vec3,
    friction: (f64, f64),
    model: ContactModel,
    directions: usize,
    h: f64,
) -> Simulation {
    let (ground, part, depth, up) = match dimension {
        Dimension::Two => (rectangle(60.0, 1.0), rectangle(0.3, 0.2), 1.0, Vec3::y() * 0.2),
        Dimension::Three => {
            (cuboid(Vec3::new(60.0, 60.0, 1.0)), cuboid(Vec3::new(0.3, 0.3, 0.2)), 1.0, Vec3::z() * 0.2)
        }
    };
    let mut floor = BodySpec::new("ground", vec![ground]);
    floor.kind = BodyKind::Fixed;
    floor.position = -up.normalize() * depth;
    let mut stone = BodySpec::new("block", vec![part]);
    stone.position = up;
    (floor.friction, stone.friction) = friction;
    let (bodies, state) = assemble(dimension, gravity, &[floor, stone]);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.friction.directions = directions;
    settings.contact.model = model;
    // What the linearised cone resolves is measured here; the round one has `tests/cone.rs`.
    settings.friction.cone = Some(Cone::Pyramid);
    Simulation::new(Arc::new(bodies), state, settings)
}

/// In the direction `angle` from one of n directions: the radius of the linearised cone, as a part of the round one's.
fn radius(n: usize, angle: f64) -> f64 {
    let sector = PI / n as f64;
    sector.cos() / (angle.rem_euclid(2.0 * sector) - sector).cos()
}

/// Gravity on a slope θ whose fall makes `angle` with the first direction of the cone.
fn tilted(theta: f64, angle: f64) -> (Vec3, Vec3) {
    let (t, o) = tangents(&Vec3::z());
    let fall = t * angle.cos() + o * angle.sin();
    ((fall * theta.sin() - Vec3::z() * theta.cos()) * G, fall)
}

/// For how long gravity has acted at the velocities after this time (s): in a leapfrog step they are those of its middle.
fn under_weight(model: ContactModel, time: f64, h: f64) -> f64 {
    if model == SeparatingFeature { time } else { time - 0.5 * h }
}

/// In the plane the cone is Coulomb's: the block sticks for μ > tan θ and else slides with g(sin θ − μ cos θ).
#[test]
fn the_threshold_in_the_plane_is_exact() {
    let theta = 0.4_f64;
    for model in MODELS {
        for h in [0.01, 0.033] {
            for factor in [0.5, 0.999, 1.001, 1.5] {
                let mu = theta.tan() * factor;
                let gravity = Vec3::new(theta.sin(), -theta.cos(), 0.0) * G;
                let mut s = block(Dimension::Two, gravity, (mu, mu), model, 8, h);
                let steps = (1.0 / h).round();
                advance(&mut s, steps as usize);
                let time = under_weight(model, steps * h, h);
                let exact = G * (theta.sin() - mu * theta.cos()).max(0.0) * time;
                let speed = s.state.twists[1].linear.x;
                assert!(
                    (speed - exact).abs() < 1e-8,
                    "{model:?}, μ = {mu}, h = {h}: {speed}, not {exact} m/s"
                );
            }
        }
    }
}

/// In space the cone is a pyramid of n sides: it holds at least cos(π/n) of the round cone in every direction and all of
/// it along the n. Sliding decelerates by between cos(π/n) μg cos θ and all of that.
#[test]
fn the_threshold_in_space_is_that_of_the_pyramid() {
    let theta = 0.4_f64;
    for model in MODELS {
        for n in [4, 8, 16] {
            for angle in [0.0, 0.3 * PI / n as f64, PI / n as f64, 1.7 * PI / n as f64] {
                let (gravity, fall) = tilted(theta, angle);
                let least = theta.tan() / radius(n, angle);
                for factor in [0.6, 0.99, 1.01] {
                    let mu = least * factor;
                    let mut s = block(Dimension::Three, gravity, (mu, mu), model, n, 0.01);
                    let steps = 50.0;
                    advance(&mut s, steps as usize);
                    let speed = s.state.twists[1].linear.dot(&fall);
                    let time = under_weight(model, steps * 0.01, 0.01);
                    let (drive, hold) = (G * theta.sin(), G * mu * theta.cos());
                    if factor > 1.0 {
                        assert!(
                            speed.abs() < 1e-9,
                            "{model:?}, n = {n}, angle {angle}: creeps at {speed} m/s"
                        );
                        assert!(least <= theta.tan() / (PI / n as f64).cos() * (1.0 + 1e-12));
                    } else {
                        let (slow, fast) = (drive - hold, drive - hold * (PI / n as f64).cos());
                        assert!(
                            speed > 1e-3 && speed >= slow * time - 1e-8 && speed <= fast * time + 1e-8,
                            "{model:?}, n = {n}, angle {angle}, μ = {mu}: {speed} m/s outside {} … {}",
                            slow * time,
                            fast * time
                        );
                    }
                }
            }
        }
    }
}

/// The friction impulse lies within π/n of the direction against the slip and is as large as μ times the normal impulse
/// within cos(π/n); along a direction of the cone a block comes to rest after v²/2μg.
#[test]
fn friction_opposes_the_slip() {
    let (mu, v0) = (0.4, 2.0);
    for model in MODELS {
        for n in [4, 8, 16] {
            let sector = PI / n as f64;
            for angle in [0.0, 0.4 * sector, sector, 2.6 * sector] {
                let mut s = block(Dimension::Three, -Vec3::z() * G, (mu, mu), model, n, 0.002);
                let (t, o) = tangents(&Vec3::z());
                s.state.twists[1].linear = (t * angle.cos() + o * angle.sin()) * v0;
                let start = s.state.poses[1].position;
                for _ in 0..500 {
                    let record = s.step(&StepInput::default()).unwrap();
                    let slip = s.state.twists[1].linear;
                    let force: Vec3 = record.friction_impulses.iter().sum();
                    let load: f64 = record.impulses.iter().sum();
                    assert!(force.norm() <= mu * load * (1.0 + 1e-9));
                    if slip.norm() > 1e-6 {
                        let cosine = -force.dot(&slip) / (force.norm() * slip.norm());
                        assert!(cosine >= sector.cos() - 1e-9, "{model:?}, n = {n}, {angle}: {cosine}");
                        assert!(-force.dot(&slip) >= sector.cos() * mu * load * slip.norm() * (1.0 - 1e-9));
                    }
                }
                assert!(s.state.twists[1].linear.norm() < 1e-9, "{model:?}, n = {n}: still slides");
                let way = (s.state.poses[1].position - start).norm();
                let exact = v0 * v0 / (2.0 * mu * G);
                // The sum of the steps' lengths against the integral: half a step of the speed at the start.
                let slack = v0 * 0.002;
                let least = exact - slack;
                let most = exact / sector.cos() + slack;
                assert!(
                    (least..=most).contains(&way),
                    "{model:?}, n = {n}, {angle}: {way} m, {least} … {most}"
                );
                if angle == 0.0 {
                    assert!((way - exact).abs() <= slack, "{model:?}, n = {n}: {way} m, not {exact}");
                }
            }
        }
    }
}

/// A box at rest on a slope stays where it is, for ten thousand steps.
#[test]
fn a_box_on_a_slope_does_not_creep() {
    let theta = 0.3_f64;
    for model in MODELS {
        for dimension in [Dimension::Two, Dimension::Three] {
            let gravity = match dimension {
                Dimension::Two => Vec3::new(theta.sin(), -theta.cos(), 0.0) * G,
                Dimension::Three => tilted(theta, 0.2).0,
            };
            let mu = 1.2 * theta.tan();
            let mut s = block(dimension, gravity, (mu, mu), model, 8, 0.01);
            advance(&mut s, 10);
            let before = s.state.poses[1];
            advance(&mut s, 10_000);
            let moved = (s.state.poses[1].position - before.position).norm();
            let turned = s.state.poses[1].orientation.angle_to(&before.orientation);
            assert!(moved < 1e-9 && turned < 1e-9, "{model:?}, {dimension:?}: {moved} m, {turned} rad");
        }
    }
}

/// A square block of half side a that spins flat about its axis rests on four corners at r = √2 a. Whatever the share of
/// each corner (opposite ones carry the same), the torque is μmg r, and I = ⅔ma², so that ω falls evenly by
/// 3μg/(√2 a) a second, less at most 1 − cos(π/n). It comes to rest, and never turns back.
#[test]
fn a_spinning_block_comes_to_rest() {
    let (mu, a, n, h, omega) = (0.3, 0.3, 16, 0.002, 20.0);
    let rate = 3.0 * mu * G / (2.0_f64.sqrt() * a);
    for model in MODELS {
        let mut s = block(Dimension::Three, -Vec3::z() * G, (mu, mu), model, n, h);
        s.state.twists[1].angular.z = omega;
        let (mut last, mut mean) = (omega, (0.0, 0.0));
        for k in 0..600 {
            s.step(&StepInput::default()).unwrap();
            let now = s.state.twists[1].angular.z;
            let time = under_weight(model, f64::from(k + 1) * h, h);
            let (fast, slow) = (omega - rate * time, omega - rate * (PI / n as f64).cos() * time);
            assert!(now >= -1e-9 && now <= last + 1e-9, "{model:?}: {last} -> {now} rad/s");
            assert!(
                now >= fast - 1e-6 && now <= slow.max(0.0) + 1e-6,
                "{model:?} at {time} s: {now}, {fast} … {slow}"
            );
            if now > 5.0 {
                mean = (mean.0 + last - now, mean.1 + if k == 0 { under_weight(model, h, h) } else { h });
            }
            last = now;
        }
        assert!(last.abs() < 1e-9, "{model:?}: ends at {last} rad/s");
        // Over whole turns the pyramid gives the mean of its support, (n/π) sin(π/n).
        let expected = rate * (n as f64 / PI) * (PI / n as f64).sin();
        let found = mean.0 / mean.1;
        assert!((found / expected - 1.0).abs() < 2e-3, "{model:?}: {found} rad/s², not {expected}");
        let drift = s.state.poses[1].position;
        assert!(drift.x.hypot(drift.y) < 1e-6, "{model:?}: wanders to {drift}");
    }
}

/// Two bodies with different coefficients: the geometric mean, whichever has which.
#[test]
fn coefficients_mix_by_the_geometric_mean() {
    for model in MODELS {
        for friction in [(0.2, 0.8), (0.8, 0.2)] {
            for (slope, sticks) in [(0.399, true), (0.401, false)] {
                let theta = f64::atan(slope);
                let gravity = Vec3::new(theta.sin(), -theta.cos(), 0.0) * G;
                let mut s = block(Dimension::Two, gravity, friction, model, 2, 0.01);
                advance(&mut s, 100);
                let speed = s.state.twists[1].linear.x;
                assert_eq!(speed < 1e-9, sticks, "{model:?}, {friction:?}, slope {slope}: {speed} m/s");
            }
        }
        let mut s = block(Dimension::Two, Vec3::new(0.1, -G, 0.0), (0.0, 5.0), model, 2, 0.01);
        advance(&mut s, 100);
        assert!(s.state.twists[1].linear.x > 0.09, "{model:?}: smooth on rough is smooth");
    }
}

/// Convex problems with given sliding speeds solve what Lemke's method solves: two cubes on each other and on a floor,
/// thrown against each other in all ways. A face on a face shares its load among its corners as it likes, and with the load
/// the friction: the two need not find the same, but each must satisfy Coulomb's law.
#[test]
fn sliding_speeds_satisfy_what_lemke_does() {
    let mut random = 1_u64;
    let mut next = || {
        // A linear congruential generator (Knuth): any numbers do.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    for case in 0..60 {
        let mut floor = BodySpec::new("floor", vec![cuboid(Vec3::new(5.0, 5.0, 1.0))]);
        (floor.kind, floor.position.z) = (BodyKind::Fixed, -1.0);
        let mut specs = vec![floor];
        for k in 0..2 {
            let mut cube = BodySpec::new(format!("cube {k}"), vec![cuboid(Vec3::repeat(0.1))]);
            cube.position = Vec3::new(0.03 * next(), 0.03 * next(), 0.1 + 0.2 * f64::from(k));
            cube.velocity = Vec3::new(next(), next(), 0.3 * next());
            cube.angular_velocity = Vec3::new(next(), next(), 3.0 * next());
            specs.push(cube);
        }
        let mu = 0.1 + 0.25 * f64::from(case % 3);
        specs.iter_mut().for_each(|s| s.friction = mu);
        let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &specs);
        let h = 0.01;
        let free = state.twists.clone();
        let kinematics = Kinematics::new(&model, &state.poses, 0.0);
        let set = ContactSet::find(&model, &kinematics, &motion_bounds(&model, &free, h), Some(0.02), 0.4);
        let ids: Vec<ContactId> = (0..set.contacts.len())
            .map(ContactId)
            .filter(|&c| set.get(c).is_primary() && !set.get(c).is_edge_edge())
            .collect();
        assert!(ids.len() >= 6, "{} contacts", ids.len());
        let roots: Vec<MassRoot> = model
            .ids()
            .map(|id| MassRoot::new(model.body(id), &state.poses[id.0], Dimension::Three))
            .collect();
        let bodies = model.ids().filter(|id| model.body(*id).is_dynamic()).collect();
        let terms = Terms::new(Scaled::new(&model, &roots, &free, bodies, h), &set, 6);
        let settings = LcpSettings { tolerance: 1e-10, max_iterations: 1000 };
        let groups: Vec<literal::Group> = ids.iter().map(|&c| vec![c]).collect();
        let gaps: Vec<_> = ids.iter().map(|&c| (c, set.get(c).gap)).collect();
        let lemke = literal::solve(&terms, &groups, f64::NEG_INFINITY, &Lemke, &settings).unwrap();
        let speeds = friction::solve(
            &terms,
            &gaps,
            friction::Before::default(),
            &settings,
            friction::ACCEPT,
            &mut SparseSolver::default(),
        )
        .unwrap();
        coulomb(&terms, &ids, &lemke, mu, 6);
        coulomb(&terms, &ids, &speeds, mu, 6);
    }
}

/// Whether a solution is one: the impulses give the velocities, no gap closes, none that opens is loaded, friction lies
/// in the pyramid, and dissipates as much as any in it could.
fn coulomb(terms: &Terms, ids: &[ContactId], solution: &IslandSolution, mu: f64, n: usize) {
    let mut left = solution.change.clone();
    for &id in ids {
        let contact = terms.set.get(id);
        let p: f64 = solution.impulses.iter().filter(|(c, _)| *c == id).map(|(_, p)| p).sum();
        let f: Vec3 = solution.friction.iter().filter(|(c, _)| *c == id).map(|(_, f)| f).sum();
        let (row, offset) = terms.gap_row(contact);
        let rate = contact.gap / terms.h + row.dot(&solution.change) + offset;
        assert!(
            rate >= -1e-8 && p >= 0.0 && rate.min(p) < 1e-7,
            "{}: rate {rate}, p {p}",
            solution.report.method
        );
        row.entries().iter().for_each(|&(k, c)| left[k] -= c * p);
        if f != Vec3::zeros() {
            terms.slide_row(id, &f).0.entries().iter().for_each(|&(k, c)| left[k] -= c);
        }
        let basis = terms.friction_basis(id);
        let speed = |d: &Vec3| {
            let (row, offset) = terms.slide_row(id, d);
            row.dot(&solution.change) + offset
        };
        let sigma = basis.iter().map(|d| -speed(d)).fold(0.0, f64::max);
        for (d, e) in basis.iter().zip(basis.iter().cycle().skip(1)) {
            let side = (d + e).normalize();
            assert!(f.dot(&side) <= mu * p * (PI / n as f64).cos() * (1.0 + 1e-9) + 1e-9);
        }
        let power = if f == Vec3::zeros() { 0.0 } else { -speed(&f) };
        assert!(
            (power - mu * p * sigma).abs() < 1e-7,
            "{}: {power}, {}",
            solution.report.method,
            mu * p * sigma
        );
    }
    assert!(left.amax() < 1e-7, "{}: {} N·s unaccounted for", solution.report.method, left.amax());
}
