//! Nearest points of points, segments and polygons (thesis Algorithms 3, 4 and 7).

use crate::math::Vec3;

/// Nearest point to `c` on the segment from `a` to `b`, and its parameter in 0..1.
///
/// Algorithm 3 with the parameter of the errata: t = (c − a)·(b − a) / ‖b − a‖².
pub fn point_segment(a: &Vec3, b: &Vec3, c: &Vec3) -> (Vec3, f64) {
    let d = b - a;
    let length2 = d.norm_squared();
    let t = if length2 > 0.0 { ((c - a).dot(&d) / length2).clamp(0.0, 1.0) } else { 0.0 };
    (a + d * t, t)
}

/// Distance from the point `p` to the convex polygon with corners `ring(0), ring(1), …` counter-clockwise about
/// the unit `normal`, and whether the projection of `p` falls inside (p lies in the Voronoi prism of the face).
pub fn point_polygon(ring: &[Vec3], normal: &Vec3, p: &Vec3) -> (f64, bool) {
    let n = ring.len();
    let mut outside = false;
    let mut best = f64::INFINITY;
    for k in 0..n {
        let (a, b) = (&ring[k], &ring[(k + 1) % n]);
        if normal.cross(&(b - a)).dot(&(p - a)) < 0.0 {
            outside = true;
            let (nearest, _) = point_segment(a, b, p);
            best = best.min((p - nearest).norm());
        }
    }
    if outside { (best, false) } else { (normal.dot(&(p - ring[0])).abs(), true) }
}

/// Parameters (s, t) of the nearest points of the two *lines* p₁ + s d₁ and p₂ + t d₂; `None` where the sine of
/// the angle between them is below `min_sine`.
pub fn line_line(p1: &Vec3, d1: &Vec3, p2: &Vec3, d2: &Vec3, min_sine: f64) -> Option<(f64, f64)> {
    let r = p1 - p2;
    let (a, e, b) = (d1.norm_squared(), d2.norm_squared(), d1.dot(d2));
    let cross2 = d1.cross(d2).norm_squared();
    // The cross product keeps the digits that a e − b² loses when the lines are nearly parallel.
    if !(cross2 > min_sine * min_sine * a * e) {
        return None;
    }
    let (c, f) = (d1.dot(&r), d2.dot(&r));
    Some(((b * f - c * e) / cross2, (a * f - b * c) / cross2))
}

/// Distance of the two segments p₁q₁ and p₂q₂ (Algorithm 7).
pub fn segment_segment_distance(p1: &Vec3, q1: &Vec3, p2: &Vec3, q2: &Vec3) -> f64 {
    let (d1, d2, r) = (q1 - p1, q2 - p2, p1 - p2);
    let (a, e, f) = (d1.norm_squared(), d2.norm_squared(), d2.dot(&r));
    let (c, b) = (d1.dot(&r), d1.dot(&d2));
    let denominator = a * e - b * b;
    let mut s = if denominator > 0.0 { ((b * f - c * e) / denominator).clamp(0.0, 1.0) } else { 0.0 };
    let mut t = if e > 0.0 { (b * s + f) / e } else { 0.0 };
    if t < 0.0 {
        t = 0.0;
        s = if a > 0.0 { (-c / a).clamp(0.0, 1.0) } else { 0.0 };
    } else if t > 1.0 {
        t = 1.0;
        s = if a > 0.0 { ((b - c) / a).clamp(0.0, 1.0) } else { 0.0 };
    }
    ((p1 + d1 * s) - (p2 + d2 * t)).norm()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn v(c: [f64; 3]) -> Vec3 {
        Vec3::from(c)
    }

    proptest! {
        /// The nearest points found are no farther than any pair of a dense sample of the two segments.
        #[test]
        fn segment_distance_is_the_minimum(p in prop::array::uniform4(prop::array::uniform3(-1.0..1.0_f64))) {
            let [p1, q1, p2, q2] = p.map(v);
            let found = segment_segment_distance(&p1, &q1, &p2, &q2);
            let mut sampled = f64::INFINITY;
            for i in 0..=60 {
                let a = p1 + (q1 - p1) * (f64::from(i) / 60.0);
                let (b, _) = point_segment(&p2, &q2, &a);
                sampled = sampled.min((a - b).norm());
            }
            prop_assert!(found <= sampled + 1e-12);
            prop_assert!(found >= sampled - 0.06);
        }

        /// The vector between the nearest points of two lines is perpendicular to both.
        #[test]
        fn line_line_is_perpendicular(p in prop::array::uniform4(prop::array::uniform3(-1.0..1.0_f64))) {
            let [p1, d1, p2, d2] = p.map(v);
            if let Some((s, t)) = line_line(&p1, &d1, &p2, &d2, 1e-2) {
                let w = (p1 + d1 * s) - (p2 + d2 * t);
                prop_assert!(w.dot(&d1).abs() < 1e-8 && w.dot(&d2).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn polygon_distance_inside_beside_and_beyond_a_corner() {
        let ring = [v([0., 0., 0.]), v([1., 0., 0.]), v([1., 1., 0.]), v([0., 1., 0.])];
        let n = Vec3::z();
        assert_eq!(point_polygon(&ring, &n, &v([0.5, 0.5, -0.25])), (0.25, true));
        assert_eq!(point_polygon(&ring, &n, &v([1.5, 0.5, 0.0])), (0.5, false));
        let (d, inside) = point_polygon(&ring, &n, &v([2.0, 2.0, 0.0]));
        assert!(!inside && (d - 2.0_f64.sqrt()).abs() < 1e-15);
    }
}
