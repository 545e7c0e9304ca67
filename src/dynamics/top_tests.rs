//! The free top against closed forms, against an extrapolation method, and for a very long time.

use super::*;
use nalgebra::SVector;
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
type Whole = SVector<f64, 7>;

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

/// The independent computation: the extrapolated midpoint rule of Gragg, Bulirsch and Stoer, steps of at most 0.05 rad.
fn extrapolated(inertia: &Mat3, q: &Quat, w: &Vec3, time: f64) -> (Quat, Vec3) {
    let inverse = inertia.cholesky().unwrap().inverse();
    let f = |y: &Whole| rate_of_change(inertia, &inverse, y);
    let spin = q.inverse() * w;
    let mut y = Whole::from_column_slice(&[q.i, q.j, q.k, q.w, spin.x, spin.y, spin.z]);
    let n = (time * w.norm() / 0.05).ceil();
    for _ in 0..n as usize {
        // All in increments, so that rounding counts by these.
        let mut row: Vec<Whole> = Vec::new();
        for k in 1..=6usize {
            let h = time / n / (2 * k) as f64;
            let (mut before, mut now) = (Whole::zeros(), f(&y) * h);
            for _ in 1..2 * k {
                (before, now) = (now, before + f(&(y + now)) * (2.0 * h));
            }
            // Gragg's last, smoothing step.
            let mut column = (before + now + f(&(y + now)) * h) * 0.5;
            for j in (1..k).rev() {
                let ratio = (k as f64 / j as f64).powi(2);
                let next = column + (column - row[k - 1 - j]) / (ratio - 1.0);
                row[k - 1 - j] = column;
                column = next;
            }
            row.push(column);
        }
        y += row[5];
    }
    let q = Quat::from_quaternion(Quaternion::new(y[3], y[0], y[1], y[2]));
    (q, q * Vec3::new(y[4], y[5], y[6]))
}

#[test]
fn the_motion_is_that_of_an_independent_computation() {
    let (q, w) = (start(), Vec3::new(1.0, -2.0, 3.0));
    let nearly = 1e-9;
    let bodies = [
        skew_inertia(),
        diagonal(2.0, 2.7, 1.0),
        diagonal(1.0, 2.7, 2.0),
        diagonal(2.0, 1.0, 2.0),
        diagonal(1.0, 1.0 + nearly, 1.0 - nearly),
        diagonal(1.0, 1.0 + nearly, 2.0),
    ];
    for (inertia, h) in bodies.iter().flat_map(|j| [1e-4, 1e-2, 0.1, 0.5, 1.0].map(|h| (j, h))) {
        let ((a, wa), (b, wb)) = (spin_freely(inertia, &q, &w, h), extrapolated(inertia, &q, &w, h));
        let (turned, spun) = (angle(&a, &b), (wa - wb).norm());
        println!("{:?} h {h}: {turned:e} rad, {spun:e} rad/s", inertia.diagonal().as_slice());
        assert!(turned < 2e-14 && spun < 6e-14, "{inertia} h {h}: {turned:e} rad, {spun:e} rad/s");
    }
}

/// The axis of symmetry goes round π at |π|/I₁, the spin round the axis at (I₃ − I₁)/I₁ Ω₃ (Landau and Lifshitz, §33, §36).
#[test]
fn a_symmetric_top_precesses_as_in_the_closed_form() {
    let w = Vec3::new(1.0, -2.0, 3.0);
    for (side, along) in [(1.0, 1.9), (2.0, 0.3), (1.0, 1e-4)] {
        let inertia = diagonal(side, side, along);
        let (p, spin) = (momentum(&inertia, &start(), &w), start().inverse() * w);
        for h in [1e-4, 1e-2, 1.0, 30.0] {
            let (q, after) = spin_freely(&inertia, &start(), &w, h);
            let axis = Quat::from_scaled_axis(p * (h / side)) * (start() * Vec3::z());
            assert!((q * Vec3::z() - axis).norm() < 1e-15 * (4.0 + 10.0 * h));
            let round = Quat::from_axis_angle(&Vec3::z_axis(), (along - side) / side * spin.z * h) * spin;
            let off = (q.inverse() * after - round).norm();
            // The spin about a slender axis is known to the rounding of the momentum.
            assert!(off < 1e-15 * (10.0 + 20.0 * h) / along.min(1.0), "{side} {along} h {h}: {off:e}");
        }
    }
}

/// K(k) by the trapezium rule, which converges without end for a periodic function; `other` is k'.
fn quarter_period(other: f64) -> f64 {
    let n = 20_000;
    let at = |i: usize| (i as f64 + 0.5) * TAU / 4.0 / n as f64;
    let sum: f64 = (0..n).map(|i| 1.0 / at(i).cos().hypot(other * at(i).sin())).sum();
    sum * TAU / 4.0 / n as f64
}

/// The moments of `scenes/t_handle.ron` (kg·m²), smallest first, and its spin in that order (rad/s).
const HANDLE: [f64; 3] = [6.302206146073585, 8.812842666666667, 14.264830146073585];
const HANDLE_SPIN: [f64; 3] = [0.05, 8.0, 0.0];

/// p (1/s) and k' of a spin, by Landau and Lifshitz §37 for m² < 2TI₂.
fn rate_and_modulus([a, b, c]: [f64; 3], spin: [f64; 3]) -> (f64, f64) {
    let [x, y, z] = spin.map(|s| s * s);
    let (square, twice) = (a * a * x + b * b * y + c * c * z, a * x + b * y + c * z);
    let about = (b - a) * (twice * c - square);
    let modulus = (c - b) * (square - twice * a) / about;
    ((about / (a * b * c)).sqrt(), (1.0 - modulus).sqrt())
}

/// The stem turns over first at K/p, then every 2K/p: at every step size.
#[test]
fn the_t_handle_flips_at_the_times_of_the_closed_form() {
    let [a, b, c] = HANDLE;
    let (rate, modulus) = rate_and_modulus(HANDLE, HANDLE_SPIN);
    let quarter = quarter_period(modulus) / rate;
    println!("first flip {quarter} s, then every {} s", 2.0 * quarter);
    // The right-handed order of the axes x, y, z of the scene.
    let inertia = diagonal(a, c, b);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/t_handle.ron");
    let scene = crate::scene::load_file(file.as_ref()).unwrap();
    assert!((scene.model.bodies[0].inertia - inertia).norm() < 1e-13, "{}", scene.model.bodies[0].inertia);
    assert_eq!(scene.state.twists[0].angular, Vec3::new(HANDLE_SPIN[0], 0.0, HANDLE_SPIN[1]));
    for h in [0.001, 0.01, 0.1, 1.0] {
        let (mut q, mut w) = (Quat::identity(), Vec3::new(HANDLE_SPIN[0], 0.0, HANDLE_SPIN[1]));
        let mut flips = Vec::new();
        let about_stem = |q: &Quat, w: &Vec3| (q.inverse() * w).z;
        for n in 0..(40.0 / h) as usize {
            let next = spin_freely(&inertia, &q, &w, h);
            if about_stem(&q, &w) * about_stem(&next.0, &next.1) < 0.0 {
                let (mut from, mut to) = (0.0, h);
                for _ in 0..60 {
                    let half = 0.5 * (from + to);
                    let (qh, wh) = spin_freely(&inertia, &q, &w, half);
                    let before = about_stem(&qh, &wh) * about_stem(&q, &w) > 0.0;
                    if before { from = half } else { to = half }
                }
                flips.push(n as f64 * h + from);
            }
            (q, w) = next;
        }
        assert!(flips.len() >= 9, "{flips:?}");
        for (k, at) in flips.iter().enumerate() {
            let due = (2 * k + 1) as f64 * quarter;
            // Near the separatrix a time changes by δ(k'²)/k'² a flip, and k'² walks by a rounding a step.
            let walk = 4e-16 * (at / h).sqrt().max(1.0) / modulus.powi(2);
            assert!((at - due).abs() < walk * (k + 1) as f64, "flip {k} at {at} s, due at {due} s, h = {h}");
        }
    }
}

/// sn, cn and dn by the arithmetic-geometric mean (Abramowitz and Stegun 16.4).
fn jacobi(u: f64, k: f64) -> (f64, f64, f64) {
    let mut rows = vec![(1.0, (1.0 - k * k).sqrt(), k)];
    for n in 0..8 {
        let (a, b, _) = rows[n];
        rows.push((0.5 * (a + b), f64::sqrt(a * b), 0.5 * (a - b)));
    }
    let mut angle = 256.0 * rows[8].0 * u;
    for (a, _, c) in rows[1..].iter().rev() {
        angle = 0.5 * (angle + (c / a * angle.sin()).asin());
    }
    let sn = angle.sin();
    (sn, angle.cos(), (1.0 - k * k * sn * sn).sqrt())
}

/// Ω = (A cn, B sn, C dn) of pt, from a start with Ω₂ = 0 and m² > 2TI₂.
#[test]
fn the_spin_is_that_of_jacobis_functions() {
    let [a, b, c] = [1.0f64, 2.0, 2.7];
    let (x, z) = (0.9, 1.4);
    let (square, twice) = (a * a * x * x + c * c * z * z, a * x * x + c * z * z);
    let rate = ((c - b) * (square - twice * a) / (a * b * c)).sqrt();
    let k = ((b - a) * (twice * c - square) / ((c - b) * (square - twice * a))).sqrt();
    let middle = ((twice * c - square) / (b * (c - b))).sqrt();
    assert!(k < 1.0);
    for t in [1e-4, 1e-2, 0.3, 1.0, 4.0, 17.0] {
        let (q, w) = spin_freely(&diagonal(a, b, c), &start(), &(start() * Vec3::new(x, 0.0, z)), t);
        let (sn, cn, dn) = jacobi(rate * t, k);
        let off = (q.inverse() * w - Vec3::new(x * cn, middle * sn, z * dn)).norm();
        assert!(off < 1e-14 * (1.0 + t), "t = {t}: {off:e}");
    }
}

#[test]
fn energy_and_momentum_are_kept_for_a_hundred_thousand_steps() {
    let w = Vec3::new(1.0, -2.0, 3.0);
    for inertia in
        [skew_inertia(), diagonal(1.0, 1.3, 2.0), diagonal(1.0, 2.0, 2.0), diagonal(1e-4, 1.0, 1.00005)]
    {
        let (p, e) = (momentum(&inertia, &start(), &w), energy(&inertia, &start(), &w));
        for h in [1e-4, 1e-2, 0.1371] {
            let (q, w) = steps(&inertia, start(), w, h, 100_000);
            let lost = (momentum(&inertia, &q, &w) - p).norm() / p.norm();
            let gained = energy(&inertia, &q, &w) / e - 1.0;
            println!("{:?} h {h}: momentum {lost:e}, energy {gained:e}", inertia.diagonal().as_slice());
            // A random walk of roundings: 1e-16·√n = 3e-14; a drift of one hundredth of a rounding would be 1e-13.
            assert!(lost < 1e-13, "momentum {lost:e}");
            assert!(gained.abs() < 4e-13, "energy {gained:e}");
            assert!((q.norm() - 1.0).abs() < 4e-16);
        }
    }
}

/// Steps of any size, of thousands of turns too, lead where many small ones lead.
#[test]
fn one_large_step_is_many_small_ones() {
    let w = Vec3::new(1.0, -2.0, 3.0);
    let bodies = [
        skew_inertia(),
        diagonal(2.0, 2.7, 1.0),
        diagonal(3.0, 2.0, 2.0),
        diagonal(1.0, 1.0 + 1e-9, 1.0 - 1e-9),
    ];
    for (inertia, h) in bodies.iter().flat_map(|j| [1.0, 15.0, 30.0, 300.0].map(|h| (j, h))) {
        let (a, wa) = spin_freely(inertia, &start(), &w, h);
        let (b, wb) = steps(inertia, start(), w, h / 256.0, 256);
        let (turned, spun) = (angle(&a, &b), (wa - wb).norm());
        println!("{:?} h {h}: {turned:e} rad, {spun:e} rad/s", inertia.diagonal().as_slice());
        // The spin is known to its rounding: after the angle φ that is φ times as much.
        let bound = 2e-14 * (1.0 + h * w.norm());
        assert!(turned < bound && spun < bound * w.norm(), "{inertia} h {h}: {turned:e} {spun:e}");
    }
}

/// At the ends of what a scene may say the cost stays that of two periods, and nothing is lost.
#[test]
fn extreme_steps_keep_energy_and_momentum() {
    let spins = [Vec3::new(1e6, -3e5, 2e5), Vec3::new(1e-9, 1e6, 1e-9), Vec3::new(1e-100, 1e-100, 3e-100)];
    let bodies = [
        diagonal(1.0, 2.0, 2.7),
        diagonal(1e-4, 1.0, 1.00005),
        diagonal(1e-8, 1.0, 1.0),
        diagonal(1.0, 1.0 + 1e-14, 1.9),
    ];
    for (inertia, w) in bodies.iter().flat_map(|j| spins.map(|w| (j, w))) {
        for h in [1e-6, 1e-3, 1.0, -1.0] {
            let (q, after) = spin_freely(inertia, &Quat::identity(), &w, h);
            let p = inertia * w;
            let lost = (momentum(inertia, &q, &after) - p).norm() / p.norm();
            assert!(lost < 1e-15, "{inertia} {w} h {h}: momentum {lost:e}");
            if w.norm() > 1.0 {
                let gained = after.dot(&p) / w.dot(&p) - 1.0;
                assert!(gained.abs() < 1e-13, "{inertia} {w} h {h}: energy {gained:e}");
            }
        }
    }
}

/// Near the separatrix the body waits, then turns over; back in time it comes from where it was.
#[test]
fn motion_near_the_separatrix_can_be_reversed() {
    let inertia = diagonal(1.0, 2.0, 2.7);
    for disturbance in [1e-2, 1e-4, 1e-6] {
        let w = Vec3::new(disturbance, 1.0, disturbance);
        let (q, after) = spin_freely(&inertia, &Quat::identity(), &w, 12.0);
        let (back, before) = spin_freely(&inertia, &q, &after, -12.0);
        // What grows by 1/disturbance on the way there does so on the way back.
        assert!(angle(&back, &Quat::identity()) < 1e-14 / disturbance);
        assert!((before - w).norm() < 1e-14 / disturbance);
    }
}

#[test]
fn steady_spins_are_exact() {
    let spherical = Mat3::identity() * 0.4;
    let w = Vec3::new(1.0, 2.0, 3.0);
    let (q, after) = spin_freely(&spherical, &start(), &w, 0.1);
    assert_eq!(after, w);
    assert!(angle(&q, &(Quat::from_scaled_axis(w * 0.1) * start())) < 4e-16);
    // In the plane.
    let (z, flat) = (Vec3::new(0.0, 0.0, -7.0), Quat::from_axis_angle(&Vec3::z_axis(), 1.1));
    let (q, after) = spin_freely(&diagonal(1.0, 2.0, 2.7), &flat, &z, 0.3);
    assert_eq!((after, q.i, q.j), (z, 0.0, 0.0));
    assert!((q.angle() - 1.0).abs() < 4e-16);
    // At rest.
    assert_eq!(spin_freely(&skew_inertia(), &start(), &Vec3::zeros(), 0.1), (start(), Vec3::zeros()));
    // What is not finite stays so and ends.
    let (_, lost) = spin_freely(&skew_inertia(), &start(), &Vec3::new(f64::NAN, 1.0, 0.0), 0.1);
    assert!(lost.x.is_nan());
}
