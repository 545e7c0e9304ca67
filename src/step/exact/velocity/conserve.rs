//! What a step must keep, to rounding: linear and angular momentum of bodies that nothing outside holds, and an energy that does
//! not rise.
//!
//! Both problems of a step keep these laws where they are solved exactly (`docs/exact-contact.md`). What the iterations, and
//! friction whose load differs between the two, leave of them is mended here. A group of bodies has a rigid motion with its momentum
//! and angular momentum; what is left of its velocities is its inner motion. Adding a rigid motion, or scaling the inner one, moves no
//! two bodies of the group against each other but in proportion: contacts that do not close still do not close, joints hold,
//! sliding stays opposite to friction. Kinetic energies of the two add up, since the rigid motion is the one of least energy with
//! its momenta. A group that is held from outside without friction keeps those momenta that nothing pushes it along: a body on a smooth floor
//! moves on as fast across it, and turns on as fast about what is vertical.

use super::whole::{Line, Whole};
use crate::dynamics::{FreeFlight, MassRoot};
use crate::math::{Dimension, Pose, Twist, Vec3, Vec6};
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

/// What the motions that a held group need not keep may pay of an excess of energy or be given of a loss, as a part of their own energy.
const MOST_PAID: f64 = 0.5;

/// Excess of energy, as a part of all there is, that may be taken from all motions alike: rounding.
const ROUNDING: f64 = 1e-14;

/// What moves no faster than this is at rest, and has no energy worth a shorter step (m/s).
pub(super) const AT_REST: f64 = 1e-6;

/// Bodies of a small island: lists of so many ask for no memory.
const FEW: usize = 8;

/// Bodies that exchanged impulses in a step, and what holds them.
pub(super) struct Group<'g> {
    /// Dynamic bodies, ascending.
    pub bodies: &'g [BodyId],
    /// What holds them, where they touch or are joined to a body that impulses do not move.
    pub held: Option<Held<'g>>,
    /// From where nothing outside does unknown work on them (m/s): what impulses do not move stands there, and there are no drives, and none that
    /// overlapped. `None` where that is nowhere.
    pub seen_from: Option<Vec3>,
    /// Nothing may be lost either: nothing but joints acted among them, or they were thrown back.
    pub exactly: bool,
    /// They were all thrown back.
    pub thrown: bool,
    /// Kinetic energy with which they were, as seen from there (J).
    pub thrown_with: Option<f64>,
}

impl Group<'_> {
    /// Their kinetic energy as seen from there (J); `None` where that is nowhere.
    pub fn energy(&self, roots: &[MassRoot], twists: &[Twist]) -> Option<f64> {
        let seen_from = self.seen_from?;
        let of_body = |id: &BodyId| {
            let twist = &twists[id.0];
            let seen = Twist { linear: twist.linear - seen_from, angular: twist.angular };
            0.5 * roots[id.0].kinetic_norm2(&seen.to_vec6())
        };
        Some(self.bodies.iter().map(of_body).sum())
    }
}

/// How a group is held from outside.
pub(super) enum Held<'g> {
    /// By joints or with friction: none of its momenta is kept.
    Fast,
    /// By contacts without friction, which push its bodies along lines.
    Along {
        lines: &'g dyn Fn() -> Vec<Line>,
        /// There is friction among its own bodies.
        rubs: bool,
    },
}

/// Where the bodies of a step are at its end, with the roots of their inverse masses there.
pub(super) struct Ends<'e> {
    pub poses: &'e [Pose],
    pub roots: &'e [MassRoot],
}

/// How the energy of a group was.
pub(super) struct Energy {
    /// Near what it may be.
    pub near: bool,
    /// By so much below, where nothing may be lost and it was not given back (J).
    pub lost: f64,
}

/// Gives a group the momenta that it must have, and no more energy than it may have. Adds to `gave` what each body was given
/// (N·s, N·m·s about its centre).
pub(super) fn mend(
    frame: &StepFrame,
    flight: &FreeFlight,
    group: &Group,
    means: &[Twist],
    ends: &Ends,
    twists: &mut [Twist],
    gave: &mut [Vec6],
) -> Energy {
    let before: SmallVec<[Twist; FEW]> = group.bodies.iter().map(|id| twists[id.0]).collect();
    match group.held {
        None => keep_momentum(frame, flight, group, None, ends, twists),
        Some(Held::Along { lines, rubs: true }) => {
            keep_momentum(frame, flight, group, Some(&lines()), ends, twists);
        }
        Some(_) => {}
    }
    let energy = group.seen_from.map_or(Energy { near: true, lost: 0.0 }, |from| {
        shift(group.bodies, twists, &-from);
        let energy = keep_energy(frame, flight, group, means, ends, twists, &from);
        shift(group.bodies, twists, &from);
        energy
    });
    for (id, before) in group.bodies.iter().zip(&before) {
        let after = &twists[id.0];
        let change = Twist { linear: after.linear - before.linear, angular: after.angular - before.angular };
        gave[id.0] += momentum(frame.model.body(*id), &ends.poses[id.0], &change);
    }
    energy
}

/// Adds a velocity to those of some bodies (m/s).
fn shift(bodies: &[BodyId], twists: &mut [Twist], by: &Vec3) {
    if *by != Vec3::zeros() {
        bodies.iter().for_each(|id| twists[id.0].linear += by);
    }
}

/// Kinetic energy of bodies at the start of the step, with the work of outside forces on its way (J), as seen from what moves with a velocity (m/s).
pub(super) fn affords(
    frame: &StepFrame,
    flight: &FreeFlight,
    bodies: &[BodyId],
    means: &[Twist],
    seen_from: &Vec3,
) -> f64 {
    let mut sum = 0.0;
    for id in bodies {
        let (start, wrench, mean) = (&flight.start[id.0], &flight.wrenches[id.0], &means[id.0]);
        let start = Twist { linear: start.linear - seen_from, angular: start.angular };
        sum += 0.5 * frame.roots[id.0].kinetic_norm2(&start.to_vec6());
        sum += frame.h * (wrench.force.dot(&(mean.linear - seen_from)) + wrench.torque.dot(&mean.angular));
    }
    sum
}

/// Momentum of a body and angular momentum about its centre, in one (N·s, N·m·s).
pub(super) fn momentum(body: &Body, pose: &Pose, twist: &Twist) -> Vec6 {
    let linear = twist.linear * body.mass;
    let angular = body.spin(pose, twist);
    Vec6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

/// The momenta at the start and what acted from outside; of those of a group that is held, the ones that pushes along its lines do not change.
fn keep_momentum(
    frame: &StepFrame,
    flight: &FreeFlight,
    group: &Group,
    lines: Option<&[Line]>,
    ends: &Ends,
    twists: &mut [Twist],
) {
    let (flat, bodies) = (frame.model.dimension == Dimension::Two, group.bodies);
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
    let missing = now.rigid_with(flat, &(momentum - now.momentum), &(spin - now.spin), lines);
    for id in bodies {
        let more = now.at(&missing, &ends.poses[id.0].position);
        let twist = &mut twists[id.0];
        *twist = Twist { linear: twist.linear + more.linear, angular: twist.angular + more.angular };
    }
}

/// Kinetic energy at most that of the start and the work from outside, with twists as seen from what moves with a velocity (m/s).
fn keep_energy(
    frame: &StepFrame,
    flight: &FreeFlight,
    group: &Group,
    means: &[Twist],
    ends: &Ends,
    twists: &mut [Twist],
    seen_from: &Vec3,
) -> Energy {
    let mut most = affords(frame, flight, group.bodies, means, seen_from);
    let mut known_to = 0.0;
    for id in group.bodies {
        let (wrench, mean) = (&flight.wrenches[id.0], &means[id.0]);
        // What rounding leaves of bodies that stand: of the fall that was stopped, not of what is left of it.
        let fall = wrench.force.norm() * frame.h / frame.model.body(*id).mass;
        known_to += wrench.force.norm() * frame.h * ((mean.linear - seen_from).norm() + fall);
    }
    // Not more than they left with, which carrying it to the end poses may change either way.
    most = group.thrown_with.map_or(most, |energy| most.min(energy));
    let mut parted = in_two(frame, group, None, ends, twists);
    let mut excess = parted.outer + parted.inner - most;
    if excess.abs() <= 4.0 * f64::EPSILON * known_to {
        excess = 0.0;
    }
    let masses: f64 = group.bodies.iter().map(|id| frame.model.body(*id).mass).sum();
    let near = excess <= MOST_GAIN * (most.max(0.0) + known_to) + 0.5 * masses * AT_REST * AT_REST;
    let back = group.exactly && -excess <= MOST_LOSS * parted.inner;
    if !(parted.inner > 0.0) || !(excess > 0.0 || back) {
        return Energy { near, lost: if group.exactly { (-excess).max(0.0) } else { 0.0 } };
    }
    if let Some(Held::Along { lines, .. }) = group.held
        && excess.abs() > ROUNDING * parted.inner
    {
        // Only where what is left can pay for it: a body that slides on and turns not at all has nothing else.
        let across = in_two(frame, group, Some(&lines()), ends, twists);
        if excess.abs() <= MOST_PAID * across.inner {
            parted = across;
        }
    }
    let share = parted.share(most);
    for (id, kept) in group.bodies.iter().zip(&parted.kept) {
        let twist = &mut twists[id.0];
        twist.linear = kept.linear + (twist.linear - kept.linear) * share;
        twist.angular = kept.angular + (twist.angular - kept.angular) * share;
    }
    Energy { near, lost: 0.0 }
}

/// Velocities of a group in two parts, whose energies add up but for rounding.
struct Parted {
    /// The rigid motion that has the momenta of the group that stay, for each of its bodies.
    kept: SmallVec<[Twist; FEW]>,
    /// Energy of that (J).
    outer: f64,
    /// Energy of the rest (J).
    inner: f64,
    /// Energy of both less these (J): what rounding leaves where light bodies are thrown about by heavy ones.
    shared: f64,
}

impl Parted {
    /// As much of the rest as leaves an energy of `most` (J), 0 where there is none.
    fn share(&self, most: f64) -> f64 {
        let rest = (most - self.outer) / self.inner;
        let half = 0.5 * self.shared / self.inner;
        ((half * half + rest).max(0.0).sqrt() - half).max(0.0)
    }
}

/// Parts the velocities of a group: all momenta stay where nothing holds it, none where something does, or those that pushes along
/// lines do not change.
fn in_two(frame: &StepFrame, group: &Group, lines: Option<&[Line]>, ends: &Ends, twists: &[Twist]) -> Parted {
    let flat = frame.model.dimension == Dimension::Two;
    let kept: SmallVec<[Twist; FEW]> = if group.held.is_some() && lines.is_none() {
        smallvec![Twist::zero(); group.bodies.len()]
    } else {
        let now = Whole::new(frame, group.bodies, ends.poses, twists);
        let rigid = now.rigid_with(flat, &now.momentum, &now.spin, lines);
        group.bodies.iter().map(|id| now.at(&rigid, &ends.poses[id.0].position)).collect()
    };
    let (mut outer, mut inner, mut whole) = (0.0, 0.0, 0.0);
    for (id, kept) in group.bodies.iter().zip(&kept) {
        let twist = &twists[id.0];
        let energy = |twist: &Twist| 0.5 * ends.roots[id.0].kinetic_norm2(&twist.to_vec6());
        outer += energy(kept);
        inner += energy(&Twist { linear: twist.linear - kept.linear, angular: twist.angular - kept.angular });
        whole += energy(twist);
    }
    let shared = if lines.is_some() { whole - (outer + inner) } else { 0.0 };
    Parted { kept, outer, inner, shared }
}
