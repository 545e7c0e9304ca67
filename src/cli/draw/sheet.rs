//! What is on a sheet: panels with charts, bodies or tables.

use pegsim::contact::models::ContactModel;
use pegsim::experiment::colours;
use pegsim::experiment::curves::Point;

/// Red, green and blue (sRGB).
pub(crate) type Colour = [u8; 3];

/// What is neither a model nor a mark: axes, text.
pub(crate) const BLACK: Colour = [0x22, 0x26, 0x2c];
/// What was printed in a source.
pub(crate) const PRINTED: Colour = [0xc4, 0x1e, 0x00];

/// A drawing.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// Above all panels.
    pub title: String,
    /// Panels side by side.
    pub columns: usize,
    /// Width and height of a panel, as many points of the screen.
    pub panel: (u32, u32),
    /// From left to right, then down.
    pub panels: Vec<Panel>,
}

/// One part of a sheet.
#[derive(Clone, Debug)]
pub(crate) enum Panel {
    /// Curves over axes.
    Chart(Chart),
    /// Bodies as they lie.
    Bodies(Bodies),
    /// Words and numbers.
    Table(Table),
}

/// Curves over two axes.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// Above it.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Drawn in this order.
    pub curves: Vec<Curve>,
    /// What was printed.
    pub marks: Vec<Mark>,
}

/// One axis.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// What it shows, with the unit.
    pub label: String,
    /// Whether tenfold is the same length everywhere; what is not positive then lies on the lower border, which is marked 0.
    pub logarithmic: bool,
    /// Multiplies values for display (1000 shows seconds as milliseconds).
    pub factor: f64,
    /// From where to where (as displayed), where not as far as the values.
    pub span: Option<[f64; 2]>,
}

impl Axis {
    /// An axis of equal lengths.
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: false, factor: 1.0, span: None }
    }

    /// A logarithmic axis.
    pub fn log(label: &str) -> Self {
        Self { logarithmic: true, ..Self::linear(label) }
    }

    /// Step sizes, shown in milliseconds.
    pub fn step_sizes() -> Self {
        Self { factor: 1e3, ..Self::linear("step size h (ms)") }
    }

    /// The same from here to there, as displayed.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> Self {
        Self { span: Some([low, high]), ..self }
    }
}

/// The sign at each point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sign {
    /// None.
    None,
    /// A filled circle.
    Circle,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// A diagonal cross.
    Cross,
}

/// How a curve looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    /// Its colour.
    pub colour: Colour,
    /// The sign at its points.
    pub sign: Sign,
    /// Whether its line is in dashes.
    pub dashed: bool,
    /// Width of its line (points of the screen); 0 for none.
    pub width: f64,
    /// How much of the colour there is, 0 to 1: the rest is white.
    pub strength: f64,
}

impl Ink {
    /// A line without signs.
    pub fn line(colour: Colour) -> Self {
        Self { colour, sign: Sign::None, dashed: false, width: 1.4, strength: 1.0 }
    }

    /// Of a contact model: the window's colour on a light ground, and a sign that tells it where colours do not.
    pub fn of(model: ContactModel) -> Self {
        let sign = match model {
            ContactModel::Peg | ContactModel::Lnc => Sign::Circle,
            ContactModel::Standard | ContactModel::MultiPoint | ContactModel::RatioMetric => Sign::Square,
            ContactModel::SeparatingFeature => Sign::Cross,
            ContactModel::Corrective | ContactModel::DeepestPoint | ContactModel::AnitescuPotra => {
                Sign::Triangle
            }
        };
        Self { sign, ..Self::line(colours::of_model(model, false)) }
    }

    /// The same without signs.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { sign: Sign::None, ..self }
    }

    /// The colour as it is drawn.
    pub fn drawn(&self) -> Colour {
        let share = self.strength.clamp(0.0, 1.0);
        self.colour.map(|c| (f64::from(c) * share + 255.0 * (1.0 - share)).round() as u8)
    }
}

/// A curve, with bars from the first to the third quartile where they differ.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// In the legend; none where it is empty. Curves of one name are there once.
    pub name: String,
    /// How it looks.
    pub ink: Ink,
    /// Its points.
    pub points: Vec<Point>,
}

/// A number that a source prints: a ring where both coordinates are printed, a line across the chart where only the height is.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// Beside the line; empty for a ring.
    pub text: String,
    /// Abscissa, where the source says it.
    pub x: Option<f64>,
    /// Height.
    pub y: f64,
}

/// Bodies as they lie.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    /// Above it.
    pub title: String,
    /// What is to be seen: left, bottom, right, top (m).
    pub window: [f64; 4],
    /// Drawn in this order.
    pub outlines: Vec<Outline>,
}

/// A polygon, or a line where it is not filled.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// Its corners (m), to the right and upwards.
    pub corners: Vec<[f64; 2]>,
    /// What it is filled with.
    pub fill: Option<Colour>,
}

/// Words and numbers in rows and columns; the first row is the heading.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// All rows of equal length.
    pub rows: Vec<Vec<String>>,
    /// Widths of the columns, in any unit.
    pub widths: Vec<f64>,
}
