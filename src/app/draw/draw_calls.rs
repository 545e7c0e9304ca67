//! What the renderer was asked to draw: draw calls by phase, and the time it takes to prepare them.
//!
//! The counts are those of Bevy's render phases after batching: one for every set of meshes that goes out in one
//! multi-draw, one for every batch of instances, one for every mesh that is drawn alone. Panels are not in them.

use bevy::core_pipeline::core_3d::{AlphaMask3d, Opaque3d, Transparent3d};
use bevy::pbr::Shadow;
use bevy::prelude::*;
use bevy::render::render_phase::{
    BinnedPhaseItem, BinnedRenderPhase, SortedPhaseItem, ViewBinnedRenderPhases, ViewSortedRenderPhases,
};
use bevy::render::{Render, RenderApp, RenderSystems};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What one picture took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DrawCounts {
    /// Draw calls of opaque meshes, all panes.
    pub opaque: usize,
    /// Draw calls of transparent meshes and lines, all panes.
    pub transparent: usize,
    /// Draw calls of shadow maps, all panes.
    pub shadow: usize,
    /// From the start of the render schedule until drawing starts (s): queueing, batching, uploading.
    pub prepare: f64,
    /// Drawing (s): commands written and handed to the driver, and where it makes one wait, that too.
    pub draw: f64,
}

impl DrawCounts {
    /// All draw calls of the panes.
    pub fn calls(&self) -> usize {
        self.opaque + self.transparent + self.shadow
    }
}

/// What the renderer drew last, shared between its world and the main one.
#[derive(Resource, Clone, Default)]
pub struct DrawRecord(Arc<Mutex<Option<DrawCounts>>>);

impl DrawRecord {
    /// The counts of the last picture; `None` before the first.
    pub fn last(&self) -> Option<DrawCounts> {
        self.0.lock().ok().and_then(|counts| *counts)
    }
}

/// Times within a render schedule.
#[derive(Resource, Default)]
struct Clock {
    start: Option<Instant>,
    prepared: Option<Instant>,
}

/// Counts draw calls where there is a renderer.
pub struct DrawCallsPlugin;

impl Plugin for DrawCallsPlugin {
    fn build(&self, app: &mut App) {
        let record = DrawRecord::default();
        let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
        render.insert_resource(record.clone()).init_resource::<Clock>().add_systems(
            Render,
            (
                start.before(RenderSystems::ExtractCommands),
                prepared.after(RenderSystems::Prepare).before(RenderSystems::Render),
                count.after(RenderSystems::Render).before(RenderSystems::Cleanup),
            ),
        );
        app.insert_resource(record);
    }
}

fn start(mut clock: ResMut<Clock>) {
    *clock = Clock { start: Some(Instant::now()), prepared: None };
}

fn prepared(mut clock: ResMut<Clock>) {
    clock.prepared = Some(Instant::now());
}

fn count(
    clock: Res<Clock>,
    record: Res<DrawRecord>,
    opaque: Option<Res<ViewBinnedRenderPhases<Opaque3d>>>,
    masked: Option<Res<ViewBinnedRenderPhases<AlphaMask3d>>>,
    shadow: Option<Res<ViewBinnedRenderPhases<Shadow>>>,
    transparent: Option<Res<ViewSortedRenderPhases<Transparent3d>>>,
) {
    let (prepare, draw) = match (clock.start, clock.prepared) {
        (Some(start), Some(prepared)) => ((prepared - start).as_secs_f64(), prepared.elapsed().as_secs_f64()),
        _ => (0.0, 0.0),
    };
    let counts = DrawCounts {
        opaque: opaque.map_or(0, |p| binned(&p)) + masked.map_or(0, |p| binned(&p)),
        transparent: transparent.map_or(0, |p| sorted(&p)),
        shadow: shadow.map_or(0, |p| binned(&p)),
        prepare,
        draw,
    };
    if let Ok(mut record) = record.0.lock() {
        *record = Some(counts);
    }
}

/// Draw calls of a phase whose items are kept in bins.
fn binned<I: BinnedPhaseItem>(phases: &ViewBinnedRenderPhases<I>) -> usize {
    let calls = |phase: &BinnedRenderPhase<I>| {
        let alone: usize = phase.unbatchable_meshes.values().map(|bin| bin.entities.len()).sum();
        let others: usize = phase.non_mesh_items.values().map(|bin| bin.entities.len()).sum();
        phase.multidrawable_meshes.len() + phase.batchable_meshes.len() + alone + others
    };
    phases.values().map(calls).sum()
}

/// Draw calls of a phase whose items are sorted by depth.
fn sorted<I: SortedPhaseItem>(phases: &ViewSortedRenderPhases<I>) -> usize {
    let mut calls = 0;
    for phase in phases.values() {
        let mut index = 0;
        while let Some((_, item)) = phase.items.get_index(index) {
            let range = item.batch_range();
            // What is in no batch was culled.
            calls += usize::from(!range.is_empty());
            index += range.len().max(1);
        }
    }
    calls
}
