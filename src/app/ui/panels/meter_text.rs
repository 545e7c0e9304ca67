//! What the truth meter says, in words: one place for strip, table and tooltips.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::format;
use crate::math::Dimension;

/// Whether the scene is in the plane, so that overlaps are areas.
pub fn planar(bench: &Workbench) -> bool {
    bench.scene.model.dimension == Dimension::Two
}

/// The tooltip of the truth meter of a pane.
pub fn truth(bench: &Workbench, pane: &Pane) -> String {
    let flat = planar(bench);
    let t = &pane.truth;
    let measure = if flat { "area" } else { "volume" };
    let mut text = format!(
        "Truth meter: how far the real bodies reach into each other, measured by code that shares nothing with \
         the contact models.\n\nDepth now {}, worst over the run {}.\nOverlap ({measure}) now {}, worst {}.",
        format::depth(t.depth),
        format::depth(t.worst_depth),
        format::overlap(t.overlap, flat),
        format::overlap(t.worst_overlap, flat),
    );
    if let Some((a, b)) = t.deepest
        && t.depth > 0.0
    {
        let names = &bench.scene.model.bodies;
        if let (Some(a), Some(b)) = (names.get(a.0), names.get(b.0)) {
            text.push_str(&format!("\nDeepest now: `{}` and `{}`.", a.name, b.name));
        }
    }
    text.push_str("\n\nThe bar goes from 1 pm to 10 cm, a decade at a time; the tick is the worst so far.");
    text
}
