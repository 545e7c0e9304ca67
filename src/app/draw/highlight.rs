//! Filled surfaces of what is explained: translucent tiles of the planes ψ = 0, and the faces of the chosen contact.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::draw::bodies::layer;
use crate::app::draw::scenery;
use crate::app::draw::strokes::explainer::fills;
use crate::app::explain::choose;
use crate::app::explain::choose::Pictures;
use crate::app::explain::picture::Picture;
use crate::app::run::simulation::FrameStage;
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use std::sync::Arc;

/// The surfaces of a pane.
#[derive(Component)]
pub struct Surfaces(usize);

/// Fills surfaces.
pub struct HighlightPlugin;

impl Plugin for HighlightPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, spawn).add_systems(
            Update,
            fill.in_set(FrameStage::Show).after(choose::draw).after(scenery::fit_shadows),
        );
    }
}

fn spawn(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    let material = materials.add(StandardMaterial {
        base_color: Color::WHITE,
        unlit: true,
        alpha_mode: AlphaMode::Blend,
        double_sided: true,
        cull_mode: None,
        // A tile lies in a face of its body: it wins.
        depth_bias: 40.0,
        ..default()
    });
    for pane in 0..MAX_PANES {
        commands.spawn((
            Surfaces(pane),
            // None yet: the renderer complains of a mesh without corners.
            Mesh3d::default(),
            MeshMaterial3d(material.clone()),
            Transform::default(),
            Visibility::Hidden,
            NoFrustumCulling,
            NotShadowCaster,
            NotShadowReceiver,
            layer(pane),
        ));
    }
}

/// Surfaces follow the pictures.
fn fill(
    bench: Res<Workbench>,
    pictures: Res<Pictures>,
    mut shown: Local<[Option<Arc<Picture>>; MAX_PANES]>,
    mut surfaces: Query<(&Surfaces, &mut Mesh3d, &mut Visibility)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (surface, mut handle, mut visibility) in &mut surfaces {
        let picture = pictures.of(surface.0);
        let same = shown[surface.0].as_ref().is_some_and(|old| Arc::ptr_eq(old, picture));
        if same {
            continue;
        }
        shown[surface.0] = Some(picture.clone());
        let triangles = fills(&bench.scene.model, picture);
        visibility.set_if_neq(if triangles.is_empty() { Visibility::Hidden } else { Visibility::Inherited });
        if !triangles.is_empty() {
            handle.0 = meshes.add(mesh(&triangles));
        }
    }
}

fn mesh(triangles: &[[(Vec3, Color); 3]]) -> Mesh {
    let corners = || triangles.iter().flatten();
    let positions: Vec<Vec3> = corners().map(|(p, _)| *p).collect();
    let colors: Vec<[f32; 4]> = corners().map(|(_, c)| c.to_linear().to_f32_array()).collect();
    let normals = vec![[0.0_f32, 0.0, 1.0]; positions.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}
