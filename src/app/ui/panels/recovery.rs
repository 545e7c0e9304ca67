//! The window with what other windows left when they ended without being left: to take up, to let be, or to delete.

use crate::app::command::{AppCommand, SessionCommand};
use crate::app::past::recovery::folder::Left;
use crate::app::past::recovery::list::About;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::name_title_bar;
use crate::app::ui::{Inputs, RecoveryView, UiState};
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Stroke, Ui, vec2};

/// What is written on the window.
const TITLE: &str = "Recover work";

/// Draws the window, if it is open.
pub fn show(
    ctx: &Context,
    screen: Rect,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    if !state.recovery.open {
        return;
    }
    let id = egui::Id::new("recovery window");
    let width = (screen.width() - 60.0).min(520.0);
    let mut open = true;
    egui::Window::new(TITLE)
        .id(id)
        .collapsible(false)
        .resizable(false)
        .default_width(width)
        .default_pos(screen.center() - vec2(width / 2.0, 170.0_f32.min(screen.height() / 2.0 - 20.0)))
        .constrain_to(screen)
        .open(&mut open)
        .show(ctx, |ui| {
            ui.set_width(width);
            content(ui, screen, inputs, &mut state.recovery, commands);
        });
    name_title_bar(ctx, id, TITLE);
    state.recovery.open &= open;
}

fn content(
    ui: &mut Ui,
    screen: Rect,
    inputs: &Inputs,
    view: &mut RecoveryView,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let text = match inputs.left.len() {
        0 => "Every window was left as it should be: there is nothing to recover.",
        1 => {
            "A window ended before you left it. What you did there is kept, with undo, branches and recordings, and can \
             be shown again as it was."
        }
        _ => {
            "These windows ended before you left them. What you did there is kept, with undo, branches and recordings, \
             and can be shown again as it was."
        }
    };
    ui.add(egui::Label::new(RichText::new(text).color(p.text)).wrap());
    ui.add_space(6.0);
    egui::ScrollArea::vertical().max_height((screen.height() - 220.0).max(80.0)).show(ui, |ui| {
        for (k, left) in inputs.left.iter().enumerate() {
            card(ui, left, k == 0, inputs.taking, view, commands);
            ui.add_space(6.0);
        }
    });
    if inputs.left.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hover = "Go on with what is shown; it is asked again at the next start.";
            if ui.button("Later").on_hover_text(hover).clicked() {
                view.open = false;
            }
            let hover = "Go on with what is shown, and do not ask again. Nothing is deleted: it stays in this list (Ctrl+P, \
                         “Recover work”).";
            if ui.button("Open fresh").on_hover_text(hover).clicked() {
                commands.push(SessionCommand::DeclineRecovery.into());
                view.open = false;
            }
        });
    });
}

/// One session: what was shown, when, how it ended.
fn card(
    ui: &mut Ui,
    left: &Left,
    first: bool,
    taking: Option<&str>,
    view: &mut RecoveryView,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let name = left.name();
    let frame = egui::Frame::new().fill(p.well).stroke(Stroke::new(1.0, p.line)).corner_radius(6.0);
    frame.inner_margin(10.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let about = &left.list.about;
        ui.horizontal(|ui| {
            let scene = if about.edited { format!("{} ●", about.scene) } else { about.scene.clone() };
            let file = about.file.clone().unwrap_or_else(|| "This scene has no file.".to_owned());
            let edited = if about.edited { "\nIt was edited since it was saved." } else { "" };
            let title = egui::Label::new(RichText::new(scene).color(p.strong).size(14.0)).truncate();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(left.ago()).color(p.weak).size(12.0))
                    .on_hover_text(left.folder.display().to_string());
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(title).on_hover_text(format!("{file}{edited}"));
                });
            });
        });
        ui.add(egui::Label::new(RichText::new(contents(about, left)).color(p.text).size(12.0)).wrap());
        let ended = left.crash.clone().unwrap_or_else(|| {
            "It ended without a word: from outside, or for want of memory or power.".to_owned()
        });
        let color = if left.crash.is_some() { p.warn } else { p.weak };
        ui.add(egui::Label::new(RichText::new(ended).color(color).size(11.5)).wrap());
        ui.add_space(4.0);
        ui.horizontal(|ui| buttons(ui, &name, first, taking, view, commands));
    });
}

fn buttons(
    ui: &mut Ui,
    name: &str,
    first: bool,
    taking: Option<&str>,
    view: &mut RecoveryView,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    if taking == Some(name) {
        ui.add(egui::Spinner::new().size(16.0));
        ui.label(RichText::new("It is being read.").color(p.weak));
        return;
    }
    let text = RichText::new("Recover");
    let button =
        if first { egui::Button::new(text.color(p.panel)).fill(p.accent) } else { egui::Button::new(text) };
    let hover = "Show it as it was. Unsaved work of this window is then left in this list.";
    if ui.add_enabled(taking.is_none(), button).on_hover_text(hover).clicked() {
        commands.push(SessionCommand::Recover(name.to_owned()).into());
        view.open = false;
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if view.deleting.as_deref() == Some(name) {
            if ui.button("Keep it").clicked() {
                view.deleting = None;
            }
            let really = egui::Button::new(RichText::new("Delete for good").color(p.violated));
            if ui.add(really).on_hover_text("It cannot be brought back.").clicked() {
                commands.push(SessionCommand::DeleteLeft(name.to_owned()).into());
                view.deleting = None;
            }
        } else if ui.button("Delete…").on_hover_text("Asks once more.").clicked() {
            view.deleting = Some(name.to_owned());
        }
    });
}

/// What there is, in words.
fn contents(about: &About, left: &Left) -> String {
    let plural = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let mut parts = vec![format!("at step {}, {:.3} s", about.step, about.time)];
    parts.extend(plural(
        usize::try_from(about.steps).unwrap_or(usize::MAX),
        "recorded step",
        "recorded steps",
    ));
    parts.extend(plural(about.branches, "branch", "branches"));
    parts.extend(plural(left.list.undo.len(), "act to undo", "acts to undo"));
    parts.extend(plural(left.list.redo.len(), "to do again", "to do again"));
    if let Some(lesson) = &about.lesson {
        parts.push(format!("the lesson “{lesson}”"));
    }
    if let Some(left_out) = &about.left_out {
        parts.push(left_out.trim_end_matches('.').to_owned());
    }
    let mut text = parts.join(" · ");
    text[..1].make_ascii_uppercase();
    text
}
