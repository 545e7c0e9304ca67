//! Faces and edges of every body in every pane: rebuilt when the scene, the panes or the look change, moved every
//! frame. Equal shapes share their meshes and equal looks their materials, which is what lets them be drawn together.

use crate::app::bench::workbench::Workbench;
use crate::app::command::look::{Overlay, Quality, Theme};
use crate::app::draw::material::{FlatMaterial, KEY_LIGHT, KEY_LIGHT_FLAT, color_tag};
use crate::app::draw::palette;
use crate::app::draw::shapes::Shapes;
use crate::app::look::view::ViewSettings;
use crate::app::look::{camera, convert};
use crate::app::run::simulation::FrameStage;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose};
use crate::recording::surface::GLASS;
pub use crate::recording::surface::prism_thickness;
use crate::world::{Body, BodyId};
use bevy::camera::visibility::RenderLayers;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// What of a body is drawn in a pane: faces, glass or edges.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyView {
    /// The pane.
    pub pane: usize,
    /// The body.
    pub body: BodyId,
}

/// The faces of a body, solid or glass.
#[derive(Component)]
pub struct Faces;

/// The feature edges of a body.
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

/// Builds and moves the bodies.
pub struct BodiesPlugin;

impl Plugin for BodiesPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (build, follow).chain().after(camera::place_cameras).in_set(FrameStage::Show),
        );
    }
}

fn build(
    mut commands: Commands,
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    mut built: Local<Option<BuiltFrom>>,
    mut shapes: Local<Shapes>,
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
    // As few materials as can be: what has the same one is drawn at once. Colours are the instances' own.
    let line = flat.add(FlatMaterial::plain(line_color));
    let plain = flat.add(FlatMaterial::lit(Color::WHITE, light));
    let see_through = flat.add(FlatMaterial::lit(Color::WHITE.with_alpha(GLASS), light));
    let mut rich: BTreeMap<u32, Handle<StandardMaterial>> = BTreeMap::new();
    for id in model.ids() {
        let body = model.body(id);
        let color = palette::body(body, view.theme);
        let tag = color_tag(color);
        let shape = shapes.of(body, thickness, &mut meshes);
        // The parts of a mesh that was cut, each by itself in its shade.
        let is_cut = bench.scene.decomposed.iter().any(|mesh| mesh.body == id && mesh.parts.len() > 1);
        let solid: Vec<(Handle<Mesh>, Color)> = if is_cut {
            let parts = body.parts.iter().enumerate();
            let of_part = |(k, part): (usize, &Polytope)| {
                // Not a copy of the whole body, which may have hundreds of parts.
                let alone =
                    Body { properties: body.properties.clone(), parts: vec![part.clone()].into(), ..*body };
                Some((shapes.of(&alone, thickness, &mut meshes).solid?, palette::part(color, k)))
            };
            parts.filter_map(of_part).collect()
        } else {
            shape.solid.iter().map(|mesh| (mesh.clone(), color)).collect()
        };
        let glass = shape.glass.clone().filter(|_| !is_cut);
        for pane in 0..bench.panes.len() {
            let place =
                || (BodyView { pane, body: id }, Transform::default(), Visibility::Hidden, layer(pane));
            for (mesh, color) in solid.iter().filter(|_| !wanted.wireframe) {
                let (mesh, color, tag) = (mesh.clone(), *color, color_tag(*color));
                let mut faces = commands.spawn((Faces, Mesh3d(mesh), tag.clone(), place()));
                match view.quality {
                    Quality::High => {
                        let material = rich.entry(tag.0).or_insert_with(|| standard.add(surface(color)));
                        faces.insert(MeshMaterial3d(material.clone()))
                    }
                    Quality::Low => faces.insert(MeshMaterial3d(plain.clone())),
                };
            }
            if let Some(mesh) = glass.clone().filter(|_| !wanted.wireframe) {
                let material = MeshMaterial3d(see_through.clone());
                // Glass casts no shadow, or the inside of a container would be dark.
                commands.spawn((Faces, Mesh3d(mesh), tag.clone(), material, NotShadowCaster, place()));
            }
            let (mesh, material) = (Mesh3d(shape.edges.clone()), MeshMaterial3d(line.clone()));
            commands.spawn((Edges, mesh, material, NotShadowCaster, NotShadowReceiver, place()));
        }
    }
    shapes.settle();
}

/// A surface of the high quality.
fn surface(color: Color) -> StandardMaterial {
    StandardMaterial { base_color: color, perceptual_roughness: 0.72, reflectance: 0.28, ..default() }
}

/// What the entities were last placed by.
#[derive(PartialEq)]
pub struct Followed {
    built: BuiltFrom,
    edges_shown: bool,
    /// Time of each pane (s): it decides which bodies are there.
    panes: Vec<f64>,
    poses: Vec<Pose>,
}

/// Poses to transforms; bodies appear when they are spawned, and their edges when they are to be shown.
pub fn follow(
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    mut bodies: Query<(&BodyView, &mut Transform, &mut Visibility, Has<Edges>)>,
    mut followed: Local<Option<Followed>>,
) {
    let edges_shown = view.shows(Overlay::Edges) || view.shows(Overlay::Wireframe);
    let now = Followed {
        built: BuiltFrom::now(&bench, &view),
        edges_shown,
        panes: bench.panes.iter().map(|p| p.simulation.state.time).collect(),
        poses: bench.panes.iter().flat_map(|p| p.simulation.state.poses.iter().copied()).collect(),
    };
    if followed.as_ref() == Some(&now) {
        return;
    }
    *followed = Some(now);
    for (view, mut transform, mut visibility, is_edges) in &mut bodies {
        let Some(pane) = bench.panes.get(view.pane) else { continue };
        let state = &pane.simulation.state;
        let Some(pose) = state.poses.get(view.body.0) else { continue };
        let placed = convert::transform(pose);
        if placed.is_finite() {
            transform.set_if_neq(placed);
        }
        let shown = bench.scene.model.is_active(view.body, state.time) && (edges_shown || !is_edges);
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
    }
}
