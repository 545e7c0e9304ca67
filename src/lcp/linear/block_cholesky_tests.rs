//! The sparse factorisation against dense matrices, and when an analysis is kept.

use nalgebra::{DMatrix, DVector};

use super::*;
use crate::lcp::convex::test_piles::pile;
use crate::lcp::problem::test_problems::Random;

fn rows(list: &[Vec<(usize, f64)>]) -> Rows {
    let mut rows = Rows { first: vec![0], ..Rows::default() };
    for row in list {
        let mut row = row.clone();
        row.sort_by_key(|&(c, _)| c);
        rows.columns.extend(row.iter().map(|&(c, _)| c));
        rows.values.extend(row.iter().map(|&(_, x)| x));
        rows.first.push(rows.columns.len());
    }
    rows
}

fn dense(rows: &Rows, weights: &[f64], n: usize) -> DMatrix<f64> {
    let mut a = DMatrix::identity(n, n);
    for (i, range) in rows.first.windows(2).enumerate() {
        for e in range[0]..range[1] {
            for g in range[0]..range[1] {
                a[(rows.columns[e], rows.columns[g])] += weights[i] * rows.values[e] * rows.values[g];
            }
        }
    }
    a
}

/// Solves with random weights and compares with the dense matrix.
fn check(n: usize, block: usize, rows: &Rows, random: &mut Random) {
    let mut starts: Vec<usize> = (0..n).step_by(block).collect();
    starts.push(n);
    let mut factor = BlockCholesky::new(starts, rows, None);
    for _ in 0..3 {
        let weights: Vec<f64> =
            (0..rows.first.len() - 1).map(|_| 10.0 * random.symmetric().max(0.0)).collect();
        assert!(factor.factor(&rows.values, &weights));
        let b = random.vector(n);
        let mut x = b.clone();
        factor.solve(x.as_mut_slice());
        let rest = dense(rows, &weights, n) * &x - &b;
        assert!(rest.amax() < 1e-12, "{n} {block}: {:e}", rest.amax());
    }
}

#[test]
fn it_solves_what_it_factored() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let n = 1 + random.below(60);
        let list: Vec<Vec<(usize, f64)>> = (0..random.below(50))
            .map(|_| {
                let mut columns: Vec<usize> = (0..1 + random.below(4)).map(|_| random.below(n)).collect();
                columns.sort_unstable();
                columns.dedup();
                columns.into_iter().map(|c| (c, random.symmetric())).collect()
            })
            .collect();
        check(n, 1 + random.below(7), &rows(&list), &mut random);
    }
    check(3, 6, &rows(&[]), &mut Random::new(0));
    let boxes = pile(40, 3.0, true, 1);
    check(240, 6, &rows(&boxes.rows), &mut Random::new(1));
}

#[test]
fn the_analysis_is_kept_for_the_same_graph() {
    let boxes = pile(30, 3.0, true, 1);
    let all = rows(&boxes.rows);
    let starts: Vec<usize> = (0..=30).map(|b| 6 * b).collect();
    let fresh = BlockCholesky::new(starts.clone(), &all, None);
    let kept = BlockCholesky::new(starts.clone(), &all, Some(fresh.clone()));
    let few = rows(&boxes.rows[..20]);
    let other = BlockCholesky::new(starts.clone(), &few, Some(fresh.clone()));
    let plain = BlockCholesky::new(starts, &few, None);
    let x = DVector::from_fn(180, |i, _| (i as f64).sin());
    let solve = |mut f: BlockCholesky, rows: &Rows| {
        let weights = vec![7.0; rows.first.len() - 1];
        assert!(f.factor(&rows.values, &weights));
        let mut x = x.clone();
        f.solve(x.as_mut_slice());
        x
    };
    assert_eq!(solve(kept, &all), solve(fresh, &all));
    // Another graph may be done in the same order: the same but for the last bits.
    assert!((solve(other, &few) - solve(plain, &few)).amax() < 1e-12);
}

#[test]
fn an_analysis_serves_a_graph_that_its_fronts_hold() {
    let boxes = pile(40, 3.0, true, 2);
    let all = rows(&boxes.rows);
    let starts: Vec<usize> = (0..=40).map(|b| 6 * b).collect();
    let fresh = BlockCholesky::new(starts.clone(), &all, None);
    // One pair of boxes has no rows any more: the same fronts, with zeros in them.
    let gone = *fresh.fronts.pairs.last().unwrap();
    let block = |row: &Vec<(usize, f64)>| (row[0].0 / 6, row[row.len() - 1].0 / 6);
    let left: Vec<_> = boxes.rows.iter().filter(|row| block(row) != gone).cloned().collect();
    assert!(left.len() < boxes.rows.len());
    let fewer = rows(&left);
    let mut kept = BlockCholesky::new(starts.clone(), &fewer, Some(fresh.clone()));
    assert_eq!(kept.fronts.pairs, fresh.fronts.pairs, "the analysis was made again");
    let weights = vec![5.0; left.len()];
    assert!(kept.factor(&fewer.values, &weights));
    let b = Random::new(3).vector(240);
    let mut x = b.clone();
    kept.solve(x.as_mut_slice());
    assert!((dense(&fewer, &weights, 240) * &x - &b).amax() < 1e-12);
    // Two boxes that nothing joins, in no front together, are another graph.
    let apart = (0..40).flat_map(|a| (a + 1..40).map(move |b| (a, b))).find(|p| {
        let mut pairs = fresh.fronts.pairs.clone();
        pairs.push(*p);
        pairs.sort_unstable();
        !fresh.fronts.serves(&pairs)
    });
    let (a, b) = apart.unwrap();
    let mut more = boxes.rows.clone();
    more.push(vec![(6 * a, 1.0), (6 * b, -1.0)]);
    let other = BlockCholesky::new(starts, &rows(&more), Some(fresh.clone()));
    assert_ne!(other.fronts.pairs, fresh.fronts.pairs);
}

#[test]
fn overflow_is_noticed() {
    let all = rows(&[vec![(0, 1.0), (1, 1.0)]]);
    let mut factor = BlockCholesky::new(vec![0, 2], &all, None);
    assert!(!factor.factor(&all.values, &[f64::INFINITY]));
    assert!(!factor.factor(&all.values, &[f64::NAN]));
    assert!(factor.factor(&all.values, &[1.0]));
}
