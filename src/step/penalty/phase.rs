//! What becomes of each pair of bodies in contact: resting, or struck (the state machine of Drumwright's figure 2).

use crate::math::Twist;
use crate::step::frame::StepFrame;
use crate::step::penalty::blow;
use crate::step::penalty::blow::Blow;
use crate::step::penalty::points::{Point, Touch, relative_velocity};
use crate::step::settings::StepSettings;
use crate::stop;
use crate::world::BodyId;

/// Rounds through all pairs at most, in which blows hand on blows. A pair that still closes then rests: its springs and dampers hold it.
const MAX_ROUNDS: usize = 100;

/// Multiplications of a look at how a pair closes, roughly.
const COST_OF_A_LOOK: u64 = 200;

/// How one pair goes through a step.
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// Whether the bodies part after a blow: then no force acts (the impact method of figure 2).
    pub parting: bool,
    /// The sum I of past depths (m) that the forces of this step have.
    pub sum: f64,
}

/// Decides the phase of every pair at the start of a step, and lets blows act on `twists`.
///
/// A pair that comes into contact with every point closing by no more than ε rests from then on; one that closes faster is struck. While
/// contact lasts, a pair that rests is struck again only where a third body struck one of its two. After a blow the pair parts, without
/// forces, as long as it opens at all of its points; otherwise it rests, or is struck again where it closes faster than ε.
pub fn begin(
    frame: &StepFrame,
    settings: &StepSettings,
    touches: &[Touch],
    twists: &mut [Twist],
) -> (Vec<Phase>, Vec<Blow>) {
    let step = frame.state.step;
    let before: Vec<_> = touches.iter().map(|touch| frame.state.memory.penalty(step, touch.bodies)).collect();
    let threshold = settings.contact.penalty.impact_speed;
    let opening = |touch: &Touch, twists: &[Twist]| {
        let (a, b) = touch.bodies;
        let centres = (&frame.state.poses[a.0].position, &frame.state.poses[b.0].position);
        let speed =
            |p: &Point| relative_velocity(&p.at, centres, (&twists[a.0], &twists[b.0])).dot(&p.normal);
        touch.surface.iter().map(speed).fold(f64::INFINITY, f64::min)
    };
    // Which pairs gave each body a blow in this step.
    let mut struck: Vec<Vec<usize>> = vec![Vec::new(); frame.model.bodies.len()];
    let open_to_blows = |k: usize, struck: &[Vec<usize>]| {
        let by_third = |id: BodyId| struck[id.0].iter().any(|&by| by != k);
        let (a, b) = touches[k].bodies;
        let rested = before[k].is_some_and(|memory| !memory.parting);
        !rested || by_third(a) || by_third(b)
    };
    let mut blows = Vec::new();
    for _ in 0..MAX_ROUNDS {
        if stop::spend(COST_OF_A_LOOK * touches.len() as u64) {
            break;
        }
        let mut any = false;
        for (k, touch) in touches.iter().enumerate() {
            if !open_to_blows(k, &struck) || !(opening(touch, twists) < -threshold) {
                continue;
            }
            let Some(blow) = blow::between(frame, settings, k, touch, twists) else { continue };
            blow.act(frame, touch, twists);
            blows.push(blow);
            for id in [touch.bodies.0, touch.bodies.1] {
                if frame.model.body(id).is_dynamic() && !struck[id.0].contains(&k) {
                    struck[id.0].push(k);
                }
            }
            any = true;
        }
        if !any {
            break;
        }
    }
    let blown = |k: usize| blows.iter().any(|blow: &Blow| blow.touch == k);
    let phase = |k: usize| Phase {
        parting: (blown(k) || before[k].is_some_and(|memory| memory.parting))
            && opening(&touches[k], twists) > threshold,
        sum: before[k].map_or(0.0, |memory| memory.integral),
    };
    ((0..touches.len()).map(phase).collect(), blows)
}
