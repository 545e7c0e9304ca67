//! Mass properties and support functions of smooth solids.

use super::*;
use crate::math::tangents;

fn solids() -> [Polytope; 4] {
    [
        Polytope::cylinder(0.3, 0.8).unwrap(),
        Polytope::cylinder(0.5, 0.02).unwrap(),
        Polytope::cone(0.4, 0.9).unwrap(),
        Polytope::ellipsoid(&Vec3::new(0.5, 0.3, 0.2)).unwrap(),
    ]
}

/// Volume, centroid and inertia against sums over a fine net of the cylinder coordinates of the unit solids.
#[test]
fn mass_properties_are_those_of_sums_over_the_solid() {
    for solid in solids() {
        let found = solid.mass_properties();
        let count = 60;
        let (low, high) = solid
            .vertices
            .iter()
            .fold((solid.vertices[0], solid.vertices[0]), |(l, h), v| (l.inf(v), h.sup(v)));
        let step = (high - low) / f64::from(count);
        let (mut volume, mut first, mut second) = (0.0, Vec3::zeros(), Mat3::zeros());
        for k in 0..count * count * count {
            let at = |k: i32| f64::from(k) + 0.5;
            let index = Vec3::new(at(k % count), at(k / count % count), at(k / count / count));
            let x = low + step.component_mul(&index);
            if solid.smooth().unwrap().outside(&x) < 0.0 {
                let cell = step.product();
                volume += cell;
                first += x * cell;
                second += x * x.transpose() * cell;
            }
        }
        let centre = first / volume;
        let central = second - volume * centre * centre.transpose();
        let inertia = Mat3::identity() * central.trace() - central;
        assert!((found.measure / volume - 1.0).abs() < 0.01, "{:?}", solid.smooth().unwrap().kind);
        assert!((found.centroid - centre).norm() < 0.01 * solid.radius());
        assert!((found.inertia - inertia).norm() < 0.02 * inertia.norm(), "{} {inertia}", found.inertia);
    }
}

/// The discrete gradient of a support function is exact, and the support function is that of the points.
#[test]
fn support_functions_and_their_secants() {
    let turn = Quat::from_scaled_axis(Vec3::new(0.3, -1.1, 0.7));
    for solid in solids() {
        let moved = solid.transformed(&turn, &Vec3::new(0.1, 0.2, -0.4));
        let smooth = moved.smooth().unwrap();
        for k in 0..200 {
            let k = f64::from(k);
            let n = Vec3::new(k.sin(), (1.7 * k).cos(), (0.3 * k + 1.0).sin()).normalize();
            let (across, _) = tangents(&n);
            let other = (n + across * (0.01 * k)).normalize();
            let reach = smooth.height(&n);
            let corners = moved.vertices.iter().map(|v| v.dot(&n)).fold(f64::NEG_INFINITY, f64::max);
            assert!(corners <= reach + 1e-12 && reach <= corners + 0.02 * moved.radius());
            assert!((smooth.farthest(&n).dot(&n) - reach).abs() < 1e-14);
            assert!(smooth.outside(&smooth.farthest(&n)).abs() < 1e-13);
            for limb in &smooth.limbs {
                let s = limb.between(&n, &other);
                let off = s.dot(&(other - n)) - (limb.height(&other) - limb.height(&n));
                assert!(off.abs() < 1e-15, "{off}");
            }
        }
        assert!((moved.thickness() - solid.thickness()).abs() < 1e-15);
    }
}

#[test]
fn flat_ends_are_told_from_flanks() {
    let caps = solids().map(|solid| solid.smooth().unwrap().caps.len());
    assert_eq!(caps, [2, 2, 1, 0]);
    let message = Polytope::cylinder(0.1, 0.0).unwrap_err().to_string();
    assert!(message.starts_with("length is 0"), "{message}");
}
