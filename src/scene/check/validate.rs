//! Checks on the values of a scene that need no geometry, and the settings of its steps.

use crate::math::Dimension;
use crate::quote::{brief, number};
use crate::scene::check::groups;
use crate::scene::format::{BodyDescription, CameraDescription, FIRST_VERSION, Inertia, Scene};
use crate::scene::message::Problem;
use crate::step::ranges;
use crate::step::ranges::{MAX_LENGTH, MAX_SPEED, Range};
use crate::world::BodyKind;
use std::collections::BTreeMap;

/// A quaternion this far from unit length is a slip; nearer, it is rounding and is normalised.
const UNIT_TOLERANCE: f64 = 1e-6;
/// Rounding allowed where principal moments must satisfy the triangle inequality.
const MOMENT_TOLERANCE: f64 = 1e-9;

/// What a check returns.
pub(in crate::scene) type Checked<T = ()> = Result<T, Problem>;

/// The problem at `path` unless the condition holds.
pub(in crate::scene) fn require(
    holds: bool,
    path: impl Into<String>,
    message: impl FnOnce() -> String,
) -> Checked {
    // Callers write the condition so that a NaN makes it false.
    if holds { Ok(()) } else { Err(Problem::new(path, message())) }
}

/// The problem at `path` unless the setting may have this value; `otherwise` is what else would be right.
pub(in crate::scene) fn within(
    range: &Range,
    value: f64,
    path: impl Into<String>,
    otherwise: &str,
) -> Checked {
    range.check(value).map_err(|message| Problem::new(path, message + otherwise))?;
    Ok(())
}

/// Checks everything that needs no geometry.
pub(in crate::scene) fn check(scene: &Scene) -> Checked {
    require(scene.format_version == FIRST_VERSION, "format_version", || {
        format!("format_version is {}; this version reads 1 and 2", scene.format_version)
    })?;
    within(&ranges::TIME_STEP, scene.time_step, "time_step", "")?;
    if let Some(duration) = scene.duration {
        within(&ranges::DURATION, duration, "duration", ", or `None` for an endless run")?;
    }
    check_vector("gravity", "gravity", scene.gravity().as_slice(), MAX_SPEED, "m/s²")?;
    if scene.dimension == Dimension::Two {
        require(scene.gravity().z == 0.0, "gravity", || {
            format!("gravity has z = {}; in a two-dimensional scene z must be 0", number(scene.gravity().z))
        })?;
    }
    check_settings(scene)?;
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let path = format!("bodies[{i}]");
        let given = body.name.as_str();
        require(!given.trim().is_empty(), format!("{path}.name"), || {
            "the name is empty; every body needs a name of its own".to_owned()
        })?;
        if let Some(other) = first.insert(given, i) {
            let message = format!(
                "bodies number {} and {} are both named `{}`; every body needs a name of its own",
                other + 1,
                i + 1,
                brief(given)
            );
            return Err(Problem::new(format!("{path}.name"), message));
        }
        check_body(body, &path, scene.dimension)?;
    }
    groups::check(scene)?;
    scene.camera.map_or(Ok(()), |camera| check_camera(&camera, "camera"))
}

/// What is wrong with a view that stands in another file than that of a scene.
pub(crate) fn wrong_camera(camera: &CameraDescription) -> Option<String> {
    check_camera(camera, "camera").err().map(|problem| problem.message)
}

fn check_camera(camera: &CameraDescription, path: &str) -> Checked {
    let at = |field: &str| format!("{path}.{field}");
    check_vector(&at("eye"), "eye of the camera", &camera.eye, MAX_LENGTH, "m")?;
    check_vector(&at("target"), "target of the camera", &camera.target, MAX_LENGTH, "m")?;
    require(camera.eye != camera.target, path, || {
        "eye and target of the camera are the same point; they must differ".to_owned()
    })
}

fn check_settings(scene: &Scene) -> Checked {
    let contact = &scene.contact;
    if let Some(distance) = contact.detection_distance {
        let otherwise = ", or `None` to follow from the motion";
        within(&ranges::DETECTION_DISTANCE, distance, "contact.detection_distance", otherwise)?;
    }
    if let Some(share) = contact.stabilisation {
        within(&ranges::STABILISATION, share, "contact.stabilisation", ", or `None` for that of the model")?;
    }
    let penalty = &contact.penalty;
    if let Some(integral) = penalty.integral {
        let otherwise = ", or `None` for that of the model";
        within(&ranges::INTEGRAL_GAIN, integral, "contact.penalty.integral", otherwise)?;
    }
    let settings = [
        (ranges::PROPORTIONAL_GAIN, penalty.proportional, "contact.penalty.proportional"),
        (ranges::DERIVATIVE_GAIN, penalty.derivative, "contact.penalty.derivative"),
        (ranges::FORGETTING, penalty.forgetting, "contact.penalty.forgetting"),
        (ranges::IMPACT_SPEED, penalty.impact_speed, "contact.penalty.impact_speed"),
        (ranges::APPLICABILITY_ANGLE, contact.applicability_angle, "contact.applicability_angle"),
        (
            ranges::friction_directions(scene.dimension),
            scene.friction.directions as f64,
            "friction.directions",
        ),
        (ranges::RESTITUTION_THRESHOLD, scene.restitution.threshold, "restitution.threshold"),
        (ranges::TOLERANCE, scene.solver.tolerance, "solver.tolerance"),
        (ranges::MAX_ITERATIONS, scene.solver.max_iterations as f64, "solver.max_iterations"),
        (ranges::MAX_OPERATIONS, scene.solver.max_operations, "solver.max_operations"),
        (ranges::MAX_MEMORY, scene.solver.max_memory, "solver.max_memory"),
    ];
    settings.into_iter().try_for_each(|(range, value, path)| within(&range, value, path, ""))
}

fn check_body(body: &BodyDescription, path: &str, dimension: Dimension) -> Checked {
    let at = |field: &str| format!("{path}.{field}");
    check_vector(&at("position"), "position", &body.position, MAX_LENGTH, "m")?;
    check_orientation(&at("orientation"), &body.orientation)?;
    check_vector(&at("velocity"), "velocity", &body.velocity, MAX_SPEED, "m/s")?;
    check_vector(&at("angular_velocity"), "angular_velocity", &body.angular_velocity, MAX_SPEED, "rad/s")?;
    for (field, value) in [("velocity", body.velocity), ("angular_velocity", body.angular_velocity)] {
        require(body.kind != BodyKind::Fixed || value == [0.0; 3], at(field), || {
            format!("a fixed body has a {field}; set `kind: Kinematic` (or Dynamic), or leave {field} out")
        })?;
    }
    within(&ranges::DENSITY, body.density, at("density"), "")?;
    if let Some(mass) = body.mass {
        within(&ranges::MASS, mass, at("mass"), "")?;
    }
    check_inertia(body, &at("inertia"), dimension)?;
    check_centre(body, &at("centre_of_mass"), dimension)?;
    within(&ranges::FRICTION, body.friction, at("friction"), "")?;
    within(&ranges::RESTITUTION, body.restitution, at("restitution"), "")?;
    if let Some(color) = body.color {
        require(color.iter().all(|c| (0.0..=1.0).contains(c)), at("color"), || {
            let [r, g, b] = color.map(|c| number(f64::from(c)));
            format!("color is ({r}, {g}, {b}); red, green and blue must lie between 0 and 1")
        })?;
    }
    within(&ranges::SPAWN_TIME, body.spawn_time, at("spawn_time"), "")?;
    if dimension == Dimension::Two {
        check_in_plane(body, path)?;
    }
    Ok(())
}

fn check_in_plane(body: &BodyDescription, path: &str) -> Checked {
    let z = body.position[2];
    require(z == 0.0, format!("{path}.position"), || {
        format!("position has z = {}; in a two-dimensional scene z must be 0", number(z))
    })?;
    check_plane_rotation(&format!("{path}.orientation"), &body.orientation)?;
    let vz = body.velocity[2];
    require(vz == 0.0, format!("{path}.velocity"), || {
        format!("velocity has z = {}; in a two-dimensional scene z must be 0", number(vz))
    })?;
    let [wx, wy, _] = body.angular_velocity;
    require(wx == 0.0 && wy == 0.0, format!("{path}.angular_velocity"), || {
        let (wx, wy) = (number(wx), number(wy));
        format!("angular_velocity has x = {wx} and y = {wy}; in a two-dimensional scene both must be 0")
    })
}

/// Whether the rotation leaves the x-y plane in place.
pub(in crate::scene) fn check_plane_rotation(path: &str, wxyz: &[f64; 4]) -> Checked {
    let [_, x, y, _] = *wxyz;
    require(x.abs() <= 1e-12 && y.abs() <= 1e-12, path, || {
        let (x, y) = (number(x), number(y));
        format!(
            "orientation has x = {x} and y = {y}; in a two-dimensional scene it must be a rotation about z, \
             (cos(angle/2), 0, 0, sin(angle/2))"
        )
    })
}

/// Whether a quaternion is one of a rotation, up to rounding.
pub(in crate::scene) fn check_orientation(path: &str, wxyz: &[f64; 4]) -> Checked {
    let [w, x, y, z] = *wxyz;
    let length = (w * w + x * x + y * y + z * z).sqrt();
    require((length - 1.0).abs() <= UNIT_TOLERANCE, path, || {
        // A length that is written in full needs the room of what would be right.
        let shown = number((length * 1e9).round() / 1e9);
        if length.is_finite() && length > 0.0 {
            let [w, x, y, z] = wxyz.map(|c| c / length);
            format!(
                "orientation has length {shown}; a quaternion (w, x, y, z) of length 1 is needed, for instance \
                 ({w:.9}, {x:.9}, {y:.9}, {z:.9})"
            )
        } else {
            let given = brief(&wxyz.map(number).join(", "));
            format!(
                "orientation ({given}) has length {shown}; a quaternion (w, x, y, z) of length 1 is needed"
            )
        }
    })
}

/// Whether every component is a number within `limit`.
pub(in crate::scene) fn check_vector(
    path: &str,
    what: &str,
    vector: &[f64],
    limit: f64,
    unit: &str,
) -> Checked {
    require(vector.iter().all(|v| v.abs() <= limit), path, || {
        let shown = vector.iter().map(|v| number(*v)).collect::<Vec<_>>().join(", ");
        format!("{what} is ({shown}); every component must be a number of size at most {limit:e} {unit}")
    })
}

fn check_centre(body: &BodyDescription, path: &str, dimension: Dimension) -> Checked {
    let Some(centre) = body.centre_of_mass else { return Ok(()) };
    check_vector(path, "centre_of_mass", &centre, MAX_LENGTH, "m")?;
    require(dimension == Dimension::Three || centre[2] == 0.0, path, || {
        format!("centre_of_mass has z = {}; in a two-dimensional scene z must be 0", number(centre[2]))
    })?;
    require(body.inertia.is_some(), path, || {
        "centre_of_mass is given without `inertia`; a body whose mass lies elsewhere needs its own, `inertia: Some((xx, yy, zz))`".into()
    })
}

fn check_inertia(body: &BodyDescription, path: &str, dimension: Dimension) -> Checked {
    let moments = match (body.inertia, dimension) {
        (None, _) => return Ok(()),
        (Some(Inertia::Scalar(zz) | Inertia::Principal([_, _, zz])), Dimension::Two) => [zz; 3],
        (Some(Inertia::Principal(moments)), Dimension::Three) => moments,
        (Some(Inertia::Full(_)), Dimension::Two) => {
            let message = "inertia has six entries; a two-dimensional body has one, `Some(zz)`";
            return Err(Problem::new(path, message));
        }
        (Some(full @ Inertia::Full(entries)), Dimension::Three) => {
            require(entries.iter().all(|e| e.is_finite()), path, || {
                format!(
                    "inertia is ({}) kg·m²; every entry must be a finite number",
                    entries.map(number).join(", ")
                )
            })?;
            full.matrix().symmetric_eigenvalues().into()
        }
        (Some(Inertia::Scalar(value)), Dimension::Three) => {
            let message = format!(
                "inertia is the single number {}; a three-dimensional body needs its three principal moments, \
                 `Some((xx, yy, zz))`",
                number(value)
            );
            return Err(Problem::new(path, message));
        }
    };
    let [a, b, c] = moments;
    let shown = || moments.map(number).join(", ");
    require(moments.iter().all(|m| *m > 0.0 && m.is_finite()), path, || match dimension {
        Dimension::Two => format!("inertia is {} kg·m²; it must be a positive finite number", number(c)),
        Dimension::Three => {
            format!("inertia is ({}) kg·m²; every moment must be a positive finite number", shown())
        }
    })?;
    let slack = 1.0 + MOMENT_TOLERANCE;
    require(a <= (b + c) * slack && b <= (c + a) * slack && c <= (a + b) * slack, path, || {
        format!(
            "inertia is ({}) kg·m²; no body has a principal moment greater than the sum of the others",
            shown()
        )
    })
}
