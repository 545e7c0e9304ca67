//! From the numbered pictures of a film to one file: MP4 and WebM by ffmpeg where that is installed, GIF and WebP by ourselves.

pub mod ffmpeg;
mod gif;
mod webp;

use crate::app::command::files::FilmFormat;
use crate::app::files::output::give_back;
use crate::output::WholeFile;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is to be made of the pictures of a folder.
#[derive(Clone, Debug)]
pub struct Work {
    /// The folder of `frame-00001.png` and so on.
    pub pictures: PathBuf,
    /// How many there are.
    pub count: u64,
    /// Pictures in a second of the film.
    pub rate: f64,
    /// What it is made into.
    pub format: FilmFormat,
    /// The file, the name of which is taken already, or which may be written over.
    pub film: PathBuf,
}

/// How far it is, and whether it is to end.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Pictures done.
    pub done: Arc<AtomicU64>,
    /// Set by who wants no film any more.
    pub cancelled: Arc<AtomicBool>,
}

impl Control {
    fn go_on(&self) -> Result<(), String> {
        if self.cancelled.load(Ordering::Relaxed) {
            Err(tr!("film-was-cancelled").to_owned())
        } else {
            Ok(())
        }
    }

    fn note(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }
}

/// Most pictures a second that programs show a film of that kind with.
pub fn rate_limit(format: FilmFormat) -> f64 {
    match format {
        FilmFormat::Gif => gif::RATE,
        FilmFormat::WebP => webp::RATE,
        FilmFormat::Pictures | FilmFormat::Video | FilmFormat::WebM => f64::INFINITY,
    }
}

/// Who makes a film of that kind, for people.
///
/// # Errors
/// A sentence with what is to be installed where nobody can.
pub fn maker(format: FilmFormat) -> Result<String, String> {
    match format {
        FilmFormat::Pictures | FilmFormat::Gif | FilmFormat::WebP => {
            Ok(tr!("film-made-by-pegsim").to_owned())
        }
        FilmFormat::Video | FilmFormat::WebM => match ffmpeg::find() {
            Some(program) => Ok(tr!("film-made-by", program = program.display())),
            None => Err(tr!("film-or-choose-gif", lacking = ffmpeg::lacking(format))),
        },
    }
}

/// Makes the film; says what it was made with. The file is there when it is whole, and stays as it was where it is not made.
///
/// # Errors
/// A clause with the reason.
pub fn encode(work: &Work, control: &Control) -> Result<String, String> {
    // Beside the pictures until it is whole.
    let part = work.pictures.join(format!("film.part.{}", work.format.ending().unwrap_or("png")));
    let made = match work.format {
        FilmFormat::Pictures => return Ok("PNG".to_owned()),
        FilmFormat::Video | FilmFormat::WebM => ffmpeg::encode(work, control, &part),
        FilmFormat::Gif => gif::encode(work, control, &part).map(|()| tr!("film-with-gif").to_owned()),
        FilmFormat::WebP => webp::encode(work, control, &part).map(|()| tr!("film-with-webp").to_owned()),
    };
    let made = made.and_then(|with| put(&part, &work.film).map(|()| with));
    // What is half a film is none.
    let _ = std::fs::remove_file(&part);
    give_back(&work.film);
    made
}

/// Gives what was made its name.
fn put(part: &Path, film: &Path) -> Result<(), String> {
    let mut from = File::open(part).map_err(|error| format!("{}: {error}", part.display()))?;
    let whole =
        WholeFile::over(film).and_then(|file| file.finish_by(|to| io::copy(&mut from, to).map(|_| ())));
    whole.map_err(|error| error.to_string())
}

/// A picture of the film, from 1: width, height and pixels (red, green, blue, opacity).
fn picture(work: &Work, number: u64) -> Result<(u32, u32, Vec<u8>), String> {
    let path = work.pictures.join(format!("frame-{number:05}.png"));
    let refuse = |reason: String| format!("{}: {reason}", path.display());
    let file = File::open(&path).map_err(|error| refuse(error.to_string()))?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| refuse(error.to_string()))?;
    let size = reader.output_buffer_size().ok_or_else(|| refuse(tr!("film-picture-too-large").to_owned()))?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).map_err(|error| refuse(error.to_string()))?;
    pixels.truncate(info.buffer_size());
    match info.color_type {
        png::ColorType::Rgba => Ok((info.width, info.height, pixels)),
        _ => Err(refuse(tr!("film-picture-none-that-film-can").to_owned())),
    }
}

/// How long a picture is shown, in ticks of which a second has `ticks`: rounded where they stand, not one by one, so that what is lost
/// does not add up.
fn delay(work: &Work, number: u64, ticks: f64) -> u64 {
    let tick = |k: u64| (k as f64 * ticks / work.rate).round() as u64;
    tick(number) - tick(number - 1)
}

#[cfg(test)]
mod tests;
