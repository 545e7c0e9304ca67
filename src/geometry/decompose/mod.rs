//! Approximate convex decomposition: a closed mesh as a union of convex parts, by exact cuts along its own surface.
//!
//! The scheme is that of V-HACD (Mamou 2016) and CoACD (Wei, Liu, Ling and Su, "Approximate convex decomposition for 3D meshes with
//! collision-aware concavity and tree search", 2022): the piece that is farthest from its hull is cut by a plane, until none is farther
//! than the tolerance; then pieces whose common hull is as good are joined. As in CoACD the mesh itself is cut and no voxels;
//! beside planes across, those of hollow faces and through hollow edges are tried, so that a body of flat faces comes apart exactly.
//! V-HACD as the crate parry3d-f64 has it (0.31) cuts between voxels and is not used: of an upright U it makes parts with ramps in the
//! corners, and more parts than were allowed (`docs/physics.md`).

mod choose;
mod distance;
mod load;
mod piece;
mod scheme;
mod solid;
mod store;
mod terms;

pub use load::{LoadError, load};
pub use scheme::decompose;
pub use terms::{
    DEFAULT_PARTS, DEFAULT_TOLERANCE, DecomposeError, DecomposeSettings, MOST_PARTS, MOST_TRIANGLES, Parts,
};

#[cfg(test)]
mod tests;
