//! Animated scenes as glTF 2.0: a node for each body, with its shape and its motion.
//!
//! ```text
//!   scene                    extras: scene, step size, program, units, time at which the animation begins
//!   └─ a root for each pane  named by its model; turns z up into y up, panes beside each other along x
//!      └─ a body             translation: centre of mass; rotation; scale 0 where it is not there
//! ```
//!
//! All panes move in one animation, because viewers play one at a time. Its times are those of the recorded states, counted from the first one
//! that goes out: a viewer shows nothing before the first key.

mod motion;
mod shapes;
mod store;
mod tracks;

use super::Chosen;
use crate::math::Dimension;
use crate::recording::{Frame, Recorded};
use crate::stop;
use crate::world::BodyKind;
use base64::Engine;
use gltf::json::buffer::Buffer;
use gltf::json::extras::RawValue;
use gltf::json::scene::UnitQuaternion;
use gltf::json::validation::USize64;
use gltf::json::{Animation, Asset, Index, Node, Scene};
use shapes::Shapes;
use std::borrow::Cow;
use std::f32::consts::FRAC_1_SQRT_2;
use std::sync::Arc;
use store::Store;
use tracks::Track;

/// Room between panes, relative to the width of the wider of two neighbours.
const ROOM: f64 = 0.1;

/// What is written in front of numbers that stand in the text itself.
const IN_TEXT: &str = "data:application/octet-stream;base64,";

/// An animated scene.
pub struct Document {
    store: Store,
    /// Bodies in it, of all panes.
    pub bodies: usize,
    /// States in it, of all panes.
    pub states: usize,
}

impl Document {
    /// The scene of these panes. Told are the states done, and all.
    ///
    /// # Errors
    /// When there is more than a file can hold, and when somebody asked to stop.
    pub fn of(
        recorded: &Recorded,
        chosen: &[Chosen],
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Self, String> {
        let all: usize = chosen.iter().map(|chosen| chosen.places.len()).sum();
        let times = chosen.iter().filter_map(|chosen| chosen.frames().next()).map(|frame| frame.state.time);
        let start = times.fold(f64::INFINITY, f64::min);
        let (mut store, mut shapes, mut done) = (Store::default(), Shapes::default(), 0);
        let mut animation = Animation {
            extensions: None,
            extras: None,
            channels: Vec::new(),
            name: None,
            samplers: Vec::new(),
        };
        let (mut roots, mut bodies, mut edge) = (Vec::new(), 0, None);
        for pane in chosen {
            let (frames, times) = states(pane, start);
            done += pane.places.len() - frames.len();
            let tracks = tracks::tracks(&frames, &mut shapes, &mut store, || {
                stop::go_on()?;
                done += 1;
                progress(done, all);
                Ok(())
            })?;
            let mut nodes = Vec::with_capacity(tracks.len());
            let mut inputs = motion::Inputs::new(&times);
            for track in &tracks {
                let node = store.root.push(node(track)?);
                motion::add(track, node, &mut inputs, &mut animation, &mut store)?;
                nodes.push(node);
            }
            bodies += nodes.len();
            let shift = beside(&tracks, &mut edge);
            roots.push(root(pane, chosen, nodes, shift, &mut store)?);
        }
        let first = chosen.first().and_then(|chosen| chosen.frames().next());
        if !animation.channels.is_empty() {
            animation.name = Some("simulation".to_owned());
            store.root.push(animation);
        }
        let scene = Scene {
            extensions: None,
            extras: extras(&serde_json::json!({
                "scene": first.map_or("", |frame| frame.scene.name.as_str()),
                "description": first.map_or("", |frame| frame.scene.description.as_str()),
                "time_step": recorded.time_step,
                "start_time": if start.is_finite() { start } else { 0.0 },
                "program": concat!("pegsim ", env!("CARGO_PKG_VERSION")),
                "recorded_by": format!("pegsim {}", recorded.program),
                "units": { "length": "m", "time": "s", "mass": "kg", "angle": "rad" },
            }))?,
            name: first.map(|frame| frame.scene.name.clone()),
            nodes: roots,
        };
        let scene = store.root.push(scene);
        store.root.scene = Some(scene);
        store.root.asset = Asset {
            generator: Some(concat!("pegsim ", env!("CARGO_PKG_VERSION")).to_owned()),
            ..Asset::default()
        };
        Ok(Self { store, bodies, states: all })
    }

    /// As one binary file (`.glb`).
    ///
    /// # Errors
    /// Where a number cannot be written.
    pub fn glb(mut self) -> Result<Vec<u8>, String> {
        self.store.describe_buffer(None);
        let json = self.store.root.to_vec().map_err(|error| error.to_string())?;
        let header = gltf::binary::Header { magic: *b"glTF", version: 2, length: 0 };
        let bin = (!self.store.bytes.is_empty()).then_some(Cow::Owned(self.store.bytes));
        let file = gltf::Glb { header, json: Cow::Owned(json), bin };
        file.to_vec().map_err(|error| error.to_string())
    }

    /// As one text file (`.gltf`), the numbers in it as base64.
    ///
    /// # Errors
    /// Where a number cannot be written.
    pub fn text(mut self) -> Result<Vec<u8>, String> {
        let mut uri = IN_TEXT.to_owned();
        base64::engine::general_purpose::STANDARD.encode_string(&self.store.bytes, &mut uri);
        self.store.describe_buffer(Some(uri));
        self.store.root.to_vec_pretty().map_err(|error| error.to_string())
    }
}

impl Store {
    /// Says how long the numbers are, and where they stand unless beside the text in one file. There may be none: a scene whose bodies are all too
    /// small to be drawn and stand still.
    fn describe_buffer(&mut self, uri: Option<String>) {
        if self.bytes.is_empty() {
            return;
        }
        self.root.push(Buffer {
            byte_length: USize64::from(self.bytes.len()),
            name: None,
            uri,
            extensions: None,
            extras: None,
        });
    }
}

/// The states of a pane and their times from `start` on (s). Those whose time is no other in single precision are left out: keys must ascend.
fn states<'r>(pane: &Chosen<'r>, start: f64) -> (Vec<&'r Arc<Frame>>, Vec<f32>) {
    let (mut frames, mut times): (Vec<_>, Vec<f32>) = (Vec::new(), Vec::new());
    for frame in pane.frames() {
        let time = (frame.state.time - start) as f32;
        if times.last().is_none_or(|last| time > *last) {
            frames.push(frame);
            times.push(time);
        }
    }
    (frames, times)
}

fn extras(value: &serde_json::Value) -> Result<Option<Box<RawValue>>, String> {
    serde_json::value::to_raw_value(value).map(Some).map_err(|error| error.to_string())
}

/// A body where it is first.
fn node(track: &Track) -> Result<Node, String> {
    let body = track.body();
    let kind = match body.kind {
        BodyKind::Fixed => "fixed",
        BodyKind::Dynamic => "dynamic",
        BodyKind::Kinematic => "kinematic",
    };
    let mut said = serde_json::json!({ "kind": kind });
    if body.is_dynamic() {
        said["mass"] = body.mass.into();
    }
    let key = track.keys.first();
    Ok(Node {
        mesh: track.mesh,
        name: Some(body.name.clone()),
        translation: key.map(|key| key.position),
        rotation: key.map(|key| UnitQuaternion(key.rotation)),
        extras: extras(&said)?,
        ..Node::default()
    })
}

/// How far a pane is moved along x (m) so that it stands beside those before it, which end at `edge`.
fn beside(tracks: &[Track], edge: &mut Option<(f64, f64)>) -> f64 {
    let widths = tracks.iter().filter_map(Track::width);
    let width = widths.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
    let Some((least, most)) = width else { return 0.0 };
    let shift = edge.map_or(0.0, |(end, before)| end + ROOM * before.max(most - least) - least);
    *edge = Some((most + shift, most - least));
    shift
}

/// The root of a pane.
fn root(
    pane: &Chosen,
    all: &[Chosen],
    nodes: Vec<Index<Node>>,
    shift: f64,
    store: &mut Store,
) -> Result<Index<Node>, String> {
    let model = pane.model();
    let alone = all.iter().filter(|other| other.model() == model).count() == 1;
    let name = model.name();
    // In space z is up; the format has y up, as flat scenes do.
    let is_flat = pane.pane.shown().is_none_or(|frame| frame.scene.model.dimension == Dimension::Two);
    let turn = UnitQuaternion([-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2]);
    let last = pane.frames().last();
    let said = serde_json::json!({
        "model": name,
        "pane": pane.number,
        "time_step": pane.pane.settings.h,
        "states": pane.places.len(),
        "steps": last.map_or(0, |frame| frame.state.step),
    });
    Ok(store.root.push(Node {
        children: Some(nodes).filter(|nodes| !nodes.is_empty()),
        name: Some(if alone { name.to_owned() } else { format!("{name}, pane {}", pane.number) }),
        rotation: (!is_flat).then_some(turn),
        translation: (shift != 0.0).then_some([shift as f32, 0.0, 0.0]),
        extras: extras(&said)?,
        ..Node::default()
    }))
}
