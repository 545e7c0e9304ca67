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

/// A push that is shorter than a step and over within it moves what rubs as far as it should, although its mean over the step is
/// less than friction holds: the step ends where the force begins and ends.
#[test]
fn a_short_push_overcomes_friction() {
    let (mass, force, held, from, until) = (2.0, 30.0, 0.5 * 2.0 * 10.0, 0.1037, 0.1063);
    let pushed: f64 = (force - held) / mass * (until - from);
    let way = 0.5 * pushed * (until - from) + 0.5 * pushed * pushed * mass / held;
    let text = format!(
        "Scene(name: \"test\", dimension: Two, gravity: Some((0.0, -10.0, 0.0)),
        bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5, 0.0)), position: (0.0, -0.5, 0.0), friction: 0.5),
            (name: \"block\", kind: Dynamic, mass: {mass:?}, shape: Box(half_extents: (0.5, 0.05, 0.0)), position: (0.0, 0.05, 0.0), friction: 0.5)],
        controllers: [(kind: Force, body: \"block\", force: ({force:?}, 0.0, 0.0), from: {from}, until: Some({until}))])"
    );
    for h in [0.02, 0.01, 0.005, 0.003, 0.001] {
        let mut s = simulation(&text, ContactModel::SeparatingFeature, h);
        run(&mut s, 0.2, &mut |_, _| {});
        let (off, speed) = (s.state.poses[1].position.x - way, s.state.twists[1].linear.norm());
        assert!(off.abs() < 1e-9 && speed < 1e-9, "{h} s: {off:.2e} m off, {speed:.2e} m/s");
    }
}

/// A pusher that starts and stops within a step, by the corners of its path: what it pushes over a rough floor leaves it with its speed
/// and slides as far as friction lets it.
#[test]
fn a_path_turns_at_its_corners() {
    let (from, until, speed) = (0.1137, 0.3063, 0.8);
    let way = speed * (until - from);
    // Friction 0.4 and gravity 10.
    let slid = speed * speed / (2.0 * 4.0);
    let text = format!(
        "Scene(name: \"test\", dimension: Two, gravity: Some((0.0, -10.0, 0.0)),
        bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5, 0.0)), position: (0.0, -0.5, 0.0), friction: 0.4),
            (name: \"block\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.5, 0.05, 0.0)), position: (0.0, 0.05, 0.0), friction: 0.4),
            (name: \"pusher\", kind: Kinematic, shape: Box(half_extents: (0.1, 0.05, 0.0)), position: (-0.6, 0.05, 0.0), friction: 0.0)],
        controllers: [(kind: Path, body: \"pusher\", waypoints: [
            (time: {from}, position: (-0.6, 0.05, 0.0)), (time: {until}, position: ({}, 0.05, 0.0))])])",
        way - 0.6
    );
    for h in [0.02, 0.01, 0.005, 0.003, 0.001] {
        let mut s = simulation(&text, ContactModel::SeparatingFeature, h);
        run(&mut s, 0.6, &mut |_, _| {});
        let off = s.state.poses[1].position.x - way - slid;
        assert!(off.abs() < 1e-8, "{h} s: {off:.2e} m off");
    }
}

/// A pusher that becomes slower by less than a fifth within a step: what it pushes leaves it there.
#[test]
fn what_is_pushed_leaves_at_a_slight_corner() {
    let (fast, slow, friction, ends): (f64, f64, f64, f64) = (5.0, 4.1, 0.4, 0.33);
    for h in [0.01, 0.005, 0.001] {
        for part in 0..5 {
            let corner = 0.3 + h * f64::from(part) / 5.0;
            let text = format!(
                "Scene(name: \"test\", dimension: Two, gravity: Some((0.0, -10.0, 0.0)),
                bodies: [
                    (name: \"floor\", kind: Fixed, shape: Box(half_extents: (20.0, 0.5, 0.0)), position: (0.0, -0.5, 0.0), friction: {friction}),
                    (name: \"block\", mass: 1.0, shape: Box(half_extents: (0.5, 0.05, 0.0)), position: (0.0, 0.05, 0.0), velocity: ({fast:?}, 0.0, 0.0), friction: {friction}),
                    (name: \"pusher\", kind: Kinematic, shape: Box(half_extents: (0.1, 0.05, 0.0)), position: (-0.6, 0.05, 0.0), friction: 0.0)],
                controllers: [(kind: Path, body: \"pusher\", waypoints: [
                    (time: 0.0, position: (-0.6, 0.05, 0.0)), (time: {corner}, position: ({:?}, 0.05, 0.0)), (time: 1.0, position: ({:?}, 0.05, 0.0))])])",
                fast * corner - 0.6,
                fast * corner + slow * (1.0 - corner) - 0.6
            );
            let mut s = simulation(&text, ContactModel::SeparatingFeature, h);
            run(&mut s, ends, &mut |_, _| {});
            let after = ends - corner;
            let wanted =
                (fast * ends - 0.5 * 10.0 * friction * after * after, fast - 10.0 * friction * after);
            let found = (s.state.poses[1].position.x, s.state.twists[1].linear.x);
            let off = (found.0 - wanted.0).abs().max((found.1 - wanted.1).abs());
            assert!(off < 1e-8, "{h} s, corner at {corner} s: {found:?} and not {wanted:?}");
        }
    }
}

/// What lies on a plank that turns evenly about its end is carried and slides out as the equation of its distance has it, wherever the plank's centre of mass
/// is: nothing strikes it.
#[test]
fn what_lies_on_a_turning_plank_is_not_struck() {
    let (spin, height, start, duration): (f64, f64, f64, f64) = (2.0, 0.05, 0.8, 0.2);
    // r'' = Ω² r − g sin Ωt in the turning frame: r = A eᵟ + B e⁻ᵟ + g/(2Ω²) sin δ, with δ = Ωt.
    let out = 10.0 / (2.0 * spin * spin);
    let (rise, fall) = (0.5 * (start - out), 0.5 * (start + out));
    let angle = spin * duration;
    let far = rise * angle.exp() + fall * (-angle).exp() + out * angle.sin();
    let rate = spin * (rise * angle.exp() - fall * (-angle).exp() + out * angle.cos());
    let (along, up) = (Vec3::new(angle.cos(), angle.sin(), 0.0), Vec3::new(-angle.sin(), angle.cos(), 0.0));
    let wanted = along * (rate - spin * height) + up * (spin * far);
    let turned = |time: f64| ((0.5 * spin * time).cos(), (0.5 * spin * time).sin());
    let ((w0, z0), (w1, z1)) = (turned(0.0), turned(1.2));
    for thick in [0.01, 0.1, 0.3] {
        let text = format!(
            "Scene(name: \"test\", dimension: Two, gravity: Some((0.0, -10.0, 0.0)),
            bodies: [
                (name: \"plank\", kind: Kinematic, shape: Hull(points: [(-0.2, -{thick}), (2.0, -{thick}), (2.0, 0.0), (-0.2, 0.0)]), friction: 0.0),
                (name: \"block\", mass: 1.0, shape: Box(half_extents: (0.1, {height}, 0.0)), position: ({start}, {height}, 0.0),
                    velocity: ({:?}, {:?}, 0.0), angular_velocity: (0.0, 0.0, {spin:?}), friction: 0.0)],
            controllers: [(kind: Path, body: \"plank\", waypoints: [
                (time: 0.0, position: (0.0, 0.0, 0.0), orientation: ({w0:?}, 0.0, 0.0, {z0:?})),
                (time: 1.2, position: (0.0, 0.0, 0.0), orientation: ({w1:?}, 0.0, 0.0, {z1:?}))])])",
            -spin * height,
            spin * start
        );
        for h in [0.01, 0.005, 0.002] {
            let mut s = simulation(&text, ContactModel::SeparatingFeature, h);
            run(&mut s, duration, &mut |_, _| {});
            let off = (s.state.twists[1].linear - wanted).norm();
            assert!(off < 2.0 * h * h, "{thick} m, {h} s: {off:.2e} m/s off");
        }
    }
}
