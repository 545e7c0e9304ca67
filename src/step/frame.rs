//! What every step, or part of one, begins with: masses, free motion, world geometry; and how it ends: poses from twists.

use crate::contact::{Kinematics, motion_bounds};
use crate::dynamics::{MassRoot, free_twists};
use crate::math::Twist;
use crate::step::error::StepError;
use crate::world::StepInput;
use crate::world::joint::{Linearised, Servo, linearise, servos};
use crate::world::{BodyId, Model, State};

/// A speed beyond this ends the run: nothing in a scene of metres and seconds is meant to reach it (m/s).
const RUN_AWAY_SPEED: f64 = 1e5;

/// Detections per step at most, each with a larger ε, when bodies are pushed farther than their free motion.
pub const MAX_DETECTIONS: usize = 4;

/// What a step knows before it looks for contacts, and what every law, joint and blow of it reads.
pub struct StepFrame<'a> {
    pub model: &'a Model,
    pub state: &'a State,
    pub h: f64,
    /// Roots of the inverse mass, per body.
    pub roots: Vec<MassRoot>,
    /// Free twists ν*, per body.
    pub free: Vec<Twist>,
    /// Numbers of the joints that hold.
    pub joints: Vec<usize>,
    /// What drives them.
    pub servos: Vec<Servo>,
    /// World geometry at the start.
    pub kinematics: Kinematics<'a>,
    /// How far any point of each body moves freely (m).
    pub reach: Vec<f64>,
}

impl<'a> StepFrame<'a> {
    pub fn new(model: &'a Model, state: &'a State, input: &StepInput, h: f64) -> Self {
        let roots: Vec<MassRoot> =
            model.ids().map(|i| MassRoot::new(model.body(i), &state.poses[i.0], model.dimension)).collect();
        let free = free_twists(model, state, input, &roots, h);
        let kinematics = Kinematics::new(model, &state.poses, state.time);
        let reach = motion_bounds(model, &free, h);
        let joints = model.active_joints(state);
        let servos = servos(model, state, &joints, h);
        Self { model, state, h, roots, free, joints, servos, kinematics, reach }
    }

    /// The bodies of each joint that holds.
    pub fn joined(&self) -> Vec<(BodyId, BodyId)> {
        self.joints.iter().map(|&k| self.model.joints[k].bodies).collect()
    }

    /// The joints that hold, linearised towards the ends under `twists`.
    pub fn linearised(&self, twists: &[Twist]) -> Vec<Linearised> {
        let twist = |id: BodyId| twists[id.0];
        let line = |&k: &usize| linearise(&self.model.joints[k], self.state, &twist, self.h);
        self.joints.iter().map(line).collect()
    }

    /// The twists that bodies would have if nothing changed: what a first linearisation is drawn to. Those of bodies
    /// that impulses do not move are known.
    pub fn expected(&self) -> Vec<Twist> {
        let mut twists = self.free.clone();
        for (k, _) in self.dynamic().iter().enumerate().filter(|(_, dynamic)| **dynamic) {
            twists[k] = self.state.twists[k];
        }
        twists
    }

    /// Which bodies impulses move now.
    pub fn dynamic(&self) -> Vec<bool> {
        let now = |i: BodyId| self.model.body(i).is_dynamic() && self.model.is_active(i, self.state.time);
        self.model.ids().map(now).collect()
    }

    /// x⁺ = x + h v⁺, q⁺ = exp(h ω⁺) q for every active body.
    ///
    /// # Errors
    /// When a body runs away.
    pub fn integrate(&self, twists: &[Twist]) -> Result<State, StepError> {
        let mut next = self.state.clone();
        next.step += 1;
        next.time += self.h;
        for id in self.model.ids() {
            if self.model.is_active(id, self.state.time) {
                next.twists[id.0] = twists[id.0];
                next.poses[id.0] = self.state.poses[id.0].advanced(&twists[id.0], self.h);
            }
            let speed = next.twists[id.0].linear.norm();
            let sound =
                speed <= RUN_AWAY_SPEED && next.twists[id.0].is_finite() && next.poses[id.0].is_finite();
            if !sound {
                let body = self.model.body(id).name.clone();
                return Err(StepError::RunAway { step: next.step, time: self.state.time, body, speed });
            }
        }
        Ok(next)
    }

    /// Whether a body moves farther than its contacts were looked for; raises its reach accordingly, by no more than
    /// `radii` of its radii beyond its free reach. For the point models that is one: a body that they push farther in one
    /// step is thrown by constraints that contradict each other, and ever more contacts would only make the throw slower to
    /// compute.
    pub fn outran(&self, twists: &[Twist], reach: &mut [f64], radii: f64) -> bool {
        let moved = motion_bounds(self.model, twists, self.h);
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
