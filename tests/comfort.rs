//! What the program remembers and follows: settings, recent files, files that change on disk. Whole, without window.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::*;
use desk::{act, bench, errors, plain, started, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::bench::workbench::Workbench;
use pegsim::app::command::files::{Captions, Figure, FilmFormat};
use pegsim::app::command::look::{Overlay, Quality, Theme};
use pegsim::app::command::session::{LessonAnswer, LessonMove, LessonPlace, Preference, ThemeChoice};
use pegsim::app::command::{
    AppCommand, FilesCommand, LookCommand, RunCommand, SelectCommand, SessionCommand,
};
use pegsim::app::files::output::{OutputState, RATES};
use pegsim::app::files::reload::Watch;
use pegsim::app::look::view::{Selection, ViewSettings};
use pegsim::app::messages::Messages;
use pegsim::app::run::simulation::Mode;
use pegsim::app::session::film::FilmChoice;
use pegsim::app::session::lesson::Open;
use pegsim::app::session::settings::{FILE_NAME, Settings};
use pegsim::app::session::{Session, settings};
use pegsim::app::ui::UiState;
use pegsim::contact::models::ContactModel;
use pegsim::step::{Cone, ImpactTreatment, SolverMethod};
use pegsim::world::BodyId;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A box that falls, with a comment and a mass to tell versions apart.
fn scene(mass: f64) -> String {
    format!(
        "Scene(\n    name: \"falling box\",\n    dimension: Two,\n    bodies: [\n        (name: \"floor\", kind: Fixed, shape: \
         Box(half_extents: (1.0, 0.1, 0.0))),\n        (name: \"box\", kind: Dynamic, shape: Box(half_extents: (0.1, \
         0.1, 0.0)), position: (0.0, 1.0, 0.0), mass: Some({mass:?})),\n    ],\n)\n"
    )
}

/// The application with steps taken in the frame itself.
fn app(options: Options) -> App {
    let mut app = started(options, Mode::Inline);
    // There is no window system that would arrange the panels.
    app.world_mut().resource_mut::<UiState>().arranged = true;
    app
}

fn open(path: &Path) -> App {
    app(Options { scene: Some(path.to_path_buf()), ..plain() })
}

fn mass(app: &App) -> f64 {
    bench(app).scene.model.body(BodyId(1)).mass
}

/// Frames go by until something holds, or ten seconds are over.
fn until(app: &mut App, holds: impl Fn(&App) -> bool) -> bool {
    let start = Instant::now();
    while !holds(app) {
        if start.elapsed() > Duration::from_secs(10) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
        app.update();
    }
    true
}

/// Frames go by until a change was noticed and dealt with.
fn settle(app: &mut App) {
    until(app, |app| app.world().resource::<Watch>().is_pending());
    until(app, |app| !app.world().resource::<Watch>().is_pending());
    app.update();
}

#[test]
fn a_changed_file_is_read_again_and_all_else_stays() {
    let folder = Folder::new("reload");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    act(&mut app, RunCommand::SetPaneCount(2));
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::Lnc });
    act(&mut app, LookCommand::ToggleOverlay(Overlay::Ghost));
    act(&mut app, RunCommand::Run);
    folder.with("a.ron", &scene(3.0));
    assert!(until(&mut app, |app| mass(app) == 3.0), "the change was not noticed");
    let bench = bench(&app);
    assert!(bench.running && bench.camera_kept);
    assert_eq!(bench.panes.len(), 2);
    assert_eq!(bench.panes[0].model(), ContactModel::Lnc);
    assert!(app.world().resource::<ViewSettings>().shows(Overlay::Ghost));
}

#[test]
fn an_editor_that_puts_a_new_file_in_the_place_of_the_old_is_followed_too() {
    let folder = Folder::new("replace");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    for mass_now in [2.0, 4.0] {
        let other = folder.with("a.ron~new", &scene(mass_now));
        std::fs::remove_file(&path).expect("removed");
        std::thread::sleep(Duration::from_millis(60));
        app.update();
        std::fs::rename(&other, &path).expect("renamed");
        assert!(until(&mut app, |app| mass(app) == mass_now), "{mass_now} was not noticed");
    }
}

#[test]
fn a_broken_file_is_said_with_its_place_and_the_next_good_one_is_read() {
    let folder = Folder::new("broken");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    act(&mut app, RunCommand::Run);
    folder.with("a.ron", &scene(2.0).replace("mass:", "maas:"));
    assert!(until(&mut app, |app| !errors(app).is_empty()), "nothing was said");
    let said = errors(&app);
    assert!(said[0].contains("a.ron:6:") && said[0].contains("maas"), "{said:?}");
    assert_eq!(mass(&app), 1.0);
    assert!(bench(&app).running, "the running scene runs on");
    folder.with("a.ron", &scene(2.0));
    assert!(until(&mut app, |app| mass(app) == 2.0));
}

#[test]
fn a_file_that_says_what_is_shown_is_not_read_again() {
    let folder = Folder::new("same");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    let generation = bench(&app).scene_generation;
    // As the program itself would save it, and with a comment only.
    let saved = pegsim::scene::to_text(&bench(&app).scene.source);
    folder.with("a.ron", &saved);
    settle(&mut app);
    folder.with("a.ron", &format!("// a comment\n{}", scene(1.0)));
    settle(&mut app);
    assert_eq!(bench(&app).scene_generation, generation);
    // And what is said to be our own does not come back either.
    folder.with("a.ron", &scene(7.0));
    app.world_mut().resource_mut::<Watch>().own_write();
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(10));
        app.update();
    }
    assert_eq!(bench(&app).scene_generation, generation);
}

#[test]
fn a_changed_mesh_is_read_again() {
    let folder = Folder::new("mesh");
    let tetrahedron =
        |h: f64| format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 {h}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    folder.with("t.obj", &tetrahedron(1.0));
    let text = "Scene(bodies: [(name: \"t\", kind: Dynamic, shape: Mesh(path: \"t.obj\"), mass: 1.0)])";
    let path = folder.with("a.ron", text);
    let mut app = open(&path);
    let radius = bench(&app).scene.model.body(BodyId(0)).radius;
    folder.with("t.obj", &tetrahedron(2.0));
    assert!(until(&mut app, |app| bench(app).scene.model.body(BodyId(0)).radius > 1.2 * radius));
}

#[test]
fn reading_again_can_be_switched_off() {
    let folder = Folder::new("off");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    act(&mut app, SessionCommand::Prefer(Preference::HotReload(false)));
    folder.with("a.ron", &scene(2.0));
    settle(&mut app);
    assert_eq!(mass(&app), 1.0);
    act(&mut app, FilesCommand::ReloadScene);
    assert_eq!(mass(&app), 2.0);
}

#[test]
fn settings_come_back_at_the_next_start() {
    let folder = Folder::new("settings");
    let path = folder.with("a.ron", &scene(1.0));
    let config = folder.0.join("config");
    let options =
        || Options { scene: Some(path.clone()), config: Some(config.clone()), ..Options::default() };
    let mut first = app(Options { low_quality: true, ..options() });
    act(&mut first, RunCommand::SetPaneCount(2));
    act(&mut first, RunCommand::SetPaneModel { pane: 1, model: ContactModel::Lnc });
    act(&mut first, RunCommand::SetPaneSolver { pane: 1, method: SolverMethod::Dantzig });
    act(&mut first, RunCommand::SetPaneCone { pane: 0, cone: Some(Cone::Pyramid) });
    act(&mut first, RunCommand::SetPaneImpact { pane: 0, impact: Some(ImpactTreatment::Within) });
    act(&mut first, SessionCommand::Prefer(Preference::Theme(ThemeChoice::Light)));
    act(&mut first, LookCommand::ToggleOverlay(Overlay::Ghost));
    act(&mut first, LookCommand::ToggleOverlay(Overlay::Contacts));
    act(&mut first, LookCommand::ChangeUiScale(true));
    act(&mut first, LookCommand::SetQuality(Quality::Low));
    act(&mut first, FilesCommand::SetFilmFormat(FilmFormat::WebP));
    act(&mut first, FilesCommand::SetFilmRate(12.5));
    act(&mut first, FilesCommand::ToggleFilmOfWindow);
    let captions = Captions { shown: false, figure: Figure::Energy, own: "Stack, \"tall\"".to_owned() };
    act(&mut first, FilesCommand::SetFilmCaptions(captions.clone()));
    act(&mut first, RunCommand::ToggleLinkedCameras);
    first.world_mut().resource_mut::<UiState>().left = false;
    let written = until(&mut first, |_| {
        let (settings, said) = settings::read(&config);
        assert!(said.is_empty(), "{said:?}");
        settings.ui_scale == 1.1
    });
    assert!(written, "nothing was written");
    drop(first);

    let second = app(options());
    let bench = bench(&second);
    assert_eq!(
        bench.panes.iter().map(pegsim::app::bench::workbench::Pane::model).collect::<Vec<_>>(),
        [ContactModel::Standard, ContactModel::Lnc]
    );
    assert_eq!(bench.panes[1].simulation.settings.solver.method, SolverMethod::Dantzig);
    let cones: Vec<_> = bench.panes.iter().map(|pane| pane.simulation.settings.friction.cone).collect();
    assert_eq!(cones, [Some(Cone::Pyramid), None]);
    let impacts: Vec<_> = bench.panes.iter().map(|pane| pane.simulation.settings.contact.impact).collect();
    assert_eq!(impacts, [Some(ImpactTreatment::Within), None]);
    assert!(!bench.linked_cameras);
    let view = second.world().resource::<ViewSettings>();
    assert_eq!((view.theme, view.ui_scale, view.quality), (Theme::Light, 1.1, Quality::Low));
    assert!(view.shows(Overlay::Ghost) && !view.shows(Overlay::Contacts) && view.shows(Overlay::Edges));
    assert!(!second.world().resource::<UiState>().left);
    let output = second.world().resource::<OutputState>();
    assert_eq!((output.format, output.rate, output.whole_window), (FilmFormat::WebP, 12.5, true));
    assert_eq!(output.captions, captions);
    assert!(warnings(&second).is_empty(), "{:?}", warnings(&second));
    let recent: Vec<PathBuf> =
        second.world().resource::<Session>().recent.iter().map(|file| file.path.clone()).collect();
    assert_eq!(recent, std::slice::from_ref(&path));
    drop(second);

    let third = app(Options { reset_settings: true, ..options() });
    assert_eq!(third.world().resource::<ViewSettings>().theme, Theme::Dark);
    assert!(config.join("settings.old.ron").exists());
}

#[test]
fn leaving_writes_at_once() {
    let folder = Folder::new("leaving");
    let config = folder.0.join("config");
    let mut app = app(Options { config: Some(config.clone()), ..plain() });
    act(&mut app, LookCommand::ToggleTheme);
    app.world_mut().write_message(AppCommand::from(SessionCommand::Quit));
    app.update();
    assert_eq!(settings::read(&config).0.theme, ThemeChoice::Light);
}

#[test]
fn broken_settings_and_names_that_are_gone_do_no_harm() {
    let folder = Folder::new("harm");
    folder.with(FILE_NAME, "Settings(\n    theme: Purple,\n)");
    let first = app(Options { config: Some(folder.0.clone()), ..Options::default() });
    let said = errors(&first);
    assert!(said.iter().any(|text| text.contains("settings.ron:2:") && text.contains("kept as")), "{said:?}");
    drop(first);
    let odd = Settings {
        overlays: [("Moonlight".to_owned(), true)].into(),
        plots: vec!["Tide".into()],
        film: FilmChoice {
            format: "Flipbook".into(),
            figure: "Mood".into(),
            rate: 1e9,
            ..FilmChoice::default()
        },
        ui_scale: f32::NAN,
        ..Settings::default()
    };
    settings::write(&folder.0, &odd).expect("written");
    let second = app(Options { config: Some(folder.0.clone()), ..Options::default() });
    let said: Vec<String> = second.world().resource::<Messages>().iter().map(|m| m.text.clone()).collect();
    let output = second.world().resource::<OutputState>();
    assert_eq!((output.format, output.rate), (FilmFormat::Pictures, RATES.1), "within what it may be");
    for name in ["Moonlight", "Tide", "Flipbook", "Mood"] {
        assert!(said.iter().any(|text| text.contains(name)), "{name} in {said:?}");
    }
    assert_eq!(second.world().resource::<ViewSettings>().ui_scale, 1.0);
}

#[test]
fn without_a_folder_nothing_is_remembered() {
    let app = app(Options::default());
    assert!(app.world().resource::<Session>().recent.is_empty(), "the default scene was not asked for");
}

#[test]
fn bodies_are_selected_one_after_the_other_by_key() {
    let folder = Folder::new("select");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    let mut seen = Vec::new();
    for _ in 0..3 {
        act(&mut app, SelectCommand::NeighbourBody(true));
        seen.push(app.world().resource::<Selection>().body);
    }
    assert_eq!(seen, [Some(BodyId(0)), Some(BodyId(1)), Some(BodyId(0))]);
}

#[test]
fn a_scene_that_was_edited_here_is_not_read_over() {
    let folder = Folder::new("edited");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    let asked = |app: &App| app.world().resource::<Watch>().question.clone();
    // Another scene than the one in the file, whatever the edit was.
    let mut edited = (*bench(&app).scene).clone();
    edited.source.name = "built here".into();
    app.world_mut().resource_mut::<Workbench>().scene = std::sync::Arc::new(edited);
    assert!(bench(&app).is_edited());
    folder.with("a.ron", &scene(2.0));
    assert!(until(&mut app, |app| asked(app).is_some()), "nobody asked");
    assert_eq!(mass(&app), 1.0, "what was built is still there");
    act(&mut app, FilesCommand::KeepEdits);
    assert_eq!(asked(&app), None);
    act(&mut app, FilesCommand::ReloadScene);
    assert!(until(&mut app, |app| mass(app) == 2.0));
}

/// A lesson opens its scene with its models and its step size, runs it for as long as it says, and measures that step to the bit; who leaves
/// has the models back.
#[test]
fn a_lesson_asks_runs_and_measures() {
    let folder = Folder::new("lesson");
    folder.with("fall.ron", &scene(1.0));
    let text = r#"Lesson(title: "Falling", steps: [
        (text: "A box falls."),
        (
            text: "How far?", scene: "fall", models: [Peg, SeparatingFeature], time_step: 0.004, run: 0.2,
            ask: Predict(question: "y?", of: Position(body: "box", axis: Y), from: 0.0, to: 1.0),
        ),
        (text: "The end."),
    ])"#;
    let lesson = folder.with("a.ron", text);
    let mut app = open(&folder.with("other.ron", &scene(2.0)));
    let own = bench(&app).chosen_models();
    let go = |app: &mut App, way| act(app, SessionCommand::Lesson(way));
    // As any file is opened.
    act(&mut app, FilesCommand::LoadScene(lesson.clone()));
    let under_way = |app: &App| app.world().resource::<Session>().lesson.clone().expect("a lesson");
    assert_eq!(under_way(&app).place, LessonPlace::File(lesson));
    assert_eq!(mass(&app), 2.0, "its first step has no scene");
    go(&mut app, LessonMove::Next);
    assert_eq!((mass(&app), bench(&app).time_step), (1.0, 0.004));
    let models = [ContactModel::Peg, ContactModel::SeparatingFeature];
    assert_eq!(bench(&app).chosen_models(), models);
    go(&mut app, LessonMove::Answer(LessonAnswer::Number(0.5)));
    go(&mut app, LessonMove::Run);
    assert!(until(&mut app, |app| under_way(app).is_done()), "it never ends");
    // The clock stops, and what is spoken of is shown.
    assert!(until(&mut app, |app| !bench(app).running && bench(app).step() == 50), "{}", bench(&app).step());
    let found = under_way(&app).here().found.clone().expect("measured");
    assert_eq!(found.iter().map(|found| found.model).collect::<Vec<_>>(), models);
    for (found, pane) in found.iter().zip(&bench(&app).panes) {
        let frame = pane.recording.frame(50).expect("recorded");
        assert_eq!(found.value, Some(frame.state.poses[1].position.y));
        let fall = 1.0 - 0.5 * 9.81 * 0.2 * 0.2;
        assert!((found.value.expect("a number") - fall).abs() < 0.01, "{found:?}");
    }
    go(&mut app, LessonMove::Back);
    go(&mut app, LessonMove::Next);
    assert!(under_way(&app).is_done(), "what was answered is kept");
    go(&mut app, LessonMove::Next);
    go(&mut app, LessonMove::Next);
    assert!(app.world().resource::<Session>().lesson.is_none());
    assert_eq!(bench(&app).chosen_models(), own);
}

/// Page Down and Page Up are the pages of a lesson: they run what is to be run and do not pass a question.
#[test]
fn keys_go_through_a_lesson() {
    let folder = Folder::new("lesson keys");
    folder.with("fall.ron", &scene(1.0));
    let text = r#"Lesson(title: "Falling", steps: [
        (text: "A box falls."),
        (text: "How far?", scene: "fall", run: 0.05, ask: Choose(question: "?", answers: ["Far.", "Not far."], right: 1)),
    ])"#;
    let lesson = folder.with("a.ron", text);
    let mut app = open(&folder.with("other.ron", &scene(2.0)));
    act(&mut app, FilesCommand::LoadScene(lesson));
    let page = |app: &mut App, forward| act(app, FilesCommand::NeighbourScene(forward));
    let step = |app: &App| app.world().resource::<Session>().lesson.as_ref().map(|open| open.step);
    page(&mut app, true);
    assert!(until(&mut app, |app| mass(app) == 1.0), "its scene comes");
    assert_eq!(step(&app), Some(1));
    page(&mut app, true);
    app.update();
    assert!(step(&app) == Some(1) && !bench(&app).running, "the question comes first");
    act(&mut app, SessionCommand::Lesson(LessonMove::Answer(LessonAnswer::Choice(1))));
    page(&mut app, true);
    let done = |app: &App| app.world().resource::<Session>().lesson.as_ref().is_some_and(Open::is_done);
    assert!(until(&mut app, done), "it ran");
    page(&mut app, false);
    assert_eq!(step(&app), Some(0));
    page(&mut app, true);
    page(&mut app, true);
    assert_eq!(step(&app), None, "the end");
}

#[test]
fn a_lesson_that_is_wrong_says_so_and_changes_nothing() {
    let folder = Folder::new("wrong lesson");
    let path = folder.with("a.ron", &scene(1.0));
    let mut app = open(&path);
    for (text, wanted) in [
        ("Lesson(title: \"x\", steps: [])", "has no steps"),
        ("Lesson(title: \"x\", steps: [(text: \"a\", scene: \"nowhere\")])", "there is no scene nowhere"),
    ] {
        let lesson = folder.with("lesson.ron", text);
        act(&mut app, SessionCommand::Lesson(LessonMove::Open(LessonPlace::File(lesson))));
        app.update();
        let said = errors(&app);
        assert!(said.iter().any(|text| text.contains(wanted)), "{wanted}: {said:?}");
        assert_eq!(bench(&app).file.as_ref(), Some(&path));
    }
}
