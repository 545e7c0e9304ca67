//! A table: words to the left, numbers to the right.

use crate::cli::draw::brush::{Brush, Drawn, Paper, SMALL};
use crate::cli::draw::sheet::{BLACK, Table};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Draws a table on its part of the paper.
pub(super) fn draw<DB: DrawingBackend>(paper: &Paper<DB>, table: &Table, brush: Brush) -> Drawn<DB> {
    let (width, height) = paper.dim_in_pixel();
    let (width, height) = (width as i32, height as i32);
    let border = brush.dots(10.0);
    let all: f64 = table.widths.iter().sum();
    let line_height = (height - 2 * border) / table.rows.len().max(1) as i32;
    for (k, row) in table.rows.iter().enumerate() {
        let y = border + line_height * k as i32 + line_height / 2;
        let mut before = 0.0;
        for (column, (cell, share)) in row.iter().zip(&table.widths).enumerate() {
            let (start, end) = (before / all, (before + share) / all);
            before += share;
            let inner = f64::from(width - 2 * border);
            // The first column begins at its left; numbers end at their right.
            let (x, side) = match column {
                0 => (border + (start * inner) as i32, HPos::Left),
                _ => (border + (end * inner) as i32, HPos::Right),
            };
            paper.draw(&Text::new(cell.clone(), (x, y), brush.text(SMALL, BLACK, side, VPos::Center)))?;
        }
        if k == 0 {
            let under = y + line_height / 2;
            let line = vec![(border, under), (width - border, under)];
            paper.draw(&PathElement::new(line, brush.line(BLACK, 1.0)))?;
        }
    }
    Ok(())
}
