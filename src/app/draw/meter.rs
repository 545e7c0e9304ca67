//! What a frame costs: wall time of the main thread's stages, and what the picture is made of.
//!
//! StepFrame follow each other, so that the laps between them add up to the time that a frame's own systems take.
//! What Bevy does itself (transforms, visibility, input) is in the whole but in no stage.

use crate::app::draw::draw_calls::{DrawCallsPlugin, DrawCounts, DrawRecord};
use crate::app::run::simulation::FrameStage;
use bevy::ecs::message::MessageUpdateSystems;
use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass, EguiRenderOutput, free_egui_textures_system};
use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;

/// Frames over which the meter looks back.
pub const FRAMES: usize = 120;

/// A stage of the frame on the main thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finished steps are taken over.
    Collect,
    /// Keys and mouse become commands.
    Input,
    /// Commands take effect.
    Apply,
    /// New steps are asked for.
    Ask,
    /// Entities, cameras and overlays follow.
    Show,
    /// The part of [`Stage::Show`] that makes overlay lines.
    Overlays,
    /// Panels are laid out.
    Panels,
    /// Panels become triangles.
    Tessellate,
    /// Everything from the first schedule of the frame to the last, Bevy's own systems with it.
    Whole,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Self; 9] = [
        Self::Collect,
        Self::Input,
        Self::Apply,
        Self::Ask,
        Self::Show,
        Self::Overlays,
        Self::Panels,
        Self::Tessellate,
        Self::Whole,
    ];

    /// Its name in status lines and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Collect => "collect",
            Self::Input => "input",
            Self::Apply => "apply",
            Self::Ask => "ask",
            Self::Show => "show",
            Self::Overlays => "overlays",
            Self::Panels => "panels",
            Self::Tessellate => "tessellate",
            Self::Whole => "whole",
        }
    }
}

/// Wall time of each stage (s).
pub type Times = [f64; Stage::ALL.len()];

/// What the picture is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Entities with a mesh, in all panes.
    pub mesh_entities: usize,
    /// Different meshes among them.
    pub meshes: usize,
    /// Different pairs of mesh and material among them: the draw calls where a graphics driver cannot draw several
    /// meshes at once.
    pub pairs: usize,
    /// Overlay lines, all panes.
    pub lines: usize,
    /// Overlay marks that were left out, all panes.
    pub left_out: usize,
    /// Clipped pieces that the panels are drawn in.
    pub panel_pieces: usize,
    /// How often the overlay lines of a pane were made anew since the start.
    pub overlay_builds: u64,
}

/// The last frames.
#[derive(Resource, Default)]
pub struct FrameMeter {
    /// Times of the last [`FRAMES`] frames, oldest first.
    frames: VecDeque<Times>,
    running: Times,
    mark: Option<Instant>,
    start: Option<Instant>,
    /// What the picture is made of.
    pub content: Content,
    /// What the renderer drew last, where there is one.
    pub drawn: Option<DrawCounts>,
}

impl FrameMeter {
    /// Starts the clock of a stage.
    pub fn begin(&mut self) {
        self.mark = Some(Instant::now());
    }

    /// Adds the time since the clock was started to a stage, and starts it again.
    pub fn lap(&mut self, stage: Stage) {
        let now = Instant::now();
        if let Some(mark) = self.mark.replace(now) {
            self.running[stage as usize] += (now - mark).as_secs_f64();
        }
    }

    /// Adds a time (s) to a stage that lies within another.
    pub fn add(&mut self, stage: Stage, seconds: f64) {
        self.running[stage as usize] += seconds;
    }

    /// The mean time of a stage over the last frames (s).
    pub fn mean(&self, stage: Stage) -> f64 {
        let sum: f64 = self.frames.iter().map(|times| times[stage as usize]).sum();
        sum / self.frames.len().max(1) as f64
    }

    /// The longest time of a stage over the last frames (s).
    pub fn longest(&self, stage: Stage) -> f64 {
        self.frames.iter().map(|times| times[stage as usize]).fold(0.0, f64::max)
    }

    /// The times of the last frames, oldest first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Times> {
        self.frames.iter()
    }

    /// Forgets the frames so far.
    pub fn clear(&mut self) {
        self.frames.clear();
    }
}

/// Measures frames.
pub struct MeterPlugin;

impl Plugin for MeterPlugin {
    fn build(&self, app: &mut App) {
        use FrameStage::{Apply, Ask, Collect, Input, Show};
        app.init_resource::<FrameMeter>()
            .add_plugins(DrawCallsPlugin)
            .add_systems(First, start.before(MessageUpdateSystems))
            .add_systems(Last, (count, finish).chain().before(free_egui_textures_system))
            .add_systems(
                Update,
                (
                    begin.before(Collect),
                    lap::<{ Stage::Collect as usize }>.after(Collect).before(Input),
                    lap::<{ Stage::Input as usize }>.after(Input).before(Apply),
                    lap::<{ Stage::Apply as usize }>.after(Apply).before(Ask),
                    lap::<{ Stage::Ask as usize }>.after(Ask).before(Show),
                    lap::<{ Stage::Show as usize }>.after(Show),
                ),
            )
            .add_systems(
                PostUpdate,
                (
                    begin.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
                    lap::<{ Stage::Tessellate as usize }>
                        .after(EguiPostUpdateSet::ProcessOutput)
                        .before(EguiPostUpdateSet::PostProcessOutput),
                ),
            );
    }
}

/// Measures a system that draws panels.
pub fn measure_panels<M>(
    app: &mut App,
    draw: impl IntoScheduleConfigs<bevy::ecs::system::ScheduleSystem, M>,
) {
    app.add_systems(EguiPrimaryContextPass, (begin, draw, lap::<{ Stage::Panels as usize }>).chain());
}

fn start(mut meter: ResMut<FrameMeter>) {
    meter.start = Some(Instant::now());
}

fn begin(meter: Option<ResMut<FrameMeter>>) {
    if let Some(mut meter) = meter {
        meter.begin();
    }
}

/// Notes the time at the end of a stage.
pub fn lap<const STAGE: usize>(meter: Option<ResMut<FrameMeter>>) {
    if let Some(mut meter) = meter {
        meter.lap(Stage::ALL[STAGE]);
    }
}

/// Counts what the picture is made of, now and then: it costs more than a frame should pay every time.
fn count(
    mut meter: ResMut<FrameMeter>,
    meshes: Query<(
        &Mesh3d,
        Option<&MeshMaterial3d<StandardMaterial>>,
        Option<&MeshMaterial3d<crate::app::draw::material::FlatMaterial>>,
    )>,
    panels: Query<&EguiRenderOutput>,
    record: Option<Res<DrawRecord>>,
    mut frame: Local<usize>,
) {
    *frame += 1;
    if let Some(record) = record {
        meter.drawn = record.last();
    }
    if !frame.is_multiple_of(30) {
        return;
    }
    let (mut different, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for (mesh, standard, flat) in &meshes {
        different.insert(mesh.id());
        pairs.insert((mesh.id(), standard.map(|m| m.id()), flat.map(|m| m.id())));
    }
    meter.content = Content {
        mesh_entities: meshes.iter().len(),
        meshes: different.len(),
        pairs: pairs.len(),
        panel_pieces: panels.iter().map(|output| output.paint_jobs.len()).sum(),
        ..meter.content
    };
}

fn finish(mut meter: ResMut<FrameMeter>) {
    let meter = &mut *meter;
    if let Some(start) = meter.start.take() {
        meter.running[Stage::Whole as usize] = start.elapsed().as_secs_f64();
    }
    if meter.frames.len() >= FRAMES {
        meter.frames.pop_front();
    }
    meter.frames.push_back(std::mem::take(&mut meter.running));
}
