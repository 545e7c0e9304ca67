//! Meshes and materials of bodies in a glTF file. Equal ones are there once.

use super::store::Store;
use crate::experiment::colours;
use crate::recording::surface::{GLASS, is_glass, prism_thickness, triangles};
use crate::scene::LoadedScene;
use crate::world::BodyId;
use gltf::json::material::{AlphaMode, Material, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf::json::mesh::{Mesh, Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Index, accessor::Accessor};
use std::collections::BTreeMap;

/// How matt bodies are, from 0 to 1.
const ROUGHNESS: f32 = 0.72;

/// Colour (sRGB), and whether it is glass.
type Look = ([u8; 3], bool);

/// Triangles of one look, by the bits of their corners: position and normal.
type Corners = Vec<[u32; 6]>;

/// What is in the file already.
#[derive(Default)]
pub(super) struct Shapes {
    surfaces: BTreeMap<Corners, [Index<Accessor>; 3]>,
    materials: BTreeMap<Look, Index<Material>>,
    meshes: BTreeMap<Vec<(Index<Accessor>, Index<Material>)>, Index<Mesh>>,
}

impl Shapes {
    /// The mesh of a body, of as many pieces as it has looks; none for a body too small to be drawn.
    pub fn of(
        &mut self,
        scene: &LoadedScene,
        id: BodyId,
        store: &mut Store,
    ) -> Result<Option<Index<Mesh>>, String> {
        let body = scene.model.body(id);
        let thickness = prism_thickness(&scene.model);
        let colour = colours::of_body(body, false);
        // The parts of a mesh that was cut, each in its shade.
        let is_cut = scene.decomposed.iter().any(|mesh| mesh.body == id && mesh.parts.len() > 1);
        let mut pieces: BTreeMap<Look, Corners> = BTreeMap::new();
        for (k, part) in body.parts.iter().enumerate() {
            let shade = if is_cut { colours::of_part(colour, k) } else { colour };
            let corners = pieces.entry((shade, !is_cut && is_glass(body, k))).or_default();
            for corner in triangles(part, thickness).into_iter().flatten() {
                let [x, y, z] = corner.position.into();
                let [u, v, w]: [f64; 3] = corner.normal.into();
                corners.push([x, y, z, u, v, w].map(|number| (number as f32).to_bits()));
            }
        }
        pieces.retain(|_, corners| !corners.is_empty());
        let mut drawn = Vec::new();
        for (look, corners) in pieces {
            drawn.push((self.surface(corners, store)?, self.material(look, store)));
        }
        let key: Vec<_> = drawn.iter().map(|([_, _, indices], material)| (*indices, *material)).collect();
        if key.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.meshes.get(&key) {
            return Ok(Some(*known));
        }
        let primitives = drawn.into_iter().map(|([positions, normals, indices], material)| Primitive {
            attributes: [(Semantic::Positions, positions), (Semantic::Normals, normals)]
                .map(|(what, which)| (Checked::Valid(what), which))
                .into(),
            extensions: None,
            extras: None,
            indices: Some(indices),
            material: Some(material),
            mode: Checked::Valid(Mode::Triangles),
            targets: None,
        });
        let mesh = Mesh {
            extensions: None,
            extras: None,
            name: Some(body.name.clone()),
            primitives: primitives.collect(),
            weights: None,
        };
        let mesh = store.root.push(mesh);
        self.meshes.insert(key, mesh);
        Ok(Some(mesh))
    }

    /// Positions, normals and indices of triangles.
    fn surface(&mut self, corners: Corners, store: &mut Store) -> Result<[Index<Accessor>; 3], String> {
        if let Some(known) = self.surfaces.get(&corners) {
            return Ok(*known);
        }
        let mut places: BTreeMap<[u32; 6], u32> = BTreeMap::new();
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        let mut indices = Vec::with_capacity(corners.len());
        for corner in &corners {
            let next =
                u32::try_from(positions.len()).map_err(|_| "a body has too many triangles".to_owned())?;
            let place = *places.entry(*corner).or_insert(next);
            if place == next {
                let [x, y, z, u, v, w] = corner.map(f32::from_bits);
                positions.push([x, y, z]);
                normals.push([u, v, w]);
            }
            indices.push(place);
        }
        let made = [
            store.rows(&positions, true)?,
            store.rows(&normals, true)?,
            store.indices(&indices, positions.len())?,
        ];
        self.surfaces.insert(corners, made);
        Ok(made)
    }

    fn material(&mut self, look: Look, store: &mut Store) -> Index<Material> {
        *self.materials.entry(look).or_insert_with(|| {
            let ([r, g, b], glass) = look;
            let [r, g, b] = [r, g, b].map(linear);
            let alpha_mode = if glass { AlphaMode::Blend } else { AlphaMode::Opaque };
            store.root.push(Material {
                alpha_mode: Checked::Valid(alpha_mode),
                pbr_metallic_roughness: PbrMetallicRoughness {
                    base_color_factor: PbrBaseColorFactor([r, g, b, if glass { GLASS } else { 1.0 }]),
                    metallic_factor: StrengthFactor(0.0),
                    roughness_factor: StrengthFactor(ROUGHNESS),
                    ..PbrMetallicRoughness::default()
                },
                ..Material::default()
            })
        })
    }
}

/// A part of a colour as light adds up (IEC 61966-2-1), which is how the format gives colours.
fn linear(part: u8) -> f32 {
    let part = f32::from(part) / 255.0;
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}
