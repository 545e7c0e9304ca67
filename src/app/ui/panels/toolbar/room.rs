//! What of the bar has room in a window of some width and at a size of text.

use crate::app::ui::Inputs;
use bevy_egui::egui::{self, Ui};

/// Room for the button of the help window.
const HELP: f32 = 36.0;
/// Room for the buttons that show and hide the panels, and their divider.
const PANELS: f32 = 112.0;
/// Room for the buttons that say how many panes there are, and their divider.
const PANES: f32 = 110.0;
/// Room for the buttons of the theme and of the file dialog.
const MORE: f32 = 66.0;
/// Room for what is said of a film that is recorded or made.
const FILM: f32 = 170.0;
/// Between two menus.
const BETWEEN: f32 = 4.0;

/// What has room in the bar beside the menus; the menu `View` offers the rest.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The buttons that show and hide the panels.
    pub panels: bool,
    /// Those that say how many panes there are.
    pub panes: bool,
    /// Theme and file dialog.
    pub more: bool,
}

impl Room {
    /// Of what menus with these names leave of the bar, the more important first.
    pub fn of(ui: &Ui, inputs: &Inputs, menus: [&str; 3]) -> Self {
        let menus: f32 = menus
            .into_iter()
            .map(|name| {
                let wrap = Some(egui::TextWrapMode::Extend);
                let text = egui::WidgetText::from(name);
                let galley = text.into_galley(ui, wrap, f32::INFINITY, egui::TextStyle::Button);
                galley.size().x + 2.0 * ui.spacing().button_padding.x + BETWEEN
            })
            .sum();
        let film = inputs.output.film.is_some() || inputs.output.making.is_some();
        let mut left = ui.available_width() - HELP - menus - if film { FILM } else { 0.0 };
        let mut fits = |width: f32| {
            let fits = left >= width;
            left -= if fits { width } else { 0.0 };
            fits
        };
        Self { panels: fits(PANELS), panes: fits(PANES), more: fits(MORE) }
    }
}

/// What the buttons of the menus say: export, view, overlays.
pub fn menu_names(compact: bool) -> [&'static str; 3] {
    if compact {
        [tr!("export-export"), tr!("toolbar-view"), tr!("toolbar-overlays")]
    } else {
        [tr!("export-export-2"), tr!("toolbar-view-2"), tr!("toolbar-overlays-2")]
    }
}
