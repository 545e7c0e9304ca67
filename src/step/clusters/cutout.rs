//! A part of the world by itself: some bodies with what belongs to them, numbered anew, and the way back.

use crate::contact::Contact;
use crate::step::JointRecord;
use crate::world::joint::{Controller, Joint};
use crate::world::{BodyId, ContactMemory, Model, PairMemory, PartId, State, StepInput};
use std::sync::Arc;

/// Some bodies of a world, and nothing else.
#[derive(Clone, Debug)]
pub(super) struct CutOut {
    /// Which bodies they are in the world, ascending: the order that they have here.
    pub bodies: Vec<BodyId>,
    /// Which joints they are there, ascending.
    joints: Vec<usize>,
    /// The bodies with the joints and the controllers between them.
    pub model: Arc<Model>,
}

impl CutOut {
    /// Cuts `bodies`, ascending, out of a world.
    pub fn new(world: &Model, bodies: &[BodyId]) -> Self {
        let here = |id: BodyId| bodies.binary_search(&id).ok().map(BodyId);
        let both = |(a, b): (BodyId, BodyId)| here(a).zip(here(b));
        let held = |(k, joint): (usize, &Joint)| both(joint.bodies).map(|bodies| (k, bodies));
        let (joints, ends): (Vec<usize>, Vec<_>) = world.joints.iter().enumerate().filter_map(held).unzip();
        let joint_here = |k: usize| joints.binary_search(&k).ok();
        let controller = |controller: &Controller| {
            let mut controller = controller.clone();
            match &mut controller {
                Controller::JointPd { joint, .. } => *joint = joint_here(*joint)?,
                Controller::Force { body, .. } | Controller::Path { body, .. } => *body = here(*body)?,
            }
            Some(controller)
        };
        let joint = |(&k, bodies): (&usize, (BodyId, BodyId))| Joint { bodies, ..world.joints[k].clone() };
        let model = Model {
            dimension: world.dimension,
            gravity: world.gravity,
            bodies: bodies.iter().map(|&id| world.body(id).clone()).collect(),
            joints: joints.iter().zip(ends).map(joint).collect(),
            controllers: world.controllers.iter().filter_map(controller).collect(),
            passing: world.passing.iter().filter_map(|&pair| both(pair)).collect(),
        };
        Self { bodies: bodies.to_vec(), joints, model: Arc::new(model) }
    }

    fn here(&self, id: BodyId) -> Option<BodyId> {
        self.bodies.binary_search(&id).ok().map(BodyId)
    }

    /// What a state of the world says of these bodies, of whose pairs it remembers these.
    pub fn state(&self, world: &State, remembered: &[&PairMemory]) -> State {
        let part = |id: PartId| self.here(id.body).map(|body| PartId { body, ..id });
        let pair = |pair: &&PairMemory| {
            let parts = part(pair.parts.0).zip(part(pair.parts.1))?;
            Some(PairMemory { parts, ..(*pair).clone() })
        };
        State {
            step: world.step,
            time: world.time,
            lag: world.lag,
            support: world.support.iter().filter_map(|&(id, twist)| Some((self.here(id)?, twist))).collect(),
            poses: self.bodies.iter().map(|id| world.poses[id.0]).collect(),
            twists: self.bodies.iter().map(|id| world.twists[id.0]).collect(),
            memory: ContactMemory::new(remembered.iter().filter_map(pair).collect()),
            broken: world.broken.iter().filter_map(|k| self.joints.binary_search(k).ok()).collect(),
        }
    }

    /// What acts on them from outside.
    pub fn input(&self, world: &StepInput) -> StepInput {
        let wrenches = world.wrenches.iter().filter_map(|&(id, wrench)| Some((self.here(id)?, wrench)));
        StepInput { wrenches: wrenches.collect() }
    }

    /// Writes what `here` says of these bodies into a state of the world, but for pairs, which are given back.
    pub fn write(&self, here: &State, world: &mut State) -> Vec<PairMemory> {
        for (k, id) in self.bodies.iter().enumerate() {
            world.poses[id.0] = here.poses[k];
            world.twists[id.0] = here.twists[k];
        }
        world.support.extend(here.support.iter().map(|&(id, twist)| (self.body(id), twist)));
        world.broken.extend(here.broken.iter().map(|&k| self.joints[k]));
        let pair = |pair: &PairMemory| PairMemory { parts: self.parts(pair.parts), ..pair.clone() };
        here.memory.pairs().iter().map(pair).collect()
    }

    /// The name of a body of these in the world.
    pub fn body(&self, id: BodyId) -> BodyId {
        self.bodies[id.0]
    }

    fn part(&self, id: PartId) -> PartId {
        PartId { body: self.body(id.body), ..id }
    }

    /// As [`Self::body`], of two parts.
    pub fn parts(&self, (a, b): (PartId, PartId)) -> (PartId, PartId) {
        (self.part(a), self.part(b))
    }

    /// A contact of these bodies with the names that they have in the world.
    pub fn contact(&self, here: &Contact) -> Contact {
        let mut contact = here.clone();
        for end in [&mut contact.pair.a, &mut contact.pair.b] {
            end.0 = self.part(end.0);
        }
        contact
    }

    /// As [`Self::contact`], of a joint.
    pub fn joint(&self, here: &JointRecord) -> JointRecord {
        JointRecord { joint: self.joints[here.joint], ..here.clone() }
    }
}
