//! Bodies with so many corners that trees tell what need not be asked: as if all were asked.

use super::{Body, Random};
use crate::geometry::overlap::points::{highest, lowest};
use crate::geometry::overlap::polyhedron::Solid;
use crate::geometry::overlap::separation::{by_asking_all, separation_depth};
use crate::geometry::overlap::tree::Cloud;
use crate::math::Vec3;
use std::collections::BTreeSet;
use std::f64::consts::TAU;

/// The hull of points in general position, all of them on it, found by turning a plane about every edge that has one face only.
fn hull(vertices: Vec<Vec3>) -> Body {
    // Of all points the one that has no other on the outer side of the plane through it and the edge.
    let next = |a: usize, b: usize| {
        let apart = |k: &usize| *k != a && *k != b;
        let outer = |best: usize, k: usize| {
            let normal = (vertices[b] - vertices[a]).cross(&(vertices[best] - vertices[a]));
            if normal.dot(&(vertices[k] - vertices[a])) > 0.0 { k } else { best }
        };
        (0..vertices.len()).filter(apart).reduce(outer).unwrap()
    };
    // Seen from below, the lowest point and the one that is lowest as seen from it.
    let lower = |a: usize, b: usize| if vertices[b].z < vertices[a].z { b } else { a };
    let first = (0..vertices.len()).reduce(lower).unwrap();
    let rise = |k: usize| {
        let way = vertices[k] - vertices[first];
        way.z / way.x.hypot(way.y)
    };
    let flattest = |a: usize, b: usize| if rise(b) < rise(a) { b } else { a };
    let second = (0..vertices.len()).filter(|k| *k != first).reduce(flattest).unwrap();
    let mut open = vec![(first, second), (second, first)];
    let mut done = BTreeSet::new();
    let mut facets = Vec::new();
    while let Some((a, b)) = open.pop() {
        if done.contains(&(a, b)) {
            continue;
        }
        let c = next(a, b);
        facets.push(vec![a, b, c]);
        for (p, q) in [(a, b), (b, c), (c, a)] {
            done.insert((p, q));
            open.push((q, p));
        }
    }
    Body { facets, vertices }
}

/// An upright prism with `sides` sides about the z axis.
fn prism(sides: usize, radius: f64, half: f64) -> Body {
    let corner = |k: usize, z: f64| {
        let (sin, cos) = (TAU * k as f64 / sides as f64).sin_cos();
        Vec3::new(radius * cos, radius * sin, z)
    };
    let vertices = (0..sides).map(|k| corner(k, -half)).chain((0..sides).map(|k| corner(k, half))).collect();
    let flank = |k: usize| vec![k, (k + 1) % sides, sides + (k + 1) % sides, sides + k];
    let ends = [(0..sides).rev().collect(), (sides..2 * sides).collect()];
    Body { vertices, facets: (0..sides).map(flank).chain(ends).collect() }
}

/// Points on two ellipsoids, and a prism with rims of many corners.
fn bodies(random: &mut Random) -> Vec<Body> {
    let on_ball: Vec<Vec3> = (0..400).map(|_| random.vector().normalize()).collect();
    let egg = on_ball.iter().map(|p| p.component_mul(&Vec3::new(0.9, 0.5, 0.3))).collect();
    let other = on_ball.iter().map(|p| p.component_mul(&Vec3::new(0.4, 0.6, 0.5))).collect();
    vec![hull(egg), hull(other), prism(90, 0.4, 0.7)]
}

/// Euler: a closed surface of triangles about V points has 2 V − 4 of them, and the hull has nothing before a face.
#[test]
fn the_bodies_are_convex() {
    for body in bodies(&mut Random(1)) {
        let corners: usize = body.facets.iter().map(Vec::len).sum();
        assert_eq!(body.vertices.len() + body.facets.len(), corners / 2 + 2);
        for facet in &body.facets {
            let [a, b, c] = [0, 1, 2].map(|k| body.vertices[facet[k]]);
            let normal = (b - a).cross(&(c - a)).normalize();
            assert!(highest(&body.vertices, &normal) - normal.dot(&a) < 1e-9);
        }
    }
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
