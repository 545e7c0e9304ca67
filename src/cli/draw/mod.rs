//! Figures: what is on a sheet, and its drawing as SVG and PNG in one style, with a font of our own.

mod axis;
mod bodies;
mod brush;
mod chart;
mod encode;
pub(crate) mod sheet;
mod table;

pub(crate) use encode::{png, svg};
