//! What stands on a face that carries it only in part: friction acts where its load does, and answers do not depend on the order of the bodies.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;

use chance::block;
use pegsim::contact::models::ContactModel;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Mat3, Quat, Vec3};
use pegsim::step::{Simulation, StepRecord, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyKind, StepInput};
use std::sync::Arc;

const G: f64 = 9.81;
const MU: f64 = 0.4;

fn cuboid(x: f64, y: f64, z: f64) -> Polytope {
    block(Dimension::Three, x, y, z)
}

fn held(name: &str, shape: Polytope, at: Vec3) -> BodySpec {
    let mut spec = BodySpec::new(name, vec![shape]);
    (spec.kind, spec.position, spec.friction) = (BodyKind::Fixed, at, MU);
    spec
}

fn sliding(shape: Polytope, at: Vec3, velocity: Vec3, spin: f64) -> BodySpec {
    let mut spec = BodySpec::new("slider", vec![shape]);
    (spec.position, spec.velocity, spec.friction) = (at, velocity, MU);
    spec.angular_velocity.z = spin;
    spec
}

/// Runs these under Exact for some steps: the pose and the twist of what is not held, and the last record.
struct Ran {
    at: Vec3,
    speed: Vec3,
    spin: Vec3,
    record: Arc<StepRecord>,
}

fn run(specs: &[BodySpec], gravity: Vec3, h: f64, steps: usize) -> Ran {
    let (model, state) = assemble(Dimension::Three, gravity, specs);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.contact.model = ContactModel::SeparatingFeature;
    let mover = model.ids().find(|id| model.body(*id).is_dynamic()).unwrap();
    let mut s = Simulation::new(Arc::new(model), state, settings);
    let mut record = None;
    for _ in 0..steps {
        record = Some(s.step(&StepInput::default()).unwrap());
    }
    let twist = s.state.twists[mover.0];
    Ran {
        at: s.state.poses[mover.0].position,
        speed: twist.linear,
        spin: twist.angular,
        record: record.unwrap(),
    }
}

fn down() -> Vec3 {
    Vec3::new(0.0, 0.0, -G)
}

/// All points of a body that slides straight have one velocity, so that friction acts as one force at the centre of pressure, which is in line with the centre
/// of mass and the inertia: it cannot turn, whatever carries it.
#[test]
fn what_slides_straight_does_not_begin_to_turn() {
    let tile = |name: &str, x: f64, y: f64| held(name, cuboid(0.5, 0.5, 0.1), Vec3::new(x, y, -0.1));
    let long = |name: &str, y: f64| held(name, cuboid(5.0, 0.5, 0.1), Vec3::new(0.0, y, -0.1));
    let seam = vec![long("left", 0.5), long("right", -0.5)];
    let table = vec![long("table", -0.4)];
    let tiles =
        (0..16).map(|k| tile(&format!("tile {k}"), f64::from(k / 4) - 1.0, f64::from(k % 4) - 1.0)).collect();
    let rails = vec![
        held("rail", cuboid(5.0, 0.03, 0.1), Vec3::new(0.0, 0.1, -0.1)),
        held("broad rail", cuboid(5.0, 0.05, 0.1), Vec3::new(0.0, -0.17, -0.1)),
    ];
    let corner = vec![held("table", cuboid(1.0, 1.0, 0.1), Vec3::new(-0.95, -0.93, -0.1))];
    let slab = cuboid(0.2, 0.15, 0.05);
    let disc = Polytope::cylinder(0.15, 0.1).unwrap();
    let scenes: [(&str, Vec<BodySpec>, &Polytope, Vec3, Vec3); 6] = [
        ("along a seam", seam, &slab, Vec3::new(0.0, 0.05, 0.05), Vec3::new(2.0, 0.0, 0.0)),
        (
            "at the edge of a table",
            table.clone(),
            &slab,
            Vec3::new(0.0, 0.03, 0.05),
            Vec3::new(2.0, 0.0, 0.0),
        ),
        ("over tiles", tiles, &slab, Vec3::new(0.1, 0.13, 0.05), Vec3::new(1.9, 0.6, 0.0)),
        ("on two rails", rails, &slab, Vec3::new(0.0, 0.0, 0.05), Vec3::new(-2.0, 0.0, 0.0)),
        ("a disc at the edge", table, &disc, Vec3::new(0.0, 0.03, 0.05), Vec3::new(2.0, 0.0, 0.0)),
        ("a disc at a corner", corner, &disc, Vec3::new(0.0, 0.0, 0.05), Vec3::new(-2.0, -1.0, 0.0)),
    ];
    for (what, floor, shape, at, velocity) in &scenes {
        for (h, mover_first) in [(0.01, true), (0.01, false), (0.0025, false)] {
            let mut specs = floor.clone();
            let mover = sliding((*shape).clone(), *at, *velocity, 0.0);
            if mover_first {
                specs.insert(0, mover);
            } else {
                specs.push(mover);
            }
            let steps = (0.2 / h) as usize;
            let Ran { at: end, speed, spin, .. } = run(&specs, down(), h, steps);
            let time = steps as f64 * h;
            let wanted = velocity - velocity.normalize() * (MU * G * time);
            let way = at + (velocity + wanted) * (time / 2.0);
            let told = format!("{what}, h = {h}, first: {mover_first}");
            assert!(spin.norm() < 1e-8, "{told}: turns with {spin} rad/s");
            assert!((speed - wanted).norm() < 1e-8, "{told}: {speed} for {wanted} m/s");
            assert!((end - way).norm() < 1e-8, "{told}: at {end} for {way}");
        }
    }
}

/// A block that spins and slides on the corner of a plate loses speed as the corners of what the two have in common say, with a load that is linear in the place. The
/// reference knows nothing of contact: it cuts two rectangles and integrates Coulomb's law with classical Runge and Kutta.
#[test]
fn what_spins_over_a_corner_is_slowed_by_what_is_common() {
    let (half, depth, at) = (0.15, 0.05, Vec3::new(0.07, 0.05, 0.05));
    let (speed, spin, time) = (Vec3::new(-0.3, 0.2, 0.0), 3.0, 0.05);
    let wanted = reference(half, &at, &speed, spin, time);
    let mut ends = Vec::new();
    for block_first in [true, false] {
        let mut errors = Vec::new();
        let mut last = (Vec3::zeros(), 0.0);
        for h in [0.01, 0.005, 0.0025] {
            let plate = held("plate", cuboid(half, half, 0.1), Vec3::new(0.0, 0.0, -0.1));
            let block = sliding(cuboid(half, half, depth), at, speed, spin);
            let specs = if block_first { [block, plate] } else { [plate, block] };
            let ran = run(&specs, down(), h, (time / h) as usize);
            errors.push((ran.spin.z - wanted.2).abs() + (ran.speed - wanted.1).norm());
            last = (ran.speed, ran.spin.z);
        }
        println!("block first: {block_first}, off by {errors:?}");
        assert!(errors[2] < 1e-3 && errors[2] < errors[0] / 8.0, "{errors:?}, block first: {block_first}");
        ends.push(last);
    }
    let [(a, wa), (b, wb)] = ends[..] else { panic!("both orders ran") };
    assert!((a - b).norm() + (wa - wb).abs() < 1e-6, "{a}, {wa} and {b}, {wb}");
}

/// Place, velocity and spin of a square block that starts at `at` above the square |x|, |y| < `half`, both with sides 2 `half`.
fn reference(half: f64, at: &Vec3, speed: &Vec3, spin: f64, time: f64) -> (Vec3, Vec3, f64) {
    // x, y, angle and their rates; gravity over mass is G, the square of the radius of gyration 2 half²/3.
    let rates = |s: &[f64; 6]| -> [f64; 6] {
        let (sin, cos) = s[2].sin_cos();
        let corner = |x: f64, y: f64| [s[0] + x * cos - y * sin, s[1] + x * sin + y * cos];
        let mut ring =
            vec![corner(-half, -half), corner(half, -half), corner(half, half), corner(-half, half)];
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let room = |p: &[f64; 2]| half - sign * p[axis];
            let mut left = Vec::new();
            for k in 0..ring.len() {
                let (p, q) = (ring[k], ring[(k + 1) % ring.len()]);
                if room(&p) >= 0.0 {
                    left.push(p);
                }
                if (room(&p) < 0.0) != (room(&q) < 0.0) {
                    let share = room(&p) / (room(&p) - room(&q));
                    left.push([p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share]);
                }
            }
            ring = left;
        }
        // Springs: load = a + b x + c y at each corner, of the weight, about the centre; no friction acts on its height here but that of half the depth,
        // which moves the centre of pressure.
        let arms: Vec<[f64; 2]> = ring.iter().map(|p| [p[0] - s[0], p[1] - s[1]]).collect();
        let slips: Vec<[f64; 2]> = arms.iter().map(|r| [s[3] - s[5] * r[1], s[4] + s[5] * r[0]]).collect();
        let ways: Vec<[f64; 2]> = slips
            .iter()
            .map(|v| {
                let norm = v[0].hypot(v[1]);
                [-v[0] / norm, -v[1] / norm]
            })
            .collect();
        // Forces p(−way·μ) at the height −depth below the centre: moments about x and y vanish.
        let depth = 0.05;
        let mut a = nalgebra::Matrix3::<f64>::zeros();
        for (r, w) in arms.iter().zip(&ways) {
            let basis = nalgebra::Vector3::new(1.0, r[0], r[1]);
            // Moment about y: −x p − depth μ w_x p; about x: y p + depth μ w_y p.
            let rows = nalgebra::Vector3::new(1.0, r[0] + depth * MU * w[0], r[1] + depth * MU * w[1]);
            a += rows * basis.transpose();
        }
        let share = a.lu().solve(&nalgebra::Vector3::new(G, 0.0, 0.0)).unwrap();
        let loads = arms.iter().map(|r| share[0] + share[1] * r[0] + share[2] * r[1]);
        let (mut fx, mut fy, mut turn) = (0.0, 0.0, 0.0);
        for ((p, r), w) in loads.zip(&arms).zip(&ways) {
            assert!(p >= 0.0, "the block would tip");
            let (x, y) = (MU * p * w[0], MU * p * w[1]);
            (fx, fy, turn) = (fx + x, fy + y, turn + r[0] * y - r[1] * x);
        }
        [s[3], s[4], s[5], fx, fy, turn * 1.5 / (half * half)]
    };
    let steps = 500;
    let h = time / f64::from(steps);
    let moved = |s: &[f64; 6], d: &[f64; 6], h: f64| std::array::from_fn::<f64, 6, _>(|k| s[k] + h * d[k]);
    let mut s = [at.x, at.y, 0.0, speed.x, speed.y, spin];
    for _ in 0..steps {
        let k1 = rates(&s);
        let k2 = rates(&moved(&s, &k1, h / 2.0));
        let k3 = rates(&moved(&s, &k2, h / 2.0));
        let k4 = rates(&moved(&s, &k3, h));
        s = std::array::from_fn(|k| s[k] + h / 6.0 * (k1[k] + 2.0 * k2[k] + 2.0 * k3[k] + k4[k]));
    }
    (Vec3::new(s[0], s[1], at.z), Vec3::new(s[3], s[4], 0.0), s[5])
}

/// What lies over an edge at rest is carried where the two touch: loads balance its weight about its centre of mass, and none acts in the air.
#[test]
fn what_rests_over_an_edge_is_in_balance() {
    for (turn, block_first) in [(0.0, false), (0.0, true), (0.5, false), (0.5, true)] {
        let table = held("table", cuboid(1.0, 1.0, 0.1), Vec3::new(-0.95, -0.96, -0.1));
        let mut slab = sliding(cuboid(0.2, 0.15, 0.05), Vec3::new(0.0, 0.0, 0.05), Vec3::zeros(), 0.0);
        slab.orientation = Quat::from_axis_angle(&Vec3::z_axis(), turn);
        let specs = if block_first { [slab, table] } else { [table, slab] };
        let ran = run(&specs, down(), 0.01, 5);
        let record = &ran.record;
        let (mut sum, mut moment) = (0.0, Vec3::zeros());
        for (contact, p) in record.contacts.iter().zip(&record.impulses) {
            let at = contact.point_a;
            let on_table = at.x < 0.05 + 1e-6 && at.y < 0.04 + 1e-6;
            assert!(*p == 0.0 || on_table, "{p} N·s at {at}, turned by {turn}");
            sum += p;
            moment += (at - ran.at).cross(&Vec3::new(0.0, 0.0, *p));
        }
        assert!(sum > 0.0 && moment.norm() < 1e-9 * sum, "{moment} N·m·s of {sum} N·s, turned by {turn}");
        assert!(ran.speed.norm() + ran.spin.norm() < 1e-12);
    }
}

/// What is carried behind its centre of mass tips over the edge, at once and at any step size, whatever stands beside the edge: a rod on a pivot, by an own integration. The
/// middle of a disc bore its weight in the air in small steps.
#[test]
fn what_is_carried_behind_its_centre_tips() {
    // Half thickness, way from the edge to the centre, and squares of radii of gyration about the axis of tipping.
    let (z, d) = (0.05, 0.01);
    let shapes = [
        ("box", cuboid(0.2, 0.2, z), (0.2 * 0.2 + z * z) / 3.0),
        ("disc", Polytope::cylinder(0.2, 2.0 * z).unwrap(), 0.2 * 0.2 / 4.0 + z * z / 3.0),
    ];
    for (what, shape, gyration) in shapes {
        let (steps, time) = (3000, 0.3);
        let (mut angle, mut rate) = (0.0_f64, 0.0);
        let bent = |angle: f64| G * (d * angle.cos() + z * angle.sin()) / (gyration + d * d + z * z);
        for _ in 0..steps {
            // Symplectic, of second order.
            let h = time / f64::from(steps);
            rate += 0.5 * h * bent(angle);
            angle += h * rate;
            rate += 0.5 * h * bent(angle);
        }
        // A straight edge, and the rim of a disc, on which something turns about one point: between two of the points of the rim that count as corners.
        let edge = held("table", cuboid(1.0, 1.0, 0.1), Vec3::new(-1.0, 0.0, -0.1));
        let rim = held("disc", Polytope::cylinder(0.5, 0.2).unwrap(), Vec3::new(-0.5, 0.0, -0.1));
        for (below, turn) in [(&edge, 0.0), (&rim, 0.0), (&rim, 0.2)] {
            let about = Quat::from_axis_angle(&Vec3::z_axis(), turn);
            let centre = below.position;
            for h in [0.01, 0.0025, 0.0005] {
                let mut slab = sliding(shape.clone(), Vec3::new(d, 0.0, z), Vec3::zeros(), 0.0);
                // Turned about the middle of what is below.
                slab.position = centre + about * (slab.position - centre);
                slab.orientation = about;
                let ran = run(&[below.clone(), slab], down(), h, (time / h).round() as usize);
                let spin = about.inverse() * ran.spin;
                let told = format!("{what} on a {}, turned by {turn}, {h}", below.name);
                let off = (spin.y - rate).abs();
                assert!(off < 1e-3 * rate * (h / 0.01).max(0.1), "{told}: {} for {rate} rad/s", spin.y);
                // About which point of a rim it turns is found to what gaps are asked to, which over the first small tilts is some mrad.
                let least = if below.name == "table" { 1e-9 } else { 1e-4 };
                assert!(spin.x.abs() + spin.z.abs() < least, "{told}: {spin}");
            }
        }
    }
}

/// A cube that slides over the edge of a long table turns about the edge, and about nothing else, wherever along the table it does: the table's far corners are no
/// part of it. Thrown with a spin it ends as the two points at which the edge crosses it, with the friction of each, have it by an own integration.
#[test]
fn where_the_far_corners_of_an_edge_are_makes_no_difference() {
    let turned = |along: f64, speed: Vec3, spin: f64, h: f64| {
        let side = cuboid(0.03, 0.03, 0.03);
        let mut specs = [
            held("table", cuboid(1.0, 0.1, 0.05), Vec3::new(0.0, 0.0, -0.05)),
            sliding(side, Vec3::new(along, 0.1005, 0.03), speed, spin),
        ];
        specs[1].mass = Some(1.0);
        specs.iter_mut().for_each(|spec| spec.friction = 0.5);
        run(&specs, Vec3::new(0.0, 0.0, -10.0), h, (0.06 / h).round() as usize).spin
    };
    for h in [0.01, 0.005, 0.002] {
        for along in [0.0, 0.05, 0.5, -0.9] {
            let straight = turned(along, Vec3::new(0.0, 0.5, 0.0), 0.0, h);
            assert!(straight.x < -10.0 && straight.yz().norm() < 1e-9, "{h} s, at {along} m: {straight:?}");
            let spun = turned(along, Vec3::new(-0.046, 0.5, 0.0), 1.22, h);
            let off = spun - Vec3::new(-10.2105, 0.6788, 1.8203);
            assert!(off.norm() < 2e-4 + 450.0 * h * h, "{h} s, at {along} m: {spun:?}");
        }
    }
}

/// A plate falls on the ridge of a roof, a little askew, so that an edge of it meets the ridge first and the end of the ridge its face a moment later, in the same time step.
/// From then on it is carried between the two, and friction acts there: it stops turning about the upright axis, as a model of points (PEG, 0.1 ms: 7e-4 rad/s) and two
/// contacts by hand (1e-3 rad/s) have it. All at the crossing of the edges it would be 6.3 rad/s.
#[test]
fn what_comes_to_lie_on_a_ridge_rubs_along_it() {
    let lands = |h: f64| {
        let mut roof = held("roof", cuboid(0.1, 0.1, 0.1), Vec3::new(0.0, 0.0, -0.02_f64.sqrt()));
        roof.orientation = Quat::from_axis_angle(&Vec3::y_axis(), std::f64::consts::FRAC_PI_4);
        roof.friction = 1.0;
        let at = Vec3::new(0.0, -0.069_492_508_395_791_45, 0.051_697_475_020_958_26);
        let mut plate = sliding(cuboid(0.15, 0.15, 0.05), at, Vec3::new(-1.5, 0.0, -1.0), 0.0);
        plate.orientation = Quat::from_axis_angle(&Vec3::x_axis(), -0.01);
        (plate.mass, plate.inertia) = (Some(1.0), Some(Mat3::from_diagonal(&Vec3::new(0.002, 0.009, 0.01))));
        plate.friction = 0.25;
        run(&[roof, plate], down(), h, (0.01 / h).round() as usize)
    };
    let finest = lands(1e-4);
    for h in [0.01, 0.005, 0.001, 1e-4] {
        let ran = lands(h);
        assert!(ran.spin.x.abs() + ran.spin.z.abs() < 5e-3, "{h} s: {:?}", ran.spin);
        let off = (ran.speed - finest.speed).norm();
        assert!(off < 1e-5 + 2.0 * h * h, "{h} s: {:?} m/s, off by {off:e}", ran.speed);
    }
}
