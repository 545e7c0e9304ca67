//! The strip above each view: which model and solver, what they find, and what the truth meter says.

use crate::app::command::AppCommand;
use crate::app::ui::panels::meter_text;
use crate::app::ui::theme::{HEADER_HEIGHT, Palette, heading};
use crate::app::ui::widgets::{log_meter, paint_text, paint_text_with};
use crate::app::ui::{Inputs, format};
use crate::app::workbench::Pane;
use crate::model::ContactModel;
use crate::sim::SolverMethod;
use bevy_egui::egui::{
    self, Align, Color32, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder, pos2,
    vec2,
};

/// Draws the strip of pane `index` into `rect`, and its failure into the view below.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    view: Rect,
    index: usize,
    inputs: &Inputs,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let Some(pane) = bench.panes.get(index) else { return };
    let focused = bench.focused == index && bench.panes.len() > 1;
    let color = p.model(pane.model());

    let strip = ui.interact(rect, ui.id().with(("strip", index)), Sense::click());
    ui.painter().rect_filled(rect, 0.0, p.bar);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(rect.width(), 3.0)), 0.0, color);
    ui.painter().hline(rect.x_range(), rect.max.y - 0.5, Stroke::new(1.0, p.line));
    if focused {
        let frame = Rect::from_min_max(rect.min, view.max);
        ui.painter().rect_stroke(frame, 0.0, Stroke::new(1.0, color.gamma_multiply(0.7)), StrokeKind::Inside);
    }
    if strip.clicked() && !focused && bench.panes.len() > 1 {
        commands.push(AppCommand::FocusPane(index));
    }

    let inner = Rect::from_min_max(rect.min + vec2(10.0, 7.0), rect.max - vec2(10.0, 4.0));
    let mut content = ui.new_child(UiBuilder::new().id_salt(("pane", index)).max_rect(inner));
    content.set_clip_rect(rect);
    content.spacing_mut().item_spacing = vec2(6.0, 3.0);
    switches(&mut content, index, pane, color, commands);
    numbers(&mut content, pane, &p);
    meter(&mut content, inputs, pane, &p);

    if let Some(failure) = &pane.failure {
        show_failure(ui, view, index, pane, failure, commands);
    }
}

/// Height of all strips.
pub fn height() -> f32 {
    HEADER_HEIGHT
}

fn switches(ui: &mut Ui, index: usize, pane: &Pane, color: Color32, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let model = pane.model();
    let method = pane.simulation.settings.solver.method;
    ui.horizontal(|ui| {
        ui.set_height(22.0);
        ui.spacing_mut().button_padding.y = 2.0;
        ui.spacing_mut().interact_size.y = 22.0;
        let room = ui.available_width();
        let model_width = (room * 0.42).clamp(62.0, 96.0);
        let title = RichText::new(model.title()).font(heading(14.0)).color(color);
        let combo = egui::ComboBox::from_id_salt(("model", index)).width(model_width).selected_text(title);
        let response = combo.show_ui(ui, |ui| {
            for choice in ContactModel::ALL {
                let text = RichText::new(choice.title()).color(p.model(choice));
                if ui.selectable_label(choice == model, text).on_hover_text(choice.description()).clicked()
                    && choice != model
                {
                    commands.push(AppCommand::SetPaneModel { pane: index, model: choice });
                }
            }
        });
        response.response.on_hover_text(format!("Contact model: {}.", model.description()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let room = ui.available_width() - 4.0;
            if room < 40.0 {
                return;
            }
            let text = RichText::new(solver_name(method)).size(12.0).color(p.weak);
            let combo = egui::ComboBox::from_id_salt(("solver", index))
                .width(room.min(120.0))
                .truncate()
                .selected_text(text);
            let response = combo.show_ui(ui, |ui| {
                ui.set_min_width(140.0);
                for choice in SolverMethod::ALL {
                    let label = ui.selectable_label(choice == method, solver_name(choice));
                    if label.on_hover_text(choice.description()).clicked() && choice != method {
                        commands.push(AppCommand::SetPaneSolver { pane: index, method: choice });
                    }
                }
            });
            response.response.on_hover_text(format!("Solver: {}.", method.description()));
        });
    });
}

/// The name of a solver as a person writes it.
pub fn solver_name(method: SolverMethod) -> &'static str {
    match method {
        SolverMethod::Automatic => "Automatic",
        SolverMethod::Lemke => "Lemke",
        SolverMethod::Pgs => "PGS",
        SolverMethod::ActiveAlternative => "Active alternative",
    }
}

fn numbers(ui: &mut Ui, pane: &Pane, p: &Palette) {
    let record = pane.simulation.record.as_deref();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let number = |n: Option<usize>| n.map_or("–".to_owned(), |n| format::short_count(n as u64));
    let sprung = record.map(|r| r.sprung_traps);
    let items = [
        (
            number(record.map(|r| r.contacts.len())),
            "contacts",
            p.strong,
            "Potential contacts: pairs of features near enough to touch within the step.",
        ),
        (
            number(record.map(|r| r.traps)),
            "traps",
            p.strong,
            "Places where the standard model would enforce several contacts although the true geometry asks for \
             one of them only.",
        ),
        (
            number(sprung),
            "sprung",
            if sprung.unwrap_or(0) > 0 { p.warn } else { p.strong },
            "Traps of which a contact is violated after the step: the standard model would have forbidden the \
             motion that was found.",
        ),
    ];
    // The first has the longest word.
    let shares = [0.38, 0.31, 0.31];
    let mut x = rect.min.x;
    for ((value, name, color, hover), share) in items.into_iter().zip(shares) {
        let width = rect.width() * share;
        let place = Rect::from_min_size(pos2(x, rect.min.y), vec2(width - 4.0, rect.height()));
        x += width;
        let font = FontId::new(13.5, crate::app::ui::theme::medium());
        let used = paint_text_with(ui, place, &value, font, color, Align::Min);
        let rest = Rect::from_min_max(pos2(place.min.x + used + 4.0, place.min.y + 1.0), place.max);
        paint_text(ui, rest, name, p.weak, Align::Min);
        ui.interact(place, ui.id().with(name), Sense::hover()).on_hover_text(hover);
    }
}

fn meter(ui: &mut Ui, inputs: &Inputs, pane: &Pane, p: &Palette) {
    let truth = &pane.truth;
    let hover = meter_text::truth(inputs.bench, pane);
    let width = ui.available_width();
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text_width = if width > 300.0 { 176.0 } else { 62.0 };
        log_meter(ui, (width - text_width - 6.0).max(20.0), truth.depth, truth.worst_depth);
        let (rect, _) = ui.allocate_exact_size(vec2(text_width, 16.0), Sense::hover());
        let now = format::length(truth.depth);
        if width > 300.0 {
            let used = paint_text(ui, rect, &now, p.depth(truth.depth), Align::Min);
            let rest = Rect::from_min_max(pos2(rect.min.x + used.max(58.0) + 6.0, rect.min.y), rect.max);
            paint_text(ui, rest, &format!("worst {}", format::length(truth.worst_depth)), p.weak, Align::Max);
        } else {
            paint_text(ui, rect, &now, p.depth(truth.depth), Align::Max);
        }
    });
    row.response.on_hover_text(hover);
}

fn show_failure(
    ui: &Ui,
    view: Rect,
    index: usize,
    pane: &Pane,
    failure: &str,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let width = (view.width() - 20.0).clamp(60.0, 460.0);
    egui::Area::new(egui::Id::new(("failure", index)))
        .order(egui::Order::Middle)
        .fixed_pos(view.min + vec2(10.0, 10.0))
        .show(ui.ctx(), |ui| {
            egui::Frame::new()
                .fill(p.bar)
                .stroke(Stroke::new(1.0, p.violated))
                .corner_radius(6.0)
                .inner_margin(10.0)
                .show(ui, |ui| {
                    ui.set_width(width - 22.0);
                    let title = format!("{} stands still", pane.model().title());
                    ui.label(RichText::new(title).font(heading(13.0)).color(p.violated));
                    ui.add(egui::Label::new(failure).wrap().selectable(true));
                    ui.horizontal_wrapped(|ui| {
                        if ui.button("Try again").on_hover_text("Run on from the last good state.").clicked()
                        {
                            commands.push(AppCommand::Run);
                        }
                        if ui.button("Back to the start").clicked() {
                            commands.push(AppCommand::Reset);
                        }
                    });
                });
        });
}
