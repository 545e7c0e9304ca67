//! The help window: what one sees, every shortcut from the command table, the mouse, and the program itself.

use crate::app::command::session::TourMove;
use crate::app::command::{
    AppCommand, CommandInfo, Group, MOUSE, PanelCommand, SessionCommand, table, tooltip,
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
    egui::Window::new("Help")
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
                page(HelpPage::Overview, "What you see", "The models, and what to look for."),
                page(HelpPage::Keys, "Keys", "All shortcuts, to search."),
                page(HelpPage::Mouse, "Mouse", "What the mouse does in the views and in the panels."),
                page(HelpPage::About, "About", "Version, sources and licences."),
            ];
            ui.horizontal(|ui| {
                if let Some(page) = segmented(ui, &pages, state.help_page) {
                    state.help_page = page;
                }
                let start = AppCommand::Session(SessionCommand::Tour(TourMove::Start));
                if ui.button("Take the tour").on_hover_text(tooltip(&start)).clicked() {
                    commands.push(start);
                    commands.push(PanelCommand::ToggleHelp.into());
                }
                if state.help_page == HelpPage::Keys {
                    let field = egui::TextEdit::singleline(&mut state.help_filter)
                        .hint_text("Search")
                        .desired_width(f32::INFINITY)
                        .margin(egui::Margin::symmetric(8, 4));
                    ui.add(field)
                        .on_hover_text("Words of a command or of what it does, or a key such as Ctrl+P.");
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
    name_title_bar(ctx, egui::Id::new("help window"), "Help");
    state.help &= open;
}

fn paragraph(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).size(13.5).line_height(Some(19.0))).wrap());
    ui.add_space(4.0);
}

fn overview(ui: &mut Ui) {
    let p = Palette::from_ui(ui);
    section(ui, "The experiment");
    paragraph(
        ui,
        "Every pane runs the same scene, with the same clock and the same mouse, under another contact model. A \
         contact model decides which conditions keep bodies apart during one time step. Where the panes move \
         differently, the model alone is the reason.",
    );
    section(ui, "The models");
    for model in ContactModel::ALL {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(model.title()).font(heading(13.5)).color(p.model(model)));
            ui.label(RichText::new(model_text::model(model)).size(13.5));
        });
    }
    ui.add_space(4.0);
    section(ui, "What to look for");
    let items = [
        (
            "Traps",
            "At a corner, a body may leave on one side or on the other. The standard model forbids both at once \
             and gets stuck on nothing: that is a trap. A trap is sprung when the motion that was found violates \
             a contact that the standard model would have enforced.",
        ),
        (
            "Truth meter",
            "The bar above each view says how deep the real bodies reach into each other, on a logarithmic scale \
             from 1 pm to 10 cm: green up to 100 nm, yellow up to 100 µm, then vermillion. It is measured by code \
             that shares nothing with the contact models. The tick is the worst of the run.",
        ),
        (
            "Contacts",
            "Points are green where the gap is open and vermillion where it is violated. Their shape says which \
             condition they belong to: square U, circle I, cross X, and for Exact a tile in the plane that separates \
             the two bodies (key U). Hover over any number to read what it means \
             and its equation in the thesis.",
        ),
        (
            "What holds them apart",
            "Click a contact's mark, or Ctrl+click a second body, to read which conditions hold two bodies apart: the \
             planes are drawn with an arrow on the side that is allowed, numbered as in the panel, green where a gap is \
             open and vermillion where it is violated. Below stands what each model asks there, and which \
             of them would have forbidden the motion. The explanation follows the contact from step to step.",
        ),
        (
            "Joints",
            "A mark at each joint says what it leaves free: a ring with its axis for a hinge, a square with its axis \
             for a slider, a diamond for a ball joint, a cross for nothing (key J). Two vermillion halves are a joint \
             that has broken. Select a body to read where its joints stand and what they bear.",
        ),
        (
            "Time",
            "Every step is recorded. Step back and scrub the timeline; running on repeats the recorded steps and compares \
             them bit for bit. Change the model or the step size, or pull a body, and the run goes on otherwise: what \
             came after is kept as a branch (menu Recording). When the steps take longer than the clock allows, the run \
             is slower and says so; it is never less exact.",
        ),
        (
            "Building",
            "While the clock stands, drag a body, or move and turn the selected one by its handles: it goes as far as nothing \
             is in the way. The menu Build adds bodies; the inspector changes them, joins them, and has the angle of a joint to \
             be dragged. Every act reaches all panes; undo takes back anything, with the run that followed.",
        ),
    ];
    for (name, text) in items {
        ui.label(RichText::new(name).font(heading(13.5)).color(p.strong));
        paragraph(ui, text);
    }
}

/// What keys do while a control of a panel has the focus.
const IN_PANELS: [(&str, &str); 4] = [
    ("To the next control, to the one before", "Tab, Shift+Tab"),
    ("Press it", "Space, Enter"),
    ("To a neighbour; in a slider: its value", "← → ↑ ↓"),
    ("Leave it, so that all keys are shortcuts", "Esc"),
];

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
        ui.label(RichText::new("No command fits the search.").color(p.weak));
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
            section(ui, "While a control has the focus");
            for (what, keys) in IN_PANELS {
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
    section(ui, "In the views");
    egui::Grid::new("mouse").num_columns(2).spacing([24.0, 9.0]).show(ui, |ui| {
        for (gesture, effect) in MOUSE {
            ui.label(RichText::new(*gesture).color(p.strong));
            ui.label(*effect);
            ui.end_row();
        }
    });
    section(ui, "In the panels");
    egui::Grid::new("mouse in panels").num_columns(2).spacing([24.0, 9.0]).show(ui, |ui| {
        let rows = [
            ("Hover over a number", "what it means, with its equation"),
            ("Click in a plot or on the timeline", "go to that step"),
            ("Drag a plot, wheel with Ctrl", "move and zoom along time; double-click shows all"),
            ("Click a pane's strip", "give the focus to that pane"),
            ("Drag the edge of a panel", "resize it"),
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
    paragraph(
        ui,
        "Polytope exact geometry (PEG) is the contact model of Jedediyah Williams' thesis (2014); equation numbers \
         in this program are the thesis's. LNC is Nguyen's locally non-convex model. The standard model is that of \
         Stewart–Trinkle time stepping. Exact goes by the separating-axis theorem: two convex bodies are apart exactly \
         where a face of one of them or a pair of edges separates them.",
    );
    section(ui, "Licences");
    paragraph(ui, "pegsim: MIT or Apache-2.0. Built with Bevy and egui. Text is set in Roboto (Apache-2.0).");
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
