//! The cheap material of the low quality, and of lines in both qualities.

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::mesh::MeshTag;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;

/// Direction towards the key light in scenes in space.
pub const KEY_LIGHT: Vec3 = Vec3::new(0.42, -0.55, 0.72);
/// Direction towards the key light in flat scenes, which are seen along −z.
pub const KEY_LIGHT_FLAT: Vec3 = Vec3::new(-0.3, 0.45, 0.84);

const FLAT_SHADER: Handle<Shader> = uuid_handle!("6c6f5f0e-3a53-4a0c-9d3e-0f6b0a9f2c11");

/// The colour of an instance for [`FlatMaterial`], so that bodies of any colour share one material. Zero, which
/// no visible colour has, means that the instance has none of its own.
pub fn color_tag(color: Color) -> MeshTag {
    MeshTag(u32::from_le_bytes(color.to_srgba().to_u8_array()))
}

/// Plain colour with one light and no shadows. An instance with a [`color_tag`] has that colour, times the material's.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
pub struct FlatMaterial {
    /// Colour.
    #[uniform(0)]
    pub color: LinearRgba,
    /// Direction towards the light, and in w how much it counts.
    #[uniform(1)]
    pub light: Vec4,
}

impl FlatMaterial {
    /// A surface in the light.
    pub fn lit(color: Color, light: Vec3) -> Self {
        Self { color: color.to_linear(), light: light.normalize().extend(1.0) }
    }

    /// The colour as it is, for lines.
    pub fn plain(color: Color) -> Self {
        Self { color: color.to_linear(), light: Vec4::new(0.0, 0.0, 1.0, 0.0) }
    }
}

impl Material for FlatMaterial {
    fn fragment_shader() -> ShaderRef {
        ShaderRef::Handle(FLAT_SHADER)
    }

    fn alpha_mode(&self) -> AlphaMode {
        if self.color.alpha < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque }
    }
}

/// Registers the material; its shader is in the binary.
pub struct FlatMaterialPlugin;

impl Plugin for FlatMaterialPlugin {
    fn build(&self, app: &mut App) {
        load_internal_asset!(app, FLAT_SHADER, "../../../assets/shaders/flat.wgsl", Shader::from_wgsl);
        app.add_plugins(MaterialPlugin::<FlatMaterial>::default());
    }
}
