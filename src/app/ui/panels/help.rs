//! The help window: what one sees, every shortcut from the command table, the mouse, and the program itself.

use crate::app::command::session::TourMove;
use crate::app::command::{
    AppCommand, CommandInfo, Group, PanelCommand, SessionCommand, gestures, table, tooltip,
};
use crate::app::ui::UiState;
use crate::app::ui::panels::model_text;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{key_cap, name_title_bar, section, segmented};
use crate::contact::models::ContactModel;
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Ui, vec2};

/// The pages of the help window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HelpPage {
    /// What one sees and why.
    #[default]
    Overview,
    /// Shortcuts.
    Keys,
    /// Gestures.
    Mouse,
    /// The program.
    About,
}

/// Draws the help window, if it is open.
pub fn show(ctx: &Context, screen: Rect, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    if !state.help {
        return;
    }
    let size = vec2((screen.width() - 60.0).min(780.0), (screen.height() - 90.0).min(600.0));
    let mut open = true;
    egui::Window::new(tr!("help-help"))
        .id(egui::Id::new("help window"))
        .collapsible(false)
        .resizable(false)
        .fixed_size(size)
        .pivot(egui::Align2::CENTER_CENTER)
        .fixed_pos(screen.center())
        .open(&mut open)
        .show(ctx, |ui| {
            let page = |page, name: &'static str, hover: &str| (page, name, hover.to_owned());
            let pages = [
                page(HelpPage::Overview, tr!("help-what-you-see"), tr!("help-models-what-look-for")),
                page(HelpPage::Keys, tr!("help-keys"), tr!("help-all-shortcuts-search")),
                page(HelpPage::Mouse, tr!("help-mouse"), tr!("help-what-mouse-does-in-views")),
                page(HelpPage::About, tr!("help-about"), tr!("help-version-sources-licences")),
            ];
            ui.horizontal(|ui| {
                if let Some(page) = segmented(ui, &pages, state.help_page) {
                    state.help_page = page;
                }
                let start = AppCommand::Session(SessionCommand::Tour(TourMove::Start));
                if ui.button(tr!("help-take-tour")).on_hover_text(tooltip(&start)).clicked() {
                    commands.push(start);
                    commands.push(PanelCommand::ToggleHelp.into());
                }
                if state.help_page == HelpPage::Keys {
                    let field = egui::TextEdit::singleline(&mut state.help_filter)
                        .hint_text(tr!("help-search"))
                        .desired_width(f32::INFINITY)
                        .margin(egui::Margin::symmetric(8, 4));
                    ui.add(field).on_hover_text(tr!("help-words-command-or-what-does"));
                }
            });
            ui.add_space(4.0);
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match state.help_page {
                HelpPage::Overview => overview(ui),
                HelpPage::Keys => keys(ui, &state.help_filter),
                HelpPage::Mouse => mouse(ui),
                HelpPage::About => about(ui),
            });
        });
    name_title_bar(ctx, egui::Id::new("help window"), tr!("help-help"));
    state.help &= open;
}

fn paragraph(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).size(13.5).line_height(Some(19.0))).wrap());
    ui.add_space(4.0);
}

fn overview(ui: &mut Ui) {
    let p = Palette::from_ui(ui);
    section(ui, tr!("help-experiment"));
    paragraph(ui, tr!("help-every-pane-runs-same-scene"));
    section(ui, tr!("help-models"));
    for model in ContactModel::ALL {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(model.title()).font(heading(13.5)).color(p.model(model)));
            ui.label(RichText::new(model_text::model(model)).size(13.5));
        });
    }
    ui.add_space(4.0);
    section(ui, tr!("help-what-look-for"));
    let items = [
        (tr!("help-traps"), tr!("help-at-corner-body-may-leave")),
        (tr!("help-truth-meter"), tr!("help-bar-above-each-view-says")),
        (tr!("help-contacts"), tr!("help-points-green-where-gap-open")),
        (tr!("help-what-holds-them-apart"), tr!("help-click-contact-mark-or-ctrl")),
        (tr!("help-joints"), tr!("help-mark-at-each-joint-says")),
        (tr!("help-time"), tr!("help-every-step-recorded-step-back")),
        (tr!("help-building"), tr!("help-while-clock-stands-drag-body")),
    ];
    for (name, text) in items {
        ui.label(RichText::new(name).font(heading(13.5)).color(p.strong));
        paragraph(ui, text);
    }
}

/// What keys do while a control of a panel has the focus.
fn in_panels() -> [(&'static str, &'static str); 4] {
    [
        (tr!("help-next-control-one-before"), tr!("help-tab-shift-tab")),
        (tr!("help-press"), tr!("help-space-enter")),
        (tr!("help-neighbour-in-slider-its-value"), "← → ↑ ↓"),
        (tr!("help-leave-so-that-all-keys"), tr!("help-esc")),
    ]
}

/// Whether a command fits a search: every word is in its name, its tooltip or its key.
fn fits(entry: &CommandInfo, filter: &str) -> bool {
    let key = entry.shortcut.map(|s| s.label()).unwrap_or_default();
    let text = format!("{} {} {key}", entry.name, entry.tooltip).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// The page of shortcuts, from the command table, as far as they fit the search.
pub fn keys(ui: &mut Ui, filter: &str) {
    let p = Palette::from_ui(ui);
    let found = || table().iter().filter(|entry| fits(entry, filter));
    if found().next().is_none() {
        ui.label(RichText::new(tr!("help-no-command-fits-search")).color(p.weak));
        return;
    }
    let groups = [
        Group::Time,
        Group::Scene,
        Group::Edit,
        Group::Panes,
        Group::Solver,
        Group::Overlays,
        Group::Selection,
        Group::View,
        Group::Output,
        Group::Program,
    ];
    let groups: Vec<Group> = groups.into_iter().filter(|g| found().any(|e| e.group == *g)).collect();
    // Two columns of about the same length.
    let length = |g: &Group| found().filter(|e| e.group == *g).count() + 2;
    let total: usize = groups.iter().map(length).sum();
    let mut left = 0;
    let split = groups
        .iter()
        .position(|g| {
            left += length(g);
            left * 2 >= total
        })
        .map_or(groups.len(), |i| i + 1);
    ui.columns(2, |columns| {
        for (i, group) in groups.into_iter().enumerate() {
            let ui = &mut columns[usize::from(i >= split)];
            section(ui, group.title());
            for entry in found().filter(|e| e.group == group) {
                let row = ui.horizontal(|ui| {
                    ui.label(RichText::new(entry.name).color(p.text));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.add_space(10.0);
                        if let Some(shortcut) = entry.shortcut {
                            for part in keys_of(&shortcut.label()) {
                                key_cap(ui, part);
                            }
                        }
                    });
                });
                row.response.on_hover_text(entry.tooltip);
            }
        }
        if filter.is_empty() {
            let ui = &mut columns[1];
            section(ui, tr!("help-while-control-has-focus"));
            for (what, keys) in in_panels() {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(what).color(p.text));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.add_space(10.0);
                        ui.label(RichText::new(keys).color(p.strong));
                    });
                });
            }
        }
    });
}

/// Splits `Ctrl+Shift+F` into its keys, last first, and leaves a lone `+` alone.
fn keys_of(label: &str) -> Vec<&str> {
    let mut rest = label;
    let mut keys = Vec::new();
    while let Some((key, after)) =
        rest.split_once('+').filter(|(key, after)| !key.is_empty() && !after.is_empty())
    {
        keys.push(key);
        rest = after;
    }
    keys.push(rest);
    keys.reverse();
    keys
}

fn mouse(ui: &mut Ui) {
    let p = Palette::from_ui(ui);
    section(ui, tr!("help-in-views"));
    egui::Grid::new("mouse").num_columns(2).spacing([24.0, 9.0]).show(ui, |ui| {
        for (gesture, effect) in gestures() {
            ui.label(RichText::new(gesture).color(p.strong));
            ui.label(effect);
            ui.end_row();
        }
    });
    section(ui, tr!("help-in-panels"));
    egui::Grid::new("mouse in panels").num_columns(2).spacing([24.0, 9.0]).show(ui, |ui| {
        let rows = [
            (tr!("help-hover-over-number"), tr!("help-what-means-with-its-equation")),
            (tr!("help-click-in-plot-or-on"), tr!("help-go-that-step")),
            (tr!("help-drag-plot-wheel-with-ctrl"), tr!("help-move-zoom-along-time-double")),
            (tr!("help-right-drag-across-plot"), tr!("help-zoom-to-times-and-values")),
            (tr!("help-click-pane-strip"), tr!("help-give-focus-that-pane")),
            (tr!("help-drag-edge-panel"), tr!("help-resize")),
        ];
        for (gesture, effect) in rows {
            ui.label(RichText::new(gesture).color(p.strong));
            ui.label(effect);
            ui.end_row();
        }
    });
}

fn about(ui: &mut Ui) {
    let p = Palette::from_ui(ui);
    ui.add_space(6.0);
    ui.label(
        RichText::new(format!("pegsim {}", env!("CARGO_PKG_VERSION"))).font(heading(18.0)).color(p.strong),
    );
    paragraph(ui, env!("CARGO_PKG_DESCRIPTION"));
    paragraph(ui, tr!("help-polytope-exact-geometry-peg"));
    section(ui, tr!("help-licences"));
    paragraph(ui, tr!("help-pegsim-mit-or-apache-2"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_are_found_by_name_meaning_and_key() {
        let found = |filter| table().iter().filter(|e| fits(e, filter)).map(|e| e.name).collect::<Vec<_>>();
        assert!(found("ctrl+p").contains(&"Command palette"));
        assert!(found("RUN or").contains(&"Run or pause"));
        assert_eq!(found("").len(), table().len());
        assert!(found("xyzzy").is_empty());
    }

    #[test]
    fn shortcuts_split_into_keys() {
        let split = keys_of;
        assert_eq!(split("Ctrl+Shift+F"), ["F", "Shift", "Ctrl"]);
        assert_eq!(split("+"), ["+"]);
        assert_eq!(split("Ctrl++"), ["+", "Ctrl"]);
        assert_eq!(split("Space"), ["Space"]);
    }
}
