//! Checks on the values of a scene that need no geometry, and the settings of its steps.

use crate::contact::models::ContactModel;
use crate::math::Dimension;
use crate::scene::format::{BodyDescription, GeometryName, Inertia, ModelName, Scene};
use crate::scene::message::Problem;
use crate::step::{ContactSettings, Geometry, RestitutionSettings, SolverSettings, StepSettings};
use crate::world::BodyKind;
use std::collections::BTreeMap;

/// Positions, points and sizes lie within this (m): beyond it, double precision has no tenth of a nanometre left.
pub(in crate::scene) const MAX_LENGTH: f64 = 1e6;
/// Speeds lie within this (m/s, rad/s).
const MAX_SPEED: f64 = 1e6;
/// Largest step size (s).
const MAX_TIME_STEP: f64 = 1.0;
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

/// Checks everything that needs no geometry.
pub(in crate::scene) fn check(scene: &Scene) -> Checked {
    require(scene.format_version == 1, "format_version", || {
        format!("format_version is {}; this version reads 1", scene.format_version)
    })?;
    let h = scene.time_step;
    require(h > 0.0 && h <= MAX_TIME_STEP, "time_step", || {
        format!("time_step is {h} s; it must be greater than 0 and at most {MAX_TIME_STEP} s")
    })?;
    if let Some(duration) = scene.duration {
        require(duration > 0.0 && duration.is_finite(), "duration", || {
            format!("duration is {duration} s; it must be positive and finite, or `None` for an endless run")
        })?;
    }
    check_vector("gravity", "gravity", scene.gravity().as_slice(), MAX_SPEED, "m/s²")?;
    if scene.dimension == Dimension::Two {
        require(scene.gravity().z == 0.0, "gravity", || {
            format!("gravity has z = {}; in a two-dimensional scene z must be 0", scene.gravity().z)
        })?;
    }
    check_settings(scene)?;
    require(!scene.bodies.is_empty(), "bodies", || {
        "the scene has no bodies; give at least one in `bodies: [ … ]`".to_owned()
    })?;
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let path = format!("bodies[{i}]");
        let given = body.name.as_str();
        require(!given.trim().is_empty(), format!("{path}.name"), || {
            "the name is empty; every body needs a name of its own".to_owned()
        })?;
        if let Some(other) = first.insert(given, i) {
            let message = format!(
                "bodies number {} and {} are both named `{given}`; every body needs a name of its own",
                other + 1,
                i + 1
            );
            return Err(Problem::new(format!("{path}.name"), message));
        }
        check_body(body, &path, scene.dimension)?;
    }
    if let Some(camera) = scene.camera {
        check_vector("camera.eye", "eye of the camera", &camera.eye, MAX_LENGTH, "m")?;
        check_vector("camera.target", "target of the camera", &camera.target, MAX_LENGTH, "m")?;
        require(camera.eye != camera.target, "camera", || {
            "eye and target of the camera are the same point; they must differ".to_owned()
        })?;
    }
    Ok(())
}

fn check_settings(scene: &Scene) -> Checked {
    if let Some(distance) = scene.contact.detection_distance {
        require(distance > 0.0 && distance <= MAX_LENGTH, "contact.detection_distance", || {
            format!(
                "detection_distance is {distance} m; it must be positive, or `None` to follow from the motion"
            )
        })?;
    }
    let angle = scene.contact.applicability_angle;
    require((0.0..std::f64::consts::FRAC_PI_2).contains(&angle), "contact.applicability_angle", || {
        format!("applicability_angle is {angle} rad; it must be at least 0 and less than π/2")
    })?;
    let directions = scene.friction.directions;
    let fewest = if scene.dimension == Dimension::Two { 2 } else { 3 };
    require((fewest..=64).contains(&directions), "friction.directions", || {
        format!("friction.directions is {directions}; it must be {fewest} to 64 (in the plane two are used)")
    })?;
    let threshold = scene.restitution.threshold;
    require((0.0..=MAX_SPEED).contains(&threshold), "restitution.threshold", || {
        format!(
            "restitution.threshold is {threshold} m/s; it must be at least 0 and at most {MAX_SPEED:e} m/s"
        )
    })?;
    let tolerance = scene.solver.tolerance;
    require(tolerance > 0.0 && tolerance < 1.0, "solver.tolerance", || {
        format!("solver.tolerance is {tolerance}; it must be greater than 0 and less than 1")
    })?;
    require(scene.solver.max_iterations > 0, "solver.max_iterations", || {
        "solver.max_iterations is 0; it must be at least 1".to_owned()
    })
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
    require(body.density > 0.0 && body.density.is_finite(), at("density"), || {
        format!("density is {}; it must be a positive finite number", body.density)
    })?;
    if let Some(mass) = body.mass {
        require(mass > 0.0 && mass.is_finite(), at("mass"), || {
            format!("mass is {mass} kg; it must be a positive finite number")
        })?;
    }
    check_inertia(body, &at("inertia"), dimension)?;
    require(body.friction >= 0.0 && body.friction.is_finite(), at("friction"), || {
        format!("friction is {}; it must be 0 or a positive finite number", body.friction)
    })?;
    require((0.0..=1.0).contains(&body.restitution), at("restitution"), || {
        format!("restitution is {}; it must lie between 0 and 1", body.restitution)
    })?;
    if let Some(color) = body.color {
        require(color.iter().all(|c| (0.0..=1.0).contains(c)), at("color"), || {
            let [r, g, b] = color;
            format!("color is ({r}, {g}, {b}); red, green and blue must lie between 0 and 1")
        })?;
    }
    require(body.spawn_time >= 0.0 && body.spawn_time.is_finite(), at("spawn_time"), || {
        format!("spawn_time is {} s; it must be 0 or a positive finite number", body.spawn_time)
    })?;
    if dimension == Dimension::Two {
        check_in_plane(body, path)?;
    }
    Ok(())
}

fn check_in_plane(body: &BodyDescription, path: &str) -> Checked {
    let z = body.position[2];
    require(z == 0.0, format!("{path}.position"), || {
        format!("position has z = {z}; in a two-dimensional scene z must be 0")
    })?;
    check_plane_rotation(&format!("{path}.orientation"), &body.orientation)?;
    let vz = body.velocity[2];
    require(vz == 0.0, format!("{path}.velocity"), || {
        format!("velocity has z = {vz}; in a two-dimensional scene z must be 0")
    })?;
    let [wx, wy, _] = body.angular_velocity;
    require(wx == 0.0 && wy == 0.0, format!("{path}.angular_velocity"), || {
        format!("angular_velocity has x = {wx} and y = {wy}; in a two-dimensional scene both must be 0")
    })
}

/// Whether the rotation leaves the x-y plane in place.
pub(in crate::scene) fn check_plane_rotation(path: &str, wxyz: &[f64; 4]) -> Checked {
    let [_, x, y, _] = *wxyz;
    require(x.abs() <= 1e-12 && y.abs() <= 1e-12, path, || {
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
        let mut message = format!(
            "orientation ({w}, {x}, {y}, {z}) has length {length}; a quaternion (w, x, y, z) of length 1 is needed"
        );
        if length.is_finite() && length > 0.0 {
            let [w, x, y, z] = wxyz.map(|c| c / length);
            message += &format!(", for instance ({w:.9}, {x:.9}, {y:.9}, {z:.9})");
        }
        message
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
        let shown = vector.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
        format!("{what} is ({shown}); every component must be a number of size at most {limit:e} {unit}")
    })
}

fn check_inertia(body: &BodyDescription, path: &str, dimension: Dimension) -> Checked {
    let moments = match (body.inertia, dimension) {
        (None, _) => return Ok(()),
        (Some(Inertia::Scalar(zz) | Inertia::Principal([_, _, zz])), Dimension::Two) => [zz; 3],
        (Some(Inertia::Principal(moments)), Dimension::Three) => moments,
        (Some(Inertia::Scalar(value)), Dimension::Three) => {
            let message = format!(
                "inertia is the single number {value}; a three-dimensional body needs its three principal \
                 moments, `Some((xx, yy, zz))`"
            );
            return Err(Problem::new(path, message));
        }
    };
    let [a, b, c] = moments;
    require(moments.iter().all(|m| *m > 0.0 && m.is_finite()), path, || match dimension {
        Dimension::Two => format!("inertia is {c} kg·m²; it must be a positive finite number"),
        Dimension::Three => {
            format!("inertia is ({a}, {b}, {c}) kg·m²; every moment must be a positive finite number")
        }
    })?;
    let slack = 1.0 + MOMENT_TOLERANCE;
    require(a <= (b + c) * slack && b <= (c + a) * slack && c <= (a + b) * slack, path, || {
        format!(
            "inertia is ({a}, {b}, {c}) kg·m²; no body has a principal moment greater than the sum of the others"
        )
    })
}

/// The settings of a step.
pub(in crate::scene) fn settings(scene: &Scene) -> StepSettings {
    let model = match scene.contact.model {
        ModelName::Standard => ContactModel::Standard,
        ModelName::Lnc => ContactModel::Lnc,
        ModelName::Peg => ContactModel::Peg,
        ModelName::SeparatingFeature => ContactModel::SeparatingFeature,
    };
    let geometry = scene.contact.geometry.map(|name| match name {
        GeometryName::SemiImplicit => Geometry::SemiImplicit,
        GeometryName::Implicit => Geometry::Implicit,
    });
    StepSettings {
        h: scene.time_step,
        contact: ContactSettings {
            model,
            geometry,
            detection_distance: scene.contact.detection_distance,
            applicability_angle: scene.contact.applicability_angle,
        },
        friction_directions: scene.friction.directions,
        restitution: RestitutionSettings {
            law: scene.restitution.law,
            threshold: scene.restitution.threshold,
        },
        solver: SolverSettings {
            method: scene.solver.method,
            tolerance: scene.solver.tolerance,
            max_iterations: scene.solver.max_iterations,
        },
        joint_correction: scene.joint_correction,
        ..StepSettings::default()
    }
}
