//! From kinematics to the contact set of a step: detection distances from the motion, then broad and narrow phase.

use crate::contact::broad_phase::{PartPair, find_part_pairs};
use crate::contact::kinematics::{Kinematics, WorldPart};
use crate::contact::narrow_phase::{DetectionSettings, find_contacts};
use crate::contact::types::{Contact, ContactId};
use crate::math::Twist;
use crate::stop;
use crate::world::{Body, Model, PartId};
use std::ops::Range;

/// Margin added to the detection distance, as a fraction of the smaller body's radius: bodies at rest have no
/// motion to detect by, and their contacts must not flicker.
pub const DETECTION_MARGIN: f64 = 0.01;

/// What it costs to look at a feature of one part and one of another, in multiplications, roughly.
const COST: u64 = 10;

/// Size of a contact in numbers of 8 bytes.
const WORDS: usize = size_of::<Contact>() / 8;

/// The contacts of one pair of parts.
#[derive(Clone, Debug)]
pub struct PairContacts {
    /// Indices into [`Kinematics::parts`].
    pub parts: (usize, usize),
    /// The two parts.
    pub ids: (PartId, PartId),
    /// Its contacts, as a range of [`ContactSet::contacts`].
    pub range: Range<usize>,
    /// Detection distance ε used (m).
    pub distance: f64,
}

/// All potential contacts of one step.
#[derive(Clone, Debug, Default)]
pub struct ContactSet {
    /// Contacts, grouped by pair.
    pub contacts: Vec<Contact>,
    /// Pairs in order of their parts; pairs without contacts are left out.
    pub pairs: Vec<PairContacts>,
    /// All pairs of parts whose boxes come within reach of each other, as indices into [`Kinematics::parts`]. Parts that
    /// overlap deeply can have no feature of one near a feature of the other, and are not among `pairs`.
    pub near: Vec<PartPair>,
}

impl ContactSet {
    /// Broad and narrow phase. `reach[i]` bounds how far any point of body i moves in the step (m); ε of a pair is
    /// the sum of both plus a margin, unless the scene gives it (`fixed_distance`). Where the work is to [`stop`] it is not all of them.
    pub fn find(
        model: &Model,
        kinematics: &Kinematics,
        reach: &[f64],
        fixed_distance: Option<f64>,
        applicability_angle: f64,
    ) -> Self {
        // Half of each pair's margin per body covers the pair's margin, which is taken from the smaller radius.
        let boxes: Vec<f64> = match fixed_distance {
            Some(d) => vec![d / 2.0; reach.len()],
            None => model
                .ids()
                .map(|i| {
                    let half = 0.5 * DETECTION_MARGIN * model.body(i).radius;
                    reach[i.0] + half
                })
                .collect(),
        };
        let mut set = Self::default();
        let cost = |part: &WorldPart| (part.vertices.len() + part.shape.facets.len()) as u64;
        set.near = find_part_pairs(model, kinematics, &boxes);
        for &(a, b) in &set.near {
            let (part_a, part_b) = (&kinematics.parts[a], &kinematics.parts[b]);
            // Contacts of points are between the facets and edges of polytopes: where one is curved it has none of its own.
            if part_a.shape.is_curved() || part_b.shape.is_curved() {
                continue;
            }
            // Bodies that run away reach everything: what a step may take ends that.
            if stop::spend(COST * cost(part_a) * cost(part_b)) || stop::claim(set.contacts.len() * WORDS) {
                break;
            }
            let (body_a, body_b) = (part_a.id.body, part_b.id.body);
            let distance = fixed_distance.unwrap_or_else(|| {
                let radius = model.body(body_a).radius.min(model.body(body_b).radius);
                reach[body_a.0] + reach[body_b.0] + DETECTION_MARGIN * radius
            });
            let settings =
                DetectionSettings { distance, applicability_threshold: -applicability_angle.sin() };
            let start = set.contacts.len();
            find_contacts(part_a, part_b, &settings, &mut set.contacts);
            if set.contacts.len() > start {
                let range = start..set.contacts.len();
                set.pairs.push(PairContacts { parts: (a, b), ids: (part_a.id, part_b.id), range, distance });
            }
        }
        set
    }

    /// Leaves of each gap what `seen` says that a problem sees; returns the gaps as they were (m).
    pub fn leave(&mut self, seen: impl Fn(&Contact) -> f64) -> Vec<f64> {
        let gaps: Vec<f64> = self.contacts.iter().map(|contact| contact.gap).collect();
        self.contacts.iter_mut().for_each(|contact| contact.gap = seen(contact));
        gaps
    }

    /// One contact.
    pub fn get(&self, id: ContactId) -> &Contact {
        &self.contacts[id.0]
    }
}

/// How far any point of each body moves in a step with twist `twists` (m): h (‖v‖ + ‖ω‖ r). This is (5.1) as
/// corrected in the errata, with the rotation in the velocity term and the velocity taken after the external
/// forces have acted, because that is the velocity with which the step moves the body.
pub fn motion_bounds(model: &Model, twists: &[Twist], h: f64) -> Vec<f64> {
    model.bodies.iter().zip(twists).map(|(body, twist)| motion_bound(body, twist, h)).collect()
}

/// As [`motion_bounds`], of one body.
pub fn motion_bound(body: &Body, twist: &Twist, h: f64) -> f64 {
    h * (twist.linear.norm() + twist.angular.norm() * body.radius)
}
