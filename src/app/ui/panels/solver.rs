//! Everything about the solver of one pane in one place: what it did in the step shown, how that went over the last
//! steps, where it was least exact, and where the time went.

use crate::app::bench::workbench::Pane;
use crate::app::command::look::Overlay;
use crate::app::command::{
    AppCommand, ExplainCommand, LookCommand, PastCommand, RunCommand, SelectCommand, tooltip,
};
use crate::app::format;
use crate::app::texts::physics;
use crate::app::ui::panels::metric::Metric;
use crate::app::ui::panels::quantities;
use crate::app::ui::sparkline::{Row, stage_colors};
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{paint_text, section, segmented};
use crate::app::ui::{Inputs, UiState, sparkline};
use crate::contact::{Contact, ContactId, Feature};
use crate::recording::Sample;
use crate::step::StepRecord;
use crate::world::PartId;
use bevy_egui::egui::{
    self, Align, Color32, Layout, Rect, RichText, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

/// Draws the panel for the focused pane.
pub fn show(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let bench = inputs.bench;
    if bench.panes.len() > 1 {
        let choices: Vec<(usize, &str, String)> = bench
            .panes
            .iter()
            .enumerate()
            .map(|(i, pane)| (i, pane.model().title(), tr!("solver-solver-pane", pane = i + 1)))
            .collect();
        if let Some(pane) = segmented(ui, &choices, bench.focused) {
            commands.push(RunCommand::FocusPane(pane).into());
        }
        ui.add_space(4.0);
    }
    let index = bench.focused.min(bench.panes.len() - 1);
    let pane = bench.focused_pane();
    let Some(record) = pane.simulation.record.clone() else {
        let p = Palette::from_ui(ui);
        let text = tr!("solver-no-step-shown-yet-run");
        ui.label(RichText::new(text).color(p.weak));
        every_solver(ui, commands);
        return;
    };
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("solver").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut rows = Rows { inputs, index, pane, record: &record, state, commands };
        rows.method(ui);
        rows.residual(ui);
        rows.worst(ui);
        rows.effort(ui);
        rows.time(ui);
        rows.fallbacks(ui);
        ui.add_space(12.0);
        every_solver(ui, commands);
        ui.add_space(10.0);
    });
}

/// The button that solves the step shown with every solver.
fn every_solver(ui: &mut Ui, commands: &mut Vec<AppCommand>) {
    let command = AppCommand::Explain(ExplainCommand::CompareSolvers);
    let button = egui::Button::new(tr!("solver-solve-this-step-with-every"))
        .min_size(vec2(ui.available_width(), 28.0));
    if ui.add(button).on_hover_text(tooltip(&command)).clicked() {
        commands.push(command);
    }
}

struct Rows<'a, 'b> {
    inputs: &'a Inputs<'a>,
    index: usize,
    pane: &'a Pane,
    record: &'a StepRecord,
    state: &'b mut UiState,
    commands: &'b mut Vec<AppCommand>,
}

impl Rows<'_, '_> {
    fn samples(&self) -> &[Sample] {
        sparkline::recent(self.pane.history.samples(), self.record.step)
    }

    fn color(&self, p: &Palette) -> Color32 {
        p.model(self.pane.model())
    }

    /// A quantity of the step shown with its history.
    fn row(&mut self, ui: &mut Ui, metric: Metric, name: &str, value: f64, color: Option<Color32>) {
        self.row_saying(ui, metric, name, value, color, String::new());
    }

    fn row_saying(
        &mut self,
        ui: &mut Ui,
        metric: Metric,
        name: &str,
        value: f64,
        color: Option<Color32>,
        more: String,
    ) {
        let p = Palette::from_ui(ui);
        let row = Row { metric, name, value: metric.text(value), color, more };
        if sparkline::row(ui, &row, self.samples(), self.color(&p)).clicked() {
            self.state.plots.choose(0, metric);
            self.state.bottom = true;
        }
    }

    fn method(&self, ui: &mut Ui) {
        let p = Palette::from_ui(ui);
        let solve = &self.record.solve;
        let asked = self.pane.simulation.settings.solver.method;
        let exact = quantities::has_lengths(self.pane, self.record);
        ui.label(RichText::new(method_title(solve.method)).font(heading(15.0)).color(p.strong));
        let asked = if exact {
            tr!("solver-one-method-exact").to_owned()
        } else {
            tr!("solver-asked-for", solver = physics::solver(asked))
        };
        let text = tr!("solver-step", asked = asked, step = format::count(self.record.step));
        ui.label(RichText::new(text).size(12.0).color(p.weak));
        if let Some(reason) = &solve.fallback {
            ui.add_space(5.0);
            egui::Frame::new().fill(p.well).corner_radius(5.0).inner_margin(8.0).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(RichText::new(tr!("solver-fallback-taken")).font(heading(12.5)).color(p.warn));
                let text = RichText::new(sentence(reason)).size(12.0);
                ui.add(egui::Label::new(text).wrap().selectable(true));
            });
        }
    }

    fn residual(&mut self, ui: &mut Ui) {
        let p = Palette::from_ui(ui);
        let accuracy = self.record.solve.accuracy;
        let r = accuracy.residual();
        let tolerance = self.pane.simulation.settings.solver.tolerance;
        section(ui, tr!("solver-residual-accepted-solution"));
        ui.add_space(2.0);
        // As in the comparison; NaN is not below any tolerance.
        let color = (!(r.natural_map <= tolerance * 1e3)).then_some(p.warn);
        let what = accuracy
            .measure()
            .map_or(String::new(), |m| tr!("solver-in", measure = physics::measure(m), unit = m.unit()));
        let more =
            tr!("solver-tolerance-relative-1-max-b", what = what, tolerance = format::scientific(tolerance));
        let exact = quantities::has_lengths(self.pane, self.record);
        let name = if exact { tr!("solver-optimality") } else { tr!("solver-natural-map") };
        self.row_saying(ui, Metric::Residual, name, r.natural_map, color, more);
        if exact {
            let gaps = accuracy.geometry.unwrap_or_default();
            self.row(
                ui,
                Metric::Violation,
                tr!("solver-violation"),
                gaps.violation,
                Some(p.depth(gaps.violation)),
            );
            self.row(ui, Metric::LoadedGap, tr!("solver-loaded-gap"), gaps.open_load, None);
        } else {
            self.row(ui, Metric::Primal, tr!("solver-primal"), r.primal, None);
            self.row(ui, Metric::Dual, tr!("solver-dual"), r.dual, None);
            self.row(ui, Metric::Complementarity, tr!("solver-complementarity"), r.complementarity, None);
        }
    }

    /// The worst contact: marked in the view while the pointer is on it, selected by a click.
    fn worst(&mut self, ui: &mut Ui) {
        let p = Palette::from_ui(ui);
        ui.add_space(4.0);
        let contact = self.record.solve.worst_contact.and_then(|k| Some((k, self.record.contacts.get(k)?)));
        let Some((number, contact)) = contact else {
            let text = if self.record.contacts.is_empty() {
                tr!("solver-no-contacts-in-this-step")
            } else {
                tr!("solver-no-contact-stands-out-every")
            };
            ui.label(RichText::new(text).size(12.0).color(p.weak));
            return;
        };
        let id = (self.index, ContactId(number));
        let name = contact_name(self.inputs, contact);
        let height = ROW_HEIGHT + 22.0;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(
                WidgetType::Button,
                true,
                self.inputs.selection.contact == Some(id),
                tr!("solver-worst-contact", name = name),
            )
        });
        let hot = response.hovered() || response.has_focus();
        let fill = if self.inputs.selection.contact == Some(id) {
            p.selected
        } else if hot {
            p.button_hover
        } else {
            p.well
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        let inner = rect.shrink2(vec2(8.0, 3.0));
        let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
        paint_text(ui, upper, &tr!("solver-worst-contact-2", number = number), p.strong, Align::Min);
        let gap = self.record.end_gaps.get(number).copied().unwrap_or(f64::NAN);
        let impulse = self.record.impulses.get(number).copied().unwrap_or(f64::NAN);
        let numbers =
            tr!("solver-gap", gap = format::length(gap), impulse = format::engineering(impulse, "N·s"));
        paint_text(ui, upper, &numbers, p.weak, Align::Max);
        paint_text(ui, lower, &name, p.text, Align::Min);
        if hot {
            self.state.pointed = Some(id);
        }
        let hover = tr!("solver-contact-worst-row-accepted");
        if response.on_hover_text(hover).clicked() {
            self.commands.push(SelectCommand::Contact(Some(id)).into());
        }
        ui.add_space(3.0);
        let mut shown = self.inputs.view.shows(Overlay::Worst);
        let command = AppCommand::Look(LookCommand::ToggleOverlay(Overlay::Worst));
        let check = ui.checkbox(&mut shown, RichText::new(tr!("solver-keep-marked-in-view-z")).size(12.0));
        if check.on_hover_text(tooltip(&command)).clicked() {
            self.commands.push(command);
        }
    }

    fn effort(&mut self, ui: &mut Ui) {
        let p = Palette::from_ui(ui);
        let s = &self.record.solve;
        section(ui, tr!("solver-problem-effort"));
        ui.add_space(2.0);
        let count = |n: usize| n as f64;
        let (size, islands, contacts) = (s.size, self.record.islands, self.record.contacts.len());
        let parts = (s.iterations, s.outer_iterations, s.switches, s.substeps);
        self.row(ui, Metric::Contacts, tr!("solver-contacts"), count(contacts), None);
        self.row(ui, Metric::Islands, tr!("solver-islands"), count(islands), None);
        self.row(ui, Metric::Size, tr!("solver-problem-size"), count(size), None);
        self.row(ui, Metric::Iterations, tr!("solver-iterations"), count(parts.0), None);
        self.row(ui, Metric::Outer, tr!("solver-outer-iterations"), count(parts.1), None);
        self.row(ui, Metric::Switches, tr!("solver-switches"), count(parts.2), None);
        if parts.3 > 1 {
            let text = tr!("solver-step-was-done-in-parts", parts = parts.3);
            ui.label(RichText::new(text).size(12.0).color(p.warn));
        }
    }

    fn time(&mut self, ui: &mut Ui) {
        let p = Palette::from_ui(ui);
        let colors = stage_colors(&p, self.color(&p));
        section(ui, tr!("solver-time-per-step"));
        ui.add_space(4.0);
        let clicked = sparkline::time_bars(ui, self.samples(), 64.0, colors);
        if let Some(step) = clicked.filter(|step| *step != self.record.step) {
            self.commands.push(PastCommand::Seek(step).into());
        }
        ui.add_space(3.0);
        let t = &self.record.timing;
        let rest = (t.total - t.detect - t.formulate - t.solve).max(0.0);
        let meanings = [
            Metric::DetectTime.meaning(),
            Metric::FormulateTime.meaning(),
            Metric::SolveTime.meaning(),
            tr!("solver-wall-time-rest-integrating"),
        ];
        let times = [t.detect, t.formulate, t.solve, rest];
        for (((name, seconds), color), meaning) in
            sparkline::stage_names().into_iter().zip(times).zip(colors).zip(meanings)
        {
            let share = if t.total > 0.0 { 100.0 * seconds / t.total } else { 0.0 };
            legend(ui, name, color, &format::duration(seconds), share).on_hover_text(meaning);
        }
        legend(ui, tr!("solver-whole-step"), Color32::TRANSPARENT, &format::duration(t.total), f64::NAN)
            .on_hover_text(Metric::StepTime.meaning());
    }

    fn fallbacks(&mut self, ui: &mut Ui) {
        let p = Palette::from_ui(ui);
        section(ui, tr!("solver-fallbacks-run"));
        ui.add_space(2.0);
        let all = self.pane.history.fallbacks();
        let begun = self.pane.since().map_or(0, |since| since.step);
        let fallbacks = &all.after(begun);
        let steps = self.pane.history.last().map_or(0, |s| s.step.saturating_sub(begun));
        let Some(last) = fallbacks.last().map(|last| last + begun) else {
            let text = tr!("solver-none-in-steps", steps = format::count(steps));
            ui.label(RichText::new(text).size(12.5).color(p.weak));
            return;
        };
        ui.horizontal(|ui| {
            let text =
                tr!("solver-steps", count = format::count(fallbacks.count()), steps = format::count(steps));
            ui.label(RichText::new(text).size(12.5).color(p.warn));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let go = ui.button(RichText::new(tr!("solver-last-step", last = last)).size(12.0));
                if go.on_hover_text(tr!("solver-go-last-step-in-which")).clicked() {
                    self.commands.push(PastCommand::Seek(last).into());
                }
            });
        });
        strip(ui, fallbacks.runs(), steps, &p);
    }
}

/// A line of the legend: colour, name, share and time.
fn legend(ui: &mut Ui, name: &str, color: Color32, time: &str, share: f64) -> egui::Response {
    let p = Palette::from_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    let chip = Rect::from_center_size(pos2(rect.min.x + 5.0, rect.center().y), vec2(9.0, 9.0));
    ui.painter().rect_filled(chip, 2.0, color);
    let label = Rect::from_min_max(pos2(rect.min.x + 16.0, rect.min.y), rect.max);
    paint_text(ui, label, name, p.weak, Align::Min);
    paint_text(ui, rect, time, p.text, Align::Max);
    if share.is_finite() {
        let place = Rect::from_min_max(rect.min, pos2(rect.max.x - 76.0, rect.max.y));
        paint_text(ui, place, &format!("{share:.0} %"), p.weak, Align::Max);
    }
    response
}

/// Where in the run the fallbacks are.
fn strip(ui: &mut Ui, runs: &[(u64, u64)], steps: u64, p: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, p.field);
    let x = |step: u64| rect.min.x + rect.width() * (step as f32 / steps.max(1) as f32);
    let mut drawn = f32::NEG_INFINITY;
    for (first, last) in runs {
        let (from, to) = (x(first - 1), x(*last));
        // One mark per point is enough.
        if to - drawn >= 1.0 {
            let mark = Rect::from_min_max(pos2(from, rect.min.y), pos2(to.max(from + 1.0), rect.max.y));
            ui.painter().rect_filled(mark, 0.0, p.warn);
            drawn = to;
        }
    }
    response.on_hover_text(tr!("solver-whole-run-from-left-right"));
}

/// The method's name as a person writes it.
pub fn method_title(method: &str) -> String {
    let known = crate::lcp::catalogue::lookup(method).map(|m| m.title.to_owned());
    known.unwrap_or_else(|_| match method {
        "active-alternative (lemke)" => tr!("solver-active-alternative-by-lemke").to_owned(),
        "active-alternative (exact)" => tr!("solver-active-alternative-at-end-poses").to_owned(),
        "sliding speeds" => tr!("solver-active-alternative-by-sliding").to_owned(),
        other => sentence(other).trim_end_matches('.').to_owned(),
    })
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let first = chars.next().map_or(String::new(), |c| c.to_uppercase().to_string());
    let end = if clause.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

/// `stone vertex 5 – floor facet 2`.
pub fn contact_name(inputs: &Inputs, contact: &Contact) -> String {
    let bodies = &inputs.bench.scene.model.bodies;
    let one = |(part, feature): (PartId, Feature)| {
        let name = bodies.get(part.body.0).map_or("?", |b| b.name.as_str());
        match feature {
            Feature::Vertex(i) => tr!("solver-vertex", name = name, i = i),
            Feature::Edge(i) => tr!("solver-edge", name = name, i = i),
            Feature::Facet(i) => tr!("solver-facet", name = name, i = i),
        }
    };
    format!("{} – {}", one(contact.pair.a), one(contact.pair.b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_that_a_record_can_name_reads_well() {
        assert_eq!(method_title("blocked-gauss-seidel"), "Blocked Gauss–Seidel");
        assert_eq!(method_title("active-alternative (exact)"), "Active alternative at the end poses");
        assert_eq!(method_title("something else"), "Something else");
        assert_eq!(sentence("lemke ended on a ray"), "Lemke ended on a ray.");
        assert_eq!(sentence(""), ".");
    }
}
