//! What a pane's numbers are about: the steps that were taken with the settings that it has. What came before a change of
//! model, solver or step size was calculated otherwise. It stays in the recording and in the plots, and the worst of the run
//! begins anew there.

use crate::app::bench::recording::Change;
use crate::app::bench::workbench::Pane;
use crate::contact::models::ContactModel;
use crate::recording::{Frame, Sample};
use crate::step::StepSettings;
use crate::world::BodyId;
use std::sync::Arc;

/// Since when a pane is calculated as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Since {
    /// The step after which the present settings took over.
    pub step: u64,
    /// Its time (s).
    pub time: f64,
    /// The settings before.
    pub before: StepSettings,
}

impl Pane {
    /// Since when the pane is calculated as it is now; none where all that it shows was, as far as is known.
    pub fn since(&self) -> Option<Since> {
        let of = |change: Change| Since { step: change.step - 1, time: change.time, before: change.before };
        self.changes().last().map(of)
    }

    /// The step up to which the pane was calculated by other means, and not only with another step size.
    pub fn other_means_until(&self) -> Option<u64> {
        self.changes().filter(Change::is_of_method).last().map(|change| change.step - 1)
    }

    /// The contact model under which a recorded step was calculated, which need not be the one that the pane has now.
    pub fn model_of_step(&self, step: u64) -> ContactModel {
        let changes = self.recording.changes();
        let since = changes.iter().rev().find(|change| change.step <= step).map(|change| change.after);
        let before = || changes.first().map(|change| change.before);
        let newest = || self.recording.frames().rfind(|frame| frame.was_taken()).map(|frame| frame.settings);
        since.or_else(before).or_else(newest).map_or(self.model(), |settings| settings.contact.model)
    }

    /// The changes up to the present moment, oldest first, with that which the next step will make.
    pub fn changes(&self) -> impl Iterator<Item = Change> {
        let (state, settings) = (&self.simulation.state, self.simulation.settings);
        let (step, all) = (state.step, self.recording.changes());
        let near = [Some(step), step.checked_sub(1)].into_iter().flatten();
        let taken = near.filter_map(|step| self.recording.frame(step)).find(|frame| frame.was_taken());
        let next = taken.map(|frame| frame.settings).filter(|before| !before.calculates_like(&settings));
        let next = next.map(|before| Change { step: step + 1, time: state.time, before, after: settings });
        all.iter().copied().take_while(move |change| change.step <= step).chain(next)
    }

    /// Takes over a step: its sample, the pair that penetrates deepest after it, and its frame unless that is recorded already.
    pub fn note(&mut self, sample: Sample, deepest: Option<(BodyId, BodyId)>, frame: Option<Arc<Frame>>) {
        let truth = &mut self.truth;
        if let Some(frame) = frame {
            let step = frame.state.step;
            self.recording.push(frame);
            if self.recording.changes().last().is_some_and(|change| change.step == step) {
                self.history.begin_after(step - 1);
                truth.restart();
            }
            self.history.push(sample);
        }
        (truth.overlap, truth.depth, truth.joint_error) = (sample.overlap, sample.depth, sample.joint_error);
        truth.worst_overlap = truth.worst_overlap.max(sample.overlap);
        truth.worst_depth = truth.worst_depth.max(sample.depth);
        truth.worst_joint_error = truth.worst_joint_error.max(sample.joint_error);
        truth.deepest = deepest;
    }

    /// The worst of the truth meter from the steps that were taken as the pane is calculated at the moment shown; where none was
    /// yet, that moment alone.
    pub fn read_worst(&mut self) {
        let step = self.simulation.state.step;
        let since = self.since().map(|since| since.step);
        if since == Some(step) {
            self.truth.restart();
            return;
        }
        let end = self.recording.changes().iter().find(|change| change.step > step).map(|change| change.step);
        let own =
            |s: &&Sample| since.is_none_or(|since| s.step > since) && end.is_none_or(|end| s.step < end);
        let samples = || self.history.samples().iter().chain(self.history.last()).filter(own);
        let worst = |value: fn(&Sample) -> f64| samples().map(value).fold(0.0, f64::max);
        self.truth.worst_overlap = worst(|s| s.overlap);
        self.truth.worst_joint_error = worst(|s| s.joint_error);
        // Exact also where samples were thinned out.
        self.truth.worst_depth = self.history.deepest_at(step).map_or(0.0, |deepest| deepest.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::workbench::Workbench;
    use crate::app::explain::tests::pane;
    use crate::world::StepInput;

    /// Takes steps as the clock does.
    fn run(pane: &mut Pane, steps: usize) {
        if pane.recording.range().is_none() {
            pane.recording.push(pane.frame(false));
        }
        for _ in 0..steps {
            let record = pane.simulation.step(&StepInput::default()).expect("a step").clone();
            pane.read_truth();
            let sample = Sample {
                step: record.step,
                time: pane.simulation.state.time,
                depth: pane.truth.depth,
                overlap: pane.truth.overlap,
                ..Sample::default()
            };
            let frame = Frame { by_hand: false, ..pane.frame(false) };
            pane.note(sample, None, Some(Arc::new(frame)));
        }
    }

    #[test]
    fn what_another_model_calculated_is_not_the_worst_of_this_one_and_comes_back_with_it() {
        let mut pane = pane("triangle_drop.ron", ContactModel::Standard);
        pane.simulation.settings.contact.model = ContactModel::DeepestPoint;
        run(&mut pane, 150);
        let first = pane.truth;
        assert!(first.worst_depth > 1e-4 && pane.since().is_none(), "{first:?}: springs give way");
        let whole = pane.simulation.settings;
        pane.simulation.settings.contact.model = ContactModel::SeparatingFeature;
        pane.read_worst();
        assert_eq!(pane.truth.worst_depth, pane.truth.depth, "nothing but the present counts");
        assert_eq!(pane.since().map(|s| (s.step, s.before)), Some((150, whole)));
        // Who takes the choice back has all of it again.
        pane.simulation.settings = whole;
        pane.read_worst();
        assert_eq!((pane.truth.worst_depth, pane.since()), (first.worst_depth, None));
        pane.simulation.settings.contact.model = ContactModel::SeparatingFeature;
        pane.read_worst();
        run(&mut pane, 100);
        assert_eq!(pane.since().map(|s| s.step), Some(150));
        let later = pane.history.samples().iter().filter(|s| s.step > 150).map(|s| s.depth);
        let own = later.fold(0.0, f64::max);
        assert_eq!(pane.history.deepest().map_or(0.0, |d| d.value), own);
        assert_eq!(pane.history.samples().len(), 250, "the plots keep the past");
        assert!(pane.recording.frame(20).is_some(), "and so does the recording");
        // Back among the steps of the other model its numbers are told, under its name.
        let frame = Arc::clone(pane.recording.frame(60).expect("recorded"));
        (pane.simulation.state, pane.simulation.settings) = (frame.state.clone(), frame.settings);
        pane.read_worst();
        assert_eq!((pane.truth.worst_depth, pane.since()), (first.worst_depth, None));
    }

    /// A model that is chosen in the past colours no step that another one has taken.
    #[test]
    fn steps_keep_the_model_that_took_them() {
        let (standard, exact) = (ContactModel::Standard, ContactModel::SeparatingFeature);
        let mut pane = pane("triangle_drop.ron", standard);
        run(&mut pane, 20);
        pane.simulation.settings.contact.model = exact;
        assert_eq!([1, 20].map(|step| pane.model_of_step(step)), [standard; 2]);
        run(&mut pane, 10);
        assert_eq!([1, 20, 21, 30].map(|step| pane.model_of_step(step)), [standard, standard, exact, exact]);
        pane.simulation.settings.contact.model = ContactModel::Lnc;
        assert_eq!([20, 30].map(|step| pane.model_of_step(step)), [standard, exact]);
    }

    #[test]
    fn only_a_pane_that_was_calculated_alike_from_the_start_is_the_reference() {
        let names = [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];
        let scene = (*pane("triangle_drop.ron", names[0]).scene).clone();
        let mut bench = Workbench::new(scene, &names);
        bench.panes.iter_mut().for_each(|pane| run(pane, 20));
        assert_eq!(bench.reference(), 2);
        bench.panes[0].simulation.settings.contact.model = ContactModel::SeparatingFeature;
        bench.panes[2].simulation.settings.contact.model = ContactModel::Lnc;
        assert_eq!(bench.reference(), 1, "neither the new Exact nor the new LNC");
        bench.panes.iter_mut().for_each(|pane| run(pane, 20));
        assert_eq!(bench.reference(), 1);
        // A smaller step is a smaller step for all of them.
        for pane in &mut bench.panes {
            pane.simulation.settings.h *= 0.5;
            run(pane, 5);
            assert_eq!(pane.since().map(|s| s.step), Some(40));
        }
        assert_eq!((bench.panes[1].other_means_until(), bench.reference()), (None, 1));
        bench.chosen_reference = Some(2);
        assert_eq!(bench.reference(), 1, "chosen before its model was changed");
    }
}
