//! Controllers: joints that follow a target, forces over time, and bodies on prescribed paths.

use crate::math::{Pose, Quat, Twist, Vec3, Wrench};
use crate::world::body::BodyId;
use crate::world::joint::rows::coordinate_row;
use crate::world::joint::{Joint, JointRow};
use crate::world::model::Model;
use crate::world::state::State;
use serde::{Deserialize, Serialize};

/// A value over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Target {
    /// Always the same (rad or m).
    Constant(f64),
    /// amplitude · sin(2π · frequency · t).
    Sine {
        /// Amplitude (rad or m).
        amplitude: f64,
        /// Frequency (Hz).
        frequency: f64,
    },
    /// rate · t: a motor of constant speed (rad/s or m/s). A proportional gain catches up less than half a turn.
    Ramp(f64),
    /// Straight lines between points (s, rad or m), constant before the first and after the last.
    Trajectory(Vec<(f64, f64)>),
}

impl Target {
    /// The value at a time (s).
    pub fn value(&self, time: f64) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Sine { amplitude, frequency } => {
                amplitude * (std::f64::consts::TAU * frequency * time).sin()
            }
            Self::Ramp(rate) => rate * time,
            Self::Trajectory(points) => {
                let blend = |a: &(f64, f64), b: &(f64, f64), s: f64| (time, a.1 + s * (b.1 - a.1));
                interpolate(points, time, |p| p.0, blend).map_or(0.0, |p| p.1)
            }
        }
    }
}

impl Target {
    /// Whether it is the same at all times of a span (s).
    fn is_steady(&self, from: f64, until: f64) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Sine { .. } | Self::Ramp(_) => false,
            Self::Trajectory(points) => is_before_or_after(points, |p| p.0, from, until),
        }
    }
}

/// One pose of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waypoint {
    /// When (s).
    pub time: f64,
    /// Where the centre of mass is (m).
    pub position: Vec3,
    /// How the body is turned.
    pub orientation: Quat,
}

impl Waypoint {
    /// Where the origin of the body's frame is, in which the centre of mass is at `centre` (m).
    fn frame(&self, centre: &Vec3) -> Vec3 {
        self.position - self.orientation * centre
    }
}

/// What drives a joint or a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Controller {
    /// Proportional-derivative control of a joint's coordinate, τ = kp (θ* − θ) + kd (θ̇* − θ̇) at the *end* of the step,
    /// which is stable at any step size and gains.
    JointPd {
        /// Index of the joint.
        joint: usize,
        /// What the coordinate should be.
        target: Target,
        /// Proportional gain (N·m/rad or N/m).
        kp: f64,
        /// Derivative gain (N·m·s/rad or N·s/m).
        kd: f64,
        /// Largest torque (N·m) or force (N).
        max: Option<f64>,
    },
    /// A force and a torque at the centre of mass, world axes, for a while.
    Force {
        /// The body.
        body: BodyId,
        /// Force (N) and torque (N·m).
        wrench: Wrench,
        /// From when (s).
        from: f64,
        /// Until when (s).
        until: f64,
    },
    /// A kinematic body on a path.
    Path {
        /// The body.
        body: BodyId,
        /// Poses, ascending in time; between them the frame of the body goes in a straight line and turns steadily.
        waypoints: Vec<Waypoint>,
        /// The centre of mass in that frame (m).
        centre: Vec3,
    },
}

/// Part of a step that a force may begin or end beside its ends and count as there (dimensionless).
const ON_TIME: f64 = 1e-9;

impl Controller {
    /// The mean wrench of a force over a step of size h (s) from `time` on (s): that of a force which acts for a part of it, also one that is
    /// over before the step is, is as much less, so that what it gives in all does not depend on where steps begin.
    pub fn wrench(&self, time: f64, h: f64) -> Option<(BodyId, Wrench)> {
        let Self::Force { body, wrench, from, until } = self else { return None };
        let share = (until.min(time + h) - from.max(time)) / h;
        // Where the force begins or ends with a step, but for rounding of the time.
        let whole = *from <= time && time + h <= *until;
        if whole || share > 1.0 - ON_TIME {
            return Some((*body, *wrench));
        }
        let mean = Wrench { force: wrench.force * share, torque: wrench.torque * share };
        (share > ON_TIME).then_some((*body, mean))
    }

    /// The body that it pushes, where it is a force.
    pub fn pushes(&self) -> Option<BodyId> {
        if let Self::Force { body, .. } = self { Some(*body) } else { None }
    }

    /// Whether it does the same at all times of a span (s).
    pub fn is_steady(&self, from: f64, until: f64) -> bool {
        match self {
            Self::JointPd { target, .. } => target.is_steady(from, until),
            Self::Force { from: begins, until: ends, .. } => {
                [begins, ends].iter().all(|at| !(from..=until).contains(*at))
            }
            Self::Path { waypoints, .. } => is_before_or_after(waypoints, |w| w.time, from, until),
        }
    }

    /// Times in a step of size `h` (s) from `time` on (s) at which what it does changes at once: a force begins or ends, a path has a corner in space or
    /// time. Perhaps others besides that are not in the step.
    pub fn switches(&self, time: f64, h: f64, at: &mut impl FnMut(f64)) {
        match self {
            Self::JointPd { .. } => {}
            Self::Force { from, until, .. } => [*from, *until].into_iter().for_each(at),
            Self::Path { waypoints, centre, .. } => {
                let within = from_to(waypoints, time, time + h);
                let corners = within.filter(|k| is_corner(waypoints, centre, *k, h));
                corners.for_each(|k| at(waypoints[k].time));
            }
        }
    }

    /// The twist that takes a body on a path from its pose to where it should be at the end of the step.
    pub fn twist(&self, state: &State, h: f64) -> Option<(BodyId, Twist)> {
        let Self::Path { body, waypoints, centre } = self else { return None };
        let wanted = along(waypoints, centre, state.time + h)?;
        let now: &Pose = &state.poses[body.0];
        let turn = (wanted.orientation * now.orientation.inverse()).scaled_axis();
        Some((*body, Twist { linear: (wanted.position - now.position) / h, angular: turn / h }))
    }

    /// Where a body on a path is at the end of the step, and how fast it is along the path at both ends of the step.
    pub fn path(&self, state: &State, h: f64) -> Option<(BodyId, OnPath)> {
        let Self::Path { body, waypoints, centre } = self else { return None };
        let end = state.time + h;
        let wanted = along(waypoints, centre, end)?;
        // A fraction of the step is short of every kink but one within it; at a kink the velocity is that of the way there. The
        // segment is that of a little later or sooner, the arm of the centre of mass that of the end itself: what lies on a table
        // that turns would else seem to be struck by it, by Ω² times the arm times that little.
        let short = SHORT * h;
        let pose = Pose { position: wanted.position, orientation: wanted.orientation };
        let velocity = |time: f64, beside: f64| {
            let here = from_to(waypoints, time - short, time + short).next();
            match here.filter(|k| !is_corner(waypoints, centre, *k, h)) {
                None => slope(waypoints, centre, time, beside),
                // On a smooth path given by many points the velocity at one of them is one, whether it comes or goes.
                Some(_) => {
                    let sides = [time - short, time + short].map(|at| slope(waypoints, centre, time, at));
                    Twist::from_vec6(&((sides[0].to_vec6() + sides[1].to_vec6()) / 2.0))
                }
            }
        };
        let (before, after) = (velocity(state.time, state.time + short), velocity(end, end - short));
        Some((*body, OnPath { before, pose, after }))
    }

    /// How a body on a path goes on from a time (s) that is the end of a step of that size (s), whatever its path does there.
    pub fn goes_on(&self, time: f64, h: f64) -> Option<(BodyId, Twist)> {
        let Self::Path { body, waypoints, centre } = self else { return None };
        Some((*body, slope(waypoints, centre, time, time + SHORT * h)))
    }
}

/// The twist on a path at a time (s): that of the segment at the time `beside` it, whose ends are far apart, while those of a short part
/// of a step are not.
fn slope(waypoints: &[Waypoint], centre: &Vec3, time: f64, beside: f64) -> Twist {
    let after = waypoints.partition_point(|w| w.time <= beside);
    let Some((a, b)) = after.checked_sub(1).and_then(|k| waypoints.get(k).zip(waypoints.get(after))) else {
        return Twist::zero();
    };
    let (straight, angular) = rates(a, b, centre);
    let now = a.orientation.slerp(&b.orientation, (time - a.time) / (b.time - a.time));
    Twist { linear: straight + angular.cross(&(now * centre)), angular }
}

/// How fast the frame of the body goes from one waypoint to another (m/s), and how fast it turns (rad/s).
fn rates(a: &Waypoint, b: &Waypoint, centre: &Vec3) -> (Vec3, Vec3) {
    let long = b.time - a.time;
    let angular = (b.orientation * a.orientation.inverse()).scaled_axis() / long;
    ((b.frame(centre) - a.frame(centre)) / long, angular)
}

/// The waypoints from one time to another (s), by number.
fn from_to(waypoints: &[Waypoint], from: f64, to: f64) -> std::ops::Range<usize> {
    waypoints.partition_point(|w| w.time < from)..waypoints.partition_point(|w| w.time <= to)
}

/// Whether a path has a corner at a waypoint, in space or time, for steps of size `h` (s): where the ones beside it are near, it may be one of many on a
/// smooth path.
fn is_corner(waypoints: &[Waypoint], centre: &Vec3, k: usize, h: f64) -> bool {
    // The way from waypoint number `k` to the next; before the first and after the last one the body stands, for ever.
    let way = |k: Option<usize>| {
        let ends = k.and_then(|k| waypoints.get(k).zip(waypoints.get(k + 1)));
        ends.map_or(((Vec3::zeros(), Vec3::zeros()), f64::INFINITY), |(a, b)| {
            (rates(a, b, centre), b.time - a.time)
        })
    };
    let ((before, long_before), (after, long_after)) = (way(k.checked_sub(1)), way(Some(k)));
    let corner = if long_before.min(long_after) >= FEW * h { STRAIGHT } else { CORNER };
    let turns_off = |a: &Vec3, b: &Vec3| (b - a).norm() > corner * a.norm().max(b.norm());
    turns_off(&before.0, &after.0) || turns_off(&before.1, &after.1)
}

/// Part of its velocity from which on the change of a path at a waypoint among others within a step is a corner (dimensionless): points on a
/// circle are fewer than thirty where they have corners.
const CORNER: f64 = 0.2;

/// The same of waypoints that are a few steps or more apart: more than rounding.
const STRAIGHT: f64 = 1e-9;

/// So many steps.
const FEW: f64 = 4.0;

/// Part of a step after its start, and before its end, at which the velocity along a path is taken (dimensionless).
const SHORT: f64 = 1e-3;

/// A body on a path over one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnPath {
    /// Twist at the start.
    pub before: Twist,
    /// Pose at the end.
    pub pose: Pose,
    /// Twist at the end.
    pub after: Twist,
}

/// The pose of a path at a time (s).
fn along(waypoints: &[Waypoint], centre: &Vec3, time: f64) -> Option<Waypoint> {
    interpolate(
        waypoints,
        time,
        |w| w.time,
        |a, b, s| {
            let orientation = a.orientation.slerp(&b.orientation, s);
            let frame = a.frame(centre) + s * (b.frame(centre) - a.frame(centre));
            Waypoint {
                time: a.time + s * (b.time - a.time),
                position: frame + orientation * centre,
                orientation,
            }
        },
    )
}

/// Whether a span (s) lies before all entries, which ascend in time, or after them: [`interpolate`] gives one value there.
fn is_before_or_after<T>(entries: &[T], at: impl Fn(&T) -> f64, from: f64, until: f64) -> bool {
    entries.first().is_none_or(|first| until < at(first)) || entries.last().is_none_or(|last| at(last) < from)
}

/// The value between the two entries around `time`, by `blend` of both and a share in 0..1.
fn interpolate<T: Clone>(
    entries: &[T],
    time: f64,
    at: impl Fn(&T) -> f64,
    blend: impl Fn(&T, &T, f64) -> T,
) -> Option<T>
where
{
    let after = entries.partition_point(|e| at(e) <= time);
    match (after.checked_sub(1).map(|k| &entries[k]), entries.get(after)) {
        (Some(a), Some(b)) => Some(blend(a, b, (time - at(a)) / (at(b) - at(a)))),
        (Some(only), None) | (None, Some(only)) => Some(only.clone()),
        (None, None) => None,
    }
}

/// A drive of one step in the form that the problem takes: ½ s (J·ν − r)² is added to the objective, or, where the torque
/// would be beyond its limit in the motion that is the answer, −f J·ν with the impulse f of that limit.
#[derive(Clone, Copy, Debug)]
pub struct Servo {
    /// Number of the joint in [`Model::joints`].
    pub joint: usize,
    /// The joint's bodies.
    pub bodies: (BodyId, BodyId),
    /// The row J of the coordinate's rate; the error is not used.
    pub row: JointRow,
    /// Stiffness s (kg·m² or kg).
    pub stiffness: f64,
    /// The part of it that damps: h kd (kg·m² or kg).
    pub damping: f64,
    /// Rate r that would need no torque (rad/s or m/s).
    pub rate: f64,
    /// Mean rate of the target (rad/s or m/s).
    pub wanted: f64,
    /// Largest impulse (N·m·s or N·s).
    pub most: f64,
}

impl Servo {
    /// The impulse that it gives in a step whose solution has the rate J·ν.
    pub fn impulse(&self, rate: f64) -> f64 {
        (self.stiffness * (self.rate - rate)).clamp(-self.most, self.most)
    }
}

/// The row of the rate of a joint's coordinate between two pairs of poses of its bodies (rad/s or m/s); its error is not set.
pub fn drive_row(joint: &Joint, start: (&Pose, &Pose), end: (&Pose, &Pose)) -> JointRow {
    let (start, end) = (joint.placed(start.0, start.1), joint.placed(end.0, end.1));
    coordinate_row(joint, (&start.0, &start.1), (&end.0, &end.1), (1.0, 1.0))
}

/// The drives of the step of size `h` (s) from `state`, of the joints `active` (ascending).
///
/// τ h = h kp (θ* − θ − h θ̇⁺) + h kd (θ̇* − θ̇⁺) is the gradient of the quadratic with s = h (kd + h kp) and
/// s r = h (kp (θ* − θ) + kd θ̇*). Whether the torque reaches its limit is decided with the motion of the step, contacts
/// included (`step/joints/drives.rs`).
pub fn servos(model: &Model, state: &State, active: &[usize], h: f64) -> Vec<Servo> {
    let mut found = Vec::new();
    for controller in &model.controllers {
        let Controller::JointPd { joint: number, target, kp, kd, max } = controller else { continue };
        if active.binary_search(number).is_err() {
            continue;
        }
        let joint: &Joint = &model.joints[*number];
        let (a, b) = (&state.poses[joint.bodies.0.0], &state.poses[joint.bodies.1.0]);
        let row = drive_row(joint, (a, b), (a, b));
        let end = state.time + h;
        let wanted_rate = (target.value(end) - target.value(state.time)) / h;
        let (now, _) = joint.coordinates((a, b), (a, b));
        let mut away = target.value(end) - now;
        if row.angular && joint.limits.is_none() {
            // The short way round; limits may forbid it.
            away -= std::f64::consts::TAU * (away / std::f64::consts::TAU).round();
        }
        let stiffness = h * (kd + h * kp);
        let rate = if stiffness > 0.0 { h * (kp * away + kd * wanted_rate) / stiffness } else { 0.0 };
        let most = max.map_or(f64::INFINITY, |max| h * max);
        let damping = h * kd;
        let (joint, bodies, wanted) = (*number, joint.bodies, wanted_rate);
        found.push(Servo { joint, bodies, row, stiffness, damping, rate, wanted, most });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a part of a step of a hundred femtoseconds, after half an hour, too: a difference of poses would be rounding over that, or nothing
    /// over nothing. At a kink it is the segment of the way there that counts, and beyond the last waypoint nothing moves.
    #[test]
    fn velocities_along_a_path_are_those_of_its_segments() {
        let turned = |angle: f64| Quat::from_scaled_axis(Vec3::z() * angle);
        let at = |time, x, angle| Waypoint { time, position: Vec3::x() * x, orientation: turned(angle) };
        let waypoints = vec![at(0.0, 0.0, 0.0), at(2000.0, 500.0, 1.0), at(2001.0, 503.0, 1.0)];
        let path = Controller::Path { body: BodyId(0), waypoints, centre: Vec3::zeros() };
        let state = |time| State { time, ..State::at_start(vec![Pose::identity()], vec![Twist::zero()]) };
        for h in [1e-13, 1e-9, 0.01] {
            let (_, now) = path.path(&state(1900.0), h).unwrap();
            for twist in [now.before, now.after] {
                assert!(
                    (twist.linear.x - 0.25).abs() < 1e-15 && (twist.angular.z - 5e-4).abs() < 1e-15,
                    "{h}: {now:?}"
                );
            }
        }
        let (_, kink) = path.path(&state(2000.0 - 0.01), 0.01).unwrap();
        assert_eq!(
            (kink.after.linear.x, path.path(&state(2000.0), 0.01).unwrap().1.before.linear.x),
            (0.25, 3.0)
        );
        let (_, over) = path.path(&state(2001.5), 0.01).unwrap();
        assert_eq!((over.before, over.after), (Twist::zero(), Twist::zero()));
    }

    /// A body that is turned about the origin of its frame, which is not its centre of mass: that goes on a circle, and so are its velocities.
    #[test]
    fn the_frame_of_a_body_goes_straight_and_not_its_centre() {
        let (centre, rate) = (Vec3::x(), 0.5);
        let turned = |time: f64| Quat::from_scaled_axis(Vec3::z() * rate * time);
        let at = |time: f64| Waypoint { time, position: turned(time) * centre, orientation: turned(time) };
        let path = Controller::Path { body: BodyId(0), waypoints: vec![at(0.0), at(3.0)], centre };
        for time in [0.25, 1.0, 2.5] {
            let state = State { time, ..State::at_start(vec![Pose::identity()], vec![Twist::zero()]) };
            let (_, now) = path.path(&state, 0.01).unwrap();
            assert!((now.pose.position - at(time + 0.01).position).norm() < 1e-15);
            for (twist, time) in [(now.before, time), (now.after, time + 0.01)] {
                let wanted = turned(time) * Vec3::y() * rate;
                // Taken a thousandth of the step from its ends.
                assert!((twist.linear - wanted).norm() < 1e-5 && (twist.angular.z - rate).abs() < 1e-15);
            }
        }
    }
}
