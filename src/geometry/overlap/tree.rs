//! Trees of boxes: farthest points of many without asking each, and directions where many cannot be the best.
//!
//! Hulls of meshes have thousands of corners. What is found is what asking all would find, to the bit: a box only tells what need not be asked,
//! and is a little larger than what is in it, for rounding.

use super::points::{highest, lowest};
use crate::math::Vec3;

/// Points or boxes that are asked one by one.
const LEAF: usize = 8;

/// Points from which on a tree takes less time than asking each.
const MANY_POINTS: usize = 48;

/// By how much boxes are larger than what is in them, of the largest coordinate (dimensionless): some roundings of a product of three.
const SLACK: f64 = 1e-14;

/// Cells along each side of the box around all, by which what is in a tree is put in order.
const CELLS: f64 = 1023.0;

/// The ten lowest bits of a number, two places apart each.
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00FF;
    let x = (x | x << 8) & 0x0300_F00F;
    let x = (x | x << 4) & 0x030C_30C3;
    (x | x << 2) & 0x0924_9249
}

/// A box by its middle and half its sides.
#[derive(Clone, Copy)]
pub(super) struct Box3 {
    middle: Vec3,
    half: Vec3,
}

impl Box3 {
    /// Between two corners, of which none is beyond the other.
    pub fn between(low: &Vec3, high: &Vec3, slack: f64) -> Self {
        Self { middle: (low + high) / 2.0, half: ((high - low) / 2.0).add_scalar(slack) }
    }

    /// Largest n·x in it.
    #[inline]
    fn reach(&self, n: &Vec3) -> f64 {
        n.dot(&self.middle) + n.abs().dot(&self.half)
    }

    /// Least n·x in it.
    pub fn least(&self, n: &Vec3) -> f64 {
        n.dot(&self.middle) - n.abs().dot(&self.half)
    }

    /// The middle.
    pub fn middle(&self) -> &Vec3 {
        &self.middle
    }

    /// Whether they have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        let (apart, room) = (self.middle - other.middle, self.half + other.half);
        (0..3).all(|k| apart[k].abs() <= room[k])
    }
}

/// A balanced tree over boxes.
pub(super) struct Tree {
    /// The numbers of the boxes, in the order of the leaves.
    pub order: Vec<usize>,
    /// Boxes of the nodes; those below node k are 2k + 1 and 2k + 2.
    nodes: Vec<Box3>,
}

/// A node: its number, and where in the order what it holds begins and ends.
pub(super) type Node = (usize, usize, usize);

impl Tree {
    /// Over boxes, by their lower and upper corners.
    pub fn new(boxes: &[(Vec3, Vec3)]) -> Self {
        let none = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        let (low, high) = boxes.iter().fold(none, |all, one| (all.0.inf(&one.0), all.1.sup(&one.1)));
        let largest = low.amax().max(high.amax());
        let scale = (high - low).map(|side| if side > 0.0 { CELLS / (2.0 * side) } else { 0.0 });
        // Along Morton's curve, on which neighbours are near each other: an order takes less time than medians, and the boxes are nearly as small.
        let mut keys: Vec<(u32, usize)> = boxes
            .iter()
            .enumerate()
            .map(|(k, (from, to))| {
                let cell = ((from - low) + (to - low)).component_mul(&scale);
                (spread(cell.x as u32) | spread(cell.y as u32) << 1 | spread(cell.z as u32) << 2, k)
            })
            .collect();
        keys.sort_unstable();
        let mut tree = Self { order: keys.into_iter().map(|key| key.1).collect(), nodes: Vec::new() };
        tree.bound(tree.root(), boxes, SLACK * largest);
        tree
    }

    /// Finds the boxes of a node and of those below it; its corners.
    fn bound(&mut self, node: Node, boxes: &[(Vec3, Vec3)], slack: f64) -> (Vec3, Vec3) {
        let (number, first, last) = node;
        if self.nodes.len() <= number {
            self.nodes.resize(number + 1, Box3 { middle: Vec3::zeros(), half: Vec3::zeros() });
        }
        let (low, high) = if let Some((left, right)) = Self::below(node) {
            let (x, y) = (self.bound(left, boxes, slack), self.bound(right, boxes, slack));
            (x.0.inf(&y.0), x.1.sup(&y.1))
        } else {
            let none = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
            let held = self.order[first..last].iter().map(|k| &boxes[*k]);
            held.fold(none, |all, one| (all.0.inf(&one.0), all.1.sup(&one.1)))
        };
        self.nodes[number] = Box3::between(&low, &high, slack);
        (low, high)
    }

    /// The node of all.
    pub fn root(&self) -> Node {
        (0, 0, self.order.len())
    }

    /// The two halves of a node; `None` of a leaf.
    pub fn below((number, first, last): Node) -> Option<(Node, Node)> {
        let middle = usize::midpoint(first, last);
        (last - first > LEAF).then_some(((2 * number + 1, first, middle), (2 * number + 2, middle, last)))
    }

    /// The box of a node.
    pub fn around(&self, node: Node) -> &Box3 {
        &self.nodes[node.0]
    }
}

/// Points that are asked for the farthest of them along many directions.
pub(super) struct Cloud {
    tree: Tree,
    /// In the order of the tree (m).
    points: Vec<Vec3>,
}

impl Cloud {
    /// Of points (m), all of them finite, if they are so many that looking in a tree takes less time than asking each.
    pub fn of_many(points: &[Vec3]) -> Option<Self> {
        (points.len() > MANY_POINTS).then(|| Self::new(points))
    }

    /// Of points (m), all of them finite.
    pub fn new(points: &[Vec3]) -> Self {
        let boxes: Vec<(Vec3, Vec3)> = points.iter().map(|p| (*p, *p)).collect();
        let tree = Tree::new(&boxes);
        let points = tree.order.iter().map(|k| points[*k]).collect();
        Self { tree, points }
    }

    /// Largest `axis · x` over the points (m); −∞ for none.
    pub fn highest(&self, axis: &Vec3) -> f64 {
        self.highest_above(axis, f64::NEG_INFINITY)
    }

    /// The same, or `floor` (m) where none is beyond it.
    pub fn highest_above(&self, axis: &Vec3, floor: f64) -> f64 {
        let mut best = (floor, 0);
        self.climb(self.tree.root(), axis, &mut best);
        best.0
    }

    /// Smallest `axis · x` over the points (m); ∞ for none.
    pub fn lowest(&self, axis: &Vec3) -> f64 {
        -self.highest(&-axis)
    }

    /// A point with the largest `axis · x` (m); the origin for none.
    pub fn farthest(&self, axis: &Vec3) -> Vec3 {
        let mut best = (f64::NEG_INFINITY, 0);
        self.climb(self.tree.root(), axis, &mut best);
        self.points.get(best.1).copied().unwrap_or_else(Vec3::zeros)
    }

    /// The largest `axis · x` over the points of a node and the best so far, and where it is.
    fn climb(&self, node: Node, axis: &Vec3, best: &mut (f64, usize)) {
        let Some((left, right)) = Tree::below(node) else {
            for k in node.1..node.2 {
                let height = axis.dot(&self.points[k]);
                if height > best.0 {
                    *best = (height, k);
                }
            }
            return;
        };
        let (x, y) = (self.tree.around(left).reach(axis), self.tree.around(right).reach(axis));
        let [(first, far), (last, near)] =
            if x >= y { [(left, x), (right, y)] } else { [(right, y), (left, x)] };
        if far > best.0 {
            self.climb(first, axis, best);
            if near > best.0 {
                self.climb(last, axis, best);
            }
        }
    }
}

/// Points that are asked for their reach, be they few or many.
pub(super) struct Reach<'a> {
    points: &'a [Vec3],
    cloud: Option<Cloud>,
}

impl<'a> Reach<'a> {
    /// Of points (m), all of them finite.
    pub fn of(points: &'a [Vec3]) -> Self {
        Self { points, cloud: Cloud::of_many(points) }
    }

    /// Largest `axis · x` over the points (m); −∞ for none.
    pub fn highest(&self, axis: &Vec3) -> f64 {
        self.cloud.as_ref().map_or_else(|| highest(self.points, axis), |cloud| cloud.highest(axis))
    }

    /// Smallest `axis · x` over the points (m); ∞ for none.
    pub fn lowest(&self, axis: &Vec3) -> f64 {
        self.cloud.as_ref().map_or_else(|| lowest(self.points, axis), |cloud| cloud.lowest(axis))
    }
}
