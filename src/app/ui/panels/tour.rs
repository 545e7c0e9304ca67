//! The card of the tour.

use crate::app::command::session::{LessonMove, LessonPlace, TourMove};
use crate::app::command::{AppCommand, SessionCommand};
use crate::app::session::tour::{Act, STAGES, Target};
use crate::app::ui::Inputs;
use crate::app::ui::pointing;
use crate::app::ui::theme::{Palette, heading};
use bevy_egui::egui::{self, Align, Id, Layout, Rect, RichText, Ui, pos2, vec2};

/// The lesson that the tour leads to.
const FIRST_LESSON: &str = "corners";

/// Width of the card (points).
const WIDTH: f32 = 340.0;

/// Height below the views from which on the card has its place there (points): views that are to be compared are not covered.
const ROOM_BELOW: f32 = 120.0;

/// Draws the card, while there is a tour.
pub fn show(root: &Ui, central: Rect, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let ctx = root.ctx();
    let tour = &inputs.session.tour;
    let (Some(number), Some(stage)) = (tour.stage, tour.shown()) else { return };
    // The panels slide into their places first.
    let steady = Id::new("tour, views");
    let screen = root.max_rect();
    // What points at the timeline would cover it; the first one asks, in the middle of all.
    let over_views = number == 0 || stage.target == Some(Target::Timeline);
    let below = !over_views && screen.bottom() - central.bottom() > ROOM_BELOW;
    // Who moves it moves it for its place.
    let id = Id::new("tour").with(below);
    if ctx.data(|data| data.get_temp(steady)) != Some(central) && ctx.memory(|m| m.area_rect(id)).is_none() {
        ctx.data_mut(|data| data.insert_temp(steady, central));
        ctx.request_repaint();
        return;
    }
    let width = WIDTH.min(central.width() - 20.0).max(200.0);
    let bottom = if below { screen.bottom() } else { central.bottom() };
    let corner = pos2(central.left() + 10.0, bottom - 10.0);
    let shown = egui::Window::new(tr!("tour-tour"))
        .id(id)
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::LEFT_BOTTOM)
        .default_pos(corner)
        .constrain_to(screen)
        .show(ctx, |ui| {
            ui.set_width(width);
            let p = Palette::from_ui(ui);
            ui.horizontal(|ui| {
                ui.label(RichText::new((stage.title)()).font(heading(15.0)).color(p.strong));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let text = tr!("lesson-step-of", number = number + 1, all = STAGES.len());
                    ui.label(RichText::new(text).size(11.5).color(p.weak));
                });
            });
            ui.add(egui::Label::new(RichText::new((stage.text)()).line_height(Some(18.0))).wrap());
            let todo = (stage.todo)();
            if !todo.is_empty() {
                ui.add_space(2.0);
                let done = tour.done && stage.act != Act::Read;
                let color = if done { p.open } else { p.accent };
                let text = if done { tr!("tour-done", task = todo) } else { todo.to_owned() };
                ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
            }
            ui.add_space(4.0);
            buttons(ui, number, tour.done, commands);
        });
    if let (Some(shown), Some(target)) = (shown, stage.target)
        && !(tour.done && stage.act != Act::Read)
    {
        pointing::point_at(root, shown.response.rect, target);
    }
}

fn buttons(ui: &mut Ui, number: usize, done: bool, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let last = number + 1 == STAGES.len();
    ui.horizontal(|ui| {
        let skip = match number {
            0 => tr!("tour-not-now"),
            _ if last => tr!("tour-close"),
            _ => tr!("tour-leave-tour"),
        };
        let hover = tr!("tour-close-this-card-tour-can");
        if ui.button(skip).on_hover_text(hover).clicked() {
            commands.push(SessionCommand::Tour(TourMove::End).into());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (name, hover) = if last {
                (tr!("tour-first-lesson"), tr!("tour-why-bodies-stick-at-corners"))
            } else {
                (tr!("lesson-next"), tr!("tour-next-stage-also-without-doing"))
            };
            let text = RichText::new(name).color(if done { p.panel } else { p.text });
            let mut button = egui::Button::new(text).min_size(vec2(76.0, 26.0));
            if done {
                button = button.fill(p.accent);
            }
            if ui.add(button).on_hover_text(hover).clicked() {
                commands.push(SessionCommand::Tour(TourMove::Next).into());
                if last {
                    let first = LessonPlace::Program(FIRST_LESSON.to_owned());
                    commands.push(SessionCommand::Lesson(LessonMove::Open(first)).into());
                }
            }
            let back = egui::Button::new(tr!("lesson-back"));
            if ui.add_enabled(number > 0, back).on_hover_text(tr!("tour-stage-before")).clicked() {
                commands.push(SessionCommand::Tour(TourMove::Back).into());
            }
        });
    });
}
