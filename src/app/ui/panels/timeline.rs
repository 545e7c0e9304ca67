//! The recorded past as a bar: where traps sprang, where the panes parted, and the moment shown.

use crate::app::command::AppCommand;
use crate::app::ui::panels::parting_menu;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::chip;
use crate::app::ui::{Inputs, focus, format};
use bevy_egui::egui::{Align, Layout, Rect, RichText, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

/// Height of the whole row (points).
pub const HEIGHT: f32 = 26.0;

/// Draws the timeline. Clicking or dragging goes to that step.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let ranges = bench.panes.iter().filter_map(|pane| pane.recording.range());
    let (first, last) = ranges.fold((u64::MAX, 0), |(a, b), (first, last)| (a.min(first), b.max(last)));
    let (first, last) = if first > last { (0, 0) } else { (first, last) };
    ui.horizontal(|ui| {
        ui.set_height(HEIGHT);
        for (i, pane) in bench.panes.iter().enumerate() {
            let text = pane.model().title();
            chip(ui, p.model(pane.model()), text).on_hover_text(format!("Pane {}: {text}", i + 1));
            ui.add_space(4.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let bytes: usize = bench.panes.iter().map(|pane| pane.recording.bytes()).sum();
            let text = format!("{} / {}", format::count(bench.step()), format::count(last));
            ui.label(RichText::new(text).size(12.0).color(p.weak)).on_hover_text(format!(
                "Step shown, and last step recorded. The recording takes {:.1} MB.",
                bytes as f64 / 1e6
            ));
            parting_menu::show(ui, inputs, commands);
            bar(ui, inputs, (first, last), commands, &p);
        });
    });
}

fn bar(ui: &mut Ui, inputs: &Inputs, (first, last): (u64, u64), commands: &mut Vec<AppCommand>, p: &Palette) {
    let bench = inputs.bench;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::click_and_drag());
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Slider, true, format!("Timeline: step {} of {last}", bench.step()))
    });
    // With the focus on it the arrows go through the steps instead of to other controls.
    for (key, command) in focus::arrows(&response, AppCommand::StepBack, AppCommand::Step) {
        if ui.input(|input| input.key_pressed(key)) {
            commands.push(command);
        }
    }
    let rail = rect.shrink2(vec2(5.0, 6.0));
    let painter = ui.painter();
    painter.rect_filled(rail, 3.0, p.well);
    let span = (last - first).max(1) as f32;
    let place = |step: u64| rail.min.x + rail.width() * ((step.clamp(first, last) - first) as f32 / span);
    let now = bench.step();
    if last > first {
        let done = Rect::from_min_max(rail.min, pos2(place(now), rail.max.y));
        painter.rect_filled(done, 3.0, p.button_hover);
    }
    let count = bench.panes.len().max(1) as f32;
    let lane = rail.height() / count;
    for (i, pane) in bench.panes.iter().enumerate() {
        let y = rail.min.y + lane * i as f32;
        let color = p.model(pane.model());
        let mut drawn = f32::NEG_INFINITY;
        for sample in pane.history.samples().iter().filter(|s| s.sprung_traps > 0 && s.step >= first) {
            let x = place(sample.step);
            // One mark per pixel is enough.
            if x - drawn >= 1.0 {
                painter.vline(x, y..=y + lane, Stroke::new(1.0, color));
                drawn = x;
            }
        }
    }
    if let Some(parting) = &bench.parting
        && parting.step >= first
        && parting.step <= last
    {
        painter.vline(place(parting.step), rect.y_range(), Stroke::new(1.5, p.warn));
    }
    let x = place(now);
    painter.vline(x, rect.y_range(), Stroke::new(2.0, p.strong));
    painter.circle_filled(pos2(x, rect.center().y), 4.5, p.strong);

    if last > first
        && (response.clicked() || response.dragged())
        && let Some(at) = response.interact_pointer_pos()
    {
        let fraction = ((at.x - rail.min.x) / rail.width()).clamp(0.0, 1.0);
        let step = first + (f64::from(fraction) * (last - first) as f64).round() as u64;
        if step != now {
            commands.push(AppCommand::Seek(step));
        }
    }
    let mut hover = "Recorded steps: click or drag to go there; running on forgets what came after.\n\
                     Marks: sprung traps, in the colour of the model."
        .to_owned();
    if let Some(parting) = &bench.parting {
        let name = bench.scene.model.bodies.get(parting.body.0).map_or("a body", |b| b.name.as_str());
        hover.push_str(&format!(
            "\nYellow: the panes part at step {} ({}): `{name}` differs by {}, more than {}.",
            parting.step,
            format::clock(parting.time),
            format::length(parting.distance),
            parting_menu::words(bench.parting_distance)
        ));
    }
    response.on_hover_text(hover);
}
