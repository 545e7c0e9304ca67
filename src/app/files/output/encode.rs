//! From the numbered pictures of a film to one file: MP4 by ffmpeg where that is installed, GIF by ourselves.

use crate::app::command::files::FilmFormat;
use crate::app::files::output::write_file;
use crate::app::files::picture::film_arguments;
use gif::{Encoder, Frame, Repeat};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How colours of a GIF are chosen: 1 is best and slowest, 30 fastest.
const GIF_SPEED: i32 = 10;

/// Delays of a GIF are in hundredths of a second.
const GIF_TICKS: f64 = 100.0;

/// Most pictures a second that programs show a GIF with: two hundredths are the least delay that they keep.
pub const GIF_RATE: f64 = 50.0;

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
    /// The file, the name of which is taken already.
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
}

/// Where ffmpeg is, if it is installed.
pub fn ffmpeg() -> Option<PathBuf> {
    let name = format!("ffmpeg{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}

/// Makes the film.
///
/// # Errors
/// A clause with the reason; then there is no file of it.
pub fn encode(work: &Work, control: &Control) -> Result<(), String> {
    let made = match work.format {
        FilmFormat::Pictures => Ok(()),
        FilmFormat::Video => by_ffmpeg(work, control),
        FilmFormat::Gif => {
            let mut reason = None;
            let written = write_file(&work.film, |file| {
                as_gif(work, control, file).map_err(|why| {
                    reason = Some(why.clone());
                    io::Error::other(why)
                })
            });
            written.map_err(|sentence| reason.unwrap_or(sentence))
        }
    };
    made.inspect_err(|_| {
        // What is half a film is none.
        let _ = std::fs::remove_file(&work.film);
    })
}

fn by_ffmpeg(work: &Work, control: &Control) -> Result<(), String> {
    let program = ffmpeg().ok_or(tr!("film-ffmpeg-not-installed"))?;
    let pattern = work.pictures.join("frame-%05d.png");
    let mut child = Command::new(&program)
        .args(["-nostdin", "-y", "-v", "error", "-progress", "pipe:1"])
        .args(film_arguments(&pattern, work.rate, &work.film))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| tr!("film-does-not-start", program = program.display(), error = error))?;
    // Its complaints are few; they fit into the pipe.
    let complaints = child.stderr.take();
    for line in
        child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok)
    {
        if let Some(done) = line.strip_prefix("frame=").and_then(|n| n.trim().parse().ok()) {
            control.done.store(done, Ordering::Relaxed);
        }
        if let Err(reason) = control.go_on() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(reason);
        }
    }
    let status = child.wait().map_err(|error| tr!("film-ffmpeg-was-lost", error = error))?;
    if status.success() {
        return Ok(());
    }
    let mut said = String::new();
    if let Some(complaints) = complaints {
        let _ = complaints.take(4096).read_to_string(&mut said);
    }
    let said = said.lines().last().unwrap_or(tr!("film-gave-no-reason")).trim().to_owned();
    Err(tr!("film-ffmpeg-failed", said = said))
}

fn as_gif(work: &Work, control: &Control, file: &mut dyn Write) -> Result<(), String> {
    let failed = |error: gif::EncodingError| error.to_string();
    let picture = |number: u64| read(&work.pictures.join(format!("frame-{number:05}.png")));
    let (width, height, mut pixels) = picture(1)?;
    let mut encoder = Encoder::new(file, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for number in 1..=work.count {
        control.go_on()?;
        let (mut wide, mut high) = (width, height);
        if number > 1 {
            (wide, high, pixels) = picture(number)?;
        }
        let mut frame = Frame::from_rgba_speed(wide, high, &mut pixels, GIF_SPEED);
        // Rounded where they stand, not one by one: what is lost does not add up.
        let tick = |k: u64| (k as f64 * GIF_TICKS / work.rate).round() as u64;
        frame.delay = (tick(number) - tick(number - 1)).clamp(2, u64::from(u16::MAX)) as u16;
        encoder.write_frame(&frame).map_err(failed)?;
        control.done.store(number, Ordering::Relaxed);
    }
    Ok(())
}

/// Width, height and pixels (red, green, blue, opacity) of a picture.
fn read(path: &Path) -> Result<(u16, u16, Vec<u8>), String> {
    let refuse = |reason: String| format!("{}: {reason}", path.display());
    let file = std::fs::File::open(path).map_err(|error| refuse(error.to_string()))?;
    let mut decoder = png::Decoder::new(io::BufReader::new(file));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| refuse(error.to_string()))?;
    let size = reader.output_buffer_size().ok_or_else(|| refuse(tr!("film-picture-too-large").to_owned()))?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).map_err(|error| refuse(error.to_string()))?;
    pixels.truncate(info.buffer_size());
    match (info.color_type, u16::try_from(info.width), u16::try_from(info.height)) {
        (png::ColorType::Rgba, Ok(width), Ok(height)) => Ok((width, height, pixels)),
        _ => Err(refuse(tr!("film-picture-none-that-gif-can").to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(path: &Path, shade: u8) {
        let file = std::fs::File::create(path).expect("a file");
        let mut encoder = png::Encoder::new(file, 6, 4);
        encoder.set_color(png::ColorType::Rgba);
        let pixels: Vec<u8> = (0..24).flat_map(|_| [shade, 0, 0, 255]).collect();
        encoder.write_header().and_then(|mut w| w.write_image_data(&pixels)).expect("a picture");
    }

    fn work(count: u64, format: FilmFormat, name: &str) -> Work {
        let folder = std::env::temp_dir().join(format!("pegsim-encode-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for k in 1..=count {
            picture(&folder.join(format!("frame-{k:05}.png")), (60 * k) as u8);
        }
        let film = folder.join("film.gif");
        Work { pictures: folder, count, rate: 30.0, format, film }
    }

    #[test]
    fn a_gif_has_every_picture_for_its_time() {
        let work = work(4, FilmFormat::Gif, "all");
        let control = Control::default();
        encode(&work, &control).expect("a film");
        assert_eq!(control.done.load(Ordering::Relaxed), 4);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(std::fs::File::open(&work.film).expect("there")).expect("a GIF");
        let (mut reds, mut ticks) = (Vec::new(), 0);
        while let Some(frame) = decoder.read_next_frame().expect("a picture") {
            reds.push(frame.buffer[0]);
            ticks += frame.delay;
        }
        assert_eq!(reds, [60, 120, 180, 240]);
        assert_eq!(ticks, 13, "four thirtieths of a second");
        let _ = std::fs::remove_dir_all(&work.pictures);
    }

    #[test]
    fn what_is_cancelled_or_lacks_a_picture_leaves_no_film() {
        let cancelled = Control::default();
        cancelled.cancelled.store(true, Ordering::Relaxed);
        let one = work(2, FilmFormat::Gif, "cancelled");
        assert_eq!(encode(&one, &cancelled).expect_err("cancelled"), "it was cancelled");
        assert!(!one.film.exists());
        let mut two = work(2, FilmFormat::Gif, "gone");
        two.count = 3;
        let said = encode(&two, &Control::default()).expect_err("a picture is not there");
        assert!(said.contains("frame-00003.png"), "{said}");
        assert!(!two.film.exists());
        for work in [one, two] {
            let _ = std::fs::remove_dir_all(&work.pictures);
        }
    }
}
