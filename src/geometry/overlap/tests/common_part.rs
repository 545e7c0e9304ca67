//! Laws of the common part as a body: its corners, and the facets that its faces lie on.

use super::{Body, Random, assert_near, meet, polygon_overlap};
use crate::geometry::overlap::{CommonPart, ConvexView, FacetOf, common_part};
use crate::math::{Dimension, Vec3};

/// Volume of a closed surface of loops.
fn volume(part: &CommonPart) -> f64 {
    let inside = part.corners.iter().sum::<Vec3>() / part.corners.len() as f64;
    let of_loop = |face: &[usize]| {
        let at = |k: usize| part.corners[k] - inside;
        let apex = at(face[0]);
        face[1..].windows(2).map(|w| apex.dot(&at(w[0]).cross(&at(w[1])))).sum::<f64>() / 6.0
    };
    part.faces.iter().map(|(_, face)| of_loop(face)).sum()
}

#[test]
fn faces_lie_on_the_facets_they_are_said_to() {
    let mut random = Random(31);
    let mut met = 0;
    for _ in 0..300 {
        let a = Body::random(&mut random, 12);
        let (turn, shift) = (random.rotation(), 0.8 * random.vector());
        let b = Body::random(&mut random, 9).moved(&turn, &shift);
        let found = common_part(Dimension::Three, &a.view(), &b.view());
        let overlap = meet(&a, &b);
        let Some(part) = found else {
            assert_eq!(overlap.measure, 0.0);
            continue;
        };
        met += 1;
        assert_near(volume(&part), overlap.measure, 1e-14, "volume");
        let planes = [a.planes(), b.planes()];
        for (facet, face) in &part.faces {
            let (normal, height) = match *facet {
                FacetOf::A(k) => planes[0][k],
                FacetOf::B(k) => planes[1][k],
            };
            for k in face {
                assert_near(normal.dot(&part.corners[*k]), height, 1e-13, "height of a corner");
            }
        }
        for (normal, height) in planes.iter().flatten() {
            assert!(part.corners.iter().all(|x| normal.dot(x) <= height + 1e-13));
        }
    }
    assert!(met > 100, "{met} of 300 met");
}

#[test]
fn edges_of_polygons_lie_on_the_edges_they_are_said_to() {
    let mut random = Random(32);
    let mut met = 0;
    let polygon = |random: &mut Random, n: usize| -> Vec<Vec3> {
        let (phase, shift) = (random.signed(), 0.8 * random.vector());
        let angle = |k: usize| phase + std::f64::consts::TAU * k as f64 / n as f64;
        (0..n).map(|k| Vec3::new(angle(k).cos() + shift.x, angle(k).sin() + shift.y, 0.0)).collect()
    };
    for n in (3..9).cycle().take(300) {
        let (a, b) = (polygon(&mut random, n), polygon(&mut random, 5));
        let no_facets: &[Vec<usize>] = &[];
        let view = |vertices| ConvexView { vertices, facets: no_facets };
        let Some(part) = common_part(Dimension::Two, &view(&a), &view(&b)) else { continue };
        met += 1;
        let corner = |k: usize| part.corners[k % part.corners.len()];
        let twice: f64 = (0..part.corners.len()).map(|k| corner(k).xy().perp(&corner(k + 1).xy())).sum();
        assert_near(0.5 * twice, polygon_overlap(&a, &b).measure, 1e-14, "area");
        for (facet, ends) in &part.faces {
            let (of, k) = match *facet {
                FacetOf::A(k) => (&a, k),
                FacetOf::B(k) => (&b, k),
            };
            let (p, q) = (of[k], of[(k + 1) % of.len()]);
            for end in ends {
                let off = (q - p).xy().perp(&(part.corners[*end] - p).xy()) / (q - p).norm();
                assert_near(off, 0.0, 1e-13, "height of an end");
            }
        }
    }
    assert!(met > 100, "{met} of 300 met");
}
