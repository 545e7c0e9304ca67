//! The studio around the bodies: one key light with shadows and a fill per pane, a floor or back wall that fades
//! out, and a grid.

use crate::app::bench::workbench::Workbench;
use crate::app::command::look::{Overlay, Quality};
use crate::app::draw::bodies::{BuiltFrom, layer, prism_thickness};
use crate::app::draw::material::{KEY_LIGHT, KEY_LIGHT_FLAT};
use crate::app::draw::{bodies, palette, shape_mesh};
use crate::app::look::bounds::Bounds;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{length, to_view};
use crate::app::look::view::ViewSettings;
use crate::app::run::simulation::FrameStage;
use crate::math::Dimension;
use bevy::asset::RenderAssetUsages;
use bevy::light::{CascadeShadowConfig, CascadeShadowConfigBuilder, NotShadowCaster, NotShadowReceiver};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// Anything of the studio.
#[derive(Component)]
struct Scenery;

/// The grid.
#[derive(Component)]
struct Grid;

/// The floor of the studio in a pane.
#[derive(Component)]
struct Floor(usize);

/// The light that casts shadows in a pane.
#[derive(Component)]
pub struct KeyLight(usize);

/// Builds the studio.
pub struct SceneryPlugin;

impl Plugin for SceneryPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(GlobalAmbientLight { brightness: 330.0, ..default() })
            .insert_resource(bevy::light::DirectionalLightShadowMap { size: 2048 })
            .add_systems(
                Update,
                (build, show, open_floor, fit_shadows).chain().after(bodies::follow).in_set(FrameStage::Show),
            );
    }
}

/// Where the floor is and how large the scene is.
struct Stage {
    centre: Vec3,
    radius: f32,
    flat: bool,
}

impl Stage {
    fn of(bench: &Workbench) -> Self {
        let model = &bench.scene.model;
        let bounds = Bounds::scene(model, &bench.scene.state);
        let radius = length(bounds.radius());
        let mut centre = to_view(&bounds.centre());
        let flat = model.dimension == Dimension::Two;
        centre.z = if flat {
            -0.9 * length(prism_thickness(model))
        } else {
            // Just below everything, so that no floor of the scene fights with it for the same pixels.
            length(bounds.low.z) - 0.004 * radius
        };
        Self { centre, radius, flat }
    }

    fn lift(&self) -> f32 {
        1e-3 * self.radius
    }
}

fn build(
    mut commands: Commands,
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    mut built: Local<Option<BuiltFrom>>,
    old: Query<Entity, With<Scenery>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let wanted = BuiltFrom { wireframe: false, ..BuiltFrom::now(&bench, &view) };
    if *built == Some(wanted) {
        return;
    }
    *built = Some(wanted);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let stage = Stage::of(&bench);
    let grid = meshes.add(grid_mesh(&stage, palette::grid(view.theme)));
    let line = materials.add(StandardMaterial {
        base_color: Color::WHITE,
        unlit: true,
        alpha_mode: AlphaMode::Blend,
        ..default()
    });
    let disc = meshes.add(disc_mesh(&stage, palette::backdrop(view.theme)));
    let floor = materials.add(StandardMaterial {
        base_color: Color::WHITE,
        perceptual_roughness: 0.95,
        reflectance: 0.1,
        alpha_mode: AlphaMode::Blend,
        double_sided: true,
        cull_mode: None,
        ..default()
    });
    let key = if stage.flat { KEY_LIGHT_FLAT } else { KEY_LIGHT };
    let up = if stage.flat { Vec3::Y } else { Vec3::Z };
    let high = view.quality == Quality::High;
    for pane in 0..bench.panes.len() {
        commands.spawn((
            Scenery,
            Grid,
            Mesh3d(grid.clone()),
            MeshMaterial3d(line.clone()),
            Transform::from_translation(stage.centre + stage.lift() * Vec3::Z),
            NotShadowCaster,
            NotShadowReceiver,
            layer(pane),
        ));
        if !high {
            continue;
        }
        commands.spawn((
            Scenery,
            Floor(pane),
            Mesh3d(disc.clone()),
            MeshMaterial3d(floor.clone()),
            Transform::from_translation(stage.centre),
            NotShadowCaster,
            layer(pane),
        ));
        commands.spawn((
            Scenery,
            KeyLight(pane),
            DirectionalLight { illuminance: 2400.0, shadow_maps_enabled: true, ..default() },
            Transform::from_translation(key).looking_at(Vec3::ZERO, up),
            layer(pane),
        ));
        let fill = Vec3::new(-key.y, -key.x, 0.25);
        commands.spawn((
            Scenery,
            DirectionalLight { illuminance: 420.0, shadow_maps_enabled: false, ..default() },
            Transform::from_translation(fill).looking_at(Vec3::ZERO, up),
            layer(pane),
        ));
    }
}

/// Seen from below, the floor would hide everything.
fn open_floor(rigs: Res<Rigs>, mut floors: Query<(&Floor, &Transform, &mut Visibility)>) {
    for (floor, place, mut visibility) in &mut floors {
        let rig = rigs.of(floor.0);
        let below = !rig.flat && rig.eye().z < place.translation.z;
        visibility.set_if_neq(if below { Visibility::Hidden } else { Visibility::Inherited });
    }
}

fn show(view: Res<ViewSettings>, mut grids: Query<&mut Visibility, With<Grid>>) {
    let wanted = if view.shows(Overlay::Grid) { Visibility::Inherited } else { Visibility::Hidden };
    for mut visibility in &mut grids {
        visibility.set_if_neq(wanted);
    }
}

/// Shadow maps reach as far as the view does, and no farther: their resolution is spent where one looks.
pub fn fit_shadows(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    mut lights: Query<(Entity, &KeyLight)>,
    mut fitted: Local<Vec<(Entity, f32)>>,
    mut configs: Query<&mut CascadeShadowConfig>,
) {
    let radius = Stage::of(&bench).radius;
    for (entity, light) in &mut lights {
        let reach = rigs.of(light.0).distance + 2.5 * radius;
        let known = fitted.iter().position(|(e, _)| *e == entity);
        if known.is_some_and(|i| (fitted[i].1 / reach - 1.0).abs() < 0.1) {
            continue;
        }
        if let Ok(mut config) = configs.get_mut(entity) {
            *config = CascadeShadowConfigBuilder {
                num_cascades: 2,
                minimum_distance: 0.01 * reach,
                first_cascade_far_bound: 0.6 * reach,
                maximum_distance: reach,
                ..default()
            }
            .build();
            match known {
                Some(i) => fitted[i].1 = reach,
                None => fitted.push((entity, reach)),
            }
        }
    }
}

/// Lines every power of ten metres that suits the scene, fading with the distance from its middle.
fn grid_mesh(stage: &Stage, color: Color) -> Mesh {
    let spacing = 10.0_f32.powf((stage.radius * 0.45).log10().round());
    let reach = 4.0 * stage.radius;
    let count = ((reach / spacing) as i32).clamp(2, 60);
    let pieces = 24;
    let base = color.to_linear();
    let origin = (stage.centre / spacing).round() * spacing - stage.centre;
    let (mut positions, mut colors) = (Vec::new(), Vec::new());
    let mut add = |p: Vec2, weight: f32| {
        let away = (p.length() / reach).min(1.0);
        positions.push(p.extend(0.0));
        colors.push([base.red, base.green, base.blue, 0.34 * weight * (1.0 - away).powi(2)]);
    };
    for i in -count..=count {
        let across = i as f32 * spacing;
        let place = across + origin.x + stage.centre.x;
        // Every tenth line is a little stronger.
        let weight = |metres: f32| if (metres / spacing).round() as i64 % 10 == 0 { 1.0 } else { 0.55 };
        let other = across + origin.y + stage.centre.y;
        for k in 0..pieces {
            let at = |k: i32| (2.0 * k as f32 / pieces as f32 - 1.0) * reach;
            let (a, b) = (at(k), at(k + 1));
            add(Vec2::new(across + origin.x, a), weight(place));
            add(Vec2::new(across + origin.x, b), weight(place));
            add(Vec2::new(a, across + origin.y), weight(other));
            add(Vec2::new(b, across + origin.y), weight(other));
        }
    }
    shape_mesh::lines(positions, Some(colors))
}

/// A disc that is there in the middle and gone at its rim.
fn disc_mesh(stage: &Stage, color: Color) -> Mesh {
    let base = color.to_linear();
    let reach = 7.0 * stage.radius;
    let (rings, sectors) = (8_u32, 48_u32);
    let mut positions = vec![[0.0_f32; 3]];
    let mut colors = vec![[base.red, base.green, base.blue, 1.0]];
    let mut indices = Vec::new();
    for ring in 1..=rings {
        let share = ring as f32 / rings as f32;
        let alpha = (1.0 - share * share).powi(2);
        for sector in 0..sectors {
            let (s, c) = (std::f32::consts::TAU * sector as f32 / sectors as f32).sin_cos();
            positions.push([reach * share * c, reach * share * s, 0.0]);
            colors.push([base.red, base.green, base.blue, alpha]);
            let next = (sector + 1) % sectors;
            let here = |ring: u32, sector: u32| 1 + (ring - 1) * sectors + sector;
            if ring == 1 {
                indices.extend([0, here(1, sector), here(1, next)]);
            } else {
                let (a, b) = (here(ring - 1, sector), here(ring - 1, next));
                let (c, d) = (here(ring, sector), here(ring, next));
                indices.extend([a, c, d, a, d, b]);
            }
        }
    }
    let normals = vec![[0.0_f32, 0.0, 1.0]; positions.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(indices))
}
