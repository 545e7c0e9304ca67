//! Edges that are hidden by another part of their body, or by another body: nothing catches on them. A ridge that slides along the edge of a body of several parts comes to where
//! another part begins, whose edge lies in the same line, and what slides into a groove of two boxes comes past the edges of their ends.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Twist;
use pegsim::world::StepInput;

/// How the last body of a scene moves after `time` (s) in steps of `h` (s).
fn moves(bodies: &str, h: f64, time: f64) -> Twist {
    let scene = format!("Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [{bodies}])");
    let mut sim = simulation_of(&scene, SeparatingFeature, h);
    for _ in 0..(time / h).round() as usize {
        sim.step(&StepInput::default()).unwrap();
    }
    *sim.state.twists.last().unwrap()
}

/// How far two motions differ (m/s and rad/s).
fn apart(a: &Twist, b: &Twist) -> f64 {
    (a.linear - b.linear).norm() + (a.angular - b.angular).norm()
}

/// A U slides along the edge of its middle part on a ridge, past where an arm begins: no blow comes there, as none does in steps of 1 ms and less and where the arms begin beside the middle part. (The arm's
/// end struck the ridge with 12 N·s, at 10 to 1.25 ms.)
#[test]
fn a_ridge_does_not_catch_where_another_part_begins() {
    let bodies = "
        (name: \"ridge\", kind: Fixed, shape: Hull(points: [(-0.4, -1.0, -0.4), (0.4, -1.0, -0.4), (-0.4, 1.0, -0.4), (0.4, 1.0, -0.4), (0.03, -1.0, 0.0), (0.03, 1.0, 0.0)])),
        (name: \"U\", shape: Union([
            (shape: Box(half_extents: (0.19713084275704876, 0.03442049451420039, 0.05453806755270675))),
            (shape: Box(half_extents: (0.03442049451420039, 0.19713084275704876, 0.05453806755270675)), position: (0.16271034824284836, 0.16271034824284836, 0.0)),
            (shape: Box(half_extents: (0.03442049451420039, 0.19713084275704876, 0.05453806755270675)), position: (-0.16271034824284836, 0.16271034824284836, 0.0))]),
         position: (0.147949431007395, -0.11534760111294333, -0.01337845061274924),
         orientation: (-0.5769896480694057, -0.7689664168917116, -0.10947691094317047, 0.2525636586759996),
         velocity: (2.145854992153508, -0.4118171123007382, -0.6845394995267051),
         angular_velocity: (-1.9371082522307315, -5.014687049334737, -0.3783962288564523))";
    let fine = moves(bodies, 0.00025, 0.02);
    for h in [0.01, 0.005, 0.0025, 0.00125] {
        let twist = moves(bodies, h, 0.02);
        assert!(apart(&twist, &fine) < 1e-3 + 600.0 * h * h, "{twist:?} at {h} s, {fine:?} in fine steps");
    }
}

/// A tetrahedron slides into the groove of two boxes whose ends meet in its bottom, and into one whose boxes reach into each other: the free space is the same. (It was struck by an end's edge, whose normal
/// points into the other box: off by 0.26 rad/s at every step size.)
#[test]
fn a_groove_of_boxes_that_end_in_it_is_one_of_boxes_that_reach_through() {
    let groove = |x: f64, z: f64| {
        let wall = |name: &str, x: f64, turned: f64| {
            format!(
                "(name: \"{name}\", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.25)), position: ({x:?}, 0.0, {z:?}),
                  orientation: (0.9374523820622568, 0.0, {turned:?}, 0.0))"
            )
        };
        let (left, right) = (wall("left", -x, 0.34811353229341807), wall("right", x, -0.34811353229341807));
        format!(
            "{left}, {right}, (name: \"tetrahedron\", shape: Hull(points: [
              (-0.033603503106802414, 0.000729746886103925, 0.18845423088137855), (0.18717502813366058, 0.0010774312403684155, 0.03401567600274795),
              (0.009763675992113243, 0.10979121012035009, 0.11100801271718017), (0.12584993513408385, -0.07531406122540749, 0.012988616043992793)]),
             position: (-0.06780168789542995, -0.1563289320116219, 0.08449685501695972),
             orientation: (-0.530376554691043, -0.7785689601655634, -0.23421945093715288, -0.24015064710192038),
             velocity: (-0.6696477741412545, -0.40348141044761765, -0.8001531494159784),
             angular_velocity: (-7.660910311945021, 3.699044863741843, 9.073013191431318))"
        )
    };
    for h in [0.01, 0.005, 0.0025, 0.001] {
        let ends = moves(&groove(1.6784378045750832, 1.1159509559891847), h, 0.03);
        let reaches = moves(&groove(1.4511476233945635, 0.9201470399432421), h, 0.03);
        assert!(
            apart(&ends, &reaches) < 1e-3,
            "{ends:?} at {h} s where the boxes end, {reaches:?} where they do not"
        );
    }
}
