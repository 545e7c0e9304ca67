//! Where the panes stop agreeing: the first step after which a body is farther from where the first pane has it than the
//! user lets pass.

use crate::app::bench::workbench::{Parting, Workbench};
use std::sync::Arc;

/// Distance from which on panes have parted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PartingDistance {
    /// Relative to the radius of each body.
    OfRadius(f64),
    /// The same for all bodies (m).
    Metres(f64),
}

impl Default for PartingDistance {
    /// A thousandth of its radius is what one sees of a body in a pane.
    fn default() -> Self {
        Self::OfRadius(1e-3)
    }
}

impl PartingDistance {
    /// Smallest and largest number that can be set: rounding, and what needs no mark.
    pub const RANGE: (f64, f64) = (1e-12, 10.0);

    /// For a body of that radius (m).
    pub fn of(self, radius: f64) -> f64 {
        match self {
            Self::OfRadius(share) => share * radius,
            Self::Metres(distance) => distance,
        }
    }

    /// The number.
    pub fn number(self) -> f64 {
        match self {
            Self::OfRadius(number) | Self::Metres(number) => number,
        }
    }

    /// The same kind with another number, within [`Self::RANGE`].
    pub fn with(self, number: f64) -> Self {
        let number = number.clamp(Self::RANGE.0, Self::RANGE.1);
        match self {
            Self::OfRadius(_) => Self::OfRadius(number),
            Self::Metres(_) => Self::Metres(number),
        }
    }
}

/// Sets the distance, if it is a number.
pub fn set(bench: &mut Workbench, distance: PartingDistance) {
    if distance.number().is_finite() {
        bench.parting_distance = distance.with(distance.number());
        bench.parting = None;
        find(bench, usize::MAX);
    }
}

/// Looks for the step in the newest `frames` recorded steps of each pane, unless it is known.
pub fn find(bench: &mut Workbench, frames: usize) {
    if bench.parting.is_some() || bench.panes.len() < 2 {
        return;
    }
    let model = bench.scene.model.clone();
    let first = &bench.panes[0];
    let mut found: Option<Parting> = None;
    for other in &bench.panes[1..] {
        for frame in other.recording.frames().rev().take(frames) {
            let Some(reference) = first.recording.frame(frame.state.step) else { continue };
            // After an edit the numbers of the bodies may be others.
            if !Arc::ptr_eq(&frame.scene, &bench.scene) || !Arc::ptr_eq(&reference.scene, &bench.scene) {
                break;
            }
            let worst = model
                .ids()
                .map(|id| {
                    (id, (frame.state.poses[id.0].position - reference.state.poses[id.0].position).norm())
                })
                .filter(|(id, distance)| *distance > bench.parting_distance.of(model.body(*id).radius))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            match worst {
                Some((body, distance)) if found.is_none_or(|f| frame.state.step <= f.step) => {
                    found = Some(Parting { step: frame.state.step, time: frame.state.time, body, distance });
                }
                Some(_) => {}
                None => break,
            }
        }
    }
    bench.parting = found;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::explain::tests::step;
    use crate::contact::models::ContactModel;
    use std::path::Path;

    #[test]
    fn a_larger_distance_parts_the_panes_later_and_never_before_it_is_reached() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/triangle_drop.ron");
        let scene = crate::app::files::scenes::load(&path).expect("a scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Standard, ContactModel::Peg]);
        for pane in &mut bench.panes {
            pane.recording.push(pane.frame(false));
            for _ in 0..120 {
                step(pane);
            }
        }
        let mut steps = Vec::new();
        for distance in [
            PartingDistance::Metres(1e-6),
            PartingDistance::OfRadius(1e-3),
            PartingDistance::Metres(0.1),
            PartingDistance::Metres(0.5),
        ] {
            bench.parting_distance = distance;
            bench.parting = None;
            find(&mut bench, usize::MAX);
            let parting = bench.parting.expect("the models part at the apex");
            let least = distance.of(bench.scene.model.body(parting.body).radius);
            assert!(parting.distance > least);
            let apart = |s: u64| {
                let [a, b] =
                    [0, 1].map(|i: usize| bench.panes[i].recording.frame(s).expect("recorded").state.clone());
                (a.poses[parting.body.0].position - b.poses[parting.body.0].position).norm()
            };
            assert!((apart(parting.step) - parting.distance).abs() < 1e-15);
            assert!(apart(parting.step - 1) <= least, "it is the first such step");
            steps.push(parting.step);
        }
        assert!(steps.windows(2).all(|w| w[0] <= w[1]) && steps[0] < steps[3], "{steps:?}");
        bench.parting_distance = PartingDistance::Metres(10.0);
        bench.parting = None;
        find(&mut bench, usize::MAX);
        assert_eq!(bench.parting, None);
    }

    #[test]
    fn the_number_stays_within_its_range() {
        let metres = PartingDistance::Metres(0.1);
        assert_eq!(metres.with(0.0), PartingDistance::Metres(PartingDistance::RANGE.0));
        assert_eq!(PartingDistance::default().with(1e9), PartingDistance::OfRadius(PartingDistance::RANGE.1));
        assert_eq!(metres.of(7.0), 0.1);
        assert_eq!(PartingDistance::OfRadius(0.5).of(2.0), 1.0);
    }
}
