//! The settings window: look, size of text, quality, panes, files. All of it is remembered.

use crate::app::bench::workbench::MAX_PANES;
use crate::app::command::look::Quality;
use crate::app::command::session::{AngleUnit, Preference, ThemeChoice};
use crate::app::command::{AppCommand, LookCommand, RunCommand, SessionCommand, Shortcut, info, tooltip};
use crate::app::texts::{Language, language};
use crate::app::ui::panels::rich_text;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{form_window, section, segmented};
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
    let open = form_window(
        ctx,
        screen,
        (egui::Id::new("settings window"), tr!("settings-settings")),
        (480.0, 270.0),
        |ui| {
            content(ui, inputs, state, commands);
        },
    );
    state.settings &= open;
}

/// What is in the window.
pub fn content(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    section(ui, tr!("settings-look"));
    look(ui, inputs, commands);
    angles(ui, inputs, commands);
    section(ui, tr!("settings-panes"));
    panes(ui, inputs, commands);
    section(ui, tr!("settings-panels"));
    panels(ui, state);
    section(ui, tr!("settings-files"));
    files(ui, inputs, commands);
    section(ui, tr!("settings-help"));
    let p = Palette::from_ui(ui);
    rich_text::show(
        ui,
        tr!("settings-settings-kept-for-next-start"),
        12.0,
        p.weak,
        &rich_text::Chips::none(),
    );
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
    line(ui, tr!("settings-theme"), tr!("settings-dark-or-light-panels-background"), |ui| {
        let choices = ThemeChoice::ALL.map(|choice| (choice, choice.name(), choice.tooltip().to_owned()));
        if let Some(choice) = segmented(ui, &choices, preferences.theme) {
            commands.push(SessionCommand::Prefer(Preference::Theme(choice)).into());
        }
    });
    line(ui, tr!("settings-language"), tr!("settings-language-tip"), |ui| {
        let own = |language: Language| (Some(language), language.name(), language.name().to_owned());
        let system = (None, tr!("settings-language-system"), tr!("settings-language-system-tip").to_owned());
        let choices: Vec<_> = Language::ALL.into_iter().map(own).chain([system]).collect();
        // For one start another one may have been asked for.
        let wanted = preferences.language.unwrap_or_else(Language::of_system);
        let shown = if wanted == language() { preferences.language } else { Some(language()) };
        if let Some(choice) = segmented(ui, &choices, shown) {
            commands.push(SessionCommand::Prefer(Preference::Language(choice)).into());
        }
    });
    line(ui, tr!("settings-size-text"), tr!("settings-text-panels-relative-their-usual"), |ui| {
        scale(ui, inputs.view.ui_scale, commands);
    });
    line(ui, tr!("settings-quality"), tr!("settings-how-much-picture-costs-physics"), |ui| {
        let choices = [
            (None, tr!("settings-automatic"), tr!("settings-low-where-graphics-run-on")),
            (Some(Quality::Low), tr!("settings-low"), tr!("settings-flat-shading-no-shadows-for")),
            (Some(Quality::High), tr!("settings-high"), tr!("settings-shadows-smooth-edges")),
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
    let hover = tr!("settings-back-100", key = key(&usual));
    if ui
        .add_enabled((now - 1.0).abs() > 1e-3, egui::Button::new(tr!("settings-usual")))
        .on_hover_text(hover)
        .clicked()
    {
        commands.push(usual);
    }
}

fn panes(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    line(ui, tr!("settings-side-by-side"), tr!("settings-contact-models-shown-next-each"), |ui| {
        let names = ["1", "2", "3"];
        let choices: Vec<(usize, &str, String)> = (1..=MAX_PANES)
            .map(|n| (n, names[n - 1], tooltip(&AppCommand::Run(RunCommand::SetPaneCount(n)))))
            .collect();
        if let Some(count) = segmented(ui, &choices, inputs.bench.panes.len()) {
            commands.push(RunCommand::SetPaneCount(count).into());
        }
    });
    line(ui, tr!("settings-cameras"), tr!("settings-whether-panes-seen-from-same"), |ui| {
        let mut linked = inputs.bench.linked_cameras;
        let linked = ui.checkbox(&mut linked, tr!("settings-one-camera-for-all-panes"));
        if linked.on_hover_text(tooltip(&AppCommand::Run(RunCommand::ToggleLinkedCameras))).changed() {
            commands.push(RunCommand::ToggleLinkedCameras.into());
        }
    });
}

fn panels(ui: &mut Ui, state: &mut UiState) {
    line(ui, tr!("settings-shown"), tr!("settings-panels-around-views-f9-shows"), |ui| {
        let places = [
            (&mut state.left, tr!("settings-scenes"), tr!("settings-scenes-scene-folder-those-opened")),
            (&mut state.right, tr!("settings-numbers"), tr!("settings-comparison-panes-inspector")),
            (
                &mut state.bottom,
                tr!("settings-timeline-plots"),
                tr!("settings-recorded-past-quantities-over-time"),
            ),
        ];
        for (shown, name, hover) in places {
            ui.checkbox(shown, name).on_hover_text(hover);
        }
    });
}

fn files(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    line(ui, tr!("settings-changed-files"), tr!("settings-what-happens-when-scene-file"), |ui| {
        let mut on = inputs.session.preferences.hot_reload;
        let hover = tr!("settings-when-file-scene-or-mesh");
        if ui.checkbox(&mut on, tr!("settings-read-scene-again")).on_hover_text(hover).changed() {
            commands.push(SessionCommand::Prefer(Preference::HotReload(on)).into());
        }
    });
    line(ui, tr!("settings-recent-files"), tr!("settings-scenes-opened-lately"), |ui| {
        let count = inputs.session.recent.len();
        let forget = AppCommand::Session(SessionCommand::ForgetRecent(None));
        let hover = tooltip(&forget);
        if ui
            .add_enabled(count > 0, egui::Button::new(tr!("settings-forget-all", count = count)))
            .on_hover_text(hover)
            .clicked()
        {
            commands.push(forget);
        }
    });
}

fn angles(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    line(ui, tr!("settings-angles"), tr!("settings-angles-tip"), |ui| {
        let choices = AngleUnit::ALL.map(|unit| (unit, unit.name(), unit.symbol().to_owned()));
        if let Some(choice) = segmented(ui, &choices, inputs.session.preferences.angles) {
            commands.push(SessionCommand::Prefer(Preference::Angles(choice)).into());
        }
    });
}
