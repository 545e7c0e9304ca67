//! The path of a kinematic body: changed in the scene, and the body put where it is on it now.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::build::body_change::put_at;
use crate::app::build::edit::change_scene;
use crate::scene::format::{ControllerDescription, ControllerKind, WaypointDescription};
use crate::world::BodyId;
use crate::world::joint::Controller;

/// A body that is nearer to its path than this (m or rad) is on it.
const ON_IT: f64 = 1e-9;

/// Gives a body a path, or takes it away where there are no waypoints. The body goes to where the path has it at this time: it would be
/// thrown there in the next step otherwise.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
pub(super) fn set_path(
    bench: &mut Workbench,
    body: BodyId,
    waypoints: &[WaypointDescription],
) -> Result<(), String> {
    let Some(name) = bench.scene.model.bodies.get(body.0).map(|body| body.name.clone()) else {
        return Err(tr!("change-no-such-body").to_owned());
    };
    let before = Snapshot::of(bench);
    change_scene(bench, None, |scene| {
        let own = |c: &ControllerDescription| c.kind == ControllerKind::Path && c.body == name;
        if waypoints.is_empty() {
            scene.controllers.retain(|c| !own(c));
        } else if let Some(path) = scene.controllers.iter_mut().find(|c| own(c)) {
            path.waypoints = waypoints.to_vec();
        } else {
            let path = ControllerDescription::new(ControllerKind::Path);
            let waypoints = waypoints.to_vec();
            scene.controllers.push(ControllerDescription { body: name.clone(), waypoints, ..path });
        }
        Ok(())
    })?;
    follow(bench, body).inspect_err(|_| before.restore(bench))
}

fn follow(bench: &mut Workbench, body: BodyId) -> Result<(), String> {
    let model = bench.scene.model.clone();
    let state = &bench.focused_pane().simulation.state;
    let time = state.time.max(model.body(body).spawn_time);
    let at_that_time = crate::world::State { time, ..state.clone() };
    let of_body = |c: &&Controller| matches!(c, Controller::Path { body: whose, .. } if *whose == body);
    let path = model.controllers.iter().find(of_body);
    let Some((_, there)) = path.and_then(|path| path.path(&at_that_time, 0.0)) else { return Ok(()) };
    let here = &state.poses[body.0];
    let turn = (there.pose.orientation * here.orientation.inverse()).scaled_axis().norm();
    if (there.pose.position - here.position).norm() <= ON_IT && turn <= ON_IT {
        return Ok(());
    }
    let (position, orientation) = model.scene_frame(body, &there.pose);
    put_at(bench, body, Some(&position), Some(orientation))
}
