//! The cameras of the panes: views placed where the panels leave room, rigs moved by mouse and commands.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::command::look::{Quality, StandardView};
use crate::app::draw::bodies::layer;
use crate::app::draw::palette;
use crate::app::explain::picture::Picture;
use crate::app::look::bounds::Bounds;
use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::rig::{FIELD, Rig};
use crate::app::look::view::{Selection, ViewSettings, Viewports, split};
use crate::app::mouse::pointer::{Gesture, Pointer};
use crate::app::run::simulation::FrameStage;
use crate::math::{Dimension, Vec3 as Exact};
use crate::scene::format::CameraDescription;
use bevy::camera::{CameraOutputMode, ScalingMode, Viewport};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::PrimaryWindow;
use bevy_egui::PrimaryEguiContext;
use std::f32::consts::{FRAC_PI_2, PI};

/// The camera of a pane.
#[derive(Component)]
pub struct PaneCamera(pub usize);

/// The rigs of the panes; with linked cameras all panes use the first.
#[derive(Resource, Default)]
pub struct Rigs {
    rigs: [Rig; MAX_PANES],
    linked: bool,
    scene: Option<u64>,
    aspect: f32,
}

impl Rigs {
    /// The rig of a pane.
    pub fn of(&self, pane: usize) -> &Rig {
        &self.rigs[if self.linked { 0 } else { pane.min(MAX_PANES - 1) }]
    }

    /// Turns all cameras about the vertical (rad).
    pub fn turn(&mut self, angle: f32) {
        for rig in &mut self.rigs {
            rig.yaw += angle;
        }
    }

    /// Moves the camera of a pane with what it follows.
    pub fn carry(&mut self, pane: usize, way: Vec3) {
        let rig = self.of_mut(pane);
        rig.target += way;
        rig.touched = true;
    }

    /// Whether all panes share one camera.
    pub fn are_linked(&self) -> bool {
        self.linked
    }

    fn of_mut(&mut self, pane: usize) -> &mut Rig {
        &mut self.rigs[if self.linked { 0 } else { pane.min(MAX_PANES - 1) }]
    }
}

/// Places and moves cameras.
pub struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Rigs>().init_resource::<Viewports>().add_systems(Startup, spawn).add_systems(
            Update,
            (follow_quality, place_cameras, share_picture).chain().in_set(FrameStage::Show),
        );
    }
}

/// The central area split among the panes.
pub fn place_views(
    bench: Res<Workbench>,
    mut viewports: ResMut<Viewports>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
) {
    let Some(window) = window else { return };
    let size = Vec2::new(window.physical_width() as f32, window.physical_height() as f32);
    let whole = Rect::from_corners(Vec2::ZERO, size);
    let central = viewports.central.unwrap_or(whole).intersect(whole);
    let count = bench.panes.len();
    let header = viewports.headers[count.clamp(1, MAX_PANES) - 1];
    let panes = split(central, header.min(0.5 * central.height()), count);
    if viewports.panes != panes {
        viewports.panes = panes;
    }
}

/// Turns and shifts the camera as the mouse does.
pub fn follow_mouse(pointer: Res<Pointer>, viewports: Res<Viewports>, mut rigs: ResMut<Rigs>) {
    let (pane, pan) = match pointer.gesture {
        Gesture::Orbit { pane } => (pane, rigs.of(pane).flat),
        Gesture::Pan { pane } => (pane, true),
        _ => return,
    };
    let Some(&view) = viewports.panes.get(pane) else { return };
    if pointer.delta == Vec2::ZERO {
        return;
    }
    if pan {
        rigs.of_mut(pane).pan(view, pointer.delta);
    } else {
        rigs.of_mut(pane).orbit(pointer.delta);
    }
}

/// Moves the camera nearer or farther as the wheel does.
pub fn follow_wheel(
    mut wheel: MessageReader<MouseWheel>,
    pointer: Res<Pointer>,
    viewports: Res<Viewports>,
    mut rigs: ResMut<Rigs>,
) {
    let turns: f32 = wheel
        .read()
        .map(|w| match w.unit {
            MouseScrollUnit::Line => w.y,
            MouseScrollUnit::Pixel => w.y / 50.0,
        })
        .sum();
    if turns == 0.0 || viewports.pointer_on_panel {
        return;
    }
    if let (Some(pane), Some(place)) = (pointer.pane, pointer.place)
        && let Some(&view) = viewports.panes.get(pane)
    {
        rigs.of_mut(pane).zoom(view, place, 0.88_f32.powf(turns));
    }
}

/// A new scene gets its own view; a window of another shape keeps an untouched view framed.
pub fn follow_bench(
    bench: Res<Workbench>,
    viewports: Res<Viewports>,
    view: Res<ViewSettings>,
    mut rigs: ResMut<Rigs>,
) {
    let rigs = &mut *rigs;
    // Also where the settings, not a command, have chosen it.
    rigs.set_orthographic(view.orthographic);
    if bench.linked_cameras != rigs.linked {
        if rigs.linked {
            rigs.rigs = [rigs.rigs[0]; MAX_PANES];
        } else {
            rigs.rigs[0] = rigs.rigs[bench.focused.min(MAX_PANES - 1)];
        }
        rigs.linked = bench.linked_cameras;
    }
    let aspect = viewports.panes.first().map_or(1.0, |v| v.width() / v.height().max(1.0));
    let new_scene = rigs.scene != Some(bench.scene_generation);
    let flat = bench.scene.model.dimension == Dimension::Two;
    // A file that was edited from the plane into space needs another view whatever is asked.
    let kept = bench.camera_kept && rigs.scene.is_some() && rigs.rigs[0].flat == flat;
    if new_scene && !kept {
        for rig in &mut rigs.rigs {
            let orthographic = rig.orthographic;
            *rig = Rig { flat, orthographic, ..Rig::default() };
            scene_view(rig, &bench, aspect);
        }
    } else if (aspect - rigs.aspect).abs() > 1e-3 {
        for rig in rigs.rigs.iter_mut().filter(|rig| !rig.touched) {
            scene_view(rig, &bench, aspect);
        }
    }
    rigs.scene = Some(bench.scene_generation);
    rigs.aspect = aspect;
}

/// How much farther away a pane of this shape looks from than the file's view says, which is meant for one wide pane.
fn nearer_in_wide(aspect: f32) -> f32 {
    if aspect < 1.2 { 1.2 / aspect.max(0.3) } else { 1.0 }
}

/// The view the scene's file gives, else the whole scene.
fn scene_view(rig: &mut Rig, bench: &Workbench, aspect: f32) {
    match bench.scene.camera {
        Some((eye, target)) => {
            look_as(rig, (&eye, &target), aspect);
            rig.touched = false;
        }
        None => rig.frame(&Bounds::scene(&bench.scene.model, &bench.scene.state), aspect),
    }
}

/// Looks from an eye to a target that are meant for one wide pane.
fn look_as(rig: &mut Rig, (eye, target): (&Exact, &Exact), aspect: f32) {
    rig.look(to_view(eye), to_view(target));
    rig.distance *= nearer_in_wide(aspect);
}

impl Rigs {
    /// The view of a pane as a scene's file gives it: from it the same picture comes back in a pane of this shape.
    pub fn description(&self, pane: usize) -> CameraDescription {
        let mut rig = *self.of(pane);
        rig.distance /= nearer_in_wide(self.aspect);
        let exact = |point: Vec3| <[f64; 3]>::from(to_exact(point)).map(|x| (x * 1e4).round() / 1e4);
        CameraDescription { eye: exact(rig.eye()), target: exact(rig.target) }
    }

    /// Looks in all panes as a file says it: [`Self::description`] the other way round.
    pub fn look_as(&mut self, camera: &CameraDescription) {
        for rig in &mut self.rigs {
            look_as(rig, (&camera.eye.into(), &camera.target.into()), self.aspect);
            // The window may change its shape: what was asked for stays.
            rig.touched = true;
        }
    }

    /// Puts the whole scene in view: what any pane shows, for with linked cameras all of it is to be seen.
    pub fn frame_scene(&mut self, bench: &Workbench) {
        let model = &bench.scene.model;
        let shown = bench.panes.iter().filter_map(|pane| {
            let state = &pane.simulation.state;
            Bounds::of(model, state, model.ids().filter(|&id| model.is_active(id, state.time)))
        });
        let Some(bounds) = shown.reduce(Bounds::with) else { return };
        for rig in &mut self.rigs {
            rig.frame(&bounds, self.aspect);
        }
    }

    /// Puts what is explained in view, else the selected body.
    pub fn frame_selection(&mut self, bench: &Workbench, selection: &Selection) {
        let state = &bench.focused_pane().simulation.state;
        let body = || Bounds::of(&bench.scene.model, state, selection.bodies());
        let found = explained_bounds(bench, selection).map(|bounds| (bounds, 1.0));
        let Some((bounds, room)) = found.or_else(|| body().map(|bounds| (bounds, 1.6))) else { return };
        for rig in &mut self.rigs {
            rig.frame(&bounds, self.aspect);
            rig.distance *= room;
            rig.touched = true;
        }
    }

    /// Looks from a standard direction; in a flat scene only the scene's own view is another one.
    pub fn look_from(&mut self, standard: StandardView, bench: &Workbench) {
        let aspect = self.aspect;
        for rig in &mut self.rigs {
            if standard == StandardView::Scene {
                *rig = Rig { flat: rig.flat, orthographic: rig.orthographic, ..Rig::default() };
                scene_view(rig, bench, aspect);
                continue;
            }
            if rig.flat {
                continue;
            }
            let default = Rig::default();
            (rig.yaw, rig.pitch) = match standard {
                StandardView::Front => (-FRAC_PI_2, 0.0),
                StandardView::Back => (FRAC_PI_2, 0.0),
                StandardView::Left => (PI, 0.0),
                StandardView::Right => (0.0, 0.0),
                StandardView::Top => (-FRAC_PI_2, 1.565),
                StandardView::Bottom => (-FRAC_PI_2, -1.565),
                StandardView::Isometric | StandardView::Scene => (default.yaw, default.pitch),
            };
            rig.touched = true;
        }
    }

    /// Perspective or orthographic, for all panes.
    pub fn set_orthographic(&mut self, orthographic: bool) {
        for rig in &mut self.rigs {
            rig.orthographic = orthographic;
        }
    }
}

/// A box around the half-spaces that are explained, in the pane where they are.
fn explained_bounds(bench: &Workbench, selection: &Selection) -> Option<Bounds> {
    let subject = selection.subject(bench)?;
    let picture = Picture::of(bench.panes.get(subject.pane)?, &subject, None);
    let points: Vec<_> = picture
        .tiles
        .iter()
        .flat_map(|t| {
            t.corners().into_iter().chain([t.centre + t.normal * t.half, t.centre - t.normal * t.half])
        })
        .collect();
    let first = *points.first()?;
    let grow = |bounds: Bounds, p: &_| Bounds { low: bounds.low.inf(p), high: bounds.high.sup(p) };
    Some(points.iter().fold(Bounds { low: first, high: first }, grow))
}

/// One camera for each pane that there may be; those without a pane stay inactive.
fn spawn(mut commands: Commands) {
    for pane in 0..MAX_PANES {
        commands.spawn((
            PaneCamera(pane),
            Camera3d::default(),
            Camera { order: pane as isize, is_active: false, ..default() },
            Projection::default(),
            // The palette is chosen as it is meant to be seen.
            Tonemapping::None,
            Msaa::Off,
            layer(pane),
            Transform::default(),
        ));
    }
}

/// The anti-aliasing of the quality.
fn follow_quality(view: Res<ViewSettings>, mut cameras: Query<&mut Msaa, With<PaneCamera>>) {
    let wanted = if view.quality == Quality::High { Msaa::Sample4 } else { Msaa::Off };
    for mut msaa in &mut cameras {
        msaa.set_if_neq(wanted);
    }
}

/// Cameras follow their rigs.
pub fn place_cameras(
    bench: Res<Workbench>,
    viewports: Res<Viewports>,
    rigs: Res<Rigs>,
    mut cameras: Query<(&PaneCamera, &mut Camera, &mut Projection, &mut Transform)>,
) {
    for (pane, mut camera, mut projection, mut transform) in &mut cameras {
        let Some(rect) = viewports.panes.get(pane.0) else {
            camera.is_active = false;
            continue;
        };
        let size = rect.size().as_uvec2();
        // A view without room would be refused by the renderer.
        let visible = size.x >= 8 && size.y >= 8 && pane.0 < bench.panes.len();
        camera.is_active = visible;
        if !visible {
            continue;
        }
        let position = rect.min.as_uvec2();
        let stale = camera
            .viewport
            .as_ref()
            .is_none_or(|v| v.physical_position != position || v.physical_size != size);
        if stale {
            camera.viewport =
                Some(Viewport { physical_position: position, physical_size: size, ..default() });
        }
        let rig = rigs.of(pane.0);
        transform.set_if_neq(rig.transform());
        *projection = if rig.is_parallel() {
            Projection::Orthographic(OrthographicProjection {
                // Tall things between the eye and the target must not be cut off.
                near: -20.0 * rig.distance,
                far: 20.0 * rig.distance,
                scaling_mode: ScalingMode::FixedVertical { viewport_height: 2.0 * rig.half_height() },
                ..OrthographicProjection::default_3d()
            })
        } else {
            Projection::Perspective(PerspectiveProjection {
                fov: FIELD,
                near: 0.005 * rig.distance,
                far: 100.0 * rig.distance,
                ..default()
            })
        };
    }
}

/// How panes and panels become one picture. Where all of them draw into one texture, which they do where none has several samples a pixel, the first
/// pane clears it, the panels are drawn over what is there, and it goes to the window once: a texture and a copy for each pane, with the panels
/// blended over, are most of what a frame costs where the processor draws. With several samples each pane is copied when it is done.
fn share_picture(
    view: Res<ViewSettings>,
    mut panes: Query<(&PaneCamera, &mut Camera, &Msaa)>,
    panels: Option<Single<(&mut Camera, &Msaa), (With<PrimaryEguiContext>, Without<PaneCamera>)>>,
) {
    let Some(panels) = panels else { return };
    let (mut panels, samples) = panels.into_inner();
    let shared = panes.iter().all(|(_, _, of_pane)| of_pane == samples);
    let background = ClearColorConfig::Custom(palette::background(view.theme));
    let first = panes.iter().filter(|(_, camera, _)| camera.is_active).map(|(pane, ..)| pane.0).min();
    for (pane, mut camera, _) in &mut panes {
        let clears = !shared || Some(pane.0) == first;
        camera.clear_color = if clears { background } else { ClearColorConfig::None };
        camera.output_mode = if shared { CameraOutputMode::Skip } else { CameraOutputMode::default() };
    }
    let over_panes = shared && first.is_some();
    panels.clear_color = match () {
        () if over_panes => ClearColorConfig::None,
        () if shared => background,
        () => ClearColorConfig::Custom(Color::NONE),
    };
    let blend_state = (!shared).then_some(BlendState::ALPHA_BLENDING);
    panels.output_mode = CameraOutputMode::Write { blend_state, clear_color: ClearColorConfig::None };
}
