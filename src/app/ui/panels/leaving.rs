//! The question before the program is left with work that is in no file.

use crate::app::command::session::Answer;
use crate::app::command::{AppCommand, SessionCommand};
use crate::app::session::leaving::Unsaved;
use crate::app::ui::Inputs;
use crate::app::ui::theme::{Palette, heading};
use bevy_egui::egui::{self, Align, Context, Id, Layout, RichText, vec2};

/// Draws the question over everything, if it is open.
pub fn show(ctx: &Context, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let Some(leaving) = &inputs.session.leaving else { return };
    let modal = egui::Modal::new(Id::new("leaving")).show(ctx, |ui| {
        let p = Palette::from_ui(ui);
        ui.set_width(420.0);
        ui.label(RichText::new(tr!("leave-question")).font(heading(16.0)).color(p.strong));
        ui.add_space(4.0);
        ui.label(tr!("leave-not-saved"));
        for lost in &leaving.lost {
            ui.add(egui::Label::new(format!("• {lost}")).wrap());
        }
        ui.add_space(10.0);
        let mut answer = None;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = |text: &str| egui::Button::new(text.to_owned()).min_size(vec2(86.0, 28.0));
            let hover = match leaving.saves {
                Some(Unsaved::Scene) => tr!("leave-save-scene"),
                Some(Unsaved::Run) => tr!("leave-save-run"),
                Some(Unsaved::Lesson) => tr!("leave-save-lesson"),
                None => tr!("leave-save-not-shown"),
            };
            let save = ui.add_enabled(leaving.saves.is_some(), button(tr!("leave-save")));
            let save = save.on_hover_text(hover).on_disabled_hover_text(hover);
            let discard = ui.add(button(tr!("leave-discard"))).on_hover_text(tr!("leave-discard-tip"));
            let stay = ui.add(button(tr!("message-cancel"))).on_hover_text(tr!("leave-stay-tip"));
            // Enter saves, or stays where that cannot be: what is lost by mistake is lost.
            if ui.memory(|memory| memory.focused().is_none()) {
                if save.enabled() { &save } else { &stay }.request_focus();
            }
            for (button, given) in [(save, Answer::Save), (discard, Answer::Discard), (stay, Answer::Stay)] {
                if button.clicked() {
                    answer = Some(given);
                }
            }
        });
        answer
    });
    let away = modal.backdrop_response.clicked().then_some(Answer::Stay);
    commands.extend(modal.inner.or(away).map(|answer| SessionCommand::AnswerLeaving(answer).into()));
}
