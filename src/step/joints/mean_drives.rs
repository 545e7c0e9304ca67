//! Drives in mean twists, for steps whose unknowns these are.
//!
//! With ν̄ = (ν₀ + ν₁)/2 and θ₁ = θ₀ + h θ̄̇ a drive gives in the step
//!
//! ```text
//!   λ = h kp (θ* − θ) + h kd (θ̇* − θ̇)   at   θ = θ₀ + σ (θ₁ − θ₀),  θ* = θ*₀ + σ (θ*₁ − θ*₀),   θ̇ = θ̇₀ + ρ (θ̇₁ − θ̇₀)
//! ```
//!
//! From ½ on, no weights σ and ρ give energy: the spring takes (σ − ½) kp (θ₁ − θ₀)², and ½v² + (ρ − ½) h kd v²/2m falls. At ½ the step is of second
//! order, and keeps the energy of a spring; but what is stiff against what it moves, over a step, would swing from side to side for ever. So ρ and σ
//! are ½ where z = h kd/m and K = h² kp/(m + h kd) are below 2, and 1 − 1/z and 1 − 1/K beyond: what a damper alone takes does not change its sign in a step
//! (for ẏ = −(z/h) y a step leaves (1 − (1 − ρ) z)/(1 + ρ z)), and a spring that swings has more than four steps to a period where it is kept.
//!
//! m is the inertia that a drive feels with its joints held, and other drives count as much as they move it.

use crate::dynamics::FreeFlight;
use crate::math::{Twist, Vec6};
use crate::step::frame::StepFrame;
use crate::step::island::grouping::split;
use crate::step::island::scaled::Scaled;
use crate::world::BodyId;
use crate::world::joint::{Servo, drive_row};
use nalgebra::DVector;

/// z and K up to which a drive acts at half the step, and that share.
const STIFF: f64 = 2.0;
const GENTLE: f64 = 0.5;

/// Bodies that turn by more than this in a step have a drive along its line at the start (rad).
const MOST_TURN: f64 = 1.0;

/// The drives of a step in mean twists ν̄, with half of every impulse, along lines half way to where bodies are going.
pub(in crate::step) fn in_mean_twists(frame: &StepFrame, flight: &FreeFlight) -> Vec<Servo> {
    if frame.servos.is_empty() {
        return Vec::new();
    }
    let mut servos = frame.servos.clone();
    servos.iter_mut().for_each(|servo| lead(frame, flight, servo));
    let mut weights = vec![(GENTLE, GENTLE); servos.len()];
    let still = vec![Twist::zero(); frame.model.bodies.len()];
    for mechanism in mechanisms(frame, &servos) {
        let drives: Vec<&Servo> = mechanism.drives.iter().map(|k| &servos[*k]).collect();
        if are_gentle(frame, &drives) {
            continue;
        }
        let feel = feel(frame, &still, &mechanism, &drives);
        for (k, felt) in mechanism.drives.iter().zip(&feel) {
            let stiff = |of: fn(&Servo) -> f64| {
                let parts = drives.iter().zip(felt);
                parts.map(|(other, felt)| (of(&servos[*k]) * of(other)).sqrt() * felt.abs()).sum::<f64>()
            };
            let damping = stiff(|servo| servo.damping);
            weights[*k] = (weight(stiff(spring) / (1.0 + damping)), weight(damping));
        }
    }
    for (servo, (of_spring, of_damping)) in servos.iter_mut().zip(weights) {
        to_mean_twists(servo, flight, of_spring, of_damping);
    }
    servos
}

/// Bodies that joints connect, with drives between them.
struct Mechanism {
    /// Its bodies that impulses move, ascending.
    bodies: Vec<BodyId>,
    /// Its joints, by their place among all that hold.
    joints: Vec<usize>,
    /// Its drives, by their place among all.
    drives: Vec<usize>,
}

/// The mechanisms that have drives.
fn mechanisms(frame: &StepFrame, servos: &[Servo]) -> Vec<Mechanism> {
    let mut of_body = vec![usize::MAX; frame.model.bodies.len()];
    let groups = split(&frame.dynamic(), &frame.joined());
    let mut found: Vec<Mechanism> = Vec::with_capacity(groups.len());
    for (k, group) in groups.into_iter().enumerate() {
        group.bodies.iter().for_each(|id| of_body[id.0] = k);
        found.push(Mechanism { bodies: group.bodies, joints: group.links, drives: Vec::new() });
    }
    for (k, servo) in servos.iter().enumerate() {
        let sides = [servo.bodies.0, servo.bodies.1];
        if let Some(group) = sides.iter().map(|id| of_body[id.0]).find(|group| *group != usize::MAX) {
            found[group].drives.push(k);
        }
    }
    found.retain(|mechanism| !mechanism.drives.is_empty());
    found
}

/// Whether drives are not stiff even against bodies that no joint holds, which move more.
fn are_gentle(frame: &StepFrame, drives: &[&Servo]) -> bool {
    let dynamic = |id: BodyId| frame.model.body(id).is_dynamic();
    let most: f64 = drives
        .iter()
        .map(|servo| {
            let sides = [(servo.bodies.0, &servo.row.jacobian_a), (servo.bodies.1, &servo.row.jacobian_b)];
            let moved = sides.iter().filter(|(id, _)| dynamic(*id));
            let light: f64 = moved.map(|(id, j)| j.dot(&frame.roots[id.0].inverse_mass_times(j))).sum();
            (servo.damping.max(spring(servo)) * light).sqrt()
        })
        .sum();
    most * most <= STIFF
}

/// h² kp of a drive (kg·m² or kg).
fn spring(servo: &Servo) -> f64 {
    (servo.stiffness - servo.damping).max(0.0)
}

/// The share of the step at which something acts that would change what it moves by so many times as much as there is.
fn weight(stiff: f64) -> f64 {
    if stiff > STIFF { 1.0 - 1.0 / stiff } else { GENTLE }
}

/// Draws the line of a drive between the start and where its bodies are going.
fn lead(frame: &StepFrame, flight: &FreeFlight, servo: &mut Servo) {
    let joint = &frame.model.joints[servo.joint];
    let (a, b) = servo.bodies;
    let start = |id: BodyId| flight.start[id.0];
    if [a, b].iter().any(|id| start(*id).angular.norm() * frame.h > MOST_TURN) {
        return;
    }
    let poses = &frame.state.poses;
    let ends = (frame.end_pose(a, &start(a)), frame.end_pose(b, &start(b)));
    servo.row = drive_row(joint, (&poses[a.0], &poses[b.0]), (&ends.0, &ends.1));
}

/// How much the impulse of one drive moves along the others, joints held: J M⁻¹Jᵀ (1/(kg·m²) or 1/kg).
fn feel(frame: &StepFrame, still: &[Twist], mechanism: &Mechanism, drives: &[&Servo]) -> Vec<Vec<f64>> {
    let joints: Vec<_> = mechanism.joints.iter().map(|k| frame.joint_at_start(*k)).collect();
    let scaled = Scaled::new(frame.model, &frame.roots, still, mechanism.bodies.clone(), frame.h)
        .with_joints(&joints, &[]);
    let row = |servo: &&Servo| {
        let (a, b) = servo.bodies;
        let mut row = DVector::zeros(scaled.size());
        let (sparse, _) = scaled.row(a, &servo.row.jacobian_a, b, &servo.row.jacobian_b);
        sparse.entries().iter().for_each(|(k, c)| row[*k] = *c);
        row
    };
    let rows: Vec<DVector<f64>> = drives.iter().map(row).collect();
    rows.iter().map(|row| rows.iter().map(|other| row.dot(other)).collect()).collect()
}

/// Writes a drive in mean twists with these weights: λ of the module is s (r − θ̄̇), of which half is what they are given.
fn to_mean_twists(servo: &mut Servo, flight: &FreeFlight, of_spring: f64, of_damping: f64) {
    let (a, b) = servo.bodies;
    let rate = |id: BodyId, line: &Vec6| line.dot(&flight.start[id.0].to_vec6());
    let now = rate(a, &servo.row.jacobian_a) + rate(b, &servo.row.jacobian_b);
    let (spring, damping) = (spring(servo), servo.damping);
    let whole = of_spring * spring + 2.0 * of_damping * damping;
    if whole > 0.0 {
        let asked = servo.stiffness * servo.rate - (1.0 - of_spring) * spring * servo.wanted;
        servo.rate = (asked + (2.0 * of_damping - 1.0) * damping * now) / whole;
    }
    servo.stiffness = 0.5 * whole;
    servo.most *= 0.5;
}
