//! The menu of everything that can be written to files: pictures, films, the numbers of the run.

use crate::app::command::files::{Captions, Export, Figure, FilmFormat};
use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, FilesCommand, PanelCommand, info};
use crate::app::files::output::{OutputState, RATES, encode};
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::plots;
use crate::app::ui::panels::toolbar::{check_row, menu_area, plain_row};
use crate::app::ui::panels::typed::{Numbers, plain};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{Look, icon_button, name_it, section};
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, RichText, Ui};

/// Draws the button of the menu with its `name`, and the menu when it is open.
pub fn show(ui: &mut Ui, inputs: &Inputs, state: &UiState, commands: &mut Vec<AppCommand>, name: &str) {
    let p = Palette::from_ui(ui);
    let output = inputs.output;
    if let Some(film) = &output.film {
        // No message stands over the views, which would be in the pictures.
        let text = if inputs.bench.running {
            format!("⏺ {}", film.pictures)
        } else {
            tr!("export-film-waits", pictures = film.pictures)
        };
        let text = RichText::new(text).color(p.violated).strong();
        let hover = tr!(
            "export-film-being-recorded-pictures-so",
            pictures = film.pictures,
            folder = film.folder.display(),
            waiting = waiting(inputs)
        );
        if ui.button(text).on_hover_text(hover).clicked() {
            commands.push(FilesCommand::ToggleFilm.into());
        }
        ui.add_space(2.0);
    }
    if let Some((done, all)) = output.making {
        // No button where that was which ends the recording: who clicks it as the scene ends does not mean to lose the film.
        let text = RichText::new(tr!("export-film", done = done, all = all)).color(p.accent).strong();
        ui.label(text).on_hover_text(tr!("export-film-being-made-its-pictures"));
        if icon_button(ui, Icon::Close, Look::Quiet, tr!("export-cancel-making-film")).clicked() {
            commands.push(FilesCommand::CancelFilm.into());
        }
        ui.add_space(2.0);
    }
    // What a film is made into, and what is written on it, is chosen one after the other.
    let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(name).config(stays).ui(ui, |ui| {
        menu_area(ui, 290.0, |ui| {
            pictures(ui, output, commands);
            numbers(ui, inputs, state, commands);
            section(ui, tr!("export-run-for-others"));
            plain_row(ui, AppCommand::Files(FilesCommand::Export(Export::Page)), commands);
            plain_row(ui, AppCommand::Files(FilesCommand::Export(Export::Animation)), commands);
            section(ui, tr!("export-folder"));
            place(ui, output, commands);
        });
    });
}

fn waiting(inputs: &Inputs) -> &'static str {
    if inputs.bench.running { "" } else { tr!("export-next-comes-when-clock-runs") }
}

fn pictures(ui: &mut Ui, output: &OutputState, commands: &mut Vec<AppCommand>) {
    section(ui, tr!("export-pictures"));
    plain_row(ui, AppCommand::Files(FilesCommand::Screenshot(None)), commands);
    plain_row(ui, AppCommand::Files(FilesCommand::ScreenshotOfViews), commands);
    section(ui, tr!("export-film-2"));
    if output.film.is_some() {
        row(ui, tr!("export-end-film"), tr!("export-no-more-pictures-film-made"), commands, || {
            AppCommand::Files(FilesCommand::ToggleFilm)
        });
        row(ui, tr!("export-cancel-film"), tr!("export-cancel-film-tip"), commands, || {
            AppCommand::Files(FilesCommand::CancelFilm)
        });
    } else {
        plain_row(ui, AppCommand::Files(FilesCommand::ToggleFilm), commands);
        row(ui, tr!("export-film-into-file"), tr!("export-film-into-file-tip"), commands, || {
            AppCommand::Panel(PanelCommand::AskForFile(Purpose::Film))
        });
    }
    ui.add_enabled_ui(output.film.is_none(), |ui| {
        ui.horizontal(|ui| {
            let label = ui.label(tr!("export-pictures-per-second"));
            let mut rate = output.rate;
            // Menus draw fields without a ground; this one is to be typed into.
            let p = Palette::from_ui(ui);
            ui.visuals_mut().widgets.inactive.weak_bg_fill = p.button;
            let numbers = Numbers::new("", RATES.0..=RATES.1, 0.5, 1);
            let hover = tr!("export-pictures-for-each-second-simulated");
            let field = plain(ui, &mut rate, &numbers, |ui, field| ui.add(field));
            if field.labelled_by(label.id).on_hover_text(hover).changed() {
                commands.push(FilesCommand::SetFilmRate(rate).into());
            }
            for preset in [30.0, 60.0] {
                if ui.selectable_label(output.rate == preset, format!("{preset}")).clicked() {
                    commands.push(FilesCommand::SetFilmRate(preset).into());
                }
            }
        });
        formats(ui, output, commands);
        let hover = tr!("export-film-toolbar-panels-as-well");
        check_row(
            ui,
            output.whole_window,
            tr!("export-whole-window"),
            hover,
            AppCommand::Files(FilesCommand::ToggleFilmOfWindow),
            commands,
        );
        captions(ui, &output.captions, commands);
    });
}

/// What is written on the pictures.
fn captions(ui: &mut Ui, now: &Captions, commands: &mut Vec<AppCommand>) {
    let mut captions = now.clone();
    ui.checkbox(&mut captions.shown, tr!("export-captions")).on_hover_text(tr!("export-captions-tip"));
    ui.add_enabled_ui(captions.shown, |ui| {
        ui.horizontal(|ui| {
            ui.label(tr!("export-beside-model"));
            for figure in Figure::ALL {
                let label = egui::Button::selectable(captions.figure == figure, figure.name());
                if ui.add(label).on_hover_text(figure.tooltip()).clicked() {
                    captions.figure = figure;
                }
            }
        });
        let field = egui::TextEdit::singleline(&mut captions.own)
            .hint_text(tr!("export-own-sentence"))
            .desired_width(f32::INFINITY);
        name_it(&ui.add(field), egui::WidgetType::TextEdit, tr!("export-sentence-below-film").to_owned());
    });
    if captions != *now {
        commands.push(FilesCommand::SetFilmCaptions(captions).into());
    }
}

/// What a film is made into, and by whom.
fn formats(ui: &mut Ui, output: &OutputState, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(tr!("export-made-into"));
        for format in FilmFormat::ALL {
            let label = egui::Button::selectable(output.format == format, format.name());
            let made = encode::maker(format);
            let response = ui.add_enabled(made.is_ok(), label);
            let why = made.err().unwrap_or_default();
            if response.on_hover_text(format.tooltip()).on_disabled_hover_text(why).clicked() {
                commands.push(FilesCommand::SetFilmFormat(format).into());
            }
        }
    });
    // Of the format that is chosen; where ffmpeg is not there, what would be needed for the others.
    let said = encode::maker(output.format).and_then(|made| encode::maker(FilmFormat::Video).map(|_| made));
    let (text, color) = match said {
        Ok(made) => (made, p.weak),
        Err(lacks) => (lacks, p.warn),
    };
    ui.add(egui::Label::new(RichText::new(text).size(11.5).color(color)).wrap());
}

fn numbers(ui: &mut Ui, inputs: &Inputs, state: &UiState, commands: &mut Vec<AppCommand>) {
    section(ui, tr!("export-numbers-run"));
    plain_row(ui, AppCommand::Files(FilesCommand::Export(Export::Samples)), commands);
    ui.menu_button(tr!("export-one-plot-as-csv"), |ui| {
        ui.set_width(230.0);
        for (place, metric) in state.plots.metrics.iter().enumerate() {
            let hover = tr!("export-one-line-per-step-one");
            row(ui, metric.name(), hover, commands, || {
                AppCommand::Files(FilesCommand::Export(Export::Plot(place)))
            });
        }
    });
    plain_row(ui, AppCommand::Files(FilesCommand::Export(Export::Report(None))), commands);
    plain_row(ui, AppCommand::Files(FilesCommand::Export(Export::Trajectory(None))), commands);
    if inputs.bench.panes.len() > 1 {
        ui.menu_button(tr!("export-one-pane"), |ui| {
            ui.set_width(230.0);
            for pane in 0..inputs.bench.panes.len() {
                let name = plots::name(inputs.bench, pane);
                for (kind, export) in [
                    (tr!("export-report"), Export::Report(Some(pane))),
                    (tr!("export-trajectory"), Export::Trajectory(Some(pane))),
                ] {
                    let all = match export {
                        Export::Report(_) => Export::Report(None),
                        _ => Export::Trajectory(None),
                    };
                    let hover =
                        info(&AppCommand::Files(FilesCommand::Export(all))).map_or("", |entry| entry.tooltip);
                    row(ui, &format!("{kind}: {name}"), hover, commands, || {
                        AppCommand::Files(FilesCommand::Export(export))
                    });
                }
            }
        });
    }
}

fn place(ui: &mut Ui, output: &OutputState, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let folder = output.place().map_or_else(|error| error, |folder| folder.display().to_string());
    let label = egui::Label::new(RichText::new(&folder).size(11.5).color(p.weak)).truncate();
    ui.add(label).on_hover_text(tr!("export-files-numbered-nothing-overwritten", folder = folder));
    row(ui, tr!("export-choose-folder"), tr!("export-where-pictures-films-exported"), commands, || {
        AppCommand::Panel(PanelCommand::AskForFile(Purpose::OutputFolder))
    });
}

/// A line of the menu that gives a command and closes the menu.
fn row(
    ui: &mut Ui,
    name: &str,
    hover: &str,
    commands: &mut Vec<AppCommand>,
    command: impl FnOnce() -> AppCommand,
) {
    let button = egui::Button::new(name).frame_when_inactive(false).shortcut_text("");
    if ui.add_sized([ui.available_width(), 22.0], button).on_hover_text(hover).clicked() {
        commands.push(command());
        ui.close();
    }
}
