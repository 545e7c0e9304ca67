//! Joints after a step: what they bear, whether they break, and putting them back together.

pub mod articulation;
pub mod drives;
pub mod mean_drives;

use crate::contact::Contact;
use crate::dynamics::MassRoot;
use crate::lcp::convex::SparseRow;
use crate::lcp::linear::envelope_qr::EnvelopeQr;
use crate::math::{PoseUpdate, Twist, Vec3, Vec6, stack};
use crate::step::frame::StepFrame;
use crate::step::island::scaled::Scaled;
use crate::step::joints::articulation::{DEPENDENT, SINGULAR, independent};
use crate::world::joint::{Joint, JointRow, Linearised, Servo, linearise};
use crate::world::{BodyId, Model, State};
use nalgebra::DVector;
use smallvec::SmallVec;

/// One joint after a step.
#[derive(Clone, Debug)]
pub struct JointRecord {
    /// Number in [`Model::joints`].
    pub joint: usize,
    /// How far its frames are apart where it holds them together (m).
    pub error: f64,
    /// Coordinate of a revolute (rad) or prismatic (m) joint.
    pub coordinate: f64,
    /// Mean force on B over the step (N, world axes): times the step size ([`State::acted`] of a leapfrog step), its impulse. A joint that breaks in a part of
    /// a divided step, by what that part adds to the mean, bears nothing in the later parts.
    pub force: Vec3,
    /// Mean torque on B about the joint's point (N·m, world axes), without that of a controller.
    pub torque: Vec3,
    /// What its drives gave along its coordinate, on B against A: torque (N·m) of a revolute joint, force (N) of a prismatic
    /// one.
    pub drive: f64,
    /// The step broke it.
    pub broke: bool,
}

/// What one joint bore in a step, on B, and what its drives gave.
pub(in crate::step) struct Borne {
    /// World axes (N).
    force: Vec3,
    /// About the joint's point, world axes (N·m).
    torque: Vec3,
    /// Along the coordinate (N·m or N).
    drive: f64,
}

/// Impulses of the contacts of a step: normal, and friction on B.
pub(in crate::step) type Impulses<'i> = (&'i [Contact], &'i [f64], &'i [Vec3]);

/// What joints and their drives gave in one problem of a step.
pub(in crate::step) struct Bearing {
    /// The joints that held, as the problem had them.
    pub lines: Vec<Linearised>,
    /// What they gave each body, over the root of its mass at the start of the step.
    pub given: Vec<Vec6>,
    /// Whether drives had a part in it.
    pub driven: bool,
}

/// Force and torque on B of every joint that held in the step, and its drives', at the twists that solve the step.
///
/// What joints bear is what the momentum of their bodies leaves over: what was given to them ([`StepFrame::given`]) less the
/// impulses of contacts and drives, shared out by least squares where joints hold the same thing twice.
pub(in crate::step) fn bear(stages: &StepFrame, problems: &[Bearing], twists: &[Twist]) -> Vec<Borne> {
    // Drives act over whole steps, also in the first, whose gravity acts over half of it.
    let of_drives = |number: &usize| {
        let own = stages.servos.iter().filter(|servo| servo.joint == *number);
        own.map(|servo| given(stages, servo, twists) / stages.h).sum()
    };
    let none = |number| Borne { force: Vec3::zeros(), torque: Vec3::zeros(), drive: of_drives(number) };
    let mut borne: Vec<Borne> = stages.joints.iter().map(none).collect();
    for problem in problems {
        let shares = shares(stages, problem, twists);
        for ((line, share), sum) in problem.lines.iter().zip(&shares).zip(&mut borne) {
            // A row that holds a distance pushes at the joint's point, a row that holds an angle turns.
            for (p, r) in share.iter().zip(line.rows.iter().chain(&line.limits)) {
                if r.angular {
                    sum.torque += r.jacobian_b.fixed_rows::<3>(3) * (*p / stages.acts());
                } else {
                    sum.force += r.jacobian_b.fixed_rows::<3>(0) * (*p / stages.acts());
                }
            }
        }
    }
    borne
}

/// The impulse of a drive where these twists solve the step.
fn given(stages: &StepFrame, servo: &Servo, twists: &[Twist]) -> f64 {
    let (a, b) = servo.bodies;
    let of = |id: BodyId| twists[id.0].to_vec6();
    let rate = servo.row.jacobian_a.dot(&of(a)) + servo.row.jacobian_b.dot(&of(b));
    servo.impulse(rate) * stages.impulse_per_multiplier()
}

/// Measures all joints that held in the step, or in a part of one of size `h` (s), and breaks those in `next` that bore more than they
/// can. A blow has an impulse, and a force only as a mean over a step: that over the part that happens to end at it would be
/// as large as the part is short.
pub(in crate::step) fn settle(
    stages: &StepFrame,
    borne: &[Borne],
    next: &mut State,
    h: f64,
) -> Vec<JointRecord> {
    let model = stages.model;
    let share = stages.h / h;
    let measure = |(&number, &Borne { force, torque, drive }): (&usize, &Borne)| {
        let joint = &model.joints[number];
        let (a, b) = joint.bodies;
        let (pose_a, pose_b) = (&next.poses[a.0], &next.poses[b.0]);
        let size = model.body(a).radius.min(model.body(b).radius);
        JointRecord {
            joint: number,
            error: joint.error(pose_a, pose_b, size),
            coordinate: joint.coordinate(pose_a, pose_b),
            force,
            torque,
            drive,
            broke: is_too_much(joint, &(force * share), &(torque * share)),
        }
    };
    let records: Vec<JointRecord> = stages.joints.iter().zip(borne).map(measure).collect();
    next.broken.extend(records.iter().filter(|r| r.broke).map(|r| r.joint));
    next.broken.sort_unstable();
    records
}

/// Breaks the joints that bore more over a step than they can, though not in any part of it.
pub(in crate::step) fn break_after_parts(model: &Model, records: &mut [JointRecord], next: &mut State) {
    for record in records.iter_mut().filter(|record| !record.broke) {
        record.broke = is_too_much(&model.joints[record.joint], &record.force, &record.torque);
        if record.broke {
            next.broken.push(record.joint);
        }
    }
    next.broken.sort_unstable();
}

fn is_too_much(joint: &Joint, force: &Vec3, torque: &Vec3) -> bool {
    force.norm() > joint.strength.0 || torque.norm() > joint.strength.1
}

/// What is left of `given` (over the roots of the masses) without the impulses of these contacts.
pub(in crate::step) fn less_contacts(stages: &StepFrame, given: Vec<Vec6>, impulses: Impulses) -> Vec<Vec6> {
    let mut left = given;
    if left.is_empty() {
        return left;
    }
    let (contacts, normal, friction) = impulses;
    let mut take = |id: BodyId, impulse: Vec6| left[id.0] -= stages.roots[id.0].scale_row(&impulse);
    for ((contact, p), f) in contacts.iter().zip(normal).zip(friction) {
        let at = |point: &Vec3, centre: &Vec3, f: &Vec3| stack(f, &(point - centre).cross(f));
        take(contact.body_a(), contact.jacobian_a * *p + at(&contact.point_a, &contact.centre_a, &-f));
        take(contact.body_b(), contact.jacobian_b * *p + at(&contact.point_b, &contact.centre_b, f));
    }
    left
}

/// The impulse of every row and limit of every joint.
fn shares(stages: &StepFrame, problem: &Bearing, twists: &[Twist]) -> Vec<Vec<f64>> {
    if problem.lines.is_empty() {
        return Vec::new();
    }
    let mut left = problem.given.clone();
    for servo in stages.servos.iter().filter(|_| problem.driven) {
        let (a, b) = servo.bodies;
        let impulse = given(stages, servo, twists);
        left[a.0] -= stages.roots[a.0].scale_row(&(servo.row.jacobian_a * impulse));
        left[b.0] -= stages.roots[b.0].scale_row(&(servo.row.jacobian_b * impulse));
    }
    least_squares(stages, &problem.lines, &left)
}

/// Multipliers of the joints' rows whose impulses come nearest to `left`; zero for rows that hold what others hold as well.
fn least_squares(stages: &StepFrame, rows: &[Linearised], left: &[Vec6]) -> Vec<Vec<f64>> {
    let bodies = joined_bodies(stages.model, &stages.joints);
    let height = 6 * bodies.len();
    let rhs: Vec<f64> = bodies.iter().flat_map(|id| left[id.0].iter().copied()).collect();
    // Scaled rows over the velocities of the joined bodies; all limits, since those that do not push get nothing.
    let scaled = |(joint, row): (&Linearised, &JointRow)| {
        let mut entries: SmallVec<[(usize, f64); 12]> = SmallVec::new();
        for (id, j) in [(joint.bodies.0, &row.jacobian_a), (joint.bodies.1, &row.jacobian_b)] {
            if let Ok(slot) = bodies.binary_search(&id) {
                let c = stages.roots[id.0].scale_row(j);
                entries.extend(c.iter().enumerate().map(|(m, c)| (6 * slot + m, *c)));
            }
        }
        SparseRow::new(entries)
    };
    let at_start = rows.iter().flat_map(|j| j.at_start.iter().chain(&j.limits).map(move |row| (j, row)));
    let at_start: Vec<_> = at_start.map(scaled).collect();
    let at_end = rows.iter().flat_map(|j| j.rows.iter().chain(&j.limits).map(move |row| (j, row)));
    let at_end: Vec<_> = at_end.map(scaled).collect();
    let apart = rows.iter().flat_map(|j| &j.at_start).map(|row| row.error.abs()).fold(0.0, f64::max);
    let mut kept = independent(height, &at_start, DEPENDENT.max(10.0 * apart));
    let mut qr = EnvelopeQr::new(height);
    kept.retain(|&k| qr.push(&at_end[k], SINGULAR));
    let mut shares = vec![0.0; at_end.len()];
    kept.iter().zip(qr.nearest(rhs)).for_each(|(&k, p)| shares[k] = p);
    let mut shares = shares.into_iter();
    rows.iter().map(|r| shares.by_ref().take(r.rows.len() + r.limits.len()).collect()).collect()
}

/// Puts the joints of `next` back together by the motion of least kinetic energy, and takes out of the velocities what
/// would part them (thesis, algorithm 1 with tables 2.2 and 2.3).
///
/// The algorithm adds the change of position over h to the velocities, and projects those in its second loop. That
/// change is normal to what the joints leave free, so that the projection takes it out again: it is left out here.
/// Contacts are not asked: this may push bodies into each other by what the joints were apart.
pub(in crate::step) fn correct(stages: &StepFrame, next: &mut State) {
    /// Errors below this are left (m).
    const CLOSED: f64 = 1e-13;
    /// Gauss–Newton steps at most; each squares the error.
    const MAX_STEPS: usize = 8;
    let bodies = joined_bodies(stages.model, &stages.joints);
    let still = |_: BodyId| Twist::zero();
    let lines = |next: &State| -> Vec<Linearised> {
        let joints = stages.joints.iter().map(|&k| &stages.model.joints[k]);
        joints
            .map(|joint| Linearised {
                limits: Vec::new(),
                ..linearise(joint, next, &still, 1.0, PoseUpdate::Exponential)
            })
            .collect()
    };
    for _ in 0..MAX_STEPS {
        let rows = lines(next);
        if rows.iter().flat_map(|r| &r.rows).all(|r| r.error.abs() <= CLOSED) {
            break;
        }
        let free = vec![Twist::zero(); stages.free.len()];
        let change = nearest(stages.model, next, &free, &bodies, &rows);
        for (id, twist) in bodies.iter().zip(change) {
            next.poses[id.0] = next.poses[id.0].advanced(&twist, 1.0);
        }
    }
    let mut rows = lines(next);
    rows.iter_mut().flat_map(|r| &mut r.rows).for_each(|r| r.error = 0.0);
    let mut free = next.twists.clone();
    for (k, twist) in stages.free.iter().enumerate().filter(|(k, _)| !stages.model.bodies[*k].is_dynamic()) {
        free[k] = *twist;
    }
    for (id, twist) in bodies.iter().zip(nearest(stages.model, next, &free, &bodies, &rows)) {
        next.twists[id.0] = twist;
    }
}

/// The twists nearest to `free` in the kinetic norm that satisfy the rows over a time of 1.
fn nearest(model: &Model, at: &State, free: &[Twist], bodies: &[BodyId], rows: &[Linearised]) -> Vec<Twist> {
    let roots: Vec<MassRoot> =
        model.ids().map(|id| MassRoot::new(model.body(id), &at.poses[id.0], model.dimension)).collect();
    let scaled = Scaled::new(model, &roots, free, bodies.to_vec(), 1.0).with_joints(rows, &[]);
    scaled.twists(&scaled.expand(DVector::zeros(scaled.size())))
}

/// The bodies of these joints that impulses move, ascending.
fn joined_bodies(model: &Model, joints: &[usize]) -> Vec<BodyId> {
    let both = joints.iter().flat_map(|&k| [model.joints[k].bodies.0, model.joints[k].bodies.1]);
    let mut bodies: Vec<BodyId> = both.filter(|id| model.body(*id).is_dynamic()).collect();
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}
