//! Linear algebra of the methods: sparse and dense factorisations, and the orders of elimination.

pub(crate) mod block_cholesky;
pub(crate) mod block_lu;
mod block_order;
pub(crate) mod dense;
mod dissection;
mod elimination;
pub(crate) mod envelope_qr;
mod fronts;
pub(crate) mod null_space;
pub(crate) mod principal_inverse;
mod reflection;
pub(crate) mod thin_qr;
