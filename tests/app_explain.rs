//! Choosing what is explained, and following a body, in the whole application without window or GPU.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::input::ButtonState;
use bevy::prelude::*;
use desk::{act, app, bench, move_to, place, press};
use pegsim::app::command::look::Overlay;
use pegsim::app::command::run::PartingDistance;
use pegsim::app::command::{AppCommand, LookCommand, PastCommand, RunCommand, SelectCommand};
use pegsim::app::explain::choose::Pictures;
use pegsim::app::look::view::{Selection, ViewSettings};
use pegsim::contact::ContactId;
use pegsim::world::BodyId;

fn selection(app: &App) -> &Selection {
    app.world().resource::<Selection>()
}

fn click(app: &mut App, at: Vec2) {
    move_to(app, at);
    press(app, ButtonState::Pressed);
    press(app, ButtonState::Released);
    app.update();
}

/// Steps until the pane has a contact.
fn to_contact(app: &mut App, pane: usize) {
    let near = |app: &App| {
        bench(app).panes[pane].simulation.record.as_ref().is_some_and(|r| !r.disjunctions.is_empty())
    };
    while !near(app) {
        act(app, RunCommand::Step);
        assert!(bench(app).step() < 200);
    }
}

#[test]
fn a_click_with_control_on_a_second_body_explains_the_pair_in_every_pane() {
    let mut app = app("cube_on_edge.ron");
    to_contact(&mut app, 1);
    let table = place(&app, 1, BodyId(0)) + Vec2::new(-40.0, 30.0);
    click(&mut app, table);
    assert_eq!(selection(&app).body, Some(BodyId(0)));
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ControlLeft);
    let cube = place(&app, 1, BodyId(1));
    click(&mut app, cube);
    let subject = selection(&app).subject.expect("a pair");
    assert_eq!((subject.pane, subject.bodies, subject.features), (1, (BodyId(0), BodyId(1)), None));
    assert_eq!(selection(&app).body, Some(BodyId(0)), "the first body stays selected");
    let pictures = app.world().resource::<Pictures>();
    assert!((0..3).all(|pane| !pictures.of(pane).tiles.is_empty()), "each pane shows its own condition");

    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().release(KeyCode::ControlLeft);
    act(&mut app, AppCommand::Cancel);
    app.update();
    assert!(selection(&app).is_empty());
    assert!((0..3).all(|pane| app.world().resource::<Pictures>().of(pane).is_empty()));
}

#[test]
fn a_chosen_contact_stays_chosen_from_step_to_step_and_comes_back() {
    let mut app = app("cube_on_edge.ron");
    to_contact(&mut app, 1);
    act(&mut app, RunCommand::FocusPane(1));
    let record = bench(&app).panes[1].simulation.record.clone().expect("a record");
    let id = ContactId(record.contacts.len() - 1);
    let pair = record.contacts[id.0].pair;
    act(&mut app, SelectCommand::Contact(Some((1, id))));
    for _ in 0..10 {
        act(&mut app, RunCommand::Step);
        let (pane, id) = selection(&app).contact.expect("the cube still lies on the table");
        let record = bench(&app).panes[pane].simulation.record.as_ref().expect("a record");
        assert_eq!((pane, record.contacts[id.0].pair), (1, pair));
    }
    // Far off there is no such contact: nothing else takes its place.
    for _ in 0..100 {
        act(&mut app, RunCommand::Step);
    }
    assert_eq!(selection(&app).contact, None);
    assert_eq!(selection(&app).subject.and_then(|s| s.features), Some(pair));
    act(&mut app, PastCommand::Seek(5));
    app.update();
    assert!(selection(&app).contact.is_some(), "back at a step where it is there");
    act(&mut app, SelectCommand::Body(None));
    app.update();
    assert!(selection(&app).is_empty());
}

#[test]
fn a_followed_body_stays_where_it_is_in_the_picture() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, LookCommand::ToggleFollow);
    assert_eq!(app.world().resource::<ViewSettings>().following, None, "there is nothing to follow");
    act(&mut app, SelectCommand::Body(Some(BodyId(1))));
    act(&mut app, LookCommand::ToggleFollow);
    app.update();
    let before = place(&app, 0, BodyId(1));
    for _ in 0..40 {
        act(&mut app, RunCommand::Step);
    }
    app.update();
    let after = place(&app, 0, BodyId(1));
    assert!((after - before).length() < 0.5, "{before} {after}");
    act(&mut app, LookCommand::ToggleFollow);
    for _ in 0..10 {
        act(&mut app, RunCommand::Step);
    }
    assert!((place(&app, 0, BodyId(1)) - before).length() > 5.0, "let go");
}

#[test]
fn the_ghost_is_that_of_any_pane_and_the_parting_distance_can_be_set() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, LookCommand::NextGhost);
    let view = app.world().resource::<ViewSettings>();
    assert!(view.shows(Overlay::Ghost) && view.ghost == 0);
    act(&mut app, LookCommand::NextGhost);
    act(&mut app, LookCommand::NextGhost);
    assert_eq!(app.world().resource::<ViewSettings>().ghost, 2);
    for _ in 0..90 {
        act(&mut app, RunCommand::Step);
    }
    let parted = bench(&app).parting.first().expect("the models part at the apex").step;
    act(&mut app, RunCommand::SetParting(PartingDistance::Metres(5.0)));
    assert_eq!(bench(&app).parting.first(), None);
    act(&mut app, RunCommand::SetParting(PartingDistance::default()));
    assert_eq!(bench(&app).parting.first().map(|p| p.step), Some(parted), "found again in what is recorded");
}
