//! The truth meter: how much bodies really overlap, measured on poses alone.
//!
//! It asks [`crate::geometry::overlap`] about every pair of convex parts of different bodies, one of them dynamic, whose
//! bounding boxes meet, and knows nothing of contacts, gaps or detection distances: what a contact model misses shows up
//! here. Pairs that the scene exempts from contact (bodies that a joint holds together, unless it says `collide`) are
//! measured like all others and told apart: a hinge whose bodies overlap by design does not drown what contact should
//! have prevented. A body that the scene lets touch nothing (`collide: false`) is only seen: it is not measured.

use crate::experiment::stats::max_keeping_nan;
use crate::geometry::overlap::{Blob, ConvexView, RoundView, bounds_of, part_overlap};
use crate::math::{Dimension, Vec3};
use crate::world::{BodyId, Model, State};

/// The overlap of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOverlap {
    /// The bodies, smaller id first.
    pub bodies: (BodyId, BodyId),
    /// Overlapping volume (m³; in 2D area, m²), summed over the pairs of parts: where parts of one body overlap
    /// each other, what lies in both counts twice.
    pub measure: f64,
    /// Penetration depth of the deepest pair of parts (m).
    pub depth: f64,
}

/// What the meter reads at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Truth {
    /// Sum of the overlaps of all pairs that contact should keep apart (m³; in 2D m²).
    pub overlap_total: f64,
    /// Deepest penetration of such a pair (m).
    pub depth_max: f64,
    /// The pair with the deepest penetration; `None` when none of them overlaps.
    pub worst_pair: Option<(BodyId, BodyId)>,
    /// All overlapping pairs that contact should keep apart, ordered by ids.
    pub pairs: Vec<PairOverlap>,
    /// The same for the pairs that the scene exempts from contact.
    pub exempt: Exempt,
}

/// What the meter reads of the pairs that the scene exempts from contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exempt {
    /// Sum of their overlaps (m³; in 2D m²).
    pub overlap_total: f64,
    /// The deepest penetration among them (m).
    pub depth_max: f64,
    /// The pair of that; `None` when none overlaps.
    pub worst_pair: Option<(BodyId, BodyId)>,
    /// Those that overlap, ordered by ids.
    pub pairs: Vec<PairOverlap>,
}

/// One convex part: what of it never changes.
#[derive(Clone, Debug)]
struct Part {
    body: BodyId,
    local: Vec<Vec3>,
    facets: Vec<Vec<usize>>,
    rounding: f64,
    /// Of a smooth solid what it is the hull of.
    blobs: Vec<Blob>,
}

/// The meter for one model. Keep one for many instants of a run: the facet lists are copied once.
#[derive(Clone, Debug)]
pub struct TruthMeter {
    dimension: Dimension,
    parts: Vec<Part>,
}

/// A part placed in the world, with its bounding box.
struct PlacedPart<'a> {
    part: &'a Part,
    vertices: Vec<Vec3>,
    blobs: Vec<Blob>,
    low: Vec3,
    high: Vec3,
}

/// Reads the meter once; for a whole run keep a [`TruthMeter`].
pub fn measure(model: &Model, state: &State) -> Truth {
    TruthMeter::new(model).measure(model, state)
}

impl TruthMeter {
    /// The meter for the bodies of `model`.
    pub fn new(model: &Model) -> Self {
        let mut parts = Vec::new();
        for id in model.ids() {
            for polytope in model.body(id).parts.iter() {
                parts.push(Part {
                    body: id,
                    local: polytope.vertices.clone(),
                    facets: polytope.facet_loops(),
                    rounding: polytope.rounding,
                    blobs: polytope.blobs(),
                });
            }
        }
        Self { dimension: model.dimension, parts }
    }

    /// Measures every pair of active bodies of which at least one is dynamic, those exempt from contact apart. A state
    /// with numbers that are not finite reads as NaN.
    pub fn measure(&self, model: &Model, state: &State) -> Truth {
        if !state.is_finite() {
            // Boxes of such poses meet nothing, which would read as "no overlap".
            let lost = (f64::NAN, f64::NAN, None, Vec::new());
            return Truth::of(lost.clone(), lost);
        }
        let mut placed: Vec<PlacedPart> = self
            .parts
            .iter()
            .filter(|part| model.is_active(part.body, state.time))
            .map(|part| place(part, state))
            .collect();
        let axis = sweep_axis(&placed);
        // The sort is stable, so equal coordinates keep the order of the bodies.
        placed.sort_by(|a, b| a.low[axis].total_cmp(&b.low[axis]));

        let mut found: Vec<PairOverlap> = Vec::new();
        for (i, a) in placed.iter().enumerate() {
            for b in &placed[i + 1..] {
                if b.low[axis] >= a.high[axis] {
                    break;
                }
                if !is_pair(model, a.part.body, b.part.body) || !boxes_meet(a, b) {
                    continue;
                }
                // The order of the arguments is fixed by the ids, not by the sweep.
                let (a, b) = if a.part.body <= b.part.body { (a, b) } else { (b, a) };
                let overlap = part_overlap(self.dimension, (&a.view(), &a.blobs), (&b.view(), &b.blobs));
                // Kept unless it is surely nothing: a NaN must not vanish.
                if overlap.measure == 0.0 && overlap.depth == 0.0 {
                    continue;
                }
                found.push(PairOverlap {
                    bodies: (a.part.body, b.part.body),
                    measure: overlap.measure,
                    depth: overlap.depth,
                });
            }
        }
        // Stable again: the parts of one pair stay in the order of the sweep, which only poses decide.
        found.sort_by_key(|pair| pair.bodies);
        let (held_apart, exempt): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|pair| model.may_touch(pair.bodies.0, pair.bodies.1));
        Truth::of(summarise(&held_apart), summarise(&exempt))
    }
}

impl PlacedPart<'_> {
    fn view(&self) -> RoundView<'_> {
        let core = ConvexView { vertices: &self.vertices, facets: &self.part.facets };
        RoundView { core, radius: self.part.rounding }
    }
}

fn place<'a>(part: &'a Part, state: &State) -> PlacedPart<'a> {
    let pose = &state.poses[part.body.0];
    let rotation = pose.orientation.to_rotation_matrix();
    let placed = |v: &Vec3| rotation * v + pose.position;
    let vertices: Vec<Vec3> = part.local.iter().map(placed).collect();
    let blobs: Vec<Blob> = part.blobs.iter().map(|blob| blob.each_ref().map(placed)).collect();
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = Vec3::repeat(f64::NEG_INFINITY);
    for v in &vertices {
        low = low.inf(v);
        high = high.sup(v);
    }
    if !blobs.is_empty() {
        (low, high) = bounds_of(&blobs);
    }
    if part.rounding > 0.0 {
        // In the plane a z extent does no harm: that of the others lies within.
        (low, high) = (low.add_scalar(-part.rounding), high.add_scalar(part.rounding));
    }
    PlacedPart { part, vertices, blobs, low, high }
}

/// The coordinate along which the middles of the boxes spread most: the sweep rejects most pairs there.
fn sweep_axis(placed: &[PlacedPart]) -> usize {
    let spread = |axis: usize| {
        let middles = placed.iter().map(|p| (p.low[axis] + p.high[axis]) / 2.0);
        let (low, high) =
            middles.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), m| (low.min(m), high.max(m)));
        high - low
    };
    (1..3).fold(0, |best, axis| if spread(axis) > spread(best) { axis } else { best })
}

/// Whether the boxes share more than their boundary, in the axes in which the parts have an extent (in 2D the
/// z extent is zero).
fn boxes_meet(a: &PlacedPart, b: &PlacedPart) -> bool {
    (0..3).all(|axis| {
        let flat = a.low[axis] == a.high[axis] && b.low[axis] == b.high[axis];
        flat || (a.low[axis] < b.high[axis] && b.low[axis] < a.high[axis])
    })
}

/// Whether the two bodies can be in each other's way: they are different, one of them at least moves by impulses, and neither is only seen.
fn is_pair(model: &Model, a: BodyId, b: BodyId) -> bool {
    let (one, other) = (model.body(a), model.body(b));
    a != b && (one.is_dynamic() || other.is_dynamic()) && one.collide && other.collide
}

/// Whether the scene exempts any pair of bodies from contact.
pub(crate) fn exempts(model: &Model) -> bool {
    let measured = |id: BodyId| model.body(id).collide;
    let joined = model.joints.iter().map(|joint| &joint.bodies);
    let mut pairs = joined.chain(&model.passing);
    pairs.any(|(a, b)| measured(*a) && measured(*b) && !model.may_touch(*a, *b))
}

/// Total overlap, deepest penetration, its pair, and all pairs.
type Summary = (f64, f64, Option<(BodyId, BodyId)>, Vec<PairOverlap>);

impl Truth {
    fn of((overlap_total, depth_max, worst_pair, pairs): Summary, exempt: Summary) -> Self {
        let (total, depth, worst, of_exempt) = exempt;
        let exempt = Exempt { overlap_total: total, depth_max: depth, worst_pair: worst, pairs: of_exempt };
        Self { overlap_total, depth_max, worst_pair, pairs, exempt }
    }
}

/// Adds up the parts of each pair of bodies; `found` is sorted by bodies.
fn summarise(found: &[PairOverlap]) -> Summary {
    let (mut total, mut deepest, mut worst, mut pairs) = (0.0, 0.0, None, Vec::new());
    for group in found.chunk_by(|a, b| a.bodies == b.bodies) {
        let mut pair = PairOverlap { bodies: group[0].bodies, measure: 0.0, depth: 0.0 };
        for part in group {
            pair.measure += part.measure;
            pair.depth = max_keeping_nan(pair.depth, part.depth);
        }
        total += pair.measure;
        if worst.is_none() || pair.depth > deepest || pair.depth.is_nan() {
            worst = Some(pair.bodies);
        }
        deepest = max_keeping_nan(deepest, pair.depth);
        pairs.push(pair);
    }
    (total, deepest, worst, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::{box_body, model_of, state_of};
    use crate::world::BodyKind;
    use crate::world::joint::{Joint, JointKind};

    #[test]
    fn boxes_pushed_into_each_other_overlap_by_their_common_block() {
        let model = model_of(vec![
            box_body("floor", BodyKind::Fixed, 1.0),
            box_body("left", BodyKind::Dynamic, 0.5),
            box_body("far", BodyKind::Dynamic, 0.5),
        ]);
        let mut state = state_of(&model);
        state.poses[1].position = Vec3::new(0.25, 0.25, 1.4);
        state.poses[2].position = Vec3::new(10.0, 0.0, 0.0);
        let truth = measure(&model, &state);
        assert_eq!(truth.worst_pair, Some((BodyId(0), BodyId(1))));
        assert_eq!(truth.pairs.len(), 1);
        assert!((truth.overlap_total - 0.1).abs() < 1e-12, "{truth:?}");
        assert!((truth.depth_max - 0.1).abs() < 1e-12, "{truth:?}");
    }

    #[test]
    fn touching_is_not_overlapping_and_fixed_bodies_are_left_out() {
        let model = model_of(vec![
            box_body("floor", BodyKind::Fixed, 1.0),
            box_body("wall", BodyKind::Kinematic, 1.0),
            box_body("box", BodyKind::Dynamic, 0.5),
        ]);
        let mut state = state_of(&model);
        state.poses[2].position = Vec3::new(0.0, 0.0, 1.5);
        assert_eq!(measure(&model, &state), Truth::default());
    }

    #[test]
    fn bodies_that_a_joint_holds_together_are_measured_and_told_apart() {
        let mut model = model_of(vec![
            box_body("floor", BodyKind::Fixed, 1.0),
            box_body("upper arm", BodyKind::Dynamic, 0.5),
            box_body("forearm", BodyKind::Dynamic, 0.5),
        ]);
        let mut state = state_of(&model);
        // The arms overlap by design in a block 0.3 m thick, the upper one stands 1 cm deep in the floor.
        state.poses[1].position = Vec3::new(0.0, 0.0, 1.49);
        state.poses[2].position = Vec3::new(0.0, 0.0, 2.19);
        let bodies = (BodyId(2), BodyId(1));
        let poses = (&state.poses[2], &state.poses[1]);
        let point = Vec3::new(0.0, 0.0, 2.0);
        let dimension = model.dimension;
        let hinge = Joint::new(JointKind::Revolute, bodies, poses, point, Vec3::x(), dimension);
        model.joints.push(hinge);
        assert!(exempts(&model));
        let truth = measure(&model, &state);
        assert!((truth.depth_max - 0.01).abs() < 1e-12 && truth.pairs.len() == 1, "{truth:?}");
        assert_eq!(truth.worst_pair, Some((BodyId(0), BodyId(1))));
        assert!((truth.exempt.depth_max - 0.3).abs() < 1e-12, "{truth:?}");
        assert!((truth.exempt.overlap_total - 0.3).abs() < 1e-12, "{truth:?}");
        assert_eq!(truth.exempt.worst_pair, Some((BodyId(1), BodyId(2))));
        // Of what is only seen nothing is measured.
        model.bodies[2].collide = false;
        assert!(!exempts(&model));
        let seen = measure(&model, &state);
        assert!(seen.exempt == Exempt::default() && seen.pairs == truth.pairs, "{seen:?}");
        model.bodies[2].collide = true;
        // A joint whose bodies may collide exempts nothing, and then all of it counts.
        model.joints[0].collide = true;
        assert!(!exempts(&model));
        let all = measure(&model, &state);
        assert_eq!(all.exempt, Exempt::default());
        assert!((all.depth_max - 0.3).abs() < 1e-12 && all.pairs.len() == 2, "{all:?}");
        state.poses[1].position.x = f64::NAN;
        assert!(measure(&model, &state).exempt.depth_max.is_nan());
    }

    #[test]
    fn a_body_counts_from_its_spawn_time_on() {
        let mut late = box_body("late", BodyKind::Dynamic, 0.5);
        late.spawn_time = 1.0;
        let model = model_of(vec![box_body("floor", BodyKind::Fixed, 1.0), late]);
        let mut state = state_of(&model);
        assert_eq!(measure(&model, &state).worst_pair, None);
        state.time = 1.0;
        assert!((measure(&model, &state).overlap_total - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_sweep_finds_the_pairs_that_all_pairs_finds() {
        // A deterministic scatter of boxes; the judge looks at every pair without sorting.
        let count = 24;
        let model =
            model_of((0..count).map(|i| box_body(&format!("b{i}"), BodyKind::Dynamic, 0.5)).collect());
        let mut state = state_of(&model);
        for (i, pose) in state.poses.iter_mut().enumerate() {
            let t = i as f64;
            pose.position = Vec3::new((t * 1.7).sin() * 2.0, (t * 2.3).cos() * 2.0, (t * 0.9).sin());
        }
        let truth = measure(&model, &state);
        let mut expected = Vec::new();
        for i in 0..count {
            for j in i + 1..count {
                let d = (state.poses[i].position - state.poses[j].position).abs();
                let common = (1.0 - d.x).max(0.0) * (1.0 - d.y).max(0.0) * (1.0 - d.z).max(0.0);
                if common > 0.0 {
                    expected.push(((BodyId(i), BodyId(j)), common));
                }
            }
        }
        assert!(expected.len() > 5, "the scatter should overlap");
        assert_eq!(
            truth.pairs.iter().map(|p| p.bodies).collect::<Vec<_>>(),
            expected.iter().map(|e| e.0).collect::<Vec<_>>()
        );
        for (pair, (_, common)) in truth.pairs.iter().zip(&expected) {
            assert!((pair.measure - common).abs() < 1e-12);
        }
    }
}
