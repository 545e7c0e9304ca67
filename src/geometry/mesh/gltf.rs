//! The triangles of a glTF 2.0 file, text or binary: all primitives of its scene, placed by their nodes. Images, materials, skins and
//! morph targets are not read.
//!
//! Accessors are read here and not by the library's own readers, which expect that lengths and strides fit.

use crate::geometry::mesh::{TriangleMesh, checked};
use crate::math::{Mat3, Quat, Vec3};
use crate::quote::{brief, counted, cut};
use crate::reading;
use data_url::DataUrl;
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::{Buffer, Source};
use gltf::mesh::Mode;
use gltf::scene::Transform;
use gltf::{Accessor, Document, Glb, Node, Semantic, json};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::path::Path;

/// Triangles of a file at most: nodes that show one mesh again and again make many of a few bytes.
const MOST_TRIANGLES: usize = 10_000_000;

/// Nodes in each other at most.
const DEEPEST: usize = 1000;

/// The triangles of a glTF file, in metres, with its y axis (up, as the format has it) along our z: (x, y, z) becomes (x, −z, y). Files of
/// buffers are looked for in `folder`.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn parse(bytes: &[u8], folder: Option<&Path>) -> Result<TriangleMesh, String> {
    let (file, blob) = document(bytes)?;
    let mut buffers = Vec::new();
    let mut left = reading::MESH.most;
    for buffer in file.buffers() {
        let data = buffer_data(&buffer, blob.as_deref(), folder)?;
        left = left
            .checked_sub(data.len() as u64)
            .ok_or_else(|| format!("its buffers have more than {} MiB in all", reading::MESH.most >> 20))?;
        buffers.push(data);
    }
    let scene = file.default_scene().or_else(|| file.scenes().next()).ok_or("it has no scene")?;
    let mut mesh = TriangleMesh::default();
    // A node is shown once, so that nodes in circles end.
    let mut seen = vec![false; file.nodes().count()];
    let mut open: Vec<(Node, Mat3, Vec3, usize)> =
        scene.nodes().map(|node| (node, Mat3::identity(), Vec3::zeros(), 0)).collect();
    while let Some((node, turn, shift, depth)) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) || depth > DEEPEST {
            return Err(format!("node {} has several parents; nodes must form trees", node.index()));
        }
        let (own_turn, own_shift) = placement(&node.transform());
        let (turn, shift) = (turn * own_turn, shift + turn * own_shift);
        if let Some(shape) = node.mesh() {
            for primitive in shape.primitives() {
                let from = mesh.vertices.len();
                add(&mut mesh, &primitive, &buffers).map_err(|what| {
                    format!("mesh {}, primitive {}: {what}", shape.index(), primitive.index())
                })?;
                for vertex in &mut mesh.vertices[from..] {
                    *vertex = turn * *vertex + shift;
                }
            }
        }
        open.extend(node.children().map(|child| (child, turn, shift, depth + 1)));
    }
    for vertex in &mut mesh.vertices {
        *vertex = Vec3::new(vertex.x, -vertex.z, vertex.y);
    }
    if mesh.vertices.iter().flatten().any(|c| !c.is_finite()) {
        return Err("a vertex has a coordinate that is no finite number".to_owned());
    }
    checked(mesh)
}

/// The description in a file, checked, and the data in its binary form. What the library takes for granted is looked at before it does.
fn document(bytes: &[u8]) -> Result<(Document, Option<Vec<u8>>), String> {
    let (root, blob) = if bytes.starts_with(b"glTF") {
        // Its head has 12 bytes, the last four with the length of the whole file.
        let length = bytes.get(8..12).and_then(|length| <[u8; 4]>::try_from(length).ok());
        if length.is_none_or(|length| u32::from_le_bytes(length) < 12) {
            return Err("it ends within its head of 12 bytes".to_owned());
        }
        let file = Glb::from_slice(bytes).map_err(|error| said(&error))?;
        (json::deserialize::from_slice(&file.json), file.bin.map(Cow::into_owned))
    } else {
        (json::deserialize::from_slice(bytes), None)
    };
    let root: json::Root = root.map_err(|error| cut(&error.to_string()))?;
    for (k, mesh) in root.meshes.iter().enumerate() {
        let mut accessors = mesh.primitives.iter().flat_map(|primitive| primitive.attributes.values());
        if accessors.any(|accessor| accessor.value() >= root.accessors.len()) {
            return Err(format!("mesh {k} names an accessor that does not exist"));
        }
    }
    Document::from_json(root).map(|file| (file, blob)).map_err(|error| said(&error))
}

/// The matrix and the shift of a node, in double precision.
fn placement(transform: &Transform) -> (Mat3, Vec3) {
    match transform {
        Transform::Matrix { matrix } => {
            let column = |k: usize| Vec3::new(matrix[k][0].into(), matrix[k][1].into(), matrix[k][2].into());
            (Mat3::from_columns(&[column(0), column(1), column(2)]), column(3))
        }
        Transform::Decomposed { translation, rotation, scale } => {
            let [x, y, z, w] = rotation.map(f64::from);
            let turn = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z)).to_rotation_matrix();
            let scale = Vec3::from(scale.map(f64::from));
            (turn.matrix() * Mat3::from_diagonal(&scale), Vec3::from(translation.map(f64::from)))
        }
    }
}

/// Adds the triangles of a primitive; points and lines enclose nothing and are left out.
fn add(mesh: &mut TriangleMesh, primitive: &gltf::Primitive, buffers: &[Vec<u8>]) -> Result<(), String> {
    if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
        return Ok(());
    }
    let positions = primitive.get(&Semantic::Positions).ok_or("it has no positions")?;
    if (positions.data_type(), positions.dimensions()) != (DataType::F32, Dimensions::Vec3) {
        return Err("its positions are not three single-precision numbers each".to_owned());
    }
    let number =
        |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, |bytes| f64::from(f32::from_le_bytes(bytes)));
    let points = elements(&positions, buffers)?;
    let points = points.map(|e| Vec3::new(number(&e[..4]), number(&e[4..8]), number(&e[8..12])));
    let first = mesh.vertices.len();
    mesh.vertices.extend(points);
    let count = mesh.vertices.len() - first;
    let corners: Vec<usize> = match primitive.indices() {
        None => (0..count).collect(),
        Some(indices) => {
            let unsigned = matches!(indices.data_type(), DataType::U8 | DataType::U16 | DataType::U32);
            if !unsigned || indices.dimensions() != Dimensions::Scalar {
                return Err("its indices are no whole numbers".to_owned());
            }
            // Little end first, of one, two or four bytes.
            let index = |e: &[u8]| e.iter().rev().fold(0, |sum, byte| (sum << 8) | usize::from(*byte));
            elements(&indices, buffers)?.map(index).collect()
        }
    };
    if let Some(index) = corners.iter().find(|index| **index >= count) {
        let there = counted(count, "vertex", "vertices");
        return Err(format!("a triangle names vertex {index}; it has {there}, counted from 0"));
    }
    let triangle = |k: usize| match primitive.mode() {
        // Every second triangle of a strip is turned.
        Mode::TriangleStrip if k % 2 == 1 => [corners[k + 1], corners[k], corners[k + 2]],
        Mode::TriangleStrip => [corners[k], corners[k + 1], corners[k + 2]],
        Mode::TriangleFan => [corners[0], corners[k + 1], corners[k + 2]],
        _ => [corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]],
    };
    let triangles = match primitive.mode() {
        Mode::Triangles => corners.len() / 3,
        _ => corners.len().saturating_sub(2),
    };
    if mesh.triangles.len() + triangles > MOST_TRIANGLES {
        return Err(format!("the file has more than {MOST_TRIANGLES} triangles"));
    }
    mesh.triangles.extend((0..triangles).map(|k| triangle(k).map(|i| first + i)));
    Ok(())
}

/// The bytes of each element of an accessor.
fn elements<'b>(
    accessor: &Accessor,
    buffers: &'b [Vec<u8>],
) -> Result<impl Iterator<Item = &'b [u8]> + use<'b>, String> {
    let name = format!("accessor {}", accessor.index());
    if accessor.sparse().is_some() {
        return Err(format!("{name} is sparse, which is not read; save the mesh without it"));
    }
    let view = accessor.view().ok_or_else(|| format!("{name} has no buffer view"))?;
    let (size, count) = (accessor.size(), accessor.count());
    let stride = view.stride().unwrap_or(size).max(size);
    let bytes = || {
        let end = view.offset().checked_add(view.length())?;
        let viewed = buffers.get(view.buffer().index())?.get(view.offset()..end)?;
        let length = stride.checked_mul(count.checked_sub(1)?)?.checked_add(size)?;
        viewed.get(accessor.offset()..accessor.offset().checked_add(length)?)
    };
    let bytes = bytes().ok_or_else(|| format!("{name} reaches beyond its buffer"))?;
    Ok(bytes.chunks(stride).map(move |element| &element[..size]))
}

/// The bytes of a buffer: of the file itself, in its text, or of another file beside it.
fn buffer_data(buffer: &Buffer, blob: Option<&[u8]>, folder: Option<&Path>) -> Result<Vec<u8>, String> {
    let name = format!("buffer {}", buffer.index());
    let data = match buffer.source() {
        Source::Bin => {
            blob.ok_or_else(|| format!("{name} is missing: the file has no binary part"))?.to_vec()
        }
        Source::Uri(uri) if uri.starts_with("data:") => {
            let wrong = || format!("{name} is no valid data URI");
            DataUrl::process(uri).map_err(|_| wrong())?.decode_to_vec().map_err(|_| wrong())?.0
        }
        Source::Uri(uri) if uri.contains(':') || uri.starts_with('/') => {
            return Err(format!("{name} is `{}`; a file beside the mesh is needed", brief(uri)));
        }
        Source::Uri(uri) => {
            let file = percent_decode_str(uri).decode_utf8_lossy();
            let folder = folder.ok_or_else(|| format!("{name} is another file, `{}`", brief(uri)))?;
            reading::bytes(&folder.join(&*file), reading::MESH)
                .map_err(|error| format!("{name}, `{}`, cannot be read ({})", brief(uri), error.reason()))?
        }
    };
    if data.len() < buffer.length() {
        return Err(format!("{name} has {} of its {} bytes", data.len(), buffer.length()));
    }
    Ok(data)
}

/// What the library says, in short.
fn said(error: &gltf::Error) -> String {
    match error {
        gltf::Error::Validation(all) => match all.first() {
            Some((path, error)) => cut(&format!("{error} at `{}`", path.as_str())),
            None => "it is not valid".to_owned(),
        },
        gltf::Error::Binary(gltf::binary::Error::Version(version)) => {
            format!("its version is {version}; version 2 is needed")
        }
        other => cut(&other.to_string()),
    }
}

#[cfg(test)]
mod tests;
