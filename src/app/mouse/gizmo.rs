//! The handles of the selected body while the clock stands: an arrow along each axis to move it, a ring about each axis to
//! turn it. Where they are and what the pointer means on them; no window needed.
//!
//! Bevy has a transform gizmo of its own, for one camera and one entity whose transform it writes. Here a body is in
//! several panes at once, and how far it goes is not the gizmo's to decide: bodies do not go into each other.

use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::rig::Rig;
use crate::math::Vec3 as Exact;
use crate::world::BodyId;
use bevy::prelude::*;

/// Length of the arrows, in units of the overlay (a unit has the same size on the screen wherever it is).
const ARROW: f32 = 16.0;
/// Radius of the rings in the same units.
const RING: f32 = 11.0;
/// Where the arrows begin, so that the middle stays free for dragging the body itself.
const START: f32 = 4.5;
/// Sides of the polygons that stand for the rings.
const SIDES: usize = 48;
/// How near the pointer must be to a handle (physical pixels).
const REACH: f32 = 7.0;
/// Arrows that point at the eye more than this (cosine) are not there: nothing can be read on them.
const END_ON: f32 = 0.93;
/// Rings that are seen more from the side than this (cosine) cannot be turned by their own plane.
const EDGE_ON: f32 = 0.08;

/// A handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Moves along the axis of that number.
    Move(usize),
    /// Turns about the axis of that number.
    Turn(usize),
}

impl Handle {
    /// The number of its axis: x, y, z.
    pub fn axis(self) -> usize {
        match self {
            Self::Move(axis) | Self::Turn(axis) => axis,
        }
    }
}

/// The handles that are shown, for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Of this body.
    pub body: BodyId,
    /// The handle under the pointer, or held.
    pub hot: Option<Handle>,
}

/// The unit vector of an axis.
pub fn axis(number: usize) -> Vec3 {
    Vec3::AXES[number.min(2)]
}

/// The handles about a point, as they are in one view.
#[derive(Clone, Copy, Debug)]
pub struct Gizmo<'a> {
    /// The middle (m).
    pub centre: Vec3,
    /// The camera of the view.
    pub rig: &'a Rig,
}

impl Gizmo<'_> {
    /// A length that shows as the same size on the screen wherever the gizmo is (m).
    fn unit(&self) -> f32 {
        self.rig.unit(self.centre)
    }

    /// All handles: in the plane two arrows and one ring.
    pub fn handles(&self) -> impl Iterator<Item = Handle> + use<> {
        let rig = self.rig;
        let flat = rig.flat;
        let sight =
            if rig.is_parallel() { rig.axes().2 } else { (self.centre - rig.eye()).normalize_or_zero() };
        let moves =
            (0..if flat { 2 } else { 3 }).filter(move |&number| axis(number).dot(sight).abs() < END_ON);
        let moves = moves.map(Handle::Move);
        moves.chain((if flat { 2 } else { 0 }..3).map(Handle::Turn))
    }

    /// A handle as a line through these points (m).
    pub fn line(&self, handle: Handle) -> Vec<Vec3> {
        let unit = self.unit();
        let along = axis(handle.axis());
        match handle {
            Handle::Move(_) => vec![self.centre + START * unit * along, self.centre + ARROW * unit * along],
            Handle::Turn(number) => {
                let (u, v) = (axis((number + 1) % 3), axis((number + 2) % 3));
                let corner = |k: usize| {
                    let (s, c) = (std::f32::consts::TAU * k as f32 / SIDES as f32).sin_cos();
                    self.centre + RING * unit * (c * u + s * v)
                };
                (0..=SIDES).map(corner).collect()
            }
        }
    }

    /// The handle nearest to a place in the view (physical pixels), if one is near.
    pub fn at(&self, view: Rect, place: Vec2) -> Option<Handle> {
        let distance = |handle: Handle| {
            let line = self.line(handle);
            let near = line.windows(2).filter_map(|pair| {
                let (a, b) = (self.rig.project(view, pair[0])?, self.rig.project(view, pair[1])?);
                Some(to_segment(place, a, b))
            });
            (handle, near.fold(f32::INFINITY, f32::min))
        };
        let near = self.handles().map(distance).filter(|(_, d)| *d <= REACH);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(handle, _)| handle)
    }

    /// How far along or about the axis of a handle a place in the view is (m or rad); `None` where the view does not say.
    pub fn reading(&self, handle: Handle, view: Rect, place: Vec2) -> Option<f64> {
        let (origin, direction) = self.rig.ray(view, place);
        let along = axis(handle.axis());
        match handle {
            Handle::Move(_) => {
                // The point of the axis nearest to the ray.
                let (w, b) = (origin - self.centre, along.dot(direction));
                let det = 1.0 - b * b;
                (det > 1e-4).then(|| f64::from((along.dot(w) - b * direction.dot(w)) / det))
            }
            Handle::Turn(number) => {
                let facing = along.dot(direction);
                let (u, v) = (axis((number + 1) % 3), axis((number + 2) % 3));
                let arm = if facing.abs() > EDGE_ON {
                    origin + direction * (along.dot(self.centre - origin) / facing) - self.centre
                } else {
                    self.rig.on_facing_plane(view, place, self.centre) - self.centre
                };
                Some(f64::from(arm.dot(v).atan2(arm.dot(u))))
            }
        }
    }
}

/// A turn of the handle from one reading to another, the short way round (rad).
pub fn short_way(from: f64, to: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    let difference = to - from;
    difference - turn * (difference / turn).round()
}

/// The unit vector of an axis in the simulator's precision.
pub fn exact_axis(number: usize) -> Exact {
    to_exact(axis(number))
}

/// The middle of the handles of a body whose centre of mass is there.
pub fn middle(position: &Exact) -> Vec3 {
    to_view(position)
}

fn to_segment(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let share = ((p - a).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
    p.distance(a + share * along)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Vec2::new(100.0, 40.0), max: Vec2::new(900.0, 640.0) };

    fn rigs() -> [Rig; 3] {
        let tilted = Rig { target: Vec3::new(0.3, 0.1, 0.2), ..Rig::default() };
        [tilted, Rig { flat: true, ..tilted }, Rig { orthographic: true, ..tilted }]
    }

    #[test]
    fn the_tip_of_each_arrow_is_its_handle_and_reads_its_length() {
        for rig in rigs() {
            let gizmo = Gizmo { centre: Vec3::new(0.5, -0.2, 0.3), rig: &rig };
            for handle in gizmo.handles().filter(|h| matches!(h, Handle::Move(_))) {
                let tip = gizmo.line(handle)[1];
                let place = rig.project(VIEW, tip).expect("in front of the eye");
                assert_eq!(gizmo.at(VIEW, place), Some(handle));
                let read = gizmo.reading(handle, VIEW, place).expect("an axis seen from the side");
                assert!((read - f64::from(tip.distance(gizmo.centre))).abs() < 1e-3, "{read}");
            }
        }
    }

    #[test]
    fn a_quarter_round_a_ring_reads_a_quarter_turn() {
        for rig in rigs() {
            let gizmo = Gizmo { centre: Vec3::new(0.5, -0.2, 0.3), rig: &rig };
            for handle in gizmo.handles().filter(|h| matches!(h, Handle::Turn(_))) {
                let line = gizmo.line(handle);
                let read = |k: usize| {
                    let place = rig.project(VIEW, line[k]).expect("in front of the eye");
                    gizmo.reading(handle, VIEW, place).expect("a reading")
                };
                let turned = short_way(read(5), read(5 + SIDES / 4));
                assert!((turned - std::f64::consts::FRAC_PI_2).abs() < 1e-2, "{handle:?}: {turned}");
            }
        }
    }

    #[test]
    fn nothing_is_taken_hold_of_beside_the_handles() {
        let rig = rigs()[0];
        let gizmo = Gizmo { centre: Vec3::new(0.5, -0.2, 0.3), rig: &rig };
        let middle = rig.project(VIEW, gizmo.centre).expect("in front of the eye");
        assert_eq!(gizmo.at(VIEW, middle + Vec2::new(300.0, 200.0)), None);
        assert_eq!(gizmo.at(VIEW, middle), None, "the middle is for the body itself");
    }
}
