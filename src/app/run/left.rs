//! Bodies that have left the scene: what falls beside the floor is said to, once, as nobody sees it any more.

use crate::app::bench::workbench::Workbench;
use crate::app::format;
use crate::app::messages::Messages;
use crate::math::Vec3;
use crate::scene::LoadedScene;
use crate::world::BodyId;
use std::collections::BTreeSet;

/// Farther from the middle of the scene than this many times its size a body has left it.
const FAR: f64 = 20.0;

/// Bodies that were said to have left since the scene was opened or began again.
#[derive(Debug, Default)]
pub struct Left {
    /// Scenes opened until then, and the newest step.
    of: (u64, u64),
    said: BTreeSet<BodyId>,
}

impl Left {
    /// Says which bodies have left since it was asked last.
    pub fn note(&mut self, bench: &Workbench, messages: &mut Messages) {
        let (loaded, step) = self.of;
        if bench.loaded != loaded || bench.step() < step {
            self.said.clear();
        }
        self.of = (bench.loaded, bench.step());
        let (middle, size) = extent(&bench.scene);
        for pane in bench.panes.iter().filter(|pane| pane.cannot().is_none()) {
            let state = &pane.simulation.state;
            for id in pane.scene.model.ids().filter(|id| pane.scene.model.body(*id).is_dynamic()) {
                let away = (state.poses[id.0].position - middle).norm();
                if away > FAR * size && self.said.insert(id) {
                    messages.info(tr!(
                        "run-left-scene",
                        name = pane.scene.model.body(id).name,
                        model = pane.model().title(),
                        distance = format::length(away),
                        speed = format::length(state.twists[id.0].linear.norm())
                    ));
                }
            }
        }
    }
}

/// The middle of a scene at its start and how far its bodies reach from there (m).
fn extent(scene: &LoadedScene) -> (Vec3, f64) {
    let (model, poses) = (&scene.model, &scene.state.poses);
    let count = poses.len().max(1) as f64;
    let middle = poses.iter().map(|pose| pose.position).sum::<Vec3>() / count;
    let reach = |id: BodyId| (poses[id.0].position - middle).norm() + model.body(id).radius;
    (middle, model.ids().map(reach).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::explain::tests::step;
    use crate::app::files::scenes;
    use crate::contact::models::ContactModel;
    use std::path::Path;

    #[test]
    fn a_body_that_falls_out_of_the_scene_is_said_to_once() {
        let scene = scenes::load(Path::new("scenes/triangle_drop.ron")).expect("a scene");
        let mut bench = Workbench::new(scene, &[ContactModel::SeparatingFeature; 2]);
        let (mut left, mut messages) = (Left::default(), Messages::default());
        // What is said in a row is one message.
        let said = |messages: &Messages| {
            messages.iter().filter(|m| m.text.contains("has left")).map(|m| m.count).sum::<u32>()
        };
        left.note(&bench, &mut messages);
        assert_eq!(said(&messages), 0);
        for pane in &mut bench.panes {
            pane.simulation.state.poses[1].position.x += 1e4;
            step(pane);
        }
        left.note(&bench, &mut messages);
        left.note(&bench, &mut messages);
        assert_eq!(said(&messages), 1, "the mountain stands");
        bench.loaded += 1;
        left.note(&bench, &mut messages);
        assert_eq!(said(&messages), 2, "another scene");
    }
}
