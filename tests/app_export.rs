//! The menu Export: the run of all panes as a web page and as an animated scene, beside the frames.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used)]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::App;
use desk::{act, bench, errors, run, said};
use folder::Folder;
use pegsim::app::command::FilesCommand;
use pegsim::app::command::files::Export;
use pegsim::app::messages::Severity;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The file that an export says it has written.
fn written(app: &mut App, export: Export, ending: &str) -> PathBuf {
    let before = said(app, Severity::Info).len();
    act(app, FilesCommand::Export(export));
    let end = Instant::now() + Duration::from_mins(1);
    while said(app, Severity::Info).len() == before {
        assert!(Instant::now() < end && errors(app).is_empty(), "{:?}", errors(app));
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    let text = said(app, Severity::Info).pop().unwrap();
    let (_, path) = text.split_once(": ").unwrap();
    assert!(path.ends_with(ending), "{text}");
    PathBuf::from(path)
}

#[test]
fn the_run_of_all_panes_goes_out_as_a_page_and_as_an_animation() {
    let folder = Folder::new("app-export");
    let mut app = desk::app("triangle_drop.ron");
    act(&mut app, FilesCommand::SetOutputFolder(folder.0.clone()));
    act(&mut app, FilesCommand::Export(Export::Animation));
    assert_eq!(errors(&app), ["There is nothing to write: no step was taken yet."]);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    act(&mut app, pegsim::app::command::PanelCommand::DismissAllMessages);

    run(&mut app, 12);
    let path = written(&mut app, Export::Animation, ".glb");
    let file = gltf::Gltf::open(&path).unwrap();
    let (panes, model) = (bench(&app).panes.len(), bench(&app).scene.model.clone());
    let scene = file.default_scene().unwrap();
    assert_eq!(scene.nodes().count(), panes, "a root for each pane");
    assert_eq!(file.nodes().count(), panes * (1 + model.bodies.len()));
    let animation = file.animations().next().unwrap();
    let last = animation.samplers().map(|s| s.input().max().unwrap()[0].as_f64().unwrap());
    let time = bench(&app).time();
    assert!((last.fold(0.0, f64::max) - time).abs() < 1e-6, "to the last step");

    let path = written(&mut app, Export::Page, ".html");
    let page = std::fs::read_to_string(&path).unwrap();
    for pane in &bench(&app).panes {
        assert!(page.contains(pane.model().title()), "{}", pane.model().title());
    }
    assert!(page.contains(&model.bodies[1].name));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2, "nothing half done is left");
}
