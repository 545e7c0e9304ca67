//! The brush: sizes, text and lines, the same in every panel.

use crate::cli::draw::sheet::{BLACK, Colour};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};
use std::sync::Once;

/// A place on the paper (dots).
pub(super) type Dot = (i32, i32);
/// A part of the paper.
pub(super) type Paper<DB> = DrawingArea<DB, Shift>;
/// What a panel's drawing ends with.
pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// The family of all text: found by every viewer of SVG, and registered with our font for measuring and for PNG.
const FAMILY: &str = "sans-serif";
/// Size of text (points of the screen, as plotters counts them: 1.24 of what is usual).
pub(super) const SMALL: f64 = 13.5;
/// Of headings.
pub(super) const LARGE: f64 = 16.5;

/// Makes the font known to the library, once.
pub(super) fn font() {
    static ONCE: Once = Once::new();
    // A font that is in the program and was read once is read again.
    ONCE.call_once(|| drop(register_font(FAMILY, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT)));
}

/// How many dots a point of the screen has, and what follows from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brush {
    pub scale: f64,
    /// Whether lines may be drawn as one path. As points the library draws a spike where two pieces meet at a sharp angle.
    pub joins: bool,
}

impl Brush {
    /// A length (points of the screen) in dots.
    pub fn dots(self, points: f64) -> i32 {
        (points * self.scale).round() as i32
    }

    /// A line of this width (points of the screen).
    pub fn line(self, colour: Colour, width: f64) -> ShapeStyle {
        let stroke = (width * self.scale).round().max(1.0) as u32;
        rgb(colour).stroke_width(stroke)
    }

    /// A line through these dots.
    pub fn path<DB: DrawingBackend>(self, paper: &Paper<DB>, dots: &[Dot], style: ShapeStyle) -> Drawn<DB> {
        if self.joins {
            return paper.draw(&PathElement::new(dots.to_vec(), style));
        }
        dots.windows(2).try_for_each(|piece| paper.draw(&PathElement::new(piece.to_vec(), style)))
    }

    /// Text of this size, held at this place of it.
    pub fn text(self, size: f64, colour: Colour, h: HPos, v: VPos) -> TextStyle<'static> {
        (FAMILY, size * self.scale).into_font().color(&rgb(colour)).pos(Pos::new(h, v))
    }

    /// Width of a text (dots), as our font has it.
    pub fn width<DB: DrawingBackend>(self, paper: &Paper<DB>, text: &str, size: f64) -> i32 {
        let style = self.text(size, BLACK, HPos::Left, VPos::Top);
        paper.estimate_text_size(text, &style).map_or(0, |(width, _)| width as i32)
    }
}

/// A colour as the library has it.
pub(super) fn rgb([r, g, b]: Colour) -> RGBColor {
    RGBColor(r, g, b)
}
