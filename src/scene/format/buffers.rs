//! The files of buffers that a glTF file names: they belong to a mesh as its own file does.

use crate::reading;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What of a glTF file is of interest here.
#[derive(Deserialize)]
struct Description {
    #[serde(default)]
    buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
struct Buffer {
    #[serde(default)]
    uri: Option<String>,
}

/// The files beside a mesh file that it takes its numbers from, in its order; none of one that is no glTF text or cannot be read, which is
/// said where the mesh is read.
pub(super) fn of(mesh: &Path) -> Vec<PathBuf> {
    let is_text = mesh.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gltf"));
    let read = || serde_json::from_slice::<Description>(&reading::bytes(mesh, reading::MESH).ok()?).ok();
    let Some(description) = is_text.then(read).flatten() else { return Vec::new() };
    let folder = mesh.parent().unwrap_or(Path::new(""));
    // Data URIs and other places are no files beside it.
    let beside = |uri: &String| !uri.contains(':') && !uri.starts_with('/');
    let uris = description.buffers.into_iter().filter_map(|buffer| buffer.uri).filter(beside);
    uris.map(|uri| folder.join(&*percent_decode_str(&uri).decode_utf8_lossy())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gltf_file_names_its_buffers_and_other_files_none() {
        let folder = std::env::temp_dir().join(format!("pegsim-buffers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.gltf");
        let text = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "a%20b.bin", "byteLength": 3},
            {"uri": "data:application/octet-stream;base64,AAAA", "byteLength": 3}, {"byteLength": 3}]}"#;
        std::fs::write(&file, text).unwrap();
        assert_eq!(of(&file), [folder.join("a b.bin")]);
        std::fs::write(&file, "{").unwrap();
        assert!(of(&file).is_empty() && of(&folder.join("a.obj")).is_empty());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
