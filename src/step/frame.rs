//! What every step, or part of one, begins with: masses, free motion, world geometry; and how it ends: poses from twists.

use crate::contact::{Kinematics, motion_bounds};
use crate::dynamics::{FreeFlight, MassRoot, free_twists};
use crate::math::{Pose, PoseUpdate, Twist, Vec6, Wrench};
use crate::step::error::StepError;
use crate::step::joints::mean_drives::in_mean_twists;
use crate::step::ranges::RUN_AWAY_SPEED;
use crate::world::StepInput;
use crate::world::joint::{Linearised, Servo, linearise, servos};
use crate::world::{BodyId, ContactMemory, Model, State};

/// Detections per step at most, each with a larger ε, when bodies are pushed farther than their free motion.
pub const MAX_DETECTIONS: usize = 4;

/// How a law goes from one instant to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// x⁺ = x + hν⁺, with velocities in the middle of the steps: the models of the papers (2.30).
    Leapfrog,
    /// Velocities at the times of the poses: x⁺ = x ⊕ hν̄ with the mean twist ν̄ of the step, and a problem of its own for the
    /// velocities at its end (`docs/exact-contact.md`).
    EnergyMomentum,
    /// Velocities at the times of the poses; the law adds up forces over the step itself (`step/penalty`).
    Forces,
}

/// Where a step leads: poses and twists of all bodies at its end.
#[derive(Clone, Debug)]
pub struct Motion {
    pub poses: Vec<Pose>,
    pub twists: Vec<Twist>,
}

/// What a step knows before it looks for contacts, and what every law, joint and blow of it reads.
#[derive(Clone)]
pub struct StepFrame<'a> {
    pub model: &'a Model,
    pub state: &'a State,
    pub h: f64,
    /// Roots of the inverse mass, per body.
    pub roots: Vec<MassRoot>,
    /// Free twists ν* that the unknown twists of the step are compared with, per body: those at its end under
    /// [`Scheme::Leapfrog`], mean twists under the others.
    pub free: Vec<Twist>,
    /// Free motion with velocities at integer times; none under [`Scheme::Leapfrog`].
    pub flight: Option<FreeFlight>,
    /// Numbers of the joints that hold.
    pub joints: Vec<usize>,
    /// What drives them.
    pub servos: Vec<Servo>,
    /// Bodies that a wrench of the input acts on.
    pub pushed: Vec<BodyId>,
    /// World geometry at the start.
    pub kinematics: Kinematics<'a>,
    /// How far any point of each body moves freely (m).
    pub reach: Vec<f64>,
    /// How often the step was halved for want of a solution: what can be asked of a part depends on it.
    pub halved: u32,
    /// Whether it may end before its time, where the law lets it.
    pub ends_early: bool,
}

impl<'a> StepFrame<'a> {
    pub fn new(model: &'a Model, state: &'a State, input: &StepInput, h: f64, scheme: Scheme) -> Self {
        let roots: Vec<MassRoot> =
            model.ids().map(|i| MassRoot::new(model.body(i), &state.poses[i.0], model.dimension)).collect();
        let flight = match scheme {
            Scheme::Leapfrog => None,
            Scheme::EnergyMomentum | Scheme::Forces => Some(FreeFlight::new(model, state, input, h)),
        };
        let free = match &flight {
            None => free_twists(model, state, input, &roots, h),
            Some(flight) => flight.mean.clone(),
        };
        let kinematics = Kinematics::new(model, &state.poses, state.time);
        let joints = model.active_joints(state);
        let acts = |(_, w): &&(BodyId, Wrench)| *w != Wrench::zero();
        let pushed = input.wrenches.iter().filter(acts).map(|(id, _)| *id).collect();
        let servos = servos(model, state, &joints, h);
        let mut frame = Self {
            model,
            state,
            h,
            roots,
            free,
            flight,
            joints,
            servos,
            pushed,
            kinematics,
            reach: Vec::new(),
            halved: 0,
            ends_early: true,
        };
        frame.reach = frame.bounds(&frame.free);
        if let Some(flight) = &frame.flight {
            frame.servos = in_mean_twists(&frame, flight);
            // Spins of more than half a turn have no mean twist that tells how far they turn.
            let spun = motion_bounds(model, &flight.start, h);
            frame.reach.iter_mut().zip(spun).for_each(|(reach, spun)| *reach = reach.max(spun));
        }
        frame
    }

    /// How twists move bodies.
    pub fn update(&self) -> PoseUpdate {
        if self.flight.is_some() { PoseUpdate::Cayley } else { PoseUpdate::Exponential }
    }

    /// How many times a multiplier of the problem the impulse over the step is.
    pub fn impulse_per_multiplier(&self) -> f64 {
        if self.flight.is_some() { 2.0 } else { 1.0 }
    }

    /// How long what answers gravity in the step acts (s): see [`State::acted`].
    pub fn acts(&self) -> f64 {
        if self.flight.is_some() { self.h } else { self.state.lag + 0.5 * self.h }
    }

    /// The pose of a body at the end of the step, if its twist is `twist`.
    pub fn end_pose(&self, id: BodyId, twist: &Twist) -> Pose {
        self.update().advance(&self.state.poses[id.0], twist, self.h)
    }

    /// The constant twist with which a body moves within the step.
    pub fn steady(&self, twist: &Twist) -> Twist {
        self.update().steady(twist, self.h)
    }

    /// How far any point of each body moves with these twists (m).
    pub fn bounds(&self, twists: &[Twist]) -> Vec<f64> {
        let steady: Vec<Twist> = twists.iter().map(|twist| self.steady(twist)).collect();
        motion_bounds(self.model, &steady, self.h)
    }

    /// The bodies of each joint that holds.
    pub fn joined(&self) -> Vec<(BodyId, BodyId)> {
        self.joints.iter().map(|&k| self.model.joints[k].bodies).collect()
    }

    /// The joints that hold, linearised towards the ends under `twists`.
    pub fn linearised(&self, twists: &[Twist]) -> Vec<Linearised> {
        let twist = |id: BodyId| twists[id.0];
        let line = |&k: &usize| linearise(&self.model.joints[k], self.state, &twist, self.h, self.update());
        self.joints.iter().map(line).collect()
    }

    /// One of the joints that hold, by its place among them, linearised where its bodies are.
    pub fn joint_at_start(&self, place: usize) -> Linearised {
        let joint = &self.model.joints[self.joints[place]];
        linearise(joint, self.state, &|_| Twist::zero(), self.h, self.update())
    }

    /// The twists that bodies would have if nothing changed: what a first linearisation is drawn to. Those of bodies
    /// that impulses do not move are known.
    pub fn expected(&self) -> Vec<Twist> {
        let mut twists = self.free.clone();
        for (k, _) in self.dynamic().iter().enumerate().filter(|(_, dynamic)| **dynamic) {
            twists[k] = self.flight.as_ref().map_or(self.state.twists[k], |flight| flight.start[k]);
        }
        twists
    }

    /// Which bodies impulses move now.
    pub fn dynamic(&self) -> Vec<bool> {
        let now = |i: BodyId| self.model.body(i).is_dynamic() && self.model.is_active(i, self.state.time);
        self.model.ids().map(now).collect()
    }

    /// x⁺ = x + h v⁺, q⁺ = exp(h ω⁺) q for every active body: where the twists of a leapfrog step lead.
    /// The velocities are those of the middle of the step.
    pub fn motion(&self, twists: &[Twist]) -> Motion {
        let mut motion = Motion { poses: self.state.poses.clone(), twists: self.state.twists.clone() };
        for id in self.model.ids().filter(|id| self.model.is_active(*id, self.state.time)) {
            motion.twists[id.0] = twists[id.0];
            motion.poses[id.0] = self.end_pose(id, &twists[id.0]);
        }
        motion
    }

    /// The state at the end of the step, which remembers `memory`.
    ///
    /// # Errors
    /// When a body runs away.
    pub fn next(&self, motion: Motion, memory: ContactMemory) -> Result<State, StepError> {
        let Motion { poses, twists } = motion;
        let State { step, time, broken, .. } = self.state;
        let lag = if self.flight.is_some() { 0.0 } else { 0.5 * self.h };
        // What bears bodies is known when the step is done.
        let (support, broken) = (Vec::new(), broken.clone());
        let next = State { step: step + 1, time: time + self.h, lag, support, poses, twists, memory, broken };
        for id in self.model.ids() {
            let (speed, rate) = (next.twists[id.0].linear.norm(), next.twists[id.0].angular.norm());
            let sound = speed <= RUN_AWAY_SPEED && rate <= RUN_AWAY_SPEED && next.poses[id.0].is_finite();
            if !sound {
                let body = self.model.body(id).name.clone();
                return Err(StepError::RunAway { step: next.step, time: self.state.time, body, speed, rate });
            }
        }
        Ok(next)
    }

    /// What contacts, joints and drives gave each body in all, over the root of its mass: Sᵀ times the impulse and its
    /// moment about the body's centre. `twists` solve the step, which leads to `motion`.
    pub fn given(&self, twists: &[Twist], motion: &Motion) -> Vec<Vec6> {
        let of_body = |id: BodyId| {
            let body = self.model.body(id);
            if !body.is_dynamic() {
                return Vec6::zeros();
            }
            let root = &self.roots[id.0];
            let Some(flight) = &self.flight else {
                return root.scaled(&(twists[id.0].to_vec6() - self.free[id.0].to_vec6()));
            };
            let (before, after) = (&flight.start[id.0], &motion.twists[id.0]);
            let wrench = &flight.wrenches[id.0];
            let linear = (after.linear - before.linear) * body.mass - wrench.force * self.h;
            let angular = body.spin(&motion.poses[id.0], after)
                - body.spin(&self.state.poses[id.0], before)
                - wrench.torque * self.h;
            let impulse = Vec6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z);
            root.scale_row(&impulse)
        };
        self.model.ids().map(of_body).collect()
    }

    /// Whether a body moves farther than its contacts were looked for; raises its reach accordingly, by no more than
    /// `radii` of its radii beyond its free reach. For the point models that is one: a body that they push farther in one
    /// step is thrown by constraints that contradict each other, and ever more contacts would only make the throw slower to
    /// compute.
    pub fn outran(&self, twists: &[Twist], reach: &mut [f64], radii: f64) -> bool {
        let moved = self.bounds(twists);
        let mut any = false;
        for id in self.model.ids() {
            let radius = self.model.body(id).radius;
            let slack = 0.25 * crate::contact::detect::DETECTION_MARGIN * radius;
            // Written so that a NaN does not ask for another detection: it is reported as a run-away body.
            let limit = self.reach[id.0] + radii * radius;
            if moved[id.0] > reach[id.0] + slack && reach[id.0] < limit {
                reach[id.0] = (1.25 * moved[id.0]).min(limit);
                any = true;
            }
        }
        any
    }
}
