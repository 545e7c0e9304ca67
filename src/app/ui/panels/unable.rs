//! What is said over a view where a model cannot do the scene: of the pane itself, with a click to a model that can, and of panes that
//! gave their room to this one.

use crate::app::bench::aside::model_that_can;
use crate::app::bench::workbench::Workbench;
use crate::app::command::{AppCommand, RunCommand};
use crate::app::texts::physics::lack;
use crate::app::ui::theme::{Palette, heading};
use bevy_egui::egui::{self, Rect, RichText, Stroke, Ui, vec2};

/// Room between the edge of a view and what is said over it (points).
const MARGIN: f32 = 10.0;
/// Widest that it is (points).
const WIDEST: f32 = 460.0;

/// Over the view of pane `index`: what its model cannot do.
pub fn card(ui: &Ui, view: Rect, index: usize, bench: &Workbench, commands: &mut Vec<AppCommand>) {
    let Some(pane) = bench.panes.get(index) else { return };
    let Some(lack) = pane.cannot() else { return };
    let p = Palette::from_ui(ui);
    over(ui, view, ("unable", index), Stroke::new(1.0, p.warn), |ui| {
        let title = tr!("unable-cannot-do-this-scene", model = pane.model().title());
        ui.label(RichText::new(title).font(heading(13.0)).color(p.warn));
        ui.add(egui::Label::new(tr!("unable-this-pane-stands-still", lack = lack)).wrap().selectable(true));
        ui.horizontal_wrapped(|ui| {
            if let Some(model) = model_that_can(&bench.scene.model) {
                let button = ui.button(tr!("unable-show-here", model = model.title()));
                if button.on_hover_text(tr!("unable-this-pane-goes-over-model")).clicked() {
                    commands.push(RunCommand::SetPaneModel { pane: index, model }.into());
                }
            }
        });
    });
}

/// Over the first view: which panes gave their room, and why.
pub fn note(ui: &Ui, view: Rect, bench: &Workbench, commands: &mut Vec<AppCommand>) {
    let Some(said) = sentence(bench) else { return };
    let p = Palette::from_ui(ui);
    over(ui, view, ("set aside", 0), Stroke::new(1.0, p.line), |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.add(egui::Label::new(RichText::new(said).size(12.5).color(p.text)).wrap());
            let one = bench.aside.panes.len() == 1;
            let hover = tr!("unable-they-stand-still-in-this");
            let button = ui.small_button(if one {
                tr!("unable-show-all-same")
            } else {
                tr!("unable-show-them-all-same")
            });
            if button.on_hover_text(hover).clicked() {
                commands.push(RunCommand::ShowSetAside.into());
            }
        });
    });
}

/// What is said of the panes that are set aside; none where there are none.
pub fn sentence(bench: &Workbench) -> Option<String> {
    let aside = &bench.aside;
    let (_, first) = aside.panes.first()?;
    let why = lack(first.contact.model, &bench.scene.model)?;
    let titles = aside.titles();
    let what = match (aside.stand_in, bench.panes.first()) {
        (true, Some(pane)) => tr!("unable-stands-in-for", model = pane.model().title(), titles = titles),
        _ => tr!("unable-left-out", titles = titles),
    };
    Some(format!("{what}. {why}."))
}

/// A frame at the top left of a view.
fn over(ui: &Ui, view: Rect, id: (&'static str, usize), stroke: Stroke, content: impl FnOnce(&mut Ui)) {
    let p = Palette::from_ui(ui);
    let width = (view.width() - 2.0 * MARGIN).clamp(60.0, WIDEST);
    egui::Area::new(egui::Id::new(id))
        .order(egui::Order::Middle)
        .fixed_pos(view.min + vec2(MARGIN, MARGIN))
        .show(ui.ctx(), |ui| {
            let frame = egui::Frame::new().fill(p.bar).stroke(stroke).corner_radius(6.0).inner_margin(10.0);
            frame.show(ui, |ui| {
                ui.set_width(width - 22.0);
                content(ui);
            });
        });
}
