//! Draws the overlay lines of each pane on the pane's own layer.

use crate::app::bodies::layer;
use crate::app::camera::Rigs;
use crate::app::meter::{FrameMeter, Stage};
use crate::app::simulation::{Driver, FrameStage};
use crate::app::strokes::{Scene, strokes};
use crate::app::view::{Selection, ViewSettings};
use crate::app::workbench::Workbench;
use bevy::prelude::*;

/// Lines of the first pane.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct First;
/// Lines of the second pane.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct Second;
/// Lines of the third pane.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct Third;

/// Draws overlays.
pub struct OverlayPlugin;

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        app.insert_gizmo_config(First, config(0))
            .insert_gizmo_config(Second, config(1))
            .insert_gizmo_config(Third, config(2))
            .add_systems(Update, draw.in_set(FrameStage::Show));
    }
}

fn config(pane: usize) -> GizmoConfig {
    let mut config = GizmoConfig { render_layers: layer(pane), depth_bias: -1.0, ..default() };
    config.line.width = 2.0;
    config
}

fn draw(
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    selection: Res<Selection>,
    driver: Res<Driver>,
    rigs: Res<Rigs>,
    mut first: Gizmos<First>,
    mut second: Gizmos<Second>,
    mut third: Gizmos<Third>,
    mut meter: ResMut<FrameMeter>,
) {
    let start = std::time::Instant::now();
    let mut count = 0;
    for (index, pane) in bench.panes.iter().enumerate() {
        let lines = strokes(&Scene {
            pane,
            index,
            first: &bench.panes[0],
            view: &view,
            selection: &selection,
            spring: driver.spring,
            rig: rigs.of(index),
        });
        count += lines.len();
        meter.content.overlay_builds += 1;
        for line in lines {
            match index {
                0 => first.line(line.a, line.b, line.color),
                1 => second.line(line.a, line.b, line.color),
                _ => third.line(line.a, line.b, line.color),
            }
        }
    }
    meter.content.lines = count;
    meter.add(Stage::Overlays, start.elapsed().as_secs_f64());
}
