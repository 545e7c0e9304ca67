//! The past of a pane: states, inputs and settings, bounded in memory, for stepping back, scrubbing and replaying.

use crate::math::{Pose, Twist, Wrench};
use crate::recording::Frame;
use crate::step::StepSettings;
use crate::world::BodyId;
use std::collections::VecDeque;
use std::sync::Arc;

/// Memory a pane's recording may use unless the user chooses otherwise (bytes).
pub const MEMORY: usize = 64 * 1024 * 1024;

/// From here on steps were taken with other settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The first step that was.
    pub step: u64,
    /// The time from which it went on (s).
    pub time: f64,
    /// The settings of the steps before.
    pub before: StepSettings,
    /// Its own.
    pub after: StepSettings,
}

impl Change {
    /// Whether more than the step size became another: model, law, method or their numbers.
    pub fn is_of_method(&self) -> bool {
        !self.after.calculates_like(&StepSettings { h: self.after.h, ..self.before })
    }
}

/// Recorded steps, oldest first. Copies share their frames.
#[derive(Clone, Debug)]
pub struct Recording {
    frames: VecDeque<Arc<Frame>>,
    /// Where settings became others, oldest first; also where the steps are forgotten.
    changes: Vec<Change>,
    bytes: usize,
    limit: usize,
}

impl Default for Recording {
    fn default() -> Self {
        Self { frames: VecDeque::new(), changes: Vec::new(), bytes: 0, limit: MEMORY }
    }
}

impl Recording {
    /// An empty recording that may use `limit` bytes.
    pub fn with_limit(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Memory that it may use (bytes).
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Changes the memory that it may use (bytes); the oldest steps are forgotten if it is less than what is in use.
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.make_room(0);
    }

    /// Adds a step, or puts it in the place of what was recorded of it and after it; the oldest steps are forgotten when the
    /// memory is used up.
    pub fn push(&mut self, frame: impl Into<Arc<Frame>>) {
        let frame = frame.into();
        self.pop_while(|f| f.state.step >= frame.state.step);
        let bytes = frame_bytes(&frame);
        if let Some(before) = self.taken_with().filter(|_| !frame.by_hand)
            && !before.calculates_like(&frame.settings)
        {
            let time = self.frames.back().map_or(0.0, |last| last.state.time);
            self.changes.push(Change { step: frame.state.step, time, before, after: frame.settings });
        }
        self.make_room(bytes);
        self.bytes += bytes;
        self.frames.push_back(frame);
    }

    /// The settings of the newest step that was taken; none where all frames are where a run begins, or were set by hand.
    fn taken_with(&self) -> Option<StepSettings> {
        let taken = self.frames.iter().rev().find(|frame| frame.was_taken())?;
        Some(taken.settings)
    }

    /// Where settings became others, oldest first.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Forgets the oldest steps, but not the last one there is, until `bytes` more fit.
    fn make_room(&mut self, bytes: usize) {
        while self.frames.len() > 1 && self.bytes + bytes > self.limit {
            if let Some(gone) = self.frames.pop_front() {
                self.bytes -= frame_bytes(&gone);
            }
        }
    }

    /// The frame of that step, if it is still there.
    pub fn frame(&self, step: u64) -> Option<&Arc<Frame>> {
        let index = self.frames.binary_search_by_key(&step, |f| f.state.step).ok()?;
        self.frames.get(index)
    }

    /// The frames after step `step`, at most `count` of them, oldest first.
    pub fn after(&self, step: u64, count: usize) -> Vec<Arc<Frame>> {
        let start = self.frames.partition_point(|f| f.state.step <= step);
        self.frames.iter().skip(start).take(count).cloned().collect()
    }

    /// First and last step recorded.
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((self.frames.front()?.state.step, self.frames.back()?.state.step))
    }

    /// All frames, oldest first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Arc<Frame>> + ExactSizeIterator {
        self.frames.iter()
    }

    /// Puts another frame in the place of each; steps and sizes stay the same.
    pub fn change_frames(&mut self, mut change: impl FnMut(&Frame) -> Frame) {
        for frame in &mut self.frames {
            *frame = Arc::new(change(frame));
        }
    }

    /// Memory in use (bytes, about).
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets everything after step `step`, for a branch from that moment.
    pub fn truncate_after(&mut self, step: u64) {
        self.pop_while(|f| f.state.step > step);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::with_limit(self.limit);
    }

    /// Bytes of the frames that `other` does not share, for counting what is kept twice.
    pub fn bytes_apart_from(&self, other: &Self) -> usize {
        let shared =
            |frame: &Arc<Frame>| other.frame(frame.state.step).is_some_and(|f| Arc::ptr_eq(f, frame));
        // Two recordings of one run differ at their ends only.
        let from = self.frames.partition_point(shared);
        self.frames.iter().skip(from).map(|f| frame_bytes(f)).sum()
    }

    /// Forgets the newest frames as long as `condition` holds for them.
    fn pop_while(&mut self, condition: impl Fn(&Frame) -> bool) {
        while let Some(last) = self.frames.pop_back() {
            if !condition(&last) {
                self.frames.push_back(last);
                break;
            }
            self.bytes -= frame_bytes(&last);
        }
        let end = self.frames.back().map_or(0, |last| last.state.step);
        self.changes.truncate(self.changes.partition_point(|change| change.step <= end));
    }
}

/// Memory of a frame (bytes, about): poses, twists, broken joints, and what separated each pair of parts.
fn frame_bytes(frame: &Frame) -> usize {
    let pairs = frame.state.memory.pairs();
    size_of::<Frame>()
        + frame.state.poses.len() * size_of::<Pose>()
        + frame.state.twists.len() * size_of::<Twist>()
        + size_of_val(frame.state.broken.as_slice())
        + size_of_val(pairs)
        + pairs.iter().map(|p| size_of_val(p.rows.as_slice())).sum::<usize>()
        + frame.input.wrenches.len() * size_of::<(BodyId, Wrench)>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::separating::RowKey;
    use crate::geometry::separating::SeparatingFeature;
    use crate::scene::LoadedScene;
    use crate::step::StepSettings;
    use crate::world::PartId;
    use crate::world::{ContactMemory, PairMemory};
    use crate::world::{State, StepInput};

    fn frame(scene: &Arc<LoadedScene>, step: u64, pairs: usize) -> Frame {
        let part = |b| PartId { body: BodyId(b), part: 0 };
        let pair = |k| PairMemory {
            parts: (part(k), part(k + 1)),
            feature: SeparatingFeature::FacetOfA(0),
            rows: vec![(RowKey::Vertex(0), 1.0); 4],
            held: Vec::new(),
            still: None,
        };
        let memory = ContactMemory::new((0..pairs).map(pair).collect());
        let state = State { step, memory, ..State::at_start(Vec::new(), Vec::new()) };
        Frame {
            state,
            input: StepInput::default(),
            settings: StepSettings::default(),
            scene: Arc::clone(scene),
            sprung_traps: 0,
            by_hand: false,
        }
    }

    fn scene() -> Arc<LoadedScene> {
        let text = "Scene(bodies: [(name: \"a\", shape: Box(half_extents: (1.0, 1.0, 1.0)))])";
        Arc::new(crate::scene::load_str(text, "a.ron", std::path::Path::new(".")).expect("a scene"))
    }

    #[test]
    fn the_size_shown_is_that_of_the_frames_kept() {
        let scene = &scene();
        let mut recording = Recording::default();
        for step in 0..20 {
            recording.push(frame(scene, step, usize::from(step > 10) * 5));
        }
        let sum = |r: &Recording| r.frames().map(|f| frame_bytes(f)).sum::<usize>();
        assert_eq!(recording.bytes(), sum(&recording));
        recording.push(frame(scene, 15, 2));
        recording.truncate_after(14);
        assert_eq!(recording.range(), Some((0, 14)));
        assert_eq!(recording.bytes(), sum(&recording));
        assert!(recording.bytes() > 4 * 5 * size_of::<PairMemory>(), "what separated the pairs counts");
        recording.clear();
        assert_eq!((recording.bytes(), recording.range()), (0, None));
    }

    #[test]
    fn the_oldest_frames_go_when_the_memory_is_used_up() {
        let scene = &scene();
        let mut recording = Recording::default();
        let pairs = MEMORY / 3 / size_of::<PairMemory>();
        for step in 0..6 {
            recording.push(frame(scene, step, pairs / 2));
        }
        assert!(recording.bytes() <= MEMORY);
        let (first, last) = recording.range().expect("frames");
        assert!(first > 0 && last == 5, "{first}..{last}");
        // Even a frame larger than all memory is kept.
        recording.push(frame(scene, 6, 4 * pairs));
        assert_eq!(recording.range(), Some((5, 6)));
        recording.set_limit(0);
        assert_eq!(recording.range(), Some((6, 6)), "the step shown is never forgotten");
    }

    #[test]
    fn what_two_recordings_share_is_counted_once() {
        let scene = &scene();
        let mut first = Recording::default();
        for step in 0..10 {
            first.push(frame(scene, step, 3));
        }
        let mut second = first.clone();
        assert_eq!(second.bytes_apart_from(&first), 0);
        second.truncate_after(6);
        assert_eq!(second.bytes_apart_from(&first), 0);
        assert_eq!(first.bytes_apart_from(&second), 3 * first.bytes() / 10);
        second.push(frame(scene, 7, 3));
        assert_eq!(second.bytes_apart_from(&first), first.bytes() / 10);
    }
}
