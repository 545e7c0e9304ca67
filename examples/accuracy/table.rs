//! Experiments as what they measure, observed orders, and the tables in Markdown.

use pegsim::contact::models::ContactModel;
use std::fmt::Write;

/// What an experiment says of a run: a number for each of its quantities, or why the run did not get to its end.
pub type Outcome = Result<Vec<f64>, String>;

/// A number that an experiment measures.
pub struct Quantity {
    /// What it is, with its unit in parentheses.
    pub name: &'static str,
    /// Whether it is an error that falls with h, so that its order is of interest.
    pub error: bool,
    /// What other engines have at the same step size, and what Exact should have; empty where nothing is said.
    pub peers: &'static str,
    /// See [`Self::peers`].
    pub wanted: &'static str,
}

/// An error that falls with h.
pub const fn error(name: &'static str, peers: &'static str, wanted: &'static str) -> Quantity {
    Quantity { name, error: true, peers, wanted }
}

/// A number whose order says nothing.
pub const fn number(name: &'static str, peers: &'static str, wanted: &'static str) -> Quantity {
    Quantity { name, error: false, peers, wanted }
}

/// Largest gain of energy in a step over the run's largest kinetic energy.
pub const GAIN: Quantity = number("energy gained in a step (of largest kinetic)", "", "≤ 1e-12");
/// Largest change of linear momentum, relative.
pub const LINEAR: Quantity = number("drift of linear momentum (relative)", "", "1e-12");

/// One experiment.
pub struct Experiment {
    /// Its name: words of the command line choose by it.
    pub name: &'static str,
    /// Scene and reference.
    pub about: &'static str,
    /// Step sizes (s), and that of the summary.
    pub steps: &'static [f64],
    /// See [`Self::steps`].
    pub shown: f64,
    /// What is measured.
    pub quantities: &'static [Quantity],
    /// Measures it under a model at a step size (s).
    pub run: fn(ContactModel, f64) -> Outcome,
}

/// Step sizes of most experiments (s).
pub const STEPS: &[f64] = &[0.016, 0.01, 0.005, 0.0025, 0.00125];

/// The order of errors over step sizes: the slope of the line of least squares through their logarithms. `None` with fewer
/// than two errors above 0, and for errors at the level of rounding, whose slope says nothing.
pub fn order(points: &[(f64, f64)]) -> Option<f64> {
    /// Below this an error is rounding (m, rad).
    const ROUNDING: f64 = 1e-11;
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|(_, e)| *e > ROUNDING && e.is_finite())
        .map(|(h, e)| (h.ln(), e.ln()))
        .collect();
    if logs.len() < 2 {
        return None;
    }
    let n = logs.len() as f64;
    let (x, y) = (logs.iter().map(|l| l.0).sum::<f64>() / n, logs.iter().map(|l| l.1).sum::<f64>() / n);
    let across: f64 = logs.iter().map(|l| (l.0 - x) * (l.1 - y)).sum();
    Some(across / logs.iter().map(|l| (l.0 - x).powi(2)).sum::<f64>())
}

/// A number in few characters.
pub fn brief(x: f64) -> String {
    match x.abs() {
        _ if x.is_nan() => "–".into(),
        0.0 => "0".into(),
        a if a < 1e4 && x.fract() == 0.0 => format!("{x}"),
        a if (0.01..1000.0).contains(&a) => format!("{x:.3}"),
        _ => format!("{x:.1e}"),
    }
}

/// The table of one experiment; `outcomes` by model and step size.
pub fn table(experiment: &Experiment, models: &[ContactModel], outcomes: &[Vec<Outcome>]) -> String {
    let mut out = format!("### {}\n\n{}\n\n", experiment.name, experiment.about);
    let heads = experiment.steps.iter().map(|h| format!(" {} ms |", h * 1e3)).collect::<String>();
    let bars = "---|".repeat(experiment.steps.len());
    let _ = writeln!(
        out,
        "| quantity | model |{heads} order | from one h to the next |\n|---|---|{bars}---|---|"
    );
    let mut failures = Vec::new();
    for (k, quantity) in experiment.quantities.iter().enumerate() {
        for (model, outcomes) in models.iter().zip(outcomes) {
            let _ = write!(out, "| {} | {} |", quantity.name, model.title());
            let mut points = Vec::new();
            for (h, outcome) in experiment.steps.iter().zip(outcomes) {
                match outcome {
                    Ok(values) => {
                        let _ = write!(out, " {} |", brief(values[k]));
                        points.push((*h, values[k]));
                    }
                    Err(why) => {
                        out += " fails |";
                        failures
                            .extend((k == 0).then(|| format!("{}, {} ms: {why}", model.title(), h * 1e3)));
                    }
                }
            }
            let shown = |order: Option<f64>| order.map_or("–".into(), |o| format!("{o:.2}"));
            let pairs: Vec<String> = points.windows(2).map(|two| shown(order(two))).collect();
            let orders =
                if quantity.error { (shown(order(&points)), pairs.join(", ")) } else { Default::default() };
            let _ = writeln!(out, " {} | {} |", orders.0, orders.1);
        }
    }
    for failure in failures {
        let _ = write!(out, "\n- {failure}");
    }
    out
}

/// Lines of the summary: every quantity for which something is wanted, at one step size, under all models.
pub fn summary(experiment: &Experiment, models: &[ContactModel], outcomes: &[Vec<Outcome>]) -> String {
    let mut out = String::new();
    let Some(at) = experiment.steps.iter().position(|h| *h == experiment.shown) else { return out };
    for (k, quantity) in experiment.quantities.iter().enumerate().filter(|(_, q)| !q.wanted.is_empty()) {
        let _ = write!(out, "| {}: {} | {} |", experiment.name, quantity.name, experiment.shown * 1e3);
        for outcomes in &outcomes[..models.len()] {
            let value = outcomes[at].as_ref().map_or("fails".into(), |values| brief(values[k]));
            let _ = write!(out, " {value} |");
        }
        let exact = outcomes.last().into_iter().flatten().zip(experiment.steps);
        let points: Vec<_> = exact.filter_map(|(o, h)| Some((*h, o.as_ref().ok()?[k]))).collect();
        let slope = order(&points).filter(|_| quantity.error).map_or("–".into(), |o| format!("{o:.2}"));
        let peers = if quantity.peers.is_empty() { "–" } else { quantity.peers };
        let _ = writeln!(out, " {slope} | {peers} | {} |", quantity.wanted);
    }
    out
}
