//! What the program has to say: cards at the lower right of the views that stay until dismissed, and a hint for
//! the first minute.

use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, FilesCommand, PanelCommand, RunCommand, tooltip};
use crate::app::files::reload::{FileQuestion, Matter};
use crate::app::files::scenes::is_default;
use crate::app::messages::{Severity, UserMessage};
use crate::app::ui::icons::Icon;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{Look, icon_button};
use crate::app::ui::{Inputs, UiState, icons};
use bevy_egui::egui::{self, Align, Color32, Context, Layout, Pos2, Rect, RichText, Sense, Stroke, Ui, vec2};

/// Cards shown at once; older ones wait.
const SHOWN: usize = 4;

/// Draws the messages over the lower right corner of `central`.
pub fn show(ctx: &Context, central: Rect, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    if inputs.messages.is_empty() {
        return;
    }
    let width = (central.width() * 0.6).clamp(220.0, 400.0);
    let corner = central.right_bottom() - vec2(12.0, 12.0);
    let cards = beside_windows("messages", corner, egui::Align2::RIGHT_BOTTOM);
    to_the_front_when_new(ctx, cards.layer(), inputs);
    cards.show(ctx, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 6.0;
        let hidden = inputs.messages.len().saturating_sub(SHOWN);
        if inputs.messages.len() > 1 {
            summary(ui, hidden, commands);
        }
        for message in inputs.messages.iter().skip(hidden) {
            card(ui, message, commands);
        }
    });
}

/// Over everything, as what needs an answer is.
fn area(name: &str, at: Pos2, pivot: egui::Align2) -> egui::Area {
    egui::Area::new(egui::Id::new(name))
        .order(egui::Order::Foreground)
        .fixed_pos(at)
        .pivot(pivot)
        .fade_in(true)
}

/// Among the windows: one that is opened or pressed later lies over it.
fn beside_windows(name: &str, at: Pos2, pivot: egui::Align2) -> egui::Area {
    area(name, at, pivot).order(egui::Order::Middle)
}

/// What was not said before is seen, whatever window was opened since the cards came.
fn to_the_front_when_new(ctx: &Context, layer: egui::LayerId, inputs: &Inputs) {
    let newest = inputs.messages.iter().map(|message| message.id).max();
    let seen = ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(layer.id), newest));
    if seen != newest {
        ctx.move_to_top(layer);
    }
}

fn summary(ui: &mut Ui, hidden: usize, commands: &mut Vec<AppCommand>) {
    // As high as a line: across a layout alone the middle of all that is free counts, and the cards would drift apart from frame to frame.
    let line = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        let text = if hidden > 0 {
            tr!("message-dismiss-all-more", hidden = hidden)
        } else {
            tr!("message-dismiss-all").to_owned()
        };
        let hover = tooltip(&AppCommand::Panel(PanelCommand::DismissAllMessages));
        if ui.button(RichText::new(text).size(12.0)).on_hover_text(hover).clicked() {
            commands.push(PanelCommand::DismissAllMessages.into());
        }
        let hover = tooltip(&AppCommand::Panel(PanelCommand::ToggleMessageLog));
        if ui.button(RichText::new(tr!("message-past")).size(12.0)).on_hover_text(hover).clicked() {
            commands.push(PanelCommand::ToggleMessageLog.into());
        }
    });
}

fn card(ui: &mut Ui, message: &UserMessage, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let color = match message.severity {
        Severity::Info => p.accent,
        Severity::Warning => p.warn,
        Severity::Error => p.violated,
    };
    let frame = egui::Frame::new()
        .fill(p.bar)
        .stroke(Stroke::new(1.0, p.line))
        .corner_radius(6.0)
        .shadow(ui.visuals().popup_shadow)
        .inner_margin(egui::Margin { left: 14, right: 6, top: 8, bottom: 8 });
    let response = frame.show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let text_width = ui.available_width() - 34.0;
            ui.vertical(|ui| {
                ui.set_width(text_width);
                let mut head = match message.severity {
                    Severity::Info => String::new(),
                    Severity::Warning => tr!("message-warning").to_owned(),
                    Severity::Error => tr!("message-error").to_owned(),
                };
                if message.count > 1 {
                    head =
                        tr!("message-said-times", head = head, count = message.count).trim_start().to_owned();
                }
                if !head.is_empty() {
                    ui.label(RichText::new(head).size(11.5).color(color));
                }
                ui.add(egui::Label::new(&message.text).wrap().selectable(true));
            });
            ui.vertical(|ui| {
                let hover = tr!("message-dismiss-this-message-stays-in");
                if icon_button(ui, Icon::Close, Look::Quiet, hover).clicked() {
                    commands.push(PanelCommand::DismissMessage(message.id).into());
                }
                // What is worth a report is worth copying.
                if message.severity != Severity::Info
                    && icon_button(ui, Icon::Copy, Look::Quiet, tr!("message-copy-this-message")).clicked()
                {
                    ui.copy_text(message.text.clone());
                }
            });
        });
    });
    let rect = response.response.rect;
    let mark = Rect::from_min_size(rect.min + vec2(0.0, 6.0), vec2(3.0, rect.height() - 12.0));
    ui.painter().rect_filled(mark, 1.5, color);
}

/// What the hint has beside its texts: icons, gaps and margins (points).
const HINT_FRAME: f32 = 110.0;

/// Draws the hint for the first minute, until the clock has run or it is dismissed.
pub fn hint(ctx: &Context, central: Rect, inputs: &Inputs, state: &mut UiState) {
    let bench = inputs.bench;
    if !state.hint
        || state.recovery.open
        || inputs.session.tour.stage.is_some()
        || inputs.session.lesson.is_some()
        || bench.running
        || bench.step() > 0
        || !inputs.messages.is_empty()
    {
        return;
    }
    let font = egui::TextStyle::Body.resolve(&ctx.global_style());
    let width = |text: &str| {
        ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE)).size().x
    };
    let explains = tr!("message-f1-explains");
    let room = central.width() - width(explains) - HINT_FRAME;
    // What the scene that opens first shows is not there in others.
    let first = tr!("message-space-runs-drag-body-watch");
    let texts = [Some(first).filter(|_| is_default(&bench.scene)), Some(tr!("message-space-runs-drag-body"))];
    let Some(text) = texts.into_iter().flatten().find(|text| width(text) < room) else { return };
    let at = central.center_bottom() - vec2(0.0, 18.0);
    beside_windows("hint", at, egui::Align2::CENTER_BOTTOM).show(ctx, |ui| {
        let p = Palette::from_ui(ui);
        let frame = egui::Frame::new()
            .fill(p.bar)
            .stroke(Stroke::new(1.0, p.line))
            .corner_radius(8.0)
            .inner_margin(egui::Margin { left: 14, right: 6, top: 6, bottom: 6 });
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                icons::paint(ui.painter(), Icon::Play, rect.center(), 6.0, p.accent);
                ui.label(RichText::new(text).color(p.text));
                ui.label(RichText::new(explains).color(p.weak));
                if icon_button(ui, Icon::Close, Look::Quiet, tr!("message-dismiss-this-hint")).clicked() {
                    state.hint = false;
                }
            });
        });
    });
}

/// Says over a view that its step takes long, and how it is stopped.
pub fn long_steps(ctx: &Context, views: &[Rect], inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let Some((panes, since)) = inputs.long_steps else { return };
    for (pane, view) in panes.iter().filter_map(|pane| views.get(*pane).map(|view| (*pane, *view))) {
        let at = view.center_top() + vec2(0.0, 10.0);
        beside_windows(&format!("long step {pane}"), at, egui::Align2::CENTER_TOP).show(ctx, |ui| {
            let p = Palette::from_ui(ui);
            let frame = egui::Frame::new().fill(p.bar).stroke(Stroke::new(1.0, p.line)).corner_radius(8.0);
            frame.inner_margin(egui::Margin { left: 14, right: 8, top: 6, bottom: 6 }).show(ui, |ui| {
                ui.set_max_width((view.width() - 40.0).max(120.0));
                ui.horizontal_wrapped(|ui| {
                    ui.label(
                        RichText::new(tr!("message-this-step-takes-long-s", seconds = since.as_secs()))
                            .color(p.text),
                    );
                    ui.label(RichText::new(tr!("message-esc-stops")).color(p.weak));
                    let stop = AppCommand::Run(RunCommand::StopSteps);
                    let hover = tr!("message-stop-step-state-before-stays");
                    if ui.small_button(tr!("message-stop")).on_hover_text(hover).clicked() {
                        commands.push(stop);
                    }
                });
            });
        });
    }
}

/// Asks what to do about the scene's file, where others have written it or its comments would be lost.
pub fn file_question(ctx: &Context, central: Rect, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let Some(FileQuestion { path, matter }) = inputs.file_question else { return };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = match matter {
        Matter::Changed if inputs.bench.is_edited() => {
            tr!("message-has-changed-on-disk-scene", name = name)
        }
        Matter::Changed => tr!("message-has-changed-on-disk", name = name),
        Matter::SaveOver => tr!("message-has-changed-on-disk-since", name = name),
        Matter::SaveAnew(reason) => {
            tr!("message-comments-layout-cannot-be-kept", name = name, reason = reason)
        }
    };
    let read = (
        tr!("message-read-file"),
        tr!("message-read-file-what-was-edited"),
        FilesCommand::ReloadScene.into(),
    );
    let over = |label, hover| (label, hover, FilesCommand::SaveSceneOver.into());
    let beside = (
        tr!("message-save-beside"),
        tr!("message-choose-another-file-this-one"),
        PanelCommand::AskForFile(Purpose::SaveScene).into(),
    );
    let keep = |label, hover| (label, hover, FilesCommand::KeepEdits.into());
    let answers: Vec<(&str, &str, AppCommand)> = match matter {
        Matter::Changed => {
            vec![read, keep(tr!("message-keep-what-shown"), tr!("message-go-on-with-what-shown"))]
        }
        Matter::SaveOver => vec![
            over(tr!("message-save-over"), tr!("message-write-what-shown-what-was")),
            beside,
            read,
            keep(tr!("message-cancel"), tr!("message-neither-write-file-nor-read")),
        ],
        Matter::SaveAnew(_) => vec![
            over(tr!("message-save-without-them"), tr!("message-write-file-anew-its-comments")),
            beside,
            keep(tr!("message-cancel"), tr!("message-file-stays-as")),
        ],
    };
    let at = central.center_top()
        + vec2(0.0, 12.0 + crate::app::ui::panels::pane_header::height(inputs.bench.panes.len()));
    area("file question", at, egui::Align2::CENTER_TOP).show(ctx, |ui| {
        let p = Palette::from_ui(ui);
        let frame = egui::Frame::new().fill(p.bar).stroke(Stroke::new(1.0, p.warn)).corner_radius(8.0);
        frame.inner_margin(14.0).show(ui, |ui| {
            ui.set_max_width(460.0_f32.min(central.width() - 40.0));
            ui.add(egui::Label::new(RichText::new(text).color(p.strong)).wrap())
                .on_hover_text(path.display().to_string());
            ui.horizontal_wrapped(|ui| {
                for (label, hover, command) in answers {
                    if ui.button(label).on_hover_text(hover).clicked() {
                        // The question is answered, whatever the answer leads to.
                        if command != FilesCommand::KeepEdits.into() {
                            commands.push(FilesCommand::KeepEdits.into());
                        }
                        commands.push(command);
                    }
                }
            });
        });
    });
}

/// Says over the views that a dragged file may be let go.
pub fn drop_target(ctx: &Context, central: Rect) {
    if ctx.input(|i| i.raw.hovered_files.is_empty()) {
        return;
    }
    area("drop", central.center(), egui::Align2::CENTER_CENTER).interactable(false).show(ctx, |ui| {
        let p = Palette::from_ui(ui);
        let painter = ui.painter();
        painter.rect_filled(central, 0.0, Color32::from_black_alpha(90));
        let frame = egui::Frame::new().fill(p.bar).stroke(Stroke::new(2.0, p.accent)).corner_radius(8.0);
        frame.inner_margin(20.0).show(ui, |ui| {
            ui.label(RichText::new(tr!("message-drop-open-scene")).size(16.0).color(p.strong));
        });
    });
}
