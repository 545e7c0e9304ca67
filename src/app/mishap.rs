//! Mishaps on purpose, for tests that drive the window: `PEGSIM_MISHAP=panic:S`, `graphics:S` or `cleanup:S` beside
//! `--script`, S seconds after the start.

use crate::app::{graphics, wake};
use bevy::prelude::*;
use bevy::render::renderer::RenderDevice;
use std::time::Duration;

/// What is to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An error in the program.
    Panic,
    /// The graphics driver takes its device away.
    Graphics,
    /// The driver fails with an error, and what is cleaned up after it fails as well, which ends the process at once.
    Cleanup,
}

/// Fails when it is cleaned up.
struct Falls;

impl Drop for Falls {
    fn drop(&mut self) {
        panic!("a mishap on purpose in what is cleaned up (PEGSIM_MISHAP)");
    }
}

/// A mishap that has not come yet.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
struct Mishap {
    kind: Kind,
    /// Seconds after the start.
    after: f64,
}

fn parse(text: &str) -> Option<Mishap> {
    let (kind, after) = text.split_once(':')?;
    let kind = match kind {
        "panic" => Kind::Panic,
        "graphics" => Kind::Graphics,
        "cleanup" => Kind::Cleanup,
        _ => return None,
    };
    Some(Mishap { kind, after: after.parse().ok().filter(|after: &f64| after.is_finite())? })
}

/// So long after its time a mishap happens at the latest.
const SOON: Duration = Duration::from_millis(20);

/// Lets go wrong what was asked for.
pub struct MishapPlugin;

impl Plugin for MishapPlugin {
    fn build(&self, app: &mut App) {
        let asked = std::env::var("PEGSIM_MISHAP").ok();
        // After a second start it does not come again.
        let first = std::env::var_os(crate::app::graphics::AGAIN).is_none();
        if let Some(mishap) = asked.as_deref().and_then(parse).filter(|_| first) {
            app.insert_resource(mishap).add_systems(First, happen);
        }
    }
}

fn happen(
    time: Res<Time<Real>>,
    mishap: Option<Res<Mishap>>,
    device: Option<Res<RenderDevice>>,
    mut commands: Commands,
) {
    let Some(mishap) = mishap else { return };
    let left = mishap.after - time.elapsed_secs_f64();
    if left >= 0.0 {
        // A window at rest draws no frame in which it could happen.
        wake::draw_after(Duration::try_from_secs_f64(left).unwrap_or_default() + SOON);
        return;
    }
    commands.remove_resource::<Mishap>();
    match mishap.kind {
        Kind::Panic => panic!("a mishap on purpose (PEGSIM_MISHAP)"),
        Kind::Cleanup => {
            graphics::note_failure();
            let _falls = Falls;
            panic!("a mishap on purpose (PEGSIM_MISHAP)");
        }
        Kind::Graphics => {
            if let Some(device) = device {
                device.wgpu_device().destroy();
                // It is seen when the next picture is drawn.
                wake::wake();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mishap_is_named_with_its_time() {
        assert_eq!(parse("panic:2.5"), Some(Mishap { kind: Kind::Panic, after: 2.5 }));
        assert_eq!(parse("graphics:1"), Some(Mishap { kind: Kind::Graphics, after: 1.0 }));
        assert_eq!(parse("cleanup:1"), Some(Mishap { kind: Kind::Cleanup, after: 1.0 }));
        assert_eq!([parse("panic"), parse("moon:1"), parse("panic:NaN")], [None, None, None]);
    }
}
