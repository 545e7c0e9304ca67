//! The forces that the scene has on a body: changed in the scene.

use crate::app::bench::workbench::Workbench;
use crate::app::build::edit::change_scene;
use crate::app::command::joint::Push;
use crate::scene::format::{ControllerDescription, ControllerKind};
use crate::world::BodyId;

/// The forces on a body that a list of controllers has, in its order.
pub fn of_body<'a>(
    controllers: &'a [ControllerDescription],
    name: &'a str,
) -> impl Iterator<Item = Push> + 'a {
    controllers.iter().filter(move |c| pushes(c, name)).map(|c| Push {
        force: c.force.into(),
        torque: c.torque.into(),
        from: c.from,
        until: c.until,
    })
}

fn pushes(controller: &ControllerDescription, name: &str) -> bool {
    controller.kind == ControllerKind::Force && controller.body == name
}

/// Gives a body these forces instead of those that it has. They stay where the first of them was among the controllers.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
pub(super) fn set_forces(bench: &mut Workbench, body: BodyId, forces: &[Push]) -> Result<(), String> {
    let Some(name) = bench.scene.model.bodies.get(body.0).map(|body| body.name.clone()) else {
        return Err(tr!("change-no-such-body").to_owned());
    };
    change_scene(bench, None, |scene| {
        let first = scene.controllers.iter().position(|c| pushes(c, &name));
        scene.controllers.retain(|c| !pushes(c, &name));
        let at = first.unwrap_or(scene.controllers.len());
        let given = forces.iter().map(|push| ControllerDescription {
            body: name.clone(),
            force: push.force.into(),
            torque: push.torque.into(),
            from: push.from,
            until: push.until,
            ..ControllerDescription::new(ControllerKind::Force)
        });
        scene.controllers.splice(at..at, given);
        Ok(())
    })
}
