//! What the multifrontal factorisations share: the fronts of a pattern of sparse rows, which rows belong to which, and the memory
//! that factors and updates take.

use crate::lcp::convex::rows::Rows;
use crate::lcp::linear::block_order::{Node, Symbolic, analyse, analyse_in_order};
use crate::lcp::linear::elimination::Scratch;
use crate::stop;
use std::iter::successors;
use std::ops::Range;

/// An analysis is not made again for a graph with less edges that has at least this fraction of them (dimensionless).
const STILL_THERE: f64 = 0.9;
/// An order is kept for a graph in which it costs no more than this, as a part of what it cost in its own (dimensionless).
const WORTH_ORDERING: f64 = 1.1;

/// Entries of a row one after the other, in a front and among the values of the rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// Index of the first in the front.
    pub local: usize,
    /// Index of the first into the values.
    pub entry: usize,
    pub length: usize,
}

impl Run {
    /// Its entries among the values.
    pub fn entries(&self) -> Range<usize> {
        self.entry..self.entry + self.length
    }
}

/// The analysed pattern of a sum of cliques c_i c_iᵀ, and where the entries of each row c_i go.
#[derive(Debug, Clone)]
pub(super) struct Fronts {
    starts: Vec<usize>,
    pub pairs: Vec<(usize, usize)>,
    pub symbolic: Symbolic,
    /// Rows in the order in which fronts take them in, and where each supernode's begin.
    members: Vec<usize>,
    members_of: Vec<usize>,
    /// The entries of `members`, ascending by their index in the front.
    runs: Vec<Run>,
    runs_of: Vec<usize>,
    /// Multiplications and additions of a factorisation in the order that was found last.
    fresh: f64,
}

impl Fronts {
    /// Analyses `rows` on blocks of columns that start at `starts` (with the number of columns at the end), with memory for `panel(own columns, rows below)`
    /// numbers of each supernode. The analysis of nearly the same graph of blocks is taken over from `previous`, with its memory, where its fronts hold all rows.
    pub fn new(
        starts: Vec<usize>,
        rows: &Rows,
        previous: Option<(Fronts, Storage)>,
        panel: impl Fn(usize, usize) -> usize,
    ) -> (Fronts, Storage) {
        let pairs = pairs(&starts, rows);
        let (mut this, storage) = match previous {
            Some((kept, storage)) if kept.starts == starts && kept.serves(&pairs) => (kept, Some(storage)),
            Some((kept, _)) if kept.starts == starts => {
                let most = WORTH_ORDERING * kept.fresh;
                let fronts = match analyse_in_order(&starts, &pairs, &kept.symbolic, most) {
                    Some(symbolic) => Fronts::with(starts, pairs, symbolic, kept.fresh),
                    None => Fronts::analysed(starts, pairs),
                };
                (fronts, None)
            }
            _ => (Fronts::analysed(starts, pairs), None),
        };
        this.place(rows);
        let storage = storage.unwrap_or_else(|| Storage::new(&this.symbolic, panel));
        (this, storage)
    }

    /// Whether the analysis serves a graph with these edges: its fronts hold them all, and most of what it was made for is still there.
    pub fn serves(&self, pairs: &[(usize, usize)]) -> bool {
        if self.pairs == pairs {
            return true;
        }
        let Symbolic { position, nodes, node_of } = &self.symbolic;
        let held = |&(a, b): &(usize, usize)| {
            let (a, b) = (position[self.starts[a]], position[self.starts[b]]);
            nodes[node_of[a.min(b)]].local(a.max(b)).is_some()
        };
        pairs.len() as f64 >= STILL_THERE * self.pairs.len() as f64 && pairs.iter().all(held)
    }

    fn analysed(starts: Vec<usize>, pairs: Vec<(usize, usize)>) -> Fronts {
        let symbolic = analyse(&starts, &pairs);
        let fresh = symbolic.flops();
        Fronts::with(starts, pairs, symbolic, fresh)
    }

    /// With an analysis, and what the last one cost whose order was found for its graph.
    fn with(starts: Vec<usize>, pairs: Vec<(usize, usize)>, symbolic: Symbolic, fresh: f64) -> Fronts {
        let (members, members_of, runs, runs_of) = Default::default();
        Fronts { starts, pairs, symbolic, members, members_of, runs, runs_of, fresh }
    }

    /// Finds the front that each row belongs to, and the places of its entries there.
    fn place(&mut self, rows: &Rows) {
        let Symbolic { position, nodes, node_of } = &self.symbolic;
        let count = rows.first.len() - 1;
        let front = |i: usize| {
            let columns = &rows.columns[rows.first[i]..rows.first[i + 1]];
            columns.iter().map(|&c| position[c]).min().map(|p| node_of[p])
        };
        let mut keyed: Vec<(usize, usize)> = (0..count).filter_map(|i| Some((front(i)?, i))).collect();
        keyed.sort_unstable();
        self.members.clear();
        self.members_of.clear();
        self.runs.clear();
        self.runs_of.clear();
        self.runs_of.push(0);
        let mut entries: Vec<(usize, usize)> = Vec::new();
        for &(s, i) in &keyed {
            while self.members_of.len() <= s {
                self.members_of.push(self.members.len());
            }
            self.members.push(i);
            // A row is a clique of the graph, so that its columns are all in the front.
            let local = |e: usize| Some((nodes[s].local(position[rows.columns[e]])?, e));
            entries.clear();
            entries.extend((rows.first[i]..rows.first[i + 1]).filter_map(local));
            entries.sort_unstable();
            let follows = |a: &(usize, usize), b: &(usize, usize)| (a.0 + 1, a.1 + 1) == *b;
            let run = |of: &[(usize, usize)]| Run { local: of[0].0, entry: of[0].1, length: of.len() };
            self.runs.extend(entries.chunk_by(follows).map(run));
            self.runs_of.push(self.runs.len());
        }
        while self.members_of.len() <= nodes.len() {
            self.members_of.push(self.members.len());
        }
    }

    /// The rows of supernode s, each with its entries.
    pub fn members(&self, s: usize) -> impl Iterator<Item = (usize, &[Run])> {
        (self.members_of[s]..self.members_of[s + 1])
            .map(|k| (self.members[k], &self.runs[self.runs_of[k]..self.runs_of[k + 1]]))
    }
}

/// Memory of a factorisation.
#[derive(Debug, Clone)]
pub(super) struct Storage {
    /// What is kept of the supernodes.
    pub panels: Vec<f64>,
    /// Where those of each supernode begin, and where the last end.
    pub panel_of: Vec<usize>,
    /// Of each row of a supernode's own the one that it was exchanged with, in turn.
    pub pivots: Vec<usize>,
    pub updates: Updates,
    pub scratch: Scratch,
    pub below: Vec<f64>,
    pub x: Vec<f64>,
}

/// Updates that wait for their parents, on one stack for nodes of even and on one for those of odd depth.
#[derive(Debug, Clone)]
pub(super) struct Updates {
    stacks: [Vec<f64>; 2],
    tops: [usize; 2],
}

impl Updates {
    fn new(highest: [usize; 2]) -> Self {
        Self { stacks: highest.map(|size| vec![0.0; size]), tops: [0; 2] }
    }

    /// For the supernodes of whole subtrees.
    pub fn of(nodes: &[Node], range: Range<usize>) -> Self {
        Self::new(highest(nodes, range))
    }

    /// Puts what is left by the supernodes of whole subtrees on top, as if they had been eliminated here.
    pub fn take_over(&mut self, nodes: &[Node], range: Range<usize>, theirs: &Updates) {
        let mut begin = [0; 2];
        for node in nodes[range.clone()].iter().filter(|n| n.parent.is_none_or(|p| !range.contains(&p))) {
            let (mine, area) = (usize::from(node.odd), area(node));
            let place = &mut self.stacks[mine][self.tops[mine]..][..area];
            place.copy_from_slice(&theirs.stacks[mine][begin[mine]..][..area]);
            self.tops[mine] += area;
            begin[mine] += area;
        }
    }

    /// Before the first supernode.
    pub fn clear(&mut self) {
        self.tops = [0; 2];
    }

    /// Takes the updates of the children of a node off their stack, the last first, and puts the node's own on the other: its place, which holds anything, and
    /// those of the children.
    pub fn exchange<'a>(
        &'a mut self,
        nodes: &'a [Node],
        node: &Node,
    ) -> (&'a mut [f64], impl Iterator<Item = (&'a Node, &'a [f64])> + Clone + use<'a>) {
        let [even, odd] = &mut self.stacks;
        // Children are one deeper, so that their updates lie on the other stack.
        let (ours, theirs) = if node.odd { (odd, &*even) } else { (even, &*odd) };
        let mine = usize::from(node.odd);
        let (begin, top) = (self.tops[mine], self.tops[1 - mine]);
        self.tops[mine] += area(node);
        self.tops[1 - mine] -= children(nodes, node).map(area).sum::<usize>();
        let lie = move |top: &mut usize, child: &'a Node| {
            *top -= area(child);
            Some((child, &theirs[*top..][..area(child)]))
        };
        (&mut ours[begin..][..area(node)], children(nodes, node).scan(top, lie))
    }
}

/// The children of a node, the last first.
fn children<'a>(nodes: &'a [Node], node: &Node) -> impl Iterator<Item = &'a Node> + Clone + use<'a> {
    successors(node.last_child.map(|c| &nodes[c]), |child| child.sibling.map(|c| &nodes[c]))
}

/// How high the two stacks become with these supernodes, which are whole subtrees.
fn highest(nodes: &[Node], range: Range<usize>) -> [usize; 2] {
    let (mut tops, mut highest) = ([0_usize; 2], [0; 2]);
    for node in &nodes[range] {
        let mine = usize::from(node.odd);
        tops[mine] += area(node);
        highest[mine] = highest[mine].max(tops[mine]);
        tops[1 - mine] -= children(nodes, node).map(area).sum::<usize>();
    }
    highest
}

/// Numbers in the update of a node.
fn area(node: &Node) -> usize {
    node.below.len() * node.below.len()
}

impl Storage {
    /// For supernodes of which `panel(own columns, rows below)` numbers are kept. There is none where that were too much ([`stop::claim`]).
    fn new(symbolic: &Symbolic, panel: impl Fn(usize, usize) -> usize) -> Storage {
        let (mut panel_of, mut total) = (Vec::with_capacity(symbolic.nodes.len() + 1), 0);
        let mut widest = 0;
        for node in &symbolic.nodes {
            panel_of.push(total);
            total += panel(node.width, node.below.len());
            widest = widest.max(node.below.len());
        }
        panel_of.push(total);
        let mut highest = highest(&symbolic.nodes, 0..symbolic.nodes.len());
        // Too much memory: there is no factor then, and whoever asks for one is told so.
        if stop::claim(total + highest[0] + highest[1]) {
            (total, highest) = (0, [0; 2]);
        }
        let size = symbolic.position.len();
        Storage {
            panels: vec![0.0; total],
            panel_of,
            pivots: vec![0; size],
            updates: Updates::new(highest),
            scratch: Scratch::default(),
            below: vec![0.0; widest],
            x: vec![0.0; size],
        }
    }
}

/// Pairs of blocks, lower first, that a row has in common; sorted, each once.
fn pairs(starts: &[usize], rows: &Rows) -> Vec<(usize, usize)> {
    let block: Vec<usize> =
        (0..starts.len() - 1).flat_map(|b| (starts[b]..starts[b + 1]).map(move |_| b)).collect();
    let (mut pairs, mut blocks) = (Vec::new(), Vec::new());
    for range in rows.first.windows(2) {
        blocks.clear();
        blocks.extend(rows.columns[range[0]..range[1]].iter().map(|&c| block[c]));
        blocks.dedup();
        for (k, &a) in blocks.iter().enumerate() {
            pairs.extend(blocks[k + 1..].iter().map(|&b| (a, b)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
