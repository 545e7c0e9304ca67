//! The free top against closed forms, against an extrapolation method, and for a very long time.

use super::*;
use std::f64::consts::TAU;

/// Skew axes and three different moments; 1, 2, 2.7 kg·m² in the principal axes.
fn skew_inertia() -> Mat3 {
    let axes = *Quat::from_euler_angles(0.3, -0.8, 1.9).to_rotation_matrix().matrix();
    let inertia = axes * diagonal(1.0, 2.0, 2.7) * axes.transpose();
    (inertia + inertia.transpose()) * 0.5
}

fn diagonal(a: f64, b: f64, c: f64) -> Mat3 {
    Mat3::from_diagonal(&Vec3::new(a, b, c))
}

fn start() -> Quat {
    Quat::from_euler_angles(-0.7, 0.4, 2.5)
}

fn momentum(inertia: &Mat3, q: &Quat, w: &Vec3) -> Vec3 {
    q * (inertia * (q.inverse() * w))
}

fn energy(inertia: &Mat3, q: &Quat, w: &Vec3) -> f64 {
    0.5 * w.dot(&momentum(inertia, q, w))
}

/// The angle between two orientations (rad), with all its digits near 0.
fn angle(a: &Quat, b: &Quat) -> f64 {
    let d = a.inverse() * b;
    2.0 * d.imag().norm().atan2(d.w.abs())
}

fn steps(inertia: &Mat3, mut q: Quat, mut w: Vec3, h: f64, n: usize) -> (Quat, Vec3) {
    for _ in 0..n {
        (q, w) = spin_freely(inertia, &q, &w, h);
    }
    (q, w)
}

/// Quaternion and spin (body axes) together.
type Whole = nalgebra::SVector<f64, 7>;

fn rate_of_change(inertia: &Mat3, inverse: &Mat3, y: &Whole) -> Whole {
    let (s, v) = (y[3], Vec3::new(y[0], y[1], y[2]));
    let spin = Vec3::new(y[4], y[5], y[6]);
    let turning = (s * spin + v.cross(&spin)) * 0.5;
    let change = inverse * (inertia * spin).cross(&spin);
    Whole::from_column_slice(&[
        turning.x,
        turning.y,
        turning.z,
        -0.5 * v.dot(&spin),
        change.x,
        change.y,
        change.z,
    ])
}

/// The independent computation: the extrapolated midpoint rule of Gragg, Bulirsch and Stoer, `n` steps of ten columns.
fn extrapolated(inertia: &Mat3, q: &Quat, w: &Vec3, time: f64, n: usize) -> (Quat, Vec3) {
    let inverse = inertia.try_inverse().unwrap();
    let f = |y: &Whole| rate_of_change(inertia, &inverse, y);
    let spin = q.inverse() * w;
    let mut y = Whole::from_column_slice(&[q.i, q.j, q.k, q.w, spin.x, spin.y, spin.z]);
    let whole = time / n as f64;
    for _ in 0..n {
        let mut row: Vec<Whole> = Vec::new();
        for k in 1..=10usize {
            let h = whole / (2 * k) as f64;
            let (mut before, mut now) = (y, y + f(&y) * h);
            for _ in 1..2 * k {
                (before, now) = (now, before + f(&now) * (2.0 * h));
            }
            // Gragg's last, smoothing step.
            let mut column = (before + now + f(&now) * h) * 0.5;
            for j in 1..k {
                let ratio = (k as f64 / (k - j) as f64).powi(2);
                let next = column + (column - row[j - 1]) / (ratio - 1.0);
                row[j - 1] = column;
                column = next;
            }
            row.push(column);
        }
        y = row[9];
    }
    let q = Quat::from_quaternion(Quaternion::new(y[3], y[0], y[1], y[2]));
    (q, q * Vec3::new(y[4], y[5], y[6]))
}

#[test]
fn probe() {
    let (q, w) = (start(), Vec3::new(1.0, -2.0, 3.0));
    for inertia in [
        skew_inertia(),
        diagonal(1.0, 2.0, 2.7),
        diagonal(1.0, 2.0, 2.0),
        diagonal(1e-4, 1.0, 1.00005),
        diagonal(1.0, 1.0 + 1e-9, 1.0 - 1e-9),
    ] {
        println!("inertia {:?}", inertia.as_slice());
        for h in [1e-4, 1e-2, 0.1, 0.5, 1.0] {
            let (a, wa) = spin_freely(&inertia, &q, &w, h);
            let (b, wb) = extrapolated(&inertia, &q, &w, h, (h * 30.0).ceil() as usize);
            let p = momentum(&inertia, &q, &w);
            println!(
                "h {h}: angle {:e} omega {:e} momentum {:e} energy {:e}",
                angle(&a, &b),
                (wa - wb).norm() / wb.norm(),
                (momentum(&inertia, &a, &wa) - p).norm() / p.norm(),
                energy(&inertia, &a, &wa) / energy(&inertia, &q, &w) - 1.0
            );
        }
        let clock = std::time::Instant::now();
        for (h, n) in [(1e-4, 1000000), (1e-2, 1000000), (0.1, 200000), (1.0, 20000)] {
            let (a, wa) = steps(&inertia, q, w, h, n);
            let p = momentum(&inertia, &q, &w);
            println!(
                "h {h} n {n}: momentum {:e} energy {:e} {} ns/step",
                (momentum(&inertia, &a, &wa) - p).norm() / p.norm(),
                energy(&inertia, &a, &wa) / energy(&inertia, &q, &w) - 1.0,
                clock.elapsed().as_nanos() / n as u128
            );
        }
        for h in [10.0, 100.0, 1e3, 1e4, 1e5, 2.5e5] {
            let clock = std::time::Instant::now();
            let (a, wa) = spin_freely(&inertia, &q, &w, h);
            let t = clock.elapsed();
            let (b, wb) = steps(&inertia, q, w, h / 1000.0, 1000);
            println!("far {h}: angle {:e} omega {:e}  {t:?}", angle(&a, &b), (wa - wb).norm() / wb.norm());
        }
    }
}
