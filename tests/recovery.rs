//! What a window leaves when it ends without being left, and what the next one makes of it.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::App;
use desk::{act, bench, errors, plain, repository, spawn, started, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::command::build::GroupChange;
use pegsim::app::command::session::Answer;
use pegsim::app::command::{
    AppCommand, BuildCommand, FilesCommand, PastCommand, RunCommand, SelectCommand, SessionCommand,
};
use pegsim::app::files::loading::Loading;
use pegsim::app::past::recovery::document::{Document, Fingerprints};
use pegsim::app::past::recovery::folder::{Left, left_in};
use pegsim::app::past::recovery::{Pace, Recovery};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::run::simulation::Mode;
use pegsim::app::ui::UiState;
use pegsim::contact::models::ContactModel;
use std::time::{Duration, Instant};

/// A folder for state.
struct State(Folder);

impl State {
    fn new(name: &str) -> Self {
        Self(Folder::new(name))
    }

    /// A window that keeps its work here, whenever it looks.
    fn window(&self) -> App {
        let pace = Pace { interval: Duration::ZERO, pause: Duration::ZERO };
        let scene = Some(repository("triangle_drop.ron"));
        started(Options { scene, state: Some(self.0.0.clone()), pace, ..plain() }, Mode::Inline)
    }
}

/// Edits, steps, a branch, something undone.
fn work(app: &mut App) {
    spawn(app);
    act(app, SelectCommand::AllThatMove);
    act(app, BuildCommand::Group(GroupChange::Make));
    for _ in 0..12 {
        act(app, RunCommand::Step);
    }
    spawn(app);
    act(app, PastCommand::Seek(5));
    let pane = bench(app).focused;
    act(app, RunCommand::SetPaneModel { pane, model: ContactModel::Lnc });
    for _ in 0..4 {
        act(app, RunCommand::Step);
    }
    spawn(app);
    act(app, PastCommand::Undo);
    app.update();
    assert_eq!(bench(app).branches.iter().len(), 1);
}

fn fingerprint(app: &App) -> String {
    Fingerprints::default().of(&Document::of(bench(app), app.world().resource::<UndoStack>()))
}

fn offered(app: &App) -> Vec<String> {
    app.world().resource::<Recovery>().left().iter().map(Left::name).collect()
}

#[test]
fn what_a_window_did_that_was_not_left_is_offered_and_comes_back_to_the_bit() {
    let state = State::new("back");
    let mut first = state.window();
    assert!(!first.world().resource::<UiState>().recovery.open, "there is nothing to offer");
    work(&mut first);
    let there = fingerprint(&first);
    let states: Vec<_> = bench(&first).panes.iter().map(|pane| pane.simulation.state.clone()).collect();
    // Not a word of farewell.
    drop(first);
    let mut second = state.window();
    assert!(second.world().resource::<UiState>().recovery.open, "it is offered");
    let names = offered(&second);
    assert_eq!(names.len(), 1);
    act(&mut second, SessionCommand::Recover(names[0].clone()));
    assert!(errors(&second).is_empty() && warnings(&second).is_empty(), "{:?}", warnings(&second));
    assert_eq!(fingerprint(&second), there);
    assert!(bench(&second).is_edited());
    assert_eq!(bench(&second).scene.source.groups.len(), 1, "what was grouped is a group");
    act(&mut second, PastCommand::Redo);
    act(&mut second, PastCommand::Undo);
    let back: Vec<_> = bench(&second).panes.iter().map(|pane| pane.simulation.state.clone()).collect();
    assert_eq!(back, states);
    // It is this window's now, and goes on; the next one finds what became of it, once.
    act(&mut second, RunCommand::Step);
    second.update();
    let there = fingerprint(&second);
    drop(second);
    let mut third = state.window();
    assert_eq!(offered(&third), names);
    act(&mut third, SessionCommand::Recover(names[0].clone()));
    assert_eq!(fingerprint(&third), there);
}

#[test]
fn who_leaves_leaves_nothing_behind() {
    let state = State::new("leaves");
    let mut app = state.window();
    work(&mut app);
    act(&mut app, SessionCommand::Quit);
    assert!(app.should_exit().is_none(), "asked first");
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Discard));
    assert!(app.should_exit().is_some());
    drop(app);
    assert!(left_in(&state.0.0).0.is_empty());
    assert_eq!(std::fs::read_dir(state.0.0.join("recovery")).expect("a folder").count(), 0);
}

#[test]
fn what_a_running_window_does_is_not_offered_to_another_one() {
    let state = State::new("two");
    let mut first = state.window();
    work(&mut first);
    let mut second = state.window();
    assert!(offered(&second).is_empty() && !second.world().resource::<UiState>().recovery.open);
    spawn(&mut second);
    second.update();
    let (one, two) = (fingerprint(&first), fingerprint(&second));
    drop(second);
    drop(first);
    let mut third = state.window();
    let names = offered(&third);
    assert_eq!(names.len(), 2);
    let mut found = Vec::new();
    for name in names {
        act(&mut third, SessionCommand::Recover(name));
        found.push(fingerprint(&third));
    }
    found.sort();
    let mut wanted = vec![one, two];
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn unsaved_work_gives_way_to_what_is_recovered_but_is_not_lost() {
    let state = State::new("way");
    let mut first = state.window();
    work(&mut first);
    drop(first);
    let mut second = state.window();
    spawn(&mut second);
    let own = fingerprint(&second);
    let name = offered(&second)[0].clone();
    act(&mut second, SessionCommand::Recover(name.clone()));
    let names = offered(&second);
    assert!(names.len() == 1 && names[0] != name, "{names:?}");
    act(&mut second, SessionCommand::Recover(names[0].clone()));
    assert_eq!(fingerprint(&second), own);
}

#[test]
fn open_fresh_keeps_what_is_there_and_asks_no_more() {
    let state = State::new("fresh");
    let mut first = state.window();
    work(&mut first);
    drop(first);
    let mut second = state.window();
    act(&mut second, SessionCommand::DeclineRecovery);
    drop(second);
    let mut third = state.window();
    assert!(!third.world().resource::<UiState>().recovery.open);
    let names = offered(&third);
    assert_eq!(names.len(), 1, "it is still listed");
    act(&mut third, SessionCommand::DeleteLeft(names[0].clone()));
    assert!(offered(&third).is_empty() && left_in(&state.0.0).0.is_empty());
}

#[test]
fn work_is_kept_before_another_scene_comes() {
    let state = State::new("before");
    let scene = Some(repository("triangle_drop.ron"));
    let pace = Pace { interval: Duration::from_secs(3600), pause: Duration::from_secs(3600) };
    let options = Options { scene, state: Some(state.0.0.clone()), pace, ..plain() };
    let mut app = started(options, Mode::Inline);
    for _ in 0..3 {
        act(&mut app, RunCommand::Step);
    }
    let there = fingerprint(&app);
    act(&mut app, FilesCommand::LoadScene(repository("cube_on_edge.ron")));
    drop(app);
    let (left, said) = left_in(&state.0.0);
    assert!(left.len() == 1 && said.is_empty(), "{said:?}");
    let found =
        pegsim::app::past::recovery::decode::read(&left[0].folder, &left[0].list).expect("it can be read");
    assert_eq!(Fingerprints::default().of(&found.document), there);
}

#[test]
fn what_cannot_be_had_in_full_stays_where_it_is() {
    let state = State::new("mesh");
    std::fs::create_dir_all(&state.0.0).expect("a folder");
    let mesh = state.0.0.join("stone.obj");
    std::fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
        .expect("a mesh");
    let scene = state.0.0.join("stone.ron");
    let text = "Scene(bodies: [(name: \"stone\", shape: Mesh(path: \"stone.obj\"))])";
    std::fs::write(&scene, text).expect("a scene");
    let mut first = state.window();
    act(&mut first, FilesCommand::LoadScene(scene));
    assert!(errors(&first).is_empty(), "{:?}", errors(&first));
    act(&mut first, FilesCommand::LoadScene(repository("cube_on_edge.ron")));
    spawn(&mut first);
    first.update();
    let states: Vec<_> = bench(&first).panes.iter().map(|pane| pane.simulation.state.clone()).collect();
    drop(first);
    std::fs::remove_file(&mesh).expect("removed");
    let mut second = state.window();
    let name = offered(&second)[0].clone();
    act(&mut second, SessionCommand::Recover(name.clone()));
    assert!(
        warnings(&second).iter().any(|text| text.contains("cannot be undone")),
        "{:?}",
        warnings(&second)
    );
    let back: Vec<_> = bench(&second).panes.iter().map(|pane| pane.simulation.state.clone()).collect();
    assert_eq!(back, states);
    second.update();
    assert_eq!(offered(&second), [name], "it is still there, should the mesh come back");
    // The acts since then can be undone, and what is shown is this window's own.
    assert_eq!(second.world().resource::<UndoStack>().len(), 1);
    drop(second);
    assert_eq!(left_in(&state.0.0).0.iter().map(|left| left.declined).collect::<Vec<_>>(), [false, true]);
}

/// Frames go on while a recording is read, and whatever is in it is at worst a message.
#[test]
fn a_recording_is_read_beside_the_frames() {
    let options = Options { scene: Some(repository("triangle_drop.ron")), ..plain() };
    let mut app = started(options, Mode::Background);
    let folder = Folder::new("beside");
    let path = folder.file("other.pegrec");
    std::fs::write(&path, b"pegsim recording\n\x03\0\0\0not what it should be").expect("written");
    act(&mut app, AppCommand::from(FilesCommand::OpenRecording(path.clone())));
    // The frame that began it is over, and it is not there yet.
    assert!(app.world().resource::<Loading>().path().is_some() && errors(&app).is_empty());
    let until = Instant::now() + Duration::from_secs(60);
    while errors(&app).is_empty() && Instant::now() < until {
        app.update();
    }
    let said = errors(&app);
    assert!(said.iter().any(|text| text.contains("damaged") && text.contains("was kept")), "{said:?}");
    assert_eq!(bench(&app).panes.len(), 3);
}
