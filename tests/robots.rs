//! Robots of URDF files as scenes, against closed forms, sums and transforms done by hand, and the sentences for files that are wrong.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;
#[path = "common/folder.rs"]
mod folders;

use common::simulation;
use folders::Folder;
use nalgebra::{Isometry3, Matrix2, SymmetricEigen, Translation3, UnitQuaternion};
use pegsim::contact::models::ContactModel::{Peg, SeparatingFeature};
use pegsim::math::{Mat3, Vec3};
use pegsim::scene::import::{ImportOptions, import};
use pegsim::scene::{LoadedScene, load_file, load_str, to_text};
use pegsim::world::{BodyKind, StepInput};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

const G: f64 = 9.81;

/// A folder that no other test has, nor another call.
fn folder() -> Folder {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    Folder::new(&format!("robots-{}", CALLS.fetch_add(1, Ordering::Relaxed)))
}

/// The scene of a robot that is given as text.
fn load(text: &str) -> LoadedScene {
    let folder = folder();
    let file = folder.file("robot.urdf");
    std::fs::write(&file, text).unwrap();
    load_file(&file).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said of a robot that is wrong, behind the name of its file.
fn refusal(text: &str) -> String {
    let folder = folder();
    let file = folder.file("robot.urdf");
    std::fs::write(&file, text).unwrap();
    let error = load_file(&file).unwrap_err().message;
    let shown = file.display().to_string();
    assert!(error.starts_with(&shown) && error.len() < shown.len() + 250, "{error}");
    error[shown.len()..].to_owned()
}

fn notes(scene: &LoadedScene) -> String {
    scene.imported.as_ref().unwrap().notes.join("\n")
}

/// `<inertial>` with its origin, mass and six entries.
fn inertial(origin: &str, mass: f64, [xx, yy, zz, xy, xz, yz]: [f64; 6]) -> String {
    format!(
        "<inertial>{origin}<mass value='{mass}'/><inertia ixx='{xx}' iyy='{yy}' izz='{zz}' ixy='{xy}' ixz='{xz}' iyz='{yz}'/></inertial>"
    )
}

fn rotated(moments: [f64; 3], rpy: [f64; 3]) -> Mat3 {
    let turn = UnitQuaternion::from_euler_angles(rpy[0], rpy[1], rpy[2]).to_rotation_matrix();
    turn * Mat3::from_diagonal(&Vec3::from(moments)) * turn.transpose()
}

/// The angle about y of a body.
fn angle(simulation: &pegsim::step::Simulation, body: usize) -> f64 {
    2.0 * simulation.state.poses[body].orientation.j.asin()
}

/// Times at which a value passes 0 upwards, by straight lines between steps.
fn crossings(values: &[f64], h: f64) -> Vec<f64> {
    let up = |k: &usize| values[*k] < 0.0 && values[k + 1] >= 0.0;
    (0..values.len() - 1)
        .filter(up)
        .map(|k| h * (k as f64 - values[k] / (values[k + 1] - values[k])))
        .collect()
}

/// Two links that hang from each other and swing by a thousandth in either of their two shapes: M q̈ + K q = 0 with what the inertials say.
/// The shapes that collide are elsewhere than the masses, and the principal axes are turned.
#[test]
fn a_double_pendulum_swings_with_its_two_frequencies() {
    let (m1, m2, c1, c2, length) = (1.3, 0.7, 0.21, 0.34, 0.5);
    let (moments1, rpy1) = ([0.02, 0.03, 0.04], [0.3, -0.2, 0.5]);
    let (moments2, rpy2) = ([0.011, 0.017, 0.009], [-0.4, 0.1, 0.2]);
    let (i1, i2) = (rotated(moments1, rpy1)[(1, 1)], rotated(moments2, rpy2)[(1, 1)]);
    // By the angle of the first link and that of the second against it.
    let (about1, about2) = (i1 + m1 * c1 * c1, i2 + m2 * c2 * c2);
    let cross = about2 + m2 * length * c2;
    let mass =
        Matrix2::new(about1 + m2 * length * length + 2.0 * m2 * length * c2 + about2, cross, cross, about2);
    let stiffness = Matrix2::new(m1 * c1 + m2 * (length + c2), m2 * c2, m2 * c2, m2 * c2) * G;
    let root = SymmetricEigen::new(mass);
    let half = root.eigenvectors
        * Matrix2::from_diagonal(&root.eigenvalues.map(|l| 1.0 / l.sqrt()))
        * root.eigenvectors.transpose();
    let modes = SymmetricEigen::new(half * stiffness * half);
    for mode in 0..2 {
        let omega = modes.eigenvalues[mode].sqrt();
        let shape = half * modes.eigenvectors.column(mode);
        let shape = shape * (1e-3 / shape.amax());
        let text = |moments: [f64; 3], rpy: [f64; 3], mass: f64, c: f64| {
            let origin = format!("<origin xyz='0 0 {}' rpy='{} {} {}'/>", -c, rpy[0], rpy[1], rpy[2]);
            inertial(&origin, mass, [moments[0], moments[1], moments[2], 0.0, 0.0, 0.0])
        };
        let robot = format!(
            "<robot name='two'><link name='base'/>
             <link name='a'>{}<collision><origin xyz='0.2 0 0'/><geometry><box size='0.1 0.1 0.1'/></geometry></collision></link>
             <link name='b'>{}</link>
             <joint name='p' type='continuous'><parent link='base'/><child link='a'/><origin rpy='0 {} 0'/><axis xyz='0 1 0'/></joint>
             <joint name='q' type='continuous'><parent link='a'/><child link='b'/><origin xyz='0 0 {}' rpy='0 {} 0'/><axis xyz='0 1 0'/></joint>
             </robot>",
            text(moments1, rpy1, m1, c1),
            text(moments2, rpy2, m2, c2),
            shape[0],
            -length,
            shape[1]
        );
        let scene = load(&robot);
        let h = 0.1 / omega;
        let off = |h: f64| {
            let mut run = simulation(&scene, SeparatingFeature, h);
            let a = scene.model.find("a").unwrap().0;
            let mut angles = Vec::new();
            for _ in 0..(8.0 * std::f64::consts::PI / (omega * h)) as usize {
                angles.push(angle(&run, a));
                run.step(&StepInput::default()).unwrap();
            }
            let times = crossings(&angles, h);
            let period = (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64;
            period * omega / std::f64::consts::TAU - 1.0
        };
        let (coarse, fine) = (off(h), off(0.5 * h));
        println!("mode {mode}: {omega:.4} rad/s, period off by {coarse:.2e}, with half the step {fine:.2e}");
        assert!(coarse.abs() < 2e-3 && fine.abs() < 4e-4, "mode {mode}: {coarse:e} {fine:e}");
        // Second order: what is left is the step's.
        assert!((3.0..5.0).contains(&(coarse / fine)), "mode {mode}: {coarse:e} {fine:e}");
    }
}

/// A link and what a fixed joint holds to it, turned and moved, and the same as one link whose inertial was added up by hand.
#[test]
fn links_that_are_fixed_together_move_as_one() {
    let (ma, ca, ia) = (2.0, Vec3::new(0.1, 0.0, -0.2), [0.05, 0.06, 0.04]);
    let (mb, cb, ib) = (0.5, Vec3::new(0.0, 0.3, 0.1), [0.01, 0.02, 0.025]);
    let at = Isometry3::from_parts(
        Translation3::new(0.2, -0.1, -0.4),
        UnitQuaternion::from_euler_angles(0.7, -0.3, 1.1),
    );
    // By hand: the second link's inertial in the first link's frame, then Steiner for both.
    let cb_in_a = at * nalgebra::Point3::from(cb);
    let turn = at.rotation.to_rotation_matrix();
    let ib_in_a = turn * Mat3::from_diagonal(&Vec3::from(ib)) * turn.transpose();
    let mass = ma + mb;
    let centre = (ca * ma + cb_in_a.coords * mb) / mass;
    let steiner = |m: f64, d: Vec3| m * (Mat3::identity() * d.dot(&d) - d * d.transpose());
    let inertia = Mat3::from_diagonal(&Vec3::from(ia))
        + steiner(ma, ca - centre)
        + ib_in_a
        + steiner(mb, cb_in_a.coords - centre);
    let whole = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|k| inertia[k]);
    let origin = |c: &Vec3| format!("<origin xyz='{} {} {}'/>", c.x, c.y, c.z);
    let swing = "<joint name='j' type='revolute'><parent link='base'/><child link='a'/><origin xyz='0 0 1'/><axis xyz='0.2 1 0.1'/><limit lower='-2' upper='2'/></joint>";
    let apart = format!(
        "<robot name='r'><link name='base'/><link name='a'>{}</link><link name='b'>{}</link><link name='frame'/>{swing}
         <joint name='f' type='fixed'><parent link='a'/><child link='b'/><origin xyz='0.2 -0.1 -0.4' rpy='0.7 -0.3 1.1'/></joint>
         <joint name='g' type='fixed'><parent link='b'/><child link='frame'/><origin xyz='9 9 9'/></joint></robot>",
        inertial(&origin(&ca), ma, [ia[0], ia[1], ia[2], 0.0, 0.0, 0.0]),
        inertial(&origin(&cb), mb, [ib[0], ib[1], ib[2], 0.0, 0.0, 0.0]),
    );
    let one = format!(
        "<robot name='r'><link name='base'/><link name='a'>{}</link>{swing}</robot>",
        inertial(&origin(&centre), mass, whole)
    );
    let (apart, one) = (load(&apart), load(&one));
    assert_eq!((apart.model.bodies.len(), apart.model.joints.len()), (2, 1));
    let (a, b) = (&apart.model.bodies[1], &one.model.bodies[1]);
    assert!((a.mass - mass).abs() < 1e-15 && (a.centre_of_mass - centre).norm() < 1e-15);
    assert!((a.inertia - inertia).amax() < 1e-15 && (b.inertia - inertia).amax() < 1e-15);
    for model in [SeparatingFeature, Peg] {
        let (mut first, mut second) = (simulation(&apart, model, 0.01), simulation(&one, model, 0.01));
        let mut moved = 0.0_f64;
        for _ in 0..100 {
            first.step(&StepInput::default()).unwrap();
            second.step(&StepInput::default()).unwrap();
            moved = moved.max((first.state.poses[1].position - apart.state.poses[1].position).norm());
        }
        let (p, q) = (first.state.poses[1], second.state.poses[1]);
        assert!((p.position - q.position).norm() < 1e-11 && p.orientation.angle_to(&q.orientation) < 1e-7);
        // It swung at all.
        assert!(moved > 0.02, "{moved}");
    }
}

/// A chain with every kind of joint: each link stands where its transforms, multiplied by hand, put it, and mass and centre of mass of the whole
/// are the sums over the inertials.
#[test]
fn links_stand_where_their_transforms_put_them() {
    let kinds = ["revolute", "prismatic", "continuous", "fixed", "revolute", "planar", "prismatic"];
    let mut text = String::from("<robot name='chain'><link name='l0'/>");
    let mut place = Isometry3::identity();
    let mut wanted = Vec::new();
    let (mut mass, mut first) = (0.0, Vec3::zeros());
    for (k, kind) in kinds.iter().enumerate() {
        let x = k as f64;
        let (xyz, rpy) =
            ([0.1 + 0.05 * x, -0.2 + 0.1 * x, 0.3 - 0.02 * x], [0.3 * x, 0.5 - 0.2 * x, 0.1 + 0.4 * x]);
        let turn = UnitQuaternion::from_axis_angle(&Vec3::z_axis(), rpy[2])
            * UnitQuaternion::from_axis_angle(&Vec3::y_axis(), rpy[1])
            * UnitQuaternion::from_axis_angle(&Vec3::x_axis(), rpy[0]);
        place *= Isometry3::from_parts(Translation3::new(xyz[0], xyz[1], xyz[2]), turn);
        let (m, c) = (0.5 + 0.1 * x, Vec3::new(0.02 * x, -0.03, 0.01));
        mass += m;
        first += m * (place * nalgebra::Point3::from(c)).coords;
        text += &format!(
            "<link name='l{}'>{}</link><joint name='j{k}' type='{kind}'><parent link='l{k}'/><child link='l{}'/>
             <origin xyz='{} {} {}' rpy='{} {} {}'/><axis xyz='0 1 1'/><limit lower='-1' upper='1'/></joint>",
            k + 1,
            inertial(&format!("<origin xyz='{} {} {}'/>", c.x, c.y, c.z), m, [0.01, 0.01, 0.01, 0.0, 0.0, 0.0]),
            k + 1,
            xyz[0], xyz[1], xyz[2], rpy[0], rpy[1], rpy[2]
        );
        wanted.push((format!("l{}", k + 1), place));
    }
    let scene = load(&(text + "</robot>"));
    // l4 is a part of l3, and l6 of l5.
    assert_eq!(
        scene.model.bodies.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(),
        ["l0", "l1", "l2", "l3", "l5", "l7"]
    );
    assert!(notes(&scene).contains("`j5`: is planar, which no joint here is; it is fixed"));
    for (name, place) in &wanted {
        let Some(id) = scene.model.find(name) else { continue };
        let (position, orientation) = scene.model.scene_frame(id, &scene.state.poses[id.0]);
        assert!((position - place.translation.vector).norm() < 1e-14, "{name}");
        assert!(orientation.angle_to(&place.rotation) < 1e-7, "{name}");
    }
    let moving = || scene.model.ids().filter(|id| scene.model.body(*id).is_dynamic());
    let total: f64 = moving().map(|id| scene.model.body(id).mass).sum();
    let sum: Vec3 = moving().map(|id| scene.state.poses[id.0].position * scene.model.body(id).mass).sum();
    assert!((total - mass).abs() < 1e-14 && (sum / total - first / mass).norm() < 1e-14);
}

#[test]
fn a_robot_survives_the_way_through_a_scene_file() {
    let scene = load(&format!(
        "<robot name='r'><link name='base'><collision><geometry><cylinder radius='0.1' length='0.2'/></geometry></collision></link>
         <link name='a'>{}<collision><origin xyz='0 0 1' rpy='1 0 0'/><geometry><sphere radius='0.1'/></geometry></collision>
         <collision><geometry><box size='0.1 0.2 0.3'/></geometry></collision></link>
         <joint name='j' type='revolute'><parent link='base'/><child link='a'/><origin xyz='0 0 0.5'/><limit lower='0.2' upper='2'/>
         <dynamics damping='0.5'/></joint></robot>",
        inertial("<origin xyz='0.1 0.2 0.3' rpy='0.1 0.2 0.3'/>", 1.5, [0.1, 0.2, 0.25, 0.0, 0.0, 0.0])
    ));
    let text = to_text(&scene.source);
    let back = load_str(&text, "robot.ron", Path::new("")).unwrap();
    assert_eq!(back.source, scene.source);
    assert_eq!(back.state, scene.state);
    assert!(
        notes(&scene).contains("`j`: starts at 0.2 rad, the nearest to 0 that its limits allow"),
        "{}",
        notes(&scene)
    );
    assert_eq!(scene.model.joints[0].limits, Some((0.0, 1.8)));
    // Round shapes need a model that knows of them; as polytopes they do not.
    assert_eq!(scene.settings.contact.model, SeparatingFeature);
}

#[test]
fn a_base_moves_where_it_is_asked_to() {
    let text = format!(
        "<robot name='r'><link name='a'>{0}</link><link name='b'>{0}</link>
         <joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
        inertial("", 1.0, [0.1, 0.1, 0.1, 0.0, 0.0, 0.0])
    );
    let folder = folder();
    let file = folder.file("robot.urdf");
    std::fs::write(&file, &text).unwrap();
    let kinds = |free_base| {
        let scene = import(&file, &ImportOptions { free_base, facets: None }).unwrap();
        scene.model.bodies.iter().map(|body| body.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(false), [BodyKind::Fixed, BodyKind::Dynamic]);
    assert_eq!(kinds(true), [BodyKind::Dynamic, BodyKind::Dynamic]);
}

/// Meshes in packages above the file, scaled, mirrored, stretched, not convex, or of a format that is not read.
#[test]
fn meshes_are_found_in_their_packages() {
    let folder = folder();
    let root = folder.file("arm_description");
    std::fs::create_dir_all(root.join("urdf")).unwrap();
    std::fs::create_dir_all(root.join("meshes")).unwrap();
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    std::fs::write(root.join("meshes/cube.obj"), cube).unwrap();
    let dented = cube.replace("f 5 6 7 8", "v 0.5 0.5 0.5\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9");
    std::fs::write(root.join("meshes/dented.obj"), dented).unwrap();
    std::fs::write(root.join("meshes/skin.dae"), "").unwrap();
    let link = |name: &str, mesh: &str| {
        format!(
            "<link name='{name}'>{}<collision><geometry><mesh {mesh}/></geometry></collision></link>",
            inertial("", 1.0, [0.1, 0.1, 0.1, 0.0, 0.0, 0.0])
        )
    };
    let names = ["mirrored", "stretched", "dented", "skin"];
    let mut text = String::from("<robot name='arm'><link name='base'/>");
    text += &link("mirrored", "filename='package://arm_description/meshes/cube.obj' scale='2 -2 2'");
    text += &link("stretched", "filename='../meshes/cube.obj' scale='1 2 3'");
    text += &link("dented", "filename='package://other/meshes/dented.obj'");
    text += &link("skin", "filename='../meshes/skin.dae'");
    for (k, name) in names.iter().enumerate() {
        text += &format!(
            "<joint name='j{k}' type='continuous'><parent link='base'/><child link='{name}'/><origin xyz='{} 0 0'/></joint>",
            5 * k
        );
    }
    let file = root.join("urdf/arm.urdf");
    std::fs::write(&file, format!("{text}</robot>")).unwrap();
    let scene = load_file(&file).unwrap();
    let bounds = |name: &str| {
        let id = scene.model.find(name).unwrap();
        let body = scene.model.body(id);
        let all = || body.parts.iter().flat_map(|part| &part.vertices).map(|v| v + body.centre_of_mass);
        let low = all().fold(Vec3::repeat(f64::INFINITY), |a, b| a.inf(&b));
        (low, all().fold(Vec3::repeat(-f64::INFINITY), |a, b| a.sup(&b)))
    };
    let near = |(low, high): (Vec3, Vec3), a: [f64; 3], b: [f64; 3]| {
        (low - Vec3::from(a)).norm() < 1e-12 && (high - Vec3::from(b)).norm() < 1e-12
    };
    assert!(near(bounds("mirrored"), [0.0, -2.0, 0.0], [2.0, 0.0, 2.0]), "{:?}", bounds("mirrored"));
    assert!(near(bounds("stretched"), [0.0; 3], [1.0, 2.0, 3.0]));
    assert!(near(bounds("dented"), [0.0; 3], [1.0; 3]));
    assert!(!scene.model.body(scene.model.find("skin").unwrap()).collide);
    let notes = notes(&scene);
    for said in [
        "`dented`: its mesh is not convex, and is taken as its convex hull",
        "`skin`: its mesh is a .dae file, which is not read (.obj, .stl, .gltf and .glb are); it is left out",
        "`skin`: has no shape left, and touches nothing",
    ] {
        assert!(notes.contains(said), "{notes}");
    }
    // Files that a command must not write over are those of the robot and of its meshes.
    assert!(scene.files().contains(&file) && scene.files().len() >= 3);
}

/// What is not taken is said, with the name of its element.
#[test]
fn what_is_left_out_is_listed() {
    let scene = load(&format!(
        "<robot name='r'><link name='base'/><link name='a'>{0}<sensor/><contact><stiffness value='1'/><lateral_friction value='0.9'/></contact>
         </link><link name='b'>{0}</link><link name='idle'/><link name='c'>{1}</link>
         <link name='v'>{0}<visual><geometry><sphere radius='0.1'/></geometry></visual></link>
         <joint name='n' type='revolute'><parent link='base'/><child link='v'/><limit lower='-1' upper='1' effort='0'/></joint>
         <joint name='j' type='revolute'><parent link='base'/><child link='a'/><limit lower='-9' upper='9' effort='3' velocity='4'/>
         <dynamics friction='0.1'/><safety_controller k_velocity='1'/></joint>
         <joint name='k' type='prismatic'><parent link='a'/><child link='b'/><limit lower='-1' upper='1'/><mimic joint='j'/></joint>
         <joint name='l' type='continuous'><parent link='a'/><child link='idle'/></joint>
         <joint name='m' type='continuous'><parent link='b'/><child link='c'/></joint>
         <transmission name='t'/><gazebo/></robot>",
        inertial("", 1.0, [0.1, 0.1, 0.1, 0.0, 0.0, 0.0]),
        inertial("", 1.0, [0.1, 0.1, 0.3, 0.0, 0.0, 0.0]),
    ));
    let notes = notes(&scene);
    for said in [
        "`t`: <transmission> has no counterpart here, and is left out",
        "`gazebo`: <gazebo> has no counterpart here, and is left out",
        "`a`: its <sensor> has no counterpart here, and is left out",
        "`a`: <stiffness> of its <contact> has no counterpart here, and is left out",
        "`j`: a limit of effort is for a drive, which URDF does not have; a drive that is added in the window has it as its `max`",
        "`j`: a limit of velocity has no counterpart here, and is left out",
        "`v`: has a visual and no collision: it touches nothing, and is seen as the box of its inertia",
        "`a`, `b`, `c`: has no shape: it touches nothing, and is seen as the box of its inertia",
        "`j`: friction in joints has no counterpart here, and is left out",
        "`j`: its <safety_controller> has no counterpart here, and is left out",
        "`j`: its limits are a turn or more apart, which no stop here can be; it has none",
        "`k`: is to follow joint `j`, which no joint here does; it moves by itself",
        "`idle`: has neither mass nor shape, and is left out with its joint",
        "`c`: its inertia has a principal moment greater than the sum of the others, which no body has; that sum is taken",
        "`base`: the root is fixed to the world (`pegsim convert --free-base` lets it move)",
    ] {
        assert!(notes.contains(said), "{said}\n\n{notes}");
    }
    let efforts = &scene.imported.as_ref().unwrap().efforts;
    assert_eq!(efforts.iter().collect::<Vec<_>>(), [(&"j".to_owned(), &3.0)], "0 says nothing");
    let a = scene.model.find("a").unwrap();
    assert_eq!(scene.model.body(a).friction, 0.9);
    assert!((scene.model.body(scene.model.find("c").unwrap()).inertia[(2, 2)] - 0.2).abs() < 1e-15);
}

#[test]
fn files_that_are_wrong_are_refused_in_a_sentence() {
    let robot =
        |inner: &str| format!("<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n{inner}\n</robot>");
    let joint = |kind: &str, parent: &str, child: &str| {
        format!("<joint name='j' type='{kind}'><parent link='{parent}'/><child link='{child}'/></joint>")
    };
    for (text, said) in [
        ("".to_owned(), "this is not valid XML"),
        (
            "<sdf/>".to_owned(),
            ":1: the file begins with <sdf>; a URDF file begins with <robot>, a model of MuJoCo with <mujoco>",
        ),
        ("<robot/>".to_owned(), ":1: the robot has no links; it needs one at least, <link name=\"…\"/>"),
        (robot("<link name='a'/>"), ":4: there are two links `a`; every link needs a name of its own"),
        (robot("<link/>"), ":4: <link> has no `name`; it needs one"),
        (
            robot(&joint("revolute", "a", "bb")),
            ":4: joint `j` names the link `bb`, which does not exist (is `b` meant?); there are `a`, `b`",
        ),
        (
            robot(&joint("bent", "a", "b")),
            ":4: joint `j` has the type `bent`; it must be revolute, continuous, prismatic, fixed, floating or planar",
        ),
        (robot("<joint name='j' type='fixed'/>"), ":4: joint `j` has no <parent link=\"…\"/>"),
        (
            robot(&(joint("fixed", "a", "b") + &joint("fixed", "a", "b").replace("'j'", "'k'"))),
            ":4: link `b` is the child of joint `j` and of joint `k`; a link has one parent",
        ),
        (
            robot(&(joint("fixed", "a", "b") + &joint("fixed", "b", "a").replace("'j'", "'k'"))),
            ":1: link `a` hangs on itself by its joints; they must make a tree",
        ),
        (
            robot("<link name='c'><collision><geometry><sphere radius='-1'/></geometry></collision></link>"),
            ":4: <sphere>: radius is -1; it must be positive",
        ),
        (
            robot(
                "<link name='c'><collision><geometry><mesh filename='package://p/no.stl'/></geometry></collision></link>",
            ),
            ":4: link `c` has the mesh `package://p/no.stl`, which is not found;",
        ),
        (
            robot("<link name='c'><inertial><mass value='one'/></inertial></link>"),
            ":4: <mass>: value is \"one\"; it must be one finite number",
        ),
    ] {
        let found = refusal(&text);
        assert!(found.contains(said), "{text}\n{found}\n{said}");
    }
}
