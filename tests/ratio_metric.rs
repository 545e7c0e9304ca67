//! The ratio metric of Hart and Anitescu: its linear program, its theorem, its component functions.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;

use chance::Chance;
use nalgebra::{Matrix4, Vector4};
use pegsim::contact::models::ratio_metric::{Component, centre, expanding_part};
use pegsim::contact::{Contact, ContactSet, Feature, Kinematics, WorldPart};
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::overlap::{ConvexView, overlap};
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::ratio::{Expanding, Ratio, ratio};
use pegsim::math::{Dimension, Pose, Quat, Twist, Vec3, Vec6};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{Model, State};

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
