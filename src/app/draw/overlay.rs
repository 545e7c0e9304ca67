//! Draws the overlay lines of each pane on the pane's own layer: two sets of lines per pane that stay with the
//! renderer, and are made anew only when something that they show has changed.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::draw::bodies::layer as layer_of;
use crate::app::draw::meter::{FrameMeter, Stage};
use crate::app::draw::strokes::{Key, Layer, Lines, Scene, lines};
use crate::app::explain::choose;
use crate::app::explain::choose::Pictures;
use crate::app::look::camera::Rigs;
use crate::app::look::view::{Selection, ViewSettings};
use crate::app::mouse::gizmo::Shown;
use crate::app::mouse::hand::Hand;
use crate::app::mouse::joint_handles::JointHand;
use crate::app::run::simulation::{Driver, FrameStage};
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;
use std::time::Instant;

/// Width of the lines (pixels).
const WIDTH: f32 = 2.0;

/// Draws overlays.
pub struct OverlayPlugin;

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Drawn>()
            .add_systems(Startup, spawn)
            .add_systems(Update, draw.in_set(FrameStage::Show).after(choose::draw));
    }
}

/// The lines that the renderer has.
#[derive(Resource, Default)]
pub struct Drawn {
    sets: Vec<Set>,
}

/// One layer of one pane.
struct Set {
    pane: usize,
    layer: Layer,
    handle: Handle<GizmoAsset>,
    /// What it was made from; `None`: it is empty.
    key: Option<Key>,
    count: usize,
    left_out: usize,
}

impl Drawn {
    /// Lines of a pane that were left out because there are too many.
    pub fn left_out(&self, pane: usize) -> usize {
        self.sets.iter().filter(|set| set.pane == pane).map(|set| set.left_out).sum()
    }
}

/// Ends and colours of lines, as the renderer takes them.
#[derive(Default)]
struct Buffers {
    positions: Vec<Vec3>,
    colors: Vec<LinearRgba>,
}

fn spawn(mut commands: Commands, mut drawn: ResMut<Drawn>, assets: Option<ResMut<Assets<GizmoAsset>>>) {
    let Some(mut assets) = assets else { return };
    for pane in 0..MAX_PANES {
        for layer in Layer::ALL {
            let handle = assets.add(GizmoAsset::new());
            let line_config = GizmoLineConfig { width: WIDTH, ..default() };
            // In front of everything.
            let gizmo = Gizmo { handle: handle.clone(), line_config, depth_bias: -1.0 };
            commands.spawn((Name::new(format!("overlay lines, pane {}", pane + 1)), gizmo, layer_of(pane)));
            drawn.sets.push(Set { pane, layer, handle, key: None, count: 0, left_out: 0 });
        }
    }
}

fn draw(
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    selection: Res<Selection>,
    driver: Res<Driver>,
    rigs: Res<Rigs>,
    hand: Res<Hand>,
    joints: Res<JointHand>,
    pictures: Res<Pictures>,
    mut drawn: ResMut<Drawn>,
    assets: Option<ResMut<Assets<GizmoAsset>>>,
    mut meter: ResMut<FrameMeter>,
) {
    let start = Instant::now();
    let Some(mut assets) = assets else { return };
    // While the clock stands and nothing is under way, the selected body can be moved by its handles.
    let free = !bench.running && driver.is_idle();
    let handles = |pane: usize| {
        let of_joint = joints.shown(&bench, &selection, &driver, pane).is_some();
        let body = selection.body.filter(|_| free && !of_joint)?;
        Some(Shown { body, hot: hand.handle.filter(|(p, _)| *p == pane).map(|(_, handle)| handle) })
    };
    let scene = |index: usize| {
        bench.panes.get(index).map(|pane| Scene {
            pane,
            index,
            first: &bench.panes[view.ghost.min(bench.panes.len() - 1)],
            view: &view,
            selection: &selection,
            spring: driver.spring,
            handles: handles(index),
            joint_handles: joints.shown(&bench, &selection, &driver, index),
            rig: rigs.of(index),
            picture: pictures.of(index),
        })
    };
    let mut stale = Vec::new();
    for (number, set) in drawn.sets.iter().enumerate() {
        let scene = scene(set.pane);
        let key = scene.as_ref().map(|scene| Key::of(scene, set.layer));
        if key != set.key {
            stale.push((number, set.layer, scene, key));
        }
    }
    // Panes at the same time: each is some milliseconds where there are a thousand bodies.
    let made = ComputeTaskPool::get().scope(|scope| {
        for (number, layer, scene, key) in stale {
            scope.spawn(async move { (number, key, scene.map(|scene| buffers(lines(&scene, layer)))) });
        }
    });
    for (number, key, built) in made {
        let set = &mut drawn.sets[number];
        let (buffers, left_out) = built.unwrap_or_default();
        set.key = key;
        set.left_out = left_out;
        let count = buffers.positions.len() / 2;
        meter.content.overlay_builds += 1;
        // Empty stays empty: nothing to send.
        if count == 0 && set.count == 0 {
            continue;
        }
        set.count = count;
        if let Some(mut asset) = assets.get_mut(&set.handle) {
            asset.list_positions = buffers.positions;
            asset.list_colors = buffers.colors;
        }
    }
    meter.content.lines = drawn.sets.iter().map(|set| set.count).sum();
    meter.content.left_out = drawn.sets.iter().map(|set| set.left_out).sum();
    meter.add(Stage::Overlays, start.elapsed().as_secs_f64());
}

/// Lines for the renderer, and how many were left out.
fn buffers(lines: Lines) -> (Buffers, usize) {
    let mut buffers = Buffers {
        positions: Vec::with_capacity(2 * lines.strokes.len()),
        colors: Vec::with_capacity(2 * lines.strokes.len()),
    };
    // Neighbours mostly have the same colour, and the way to linear light costs powers.
    let mut last = (Color::NONE, LinearRgba::NONE);
    for line in &lines.strokes {
        if line.color != last.0 {
            last = (line.color, line.color.to_linear());
        }
        buffers.positions.extend([line.a, line.b]);
        buffers.colors.extend([last.1, last.1]);
    }
    (buffers, lines.left_out)
}
