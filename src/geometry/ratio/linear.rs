//! The lowest point of the upper envelope of planes over space, or the plane: Seidel's incremental linear programming.
//!
//! R. Seidel, "Small-dimensional linear programming and convex hulls made easy" (1991). Constraints come one by one in an order drawn once;
//! where one is violated by the optimum so far, the new optimum lies on it, which is the same problem in one dimension less. In a fixed
//! dimension the expected time is linear. Optima that are not unique are made so by further goals, which apply in their order.

use crate::math::{Dimension, Mat3, Vec3, tangents};
use smallvec::SmallVec;

/// A normal that a flat sees at a smaller sine is one that it lies along.
const ALONG: f64 = 1e-12;

/// A constraint counts as violated beyond this, relative to the size of the search.
const VIOLATED: f64 = 1e-14;

/// What decides between points that are equally low: in general position to all that people build.
const TIES: [[f64; 3]; 3] = [[0.862, 0.413, 0.293], [-0.317, 0.903, -0.291], [-0.385, 0.158, 0.909]];

/// The plane t = slope·x + height over space.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    pub slope: Vec3,
    pub height: f64,
}

impl Plane {
    fn at(&self, x: &Vec3) -> f64 {
        self.slope.dot(x) + self.height
    }
}

/// Which constraints an optimum lies on, by number.
type Tight = SmallVec<[usize; 4]>;

/// n·x ≤ most, with a unit normal.
struct HalfSpace {
    normal: Vec3,
    most: f64,
    /// Number of the plane that it comes from.
    from: usize,
}

/// A point, line or plane in space, or all of it.
struct Flat {
    /// Its point nearest to the origin.
    origin: Vec3,
    axes: SmallVec<[Vec3; 3]>,
}

impl Flat {
    fn whole(dimension: Dimension) -> Self {
        let axes = match dimension {
            Dimension::Two => [Vec3::x(), Vec3::y()].into_iter().collect(),
            Dimension::Three => [Vec3::x(), Vec3::y(), Vec3::z()].into_iter().collect(),
        };
        Self { origin: Vec3::zeros(), axes }
    }

    /// The part of a vector that lies along it.
    fn along(&self, v: &Vec3) -> Vec3 {
        self.axes.iter().map(|axis| axis * axis.dot(v)).sum()
    }

    /// Where it meets the boundary of a half-space; `None` where the two are parallel.
    fn meet(&self, half: &HalfSpace) -> Option<Self> {
        let normal = self.along(&half.normal);
        let length = normal.norm();
        if !(length > ALONG) {
            return None;
        }
        let unit = normal / length;
        let origin = self.origin + unit * ((half.most - half.normal.dot(&self.origin)) / length);
        let axes = match self.axes[..] {
            [u, v] => [v * unit.dot(&u) - u * unit.dot(&v)].into_iter().collect(),
            [_, _, _] => {
                let (t, o) = tangents(&unit);
                [t, o].into_iter().collect()
            }
            _ => SmallVec::new(),
        };
        Some(Self { origin, axes })
    }

    /// The unit direction along it in which the first goal falls that changes along it at all.
    fn descent(&self, goals: &[Vec3]) -> Vec3 {
        let falls = |goal: &Vec3| {
            let along = self.along(goal);
            (along.norm() > ALONG * goal.norm()).then(|| -along.normalize())
        };
        goals.iter().find_map(falls).unwrap_or_else(Vec3::zeros)
    }
}

/// The lowest point of the highest of the planes, and the planes that hold it: four in space, three in the plane. No farther than `radius`
/// from the origin, within which it must be.
pub fn lowest_point(dimension: Dimension, planes: &[Plane], radius: f64) -> (Vec3, Vec<usize>) {
    let order = shuffled(planes.len());
    // A search at the very edge would end there instead of at the planes.
    let radius = 2.0 * radius;
    let (mut x, mut tight) = (Vec3::zeros(), Tight::new());
    let mut t = f64::NEG_INFINITY;
    for (count, &k) in order.iter().enumerate() {
        let plane = &planes[k];
        let rounding = VIOLATED * (1.0 + plane.height.abs() + plane.slope.norm() * radius);
        if plane.at(&x) <= t + rounding {
            continue;
        }
        let halves: Vec<HalfSpace> =
            order[..count].iter().filter_map(|&j| below(&planes[j], plane, j)).collect();
        let mut goals = [plane.slope; 4];
        for (goal, tie) in goals[1..].iter_mut().zip(TIES) {
            *goal = tie.into();
        }
        (x, tight) = lowest(&Flat::whole(dimension), &goals, &halves, radius);
        tight.push(k);
        t = plane.at(&x);
    }
    let x = polished(dimension, planes, x, &tight);
    (x, tight.to_vec())
}

/// Where a plane lies below another one; `None` where they are parallel.
fn below(lower: &Plane, upper: &Plane, from: usize) -> Option<HalfSpace> {
    let normal = lower.slope - upper.slope;
    let length = normal.norm();
    (length > ALONG * upper.slope.norm()).then(|| HalfSpace {
        normal: normal / length,
        most: (upper.height - lower.height) / length,
        from,
    })
}

/// The point of a flat that is lowest along the first goal, of equals along the second, and so on, in all half-spaces and within `radius`
/// from the origin; and which half-spaces bound it.
fn lowest(flat: &Flat, goals: &[Vec3], halves: &[HalfSpace], radius: f64) -> (Vec3, Tight) {
    let direction = flat.descent(goals);
    let reach = (radius * radius - flat.origin.norm_squared()).max(0.0).sqrt();
    if flat.axes.len() == 1 {
        return end_of_line(flat, &direction, reach, halves);
    }
    let (mut x, mut tight) = (flat.origin + direction * reach, Tight::new());
    for (k, half) in halves.iter().enumerate() {
        if half.normal.dot(&x) <= half.most + VIOLATED * radius {
            continue;
        }
        if let Some(edge) = flat.meet(half) {
            (x, tight) = lowest(&edge, goals, &halves[..k], radius);
            tight.push(half.from);
        }
    }
    (x, tight)
}

/// The end of a line in a direction along it.
fn end_of_line(line: &Flat, direction: &Vec3, reach: f64, halves: &[HalfSpace]) -> (Vec3, Tight) {
    let (mut least, mut most, mut by) = (-reach, reach, None);
    for half in halves {
        let rate = half.normal.dot(direction);
        let room = half.most - half.normal.dot(&line.origin);
        if rate > ALONG && room < most * rate {
            (most, by) = (room / rate, Some(half.from));
        } else if rate < -ALONG {
            least = least.max(room / rate);
        }
    }
    // By rounding nothing may be left of a line of which a point was.
    let end = if least > most { 0.5 * (least + most) } else { most };
    (line.origin + direction * end, by.into_iter().collect())
}

/// The point where the planes meet, computed from them alone, where that is no higher than `x`.
fn polished(dimension: Dimension, planes: &[Plane], x: Vec3, tight: &[usize]) -> Vec3 {
    let Some((&first, others)) = tight.split_first() else { return x };
    let base = &planes[first];
    let mut rows = Mat3::identity();
    let mut rhs = Vec3::zeros();
    let rank = if dimension == Dimension::Two { 2 } else { 3 };
    if others.len() != rank {
        return x;
    }
    for (row, &k) in others.iter().enumerate() {
        rows.set_row(row, &(planes[k].slope - base.slope).transpose());
        rhs[row] = base.at(&x) - planes[k].at(&x);
    }
    let highest = |x: &Vec3| planes.iter().map(|plane| plane.at(x)).fold(f64::NEG_INFINITY, f64::max);
    match rows.lu().solve(&rhs).map(|change| x + change) {
        Some(better) if highest(&better) <= highest(&x) => better,
        _ => x,
    }
}

/// The numbers up to `count` in an order that depends on it alone (Fisher and Yates, with a linear congruential generator).
fn shuffled(count: usize) -> SmallVec<[usize; 32]> {
    let mut order: SmallVec<[usize; 32]> = (0..count).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for k in (1..count).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(k, ((state >> 33) % (k as u64 + 1)) as usize);
    }
    order
}
