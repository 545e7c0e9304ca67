//! The user interface without a window: it draws for every state, and what is clicked comes out as commands.

mod dialog;
mod drift;
mod explainer;
mod groups;
mod joints;
mod menus;
mod messages;

use super::*;
use crate::app::bench::workbench::DEFAULT_MODELS;
use crate::app::command::look::Theme;
use crate::app::command::{AppCommand, PanelCommand, PastCommand, RunCommand, SelectCommand};
use crate::contact::models::{Alternative, Disjunction, DisjunctionKind};
use crate::contact::{Contact, ContactId, Feature, FeaturePair};
use crate::lcp::Residual;
use crate::math::{Vec3, Vec6};
use crate::recording::Sample;
use crate::scene::load_str;
use crate::step::{Accuracy, GapError, JointRecord, Measure, SolveSummary, SolverMethod, StepRecord, Timing};
use crate::world::{BodyId, PartId};
use bevy_egui::egui::{Event, Modifiers, PointerButton, Pos2, RawInput, pos2};
use std::path::Path;
use std::sync::Arc;

const SCENE: &str = r#"Scene(
    name: "triangle drop", description: "thesis 5.2.1", dimension: Two,
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1.0, 0.1, 0.0))),
        (name: "wedge", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (0.0, 1.0, 0.0), mass: Some(1.5)),
    ],
)"#;

pub(super) fn bench(panes: usize) -> Workbench {
    let scene = load_str(SCENE, "test.ron", Path::new(".")).expect("a valid scene");
    Workbench::new(scene, &DEFAULT_MODELS[..panes])
}

pub(super) fn record() -> StepRecord {
    let part = |b| PartId { body: BodyId(b), part: 0 };
    let contact = |gap| Contact {
        pair: FeaturePair {
            a: (part(0), Feature::Facet(1)),
            b: (part(1), Feature::Vertex(2)),
            flipped: false,
        },
        gap,
        distance: gap,
        normal: Vec3::y(),
        point_a: Vec3::zeros(),
        point_b: Vec3::zeros(),
        centre_a: Vec3::zeros(),
        centre_b: Vec3::zeros(),
        jacobian_a: Vec6::zeros(),
        jacobian_b: Vec6::zeros(),
        applicability: 0.0,
        applicable: true,
        feasible: true,
    };
    let alternatives =
        vec![Alternative { contacts: vec![ContactId(0)] }, Alternative { contacts: vec![ContactId(1)] }];
    StepRecord {
        step: 7,
        time: 0.07,
        contacts: vec![contact(1e-9), contact(-2e-3)],
        impulses: vec![0.1, 0.0],
        friction_impulses: vec![Vec3::x(), Vec3::zeros()],
        end_gaps: vec![0.0, -1e-3],
        disjunctions: vec![Disjunction {
            kind: DisjunctionKind::InterContact,
            parts: (part(0), part(1)),
            features: (Feature::Facet(1), Feature::Vertex(2)),
            alternatives,
            primary: 0,
        }],
        traps: 1,
        sprung_traps: 1,
        joints: Vec::new(),
        beside: Vec::new(),
        detection_distance: 0.1,
        islands: 1,
        solve: SolveSummary {
            method: "lemke",
            size: 12,
            iterations: 5,
            outer_iterations: 0,
            switches: 0,
            substeps: 1,
            accuracy: Accuracy::of(
                Measure::Complementarity,
                Residual { natural_map: f64::NAN, ..Residual::default() },
            ),
            worst_contact: Some(1),
            fallback: Some("Lemke ended on a secondary ray.".into()),
            history: Vec::new(),
            objectives: Vec::new(),
        },
        timing: Timing { detect: 1e-4, formulate: 2e-5, solve: 3e-3, total: 3.2e-3 },
    }
}

pub(super) fn filled(panes: usize) -> Workbench {
    let mut bench = bench(panes);
    for pane in &mut bench.panes {
        pane.simulation.record = Some(Arc::new(record()));
        for step in 1..200 {
            let depth = if step % 5 == 0 { f64::NAN } else { 1e-9 * step as f64 };
            let time = 0.01 * step as f64;
            pane.history.push(Sample { step, time, depth, sprung_traps: 1, ..Sample::default() });
        }
        pane.truth.depth = 1e-3;
        pane.truth.worst_depth = f64::INFINITY;
        pane.truth.deepest = Some((BodyId(0), BodyId(1)));
        pane.failure = Some("step 8: no method gave an acceptable solution".into());
    }
    bench.running = true;
    bench.behind = 0.3;
    bench
}

/// A user interface with its resources, drawn frame by frame.
struct Desk {
    ctx: egui::Context,
    bench: Workbench,
    view: ViewSettings,
    selection: Selection,
    messages: Messages,
    scenes: SceneList,
    session: Session,
    resolve: Resolve,
    undo: UndoStack,
    state: UiState,
    size: egui::Vec2,
    places: Option<layout::Places>,
}

impl Desk {
    fn new(bench: Workbench, size: (f32, f32)) -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        theme::apply(&ctx, Theme::Dark);
        Self {
            ctx,
            bench,
            view: ViewSettings::default(),
            selection: Selection::default(),
            messages: Messages::default(),
            scenes: SceneList::default(),
            session: Session::default(),
            resolve: Resolve::default(),
            undo: UndoStack::default(),
            state: UiState::default(),
            size: size.into(),
            places: None,
        }
    }

    fn frame(&mut self, events: Vec<Event>) -> (Vec<AppCommand>, egui::FullOutput) {
        let input = RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, self.size)),
            events,
            ..RawInput::default()
        };
        let mut commands = Vec::new();
        let inputs = Inputs {
            bench: &self.bench,
            view: &self.view,
            selection: &self.selection,
            messages: &self.messages,
            scenes: &self.scenes,
            session: &self.session,
            resolve: &self.resolve,
            undo: &self.undo,
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
        let (state, places) = (&mut self.state, &mut self.places);
        let mut output = self.ctx.run_ui(input, |ui| {
            *places = Some(layout::show(ui, &inputs, state, &mut commands));
        });
        // There is nobody to upload them to.
        output.textures_delta.clear();
        (commands, output)
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(Vec::new());
        }
    }

    fn click(&mut self, at: Pos2) -> Vec<AppCommand> {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::default(),
        };
        let mut all = self.frame(vec![Event::PointerMoved(at)]).0;
        all.extend(self.frame(vec![button(true)]).0);
        all.extend(self.frame(vec![button(false)]).0);
        all
    }

    /// Clicks along the tool bar from left to right and returns what each place gave.
    fn sweep_toolbar(&mut self, until: f32) -> Vec<AppCommand> {
        let mut all = Vec::new();
        let mut x = 6.0;
        while x < until {
            all.extend(self.click(pos2(x, 22.0)));
            x += 14.0;
        }
        all
    }
}

/// All text that was drawn.
fn text_of(output: &egui::FullOutput) -> String {
    fn collect(shape: &egui::Shape, text: &mut String) {
        match shape {
            egui::Shape::Text(t) => {
                text.push_str(t.galley.text());
                text.push('\n');
            }
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|s| collect(s, text)),
            _ => {}
        }
    }
    let mut text = String::new();
    output.shapes.iter().for_each(|s| collect(&s.shape, &mut text));
    text
}

/// The middle of the first text that begins with `wanted`.
fn place_of(wanted: &str, output: &egui::FullOutput) -> Pos2 {
    fn find(shape: &egui::Shape, wanted: &str) -> Option<Pos2> {
        match shape {
            egui::Shape::Text(t) if t.galley.text().starts_with(wanted) => {
                Some(t.pos + t.galley.size() / 2.0)
            }
            egui::Shape::Vec(shapes) => shapes.iter().find_map(|s| find(s, wanted)),
            _ => None,
        }
    }
    output.shapes.iter().find_map(|s| find(&s.shape, wanted)).expect("the text is shown")
}

#[test]
fn panels_draw_at_every_size_for_empty_and_filled_records() {
    for size in [(1600.0, 900.0), (1280.0, 720.0), (1000.0, 600.0), (400.0, 300.0)] {
        for panes in 1..=3 {
            for bench in [bench(panes), filled(panes)] {
                let mut desk = Desk::new(bench, size);
                desk.selection.body = Some(BodyId(1));
                desk.selection.contact = Some((0, ContactId(1)));
                desk.frames(4);
                let places = desk.places.clone().expect("drawn");
                assert_eq!(places.views.len(), panes);
                let screen = egui::Rect::from_min_size(Pos2::ZERO, desk.size).expand(1.0);
                assert!(screen.contains_rect(places.central), "{:?} at {size:?}", places.central);
            }
        }
    }
}

#[test]
fn what_matters_is_on_the_screen() {
    let mut desk = Desk::new(filled(3), (1600.0, 900.0));
    desk.messages.error("scenes/x.ron:3:1: the body `wedge` has no shape");
    desk.selection.body = Some(BodyId(1));
    desk.frames(3);
    let text = text_of(&desk.frame(Vec::new()).1);
    for wanted in [
        "Standard",
        "PEG",
        "Exact",
        "semi-implicit",
        "S, separation",
        "triangle drop",
        "Sprung traps",
        "the body `wedge` has no shape",
        "behind",
        "Mass",
    ] {
        assert!(text.contains(wanted), "`{wanted}` is not shown");
    }
    assert_eq!(text.matches("stands still").count(), 3);
}

/// The record of a step under the exact model: a pair of edges with its side row.
fn exact_record() -> StepRecord {
    let mut record = record();
    let part = |b| PartId { body: BodyId(b), part: 0 };
    record.contacts[0].pair.a = (part(0), Feature::Edge(1));
    record.contacts[0].pair.b = (part(1), Feature::Edge(2));
    record.contacts[1].pair.a = (part(0), Feature::Vertex(1));
    record.contacts[1].pair.b = (part(1), Feature::Edge(2));
    record.disjunctions = vec![Disjunction {
        kind: DisjunctionKind::Separation,
        parts: (part(0), part(1)),
        features: (Feature::Edge(1), Feature::Edge(2)),
        alternatives: vec![Alternative { contacts: vec![ContactId(0), ContactId(1)] }],
        primary: 0,
    }];
    record.solve.method = "active-alternative (exact)";
    record.solve.substeps = 2;
    record.solve.accuracy = Accuracy {
        geometry: Some(GapError { violation: 4.2e-10, open_load: 0.0 }),
        ..Accuracy::of(Measure::Projection, Residual::default())
    };
    record.solve.history = vec![1e-3, 1e-6, 4e-10];
    record
}

#[test]
fn the_exact_model_shows_its_own_numbers() {
    let mut bench = bench(3);
    for pane in &mut bench.panes {
        pane.simulation.record = Some(Arc::new(exact_record()));
        pane.truth.depth = 4.2e-10;
    }
    let mut desk = Desk::new(bench, (1600.0, 2400.0));
    desk.state.plots.metrics[0] = panels::plots::Metric::Convergence;
    desk.frames(3);
    let text = text_of(&desk.frame(Vec::new()).1);
    for wanted in ["4.2e-10 m", "Violation", "Parts of the step", "Convergence of the step"] {
        assert!(text.contains(wanted), "`{wanted}` is not shown");
    }
    desk.selection.contact = Some((2, ContactId(1)));
    desk.frames(3);
    let text = text_of(&desk.frame(Vec::new()).1);
    for wanted in ["Separating feature S", "edge 1 of floor outside edge 2 of wedge", "turning"] {
        assert!(text.contains(wanted), "`{wanted}` is not shown");
    }
}

/// A gate on a hinge with a motor, and a latch that has broken.
const GATE: &str = r#"Scene(
    name: "gate", description: "", dimension: Two,
    bodies: [
        (name: "post", kind: Fixed, shape: Box(half_extents: (0.1, 0.5, 0.0))),
        (name: "gate", kind: Dynamic, shape: Box(half_extents: (0.5, 0.1, 0.0)), position: (0.8, 0.0, 0.0), mass: Some(1.5), restitution: 0.25),
        (name: "bolt", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (1.6, 0.0, 0.0), mass: Some(0.1)),
    ],
    joints: [
        (name: "hinge", kind: Revolute, bodies: ("post", "gate"), point: (0.2, 0.0, 0.0), limits: Some((-0.5235987755982988, 1.0)), break_force: Some(50.0)),
        (name: "latch", kind: Prismatic, bodies: ("gate", "bolt"), point: (1.4, 0.0, 0.0), axis: (1.0, 0.0, 0.0), break_force: Some(2.0)),
    ],
    controllers: [(kind: JointPd, joint: "hinge", target: Some(Ramp(1.5)), kd: 20.0)],
)"#;

#[test]
fn the_joints_of_the_selected_body_are_listed() {
    let scene = load_str(GATE, "gate.ron", Path::new(".")).expect("a valid scene");
    let mut bench = Workbench::new(scene, &DEFAULT_MODELS[..2]);
    let (force, torque) = (Vec3::new(3.0, 4.0, 0.0), Vec3::z() * 0.7);
    let borne =
        JointRecord { joint: 0, error: 0.0, coordinate: 0.0, force, torque, drive: 0.0, broke: false };
    for pane in &mut bench.panes {
        pane.simulation.record = Some(Arc::new(StepRecord { joints: vec![borne.clone()], ..record() }));
        pane.simulation.state.broken.push(1);
        pane.truth.joint_error = 3.0e-5;
        pane.truth.worst_joint_error = 7.0e-5;
    }
    let mut desk = Desk::new(bench, (1600.0, 2400.0));
    desk.selection.body = Some(BodyId(1));
    desk.frames(4);
    let text = text_of(&desk.frame(Vec::new()).1);
    for wanted in [
        "JOINTS (2 IN STANDARD)",
        "hinge",
        "revolute",
        "0.0° (0.000 rad)",
        "-30.0° to 57.3°",
        "5.00 N of 50.0 N",
        "700 mN·m",
        "turns at 85.9°/s",
        "broken",
        "2.00 N",
        "Restitution",
        "Joint error",
        "30.0 µm",
        "70.0 µm",
        "1 of 2",
    ] {
        assert!(text.contains(wanted), "`{wanted}` is not shown");
    }
    // A click on the other body of a joint selects it.
    let at = place_of("Joined to", &desk.frame(Vec::new()).1);
    assert!(desk.click(at).contains(&AppCommand::Select(SelectCommand::Body(Some(BodyId(0))))));

    // And nothing of it where there are no joints.
    let mut desk = Desk::new(filled(2), (1600.0, 2400.0));
    desk.selection.body = Some(BodyId(1));
    desk.frames(4);
    let text = text_of(&desk.frame(Vec::new()).1);
    for unwanted in ["JOINTS", "Joint error"] {
        assert!(!text.contains(unwanted), "`{unwanted}` is shown");
    }
}

#[test]
fn the_menu_of_solvers_lists_and_sets_them_all() {
    let mut desk = Desk::new(bench(1), (1600.0, 1200.0));
    desk.frames(3);
    let button = place_of("semi-implicit", &desk.frame(Vec::new()).1);
    desk.click(button);
    desk.frames(2);
    let output = desk.frame(Vec::new()).1;
    let text = text_of(&output);
    for method in SolverMethod::ALL {
        assert!(text.contains(method.title()), "{} is not in the menu", method.title());
    }
    let wanted = AppCommand::Run(RunCommand::SetPaneSolver { pane: 0, method: SolverMethod::Dantzig });
    assert!(desk.click(place_of(SolverMethod::Dantzig.title(), &output)).contains(&wanted));
}

#[test]
fn selections_that_are_gone_do_no_harm() {
    let mut desk = Desk::new(filled(1), (1280.0, 720.0));
    desk.selection.body = Some(BodyId(99));
    desk.selection.contact = Some((2, ContactId(5)));
    desk.frames(2);
    desk.selection.contact = Some((0, ContactId(77)));
    desk.frames(2);
}

#[test]
fn the_buttons_of_the_tool_bar_give_their_commands() {
    let mut desk = Desk::new(bench(3), (1280.0, 720.0));
    desk.frames(3);
    let commands = desk.sweep_toolbar(460.0);
    for wanted in [
        AppCommand::Past(PastCommand::Reset),
        AppCommand::Past(PastCommand::StepBack),
        AppCommand::Run(RunCommand::ToggleRun),
        AppCommand::Run(RunCommand::Step),
        AppCommand::Run(RunCommand::StepToSprungTrap),
    ] {
        assert!(commands.contains(&wanted), "{wanted:?} not among {commands:?}");
    }
}

#[test]
fn help_lists_every_command_of_the_table() {
    let mut desk = Desk::new(bench(1), (1600.0, 900.0));
    desk.state.obey(PanelCommand::ToggleHelp, None);
    desk.state.help_page = HelpPage::Keys;
    desk.frames(3);
    let text = text_of(&desk.frame(Vec::new()).1);
    assert!(text.contains("What you see"));
    desk.state.close();
    assert!(!desk.state.help);

    // The page at full height, where nothing is scrolled out of sight.
    let screen = egui::Rect::from_min_size(Pos2::ZERO, egui::vec2(800.0, 4000.0));
    let mut output = desk.ctx.run_ui(RawInput { screen_rect: Some(screen), ..RawInput::default() }, |ui| {
        panels::help::keys(ui, "");
    });
    output.textures_delta.clear();
    let text = text_of(&output);
    for entry in crate::app::command::table() {
        assert!(text.contains(entry.name), "{} is not in the help", entry.name);
    }
}

#[test]
fn panels_hide_and_give_their_room_to_the_views() {
    let mut desk = Desk::new(bench(2), (1600.0, 900.0));
    desk.frames(3);
    let before = desk.places.clone().expect("drawn").central;
    desk.state.obey(PanelCommand::TogglePanels, None);
    // The panels slide away over several frames.
    desk.frames(40);
    let after = desk.places.clone().expect("drawn").central;
    assert!(after.width() > before.width() + 300.0, "{before:?} {after:?}");
    desk.state.obey(PanelCommand::TogglePanels, None);
    assert!(desk.state.left && desk.state.right && desk.state.bottom);
}

#[test]
fn the_open_dialog_draws_and_closes() {
    let mut desk = Desk::new(bench(2), (1000.0, 600.0));
    desk.state.obey(PanelCommand::OpenSceneDialog, Some(env!("CARGO_MANIFEST_DIR").into()));
    desk.frames(3);
    let text = text_of(&desk.frame(Vec::new()).1);
    assert!(text.contains("src/"), "{text}");
    desk.state.close();
    assert!(desk.state.dialog.is_none());
}
