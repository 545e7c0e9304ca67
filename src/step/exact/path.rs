//! Whether two parts keep clear of each other on the whole way of a step.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::search;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Pose, Twist};
use crate::step::exact::context::Context;

/// Overlap on the way that is put down to the path being a chord, as a fraction of the smaller part's extent.
const GRAZING: f64 = 2e-3;

/// Motion between two looks, as a fraction of the smaller part's least extent.
const STRIDE: f64 = 0.2;

/// Looks at most.
const MAX_LOOKS: usize = 256;

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
    fn at(&self, time: f64) -> WorldPart<'m> {
        WorldPart::at(self.part.id, self.part.shape, &self.pose.advanced(&self.twist, time))
    }

    /// How far any of its points moves in a time (m).
    fn motion(&self, time: f64) -> f64 {
        time * (self.twist.linear.norm() + self.twist.angular.norm() * self.radius)
    }
}

/// Whether a pair of parts stays apart while both bodies move for the whole step with the constant twists that
/// `twist` has for the bodies of its parts.
///
/// Looks at intermediate poses, close enough together that nothing thicker than a fifth of the thinner part can be
/// passed through between two of them. This decides whether a feature that opens at the end of a step may be taken:
/// it may not where the way there leads through the other body.
pub(super) fn is_free(ctx: &Context, parts: (usize, usize), twist: impl Fn(usize) -> Twist) -> bool {
    let h = ctx.h;
    let mover = |part: usize| {
        let id = ctx.body_of(part);
        let (pose, radius) = (&ctx.state.poses[id.0], ctx.model.body(id).radius);
        Mover { part: &ctx.start.parts[part], pose, twist: twist(part), radius }
    };
    let (a, b) = (mover(parts.0), mover(parts.1));
    let least = |p: &WorldPart| {
        let size = p.high - p.low;
        if p.shape.dimension == Dimension::Two { size.x.min(size.y) } else { size.min() }
    };
    let thickness = least(a.part).min(least(b.part));
    let looks = (((a.motion(h) + b.motion(h)) / (STRIDE * thickness)).ceil() as usize).clamp(4, MAX_LOOKS);
    let allowed = -GRAZING * thickness;
    let mut last: Option<SeparatingFeature> = None;
    (1..looks).all(|k| {
        let time = h * k as f64 / looks as f64;
        let (pa, pb) = (a.at(time), b.at(time));
        if last.is_some_and(|f| f.separation(&pa, &pb) >= allowed) {
            return true;
        }
        last = search::any_open(&pa, &pb, allowed).map(|(f, _)| f);
        last.is_some()
    })
}
