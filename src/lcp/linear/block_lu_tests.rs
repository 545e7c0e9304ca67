//! The sparse factorisation against dense matrices.

use nalgebra::{DMatrix, DVector, Matrix3};

use super::*;
use crate::lcp::problem::test_problems::Random;

/// Cliques with the values of three rows.
fn cliques(list: &[Vec<usize>], random: &mut Random) -> (Rows, Vec<[f64; 3]>) {
    let mut rows = Rows { first: vec![0], ..Rows::default() };
    for columns in list {
        rows.columns.extend(columns);
        rows.first.push(rows.columns.len());
    }
    let values = rows.columns.iter().map(|_| [(); 3].map(|()| random.symmetric())).collect();
    (rows, values)
}

fn dense(rows: &Rows, values: &[[f64; 3]], between: &[Option<[[f64; 3]; 3]>], n: usize) -> DMatrix<f64> {
    let mut a = DMatrix::identity(n, n);
    for (range, b) in rows.first.windows(2).zip(between) {
        let mut c = DMatrix::zeros(3, n);
        (range[0]..range[1]).for_each(|e| (0..3).for_each(|i| c[(i, rows.columns[e])] = values[e][i]));
        if let Some(b) = b {
            a += c.transpose() * Matrix3::from_fn(|i, j| b[i][j]) * c;
        }
    }
    a
}

/// Solves with random matrices between, which as in contacts that slide are positive but for a part that is not symmetric, and compares with the dense matrix.
fn check(n: usize, block: usize, list: &[Vec<usize>], random: &mut Random) {
    let (rows, values) = cliques(list, random);
    let mut factor: Option<BlockLu> = None;
    for _ in 0..3 {
        let mut starts: Vec<usize> = (0..n).step_by(block).collect();
        starts.push(n);
        let between: Vec<Option<[[f64; 3]; 3]>> = list
            .iter()
            .map(|_| {
                (random.symmetric() > -0.5).then(|| {
                    let mut b = [[0.0; 3]; 3];
                    (0..3).for_each(|i| b[i][i] = 10.0 * random.symmetric().abs());
                    (1..3).for_each(|i| b[i][0] = b[0][0] * 0.7 * random.symmetric());
                    b
                })
            })
            .collect();
        let mut now = BlockLu::new(starts, &rows, factor.take());
        assert!(now.factor(&values, |k| between[k]));
        let b = random.vector(n);
        let mut x = b.clone();
        now.solve(x.as_mut_slice());
        let rest: DVector<f64> = dense(&rows, &values, &between, n) * &x - &b;
        assert!(rest.amax() < 1e-10, "{n} {block}: {:e}", rest.amax());
        factor = Some(now);
    }
}

#[test]
fn it_solves_what_it_factored() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let n = 1 + random.below(80);
        let list: Vec<Vec<usize>> = (0..random.below(50))
            .map(|_| {
                let mut columns: Vec<usize> = (0..1 + random.below(5)).map(|_| random.below(n)).collect();
                columns.sort_unstable();
                columns.dedup();
                columns
            })
            .collect();
        check(n, 1 + random.below(7), &list, &mut random);
    }
    check(3, 6, &[], &mut Random::new(0));
}

/// A row of bodies, each on the next, is sparse; everything on everything is one front, wider than a panel.
#[test]
fn it_solves_rows_of_bodies_and_heaps() {
    let pair = |a: usize, b: usize| (6 * a..6 * a + 6).chain(6 * b..6 * b + 6).collect::<Vec<usize>>();
    let row: Vec<_> = (0..39).flat_map(|k| vec![pair(k, k + 1); 2]).collect();
    check(240, 6, &row, &mut Random::new(1));
    let heap: Vec<_> = (0..9).flat_map(|a| (a + 1..9).map(move |b| pair(a, b))).collect();
    check(54, 6, &heap, &mut Random::new(2));
}

/// Where a diagonal entry vanishes another row of the same supernode is the pivot.
#[test]
fn a_pivot_may_be_another_row() {
    // I + B with B − the identity: nothing is left on the diagonal, but the matrix is a permutation.
    let rows = Rows { first: vec![0, 2], columns: vec![0, 1], values: Vec::new() };
    let values = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let b = [[-1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0; 3]];
    let mut factor = BlockLu::new(vec![0, 2], &rows, None);
    assert!(factor.factor(&values, |_| Some(b)));
    let mut x = [3.0, 5.0];
    factor.solve(&mut x);
    assert_eq!(x, [5.0, 3.0]);
    let singular = [[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0; 3]];
    assert!(!factor.factor(&values, |_| Some(singular)));
    assert!(!factor.factor(&values, |_| Some([[f64::NAN; 3]; 3])));
}
