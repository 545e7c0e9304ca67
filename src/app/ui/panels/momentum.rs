//! How much momentum the run of a pane has made from nothing, for the comparison.

use crate::app::bench::workbench::Pane;
use crate::app::format;
use crate::app::texts::physics;
use crate::app::ui::panels::quantities::Cell;
use crate::experiment::energy::{Energy, measure_at};
use crate::experiment::momentum::acts_from_outside;
use crate::math::Vec3;

/// A momentum of a measured state, and the scale of it.
pub type Part = fn(&Energy) -> (Vec3, f64);

/// The drift since the first recorded moment, relative to the scale of the momentum then or now; a dash where something acts
/// from outside, with what it is on hover.
pub fn cell(pane: &Pane, part: Part) -> Cell {
    let (text, reason) = match drift(pane, part) {
        Ok(drift) => (format::scientific(drift), None),
        Err(reason) => ("–".to_owned(), Some(reason)),
    };
    let law = tr!("momentum-keeps", laws = physics::keeps(pane.model()));
    let hover = reason
        .map_or_else(|| law.clone(), |reason| tr!("momentum-not-told-model", reason = reason, law = law));
    Cell { text, color: None, hover: Some(hover) }
}

/// # Errors
/// Why it cannot be told, as the end of a sentence.
fn drift(pane: &Pane, part: Part) -> Result<f64, &'static str> {
    let simulation = &pane.simulation;
    let (model, now) = (&simulation.model, &simulation.state);
    if let Some(reason) = acts_from_outside(model) {
        return Err(reason);
    }
    let since = pane.since().map_or(0, |since| since.step);
    let mut frames = pane.recording.frames().skip_while(|frame| frame.state.step < since);
    let first = frames.next().ok_or(tr!("momentum-nothing-has-run"))?;
    let mut later = frames.take_while(|frame| frame.state.step <= now.step);
    if later.any(|frame| frame.by_hand || !frame.input.wrenches.is_empty()) {
        return Err(tr!("momentum-bodies-were-changed-or-pulled"));
    }
    if first.state.poses.len() != model.bodies.len() {
        return Err(tr!("momentum-bodies-not-those-start"));
    }
    // With those that have entered since: before that they wait with the velocity that they enter with.
    let (before, scale_before) = part(&measure_at(model, &first.state, now.time));
    let (after, scale_after) = part(&measure_at(model, now, now.time));
    let scale = scale_before.max(scale_after);
    if scale > 0.0 { Ok((after - before).norm() / scale) } else { Err(tr!("momentum-nothing-moves")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::workbench::Workbench;
    use crate::contact::models::ContactModel;
    use crate::recording::Frame;
    use crate::scene::load_str;
    use crate::world::StepInput;
    use std::path::Path;
    use std::sync::Arc;

    const LINEAR: Part = |e| (e.linear_momentum, e.momentum_scale);

    fn after_a_blow(more: &str) -> Workbench {
        let text = format!(
            "Scene(gravity: (0.0, 0.0, {more}), bodies: [\
             (name: \"a\", shape: Box(half_extents: (0.5, 0.5, 0.5)), velocity: (2.0, 0.0, 0.0)), \
             (name: \"b\", shape: Box(half_extents: (0.5, 0.3, 0.2)), position: (1.4, 0.1, 0.2), \
             angular_velocity: (1.0, 2.0, 3.0))])"
        );
        let scene = load_str(&text, "blow.ron", Path::new("scenes")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Peg]);
        let pane = &mut bench.panes[0];
        pane.recording.push(pane.frame(false));
        for _ in 0..40 {
            pane.simulation.step(&StepInput::default()).expect("a step");
            pane.recording.push(Frame { by_hand: false, ..pane.frame(false) });
        }
        bench
    }

    #[test]
    fn the_drift_is_a_number_where_nothing_acts_and_else_a_dash_with_the_reason() {
        let mut bench = after_a_blow("0.0");
        let linear = drift(&bench.panes[0], LINEAR).expect("nothing acts");
        let turned = drift(&bench.panes[0], |e| (e.angular_momentum, e.angular_scale)).expect("nothing acts");
        assert!(linear < 1e-14 && turned > 1e-9, "{linear:e}, {turned:e}: PEG keeps the linear one only");
        assert!(cell(&bench.panes[0], LINEAR).hover.expect("a law").contains("to first order"));
        let falling = cell(&after_a_blow("-9.81").panes[0], LINEAR);
        assert!(falling.text == "–" && falling.hover.expect("a reason").contains("gravity acts"));
        let pane = &mut bench.panes[0];
        let last = Arc::clone(pane.recording.frames().last().expect("frames"));
        pane.recording.push(Frame { by_hand: true, ..Frame::clone(&last) });
        assert!(drift(pane, LINEAR).expect_err("by hand").contains("by hand"));
    }
}
