//! Tests of hulls on points that are hard to wrap: midpoints, grids, near-duplicates, noise of every size, slabs and needles.

use super::*;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn signed(&mut self) -> f64 {
        2.0 * self.uniform() - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.vector();
            if (0.1..=1.0).contains(&v.norm()) {
                return v.normalize();
            }
        }
    }

    fn turn(&mut self) -> crate::math::Quat {
        crate::math::Quat::from_scaled_axis(3.0 * self.vector())
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// Corners of a box with the midpoints of its edges and faces, and its centre.
fn with_midpoints(half: &Vec3) -> Vec<Vec3> {
    let mut points = Vec::new();
    for i in 0..27 {
        let s = Vec3::new((i / 9) as f64 - 1.0, (i / 3 % 3) as f64 - 1.0, (i % 3) as f64 - 1.0);
        points.push(s.component_mul(half));
    }
    points
}

/// What every hull keeps, whatever the points: see the promises of [`convex_hull_3d`].
fn check(points: &[Vec3], hull: &Polytope, weld: f64) -> Result<(), String> {
    let extent = extent(points);
    let far = points.iter().map(Vec3::amax).fold(0.0, f64::max);
    let plane = (4.0 * COPLANAR * extent).max(16.0 * ROUNDING * far);
    let outside = 2.0 * weld.max(WELD * extent).max(16.0 * ROUNDING * far);
    if hull.vertices.len() + hull.facets.len() != hull.edges.len() + 2 {
        return Err("Euler's formula".to_owned());
    }
    if let Some(v) = hull.vertices.iter().find(|v| !points.contains(v)) {
        return Err(format!("{v} is none of the points"));
    }
    for facet in &hull.facets {
        let height = |p: &Vec3| facet.normal.dot(p) - facet.offset;
        if let Some(p) = points.iter().find(|p| !(height(p) <= outside)) {
            return Err(format!("{p} lies {:e} outside, {outside:e} are promised", height(p)));
        }
        if let Some(p) = hull.vertices.iter().find(|p| !(height(p) <= plane)) {
            return Err(format!("vertex {p} lies {:e} outside, {plane:e} are promised", height(p)));
        }
        let ring: Vec<Vec3> = facet.vertices.iter().map(|&v| hull.vertices[v]).collect();
        let n = ring.len();
        for k in 0..n {
            let [u, v, w] = [k, (k + 1) % n, (k + 2) % n].map(|k| ring[k]);
            if !(height(&v).abs() <= plane) {
                return Err(format!("a vertex of a facet is {:e} off its plane", height(&v)));
            }
            let turn = facet.normal.dot(&(w - u).cross(&(v - u))) / (w - u).norm();
            if !(turn <= plane) {
                return Err(format!("a facet is hollow by {turn:e}"));
            }
        }
    }
    Ok(())
}

/// The facets as sets of corners, in an order that depends on nothing else.
fn facets(hull: &Polytope) -> Vec<Vec<[u64; 3]>> {
    let corner = |&v: &usize| [0, 1, 2].map(|k| (hull.vertices[v][k] + 0.0).to_bits());
    let mut list: Vec<Vec<[u64; 3]>> = hull
        .facets
        .iter()
        .map(|f| {
            let mut corners: Vec<[u64; 3]> = f.vertices.iter().map(corner).collect();
            corners.sort_unstable();
            corners
        })
        .collect();
    list.sort();
    list
}

#[test]
fn boxes_with_midpoints_are_boxes() {
    let mut random = Random::new(1);
    for trial in 0..400 {
        let half = Vec3::new(random.uniform(), random.uniform(), random.uniform()).add_scalar(0.05);
        let size = [1e-3, 1.0, 1e3][trial % 3];
        let (turn, at) = (random.turn(), random.vector());
        let mut points: Vec<Vec3> = with_midpoints(&half)
            .iter()
            .map(|p| (turn * p + if trial % 2 == 0 { at } else { Vec3::zeros() }) * size)
            .collect();
        random.shuffle(&mut points);
        let hull = convex_hull_3d(&points).unwrap();
        let counts = (hull.vertices.len(), hull.edges.len(), hull.facets.len());
        assert_eq!(counts, (8, 12, 6), "trial {trial}");
        check(&points, &hull, 0.0).unwrap();
    }
}

/// Two points 1.5e-9 m apart are one; the body is not called flat.
#[test]
fn two_points_next_to_each_other_are_one() {
    let mut random = Random::new(2);
    for trial in 0..300 {
        let mut points: Vec<Vec3> = (0..8 + trial % 20).map(|_| random.vector()).collect();
        let plain = convex_hull_3d(&points).unwrap();
        let of = plain.vertices[random.below(plain.vertices.len())];
        points.push(of + random.direction() * 1.5e-9);
        let hull = convex_hull_3d(&points).unwrap();
        assert_eq!(hull.vertices.len(), plain.vertices.len());
        check(&points, &hull, 0.0).unwrap();
    }
}

/// Every point of a sphere three to six times, each rounded to single precision another way, as in a file of triangles.
#[test]
fn spheres_with_points_doubled_by_rounding_are_spheres() {
    let mut random = Random::new(3);
    for radius in [1e-3_f32, 1.0, 200.0] {
        let mut points = Vec::new();
        let mut plain = 0;
        for ring in 1..16 {
            for k in 0..24 {
                let (polar, round) = (0.19634954 * f64::from(ring), 0.2617993877991494 * f64::from(k));
                let p = Vec3::new(polar.sin() * round.cos(), polar.sin() * round.sin(), polar.cos());
                plain += 1;
                for _ in 0..3 + random.below(4) {
                    let rounded = p.map(|c| {
                        let near = (c * f64::from(radius)) as f32;
                        f64::from([near.next_down(), near, near.next_up()][random.below(3)])
                    });
                    points.push(rounded);
                }
            }
        }
        let weld = 4.0 * f64::from(f32::EPSILON) * f64::from(radius);
        let hull = convex_hull_3d_within(&points, weld).unwrap();
        assert_eq!(hull.vertices.len(), plain);
        check(&points, &hull, weld).unwrap();
        // And without being told so, a hull all the same.
        check(&points, &convex_hull_3d(&points).unwrap(), 0.0).unwrap();
    }
}

#[test]
fn flat_is_what_is_flat_and_the_message_says_how_thick() {
    let mut random = Random::new(4);
    for (thickness, fits) in [(3e-6, true), (2e-7, true), (1e-8, false), (0.0, false)] {
        for size in [1e-3, 1.0, 1e3] {
            let turn = random.turn();
            let points: Vec<Vec3> = with_midpoints(&(Vec3::new(0.5, 0.5, thickness / 2.0) * size))
                .iter()
                .map(|p| turn * p)
                .collect();
            match convex_hull_3d(&points) {
                Ok(hull) => {
                    assert!(fits, "{thickness}");
                    assert_eq!((hull.vertices.len(), hull.facets.len()), (8, 6), "{thickness} {size}");
                }
                Err(GeometryError::Flat { thickness: found, needed }) => {
                    assert!(!fits, "{thickness} {size}");
                    // Between planes along three of the points, which may lie askew.
                    let least = thickness * size;
                    assert!((0.999 * least..4.0 * least + 1e-12 * size).contains(&found), "{found}");
                    assert!((1e-7 * size..2e-7 * size).contains(&needed), "{needed}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
}

#[test]
fn polygons_with_midpoints_and_doubled_points_keep_their_corners() {
    let mut random = Random::new(5);
    for trial in 0..300 {
        let sides = 3 + random.below(20);
        let angle = random.uniform();
        let size = [1e-3, 1.0, 1e3][trial % 3];
        let corner = |k: usize| {
            let (sin, cos) = (angle + std::f64::consts::TAU * k as f64 / sides as f64).sin_cos();
            Vec3::new(cos, sin, 0.0) * size
        };
        let mut points: Vec<Vec3> = (0..sides).map(corner).collect();
        for k in 0..sides {
            points.push((corner(k) + corner(k + 1)) / 2.0);
            points.push(corner(k) + Vec3::new(random.signed(), random.signed(), 0.0) * 1e-9 * size);
        }
        random.shuffle(&mut points);
        let hull = convex_hull_2d(&points).unwrap();
        assert_eq!(hull.vertices.len(), sides, "trial {trial}");
        random.shuffle(&mut points);
        assert_eq!(facets(&hull), facets(&convex_hull_2d(&points).unwrap()));
        for f in &hull.facets {
            assert!(points.iter().all(|p| f.normal.dot(p) - f.offset <= 2.0 * WELD * extent(&points)));
        }
    }
}

/// Points of one of the families that are hard to wrap.
fn hard(family: usize, seed: u64) -> Vec<Vec3> {
    let random = &mut Random::new(seed);
    let noise = 10.0_f64.powf(-17.0 + 12.0 * random.uniform());
    let mut points: Vec<Vec3> = match family {
        // A box with midpoints, each moved by noise.
        0 => {
            let half = Vec3::new(random.uniform(), random.uniform(), random.uniform()).add_scalar(0.01);
            with_midpoints(&half)
        }
        // A grid.
        1 => {
            let n = 2 + random.below(4);
            (0..n * n * n)
                .map(|i| Vec3::new((i / n / n) as f64, (i / n % n) as f64, (i % n) as f64) / 3.0)
                .collect()
        }
        // Clouds in two or three planes.
        2 => (0..60)
            .map(|i| {
                let p = random.vector();
                [Vec3::new(p.x, p.y, 0.0), Vec3::new(p.x, 0.0, p.z), Vec3::new(p.x, p.y, 1.0)][i % 3]
            })
            .collect(),
        // Points and others beside them.
        3 => {
            let mut points: Vec<Vec3> = (0..12).map(|_| random.vector()).collect();
            for i in 0..30 {
                points.push(points[i] + random.direction() * 10.0_f64.powf(-6.0 - 11.0 * random.uniform()));
            }
            points
        }
        // A thin slab.
        4 => {
            let half = Vec3::new(0.5, 0.5, 10.0_f64.powf(-6.5 + 4.0 * random.uniform()));
            let mut points = with_midpoints(&half);
            points.extend((0..10).map(|_| random.vector().component_mul(&half)));
            points
        }
        // A needle.
        5 => {
            let half = Vec3::new(
                0.5,
                10.0_f64.powf(-6.0 + 4.0 * random.uniform()),
                10.0_f64.powf(-6.0 + 4.0 * random.uniform()),
            );
            with_midpoints(&half)
        }
        // A prism with many sides, cut off askew and doubled.
        6 => {
            let n = 3 + random.below(200);
            (0..2 * n)
                .map(|k| {
                    let (sin, cos) = (std::f64::consts::TAU * (k % n) as f64 / n as f64).sin_cos();
                    Vec3::new(cos, sin, if k < n { -0.2 } else { 0.3 + 0.1 * cos })
                })
                .collect()
        }
        // A sphere.
        7 => (0..80).map(|_| random.direction()).collect(),
        // Arcs of points that nearly lie on an edge.
        _ => {
            let bulge = 10.0_f64.powf(-12.0 + 6.0 * random.uniform());
            let mut points = with_midpoints(&Vec3::repeat(0.5));
            points.extend((0..20).map(|_| {
                let s = random.signed() / 2.0;
                Vec3::new(s, 0.5 + bulge * (0.25 - s * s), 0.5)
            }));
            points
        }
    };
    let turn = if random.below(3) == 0 { crate::math::Quat::identity() } else { random.turn() };
    let shift = if random.below(2) == 0 { Vec3::zeros() } else { random.vector() * 10.0 };
    let size = [1e-3, 1.0, 1e3][random.below(3)];
    let exact = random.below(3) == 0;
    for p in &mut points {
        let moved = if exact { *p } else { *p + random.vector() * noise };
        *p = (turn * moved + shift) * size;
    }
    points
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn hard_points_have_a_hull_that_keeps_its_promises(family in 0_usize..9, seed in any::<u64>()) {
        let mut points = hard(family, seed);
        let hull = match convex_hull_3d(&points) {
            Ok(hull) => hull,
            // Needles and slabs may be too thin; nothing else is refused.
            Err(GeometryError::Flat { .. } | GeometryError::Collinear { .. }) if (4..6).contains(&family) => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        if let Err(why) = check(&points, &hull, 0.0) {
            return Err(TestCaseError::fail(why));
        }
        Random::new(seed ^ 7).shuffle(&mut points);
        let again = convex_hull_3d(&points);
        prop_assert!(again.is_ok(), "refused in another order");
        prop_assert_eq!(facets(&hull), facets(&again.unwrap()));
    }
}
