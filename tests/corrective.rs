//! The corrective method (thesis 5.2.3): closed forms of its bounce, and the scenes in which the thesis shows it fail.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{distance, scene, simulation};
use pegsim::contact::models::ContactModel::{self, Corrective, Peg, SeparatingFeature};
use pegsim::contact::models::{self, Disjunction, DisjunctionKind, PointModel};
use pegsim::contact::{Contact, ContactSet, Kinematics, gap_at};
use pegsim::experiment::energy::measure;
use pegsim::experiment::truth::TruthMeter;
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Pose, Quat, Vec3, Vec6};
use pegsim::step::{Geometry, Simulation, StepRecord, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyId, State, StepInput};
use std::sync::Arc;

const G: f64 = 9.81;

/// A box about the origin: a rectangle in the plane.
fn cuboid(dimension: Dimension, half: Vec3) -> Polytope {
    let sign = |k: usize, bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |k: usize| half.component_mul(&Vec3::new(sign(k, 0), sign(k, 1), sign(k, 2)));
    match dimension {
        Dimension::Two => {
            let flat = |k: usize| Vec3::new(corner(k).x, corner(k).y, 0.0);
            convex_hull_2d(&(0..4).map(flat).collect::<Vec<_>>()).unwrap()
        }
        Dimension::Three => convex_hull_3d(&(0..8).map(corner).collect::<Vec<_>>()).unwrap(),
    }
}

fn up(dimension: Dimension) -> Vec3 {
    if dimension == Dimension::Two { Vec3::y() } else { Vec3::z() }
}

/// A run of these bodies under a model, with gravity `g` (m/s²).
fn run_of(dimension: Dimension, g: f64, specs: &[BodySpec], model: ContactModel, h: f64) -> Simulation {
    let (bodies, state) = assemble(dimension, up(dimension) * -g, specs);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.contact.model = model;
    Simulation::new(Arc::new(bodies), state, settings)
}

/// A fixed floor with its top at height 0 and a box of half extent 0.1 m, `gap` above it.
fn on_floor(dimension: Dimension, gap: f64) -> [BodySpec; 2] {
    let up = up(dimension);
    let floor = BodySpec::fixed("floor", vec![cuboid(dimension, Vec3::new(5.0, 5.0, 5.0))]).at(up * -5.0);
    [floor, BodySpec::new("box", vec![cuboid(dimension, Vec3::repeat(0.1))]).at(up * (0.1 + gap))]
}

fn step(run: &mut Simulation) -> Arc<StepRecord> {
    run.step(&StepInput::default()).unwrap()
}

/// How fast the gap of a contact opens with the velocities that a step ends with (m/s).
fn rate(contact: &Contact, run: &Simulation) -> f64 {
    let of = |row: &Vec6, body: BodyId| row.dot(&run.state.twists[body.0].to_vec6());
    of(&contact.jacobian_a, contact.body_a()) + of(&contact.jacobian_b, contact.body_b())
}

fn depth(run: &Simulation) -> f64 {
    TruthMeter::new(&run.model).measure(&run.model, &run.state).depth_max
}

/// Until a step begins with an overlap nothing is asked of a box that falls flat; that step ends with the gap at zero and the
/// box at the speed depth / h, also where that is more than a meter per second.
#[test]
fn a_box_falls_freely_until_it_overlaps_and_leaves_at_depth_over_h() {
    let mut fastest = 0.0_f64;
    for dimension in [Dimension::Two, Dimension::Three] {
        for (drop, h) in [(0.5, 0.01), (0.123, 0.02), (0.4, 0.003), (1.0, 0.016), (1e-3, 0.01)] {
            let mut run = run_of(dimension, G, &on_floor(dimension, drop), Corrective, h);
            let height = |run: &Simulation| run.state.poses[1].position.dot(&up(dimension)) - 0.1;
            let mut steps = 0;
            while height(&run) >= 0.0 {
                let record = step(&mut run);
                steps += 1;
                assert!(record.disjunctions.is_empty() && record.impulses.iter().all(|p| *p == 0.0));
                let t = f64::from(steps) * h;
                assert!((height(&run) - (drop - 0.5 * G * t * t)).abs() < 1e-13);
            }
            let depth_before = -height(&run);
            assert!((depth(&run) - depth_before).abs() < 1e-14);
            let record = step(&mut run);
            assert_eq!(record.disjunctions.len(), 1);
            assert_eq!(record.disjunctions[0].kind, DisjunctionKind::Unilateral);
            let id = record.disjunctions[0].contacts().next().unwrap().0;
            assert!((record.contacts[id].gap + depth_before).abs() < 1e-14);
            assert!(record.end_gaps[id].abs() < 1e-13, "{:e}", record.end_gaps[id]);
            assert!(height(&run).abs() < 1e-13 && depth(&run) < 1e-13);
            let speed = run.state.twists[1].linear.dot(&up(dimension));
            assert!((speed - depth_before / h).abs() < 1e-11, "{speed} for {}", depth_before / h);
            fastest = fastest.max(speed);
        }
    }
    assert!(fastest > 1.5, "{fastest} m/s: no bounce is above the speed at which other models push out");
}

/// Where a correction leaves a box at rest gravity takes it in again, by ½gh² with the velocities in the middle of the steps:
/// it never lies still, whatever the step size. Under PEG it does.
#[test]
fn a_box_on_the_floor_is_never_at_rest() {
    for h in [0.01, 0.002] {
        let mut run = run_of(Dimension::Two, G, &on_floor(Dimension::Two, 0.0), Corrective, h);
        for k in 0..400 {
            step(&mut run);
            let expected = if k % 2 == 0 { 0.5 * G * h * h } else { 0.0 };
            assert!((depth(&run) - expected).abs() < 1e-10, "step {k}: {:e} for {expected:e}", depth(&run));
            assert!((run.state.twists[1].linear.y.abs() - 0.5 * G * h).abs() < 1e-8);
        }
        let mut still = run_of(Dimension::Two, G, &on_floor(Dimension::Two, 0.0), Peg, h);
        for _ in 0..400 {
            step(&mut still);
            assert!(depth(&still) < 1e-14 && still.state.twists[1].linear.y.abs() < 1e-12);
        }
    }
}

/// How deep a body is in when its overlap is found depends on where the steps fall: anything up to v h, half of it on the
/// average. So the overlap that is seen grows in proportion to h.
#[test]
fn what_a_falling_box_overlaps_by_grows_as_the_step() {
    // At 3 m/s; the heights divide what the box falls in one of the largest steps evenly.
    let (speed, count, largest) = (3.0, 128, 0.016);
    let mean = |h: f64| {
        let one = |k: usize| {
            let gap = 0.1 + speed * largest * (k as f64 + 0.5) / count as f64;
            let mut specs = on_floor(Dimension::Two, gap);
            specs[1].velocity.y = -speed;
            let mut run = run_of(Dimension::Two, 0.0, &specs, Corrective, h);
            (0..100).map(|_| (step(&mut run), depth(&run)).1).find(|d| *d > 0.0).unwrap()
        };
        (0..count).map(one).sum::<f64>() / count as f64
    };
    for h in [largest, 0.008, 0.004, 0.002] {
        let found = mean(h) / (speed * h);
        // The phases are evenly spaced; where they begin moves their mean by half a space at most.
        let phases = count as f64 * h / largest;
        assert!((found - 0.5).abs() <= 0.5 / phases + 1e-9, "h = {h}: {found} of v h");
    }
}

/// A polygon that falls on a corner, spinning: the correction turns it, and the linearised gap ends at zero while the true one
/// is off by what the turn adds, of the second order in h where the overlap itself is of the first.
#[test]
fn a_correction_that_turns_a_body_leaves_an_overlap_of_the_second_order() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let mut left = Vec::new();
        for h in [0.008, 0.004, 0.002, 0.001] {
            // Half way through the floor's surface when a step of any size begins: the same phase for all.
            let depth_before = 0.5 * h;
            let mut specs = on_floor(dimension, 0.0);
            let tilt = if dimension == Dimension::Two { Vec3::z() * 0.4 } else { Vec3::new(0.4, 0.25, 0.1) };
            specs[1].orientation = Quat::from_scaled_axis(tilt);
            specs[1].velocity = up(dimension) * -1.0 + Vec3::x() * 0.5;
            specs[1].angular_velocity =
                if dimension == Dimension::Two { Vec3::z() } else { Vec3::new(1.0, -1.0, 0.5) };
            let lowest = |spec: &BodySpec| {
                let below = |v: &Vec3| (spec.orientation * v).dot(&up(dimension));
                spec.parts[0].vertices.iter().map(below).fold(f64::INFINITY, f64::min)
            };
            specs[1].position = up(dimension) * (-lowest(&specs[1]) - depth_before);
            let mut run = run_of(dimension, 0.0, &specs, Corrective, h);
            assert!((depth(&run) - depth_before).abs() < 1e-12);
            let record = step(&mut run);
            assert_eq!(record.disjunctions.len(), 1);
            let c = &record.contacts[record.disjunctions[0].contacts().next().unwrap().0];
            let linear = c.gap + h * rate(c, &run);
            assert!(linear.abs() < 1e-14, "{linear:e}");
            left.push(record.end_gaps[record.disjunctions[0].contacts().next().unwrap().0].abs());
        }
        println!("{dimension:?}: left {left:?}");
        for pair in left.windows(2) {
            let slope = (pair[0] / pair[1]).log2();
            assert!((1.8..2.2).contains(&slope), "{dimension:?}: slope {slope} of {left:?}");
        }
    }
}

/// Two bars that cross deep inside each other: no corner of one is near a side of the other, and none is found by the features.
/// They part along the shortest way, by equal and opposite impulses.
#[test]
fn bars_that_cross_are_parted_along_the_shortest_way() {
    let bar = |x: f64, y: f64| vec![cuboid(Dimension::Two, Vec3::new(x, y, 1.0))];
    let specs = [
        BodySpec::new("flat", bar(1.0, 0.1)),
        BodySpec::new("upright", bar(0.08, 1.0)).at(Vec3::new(0.95, 0.05, 0.0)),
    ];
    let h = 0.01;
    let mut run = run_of(Dimension::Two, 0.0, &specs, Corrective, h);
    let masses: Vec<f64> = run.model.bodies.iter().map(|b| b.mass).collect();
    let depth_before = 1.0 - (0.95 - 0.08);
    assert!((depth(&run) - depth_before).abs() < 1e-12);
    let record = step(&mut run);
    assert_eq!(record.disjunctions.len(), 1);
    let id = record.disjunctions[0].contacts().next().unwrap().0;
    let c = &record.contacts[id];
    assert_eq!(id, 0, "detection finds no features near each other");
    assert!((c.normal - Vec3::x()).norm() < 1e-12 && (c.gap + depth_before).abs() < 1e-12);
    // The common part is 0.13 m wide, from the left side of the upright one to the end of the flat one.
    assert!((c.point_a - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-12, "{}", c.point_a);
    assert!((c.point_b - Vec3::new(0.87, 0.0, 0.0)).norm() < 1e-12, "{}", c.point_b);
    let momentum: Vec3 = masses.iter().zip(&run.state.twists).map(|(m, t)| t.linear * *m).sum();
    assert!(momentum.norm() < 1e-9 * record.impulses[id]);
    assert!((c.gap + h * rate(c, &run)).abs() < 1e-12);
}

/// Free bodies that fly into each other keep linear and angular momentum in every correction, in the plane and in space.
#[test]
fn corrections_keep_both_momenta() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let mut specs: Vec<BodySpec> = (0..6)
            .map(|k| {
                let part = cuboid(dimension, Vec3::new(0.3, 0.2, 0.25));
                let place = Vec3::new(0.9 * f64::from(k % 3), 0.8 * f64::from(k / 3), 0.0);
                let mut spec = BodySpec::new(format!("body {k}"), vec![part]).at(place);
                let angle = 0.7 * f64::from(k) + 0.3;
                let about = if dimension == Dimension::Two { Vec3::z() } else { Vec3::new(1.0, 0.4, 0.2) };
                spec.orientation = Quat::from_scaled_axis(about * angle);
                spec.mass = Some(1.0 + f64::from(k));
                spec
            })
            .collect();
        let middle = specs.iter().map(|s| s.position).sum::<Vec3>() / 6.0;
        for (k, spec) in specs.iter_mut().enumerate() {
            spec.velocity = (middle - spec.position) * (1.0 + 0.2 * k as f64);
        }
        let mut run = run_of(dimension, 0.0, &specs, Corrective, 0.01);
        let mut corrected = 0;
        for _ in 0..150 {
            let start = run.state.clone();
            let record = step(&mut run);
            // The impulses act with the poses of the start of the step.
            let before = measure(&run.model, &start);
            let after = measure(&run.model, &State { poses: start.poses.clone(), ..run.state.clone() });
            assert!((after.linear_momentum - before.linear_momentum).norm() < 1e-12 * 21.0);
            let off = (after.angular_momentum - before.angular_momentum).norm();
            // In space free rotation, which is implicit, turns the momentum of each body a little.
            if dimension == Dimension::Two {
                assert!(off < 1e-11, "step {}: {off:e}", record.step);
            }
            let torque = |c: &Contact| (c.point_a.cross(&c.normal) - c.point_b.cross(&c.normal)).norm();
            let named = record.disjunctions.iter().flat_map(Disjunction::contacts);
            assert!(named.map(|id| torque(&record.contacts[id.0])).all(|t| t < 1e-14));
            corrected += usize::from(record.impulses.iter().any(|p| *p > 0.0));
        }
        assert!(corrected > 10, "{dimension:?}: {corrected} steps corrected anything");
    }
}

/// The corrective method is semi-implicit, whatever is asked for.
#[test]
fn implicit_geometry_changes_nothing() {
    let run = |geometry| {
        let mut run = simulation(&scene("triangle_drop"), Corrective, 0.01);
        run.settings.contact.geometry = geometry;
        for _ in 0..120 {
            step(&mut run);
        }
        run.state.poses[1]
    };
    assert_eq!(run(None), run(Some(Geometry::Implicit)));
}

/// Figure 5.6: where the triangle of 5.2.1 ends after 1.5 s, for 16 step sizes. Under PEG all trials cover each other, under the
/// corrective method they vary.
#[test]
fn the_triangle_ends_somewhere_else_for_every_step_size() {
    let scene = scene("triangle_drop");
    let spread = |model: ContactModel| {
        let ends: Vec<State> = (1..=16)
            .map(|k| {
                let h = 0.001 * f64::from(k);
                let mut run = simulation(&scene, model, h);
                for _ in 0..(1.5 / h).floor() as usize {
                    step(&mut run);
                }
                // The rest to 1.5 s in one shorter step, in flight: ends are compared at the same time.
                run.settings.h = 1.5 - run.state.time;
                if run.settings.h > 1e-9 {
                    step(&mut run);
                }
                run.state.clone()
            })
            .collect();
        let pairs = ends.iter().flat_map(|a| ends.iter().map(move |b| distance(a, b)));
        pairs.fold(0.0, f64::max)
    };
    let (corrective, peg) = (spread(Corrective), spread(Peg));
    println!("ends spread by {corrective:.3} m (corrective), {peg:.2e} m (PEG)");
    assert!(corrective > 1.0, "{corrective}");
    assert!(peg < 1e-3, "{peg:e}");
}

/// Figures 5.7 and 5.9: the stack of 5.2.2 falls apart until only the fixed box is left; under PEG it stands.
#[test]
fn the_stack_of_squares_falls_apart() {
    let scene = scene("boxstack2d");
    let stands = |model: ContactModel| {
        let mut run = simulation(&scene, model, 0.005);
        for _ in 0..2000 {
            step(&mut run);
        }
        let above = |pose: &Pose| pose.position.y > 0.0;
        run.state.poses[1..].iter().filter(|pose| above(pose)).count()
    };
    assert_eq!(stands(Corrective), 0);
    assert_eq!(stands(Peg), 9);
}

/// Figure 5.10b: the overlap of all pairs in the box of polygons, the median over the steps of the median over five sets, grows
/// with the step size; Exact stays at rounding.
#[test]
fn polygons_in_a_box_overlap_more_with_larger_steps() {
    let overlap = |model: ContactModel, h: f64, sets: usize, duration: f64| {
        let (mut medians, mut means) = (Vec::new(), Vec::new());
        for seed in 0..sets {
            let mut run = simulation(&scene(&format!("box2d_seed{seed}")), model, h);
            let meter = TruthMeter::new(&run.model);
            let mut seen = Vec::new();
            while run.state.time < duration - 1e-9 {
                step(&mut run);
                seen.push(meter.measure(&run.model, &run.state).overlap_total);
            }
            means.push(seen.iter().sum::<f64>() / seen.len() as f64);
            seen.sort_by(f64::total_cmp);
            medians.push(seen[seen.len() / 2]);
        }
        medians.sort_by(f64::total_cmp);
        means.sort_by(f64::total_cmp);
        println!(
            "{} h = {h}: median {:.1e}, mean {:.1e} m²",
            model.name(),
            medians[sets / 2],
            means[sets / 2]
        );
        (medians[sets / 2], means[sets / 2])
    };
    let steps = [0.002, 0.004, 0.008, 0.016];
    let corrective: Vec<(f64, f64)> = steps.iter().map(|&h| overlap(Corrective, h, 5, 5.0)).collect();
    for pair in corrective.windows(2) {
        assert!(pair[1].0 > 2.0 * pair[0].0 && pair[1].1 > 1.5 * pair[0].1, "{corrective:?}");
    }
    for (h, corrective) in steps.into_iter().zip(&corrective) {
        let peg = overlap(Peg, h, 5, 5.0);
        assert!(peg.1 < 0.1 * corrective.1, "h = {h}: {peg:?} for {corrective:?}");
    }
    let exact = overlap(SeparatingFeature, 0.01, 1, 2.0);
    assert!(exact.0 < 1e-9 && exact.1 < 1e-9, "{exact:?}");
}

/// A coefficient of restitution acts at the contact as under every model over points: the body leaves at e times the speed that
/// it would have met with, and what the correction gave counts for its place only.
#[test]
fn with_restitution_the_speed_is_that_of_the_coefficient() {
    for dimension in [Dimension::Two, Dimension::Three] {
        for e in [0.3, 0.5, 0.8] {
            let mut specs = on_floor(dimension, 0.5);
            specs[1].restitution = e;
            let mut run = run_of(dimension, G, &specs, Corrective, 0.01);
            let speed = |run: &Simulation| run.state.twists[1].linear.dot(&up(dimension));
            let mut met = 0.0;
            while speed(&run) <= 0.0 {
                met = speed(&run) - 0.01 * G;
                step(&mut run);
            }
            assert!((speed(&run) + e * met).abs() < 1e-11, "{} of {met} m/s", speed(&run));
            assert!(depth(&run) < 1e-13);
        }
    }
}

/// Friction acts where the overlaps are taken back, with impulses that are on the average the weight: a block that slides loses
/// μg of speed each second. But on an incline that holds it under PEG it creeps, free of friction in every step in which it does not
/// overlap.
#[test]
fn friction_slows_on_the_average_and_does_not_hold() {
    let (h, friction) = (0.01, 0.2);
    let mut specs = on_floor(Dimension::Two, 0.0);
    specs.iter_mut().for_each(|s| s.friction = friction);
    specs[1].velocity.x = 1.0;
    let mut run = run_of(Dimension::Two, G, &specs, Corrective, h);
    for _ in 0..40 {
        step(&mut run);
        let expected = 1.0 - friction * G * run.state.time;
        let found = run.state.twists[1].linear.x;
        assert!((found - expected).abs() < 2.0 * friction * G * h, "{found} m/s, not {expected} m/s");
    }
    let way = |model, h| {
        let mut run = simulation(&scene("friction/incline_sticks"), model, h);
        let start = run.state.clone();
        while run.state.time < 2.0 - 1e-9 {
            step(&mut run);
        }
        distance(&start, &run.state)
    };
    for h in [0.01, 0.0025] {
        println!(
            "h = {h}: {:.3} m under the corrective method, {:.0e} m under PEG",
            way(Corrective, h),
            way(Peg, h)
        );
        assert!(way(Corrective, h) > 0.1 && way(Peg, h) < 1e-8);
    }
}

/// What is on the other side of a thin wall when a step begins has not met it; what has come more than half through is pushed out
/// where it was going.
#[test]
fn a_fast_box_passes_a_thin_wall() {
    let wall = |half: f64| {
        BodySpec::fixed("wall", vec![cuboid(Dimension::Two, Vec3::new(half, 5.0, 1.0))]).at(Vec3::zeros())
    };
    let thrown = |x: f64, v: f64| {
        let mut spec =
            BodySpec::new("box", vec![cuboid(Dimension::Two, Vec3::repeat(0.1))]).at(Vec3::new(x, 0.0, 0.0));
        spec.velocity.x = v;
        spec
    };
    // 1 m in a step, from half a meter before the wall to half a meter behind.
    let mut run = run_of(Dimension::Two, 0.0, &[wall(0.005), thrown(-0.5, 100.0)], Corrective, 0.01);
    assert!(step(&mut run).disjunctions.is_empty() && step(&mut run).disjunctions.is_empty());
    assert_eq!(run.state.twists[1].linear.x, 100.0);
    // Its middle is 1 cm past that of the wall when the overlap is seen: out is 0.09 + 0.1 − 0.01 m ahead.
    let mut run = run_of(Dimension::Two, 0.0, &[wall(0.09), thrown(-0.29, 10.0)], Corrective, 0.03);
    step(&mut run);
    step(&mut run);
    let x = run.state.poses[1].position.x;
    assert!((x - 0.31).abs() < 1e-12, "{x} m: it flies on, faster than the wall would push it out");
    let mut slow = run_of(Dimension::Two, 0.0, &[wall(0.09), thrown(0.01, 0.0)], Corrective, 0.03);
    step(&mut slow);
    assert!((slow.state.poses[1].position.x - 0.19).abs() < 1e-12);
}

/// The contact against the truth meter, which finds depths by other code: ψ is minus the depth, and B moved by it along the normal
/// touches A. Facets and edges decide in turn.
#[test]
fn the_contact_of_random_hulls_is_the_shortest_way_out() {
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let (mut by_edges, mut by_facets) = (0, 0);
    for round in 0..400 {
        let dimension = if round % 4 == 0 { Dimension::Two } else { Dimension::Three };
        let mut hull = || {
            let mut point =
                || Vec3::new(random(), random(), if dimension == Dimension::Two { 0.0 } else { random() });
            let points: Vec<Vec3> = (0..12).map(|_| point().normalize() * 0.5).collect();
            match dimension {
                Dimension::Two => convex_hull_2d(&points).unwrap(),
                Dimension::Three => convex_hull_3d(&points).unwrap(),
            }
        };
        let (a, b) = (BodySpec::new("a", vec![hull()]), BodySpec::new("b", vec![hull()]));
        let side = Vec3::new(random(), random(), if dimension == Dimension::Two { 0.0 } else { random() });
        let specs = [a, b.at(side.normalize() * 0.75)];
        let (model, state) = assemble(dimension, Vec3::zeros(), &specs);
        let meter = TruthMeter::new(&model);
        let true_depth = meter.measure(&model, &state).depth_max;
        let kinematics = Kinematics::new(&model, &state.poses, 0.0);
        let mut set = ContactSet::find(&model, &kinematics, &[0.0; 2], None, 0.4);
        let found = models::Corrective.build(dimension, &kinematics, &mut set, 0.4);
        if true_depth < 1e-6 {
            assert!(found.len() <= usize::from(true_depth > 0.0));
            continue;
        }
        let contact = set.get(found[0].contacts().next().unwrap());
        assert!((contact.gap + true_depth).abs() < 1e-13, "{:e} for a depth of {true_depth:e}", contact.gap);
        assert!((contact.normal.dot(&(contact.point_b - contact.point_a)) - contact.gap).abs() < 1e-13);
        assert!(
            (gap_at(&contact.pair, &kinematics.parts[0], &kinematics.parts[1]) - contact.gap).abs() < 1e-13
        );
        let mut apart = state.clone();
        apart.poses[1].position -= contact.normal * contact.gap;
        assert!(meter.measure(&model, &apart).depth_max < 1e-13);
        by_edges += usize::from(contact.is_edge_edge());
        by_facets += usize::from(!contact.is_edge_edge());
    }
    assert!(by_edges > 30 && by_facets > 100, "{by_edges} by edges, {by_facets} by facets");
}

/// Two overlaps that cannot both be opened are kept as they are, and the record says so.
#[test]
fn a_box_between_walls_that_are_too_near_stays_where_it_is() {
    let square = |half: f64| vec![cuboid(Dimension::Two, Vec3::new(half, half, 1.0))];
    let wall = |x: f64| BodySpec::fixed(format!("wall at {x}"), square(1.0)).at(Vec3::x() * x);
    let specs = [wall(-1.19), wall(1.19), BodySpec::new("box", square(0.2))];
    let mut run = run_of(Dimension::Two, 0.0, &specs, Corrective, 0.01);
    let record = step(&mut run);
    assert_eq!(record.disjunctions.len(), 2);
    assert!(record.solve.fallback.as_ref().unwrap().contains("only kept from sinking deeper"));
    assert!(run.state.poses[2].position.norm() < 1e-12);
}
