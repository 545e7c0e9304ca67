//! The step whose problems are asked for: the state before it, its input, and where it led.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::contact::models::ContactModel;
use crate::recording::Frame;
use crate::step::StepSettings;
use crate::world::{Model, State, StepInput};
use std::sync::Arc;

/// One step of one pane.
#[derive(Clone, Debug)]
pub struct Question {
    /// Name of the scene.
    pub scene: String,
    /// The pane.
    pub pane: usize,
    /// The contact model of the step.
    pub model: ContactModel,
    /// Bodies and joints.
    pub bodies: Arc<Model>,
    /// The state at the start of the step.
    pub before: State,
    /// Forces from outside in the step.
    pub input: StepInput,
    /// Settings of the step; its contact model is the one that writes the problems.
    pub settings: StepSettings,
    /// The state that the step led to, where it was taken already.
    pub after: Option<State>,
}

impl Question {
    /// The step that a pane shows; where none is shown, the one that comes next. Exact writes no complementarity problem:
    /// for it, the problems are those that PEG writes of the same step.
    pub fn of_pane(bench: &Workbench, index: usize) -> Self {
        let index = index.min(bench.panes.len() - 1);
        let pane = &bench.panes[index];
        let now = &pane.simulation.state;
        let (before, input, after, mut settings, bodies) = match shown(pane) {
            // As it was then: step size, model and bodies may have been changed since.
            Some((before, frame)) => {
                let (input, bodies) = (frame.input.clone(), frame.scene.model.clone());
                (before.state.clone(), input, Some(frame.state.clone()), frame.settings, bodies)
            }
            None => {
                let simulation = &pane.simulation;
                (now.clone(), StepInput::default(), None, simulation.settings, simulation.model.clone())
            }
        };
        let model = settings.contact.model;
        if model.over_points().is_none() {
            settings.contact.model = ContactModel::Peg;
            settings.contact.geometry = None;
        }
        Self { scene: bench.scene.name.clone(), pane: index, model, bodies, before, input, settings, after }
    }

    /// Number of the step, from 1.
    pub fn step(&self) -> u64 {
        self.before.step + 1
    }

    /// Whether a pane still shows this step, so that contacts of its record are those of the problems.
    pub fn is_shown(&self, pane: &Pane) -> bool {
        self.after.as_ref().is_some_and(|after| {
            pane.simulation.state.step == after.step && pane.simulation.state.poses == after.poses
        })
    }
}

/// The frames before and after the step that a pane shows.
fn shown(pane: &Pane) -> Option<(&Frame, &Frame)> {
    let state = &pane.simulation.state;
    let frame = pane.recording.frame(state.step)?;
    let before = pane.recording.frame(state.step.checked_sub(1)?)?;
    // A state that was set by hand is the end of no step.
    (!frame.by_hand && frame.state.poses == state.poses).then_some((before, frame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec3, Wrench};
    use crate::scene::load_str;
    use crate::step::step_problems;
    use std::path::Path;

    /// A box that lies on a floor, frictionless.
    const BOX: &str = r#"Scene(name: "box", dimension: Two, time_step: 0.01, bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1.0, 0.1, 0.0))),
        (name: "box", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (0.0, 0.2001, 0.0), mass: Some(2.0)),
    ])"#;

    /// Two steps, the second with a push from above, as the app records them.
    fn pushed(model: ContactModel) -> Workbench {
        let scene = load_str(BOX, "box.ron", Path::new(".")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[model]);
        let pane = &mut bench.panes[0];
        let push = Wrench { force: Vec3::new(0.0, -300.0, 0.0), torque: Vec3::zeros() };
        let push = StepInput { wrenches: vec![(crate::world::BodyId(1), push)] };
        pane.recording.push(pane.frame(false));
        for input in [StepInput::default(), push] {
            pane.simulation.step(&input).expect("a step");
            pane.recording.push(Frame { input, ..pane.frame(false) });
        }
        bench
    }

    fn problems(q: &Question) -> Vec<crate::step::StepProblem> {
        step_problems(&q.bodies, &q.before, &q.input, &q.settings, q.after.as_ref())
    }

    #[test]
    fn the_problem_of_the_step_shown_has_its_input_and_the_motion_it_took() {
        let bench = pushed(ContactModel::Standard);
        let q = Question::of_pane(&bench, 0);
        assert_eq!((q.step(), q.input.wrenches.len()), (2, 1));
        assert!(q.is_shown(&bench.panes[0]));
        let with = &problems(&q)[0];
        let without = &problems(&Question { input: StepInput::default(), ..q.clone() })[0];
        assert!((with.lcp.b() - without.lcp.b()).amax() > 1.0, "300 N for 10 ms on 2 kg are 1.5 m/s");
        // What Lemke's method finds is what the step did.
        let solver = crate::lcp::catalogue::lookup("lemke").expect("a method").solver.expect("a solver");
        let found = crate::lcp::solve(solver, &with.lcp, &crate::lcp::LcpSettings::default(), None);
        let change = with.change(&found.z).expect("factors");
        let apart = with.speed_between(&change, with.taken.as_ref().expect("taken"));
        assert!(apart < 1e-9, "{apart} m/s");
        let other = without.speed_between(&DVector::zeros(change.len()), &change);
        assert!(other > 1.0, "the push and the fall are held: {other} m/s");
    }

    #[test]
    fn at_the_start_and_after_a_state_set_by_hand_it_is_the_next_step() {
        let mut bench = pushed(ContactModel::Peg);
        let pane = &mut bench.panes[0];
        pane.recording.push(pane.frame(true));
        let q = Question::of_pane(&bench, 0);
        assert!(q.after.is_none() && q.step() == 3 && !q.is_shown(&bench.panes[0]));
        bench.panes[0].recording.clear();
        assert_eq!(Question::of_pane(&bench, 7).step(), 3, "a pane that is not there is the last");
    }

    #[test]
    fn for_exact_peg_writes_the_problem_of_the_same_step() {
        let bench = pushed(ContactModel::SeparatingFeature);
        let q = Question::of_pane(&bench, 0);
        assert_eq!((q.model, q.settings.contact.model), (ContactModel::SeparatingFeature, ContactModel::Peg));
        let problem = &problems(&q)[0];
        assert!(problem.lcp.size() > 0 && problem.taken.is_some());
    }

    #[test]
    fn a_step_size_changed_since_does_not_change_the_step() {
        let mut bench = pushed(ContactModel::Peg);
        bench.panes[0].simulation.settings.h = 0.002;
        assert!((Question::of_pane(&bench, 0).settings.h - 0.01).abs() < 1e-12);
    }

    use nalgebra::DVector;
}
