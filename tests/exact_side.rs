//! The right side at an impact: which way a body goes does not depend on the step size.
//!
//! Random variants of three scenes in which a body comes down beside a corner, each with a limit for h → 0 on which two
//! models agree; `PEGSIM_SIDE` says how many variants each test takes (200 for the measurement in the documentation).
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
mod common;

use chance::{Chance, block};
use common::scene;
use pegsim::contact::models::ContactModel::{self, Peg, SeparatingFeature};
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::{Quat, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{Model, State, StepInput};
use std::fmt::Write;

/// Step sizes that are asked for (ms), and the one that stands for the limit.
const STEP_SIZES: [f64; 4] = [2.0, 5.0, 10.0, 16.0];
const FINE: f64 = 0.5;

/// Farthest from the limit that an end may be (m).
const OFF: f64 = 0.05;

/// Farthest from each other that the ends of two models at the fine step may be (m), where a limit is said to be known.
const AGREED: f64 = 0.01;

fn count() -> u64 {
    let text = std::env::var("PEGSIM_SIDE").unwrap_or_else(|_| "16".to_owned());
    text.parse().unwrap_or_else(|_| panic!("PEGSIM_SIDE is {text:?}; it must be a number"))
}

/// Whether the start decides the end: moved by two millimetres either way it leads, under PEG at the fine step, to an end
/// at most five times as far off. Where it does not, which step size goes where says nothing about the steps.
fn is_decided(model: &Model, state: &State, milliseconds: f64) -> bool {
    const MOVED: f64 = 2e-3;
    let run = |way: Vec3| {
        let mut moved = state.clone();
        moved.poses[state.poses.len() - 1].position += way * MOVED;
        end(model, &moved, Peg, 1.0, milliseconds)
    };
    let (Ok(left), Ok(middle), Ok(right)) = (run(-Vec3::x()), run(Vec3::zeros()), run(Vec3::x())) else {
        return false;
    };
    (left - middle).norm() < 5.0 * MOVED && (right - middle).norm() < 5.0 * MOVED
}

/// Where the last body is after `milliseconds` in steps of `h` (ms).
fn end(model: &Model, state: &State, law: ContactModel, h: f64, milliseconds: f64) -> Result<Vec3, String> {
    let mut settings = StepSettings { h: h * 1e-3, count_traps: false, ..StepSettings::default() };
    settings.contact.model = law;
    let mut s = Simulation::new(model.clone(), state.clone(), settings);
    for _ in 0..(milliseconds / h).round() as usize {
        s.step(&StepInput::default()).map_err(|e| e.to_string())?;
    }
    Ok(s.state.poses[s.state.poses.len() - 1].position)
}

fn median(mut errors: Vec<f64>) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[errors.len() / 2]
}

/// Asks of every variant that Exact ends near the limit at every step size, and that its median error is at most that of PEG.
/// `milliseconds` is a multiple of all step sizes. `decided` leaves out starts that do not decide the end.
fn sides_hold(milliseconds: f64, decided: bool, make: impl Fn(u64) -> (Model, State)) {
    let (mut known, mut counted, mut text) = (0, 0, String::new());
    let mut errors: Vec<(Vec<f64>, Vec<f64>)> = vec![Default::default(); STEP_SIZES.len()];
    let mut wrong = vec![0; STEP_SIZES.len()];
    let mut peg_wrong = wrong.clone();
    for seed in 0..count() {
        let (model, state) = make(seed);
        let run = |law, h| end(&model, &state, law, h, milliseconds);
        let fine =
            run(SeparatingFeature, FINE).unwrap_or_else(|e| panic!("variant {seed}, h = {FINE} ms: {e}"));
        let agreed = run(Peg, FINE).is_ok_and(|peg| (peg - fine).norm() < AGREED);
        known += u64::from(agreed);
        if !agreed || decided && !is_decided(&model, &state, milliseconds) {
            continue;
        }
        counted += 1;
        for (k, h) in STEP_SIZES.into_iter().enumerate() {
            let off = |law| run(law, h).map_or(f64::INFINITY, |found| (found - fine).norm());
            let (exact, peg) = (off(SeparatingFeature), off(Peg));
            errors[k].0.push(exact);
            errors[k].1.push(peg);
            peg_wrong[k] += usize::from(!(peg <= OFF));
            if !(exact <= OFF) {
                wrong[k] += 1;
                if wrong[k] <= 4 {
                    write!(text, "\n    variant {seed}, h = {h} ms: {exact:.3} m off (PEG {peg:.1e} m)")
                        .unwrap();
                }
            }
        }
    }
    let mut table = format!("{counted} of {} variants count ({known} with a known limit)", count());
    for (k, h) in STEP_SIZES.into_iter().enumerate() {
        let (exact, peg) = (median(errors[k].0.clone()), median(errors[k].1.clone()));
        write!(
            table,
            "\n  h = {h} ms: {} off (PEG {}), median error {exact:.1e} m (PEG {peg:.1e} m)",
            wrong[k], peg_wrong[k]
        )
        .unwrap();
    }
    println!("{table}");
    assert!(4 * counted >= count(), "too few limits are known to say anything: {table}");
    assert!(wrong.iter().all(|n| *n == 0), "on another side than the limit: {table}{text}");
    for (k, h) in STEP_SIZES.into_iter().enumerate() {
        let (exact, peg) = (median(errors[k].0.clone()), median(errors[k].1.clone()));
        assert!(exact <= peg, "h = {h} ms: median error {exact:e} m, PEG's {peg:e} m");
    }
}

#[test]
fn the_triangle_falls_on_the_side_of_the_limit() {
    let scene = scene("triangle_drop");
    sides_hold(1440.0, false, |seed| {
        let mut c = Chance::new(seed);
        let mut state = scene.state.clone();
        let pose = &mut state.poses[1];
        pose.position += Vec3::new(c.between(-0.15, 0.15), c.between(-0.4, 0.4), 0.0);
        let tilt = c.between(-0.2, 0.2);
        pose.orientation = Quat::from_scaled_axis(Vec3::z() * tilt) * pose.orientation;
        ((*scene.model).clone(), state)
    });
}

/// All step sizes of whole milliseconds that end at 1.44 s lie on one curve: none is farther from the limit than the
/// coarsest by more than its own share.
#[test]
fn the_triangle_drop_ends_on_one_curve() {
    let scene = scene("triangle_drop");
    let run = |law, h| {
        end(&scene.model, &scene.state, law, h, 1440.0).unwrap_or_else(|e| panic!("h = {h} ms: {e}"))
    };
    let limit = run(Peg, 0.25);
    let mut text = String::new();
    let mut worst = 0.0_f64;
    for h in [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 9.0, 10.0, 12.0, 15.0, 16.0] {
        let (exact, peg) = ((run(SeparatingFeature, h) - limit).norm(), (run(Peg, h) - limit).norm());
        write!(text, "\n  h = {h} ms: {exact:.2e} m, PEG {peg:.2e} m").unwrap();
        worst = worst.max(exact);
    }
    println!("{text}");
    assert!(worst <= OFF, "off by:{text}");
}

/// A body that is held, and one above it beside its corner.
fn drop(dimension: Dimension, held: BodySpec, falling: BodySpec) -> (Model, State) {
    let gravity = if dimension == Two { -9.81 * Vec3::y() } else { -9.81 * Vec3::z() };
    assemble(dimension, gravity, &[held, falling])
}

/// A cube that comes down with its lowest corner or edge within a hand's breadth of the edge of a table, on either side.
fn cube_beside_an_edge(seed: u64) -> (Model, State) {
    let mut c = Chance::new(seed);
    let table = BodySpec::fixed("table", vec![block(Three, 1.0, 1.0, 1.0)]).at(Vec3::new(0.0, 0.0, -1.0));
    let mut cube = BodySpec::new("cube", vec![block(Three, 0.25, 0.25, 0.25)]);
    cube.position = Vec3::new(c.between(0.85, 1.35), c.between(-0.3, 0.3), c.between(0.5, 0.9));
    let tilt = c.between(-0.6, 0.6);
    cube.orientation = Quat::from_scaled_axis(Vec3::y() * tilt + c.vector(Three, 0.1));
    drop(Three, table, cube)
}

/// A stone that comes down beside the corner of another, which stands straight up.
fn stone_at_a_corner(seed: u64) -> (Model, State) {
    let mut c = Chance::new(seed);
    let shape = c.stone(Three, 0.5);
    let top = shape.vertices[0];
    let up = Quat::rotation_between(&top, &Vec3::z()).unwrap_or_else(Quat::identity);
    let mut rock = BodySpec::fixed("rock", vec![shape]);
    rock.orientation = up;
    let mut stone = BodySpec::new("stone", vec![c.stone(Three, 0.3)]);
    stone.orientation = c.rotation(Three);
    let aside = c.vector(Three, 0.25);
    stone.position = Vec3::new(aside.x, aside.y, top.norm() + 0.35 + c.between(0.0, 0.4));
    drop(Three, rock, stone)
}

#[test]
fn a_cube_falls_on_its_side_of_an_edge() {
    sides_hold(720.0, true, cube_beside_an_edge);
}

#[test]
fn a_stone_falls_on_its_side_of_a_corner() {
    sides_hold(480.0, true, stone_at_a_corner);
}

/// Those of 200 that went another way at 16 ms before steps ended at the first touch, where faces become flush and where an edge
/// comes to lie on a face.
#[test]
fn the_hardest_variants_go_the_way_of_the_limit() {
    type Variant = (fn(u64) -> (Model, State), u64, f64);
    let variants: [Variant; 6] = [
        (cube_beside_an_edge, 0, 720.0),
        (cube_beside_an_edge, 61, 720.0),
        (cube_beside_an_edge, 111, 720.0),
        (cube_beside_an_edge, 133, 720.0),
        (stone_at_a_corner, 126, 480.0),
        (stone_at_a_corner, 168, 480.0),
    ];
    for (make, seed, milliseconds) in variants {
        let (model, state) = make(seed);
        let run = |h| end(&model, &state, SeparatingFeature, h, milliseconds).unwrap();
        let off = (run(16.0) - run(FINE)).norm();
        assert!(off <= OFF, "variant {seed} over {milliseconds} ms: {off:e} m off");
    }
}
