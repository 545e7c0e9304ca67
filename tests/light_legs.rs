//! Bodies with little inertia about their own centre that stand on a corner and carry a load through it: legs, struts, a hammer on its handle,
//! McGeer's rimless wheel with the mass at its hub. What bears them goes on bearing them.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;
#[path = "common/laws.rs"]
mod laws;

use common::{run, simulation_of};
use laws::kept;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Vec3;
use pegsim::step::Simulation;

const G: f64 = 9.81;

/// The step sizes that are asked (s).
const STEPS: [f64; 3] = [0.01, 0.005, 0.0025];

/// Angle from the upright and its rate, falling with θ̈ = rate² sin θ, by classical Runge and Kutta (rad, rad/s).
fn pendulum([mut angle, mut spin]: [f64; 2], rate2: f64, time: f64) -> [f64; 2] {
    let steps = 20_000;
    let h = time / f64::from(steps);
    for _ in 0..steps {
        let f = |a: f64, s: f64| [s, rate2 * a.sin()];
        let a = f(angle, spin);
        let b = f(angle + 0.5 * h * a[0], spin + 0.5 * h * a[1]);
        let c = f(angle + 0.5 * h * b[0], spin + 0.5 * h * b[1]);
        let d = f(angle + h * c[0], spin + h * c[1]);
        angle += h / 6.0 * (a[0] + 2.0 * (b[0] + c[0]) + d[0]);
        spin += h / 6.0 * (a[1] + 2.0 * (b[1] + c[1]) + d[1]);
    }
    [angle, spin]
}

/// A strut of two lengths `half` whose foot is at (x, 0), turned by `angle` (rad) and turning with `spin` (rad/s) about it, in the plane.
fn strut(name: &str, foot: f64, half: f64, (angle, spin): (f64, f64), rest: &str) -> String {
    let (sin, cos) = angle.sin_cos();
    format!(
        "(name: \"{name}\", shape: Hull(points: [(0.0, -{half:?}), (0.02, 0.0), (0.0, {half:?}), (-0.02, 0.0)]),
          position: ({:?}, {:?}, 0.0), orientation: ({:?}, 0.0, 0.0, {:?}), velocity: ({:?}, {:?}, 0.0),
          angular_velocity: (0.0, 0.0, {spin:?}), {rest}),",
        foot - half * sin,
        half * cos,
        (angle / 2.0).cos(),
        (angle / 2.0).sin(),
        -spin * half * cos,
        -spin * half * sin
    )
}

const FLOOR: &str = "(name: \"floor\", kind: Fixed, shape: Box(half_extents: (3.0, 0.5)), position: (0.0, -0.5, 0.0), friction: 0.8),";

fn flat(bodies: &str, joints: &str) -> String {
    format!("Scene(dimension: Two, gravity: (0.0, -{G}, 0.0), bodies: [{FLOOR}{bodies}], joints: [{joints}])")
}

/// The angular velocity of the body named so (rad/s).
fn spin_of(sim: &Simulation, name: &str) -> f64 {
    let id = sim.model.ids().find(|id| sim.model.body(*id).name == name).unwrap();
    sim.model.twist_now(&sim.state, id).angular.z
}

/// The spin of `name` after 0.2 s is `expected` to second order in h, and energy stays.
fn to_second_order(what: &str, scene: &str, name: &str, expected: f64, coarse: f64) {
    for h in STEPS {
        let mut sim = simulation_of(scene, SeparatingFeature, h);
        let energy = |sim: &Simulation| {
            let now = kept(&sim.model, &sim.state);
            now.kinetic + now.potential
        };
        let before = energy(&sim);
        run(&mut sim, 0.2);
        let off = (spin_of(&sim, name) - expected).abs();
        let most = coarse * (h / STEPS[0]).powi(2);
        assert!(off <= most, "{what}, h {h}: {} and not {expected}, off by {off:.1e}", spin_of(&sim, name));
        let lost = (energy(&sim) - before).abs() / before;
        assert!(lost < 1e-7, "{what}, h {h}: energy is off by {lost:.1e}");
    }
}

/// A hammer that swings over its handle's end. Friction of 0.42 would do.
#[test]
fn a_hammer_swings_over_the_end_of_its_handle() {
    let (l, begin) = (0.5, [0.4, -2.0]);
    for inertia in [4.5e-4, 1e-4, 1e-6] {
        let [_, expected] = pendulum(begin, G * l / (l * l + inertia), 0.2);
        let rest = format!("mass: 1.0, inertia: {inertia:?}, friction: 0.8");
        let hammer = strut("hammer", 0.0, l, (begin[0], begin[1]), &rest);
        to_second_order("hammer", &flat(&hammer, ""), "hammer", expected, 1e-4);
    }
}

/// A leg that carries a heavy torso on a hinge over its foot.
#[test]
fn a_light_leg_carries_a_torso_over_its_foot() {
    for (mass, torso, begin) in
        [(0.5, 70.0, [0.35, -2.6]), (0.1, 70.0, [0.35, -2.6]), (0.02, 10.0, [0.35, -2.0])]
    {
        let half = 0.45;
        let (length, own) = (2.0 * half, mass * half * half / 3.0);
        let about_foot = mass * half * half + own + torso * length * length;
        let [_, expected] = pendulum(begin, G * (mass * half + torso * length) / about_foot, 0.2);
        let rest = format!("mass: {mass:?}, inertia: {own:?}, friction: 0.8");
        let leg = strut("leg", 0.0, half, (begin[0], begin[1]), &rest);
        let (sin, cos) = begin[0].sin_cos();
        let hip = (-length * sin, length * cos);
        let carried = format!(
            "(name: \"torso\", shape: Disc(radius: 0.1), position: ({:?}, {:?}, 0.0), velocity: ({:?}, {:?}, 0.0),
               mass: {torso:?}, inertia: 0.35)",
            hip.0,
            hip.1,
            -begin[1] * length * cos,
            -begin[1] * length * sin
        );
        let joint =
            format!("(kind: Revolute, bodies: (\"leg\", \"torso\"), point: ({:?}, {:?}, 0.0))", hip.0, hip.1);
        to_second_order("leg", &flat(&(leg + &carried), &joint), "leg", expected, 1e-4);
    }
}

/// A slab of a thousand times their weight that two props let down, as a parallelogram. Friction of 0.31 would do.
#[test]
fn light_props_let_a_slab_down() {
    let (half, mass, slab, begin) = (0.25, 0.1, 100.0, [0.3, -2.0]);
    let length = 2.0 * half;
    let (own, (sin, cos)) = (mass * half * half / 3.0, f64::sin_cos(begin[0]));
    let all = slab * length * length + 2.0 * (mass * half * half + own);
    let [_, expected] = pendulum(begin, G * (slab * length + 2.0 * mass * half) / all, 0.2);
    let prop = |name: &str, foot: f64| {
        let rest = format!("mass: {mass:?}, inertia: {own:?}, friction: 1.0");
        strut(name, foot, half, (begin[0], begin[1]), &rest)
    };
    let carried = format!(
        "(name: \"slab\", shape: Box(half_extents: (1.0, 0.1)), position: ({:?}, {:?}, 0.0), velocity: ({:?}, {:?}, 0.0),
           mass: {slab:?}, friction: 1.0)",
        -length * sin,
        length * cos + 0.1,
        -begin[1] * length * cos,
        -begin[1] * length * sin
    );
    let scene = flat(&(prop("left", -0.5) + &prop("right", 0.5) + &carried), "");
    to_second_order("slab", &scene, "left", expected, 1e-4);
}

/// A leg on a hinge under a hip, both in the air, whose foot strikes the floor and sticks: from the blow on it is a pendulum about the foot, with the angular momentum about that which
/// they had. Friction of 0.37 would do.
#[test]
fn the_foot_of_a_light_leg_strikes() {
    let (length, hip, begin, gap, time): (f64, f64, [f64; 2], f64, f64) =
        (1.0, 10.0, [0.35, -0.9], 0.01, 0.1);
    let of_hip = (1.8, -0.6);
    for mass in [1.0, 0.1, 0.01, 0.001] {
        let (half, own) = (0.5 * length, mass * length * length / 12.0);
        let share = mass * half / (hip + mass);
        let (sin, cos) = begin[0].sin_cos();
        // Nothing turns them in the air; heights over the floor, of the hip first.
        let centre = (of_hip.0 + share * begin[1] * cos, of_hip.1 + share * begin[1] * sin);
        let height = |t: f64| {
            let lower = (length - share) * (begin[0] + begin[1] * t).cos();
            length * cos + gap - share * cos + centre.1 * t - 0.5 * G * t * t - lower
        };
        let (mut low, mut high) = (0.0, 0.05);
        assert!(height(high) < 0.0, "it comes down");
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if height(middle) > 0.0 { low = middle } else { high = middle }
        }
        let strikes = 0.5 * (low + high);
        let angle = begin[0] + begin[1] * strikes;
        let (sin, cos) = angle.sin_cos();
        // Velocities of the hip and of the middle of the leg then, their angular momentum about the foot, and inertia there.
        let falls = (centre.0, centre.1 - G * strikes);
        let at = |arm: f64| (falls.0 + arm * begin[1] * cos, falls.1 + arm * begin[1] * sin);
        let (upper, middle) = (at(-share), at(half - share));
        let about = |arm: f64, (x, y): (f64, f64)| arm * (-sin * y - cos * x);
        let momentum = hip * about(length, upper) + mass * about(half, middle) + own * begin[1];
        let inertia = hip * length * length + mass * half * half + own;
        let rate2 = G * (hip * length + mass * half) / inertia;
        let [_, expected] = pendulum([angle, momentum / inertia], rate2, time - strikes);
        let (sin, cos) = begin[0].sin_cos();
        let (x, y) = (-length * sin, length * cos + gap);
        let scene = flat(
            &format!(
                "(name: \"hip\", shape: Disc(radius: 0.05), position: ({x:?}, {y:?}, 0.0), velocity: ({:?}, {:?}, 0.0),
                   mass: {hip:?}),
                 (name: \"leg\", shape: Hull(points: [(0.0, -{half:?}), (0.01, 0.0), (0.0, {half:?}), (-0.01, 0.0)]),
                   position: ({:?}, {:?}, 0.0), orientation: ({:?}, 0.0, 0.0, {:?}), velocity: ({:?}, {:?}, 0.0),
                   angular_velocity: (0.0, 0.0, {:?}), mass: {mass:?}, inertia: {own:?}, friction: 1.0),",
                of_hip.0,
                of_hip.1,
                x + half * sin,
                y - half * cos,
                (begin[0] / 2.0).cos(),
                (begin[0] / 2.0).sin(),
                of_hip.0 + half * cos * begin[1],
                of_hip.1 + half * sin * begin[1],
                begin[1]
            ),
            &format!("(kind: Revolute, bodies: (\"hip\", \"leg\"), point: ({x:?}, {y:?}, 0.0))"),
        );
        for h in STEPS {
            let mut sim = simulation_of(&scene, SeparatingFeature, h);
            run(&mut sim, time);
            let off = (spin_of(&sim, "leg") - expected).abs();
            let most = 3e-5 * (h / STEPS[0]).powi(2);
            assert!(
                off < most,
                "leg of {mass}, h {h}: {} and not {expected}, off by {off:.1e}",
                spin_of(&sim, "leg")
            );
        }
    }
}

/// A spike on its point that swings and spins in space: its inertia is the same about all axes, so that its spin about its own stays.
#[test]
fn a_light_spike_swings_on_its_point() {
    let (l, inertia, time) = (0.5, 4e-4, 0.2);
    let direction = Vec3::new(-(0.4_f64.sin()), 0.0, 0.4_f64.cos());
    let spin = Vec3::new(0.509_012_012_804_149_5, 1.8, 0.215_206_827_269_857_26);
    let velocity = spin.cross(&(direction * l));
    let scene = format!(
        "Scene(dimension: Three, gravity: (0.0, 0.0, -{G}), bodies: [
           (name: \"floor\", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.5)), position: (0.0, 0.0, -0.5), friction: 1.0),
           (name: \"spike\", shape: Hull(points: [(0.0, 0.0, -0.5), (0.0, 0.0, 0.5), (0.03, 0.0, 0.0), (-0.03, 0.0, 0.0), (0.0, 0.03, 0.0),
             (0.0, -0.03, 0.0)]), position: ({:?}, {:?}, {:?}), orientation: ({:?}, 0.0, {:?}, 0.0), velocity: ({:?}, {:?}, {:?}),
             angular_velocity: ({:?}, {:?}, {:?}), mass: 1.0, inertia: ({inertia}, {inertia}, {inertia}), friction: 1.0)])",
        direction.x * l,
        direction.y * l,
        direction.z * l,
        0.2_f64.cos(),
        -(0.2_f64.sin()),
        velocity.x,
        velocity.y,
        velocity.z,
        spin.x,
        spin.y,
        spin.z
    );
    // Angular momentum about the foot, and where the spike points, by the explicit midpoint rule in tiny steps.
    let about = l * l + inertia;
    let mut n = direction;
    let mut momentum = (spin - n * n.dot(&spin)) * about + n * (inertia * n.dot(&spin));
    let rates = |n: &Vec3, momentum: &Vec3| {
        let along = n * n.dot(momentum);
        let turning = (momentum - along) / about + along / inertia;
        (turning.cross(n), n.cross(&Vec3::new(0.0, 0.0, -l * G)))
    };
    let steps = 100_000;
    let h = time / f64::from(steps);
    for _ in 0..steps {
        let (dn, dm) = rates(&n, &momentum);
        let (dn, dm) = rates(&(n + dn * (0.5 * h)), &(momentum + dm * (0.5 * h)));
        (n, momentum) = ((n + dn * h).normalize(), momentum + dm * h);
    }
    for h in STEPS {
        let mut sim = simulation_of(&scene, SeparatingFeature, h);
        run(&mut sim, time);
        let id = sim.model.ids().last().unwrap();
        let off = (sim.state.poses[id.0].position - n * l).norm();
        assert!(off < 2e-5 * (h / STEPS[0]).powi(2), "h {h}: off by {off:.1e} m");
    }
}

/// McGeer's rimless wheel with its mass at the hub rolls down a slope: from spoke to spoke, losing at each the same part of its speed.
#[test]
fn a_wheel_of_spokes_rolls_down_a_slope() {
    let (spokes, l, slope, inertia, time) = (8_u32, 0.5, 0.1_f64, 2.5e-4, 4.0);
    let half = std::f64::consts::PI / f64::from(spokes);
    let points: Vec<String> = (0..spokes)
        .map(|k| (2.0 * f64::from(k) + 1.0) * half)
        .map(|a| format!("({:?}, {:?})", -l * a.sin(), -l * a.cos()))
        .collect();
    let begin: f64 = -2.25;
    let scene = format!(
        "Scene(dimension: Two, gravity: ({:?}, {:?}, 0.0), bodies: [
           (name: \"floor\", kind: Fixed, shape: Box(half_extents: (100.0, 1.0)), position: (90.0, -1.0, 0.0), friction: 1.0),
           (name: \"wheel\", shape: Hull(points: [{}]), position: (0.0, {:?}, 0.0), velocity: ({:?}, {:?}, 0.0),
             angular_velocity: (0.0, 0.0, {begin:?}), mass: 1.0, inertia: {inertia:?}, friction: 1.0)])",
        G * slope.sin(),
        -G * slope.cos(),
        points.join(", "),
        l * half.cos(),
        -begin * l * half.cos(),
        -begin * l * half.sin()
    );
    // The angle of the spoke that bears, from the normal of the slope, grows from −half to half; then the next one bears.
    let (about, rate2) = (l * l + inertia, G * l / (l * l + inertia));
    let kept = (l * l * (2.0 * half).cos() + inertia) / about;
    let (mut angle, mut spin, mut feet, mut at) = (-half, -begin, 0.0, 0.0);
    let h = 1e-5;
    while at < time - 0.5 * h {
        let f = |a: f64| rate2 * (a + slope).sin();
        // Störmer and Verlet.
        spin += 0.5 * h * f(angle);
        angle += h * spin;
        spin += 0.5 * h * f(angle);
        at += h;
        if angle >= half {
            // Back to the instant, and on with the next spoke.
            let over = (angle - half) / spin;
            spin = (spin - over * f(half)) * kept;
            (angle, feet) = (-half + over * spin, feet + 2.0 * l * half.sin());
        }
    }
    let expected = feet + l * half.sin() + l * angle.sin();
    for (h, most) in STEPS.into_iter().zip([1e-3, 3e-4, 1e-4]) {
        let mut sim = simulation_of(&scene, SeparatingFeature, h);
        run(&mut sim, time);
        let x = sim.state.poses[1].position.x;
        assert!((x - expected).abs() < most, "h {h}: {x} and not {expected}");
    }
}

/// A block that a jaw holds on a wall, and lets go at 0.05 s: it falls. Friction so steep that a corner which slides down is pressed on (μ above 4/3, Painlevé's condition
/// of a block of two to one) can hold it askew between wall and jaw as well, to the letter of Coulomb's law; but what held it was the pressure of before.
#[test]
fn a_jaw_that_opens_lets_go() {
    for (mass, friction, opens) in [(1.0, 1.4, 1.0), (0.01, 3.0, 100.0)] {
        let scene = format!(
            "Scene(dimension: Two, gravity: (0.0, -{G}, 0.0), bodies: [
               (name: \"wall\", kind: Fixed, shape: Box(half_extents: (0.1, 0.5)), position: (-0.15, 0.0, 0.0), friction: {friction:?}),
               (name: \"jaw\", shape: Box(half_extents: (0.1, 0.5)), position: (0.15, 0.0, 0.0), mass: 1.0, friction: {friction:?}),
               (name: \"block\", shape: Box(half_extents: (0.05, 0.025)), mass: {mass:?}, friction: {friction:?})],
             joints: [(kind: Prismatic, bodies: (\"wall\", \"jaw\"), point: (0.15, 0.0, 0.0), axis: (1.0, 0.0, 0.0))],
             controllers: [(kind: Force, body: \"jaw\", force: (-100.0, 0.0, 0.0), until: 0.05),
               (kind: Force, body: \"jaw\", force: ({opens:?}, 0.0, 0.0), from: 0.05)])"
        );
        for h in [0.01, 0.005, 0.0025, 0.001] {
            let mut sim = simulation_of(&scene, SeparatingFeature, h);
            run(&mut sim, 0.05);
            assert!(sim.state.twists[2].linear.norm() < 1e-9, "it is held");
            run(&mut sim, 0.05);
            let twist = &sim.state.twists[2];
            let off = (twist.linear - Vec3::new(0.0, -G * 0.05, 0.0)).norm() + twist.angular.norm();
            assert!(off < 1e-9, "mass {mass}, h {h}: off by {off:.1e}");
            assert!((sim.state.twists[1].linear.x - 0.05 * opens).abs() < 1e-9);
        }
    }
}

/// A lever of 1 kg that lifts 300 kg over a fulcrum, with 900 N at its long end, until that comes to the floor. Forces that contacts bear do not make it fall: its way to the blow is
/// that of shorter steps, and ends there.
#[test]
fn a_crowbar_comes_to_the_floor_where_it_comes() {
    let scene = format!(
        "Scene(dimension: Two, gravity: (0.0, -{G}, 0.0), bodies: [
           (name: \"floor\", kind: Fixed, shape: Box(half_extents: (3.0, 0.5)), position: (0.0, -0.5, 0.0), friction: 0.6),
           (name: \"slab\", kind: Fixed, shape: Box(half_extents: (0.4, 0.05)), position: (-0.8, 0.05, 0.0), friction: 0.6),
           (name: \"block\", shape: Box(half_extents: (0.5, 0.5)), position: (-0.5, 0.6, 0.0), mass: 300.0, friction: 0.6),
           (name: \"fulcrum\", kind: Fixed, shape: Hull(points: [(0.06, 0.0), (0.14, 0.0), (0.1, 0.06)]), friction: 0.6),
           (name: \"lever\", shape: Hull(points: [(-0.15, 0.1), (-0.1, 0.06), (1.2, 0.06), (1.2, 0.1)]), mass: 1.0, friction: 0.6)],
         controllers: [(kind: Force, body: \"lever\", force: (0.0, -900.0, 0.0), torque: (0.0, 0.0, -450.0))])"
    );
    let lever = |sim: &Simulation| {
        let id = sim.model.ids().last().unwrap();
        let (place, turn) = sim.model.scene_frame(id, &sim.state.poses[id.0]);
        let (pose, twist) = (&sim.state.poses[id.0], &sim.state.twists[id.0]);
        // Of the corner that comes down, and of the origin of the shape.
        let rate = |at: Vec3| twist.linear + twist.angular.cross(&(at - pose.position));
        let corner = place + turn * Vec3::new(1.2, 0.06, 0.0);
        (corner.y, rate(corner).y, place.x, rate(place).x)
    };
    // Shortly before, in short steps; what is left of the way at rates that change evenly.
    let mut fine = simulation_of(&scene, SeparatingFeature, 2.5e-4);
    run(&mut fine, 0.06);
    let (_, fall_before, _, move_before) = lever(&fine);
    run(&mut fine, 0.002);
    let (height, fall, x, moves) = lever(&fine);
    let (gain, drag) = ((fall - fall_before) / 0.002, (moves - move_before) / 0.002);
    let left = (-fall - (fall * fall - 2.0 * gain * height).sqrt()) / gain;
    let expected = x + moves * left + 0.5 * drag * left * left;
    assert!((2e-4..5e-4).contains(&left), "it comes down {left} s later");
    for h in [0.01, 0.005, 0.0025, 0.00125, 0.0005] {
        let mut sim = simulation_of(&scene, SeparatingFeature, h);
        run(&mut sim, 0.07);
        let (height, _, x, _) = lever(&sim);
        assert!(
            height.abs() < 1e-9 && (x - expected).abs() < 1e-7,
            "h {h}: {x} and not {expected}, {height:.1e} m up"
        );
    }
}
