//! Pairs that push each other although they end apart, where a step is too dear to divide for them.

/// Pairs that push each other although they end apart, for which a step was not divided.
#[derive(Default)]
pub(super) struct LetBe {
    pairs: usize,
    /// The farthest apart (m).
    most: f64,
}

impl LetBe {
    pub fn take(&mut self, apart: f64) {
        self.pairs += 1;
        self.most = self.most.max(apart);
    }

    pub fn note(&self) -> Option<String> {
        (self.pairs > 0).then(|| {
            let pairs = if self.pairs == 1 { "a pair".to_owned() } else { format!("{} pairs", self.pairs) };
            let most = self.most;
            format!("{pairs} pushed and ended up to {most:.1e} m apart: a step with so many bodies in contact is not divided for that")
        })
    }
}
