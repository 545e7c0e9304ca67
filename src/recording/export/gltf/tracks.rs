//! The bodies of a pane over its states: which node is whose, where it is, and when it is there.

use super::shapes::Shapes;
use super::store::Store;
use crate::math::{Pose, Quat};
use crate::recording::Frame;
use crate::scene::LoadedScene;
use crate::world::{Body, BodyId};
use gltf::json::Index;
use gltf::json::mesh::Mesh;
use std::sync::Arc;

/// A body through all states of a pane: the same one as long as its name, its kind and its look stay.
pub(super) struct Track {
    /// The scene in which it is first.
    pub scene: Arc<LoadedScene>,
    /// What it is in that scene.
    pub id: BodyId,
    /// Its shape, unless it is too small to be drawn.
    pub mesh: Option<Index<Mesh>>,
    /// Where it is in the states that have it, ascending.
    pub keys: Vec<Key>,
    /// Its pose in the last of them, with the sign that the next one goes on with.
    last: Option<Quat>,
}

/// Where a body is in a state.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Key {
    /// Place of the state among those that go out.
    pub state: usize,
    /// Centre of mass (m).
    pub position: [f32; 3],
    /// Orientation (x, y, z, w).
    pub rotation: [f32; 4],
}

impl Track {
    /// The body, as it is first.
    pub fn body(&self) -> &Body {
        self.scene.model.body(self.id)
    }

    /// How far it reaches along x where it is first (m).
    pub fn width(&self) -> Option<(f64, f64)> {
        let key = self.keys.first()?;
        let [x, y, z, w] = key.rotation.map(f64::from);
        let turn = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
        let at = f64::from(key.position[0]);
        let ends = self.body().parts.iter().flat_map(|part| {
            let along = part.vertices.iter().map(move |v| at + (turn * v).x);
            along.flat_map(|x| [x - part.rounding, x + part.rounding])
        });
        ends.fold(None, |found, x| {
            let (least, most) = found.unwrap_or((x, x));
            Some((x.min(least), x.max(most)))
        })
    }

    /// Adds where it is. A quaternion and its negative are one orientation; the one taken is nearer to the one before, so that what lies between
    /// two states is the short way.
    fn add(&mut self, state: usize, pose: &Pose) {
        let mut q = pose.orientation.into_inner().normalize();
        if self.last.is_some_and(|last| last.into_inner().dot(&q) < 0.0) {
            q = -q;
        }
        self.last = Some(Quat::new_unchecked(q));
        let [x, y, z] = pose.position.into();
        let narrow = |number: f64| number as f32;
        let rotation = [q.i, q.j, q.k, q.w].map(narrow);
        self.keys.push(Key { state, position: [x, y, z].map(narrow), rotation });
    }
}

/// The bodies of a pane that are there in one of its states, in the order in which they are first.
pub(super) fn tracks(
    frames: &[&Arc<Frame>],
    shapes: &mut Shapes,
    store: &mut Store,
    mut told: impl FnMut() -> Result<(), String>,
) -> Result<Vec<Track>, String> {
    let mut tracks: Vec<Track> = Vec::new();
    // Whose track a body of a scene is, once it is there. Who edits a scene makes another one.
    let mut known: Vec<(Arc<LoadedScene>, Vec<Option<usize>>)> = Vec::new();
    for (state, frame) in frames.iter().enumerate() {
        told()?;
        let scene = &frame.scene;
        let found = known.iter().rposition(|(other, _)| Arc::ptr_eq(other, scene));
        let place = found.unwrap_or(known.len());
        if found.is_none() {
            known.push((Arc::clone(scene), vec![None; scene.model.bodies.len()]));
        }
        let of = &mut known[place].1;
        for id in scene.model.ids().filter(|id| scene.model.is_active(*id, frame.state.time)) {
            let track = match of[id.0] {
                Some(track) => track,
                None => {
                    let track = whose(scene, id, of, &mut tracks, shapes, store)?;
                    *of[id.0].insert(track)
                }
            };
            tracks[track].add(state, frame.state.pose(id));
        }
    }
    Ok(tracks)
}

/// The track of a body of a scene: one of another scene that no body of this one has `taken`, or a new one.
fn whose(
    scene: &Arc<LoadedScene>,
    id: BodyId,
    taken: &[Option<usize>],
    tracks: &mut Vec<Track>,
    shapes: &mut Shapes,
    store: &mut Store,
) -> Result<usize, String> {
    let mesh = shapes.of(scene, id, store)?;
    let body = scene.model.body(id);
    let same = |track: &Track| {
        let known = track.body();
        track.mesh == mesh && (known.kind, &known.name) == (body.kind, &body.name)
    };
    let found = (0..tracks.len()).find(|k| same(&tracks[*k]) && !taken.contains(&Some(*k)));
    Ok(found.unwrap_or_else(|| {
        tracks.push(Track { scene: Arc::clone(scene), id, mesh, keys: Vec::new(), last: None });
        tracks.len() - 1
    }))
}
