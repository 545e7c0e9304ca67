//! What a step reads and writes anew: poses, twists, and what it leaves for the next one.

use crate::math::{Pose, Twist};
use crate::world::body::BodyId;
use crate::world::memory::ContactMemory;
use serde::{Deserialize, Serialize};

/// Poses and twists of all bodies at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Steps done since the start.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// How long before `time` the velocities are meant (s): 0 at the start of a run, and h/2 after a leapfrog step of
    /// size h, whose velocities are those of the middle of the step. See [`Model::lag`](super::Model::lag) for one body.
    ///
    /// Files from before there was a lag do not have it; it is no number then until the reader puts in what it was.
    #[serde(default = "not_given")]
    pub lag: f64,
    /// What contacts and joints gave bodies beside gravity and forces in the last leapfrog step, as mean accelerations (m/s², rad/s²), ascending:
    /// by these, by gravity and by forces of controllers velocities are brought up to `time` ([`Model::twist_now`](super::Model::twist_now)). Bodies that are
    /// not named were free, or struck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<(BodyId, Twist)>,
    /// Pose of each body.
    pub poses: Vec<Pose>,
    /// Twist of each body.
    pub twists: Vec<Twist>,
    /// What separated each pair of parts at the end of the last step: where the next one starts to look. It is part of
    /// the state so that a run that is continued from a recorded state repeats bit for bit.
    #[serde(default)]
    pub memory: ContactMemory,
    /// Numbers of the joints that broke, ascending.
    #[serde(default)]
    pub broken: Vec<usize>,
}

impl State {
    /// The state at the start of a run: no step done, nothing remembered.
    pub fn at_start(poses: Vec<Pose>, twists: Vec<Twist>) -> Self {
        Self {
            step: 0,
            time: 0.0,
            lag: 0.0,
            support: Vec::new(),
            poses,
            twists,
            memory: ContactMemory::default(),
            broken: Vec::new(),
        }
    }

    /// The pose of one body.
    pub fn pose(&self, id: BodyId) -> &Pose {
        &self.poses[id.0]
    }

    /// The twist of one body.
    pub fn twist(&self, id: BodyId) -> &Twist {
        &self.twists[id.0]
    }

    /// What bore one body in the last leapfrog step ([`support`](Self::support)).
    pub fn support_of(&self, id: BodyId) -> Option<&Twist> {
        self.support.binary_search_by_key(&id, |(of, _)| *of).ok().map(|k| &self.support[k].1)
    }

    /// Whether a step that was taken again led to this state, where `recorded` was written: equal to the bit, but for what bore bodies and
    /// what pairs bore where the record has nothing of it, as files from before these were known have not.
    pub fn repeats(&self, recorded: &Self) -> bool {
        let Self { step, time, lag, support, poses, twists, memory, broken } = self;
        (*step, *time, *lag) == (recorded.step, recorded.time, recorded.lag)
            && (recorded.support.is_empty() || *support == recorded.support)
            && (poses, twists) == (&recorded.poses, &recorded.twists)
            && memory.repeats(&recorded.memory)
            && *broken == recorded.broken
    }

    /// How long what a step from this state to `next` gave against gravity acted (s): its size, or where velocities lie in the middle of the steps from the middle of the
    /// step before to that of this one, which is half of the first. Impulses divided by it are mean forces; what answers drives, which act over
    /// whole steps, is then told too large in the first one.
    pub fn acted(&self, next: &Self) -> f64 {
        if next.lag > 0.0 { self.lag + next.lag } else { next.time - self.time }
    }

    /// The lag that every run had after `step` leapfrog steps, the last of size `h` (s): what states have that were saved
    /// before the lag was.
    pub fn leapfrog_lag(step: u64, h: f64) -> f64 {
        if step == 0 { 0.0 } else { 0.5 * h }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.time.is_finite()
            && self.lag.is_finite()
            && self.poses.iter().all(Pose::is_finite)
            && self.twists.iter().all(Twist::is_finite)
            && self.support.iter().all(|(_, support)| support.is_finite())
    }
}

fn not_given() -> f64 {
    f64::NAN
}
