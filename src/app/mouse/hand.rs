//! What the mouse holds, and how bodies follow it while the clock stands: as far as nothing is in the way, in all panes.

use crate::app::bench::branches;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::build::edit::{RigidMotion, make_start};
use crate::app::build::free_move::{free_move, free_turn, moved_together, turn_about};
use crate::app::messages::Messages;
use crate::app::mouse::gizmo::{Handle, exact_axis, short_way};
use crate::app::mouse::snap;
use crate::app::past::undo::UndoStack;
use crate::app::run::spring::Spring;
use crate::math::Vec3;
use crate::world::joint::Controller;
use crate::world::{BodyId, Model};
use bevy::prelude::Resource;

/// Ways shorter than this (m or rad) are none.
const LEAST: f64 = 1e-12;

/// What the mouse holds, or could take hold of.
#[derive(Resource, Default, Debug)]
pub struct Hand {
    /// The body that is held.
    pub held: Option<Held>,
    /// The handle of the selected body under the pointer, or held, and the pane it is in.
    pub handle: Option<(usize, Handle)>,
}

impl Hand {
    /// The spring that a held body is on while the clock runs.
    pub fn spring(&self) -> Option<Spring> {
        let held = self.held.as_ref()?;
        match held.grip {
            Grip::Point { grabbed, target, .. } => Some(Spring { body: held.body, grabbed, target }),
            Grip::Handle { .. } | Grip::Fixed => None,
        }
    }
}

/// How a body is held.
#[derive(Clone, Copy, Debug)]
pub enum Grip {
    /// By a point of it.
    Point {
        /// The grabbed point, body frame (m).
        grabbed: Vec3,
        /// Where it was grabbed (world, m); the mouse moves in the plane through it that faces the camera.
        start: Vec3,
        /// Where the mouse has it now (world, m).
        target: Vec3,
    },
    /// By a handle.
    Handle {
        /// Which.
        handle: Handle,
        /// Where the pointer was on it at last (m or rad).
        last: f64,
        /// How far the pointer has come since it was grabbed (m or rad).
        way: f64,
        /// How far the body has come (m or rad).
        done: f64,
    },
    /// What was pressed is a body that does not move: it is selected by a click, and a drag turns the camera.
    Fixed,
}

/// A body that is held.
#[derive(Clone, Debug)]
pub struct Held {
    /// The body.
    pub body: BodyId,
    /// It and those that are moved with it because they are selected.
    bodies: Vec<BodyId>,
    /// How.
    pub grip: Grip,
    /// The distance of the points of the grid (m) and the angle between the marks (rad) that it snaps to, if it does.
    pub snap: Option<(f64, f64)>,
    /// The workbench when it was taken: what undo goes back to.
    before: Snapshot,
    /// The workbench before it was first moved by hand, if it was: what Escape goes back to. Between the two the clock may
    /// have run.
    unmoved: Option<Snapshot>,
    /// Whether it was said what keeps it from being moved.
    pub refused: bool,
    /// What moved with it, and how, in the pane where it is held.
    group: Vec<BodyId>,
    motion: RigidMotion,
}

impl Held {
    /// A body just taken; with it `bodies` are moved, itself among them.
    pub fn new(bench: &Workbench, body: BodyId, mut bodies: Vec<BodyId>, grip: Grip) -> Self {
        // Joints are followed from the body that is held first.
        bodies.sort_by_key(|id| (*id != body, *id));
        Self {
            body,
            bodies,
            grip,
            snap: None,
            before: Snapshot::of(bench),
            unmoved: None,
            refused: false,
            group: vec![body],
            motion: RigidMotion::shift(Vec3::zeros()),
        }
    }

    /// Moves the body in every pane by what brings the grabbed point of pane `pane` to the mouse.
    ///
    /// # Errors
    /// What keeps it from being moved, in a sentence.
    pub fn follow_point(&mut self, bench: &mut Workbench, pane: usize) -> Result<(), String> {
        let Grip::Point { grabbed, target, .. } = self.grip else { return Ok(()) };
        let pose = bench.panes[pane].simulation.state.poses[self.body.0];
        let mut wish = target - pose.transform_point(&grabbed);
        if let Some((grid, _)) = self.snap {
            wish = snap::shift(&pose.position, &wish, grid, None, bench.scene.model.dimension);
        }
        let motion = self.shift(bench, pane, wish)?;
        self.motion.shift += motion;
        Ok(())
    }

    /// Moves or turns the body in every pane as the pointer in pane `pane` has gone along the handle.
    ///
    /// # Errors
    /// What keeps it from being moved, in a sentence.
    pub fn follow_handle(
        &mut self,
        bench: &mut Workbench,
        pane: usize,
        reading: Option<f64>,
    ) -> Result<(), String> {
        let (Grip::Handle { handle, last, way, done }, Some(reading)) = (self.grip, reading) else {
            return Ok(());
        };
        let axis = exact_axis(handle.axis());
        let (way, done) = match handle {
            Handle::Move(_) => {
                // The reading is from the middle of the body, which moves along.
                let mut wish = (reading - last) * axis;
                if let Some((grid, _)) = self.snap {
                    let at = bench.panes[pane].simulation.state.poses[self.body.0].position;
                    wish = snap::shift(&at, &wish, grid, Some(handle.axis()), bench.scene.model.dimension);
                }
                let gone = self.shift(bench, pane, wish)?;
                self.motion.shift += gone;
                (way, done + gone.dot(&axis))
            }
            Handle::Turn(_) => {
                let way = way + short_way(last, reading);
                let to = self.snap.map_or(way, |(_, step)| snap::turn(way, step));
                let turned = self.turn(bench, pane, axis, to - done)?;
                (way, done + turned)
            }
        };
        let last = if matches!(handle, Handle::Move(_)) { last } else { reading };
        self.grip = Grip::Handle { handle, last, way, done };
        Ok(())
    }

    /// Shifts the group in every pane as far as it is free; returns how far in pane `pane`.
    fn shift(&mut self, bench: &mut Workbench, pane: usize, wish: Vec3) -> Result<Vec3, String> {
        if wish.norm() < LEAST {
            return Ok(Vec3::zeros());
        }
        let model = bench.scene.model.clone();
        let motions = self.move_all(bench, pane, |state, group, _| {
            RigidMotion::shift(free_move(&model, state, group, wish))
        })?;
        Ok(motions.shift)
    }

    /// Turns the group about the body's centre of mass in every pane as far as it is free; returns how far in pane `pane`
    /// (rad).
    fn turn(&mut self, bench: &mut Workbench, pane: usize, axis: Vec3, wish: f64) -> Result<f64, String> {
        if wish.abs() < LEAST {
            return Ok(0.0);
        }
        let model = bench.scene.model.clone();
        let mut turned = 0.0;
        let body = self.body;
        let motion = self.move_all(bench, pane, |state, group, here| {
            let centre = state.poses[body.0].position;
            let angle = free_turn(&model, state, group, centre, axis, wish);
            if here {
                turned = angle;
            }
            turn_about(centre, axis, angle)
        })?;
        self.motion.centre = motion.centre;
        self.motion.turn = motion.turn * self.motion.turn;
        Ok(turned)
    }

    /// Moves the group in every pane by the motion that is free there; returns that of pane `pane`. Nothing moves where
    /// joints hold it in one of the panes: panes that went on alone would lose the point.
    fn move_all(
        &mut self,
        bench: &mut Workbench,
        pane: usize,
        mut motion: impl FnMut(&crate::world::State, &[BodyId], bool) -> RigidMotion,
    ) -> Result<RigidMotion, String> {
        let model = bench.scene.model.clone();
        if let Some(driven) = self.bodies.iter().find(|id| on_path(&model, **id)) {
            let name = &model.body(*driven).name;
            return Err(tr!("hand-follows-path-that-scene-gives", name = name));
        }
        let groups: Vec<Vec<BodyId>> = bench
            .panes
            .iter()
            .map(|pane| moved_together(&model, &pane.simulation.state, &self.bodies))
            .collect::<Result<_, _>>()
            .map_err(|anchored| anchored.message(&model))?;
        let mut own = RigidMotion::shift(Vec3::zeros());
        for (k, group) in groups.into_iter().enumerate() {
            let state = &bench.panes[k].simulation.state;
            let motion = motion(state, &group, k == pane);
            let mut next = state.clone();
            for id in &group {
                next.poses[id.0] = motion.pose(&next.poses[id.0]);
            }
            if k == pane {
                own = motion;
                self.group = group;
            }
            if next.poses == state.poses {
                continue;
            }
            if self.unmoved.is_none() {
                self.unmoved = Some(Snapshot::of(bench));
                branches::keep(bench);
            }
            bench.panes[k].set_by_hand(next);
        }
        bench.forget_parting_now();
        Ok(own)
    }

    /// Lets go: what was moved by hand at the start changes the start, and all of it can be undone.
    pub fn finish(self, bench: &mut Workbench, undo: &mut UndoStack, messages: &mut Messages) {
        let name = bench.scene.model.bodies.get(self.body.0).map_or_else(String::new, |b| b.name.clone());
        let moved = named(&bench.scene.model, &self.bodies);
        let label = match (self.grip, self.unmoved.is_some()) {
            (Grip::Handle { handle: Handle::Turn(_), .. }, true) => tr!("hand-turn", moved = moved),
            (_, true) => tr!("hand-move", moved = moved),
            (Grip::Point { .. }, false) if bench.running => tr!("hand-pull", name = name),
            _ => return,
        };
        if let Some(unmoved) = self.unmoved
            && !bench.running
            && let Err(error) = make_start(bench, &self.group, &self.motion)
        {
            let them = if self.bodies.len() == 1 { tr!("hand-was") } else { tr!("hand-they-were") };
            messages.warn(tr!("hand-cannot-start-there-put-back", moved = moved, error = error, them = them));
            unmoved.restore(bench);
            return;
        }
        undo.push(label, self.before);
    }

    /// Puts back what was moved by hand; the run before that stays.
    pub fn put_back(self, bench: &mut Workbench, undo: &mut UndoStack, messages: &mut Messages) {
        let step_of = |panes: &[Pane]| panes.iter().map(|pane| pane.simulation.state.step).max();
        match &self.unmoved {
            // The run that followed is not thrown away: undo goes back before it.
            Some(unmoved) if bench.running || step_of(unmoved.panes()) != step_of(&bench.panes) => {
                self.finish(bench, undo, messages);
            }
            Some(unmoved) => unmoved.clone().restore(bench),
            None => {}
        }
    }
}

/// What bodies are called in a sentence: one by its name, several by their number.
pub fn named(model: &Model, bodies: &[BodyId]) -> String {
    match bodies {
        [one] => model.bodies.get(one.0).map_or_else(String::new, |body| format!("`{}`", body.name)),
        several => tr!("several-bodies", count = several.len()),
    }
}

/// Whether a controller says where the body is.
pub fn on_path(model: &Model, body: BodyId) -> bool {
    model.controllers.iter().any(|c| matches!(c, Controller::Path { body: b, .. } if *b == body))
}
