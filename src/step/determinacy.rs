//! Which forces at contacts the laws of rigid bodies determine, and which have only sums that they do.
//!
//! Impulses at contacts and joints change the motion by Σ Jᵀp. Where columns of Jᵀ depend on each other, as those of four corners of a
//! box on a floor do, or of two fingers that hold something between them, other impulses give the same motion: a system that is
//! statically indeterminate, the null space of Jᵀ its states of self-stress (in a grasp: internal forces). What a solver
//! gives for a single contact there is one of many values; bodies of any stiffness would choose one, rigid ones do not.
//!
//! Of a contact that sticks the normal and the tangents are columns; one that slides has a single one, for Coulomb's law ties its
//! friction to its load. Contacts that are closed and bear nothing count as well: the solution may have left them out. (That
//! they may only push is not looked at: of several such contacts it may be that none can take load without another one pulling.)
//!
//! Columns of contacts are those that the step solved with, those of joints are at its end: of a mechanism that turns, states of self-stress
//! that run through its joints may be missed. Forces of penalty methods are given by their springs, and there is nothing to ask.

use crate::contact::ContactId;
use crate::math::{Dimension, PoseUpdate, Twist, Vec3, Vec6, tangents};
use crate::step::island::grouping::split;
use crate::step::island::terms::slide_jacobian;
use crate::step::record::StepRecord;
use crate::world::joint::linearise;
use crate::world::{BodyId, Model, State};
use nalgebra::DMatrix;

/// A contact without load is closed where its gap at the end is no larger than this (m).
const CLOSED: f64 = 1e-8;

/// Friction below this part of μp sticks (dimensionless).
const STICKS: f64 = 1.0 - 1e-6;

/// Columns that depend on each other to this leave no rank (dimensionless).
const RANK: f64 = 1e-9;

/// A part of a state of self-stress below this is none (dimensionless).
const NOTHING: f64 = 1e-6;

/// Islands with more columns are not examined.
const MOST: usize = 240;

/// Whether the force at a contact is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Determined {
    /// The normal impulse.
    pub normal: bool,
    /// The friction impulse; `true` where there is none.
    pub friction: bool,
}

/// What of the forces of a step is determined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Determinacy {
    /// Of each contact of the record; `None` where it is open and bears nothing, and in islands that are too large to be examined.
    pub contacts: Vec<Option<Determined>>,
    /// States of self-stress: by how many numbers forces are free, contacts and joints together, over the islands examined.
    pub excess: usize,
}

/// What of a contact a column is about.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Load,
    Friction,
    /// Of what slides.
    Both,
}

/// One column: what a unit impulse does.
struct Column {
    /// The contact, and what of it; `None` of joints.
    of: Option<(ContactId, Part)>,
    bodies: (BodyId, BodyId),
    jacobians: (Vec6, Vec6),
}

/// Looks which forces of the step that led to `state` are determined.
pub fn determinacy(model: &Model, state: &State, record: &StepRecord) -> Determinacy {
    let mut found = Determinacy { contacts: vec![None; record.contacts.len()], excess: 0 };
    let columns = columns(model, state, record);
    let dynamic: Vec<bool> =
        model.ids().map(|id| model.body(id).is_dynamic() && model.is_active(id, state.time)).collect();
    let links: Vec<_> = columns.iter().map(|column| column.bodies).collect();
    for island in split(&dynamic, &links) {
        if island.links.len() > MOST {
            continue;
        }
        let own: Vec<&Column> = island.links.iter().map(|&k| &columns[k]).collect();
        let (excess, free) = self_stress(model, &island.bodies, &own);
        found.excess += excess;
        for (column, free) in own.iter().zip(free) {
            let Some((id, part)) = column.of else { continue };
            let told = found.contacts[id.0].get_or_insert(Determined { normal: true, friction: true });
            told.normal &= !free || part == Part::Friction;
            told.friction &= !free || part == Part::Load;
        }
    }
    found
}

/// The columns of all contacts that bear or are closed, and of all joints that hold.
fn columns(model: &Model, state: &State, record: &StepRecord) -> Vec<Column> {
    let mut columns = Vec::new();
    for solved in record.contacts() {
        let contact = solved.contact;
        let closed = contact.applicable && contact.feasible && solved.end_gap.abs() <= CLOSED;
        if !(solved.impulse > 0.0 || closed) {
            continue;
        }
        let bodies = (contact.body_a(), contact.body_b());
        let mu = if contact.pair.is_couple() { 0.0 } else { model.pair_friction(bodies.0, bodies.1) };
        let mut push = |part: Part, jacobians: (Vec6, Vec6)| {
            columns.push(Column { of: Some((solved.id, part)), bodies, jacobians });
        };
        let (na, nb) = (contact.jacobian_a, contact.jacobian_b);
        if mu > 0.0 && solved.impulse > 0.0 && solved.friction.norm() >= STICKS * mu * solved.impulse {
            let (ta, tb) = slide_jacobian(contact, &(solved.friction / solved.impulse));
            push(Part::Both, (na + ta, nb + tb));
            continue;
        }
        push(Part::Load, (na, nb));
        if mu > 0.0 {
            let n = &contact.normal;
            let directions = match model.dimension {
                Dimension::Two => vec![Vec3::new(-n.y, n.x, 0.0)],
                Dimension::Three => {
                    let (t, o) = tangents(n);
                    vec![t, o]
                }
            };
            directions.iter().for_each(|d| push(Part::Friction, slide_jacobian(contact, d)));
        }
    }
    for joint in model.active_joints(state).into_iter().map(|k| &model.joints[k]) {
        let lines = linearise(joint, state, &|_| Twist::zero(), 1.0, PoseUpdate::Exponential);
        let at_limit = lines.limits.iter().filter(|limit| limit.error <= CLOSED);
        columns.extend(lines.rows.iter().chain(at_limit).map(|row| Column {
            of: None,
            bodies: joint.bodies,
            jacobians: (row.jacobian_a, row.jacobian_b),
        }));
    }
    columns
}

/// The dimension of the null space of these columns, and which of them have a part in it.
fn self_stress(model: &Model, bodies: &[BodyId], columns: &[&Column]) -> (usize, Vec<bool>) {
    let mut matrix = DMatrix::<f64>::zeros(6 * bodies.len(), columns.len());
    for (k, column) in columns.iter().enumerate() {
        let sides = [(column.bodies.0, &column.jacobians.0), (column.bodies.1, &column.jacobians.1)];
        for (id, jacobian) in sides {
            let Ok(slot) = bodies.binary_search(&id) else { continue };
            // Moments about the centre as forces at the rim.
            let radius = model.body(id).radius;
            for i in 0..6 {
                matrix[(6 * slot + i, k)] += if i < 3 { jacobian[i] } else { jacobian[i] / radius };
            }
        }
        let length = matrix.column(k).norm();
        if length > 0.0 {
            matrix.column_mut(k).unscale_mut(length);
        }
    }
    let count = columns.len();
    let qr = matrix.col_piv_qr();
    let r = qr.r();
    let most = r.nrows().min(count);
    let first = if most > 0 { r[(0, 0)].abs() } else { 0.0 };
    let rank = (0..most).take_while(|&k| r[(k, k)].abs() > RANK * first).count();
    let mut null = DMatrix::<f64>::zeros(count, count - rank);
    if rank < count {
        let mut above = r.view((0, rank), (rank, count - rank)).into_owned();
        if r.view((0, 0), (rank, rank)).solve_upper_triangular_mut(&mut above) {
            null.view_mut((0, 0), (rank, count - rank)).copy_from(&-above);
        }
        null.view_mut((rank, 0), (count - rank, count - rank)).fill_with_identity();
    }
    qr.p().inv_permute_rows(&mut null);
    (count - rank, null.row_iter().map(|row| row.amax() > NOTHING).collect())
}
