//! The only way from the physics (f64, nalgebra) to the pictures (f32, glam), and back for the mouse.

use crate::math::{Pose, Vec3 as Exact};
use bevy::prelude::*;

/// A point or direction for the renderer.
pub fn to_view(v: &Exact) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// A length for the renderer.
pub fn length(v: f64) -> f32 {
    v as f32
}

/// A placement for the renderer.
pub fn transform(pose: &Pose) -> Transform {
    let q = pose.orientation.coords;
    let rotation = Quat::from_xyzw(q.x as f32, q.y as f32, q.z as f32, q.w as f32).normalize();
    Transform::from_translation(to_view(&pose.position)).with_rotation(rotation)
}

/// A point or direction of the picture, in the physics.
pub fn to_exact(v: Vec3) -> Exact {
    Exact::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}
