//! Scenes of `scenes/friction/` hold or fall where statics says so, and do what their descriptions say.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, distance, models_of_conditions, run, scene, simulation};
use nalgebra::{DMatrix, DVector};
use pegsim::contact::models::ContactModel;
use pegsim::contact::models::ContactModel::{Peg, SeparatingFeature};
use pegsim::experiment::measure;
use pegsim::math::Vec3;
use pegsim::scene::LoadedScene;
use pegsim::step::Simulation;
use pegsim::world::{Model, State};
use std::sync::Arc;

/// A point where two bodies touch: on the first and on the second, with the normal from the first to the second.
struct Touch {
    bodies: (usize, usize),
    point: Vec3,
    normal: Vec3,
}

/// The corners of a body's first part in the world, counter-clockwise.
fn corners(model: &Model, state: &State, body: usize) -> Vec<Vec3> {
    let pose = &state.poses[body];
    let part = &model.bodies[body].parts[0];
    let mut points: Vec<Vec3> = part.vertices.iter().map(|v| pose.position + pose.orientation * v).collect();
    let middle = points.iter().sum::<Vec3>() / points.len() as f64;
    points.sort_by(|p, q| {
        let angle = |r: &Vec3| (r.y - middle.y).atan2(r.x - middle.x);
        angle(p).total_cmp(&angle(q))
    });
    points
}

/// The ends of every stretch along which the sides of two polygons lie on each other. Nothing of the simulator's contact
/// detection is used.
fn touches(model: &Model, state: &State) -> Vec<Touch> {
    let sides = |body: usize| -> Vec<(Vec3, Vec3)> {
        let points = corners(model, state, body);
        (0..points.len()).map(|k| (points[k], points[(k + 1) % points.len()])).collect()
    };
    let all: Vec<_> = (0..model.bodies.len()).map(sides).collect();
    let mut found = Vec::new();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            if !model.bodies[a].is_dynamic() && !model.bodies[b].is_dynamic() {
                continue;
            }
            for (p, q) in &all[a] {
                let along = (q - p).normalize();
                let normal = Vec3::new(along.y, -along.x, 0.0);
                for (r, s) in &all[b] {
                    let lies = |x: &Vec3| (x - p).dot(&normal).abs() < 2e-6;
                    if (s - r).normalize().dot(&along) > -0.999_99 || !lies(r) || !lies(s) {
                        continue;
                    }
                    let from = (s - p).dot(&along).max(0.0);
                    let to = (r - p).dot(&along).min((q - p).norm());
                    if to - from > 1e-4 {
                        for t in [from, to] {
                            found.push(Touch { bodies: (a, b), point: p + along * t, normal });
                        }
                    }
                }
            }
        }
    }
    found
}

/// Lawson and Hanson's method for the least ‖Ex − w‖ with x ≥ 0; what is left of it.
fn nonnegative_least_squares(e: &DMatrix<f64>, w: &DVector<f64>) -> f64 {
    let n = e.ncols();
    let (mut x, mut passive) = (DVector::<f64>::zeros(n), vec![false; n]);
    for _ in 0..10 * n {
        let gradient = e.tr_mul(&(w - e * &x));
        let next = (0..n).filter(|&k| !passive[k]).max_by(|&i, &j| gradient[i].total_cmp(&gradient[j]));
        let Some(next) = next.filter(|&k| gradient[k] > 1e-11 * w.norm()) else { break };
        passive[next] = true;
        loop {
            let set: Vec<usize> = (0..n).filter(|&k| passive[k]).collect();
            let part = e.select_columns(&set);
            let z = part.svd(true, true).solve(w, 1e-12).unwrap();
            if z.iter().all(|v| *v > 0.0) {
                x.fill(0.0);
                set.iter().zip(z.iter()).for_each(|(&k, v)| x[k] = *v);
                break;
            }
            let step = set
                .iter()
                .zip(z.iter())
                .filter(|(_, v)| **v <= 0.0)
                .map(|(&k, v)| x[k] / (x[k] - v))
                .fold(1.0, f64::min);
            for (&k, v) in set.iter().zip(z.iter()) {
                x[k] += step * (v - x[k]);
                if x[k] <= 1e-13 * w.norm() {
                    (x[k], passive[k]) = (0.0, false);
                }
            }
        }
    }
    (w - e * x).norm()
}

/// Whether forces within the cones of `mu` at the points of contact can carry the weights.
fn can_stand(model: &Model, state: &State, mu: f64) -> bool {
    let index: Vec<usize> = (0..model.bodies.len()).filter(|&k| model.bodies[k].is_dynamic()).collect();
    let row = |body: usize| index.binary_search(&body).ok();
    let points = touches(model, state);
    let mut e = DMatrix::zeros(3 * index.len(), 2 * points.len());
    for (k, touch) in points.iter().enumerate() {
        let tangent = Vec3::new(-touch.normal.y, touch.normal.x, 0.0);
        for (c, force) in [touch.normal + tangent * mu, touch.normal - tangent * mu].iter().enumerate() {
            for (body, sign) in [(touch.bodies.0, -1.0), (touch.bodies.1, 1.0)] {
                if let Some(i) = row(body) {
                    let arm = touch.point - state.poses[body].position;
                    e[(3 * i, 2 * k + c)] = sign * force.x;
                    e[(3 * i + 1, 2 * k + c)] = sign * force.y;
                    e[(3 * i + 2, 2 * k + c)] = sign * arm.cross(force).z;
                }
            }
        }
    }
    let mut w = DVector::zeros(3 * index.len());
    for (i, &body) in index.iter().enumerate() {
        w[3 * i + 1] = -model.gravity.y * model.bodies[body].mass;
    }
    nonnegative_least_squares(&e, &w) < 1e-7 * w.norm()
}

/// The least coefficient with which a structure can stand.
fn threshold(model: &Model, state: &State) -> f64 {
    let (mut low, mut high) = (0.0, 2.0);
    assert!(can_stand(model, state, high) && !can_stand(model, state, low));
    while high - low > 1e-4 {
        let middle = 0.5 * (low + high);
        if can_stand(model, state, middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

fn with_friction(scene: &LoadedScene, mu: f64, model: ContactModel) -> Simulation {
    let mut scene = scene.clone();
    for body in &mut Arc::make_mut(&mut scene.model).bodies {
        body.friction = mu;
    }
    let h = scene.settings.h;
    simulation(&scene, model, h)
}

/// How far the farthest body has moved after `steps`.
fn moved(mut s: Simulation, steps: usize) -> f64 {
    let start = s.state.clone();
    advance(&mut s, steps);
    if s.settings.contact.model == SeparatingFeature {
        assert!(measure(&s.model, &s.state).depth_max <= 1.001e-9);
    }
    distance(&start, &s.state)
}

/// The static analysis itself, on a case with a closed form: a wedge-shaped keystone between two fixed ones stands for
/// μ ≥ tan of its half angle.
#[test]
fn the_static_analysis_knows_a_keystone() {
    let text = r#"Scene(dimension: Two, bodies: [
        (name: "left", kind: Fixed, shape: Hull(points: [(-1.0, 0.0), (-0.2, 0.0), (-0.5, 1.0), (-1.0, 1.0)])),
        (name: "right", kind: Fixed, shape: Hull(points: [(1.0, 0.0), (0.2, 0.0), (0.5, 1.0), (1.0, 1.0)])),
        (name: "key", shape: Hull(points: [(-0.2, 0.0), (0.2, 0.0), (0.5, 1.0), (-0.5, 1.0)])),
    ])"#;
    let scene = pegsim::scene::load_str(text, "key.ron", std::path::Path::new("")).unwrap();
    // Forces of any size between the walls: with friction that only just locks, the wedge jams. On slopes of 3 in 10
    // the faces carry it without friction: n has an upward part. It can always stand.
    assert!(can_stand(&scene.model, &scene.state, 0.0));
    // Turned upside down it needs tan of the slope to jam.
    let mut model = (*scene.model).clone();
    model.gravity = -model.gravity;
    let found = threshold(&model, &scene.state);
    assert!((found - 0.3).abs() < 2e-4, "{found}, not 0.3");
}

/// The arch stands above the coefficient that statics asks for and falls below it.
#[test]
fn the_arch_stands_where_statics_says_so() {
    let scene = scene("friction/arch");
    let least = threshold(&scene.model, &scene.state);
    println!("arch: μ ≥ {least:.4}");
    assert!(can_stand(&scene.model, &scene.state, 0.5) && !can_stand(&scene.model, &scene.state, 0.2));
    for (model, steps) in [(SeparatingFeature, 200), (Peg, 40)] {
        let way = moved(with_friction(&scene, 1.02 * least, model), steps);
        assert!(way < 1e-6, "{model:?}: moves by {way} m");
        let way = moved(with_friction(&scene, 0.95 * least, model), 200);
        assert!(way > 0.02, "{model:?}: moves by {way} m only");
    }
}

/// So does the house of cards.
#[test]
fn the_card_house_stands_where_statics_says_so() {
    let scene = scene("friction/card_house");
    let least = threshold(&scene.model, &scene.state);
    println!("card house: μ ≥ {least:.4}");
    assert!(can_stand(&scene.model, &scene.state, 0.5) && !can_stand(&scene.model, &scene.state, 0.15));
    for (model, steps) in [(SeparatingFeature, 200), (Peg, 100)] {
        let way = moved(with_friction(&scene, 1.02 * least, model), steps);
        assert!(way < 1e-6, "{model:?}: moves by {way} m");
    }
    let way = moved(with_friction(&scene, 0.95 * least, SeparatingFeature), 400);
    // Its feet slip until those of neighbours meet.
    assert!(way > 0.005, "moves by {way} m only");
}

fn body(s: &Simulation, name: &str) -> usize {
    s.model.bodies.iter().position(|b| b.name == name).unwrap_or_else(|| panic!("no body `{name}`"))
}

/// The pair on the incline, 3 % above and 4 % below its slope.
#[test]
fn the_block_on_the_incline_sticks_or_slides() {
    for model in models_of_conditions() {
        for (name, slides) in [("incline_sticks", false), ("incline_slides", true)] {
            let scene = scene(&format!("friction/{name}"));
            let way = moved(simulation(&scene, model, 0.01), 200);
            // ½ g (sin θ − 0.4 cos θ) t², tan θ = 5/12.
            let exact = if slides { 0.5 * 9.81 * (5.0 - 0.4 * 12.0) / 13.0 * 4.0 } else { 0.0 };
            assert!((way - exact).abs() < 1e-8 + 0.01 * exact, "{model:?}, {name}: {way} m, not {exact} m");
        }
    }
}

/// The wave runs through all twenty-four dominoes; without friction it does not.
#[test]
fn the_wave_of_dominoes_runs_to_the_end() {
    let scene = scene("friction/dominoes");
    let fallen = |mut s: Simulation| -> usize {
        advance(&mut s, 600);
        // Turned by more than 45° about z.
        let lies = |k: &usize| (s.state.poses[*k].orientation.angle()) > std::f64::consts::FRAC_PI_4;
        (1..=24).filter(lies).count()
    };
    for model in [Peg, SeparatingFeature] {
        let seen = fallen(simulation(&scene, model, scene.settings.h));
        assert_eq!(seen, 24, "{model:?}");
    }
    let smooth = fallen(with_friction(&scene, 0.0, SeparatingFeature));
    assert!(smooth < 24, "without friction {smooth} fall");
}

/// The wall stands to within rounding until the ball comes, and then loses bricks at its top, not at its foot.
#[test]
fn the_wall_stands_and_loses_only_its_top() {
    let scene = scene("friction/masonry_wall");
    assert!(can_stand(&without_ball(&scene), &scene.state, 0.6));
    for model in [Peg, SeparatingFeature] {
        let mut s = simulation(&scene, model, 0.01);
        let ball = body(&s, "ball");
        let start = s.state.clone();
        advance(&mut s, 149);
        let walls = |s: &Simulation, name: &str| {
            let bricks = (0..s.state.poses.len()).filter(|&k| s.model.bodies[k].name.starts_with(name));
            let way = |k: usize| (s.state.poses[k].position - start.poses[k].position).norm();
            bricks.map(way).fold(0.0, f64::max)
        };
        assert!(walls(&s, "brick") < 1e-6, "{model:?}: {} m", walls(&s, "brick"));
        if model == SeparatingFeature {
            let seen = run(&mut s, 1.5);
            assert!(seen.depth <= 1.001e-9);
            assert!((s.state.poses[ball].position - start.poses[ball].position).norm() > 0.5);
            assert!(walls(&s, "brick 9") > 0.01, "the ball moves nothing");
            for course in 0..3 {
                let way = walls(&s, &format!("brick {course}"));
                assert!(way < 0.01, "course {course} moves by {way} m");
            }
        }
    }
}

/// In space the wall is one island of hundreds of contacts with friction; it stands all the same.
#[test]
fn the_wall_in_space_stands() {
    let scene = scene("friction/masonry_wall_3d");
    for model in [Peg, SeparatingFeature] {
        let way = moved(simulation(&scene, model, 0.01), 40);
        assert!(way < 1e-8, "{model:?}: moves by {way} m");
    }
}

fn without_ball(scene: &LoadedScene) -> Model {
    let mut model = (*scene.model).clone();
    for body in model.bodies.iter_mut().filter(|b| b.name == "ball") {
        body.kind = pegsim::world::BodyKind::Fixed;
    }
    model
}

/// The see-saw stays level while the moments are equal, and tips when the third box lands.
#[test]
fn the_seesaw_balances_and_tips() {
    let scene = scene("friction/seesaw");
    for model in [Peg, SeparatingFeature] {
        let mut s = simulation(&scene, model, 0.005);
        let plank = body(&s, "plank");
        advance(&mut s, 299);
        let tilt = s.state.poses[plank].orientation.angle();
        assert!(tilt < 1e-6, "{model:?}: tilts by {tilt} rad");
        advance(&mut s, 301);
        let tilt = s.state.poses[plank].orientation.angle();
        assert!(tilt > 0.1, "{model:?}: tilts by {tilt} rad only");
    }
}

/// A million times their mass: the boxes carry it and do not sink.
#[test]
fn light_boxes_carry_a_heavy_block() {
    let scene = scene("friction/heavy_on_light");
    for (model, most) in [(Peg, 1e-6), (SeparatingFeature, 1e-7)] {
        let way = moved(simulation(&scene, model, 0.01), 300);
        assert!(way < most, "{model:?}: moves by {way} m");
    }
}

/// On the turntable friction carries a box round to the radius μg/ω²; what lies farther out leaves.
#[test]
fn the_turntable_keeps_what_friction_can_hold() {
    let scene = scene("friction/turntable");
    for model in [Peg, SeparatingFeature] {
        let mut s = simulation(&scene, model, 0.01);
        advance(&mut s, 40);
        for k in 1..=6 {
            let b = body(&s, &format!("box {k}"));
            let p = s.state.poses[b].position;
            let (now, then) = (p.x.hypot(p.y), 0.28 * f64::from(k));
            // A body on a circle steps along its tangent: a step adds (hω)²/2 of the radius.
            let steps = 40.0 * 0.5 * (0.01_f64 * 2.0).powi(2);
            let limit = 0.5 * 9.81 / 4.0;
            if then < limit {
                assert!(now < then * (1.0 + 1.1 * steps), "{model:?}: box {k} from {then} to {now} m");
            } else {
                assert!(now > then + 0.02, "{model:?}: box {k} from {then} to {now} m only");
            }
        }
    }
}

/// The mixer turns among its stones for six seconds; nothing overlaps and no stone leaves the trough.
#[test]
fn the_mixer_stirs() {
    let scene = scene("friction/mixer");
    let mut s = simulation(&scene, SeparatingFeature, 0.005);
    let start = s.state.clone();
    let seen = run(&mut s, 6.0);
    assert!(seen.depth <= 1.001e-9, "depth {}", seen.depth);
    for k in 4..s.state.poses.len() {
        let p = s.state.poses[k].position;
        assert!(p.x.abs() < 0.75 && p.y > 0.0, "`{}` is at {p}", s.model.bodies[k].name);
    }
    assert!(distance(&start, &s.state) > 0.3);
}

/// In the cradle one block moves at a time, but for the moments of impact, and at the speed of the first.
#[test]
fn the_cradle_keeps_swinging() {
    let scene = scene("friction/newtons_cradle");
    for model in [Peg, SeparatingFeature] {
        let mut s = simulation(&scene, model, 0.005);
        for _ in 0..80 {
            advance(&mut s, 20);
            let speeds: Vec<f64> = s.state.twists.iter().map(|t| t.linear.x.abs()).collect();
            let moving: Vec<&f64> = speeds.iter().filter(|v| **v > 1e-6).collect();
            assert_eq!(moving.len(), 1, "{model:?} at {} s: {speeds:?}", s.state.time);
            assert!((moving[0] - 1.0).abs() < 1e-6, "{model:?} at {} s: {speeds:?}", s.state.time);
        }
    }
}
