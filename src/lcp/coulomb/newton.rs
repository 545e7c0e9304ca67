//! Newton's method for contacts that are springs, with a dense factorisation where that is small, else a sparse one.

use crate::lcp::convex::proximal_newton::{SparseSolver, blocks};
use crate::lcp::convex::rows::Rows;
use crate::lcp::coulomb::CoulombContact;
use crate::lcp::linear::block_lu::BlockLu;
use crate::lcp::linear::dense::Lu;

/// From this many unknowns on the sparse factorisation is faster.
const SPARSE: usize = 24;

/// Newton steps for one stiffness at most, and halvings of a step.
const MAX_STEPS: usize = 40;
const MAX_HALVINGS: usize = 10;

/// A Newton step that leaves more than this part of the least that was out of balance before is idle (dimensionless).
const PROGRESS: f64 = 0.9;

/// What is out of balance by less than this of what it is summed from is rounding (dimensionless).
const NOISE: f64 = 1e-15;

/// A contact slides back where its direction is turned by more than that of this cosine.
const BACK: f64 = -0.5;

/// Sweeps over rows that give way: they are a beginning.
const GIVE_WAY: usize = 20;

/// A step is taken where it lowers the residual by this part of what it promises (dimensionless).
const ENOUGH: f64 = 1e-4;

/// The contacts: three rows of the same columns each.
pub(super) struct Springs {
    size: usize,
    pub mu: Vec<f64>,
    pub offsets: Vec<[f64; 3]>,
    /// Compliance, and the largest impulse, of the normal row where there is no friction.
    pub give: Vec<(f64, f64)>,
    /// The columns of each contact, without values.
    pub cliques: Rows,
    /// Of each of those columns what the three rows have there.
    pub values: Vec<[f64; 3]>,
    /// Squared lengths of the normal row and of the longer tangent, in the mean over each pair.
    lengths: Vec<(f64, f64)>,
}

/// A solution for one stiffness.
pub(super) struct Sprung {
    pub impulses: Vec<[f64; 3]>,
    pub steps: usize,
    pub solved: bool,
}

/// What a spring does at a speed: the impulse, and how it changes with the speed.
#[derive(Clone, Copy, Default)]
struct Spring {
    impulse: [f64; 3],
    pushes: bool,
    /// Direction of friction where it slides.
    along: Option<[f64; 2]>,
    /// Stiffness across that direction over ρ, where it slides.
    across: f64,
}

impl Springs {
    pub fn new(size: usize, contacts: &[CoulombContact]) -> Self {
        let mut this = Self {
            size,
            mu: contacts.iter().map(|c| c.mu).collect(),
            offsets: contacts.iter().map(|c| c.offsets).collect(),
            give: contacts.iter().map(|c| (c.compliance, c.most)).collect(),
            cliques: Rows { first: vec![0], ..Rows::default() },
            values: Vec::new(),
            lengths: Vec::new(),
        };
        for contact in contacts {
            let columns = &mut this.cliques.columns;
            let begin = columns.len();
            let of_row = |row: usize| contact.rows[row].entries().iter().map(move |&(c, x)| (c, row, x));
            let mut entries: Vec<(usize, usize, f64)> = (0..3).flat_map(of_row).collect();
            entries.sort_unstable_by_key(|e| (e.0, e.1));
            for (column, row, x) in entries {
                if columns.len() == begin || columns.last() != Some(&column) {
                    columns.push(column);
                    this.values.push([0.0; 3]);
                }
                if let Some(values) = this.values.last_mut() {
                    values[row] = x;
                }
            }
            this.cliques.first.push(columns.len());
            let length = |row: usize| contact.rows[row].norm().powi(2);
            let some = |x: f64| if x > 0.0 { x } else { 1.0 };
            this.lengths.push((some(length(0)), some(length(1).max(length(2)))));
        }
        let alike = |a: &CoulombContact, b: &CoulombContact| a.pair.is_some() && a.pair == b.pair;
        let mut lengths = this.lengths.as_mut_slice();
        for pair in contacts.chunk_by(alike) {
            let (of_pair, rest) = lengths.split_at_mut(pair.len());
            let count = of_pair.len() as f64;
            let sum = of_pair.iter().fold((0.0, 0.0), |sum, l| (sum.0 + l.0, sum.1 + l.1));
            of_pair.fill((sum.0 / count, sum.1 / count));
            lengths = rest;
        }
        this
    }

    fn entries(&self, k: usize) -> impl Iterator<Item = (usize, &[f64; 3])> {
        let range = self.cliques.range(k);
        self.cliques.columns[range.clone()].iter().copied().zip(&self.values[range])
    }

    /// Nᵀp + Tᵀf.
    pub fn moved(&self, impulses: &[[f64; 3]]) -> Vec<f64> {
        let mut y = vec![0.0; self.size];
        for (k, r) in impulses.iter().enumerate().filter(|(_, r)| **r != [0.0; 3]) {
            for (column, v) in self.entries(k) {
                y[column] += v[0] * r[0] + v[1] * r[1] + v[2] * r[2];
            }
        }
        y
    }

    /// What is out of balance at y.
    fn left(&self, y: &[f64], springs: &[Spring]) -> Vec<f64> {
        let impulses: Vec<[f64; 3]> = springs.iter().map(|s| s.impulse).collect();
        y.iter().zip(&self.moved(&impulses)).map(|(y, m)| y - m).collect()
    }

    /// The size of the numbers that what springs move is summed from.
    fn weight(&self, springs: &[Spring]) -> f64 {
        let mut sum = vec![0.0; self.size];
        for (k, Spring { impulse: r, .. }) in springs.iter().enumerate().filter(|(_, s)| s.impulse[0] > 0.0) {
            for (column, v) in self.entries(k) {
                sum[column] += (v[0] * r[0]).abs() + (v[1] * r[1]).abs() + (v[2] * r[2]).abs();
            }
        }
        sum.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// The speeds at y.
    pub fn speeds(&self, y: &[f64]) -> Vec<[f64; 3]> {
        let mut speeds = self.rates(y);
        for (u, b) in speeds.iter_mut().zip(&self.offsets) {
            (0..3).for_each(|i| u[i] += b[i]);
        }
        speeds
    }

    /// The speeds at y without the offsets.
    fn rates(&self, y: &[f64]) -> Vec<[f64; 3]> {
        let rate = |k: usize| {
            let mut u = [0.0; 3];
            for (column, v) in self.entries(k) {
                (0..3).for_each(|i| u[i] += v[i] * y[column]);
            }
            u
        };
        (0..self.mu.len()).map(rate).collect()
    }

    /// How far impulses are from Coulomb's law (m/s).
    pub fn residual(&self, speeds: &[[f64; 3]], impulses: &[[f64; 3]], mass: f64) -> f64 {
        let off = |k: usize| {
            let (u, r) = (&speeds[k], &impulses[k]);
            // f64::min and f64::max drop a NaN.
            if !u.iter().chain(r).all(|x| x.is_finite()) {
                return f64::INFINITY;
            }
            let (compliance, most) = self.give[k];
            let (p, w) = (r[0] / mass, u[0] + compliance * r[0]);
            let normal = if most.is_finite() { p - (p - w).max(0.0).min(most / mass) } else { w.min(p) };
            let normal = normal.abs();
            let free = [r[1] - mass * u[1], r[2] - mass * u[2]];
            let (size, most) = ((free[0] * free[0] + free[1] * free[1]).sqrt(), self.mu[k] * r[0].max(0.0));
            let share = if size > most { most / size } else { 1.0 };
            normal.max((r[1] - share * free[0]).hypot(r[2] - share * free[1]) / mass)
        };
        (0..self.mu.len()).map(off).fold(0.0, f64::max)
    }

    /// Sets the impulses of the rows that give way to what they are beside those of the others, as nearly as some sweeps find them.
    pub fn give_way(&self, impulses: &mut [[f64; 3]]) {
        let soft: Vec<usize> = (0..self.mu.len()).filter(|&k| self.give[k].0 > 0.0).collect();
        let mut y = if soft.is_empty() { return } else { self.moved(impulses) };
        for _ in 0..GIVE_WAY {
            for &k in &soft {
                let speed = self.entries(k).fold(self.offsets[k][0], |u, (column, v)| u + v[0] * y[column]);
                let length: f64 = self.entries(k).map(|(_, v)| v[0] * v[0]).sum();
                let ((compliance, most), old) = (self.give[k], impulses[k][0]);
                let p = (old - (speed + compliance * old) / (length + compliance)).max(0.0).min(most);
                self.entries(k).for_each(|(column, v)| y[column] += v[0] * (p - old));
                impulses[k][0] = p;
            }
        }
    }

    fn spring(&self, k: usize, given: &[f64; 3], stiffness: f64, u: &[f64; 3]) -> Spring {
        let normal = stiffness / self.lengths[k].0;
        let p = given[0] - normal * u[0];
        if !(p > 0.0) {
            return Spring::default();
        }
        if !(self.mu[k] > 0.0) {
            let (compliance, most) = self.give[k];
            let p = p / (1.0 + normal * compliance);
            let impulse = [p.min(most), 0.0, 0.0];
            return Spring { impulse, pushes: p < most, along: Some([0.0; 2]), across: 0.0 };
        }
        let free = self.free(k, given, stiffness, u);
        let (size, most) = ((free[0] * free[0] + free[1] * free[1]).sqrt(), self.mu[k] * p);
        if size > most {
            let along = [free[0] / size, free[1] / size];
            let impulse = [p, most * along[0], most * along[1]];
            return Spring { impulse, pushes: true, along: Some(along), across: most / size };
        }
        Spring { impulse: [p, free[0], free[1]], pushes: true, along: None, across: 0.0 }
    }

    /// The springs of the first point, those that slide there and would slide back at the other one, a whole step on, as if they stuck: in between they do, within a speed
    /// that a stiff spring makes small, so that halves of the step would be long in finding it. `None` where there are none.
    fn stuck(
        &self,
        given: &[[f64; 3]],
        stiffness: f64,
        speeds: &[[f64; 3]],
        [now, then]: [&At; 2],
    ) -> Option<Vec<Spring>> {
        let mut pieces = now.springs.clone();
        let mut any = false;
        for (k, (piece, then)) in pieces.iter_mut().zip(&then.springs).enumerate() {
            let Some(([x, y], [u, v])) = piece.along.zip(then.along) else { continue };
            if x * u + y * v < BACK {
                let free = self.free(k, &given[k], stiffness, &speeds[k]);
                let impulse = [piece.impulse[0], free[0], free[1]];
                *piece = Spring { impulse, pushes: true, along: None, across: 0.0 };
                any = true;
            }
        }
        any.then_some(pieces)
    }

    /// The friction of a contact that sticks.
    fn free(&self, k: usize, given: &[f64; 3], stiffness: f64, u: &[f64; 3]) -> [f64; 2] {
        let tangent = stiffness / self.lengths[k].1;
        [given[1] - tangent * u[1], given[2] - tangent * u[2]]
    }

    /// −∂r/∂u of a contact: rows of r, columns of u; `None` where it does not push.
    fn bend(&self, k: usize, spring: &Spring, stiffness: f64) -> Option<[[f64; 3]; 3]> {
        let (normal, tangent) = (stiffness / self.lengths[k].0, stiffness / self.lengths[k].1);
        let mut bend = [[normal, 0.0, 0.0], [0.0, tangent, 0.0], [0.0, 0.0, tangent]];
        if !(self.mu[k] > 0.0) {
            bend[0][0] /= 1.0 + normal * self.give[k].0;
        }
        if let Some([x, y]) = spring.along {
            let (across, push) = (tangent * spring.across, self.mu[k] * normal);
            bend[1] = [push * x, across * (1.0 - x * x), -across * x * y];
            bend[2] = [push * y, -across * x * y, across * (1.0 - y * y)];
        }
        spring.pushes.then_some(bend)
    }
}

/// What is kept from one Newton step to the next: the sparse factorisation, where there is one.
pub(super) struct Newton(Option<BlockLu>);

/// The springs at a point, and what is out of balance there.
struct At {
    springs: Vec<Spring>,
    rest: Vec<f64>,
    norm: f64,
}

impl Newton {
    pub fn new(springs: &Springs, sparse: &mut SparseSolver) -> Self {
        let Springs { size, cliques, .. } = springs;
        Self((*size >= SPARSE).then(|| BlockLu::new(blocks(*size, cliques), cliques, sparse.lend())))
    }

    /// Leaves the symbolic analysis to the next problem.
    pub fn give_back(self, sparse: &mut SparseSolver) {
        if let Some(factor) = self.0 {
            sparse.keep(factor);
        }
    }

    /// Impulses and motion of springs with `given` impulses and a stiffness, from the motion `start` with its speeds; given up after `patience` idle
    /// steps in a row.
    pub fn solve(
        &mut self,
        springs: &Springs,
        given: &[[f64; 3]],
        stiffness: f64,
        start: (&[f64], &[[f64; 3]]),
        tolerance: f64,
        patience: usize,
    ) -> Sprung {
        let at = |y: &[f64], speeds: &[[f64; 3]]| {
            let spring = |k: usize| springs.spring(k, &given[k], stiffness, &speeds[k]);
            let found: Vec<Spring> = (0..speeds.len()).map(spring).collect();
            let rest = springs.left(y, &found);
            let norm = rest.iter().map(|x| x * x).sum::<f64>().sqrt();
            At { springs: found, rest, norm }
        };
        let (mut y, mut speeds) = (start.0.to_vec(), start.1.to_vec());
        let mut now = at(&y, &speeds);
        let sprung = |now: &At, steps: usize, solved: bool| Sprung {
            impulses: now.springs.iter().map(|s| s.impulse).collect(),
            steps,
            solved,
        };
        let (mut least, mut idle) = (now.norm, 0);
        // Matrices that were factored besides those of the steps.
        let mut tries = 0;
        for step in 0..MAX_STEPS {
            if now.norm <= tolerance.max(NOISE * springs.weight(&now.springs)) {
                return sprung(&now, step + tries, true);
            }
            if idle == patience {
                return sprung(&now, step + tries, false);
            }
            let Some(way) = self.direction(springs, stiffness, &now.springs, &now.rest) else {
                return sprung(&now, step + tries, false);
            };
            let go = |way: &[f64], along: &[[f64; 3]], share: f64| {
                let next: Vec<f64> = y.iter().zip(way).map(|(y, d)| y - share * d).collect();
                let moved: Vec<[f64; 3]> = speeds
                    .iter()
                    .zip(along)
                    .map(|(u, d)| [u[0] - share * d[0], u[1] - share * d[1], u[2] - share * d[2]])
                    .collect();
                let then = at(&next, &moved);
                let enough = then.norm < (1.0 - ENOUGH * share) * now.norm;
                ((next, moved, then), enough)
            };
            let along = springs.rates(&way);
            let (mut share, (mut best, mut enough)) = (1.0, go(&way, &along, 1.0));
            if !enough && let Some(pieces) = springs.stuck(given, stiffness, &speeds, [&now, &best.2]) {
                tries += 1;
                let rest = springs.left(&y, &pieces);
                if let Some(way) = self.direction(springs, stiffness, &pieces, &rest) {
                    let (other, other_enough) = go(&way, &springs.rates(&way), 1.0);
                    if other.2.norm < best.2.norm {
                        (best, enough) = (other, other_enough);
                    }
                }
            }
            for _ in 1..MAX_HALVINGS {
                if enough {
                    break;
                }
                share *= 0.5;
                let other;
                (other, enough) = go(&way, &along, share);
                if other.2.norm < best.2.norm {
                    best = other;
                }
            }
            // At a kink, where a contact begins to slide or lets go, no share may be better. The least bad one crosses it, and the
            // matrix of the other side leads on.
            (y, speeds, now) = best;
            if now.norm < PROGRESS * least {
                (least, idle) = (now.norm, 0);
            } else {
                idle += 1;
            }
        }
        sprung(&now, MAX_STEPS + tries, false)
    }

    /// The solution d of J d = what is out of balance; `None` where J has none.
    fn direction(
        &mut self,
        springs: &Springs,
        stiffness: f64,
        now: &[Spring],
        rest: &[f64],
    ) -> Option<Vec<f64>> {
        let found = match &mut self.0 {
            Some(factor) => {
                let bend = |k: usize| springs.bend(k, &now[k], stiffness);
                factor.factor(&springs.values, bend).then(|| {
                    let mut d = rest.to_vec();
                    factor.solve(&mut d);
                    d
                })
            }
            None => dense(springs, stiffness, now, rest),
        };
        found.filter(|d| d.iter().all(|x| x.is_finite()))
    }
}

fn dense(springs: &Springs, stiffness: f64, now: &[Spring], rest: &[f64]) -> Option<Vec<f64>> {
    let n = springs.size;
    let mut matrix = vec![0.0; n * n];
    (0..n).for_each(|i| matrix[i * n + i] = 1.0);
    for (k, spring) in now.iter().enumerate() {
        let Some(bend) = springs.bend(k, spring, stiffness) else { continue };
        for (i, v) in springs.entries(k) {
            let c: [f64; 3] =
                std::array::from_fn(|j| v[0] * bend[0][j] + v[1] * bend[1][j] + v[2] * bend[2][j]);
            let row = &mut matrix[i * n..(i + 1) * n];
            for (j, w) in springs.entries(k) {
                row[j] += c[0] * w[0] + c[1] * w[1] + c[2] * w[2];
            }
        }
    }
    Some(Lu::new(n, matrix)?.solve(rest))
}
