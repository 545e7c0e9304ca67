//! A primal-dual interior point method that brings the proximal Newton method near the solution.
//!
//! It solves the Karush–Kuhn–Tucker conditions with slacks s = C y − d and complementarity relaxed to u_i s_i = μ by
//! the predictor and corrector steps of Mehrotra (1992). Each step factors I + Σ (u_i / s_i) c_i c_iᵀ once, and some
//! fifteen steps are enough however many rows there are, where an active-set method started cold changes its mind
//! about many of them. Corrections of products that are far from the rest (Gondzio 1996) make the steps longer at the
//! price of a solve. The multipliers are held by a proximal term (weights are 1 / (s_i / u_i + 1 / ρ)), so that the
//! matrix stays well-conditioned to the end, whatever rows depend on each other. They stay near the centre of those
//! that are optimal, so that of dependent rows all that can be loaded are: what is active stands out at the end.

use crate::lcp::convex::rows::{Rows, add, dot};
use crate::lcp::linear::block_cholesky::BlockCholesky;
use crate::stop;

/// Most steps.
const MAX_STEPS: usize = 40;
/// Fraction of the way to the boundary that a step goes.
const BOUNDARY: f64 = 0.99;
/// After a step shorter than this fraction the next one looks for the centre first …
const SHORT: f64 = 0.2;
/// … which means products of at least this fraction of their mean …
const UNCENTRED: f64 = 0.5;
/// … and after so many in a row there is nothing more to be hoped for.
const PATIENCE: usize = 8;
/// Largest weight of a row (dimensionless).
const HEAVIEST: f64 = 1e7;
/// A residual this many times the best so far is lost.
const LOST: f64 = 1e3;
/// Corrections of products u_i s_i that are far from the rest, per step.
const CORRECTIONS: usize = 2;

/// The problem as it sees it, with rows of length 1.
pub(in crate::lcp) struct Data<'a> {
    pub(in crate::lcp) rows: &'a Rows,
    pub(in crate::lcp) rhs: &'a [f64],
    pub(in crate::lcp) target: &'a [f64],
    pub(in crate::lcp) n_eq: usize,
}

/// Improves y and u until their residual is at most `goal`, starting with slacks and multipliers of at least `shift`;
/// `limit` factorisations at most. Leaves the best y and u in place and returns how many factorisations were done.
pub(in crate::lcp) fn approach(
    data: &Data,
    factor: &mut BlockCholesky,
    y: &mut [f64],
    u: &mut [f64],
    shift: f64,
    goal: f64,
    limit: usize,
) -> usize {
    let (n, m, n_eq) = (y.len(), u.len(), data.n_eq);
    if n_eq == m {
        return 0;
    }
    let count = (m - n_eq) as f64;
    let mut s = vec![0.0; m];
    for i in 0..m {
        s[i] = dot(data.rows, i, y) - data.rhs[i];
        if i >= n_eq {
            s[i] = s[i].max(shift);
            u[i] = u[i].max(shift);
        }
    }
    let (mut weights, mut short) = (vec![0.0; m], vec![0.0; m]);
    let (mut ds, mut du, mut rc) = (vec![0.0; m], vec![0.0; m], vec![0.0; m]);
    let (mut rd, mut p) = (vec![0.0; n], vec![0.0; n]);
    let mut best = (f64::INFINITY, y.to_vec(), u.to_vec());
    let mut kept = (vec![0.0; n], vec![0.0; m], vec![0.0; m]);
    let mut short_steps = 0;
    let (mut done, total) = (0, limit.min(MAX_STEPS));
    for step in 0..=total {
        if stop::spend(data.rows.columns.len() as u64) {
            break;
        }
        // Residuals: y* + Cᵀu − y, and C y − s − d (for equalities without s).
        rd.iter_mut().zip(data.target).zip(y.iter()).for_each(|((r, t), y)| *r = t - y);
        let mut mu = 0.0;
        let mut worst = 0.0_f64;
        for i in 0..m {
            add(data.rows, i, u[i], &mut rd);
            let slack = dot(data.rows, i, y) - data.rhs[i];
            if i < n_eq {
                (weights[i], short[i]) = (HEAVIEST, slack);
                worst = worst.max(slack.abs());
            } else {
                (weights[i], short[i]) = (1.0 / (s[i] / u[i] + 1.0 / HEAVIEST), slack - s[i]);
                mu += u[i] * s[i] / count;
                worst = worst.max(slack.min(u[i]).abs());
            }
        }
        worst = rd.iter().fold(worst, |m, r| m.max(r.abs()));
        if worst < best.0 {
            best.0 = worst;
            best.1.copy_from_slice(y);
            best.2.copy_from_slice(u);
        }
        done = step;
        if !(worst > goal) || worst > LOST * best.0 || step == total {
            break;
        }
        done = step + 1;
        if !factor.factor(&data.rows.values, &weights) {
            break;
        }
        // rc: what u_i ds_i + s_i du_i is to be; first −u_i s_i alone, then with centring and second order.
        for i in n_eq..m {
            rc[i] = -u[i] * s[i];
        }
        let mut longest = 0.0;
        let mut centre = 0.0;
        for round in 0..2 + CORRECTIONS {
            p.copy_from_slice(&rd);
            for i in 0..m {
                let t = if i < n_eq { -short[i] } else { rc[i] / u[i] - short[i] };
                add(data.rows, i, weights[i] * t, &mut p);
            }
            factor.solve(&mut p);
            let before = longest;
            longest = 1.0_f64;
            for i in 0..m {
                let along = dot(data.rows, i, &p);
                if i < n_eq {
                    du[i] = -weights[i] * (along + short[i]);
                    continue;
                }
                du[i] = weights[i] * (rc[i] / u[i] - short[i] - along);
                ds[i] = (rc[i] - s[i] * du[i]) / u[i];
                if ds[i] < 0.0 {
                    longest = longest.min(-s[i] / ds[i]);
                }
                if du[i] < 0.0 {
                    longest = longest.min(-u[i] / du[i]);
                }
            }
            if round == 0 {
                let after: f64 =
                    (n_eq..m).map(|i| (u[i] + longest * du[i]) * (s[i] + longest * ds[i]) / count).sum();
                let ratio = after / mu;
                let least = if short_steps > 0 { UNCENTRED } else { 0.0 };
                centre = mu * (ratio * ratio * ratio).max(least);
                // The second order counts as far as the predictor reached.
                for i in n_eq..m {
                    rc[i] = centre - u[i] * s[i] - longest * longest * ds[i] * du[i];
                }
                continue;
            }
            if round > 1 && longest < before {
                // Worse than without this correction.
                longest = before;
                std::mem::swap(&mut p, &mut kept.0);
                std::mem::swap(&mut ds, &mut kept.1);
                std::mem::swap(&mut du, &mut kept.2);
                break;
            }
            if round == 1 + CORRECTIONS || longest > 0.9 || (round > 1 && longest < before + 0.05) {
                break;
            }
            kept.0.copy_from_slice(&p);
            kept.1.copy_from_slice(&ds);
            kept.2.copy_from_slice(&du);
            let reach = (longest + 0.3).min(1.0);
            for i in n_eq..m {
                let product = (u[i] + reach * du[i]) * (s[i] + reach * ds[i]);
                let wanted = product.clamp(0.1 * centre, 10.0 * centre);
                rc[i] += (wanted - product).max(-10.0 * centre);
            }
        }
        let t = if longest < 1.0 { BOUNDARY * longest } else { 1.0 };
        short_steps = if t < SHORT { short_steps + 1 } else { 0 };
        if short_steps > PATIENCE || !(t > 0.0) {
            break;
        }
        y.iter_mut().zip(&p).for_each(|(y, p)| *y += t * p);
        for i in 0..m {
            u[i] += t * du[i];
            if i >= n_eq {
                s[i] += t * ds[i];
                // Rounding must not leave the inside.
                s[i] = s[i].max(f64::MIN_POSITIVE);
                u[i] = u[i].max(f64::MIN_POSITIVE);
            }
        }
    }
    y.copy_from_slice(&best.1);
    u.copy_from_slice(&best.2);
    done
}
