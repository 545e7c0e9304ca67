//! The scores as a table for people and as CSV for programs.

use crate::case::Case;
use crate::engine::Engine;
use crate::measure::{Score, StepTimes, growth};
use pegsim::experiment::stats::{quantile, sorted};
use std::fmt::{Display, Formatter, Result, Write};

/// A case and what the engines made of it.
pub struct Measured {
    /// The case.
    pub case: Case,
    /// One score for each engine, in the same order for every case.
    pub scores: Vec<Score>,
}

/// What stands above the rows, in two lines.
pub const HEADING: &str = concat!(
    "                    |             time of a step (µs)              | ÷ rapier-default  | depth     overlap (m³)       |\n",
    "engine              |  median      p99       max     mean   last s  |  median   last s  | max (m)   max      median    | completed"
);

/// One line of the table; in a summary the numbers are medians and maxima over several cases.
struct Row {
    name: &'static str,
    time: StepTimes,
    slower: (f64, f64),
    depth_max: f64,
    overlap_max: f64,
    overlap_median: f64,
    end: String,
}

impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let t = &self.time;
        let times =
            format!("{:>8.1} {:>8.1} {:>9.1} {:>8.1} {:>8.1}", t.median, t.p99, t.max, t.mean, t.last_second);
        let ratio = |x: f64| if x.is_nan() { "-".to_owned() } else { format!("{x:.2}") };
        let slower = format!("{:>8} {:>8}", ratio(self.slower.0), ratio(self.slower.1));
        let truth =
            format!("{:<9.1e} {:<8.1e} {:<9.1e}", self.depth_max, self.overlap_max, self.overlap_median);
        writeln!(f, "{:<19} |{times}  |{slower}  | {truth} | {}", self.name, self.end)
    }
}

impl Measured {
    fn row(&self, score: &Score) -> Row {
        let mut end = score.failure.as_ref().map_or("yes".to_owned(), |reason| {
            format!("NO, {} of {} steps: {reason}", score.steps, self.case.steps)
        });
        if score.lost > 0 {
            end.push_str(&format!("; {} bodies fell out", score.lost));
        }
        if !score.repeats {
            end.push_str("; repetitions differ");
        }
        Row {
            name: score.engine.name(),
            time: score.time,
            slower: self.slower(score),
            depth_max: score.depth_max,
            overlap_max: score.overlap_max,
            overlap_median: score.overlap_median,
            end,
        }
    }

    /// How many times slower than the reference, by the median and by the last second. NaN without a reference, or
    /// where one of the two did not come to the end: their steps are then not of the same time.
    fn slower(&self, score: &Score) -> (f64, f64) {
        let reference = self.scores.iter().find(|s| s.engine == Engine::REFERENCE && s.failure.is_none());
        match reference {
            Some(reference) if score.failure.is_none() => (
                score.time.median / reference.time.median,
                score.time.last_second / reference.time.last_second,
            ),
            _ => (f64::NAN, f64::NAN),
        }
    }
}

/// One case: a title and a row for each engine.
pub fn rows(measured: &Measured) -> String {
    let case = &measured.case;
    let mut out = format!("{}: {} bodies, h = {} s\n", case.name, case.dynamic_bodies(), case.settings.h);
    for score in &measured.scores {
        out.push_str(&measured.row(score).to_string());
    }
    out
}

/// All scenes of one step size put together, piles left out: a row for each engine and step size.
pub fn summary(all: &[Measured]) -> String {
    let scenes: Vec<&Measured> = all.iter().filter(|m| m.case.pile.is_none()).collect();
    let mut out = String::new();
    for (h, group) in by_step_size(&scenes) {
        if group.len() < 2 {
            continue;
        }
        let _ =
            writeln!(out, "{} scenes, h = {h} s: medians over them, of each max the largest", group.len());
        for i in 0..group[0].scores.len() {
            let rows: Vec<Row> = group.iter().map(|m| m.row(&m.scores[i])).collect();
            out.push_str(&together(&rows, &group, i).to_string());
        }
    }
    out
}

fn together(rows: &[Row], group: &[&Measured], i: usize) -> Row {
    // A ratio that is not known is left out; a depth that is not a number must show.
    let of = |pick: &dyn Fn(&Row) -> f64| sorted(&rows.iter().map(pick).collect::<Vec<_>>());
    let middle = |pick: &dyn Fn(&Row) -> f64| quantile(&of(pick), 0.5);
    let worst = |pick: &dyn Fn(&Row) -> f64| quantile(&of(pick), 1.0);
    let known = |pick: &dyn Fn(&Row) -> f64| {
        let known: Vec<f64> = of(pick).into_iter().filter(|x| !x.is_nan()).collect();
        if known.is_empty() { f64::NAN } else { quantile(&known, 0.5) }
    };
    let scores = || group.iter().map(|m| &m.scores[i]);
    let lost: usize = scores().map(|score| score.lost).sum();
    let fell = if lost > 0 { format!("; {lost} bodies fell out") } else { String::new() };
    Row {
        name: rows[0].name,
        time: StepTimes {
            median: middle(&|r| r.time.median),
            p99: middle(&|r| r.time.p99),
            max: worst(&|r| r.time.max),
            mean: middle(&|r| r.time.mean),
            last_second: middle(&|r| r.time.last_second),
        },
        slower: (known(&|r| r.slower.0), known(&|r| r.slower.1)),
        depth_max: worst(&|r| r.depth_max),
        overlap_max: worst(&|r| r.overlap_max),
        overlap_median: middle(&|r| r.overlap_median),
        end: format!("{} of {}{fell}", scores().filter(|s| s.failure.is_none()).count(), group.len()),
    }
}

/// How the time of a step grows with the number of bodies, over the piles of one step size that came to their end.
pub fn growths(all: &[Measured]) -> String {
    let piles: Vec<&Measured> = all.iter().filter(|m| m.case.pile.is_some()).collect();
    let mut out = String::new();
    for (h, group) in by_step_size(&piles) {
        if group.len() < 2 {
            continue;
        }
        let _ = writeln!(out, "piles, h = {h} s: exponent e of the fit µs = c · bodies^e");
        let _ = writeln!(out, "{:<19} | last s     mean  | piles", "engine");
        for (i, score) in group[0].scores.iter().enumerate() {
            let ended: Vec<(f64, &StepTimes)> = group
                .iter()
                .filter(|m| m.scores[i].failure.is_none())
                .filter_map(|m| Some((m.case.pile? as f64, &m.scores[i].time)))
                .collect();
            let exponent = |pick: fn(&StepTimes) -> f64| {
                let points: Vec<(f64, f64)> = ended.iter().map(|(n, time)| (*n, pick(time))).collect();
                growth(&points).map_or("-".to_owned(), |e| format!("{e:.2}"))
            };
            let sizes: Vec<String> = ended.iter().map(|(n, _)| n.to_string()).collect();
            let (last, mean) = (exponent(|t| t.last_second), exponent(|t| t.mean));
            let _ =
                writeln!(out, "{:<19} | {last:>6} {mean:>8}  | {}", score.engine.name(), sizes.join(", "));
        }
    }
    out
}

fn by_step_size<'a>(all: &[&'a Measured]) -> Vec<(f64, Vec<&'a Measured>)> {
    let mut groups: Vec<(f64, Vec<&Measured>)> = Vec::new();
    for measured in all {
        let h = measured.case.settings.h;
        match groups.iter_mut().find(|(size, _)| *size == h) {
            Some((_, group)) => group.push(measured),
            None => groups.push((h, vec![measured])),
        }
    }
    groups
}

/// One line for each case and engine; times in microseconds, lengths in metres.
pub fn csv(all: &[Measured]) -> String {
    let mut out = String::from(
        "scene,bodies,h,engine,steps,completed,median_us,p99_us,max_us,mean_us,last_second_us,median_ratio,\
         last_second_ratio,depth_max,overlap_max,overlap_median,fell_out,repetitions_agree\n",
    );
    for measured in all {
        let case = &measured.case;
        for score in &measured.scores {
            let (t, slower) = (&score.time, measured.slower(score));
            let numbers = [t.median, t.p99, t.max, t.mean, t.last_second, slower.0, slower.1];
            let truth = [score.depth_max, score.overlap_max, score.overlap_median];
            let shown = |x: &f64| if x.is_nan() { String::new() } else { x.to_string() };
            let _ = writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{}",
                case.name.replace([',', '"'], "_"),
                case.dynamic_bodies(),
                case.settings.h,
                score.engine.name(),
                score.steps,
                score.failure.is_none(),
                numbers.each_ref().map(shown).join(","),
                truth.map(|x| format!("{x:e}")).join(","),
                score.lost,
                score.repeats,
            );
        }
    }
    out
}
