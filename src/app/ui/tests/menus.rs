//! Menus in a window of 1280 × 720 points, the least that laptops have: within it, beside their buttons, scrolled to what is chosen, and with what
//! the bar has no room for.

use super::*;
use crate::app::ui::label_tests::{Panels, panels, press};
use crate::app::ui::panels::metric::{MENU, Metric};
use bevy_egui::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;

/// The texts that are not cut away, with their places.
fn seen(output: &egui::FullOutput) -> Vec<(String, egui::Rect)> {
    fn collect(shape: &egui::Shape, clip: egui::Rect, found: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
            egui::Shape::Text(text) if clip.contains_rect(text.visual_bounding_rect()) => {
                found.push((text.galley.text().to_owned(), text.visual_bounding_rect()));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    output.shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut found));
    found
}

#[test]
fn the_menu_of_quantities_stands_over_its_button_and_shows_what_is_plotted() {
    let all: Vec<Metric> = MENU.iter().flat_map(|(_, metrics)| metrics.iter().copied()).collect();
    let last = *all.last().expect("a quantity");
    for plotted in [all[0], last] {
        let mut desk = Desk::new(filled(3), (1280.0, 720.0));
        desk.state.plots.metrics[0] = plotted;
        desk.frames(4);
        let named = |found: &[(String, egui::Rect)], metric: Metric| -> Vec<egui::Rect> {
            found.iter().filter(|(text, _)| text == metric.name()).map(|(_, rect)| *rect).collect()
        };
        let closed = seen(&desk.frame(Vec::new()).1);
        let button = *named(&closed, plotted).last().expect("the name of what is plotted");
        desk.click(button.center());
        desk.frames(6);
        let open = seen(&desk.frame(Vec::new()).1);
        let entry = |metric: Metric| {
            let before = named(&closed, metric);
            named(&open, metric).into_iter().find(|rect| !before.contains(rect))
        };
        let entries: Vec<egui::Rect> = all.iter().filter_map(|metric| entry(*metric)).collect();
        assert!(entries.len() >= 20, "{} of {} are seen", entries.len(), all.len());
        assert!(entries.len() < all.len(), "all fit: then this says nothing of scrolling");
        for rect in &entries {
            assert!(rect.top() > 0.0 && rect.bottom() < button.top(), "{rect:?} over {button:?}");
        }
        assert!(entry(plotted).is_some(), "{plotted:?} is not scrolled to");
    }
}

/// A window of 1280 × 720 pixels, and text of up to 170 %.
#[test]
fn panels_are_shown_and_hidden_at_any_size_of_text() {
    for scale in [1.0, 1.3, 1.5, 1.7] {
        let mut harness = panels(filled(3), [1280.0 / scale, 720.0 / scale], Theme::Dark);
        for (name, shown) in [
            ("Scenes", (|p| p.state.left) as fn(&Panels) -> bool),
            ("Timeline and plots", |p| p.state.bottom),
            ("Numbers and inspector", |p| p.state.right),
        ] {
            let before = shown(harness.state());
            let in_bar = harness.query_by_role_and_label(Role::Button, name).map(|button| button.click());
            if in_bar.is_none() {
                press(&mut harness, "View");
                harness.get_by_role_and_label(Role::CheckBox, name).click();
            }
            harness.run_steps(3);
            assert_ne!(shown(harness.state()), before, "{name}, text of {scale}");
            harness.key_press(egui::Key::Escape);
            harness.run_steps(3);
        }
    }
}
