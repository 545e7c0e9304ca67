//! Whether the groups of a scene name bodies that there are, each once.

use crate::quote::{brief, list, meant};
use crate::scene::check::validate::{Checked, require};
use crate::scene::format::{LEAST_OF_A_GROUP, Scene};
use crate::scene::message::Problem;
use std::collections::BTreeMap;

/// Checks the groups. The names of the bodies have been checked before.
pub(in crate::scene) fn check(scene: &Scene) -> Checked {
    if scene.groups.is_empty() {
        return Ok(());
    }
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut members: BTreeMap<&str, Option<usize>> =
        scene.bodies.iter().map(|body| (body.name.as_str(), None)).collect();
    for (i, group) in scene.groups.iter().enumerate() {
        let path = format!("groups[{i}]");
        let given = group.name.as_str();
        require(!given.trim().is_empty(), format!("{path}.name"), || {
            format!("the name of group number {} is empty; every group needs a name of its own", i + 1)
        })?;
        if let Some(other) = names.insert(given, i) {
            let message = format!(
                "groups number {} and {} are both named `{}`; every group needs a name of its own",
                other + 1,
                i + 1,
                brief(given)
            );
            return Err(Problem::new(format!("{path}.name"), message));
        }
        let who = format!("group `{}`", brief(given));
        for (k, body) in group.bodies.iter().enumerate() {
            let at = format!("{path}.bodies[{k}]");
            let Some(member) = members.get_mut(body.as_str()) else {
                let known: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
                let guess = meant(body, known.iter().copied());
                let message = format!(
                    "{who} names the body `{}`, which does not exist{guess}; there are {}",
                    brief(body),
                    list(&known)
                );
                return Err(Problem::new(at, message));
            };
            let before = member.replace(i);
            require(before != Some(i), at.as_str(), || {
                format!("{who} names the body `{}` twice; once is enough", brief(body))
            })?;
            if let Some(other) = before {
                let message = format!(
                    "{who} names the body `{}`, which is in group `{}`; a body is in one group at most",
                    brief(body),
                    brief(&scene.groups[other].name)
                );
                return Err(Problem::new(at, message));
            }
        }
        require(group.bodies.len() >= LEAST_OF_A_GROUP, format!("{path}.bodies"), || {
            let count = if group.bodies.is_empty() { "no body" } else { "a single body" };
            format!("{who} has {count}; a group has {LEAST_OF_A_GROUP} bodies at least")
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::scene::load_str;
    use std::path::Path;

    #[test]
    fn what_is_wrong_with_groups_is_said_in_one_sentence_with_its_place() {
        let text = |groups: &str| {
            format!(
                "Scene(bodies: [(name: \"wheel\", shape: Platonic(Cube, 1)), (name: \"axle\", shape: Platonic(Cube, 1), position: (9, 0, 0))],\n \
                 groups: [{groups}])"
            )
        };
        let wagon = "(name: \"wagon\", bodies: [\"wheel\", \"axle\"])";
        let load =
            |groups: &str| load_str(&text(groups), "x.ron", Path::new("")).map_err(|error| error.message);
        assert!(load(wagon).is_ok());
        for (groups, place, message) in [
            (
                wagon.replace("wheel", "whel"),
                "x.ron:2:36: ",
                "group `wagon` names the body `whel`, which does not exist (is `wheel` meant?); there are `wheel`, `axle`",
            ),
            (
                wagon.replace("axle", "wheel"),
                "x.ron:2:45: ",
                "group `wagon` names the body `wheel` twice; once is enough",
            ),
            (
                format!("{wagon}, (name: \"cart\", bodies: [\"axle\"])"),
                "x.ron:2:79: ",
                "group `cart` names the body `axle`, which is in group `wagon`; a body is in one group at most",
            ),
            (
                format!("{wagon}, {wagon}"),
                "x.ron:2:56: ",
                "groups number 1 and 2 are both named `wagon`; every group needs a name of its own",
            ),
            (wagon.replace("wagon", " "), "x.ron:2:12: ", "the name of group number 1 is empty"),
            (
                wagon.replace("\"wheel\", ", ""),
                "x.ron:2:27: ",
                "group `wagon` has a single body; a group has 2 bodies at least",
            ),
            (
                wagon.replace("\"wheel\", \"axle\"", ""),
                "x.ron:2:27: ",
                "group `wagon` has no body; a group has 2",
            ),
            (
                wagon.replace("bodies", "members"),
                "x.ron:2:",
                "unknown field `members`; valid fields are `name`, `bodies`",
            ),
        ] {
            let said = load(&groups).err().unwrap_or_default();
            assert!(said.starts_with(place) && said.contains(message) && said.lines().count() == 1, "{said}");
        }
    }
}
