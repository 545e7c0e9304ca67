//! All messages of this run, to read again and to copy.

use crate::app::messages::{Severity, UserMessage};
use crate::app::ui::theme::Palette;
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Ui, vec2};

/// Draws the window of past messages, if it is open.
pub fn show(ctx: &Context, screen: Rect, inputs: &Inputs, state: &mut UiState) {
    if !state.log {
        return;
    }
    let size = vec2((screen.width() - 60.0).min(640.0), (screen.height() - 90.0).min(440.0));
    let mut open = true;
    egui::Window::new(tr!("log-past-messages"))
        .id(egui::Id::new("message log"))
        .collapsible(false)
        .default_size(size)
        .default_pos(screen.center() - size / 2.0)
        .constrain_to(screen)
        .open(&mut open)
        .show(ctx, |ui| {
            let log = inputs.messages.log();
            ui.horizontal(|ui| {
                let p = Palette::from_ui(ui);
                ui.label(RichText::new(count(log.len())).color(p.weak));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let copy = ui.add_enabled(!log.is_empty(), egui::Button::new(tr!("log-copy-all")));
                    if copy.on_hover_text(tr!("log-put-all-them-on-clipboard")).clicked() {
                        ui.copy_text(as_text(log));
                    }
                });
            });
            ui.add_space(2.0);
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for message in log.iter().rev() {
                    entry(ui, message);
                }
            });
        });
    state.log &= open;
}

fn count(messages: usize) -> String {
    match messages {
        0 => tr!("log-nothing-was-said-in-this").to_owned(),
        1 => tr!("log-one-message-newest-first").to_owned(),
        n => tr!("log-messages-newest-first", n = n),
    }
}

/// One line per message.
fn as_text(log: &[UserMessage]) -> String {
    log.iter().map(|m| format!("{}: {}\n", m.severity.title(), m.text)).collect()
}

fn entry(ui: &mut Ui, message: &UserMessage) {
    let p = Palette::from_ui(ui);
    let color = match message.severity {
        Severity::Info => p.accent,
        Severity::Warning => p.warn,
        Severity::Error => p.violated,
    };
    ui.horizontal_top(|ui| {
        let copy = ui.small_button(tr!("log-copy")).on_hover_text(tr!("log-put-this-message-on-clipboard"));
        copy.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, tr!("log-copy-2", text = message.text))
        });
        if copy.clicked() {
            ui.copy_text(message.text.clone());
        }
        ui.vertical(|ui| {
            let mut head = format!("{}, {}", message.severity.title(), ago(message.at.elapsed().as_secs()));
            if message.count > 1 {
                head.push_str(&tr!("log-said-times", count = message.count));
            }
            ui.label(RichText::new(head).size(11.5).color(color));
            ui.add(egui::Label::new(&message.text).wrap().selectable(true));
        });
    });
    ui.add_space(4.0);
}

/// How long ago something was (s), in words.
fn ago(seconds: u64) -> String {
    match seconds {
        0..=4 => tr!("log-just-now").to_owned(),
        5..=99 => tr!("log-s-ago", seconds = seconds),
        100..=5999 => tr!("log-min-ago", minutes = seconds / 60),
        _ => tr!("log-h-ago", hours = seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::messages::Messages;

    #[test]
    fn all_messages_are_copied_one_per_line() {
        let mut messages = Messages::default();
        messages.error("x.ron:1:2: no");
        messages.info("done");
        messages.dismiss_all();
        assert_eq!(as_text(messages.log()), "error: x.ron:1:2: no\ninfo: done\n");
    }

    #[test]
    fn times_are_told_in_the_unit_that_fits() {
        assert_eq!([ago(0), ago(42), ago(200), ago(7300)], ["just now", "42 s ago", "3 min ago", "2 h ago"]);
    }
}
