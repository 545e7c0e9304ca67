//! What is written beside the drawings: their data, the page that shows them, and its numbers.

use crate::cli::Failure;
use crate::cli::draw::sheet::{Panel, Sheet};
use crate::cli::figures::kit::{Drawn, Figure, say, three_digits};
use serde::Serialize;
use std::fmt::Write;

/// The columns of a figure's data. Values are in SI units; lines of a single run have no quartiles.
const COLUMNS: [&str; 6] = ["panel", "name", "x", "y", "first_quartile", "third_quartile"];

/// The data of a figure: every point of every curve, every corner of every body, or the table.
///
/// # Errors
/// Never but for want of memory.
pub(crate) fn data(sheet: &Sheet) -> Result<Vec<u8>, Failure> {
    let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let number = |value: f64| format!("{value:e}");
    let mut lines: Vec<Vec<String>> = Vec::new();
    let is_table = sheet.panels.iter().any(|panel| matches!(panel, Panel::Table(_)));
    if !is_table {
        lines.push(COLUMNS.map(str::to_owned).to_vec());
    }
    for (k, panel) in sheet.panels.iter().enumerate() {
        let place = |title: &str| format!("{} {title}", k + 1).trim_end().to_owned();
        match panel {
            Panel::Chart(chart) => {
                let mut name = "";
                for curve in &chart.curves {
                    // Curves of one kind have a name once.
                    name = if curve.name.is_empty() { name } else { &curve.name };
                    for p in &curve.points {
                        let mut line = vec![place(&chart.title), name.to_owned(), number(p.x), number(p.y)];
                        if p.low != p.high {
                            line.extend([number(p.low), number(p.high)]);
                        }
                        lines.push(line);
                    }
                }
                for mark in &chart.marks {
                    let x = mark.x.map_or(String::new(), number);
                    let name = format!("printed {}", mark.text).trim_end().to_owned();
                    lines.push(vec![place(&chart.title), name, x, number(mark.y)]);
                }
            }
            Panel::Bodies(bodies) => {
                for (body, outline) in bodies.outlines.iter().enumerate() {
                    for [x, y] in &outline.corners {
                        let name = format!("outline {}", body + 1);
                        lines.push(vec![place(&bodies.title), name, number(*x), number(*y)]);
                    }
                }
            }
            Panel::Table(table) => lines.extend(table.rows.iter().cloned()),
        }
    }
    let cannot = |error: &dyn std::fmt::Display| Failure::Run(format!("cannot write the data: {error}"));
    for line in lines {
        csv.write_record(line).map_err(|error| cannot(&error))?;
    }
    csv.into_inner().map_err(|error| cannot(&error))
}

/// The page: every figure with what its source says, what is printed and what is ours.
pub(crate) fn page(figures: &[(&Figure, Drawn)]) -> String {
    let mut text = String::from(
        "# The figures of the sources\n\nDrawn by `pegsim figures --out FOLDER`, which wrote this page too (`--only NAME` for one of them). Beside each \
         picture lie the same as PNG and its data as CSV; red rings and lines are numbers that a source prints. Figures of the sources exist as \
         text only here: what is called printed stands in their text, captions and tables, and where there is none a figure only had curves.\n",
    );
    for (figure, drawn) in figures {
        let _ = write!(
            text,
            "\n## {}: {}\n\n![{}]({}.svg)\n\n{}. *The source:* {}\n\n",
            figure.name, figure.title, figure.title, figure.name, figure.source, figure.said
        );
        if !figure.printed.is_empty() {
            text.push_str("| | printed | ours |\n| --- | --- | --- |\n");
            for (printed, ours) in figure.printed.iter().zip(&drawn.ours) {
                let unit = printed.unit;
                let _ = writeln!(
                    text,
                    "| {} | {} {unit} | {} {unit} |",
                    printed.what,
                    plain(printed.value),
                    plain(*ours)
                );
            }
            text.push('\n');
        }
        let _ = writeln!(text, "*Agrees:* {}", drawn.agrees);
        if !drawn.differs.is_empty() {
            let _ = writeln!(text, "\n*Differs:* {}", drawn.differs);
        }
        let _ = writeln!(text, "\n`pegsim figures --only {} --out FOLDER`", figure.name);
    }
    text
}

/// A number in a table: as it is where it is short.
fn plain(value: f64) -> String {
    if !(1e-2..1e4).contains(&value.abs()) {
        return if value == 0.0 { say(value) } else { format!("{value:.2e}") };
    }
    three_digits(value)
}

/// A figure in the data of the page.
#[derive(Serialize)]
pub(crate) struct Numbers {
    name: &'static str,
    source: &'static str,
    title: &'static str,
    said: &'static str,
    printed: Vec<Compared>,
    agrees: String,
    differs: String,
}

/// A printed number and ours.
#[derive(Serialize)]
struct Compared {
    what: &'static str,
    unit: &'static str,
    printed: f64,
    ours: f64,
}

/// The page as data.
pub(crate) fn numbers(figures: &[(&Figure, Drawn)]) -> Vec<Numbers> {
    let of = |(figure, drawn): &(&Figure, Drawn)| Numbers {
        name: figure.name,
        source: figure.source,
        title: figure.title,
        said: figure.said,
        printed: figure
            .printed
            .iter()
            .zip(&drawn.ours)
            .map(|(p, ours)| Compared { what: p.what, unit: p.unit, printed: p.value, ours: *ours })
            .collect(),
        agrees: drawn.agrees.clone(),
        differs: drawn.differs.clone(),
    };
    figures.iter().map(of).collect()
}
