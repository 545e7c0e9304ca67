//! Whether two parts keep clear of each other on the whole way of a step, by conservative advancement.
//!
//! **What is promised.** Where [`is_free`] says yes, the parts overlap nowhere on the way, at no instant, by more than
//! [`DEEPEST`] of the thickness T of the thinner part (depth: the least translation that parts them). T is the least
//! width over a part's facet normals.
//!
//! *Why.* At time t a feature separates the parts by s ≥ −[`GRAZING`]·T along a unit direction n̂. Left fixed, n̂ is still
//! a direction that parts them by at least s − r Δt at t + Δt: a point of body A moves along n̂ with velocity
//! n̂·v_A + n̂·(ω_A × x), of which the second part is at most ‖n̂ × ω_A‖ R_A, R_A the radius of the body about its
//! centre of mass, and likewise for B, so that r = −n̂·(v_B − v_A) + ‖n̂ × ω_A‖ R_A + ‖n̂ × ω_B‖ R_B bounds how fast the
//! separation falls (v and ω are constant in a step). The next look is taken where r Δt has reached
//! max(s, 0) + (DEEPEST − GRAZING)·T, or before. Until then the depth is at most r Δt − s ≤ DEEPEST·T. At each look some feature
//! must again separate to −GRAZING·T, and the last stride ends at the end of the step.
//!
//! *Why nothing is passed through.* The ball inscribed in a part has a radius of at least T/4: the part lies in the simplex, or
//! prism over one, that the facets touched by the ball bound, one of whose heights is at most four times the radius. A part
//! less a skin of DEEPEST·T/2 = T/10 therefore has an inside, and two parts of depth DEEPEST·T at most have skinned insides
//! that are disjoint, at every instant.
//!
//! *Why it ends.* A stride takes at least (DEEPEST − GRAZING)·T/V of time, V a bound of r. Parts far from each other, or
//! that slide along each other, take long strides; [`MOST_LOOKS`] stands for a motion that nobody waits for, and counts
//! as not free, so that the promise holds there too.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::search;
use crate::geometry::polytope::{Facet, Polytope};
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Pose, Twist, Vec3};
use crate::step::exact::context::Context;

/// Overlap at a look that is put down to the path being a chord, as a fraction of the thinner part's thickness.
const GRAZING: f64 = 2e-3;

/// Overlap between two looks at most, as a fraction of the thinner part's thickness.
const DEEPEST: f64 = 0.2;

/// No stride is longer than this part of the step: overlaps that only graze are looked for in slow motion as well.
const LONGEST: f64 = 0.25;

/// A way that takes more looks counts as not free.
const MOST_LOOKS: usize = 1_000_000;

/// One part and how its body moves in the step.
struct Mover<'p, 'm> {
    /// The part at the start.
    part: &'p WorldPart<'m>,
    /// Pose of its body at the start.
    pose: &'p Pose,
    /// Twist during the step.
    twist: Twist,
    /// Bounding radius of its body (m).
    radius: f64,
}

impl<'m> Mover<'_, 'm> {
    /// Puts its part where it is at a time after the start (s).
    fn place(&self, part: &mut WorldPart<'m>, time: f64) {
        part.move_to(&self.pose.advanced(&self.twist, time));
    }

    /// How fast turning moves any point of it along a unit direction at most (m/s).
    fn turning(&self, n: &Vec3) -> f64 {
        n.cross(&self.twist.angular).norm() * self.radius
    }
}

/// Whether a pair of parts stays apart while both bodies move for the whole step with the constant twists that
/// `twist` has for the bodies of its parts.
///
/// This decides whether a feature that opens at the end of a step may be taken: it may not where the way there leads
/// through the other body. The parts must be apart at the start, and are taken to be so at the end.
pub(super) fn is_free(ctx: &Context, parts: (usize, usize), twist: impl Fn(usize) -> Twist) -> bool {
    let mover = |part: usize| {
        let id = ctx.body_of(part);
        let (pose, radius) = (&ctx.state.poses[id.0], ctx.model.body(id).radius);
        Mover { part: &ctx.kinematics.parts[part], pose, twist: ctx.steady(&twist(part)), radius }
    };
    keeps_clear(&mover(parts.0), &mover(parts.1), ctx.h)
}

/// Written so that a NaN is not free.
fn keeps_clear(a: &Mover, b: &Mover, h: f64) -> bool {
    let thickness = thickness(a.part.shape).min(thickness(b.part.shape));
    let allowed = -GRAZING * thickness;
    let approach = a.twist.linear - b.twist.linear;
    let mut last: Option<SeparatingFeature> = None;
    let (mut pa, mut pb) = (a.part.clone(), b.part.clone());
    let mut time = 0.0;
    for _ in 0..MOST_LOOKS {
        let known = last.map(|f| (f, f.separation(&pa, &pb))).filter(|(_, s)| *s >= allowed);
        let Some((feature, separation)) = known.or_else(|| search::any_open(&pa, &pb, allowed)) else {
            return false;
        };
        let Some(n) = feature.direction(&pa, &pb) else { return false };
        last = Some(feature);
        let falls = (approach.dot(&n) + a.turning(&n) + b.turning(&n)).max(0.0);
        let room = separation.max(0.0) + (DEEPEST - GRAZING) * thickness;
        let next = time + (room / falls).min(LONGEST * h);
        if next >= h {
            return true;
        }
        if !(next > time) {
            return false;
        }
        time = next;
        a.place(&mut pa, time);
        b.place(&mut pb, time);
    }
    false
}

/// The least width of a part over its facet normals (m). A polygon has no smaller width at all, a polyhedron none
/// smaller than half of it.
fn thickness(shape: &Polytope) -> f64 {
    let width = |f: &Facet| shape.vertices.iter().map(|v| f.offset - f.normal.dot(v)).fold(0.0, f64::max);
    shape.facets.iter().map(width).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
#[path = "path_tests.rs"]
mod tests;
