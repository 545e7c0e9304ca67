//! Scenes of `scenes/joints/`: mechanisms of joints, motors and controllers.

use crate::math::{Dimension, Quat, Vec3};
use crate::scene::format::Scene;
use crate::scene::format::{
    BodyDescription, CameraDescription, ControllerDescription, JointDescription, JointKind, PartDescription,
    Point, Shape,
};
use crate::scene::generators::random::front;
use crate::scene::generators::random::{cuboid, dynamic, fixed, place};
use crate::world::joint::Target;
use std::f64::consts::PI;

/// Every scene of this file with its stem.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    [
        ("hanging_rod", hanging_rod()),
        ("double_pendulum", double_pendulum()),
        ("chain_20", chain(20)),
        ("rolling_cart", rolling_cart()),
        ("six_axis_arm", six_axis_arm()),
        ("gear_pair", gear_pair()),
    ]
    .map(|(stem, scene)| (format!("joints/{stem}"), scene))
    .into()
}

pub(in crate::scene) fn rectangle(half_extents: [f64; 2]) -> Shape {
    Shape::Box { half_extents: Point::Plane(half_extents) }
}

fn wxyz(q: &Quat) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

fn new(name: &str, dimension: Dimension, description: &str, duration: f64) -> Scene {
    let mut scene = Scene::new(name, dimension);
    description.clone_into(&mut scene.description);
    scene.duration = Some(duration);
    scene
}

/// The hanging rod of the thesis (6.2, script 5).
fn hanging_rod() -> Scene {
    let mut scene = new(
        "Hanging rod",
        Dimension::Three,
        "A rod of seven sides hangs from a spherical joint and is let go at 36°. Watch the joint error in the \
         inspector: the thesis (6.2) shows it below 7e-5 m with stabilisation.",
        5.0,
    );
    let angle = PI / 5.0;
    let mut post = fixed("post", Shape::Prism { sides: 7, radius: 0.05, height: 0.4 });
    post.position = [0.0, 0.0, 0.45];
    scene.bodies.push(post);
    let shape = Shape::Prism { sides: 7, radius: 0.1, height: 0.5 };
    let mut rod = dynamic("rod", 0, shape, [-0.25 * angle.sin(), 0.0, 0.25 - 0.25 * angle.cos()]);
    rod.mass = Some(1.0);
    rod.orientation = wxyz(&Quat::from_scaled_axis(Vec3::y() * angle));
    scene.bodies.push(rod);
    let joint = JointDescription::new(JointKind::Spherical, "post", "rod", [0.0, 0.0, 0.25], [0.0, 1.0, 0.0]);
    scene.joints.push(JointDescription { name: "pivot".to_owned(), ..joint });
    scene.camera = Some(CameraDescription { eye: [0.6, -2.0, 0.5], target: [0.0, 0.0, 0.1] });
    scene
}

fn double_pendulum() -> Scene {
    let mut scene = new(
        "Double pendulum",
        Dimension::Two,
        "Two rods of 0.5 m start level. Their motion is chaotic: after a few seconds two contact models, or two step \
         sizes, part. Without contacts, all models agree to rounding for as long as the joint error is the same.",
        10.0,
    );
    let mut post = fixed("post", Shape::RegularPolygon { sides: 12, radius: 0.05 });
    post.position = [0.0, 0.0, 0.0];
    scene.bodies.push(post);
    for (i, name) in ["upper rod", "lower rod"].into_iter().enumerate() {
        let mut rod = dynamic(name, i, rectangle([0.25, 0.02]), [0.25 + 0.5 * i as f64, 0.0, 0.0]);
        rod.mass = Some(1.0);
        scene.bodies.push(rod);
    }
    let revolute = |a, b, x| JointDescription::new(JointKind::Revolute, a, b, [x, 0.0, 0.0], [0.0, 0.0, 1.0]);
    scene.joints.push(revolute("post", "upper rod", 0.0));
    scene.joints.push(revolute("upper rod", "lower rod", 0.5));
    scene.camera = front(0.0, -0.3, 4.0);
    scene
}

/// A chain that hangs from one end and starts level.
fn chain(links: usize) -> Scene {
    let mut scene = new(
        &format!("Chain of {links} links"),
        Dimension::Three,
        "A chain on spherical joints is let go level over a fixed bar and whips round it. Every joint \
         must hold while the links hit the bar and each other.",
        5.0,
    );
    // Its end turns by a radian in 10 ms: too far for rows that are drawn once.
    scene.time_step = 0.005;
    let mut post = fixed("bar", cuboid([0.03, 0.4, 0.03]));
    post.position = [0.6, 0.0, -0.3];
    scene.bodies.push(post);
    let mut anchor = fixed("anchor", cuboid([0.03, 0.03, 0.03]));
    anchor.position = [-0.05, 0.0, 0.0];
    scene.bodies.push(anchor);
    let (length, half) = (0.1, [0.045, 0.015, 0.015]);
    let mut previous = "anchor".to_owned();
    for i in 0..links {
        let name = format!("link {}", i + 1);
        let mut link = dynamic(&name, i, cuboid(half), [place((i as f64 + 0.5) * length), 0.0, 0.0]);
        link.mass = Some(0.1);
        scene.bodies.push(link);
        let point = [place(i as f64 * length), 0.0, 0.0];
        scene.joints.push(JointDescription::new(
            JointKind::Spherical,
            &previous,
            &name,
            point,
            [1.0, 0.0, 0.0],
        ));
        previous = name;
    }
    scene.camera = Some(CameraDescription { eye: [1.0, -4.5, 0.2], target: [0.7, 0.0, -0.7] });
    scene
}

/// A cart whose rear axle is driven over a step.
fn rolling_cart() -> Scene {
    let mut scene = new(
        "Rolling cart",
        Dimension::Three,
        "A cart on four wheels of sixteen sides drives by its rear wheels, up a ramp and off its end. Wheels \
         roll by friction alone; watch the joints hold at the landing.",
        6.0,
    );
    let mut floor = fixed("floor", cuboid([6.0, 1.5, 0.1]));
    floor.position = [3.0, 0.0, -0.1];
    floor.friction = 0.8;
    scene.bodies.push(floor);
    let ramp = Shape::Hull {
        points: [[0.0, 0.0], [1.5, 0.0], [1.5, 0.3]]
            .iter()
            .flat_map(|&[x, z]| [Point::Space([x, -1.0, z]), Point::Space([x, 1.0, z])])
            .collect(),
    };
    let mut ramp = fixed("ramp", ramp);
    ramp.position = [1.5, 0.0, 0.0];
    ramp.friction = 0.8;
    scene.bodies.push(ramp);
    let (radius, height) = (0.15, 0.22);
    let mut chassis = dynamic("chassis", 0, cuboid([0.4, 0.2, 0.06]), [0.0, 0.0, height]);
    chassis.mass = Some(10.0);
    chassis.friction = 0.5;
    scene.bodies.push(chassis);
    let upright = wxyz(&Quat::from_scaled_axis(Vec3::x() * (PI / 2.0)));
    // A polygon's flat is nearer to its centre than its corners.
    let flat = radius * (PI / 16.0).cos();
    for (i, (place, x)) in [("rear", -0.28), ("front", 0.28)].into_iter().enumerate() {
        for (side, y) in [("left", 0.28), ("right", -0.28)] {
            let name = format!("{place} {side} wheel");
            let shape = Shape::Prism { sides: 16, radius, height: 0.1 };
            let mut wheel = dynamic(&name, 1 + i, shape, [x, y, flat + 0.005]);
            wheel.orientation = upright;
            wheel.mass = Some(1.0);
            wheel.friction = 0.8;
            scene.bodies.push(wheel);
            let point = [x, y, flat + 0.005];
            let axle = JointDescription::new(JointKind::Revolute, "chassis", &name, point, [0.0, 1.0, 0.0]);
            scene.joints.push(JointDescription { name: format!("{place} {side} axle"), ..axle });
        }
    }
    for side in ["left", "right"] {
        let motor =
            ControllerDescription::joint_pd(&format!("rear {side} axle"), Target::Ramp(12.0), 0.0, 20.0);
        scene.controllers.push(ControllerDescription { max: Some(8.0), ..motor });
    }
    scene.camera = Some(CameraDescription { eye: [1.6, -6.6, 2.8], target: [1.6, 0.0, 0.1] });
    scene
}

/// An arm of six revolute axes whose joints follow trajectories (after thesis 6.5).
fn six_axis_arm() -> Scene {
    let mut scene = new(
        "Six-axis arm",
        Dimension::Three,
        "Six revolute joints under proportional-derivative control follow a trajectory and back, against \
         gravity, and push a box off a table. After thesis 6.5.",
        6.0,
    );
    // Name, half extents, centre, joint point and axis; the arm starts upright.
    let links: [(&str, [f64; 3], [f64; 3], [f64; 3], [f64; 3]); 6] = [
        ("shoulder", [0.1, 0.1, 0.1], [0.0, 0.0, 0.3], [0.0, 0.0, 0.2], [0.0, 0.0, 1.0]),
        ("upper arm", [0.06, 0.06, 0.25], [0.0, 0.0, 0.6], [0.0, 0.0, 0.35], [0.0, 1.0, 0.0]),
        ("forearm", [0.05, 0.05, 0.2], [0.0, 0.0, 1.05], [0.0, 0.0, 0.85], [0.0, 1.0, 0.0]),
        ("wrist", [0.04, 0.04, 0.06], [0.0, 0.0, 1.31], [0.0, 0.0, 1.25], [0.0, 0.0, 1.0]),
        ("hand", [0.035, 0.035, 0.06], [0.0, 0.0, 1.43], [0.0, 0.0, 1.37], [0.0, 1.0, 0.0]),
        ("flange", [0.06, 0.03, 0.02], [0.0, 0.0, 1.51], [0.0, 0.0, 1.49], [0.0, 0.0, 1.0]),
    ];
    let mut base = fixed("base", Shape::Prism { sides: 8, radius: 0.2, height: 0.2 });
    base.position = [0.0, 0.0, 0.1];
    scene.bodies.push(base);
    let mut table = fixed("table", cuboid([0.3, 0.4, 0.15]));
    table.position = [0.95, 0.0, 0.15];
    table.friction = 0.4;
    scene.bodies.push(table);
    let mut previous = "base";
    let mut joints = Vec::new();
    for (i, (name, half, centre, point, axis)) in links.into_iter().enumerate() {
        let mut link = dynamic(name, i, cuboid(half), centre);
        link.density = 2000.0;
        link.friction = 0.4;
        scene.bodies.push(link);
        let joint = JointDescription::new(JointKind::Revolute, previous, name, point, axis);
        joints.push(JointDescription { name: format!("axis {}", i + 1), ..joint });
        previous = name;
    }
    scene.joints = joints;
    let paths: [&[(f64, f64)]; 6] = [
        &[(0.0, 0.0), (1.5, -0.6), (2.5, -0.6), (4.0, 0.6), (5.0, 0.0)],
        &[(0.0, 0.0), (1.5, 1.0), (4.0, 1.0), (5.0, 0.0)],
        &[(0.0, 0.0), (1.5, 0.9), (4.0, 0.9), (5.0, 0.0)],
        &[(0.0, 0.0), (2.0, 1.0), (4.0, -1.0), (5.0, 0.0)],
        &[(0.0, 0.0), (1.5, 0.5), (4.0, 0.5), (5.0, 0.0)],
        &[(0.0, 0.0), (2.0, 1.5), (4.0, -1.5), (5.0, 0.0)],
    ];
    let gains = [2e4, 2e4, 1e4, 1e3, 1e3, 2e2];
    for (i, (path, kp)) in paths.into_iter().zip(gains).enumerate() {
        let target = Target::Trajectory(path.to_vec());
        scene.controllers.push(ControllerDescription::joint_pd(
            &format!("axis {}", i + 1),
            target,
            kp,
            0.05 * kp,
        ));
    }
    let mut parcel = dynamic("parcel", 5, cuboid([0.08, 0.08, 0.08]), [0.95, 0.05, 0.38]);
    parcel.density = 300.0;
    parcel.friction = 0.4;
    scene.bodies.push(parcel);
    scene.camera = Some(CameraDescription { eye: [2.6, -2.6, 1.8], target: [0.4, 0.0, 0.6] });
    scene
}

/// A gear about its centre as the union of a disc and straight-sided teeth, one of them along +x.
fn gear(teeth: usize, pitch_radius: f64) -> Shape {
    let module = 2.0 * pitch_radius / teeth as f64;
    let (root, tip) = (pitch_radius - 1.1 * module, pitch_radius + 0.8 * module);
    // Half widths: a little less than half the pitch at the pitch circle, so that there is play.
    let (wide, narrow) = (1.15 * module, 0.36 * module);
    let part = |shape, orientation| PartDescription { shape, position: [0.0; 3], orientation };
    let mut parts =
        vec![part(Shape::RegularPolygon { sides: teeth, radius: root * 1.02 }, [1.0, 0.0, 0.0, 0.0])];
    for k in 0..teeth {
        let turn = Quat::from_scaled_axis(Vec3::z() * (2.0 * PI * k as f64 / teeth as f64));
        let corners = [[root * 0.9, -wide], [tip, -narrow], [tip, narrow], [root * 0.9, wide]];
        let points = corners.map(|c| Point::Plane(c.map(place))).to_vec();
        parts.push(part(Shape::Hull { points }, wxyz(&turn)));
    }
    Shape::Union(parts)
}

/// Two gears of twelve and eighteen teeth; a motor turns the small one, a brake holds the large one back.
fn gear_pair() -> Scene {
    let mut scene = new(
        "Gear pair",
        Dimension::Two,
        "A motor turns a gear of twelve teeth, which turns one of eighteen against a brake. Teeth are convex parts of \
         a union and touch corner on flank: the ratio of the turns is 2:3 on average, whatever the model, or \
         the teeth have passed through each other.",
        5.0,
    );
    scene.gravity = Some([0.0; 3]);
    scene.time_step = 0.005;
    let (small, large) = (0.4, 0.6);
    for (name, x, teeth, radius, index) in
        [("pinion", 0.0, 12, small, 0), ("wheel", small + large + 0.01, 18, large, 3)]
    {
        let mut hub = fixed(&format!("{name} axle"), Shape::RegularPolygon { sides: 8, radius: 0.05 });
        hub.position = [x, 0.0, 0.0];
        scene.bodies.push(hub);
        let mut body: BodyDescription = dynamic(name, index, gear(teeth, radius), [x, 0.0, 0.0]);
        body.mass = Some(2.0);
        if index == 3 {
            // A gap towards the tooth of the pinion.
            body.orientation = wxyz(&Quat::from_scaled_axis(Vec3::z() * (PI + PI / teeth as f64)));
        }
        scene.bodies.push(body);
        let axle = format!("{name} axle");
        let joint = JointDescription::new(JointKind::Revolute, &axle, name, [x, 0.0, 0.0], [0.0, 0.0, 1.0]);
        scene.joints.push(JointDescription { name: format!("{name} bearing"), ..joint });
    }
    let motor = ControllerDescription::joint_pd("pinion bearing", Target::Ramp(2.0), 0.0, 50.0);
    scene.controllers.push(motor);
    scene.controllers.push(ControllerDescription::joint_pd("wheel bearing", Target::Constant(0.0), 0.0, 1.0));
    scene.camera = front(0.5, 0.0, 4.0);
    scene
}
