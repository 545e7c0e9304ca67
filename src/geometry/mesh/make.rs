//! Closed meshes that are made: bodies of grid cells, and bodies turned about an axis.

use crate::geometry::mesh::TriangleMesh;
use crate::math::Vec3;
use std::f64::consts::TAU;

/// The surface of the cells (i, j, k) of a grid that are `full`; `planes` are the grid's along x, y and z (m), ascending. Faces between full
/// cells are left out, so that the body is one.
pub fn of_cells(planes: [&[f64]; 3], full: impl Fn([usize; 3]) -> bool) -> TriangleMesh {
    let counts = planes.map(<[f64]>::len);
    let mut mesh = TriangleMesh::default();
    // Numbers of the grid's corners that are used.
    let mut numbers = vec![usize::MAX; counts.iter().product()];
    let is_full = |cell: [usize; 3]| (0..3).all(|k| cell[k] + 1 < counts[k]) && full(cell);
    let cells = (0..counts[0]).flat_map(|x| (0..counts[1]).map(move |y| (x, y)));
    let cells = cells.flat_map(|(x, y)| (0..counts[2]).map(move |z| [x, y, z]));
    for cell in cells.filter(|cell| is_full(*cell)) {
        for (axis, up) in (0..6).map(|side| (side / 2, side % 2)) {
            let mut next = cell;
            // Below the first cell there is none: the number wraps, and lies beyond the last.
            next[axis] = if up == 1 { cell[axis] + 1 } else { cell[axis].wrapping_sub(1) };
            if next[axis] != usize::MAX && is_full(next) {
                continue;
            }
            let mut corner = |i: usize, j: usize| {
                let mut at = cell;
                at[axis] += up;
                at[(axis + 1) % 3] += i;
                at[(axis + 2) % 3] += j;
                let number = &mut numbers[(at[0] * counts[1] + at[1]) * counts[2] + at[2]];
                if *number == usize::MAX {
                    *number = mesh.vertices.len();
                    mesh.vertices.push(Vec3::new(planes[0][at[0]], planes[1][at[1]], planes[2][at[2]]));
                }
                *number
            };
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            mesh.triangles.extend(if up == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
        }
    }
    mesh
}

/// The body that a closed profile of (radius, height) (m), counter-clockwise with the radius to the right, sweeps about z, in so many
/// sectors. Where the radius is 0 it is on the axis.
pub fn turned(profile: &[[f64; 2]], sectors: usize) -> TriangleMesh {
    let n = profile.len();
    let mut mesh = TriangleMesh::default();
    let mut numbers = vec![0; n * sectors];
    for i in 0..sectors {
        let (sin, cos) = (TAU * i as f64 / sectors as f64).sin_cos();
        for (j, [r, z]) in profile.iter().enumerate() {
            if i > 0 && *r == 0.0 {
                numbers[i * n + j] = numbers[j];
                continue;
            }
            numbers[i * n + j] = mesh.vertices.len();
            mesh.vertices.push(Vec3::new(r * cos, r * sin, *z));
        }
    }
    let at = |i: usize, j: usize| numbers[(i % sectors) * n + j % n];
    for (i, j) in (0..sectors).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        let triangles = [[a, b, c], [a, c, d]];
        mesh.triangles.extend(triangles.into_iter().filter(|[p, q, r]| p != q && q != r && r != p));
    }
    mesh
}

/// The mesh as the text of an OBJ file.
pub fn to_obj(mesh: &TriangleMesh, title: &str) -> String {
    let mut text = format!("# {title}\n");
    for v in &mesh.vertices {
        text += &format!("v {} {} {}\n", v.x, v.y, v.z);
    }
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|i| i + 1);
        text += &format!("f {a} {b} {c}\n");
    }
    text
}
