//! The first impact of a step, at which it may end (`contact: (impact: Split)`).

/// When in a step bodies meet first, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::step) struct FirstImpact {
    /// When, as a share of the step.
    pub share: f64,
    /// How fast the bodies approach there (m/s).
    pub speed: f64,
}

impl FirstImpact {
    /// The one that comes first.
    pub fn sooner(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.into_iter().chain(b).min_by(|a, b| a.share.total_cmp(&b.share))
    }
}
