//! Models of MuJoCo as scenes, against closed forms and transforms done by hand, and the sentences for files that are wrong.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;
#[path = "common/folder.rs"]
mod folders;

use common::simulation;
use folders::Folder;
use nalgebra::UnitQuaternion;
use pegsim::contact::models::ContactModel::{Peg, SeparatingFeature};
use pegsim::experiment::truth::TruthMeter;
use pegsim::math::{Mat3, Quat, Vec3};
use pegsim::scene::import::{ImportOptions, import};
use pegsim::scene::{LoadedScene, SceneError, load_file};
use pegsim::world::joint::{Controller, JointKind, Target};
use pegsim::world::{BodyKind, StepInput};
use std::f64::consts::PI;
use std::sync::atomic::{AtomicUsize, Ordering};

fn folder() -> Folder {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    Folder::new(&format!("mjcf-{}", CALLS.fetch_add(1, Ordering::Relaxed)))
}

fn try_load(text: &str, facets: Option<usize>) -> Result<LoadedScene, SceneError> {
    let folder = folder();
    import(&folder.with("model.xml", text), &ImportOptions { facets, free_base: false })
}

fn load(text: &str) -> LoadedScene {
    try_load(text, None).unwrap_or_else(|error| panic!("{error}"))
}

fn notes(scene: &LoadedScene) -> String {
    scene.imported.as_ref().unwrap().notes.join("\n")
}

/// Where the frame of a body is, and how it is turned.
fn place(scene: &LoadedScene, name: &str) -> (Vec3, Quat) {
    let id = scene.model.find(name).unwrap_or_else(|| panic!("no {name}"));
    scene.model.scene_frame(id, &scene.state.poses[id.0])
}

/// The same orientation in each spelling, in degrees and in radians, and in a class.
#[test]
fn orientations_are_read_in_every_spelling() {
    let turn = Quat::from_euler_angles(0.0, 0.0, PI / 3.0);
    let (c, s) = ((PI / 3.0).cos(), (PI / 3.0).sin());
    let body = |k: usize, how: &str| {
        format!("<body name='b{k}' pos='{} 0 0' {how}><freejoint/><geom size='0.1'/></body>", k)
    };
    let spellings = [
        format!("quat='{} 0 0 {}'", (PI / 6.0).cos() * 2.0, (PI / 6.0).sin() * 2.0),
        "axisangle='0 0 2 60'".to_owned(),
        "euler='0 0 60'".to_owned(),
        format!("xyaxes='{c} {s} 0 0 1 0'"),
    ];
    let bodies: String = spellings.iter().enumerate().map(|(k, how)| body(k, how)).collect();
    let scene = load(&format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>"));
    for k in 0..spellings.len() {
        let (at, found) = place(&scene, &format!("b{k}"));
        assert!(
            found.angle_to(&turn) < 1e-7 && (at - Vec3::x() * k as f64).norm() < 1e-15,
            "{}",
            spellings[k]
        );
    }
    // Small letters turn along, large ones stay; with radians.
    let [a, b, g] = [0.3, -0.8, 1.4];
    let axis = UnitQuaternion::from_axis_angle;
    for (sequence, wanted) in [
        ("xyz", axis(&Vec3::x_axis(), a) * axis(&Vec3::y_axis(), b) * axis(&Vec3::z_axis(), g)),
        ("XYZ", axis(&Vec3::z_axis(), g) * axis(&Vec3::y_axis(), b) * axis(&Vec3::x_axis(), a)),
        ("zYx", axis(&Vec3::y_axis(), b) * axis(&Vec3::z_axis(), a) * axis(&Vec3::x_axis(), g)),
    ] {
        let text = format!(
            "<mujoco><compiler angle='radian' eulerseq='{sequence}'/><worldbody><body name='b' euler='{a} {b} {g}'><freejoint/><geom size='1'/></body></worldbody></mujoco>"
        );
        assert!(place(&load(&text), "b").1.angle_to(&wanted) < 1e-7, "{sequence}");
    }
    let zaxis = load(
        "<mujoco><worldbody><body name='b' zaxis='0 3 4'><freejoint/><geom size='1'/></body></worldbody></mujoco>",
    );
    assert!((place(&zaxis, "b").1 * Vec3::z() - Vec3::new(0.0, 0.6, 0.8)).norm() < 1e-12);
}

/// A tree with frames, a body without a joint, and a hinge off the origin: positions by hand.
#[test]
fn bodies_stand_where_their_parents_put_them() {
    let scene = load(
        "<mujoco><worldbody><body name='a' pos='1 2 3' euler='0 0 90'><joint axis='0 1 0' pos='0 0 0.5'/><geom size='0.1'/>
         <frame pos='0 0 1' euler='90 0 0'><body name='b' pos='0 1 0'><geom name='g' type='box' size='0.1 0.2 0.3' pos='5 0 0'/>
         <body name='c' pos='0 0 -2'><joint type='slide' axis='1 0 0'/><geom size='0.1'/></body></body></frame></body></worldbody></mujoco>",
    );
    let quarter = |axis: Vec3| Quat::from_scaled_axis(axis * PI / 2.0);
    let (ra, rf) = (quarter(Vec3::z()), quarter(Vec3::x()));
    let pb = Vec3::new(1.0, 2.0, 3.0) + ra * (Vec3::z() + rf * Vec3::y());
    let pc = pb + ra * rf * Vec3::new(0.0, 0.0, -2.0);
    // b has no joint, and is a part of a.
    assert!(scene.model.find("b").is_none());
    assert!((place(&scene, "a").0 - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-15);
    assert!((place(&scene, "c").0 - pc).norm() < 1e-12, "{}", place(&scene, "c").0);
    assert!(place(&scene, "c").1.angle_to(&(ra * rf)) < 1e-7);
    let a = scene.model.find("a").unwrap();
    let box_centre = scene.state.poses[a.0].transform_point(&scene.model.body(a).parts[1].centroid());
    assert!((box_centre - (pb + ra * rf * Vec3::new(5.0, 0.0, 0.0))).norm() < 1e-12);
    let source = &scene.source.joints[0];
    assert!((Vec3::from(source.point) - Vec3::new(1.0, 2.0, 3.5)).norm() < 1e-12);
    assert!((Vec3::from(source.axis) - ra * Vec3::y()).norm() < 1e-12);
}

/// Masses of shapes by closed forms: a capsule by fromto, a cylinder with a mass, an ellipsoid, a box of a density of a class.
#[test]
fn masses_are_those_of_the_shapes() {
    let scene = load(
        "<mujoco><default><geom density='500'/><default class='heavy'><geom density='2000'/></default></default><worldbody>
         <body name='capsule' pos='0 0 1'><freejoint/><geom type='capsule' fromto='1 0 0 1 0 0.6' size='0.1'/></body>
         <body name='cylinder' pos='9 0 1'><freejoint/><geom type='cylinder' size='0.2 0.4' mass='3'/></body>
         <body name='egg' pos='0 9 1'><freejoint/><geom type='ellipsoid' size='0.1 0.2 0.3'/></body>
         <body name='box' pos='19 0 1' childclass='heavy'><freejoint/><geom type='box' size='0.1 0.2 0.3'/></body>
         <body name='said' pos='29 0 1'><freejoint/><inertial mass='4' pos='0 0 1' diaginertia='1 2 2.5'/><geom size='0.1'/></body>
         </worldbody></mujoco>",
    );
    let body = |name: &str| scene.model.body(scene.model.find(name).unwrap());
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * b.abs();
    let capsule = body("capsule");
    assert!(near(capsule.mass, 500.0 * PI * (0.01 * 0.6 + 4.0 / 3.0 * 0.001)));
    assert!((capsule.centre_of_mass - Vec3::new(1.0, 0.0, 0.3)).norm() < 1e-12);
    // About its axis, which lies along z: a cylinder and two half balls; across it, these lie half the length and 3/8 of the radius away.
    let (tube, ball) = (500.0 * PI * 0.01 * 0.6, 500.0 * PI * 4.0 / 3.0 * 0.001);
    assert!(near(capsule.inertia[(2, 2)], tube * 0.005 + ball * 0.004));
    let across = tube * (0.01 / 4.0 + 0.36 / 12.0) + ball * (0.004 + 0.09 + 2.0 * 0.3 * 0.0375);
    assert!(near(capsule.inertia[(0, 0)], across), "{} {across}", capsule.inertia);
    let egg = body("egg");
    assert!(near(egg.mass, 500.0 * PI * 4.0 / 3.0 * 0.006));
    let of_egg = Vec3::new(0.04 + 0.09, 0.01 + 0.09, 0.01 + 0.04) * (egg.mass / 5.0);
    assert!((egg.inertia - Mat3::from_diagonal(&of_egg)).amax() < 1e-12 * of_egg.max());
    let cylinder = body("cylinder");
    assert!(near(cylinder.mass, 3.0) && near(cylinder.inertia[(2, 2)], 0.5 * 3.0 * 0.04));
    assert!(near(cylinder.inertia[(0, 0)], 3.0 * (3.0 * 0.04 + 0.64) / 12.0));
    assert!(near(body("box").mass, 2000.0 * 8.0 * 0.006));
    let said = body("said");
    assert_eq!((said.mass, said.centre_of_mass.z), (4.0, 1.0));
    assert!((said.inertia - Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 2.5))).amax() < 1e-15);
}

/// A slide and a hinge in one body are two joints with a light link between them, whose mass is taken from the body:
/// what they weigh together is what the file says, and nothing pushes them sideways.
#[test]
fn several_joints_of_a_body_are_a_chain() {
    let scene = load(
        "<mujoco><option timestep='0.005' gravity='0 0 -9.81'/><worldbody>
         <body name='bob' pos='0 0 2'><joint name='x' type='slide' axis='1 0 0'/><joint name='turn' axis='0 1 0' pos='0 0 0'/>
         <inertial mass='1.5' pos='0.002 0 -1' diaginertia='0.5 0.5 0.5'/></body></worldbody></mujoco>",
    );
    // A bob on a slide that weighs a thousandth of it.
    let names: Vec<&str> = scene.model.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["world", "bob on x", "bob"]);
    assert_eq!(scene.settings.h, 0.005);
    let (light, heavy) = (&scene.model.bodies[1], &scene.model.bodies[2]);
    assert!((light.mass + heavy.mass - 1.5).abs() < 1e-15 && (light.mass - 1.5e-3).abs() < 1e-15);
    assert!(
        notes(&scene).contains("`bob on x`: moves without a mass, and takes a thousandth of that of `bob`")
    );
    assert_eq!(
        scene.model.joints.iter().map(|j| j.kind).collect::<Vec<_>>(),
        [JointKind::Prismatic, JointKind::Revolute]
    );
    // The bob swings about its centre, which rests in x: I θ̈ = −m g l θ, where the light link takes part with its mass.
    let (m, l, light_mass) = (heavy.mass, 1.0, light.mass);
    let inertia = heavy.inertia[(1, 1)] + m * l * l * light_mass / (m + light_mass);
    let period = 2.0 * PI * (inertia / (m * 9.81 * l)).sqrt();
    for model in [SeparatingFeature, Peg] {
        let mut run = simulation(&scene, model, 0.005);
        let centre = |run: &pegsim::step::Simulation| {
            (run.state.poses[1].position.x * light.mass + run.state.poses[2].position.x * heavy.mass) / 1.5
        };
        let first = centre(&run);
        let mut angles = Vec::new();
        for _ in 0..400 {
            angles.push(run.state.poses[2].orientation.scaled_axis().norm() - 0.002);
            run.step(&StepInput::default()).unwrap();
        }
        assert!((centre(&run) - first).abs() < 1e-9, "{}", model.name());
        let passes = |k: &usize| angles[*k] * angles[k + 1] < 0.0;
        let time = |k: usize| 0.005 * (k as f64 + angles[k] / (angles[k] - angles[k + 1]));
        let times: Vec<f64> = (0..399).filter(passes).map(time).collect();
        let found = times[2] - times[0];
        assert!((found / period - 1.0).abs() < 1e-3, "{}: {found} {period}", model.name());
    }
}

/// A hinge with a spring of its own and one from an actuator: the small oscillation about the target has ω² = (k + kp g²) / I.
#[test]
fn springs_and_actuators_are_drives() {
    let scene = load(
        "<mujoco><compiler angle='radian'/><option gravity='0 0 0'/><worldbody><body name='b'>
         <joint name='j' axis='0 0 1' stiffness='3' springref='0.2' ref='0.1' damping='0.05' range='-1 1'/>
         <inertial mass='1' pos='0 0 0' diaginertia='0.5 0.5 0.5'/></body></worldbody>
         <actuator><position name='p' joint='j' kp='2' gear='2' forcerange='-3 4'/><motor name='m' joint='j'/>
         <general name='g' joint='j' biastype='affine' biasprm='0.6 -2 -0.3'/><velocity joint='j' kv='0.4'/></actuator></mujoco>",
    );
    let drives: Vec<_> = scene
        .model
        .controllers
        .iter()
        .map(|c| match c {
            Controller::JointPd { target: Target::Constant(t), kp, kd, max, .. } => (*t, *kp, *kd, *max),
            other => panic!("{other:?}"),
        })
        .collect();
    let wanted =
        [(0.1, 3.0, 0.05, None), (-0.1, 8.0, 0.0, Some(8.0)), (0.2, 2.0, 0.3, None), (0.0, 0.0, 0.4, None)];
    for (found, wanted) in drives.iter().zip(wanted) {
        assert!(
            (found.0 - wanted.0).abs() < 1e-15
                && (found.1, found.2, found.3) == (wanted.1, wanted.2, wanted.3),
            "{drives:?}"
        );
    }
    assert_eq!(drives.len(), 4);
    assert!(
        notes(&scene).contains(
            "`m`: gives the torque that a program asks of it; nothing asks here, and it gives none"
        )
    );
    let limits = scene.model.joints[0].limits.unwrap();
    assert!((limits.0 + 1.1).abs() < 1e-15 && (limits.1 - 0.9).abs() < 1e-15);
    // All together pull to where their torques are 0.
    let rest = (3.0 * 0.1 + 8.0 * -0.1 + 2.0 * 0.2) / 13.0;
    let mut run = simulation(&scene, SeparatingFeature, 0.01);
    for _ in 0..4000 {
        run.step(&StepInput::default()).unwrap();
    }
    let b = scene.model.find("b").unwrap();
    let angle = run.state.poses[b.0].orientation.scaled_axis().z;
    assert!((angle - rest).abs() < 1e-6, "{angle} {rest}");
}

/// A ball that begins in the floor is put onto it, and stays there.
#[test]
fn what_stands_in_the_ground_is_raised() {
    let scene = load(
        "<mujoco><worldbody><geom name='floor' type='plane' size='0 0 1' pos='0 0 -1'/>
         <body name='ball' pos='0 0 -0.75'><freejoint/><geom size='0.3'/></body></worldbody></mujoco>",
    );
    assert!(notes(&scene).contains("`ball`: stands 5.0e-2 m higher than in the file"), "{}", notes(&scene));
    assert!((place(&scene, "ball").0.z + 0.7).abs() < 1e-9);
    let mut run = simulation(&scene, SeparatingFeature, 0.01);
    for _ in 0..50 {
        run.step(&StepInput::default()).unwrap();
    }
    assert!((run.state.poses[1].position.z + 0.7).abs() < 1e-6);
}

/// Bits, exclusions and shapes that are only seen.
#[test]
fn what_does_not_touch_is_told_apart() {
    let body = |name: &str, x: f64, more: &str| {
        format!("<body name='{name}' pos='{x} 0 0'><freejoint/><geom size='0.1' {more}/></body>")
    };
    let scene = load(&format!(
        "<mujoco><worldbody>{}{}{}{}</worldbody><contact><exclude body1='a' body2='c'/></contact></mujoco>",
        body("a", 0.0, ""),
        body("b", 1.0, "contype='2' conaffinity='4'"),
        body("c", 2.0, "contype='1' conaffinity='2'"),
        body("seen", 3.0, "contype='0' conaffinity='0'"),
    ));
    let id = |name: &str| scene.model.find(name).unwrap();
    let touch = |a: &str, b: &str| scene.model.may_touch(id(a), id(b));
    assert!(!touch("a", "b") && touch("b", "c") && !touch("a", "c"));
    assert!(["a", "b", "c"].iter().all(|other| !touch("seen", other)));
    assert!(scene.model.body(id("seen")).mass > 0.0 && scene.model.body(id("a")).kind == BodyKind::Dynamic);
}

#[test]
fn files_are_included_with_their_defaults() {
    let folder = folder();
    folder.with("parts.xml", "<mujoco><default><default class='thin'><geom type='box' size='0.1 0.1 0.01'/></default></default></mujoco>");
    folder.with(
        "arm.xml",
        "<mujocoinclude><body name='arm' childclass='thin'><freejoint/><geom/></body></mujocoinclude>",
    );
    let file = folder.with(
        "model.xml",
        "<mujoco><include file='parts.xml'/><worldbody><include file='arm.xml'/></worldbody></mujoco>",
    );
    let scene = load_file(&file).unwrap();
    assert!((scene.model.bodies[0].mass - 1000.0 * 8.0 * 1e-4).abs() < 1e-12);
    assert_eq!(scene.files().len(), 3);
    let round = folder.with("round.xml", "<mujoco><include file='round.xml'/></mujoco>");
    let said = load_file(&round).unwrap_err().message;
    assert!(said.ends_with("`round.xml` is included in a circle, or too many files are"), "{said}");
}

/// As polytopes round shapes are for every model.
#[test]
fn round_shapes_get_as_many_sides_as_are_asked_for() {
    let text = "<mujoco><worldbody><body name='b'><freejoint/><geom size='0.3'/><geom type='capsule' size='0.1 0.2' pos='1 0 0'/></body></worldbody></mujoco>";
    let (round, flat) = (try_load(text, None).unwrap(), try_load(text, Some(12)).unwrap());
    assert_eq!(round.settings.contact.model, SeparatingFeature);
    assert_eq!(flat.settings.contact.model, Peg);
    // Five rings of twelve and two poles; two equators for the capsule.
    assert_eq!(flat.model.bodies[0].parts[0].vertex_count(), 62);
    assert_eq!(flat.model.bodies[0].parts[1].vertex_count(), 74);
    assert_eq!(flat.model.bodies[0].mass, round.model.bodies[0].mass);
}

/// What is round stays so, also beside other shapes in one body: bodies of every kind of shape fall on each other, and at no step of Exact
/// one is in another.
#[test]
fn unions_of_round_shapes_do_not_overlap() {
    let scene = load(
        "<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='1 1 1'/>
         <body name='dumbbell' pos='0 0 0.3'><freejoint/><geom type='cylinder' size='0.03 0.2' euler='0 90 0'/>
           <geom type='ellipsoid' size='0.05 0.1 0.1' pos='0.2 0 0'/><geom type='cylinder' size='0.1 0.02' euler='0 90 0' pos='-0.2 0 0'/></body>
         <body name='hammer' pos='0.02 0.03 0.6' euler='20 30 0'><freejoint/><geom type='capsule' size='0.03 0.2'/>
           <geom type='box' size='0.1 0.05 0.05' pos='0 0 0.2'/><geom size='0.05' pos='0 0 -0.22'/></body>
         <body name='rod' pos='-0.05 0.02 1.1' euler='80 10 0'><freejoint/><geom type='cylinder' size='0.04 0.15'/><geom size='0.06' pos='0 0 0.2'/></body>
         </worldbody></mujoco>",
    );
    let curved: Vec<usize> =
        scene.model.bodies.iter().map(|b| b.parts.iter().filter(|part| part.is_curved()).count()).collect();
    assert_eq!(curved, [0, 3, 2, 2]);
    assert_eq!(scene.settings.contact.model, SeparatingFeature);
    let meter = TruthMeter::new(&scene.model);
    let mut run = simulation(&scene, SeparatingFeature, 0.005);
    let mut contacts = 0;
    while run.state.time < 1.0 {
        let record = run.step(&StepInput::default()).unwrap();
        contacts += record.contacts().filter(|touch| touch.impulse > 0.0).count();
        let depth = meter.measure(&scene.model, &run.state).depth_max;
        assert!(depth < 1e-9, "{depth:e} m at {} s", run.state.time);
    }
    assert!(contacts > 100, "{contacts}");
}

#[test]
fn files_that_are_wrong_are_refused_in_a_sentence() {
    let world = |inner: &str| format!("<mujoco><worldbody>\n{inner}</worldbody></mujoco>");
    for (text, said) in [
        ("<mujoco/>".to_owned(), ":1: the model has neither bodies nor shapes in its <worldbody>"),
        ("<mujoco><include file='no.xml'/></mujoco>".to_owned(), "`no.xml` is included and not found"),
        (world("<body name='a'><joint type='bent'/></body>"), ":2: joint `joint of a` has the type `bent`; it must be hinge, slide or ball, or free and alone in its body"),
        (world("<body name='a'><geom type='box' size='1 1'/></body>"), ":2: geom `a` of type box needs 3 positive sizes"),
        (world("<body name='a'/><body name='a'/>"), ":2: there are two bodies `a`; every body needs a name of its own"),
        (world("<body name='a'><geom mesh='m'/></body>"), ":2: geom `a` names the mesh `m`, which no <asset> has"),
        (world("<body name='a'><body name='b'><freejoint/></body></body>"), ":2: body `b` is free, and so must stand in the <worldbody> itself"),
        ("<mujoco><worldbody><geom size='1'/></worldbody><actuator>\n<motor joint='j'/></actuator></mujoco>".to_owned(), ":2: <motor> names the joint `j`, which does not exist"),
    ] {
        let found = try_load(&text, None).unwrap_err().message;
        assert!(found.contains(said), "{text}\n{found}\n{said}");
    }
}

/// What an actuator gives at most is the least of its own range along its gear and of what the joint takes; a motor says it of a
/// drive to come.
#[test]
fn efforts_are_those_of_actuators_and_joints() {
    let scene = load(
        "<mujoco><worldbody><body name='a'><joint name='i' actuatorfrcrange='-5 5'/>
         <geom type='sphere' size='0.1'/><body name='b' pos='0 0 1'><joint name='j'/><geom type='sphere' size='0.1'/>
         <body name='c' pos='0 0 1'><joint name='k'/><geom type='sphere' size='0.1'/></body></body></body></worldbody>
         <actuator><position joint='i' kp='2' gear='2' forcerange='-3 4'/><position joint='i' kp='1' forcerange='-1 1'/>
         <motor joint='j' gear='10' ctrlrange='-1 1'/></actuator></mujoco>",
    );
    let most: Vec<_> = scene
        .model
        .controllers
        .iter()
        .map(|c| match c {
            Controller::JointPd { max, .. } => *max,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(most, [Some(5.0), Some(1.0)]);
    let efforts = &scene.imported.as_ref().unwrap().efforts;
    assert_eq!((efforts.get("i"), efforts.get("j"), efforts.get("k")), (Some(&5.0), Some(&10.0), None));
}
