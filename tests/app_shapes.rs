//! Scenes that some models cannot do, and bodies with curved surfaces, in the application without window or GPU.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::prelude::*;
use desk::{act, app, bench, errors, models, repository, run};
use pegsim::app::bench::workbench::DEFAULT_MODELS;
use pegsim::app::command::{FilesCommand, PastCommand, RunCommand};
use pegsim::contact::models::ContactModel;

fn open(app: &mut App, scene: &str) {
    act(app, FilesCommand::LoadScene(repository(scene)));
    app.update();
}

#[test]
fn a_scene_opens_with_the_models_that_can_do_it_and_the_others_come_back_with_the_next_one() {
    let mut app = app("curved/ramp.ron");
    assert_eq!(models(&app), [ContactModel::SeparatingFeature]);
    assert_eq!(bench(&app).aside.titles(), "Standard, PEG");
    assert_eq!(bench(&app).chosen_models(), DEFAULT_MODELS, "what is remembered is what the user chose");
    run(&mut app, 3);
    assert_eq!((bench(&app).step(), errors(&app)), (3, Vec::new()));
    open(&mut app, "curved/row_of_balls.ron");
    assert_eq!(models(&app), [ContactModel::SeparatingFeature]);
    open(&mut app, "triangle_drop.ron");
    assert_eq!(models(&app), DEFAULT_MODELS);
    assert!(bench(&app).aside.panes.is_empty());
    act(&mut app, PastCommand::Undo);
    assert_eq!((models(&app).len(), bench(&app).aside.panes.len()), (1, 2), "undone as it was");
}

#[test]
fn exact_stands_in_where_none_of_the_users_models_can() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, RunCommand::SetPaneCount(2));
    act(&mut app, RunCommand::FocusPane(1));
    let own = models(&app);
    assert_eq!(own, DEFAULT_MODELS[..2]);
    open(&mut app, "curved/ramp.ron");
    assert_eq!(models(&app), [ContactModel::SeparatingFeature]);
    assert_eq!(bench(&app).chosen_models(), own);
    run(&mut app, 2);
    assert_eq!((bench(&app).step(), errors(&app)), (2, Vec::new()));
    open(&mut app, "triangle_drop.ron");
    assert_eq!(models(&app), own);
    // Who chooses a model meanwhile has chosen.
    open(&mut app, "curved/ramp.ron");
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::Lnc });
    open(&mut app, "triangle_drop.ron");
    assert_eq!(models(&app), [ContactModel::Lnc]);
}

#[test]
fn a_pane_that_cannot_do_the_scene_says_so_stands_still_and_goes_on_with_a_model_that_can() {
    let mut app = app("curved/ramp.ron");
    run(&mut app, 2);
    act(&mut app, RunCommand::ShowSetAside);
    assert_eq!(models(&app), DEFAULT_MODELS);
    assert!(bench(&app).aside.panes.is_empty());
    let said = bench(&app).panes[0].cannot();
    assert_eq!(said.as_deref(), Some("Standard has corners and faces only, and body `ball` is curved"));
    run(&mut app, 3);
    let steps = |app: &App| bench(app).panes.iter().map(|p| p.simulation.state.step).collect::<Vec<_>>();
    assert_eq!((steps(&app), errors(&app)), (vec![2, 2, 5], Vec::new()));
    assert_eq!(bench(&app).reference(), 2, "what stands still is no reference");
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::SeparatingFeature });
    assert_eq!(bench(&app).panes[0].cannot(), None);
    run(&mut app, 1);
    assert_eq!(steps(&app), [6, 2, 6], "it catches up");
    assert_eq!(bench(&app).panes[0].simulation.state, bench(&app).panes[2].simulation.state);
    act(&mut app, PastCommand::Undo);
    assert_eq!(models(&app)[0], ContactModel::Standard);
}

#[test]
fn another_pane_has_a_model_that_can_if_there_is_one_left() {
    let mut app = app("joints/hanging_rod.ron");
    act(&mut app, RunCommand::SetPaneCount(1));
    for pane in [ContactModel::DeepestPoint, ContactModel::MultiPoint] {
        act(&mut app, RunCommand::SetPaneModel { pane: 0, model: pane });
        assert!(bench(&app).panes[0].cannot().is_some(), "{pane:?}");
    }
    act(&mut app, RunCommand::SetPaneCount(2));
    assert!(models(&app).contains(&ContactModel::Standard));
    assert_eq!(bench(&app).panes.iter().filter(|pane| pane.cannot().is_some()).count(), 1);
}
