//! What a page shows, as numbers: shapes once, poses of every state, contacts, depth and energy.

use super::{Lacks, Options};
use crate::experiment::{colours, energy, measure};
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Vec3};
use crate::recording::repeat::{Repeated, repeat};
use crate::recording::{Frame, Recorded, RecordedPane};
use crate::scene::LoadedScene;
use crate::step::StepRecord;
use crate::stop;
use crate::world::BodyKind;
use serde::Serialize;
use std::sync::Arc;

/// Everything.
#[derive(Serialize)]
pub(super) struct Page {
    pub title: String,
    description: String,
    flat: bool,
    camera: Option<[[f64; 3]; 2]>,
    /// Scenes differ where bodies were added on the way: each has its shapes.
    scenes: Vec<Vec<BodyShown>>,
    panes: Vec<PaneShown>,
}

#[derive(Serialize)]
struct BodyShown {
    name: String,
    color: [u8; 3],
    fixed: bool,
    /// Corners of triangles, body frame (m), nine numbers each.
    triangles: Vec<f32>,
    /// Ends of edges, six numbers each (m).
    edges: Vec<f32>,
}

#[derive(Serialize)]
struct PaneShown {
    model: &'static str,
    color: [u8; 3],
    time: Vec<f64>,
    step: Vec<u64>,
    /// Which of the scenes.
    scene: Vec<usize>,
    /// Of every state, for every body: position (x, y, z) and orientation (w, x, y, z); no numbers for one that is not there.
    poses: Vec<Vec<f32>>,
    /// Deepest penetration (m).
    depth: Vec<f64>,
    /// Kinetic and potential energy (J).
    energy: Vec<f64>,
    /// Of every state the contacts that pressed: point, normal, impulse (N·s).
    contacts: Vec<Vec<[f32; 7]>>,
}

pub(super) fn of(recorded: &Recorded, options: &mut Options) -> Result<(Page, Lacks), String> {
    let scene =
        &recorded.panes.iter().find_map(RecordedPane::shown).ok_or("the recording has no steps")?.scene;
    let mut scenes: Vec<Arc<LoadedScene>> = Vec::new();
    let longest = recorded.panes.iter().map(|pane| pane.frames.len()).max().unwrap_or(0);
    let mut lacks =
        Lacks { stride: longest.saturating_sub(1).div_ceil(options.states.max(1)).max(1), differing: 0 };
    let all: usize = recorded.panes.iter().map(|pane| pane.frames.len()).sum();
    let mut done = 0;
    let mut panes = Vec::new();
    for pane in &recorded.panes {
        let mut shown = PaneShown::new(pane);
        for (k, frame) in pane.frames.iter().enumerate() {
            stop::go_on()?;
            done += 1;
            (options.progress)(done, all);
            // The first and the last state are always there.
            if k % lacks.stride != 0 && k + 1 != pane.frames.len() {
                continue;
            }
            let place = place_of(&mut scenes, &frame.scene);
            shown.add(frame, place, depth_of(pane, frame));
            if options.contacts {
                let before = k.checked_sub(1).map(|k| &pane.frames[k]);
                let (contacts, differs) = before.map_or((Vec::new(), false), |before| pressed(before, frame));
                shown.contacts.push(contacts);
                lacks.differing += usize::from(differs);
            }
        }
        panes.push(shown);
    }
    let page = Page {
        title: scene.name.clone(),
        description: scene.description.clone(),
        flat: scene.model.dimension == Dimension::Two,
        camera: scene.camera.map(|(eye, target)| [eye.into(), target.into()]),
        scenes: scenes.iter().map(|scene| bodies_of(scene)).collect(),
        panes,
    };
    Ok((page, lacks))
}

/// How deep bodies are in each other in a state (m): as it was measured then, where nothing was moved since.
fn depth_of(pane: &RecordedPane, frame: &Frame) -> f64 {
    let step = frame.state.step;
    let known =
        pane.samples.binary_search_by_key(&step, |sample| sample.step).ok().filter(|_| !frame.by_hand);
    known.map_or_else(|| measure(&frame.scene.model, &frame.state).depth_max, |k| pane.samples[k].depth)
}

fn place_of(scenes: &mut Vec<Arc<LoadedScene>>, scene: &Arc<LoadedScene>) -> usize {
    scenes.iter().position(|known| Arc::ptr_eq(known, scene)).unwrap_or_else(|| {
        scenes.push(Arc::clone(scene));
        scenes.len() - 1
    })
}

/// The contacts that pressed in the step to `frame`, and whether this program comes to another state than the recorded one.
fn pressed(before: &Frame, frame: &Frame) -> (Vec<[f32; 7]>, bool) {
    match repeat(before, frame) {
        Repeated::Same(record) => (contacts_of(&record), false),
        Repeated::Differs => (Vec::new(), true),
        Repeated::NoStep => (Vec::new(), false),
    }
}

fn contacts_of(record: &StepRecord) -> Vec<[f32; 7]> {
    let line = |point: &Vec3, normal: &Vec3, impulse: f64| {
        let numbers = [point.x, point.y, point.z, normal.x, normal.y, normal.z, impulse];
        numbers.map(|x| x as f32)
    };
    let pressing = record.contacts().filter(|c| c.impulse > 0.0 && !c.contact.pair.is_couple());
    pressing.map(|c| line(&c.contact.point_b, &c.contact.normal, c.impulse)).collect()
}

impl PaneShown {
    fn new(pane: &RecordedPane) -> Self {
        let model = pane.settings.contact.model;
        Self {
            model: model.title(),
            color: colours::of_model(model, true),
            time: Vec::new(),
            step: Vec::new(),
            scene: Vec::new(),
            poses: Vec::new(),
            depth: Vec::new(),
            energy: Vec::new(),
            contacts: Vec::new(),
        }
    }

    fn add(&mut self, frame: &Frame, scene: usize, depth: f64) {
        let (model, state) = (&frame.scene.model, &frame.state);
        self.time.push(state.time);
        self.step.push(state.step);
        self.scene.push(scene);
        self.depth.push(depth);
        self.energy.push(energy::measure(model, state).total());
        let pose = |id| {
            let pose = state.pose(id);
            let (p, q) = (pose.position, pose.orientation);
            let there = model.is_active(id, state.time);
            [p.x, p.y, p.z, q.w, q.i, q.j, q.k].map(|x| if there { x as f32 } else { 1e30 })
        };
        self.poses.push(model.ids().flat_map(pose).collect());
    }
}

fn bodies_of(scene: &LoadedScene) -> Vec<BodyShown> {
    let model = &scene.model;
    let of = |id| {
        let body = model.body(id);
        let (mut triangles, mut edges) = (Vec::new(), Vec::new());
        for part in body.parts.iter() {
            add_part(&part.drawn(), &mut triangles, &mut edges);
        }
        let fixed = body.kind == BodyKind::Fixed;
        BodyShown { name: body.name.clone(), color: colours::of_body(body, true), fixed, triangles, edges }
    };
    model.ids().map(of).collect()
}

fn add_part(part: &Polytope, triangles: &mut Vec<f32>, edges: &mut Vec<f32>) {
    let put = |to: &mut Vec<f32>, v: &Vec3| to.extend(v.iter().map(|x| *x as f32));
    match part.dimension {
        Dimension::Three => {
            part.facet_triangles().flat_map(|(_, corners)| corners).for_each(|v| put(triangles, &v));
            for edge in &part.edges {
                edge.vertices.iter().for_each(|v| put(edges, &part.vertices[*v]));
            }
        }
        Dimension::Two => {
            let v = &part.vertices;
            for k in 2..v.len() {
                [v[0], v[k - 1], v[k]].iter().for_each(|v| put(triangles, v));
            }
            for k in 0..v.len() {
                [v[k], v[(k + 1) % v.len()]].iter().for_each(|v| put(edges, v));
            }
        }
    }
}
