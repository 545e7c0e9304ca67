//! Laws of the truth meter, judged by closed forms and by slow methods that share no code with it.

use super::{ConvexView, Overlap, polygon_overlap, polyhedron_overlap};
use crate::math::{Quat, Vec3};

mod centroids;
mod common_part;
mod many;
mod polygons;

/// Depths of the accuracy laws (m).
const DEPTHS: [f64; 12] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

/// Coordinates of bodies of 1 m within some metres of the world origin are rounded by about this much (m).
const COORDINATE_NOISE: f64 = 4e-15;

/// SplitMix64: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in −1 … 1.
    fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    fn rotation(&mut self) -> Quat {
        Quat::from_scaled_axis(3.0 * self.vector())
    }
}

#[derive(Clone)]
struct Body {
    vertices: Vec<Vec3>,
    facets: Vec<Vec<usize>>,
}

impl Body {
    /// Box between two corners.
    fn cuboid(min: Vec3, max: Vec3) -> Self {
        let pick = |k: usize, bit: usize| if k >> bit & 1 == 1 { max[bit] } else { min[bit] };
        let vertices = (0..8).map(|k| Vec3::new(pick(k, 0), pick(k, 1), pick(k, 2))).collect();
        let facets = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        Self { vertices, facets: facets.iter().map(|f| f.to_vec()).collect() }
    }

    /// Unit cube with its lowest corner at `corner`.
    fn cube(corner: Vec3) -> Self {
        Self::cuboid(corner, corner + Vec3::repeat(1.0))
    }

    /// Hull of points in general position, by trying every triple.
    fn hull(points: &[Vec3]) -> Self {
        let n = points.len();
        let mut facets = Vec::new();
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    let normal = (points[j] - points[i]).cross(&(points[k] - points[i]));
                    let heights = (0..n)
                        .filter(|l| ![i, j, k].contains(l))
                        .map(|l| normal.dot(&(points[l] - points[i])));
                    let (above, below) =
                        heights.fold((0, 0), |(u, d), h| if h > 0.0 { (u + 1, d) } else { (u, d + 1) });
                    if above == 0 {
                        facets.push(vec![i, j, k]);
                    } else if below == 0 {
                        facets.push(vec![i, k, j]);
                    }
                }
            }
        }
        Self { vertices: points.to_vec(), facets }
    }

    /// Hull of `n` points on an ellipsoid, all of them extreme.
    fn random(random: &mut Random, n: usize) -> Self {
        let axes = Vec3::repeat(0.7) + 0.5 * random.vector();
        let points: Vec<Vec3> =
            (0..n).map(|_| random.vector()).map(|v| v.component_mul(&axes) / v.norm().max(1e-9)).collect();
        Self::hull(&points)
    }

    fn map(&self, f: impl Fn(&Vec3) -> Vec3) -> Self {
        Self { vertices: self.vertices.iter().map(f).collect(), facets: self.facets.clone() }
    }

    fn moved(&self, rotation: &Quat, shift: &Vec3) -> Self {
        self.map(|v| rotation * v + shift)
    }

    fn view(&self) -> ConvexView<'_> {
        ConvexView { vertices: &self.vertices, facets: &self.facets }
    }

    /// Planes as (outward unit normal, height).
    fn planes(&self) -> Vec<(Vec3, f64)> {
        let plane = |f: &Vec<usize>| {
            let [p, q, r] = [f[0], f[1], f[2]].map(|i| self.vertices[i]);
            let normal = (q - p).cross(&(r - p)).normalize();
            (normal, normal.dot(&p))
        };
        self.facets.iter().map(plane).collect()
    }
}

fn meet(a: &Body, b: &Body) -> Overlap {
    polyhedron_overlap(&a.view(), &b.view())
}

fn assert_near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found:e}, expected {expected:e} ± {tolerance:e}"
    );
}

/// Depth by trying the normals of all facets and the cross products of all edges, both ways, without any
/// pruning.
fn slow_depth(a: &Body, b: &Body) -> f64 {
    let sides = |body: &Body| -> Vec<Vec3> {
        let sides_of = |f: &Vec<usize>| -> Vec<Vec3> {
            (0..f.len()).map(|k| body.vertices[f[(k + 1) % f.len()]] - body.vertices[f[k]]).collect()
        };
        body.facets.iter().flat_map(sides_of).collect()
    };
    let mut axes: Vec<Vec3> = a.planes().iter().chain(&b.planes()).map(|p| p.0).collect();
    for e in sides(a) {
        for f in sides(b) {
            let cross = e.cross(&f);
            if cross.norm() > 1e-9 {
                axes.push(cross.normalize());
            }
        }
    }
    let mut depth = f64::INFINITY;
    for axis in axes {
        let range = |body: &Body| {
            let heights = body.vertices.iter().map(|v| axis.dot(v));
            heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, u), h| (l.min(h), u.max(h)))
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
        depth = depth.min(high_a - low_b).min(high_b - low_a);
    }
    depth.max(0.0)
}

/// Volume by adding up the lengths of vertical lines inside all half-spaces, `n` × `n` of them.
fn slow_volume(a: &Body, b: &Body, n: usize) -> f64 {
    let planes: Vec<(Vec3, f64)> = a.planes().into_iter().chain(b.planes()).collect();
    let range = |k: usize| {
        let of = |body: &Body| {
            let xs = body.vertices.iter().map(|v| v[k]);
            xs.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, u), x| (l.min(x), u.max(x)))
        };
        (of(a).0.max(of(b).0), of(a).1.min(of(b).1))
    };
    let ((x0, x1), (y0, y1)) = (range(0), range(1));
    let (dx, dy) = ((x1 - x0) / n as f64, (y1 - y0) / n as f64);
    let mut sum = 0.0;
    for i in 0..n {
        for j in 0..n {
            let (x, y) = (x0 + (i as f64 + 0.5) * dx, y0 + (j as f64 + 0.5) * dy);
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
            for (normal, offset) in &planes {
                let rest = offset - normal.x * x - normal.y * y;
                if normal.z > 0.0 {
                    high = high.min(rest / normal.z);
                } else if normal.z < 0.0 {
                    low = low.max(rest / normal.z);
                } else if rest < 0.0 {
                    high = f64::NEG_INFINITY;
                }
            }
            sum += (high - low).max(0.0);
        }
    }
    sum * dx * dy
}

#[test]
fn stacked_cubes_share_a_slab_of_the_depth() {
    for d in DEPTHS {
        let gap = 1.0 - d;
        let slab = 1.0 - gap; // what the coordinates say, exactly
        for k in 0..3 {
            for shift in [gap, -gap] {
                let mut corner = Vec3::zeros();
                corner[k] = shift;
                let o = meet(&Body::cube(Vec3::zeros()), &Body::cube(corner));
                assert_near(o.measure, slab, 1e-16, "volume");
                assert_near(o.depth, slab, 1e-16, "depth");
            }
        }
    }
}

#[test]
fn stacked_cubes_share_the_same_slab_anywhere_at_any_angle() {
    // The side faces of both cubes coincide but for rounding, at every angle in another way.
    let mut random = Random(1);
    for d in DEPTHS {
        for _ in 0..200 {
            let (q, t) = (random.rotation(), 5.0 * random.vector());
            let lower = Body::cube(Vec3::zeros()).moved(&q, &t);
            let upper = Body::cube(Vec3::new(0.0, 0.0, 1.0 - d)).moved(&q, &t);
            let o = meet(&lower, &upper);
            assert_near(o.depth, d, COORDINATE_NOISE, "depth");
            assert_near(o.measure, d, COORDINATE_NOISE, "volume");
        }
    }
}

#[test]
fn a_twisted_cube_leaves_an_octagonal_slab() {
    // Two unit squares about one centre, one turned by t: common area 2 / (1 + sin t + cos t).
    for d in [1e-1, 1e-6, 1e-12] {
        for t in [1e-17, 1e-16, 3e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.3, 0.785]
        {
            let half = Vec3::repeat(0.5);
            let lower = Body::cuboid(-half, half);
            let twist = Quat::from_scaled_axis(Vec3::z() * t);
            let upper = lower.moved(&twist, &(Vec3::z() * (1.0 - d)));
            let o = meet(&lower, &upper);
            let expected = d * 2.0 / (1.0 + t.sin() + t.cos());
            assert_near(o.depth, d, 1e-15, "depth");
            assert_near(o.measure, expected, 1e-15, "volume");
        }
    }
}

#[test]
fn a_corner_in_a_face_shares_a_pyramid() {
    // Area of the tetrahedron's section at a height z over its tip: z² times the base area at height 1.
    let base = [(0.7, -0.4), (0.1, 0.9), (-0.8, -0.3)].map(|(x, y)| Vec3::new(x, y, 1.0));
    let base_area = 0.5 * (base[1] - base[0]).cross(&(base[2] - base[0])).z.abs();
    let tip_down = Body::hull(&[Vec3::zeros(), base[0], base[1], base[2]]);
    let floor = Body::cuboid(Vec3::new(-2.0, -2.0, -1.0), Vec3::new(2.0, 2.0, 0.0));
    for d in DEPTHS {
        let expected = base_area * d.powi(3) / 3.0;
        let o = meet(&floor, &tip_down.map(|v| v - Vec3::z() * d));
        assert_near(o.depth, d, 1e-16, "depth");
        assert_near(o.measure, expected, (1e-3 + 3e-16 / d) * expected, "volume");
    }
    let mut random = Random(2);
    for d in DEPTHS {
        for _ in 0..50 {
            let (q, t) = (random.rotation(), 5.0 * random.vector());
            let expected = base_area * d.powi(3) / 3.0;
            let o = meet(&floor.moved(&q, &t), &tip_down.map(|v| v - Vec3::z() * d).moved(&q, &t));
            assert_near(o.depth, d, COORDINATE_NOISE, "depth");
            let relative = (1.0 + COORDINATE_NOISE / d).powi(3) - 1.0;
            assert_near(o.measure, expected, (1e-9 + relative) * expected, "volume");
        }
    }
}

#[test]
fn crossing_edges_share_a_tetrahedron() {
    // Ridges z <= -|u| and z >= |v| - d, u and v distances from lines at the angle t: volume 2 d³ / (3 sin
    // t).
    let half = Vec3::new(2.0, 0.5, 0.5);
    let quarter = Quat::from_scaled_axis(Vec3::x() * std::f64::consts::FRAC_PI_4);
    let ridge = Vec3::z() * 0.5f64.sqrt();
    let lower = Body::cuboid(-half, half).moved(&quarter, &-ridge);
    let mut random = Random(3);
    for d in DEPTHS {
        for t in [0.2, 1.0, std::f64::consts::FRAC_PI_2, 2.5] {
            let upper = Body::cuboid(-half, half)
                .moved(&(Quat::from_scaled_axis(Vec3::z() * t) * quarter), &(ridge - Vec3::z() * d));
            let (q, shift) = (random.rotation(), 3.0 * random.vector());
            let o = meet(&lower.moved(&q, &shift), &upper.moved(&q, &shift));
            let expected = 2.0 * d.powi(3) / (3.0 * t.sin());
            let relative = (1.0 + COORDINATE_NOISE / d).powi(3) - 1.0;
            assert_near(o.depth, d, COORDINATE_NOISE, "depth");
            assert_near(o.measure, expected, (1e-9 + relative) * expected, "volume");
        }
    }
}

#[test]
fn random_hulls_agree_with_unpruned_axes_and_with_line_sums() {
    let mut random = Random(4);
    let (mut apart, mut meeting, mut by_edges) = (0, 0, 0);
    for round in 0..3000 {
        let a = Body::random(&mut random, 4 + round % 12);
        let b = Body::random(&mut random, 4 + round % 7);
        let shift = 0.9 * random.vector();
        let b = b.moved(&random.rotation(), &shift);
        let (o, slow) = (meet(&a, &b), slow_depth(&a, &b));
        assert_near(o.depth, slow, 1e-14, "depth");
        if slow == 0.0 {
            assert_eq!(o, Overlap::ZERO);
            apart += 1;
            continue;
        }
        meeting += 1;
        let faces_only = |p: &Body, q: &Body| {
            let h = |(n, top): &(Vec3, f64)| {
                q.vertices.iter().fold(f64::NEG_INFINITY, |m, v| m.max(top - n.dot(v)))
            };
            p.planes().iter().map(h).fold(f64::INFINITY, f64::min)
        };
        if o.depth < faces_only(&a, &b).min(faces_only(&b, &a)) - 1e-9 {
            by_edges += 1;
        }
        if round % 10 == 0 {
            // The lines are about 6 mm apart.
            let slow = slow_volume(&a, &b, 160);
            assert_near(o.measure, slow, 1e-3 * slow + 1e-5, "volume");
        }
    }
    assert!(
        apart > 300 && meeting > 300 && by_edges > 300,
        "{apart} apart, {meeting} meeting, {by_edges} by edges"
    );
}

#[test]
fn parallel_and_nearly_parallel_edges_agree_with_unpruned_axes() {
    let mut random = Random(5);
    let half = Vec3::new(0.5, 0.4, 0.3);
    for round in 0..2000 {
        let tilt = 10f64.powi(-(round % 18)) * random.vector();
        let a = Body::cuboid(-half, half);
        let b = a.moved(&Quat::from_scaled_axis(tilt), &random.vector());
        assert_near(meet(&a, &b).depth, slow_depth(&a, &b), 1e-9, "depth");
    }
}

#[test]
fn swapping_moving_and_scaling_change_nothing_else() {
    let mut random = Random(6);
    for _ in 0..500 {
        let a = Body::random(&mut random, 9);
        let b = Body::random(&mut random, 7).moved(&random.rotation(), &(0.5 * random.vector()));
        let o = meet(&a, &b);
        let swapped = meet(&b, &a);
        assert_near(swapped.measure, o.measure, 1e-14, "volume, swapped");
        assert_near(swapped.depth, o.depth, 1e-14, "depth, swapped");
        let (q, t) = (random.rotation(), 10.0 * random.vector());
        let moved = meet(&a.moved(&q, &t), &b.moved(&q, &t));
        assert_near(moved.measure, o.measure, 1e-13, "volume, moved");
        assert_near(moved.depth, o.depth, 1e-13, "depth, moved");
        // A power of two scales every number exactly.
        let scaled = meet(&a.map(|v| v / 1024.0), &b.map(|v| v / 1024.0));
        assert_eq!(scaled.depth * 1024.0, o.depth);
        assert_eq!(scaled.measure * 1024f64.powi(3), o.measure);
    }
}

#[test]
fn a_body_inside_another_keeps_its_volume_and_the_way_out() {
    let outer = Body::cuboid(Vec3::repeat(-1.0), Vec3::repeat(1.0));
    let inner = Body::cuboid(Vec3::new(0.1, -0.2, -0.2), Vec3::new(0.5, 0.2, 0.2));
    for (a, b) in [(&outer, &inner), (&inner, &outer)] {
        let o = meet(a, b);
        assert_near(o.measure, 0.4f64.powi(3), 1e-15, "volume");
        assert_near(o.depth, 0.9, 1e-15, "depth");
    }
}

#[test]
fn a_body_meets_itself_in_its_own_volume() {
    let mut random = Random(7);
    let o = meet(&Body::cube(Vec3::zeros()), &Body::cube(Vec3::zeros()));
    assert_eq!(o, Overlap { measure: 1.0, depth: 1.0 });
    for n in 4..24 {
        let body = Body::random(&mut random, n).moved(&random.rotation(), &(3.0 * random.vector()));
        let about_zero = |f: &Vec<usize>| {
            let [p, q, r] = [f[0], f[1], f[2]].map(|i| body.vertices[i]);
            p.dot(&q.cross(&r)) / 6.0
        };
        let volume: f64 = body.facets.iter().map(about_zero).sum();
        assert_near(meet(&body, &body).measure, volume, 1e-13, "volume");
        // The same body with its vertices rounded in another way.
        let noisy = body.map(|v| v + 4e-16 * Vec3::new(v.y.sin(), -v.z.cos(), v.x.sin()));
        assert_near(meet(&body, &noisy).measure, volume, 1e-13, "volume with rounding");
    }
}

#[test]
fn touching_and_distant_bodies_share_nothing() {
    let cube = Body::cube(Vec3::zeros());
    for corner in [[1.0, 0.0, 0.0], [0.3, 1.0, 0.2], [1.0, 1.0, 0.5], [1.0, -1.0, 1.0], [9.0, 0.0, 0.0]] {
        assert_eq!(meet(&cube, &Body::cube(Vec3::from(corner))), Overlap::ZERO, "{corner:?}");
    }
    // Touching where the boxes around the bodies overlap: a corner in a slanted face, and two crossing edges.
    let slope = Body::hull(&[Vec3::zeros(), Vec3::x() * 2.0, Vec3::y() * 2.0, Vec3::z() * 2.0]);
    assert!(meet(&slope, &Body::cube(Vec3::new(0.5, 0.5, 1.0))).depth <= 2e-16);
    let edge = Body::hull(&[
        Vec3::new(-1.0, 0.0, 1.0),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::new(0.0, 1.0, 3.0),
        Vec3::new(0.0, -1.0, 3.0),
    ]);
    let other = Body::hull(&[
        Vec3::new(0.0, -1.0, 1.0),
        Vec3::new(0.0, 1.0, 1.0),
        Vec3::new(1.0, 0.0, -1.0),
        Vec3::new(-1.0, 0.0, -1.0),
    ]);
    assert_eq!(meet(&edge, &other), Overlap::ZERO);
}

#[test]
fn a_coordinate_that_is_no_number_never_passes_for_apart() {
    let cube = Body::cube(Vec3::zeros());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let mut broken = Body::cube(Vec3::new(5.0, 0.0, 0.0));
        broken.vertices[3].y = bad;
        for o in
            [meet(&cube, &broken), meet(&broken, &cube), polygon_overlap(&cube.vertices, &broken.vertices)]
        {
            assert!(o.measure.is_nan() && o.depth.is_nan(), "{bad}: {o:?}");
        }
    }
}

#[test]
fn facets_without_area_and_split_facets_do_no_harm() {
    let a = Body::cube(Vec3::zeros());
    let b = Body::cube(Vec3::new(0.25, 0.5, 0.75));
    let mut split = b.clone();
    split.facets = b.facets.iter().flat_map(|f| [vec![f[0], f[1], f[2]], vec![f[0], f[2], f[3]]]).collect();
    split.facets.push(vec![0, 1, 0]);
    for (p, q) in [(&a, &split), (&split, &a)] {
        let o = meet(p, q);
        assert_near(o.measure, 0.75 * 0.5 * 0.25, 1e-16, "volume");
        assert_near(o.depth, 0.25, 1e-16, "depth");
    }
}

#[test]
fn distance_from_the_world_origin_costs_only_the_rounding_of_coordinates() {
    // Multiples of 2⁻⁴⁰ m are exact at 1 km: nothing may be lost at all.
    let far = Vec3::new(1024.0, -2048.0, 512.0);
    let d = 2f64.powi(-40);
    let floor = Body::cuboid(Vec3::new(-1.0, -1.0, -1.0), Vec3::new(1.0, 1.0, 0.0));
    let base = [(0.75, -0.5), (0.25, 0.75), (-0.75, -0.25)].map(|(x, y)| Vec3::new(x, y, 1.0));
    let tip_down = Body::hull(&[Vec3::zeros(), base[0], base[1], base[2]]).map(|v| v - Vec3::z() * d);
    let section = 0.5 * (base[1] - base[0]).cross(&(base[2] - base[0])).z.abs();
    let o = meet(&floor.map(|v| v + far), &tip_down.map(|v| v + far));
    assert_near(o.depth, d, 1e-16, "depth");
    assert_near(o.measure, section * d.powi(3) / 3.0, 1e-3 * d.powi(3), "volume");

    let flat = |body: &[(f64, f64)]| -> Vec<Vec3> {
        body.iter().map(|&(x, y)| Vec3::new(x, y, 0.0) + far).collect()
    };
    let wedge = flat(&[(0.0, -d), (0.5, 1.0), (-0.5, 1.0)]);
    let o = polygon_overlap(&flat(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 0.0), (-1.0, 0.0)]), &wedge);
    assert_near(o.depth, d, 1e-16, "depth");
    assert_near(o.measure, 0.5 * d * d, 1e-3 * d * d, "area");
}
