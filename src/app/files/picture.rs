//! Pictures as files: PNG, whole or not at all.

use crate::app::files::output::lettering::Canvas;
use crate::output::write_over;
use bevy::prelude::*;
use std::ffi::OsString;
use std::path::Path;

/// A picture that has come back from the graphics memory.
#[derive(Resource, Default)]
pub struct Captured(pub Option<Image>);

/// Writes a picture, or the part `crop` of it (pixels), as PNG. The file takes its name when it is complete.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write_png(image: Image, crop: Option<URect>, path: &Path) -> Result<(), String> {
    let failed = |reason: String| format!("cannot write {}: {reason}", path.display());
    write_canvas(&canvas(image, crop).map_err(failed)?, path)
}

/// The pixels of a picture, or of the part `crop` of it (pixels).
///
/// # Errors
/// A clause with the reason.
pub fn canvas(image: Image, crop: Option<URect>) -> Result<Canvas, String> {
    let mut picture = image.try_into_dynamic().map_err(|error| error.to_string())?;
    if let Some(part) = crop {
        picture = picture.crop_imm(part.min.x, part.min.y, part.width(), part.height());
    }
    // Without alpha: what is behind the window is no part of the picture.
    let picture = picture.to_rgb8();
    Ok(Canvas { width: picture.width(), height: picture.height(), pixels: picture.into_raw() })
}

/// Writes pixels as PNG. The file takes its name when it is complete.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write_canvas(canvas: &Canvas, path: &Path) -> Result<(), String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width, canvas.height);
    encoder.set_color(png::ColorType::Rgb);
    let coded = encoder.write_header().and_then(|mut writer| writer.write_image_data(&canvas.pixels));
    coded.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    write_over(path, &bytes).map_err(|error| error.to_string())
}

/// The command that makes a film of numbered pictures.
pub fn film_command(pattern: &Path, fps: f64) -> String {
    let arguments = film_arguments(pattern, fps, &[], &pattern.with_file_name("film.mp4"));
    let quoted = arguments.iter().map(|argument| {
        let argument = argument.to_string_lossy();
        let plain = argument.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '+'));
        if plain { argument.into_owned() } else { format!("\"{argument}\"") }
    });
    format!("ffmpeg {}", quoted.collect::<Vec<_>>().join(" "))
}

/// What ffmpeg is told to make a film of numbered pictures; `coded` is how, where it is not to choose.
pub fn film_arguments(pattern: &Path, fps: f64, coded: &[&str], film: &Path) -> Vec<OsString> {
    let fps = format!("{fps:.3}");
    let fps = fps.trim_end_matches('0').trim_end_matches('.');
    let mut arguments: Vec<OsString> = ["-framerate", fps, "-i"].map(OsString::from).into();
    arguments.push(pattern.into());
    // The common codecs want even sizes, and players on the web the table of contents in front.
    let shape = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"];
    arguments.extend(coded.iter().copied().chain(shape).map(OsString::from));
    if film.extension().is_some_and(|ending| ending == "mp4") {
        arguments.extend(["-movflags", "+faststart"].map(OsString::from));
    }
    arguments.push(film.into());
    arguments
}
