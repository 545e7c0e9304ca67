//! Broad phase: pairs of parts whose boxes, grown by the motion of the step, overlap.

use crate::contact::kinematics::{Kinematics, WorldPart};
use crate::math::Vec3;
use crate::stop;
use crate::world::Model;

/// Two indices into [`Kinematics::parts`], the first of the body with the lower id.
pub type PartPair = (usize, usize);

/// Pairs of parts of different bodies, at least one of which is dynamic, whose boxes come within
/// `reach[a] + reach[b]` (m, per body) of each other.
///
/// The order of the result depends on the ids alone. Where the work is to [`stop`] they are not all of them.
pub fn find_part_pairs(model: &Model, kinematics: &Kinematics, reach: &[f64]) -> Vec<PartPair> {
    let parts = &kinematics.parts;
    let grown = |part: &WorldPart| {
        let ((low, high), reach) = (part.bounds(), reach[part.id.body.0]);
        (low.add_scalar(-reach), high.add_scalar(reach))
    };
    let boxes: Vec<(Vec3, Vec3)> = parts.iter().map(grown).collect();
    let exempt = model.exempt_pairs();
    overlapping(&boxes, |i, j| model.may_touch_but(&exempt, parts[i].id.body, parts[j].id.body))
}

/// Pairs of boxes, each from its lowest to its highest corner, that overlap, of those that are asked for; the lower index first, ascending.
///
/// Sweep and prune: sort the boxes by their lower end along the axis on which the scene is widest, and compare each with those that begin
/// before it ends. Where the work is to [`stop`] they are not all of them.
pub fn overlapping(boxes: &[(Vec3, Vec3)], asked: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let axis = widest_axis(boxes);
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[a].0[axis].total_cmp(&boxes[b].0[axis]).then(a.cmp(&b)));
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut pairs = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for &i in &order {
        // Bodies that run away reach everything: what a step may take ends that.
        if stop::spend(open.len() as u64) || stop::claim(2 * pairs.len()) {
            break;
        }
        let (low, high) = &boxes[i];
        let next = Open { index: i, end: high[axis], u: (low[u], high[u]), v: (low[v], high[v]) };
        open.retain(|other| other.end >= low[axis]);
        for other in &open {
            let apart =
                next.u.1 < other.u.0 || other.u.1 < next.u.0 || next.v.1 < other.v.0 || other.v.1 < next.v.0;
            let j = other.index;
            if !apart && asked(i.min(j), i.max(j)) {
                pairs.push((i.min(j), i.max(j)));
            }
        }
        open.push(next);
    }
    pairs.sort_unstable();
    pairs
}

/// Whether any two boxes overlap, of those that are asked for. `order` is memory that is kept.
pub fn any_overlap(
    boxes: &[(Vec3, Vec3)],
    order: &mut Vec<usize>,
    asked: impl Fn(usize, usize) -> bool,
) -> bool {
    let axis = widest_axis(boxes);
    order.clear();
    order.extend(0..boxes.len());
    order.sort_unstable_by(|&a, &b| boxes[a].0[axis].total_cmp(&boxes[b].0[axis]));
    let apart = |(a, b): &(Vec3, Vec3), (c, d): &(Vec3, Vec3)| {
        (0..3).any(|axis| b[axis] < c[axis] || d[axis] < a[axis])
    };
    order.iter().enumerate().any(|(k, &i)| {
        let begun = order[k + 1..].iter().take_while(|j| boxes[**j].0[axis] <= boxes[i].1[axis]);
        begun.into_iter().any(|&j| !apart(&boxes[i], &boxes[j]) && asked(i, j))
    })
}

/// A box that the sweep has begun and not ended: its index, where it ends along the axis, and from where to where it reaches along the other two (m).
struct Open {
    index: usize,
    end: f64,
    u: (f64, f64),
    v: (f64, f64),
}

fn widest_axis(boxes: &[(Vec3, Vec3)]) -> usize {
    let n = boxes.len().max(1) as f64;
    let centre = |(low, high): &(Vec3, Vec3)| (low + high) / 2.0;
    let mean = boxes.iter().map(centre).sum::<Vec3>() / n;
    let mut spread = Vec3::zeros();
    for b in boxes {
        let d = centre(b) - mean;
        spread += d.component_mul(&d);
    }
    spread.imax()
}
