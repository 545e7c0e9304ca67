//! The handles of the joint that is edited, at the start of the scene: a cross in a ring at its point, to be moved in the plane that faces the
//! camera, and an arrow along its axis, whose tip is turned about the point. Where they are and what the pointer means on them; what is held
//! is a drawing until it is let go of, and then one change of the joint.

use crate::app::bench::workbench::Workbench;
use crate::app::command::JointCommand;
use crate::app::command::joint::JointChange;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::rig::Rig;
use crate::app::look::view::Selection;
use crate::app::run::simulation::Driver;
use crate::math::{Dimension, Vec3 as Exact};
use crate::scene::format::JointKind;
use bevy::prelude::*;

/// Radius of the ring about the point, in units of the overlay.
pub const RING: f32 = 3.2;
/// Length of the arrow, in the same units.
const ARROW: f32 = 13.0;
/// How near the pointer must be to the point or the tip (physical pixels).
const REACH: f32 = 9.0;
/// An axis that is this near to one of the world (cosine of 3°) is that.
const SNAP: f32 = 0.998_63;

/// A handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointHandle {
    /// Moves the point.
    Point,
    /// Turns the axis.
    Axis,
}

/// The handles as they are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The joint's point (m).
    pub point: Vec3,
    /// Unit vector of its axis, where it has one that can be turned.
    pub axis: Option<Vec3>,
    /// The handle under the pointer, or held.
    pub hot: Option<JointHandle>,
}

impl Shown {
    /// The tip of the arrow (m).
    pub fn tip(&self, rig: &Rig) -> Option<Vec3> {
        self.axis.map(|axis| self.point + ARROW * rig.unit(self.point) * axis)
    }

    /// The handle at a place in the view (physical pixels), the tip of the arrow before the point.
    pub fn at(&self, rig: &Rig, view: Rect, place: Vec2) -> Option<JointHandle> {
        let near = |point: Vec3| rig.project(view, point).is_some_and(|seen| seen.distance(place) <= REACH);
        if self.tip(rig).is_some_and(near) {
            return Some(JointHandle::Axis);
        }
        near(self.point).then_some(JointHandle::Point)
    }

    /// The point when its handle is at a place in the view.
    pub fn moved(&self, rig: &Rig, view: Rect, place: Vec2) -> Vec3 {
        rig.on_facing_plane(view, place, self.point)
    }

    /// The axis when the tip of its arrow is at a place in the view: on the sphere about the point, on the side of it on which it is, or at
    /// its rim. Near an axis of the world it is that.
    pub fn turned(&self, rig: &Rig, view: Rect, place: Vec2) -> Option<Vec3> {
        let axis = self.axis?;
        let (origin, direction) = rig.ray(view, place);
        let radius = ARROW * rig.unit(self.point);
        let to = self.point - origin;
        let along = to.dot(direction);
        let across = along * direction - to;
        let deep = radius * radius - across.length_squared();
        let tip = if rig.flat || deep <= 0.0 {
            across
        } else {
            // Of the two places on the sphere the one on the side where the tip was.
            let side = if axis.dot(direction) > 0.0 { 1.0 } else { -1.0 };
            across + side * deep.sqrt() * direction
        };
        let tip = if rig.flat { tip.with_z(0.0) } else { tip };
        let turned = tip.try_normalize()?;
        let world = Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
        Some(world.into_iter().find(|axis| axis.dot(turned) > SNAP).unwrap_or(turned))
    }
}

/// What the mouse holds of a joint, or could take hold of.
#[derive(Resource, Default, Debug)]
pub struct JointHand {
    held: Option<Held>,
    /// The handle under the pointer, and the pane it is in.
    pub hot: Option<(usize, JointHandle)>,
}

/// A handle that is held.
#[derive(Clone, Copy, Debug)]
struct Held {
    joint: usize,
    pane: usize,
    /// As it is now; `hot` is what is held.
    shown: Shown,
    moved: bool,
}

impl JointHand {
    /// The handles in a pane, where there are any: at the start of the scene, while the clock stands.
    pub fn shown(
        &self,
        bench: &Workbench,
        selection: &Selection,
        driver: &Driver,
        pane: usize,
    ) -> Option<Shown> {
        let number = selection.joint(&bench.scene.model)?;
        let state = &bench.panes.get(pane)?.simulation.state;
        if bench.running || !driver.is_idle() || state.step != 0 {
            return None;
        }
        if let Some(held) = self.held.filter(|held| held.joint == number) {
            return Some(held.shown);
        }
        let given = bench.scene.source.joints.get(number)?;
        let flat = bench.scene.model.dimension == Dimension::Two;
        let turns = match given.kind {
            JointKind::Prismatic | JointKind::Cylindrical => true,
            JointKind::Revolute => !flat,
            JointKind::Fixed | JointKind::Spherical => false,
        };
        let axis = to_view(&Exact::from(given.axis)).try_normalize().filter(|_| turns);
        let hot = self.hot.filter(|(where_, _)| *where_ == pane).map(|(_, handle)| handle);
        Some(Shown { point: to_view(&Exact::from(given.point)), axis, hot })
    }

    /// Takes hold of what is under the mouse, if that is a handle.
    pub fn take(
        &mut self,
        bench: &Workbench,
        (selection, driver): (&Selection, &Driver),
        rig: &Rig,
        view: Rect,
        (pane, place): (usize, Vec2),
    ) -> bool {
        self.held = None;
        let Some(joint) = selection.joint(&bench.scene.model) else { return false };
        let Some(shown) = self.shown(bench, selection, driver, pane) else { return false };
        let Some(handle) = shown.at(rig, view, place) else { return false };
        self.held = Some(Held { joint, pane, shown: Shown { hot: Some(handle), ..shown }, moved: false });
        true
    }

    /// What is held follows the mouse; whether anything is.
    pub fn follow(&mut self, rigs: &Rigs, view: Rect, place: Vec2) -> bool {
        let Some(held) = &mut self.held else { return false };
        let rig = rigs.of(held.pane);
        let shown = &mut held.shown;
        match shown.hot {
            Some(JointHandle::Point) => shown.point = shown.moved(rig, view, place),
            Some(JointHandle::Axis) => shown.axis = shown.turned(rig, view, place).or(shown.axis),
            None => {}
        }
        held.moved = true;
        true
    }

    /// Whether a handle is held, and in which pane.
    pub fn holds(&self) -> Option<(usize, JointHandle)> {
        let held = self.held?;
        Some((held.pane, held.shown.hot?))
    }

    /// Lets go: the change of the joint, if the handle was moved.
    pub fn finish(&mut self, rigs: &Rigs) -> Option<JointCommand> {
        let held = self.held.take().filter(|held| held.moved)?;
        let rig = rigs.of(held.pane);
        let fine = f64::from(rig.unit(held.shown.point));
        let change = match held.shown.hot? {
            JointHandle::Point => {
                let mut point = to_exact(held.shown.point).map(|c| readable(c, fine));
                if rig.flat {
                    point.z = 0.0;
                }
                JointChange::Point(point)
            }
            JointHandle::Axis => JointChange::Axis(to_exact(held.shown.axis?).map(|c| readable(c, 0.1))),
        };
        Some(JointCommand::Change(held.joint, change))
    }

    /// Lets go without a change; whether anything was held.
    pub fn drop_held(&mut self) -> bool {
        self.held.take().is_some()
    }
}

/// A number without digits that nobody can see: rounded to a tenth to a hundredth of `fine`, so that files stay readable.
fn readable(value: f64, fine: f64) -> f64 {
    if !(fine > 0.0 && fine.is_finite()) {
        return value;
    }
    let digits = (2.0 - fine.log10()).floor();
    let scale = 10.0_f64.powf(digits);
    // No negative zeros.
    (value * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Vec2::new(100.0, 40.0), max: Vec2::new(900.0, 640.0) };

    fn rigs() -> [Rig; 3] {
        let tilted = Rig { target: Vec3::new(0.3, 0.1, 0.2), ..Rig::default() };
        [tilted, Rig { flat: true, ..tilted }, Rig { orthographic: true, ..tilted }]
    }

    fn shown(rig: &Rig) -> Shown {
        let axis = if rig.flat { Vec3::new(0.6, -0.8, 0.0) } else { Vec3::new(0.48, -0.6, 0.64) };
        let point = if rig.flat { Vec3::new(0.5, -0.2, 0.0) } else { Vec3::new(0.5, -0.2, 0.3) };
        Shown { point, axis: Some(axis), hot: None }
    }

    #[test]
    fn the_handles_are_where_they_are_drawn() {
        for rig in rigs() {
            let shown = shown(&rig);
            let place = |point: Vec3| rig.project(VIEW, point).expect("in front of the eye");
            let tip = place(shown.tip(&rig).expect("an axis"));
            assert_eq!(shown.at(&rig, VIEW, tip), Some(JointHandle::Axis));
            assert_eq!(shown.at(&rig, VIEW, place(shown.point)), Some(JointHandle::Point));
            assert_eq!(shown.at(&rig, VIEW, place(shown.point) + Vec2::new(150.0, 90.0)), None);
            let bare = Shown { axis: None, ..shown };
            assert_eq!(bare.at(&rig, VIEW, tip), None);
        }
    }

    #[test]
    fn what_is_held_and_not_moved_stays_and_the_point_follows_the_pointer() {
        for rig in rigs() {
            let shown = shown(&rig);
            let place = |point: Vec3| rig.project(VIEW, point).expect("in front of the eye");
            let here = place(shown.point);
            assert!(shown.moved(&rig, VIEW, here).distance(shown.point) < 1e-4);
            let there = here + Vec2::new(60.0, -35.0);
            let moved = shown.moved(&rig, VIEW, there);
            assert!(place(moved).distance(there) < 0.05, "{moved}");
            let tip = place(shown.tip(&rig).expect("an axis"));
            let axis = shown.turned(&rig, VIEW, tip).expect("a direction");
            assert!(axis.distance(shown.axis.expect("an axis")) < 1e-2, "{axis}");
        }
    }

    #[test]
    fn an_axis_near_one_of_the_world_is_that() {
        for rig in rigs() {
            let shown = shown(&rig);
            for wanted in [Vec3::X, -Vec3::Y] {
                let slight = (wanted + 0.02 * Vec3::new(0.3, 0.4, 0.0)).normalize();
                let aim = Shown { axis: Some(slight), ..shown };
                let place = rig.project(VIEW, aim.tip(&rig).expect("an axis")).expect("in front of the eye");
                assert_eq!(aim.turned(&rig, VIEW, place), Some(wanted));
            }
        }
    }

    #[test]
    fn numbers_are_as_fine_as_can_be_seen() {
        assert_eq!(readable(0.123_456_789, 0.01), 0.1235);
        assert_eq!(readable(-1e-9, 0.01).to_bits(), 0.0_f64.to_bits());
    }
}
