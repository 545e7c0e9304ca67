//! The release test: is the velocity found optimal for *every* feature that separates a pair, or only for the chosen
//! one?
//!
//! At the end of the step several features of a pair may hold. The velocity is a local minimum of the disjunctive
//! program only if the pair's wrench could as well have come from each of them: it must lie in the cone of the rows
//! of that feature that touch. Where it does not, switching to that feature keeps the velocity feasible and lowers
//! the objective. A feature that separates strictly has no touching rows and an empty cone, so that any load is
//! released in its favour.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::{Placed, row_gaps, secant_row};
use crate::contact::separating::{facing_points, flank, flat_end, flush, search, smooth};
use crate::geometry::separating::RowKey;
use crate::geometry::separating::SeparatingFeature;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::gram_active_set::{BLOCK, SmallSolver};
use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
use crate::math::{Vec3, Vec6};
use crate::step::tolerances::{EXACT_OPEN, WORTH_CLOSING};
use smallvec::SmallVec;

/// Part of a wrench outside a cone below which it lies in it (dimensionless).
const IN_CONE: f64 = 1e-6;

/// Room around a load inside a facet with which it is well inside, as a part of the smaller radius (dimensionless).
const ROOM: f64 = 1e-3;

/// Sine of the angle up to which a flank lies on what it reaches beyond.
const LYING: f64 = 1e-2;

/// Sine of the angle from which on two edges cross each other well (dimensionless).
const CROSSING: f64 = 0.1;

/// The wrench on B of the rows that push, evaluated at the placement `at`; torques divided by `size` (m), so that all
/// components are impulses.
fn wrench_on_b(feature: SeparatingFeature, loads: &[(RowKey, f64)], at: Placed, size: f64) -> Vec6 {
    loads.iter().fold(Vec6::zeros(), |sum, (key, p)| match scaled_row(feature, *key, at, size) {
        Some(row) => sum + row * *p,
        None => sum,
    })
}

fn scaled_row(feature: SeparatingFeature, key: RowKey, at: Placed, size: f64) -> Option<Vec6> {
    let mut row = secant_row(feature, key, at, at, (1.0, 1.0))?.jacobian_b;
    row.fixed_rows_mut::<3>(3).scale_mut(1.0 / size);
    Some(row)
}

/// A feature to switch to, if the wrench of the loads is not optimal for all that hold; strictly open ones first. `error` is what
/// the gaps of the state are off by (m). Where something [rubs](crate::world::Model::rubs) a facet comes before two edges:
/// what an edge on a face bears they have as one force where they cross and couples, and friction only there, at one end of all that touches.
pub fn better_feature(
    current: SeparatingFeature,
    loads: &[(RowKey, f64)],
    at: Placed,
    size: f64,
    error: f64,
    rubs: bool,
    allowed: &mut dyn FnMut(SeparatingFeature) -> bool,
) -> Option<SeparatingFeature> {
    // Rows of surfaces are asked all at once: there is nothing to choose but the plane of a flat end, which they leave out.
    let surfaces = current == SeparatingFeature::Surfaces;
    if surfaces && !flat_end::has_flush_end(at.a, at.b) {
        return None;
    }
    // A flank that reaches beyond its face tips where what the two have in common does not carry it: only the surfaces know that. With friction so
    // it does where one of its ends bears that is in the air: what the end rubs there is not what carries it rubs.
    let borne = flank::borne_in(current, at);
    let carrying: SmallVec<[Vec6; 2]> =
        borne.iter().filter_map(|key| scaled_row(current, *key, at, size)).collect();
    let in_air = rubs
        && !carrying.is_empty()
        && loads.iter().any(|(key, _)| is_limb(current, *key, at) && !borne.contains(key));
    if !in_air
        && (well_inside(current, loads, at, size, error) || well_crossed(current, loads, at, size, error))
    {
        return None;
    }
    let wrench = &wrench_on_b(current, loads, at, size);
    let touching = WORTH_CLOSING + 10.0 * error;
    let mut found = search::open_near(at.a, at.b, current, -EXACT_OPEN - error, 1e-4 * size);
    // A flat end that lies on a face, or with an edge under it, has no one lowest point: what its surface asks at any of them would be a load there.
    let tips = in_air || !carrying.is_empty() && distance_to_cone(wrench, &carrying) > IN_CONE;
    let up = current.direction(at.a, at.b);
    let lies_across = |row: &Vec6| up.is_some_and(|up| row.fixed_rows::<3>(0).cross(&up).norm() < LYING);
    found.retain(|(f, _)| *f != current && (tips || !search::leaves_surfaces(*f, at.a, at.b)));
    // What bears at the end of an edge that lies on a face is a corner of the face or on it: there the two edges are not told from the face, but for the other end.
    let ends_on_face = |f: SeparatingFeature| {
        crosses_at_end(f, at)
            && flush::facets_of(f, at.a, at.b).any(|on| on == current || found.iter().any(|(g, _)| *g == on))
    };
    let ending: SmallVec<[SeparatingFeature; 4]> =
        found.iter().map(|(f, _)| *f).filter(|f| rubs && ends_on_face(*f)).collect();
    found.retain(|(f, _)| !ending.contains(f));
    if surfaces {
        found.retain(|(f, _)| flat_end::is_of_flush_end(*f, at.a, at.b));
    }
    // Widest first; ties by feature, so that the choice depends on nothing else.
    found.sort_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
    if let Some((f, _)) = found.iter().take_while(|(_, s)| *s > touching).find(|(f, _)| allowed(*f)) {
        return Some(*f);
    }
    let mut best: Option<((bool, f64), SeparatingFeature)> = None;
    let mut gaps = Vec::new();
    for (f, _) in found.iter().filter(|(_, s)| *s <= touching) {
        row_gaps(*f, at, &mut gaps);
        let cone: Vec<Vec6> = gaps
            .iter()
            .filter(|(_, g)| *g <= touching)
            .filter_map(|(key, _)| scaled_row(*f, *key, at, size))
            .collect();
        // Where a flank lies, edges that cross it elsewhere would push another way.
        if *f == SeparatingFeature::Surfaces && tips && !cone.iter().all(lies_across) {
            continue;
        }
        let outside = distance_to_cone(wrench, &cone);
        let rank = (rubs && !matches!(f, SeparatingFeature::Edges { .. }), outside);
        // An edge that has come to lie on a face bears by the same lines there, and rubs where it lies.
        let lies =
            rubs && flush::lies_along(current, *f, at.a, at.b) || in_air && *f == SeparatingFeature::Surfaces;
        if (outside > IN_CONE || lies) && best.is_none_or(|(b, _)| rank > b) && allowed(*f) {
            best = Some((rank, *f));
        }
    }
    best.map(|(_, f)| f)
}

/// Whether a row above a facet is that of a limb.
fn is_limb(feature: SeparatingFeature, key: RowKey, at: Placed) -> bool {
    let other = match feature {
        SeparatingFeature::FacetOfA(_) => at.b,
        SeparatingFeature::FacetOfB(_) => at.a,
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return false,
    };
    matches!(key, RowKey::Vertex(v) if smooth::limb_of(other, v).is_some())
}

/// Distance of the wrench from the cone of the rows, relative to the wrench: by Moreau's decomposition the length of
/// its projection onto the polar cone {y : g·y <= 0}.
fn distance_to_cone(wrench: &Vec6, rows: &[Vec6]) -> f64 {
    let norm = wrench.norm();
    if !(norm > 0.0) {
        return 0.0;
    }
    let target = wrench / norm;
    // In what is added to the wrench.
    SmallSolver::lent(|small| {
        small.begin(1);
        for g in rows {
            small.push([Some(0), None], [(-g).into(), [0.0; BLOCK]], g.dot(&target), false);
        }
        let settings = ConvexSettings { scale: 1.0, ..ConvexSettings::default() };
        if small.solve(&settings).is_some() {
            return (target + Vec6::from(small.point()[0])).norm();
        }
        // Undecided: rather keep the feature than switch for no reason.
        let Ok(problem) = small.stated(BLOCK) else { return 0.0 };
        let solution = solve_convex(&problem, &settings, &[]);
        if solution.status == ConvexStatus::Solved {
            (target + Vec6::from_iterator(solution.y.iter().copied())).norm()
        } else {
            0.0
        }
    })
}

/// Whether the loads lie so well inside the chosen facet that no feature that holds at the end can want another wrench: the dear search
/// for those is left out then.
///
/// `room` is the distance of the load's centre from the edges of the facet, and of all vertices that do not touch from its plane. Along another
/// direction, tilted by θ, the facet comes up by room · sin θ on one side of the centre and what touches it does so on the other, so that only
/// directions with sin θ ≤ (gap + error)/room can separate. Those of other facets and of edges would have vertices of their own within
/// size · θ of the plane, and such are touching or `room` away. What is left touches in the same points, or has the centre between its own.
fn well_inside(
    feature: SeparatingFeature,
    loads: &[(RowKey, f64)],
    at: Placed,
    size: f64,
    error: f64,
) -> bool {
    let (slack, room) = (error + EXACT_OPEN, room(size, error));
    let (facets, other, f) = match feature {
        SeparatingFeature::FacetOfA(f) => (at.a, at.b, f),
        SeparatingFeature::FacetOfB(f) => (at.b, at.a, f),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return false,
    };
    let (mut sum, mut centre) = (0.0, Vec3::zeros());
    for (key, load) in loads {
        let Some(point) = point_above(other, *key, facets, f) else { return false };
        sum += load;
        centre += point * *load;
    }
    centre /= sum;
    let clear = |(k, x): (usize, &Vec3)| {
        let loaded = loads.iter().any(|(key, _)| *key == RowKey::Vertex(k));
        let height = facets.height(f, x);
        height >= room || height <= slack && (loaded || loads.len() > 1)
    };
    // Before the last digits are there, what of several rows will touch is not known.
    let known = loads.len() == 1 || error <= EXACT_OPEN;
    let all_clear = || match other.shape.smooth() {
        Some(_) => smooth::touches_clearly(other, facets, f, slack, room),
        None => other.vertices.iter().enumerate().all(clear),
    };
    if !(known && sum > 0.0 && room < 0.1 * size && all_clear()) {
        return false;
    }
    if let Some(end) = facets.shape.smooth() {
        // Of a flat end the rim is the border.
        return end.axis().is_some_and(|(middle, along, _)| {
            let w = facets.to_body(&centre) - middle;
            let (head, foot) = end.radii();
            let rim = if facets.shape.facets[f].normal.dot(&along) > 0.0 { head } else { foot };
            (w - along * along.dot(&w)).norm() < rim - room
        });
    }
    let (n, ring) = (facets.normal(f), &facets.shape.facets[f].vertices);
    let far_from_edge = |(&i, &j): (&usize, &usize)| {
        let (a, along) = (facets.vertices[i], facets.vertices[j] - facets.vertices[i]);
        n.cross(&along).dot(&(centre - a)) > room * along.norm()
    };
    ring.iter().zip(ring.iter().cycle().skip(1)).all(far_from_edge)
}

/// Where a row of a facet acts (m).
pub(super) fn point_above(other: &WorldPart, key: RowKey, facets: &WorldPart, facet: usize) -> Option<Vec3> {
    match key {
        RowKey::Vertex(v) => Some(smooth::asked_point(other, v, facets, facet)),
        RowKey::Within(spot) => Some(flank::lowest(other, spot, &facets.normal(facet))),
        _ => None,
    }
}

/// How far from the borders of a feature, and vertices that do not touch from its plane, a load is well inside (m).
fn room(size: f64, error: f64) -> f64 {
    (ROOM * size).max(6.0 * (size * (error + EXACT_OPEN)).sqrt() + 10.0 * error)
}

/// As [`well_inside`] for two edges that cross: whether no other feature can hold at the end.
///
/// The edges reach beyond the point where they cross by `room` on all four sides. Along a direction tilted by θ against their normal, in a plane with
/// one of them, this edge comes up by room · sin θ on one side, so that only directions that are tilted by at most (gap + error)/room
/// in both planes separate, and by 1/sine of the edges times √2 as much in all. Another facet, or another edge of either part, would have a vertex of its
/// own within size · θ of the plane, and all are `room` away.
fn well_crossed(
    feature: SeparatingFeature,
    loads: &[(RowKey, f64)],
    at: Placed,
    size: f64,
    error: f64,
) -> bool {
    let (SeparatingFeature::Edges { a, b, .. }, [(RowKey::Edges, load)]) = (feature, loads) else {
        return false;
    };
    let room = room(size, error);
    let ((a0, a1), (b0, b1)) = (at.a.edge(a), at.b.edge(b));
    let (along_a, along_b) = (a1 - a0, b1 - b0);
    let steep = along_a.cross(&along_b).norm() >= CROSSING * along_a.norm() * along_b.norm();
    let Some(n) = feature.direction(at.a, at.b).filter(|_| steep && *load > 0.0 && room < 0.1 * size) else {
        return false;
    };
    if !from_ends(feature, at).is_some_and(|ends| ends.iter().all(|from| *from > room)) {
        return false;
    }
    let clear = |part: &WorldPart, edge: usize, n: &Vec3| {
        let (own, level) = (part.shape.edges[edge].vertices, n.dot(&part.edge(edge).0) + room);
        part.vertices.iter().enumerate().all(|(k, x)| own.contains(&k) || n.dot(x) >= level)
    };
    clear(at.a, a, &-n) && clear(at.b, b, &n)
}

/// How far the point where two edges cross is from each of their ends (m), negative beyond it; none of what has no such point.
fn from_ends(edges: SeparatingFeature, at: Placed) -> Option<[f64; 4]> {
    let SeparatingFeature::Edges { a, b, .. } = edges else { return None };
    let ((a0, a1), (b0, b1)) = (at.a.edge(a), at.b.edge(b));
    let (along_a, along_b) = (a1 - a0, b1 - b0);
    let (s, t) = facing_points(&along_a, &along_b, &edges.direction(at.a, at.b)?, &(b0 - a0))?;
    let (length_a, length_b) = (along_a.norm(), along_b.norm());
    Some([s * length_a, (1.0 - s) * length_a, t * length_b, (1.0 - t) * length_b])
}

/// Whether two edges cross at an end of one of them.
fn crosses_at_end(edges: SeparatingFeature, at: Placed) -> bool {
    from_ends(edges, at).is_some_and(|ends| ends.iter().any(|from| from.abs() <= flush::BESIDE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes::cuboid;
    use crate::math::{Pose, Quat};
    use crate::world::{BodyId, PartId};

    #[test]
    fn a_wrench_inside_outside_and_on_the_border_of_a_cone() {
        let rows = [Vec6::new(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), Vec6::new(0.0, 1.0, 0.0, 0.0, 0.0, 0.0)];
        let inside = Vec6::new(2.0, 3.0, 0.0, 0.0, 0.0, 0.0);
        let outside = Vec6::new(3.0, -4.0, 0.0, 0.0, 0.0, 0.0);
        assert!(distance_to_cone(&inside, &rows) < 1e-12);
        assert!((distance_to_cone(&outside, &rows) - 0.8).abs() < 1e-12);
        assert!((distance_to_cone(&outside, &[]) - 1.0).abs() < 1e-12);
        assert!(distance_to_cone(&rows[0], &rows) < 1e-12);
    }

    /// A cube on its edge over another, edges across: where they cross far from their ends there is nothing to search; near an end,
    /// where they are nearly parallel, or where the load is a couple, there may be.
    #[test]
    fn edges_that_cross_far_from_their_ends_are_the_only_feature() {
        let cube = cuboid(&Vec3::repeat(0.5)).unwrap();
        let part = |body, position, orientation| {
            let pose = Pose { position, orientation };
            WorldPart::at(PartId { body: BodyId(body), part: 0 }, &cube, &pose)
        };
        let quarter = std::f64::consts::FRAC_PI_4;
        let a = part(0, Vec3::zeros(), Quat::from_axis_angle(&Vec3::x_axis(), quarter));
        let crossed = |along: f64, angle: f64, load: RowKey| {
            let turn = Quat::from_axis_angle(&Vec3::z_axis(), angle);
            let edge_down = turn * Quat::from_axis_angle(&Vec3::x_axis(), quarter);
            let b = part(1, Vec3::new(along, 0.0, 2.0_f64.sqrt()), edge_down);
            let (feature, separation) = search::widest(&a, &b, 1e-9);
            assert!(separation.abs() < 1e-12 && matches!(feature, SeparatingFeature::Edges { .. }));
            let at = Placed { a: &a, b: &b };
            let others = search::open_near(&a, &b, feature, -EXACT_OPEN, 1e-4).len() - 1;
            (well_crossed(feature, &[(load, 1.0)], at, 0.866, 0.0), others)
        };
        assert_eq!(crossed(0.0, 1.5, RowKey::Edges), (true, 0));
        assert_eq!(crossed(0.45, 1.5, RowKey::Edges), (true, 0));
        assert!(!crossed(0.4995, 1.5, RowKey::Edges).0);
        assert!(!crossed(0.0, 0.05, RowKey::Edges).0);
        assert!(!crossed(0.0, 1.5, RowKey::SideOfA(0)).0);
    }
}
