//! How deep two bodies are in each other, by the truth meter.

use crate::geometry::overlap::{ConvexView, RoundView, part_overlap};
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose};
use crate::world::Body;

/// The parts of a body at a pose.
pub(crate) fn world_parts(body: &Body, pose: &Pose) -> Vec<Polytope> {
    body.parts.iter().map(|p| p.transformed(&pose.orientation, &pose.position)).collect()
}

/// How deep two bodies, given by their [parts](world_parts), are in each other (m), 0 where they are apart. What is not a number could not be measured.
pub(crate) fn depth(a: &[Polytope], b: &[Polytope], dimension: Dimension) -> f64 {
    let mut deepest = 0.0_f64;
    for part_a in a {
        for part_b in b {
            let [a, b] = [part_a, part_b].map(|part| RoundView {
                core: ConvexView { vertices: &part.vertices, facets: &part.facets },
                radius: part.rounding,
            });
            let (of_a, of_b) = (part_a.blobs(), part_b.blobs());
            let depth = part_overlap(dimension, (&a, &of_a), (&b, &of_b)).depth;
            if depth.is_nan() {
                return depth;
            }
            deepest = deepest.max(depth);
        }
    }
    deepest
}
