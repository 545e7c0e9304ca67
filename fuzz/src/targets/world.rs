//! Worlds made up: boxes, hulls and unions over a floor, with joints, drives, friction, bounces, bodies that come late and bodies on paths; a few
//! steps under every model.

use super::{Trial, class};
use crate::chance::Chance;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::truth::TruthMeter;
use pegsim::geometry::shapes::PlatonicSolid;
use pegsim::math::Dimension;
use pegsim::scene::format::{
    BodyDescription, ControllerDescription, ControllerKind, JointDescription, JointKind, PartDescription,
    Point, Scene, Shape, Target, WaypointDescription,
};
use pegsim::scene::{load_scene, to_text};
use pegsim::step::Simulation;
use pegsim::world::{BodyKind, StepInput};
use std::path::Path;

/// Bodies sit in cells of this size (m), each within a ball of less than half of it.
const CELL: f64 = 1.0;

/// Under Exact no two bodies are deeper in each other (m), unless they were so before.
const DEPTH: f64 = 1e-9;

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let scene = scene(chance);
    trial.given(to_text(&scene).as_bytes(), "ron");
    let loaded = match load_scene(scene, "fuzz.ron", Path::new("/nonexistent/pegsim-fuzz")) {
        Err(error) => return trial.tag(format!("refused: {}", class(&error.message))),
        Ok(loaded) => loaded,
    };
    trial.tag("accepted");
    let steps = 1 + chance.below(12);
    for model in ContactModel::ALL {
        let mut run = loaded.simulation();
        run.settings.contact.model = model;
        run.settings.threads = Some(1);
        let exact = model == ContactModel::SeparatingFeature;
        let mut depths = Depths::new(&run);
        for step in 0..steps {
            let since = run.state.time;
            match run.step(&StepInput::default()) {
                Ok(_) => trial.tag(format!("{}: steps", model.name())),
                Err(error) => {
                    let said = error.to_string();
                    let reason = said.split_once(": ").map_or(said.as_str(), |s| s.1);
                    trial.tag(format!("{}: failed: {}", model.name(), class(reason)));
                    break;
                }
            }
            if !run.state.is_finite() {
                trial.wrong(format!("{}: step {} left numbers that are not finite", model.name(), step + 1));
                break;
            }
            if let Some(wrong) = exact.then(|| depths.after(&run, since)).flatten() {
                trial.wrong(format!("exact: step {} {wrong}", step + 1));
                break;
            }
        }
    }
}

/// How deep bodies are in each other, step by step.
pub struct Depths {
    meter: TruthMeter,
    before: f64,
}

impl Depths {
    pub fn new(run: &Simulation) -> Self {
        let meter = TruthMeter::new(&run.model);
        let before = meter.measure(&run.model, &run.state).depth_max;
        Self { meter, before }
    }

    /// What is wrong after a step under Exact that began at `since` (s): bodies deeper in each other than `DEPTH` and than before.
    pub fn after(&mut self, run: &Simulation, since: f64) -> Option<String> {
        let truth = self.meter.measure(&run.model, &run.state);
        // Who comes in where somebody is cannot be kept out.
        let comes = |id| !run.model.is_active(id, since) && run.model.is_active(id, run.state.time);
        let entered = truth.worst_pair.is_some_and(|(a, b)| comes(a) || comes(b));
        let before = std::mem::replace(&mut self.before, truth.depth_max);
        let wrong = !entered && !(truth.depth_max <= before.max(DEPTH));
        wrong
            .then(|| format!("left {:?} {:e} m deep, {before:e} m before", truth.worst_pair, truth.depth_max))
    }
}

/// A world whose bodies start apart.
pub fn scene(chance: &mut Chance) -> Scene {
    let plane = chance.one_in(3);
    let dimension = if plane { Dimension::Two } else { Dimension::Three };
    let mut scene = Scene::new("fuzz", dimension);
    scene.time_step = [0.01, 0.01, 0.001, 0.05][chance.below(4)];
    if chance.one_in(8) {
        scene.gravity = Some([0.0; 3]);
    }
    let floor = if plane { Point::Plane([20.0, 0.5]) } else { Point::Space([20.0, 20.0, 0.5]) };
    let up = if plane { 1 } else { 2 };
    let mut ground = BodyDescription::new("floor", BodyKind::Fixed, Shape::Box { half_extents: floor });
    ground.position[up] = -0.5 - if chance.one_in(2) { 0.0 } else { chance.unit() };
    ground.friction = chance.unit();
    scene.bodies.push(ground);
    let columns = 1 + chance.below(3);
    for k in 0..1 + chance.below(7) {
        let body = body(chance, plane, columns, k);
        scene.bodies.push(body);
    }
    joints(chance, &mut scene, plane);
    drives(chance, &mut scene);
    scene.friction.directions = [2, 4, 8, 5][chance.below(4)].max(if plane { 2 } else { 3 });
    scene
}

/// A body in a cell of its own.
fn body(chance: &mut Chance, plane: bool, columns: usize, k: usize) -> BodyDescription {
    let kind = if chance.one_in(9) {
        BodyKind::Kinematic
    } else if chance.one_in(12) {
        BodyKind::Fixed
    } else {
        BodyKind::Dynamic
    };
    let mut body = BodyDescription::new(&format!("body {k}"), kind, shape(chance, plane, 0.45 * CELL));
    let (across, height) = ((k % columns) as f64, (k / columns) as f64);
    let place = [across * CELL, 0.5 * CELL + height * CELL];
    body.position = if plane { [place[0], place[1], 0.0] } else { [place[0], 0.2 * chance.unit(), place[1]] };
    body.orientation = if chance.one_in(2) { [1.0, 0.0, 0.0, 0.0] } else { chance.turn(plane) };
    if kind != BodyKind::Fixed && chance.one_in(2) {
        let speed = chance.decades(-2.0, 1.5);
        let [x, y, z] = chance.vector().map(|c| c * speed);
        body.velocity = if plane { [x, y, 0.0] } else { [x, y, z] };
        let [x, y, z] = chance.vector().map(|c| c * speed);
        body.angular_velocity = if plane { [0.0, 0.0, z] } else { [x, y, z] };
    }
    if chance.one_in(4) {
        body.density = chance.decades(0.0, 4.5);
    }
    body.friction = [0.0, 0.3, 0.8, chance.unit()][chance.below(4)];
    body.restitution = [0.0, 0.0, 0.5, 1.0][chance.below(4)];
    if kind == BodyKind::Dynamic && chance.one_in(8) {
        // Its cell is its own, but somebody may have fallen into it by then.
        body.spawn_time = chance.below(6) as f64 * 0.01;
        body.position[if plane { 1 } else { 2 }] += 20.0 * CELL;
    }
    body
}

/// A shape within a ball.
fn shape(chance: &mut Chance, plane: bool, radius: f64) -> Shape {
    let size = radius * chance.between(0.2, 1.0);
    match chance.below(6) {
        0 | 1 => {
            let mut half = chance.vector().map(|c| size * 0.57 * c.abs().max(0.02));
            if chance.one_in(2) {
                half = [size * 0.57; 3];
            }
            Shape::Box {
                half_extents: if plane { Point::Plane([half[0], half[1]]) } else { Point::Space(half) },
            }
        }
        2 if plane => Shape::RegularPolygon { sides: 3 + chance.below(8), radius: size },
        2 => Shape::Prism {
            sides: 3 + chance.below(6),
            radius: size * 0.7,
            height: size * chance.between(0.1, 1.4),
        },
        3 if !plane => {
            let solids = [
                PlatonicSolid::Tetrahedron,
                PlatonicSolid::Cube,
                PlatonicSolid::Octahedron,
                PlatonicSolid::Dodecahedron,
            ];
            Shape::Platonic(solids[chance.below(4)], size)
        }
        4 => Shape::Union(
            (0..2)
                .map(|k| PartDescription {
                    shape: Shape::Box {
                        half_extents: if plane {
                            Point::Plane([size * 0.5, size * 0.15])
                        } else {
                            Point::Space([size * 0.5, size * 0.15, size * 0.15])
                        },
                    },
                    position: [0.0, if k == 0 { 0.0 } else { size * 0.3 }, 0.0],
                    orientation: [1.0, 0.0, 0.0, 0.0],
                })
                .collect(),
        ),
        _ => {
            let points = (0..5 + chance.below(8))
                .map(|_| {
                    let [x, y, z] = chance.vector().map(|c| c * size * 0.57);
                    if plane { Point::Plane([x, y]) } else { Point::Space([x, y, z]) }
                })
                .collect();
            Shape::Hull { points }
        }
    }
}

fn joints(chance: &mut Chance, scene: &mut Scene, plane: bool) {
    for k in 0..chance.below(4) {
        let n = scene.bodies.len();
        let (a, b) = (chance.below(n), 1 + chance.below(n - 1));
        if a == b {
            continue;
        }
        let kind = if plane {
            [JointKind::Revolute, JointKind::Prismatic, JointKind::Fixed][chance.below(3)]
        } else {
            [
                JointKind::Revolute,
                JointKind::Prismatic,
                JointKind::Fixed,
                JointKind::Spherical,
                JointKind::Cylindrical,
            ][chance.below(5)]
        };
        let middle = [0, 1, 2].map(|i| (scene.bodies[a].position[i] + scene.bodies[b].position[i]) / 2.0);
        let along = if chance.one_in(2) { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
        let axis = match (plane, kind) {
            (true, JointKind::Prismatic) => [1.0, 0.0, 0.0],
            (true, _) => [0.0, 0.0, 1.0],
            _ => along,
        };
        let (a, b) = (scene.bodies[a].name.clone(), scene.bodies[b].name.clone());
        let mut joint = JointDescription::new(kind, &a, &b, middle, axis);
        joint.name = format!("joint {k}");
        joint.collide = chance.one_in(3);
        if matches!(kind, JointKind::Revolute | JointKind::Prismatic) && chance.one_in(3) {
            joint.limits = Some((-chance.unit(), chance.unit()));
        }
        if chance.one_in(8) {
            joint.break_force = Some(chance.decades(-1.0, 5.0));
        }
        scene.joints.push(joint);
    }
    scene.joint_correction = chance.one_in(4);
}

fn drives(chance: &mut Chance, scene: &mut Scene) {
    for joint in scene.joints.clone() {
        if matches!(joint.kind, JointKind::Revolute | JointKind::Prismatic) && chance.one_in(2) {
            let target = match chance.below(3) {
                0 => Target::Constant(chance.between(-0.5, 0.5)),
                1 => Target::Sine { amplitude: chance.unit(), frequency: chance.decades(-1.0, 1.5) },
                _ => Target::Ramp(chance.between(-5.0, 5.0)),
            };
            let (kp, kd) = (chance.decades(-1.0, 4.0), chance.decades(-2.0, 3.0));
            scene.controllers.push(ControllerDescription::joint_pd(&joint.name, target, kp, kd));
        }
    }
    for body in &scene.bodies {
        if body.kind == BodyKind::Kinematic && chance.one_in(2) {
            let mut path = ControllerDescription::new(ControllerKind::Path);
            path.body.clone_from(&body.name);
            let mut position = body.position;
            path.waypoints = (0..3)
                .map(|k| {
                    let waypoint = WaypointDescription {
                        time: f64::from(k) * 0.1,
                        position,
                        orientation: body.orientation,
                    };
                    position[0] += chance.between(-0.1, 0.1);
                    position[1] += chance.between(-0.1, 0.1);
                    waypoint
                })
                .collect();
            scene.controllers.push(path);
        } else if body.kind == BodyKind::Dynamic && chance.one_in(8) {
            let mut force = ControllerDescription::new(ControllerKind::Force);
            force.body.clone_from(&body.name);
            force.force[0] = chance.between(-1.0, 1.0) * chance.decades(0.0, 4.0);
            force.from = 0.01;
            scene.controllers.push(force);
        }
    }
}
