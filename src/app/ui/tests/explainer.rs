//! The explainer driven by its labels: rows are numbered as the tiles are, the mouse on one makes its tile stand out, a
//! click chooses the contact.

use super::*;
use crate::app::command::look::Theme;
use crate::app::command::{AppCommand, ExplainCommand, SelectCommand};
use crate::app::explain::picture::Picture;
use crate::app::explain::tests::{pane, step};
use crate::app::explain::{Subject, choose};
use crate::app::ui::labels;
use crate::app::ui::panels::{contact_list, explainer, parting_menu};
use crate::contact::models::ContactModel;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// The explainer with what it reads, and the commands that came out of it.
struct Stage {
    bench: Workbench,
    selection: Selection,
    commands: Vec<AppCommand>,
    ready: bool,
    list: bool,
}

fn harness(stage: Stage) -> Harness<'static, Stage> {
    let (view, messages, scenes) = (ViewSettings::default(), Messages::default(), SceneList::default());
    let (session, resolve, undo) = (Session::default(), Resolve::default(), UndoStack::default());
    let app = move |ui: &mut egui::Ui, stage: &mut Stage| {
        if !stage.ready {
            theme::install(ui.ctx());
            theme::apply(ui.ctx(), Theme::Dark);
            stage.ready = true;
            return;
        }
        let mut commands = Vec::new();
        let inputs = Inputs {
            bench: &stage.bench,
            view: &view,
            selection: &stage.selection,
            messages: &messages,
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
        parting_menu::show(ui, &inputs, &mut commands);
        if stage.list {
            contact_list::show(ui, &inputs, BodyId(1), &mut commands);
        }
        explainer::show(ui, &inputs, &mut commands);
        for command in &commands {
            match command {
                AppCommand::Explain(command) => choose::choose(&stage.bench, &mut stage.selection, command),
                AppCommand::Select(command) => {
                    choose::explain_selected(&stage.bench, &mut stage.selection, command);
                }
                _ => {}
            }
        }
        stage.commands.extend(commands);
    };
    let mut harness = Harness::builder().with_size(egui::vec2(360.0, 2400.0)).build_ui_state(app, stage);
    harness.run_steps(3);
    harness
}

/// Panes of the triangle drop after the step in which its traps spring.
fn bench() -> Workbench {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/triangle_drop.ron");
    let scene = crate::app::files::scenes::load(&path).expect("a scene");
    let models = [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];
    let mut bench = Workbench::new(scene, &models);
    for (slot, model) in bench.panes.iter_mut().zip(models) {
        let mut taken = pane("triangle_drop.ron", model);
        for _ in 0..84 {
            step(&mut taken);
        }
        // All panes of a workbench share its scene.
        taken.scene = Arc::clone(&slot.scene);
        *slot = taken;
    }
    bench
}

fn stage(pane: usize) -> Stage {
    let subject = Subject::pair(pane, BodyId(0), BodyId(1));
    let selection = Selection { subject: Some(subject), body: Some(BodyId(1)), ..Selection::default() };
    Stage { bench: bench(), selection, commands: Vec::new(), ready: false, list: false }
}

#[test]
fn rows_are_found_by_their_labels_point_out_tiles_and_choose_contacts() {
    let mut harness = harness(stage(1));
    harness.get_by_label("Inter-contact condition I (4.9)");
    harness.get_by_label_contains("A sprung trap");
    // The standard model, the same contacts on velocities, and the events of the ratio metric.
    assert_eq!(harness.get_all_by_label_contains("Would have forbidden this motion").count(), 3);
    harness.get_by_label_contains("[1] vertex").hover();
    harness.run_steps(2);
    assert!(harness.state().commands.contains(&AppCommand::Explain(ExplainCommand::PointOutRow(Some(1)))));
    assert_eq!(harness.state().selection.row, Some(1));
    // The picture has a tile with that number, and the labels a number at it.
    let state = harness.state();
    let subject = state.selection.subject.expect("a subject");
    let picture = Picture::of(&state.bench.panes[1], &subject, Some(1));
    assert_eq!(picture.pointed, Some(1));
    let numbers: Vec<usize> = labels::numbers(&picture).iter().map(|n| n.number).collect();
    assert_eq!(numbers, [1, 2]);

    harness.get_by_label_contains("[2] vertex").click();
    harness.run_steps(2);
    let chosen = harness
        .state()
        .commands
        .iter()
        .any(|c| matches!(c, AppCommand::Select(SelectCommand::Contact(Some((1, _))))));
    assert!(chosen, "{:?}", harness.state().commands);
    harness.get_by_label_contains("CONTACT [2]");
}

#[test]
fn every_pane_can_be_asked_and_conditions_can_be_chosen() {
    let mut harness = harness(stage(2));
    harness.get_by_label("Separating feature S");
    let state = harness.state_mut();
    choose::choose(&state.bench, &mut state.selection, &ExplainCommand::Pane(0));
    harness.run_steps(2);
    harness.get_by_label("Unilateral condition U (4.7)");
    harness.get_by_label_contains("At the same place, where PEG asks for one of them only");
    let state = harness.state_mut();
    choose::choose(&state.bench, &mut state.selection, &ExplainCommand::Pane(1));
    harness.run_steps(2);
    harness.get_by_label_contains("X  vertex").click();
    harness.run_steps(2);
    harness.get_by_label("Cross-contact condition X (4.15)");
}

#[test]
fn a_pair_is_chosen_in_the_list_of_contacts() {
    let mut stage = stage(1);
    stage.selection.subject = None;
    stage.bench.focused = 1;
    stage.list = true;
    let mut harness = harness(stage);
    harness.get_by_label("Pair with mountain").click();
    harness.run_steps(2);
    assert_eq!(
        harness.state().commands.first(),
        Some(&AppCommand::Explain(ExplainCommand::Pair(BodyId(1), BodyId(0))))
    );
    harness.get_by_label_contains("What each model asks here".to_uppercase().as_str());
}

#[test]
fn the_mark_of_the_parting_says_from_which_distance_on() {
    let mut harness = harness(stage(1));
    // The panes stand at other places, and no step said where they parted.
    harness.get_by_label("apart").click();
    harness.run_steps(4);
    harness.get_by_label_contains("The panes part when a body is apart by more than");
}
