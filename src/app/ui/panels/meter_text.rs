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
    let measure = if flat { tr!("meter-area") } else { tr!("meter-volume") };
    let mut text = tr!(
        "meter-truth-meter-how-far-real",
        depth = format::depth(t.depth),
        worst = format::depth(t.worst_depth),
        measure = measure,
        overlap = format::overlap(t.overlap, flat),
        most = format::overlap(t.worst_overlap, flat)
    );
    if let Some((a, b)) = t.deepest
        && t.depth > 0.0
    {
        let names = &bench.scene.model.bodies;
        if let (Some(a), Some(b)) = (names.get(a.0), names.get(b.0)) {
            text.push_str(&tr!("meter-deepest-now", first = a.name, second = b.name));
        }
    }
    text.push_str(tr!("meter-bar-goes-from-1-pm"));
    text
}
