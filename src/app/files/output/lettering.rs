//! Text on pictures: the window's own fonts, drawn without the window.

use crate::app::ui::theme::{MEDIUM, REGULAR};
use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use std::sync::LazyLock;

/// A colour: red, green, blue.
pub type Ink = [u8; 3];

/// How heavy text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Of what is read.
    Regular,
    /// Of what is named.
    Medium,
}

/// A picture: red, green and blue of each pixel, row by row from above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Three bytes for each pixel.
    pub pixels: Vec<u8>,
}

impl Canvas {
    /// A picture of one colour.
    pub fn filled(width: u32, height: u32, ink: Ink) -> Self {
        Self { width, height, pixels: ink.repeat(width as usize * height as usize) }
    }

    /// Where a pixel begins; none beyond the edges.
    fn at(&self, x: i64, y: i64) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < i64::from(self.width) && y < i64::from(self.height);
        inside.then(|| 3 * (y as usize * self.width as usize + x as usize))
    }

    /// The colour of a pixel; none beyond the edges.
    pub fn ink(&self, x: u32, y: u32) -> Option<Ink> {
        let k = self.at(i64::from(x), i64::from(y))?;
        Some([self.pixels[k], self.pixels[k + 1], self.pixels[k + 2]])
    }

    /// Fills a rectangle from `(x, y)`.
    pub fn fill(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), ink: Ink) {
        let end = (x + width).min(self.width);
        for row in y..(y + height).min(self.height) {
            for column in x..end {
                if let Some(k) = self.at(i64::from(column), i64::from(row)) {
                    self.pixels[k..k + 3].copy_from_slice(&ink);
                }
            }
        }
    }

    /// Lays another picture over this one, its upper left corner at `(x, y)`; what is beyond the edges is left out.
    pub fn lay(&mut self, other: &Self, (x, y): (i64, i64)) {
        for row in 0..i64::from(other.height) {
            for column in 0..i64::from(other.width) {
                if let (Some(to), Some(from)) = (self.at(x + column, y + row), other.at(column, row)) {
                    self.pixels[to..to + 3].copy_from_slice(&other.pixels[from..from + 3]);
                }
            }
        }
    }

    /// Mixes a colour into a pixel, `share` from 0 to 1.
    fn mix(&mut self, x: i64, y: i64, ink: Ink, share: f32) {
        let Some(k) = self.at(x, y) else { return };
        for (old, new) in self.pixels[k..k + 3].iter_mut().zip(ink) {
            *old = (f32::from(*old) + (f32::from(new) - f32::from(*old)) * share).round() as u8;
        }
    }

    /// Writes a line of text, `size` pixels high, from `x` on with the middle of its height at `y`. Returns its width (pixels).
    pub fn write(&mut self, text: &str, (x, y): (f32, f32), size: f32, weight: Weight, ink: Ink) -> f32 {
        let placed = Placed::of(text, size, weight);
        for (font, glyph) in placed.glyphs {
            let glyph = glyph.0.with_scale_and_position(glyph.1, point(x + glyph.2, y + placed.baseline));
            if let Some(outline) = font.outline_glyph(glyph) {
                let bounds = outline.px_bounds();
                let (left, top) = (bounds.min.x as i64, bounds.min.y as i64);
                outline.draw(|column, row, share| {
                    self.mix(left + i64::from(column), top + i64::from(row), ink, share.clamp(0.0, 1.0));
                });
            }
        }
        placed.width
    }
}

/// A line of text, laid out.
struct Placed {
    /// Font, glyph, scale, and how far from the beginning of the line (pixels).
    glyphs: Vec<(&'static FontRef<'static>, (GlyphId, PxScale, f32))>,
    width: f32,
    /// The line that letters stand on, below the middle (pixels).
    baseline: f32,
}

impl Placed {
    fn of(text: &str, size: f32, weight: Weight) -> Self {
        let fonts = fonts(weight);
        let scale = PxScale::from(size);
        let mut line = Self { glyphs: Vec::new(), width: 0.0, baseline: 0.0 };
        let mut before: Option<(usize, GlyphId)> = None;
        for c in text.chars().filter(|c| !c.is_control()) {
            // What no font has is a box of the first one.
            let which = fonts.iter().position(|font| font.glyph_id(c).0 != 0).unwrap_or(0);
            let Some(font) = fonts.get(which) else { continue };
            let (glyph, scaled) = (font.glyph_id(c), font.as_scaled(scale));
            if let Some((_, last)) = before.filter(|(of, _)| *of == which) {
                line.width += scaled.kern(last, glyph);
            }
            line.glyphs.push((font, (glyph, scale, line.width)));
            line.width += scaled.h_advance(glyph);
            before = Some((which, glyph));
        }
        if let Some(font) = fonts.first() {
            let scaled = font.as_scaled(scale);
            line.baseline = (scaled.ascent() + scaled.descent()) / 2.0;
        }
        line
    }
}

/// Width of a line of text (pixels).
pub fn width(text: &str, size: f32, weight: Weight) -> f32 {
    Placed::of(text, size, weight).width
}

/// As much of the text as has room in `room` pixels, with `…` where something is left out.
pub fn fitting(text: &str, size: f32, weight: Weight, room: f32) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |count: usize| letters[..count].iter().collect::<String>().trim_end().to_owned() + "…";
    let most = (0..letters.len()).rev().map(cut).find(|text| width(text, size, weight) <= room);
    most.unwrap_or_default()
}

/// The text in lines of at most `room` pixels, broken between words; the last of `most` lines has `…` where there is more.
pub fn lines(text: &str, size: f32, weight: Weight, room: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer {
            // In the last line all that is left stands, and is cut.
            Some(longer) if lines.len() == most || width(&longer, size, weight) <= room => {
                lines.pop();
                lines.push(longer);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(|line| fitting(&line, size, weight, room)).collect()
}

/// The fonts of a weight: the text's, and the one that has the signs which it lacks.
fn fonts(weight: Weight) -> &'static [FontRef<'static>] {
    static FONTS: LazyLock<[Vec<FontRef<'static>>; 2]> = LazyLock::new(|| {
        [REGULAR, MEDIUM].map(|text| {
            // They are in the program; a test reads them.
            let both = [text, epaint_default_fonts::HACK_REGULAR];
            both.into_iter().filter_map(|font| FontRef::try_from_slice(font).ok()).collect()
        })
    });
    match weight {
        Weight::Regular => &FONTS[0],
        Weight::Medium => &FONTS[1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_where_they_are_asked_for_and_nowhere_else() {
        let ground = [10, 20, 30];
        let mut canvas = Canvas::filled(200, 60, ground);
        let wide = canvas.write("Exact µ≥", (20.0, 30.0), 24.0, Weight::Medium, [255, 255, 255]);
        let changed: Vec<(u32, u32)> = (0..60)
            .flat_map(|y| (0..200).map(move |x| (x, y)))
            .filter(|(x, y)| canvas.ink(*x, *y) != Some(ground))
            .collect();
        assert!(changed.len() > 150, "{}", changed.len());
        assert!(
            changed.iter().any(|(x, y)| canvas.ink(*x, *y) == Some([255; 3])),
            "strokes are covered in full"
        );
        for (x, y) in changed {
            assert!((19.0..=21.0 + wide).contains(&(x as f32)) && (16..=44).contains(&y), "{x}, {y}");
        }
    }

    #[test]
    fn both_weights_have_their_fonts() {
        assert_eq!((fonts(Weight::Regular).len(), fonts(Weight::Medium).len()), (2, 2));
        let light = width("Exact", 20.0, Weight::Regular);
        assert!(width("Exact", 40.0, Weight::Regular) > 1.9 * light);
        // The sign that Roboto lacks is no box.
        let has = |c: char| fonts(Weight::Regular).iter().any(|font| font.glyph_id(c).0 != 0);
        assert!(['≥', 'µ', '→', 'ψ', 'я', 'é'].into_iter().all(has));
    }

    #[test]
    fn what_has_no_room_is_cut_and_broken_between_words() {
        let text = "A box on a slope that is steeper than friction holds";
        let cut = fitting(text, 20.0, Weight::Regular, 150.0);
        assert!(cut.ends_with('…') && text.starts_with(cut.trim_end_matches('…')), "{cut}");
        assert!(width(&cut, 20.0, Weight::Regular) <= 150.0);
        assert_eq!(fitting(text, 20.0, Weight::Regular, 1e4), text);
        let broken = lines(text, 20.0, Weight::Regular, 150.0, 9);
        assert_eq!(broken.join(" "), text);
        assert!(broken.len() > 2 && broken.iter().all(|line| width(line, 20.0, Weight::Regular) <= 150.0));
        let two = lines(text, 20.0, Weight::Regular, 150.0, 2);
        assert!(two.len() == 2 && two[1].ends_with('…'), "{two:?}");
    }
}
