//! Whether two parts keep clear of each other on the whole way of a step, and if not, when they meet and what separates
//! them last: conservative advancement along the motion found, for rotations of any angle.
//!
//! **What is promised.** Where the answer is [`Way::Clear`], the parts overlap nowhere on the way, at no instant, by more
//! than the depth asked for ([`Depth::most`], a fraction of the thickness T of the thinner part; depth: the least translation that parts
//! them), and at the end by no more than what a step accepts.
//!
//! *Why.* At time t a feature separates the parts by s ≥ −[`Depth::look`]·T along a unit direction n̂. Left fixed, n̂ is still
//! a direction that parts them by at least s − r Δt at t + Δt: a point of body A moves along n̂ with velocity
//! n̂·v_A + n̂·(ω_A × x), of which the second part is at most ‖n̂ × ω_A‖ R_A, R_A the radius of the body about its
//! centre of mass, and likewise for B, so that r = −n̂·(v_B − v_A) + ‖n̂ × ω_A‖ R_A + ‖n̂ × ω_B‖ R_B bounds how fast the
//! separation falls (v and ω are constant in a step). The next look is taken where r Δt has reached
//! max(s, 0) + depth − look·T, or before. Until then the depth is at most r Δt − s ≤ depth. At each look some feature
//! must again separate to −look·T, and the last stride ends at the end of the step. Between two looks at which the same facet
//! separates to −look·T the gap of every vertex dips below that by at most K Δt²/8, where K bounds how strongly it bends: bodies
//! that slide along each other take strides of (8 (depth − look·T)/K)^½. Where the first stride is as long as
//! the step, no other look is taken: that is the answer for most pairs, and it costs a few products.
//!
//! *Why nothing is passed through.* The ball inscribed in a part has a radius of at least T/4: the part lies in the simplex, or
//! prism over one, that the facets touched by the ball bound, one of whose heights is at most four times the radius. A part
//! less a skin of 0.2·T/2 = T/10 therefore has an inside, and two parts of depth 0.2·T at most have skinned
//! insides that are disjoint, at every instant.
//!
//! *Why it ends.* A stride takes at least (depth − look·T)/V of time, V a bound of r. Parts far from each other, or
//! that slide along each other, take long strides; [`MOST_LOOKS`] stands for a motion that nobody waits for, and counts
//! as one on which they meet, so that the promise holds there too.
//!
//! **The feature that separates last.** Between the last look at which the parts were apart and the first at which they
//! were not, the separation of a feature falls to zero. There the widest feature is sought; one that is still wider is
//! followed to its zero, and so on, each later than the one before. Features that are equally wide at the impact, to
//! [`TIE`], cannot be told apart: the first in the order of [`SeparatingFeature`] is taken, facets of A before those of B
//! before edges.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::Placed;
use crate::contact::separating::search;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Pose, Twist, Vec3};
use crate::step::exact::context::Context;
use crate::step::tolerances::{EXACT_ACCEPTED, EXACT_OPEN};

/// How much two parts may overlap on their way, as fractions of the thinner part's thickness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// At a look: what is put down to the path being a chord.
    look: f64,
    /// Anywhere.
    most: f64,
}

/// For a way that opens a feature.
pub(super) const OPENED: Depth = Depth { look: 2e-3, most: 0.2 };

/// For pairs that rows hold at the end of the way. Their bodies move on chords: a point of contact that a body turns about
/// by the angle φ dips by an eighth of φ² of its distance from the centre.
pub(super) const HELD: Depth = Depth { look: 0.1, most: 0.2 };

/// For the first impact of a step that ends there: what it can miss is a thousandth.
pub(super) const MET: Depth = Depth { look: 0.0, most: 1e-3 };

/// For pairs that nothing holds: they clip no more of each other than what hardly shows.
pub(super) const CLIPPED: Depth = Depth { look: 2e-3, most: 0.02 };

/// A way that takes more looks counts as one on which the parts meet.
const MOST_LOOKS: usize = 20_000;

/// What surely stays apart does so by this part of what parts may overlap between two looks: far above rounding.
const SURELY: f64 = 1e-3;

/// Features whose separations differ by less at the impact are equally wide (m).
const TIE: f64 = 1e-9;

/// Looks for the zero of one feature's separation, and features followed to theirs, at most.
const MOST_REFINED: usize = 64;

/// What becomes of two parts on their way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// They keep apart.
    Clear,
    /// They meet.
    Meets {
        /// When (s after the start).
        time: f64,
        /// What separates them last.
        feature: SeparatingFeature,
    },
}

/// One part and how its body moves in the step.
struct Mover<'p, 'm> {
    /// The part at the start.
    part: &'p WorldPart<'m>,
    /// Pose of its body at the start.
    pose: &'p Pose,
    /// Velocities of its body during the step.
    motion: Twist,
    /// Bounding radius of its body, of a curved part that of its core (m).
    radius: f64,
}

impl<'m> Mover<'_, 'm> {
    /// Puts its part where it is at a time after the start (s).
    fn place(&self, part: &mut WorldPart<'m>, time: f64) {
        part.move_to(&self.pose.advanced(&self.motion, time));
    }

    /// How fast turning moves any point of it along a unit direction at most (m/s).
    fn turning(&self, n: &Vec3) -> f64 {
        n.cross(&self.motion.angular).norm() * self.radius
    }
}

/// The way of a pair of parts while both bodies move for the whole step.
pub(super) struct Journey<'p, 'm> {
    a: Mover<'p, 'm>,
    b: Mover<'p, 'm>,
    h: f64,
    /// Thickness of the thinner part (m).
    thickness: f64,
}

/// Where a march along the way stopped.
struct Blocked {
    /// Last look at which a feature separated the parts (s).
    apart: f64,
    /// The look at which none did (s).
    met: f64,
}

impl<'p, 'm> Journey<'p, 'm> {
    /// Of two parts whose bodies move as `twist` has it for the bodies of its parts.
    pub fn new(ctx: &'p Context<'m>, parts: (usize, usize), twist: impl Fn(usize) -> Twist) -> Self {
        let mover = |part: usize| {
            let id = ctx.body_of(part);
            let (part, motion) = (&ctx.kinematics.parts[part], ctx.motion(&twist(part)));
            // Along a fixed direction a curved part reaches as far beyond its core however it turns.
            let radius = if part.shape.rounding > 0.0 {
                part.shape.radius() - part.shape.rounding
            } else {
                ctx.model.body(id).radius
            };
            Mover { part, pose: &ctx.state.poses[id.0], motion, radius }
        };
        let thickness = ctx.thickness(parts.0).min(ctx.thickness(parts.1));
        Self { a: mover(parts.0), b: mover(parts.1), h: ctx.h, thickness }
    }

    /// How fast the separation along a unit direction falls at most (m/s).
    fn falls(&self, n: &Vec3) -> f64 {
        let approach = (self.a.motion.linear - self.b.motion.linear).dot(n);
        (approach + self.a.turning(n) + self.b.turning(n)).max(0.0)
    }

    /// How fast points of the two move against each other at most (m/s).
    fn speed(&self) -> f64 {
        let around = |m: &Mover| m.motion.angular.norm() * m.radius;
        (self.a.motion.linear - self.b.motion.linear).norm() + around(&self.a) + around(&self.b)
    }

    /// How strongly the gap of any vertex above the plane of a facet can bend at most (m/s²), ∞ for edges: with n̂ the normal,
    /// which turns with ω, and w from the facet to the vertex, ψ = n̂·w, |ψ″| ≤ ω²‖w‖ + 2ω‖w′‖ + ‖w″‖.
    fn bend(&self, feature: SeparatingFeature) -> f64 {
        let spin = |m: &Mover| m.motion.angular.norm();
        let turning = match feature {
            SeparatingFeature::FacetOfA(_) => spin(&self.a),
            SeparatingFeature::FacetOfB(_) => spin(&self.b),
            SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return f64::INFINITY,
        };
        let linear = (self.a.motion.linear - self.b.motion.linear).norm();
        let radii = self.a.radius + self.b.radius;
        let apart = (self.a.pose.position - self.b.pose.position).norm() + radii + linear * self.h;
        let speed = self.speed();
        let pull = spin(&self.a).powi(2) * self.a.radius + spin(&self.b).powi(2) * self.b.radius;
        turning * turning * apart + 2.0 * turning * speed + pull
    }

    /// What the separation along a feature can lose in the step (m); NaN where it has no direction.
    pub fn loss(&self, feature: SeparatingFeature) -> f64 {
        feature.direction(self.a.part, self.b.part).map_or(f64::NAN, |n| self.loss_along(&n))
    }

    /// What the separation along a unit direction can lose in the step (m).
    fn loss_along(&self, n: &Vec3) -> f64 {
        self.falls(n) * self.h
    }

    /// The same on the way back from the end.
    pub fn loss_back(&self, n: &Vec3) -> f64 {
        let recess = (self.b.motion.linear - self.a.motion.linear).dot(n);
        (recess + self.a.turning(n) + self.b.turning(n)).max(0.0) * self.h
    }

    /// Whether the bound alone says that they overlap nowhere by more than `depth`.
    pub fn is_shallow(&self, feature: SeparatingFeature, depth: Depth) -> bool {
        let separation = feature.separation(self.a.part, self.b.part);
        separation >= -EXACT_OPEN && self.loss(feature) <= separation.max(0.0) + self.dip(depth)
    }

    /// What the parts may overlap more between two looks than at them (m).
    fn dip(&self, depth: Depth) -> f64 {
        (depth.most - depth.look) * self.thickness
    }

    /// The way of parts that `known` is to separate at the start, to their `ends`.
    pub fn way(&self, known: SeparatingFeature, ends: Placed<'_, 'm>, depth: Depth) -> Way {
        let (separation, loss) = (known.separation(self.a.part, self.b.part), self.loss(known));
        if loss <= separation {
            return Way::Clear;
        }
        let shallow = separation >= -EXACT_OPEN && loss <= separation.max(0.0) + self.dip(depth);
        let clear = shallow || self.stays_open(known, separation, ends, depth);
        let blocked = if clear { None } else { self.march(Some(known), depth) };
        let apart_at_end = || {
            known.separation(ends.a, ends.b) >= -EXACT_ACCEPTED
                || search::any_open(ends.a, ends.b, -EXACT_ACCEPTED).is_some()
        };
        let blocked = match blocked {
            Some(blocked) => blocked,
            None if apart_at_end() => return Way::Clear,
            None => Blocked { apart: 0.0, met: self.h },
        };
        let (time, feature) = self.last(&blocked);
        Way::Meets { time, feature }
    }

    /// Whether a march would find the parts apart by one facet at each look, as what is known of both ends says: with separations s₀ and s₁
    /// there, every gap is at least min(s₀, s₁) − K h²/8 between them. It would come to the end, as its strides are long enough.
    fn stays_open(
        &self,
        known: SeparatingFeature,
        separation: f64,
        ends: Placed<'_, 'm>,
        depth: Depth,
    ) -> bool {
        let (dip, dips) = (self.dip(depth), self.bend(known) * self.h * self.h / 8.0);
        let clearly = SURELY * dip + dips;
        separation >= clearly
            && self.speed() * self.h <= dip * (MOST_LOOKS / 2) as f64
            && known.separation(ends.a, ends.b) >= clearly
    }

    /// Whether they keep apart to `depth` on the way; they are taken to be so at the end.
    pub fn is_free(&self, depth: Depth) -> bool {
        self.march(None, depth).is_none()
    }

    /// Goes along the way in strides that overlap by no more than `depth`. The end is not
    /// looked at. Written so that a NaN is not free.
    fn march(&self, known: Option<SeparatingFeature>, depth: Depth) -> Option<Blocked> {
        let allowed = -depth.look * self.thickness;
        let mut last = known;
        let (mut a, mut b) = (self.a.part.clone(), self.b.part.clone());
        let (mut time, mut apart) = (0.0, 0.0);
        // The look before, and how far the bound alone leads from it, while a longer stride is tried.
        let mut tried: Option<(f64, f64)> = None;
        for _ in 0..MOST_LOOKS {
            let kept = last.map(|f| (f, f.separation(&a, &b)));
            if let Some((from, sure)) = tried.take()
                && !kept.is_some_and(|(_, s)| s >= allowed)
            {
                time = from + sure;
                self.place(&mut a, &mut b, time);
                continue;
            }
            let found = kept.filter(|(_, s)| *s >= 0.0).or_else(|| search::any_open(&a, &b, allowed));
            let Some((feature, separation)) = found else { return Some(Blocked { apart, met: time }) };
            if separation >= -EXACT_OPEN {
                apart = time;
            }
            let Some(n) = feature.direction(&a, &b) else { return Some(Blocked { apart, met: time }) };
            last = Some(feature);
            let dip = self.dip(depth);
            let sure = (separation.max(0.0) + dip) / self.falls(&n);
            if time + sure >= self.h {
                return None;
            }
            let bend = (8.0 * dip / self.bend(feature)).sqrt().min(self.h - time);
            if bend > 2.0 * sure {
                tried = Some((time, sure));
            }
            let next = time + if tried.is_some() { bend } else { sure };
            if !(next > time) {
                break;
            }
            time = next;
            self.place(&mut a, &mut b, time);
        }
        Some(Blocked { apart, met: time })
    }

    /// When the parts meet, and the feature that separates them last.
    fn last(&self, blocked: &Blocked) -> (f64, SeparatingFeature) {
        let (mut a, mut b) = (self.a.part.clone(), self.b.part.clone());
        let mut time = blocked.apart;
        self.place(&mut a, &mut b, time);
        let mut feature = search::widest(&a, &b, TIE).0;
        for _ in 0..MOST_REFINED {
            time = self.zero(feature, time, blocked.met, &mut a, &mut b);
            self.place(&mut a, &mut b, time);
            let (wider, separation) = search::widest(&a, &b, TIE);
            if !(separation > feature.separation(&a, &b).max(0.0) + TIE) {
                break;
            }
            feature = wider;
        }
        (time, first_of_equals(feature, &a, &b))
    }

    fn place(&self, a: &mut WorldPart<'m>, b: &mut WorldPart<'m>, time: f64) {
        self.a.place(a, time);
        self.b.place(b, time);
    }

    /// The last time at which a feature is known to separate, after `low` and before `high`, where it does not (s).
    fn zero(
        &self,
        feature: SeparatingFeature,
        mut low: f64,
        mut high: f64,
        a: &mut WorldPart<'m>,
        b: &mut WorldPart<'m>,
    ) -> f64 {
        let mut at = |time: f64| {
            self.place(a, b, time);
            feature.separation(a, b)
        };
        let (mut before, mut after) = (at(low).max(0.0), at(high));
        for k in 0..MOST_REFINED {
            // The false position, and every third time the middle.
            let share = if k % 3 == 2 || !after.is_finite() { 0.5 } else { before / (before - after) };
            let middle = low + (high - low) * share;
            if before <= TIE || !(middle > low && middle < high) {
                break;
            }
            let separation = at(middle);
            if separation >= 0.0 {
                (low, before) = (middle, separation);
            } else {
                (high, after) = (middle, separation);
            }
        }
        low
    }

    /// Of the features that are open at the start, rows and all, the one that stays so longest on the way to `until` (s);
    /// among equals the first.
    pub fn longest(&self, until: f64) -> Option<(SeparatingFeature, f64)> {
        let (mut a, mut b) = (self.a.part.clone(), self.b.part.clone());
        let open = |a: &WorldPart, b: &WorldPart, f: SeparatingFeature| f.least_gap(a, b) >= -EXACT_OPEN;
        let mut left = search::all_open(&a, &b, -EXACT_OPEN);
        left.retain(|f| open(&a, &b, *f));
        left.sort_unstable();
        let (mut low, mut high) = (0.0, until);
        for _ in 0..MOST_REFINED {
            let middle = f64::midpoint(low, high);
            if left.len() < 2 || !(middle > low && middle < high) {
                break;
            }
            self.place(&mut a, &mut b, middle);
            let still: Vec<_> = left.iter().copied().filter(|f| open(&a, &b, *f)).collect();
            if still.is_empty() {
                high = middle;
            } else {
                (low, left) = (middle, still);
            }
        }
        left.first().map(|f| (*f, f.least_gap(self.a.part, self.b.part)))
    }
}

/// The first of the features that separate as widely as `feature`.
fn first_of_equals(feature: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> SeparatingFeature {
    let band = 1e-4 * search::extent(a).min(search::extent(b));
    let equals = search::open_near(a, b, feature, feature.separation(a, b) - TIE, band);
    equals.into_iter().map(|(f, _)| f).min().map_or(feature, |f| f.min(feature))
}

#[cfg(test)]
#[path = "path_tests.rs"]
mod tests;
