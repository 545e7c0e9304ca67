//! A chart: frame, numbers at the axes, curves with bars and signs, what was printed.

use crate::cli::draw::axis::Scale;
use crate::cli::draw::brush::{Brush, Dot, Drawn, LARGE, Paper, SMALL, rgb};
use crate::cli::draw::sheet::{BLACK, Chart, Curve, Ink, PRINTED, Sign};
use pegsim::experiment::curves::Point;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Lines of the grid.
const GRID: [u8; 3] = [0xe4, 0xe6, 0xea];
/// Room at the left of a chart for its numbers and the name of the axis, below it, above it and at its right (points of the screen).
const ROOM: [f64; 4] = [64.0, 44.0, 26.0, 20.0];
/// Room between the border and what is written (points of the screen).
const BORDER: f64 = 6.0;
/// Points of a curve that are drawn at most, for a point of the screen.
const DENSITY: f64 = 0.6;

/// Where a chart's values lie on the paper.
struct Field<'a, DB: DrawingBackend> {
    x: Scale,
    y: Scale,
    /// Points of a curve at most.
    most: usize,
    paper: &'a Paper<DB>,
    plot: &'a DrawingArea<DB, Cartesian2d<Scale, Scale>>,
}

impl<DB: DrawingBackend> Field<'_, DB> {
    fn dot(&self, x: f64, y: f64) -> Dot {
        let (base_x, base_y) = self.paper.get_base_pixel();
        let (x, y) = self.plot.map_coordinate(&(self.x.place(x), self.y.place(y)));
        (x - base_x, y - base_y)
    }

    fn at(&self, point: &Point) -> Dot {
        self.dot(point.x, point.y)
    }
}

/// Draws a chart on its part of the paper.
pub(super) fn draw<DB: DrawingBackend>(paper: &Paper<DB>, chart: &Chart, brush: Brush) -> Drawn<DB> {
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    let marks = || chart.marks.iter();
    let x = Scale::around(&chart.x, points().map(|p| p.x).chain(marks().filter_map(|m| m.x)));
    let heights = points().flat_map(|p| [p.low, p.y, p.high]).chain(marks().map(|m| m.y));
    let y = Scale::around(&chart.y, heights);

    let (width, height) = paper.dim_in_pixel();
    let [left, below, above, right] = ROOM.map(|room| brush.dots(room));
    let border = brush.dots(BORDER);
    let wide = f64::from(width as i32 - border - left - right) / brush.scale;
    let high = f64::from(height as i32 - above - below) / brush.scale;
    let words = |h, v| brush.text(SMALL, BLACK, h, v);
    let mut builder = ChartBuilder::on(paper);
    builder
        .margin_left(border)
        .margin_top(above)
        .margin_right(right)
        .x_label_area_size(below)
        .y_label_area_size(left);
    let mut context = builder.build_cartesian_2d(x.clone(), y.clone())?;
    context
        .configure_mesh()
        .bold_line_style(brush.line(GRID, 0.8))
        .light_line_style(TRANSPARENT)
        .axis_style(brush.line(BLACK, 1.0))
        .set_all_tick_mark_size(brush.dots(4.0))
        .x_labels((wide / 60.0).max(2.0) as usize)
        .y_labels((high / 26.0).clamp(2.0, 9.0) as usize)
        .x_label_formatter(&|place| x.label(*place))
        .y_label_formatter(&|place| y.label(*place))
        .label_style(words(HPos::Center, VPos::Center))
        .axis_desc_style(words(HPos::Center, VPos::Center))
        .x_desc(&chart.x.label)
        .y_desc(&chart.y.label)
        .draw()?;
    let middle = ((width as i32 + border + left - right) / 2, above - brush.dots(5.0));
    let heading = brush.text(LARGE, BLACK, HPos::Center, VPos::Bottom);
    paper.draw(&Text::new(chart.title.clone(), middle, heading))?;

    let most = (DENSITY * wide) as usize + 2;
    let field = Field { x: x.clone(), y: y.clone(), most, paper, plot: context.plotting_area() };
    for curve in &chart.curves {
        draw_curve(curve, &field, brush)?;
    }
    draw_marks(chart, &field, brush)
}

fn draw_curve<DB: DrawingBackend>(curve: &Curve, field: &Field<DB>, brush: Brush) -> Drawn<DB> {
    let ink = &curve.ink;
    let style = brush.line(ink.drawn(), ink.width);
    let stride = curve.points.len().div_ceil(field.most).max(1);
    let last = curve.points.len().saturating_sub(1);
    let shown = |(k, _): &(usize, &Point)| k % stride == 0 || *k == last;
    let there = |point: &Point| field.x.holds(point.x) && field.y.holds(point.y);
    let mut pieces: Vec<Vec<Dot>> = vec![Vec::new()];
    for (_, point) in curve.points.iter().enumerate().filter(shown) {
        if !there(point) {
            pieces.push(Vec::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(field.at(point));
        }
    }
    for piece in pieces.into_iter().filter(|piece| ink.width > 0.0 && piece.len() > 1) {
        line(field.paper, piece, style, ink.dashed, brush)?;
    }
    for point in curve.points.iter().filter(|point| there(point)) {
        if point.low != point.high {
            bar(point, field, style, brush)?;
        }
        sign(field.paper, field.at(point), ink, brush)?;
    }
    Ok(())
}

/// A line through these dots, or dashes along it.
pub(super) fn line<DB: DrawingBackend>(
    paper: &Paper<DB>,
    dots: Vec<Dot>,
    style: ShapeStyle,
    dashed: bool,
    brush: Brush,
) -> Drawn<DB> {
    if dashed {
        return paper.draw(&DashedPathElement::new(dots, brush.dots(6.0), brush.dots(4.0), style));
    }
    brush.path(paper, &dots, style)
}

/// From the first to the third quartile.
fn bar<DB: DrawingBackend>(point: &Point, field: &Field<DB>, style: ShapeStyle, brush: Brush) -> Drawn<DB> {
    let half = brush.dots(2.5);
    let ((x, low), (_, high)) = (field.dot(point.x, point.low), field.dot(point.x, point.high));
    let across = |y| vec![(x - half, y), (x + half, y)];
    for line in [vec![(x, low), (x, high)], across(low), across(high)] {
        field.paper.draw(&PathElement::new(line, style))?;
    }
    Ok(())
}

/// The sign at a point.
pub(super) fn sign<DB: DrawingBackend>(paper: &Paper<DB>, (x, y): Dot, ink: &Ink, brush: Brush) -> Drawn<DB> {
    let fill = rgb(ink.drawn()).filled();
    let r = brush.dots(3.2);
    match ink.sign {
        Sign::None => Ok(()),
        Sign::Circle => paper.draw(&Circle::new((x, y), r, fill)),
        Sign::Square => paper.draw(&Rectangle::new([(x - r, y - r), (x + r, y + r)], fill)),
        Sign::Triangle => {
            let r = brush.dots(4.0);
            paper.draw(&Polygon::new(vec![(x, y - r), (x + r, y + r), (x - r, y + r)], fill))
        }
        Sign::Cross => {
            let style = brush.line(ink.drawn(), 1.4);
            paper.draw(&PathElement::new(vec![(x - r, y - r), (x + r, y + r)], style))?;
            paper.draw(&PathElement::new(vec![(x - r, y + r), (x + r, y - r)], style))
        }
    }
}

/// A ring, as printed numbers have it.
pub(super) fn ring<DB: DrawingBackend>(paper: &Paper<DB>, at: Dot, brush: Brush) -> Drawn<DB> {
    paper.draw(&Circle::new(at, brush.dots(6.0), brush.line(PRINTED, 1.6)))
}

fn draw_marks<DB: DrawingBackend>(chart: &Chart, field: &Field<DB>, brush: Brush) -> Drawn<DB> {
    let [low, high] = [field.x.low, field.x.high];
    for mark in chart.marks.iter().filter(|mark| field.y.holds(mark.y)) {
        let Some(x) = mark.x else {
            let (base_x, base_y) = field.paper.get_base_pixel();
            let end = |x: f64| {
                let (x, y) = field.plot.map_coordinate(&(x, field.y.place(mark.y)));
                (x - base_x, y - base_y)
            };
            let (left, right) = (end(low), end(high));
            line(field.paper, vec![left, right], brush.line(PRINTED, 1.6), true, brush)?;
            let place = (right.0 - brush.dots(4.0), right.1 + brush.dots(6.0));
            let text = brush.text(SMALL, PRINTED, HPos::Right, VPos::Top);
            field.paper.draw(&Text::new(mark.text.clone(), place, text))?;
            continue;
        };
        ring(field.paper, field.dot(x, mark.y), brush)?;
    }
    Ok(())
}
