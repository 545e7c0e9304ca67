//! What can be done with the recording: jumps, the check bit for bit, branches, files, memory.

use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, PanelCommand, PastCommand, RunCommand};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::toolbar::plain_row;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::section;
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

/// Bytes of a megabyte.
const MB: f64 = 1e6;

/// The menu at the end of the timeline.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let branches = inputs.bench.branches.iter().len();
    let title = match branches {
        0 => "Recording".to_owned(),
        1 => "Recording · 1 branch".to_owned(),
        _ => format!("Recording · {branches} branches"),
    };
    ui.menu_button(RichText::new(title).size(12.0), |ui| menu(ui, inputs, commands))
        .response
        .on_hover_text("Jumps, the check bit for bit, branches, files and memory of the recording.");
}

fn menu(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    ui.set_width(270.0);
    let bench = inputs.bench;
    section(ui, "Go to");
    for command in [
        AppCommand::Run(RunCommand::StepToSprungTrap),
        AppCommand::Past(PastCommand::SeekDeepest),
        AppCommand::Past(PastCommand::SeekWorstResidual),
    ] {
        plain_row(ui, command, commands);
    }
    if let Some(parting) = bench.parting.first() {
        let button = egui::Button::new(format!("Where the panes part (step {})", parting.step));
        if ui.add_sized([ui.available_width(), 22.0], button.frame_when_inactive(false)).clicked() {
            commands.push(PastCommand::Seek(parting.step).into());
            ui.close();
        }
    }
    section(ui, "Repeat");
    plain_row(ui, AppCommand::Past(PastCommand::CheckRecording), commands);
    branches(ui, inputs, commands);
    section(ui, "Files");
    for purpose in [Purpose::SaveRecording, Purpose::OpenRecording] {
        plain_row(ui, AppCommand::Panel(PanelCommand::AskForFile(purpose)), commands);
    }
    memory(ui, inputs, commands);
}

fn branches(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    section(ui, "Branches");
    if bench.branches.iter().len() == 0 {
        let text = "None. Go back, change something or pull a body, and run: what came after is kept here.";
        ui.add(egui::Label::new(RichText::new(text).size(11.5).color(p.weak)).wrap());
    }
    for branch in bench.branches.iter().rev() {
        ui.horizontal(|ui| {
            let label = format!("from step {} to {}", branch.from, branch.to);
            let hover = format!("{}\nGo there; the present run becomes a branch.", branch.title);
            if ui.button(label).on_hover_text(hover).clicked() {
                commands.push(PastCommand::SwitchBranch(branch.id).into());
                ui.close();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui
                    .small_button("Forget")
                    .on_hover_text("Forget this branch; undo brings it back.")
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
    section(ui, "Memory");
    let used: usize = bench.panes.iter().map(|pane| pane.recording.bytes()).sum();
    let kept = bench.branches.bytes(bench);
    let mut text = format!("{:.1} MB in use", used as f64 / MB);
    if kept > 0 {
        text.push_str(&format!(", {:.1} MB by branches", kept as f64 / MB));
    }
    if let Some((first, _)) = bench.recorded().filter(|(first, _)| *first > 0) {
        text.push_str(&format!("; steps before {} are forgotten", format::count(first)));
    }
    ui.add(egui::Label::new(RichText::new(text).size(11.5).color(p.weak)).wrap());
    ui.horizontal(|ui| {
        ui.label("At most");
        // Not while it is dragged: what is forgotten does not come back.
        let id = ui.id().with("memory");
        let mut limit = ui.data(|data| data.get_temp(id)).unwrap_or(bench.memory as f64 / MB);
        let field = egui::DragValue::new(&mut limit).range(1.0..=16_000.0).speed(1.0).max_decimals(0);
        let hover = "Memory for the recording of each pane; the oldest steps are forgotten beyond it.";
        let response = ui.add(field.suffix(" MB per pane")).on_hover_text(hover);
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, limit));
        }
        if response.drag_stopped() || response.lost_focus() {
            let draft = ui.data_mut(|data| data.remove_temp::<f64>(id));
            if let Some(limit) = draft {
                commands.push(PastCommand::SetRecordingMemory((limit * MB) as usize).into());
            }
        }
    });
}
