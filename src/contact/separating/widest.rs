//! The direction that separates two hulls of limbs most.
//!
//! The separation along n, the height of the one's lowest point less that of the other's highest, is concave where n is not scaled, so that the widest
//! direction lies on that side of any other to which its slope points: a polygon of candidates is cut through its middle until nothing is left of it.
//! That asks for farthest points alone, whatever the limbs are, and takes some 150 of them for the last digit. Where the surfaces are smooth about
//! the nearest points, or two limbs of a side are as near, Newton's method on the slope is there in a few steps; what it finds is taken where
//! the slope is zero to rounding, which for a concave function is proof.

use crate::contact::separating::near::Near;
use crate::geometry::smooth::Limb;
use crate::math::{Mat3, Vec3, tangents};
use nalgebra::{Matrix4, Vector4};

/// Cuts at most; each leaves at most 0.64 of the area.
const MOST_CUTS: usize = 200;

/// How far the first polygon reaches around the direction it begins with (tangent of the angle).
const REACH: f64 = 1.2;

/// What was found farther than this from where it began (cosine) may lie on the border.
const NEAR_BEGIN: f64 = 0.75;

/// The same about what was found.
const AGAIN: f64 = 1e-3;

/// What is left of the polygon in the end (its sides).
const LEFT: f64 = 1e-15;

/// The same where Newton's method takes over.
const ROUGHLY: f64 = 1e-2;

/// The slope of what Newton's method takes for the widest direction is zero to this part of the sizes.
const LEVEL: f64 = 1e-14;

/// What overlaps by more than this part of the sizes is left to the cuts: there the widest direction of one side may not be that of all.
const SHALLOW: f64 = 1e-6;

/// A limb narrower than this part of its size along n has no curvature that could be told.
const NARROW: f64 = 1e-4;

/// Steps of Newton's method for one choice of limbs, and choices.
const MOST_STEPS: usize = 12;
const MOST_CHOICES: usize = 4;

/// One side of a pair along a direction `m` away from it: the farthest limb, and another that is as far, with its share of the load.
#[derive(Clone, Copy)]
struct Held {
    first: usize,
    other: Option<usize>,
    share: f64,
}

impl Held {
    fn new(limbs: &[Limb], m: &Vec3) -> Self {
        Self { first: farthest(limbs, m).1, other: None, share: 0.0 }
    }

    /// The farthest point, and how it moves with `m`.
    fn at(&self, limbs: &[Limb], m: &Vec3) -> Option<(Vec3, Mat3)> {
        let (x, bend) = bent(&limbs[self.first], m)?;
        let Some(other) = self.other else { return Some((x, bend)) };
        let (x1, bend1) = bent(&limbs[other], m)?;
        let share = self.share;
        Some((x * (1.0 - share) + x1 * share, bend * (1.0 - share) + bend1 * share))
    }

    /// From the other limb's farthest point to that of the first.
    fn apart(&self, limbs: &[Limb], m: &Vec3) -> Option<Vec3> {
        self.other.map(|other| limbs[self.first].farthest(m) - limbs[other].farthest(m))
    }

    /// How much farther the first limb is than the other (m).
    fn ahead(&self, limbs: &[Limb], m: &Vec3) -> f64 {
        self.other.map_or(0.0, |other| limbs[self.first].height(m) - limbs[other].height(m))
    }

    /// Whether these limbs are the farthest; where not, the choice to make next.
    fn settle(&mut self, limbs: &[Limb], m: &Vec3, slack: f64) -> bool {
        if self.other.is_some() && self.share < 0.0 {
            (self.other, self.share) = (None, 0.0);
            return false;
        }
        if let Some(other) = self.other.filter(|_| self.share > 1.0) {
            *self = Self { first: other, other: None, share: 0.0 };
            return false;
        }
        let best = farthest(limbs, m).1;
        if limbs[best].height(m) <= limbs[self.first].height(m) + slack {
            return true;
        }
        (self.other, self.share) = (Some(best), 0.0);
        false
    }
}

/// The farthest point of a limb along `m`, and its derivative; `None` where it has none to rely on.
fn bent(limb: &Limb, m: &Vec3) -> Option<(Vec3, Mat3)> {
    let w = limb.spread.tr_mul(m);
    let (width, size) = (w.norm(), limb.size());
    if size == 0.0 {
        return Some((limb.centre, Mat3::zeros()));
    }
    if !(width > NARROW * size) {
        return None;
    }
    let unit = w / width;
    let across = (Mat3::identity() - unit * unit.transpose()) / width;
    Some((limb.centre + limb.spread * unit, limb.spread * across * limb.spread.transpose()))
}

/// The widest direction by Newton's method from one near it, if that settles.
fn settled(a: &[Limb], b: &[Limb], begin: Vec3) -> Option<Near> {
    let size = a.iter().chain(b).map(Limb::size).fold(0.0, f64::max) + (a[0].centre - b[0].centre).norm();
    let mut n = begin;
    let (mut of_a, mut of_b) = (Held::new(a, &n), Held::new(b, &-n));
    for _ in 0..MOST_CHOICES {
        let mut found = None;
        for _ in 0..MOST_STEPS {
            let ((x, bend_a), (y, bend_b)) = (of_a.at(a, &n)?, of_b.at(b, &-n)?);
            let (t1, t2) = tangents(&n);
            let tangent = |v: &Vec3| (t1.dot(v), t2.dot(v));
            let (slope, separation) = (tangent(&(y - x)), n.dot(&(y - x)));
            let ahead = (of_a.ahead(a, &n), of_b.ahead(b, &-n));
            let off = slope.0.abs().max(slope.1.abs()).max(ahead.0.abs()).max(ahead.1.abs());
            if off <= LEVEL * size {
                found = Some(Near { distance: separation, n, y });
                break;
            }
            let bend = bend_a + bend_b;
            let (c1, c2) = (tangent(&(bend * t1)), tangent(&(bend * t2)));
            let (ga, gb) = (of_a.apart(a, &n), of_b.apart(b, &-n));
            // The height of B's limbs falls along n as that of A's rises.
            let (pa, pb) = (ga.map_or((0.0, 0.0), |g| tangent(&g)), gb.map_or((0.0, 0.0), |g| tangent(&-g)));
            let alone = |held: Option<Vec3>| if held.is_none() { 1.0 } else { 0.0 };
            #[rustfmt::skip]
            let matrix = Matrix4::new(
                -c1.0 - separation, -c2.0, pa.0, pb.0,
                -c1.1, -c2.1 - separation, pa.1, pb.1,
                pa.0, pa.1, alone(ga), 0.0,
                pb.0, pb.1, 0.0, alone(gb),
            );
            let step = matrix.lu().solve(&-Vector4::new(slope.0, slope.1, ahead.0, ahead.1))?;
            let turn = t1 * step[0] + t2 * step[1];
            if !(turn.norm() < 1.0) {
                return None;
            }
            n = (n + turn).normalize();
            of_a.share += if ga.is_some() { step[2] } else { 0.0 };
            of_b.share += if gb.is_some() { step[3] } else { 0.0 };
        }
        let near = found?;
        let slack = LEVEL * size;
        // Both are asked.
        let held = [of_a.settle(a, &n, slack), of_b.settle(b, &-n, slack)];
        if held == [true, true] {
            return (near.distance > -SHALLOW * size).then_some(near);
        }
    }
    None
}

/// The farthest point of some limbs along n, and whose it is.
fn farthest(limbs: &[Limb], n: &Vec3) -> (Vec3, usize) {
    let mut best = (f64::NEG_INFINITY, 0);
    for (k, limb) in limbs.iter().enumerate() {
        let height = limb.height(n);
        if height > best.0 {
            best = (height, k);
        }
    }
    (limbs[best.1].farthest(n), best.1)
}

/// The direction from `a` to `b` that separates them most, near `from` or, without it, of all; with the separation and the point of b.
pub fn widest_of(a: &[Limb], b: &[Limb], from: Option<Vec3>) -> Near {
    let separation = |n: &Vec3| {
        let (y, x) = (farthest(b, &-n).0, farthest(a, n).0);
        (n.dot(&(y - x)), y, x)
    };
    let begin = from.unwrap_or_else(|| {
        let middle = |limbs: &[Limb]| limbs.iter().map(|l| l.centre).sum::<Vec3>() / limbs.len() as f64;
        let mut best = (f64::NEG_INFINITY, Vec3::z());
        let signs = [-1.0, 0.0, 1.0];
        let net = signs.iter().flat_map(|x| signs.iter().map(move |y| (x, y)));
        let net = net.flat_map(|(x, y)| signs.iter().map(move |z| Vec3::new(*x, *y, *z)));
        for n in net.chain([middle(b) - middle(a)]).filter_map(|n| n.try_normalize(0.0)) {
            let found = separation(&n).0;
            if found > best.0 {
                best = (found, n);
            }
        }
        best.1
    });
    let same_side = |near: &Near| from.is_none_or(|from| near.n.dot(&from) > 0.0);
    let settles = |begin: Vec3| settled(a, b, begin).filter(same_side);
    if let Some(near) = settles(begin) {
        return near;
    }
    if let Some(near) = settles(widest_near(&separation, begin, REACH, ROUGHLY).n) {
        return near;
    }
    // Once more about what was found: there all of its digits count.
    let mut found = widest_near(&separation, begin, REACH, LEFT);
    for reach in [REACH, 0.2, AGAIN] {
        if reach < REACH || found.n.dot(&begin) < NEAR_BEGIN {
            let again = widest_near(&separation, found.n, reach, LEFT);
            found = if again.distance > found.distance { again } else { found };
        }
    }
    found
}

/// The widest direction on a plane that reaches as far about the direction it begins with (tangent of the angle), until no more than `least` is left.
fn widest_near(separation: &dyn Fn(&Vec3) -> (f64, Vec3, Vec3), begin: Vec3, reach: f64, least: f64) -> Near {
    let (t1, t2) = tangents(&begin);
    let mut polygon = vec![(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)];
    let mut best = Near { distance: f64::NEG_INFINITY, n: begin, y: Vec3::zeros() };
    // Corners are told from the middle: slivers keep their digits.
    let (mut u, mut v) = (0.0, 0.0);
    for _ in 0..MOST_CUTS {
        let (du, dv) = middle_of(&polygon);
        (u, v) = (u + du, v + dv);
        polygon.iter_mut().for_each(|p| *p = (p.0 - du, p.1 - dv));
        let n = (begin + t1 * u + t2 * v).normalize();
        let (distance, y, x) = separation(&n);
        if distance > best.distance {
            best = Near { distance, n, y };
        }
        // Where the two overlap along n, the part of the slope that scales n would cut off what parts them.
        let slope = if distance < 0.0 { y - x } else { y - x - n * distance };
        let (du, dv) = (slope.dot(&t1), slope.dot(&t2));
        polygon = cut(&polygon, (du, dv));
        let spread = |k: fn(&(f64, f64)) -> f64| {
            let (low, high) = polygon
                .iter()
                .map(k)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
            high - low
        };
        if polygon.len() < 3 || spread(|p| p.0).max(spread(|p| p.1)) < least || (du == 0.0 && dv == 0.0) {
            break;
        }
    }
    best
}

/// The centroid of a polygon; of a degenerate one the mean of its corners.
fn middle_of(polygon: &[(f64, f64)]) -> (f64, f64) {
    let (x0, y0) = polygon[0];
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for k in 1..polygon.len() - 1 {
        let (a, b) = (polygon[k], polygon[k + 1]);
        let part = (a.0 - x0) * (b.1 - y0) - (a.1 - y0) * (b.0 - x0);
        area += part;
        x += part * ((a.0 - x0) + (b.0 - x0)) / 3.0;
        y += part * ((a.1 - y0) + (b.1 - y0)) / 3.0;
    }
    let middle = (x0 + x / area, y0 + y / area);
    if middle.0.is_finite() && middle.1.is_finite() {
        return middle;
    }
    let count = polygon.len() as f64;
    let sum = polygon.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    (sum.0 / count, sum.1 / count)
}

/// What of a polygon about zero lies on the side to which a slope points.
fn cut(polygon: &[(f64, f64)], slope: (f64, f64)) -> Vec<(f64, f64)> {
    let side = |p: &(f64, f64)| p.0 * slope.0 + p.1 * slope.1;
    let mut left = Vec::with_capacity(polygon.len() + 1);
    for (k, p) in polygon.iter().enumerate() {
        let q = &polygon[(k + 1) % polygon.len()];
        let (s, t) = (side(p), side(q));
        if s >= 0.0 {
            left.push(*p);
        }
        if (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0) {
            let share = s / (s - t);
            left.push((p.0 + (q.0 - p.0) * share, p.1 + (q.1 - p.1) * share));
        }
    }
    left
}
