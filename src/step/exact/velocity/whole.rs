//! Bodies taken as one: mass, momenta and the rigid motions that have them.

use crate::math::{Mat3, Pose, Twist, Vec3, Vec6, stack};
use crate::step::frame::StepFrame;
use crate::world::BodyId;
use nalgebra::Matrix6;
use smallvec::SmallVec;

/// Lines along which bodies are pushed that are as near to each other as this count as one (of a unit push).
const ALONG: f64 = 1e-9;

/// A line along which a body is pushed: a push of one, its moment about a place, and that place.
pub(super) struct Line {
    pub push: Vec6,
    pub about: Vec3,
}

/// Mass, centre, momentum and angular momentum about the centre, of some bodies.
pub(super) struct Whole {
    mass: f64,
    pub centre: Vec3,
    pub momentum: Vec3,
    pub spin: Vec3,
    /// About the centre, world axes.
    inertia: Mat3,
}

impl Whole {
    pub fn new(frame: &StepFrame, bodies: &[BodyId], poses: &[Pose], twists: &[Twist]) -> Self {
        let model = frame.model;
        let mass: f64 = bodies.iter().map(|id| model.body(*id).mass).sum();
        let centre: Vec3 =
            bodies.iter().map(|id| poses[id.0].position * model.body(*id).mass).sum::<Vec3>() / mass;
        let (mut momentum, mut spin, mut inertia) = (Vec3::zeros(), Vec3::zeros(), Mat3::zeros());
        for id in bodies {
            let (body, pose, twist) = (model.body(*id), &poses[id.0], &twists[id.0]);
            let r = pose.position - centre;
            let turn = pose.orientation.to_rotation_matrix();
            let own = turn.matrix() * body.inertia * turn.matrix().transpose();
            momentum += twist.linear * body.mass;
            spin += r.cross(&twist.linear) * body.mass + own * twist.angular;
            inertia += own + (Mat3::identity() * r.norm_squared() - r * r.transpose()) * body.mass;
        }
        Self { mass, centre, momentum, spin, inertia }
    }

    /// The rigid motion with a momentum and an angular momentum about the centre.
    fn rigid(&self, flat: bool, momentum: &Vec3, spin: &Vec3) -> Twist {
        let angular = if flat {
            Vec3::new(0.0, 0.0, spin.z / self.inertia[(2, 2)])
        } else {
            self.inertia.cholesky().map_or_else(Vec3::zeros, |c| c.solve(spin))
        };
        Twist { linear: momentum / self.mass, angular }
    }

    /// The rigid motion with these momenta, or where there are lines with those of them that pushes along the lines do not change.
    pub fn rigid_with(&self, flat: bool, momentum: &Vec3, spin: &Vec3, lines: Option<&[Line]>) -> Twist {
        match lines {
            Some(lines) => self.rigid_across(flat, momentum, spin, lines),
            None => self.rigid(flat, momentum, spin),
        }
    }

    /// The rigid motion of least energy that has those of a momentum and of an angular momentum about the centre that pushes along some
    /// lines do not change.
    fn rigid_across(&self, flat: bool, momentum: &Vec3, spin: &Vec3, lines: &[Line]) -> Twist {
        let mut lines: Vec<Vec6> = lines.iter().map(|line| self.about_centre(line)).collect();
        // Moments are compared with forces at the length of the arms.
        let arm = lines.iter().map(|line| line.fixed_rows::<3>(3).norm()).fold(0.0, f64::max);
        let arm = if arm > 0.0 { arm } else { 1.0 };
        let shorten = |vector: &mut Vec6| vector.fixed_rows_mut::<3>(3).scale_mut(1.0 / arm);
        lines.iter_mut().for_each(shorten);
        let mut pushed: Matrix6<f64> = lines.iter().map(|line| line * line.transpose()).sum();
        if flat {
            // Nothing moves out of the plane.
            (2..5).for_each(|i| pushed[(i, i)] += 1.0);
        }
        let parts = pushed.symmetric_eigen();
        let least = ALONG * ALONG * parts.eigenvalues.max();
        let mut free: SmallVec<[Vec6; 6]> = parts
            .eigenvalues
            .iter()
            .zip(parts.eigenvectors.column_iter())
            .filter(|(value, _)| **value <= least)
            .map(|(_, motion)| motion.into_owned())
            .collect();
        free.iter_mut().for_each(shorten);
        let momenta = stack(momentum, spin);
        let mut sum = Vec6::zeros();
        // Made orthogonal in energy one after the other, so that each has its own share of the momenta.
        while let Some(motion) = free.pop() {
            let twist = Twist::from_vec6(&motion);
            let heavy = stack(&(twist.linear * self.mass), &(self.inertia * twist.angular));
            let norm = motion.dot(&heavy);
            if !(norm > 0.0) {
                continue;
            }
            sum += motion * (motion.dot(&momenta) / norm);
            for other in &mut free {
                *other -= motion * (other.dot(&heavy) / norm);
            }
        }
        Twist::from_vec6(&sum)
    }

    /// A push along a line with its moment about the centre.
    fn about_centre(&self, line: &Line) -> Vec6 {
        let force: Vec3 = line.push.fixed_rows::<3>(0).into();
        line.push + stack(&Vec3::zeros(), &(line.about - self.centre).cross(&force))
    }

    /// The twist of a body at a place that moves with a rigid motion about the centre.
    pub fn at(&self, rigid: &Twist, place: &Vec3) -> Twist {
        Twist { linear: rigid.linear + rigid.angular.cross(&(place - self.centre)), angular: rigid.angular }
    }
}
