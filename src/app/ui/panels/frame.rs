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
        Stage::Collect => (tr!("timing-take-over-steps"), tr!("timing-finished-steps-go-into-recording")),
        Stage::Input => (tr!("timing-keys-mouse"), tr!("timing-what-under-mouse-what-dragged")),
        Stage::Apply => (tr!("timing-commands"), tr!("timing-commands-take-effect-new-scenes")),
        Stage::Ask => (tr!("timing-ask-for-steps"), tr!("timing-next-steps-handed-threads-beside")),
        Stage::Show => (tr!("timing-show"), tr!("timing-bodies-cameras-overlays-follow")),
        Stage::Overlays => (tr!("timing-overlay-lines"), tr!("timing-part-that-makes-overlay-lines")),
        Stage::Panels => (tr!("timing-panels"), tr!("timing-panels-tables-plots-laid-out")),
        Stage::Tessellate => {
            (tr!("timing-panels-triangles"), tr!("timing-text-lines-panels-become-triangles"))
        }
        Stage::Whole => (tr!("timing-whole-main-thread"), tr!("timing-all-with-placing-visibility-bodies")),
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
    let text = tr!(
        "timing-overlay-not-complete-marks-left",
        marks = format::count(left_out as u64),
        most = format::count(MAX_LINES as u64)
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
    egui::Window::new(tr!("timing-frame-times"))
        .default_pos(pos2(16.0, 130.0))
        .open(open)
        .resizable(false)
        .default_width(280.0)
        .show(ctx, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            section(ui, tr!("timing-main-thread-mean-longest"));
            for stage in Stage::ALL {
                let (name, hover) = meaning(stage);
                let value = format!(
                    "{}   {}",
                    format::duration(meter.mean(stage)),
                    format::duration(meter.longest(stage))
                );
                key_value(
                    ui,
                    name,
                    &value,
                    &tr!("timing-over-last-frames", name = name, hover = hover, FRAMES = FRAMES),
                );
            }
            section(ui, tr!("timing-picture"));
            let count = |n: usize| format::count(n as u64);
            let content = meter.content;
            let rows = [
                (tr!("timing-mesh-entities"), content.mesh_entities, tr!("timing-faces-edges-all-bodies-in")),
                (
                    tr!("timing-different-meshes"),
                    content.meshes,
                    tr!("timing-bodies-equal-shape-share-theirs"),
                ),
                (tr!("timing-overlay-lines-2"), content.lines, tr!("timing-lines-over-bodies-all-panes")),
                (tr!("timing-marks-left-out"), content.left_out, tr!("timing-beyond-most-lines-that-pane")),
            ];
            for (name, value, hover) in rows {
                key_value(ui, name, &count(value), &format!("{name}\n{hover}"));
            }
            let Some(drawn) = meter.drawn else {
                key_value(ui, tr!("timing-draw-calls"), "–", tr!("timing-draw-calls-there-no-renderer"));
                return;
            };
            let hover = tr!("timing-draw-calls-bodies-transparent");
            let calls =
                format!("{} + {} + {}", count(drawn.opaque), count(drawn.transparent), count(drawn.shadow));
            key_value(ui, tr!("timing-draw-calls"), &calls, hover);
            let hover = tr!("timing-renderer-time-prepare-picture");
            let times = format!("{}   {}", format::duration(drawn.prepare), format::duration(drawn.draw));
            key_value(ui, tr!("timing-renderer"), &times, hover);
        });
}
