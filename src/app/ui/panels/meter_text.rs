//! What the truth meter says, in words: one place for strip, table and tooltips.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::format;
use crate::math::Dimension;
use crate::step::StepSettings;

/// Whether the scene is in the plane, so that overlaps are areas.
pub fn planar(bench: &Workbench) -> bool {
    bench.scene.model.dimension == Dimension::Two
}

/// How deep bodies have been in each other in a pane, in few words: since when, where the steps before were calculated otherwise.
pub fn worst(pane: &Pane) -> String {
    let depth = format::depth(pane.truth.deepest_so_far());
    match pane.since() {
        Some(since) => tr!("meter-worst-since", time = format::clock(since.time), depth = depth),
        None => tr!("pane-worst", depth = depth),
    }
}

/// What the numbers of a pane are about, where that is not the whole run: since when, and what it was before.
pub fn since(pane: &Pane) -> Option<String> {
    let since = pane.since()?;
    let time = format::clock(since.time);
    let (before, now) = (&since.before, &pane.simulation.settings);
    let other = before.contact.model;
    Some(if other != now.contact.model {
        tr!("meter-since-model", time = time, model = other.title())
    } else if before.calculates_like(&StepSettings { h: before.h, ..*now }) {
        tr!("meter-since-step-size", time = time, h = format::duration(before.h))
    } else {
        tr!("meter-since-settings", time = time)
    })
}

/// Up to when another model calculated what a pane shows, in few words; none where its own did from the start.
pub fn begun(pane: &Pane) -> Option<String> {
    let other =
        pane.changes().filter(|change| change.before.contact.model != change.after.contact.model).last()?;
    let model = other.before.contact.model.title();
    Some(tr!("meter-other-model-until", model = model, time = format::clock(other.time)))
}

/// The tooltip of the truth meter of a pane.
pub fn truth(bench: &Workbench, pane: &Pane) -> String {
    let flat = planar(bench);
    let t = &pane.truth;
    let measure = if flat { tr!("meter-area") } else { tr!("meter-volume") };
    let mut text = tr!(
        "meter-truth-meter-how-far-real",
        depth = format::depth(t.depth),
        worst = format::depth(t.deepest_so_far()),
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
    if let Some(since) = since(pane) {
        text.push_str(&format!("\n{since}"));
    }
    text.push_str(tr!("meter-bar-goes-from-1-pm"));
    text
}
