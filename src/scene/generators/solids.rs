//! Cylinders, cones and ellipsoids: a coin that whirls, rollers on a ramp, a cone that rolls round its apex, and a heap.

use crate::math::Dimension;
use crate::scene::format::{CameraDescription, Scene, Shape};
use crate::scene::generators::curved::{rough, scene};
use crate::scene::generators::random::{cuboid, dynamic, fixed};

/// All of them.
pub(super) fn set() -> Vec<(String, Scene)> {
    [("whirling_coin", whirling_coin()), ("rollers", rollers()), ("cone", cone())]
        .map(|(stem, scene)| (format!("curved/{stem}"), scene))
        .into()
}

/// A coin on its edge, whose middle rests.
fn whirling_coin() -> Scene {
    let mut scene = scene(
        "Whirling coin",
        Dimension::Three,
        "A thin disc rolls on its rim with its middle at rest, at the rate 2 (g / r sin α)^½ of a steady motion; no step gains energy.",
        3.0,
    );
    let (radius, length, lean): (f64, f64, f64) = (0.15, 0.01, 0.5);
    let (sin, cos) = lean.sin_cos();
    let mut floor = rough(fixed("floor", cuboid([1.0, 1.0, 0.1])), 1.5);
    floor.position = [0.0, 0.0, -0.1];
    let place = [0.0, 0.0, radius * sin + 0.5 * length * cos];
    let mut coin = rough(dynamic("coin", 0, Shape::Cylinder { radius, length }, place), 1.5);
    coin.orientation = [(lean / 2.0).cos(), 0.0, (lean / 2.0).sin(), 0.0];
    let rate = 2.0 * (9.81 * sin / radius).sqrt();
    coin.angular_velocity = [-cos * rate, 0.0, sin * rate];
    scene.bodies = vec![floor, coin];
    scene.time_step = 0.005;
    scene.camera = Some(CameraDescription { eye: [0.3, -1.1, 0.6], target: [0.0, 0.0, 0.05] });
    scene
}

/// A cylinder rolls down beside one that stands.
fn rollers() -> Scene {
    let mut scene = scene(
        "Rolling and standing cylinders",
        Dimension::Three,
        "On a ramp of 0.3 rad a lying cylinder rolls down, at 2/3 of g sin 0.3, and over the edge; the standing one stays, for the ramp is less steep than its diagonal.",
        3.0,
    );
    let slope: f64 = 0.3;
    let on_ramp = |along: f64, across: f64, above: f64| {
        let (sin, cos) = slope.sin_cos();
        let up = 0.05 + above;
        [along * cos + up * sin, across, 1.0 - along * sin + up * cos]
    };
    let turn = [(slope / 2.0).cos(), 0.0, (slope / 2.0).sin(), 0.0];
    let mut ramp = rough(fixed("ramp", cuboid([1.5, 0.6, 0.05])), 0.6);
    (ramp.position, ramp.orientation) = ([0.0, 0.0, 1.0], turn);
    let mut floor = rough(fixed("floor", cuboid([4.0, 2.0, 0.1])), 0.6);
    floor.position = [1.0, 0.0, -0.1];
    let shape = Shape::Cylinder { radius: 0.12, length: 0.4 };
    let mut roller = rough(dynamic("roller", 0, shape, on_ramp(-1.3, 0.3, 0.12)), 0.6);
    let quarter = std::f64::consts::FRAC_PI_4;
    roller.orientation = [quarter.cos(), quarter.sin(), 0.0, 0.0];
    let shape = Shape::Cylinder { radius: 0.1, length: 0.4 };
    let mut tower = rough(dynamic("tower", 1, shape, on_ramp(-0.6, -0.3, 0.2)), 0.6);
    tower.orientation = turn;
    scene.bodies = vec![floor, ramp, roller, tower];
    scene.camera = Some(CameraDescription { eye: [1.0, -5.5, 2.4], target: [0.8, 0.0, 0.7] });
    scene
}

/// A cone goes round its apex, and an ellipsoid rocks beside it.
fn cone() -> Scene {
    let mut scene = scene(
        "Cone and ellipsoid",
        Dimension::Three,
        "A cone rolls on its flank round its apex, which stays where it is; an ellipsoid rocks on its flat side.",
        6.0,
    );
    let mut floor = rough(fixed("floor", cuboid([1.0, 1.0, 0.1])), 1.0);
    floor.position = [0.0, 0.0, -0.1];
    let (radius, length): (f64, f64) = (0.1, 0.3);
    let half_angle = (radius / length).atan();
    let (sin, cos) = half_angle.sin_cos();
    let place = [cos * 0.5 * length, 0.0, sin * 0.5 * length];
    let mut cone = rough(dynamic("cone", 0, Shape::Cone { radius, length }, place), 1.0);
    // Its axis points back and down to the apex.
    let half = -(std::f64::consts::FRAC_PI_2 + half_angle) / 2.0;
    cone.orientation = [half.cos(), 0.0, half.sin(), 0.0];
    cone.angular_velocity = [-1.0 / half_angle.tan(), 0.0, 0.0];
    cone.velocity = [0.0, 0.75 * length * cos, 0.0];
    let semi_axes = [0.2, 0.12, 0.08];
    let lean: f64 = 0.4;
    let height = (semi_axes[0] * lean.sin()).hypot(semi_axes[2] * lean.cos());
    let shape = Shape::Ellipsoid { semi_axes };
    let mut egg = rough(dynamic("ellipsoid", 1, shape, [0.0, -0.55, height]), 1.0);
    egg.orientation = [(lean / 2.0).cos(), 0.0, (lean / 2.0).sin(), 0.0];
    scene.bodies = vec![floor, cone, egg];
    scene.camera = Some(CameraDescription { eye: [0.4, -1.7, 0.9], target: [0.0, -0.1, 0.05] });
    scene
}
