//! Status lines for tests that drive the window: one JSON object per line says what the program shows.
//!
//! With `--script FILE` they go to that file (`-`: stdout), whenever something changed and at least twice a second.
//! `tests` and `scripts/smoke` assert on them instead of on pixels.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::draw::meter;
use crate::app::draw::meter::{FrameMeter, Stage};
use crate::app::files::loading::Loading;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::to_view;
use crate::app::look::view::{Selection, ViewSettings, Viewports};
use crate::app::messages::Messages;
use crate::app::past::recovery::Recovery;
use crate::app::past::recovery::folder::Left;
use crate::app::past::undo::UndoStack;
use crate::app::run::measure;
use crate::app::run::simulation::Driver;
use crate::app::session::Session;
use crate::contact::models::DisjunctionKind;
use bevy::prelude::*;
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

/// Shortest time between two lines (s).
const PAUSE: f64 = 0.1;
/// Longest silence (s).
const SILENCE: f64 = 0.5;

/// Writes status lines.
pub struct StatusPlugin {
    /// Where to; `-`: stdout.
    pub path: PathBuf,
}

/// Where the lines go.
#[derive(Resource)]
struct Sink(Mutex<Box<dyn Write + Send>>);

impl Plugin for StatusPlugin {
    fn build(&self, app: &mut App) {
        let out: Box<dyn Write + Send> = if self.path.as_os_str() == "-" {
            Box::new(std::io::stdout())
        } else {
            match OpenOptions::new().append(true).create(true).open(&self.path) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    let text = format!("{}: {error}; no status lines are written.", self.path.display());
                    app.world_mut().resource_mut::<Messages>().error(text);
                    return;
                }
            }
        };
        app.world_mut().resource_mut::<Recovery>().witness(&self.path);
        app.insert_resource(Sink(Mutex::new(out)))
            .add_systems(Update, write.after(meter::lap::<{ Stage::Show as usize }>));
    }
}

fn write(
    sink: Res<Sink>,
    time: Res<Time<Real>>,
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    viewports: Res<Viewports>,
    selection: Res<Selection>,
    messages: Res<Messages>,
    rigs: Res<Rigs>,
    driver: Res<Driver>,
    meter: Res<FrameMeter>,
    (loading, undo, session): (Res<Loading>, Res<UndoStack>, Res<Session>),
    mut recovery: ResMut<Recovery>,
    mut frame: Local<u32>,
    mut last: Local<(f64, String)>,
) {
    *frame += 1;
    let now = time.elapsed_secs_f64();
    if now - last.0 < PAUSE {
        return;
    }
    let body = status(&bench, &view, &viewports, &selection, &messages, &rigs, &driver);
    let text = body.to_string();
    if text == last.1 && now - last.0 < SILENCE {
        return;
    }
    if let Ok(mut out) = sink.0.lock() {
        // A reader that has gone away is no reason to stop.
        let cost = frame_status(&meter);
        let loading = json!(loading.path());
        let leaving = session.leaving.is_some();
        let work = recovery.bypass_change_detection().fingerprint(&bench, &undo);
        let left: Vec<String> = recovery.left().iter().map(Left::name).collect();
        let kept = json!({ "work": work, "left": left, "taking": recovery.taking() });
        let _ = writeln!(
            out,
            "{{\"frame\":{},\"at\":{now:.3},\"cost\":{cost},\"loading\":{loading},\"leaving\":{leaving},\"recovery\":{kept},{}",
            *frame,
            &text[1..]
        );
        let _ = out.flush();
    }
    *last = (now, text);
}

/// What frames cost, as JSON: times in milliseconds, and what the picture is made of.
pub fn frame_status(meter: &FrameMeter) -> Value {
    let milliseconds = |seconds: f64| (seconds * 1e5).round() / 100.0;
    let times = |of: &dyn Fn(Stage) -> f64| -> Value {
        Stage::ALL.iter().map(|&stage| (stage.name().to_owned(), json!(milliseconds(of(stage))))).collect()
    };
    let content = meter.content;
    json!({
        "mean_ms": times(&|stage| meter.mean(stage)),
        "longest_ms": times(&|stage| meter.longest(stage)),
        "mesh_entities": content.mesh_entities,
        "meshes": content.meshes,
        "pairs": content.pairs,
        "lines": content.lines,
        "left_out": content.left_out,
        "overlay_builds": content.overlay_builds,
        "panel_pieces": content.panel_pieces,
        "draw_calls": meter.drawn.map(|d| json!({
            "opaque": d.opaque, "transparent": d.transparent, "shadow": d.shadow,
            "prepare_ms": milliseconds(d.prepare), "draw_ms": milliseconds(d.draw),
        })),
    })
}

/// What the program shows, as JSON.
pub fn status(
    bench: &Workbench,
    view: &ViewSettings,
    viewports: &Viewports,
    selection: &Selection,
    messages: &Messages,
    rigs: &Rigs,
    driver: &Driver,
) -> Value {
    let panes: Vec<Value> =
        bench.panes.iter().enumerate().map(|(i, pane)| pane_status(i, pane, viewports, rigs)).collect();
    let said: Vec<Value> =
        messages.iter().map(|m| json!({ "severity": m.severity.name(), "text": m.text })).collect();
    json!({
        "scene": bench.scene.name,
        "running": bench.running,
        "step": bench.step(),
        "time": bench.time(),
        "time_step": bench.time_step,
        "speed": bench.speed,
        "behind": bench.behind,
        "focused": bench.focused,
        "finished": bench.finished,
        "parting": bench.parting.first().map(|p| p.step),
        "quality": format!("{:?}", view.quality),
        "selected_contact": selection.contact.map(|(pane, id)| [pane, id.0]),
        "selected": selection.body.and_then(|id| bench.scene.model.bodies.get(id.0)).map(|b| b.name.clone()),
        "selected_with_it": selection.also.iter().filter_map(|id| bench.scene.model.bodies.get(id.0)).map(|b| b.name.clone()).collect::<Vec<_>>(),
        "edited": bench.is_edited(),
        "recorded": bench.recorded().map(|(first, last)| [first, last]),
        "branches": bench.branches.iter().map(|b| [b.from, b.to]).collect::<Vec<_>>(),
        "dragging": driver.holding,
        "force": driver.spring.is_some(),
        "panes": panes,
        "aside": bench.aside.titles(),
        "messages": said,
    })
}

fn pane_status(index: usize, pane: &Pane, viewports: &Viewports, rigs: &Rigs) -> Value {
    let simulation = &pane.simulation;
    let view = viewports.panes.get(index).copied().unwrap_or_default();
    let bodies: Vec<Value> = simulation
        .model
        .ids()
        .filter(|&id| simulation.model.is_active(id, simulation.state.time))
        .map(|id| {
            let position = simulation.state.poses[id.0].position;
            let place = rigs.of(index).project(view, to_view(&position));
            json!({
                "name": simulation.model.body(id).name,
                "dynamic": simulation.model.body(id).is_dynamic(),
                "position": [position.x, position.y, position.z],
                "screen": place.map(|p| [p.x.round(), p.y.round()]),
            })
        })
        .collect();
    let state = &simulation.state;
    let joints: Vec<Value> = simulation
        .model
        .joints
        .iter()
        .enumerate()
        .map(|(number, joint)| {
            let (a, b) = joint.bodies;
            json!({
                "name": joint.name,
                "kind": joint.kind.name(),
                "coordinate": joint.coordinate(&state.poses[a.0], &state.poses[b.0]),
                "error": measure::error_of_joint(&simulation.model, state, number),
                "broken": state.broken.binary_search(&number).is_ok(),
            })
        })
        .collect();
    json!({
        "model": simulation.settings.contact.model.name(),
        "solver": simulation.settings.solver.method.name(),
        "geometry": simulation.settings.contact.geometry().name(),
        "impact": simulation.settings.contact.impact(&simulation.model).name(),
        "cone": simulation.settings.friction.cone(simulation.settings.contact.model).name(),
        "step": simulation.state.step,
        "contacts": simulation.record.as_ref().map(|r| r.contacts.len()),
        "traps": simulation.record.as_ref().map(|r| r.traps),
        "sprung_traps": simulation.record.as_ref().map(|r| r.sprung_traps),
        "separations": simulation.record.as_ref().map(|r| r.count(DisjunctionKind::Separation)),
        "outer_iterations": simulation.record.as_ref().map(|r| r.solve.outer_iterations),
        "switches": simulation.record.as_ref().map(|r| r.solve.switches),
        "substeps": simulation.record.as_ref().map(|r| r.solve.substeps),
        "violation": simulation.record.as_ref().and_then(|r| r.solve.accuracy.geometry).map(|gaps| gaps.violation),
        "overlap": pane.truth.overlap,
        "depth": pane.truth.depth,
        "worst_depth": pane.truth.worst_depth,
        "joint_error": pane.truth.joint_error,
        "worst_joint_error": pane.truth.worst_joint_error,
        "joints": joints,
        "failure": pane.failure,
        "cannot": pane.cannot(),
        "divergence": pane.divergence,
        "view": [view.min.x, view.min.y, view.max.x, view.max.y],
        "bodies": bodies,
    })
}
