//! Tests of hulls: closed, outward, merged faces, exact mass properties, degenerate input named.

use super::*;
use proptest::prelude::*;

fn cube(half: f64) -> Vec<Vec3> {
    let mut points = Vec::new();
    for x in [-half, half] {
        for y in [-half, half] {
            for z in [-half, half] {
                points.push(Vec3::new(x, y, z));
            }
        }
    }
    points
}

#[test]
fn coplanar_triangles_become_square_faces() {
    let rotation = crate::math::Quat::from_euler_angles(0.3, 0.7, -1.1);
    let points: Vec<Vec3> = cube(0.5).iter().map(|p| rotation * p + Vec3::new(3.0, -2.0, 7.0)).collect();
    let hull = convex_hull_3d(&points).unwrap();
    assert_eq!((hull.vertices.len(), hull.edges.len(), hull.facets.len()), (8, 12, 6));
    assert!(hull.facets.iter().all(|f| f.vertices.len() == 4));
    let mass = hull.mass_properties();
    assert!((mass.measure - 1.0).abs() < 1e-13);
    assert!((mass.centroid - Vec3::new(3.0, -2.0, 7.0)).norm() < 1e-13);
    assert!((mass.inertia - crate::math::Mat3::identity() / 6.0).norm() < 1e-13);
}

#[test]
fn points_inside_on_faces_and_on_edges_are_dropped() {
    let mut points = cube(1.0);
    points.extend([
        Vec3::zeros(),
        Vec3::new(1.0, 0.2, 0.3),
        Vec3::new(1.0, 1.0, 0.25),
        Vec3::new(-1.0, -1.0, -1.0),
    ]);
    let hull = convex_hull_3d(&points).unwrap();
    assert_eq!((hull.vertices.len(), hull.edges.len(), hull.facets.len()), (8, 12, 6));
}

#[test]
fn degenerate_points_are_named() {
    let p = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
    let line = [p(0., 0., 0.), p(1., 1., 1.), p(2., 2., 2.), p(5., 5., 5.)];
    assert!(matches!(
        convex_hull_3d(&line).unwrap_err(),
        GeometryError::Collinear { what: "polyhedron", .. }
    ));
    let plane = [p(0., 0., 1.), p(1., 0., 1.), p(0., 1., 1.), p(1., 1., 1.), p(0.3, 0.2, 1.)];
    assert!(matches!(convex_hull_3d(&plane).unwrap_err(), GeometryError::Flat { .. }));
    let nan = [p(0., 0., 0.), p(1., f64::NAN, 1.)];
    assert_eq!(convex_hull_3d(&nan).unwrap_err(), GeometryError::NotFinite { index: 1 });
    let few = [p(0., 0., 0.), p(1., 0., 0.), p(1., 0., 0.), p(0., 1., 0.)];
    assert!(matches!(convex_hull_3d(&few).unwrap_err(), GeometryError::TooFewPoints { found: 3, .. }));
    let line2 = [p(0., 0., 0.), p(1., 1., 0.), p(2., 2., 0.)];
    assert!(matches!(convex_hull_2d(&line2).unwrap_err(), GeometryError::Collinear { what: "polygon", .. }));
    assert!(matches!(convex_hull_2d(&[]).unwrap_err(), GeometryError::TooFewPoints { found: 0, .. }));
}

#[test]
fn polygon_is_counter_clockwise_with_exact_mass() {
    let p = |x: f64, y: f64| Vec3::new(x, y, 0.0);
    let hull = convex_hull_2d(&[p(0., 0.), p(2., 0.), p(1., 0.), p(2., 1.), p(0., 1.), p(1., 0.5)]).unwrap();
    assert_eq!(hull.vertices.len(), 4);
    let mass = hull.mass_properties();
    assert!((mass.measure - 2.0).abs() < 1e-15);
    assert!((mass.centroid - p(1.0, 0.5)).norm() < 1e-15);
    assert!((mass.inertia[(2, 2)] - 2.0 * (4.0 + 1.0) / 12.0).abs() < 1e-14);
    for f in &hull.facets {
        assert!(hull.vertices.iter().all(|v| f.normal.dot(v) - f.offset < 1e-12));
    }
}

proptest! {
    #[test]
    fn hull_contains_its_points_and_is_closed(
        coords in prop::collection::vec(prop::array::uniform3(-1.0..1.0_f64), 5..60)
    ) {
        let points: Vec<Vec3> = coords.iter().map(|c| Vec3::from(*c)).collect();
        let hull = convex_hull_3d(&points).unwrap();
        for f in &hull.facets {
            for p in &points {
                prop_assert!(f.normal.dot(p) - f.offset <= 1e-9);
            }
        }
        // Closed: the area vectors of the faces sum to zero.
        let mut sum = Vec3::zeros();
        for f in &hull.facets {
            for k in 0..f.vertices.len() {
                let n = f.vertices.len();
                sum += hull.vertices[f.vertices[k]].cross(&hull.vertices[f.vertices[(k + 1) % n]]);
            }
        }
        prop_assert!(sum.norm() < 1e-12);
    }

    #[test]
    fn snapped_points_still_close(
        coords in prop::collection::vec(prop::array::uniform3(-2_i32..3), 8..60)
    ) {
        // Points of a small grid: many coplanar and collinear.
        let points: Vec<Vec3> =
            coords.iter().map(|c| Vec3::new(c[0].into(), c[1].into(), c[2].into()) / 3.0).collect();
        if let Ok(hull) = convex_hull_3d(&points) {
            prop_assert_eq!(hull.vertices.len() + hull.facets.len(), hull.edges.len() + 2);
            for f in &hull.facets {
                for p in &points {
                    prop_assert!(f.normal.dot(p) - f.offset <= 1e-9);
                }
            }
        }
    }
}

/// Of a regular tetrahedron the planes along two opposite edges are nearer than a face and the corner opposite; of a cube the faces are,
/// however it is turned; of a triangle its least height.
#[test]
fn a_polytope_is_as_thick_as_its_narrowest_gap() {
    let corners = [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)];
    let tetrahedron = convex_hull_3d(&corners.map(|(x, y, z)| Vec3::new(x, y, z))).unwrap();
    assert!((tetrahedron.thickness() - 2.0).abs() < 1e-14, "{}", tetrahedron.thickness());
    let turn = crate::math::Quat::from_scaled_axis(Vec3::new(0.3, -0.7, 1.1));
    let turned = convex_hull_3d(&cube(0.5)).unwrap().transformed(&turn, &Vec3::repeat(2.0));
    assert!((turned.thickness() - 1.0).abs() < 1e-14, "{}", turned.thickness());
    let triangle = [Vec3::zeros(), Vec3::x() * 4.0, Vec3::new(0.0, 3.0, 0.0)];
    let thick = convex_hull_2d(&triangle).unwrap().thickness();
    assert!((thick - 2.4).abs() < 1e-14, "{thick}");
}
