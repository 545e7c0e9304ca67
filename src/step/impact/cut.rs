//! Where a step may end early (`contact: (impact: Split)`): at its first impact, where sliding stops, or where a contact slides off what carried it.

/// The instant of a step after which its law is another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::step) struct Cut {
    /// When, as a share of the step.
    pub share: f64,
    /// How fast the bodies approach there, or slid before (m/s): times what it is missed by, what the end of the step is off by.
    pub speed: f64,
    /// Where sliding stops, and what is known of how.
    pub stop: Option<Stop>,
}

/// How a pair that slid was slowed down in a part of a step at whose end it does not slide on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::step) struct Stop {
    /// Its parts.
    pub parts: (usize, usize),
    /// How fast it slid at the start (m/s).
    pub speed: f64,
    /// By how much it became slower on the way it slid, a second (m/s²).
    pub slowed: f64,
    /// Friction against that way, as a part of all that there was; less than one, as it did not slide all the time.
    pub used: f64,
}

impl Stop {
    /// How long after the start of the part it stood (s), by another part from there that was longer or shorter: how it is slowed down changes evenly
    /// with the friction that is used, whatever else acts on the bodies and whatever they carry; while it slid it was all of it.
    pub fn instant(&self, other: &Self) -> Option<f64> {
        let apart = self.used - other.used;
        if self.parts != other.parts || !(apart.abs() > f64::EPSILON.sqrt()) {
            return None;
        }
        let all = self.slowed + (self.slowed - other.slowed) / apart * (1.0 - self.used);
        Some(self.speed / all).filter(|after| *after > 0.0)
    }
}

/// A part that ends at an impact goes beyond it by no more than the time in which bodies come nearer by this (m): half of what counts as met.
pub(in crate::step) const MISSED: f64 = 1e-10;

impl Cut {
    /// Whether it is at the end of a part of duration `h` (s).
    pub fn is_at_end(&self, h: f64) -> bool {
        self.speed * (1.0 - self.share) * h <= MISSED
    }

    /// The same in a part of duration `h` (s) by what is known of another part from there.
    pub fn with(self, other: Option<&Stop>, h: f64) -> Self {
        let instant = self.stop.as_ref().zip(other).and_then(|(stop, other)| stop.instant(other));
        instant.filter(|after| *after < h).map_or(self, |after| Self { share: after / h, ..self })
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
