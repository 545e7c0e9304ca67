//! Complementarity problems as JSON files: what `pegsim run --dump-lcp` writes and `pegsim lcp solve` reads.
//!
//! ```json
//! {"format": "pegsim-lcp-1", "name": "two rows",
//!  "matrix": {"dense": [[2.0, 1.0], [1.0, 2.0]]}, "b": [-5.0, -6.0]}
//! ```
//!
//! The matrix may be given by its factors instead, A = R Fᵀ + S, as lists of [column, value] for each row; a force `null`
//! is the same as the row:
//!
//! ```json
//!  "matrix": {"factored": {"columns": 6, "rows": [[[2, 1.0], [3, 0.5]], []], "forces": [null, []],
//!                          "entries": [[1, 1, 1.0]]}}
//! ```
//!
//! All numbers are in SI units as the step has them: velocities (m/s) in b, impulses (N·s) and slacks (m/s) in z, velocity
//! coordinates scaled by the root of the mass.

use std::path::Path;

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

use crate::lcp::convex::SparseRow;
use crate::lcp::problem::explain::explain;
use crate::lcp::problem::{Block, Factors, Lcp};
use crate::quote::counted;
use crate::{quote, reading};

/// The value of the field `format`.
pub const FORMAT: &str = "pegsim-lcp-1";

/// Rows of a problem at most: most methods form A, which has this many squared.
pub const MAX_ROWS: usize = 10_000;
/// Velocity coordinates of a problem at most: those of 16,000 bodies in space.
pub const MAX_COLUMNS: usize = 100_000;

/// One problem as it stands in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    /// [`FORMAT`].
    pub format: String,
    /// A short name.
    pub name: String,
    /// What is in it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Where it is from, for a problem of the literature.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The step that it is from, for a problem of a simulation; such a problem is judged as in the step ([`Lcp::of_a_step`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Whether there is a solution, where that is known: `pegsim lcp solve` does not fail where none was found of a problem that
    /// has none, and says so where one was found all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solvable: Option<bool>,
    /// The matrix A.
    pub matrix: MatrixFile,
    /// The vector b (n).
    pub b: Vec<f64>,
    /// The rows of each contact point, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<Block>>,
    /// What each row is about (n), or empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
}

/// The step of a simulation that a problem is from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Name of the scene.
    pub scene: String,
    /// Name of the contact model.
    pub model: String,
    /// Number of the step that the problem belongs to, from 1.
    pub step: u64,
    /// Time at the start of the step (s).
    pub time: f64,
    /// Step size (s).
    pub time_step: f64,
    /// Which of the islands of the step, from 0.
    pub island: usize,
}

/// A by its rows, or by sparse factors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum MatrixFile {
    /// n rows of n numbers.
    Dense(Vec<Vec<f64>>),
    /// A = R Fᵀ + S.
    Factored {
        /// Number of velocity coordinates.
        columns: usize,
        /// R: (column, value) for each of the n rows.
        rows: Vec<Vec<(usize, f64)>>,
        /// F, likewise; none for a row that is the same as that of R. Empty where all are.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        forces: Vec<Option<Vec<(usize, f64)>>>,
        /// S: (row, column, value).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        entries: Vec<(usize, usize, f64)>,
    },
}

/// Why a file holds no problem: one sentence with the file, what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FileError(String);

impl ProblemFile {
    /// The file of a problem.
    pub fn new(name: &str, lcp: &Lcp) -> ProblemFile {
        let listed = |row: &SparseRow| row.entries().to_vec();
        let matrix = match lcp.factors() {
            None => MatrixFile::Dense(lcp.a().row_iter().map(|row| row.iter().copied().collect()).collect()),
            Some(factors) => {
                let force = |(row, force): (&SparseRow, &SparseRow)| (row != force).then(|| listed(force));
                let forces: Vec<_> = factors.rows.iter().zip(&factors.forces).map(force).collect();
                let entries = factors.entries.iter().enumerate();
                MatrixFile::Factored {
                    columns: factors.columns,
                    rows: factors.rows.iter().map(listed).collect(),
                    forces: if forces.iter().all(Option::is_none) { Vec::new() } else { forces },
                    entries: entries
                        .flat_map(|(i, row)| row.entries().iter().map(move |&(j, x)| (i, j, x)))
                        .collect(),
                }
            }
        };
        ProblemFile {
            format: FORMAT.to_owned(),
            name: name.to_owned(),
            description: String::new(),
            source: String::new(),
            origin: None,
            solvable: None,
            matrix,
            b: lcp.b().as_slice().to_vec(),
            blocks: lcp.blocks().map(<[Block]>::to_vec),
            rows: Vec::new(),
        }
    }

    /// The problem.
    ///
    /// # Errors
    /// A clause about the field that is wrong.
    pub fn problem(&self) -> Result<Lcp, FileError> {
        let n = self.b.len();
        let is_needed = |n: usize| format!("{n} {} needed", if n == 1 { "is" } else { "are" });
        let needed = is_needed(n);
        let bad = |what: String| Err(FileError(what));
        if self.format != FORMAT {
            return bad(format!(
                "`format` is \"{}\"; this version reads \"{FORMAT}\"",
                quote::brief(&self.format)
            ));
        }
        if !self.rows.is_empty() && self.rows.len() != n {
            return bad(format!(
                "`rows` has {}; {needed}, one per entry of `b`",
                counted(self.rows.len(), "text", "texts")
            ));
        }
        if n > MAX_ROWS {
            return bad(format!(
                "`b` has {n} entries; at most {MAX_ROWS} are read, for which the matrix takes 800 MB"
            ));
        }
        let b = DVector::from_column_slice(&self.b);
        let lcp = match &self.matrix {
            MatrixFile::Dense(rows) => {
                if rows.len() != n {
                    return bad(format!(
                        "`matrix.dense` has {}; {needed}, one per entry of `b`",
                        counted(rows.len(), "row", "rows")
                    ));
                }
                if let Some(i) = rows.iter().position(|row| row.len() != n) {
                    let found = counted(rows[i].len(), "number", "numbers");
                    return bad(format!("row {i} of `matrix.dense` has {found}; {needed}"));
                }
                Lcp::new(DMatrix::from_fn(n, n, |i, j| rows[i][j]), b)
            }
            MatrixFile::Factored { columns, rows, forces, entries } => {
                if *columns > MAX_COLUMNS {
                    return bad(format!(
                        "`columns` is {columns}; at most {MAX_COLUMNS} are read, and one more than the largest column of \
                         `rows` is enough"
                    ));
                }
                if !forces.is_empty() && forces.len() != rows.len() {
                    return bad(format!(
                        "`forces` has {}; {}, one per row of `rows`, or none",
                        counted(forces.len(), "row", "rows"),
                        is_needed(rows.len())
                    ));
                }
                let given = rows.iter().map(|row| ("rows", Some(row)));
                let given =
                    given.enumerate().chain(forces.iter().map(|row| ("forces", row.as_ref())).enumerate());
                for (i, (factor, row)) in given {
                    // Also where the number is 0 and would be left out.
                    let beyond = row.into_iter().flatten().find(|&&(column, _)| column >= *columns);
                    if let Some(&(column, _)) = beyond {
                        return bad(format!(
                            "row {i} of `{factor}` has a number in column {column}; `columns` is {columns}, and they count from 0"
                        ));
                    }
                }
                let rows: Vec<SparseRow> =
                    rows.iter().map(|row| SparseRow::new(row.iter().copied())).collect();
                let forces = rows
                    .iter()
                    .enumerate()
                    .map(|(i, row)| match forces.get(i) {
                        Some(Some(force)) => SparseRow::new(force.iter().copied()),
                        _ => row.clone(),
                    })
                    .collect();
                let mut own = vec![Vec::new(); n];
                let given = entries;
                let entries = counted(n, "entry", "entries");
                for (k, &(i, j, x)) in given.iter().enumerate() {
                    let Some(row) = own.get_mut(i) else {
                        return bad(format!("number {k} of `entries` is in row {i}; `b` has {entries}"));
                    };
                    // Also where the number is 0 and would be left out.
                    if j >= n {
                        return bad(format!("number {k} of `entries` is in column {j}; `b` has {entries}"));
                    }
                    row.push((j, x));
                }
                let entries = own.into_iter().map(SparseRow::new).collect();
                Lcp::factored(Factors { columns: *columns, rows, forces, entries }, b)
            }
        };
        let lcp = lcp.and_then(|lcp| match &self.blocks {
            Some(blocks) => lcp.with_blocks(blocks.clone()),
            None => Ok(lcp),
        });
        let lcp = lcp.map_err(|error| FileError(error.to_string()))?;
        Ok(if self.origin.is_some() { lcp.of_a_step() } else { lcp })
    }

    /// The text of the file: one line for each field.
    ///
    /// # Errors
    /// When a number is not finite, which JSON cannot write.
    pub fn to_text(&self) -> Result<String, FileError> {
        let failed = |error: serde_json::Error| FileError(format!("the problem cannot be written: {error}"));
        let serde_json::Value::Object(fields) = serde_json::to_value(self).map_err(failed)? else {
            return Err(FileError("the problem cannot be written".to_owned()));
        };
        let mut lines = Vec::new();
        for (name, value) in fields {
            lines.push(format!(" \"{name}\": {}", serde_json::to_string(&value).map_err(failed)?));
        }
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }
}

/// What is said of a file without a text.
const EMPTY: &str = "the file is empty; a problem is {\"format\": …, \"name\": …, \"matrix\": …, \"b\": …}";

/// Reads a problem from text; `name` stands for the file in messages.
///
/// # Errors
/// [`FileError`] with file, line and column where the text is not such a file; with file and field where it states
/// no problem.
pub fn parse(text: &str, name: &str) -> Result<(ProblemFile, Lcp), FileError> {
    let file: ProblemFile = serde_json::from_str(text).map_err(|error| {
        let said = if text.trim().is_empty() { EMPTY.to_owned() } else { explain(&error, text) };
        FileError(format!("{name}:{}:{}: {said}", error.line(), error.column().max(1)))
    })?;
    let lcp = file.problem().map_err(|error| FileError(format!("{name}: {error}")))?;
    Ok((file, lcp))
}

/// Reads a problem from a file.
///
/// # Errors
/// [`FileError`] as [`parse`], or when the file cannot be read.
pub fn read(path: &Path) -> Result<(ProblemFile, Lcp), FileError> {
    let name = path.display().to_string();
    let text =
        reading::text(path, reading::PROBLEM).map_err(|error| FileError(format!("{name}: {error}")))?;
    parse(&text, &name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::{Random, factored_friction, positive_definite};

    #[test]
    fn what_is_written_is_read_to_the_bit() {
        for lcp in [factored_friction(&mut Random::new(3), 3, 0.5), positive_definite(&mut Random::new(4), 5)]
        {
            let mut file = ProblemFile::new("one", &lcp);
            file.rows = (0..lcp.size()).map(|i| format!("row {i}")).collect();
            file.solvable = Some(true);
            let (read, again) = parse(&file.to_text().unwrap(), "x.json").unwrap();
            assert_eq!((read, again), (file, lcp));
        }
    }

    #[test]
    fn bad_files_are_told_with_what_would_be_right() {
        let refused = |text: &str, parts: &[&str]| {
            let message = parse(text, "x.json").unwrap_err().to_string();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
            assert!(!message.contains('\n') && message.chars().count() <= 200, "{message}");
        };
        let with = |matrix: &str, b: &str| {
            format!("{{\"format\": \"pegsim-lcp-1\", \"name\": \"n\", \"matrix\": {matrix}, \"b\": {b}}}")
        };
        refused("no json", &["x.json:1:2", "something else is expected here; a problem is {\"format\": …"]);
        refused("{\"format\": ", &["x.json:1:11: the text ends too early"]);
        refused("{\"format\": \"pegsim-lcp-1\"}", &["x.json:1:", "the field `name` is missing"]);
        refused(&with(&"[".repeat(1_000_000), "[1]"), &["x.json:1:"]);
        refused(&format!("{{\"{}\": 1}}", "long".repeat(20_000)), &["unknown field `longlong", "…"]);
        refused(&with("{\"dense\": [[1e999]]}", "[1]"), &["x.json:1:", "the number is too large"]);
        refused(&with("{\"dense\": [[null]]}", "[1]"), &["x.json:1:", "null stands where a number should"]);
        refused(&with("{\"dense\": [[1], [2]]}", "[1]"), &["2 rows; 1 is needed"]);
        refused(&with("{\"dense\": [[1, 2]]}", "[1]"), &["row 0 of `matrix.dense` has 2 numbers; 1 is"]);
        refused(
            &with("{\"sparse\": []}", "[1]"),
            &["unknown kind of matrix `sparse`; valid are `dense` or `factored`"],
        );
        refused(&with("[1]", "[1]"), &["a matrix is one of `{\"dense\": …}` and `{\"factored\": …}`"]);
        refused(
            &with("{\"factored\": {\"columns\": -1, \"rows\": []}}", "[]"),
            &["number `-1` stands where a whole number"],
        );
        refused(
            &with("{\"factored\": {\"columns\": 1, \"rows\": [[[0]]]}}", "[1]"),
            &["1 element stands where [column, value] should"],
        );
        refused("", &["x.json:1:1: the file is empty; a problem is {\"format\": …"]);
        for matrix in ["{}", "{\"dense\": [[1]], \"factored\": {\"columns\": 1, \"rows\": []}}", "3"] {
            refused(&with(matrix, "[1]"), &["a matrix is one of `{\"dense\": …}` and `{\"factored\": …}`"]);
        }
        refused(&with("{\"dense\": [[]]}", "[1]"), &["row 0 of `matrix.dense` has 0 numbers; 1 is needed"]);
        refused(&with("{\"dense\": [[1]]}, \"more\": 1", "[1]"), &["unknown field `more`"]);
        let other = with("{\"dense\": [[1]]}", "[1]").replace("lcp-1", "lcp-2");
        refused(&other, &["\"pegsim-lcp-2\"; this version reads \"pegsim-lcp-1\""]);
        let factored =
            |more: &str| format!("{{\"factored\": {{\"columns\": 1, \"rows\": [[[0, 1]]]{more}}}}}");
        assert!(parse(&with(&factored(""), "[1]"), "x.json").is_ok());
        refused(&with(&factored(""), "[1, 2]"), &["`rows` needs 2 rows", "has 1"]);
        refused(
            &with(&factored(", \"entries\": [[3, 0, 1]]"), "[1]"),
            &["number 0 of `entries` is in row 3"],
        );
        refused(&with(&factored(", \"entries\": [[0, 3, 1]]"), "[1]"), &["column 3"]);
        refused(&with(&factored(", \"entries\": [[0, 3, 0]]"), "[1]"), &["column 3"]);
        refused(&with(&factored(", \"forces\": [[], []]"), "[1]"), &["`forces` has 2 rows; 1 is needed"]);
        // What would take more memory than there is.
        let wide = with(&factored("").replace("\"columns\": 1", "\"columns\": 1000000000000000000"), "[1]");
        refused(&wide, &["x.json: `columns` is 1000000000000000000; at most 100000 are read"]);
        let long = format!("[{}0]", "0,".repeat(MAX_ROWS));
        refused(&with("{\"dense\": []}", &long), &["x.json: `b` has 10001 entries; at most 10000 are read"]);
        let huge = factored("").replace("[[[0, 1]]]", "[[[0, 1e200]]]");
        refused(&with(&huge, "[1]"), &["entries up to 1e200; at most 1e150"]);
        let blocks = with(&factored(""), "[1], \"blocks\": [{\"normal\": 7}]");
        refused(&blocks, &["friction block 0", "row 7"]);
        assert!(
            read(Path::new("nowhere.json"))
                .unwrap_err()
                .to_string()
                .contains("nowhere.json: the file cannot be read")
        );
    }
}
