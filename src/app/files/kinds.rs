//! How files are written, and how they are called.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: beside it first, so that a full disk does not cost what was there.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let written = std::fs::File::create(&part)
        .and_then(|mut file| file.write_all(contents).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // A leftover file does no harm.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// A name of something as the name of a file: small letters, digits and underscores.
pub fn file_name_of(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            name.push(c);
        } else if !name.ends_with('_') && !name.is_empty() {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() { "unnamed".to_owned() } else { name.chars().take(60).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_small_letters_digits_and_underscores() {
        assert_eq!(file_name_of("Box of polyhedra, set 0"), "box_of_polyhedra_set_0");
        assert_eq!(file_name_of("…"), "unnamed");
    }
}
