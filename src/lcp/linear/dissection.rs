//! Nested dissection of a graph: which vertices to eliminate last, so that a sparse factor stays sparse.
//!
//! A part is cut in two halves by a smooth function on its vertices (the distance from an outlying vertex, smoothed by
//! averaging over neighbours, which turns it towards the slowest mode of the graph); the vertices of one half that touch
//! the other separate them. Separators are eliminated after the halves, those of the whole last of all.

/// Parts up to this size are not cut any more.
const LEAF: usize = 40;
/// Averaging steps.
const SMOOTHING: usize = 120;

/// A stage for each vertex of the graph with these lists of neighbours: 0 for vertices in no separator, and a separator
/// has a higher stage than all it separates.
pub(in crate::lcp) fn stages(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let n = neighbours.len();
    let mut this =
        Dissection { neighbours, part: vec![0; n], parts: 1, value: vec![0.0; n], next: vec![0.0; n] };
    let mut stage = vec![0; n];
    let mut waiting: Vec<(Vec<usize>, usize)> = vec![((0..n).collect(), n)];
    while let Some((vertices, level)) = waiting.pop() {
        if vertices.len() <= LEAF {
            continue;
        }
        let [low, high, separator] = this.cut(&vertices);
        separator.iter().for_each(|&v| stage[v] = level);
        if low.len() < vertices.len() && high.len() < vertices.len() {
            waiting.push((high, level - 1));
            waiting.push((low, level - 1));
        }
    }
    stage
}

struct Dissection<'a> {
    neighbours: &'a [Vec<usize>],
    /// Number of the part that each vertex is in, and how many numbers are used.
    part: Vec<usize>,
    parts: usize,
    value: Vec<f64>,
    next: Vec<f64>,
}

impl Dissection<'_> {
    /// Two halves without an edge between them, and the vertices that this leaves out.
    fn cut(&mut self, vertices: &[usize]) -> [Vec<usize>; 3] {
        let here = self.parts;
        self.parts += 2;
        vertices.iter().for_each(|&v| self.part[v] = here);
        // The last vertex reached from the last vertex reached lies on the outside.
        let mut start = vertices[0];
        for _ in 0..2 {
            start = self.distances(vertices, start, here);
        }
        self.smooth(vertices, here);
        let mut sorted = vertices.to_vec();
        sorted.sort_unstable_by(|&a, &b| self.value[a].total_cmp(&self.value[b]).then(a.cmp(&b)));
        let (low, high) = sorted.split_at(sorted.len() / 2);
        high.iter().for_each(|&v| self.part[v] = here + 1);
        let touches = |v: usize, other: usize| self.neighbours[v].iter().any(|&u| self.part[u] == other);
        let edge_of_low = low.iter().filter(|&&v| touches(v, here + 1)).count();
        let edge_of_high = high.iter().filter(|&&v| touches(v, here)).count();
        let (from, other) = if edge_of_low <= edge_of_high { (low, here + 1) } else { (high, here) };
        let (separator, rest): (Vec<usize>, Vec<usize>) = from.iter().partition(|&&v| touches(v, other));
        let whole = if edge_of_low <= edge_of_high { high } else { low }.to_vec();
        [rest, whole, separator]
    }

    /// Fills the distances from `start` and returns the last vertex reached; what is not connected lies far away.
    fn distances(&mut self, vertices: &[usize], start: usize, here: usize) -> usize {
        let far = 2.0 * vertices.len() as f64;
        vertices.iter().for_each(|&v| self.value[v] = far);
        self.value[start] = 0.0;
        let mut queue = vec![start];
        let mut k = 0;
        while k < queue.len() {
            let v = queue[k];
            k += 1;
            for &u in &self.neighbours[v] {
                if self.part[u] == here && self.value[u] == far {
                    self.value[u] = self.value[v] + 1.0;
                    queue.push(u);
                }
            }
        }
        queue[k - 1]
    }

    fn smooth(&mut self, vertices: &[usize], here: usize) {
        for _ in 0..SMOOTHING {
            for &v in vertices {
                let (mut sum, mut count) = (self.value[v], 1.0);
                for &u in self.neighbours[v].iter().filter(|&&u| self.part[u] == here) {
                    sum += self.value[u];
                    count += 1.0;
                }
                self.next[v] = sum / count;
            }
            vertices.iter().for_each(|&v| self.value[v] = self.next[v]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_falls_apart_without_its_separators() {
        let side = 24;
        let neighbours: Vec<Vec<usize>> = (0..side * side)
            .map(|v| {
                let (x, y) = (v % side, v / side);
                let mut list = Vec::new();
                (x > 0).then(|| list.push(v - 1));
                (x + 1 < side).then(|| list.push(v + 1));
                (y > 0).then(|| list.push(v - side));
                (y + 1 < side).then(|| list.push(v + side));
                list
            })
            .collect();
        let stage = stages(&neighbours);
        let top = stage.iter().copied().max().unwrap();
        assert!((1..40).contains(&stage.iter().filter(|&&s| s == top).count()));
        // What is left between separators is no larger than a leaf.
        let mut seen = vec![false; stage.len()];
        for v in 0..stage.len() {
            let mut stack = vec![v];
            let mut size = 0;
            while let Some(v) = stack.pop() {
                if stage[v] == 0 && !seen[v] {
                    seen[v] = true;
                    size += 1;
                    stack.extend(&neighbours[v]);
                }
            }
            assert!(size <= LEAF);
        }
    }

    #[test]
    fn no_edges_no_separators() {
        assert_eq!(stages(&vec![Vec::new(); 100]), vec![0; 100]);
    }
}
