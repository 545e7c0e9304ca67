//! The colour of each contact model, in the window and in figures, which the colour-blind can tell apart (after Okabe and Ito).

use crate::contact::models::ContactModel;

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
