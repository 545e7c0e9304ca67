//! Tests of Lemke's method on the contact points that matter.

use super::*;
use crate::lcp::judge::residual;
use crate::lcp::method::solve;
use crate::lcp::problem::test_problems::{Random, factored_friction};

/// The problem with `more` contact points added that are wide open, on the same coordinates.
fn with_open_points(lcp: &Lcp, more: usize, random: &mut Random) -> Lcp {
    let (old, mut blocks) = (lcp.factors().unwrap().clone(), lcp.blocks().unwrap().to_vec());
    let (n, columns) = (lcp.size(), old.columns);
    let mut factors = old;
    let mut b: Vec<f64> = lcp.b().iter().copied().collect();
    for k in 0..more {
        let at = n + 4 * k;
        let row = |random: &mut Random| SparseRow::new((0..columns).map(|c| (c, random.symmetric())));
        let (normal, slide) = (row(random), row(random));
        let back = SparseRow::new(slide.entries().iter().map(|&(c, x)| (c, -x)));
        for row in [normal, slide, back, SparseRow::default()] {
            factors.rows.push(row.clone());
            factors.forces.push(row);
        }
        factors.entries.push(SparseRow::default());
        factors.entries.extend([SparseRow::new([(at + 3, 1.0)]), SparseRow::new([(at + 3, 1.0)])]);
        factors.entries.push(SparseRow::new([(at, 0.5), (at + 1, -1.0), (at + 2, -1.0)]));
        b.extend([1e3, 0.0, 0.0, 0.0]);
        blocks.push(Block {
            normal: at,
            slacks: vec![],
            directions: vec![at + 1, at + 2],
            cone: Some(at + 3),
            friction: 0.5,
        });
    }
    Lcp::factored(factors, DVector::from_vec(b)).unwrap().with_blocks(blocks).unwrap()
}

/// Whatever it starts from, what it finds solves the whole problem.
#[test]
fn an_answer_of_some_contact_points_solves_the_problem_of_all() {
    let mut solved = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let m = 1 + random.below(14);
        let lcp = factored_friction(&mut random, m, 0.5);
        for start in [vec![], vec![0], (0..m).collect::<Vec<_>>(), vec![m + 7]] {
            let found = solve(&LemkeByContacts { start: &start }, &lcp, &LcpSettings::default(), None);
            let whole = solve(&Lemke, &lcp, &LcpSettings::default(), None);
            assert_eq!(found.report.status, whole.report.status, "seed {seed}, {start:?}");
            if found.report.status == Status::Solved {
                assert!(residual(&lcp, &found.z).natural_map <= 1e-10 * lcp.scale());
                solved += 1;
            }
        }
    }
    assert!(solved > 200, "{solved}");
}

/// Contact points that stay open cost no pivot and no row, and slide as they do.
#[test]
fn open_contact_points_cost_nothing() {
    let small = factored_friction(&mut Random::new(3), 9, 0.5);
    let alone = solve(&LemkeByContacts::default(), &small, &LcpSettings::default(), None);
    assert_eq!(alone.report.status, Status::Solved);
    for more in [10, 200] {
        let large = with_open_points(&small, more, &mut Random::new(5));
        let found = solve(&LemkeByContacts::default(), &large, &LcpSettings::default(), None);
        assert_eq!(found.report.status, Status::Solved);
        assert_eq!(found.report.iterations, alone.report.iterations);
        assert!(found.z.iter().zip(alone.z.iter()).all(|(x, y)| x == y));
        let w = large.slack(&found.z);
        assert!(w.iter().all(|w| *w >= -1e-10 * large.scale()));
    }
}

/// A problem with more loaded contact points than pivoting is asked for is given up at once.
#[test]
fn a_part_that_is_too_large_is_given_up_without_a_pivot() {
    let lcp = factored_friction(&mut Random::new(1), 80, 0.5);
    let all: Vec<usize> = (0..80).collect();
    let report = solve(&LemkeByContacts { start: &all }, &lcp, &LcpSettings::default(), None).report;
    assert_eq!((report.status, report.iterations), (Status::IterationLimit, 0));
    assert_eq!(report.reason.as_deref(), Some("80 contact points are loaded"));
}
