//! Disjunctions, and what writes them: what models over point contacts share.

use crate::contact::detect::ContactSet;
use crate::contact::kinematics::Kinematics;
use crate::contact::models::vertex::choose_primary;
use crate::contact::types::{Contact, ContactId, Feature};
use crate::math::Dimension;
use crate::world::{BodyId, PartId};
use serde::{Deserialize, Serialize};

/// A model whose disjunctions are written over the point contacts of a [`ContactSet`]: one of these, or one of your own
/// (`examples/own_contact_model.rs`).
pub trait PointModel {
    /// Writes the disjunctions for a contact set; contacts may be appended to it, as PEG does with flipped edge–edge contacts.
    fn build(
        &self,
        dimension: Dimension,
        kinematics: &Kinematics,
        set: &mut ContactSet,
        applicability_angle: f64,
    ) -> Vec<Disjunction>;

    /// Whether its disjunctions tell where traps are. Otherwise they are counted with those of PEG.
    fn tells_traps(&self) -> bool {
        false
    }

    /// Whether its contacts are overlaps only, which a step takes back in full however fast that throws bodies apart. Then
    /// there is nothing to look for ahead of the motion.
    fn only_corrects(&self) -> bool {
        false
    }

    /// The gap that the row of a contact is of (m): its own, unless the model has other rows than those of gaps.
    fn gap_of_row(&self, _kinematics: &Kinematics, contact: &Contact) -> f64 {
        contact.gap
    }
}

/// What kind of condition a disjunction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DisjunctionKind {
    /// U(C) (4.7): one contact, always enforced.
    Unilateral,
    /// I(C_ι, C_κ) (4.9): one feature against several features of the other body.
    InterContact,
    /// X(C_a, C_b) (4.15), (4.22): contacts that must not be violated together.
    CrossContact,
    /// S: some feature separates two parts; each alternative is one feature with all of its rows.
    Separation,
}

impl DisjunctionKind {
    /// The letter of the thesis.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Unilateral => "U",
            Self::InterContact => "I",
            Self::CrossContact => "X",
            Self::Separation => "S",
        }
    }
}

/// One way to satisfy a disjunction: all of its contacts end with ψ⁺ ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The contacts that must hold together.
    pub contacts: Vec<ContactId>,
}

/// A condition on the end of the step: at least one alternative holds.
#[derive(Clone, Debug)]
pub struct Disjunction {
    /// U, I, X or S.
    pub kind: DisjunctionKind,
    /// The two parts it is about.
    pub parts: (PartId, PartId),
    /// The features that gave rise to it, for panels and messages.
    pub features: (Feature, Feature),
    /// At least one.
    pub alternatives: Vec<Alternative>,
    /// The alternative whose contact carries the force in the literal form (4.50): the guess the thesis makes.
    pub primary: usize,
}

impl Disjunction {
    /// U(C) (4.7): the contact is always enforced.
    pub fn unilateral(set: &ContactSet, id: ContactId) -> Self {
        Self::one_of(set, DisjunctionKind::Unilateral, set.get(id).features(), &[id])
    }

    /// At least one of `contacts` holds, all of them between the same two parts; which of them carries the force in the
    /// literal form is guessed as the thesis does.
    ///
    /// # Panics
    /// When `contacts` is empty.
    pub fn one_of(
        set: &ContactSet,
        kind: DisjunctionKind,
        features: (Feature, Feature),
        contacts: &[ContactId],
    ) -> Self {
        let pair = &set.get(contacts[0]).pair;
        Self {
            kind,
            parts: (pair.a.0, pair.b.0),
            features,
            primary: choose_primary(set, contacts),
            alternatives: contacts.iter().map(|&c| Alternative { contacts: vec![c] }).collect(),
        }
    }

    /// The two bodies it is about.
    pub fn bodies(&self) -> (BodyId, BodyId) {
        (self.parts.0.body, self.parts.1.body)
    }

    /// All contacts of all alternatives.
    pub fn contacts(&self) -> impl Iterator<Item = ContactId> + '_ {
        self.alternatives.iter().flat_map(|a| a.contacts.iter().copied())
    }

    /// A potential trap: the standard model would enforce two or more contacts at once where the true geometry
    /// asks for one of them only.
    pub fn is_trap(&self) -> bool {
        matches!(self.kind, DisjunctionKind::InterContact | DisjunctionKind::CrossContact)
            && self.contacts().count() >= 2
    }
}
