//! Tests of the decomposition: exact where bodies have flat faces, within the tolerance elsewhere, and the same each time.

use super::*;
use std::f64::consts::TAU;

/// A prism over a polygon of the x-z plane, which is given with its triangles, from y = 0 to `depth`.
fn extruded(polygon: &[[f64; 2]], triangles: &[[usize; 3]], depth: f64) -> TriangleMesh {
    let n = polygon.len();
    let mut mesh = TriangleMesh::default();
    for y in [0.0, depth] {
        mesh.vertices.extend(polygon.iter().map(|[x, z]| Vec3::new(*x, y, *z)));
    }
    for &[a, b, c] in triangles {
        mesh.triangles.extend([[a, b, c], [a + n, c + n, b + n]]);
    }
    for i in 0..n {
        let j = (i + 1) % n;
        mesh.triangles.extend([[i, i + n, j], [j, i + n, j + n]]);
    }
    mesh
}

fn l_bracket() -> TriangleMesh {
    let corners = [[0.0, 0.0], [0.3, 0.0], [0.3, 0.07], [0.08, 0.07], [0.08, 0.25], [0.0, 0.25]];
    extruded(&corners, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 0.1)
}

fn upright_u() -> TriangleMesh {
    let corners = [
        [0.0, 0.0],
        [0.3, 0.0],
        [0.3, 0.25],
        [0.23, 0.25],
        [0.23, 0.07],
        [0.08, 0.07],
        [0.08, 0.25],
        [0.0, 0.25],
    ];
    extruded(&corners, &[[0, 5, 6], [0, 6, 7], [0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4]], 0.1)
}

/// A ring about z with a profile of (radius, height), turned in `sectors`.
fn turned(profile: &[[f64; 2]], sectors: usize) -> TriangleMesh {
    let n = profile.len();
    let mut mesh = TriangleMesh::default();
    for i in 0..sectors {
        let (sin, cos) = (TAU * i as f64 / sectors as f64).sin_cos();
        mesh.vertices.extend(profile.iter().map(|[r, z]| Vec3::new(r * cos, r * sin, *z)));
    }
    let at = |i: usize, j: usize| (i % sectors) * n + j % n;
    for i in 0..sectors {
        for j in 0..n {
            mesh.triangles.extend([
                [at(i, j), at(i + 1, j), at(i + 1, j + 1)],
                [at(i, j), at(i + 1, j + 1), at(i, j + 1)],
            ]);
        }
    }
    mesh
}

fn torus() -> TriangleMesh {
    let profile: Vec<[f64; 2]> = (0..12)
        .map(|k| TAU * f64::from(k) / 12.0)
        .map(|angle| [0.2 + 0.06 * angle.cos(), 0.06 * angle.sin()])
        .collect();
    turned(&profile, 24)
}

/// Boxes that stand on each other without sharing faces are not closed together: a table as one surface, of a grid of cells.
fn cells(full: impl Fn(usize, usize, usize) -> bool, steps: [&[f64]; 3]) -> TriangleMesh {
    let counts = steps.map(<[f64]>::len);
    let mut mesh = TriangleMesh::default();
    let number = |p: [usize; 3]| (p[0] * counts[1] + p[1]) * counts[2] + p[2];
    for x in steps[0] {
        for y in steps[1] {
            mesh.vertices.extend(steps[2].iter().map(|z| Vec3::new(*x, *y, *z)));
        }
    }
    let is_full = |c: [usize; 3]| (0..3).all(|k| c[k] + 1 < counts[k]) && full(c[0], c[1], c[2]);
    for x in 0..counts[0] - 1 {
        for y in 0..counts[1] - 1 {
            for z in 0..counts[2] - 1 {
                let cell = [x, y, z];
                if !is_full(cell) {
                    continue;
                }
                for axis in 0..3 {
                    for up in [false, true] {
                        let mut next = cell;
                        next[axis] = if up { cell[axis] + 1 } else { cell[axis].wrapping_sub(1) };
                        if next[axis] != usize::MAX && is_full(next) {
                            continue;
                        }
                        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                        let corner = |i: usize, j: usize| {
                            let mut p = cell;
                            p[axis] += usize::from(up);
                            p[u] += i;
                            p[v] += j;
                            number(p)
                        };
                        let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                        let quads = if up { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] };
                        mesh.triangles.extend(quads);
                    }
                }
            }
        }
    }
    mesh
}

fn table() -> TriangleMesh {
    let steps: [&[f64]; 3] = [&[0.0, 0.05, 0.75, 0.8], &[0.0, 0.05, 0.45, 0.5], &[0.0, 0.4, 0.43]];
    cells(|x, y, z| z == 1 || (x != 1 && y != 1), steps)
}

fn volume(parts: &Parts) -> f64 {
    parts.parts.iter().map(|part| part.mass_properties().measure).sum()
}

#[test]
fn bodies_of_flat_faces_come_apart_exactly() {
    for (name, mesh, wanted) in [("L", l_bracket(), 2), ("U", upright_u(), 3), ("table", table(), 5)] {
        let parts = decompose(&mesh, &DecomposeSettings::default()).unwrap();
        let true_volume = mesh.signed_volume();
        println!("{name}: {} parts, error {:.1e} m, volume {:.6e} of {true_volume:.6e}", parts.parts.len(), parts.error, volume(&parts));
        assert_eq!(parts.parts.len(), wanted, "{name}");
        assert!(parts.error <= 1e-12, "{name}: {:e}", parts.error);
        assert!((volume(&parts) / true_volume - 1.0).abs() <= 1e-12, "{name}");
    }
}

#[test]
fn a_torus() {
    for (count, tolerance) in [(8, 0.001), (16, 0.01), (32, 0.005), (64, 0.002), (128, 0.001)] {
        let start = std::time::Instant::now();
        let parts = decompose(&torus(), &DecomposeSettings { parts: count, tolerance: Some(tolerance) }).unwrap();
        println!("{count} {tolerance}: {} parts, error {:.2e} ± {:.1e}, volume {:.4e} of {:.4e}, {:?}", parts.parts.len(), parts.error, parts.spacing, volume(&parts), torus().signed_volume(), start.elapsed());
    }
}
