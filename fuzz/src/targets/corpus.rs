//! Files of the repository that inputs start from, in the program itself.

/// Scenes that use most of the format.
pub const SCENES: &[&str] = &[
    include_str!("../../../scenes/triangle_drop.ron"),
    include_str!("../../../scenes/boxstack2d.ron"),
    include_str!("../../../scenes/box3d_seed0.ron"),
    include_str!("../../../scenes/t_handle.ron"),
    include_str!("../../../scenes/friction/arch.ron"),
    include_str!("../../../scenes/friction/turntable.ron"),
    include_str!("../../../scenes/friction/bouncing_boxes.ron"),
    include_str!("../../../scenes/hard/spawned_inside_3d.ron"),
    include_str!("../../../scenes/hard/spike_in_hole.ron"),
    include_str!("../../../scenes/joints/six_axis_arm.ron"),
    include_str!("../../../scenes/joints/rolling_cart.ron"),
    include_str!("../../../scenes/joints/gear_pair.ron"),
    include_str!("../../../scenes/joints/grasp_friction.ron"),
    include_str!("../../../scenes/joints/double_pendulum.ron"),
    include_str!("../../../scenes/seams/seam3d_parts_t.ron"),
];

/// Complementarity problems.
pub const PROBLEMS: &[&str] = &[
    include_str!("../../../tests/lcp/box_2d_friction.json"),
    include_str!("../../../tests/lcp/box_on_floor.json"),
    include_str!("../../../tests/lcp/box_sliding.json"),
    include_str!("../../../tests/lcp/closing_walls.json"),
    include_str!("../../../tests/lcp/cube_on_edge.json"),
    include_str!("../../../tests/lcp/fathi_04.json"),
];

/// A recording of every version that is read.
#[cfg(feature = "app")]
pub const RECORDINGS: &[&[u8]] = &[
    include_bytes!("../../../tests/data/format1.pegrec"),
    include_bytes!("../../../tests/data/format2.pegrec"),
    include_bytes!("../../../tests/data/format3.pegrec"),
];
