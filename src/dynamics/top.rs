//! Placeholder until the exact top is merged.
use crate::math::{Mat3, Pose, Quat, Twist, Vec3, skew};

pub fn spin_freely(inertia: &Mat3, orientation: &Quat, omega: &Vec3, h: f64) -> (Quat, Vec3) {
    let momentum = orientation * (inertia * (orientation.inverse() * omega));
    let n = 100;
    let mut q = *orientation;
    let inverse = inertia.try_inverse().unwrap_or_else(Mat3::identity);
    let rate = |q: &Quat| q * (inverse * (q.inverse() * momentum));
    for _ in 0..n {
        let mut w = rate(&q);
        for _ in 0..8 {
            let t = Twist { linear: Vec3::zeros(), angular: w };
            let p = Pose { position: Vec3::zeros(), orientation: q }.advanced(&t, 0.5 * h / f64::from(n));
            w = rate(&p.orientation);
        }
        let t = Twist { linear: Vec3::zeros(), angular: w };
        q = Pose { position: Vec3::zeros(), orientation: q }.advanced(&t, h / f64::from(n)).orientation;
    }
    (q, rate(&q))
}

pub fn midpoint_spin(inertia: &Mat3, omega: &Vec3, torque: &Vec3, h: f64) -> Vec3 {
    let mut w = *omega;
    for _ in 0..30 {
        let jw = inertia * w;
        let f = (jw - inertia * omega) * 2.0 + h * w.cross(&jw) - torque * h + 0.5 * h * h * w.cross(torque);
        let d = inertia * 2.0 + h * (skew(&w) * inertia - skew(&jw)) - 0.5 * h * h * skew(torque);
        match d.lu().solve(&f) {
            Some(delta) => w -= delta,
            None => break,
        }
    }
    w
}
