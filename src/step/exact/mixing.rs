//! Anderson's mixing of the steps of a fixed-point iteration.

use nalgebra::{DMatrix, DVector};
use std::collections::VecDeque;

/// Steps before the last that it is mixed with.
const DEPTH: usize = 4;

/// Differences of steps that depend on each other to this part count as one (of their squares, dimensionless).
const DEPENDENT: f64 = 1e-12;

/// A point, or a step from it: unknowns by which what is left is measured, and others that go along.
type Vectors = [Vec<f64>; 2];

/// What it knows of the steps before (Anderson 1965; Walker and Ni 2011): from them and the last one a point is put together at which, were the iteration
/// linear, least would be left. A few directions in which it contracts slowly, or not, do no harm then.
#[derive(Default)]
pub(super) struct Mixing {
    /// The last point and the step from there.
    last: Option<(Vectors, Vectors)>,
    /// Differences of points and of steps, the oldest first.
    differences: VecDeque<(Vectors, Vectors)>,
}

impl Mixing {
    /// From a point to the next, `step` being the one that the iteration would go.
    pub fn advance(&mut self, point: [&mut [f64]; 2], step: [&[f64]; 2]) {
        let less = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        let [x, u] = point;
        if let Some((at, went)) = self.last.take() {
            if self.differences.len() == DEPTH {
                self.differences.pop_front();
            }
            let of_points = [less(x, &at[0]), less(u, &at[1])];
            self.differences.push_back((of_points, [less(step[0], &went[0]), less(step[1], &went[1])]));
        }
        self.last = Some(([x.to_vec(), u.to_vec()], step.map(<[f64]>::to_vec)));
        let shares = self.shares(step[0]);
        for (k, x) in [x, u].into_iter().enumerate() {
            x.iter_mut().zip(step[k]).for_each(|(x, s)| *x += s);
            for (share, (points, steps)) in shares.iter().zip(&self.differences) {
                let moved = points[k].iter().zip(&steps[k]);
                x.iter_mut().zip(moved).for_each(|(x, (p, s))| *x -= share * (p + s));
            }
        }
    }

    /// How much of each difference to take away so that least of `step` is left.
    fn shares(&self, step: &[f64]) -> DVector<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let of_steps = |k: usize| -> &[f64] { &self.differences[k].1[0] };
        let m = self.differences.len();
        let none = DVector::zeros(m);
        if m == 0 {
            return none;
        }
        let gram = DMatrix::from_fn(m, m, |i, j| dot(of_steps(i), of_steps(j)));
        let right = DVector::from_fn(m, |i, _| dot(of_steps(i), step));
        let least = DEPENDENT * gram.diagonal().max();
        if !(least.is_finite() && right.iter().all(|x| x.is_finite())) {
            return none;
        }
        let eigen = gram.symmetric_eigen();
        let along = eigen.eigenvectors.tr_mul(&right);
        let kept = |(x, value): (&f64, &f64)| if *value > least { x / value } else { 0.0 };
        &eigen.eigenvectors * DVector::from_iterator(m, along.iter().zip(&eigen.eigenvalues).map(kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x <- G x + c with one direction in which the plain iteration runs away: mixed, it settles in as many steps as there are directions and one more.
    #[test]
    fn directions_that_do_not_contract_are_mixed_away() {
        let (factors, c) = ([1.3, 0.5, -0.2], [1.0, 2.0, 3.0]);
        let mut mixing = Mixing::default();
        let (mut x, mut along) = (vec![0.0; 3], vec![0.0]);
        let step = |x: &[f64]| -> Vec<f64> { (0..3).map(|k| factors[k] * x[k] + c[k] - x[k]).collect() };
        for _ in 0..4 {
            let went = step(&x);
            // What goes along follows the same differences.
            let follows = vec![went.iter().sum::<f64>()];
            mixing.advance([&mut x, &mut along], [&went, &follows]);
        }
        let left = step(&x).iter().fold(0.0_f64, |m, s| m.max(s.abs()));
        assert!(left < 1e-9, "{left:e}");
        for k in 0..3 {
            assert!((x[k] - c[k] / (1.0 - factors[k])).abs() < 1e-8);
        }
        assert!((along[0] - x.iter().sum::<f64>()).abs() < 1e-8);
    }
}
