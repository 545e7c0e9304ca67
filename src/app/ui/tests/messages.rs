//! The cards with what the program says.

use super::*;
use crate::app::command::AppCommand;
use crate::app::command::look::Theme;
use crate::app::ui::panels::messages;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// Several cards stay where they are, above the lower edge of the views and below one another, however many frames are drawn.
#[test]
fn cards_stay_where_they_are() {
    let bench = bench(1);
    let mut said = Messages::default();
    for text in
        ["The first file cannot be read", "The second file cannot be read", "The third file cannot be read"]
    {
        said.error(text);
    }
    let central = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(900.0, 600.0));
    let (view, scenes, selection) = (ViewSettings::default(), SceneList::default(), Selection::default());
    let (session, resolve, undo) = (Session::default(), Resolve::default(), UndoStack::default());
    let app = move |ui: &mut egui::Ui, ready: &mut bool| {
        if !std::mem::replace(ready, true) {
            theme::install(ui.ctx());
            theme::apply(ui.ctx(), Theme::Dark);
            return;
        }
        let inputs = Inputs {
            bench: &bench,
            view: &view,
            selection: &selection,
            messages: &said,
            scenes: &scenes,
            session: &session,
            resolve: &resolve,
            undo: &undo,
            output: &crate::app::files::output::OutputState::default(),
            file_question: None,
            recheck: None,
            left: &[],
            taking: None,
            long_steps: None,
            cutting: &crate::app::build::cutting::Cutting::default(),
            snapping: crate::app::command::select::Snapping::default(),
            loading: None,
        };
        let mut commands: Vec<AppCommand> = Vec::new();
        messages::show(ui.ctx(), central, &inputs, &mut commands);
    };
    let mut harness = Harness::builder().with_size(egui::vec2(1000.0, 900.0)).build_ui_state(app, false);
    let places = |harness: &Harness<'_, bool>| {
        [
            "Dismiss all",
            "The first file cannot be read",
            "The second file cannot be read",
            "The third file cannot be read",
        ]
        .map(|label| harness.get_by_label(label).rect())
    };
    harness.run_steps(4);
    let before = places(&harness);
    harness.run_steps(40);
    let after = places(&harness);
    assert_eq!(before, after);
    assert!(after.iter().all(|place| central.contains_rect(*place)), "{after:?}");
    assert!(after.windows(2).all(|pair| pair[0].bottom() < pair[1].top()), "{after:?}");
    assert!(central.bottom() - after[3].bottom() < 60.0, "{after:?}");
}
