//! The editor of joints, of what drives them, of paths and of forces: what it shows, and what a click asks for.

use super::*;
use crate::app::command::JointCommand;
use crate::app::command::joint::{DriveChange, JointChange};
use crate::scene::format::JointKind;
use crate::world::joint::Target;

fn desk(text: &str, body: usize, joint: Option<usize>) -> Desk {
    let scene = load_str(text, "gate.ron", Path::new(".")).expect("a valid scene");
    let mut desk = Desk::new(Workbench::new(scene, &DEFAULT_MODELS[..1]), (1600.0, 3200.0));
    (desk.selection.body, desk.selection.joint) = (Some(BodyId(body)), joint);
    desk.frames(4);
    desk
}

impl Desk {
    pub(super) fn text(&mut self) -> String {
        text_of(&self.frame(Vec::new()).1)
    }

    pub(super) fn click_on(&mut self, text: &str) -> Vec<AppCommand> {
        let place = place_of(text, &self.frame(Vec::new()).1);
        self.click(place)
    }
}

#[test]
fn a_joint_is_edited_where_it_is_asked_for() {
    let mut closed = desk(GATE, 1, None);
    assert!(!closed.text().contains("Remove joint"));
    let asked = closed.click_on("⏵ Edit");
    assert!(asked.contains(&SelectCommand::Joint(Some(0)).into()), "{asked:?}");

    let mut open = desk(GATE, 1, Some(0));
    let text = open.text();
    for wanted in [
        "Point (m)",
        "Angle",
        "Least",
        "-30.0",
        "Largest",
        "Breaks at a force",
        "50.0",
        "Damping kd",
        "20.0",
        "N·m·s/rad",
        "steady",
        "85.9437",
        "°/s",
        "Remove drive",
        "Remove joint",
    ] {
        assert!(text.contains(wanted), "`{wanted}` is not shown: {text}");
    }
    let asked = open.click_on("Remove joint");
    assert!(asked.contains(&JointCommand::Remove(0).into()), "{asked:?}");
    let asked = open.click_on("Remove drive");
    assert!(asked.contains(&JointCommand::RemoveDrive(0).into()), "{asked:?}");
    let asked = open.click_on("Limits");
    let none: AppCommand = JointCommand::Change(0, JointChange::Limits(None)).into();
    assert!(!asked.contains(&none), "the row of the list is no box to tick");
    let asked = open.click_on("Its bodies touch");
    assert!(asked.contains(&JointCommand::Change(0, JointChange::Collide(true)).into()), "{asked:?}");
    open.click_on("steady");
    open.frames(2);
    let asked = open.click_on("constant");
    let wanted = JointCommand::ChangeDrive(0, DriveChange::Target(Target::Constant(0.0)));
    assert!(asked.contains(&wanted.into()), "{asked:?}");
}

#[test]
fn an_angle_is_changed_while_the_clock_stands_only() {
    let field = |desk: &mut Desk| desk.text().lines().filter(|line| *line == "°").count();
    let mut standing = desk(GATE, 1, Some(0));
    let mut running = desk(GATE, 1, Some(0));
    running.bench.running = true;
    running.frames(2);
    assert_eq!(field(&mut standing), field(&mut running) + 1, "{}", standing.text());
}

#[test]
fn a_joint_is_added_with_a_body_chosen_by_name_or_the_pair_that_is_selected() {
    let mut desk = desk(SCENE, 1, None);
    desk.click_on("⏵ Add a joint");
    desk.frames(2);
    assert!(desk.click_on("Add joint").is_empty(), "nobody to join it to yet");
    desk.click_on("choose a body");
    desk.frames(2);
    // The body has the name of the row, and nothing else in the inspector has.
    desk.click_on("floor");
    desk.frames(2);
    let wanted: AppCommand = JointCommand::Add(JointKind::Revolute, BodyId(1), BodyId(0)).into();
    assert!(desk.click_on("Add joint").contains(&wanted));
    desk.selection.body = Some(BodyId(0));
    desk.selection.subject = Some(crate::app::explain::Subject::pair(0, BodyId(0), BodyId(1)));
    desk.frames(3);
    let wanted: AppCommand = JointCommand::Add(JointKind::Revolute, BodyId(0), BodyId(1)).into();
    assert!(desk.click_on("Add joint").contains(&wanted));
}

#[test]
fn a_path_is_offered_to_kinematic_bodies_and_listed() {
    let lift = SCENE.replace("kind: Dynamic", "kind: Kinematic").replace(", mass: Some(1.5)", "");
    let mut without = desk(&lift, 1, None);
    let asked = without.click_on("Add path");
    let [AppCommand::Joint(JointCommand::Path(BodyId(1), waypoints))] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!((waypoints.len(), waypoints[0].position), (1, [0.0, 1.0, 0.0]));
    let driven = lift.replace(
        "    ],\n)",
        "    ],\n    controllers: [(kind: Path, body: \"wedge\", waypoints: [(time: 0.0, position: (0.0, 1.0, 0.0)), (time: 2.0, position: (0.0, 3.0, 0.0))])],\n)",
    );
    let mut listed = desk(&driven, 1, None);
    assert!(listed.text().contains("Waypoint 2 at"), "{}", listed.text());
    let asked = listed.click_on("Add waypoint");
    let [AppCommand::Joint(JointCommand::Path(_, waypoints))] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!((waypoints.len(), waypoints[2].time, waypoints[2].position), (3, 3.0, [0.0, 3.0, 0.0]));
    let asked = listed.click_on("Remove path");
    assert!(asked.contains(&JointCommand::Path(BodyId(1), Vec::new()).into()), "{asked:?}");
    assert!(!desk(SCENE, 1, None).text().contains("Add path"), "a dynamic body goes its own way");
}

#[test]
fn forces_are_offered_to_dynamic_bodies_and_listed() {
    let mut without = desk(SCENE, 1, None);
    let asked = without.click_on("Add force");
    let [AppCommand::Joint(JointCommand::Forces(BodyId(1), pushes))] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    let model = &without.bench.scene.model;
    let weight = model.body(BodyId(1)).mass * model.gravity.norm();
    let [push] = pushes.as_slice() else { panic!("{pushes:?}") };
    assert!((push.force.x / weight - 0.5).abs() < 0.05 && push.until.is_none(), "{push:?} of {weight}");
    let given = "controllers: [(kind: Force, body: \"wedge\", force: (1.0, 0.0, 0.0), from: 0.5, until: Some(2.0)), \
                 (kind: Force, body: \"wedge\", torque: (0.0, 0.0, 3.0))],";
    let driven = SCENE.replace("    ],\n)", &format!("    ],\n    {given}\n)"));
    let mut listed = desk(&driven, 1, None);
    let text = listed.text();
    for wanted in
        ["Force 1 (N)", "Force 2 (N)", "Torque (N·m)", "Force 1 from", "Force 1 until", "Force 2 ends"]
    {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    assert!(!text.contains("Force 2 until"), "it acts for ever: {text}");
    let asked = listed.click_on("Force 2 ends");
    let [AppCommand::Joint(JointCommand::Forces(_, pushes))] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!((pushes.len(), pushes[0].until, pushes[1].until), (2, Some(2.0), Some(1.0)));
    assert!(!desk(SCENE, 0, None).text().contains("Add force"), "nothing moves the floor");
}

#[test]
fn a_target_beyond_the_limits_of_its_joint_is_said_to_be() {
    let said = "beyond the limits";
    for (target, beyond) in [
        ("Constant(0.9)", false),
        ("Constant(1.2)", true),
        ("Constant(-0.6)", true),
        ("Sine(amplitude: 0.5, frequency: 1.0)", false),
        ("Sine(amplitude: 0.7, frequency: 1.0)", true),
        ("Trajectory([(0.0, 0.2), (1.0, 1.1)])", true),
        ("Ramp(1.5)", false),
    ] {
        let mut desk = desk(&GATE.replace("Ramp(1.5)", target), 1, Some(0));
        let text = desk.text();
        assert_eq!(text.contains(said), beyond, "{target}: {text}");
    }
}
