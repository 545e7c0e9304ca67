//! The recorded past as a bar: where traps sprang, where the panes parted, what the user did, the worst moments, the branches
//! that were left, and the moment shown.

use crate::app::command::{AppCommand, PastCommand, RunCommand};
use crate::app::format;
use crate::app::ui::panels::{parting_menu, recording_menu};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::chip;
use crate::app::ui::{Inputs, focus};
use bevy_egui::egui::{
    Align, Layout, Painter, Rect, Response, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};
use std::sync::Arc;

/// Height of the whole row (points).
pub const HEIGHT: f32 = 28.0;
/// Height of the line of a branch below the rail (points).
const BRANCH: f32 = 3.0;

/// Draws the timeline. Clicking or dragging goes to that step.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let (first, last) = bench.recorded().unwrap_or((bench.step(), bench.step()));
    ui.horizontal(|ui| {
        ui.set_height(HEIGHT);
        for (i, pane) in bench.panes.iter().enumerate() {
            let text = pane.model().title();
            let mut hover = tr!("timeline-pane", pane = i + 1, text = text);
            if let Some(step) = pane.divergence {
                hover.push_str(&tr!("timeline-step-did-not-repeat-bit", step = step));
            }
            chip(ui, p.model(pane.model()), text).on_hover_text(hover);
            ui.add_space(4.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            recording_menu::show(ui, inputs, commands);
            let text = format!("{} / {}", format::count(bench.step()), format::count(last));
            ui.label(RichText::new(text).size(12.0).color(p.weak))
                .on_hover_text(tr!("timeline-step-shown-last-step-recorded"));
            if let Some((done, total)) = inputs.recheck {
                let text = tr!(
                    "timeline-checking",
                    done = format::count(done as u64),
                    total = format::count(total as u64)
                );
                ui.label(RichText::new(text).size(12.0).color(p.accent));
            }
            parting_menu::show(ui, inputs, commands);
            bar(ui, inputs, (first, last), commands, &p);
        });
    });
}

/// Where steps are on the bar.
struct Rail {
    rect: Rect,
    first: u64,
    last: u64,
}

impl Rail {
    fn place(&self, step: u64) -> f32 {
        let span = (self.last - self.first).max(1) as f32;
        let step = step.clamp(self.first, self.last);
        self.rect.min.x + self.rect.width() * ((step - self.first) as f32 / span)
    }

    fn step_at(&self, x: f32) -> u64 {
        let share = ((x - self.rect.min.x) / self.rect.width()).clamp(0.0, 1.0);
        self.first + (f64::from(share) * (self.last - self.first) as f64).round() as u64
    }

    fn has(&self, step: u64) -> bool {
        (self.first..=self.last).contains(&step)
    }
}

fn bar(ui: &mut Ui, inputs: &Inputs, (first, last): (u64, u64), commands: &mut Vec<AppCommand>, p: &Palette) {
    let bench = inputs.bench;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click_and_drag());
    // Branches may reach farther than the present run.
    let farthest = bench.branches.iter().map(|branch| branch.to).fold(last, u64::max);
    let rail = Rail { rect: rect.shrink2(vec2(6.0, 8.0)), first, last: farthest };
    let now = bench.step();
    response.widget_info(|| {
        WidgetInfo::labeled(
            WidgetType::Slider,
            ui.is_enabled(),
            tr!("timeline-timeline-step", now = now, last = last),
        )
    });
    draw(ui.painter(), inputs, &rail, rect, last, p);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.0, p.accent), bevy_egui::egui::StrokeKind::Inside);
    }
    // With the focus on it the arrows go through the steps instead of to other controls.
    for (key, command) in
        focus::arrows(&response, AppCommand::Past(PastCommand::StepBack), AppCommand::Run(RunCommand::Step))
    {
        if ui.input(|input| input.key_pressed(key)) {
            commands.push(command);
        }
    }
    if let Some(step) =
        by_pointer(&response, &rail).map(|step| step.min(last)).filter(|step| *step != now && last > first)
    {
        commands.push(PastCommand::Seek(step).into());
    }
    response.on_hover_text(explanation(inputs));
}

fn by_pointer(response: &Response, rail: &Rail) -> Option<u64> {
    let at = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged())?;
    Some(rail.step_at(at.x))
}

fn draw(painter: &Painter, inputs: &Inputs, rail: &Rail, whole: Rect, last: u64, p: &Palette) {
    let bench = inputs.bench;
    let Rail { rect, first, .. } = *rail;
    let now = bench.step();
    let end = if last > first { rail.place(last) } else { rect.max.x };
    let recorded = Rect::from_min_max(rect.min, pos2(end, rect.max.y));
    painter.rect_filled(recorded, 3.0, p.well);
    if last > first {
        let done = Rect::from_min_max(rect.min, pos2(rail.place(now), rect.max.y));
        painter.rect_filled(done, 3.0, p.button_hover);
    }
    for (k, branch) in bench.branches.iter().rev().enumerate() {
        let y = (rect.max.y + 1.5 + BRANCH * k as f32).min(whole.max.y - 1.0);
        let line = Stroke::new(1.5, p.weak.gamma_multiply(0.8));
        painter.hline(rail.place(branch.from)..=rail.place(branch.to), y, line);
        painter.circle_filled(pos2(rail.place(branch.from), y), 1.8, p.weak);
    }
    let lane = rect.height() / bench.panes.len().max(1) as f32;
    for (i, pane) in bench.panes.iter().enumerate() {
        let y = rect.min.y + lane * i as f32;
        let sprung = pane.history.samples().iter().filter(|s| s.sprung_traps > 0 && s.step >= first);
        for (x, step) in places(rail, sprung.map(|s| s.step)) {
            painter.vline(x, y..=y + lane, Stroke::new(1.0, p.model(pane.model_of_step(step))));
        }
        if let Some(step) = pane.divergence.filter(|step| rail.has(*step)) {
            let centre = pos2(rail.place(step), y + 0.5 * lane);
            for side in [-1.0, 1.0] {
                let arm = vec2(3.0, 3.0 * side);
                painter.line_segment([centre - arm, centre + arm], Stroke::new(1.5, p.violated));
            }
        }
    }
    // What was done by hand, and the worst moments, of the focused pane.
    let focused = bench.focused_pane();
    let by_hand = focused.recording.frames().filter(|f| f.by_hand).map(|f| f.state.step);
    for (x, _) in places(rail, by_hand) {
        painter.circle_filled(pos2(x, rect.min.y - 2.5), 1.8, p.text);
    }
    for (worst, color) in
        [(focused.history.deepest(), p.violated), (focused.history.worst_residual(), p.accent)]
    {
        if let Some(worst) = worst.filter(|worst| rail.has(worst.step)) {
            let tip = pos2(rail.place(worst.step), rect.min.y - 0.5);
            let mark = vec![tip, tip + vec2(-3.0, -5.0), tip + vec2(3.0, -5.0)];
            painter.add(Shape::convex_polygon(mark, color, Stroke::NONE));
        }
    }
    if let Some(parting) = bench.parting.first().filter(|parting| rail.has(parting.step)) {
        painter.vline(rail.place(parting.step), whole.y_range(), Stroke::new(1.5, p.warn));
    }
    let x = rail.place(now);
    painter.vline(x, whole.y_range(), Stroke::new(2.0, p.strong));
    painter.circle_filled(pos2(x, rect.center().y), 4.5, p.strong);
}

/// Steps with their places on the bar, one for each point of its width at most.
fn places(rail: &Rail, steps: impl Iterator<Item = u64>) -> impl Iterator<Item = (f32, u64)> {
    let mut drawn = f32::NEG_INFINITY;
    steps.map(|step| (rail.place(step), step)).filter(move |(x, _)| {
        let new = *x - drawn >= 1.0;
        if new {
            drawn = *x;
        }
        new
    })
}

fn explanation(inputs: &Inputs) -> String {
    let bench = inputs.bench;
    let mut text = tr!("timeline-recorded-steps-click-or-drag").to_owned();
    if let Some(parting) = bench.parting.first() {
        let name =
            bench.scene.model.bodies.get(parting.body.0).map_or(tr!("timeline-body"), |b| b.name.as_str());
        text.push_str(&tr!(
            "timeline-yellow-panes-part-at-step",
            step = parting.step,
            time = format::clock(parting.time),
            name = name,
            distance = format::length(parting.distance),
            limit = parting_menu::words(bench.parting_distance)
        ));
    }
    let edits = bench.panes.iter().any(|pane| !Arc::ptr_eq(&pane.scene, &bench.scene));
    if edits {
        text.push_str(tr!("timeline-pane-stands-still-at-moment"));
    }
    for branch in bench.branches.iter() {
        text.push_str(&tr!(
            "timeline-branch-from-step",
            from = branch.from,
            to = branch.to,
            title = branch.title
        ));
    }
    text
}
