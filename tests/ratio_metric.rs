//! The ratio metric of Hart and Anitescu: its linear program, its theorem, its component functions.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
mod common;

use chance::Chance;
use common::{scene, simulation};
use nalgebra::{Matrix4, Vector4};
use pegsim::contact::models::ContactModel;
use pegsim::contact::models::ratio_metric::{Component, centre, expanding_part};
use pegsim::contact::{Contact, ContactSet, Feature, Kinematics, WorldPart};
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::overlap::{ConvexView, overlap};
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::ratio::{Expanding, Ratio, ratio};
use pegsim::math::{Dimension, Pose, Quat, Twist, Vec3, Vec6};
use pegsim::step::{ContactSettings, Geometry, Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{Model, State, StepInput};
use std::sync::Arc;

fn hull(chance: &mut Chance, dimension: Dimension, corners: usize) -> Polytope {
    let size = chance.scale(0.2, 1.0);
    let points: Vec<Vec3> = (0..corners).map(|_| chance.direction(dimension) * size).collect();
    let made = match dimension {
        Dimension::Two => convex_hull_2d(&points),
        Dimension::Three => convex_hull_3d(&points),
    };
    // Points nearly in a plane make none.
    made.unwrap_or_else(|_| hull(chance, dimension, corners + 1))
}

/// Two random bodies, their centres `apart` of their radii apart.
fn pair(chance: &mut Chance, dimension: Dimension, apart: f64) -> (Model, State) {
    let spec = |chance: &mut Chance, name| {
        let corners = chance.count(4, 12);
        BodySpec::new(name, vec![hull(chance, dimension, corners)])
    };
    let mut specs = [spec(chance, "a"), spec(chance, "b")];
    for spec in &mut specs {
        spec.orientation = match dimension {
            Dimension::Two => Quat::from_scaled_axis(Vec3::z() * chance.between(-3.0, 3.0)),
            Dimension::Three => Quat::from_scaled_axis(chance.vector(dimension, 3.0)),
        };
    }
    let radii = specs.iter().map(|s| s.parts[0].radius()).sum::<f64>();
    specs[1].position = chance.direction(dimension) * (apart * radii);
    assemble(dimension, Vec3::zeros(), &specs)
}

fn program(model: &Model, state: &State) -> Ratio {
    let kinematics = Kinematics::new(model, &state.poses, 0.0);
    let of = |k: usize| expanding_part(&kinematics.parts[k]).unwrap();
    ratio(model.dimension, &of(0), &of(1)).unwrap()
}

/// Facets of a part as (normal, offset).
fn planes(part: &WorldPart) -> Vec<(Vec3, f64)> {
    let of = |f: usize| {
        let n = part.normal(f);
        (n, n.dot(&part.vertices[part.shape.facets[f].vertices[0]]))
    };
    (0..part.shape.facets.len()).map(of).collect()
}

/// Where n·(x − x₀) = t (offset − n·x₀) for each of these planes, of as many as there are unknowns; in the plane x_z = 0 is one more.
fn meet(dimension: Dimension, tight: &[((Vec3, f64), Vec3)]) -> Option<(Vec3, f64)> {
    let mut rows = Matrix4::<f64>::identity();
    let mut rhs = Vector4::zeros();
    for (k, ((n, offset), centre)) in tight.iter().enumerate() {
        rows.set_row(k, &Vector4::new(n.x, n.y, n.z, n.dot(centre) - offset).transpose());
        rhs[k] = n.dot(centre);
    }
    if dimension == Dimension::Two {
        rows.set_row(3, &Vector4::z().transpose());
    }
    let found = rows.lu().solve(&rhs)?;
    Some((found.xyz(), found.w))
}

/// r by its definition: the lowest of all points where four (three) of the planes meet and no other is above.
fn by_trying(dimension: Dimension, parts: &[WorldPart]) -> f64 {
    let all: Vec<_> = parts.iter().flat_map(|p| planes(p).into_iter().map(|f| (f, centre(p)))).collect();
    let unknowns = if dimension == Dimension::Two { 3 } else { 4 };
    let mut best = f64::INFINITY;
    let mut chosen: Vec<usize> = (0..unknowns).collect();
    loop {
        let tight: Vec<_> = chosen.iter().map(|&k| all[k]).collect();
        if let Some((x, t)) = meet(dimension, &tight) {
            let holds =
                |((n, offset), c): &((Vec3, f64), Vec3)| n.dot(&(x - c)) <= t * (offset - n.dot(c)) + 1e-11;
            if t >= 0.0 && t < best && all.iter().all(holds) {
                best = t;
            }
        }
        // The next choice in order.
        let Some(k) = (0..unknowns).rev().find(|&k| chosen[k] < all.len() - unknowns + k) else {
            return best;
        };
        chosen[k] += 1;
        for later in k + 1..unknowns {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

#[test]
fn the_linear_program_finds_what_trying_all_its_corners_finds() {
    let mut chance = Chance::new(1);
    for (dimension, rounds) in [(Dimension::Two, 300), (Dimension::Three, 100)] {
        for _ in 0..rounds {
            let mut small = |at: Vec3| BodySpec::new("", vec![hull(&mut chance, dimension, 5)]).at(at);
            let mut specs = [small(Vec3::zeros()), small(Vec3::zeros())];
            specs[1].position = chance.direction(dimension) * chance.between(0.01, 2.0);
            let (model, state) = assemble(dimension, Vec3::zeros(), &specs);
            let found = program(&model, &state);
            let tried = by_trying(dimension, &Kinematics::new(&model, &state.poses, 0.0).parts);
            assert!((found.value - tried).abs() <= 1e-10 * (1.0 + tried), "{} and {tried}", found.value);
            assert_eq!(found.basis.len(), if dimension == Dimension::Two { 3 } else { 4 });
        }
    }
}

/// Value, common point and active facets of boxes, whose programs have many solutions.
#[test]
fn boxes_side_by_side_have_the_ratio_of_their_distance() {
    let cuboid = |half: Vec3| pegsim::geometry::shapes::cuboid(&half).unwrap();
    for (x, y) in [(3.0, 0.0), (2.5, 0.3), (1.0, 0.1), (0.25, 0.0)] {
        let a = BodySpec::new("a", vec![cuboid(Vec3::new(0.5, 1.0, 1.0))]);
        let b = BodySpec::new("b", vec![cuboid(Vec3::new(1.0, 1.0, 1.0))]).at(Vec3::new(x, y, 0.0));
        let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &[a, b]);
        let found = program(&model, &state);
        assert!((found.value - (x / 1.5).max(y / 2.0)).abs() < 1e-13, "{found:?}");
        assert!((found.depth() - (1.0 - 1.5 / x)).abs() < 1e-12);
        let kinematics = Kinematics::new(&model, &state.poses, 0.0);
        for (k, facets) in [&found.active.0, &found.active.1].into_iter().enumerate() {
            let part = &kinematics.parts[k];
            let facing = if k == 0 { Vec3::x() } else { -Vec3::x() };
            assert!(facets.iter().any(|&f| (part.normal(f) - facing).norm() < 1e-12));
            let grown = (centre(part) - found.point).norm();
            assert!(
                grown > 0.0 && expanding_part(part).unwrap().reaches(&found.point) <= found.value + 1e-14
            );
        }
    }
    // From one point both expand at once.
    let both = [Vec3::repeat(0.5), Vec3::repeat(1.0)].map(cuboid);
    let of = |shape: &Polytope| {
        let facets = shape.facets.iter().map(|f| (f.normal, f.vertices[0]));
        Expanding::new(Vec3::new(0.1, 0.2, 0.3), &shape.vertices, facets).unwrap()
    };
    let found = ratio(Dimension::Three, &of(&both[0]), &of(&both[1])).unwrap();
    assert!(found.value == 0.0 && found.basis.is_empty() && found.depth() == f64::NEG_INFINITY);
    // No polytope expands from a point that is not in it.
    let facets = || both[0].facets.iter().map(|f| (f.normal, f.vertices[0]));
    for nowhere in [Vec3::repeat(f64::NAN), Vec3::x() * 0.5, Vec3::x() * 2.0] {
        assert!(Expanding::new(nowhere, &both[0].vertices, facets()).is_none());
    }
}

fn depth(dimension: Dimension, parts: &[WorldPart]) -> f64 {
    let [a, b] = [0, 1].map(|k| ConvexView { vertices: &parts[k].vertices, facets: &parts[k].shape.facets });
    overlap(dimension, &a, &b).depth
}

/// Distance of two segments, by the three cases of where its ends can be.
fn between_segments(p: (Vec3, Vec3), q: (Vec3, Vec3)) -> f64 {
    let to_segment = |x: &Vec3, (a, b): (Vec3, Vec3)| {
        let t = ((x - a).dot(&(b - a)) / (b - a).norm_squared()).clamp(0.0, 1.0);
        (x - a - (b - a) * t).norm()
    };
    let ends = [to_segment(&p.0, q), to_segment(&p.1, q), to_segment(&q.0, p), to_segment(&q.1, p)];
    let least = ends.into_iter().fold(f64::INFINITY, f64::min);
    let (u, v, w) = (p.1 - p.0, q.1 - q.0, p.0 - q.0);
    let n = u.cross(&v);
    let (s, t) = (v.cross(&w).dot(&n) / n.norm_squared(), u.cross(&w).dot(&n) / n.norm_squared());
    let inside = |x: f64| (0.0..=1.0).contains(&x);
    if inside(s) && inside(t) { least.min((w + u * s - v * t).norm()) } else { least }
}

/// Distance of two convex bodies that are apart: of two edges, or of a vertex and a face that it stands above.
fn distance(parts: &[WorldPart]) -> f64 {
    let sides = |part: &WorldPart| {
        let ring = |f: &[usize]| {
            (0..f.len())
                .map(|k| (part.vertices[f[k]], part.vertices[f[(k + 1) % f.len()]]))
                .collect::<Vec<_>>()
        };
        part.shape.facets.iter().flat_map(|f| ring(&f.vertices)).collect::<Vec<_>>()
    };
    let (of_a, of_b) = (sides(&parts[0]), sides(&parts[1]));
    let mut least = f64::INFINITY;
    for p in &of_a {
        for q in &of_b {
            least = least.min(between_segments(*p, *q));
        }
    }
    for (part, other) in [(&parts[0], &parts[1]), (&parts[1], &parts[0])] {
        for (f, facet) in part.shape.facets.iter().enumerate().filter(|(_, f)| f.vertices.len() > 2) {
            let n = part.normal(f);
            for x in &other.vertices {
                let corner = |k: usize| part.vertices[facet.vertices[k % facet.vertices.len()]];
                let above = |k: usize| n.cross(&(corner(k + 1) - corner(k))).dot(&(x - corner(k))) >= 0.0;
                if (0..facet.vertices.len()).all(above) {
                    least = least.min(n.dot(&(x - corner(0))).abs());
                }
            }
        }
    }
    least
}

/// Theorem (4), (5): with D the distance of the centres and s the distance of the bodies or their Minkowski depth, s/D ≤ |ρ| ≤ s/ε. With W the
/// depth that they have when their centres coincide, the proof gives ρ ≤ s/W for bodies that are apart and −ρ ≤ s/(W − s) for those that
/// overlap, which is (5) for ε = W/2 where s ≤ ε is all that is allowed. The depth is the truth meter's.
#[test]
fn its_depth_is_equivalent_to_that_of_minkowski() {
    let mut chance = Chance::new(2);
    let (mut apart, mut allowed, mut deeper, mut beyond) = (0, 0, 0, 0);
    for round in 0..10_000 {
        let dimension = if round % 4 == 0 { Dimension::Two } else { Dimension::Three };
        let far = chance.between(0.05, 1.1);
        let (model, mut state) = pair(&mut chance, dimension, far);
        let rho = program(&model, &state).depth();
        let parts = Kinematics::new(&model, &state.poses, 0.0).parts;
        let between = (centre(&parts[0]) - centre(&parts[1])).norm();
        let inside = depth(dimension, &parts);
        let outside = if inside > 0.0 { 0.0 } else { distance(&parts) };
        drop(parts);
        state.poses[1].position = state.poses[0].position;
        let coincident = depth(dimension, &Kinematics::new(&model, &state.poses, 0.0).parts);
        let slack = 1.0 + 1e-9;
        if inside > 0.0 {
            assert!(-rho * slack >= inside / between - 1e-12, "round {round}: ρ = {rho}, depth {inside}");
            if inside < coincident {
                assert!(-rho <= inside / (coincident - inside) * slack + 1e-12, "round {round}: ρ = {rho}");
            }
            if inside <= 0.5 * coincident {
                assert!(-rho <= inside / (0.5 * coincident) * slack + 1e-12, "round {round}: ρ = {rho}");
                allowed += 1;
            } else {
                deeper += 1;
                beyond += usize::from(-rho > inside / (0.5 * coincident));
            }
        } else {
            assert!(rho * slack >= outside / between - 1e-12, "round {round}: ρ = {rho}, distance {outside}");
            assert!(rho <= outside / coincident * slack + 1e-12, "round {round}: ρ = {rho}");
            apart += 1;
        }
    }
    assert!(apart > 2000 && allowed > 2000 && deeper > 500, "{apart}, {allowed}, {deeper}");
    assert!(
        beyond > 100,
        "the limit of what is allowed is needed: only {beyond} of {deeper} are beyond the bound"
    );
}

/// All contacts of a pair, however far apart their features are.
fn contacts(model: &Model, kinematics: &Kinematics) -> Vec<Contact> {
    ContactSet::find(model, kinematics, &[0.0; 2], Some(50.0), 0.0).contacts
}

/// Theorem on the maximum: ρ is the largest component function of all events.
#[test]
fn its_depth_is_the_largest_component_function() {
    let mut chance = Chance::new(3);
    for round in 0..600 {
        let dimension = if round % 4 == 0 { Dimension::Two } else { Dimension::Three };
        let far = chance.between(0.1, 1.1);
        let (model, state) = pair(&mut chance, dimension, far);
        let rho = program(&model, &state).depth();
        let kinematics = Kinematics::new(&model, &state.poses, 0.0);
        let (a, b) = (&kinematics.parts[0], &kinematics.parts[1]);
        let largest = contacts(&model, &kinematics)
            .iter()
            .filter(|c| c.applicable)
            .filter_map(|c| Component::new(c, a, b, (&centre(a), &centre(b))))
            .map(|c| c.value)
            .fold(f64::NEG_INFINITY, f64::max);
        assert!((rho - largest).abs() < 1e-9 * (1.0 + rho.abs()), "round {round}: {rho} and {largest}");
    }
}

/// Φ of an event by the program of the facets that meet there alone (6).
fn restricted(dimension: Dimension, contact: &Contact, a: &WorldPart, b: &WorldPart) -> Option<f64> {
    let facets_of = |part: &WorldPart, feature: Feature| match feature {
        Feature::Facet(f) => vec![f],
        Feature::Edge(e) => part.shape.edges[e].facets.to_vec(),
        Feature::Vertex(v) => {
            part.shape.vertex_facets[v][..if dimension == Dimension::Two { 2 } else { 3 }].to_vec()
        }
    };
    let of = |part: &WorldPart, feature| {
        let (planes, centre) = (planes(part), centre(part));
        facets_of(part, feature).into_iter().map(|f| (planes[f], centre)).collect::<Vec<_>>()
    };
    let tight = [of(a, contact.pair.a.1), of(b, contact.pair.b.1)].concat();
    let (_, r) = meet(dimension, &tight)?;
    Some((r - 1.0) / r)
}

#[test]
fn gradients_are_those_of_the_program_of_the_facets_that_meet() {
    let mut chance = Chance::new(4);
    let (mut corners, mut edges) = (0, 0);
    let step = 1e-5;
    for round in 0..60 {
        let dimension = if round % 4 == 0 { Dimension::Two } else { Dimension::Three };
        let far = chance.between(0.5, 0.9);
        let (model, state) = pair(&mut chance, dimension, far);
        let kinematics = Kinematics::new(&model, &state.poses, 0.0);
        let (a, b) = (&kinematics.parts[0], &kinematics.parts[1]);
        for contact in contacts(&model, &kinematics).iter().filter(|c| c.applicable) {
            let Some(found) = Component::new(contact, a, b, (&centre(a), &centre(b))) else { continue };
            // Far from contact r has a pole, near which differences say nothing.
            if found.value.abs() > 0.5 {
                continue;
            }
            let Some(value) = restricted(dimension, contact, a, b) else { continue };
            assert!((value - found.value).abs() < 1e-9, "{value} and {}", found.value);
            for body in 0..2 {
                for k in (0..6).filter(|k| dimension == Dimension::Three || [0, 1, 5].contains(k)) {
                    let mut unit = Vec6::zeros();
                    unit[k] = 1.0;
                    let at = |by: f64| {
                        let mut poses: Vec<Pose> = state.poses.clone();
                        poses[body] = poses[body].advanced(&Twist::from_vec6(&unit), by);
                        let moved = Kinematics::new(&model, &poses, 0.0);
                        restricted(dimension, contact, &moved.parts[0], &moved.parts[1]).unwrap()
                    };
                    // Of fourth order.
                    let rate =
                        (8.0 * (at(step) - at(-step)) - at(2.0 * step) + at(-2.0 * step)) / (12.0 * step);
                    let gradient = if body == 0 { found.gradient_a } else { found.gradient_b };
                    let scale = 1.0 + gradient.norm();
                    assert!(
                        (rate - gradient[k]).abs() < 1e-6 * scale,
                        "{:?}: {rate}, {}",
                        contact.pair,
                        gradient[k]
                    );
                }
            }
            corners += usize::from(!contact.is_edge_edge());
            edges += usize::from(contact.is_edge_edge());
        }
    }
    assert!(corners > 100 && edges > 100, "{corners} corners, {edges} edges");
}

/// A floor whose top is at height 0, half a metre thick, and a box of half extent 0.1 m, `gap` above it.
fn above_floor(dimension: Dimension, gap: f64) -> [BodySpec; 2] {
    let up = if dimension == Dimension::Two { Vec3::y() } else { Vec3::z() };
    let floor = BodySpec::fixed("floor", vec![chance::block(dimension, 2.0, 0.25, 2.0)]);
    let floor = match dimension {
        Dimension::Two => floor,
        Dimension::Three => BodySpec { parts: vec![chance::block(dimension, 2.0, 2.0, 0.25)], ..floor },
    };
    let cube = BodySpec::new("box", vec![chance::block(dimension, 0.1, 0.1, 0.1)]);
    [floor.at(up * -0.25), cube.at(up * (0.1 + gap))]
}

fn run_of(dimension: Dimension, specs: &[BodySpec], share: f64, h: f64) -> Simulation {
    let (model, state) = assemble(dimension, Vec3::zeros(), specs);
    let mut settings = StepSettings { h, count_traps: false, ..StepSettings::default() };
    settings.contact.model = ContactModel::RatioMetric;
    settings.contact.stabilisation = Some(share);
    Simulation::new(Arc::new(model), state, settings)
}

/// Φ = ψ/(H + ψ) with the half thicknesses H of both: a step that closes γ of it linearly goes γψ(1 + ψ/H), which for γ = 1 is ψ²/H too far,
/// from either side. A box that lands flat sinks in by that, and what takes it back leaves it a speed of at most v²h/H: no restitution of 0.
#[test]
fn a_landing_goes_too_far_by_the_square_of_the_gap() {
    for dimension in [Dimension::Two, Dimension::Three] {
        for (share, gap) in [(1.0, 0.008), (0.5, 0.008), (0.0, 0.008), (1.0, -0.008), (0.25, -0.004)] {
            let mut specs = above_floor(dimension, gap);
            let up = specs[1].position.normalize();
            specs[1].velocity = -up * if gap > 0.0 { 1.0 } else { 0.0 };
            let mut run = run_of(dimension, &specs, share, 0.01);
            let record = run.step(&StepInput::default()).unwrap();
            let ends = up.dot(&run.state.poses[1].position) - 0.1;
            let wanted = gap - share * gap * (1.0 + gap / 0.35);
            assert!((ends - wanted).abs() < 1e-13, "{dimension:?}, γ = {share}: {ends} instead of {wanted}");
            // The multipliers are impulses: they make up for the momentum.
            let given = specs[1].velocity - run.state.twists[1].linear;
            let mass = run.model.bodies[1].mass;
            let impulse = record.impulses.iter().sum::<f64>();
            assert!((impulse - mass * given.norm()).abs() < 1e-9 * mass, "{impulse}");
            if share == 1.0 && gap > 0.0 {
                run.step(&StepInput::default()).unwrap();
                let leaves = up.dot(&run.state.twists[1].linear);
                let corrects = -wanted * (1.0 + wanted / 0.35) / 0.01;
                assert!((leaves - corrects).abs() < 1e-11 && leaves < 0.01 / 0.35, "{leaves}, {corrects}");
            }
        }
    }
}

/// The events of a face on a face are the corners of what the faces have in common: corners inside the other face, and edges that cross.
#[test]
fn a_face_on_a_face_is_the_convex_hull_of_its_events() {
    // In the middle; over a corner of the floor, which is one event itself; over an edge.
    for (shift, turn, corners, crossings) in [
        (Vec3::new(0.05, 0.0, 0.0), 0.0, 4, 0),
        (Vec3::new(1.95, 1.97, 0.0), 0.0, 2, 2),
        (Vec3::new(1.95, 0.0, 0.0), 0.3, 2, 2),
    ] {
        let mut specs = above_floor(Dimension::Three, 0.0);
        specs[1].position += shift;
        specs[1].orientation = Quat::from_scaled_axis(Vec3::z() * turn);
        let mut run = run_of(Dimension::Three, &specs, 1.0, 1e-3);
        let record = run.step(&StepInput::default()).unwrap();
        let events: Vec<&Contact> =
            record.disjunctions.iter().map(|d| &record.contacts[d.contacts().next().unwrap().0]).collect();
        let of_edges = events.iter().filter(|c| c.is_edge_edge()).count();
        assert_eq!((events.len() - of_edges, of_edges), (corners, crossings));
    }
}

/// Where a body is so deep in another that no feature of one is near one of the other, the event of the linear program pushes it out.
#[test]
fn what_is_deep_inside_is_pushed_out() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let specs = above_floor(dimension, -0.22);
        let mut run = run_of(dimension, &specs, 1.0, 0.01);
        let up = if dimension == Dimension::Two { Vec3::y() } else { Vec3::z() };
        let height = |run: &Simulation| up.dot(&run.state.poses[1].position) - 0.1;
        for k in 1..=20 {
            run.step(&StepInput::default()).unwrap();
            // A violated contact opens at 1 m/s at most.
            let wanted = -0.22 + 0.01 * k as f64;
            assert!((height(&run) - wanted).abs() < 1e-9, "{dimension:?}: {} after {k} steps", height(&run));
        }
    }
}

/// The mean over a run of the largest −ρ of any pair.
fn infeasibility(name: &str, share: f64, h: f64) -> f64 {
    let loaded = scene(name);
    let mut run = simulation(&loaded, ContactModel::RatioMetric, h);
    run.settings.contact.stabilisation = Some(share);
    run.settings.count_traps = false;
    let steps = (loaded.duration.unwrap() / h).round() as usize;
    let mut sum = 0.0;
    for _ in 0..steps {
        run.step(&StepInput::default()).unwrap();
        let kinematics = Kinematics::new(&run.model, &run.state.poses, 0.0);
        let parts: Vec<Expanding> = kinematics.parts.iter().map(|p| expanding_part(p).unwrap()).collect();
        let pairs = (0..parts.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let depth =
            |(i, j): (usize, usize)| -ratio(run.model.dimension, &parts[i], &parts[j]).unwrap().depth();
        sum += pairs.map(depth).fold(0.0, f64::max);
    }
    sum / steps as f64
}

/// The slides' plots: mean infeasibility is of second order in h with any γ > 0, and of first without.
#[test]
fn infeasibility_falls_with_the_square_of_the_step_where_it_is_stabilised() {
    let steps = [0.004, 0.002, 0.001, 0.0005];
    for name in ["balance", "stabilisation/pyramid", "stabilisation/dice"] {
        for (share, order) in [(0.0, 1.0), (0.25, 2.0), (0.5, 2.0), (1.0, 2.0)] {
            let seen = steps.map(|h| infeasibility(name, share, h));
            println!("{name}, γ = {share}: {}", seen.map(|x| format!("{x:.2e}")).join(", "));
            for two in seen.windows(2) {
                let slope = (two[0] / two[1]).log2();
                assert!((slope - order).abs() < 0.2, "{name}, γ = {share}: slope {slope} of {seen:?}");
            }
        }
    }
}

/// Friction acts at events as at the contacts of the other models.
#[test]
fn a_block_sticks_where_coulomb_says_that_it_does() {
    for (name, sticks) in [("friction/incline_sticks", true), ("friction/incline_slides", false)] {
        let loaded = scene(name);
        let mut run = simulation(&loaded, ContactModel::RatioMetric, 0.01);
        let mut peg = simulation(&loaded, ContactModel::Peg, 0.01);
        for _ in 0..100 {
            run.step(&StepInput::default()).unwrap();
            peg.step(&StepInput::default()).unwrap();
        }
        let moved = common::distance(&run.state, &loaded.state);
        assert_eq!(moved < 1e-9, sticks, "{name}: {moved} m");
        assert!(common::distance(&run.state, &peg.state) < 1e-6, "{name}");
    }
}

/// Nothing said of γ is all of it, unlike under the velocity-level model, and geometry is where the step begins.
#[test]
fn what_a_scene_does_not_say_is_stabilised() {
    let contact = ContactSettings { model: ContactModel::RatioMetric, ..ContactSettings::default() };
    assert!(contact.share_of_gaps() == 1.0 && contact.has_stabilisation());
    let implicit = ContactSettings { geometry: Some(Geometry::Implicit), ..contact };
    assert_eq!(implicit.geometry(), Geometry::SemiImplicit);
    assert_eq!(ContactModel::from_name("ratio-metric"), Ok(ContactModel::RatioMetric));
}
