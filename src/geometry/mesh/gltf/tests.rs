//! Tests of glTF files: those that are right in every spelling, and those that are not, with one sentence each.

use super::parse;
use crate::geometry::mesh::TriangleMesh;
use crate::math::Vec3;
use proptest::prelude::*;

/// A tetrahedron's corners and triangles, outwards.
const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const FACES: [u8; 12] = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];

/// 12 indices, then 48 bytes of corners.
fn data() -> Vec<u8> {
    let corners = CORNERS.iter().flatten().flat_map(|c| c.to_le_bytes());
    FACES.iter().copied().chain(corners).collect()
}

/// A text with one mesh of the data in `buffer`; `nodes` and `mode` as given.
fn text(buffer: &str, nodes: &str, mode: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{nodes}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1{mode}}}]}}],
        "buffers": [{buffer}],
        "bufferViews": [{{"buffer": 0, "byteOffset": 0, "byteLength": 12}}, {{"buffer": 0, "byteOffset": 12, "byteLength": 48}}],
        "accessors": [
            {{"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}},
            {{"bufferView": 0, "componentType": 5121, "count": 12, "type": "SCALAR"}}
        ]}}"#
    )
}

const OWN: &str = r#"{"byteLength": 60}"#;
const NODE: &str = r#"{"mesh": 0}"#;

/// The binary form: a text and its data.
fn glb(text: &str, data: &[u8]) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut out = b"glTF\x02\0\0\0".to_vec();
    out.extend((28 + text.len() as u32 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text[..]), (b"BIN\0", data)] {
        out.extend((chunk.len() as u32).to_le_bytes());
        out.extend(kind);
        out.extend(chunk);
    }
    out
}

fn read(nodes: &str) -> TriangleMesh {
    parse(&glb(&text(OWN, nodes, ""), &data()), None).unwrap()
}

#[test]
fn y_of_the_file_is_our_z() {
    let mesh = read(NODE);
    let wanted = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    assert_eq!(mesh.vertices, wanted.map(Vec3::from));
    assert_eq!(mesh.triangles, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]);
    assert!((mesh.signed_volume() - 1.0 / 6.0).abs() < 1e-15);
}

#[test]
fn nodes_place_scale_and_turn_what_they_show() {
    // A child at (0, 0, 3), turned by 90° about y, in a parent that doubles and moves by (10, 0, 0): z of the mesh is x.
    let nodes = r#"{"children": [1], "translation": [10, 0, 0], "scale": [2, 2, 2]},
        {"mesh": 0, "translation": [0, 0, 3], "rotation": [0, 0.70710678, 0, 0.70710678]}"#;
    let mesh = read(nodes);
    assert!((mesh.signed_volume() - 8.0 / 6.0).abs() < 1e-6);
    // (x, y, z) → turned (z, y, −x) → + (0, 0, 3) → · 2 + (10, 0, 0) → (x, −z, y).
    let wanted = [[10.0, -6.0, 0.0], [10.0, -4.0, 0.0], [10.0, -6.0, 2.0], [12.0, -6.0, 0.0]];
    for (found, wanted) in mesh.vertices.iter().zip(wanted) {
        assert!((found - Vec3::from(wanted)).norm() < 1e-6, "{found}");
    }
    let matrix = r#"{"mesh": 0, "matrix": [2,0,0,0, 0,2,0,0, 0,0,2,0, 5,6,7,1]}"#;
    assert_eq!(read(matrix).vertices[1], Vec3::new(7.0, -7.0, 6.0));
    // A mirror image is turned inside out by its node, and closes all the same.
    let mirrored = read(r#"{"mesh": 0, "scale": [-1, 1, 1]}"#);
    assert!((mirrored.signed_volume().abs() - 1.0 / 6.0).abs() < 1e-15);
}

#[test]
fn buffers_are_in_the_file_in_its_text_or_beside_it() {
    let wanted = read(NODE);
    // 60 bytes without `=` at the end.
    let mut encoded = String::new();
    for three in data().chunks(3) {
        let bits = three.iter().fold(0_u32, |sum, byte| (sum << 8) | u32::from(*byte));
        for shift in [18, 12, 6, 0] {
            const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
            encoded.push(char::from(LETTERS[(bits >> shift) as usize & 63]));
        }
    }
    let uri = format!(r#"{{"byteLength": 60, "uri": "data:application/octet-stream;base64,{encoded}"}}"#);
    assert_eq!(parse(text(&uri, NODE, "").as_bytes(), None).unwrap(), wanted);
    let folder = std::env::temp_dir().join(format!("pegsim-gltf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a b.bin"), data()).unwrap();
    let beside = text(r#"{"byteLength": 60, "uri": "a%20b.bin"}"#, NODE, "");
    assert_eq!(parse(beside.as_bytes(), Some(&folder)).unwrap(), wanted);
    std::fs::remove_dir_all(&folder).unwrap();
    let said = parse(beside.as_bytes(), Some(&folder)).unwrap_err();
    assert!(said.starts_with("buffer 0, `a%20b.bin`, cannot be read ("), "{said}");
}

#[test]
fn strips_and_fans_are_triangles_and_lines_are_none() {
    for (mode, wanted) in [(5, [[0, 2, 1], [1, 2, 0], [1, 0, 1]]), (6, [[0, 2, 1], [0, 1, 0], [0, 0, 1]])] {
        let mesh = parse(&glb(&text(OWN, NODE, &format!(r#", "mode": {mode}"#)), &data()), None).unwrap();
        assert_eq!(mesh.triangles.len(), 10);
        assert_eq!(mesh.triangles[..3], wanted);
    }
    let lines = parse(&glb(&text(OWN, NODE, r#", "mode": 1"#), &data()), None);
    assert_eq!(lines.unwrap_err(), "it has no triangles");
}

#[test]
fn what_is_wrong_is_one_sentence() {
    let good = text(OWN, NODE, "");
    let remote = r#"{"byteLength": 60, "uri": "https://example.org/a.bin"}"#;
    let circle = r#"{"children": [1]}, {"children": [1]}"#;
    for (text, data, wanted) in [
        (good.clone(), &data()[..40], "buffer 0 has 40 of its 60 bytes"),
        (
            good.replace("\"count\": 4", "\"count\": 5"),
            &data()[..],
            "mesh 0, primitive 0: accessor 0 reaches beyond",
        ),
        (
            good.replace("\"count\": 4", "\"count\": 3"),
            &data()[..],
            "mesh 0, primitive 0: a triangle names vertex 3; it has 3",
        ),
        (good.replace("5121", "5126"), &data()[..], "mesh 0, primitive 0: its indices are no whole numbers"),
        (good.replace("5126", "5123"), &data()[..], "mesh 0, primitive 0: its positions are not three"),
        (text_of(remote), &data()[..], "buffer 0 is `https://example.org/a.bin`; a file beside"),
        (text(OWN, circle, ""), &data()[..], "node 1 has several parents"),
        (
            good.replace("\"scenes\": [{\"nodes\": [0]}],", "").replace("\"scene\": 0,", ""),
            &data()[..],
            "it has no scene",
        ),
        (good.replace("\"buffer\": 0", "\"buffer\": 3"), &data()[..], "Index out of bounds at `"),
    ] {
        let said = parse(&glb(&text, data), None).unwrap_err();
        assert!(said.starts_with(wanted), "{said}");
        assert!(said.chars().count() <= 120 && !said.contains('\n'), "{said}");
    }
    for bytes in [&b""[..], b"glTF", b"{}", b"[1, 2", b"glTF\x01\0\0\0\0\0\0\0"] {
        let said = parse(bytes, None).unwrap_err();
        println!("{said}");
        assert!(!said.is_empty() && said.chars().count() <= 120 && !said.contains('\n'), "{said}");
    }
}

fn text_of(buffer: &str) -> String {
    text(buffer, NODE, "")
}

proptest! {
    #[test]
    fn changed_bytes_never_panic(at in prop::collection::vec((0..1200_usize, any::<u8>()), 1..6), cut in 0..1300_usize) {
        let mut bytes = glb(&text_of(OWN), &data());
        for (place, byte) in at {
            let length = bytes.len();
            bytes[place % length] = byte;
        }
        bytes.truncate(cut.max(1));
        let _ = parse(&bytes, None);
    }

    #[test]
    fn changed_numbers_never_panic(which in 0..40_usize, number in prop_oneof![Just("0"), Just("-1"), Just("4294967295"), Just("1e300"), Just("255"), Just("18446744073709551615")]) {
        let whole = text_of(OWN);
        let places: Vec<(usize, &str)> = whole.match_indices(|c: char| c.is_ascii_digit()).collect();
        let (at, _) = places[which % places.len()];
        let changed = format!("{}{number}{}", &whole[..at], &whole[at + 1..]);
        let _ = parse(&glb(&changed, &data()), None);
    }
}
