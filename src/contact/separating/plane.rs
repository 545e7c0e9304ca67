//! The secant row of a plane fixed in one part and a point fixed in the other, as the rows of smooth solids have it.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::near::Near;
use crate::contact::separating::row::{FAR, Placed, Row};
use crate::math::{Vec3, stack};

/// Motions below this part of the solid's size leave nothing to put right (dimensionless).
const SHORT: f64 = 1e-6;

/// Times that a secant is put right: each squares what it is off by.
const MOST_CORRECTIONS: usize = 4;

/// The row of a plane, with the normal `g` in the axes of its body, and a point `s` in the axes of the other: that of a facet and a vertex.
pub(super) fn plane_row(
    plane: [&WorldPart; 2],
    g: &Vec3,
    other: [&WorldPart; 2],
    s: &Vec3,
    gap: f64,
    (kappa_plane, kappa_other, plane_first): (f64, f64, bool),
) -> Row {
    let n = (plane[0].turned(g) + plane[1].turned(g)) / 2.0;
    let (p0, p1) = (other[0].to_world(s), other[1].to_world(s));
    let u = (p0 - plane[0].centre + p1 - plane[1].centre) / 2.0;
    let r = (p0 - other[0].centre + p1 - other[1].centre) / 2.0;
    let of_plane = stack(&-n, &(u.cross(&n) * -kappa_plane));
    let of_other = stack(&n, &(r.cross(&n) * kappa_other));
    let (jacobian_a, jacobian_b) = if plane_first { (of_plane, of_other) } else { (of_other, of_plane) };
    Row { gap, jacobian_a, jacobian_b }
}

/// A row that asks nothing.
pub(super) fn vacuous(start: Placed) -> Row {
    let n = (start.b.centre - start.a.centre).try_normalize(0.0).unwrap_or_else(Vec3::x);
    Row { gap: FAR, jacobian_a: stack(&-n, &Vec3::zeros()), jacobian_b: stack(&n, &Vec3::zeros()) }
}

/// A plane fixed in one body, a point fixed in the other, and the gap at the start.
pub(super) struct Secant {
    /// In the axes of the plane's body.
    pub g: Vec3,
    /// In the axes of the point's body.
    pub s: Vec3,
    /// At the start (m).
    pub gap: f64,
}

/// The secant between two separations of `near[k]` at the placements of plane and point, half way and put right.
pub(super) fn between(
    plane: [&WorldPart; 2],
    other: [&WorldPart; 2],
    near: [&Near; 2],
    virtual_point: Option<Vec3>,
) -> Secant {
    let normal = |k: usize| plane[k].direction_to_body(&near[k].n);
    let mut g = (normal(0) + normal(1)) / 2.0;
    let mut s = virtual_point.unwrap_or_else(|| {
        let local = |k: usize| other[k].to_body(&near[k].y);
        (local(0) + local(1)) / 2.0
    });
    let size2 = other[0].shape.radius().powi(2);
    let change = near[1].distance - near[0].distance;
    for _ in 0..MOST_CORRECTIONS {
        let at = |k: usize, s: &Vec3| plane[k].to_body(&other[k].to_world(s));
        let moved = at(1, &s) - at(0, &s);
        // How the change of g·(point of the other) depends on the point.
        let turned = other[1].direction_to_body(&plane[1].turned(&g))
            - other[0].direction_to_body(&plane[0].turned(&g));
        let off = change - g.dot(&moved);
        let sum = moved.norm_squared() + size2 * turned.norm_squared();
        if !(sum > SHORT * SHORT * size2) {
            break;
        }
        g += moved * (off / sum);
        s += turned * (off * size2 / sum);
    }
    Secant { g, s, gap: near[0].distance }
}
