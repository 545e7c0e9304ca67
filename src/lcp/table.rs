//! Solve reports as lines of a table, the same on the command line and in the app.

use crate::lcp::method::SolveReport;

/// Headings of [`SolveReport::cells`].
pub const COLUMNS: [&str; 9] =
    ["solver", "status", "iterations", "natural map", "primal", "dual", "complementarity", "worst row", "ms"];

impl SolveReport {
    /// The report as one line under [`COLUMNS`].
    pub fn cells(&self) -> [String; 9] {
        let exponent = |x: f64| if x == 0.0 { "0".to_owned() } else { format!("{x:.1e}") };
        [
            self.method.to_owned(),
            self.status.to_string(),
            self.iterations.to_string(),
            exponent(self.residual.natural_map),
            exponent(self.residual.primal),
            exponent(self.residual.dual),
            exponent(self.residual.complementarity),
            self.residual.worst_row.map_or("-".to_owned(), |row| row.to_string()),
            format!("{:.3}", 1e3 * self.seconds),
        ]
    }
}
