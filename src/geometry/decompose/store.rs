//! Parts that were cut once, as files of the user's cache folder: by the hash of the mesh and the settings, and checked when they are read.

use crate::geometry::decompose::piece::depth;
use crate::geometry::decompose::solid::Solid;
use crate::geometry::decompose::terms::{DecomposeSettings, MOST_PARTS, Parts};
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::mesh::TriangleMesh;
use crate::math::Vec3;
use crate::quote::hex;
use crate::{output, reading};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// First line of a file. Another number wherever the same mesh and settings would be cut or measured otherwise; each version of the program
/// has its own files as well.
const HEAD: &str = concat!("pegsim parts 1 ", env!("CARGO_PKG_VERSION"));

/// Corners of parts may lie outside the mesh's by this many times what its points are known to: hulls leave such points away.
const SLACK: f64 = 8.0;

/// What a file is found by.
pub(super) type Key = [u8; 32];

/// The hash (SHA-256) of a mesh, as it was read, scaled and mirrored, and of the settings.
pub(super) fn key(mesh: &TriangleMesh, settings: &DecomposeSettings) -> Key {
    let mut hash = Sha256::new();
    hash.update(HEAD);
    hash.update((settings.parts as u64).to_le_bytes());
    // 0 is no tolerance that is accepted.
    hash.update(settings.tolerance.unwrap_or(0.0).to_bits().to_le_bytes());
    hash.update((mesh.vertices.len() as u64).to_le_bytes());
    mesh.vertices.iter().flatten().for_each(|c| hash.update(c.to_bits().to_le_bytes()));
    mesh.triangles.iter().flatten().for_each(|i| hash.update((*i as u64).to_le_bytes()));
    hash.finalize().into()
}

/// Where the files are; `None` where the system names no folder.
pub(super) fn folder() -> Option<PathBuf> {
    Some(output::cache_folder()?.join("parts"))
}

fn file(folder: &Path, key: &Key) -> PathBuf {
    folder.join(format!("{}.txt", hex(key)))
}

/// Keeps parts. Where the folder cannot be written, they are cut again the next time.
pub(super) fn put(folder: &Path, key: &Key, parts: &Parts) {
    let text = text(key, parts);
    let _ = std::fs::create_dir_all(folder)
        .and_then(|()| output::write_over(&file(folder, key), text.as_bytes()).map_err(Into::into));
}

/// Numbers by their bits; the last line is the hash of all before it.
fn text(key: &Key, parts: &Parts) -> String {
    let bits = |value: f64| format!("{:016x}", value.to_bits());
    let mut text = format!("{HEAD}\n{}\n", hex(key));
    text += &[parts.error, parts.spacing, parts.tolerance].map(bits).join(" ");
    for part in &parts.parts {
        text += "\n";
        let numbers: Vec<String> = part.vertices.iter().flatten().map(|c| bits(*c)).collect();
        text += &numbers.join(" ");
    }
    text += "\n";
    let sum = hex(&Sha256::digest(&text));
    text + &sum + "\n"
}

/// The parts of a mesh, if they are kept and nothing has happened to them: the hash of the file fits, every part is a convex body with
/// the corners that it says, and all corners of the mesh lie in the parts.
pub(super) fn take(folder: &Path, key: &Key, mesh: &TriangleMesh) -> Option<Parts> {
    let text = reading::text(&file(folder, key), reading::PARTS).ok()?;
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    if hex(&Sha256::digest(format!("{body}\n"))) != sum {
        return None;
    }
    let mut lines = body.lines();
    if lines.next()? != HEAD || lines.next()? != hex(key) {
        return None;
    }
    let [error, spacing, tolerance] = numbers(lines.next()?)?[..] else { return None };
    let mut parts = Vec::new();
    for line in lines {
        let numbers = numbers(line)?;
        let points: Vec<Vec3> = numbers.chunks_exact(3).map(Vec3::from_column_slice).collect();
        let hull = convex_hull_3d(&points).ok()?;
        if hull.vertices != points || parts.len() == MOST_PARTS {
            return None;
        }
        parts.push(hull);
    }
    let solid = Solid::new(mesh).ok()?;
    let inside = |p: &Vec3| parts.iter().any(|part| depth(part, p) >= -SLACK * solid.known);
    if !(error >= 0.0 && spacing > 0.0 && tolerance > 0.0 && solid.vertices.iter().all(inside)) {
        return None;
    }
    Some(Parts { parts, mass_properties: solid.mass_properties(), error, spacing, tolerance })
}

fn numbers(line: &str) -> Option<Vec<f64>> {
    let number = |word: &str| u64::from_str_radix(word, 16).ok().map(f64::from_bits);
    let numbers = line.split(' ').map(number).collect::<Option<Vec<_>>>()?;
    numbers.iter().all(|value| value.is_finite()).then_some(numbers)
}
