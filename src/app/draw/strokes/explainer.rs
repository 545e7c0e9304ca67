//! Lines of what is explained: the two features in their colours, and of each half-space the rim, hatching on it, and
//! arrows on the allowed side.

use crate::app::draw::bodies::prism_thickness;
use crate::app::draw::palette;
use crate::app::draw::strokes::{Strokes, in_front};
use crate::app::explain::Standing;
use crate::app::explain::picture::{Shape, Tile};
use crate::app::look::convert::{length, to_view};
use crate::math::{Dimension, Vec3 as Exact};
use bevy::prelude::*;

/// Depth of the hatching behind a line ψ = 0 of a flat scene, relative to its half length.
pub const DEPTH: f32 = 0.38;
/// Lines across a tile.
const HATCHES: u8 = 9;

impl Strokes<'_> {
    /// Everything that belongs to the explanation.
    pub(super) fn explained(&mut self) {
        let picture = self.scene.picture;
        for tile in &picture.tiles {
            let pointed = picture.pointed.is_some_and(|n| tile.marks.iter().any(|m| m.number == n));
            let faint = picture.pointed.is_some() && !pointed;
            self.tile(tile, pointed, faint);
        }
        if let Some([a, b]) = &picture.features {
            self.shape(a, palette::FEATURE_A);
            self.shape(b, palette::FEATURE_B);
        }
        if let Some((plane, point)) = picture.nearest {
            // The gap itself, at a right angle to the plane.
            let (a, b) = (self.at(&plane), self.at(&point));
            self.thick(a, b, palette::SELECTED);
        }
    }

    /// One half-space. In a flat scene ψ = 0 is a line, hatched on the side that is forbidden.
    fn tile(&mut self, tile: &Tile, pointed: bool, faint: bool) {
        let color = standing_color(tile.standing());
        let weight = match (faint, tile.is_own()) {
            (true, _) => 0.35,
            (false, true) => 1.0,
            (false, false) => 0.6,
        };
        let (rim, thin) = (color.with_alpha(weight), color.with_alpha(0.4 * weight));
        let corners: Vec<Vec3> = tile.corners().iter().map(|c| self.at(c)).collect();
        let normal = to_view(&tile.normal);
        match corners[..] {
            [a, b] => {
                self.heavy(a, b, rim, pointed);
                // Hatching that leans, as under the ground of a textbook's figure.
                let depth = DEPTH * 0.5 * a.distance(b);
                let lean = -0.7 * depth * (b - a).normalize_or_zero() - depth * normal;
                for k in 0..=HATCHES {
                    let from = a.lerp(b, f32::from(k) / f32::from(HATCHES));
                    self.line(from, from + lean, thin);
                }
            }
            [a, b, c, d] => {
                for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
                    self.heavy(from, to, rim, pointed);
                }
                for k in 1..HATCHES {
                    let share = f32::from(k) / f32::from(HATCHES);
                    self.line(a.lerp(b, share), d.lerp(c, share), thin);
                }
            }
            _ => return,
        }
        if tile.is_primary() {
            self.second_rim(tile, rim);
        }
        // Arrows beside the point that they are about.
        let reach = length(tile.half);
        for share in [-0.5, 0.5] {
            let from = self.at(&(tile.centre + tile.along * (share * tile.half)));
            self.arrow(from, from + 0.42 * reach * normal, rim);
        }
        for mark in &tile.marks {
            let point = self.at(&mark.point);
            let unit = self.unit(point);
            let bold = faint || !pointed;
            self.ring(point, if bold { 0.9 } else { 1.4 } * unit, 16, 0.0, standing_color(mark.standing));
        }
    }

    /// The primary contact's tile has a second rim, beside the line or inside the first rim.
    fn second_rim(&mut self, tile: &Tile, color: Color) {
        let inner = Tile { half: 0.92 * tile.half, across: 0.9 * tile.across, ..tile.clone() };
        let beside = 0.9 * self.unit(self.at(&tile.centre));
        let lift = if tile.across == 0.0 { beside * to_view(&tile.normal) } else { Vec3::ZERO };
        let corners: Vec<Vec3> = inner.corners().iter().map(|c| self.at(c) + lift).collect();
        let count = corners.len();
        for k in 0..if count == 2 { 1 } else { count } {
            self.line(corners[k], corners[(k + 1) % count], color);
        }
    }

    fn shape(&mut self, shape: &Shape, color: Color) {
        let points: Vec<Vec3> = shape.corners.iter().map(|c| self.at(c)).collect();
        match points[..] {
            [point] => {
                let unit = self.unit(point);
                for radius in [0.35, 0.7, 1.05, 1.4] {
                    self.ring(point, radius * unit, 16, 0.0, color);
                }
            }
            [a, b] => self.thick(a, b, color),
            _ => {
                for k in 0..points.len() {
                    self.thick(points[k], points[(k + 1) % points.len()], color);
                }
            }
        }
    }

    fn heavy(&mut self, a: Vec3, b: Vec3, color: Color, pointed: bool) {
        if pointed {
            self.thick(a, b, color);
        } else {
            self.line(a, b, color);
        }
    }

    /// A line several times as thick as the others: side by side on the screen.
    fn thick(&mut self, a: Vec3, b: Vec3, color: Color) {
        let across = (b - a).cross(self.forward).normalize_or(self.right);
        let width = 0.42 * self.unit(a.midpoint(b));
        for k in [-1.5, -0.5, 0.5, 1.5] {
            let aside = k * width * across;
            self.line(a + aside, b + aside, color);
        }
    }
}

/// The colour of a standing in the views.
pub fn standing_color(standing: Standing) -> Color {
    match standing {
        Standing::Open => palette::OPEN,
        Standing::Touching => palette::CLOSED,
        Standing::Violated => palette::VIOLATED,
    }
}

/// Triangles that fill the tiles and the faces of the features: three corners each, with a colour per corner. In a flat
/// scene the forbidden side fades away from its line.
pub fn fills(
    model: &crate::world::Model,
    picture: &crate::app::explain::picture::Picture,
) -> Vec<[(Vec3, Color); 3]> {
    let mut out = Vec::new();
    let thickness = prism_thickness(model);
    let at = |p: &Exact| in_front(model, thickness, p);
    let flat = model.dimension == Dimension::Two;
    for tile in &picture.tiles {
        let pointed = picture.pointed.is_some_and(|n| tile.marks.iter().any(|m| m.number == n));
        let weight: f32 = match (pointed, picture.pointed.is_some(), tile.is_own()) {
            (true, ..) => 1.6,
            (false, true, _) => 0.35,
            (false, false, true) => 1.0,
            (false, false, false) => 0.6,
        };
        let color = standing_color(tile.standing());
        let corners: Vec<Vec3> = tile.corners().iter().map(&at).collect();
        match corners[..] {
            [a, b] => {
                let down = -to_view(&tile.normal) * (DEPTH * 0.5 * a.distance(b));
                let (full, none) = (color.with_alpha((0.5 * weight).min(0.8)), color.with_alpha(0.0));
                out.push([(a, full), (b, full), (b + down, none)]);
                out.push([(a, full), (b + down, none), (a + down, none)]);
            }
            [a, b, c, d] => {
                let full = color.with_alpha((0.24 * weight).min(0.6));
                out.push([(a, full), (b, full), (c, full)]);
                out.push([(a, full), (c, full), (d, full)]);
            }
            _ => {}
        }
    }
    let colors = [palette::FEATURE_A, palette::FEATURE_B];
    for (shape, color) in picture.features.iter().flatten().zip(colors).filter(|_| !flat) {
        let Some(normal) = shape.normal else { continue };
        // Just outside the face, which would else fight for the same pixels.
        let size = shape.corners.iter().map(|c| (c - shape.corners[0]).norm()).fold(0.0, f64::max);
        let lift = normal * (2e-3 * size);
        let corner = |k: usize| (at(&(shape.corners[k] + lift)), color.with_alpha(0.45));
        for k in 1..shape.corners.len().saturating_sub(1) {
            out.push([corner(0), corner(k), corner(k + 1)]);
        }
    }
    out
}
