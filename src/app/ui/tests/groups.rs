//! Groups of bodies in the inspector: listed, selected, renamed, dissolved by clicks and keys.

use super::*;
use crate::app::command::BuildCommand;
use crate::app::command::build::GroupChange;

const SCENE: &str = r#"Scene(
    bodies: [
        (name: "a", shape: Box(half_extents: (1, 1, 1))),
        (name: "b", shape: Box(half_extents: (1, 1, 1)), position: (4, 0, 0)),
        (name: "c", shape: Box(half_extents: (1, 1, 1)), position: (8, 0, 0)),
        (name: "d", shape: Box(half_extents: (1, 1, 1)), position: (12, 0, 0)),
    ],
    groups: [(name: "pair", bodies: ["a", "c"]), (name: "others", bodies: ["b", "d"])],
)"#;

fn desk(bodies: &[usize]) -> Desk {
    let scene = load_str(SCENE, "cubes.ron", Path::new(".")).expect("a valid scene");
    let mut desk = Desk::new(Workbench::new(scene, &DEFAULT_MODELS[..1]), (1600.0, 1600.0));
    desk.selection.all(bodies.iter().map(|id| BodyId(*id)));
    desk.frames(4);
    desk
}

fn group(change: GroupChange) -> AppCommand {
    BuildCommand::Group(change).into()
}

#[test]
fn groups_are_listed_whatever_is_selected() {
    for bodies in [&[][..], &[1], &[0, 1]] {
        let mut desk = desk(bodies);
        let asked = desk.click_on("pair (2)");
        assert!(asked.contains(&SelectCommand::Group(0).into()), "{bodies:?}: {asked:?}");
    }
    let mut one = desk(&[3]);
    let asked = one.click_on("others");
    assert!(asked.contains(&SelectCommand::Group(1).into()), "{asked:?}");
}

#[test]
fn a_selected_group_is_renamed_where_it_stands() {
    let mut desk = desk(&[0, 2]);
    assert!(!desk.text().contains("pair (2)"), "its name is a field");
    desk.click_on("pair");
    desk.frame(vec![Event::Text(" of cubes".to_owned())]);
    let enter = |pressed| Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    let asked = [desk.frame(vec![enter(true)]).0, desk.frame(vec![enter(false)]).0].concat();
    let named = asked.iter().find_map(|command| match command {
        AppCommand::Build(BuildCommand::Group(GroupChange::Rename(0, name))) => Some(name.clone()),
        _ => None,
    });
    let named = named.unwrap_or_else(|| panic!("{asked:?}"));
    assert!(named.contains(" of cubes") && named.len() == "pair of cubes".len(), "{named}");
}

#[test]
fn buttons_are_those_that_do_something() {
    let mut whole = desk(&[0, 2]);
    assert!(!whole.text().lines().any(|line| line == "Group"), "it is one already");
    assert!(whole.click_on("Dissolve the group").contains(&group(GroupChange::DissolveSelected)));
    let mut mixed = desk(&[0, 1]);
    assert!(mixed.click_on("Group").contains(&group(GroupChange::Make)));
}
