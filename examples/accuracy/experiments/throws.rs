//! Boxes and stones thrown at random: how fast the ends near the limit of small steps.
//!
//! Nothing but a finer step knows where they end, so that the reference is Exact itself with steps of 0.3125 ms, and only starts count whose end twice
//! as large steps confirm: others decide late, by rounding, on which side something falls.

use super::super::course::{FREE, Random, SPACE, block, go, of_bodies};
use super::super::table::{Experiment, Outcome, error, number};
use pegsim::contact::models::ContactModel;
use pegsim::prelude::*;
use std::sync::OnceLock;

/// Starts of each kind.
const COUNT: usize = 40;
/// Duration (s).
const DURATION: f64 = 0.6;
/// Step sizes (s), that of the reference, and twice that.
const STEPS: &[f64] = &[0.01, 0.005, 0.0025, 0.00125];
const FINE: [f64; 2] = [0.000_312_5, 0.000_625];
/// How near each other the two must end (m).
const SAME: f64 = 1e-4;
/// Beyond this an end is another (m).
const OFF: f64 = 1e-3;

/// What is thrown.
#[derive(Clone, Copy)]
enum Kind {
    /// Two or three at each other, without gravity, friction and restitution.
    Meet,
    /// One to three on a floor with friction.
    Land,
    /// The same without friction, with a coefficient of restitution of 0.3, 0.8 or 1.
    Bounce,
    /// One flat on a floor, or two on each other, that slide and spin.
    Slide,
}

/// Stones that meet.
pub const MEET: Experiment = Experiment {
    name: "throws that meet",
    about: "Forty pairs and triples of random boxes and stones meet in space, without friction; ends after 0.6 s against Exact's at 0.3125 ms.",
    steps: STEPS,
    shown: 0.005,
    quantities: &[
        error("median distance of the ends (m)", "", ""),
        error("nine of ten within (m)", "", ""),
        number("ends off by more than 1 mm", "", "0"),
        number("starts that count", "", ""),
    ],
    run: |model, h| throws(Kind::Meet, model, h),
};

/// Stones that land.
pub const LAND: Experiment = Experiment {
    name: "throws that land",
    about: "Forty throws of one to three random boxes and stones on a floor, μ = 0.3 or 0.8; ends after 0.6 s against Exact's at 0.3125 ms.",
    run: |model, h| throws(Kind::Land, model, h),
    ..MEET
};

/// Stones that bounce.
pub const BOUNCE: Experiment = Experiment {
    name: "throws that bounce",
    about: "The same without friction and with a coefficient of restitution of 0.3, 0.8 or 1.",
    run: |model, h| throws(Kind::Bounce, model, h),
    ..MEET
};

/// Boxes that slide.
pub const SLIDE: Experiment = Experiment {
    name: "throws that slide",
    about: "Forty times a box flat on a floor, every second time with another on it, that slide and spin, μ = 0.2 or 0.6; ends after 0.6 s against Exact's at 0.3125 ms.",
    run: |model, h| throws(Kind::Slide, model, h),
    ..MEET
};

/// Where each throw of a kind ends, of those that count.
type Ends = OnceLock<Result<Vec<Option<Vec<Vec3>>>, String>>;

/// Throw number `k`.
fn start(kind: Kind, k: usize, model: ContactModel, h: f64) -> Result<Simulation, String> {
    let mut random = Random(1000 * (kind as u64 + 1) + k as u64);
    let mut within = |size: f64| {
        let mut one = || random.between(-size, size);
        Vec3::new(one(), one(), one())
    };
    let mut bodies = Vec::new();
    let (field, count) = match kind {
        Kind::Meet => (FREE, 2 + k % 2),
        Kind::Land | Kind::Bounce | Kind::Slide => {
            bodies.push(block("floor", [2.0, 2.0, 0.25]));
            bodies[0].kind = BodyKind::Fixed;
            bodies[0].position = Vec3::z() * -0.25;
            (SPACE, 1 + k % if matches!(kind, Kind::Slide) { 2 } else { 3 })
        }
    };
    let mut top = 0.0;
    for b in 0..count {
        let name = format!("stone {b}");
        if matches!(kind, Kind::Slide) {
            let half = within(0.1) + Vec3::new(0.2, 0.2, 0.14);
            let mut body = block(&name, half.into());
            body.position = within(0.05);
            body.position.z = top + half.z;
            top += 2.0 * half.z;
            body.velocity = within(2.0);
            body.velocity.z = 0.0;
            body.angular_velocity = Vec3::z() * within(6.0).x;
            bodies.push(body);
            continue;
        }
        let size = if matches!(kind, Kind::Meet) { 0.4 } else { 0.3 };
        let mut body = if within(1.0).x < 0.0 {
            let half = within(0.35 * size) + Vec3::repeat(0.65 * size);
            block(&name, half.into())
        } else {
            let corners: Vec<Vec3> =
                (0..8).map(|_| within(1.0).normalize() * (size * (0.8 + within(0.2).x))).collect();
            BodySpec::new(name, vec![convex_hull_3d(&corners).map_err(|e| e.to_string())?])
        };
        body.orientation = Quat::from_scaled_axis(within(3.0));
        body.angular_velocity = within(4.0);
        if matches!(kind, Kind::Meet) {
            let (sin, cos) = (std::f64::consts::TAU * b as f64 / count as f64 + 0.3).sin_cos();
            body.position = Vec3::new(cos, sin, 0.0) * 0.9 + within(0.1);
            body.velocity = body.position * (-2.25 + within(0.75).x) + within(0.5);
        } else {
            body.position = Vec3::z() * (0.5 + 0.75 * b as f64) + within(0.1);
            body.velocity = within(1.0);
        }
        bodies.push(body);
    }
    for body in &mut bodies {
        match kind {
            Kind::Meet => {}
            Kind::Land => body.friction = [0.3, 0.8][k % 2],
            Kind::Bounce => body.restitution = [0.3, 0.8, 1.0][k % 3],
            Kind::Slide => body.friction = [0.2, 0.6][k / 2 % 2],
        }
    }
    Ok(of_bodies(field, &bodies, model, h))
}

/// Where all bodies are at the end.
fn end(kind: Kind, k: usize, model: ContactModel, h: f64) -> Result<Vec<Vec3>, String> {
    let mut run = start(kind, k, model, h)?;
    go(&mut run, DURATION)?;
    Ok(run.state.poses.iter().map(|pose| pose.position).collect())
}

fn apart(a: &[Vec3], b: &[Vec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

fn throws(kind: Kind, model: ContactModel, h: f64) -> Outcome {
    static ENDS: [Ends; 4] = [const { Ends::new() }; 4];
    let limit = |k: usize| -> Result<Option<Vec<Vec3>>, String> {
        let [fine, twice] = FINE.map(|h| end(kind, k, ContactModel::SeparatingFeature, h));
        Ok(fine.ok().zip(twice.ok()).filter(|(fine, twice)| apart(fine, twice) < SAME).map(|(fine, _)| fine))
    };
    let ends =
        ENDS[kind as usize].get_or_init(|| (0..COUNT).map(limit).collect()).as_ref().map_err(Clone::clone)?;
    let counts = |(k, end): (usize, &Option<Vec<Vec3>>)| Some((k, end.clone()?));
    // A run that stops is as wrong as one can be.
    let mut offs: Vec<f64> = ends
        .iter()
        .enumerate()
        .filter_map(counts)
        .map(|(k, truth)| end(kind, k, model, h).map_or(f64::INFINITY, |end| apart(&end, &truth)))
        .collect();
    offs.sort_by(f64::total_cmp);
    let wrong = offs.iter().filter(|off| !(**off < OFF)).count();
    let at = |share: f64| offs.get((share * offs.len() as f64) as usize).copied().unwrap_or(f64::NAN);
    Ok(vec![at(0.5), at(0.9), wrong as f64, offs.len() as f64])
}
