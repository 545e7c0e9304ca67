//! The past of a pane: states and inputs, bounded in memory, for stepping back and scrubbing.

use crate::body::State;
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
}

impl Recording {
    /// Adds a step; the oldest steps are forgotten when the memory is used up.
    pub fn push(&mut self, frame: Frame) {
        let limit = (MEMORY / Self::frame_bytes(&frame)).max(2);
        while self.frames.len() >= limit {
            self.frames.pop_front();
        }
        self.frames.push_back(frame);
    }

    /// Puts a frame in the place of the one of its step, and forgets what came after.
    pub fn replace(&mut self, frame: Frame) {
        let step = frame.state.step;
        while self.frames.back().is_some_and(|f| f.state.step >= step) {
            self.frames.pop_back();
        }
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
        self.frames.len() * self.frames.front().map_or(0, Self::frame_bytes)
    }

    /// Forgets everything after step `step`, for a branch from that moment.
    pub fn truncate_after(&mut self, step: u64) {
        while self.frames.back().is_some_and(|f| f.state.step > step) {
            self.frames.pop_back();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.frames.clear();
    }

    fn frame_bytes(frame: &Frame) -> usize {
        size_of::<Frame>()
            + frame.state.poses.len() * size_of::<crate::math::Pose>()
            + frame.state.twists.len() * size_of::<crate::math::Twist>()
    }
}
