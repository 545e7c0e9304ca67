//! The recorded past and what was done: what `past` carries out.

/// What is asked of the recorded past.
#[derive(Clone, Debug, PartialEq)]
pub enum PastCommand {
    /// One step back in every pane (pauses).
    StepBack,
    /// Go to a recorded step (pauses); running on from there forgets what came after.
    Seek(u64),
    /// Go to the recorded step of the focused pane after which bodies overlap deepest.
    SeekDeepest,
    /// Go to the recorded step of the focused pane with the largest residual.
    SeekWorstResidual,
    /// Back to the start of the scene; models, solvers and step size stay.
    Reset,
    /// Take all recorded steps of all panes again and say whether they are the same to the bit.
    CheckRecording,
    /// Go back to before the last act.
    Undo,
    /// Do the last undone act again.
    Redo,
    /// Go to a branch of the timeline by its number; the present run becomes a branch.
    SwitchBranch(u64),
    /// Forget a branch of the timeline.
    ForgetBranch(u64),
    /// Memory that the recording of each pane may use (bytes).
    SetRecordingMemory(usize),
}
