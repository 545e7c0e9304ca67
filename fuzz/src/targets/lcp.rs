//! Complementarity problems: files changed in a few places and problems made up, solved by every method; whoever says "solved" is measured
//! here, from the numbers of the file.

use super::{Trial, class, corpus};
use crate::chance::Chance;
use crate::mutate;
use pegsim::lcp::problem::file::{self, MatrixFile, ProblemFile};
use pegsim::lcp::{LcpSettings, Status, catalogue, solve};
use serde_json::{Value, json};

/// Larger problems are read but not solved.
const LARGEST: usize = 40;

/// A miss within this many roundings of the products in its row is none.
const ROUNDINGS: f64 = 8.0;

const WORDS: &[&str] = &[
    "\"format\"",
    "\"name\"",
    "\"matrix\"",
    "\"b\"",
    "\"dense\"",
    "\"factored\"",
    "\"columns\"",
    "\"rows\"",
    "\"forces\"",
    "\"entries\"",
    "\"blocks\"",
    "\"solvable\"",
    "null",
    "true",
    "false",
    "[]",
    "{}",
    "[[]]",
    "[0,1.0]",
    "\"pegsim-lcp-1\"",
];

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let text = match chance.below(3) {
        0 => {
            let text = chance.pick(corpus::PROBLEMS);
            mutate::text(chance, text, WORDS)
        }
        1 => {
            let text = problem(chance).to_string();
            mutate::text(chance, &text, WORDS)
        }
        _ => problem(chance).to_string(),
    };
    trial.given(text.as_bytes(), "json");
    let (file, lcp) = match file::parse(&text, "fuzz.json") {
        Err(error) => return trial.tag(format!("refused: {}", class(&error.to_string()))),
        Ok(read) => read,
    };
    trial.tag("accepted");
    if lcp.size() > LARGEST {
        return trial.tag("larger than is solved here");
    }
    let settings = LcpSettings {
        tolerance: [1e-10, 1e-10, 1e-8, 1e-13][chance.below(4)],
        max_iterations: [1000, 1000, 50, 1][chance.below(4)],
    };
    for (method, solver) in catalogue::solvers() {
        let solution = solve(solver, &lcp, &settings, None);
        if solution.report.status == Status::Solved {
            trial.tag(format!("solved by {}", method.name));
            if let Some(why) = unsolved(&file, solution.z.as_slice(), settings.tolerance) {
                trial.wrong(format!("{} says solved, and {why}", method.name));
            }
        }
    }
}

/// Where z does not solve the problem of a file to the tolerance: |min(z_i, w_i)| <= τ (u + max|b|) with u = min(1, max|A|), or 1 for a problem of
/// a step; of a factored A the largest entry of S, or of R times that of F, as the docs of `pegsim::lcp` promise; every number from the file, in sums of their own.
fn unsolved(file: &ProblemFile, z: &[f64], tolerance: f64) -> Option<String> {
    let n = file.b.len();
    if z.len() != n {
        return Some(format!("z has {} entries of {n}", z.len()));
    }
    if let Some(bad) = z.iter().find(|v| !v.is_finite()) {
        return Some(format!("z has the entry {bad}"));
    }
    let a = dense(&file.matrix, n, |x| x);
    // What the entries were added up from, without signs: their rounding.
    let terms = dense(&file.matrix, n, f64::abs);
    let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0_f64, |m, v| m.max(v.abs()));
    let of_a = match &file.matrix {
        MatrixFile::Dense(rows) => largest(&mut rows.iter().flatten().copied()),
        MatrixFile::Factored { rows, forces, entries, .. } => {
            let entries: Vec<_> = entries.iter().map(|e| ((e.0, e.1), e.2)).collect();
            let row = |row: &Vec<(usize, f64)>| largest(&mut added_up(row).into_iter());
            let of_rows = largest(&mut rows.iter().map(row));
            let own =
                (0..rows.len()).filter(|&k| forces.get(k).is_none_or(Option::is_none)).map(|k| &rows[k]);
            let of_forces = largest(&mut own.chain(forces.iter().flatten()).map(row));
            largest(&mut added_up(&entries).into_iter()).max(of_rows * of_forces)
        }
    };
    let unit = if file.origin.is_some() { 1.0 } else { of_a.min(1.0) };
    let most = tolerance * (unit + largest(&mut file.b.iter().copied()));
    for i in 0..n {
        let (mut w, mut sizes) = (file.b[i], file.b[i].abs());
        for j in 0..n {
            w += a[i][j] * z[j];
            sizes += (terms[i][j] * z[j]).abs();
        }
        let slack = ROUNDINGS * n as f64 * f64::EPSILON * sizes;
        // Written so that what is not a number is wrong.
        if !(w >= -(most + slack)) {
            return Some(format!("w[{i}] is {w:e}, at least {:e} is promised", -most));
        }
        if !(z[i] >= -(most + slack)) {
            return Some(format!("z[{i}] is {:e}, at least {:e} is promised", z[i], -most));
        }
        if z[i] > most + slack && w > most + slack {
            return Some(format!("z[{i}] = {:e} and w[{i}] = {w:e} are both above {most:e}", z[i]));
        }
    }
    None
}

/// Several numbers for one place add up.
fn added_up<K: Ord + Copy>(given: &[(K, f64)]) -> Vec<f64> {
    let mut own = given.to_vec();
    own.sort_by_key(|e| e.0);
    own.chunk_by(|a, b| a.0 == b.0).map(|same| same.iter().map(|e| e.1).sum()).collect()
}

/// A, each number taken by `term` before it is added to others.
fn dense(matrix: &MatrixFile, n: usize, term: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    match matrix {
        MatrixFile::Dense(rows) => rows.iter().map(|row| row.iter().map(|x| term(*x)).collect()).collect(),
        MatrixFile::Factored { columns: _, rows, forces, entries } => {
            let mut a = vec![vec![0.0; n]; n];
            for i in 0..n {
                for j in 0..n {
                    let force = forces.get(j).and_then(Option::as_ref).unwrap_or(&rows[j]);
                    for (c, v) in &rows[i] {
                        a[i][j] += force.iter().filter(|f| f.0 == *c).map(|f| term(f.1 * v)).sum::<f64>();
                    }
                }
            }
            for &(i, j, v) in entries {
                a[i][j] += term(v);
            }
            a
        }
    }
}

/// A problem of a kind that steps pose, or of none.
fn problem(chance: &mut Chance) -> Value {
    let n = match chance.below(20) {
        0 => 0,
        1 => 1,
        2 => 12 + chance.below(24),
        _ => 1 + chance.below(10),
    };
    let scale = if chance.one_in(2) { 1.0 } else { chance.decades(-14.0, 12.0) };
    let of_b = if chance.one_in(2) { 1.0 } else { chance.decades(-14.0, 12.0) };
    let entry = |chance: &mut Chance| match chance.below(12) {
        0 => 0.0,
        1 if chance.one_in(4) => chance.number(),
        2 => chance.below(3) as f64 - 1.0,
        _ => chance.between(-1.0, 1.0),
    };
    let b: Vec<f64> = (0..n).map(|_| entry(chance) * of_b).collect();
    let columns = 1 + chance.below(n + 2);
    let matrix = if chance.one_in(2) {
        let row = |chance: &mut Chance| -> Vec<(usize, f64)> {
            let mut list: Vec<(usize, f64)> = (0..1 + chance.below(6))
                .map(|_| (chance.below(columns), entry(chance) * scale.sqrt()))
                .collect();
            list.sort_by_key(|e| e.0);
            list.dedup_by_key(|e| e.0);
            list
        };
        let rows: Vec<Vec<(usize, f64)>> = (0..n).map(|_| row(chance)).collect();
        let entries: Vec<(usize, usize, f64)> = if n == 0 || chance.one_in(2) {
            Vec::new()
        } else {
            (0..chance.below(4)).map(|_| (chance.below(n), chance.below(n), entry(chance))).collect()
        };
        json!({ "factored": { "columns": columns, "rows": rows, "entries": entries } })
    } else {
        let g: Vec<Vec<f64>> = (0..n).map(|_| (0..columns).map(|_| entry(chance)).collect()).collect();
        let positive = !chance.one_in(4);
        let shift = if chance.one_in(2) { 0.0 } else { chance.unit() };
        let rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                (0..n)
                    .map(|j| {
                        let product: f64 = g[i].iter().zip(&g[j]).map(|(x, y)| x * y).sum();
                        let skew = if positive { 0.0 } else { entry(chance) };
                        (product + skew + if i == j { shift } else { 0.0 }) * scale
                    })
                    .collect()
            })
            .collect();
        json!({ "dense": rows })
    };
    json!({ "format": file::FORMAT, "name": "made up", "matrix": matrix, "b": b })
}
