//! Bodies as they lie, to scale.

use crate::cli::draw::brush::{Brush, Dot, Drawn, LARGE, Paper, rgb};
use crate::cli::draw::sheet::{BLACK, Bodies, Outline};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Room above for the heading (points of the screen).
const ABOVE: f64 = 26.0;
/// Room at the other sides.
const BESIDE: f64 = 6.0;

/// Draws them on their part of the paper.
pub(super) fn draw<DB: DrawingBackend>(paper: &Paper<DB>, bodies: &Bodies, brush: Brush) -> Drawn<DB> {
    let (width, height) = paper.dim_in_pixel();
    let (width, height) = (width as i32, height as i32);
    let [left, bottom, right, top] = bodies.window;
    let (above, beside) = (brush.dots(ABOVE), brush.dots(BESIDE));
    let room = (f64::from(width - 2 * beside), f64::from(height - above - beside));
    // The same length in both directions.
    let scale = (room.0 / (right - left)).min(room.1 / (top - bottom));
    let middle = (width / 2, above + (height - above - beside) / 2);
    let half = ((right - left) / 2.0 * scale, (top - bottom) / 2.0 * scale);
    let at = |[x, y]: [f64; 2]| -> Dot {
        let across = (x - (left + right) / 2.0) * scale;
        let up = (y - (bottom + top) / 2.0) * scale;
        // What lies beyond the window is cut off at its border.
        let across = across.clamp(-half.0, half.0);
        let up = up.clamp(-half.1, half.1);
        (middle.0 + across.round() as i32, middle.1 - up.round() as i32)
    };
    let line = brush.line(BLACK, 0.8);
    // What has left the window is not drawn.
    let inside = |[x, y]: [f64; 2]| x > left && x < right && y > bottom && y < top;
    let seen = |outline: &&Outline| {
        let count = outline.corners.len() as f64;
        let of = |k: usize| outline.corners.iter().map(|corner| corner[k]).sum::<f64>() / count;
        inside([of(0), of(1)])
    };
    for outline in bodies.outlines.iter().filter(seen) {
        let dots: Vec<Dot> = outline.corners.iter().map(|corner| at(*corner)).collect();
        if dots.iter().any(|dot| *dot != dots[0]) {
            if let Some(fill) = outline.fill {
                paper.draw(&Polygon::new(dots.clone(), rgb(fill).filled()))?;
            }
            let closed: Vec<Dot> = dots.iter().copied().chain(dots.first().copied()).collect();
            brush.path(paper, &closed, line)?;
        }
    }
    let heading = brush.text(LARGE, BLACK, HPos::Center, VPos::Bottom);
    paper.draw(&Text::new(bodies.title.clone(), (width / 2, above - brush.dots(5.0)), heading))
}
