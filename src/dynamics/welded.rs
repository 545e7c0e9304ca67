//! Bodies that `Fixed` joints hold together fly as one.
//!
//! What they would do without it is no free motion of theirs: drawn back to each other after it, each by the implicit midpoint rule, they lost energy in each step, at the
//! third order in h, and turned to the axis of largest inertia. Where nothing but gravity acts on them the common centre of mass moves on a parabola and all of them turn as
//! one top does, to rounding.

use crate::dynamics::free_flight::AsOne;
use crate::dynamics::spin_freely;
use crate::math::sets::DisjointSets;
use crate::math::{Dimension, Mat3, Pose, Quat, Twist, Vec3, Wrench, cayley_twist};
use crate::world::joint::JointKind;
use crate::world::{BodyId, Model, State};

/// The welds on whose bodies nothing acts but gravity; `wrenches` is what acts on each body.
pub(super) fn falling(model: &Model, state: &State, wrenches: &[Wrench]) -> Vec<Vec<BodyId>> {
    let falls = |id: &BodyId| {
        let Wrench { force, torque } = &wrenches[id.0];
        *torque == Vec3::zeros() && *force == model.effective_gravity() * model.body(*id).mass
    };
    let mut welds = welds(model, state);
    welds.retain(|bodies| bodies.iter().all(falls));
    welds
}

/// Bodies that hang together by `Fixed` joints, ascending, but for those that hang on one that impulses do not move.
fn welds(model: &Model, state: &State) -> Vec<Vec<BodyId>> {
    let fixed = |k: &usize| model.joints[*k].kind == JointKind::Fixed;
    let joints: Vec<_> = model.active_joints(state).into_iter().filter(fixed).collect();
    if joints.is_empty() {
        return Vec::new();
    }
    let mut sets = DisjointSets::new(model.bodies.len());
    for k in joints {
        let (a, b) = model.joints[k].bodies;
        sets.join(a.0, b.0);
    }
    let mut welds: Vec<Vec<BodyId>> = vec![Vec::new(); model.bodies.len()];
    for id in model.ids() {
        welds[sets.least(id.0)].push(id);
    }
    welds.retain(|bodies| bodies.len() > 1 && bodies.iter().all(|id| model.body(*id).is_dynamic()));
    welds
}

/// The free motion over a step of size `h` (s) of bodies that are one.
pub(super) fn fly_as_one(model: &Model, state: &State, bodies: &[BodyId], h: f64) -> Vec<AsOne> {
    let twist = |id: BodyId| model.twist_now(state, id);
    let mean = |of: &dyn Fn(BodyId) -> Vec3| {
        let (sum, mass) = bodies.iter().fold((Vec3::zeros(), 0.0), |(sum, mass), &id| {
            let own = model.body(id).mass;
            (sum + of(id) * own, mass + own)
        });
        sum / mass
    };
    let centre = mean(&|id| state.poses[id.0].position);
    let linear = mean(&|id| twist(id).linear);
    let arm = |id: BodyId| state.poses[id.0].position - centre;
    let (mut inertia, mut spin) = (Mat3::zeros(), Vec3::zeros());
    for &id in bodies {
        let (body, pose, r) = (model.body(id), &state.poses[id.0], arm(id));
        let turn = pose.orientation.to_rotation_matrix();
        inertia += turn * body.inertia * turn.inverse();
        inertia += (Mat3::identity() * r.norm_squared() - r * r.transpose()) * body.mass;
        spin += body.spin(pose, &twist(id)) + r.cross(&(twist(id).linear - linear)) * body.mass;
    }
    let (turn, omega) = match model.dimension {
        Dimension::Two => {
            let omega = Vec3::z() * (spin.z / inertia[(2, 2)]);
            (Quat::from_scaled_axis(omega * h), omega)
        }
        Dimension::Three => {
            let Some(omega) = inertia.cholesky().map(|factor| factor.solve(&spin)) else { return Vec::new() };
            spin_freely(&inertia, &Quat::identity(), &omega, h)
        }
    };
    let fall = model.effective_gravity() * h;
    let (middle, after) = (linear + fall * 0.5, linear + fall);
    // By the Cayley map: R r − r = hω̄ × (r + R r)/2, without a difference of positions.
    let rate =
        if turn == Quat::identity() { Vec3::zeros() } else { cayley_twist(&Quat::identity(), &turn, h) };
    let of_body = |&id: &BodyId| {
        let (pose, from) = (&state.poses[id.0], arm(id));
        let to = turn * from;
        let middle = middle + rate.cross(&((from + to) * 0.5));
        let mut orientation = turn * pose.orientation;
        orientation.renormalize_fast();
        let pose = Pose { position: pose.position + middle * h, orientation };
        let end = Twist { linear: after + omega.cross(&to), angular: omega };
        AsOne { id, mean: Twist { linear: middle, angular: rate }, pose, end }
    };
    bodies.iter().map(of_body).collect()
}
