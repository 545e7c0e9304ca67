//! A polygon that falls on a fixed polygon, without friction and elasticity, from event to event: the parabola in flight,
//! the equations of sliding by the Runge-Kutta method, impacts by enumeration.

use super::runge_kutta::{Y, step};

/// A point or a vector in the plane (m).
pub type Point = [f64; 2];

/// x, y (m), angle (rad) and their rates.
pub type Motion = Y<6>;

/// A moving polygon above a fixed one.
#[derive(Clone, Debug)]
pub struct Fall {
    /// Vertices of the fixed polygon, counterclockwise, world axes (m).
    pub fixed: Vec<Point>,
    /// Vertices of the moving one, counterclockwise, from its centre of mass, body axes (m).
    pub body: Vec<Point>,
    /// Its mass (kg).
    pub mass: f64,
    /// Its inertia (kg·m²).
    pub inertia: f64,
    /// Gravity, downwards (m/s²).
    pub gravity: f64,
}

/// A vertex of one polygon at an edge of the other, both by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A vertex of the moving polygon at an edge of the fixed one.
    Corner(usize, usize),
    /// A vertex of the fixed polygon at an edge of the moving one.
    Face(usize, usize),
}

/// What a touch is at a motion.
struct Row {
    /// Distance (m), and its rate as a row over x', y', angle'.
    gap: f64,
    row: [f64; 3],
    /// What of the gap's second derivative does not come from accelerations (m/s²).
    bias: f64,
    /// How far the vertex is from the nearer end of the edge, along it; below 0 beyond (m).
    inside: f64,
    /// Normal, from the fixed polygon to the moving one.
    normal: Point,
}

/// Steps of the sliding motion, and of looking for impacts (s).
const FINE: f64 = 5e-4;
/// So deep an overlap (m) is an impact and no rounding.
const DEEP: f64 = 1e-10;

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn turned(a: Point) -> Point {
    [-a[1], a[0]]
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn rotated(a: Point, angle: f64) -> Point {
    let (s, c) = angle.sin_cos();
    [c * a[0] - s * a[1], s * a[0] + c * a[1]]
}

/// An edge's outward normal, its start and its length.
fn edge(of: &[Point], k: usize) -> (Point, Point, f64) {
    let (a, b) = (of[k], of[(k + 1) % of.len()]);
    let along = minus(b, a);
    let length = dot(along, along).sqrt();
    ([along[1] / length, -along[0] / length], a, length)
}

impl Fall {
    fn row(&self, touch: Touch, y: &Motion) -> Row {
        let (x, v, spin) = ([y[0], y[1]], [y[3], y[4]], y[5]);
        let (of, r, n, start, length) = match touch {
            Touch::Corner(vertex, k) => {
                let (n, start, length) = edge(&self.fixed, k);
                let r = rotated(self.body[vertex], y[2]);
                ([x[0] + r[0], x[1] + r[1]], r, n, start, length)
            }
            Touch::Face(vertex, k) => {
                let (n, start, length) = edge(&self.body, k);
                let (n, s) = (rotated(n, y[2]), rotated(start, y[2]));
                (self.fixed[vertex], minus(self.fixed[vertex], x), n, [x[0] + s[0], x[1] + s[1]], length)
            }
        };
        let from = minus(of, start);
        let along = dot(from, turned(n));
        let (sign, bias) = match touch {
            Touch::Corner(..) => (1.0, -spin * spin * dot(n, r)),
            Touch::Face(..) => (-1.0, -spin * spin * dot(n, r) - 2.0 * spin * dot(turned(n), v)),
        };
        // Both arms end in the vertex: of the first the normal is that of the fixed edge, of the second the body's own.
        let lever = match touch {
            Touch::Corner(..) => dot(n, turned(r)),
            Touch::Face(..) => dot(turned(n), r),
        };
        Row {
            gap: dot(n, from),
            row: [sign * n[0], sign * n[1], lever],
            bias,
            inside: along.min(length - along),
            normal: [sign * n[0], sign * n[1]],
        }
    }

    fn touches(&self) -> impl Iterator<Item = Touch> + '_ {
        let (n, m) = (self.body.len(), self.fixed.len());
        let corners = (0..n).flat_map(move |v| (0..m).map(move |k| Touch::Corner(v, k)));
        corners.chain((0..m).flat_map(move |v| (0..n).map(move |k| Touch::Face(v, k))))
    }

    /// How far the polygons are apart in the direction of some edge, the one that separates them best; negative where they overlap.
    pub fn separation(&self, y: &Motion) -> f64 {
        let lowest = |k: usize, fixed: bool| {
            let touch = |v| if fixed { Touch::Corner(v, k) } else { Touch::Face(v, k) };
            let count = if fixed { self.body.len() } else { self.fixed.len() };
            (0..count).map(|v| self.row(touch(v), y).gap).fold(f64::INFINITY, f64::min)
        };
        let fixed = (0..self.fixed.len()).map(|k| lowest(k, true));
        fixed.chain((0..self.body.len()).map(|k| lowest(k, false))).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Reactions of `rows` that take b + G M⁻¹ Gᵀ λ to zero; `None` where the rows depend on each other.
    fn solve(&self, rows: &[&Row], b: &[f64]) -> Option<Vec<f64>> {
        if rows.is_empty() {
            // The factorisation of no matrix at all panics.
            return Some(Vec::new());
        }
        let matrix =
            nalgebra::DMatrix::from_fn(rows.len(), rows.len(), |i, j| self.coupling(rows[i], rows[j]));
        let right = nalgebra::DVector::from_fn(rows.len(), |i, _| -b[i]);
        matrix.lu().solve(&right).map(|x| x.as_slice().to_vec())
    }

    fn coupling(&self, a: &Row, b: &Row) -> f64 {
        let weight = [1.0 / self.mass, 1.0 / self.mass, 1.0 / self.inertia];
        (0..3).map(|k| a.row[k] * weight[k] * b.row[k]).sum()
    }

    /// Reactions λ ≥ 0 of `rows` with b + G M⁻¹ Gᵀ λ ≥ 0 and one of the two zero, by trying every subset.
    fn reactions(&self, rows: &[Row], b: &[f64]) -> Vec<f64> {
        let n = rows.len();
        let mut best = (f64::INFINITY, vec![0.0; n]);
        for subset in 0..1_usize << n {
            let chosen: Vec<usize> = (0..n).filter(|k| subset >> k & 1 == 1).collect();
            let some: Vec<&Row> = chosen.iter().map(|k| &rows[*k]).collect();
            let right: Vec<f64> = chosen.iter().map(|k| b[*k]).collect();
            let Some(found) = self.solve(&some, &right) else { continue };
            let mut all = vec![0.0; n];
            chosen.iter().zip(found).for_each(|(k, x)| all[*k] = x);
            let rates = (0..n)
                .map(|i| b[i] + (0..n).map(|j| self.coupling(&rows[i], &rows[j]) * all[j]).sum::<f64>());
            // The larger of how far a reaction pulls (as the rate it would give) and how far a rate closes.
            let pull = all.iter().enumerate().map(|(k, x)| -x * self.coupling(&rows[k], &rows[k]));
            let wrong = rates.map(|r| -r).chain(pull).fold(0.0, f64::max);
            if wrong < best.0 {
                best = (wrong, all);
            }
        }
        best.1
    }

    fn pushed(&self, rows: &[Row], reactions: &[f64]) -> [f64; 3] {
        let weight = [1.0 / self.mass, 1.0 / self.mass, 1.0 / self.inertia];
        std::array::from_fn(|k| rows.iter().zip(reactions).map(|(r, x)| weight[k] * r.row[k] * x).sum())
    }

    /// What the gaps' second derivatives are without reactions, gravity included.
    fn free_accelerations(&self, rows: &[Row]) -> Vec<f64> {
        rows.iter().map(|r| r.bias - r.row[1] * self.gravity).collect()
    }

    /// Reactions that keep the gaps of `held` as they are, of either sign.
    fn holding(&self, held: &[Touch], y: &Motion) -> (Vec<Row>, Vec<f64>) {
        let rows: Vec<Row> = held.iter().map(|t| self.row(*t, y)).collect();
        let all: Vec<&Row> = rows.iter().collect();
        let found = self.solve(&all, &self.free_accelerations(&rows));
        let found = found.unwrap_or_else(|| vec![0.0; rows.len()]);
        (rows, found)
    }

    fn derivative(&self, held: &[Touch], y: &Motion) -> Motion {
        let (rows, reactions) = self.holding(held, y);
        let a = self.pushed(&rows, &reactions);
        Y::<6>::from_column_slice(&[y[3], y[4], y[5], a[0], a[1] - self.gravity, a[2]])
    }

    /// The motion at each of the ascending times `times` (s); what of `held` pushes, holds from the start.
    pub fn course(&self, start: Motion, held: &[Touch], times: &[f64]) -> Vec<Motion> {
        let (mut y, mut held, mut at) = (start, held.to_vec(), 0.0);
        let mut found = Vec::new();
        for &time in times {
            while time - at > 1e-13 {
                let h = FINE.min(time - at);
                let advanced = |h: f64| step(&|y| self.derivative(&held, y), &y, h);
                let let_go = |y: &Motion| {
                    let (rows, reactions) = self.holding(&held, y);
                    rows.iter().zip(reactions).position(|(row, x)| x < 0.0 || row.inside < 0.0)
                };
                let end = advanced(h);
                let struck = self.separation(&end) < -DEEP;
                let happened =
                    |y: &Motion| let_go(y).is_some() || (struck && self.separation(y) < -0.01 * DEEP);
                if !happened(&end) {
                    (y, at) = (end, at + h);
                    continue;
                }
                // The first of them, to the last bit of the time.
                let (mut before, mut after) = (0.0, h);
                for _ in 0..50 {
                    let middle = 0.5 * (before + after);
                    if happened(&advanced(middle)) { after = middle } else { before = middle }
                }
                (y, at) = (advanced(after), at + after);
                match let_go(&y) {
                    Some(k) => {
                        held.remove(k);
                    }
                    None => held = self.impact(&mut y),
                }
            }
            found.push(y);
        }
        found
    }

    /// Takes the approach out of `y` and says which touches push from then on.
    fn impact(&self, y: &mut Motion) -> Vec<Touch> {
        let near = |y: &Motion| -> Vec<Touch> {
            let close = |t: &Touch| {
                let row = self.row(*t, y);
                row.gap.abs() < 10.0 * DEEP && row.inside > -10.0 * DEEP
            };
            self.touches().filter(close).collect()
        };
        let touching = near(y);
        for touch in &touching {
            let row = self.row(*touch, y);
            let out = (-row.gap).max(0.0);
            y[0] += out * row.normal[0];
            y[1] += out * row.normal[1];
        }
        let rows: Vec<Row> = touching.iter().map(|t| self.row(*t, y)).collect();
        let rate = |row: &Row, y: &Motion| (0..3).map(|k| row.row[k] * y[3 + k]).sum::<f64>();
        let rates: Vec<f64> = rows.iter().map(|row| rate(row, y)).collect();
        let change = self.pushed(&rows, &self.reactions(&rows, &rates));
        (0..3).for_each(|k| y[3 + k] += change[k]);
        let stay: Vec<Touch> = touching.into_iter().filter(|t| rate(&self.row(*t, y), y) < 1e-9).collect();
        let rows: Vec<Row> = stay.iter().map(|t| self.row(*t, y)).collect();
        let pushes = self.reactions(&rows, &self.free_accelerations(&rows));
        stay.into_iter().zip(pushes).filter(|(_, x)| *x > 0.0).map(|(t, _)| t).collect()
    }
}
