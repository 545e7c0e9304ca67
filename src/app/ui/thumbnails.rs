//! The pictures of the scene browser: drawn when they are first looked at, one at a time, beside the frames.

use crate::app::command::look::Theme;
use crate::app::draw::sketch::picture;
use crate::app::draw::thumbnail::Thumbnail;
use crate::app::wake::beside;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureOptions, Vec2, vec2};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Size on the screen (points).
pub const SIZE: Vec2 = vec2(66.0, 50.0);
/// Pixels per point.
const DENSITY: f32 = 2.0;
/// How often a file is looked at for changes.
const INTERVAL: Duration = Duration::from_secs(2);

/// What became of a scene: its picture, or why it has none.
type Outcome = Result<Thumbnail, String>;

/// The pictures that there are, and the one that is being drawn.
#[derive(Default)]
pub struct Thumbnails {
    known: BTreeMap<PathBuf, Known>,
    under_way: Option<(PathBuf, Theme, Option<SystemTime>, Task<Outcome>)>,
    /// Draw each picture in the frame in which it is wanted, so that no frame lacks one.
    pub at_once: bool,
}

struct Known {
    theme: Theme,
    modified: Option<SystemTime>,
    looked: Instant,
    picture: Result<TextureHandle, String>,
}

impl std::fmt::Debug for Thumbnails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Thumbnails({})", self.known.len())
    }
}

impl Thumbnails {
    /// The picture of a scene file, or why it has none; nothing yet where it is still to be drawn.
    pub fn of(&mut self, ctx: &Context, path: &Path, theme: Theme) -> Option<Result<TextureHandle, String>> {
        self.collect(ctx);
        let known = self.known.get_mut(path);
        let mut wanted = known.as_ref().is_none_or(|known| known.theme != theme);
        if let Some(known) = known
            && known.looked.elapsed() > INTERVAL
        {
            known.looked = Instant::now();
            wanted |= known.modified != modified(path);
        }
        if wanted {
            self.start(ctx, path, theme);
        }
        self.known.get(path).map(|known| known.picture.clone())
    }

    fn start(&mut self, ctx: &Context, path: &Path, theme: Theme) {
        if self.under_way.is_some() {
            return;
        }
        let (file, changed) = (path.to_path_buf(), modified(path));
        let work = move || picture(&file, theme, pixels());
        if self.at_once {
            self.keep(ctx, path.to_path_buf(), theme, changed, work());
        } else if AsyncComputeTaskPool::try_get().is_some() {
            let task = beside(work);
            self.under_way = Some((path.to_path_buf(), theme, changed, task));
        }
    }

    fn collect(&mut self, ctx: &Context) {
        if let Some((path, theme, changed, task)) = self.under_way.take_if(|(.., task)| task.is_finished()) {
            self.keep(ctx, path, theme, changed, block_on(task));
        }
    }

    fn keep(
        &mut self,
        ctx: &Context,
        path: PathBuf,
        theme: Theme,
        modified: Option<SystemTime>,
        outcome: Outcome,
    ) {
        let picture = outcome.map(|picture| {
            let image = ColorImage::from_rgb(picture.size, &picture.rgb);
            ctx.load_texture(format!("scene {}", path.display()), image, TextureOptions::LINEAR)
        });
        self.known.insert(path, Known { theme, modified, looked: Instant::now(), picture });
    }
}

fn pixels() -> [usize; 2] {
    [(SIZE.x * DENSITY) as usize, (SIZE.y * DENSITY) as usize]
}

fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|m| m.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_that_does_not_load_says_why_and_a_mended_one_is_drawn_again() {
        let ctx = Context::default();
        let path = std::env::temp_dir().join(format!("pegsim-thumbnail-{}.ron", std::process::id()));
        std::fs::write(&path, "Scene(bodies: [(nam: \"a\")])").expect("a temporary file");
        let mut thumbnails = Thumbnails { at_once: true, ..Thumbnails::default() };
        let bad = thumbnails.of(&ctx, &path, Theme::Dark).expect("at once");
        assert!(bad.is_err_and(|why| why.contains("nam")));
        let good =
            r#"Scene(bodies: [(name: "a", kind: Dynamic, shape: Box(half_extents: (1.0, 1.0, 1.0)))])"#;
        std::fs::write(&path, good).expect("a temporary file");
        let known = thumbnails.known.get_mut(&path).expect("known");
        known.looked = Instant::now().checked_sub(2 * INTERVAL).expect("a while ago");
        known.modified = None;
        let picture = thumbnails.of(&ctx, &path, Theme::Dark).expect("at once").expect("it loads");
        assert_eq!(picture.size(), pixels());
        let again = thumbnails.of(&ctx, &path, Theme::Dark).expect("at once").expect("it loads");
        assert_eq!(picture.id(), again.id(), "it is not drawn again");
        let light = thumbnails.of(&ctx, &path, Theme::Light).expect("at once").expect("it loads");
        assert_ne!(picture.id(), light.id());
        let _ = std::fs::remove_file(path);
    }
}
