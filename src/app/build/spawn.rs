//! New bodies: what the palette offers, as descriptions for the scene, and where there is room for them.

use crate::app::bench::workbench::Workbench;
use crate::app::build::cutting::{Form, Made};
use crate::app::build::free_move::lift_until_free;
use crate::app::command::build::SpawnRequest;
use crate::contact::models::ContactModel;
use crate::geometry::mesh::Import;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose, Quat, Vec3};
use crate::scene::format::{BodyDescription, DEFAULT_DENSITY, Point, Scene, Shape};
use crate::scene::{LoadedScene, rebuild};
use crate::world::{Body, BodyKind, State};
use std::path::Path;

/// The radius of the first body of a scene (m): of a view that is two metres wide, a tenth on either side.
const FIRST_RADIUS: f64 = 0.2;

/// The radius that bodies of the scene have: the median of those that move, else a tenth of the largest (m).
pub fn usual_radius(bench: &Workbench) -> f64 {
    let bodies = &bench.scene.model.bodies;
    if bodies.is_empty() {
        return FIRST_RADIUS;
    }
    let moving = median(bodies.iter().filter(|b| b.is_dynamic()).map(|b| b.radius).collect());
    moving.unwrap_or_else(|| 0.1 * bodies.iter().map(|b| b.radius).fold(0.0, f64::max)).max(1e-3)
}

/// The place nearest to one that has round coordinates, in steps of five in the last digit before that of a radius (m).
pub fn rounded(place: &Vec3, radius: f64) -> Vec3 {
    let steps = 2.0 * 10.0_f64.powf(-radius.log10().floor());
    // Divided, and not multiplied by a step: 0.15 is then what reads 0.15. No zero has a minus.
    let round = |x: f64| (x * steps).round() / steps + 0.0;
    if steps.is_finite() { place.map(round) } else { *place }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The description of an asked-for body, like the others of the scene in density, friction and restitution. `seed` makes
/// random shapes differ.
pub fn describe(bench: &Workbench, request: &SpawnRequest, seed: u64) -> BodyDescription {
    let scene = &bench.scene;
    let dimension = scene.model.dimension;
    let radius = request.radius.unwrap_or_else(|| usual_radius(bench));
    let kind = if request.fixed { BodyKind::Fixed } else { BodyKind::Dynamic };
    let name = unused_name(&scene.source, request.shape.name(dimension));
    let mut body = BodyDescription::new(&name, kind, request.shape.shape(dimension, radius, seed));
    like_the_others(&mut body, scene);
    body
}

/// Gives a new body the usual density, friction and restitution of a scene.
fn like_the_others(body: &mut BodyDescription, loaded: &LoadedScene) {
    let scene = &loaded.source;
    let usual = |value: fn(&BodyDescription) -> f64| {
        median(scene.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).map(value).collect())
    };
    // Also of bodies that were given a mass.
    let density = |b: &Body| b.mass / b.parts.iter().map(|part| part.mass_properties().measure).sum::<f64>();
    let moving = loaded.model.bodies.iter().filter(|b| b.is_dynamic());
    let densities = moving.map(density).filter(|d| d.is_finite() && *d > 0.0).collect();
    // Without the rounding of a mass over a volume.
    let plain = |density: f64| format!("{density:.9e}").parse().unwrap_or(density);
    body.density = median(densities).map_or(DEFAULT_DENSITY, plain);
    // The first that moves rubs as what is there: the mean of both counts, and that of a rough floor and a smooth body is none.
    let there = || median(scene.bodies.iter().map(|b| b.friction).collect());
    body.friction = usual(|b| b.friction).or_else(there).unwrap_or(0.0);
    body.restitution = usual(|b| b.restitution).unwrap_or(0.0);
}

/// A body of a mesh that was read and cut, where it goes, and what has to be said about it.
///
/// # Errors
/// A sentence: there is no room.
pub fn of_mesh(
    bench: &Workbench,
    file: &Path,
    made: &Made,
    place: Vec3,
) -> Result<(BodyDescription, String), String> {
    let shown = file.display();
    let stem = file.file_stem().map_or_else(|| "mesh".to_owned(), |s| s.to_string_lossy().into_owned());
    let name = unused_name(&bench.scene.source, &stem);
    let of_file = |decompose| {
        let path = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
        let Import { scale, mirror } = Import::default();
        Shape::Mesh { path: path.display().to_string(), decompose, hull: false, scale, mirror }
    };
    let (shape, parts, centre, remark) = match &made.form {
        Form::Convex(hull) => {
            (of_file(None), vec![hull.clone()], hull.mass_properties().centroid, String::new())
        }
        Form::Parts(settings, parts) => {
            let remark = tr!(
                "spawn-not-convex-was-cut-into",
                shown = shown,
                parts = parts.parts.len(),
                error = format!("{:.1e}", parts.error)
            );
            (of_file(Some(*settings)), parts.parts.clone(), parts.mass_properties.centroid, remark)
        }
        Form::Hull(why, hull, [volume, hull_volume]) => {
            let points = hull.vertices.iter().map(|v| Point::Space((*v).into())).collect();
            let remark = tr!(
                "spawn-its-convex-hull-was-taken",
                why = why,
                hull_volume = format!("{hull_volume:.3e}"),
                volume = format!("{volume:.3e}")
            );
            (Shape::Hull { points }, vec![hull.clone()], hull.mass_properties().centroid, remark)
        }
    };
    let mut body = BodyDescription::new(&name, BodyKind::Dynamic, shape);
    like_the_others(&mut body, &bench.scene);
    let centred: Vec<Polytope> =
        parts.iter().map(|part| part.transformed(&Quat::identity(), &-centre)).collect();
    put_parts(bench, &mut body, &centred, &centre, place)?;
    let vertices = || centred.iter().flat_map(|part| &part.vertices);
    let (low, high) = vertices()
        .fold((Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)), |all, v| {
            (all.0.inf(v), all.1.sup(v))
        });
    let sides = (high - low).iter().map(|side| format!("{side:.3}")).collect::<Vec<_>>().join(" × ");
    let said = tr!("spawn-m-large-lengths-in-file", remark = remark, sides = sides);
    Ok((body, said))
}

/// `stem`, or `stem 2`, `stem 3`, …: the first that no body has.
pub fn unused_name(scene: &Scene, stem: &str) -> String {
    unused(stem, |name| scene.bodies.iter().any(|body| body.name == name))
}

/// A name that is not taken: the stem, or the stem with a number.
pub fn unused(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(stem) {
        return stem.to_owned();
    }
    let mut number = 2_u64;
    while taken(&format!("{stem} {number}")) {
        number += 1;
    }
    format!("{stem} {number}")
}

/// Upwards in the scene: against gravity, where it has any.
pub fn up(bench: &Workbench) -> Vec3 {
    let model = &bench.scene.model;
    let against = (-model.gravity).try_normalize(1e-9);
    against.unwrap_or(if model.dimension == Dimension::Two { Vec3::y() } else { Vec3::z() })
}

/// Puts a described body with its middle at `place` (m), or as far above as it takes to overlap nothing in any pane. It
/// enters now.
///
/// # Errors
/// A sentence: the shape makes no body, or there is no room.
pub fn put(bench: &Workbench, body: &mut BodyDescription, place: Vec3) -> Result<(), String> {
    let made = parts_of(bench, body)?;
    put_parts(bench, body, &made.parts, &made.centre_of_mass, place)
}

/// The same of a body with these parts about its centre of mass, which is at `centre` in the frame of its shape (m).
fn put_parts(
    bench: &Workbench,
    body: &mut BodyDescription,
    parts: &[Polytope],
    centre_of_mass: &Vec3,
    place: Vec3,
) -> Result<(), String> {
    let model = &bench.scene.model;
    let state = &bench.focused_pane().simulation.state;
    let orientation = body.orientation;
    let [w, x, y, z] = orientation;
    let turn = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
    let pose = Pose { position: place, orientation: turn };
    let mut states: Vec<&State> = bench.panes.iter().map(|pane| &pane.simulation.state).collect();
    if state.step == 0 {
        states.truncate(1);
    }
    let up = up(bench);
    let radius = parts.iter().map(Polytope::radius).fold(0.0, f64::max);
    let size = model.bodies.iter().map(|b| b.radius).fold(radius, f64::max);
    let height = lift_until_free(model, &states, &[(parts, pose)], up, 4.0 * size + 4.0 * radius);
    let height = height.ok_or_else(|| tr!("spawn-there-no-room-for-there", body = body.name))?;
    let centre = place + up * height;
    // The description's position is that of the frame in which the shape gives its points.
    body.position = (centre - turn * centre_of_mass).into();
    body.spawn_time = if state.step == 0 { 0.0 } else { state.time };
    Ok(())
}

/// The body that a description makes, about its own centre of mass.
fn parts_of(bench: &Workbench, body: &BodyDescription) -> Result<Body, String> {
    let mut alone = Scene::new("", bench.scene.model.dimension);
    let mut body = body.clone();
    (body.position, body.spawn_time) = ([0.0; 3], 0.0);
    alone.bodies.push(body);
    alone.contact.model = ContactModel::SeparatingFeature;
    let loaded = rebuild(alone, &bench.folder()).map_err(|error| error.to_string())?;
    loaded.model.bodies.first().cloned().ok_or_else(|| tr!("spawn-shape-makes-no-body").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_rounded_as_finely_as_bodies_are_small() {
        let place = Vec3::new(0.1378, -2.3412, 7.0);
        assert_eq!(rounded(&place, 0.2), Vec3::new(0.15, -2.35, 7.0));
        assert_eq!(rounded(&place, 3.0), Vec3::new(0.0, -2.5, 7.0));
        assert_eq!(rounded(&place, 0.03), Vec3::new(0.14, -2.34, 7.0));
        assert_eq!(rounded(&place, 0.0), place);
    }
}
