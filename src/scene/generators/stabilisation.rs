//! Scenes on which Hart and Anitescu measure infeasibility: after the frames of their slides, which print no numbers of them.

use crate::contact::models::ContactModel;
use crate::math::Dimension;
use crate::scene::format::{BodyDescription, CameraDescription, Scene};
use crate::scene::generators::random::{cuboid, dynamic, fixed, place};

/// All of them; the third, `balance`, lies with the scenes in the plane.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    [("pyramid", pyramid()), ("dice", dice())]
        .map(|(stem, scene)| (format!("stabilisation/{stem}"), scene))
        .into()
}

fn scene(name: &str, description: &str, eye: [f64; 3], target: [f64; 3]) -> Scene {
    let mut scene = Scene::new(name, Dimension::Three);
    scene.description = description.to_owned();
    scene.time_step = 0.004;
    scene.contact.model = ContactModel::RatioMetric;
    scene.camera = Some(CameraDescription { eye, target });
    let floor = fixed("floor", cuboid([3.0, 3.0, 0.5]));
    scene.bodies.push(BodyDescription { position: [0.0, 0.0, -0.5], friction: 0.1, ..floor });
    scene
}

/// Three boxes, two and one; the outer ones below slide away.
fn pyramid() -> Scene {
    let mut scene = scene(
        "Pyramid",
        "A pyramid of six boxes whose outer ones slide away below, without friction: those above tip over the edges of \
         the one in the middle. How deep bodies get into each other falls with the square of the step where contacts are \
         stabilised, and with the step where they are not (after the slides of Hart and Anitescu).",
        [1.2, -3.2, 1.2],
        [0.0, 0.0, 0.4],
    );
    scene.duration = Some(0.3);
    let half = 0.2;
    for (row, count) in [3, 2, 1].into_iter().enumerate() {
        for k in 0..count {
            let x = k as f64 - 0.5 * (count as f64 - 1.0);
            let at = [place(0.6 * x), 0.0, place(half * (2 * row + 1) as f64)];
            let number = scene.bodies.len();
            let mut body = dynamic(&format!("box {number}"), number, cuboid([half; 3]), at);
            body.velocity = [if row == 0 { 1.5 * x } else { 0.0 }, 0.0, 0.0];
            scene.bodies.push(body);
        }
    }
    scene
}

/// Three dice on the edge and a corner of a table, which roll over it.
fn dice() -> Scene {
    let mut scene = scene(
        "Dice",
        "Three dice roll over the edges and a corner of a table and slide on them, with a friction of 0.1 (after the slides of Hart and Anitescu).",
        [3.4, -3.4, 1.4],
        [2.9, -2.9, 0.0],
    );
    scene.duration = Some(0.2);
    let half = 0.1;
    // Two over an edge, one of them turned by the angle of (3, 4, 5), and one over the corner.
    let about_z = [0.9_f64.sqrt(), 0.0, 0.0, 0.1_f64.sqrt()];
    let dice = [
        ([3.02, -2.4], [1.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0]),
        ([2.5, -3.03], about_z, [3.0, 0.0, 0.0]),
        ([3.01, -3.02], [1.0, 0.0, 0.0, 0.0], [2.0, 2.0, 0.0]),
    ];
    for (k, ([x, y], orientation, [wx, wy, _])) in dice.into_iter().enumerate() {
        let mut die = dynamic(&format!("die {}", k + 1), k, cuboid([half; 3]), [x, y, half]);
        // The point of it above the table's edge stays at its height.
        let (to_x, to_y) = (place(x.min(3.0)), place(y.max(-3.0)));
        let arm = [x - to_x, y - to_y];
        die.velocity = [0.0, 0.0, place(wx * arm[1] - wy * arm[0])];
        die.angular_velocity = [wx, wy, 0.0];
        (die.orientation, die.friction) = (orientation, 0.1);
        scene.bodies.push(die);
    }
    scene
}
