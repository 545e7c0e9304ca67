//! Broad phase: pairs of parts whose boxes, grown by the motion of the step, overlap.

use crate::contact::kinematics::Kinematics;
use crate::world::Model;

/// Two indices into [`Kinematics::parts`], the first of the body with the lower id.
pub type PartPair = (usize, usize);

/// Pairs of parts of different bodies, at least one of which is dynamic, whose boxes come within
/// `reach[a] + reach[b]` (m, per body) of each other.
///
/// Sweep and prune: sort the grown boxes by their lower end along the axis on which the scene is widest, and
/// compare each with those that begin before it ends. The order of the result depends on the ids alone.
pub fn find_part_pairs(model: &Model, kinematics: &Kinematics, reach: &[f64]) -> Vec<PartPair> {
    let parts = &kinematics.parts;
    let axis = widest_axis(kinematics);
    let low = |i: usize, k: usize| parts[i].low[k] - reach[parts[i].id.body.0];
    let high = |i: usize, k: usize| parts[i].high[k] + reach[parts[i].id.body.0];
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&a, &b| low(a, axis).total_cmp(&low(b, axis)).then(a.cmp(&b)));
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let exempt = model.exempt_pairs();
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for &i in &order {
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

fn widest_axis(kinematics: &Kinematics) -> usize {
    let n = kinematics.parts.len().max(1) as f64;
    let centre = |p: &crate::contact::kinematics::WorldPart| (p.low + p.high) / 2.0;
    let mean = kinematics.parts.iter().map(centre).sum::<crate::math::Vec3>() / n;
    let mut spread = crate::math::Vec3::zeros();
    for p in &kinematics.parts {
        let d = centre(p) - mean;
        spread += d.component_mul(&d);
    }
    spread.imax()
}
