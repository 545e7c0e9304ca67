//! Runs of one case with several engines in turn: time of each step, and what is true of the poses.

use crate::case::Case;
use crate::engine::Engine;
use clap::ValueEnum;
use cpu_time::ThreadTime;
use pegsim::experiment::stats::{max_keeping_nan, quantile, sorted};
use pegsim::experiment::{Truth, TruthMeter};
use pegsim::math::Pose;
use std::time::{Duration, Instant};

/// What one engine made of one case.
pub struct Score {
    /// Engine.
    pub engine: Engine,
    /// Steps done.
    pub steps: usize,
    /// Why the run ended early; `None`: it did not.
    pub failure: Option<String>,
    /// Times of a step (µs).
    pub time: StepTimes,
    /// Deepest penetration of any pair and step (m).
    pub depth_max: f64,
    /// Largest total overlap of any step (m³).
    pub overlap_max: f64,
    /// Median over the steps of the total overlap (m³).
    pub overlap_median: f64,
    /// Bodies that end below everything fixed.
    pub lost: usize,
    /// Whether every repetition ended bit for bit in the same state.
    pub repeats: bool,
}

/// Times of a step (µs), each step's the shortest of all repetitions.
#[derive(Clone, Copy, Default)]
pub struct StepTimes {
    /// Half of the steps take at most this.
    pub median: f64,
    /// 99 of 100 steps take at most this.
    pub p99: f64,
    /// Slowest step.
    pub max: f64,
    /// Mean over the run.
    pub mean: f64,
    /// Mean over the last second.
    pub last_second: f64,
}

impl StepTimes {
    /// Of the times of all steps (s), of size h; zeros where there are none.
    fn of(seconds: &[f64], h: f64) -> Self {
        let micros: Vec<f64> = seconds.iter().map(|s| s * 1e6).collect();
        let ascending = sorted(&micros);
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
        let last = ((1.0 / h).round() as usize).min(micros.len());
        Self {
            median: quantile(&ascending, 0.5),
            p99: quantile(&ascending, 0.99),
            max: quantile(&ascending, 1.0),
            mean: mean(&micros),
            last_second: mean(&micros[micros.len() - last..]),
        }
    }
}

/// What a step is timed with.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Clock {
    /// What passes on the wall: right on a machine that does nothing else.
    Wall,
    /// What this thread was given: leaves out what other programs took meanwhile.
    Cpu,
}

impl Clock {
    /// The seconds that `work` takes, and what it returns.
    fn time<T>(self, work: impl FnOnce() -> T) -> (f64, T) {
        match self {
            Self::Wall => {
                let start = Instant::now();
                let result = work();
                (start.elapsed().as_secs_f64(), result)
            }
            Self::Cpu => {
                let start = ThreadTime::now();
                let result = work();
                (start.elapsed().as_secs_f64(), result)
            }
        }
    }
}

/// How the runs are made.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Runs of each engine.
    pub repeat: usize,
    /// What a step is timed with.
    pub clock: Clock,
    /// The longest a run may take.
    pub limit: Duration,
}

/// One pass over a case.
struct Pass {
    seconds: Vec<f64>,
    /// After each step; only those of the first pass are kept.
    poses: Vec<Vec<Pose>>,
    last: Vec<Pose>,
    failure: Option<String>,
}

/// Runs `case` with each engine, one after the other, as often as `plan` says. A run that failed is not repeated.
///
/// # Errors
/// A sentence: an engine cannot be given the same bodies.
pub fn measure(case: &Case, engines: &[Engine], plan: Plan) -> Result<Vec<Score>, String> {
    let mut passes: Vec<Vec<Pass>> = engines.iter().map(|_| Vec::new()).collect();
    for round in 0..plan.repeat.max(1) {
        for (engine, passes) in engines.iter().zip(&mut passes) {
            if passes.iter().any(|pass| pass.failure.is_some()) {
                continue;
            }
            eprintln!("{} h={} {} (run {})", case.name, case.settings.h, engine.name(), round + 1);
            passes.push(pass(case, *engine, plan, round == 0)?);
        }
    }
    Ok(engines.iter().zip(&passes).map(|(engine, passes)| score(case, *engine, passes)).collect())
}

fn pass(case: &Case, engine: Engine, plan: Plan, keep: bool) -> Result<Pass, String> {
    let mut run = engine.start(case)?;
    let mut pass = Pass { seconds: Vec::new(), poses: Vec::new(), last: run.poses(), failure: None };
    let begun = Instant::now();
    for _ in 0..case.steps {
        run.prepare();
        let (elapsed, result) = plan.clock.time(|| run.step());
        if let Err(reason) = result {
            pass.failure = Some(reason);
            break;
        }
        pass.seconds.push(elapsed);
        pass.last = run.poses();
        if keep {
            pass.poses.push(pass.last.clone());
        }
        if !pass.last.iter().all(Pose::is_finite) {
            pass.failure = Some("a pose is not finite".to_owned());
            break;
        }
        if begun.elapsed() > plan.limit {
            pass.failure = Some(format!("stopped after {:.0} s", plan.limit.as_secs_f64()));
            break;
        }
    }
    Ok(pass)
}

fn score(case: &Case, engine: Engine, passes: &[Pass]) -> Score {
    let first = &passes[0];
    // Every pass does the same steps, but for a later one that ran out of time.
    let best = |i: usize| {
        passes.iter().filter_map(|pass| pass.seconds.get(i)).fold(f64::INFINITY, |low, s| low.min(*s))
    };
    let seconds: Vec<f64> = (0..first.seconds.len()).map(best).collect();
    let truths = truths(case, &first.poses);
    let overlaps: Vec<f64> = truths.iter().map(|truth| truth.overlap_total).collect();
    Score {
        engine,
        steps: seconds.len(),
        failure: (seconds.len() < case.steps)
            .then(|| first.failure.clone().unwrap_or_else(|| "ended early".to_owned())),
        time: StepTimes::of(&seconds, case.settings.h),
        depth_max: truths.iter().map(|truth| truth.depth_max).fold(0.0, max_keeping_nan),
        overlap_max: overlaps.iter().copied().fold(0.0, max_keeping_nan),
        overlap_median: quantile(&sorted(&overlaps), 0.5),
        lost: lost(case, &first.last),
        repeats: passes
            .iter()
            .all(|pass| pass.seconds.len() != first.seconds.len() || pass.last == first.last),
    }
}

/// The meter's reading after each step, of all engines by the same meter and outside the clock.
fn truths(case: &Case, poses: &[Vec<Pose>]) -> Vec<Truth> {
    let meter = TruthMeter::new(&case.model);
    let mut state = case.start.clone();
    let mut truths = Vec::with_capacity(poses.len());
    for poses in poses {
        state.poses.clone_from(poses);
        truths.push(meter.measure(&case.model, &state));
        // Only now: a body that enters at the end of a step was not moved by it, and counts from the next one on.
        state.time += case.settings.h;
    }
    truths
}

/// Bodies whose centre of mass lies lower than every corner of what is fixed: they fell out of the scene.
fn lost(case: &Case, poses: &[Pose]) -> usize {
    let down = case.model.gravity;
    let depth = |p: &pegsim::math::Vec3| p.dot(&down);
    let fixed = case.model.bodies.iter().zip(poses).filter(|(body, _)| !body.is_dynamic());
    let lowest = fixed
        .flat_map(|(body, pose)| body.parts.iter().map(move |part| (part, pose)))
        .flat_map(|(part, pose)| part.vertices.iter().map(|v| depth(&pose.transform_point(v))))
        .fold(f64::NEG_INFINITY, f64::max);
    let dynamic = case.model.bodies.iter().zip(poses).filter(|(body, _)| body.is_dynamic());
    dynamic.filter(|(_, pose)| lowest > f64::NEG_INFINITY && depth(&pose.position) > lowest).count()
}

/// Exponent e of `y = c · x^e` by least squares in the logarithms; `None` without two different x.
pub fn growth(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let (mx, my) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
    let spread: f64 = logs.iter().map(|p| (p.0 - mx).powi(2)).sum();
    let slope = logs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>() / spread;
    (points.len() >= 2 && slope.is_finite()).then_some(slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Conditions;

    #[test]
    fn growth_is_the_exponent_of_a_power() {
        let powers = [30.0, 100.0, 300.0].map(|n: f64| (n, 7.0 * n.powf(1.5)));
        assert!((growth(&powers).expect("three points") - 1.5).abs() < 1e-12);
        assert_eq!(growth(&powers[..1]), None);
        assert_eq!(growth(&[powers[0], powers[0]]), None);
    }

    #[test]
    fn a_run_that_takes_too_long_says_so() {
        let case = Case::pile(2, Conditions { h: 0.01, duration: None, friction: 0.0 }).expect("a pile");
        let plan = Plan { repeat: 2, clock: Clock::Cpu, limit: Duration::ZERO };
        let scores = measure(&case, &[Engine::REFERENCE], plan).expect("a score");
        assert_eq!(scores[0].steps, 1);
        assert!(scores[0].failure.is_some());
    }
}
