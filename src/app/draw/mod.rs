//! The picture: bodies, ground, lines over them, and what a frame costs.

pub mod bodies;
pub mod draw_calls;
pub mod highlight;
pub mod material;
pub mod meter;
pub mod overlay;
pub mod palette;
pub mod scenery;
pub mod shape_mesh;
pub mod shapes;
pub mod sketch;
pub mod strokes;
pub mod thumbnail;
