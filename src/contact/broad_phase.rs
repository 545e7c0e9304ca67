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
/// Sweep and prune: sort the grown boxes by their lower end along the axis on which the scene is widest, and
/// compare each with those that begin before it ends. The order of the result depends on the ids alone. Where
/// the work is to [`stop`] they are not all of them.
pub fn find_part_pairs(model: &Model, kinematics: &Kinematics, reach: &[f64]) -> Vec<PartPair> {
    let parts = &kinematics.parts;
    let grown = |part: &WorldPart| {
        let ((low, high), reach) = (part.bounds(), reach[part.id.body.0]);
        (low.add_scalar(-reach), high.add_scalar(reach))
    };
    let boxes: Vec<(Vec3, Vec3)> = parts.iter().map(grown).collect();
    let axis = widest_axis(&boxes);
    let low = |i: usize, k: usize| boxes[i].0[k];
    let high = |i: usize, k: usize| boxes[i].1[k];
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&a, &b| low(a, axis).total_cmp(&low(b, axis)).then(a.cmp(&b)));
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let exempt = model.exempt_pairs();
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for &i in &order {
        // Bodies that run away reach everything: what a step may take ends that.
        if stop::spend(open.len() as u64) || stop::claim(2 * pairs.len()) {
            break;
        }
        let start = low(i, axis);
        open.retain(|&j| high(j, axis) >= start);
        for &j in &open {
            let (a, b) = (parts[i].id.body, parts[j].id.body);
            let apart = high(i, u) < low(j, u)
                || high(j, u) < low(i, u)
                || high(i, v) < low(j, v)
                || high(j, v) < low(i, v);
            if !apart && model.may_touch_but(&exempt, a, b) {
                pairs.push((i.min(j), i.max(j)));
            }
        }
        open.push(i);
    }
    pairs.sort_unstable();
    pairs
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
