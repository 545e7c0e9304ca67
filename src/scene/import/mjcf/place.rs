//! Where elements of MJCF stand: positions, and orientations in their five spellings.

use super::Model;
use crate::math::{Pose, Quat, Vec3};
use crate::scene::import::xml::Element;
use crate::scene::loaded::SceneError;
use nalgebra::{Matrix3, Quaternion, Rotation3};

/// No displacement.
pub(super) fn none() -> Pose {
    Pose::identity()
}

/// The least rotation that takes z to a direction.
pub(super) fn from_z(direction: &Vec3) -> Quat {
    Quat::rotation_between(&Vec3::z(), direction)
        .unwrap_or_else(|| Quat::from_scaled_axis(Vec3::x() * std::f64::consts::PI))
}

impl Model {
    /// Position and orientation of an element in what holds it.
    pub(super) fn place(&self, element: &Element) -> Result<Pose, SceneError> {
        Ok(Pose {
            position: element.vector("pos")?.unwrap_or_default(),
            orientation: self.orientation(element)?.unwrap_or_default(),
        })
    }

    fn orientation(&self, element: &Element) -> Result<Option<Quat>, SceneError> {
        let wrong = |name: &str| element.wrong(format!("{}: {name} has no direction", element.who()));
        if let Some(q) = element.numbers("quat", 4, 4)? {
            let quaternion = Quaternion::new(q[0], q[1], q[2], q[3]);
            return Quat::try_new(quaternion, 1e-9).ok_or_else(|| wrong("quat")).map(Some);
        }
        if let Some(a) = element.numbers("axisangle", 4, 4)? {
            let axis = Vec3::new(a[0], a[1], a[2]).try_normalize(1e-9).ok_or_else(|| wrong("axisangle"))?;
            return Ok(Some(Quat::from_scaled_axis(axis * a[3] * self.radians())));
        }
        if let Some(e) = element.vector("euler")? {
            return self.euler(&(e * self.radians())).map(Some);
        }
        if let Some(n) = element.numbers("xyaxes", 6, 6)? {
            let x = Vec3::new(n[0], n[1], n[2]).try_normalize(1e-9).ok_or_else(|| wrong("xyaxes"))?;
            let y = Vec3::new(n[3], n[4], n[5]);
            let y = (y - x * x.dot(&y)).try_normalize(1e-9).ok_or_else(|| wrong("xyaxes"))?;
            let turn = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[x, y, x.cross(&y)]));
            return Ok(Some(Quat::from_rotation_matrix(&turn)));
        }
        match element.vector("zaxis")? {
            Some(z) => z.try_normalize(1e-9).ok_or_else(|| wrong("zaxis")).map(|z| Some(from_z(&z))),
            None => Ok(None),
        }
    }

    /// Three turns one after the other, about axes that turn along (small letters) or stay (large ones).
    fn euler(&self, angles: &Vec3) -> Result<Quat, SceneError> {
        let sequence = self.compiler.get("eulerseq").unwrap_or("xyz");
        let mut turn = Quat::identity();
        for (letter, angle) in sequence.chars().zip(angles.iter()) {
            let axis = match letter.to_ascii_lowercase() {
                'x' => Vec3::x(),
                'y' => Vec3::y(),
                'z' => Vec3::z(),
                _ => {
                    return Err(self
                        .compiler
                        .wrong("eulerseq must be three of the letters x, y, z, X, Y and Z"));
                }
            };
            let next = Quat::from_scaled_axis(axis * *angle);
            turn = if letter.is_lowercase() { turn * next } else { next * turn };
        }
        Ok(turn)
    }
}
