//! Changing the scene of a run, at its start or in its midst: every act reaches all panes, and the past stays as it was.
//!
//! At the start (step 0) an act changes where the run begins. Later it changes the present: the bodies' properties from
//! now on, their poses and velocities now, and what is added enters now. A reset goes back to the start of the edited
//! scene, where what was added during the run enters at its time.

use crate::app::bench::branches;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::messages::Messages;
use crate::app::run::measure;
use crate::app::texts::physics::lack;
use crate::contact::models::{ContactModel, Family};
use crate::experiment::colours::SWATCHES;
use crate::math::{Pose, Quat, Twist, Vec3};
use crate::scene::format::{BodyDescription, Scene};
use crate::scene::{LoadedScene, rebuild};
use crate::world::joint::Joint;
use crate::world::{BodyId, BodyKind, ContactMemory, Model, State};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A body that goes by another name in the edited scene.
#[derive(Clone, Copy, Debug)]
pub struct Renamed<'a> {
    /// Its name before.
    pub old: &'a str,
    /// Its name now.
    pub new: &'a str,
}

/// Changes the description of the scene by `change` and carries every pane's present state over to it.
///
/// # Errors
/// One sentence when the scene is not valid so; nothing has changed then.
pub fn change_scene(
    bench: &mut Workbench,
    renamed: Option<Renamed>,
    change: impl FnOnce(&mut Scene) -> Result<(), String>,
) -> Result<(), String> {
    let mut source = bench.scene.source.clone();
    // The saved moment belongs to the bodies as they were.
    source.resume = None;
    change(&mut source)?;
    let edited = rebuild_with_a_model_that_can(source, &bench.folder())?;
    let scene = &bench.scene;
    let (path, name, imported) = (scene.path.clone(), scene.name.clone(), scene.imported.clone());
    let edited = LoadedScene { path, name, imported, ..edited };
    take_scene(bench, edited, renamed);
    Ok(())
}

/// Bodies keep the colours that they have by their numbers, although these may be others now; what is new takes those that fewest have.
fn keep_swatches(before: &Model, now: &mut Model, renamed: Option<Renamed>) {
    let known: BTreeMap<&str, usize> =
        before.bodies.iter().map(|body| (body.name.as_str(), body.swatch)).collect();
    let mut used = [0_usize; SWATCHES.len()];
    let mut new = Vec::new();
    for (k, body) in now.bodies.iter_mut().enumerate() {
        let old = renamed.filter(|renamed| renamed.new == body.name).map_or(body.name.as_str(), |r| r.old);
        match known.get(old) {
            Some(swatch) => {
                body.swatch = *swatch;
                used[swatch % SWATCHES.len()] += usize::from(body.kind != BodyKind::Fixed);
            }
            None => new.push(k),
        }
    }
    for k in new {
        // From its own number on, which is what it would be shown in if nothing had been taken out.
        let turn = (0..SWATCHES.len()).map(|more| (k + more) % SWATCHES.len());
        now.bodies[k].swatch = turn.min_by_key(|swatch| used[*swatch]).unwrap_or(k);
        used[now.bodies[k].swatch % SWATCHES.len()] += 1;
    }
}

/// The scene of a description. Where its own contact model cannot do it and Exact can, that becomes its model: panes have models of their
/// own, and say themselves what they cannot do.
pub(super) fn rebuild_with_a_model_that_can(source: Scene, folder: &Path) -> Result<LoadedScene, String> {
    let exact = (source.contact.model.family() != Family::Exact).then(|| {
        let mut exact = source.clone();
        exact.contact.model = ContactModel::SeparatingFeature;
        exact
    });
    rebuild(source, folder).or_else(|error| {
        let exact = exact.and_then(|exact| rebuild(exact, folder).ok());
        exact.ok_or_else(|| error.to_string())
    })
}

/// What is said where an act has made the contact model of the scene another one.
pub(super) fn model_changed(before: ContactModel, bench: &Workbench) -> Option<String> {
    let now = bench.scene.source.contact.model;
    let lack = lack(before, &bench.scene.model).filter(|_| now != before)?;
    Some(tr!("edit-contact-model-scene-now", lack = lack, model = now.title()))
}

/// Carries every pane over to an edited scene.
pub(super) fn take_scene(bench: &mut Workbench, mut scene: LoadedScene, renamed: Option<Renamed>) {
    branches::keep(bench);
    keep_swatches(&bench.scene.model, Arc::make_mut(&mut scene.model), renamed);
    let scene = Arc::new(scene);
    for pane in &mut bench.panes {
        pane.adopt(&scene, renamed);
    }
    let before = std::mem::replace(&mut bench.scene, scene);
    bench.scene_generation += 1;
    bench.camera_kept = true;
    bench.forget_parting_now();
    let name_now = |id: BodyId| {
        let name = before.model.body(id).name.as_str();
        renamed.filter(|renamed| renamed.old == name).map_or(name, |renamed| renamed.new)
    };
    bench.parting.renumber(|id| body_named(&bench.scene.model, name_now(id)));
}

impl Pane {
    /// Goes over to an edited scene: bodies of the same name stay where they are and as they move, new ones are where
    /// that scene puts them.
    pub fn adopt(&mut self, scene: &Arc<LoadedScene>, renamed: Option<Renamed>) {
        let state = carried(&self.scene, &self.simulation.state, scene, renamed);
        // What the last step found still stands where the numbers of bodies and features mean the same.
        let record = self.simulation.record.take().filter(|_| {
            same_shapes(&self.scene.model, &scene.model) && state.poses == self.simulation.state.poses
        });
        self.scene = Arc::clone(scene);
        self.simulation.model = scene.model.clone();
        self.simulation.initial = scene.state.clone();
        self.set_by_hand(state);
        self.simulation.record = record;
    }

    /// Puts the pane in a state that no step led to: the record is of another state, and the recording goes on from
    /// here.
    pub fn set_by_hand(&mut self, state: State) {
        let step = state.step;
        self.simulation.state = state;
        self.simulation.record = None;
        self.failure = None;
        let frame = self.frame(true);
        self.recording.push(frame);
        self.forget_after(step);
        // The numbers of the step are those of the state before the hand.
        self.history.truncate_after(step.saturating_sub(1));
        self.read_truth();
    }

    /// Forgets what came after a step, also in the worst of the truth meter.
    pub fn forget_after(&mut self, step: u64) {
        self.recording.truncate_after(step);
        self.loads.truncate_after(step);
        self.divergence = self.divergence.filter(|first| *first <= step);
        if self.history.last().is_none_or(|s| s.step <= step) {
            return;
        }
        self.history.truncate_after(step);
        self.read_worst();
    }

    /// Shows the present state with the bodies of another moment's scene; the recording stays as it is.
    pub fn show_with(&mut self, scene: &Arc<LoadedScene>) {
        self.simulation.state = carried(&self.scene, &self.simulation.state, scene, None);
        self.scene = Arc::clone(scene);
        self.simulation.model = scene.model.clone();
        self.simulation.initial = scene.state.clone();
        self.simulation.record = None;
        self.read_truth();
    }

    /// Measures the true geometry of the present state.
    pub fn read_truth(&mut self) {
        let (model, state) = (&self.simulation.model, &self.simulation.state);
        (self.truth.overlap, self.truth.depth, self.truth.deepest) = measure::truth(model, state);
        self.truth.joint_error = measure::joint_error(model, state);
    }
}

/// The state of a run carried over to an edited scene.
fn carried(old: &LoadedScene, state: &State, new: &LoadedScene, renamed: Option<Renamed>) -> State {
    if state.step == 0 {
        return new.state.clone();
    }
    let name_before = |name: &str| match renamed {
        Some(renamed) if renamed.new == name => renamed.old.to_owned(),
        _ => name.to_owned(),
    };
    let source: Vec<Option<BodyId>> =
        new.model.bodies.iter().map(|body| body_named(&old.model, &name_before(&body.name))).collect();
    let mut next = State { step: state.step, time: state.time, lag: state.lag, ..new.state.clone() };
    let borne = |(id, from): (BodyId, &Option<BodyId>)| Some((id, *state.support_of((*from)?)?));
    // What bore bodies answered the gravity that was.
    if old.model.gravity == new.model.gravity {
        next.support = new.model.ids().zip(&source).filter_map(borne).collect();
    }
    for (id, from) in new.model.ids().zip(&source) {
        let Some(from) = *from else {
            next.twists[id.0] = lagging(&new.model, &next, id, &next.twists[id.0]);
            continue;
        };
        let (position, orientation) = old.model.scene_frame(from, &state.poses[from.0]);
        let (before, body) = (old.model.body(from), new.model.body(id));
        // Bit for bit the same where the centre of mass is.
        next.poses[id.0] = if before.centre_of_mass == body.centre_of_mass {
            state.poses[from.0]
        } else {
            Pose { position: position + orientation * body.centre_of_mass, orientation }
        };
        next.twists[id.0] = match body.kind {
            BodyKind::Fixed => Twist::zero(),
            BodyKind::Kinematic if before.kind == BodyKind::Fixed => new.state.twists[id.0],
            _ => state.twists[from.0],
        };
        if !before.is_dynamic() {
            next.twists[id.0] = lagging(&new.model, &next, id, &next.twists[id.0]);
        }
    }
    next.memory =
        if same_shapes(&old.model, &new.model) { state.memory.clone() } else { ContactMemory::default() };
    // Joints that are left keep their order.
    let with_bodies = (0..old.model.joints.len()).filter(|&k| {
        let (a, b) = old.model.joints[k].bodies;
        source.contains(&Some(a)) && source.contains(&Some(b))
    });
    let kept = kept_joints(with_bodies.collect(), &old.model, &new.model);
    next.broken = (0..kept.len()).filter(|&k| kept[k].is_some_and(|k| state.broken.contains(&k))).collect();
    next
}

/// Which joint each one of an edited scene was; `left` are the numbers of those whose bodies are still there. One was added or taken away at
/// most.
fn kept_joints(left: Vec<usize>, old: &Model, new: &Model) -> Vec<Option<usize>> {
    if left.len() == new.joints.len() {
        return left.into_iter().map(Some).collect();
    }
    let mut rest = left.into_iter();
    let same = |a: &Joint, b: &Joint| a.kind == b.kind && a.frames == b.frames && a.bodies == b.bodies;
    let which = |joint: &Joint| rest.find(|&number| same(&old.joints[number], joint));
    new.joints.iter().map(which).collect()
}

/// What a state keeps of a body whose velocity at the state's time is this one.
pub(super) fn lagging(model: &Model, state: &State, id: BodyId, wanted: &Twist) -> Twist {
    let (now, kept) = (model.twist_now(state, id), state.twists[id.0]);
    Twist {
        linear: wanted.linear - (now.linear - kept.linear),
        angular: wanted.angular - (now.angular - kept.angular),
    }
}

fn body_named(model: &Model, name: &str) -> Option<BodyId> {
    model.ids().find(|&id| model.body(id).name == name)
}

/// Whether the numbers of bodies, parts and features mean the same in both.
fn same_shapes(a: &Model, b: &Model) -> bool {
    a.bodies.len() == b.bodies.len()
        && a.bodies.iter().zip(&b.bodies).all(|(a, b)| {
            a.parts.len() == b.parts.len()
                && a.parts
                    .iter()
                    .zip(b.parts.iter())
                    .all(|(p, q)| p.vertices == q.vertices && p.rounding == q.rounding)
        })
}

/// Makes the present poses and velocities of step 0 the start of the scene, and later those of bodies that enter just then
/// their entry; `turned` are the bodies that were moved together,
/// with the rigid motion that moved them: joints between them go along.
///
/// # Errors
/// One sentence when the scene may not start so.
pub fn make_start(bench: &mut Workbench, turned: &[BodyId], motion: &RigidMotion) -> Result<(), String> {
    make_start_and(bench, turned, motion, |_| Ok(()))
}

/// The same with another change of the description, which is for where these bodies begin alone.
///
/// # Errors
/// One sentence when the scene may not start so.
pub fn make_start_and(
    bench: &mut Workbench,
    turned: &[BodyId],
    motion: &RigidMotion,
    also: impl FnOnce(&mut Scene) -> Result<(), String>,
) -> Result<(), String> {
    let state = bench.focused_pane().simulation.state.clone();
    let scene = Arc::clone(&bench.scene);
    // During a run only what enters just now begins here.
    let begins = |id: BodyId| {
        let spawn = scene.model.body(id).spawn_time;
        state.step == 0 || (spawn > 0.0 && (spawn - state.time).abs() < 5e-10)
    };
    if state.step != 0 && !turned.iter().any(|id| begins(*id)) {
        return Ok(());
    }
    // What joints hold together enters together.
    let all_begin = turned.iter().all(|id| begins(*id));
    let names: Vec<String> = turned.iter().map(|id| scene.model.body(*id).name.clone()).collect();
    change_scene(bench, None, |source| {
        for (id, body) in scene.model.ids().zip(&mut source.bodies).filter(|(id, _)| begins(*id)) {
            let (pose, start) = (&state.poses[id.0], &scene.state.poses[id.0]);
            if pose != start {
                place(body, &scene.model.scene_frame(id, pose));
            }
            let (twist, start) = (&state.twists[id.0], &scene.state.twists[id.0]);
            if twist != start {
                body.velocity = twist.linear.into();
                body.angular_velocity = twist.angular.into();
            }
        }
        for joint in source.joints.iter_mut().filter(|_| all_begin) {
            if names.contains(&joint.bodies.0) && names.contains(&joint.bodies.1) {
                joint.point = motion.point(&Vec3::from(joint.point)).into();
                joint.axis = (motion.turn * Vec3::from(joint.axis)).into();
            }
        }
        if all_begin { also(source) } else { Ok(()) }
    })
}

/// Puts a described body at a place.
pub fn place(body: &mut BodyDescription, (position, orientation): &(Vec3, Quat)) {
    body.position = (*position).into();
    body.orientation = [orientation.w, orientation.i, orientation.j, orientation.k];
}

/// A turn about a point, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion {
    /// The point that the turn leaves in place (m).
    pub centre: Vec3,
    /// The turn.
    pub turn: Quat,
    /// The shift (m).
    pub shift: Vec3,
}

impl RigidMotion {
    /// A shift without a turn.
    pub fn shift(shift: Vec3) -> Self {
        Self { centre: Vec3::zeros(), turn: Quat::identity(), shift }
    }

    /// Where a point goes (m).
    pub fn point(&self, point: &Vec3) -> Vec3 {
        if self.turn == Quat::identity() {
            return point + self.shift;
        }
        self.centre + self.turn * (point - self.centre) + self.shift
    }

    /// Where a pose goes.
    pub fn pose(&self, pose: &Pose) -> Pose {
        let mut orientation = self.turn * pose.orientation;
        if self.turn == Quat::identity() {
            orientation = pose.orientation;
        } else {
            orientation.renormalize();
        }
        Pose { position: self.point(&pose.position), orientation }
    }
}

/// Says that an act was not carried out: what would be wrong with the scene then is nothing that is wrong with it now.
pub(super) fn refused(messages: &mut Messages, reason: &str) {
    messages.warn(tr!("act-refused", reason = reason.trim_end_matches('.')));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::load_str;
    use crate::world::StepInput;

    #[test]
    fn bodies_keep_their_colours_when_others_go_and_come() {
        let body = |(name, x): (&str, f64)| {
            format!(
                "(name: \"{name}\", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: ({x:.1}, 0.0, 0.0))"
            )
        };
        let bodies = [("a", 0.0), ("b", 1.0), ("c", 2.0), ("d", 3.0)].map(body);
        let text = format!("Scene(bodies: [{}])", bodies.join(", "));
        let scene = load_str(&text, "four.ron", Path::new("scenes")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Peg]);
        let swatches = |bench: &Workbench| -> Vec<(String, usize)> {
            bench.scene.model.bodies.iter().map(|body| (body.name.clone(), body.swatch)).collect()
        };
        let of =
            |all: &[(&str, usize)]| -> Vec<_> { all.iter().map(|(n, s)| ((*n).to_owned(), *s)).collect() };
        assert_eq!(swatches(&bench), of(&[("a", 0), ("b", 1), ("c", 2), ("d", 3)]));
        let without_b = |scene: &mut Scene| {
            scene.bodies.remove(1);
            Ok(())
        };
        change_scene(&mut bench, None, without_b).expect("a scene");
        assert_eq!(swatches(&bench), of(&[("a", 0), ("c", 2), ("d", 3)]));
        let renamed = Renamed { old: "c", new: "e" };
        let name_and_add = |scene: &mut Scene| {
            scene.bodies[1].name = "e".to_owned();
            let mut more = scene.bodies[0].clone();
            more.name = "f".to_owned();
            more.position = [4.0, 0.0, 0.0];
            scene.bodies.push(more);
            Ok(())
        };
        change_scene(&mut bench, Some(renamed), name_and_add).expect("a scene");
        assert_eq!(swatches(&bench), of(&[("a", 0), ("e", 2), ("d", 3), ("f", 4)]), "one that nobody has");
    }

    /// Velocities of the others lie half a step before this moment under the leapfrog models, and stay so; one that is set free
    /// begins to fall now.
    #[test]
    fn a_body_that_is_set_free_falls_from_rest_and_the_others_as_before() {
        let text = "Scene(bodies: [(name: \"held\", shape: Box(half_extents: (0.1, 0.1, 0.1))), \
                    (name: \"other\", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (5.0, 0.0, 0.0))])";
        let scene = load_str(text, "two.ron", Path::new("scenes")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &ContactModel::ALL);
        let run = |bench: &mut Workbench, steps: usize| {
            for pane in &mut bench.panes {
                for _ in 0..steps {
                    pane.simulation.step(&StepInput::default()).expect("a step");
                }
            }
        };
        let set = |bench: &mut Workbench, kind: BodyKind| {
            let kind_of_held = |scene: &mut Scene| {
                scene.bodies[0].kind = kind;
                Ok(())
            };
            change_scene(bench, None, kind_of_held).expect("it is a scene");
        };
        run(&mut bench, 10);
        set(&mut bench, BodyKind::Fixed);
        run(&mut bench, 2);
        set(&mut bench, BodyKind::Dynamic);
        let before: Vec<State> = bench.panes.iter().map(|pane| pane.simulation.state.clone()).collect();
        run(&mut bench, 3);
        for (pane, before) in bench.panes.iter().zip(&before) {
            let (state, gravity) = (&pane.simulation.state, pane.simulation.model.gravity);
            let fall = |from: Vec3, t: f64| from + gravity * (0.5 * t * t);
            let held = fall(before.poses[0].position, state.time - before.time) - state.poses[0].position;
            let other = fall(Vec3::new(5.0, 0.0, 0.0), state.time) - state.poses[1].position;
            let model = pane.model();
            assert!(held.norm() < 1e-12 && other.norm() < 1e-12, "{model:?}: {held:?}, {other:?} m off");
        }
    }
}
