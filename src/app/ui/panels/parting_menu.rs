//! From which distance on panes count as parted, and from which pane, as a small menu beside the timeline.

use crate::app::command::run::PartingDistance;
use crate::app::command::{AppCommand, RunCommand};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::typed::{Numbers, plain};
use crate::app::ui::panels::{drift, meter_text};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{section, segmented};
use bevy_egui::egui::{self, RichText, Ui};

/// The distance in words: `0.001 of a body's radius`, `1.00 mm`.
pub fn words(distance: PartingDistance) -> String {
    match distance {
        PartingDistance::OfRadius(share) => tr!("parting-its-radius", share = share),
        PartingDistance::Metres(metres) => format::length(metres),
    }
}

/// Draws the button with the menu; nothing where there is one pane only.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    if inputs.bench.panes.len() < 2 {
        return;
    }
    let p = Palette::from_ui(ui);
    let now = inputs.bench.parting_distance;
    let parting = inputs.bench.parting.first();
    let text = match parting {
        Some(parting) => tr!("parting-parted-at", time = format::clock(parting.time)),
        // After an act of the user they may differ by it; where they part is found by the steps that follow.
        None if drift::all(ui.ctx(), inputs.bench).iter().flatten().any(|away| away.seen) => {
            tr!("parting-apart").to_owned()
        }
        None => tr!("parting-not-parted").to_owned(),
    };
    let color = if parting.is_some() { p.warn } else { p.weak };
    let button = egui::Button::new(RichText::new(text).size(12.0).color(color)).frame_when_inactive(false);
    let response =
        egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| menu(ui, inputs, commands)).0;
    response.on_hover_text(tr!(
        "parting-panes-have-parted-where-body",
        reference = drift::reference(inputs.bench),
        limit = words(now)
    ));
}

fn menu(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let now = inputs.bench.parting_distance;
    ui.set_width(250.0);
    ui.label(RichText::new(tr!("parting-panes-part-when-body-apart")).size(12.5));
    let relative = matches!(now, PartingDistance::OfRadius(_));
    let choices = [
        (true, tr!("parting-share-its-radius"), tr!("parting-relative-size-each-body").to_owned()),
        (false, tr!("parting-metres"), tr!("parting-same-length-for-all-bodies").to_owned()),
    ];
    if let Some(chosen) = segmented(ui, &choices, relative)
        && chosen != relative
    {
        let other = if chosen { PartingDistance::OfRadius(1e-3) } else { PartingDistance::Metres(1e-3) };
        commands.push(RunCommand::SetParting(other).into());
    }
    let mut number = now.number();
    let unit = if relative { tr!("parting-radius") } else { " m" };
    let range = PartingDistance::RANGE.0..=PartingDistance::RANGE.1;
    let format: Option<fn(f64) -> String> = Some(|n| format!("{n:e}"));
    let numbers = Numbers { format, ..Numbers::new(unit, range, 0.02 * now.number(), 12) };
    let response = plain(ui, &mut number, &numbers, |ui, field| ui.add_sized([130.0, 24.0], field));
    if response.on_hover_text(tr!("parting-drag-or-click-type-0")).changed() {
        commands.push(RunCommand::SetParting(now.with(number)).into());
    }
    section(ui, tr!("parting-measured-against"));
    let bench = inputs.bench;
    let chosen = bench.chosen_reference.filter(|pane| *pane < bench.panes.len());
    let usual = ui.radio(chosen.is_none(), tr!("parting-most-exact-model-shown"));
    if usual.on_hover_text(tr!("parting-last-pane-whose-model-takes")).clicked() {
        commands.push(RunCommand::SetReference(None).into());
    }
    for (index, pane) in bench.panes.iter().enumerate() {
        let name = tr!("parting-pane", pane = index + 1, model = pane.model().title());
        let able = !bench.is_mixed(index);
        let choice = ui.add_enabled(able, egui::RadioButton::new(chosen == Some(index), name));
        let reason = meter_text::since(pane).unwrap_or_default();
        let choice = choice.on_disabled_hover_text(tr!("parting-mixed", reason = reason));
        if choice.clicked() {
            commands.push(RunCommand::SetReference(Some(index)).into());
        }
    }
}
