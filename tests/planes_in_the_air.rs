//! The plane of a face reaches beyond the face: what it touches far from there is no contact.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{run, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Twist;

const TIME: f64 = 0.012;

/// A box whose corner comes down on one arm of a cross, with friction, 27 cm beside the other arm or where that is not there: the tops of both arms lie in one plane.
fn on_a_cross(other_arm: bool, two_bodies: bool, h: f64) -> Twist {
    let (along, across) =
        ("(shape: Box(half_extents: (0.5, 0.1, 0.05)))", "(shape: Box(half_extents: (0.1, 0.5, 0.05)))");
    let arm = |name: &str, parts: &str| {
        format!("(name: \"{name}\", kind: Fixed, shape: Union([{parts}]), friction: 0.5),")
    };
    let arms = match (other_arm, two_bodies) {
        (false, _) => arm("arm", along),
        (true, false) => arm("cross", &format!("{along}, {across}")),
        (true, true) => arm("arm", along) + &arm("other arm", across),
    };
    let scene = format!(
        "Scene(bodies: [{arms}
           (name: \"box\", shape: Box(half_extents: (0.2, 0.15, 0.1)), mass: 1.0, friction: 0.5,
             position: (-0.3521226417603228, -0.1712065545835852, 0.29075034498630503),
             orientation: (0.3036519339709298, 0.308468633698649, -0.8856777378146361, 0.1679808017582704),
             velocity: (-0.3623049689174751, -0.429088366864371, -2.0),
             angular_velocity: (-0.137783796164584, -0.15160949483526617, -1.518949453997256))])"
    );
    let mut sim = simulation_of(&scene, SeparatingFeature, h);
    run(&mut sim, TIME);
    *sim.state.twists.last().unwrap()
}

#[test]
fn a_corner_beside_a_face_in_its_plane_is_not_held_by_it() {
    for steps in [2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 24.0] {
        let h = TIME / steps;
        let alone = on_a_cross(false, false, h);
        for two_bodies in [false, true] {
            let beside = on_a_cross(true, two_bodies, h);
            let off = (beside.linear - alone.linear).norm() + (beside.angular - alone.angular).norm();
            assert!(off < 1e-9, "h {h}, two bodies {two_bodies}: {beside:?}, with one arm {alone:?}");
        }
    }
    // What sticks at its corner, by hand a moment before it touches.
    let spin = on_a_cross(true, false, 1e-3).angular;
    for (found, wanted) in spin.iter().zip([4.7, 0.6, -2.8]) {
        assert!((found - wanted).abs() < 0.1, "{spin:?}");
    }
}
