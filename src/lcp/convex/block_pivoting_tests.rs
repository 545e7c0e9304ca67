//! Tests of the pivots between sweeps: nothing raises the dual, whatever rows nearly contradict each other.

use nalgebra::DVector;

use super::Pivoting;
use crate::lcp::convex::interior_point::Data;
use crate::lcp::convex::proximal_newton::blocks;
use crate::lcp::convex::rows::{UnitRows, add};
use crate::lcp::convex::test_convex::problem;
use crate::lcp::convex::test_piles::pile;
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::linear::block_cholesky::BlockCholesky;
use crate::lcp::problem::test_problems::Random;

const PENALTY: f64 = 1e7;

/// A pile of boxes in which each row is there twice, the second tilted a little and with a little more or less asked for.
fn piled(count: usize) -> ConvexProblem {
    let pile = pile(count, 3.0, true, 5);
    let mut random = Random::new(8);
    let (mut rows, mut rhs): (Vec<SparseRow>, Vec<f64>) =
        (pile.rows.into_iter().map(SparseRow::new).collect(), pile.rhs);
    for i in 0..rows.len() {
        let tilted = rows[i].entries().iter().map(|&(c, x)| (c, x + 1e-3 * random.symmetric()));
        rows.push(SparseRow::new(tilted.collect::<Vec<_>>()));
        rhs.push(rhs[i] + 1e-5 * random.symmetric());
    }
    problem(DVector::from_vec(pile.target), rows, rhs, 0)
}

fn q(this: &Pivoting) -> f64 {
    let of_rows: f64 = this.u.iter().zip(this.data.rhs).map(|(u, d)| u * d).sum();
    0.5 * this.y.iter().map(|y| y * y).sum::<f64>() - of_rows
}

#[test]
fn neither_path_nor_sweeps_raise_the_dual() {
    let p = piled(60);
    let UnitRows { rows, rhs, .. } = UnitRows::new(&p);
    let data = Data { rows: &rows, rhs: &rhs, target: p.target().as_slice(), n_eq: 0 };
    let mut factor = BlockCholesky::new(blocks(p.size(), &rows), &rows, None);
    let mut random = Random::new(2);
    let mut u: Vec<f64> = (0..rhs.len()).map(|_| random.symmetric()).collect();
    let mut y = vec![0.0; p.size()];
    let mut this = Pivoting::new(&data, &mut factor, &mut y, &mut u, PENALTY, (1e-11, 1.0));
    this.start();
    let mut far = 0;
    for _ in 0..8 {
        let before = q(&this);
        assert!(this.solve_face().is_some());
        let reached = this.go();
        far += usize::from(reached > 0.0);
        let between = q(&this);
        assert!(between <= before + 1e-12 * before.abs(), "{between} {before}");
        // y belongs to u.
        let mut expected = data.target.to_vec();
        this.u.iter().enumerate().for_each(|(i, u)| add(data.rows, i, *u, &mut expected));
        assert!(expected.iter().zip(this.y.iter()).all(|(e, y)| (e - y).abs() <= 1e-12));
        this.sweep(3);
        assert!(q(&this) < between);
        (0..this.u.len()).for_each(|i| this.active[i] = this.u[i] > 0.0 && !this.left[i]);
    }
    assert!(far > 0);
}
