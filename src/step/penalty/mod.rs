//! Penalty methods: forces of springs and dampers where bodies overlap, after Drumwright, "A Fast and Stable Penalty Method for Rigid Body
//! Simulation" (`docs/physics.md`).

mod blow;
mod force;
mod integrator;
mod phase;
mod points;
mod record;

use crate::contact::Kinematics;
use crate::contact::models::ContactModel;
use crate::math::{Vec3, Wrench};
use crate::step::error::StepError;
use crate::step::frame::{Motion, Scheme, StepFrame};
use crate::step::law::{ContactLaw, LawRecord, StepSolution, timed};
use crate::step::penalty::blow::Blow;
use crate::step::penalty::force::{Gains, Push, pushes};
use crate::step::penalty::integrator::Equations;
use crate::step::penalty::phase::Phase;
use crate::step::penalty::points::{Chosen, Touch, touches};
use crate::step::penalty::record::Given;
use crate::step::record::Timing;
use crate::step::settings::StepSettings;
use crate::world::{ContactMemory, PenaltyMemory, State};

/// The law of the penalty methods.
pub(in crate::step) struct Penalty {
    chosen: Chosen,
}

impl Penalty {
    /// A force at the deepest point of each pair of bodies.
    pub const DEEPEST_POINT: Self = Self { chosen: Chosen::Deepest };
    /// Forces at all points on the bottom of the volume of intersection, with an integrative term.
    pub const MULTI_POINT: Self = Self { chosen: Chosen::All };

    /// k_i for each kilogram (1/s²): as asked for, else none with the deepest point (PD), and that of III-C with several.
    fn integral(&self, settings: &StepSettings) -> f64 {
        settings.contact.penalty.integral_under(match self.chosen {
            Chosen::Deepest => ContactModel::DeepestPoint,
            Chosen::All => ContactModel::MultiPoint,
        })
    }
}

/// What touched at the start of the step, and what it gave.
pub(in crate::step) struct Found {
    touches: Vec<Touch>,
    phases: Vec<Phase>,
    blows: Vec<Blow>,
    /// Per touch.
    given: Vec<Given>,
    /// Impulse and moment that contacts gave each body.
    of_bodies: Vec<Wrench>,
    forgetting: f64,
    integrator: &'static str,
}

impl ContactLaw for Penalty {
    type Found<'m> = Found;

    const SCHEME: Scheme = Scheme::Forces;

    fn solve(
        &self,
        frame: &StepFrame,
        settings: &StepSettings,
        timing: &mut Timing,
    ) -> Result<StepSolution<Found>, StepError> {
        let not_solved = |reason: String| StepError::NotSolved {
            step: frame.state.step + 1,
            time: frame.state.time,
            reason,
        };
        let Some(flight) = &frame.flight else {
            return Err(not_solved("the step has no velocities at the times of its poses".to_owned()));
        };
        let touches = timed(&mut timing.detect, || touches(frame.model, &frame.kinematics, self.chosen));
        let mut twists = flight.start.clone();
        let (phases, blows) =
            timed(&mut timing.formulate, || phase::begin(frame, settings, &touches, &mut twists));
        let penalty = &settings.contact.penalty;
        let gains: Vec<Gains> = touches
            .iter()
            .map(|touch| Gains::of(penalty, self.integral(settings), frame.model, touch.bodies))
            .collect();
        let mut given: Vec<Given> = touches.iter().map(|touch| Given::none(touch.points.len())).collect();
        let mut of_bodies = vec![Wrench { force: Vec3::zeros(), torque: Vec3::zeros() }; twists.len()];
        let equations = Equations::new(frame, flight);
        let motion = timed(&mut timing.solve, || {
            let mut first = true;
            equations.integrate(penalty.integrator, &twists, |now, weight| {
                let known = std::mem::take(&mut first);
                let anew = (!known).then(|| self.touches_of(frame, now));
                let mut wrenches = vec![Wrench { force: Vec3::zeros(), torque: Vec3::zeros() }; twists.len()];
                for touch in anew.as_deref().unwrap_or(&touches) {
                    // What meets within the step is looked at when the next one begins.
                    let Ok(k) = touches.binary_search_by_key(&touch.bodies, |t| t.bodies) else { continue };
                    if phases[k].parting {
                        continue;
                    }
                    let acting = forces_of(touch, now, &gains[k], phases[k].sum);
                    apply(touch, now, &acting, &mut wrenches);
                    given[k].add(&acting, weight, known);
                }
                for (all, wrench) in of_bodies.iter_mut().zip(&wrenches) {
                    all.force += wrench.force * weight;
                    all.torque += wrench.torque * weight;
                }
                wrenches
            })
        });
        for blow in &blows {
            let (a, b) = touches[blow.touch].bodies;
            for (id, impulse) in [(a, -blow.impulse), (b, blow.impulse)] {
                of_bodies[id.0].force += impulse;
                of_bodies[id.0].torque += (blow.at - frame.state.poses[id.0].position).cross(&impulse);
            }
        }
        let found = Found {
            touches,
            phases,
            blows,
            given,
            of_bodies,
            forgetting: penalty.forgetting,
            integrator: penalty.integrator.name(),
        };
        Ok(StepSolution { twists: motion.twists.clone(), motion, joints: Vec::new(), found, cut: None })
    }

    fn record(&self, frame: &StepFrame, next: &mut State, found: Found) -> LawRecord {
        let remembered = |(touch, phase): (&Touch, &Phase)| PenaltyMemory {
            bodies: touch.bodies,
            parting: phase.parting,
            // (2), one step on.
            integral: found.forgetting * phase.sum + touch.deepest().depth,
        };
        let pairs = found.touches.iter().zip(&found.phases).map(remembered).collect();
        next.memory = ContactMemory::default().with_penalties(next.step, pairs);
        let record = record::of(frame, next, &found);
        LawRecord { record, rows: Vec::new(), bearings: Some(Vec::new()) }
    }
}

impl Penalty {
    fn touches_of(&self, frame: &StepFrame, now: &Motion) -> Vec<Touch> {
        let kinematics = Kinematics::new(frame.model, &now.poses, frame.state.time);
        touches(frame.model, &kinematics, self.chosen)
    }
}

/// The forces of a touch at some instant.
fn forces_of(touch: &Touch, now: &Motion, gains: &Gains, sum: f64) -> Vec<Push> {
    let (a, b) = touch.bodies;
    let centres = (&now.poses[a.0].position, &now.poses[b.0].position);
    pushes(touch, centres, (&now.twists[a.0], &now.twists[b.0]), gains, sum)
}

/// Adds forces at the points of a touch to those of its two bodies.
fn apply(touch: &Touch, now: &Motion, acting: &[Push], wrenches: &mut [Wrench]) {
    let (a, b) = touch.bodies;
    for (point, push) in touch.points.iter().zip(acting) {
        let force = point.normal * push.normal + push.friction;
        for (id, force) in [(a, -force), (b, force)] {
            wrenches[id.0].force += force;
            wrenches[id.0].torque += (point.at - now.poses[id.0].position).cross(&force);
        }
    }
}
