//! (under construction)

/// Residual of a complementarity problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Residual {
    /// ‖min(z, Az + b)‖∞.
    pub natural_map: f64,
    /// max(0, −min z).
    pub primal: f64,
    /// max(0, −min w).
    pub dual: f64,
    /// max |z_i w_i|.
    pub complementarity: f64,
    /// Row of the largest entry of the natural map.
    pub worst_row: Option<usize>,
}
