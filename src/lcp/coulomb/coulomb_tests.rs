//! Coulomb's law where the answer is known, and where rows depend on each other.

use super::*;

fn row(entries: &[(usize, f64)]) -> SparseRow {
    SparseRow::new(entries.iter().copied())
}

fn settings() -> CoulombSettings {
    CoulombSettings { mass: 1.0, speed: 1.0, aim: 1e-12, enough: 1e-9, nearly: 0.0, stays: false }
}

fn solved(size: usize, contacts: &[CoulombContact], near: Option<&[[f64; 3]]>) -> CoulombSolution {
    let found = solve_coulomb(size, contacts, near, &settings(), &mut SparseSolver::default());
    assert!(found.residual <= 1e-11, "residual {}", found.residual);
    found
}

/// A point of 1 kg that falls on a floor at 1 m/s and slides at (3, 4) k m/s.
fn point(k: f64, mu: f64) -> CoulombContact {
    let axis = |i: usize| row(&[(i, 1.0)]);
    let (compliance, most) = (0.0, f64::INFINITY);
    CoulombContact {
        pair: None,
        mu,
        rows: [axis(0), axis(1), axis(2)],
        offsets: [-1.0, 3.0 * k, 4.0 * k],
        compliance,
        most,
    }
}

#[test]
fn a_point_slides_sticks_and_flies() {
    let slides = solved(3, &[point(1.0, 0.5)], None);
    for (found, expected) in slides.impulses[0].iter().zip([1.0, -0.3, -0.4]) {
        assert!((found - expected).abs() < 1e-12, "{:?}", slides.impulses);
    }
    let sticks = solved(3, &[point(0.01, 0.5)], None);
    for (found, expected) in sticks.impulses[0].iter().zip([1.0, -0.03, -0.04]) {
        assert!((found - expected).abs() < 1e-12, "{:?}", sticks.impulses);
    }
    let mut up = point(1.0, 0.5);
    up.offsets[0] = 1.0;
    assert_eq!(solved(3, &[up], None).impulses, [[0.0; 3]]);
}

/// A light strut that a load goes through, and whose foot is thrown off the ground by what was taken back along another line: it flies, or it
/// stands with an impulse through its centre. Both obey Coulomb's law; it stands where that is what holds it now.
#[test]
fn what_may_part_or_stay_stays_where_it_is_held() {
    let (lever, stands) = ([40.0, 100.0], [1.0, -0.41]);
    let turned: f64 = lever[0] * stands[0] + lever[1] * stands[1];
    let strut = CoulombContact {
        pair: None,
        mu: 0.5,
        rows: [row(&[(0, 1.0), (2, lever[0])]), row(&[(1, 1.0), (2, lever[1])]), row(&[(3, 1.0)])],
        offsets: [-stands[0] - lever[0] * turned, -stands[1] - lever[1] * turned, 0.0],
        compliance: 0.0,
        most: f64::INFINITY,
    };
    assert!(strut.offsets[0] > 0.0, "nothing holds it");
    let strut = std::slice::from_ref(&strut);
    let held = [[0.9999, -0.409_959, 0.0]];
    let solve = |contacts: &[CoulombContact], stays: bool| {
        let settings = CoulombSettings { stays, ..settings() };
        solve_coulomb(4, contacts, Some(&held), &settings, &mut SparseSolver::default()).impulses[0]
    };
    let [p, f, g] = solve(strut, true);
    assert!((p - 1.0).abs() < 1e-9 && (f + 0.41).abs() < 1e-9 && g == 0.0, "{p} {f} {g}");
    // What bore it before is no reason to stay, nor is what bears it where that cannot go on.
    assert_eq!(solve(strut, false), [0.0; 3]);
    let slippery = [CoulombContact { mu: 0.4, ..strut[0].clone() }];
    assert_eq!(solve(&slippery, true), [0.0; 3]);
}

/// Corners of a plate that falls askew while it slides and spins: friction turns from corner to corner, and where it comes to rest four
/// corners say more than three.
fn plate(speed: f64, spin: f64, mu: f64) -> Vec<CoulombContact> {
    let corner = |(x, y): (f64, f64)| CoulombContact {
        pair: Some(0),
        mu,
        rows: [
            row(&[(0, 1.0), (3, 2.0 * y), (4, -2.0 * x)]),
            row(&[(1, 1.0), (4, 0.5), (5, -1.5 * y)]),
            row(&[(2, 1.0), (3, -0.5), (5, 1.5 * x)]),
        ],
        offsets: [-1.0 + 0.1 * x, speed - spin * y, spin * x],
        compliance: 0.0,
        most: f64::INFINITY,
    };
    [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(corner).to_vec()
}

#[test]
fn four_corners_slide_and_stick() {
    for (speed, spin) in [(0.0, 0.0), (0.1, 0.0), (2.0, 0.0), (0.5, 3.0), (0.0, 3.0), (1e-3, -0.2)] {
        for mu in [0.1, 0.5, 1.0] {
            let contacts = plate(speed, spin, mu);
            let cold = solved(6, &contacts, None);
            let near = solved(6, &contacts, Some(&cold.impulses));
            assert_eq!(near.iterations, 0, "the answer is where it starts");
            assert!((cold.y - near.y).norm() < 1e-12);
        }
    }
}

/// A plate whose mass is nearer to two of its corners: what they bear is linear in the place all the same, though they are lighter to move than the others.
#[test]
fn a_load_is_spread_evenly() {
    for shift in [0.0, 0.3, 0.6] {
        let mut contacts = plate(0.5, 3.0, 0.5);
        for (contact, x) in contacts.iter_mut().zip([1.0, 1.0, -1.0, -1.0]) {
            let row = &contact.rows[0];
            let moved = |&(c, v): &(usize, f64)| (c, if c == 4 { v * (x + shift) / x } else { v });
            contact.rows[0] = self::row(&row.entries().iter().map(moved).collect::<Vec<_>>());
        }
        let found = solved(6, &contacts, None);
        let p = |k: usize| found.impulses[k][0];
        assert!((0..4).all(|k| p(k) > 0.0), "all push");
        assert!((p(0) + p(3) - p(1) - p(2)).abs() < 1e-9, "{:?}", found.impulses);
    }
}

/// The contacts of so many plates beside each other.
fn beside(count: usize, plate: &[CoulombContact]) -> Vec<CoulombContact> {
    let shifted =
        |r: &SparseRow, k: usize| row(&r.entries().iter().map(|&(c, x)| (c + 6 * k, x)).collect::<Vec<_>>());
    let contact = |k: usize, contact: &CoulombContact| CoulombContact {
        pair: Some(k),
        rows: contact.rows.each_ref().map(|r| shifted(r, k)),
        ..contact.clone()
    };
    (0..count).flat_map(|k| plate.iter().map(move |c| contact(k, c))).collect()
}

/// Many plates beside each other by the sparse factorisation move as one does by the dense one. (Not so many that they are swept: what
/// four corners bear is not determined, and with it the friction of those that slide.)
#[test]
fn sparse_and_dense_agree() {
    let one = solved(6, &plate(0.5, 3.0, 0.5), None);
    let count = LARGE / 6 - 1;
    let all = solved(6 * count, &beside(count, &plate(0.5, 3.0, 0.5)), None);
    for k in 0..count {
        assert!((all.y.rows(6 * k, 6) - &one.y).norm() < 1e-10, "plate {k}");
    }
}

#[test]
fn numbers_that_are_none_are_no_solution() {
    let mut broken = point(1.0, 0.5);
    broken.offsets[0] = f64::NAN;
    let found = solve_coulomb(3, &[broken], None, &settings(), &mut SparseSolver::default());
    assert!(!(found.residual <= 1.0));
}

/// What sweeps lead to is nearly the answer, and known answers are theirs at once.
#[test]
fn sweeps_come_near() {
    let swept = |size: usize, contacts: &[CoulombContact]| {
        let springs = Springs::new(size, contacts);
        let mut impulses = vec![[0.0; 3]; contacts.len()];
        sweeps::sweep(&springs, &mut impulses);
        let y = springs.moved(&impulses);
        (springs.residual(&springs.speeds(&y), &impulses, 1.0), y)
    };
    for contact in [point(1.0, 0.5), point(0.01, 0.5), point(1.0, 0.0)] {
        assert!(swept(3, &[contact]).0 < 1e-12);
    }
    for (speed, spin) in [(0.0, 0.0), (0.1, 0.0), (2.0, 0.0), (0.5, 3.0), (0.0, 3.0), (1e-3, -0.2)] {
        for mu in [0.0, 0.1, 0.5, 1.0] {
            let contacts = plate(speed, spin, mu);
            let (residual, y) = swept(6, &contacts);
            let answer = solved(6, &contacts, None).y;
            let off = (DVector::from_vec(y) - &answer).norm() / answer.norm();
            assert!(residual < 0.02 && off < 0.02, "{speed} {spin} {mu}: {residual:.1e}, {off:.1e}");
        }
    }
}

/// A point that slides is driven along by a row that gives way, soft and stiff, below its largest impulse and at it: its law holds to the last
/// digits, beside Coulomb's.
#[test]
fn a_row_gives_way_by_its_law() {
    for most in [0.1, 1.0, f64::INFINITY] {
        for compliance in [1e-9, 1e-5, 0.3, 1e3] {
            // It pushes along −y, and would stop where the change along that is 5 m/s.
            let drive = CoulombContact {
                pair: None,
                mu: 0.0,
                rows: [row(&[(1, -1.0)]), row(&[]), row(&[])],
                offsets: [-5.0, 0.0, 0.0],
                compliance,
                most,
            };
            let contacts = [point(1.0, 0.5), drive];
            for near in [None, Some([[1.0, -0.3, -0.4], [0.0; 3]])] {
                let found = solved(3, &contacts, near.as_ref().map(|r| &r[..]));
                let [[p, f, g], [push, ..]] = found.impulses[..] else { panic!("two contacts") };
                // The speed that is left over: none below the largest impulse, and there one that asks for more.
                let left = -found.y[1] - 5.0 + compliance * push;
                let by_its_law = if push < most { left.abs() <= 1e-11 } else { left <= 1e-11 };
                assert!(push > 0.0 && push <= most && by_its_law, "{most} {compliance}: {push} {left}");
                // Friction against what is left of the sliding.
                let sliding = [3.0 + found.y[1], 4.0 + found.y[2]];
                assert!((p - 1.0).abs() < 1e-11 && f.hypot(g) < 0.5 + 1e-11, "{p} {f} {g}");
                assert!((f * sliding[1] - g * sliding[0]).abs() < 1e-10, "friction is along the sliding");
            }
        }
    }
}

/// Two rows that differ by a nanometre, and ask for what differs by as much: exactly, one of them carries everything. What is off by less than
/// is accepted stays with the loads that it begins with, shared by both.
#[test]
fn loads_stay_where_rows_nearly_depend_on_each_other() {
    let rows = [(1.0, 0.0), (1.0, 1e-9)].map(|(x, y)| row(&[(0, x), (1, y)]));
    let contacts = [CoulombContact::smooth(&rows[0], -1.0), CoulombContact::smooth(&rows[1], 1e-9 - 1.0)];
    let near = [[0.38, 0.0, 0.0], [0.57, 0.0, 0.0]];
    let loosely = CoulombSettings { aim: 1e-8, enough: 1e-8, ..settings() };
    let found = solve_coulomb(2, &contacts, Some(&near), &loosely, &mut SparseSolver::default());
    let [[first, ..], [second, ..]] = found.impulses[..] else { panic!("{found:?}") };
    assert!(found.residual <= 1e-8 && (first + second - 1.0).abs() < 1e-8, "{found:?}");
    assert!((first - 0.405).abs() < 1e-3 && (second - 0.595).abs() < 1e-3, "{found:?}");
}
