//! The run as curves: small multiples side by side, one line per pane in its model's colour.

use crate::app::bench::workbench::Workbench;
use crate::app::command::files::Export;
use crate::app::command::{AppCommand, FilesCommand, PastCommand};
use crate::app::format;
use crate::app::session::lesson::Open;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::axes::{across, decades, upwards};
use crate::app::ui::panels::convergence;
use crate::app::ui::panels::curve::{curve, watched_curve};
use crate::app::ui::panels::metric::MARKS_APART;
use crate::app::ui::panels::metric::MENU;
pub use crate::app::ui::panels::metric::{LOG_FLOOR, Metric};
use crate::app::ui::panels::watched::Watched;
use crate::app::ui::panels::zoom::{Zoom, extent};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{Look, icon_button, name_it, section};
use crate::app::ui::{Inputs, UiState};
use crate::lesson::{Ask, Quantity};
use bevy_egui::egui::style::ScrollAnimation;
use bevy_egui::egui::{self, Align, Color32, Id, Layout, RichText, Ui, UiBuilder, vec2};
use egui_plot::{GridMark, HoverPosition, Line, LineStyle, MarkerShape, Plot, PlotPoints, Points, VLine};
use std::ops::RangeInclusive;

/// Room for what stands beside the name of a plot's quantity: its scale, and what it is written to.
const BESIDE_NAME: f32 = 125.0;

/// Room for the button that shows all again.
const FIT: f32 = 42.0;

/// Room for the arrow and the margins of the button with that name.
const ARROW: f32 = 28.0;

/// Least width of a plot (points).
const PLOT_WIDTH: f32 = 230.0;
/// Frame of the menu of quantities and its distance from its button and from the edge of the window (points).
const MENU_FRAME: f32 = 24.0;

/// What the plots show.
#[derive(Clone, Debug)]
pub struct PlotState {
    /// The quantity of each place, left to right.
    pub metrics: [Metric; 4],
    /// Whether the scale of each place is the other of linear and logarithmic than usual for its quantity.
    pub flipped: [bool; 4],
    /// The body, joint or pair that they follow.
    pub watched: Watched,
    /// What of the run each place showed when it was drawn last.
    pub zooms: [Zoom; 4],
    /// What they are to show again when they are drawn next.
    pub fit: Option<Fit>,
    /// What a lesson asks for, which the first place shows from when it does, and what that showed before.
    pub asked: Option<(Metric, Metric)>,
}

/// What plots show again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// All of the run, in every place.
    All,
    /// All values of the times shown, in one place: those that were zoomed to are of another quantity or scale.
    Values(usize),
}

impl PlotState {
    /// Shows a quantity in a place, on its usual scale.
    pub fn choose(&mut self, place: usize, metric: Metric) {
        if let (Some(shown), Some(flipped)) = (self.metrics.get_mut(place), self.flipped.get_mut(place)) {
            *flipped &= *shown == metric;
            if *shown != metric {
                self.fit = Some(Fit::Values(place));
            }
            *shown = metric;
        }
    }

    /// Shows what a lesson asks for in the first place while it does, and then what stood there; what the user chooses meanwhile stays.
    fn follow(&mut self, asked: Option<Metric>) {
        if asked == self.asked.map(|(asked, _)| asked) {
            return;
        }
        let before = match self.asked.take() {
            Some((shown, before)) if self.metrics[0] == shown => before,
            _ => self.metrics[0],
        };
        self.choose(0, asked.unwrap_or(before));
        self.asked = asked.map(|asked| (asked, before));
    }

    /// Changes the scale of a place between linear and logarithmic.
    pub fn flip(&mut self, place: usize) {
        self.flipped[place] = !self.flipped[place];
        self.fit = Some(Fit::Values(place));
    }

    /// Whether a place has a log scale.
    pub fn log(&self, place: usize) -> bool {
        self.metrics[place].is_log() != self.flipped[place]
    }
}

impl Default for PlotState {
    fn default() -> Self {
        Self {
            metrics: [Metric::Depth, Metric::Contacts, Metric::Sprung, Metric::SolveTime],
            flipped: [false; 4],
            watched: Watched::default(),
            zooms: [Zoom::default(); 4],
            fit: None,
            asked: None,
        }
    }
}

/// The number of the run that a lesson asks for at its present step or the next that asks for one.
fn asked(open: &Open) -> Option<Metric> {
    open.lesson.steps.iter().skip(open.step).find_map(|step| match &step.ask {
        Some(Ask::Predict { of: Quantity::Energy, .. }) => Some(Metric::Energy),
        Some(Ask::Predict { of: Quantity::Depth, .. }) => Some(Metric::Depth),
        Some(Ask::Predict { of: Quantity::Traps, .. }) => Some(Metric::Sprung),
        _ => None,
    })
}

/// Draws as many plots as there is room for.
pub fn show(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let rect = ui.available_rect_before_wrap();
    state.plots.watched.follow(inputs.bench, inputs.selection);
    state.plots.follow(inputs.session.lesson.as_ref().and_then(asked));
    if rect.height() < 50.0 {
        return;
    }
    let count = ((rect.width() / PLOT_WIDTH) as usize).clamp(1, state.plots.metrics.len());
    let fit = state.plots.fit.take();
    let gap = 10.0;
    let width = (rect.width() - gap * (count - 1) as f32) / count as f32;
    for i in 0..count {
        let min = rect.min + vec2((width + gap) * i as f32, 0.0);
        let place = egui::Rect::from_min_size(min, vec2(width, rect.height()));
        let mut child = ui.new_child(UiBuilder::new().id_salt(("plot", i)).max_rect(place));
        state.plots.zooms[i] = Zoom::of(ui.ctx(), plot_id(i));
        title(&mut child, i, &mut state.plots, commands);
        match state.plots.metrics[i] {
            Metric::Convergence => convergence::show(&mut child, i, inputs),
            metric => plot(&mut child, i, metric, (&state.plots, inputs, fit), commands),
        }
    }
    // What was zoomed to is known when the next frame is drawn, and the plots before it follow then.
    if (0..count).any(|i| Zoom::of(ui.ctx(), plot_id(i)) != state.plots.zooms[i]) {
        ui.ctx().request_repaint();
    }
    ui.allocate_rect(rect, egui::Sense::hover());
}

/// The name under which a plot keeps what it shows.
fn plot_id(index: usize) -> Id {
    Id::new(("history", index))
}

fn title(ui: &mut Ui, index: usize, plots: &mut PlotState, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let metric = plots.metrics[index];
    let near = metric != Metric::Convergence && plots.zooms[index].is_near();
    ui.horizontal(|ui| {
        ui.set_height(22.0);
        ui.spacing_mut().interact_size.y = 20.0;
        ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
        // Over or under its button, where there is more room; what has none there is scrolled to.
        let (window, button) = (ui.ctx().viewport_rect(), ui.max_rect());
        let room = (button.top() - window.top()).max(window.bottom() - button.bottom());
        let combo = egui::ComboBox::from_id_salt(("metric", index)).height(room - MENU_FRAME);
        // A long name ends before what stands beside it.
        let font = egui::TextStyle::Button.resolve(ui.style());
        let name = ui.painter().layout_no_wrap(metric.name().to_owned(), font, p.text).size().x;
        let beside = BESIDE_NAME + if near { FIT } else { 0.0 };
        let free = (ui.available_width() - beside).max(60.0);
        let combo = if name + ARROW > free { combo.width(free).truncate() } else { combo.width(60.0) };
        let opened = Id::new(("quantities", index));
        let response = combo.selected_text(RichText::new(metric.name()).color(p.text)).show_ui(ui, |ui| {
            if let Some(choice) = quantities(ui, metric, opened) {
                plots.choose(index, choice);
            }
        });
        if response.inner.is_none() {
            ui.data_mut(|data| data.remove_temp::<bool>(opened));
        }
        let place = index + 1;
        name_it(
            &response.response,
            egui::WidgetType::ComboBox,
            tr!("plot-plot", place = place, metric = metric.name()),
        );
        response.response.on_hover_text(metric.meaning());
        if metric != Metric::Convergence {
            let log = plots.log(index);
            let text = RichText::new("log").size(10.5).color(if log { p.accent } else { p.weak });
            let hover =
                if log { tr!("plot-change-linear-scale") } else { tr!("plot-change-logarithmic-scale") };
            let button = ui.add(egui::Button::new(text).frame(false));
            name_it(&button, egui::WidgetType::Checkbox, tr!("plot-logarithmic-scale-plot", place = place));
            if button.on_hover_text(hover).clicked() {
                plots.flip(index);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hover = tr!("plot-export-plot-as-csv-what", place = place);
            if icon_button(ui, Icon::Export, Look::Quiet, hover).clicked() {
                commands.push(FilesCommand::Export(Export::Plot(index)).into());
            }
            if metric != Metric::Convergence {
                let button =
                    ui.add(egui::Button::new(RichText::new("SVG").size(10.5).color(p.weak)).frame(false));
                name_it(&button, egui::WidgetType::Button, tr!("plot-svg", place = place));
                if button.on_hover_text(tr!("plot-svg-tip")).clicked() {
                    commands.push(FilesCommand::Export(Export::PlotPicture(index)).into());
                }
            }
            if near {
                let text = RichText::new(tr!("plot-fit")).size(10.5).color(p.accent);
                let button = ui.add(egui::Button::new(text).frame(false));
                if button.on_hover_text(tr!("plot-fit-tip")).clicked() {
                    plots.fit = Some(Fit::All);
                    ui.ctx().request_repaint();
                }
            }
        });
    });
}

/// The menu of quantities; returns the one that is clicked. When it opens it shows the one that is plotted.
fn quantities(ui: &mut Ui, now: Metric, opened: Id) -> Option<Metric> {
    // A menu that opens is measured once before it is drawn.
    let drawn = !ui.is_sizing_pass();
    let opens = !ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(opened), drawn));
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().button_padding.y = 1.0;
    let mut chosen = None;
    for (title, metrics) in MENU {
        section(ui, title());
        for choice in *metrics {
            let entry = ui.selectable_label(*choice == now, choice.name());
            if opens && *choice == now {
                entry.scroll_to_me_animation(Some(Align::Center), ScrollAnimation::none());
            }
            if entry.on_hover_text(choice.meaning()).clicked() {
                chosen = Some(*choice);
            }
        }
    }
    chosen
}

fn plot(
    ui: &mut Ui,
    index: usize,
    metric: Metric,
    (plots, inputs, fit): (&PlotState, &Inputs, Option<Fit>),
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let log = plots.log(index);
    if metric.is_watched() {
        let text = plots.watched.title(&inputs.bench.scene.model, metric);
        ui.label(RichText::new(text).size(11.5).color(p.weak));
    }
    let bench = inputs.bench;
    let zoom = plots.zooms[index];
    let end = bench.panes.iter().filter_map(|pane| pane.history.last()).map(|s| s.time).fold(0.0, f64::max);
    // Along the axis of values one moves in what one has zoomed to.
    let along = [true, zoom.values.is_some()];
    let mut plot = Plot::new(("history", index))
        .id(plot_id(index))
        .height(ui.available_height())
        .width(ui.available_width())
        .show_background(false)
        .allow_zoom(along)
        .allow_drag(along)
        .allow_scroll(false)
        .set_margin_fraction(vec2(0.0, 0.08))
        .include_x(0.0)
        .include_x(end.max(bench.time_step * 20.0))
        .grid_color(p.weak.gamma_multiply(0.45))
        .link_axis("history of the run", [true, false])
        .link_cursor("history of the run", [true, false])
        .show_x(true)
        .show_y(false)
        .y_axis_min_width(44.0)
        .x_grid_spacer(across(ui.available_width() - 44.0))
        .x_axis_formatter(|mark: GridMark, range: &RangeInclusive<f64>| {
            format::seconds_to(mark.value, (range.end() - range.start()) / MARKS_APART)
        })
        .y_axis_formatter(move |mark: GridMark, range: &RangeInclusive<f64>| {
            metric.label(mark.value, log, range.end() - range.start())
        })
        .label_formatter(move |hover: &HoverPosition<'_>| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => Some(tr!(
                "plot-at-click-go-there",
                plot_name = plot_name,
                value = metric.exact(position.y, log, zoom.height),
                time = format::clock(position.x)
            )),
            _ => None,
        });
    let place = |pane: usize| ui.id().with(("curve", index, pane));
    let curves: Vec<_> = (bench.panes.iter().enumerate())
        .map(|(i, pane)| {
            if metric.is_watched() {
                watched_curve(ui, place(i), (pane, &plots.watched), (metric, log), zoom.times)
            } else {
                curve(ui, place(i), &pane.history, (metric, log), zoom.times)
            }
        })
        .collect();
    let seen = || curves.iter().flat_map(|curve| &curve.line);
    plot = if log {
        let top = if metric.is_log() { -2.0 } else { metric.floor() + 2.0 };
        plot.include_y(metric.floor() - 0.4)
            .include_y(top)
            .y_grid_spacer(decades(ui.available_height() - 24.0))
    } else {
        let usual = [0.0, metric.least_top()];
        let axis = zoom.times.and_then(|_| extent(seen(), metric.least_top())).unwrap_or(usual);
        let marks = upwards(ui.available_height() - 24.0);
        plot.include_y(axis[0]).include_y(axis[1]).y_grid_spacer(marks)
    };
    let response = plot.show(ui, |ui| {
        let mut seen = Vec::new();
        for (i, pane) in bench.panes.iter().enumerate() {
            let model = pane.model();
            let same = seen.iter().filter(|m| **m == model).count();
            seen.push(model);
            let name = name(bench, i);
            let style = if same == 0 { LineStyle::Solid } else { LineStyle::dashed_dense() };
            // The first lines are broad, so that lines on top of each other all show.
            let width = 1.5 + 1.6 * (bench.panes.len() - 1 - i) as f32;
            let curve = &curves[i];
            let mut rest = curve.line.as_slice();
            // What was calculated otherwise before is drawn as what it is.
            for change in pane.recording.changes() {
                let (part, later) = rest.split_at(rest.partition_point(|at| at[0] <= change.time));
                let before = change.before.contact.model;
                let line =
                    Line::new(tr!("plot-before", model = before.title()), PlotPoints::from(part.to_vec()));
                let color = p.model(before).gamma_multiply(0.55);
                ui.line(line.color(color).width(width).style(style).allow_hover(true));
                let mark = VLine::new("", change.time).color(p.model(change.after.contact.model)).width(1.0);
                ui.vline(mark.style(LineStyle::dashed_loose()).allow_hover(false));
                rest = later;
            }
            // A model that was chosen since then has no steps yet.
            let last = pane.model_of_step(u64::MAX);
            let name =
                if last == model { name } else { tr!("plot-before", model = last.title()).to_string() };
            let line = Line::new(name, PlotPoints::from(rest.to_vec()));
            ui.line(line.color(p.model(last)).width(width).style(style).allow_hover(true));
            if !curve.fallbacks.is_empty() {
                let marks = Points::new("", PlotPoints::from(curve.fallbacks.clone()));
                let marks = marks.shape(MarkerShape::Cross).color(p.warn).radius(3.5);
                ui.points(marks.allow_hover(false));
            }
        }
        let now = VLine::new("", bench.time()).color(p.weak.gamma_multiply(0.7)).width(1.0);
        ui.vline(now.allow_hover(false));
        if let Some(parting) = bench.parting.first() {
            let mark = VLine::new("", parting.time).color(p.warn.gamma_multiply(0.8)).width(1.0);
            ui.vline(mark.style(LineStyle::dotted_dense()).allow_hover(false));
        }
        match fit {
            Some(Fit::All) => ui.set_auto_bounds(true),
            Some(Fit::Values(place)) if place == index => ui.set_auto_bounds([zoom.times.is_none(), true]),
            _ => {}
        }
        ui.response().clicked().then(|| ui.pointer_coordinate().map(|at| at.x)).flatten()
    });
    let name = tr!("plot-curves-plot", plot = index + 1, metric = metric.name());
    name_it(&response.response, egui::WidgetType::Image, name);
    if let Some(time) = response.inner
        && let Some(step) = step_at(bench, time)
    {
        commands.push(PastCommand::Seek(step).into());
    }
}

/// What a pane's line is called: its model, and where several have it, its number.
pub(super) fn name(bench: &Workbench, pane: usize) -> String {
    let title = bench.panes[pane].model().title();
    if bench.panes.iter().filter(|q| q.model() == bench.panes[pane].model()).count() > 1 {
        tr!("plot-pane", title = title, pane = pane + 1)
    } else {
        title.to_owned()
    }
}

/// The step recorded nearest to a time (s).
fn step_at(bench: &Workbench, time: f64) -> Option<u64> {
    let samples = bench.focused_pane().history.samples();
    let after = samples.partition_point(|s| s.time < time);
    let near = samples.get(after).into_iter().chain(after.checked_sub(1).and_then(|i| samples.get(i)));
    near.min_by(|a, b| (a.time - time).abs().total_cmp(&(b.time - time).abs())).map(|s| s.step)
}
