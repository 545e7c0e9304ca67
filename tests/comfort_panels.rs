//! The panels by keyboard and by label: the walk of the focus, the command palette, the settings window, the tour.
#![cfg(feature = "app")]

use bevy_egui::egui::{self, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use pegsim::app::bench::workbench::{DEFAULT_MODELS, Workbench};
use pegsim::app::command::lesson::LessonEdit;
use pegsim::app::command::look::{Overlay, Theme};
use pegsim::app::command::session::{
    LessonAnswer, LessonMove, LessonPlace, Preference, ThemeChoice, TourMove,
};
use pegsim::app::command::{
    AppCommand, FilesCommand, LookCommand, PanelCommand, PastCommand, RunCommand, SessionCommand,
};
use pegsim::app::explain::resolve::Resolve;
use pegsim::app::look::view::{Selection, ViewSettings};
use pegsim::app::messages::Messages;
use pegsim::app::past::undo::UndoStack;
use pegsim::app::session::Session;
use pegsim::app::session::draft::Draft;
use pegsim::app::session::draft::obey::preview;
use pegsim::app::session::lesson::{Found, Open};
use pegsim::app::session::recent::RecentFiles;
use pegsim::app::session::tour::Tour;
use pegsim::app::texts::{Language, within};
use pegsim::app::ui::scene_list::SceneList;
use pegsim::app::ui::{Inputs, UiState, focus, layout, theme};
use pegsim::contact::models::ContactModel;
use pegsim::lesson::Ask;
use pegsim::scene::load_str;
use std::path::{Path, PathBuf};

const SCENE: &str = r#"Scene(
    name: "falling box", dimension: Two,
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1.0, 0.1, 0.0))),
        (name: "wedge", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (0.0, 1.0, 0.0), mass: 1.5),
    ],
)"#;

/// All that the panels read, and what came out of them.
struct Desk {
    bench: Workbench,
    view: ViewSettings,
    selection: Selection,
    messages: Messages,
    scenes: SceneList,
    session: Session,
    resolve: Resolve,
    undo: UndoStack,
    state: UiState,
    commands: Vec<AppCommand>,
    dressed: bool,
}

fn desk(size: (f32, f32), change: impl FnOnce(&mut Desk)) -> Harness<'static, Desk> {
    let scene = load_str(SCENE, "test.ron", Path::new(".")).expect("a valid scene");
    let mut desk = Desk {
        bench: Workbench::new(scene, &DEFAULT_MODELS),
        view: ViewSettings::default(),
        selection: Selection::default(),
        messages: Messages::default(),
        scenes: SceneList::default(),
        session: Session::default(),
        resolve: Resolve::default(),
        undo: UndoStack::default(),
        state: UiState::default(),
        commands: Vec::new(),
        dressed: false,
    };
    change(&mut desk);
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        |ui, desk: &mut Desk| {
            if !desk.dressed {
                theme::install(ui.ctx());
                theme::apply(ui.ctx(), Theme::Dark);
                desk.dressed = true;
                return;
            }
            focus::follow(ui.ctx());
            let inputs = Inputs {
                bench: &desk.bench,
                view: &desk.view,
                selection: &desk.selection,
                messages: &desk.messages,
                scenes: &desk.scenes,
                session: &desk.session,
                resolve: &desk.resolve,
                undo: &desk.undo,
                output: &pegsim::app::files::output::OutputState::default(),
                file_question: None,
                recheck: None,
                left: &[],
                taking: None,
                long_steps: None,
                cutting: &pegsim::app::build::cutting::Cutting::default(),
                snapping: pegsim::app::command::select::Snapping::default(),
                loading: None,
            };
            layout::show(ui, &inputs, &mut desk.state, &mut desk.commands);
        },
        desk,
    );
    // The panels slide into their places.
    harness.run_steps(30);
    harness
}

/// Name and role of the control that has the focus.
fn focused(harness: &Harness<'_, Desk>) -> Option<String> {
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself holds for one lifetime only"
    )]
    let node = harness.query_all_by(|node| node.is_focused()).next()?;
    let node = node.accesskit_node();
    let name = node.label().or_else(|| node.value()).unwrap_or_default();
    Some(format!("{:?}: {name}", node.role()))
}

fn press(harness: &mut Harness<'_, Desk>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

#[test]
fn tab_walks_through_the_controls_and_comes_round() {
    let mut harness = desk((1400.0, 800.0), |_| {});
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..200 {
        press(&mut harness, Modifiers::NONE, Key::Tab);
        let now = focused(&harness).unwrap_or_else(|| "nothing".to_owned());
        if seen.len() > 5 && Some(&now) == seen.first() {
            break;
        }
        seen.push(now);
    }
    assert!(seen.len() < 200, "the walk does not come round: {seen:#?}");
    for wanted in ["Reset", "Run or pause", "Overlays", "View", "Open", "Filter", "Solver", "contact model"] {
        let found = seen.iter().any(|name| name.to_lowercase().contains(&wanted.to_lowercase()));
        // Fields and menus are told by what they show.
        let told =
            matches!(wanted, "Filter" | "contact model") && seen.iter().any(|n| n.starts_with("TextInput"));
        assert!(found || told, "{wanted} is not reached by Tab: {seen:#?}");
    }
    // Back is the same way.
    let last = seen.len();
    press(&mut harness, Modifiers::NONE, Key::Tab);
    let second = focused(&harness);
    press(&mut harness, Modifiers::SHIFT, Key::Tab);
    assert_eq!(focused(&harness).as_ref(), seen.first(), "after {second:?} of {last}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(focused(&harness), None, "Escape leaves the focus");
}

#[test]
fn enter_and_space_press_what_has_the_focus() {
    let mut harness = desk((1400.0, 800.0), |_| {});
    harness.get_by(|node| node.label().is_some_and(|l| l.starts_with("Reset"))).focus();
    harness.run_steps(2);
    harness.state_mut().commands.clear();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert_eq!(
        harness.state().commands,
        [AppCommand::Past(PastCommand::Reset), AppCommand::Past(PastCommand::Reset)]
    );
}

fn type_text(harness: &mut Harness<'_, Desk>, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run_steps(3);
}

#[test]
fn the_palette_finds_and_runs_by_keyboard_alone() {
    let mut harness = desk((1280.0, 720.0), |desk| desk.state.obey(PanelCommand::ToggleCommandPalette, None));
    type_text(&mut harness, "ghost");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().commands.contains(&AppCommand::Look(LookCommand::ToggleOverlay(Overlay::Ghost))));
    assert!(harness.state().state.palette.is_none(), "it closes");

    harness.state_mut().state.obey(PanelCommand::ToggleCommandPalette, None);
    harness.run_steps(3);
    type_text(&mut harness, "lnc in pane");
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let wanted = AppCommand::Run(RunCommand::SetPaneModel { pane: 0, model: ContactModel::Lnc });
    assert!(harness.state().commands.contains(&wanted), "{:?}", harness.state().commands);

    let before = harness.state().commands.len();
    harness.state_mut().state.obey(PanelCommand::ToggleCommandPalette, None);
    harness.run_steps(3);
    type_text(&mut harness, "wedge");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().state.palette.is_none(), "Escape closes it");
    assert_eq!(harness.state().commands.len(), before, "and runs nothing");
}

#[test]
fn the_settings_window_gives_its_commands() {
    let mut harness = desk((1280.0, 720.0), |desk| desk.state.obey(PanelCommand::ToggleSettings, None));
    for label in ["Light", "Read the scene again", "One camera for all panes", "Low"] {
        harness.get_by_label(label).click();
        harness.run_steps(3);
    }
    let commands = &harness.state().commands;
    for wanted in [
        AppCommand::Session(SessionCommand::Prefer(Preference::Theme(ThemeChoice::Light))),
        AppCommand::Session(SessionCommand::Prefer(Preference::HotReload(false))),
        AppCommand::Run(RunCommand::ToggleLinkedCameras),
        AppCommand::Session(SessionCommand::Prefer(Preference::Quality(Some(
            pegsim::app::command::look::Quality::Low,
        )))),
    ] {
        assert!(commands.contains(&wanted), "{wanted:?} not among {commands:?}");
    }
}

#[test]
fn recent_files_are_opened_and_removed_and_missing_ones_are_not_opened() {
    let here = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    let there = here.clone();
    let mut harness = desk((1280.0, 720.0), move |desk| {
        desk.session.recent = RecentFiles::from_paths([there, PathBuf::from("/no/such/gone.ron")]);
        desk.session.recent.look();
    });
    harness.get_by_label("Cargo.toml").click();
    harness.run_steps(3);
    assert!(harness.state().commands.contains(&AppCommand::Files(FilesCommand::LoadScene(here))));
    let before = harness.state().commands.len();
    harness.get_by_label("gone.ron").click();
    harness.run_steps(3);
    assert_eq!(harness.state().commands.len(), before, "a missing file is not opened");
    let remove: Vec<_> = harness.get_all_by(|n| n.label().is_some_and(|l| l.starts_with("Remove"))).collect();
    assert_eq!(remove.len(), 2);
    remove[1].click();
    drop(remove);
    harness.run_steps(3);
    let gone = AppCommand::Session(SessionCommand::ForgetRecent(Some(PathBuf::from("/no/such/gone.ron"))));
    assert!(harness.state().commands.contains(&gone), "{:?}", harness.state().commands);
}

#[test]
fn the_card_of_the_tour_goes_on_and_away() {
    let mut harness = desk((1280.0, 720.0), |desk| desk.session.tour = Tour::start());
    harness.get_by_label("Next").click();
    harness.run_steps(3);
    harness.get_by_label("Not now").click();
    harness.run_steps(3);
    let commands = &harness.state().commands;
    for wanted in [
        AppCommand::Session(SessionCommand::Tour(TourMove::Next)),
        AppCommand::Session(SessionCommand::Tour(TourMove::End)),
    ] {
        assert!(commands.contains(&wanted), "{commands:?}");
    }
}

const LESSON: &str = r#"Lesson(title: "Sliding", steps: [(
    heading: "A slope", text: "It is **steep**: $\\mu < \\tan\\theta$.", scene: "triangle_drop",
    ask: Choose(question: "Does it slide?", answers: ["It stays.", "It slides."], right: 2),
    run: 1.0, then: "It *slid*.",
)])"#;

/// Before the answer there is no run; after the run the right answer and the explanation are there.
#[test]
fn the_card_of_a_lesson_asks_before_it_runs() {
    let lesson = pegsim::lesson::parse(LESSON, "x").expect("a lesson");
    let open = Open::new(lesson, LessonPlace::Program("x".to_owned()));
    let mut harness = desk((1280.0, 720.0), |desk| desk.session.lesson = Some(open.ready()));
    assert!(harness.get_by_label("Run").accesskit_node().is_disabled());
    assert!(harness.query_by_label("slid").is_none());
    harness.get_by_label("It stays.").click();
    harness.run_steps(3);
    let answer = LessonAnswer::Choice(1);
    let wanted = AppCommand::Session(SessionCommand::Lesson(LessonMove::Answer(answer)));
    assert!(harness.state().commands.contains(&wanted), "{:?}", harness.state().commands);
    let shown = |desk: &mut Desk| desk.session.lesson.clone().expect("a lesson");
    let mut open = shown(harness.state_mut());
    open.progress[0].answer = Some(answer);
    harness.state_mut().session.lesson = Some(open.clone());
    harness.run_steps(3);
    harness.get_by_label("Run").click();
    harness.run_steps(3);
    let wanted = AppCommand::Session(SessionCommand::Lesson(LessonMove::Run));
    assert!(harness.state().commands.contains(&wanted), "{:?}", harness.state().commands);
    open.progress[0].found =
        Some(vec![Found { model: ContactModel::SeparatingFeature, value: None, failed: false }]);
    harness.state_mut().session.lesson = Some(open);
    harness.run_steps(3);
    harness.get_by_label("✖ It stays.");
    harness.get_by_label("✔ It slides.");
    harness.get_by_label("slid");
    harness.get_by_label("Finish").click();
    harness.run_steps(3);
    let wanted = AppCommand::Session(SessionCommand::Lesson(LessonMove::Next));
    assert!(harness.state().commands.contains(&wanted), "{:?}", harness.state().commands);
}

/// The editor of a lesson has its steps, what one says, and the card as it will be read; what is clicked and typed is asked for.
#[test]
fn the_editor_of_a_lesson_shows_the_card_beside_what_is_typed() {
    let lesson = pegsim::lesson::parse(LESSON, "x").expect("a lesson");
    let mut harness = desk((1400.0, 850.0), |desk| desk.session.draft = Some(Draft::of(lesson)));
    let asked = |harness: &Harness<'_, Desk>| -> Vec<LessonEdit> {
        let edit = |command: &AppCommand| match command {
            AppCommand::Session(SessionCommand::EditLesson(edit)) => Some(edit.clone()),
            _ => None,
        };
        harness.state().commands.iter().filter_map(edit).collect()
    };
    assert!(asked(&harness).is_empty(), "nothing was changed yet: {:?}", asked(&harness));
    // As it will be read: the emphasis is none of the typed one.
    harness.get_by_label("steep");
    assert!(harness.query_by_label("slid").is_none());
    harness.get_by_label("After it").click();
    harness.run_steps(3);
    harness.get_by_label("slid");
    harness.get_by_label("✔ It slides.");
    for (name, edit) in [
        ("Add a step", LessonEdit::Add),
        ("Try from here", LessonEdit::Try(0)),
        ("Take from the window", LessonEdit::TakePresent(0)),
        ("Close", LessonEdit::Close),
    ] {
        harness.get_by_label(name).click();
        harness.run_steps(3);
        assert_eq!(asked(&harness).last(), Some(&edit), "{name}");
    }
    harness.get_by_label("Answer 1 is right").click();
    harness.run_steps(3);
    let Some(LessonEdit::Change(0, step)) = asked(&harness).last().cloned() else {
        panic!("{:?}", asked(&harness))
    };
    assert!(matches!(step.ask, Some(Ask::Choose { right: 1, .. })), "{step:?}");
    harness.get_by_label("Heading of the step").focus();
    harness.run_steps(3);
    harness.get_by_label("Heading of the step").type_text("Steep: ");
    harness.run_steps(3);
    let Some(LessonEdit::Change(0, step)) = asked(&harness).last().cloned() else {
        panic!("{:?}", asked(&harness))
    };
    assert!(step.heading.contains("Steep: ") && step.heading.contains("A slope"), "{}", step.heading);
    // A number in place of an answer keeps the question.
    harness.get_by_label("A number").click();
    harness.run_steps(3);
    let Some(LessonEdit::Change(0, step)) = asked(&harness).last().cloned() else {
        panic!("{:?}", asked(&harness))
    };
    assert!(
        matches!(&step.ask, Some(Ask::Predict { question, .. }) if question == "Does it slide?"),
        "{step:?}"
    );
    // While it is tried it stands aside.
    let draft = harness.state().session.draft.clone().expect("a lesson");
    harness.state_mut().session.lesson = Some(preview(&draft));
    harness.run_steps(3);
    assert!(harness.query_by_label("Add a step").is_none());
    harness.get_by_label("Back to the editor");
}

/// In a room there are views with the names of their models, and the lesson below them in the whole width; the panels come back as they were.
#[test]
fn the_presenter_has_views_and_a_caption() {
    let lesson = pegsim::lesson::parse(LESSON, "x").expect("a lesson");
    let open = Open::new(lesson, LessonPlace::Program("x".to_owned()));
    let mut harness = desk((1280.0, 720.0), |desk| {
        desk.session.lesson = Some(open.ready());
        desk.state.presenting = true;
    });
    let panels = "Solver";
    assert!(harness.query_by_label(panels).is_none(), "the numbers are hidden");
    harness.get_by_label("A slope");
    harness.get_by_label("It stays.").click();
    harness.run_steps(3);
    let wanted = AppCommand::Session(SessionCommand::Lesson(LessonMove::Answer(LessonAnswer::Choice(1))));
    assert!(harness.state().commands.contains(&wanted), "{:?}", harness.state().commands);
    for (pane, model) in DEFAULT_MODELS.iter().enumerate() {
        harness.get_by_label(&format!("Pane {}: {}", pane + 1, model.title()));
    }
    // Without a lesson the scene says what it is.
    harness.state_mut().session.lesson = None;
    harness.run_steps(3);
    harness.get_by_label("Leave").click();
    harness.run_steps(3);
    let wanted = AppCommand::Panel(PanelCommand::TogglePresenter);
    assert!(harness.state().commands.contains(&wanted), "{:?}", harness.state().commands);
    harness.state_mut().state.obey(PanelCommand::TogglePresenter, None);
    harness.run_steps(30);
    harness.get_by_label(panels);
}

#[test]
fn nothing_of_the_tool_bar_is_cut_off_in_small_windows_with_large_text() {
    for language in Language::ALL {
        within(language, nothing_of_the_tool_bar_is_cut_off);
    }
}

fn nothing_of_the_tool_bar_is_cut_off() {
    for (width, height) in [(1280.0, 720.0), (1000.0, 600.0), (853.0, 480.0), (640.0, 360.0)] {
        let harness = desk((width, height), |_| {});
        let bar = |node: &egui_kittest::Node<'_>| node.rect().max.y < theme::TOOLBAR_HEIGHT;
        let mut controls: Vec<(f32, f32, String)> = harness
            .query_all_by(|node| {
                use egui::accesskit::Role;
                matches!(node.role(), Role::Button | Role::RadioButton | Role::Slider | Role::SpinButton)
            })
            .filter(bar)
            .map(|node| {
                (node.rect().min.x, node.rect().max.x, node.accesskit_node().label().unwrap_or_default())
            })
            .collect();
        controls.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(controls.len() >= 8, "{width}: {controls:?}");
        for pair in controls.windows(2) {
            assert!(pair[0].1 <= pair[1].0 + 0.5, "at {width}: {:?} lies over {:?}", pair[0], pair[1]);
        }
        assert!(controls.iter().all(|c| c.0 >= 0.0 && c.1 <= width), "{width}: {controls:?}");
    }
}
