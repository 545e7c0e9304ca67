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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::recording::Frame;
    use crate::scene::load_str;
    use crate::world::StepInput;
    use std::path::Path;

    fn scene(bodies: &str) -> Arc<LoadedScene> {
        Arc::new(load_str(&format!("Scene(bodies: [{bodies}])"), "x.ron", Path::new("")).unwrap())
    }

    fn frame(scene: &Arc<LoadedScene>, turn: f64, sign: f64) -> Arc<Frame> {
        let mut state = scene.state.clone();
        let q = Quat::from_scaled_axis(Vec3::y() * turn).into_inner() * sign;
        state.poses[0].orientation = Quat::new_unchecked(q);
        let (input, settings, scene) = (StepInput::default(), scene.settings, Arc::clone(scene));
        Arc::new(Frame { state, input, settings, scene, sprung_traps: 0, by_hand: true })
    }

    fn of(frames: &[Arc<Frame>]) -> Vec<Track> {
        let frames: Vec<&Arc<Frame>> = frames.iter().collect();
        tracks(&frames, &mut Shapes::default(), &mut Store::default(), || Ok(())).unwrap()
    }

    const CUBE: &str = r#"(name: "a", shape: Box(half_extents: (1.0, 1.0, 1.0)))"#;

    #[test]
    fn a_pose_is_set_by_hand_with_either_sign_and_the_way_to_it_is_the_short_one() {
        let scene = scene(CUBE);
        let frames: Vec<_> =
            (0..30).map(|k| frame(&scene, 0.3 * f64::from(k), if k % 3 == 1 { -1.0 } else { 1.0 })).collect();
        let tracks = of(&frames);
        assert_eq!((tracks.len(), tracks[0].keys.len()), (1, 30));
        let half = |k: usize| 0.15 * k as f64;
        for (k, key) in tracks[0].keys.iter().enumerate() {
            // From the first one on it goes on without a jump, once round the circle and farther.
            let wanted = [0.0, half(k).sin(), 0.0, half(k).cos()];
            let off = key.rotation.iter().zip(wanted).map(|(a, b)| (f64::from(*a) - b).abs());
            assert!(off.fold(0.0, f64::max) < 1e-6, "{k}: {:?}", key.rotation);
        }
    }

    #[test]
    fn a_body_stays_itself_when_others_are_added_and_is_another_with_another_shape() {
        let other = r#"(name: "b", shape: Box(half_extents: (1.0, 1.0, 1.0)), position: (5.0, 0.0, 0.0))"#;
        let large = CUBE.replace("(1.0, 1.0, 1.0)", "(2.0, 1.0, 1.0)");
        let scenes = [CUBE.to_owned(), format!("{CUBE}, {other}"), large].map(|bodies| scene(&bodies));
        let frames: Vec<_> = scenes.iter().map(|scene| frame(scene, 0.0, 1.0)).collect();
        let tracks = of(&frames);
        let states = |track: &Track| track.keys.iter().map(|key| key.state).collect::<Vec<_>>();
        let found: Vec<_> = tracks.iter().map(|t| (t.body().name.as_str(), states(t))).collect();
        assert_eq!(found, [("a", vec![0, 1]), ("b", vec![1]), ("a", vec![2])]);
    }
}
