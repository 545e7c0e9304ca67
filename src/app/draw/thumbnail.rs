//! A small picture of a scene at its start, drawn from its geometry alone: no graphics hardware, no window.

use crate::app::command::look::Theme;
use crate::app::draw::material::{KEY_LIGHT, KEY_LIGHT_FLAT};
use crate::app::draw::palette;
use crate::app::draw::shape_mesh::is_glass;
use crate::app::look::bounds::Bounds;
use crate::app::look::convert::to_view;
use crate::app::look::rig::Rig;
use crate::experiment::colours;
use crate::geometry::polytope::Polytope;
use crate::math::Dimension;
use crate::scene::LoadedScene;
use bevy::prelude::*;

/// Each pixel is the mean of this many times this many points.
const FINE: usize = 3;
/// Share of a face's colour that does not depend on the light.
const AMBIENT: f32 = 0.62;
/// Opacity of the walls of containers, and of their edges.
const GLASS: (f32, f32) = (0.10, 0.30);
/// How strongly edges are drawn.
const EDGE: f32 = 0.6;
/// Neighbouring faces whose normals differ less than this cosine have no edge between them.
const SMOOTH: f32 = 0.96;

/// Red, green and blue of each pixel (sRGB), line by line from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// Width and height (pixels).
    pub size: [usize; 2],
    /// Three bytes per pixel.
    pub rgb: Vec<u8>,
}

/// A mesh beside the bodies of a scene: its triangles in the world, and their colour.
#[derive(Clone, Debug)]
pub struct Sketched {
    /// Corners (m), counter-clockwise seen from outside.
    pub triangles: Vec<[crate::math::Vec3; 3]>,
    /// Its colour.
    pub color: Color,
}

/// Draws the scene as its camera sees it.
pub fn draw(scene: &LoadedScene, theme: Theme, size: [usize; 2]) -> Thumbnail {
    draw_with(scene, &[], theme, size)
}

/// The same, with meshes beside its bodies.
pub fn draw_with(scene: &LoadedScene, meshes: &[Sketched], theme: Theme, size: [usize; 2]) -> Thumbnail {
    let flat = scene.model.dimension == Dimension::Two;
    let aspect = size[0] as f32 / size[1] as f32;
    let mut rig = Rig { flat, ..Rig::default() };
    match scene.camera {
        Some((eye, target)) => {
            rig.look(to_view(&eye), to_view(&target));
            step_back(&mut rig, scene, aspect);
        }
        None => rig.frame(&Bounds::scene(&scene.model, &scene.state), aspect),
    }
    let background = rgb(palette::background(theme));
    let mut canvas = Canvas::new([size[0] * FINE, size[1] * FINE], background, rig);
    let light = if flat { KEY_LIGHT_FLAT } else { KEY_LIGHT }.normalize();
    let state = &scene.state;
    let mut glass = Vec::new();
    let drawn: Vec<Vec<_>> =
        scene.model.bodies.iter().map(|body| body.parts.iter().map(Polytope::drawn).collect()).collect();
    for id in scene.model.ids().filter(|&id| scene.model.is_active(id, state.time)) {
        let body = scene.model.body(id);
        let color = rgb(palette::body(body, theme));
        for (index, part) in drawn[id.0].iter().enumerate() {
            let place = |v: &crate::math::Vec3| to_view(&state.poses[id.0].transform_point(v));
            let corners: Vec<Vec3> = part.vertices.iter().map(place).collect();
            if is_glass(body, index) {
                glass.push((part, corners, color));
                continue;
            }
            if part.dimension == Dimension::Two {
                canvas.polygon(&corners, id.0, Vec3::Z, shade(color, Vec3::Z, light));
                continue;
            }
            for facet in &part.facets {
                let normal = to_view(&(state.poses[id.0].orientation * facet.normal));
                let face: Vec<Vec3> = facet.vertices.iter().map(|&v| corners[v]).collect();
                canvas.polygon(&face, id.0, normal, shade(color, normal, light));
            }
        }
    }
    for (k, mesh) in meshes.iter().enumerate() {
        for corners in &mesh.triangles {
            let [a, b, c] = corners.each_ref().map(to_view);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let body = scene.model.bodies.len() + k;
            canvas.polygon(&[a, b, c], body, normal, shade(rgb(mesh.color), normal, light));
        }
    }
    canvas.edges(rgb(palette::edges(theme)));
    let line = rgb(palette::wireframe(theme));
    for (part, corners, color) in glass {
        for facet in &part.facets {
            let face: Vec<Vec3> = facet.vertices.iter().map(|&v| corners[v]).collect();
            canvas.glass(&face, color);
        }
        for edge in &part.edges {
            canvas.line(corners[edge.vertices[0]], corners[edge.vertices[1]], line);
        }
    }
    canvas.finish(size)
}

/// Draws convex parts about their middle, each in a colour of its own, seen from above one side: turned by `turn` (rad) about the
/// vertical.
pub fn draw_parts(parts: &[Polytope], turn: f32, theme: Theme, size: [usize; 2]) -> Thumbnail {
    let corners = || parts.iter().flat_map(|part| &part.vertices).map(to_view);
    let (low, high) =
        corners().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let (middle, radius) = (0.5 * (low + high), (0.5 * (high - low).length()).max(1e-9));
    let (sin, cos) = turn.sin_cos();
    let mut rig = Rig::default();
    rig.look(middle + 4.0 * radius * Vec3::new(0.86 * sin, -0.86 * cos, 0.5), middle);
    let view = Rect::new(0.0, 0.0, size[0] as f32, size[1] as f32);
    // As near as all of it is seen.
    for _ in 0..40 {
        rig.distance *= 0.95;
        if !corners().all(|c| rig.project(view, c).is_some_and(|at| view.inflate(-6.0).contains(at))) {
            rig.distance /= 0.95;
            break;
        }
    }
    let mut canvas = Canvas::new([size[0] * FINE, size[1] * FINE], rgb(palette::background(theme)), rig);
    let light = KEY_LIGHT.normalize();
    for (k, part) in parts.iter().enumerate() {
        let [r, g, b] = colours::SWATCHES[k % colours::SWATCHES.len()].map(|c| f32::from(c) / 255.0);
        for facet in &part.facets {
            let normal = to_view(&facet.normal);
            let face: Vec<Vec3> = facet.vertices.iter().map(|&v| to_view(&part.vertices[v])).collect();
            canvas.polygon(&face, k, normal, shade([r, g, b], normal, light));
        }
    }
    canvas.edges(rgb(palette::edges(theme)));
    canvas.finish(size)
}

/// Moves the eye back until what can move is in the picture, at most to three times the distance: the file's view is meant
/// for a wider one.
fn step_back(rig: &mut Rig, scene: &LoadedScene, aspect: f32) {
    let (model, state) = (&scene.model, &scene.state);
    let moving = model.ids().filter(|&id| model.body(id).is_dynamic() && model.is_active(id, state.time));
    let corners: Vec<Vec3> = moving
        .flat_map(|id| model.body(id).parts.iter().map(move |part| (id, part)))
        .flat_map(|(id, part)| part.vertices.iter().map(move |v| (id, v)))
        .map(|(id, v)| to_view(&state.poses[id.0].transform_point(v)))
        .collect();
    let view = Rect::new(0.0, 0.0, aspect, 1.0);
    let inner = view.inflate(-0.03);
    for _ in 0..12 {
        if corners.iter().all(|c| rig.project(view, *c).is_some_and(|at| inner.contains(at))) {
            break;
        }
        rig.distance *= 1.1;
    }
}

fn rgb(color: Color) -> [f32; 3] {
    let c = color.to_srgba();
    [c.red, c.green, c.blue]
}

fn shade(color: [f32; 3], normal: Vec3, light: Vec3) -> [f32; 3] {
    let share = AMBIENT + (1.0 - AMBIENT) * normal.dot(light).max(0.0);
    color.map(|c| c * share)
}

fn mix(under: [f32; 3], over: [f32; 3], share: f32) -> [f32; 3] {
    [0, 1, 2].map(|i| under[i] + (over[i] - under[i]) * share)
}

/// What is seen at a point.
#[derive(Clone, Copy)]
struct Point {
    color: [f32; 3],
    /// Grows towards the eye; linear over the picture of a plane.
    nearness: f32,
    body: Option<usize>,
    normal: Vec3,
}

struct Canvas {
    size: [usize; 2],
    view: Rect,
    rig: Rig,
    points: Vec<Point>,
}

impl Canvas {
    fn new(size: [usize; 2], background: [f32; 3], rig: Rig) -> Self {
        let empty = Point { color: background, nearness: f32::NEG_INFINITY, body: None, normal: Vec3::ZERO };
        let view = Rect::new(0.0, 0.0, size[0] as f32, size[1] as f32);
        Self { size, view, rig, points: vec![empty; size[0] * size[1]] }
    }

    /// Where a point of the world is in the picture, and how near. What is behind the eye is nowhere.
    fn project(&self, point: Vec3) -> Option<(Vec2, f32)> {
        let depth = (point - self.rig.eye()).dot(self.rig.axes().2);
        let nearness = if self.rig.is_parallel() { -depth } else { 1.0 / depth };
        self.rig.project(self.view, point).map(|at| (at, nearness))
    }

    /// Calls `paint` for each point of a convex polygon with its nearness.
    fn fill(&mut self, corners: &[Vec3], mut paint: impl FnMut(&mut Point, f32)) {
        let Some(seen) = corners.iter().map(|c| self.project(*c)).collect::<Option<Vec<_>>>() else { return };
        for i in 1..seen.len().saturating_sub(1) {
            let [(a, za), (b, zb), (c, zc)] = [seen[0], seen[i], seen[i + 1]];
            let area = (b - a).perp_dot(c - a);
            // Seen from the side, or no number.
            if !(area.abs() > 1e-6) {
                continue;
            }
            let low = a.min(b).min(c).floor().max(Vec2::ZERO);
            let high = a.max(b).max(c).ceil().min(self.view.max);
            for y in low.y as usize..high.y.max(0.0) as usize {
                for x in low.x as usize..high.x.max(0.0) as usize {
                    let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                    let u = (c - b).perp_dot(p - b) / area;
                    let v = (a - c).perp_dot(p - c) / area;
                    let w = 1.0 - u - v;
                    if u >= 0.0 && v >= 0.0 && w >= 0.0 {
                        paint(&mut self.points[y * self.size[0] + x], u * za + v * zb + w * zc);
                    }
                }
            }
        }
    }

    fn polygon(&mut self, corners: &[Vec3], body: usize, normal: Vec3, color: [f32; 3]) {
        self.fill(corners, |point, nearness| {
            if nearness >= point.nearness {
                *point = Point { color, nearness, body: Some(body), normal };
            }
        });
    }

    fn glass(&mut self, corners: &[Vec3], color: [f32; 3]) {
        self.fill(corners, |point, nearness| {
            if nearness >= point.nearness {
                point.color = mix(point.color, color, GLASS.0);
            }
        });
    }

    /// A thin line, where nothing solid hides it.
    fn line(&mut self, from: Vec3, to: Vec3, color: [f32; 3]) {
        let (Some((a, za)), Some((b, zb))) = (self.project(from), self.project(to)) else { return };
        let steps = (b - a).abs().max_element().ceil().clamp(1.0, 4000.0) as usize;
        for i in 0..=steps {
            let t = i as f32 / steps as f32;
            let at = a.lerp(b, t);
            if self.view.contains(at) && at.x < self.view.max.x && at.y < self.view.max.y {
                let point = &mut self.points[at.y as usize * self.size[0] + at.x as usize];
                if za + (zb - za) * t >= point.nearness {
                    point.color = mix(point.color, color, GLASS.1);
                }
            }
        }
    }

    /// Darkens the points at which one body or face ends and another begins.
    fn edges(&mut self, color: [f32; 3]) {
        let differ =
            |a: &Point, b: &Point| a.body != b.body || (a.body.is_some() && a.normal.dot(b.normal) < SMOOTH);
        let [width, height] = self.size;
        let mut marked = vec![false; self.points.len()];
        for y in 0..height {
            for x in 0..width {
                let i = y * width + x;
                let right = (x + 1 < width).then(|| i + 1);
                let below = (y + 1 < height).then(|| i + width);
                for j in right.into_iter().chain(below) {
                    if differ(&self.points[i], &self.points[j]) {
                        marked[i] = true;
                        marked[j] = true;
                    }
                }
            }
        }
        for (point, _) in self.points.iter_mut().zip(&marked).filter(|(_, marked)| **marked) {
            point.color = mix(point.color, color, EDGE);
        }
    }

    fn finish(&self, size: [usize; 2]) -> Thumbnail {
        let mut rgb = Vec::with_capacity(3 * size[0] * size[1]);
        for y in 0..size[1] {
            for x in 0..size[0] {
                let mut sum = [0.0; 3];
                for k in 0..FINE * FINE {
                    let at = (y * FINE + k / FINE) * self.size[0] + x * FINE + k % FINE;
                    for (sum, channel) in sum.iter_mut().zip(self.points[at].color) {
                        *sum += channel;
                    }
                }
                let mean = sum.map(|s| s / (FINE * FINE) as f32);
                rgb.extend(mean.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8));
            }
        }
        Thumbnail { size, rgb }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::load_str;
    use std::path::Path;

    /// A red cube before a blue one, seen along y.
    fn scene() -> LoadedScene {
        let text = r#"Scene(
            camera: Some((eye: (0.0, -10.0, 0.0), target: (0.0, 0.0, 0.0))),
            bodies: [
                (name: "near", kind: Dynamic, shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (0.0, -2.0, 0.0), color: Some((1.0, 0.0, 0.0))),
                (name: "far", kind: Dynamic, shape: Box(half_extents: (1.0, 1.0, 1.0)), position: (0.0, 2.0, 0.0), color: Some((0.0, 0.0, 1.0))),
                (name: "late", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, -4.0, 0.0), color: Some((0.0, 1.0, 0.0)), spawn_time: 1.0),
            ],
        )"#;
        load_str(text, "test.ron", Path::new(".")).expect("a valid scene")
    }

    fn pixel(picture: &Thumbnail, x: usize, y: usize) -> [u8; 3] {
        let i = 3 * (y * picture.size[0] + x);
        [picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]]
    }

    #[test]
    fn the_nearer_body_hides_the_farther_and_what_comes_later_is_not_there() {
        for theme in [Theme::Dark, Theme::Light] {
            let picture = draw(&scene(), theme, [80, 60]);
            let [r, g, b] = pixel(&picture, 40, 30);
            assert!(r > 100 && g < 20 && b < 20, "the middle is red: {r} {g} {b}");
            // Half the height of the picture at the target is 10 tan(0.305) = 3.15 m; the far cube's front is 11 m
            // away and 1 m high: 0.289 of 30 pixels; the near one's is 7.5 m away and 0.5 m high: 6.4 pixels.
            let [r, g, b] = pixel(&picture, 40, 30 - 7);
            assert!(b > 60 && r < 90 && g < 90, "above it is blue: {r} {g} {b}");
            let corner = rgb(palette::background(theme)).map(|c| (c * 255.0).round() as u8);
            assert_eq!(pixel(&picture, 0, 0), corner);
        }
    }

    #[test]
    fn every_scene_of_the_folder_has_a_picture_with_something_in_it() {
        for (_, path) in crate::app::files::scenes::list() {
            let scene = crate::app::files::scenes::load(&path).expect("the scenes of the folder load");
            let picture = draw(&scene, Theme::Dark, [66, 50]);
            let back = pixel(&picture, 0, 0);
            let drawn = picture.rgb.chunks(3).filter(|p| *p != back).count();
            assert!(drawn > 40, "{}: {drawn} pixels", path.display());
        }
    }
}
