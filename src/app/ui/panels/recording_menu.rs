//! What can be done with the recording: jumps, the check bit for bit, branches, files, memory.

use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, PanelCommand, PastCommand, RunCommand};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::toolbar::plain_row;
use crate::app::ui::panels::typed;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::section;
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

/// Bytes of a megabyte.
const MB: f64 = 1e6;

/// The menu at the end of the timeline.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let branches = inputs.bench.branches.iter().len();
    let title = match branches {
        0 => tr!("recording-recording").to_owned(),
        1 => tr!("recording-recording-1-branch").to_owned(),
        _ => tr!("recording-recording-branches", branches = branches),
    };
    ui.menu_button(RichText::new(title).size(12.0), |ui| menu(ui, inputs, commands))
        .response
        .on_hover_text(tr!("recording-jumps-check-bit-for-bit"));
}

fn menu(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    ui.set_width(270.0);
    let bench = inputs.bench;
    section(ui, tr!("recording-go"));
    for command in [
        AppCommand::Run(RunCommand::StepToSprungTrap),
        AppCommand::Past(PastCommand::SeekDeepest),
        AppCommand::Past(PastCommand::SeekWorstResidual),
    ] {
        plain_row(ui, command, commands);
    }
    if let Some(parting) = bench.parting.first() {
        let button = egui::Button::new(tr!("recording-where-panes-part-step", step = parting.step));
        // A text to its right, if an empty one, moves its own to the left, where those of the other rows are.
        let button = button.right_text("");
        if ui.add_sized([ui.available_width(), 22.0], button.frame_when_inactive(false)).clicked() {
            commands.push(PastCommand::Seek(parting.step).into());
            ui.close();
        }
    }
    section(ui, tr!("recording-repeat"));
    plain_row(ui, AppCommand::Past(PastCommand::CheckRecording), commands);
    branches(ui, inputs, commands);
    section(ui, tr!("recording-files"));
    for purpose in [Purpose::SaveRecording, Purpose::OpenRecording] {
        plain_row(ui, AppCommand::Panel(PanelCommand::AskForFile(purpose)), commands);
    }
    memory(ui, inputs, commands);
}

fn branches(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    section(ui, tr!("recording-branches"));
    if bench.branches.iter().len() == 0 {
        let text = tr!("recording-none-go-back-change-something");
        ui.add(egui::Label::new(RichText::new(text).size(11.5).color(p.weak)).wrap());
    }
    for branch in bench.branches.iter().rev() {
        ui.horizontal(|ui| {
            let time = |step: u64| {
                let frame = branch.panes().iter().find_map(|pane| pane.recording.frame(step));
                frame.map_or_else(
                    || tr!("recording-step", step = step),
                    |frame| format::clock(frame.state.time),
                )
            };
            let label = tr!("recording-from-to", from = time(branch.from), to = time(branch.to));
            let hover = tr!("recording-go-there-present-run-becomes", title = branch.title);
            if ui.button(label).on_hover_text(hover).clicked() {
                commands.push(PastCommand::SwitchBranch(branch.id).into());
                ui.close();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui
                    .small_button(tr!("recording-forget"))
                    .on_hover_text(tr!("recording-forget-this-branch-undo-brings"))
                    .clicked()
                {
                    commands.push(PastCommand::ForgetBranch(branch.id).into());
                }
            });
        });
    }
}

fn memory(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    section(ui, tr!("recording-memory"));
    let used: usize = bench.panes.iter().map(|pane| pane.recording.bytes()).sum();
    let kept = bench.branches.bytes(bench);
    let mut text = tr!("recording-mb-in-use", used = format!("{:.1}", used as f64 / MB));
    if kept > 0 {
        text.push_str(&tr!("recording-mb-by-branches", kept = format!("{:.1}", kept as f64 / MB)));
    }
    if let Some((first, _)) = bench.recorded().filter(|(first, _)| *first > 0) {
        text.push_str(&tr!("recording-steps-before-forgotten", first = format::count(first)));
    }
    ui.add(egui::Label::new(RichText::new(text).size(11.5).color(p.weak)).wrap());
    ui.horizontal(|ui| {
        ui.label(tr!("recording-at-most"));
        // Not while it is dragged: what is forgotten does not come back.
        let id = ui.id().with("memory");
        let mut limit = ui.data(|data| data.get_temp(id)).unwrap_or(bench.memory as f64 / MB);
        let unit = tr!("recording-mb-per-pane");
        let numbers = typed::Numbers::new(unit, 1.0..=16_000.0, 1.0, 0);
        let hover = tr!("recording-memory-for-recording-each-pane");
        let shown = typed::show(ui, &mut limit, &numbers, |ui, field| ui.add(field));
        let response = shown.response.on_hover_text(hover);
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, limit));
        }
        if response.drag_stopped() || response.lost_focus() {
            let draft = ui.data_mut(|data| data.remove_temp::<f64>(id));
            if let Some(limit) = draft.filter(|_| !shown.refused) {
                commands.push(PastCommand::SetRecordingMemory((limit * MB) as usize).into());
            }
        }
    });
}
