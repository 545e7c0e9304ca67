//! How files are called.

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
    if name.is_empty() { tr!("scene-unnamed").to_owned() } else { name.chars().take(60).collect() }
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
