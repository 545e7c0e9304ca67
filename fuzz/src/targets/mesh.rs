//! OBJ, STL and glTF: meshes of convex bodies, correct, dented, with corners that do not quite meet, and changed in a few places.

use super::{Trial, class, hull};
use crate::chance::Chance;
use crate::mutate;
use pegsim::geometry::mesh::{convex_from_mesh, parse_gltf, parse_obj, parse_stl};
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
    "\"mode\":5",
    "4294967295",
    "\"children\":[0]",
    "1//1",
    "-1",
    "1/2/3",
    "\n",
];

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let triangles = triangles(chance);
    let format = ["obj", "stl", "glb"][chance.below(3)];
    let mut bytes = match (format, chance.one_in(2)) {
        ("obj", _) => obj(&triangles).into_bytes(),
        ("glb", _) => glb(&triangles),
        (_, true) => stl_text(&triangles).into_bytes(),
        (_, false) => stl_binary(&triangles),
    };
    match chance.below(4) {
        0 => {}
        1 => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            bytes = mutate::text(chance, &text, WORDS).into_bytes();
        }
        _ => bytes = mutate::bytes(chance, &bytes),
    }
    trial.given(&bytes, format);
    let read = match format {
        "obj" => parse_obj(&bytes),
        "stl" => parse_stl(&bytes),
        _ => parse_gltf(&bytes, None),
    };
    let mesh = match read {
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

/// The binary form of glTF: a text, and the corners of the triangles one after another.
fn glb(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let data: Vec<u8> = triangles.iter().flatten().flatten().flat_map(|c| c.to_le_bytes()).collect();
    let (length, count) = (data.len(), 3 * triangles.len());
    let mut text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0,\"scale\":[1,1,1]}}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"mode\":4}}]}}],\"buffers\":[{{\"byteLength\":{length}}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":{length}}}],\"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\
         \"count\":{count},\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,1]}}]}}"
    )
    .into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((28 + text.len() as u32 + length as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
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
