//! Tests of the method on the Gram matrix: against the dual active-set method, dependent rows, contradictions.

use super::{BLOCK, SmallSolver};
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
use crate::lcp::convex::test_piles::pile;
use crate::lcp::problem::test_problems::Random;

const SETTINGS: ConvexSettings = ConvexSettings { tolerance: 1e-11, scale: 1.0, max_iterations: None };

/// `blocks` bodies and `count` rows between them that all hold somewhere; some rows are sums of others.
fn random(random: &mut Random, solver: &mut SmallSolver, blocks: usize, count: usize, warm: &[usize]) {
    let mut number = || random.symmetric();
    let inside: Vec<[f64; BLOCK]> = (0..blocks).map(|_| [0; BLOCK].map(|_| number())).collect();
    solver.begin(blocks);
    let mut last: Option<([Option<usize>; 2], [[f64; BLOCK]; 2])> = None;
    for i in 0..count {
        let a = ((number() + 1.0) * 0.5 * blocks as f64) as usize % blocks;
        let b = (a + 1 + i % 3) % blocks;
        let at = [Some(a), Some(b).filter(|b| i % 4 != 0 && *b != a)];
        let fresh = [0; 2].map(|_| [0; BLOCK].map(|_| number()));
        // Every fifth row is the one before, seen from elsewhere: dependent on it and on the next.
        let (at, values) = match last {
            Some((at, values)) if i % 5 == 0 => (at, values.map(|v| v.map(|x| 2.0 * x))),
            _ => (at, fresh),
        };
        let sum = |k: usize| at[k].map_or(0.0, |at| super::dot6(&values[k], &inside[at]));
        let rhs = sum(0) + sum(1) - 0.1 * number().max(0.0);
        solver.push(at, values, rhs, warm.contains(&i));
        last = Some((at, values));
    }
}

#[test]
fn it_says_what_the_dual_active_set_method_says() {
    let mut numbers = Random::new(7);
    let (mut solver, mut answered) = (SmallSolver::default(), 0);
    for round in 0..300 {
        let (blocks, count) = (1 + numbers.below(6), 1 + numbers.below(30));
        let warm: Vec<usize> = (0..numbers.below(6)).map(|_| numbers.below(count)).collect();
        random(&mut numbers, &mut solver, blocks, count, &warm);
        let stated = solver.stated(BLOCK).unwrap();
        let expected = solve_convex(&stated, &SETTINGS, &[]);
        assert_eq!(expected.status, ConvexStatus::Solved);
        let Some(found) = solver.solve(&SETTINGS) else { continue };
        answered += 1;
        let y: Vec<f64> = solver.point().iter().flatten().copied().collect();
        let mut multipliers = vec![0.0; count];
        solver.active().iter().for_each(|&(i, u)| multipliers[i] = u);
        let apart = y.iter().zip(expected.y.iter()).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        assert!(apart < 1e-9 * expected.y.norm().max(1.0), "round {round}: {apart:e} apart");
        let kkt = stated.kkt(&y.into(), &multipliers);
        assert!(
            kkt < 1e-9 && (found.kkt - kkt).abs() < 1e-12,
            "round {round}: {kkt:e}, said {:e}",
            found.kkt
        );
    }
    // Rows that are nearly dependent are left to the other method, and are rare.
    assert!(answered > 280, "{answered}");
}

#[test]
fn a_pile_from_its_own_answer_takes_no_exchange() {
    let pile = pile(27, 3.0, true, 1);
    let fill = |solver: &mut SmallSolver, warm: &[usize]| {
        solver.begin(27);
        for (i, row) in pile.rows.iter().enumerate() {
            let (mut at, mut values) = ([None; 2], [[0.0; BLOCK]; 2]);
            for (column, x) in row {
                let block = Some(column / BLOCK);
                let k = usize::from(at[0].is_some() && at[0] != block);
                at[k] = block;
                values[k][column % BLOCK] += x;
            }
            // The free motion is the origin here.
            let moved: f64 = row.iter().map(|(c, x)| x * pile.target[*c]).sum();
            solver.push(at, values, pile.rhs[i] - moved, warm.contains(&i));
        }
    };
    let mut solver = SmallSolver::default();
    fill(&mut solver, &[]);
    let cold = solver.solve(&SETTINGS).expect("a pile is ordinary");
    let active: Vec<usize> = solver.active().iter().map(|found| found.0).collect();
    assert!(cold.iterations >= active.len() && active.len() > 27);
    fill(&mut solver, &active);
    let warm = solver.solve(&SETTINGS).expect("a pile is ordinary");
    assert_eq!(warm.iterations, 0);
    assert!(warm.kkt < 1e-12);
}

#[test]
fn contradictions_and_rows_of_zeros_have_no_answer() {
    let mut solver = SmallSolver::default();
    let along = |x: f64| [[x, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0; BLOCK]];
    solver.begin(1);
    solver.push([Some(0), None], along(1.0), 1.0, false);
    solver.push([Some(0), None], along(-2.0), -1.0, true);
    assert_eq!(solver.solve(&SETTINGS), None);
    let stated = solver.stated(3).unwrap();
    assert_eq!((stated.size(), solver.guess()), (3, vec![1]));
    assert_eq!(solve_convex(&stated, &SETTINGS, &[]).conflict, [0, 1]);
    solver.begin(1);
    solver.push([None, None], along(1.0), 0.0, false);
    assert_eq!(solver.solve(&SETTINGS), None);
}
