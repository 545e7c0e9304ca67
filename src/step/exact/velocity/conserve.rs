//! What a step must keep, to rounding: linear and angular momentum of bodies that nothing outside holds, and an energy that does
//! not rise.
//!
//! Both problems of a step keep these laws where they are solved exactly (`docs/exact-contact.md`). What the iterations, and
//! friction whose load differs between the two, leave of them is mended here. A group of bodies has a rigid motion with its momentum
//! and angular momentum; what is left of its velocities is its inner motion. Adding a rigid motion, or scaling the inner one, moves no
//! two bodies of the group against each other but in proportion: contacts that do not close still do not close, joints hold,
//! sliding stays opposite to friction. Kinetic energies of the two add up, since the rigid motion is the one of least energy with
//! its momenta.

use crate::dynamics::{FreeFlight, MassRoot};
use crate::math::{Dimension, Mat3, Pose, Twist, Vec3, Vec6};
use crate::step::frame::StepFrame;
use crate::world::{Body, BodyId};
use smallvec::{SmallVec, smallvec};

/// Loss of energy (part of the inner motion's) up to which velocities are scaled back where nothing may be lost: what holding joints at
/// velocities takes is of the fourth order in h, and what the turn of a row in the step takes of the velocities before a blow is of
/// the first. More is the start of a motion that the joints do not allow.
const MOST_LOSS: f64 = 0.05;

/// Energy that stage 2 may have too much, as a part of what there may be: what the lines of a blow are off by in a step is of first order. More
/// says that the velocities are wrong, where a light body between heavy ones has turned far in the step: the step is too long.
const MOST_GAIN: f64 = 0.1;

/// What moves no faster than this is at rest, and has no energy worth a shorter step (m/s).
const AT_REST: f64 = 1e-6;

/// Bodies of a small island: lists of so many ask for no memory.
const FEW: usize = 8;

/// Bodies that exchanged impulses in a step, and what holds them.
pub(super) struct Group<'g> {
    /// Dynamic bodies, ascending.
    pub bodies: &'g [BodyId],
    /// Some of them touch or are joined to a body that impulses do not move.
    pub held: bool,
    /// Nothing outside does unknown work on them: no drives, no bodies in prescribed motion, none that overlapped.
    pub closed: bool,
    /// Nothing may be lost either: nothing but joints acted among them, or they were thrown back.
    pub exactly: bool,
    /// Kinetic energy with which they were thrown back (J).
    pub thrown_with: Option<f64>,
}

/// Where the bodies of a step are at its end, with the roots of their inverse masses there.
pub(super) struct Ends<'e> {
    pub poses: &'e [Pose],
    pub roots: &'e [MassRoot],
}

/// Mass, centre, momentum and angular momentum about the centre, of some bodies.
struct Whole {
    mass: f64,
    centre: Vec3,
    momentum: Vec3,
    spin: Vec3,
    /// About the centre, world axes.
    inertia: Mat3,
}

impl Whole {
    fn new(frame: &StepFrame, bodies: &[BodyId], poses: &[Pose], twists: &[Twist]) -> Self {
        let model = frame.model;
        let mass: f64 = bodies.iter().map(|id| model.body(*id).mass).sum();
        let centre: Vec3 =
            bodies.iter().map(|id| poses[id.0].position * model.body(*id).mass).sum::<Vec3>() / mass;
        let (mut momentum, mut spin, mut inertia) = (Vec3::zeros(), Vec3::zeros(), Mat3::zeros());
        for id in bodies {
            let (body, pose, twist) = (model.body(*id), &poses[id.0], &twists[id.0]);
            let r = pose.position - centre;
            let turn = pose.orientation.to_rotation_matrix();
            let own = turn.matrix() * body.inertia * turn.matrix().transpose();
            momentum += twist.linear * body.mass;
            spin += r.cross(&twist.linear) * body.mass + own * twist.angular;
            inertia += own + (Mat3::identity() * r.norm_squared() - r * r.transpose()) * body.mass;
        }
        Self { mass, centre, momentum, spin, inertia }
    }

    /// The rigid motion with a momentum and an angular momentum about the centre.
    fn rigid(&self, flat: bool, momentum: &Vec3, spin: &Vec3) -> Twist {
        let angular = if flat {
            Vec3::new(0.0, 0.0, spin.z / self.inertia[(2, 2)])
        } else {
            self.inertia.cholesky().map_or_else(Vec3::zeros, |c| c.solve(spin))
        };
        Twist { linear: momentum / self.mass, angular }
    }

    /// The twist of a body at a place that moves with a rigid motion about the centre.
    fn at(&self, rigid: &Twist, place: &Vec3) -> Twist {
        Twist { linear: rigid.linear + rigid.angular.cross(&(place - self.centre)), angular: rigid.angular }
    }
}

/// Gives a group the momenta that it must have, and no more energy than it may have. Adds to `gave` what each body was given
/// (N·s, N·m·s about its centre). Whether the energy was near what it may be before.
pub(super) fn mend(
    frame: &StepFrame,
    flight: &FreeFlight,
    group: &Group,
    means: &[Twist],
    ends: &Ends,
    twists: &mut [Twist],
    gave: &mut [Vec6],
) -> bool {
    let flat = frame.model.dimension == Dimension::Two;
    let before: SmallVec<[Twist; FEW]> = group.bodies.iter().map(|id| twists[id.0]).collect();
    if !group.held {
        keep_momentum(frame, flight, group.bodies, ends, flat, twists);
    }
    let near = !group.closed || keep_energy(frame, flight, group, means, ends, twists);
    for (id, before) in group.bodies.iter().zip(&before) {
        let after = &twists[id.0];
        let change = Twist { linear: after.linear - before.linear, angular: after.angular - before.angular };
        gave[id.0] += momentum(frame.model.body(*id), &ends.poses[id.0], &change);
    }
    near
}

/// Kinetic energy of bodies at the start of the step, with the work of outside forces on its way (J).
pub(super) fn affords(frame: &StepFrame, flight: &FreeFlight, bodies: &[BodyId], means: &[Twist]) -> f64 {
    let mut sum = 0.0;
    for id in bodies {
        sum += 0.5 * frame.roots[id.0].kinetic_norm2(&flight.start[id.0].to_vec6());
        let (wrench, mean) = (&flight.wrenches[id.0], &means[id.0]);
        sum += frame.h * (wrench.force.dot(&mean.linear) + wrench.torque.dot(&mean.angular));
    }
    sum
}

/// Momentum of a body and angular momentum about its centre, in one (N·s, N·m·s).
pub(super) fn momentum(body: &Body, pose: &Pose, twist: &Twist) -> Vec6 {
    let linear = twist.linear * body.mass;
    let angular = body.spin(pose, twist);
    Vec6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

/// The momenta at the start and what acted from outside.
fn keep_momentum(
    frame: &StepFrame,
    flight: &FreeFlight,
    bodies: &[BodyId],
    ends: &Ends,
    flat: bool,
    twists: &mut [Twist],
) {
    let before = Whole::new(frame, bodies, &frame.state.poses, &flight.start);
    let now = Whole::new(frame, bodies, ends.poses, twists);
    let (mut momentum, mut spin) =
        (before.momentum, before.spin + (before.centre - now.centre).cross(&before.momentum));
    for id in bodies {
        let wrench = &flight.wrenches[id.0];
        let middle = (frame.state.poses[id.0].position + ends.poses[id.0].position) * 0.5;
        momentum += wrench.force * frame.h;
        spin += (wrench.torque + (middle - now.centre).cross(&wrench.force)) * frame.h;
    }
    let missing = now.rigid(flat, &(momentum - now.momentum), &(spin - now.spin));
    for id in bodies {
        let more = now.at(&missing, &ends.poses[id.0].position);
        let twist = &mut twists[id.0];
        *twist = Twist { linear: twist.linear + more.linear, angular: twist.angular + more.angular };
    }
}

/// Kinetic energy at most that of the start and the work from outside; whether it was near that.
fn keep_energy(
    frame: &StepFrame,
    flight: &FreeFlight,
    group: &Group,
    means: &[Twist],
    ends: &Ends,
    twists: &mut [Twist],
) -> bool {
    let flat = frame.model.dimension == Dimension::Two;
    let mut most = affords(frame, flight, group.bodies, means);
    let mut known_to = 0.0;
    for id in group.bodies {
        let (wrench, mean) = (&flight.wrenches[id.0], &means[id.0]);
        // What rounding leaves of bodies that stand: of the fall that was stopped, not of what is left of it.
        let fall = wrench.force.norm() * frame.h / frame.model.body(*id).mass;
        known_to += wrench.force.norm() * frame.h * (mean.linear.norm() + fall);
    }
    // Not more than they left with, which carrying it to the end poses may change either way.
    most = group.thrown_with.map_or(most, |energy| most.min(energy));
    let energy = |twist: &Twist, id: BodyId| 0.5 * ends.roots[id.0].kinetic_norm2(&twist.to_vec6());
    let rigid: SmallVec<[Twist; FEW]> = if group.held {
        smallvec![Twist::zero(); group.bodies.len()]
    } else {
        let now = Whole::new(frame, group.bodies, ends.poses, twists);
        let rigid = now.rigid(flat, &now.momentum, &now.spin);
        group.bodies.iter().map(|id| now.at(&rigid, &ends.poses[id.0].position)).collect()
    };
    let (mut outer, mut inner) = (0.0, 0.0);
    for (id, rigid) in group.bodies.iter().zip(&rigid) {
        let twist = &twists[id.0];
        outer += energy(rigid, *id);
        let apart = Twist { linear: twist.linear - rigid.linear, angular: twist.angular - rigid.angular };
        inner += energy(&apart, *id);
    }
    let mut excess = outer + inner - most;
    if excess.abs() <= 4.0 * f64::EPSILON * known_to {
        excess = 0.0;
    }
    let masses: f64 = group.bodies.iter().map(|id| frame.model.body(*id).mass).sum();
    let near = excess <= MOST_GAIN * (most.max(0.0) + known_to) + 0.5 * masses * AT_REST * AT_REST;
    let back = group.exactly && -excess <= MOST_LOSS * inner;
    if !(inner > 0.0) || !(excess > 0.0 || back) {
        return near;
    }
    let share = ((most - outer) / inner).max(0.0).sqrt();
    for (id, rigid) in group.bodies.iter().zip(&rigid) {
        let twist = &mut twists[id.0];
        twist.linear = rigid.linear + (twist.linear - rigid.linear) * share;
        twist.angular = rigid.angular + (twist.angular - rigid.angular) * share;
    }
    near
}
