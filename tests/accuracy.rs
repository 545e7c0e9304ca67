//! The references that `scripts/accuracy` measures against are right: closed forms against fine integrations, an
//! event-driven fall against ends computed elsewhere, and the tables' own arithmetic.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "../examples/accuracy/main.rs"]
#[allow(dead_code)] // its `main` prints the tables
mod accuracy;

use accuracy::course::{at_one_instant, go, of_scene};
use accuracy::experiments::{drops, edge, rocking};
use accuracy::reference::elliptic::{complete, jacobi};
use accuracy::reference::pendulums::{Rods, swing, swing_integrated};
use accuracy::reference::polygons::{Fall, Motion, Touch};
use accuracy::reference::runge_kutta::{Y, integrate};
use accuracy::reference::top::Top;
use accuracy::table::order;
use pegsim::contact::models::ContactModel::{Peg, SeparatingFeature};
use pegsim::experiment::energy::measure;
use pegsim::math::{Quat, Vec3};

/// Of order 8: halving the step takes the error of a swing down by 2⁸.
#[test]
fn the_method_of_integration_has_its_order() {
    let swing = |y: &Y<2>| Y::<2>::new(y[1], -y[0].sin());
    let start = Y::<2>::new(2.0, 0.0);
    let fine = integrate(&swing, start, 4.0, 0.01);
    let off = |h: f64| (integrate(&swing, start, 4.0, h) - fine).norm();
    let seen = order(&[(0.8, off(0.8)), (0.4, off(0.4)), (0.2, off(0.2))]).unwrap();
    assert!((7.5..9.5).contains(&seen), "order {seen}");
}

#[test]
fn elliptic_functions_meet_their_tables() {
    // Abramowitz and Stegun, table 17.1, and sn² + cn² = 1, dn² + m sn² = 1 at the quarter period.
    assert!((complete(0.5) - 1.854_074_677_301_372).abs() < 1e-14);
    assert!((complete(0.0) - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    for m in [0.1, 0.5, 0.9, 0.999] {
        let (sn, cn, dn) = jacobi(complete(m), m);
        assert!((sn - 1.0).abs() < 1e-13 && cn.abs() < 1e-7 && (dn - (1.0 - m).sqrt()).abs() < 1e-7);
        let (sn, cn, dn) = jacobi(0.7, m);
        let f = |y: &Y<3>| Y::<3>::new(y[1] * y[2], -y[0] * y[2], -m * y[0] * y[1]);
        let y = integrate(&f, Y::<3>::new(0.0, 1.0, 1.0), 0.7, 1e-2);
        assert!((Y::<3>::new(sn, cn, dn) - y).norm() < 1e-13, "m = {m}");
    }
}

#[test]
fn the_pendulum_in_closed_form_is_the_one_integrated() {
    for start in [0.3, std::f64::consts::FRAC_PI_2, 3.0] {
        for t in [0.1, 1.7, 5.0] {
            let off = swing(start, 2.7, t) - swing_integrated(start, 2.7, t);
            assert!(off.abs() < 1e-10, "{off} rad from {start} rad at {t} s");
        }
    }
}

/// On both sides of the separatrix, over several tumbles, and what must stay stays.
#[test]
fn the_top_in_closed_form_is_the_one_integrated() {
    let moments = Vec3::new(0.8, 1.6, 2.1);
    for omega in [Vec3::new(0.3, 0.0, 2.0), Vec3::new(2.0, 0.0, 0.3), Vec3::new(-1.5, 0.0, 1.0)] {
        let top = Top { moments, omega };
        let times: Vec<f64> = (1..=40).map(|k| 0.5 * f64::from(k)).collect();
        for (t, (w, q)) in times.iter().zip(top.course(&times, 2e-3)) {
            let off = (w - top.omega_in_closed_form(*t)).norm();
            assert!(off < 1e-10, "{off} rad/s at {t} s from {omega:?}");
            let drift = q * moments.component_mul(&w) - moments.component_mul(&omega);
            assert!(drift.norm() < 1e-11, "{drift:?} N·m·s at {t} s");
        }
    }
    // A spin about one axis turns by the angle it must.
    let (_, q) = Top { moments, omega: Vec3::new(0.0, 0.0, 2.0) }.course(&[1.3], 2e-3)[0];
    assert!(q.angle_to(&Quat::from_scaled_axis(Vec3::z() * 2.6)) < 1e-11);
}

#[test]
fn two_rods_keep_their_energy_and_swing_as_one_where_they_are_one() {
    let rods = Rods { mass: 1.0, length: 0.5, inertia: 0.02, gravity: 9.81 };
    assert!((rods.energy(&rods.after(3.0)) - rods.energy(&Y::<4>::zeros())).abs() < 1e-10);
    // Small swings about hanging, θ = −π/2 + ε, against the frequencies of M ε'' + K ε = 0.
    let (m11, m22, m12): (f64, f64, f64) = (0.02 + 1.25 * 0.25, 0.02 + 0.25 * 0.25, 0.125);
    let (k1, k2): (f64, f64) = (1.5 * 9.81 * 0.5, 0.5 * 9.81 * 0.5);
    let (a, b, c) = (m11 * m22 - m12 * m12, -(m11 * k2 + m22 * k1), k1 * k2);
    let square = (-b - (b * b - 4.0 * a * c).sqrt()) / (2.0 * a);
    let shape = (k1 - square * m11) / (square * m12);
    let (small, t) = (1e-5, 2.3);
    let down = -std::f64::consts::FRAC_PI_2;
    let start = Y::<4>::new(down + small, down + small * shape, 0.0, 0.0);
    let end = integrate(&|y| rods.derivative(y), start, t, 1e-3);
    assert!(((end[0] - down) / small - (square.sqrt() * t).cos()).abs() < 1e-6);
}

/// Ends that were computed elsewhere by an event-driven program, for the same scenes.
#[test]
fn falls_from_event_to_event_end_where_others_have_them() {
    let cube = edge::reference();
    assert!((cube - Vec3::new(1.867786, 0.0, -1.808454)).norm() < 1e-6, "{cube:?}");
    let run = of_scene("tests/data/triangle_drop_peers.ron", Peg, 0.01).unwrap();
    let end = drops::reference(&run, &[1.5])[0];
    assert!((end.xy() - nalgebra::Vector2::new(3.750277, -2.277019)).norm() < 1e-6, "{end:?}");
    assert!((end[2].to_degrees() - 59.494).abs() < 1e-3, "{}°", end[2].to_degrees());
}

/// A box on a level floor: it falls as it must, an impact on one corner leaves what momentum about it leaves, and one that lies
/// flat slides on.
#[test]
fn a_fall_from_event_to_event_knows_the_textbook() {
    let (a, mass) = (0.5, 2.0);
    let inertia = mass * (2.0 * a) * (2.0 * a) / 6.0;
    let fall = Fall {
        fixed: vec![[-9.0, -1.0], [9.0, -1.0], [9.0, 0.0], [-9.0, 0.0]],
        body: vec![[-a, -a], [a, -a], [a, a], [-a, a]],
        mass,
        inertia,
        gravity: 10.0,
    };
    // Flat: 0.2 s of fall from 0.2 m, then it slides at its speed for ever.
    let flat = fall.course(Motion::from_column_slice(&[0.0, 0.7, 0.0, 1.0, 0.0, 0.0]), &[], &[0.1, 1.0]);
    assert!((flat[0].fixed_rows::<2>(0) - nalgebra::Vector2::new(0.1, 0.65)).norm() < 1e-12);
    assert!(
        (flat[1] - Motion::from_column_slice(&[1.0, 0.5, 0.0, 1.0, 0.0, 0.0])).norm() < 1e-8,
        "{:?}",
        flat[1]
    );
    // On a corner: J = −v / (1/m + r²/I) along the normal, r the corner's distance beside the centre.
    let tilt = 0.3_f64;
    let corner = [tilt.cos() * -a + tilt.sin() * a, tilt.sin() * -a - tilt.cos() * a];
    let start = Motion::from_column_slice(&[0.0, -corner[1] + 0.2, tilt, 0.0, 0.0, 0.0]);
    let struck = fall.course(start, &[], &[0.2 + 1e-9])[0];
    let impulse = 2.0 / (1.0 / mass + corner[0] * corner[0] / inertia);
    assert!((struck[4] - (-2.0 + impulse / mass)).abs() < 1e-6, "{struck:?}");
    assert!((struck[5] - corner[0] * impulse / inertia).abs() < 1e-6, "{struck:?}");
    // Every one of its states lies outside, and without friction x stays where it was.
    let times: Vec<f64> = (1..400).map(|k| 0.005 * f64::from(k)).collect();
    for y in fall.course(start, &[], &times) {
        assert!(fall.separation(&y) > -1e-9 && y[0].abs() < 1e-9, "{y:?}");
    }
    // A fixed corner at the body's face holds as the body's corner at a fixed face does.
    let tipping = Motion::from_column_slice(&[9.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
    let balance = fall.course(tipping, &[Touch::Face(2, 0)], &[0.5])[0];
    assert!((balance - tipping).norm() < 1e-12, "{balance:?}");
}

/// Housner 1963: the ratio of angular speeds and the amplitudes that follow from it.
#[test]
fn the_rocking_block_is_housners() {
    assert!((rocking::slenderness() - 0.245).abs() < 1e-4 && (rocking::kept() - 0.9118).abs() < 1e-4);
    // The angular momentum about the new edge, from that of the rotation about the old one.
    let (b, h) = (0.25_f64, 1.0_f64);
    let about_edge = (b * b + h * h) / 3.0 + b * b + h * h;
    let kept = 1.0 - 2.0 * b * b / about_edge;
    assert!((rocking::kept() - kept).abs() < 1e-14, "{} {kept}", rocking::kept());
    let start = 0.5 * rocking::slenderness();
    assert!((rocking::amplitude(start, 0) - start).abs() < 1e-15);
    assert!((rocking::amplitude(start, 1) - 0.0947).abs() < 1e-4);
    assert!((rocking::amplitude(start, 6) - 0.0326).abs() < 1e-4);
}

/// The order of exact powers, and no order where there is nothing to fit.
#[test]
fn orders_are_slopes() {
    let points: Vec<(f64, f64)> = [0.016, 0.01, 0.005].iter().map(|h| (*h, 3.0 * h * h)).collect();
    assert!((order(&points).unwrap() - 2.0).abs() < 1e-12);
    assert_eq!(order(&points[..1]), None);
    assert_eq!(order(&[(0.1, 0.0), (0.2, 1.0)]), None);
    assert_eq!(order(&[(0.1, f64::NAN), (0.2, 1.0)]), None);
}

/// A run is measured at one instant: in free flight its energy stays, whatever the lag of its velocities.
#[test]
fn energy_in_free_flight_is_measured_as_constant() {
    for model in [Peg, SeparatingFeature] {
        let mut run = of_scene("scenes/triangle_drop.ron", model, 0.016).unwrap();
        go(&mut run, 0.1).unwrap();
        let before = measure(&run.model, &at_one_instant(&run)).total();
        go(&mut run, 0.2).unwrap();
        let after = measure(&run.model, &at_one_instant(&run)).total();
        assert!((after - before).abs() < 1e-11, "{model:?}: {before} J to {after} J");
    }
}

/// Two models and an event-driven fall that share no code have one limit.
#[test]
fn peg_and_exact_go_to_the_reference() {
    for model in [Peg, SeparatingFeature] {
        let mut run = of_scene("tests/data/triangle_drop_peers.ron", model, 2.5e-4).unwrap();
        go(&mut run, 1.5).unwrap();
        let end = drops::reference(&run, &[1.5])[0];
        let off = (run.state.poses[1].position - Vec3::new(end[0], end[1], 0.0)).norm();
        assert!(off < 1e-4, "{model:?}: {off} m");
    }
}
