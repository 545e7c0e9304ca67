//! Block principal pivoting from a guess of the active rows, for the proximal Newton method.
//!
//! With the active rows W taken for equalities, one factorisation of I + ρ Σ_W c_i c_iᵀ and a few updates of the
//! multipliers give y = y* + C_Wᵀ u_W with C_W y = d_W. Active rows with u_i < 0 leave W, others with c_i · y < d_i
//! enter it, all at once; when they have not become fewer for a while, only the worst of each neighbourhood (Portugal,
//! Júdice and Vicente 1994, who go on with one at a time; here another method takes over). Where many are wrong at first, a
//! few sweeps of projected Gauss–Seidel choose W instead (as Silcowitz, Niebe and Erleben 2010 go back and forth between the two). From the
//! active rows of a problem that differs little one to three factorisations are enough, which no interior point method can do.

use crate::lcp::convex::interior_point::Data;
use crate::lcp::convex::rows::{add, dot};
use crate::lcp::linear::block_cholesky::BlockCholesky;
use crate::stop;

/// Rounds in which the wrong rows do not become fewer before it gives up.
const PATIENCE: usize = 3;
/// Factorisations at most.
const MAX_ROUNDS: usize = 24;
/// Updates of the multipliers for one factorisation at most.
const MAX_UPDATES: usize = 10;
/// Where more than this fraction of the rows is wrong at first, …
const MANY: f64 = 0.05;
/// … so many sweeps of projected Gauss–Seidel say which rows are active: they cost less than a factorisation, and are right about
/// most, if not about how much each carries. Where few are wrong, or later, they spoil more than they mend.
const SWEEPS: usize = 20;
/// An update that leaves more than this fraction of the residual is the last.
const STALLED: f64 = 0.5;

/// Sweeps of projected Gauss–Seidel, forth and back in turn, from the multipliers u, of which negative ones count as zero: y, u and
/// the active rows as they leave them.
fn sweep(data: &Data, y: &mut [f64], u: &mut [f64], active: &mut [bool]) {
    y.copy_from_slice(data.target);
    for (i, u) in u.iter_mut().enumerate() {
        *u = u.max(0.0);
        if *u > 0.0 {
            add(data.rows, i, *u, y);
        }
    }
    let count = u.len();
    for k in 0..SWEEPS * count {
        let (sweep, k) = (k / count, k % count);
        let i = if sweep % 2 == 0 { k } else { count - 1 - k };
        let step = (data.rhs[i] - dot(data.rows, i, y)).max(-u[i]);
        if step != 0.0 {
            u[i] += step;
            add(data.rows, i, step, y);
        }
    }
    active.iter_mut().zip(u).for_each(|(active, u)| *active = *u > 0.0);
}

/// Improves y and u starting from the rows with u_i > 0, for violations and negative multipliers of at most
/// `tolerance`; `penalty` is ρ. Leaves the last y and u >= 0 in place, and returns how many factorisations were done.
pub(in crate::lcp) fn pivot(
    data: &Data,
    factor: &mut BlockCholesky,
    y: &mut [f64],
    u: &mut [f64],
    penalty: f64,
    tolerance: f64,
    limit: usize,
) -> usize {
    let (n_eq, m) = (data.n_eq, u.len());
    let mut active: Vec<bool> = (0..m).map(|i| i < n_eq || u[i] > 0.0).collect();
    let (mut weights, mut short) = (vec![0.0; m], vec![0.0; m]);
    let mut step = vec![0.0; y.len()];
    let mut taken = vec![false; y.len()];
    let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
    let mut rounds = 0;
    while rounds < limit.min(MAX_ROUNDS) && !stop::spend(data.rows.columns.len() as u64) {
        for i in 0..m {
            weights[i] = if active[i] { penalty } else { 0.0 };
        }
        rounds += 1;
        if !factor.factor(&data.rows.values, &weights) {
            break;
        }
        let mut last = f64::INFINITY;
        for _ in 0..=MAX_UPDATES {
            // Stationarity and violation; then both by one Newton step, which the multipliers follow.
            step.iter_mut().zip(data.target).zip(y.iter()).for_each(|((s, t), y)| *s = t - y);
            (0..m).filter(|&i| active[i]).for_each(|i| add(data.rows, i, u[i], &mut step));
            let mut worst = step.iter().fold(0.0_f64, |worst, s| worst.max(s.abs()));
            for i in (0..m).filter(|&i| active[i]) {
                short[i] = data.rhs[i] - dot(data.rows, i, y);
                worst = worst.max(short[i].abs());
                add(data.rows, i, penalty * short[i], &mut step);
            }
            if !(worst > tolerance && worst < STALLED * last) {
                break;
            }
            last = worst;
            factor.solve(&mut step);
            y.iter_mut().zip(&step).for_each(|(y, s)| *y += s);
            for i in (0..m).filter(|&i| active[i]) {
                // Not from the rows afresh: their rounding, ρ times, would differ from what y has seen.
                u[i] += penalty * (short[i] - dot(data.rows, i, &step));
            }
        }
        let wrongness = |i: usize| if active[i] { -u[i] } else { data.rhs[i] - dot(data.rows, i, y) };
        let mut wrong: Vec<(f64, usize)> =
            (n_eq..m).map(|i| (wrongness(i), i)).filter(|(w, _)| *w > tolerance).collect();
        if wrong.is_empty() {
            break;
        }
        if rounds == 1 && wrong.len() as f64 > MANY * m as f64 && n_eq == 0 {
            fewest = fewest.min(wrong.len());
            sweep(data, y, u, &mut active);
            continue;
        }
        if wrong.len() < fewest {
            (fewest, patience) = (wrong.len(), PATIENCE);
        } else {
            patience = patience.saturating_sub(1);
        }
        if patience == 0 {
            // Rows of the same bodies that change together undo each other: the worst of them only.
            wrong.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            taken.fill(false);
            wrong.retain(|&(_, i)| {
                let columns = &data.rows.columns[data.rows.range(i)];
                let free = columns.iter().all(|&c| !taken[c]);
                if free {
                    columns.iter().for_each(|&c| taken[c] = true);
                }
                free
            });
        }
        for (_, i) in wrong {
            active[i] = !active[i];
            u[i] = 0.0;
        }
    }
    u[n_eq..].iter_mut().for_each(|u| *u = u.max(0.0));
    rounds
}
