//! Grids of runs: every scene under every contact model with every step size, one table line per run.

use crate::contact::models::ContactModel;
use crate::experiment::curves::{Point, Series};
use crate::experiment::report::{PositionError, Report};
use crate::experiment::stats::{quantile, sorted};
use crate::quote::brief;
use crate::step::ranges::TIME_STEP;
use std::io::Write;

/// The columns of the table of a sweep.
pub const HEADER: [&str; 32] = [
    "scene",
    "model",
    "geometry",
    "solver",
    "time_step",
    "steps",
    "completed",
    "overlap_median",
    "overlap_q1",
    "overlap_q3",
    "overlap_max",
    "depth_median",
    "depth_q1",
    "depth_q3",
    "depth_max",
    "contacts_mean",
    "traps_mean",
    "sprung_traps_mean",
    "disjunctions_mean",
    "iterations_mean",
    "fallbacks",
    "step_time_median",
    "step_time_p99",
    "energy_max_gain_per_step",
    "max_speed",
    "joint_error_max",
    "error_median",
    "error_q1",
    "error_q3",
    "error_max",
    "error_at_end",
    "final_state_hash",
];

/// Writes one line per report.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_csv<W: Write>(out: W, reports: &[Report]) -> std::io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(HEADER)?;
    for r in reports {
        let (overlap, depth) = (&r.overlap, &r.penetration_depth);
        let number = |x: f64| format!("{x:e}");
        // Empty where there was no reference run.
        let error = |read: fn(&PositionError) -> f64| {
            r.position_error.as_ref().map_or_else(String::new, |e| number(read(e)))
        };
        csv.write_record([
            r.scene.clone(),
            r.model.clone(),
            r.geometry.clone(),
            r.solver.clone(),
            r.time_step.to_string(),
            r.steps.to_string(),
            r.completed.to_string(),
            number(overlap.median),
            number(overlap.q1),
            number(overlap.q3),
            number(overlap.max),
            number(depth.median),
            number(depth.q1),
            number(depth.q3),
            number(depth.max),
            r.contacts.mean.to_string(),
            r.traps.mean.to_string(),
            r.sprung_traps.mean.to_string(),
            r.disjunctions.mean.to_string(),
            r.solver_stats.iterations_mean.to_string(),
            r.solver_stats.fallbacks.to_string(),
            number(r.step_time.median),
            number(r.step_time.p99),
            number(r.energy.max_gain_per_step),
            number(r.max_speed),
            r.joint_error.map_or_else(String::new, |e| number(e.max)),
            error(|e| e.quartiles.median),
            error(|e| e.quartiles.q1),
            error(|e| e.quartiles.q3),
            error(|e| e.quartiles.max),
            error(|e| e.at_end),
            r.final_state_hash.clone(),
        ])?;
    }
    csv.flush()
}

/// One curve per contact model over the step size. `read` gives first quartile, median and third quartile of one
/// run; a point shows the median over the scenes of each of the three. With a single scene these are the
/// quartiles of its run.
pub fn curves(reports: &[Report], read: impl Fn(&Report) -> [f64; 3]) -> Vec<Series> {
    let mut steps: Vec<f64> = reports.iter().map(|r| r.time_step).collect();
    steps.sort_by(f64::total_cmp);
    steps.dedup();
    let mut series = Vec::new();
    for model in ContactModel::ALL {
        let mut points = Vec::new();
        for &h in &steps {
            let runs: Vec<[f64; 3]> = reports
                .iter()
                .filter(|r| r.model == model.name() && r.time_step == h && r.steps > 0)
                .map(&read)
                .collect();
            if runs.is_empty() {
                continue;
            }
            let middle = |k: usize| quantile(&sorted(&runs.iter().map(|q| q[k]).collect::<Vec<_>>()), 0.5);
            points.push(Point { x: h, low: middle(0), y: middle(1), high: middle(2) });
        }
        if !points.is_empty() {
            series.push(Series { name: model.title().to_owned(), points });
        }
    }
    series
}

/// Step sizes from `A..B/N` (N values from A to B, both included, evenly spaced) or from a list `a,b,c`.
///
/// # Errors
/// A sentence that says what is wrong and what would be right.
pub fn parse_steps(text: &str) -> Result<Vec<f64>, String> {
    let number = |part: &str| {
        let refuse = |wanted: String| format!("`{}` is not a step size; {wanted}, such as 0.01", brief(part));
        TIME_STEP.parse(part).map_err(refuse)
    };
    let Some((low, rest)) = text.split_once("..") else {
        return text.split(',').map(number).collect();
    };
    let Some((high, count)) = rest.split_once('/') else {
        return Err(format!(
            "`{}` lacks the number of values; write `A..B/N`, such as 0.001..0.016/16",
            brief(text)
        ));
    };
    let (low, high) = (number(low)?, number(high)?);
    let count: usize = match count.trim().parse() {
        Ok(n) if (1..=100_000).contains(&n) => n,
        _ => return Err(format!("`{}` is not a number of values between 1 and 100000", brief(count))),
    };
    if count == 1 && low != high {
        return Err(format!(
            "`{}` asks for one value between two different ends; write `{low}` alone",
            brief(text)
        ));
    }
    let width = if count > 1 { (high - low) / (count - 1) as f64 } else { 0.0 };
    // Rounded to 12 digits: 0.003 shall not become 0.0030000000000000001 through the division.
    let tidy = |h: f64| format!("{h:.11e}").parse().unwrap_or(h);
    Ok((0..count).map(|i| tidy(low + width * i as f64)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_includes_both_ends_and_keeps_short_numbers_short() {
        let steps = parse_steps("0.001..0.016/16").unwrap();
        assert_eq!(steps.len(), 16);
        for (i, h) in steps.iter().enumerate() {
            assert_eq!(h.to_string(), format!("{}", (i + 1) as f64 / 1000.0));
        }
        assert_eq!(parse_steps("0.01, 0.02").unwrap(), [0.01, 0.02]);
    }

    #[test]
    fn nonsense_step_sizes_are_refused_with_a_sentence() {
        for bad in [
            "",
            "x",
            "0",
            "-1",
            "NaN",
            "0.1..0.2",
            "0.1..0.2/0",
            "0.1..0.2/1",
            "0..1/3",
            "0.01,5",
            "1e-300..1/3",
            "0.1..1e300/2",
        ] {
            assert!(parse_steps(bad).is_err(), "{bad}");
        }
    }
}
