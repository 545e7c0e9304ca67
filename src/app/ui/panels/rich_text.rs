//! Text with the numbers of tiles in it as coloured chips, and the names of bodies in a stronger colour.

use crate::app::explain::Row;
use crate::app::ui::panels::explainer::standing_color;
use crate::app::ui::theme::{Palette, heading};
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align2, Color32, FontId, Label, Painter, Pos2, Response, Stroke, Ui};

/// The colours of the numbers.
pub struct Chips(Vec<(usize, Color32)>);

impl Chips {
    /// No numbers.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// Those of the rows of an explanation.
    pub fn of(rows: &[Row], p: &Palette) -> Self {
        Self(rows.iter().map(|row| (row.number, standing_color(row.standing, p))).collect())
    }

    fn color(&self, number: usize) -> Option<Color32> {
        self.0.iter().find(|(n, _)| *n == number).map(|(_, color)| *color)
    }
}

/// Draws text that wraps.
pub fn show(ui: &mut Ui, text: &str, size: f32, color: Color32, chips: &Chips) {
    if text.is_empty() {
        return;
    }
    let p = Palette::from_ui(ui);
    let job = job(text, size, color, &p, chips);
    let response: Response = ui.add(Label::new(job).wrap());
    let _ = response;
}

/// Lays text out: `[3]` becomes the chip of number 3, a name in backticks stands out without them.
pub fn job(text: &str, size: f32, color: Color32, p: &Palette, chips: &Chips) -> LayoutJob {
    let mut job = LayoutJob::default();
    let plain =
        TextFormat { line_height: Some(size + 4.5), ..TextFormat::simple(FontId::proportional(size), color) };
    let name = TextFormat {
        font_id: heading(size),
        color: if color == p.text { p.strong } else { color },
        ..plain.clone()
    };
    for (k, piece) in text.split('`').enumerate() {
        if k % 2 == 1 {
            job.append(piece, 0.0, name.clone());
            continue;
        }
        let mut rest = piece;
        while let Some((before, number, after)) = next_number(rest) {
            job.append(before, 0.0, plain.clone());
            match chips.color(number) {
                Some(back) => {
                    let format = TextFormat {
                        font_id: heading(size - 1.0),
                        color: p.panel,
                        background: back,
                        expand_bg: 0.5,
                        ..plain.clone()
                    };
                    job.append(&format!("\u{2009}{number}\u{2009}"), 0.0, format);
                }
                None => job.append(&format!("[{number}]"), 0.0, plain.clone()),
            }
            rest = after;
        }
        job.append(rest, 0.0, plain.clone());
    }
    job
}

/// Splits at the first `[number]`.
fn next_number(text: &str) -> Option<(&str, usize, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|k| from + k) {
        let close = open + text[open..].find(']')?;
        if let Ok(number) = text[open + 1..close].parse() {
            return Some((&text[..open], number, &text[close + 1..]));
        }
        from = open + 1;
    }
    None
}

/// The number of a tile in a disc; hollow where the condition does not name it, with a second ring where it is primary.
pub fn chip(
    painter: &Painter,
    at: Pos2,
    number: usize,
    color: Color32,
    own: bool,
    primary: bool,
    p: &Palette,
) {
    let radius = 8.0;
    if own {
        painter.circle_filled(at, radius, color);
    } else {
        painter.circle(at, radius, p.panel, Stroke::new(1.5, color));
    }
    if primary {
        painter.circle_stroke(at, radius + 2.5, Stroke::new(1.5, color));
    }
    let ink = if own { p.panel } else { color };
    painter.text(at, Align2::CENTER_CENTER, number.to_string(), heading(11.0), ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_and_equations_left_alone() {
        assert_eq!(next_number("only [2] of (4.9)"), Some(("only ", 2, " of (4.9)")));
        assert_eq!(next_number("[a] and [12]."), Some(("[a] and ", 12, ".")));
        assert_eq!(next_number("nothing [here"), None);
    }
}
