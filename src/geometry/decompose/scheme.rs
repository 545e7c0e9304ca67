//! The scheme: the worst piece is cut in two until none is bad, then pieces are joined.

use crate::geometry::decompose::choose::best_cut;
use crate::geometry::decompose::distance::{Surface, hausdorff};
use crate::geometry::decompose::piece::{Piece, deepest};
use crate::geometry::decompose::solid::Solid;
use crate::geometry::decompose::terms::{DEFAULT_TOLERANCE, DecomposeError, DecomposeSettings, Parts};
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::mesh::TriangleMesh;
use crate::math::Vec3;

/// Distance of the points at which a hull is looked at, as a share of the solid's size, unless the tolerance is greater: what is hollow and
/// narrower may be missed, and is seen in the error alone.
const LOOKED_AT: f64 = 1.0 / 160.0;

/// How often cuts and joins take turns at most.
const ROUNDS: usize = 8;

/// A join may enclose no more than this share of both volumes beyond them: what is hollow there is small, and what is not belongs to other
/// parts, on which the joined one would lie.
const GROWTH: f64 = 0.02;

/// Cuts a closed mesh into convex parts.
///
/// The same parts to the bit for the same mesh and settings: there is one thread, and no order that chance has a hand in.
///
/// # Errors
/// A mesh that does not close or has too many triangles.
pub fn decompose(mesh: &TriangleMesh, settings: &DecomposeSettings) -> Result<Parts, DecomposeError> {
    let solid = Solid::new(mesh)?;
    let tolerance = settings.tolerance.unwrap_or(DEFAULT_TOLERANCE * solid.size).max(solid.known);
    let surface = Surface::of(&solid);
    let goal = Goal {
        solid: &solid,
        surface: &surface,
        tolerance,
        spacing: (solid.size * LOOKED_AT).max(tolerance),
    };
    let mut pieces = vec![Piece::whole(&solid).ok_or(DecomposeError::Flat)?];
    // Joins make room for more cuts where the number of parts was what ended them.
    for _ in 0..ROUNDS {
        pieces = cut_up(pieces, &goal, settings.parts);
        let full = pieces.len() == settings.parts;
        pieces = joined(pieces, &goal);
        if !full || pieces.len() == settings.parts {
            break;
        }
    }
    let corners: Vec<_> = pieces.into_iter().map(|piece| piece.hull.vertices).collect();
    finished(&corners, &goal)
}

/// What pieces are held to.
struct Goal<'a> {
    solid: &'a Solid,
    surface: &'a Surface,
    /// How far a hull may stand off (m).
    tolerance: f64,
    /// Distance of the points at which that is looked at (m).
    spacing: f64,
}

impl Goal<'_> {
    /// How far a piece and its hull are apart (m): how far the hull stands off the solid, or how deep the solid lies under it, which is
    /// more in corners and less where the piece is thin. 0 where that is no more than may be.
    fn missed(&self, piece: &Piece) -> f64 {
        let deep = Some(deepest(piece)).filter(|deep| *deep > self.tolerance);
        let off = self.surface.stand_off(&piece.hull, self.solid, self.tolerance, self.spacing);
        off.max(deep.unwrap_or(0.0))
    }
}

/// Hulls over the corners of parts, with their error: made from the corners alone, so that those read from a store are the same.
fn finished(corners: &[Vec<Vec3>], goal: &Goal) -> Result<Parts, DecomposeError> {
    let hulls = corners.iter().map(|points| convex_hull_3d(points).map_err(|_| DecomposeError::Flat));
    let parts = hulls.collect::<Result<Vec<_>, _>>()?;
    let (error, spacing) = hausdorff(goal.solid, goal.surface, &parts);
    Ok(Parts {
        parts,
        mass_properties: goal.solid.mass_properties(),
        error,
        spacing,
        tolerance: goal.tolerance,
    })
}

/// Pieces whose hulls stand off no farther than they may, as far as `most` of them do.
fn cut_up(pieces: Vec<Piece>, goal: &Goal, most: usize) -> Vec<Piece> {
    // Each with what it misses; those that no plane cuts count as done.
    let mut pieces: Vec<(f64, Piece)> =
        pieces.into_iter().map(|piece| (goal.missed(&piece), piece)).collect();
    while pieces.len() < most {
        let worst =
            pieces.iter().enumerate().max_by(|(i, (a, _)), (j, (b, _))| a.total_cmp(b).then(j.cmp(i)));
        let Some((at, _)) = worst.filter(|(_, (missed, _))| *missed > 0.0) else { break };
        match best_cut(&pieces[at].1, goal.solid) {
            Some([low, high]) => {
                pieces[at] = (goal.missed(&low), low);
                pieces.push((goal.missed(&high), high));
            }
            None => pieces[at].0 = 0.0,
        }
    }
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// The pieces with those made one whose common hull stands off no farther than it may, those first whose hull gains least: an exact join
/// gains nothing.
fn joined(pieces: Vec<Piece>, goal: &Goal) -> Vec<Piece> {
    let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let join = |pieces: &[Option<Piece>], i: usize, j: usize| {
        let (one, other) = (pieces[i].as_ref()?, pieces[j].as_ref()?);
        let both = one.joined(other, goal.solid)?;
        let apart = one.volume + other.volume;
        let fits = both.volume <= (1.0 + GROWTH) * apart && goal.missed(&both) == 0.0;
        fits.then_some((both.volume - apart, both))
    };
    let pairs = (0..pieces.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    let mut open: Vec<(f64, usize, usize)> =
        pairs.filter_map(|(i, j)| join(&pieces, i, j).map(|(gain, _)| (gain, i, j))).collect();
    loop {
        // The last one is the next.
        open.sort_by(|a, b| b.0.total_cmp(&a.0).then((b.1, b.2).cmp(&(a.1, a.2))));
        let Some((_, i, j)) = open.pop() else { break };
        let Some((_, both)) = join(&pieces, i, j) else { continue };
        open.retain(|(_, k, l)| ![*k, *l].iter().any(|at| *at == i || *at == j));
        (pieces[i], pieces[j]) = (None, None);
        pieces.push(Some(both));
        let new = pieces.len() - 1;
        open.extend((0..new).filter_map(|k| join(&pieces, k, new).map(|(gain, _)| (gain, k, new))));
    }
    pieces.into_iter().flatten().collect()
}
