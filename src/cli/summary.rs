//! The report of a run for a person.

use crate::cli::output::short;
use pegsim::experiment::Report;
use pegsim::quote::{brief, counted};
use pegsim::step::FrictionLaw;
use std::fmt::Write as _;

/// So many broken joints are told of one by one.
const TOLD_BROKEN: usize = 10;

/// The report for a person.
pub(crate) fn summary(r: &Report) -> String {
    let volume = if r.dimension == "two" { "m²" } else { "m³" };
    let mut own = r.stabilisation.map_or(String::new(), |share| format!(" (γ = {share})"));
    if let Some(penalty) = &r.penalty {
        let integral = penalty.integral.map_or(String::new(), |k| format!(", {k} 1/s²"));
        let gains = format!("{} 1/s², {} 1/s{integral}", penalty.proportional, penalty.derivative);
        own = format!(" (gains {gains}, {})", penalty.integrator.name());
    }
    if r.friction_law == FrictionLaw::ConvexRelaxation.name() {
        own.push_str(", friction relaxed");
    }
    let mut rows: Vec<(&str, String)> = vec![
        ("scene", brief(&r.scene)),
        ("model", format!("{}{own}, {} geometry, solver {}", r.model, r.geometry, r.solver)),
        (
            "steps",
            format!(
                "{} of {} s, t = {:.6} s, {}",
                r.steps,
                r.time_step,
                r.duration,
                counted(r.bodies, "body", "bodies")
            ),
        ),
        (
            "overlap",
            format!(
                "median {}, quartiles {} to {}, max {} {volume}",
                short(r.overlap.median),
                short(r.overlap.q1),
                short(r.overlap.q3),
                short(r.overlap.max)
            ),
        ),
        (
            "depth",
            format!(
                "median {}, quartiles {} to {}, max {} m{}",
                short(r.penetration_depth.median),
                short(r.penetration_depth.q1),
                short(r.penetration_depth.q3),
                short(r.penetration_depth.max),
                bodies(r.worst_pair.as_ref())
            ),
        ),
        ("contacts", count(r.contacts.mean, r.contacts.max)),
        ("disjunctions", count(r.disjunctions.mean, r.disjunctions.max)),
        ("traps", count(r.traps.mean, r.traps.max)),
        ("sprung traps", count(r.sprung_traps.mean, r.sprung_traps.max)),
        (
            "solver",
            format!(
                "{:.2} iterations a step, max {}; {}",
                r.solver_stats.iterations_mean,
                r.solver_stats.iterations_max,
                counted(r.solver_stats.fallbacks, "fallback", "fallbacks")
            ),
        ),
    ];
    let accuracy = r.solver_stats.accuracy.occurred();
    let accuracy: Vec<String> =
        accuracy.map(|(name, value, unit)| format!("{name} {} {unit}", short(value))).collect();
    if !accuracy.is_empty() {
        rows.push(("residuals", format!("max: {}", accuracy.join("; "))));
    }
    if let Some(error) = &r.joint_error {
        rows.push(("joint error", format!("median {}, max {} m", short(error.median), short(error.max))));
    }
    for (k, broken) in r.broken_joints.iter().take(TOLD_BROKEN).enumerate() {
        let name = if k == 0 { "broken joints" } else { "" };
        let (force, torque) = (short(broken.force), short(broken.torque));
        let told = format!(
            "{} at t = {:.6} s, by {force} N and {torque} N·m in the mean of the step",
            brief(&broken.joint),
            broken.time
        );
        rows.push((name, told));
    }
    if let Some(more) = r.broken_joints.len().checked_sub(TOLD_BROKEN).filter(|more| *more > 0) {
        rows.push(("", format!("and {more} more")));
    }
    if let Some(exempt) = &r.exempt {
        rows.push((
            "exempt depth",
            format!(
                "median {}, max {} m{}: joined bodies, which contact does not keep apart",
                short(exempt.penetration_depth.median),
                short(exempt.penetration_depth.max),
                bodies(exempt.worst_pair.as_ref())
            ),
        ));
    }
    for (reason, times) in &r.fallback_reasons {
        rows.push(("", format!("{times} × {reason}")));
    }
    rows.push((
        "step time",
        format!(
            "median {:.3}, p99 {:.3}, max {:.3} ms",
            1e3 * r.step_time.median,
            1e3 * r.step_time.p99,
            1e3 * r.step_time.max
        ),
    ));
    rows.push((
        "",
        format!(
            "mean detect {:.3}, formulate {:.3}, solve {:.3} ms",
            1e3 * r.step_time.detect,
            1e3 * r.step_time.formulate,
            1e3 * r.step_time.solve
        ),
    ));
    rows.push((
        "energy",
        format!(
            "{} to {} J, {} J came with bodies that entered, max gain {} J a step, work of drives and forces included",
            short(r.energy.initial),
            short(r.energy.last),
            short(r.energy.spawned),
            short(r.energy.max_gain_per_step)
        ),
    ));
    if let Some(work) = r.energy.drive_work {
        rows.push(("", format!("{} J were given by drives", short(work))));
    }
    let drift = r.momentum_drift.map_or("not measurable here".to_owned(), short);
    rows.push(("momentum drift", drift));
    let drift = r.angular_momentum_drift.map_or("not measurable here".to_owned(), short);
    rows.push(("angular drift", drift));
    rows.push(("max speed", format!("{} m/s", short(r.max_speed))));
    rows.push(("state hash", r.final_state_hash.clone()));
    let mut text = String::new();
    for (name, value) in rows {
        let _ = writeln!(text, "{name:<15} {value}");
    }
    text
}

/// Which two bodies a number is of, in brackets.
fn bodies(pair: Option<&[String; 2]>) -> String {
    pair.map_or(String::new(), |[a, b]| format!(" ({} and {})", brief(a), brief(b)))
}

fn count(mean: f64, max: usize) -> String {
    format!("mean {mean:.2}, max {max}")
}
