//! Bodies with so many corners that trees tell what need not be asked: as if all were asked.

use super::{Body, Random};
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::overlap::points::{highest, lowest};
use crate::geometry::overlap::polyhedron::Solid;
use crate::geometry::overlap::separation::{by_asking_all, separation_depth};
use crate::geometry::overlap::tree::Cloud;
use crate::math::Vec3;
use std::f64::consts::TAU;

/// The hull of points, in the meter's terms.
fn hull(points: &[Vec3]) -> Body {
    let hull = convex_hull_3d(points).unwrap();
    Body { facets: hull.facet_loops(), vertices: hull.vertices }
}

/// Points on an ellipsoid, on a cylinder with rims of many corners, or of a rough ball.
fn bodies(random: &mut Random) -> Vec<Body> {
    let on_ball: Vec<Vec3> = (0..400).map(|_| random.vector().normalize()).collect();
    let egg: Vec<Vec3> = on_ball.iter().map(|p| p.component_mul(&Vec3::new(0.9, 0.5, 0.3))).collect();
    let rough: Vec<Vec3> = on_ball.iter().map(|p| p * (0.6 + 0.02 * random.signed())).collect();
    let rim = |k: u32, z: f64| {
        Vec3::new((TAU * f64::from(k) / 90.0).cos() * 0.4, (TAU * f64::from(k) / 90.0).sin() * 0.4, z)
    };
    let cylinder: Vec<Vec3> = (0..90).flat_map(|k| [rim(k, -0.7), rim(k, 0.7)]).collect();
    [egg, rough, cylinder].iter().map(|points| hull(points)).collect()
}

#[test]
fn the_farthest_of_many_is_that_of_all() {
    let mut random = Random(5);
    for count in [1, 8, 9, 49, 1000] {
        let points: Vec<Vec3> = (0..count).map(|_| 3.0 * random.vector()).collect();
        let cloud = Cloud::new(&points);
        for _ in 0..200 {
            let axis = random.vector();
            let wanted = highest(&points, &axis);
            assert_eq!(cloud.highest(&axis), wanted);
            assert_eq!(cloud.lowest(&axis), lowest(&points, &axis));
            assert_eq!(axis.dot(&cloud.farthest(&axis)), wanted);
            assert_eq!(cloud.highest_above(&axis, wanted - 0.1), wanted);
            assert_eq!(cloud.highest_above(&axis, wanted + 0.1), wanted + 0.1);
        }
    }
}

/// Apart, shallow, deep and one in the other: the same number, to the bit.
#[test]
fn many_edges_are_as_deep_as_asking_all_says() {
    let mut random = Random(77);
    let bodies = bodies(&mut random);
    let (mut apart, mut met) = (0, 0);
    for (k, a) in bodies.iter().enumerate() {
        for b in &bodies[k..] {
            for far in [0.0, 0.1, 0.5, 0.9, 1.2] {
                let (turn, way) = (random.rotation(), random.vector().normalize());
                let moved = b.moved(&turn, &(way * far));
                let [a, b] = [a, &moved].map(|body| Solid::new(&body.view(), &Vec3::new(0.1, 0.2, -0.1)));
                let (found, wanted) = (separation_depth(&a, &b), by_asking_all(&a, &b));
                assert_eq!(found, wanted, "{far}");
                *(if found.is_some() { &mut met } else { &mut apart }) += 1;
            }
        }
    }
    assert!(apart > 3 && met > 15, "{apart} {met}");
}
