//! What a frame costs, in a small window, and a note in every pane in which overlay lines had to be left out.

use crate::app::draw::meter::{FRAMES, FrameMeter, Stage};
use crate::app::draw::overlay::Drawn;
use crate::app::draw::strokes::MAX_LINES;
use crate::app::format;
use crate::app::look::view::Viewports;
use crate::app::ui::UiState;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{key_value, section};
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Context, Frame, Id, Order, RichText, pos2};

/// What the stages are, for readers.
fn meaning(stage: Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Collect => ("Take over steps", "Finished steps go into the recording and the histories."),
        Stage::Input => {
            ("Keys and mouse", "What is under the mouse, what is dragged, which keys were pressed.")
        }
        Stage::Apply => ("Commands", "Commands take effect, new scenes and edits with them."),
        Stage::Ask => ("Ask for steps", "The next steps are handed to the threads beside the frames."),
        Stage::Show => ("Show", "Bodies, cameras and overlays follow the state."),
        Stage::Overlays => (
            "– overlay lines",
            "The part of it that makes overlay lines. They are made anew only when what they show has changed.",
        ),
        Stage::Panels => ("Panels", "Panels, tables and plots are laid out."),
        Stage::Tessellate => ("Panels to triangles", "Text and lines of the panels become triangles."),
        Stage::Whole => (
            "Whole main thread",
            "All of it, with the placing and the visibility of the bodies. The renderer works beside it.",
        ),
    }
}

/// Draws the window and the notes.
pub fn draw(
    mut contexts: EguiContexts,
    meter: Res<FrameMeter>,
    mut state: ResMut<UiState>,
    drawn: Option<Res<Drawn>>,
    viewports: Res<Viewports>,
) -> Result {
    let left_out: Vec<usize> =
        (0..viewports.panes.len()).map(|pane| drawn.as_ref().map_or(0, |d| d.left_out(pane))).collect();
    if !state.frame_times && left_out.iter().all(|n| *n == 0) {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let scale = ctx.pixels_per_point();
    for (pane, (view, count)) in viewports.panes.iter().zip(left_out).enumerate() {
        if count > 0 {
            note(&ctx, pane, pos2(view.min.x / scale + 8.0, view.max.y / scale - 8.0), count);
        }
    }
    if state.frame_times {
        let mut open = true;
        window(&ctx, &meter, &mut open);
        state.frame_times = open;
    }
    Ok(())
}

/// Says in a pane that its overlay is not whole.
pub fn note(ctx: &Context, pane: usize, corner: egui::Pos2, left_out: usize) {
    let text = format!(
        "Overlay not complete: {} marks left out beyond {} lines",
        format::count(left_out as u64),
        format::count(MAX_LINES as u64)
    );
    let area = egui::Area::new(Id::new(("lines left out", pane))).order(Order::Middle).interactable(false);
    area.pivot(Align2::LEFT_BOTTOM).fixed_pos(corner).show(ctx, |ui| {
        let p = Palette::from_ui(ui);
        Frame::new().fill(p.bar).corner_radius(4.0).inner_margin(egui::Margin::symmetric(8, 4)).show(
            ui,
            |ui| {
                ui.label(RichText::new(text).size(12.0).color(p.warn));
            },
        );
    });
}

/// The window with the numbers.
pub fn window(ctx: &Context, meter: &FrameMeter, open: &mut bool) {
    egui::Window::new("Frame times").default_pos(pos2(16.0, 130.0)).open(open).resizable(false).default_width(280.0).show(ctx, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        section(ui, "Main thread, mean and longest");
        for stage in Stage::ALL {
            let (name, hover) = meaning(stage);
            let value = format!(
                "{}   {}",
                format::duration(meter.mean(stage)),
                format::duration(meter.longest(stage))
            );
            key_value(ui, name, &value, &format!("{name}\n{hover}\nOver the last {FRAMES} frames."));
        }
        section(ui, "Picture");
        let count = |n: usize| format::count(n as u64);
        let content = meter.content;
        let rows = [
            ("Mesh entities", content.mesh_entities, "Faces and edges of all bodies in all panes."),
            ("Different meshes", content.meshes, "Bodies of equal shape share theirs."),
            ("Overlay lines", content.lines, "Lines over the bodies of all panes."),
            ("Marks left out", content.left_out, "Beyond the most lines that a pane may have."),
        ];
        for (name, value, hover) in rows {
            key_value(ui, name, &count(value), &format!("{name}\n{hover}"));
        }
        let Some(drawn) = meter.drawn else {
            key_value(ui, "Draw calls", "–", "Draw calls\nThere is no renderer.");
            return;
        };
        let hover =
            "Draw calls\nOf the bodies, of transparent things and lines, and of shadow maps, in all panes.";
        let calls =
            format!("{} + {} + {}", count(drawn.opaque), count(drawn.transparent), count(drawn.shadow));
        key_value(ui, "Draw calls", &calls, hover);
        let hover = "Renderer\nTime to prepare the picture and to write the commands for the graphics card.";
        let times = format!("{}   {}", format::duration(drawn.prepare), format::duration(drawn.draw));
        key_value(ui, "Renderer", &times, hover);
    });
}
