//! Where a step may end early (`contact: (impact: Split)`): at its first impact, where sliding stops, or where a contact slides off what carried it.

/// The instant of a step after which its law is another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::step) struct Cut {
    /// When, as a share of the step.
    pub share: f64,
    /// How fast the bodies approach there, or slid before (m/s): times what it is missed by, what the end of the step is off by.
    pub speed: f64,
}

/// A part that ends at an impact goes beyond it by no more than the time in which bodies come nearer by this (m): half of what counts as met.
pub(in crate::step) const MISSED: f64 = 1e-10;

impl Cut {
    /// Whether it is at the end of a part of duration `h` (s).
    pub fn is_at_end(&self, h: f64) -> bool {
        self.speed * (1.0 - self.share) * h <= MISSED
    }

    /// The one that comes first.
    pub fn sooner(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        Self::first(a.into_iter().chain(b))
    }

    /// The first of several.
    pub fn first(cuts: impl Iterator<Item = Self>) -> Option<Self> {
        cuts.min_by(|a, b| a.share.total_cmp(&b.share))
    }
}
