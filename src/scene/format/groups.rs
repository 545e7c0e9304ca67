//! Groups of bodies of a scene file as serde types. They are for people: what is chosen, moved and copied together. No step reads them.

use crate::scene::format::Scene;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Bodies that a group has at least.
pub const LEAST_OF_A_GROUP: usize = 2;

/// One entry of `groups`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Group")]
pub struct GroupDescription {
    /// Unique name.
    pub name: String,
    /// Names of its bodies, two at least; a body is in one group at most.
    pub bodies: Vec<String>,
}

impl Scene {
    /// The place in `groups` of the one that a body is in.
    pub fn group_of(&self, body: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.bodies.iter().any(|name| name == body))
    }

    /// Takes bodies out of their groups; a group of which fewer than two are left goes.
    pub fn ungroup(&mut self, leaves: impl Fn(&str) -> bool) {
        for group in &mut self.groups {
            group.bodies.retain(|name| !leaves(name));
        }
        self.groups.retain(|group| group.bodies.len() >= LEAST_OF_A_GROUP);
    }

    /// Takes bodies out with all that names them, except joints and what drives these.
    pub fn take_out(&mut self, gone: &BTreeSet<String>) {
        self.bodies.retain(|body| !gone.contains(&body.name));
        self.no_contact.retain(|(a, b)| !gone.contains(a) && !gone.contains(b));
        self.controllers.retain(|controller| !gone.contains(&controller.body));
        self.ungroup(|name| gone.contains(name));
    }
}
