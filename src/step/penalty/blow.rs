//! The impulse at the centroid of a contact that closes: Newton's law, with friction after Guendelman, Bridson and Fedkiw (2003), which
//! Drumwright's paper names for impacts.

use crate::math::{Dimension, Mat3, Twist, Vec3, Vec6, skew};
use crate::step::frame::StepFrame;
use crate::step::penalty::points::{Touch, relative_velocity};
use crate::step::settings::StepSettings;

/// A blow between the bodies of a touch.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// Number of the touch.
    pub touch: usize,
    /// Where it acts (m, world).
    pub at: Vec3,
    /// Impulse on body B (N·s, world axes).
    pub impulse: Vec3,
    /// The normal of the contact there, from A to B.
    pub normal: Vec3,
}

/// The blow that ends the closing of a touch at its centroid; `None` where it does not close there, or nothing moves by impulses.
pub fn between(
    frame: &StepFrame,
    settings: &StepSettings,
    number: usize,
    touch: &Touch,
    twists: &[Twist],
) -> Option<Blow> {
    let (a, b) = touch.bodies;
    let (at, normal) = (touch.centroid(), touch.deepest().normal);
    let centres = (&frame.state.poses[a.0].position, &frame.state.poses[b.0].position);
    let velocity = relative_velocity(&at, centres, (&twists[a.0], &twists[b.0]));
    let opening = velocity.dot(&normal);
    if !(opening < -settings.contact.penalty.impact_speed) {
        return None;
    }
    let bounces = -opening > settings.restitution.threshold;
    let restitution = if bounces { frame.model.pair_restitution(a, b) } else { 0.0 };
    let friction = frame.model.pair_friction(a, b);
    // Change of the relative velocity for an impulse at the point.
    let give = |id: crate::world::BodyId, centre: &Vec3| {
        let root = &frame.roots[id.0];
        let arm = skew(&(at - centre));
        let column = |axis: usize| {
            let unit = Vec3::ith(axis, 1.0);
            let turn = arm * unit;
            let wrench = Vec6::new(unit.x, unit.y, unit.z, turn.x, turn.y, turn.z);
            let change = Twist::from_vec6(&root.inverse_mass_times(&wrench));
            change.linear + change.angular.cross(&(at - centre))
        };
        Mat3::from_columns(&[column(0), column(1), column(2)])
    };
    let mut k = give(a, centres.0) + give(b, centres.1);
    if frame.model.dimension == Dimension::Two {
        // Nothing moves across the plane; any number there makes it a matrix with an inverse.
        k[(2, 2)] = 1.0;
    }
    let along = normal.dot(&(k * normal));
    if !(along > 0.0) {
        return None;
    }
    let without = normal * (-(1.0 + restitution) * opening / along);
    let sliding = velocity - normal * opening;
    let impulse = match sliding.try_normalize(0.0) {
        _ if friction == 0.0 => without,
        None => without,
        Some(way) => {
            // What lets nothing slide afterwards, where the cone holds it.
            let stick = k.lu().solve(&(normal * (-restitution * opening) - velocity));
            let held = stick.filter(|j| {
                let pressed = j.dot(&normal);
                (j - normal * pressed).norm() <= friction * pressed
            });
            let slides = || {
                let along = normal.dot(&(k * (normal - way * friction)));
                let pressed = -(1.0 + restitution) * opening / along;
                // Where friction would wedge the bodies it is left out.
                if along > 0.0 { (normal - way * friction) * pressed } else { without }
            };
            held.unwrap_or_else(slides)
        }
    };
    Some(Blow { touch: number, at, impulse, normal })
}

impl Blow {
    /// Changes the twists of the two bodies.
    pub fn act(&self, frame: &StepFrame, touch: &Touch, twists: &mut [Twist]) {
        let (a, b) = touch.bodies;
        for (id, impulse) in [(a, -self.impulse), (b, self.impulse)] {
            let wrench = self.wrench(&frame.state.poses[id.0].position, &impulse);
            let change = frame.roots[id.0].inverse_mass_times(&wrench);
            twists[id.0] = Twist::from_vec6(&(twists[id.0].to_vec6() + change));
        }
    }

    /// An impulse at its point as impulse and moment about a centre (N·s, N·m·s).
    pub fn wrench(&self, centre: &Vec3, impulse: &Vec3) -> Vec6 {
        let turn = (self.at - centre).cross(impulse);
        Vec6::new(impulse.x, impulse.y, impulse.z, turn.x, turn.y, turn.z)
    }
}
