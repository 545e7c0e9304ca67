//! Where the panes stop agreeing with the one that they are measured against: the first step after which a body is farther
//! from where that pane has it than the user lets pass, and how far all bodies are from it now.

use crate::app::bench::workbench::{MAX_PANES, Pane, Parting, Workbench};
use crate::app::command::run::PartingDistance;
use crate::experiment::drift;
use crate::experiment::drift::BodyDrift;
use crate::recording::Frame;
use crate::scene::LoadedScene;
use crate::world::{BodyId, Model, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where one pane stopped agreeing with the reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PaneParting {
    /// Beyond the distance that the user lets pass.
    pub seen: Option<Parting>,
    /// Beyond the bound within which models that should agree do so ([`drift::PARTED`] radii).
    pub wide: Option<Parting>,
}

/// Where the panes stopped agreeing, as far as they did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Partings {
    panes: [PaneParting; MAX_PANES],
    /// The pane that they were measured against, once they were.
    reference: Option<usize>,
}

impl Partings {
    /// The first of all panes beyond the distance that the user lets pass.
    pub fn first(&self) -> Option<Parting> {
        self.panes.iter().filter_map(|pane| pane.seen).min_by_key(|parting| parting.step)
    }

    /// Those of a pane.
    pub fn of(&self, pane: usize) -> PaneParting {
        self.panes.get(pane).copied().unwrap_or_default()
    }

    /// Gives the bodies other numbers; what is of one that has none is forgotten.
    pub fn renumber(&mut self, number: impl Fn(BodyId) -> Option<BodyId>) {
        let other = |parting: Parting| Some(Parting { body: number(parting.body)?, ..parting });
        for pane in &mut self.panes {
            (pane.seen, pane.wide) = (pane.seen.and_then(other), pane.wide.and_then(other));
        }
    }

    /// Forgets what came after step `step`.
    pub fn forget_after(&mut self, step: u64) {
        for pane in &mut self.panes {
            pane.seen = pane.seen.filter(|parting| parting.step <= step);
            pane.wide = pane.wide.filter(|parting| parting.step <= step);
        }
    }
}

/// How far the bodies of a pane are from where the reference has them, at the step that the pane shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Away {
    /// Every dynamic body.
    pub bodies: Vec<BodyDrift>,
    /// The one that is farthest, in its radii.
    pub worst: BodyDrift,
    /// Whether some body is farther than the user lets pass.
    pub seen: bool,
    /// Whether the two panes should agree, and are apart by more than the bound of models that do.
    pub parted: bool,
}

/// How far a pane is from the reference; none for the reference itself, and where the two have no step in common.
pub fn away(bench: &Workbench, pane: usize) -> Option<Away> {
    let reference = bench.reference();
    // What stands still is nowhere.
    bench.panes.get(pane).filter(|pane| pane.cannot().is_none())?;
    let (other, pane) = (bench.panes.get(reference)?, bench.panes.get(pane).filter(|_| pane != reference)?);
    let state = &pane.simulation.state;
    let recorded = other.recording.frame(state.step).filter(|frame| Arc::ptr_eq(&frame.scene, &bench.scene));
    let known = if other.simulation.state.step == state.step {
        Some(&other.simulation.state).filter(|_| Arc::ptr_eq(&other.scene, &bench.scene))
    } else {
        recorded.map(|frame| &frame.state)
    };
    let model = &bench.scene.model;
    let bodies = drift::drift(model, known.filter(|_| Arc::ptr_eq(&pane.scene, &bench.scene))?, state);
    Some(Away {
        worst: drift::worst(model, &bodies)?,
        seen: farthest_seen(model, &bodies, bench.parting_distance).is_some(),
        parted: drift::should_agree(other.model(), pane.model())
            && began_alike(other, pane)
            && drift::parted(model, &bodies, drift::PARTED).is_some(),
        bodies,
    })
}

/// Whether what two panes differ in is the doing of the models that they have: from where the later of them was changed to its
/// model, or from the start, both went on from the same state.
pub fn began_alike(a: &Pane, b: &Pane) -> bool {
    let Some(step) = a.other_means_until().max(b.other_means_until()) else { return true };
    let state = |pane: &Pane| {
        let now = Some(&pane.simulation.state).filter(|state| state.step == step).cloned();
        now.or_else(|| pane.recording.frame(step).map(|frame| frame.state.clone()))
    };
    match (state(a), state(b)) {
        (Some(a), Some(b)) => a.poses == b.poses && a.twists == b.twists,
        _ => false,
    }
}

/// The drift of the farthest body that is beyond the distance.
fn farthest_seen(model: &Model, drifts: &[BodyDrift], distance: PartingDistance) -> Option<BodyDrift> {
    // Not `>`: what is no number is nowhere.
    let beyond = |drift: &&BodyDrift| {
        let least = distance.of(model.body(drift.body).radius);
        !matches!(drift.farthest_point.partial_cmp(&least), Some(order) if order.is_le())
    };
    drifts.iter().filter(beyond).max_by(|a, b| a.farthest_point.total_cmp(&b.farthest_point)).copied()
}

/// Sets from which distance on panes count as parted; what is no number changes nothing.
pub fn set_distance(bench: &mut Workbench, distance: PartingDistance) {
    if distance.number().is_finite() {
        bench.parting_distance = distance.with(distance.number());
        bench.parting = Partings::default();
        find(bench, usize::MAX);
    }
}

/// Sets the pane that the others are measured against.
pub fn set_reference(bench: &mut Workbench, pane: Option<usize>) {
    bench.chosen_reference = pane;
    find(bench, usize::MAX);
}

/// Looks for the steps in the newest `frames` recorded steps of each pane, unless they are known; in all of them where the
/// reference has become another, or nothing was measured before.
pub fn find(bench: &mut Workbench, frames: usize) {
    let reference = bench.reference();
    let (mut partings, mut frames) = (bench.parting, frames);
    if partings.reference != Some(reference) {
        (partings, frames) = (Partings::default(), usize::MAX);
    }
    partings.reference = Some(reference);
    let model = Arc::clone(&bench.scene.model);
    let (seen, wide) = (
        |drifts: &[BodyDrift]| farthest_seen(&model, drifts, bench.parting_distance),
        |drifts: &[BodyDrift]| drift::parted(&model, drifts, drift::PARTED),
    );
    for pane in (0..bench.panes.len()).filter(|pane| *pane != reference) {
        let known = &mut partings.panes[pane];
        known.seen = known.seen.or_else(|| first_apart(bench, (reference, pane), frames, seen));
        known.wide = known.wide.or_else(|| first_apart(bench, (reference, pane), frames, wide));
    }
    bench.parting = partings;
}

/// The first of the newest steps of a pane, one after the other, at which `apart` finds a body.
fn first_apart(
    bench: &Workbench,
    (reference, pane): (usize, usize),
    frames: usize,
    apart: impl Fn(&[BodyDrift]) -> Option<BodyDrift>,
) -> Option<Parting> {
    let here = |scene: &Arc<LoadedScene>| Arc::ptr_eq(scene, &bench.scene);
    // What another model did before is not this one's parting.
    let begun = bench.panes[pane].other_means_until().max(bench.panes[reference].other_means_until());
    let reference = &bench.panes[reference].recording;
    // After an edit the numbers of the bodies may be others.
    let alike = |frame: &Arc<Frame>| {
        let other = reference.frame(frame.state.step)?;
        (here(&frame.scene) && here(&other.scene)).then_some(other)
    };
    let goes_on = |frame: &&Arc<Frame>| {
        begun.is_none_or(|begun| frame.state.step > begun)
            && (reference.frame(frame.state.step).is_none() || alike(frame).is_some())
    };
    let newest: Vec<&Arc<Frame>> =
        bench.panes[pane].recording.frames().rev().take(frames).take_while(goes_on).collect();
    let worst = |frame: &Arc<Frame>| {
        let worst = apart(&drift::drift(&bench.scene.model, &alike(frame)?.state, &frame.state))?;
        let State { step, time, .. } = frame.state;
        Some(Parting { step, time, body: worst.body, distance: worst.farthest_point })
    };
    // The first of them, whether or not what swings beside each other meets again later.
    let found = newest.into_iter().rev().find_map(worst);
    // Panes that were apart already when one of them was changed do not part after it.
    let was_apart = |step: u64| {
        let frame = bench.panes[pane].recording.frame(step);
        frame.is_some_and(|frame| worst(frame).is_some())
    };
    found.filter(|_| !begun.is_some_and(was_apart))
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
            bench.parting = Partings::default();
            find(&mut bench, usize::MAX);
            let parting = bench.parting.first().expect("the models part at the apex");
            let least = distance.of(bench.scene.model.body(parting.body).radius);
            assert!(parting.distance > least);
            let apart = |s: u64| {
                let [a, b] =
                    [0, 1].map(|i: usize| bench.panes[i].recording.frame(s).expect("recorded").state.clone());
                let drifts = drift::drift(&bench.scene.model, &b, &a);
                drifts.iter().find(|drift| drift.body == parting.body).expect("it moves").farthest_point
            };
            assert!((apart(parting.step) - parting.distance).abs() < 1e-15);
            assert!(apart(parting.step - 1) <= least, "it is the first such step");
            steps.push(parting.step);
        }
        assert!(steps.windows(2).all(|w| w[0] <= w[1]) && steps[0] < steps[3], "{steps:?}");
        // Under another model from now on: they are apart already, and do not part in the next steps.
        bench.parting_distance = PartingDistance::Metres(1e-6);
        bench.parting = Partings::default();
        bench.panes[0].simulation.settings.contact.model = ContactModel::Lnc;
        for frames in [1, usize::MAX] {
            for pane in &mut bench.panes {
                (0..5).for_each(|_| step(pane));
            }
            find(&mut bench, frames);
            assert_eq!(bench.parting.first(), None, "{frames} frames");
        }
        bench.parting_distance = PartingDistance::Metres(10.0);
        bench.parting = Partings::default();
        find(&mut bench, usize::MAX);
        assert_eq!(bench.parting.first(), None);
    }

    /// What swings meets again: where the panes parted is where they did so first, also where it is looked for anew.
    #[test]
    fn panes_that_meet_again_have_parted_all_the_same() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/joints/double_pendulum.ron");
        let scene = crate::app::files::scenes::load(&path).expect("a scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Standard, ContactModel::SeparatingFeature]);
        for pane in &mut bench.panes {
            pane.recording.push(pane.frame(false));
            (0..60).for_each(|_| step(pane));
        }
        bench.parting_distance = PartingDistance::Metres(1e-6);
        find(&mut bench, usize::MAX);
        let first = bench.parting.first().expect("they differ by the order of the step");
        // As if they had met by chance in one step.
        let met = bench.panes[1].recording.frame(50).expect("recorded").state.clone();
        let frame = (**bench.panes[0].recording.frame(50).expect("recorded")).clone();
        bench.panes[0].recording.truncate_after(49);
        bench.panes[0].simulation.state = met.clone();
        bench.panes[0].recording.push(Frame { state: met, ..frame });
        (0..10).for_each(|_| step(&mut bench.panes[0]));
        bench.parting = Partings::default();
        find(&mut bench, usize::MAX);
        assert_eq!(bench.parting.first(), Some(first));
    }

    /// Where panes parted stands when the user changes the present, and when only the newest steps are looked at then.
    #[test]
    fn what_is_changed_now_leaves_where_panes_parted_before() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/triangle_drop.ron");
        let scene = crate::app::files::scenes::load(&path).expect("a scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Standard, ContactModel::Peg]);
        let run = |bench: &mut Workbench, steps: usize| {
            for pane in &mut bench.panes {
                pane.recording.push(pane.frame(false));
                (0..steps).for_each(|_| step(pane));
            }
        };
        run(&mut bench, 120);
        // Nothing is known yet: all is looked at.
        find(&mut bench, 2);
        let before = bench.parting.first().expect("the models part at the apex");
        assert!(before.step < 110);
        bench.forget_parting_now();
        run(&mut bench, 5);
        find(&mut bench, 2);
        assert_eq!(bench.parting.first(), Some(before));
        bench.parting.renumber(|id| (id != before.body).then_some(id));
        assert_eq!(bench.parting.first(), None, "a body that is gone did not part");
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
