//! A camera as numbers: where it looks, from where, and the ray through a place of its picture.

use crate::app::look::bounds::Bounds;
use crate::app::look::convert::{length, to_view};
use bevy::prelude::*;

/// Vertical field of view (rad). An orthographic picture shows what this field shows at the target.
pub const FIELD: f32 = 0.61;
/// Room around a framed scene.
const MARGIN: f32 = 1.12;
/// Largest elevation (rad): just short of straight down, where right and left would be lost.
const MAX_PITCH: f32 = 1.565;

/// An orbiting camera. z is up; in a flat scene it looks along −z with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rig {
    /// The point it turns about (m).
    pub target: Vec3,
    /// Direction of the eye about z (rad); −π/2 is the front.
    pub yaw: f32,
    /// Elevation of the eye (rad).
    pub pitch: f32,
    /// From the target to the eye (m).
    pub distance: f32,
    /// Face on, for flat scenes.
    pub flat: bool,
    /// Parallel projection (always so when flat).
    pub orthographic: bool,
    /// Whether the user has moved it: then it is not framed anew when the window changes.
    pub touched: bool,
}

impl Default for Rig {
    fn default() -> Self {
        Self {
            target: Vec3::ZERO,
            yaw: -1.05,
            pitch: 0.42,
            distance: 10.0,
            flat: false,
            orthographic: false,
            touched: false,
        }
    }
}

impl Rig {
    /// Right, up and forward.
    pub fn axes(&self) -> (Vec3, Vec3, Vec3) {
        if self.flat {
            return (Vec3::X, Vec3::Y, Vec3::NEG_Z);
        }
        let (sp, cp) = self.pitch.sin_cos();
        let (sy, cy) = self.yaw.sin_cos();
        let forward = -Vec3::new(cp * cy, cp * sy, sp);
        let right = Vec3::new(-sy, cy, 0.0);
        (right, right.cross(forward), forward)
    }

    /// Whether the projection is parallel.
    pub fn is_parallel(&self) -> bool {
        self.flat || self.orthographic
    }

    /// The eye (m).
    pub fn eye(&self) -> Vec3 {
        self.target - self.distance * self.axes().2
    }

    /// Placement of the camera's entity.
    pub fn transform(&self) -> Transform {
        let (_, up, forward) = self.axes();
        Transform::from_translation(self.eye()).looking_to(forward, up)
    }

    /// Half the height of the picture at the target (m).
    pub fn half_height(&self) -> f32 {
        self.distance * (0.5 * FIELD).tan()
    }

    /// A length at `point` that shows as the same size on the screen wherever the point is (m).
    pub fn unit(&self, point: Vec3) -> f32 {
        let scale = if self.is_parallel() {
            1.0
        } else {
            ((point - self.eye()).dot(self.axes().2) / self.distance).max(0.01)
        };
        0.012 * self.half_height() * scale
    }

    /// Origin and unit direction of the ray through a place of the picture `view` (both in pixels).
    pub fn ray(&self, view: Rect, place: Vec2) -> (Vec3, Vec3) {
        let (right, up, forward) = self.axes();
        let from_centre = (place - view.center()) / (0.5 * view.height().max(1.0)) * self.half_height();
        let point = self.target + right * from_centre.x - up * from_centre.y;
        if self.is_parallel() {
            (point - self.distance * forward, forward)
        } else {
            let eye = self.eye();
            (eye, (point - eye).normalize())
        }
    }

    /// Where a point of the world is in the picture (pixels); `None` behind the eye.
    pub fn project(&self, view: Rect, point: Vec3) -> Option<Vec2> {
        let (right, up, forward) = self.axes();
        let offset = point - self.eye();
        let depth = offset.dot(forward);
        let scale = if self.is_parallel() {
            1.0
        } else if depth > 0.0 {
            self.distance / depth
        } else {
            return None;
        };
        let pixels = 0.5 * view.height() / self.half_height() * scale;
        Some(view.center() + pixels * Vec2::new(offset.dot(right), -offset.dot(up)))
    }

    /// Where the ray through a place meets the plane through `point` that faces the camera.
    pub fn on_facing_plane(&self, view: Rect, place: Vec2, point: Vec3) -> Vec3 {
        let (origin, direction) = self.ray(view, place);
        let forward = self.axes().2;
        let along = (point - origin).dot(forward) / direction.dot(forward).max(1e-6);
        origin + along * direction
    }

    /// Turns by a drag over `delta` pixels.
    pub fn orbit(&mut self, delta: Vec2) {
        self.touched = true;
        self.yaw -= delta.x * 0.008;
        self.pitch = (self.pitch + delta.y * 0.008).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Moves with a drag over `delta` pixels, so that the target stays under the pointer.
    pub fn pan(&mut self, view: Rect, delta: Vec2) {
        self.touched = true;
        let metres = 2.0 * self.half_height() / view.height().max(1.0);
        let (right, up, _) = self.axes();
        self.target += metres * (up * delta.y - right * delta.x);
    }

    /// Zooms so that what is under the pointer stays there. `factor` below 1 comes closer.
    pub fn zoom(&mut self, view: Rect, place: Vec2, factor: f32) {
        self.touched = true;
        let fixed = self.on_facing_plane(view, place, self.target);
        let distance = (self.distance * factor).clamp(1e-3, 1e5);
        let factor = distance / self.distance;
        self.target = fixed + (self.target - fixed) * factor;
        self.distance = distance;
    }

    /// Puts a box in the picture, without turning. `aspect`: width over height.
    pub fn frame(&mut self, bounds: &Bounds, aspect: f32) {
        self.target = to_view(&bounds.centre());
        let (right, up, forward) = self.axes();
        let half = to_view(&((bounds.high - bounds.low) / 2.0));
        let tangent = (0.5 * FIELD).tan();
        let mut distance: f32 = 0.0;
        for corner in 0..8 {
            let sign = |bit: i32| if corner & bit == 0 { -1.0 } else { 1.0 };
            let p = half * Vec3::new(sign(1), sign(2), sign(4));
            let needed = p.dot(up).abs().max(p.dot(right).abs() / aspect.max(0.1)) * MARGIN;
            let towards_eye = if self.is_parallel() { 0.0 } else { -p.dot(forward) };
            distance = distance.max(needed / tangent + towards_eye);
        }
        self.distance = distance.max(length(bounds.radius()) * 0.5);
        self.touched = false;
    }

    /// Looks from `eye` to `target`.
    pub fn look(&mut self, eye: Vec3, target: Vec3) {
        let offset = eye - target;
        self.target = target;
        self.distance = offset.length().max(1e-3);
        if !self.flat {
            self.yaw = offset.y.atan2(offset.x);
            self.pitch = (offset.z / self.distance).clamp(-1.0, 1.0).asin().clamp(-MAX_PITCH, MAX_PITCH);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Vec2::new(200.0, 40.0), max: Vec2::new(800.0, 540.0) };

    fn rigs() -> Vec<Rig> {
        let tilted = Rig { target: Vec3::new(1.0, 2.0, 3.0), ..Rig::default() };
        vec![tilted, Rig { flat: true, ..tilted }, Rig { orthographic: true, ..tilted }]
    }

    #[test]
    fn a_ray_meets_the_point_that_is_seen_there() {
        for rig in rigs() {
            let point = Vec3::new(1.5, 1.0, 2.2);
            let place = rig.project(VIEW, point).expect("in front of the eye");
            let (origin, direction) = rig.ray(VIEW, place);
            let miss = (point - origin).cross(direction).length();
            assert!(miss < 1e-4, "{rig:?} misses by {miss}");
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        for mut rig in rigs() {
            let place = Vec2::new(300.0, 100.0);
            let point = rig.on_facing_plane(VIEW, place, rig.target);
            rig.zoom(VIEW, place, 0.5);
            let seen = rig.project(VIEW, point).expect("in front of the eye");
            assert!((seen - place).length() < 0.05, "{rig:?}: {seen} instead of {place}");
        }
    }

    #[test]
    fn a_framed_box_is_in_the_picture() {
        let bounds =
            Bounds { low: nalgebra::vector![-1.0, -2.0, 0.0], high: nalgebra::vector![3.0, 2.0, 7.0] };
        for mut rig in rigs() {
            rig.frame(&bounds, VIEW.width() / VIEW.height());
            for x in [bounds.low.x, bounds.high.x] {
                for y in [bounds.low.y, bounds.high.y] {
                    for z in [bounds.low.z, bounds.high.z] {
                        let corner = to_view(&nalgebra::vector![x, y, z]);
                        assert!(
                            rig.project(VIEW, corner).is_some_and(|p| VIEW.contains(p)),
                            "{rig:?} {corner}"
                        );
                    }
                }
            }
        }
    }
}
