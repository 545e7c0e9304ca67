//! One entity per body and pane: rebuilt when the scene, the panes or the look change, moved every frame.

use crate::app::convert;
use crate::app::material::{FlatMaterial, KEY_LIGHT, KEY_LIGHT_FLAT};
use crate::app::palette;
use crate::app::shape_mesh;
use crate::app::simulation::FrameStage;
use crate::app::view::{Overlay, Quality, Theme, ViewSettings};
use crate::app::workbench::Workbench;
use crate::body::{BodyId, Model};
use crate::math::Dimension;
use bevy::camera::visibility::RenderLayers;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;

/// A body in a pane.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyView {
    /// The pane.
    pub pane: usize,
    /// The body.
    pub body: BodyId,
}

/// Opacity of the walls of a container.
const GLASS: f32 = 0.16;

/// The faces of a body, child of its [`BodyView`].
#[derive(Component)]
pub struct Faces;

/// The feature edges of a body, child of its [`BodyView`].
#[derive(Component)]
pub struct Edges;

/// What bodies and scenery are built from; they are rebuilt when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltFrom {
    /// Which scene.
    pub scene: u64,
    /// How many panes.
    pub panes: usize,
    /// Which material.
    pub quality: Quality,
    /// Which colours.
    pub theme: Theme,
    /// Faces or lines only.
    pub wireframe: bool,
}

impl BuiltFrom {
    /// What they should be built from now.
    pub fn now(bench: &Workbench, view: &ViewSettings) -> Self {
        Self {
            scene: bench.scene_generation,
            panes: bench.panes.len(),
            quality: view.quality,
            theme: view.theme,
            wireframe: view.shows(Overlay::Wireframe),
        }
    }
}

/// The render layer of a pane; layer 0 is left to nobody.
pub fn layer(pane: usize) -> RenderLayers {
    RenderLayers::layer(pane + 1)
}

/// Thickness of the prisms that stand for polygons (m).
pub fn prism_thickness(model: &Model) -> f64 {
    let smallest = model.bodies.iter().map(|b| b.radius).fold(f64::INFINITY, f64::min);
    if smallest.is_finite() { shape_mesh::PRISM_THICKNESS * smallest } else { 0.1 }
}

/// Builds and moves the bodies.
pub struct BodiesPlugin;

impl Plugin for BodiesPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (build, follow, show).chain().in_set(FrameStage::Show));
    }
}

fn build(
    mut commands: Commands,
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    mut built: Local<Option<BuiltFrom>>,
    old: Query<Entity, With<BodyView>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut standard: ResMut<Assets<StandardMaterial>>,
    mut flat: ResMut<Assets<FlatMaterial>>,
) {
    let wanted = BuiltFrom::now(&bench, &view);
    if *built == Some(wanted) {
        return;
    }
    *built = Some(wanted);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let model = &bench.scene.model;
    let thickness = prism_thickness(model);
    let light = if model.dimension == Dimension::Two { KEY_LIGHT_FLAT } else { KEY_LIGHT };
    let line_color =
        if wanted.wireframe { palette::wireframe(view.theme) } else { palette::edges(view.theme) };
    let line = flat.add(FlatMaterial::plain(line_color));
    for id in model.ids() {
        let body = model.body(id);
        let color = palette::body(id, body, view.theme);
        let solid = shape_mesh::faces(body, thickness, false).map(|mesh| meshes.add(mesh));
        let glass = shape_mesh::faces(body, thickness, true).map(|mesh| meshes.add(mesh));
        let edges = meshes.add(shape_mesh::edges(body, thickness));
        let plain = flat.add(FlatMaterial::lit(color, light));
        let rich = standard.add(StandardMaterial {
            base_color: color,
            perceptual_roughness: 0.72,
            reflectance: 0.28,
            ..default()
        });
        let pane_of_glass = flat.add(FlatMaterial::lit(color.with_alpha(GLASS), light));
        for pane in 0..bench.panes.len() {
            let root = commands
                .spawn((
                    Name::new(body.name.clone()),
                    BodyView { pane, body: id },
                    Transform::default(),
                    Visibility::Hidden,
                    layer(pane),
                ))
                .id();
            let shapes = [solid.clone().map(|mesh| (mesh, false)), glass.clone().map(|mesh| (mesh, true))];
            for (mesh, see_through) in shapes.into_iter().flatten().filter(|_| !wanted.wireframe) {
                let mut child = commands.spawn((Faces, Mesh3d(mesh), layer(pane), ChildOf(root)));
                match (see_through, view.quality) {
                    // Glass casts no shadow, or the inside of a container would be dark.
                    (true, _) => child.insert((MeshMaterial3d(pane_of_glass.clone()), NotShadowCaster)),
                    (false, Quality::High) => child.insert(MeshMaterial3d(rich.clone())),
                    (false, Quality::Low) => child.insert(MeshMaterial3d(plain.clone())),
                };
            }
            commands.spawn((
                Edges,
                Mesh3d(edges.clone()),
                MeshMaterial3d(line.clone()),
                NotShadowCaster,
                NotShadowReceiver,
                layer(pane),
                ChildOf(root),
            ));
        }
    }
}

/// Poses to transforms, and bodies appear when they are spawned.
fn follow(bench: Res<Workbench>, mut bodies: Query<(&BodyView, &mut Transform, &mut Visibility)>) {
    for (view, mut transform, mut visibility) in &mut bodies {
        let Some(pane) = bench.panes.get(view.pane) else { continue };
        let state = &pane.simulation.state;
        let Some(pose) = state.poses.get(view.body.0) else { continue };
        let placed = convert::transform(pose);
        if placed.is_finite() {
            transform.set_if_neq(placed);
        }
        let active = bench.scene.model.is_active(view.body, state.time);
        visibility.set_if_neq(if active { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Edges on or off.
fn show(view: Res<ViewSettings>, mut edges: Query<&mut Visibility, With<Edges>>) {
    let shown = view.shows(Overlay::Edges) || view.shows(Overlay::Wireframe);
    for mut visibility in &mut edges {
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
    }
}
