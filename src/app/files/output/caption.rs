//! What is written on the pictures of a film, so that it says what it shows where the program is not: above each view its model and a
//! figure of it, below the views the scene, the simulated time and a sentence of the user's own.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::command::files::{Captions, Figure};
use crate::app::command::look::Theme;
use crate::app::files::output::lettering::{Canvas, Ink, Weight, fitting, lines, width};
use crate::app::format;
use crate::app::look::view::Viewports;
use crate::app::run::measure;
use crate::app::ui::panels::meter_text;
use crate::app::ui::scene_list::in_language;
use crate::app::ui::theme::Palette;
use bevy::math::URect;
use bevy_egui::egui::Color32;

/// Height of letters as a part of the height of the picture.
const PART: f32 = 1.0 / 24.0;

/// Least and largest height of letters (pixels): below the one nobody reads them, above the other nothing is gained.
const SIZES: (f32, f32) = (17.0, 64.0);

/// Height of a strip, in heights of letters.
const STRIP: f32 = 1.7;

/// Lines of the user's own sentence at most.
const OWN_LINES: usize = 3;

/// Letters of a pane are this much smaller at least before its figure is left out.
const SMALLEST: f32 = 0.6;

/// What is written on one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// Whether it is for the dark look.
    pub dark: bool,
    /// Name of the scene.
    pub scene: String,
    /// Simulated time.
    pub time: String,
    /// What the user says.
    pub own: String,
    /// The panes, left to right.
    pub panes: Vec<PaneCaption>,
}

/// What is written of one pane.
#[derive(Clone, Debug, PartialEq)]
pub struct PaneCaption {
    /// Name of its model.
    pub name: String,
    /// The model's colour.
    pub ink: Ink,
    /// A figure of it, with its colour.
    pub figure: Option<(String, Ink)>,
    /// Where its view begins and ends in the picture (pixels); none where the picture shows the whole window.
    pub span: Option<(u32, u32)>,
}

/// The part of the window with the views alone (physical pixels).
pub fn views(viewports: &Viewports) -> Option<URect> {
    let all = viewports.panes.iter().copied().reduce(|a, b| a.union(b))?;
    let part = URect::from_corners(all.min.round().as_uvec2(), all.max.round().as_uvec2());
    (part.width() > 0 && part.height() > 0).then_some(part)
}

impl Caption {
    /// What is to be written on a picture of the workbench as it is now; `part` is what of the window is on it, none where all is.
    pub fn of(
        bench: &Workbench,
        viewports: &Viewports,
        theme: Theme,
        captions: &Captions,
        part: Option<URect>,
    ) -> Self {
        let p = Palette::of(theme);
        let span = |index: usize| {
            let (part, view) = (part?, viewports.panes.get(index)?);
            let x = |x: f32| (x.round() as u32).saturating_sub(part.min.x).min(part.width());
            Some((x(view.min.x), x(view.max.x)))
        };
        let pane = |(index, pane): (usize, &Pane)| PaneCaption {
            name: pane.model().title().to_owned(),
            ink: ink(p.model(pane.model())),
            figure: figure(pane, captions.figure, &p),
            span: span(index),
        };
        Self {
            dark: p.dark,
            scene: in_language(&bench.scene.name).to_owned(),
            time: format::clock(bench.time()),
            own: captions.own.trim().to_owned(),
            panes: bench.panes.iter().enumerate().map(pane).collect(),
        }
    }

    /// The picture with what is written above and below it; nothing of it is covered.
    pub fn burnt_into(&self, picture: &Canvas) -> Canvas {
        let p = Palette::of(if self.dark { Theme::Dark } else { Theme::Light });
        let size = (picture.height as f32 * PART).clamp(SIZES.0, SIZES.1);
        let strip = (size * STRIP).round() as u32;
        let apart: Vec<_> = self.panes.iter().filter_map(|pane| Some((pane, pane.span?))).collect();
        let above = if apart.is_empty() { 0 } else { strip };
        let edge = size * 0.7;
        let room = (picture.width as f32 - 2.0 * edge).max(0.0);
        let own = lines(&self.own, size * 0.9, Weight::Regular, room, OWN_LINES);
        let with_models = apart.is_empty() && !self.panes.is_empty();
        let line = (size * 1.35).round() as u32;
        let below = strip + line * (own.len() + usize::from(with_models)) as u32;
        let mut canvas = Canvas::filled(picture.width, above + picture.height + below, ink(p.bar));
        canvas.lay(picture, (0, i64::from(above)));
        for (pane, span) in apart {
            pane.write(&mut canvas, span, strip, size);
        }
        let top = above + picture.height;
        canvas.fill((0, top), (picture.width, 1), ink(p.line));
        let mut y = top as f32 + strip as f32 / 2.0;
        let time = width(&self.time, size, Weight::Medium);
        canvas.write(&self.time, (edge + room - time, y), size, Weight::Medium, ink(p.text));
        let scene = fitting(&self.scene, size, Weight::Medium, room - time - edge);
        canvas.write(&scene, (edge, y), size, Weight::Medium, ink(p.strong));
        if with_models {
            y += line as f32;
            let mut x = edge;
            for pane in &self.panes {
                x += pane.write_inline(&mut canvas, (x, y), size * 0.9, edge + room - x) + edge;
            }
        }
        for text in own {
            y += line as f32;
            canvas.write(&text, (edge, y), size * 0.9, Weight::Regular, ink(p.text));
        }
        canvas
    }
}

impl PaneCaption {
    /// Writes it above its view.
    fn write(&self, canvas: &mut Canvas, (from, to): (u32, u32), strip: u32, size: f32) {
        let edge = size * 0.5;
        let room = (to.saturating_sub(from) as f32 - 2.0 * edge).max(0.0);
        let (left, y) = (from as f32 + edge, strip as f32 * 0.54);
        canvas.fill((from, 0), (to.saturating_sub(from), (strip / 12).max(2)), self.ink);
        let wide = |size: f32| {
            let figure = self.figure.iter().map(|(text, _)| width(text, size * 0.85, Weight::Regular) + edge);
            width(&self.name, size, Weight::Medium) + figure.sum::<f32>()
        };
        // Smaller where both have no room; then the name alone, which says what is seen.
        let small = (size * room / wide(size)).min(size);
        let (size, figure) =
            if small >= size * SMALLEST { (small, self.figure.as_ref()) } else { (size, None) };
        let name = fitting(&self.name, size, Weight::Medium, room);
        canvas.write(&name, (left, y), size, Weight::Medium, self.ink);
        if let Some((text, ink)) = figure {
            let own = width(text, size * 0.85, Weight::Regular);
            canvas.write(text, (left + room - own, y), size * 0.85, Weight::Regular, *ink);
        }
    }

    /// Writes it into a line; returns its width (pixels).
    fn write_inline(&self, canvas: &mut Canvas, (x, y): (f32, f32), size: f32, room: f32) -> f32 {
        let name = fitting(&self.name, size, Weight::Medium, room);
        let wide = canvas.write(&name, (x, y), size, Weight::Medium, self.ink);
        let Some((text, ink)) = &self.figure else { return wide };
        let text = fitting(&format!(" {text}"), size, Weight::Regular, room - wide);
        wide + canvas.write(&text, (x + wide, y), size, Weight::Regular, *ink)
    }
}

/// The figure of a pane. A pane that stands still says so instead.
fn figure(pane: &Pane, of: Figure, p: &Palette) -> Option<(String, Ink)> {
    if pane.failure.is_some() {
        return Some((tr!("film-caption-stopped").to_owned(), ink(p.warn)));
    }
    if pane.cannot().is_some() {
        return Some((tr!("film-caption-cannot-do-scene").to_owned(), ink(p.text)));
    }
    match of {
        Figure::None => None,
        Figure::Depth => {
            let deepest = pane.truth.deepest_so_far();
            let said = match pane.since() {
                Some(_) => meter_text::worst(pane),
                None => tr!("film-caption-deepest", depth = format::depth(deepest)),
            };
            Some((said, ink(p.depth(deepest))))
        }
        Figure::Energy => {
            let simulation = &pane.simulation;
            let energy = measure::energy(&simulation.model, &simulation.state).total();
            Some((tr!("film-caption-energy", energy = format::engineering(energy, "J")), ink(p.text)))
        }
    }
}

fn ink(color: Color32) -> Ink {
    [color.r(), color.g(), color.b()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(dark: bool, own: &str, spans: bool) -> Caption {
        let p = Palette::of(if dark { Theme::Dark } else { Theme::Light });
        let pane = |name: &str, k: u32| PaneCaption {
            name: name.to_owned(),
            ink: ink(p.accent),
            figure: Some(("deepest 3.40 mm".to_owned(), ink(p.violated))),
            span: spans.then_some((321 * k, 321 * k + 319)),
        };
        Caption {
            dark,
            scene: "Triangle drop".to_owned(),
            time: "1.200 s".to_owned(),
            own: own.to_owned(),
            panes: vec![pane("Standard", 0), pane("Exact", 1)],
        }
    }

    /// Pixels in rows and columns that are none of the ground's colour.
    fn written(canvas: &Canvas, ground: Ink, x: (u32, u32), y: (u32, u32)) -> usize {
        let all = (y.0..y.1).flat_map(|row| (x.0..x.1).map(move |column| (column, row)));
        all.filter(|(column, row)| canvas.ink(*column, *row) != Some(ground)).count()
    }

    #[test]
    fn the_picture_stays_whole_between_what_is_written() {
        for dark in [true, false] {
            let p = Palette::of(if dark { Theme::Dark } else { Theme::Light });
            let picture = Canvas::filled(640, 400, [90, 40, 200]);
            let burnt = caption(dark, "", true).burnt_into(&picture);
            assert_eq!((burnt.width, burnt.height), (640, 400 + 2 * 29));
            let middle = (0..640).all(|x| (29..429).all(|y| burnt.ink(x, y) == Some([90, 40, 200])));
            assert!(middle, "nothing of the picture is covered");
            let bar = ink(p.bar);
            // A name at the left of each view, a figure at its right, scene and time below.
            for x in [(5, 100), (200, 318), (325, 400), (520, 638)] {
                assert!(written(&burnt, bar, x, (4, 29)) > 100, "{x:?}");
            }
            for x in [(5, 200), (560, 640)] {
                assert!(written(&burnt, bar, x, (431, 458)) > 100, "{x:?}");
            }
            assert_eq!(written(&burnt, bar, (300, 500), (431, 458)), 0);
        }
    }

    #[test]
    fn a_sentence_of_ones_own_has_lines_of_its_own() {
        let picture = Canvas::filled(640, 400, [0; 3]);
        let without = caption(true, "", true).burnt_into(&picture);
        let one = caption(true, "Corners do not stick.", true).burnt_into(&picture);
        let many = caption(true, &"Corners do not stick. ".repeat(9), true).burnt_into(&picture);
        assert!(without.height < one.height && one.height < many.height);
        let bar = ink(Palette::of(Theme::Dark).bar);
        assert!(written(&one, bar, (5, 200), (without.height, one.height)) > 100);
    }

    #[test]
    fn the_whole_window_has_its_models_below() {
        let picture = Canvas::filled(900, 500, [0; 3]);
        let burnt = caption(false, "", false).burnt_into(&picture);
        let bar = ink(Palette::of(Theme::Light).bar);
        assert!(burnt.ink(0, 0) == Some([0; 3]), "nothing above");
        let accent = ink(Palette::of(Theme::Light).accent);
        let names = (500..burnt.height).flat_map(|y| (0..900).map(move |x| (x, y)));
        assert!(names.filter(|(x, y)| burnt.ink(*x, *y) == Some(accent)).count() > 40);
        assert!(written(&burnt, bar, (5, 300), (530, burnt.height)) > 200);
    }

    #[test]
    fn a_narrow_pane_keeps_its_name() {
        let mut caption = caption(true, "", true);
        for (pane, from) in caption.panes.iter_mut().zip([0, 80]) {
            pane.span = Some((from, from + 78));
        }
        let burnt = caption.burnt_into(&Canvas::filled(160, 400, [0; 3]));
        let accent = ink(Palette::of(Theme::Dark).accent);
        for x in [0..80_u32, 80..160] {
            let inked = x.flat_map(|x| (4..29).map(move |y| (x, y)));
            assert!(inked.filter(|(x, y)| burnt.ink(*x, *y) == Some(accent)).count() > 20);
        }
    }
}
