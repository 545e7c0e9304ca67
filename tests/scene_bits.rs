//! A scene that is written and read again is the same in every bit, mid-run states and signs of zeros included.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::geometry::separating::{RowKey, SeparatingFeature};
use pegsim::math::{Dimension, Pose, Quat, Twist, Vec3};
use pegsim::scene::format::*;
use pegsim::scene::{load_scene, load_str, parse, to_text};
use pegsim::world::{BodyId, BodyKind, ContactMemory, PairMemory, PartId, State};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::Path;

/// Every finite number, by its bits; zeros of both signs often enough to meet in every field.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
        2 => Just(-0.0),
        1 => Just(0.0),
        1 => prop_oneof![Just(1.0), Just(-1.0), Just(f64::MAX), Just(f64::MIN_POSITIVE), Just(f64::from_bits(1))],
        1 => (-1000..1000_i32).prop_map(f64::from),
    ]
    // On the heap: a scene has hundreds of numbers, each with all that it could have been.
    .boxed()
}

fn three() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(number())
}

fn four() -> impl Strategy<Value = [f64; 4]> {
    prop::array::uniform4(number())
}

fn point() -> impl Strategy<Value = Point> {
    prop_oneof![three().prop_map(Point::Space), (number(), number()).prop_map(|(x, y)| Point::Plane([x, y]))]
}

fn inertia() -> impl Strategy<Value = Inertia> {
    prop_oneof![
        number().prop_map(Inertia::Scalar),
        three().prop_map(Inertia::Principal),
        (three(), three()).prop_map(|([a, b, c], [d, e, f])| Inertia::Full([a, b, c, d, e, f]))
    ]
}

fn simple_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        point().prop_map(|half_extents| Shape::Box { half_extents }),
        prop::collection::vec(point(), 0..4).prop_map(|points| Shape::Hull { points }),
        number().prop_map(|radius| Shape::RegularPolygon { sides: 5, radius }),
        (number(), number()).prop_map(|(radius, height)| Shape::Prism { sides: 5, radius, height }),
        number().prop_map(|radius| Shape::Platonic(PlatonicSolid::Cube, radius)),
        number().prop_map(|scale| Shape::Mesh {
            path: "a.obj".to_owned(),
            decompose: None,
            hull: false,
            scale,
            mirror: None
        }),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    let part = (simple_shape(), three(), four()).prop_map(|(shape, position, orientation)| PartDescription {
        shape,
        position,
        orientation,
    });
    prop_oneof![simple_shape(), prop::collection::vec(part, 0..3).prop_map(Shape::Union)]
}

fn body() -> impl Strategy<Value = BodyDescription> {
    let numbers = (number(), number(), number(), number(), prop::option::of(number()));
    let color = prop::option::of(prop::array::uniform3(any::<u32>().prop_map(f32::from_bits)))
        .prop_filter("finite", |c| c.is_none_or(|c| c.iter().all(|x| x.is_finite())));
    (shape(), three(), four(), three(), three(), numbers, prop::option::of(inertia()), color).prop_map(
        |(shape, position, orientation, velocity, angular_velocity, numbers, inertia, color)| {
            let (density, friction, restitution, spawn_time, mass) = numbers;
            BodyDescription {
                position,
                orientation,
                velocity,
                angular_velocity,
                density,
                mass,
                inertia,
                friction,
                restitution,
                color,
                spawn_time,
                ..BodyDescription::new("b", BodyKind::Dynamic, shape)
            }
        },
    )
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        number().prop_map(Target::Constant),
        (number(), number()).prop_map(|(amplitude, frequency)| Target::Sine { amplitude, frequency }),
        number().prop_map(Target::Ramp),
        prop::collection::vec((number(), number()), 0..3).prop_map(Target::Trajectory),
    ]
}

fn joint() -> impl Strategy<Value = JointDescription> {
    let option = || prop::option::of(number());
    (three(), three(), number(), prop::option::of((number(), number())), option(), option()).prop_map(
        |(point, axis, start, limits, break_force, break_torque)| JointDescription {
            start,
            limits,
            break_force,
            break_torque,
            ..JointDescription::new(JointKind::Revolute, "a", "b", point, axis)
        },
    )
}

fn controller() -> impl Strategy<Value = ControllerDescription> {
    let waypoint = (number(), three(), four())
        .prop_map(|(time, position, orientation)| WaypointDescription { time, position, orientation });
    let option = || prop::option::of(number());
    let numbers = (number(), number(), number(), option(), option());
    (three(), three(), numbers, prop::option::of(target()), prop::collection::vec(waypoint, 0..3)).prop_map(
        |(force, torque, (kp, kd, from, max, until), target, waypoints)| ControllerDescription {
            force,
            torque,
            kp,
            kd,
            from,
            max,
            until,
            target,
            waypoints,
            ..ControllerDescription::new(ControllerKind::Force)
        },
    )
}

/// A state whose numbers are any finite ones. The step counts as far as RON counts.
fn state() -> impl Strategy<Value = State> {
    let pose = (three(), four()).prop_map(|(position, [w, x, y, z])| Pose {
        position: Vec3::from(position),
        orientation: Quat::new_unchecked(nalgebra::Quaternion::new(w, x, y, z)),
    });
    let twist = (three(), three()).prop_map(|(v, w)| Twist { linear: Vec3::from(v), angular: Vec3::from(w) });
    let memory = (prop::collection::vec(number(), 0..3), any::<bool>(), prop::option::of(any::<u64>()))
        .prop_map(|(impulses, outside, still)| {
            let part = |body| PartId { body: BodyId(body), part: 0 };
            let held = impulses.iter().map(|p| (RowKey::Edges, 1.0, Vec3::new(*p, -p, 0.0))).collect();
            let rows = impulses.into_iter().enumerate().map(|(v, p)| (RowKey::Vertex(v), p)).collect();
            let feature =
                if outside { SeparatingFeature::FacetOfB(1) } else { SeparatingFeature::FacetOfA(2) };
            ContactMemory::new(vec![PairMemory { parts: (part(0), part(1)), feature, rows, held, still }])
        });
    let many = (prop::collection::vec(pose, 0..3), prop::collection::vec(twist, 0..3));
    let many = (many, (three(), three()));
    let times = (number(), number());
    (any::<u64>(), times, many, memory).prop_map(|(step, (time, lag), ((poses, twists), (v, w)), memory)| {
        State {
            step,
            time,
            lag,
            support: vec![(BodyId(0), Twist { linear: Vec3::from(v), angular: Vec3::from(w) })],
            memory,
            broken: vec![0, 2],
            ..State::at_start(poses, twists)
        }
    })
}

fn scene() -> impl Strategy<Value = Scene> {
    let option = || prop::option::of(number());
    let camera = prop::option::of((three(), three()))
        .prop_map(|c| c.map(|(eye, target)| CameraDescription { eye, target }));
    let numbers = (number(), number(), number(), number(), option(), option());
    (
        prop::option::of(three()),
        numbers,
        camera,
        prop::collection::vec(body(), 0..3),
        prop::collection::vec(joint(), 0..2),
        prop::collection::vec(controller(), 0..2),
        prop::option::of(state()),
    )
        .prop_map(|(gravity, numbers, camera, bodies, joints, controllers, resume)| {
            let mut scene = Scene::new("bits", Dimension::Three);
            let (time_step, angle, threshold, tolerance, duration, detection_distance) = numbers;
            scene.gravity = gravity;
            scene.time_step = time_step;
            scene.duration = duration;
            scene.contact.applicability_angle = angle;
            scene.contact.detection_distance = detection_distance;
            scene.restitution.threshold = threshold;
            scene.solver.tolerance = tolerance;
            scene.camera = camera;
            Scene { bodies, joints, controllers, resume, ..scene }
        })
}

/// All of a scene as text in which finite numbers that differ in a bit differ, −0 from 0 too: the shortest decimals
/// that read back to the same number.
fn bits(scene: &Scene) -> String {
    let Some(state) = &scene.resume else { return format!("{scene:?}") };
    let coordinates: Vec<_> = state.poses.iter().map(|p| p.orientation.coords).collect();
    format!("{scene:?} {coordinates:?}")
}

/// A number of the same digits that a saved moment may have: places and speeds have an end, however small they may be.
fn within_reach(x: f64) -> f64 {
    if x.abs() <= 1e6 { x } else { x.recip() }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512,
        // The same cases on every machine, and no file written beside the tests.
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_number_of_a_scene_survives_to_the_bit(scene in scene()) {
        let text = to_text(&scene);
        let back = parse(&text, "x.ron").map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(bits(&scene), bits(&back), "{}", text);
        prop_assert_eq!(to_text(&back), text);
    }

    #[test]
    fn a_saved_moment_is_loaded_to_the_bit(
        places in prop::array::uniform2(three().prop_map(|v| v.map(within_reach))),
        turns in prop::array::uniform2(prop::array::uniform4(prop_oneof![Just(-0.0), Just(0.0), -1.0..1.0_f64])),
        speeds in prop::array::uniform4(three().prop_map(|v| v.map(within_reach))),
        time in prop_oneof![Just(-0.0), Just(0.0), 0.0..1e9_f64],
    ) {
        let cube = |name: &str, x: f64| BodyDescription {
            position: [x, 0.0, 0.0],
            ..BodyDescription::new(name, BodyKind::Dynamic, Shape::Platonic(PlatonicSolid::Cube, 1.0))
        };
        let mut scene = Scene::new("moment", Dimension::Three);
        scene.bodies = vec![cube("a", 0.0), cube("b", 5.0)];
        let poses = places.iter().zip(&turns).map(|(p, [w, x, y, z])| {
            let q = nalgebra::Quaternion::new(*w, *x, *y, *z);
            // Unit length up to rounding; a turn by nothing where the numbers are too small for one.
            let q = if q.norm() > 0.1 { q / q.norm() } else { nalgebra::Quaternion::new(1.0, *x * 0.0, -0.0, 0.0) };
            Pose { position: Vec3::from(*p), orientation: Quat::new_unchecked(q) }
        });
        let twist = |k: usize| Twist { linear: Vec3::from(speeds[k]), angular: Vec3::from(speeds[k + 1]) };
        let mut state = State::at_start(poses.collect(), vec![twist(0), twist(2)]);
        (state.step, state.time) = (7, time);
        scene.resume = Some(state);
        let wanted = bits(&scene);
        let saved = to_text(&load_scene(scene, "made.ron", Path::new("")).unwrap().source);
        let loaded = load_str(&saved, "saved.ron", Path::new("")).unwrap();
        prop_assert_eq!(bits(&loaded.source), wanted);
        let first = loaded.first_state();
        prop_assert_eq!(format!("{first:?}"), format!("{:?}", loaded.source.resume.unwrap()));
    }
}
