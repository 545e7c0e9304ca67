//! Where a piece is cut: planes of hollow surface, planes through hollow edges and planes across, and the best of them.

use crate::geometry::decompose::piece::{Half, Patch, Piece, depth};
use crate::geometry::decompose::solid::Solid;
use crate::math::Vec3;

/// Planes of each kind that are tried: those that promise most.
const TRIED: usize = 20;

/// Planes across the piece along each axis.
const ACROSS: usize = 7;

/// Planes whose normals and offsets (in sizes of the solid) agree to this are one.
const SAME: f64 = 1e-6;

/// A side thinner than this share of the solid's size is a splinter, and no part to touch others with.
const THINNEST: f64 = 1e-4;

/// How much of a piece's volume an uneven cut counts for: as in V-HACD (Mamou 2016), it decides among cuts that do the same.
const BALANCE: f64 = 0.05;

/// How much of the hollow over a surface that becomes flush with the cut counts beside the volume that the hulls lose.
const FLUSH: f64 = 0.2;

/// A plane, and the hollow (m³) that speaks for it.
type Candidate = (Half, f64);

/// The two sides of the best cut; `None` where no plane has a body on both sides.
///
/// The best one leaves the least volume in the hulls of both sides, as in V-HACD; of those that leave the same, the one along the deepest
/// hollow, because further cuts gain there.
pub(super) fn best_cut(piece: &Piece, solid: &Solid) -> Option<[Piece; 2]> {
    let mut best: Option<(f64, [Piece; 2])> = None;
    for (plane, hollow) in candidates(piece, solid) {
        let Some(sides) = piece.cut(solid, &plane) else { continue };
        let [low, high] = &sides;
        let is_splinter = |side: &Piece| {
            let (low, high) = span(&side.hull.vertices, &plane.normal);
            high - low < THINNEST * solid.size
        };
        if sides.iter().any(is_splinter) {
            continue;
        }
        let uneven = BALANCE * (low.volume - high.volume).abs();
        let cost = low.volume + high.volume + uneven - FLUSH * hollow.min(piece.volume);
        if best.as_ref().is_none_or(|(least, _)| cost < *least - SAME * piece.volume) {
            best = Some((cost, sides));
        }
    }
    best.map(|(_, sides)| sides)
}

/// The least and the greatest coordinate of points along a direction (m).
fn span(points: &[Vec3], along: &Vec3) -> (f64, f64) {
    let coordinates = points.iter().map(|p| along.dot(p));
    coordinates.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), s| (low.min(s), high.max(s)))
}

fn candidates(piece: &Piece, solid: &Solid) -> Vec<Candidate> {
    let mut found = flush_planes(piece, solid);
    found.extend(edge_planes(piece, solid));
    found.extend(planes_across(piece));
    found
}

/// The planes of patches that lie under the hull, with the volume of the hollow over them.
fn flush_planes(piece: &Piece, solid: &Solid) -> Vec<Candidate> {
    let hollow = |patch: &Patch| {
        let under = depth(&piece.hull, &patch.centroid());
        (under > solid.known).then(|| {
            let half = Half { normal: patch.normal, offset: patch.normal.dot(&patch.points[0]) };
            (half, under * patch.area())
        })
    };
    let mut found: Vec<Candidate> = piece.surface.iter().filter_map(hollow).collect();
    // Those of one plane side by side, whichever way they are turned.
    for (half, _) in &mut found {
        let first = half.normal.iter().find(|c| c.abs() > 0.5 * SAME).copied().unwrap_or(0.0);
        if first < 0.0 {
            *half = half.other();
        }
    }
    found.sort_by(|(a, _), (b, _)| order(a, b));
    let mut merged: Vec<Candidate> = Vec::new();
    for (half, hollow) in found {
        match merged.last_mut() {
            Some((last, sum)) if same(last, &half, solid.size) => *sum += hollow,
            _ => merged.push((half, hollow)),
        }
    }
    most(merged)
}

/// The planes that halve the hollow angle at an edge.
fn edge_planes(piece: &Piece, solid: &Solid) -> Vec<Candidate> {
    let mut found = Vec::new();
    for [mut tail, mut head, n, m] in solid.reflex_edges() {
        // The edge within the cell.
        for half in &piece.cell {
            let (a, b) = (half.height(&tail), half.height(&head));
            if a > 0.0 && b > 0.0 {
                tail = head;
            } else if a > 0.0 {
                tail += (head - tail) * (a / (a - b));
            } else if b > 0.0 {
                head += (tail - head) * (b / (b - a));
            }
        }
        let middle = (tail + head) / 2.0;
        let length = (head - tail).norm();
        let under = depth(&piece.hull, &middle);
        let Some(normal) = (n - m).try_normalize(SAME) else { continue };
        if length > solid.known && under > solid.known {
            let half = Half { normal, offset: normal.dot(&middle) };
            found.push((half, length * under));
        }
    }
    // What stands at an edge is no hollow over a surface: it only says which edges are tried.
    most(found).into_iter().map(|(half, _)| (half, 0.0)).collect()
}

fn planes_across(piece: &Piece) -> Vec<Candidate> {
    let mut found = Vec::new();
    for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
        let (low, high) = span(&piece.hull.vertices, &axis);
        for k in 1..=ACROSS {
            let offset = low + (high - low) * k as f64 / (ACROSS + 1) as f64;
            found.push((Half { normal: axis, offset }, 0.0));
        }
    }
    found
}

/// The [`TRIED`] that promise most; equal ones in the order of their planes.
fn most(mut found: Vec<Candidate>) -> Vec<Candidate> {
    found.sort_by(|(a, x), (b, y)| y.total_cmp(x).then_with(|| order(a, b)));
    found.truncate(TRIED);
    found
}

fn order(a: &Half, b: &Half) -> std::cmp::Ordering {
    let key = |half: &Half| {
        // To a grain, so that the patches of one plane stand side by side.
        let [x, y, z] = [half.normal.x, half.normal.y, half.normal.z].map(|c| (c / SAME).round());
        [x, y, z, half.offset]
    };
    let (a, b) = (key(a), key(b));
    a.iter().zip(&b).map(|(p, q)| p.total_cmp(q)).find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
}

fn same(a: &Half, b: &Half, size: f64) -> bool {
    (a.normal - b.normal).amax() <= 2.0 * SAME && (a.offset - b.offset).abs() <= SAME * size
}
