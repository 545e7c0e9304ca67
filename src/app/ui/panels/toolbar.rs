//! The bar at the top: the clock and its controls, panes, overlays, view, panels.

mod room;

use crate::app::bench::workbench::{MAX_PANES, SPEED_RANGE};
use crate::app::command::look::{Overlay, Quality, StandardView, Theme};
use crate::app::command::{
    AppCommand, LookCommand, PanelCommand, PastCommand, RunCommand, Shortcut, info, tooltip,
};
use crate::app::format;
use crate::app::session::tour::Target;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::fields::step_size;
use crate::app::ui::panels::{build_menu, export_menu, typed};
use crate::app::ui::pointing;
use crate::app::ui::scene_list::in_language;
use crate::app::ui::theme::{Palette, TOOLBAR_HEIGHT, heading};
use crate::app::ui::widgets::{Look, command_button, icon_button, segmented};
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};
use room::{Room, menu_names};

/// A lag of the clock (s) that is worth telling.
const LAG_SHOWN: f64 = 0.05;

/// Below this width (points) the bar says the speed by its slider alone.
const TIGHT: f32 = 1080.0;
/// Below this one it has no room for the speed, which has keys.
const TINY: f32 = 780.0;
/// Between the numbers of panes and their name.
const GAP: f32 = 4.0;

/// Draws the tool bar.
pub fn show(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let width = ui.available_width();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if width > 1500.0 {
            title(ui, inputs);
            divider(ui);
        }
        let before = ui.cursor().min.x;
        build_menu::show(ui, inputs, &mut state.spawn, width, commands);
        if width >= TINY {
            divider(ui);
        }
        // What follows has the rest.
        let width = width - (ui.cursor().min.x - before);
        clock_buttons(ui, inputs, commands, width < TINY);
        divider(ui);
        clock(ui, inputs);
        divider(ui);
        speed(ui, inputs, commands, width);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let compact = width < 1150.0;
            let [export, view, overlays] = menu_names(compact);
            let room = Room::of(ui, inputs, [export, view, overlays]);
            panel_buttons(ui, inputs, state, commands, room);
            divider(ui);
            export_menu::show(ui, inputs, state, commands, export);
            ui.add_space(2.0);
            menus(ui, inputs, state, commands, (view, overlays, room));
            if room.panes {
                divider(ui);
                panes(ui, inputs, commands, !compact);
            }
        });
    });
}

/// The panels around the views: whether each is shown, its picture and its name.
fn panel_toggles(state: &mut UiState) -> [(&mut bool, Icon, &'static str); 3] {
    [
        (&mut state.right, Icon::PanelRight, tr!("toolbar-numbers-inspector")),
        (&mut state.bottom, Icon::PanelBottom, tr!("toolbar-timeline-plots")),
        (&mut state.left, Icon::PanelLeft, tr!("toolbar-scenes")),
    ]
}

fn title(ui: &mut Ui, inputs: &Inputs) {
    let p = Palette::from_ui(ui);
    ui.label(RichText::new("pegsim").font(heading(15.0)).color(p.strong));
    ui.add_space(6.0);
    let room = (ui.available_width() - 1400.0).clamp(60.0, 260.0);
    let scene = &inputs.bench.scene;
    // It compares whole scenes: once a frame.
    let edited = inputs.bench.is_edited();
    let name = in_language(&scene.name);
    let name = if edited { format!("{name} ●") } else { name.to_owned() };
    let name = egui::Label::new(RichText::new(name).color(p.weak)).truncate();
    let file = inputs.bench.file.as_ref();
    let mut hover = file
        .map_or_else(|| tr!("toolbar-this-scene-has-no-file").to_owned(), |path| path.display().to_string());
    if edited {
        hover.push_str(tr!("toolbar-was-edited-since-was-loaded"));
    }
    ui.scope(|ui| {
        // As wide for every name: what stands beside it stays where it is.
        ui.set_width(room);
        ui.add(name).on_hover_text(hover);
    });
}

fn clock_buttons(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>, tiny: bool) {
    let bench = inputs.bench;
    command_button(ui, Icon::Reset, Look::Quiet, AppCommand::Past(PastCommand::Reset), commands);
    command_button(ui, Icon::StepBack, Look::Quiet, AppCommand::Past(PastCommand::StepBack), commands);
    let icon = if bench.running { Icon::Pause } else { Icon::Play };
    let run = command_button(ui, icon, Look::Primary, AppCommand::Run(RunCommand::ToggleRun), commands);
    pointing::place(ui.ctx(), Target::Run, run.rect);
    command_button(ui, Icon::Step, Look::Quiet, AppCommand::Run(RunCommand::Step), commands);
    if !tiny {
        command_button(ui, Icon::Trap, Look::Quiet, AppCommand::Run(RunCommand::StepToSprungTrap), commands);
    }
}

fn clock(ui: &mut Ui, inputs: &Inputs) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let lagging = bench.running && !bench.as_fast_as_possible && bench.behind > LAG_SHOWN;
    let (lower, color) = if lagging {
        (tr!("toolbar-behind", lag = format::duration(bench.behind)), p.warn)
    } else {
        (tr!("toolbar-step", step = format::count(bench.step())), p.weak)
    };
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.allocate_ui_with_layout(egui::vec2(92.0, 34.0), Layout::top_down(Align::Min), |ui| {
                ui.set_min_width(92.0);
                ui.label(RichText::new(format::clock(bench.time())).font(heading(14.0)).color(p.strong));
                ui.label(RichText::new(lower).size(11.0).color(color));
            });
        })
        .response;
    let mut hover =
        tr!("toolbar-simulated-time-steps-since-start", rate = format!("{:.0}", bench.steps_per_second));
    if lagging {
        hover.push_str(tr!("toolbar-steps-take-longer-than-clock"));
    }
    if bench.finished {
        hover.push_str(tr!("toolbar-run-has-reached-duration-that"));
    }
    response.on_hover_text(hover);
}

fn speed(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>, width: f32) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    if width < TINY {
        time_step(ui, inputs, commands);
        return;
    }
    ui.add_enabled_ui(!bench.as_fast_as_possible, |ui| {
        ui.spacing_mut().slider_width = if width < TIGHT {
            46.0
        } else if width < 1250.0 {
            64.0
        } else {
            90.0
        };
        let mut speed = bench.speed;
        let slider = egui::Slider::new(&mut speed, SPEED_RANGE.0..=SPEED_RANGE.1)
            .logarithmic(true)
            .show_value(false)
            .smart_aim(true);
        let hover = tr!(
            "toolbar-simulated-seconds-per-real-second",
            speed = format::speed(bench.speed),
            least = SPEED_RANGE.0,
            most = SPEED_RANGE.1,
            faster = key_of(&AppCommand::Run(RunCommand::ChangeSpeed(true))),
            slower = key_of(&AppCommand::Run(RunCommand::ChangeSpeed(false)))
        );
        let response = ui.add(slider).on_hover_text(hover);
        if response.double_clicked() {
            commands.push(RunCommand::SetSpeed(1.0).into());
        } else if response.changed() {
            commands.push(RunCommand::SetSpeed(speed).into());
        }
        if width > TIGHT {
            let text = RichText::new(format::speed(bench.speed)).color(p.text);
            ui.add_sized([38.0, 20.0], egui::Label::new(text).halign(Align::Min));
        }
    });
    let look = if bench.as_fast_as_possible { Look::On } else { Look::Quiet };
    command_button(ui, Icon::Fast, look, AppCommand::Run(RunCommand::ToggleAsFastAsPossible), commands);
    divider(ui);
    time_step(ui, inputs, commands);
}

/// The step size.
fn time_step(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    ui.label(RichText::new("h").italics().color(p.weak));
    let mut milliseconds = bench.time_step * 1e3;
    let response = step_size(ui, &mut milliseconds, |ui, field| ui.add_sized([66.0, 24.0], field));
    if response.on_hover_text(tr!("toolbar-step-size-h-all-panes")).changed() {
        commands.push(RunCommand::SetTimeStep(milliseconds / 1e3).into());
    }
}

fn panes(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>, label: bool) {
    let p = Palette::from_ui(ui);
    let names = ["1", "2", "3"];
    let choices: Vec<(usize, &str, String)> = (1..=MAX_PANES)
        .map(|n| (n, names[n - 1], tooltip(&AppCommand::Run(RunCommand::SetPaneCount(n)))))
        .collect();
    if let Some(count) = segmented(ui, &choices, inputs.bench.panes.len()) {
        commands.push(RunCommand::SetPaneCount(count).into());
    }
    let text = RichText::new(tr!("toolbar-panes")).color(p.weak);
    let galley = egui::WidgetText::from(text).into_galley(
        ui,
        Some(egui::TextWrapMode::Extend),
        f32::INFINITY,
        egui::TextStyle::Body,
    );
    // A film that is being made takes some of the room.
    if label && galley.size().x + 2.0 * GAP <= ui.available_width() {
        ui.add_space(GAP);
        ui.label(galley);
    }
}

fn menus(
    ui: &mut Ui,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
    (view, overlay, room): (&str, &str, Room),
) {
    // Right to left.
    ui.menu_button(view, |ui| {
        menu_area(ui, 220.0, |ui| {
            without_room(ui, inputs, state, commands, room);
            view_rows(ui, inputs, commands);
        });
    });
    ui.add_space(2.0);
    // Several are often changed one after the other.
    let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(overlay).config(stays).ui(ui, |ui| {
        menu_area(ui, 220.0, |ui| overlays(ui, inputs, commands));
    });
}

fn overlays(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    for overlay in Overlay::ALL {
        let command = AppCommand::Look(LookCommand::ToggleOverlay(overlay));
        check_row(ui, inputs.view.shows(overlay), overlay.name(), overlay.tooltip(), command, commands);
        if overlay == Overlay::Ghost && inputs.view.shows(overlay) {
            ghost_row(ui, inputs, commands);
        }
    }
}

/// Whose ghost: one of the panes.
fn ghost_row(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let panes = &inputs.bench.panes;
    let choices: Vec<(usize, &str, String)> = panes
        .iter()
        .enumerate()
        .map(|(i, pane)| {
            let title = pane.model().title();
            (i, title, tr!("toolbar-bodies-pane-as-outlines-in", pane = i + 1, title = title))
        })
        .collect();
    ui.horizontal(|ui| {
        ui.add_space(22.0);
        if let Some(pane) = segmented(ui, &choices, inputs.view.ghost.min(panes.len() - 1)) {
            commands.push(LookCommand::SetGhost(pane).into());
        }
    });
}

/// What a menu of the bar holds, in this width (points); what is longer than the window is scrolled to.
pub(super) fn menu_area(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    ui.set_width(width);
    let height = ui.ctx().viewport_rect().height() - TOOLBAR_HEIGHT - 28.0;
    // Areas begin with less than a high window has.
    ui.set_max_height(height);
    egui::ScrollArea::vertical().max_height(height).show(ui, add);
}

/// What there is no room for in the bar.
fn without_room(
    ui: &mut Ui,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
    room: Room,
) {
    if !room.panes {
        ui.horizontal(|ui| {
            ui.label(tr!("toolbar-panes"));
            panes(ui, inputs, commands, false);
        });
    }
    if !room.more {
        plain_row(ui, AppCommand::Panel(PanelCommand::OpenSceneDialog), commands);
        plain_row(ui, AppCommand::Look(LookCommand::ToggleTheme), commands);
    }
    if !room.panels {
        for (shown, _, name) in panel_toggles(state).into_iter().rev() {
            ui.checkbox(shown, name);
        }
        plain_row(ui, AppCommand::Panel(PanelCommand::TogglePanels), commands);
    }
    if !(room.panes && room.more && room.panels) {
        ui.separator();
    }
}

fn view_rows(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let view = inputs.view;
    for command in [AppCommand::Look(LookCommand::FrameScene), AppCommand::Look(LookCommand::FrameSelection)]
    {
        plain_row(ui, command, commands);
    }
    ui.separator();
    for view in StandardView::ALL {
        plain_row(ui, AppCommand::Look(LookCommand::View(view)), commands);
    }
    ui.separator();
    let checks = [
        (view.following.is_some(), tr!("toolbar-follow-body"), AppCommand::Look(LookCommand::ToggleFollow)),
        (view.orthographic, tr!("toolbar-orthographic"), AppCommand::Look(LookCommand::ToggleProjection)),
        (
            inputs.bench.linked_cameras,
            tr!("toolbar-linked-cameras"),
            AppCommand::Run(RunCommand::ToggleLinkedCameras),
        ),
        (
            view.quality == Quality::High,
            tr!("toolbar-high-quality"),
            AppCommand::Look(LookCommand::ToggleQuality),
        ),
    ];
    for (on, name, command) in checks {
        let hover = info(&command).map_or("", |entry| entry.tooltip);
        check_row(ui, on, name, hover, command, commands);
    }
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(tr!("toolbar-size-text"));
        let mut scale = f64::from(view.ui_scale) * 100.0;
        let numbers = typed::Numbers::new(" %", 50.0..=300.0, 1.0, 0);
        let shown = typed::show(ui, &mut scale, &numbers, |ui, field| ui.add(field));
        let response = shown.response.on_hover_text(tr!("toolbar-text-panels-relative-their-usual"));
        // Only when let go: the field itself moves when the size changes.
        if (response.drag_stopped() || response.lost_focus()) && !shown.refused {
            commands.push(LookCommand::SetUiScale((scale / 100.0) as f32).into());
        }
        if ui.small_button("−").on_hover_text(tr!("toolbar-tenth-smaller")).clicked() {
            commands.push(LookCommand::SetUiScale((view.ui_scale - 0.1).max(0.5)).into());
        }
        if ui.small_button("+").on_hover_text(tr!("toolbar-tenth-larger")).clicked() {
            commands.push(LookCommand::SetUiScale((view.ui_scale + 0.1).min(3.0)).into());
        }
    });
    ui.separator();
    plain_row(ui, AppCommand::Panel(PanelCommand::ToggleCommandPalette), commands);
    plain_row(ui, AppCommand::Panel(PanelCommand::ToggleSettings), commands);
}

fn panel_buttons(
    ui: &mut Ui,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
    room: Room,
) {
    // Right to left.
    let help =
        command_button(ui, Icon::Help, Look::Quiet, AppCommand::Panel(PanelCommand::ToggleHelp), commands);
    pointing::place(ui.ctx(), Target::Help, help.rect);
    if room.more {
        let theme = if inputs.view.theme == Theme::Dark { Icon::Sun } else { Icon::Moon };
        command_button(ui, theme, Look::Quiet, AppCommand::Look(LookCommand::ToggleTheme), commands);
        command_button(
            ui,
            Icon::Open,
            Look::Quiet,
            AppCommand::Panel(PanelCommand::OpenSceneDialog),
            commands,
        );
    }
    if !room.panels {
        return;
    }
    divider(ui);
    let key = key_of(&AppCommand::Panel(PanelCommand::TogglePanels));
    for (shown, icon, name) in panel_toggles(state) {
        let look = if *shown { Look::On } else { Look::Quiet };
        if icon_button(ui, icon, look, tr!("toolbar-shows-or-hides-all-panels", name = name, key = key))
            .clicked()
        {
            *shown = !*shown;
        }
    }
}

pub(super) fn check_row(
    ui: &mut Ui,
    on: bool,
    name: &str,
    hover: &str,
    command: AppCommand,
    commands: &mut Vec<AppCommand>,
) {
    let key = key_of(&command);
    ui.horizontal(|ui| {
        let mut value = on;
        if ui.checkbox(&mut value, name).on_hover_text(hover).changed() {
            commands.push(command);
        }
        key_at_right(ui, &key);
    });
}

/// A row of a menu that gives a command, with its key.
pub(super) fn plain_row(ui: &mut Ui, command: AppCommand, commands: &mut Vec<AppCommand>) {
    let Some(entry) = info(&command) else { return };
    let key = entry.shortcut.map(|s| s.label()).unwrap_or_default();
    let button = egui::Button::new(entry.name).frame_when_inactive(false).shortcut_text(key);
    if ui.add_sized([ui.available_width(), 22.0], button).on_hover_text(entry.tooltip).clicked() {
        commands.push(command);
        ui.close();
    }
}

fn key_at_right(ui: &mut Ui, key: &str) {
    let p = Palette::from_ui(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(key).size(11.5).color(p.weak));
    });
}

fn key_of(command: &AppCommand) -> String {
    info(command).and_then(|entry| entry.shortcut).as_ref().map(Shortcut::label).unwrap_or_default()
}

fn divider(ui: &mut Ui) {
    let p = Palette::from_ui(ui);
    ui.add_space(3.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(5.0, 22.0), egui::Sense::hover());
    ui.painter().vline(rect.center().x, rect.y_range(), egui::Stroke::new(1.0, p.line));
    ui.add_space(3.0);
}
