//! Laws of the overlap of polygons.

use super::{Body, COORDINATE_NOISE, DEPTHS, Overlap, Random, assert_near, meet, polygon_overlap};
use crate::math::{Quat, Vec3};

fn square(x: f64, y: f64) -> Vec<Vec3> {
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| Vec3::new(x + u, y + v, 0.0)).to_vec()
}

fn turned(polygon: &[Vec3], angle: f64, shift: &Vec3) -> Vec<Vec3> {
    let q = Quat::from_scaled_axis(Vec3::z() * angle);
    polygon.iter().map(|p| q * p + shift).collect()
}

#[test]
fn stacked_squares_share_a_strip_anywhere_at_any_angle() {
    let mut random = Random(8);
    for d in DEPTHS {
        let strip = 1.0 - (1.0 - d);
        let o = polygon_overlap(&square(0.0, 0.0), &square(0.0, 1.0 - d));
        assert_near(o.measure, strip, 1e-16, "area");
        assert_near(o.depth, strip, 1e-16, "depth");
        for _ in 0..200 {
            let (angle, t) = (3.0 * random.signed(), 5.0 * random.vector());
            let upper = turned(&square(0.0, 1.0 - d), angle, &t);
            let o = polygon_overlap(&turned(&square(0.0, 0.0), angle, &t), &upper);
            assert_near(o.measure, d, COORDINATE_NOISE, "area");
            assert_near(o.depth, d, COORDINATE_NOISE, "depth");
        }
    }
}

#[test]
fn a_corner_in_an_edge_shares_a_triangle() {
    let wedge = [Vec3::zeros(), Vec3::new(0.8, 1.0, 0.0), Vec3::new(-0.3, 1.0, 0.0)];
    let floor = [(-2.0, -1.0), (2.0, -1.0), (2.0, 0.0), (-2.0, 0.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    let mut random = Random(9);
    for d in DEPTHS {
        let lowered = wedge.map(|p| p - Vec3::y() * d);
        let (angle, t) = (3.0 * random.signed(), 5.0 * random.vector());
        let expected = 0.5 * 1.1 * d * d;
        let o = polygon_overlap(&lowered, &floor);
        assert_near(o.depth, d, 1e-16, "depth");
        assert_near(o.measure, expected, (1e-3 + 2e-16 / d) * expected, "area");
        let o = polygon_overlap(&turned(&floor, angle, &t), &turned(&lowered, angle, &t));
        let relative = (1.0 + COORDINATE_NOISE / d).powi(2) - 1.0;
        assert_near(o.depth, d, COORDINATE_NOISE, "depth");
        assert_near(o.measure, expected, (1e-9 + relative) * expected, "area");
    }
}

#[test]
fn random_polygons_agree_with_prisms() {
    // Prisms of height 10 over the polygons: the volume is ten times the area, the depth the same.
    let mut random = Random(10);
    let (mut apart, mut meeting) = (0, 0);
    for round in 0..1000 {
        let mut polygon = |n: usize| -> Vec<Vec3> {
            let mut angles: Vec<f64> = (0..n).map(|_| std::f64::consts::PI * random.signed()).collect();
            angles.sort_by(f64::total_cmp);
            let centre = 1.3 * random.vector();
            angles.iter().map(|t| Vec3::new(centre.x + t.cos(), centre.y + 0.6 * t.sin(), 0.0)).collect()
        };
        let (a, b) = (polygon(3 + round % 6), polygon(3 + round % 4));
        let prism = |p: &[Vec3]| {
            let n = p.len();
            let vertices = p.iter().copied().chain(p.iter().map(|v| v + Vec3::z() * 10.0)).collect();
            let mut facets: Vec<Vec<usize>> = vec![(0..n).rev().collect(), (n..2 * n).collect()];
            facets.extend((0..n).map(|i| vec![i, (i + 1) % n, n + (i + 1) % n, n + i]));
            Body { vertices, facets }
        };
        let (flat, solid) = (polygon_overlap(&a, &b), meet(&prism(&a), &prism(&b)));
        assert_near(flat.depth, solid.depth, 1e-14, "depth");
        assert_near(flat.measure, solid.measure / 10.0, 1e-14, "area");
        if flat == Overlap::ZERO {
            apart += 1;
        } else {
            meeting += 1;
        }
    }
    assert!(apart > 100 && meeting > 100, "{apart} apart, {meeting} meeting");
}

#[test]
fn polygons_inside_touching_and_identical() {
    let outer = square(0.0, 0.0);
    let inner: Vec<Vec3> = square(1.0, 1.0).iter().map(|p| p * 0.25).collect();
    assert_eq!(polygon_overlap(&outer, &inner), Overlap { measure: 0.0625, depth: 0.5 });
    assert_eq!(polygon_overlap(&inner, &outer), Overlap { measure: 0.0625, depth: 0.5 });
    assert_eq!(polygon_overlap(&outer, &outer), Overlap { measure: 1.0, depth: 1.0 });
    for (x, y) in [(1.0, 0.0), (0.5, -1.0), (1.0, 1.0), (7.0, 0.0)] {
        assert_eq!(polygon_overlap(&outer, &square(x, y)), Overlap::ZERO);
    }
    let diamond = [(1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    assert!(polygon_overlap(&square(-0.5, -0.5), &diamond).depth <= 2e-16);
}
