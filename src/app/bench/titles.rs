//! What a scene says of itself and how it opens: name, description, duration and camera. No state depends on them, so that they
//! change for the whole recorded run at once, and nothing of it counts as changed by hand.

use crate::app::bench::workbench::Workbench;
use crate::recording::Frame;
use crate::scene::{LoadedScene, Scene};
use std::sync::Arc;

/// The same scene with other titles; `change` leaves everything else as it is.
fn retitled(scene: &LoadedScene, change: &impl Fn(&mut Scene)) -> LoadedScene {
    let mut source = scene.source.clone();
    change(&mut source);
    let name = if source.name.is_empty() { scene.name.clone() } else { source.name.clone() };
    let camera = source.camera.as_ref().map(|camera| (camera.eye.into(), camera.target.into()));
    let (description, duration) = (source.description.clone(), source.duration);
    LoadedScene { name, description, duration, camera, source, ..scene.clone() }
}

impl Workbench {
    /// Changes the titles of the scene, at every moment that is recorded. `change` has to leave alone what the run depends on.
    pub fn retitle(&mut self, change: impl Fn(&mut Scene)) {
        let saved = self.saved_runs.has(&self.panes);
        let mut known: Vec<(Arc<LoadedScene>, Arc<LoadedScene>)> = Vec::new();
        let mut new = |scene: &Arc<LoadedScene>| {
            if let Some((_, new)) = known.iter().rfind(|(old, _)| Arc::ptr_eq(old, scene)) {
                return Arc::clone(new);
            }
            let new = Arc::new(retitled(scene, &change));
            known.push((Arc::clone(scene), Arc::clone(&new)));
            new
        };
        self.scene = new(&self.scene);
        for pane in &mut self.panes {
            pane.scene = new(&pane.scene);
            if let Some(ahead) = &mut pane.ahead {
                ahead.scene = new(&ahead.scene);
            }
            pane.recording.change_frames(|frame| Frame { scene: new(&frame.scene), ..frame.clone() });
        }
        if saved {
            // The run in the file is this one, under another title.
            self.saved_runs.note(&self.panes);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::past::recording_file::example;
    use std::sync::Arc;

    #[test]
    fn another_title_is_there_at_every_moment_and_changes_nothing_else() {
        let mut bench = example::bench();
        let before = bench.clone();
        bench.retitle(|scene| scene.name = "another".to_owned());
        assert_eq!((bench.scene.name.as_str(), bench.scene.source.name.as_str()), ("another", "another"));
        assert!(bench.is_edited() && Arc::ptr_eq(&bench.scene.model, &before.scene.model));
        for (pane, old) in bench.panes.iter().zip(&before.panes) {
            assert!(Arc::ptr_eq(&pane.scene, &bench.scene));
            assert_eq!((pane.recording.bytes(), pane.since()), (old.recording.bytes(), old.since()));
            for (frame, old) in pane.recording.frames().zip(old.recording.frames()) {
                assert!(Arc::ptr_eq(&frame.scene, &bench.scene), "one scene stays one");
                assert!(frame.state == old.state && frame.by_hand == old.by_hand);
            }
        }
        bench.retitle(|scene| scene.name.clear());
        assert_eq!(bench.scene.name, "another", "without a name of its own it keeps the one it goes by");
    }
}
