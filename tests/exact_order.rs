//! How fast the motion of Exact nears what is known of it where something turns or ends within a step: a body that slides on a corner and
//! turns, a corner that slides off a table, edges that meet while they turn, a corner that dips into the floor and out of it.
//!
//! References are closed forms, or integrated here by Runge and Kutta's method.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
mod common;
#[path = "common/laws.rs"]
mod laws;

use chance::block;
use laws::{G, ended};
use pegsim::geometry::hull::convex_hull_3d;
use pegsim::math::Dimension::{Three, Two};
use pegsim::math::{Mat3, Quat, Vec3};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{Model, State};

/// Where body 1 is after `seconds` in steps of `h`.
fn end(model: &Model, state: &State, h: f64, seconds: f64) -> Vec3 {
    ended(model, state, h, seconds).poses[1].position
}

// ---- a box that slides on a corner

const MU: f64 = 0.3;

/// A box on one corner, on a floor with friction, that slides and begins to fall.
fn box_on_a_corner() -> (Model, State) {
    let mut floor = BodySpec::fixed("floor", vec![block(Three, 5.0, 5.0, 0.5)]).at(-0.5 * Vec3::z());
    let mut slider = BodySpec::new("box", vec![block(Three, 0.2, 0.15, 0.25)]);
    slider.orientation = Quat::from_euler_angles(0.5, 0.6, 0.3);
    slider.position = Vec3::z() * -(slider.orientation * lowest_corner(&slider.orientation)).z;
    slider.velocity = Vec3::new(1.0, 0.5, 0.0);
    (floor.friction, slider.friction) = (MU, MU);
    assemble(Three, -G * Vec3::z(), &[floor, slider])
}

/// In body axes.
fn lowest_corner(turn: &Quat) -> Vec3 {
    let up = turn.inverse() * Vec3::z();
    -Vec3::new(0.2 * up.x.signum(), 0.15 * up.y.signum(), 0.25 * up.z.signum())
}

/// Position, velocity, orientation and angular velocity of the box.
type Moving = (Vec3, Vec3, Quat, Vec3);

/// What changes them, per second: the corner slides under Coulomb's law and comes no nearer to the floor.
fn forces(mass: f64, inertia: &Mat3, corner: &Vec3, (_, v, q, w): &Moving) -> (Vec3, Vec3) {
    let turn = q.to_rotation_matrix().into_inner();
    let (j, arm) = (turn * inertia * turn.transpose(), q * corner);
    let inverse = j.cholesky().unwrap().inverse();
    let slides = v + w.cross(&arm);
    let along = Vec3::new(slides.x, slides.y, 0.0).normalize();
    // Of a load of 1 N and its friction, and without it.
    let load = Vec3::z() - along * MU;
    let by_load = (load / mass, inverse * arm.cross(&load));
    let alone = (-G * Vec3::z(), -(inverse * w.cross(&(j * w))));
    let lifts = |(a, b): &(Vec3, Vec3)| (a + b.cross(&arm)).z;
    let size = -(lifts(&alone) + w.cross(&w.cross(&arm)).z) / lifts(&by_load);
    assert!(size > 0.0, "the corner lifts off");
    (alone.0 + by_load.0 * size, alone.1 + by_load.1 * size)
}

fn moved((x, v, q, w): &Moving, (dx, dv, dw, da): &(Vec3, Vec3, Vec3, Vec3), t: f64) -> Moving {
    let turn = Quat::from_scaled_axis(dw * t);
    (x + dx * t, v + dv * t, turn * q, w + da * t)
}

/// Where the box is after `seconds`, by 4000 steps of fourth order in the velocities; orientations are moved by the mean spin of each, so that its own
/// error, a hundredth of what is asked, is seen by doubling their number.
fn reference(model: &Model, state: &State, seconds: f64) -> Vec3 {
    let body = &model.bodies[1];
    let (pose, twist) = (&state.poses[1], &state.twists[1]);
    let corner = lowest_corner(&pose.orientation);
    let mut at: Moving = (pose.position, twist.linear, pose.orientation, twist.angular);
    let d = seconds / 4000.0;
    let rate = |at: &Moving| {
        let (a, b) = forces(body.mass, &body.inertia, &corner, at);
        (at.1, a, at.3, b)
    };
    for _ in 0..4000 {
        let k1 = rate(&at);
        let k2 = rate(&moved(&at, &k1, 0.5 * d));
        let k3 = rate(&moved(&at, &k2, 0.5 * d));
        let k4 = rate(&moved(&at, &k3, d));
        let mean = |a: Vec3, b: Vec3, c: Vec3, e: Vec3| (a + b * 2.0 + c * 2.0 + e) / 6.0;
        let whole = (
            mean(k1.0, k2.0, k3.0, k4.0),
            mean(k1.1, k2.1, k3.1, k4.1),
            mean(k1.2, k2.2, k3.2, k4.2),
            mean(k1.3, k2.3, k3.3, k4.3),
        );
        at = moved(&at, &whole, d);
    }
    at.0
}

/// Friction has the line of the mean sliding; with that of the end of each step it was of first order, 2e-5 m off at 5 ms.
#[test]
fn a_box_that_slides_on_a_corner_is_second_order() {
    let (model, state) = box_on_a_corner();
    let truth = reference(&model, &state, 0.04);
    let off = |h: f64| (end(&model, &state, h, 0.04) - truth).norm();
    let (coarse, middle, fine) = (off(0.01), off(0.005), off(0.0025));
    let text = format!("{coarse:.2e}, {middle:.2e} and {fine:.2e} m off at 10, 5 and 2.5 ms");
    println!("{text}");
    assert!(middle < 5e-6 && middle < 0.3 * coarse && fine < 0.3 * middle, "{text}");
}

// ---- a corner that slides off a table

/// An octahedron that stands on a corner, upright, slides without friction over the end of a table: from then on it falls freely.
#[test]
fn what_slides_off_a_table_falls_from_there() {
    let (speed, way, seconds) = (1.0, 0.0537, 0.1);
    let table = BodySpec::fixed("table", vec![block(Three, 1.0, 1.0, 0.5)]).at(Vec3::new(-1.0, 0.0, -0.5));
    let corners: Vec<Vec3> =
        [Vec3::x(), Vec3::y(), Vec3::z()].iter().flat_map(|d| [d * 0.2, d * -0.2]).collect();
    let mut stone =
        BodySpec::new("stone", vec![convex_hull_3d(&corners).unwrap()]).at(Vec3::new(-way, 0.01, 0.2));
    stone.velocity = Vec3::x() * speed;
    let (model, state) = assemble(Three, -G * Vec3::z(), &[table, stone]);
    let fall: f64 = seconds - way / speed;
    let truth = 0.2 - 0.5 * G * fall * fall;
    for h in [0.01, 0.005, 0.0025] {
        let off = (end(&model, &state, h, seconds).z - truth).abs();
        println!("{off:.1e} m off at h = {h}");
        // From the start of a step on it would be up to g h fall = 5 mm.
        assert!(off < 1e-5, "{off:e} m off at h = {h}");
    }
}

// ---- edges that meet while they turn

/// A regular tetrahedron, whose inertia is that of a ball, comes down on a ridge with an edge and turns about the ridge's direction: the line of
/// the blow turns with it. It bounces without loss.
#[test]
fn edges_that_turn_bounce_along_the_line_of_their_meeting() {
    let ridge = [-1.0, 1.0]
        .iter()
        .flat_map(|x| [Vec3::new(*x, 0.0, 0.0), Vec3::new(*x, 0.5, -0.5), Vec3::new(*x, -0.5, -0.5)]);
    let size = 0.2;
    let corners = [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)];
    let corners: Vec<Vec3> = corners.iter().map(|(x, y, z)| Vec3::new(*x, *y, *z) * size).collect();
    let ridge = BodySpec::fixed("ridge", vec![convex_hull_3d(&ridge.collect::<Vec<_>>()).unwrap()]);
    let mut stone = BodySpec::new("stone", vec![convex_hull_3d(&corners).unwrap()]);
    stone.orientation = Quat::from_scaled_axis(Vec3::x() * -0.3);
    stone.position = Vec3::new(0.02, 0.01, 0.287);
    stone.velocity = Vec3::new(0.3, 0.0, -2.0);
    stone.angular_velocity = Vec3::x() * 10.0;
    stone.restitution = 1.0;
    let (model, state) = assemble(Three, Vec3::zeros(), &[ridge, stone]);
    let (mass, inertia) = (model.bodies[1].mass, model.bodies[1].inertia[(0, 0)]);
    let (pose, twist) = (&state.poses[1], &state.twists[1]);

    // The lower edge passes through (0, 0, −size) along (−1, 1, 0); the ridge is the x axis.
    let at = |t: f64| {
        let turn = Quat::from_scaled_axis(twist.angular * t) * pose.orientation;
        let centre = pose.position + twist.linear * t;
        let (point, along) = (centre + turn * Vec3::new(0.0, 0.0, -size), turn * Vec3::new(-1.0, 1.0, 0.0));
        let normal = Vec3::x().cross(&along).normalize();
        (centre, point, along, normal * normal.z.signum())
    };
    let gap = |t: f64| at(t).3.dot(&at(t).1);
    let (mut low, mut high) = (0.0, 0.08);
    assert!(gap(low) > 0.0 && gap(high) < 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if gap(middle) > 0.0 { low = middle } else { high = middle }
    }
    let (centre, point, along, normal) = at(low);
    let arm = point - along * (point.y / along.y) - centre;
    let couple = arm.cross(&normal);
    let speed = normal.dot(&(twist.linear + twist.angular.cross(&arm)));
    let blow = -2.0 * speed / (1.0 / mass + couple.norm_squared() / inertia);
    let seconds = 0.08;
    let truth = centre + (twist.linear + normal * (blow / mass)) * (seconds - low);

    for h in [0.02, 0.01, 0.005, 0.0025] {
        let off = (end(&model, &state, h, seconds) - truth).norm();
        println!("{off:.1e} m off at h = {h}, met at {low:.5} s");
        assert!(off < 1e-6, "{off:e} m off at h = {h}");
    }
}

// ---- a corner that dips into the floor and out of it

/// A square that turns fast over a floor would dip into it by 3 mm with a corner, for 7 ms, between two ends of steps of 10 ms. It bounces instead.
#[test]
fn a_corner_that_would_dip_into_the_floor_within_a_step_bounces() {
    let (half, spin, dips, lowest, seconds) = (0.2, 40.0, 0.003, 0.025, 0.04);
    let reach = half * 2.0_f64.sqrt();
    let floor = BodySpec::fixed("floor", vec![block(Two, 2.0, 0.5, 0.0)]).at(-0.5 * Vec3::y());
    let height = reach - dips;
    let mut square = BodySpec::new("square", vec![block(Two, half, half, 0.0)]).at(height * Vec3::y());
    // A corner that is an eighth of a turn from straight down where the square lies flat.
    square.orientation = Quat::from_scaled_axis(Vec3::z() * (-spin * lowest - std::f64::consts::FRAC_PI_4));
    square.angular_velocity = Vec3::z() * spin;
    square.restitution = 1.0;
    let (model, state) = assemble(Two, Vec3::zeros(), &[floor, square]);
    let (mass, inertia) = (model.bodies[1].mass, model.bodies[1].inertia[(2, 2)]);
    // The corner is at φ from straight down when it meets the floor, and comes down with the speed of its turning.
    let angle = -(height / reach).acos();
    let arm = reach * angle.sin();
    let blow = -2.0 * spin * arm / (1.0 / mass + arm * arm / inertia);
    let truth = height + blow / mass * (seconds - (lowest + angle / spin));
    for h in [0.01, 0.005, 0.0025] {
        let off = (end(&model, &state, h, seconds).y - truth).abs();
        println!("{off:.1e} m off at h = {h}");
        assert!(off < 1e-5, "{off:e} m off at h = {h}");
    }
}
