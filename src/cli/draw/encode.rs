//! A sheet as the text of an SVG file or the bytes of a PNG file.

use crate::cli::Failure;
use crate::cli::draw::brush::{Brush, Drawn, LARGE, Paper, SMALL, font};
use crate::cli::draw::sheet::{BLACK, Ink, Panel, Sheet};
use crate::cli::draw::{bodies, chart, table};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Dots for a point of the screen. The library has whole dots only: in SVG they are as fine as a line is thin.
const SVG_DOTS: u32 = 4;
const PNG_DOTS: u32 = 2;
/// Room for the title (points of the screen).
const TITLE: u32 = 30;
/// Room for a row of the legend.
const LEGEND: u32 = 22;

/// The text of an SVG file.
///
/// # Errors
/// Where the library cannot draw it.
pub(crate) fn svg(sheet: &Sheet) -> Result<String, Failure> {
    font();
    let (size, legend) = layout(sheet);
    let dots = (size.0 * SVG_DOTS, size.1 * SVG_DOTS);
    let mut text = String::new();
    {
        let paper = SVGBackend::with_string(&mut text, dots).into_drawing_area();
        let drawn = fill(&paper, sheet, &legend, Brush { scale: f64::from(SVG_DOTS), joins: true });
        drawn.and_then(|()| paper.present()).map_err(|error| cannot(sheet, &error))?;
    }
    // As large as it is meant; the finer coordinates stay.
    let (fine, meant) = (
        format!("width=\"{}\" height=\"{}\"", dots.0, dots.1),
        format!("width=\"{}\" height=\"{}\"", size.0, size.1),
    );
    Ok(text.replacen(&fine, &meant, 1))
}

/// The bytes of a PNG file.
///
/// # Errors
/// Where the library cannot draw it.
pub(crate) fn png(sheet: &Sheet) -> Result<Vec<u8>, Failure> {
    font();
    let (size, legend) = layout(sheet);
    let dots = (size.0 * PNG_DOTS, size.1 * PNG_DOTS);
    let mut pixels = vec![0; dots.0 as usize * dots.1 as usize * 3];
    {
        let paper = BitMapBackend::with_buffer(&mut pixels, dots).into_drawing_area();
        let drawn = fill(&paper, sheet, &legend, Brush { scale: f64::from(PNG_DOTS), joins: false });
        drawn.and_then(|()| paper.present()).map_err(|error| cannot(sheet, &error))?;
    }
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, dots.0, dots.1);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::High);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.map_err(|error| cannot(sheet, &error))?;
    Ok(bytes)
}

fn cannot(sheet: &Sheet, error: &dyn std::fmt::Display) -> Failure {
    Failure::Run(format!("cannot draw `{}`: {error}", sheet.title))
}

/// What the legend shows, row by row.
type Legend = Vec<Vec<(String, Option<Ink>)>>;

/// Width and height of a sheet (points of the screen), and its legend.
fn layout(sheet: &Sheet) -> ((u32, u32), Legend) {
    let columns = sheet.columns.max(1).min(sheet.panels.len().max(1));
    let rows = sheet.panels.len().div_ceil(columns).max(1);
    let width = columns as u32 * sheet.panel.0;
    let mut entries: Vec<(String, Option<Ink>)> = Vec::new();
    let charts = || {
        sheet.panels.iter().filter_map(|panel| match panel {
            Panel::Chart(chart) => Some(chart),
            _ => None,
        })
    };
    for curve in charts().flat_map(|chart| &chart.curves).filter(|curve| !curve.name.is_empty()) {
        if !entries.iter().any(|(name, _)| *name == curve.name) {
            entries.push((curve.name.clone(), Some(curve.ink)));
        }
    }
    if charts().any(|chart| chart.marks.iter().any(|mark| mark.x.is_some())) {
        entries.push(("printed".to_owned(), None));
    }
    // Seven points a letter are more than any text takes.
    let mut legend: Legend = Vec::new();
    let mut left = 0.0;
    for entry in entries {
        let needed = 44.0 + 7.0 * entry.0.chars().count() as f64;
        match legend.last_mut().filter(|_| left >= needed) {
            Some(row) => row.push(entry),
            None => {
                left = f64::from(width);
                legend.push(vec![entry]);
            }
        }
        left -= needed;
    }
    let height = TITLE + LEGEND * legend.len() as u32 + rows as u32 * sheet.panel.1;
    ((width, height), legend)
}

fn fill<DB: DrawingBackend>(paper: &Paper<DB>, sheet: &Sheet, legend: &Legend, brush: Brush) -> Drawn<DB> {
    paper.fill(&WHITE)?;
    let title = brush.text(LARGE * 1.15, BLACK, HPos::Center, VPos::Center);
    let (width, _) = paper.dim_in_pixel();
    let middle = (width as i32 / 2, brush.dots(f64::from(TITLE) / 2.0));
    paper.draw(&Text::new(sheet.title.clone(), middle, title))?;
    for (row, entries) in legend.iter().enumerate() {
        let y = brush.dots(f64::from(TITLE) + f64::from(LEGEND) * (row as f64 + 0.5));
        draw_row(paper, entries, y, brush)?;
    }
    let top = brush.dots(f64::from(TITLE + LEGEND * legend.len() as u32));
    let (_, rest) = paper.split_vertically(top);
    let columns = sheet.columns.max(1).min(sheet.panels.len().max(1));
    let rows = sheet.panels.len().div_ceil(columns).max(1);
    for (part, panel) in rest.split_evenly((rows, columns)).iter().zip(&sheet.panels) {
        match panel {
            Panel::Chart(chart) => chart::draw(part, chart, brush)?,
            Panel::Bodies(seen) => bodies::draw(part, seen, brush)?,
            Panel::Table(words) => table::draw(part, words, brush)?,
        }
    }
    Ok(())
}

/// A row of the legend, in the middle of the sheet.
fn draw_row<DB: DrawingBackend>(
    paper: &Paper<DB>,
    entries: &[(String, Option<Ink>)],
    y: i32,
    brush: Brush,
) -> Drawn<DB> {
    let (width, _) = paper.dim_in_pixel();
    let (stroke, gap, between) = (brush.dots(24.0), brush.dots(5.0), brush.dots(16.0));
    let widths: Vec<i32> = entries.iter().map(|(name, _)| brush.width(paper, name, SMALL)).collect();
    let all: i32 =
        widths.iter().map(|w| w + stroke + gap).sum::<i32>() + between * (entries.len() as i32 - 1);
    let mut x = (width as i32 - all) / 2;
    for ((name, ink), wide) in entries.iter().zip(widths) {
        let middle = (x + stroke / 2, y);
        match ink {
            Some(ink) => {
                if ink.width > 0.0 {
                    let style = brush.line(ink.drawn(), ink.width.max(1.4));
                    chart::line(paper, vec![(x, y), (x + stroke, y)], style, ink.dashed, brush)?;
                }
                chart::sign(paper, middle, ink, brush)?;
            }
            None => chart::ring(paper, middle, brush)?,
        }
        let text = brush.text(SMALL, BLACK, HPos::Left, VPos::Center);
        paper.draw(&Text::new(name.clone(), (x + stroke + gap, y), text))?;
        x += stroke + gap + wide + between;
    }
    Ok(())
}
