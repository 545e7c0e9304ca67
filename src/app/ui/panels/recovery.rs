//! The window with what other windows left when they ended without being left: to take up, to let be, or to delete.

use crate::app::command::{AppCommand, SessionCommand};
use crate::app::explain::words::capital;
use crate::app::past::recovery::folder::Left;
use crate::app::past::recovery::list::About;
use crate::app::ui::scene_list::in_language;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::name_title_bar;
use crate::app::ui::{Inputs, RecoveryView, UiState};
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Stroke, Ui, vec2};

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
    egui::Window::new(tr!("recover-title"))
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
    name_title_bar(ctx, id, tr!("recover-title"));
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
        0 => tr!("recover-every-window-was-left-as"),
        1 => {
            tr!("recover-window-ended-before-you-left")
        }
        _ => {
            tr!("recover-these-windows-ended-before-you")
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
            let hover = tr!("recover-go-on-with-what-shown-2");
            if ui.button(tr!("recover-later")).on_hover_text(hover).clicked() {
                view.open = false;
            }
            let hover = tr!("recover-go-on-with-what-shown");
            if ui.button(tr!("recover-open-fresh")).on_hover_text(hover).clicked() {
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
            let scene = in_language(&about.scene);
            let scene = if about.edited { format!("{scene} ●") } else { scene.to_owned() };
            let file = about.file.clone().unwrap_or_else(|| tr!("recover-this-scene-has-no-file").to_owned());
            let edited = if about.edited { tr!("recover-was-edited-since-was-saved") } else { "" };
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
        let ended =
            left.crash.clone().unwrap_or_else(|| tr!("recover-ended-without-word-from-outside").to_owned());
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
        ui.label(RichText::new(tr!("recover-being-read")).color(p.weak));
        return;
    }
    let text = RichText::new(tr!("recover-recover"));
    let button =
        if first { egui::Button::new(text.color(p.panel)).fill(p.accent) } else { egui::Button::new(text) };
    let hover = tr!("recover-show-as-was-unsaved-work");
    if ui.add_enabled(taking.is_none(), button).on_hover_text(hover).clicked() {
        commands.push(SessionCommand::Recover(name.to_owned()).into());
        view.open = false;
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if view.deleting.as_deref() == Some(name) {
            if ui.button(tr!("recover-keep")).clicked() {
                view.deleting = None;
            }
            let really = egui::Button::new(RichText::new(tr!("recover-delete-for-good")).color(p.violated));
            if ui.add(really).on_hover_text(tr!("recover-cannot-be-brought-back")).clicked() {
                commands.push(SessionCommand::DeleteLeft(name.to_owned()).into());
                view.deleting = None;
            }
        } else if ui.button(tr!("recover-delete")).on_hover_text(tr!("recover-asks-once-more")).clicked() {
            view.deleting = Some(name.to_owned());
        }
    });
}

/// What there is, in words.
fn contents(about: &About, left: &Left) -> String {
    let mut parts = vec![tr!("recover-at-step-s", step = about.step, time = format!("{:.3}", about.time))];
    let (undo, redo) = (left.list.undo.len(), left.list.redo.len());
    parts.extend((about.steps > 0).then(|| tr!("recover-steps", n = about.steps)));
    parts.extend((about.branches > 0).then(|| tr!("recover-branches", n = about.branches)));
    parts.extend((undo > 0).then(|| tr!("recover-undo", n = undo)));
    parts.extend((redo > 0).then(|| tr!("recover-redo", n = redo)));
    parts.extend(about.lesson.as_ref().map(|lesson| tr!("recover-lesson", lesson = lesson)));
    if let Some(left_out) = &about.left_out {
        parts.push(left_out.trim_end_matches('.').to_owned());
    }
    capital(&parts.join(" · "))
}
