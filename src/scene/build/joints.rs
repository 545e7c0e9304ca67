//! Joints and controllers of a scene: checked, and made into those that a step reads.

use crate::math::{Dimension, Quat, Vec3, Wrench};
use crate::quote::{self, brief, list, meant, number};
use crate::scene::check::validate::{
    Checked, check_orientation, check_plane_rotation, check_vector, require,
};
use crate::scene::format::{ControllerDescription, ControllerKind, JointDescription, Scene, rotation};
use crate::scene::message::Problem;
use crate::step::ranges::{MAX_LENGTH, MAX_SPEED};
use crate::world::joint::{Controller, Joint, JointKind, Target, Waypoint};
use crate::world::{Body, BodyId, BodyKind, Model, State};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Where the bodies and joints of a model stand, by their names: of equal names the first.
#[derive(Default)]
struct Places {
    bodies: BTreeMap<String, usize>,
    joints: BTreeMap<String, usize>,
}

/// Puts the joints and controllers of the scene into the model.
pub(in crate::scene) fn add(scene: &Scene, model: &mut Model, state: &State) -> Checked {
    if scene.joints.is_empty() && scene.controllers.is_empty() {
        return Ok(());
    }
    let mut places = Places::default();
    for (i, body) in model.bodies.iter().enumerate() {
        places.bodies.entry(body.name.clone()).or_insert(i);
    }
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, description) in scene.joints.iter().enumerate() {
        let path = format!("joints[{i}]");
        let joint = joint(description, i, &path, model, &places, state)?;
        if let Some(other) = names.insert(&description.name, i).filter(|_| !description.name.is_empty()) {
            let name = &description.name;
            let message = format!(
                "joints number {} and {} are both named `{}`; a joint that has a name needs one of its own",
                other + 1,
                i + 1,
                brief(name)
            );
            return Err(Problem::new(format!("{path}.name"), message));
        }
        places.joints.entry(joint.name.clone()).or_insert(i);
        model.joints.push(joint);
    }
    for (i, description) in scene.controllers.iter().enumerate() {
        let controller = controller(description, &format!("controllers[{i}]"), model, &places)?;
        model.controllers.push(controller);
    }
    Ok(())
}

/// The pairs of bodies that pass through each other, the lower id first, ascending.
pub(in crate::scene) fn passing(scene: &Scene, model: &Model) -> Checked<Vec<(BodyId, BodyId)>> {
    if scene.no_contact.is_empty() {
        return Ok(Vec::new());
    }
    let mut places = Places::default();
    for (i, body) in model.bodies.iter().enumerate() {
        places.bodies.entry(body.name.clone()).or_insert(i);
    }
    let mut pairs = Vec::with_capacity(scene.no_contact.len());
    for (i, (first, second)) in scene.no_contact.iter().enumerate() {
        let who = format!("pair number {} of no_contact", i + 1);
        let find =
            |name: &str, k: usize| find_body(name, &places, model, &who, format!("no_contact[{i}][{k}]"));
        let (a, b) = (find(first, 0)?, find(second, 1)?);
        require(a != b, format!("no_contact[{i}]"), || {
            format!("{who} names `{}` twice; it needs two bodies", brief(first))
        })?;
        pairs.push((a.min(b), a.max(b)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

/// That none of these names is meant.
fn unknown(wanted: &str, names: &[&str], who: &str, what: &str, path: String) -> Problem {
    let message = format!(
        "{who} names the {what} `{}`, which does not exist{}; there are {}",
        brief(wanted),
        meant(wanted, names.iter().copied()),
        list(names)
    );
    Problem::new(path, message)
}

fn find_body(wanted: &str, places: &Places, model: &Model, who: &str, path: String) -> Checked<BodyId> {
    places.bodies.get(wanted).map(|&place| BodyId(place)).ok_or_else(|| {
        let names: Vec<&str> = model.bodies.iter().map(|b| b.name.as_str()).collect();
        unknown(wanted, &names, who, "body", path)
    })
}

fn joint(
    given: &JointDescription,
    index: usize,
    path: &str,
    model: &Model,
    places: &Places,
    state: &State,
) -> Checked<Joint> {
    let name = match given.name.as_str() {
        "" => format!("joint number {}", index + 1),
        name => format!("joint `{}`", brief(name)),
    };
    let at = |field: &str| format!("{path}.{field}");
    let a = find_body(&given.bodies.0, places, model, &name, at("bodies[0]"))?;
    let b = find_body(&given.bodies.1, places, model, &name, at("bodies[1]"))?;
    require(a != b, at("bodies"), || {
        format!("{name} joins `{}` to itself; it needs two bodies", brief(&given.bodies.0))
    })?;
    require(model.body(a).is_dynamic() || model.body(b).is_dynamic(), at("bodies"), || {
        format!("{name} joins two bodies that no impulse moves; one of them must be `kind: Dynamic`")
    })?;
    let (first, second) = (model.body(a), model.body(b));
    let waits =
        |early: &Body, late: &Body| early.spawn_time < late.spawn_time && early.kind != BodyKind::Fixed;
    require(!waits(first, second) && !waits(second, first), at("bodies"), || {
        format!(
            "{name}: its bodies enter at {} s and {} s, and the first would have moved away; let both enter at the \
             same time",
            number(first.spawn_time),
            number(second.spawn_time)
        )
    })?;
    check_vector(&at("point"), &format!("the point of {name}"), &given.point, MAX_LENGTH, "m")?;
    // A direction has no unit.
    require(given.axis.iter().all(|c| c.abs() <= MAX_LENGTH), at("axis"), || {
        let [x, y, z] = given.axis.map(number);
        format!(
            "the axis of {name} is ({x}, {y}, {z}); it must be a direction of numbers of size at most {MAX_LENGTH:e}"
        )
    })?;
    let (point, axis) = (Vec3::from(given.point), Vec3::from(given.axis));
    if model.dimension == Dimension::Two {
        require(!matches!(given.kind, JointKind::Cylindrical | JointKind::Spherical), at("kind"), || {
            format!("{name} is {}; in the plane joints are Fixed, Revolute or Prismatic", given.kind.name())
        })?;
        require(point.z == 0.0, at("point"), || {
            "point has z other than 0; in a two-dimensional scene z must be 0".into()
        })?;
    }
    let flat = model.dimension == Dimension::Two && given.kind == JointKind::Prismatic;
    let length = if flat { axis.x.hypot(axis.y) } else { axis.norm() };
    require(length > 1e-9, at("axis"), || {
        let plane = if flat { " in the plane" } else { "" };
        let [x, y, z] = given.axis.map(number);
        format!("the axis of {name} is ({x}, {y}, {z}), which has no direction{plane}")
    })?;
    let poses = (&state.poses[a.0], &state.poses[b.0]);
    let mut joint = Joint::new(given.kind, (a, b), poses, point, axis, model.dimension);
    let (most, unit) =
        if given.kind == JointKind::Revolute { (PI, "rad, within ±π") } else { (MAX_LENGTH, "m") };
    require(given.start == 0.0 || given.kind.has_coordinate(), at("start"), || {
        format!(
            "{name} is {}; only revolute and prismatic joints have a coordinate to start at",
            given.kind.name()
        )
    })?;
    require(given.start.abs() <= most, at("start"), || {
        format!(
            "the coordinate at the start of {name} is {}; it must be a number ({unit})",
            number(given.start)
        )
    })?;
    joint.count_from(given.start);
    if let Some((low, high)) = given.limits {
        require(given.kind.has_coordinate(), at("limits"), || {
            format!("{name} is {}; only revolute and prismatic joints have limits", given.kind.name())
        })?;
        let start = given.start;
        require(
            -most <= low && low <= start && start <= high && high <= most && low < high,
            at("limits"),
            || {
                let start = number(start);
                format!(
                    "the limits of {name} are ({}, {}); the coordinate is {start} at the start: the lower one must be at most {start}, the \
                     upper one at least {start} ({unit}), and they must differ",
                    number(low),
                    number(high)
                )
            },
        )?;
    }
    for (field, bearable) in [("break_force", given.break_force), ("break_torque", given.break_torque)] {
        require(bearable.is_none_or(|most| most > 0.0), at(field), || {
            format!("{field} of {name} is {}; it must be positive", number(bearable.unwrap_or(f64::NAN)))
        })?;
    }
    joint.name = given.label(index);
    joint.limits = given.limits;
    joint.collide = given.collide;
    joint.strength =
        (given.break_force.unwrap_or(f64::INFINITY), given.break_torque.unwrap_or(f64::INFINITY));
    Ok(joint)
}

fn controller(
    given: &ControllerDescription,
    path: &str,
    model: &Model,
    places: &Places,
) -> Checked<Controller> {
    let at = |field: &str| format!("{path}.{field}");
    check_use(given, path)?;
    match given.kind {
        ControllerKind::JointPd => {
            require(!given.joint.is_empty(), path, || {
                let names: Vec<&str> = model.joints.iter().map(|j| j.name.as_str()).collect();
                format!("the controller names no joint; give `joint: \"…\"`, one of {}", list(&names))
            })?;
            let joint = *places.joints.get(&given.joint).ok_or_else(|| {
                let names: Vec<&str> = model.joints.iter().map(|j| j.name.as_str()).collect();
                unknown(&given.joint, &names, "the controller", "joint", at("joint"))
            })?;
            let kind = model.joints[joint].kind;
            require(kind.has_coordinate(), at("joint"), || {
                format!(
                    "the joint `{}` is {}; a controller drives revolute and prismatic joints",
                    brief(&given.joint),
                    kind.name()
                )
            })?;
            for (field, gain) in [("kp", given.kp), ("kd", given.kd)] {
                require(gain >= 0.0 && gain.is_finite(), at(field), || {
                    format!("{field} is {}; a gain must be finite and at least 0", number(gain))
                })?;
            }
            require(given.max.is_none_or(|max| max > 0.0), at("max"), || {
                format!("max is {}; it must be positive, or `None`", number(given.max.unwrap_or(f64::NAN)))
            })?;
            let Some(target) = given.target.clone() else {
                let message = "the controller has no target; give `target: Constant(…)`, `Sine(…)`, `Ramp(…)` or `Trajectory([…])`";
                return Err(Problem::new(path, message));
            };
            check_target(&target, &at("target"))?;
            Ok(Controller::JointPd { joint, target, kp: given.kp, kd: given.kd, max: given.max })
        }
        ControllerKind::Force => {
            let body = driven_body(given, path, model, places)?;
            require(model.body(body).is_dynamic(), at("body"), || {
                let kind = if model.body(body).kind == BodyKind::Fixed { "fixed" } else { "kinematic" };
                format!(
                    "`{}` is {kind}, and no force moves it; a force takes a body of `kind: Dynamic`",
                    brief(&given.body)
                )
            })?;
            check_vector(&at("force"), "force", &given.force, f64::MAX, "N")?;
            check_vector(&at("torque"), "torque", &given.torque, f64::MAX, "N·m")?;
            let until = given.until.unwrap_or(f64::INFINITY);
            require(given.from < until, at("until"), || {
                let (from, until) = (number(given.from), number(until));
                format!("the force acts from {from} s until {until} s; until must be later")
            })?;
            let wrench = Wrench { force: Vec3::from(given.force), torque: Vec3::from(given.torque) };
            Ok(Controller::Force { body, wrench, from: given.from, until })
        }
        ControllerKind::Path => {
            let body = driven_body(given, path, model, places)?;
            require(model.body(body).kind == BodyKind::Kinematic, at("body"), || {
                format!("`{}` is on a path, which takes a body of `kind: Kinematic`", brief(&given.body))
            })?;
            require(!given.waypoints.is_empty(), path.to_owned(), || {
                "the path has no waypoints; give at least one, `waypoints: [(time: …, position: …)]`".into()
            })?;
            let mut waypoints: Vec<Waypoint> = Vec::new();
            for (k, w) in given.waypoints.iter().enumerate() {
                let at = format!("{path}.waypoints[{k}]");
                check_vector(&format!("{at}.position"), "position", &w.position, MAX_LENGTH, "m")?;
                check_orientation(&format!("{at}.orientation"), &w.orientation)?;
                if model.dimension == Dimension::Two {
                    check_plane_rotation(&format!("{at}.orientation"), &w.orientation)?;
                }
                require(
                    w.time.is_finite() && waypoints.last().is_none_or(|l| w.time > l.time),
                    format!("{at}.time"),
                    || {
                        let time = number(w.time);
                        format!(
                            "waypoint number {} is at {time} s, and must come after the one before it",
                            k + 1
                        )
                    },
                )?;
                let orientation = Quat::new_normalize(rotation(&w.orientation).into_inner());
                let position = Vec3::from(w.position) + orientation * model.body(body).centre_of_mass;
                let next = Waypoint { time: w.time, position, orientation };
                if let Some(last) = waypoints.last() {
                    check_pace(last, &next, k + 1, &at)?;
                }
                waypoints.push(next);
            }
            Ok(Controller::Path { body, waypoints, centre: model.body(body).centre_of_mass })
        }
    }
}

/// The body of a force or a path.
fn driven_body(given: &ControllerDescription, path: &str, model: &Model, places: &Places) -> Checked<BodyId> {
    require(!given.body.is_empty(), path, || {
        let names: Vec<&str> = model.bodies.iter().map(|b| b.name.as_str()).collect();
        format!("the controller names no body; give `body: \"…\"`, one of {}", list(&names))
    })?;
    find_body(&given.body, places, model, "the controller", format!("{path}.body"))
}

/// Refuses a field that the kind of the controller does not use: it was meant to do something.
fn check_use(given: &ControllerDescription, path: &str) -> Checked {
    use ControllerKind::{Force, JointPd, Path};
    let (drive, force): (&[ControllerKind], &[ControllerKind]) = (&[JointPd], &[Force]);
    let used: [(&str, bool, &[ControllerKind]); 11] = [
        ("joint", given.joint.is_empty(), drive),
        ("target", given.target.is_none(), drive),
        ("kp", given.kp == 0.0, drive),
        ("kd", given.kd == 0.0, drive),
        ("max", given.max.is_none(), drive),
        ("body", given.body.is_empty(), &[Force, Path]),
        ("force", given.force == [0.0; 3], force),
        ("torque", given.torque == [0.0; 3], force),
        ("from", given.from == 0.0, force),
        ("until", given.until.is_none(), force),
        ("waypoints", given.waypoints.is_empty(), &[Path]),
    ];
    for (field, absent, kinds) in used {
        require(absent || kinds.contains(&given.kind), format!("{path}.{field}"), || {
            let of_kind: Vec<&str> = used
                .iter()
                .filter(|(_, _, kinds)| kinds.contains(&given.kind))
                .map(|(name, ..)| *name)
                .collect();
            format!(
                "a controller of `kind: {:?}` does not use `{field}`; it has {}",
                given.kind,
                list(&of_kind)
            )
        })?;
    }
    Ok(())
}

/// Refuses a way between two waypoints on which the body would be faster than bodies of a scene may be; `number`: of the second, from 1.
fn check_pace(from: &Waypoint, to: &Waypoint, number: usize, path: &str) -> Checked {
    let time = to.time - from.time;
    let speed = (to.position - from.position).norm() / time;
    let spin = to.orientation.angle_to(&from.orientation) / time;
    for (value, unit) in [(speed, "m/s"), (spin, "rad/s")] {
        require(value <= MAX_SPEED, format!("{path}.time"), || {
            format!(
                "the body would go to waypoint number {number} at {} {unit}; at most {MAX_SPEED:e} {unit} is allowed: \
                 give it more time",
                quote::rate(value)
            )
        })?;
    }
    Ok(())
}

fn check_target(target: &Target, path: &str) -> Checked {
    let finite = match target {
        Target::Constant(value) | Target::Ramp(value) => value.is_finite(),
        Target::Sine { amplitude, frequency } => amplitude.is_finite() && frequency.is_finite(),
        Target::Trajectory(points) => {
            require(!points.is_empty(), path.to_owned(), || {
                "the trajectory has no points; give at least one, `Trajectory([(time, value)])`".into()
            })?;
            // The first pair that does not ascend; a NaN does not.
            if let Some(k) = points.windows(2).position(|pair| !matches!(pair, [a, b] if a.0 < b.0)) {
                let [before, after] = [points[k].0, points[k + 1].0].map(number);
                let message = format!(
                    "its trajectory has the time {after} s after {before} s (points {} and {}); times must ascend",
                    k + 1,
                    k + 2
                );
                return Err(Problem::new(format!("{path}[0][{}]", k + 1), message));
            }
            points.iter().all(|(t, v)| t.is_finite() && v.is_finite())
        }
    };
    require(finite, path.to_owned(), || {
        "the target has a number that is infinite or none; all must be finite".into()
    })
}
