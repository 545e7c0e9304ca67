//! What plots follow that is no quantity of the whole scene: a body, a joint, a pair of bodies. It is what is selected, and stays
//! the last that was.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::look::view::Selection;
use crate::app::ui::panels::metric::Metric;
use crate::world::BodyId;
use crate::world::Model;
use std::iter::once;
use std::sync::Arc;

/// Points of a curve that are read from a recording at most; of longer ones every second, third, … step is.
const MOST: usize = 4000;

/// What is followed, by names, which stay the same when bodies are numbered anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watched {
    /// The body.
    pub body: Option<String>,
    /// The other one of a pair.
    pub other: Option<String>,
    /// The joint.
    pub joint: Option<String>,
}

impl Watched {
    /// What is selected, or what was before where nothing is.
    pub fn follow(&mut self, bench: &Workbench, selection: &Selection) {
        self.forget_gone(bench);
        let model = &bench.scene.model;
        let name = |id: BodyId| model.bodies.get(id.0).map(|body| body.name.clone());
        let pair = selection.subject(bench).map(|subject| subject.bodies);
        let Some(body) = selection.body.or(pair.map(|pair| pair.0)).filter(|id| id.0 < model.bodies.len())
        else {
            return;
        };
        let partner = pair.and_then(|(a, b)| if a == body { Some(b) } else { (b == body).then_some(a) });
        // Of several joints of a body that which is edited, else the one that holds it.
        let holds = |number: &usize| model.joints[*number].bodies.1 == body;
        let has = |number: &usize| model.joints[*number].bodies.0 == body;
        let joint = selection.joint(model).or_else(|| (0..model.joints.len()).find(holds));
        let joint = joint.or_else(|| (0..model.joints.len()).find(has));
        // That of the body before, where this one has none.
        let joint = joint.map(|number| model.joints[number].name.clone()).or_else(|| self.joint.take());
        *self = Self { body: name(body), other: partner.and_then(name), joint };
    }

    /// Forgets what is in no scene that is shown or recorded any more.
    fn forget_gone(&mut self, bench: &Workbench) {
        if self.body.is_none() && self.joint.is_none() {
            return;
        }
        let recorded = bench.panes.iter().flat_map(|pane| {
            let mut frames = pane.recording.frames();
            [frames.next(), frames.next_back()].into_iter().flatten()
        });
        let models = || once(&bench.scene.model).chain(recorded.clone().map(|frame| &frame.scene.model));
        let is_body = |name: &String| models().any(|model| model.find(name).is_some());
        let is_joint = |name: &String| models().any(|m| m.joints.iter().any(|joint| joint.name == *name));
        self.body = self.body.take().filter(is_body);
        self.other = self.other.take().filter(|name| self.body.is_some() && is_body(name));
        self.joint = self.joint.take().filter(is_joint);
    }

    /// What a quantity of it is called; none where what it needs was not selected.
    pub fn name(&self, metric: Metric) -> Option<String> {
        match metric {
            Metric::JointAngle | Metric::JointTravel | Metric::DriveTorque | Metric::DriveForce => {
                self.joint.clone()
            }
            Metric::ContactForce => match (&self.body, &self.other) {
                (Some(body), Some(other)) => Some(tr!("watched-pair", first = body, second = other)),
                (body, _) => body.clone(),
            },
            _ => self.body.clone(),
        }
    }

    /// What a plot of a quantity of it says above the curve: its name, and why there is none.
    pub fn title(&self, model: &Model, metric: Metric) -> String {
        let Some(name) = self.name(metric) else { return tr!("watched-select").to_owned() };
        let of_joint = matches!(
            metric,
            Metric::JointAngle | Metric::JointTravel | Metric::DriveTorque | Metric::DriveForce
        );
        if of_joint && joint(model, &name, metric).is_none() {
            return match metric {
                Metric::JointAngle | Metric::DriveTorque => tr!("watched-turns-not", name = name),
                _ => tr!("watched-slides-not", name = name),
            };
        }
        name
    }

    /// The values of a quantity of it in a pane, with their steps and times (s), oldest first; those of no number are left out.
    pub fn series(&self, pane: &Pane, metric: Metric) -> Vec<(u64, f64, f64)> {
        let found = match metric {
            Metric::DriveTorque | Metric::DriveForce | Metric::ContactForce => self.of_loads(pane, metric),
            _ => self.of_states(pane, metric).unwrap_or_default(),
        };
        found.into_iter().filter(|(.., value)| value.is_finite()).collect()
    }

    fn of_loads(&self, pane: &Pane, metric: Metric) -> Vec<(u64, f64, f64)> {
        let (mut model, mut asked) = (None::<&Arc<Model>>, None);
        let mut points = Vec::new();
        for load in pane.loads.iter() {
            if model.is_none_or(|model| !Arc::ptr_eq(model, &load.model)) {
                (model, asked) = (Some(&load.model), self.asked_of(&load.model, &pane.scene.model, metric));
            }
            let force = match asked {
                Some(Asked::Normal(body, other)) => load.normal(body, other),
                Some(Asked::Drive(joint)) => load.drive(joint),
                // It was not there in these steps.
                None => continue,
            };
            points.push((load.step, load.time, force));
        }
        points
    }

    fn asked_of(&self, model: &Model, now: &Model, metric: Metric) -> Option<Asked> {
        if metric != Metric::ContactForce {
            return joint_then(model, now, self.joint.as_deref()?, metric).map(Asked::Drive);
        }
        let body = body_then(model, now, self.body.as_deref()?)?;
        let other = match self.other.as_deref() {
            Some(name) => Some(body_then(model, now, name)?),
            None => None,
        };
        Some(Asked::Normal(body, other))
    }

    fn of_states(&self, pane: &Pane, metric: Metric) -> Option<Vec<(u64, f64, f64)>> {
        let frames = pane.recording.frames();
        let stride = frames.len().div_ceil(MOST).max(1);
        let last = pane.recording.range().map(|(_, last)| last);
        let kept = frames.enumerate().filter(|(k, f)| k % stride == 0 || Some(f.state.step) == last);
        let mut points = Vec::new();
        for (_, frame) in kept {
            let (model, now, state) = (&frame.scene.model, &pane.scene.model, &frame.state);
            let value = if matches!(metric, Metric::JointAngle | Metric::JointTravel) {
                let Some(number) = joint_then(model, now, self.joint.as_deref()?, metric) else { continue };
                let joint = &model.joints[number];
                joint.coordinate(&state.poses[joint.bodies.0.0], &state.poses[joint.bodies.1.0])
            } else {
                let Some(id) = body_then(model, now, self.body.as_deref()?) else { continue };
                let place = || model.scene_frame(id, &state.poses[id.0]).0;
                let velocity = || model.twist_now(state, id).linear;
                match metric {
                    Metric::PositionX => place().x,
                    Metric::PositionY => place().y,
                    Metric::PositionZ => place().z,
                    Metric::VelocityX => velocity().x,
                    Metric::VelocityY => velocity().y,
                    Metric::VelocityZ => velocity().z,
                    _ => velocity().norm(),
                }
            };
            points.push((state.step, state.time, value));
        }
        Some(points)
    }
}

/// Which force is asked for, by the numbers of one model.
#[derive(Clone, Copy)]
enum Asked {
    /// Between a body and another one, or all others.
    Normal(BodyId, Option<BodyId>),
    /// Of the drive of a joint.
    Drive(usize),
}

/// The number that what is called `name` in the scene `now` had in another scene with these names: of that name, else, where it was renamed in between, in its place
/// among as many.
fn then<T>(known: &[T], now: &[T], name: &str, of: fn(&T) -> &str) -> Option<usize> {
    let place = |all: &[T], name: &str| all.iter().position(|one| of(one) == name);
    place(known, name).or_else(|| {
        let k = place(now, name).filter(|_| known.len() == now.len())?;
        place(now, of(&known[k])).is_none().then_some(k)
    })
}

/// A body of the scene `now` in another model.
fn body_then(model: &Model, now: &Model, name: &str) -> Option<BodyId> {
    then(&model.bodies, &now.bodies, name, |body| &body.name).map(BodyId)
}

/// A joint of the scene `now` in another model, if the quantity is one of its kind.
fn joint_then(model: &Model, now: &Model, name: &str, metric: Metric) -> Option<usize> {
    let number = then(&model.joints, &now.joints, name, |joint| &joint.name)?;
    joint(model, &model.joints[number].name, metric)
}

/// The joint of that name, if the quantity is one of its kind.
fn joint(model: &Model, name: &str, metric: Metric) -> Option<usize> {
    use crate::scene::format::JointKind::{Prismatic, Revolute};
    let number = model.joints.iter().position(|joint| joint.name == name)?;
    let turns = matches!(metric, Metric::JointAngle | Metric::DriveTorque);
    (model.joints[number].kind == if turns { Revolute } else { Prismatic }).then_some(number)
}

/// The points of a quantity in a pane: of the whole scene, or of what is followed. Times (s) and values.
pub fn points(pane: &Pane, metric: Metric, watched: &Watched) -> Vec<[f64; 2]> {
    if metric.is_watched() {
        return watched.series(pane, metric).into_iter().map(|(_, time, value)| [time, value]).collect();
    }
    pane.history.samples().iter().map(|s| [s.time, metric.value(s)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::loads::Load;
    use crate::contact::models::ContactModel;
    use crate::recording::{Frame, Sample};
    use crate::scene::load_str;
    use crate::world::StepInput;
    use std::path::Path;

    /// A box of 3 kg that rests, one that falls beside it, and an arm that a drive holds level against its weight.
    const SCENE: &str = r#"Scene(time_step: 0.01, bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (2, 2, 0.5)), position: (0, 0, -0.5)),
        (name: "box", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0, 0, 0.1), mass: 3),
        (name: "stone", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (1, 0, 50), mass: 1),
        (name: "arm", shape: Box(half_extents: (0.5, 0.05, 0.05)), position: (0.5, 1, 1), mass: 2),
    ], joints: [(name: "hinge", kind: Revolute, bodies: ("floor", "arm"), point: (0, 1, 1), axis: (0, 1, 0))],
    controllers: [(kind: JointPd, joint: "hinge", target: Constant(0), kp: 10000, kd: 300)])"#;

    fn ran(steps: usize) -> Workbench {
        let scene = load_str(SCENE, "forces.ron", Path::new("scenes")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[ContactModel::SeparatingFeature]);
        let pane = &mut bench.panes[0];
        pane.recording.push(pane.frame(false));
        for _ in 0..steps {
            let record = pane.simulation.step(&StepInput::default()).expect("a step").clone();
            let sample = Sample { step: record.step, time: record.time, ..Sample::default() };
            let frame = Frame { by_hand: false, ..pane.frame(false) };
            pane.note(sample, None, Some(Arc::new(frame)));
            pane.loads.put(Load::of(&pane.simulation.model, &record, 0.01));
        }
        bench
    }

    fn watch(bench: &Workbench, body: &str, other: Option<&str>) -> Watched {
        let mut watched = Watched::default();
        let id = bench.scene.model.find(body);
        watched.follow(bench, &Selection { body: id, ..Selection::default() });
        Watched { other: other.map(str::to_owned), ..watched }
    }

    #[test]
    fn what_is_gone_is_followed_no_more() {
        let arm = watch(&ran(1), "arm", Some("floor"));
        assert!(arm.name(Metric::PositionX).is_some() && arm.name(Metric::JointAngle).is_some());
        let other = SCENE.replace("\"arm\"", "\"lever\"").replace("\"hinge\"", "\"pin\"");
        let scene = load_str(&other, "other.ron", Path::new("scenes")).expect("a valid scene");
        let mut watched = arm;
        watched.follow(&Workbench::new(scene, &[]), &Selection::default());
        assert_eq!(watched, Watched::default());
    }

    #[test]
    fn what_is_plotted_of_bodies_joints_and_forces_is_what_closed_forms_say() {
        let bench = ran(100);
        let pane = &bench.panes[0];
        // Free fall.
        let stone = watch(&bench, "stone", None);
        for (_, time, speed) in stone.series(pane, Metric::VelocityZ) {
            assert!((speed + 9.81 * time).abs() < 1e-9, "{speed} at {time}");
        }
        for (_, time, z) in stone.series(pane, Metric::PositionZ) {
            assert!((z - 50.0 + 0.5 * 9.81 * time * time).abs() < 1e-9, "{z} at {time}");
        }
        assert_eq!(stone.series(pane, Metric::PositionZ).len(), 101);
        // Weight on the floor, of the pair and of all that touches.
        for other in [Some("floor"), None] {
            let (step, _, force) =
                *watch(&bench, "box", other).series(pane, Metric::ContactForce).last().expect("forces");
            assert!(step == 100 && (force - 3.0 * 9.81).abs() < 1e-6, "{force}");
        }
        let apart = watch(&bench, "box", Some("stone"));
        assert!(apart.series(pane, Metric::ContactForce).iter().all(|(.., force)| *force == 0.0));
        // The arm rests where the drive bears m g l / 2.
        let arm = watch(&bench, "arm", None);
        let (.., angle) = *arm.series(pane, Metric::JointAngle).last().expect("angles");
        let (.., torque) = *arm.series(pane, Metric::DriveTorque).last().expect("torques");
        assert!((torque.abs() - 2.0 * 9.81 * 0.5 * angle.cos()).abs() < 0.02, "{torque} at {angle}");
        assert!(arm.series(pane, Metric::DriveForce).is_empty(), "a hinge has a torque");
        let model = &pane.scene.model;
        assert_ne!(
            arm.title(model, Metric::DriveForce),
            arm.title(model, Metric::DriveTorque),
            "and it is said"
        );
        assert!(arm.series(pane, Metric::JointTravel).is_empty());
        assert_eq!(arm.name(Metric::JointAngle).as_deref(), Some("hinge"));
        // A body without a joint leaves the one before.
        let mut of_joint = arm.clone();
        of_joint.follow(&bench, &Selection { body: bench.scene.model.find("box"), ..Selection::default() });
        assert_eq!((of_joint.body.as_deref(), of_joint.joint), (Some("box"), arm.joint.clone()));
        // Nothing selected: what was before stays.
        let mut kept = stone.clone();
        kept.follow(&bench, &Selection::default());
        assert_eq!(kept, stone);
    }

    /// Who comes after a body that is deleted has its number then.
    #[test]
    fn forces_stay_those_of_their_body_when_another_is_gone() {
        let mut bench = ran(30);
        let before = watch(&bench, "box", None).series(&bench.panes[0], Metric::ContactForce);
        let torque = watch(&bench, "arm", None).series(&bench.panes[0], Metric::DriveTorque);
        let without = SCENE.replacen("        (name: \"box\"", "        // (name: \"box\"", 1);
        let scene = Arc::new(load_str(&without, "forces.ron", Path::new("scenes")).expect("a valid scene"));
        assert_eq!(scene.model.find("stone"), bench.scene.model.find("box"));
        let stone = watch(&bench, "stone", None);
        let boxed = watch(&bench, "box", None);
        bench.panes[0].adopt(&scene, None);
        bench.scene = scene;
        let pane = &bench.panes[0];
        assert_eq!(boxed.series(pane, Metric::ContactForce), before, "what was, was");
        assert!(stone.series(pane, Metric::ContactForce).iter().all(|(.., force)| *force == 0.0));
        assert_eq!(watch(&bench, "arm", None).series(pane, Metric::DriveTorque), torque);
    }

    #[test]
    fn what_is_renamed_keeps_its_past() {
        let mut bench = ran(10);
        let past = watch(&bench, "arm", Some("floor"));
        let all = [Metric::PositionZ, Metric::JointAngle, Metric::DriveTorque, Metric::ContactForce];
        // A scene that is read anew begins with its own poses.
        let until = |watched: &Watched, bench: &Workbench| {
            let known = |metric| {
                let mut series = watched.series(&bench.panes[0], metric);
                series.retain(|(step, ..)| *step < 10);
                series
            };
            all.map(known)
        };
        let before = until(&past, &bench);
        let text = SCENE.replace("\"arm\"", "\"lever\"").replace("\"hinge\"", "\"pin\"");
        let scene = Arc::new(load_str(&text, "forces.ron", Path::new("scenes")).expect("a valid scene"));
        bench.panes[0].adopt(&scene, None);
        bench.scene = scene;
        let lever = watch(&bench, "lever", Some("floor"));
        assert_eq!(lever.joint.as_deref(), Some("pin"));
        assert_eq!(until(&lever, &bench), before);
        assert!(before.iter().all(|series| series.len() >= 9));
    }

    #[test]
    fn forces_after_a_branch_are_forgotten_and_taken_again_they_take_their_place() {
        let mut bench = ran(20);
        let pane = &mut bench.panes[0];
        pane.forget_after(12);
        assert_eq!(pane.loads.iter().last().map(|load| load.step), Some(12));
        let first = Load::clone(pane.loads.iter().next().expect("forces"));
        pane.loads.put(Load { time: 7.0, ..first });
        assert_eq!(pane.loads.iter().len(), 12);
        assert_eq!(pane.loads.iter().next().map(|load| load.time), Some(7.0));
    }
}
