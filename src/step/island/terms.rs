//! The terms of one island: scaled velocities and scaled rows of the contact Jacobian.

use crate::contact::{Contact, ContactId, ContactSet};
use crate::lcp::convex::SparseRow;
use crate::math::{Dimension, Vec3, Vec6, tangents};
use crate::step::island::scaled::Scaled;
use crate::step::settings::FrictionLaw;
use crate::world::BodyId;
use nalgebra::DVector;
use std::ops::Deref;
use std::rc::Rc;

/// Everything about one island that does not depend on the choice of alternatives: its scaled coordinates and the
/// contacts of the step.
#[derive(Clone)]
pub struct Terms<'a> {
    /// Contacts of the step.
    pub set: &'a ContactSet,
    /// Directions of the linearised friction cone.
    pub friction_directions: usize,
    /// What friction asks of a contact.
    pub law: FrictionLaw,
    /// Whether contacts that start violated are opened within the step, however fast that is.
    pub opens_at_once: bool,
    /// Directions in space that the pyramids start at, per contact of the set (rad from the first of
    /// [`tangents`](crate::math::tangents)); `None`: at that tangent.
    aligned: Option<Rc<[f64]>>,
    /// What of the sliding velocity of B against A friction does not oppose, per contact of the set (m/s); `None`: nothing.
    drift: Option<Rc<[Vec3]>>,
    /// Contacts of the set that only meet, which rub not before their impact; `None`: none.
    meeting: Option<Rc<[bool]>>,
    scaled: Scaled<'a>,
}

impl<'a> Deref for Terms<'a> {
    type Target = Scaled<'a>;

    fn deref(&self) -> &Scaled<'a> {
        &self.scaled
    }
}

impl<'a> Terms<'a> {
    /// Terms of one island.
    pub fn new(scaled: Scaled<'a>, set: &'a ContactSet, friction_directions: usize) -> Self {
        Self {
            set,
            friction_directions,
            law: FrictionLaw::Coulomb,
            opens_at_once: false,
            aligned: None,
            drift: None,
            meeting: None,
            scaled,
        }
    }

    /// The same with another law of friction.
    pub fn under(self, law: FrictionLaw) -> Self {
        Self { law, ..self }
    }

    /// The same with pyramids that start at these angles, one per contact of the set (rad).
    pub fn aligned(&self, angles: Vec<f64>) -> Self {
        Self { aligned: Some(angles.into()), ..self.clone() }
    }

    /// The same where friction opposes the sliding velocity of B against A less this, per contact of the set (m/s).
    pub fn drifting(self, drift: Vec<Vec3>) -> Self {
        Self { drift: Some(drift.into()), ..self }
    }

    /// The same where these contacts of the set only meet, and do not rub.
    pub fn meeting(self, meeting: &[bool]) -> Self {
        Self { meeting: Some(meeting.into()), ..self }
    }

    /// The same in other coordinates.
    pub fn in_coordinates(&self, scaled: &Scaled<'a>) -> Self {
        let (aligned, drift, meeting) = (self.aligned.clone(), self.drift.clone(), self.meeting.clone());
        Self { scaled: scaled.clone(), aligned, drift, meeting, ..*self }
    }

    /// Solves in coordinates whose drives are on the pieces that the answer is on ([`Scaled::decide`]).
    ///
    /// # Errors
    /// What `solve` says, or that the pieces did not settle.
    pub fn decide<S>(
        &self,
        mut solve: impl FnMut(&Self) -> Result<(S, DVector<f64>), String>,
    ) -> Result<S, String> {
        if self.has_limited_drives() {
            self.scaled.decide(|scaled| solve(&self.in_coordinates(scaled)))
        } else {
            solve(self).map(|found| found.0)
        }
    }

    /// The scaled row of the gap rate of a contact.
    pub fn gap_row(&self, contact: &Contact) -> (SparseRow, f64) {
        self.row(contact.body_a(), &contact.jacobian_a, contact.body_b(), &contact.jacobian_b)
    }

    /// Coulomb coefficient of a contact: that of its bodies, and 0 where it pushes at no point, or only meets.
    pub fn friction(&self, id: ContactId) -> f64 {
        let contact = self.set.get(id);
        if contact.pair.is_couple() || self.meeting.as_ref().is_some_and(|meeting| meeting[id.0]) {
            return 0.0;
        }
        self.model.pair_friction(contact.body_a(), contact.body_b())
    }

    /// Tangent directions of the linearised cone (2.21), world axes: two in the plane, else equally spaced.
    pub fn friction_basis(&self, id: ContactId) -> Vec<Vec3> {
        let first = self.aligned.as_ref().map_or(0.0, |angles| angles[id.0]);
        let normal = &self.set.get(id).normal;
        directions_from(self.model.dimension, normal, self.friction_directions, first)
    }

    /// The scaled row of the sliding velocity of B against A along `direction`, less what friction does not oppose.
    pub fn slide_row(&self, id: ContactId, direction: &Vec3) -> (SparseRow, f64) {
        let contact = self.set.get(id);
        let (ja, jb) = slide_jacobian(contact, direction);
        let (row, offset) = self.row(contact.body_a(), &ja, contact.body_b(), &jb);
        (row, offset - self.drift_along(id, direction))
    }

    /// Whether friction opposes another velocity than that of the sliding.
    pub fn drifts(&self, id: ContactId) -> bool {
        self.drift.as_ref().is_some_and(|drift| drift[id.0] != Vec3::zeros())
    }

    fn drift_along(&self, id: ContactId, direction: &Vec3) -> f64 {
        self.drift.as_ref().map_or(0.0, |drift| drift[id.0].dot(direction))
    }
}

/// Rows on the twists of A and B of the sliding velocity of B against A along a direction.
pub(in crate::step) fn slide_jacobian(contact: &Contact, d: &Vec3) -> (Vec6, Vec6) {
    let lever = |point: &Vec3, centre: &Vec3| (point - centre).cross(d);
    let ta = lever(&contact.point_a, &contact.centre_a);
    let tb = lever(&contact.point_b, &contact.centre_b);
    let ja = Vec6::new(-d.x, -d.y, -d.z, -ta.x, -ta.y, -ta.z);
    (ja, Vec6::new(d.x, d.y, d.z, tb.x, tb.y, tb.z))
}

impl Terms<'_> {
    /// ψ + h (J_a·ν_a + J_b·ν_b) for given twists of the island's bodies (m).
    pub fn linear_gap(&self, contact: &Contact, velocity: &[Vec6]) -> f64 {
        let jacobians = (contact.jacobian_a, contact.jacobian_b);
        contact.gap + self.h * self.rate_of(contact, &jacobians, velocity)
    }

    /// Sliding velocity of B against A along a direction, less what friction does not oppose, for given twists of the island's bodies (m/s).
    pub fn slide(&self, id: ContactId, direction: &Vec3, velocity: &[Vec6]) -> f64 {
        let contact = self.set.get(id);
        let slides = self.rate_of(contact, &slide_jacobian(contact, direction), velocity);
        slides - self.drift_along(id, direction)
    }

    /// The sliding velocity of B against A itself, in the same way (m/s).
    pub fn sliding(&self, id: ContactId, velocity: &[Vec6]) -> Vec3 {
        let (t, o) = tangents(&self.set.get(id).normal);
        t * self.slide(id, &t, velocity) + o * self.slide(id, &o, velocity)
    }

    fn rate_of(&self, contact: &Contact, (ja, jb): &(Vec6, Vec6), velocity: &[Vec6]) -> f64 {
        let twist = |id: BodyId| match self.bodies.binary_search(&id) {
            Ok(k) => velocity[k],
            Err(_) => self.free[id.0].to_vec6(),
        };
        ja.dot(&twist(contact.body_a())) + jb.dot(&twist(contact.body_b()))
    }
}

/// Tangent directions of the linearised friction cone about the unit normal `n` (2.21), world axes: two in the plane, else
/// `count`, three at least, equally spaced.
pub fn friction_directions(dimension: Dimension, n: &Vec3, count: usize) -> Vec<Vec3> {
    directions_from(dimension, n, count, 0.0)
}

/// The same from the angle `first` on (rad).
fn directions_from(dimension: Dimension, n: &Vec3, count: usize, first: f64) -> Vec<Vec3> {
    match dimension {
        Dimension::Two => {
            let t = Vec3::new(-n.y, n.x, 0.0);
            vec![t, -t]
        }
        Dimension::Three => {
            let (t, o) = crate::math::tangents(n);
            let count = count.max(3);
            (0..count)
                .map(|k| {
                    let angle = first + std::f64::consts::TAU * k as f64 / count as f64;
                    t * angle.cos() + o * angle.sin()
                })
                .collect()
        }
    }
}
