//! The colours of contact models and bodies, in the window, in figures and on pages, which the colour-blind can tell apart (after Okabe and
//! Ito, for bodies softened for large areas).

use crate::contact::models::ContactModel;
use crate::world::{Body, BodyKind};

/// Red, green and blue (sRGB) on a dark or a light ground.
pub fn of_model(model: ContactModel, dark: bool) -> [u8; 3] {
    let (on_dark, on_light) = match model {
        ContactModel::Standard => ([0xe6, 0x9f, 0x00], [0xb0, 0x74, 0x00]),
        ContactModel::AnitescuPotra => ([0xa0, 0x45, 0xf8], [0x89, 0x5f, 0xfa]),
        ContactModel::RatioMetric => ([0xe8, 0xf8, 0x70], [0xe0, 0x40, 0x58]),
        ContactModel::Lnc => ([0x56, 0xb4, 0xe9], [0x00, 0x72, 0xb2]),
        ContactModel::Peg => ([0xd9, 0x8c, 0xb8], [0xa2, 0x4b, 0x7c]),
        ContactModel::DeepestPoint => ([0x67, 0x6e, 0xcb], [0x0e, 0x0e, 0xfe]),
        ContactModel::MultiPoint => ([0x81, 0x96, 0x33], [0x39, 0x0b, 0xb1]),
        ContactModel::SeparatingFeature => ([0x8f, 0xe3, 0x88], [0x1a, 0x5e, 0x20]),
        ContactModel::Corrective => ([0xcf, 0x45, 0x65], [0x58, 0x03, 0x63]),
    };
    if dark { on_dark } else { on_light }
}

/// Body colours (sRGB), taken in turn.
pub const SWATCHES: [[u8; 3]; 8] = [
    [235, 171, 74],  // orange
    [104, 178, 222], // sky blue
    [74, 166, 135],  // bluish green
    [214, 118, 83],  // vermillion
    [188, 141, 184], // purple
    [83, 133, 189],  // blue
    [224, 208, 107], // yellow
    [148, 160, 110], // olive
];

/// The colour of a body (sRGB): its own, or one of the swatches; what never moves is grey.
pub fn of_body(body: &Body, dark: bool) -> [u8; 3] {
    match body.color {
        Some(own) => own.map(|part| (255.0 * part).round() as u8),
        None if body.kind == BodyKind::Fixed && dark => [128, 134, 142],
        None if body.kind == BodyKind::Fixed => [176, 181, 188],
        None => SWATCHES[body.swatch % SWATCHES.len()],
    }
}

/// The colour of one of the parts that a mesh was cut into: the body's own, lighter or darker, so that neighbours differ.
pub fn of_part(body: [u8; 3], part: usize) -> [u8; 3] {
    body.map(|channel| (f32::from(channel) * shade(part)).round().min(255.0) as u8)
}

/// By how much a part of a mesh is lighter (above 1) or darker than its body.
pub fn shade(part: usize) -> f32 {
    const SHADES: [f32; 5] = [1.0, 0.8, 1.2, 0.9, 1.1];
    SHADES[part % SHADES.len()]
}
