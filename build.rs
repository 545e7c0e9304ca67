//! Puts the scenes of `scenes/` with their meshes and the lessons of `lessons/` into the program, by name and content, so that it can be
//! moved without them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Endings of scenes and of meshes.
const KINDS: [&str; 5] = ["ron", "obj", "stl", "gltf", "glb"];

fn main() -> io::Result<()> {
    // Of a folder, cargo looks at everything in it.
    println!("cargo::rerun-if-changed=scenes");
    println!("cargo::rerun-if-changed=lessons");
    println!("cargo::rerun-if-changed=build.rs");
    lessons()?;
    commit();
    let root = variable("CARGO_MANIFEST_DIR")?.join("scenes");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    // FNV-1a over names and texts: two builds share a folder of written copies only if their scenes are the same.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    let (mut scenes, mut meshes) = (String::new(), String::new());
    for file in &files {
        let name: Vec<_> =
            file.strip_prefix(&root).unwrap_or(file).iter().map(|n| n.to_string_lossy()).collect();
        let name = name.join("/");
        let bytes = fs::read(file)?;
        for byte in name.trim_end_matches(".ron").bytes().chain([0]).chain(bytes.iter().copied()).chain([0]) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        // The content and not its place: a target folder can outlive the checkout that it was filled from.
        if let Some(name) = name.strip_suffix(".ron") {
            let text = String::from_utf8(bytes).map_err(io::Error::other)?;
            writeln!(scenes, "    Shipped {{ name: {name:?}, text: {text:?} }},")
                .map_err(io::Error::other)?;
        } else {
            writeln!(meshes, "    ({name:?}, b\"{}\"),", bytes.escape_ascii()).map_err(io::Error::other)?;
        }
    }
    let text = format!(
        "const DIGEST: u64 = {digest:#x};\nstatic ALL: &[Shipped] = &[\n{scenes}];\nstatic MESHES: &[(&str, &[u8])] = &[\n{meshes}];\n"
    );
    fs::write(variable("OUT_DIR")?.join("shipped.rs"), text)
}

/// The commit that an optimised build is of, where git knows it. Development builds do without: every commit would build them anew.
fn commit() {
    if env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return;
    }
    let git = |args: &[&str]| {
        let said = Command::new("git").args(args).output().ok().filter(|said| said.status.success())?;
        String::from_utf8(said.stdout).ok().map(|text| text.trim().to_owned())
    };
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=PEGSIM_COMMIT={commit}");
    }
}

fn lessons() -> io::Result<()> {
    let root = variable("CARGO_MANIFEST_DIR")?.join("lessons");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let name_of =
        |file: &Path| file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (own, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.parent() == Some(&root));
    let mut lessons = String::new();
    for file in own {
        let (name, text) = (name_of(file), fs::read_to_string(file)?);
        let mut translations = String::new();
        // The folder is named by the code of the language.
        for other in others.iter().filter(|other| name_of(other) == name) {
            let language = other.parent().map(name_of).unwrap_or_default();
            write!(translations, "({language:?}, {:?}), ", fs::read_to_string(other)?)
                .map_err(io::Error::other)?;
        }
        writeln!(
            lessons,
            "    ShippedLesson {{ name: {name:?}, text: {text:?}, translations: &[{translations}] }},"
        )
        .map_err(io::Error::other)?;
    }
    let text = format!("static ALL: &[ShippedLesson] = &[\n{lessons}];\n");
    fs::write(variable("OUT_DIR")?.join("lessons.rs"), text)
}

fn variable(name: &str) -> io::Result<PathBuf> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("cargo did not set {name}")))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| KINDS.iter().any(|kind| e == *kind)) {
            files.push(path);
        }
    }
    Ok(())
}
