//! Steps that end at impacts (`contact: (impact: Split)`): what is thrown back flies on at once, one impact in a step leads to
//! another, and a blow at the poses of its instant keeps what mechanics says it keeps. Beside it whole steps, of which it is said in
//! `docs/exact-contact.md` by how much they are off.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;

use chance::block;
use pegsim::contact::models::ContactModel::{Peg, SeparatingFeature};
use pegsim::experiment::energy::measure;
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::Vec3;
use pegsim::step::{ContactSettings, Geometry, ImpactTreatment, Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::joint::{Joint, JointKind};
use pegsim::world::{BodyId, StepInput};

const G: f64 = 9.81;

fn run(
    dimension: Dimension,
    gravity: Vec3,
    bodies: &[BodySpec],
    h: f64,
    impact: ImpactTreatment,
) -> Simulation {
    let (model, state) = assemble(dimension, gravity, bodies);
    let mut settings = StepSettings { h, count_traps: false, ..StepSettings::default() };
    settings.contact = ContactSettings { model: SeparatingFeature, impact: Some(impact), ..settings.contact };
    Simulation::new(model, state, settings)
}

fn step(s: &mut Simulation) -> usize {
    s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}")).solve.substeps
}

/// A rod that falls on a floor without friction, turns and drifts: share of the energy that it loses in 5 s, and its speed along the
/// floor, which nothing changes (m/s).
fn turning_rod(dimension: Dimension, h: f64, impact: ImpactTreatment) -> (f64, f64) {
    let (up, spin) = match dimension {
        Two => (Vec3::y(), Vec3::z() * 3.0),
        Three => (Vec3::z(), Vec3::new(1.0, 3.0, 2.0)),
    };
    let floor = BodySpec::fixed("floor", vec![block(dimension, 20.0, 20.0, 20.0)]).at(up * -20.0);
    let mut rod = BodySpec::new("rod", vec![block(dimension, 0.3, 0.05, 0.07)]).at(up * 1.0);
    rod.velocity = Vec3::x() * 2.0;
    rod.angular_velocity = spin;
    rod.restitution = 1.0;
    let mut s = run(dimension, -G * up, &[floor, rod], h, impact);
    let start = measure(&s.model, &s.state).total();
    for _ in 0..(5.0 / h).round() as usize {
        step(&mut s);
    }
    (1.0 - measure(&s.model, &s.state).total() / start, s.state.twists[1].linear.x)
}

#[test]
fn a_turning_elastic_rod_keeps_its_energy_and_its_speed_along_the_floor() {
    for dimension in [Two, Three] {
        for h in [0.02, 0.01, 0.0025] {
            let (lost, along) = turning_rod(dimension, h, ImpactTreatment::Split);
            println!("{dimension:?}, h = {h}: {lost:.2e} of the energy lost, goes on at {along} m/s");
            assert!(lost.abs() < 1e-12, "{dimension:?}, h = {h}: {lost:e} of the energy lost");
            assert!((along - 2.0).abs() < 1e-9, "{dimension:?}, h = {h}: goes on at {along} m/s");
        }
    }
}

/// Of first order: the rod waits at the floor, and turns, between its blow and the end of the step.
#[test]
fn a_turning_elastic_rod_loses_energy_in_whole_steps() {
    for dimension in [Two, Three] {
        let lost = |h| turning_rod(dimension, h, ImpactTreatment::Within).0;
        let (coarse, fine) = (lost(0.01), lost(0.0025));
        println!("{dimension:?}: {coarse:.2e} and {fine:.2e} of the energy lost at h = 10 and 2.5 ms");
        assert!(coarse < 0.15 && fine < 0.4 * coarse, "{dimension:?}: {coarse:.1e} and {fine:.1e} lost");
    }
}

/// A ball between two walls meets them several times in a step, and is where light between two mirrors would be.
#[test]
fn many_impacts_in_a_step_are_met_in_their_order() {
    let (room, radius, speed, h) = (0.5, 0.05, 37.0, 0.05);
    for dimension in [Two, Three] {
        let wall = |name: &str, x: f64| {
            BodySpec::fixed(name, vec![block(dimension, 0.5, 1.0, 1.0)]).at(Vec3::x() * x)
        };
        let mut ball = BodySpec::new("ball", vec![block(dimension, radius, radius, radius)]);
        ball.velocity = Vec3::x() * speed;
        ball.restitution = 1.0;
        let bodies = [wall("left", -0.5 - room), wall("right", 0.5 + room), ball];
        let mut s = run(dimension, Vec3::zeros(), &bodies, h, ImpactTreatment::Split);
        let way = 2.0 * (room - radius);
        let (mut parts, mut off) = (0, 0.0_f64);
        for k in 1..=20 {
            parts += step(&mut s);
            let gone = (speed * h * f64::from(k) + 0.5 * way) % (2.0 * way);
            let at = if gone < way { gone - 0.5 * way } else { 1.5 * way - gone };
            off = off.max((s.state.poses[2].position.x - at).abs());
        }
        println!("{dimension:?}: {parts} parts in 20 steps, {off:.1e} m off");
        assert!(parts >= 20 + (20.0 * speed * h / way) as usize, "{dimension:?}: only {parts} parts");
        // Each of some forty impacts is met to the 1e-10 m that count as met.
        assert!(off < 1e-8, "{dimension:?}: {off:e} m off");
        assert!((s.state.twists[2].linear.norm() - speed).abs() < 1e-12 * speed);
    }
}

/// What mends the momenta of a group after its step has next to nothing to do where the blow was at the poses of its instant.
#[test]
fn a_blow_at_its_instant_keeps_angular_momentum_by_itself() {
    let mended = |impact| {
        let mut a = BodySpec::new("a", vec![block(Three, 0.15, 0.1, 0.05)]).at(Vec3::new(-1.0, 0.1, 0.05));
        a.velocity = Vec3::x() * 2.0;
        a.angular_velocity = Vec3::new(0.5, 2.0, -1.0);
        let mut b = BodySpec::new("b", vec![block(Three, 0.1, 0.125, 0.075)]).at(Vec3::new(0.0, -0.1, 0.0));
        b.velocity = -Vec3::x();
        let mut s = run(Three, Vec3::zeros(), &[a, b], 0.01, impact);
        let before = measure(&s.model, &s.state);
        let mut most = 0.0_f64;
        for _ in 0..60 {
            let record = s.step(&StepInput::default()).unwrap();
            // What bodies were given that no contact explains.
            most = record.beside.iter().map(|(_, given)| given.norm()).fold(most, f64::max);
        }
        let after = measure(&s.model, &s.state);
        let drift = (after.angular_momentum - before.angular_momentum).norm();
        assert!(after.kinetic < 0.99 * before.kinetic, "they met");
        assert!(drift <= 1e-12 * before.angular_momentum.norm(), "{impact:?}: drift {drift:e}");
        most
    };
    let (split, whole) = (mended(ImpactTreatment::Split), mended(ImpactTreatment::Within));
    println!("mended: {split:.1e} N·s, in whole steps {whole:.1e} N·s");
    assert!(split < 1e-6 && whole > 1e-3, "mended {split:e} N·s, in whole steps {whole:e} N·s");
}

/// A block slides to a stop v²/(2μg) on, straight ahead and wherever in a step that is; whole steps stop up to ½μgh² away, once.
#[test]
fn sliding_stops_at_its_instant() {
    let (mu, speed) = (0.3, 2.0);
    for dimension in [Two, Three] {
        let (down, floor) = match dimension {
            Two => (-G * Vec3::y(), block(dimension, 20.0, 1.0, 1.0)),
            Three => (-G * Vec3::z(), block(dimension, 20.0, 20.0, 1.0)),
        };
        let up = -down / G;
        for h in [0.016, 0.01, 0.0025] {
            for k in 0..if dimension == Two { 1 } else { 12 } {
                let heading = 0.3 * f64::from(k);
                let ahead = Vec3::new(heading.cos(), heading.sin(), 0.0);
                let mut sled = BodySpec::new("sled", vec![block(dimension, 0.2, 0.05, 0.05)]);
                sled.position = up * 0.05;
                sled.velocity = ahead * speed;
                let mut bodies = [BodySpec::fixed("floor", vec![floor.clone()]).at(-up), sled];
                bodies.iter_mut().for_each(|b| b.friction = mu);
                let mut s = run(dimension, down, &bodies, h, ImpactTreatment::Split);
                for _ in 0..(0.8 / h) as usize {
                    step(&mut s);
                }
                let gone = s.state.poses[1].position - up * 0.05;
                let off = (gone - ahead * (speed * speed / (2.0 * mu * G))).norm();
                assert!(off < 1e-8, "{dimension:?}, h = {h}, heading {heading}: {off:e} m off");
                assert!(s.state.twists[1].linear.norm() < 1e-12, "it stands");
            }
        }
    }
}

#[test]
fn steps_end_at_impacts_where_few_bodies_move() {
    let model = |count: usize, restitution: f64| {
        let body = |k: usize| {
            let mut body = BodySpec::new(format!("{k}"), vec![block(Two, 0.1, 0.1, 0.1)]);
            body.properties.restitution = restitution;
            body.at(Vec3::x() * k as f64)
        };
        let floor = BodySpec::fixed("floor", vec![block(Two, 20.0, 1.0, 1.0)]).at(Vec3::y() * -2.0);
        let bodies: Vec<_> = (0..count).map(body).chain([floor]).collect();
        assemble(Two, Vec3::zeros(), &bodies).0
    };
    let (few, many) = (model(8, 0.0), model(9, 0.0));
    let (bouncing, crowded) = (model(20, 0.1), model(21, 0.1));
    let exact = ContactSettings { model: SeparatingFeature, ..ContactSettings::default() };
    for (some, more) in [(&few, &many), (&bouncing, &crowded)] {
        assert_eq!(
            (exact.impact(some), exact.impact(more)),
            (ImpactTreatment::Split, ImpactTreatment::Within)
        );
    }
    for asked in [ImpactTreatment::Split, ImpactTreatment::Within] {
        let asked_for = ContactSettings { impact: Some(asked), ..exact };
        assert_eq!((asked_for.impact(&few), asked_for.impact(&many)), (asked, asked));
        // Those that cannot do it do not.
        let peg = ContactSettings { model: Peg, ..asked_for };
        let linearised = ContactSettings { geometry: Some(Geometry::SemiImplicit), ..asked_for };
        assert_eq!(peg.impact(&few), ImpactTreatment::Within);
        assert_eq!(linearised.impact(&few), ImpactTreatment::Within);
    }
}

/// A body that pivots about a corner that sticks does not slide there, though the corner seems to where its lever arm has turned: no step
/// is cut. A pendulum of a plank on its edge, on a floor with friction.
#[test]
fn what_pivots_on_a_corner_does_not_stop_sliding() {
    for dimension in [Two, Three] {
        let up = if dimension == Two { Vec3::y() } else { Vec3::z() };
        let floor = BodySpec::fixed("floor", vec![block(dimension, 20.0, 20.0, 20.0)]).at(up * -20.0);
        let turn = if dimension == Two { Vec3::z() } else { Vec3::y() } * 0.3;
        let mut plank = BodySpec::new(
            "plank",
            vec![block(dimension, 0.1, if dimension == Two { 0.5 } else { 0.1 }, 0.5)],
        );
        plank.orientation = pegsim::math::Quat::from_scaled_axis(turn);
        plank.position = up * (0.5 * 0.3_f64.cos() + 0.1 * 0.3_f64.sin());
        let mut bodies = [floor, plank];
        bodies.iter_mut().for_each(|b| b.friction = 1.0);
        let mut s = run(dimension, -G * up, &bodies, 0.01, ImpactTreatment::Split);
        let parts: usize = (0..20).map(|_| step(&mut s)).sum();
        assert!(s.state.twists[1].angular.norm() > 0.2, "{dimension:?}: it falls over");
        assert!(parts <= 22, "{dimension:?}: {parts} parts in 20 steps");
    }
}

/// Up a slope and to a stop there, or down one that is too flat to go on: forces along the way have a part in when it stops.
#[test]
fn sliding_stops_at_its_instant_on_a_slope() {
    let (mu, speed, h): (f64, f64, f64) = (0.5, 1.5, 0.013);
    for slope in [0.3_f64, -0.3] {
        // Gravity leans instead of the floor; uphill for a positive slope.
        let down = G * Vec3::new(-slope.sin(), -slope.cos(), 0.0);
        let mut sled = BodySpec::new("sled", vec![block(Two, 0.2, 0.05, 0.05)]).at(Vec3::y() * 0.05);
        sled.velocity = Vec3::x() * speed;
        let mut bodies = [BodySpec::fixed("floor", vec![block(Two, 20.0, 1.0, 1.0)]).at(-Vec3::y()), sled];
        bodies.iter_mut().for_each(|b| b.friction = mu);
        let mut s = run(Two, down, &bodies, h, ImpactTreatment::Split);
        let parts: usize = (0..(1.5 / h) as usize).map(|_| step(&mut s)).sum();
        let slows = G * (mu * slope.cos() + slope.sin());
        let off = s.state.poses[1].position.x - speed * speed / (2.0 * slows);
        assert!(off.abs() < 1e-8, "slope {slope}: {off:e} m off");
        assert!(parts <= (1.5 / h) as usize + 4, "slope {slope}: {parts} parts");
    }
}

/// A joint that takes up a blow bears it as a mean force over the step, however short the part of the step is that ends at the blow.
#[test]
fn a_joint_breaks_by_what_it_bears_over_the_whole_step() {
    let (mass, speed, h) = (2.0, 10.0, 0.01);
    let mean = mass * speed / h;
    for (strength, breaks) in [(1.5 * mean, false), (0.5 * mean, true)] {
        let post = BodySpec::fixed("post", vec![block(Two, 0.1, 0.1, 0.1)]).at(Vec3::x() * 2.0);
        let plate = BodySpec::new("plate", vec![block(Two, 0.05, 0.5, 0.5)]);
        let mut ball = BodySpec::new("ball", vec![block(Two, 0.1, 0.1, 0.1)]).at(Vec3::x() * -0.184);
        ball.density = mass / 0.04;
        ball.velocity = Vec3::x() * speed;
        let mut s = run(Two, Vec3::zeros(), &[post, plate, ball], h, ImpactTreatment::Split);
        let ids = (BodyId(0), BodyId(1));
        let poses = (&s.state.poses[0].clone(), &s.state.poses[1].clone());
        let mut joint = Joint::new(JointKind::Fixed, ids, poses, Vec3::zeros(), Vec3::z(), Two);
        joint.strength = (strength, f64::INFINITY);
        let mut model = (*s.model).clone();
        model.joints.push(joint);
        s = Simulation::new(model, s.state.clone(), s.settings);
        let record = s.step(&StepInput::default()).unwrap();
        assert!(record.solve.substeps > 1, "the step ends at the blow");
        let borne = record.joints[0].force.norm();
        assert!((borne - mean).abs() < 0.01 * mean, "{borne} N, {mean} N over the step");
        assert_eq!(
            (record.joints[0].broke, s.state.broken.len()),
            (breaks, usize::from(breaks)),
            "{strength} N"
        );
    }
}

/// Contacts are told where they acted: with and without a blow, impulses times their arms are what a box's angular momentum about its centre changes by. In a step that ended at the blow the points
/// were those of half the way there: a quarter of the moment was missing.
#[test]
fn told_impulses_turn_the_body_by_their_arms() {
    for (z, friction, restitution) in [(0.505, 0.0, 0.5), (0.52, 0.4, 0.0), (0.535, 0.4, 0.3)] {
        for (h, impact) in [
            (0.01, ImpactTreatment::Split),
            (0.0025, ImpactTreatment::Split),
            (0.01, ImpactTreatment::Within),
        ] {
            let mut floor = BodySpec::fixed("floor", vec![block(Three, 5.0, 5.0, 0.5)]);
            (floor.position, floor.friction, floor.restitution) =
                (Vec3::new(0.0, 0.0, -0.5), friction, restitution);
            let mut thrown = BodySpec::new("box", vec![block(Three, 0.2, 0.15, 0.1)]);
            (thrown.position, thrown.friction, thrown.restitution) = (Vec3::z() * z, friction, restitution);
            (thrown.velocity, thrown.angular_velocity) = (Vec3::new(2.0, 0.5, 0.0), Vec3::new(1.0, 4.0, 5.0));
            thrown.orientation = pegsim::math::Quat::from_scaled_axis(Vec3::new(0.7, 0.5, 0.2));
            let mut s = run(Three, -G * Vec3::z(), &[floor, thrown], h, impact);
            let spin = |s: &Simulation| s.model.body(BodyId(1)).spin(&s.state.poses[1], &s.state.twists[1]);
            let (mut struck, mut worst) = (0.0_f64, 0.0_f64);
            while struck == 0.0 && s.state.time < 0.5 {
                let before = spin(&s);
                let record = s.step(&StepInput::default()).unwrap();
                let given = record.contacts.iter().zip(&record.impulses).zip(&record.friction_impulses);
                let moment: Vec3 =
                    given.map(|((c, p), f)| (c.point_b - c.centre_b).cross(&(c.normal * *p + f))).sum();
                struck = record.impulses.iter().sum();
                worst = worst.max((spin(&s) - before - moment).norm());
            }
            // In a whole step something is given once more after the blow, where the body has turned.
            let known_to = if impact == ImpactTreatment::Split { 1e-8 } else { 1e-3 * struck };
            assert!(
                struck > 0.1 && worst < known_to,
                "{z} m, {h} s, {impact:?}: {worst:e} N·m·s of {struck} N·s"
            );
        }
    }
}
