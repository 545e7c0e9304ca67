//! `pegsim screenshot` from outside: pictures without a display, the same every time; what is refused, and how.
//!
//! What draws needs a Vulkan driver, if only that of the processor (mesa-vulkan-drivers); without one those tests say
//! so and pass.

#![cfg(feature = "app")]
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/folder.rs"]
mod folder;

use folder::Folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A block that slides along a floor for ever.
const SCENE: &str = r#"Scene(
    name: "slide", dimension: Two, time_step: 0.01,
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (4.0, 0.2, 0.0)), position: (0.0, -0.2, 0.0)),
        (name: "block", kind: Dynamic, shape: Box(half_extents: (0.5, 0.5, 0.0)), position: (-2.0, 0.5, 0.0),
         velocity: (4.0, 0.0, 0.0), color: Some((0.9, 0.1, 0.1))),
    ],
)
"#;

/// A folder with the scene in it.
fn with_scene(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.with("slide.ron", SCENE);
    folder
}

/// The Vulkan driver to draw with, if there is one.
fn driver() -> Option<PathBuf> {
    let given = std::env::var_os("VK_ICD_FILENAMES").or_else(|| std::env::var_os("VK_DRIVER_FILES"));
    let found = given.map(PathBuf::from).or_else(|| {
        let folder = std::fs::read_dir("/usr/share/vulkan/icd.d").ok()?;
        folder
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd.")))
    });
    if found.is_none() {
        eprintln!("skipped: there is no software Vulkan driver (mesa-vulkan-drivers)");
    }
    found
}

/// Runs the command in the folder, without a display.
fn screenshot(folder: &Folder, driver: Option<&Path>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegsim"));
    command.current_dir(&folder.0).arg("screenshot").args(arguments);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    match driver {
        Some(driver) => command.env("VK_ICD_FILENAMES", driver),
        // A kind of driver that this system cannot have.
        None => command.env("WGPU_BACKEND", if cfg!(target_os = "macos") { "dx12" } else { "metal" }),
    };
    command.output().unwrap()
}

/// Exit code, and what went to the two outputs.
fn said(output: &Output) -> (i32, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout) + &text(&output.stderr))
}

/// Width, height and pixels (red, green, blue, alpha).
fn pixels(path: &Path) -> (usize, usize, Vec<[u8; 4]>) {
    use bevy::asset::RenderAssetUsages;
    use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};
    let bytes = std::fs::read(path).unwrap();
    let kind = ImageType::Extension("png");
    let (formats, usage) = (CompressedImageFormats::NONE, RenderAssetUsages::MAIN_WORLD);
    let image = Image::from_buffer(&bytes, kind, formats, true, ImageSampler::default(), usage).unwrap();
    let data = image.data.as_ref().unwrap();
    let pixels = data.chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect();
    (image.width() as usize, image.height() as usize, pixels)
}

/// The middle of the red pixels along the width.
fn red(path: &Path) -> f64 {
    let (width, _, pixels) = pixels(path);
    let places: Vec<f64> = pixels
        .iter()
        .enumerate()
        .filter(|(_, p)| p[0] > 120 && p[1] < 70 && p[2] < 70)
        .map(|(i, _)| (i % width) as f64)
        .collect();
    assert!(places.len() > 50, "the block is in the picture: {} red pixels", places.len());
    places.iter().sum::<f64>() / places.len() as f64
}

#[test]
fn the_same_command_gives_the_same_picture_to_the_byte() {
    let Some(driver) = driver() else { return };
    let folder = with_scene("same");
    let mut pictures = Vec::new();
    for name in ["a.png", "b.png"] {
        let arguments = ["slide.ron", "--time", "0.3", "--size", "720x405", "--low-quality", "--out", name];
        let (code, text) = said(&screenshot(&folder, Some(&driver), &arguments));
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("step 30, t = 0.300000 s"), "{text}");
        pictures.push(std::fs::read(folder.0.join(name)).unwrap());
    }
    assert!(pictures[0] == pictures[1]);
    let (width, height, _) = pixels(&folder.0.join("a.png"));
    assert_eq!((width, height), (720, 405));
}

#[test]
fn a_sequence_shows_the_block_where_it_is_at_each_time() {
    let Some(driver) = driver() else { return };
    let folder = with_scene("sequence");
    let arguments = [
        "slide.ron",
        "--time",
        "0..0.8/3",
        "--size",
        "480x270",
        "--low-quality",
        "--no-panels",
        "--models",
        "peg",
        "--overlays",
        "none",
        "--theme",
        "light",
        "--out",
        "film",
    ];
    let (code, text) = said(&screenshot(&folder, Some(&driver), &arguments));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ffmpeg -framerate 2.5 "), "{text}");
    let file = |n: usize| folder.0.join(format!("film/frame-{n:05}.png"));
    let [a, b, c] = [1, 2, 3].map(|n| red(&file(n)));
    // 4 m/s without friction: the same way in the same time.
    assert!(b > a + 20.0 && ((c - b) - (b - a)).abs() < 3.0, "{a} {b} {c}");
    assert!(!file(4).exists());
    let (_, _, pixels) = pixels(&file(1));
    assert!(pixels[0].iter().all(|channel| *channel > 180), "the light look: {:?}", pixels[0]);
}

#[test]
fn without_a_graphics_driver_it_says_so_in_a_sentence() {
    let folder = with_scene("driver");
    let (code, text) = said(&screenshot(&folder, None, &["slide.ron", "--out", "a.png"]));
    assert_eq!(code, 1, "{text}");
    assert!(text.starts_with("error: ") && text.contains("graphics driver"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(!folder.0.join("a.png").exists());
}

#[test]
fn what_cannot_be_drawn_is_refused_before_anything_is_done() {
    let folder = with_scene("refused");
    std::fs::write(folder.0.join("there.png"), "mine").unwrap();
    std::fs::create_dir(folder.0.join("film")).unwrap();
    std::fs::write(folder.0.join("film/frame-00003.png"), "mine").unwrap();
    std::fs::hard_link(folder.0.join("slide.ron"), folder.0.join("link.png")).unwrap();
    for (arguments, wanted) in [
        (vec!["slide.ron", "--out", "a.jpg"], ".png"),
        (vec!["slide.ron", "--out", "nowhere/a.png"], "nowhere"),
        (vec!["slide.ron", "--out", "a.png", "--time=-1"], "seconds"),
        (vec!["slide.ron", "--out", "a.png", "--time", "0..2"], "A..B/N"),
        (vec!["slide.ron", "--out", "a.png", "--size", "0x10"], "size"),
        (vec!["slide.ron", "--out", "a.png", "--models", "peg,peg,peg,lnc"], "at most 3"),
        (vec!["slide.ron", "--out", "a.png", "--overlays", "spooks"], "contacts"),
        (vec!["slide.ron", "--out", "a.png", "--view", "inside"], "isometric"),
        (vec!["slide.ron", "--out", "a.png", "--select", "cow"], "block"),
        (vec!["missing.ron", "--out", "a.png"], "missing.ron"),
        (vec!["slide.ron", "--out", "there.png"], "--force"),
        (vec!["slide.ron", "--out", "film", "--time", "0..1/3"], "frame-00003.png"),
        (vec!["slide.ron", "--force", "--out", "link.png"], "slide.ron"),
    ] {
        let (code, text) = said(&screenshot(&folder, None, &arguments));
        assert_eq!(code, 2, "{arguments:?}: {text}");
        assert!(text.contains(wanted), "{arguments:?}: {text}");
    }
}
