//! The panels as somebody who hears them meets them: everything is found by its name, and pressing it gives its command.

use super::tests::{bench, filled};
use super::*;
use crate::app::bench::workbench::Workbench;
use crate::app::command::look::{Overlay, Theme};
use crate::app::command::purpose::Purpose;
use crate::app::command::{
    AppCommand, ExplainCommand, FilesCommand, LookCommand, PanelCommand, PastCommand, RunCommand,
    SelectCommand,
};
use crate::app::explain::resolve::question::Question;
use crate::app::files::reload::Matter;
use crate::app::texts::{Language, within};
use crate::app::ui::scene_list::SceneEntry;
use crate::contact::models::ContactModel;
use crate::step::{Cone, ImpactTreatment, SolverMethod};
use crate::world::BodyId;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use panels::metric::Metric;
use std::path::{Path, PathBuf};

/// The resources of the panels, and what they asked for.
pub(super) struct Panels {
    pub bench: Workbench,
    pub view: ViewSettings,
    pub selection: Selection,
    pub messages: Messages,
    pub scenes: SceneList,
    pub session: Session,
    pub resolve: Resolve,
    pub undo: UndoStack,
    pub question: Option<FileQuestion>,
    pub state: UiState,
    pub commands: Vec<AppCommand>,
    pub places: Option<layout::Places>,
}

/// The whole user interface at a size.
pub(super) fn panels(bench: Workbench, size: [f32; 2], theme: Theme) -> Harness<'static, Panels> {
    let mut view = ViewSettings::default();
    view.theme = theme;
    let panels = Panels {
        bench,
        view,
        selection: Selection::default(),
        messages: Messages::default(),
        scenes: SceneList::default(),
        session: Session::default(),
        resolve: Resolve::default(),
        undo: UndoStack::default(),
        question: None,
        state: UiState::default(),
        commands: Vec::new(),
        places: None,
    };
    let mut themed = false;
    let draw = move |ui: &mut egui::Ui, p: &mut Panels| {
        if !themed {
            theme::install(ui.ctx());
            theme::apply(ui.ctx(), p.view.theme);
            themed = true;
            // The fonts are there from the next frame on.
            return;
        }
        let inputs = Inputs {
            bench: &p.bench,
            view: &p.view,
            selection: &p.selection,
            messages: &p.messages,
            scenes: &p.scenes,
            session: &p.session,
            resolve: &p.resolve,
            undo: &p.undo,
            output: &crate::app::files::output::OutputState::default(),
            file_question: p.question.as_ref(),
            recheck: None,
            left: &[],
            taking: None,
            long_steps: None,
            cutting: &crate::app::build::cutting::Cutting::default(),
            snapping: crate::app::command::select::Snapping::default(),
            loading: None,
        };
        let mut root = egui::Ui::new(
            ui.ctx().clone(),
            "root".into(),
            egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ui.ctx().viewport_rect()),
        );
        p.places = Some(layout::show(&mut root, &inputs, &mut p.state, &mut p.commands));
    };
    let mut harness = Harness::builder().with_size(size).build_ui_state(draw, panels);
    harness.run_steps(5);
    harness
}

fn desk(panes: usize) -> Harness<'static, Panels> {
    panels(filled(panes), [1600.0, 900.0], Theme::Dark)
}

/// What pressing the thing of that name asks for.
#[track_caller]
pub(super) fn press(harness: &mut Harness<'static, Panels>, name: &str) -> Vec<AppCommand> {
    harness.state_mut().commands.clear();
    harness.get_by_label(name).click();
    harness.run_steps(3);
    harness.state().commands.clone()
}

/// What is asked for besides marks of what the pointer is on.
#[track_caller]
pub(super) fn assert_asks(harness: &mut Harness<'static, Panels>, name: &str, wanted: &AppCommand) {
    let commands = press(harness, name);
    assert!(commands.contains(wanted), "`{name}` gave {commands:?}, not {wanted:?}");
}

#[test]
fn every_button_of_the_tool_bar_is_found_by_name_and_gives_its_command() {
    let mut harness = desk(2);
    for (name, command) in [
        ("Reset (R)", AppCommand::Past(PastCommand::Reset)),
        ("Step back (←)", AppCommand::Past(PastCommand::StepBack)),
        ("Run or pause (Space)", AppCommand::Run(RunCommand::ToggleRun)),
        ("Step (→)", AppCommand::Run(RunCommand::Step)),
        ("Next sprung trap (T)", AppCommand::Run(RunCommand::StepToSprungTrap)),
        ("As fast as possible (A)", AppCommand::Run(RunCommand::ToggleAsFastAsPossible)),
        ("Help (F1)", AppCommand::Panel(PanelCommand::ToggleHelp)),
        ("Dark or light (D)", AppCommand::Look(LookCommand::ToggleTheme)),
        ("3", AppCommand::Run(RunCommand::SetPaneCount(3))),
    ] {
        assert_asks(&mut harness, name, &command);
    }
    assert!(harness.state().state.left);
    press(&mut harness, "Timeline and plots");
    assert!(!harness.state().state.bottom, "a panel is hidden by its button");
}

/// A file that others wrote, or whose comments would go, is a question with an answer for each wish.
#[test]
fn a_question_about_the_file_is_asked_with_its_answers() {
    let mut harness = desk(2);
    let files = |command| AppCommand::Files(command);
    let (over, keep, read) =
        (FilesCommand::SaveSceneOver, FilesCommand::KeepEdits, FilesCommand::ReloadScene);
    let beside = AppCommand::Panel(PanelCommand::AskForFile(Purpose::SaveScene));
    let lost = Matter::SaveAnew("it is written oddly".to_owned());
    for (matter, said, answers) in [
        (
            Matter::Changed,
            "has changed on disk",
            vec![("Read the file", files(read.clone())), ("Keep what is shown", files(keep.clone()))],
        ),
        (
            Matter::SaveOver,
            "since it was read",
            vec![
                ("Save over it", files(over.clone())),
                ("Save beside it…", beside.clone()),
                ("Read the file", files(read)),
                ("Cancel", files(keep.clone())),
            ],
        ),
        (
            lost,
            "cannot be kept: it is written oddly.",
            vec![("Save without them", files(over)), ("Save beside it…", beside), ("Cancel", files(keep))],
        ),
    ] {
        let question = FileQuestion { path: "folder/mine.ron".into(), matter };
        harness.state_mut().question = Some(question);
        harness.run_steps(30);
        harness.get_by_label_contains(said);
        for (name, command) in answers {
            assert_asks(&mut harness, name, &command);
            assert!(harness.state().commands.contains(&AppCommand::Files(FilesCommand::KeepEdits)));
        }
    }
}

#[test]
fn overlays_and_views_are_chosen_in_their_menus() {
    let mut harness = desk(2);
    press(&mut harness, "Overlays ⏷");
    assert_asks(&mut harness, "Worst contact", &AppCommand::Look(LookCommand::ToggleOverlay(Overlay::Worst)));
    assert_asks(
        &mut harness,
        "Contact normals",
        &AppCommand::Look(LookCommand::ToggleOverlay(Overlay::Normals)),
    );
}

#[test]
fn a_pane_changes_its_model_and_solver_by_name() {
    let mut harness = desk(1);
    press(&mut harness, "Pane 1, contact model: Standard");
    let name = harness
        .query_all_by_label_contains("Polytope exact geometry")
        .next()
        .expect("the models say what they do")
        .accesskit_node()
        .label()
        .expect("a name");
    assert_asks(
        &mut harness,
        &name,
        &AppCommand::Run(RunCommand::SetPaneModel { pane: 0, model: ContactModel::Peg }),
    );
    let mut harness = desk(1);
    press(&mut harness, "Pane 1, geometry and solver");
    let wanted = AppCommand::Run(RunCommand::SetPaneSolver { pane: 0, method: SolverMethod::Dantzig });
    assert_asks(&mut harness, "Dantzig", &wanted);
}

#[test]
fn the_friction_cone_is_chosen_where_there_is_a_choice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/cube_on_edge.ron");
    let scene = || crate::app::files::scenes::load(&path).expect("a scene");
    let bench = Workbench::new(scene(), &[ContactModel::Peg, ContactModel::SeparatingFeature]);
    let mut harness = panels(bench.clone(), [1440.0, 860.0], Theme::Dark);
    press(&mut harness, "Pane 2, geometry and solver");
    let count =
        |harness: &Harness<'static, Panels>, name: &str| harness.query_all_by_label_contains(name).count();
    assert_eq!(count(&harness, "Quadratic (default of Exact)"), 1);
    let pyramid = harness
        .query_all_by_label_contains("Friction in the scene's number of directions")
        .next()
        .and_then(|node| node.accesskit_node().label())
        .expect("it says what the pyramid is");
    let wanted = RunCommand::SetPaneCone { pane: 1, cone: Some(Cone::Pyramid) };
    assert_asks(&mut harness, &pyramid, &AppCommand::Run(wanted));

    let mut harness = panels(bench, [1440.0, 860.0], Theme::Dark);
    press(&mut harness, "Pane 1, geometry and solver");
    assert_eq!((count(&harness, "Quadratic"), count(&harness, "has the pyramid")), (0, 1));
    // In the plane both are the same.
    let mut harness = desk(3);
    press(&mut harness, "Pane 3, geometry and solver");
    assert_eq!((count(&harness, "Quadratic"), count(&harness, "yramid")), (0, 0));
    assert_eq!(count(&harness, "Exact has one method of its own."), 1, "the menu is open");
}

#[test]
fn what_becomes_of_impacts_is_chosen_where_there_is_a_choice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/cube_on_edge.ron");
    let scene = crate::app::files::scenes::load(&path).expect("a scene");
    let bench = Workbench::new(scene, &[ContactModel::Peg, ContactModel::SeparatingFeature]);
    let mut harness = panels(bench.clone(), [1440.0, 860.0], Theme::Dark);
    press(&mut harness, "Pane 2, geometry and solver");
    let count =
        |harness: &Harness<'static, Panels>, name: &str| harness.query_all_by_label_contains(name).count();
    assert_eq!(
        count(&harness, "Steps end at impacts (default of Exact where up to 8 bodies are near each other)"),
        1
    );
    let whole = harness
        .query_all_by_label_contains("A blow acts at its instant")
        .next()
        .and_then(|node| node.accesskit_node().label())
        .expect("it says what whole steps are");
    let wanted = RunCommand::SetPaneImpact { pane: 1, impact: Some(ImpactTreatment::Within) };
    assert_asks(&mut harness, &whole, &AppCommand::Run(wanted));

    let mut harness = panels(bench, [1440.0, 860.0], Theme::Dark);
    press(&mut harness, "Pane 1, geometry and solver");
    assert_eq!((count(&harness, "Steps end at impacts"), count(&harness, "Only Exact")), (0, 1));
}

#[test]
fn the_numbers_are_said_with_their_model() {
    let mut harness = desk(3);
    harness.get_by_label("Contacts: Standard 2; PEG 2; Exact 2");
    harness.get_by_label("Sprung traps: Standard 1; PEG 1; Exact 1");
    press(&mut harness, "Solver");
    assert_eq!(harness.state().state.side, Side::Solver);
    harness.get_by_label("Problem size: 12");
}

#[test]
fn the_solver_panel_plots_marks_selects_and_resolves() {
    let mut harness = desk(2);
    press(&mut harness, "Solver");
    press(&mut harness, "Iterations: 5");
    assert_eq!(harness.state().state.plots.metrics[0], Metric::Iterations);
    let worst = "Worst contact: floor facet 1 – wedge vertex 2";
    let id = Some((0, crate::contact::ContactId(1)));
    let commands = press(&mut harness, worst);
    assert!(commands.contains(&AppCommand::Select(SelectCommand::PointOut(id))), "{commands:?}");
    assert!(commands.contains(&AppCommand::Select(SelectCommand::Contact(id))), "{commands:?}");
    // The pointer goes elsewhere: the mark is taken back.
    harness.state_mut().selection.pointed = id;
    harness.hover_at(egui::pos2(700.0, 400.0));
    harness.run_steps(2);
    assert!(harness.state().commands.contains(&AppCommand::Select(SelectCommand::PointOut(None))));
    assert_asks(
        &mut harness,
        "Keep it marked in the view (Z)",
        &AppCommand::Look(LookCommand::ToggleOverlay(Overlay::Worst)),
    );
    assert_asks(
        &mut harness,
        "Solve this step with every solver…",
        &AppCommand::Explain(ExplainCommand::CompareSolvers),
    );
}

#[test]
fn another_pane_is_chosen_in_the_solver_panel() {
    let mut harness = desk(2);
    press(&mut harness, "Solver");
    harness.state_mut().commands.clear();
    let pegs: Vec<_> = harness.query_all_by_label("PEG").collect();
    let tab = pegs.iter().find(|n| n.accesskit_node().role() == egui::accesskit::Role::RadioButton);
    tab.expect("a choice of panes").click();
    harness.run_steps(3);
    assert!(
        harness.state().commands.contains(&AppCommand::Run(RunCommand::FocusPane(1))),
        "{:?}",
        harness.state().commands
    );
}

#[test]
fn plots_are_chosen_by_name_and_have_either_scale() {
    let mut harness = desk(2);
    press(&mut harness, "Plot 2: Contacts");
    press(&mut harness, "Complementarity");
    assert_eq!(harness.state().state.plots.metrics[1], Metric::Complementarity);
    assert!(harness.state().state.plots.log(1));
    press(&mut harness, "Logarithmic scale of plot 2");
    assert!(!harness.state().state.plots.log(1));
    press(&mut harness, "Logarithmic scale of plot 1");
    assert!(!harness.state().state.plots.log(0), "the depth can be seen on a linear scale");
}

#[test]
fn the_timeline_is_a_slider_that_goes_to_its_middle() {
    let mut bench = bench(1);
    let pane = &mut bench.panes[0];
    for step in 0..=100 {
        let mut frame = pane.frame(false);
        frame.state.step = step;
        pane.recording.push(frame);
    }
    let mut harness = panels(bench, [1600.0, 900.0], Theme::Light);
    harness.get_all_by_label_contains("Timeline: step").next().expect("a timeline").click();
    harness.run_steps(3);
    let seeks = |c: &AppCommand| matches!(c, AppCommand::Past(PastCommand::Seek(49..=51)));
    assert!(harness.state().commands.iter().any(seeks), "{:?}", harness.state().commands);
}

#[test]
fn a_scene_is_loaded_by_its_name() {
    let mut harness = desk(1);
    let path = PathBuf::from("scenes/stack.ron");
    harness.state_mut().scenes.entries = vec![SceneEntry {
        path: path.clone(),
        name: "Stack of squares".to_owned(),
        description: "Ten boxes fall on each other.".to_owned(),
        planar: true,
        folder: String::new(),
    }];
    harness.run_steps(2);
    harness.get_all_by_label_contains("Stack of squares").next().expect("a scene").click();
    harness.run_steps(3);
    let commands = &harness.state().commands;
    assert!(commands.contains(&AppCommand::Files(FilesCommand::LoadScene(path))), "{commands:?}");
}

#[test]
fn messages_are_dismissed_and_help_turns_its_pages_by_name() {
    let mut harness = desk(1);
    harness.state_mut().messages.error("scenes/x.ron:3:1: the body `wedge` has no shape");
    harness.run_steps(4);
    let commands = press(&mut harness, "Dismiss this message");
    assert!(matches!(commands[..], [AppCommand::Panel(PanelCommand::DismissMessage(_)), ..]), "{commands:?}");
    harness.state_mut().state.help = true;
    harness.run_steps(4);
    press(&mut harness, "Keys");
    assert_eq!(harness.state().state.help_page, HelpPage::Keys);
}

/// The window of all solvers with its work done, on a box that starts within the floor's reach.
fn resolved() -> Harness<'static, Panels> {
    let mut bench = bench(1);
    // The wedge lies on the floor.
    bench.panes[0].simulation.state.poses[1].position.y = 0.2;
    let mut harness = panels(bench, [1600.0, 900.0], Theme::Dark);
    let panels = harness.state_mut();
    panels.resolve.ask(Question::of_pane(&panels.bench, 0), None);
    panels.state.obey(PanelCommand::ShowSolvers, None);
    for _ in 0..2000 {
        if harness.state().resolve.snapshot().is_some_and(|s| s.finished) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    harness.run_steps(4);
    harness
}

#[test]
fn the_table_of_solvers_names_each_with_its_status_and_sorts_by_any_column() {
    let mut harness = resolved();
    for name in ["Lemke: solved", "Automatic: solved", "Staggered: solved", "PSOR: solved"] {
        harness.get_by_label(name);
    }
    let order = |harness: &Harness<'static, Panels>| {
        let names = ["Lemke: solved", "PSOR: solved", "Automatic: solved"];
        let mut lines: Vec<(i32, &str)> =
            names.iter().map(|n| (harness.get_by_label(n).rect().min.y as i32, *n)).collect();
        lines.sort_unstable();
        lines.iter().map(|l| l.1.split(':').next().unwrap_or("")).collect::<Vec<_>>()
    };
    assert_eq!(order(&harness), ["Automatic", "Lemke", "PSOR"], "as in the catalogue");
    press(&mut harness, "Sort by Solver");
    press(&mut harness, "Sort by Solver");
    assert_eq!(order(&harness), ["PSOR", "Lemke", "Automatic"], "from Z to A");
    press(&mut harness, "Sort by Solver");
    assert_eq!(order(&harness), ["Automatic", "Lemke", "PSOR"]);
    press(&mut harness, "PSOR: solved");
    assert_eq!(harness.state().state.resolve.chosen, Some("psor"));
    assert_asks(&mut harness, "Save problem", &AppCommand::Explain(ExplainCommand::SaveProblem(None)));
    assert_asks(&mut harness, "Solve again", &AppCommand::Explain(ExplainCommand::ChooseProblem(0)));
    harness.get_all_by_label_contains("Matrix of").next().expect("the picture has a name");
}

/// What can be pressed, with its name where it has one.
fn pressable(harness: &Harness<'static, Panels>) -> Vec<(String, String)> {
    let nodes = harness.root().children_recursive();
    let pressable = nodes.filter(|n| {
        let data = n.accesskit_node();
        // Scroll bars are moved by the wheel and by what has the focus.
        data.data().supports_action(egui::accesskit::Action::Click)
            && data.role() != egui::accesskit::Role::ScrollBar
            && !data.is_hidden()
    });
    pressable
        .map(|n| {
            let node = n.accesskit_node();
            let name = node.label().filter(|l| !l.trim().is_empty()).or_else(|| node.value());
            (name.unwrap_or_default(), format!("{:?} at {:?}", node.role(), n.rect()))
        })
        .collect()
}

#[test]
fn nothing_that_can_be_pressed_is_without_a_name() {
    for language in Language::ALL {
        within(language, nothing_is_without_a_name);
    }
}

fn nothing_is_without_a_name() {
    for panes in 1..=3 {
        for side in [Side::Compare, Side::Solver] {
            let mut harness = desk(panes);
            let panels = harness.state_mut();
            panels.state.side = side;
            panels.selection.body = Some(BodyId(1));
            panels.selection.contact = Some((0, crate::contact::ContactId(1)));
            panels.messages.warn("Something is not as asked.");
            harness.run_steps(4);
            let all = pressable(&harness);
            assert!(all.len() > 40, "{} things to press", all.len());
            let nameless: Vec<&String> = all.iter().filter(|(n, _)| n.is_empty()).map(|(_, at)| at).collect();
            assert!(nameless.is_empty(), "{panes} panes, {side:?}: without a name are {nameless:#?}");
        }
    }
    let mut harness = resolved();
    harness.state_mut().state.help = true;
    harness.run_steps(3);
    let nameless: Vec<_> = pressable(&harness).into_iter().filter(|(n, _)| n.is_empty()).collect();
    assert!(nameless.is_empty(), "the table of solvers and the help: {nameless:#?}");
}
