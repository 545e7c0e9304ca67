//! Tests of the decomposition: exact where bodies have flat faces, within the tolerance elsewhere, and the same each time.

use super::*;
use crate::geometry::mesh::make::{of_cells, turned};
use crate::geometry::mesh::{Axis, TriangleMesh};
use crate::math::{Quat, Vec3};
use std::f64::consts::TAU;

fn l_bracket() -> TriangleMesh {
    of_cells([&[0.0, 0.08, 0.3], &[0.0, 0.1], &[0.0, 0.07, 0.25]], |[x, _, z]| x == 0 || z == 0)
}

fn upright_u() -> TriangleMesh {
    of_cells([&[0.0, 0.08, 0.23, 0.3], &[0.0, 0.1], &[0.0, 0.07, 0.25]], |[x, _, z]| x != 1 || z == 0)
}

fn table() -> TriangleMesh {
    let planes: [&[f64]; 3] = [&[0.0, 0.05, 0.75, 0.8], &[0.0, 0.05, 0.45, 0.5], &[0.0, 0.4, 0.43]];
    of_cells(planes, |[x, y, z]| z == 1 || (x != 1 && y != 1))
}

fn torus() -> TriangleMesh {
    let profile: Vec<[f64; 2]> = (0..12)
        .map(|k| TAU * f64::from(k) / 12.0)
        .map(|angle| [0.2 + 0.06 * angle.cos(), 0.06 * angle.sin()])
        .collect();
    turned(&profile, 24)
}

fn rotated(mut mesh: TriangleMesh) -> TriangleMesh {
    let turn = Quat::from_scaled_axis(Vec3::new(0.3, -0.7, 1.1));
    mesh.vertices.iter_mut().for_each(|v| *v = turn * *v);
    mesh
}

/// Of all parts (m³).
fn volume(parts: &Parts) -> f64 {
    parts.parts.iter().map(|part| part.mass_properties().measure).sum()
}

fn cut(mesh: &TriangleMesh, parts: usize, tolerance: Option<f64>) -> Result<Parts, DecomposeError> {
    decompose(mesh, &DecomposeSettings { parts, tolerance })
}

fn bits(parts: &Parts) -> Vec<u64> {
    let points = parts.parts.iter().flat_map(|part| part.vertices.iter().flatten().map(|c| c.to_bits()));
    points.chain([parts.error.to_bits()]).collect()
}

#[test]
fn bodies_of_flat_faces_come_apart_exactly() {
    for (name, mesh, wanted) in [("L", l_bracket(), 2), ("U", upright_u(), 3), ("table", table(), 5)] {
        for mesh in [mesh.clone(), rotated(mesh.clone()), mesh.mirrored(Axis::X)] {
            let parts = decompose(&mesh, &DecomposeSettings::default()).unwrap();
            let true_volume = mesh.signed_volume();
            assert_eq!(parts.parts.len(), wanted, "{name}");
            assert!(parts.error <= 1e-12, "{name}: {:e}", parts.error);
            // Joined pieces may lie in others by a little: the seat of the table in its legs.
            let overlap = volume(&parts) / true_volume - 1.0;
            let may = if name == "table" { 0.03 } else { 1e-12 };
            assert!((-1e-12..=may).contains(&overlap), "{name}: {overlap:e}");
        }
    }
}

/// The hull of a ring fills its hole: with one part the surfaces are as far apart as the hole's middle is from the ring.
#[test]
fn a_ring_comes_nearer_with_the_parts_that_it_may_have() {
    let mut last = f64::INFINITY;
    for (most, bound) in [(1, 0.15), (8, 0.012), (16, 0.006), (24, 0.0025)] {
        let parts = cut(&torus(), most, Some(1e-3)).unwrap();
        assert!(parts.parts.len() <= most);
        assert!(parts.error <= bound && parts.error < last, "{most}: {} m", parts.error);
        last = parts.error;
    }
    // From the middle of the hull's flat faces to the tube, whose middle is 0.2 m from the axis.
    let hull = cut(&torus(), 1, None).unwrap();
    assert!((hull.error - (0.2_f64.hypot(0.06) - 0.06)).abs() < 0.005, "{}", hull.error);
}

#[test]
fn the_tolerance_is_kept_where_there_may_be_parts_enough() {
    for tolerance in [0.02, 0.005] {
        let parts = cut(&torus(), MOST_PARTS, Some(tolerance)).unwrap();
        // Kept at points; between them hulls stand off a little farther.
        assert!(parts.error <= 1.05 * tolerance, "{tolerance}: {} m", parts.error);
    }
}

#[test]
fn the_same_mesh_gives_the_same_parts_to_the_bit_on_any_thread() {
    let first = bits(&cut(&torus(), 12, None).unwrap());
    let threads: Vec<_> =
        (0..2).map(|_| std::thread::spawn(|| bits(&cut(&torus(), 12, None).unwrap()))).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), first);
    }
}

/// L of two bricks: their sums, and not those of overlapping hulls.
#[test]
fn mass_properties_are_those_of_the_mesh() {
    let found = cut(&l_bracket(), 1, None).unwrap().mass_properties;
    let bricks = [([0.0, 0.0, 0.0], [0.08, 0.1, 0.25]), ([0.08, 0.0, 0.0], [0.3, 0.1, 0.07])];
    let bricks = bricks.map(|(low, high)| {
        let (low, size) = (Vec3::from(low), Vec3::from(high) - Vec3::from(low));
        (low + size / 2.0, size, size.product())
    });
    let volume: f64 = bricks.iter().map(|(_, _, v)| v).sum();
    let centre = bricks.iter().map(|(c, _, v)| c * *v).sum::<Vec3>() / volume;
    let about_y: f64 = bricks
        .iter()
        .map(|(c, s, v)| v * ((s.x * s.x + s.z * s.z) / 12.0 + (c - centre).xz().norm_squared()))
        .sum();
    assert!((found.measure / volume - 1.0).abs() < 1e-13);
    assert!((found.centroid - centre).norm() < 1e-15);
    assert!((found.inertia[(1, 1)] / about_y - 1.0).abs() < 1e-12);
    let xz: f64 = bricks.iter().map(|(c, _, v)| -v * (c - centre).x * (c - centre).z).sum();
    assert!((found.inertia[(0, 2)] - xz).abs() < 1e-12 * about_y);
}

/// Boxes of a grid, at random: no corner is left out, and no part stands off farther than it may. Boxes that touch along an edge or at a
/// corner alone are among them.
#[test]
fn random_bodies_of_boxes_are_covered() {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let planes: [&[f64]; 3] = [&[0.0, 0.11, 0.3, 0.37], &[-0.2, 0.0, 0.13], &[0.0, 0.07, 0.25]];
    let (mut exact, mut parts_in_all) = (0, 0);
    for seed in 0..12 {
        let bits = ChaCha8Rng::seed_from_u64(seed).next_u64() | 1;
        let mesh = rotated(of_cells(planes, |[x, y, z]| bits >> (x + 3 * y + 6 * z) & 1 == 1));
        let parts = decompose(&mesh, &DecomposeSettings::default()).unwrap();
        let covered = |v: &Vec3| parts.parts.iter().any(|part| piece::depth(part, v) >= -4.0 * mesh.known());
        assert!(mesh.vertices.iter().all(covered), "seed {seed}");
        assert!(parts.error <= 1.05 * parts.tolerance, "seed {seed}: {} m", parts.error);
        assert!((parts.mass_properties.measure / mesh.signed_volume() - 1.0).abs() < 1e-12);
        exact += usize::from(parts.error <= 1e-9);
        parts_in_all += parts.parts.len();
    }
    assert!(exact >= 10 && parts_in_all <= 12 * 8, "{exact} exact, {parts_in_all} parts");
}

#[test]
fn a_mesh_inside_out_is_the_same_body() {
    let mut mesh = upright_u();
    mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    assert_eq!(bits(&cut(&mesh, 32, None).unwrap()), bits(&cut(&upright_u(), 32, None).unwrap()));
}

#[test]
fn what_cannot_be_cut_is_refused_with_a_reason() {
    let said = |mesh: &TriangleMesh| decompose(mesh, &DecomposeSettings::default()).unwrap_err().to_string();
    let mut open = table();
    open.triangles.remove(7);
    assert!(said(&open).starts_with("it has holes (3 open edges, the first near ("), "{}", said(&open));
    let mut turned_over = table();
    turned_over.triangles[7].swap(0, 1);
    assert_eq!(
        said(&turned_over),
        "its triangles are turned against each other at 3 edges; turn all of them outwards"
    );
    let mut flat = table();
    flat.vertices.iter_mut().for_each(|v| v.z = 0.0);
    assert!(!said(&flat).is_empty());
    let mut none = table();
    none.vertices[0].x = f64::NAN;
    assert_eq!(said(&none), "it has a coordinate that is no finite number");
    let mut many = table();
    many.triangles = many.triangles.iter().copied().cycle().take(MOST_TRIANGLES + 1).collect();
    assert_eq!(said(&many), "it has 50001 triangles; simplify it to 50000 or fewer");
    let check = |parts, tolerance| DecomposeSettings { parts, tolerance }.check().unwrap_err();
    assert_eq!(check(10_000, None), "parts is 10000; it must lie between 1 and 256");
    assert_eq!(check(0, None), "parts is 0; it must lie between 1 and 256");
    for tolerance in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(check(8, Some(tolerance)).starts_with("tolerance is "));
    }
}

#[test]
fn what_is_kept_comes_back_to_the_bit_and_is_cut_anew_where_it_is_damaged() {
    let folder = std::env::temp_dir().join(format!("pegsim-parts-{}", std::process::id()));
    let settings = DecomposeSettings::default();
    let mesh = rotated(upright_u());
    let (key, parts) = (store::key(&mesh, &settings), decompose(&mesh, &settings).unwrap());
    assert!(store::take(&folder, &key, &mesh).is_none());
    store::put(&folder, &key, &parts);
    let again = store::take(&folder, &key, &mesh).unwrap();
    assert_eq!(bits(&again), bits(&parts));
    assert_eq!(format!("{:?}", again.parts), format!("{:?}", parts.parts));
    assert_eq!(again.mass_properties.inertia, parts.mass_properties.inertia);
    assert_eq!((again.spacing, again.tolerance), (parts.spacing, parts.tolerance));
    // Others have other files.
    for other in
        [DecomposeSettings { parts: 8, ..settings }, DecomposeSettings { tolerance: Some(0.1), ..settings }]
    {
        assert!(store::take(&folder, &store::key(&mesh, &other), &mesh).is_none());
    }
    assert_ne!(store::key(&upright_u(), &settings), key);
    // Any one bit, any end.
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&file).unwrap();
    for at in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&file, damaged).unwrap();
        assert!(store::take(&folder, &key, &mesh).is_none(), "byte {at}");
        std::fs::write(&file, &whole[..at]).unwrap();
        assert!(store::take(&folder, &key, &mesh).is_none(), "cut at {at}");
    }
    // A file of another mesh under this name, whole in itself.
    store::put(&folder, &key, &cut(&l_bracket(), 32, None).unwrap());
    assert!(store::take(&folder, &key, &mesh).is_none());
    std::fs::remove_dir_all(&folder).unwrap();
}
