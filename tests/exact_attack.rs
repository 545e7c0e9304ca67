//! Exact contact under attack: thin things thrown, struck and spun through chains of bodies, with every law asked of every
//! step by code that shares nothing with contact detection.
//!
//! The laws: bodies end a step at most 1e-9 m inside each other, and on the way to there no deeper than a fifth of the
//! thinner one; none ends on the other side of what is in its way; no step gains energy (1e-12 of the run's largest
//! kinetic energy); bodies that stay more than a millimetre apart all the way exchange no impulse; every step is found.
//! How to take more steps, or one seed alone, stands in `common/attack.rs`.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/attack.rs"]
mod attack;
#[path = "common/chance.rs"]
mod chance;
mod common;
#[path = "common/continuous.rs"]
mod continuous;

use attack::{Case, Keep, Link, attack};
use chance::{Chance, block};
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::shapes::{PlatonicSolid, platonic, regular_polygon};
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::{Quat, Vec3};
use pegsim::world::BodyKind;
use pegsim::world::build::BodySpec;
use pegsim::world::joint::JointKind;
use std::f64::consts::TAU;

fn step_size(c: &mut Chance) -> f64 {
    c.scale(1e-3, 0.033)
}

fn marble(dimension: Dimension, radius: f64) -> Polytope {
    match dimension {
        Two => regular_polygon(12, radius).unwrap(),
        Three => platonic(PlatonicSolid::Icosahedron, radius).unwrap(),
    }
}

fn body(name: &str, shape: Polytope, at: Vec3) -> BodySpec {
    BodySpec::new(name, vec![shape]).at(at)
}

fn held(name: &str, shape: Polytope, at: Vec3) -> BodySpec {
    BodySpec::fixed(name, vec![shape]).at(at)
}

fn x(x: f64) -> Vec3 {
    Vec3::new(x, 0.0, 0.0)
}

// ---- marbles, hammers, walls

/// One to three marbles in a row before a wall of a centimetre; a hammer strikes the last.
fn struck_marbles(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let radius = c.scale(0.004, 0.03);
    let (count, speed) = (c.count(1, 3), c.scale(2.0, 40.0));
    let mut case = Case::new(dimension, h, 0);
    let wall = case.add(held("wall", block(dimension, 0.005, 1.0, 1.0), Vec3::zeros()));
    if c.once_in(3) {
        // A loose wall is as much in the way as a fixed one.
        case.bodies[wall].kind = BodyKind::Dynamic;
    }
    let mut place = -0.005 - radius - c.between(0.001, 0.06);
    for k in 0..count {
        let aside = c.vector(dimension, 0.2 * radius);
        let mut m =
            body(&format!("marble {k}"), marble(dimension, radius), Vec3::new(place, aside.y, aside.z));
        m.orientation = c.rotation(dimension);
        let m = case.add(m);
        case.keep.push(Keep::Side { body: m, wall, normal: -Vec3::x(), face: 0.9 });
        place -= 2.0 * radius + c.between(0.0005, 0.03);
    }
    let back = place + radius - 0.05 - c.between(0.0005, 0.05);
    let mut hammer = body("hammer", block(dimension, 0.05, 0.1, 0.1), x(back));
    hammer.velocity = x(speed);
    hammer.density = c.scale(500.0, 20_000.0);
    // A hammer that nothing stops has to stop before it presses the marbles flat.
    let room = -0.005 - (back + 0.05) - 2.0 * radius * count as f64 - 0.01;
    if c.once_in(3) && room > speed * h {
        hammer.kind = BodyKind::Kinematic;
        case.steps = ((room / (speed * h)).floor() as usize).min(20);
    } else {
        case.steps = 12;
    }
    case.add(hammer);
    case
}

#[test]
fn struck_marbles_stay_before_the_wall_in_the_plane() {
    attack("marbles_2d", 9, |seed| struck_marbles(Two, seed));
}

#[test]
fn struck_marbles_stay_before_the_wall_in_space() {
    attack("marbles_3d", 9, |seed| struck_marbles(Three, seed));
}

/// A marble of 1 cm radius, 4 cm before a wall, struck by a hammer.
fn one_marble(dimension: Dimension, wall: f64, speed: f64) -> Case {
    let mut case = Case::new(dimension, 0.016, 12);
    let wall_id = case.add(held("wall", block(dimension, wall, 1.0, 1.0), x(wall)));
    let m = case.add(body("marble", marble(dimension, 0.01), x(-0.05)));
    case.keep.push(Keep::Side { body: m, wall: wall_id, normal: -Vec3::x(), face: 0.9 });
    let mut hammer = body("hammer", block(dimension, 0.05, 0.1, 0.1), x(-0.05 - 0.01 - 0.05 - 0.005));
    hammer.velocity = x(speed);
    case.add(hammer);
    case
}

#[test]
fn the_marble_of_a_centimetre_stays_before_the_wall() {
    for dimension in [Two, Three] {
        for wall in [0.005, 0.2] {
            for speed in [2.5, 5.0, 10.0, 20.0] {
                let out = one_marble(dimension, wall, speed).run();
                assert!(out.flaws.is_empty(), "{dimension:?}, wall {wall} m, {speed} m/s: {:?}", out.flaws);
            }
        }
    }
}

// ---- pistons

/// Stones lie between a piston and a plate; the piston comes down.
fn piston(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let speed = c.scale(3.0, 40.0);
    let mut case = Case::new(dimension, h, 0);
    let plate = case.add(held("plate", block(dimension, 2.0, 0.005, 2.0), Vec3::new(0.0, -0.005, 0.0)));
    let rows = if dimension == Two { 1 } else { 3 };
    for k in 0..12 {
        let (column, row) = (k / rows, k % rows);
        let middle = 0.5 * (12 / rows - 1) as f64;
        let place = Vec3::new(
            0.23 * (column as f64 - middle),
            c.between(0.11, 0.5),
            if dimension == Two { 0.0 } else { 0.23 * (row as f64 - 1.0) },
        );
        let shape = c.stone(dimension, 0.1);
        let mut stone = body(&format!("stone {k}"), shape, place);
        stone.orientation = c.rotation(dimension);
        let stone = case.add(stone);
        case.keep.push(Keep::Side { body: stone, wall: plate, normal: Vec3::y(), face: 1.9 });
    }
    let start = 0.62 + c.between(0.0, speed * h);
    let mut piston = body("piston", block(dimension, 1.9, 0.05, 1.9), Vec3::new(0.0, start + 0.05, 0.0));
    piston.velocity = Vec3::new(0.0, -speed, 0.0);
    if c.once_in(2) {
        piston.kind = BodyKind::Kinematic;
        // Stones of 0.2 m, which can turn no thinner than they are.
        case.steps = (((start - 0.22) / (speed * h)).floor() as usize).min(8);
    } else {
        case.steps = 6;
    }
    case.add(piston);
    case
}

#[test]
fn a_piston_pushes_no_stone_through_a_plate_in_the_plane() {
    attack("piston_2d", 3, |seed| piston(Two, seed));
}

#[test]
fn a_piston_pushes_no_stone_through_a_plate_in_space() {
    attack("piston_3d", 1, |seed| piston(Three, seed));
}

// ---- rods

/// A rod of a metre spins, up to a whole turn a step, beside one or two posts, or falls on a plate.
fn rod(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let mut case = Case::new(dimension, h, 10);
    let turn = c.between(0.3, TAU) / h;
    let mut rod = body("rod", block(dimension, 0.5, 0.01, 0.01), Vec3::zeros());
    let turned = c.between(0.0, TAU);
    rod.orientation = Quat::from_scaled_axis(Vec3::z() * turned);
    rod.angular_velocity = Vec3::z() * turn;
    if c.once_in(2) {
        rod.velocity = c.vector(dimension, 8.0);
    }
    if dimension == Three && c.once_in(2) {
        rod.orientation = c.rotation(dimension);
        rod.angular_velocity = c.spin(dimension, turn);
    }
    case.add(rod);
    for k in 0..c.count(1, 2) {
        let (angle, far) = (c.between(0.0, TAU), c.between(0.05, 0.55));
        let at = Vec3::new(angle.cos(), angle.sin(), 0.0) * far;
        let mut post = held(&format!("post {k}"), block(dimension, 0.015, 0.015, 1.0), at);
        if c.once_in(3) {
            post.kind = BodyKind::Dynamic;
        }
        case.add(post);
    }
    if c.once_in(3) {
        let at = Vec3::new(0.0, -c.between(0.02, 0.7), 0.0);
        let plate = case.add(held("plate", block(dimension, 5.0, 0.005, 5.0), at));
        case.keep.push(Keep::Side { body: 0, wall: plate, normal: Vec3::y(), face: 4.0 });
    }
    case
}

#[test]
fn a_spinning_rod_passes_no_post_in_the_plane() {
    attack("rod_2d", 9, |seed| rod(Two, seed));
}

#[test]
fn a_spinning_rod_passes_no_post_in_space() {
    attack("rod_3d", 9, |seed| rod(Three, seed));
}

/// A rod of a metre beside a post, at that turn a step (rad).
fn one_rod(turn: f64, h: f64) -> Case {
    let mut case = Case::new(Two, h, 6);
    let mut rod = body("rod", block(Two, 0.5, 0.01, 0.01), Vec3::zeros());
    rod.angular_velocity = Vec3::z() * (turn / h);
    case.add(rod);
    case.add(held("post", block(Two, 0.02, 0.02, 1.0), Vec3::new(0.0, 0.3, 0.0)));
    case
}

#[test]
fn a_rod_that_turns_by_whole_turns_meets_the_post() {
    for h in [0.001, 0.01, 0.033] {
        for turn in [0.5, 1.0, 1.7, 2.5, 3.0, 3.2, 4.0, 5.0, TAU, 2.0 * TAU] {
            let case = one_rod(turn, h);
            let out = case.run();
            assert!(out.flaws.is_empty(), "{turn} rad a step, h = {h}: {:?}", out.flaws);
            // It cannot have come round: by the end of the first turn it has met the post and lost some of its spin.
            let (model, state) = case.build();
            let mut settings = pegsim::step::StepSettings { h, ..pegsim::step::StepSettings::default() };
            settings.contact.model = pegsim::contact::models::ContactModel::SeparatingFeature;
            let mut s = pegsim::step::Simulation::new(model, state, settings);
            for _ in 0..(TAU / turn).ceil() as usize {
                s.step(&pegsim::world::StepInput::default()).unwrap();
            }
            let spin = s.state.twists[0].angular.z;
            assert!(spin < 0.9 * turn / h, "{turn} rad a step, h = {h}: it still spins at {spin} rad/s");
        }
    }
}

// ---- slivers

/// A splinter: a triangle or tetrahedron of 0.3 m, thinner by the aspect.
fn splinter(c: &mut Chance, dimension: Dimension, aspect: f64) -> Polytope {
    let thin = 0.3 / aspect;
    match dimension {
        Two => {
            let tip = c.between(-0.15, 0.15);
            convex_hull_2d(&[x(-0.15), x(0.15), Vec3::new(tip, thin, 0.0)])
                .map(|h| chance::centred(&h))
                .unwrap()
        }
        Three => {
            let points = [
                Vec3::new(-0.15, 0.0, -0.1),
                Vec3::new(0.15, 0.0, -0.1),
                Vec3::new(c.between(-0.1, 0.1), 0.0, 0.15),
                Vec3::new(c.between(-0.1, 0.1), thin, 0.0),
            ];
            convex_hull_3d(&points).map(|h| chance::centred(&h)).unwrap()
        }
    }
}

/// Splinters of aspect 10 to 1e5 are thrown at a plate and a stone.
fn splinters(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let mut case = Case::new(dimension, h, 10);
    let plate = case.add(held("plate", block(dimension, 3.0, 0.005, 3.0), Vec3::new(0.0, -0.005, 0.0)));
    let aspect = c.scale(10.0, 1e5);
    for k in 0..c.count(1, 3) {
        let mut s = body(&format!("splinter {k}"), splinter(&mut c, dimension, aspect), Vec3::zeros());
        s.position = Vec3::new(0.0, 0.3 + 0.35 * k as f64, 0.0) + c.vector(dimension, 0.05);
        s.orientation = c.rotation(dimension);
        s.velocity = Vec3::new(0.0, -c.scale(1.0, 30.0), 0.0) + c.vector(dimension, 2.0);
        let spin = c.between(0.0, 40.0);
        s.angular_velocity = c.spin(dimension, spin);
        let s = case.add(s);
        case.keep.push(Keep::Side { body: s, wall: plate, normal: Vec3::y(), face: 2.0 });
    }
    if c.once_in(2) {
        let shape = c.stone(dimension, 0.12);
        let stone = case.add(body("stone", shape, Vec3::new(0.0, 0.13, 0.0)));
        case.keep.push(Keep::Side { body: stone, wall: plate, normal: Vec3::y(), face: 2.0 });
    }
    if c.once_in(2) {
        case.gravity = Vec3::new(0.0, -9.81, 0.0);
    }
    case
}

#[test]
fn splinters_obey_every_law_in_the_plane() {
    attack("splinters_2d", 7, |seed| splinters(Two, seed));
}

#[test]
fn splinters_obey_every_law_in_space() {
    attack("splinters_3d", 7, |seed| splinters(Three, seed));
}

// ---- flights past each other

/// Two to four splinters and stones fly past each other, most of them near.
fn flypast(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = if c.once_in(4) { 0.1 } else { step_size(&mut c) };
    let mut case = Case::new(dimension, h, 4);
    for k in 0..c.count(2, 4) {
        let size = c.scale(0.1, 0.5);
        let points: Vec<Vec3> = (0..4).map(|_| c.vector(dimension, size)).collect();
        let hull = if dimension == Two { convex_hull_2d(&points) } else { convex_hull_3d(&points) };
        let Ok(shape) = hull.map(|h| chance::centred(&h)) else { continue };
        let mut b = body(&format!("tetrahedron {k}"), shape, Vec3::zeros());
        let (towards, speed) = (c.direction(dimension), c.scale(1.0, 30.0));
        // Near the middle after a step or two.
        b.velocity = towards * speed;
        b.position = -b.velocity * (h * c.between(0.2, 2.0)) + c.vector(dimension, 1.6 * size);
        b.orientation = c.rotation(dimension);
        let spin = c.between(0.0, 40.0);
        b.angular_velocity = c.spin(dimension, spin);
        case.add(b);
    }
    case
}

#[test]
fn what_flies_past_is_not_pushed_in_the_plane() {
    attack("flypast_2d", 12, |seed| flypast(Two, seed));
}

#[test]
fn what_flies_past_is_not_pushed_in_space() {
    attack("flypast_3d", 12, |seed| flypast(Three, seed));
}

// ---- wheels

/// Two or three bars across each other.
fn spokes(dimension: Dimension, bars: usize, radius: f64) -> Vec<Polytope> {
    (0..bars)
        .map(|k| {
            let turn = Quat::from_scaled_axis(Vec3::z() * (TAU / 2.0 * k as f64 / bars as f64));
            block(dimension, radius, 0.02, 0.05).transformed(&turn, &Vec3::zeros())
        })
        .collect()
}

/// One or two wheels on axles, spun or driven, whose teeth mesh; stones lie between them.
fn wheels(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let mut case = Case::new(dimension, h, 10);
    let (bars, turn) = (c.count(2, 3), c.scale(0.02, 3.0) / h);
    let axle = case.add(held("axles", block(dimension, 0.02, 0.02, 0.2), Vec3::new(0.0, 5.0, 0.0)));
    let driven = c.once_in(3);
    let wheels = c.count(1, 2);
    for k in 0..wheels {
        let at = x(0.42 * k as f64);
        let mut wheel = BodySpec::new(format!("wheel {k}"), spokes(dimension, bars, 0.25)).at(at);
        wheel.orientation = Quat::from_scaled_axis(Vec3::z() * (0.5 * TAU / (2 * bars) as f64 * k as f64));
        if k == 0 {
            wheel.angular_velocity = Vec3::z() * turn;
        }
        if driven && k == 0 {
            wheel.kind = BodyKind::Kinematic;
        }
        let wheel = case.add(wheel);
        if !(driven && k == 0) {
            let bodies = (axle, wheel);
            case.links.push(Link { kind: JointKind::Revolute, bodies, point: at, axis: Vec3::z() });
        }
    }
    // A stone between the teeth of two wheels, of which one nothing stops, can leave no motion: seed 55 in the plane then jams at
    // the same instant in steps of 1 ms and of 1/256 of that.
    let jams = driven && wheels == 2;
    for k in 0..if jams { 0 } else { c.count(0, 3) } {
        let shape = c.stone(dimension, 0.04);
        let angle = c.between(0.0, TAU);
        let at = Vec3::new(angle.cos(), angle.sin(), 0.0) * c.between(0.1, 0.35);
        let mut stone = body(&format!("stone {k}"), shape, at);
        stone.velocity = c.vector(dimension, 3.0);
        case.add(stone);
    }
    case
}

#[test]
fn wheels_and_stones_obey_every_law_in_the_plane() {
    attack("wheels_2d", 7, |seed| wheels(Two, seed));
}

#[test]
fn wheels_and_stones_obey_every_law_in_space() {
    attack("wheels_3d", 5, |seed| wheels(Three, seed));
}

// ---- stacks

/// A stack of bricks on a floor; a plate hits it from the side.
fn stack(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let mut case = Case::new(dimension, h, 10);
    case.gravity = Vec3::new(0.0, -9.81, 0.0);
    let floor = case.add(held("floor", block(dimension, 4.0, 0.01, 4.0), Vec3::new(0.0, -0.01, 0.0)));
    let (count, friction) = (c.count(3, 6), if c.once_in(2) { 0.4 } else { 0.0 });
    let thin = c.scale(0.005, 0.05);
    for k in 0..count {
        let at = Vec3::new(c.between(-0.03, 0.03), thin * (2 * k + 1) as f64, 0.0);
        let brick = case.add(body(&format!("brick {k}"), block(dimension, 0.1, thin, 0.1), at));
        case.keep.push(Keep::Side { body: brick, wall: floor, normal: Vec3::y(), face: 3.5 });
    }
    let high = c.between(0.3, 1.7) * thin * count as f64;
    let mut striker = body("striker", block(dimension, 0.05, thin, 0.2), Vec3::new(-0.6, high + thin, 0.0));
    striker.velocity = Vec3::new(c.scale(3.0, 40.0), -c.between(0.0, 3.0), 0.0);
    striker.density = c.scale(300.0, 20_000.0);
    striker.position.x = -0.19 - striker.velocity.x * h * c.between(0.0, 2.0);
    case.add(striker);
    case.bodies.iter_mut().for_each(|b| b.friction = friction);
    case
}

#[test]
fn a_struck_stack_obeys_every_law_in_the_plane() {
    attack("stack_2d", 4, |seed| stack(Two, seed));
}

#[test]
fn a_struck_stack_obeys_every_law_in_space() {
    attack("stack_3d", 2, |seed| stack(Three, seed));
}

// ---- rings and crowds

/// A square ring of four bars: half a side from middle to middle of its bars, half a bar's thickness (m); in the x-y plane.
fn ring(half: f64, thin: f64) -> Vec<Polytope> {
    let long = block(Three, half + thin, thin, thin);
    let across = block(Three, thin, half - thin, thin);
    let at = |shape: &Polytope, x: f64, y: f64| shape.transformed(&Quat::identity(), &Vec3::new(x, y, 0.0));
    vec![at(&long, 0.0, half), at(&long, 0.0, -half), at(&across, half, 0.0), at(&across, -half, 0.0)]
}

/// Three to five rings hooked into each other, thrown apart, or hung up and struck.
fn rings(seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let mut case = Case::new(Three, h, 10);
    let (half, thin) = (0.1, c.scale(0.008, 0.02));
    let pull = c.scale(0.5, 15.0);
    for k in 0..c.count(3, 5) {
        let mut r = BodySpec::new(format!("ring {k}"), ring(half, thin)).at(x(0.125 * k as f64));
        if k % 2 == 1 {
            r.orientation = Quat::from_scaled_axis(Vec3::x() * (TAU / 4.0));
        }
        r.velocity = c.vector(Three, 0.3 * pull) + x(if k % 2 == 1 { pull } else { -pull });
        let spin = c.between(0.0, 0.3 / h);
        r.angular_velocity = c.spin(Three, spin.min(20.0));
        let r = case.add(r);
        if r > 0 {
            case.keep.push(Keep::Hooked { bodies: (r - 1, r), within: 2.0 * 2.0_f64.sqrt() * (half + thin) });
        }
    }
    if c.once_in(2) {
        case.bodies[0].kind = BodyKind::Fixed;
        case.gravity = Vec3::new(9.81, 0.0, 0.0);
    }
    case
}

#[test]
fn rings_stay_hooked() {
    attack("rings", 1, rings);
}

/// Stones in a box of thin walls; the lid falls in.
fn crowd(dimension: Dimension, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let h = step_size(&mut c);
    let mut case = Case::new(dimension, h, 8);
    let wide = 0.01;
    let mut walls = Vec::new();
    let sides = [Vec3::x(), -Vec3::x(), -Vec3::y(), Vec3::z(), -Vec3::z()];
    for n in sides.iter().take(if dimension == Two { 3 } else { 5 }) {
        let half = Vec3::repeat(0.5) - n.abs() * (0.5 - wide);
        let half = half + Vec3::repeat(0.1) - n.abs() * 0.1;
        let at = n * (0.4 + wide);
        walls
            .push((case.add(held(&format!("wall {n:?}"), block(dimension, half.x, half.y, half.z), at)), -n));
    }
    let count = if dimension == Two { 9 } else { 12 };
    for k in 0..count {
        let (i, j, l) = (k % 3, k / 3 % 3, k / 9);
        let at = Vec3::new(0.24 * (i as f64 - 1.0), 0.24 * (j as f64 - 1.0), 0.24 * l as f64);
        let shape = c.stone(dimension, 0.11);
        let mut stone = body(&format!("stone {k}"), shape, chance::flat(dimension, at));
        stone.orientation = c.rotation(dimension);
        stone.velocity = c.vector(dimension, 10.0);
        let stone = case.add(stone);
        for (wall, normal) in &walls {
            case.keep.push(Keep::Side { body: stone, wall: *wall, normal: *normal, face: 0.4 });
        }
    }
    let mut lid = body("lid", block(dimension, 0.38, 0.02, 0.38), Vec3::new(0.0, 0.5, 0.0));
    lid.velocity = Vec3::new(0.0, -c.scale(2.0, 30.0), 0.0);
    lid.density = c.scale(1000.0, 50_000.0);
    case.add(lid);
    if c.once_in(2) {
        case.gravity = Vec3::new(0.0, -9.81, 0.0);
    }
    case
}

#[test]
fn a_crowd_stays_in_its_box_in_the_plane() {
    attack("crowd_2d", 2, |seed| crowd(Two, seed));
}

#[test]
fn a_crowd_stays_in_its_box_in_space() {
    attack("crowd_3d", 1, |seed| crowd(Three, seed));
}

// ---- what broke once

/// A kinematic pinion turns a wheel of eighteen teeth on its axle: there is always a way for it to go.
#[test]
fn a_driven_pinion_turns_its_wheel() {
    let scene = common::scene("joints/gear_pair");
    for h in [0.001, 0.005, 0.01, 0.016, 0.033] {
        for spin in [1.0, 5.0, -12.0] {
            let mut case = Case::of(&scene);
            case.h = h;
            case.steps = (0.4 / h) as usize;
            let pinion = case.bodies.iter().position(|b| b.name == "pinion").unwrap();
            case.bodies[pinion].kind = BodyKind::Kinematic;
            case.bodies[pinion].angular_velocity = Vec3::z() * spin;
            case.links.retain(|l| l.bodies.1 != pinion);
            assert_eq!(case.links.len(), 1);
            let out = case.run();
            assert!(out.flaws.is_empty(), "h = {h}, {spin} rad/s: {:?}", out.flaws);
        }
    }
}

/// The smallest scenes found that broke a law, a step or two each; the first line of each says which.
#[test]
fn what_broke_once_holds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/attack");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut report = String::new();
    for path in &files {
        let out = Case::of(&pegsim::scene::load_file(path).unwrap_or_else(|e| panic!("{e}"))).run();
        for flaw in out.flaws {
            let name = path.file_stem().unwrap().to_string_lossy();
            report.push_str(&format!("\n  {name}: {}: {}", flaw.law, flaw.text));
        }
    }
    assert!(report.is_empty(), "of {} scenes these break a law:{report}", files.len());
}

/// The meter of this file must see what it is asked to find: bodies that pass, and bodies that only come near.
#[test]
fn the_watch_sees_what_passes() {
    let mut case = Case::new(Three, 0.01, 1);
    let mut ball = body("ball", marble(Three, 0.01), x(-0.05));
    ball.velocity = x(10.0);
    case.add(ball);
    case.add(held("sheet", block(Three, 0.0005, 1.0, 1.0), Vec3::zeros()));
    let mut rod = body("rod", block(Three, 0.5, 0.01, 0.01), Vec3::new(5.0, 0.0, 0.0));
    rod.angular_velocity = Vec3::new(0.0, 0.0, TAU / 0.01);
    case.add(rod);
    case.add(held("post", block(Three, 0.02, 0.02, 1.0), Vec3::new(5.0, 0.3, 0.0)));
    case.add(held("near", block(Three, 0.02, 0.02, 1.0), Vec3::new(5.0, 0.5 + 0.01 + 0.02 + 0.002, 0.0)));
    let (model, before) = case.build();
    let mut after = before.clone();
    after.time += 0.01;
    for k in 0..3 {
        after.poses[k] = before.poses[k].advanced(&before.twists[k], 0.01);
    }
    let seen = continuous::Watch::new(&model).passage(&model, &before, &after, 0.01);
    let deep = seen.deep.unwrap();
    assert!(deep.2 > 0.01, "{deep:?}");
    let apart = |a: usize, b: usize| seen.apart.iter().any(|p| (p.0.body.0, p.1.body.0) == (a, b));
    assert!(!apart(0, 1) && !apart(2, 3) && apart(2, 4) && apart(0, 2), "{:?}", seen.apart);
}
