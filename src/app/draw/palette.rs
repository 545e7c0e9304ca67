//! Colours: bodies and overlays from one palette that colour-blind people can tell apart (after Okabe and Ito,
//! softened for large areas), and the backgrounds of the two themes.

use crate::app::command::look::Theme;
use crate::experiment::colours;
use crate::world::Body;
use bevy::prelude::*;

/// The colour of a body: its own, or one of the palette; what never moves is grey.
pub fn body(body: &Body, theme: Theme) -> Color {
    if let Some([r, g, b]) = body.color {
        return Color::srgb(r, g, b);
    }
    let [r, g, b] = colours::of_body(body, theme == Theme::Dark);
    Color::srgb_u8(r, g, b)
}

/// The colour of one of the parts that a mesh was cut into: the body's own, lighter or darker, so that neighbours differ.
pub fn part(body: Color, part: usize) -> Color {
    let factor = colours::shade(part);
    let Srgba { red, green, blue, alpha } = body.to_srgba();
    let shade = |c: f32| (c * factor).clamp(0.0, 1.0);
    Color::srgba(shade(red), shade(green), shade(blue), alpha)
}

/// Feature edges.
pub fn edges(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::srgb_u8(16, 19, 24),
        Theme::Light => Color::srgb_u8(44, 50, 58),
    }
}

/// Edges without faces.
pub fn wireframe(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::srgb_u8(208, 216, 226),
        Theme::Light => Color::srgb_u8(44, 50, 58),
    }
}

/// Behind everything.
pub fn background(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::srgb_u8(30, 34, 41),
        Theme::Light => Color::srgb_u8(226, 230, 235),
    }
}

/// The floor of the studio in 3D and its back wall in 2D.
pub fn backdrop(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::srgb_u8(52, 58, 68),
        Theme::Light => Color::srgb_u8(222, 226, 231),
    }
}

/// Grid lines.
pub fn grid(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::srgb_u8(120, 130, 145),
        Theme::Light => Color::srgb_u8(120, 128, 140),
    }
}

/// Joints that hold: what stands out from bodies of every colour and from the background.
pub fn joint(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::srgb_u8(250, 245, 228),
        Theme::Light => Color::srgb_u8(24, 32, 66),
    }
}

/// A violated contact, and a joint that is broken or apart.
pub const VIOLATED: Color = Color::srgb(0.84, 0.37, 0.0);
/// An open contact.
pub const OPEN: Color = Color::srgb(0.0, 0.72, 0.53);
/// A contact that touches (|ψ| within the tolerance of a closed gap).
pub const CLOSED: Color = Color::srgb(0.94, 0.89, 0.26);
/// A primary contact, by kind.
pub const PRIMARY: Color = Color::srgb(0.40, 0.62, 1.0);
/// A secondary contact, by kind.
pub const SECONDARY: Color = Color::srgb(0.62, 0.64, 0.68);
/// A primary contact of two edges, by kind.
pub const EDGES: Color = Color::srgb(0.87, 0.56, 0.85);
/// Impulses.
pub const IMPULSE: Color = Color::srgb(0.34, 0.71, 0.91);
/// Friction impulses.
pub const FRICTION: Color = Color::srgb(0.80, 0.47, 0.65);
/// Sprung traps.
pub const SPRUNG: Color = Color::srgb(0.90, 0.30, 0.60);
/// The selected body and the mouse spring.
pub const SELECTED: Color = Color::srgb(1.0, 0.85, 0.35);
/// The feature of body A of the contact that is explained.
pub const FEATURE_A: Color = Color::srgb(0.20, 0.86, 1.0);
/// The feature of body B.
pub const FEATURE_B: Color = Color::srgb(1.0, 0.42, 0.90);
/// The hovered body.
pub const HOVERED: Color = Color::srgb(0.95, 0.95, 0.95);
/// The ghost of another pane.
pub const GHOST: Color = Color::srgba(0.75, 0.80, 0.95, 0.6);
