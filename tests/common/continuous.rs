//! What happened between the ends of a step, seen from outside: the motion that leads from one state to the next, how deep
//! bodies were in each other on the way by the truth meter, and which of them stayed apart all the time.
//!
//! Nothing here comes from contact detection: distances are found by the algorithm of Gilbert, Johnson and Keerthi on the
//! Minkowski difference, depths by the truth meter.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; a helper of a test may end the test

use super::chance::thickness;
use nalgebra::{DMatrix, DVector};
use pegsim::geometry::overlap::{ConvexView, overlap};
use pegsim::math::{Dimension, Pose, Quat, Vec3};
use pegsim::step::{Simulation, StepRecord, StepSettings};
use pegsim::world::{BodyId, BodyKind, Model, PartId, State, StepInput};
use std::collections::BTreeMap;

/// Bodies that are never nearer than this (m) have nothing to do with each other.
pub const APART: f64 = 1e-3;

/// How a body gets from one state to the next.
enum Motion {
    /// Constant velocity and spin: where it starts, its way (m) and its turn (rad times axis) over the step.
    Steady(Pose, Vec3, Vec3),
    /// Free flight, at equal intervals.
    Free(Vec<Pose>),
}

impl Motion {
    /// The way of `body` in `h` seconds.
    ///
    /// The twist of the end where it explains both ends (a kinematic body; a leapfrog step), free motion where that does and
    /// turns the body far, else the least turn: a step that is not divided turns a body near others by 1 rad at most, and means
    /// the motion with constant velocity and spin. That and free motion differ by the sagitta of a parabola or arc, which is many
    /// times the thickness of a splinter of a micrometre; the ends do not tell which of the two was meant.
    fn between(model: &Model, before: &State, after: &State, body: BodyId, h: f64) -> Self {
        let (start, end) = (before.poses[body.0], after.poses[body.0]);
        let twist = after.twists[body.0];
        if model.body(body).kind == BodyKind::Fixed {
            return Self::Steady(start, Vec3::zeros(), Vec3::zeros());
        }
        let same = |pose: &Pose, to: f64| {
            (pose.position - end.position).norm() < to
                && pose.orientation.rotation_to(&end.orientation).angle() < to
        };
        if same(&start.advanced(&twist, h), 1e-10) {
            return Self::Steady(start, twist.linear * h, twist.angular * h);
        }
        if model.body(body).is_dynamic() {
            let flight = free_flight(model, before, body, h);
            let turn = twist.angular.norm().max(before.twists[body.0].angular.norm()) * h;
            if turn > 1.0 && same(&flight[flight.len() - 1], 1e-7) {
                return Self::Free(flight);
            }
        }
        let turn = (end.orientation * start.orientation.inverse()).scaled_axis();
        Self::Steady(start, end.position - start.position, turn)
    }

    fn at(&self, s: f64) -> Pose {
        match self {
            Self::Steady(start, way, turn) => Pose {
                position: start.position + way * s,
                orientation: Quat::from_scaled_axis(turn * s) * start.orientation,
            },
            Self::Free(poses) => {
                let place = s * (poses.len() - 1) as f64;
                let k = (place.floor() as usize).min(poses.len() - 2);
                let (a, b, t) = (poses[k], poses[k + 1], place - k as f64);
                let turn = (b.orientation * a.orientation.inverse()).scaled_axis();
                Pose {
                    position: a.position + (b.position - a.position) * t,
                    orientation: Quat::from_scaled_axis(turn * t) * a.orientation,
                }
            }
        }
    }

    /// Bounds of way (m) and turn (rad), were the whole step as its fastest part.
    fn reach(&self) -> (f64, f64) {
        match self {
            Self::Steady(_, way, turn) => (way.norm(), turn.norm()),
            Self::Free(poses) => {
                let parts = (poses.len() - 1) as f64;
                poses.windows(2).fold((0.0, 0.0), |(way, turn), p| {
                    let step = (p[1].position - p[0].position).norm() * parts;
                    let angle = p[0].orientation.rotation_to(&p[1].orientation).angle() * parts;
                    (f64::max(way, step), f64::max(turn, angle))
                })
            }
        }
    }
}

/// Where a body is in free flight, at instants near enough for straight lines between them: parabola, and Euler's equations
/// by Runge and Kutta's method of fourth order.
pub fn free_flight(model: &Model, before: &State, body: BodyId, h: f64) -> Vec<Pose> {
    let (start, twist) = (before.poses[body.0], before.twists[body.0]);
    let inertia = model.body(body).inertia;
    let count = 16 + (twist.angular.norm() * h / 0.01).ceil() as usize;
    let d = h / count as f64;
    let mut spin = start.orientation.inverse() * twist.angular;
    let mut q = start.orientation;
    let mut poses = vec![start];
    for k in 1..=count {
        (q, spin) = top_step(model.dimension, &inertia, q, spin, d);
        let t = k as f64 * d;
        let fall = if model.dimension == Dimension::Two { flat(model.gravity) } else { model.gravity };
        poses.push(Pose {
            position: start.position + twist.linear * t + fall * (0.5 * t * t),
            orientation: q,
        });
    }
    poses
}

fn flat(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.y, 0.0)
}

/// One step of a top that nothing touches: orientation, and angular velocity in body axes (rad/s).
pub fn top_step(
    dimension: Dimension,
    inertia: &pegsim::math::Mat3,
    q: Quat,
    w: Vec3,
    d: f64,
) -> (Quat, Vec3) {
    let moment = inertia.lu();
    let rate = |w: &Vec3| match dimension {
        Dimension::Two => Vec3::zeros(),
        Dimension::Three => moment.solve(&-w.cross(&(inertia * w))).unwrap(),
    };
    let turn = |q: &nalgebra::Quaternion<f64>, w: &Vec3| q * nalgebra::Quaternion::from_imag(w * 0.5);
    let q0 = q.into_inner();
    let (k1, l1) = (rate(&w), turn(&q0, &w));
    let (w2, q2) = (w + k1 * (d / 2.0), q0 + l1 * (d / 2.0));
    let (k2, l2) = (rate(&w2), turn(&q2, &w2));
    let (w3, q3) = (w + k2 * (d / 2.0), q0 + l2 * (d / 2.0));
    let (k3, l3) = (rate(&w3), turn(&q3, &w3));
    let (w4, q4) = (w + k3 * d, q0 + l3 * d);
    let (k4, l4) = (rate(&w4), turn(&q4, &w4));
    let spin = w + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (d / 6.0);
    (Quat::from_quaternion(q0 + (l1 + l2 * 2.0 + l3 * 2.0 + l4) * (d / 6.0)), spin)
}

/// One convex part: what of it never changes.
struct Part {
    id: PartId,
    vertices: Vec<Vec3>,
    facets: Vec<Vec<usize>>,
    radius: f64,
    thickness: f64,
}

/// What was seen of the ways between two states.
#[derive(Default)]
pub struct Passage {
    /// Where a pair was deeper inside each other than a fifth of its thinner part: the parts, the depth and that
    /// thickness (m), and the share of the step.
    pub deep: Option<(PartId, PartId, f64, f64, f64)>,
    /// Pairs of parts that stayed more than [`APART`] from each other all the way.
    pub apart: Vec<(PartId, PartId)>,
}

/// Looks at steps of one model.
pub struct Watch {
    dimension: Dimension,
    parts: Vec<Part>,
}

impl Watch {
    pub fn new(model: &Model) -> Self {
        let mut parts = Vec::new();
        for body in model.ids() {
            for (k, shape) in model.body(body).parts.iter().enumerate() {
                parts.push(Part {
                    id: PartId { body, part: k },
                    vertices: shape.vertices.clone(),
                    facets: shape.facet_loops(),
                    radius: shape.radius(),
                    thickness: thickness(shape),
                });
            }
        }
        Self { dimension: model.dimension, parts }
    }

    /// The way from `before` to `after`, in `h` seconds without a division.
    pub fn passage(&self, model: &Model, before: &State, after: &State, h: f64) -> Passage {
        let motions: Vec<Motion> =
            model.ids().map(|id| Motion::between(model, before, after, id, h)).collect();
        let mut seen = Passage::default();
        for (k, b) in self.parts.iter().enumerate() {
            for a in &self.parts[..k] {
                if model.may_touch(a.id.body, b.id.body) {
                    self.pair(a, b, &motions, &mut seen);
                }
            }
        }
        seen
    }

    /// Conservative advancement along the way of one pair: from an instant at which the parts are `d` apart to the next at
    /// which they could meet; where they are in touch by a twentieth of the thinner part.
    fn pair(&self, a: &Part, b: &Part, motions: &[Motion], seen: &mut Passage) {
        let (ma, mb) = (&motions[a.id.body.0], &motions[b.id.body.0]);
        let ((way_a, turn_a), (way_b, turn_b)) = (ma.reach(), mb.reach());
        let reach = way_a + way_b + turn_a * a.radius + turn_b * b.radius;
        let centres = (ma.at(0.0).position - mb.at(0.0).position).norm();
        if centres > a.radius + b.radius + way_a + way_b + 2.0 * APART {
            seen.apart.push((a.id, b.id));
            return;
        }
        let thin = a.thickness.min(b.thickness);
        let stride = (thin / 20.0).max(reach / 4000.0);
        let (mut s, mut apart) = (0.0, true);
        loop {
            let (pose_a, pose_b) = (ma.at(s), mb.at(s));
            let mut forward = stride;
            let centres = (pose_a.position - pose_b.position).norm() - a.radius - b.radius;
            if centres > 2.0 * APART {
                forward = centres - APART;
            } else {
                let (x, y) = (placed(a, &pose_a), placed(b, &pose_b));
                let d = distance(&x, &y);
                apart &= d > 1.1 * APART;
                if d > 1.1 * APART {
                    forward = forward.max(d - APART);
                } else if d > stride {
                    forward = d;
                } else {
                    let depth = self.depth((a, &x), (b, &y));
                    if !(depth <= thin / 5.0) && !seen.deep.is_some_and(|deep| deep.2 >= depth) {
                        seen.deep = Some((a.id, b.id, depth, thin, s));
                    }
                }
            }
            if s >= 1.0 || reach == 0.0 {
                break;
            }
            s = (s + forward / reach).min(1.0);
        }
        if apart {
            seen.apart.push((a.id, b.id));
        }
    }

    fn depth(&self, (a, x): (&Part, &[Vec3]), (b, y): (&Part, &[Vec3])) -> f64 {
        let views =
            (ConvexView { vertices: x, facets: &a.facets }, ConvexView { vertices: y, facets: &b.facets });
        overlap(self.dimension, &views.0, &views.1).depth
    }

    /// The instants that can be known of a step: its two ends, or those of its parts where doing it in halves leads to the
    /// same end; none where it was divided otherwise.
    pub fn instants(
        model: &Model,
        settings: &StepSettings,
        (before, after): (&State, &State),
        record: &StepRecord,
    ) -> Option<Vec<State>> {
        if record.solve.substeps <= 1 {
            return Some(vec![before.clone(), after.clone()]);
        }
        let mut states = vec![before.clone()];
        let mut halves = *settings;
        halves.h /= 2.0;
        if halves.h < settings.h.max(1e-3) / 4096.0 || halves.h < 1e-7 {
            return None;
        }
        let mut s = Simulation::new(model.clone(), before.clone(), halves);
        for _ in 0..2 {
            let start = s.state.clone();
            let record = s.step(&StepInput::default()).ok()?;
            states.extend(Self::instants(model, &halves, (&start, &s.state), &record)?.into_iter().skip(1));
        }
        let near = |(p, q): (&Pose, &Pose)| (p.position - q.position).norm() < 1e-9;
        s.state.poses.iter().zip(&after.poses).all(near).then_some(states)
    }
}

fn placed(part: &Part, pose: &Pose) -> Vec<Vec3> {
    let rotation = pose.orientation.to_rotation_matrix();
    part.vertices.iter().map(|v| rotation * v + pose.position).collect()
}

/// The impulse that each pair of parts exchanged in a step (N·s).
pub fn exchanged(record: &StepRecord) -> BTreeMap<(PartId, PartId), f64> {
    let mut sums = BTreeMap::new();
    for (contact, impulse) in record.contacts.iter().zip(&record.impulses) {
        let (a, b) = (contact.pair.a.0, contact.pair.b.0);
        *sums.entry((a.min(b), a.max(b))).or_insert(0.0) += impulse;
    }
    sums
}

/// Distance of two convex hulls (m), never more than it is: zero where they meet.
pub fn distance(a: &[Vec3], b: &[Vec3]) -> f64 {
    let mut simplex = vec![a[0] - b[0]];
    let (mut nearest, mut least) = (simplex[0], 0.0_f64);
    for _ in 0..60 {
        let norm = nearest.norm();
        if norm < 1e-12 {
            return least;
        }
        let n = nearest / norm;
        let near = |points: &[Vec3], sign: f64| {
            points.iter().copied().min_by(|x, y| (sign * x.dot(&n)).total_cmp(&(sign * y.dot(&n)))).unwrap()
        };
        let next = near(a, 1.0) - near(b, -1.0);
        least = least.max(next.dot(&n));
        if norm - least <= 1e-6 * norm || simplex.contains(&next) {
            break;
        }
        simplex.push(next);
        (nearest, simplex) = nearest_of(&simplex);
    }
    least
}

/// The point of a simplex nearest to the origin, and the corners it lies between.
fn nearest_of(simplex: &[Vec3]) -> (Vec3, Vec<Vec3>) {
    let mut best = (Vec3::repeat(f64::INFINITY), Vec::new());
    for chosen in 1..1_usize << simplex.len() {
        let corners: Vec<Vec3> =
            simplex.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1).map(|(_, p)| *p).collect();
        let sides: Vec<Vec3> = corners[1..].iter().map(|p| p - corners[0]).collect();
        let mut point = corners[0];
        if !sides.is_empty() {
            let n = sides.len();
            let gram = DMatrix::from_fn(n, n, |i, j| sides[i].dot(&sides[j]));
            let right = DVector::from_fn(n, |i, _| -sides[i].dot(&corners[0]));
            let Some(weights) = gram.lu().solve(&right) else { continue };
            if !(weights.iter().all(|w| *w >= 0.0) && weights.sum() <= 1.0) {
                continue;
            }
            point = sides.iter().zip(weights.iter()).fold(point, |p, (side, w)| p + side * *w);
        }
        if point.norm() < best.0.norm() {
            best = (point, corners);
        }
    }
    // Four corners around the origin are as many as a simplex can have.
    if best.1.len() == 4 { (Vec3::zeros(), best.1) } else { best }
}
