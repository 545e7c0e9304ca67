//! A mesh file as convex parts: read, looked up among those that were cut before, else cut.

use crate::geometry::decompose::scheme::decompose;
use crate::geometry::decompose::store;
use crate::geometry::decompose::terms::{DecomposeError, DecomposeSettings, Parts};
use crate::geometry::mesh::{self, Import, MeshError};
use crate::quote::brief;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Meshes whose parts are kept in memory: a scene that is edited is built anew with every change.
const REMEMBERED: usize = 32;

/// Why a mesh file makes no parts.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LoadError {
    /// It is not read.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// It is not cut.
    #[error("mesh file `{}` cannot be cut: {source}", brief(path))]
    Cut {
        /// Path as looked up.
        path: String,
        /// What is wrong with it.
        source: DecomposeError,
    },
}

/// The convex parts of the mesh in a file. What was cut before with the same points, triangles and settings is taken from memory or from
/// the user's cache folder (`$XDG_CACHE_HOME/pegsim/parts`), where it stands to the bit.
///
/// # Errors
/// A file that is missing or malformed; a mesh that does not close or is too large.
pub fn load(path: &Path, import: &Import, settings: &DecomposeSettings) -> Result<Arc<Parts>, LoadError> {
    static MEMORY: Mutex<Vec<(store::Key, Arc<Parts>)>> = Mutex::new(Vec::new());
    // The list is whole whatever happened to whoever held it.
    let memory = || MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let mesh = mesh::read(path, import)?;
    let key = store::key(&mesh, settings);
    if let Some((_, parts)) = memory().iter().find(|(other, _)| *other == key) {
        return Ok(parts.clone());
    }
    let refused = |source| LoadError::Cut { path: path.display().to_string(), source };
    let folder = store::folder();
    let parts = match folder.as_deref().and_then(|folder| store::take(folder, &key, &mesh)) {
        Some(parts) => parts,
        None => {
            let parts = decompose(&mesh, settings).map_err(refused)?;
            if let Some(folder) = &folder {
                store::put(folder, &key, &parts);
            }
            parts
        }
    };
    let parts = Arc::new(parts);
    let mut memory = memory();
    if memory.len() >= REMEMBERED {
        memory.remove(0);
    }
    memory.push((key, parts.clone()));
    Ok(parts)
}
