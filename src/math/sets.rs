//! Disjoint sets: what hangs together, found link by link.

/// Numbers from 0 on in sets that grow together; each set is named by its least number.
#[derive(Clone, Debug)]
pub(crate) struct DisjointSets {
    /// Each number points to a lesser one of its set, the least to itself.
    to: Vec<usize>,
}

impl DisjointSets {
    /// So many numbers, each by itself.
    pub fn new(count: usize) -> Self {
        Self { to: (0..count).collect() }
    }

    /// The least number of the set of k.
    pub fn least(&mut self, mut k: usize) -> usize {
        while self.to[k] != k {
            // Every other one on the way is brought nearer.
            self.to[k] = self.to[self.to[k]];
            k = self.to[k];
        }
        k
    }

    /// Whether both are of one set.
    pub fn are_one(&mut self, a: usize, b: usize) -> bool {
        self.least(a) == self.least(b)
    }

    /// Makes one set of those of both.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.least(a), self.least(b));
        self.to[a.max(b)] = a.min(b);
    }
}
