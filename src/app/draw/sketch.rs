//! The picture of a scene file for the browser, without cutting its meshes into parts: what would be cut is drawn as the triangles it has.

use crate::app::command::look::Theme;
use crate::app::draw::thumbnail::{Sketched, Thumbnail, draw, draw_with};
use crate::app::files::scenes;
use crate::experiment::colours;
use crate::geometry::mesh::{self, Import};
use crate::math::{Quat, Vec3};
use crate::reading;
use crate::scene::format::{BodyDescription, Scene, Shape};
use crate::scene::{parse, rebuild};
use crate::world::BodyKind;
use bevy::prelude::Color;
use std::collections::BTreeSet;
use std::path::Path;

/// Draws the scene of a file.
///
/// # Errors
/// Why it does not load.
pub fn picture(file: &Path, theme: Theme, size: [usize; 2]) -> Result<Thumbnail, String> {
    if !scenes::may_take_long(file) {
        return scenes::load(file).map(|scene| draw(&scene, theme, size));
    }
    let shown = file.display().to_string();
    let text = reading::text(file, reading::SCENE).map_err(|error| format!("{shown}: {error}"))?;
    let mut scene = parse(&text, &shown).map_err(|error| error.to_string())?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let meshes = take_meshes(&mut scene, folder)?;
    let rest = rebuild(scene, folder).map_err(|error| error.to_string())?;
    Ok(draw_with(&rest, &meshes, theme, size))
}

/// Takes the bodies out of a scene whose meshes would be cut, with what is joined to them.
fn take_meshes(scene: &mut Scene, folder: &Path) -> Result<Vec<Sketched>, String> {
    let mut sketched = Vec::new();
    let mut gone = BTreeSet::new();
    for (k, body) in scene.bodies.iter_mut().enumerate() {
        let [r, g, b] = colours::SWATCHES[k % colours::SWATCHES.len()].map(|c| f32::from(c) / 255.0);
        // Those that stay have the colours of their numbers in the file.
        if body.color.is_none() && body.kind != BodyKind::Fixed {
            body.color = Some([r, g, b]);
        }
        if body.shape.is_cut() {
            let [r, g, b] = body.color.unwrap_or([0.5, 0.52, 0.55]);
            sketched.push(Sketched { triangles: triangles(body, folder)?, color: Color::srgb(r, g, b) });
            gone.insert(body.name.clone());
        }
    }
    scene.resume = None;
    scene.take_out(&gone);
    scene.joints.retain(|joint| !gone.contains(&joint.bodies.0) && !gone.contains(&joint.bodies.1));
    // They move nothing at the start.
    scene.controllers.clear();
    Ok(sketched)
}

/// The triangles of a body's mesh where the scene puts them; none of a mesh that is one part of several.
fn triangles(body: &BodyDescription, folder: &Path) -> Result<Vec<[Vec3; 3]>, String> {
    let Shape::Mesh { path, scale, mirror, .. } = &body.shape else { return Ok(Vec::new()) };
    let import = Import { scale: *scale, mirror: *mirror };
    let mesh = mesh::read(&folder.join(path), &import).map_err(|error| error.to_string())?;
    let [w, x, y, z] = body.orientation;
    let turn = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
    let place = |k: usize| turn * mesh.vertices[k] + Vec3::from(body.position);
    Ok(mesh.triangles.iter().map(|corners| corners.map(place)).collect())
}
