//! Films by ffmpeg: where it is, what it can code, and its work.

use super::{Control, Work};
use crate::app::command::files::FilmFormat;
use crate::app::files::picture::film_arguments;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A way to code pictures: ffmpeg's name of it, what people call it, and what it is told.
type Coder = (&'static str, &'static str, &'static [&'static str]);

/// For MP4, best first. The qualities keep thin lines and small text readable.
const MP4: [Coder; 4] = [
    ("libx264", "H.264", &["-crf", "18", "-preset", "medium"]),
    ("libopenh264", "H.264", &["-b:v", "6M"]),
    ("h264_videotoolbox", "H.264", &["-b:v", "6M"]),
    ("mpeg4", "MPEG-4 part 2", &["-q:v", "3"]),
];

/// For WebM, best first.
const WEBM: [Coder; 4] = [
    (
        "libvpx-vp9",
        "VP9",
        &["-crf", "24", "-b:v", "0", "-row-mt", "1", "-deadline", "good", "-cpu-used", "3"],
    ),
    ("libsvtav1", "AV1", &["-crf", "28", "-preset", "8"]),
    ("libaom-av1", "AV1", &["-crf", "28", "-b:v", "0", "-row-mt", "1", "-cpu-used", "6"]),
    ("libvpx", "VP8", &["-crf", "10", "-b:v", "6M"]),
];

/// Where ffmpeg is, if it is installed.
pub fn find() -> Option<PathBuf> {
    let name = format!("ffmpeg{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}

/// What to install where it is not there: a sentence without its full stop.
pub fn lacking(format: FilmFormat) -> String {
    tr!("film-ffmpeg-lacking", format = format.name(), system = std::env::consts::OS)
}

/// Makes the film; says with what.
///
/// # Errors
/// A clause with the reason.
pub fn encode(work: &Work, control: &Control, path: &Path) -> Result<String, String> {
    let program = find().ok_or_else(|| lacking(work.format))?;
    let ways = if work.format == FilmFormat::WebM { &WEBM } else { &MP4 };
    let known = encoders(&program)?;
    let Some((coder, name, told)) = ways.iter().find(|(coder, ..)| known.iter().any(|known| known == coder))
    else {
        let wanted: Vec<&str> = ways.iter().map(|(coder, ..)| *coder).collect();
        return Err(tr!(
            "film-ffmpeg-codes-no",
            program = program.display(),
            format = work.format.name(),
            wanted = wanted.join(", ")
        ));
    };
    let pattern = work.pictures.join("frame-%05d.png");
    let coded: Vec<&str> = ["-c:v", coder].into_iter().chain(told.iter().copied()).collect();
    let mut child = Command::new(&program)
        .args(["-nostdin", "-y", "-v", "error", "-progress", "pipe:1"])
        .args(film_arguments(&pattern, work.rate, &coded, path))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| tr!("film-ffmpeg-does-not-start", program = program.display(), error = error))?;
    // Its complaints are few; they fit into the pipe.
    let complaints = child.stderr.take();
    for line in
        child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok)
    {
        if let Some(done) = line.strip_prefix("frame=").and_then(|n| n.trim().parse().ok()) {
            control.note(done);
        }
        if let Err(reason) = control.go_on() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(reason);
        }
    }
    let status = child.wait().map_err(|error| tr!("film-ffmpeg-lost", error = error))?;
    if status.success() {
        return Ok(tr!("film-with-ffmpeg", name = name, coder = coder, program = program.display()));
    }
    let mut said = String::new();
    if let Some(complaints) = complaints {
        let _ = complaints.take(4096).read_to_string(&mut said);
    }
    let said = said.lines().last().unwrap_or_else(|| tr!("film-ffmpeg-no-reason")).trim().to_owned();
    Err(tr!("film-ffmpeg-failed", said = said))
}

/// The names of what it can code with.
fn encoders(program: &Path) -> Result<Vec<String>, String> {
    let said = Command::new(program)
        .args(["-hide_banner", "-v", "error", "-encoders"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| tr!("film-ffmpeg-does-not-start", program = program.display(), error = error))?;
    // `V....D libx264   what it is`, below a heading.
    let text = String::from_utf8_lossy(&said.stdout);
    let video = text.lines().map(str::trim_start).filter(|line| line.starts_with('V'));
    Ok(video.filter_map(|line| line.split_whitespace().nth(1)).map(str::to_owned).collect())
}
