//! The past of a pane: states and inputs, bounded in memory, for stepping back and scrubbing.

use crate::body::{BodyId, State};
use crate::math::{Pose, Twist, Wrench};
use crate::sim::StepInput;
use std::collections::VecDeque;

/// Memory a pane's recording may use (bytes).
pub const MEMORY: usize = 64 * 1024 * 1024;

/// One recorded step.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The state after the step (or at the start).
    pub state: State,
    /// The input of the step that led here.
    pub input: StepInput,
    /// Traps sprung in the step that led here.
    pub sprung_traps: usize,
    /// Whether the state was set by hand instead of by a step.
    pub by_hand: bool,
}

/// Recorded steps, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    frames: VecDeque<Frame>,
    bytes: usize,
}

impl Recording {
    /// Adds a step; the oldest steps are forgotten when the memory is used up.
    pub fn push(&mut self, frame: Frame) {
        let bytes = frame_bytes(&frame);
        while self.frames.len() > 1 && self.bytes + bytes > MEMORY {
            if let Some(gone) = self.frames.pop_front() {
                self.bytes -= frame_bytes(&gone);
            }
        }
        self.bytes += bytes;
        self.frames.push_back(frame);
    }

    /// Puts a frame in the place of the one of its step, and forgets what came after.
    pub fn replace(&mut self, frame: Frame) {
        let step = frame.state.step;
        self.pop_while(|f| f.state.step >= step);
        self.push(frame);
    }

    /// The frame of that step, if it is still there.
    pub fn frame(&self, step: u64) -> Option<&Frame> {
        let index = self.frames.binary_search_by_key(&step, |f| f.state.step).ok()?;
        self.frames.get(index)
    }

    /// First and last step recorded.
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((self.frames.front()?.state.step, self.frames.back()?.state.step))
    }

    /// All frames, oldest first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.frames.iter()
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
        *self = Self::default();
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
    use crate::contact::PartId;
    use crate::contact::separating::rows::RowKey;
    use crate::contact::separating::{ContactMemory, PairMemory, SeparatingFeature};

    fn frame(step: u64, pairs: usize) -> Frame {
        let part = |b| PartId { body: BodyId(b), part: 0 };
        let pair = |k| PairMemory {
            parts: (part(k), part(k + 1)),
            feature: SeparatingFeature::FacetOfA(0),
            rows: vec![(RowKey::Vertex(0), 1.0); 4],
            still: None,
        };
        let memory = ContactMemory::new((0..pairs).map(pair).collect());
        let state = State { step, memory, ..State::at_start(Vec::new(), Vec::new()) };
        Frame { state, input: StepInput::default(), sprung_traps: 0, by_hand: false }
    }

    #[test]
    fn the_size_shown_is_that_of_the_frames_kept() {
        let mut recording = Recording::default();
        for step in 0..20 {
            recording.push(frame(step, usize::from(step > 10) * 5));
        }
        let sum = |r: &Recording| r.frames().map(frame_bytes).sum::<usize>();
        assert_eq!(recording.bytes(), sum(&recording));
        recording.replace(frame(15, 2));
        recording.truncate_after(14);
        assert_eq!(recording.range(), Some((0, 14)));
        assert_eq!(recording.bytes(), sum(&recording));
        assert!(recording.bytes() > 4 * 5 * size_of::<PairMemory>(), "what separated the pairs counts");
        recording.clear();
        assert_eq!((recording.bytes(), recording.range()), (0, None));
    }

    #[test]
    fn the_oldest_frames_go_when_the_memory_is_used_up() {
        let mut recording = Recording::default();
        let pairs = MEMORY / 3 / size_of::<PairMemory>();
        for step in 0..6 {
            recording.push(frame(step, pairs / 2));
        }
        assert!(recording.bytes() <= MEMORY);
        let (first, last) = recording.range().expect("frames");
        assert!(first > 0 && last == 5, "{first}..{last}");
        // Even a frame larger than all memory is kept.
        recording.push(frame(6, 4 * pairs));
        assert_eq!(recording.range(), Some((5, 6)));
    }
}
