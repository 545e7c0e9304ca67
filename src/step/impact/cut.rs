//! Where a step may end early (`contact: (impact: Split)`): at its first impact, or where sliding stops.

/// The instant of a step after which its law is another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::step) struct Cut {
    /// When, as a share of the step.
    pub share: f64,
    /// How fast the bodies approach there, or slid before (m/s): times what it is missed by, what the end of the step is off by.
    pub speed: f64,
}

impl Cut {
    /// The one that comes first.
    pub fn sooner(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.into_iter().chain(b).min_by(|a, b| a.share.total_cmp(&b.share))
    }
}
