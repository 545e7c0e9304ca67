//! A joint brought to another coordinate by hand: the side of it that nothing holds turns or slides, with all that other joints hold to
//! it, in every pane and as far as nothing is in the way.

use crate::app::bench::branches;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::build::edit::{RigidMotion, make_start_and};
use crate::app::build::free_move::{free_shift, free_turn, moved_through, turn_about};
use crate::app::build::joining::{Outcome, coordinate, joint_of, unit_of};
use crate::app::command::joint::kind_name;
use crate::math::{Twist, Vec3};
use crate::step::ranges::MAX_LENGTH;
use crate::world::joint::{Joint, JointKind};
use crate::world::{BodyId, Model, State};
use std::f64::consts::TAU;

/// Ways shorter than this (rad or m) are none.
const LEAST: f64 = 1e-12;

/// How one pane moves.
struct Move {
    group: Vec<BodyId>,
    motion: RigidMotion,
    /// How far the coordinate goes (rad or m).
    way: f64,
    /// How far it was to go.
    wish: f64,
}

/// Brings the coordinate of a joint to `wish` (rad or m). At the start of the scene that is where the joint starts from then on; its
/// limits and targets stay what they are.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
pub(super) fn bring(bench: &mut Workbench, number: usize, wish: f64) -> Result<Outcome, String> {
    let joint = joint_of(bench, number)?.clone();
    let name = joint.name.clone();
    if !joint.kind.has_coordinate() {
        return Err(tr!("bring-only-revolute-prismatic-joints", name = name, kind = kind_name(joint.kind)));
    }
    if bench.running {
        return Err(tr!("bring-brought-elsewhere-while-clock", name = name));
    }
    // NaN is beyond as well.
    if !(wish.abs() <= MAX_LENGTH) {
        return Err(tr!(
            "bring-coordinate-must-be-number-at",
            name = name,
            MAX_LENGTH = format!("{MAX_LENGTH:e}")
        ));
    }
    let wish = joint.limits.map_or(wish, |(low, high)| wish.clamp(low, high));
    let model = bench.scene.model.clone();
    let mut moves = Vec::new();
    for (pane, simulation) in bench.panes.iter().map(|pane| &pane.simulation).enumerate() {
        if !model.active_joints(&simulation.state).contains(&number) {
            return Err(tr!(
                "bring-holds-nothing-in-pane-broken",
                name = name,
                pane = pane + 1,
                panes = bench.panes.len()
            ));
        }
        moves.push(way_of(&model, &simulation.state, number, wish)?);
    }
    if moves.iter().all(|each| each.way.abs() < LEAST) {
        let blocked = moves.iter().any(|each| each.wish.abs() >= LEAST);
        let said = if blocked { tr!("bring-something-in-way") } else { tr!("bring-stands-there-or-at-its") };
        return Err(tr!("bring-stays-where", name = name, said = said));
    }
    let before = Snapshot::of(bench);
    branches::keep(bench);
    for (pane, each) in bench.panes.iter_mut().zip(&moves) {
        let next = moved(&pane.simulation.state, &joint, each);
        pane.set_by_hand(next);
    }
    bench.forget_parting_now();
    let focused = &moves[bench.focused.min(moves.len() - 1)];
    let b_moves = focused.group.contains(&joint.bodies.1);
    make_start_and(bench, &focused.group, &focused.motion, |source| {
        if let Some(given) = source.joints.get_mut(number) {
            given.start += focused.way;
            if joint.kind == JointKind::Revolute && joint.limits.is_none() {
                given.start -= TAU * (given.start / TAU).round();
            }
            // The rounding of a way that ends at a limit.
            if let Some((low, high)) = joint.limits {
                given.start = given.start.clamp(low, high);
            }
            if b_moves {
                given.point = focused.motion.point(&Vec3::from(given.point)).into();
            }
        }
        Ok(())
    })
    .inspect_err(|_| before.restore(bench))?;
    let what = if joint.kind == JointKind::Revolute { tr!("bring-angle") } else { tr!("bring-travel") };
    Ok(Outcome {
        label: tr!("bring-joint", what = what, name = name),
        remark: stopped(bench, &joint, &moves),
    })
}

/// What stopped on the way, if anything did.
fn stopped(bench: &Workbench, joint: &Joint, moves: &[Move]) -> Option<String> {
    let short = moves.iter().position(|each| (each.wish - each.way).abs() > 1e-6 * each.wish.abs())?;
    let now = coordinate(
        &bench.scene.model.joints[joint_number(bench, joint)?],
        &bench.panes[short].simulation.state,
    );
    let whose = if bench.panes.len() > 1 { tr!("bring-in-pane", pane = short + 1) } else { String::new() };
    Some(tr!(
        "bring-stops-at-something-in-way",
        joint = joint.name,
        now = format!("{now:.4}"),
        unit = unit_of(joint.kind),
        whose = whose
    ))
}

fn joint_number(bench: &Workbench, joint: &Joint) -> Option<usize> {
    bench.scene.model.joints.iter().position(|each| each.name == joint.name)
}

/// Which side goes, and how far it is free.
fn way_of(model: &Model, state: &State, number: usize, target: f64) -> Result<Move, String> {
    let joint = &model.joints[number];
    let (a, b) = joint.bodies;
    // What is turned against the other: B, or A the other way.
    let (group, sign) = match side(model, state, number, b, a) {
        Ok(group) => (group, 1.0),
        Err(why_not_b) => match side(model, state, number, a, b) {
            Ok(group) => (group, -1.0),
            Err(why_not_a) => return Err(neither(&joint.name, why_not_a, why_not_b)),
        },
    };
    let mut wish = target - coordinate(joint, state);
    let (of_a, of_b) = joint.placed(&state.poses[a.0], &state.poses[b.0]);
    if joint.kind == JointKind::Prismatic {
        let axis = sign * of_a.z;
        let free = free_shift(model, state, &group, wish * axis);
        return Ok(Move { group, motion: RigidMotion::shift(free), way: free.dot(&axis), wish });
    }
    if joint.limits.is_none() {
        // The short way round.
        wish -= TAU * (wish / TAU).round();
    }
    let centre = if sign > 0.0 { of_a.point } else { of_b.point };
    let axis = sign * of_a.z;
    let way = free_turn(model, state, &group, centre, axis, wish);
    Ok(Move { group, motion: turn_about(centre, axis, way), way, wish })
}

/// Why a side of a joint does not move alone.
enum Held {
    /// The body does not move, or joints lead from it to one that does not.
    By(String),
    /// Joints lead from it to the other side.
    Loop,
}

/// The bodies on one side of a joint, `from` first.
fn side(
    model: &Model,
    state: &State,
    number: usize,
    from: BodyId,
    other: BodyId,
) -> Result<Vec<BodyId>, Held> {
    if !model.body(from).is_dynamic() {
        return Err(Held::By(model.body(from).name.clone()));
    }
    let group = moved_through(model, state, &[from], Some(number)).map_err(|anchored| {
        if anchored.anchor == other { Held::Loop } else { Held::By(model.body(anchored.anchor).name.clone()) }
    })?;
    if group.contains(&other) { Err(Held::Loop) } else { Ok(group) }
}

fn neither(name: &str, a: Held, b: Held) -> String {
    match (a, b) {
        // What both lead to closes the loop.
        (Held::By(a), Held::By(b)) if a != b => tr!("bring-both-sides-held-by-by", name = name, a = a, b = b),
        _ => tr!("bring-part-loop-joints-its-coordinate", name = name),
    }
}

/// A state in which the group has moved; how it moves against the other side of the joint goes with it.
fn moved(state: &State, joint: &Joint, way: &Move) -> State {
    let mut next = state.clone();
    let other = if way.group.contains(&joint.bodies.1) { joint.bodies.0 } else { joint.bodies.1 };
    let (base, spin) = (state.poses[other.0].position, state.twists[other.0]);
    let carried = |place: &Vec3| Twist {
        linear: spin.linear + spin.angular.cross(&(place - base)),
        angular: spin.angular,
    };
    for id in &way.group {
        let (pose, twist) = (&state.poses[id.0], &state.twists[id.0]);
        let after = way.motion.pose(pose);
        let (here, there) = (carried(&pose.position), carried(&after.position));
        next.twists[id.0] = Twist {
            linear: there.linear + way.motion.turn * (twist.linear - here.linear),
            angular: there.angular + way.motion.turn * (twist.angular - here.angular),
        };
        next.poses[id.0] = after;
    }
    next
}
