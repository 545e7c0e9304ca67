//! The settings window: look, size of text, quality, panes, files. All of it is remembered.

use crate::app::bench::workbench::MAX_PANES;
use crate::app::command::look::Quality;
use crate::app::command::session::{Preference, ThemeChoice};
use crate::app::command::{AppCommand, LookCommand, RunCommand, SessionCommand, Shortcut, info, tooltip};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{section, segmented};
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Ui, vec2};

/// Width of the names at the left (points).
const NAMES: f32 = 120.0;

/// Draws the settings window, if it is open.
pub fn show(
    ctx: &Context,
    screen: Rect,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    if !state.settings {
        return;
    }
    let width = (screen.width() - 60.0).min(480.0);
    let mut open = true;
    egui::Window::new("Settings")
        .id(egui::Id::new("settings window"))
        .collapsible(false)
        .resizable(false)
        .default_width(width)
        .default_pos(screen.center() - vec2(width / 2.0, 230.0_f32.min(screen.height() / 2.0 - 20.0)))
        .constrain_to(screen)
        .max_height(screen.height() - 60.0)
        .vscroll(true)
        .open(&mut open)
        .show(ctx, |ui| {
            ui.set_width(width);
            content(ui, inputs, state, commands);
        });
    state.settings &= open;
}

/// What is in the window.
pub fn content(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    section(ui, "Look");
    look(ui, inputs, commands);
    section(ui, "Panes");
    panes(ui, inputs, commands);
    section(ui, "Panels");
    panels(ui, state);
    section(ui, "Files");
    files(ui, inputs, commands);
    section(ui, "Help");
    let p = Palette::from_ui(ui);
    let text = "Settings are kept for the next start. `pegsim --reset-settings` starts with the usual ones.";
    ui.add(egui::Label::new(RichText::new(text).size(12.0).color(p.weak)).wrap());
}

/// A line: its name at the left, what can be set at the right.
fn line(ui: &mut Ui, name: &str, hover: &str, add: impl FnOnce(&mut Ui)) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(26.0);
        ui.allocate_ui_with_layout(vec2(NAMES, 26.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAMES);
            ui.label(RichText::new(name).color(p.text)).on_hover_text(hover);
        });
        add(ui);
    });
}

fn look(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let preferences = &inputs.session.preferences;
    line(ui, "Theme", "Dark or light panels and background (D changes between them).", |ui| {
        let choices = ThemeChoice::ALL.map(|choice| (choice, choice.name(), choice.tooltip().to_owned()));
        if let Some(choice) = segmented(ui, &choices, preferences.theme) {
            commands.push(SessionCommand::Prefer(Preference::Theme(choice)).into());
        }
    });
    line(ui, "Size of text", "Text and panels relative to their usual size.", |ui| {
        scale(ui, inputs.view.ui_scale, commands);
    });
    line(ui, "Quality", "How much the picture costs. The physics is the same.", |ui| {
        let choices = [
            (
                None,
                "Automatic",
                "Low where graphics run on the processor, else high; takes effect at the next start.",
            ),
            (Some(Quality::Low), "Low", "Flat shading, no shadows: for weak graphics and software drivers."),
            (Some(Quality::High), "High", "Shadows and smooth edges."),
        ];
        let choices = choices.map(|(choice, name, hover)| (choice, name, hover.to_owned()));
        if let Some(choice) = segmented(ui, &choices, preferences.quality) {
            commands.push(SessionCommand::Prefer(Preference::Quality(choice)).into());
        }
    });
}

/// Size of text: smaller, value, larger, usual.
fn scale(ui: &mut Ui, now: f32, commands: &mut Vec<AppCommand>) {
    let key = |command: &AppCommand| {
        info(command).and_then(|entry| entry.shortcut).as_ref().map(Shortcut::label).unwrap_or_default()
    };
    let smaller = AppCommand::Look(LookCommand::ChangeUiScale(false));
    if ui.button("−").on_hover_text(tooltip(&smaller)).clicked() {
        commands.push(smaller);
    }
    ui.add_sized([48.0, 22.0], egui::Label::new(format!("{:.0} %", now * 100.0)));
    let larger = AppCommand::Look(LookCommand::ChangeUiScale(true));
    if ui.button("+").on_hover_text(tooltip(&larger)).clicked() {
        commands.push(larger);
    }
    let usual = AppCommand::Look(LookCommand::SetUiScale(1.0));
    let hover = format!("Back to 100 % ({}).", key(&usual));
    if ui.add_enabled((now - 1.0).abs() > 1e-3, egui::Button::new("Usual")).on_hover_text(hover).clicked() {
        commands.push(usual);
    }
}

fn panes(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    line(ui, "Side by side", "Contact models shown next to each other.", |ui| {
        let names = ["1", "2", "3"];
        let choices: Vec<(usize, &str, String)> = (1..=MAX_PANES)
            .map(|n| (n, names[n - 1], tooltip(&AppCommand::Run(RunCommand::SetPaneCount(n)))))
            .collect();
        if let Some(count) = segmented(ui, &choices, inputs.bench.panes.len()) {
            commands.push(RunCommand::SetPaneCount(count).into());
        }
    });
    line(ui, "Cameras", "Whether the panes are seen from the same place.", |ui| {
        let mut linked = inputs.bench.linked_cameras;
        let linked = ui.checkbox(&mut linked, "One camera for all panes");
        if linked.on_hover_text(tooltip(&AppCommand::Run(RunCommand::ToggleLinkedCameras))).changed() {
            commands.push(RunCommand::ToggleLinkedCameras.into());
        }
    });
}

fn panels(ui: &mut Ui, state: &mut UiState) {
    line(ui, "Shown", "The panels around the views (F9 shows or hides all).", |ui| {
        let places = [
            (&mut state.left, "Scenes", "The scenes of the scene folder and those opened lately."),
            (&mut state.right, "Numbers", "The comparison of the panes and the inspector."),
            (&mut state.bottom, "Timeline and plots", "The recorded past, and quantities over time."),
        ];
        for (shown, name, hover) in places {
            ui.checkbox(shown, name).on_hover_text(hover);
        }
    });
}

fn files(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    line(ui, "Changed files", "What happens when the scene's file changes on disk.", |ui| {
        let mut on = inputs.session.preferences.hot_reload;
        let hover = "When the file of the scene, or a mesh in it, changes on disk, it is read again at once. Camera, \
                     models and overlays stay, and a running clock runs on. A file that is broken leaves the scene \
                     as it is.";
        if ui.checkbox(&mut on, "Read the scene again").on_hover_text(hover).changed() {
            commands.push(SessionCommand::Prefer(Preference::HotReload(on)).into());
        }
    });
    line(ui, "Recent files", "Scenes opened lately.", |ui| {
        let count = inputs.session.recent.len();
        let forget = AppCommand::Session(SessionCommand::ForgetRecent(None));
        let hover = tooltip(&forget);
        if ui
            .add_enabled(count > 0, egui::Button::new(format!("Forget all {count}")))
            .on_hover_text(hover)
            .clicked()
        {
            commands.push(forget);
        }
    });
}
