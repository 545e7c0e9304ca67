//! Groups of bodies: made of what is selected, named, dissolved, and what a click on a body of one means.
//!
//! No state depends on them. They change for the whole recorded run at once, as titles do; at a moment at which some of the bodies are not
//! in the scene a group has the others.

use crate::app::bench::workbench::Workbench;
use crate::app::build::spawn::unused;
use crate::app::command::build::GroupChange;
use crate::app::mouse::hand::named;
use crate::scene::format::{GroupDescription, LEAST_OF_A_GROUP, Scene};
use crate::world::BodyId;
use std::collections::BTreeSet;

/// Carries out a change; returns what the undo list calls it, or nothing where all stays as it is.
///
/// # Errors
/// One sentence when that cannot be a group; nothing has changed then.
pub fn change(
    bench: &mut Workbench,
    selected: &[BodyId],
    change: &GroupChange,
) -> Result<Option<String>, String> {
    match change {
        GroupChange::Make => make(bench, selected).map(Some),
        GroupChange::DissolveSelected => {
            let groups: BTreeSet<usize> = selected.iter().filter_map(|id| group_of(bench, *id)).collect();
            if groups.is_empty() {
                return Err(tr!("group-nothing-selected-in-one").to_owned());
            }
            Ok(Some(dissolve(bench, &groups)))
        }
        GroupChange::Dissolve(group) => match bench.scene.source.groups.get(*group) {
            Some(_) => Ok(Some(dissolve(bench, &[*group].into()))),
            None => Err(tr!("group-no-such").to_owned()),
        },
        GroupChange::Rename(group, name) => rename(bench, *group, name.trim()),
    }
}

fn make(bench: &mut Workbench, selected: &[BodyId]) -> Result<String, String> {
    let scene = &bench.scene.source;
    let chosen = selected.iter().filter_map(|id| scene.bodies.get(id.0));
    let names: BTreeSet<String> = chosen.map(|body| body.name.clone()).collect();
    if names.len() < LEAST_OF_A_GROUP {
        return Err(tr!("group-select-two").to_owned());
    }
    let whole = |group: &&GroupDescription| group.bodies.iter().all(|body| names.contains(body));
    let within: Vec<&GroupDescription> = scene.groups.iter().filter(whole).collect();
    // What is added to one group belongs to it from then on.
    let name = match within[..] {
        [group] if group.bodies.len() == names.len() => {
            return Err(tr!("group-is-one", group = group.name));
        }
        [group] => group.name.clone(),
        _ => {
            let taken = |name: &str| scene.groups.iter().any(|group| group.name == name);
            unused(tr!("group-stem"), taken)
        }
    };
    bench.retitle(|scene| regroup(scene, &names, &name));
    let bodies = named(&bench.scene.model, selected);
    Ok(tr!("act-group", bodies = bodies, group = name))
}

/// Makes one group of those of the bodies that there are.
fn regroup(scene: &mut Scene, names: &BTreeSet<String>, name: &str) {
    let place = scene.groups.iter().position(|group| group.name == name);
    scene.ungroup(|body| names.contains(body));
    let there = scene.bodies.iter().map(|body| &body.name).filter(|body| names.contains(*body));
    let bodies: Vec<String> = there.cloned().collect();
    if bodies.len() >= LEAST_OF_A_GROUP {
        let name = unused(name, |name| scene.groups.iter().any(|group| group.name == name));
        let place = place.unwrap_or(usize::MAX).min(scene.groups.len());
        scene.groups.insert(place, GroupDescription { name, bodies });
    }
}

fn dissolve(bench: &mut Workbench, groups: &BTreeSet<usize>) -> String {
    let all = &bench.scene.source.groups;
    let names: Vec<String> = groups.iter().filter_map(|k| Some(all.get(*k)?.name.clone())).collect();
    bench.retitle(|scene| scene.groups.retain(|group| !names.contains(&group.name)));
    match &names[..] {
        [one] => tr!("act-dissolve", group = one),
        several => tr!("act-dissolve-several", count = several.len()),
    }
}

fn rename(bench: &mut Workbench, group: usize, name: &str) -> Result<Option<String>, String> {
    let groups = &bench.scene.source.groups;
    let old = groups.get(group).ok_or(tr!("group-no-such"))?.name.clone();
    if old == name {
        return Ok(None);
    }
    if name.is_empty() {
        return Err(tr!("group-name-empty").to_owned());
    }
    let taken = |scene: &Scene| scene.groups.iter().any(|group| group.name == name);
    if taken(&bench.scene.source) {
        return Err(tr!("group-name-taken", group = name));
    }
    bench.retitle(|scene| {
        if !taken(scene) {
            let renamed = scene.groups.iter_mut().filter(|group| group.name == old);
            renamed.for_each(|group| name.clone_into(&mut group.name));
        }
    });
    Ok(Some(tr!("act-rename-group", old = old, group = name)))
}

/// The place in the scene of the group that a body is in.
pub fn group_of(bench: &Workbench, body: BodyId) -> Option<usize> {
    let scene = &bench.scene.source;
    scene.group_of(&scene.bodies.get(body.0)?.name)
}

/// The bodies of a group, by its place in the scene, in the order of the scene.
pub fn members(bench: &Workbench, group: usize) -> Vec<BodyId> {
    let scene = &bench.scene.source;
    let Some(group) = scene.groups.get(group) else { return Vec::new() };
    let within = |name: &String| group.bodies.contains(name);
    (0..scene.bodies.len()).filter(|k| within(&scene.bodies[*k].name)).map(BodyId).collect()
}

/// The group that these bodies are, all of them and no other.
pub fn exactly(bench: &Workbench, bodies: &[BodyId]) -> Option<usize> {
    let group = group_of(bench, *bodies.first()?)?;
    let members = members(bench, group);
    (members.len() == bodies.len() && members.iter().all(|id| bodies.contains(id))).then_some(group)
}

/// The bodies that a click on one means, that one first: all of its group. That one alone where it is in none, or where what is selected
/// lies in its group already: the second click goes into the group.
pub fn meant(bench: &Workbench, selected: &[BodyId], body: BodyId) -> Vec<BodyId> {
    let members = group_of(bench, body).map_or_else(Vec::new, |group| members(bench, group));
    if members.is_empty() || !selected.is_empty() && selected.iter().all(|id| members.contains(id)) {
        return vec![body];
    }
    std::iter::once(body).chain(members.into_iter().filter(|id| *id != body)).collect()
}

/// What is selected after a click on a body that takes it in beside the others, or lets it go: all of its group, but that one alone where
/// only others of its group are selected.
pub fn beside(bench: &Workbench, selected: &[BodyId], body: BodyId) -> Vec<BodyId> {
    let all = group_of(bench, body).map_or_else(|| vec![body], |group| members(bench, group));
    let without = |gone: &[BodyId]| selected.iter().copied().filter(|id| !gone.contains(id)).collect();
    if all.iter().all(|id| selected.contains(id)) {
        return without(&all);
    }
    let new = meant(bench, selected, body);
    match new[..] {
        [one] if selected.contains(&one) => without(&new),
        _ => new.into_iter().chain(selected.iter().copied()).collect(),
    }
}
