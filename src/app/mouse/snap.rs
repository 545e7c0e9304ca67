//! Bodies that are moved by hand go from point to point of a grid, and turn from mark to mark.

use crate::app::bench::workbench::Workbench;
use crate::app::build::edit::RigidMotion;
use crate::app::build::spawn::usual_radius;
use crate::app::command::select::Snapping;
use crate::math::{Dimension, Vec3};

/// A grid is this share of what bodies measure, or finer (1, 2 or 5 of a power of ten).
const SHARE: f64 = 0.5;

/// The distance of the points of the grid (m): as it was set, else a round number that suits the bodies of the scene.
pub fn grid(bench: &Workbench, snapping: &Snapping) -> f64 {
    snapping.grid.unwrap_or_else(|| {
        let wanted = SHARE * usual_radius(bench);
        let power = 10.0_f64.powf(wanted.log10().floor());
        [5.0, 2.0, 1.0]
            .into_iter()
            .map(|k| k * power)
            .find(|size| *size <= wanted * (1.0 + 1e-9))
            .unwrap_or(power)
    })
}

/// The shift that brings a point to the place of the grid nearest to where `wish` would bring it (m). Along `axis` only, where one is
/// given; a flat scene has no third direction.
pub fn shift(at: &Vec3, wish: &Vec3, grid: f64, axis: Option<usize>, dimension: Dimension) -> Vec3 {
    Vec3::from_fn(|k, _| {
        let along = axis.is_none_or(|axis| axis == k) && (k < 2 || dimension == Dimension::Three);
        if along { ((at[k] + wish[k]) / grid).round() * grid - at[k] } else { 0.0 }
    })
}

/// The mark nearest to an angle (rad); marks are `step` (rad) apart.
pub fn turn(angle: f64, step: f64) -> f64 {
    (angle / step).round() * step
}

/// The motion that lays a face onto a plane: the turn about `centre` that brings `own` (unit normal of the face) opposite to `normal` (of
/// the plane), the short way round, in a flat scene within it.
pub fn opposite(own: &Vec3, normal: &Vec3, centre: &Vec3, dimension: Dimension) -> RigidMotion {
    let wanted = -normal;
    let cross = own.cross(&wanted);
    let (sin, cos) = (cross.norm(), own.dot(&wanted));
    let axis = match dimension {
        Dimension::Two => Vec3::z() * if cross.z < 0.0 { -1.0 } else { 1.0 },
        // Face about: any axis across will do.
        Dimension::Three if sin < 1e-12 => {
            let aside = if own.x.abs() < 0.7 { Vec3::x() } else { Vec3::y() };
            own.cross(&aside).normalize()
        }
        Dimension::Three => cross / sin,
    };
    crate::app::build::free_move::turn_about(*centre, axis, sin.atan2(cos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_goes_from_point_to_point() {
        let at = Vec3::new(0.13, -0.02, 0.4);
        let free = shift(&at, &Vec3::new(0.1, 0.1, 0.0), 0.1, None, Dimension::Three);
        assert!((at + free - Vec3::new(0.2, 0.1, 0.4)).norm() < 1e-15, "{free}");
        let along = shift(&at, &Vec3::new(0.0, 0.0, 0.26), 0.1, Some(2), Dimension::Three);
        assert!((along - Vec3::new(0.0, 0.0, 0.3)).norm() < 1e-15, "{along}");
        assert_eq!(shift(&at, &Vec3::z(), 0.1, Some(2), Dimension::Two), Vec3::zeros());
        assert_eq!(turn(0.4, 0.25), 0.5);
    }

    #[test]
    fn a_face_is_laid_onto_a_plane_the_short_way() {
        let centre = Vec3::new(1.0, 2.0, 3.0);
        let cases = [
            (Vec3::x(), Vec3::z()),
            (Vec3::z(), Vec3::z()),
            (Vec3::z(), -Vec3::z()),
            (Vec3::new(0.6, 0.0, 0.8), Vec3::y()),
        ];
        for (own, normal) in cases {
            let motion = opposite(&own, &normal, &centre, Dimension::Three);
            assert!((motion.turn * own + normal).norm() < 1e-12, "{own} onto {normal}");
            assert!((motion.turn.angle() - own.angle(&-normal)).abs() < 1e-7, "the short way");
            assert!((motion.point(&centre) - centre).norm() < 1e-12);
        }
        let flat = opposite(&-Vec3::y(), &-Vec3::y(), &centre, Dimension::Two);
        assert!((flat.turn * Vec3::z() - Vec3::z()).norm() < 1e-12, "within the plane");
    }
}
