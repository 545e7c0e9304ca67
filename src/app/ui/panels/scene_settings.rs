//! The window about the scene itself: name, description, gravity, duration, and the view it opens with.

use crate::app::command::build::SceneChange;
use crate::app::command::{AppCommand, BuildCommand};
use crate::app::ui::panels::body_editor::REACH;
use crate::app::ui::panels::fields::{Field, line, number, paragraph, tick, vector};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{form_window, section};
use crate::app::ui::{Inputs, UiState};
use crate::math::{Dimension, Vec3};
use bevy_egui::egui::{self, Context, Id, Rect, RichText, Ui};

/// How long a run lasts where it is first limited (s).
const FIRST_DURATION: f64 = 5.0;

/// Draws the window, if it is open.
pub fn show(
    ctx: &Context,
    screen: Rect,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    let notes = inputs.bench.scene.imported.as_ref().map_or(&[][..], |imported| &imported.notes);
    // What a robot's file had that is not here is seen by who opens it.
    if state.noted != Some(inputs.bench.loaded) && !state.presenting {
        state.noted = Some(inputs.bench.loaded);
        state.scene |= !notes.is_empty();
    }
    if !state.scene {
        return;
    }
    let open =
        form_window(ctx, screen, (egui::Id::new("scene window"), tr!("scene-scene")), (380.0, 200.0), |ui| {
            remarks(ui, notes, screen.height() * 0.3);
            let mut changes = Vec::new();
            content(ui, inputs, &mut changes);
            let command = |change| AppCommand::Build(BuildCommand::ChangeScene(change));
            commands.extend(changes.into_iter().map(command));
        });
    state.scene &= open;
}

/// What was left out or guessed of a file of another program.
fn remarks(ui: &mut Ui, notes: &[String], height: f32) {
    if notes.is_empty() {
        return;
    }
    section(ui, tr!("scene-notes"));
    egui::ScrollArea::vertical().id_salt("notes").max_height(height).show(ui, |ui| {
        for note in notes {
            ui.add(egui::Label::new(RichText::new(format!("• {note}")).size(12.5)).wrap().selectable(true));
        }
    });
    if ui.button(tr!("scene-notes-copy")).clicked() {
        ui.copy_text(notes.join("\n"));
    }
}

fn content(ui: &mut Ui, inputs: &Inputs, changes: &mut Vec<SceneChange>) {
    let p = Palette::from_ui(ui);
    let scene = &inputs.bench.scene;
    let salt = inputs.bench.loaded;
    section(ui, tr!("scene-name"));
    let name = line(ui, Id::new(("scene-name", salt)), tr!("scene-name-tip"), &scene.name);
    changes.extend(name.map(SceneChange::Name));
    section(ui, tr!("scene-description"));
    let hover = tr!("scene-description-tip");
    let text = paragraph(ui, Id::new(("scene-description", salt)), hover, &scene.source.description);
    changes.extend(text.map(SceneChange::Description));
    section(ui, tr!("scene-physics"));
    let gravity = Field {
        name: tr!("scene-gravity"),
        hover: tr!("scene-gravity-tip"),
        suffix: "",
        speed: 0.05,
        range: -REACH..=REACH,
    };
    let shown = [true, true, scene.model.dimension == Dimension::Three];
    let now: Vec3 = scene.source.gravity();
    changes.extend(vector(ui, &gravity, salt, &now, shown).map(SceneChange::Gravity));
    let duration = scene.source.duration;
    let ends = tick(ui, tr!("scene-ends"), tr!("scene-ends-tip"), duration.is_some());
    changes.extend(ends.map(|ends| SceneChange::Duration(ends.then_some(FIRST_DURATION))));
    if let Some(duration) = duration {
        let field = Field {
            name: tr!("scene-duration"),
            hover: tr!("scene-ends-tip"),
            suffix: " s",
            speed: 0.05,
            range: 1e-3..=REACH,
        };
        let changed = number(ui, &field, salt, duration);
        changes.extend(changed.map(|duration| SceneChange::Duration(Some(duration))));
    }
    section(ui, tr!("scene-view"));
    let text = if scene.camera.is_some() { tr!("scene-view-own") } else { tr!("scene-view-whole") };
    ui.label(RichText::new(text).size(12.5).color(p.text));
    ui.horizontal(|ui| {
        if ui.button(tr!("scene-view-take")).on_hover_text(tr!("scene-view-take-tip")).clicked() {
            changes.push(SceneChange::View(true));
        }
        let forget = ui.add_enabled(scene.camera.is_some(), egui::Button::new(tr!("scene-view-forget")));
        if forget.on_hover_text(tr!("scene-view-forget-tip")).clicked() {
            changes.push(SceneChange::View(false));
        }
    });
    ui.add_space(6.0);
    ui.add(egui::Label::new(RichText::new(tr!("scene-foot")).size(12.0).color(p.weak)).wrap());
}
