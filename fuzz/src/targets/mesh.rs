//! OBJ and STL: meshes of convex bodies, correct, dented, with corners that do not quite meet, and changed in a few places.

use super::{Trial, class, hull};
use crate::chance::Chance;
use crate::mutate;
use pegsim::geometry::mesh::{convex_from_mesh, parse_obj, parse_stl};
use pegsim::geometry::shapes;
use pegsim::math::Vec3;
use std::fmt::Write;

const WORDS: &[&str] = &[
    "v",
    "vn",
    "vt",
    "f",
    "o",
    "g",
    "usemtl",
    "mtllib x.mtl",
    "#",
    "solid",
    "facet normal",
    "outer loop",
    "vertex",
    "endloop",
    "endfacet",
    "endsolid",
    "1//1",
    "-1",
    "1/2/3",
    "\n",
];

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let triangles = triangles(chance);
    let stl = chance.one_in(2);
    let mut bytes = match (stl, chance.one_in(2)) {
        (false, _) => obj(&triangles).into_bytes(),
        (true, true) => stl_text(&triangles).into_bytes(),
        (true, false) => stl_binary(&triangles),
    };
    match chance.below(4) {
        0 => {}
        1 => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            bytes = mutate::text(chance, &text, WORDS).into_bytes();
        }
        _ => bytes = mutate::bytes(chance, &bytes),
    }
    trial.given(&bytes, if stl { "stl" } else { "obj" });
    let mesh = match if stl { parse_stl(&bytes) } else { parse_obj(&bytes) } {
        Err(error) => return trial.tag(format!("refused: {}", class(&error))),
        Ok(mesh) => mesh,
    };
    match convex_from_mesh(&mesh, "fuzz") {
        Err(error) => trial.tag(format!("no body: {}", class(&error.to_string()))),
        Ok(body) => {
            trial.tag("a body");
            let largest = mesh.vertices.iter().map(Vec3::amax).fold(0.0, f64::max);
            hull::check(&mesh.vertices, &body, 4.0 * f64::from(f32::EPSILON) * largest, trial);
        }
    }
}

/// The triangles of a convex body, in single precision; some with corners that are off by a unit in the last place.
fn triangles(chance: &mut Chance) -> Vec<[[f32; 3]; 3]> {
    let size = chance.decades(-3.0, 3.0);
    let body = match chance.below(4) {
        0 => {
            shapes::cuboid(&(Vec3::new(chance.unit(), chance.unit(), chance.unit()).add_scalar(0.01) * size))
        }
        1 => shapes::prism(3 + chance.below(30), size, size * chance.decades(-2.0, 1.0)),
        2 => shapes::platonic(shapes::PlatonicSolid::Icosahedron, size),
        _ => {
            let points: Vec<Vec3> =
                (0..8 + chance.below(40)).map(|_| Vec3::from(chance.vector()) * size).collect();
            pegsim::geometry::hull::convex_hull_3d(&points)
        }
    };
    let Ok(body) = body else { return Vec::new() };
    let shift = if chance.one_in(2) { Vec3::zeros() } else { Vec3::from(chance.vector()) * (size * 3.0) };
    let split = chance.one_in(3);
    let mut list = Vec::new();
    for facet in &body.facets {
        for pair in facet.vertices[1..].windows(2) {
            list.push([facet.vertices[0], pair[0], pair[1]].map(|v| {
                let p = body.vertices[v] + shift;
                [0, 1, 2].map(|k| {
                    let c = p[k] as f32;
                    if split && chance.one_in(3) { c.next_up() } else { c }
                })
            }));
        }
    }
    list
}

fn obj(triangles: &[[[f32; 3]; 3]]) -> String {
    let mut text = String::new();
    for [x, y, z] in triangles.iter().flatten() {
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for k in 0..triangles.len() {
        let _ = writeln!(text, "f {} {} {}", 3 * k + 1, 3 * k + 2, 3 * k + 3);
    }
    text
}

fn stl_text(triangles: &[[[f32; 3]; 3]]) -> String {
    let mut text = String::from("solid fuzz\n");
    for triangle in triangles {
        text += "facet normal 0 0 0\nouter loop\n";
        for [x, y, z] in triangle {
            let _ = writeln!(text, "vertex {x} {y} {z}");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid fuzz\n"
}

fn stl_binary(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = vec![0_u8; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0_u8; 12]);
        bytes.extend(triangle.iter().flatten().flat_map(|c| c.to_le_bytes()));
        bytes.extend([0_u8; 2]);
    }
    bytes
}
