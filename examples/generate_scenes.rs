//! Writes the scenes that come with the program to `scenes/`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    pegsim::scene::generators::standard::write_standard_set(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes"),
    )
}
