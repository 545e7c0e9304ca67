//! The table of solvers: one line each, sorted by any column, coloured by how it ended.

use super::ResolveView;
use crate::app::explain::resolve::job::{Snapshot, State, Trial};
use crate::app::format;
use crate::app::texts::physics;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{paint_text, paint_text_with};
use crate::lcp::Status;
use crate::step::StepProblem;
use bevy_egui::egui::{self, Align, Color32, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

/// Height of a line (points).
const LINE: f32 = 22.0;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Name of the solver.
    Solver,
    /// How it ended.
    Status,
    /// Pivots or sweeps.
    Iterations,
    /// Natural-map residual.
    Natural,
    /// Its primal part.
    Primal,
    /// Its dual part.
    Dual,
    /// Its complementarity part.
    Complementarity,
    /// Wall time.
    Time,
    /// How far its motion is from the step's.
    ToStep,
    /// How far its motion is from the best solution's.
    ToBest,
}

impl Column {
    /// All columns, left to right.
    pub const ALL: [Self; 10] = [
        Self::Solver,
        Self::Status,
        Self::Iterations,
        Self::Natural,
        Self::Primal,
        Self::Dual,
        Self::Complementarity,
        Self::Time,
        Self::ToStep,
        Self::ToBest,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Solver => tr!("column-solver"),
            Self::Status => tr!("column-status"),
            Self::Iterations => tr!("column-iterations"),
            Self::Natural => tr!("column-residual"),
            Self::Primal => tr!("column-primal"),
            Self::Dual => tr!("column-dual"),
            Self::Complementarity => tr!("column-compl"),
            Self::Time => tr!("column-time"),
            Self::ToStep => tr!("column-step"),
            Self::ToBest => tr!("column-best"),
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Solver => tr!("column-method-as-in-menu-solvers"),
            Self::Status => tr!("column-how-solve-ended-checked-against"),
            Self::Iterations => tr!("column-pivots-or-sweeps"),
            Self::Natural => tr!("column-natural-map-min-z-az"),
            Self::Primal => tr!("column-how-far-z-negative-max"),
            Self::Dual => tr!("column-how-far-w-az-b"),
            Self::Complementarity => tr!("column-max-z-w"),
            Self::Time => tr!("column-wall-time-inside-solver"),
            Self::ToStep => {
                tr!("column-how-far-motion-this-solution")
            }
            Self::ToBest => {
                tr!("column-same-against-solution-with")
            }
        }
    }

    /// Share of the width.
    fn share(self) -> f32 {
        match self {
            Self::Solver => 0.185,
            Self::Status => 0.14,
            Self::Iterations => 0.085,
            Self::Natural | Self::Primal | Self::Dual | Self::Complementarity => 0.078,
            Self::Time => 0.088,
            Self::ToStep | Self::ToBest => 0.095,
        }
    }

    fn align(self) -> Align {
        if matches!(self, Self::Solver | Self::Status) { Align::Min } else { Align::Max }
    }
}

/// A line as it is shown and sorted.
struct Line<'a> {
    trial: &'a Trial,
    to_step: Option<f64>,
    to_best: Option<f64>,
}

impl Line<'_> {
    /// What the lines are sorted by; what is not known comes last.
    fn key(&self, column: Column) -> Option<f64> {
        let report = &self.trial.answer()?.solution.report;
        Some(match column {
            Column::Solver => 0.0,
            Column::Status => f64::from(rank(report.status)),
            Column::Iterations => report.iterations as f64,
            Column::Natural => report.residual.natural_map,
            Column::Primal => report.residual.primal,
            Column::Dual => report.residual.dual,
            Column::Complementarity => report.residual.complementarity,
            Column::Time => report.seconds,
            Column::ToStep => self.to_step?,
            Column::ToBest => self.to_best?,
        })
    }

    fn text(&self, column: Column) -> String {
        if column == Column::Solver {
            return physics::solver(self.trial.method.id).to_owned();
        }
        let answer = match &self.trial.state {
            State::Done(answer) => answer,
            State::Running(since) if column == Column::Status => {
                return tr!("column-at-work-s", seconds = format!("{:.0}", since.elapsed().as_secs_f64()));
            }
            State::Waiting if column == Column::Status => return tr!("column-waits").to_owned(),
            State::Stopped if column == Column::Status => return tr!("column-not-started").to_owned(),
            State::Broken(_) if column == Column::Status => return tr!("column-error").to_owned(),
            _ => return String::new(),
        };
        let report = &answer.solution.report;
        let speed = |v: Option<f64>| v.map_or("–".to_owned(), |v| format::engineering(v, "m/s"));
        match column {
            Column::Solver | Column::Status => physics::status(report.status).to_owned(),
            Column::Iterations => format::count(report.iterations as u64),
            Column::Natural => format::scientific(report.residual.natural_map),
            Column::Primal => format::scientific(report.residual.primal),
            Column::Dual => format::scientific(report.residual.dual),
            Column::Complementarity => format::scientific(report.residual.complementarity),
            Column::Time => format::duration(report.seconds),
            Column::ToStep => speed(self.to_step.filter(|v| v.is_finite())),
            Column::ToBest => speed(self.to_best.filter(|v| v.is_finite())),
        }
    }

    fn color(&self, p: &Palette) -> Color32 {
        match &self.trial.state {
            State::Done(answer) => match answer.solution.report.status {
                Status::Solved => p.open,
                Status::IterationLimit | Status::Stopped => p.warn,
                Status::RayTermination | Status::NumericalTrouble => p.violated,
            },
            State::Running(_) => p.accent,
            State::Broken(_) => p.violated,
            State::Waiting | State::Stopped => p.weak,
        }
    }
}

/// Solved first.
fn rank(status: Status) -> u8 {
    match status {
        Status::Solved => 0,
        Status::IterationLimit => 1,
        Status::RayTermination => 2,
        Status::NumericalTrouble => 3,
        Status::Stopped => 4,
    }
}

/// Draws the table; returns the name of the solver under the pointer.
pub fn show(
    ui: &mut Ui,
    problem: &StepProblem,
    snapshot: &Snapshot,
    view: &mut ResolveView,
) -> Option<&'static str> {
    let p = Palette::from_ui(ui);
    let mut lines = lines(problem, snapshot);
    sort(&mut lines, view.sort, view.descending);
    header(ui, view, &p);
    let best = snapshot.best().map(|t| t.method.name);
    let mut pointed = None;
    let height = (ui.available_height() - 84.0).max(3.0 * LINE);
    let area = egui::ScrollArea::vertical().id_salt("lines of solvers").max_height(height);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (i, line) in lines.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
            let name = line.trial.method.name;
            let on = view.chosen == Some(name);
            response.widget_info(|| {
                let label = format!("{}: {}", line.text(Column::Solver), line.text(Column::Status));
                WidgetInfo::selected(WidgetType::Button, true, on, label)
            });
            let hot = response.hovered() || response.has_focus();
            if on || hot {
                ui.painter().rect_filled(rect, 3.0, if on { p.selected } else { p.button_hover });
            } else if i % 2 == 1 {
                ui.painter().rect_filled(rect, 3.0, p.well);
            }
            if hot {
                pointed = Some(name);
            }
            if response.clicked() {
                view.chosen = (!on).then_some(name);
            }
            let color = line.color(&p);
            let bar = Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(3.0, LINE - 8.0));
            ui.painter().rect_filled(bar, 1.5, color);
            for (column, cell) in cells(rect) {
                let text = line.text(column);
                match column {
                    Column::Solver => {
                        let font = heading(12.5);
                        let used = paint_text_with(ui, cell, &text, font, p.strong, Align::Min);
                        if best == Some(name) {
                            let rest =
                                Rect::from_min_max(pos2(cell.min.x + used + 6.0, cell.min.y), cell.max);
                            paint_text_with(
                                ui,
                                rest,
                                tr!("column-best-2"),
                                egui::FontId::proportional(10.5),
                                p.open,
                                Align::Min,
                            );
                        }
                    }
                    Column::Status => {
                        paint_text(ui, cell, &text, color, column.align());
                    }
                    _ => {
                        paint_text(ui, cell, &text, p.text, column.align());
                    }
                }
            }
        }
    });
    pointed
}

fn lines<'a>(problem: &StepProblem, snapshot: &'a Snapshot) -> Vec<Line<'a>> {
    let best = snapshot.best().and_then(|t| t.answer()?.change.clone());
    let line = |trial: &'a Trial| {
        let change = trial.answer().and_then(|a| a.change.as_ref());
        let to = |other: Option<&nalgebra::DVector<f64>>| Some(problem.speed_between(change?, other?));
        Line { trial, to_step: to(problem.taken.as_ref()), to_best: to(best.as_ref()) }
    };
    snapshot.trials.iter().map(line).collect()
}

fn sort(lines: &mut [Line], column: Option<Column>, descending: bool) {
    let Some(column) = column else { return };
    lines.sort_by(|a, b| {
        if column == Column::Solver {
            let order = physics::solver(a.trial.method.id).cmp(physics::solver(b.trial.method.id));
            return if descending { order.reverse() } else { order };
        }
        match (a.key(column), b.key(column)) {
            (Some(x), Some(y)) if descending => y.total_cmp(&x),
            (Some(x), Some(y)) => x.total_cmp(&y),
            // What is not known comes last either way.
            (x, y) => y.is_some().cmp(&x.is_some()),
        }
    });
}

fn cells(rect: Rect) -> impl Iterator<Item = (Column, Rect)> {
    let inner = Rect::from_min_max(rect.min + vec2(9.0, 0.0), rect.max - vec2(5.0, 0.0));
    let mut x = inner.min.x;
    Column::ALL.into_iter().map(move |column| {
        let width = inner.width() * column.share();
        let cell = Rect::from_min_size(pos2(x, inner.min.y), vec2(width - 4.0, inner.height()));
        x += width;
        (column, cell)
    })
}

fn header(ui: &mut Ui, view: &mut ResolveView, p: &Palette) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    for (column, cell) in cells(rect) {
        let response = ui.interact(cell, ui.id().with(column.title()), Sense::click());
        let on = view.sort == Some(column);
        response.widget_info(|| {
            WidgetInfo::selected(WidgetType::Button, true, on, tr!("column-sort-by", column = column.title()))
        });
        let color = if on {
            p.accent
        } else if response.hovered() || response.has_focus() {
            p.strong
        } else {
            p.weak
        };
        let arrow = match (on, view.descending) {
            (false, _) => "",
            (true, false) => " ↑",
            (true, true) => " ↓",
        };
        paint_text_with(
            ui,
            cell,
            &format!("{}{arrow}", column.title()),
            heading(11.5),
            color,
            column.align(),
        );
        if response.clicked() {
            // Up, down, as in the catalogue.
            (view.sort, view.descending) = match (on, view.descending) {
                (false, _) => (Some(column), false),
                (true, false) => (Some(column), true),
                (true, true) => (None, false),
            };
        }
        response.on_hover_text(tr!("column-click-sort-by", meaning = column.meaning()));
    }
    ui.painter().hline(rect.x_range(), rect.max.y, egui::Stroke::new(1.0, p.line));
    ui.add_space(3.0);
}
