//! Edges that are hidden by another part of their body, or by another body: nothing catches on them. A ridge that slides along the edge of a body of several parts comes to where
//! another part begins, whose edge lies in the same line, and what slides into a groove of two boxes comes past the edges of their ends. Blows at the ends of steps that choose between features.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::{Twist, Vec3};

/// How the last body of a scene moves after `time` (s) in steps of `h` (s).
fn moves(bodies: &str, h: f64, time: f64) -> Twist {
    let scene = format!("Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [{bodies}])");
    let mut sim = simulation_of(&scene, SeparatingFeature, h);
    advance(&mut sim, (time / h).round() as usize);
    *sim.state.twists.last().unwrap()
}

/// How far two motions differ (m/s and rad/s).
fn apart(a: &Twist, b: &Twist) -> f64 {
    (a.linear - b.linear).norm() + (a.angular - b.angular).norm()
}

const SLIDES_PAST_AN_ARM: &str = "
    (name: \"body\", shape: Union([
        (shape: Box(half_extents: (0.19713084275704876, 0.03442049451420039, 0.05453806755270675)), position: (0.0, 0.0, 0.0)),
        (shape: Box(half_extents: (0.03442049451420039, 0.19713084275704876, 0.05453806755270675)), position: (0.16271034824284836, 0.16271034824284836, 0.0)),
        (shape: Box(half_extents: (0.03442049451420039, 0.19713084275704876, 0.05453806755270675)), position: (-0.16271034824284836, 0.16271034824284836, 0.0))]),
    position: (0.147949431007395, -0.11534760111294333, -0.01337845061274924),
    orientation: (-0.5769896480694057, -0.7689664168917116, -0.10947691094317047, 0.2525636586759996),
    velocity: (2.145854992153508, -0.4118171123007382, -0.6845394995267051),
    angular_velocity: (-1.9371082522307315, -5.014687049334737, -0.3783962288564523))";

const SLIDES_FROM_ARM_TO_ARM: &str = "
    (name: \"body\", shape: Union([
        (shape: Box(half_extents: (0.19945742040168918, 0.055132554273047654, 0.10448014026937341)), position: (0.0, 0.0, 0.0)),
        (shape: Box(half_extents: (0.055132554273047654, 0.19945742040168918, 0.10448014026937341)), position: (0.14432486612864154, 0.14432486612864154, 0.0))]),
    position: (-0.06790509045499153, -0.18392022915154058, 0.18813692018389105),
    orientation: (-0.8577210121097381, 0.31868155612983157, -0.04006335750792961, -0.40143699200909183),
    velocity: (-1.2841983982653362, -0.015367285908534978, -0.9471109510012277),
    angular_velocity: (6.392588288617485, 8.353324422630884, -3.946710882808695))";

const FALLS_ACROSS: &str = "
    (name: \"body\", shape: Union([
        (shape: Box(half_extents: (0.19820589181758164, 0.05874241641510848, 0.08298245535534599)), position: (0.0, 0.0, 0.0)),
        (shape: Box(half_extents: (0.05874241641510848, 0.19820589181758164, 0.08298245535534599)), position: (0.13946347540247317, 0.13946347540247317, 0.0)),
        (shape: Box(half_extents: (0.05874241641510848, 0.19820589181758164, 0.08298245535534599)), position: (-0.13946347540247317, 0.13946347540247317, 0.0))]),
    position: (0.15624111278215708, -0.1361464445840455, 0.1746433648587207),
    orientation: (-0.5284349865478646, -0.5983822220711239, 0.36525603549781605, -0.47883526377429697),
    velocity: (0.06326521886463804, -0.3728826629877928, -0.13097155196677568),
    angular_velocity: (4.718537172541586, 9.411466625758763, 1.4373457432515677))";

const FALLS_ACROSS_WITH_FRICTION: &str = "
    (name: \"body\", shape: Union([
        (shape: Box(half_extents: (0.12214054801121138, 0.04968972206696731, 0.07777774203117466)), position: (0.0, 0.0, 0.0)),
        (shape: Box(half_extents: (0.04968972206696731, 0.12214054801121138, 0.07777774203117466)), position: (0.07245082594424407, 0.07245082594424407, 0.0))]),
    position: (0.12964279412615215, 0.05436864840155183, 0.013544205041863839),
    orientation: (0.377704804238942, -0.10922296939188947, -0.9192384099219564, 0.020252642696547748),
    velocity: (0.7250773448995587, 0.5217016956959705, -1.3837413519671453),
    angular_velocity: (-6.248581661411426, -1.5595481214280271, 3.29910714767831), friction: 0.3)";

/// Bodies of boxes that share edges and faces on a ridge: where one part begins beside another there is no blow, and where a face of two parts falls flat across the ridge it comes at the far end of both. Steps of
/// all sizes agree, to second order, with fine ones and with those of the same solids cut into parts that share nothing. (A blow of 12 and of 16 N·s at a hidden edge, at 10 to 1.25 ms and at 2.5 ms; one in the air,
/// at 0.2 ms, by the side of a part whose neighbour had switched; one in the middle of the face, at 5 and 2.5 ms, as the far end was open by 1e-10 m more.)
#[test]
fn a_ridge_does_not_catch_where_another_part_begins() {
    let scenes = [
        ("slides past an arm", SLIDES_PAST_AN_ARM, 0.0),
        ("slides from arm to arm", SLIDES_FROM_ARM_TO_ARM, 0.0),
        ("falls across", FALLS_ACROSS, 0.0),
        ("falls across with friction", FALLS_ACROSS_WITH_FRICTION, 0.3),
    ];
    for (what, body, mu) in scenes {
        let bodies = format!(
            "(name: \"ridge\", kind: Fixed, friction: {mu:?}, shape: Hull(points: [(-0.4, -1.0, -0.4), (0.4, -1.0, -0.4), (-0.4, 1.0, -0.4), (0.4, 1.0, -0.4), (0.03, -1.0, 0.0), (0.03, 1.0, 0.0)])),
             {body}"
        );
        let fine = moves(&bodies, 0.0005, 0.02);
        for h in [0.01, 0.005, 0.0025, 0.00125, 0.0002] {
            let twist = moves(&bodies, h, 0.02);
            assert!(
                apart(&twist, &fine) < 2e-2 + 6000.0 * h * h,
                "{what}: {twist:?} at {h} s, {fine:?} in fine steps"
            );
        }
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

/// A box clatters on a table, and on one that moves evenly as the box does with it: velocities are those with the table's added. (A switch of features was refused because the table gave energy: 0.7 rad/s off at 10 and 5 ms.)
#[test]
fn a_table_that_moves_evenly_strikes_as_one_that_stands() {
    let scene = |kind: &str, u: Vec3| {
        format!(
            "(name: \"table\", kind: {kind}, shape: Box(half_extents: (0.25, 0.25, 0.1)), position: (0.1578775667882255, 0.09374584039174316, -0.1)),
             (name: \"box\", shape: Box(half_extents: (0.1160212606652496, 0.13452662273649102, 0.17551082213564567)),
              position: (-0.057520238918451067, 0.08290055398472182, 0.27547748848457493),
              orientation: (-0.1682526182594146, 0.9516047883659741, -0.1667632207136362, 0.1957789861681185),
              velocity: ({:?}, {:?}, {:?}), angular_velocity: (1.6075435165926162, 4.416225108702891, -1.5999401404846663))",
            0.2776568473960576 + u.x, 0.2474282426060558 + u.y, -0.6844178154935436 + u.z
        )
    };
    let u = Vec3::new(1.7, -0.9, 0.6);
    let moving = scene(&format!("Kinematic, velocity: ({:?}, {:?}, {:?})", u.x, u.y, u.z), u);
    let standing = scene("Fixed", Vec3::zeros());
    for h in [0.01, 0.005, 0.0025] {
        let (mut on_moving, on_standing) = (moves(&moving, h, 0.26), moves(&standing, h, 0.26));
        on_moving.linear -= u;
        assert!(
            apart(&on_moving, &on_standing) < 1e-4,
            "{on_moving:?} at {h} s, {on_standing:?} where the table stands"
        );
    }
}
