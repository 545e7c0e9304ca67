//! The whole layout at the sizes of common screens, in both themes: every panel has its place and its text, and none
//! covers another.

use super::label_tests::{Panels, panels};
use super::tests::{bench, filled};
use super::*;
use crate::app::command::look::Theme;
use crate::app::texts::{Language, language, within};
use crate::world::BodyId;
use bevy_egui::egui::{Id, Pos2, Rect, Shape, containers::PanelState};
use egui_kittest::Harness;

/// Common sizes of windows (points).
const SIZES: [[f32; 2]; 3] = [[1280.0, 720.0], [1600.0, 900.0], [2560.0, 1440.0]];

/// All text drawn: where, what, and the part of the screen it may show in.
fn texts(harness: &Harness<'static, Panels>) -> Vec<(Rect, String)> {
    fn collect(shape: &Shape, clip: Rect, all: &mut Vec<(Rect, String)>) {
        match shape {
            Shape::Text(t) if !t.galley.text().trim().is_empty() => {
                let rect = Rect::from_min_size(t.pos + t.galley.rect.min.to_vec2(), t.galley.size());
                let seen = rect.intersect(clip);
                if seen.is_positive() {
                    all.push((seen, t.galley.text().to_owned()));
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|s| collect(s, clip, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    for clipped in &harness.output().shapes {
        collect(&clipped.shape, clipped.clip_rect, &mut all);
    }
    all
}

/// The places that must not cover each other, with their names.
fn regions(harness: &Harness<'static, Panels>) -> Vec<(String, Rect)> {
    let named = ["toolbar", "scenes", "numbers", "plots"];
    let panel = |name: &str| PanelState::load(&harness.ctx, Id::new(name)).map(|state| state.outer_rect);
    let mut all: Vec<(String, Rect)> =
        named.iter().map(|name| ((*name).to_owned(), panel(name).unwrap_or(Rect::NOTHING))).collect();
    let places = harness.state().places.clone().expect("drawn");
    for (i, view) in places.views.iter().enumerate() {
        all.push((format!("view {}", i + 1), *view));
        let strip = Rect::from_min_max(egui::pos2(view.min.x, places.central.min.y), view.right_top());
        all.push((format!("strip {}", i + 1), strip));
    }
    all
}

#[test]
fn every_panel_has_its_place_and_its_text_and_none_covers_another() {
    for language in Language::ALL {
        within(language, every_panel_has_its_place);
    }
}

fn every_panel_has_its_place() {
    for size in SIZES {
        for theme in [Theme::Dark, Theme::Light] {
            for panes in 1..=3 {
                // Either panel at the right with every size and number of panes, in one of the themes.
                let dark = usize::from(theme == Theme::Dark);
                let side = [Side::Compare, Side::Solver][(panes + dark) % 2];
                let mut harness = panels(filled(panes), size, theme);
                harness.state_mut().state.side = side;
                harness.state_mut().selection.body = Some(BodyId(1));
                harness.run_steps(4);
                let what = format!("{:?}, {size:?}, {theme:?}, {panes} panes, {side:?}", language());
                check(&harness, size, &what);
            }
        }
    }
}

fn check(harness: &Harness<'static, Panels>, size: [f32; 2], what: &str) {
    let screen = Rect::from_min_size(Pos2::ZERO, size.into()).expand(0.5);
    let (regions, texts) = (regions(harness), texts(harness));
    for (i, (name, rect)) in regions.iter().enumerate() {
        assert!(rect.is_positive() && screen.contains_rect(*rect), "{what}: {name} at {rect:?}");
        for (other, their) in &regions[i + 1..] {
            let common = rect.intersect(*their);
            let covered = common.is_positive() && common.width() > 1.0 && common.height() > 1.0;
            assert!(!covered, "{what}: {name} {rect:?} and {other} {their:?}");
        }
        let lines = texts.iter().filter(|(at, _)| rect.contains(at.center())).count();
        let least = if name.starts_with("view") { 0 } else { 3 };
        assert!(lines >= least, "{what}: {name} has {lines} lines of text");
    }
}

/// Pairs of lines of text within `rect` that lie on each other.
fn collisions(harness: &Harness<'static, Panels>, rect: Rect) -> Vec<(String, String)> {
    let texts: Vec<(Rect, String)> =
        texts(harness).into_iter().filter(|(at, _)| rect.contains(at.center())).collect();
    let mut found = Vec::new();
    for (i, (a, text)) in texts.iter().enumerate() {
        for (b, other) in &texts[i + 1..] {
            // Rows are close; letters are lower than their line.
            let common = a.shrink2(egui::vec2(0.5, 3.0)).intersect(b.shrink2(egui::vec2(0.5, 3.0)));
            if common.is_positive() {
                found.push((text.clone(), other.clone()));
            }
        }
    }
    found
}

/// Texts that lie on each other in the strips above the views.
pub(super) fn overlaps_in_strips(harness: &Harness<'static, Panels>) -> Vec<(String, String)> {
    let strips = regions(harness).into_iter().filter(|(name, _)| name.starts_with("strip"));
    strips.flat_map(|(_, rect)| collisions(harness, rect)).collect()
}

/// Lines of text in the strips above the views of which less than the whole height is seen.
pub(super) fn cut_in_strips(harness: &Harness<'static, Panels>) -> Vec<String> {
    let strips: Vec<Rect> =
        regions(harness).into_iter().filter(|(name, _)| name.starts_with("strip")).map(|r| r.1).collect();
    let mut cut = Vec::new();
    for clipped in &harness.output().shapes {
        if let Shape::Text(t) = &clipped.shape {
            let rect = Rect::from_min_size(t.pos + t.galley.rect.min.to_vec2(), t.galley.size());
            let seen = clipped.clip_rect.y_range();
            let of_strip = strips.iter().any(|strip| strip.contains(rect.center()));
            if of_strip && (rect.min.y < seen.min - 0.5 || rect.max.y > seen.max + 0.5) {
                cut.push(t.galley.text().to_owned());
            }
        }
    }
    cut
}

#[test]
fn no_text_lies_on_other_text_in_the_panels_at_the_sides() {
    for language in Language::ALL {
        within(language, no_text_lies_on_other_text);
    }
}

fn no_text_lies_on_other_text() {
    for size in SIZES {
        for panes in 1..=3 {
            for (side, body) in [(Side::Solver, None), (Side::Compare, Some(BodyId(1)))] {
                let mut harness = panels(filled(panes), size, Theme::Light);
                harness.state_mut().state.side = side;
                harness.state_mut().selection.body = body;
                harness.run_steps(4);
                for (name, rect) in regions(&harness).into_iter().filter(|(name, _)| {
                    ["toolbar", "scenes", "numbers"].contains(&name.as_str()) || name.starts_with("strip")
                }) {
                    let found = collisions(&harness, rect);
                    assert!(
                        found.is_empty(),
                        "{:?}, {size:?}, {panes} panes, {side:?}: {name}: {found:?}",
                        language()
                    );
                }
            }
        }
    }
}

/// Texts of which the end is left out for want of room, but for names of scenes and lessons, which are as long as they are.
fn shortened(harness: &Harness<'static, Panels>) -> Vec<String> {
    fn collect(shape: &Shape, names: Rect, all: &mut Vec<String>) {
        match shape {
            Shape::Text(t) if t.galley.elided && !names.contains(t.pos) => {
                all.push(t.galley.text().to_owned());
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, names, all)),
            _ => {}
        }
    }
    let names = PanelState::load(&harness.ctx, Id::new("scenes")).map_or(Rect::NOTHING, |s| s.outer_rect);
    let mut all = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, names, &mut all));
    all
}

#[test]
fn no_language_has_less_room_for_its_texts_than_english() {
    for size in SIZES {
        for (panes, side) in [(1, Side::Compare), (2, Side::Solver), (3, Side::Compare)] {
            let [english, others @ ..] = Language::ALL.map(|language| {
                within(language, || {
                    let mut harness = panels(filled(panes), size, Theme::Dark);
                    harness.state_mut().state.side = side;
                    harness.state_mut().selection.body = Some(BodyId(1));
                    harness.run_steps(4);
                    shortened(&harness)
                })
            });
            for other in others {
                let what = format!("{size:?}, {panes} panes, {side:?}");
                assert!(other.len() <= english.len(), "{what}: {other:#?}, and in English {english:#?}");
            }
        }
    }
}

#[test]
fn an_empty_workbench_fills_its_panels_as_well() {
    for size in SIZES {
        let mut harness = panels(bench(3), size, Theme::Light);
        harness.state_mut().state.side = Side::Solver;
        harness.run_steps(4);
        let all: String = texts(&harness).into_iter().map(|(_, text)| text + "\n").collect();
        for wanted in ["No step is shown yet", "Solve this step with every solver", "Penetration depth"] {
            assert!(all.contains(wanted), "{size:?}: `{wanted}` is not shown");
        }
    }
}
