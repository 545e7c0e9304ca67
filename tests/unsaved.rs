//! What is not saved is known in every path: other documents, recorded runs, earlier moments, undo; and leaving asks.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::math::Vec2;
use bevy::prelude::App;
use bevy::window::{WindowCloseRequested, WindowEvent};
use desk::{act, app, bench, drag, mover, repository, run, spawn, warnings, window};
use folder::Folder;
use pegsim::app::command::build::BodyChange;
use pegsim::app::command::session::Answer;
use pegsim::app::command::{
    AppCommand, BuildCommand, FilesCommand, PanelCommand, PastCommand, RunCommand, SessionCommand,
};
use pegsim::app::session::Session;
use pegsim::app::session::leaving::Unsaved;
use pegsim::app::ui::UiState;
use pegsim::contact::models::ContactModel;

/// Asks to leave; what is said then, or nothing where the program ends.
fn leave(app: &mut App) -> Option<String> {
    act(app, PanelCommand::DismissAllMessages);
    act(app, SessionCommand::Quit);
    if app.should_exit().is_some() {
        return None;
    }
    Some(asked(app).expect("who is not let go is told why"))
}

/// What the question before leaving names.
fn asked(app: &App) -> Option<String> {
    Some(app.world().resource::<Session>().leaving.as_ref()?.lost.join(", "))
}

#[test]
fn a_scene_left_for_another_one_is_asked_about() {
    let mut app = app("triangle_drop.ron");
    spawn(&mut app);
    act(&mut app, FilesCommand::LoadScene(repository("cube_on_edge.ron")));
    assert!(!bench(&app).is_edited(), "what is shown is as in its file");
    let said = leave(&mut app).expect("the first scene is not saved");
    assert!(said.contains("Triangle drop"), "{said}");
    assert_eq!(leave(&mut app), Some(said), "asked again is no answer");
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Discard));
    assert!(app.should_exit().is_some());
}

#[test]
fn a_scene_that_was_saved_before_another_one_came_is_not_asked_about() {
    let mut app = app("triangle_drop.ron");
    spawn(&mut app);
    let folder = Folder::new("saved");
    let file = folder.file("saved.ron");
    act(&mut app, FilesCommand::SaveSceneAs(file.clone()));
    act(&mut app, FilesCommand::LoadScene(repository("cube_on_edge.ron")));
    assert_eq!(leave(&mut app), None);
}

#[test]
fn a_scene_that_undo_has_left_is_asked_about_too() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, FilesCommand::LoadScene(repository("cube_on_edge.ron")));
    spawn(&mut app);
    act(&mut app, FilesCommand::LoadScene(repository("box2d_seed0.ron")));
    act(&mut app, PastCommand::Undo);
    assert!(bench(&app).is_edited());
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    // What was undone in a scene was given up; the other scene was left as it was read.
    assert!(!bench(&app).is_edited());
    assert_eq!(leave(&mut app), None);
}

#[test]
fn a_run_that_somebody_had_a_hand_in_is_asked_about_until_it_is_in_a_file() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 20);
    assert!(!bench(&app).has_unsaved_run(), "running again gives the same");
    let id = mover(&app);
    act(&mut app, RunCommand::Run);
    drag(&mut app, id, Vec2::new(30.0, -20.0));
    for _ in 0..6 {
        app.update();
    }
    act(&mut app, RunCommand::Pause);
    act(&mut app, AppCommand::Cancel);
    assert!(bench(&app).has_unsaved_run() && !bench(&app).is_edited());
    let said = leave(&mut app).expect("a run with a pull in it");
    assert!(said.contains("recorded run"), "{said}");
    let folder = Folder::new("pull");
    let file = folder.file("pull.pegrec");
    act(&mut app, FilesCommand::SaveRecording(file.clone()));
    assert!(!bench(&app).has_unsaved_run());
    act(&mut app, FilesCommand::OpenRecording(file.clone()));
    assert!(!bench(&app).has_unsaved_run(), "it is the one in the file");
    run(&mut app, 1);
    assert!(bench(&app).has_unsaved_run(), "it has gone on");
}

/// Goes back to a step, and on from there under another model.
fn go_on_from(app: &mut App, step: u64, model: ContactModel) {
    let pane = bench(app).focused;
    act(app, PastCommand::Seek(step));
    act(app, RunCommand::SetPaneModel { pane, model });
    run(app, 3);
}

/// A run of some steps that went another way from one of them on.
fn run_on_from(step: u64, model: ContactModel) -> App {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 10);
    go_on_from(&mut app, step, model);
    app
}

#[test]
fn a_branch_is_a_run_too() {
    let mut app = run_on_from(4, ContactModel::Lnc);
    assert!(bench(&app).has_unsaved_run());
    let folder = Folder::new("branch");
    let file = folder.file("branch.pegrec");
    act(&mut app, FilesCommand::SaveRecording(file.clone()));
    assert!(!bench(&app).has_unsaved_run(), "the branch had nobody's hand in it");
}

/// A recording that is saved has the run shown and the branches: a branch that somebody had a hand in is asked about by its steps until then, and is what opens with the file.
#[test]
fn a_branch_is_saved_with_the_run_that_is_shown() {
    let mut app = run_on_from(4, ContactModel::Lnc);
    go_on_from(&mut app, 5, ContactModel::Peg);
    let lost: Vec<_> = bench(&app).lost_branches().map(|b| (b.id, b.from, b.to)).collect();
    let [(id, from, to)] = lost[..] else { panic!("{lost:?}") };
    let branch = format!("the branch from step {from} to {to}");
    let said = leave(&mut app).expect("a run and a branch");
    assert!(said.contains("recorded run") && said.contains(&branch), "{said}");
    let leaving = app.world().resource::<Session>().leaving.clone();
    assert!(leaving.is_some_and(|leaving| leaving.saves == Some(Unsaved::Run)), "both are saved at once");
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Stay));
    let all: Vec<_> = bench(&app).branches.iter().map(|b| (b.from, b.to, b.title.clone())).collect();
    let folder = Folder::new("two branches");
    act(&mut app, FilesCommand::SaveRecording(folder.file("both.pegrec")));
    assert_eq!(leave(&mut app), None);
    act(&mut app, PastCommand::SwitchBranch(id));
    assert_eq!(leave(&mut app), None, "it is in the file, shown or not");
    act(&mut app, FilesCommand::OpenRecording(folder.file("both.pegrec")));
    let opened: Vec<_> = bench(&app).branches.iter().map(|b| (b.from, b.to, b.title.clone())).collect();
    assert_eq!(opened, all);
    assert_eq!(leave(&mut app), None);
}

#[test]
fn saving_an_earlier_moment_does_not_save_what_was_built_later() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 10);
    spawn(&mut app);
    run(&mut app, 5);
    act(&mut app, PastCommand::Seek(6));
    assert!(bench(&app).is_edited(), "the edit comes later in the run");
    let folder = Folder::new("earlier");
    let file = folder.file("earlier.ron");
    act(&mut app, FilesCommand::SaveSceneAs(file.clone()));
    assert!(warnings(&app).iter().any(|w| w.contains("is not in the file")), "{:?}", warnings(&app));
    assert!(bench(&app).is_edited(), "what was added at step 10 is in no file");
    act(&mut app, PastCommand::Seek(15));
    act(&mut app, FilesCommand::SaveSceneAs(file.clone()));
    assert!(!bench(&app).is_edited());
    act(&mut app, PastCommand::Seek(6));
    assert!(!bench(&app).is_edited(), "to look at an earlier moment changes nothing");
}

#[test]
fn back_to_what_was_saved_is_not_unsaved_by_undo_and_by_hand() {
    let mut app = app("triangle_drop.ron");
    let id = mover(&app);
    spawn(&mut app);
    let folder = Folder::new("back");
    let file = folder.file("back.ron");
    act(&mut app, FilesCommand::SaveSceneAs(file.clone()));
    spawn(&mut app);
    assert!(bench(&app).is_edited());
    act(&mut app, PastCommand::Undo);
    assert!(!bench(&app).is_edited());
    let friction = bench(&app).scene.source.bodies[id.0].friction;
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Friction(0.123)));
    assert!(bench(&app).is_edited());
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Friction(friction)));
    assert!(!bench(&app).is_edited(), "it says again what the file says");
}

#[test]
fn closing_the_window_asks_as_leaving_does() {
    let mut app = app("triangle_drop.ron");
    spawn(&mut app);
    let window = window(&mut app);
    let close = |app: &mut App| {
        let asked = WindowCloseRequested { window };
        app.world_mut().write_message(asked.clone());
        app.world_mut().write_message(WindowEvent::WindowCloseRequested(asked));
        for _ in 0..3 {
            app.update();
        }
    };
    close(&mut app);
    assert!(app.should_exit().is_none(), "the window closed over unsaved work");
    assert!(app.world().get_entity(window).is_ok(), "the window is still there");
    assert!(asked(&app).is_some_and(|lost| lost.contains("the scene shown")));
    // A second click on the button is no answer.
    close(&mut app);
    assert!(app.should_exit().is_none() && asked(&app).is_some());
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Discard));
    assert!(app.should_exit().is_some());
}

#[test]
fn who_is_asked_can_save_discard_or_stay() {
    let folder = Folder::new("answers");
    let file = folder.file("mine.ron");
    let mut app = app("triangle_drop.ron");
    act(&mut app, FilesCommand::SaveSceneAs(file.clone()));
    let written = std::fs::read(&file).expect("saved");
    let answer = |app: &mut App, answer: Answer| {
        act(app, SessionCommand::Quit);
        assert!(app.should_exit().is_none() && asked(app).is_some());
        act(app, SessionCommand::AnswerLeaving(answer));
        app.update();
    };
    spawn(&mut app);
    answer(&mut app, Answer::Stay);
    assert!(asked(&app).is_none() && app.should_exit().is_none());
    // Escape stays as well, and does nothing else.
    let selected = app.world().resource::<pegsim::app::look::view::Selection>().body;
    act(&mut app, SessionCommand::Quit);
    act(&mut app, AppCommand::Cancel);
    assert!(asked(&app).is_none() && app.should_exit().is_none());
    assert_eq!(app.world().resource::<pegsim::app::look::view::Selection>().body, selected);
    // A scene that has a file of its own is saved there, and the program ends.
    answer(&mut app, Answer::Save);
    assert_ne!(std::fs::read(&file).expect("saved"), written);
    assert!(app.should_exit().is_some());
}

#[test]
fn saving_that_is_given_up_does_not_leave() {
    let mut app = app("triangle_drop.ron");
    spawn(&mut app);
    act(&mut app, SessionCommand::Quit);
    let saves = app.world().resource::<Session>().leaving.as_ref().and_then(|leaving| leaving.saves);
    assert_eq!(saves, Some(Unsaved::Scene));
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Save));
    assert!(app.world().resource::<UiState>().dialog.is_some(), "a shipped scene is not written over");
    app.update();
    assert!(app.should_exit().is_none());
    act(&mut app, AppCommand::Cancel);
    app.update();
    let folder = Folder::new("late");
    act(&mut app, FilesCommand::SaveSceneAs(folder.file("late.ron")));
    app.update();
    assert!(app.should_exit().is_none(), "saved later, and not to leave");
    spawn(&mut app);
    act(&mut app, SessionCommand::Quit);
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Discard));
    assert!(app.should_exit().is_some());
}
