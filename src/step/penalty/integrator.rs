//! The equations of motion of free rigid bodies under given forces, over one step: classical fourth order, or semi-implicit Euler.
//!
//! Per body position x, orientation q, velocity v and angular momentum L about the centre of mass (world axes):
//!
//! ```text
//!   x' = v      q' = ½ ω q,  ω = R J⁻¹ Rᵀ L      v' = f / m      L' = τ
//! ```
//!
//! The gyroscopic torque is in the turning of J with the body: without a torque L is kept to the bit, and the spin stays bounded.

use crate::dynamics::{FreeFlight, MassRoot};
use crate::math::{Pose, Quat, Twist, Vec3, Wrench};
use crate::step::frame::{Motion, StepFrame};
use crate::step::settings::Integrator;
use nalgebra::Quaternion;

/// One body in motion, or its derivative with respect to time.
#[derive(Clone, Copy)]
struct Phase {
    position: Vec3,
    orientation: Quaternion<f64>,
    velocity: Vec3,
    spin: Vec3,
}

impl Phase {
    /// This and `h` times a derivative.
    fn after(&self, h: f64, d: &Self) -> Self {
        Self {
            position: self.position + d.position * h,
            orientation: self.orientation + d.orientation * h,
            velocity: self.velocity + d.velocity * h,
            spin: self.spin + d.spin * h,
        }
    }

    fn pose(&self) -> Pose {
        Pose { position: self.position, orientation: Quat::from_quaternion(self.orientation) }
    }
}

/// What moves in a step, and how.
pub struct Equations<'a> {
    frame: &'a StepFrame<'a>,
    flight: &'a FreeFlight,
    /// The root of J⁻¹ of each body that forces move, in body axes.
    inverse: Vec<Option<MassRoot>>,
}

impl<'a> Equations<'a> {
    /// Of the bodies of a frame.
    pub fn new(frame: &'a StepFrame<'a>, flight: &'a FreeFlight) -> Self {
        let dynamic = frame.dynamic();
        let inverse = |(k, moves): (usize, bool)| {
            moves.then(|| MassRoot::new(&frame.model.bodies[k], &Pose::identity(), frame.model.dimension))
        };
        Self { frame, flight, inverse: dynamic.into_iter().enumerate().map(inverse).collect() }
    }

    /// Goes over the step from the poses of the frame and `twists`. `forces` tells the force and the torque of contacts on each body at some
    /// instant; its second argument is the part of the step (s) that this instant stands for.
    pub fn integrate(
        &self,
        integrator: Integrator,
        twists: &[Twist],
        mut forces: impl FnMut(&Motion, f64) -> Vec<Wrench>,
    ) -> Motion {
        let h = self.frame.h;
        let start = self.start(twists);
        let mut slopes = |bodies: &[Phase], part: f64, weight: f64| {
            let motion = self.motion(bodies, part);
            let wrenches = forces(&motion, weight * h);
            self.slopes(bodies, &motion, &wrenches)
        };
        let end: Vec<Phase> = match integrator {
            Integrator::RungeKutta => {
                let first = slopes(&start, 0.0, 1.0 / 6.0);
                let second = slopes(&moved(&start, 0.5 * h, &first), 0.5, 1.0 / 3.0);
                let third = slopes(&moved(&start, 0.5 * h, &second), 0.5, 1.0 / 3.0);
                let fourth = slopes(&moved(&start, h, &third), 1.0, 1.0 / 6.0);
                let outer = moved(&moved(&start, h / 6.0, &first), h / 6.0, &fourth);
                moved(&moved(&outer, h / 3.0, &second), h / 3.0, &third)
            }
            Integrator::SemiImplicitEuler => {
                let slopes = slopes(&start, 0.0, 1.0);
                let kick = |(body, d): (&Phase, &Phase)| Phase {
                    velocity: body.velocity + d.velocity * h,
                    spin: body.spin + d.spin * h,
                    ..*body
                };
                let kicked: Vec<Phase> = start.iter().zip(&slopes).map(kick).collect();
                // New velocities at the old poses.
                let faster = self.motion(&kicked, 0.0);
                let drift = |(k, body): (usize, &Phase)| {
                    let pose = faster.poses[k].advanced(&faster.twists[k], h);
                    Phase { position: pose.position, orientation: pose.orientation.into_inner(), ..*body }
                };
                kicked.iter().enumerate().map(drift).collect()
            }
        };
        let mut motion = self.motion(&end, 1.0);
        let state = self.frame.state;
        for id in self.frame.model.ids().filter(|id| self.inverse[id.0].is_none()) {
            // What has not entered yet keeps the velocity that it will enter with.
            let there = self.frame.model.is_active(id, state.time);
            motion.twists[id.0] = if there { self.flight.end[id.0] } else { state.twists[id.0] };
        }
        motion
    }

    fn start(&self, twists: &[Twist]) -> Vec<Phase> {
        let of_body = |id: crate::world::BodyId| {
            let pose = &self.frame.state.poses[id.0];
            let spin = match self.inverse[id.0] {
                Some(_) => self.frame.model.body(id).spin(pose, &twists[id.0]),
                None => Vec3::zeros(),
            };
            Phase {
                position: pose.position,
                orientation: pose.orientation.into_inner(),
                velocity: twists[id.0].linear,
                spin,
            }
        };
        self.frame.model.ids().map(of_body).collect()
    }

    /// Poses and twists; those of bodies that move as prescribed are known, `part` of the way through the step.
    fn motion(&self, bodies: &[Phase], part: f64) -> Motion {
        let (mut poses, mut twists) = (Vec::with_capacity(bodies.len()), Vec::with_capacity(bodies.len()));
        for (k, body) in bodies.iter().enumerate() {
            let (pose, twist) = match &self.inverse[k] {
                Some(inverse) => {
                    let pose = body.pose();
                    let turned = pose.orientation.inverse() * body.spin;
                    let angular = pose.orientation * inverse.turned_by(&turned);
                    (pose, Twist { linear: body.velocity, angular })
                }
                None => self.prescribed(k, part),
            };
            poses.push(pose);
            twists.push(twist);
        }
        Motion { poses, twists }
    }

    /// On the way from its pose at the start to that at the end, at a steady twist.
    fn prescribed(&self, k: usize, part: f64) -> (Pose, Twist) {
        let (from, to, h) = (&self.frame.state.poses[k], &self.flight.poses[k], self.frame.h);
        let turn = (to.orientation * from.orientation.inverse()).scaled_axis();
        let twist = Twist { linear: (to.position - from.position) / h, angular: turn / h };
        let pose = if part == 1.0 { *to } else { from.advanced(&twist, part * h) };
        (pose, twist)
    }

    fn slopes(&self, bodies: &[Phase], motion: &Motion, contacts: &[Wrench]) -> Vec<Phase> {
        let slope = |(k, body): (usize, &Phase)| {
            let twist = &motion.twists[k];
            let (velocity, spin) = if self.inverse[k].is_some() {
                let outside = &self.flight.wrenches[k];
                let mass = self.frame.model.bodies[k].mass;
                ((outside.force + contacts[k].force) / mass, outside.torque + contacts[k].torque)
            } else {
                (Vec3::zeros(), Vec3::zeros())
            };
            let half = Quaternion::from_imag(twist.angular * 0.5);
            Phase { position: twist.linear, orientation: half * body.orientation, velocity, spin }
        };
        bodies.iter().enumerate().map(slope).collect()
    }
}

/// All bodies `h` later.
fn moved(bodies: &[Phase], h: f64, slopes: &[Phase]) -> Vec<Phase> {
    bodies.iter().zip(slopes).map(|(body, slope)| body.after(h, slope)).collect()
}
