//! Quickhull (Barber, Dobkin, Huhdanpaa 1996): faces with the points that lie before them, the farthest of which comes next.

use super::accurate;
use crate::math::Vec3;

/// What it means that a face is seen from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sight {
    /// The point lies more than `reach` before the plane of the face, as computed: what is flat but for rounding stays in large
    /// triangles. Where planes cross within it, the faces seen may not hang together.
    Thick,
    /// The exact sign of the determinant: the faces seen are always one piece without holes.
    Exact,
}

/// A triangle of the hull as it grows.
pub(super) struct Face {
    /// Its corners, counter-clockwise from outside.
    pub v: [usize; 3],
    /// The faces beyond its sides; side k goes from corner k to the next.
    pub across: [usize; 3],
    /// Outward unit normal.
    pub normal: Vec3,
    offset: f64,
    outside: Vec<usize>,
    alive: bool,
    /// The round in which it was last seen from the point added.
    seen: usize,
}

/// The side of a seen face beyond which lies a face that is not seen.
struct Horizon {
    from: usize,
    to: usize,
    beyond: usize,
}

/// A hull that grows point by point. A point adds nothing if it lies within `reach`: with thick sight, of the plane of every face that could see
/// it; with exact sight, of the hull itself, which also holds before the sharp edges of a hull that is still thin.
pub(super) struct Quickhull<'a> {
    points: &'a [Vec3],
    sight: Sight,
    reach: f64,
    faces: Vec<Face>,
    /// Whether a point was left out that lies before a face by more than a tenth of `reach`.
    pub unclear: bool,
}

impl<'a> Quickhull<'a> {
    /// The hull of all points, from four that span space, the fourth below the first three; `None` where the faces seen from a point
    /// do not hang together, which exact sight rules out.
    pub(super) fn of(points: &'a [Vec3], simplex: [usize; 4], sight: Sight, reach: f64) -> Option<Self> {
        let mut hull = Self { points, sight, reach, faces: Vec::new(), unclear: false };
        let s = simplex;
        let corners = [[s[0], s[1], s[2]], [s[0], s[3], s[1]], [s[1], s[3], s[2]], [s[2], s[3], s[0]]];
        for (v, across) in corners.into_iter().zip([[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]]) {
            hull.add_face(v, across);
        }
        let rest: Vec<usize> = (0..points.len()).filter(|i| !s.contains(i)).collect();
        hull.distribute(&rest, 0);
        hull.run()?;
        Some(hull)
    }

    /// The faces that are left, in the order in which they came.
    pub(super) fn faces(&self) -> impl Iterator<Item = &Face> {
        self.faces.iter().filter(|f| f.alive)
    }

    /// The faces that are left, numbered anew.
    pub(super) fn into_faces(self) -> Vec<Face> {
        let mut new = vec![usize::MAX; self.faces.len()];
        let alive = self.faces.iter().enumerate().filter(|(_, f)| f.alive);
        for (k, (old, _)) in alive.enumerate() {
            new[old] = k;
        }
        let mut left: Vec<Face> = self.faces.into_iter().filter(|f| f.alive).collect();
        for face in &mut left {
            face.across = face.across.map(|f| new[f]);
        }
        left
    }

    fn add_face(&mut self, v: [usize; 3], across: [usize; 3]) {
        let [a, b, c] = v.map(|i| self.points[i]);
        let cross = match self.sight {
            Sight::Thick => (b - a).cross(&(c - a)),
            Sight::Exact => accurate::cross(&a, &b, &c),
        };
        let length = cross.norm();
        let normal = if length > 0.0 { cross / length } else { Vec3::zeros() };
        let offset = normal.dot(&a);
        self.faces.push(Face {
            v,
            across,
            normal,
            offset,
            outside: Vec::new(),
            alive: true,
            seen: usize::MAX,
        });
    }

    fn distance(&self, face: usize, point: usize) -> f64 {
        self.faces[face].normal.dot(&self.points[point]) - self.faces[face].offset
    }

    fn sees(&self, point: usize, face: usize) -> bool {
        match self.sight {
            Sight::Thick => self.distance(face, point) > self.reach,
            Sight::Exact => {
                let [a, b, c] = self.faces[face].v.map(|i| self.points[i]);
                above(&a, &b, &c, &self.points[point]) > 0.0
            }
        }
    }

    /// Gives each point to that of the faces from `first` on before which it lies farthest.
    fn distribute(&mut self, points: &[usize], first: usize) {
        for &p in points {
            let mut best = (usize::MAX, f64::NEG_INFINITY);
            for f in first..self.faces.len() {
                let d = self.distance(f, p);
                if d > best.1 {
                    best = (f, d);
                }
            }
            if best.1 > self.reach || best.1 > 0.0 && self.sight == Sight::Exact && !self.is_near(p, best.0) {
                self.faces[best.0].outside.push(p);
            } else {
                self.unclear |= best.1 > self.reach / 10.0;
            }
        }
    }

    /// Whether a point before a face lies within `reach` of the hull: of one of the faces before which it lies, which hang together.
    fn is_near(&self, point: usize, face: usize) -> bool {
        let mut found = vec![face];
        let mut k = 0;
        while k < found.len() {
            let Face { v, across, .. } = &self.faces[found[k]];
            if triangle_distance(&v.map(|i| self.points[i]), &self.points[point]) <= self.reach {
                return true;
            }
            for &f in across {
                if self.distance(f, point) > 0.0 && !found.contains(&f) {
                    found.push(f);
                }
            }
            k += 1;
        }
        false
    }

    fn run(&mut self) -> Option<()> {
        // Only new faces are given points, so that no face before this one is asked again.
        let mut next = 0;
        while next < self.faces.len() {
            if !self.faces[next].alive || self.faces[next].outside.is_empty() {
                next += 1;
                continue;
            }
            let mut apex = (self.faces[next].outside[0], f64::NEG_INFINITY);
            for &p in &self.faces[next].outside {
                let d = self.distance(next, p);
                if d > apex.1 {
                    apex = (p, d);
                }
            }
            let apex = apex.0;
            if !self.sees(apex, next) {
                // Before the plane by rounding alone.
                self.faces[next].outside.retain(|&p| p != apex);
                continue;
            }
            let visible = self.visible(apex, next);
            let horizon = self.horizon(&visible)?;
            let mut orphans = Vec::new();
            for &f in &visible {
                self.faces[f].alive = false;
                orphans.append(&mut self.faces[f].outside);
                self.faces[f].outside = Vec::new();
            }
            orphans.retain(|&p| p != apex);
            let first = self.faces.len();
            self.close(&horizon, apex);
            self.distribute(&orphans, first);
        }
        Some(())
    }

    /// The faces that the point sees, found from one of them, in ascending order; they are marked as seen.
    fn visible(&mut self, apex: usize, start: usize) -> Vec<usize> {
        let mut found = vec![start];
        self.faces[start].seen = apex;
        let mut k = 0;
        while k < found.len() {
            for f in self.faces[found[k]].across {
                if self.faces[f].seen != apex && self.sees(apex, f) {
                    self.faces[f].seen = apex;
                    found.push(f);
                }
            }
            k += 1;
        }
        found.sort_unstable();
        found
    }

    /// The sides between faces seen and not seen, by their first corners; `None` unless they are one closed loop.
    fn horizon(&self, visible: &[usize]) -> Option<Vec<Horizon>> {
        let mut sides = Vec::new();
        for &f in visible {
            let face = &self.faces[f];
            for k in 0..3 {
                if self.faces[face.across[k]].seen != face.seen {
                    sides.push(Horizon { from: face.v[k], to: face.v[(k + 1) % 3], beyond: face.across[k] });
                }
            }
        }
        sides.sort_by_key(|s| (s.from, s.to));
        if sides.windows(2).any(|s| s[0].from == s[1].from) {
            return None;
        }
        let (mut at, mut steps) = (0, 0);
        loop {
            at = sides.binary_search_by_key(&sides.get(at)?.to, |s| s.from).ok()?;
            steps += 1;
            if at == 0 || steps > sides.len() {
                break;
            }
        }
        (steps == sides.len() && steps >= 3).then_some(sides)
    }

    /// A new face from each side of the horizon to the point.
    fn close(&mut self, horizon: &[Horizon], apex: usize) {
        let first = self.faces.len();
        let at = |corner: usize| horizon.binary_search_by_key(&corner, |s| s.from).unwrap_or_default();
        let after: Vec<usize> = horizon.iter().map(|s| at(s.to)).collect();
        let mut before = vec![0; horizon.len()];
        for (k, &next) in after.iter().enumerate() {
            before[next] = k;
        }
        for (k, side) in horizon.iter().enumerate() {
            self.add_face([side.from, side.to, apex], [side.beyond, first + after[k], first + before[k]]);
            let beyond = &mut self.faces[side.beyond];
            if let Some(slot) = (0..3).find(|&j| beyond.v[j] == side.to && beyond.v[(j + 1) % 3] == side.from)
            {
                beyond.across[slot] = first + k;
            }
        }
    }
}

/// Distance of a point from a triangle (m).
fn triangle_distance(&[a, b, c]: &[Vec3; 3], p: &Vec3) -> f64 {
    let n = (b - a).cross(&(c - a));
    let sides = [(a, b), (b, c), (c, a)];
    if sides.iter().all(|(s, t)| n.dot(&(t - s).cross(&(p - s))) >= 0.0) && n.norm() > 0.0 {
        return (n.dot(&(p - a)) / n.norm()).abs();
    }
    let to_side = |(s, t): &(Vec3, Vec3)| {
        let along = t - s;
        let share = (along.dot(&(p - s)) / along.norm_squared()).clamp(0.0, 1.0);
        (p - (s + along * share)).norm()
    };
    sides.iter().map(to_side).fold(f64::INFINITY, f64::min)
}

/// Exact sign of (b − a) × (c − a) · (p − a): positive where p lies on the side from which a, b, c go counter-clockwise
/// (Shewchuk 1997).
fn above(a: &Vec3, b: &Vec3, c: &Vec3, p: &Vec3) -> f64 {
    let [a, b, c, p] = [a, b, c, p].map(|v| robust::Coord3D { x: v.x, y: v.y, z: v.z });
    -robust::orient3d(a, b, c, p)
}
