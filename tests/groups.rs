//! Named groups of bodies in the application: made, clicked, named, copied, dissolved, saved. Each act is undone as one, and no step knows of
//! them.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used)]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::input::ButtonState;
use bevy::math::Vec2;
use bevy::prelude::{App, KeyCode};
use desk::{
    act, acts, bench, drag, hold, move_to, named, place, plain, press, run, select, selected, started,
    warnings,
};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::build::fragment::{self, Place};
use pegsim::app::command::build::{BodyChange, GroupChange};
use pegsim::app::command::{BuildCommand, FilesCommand, PastCommand, SelectCommand};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::run::simulation::Mode;
use pegsim::math::Vec3;
use pegsim::scene::{load_str, parse, to_text};
use pegsim::world::State;
use std::path::Path;

/// Three cubes side by side and a fourth, above a floor; the first and the third are a pair.
const SCENE: &str = r#"// Cubes.
Scene(
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1.5, 0.5, 0.1)), position: (0.3, 0, -0.1)),
        (name: "a", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (-0.6, 0, 0.2)),
        (name: "b", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0, 0, 0.2)),
        (name: "c", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.6, 0, 0.2)),
        (name: "d", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (1.2, 0, 0.2)),
    ],
    groups: [
        (name: "pair", bodies: ["c", "a"]), // the outer two
    ],
)
"#;

fn open(folder: &Folder) -> App {
    let path = folder.with("a.ron", SCENE);
    let mut app = started(Options { scene: Some(path), ..plain() }, Mode::Inline);
    app.update();
    app
}

/// The groups with their bodies, in the order of the scene.
fn groups(app: &App) -> Vec<(String, Vec<String>)> {
    let groups = &bench(app).scene.source.groups;
    groups.iter().map(|group| (group.name.clone(), group.bodies.clone())).collect()
}

fn group(name: &str, bodies: &[&str]) -> (String, Vec<String>) {
    (name.to_owned(), bodies.iter().map(|body| (*body).to_owned()).collect())
}

fn change(app: &mut App, change: GroupChange) {
    act(app, BuildCommand::Group(change));
}

fn click(app: &mut App, name: &str) {
    let spot = place(app, 0, named(app, name));
    move_to(app, spot);
    press(app, ButtonState::Pressed);
    press(app, ButtonState::Released);
    app.update();
}

fn states(app: &App) -> Vec<State> {
    bench(app).panes.iter().map(|pane| pane.simulation.state.clone()).collect()
}

/// The first click means the group, the second one the body, and so does one on another body of it then; beside them Shift takes in and
/// lets go of whole groups.
#[test]
fn a_click_selects_the_group_and_a_second_one_the_body() {
    let folder = Folder::new("groups-click");
    let mut app = open(&folder);
    // From the right to the left: the handles of what is selected point to the right.
    click(&mut app, "c");
    assert_eq!(selected(&app), ["a", "c"]);
    click(&mut app, "c");
    assert_eq!(selected(&app), ["c"]);
    click(&mut app, "a");
    assert_eq!(selected(&app), ["a"], "still within the group");
    act(&mut app, SelectCommand::Body(None));
    click(&mut app, "d");
    assert_eq!(selected(&app), ["d"]);
    click(&mut app, "c");
    assert_eq!(selected(&app), ["a", "c"], "from outside it is the group again");
    act(&mut app, SelectCommand::Body(None));
    hold(&mut app, KeyCode::ShiftLeft, true);
    click(&mut app, "b");
    click(&mut app, "a");
    assert_eq!(selected(&app), ["a", "b", "c"]);
    click(&mut app, "c");
    assert_eq!(selected(&app), ["b"], "the whole group is let go");
    hold(&mut app, KeyCode::ShiftLeft, false);
    act(&mut app, SelectCommand::Group(0));
    assert_eq!(selected(&app), ["a", "c"]);
    assert_eq!(acts(&app), 0, "choosing is no act");
}

/// A rectangle takes a group only where all of it lies within.
#[test]
fn a_rectangle_takes_whole_groups() {
    let folder = Folder::new("groups-rectangle");
    let mut app = open(&folder);
    let draw = |app: &mut App, from: Vec2, to: Vec2| {
        act(app, SelectCommand::Body(None));
        hold(app, KeyCode::ShiftLeft, true);
        move_to(app, from);
        press(app, ButtonState::Pressed);
        for k in 1..=4_u8 {
            move_to(app, from + (to - from) * (f32::from(k) / 4.0));
        }
        press(app, ButtonState::Released);
        app.update();
        hold(app, KeyCode::ShiftLeft, false);
    };
    let spots = ["a", "b", "c", "d"].map(|name| place(&app, 0, named(&app, name)));
    let low = spots.iter().fold(spots[0], |low, spot| low.min(*spot));
    let high = spots.iter().fold(spots[0], |high, spot| high.max(*spot));
    let margin = Vec2::splat(0.45 * spots[1].distance(spots[2]));
    draw(&mut app, low - margin, high + margin);
    assert_eq!(selected(&app), ["a", "b", "c", "d"]);
    // About the last three: half of the pair is outside.
    let (low, high) = (spots[1].min(spots[2]).min(spots[3]), spots[1].max(spots[2]).max(spots[3]));
    draw(&mut app, low - margin, high + margin);
    assert_eq!(selected(&app), ["b", "d"]);
}

#[test]
fn a_group_moves_as_one_by_any_of_its_bodies() {
    let folder = Folder::new("groups-move");
    let mut app = open(&folder);
    let at = |app: &App, name: &str| states(app)[0].poses[named(app, name).0].position;
    let before = ["a", "b", "c"].map(|name| at(&app, name));
    // Nothing is selected: the body under the mouse says which group is meant.
    let held = named(&app, "a");
    drag(&mut app, held, Vec2::new(0.0, -60.0));
    press(&mut app, ButtonState::Released);
    let gone = at(&app, "a") - before[0];
    assert!(gone.norm() > 0.02, "{gone}");
    assert!((at(&app, "c") - before[2] - gone).norm() < 1e-12, "the other went another way");
    assert_eq!(at(&app, "b"), before[1]);
    assert_eq!(app.world().resource::<UndoStack>().next_undo(), Some("move 2 bodies"));
    act(&mut app, PastCommand::Undo);
    // Chosen alone, it goes alone.
    act(&mut app, SelectCommand::Body(Some(held)));
    let c = at(&app, "c");
    drag(&mut app, held, Vec2::new(0.0, -60.0));
    press(&mut app, ButtonState::Released);
    assert!((at(&app, "a") - before[0]).norm() > 0.02);
    assert_eq!(at(&app, "c"), c);
}

/// Grouping, adding to a group, taking away from another, naming, dissolving: acts that are undone and done again one by one.
#[test]
fn groups_are_made_named_and_dissolved() {
    let folder = Folder::new("groups-make");
    let mut app = open(&folder);
    let pair = group("pair", &["c", "a"]);
    select(&mut app, &["b", "d"]);
    change(&mut app, GroupChange::Make);
    let made = vec![pair.clone(), group("group", &["b", "d"])];
    assert_eq!(groups(&app), made);
    assert_eq!(selected(&app), ["b", "d"], "they stay selected");
    change(&mut app, GroupChange::Make);
    assert_eq!(warnings(&app).last().unwrap(), "these bodies are the group `group` already.");
    change(&mut app, GroupChange::Rename(1, " wagon ".to_owned()));
    assert_eq!(groups(&app)[1].0, "wagon");
    for (name, refused) in [
        ("pair", "another group is named `pair`; every group needs a name of its own."),
        (" ", "a group needs a name; the old one is kept."),
    ] {
        change(&mut app, GroupChange::Rename(1, name.to_owned()));
        assert_eq!(warnings(&app).last().unwrap(), refused);
    }
    // One more comes into it, and a pair of which one is left is none.
    select(&mut app, &["a", "b", "d"]);
    change(&mut app, GroupChange::Make);
    assert_eq!(groups(&app), [group("wagon", &["a", "b", "d"])]);
    assert_eq!(
        app.world().resource::<UndoStack>().next_undo(),
        Some("group 3 bodies as `wagon`"),
        "it keeps its name"
    );
    change(&mut app, GroupChange::DissolveSelected);
    assert!(groups(&app).is_empty());
    change(&mut app, GroupChange::DissolveSelected);
    assert_eq!(warnings(&app).last().unwrap(), "nothing that is selected is in a group.");
    select(&mut app, &["a"]);
    change(&mut app, GroupChange::Make);
    assert_eq!(warnings(&app).last().unwrap(), "select two bodies or more, which are to be a group.");
    assert_eq!(acts(&app), 4, "what was refused is no act");
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    assert_eq!(groups(&app), [pair.clone(), group("wagon", &["b", "d"])]);
    act(&mut app, PastCommand::Redo);
    assert_eq!(groups(&app), [group("wagon", &["a", "b", "d"])]);
    for _ in 0..3 {
        act(&mut app, PastCommand::Undo);
    }
    assert_eq!(groups(&app), [pair]);
    change(&mut app, GroupChange::Dissolve(0));
    assert!(groups(&app).is_empty());
}

#[test]
fn groups_follow_their_bodies() {
    let folder = Folder::new("groups-follow");
    let mut app = open(&folder);
    let a = named(&app, "a");
    act(&mut app, BuildCommand::ChangeBody(a, BodyChange::Name("first".to_owned())));
    assert_eq!(groups(&app), [group("pair", &["c", "first"])]);
    select(&mut app, &["first", "b", "c"]);
    change(&mut app, GroupChange::Make);
    select(&mut app, &["b"]);
    act(&mut app, BuildCommand::DeleteSelected);
    assert_eq!(groups(&app), [group("pair", &["first", "c"])]);
    select(&mut app, &["first"]);
    act(&mut app, BuildCommand::DeleteSelected);
    assert!(groups(&app).is_empty(), "one body is no group");
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    act(&mut app, PastCommand::Undo);
    assert_eq!(groups(&app), [group("pair", &["first", "c"])]);
}

/// A copy of a whole group is one with a name of its own; of a part it is none. So it is through the clipboard's text.
#[test]
fn copies_of_whole_groups_are_groups() {
    let folder = Folder::new("groups-copy");
    let mut app = open(&folder);
    act(&mut app, SelectCommand::Group(0));
    act(&mut app, BuildCommand::DuplicateSelected);
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    let pair = group("pair", &["c", "a"]);
    assert_eq!(groups(&app), [pair.clone(), group("pair 2", &["c 2", "a 2"])]);
    assert_eq!(selected(&app), ["a 2", "c 2"]);
    act(&mut app, PastCommand::Undo);
    select(&mut app, &["a", "b"]);
    act(&mut app, BuildCommand::DuplicateSelected);
    assert_eq!(groups(&app), [pair], "half of a pair is none");

    let whole = ["a", "b", "c"].map(|name| named(&app, name));
    let text = to_text(&fragment::of(bench(&app), &whole).unwrap());
    load_str(&text, "pasted.ron", Path::new(".")).unwrap();
    let mut work = bench(&app).clone();
    let above = Place::At(Vec3::new(0.0, 0.0, 3.0));
    fragment::add(&mut work, parse(&text, "the clipboard").unwrap(), above).unwrap();
    let pasted = work.scene.source.groups.last().unwrap();
    assert_eq!(pasted.name, "pair 2");
    assert!(pasted.bodies.iter().all(|name| work.scene.source.bodies[5..].iter().any(|b| b.name == *name)));
}

/// The file keeps its comments, and what is read again is what was shown. A click on reading again selects the group.
#[test]
fn a_saved_scene_has_its_groups() {
    let folder = Folder::new("groups-save");
    let mut app = open(&folder);
    select(&mut app, &["b", "d"]);
    change(&mut app, GroupChange::Make);
    change(&mut app, GroupChange::Rename(1, "inner \"two\"".to_owned()));
    act(&mut app, FilesCommand::SaveScene);
    let text = std::fs::read_to_string(folder.file("a.ron")).unwrap();
    assert!(text.contains("bodies: [\"c\", \"a\"]), // the outer two\n"), "{text}");
    assert_eq!(parse(&text, "a.ron").unwrap(), bench(&app).scene.source);
    act(&mut app, FilesCommand::ReloadScene);
    app.update();
    assert_eq!(groups(&app), [group("pair", &["c", "a"]), group("inner \"two\"", &["b", "d"])]);
    click(&mut app, "d");
    assert_eq!(selected(&app), ["b", "d"]);
    // Without the last group the field goes, and the file is what one without groups is.
    change(&mut app, GroupChange::Dissolve(1));
    change(&mut app, GroupChange::Dissolve(0));
    act(&mut app, FilesCommand::SaveScene);
    let text = std::fs::read_to_string(folder.file("a.ron")).unwrap();
    assert!(text.starts_with("// Cubes.") && !text.contains("groups"), "{text}");
}

/// In midst of a run a group is made for all that is recorded, and the run is not cut; where its bodies were not there yet there is none.
#[test]
fn a_group_is_there_for_the_whole_recorded_run() {
    let folder = Folder::new("groups-run");
    let mut app = open(&folder);
    run(&mut app, 5);
    select(&mut app, &["b"]);
    act(&mut app, BuildCommand::DuplicateSelected);
    run(&mut app, 5);
    act(&mut app, PastCommand::Seek(7));
    let before = states(&app);
    select(&mut app, &["b", "b 2"]);
    change(&mut app, GroupChange::Make);
    select(&mut app, &["b 2", "d"]);
    assert_eq!(states(&app), before);
    assert_eq!(groups(&app).len(), 2);
    act(&mut app, PastCommand::Seek(10));
    assert_eq!(states(&app)[0].step, 10, "what was recorded stays");
    assert_eq!(groups(&app).len(), 2);
    act(&mut app, PastCommand::Seek(3));
    assert_eq!(bench(&app).scene.source.bodies.len(), 5, "the copy is not there yet");
    assert_eq!(groups(&app), [group("pair", &["c", "a"])]);
    load_str(&to_text(&bench(&app).scene.source), "then.ron", Path::new(".")).unwrap();
}

/// The same run, to the bit.
#[test]
fn no_step_knows_of_groups() {
    let folder = Folder::new("groups-physics");
    let mut with = open(&folder);
    run(&mut with, 20);
    let text = SCENE.replace("(name: \"pair\", bodies: [\"c\", \"a\"]),", "");
    let path = folder.with("without.ron", &text);
    let mut without = started(Options { scene: Some(path), ..plain() }, Mode::Inline);
    without.update();
    assert!(groups(&without).is_empty());
    run(&mut without, 20);
    assert_eq!(states(&with), states(&without));
}
