//! Curves of medians with their quartiles: what plots of many runs are made of.

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Abscissa.
    pub x: f64,
    /// Median.
    pub y: f64,
    /// First quartile.
    pub low: f64,
    /// Third quartile.
    pub high: f64,
}

impl Point {
    /// A point without a spread.
    pub fn at(x: f64, y: f64) -> Self {
        Self { x, y, low: y, high: y }
    }
}

/// A named curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points in ascending order of x.
    pub points: Vec<Point>,
}
