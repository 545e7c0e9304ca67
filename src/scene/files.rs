//! The scene files of a folder and of the folders in it.

use std::io;
use std::path::{Path, PathBuf};

/// How many folders deep scenes are looked for, so that a link to a folder above cannot go round for ever.
const MAX_DEPTH: usize = 4;

/// The scene files (`.ron`) of `folder` by name, then those of each folder in it.
///
/// # Errors
/// When `folder` cannot be read. What cannot be read inside it is left out.
pub fn scene_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, MAX_DEPTH, &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|e| Some(e.ok()?.path())).collect();
    entries.sort();
    let (folders, rest): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    files.extend(rest.into_iter().filter(|path| path.extension().is_some_and(|e| e == "ron")));
    if depth > 0 {
        for inner in folders {
            // A folder that may not be read holds no scenes for this user.
            let _ = collect(&inner, depth - 1, files);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_folder_come_before_those_of_the_folders_in_it() {
        let root = std::env::temp_dir().join(format!("pegsim-scene-files-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(root.join("a/deeper")).unwrap();
        for file in ["z.ron", "b.ron", "note.txt", "a/d.ron", "a/c.ron", "a/deeper/e.ron"] {
            std::fs::write(root.join(file), "").unwrap();
        }
        let found = scene_files(&root).unwrap();
        let names: Vec<_> = found.iter().map(|f| f.strip_prefix(&root).unwrap().to_owned()).collect();
        let wanted = ["b.ron", "z.ron", "a/c.ron", "a/d.ron", "a/deeper/e.ron"].map(PathBuf::from);
        assert_eq!(names, wanted);
        std::fs::remove_dir_all(&root).unwrap();
        assert!(scene_files(&root).is_err());
    }
}
