//! Triangle meshes in OBJ, STL and glTF files, and convex bodies from them, with a clear refusal of what is not convex.

mod gltf;
pub mod make;
mod text;

use crate::geometry::hull::convex_hull_3d_within;
use crate::geometry::polytope::{GeometryError, Polytope};
use crate::math::Vec3;
use crate::quote::{brief, cut};
use crate::reading;
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::path::Path;
use thiserror::Error;

/// A mesh counts as convex when every vertex lies on its hull and both volumes agree to this fraction. Mesh files
/// carry single precision (6e-8), and short decimal texts are coarser still.
const CONVEX_TOLERANCE: f64 = 1e-4;

/// How the names of mesh files end.
pub const ENDINGS: [&str; 4] = ["obj", "stl", "gltf", "glb"];

/// Why a mesh file does not make a body.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshError {
    /// The file cannot be read.
    #[error(
        "mesh file `{}` cannot be read ({reason}); the path is taken from the folder of the scene file",
        brief(path)
    )]
    Unreadable {
        /// Path as looked up.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// The name ends in none of [`ENDINGS`].
    #[error(
        "mesh file `{}` is neither .obj, .stl, .gltf nor .glb; save the mesh in one of these formats",
        brief(path)
    )]
    UnknownFormat {
        /// Path as looked up.
        path: String,
    },
    /// The content is not what the name says.
    #[error("mesh file `{}` is not a valid {format} file: {reason}", brief(path))]
    Malformed {
        /// Path as looked up.
        path: String,
        /// OBJ, STL or glTF.
        format: &'static str,
        /// What is wrong and where.
        reason: String,
    },
    /// The triangles enclose less than their hull.
    #[error(
        "mesh file `{}` is not convex: {volume:.2e} m³ in a hull of {hull_volume:.2e} m³, {inside} of its {vertices} \
         vertices inside; set `decompose: true`",
        brief(path)
    )]
    NotConvex {
        /// Path as looked up.
        path: String,
        /// Volume between the triangles (m³).
        volume: f64,
        /// Volume of the hull (m³).
        hull_volume: f64,
        /// Vertices off the surface of the hull.
        inside: usize,
        /// Vertices in all.
        vertices: usize,
    },
    /// The points do not span a polyhedron.
    #[error("mesh file `{}`: {source}", brief(path))]
    Degenerate {
        /// Path as looked up.
        path: String,
        /// What is wrong with the points.
        source: GeometryError,
    },
}

/// An axis of the file's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// First.
    X,
    /// Second.
    Y,
    /// Third.
    Z,
}

/// How a mesh is taken from its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Import {
    /// Factor from the file's unit to metres.
    pub scale: f64,
    /// Mirrored in the plane through the file's origin that this axis is normal to.
    pub mirror: Option<Axis>,
}

impl Default for Import {
    fn default() -> Self {
        Self { scale: 1.0, mirror: None }
    }
}

/// Points and triangles of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Vertices (m).
    pub vertices: Vec<Vec3>,
    /// Vertex indices, counter-clockwise seen from outside.
    pub triangles: Vec<[usize; 3]>,
}

impl TriangleMesh {
    /// To what its vertices are known (m): files hold single precision, so that what stands for one point in several triangles may differ
    /// by its rounding, four units in the last place of the largest coordinate.
    pub fn known(&self) -> f64 {
        4.0 * f64::from(f32::EPSILON) * self.vertices.iter().map(Vec3::amax).fold(0.0, f64::max)
    }

    /// Its mirror image in the plane through the origin that `axis` is normal to; its triangles are turned, so that they look outwards as
    /// before.
    pub fn mirrored(mut self, axis: Axis) -> Self {
        for vertex in &mut self.vertices {
            vertex[axis as usize] *= -1.0;
        }
        self.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        self
    }

    /// Volume between the triangles by the divergence theorem, positive for outward triangles (m³).
    pub fn signed_volume(&self) -> f64 {
        let Some(origin) = self.vertices.first() else { return 0.0 };
        let mut six_volumes = 0.0;
        for [a, b, c] in &self.triangles {
            let [a, b, c] = [a, b, c].map(|i| self.vertices[*i] - origin);
            six_volumes += a.dot(&b.cross(&c));
        }
        six_volumes / 6.0
    }
}

/// Reads the mesh file at `path` as a convex polyhedron.
///
/// # Errors
/// A file that is missing, malformed, degenerate, or not convex.
pub fn load_convex(path: &Path, import: &Import) -> Result<Polytope, MeshError> {
    convex_from_mesh(&read(path, import)?, &path.display().to_string())
}

/// The convex hull of the points of the mesh file at `path`, whether or not the mesh is convex.
///
/// # Errors
/// A file that is missing, malformed or degenerate.
pub fn load_hull(path: &Path, import: &Import) -> Result<Polytope, MeshError> {
    let mesh = read(path, import)?;
    hull(&mesh).map_err(|source| MeshError::Degenerate { path: path.display().to_string(), source })
}

/// The hull of the vertices of a mesh, which are [known](TriangleMesh::known) to single precision.
fn hull(mesh: &TriangleMesh) -> Result<Polytope, GeometryError> {
    convex_hull_3d_within(&mesh.vertices, mesh.known())
}

/// Whether a name ends as one of the mesh files that are read.
pub fn is_mesh_file(path: &Path) -> bool {
    ENDINGS.contains(&ending(path).as_str())
}

fn ending(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// Reads the mesh file at `path`, scaled and mirrored.
///
/// # Errors
/// A file that is missing or malformed.
pub fn read(path: &Path, import: &Import) -> Result<TriangleMesh, MeshError> {
    let shown = path.display().to_string();
    let extension = ending(path);
    if !is_mesh_file(path) {
        return Err(MeshError::UnknownFormat { path: shown });
    }
    let bytes = reading::bytes(path, reading::MESH)
        .map_err(|error| MeshError::Unreadable { path: shown.clone(), reason: error.reason() })?;
    let malformed = |format| {
        let path = shown.clone();
        move |reason| MeshError::Malformed { path, format, reason }
    };
    let mut mesh = match extension.as_str() {
        "obj" => parse_obj(&bytes).map_err(malformed("OBJ"))?,
        "stl" => parse_stl(&bytes).map_err(malformed("STL"))?,
        _ => parse_gltf(&bytes, path.parent()).map_err(malformed("glTF"))?,
    };
    for vertex in &mut mesh.vertices {
        *vertex *= import.scale;
    }
    Ok(match import.mirror {
        Some(axis) => mesh.mirrored(axis),
        None => mesh,
    })
}

/// The hull of a mesh that is convex itself.
///
/// # Errors
/// Points that span no polyhedron; triangles that enclose less than the hull of their points.
pub fn convex_from_mesh(mesh: &TriangleMesh, path: &str) -> Result<Polytope, MeshError> {
    let hull = hull(mesh).map_err(|source| MeshError::Degenerate { path: path.to_owned(), source })?;
    let hull_volume = hull.mass_properties().measure;
    // A consistently inside-out mesh encloses the same body.
    let volume = mesh.signed_volume().abs();
    let reach = CONVEX_TOLERANCE * hull_volume.cbrt();
    // Nearly all lie on a vertex of the hull, which is found without asking every facet.
    let mut corners = hull.vertices.clone();
    corners.sort_by(|a, b| a.x.total_cmp(&b.x));
    let is_corner = |v: &Vec3| {
        let first = corners.partition_point(|c| c.x < v.x - reach);
        corners[first..].iter().take_while(|c| c.x <= v.x + reach).any(|c| (c - v).norm() <= reach)
    };
    let inside = mesh
        .vertices
        .iter()
        .filter(|v| !is_corner(v) && hull.facets.iter().all(|f| f.normal.dot(v) < f.offset - reach))
        .count();
    // Written so that a NaN volume counts as not convex.
    let same_volume = (volume - hull_volume).abs() <= CONVEX_TOLERANCE * hull_volume;
    if inside > 0 || !same_volume {
        let vertices = mesh.vertices.len();
        return Err(MeshError::NotConvex { path: path.to_owned(), volume, hull_volume, inside, vertices });
    }
    Ok(hull)
}

/// The triangles of a Wavefront OBJ text; polygons are cut into triangles, materials are ignored.
///
/// # Errors
/// The first line that is wrong, and what would be right.
pub fn parse_obj(bytes: &[u8]) -> Result<TriangleMesh, String> {
    let text = text::clean_obj(bytes)?;
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let (models, _) = tobj::load_obj_buf(&mut Cursor::new(text.as_bytes()), &options, |_| {
        Err(tobj::LoadError::OpenFileFailed)
    })
    .map_err(|error| cut(&error.to_string()))?;
    let mut mesh = TriangleMesh::default();
    for model in models {
        let base = mesh.vertices.len();
        let points = model.mesh.positions.chunks_exact(3);
        mesh.vertices.extend(points.map(|p| Vec3::new(p[0].into(), p[1].into(), p[2].into())));
        for corners in model.mesh.indices.chunks_exact(3) {
            mesh.triangles.push([corners[0], corners[1], corners[2]].map(|i| base + i as usize));
        }
    }
    checked(mesh)
}

/// The triangles of a glTF file, text or binary, in metres, with its y axis along our z; files of buffers are looked for in `folder`.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse_gltf(bytes: &[u8], folder: Option<&Path>) -> Result<TriangleMesh, String> {
    gltf::parse(bytes, folder)
}

/// The triangles of an STL file, text or binary.
///
/// # Errors
/// The first line that is wrong, or what a binary file lacks.
pub fn parse_stl(bytes: &[u8]) -> Result<TriangleMesh, String> {
    // The library knows a text by the blank behind its first word, where a name would follow.
    let nameless =
        bytes.strip_prefix(b"solid").filter(|rest| rest.starts_with(b"\n") || rest.starts_with(b"\r\n"));
    let named = nameless.map(|rest| [b"solid ", rest].concat());
    let read = stl_io::read_stl(&mut Cursor::new(named.as_deref().unwrap_or(bytes)))
        .map_err(|_| text::wrong_stl(bytes))?;
    let vertices =
        read.vertices.iter().map(|v| Vec3::new(v[0].into(), v[1].into(), v[2].into())).collect::<Vec<_>>();
    let triangles = read.faces.iter().map(|face| face.vertices).collect();
    checked(TriangleMesh { vertices, triangles })
}

fn checked(mesh: TriangleMesh) -> Result<TriangleMesh, String> {
    if mesh.triangles.is_empty() {
        return Err("it has no triangles".to_owned());
    }
    if mesh.triangles.iter().flatten().any(|i| *i >= mesh.vertices.len()) {
        return Err("a triangle names a vertex that does not exist".to_owned());
    }
    Ok(mesh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CUBE_OBJ: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

    #[test]
    fn a_cube_in_obj_becomes_six_quads() {
        let mesh = parse_obj(CUBE_OBJ.as_bytes()).unwrap();
        assert_eq!(mesh.triangles.len(), 12);
        assert!((mesh.signed_volume() - 1.0).abs() < 1e-12);
        let cube = convex_from_mesh(&mesh, "cube.obj").unwrap();
        assert_eq!((cube.vertex_count(), cube.facets.len()), (8, 6));
    }

    #[test]
    fn a_dented_cube_is_refused_with_the_way_out() {
        // A ninth vertex at the centre in place of the top face: a pyramid is missing.
        let dented = CUBE_OBJ.replace("f 5 6 7 8", "v 0.5 0.5 0.5\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9");
        let mesh = parse_obj(dented.as_bytes()).unwrap();
        let message = convex_from_mesh(&mesh, "dented.obj").unwrap_err().to_string();
        assert!(message.contains("dented.obj` is not convex"), "{message}");
        assert!(message.contains("1 of its 9 vertices"), "{message}");
        assert!(message.contains("set `decompose: true`"), "{message}");
    }

    #[test]
    fn an_open_cube_is_refused_by_its_volume() {
        // Every vertex lies on the hull; only the volume tells that a face is missing.
        let open = CUBE_OBJ.replace("f 5 6 7 8\n", "");
        let mesh = parse_obj(open.as_bytes()).unwrap();
        assert!(matches!(convex_from_mesh(&mesh, "open.obj"), Err(MeshError::NotConvex { inside: 0, .. })));
    }

    #[test]
    fn stl_text_and_binary_give_the_same_tetrahedron() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        let mut text = String::from("solid t\n");
        let mut triangles = Vec::new();
        for face in faces {
            text += "facet normal 0 0 0\nouter loop\n";
            for i in face {
                let [x, y, z]: [f32; 3] = corners[i];
                text += &format!("vertex {x} {y} {z}\n");
            }
            text += "endloop\nendfacet\n";
            let vertices = face.map(|i| stl_io::Vertex::new(corners[i]));
            triangles.push(stl_io::Triangle { normal: stl_io::Normal::new([0.0; 3]), vertices });
        }
        text += "endsolid t\n";
        let mut binary = Vec::new();
        stl_io::write_stl(&mut binary, triangles.iter()).unwrap();
        let (a, b) = (parse_stl(text.as_bytes()).unwrap(), parse_stl(&binary).unwrap());
        assert_eq!(a, b);
        let hull = convex_from_mesh(&a, "t.stl").unwrap();
        assert!((hull.mass_properties().measure - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn missing_and_unknown_files_are_named() {
        let message = load_convex(Path::new("nowhere/x.stl"), &Import::default()).unwrap_err().to_string();
        assert!(message.contains("nowhere/x.stl"), "{message}");
        for other in ["Cargo.toml", "/dev/zero", "no/such/file.txt"] {
            let message = load_convex(Path::new(other), &Import::default()).unwrap_err().to_string();
            assert!(message.contains("neither .obj, .stl, .gltf nor .glb"), "{message}");
        }
        let message = load_convex(Path::new("/dev"), &Import::default()).unwrap_err().to_string();
        assert!(message.contains("neither .obj, .stl, .gltf nor .glb"), "{message}");
        #[cfg(unix)]
        {
            let link = std::env::temp_dir().join(format!("pegsim-endless-{}.stl", std::process::id()));
            std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
            let message = load_convex(&link, &Import::default()).unwrap_err().to_string();
            std::fs::remove_file(&link).unwrap();
            assert!(message.contains("cannot be read (it is a device, a pipe or a socket)"), "{message}");
        }
    }

    /// Every triangle brings its own corners, of which half are off by one unit of single precision, as programs write them that
    /// compute each triangle by itself.
    #[test]
    fn a_sphere_of_triangles_that_do_not_quite_meet_is_a_sphere() {
        let (rings, sectors) = (12_u16, 20_u16);
        let mut count = 0_u32;
        let mut corner = |ring: u16, sector: u16| {
            let polar = std::f64::consts::PI * f64::from(ring) / f64::from(rings);
            let round = std::f64::consts::TAU * f64::from(sector % sectors) / f64::from(sectors);
            count += 1;
            let p = [polar.sin() * round.cos(), polar.sin() * round.sin(), polar.cos()];
            stl_io::Vertex::new(
                p.map(|c| if count.is_multiple_of(2) { c as f32 } else { (c as f32).next_up() }),
            )
        };
        let mut triangles = Vec::new();
        for ring in 0..rings {
            for sector in 0..sectors {
                let quad = [(ring, sector), (ring + 1, sector), (ring + 1, sector + 1), (ring, sector + 1)];
                for pick in [[0, 1, 2], [0, 2, 3]] {
                    let vertices = pick.map(|k: usize| corner(quad[k].0, quad[k].1));
                    triangles.push(stl_io::Triangle { normal: stl_io::Normal::new([0.0; 3]), vertices });
                }
            }
        }
        let mut binary = Vec::new();
        stl_io::write_stl(&mut binary, triangles.iter()).unwrap();
        let sphere = convex_from_mesh(&parse_stl(&binary).unwrap(), "sphere.stl").unwrap();
        assert_eq!(sphere.vertex_count(), 2 + usize::from((rings - 1) * sectors));
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = parse_obj(&bytes);
            let _ = parse_stl(&bytes);
        }

        #[test]
        fn arbitrary_faces_never_panic(text in "(v [0-9.e-]{1,6} [0-9] [0-9]\n|f (-?[0-9]{1,3}/?){1,5} [0-9] -[0-9]\n|\\PC{0,12}\n){0,12}") {
            let _ = parse_obj(text.as_bytes());
        }
    }
}
