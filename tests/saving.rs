//! Saving: what the user's file keeps, and what is asked before something in it is lost. Whole, without window.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::*;
use desk::{act, bench, errors, plain, started};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::command::build::{BodyChange, SpawnRequest};
use pegsim::app::command::session::Preference;
use pegsim::app::command::{BuildCommand, FilesCommand, PastCommand, RunCommand, SessionCommand};
use pegsim::app::files::reload::{Matter, Watch};
use pegsim::app::run::simulation::Mode;
use pegsim::scene::{parse, to_text};
use pegsim::world::BodyId;
use std::path::Path;
use std::time::{Duration, Instant};

/// A box that falls, as a person wrote it down.
const SCENE: &str = r#"// The falling box of 3 May.
Scene(
    name: "falling box", dimension: Two, // in the plane
    time_step: 0.01,
    bodies: [
        // the floor
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1, 0.1))),
        // the box,
        // which falls
        (name: "box", shape: Box(half_extents: (0.1, 0.1)), // 20 cm
         position: (0, 1, 0), mass: 1), // one metre up
    ],
)
"#;

fn open(path: &Path) -> App {
    let mut app = started(Options { scene: Some(path.to_path_buf()), ..plain() }, Mode::Inline);
    app.update();
    app
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

fn matter(app: &App) -> Option<Matter> {
    app.world().resource::<Watch>().question.as_ref().map(|question| question.matter.clone())
}

fn friction(app: &mut App, value: f64) {
    act(app, BuildCommand::ChangeBody(BodyId(1), BodyChange::Friction(value)));
}

/// The file says the scene that is shown, to the bit.
#[track_caller]
fn assert_says(app: &App, path: &Path) {
    let bench = bench(app);
    assert!(!bench.is_edited());
    let mut said = parse(&read(path), "file").expect("a scene");
    said.resume = None;
    assert_eq!(to_text(&said), to_text(&bench.scene.source), "{:?}", errors(app));
}

#[test]
fn ctrl_s_keeps_comments_and_layout() {
    let folder = Folder::new("comments");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(read(&path), SCENE, "nothing was changed");
    friction(&mut app, 0.25);
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(matter(&app), None);
    assert_eq!(read(&path), SCENE.replace("mass: 1)", "mass: 1, friction: 0.25)"));
    assert_says(&app, &path);
    // Again, and with a moment of the run, and without.
    friction(&mut app, 0.5);
    act(&mut app, RunCommand::Step);
    act(&mut app, FilesCommand::SaveScene);
    let text = read(&path);
    assert!(text.contains("friction: 0.5)") && text.contains("resume: "), "{text}");
    for comment in
        ["// The falling box of 3 May.", "// in the plane", "// the floor", "// which falls", "// 20 cm"]
    {
        assert!(text.contains(comment), "{comment}: {text}");
    }
    assert_says(&app, &path);
    act(&mut app, PastCommand::Reset);
    friction(&mut app, 0.0);
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(read(&path), SCENE, "all is as it was");
    // What others only remarked on is kept as well.
    std::fs::write(&path, SCENE.replace("// 20 cm", "// 0.2 m")).expect("written");
    let start = Instant::now();
    while app.world().resource::<Watch>().is_others(&path) {
        assert!(start.elapsed() < Duration::from_secs(10), "the comment was not noticed");
        std::thread::sleep(Duration::from_millis(10));
        app.update();
    }
    friction(&mut app, 0.25);
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(matter(&app), None);
    assert!(read(&path).contains("// 0.2 m"), "{}", read(&path));
    // Beside it, too.
    let other = folder.0.join("b.ron");
    act(&mut app, FilesCommand::SaveSceneAs(other.clone()));
    assert_eq!(read(&other), read(&path));
    assert_says(&app, &other);
}

#[test]
fn what_others_wrote_is_not_saved_over_without_asking() {
    for hot_reload in [true, false] {
        let folder = Folder::new(&format!("others-{hot_reload}"));
        let path = folder.with("a.ron", SCENE);
        let mut app = open(&path);
        act(&mut app, SessionCommand::Prefer(Preference::HotReload(hot_reload)));
        friction(&mut app, 0.25);
        // At once: nobody can have noticed yet.
        let theirs = SCENE.replace("mass: 1)", "mass: 7)").replace("// 20 cm", "// of wood");
        std::fs::write(&path, &theirs).expect("written");
        act(&mut app, FilesCommand::SaveScene);
        assert_eq!((matter(&app), read(&path)), (Some(Matter::SaveOver), theirs.clone()));
        assert!(bench(&app).is_edited());
        // Left alone, it is asked again.
        act(&mut app, FilesCommand::KeepEdits);
        assert_eq!(matter(&app), None);
        act(&mut app, FilesCommand::SaveScene);
        assert_eq!((matter(&app), read(&path)), (Some(Matter::SaveOver), theirs));
        act(&mut app, FilesCommand::SaveSceneOver);
        assert_eq!(matter(&app), None);
        let text = read(&path);
        assert!(text.contains("mass: 1.0, friction: 0.25)") && text.contains("// of wood"), "{text}");
        assert_says(&app, &path);
        // Now it is ours.
        friction(&mut app, 0.5);
        act(&mut app, FilesCommand::SaveScene);
        assert_eq!(matter(&app), None);
        assert_says(&app, &path);
        // A file that is no scene is nothing to build on, and one that is gone nothing to lose.
        std::fs::write(&path, "no scene").expect("written");
        act(&mut app, FilesCommand::SaveScene);
        assert_eq!(matter(&app), Some(Matter::SaveOver));
        act(&mut app, FilesCommand::SaveSceneOver);
        assert_says(&app, &path);
        std::fs::remove_file(&path).expect("removed");
        friction(&mut app, 0.75);
        act(&mut app, FilesCommand::SaveScene);
        assert_eq!(matter(&app), None);
        assert_says(&app, &path);
    }
}

#[test]
fn a_change_on_disk_is_noticed_with_reading_again_switched_off() {
    let folder = Folder::new("noticed");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    act(&mut app, SessionCommand::Prefer(Preference::HotReload(false)));
    std::fs::write(&path, SCENE.replace("mass: 1)", "mass: 7)")).expect("written");
    let start = Instant::now();
    while matter(&app).is_none() {
        assert!(start.elapsed() < Duration::from_secs(10), "it was not noticed");
        std::thread::sleep(Duration::from_millis(10));
        app.update();
    }
    assert_eq!(matter(&app), Some(Matter::Changed));
    let mass = |app: &App| bench(app).scene.model.body(BodyId(1)).mass;
    assert_eq!(mass(&app), 1.0, "it was not read");
    act(&mut app, FilesCommand::KeepEdits);
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(matter(&app), Some(Matter::SaveOver));
    act(&mut app, FilesCommand::ReloadScene);
    app.update();
    assert_eq!((mass(&app), matter(&app)), (7.0, None));
    friction(&mut app, 0.5);
    act(&mut app, FilesCommand::SaveScene);
    assert_says(&app, &path);
}

#[test]
fn comments_that_cannot_be_kept_are_asked_about() {
    let folder = Folder::new("odd");
    // Names of all structs are asked for, which the program does not write.
    let odd = "// mine\n#![enable(explicit_struct_names)]\nScene(bodies: [Body(name: \"a\", shape: Box(half_extents: \
               (1.0, 1.0, 1.0)))])\n";
    let path = folder.with("a.ron", odd);
    let mut app = open(&path);
    act(&mut app, BuildCommand::Spawn(SpawnRequest::default()));
    assert!(bench(&app).is_edited(), "{:?}", errors(&app));
    act(&mut app, FilesCommand::SaveScene);
    assert!(matches!(matter(&app), Some(Matter::SaveAnew(_))), "{:?}: {}", matter(&app), read(&path));
    assert_eq!(read(&path), odd);
    act(&mut app, FilesCommand::SaveSceneOver);
    assert_says(&app, &path);
}

#[cfg(unix)]
#[test]
fn a_scene_behind_a_link_is_saved_where_the_link_leads() {
    let folder = Folder::new("link");
    let target = folder.with("target.ron", SCENE);
    let link = folder.0.join("a.ron");
    std::os::unix::fs::symlink("target.ron", &link).expect("a link");
    let mut app = open(&link);
    friction(&mut app, 0.25);
    act(&mut app, FilesCommand::SaveScene);
    assert!(std::fs::symlink_metadata(&link).is_ok_and(|found| found.is_symlink()));
    assert!(read(&target).contains("friction: 0.25"));
    assert_says(&app, &link);
}
