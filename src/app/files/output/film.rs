//! Films: numbered pictures of the window at equal steps of simulated time. The clock waits for each picture, so that a
//! slow renderer gives as smooth a film as a fast one. Of the pictures one file is made, where that was asked for.

use crate::app::bench::workbench::Workbench;
use crate::app::command::files::FilmFormat;
use crate::app::files::output::caption::{self, Caption};
use crate::app::files::output::encode::{Control, Work, encode, maker, rate_limit};
use crate::app::files::output::lettering::Canvas;
use crate::app::files::output::{FilmProgress, OutputState, folder_beside, stills};
use crate::app::files::picture::{canvas, film_command, write_canvas};
use crate::app::look::view::{ViewSettings, Viewports};
use crate::app::messages::Messages;
use crate::app::run::simulation::Driver;
use crate::output::write_over;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long a picture may take to come back before something must be wrong.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pictures that may be on their way to the disk at once.
const AT_ONCE: usize = 3;

/// Records films.
pub struct FilmPlugin;

impl Plugin for FilmPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Film>().add_observer(write);
    }
}

/// The film that is being recorded, and the one that is being made of its pictures.
#[derive(Resource, Default)]
pub struct Film(Option<Running>, Option<Making>);

/// Pictures that are made into one file, beside the frames.
struct Making {
    work: Work,
    control: Control,
    task: Task<Result<String, String>>,
}

struct Running {
    folder: PathBuf,
    /// The file that was chosen for it; none: a numbered one.
    target: Option<PathBuf>,
    /// Width and height of its first picture: all have it, whatever becomes of the window.
    size: Arc<OnceLock<(u32, u32)>>,
    /// Pictures per simulated second.
    rate: f64,
    format: FilmFormat,
    whole_window: bool,
    plan: Plan,
    taken: u64,
    written: u64,
    /// Whether the run had come to its end before the film began, and has not been set back since.
    finished: bool,
    under_way: Vec<UnderWay>,
    /// Whether no more pictures are to be taken.
    ending: bool,
}

/// A picture on its way to the disk.
struct UnderWay {
    picture: Entity,
    since: Instant,
    task: Option<Task<Result<(), String>>>,
}

/// When the next picture is due.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    /// Time of the picture that the others are counted from (s).
    base: f64,
    /// Pictures since then.
    count: u64,
    /// Time of the last picture (s).
    last: f64,
}

impl Plan {
    fn from(time: f64) -> Self {
        Self { base: time, count: 0, last: time }
    }

    /// Steps of size `h` (s) from `time` to the next picture. A clock that was set back starts a new count.
    fn steps(&mut self, time: f64, h: f64, rate: f64) -> u64 {
        if time < self.last - 0.5 * h {
            *self = Self::from(time);
        }
        let next = self.base + self.count as f64 / rate;
        ((next - time) / h).round().max(0.0) as u64
    }

    fn taken(&mut self, time: f64) {
        self.count += 1;
        self.last = time;
    }
}

/// Marks the picture of a film.
#[derive(Component, Clone)]
struct Picture {
    path: PathBuf,
    crop: Option<URect>,
    caption: Option<Caption>,
    size: Arc<OnceLock<(u32, u32)>>,
}

/// Begins a film, into a file or into the next numbered one, or ends the one that is being recorded.
pub fn toggle(
    In(target): In<Option<PathBuf>>,
    bench: Res<Workbench>,
    mut film: ResMut<Film>,
    mut output: ResMut<OutputState>,
    mut messages: ResMut<Messages>,
) {
    if let Some(running) = &mut film.0 {
        match target {
            None => running.ending = true,
            Some(_) => messages.warn(tr!("film-recorded-already")),
        }
        return;
    }
    if film.1.is_some() {
        messages.warn(tr!("film-film-still-being-made-its"));
        return;
    }
    let format = target.as_deref().map_or(Some(output.format), FilmFormat::of_file);
    let Some(format) = format else {
        messages.error(tr!("film-ending-says-which"));
        return;
    };
    // Before an hour of pictures is taken.
    if let Err(sentence) = maker(format) {
        messages.warn(tr!("film-until-then-pictures", sentence = sentence));
    }
    let folder = match &target {
        Some(file) => folder_beside(file),
        None => output.free_folder("pegsim-film"),
    };
    match folder {
        Ok(folder) => {
            output.film = Some(FilmProgress { folder: folder.clone(), pictures: 0 });
            film.0 = Some(Running {
                folder,
                target,
                size: Arc::default(),
                rate: output.rate,
                format,
                whole_window: output.whole_window,
                plan: Plan::from(bench.time()),
                taken: 0,
                written: 0,
                finished: bench.finished,
                under_way: Vec::new(),
                ending: false,
            });
        }
        Err(text) => messages.error(text),
    }
}

/// Lets the clock go as far as the next picture, and takes it there.
pub fn pace(
    bench: Res<Workbench>,
    (view, viewports): (Res<ViewSettings>, Res<Viewports>),
    mut film: ResMut<Film>,
    mut driver: ResMut<Driver>,
    mut output: ResMut<OutputState>,
    mut messages: ResMut<Messages>,
    mut commands: Commands,
) {
    let Some(running) = &mut film.0 else { return };
    let step = bench.step();
    // The first picture may wait for a shader; then what is drawn meanwhile must not move on.
    let most = if running.written == 0 { 1 } else { AT_ONCE };
    if running.under_way.len() >= most || (running.ending && !running.under_way.is_empty()) {
        driver.not_beyond = Some(step);
        return;
    }
    if running.ending {
        driver.not_beyond = None;
        output.film = None;
        if running.format == FilmFormat::Pictures || running.written == 0 {
            let text = farewell(running);
            messages.info(text);
        } else {
            match begin_making(running, &output) {
                Ok(making) => film.1 = Some(making),
                Err(error) => messages.error(error),
            }
        }
        film.0 = None;
        return;
    }
    let steps = running.plan.steps(bench.time(), bench.time_step, running.rate);
    driver.not_beyond = Some(step + steps);
    // The scene's end is that of the film as well.
    running.finished &= bench.finished;
    running.ending |= steps > 0 && bench.finished && !running.finished;
    if steps > 0 || !driver.is_idle() {
        return;
    }
    let captions = &output.captions;
    // With captions the views have headings that are read at the size of the film in place of those of the window.
    let crop = match (running.whole_window, captions.shown) {
        (true, _) => None,
        (false, true) => caption::views(&viewports),
        (false, false) => stills::views(&viewports),
    };
    let caption = captions.shown.then(|| Caption::of(&bench, &viewports, view.theme, captions, crop));
    let path = running.folder.join(format!("frame-{:05}.png", running.taken + 1));
    let picture = Picture { path, crop, caption, size: Arc::clone(&running.size) };
    let picture = commands.spawn((Screenshot::primary_window(), picture)).id();
    running.taken += 1;
    running.plan.taken(bench.time());
    running.under_way.push(UnderWay { picture, since: Instant::now(), task: None });
    // This frame is drawn as it stands; the steps that are asked for in it show in the next.
    let steps = running.plan.steps(bench.time(), bench.time_step, running.rate);
    driver.not_beyond = Some(if running.under_way.len() < most { step + steps } else { step });
}

fn write(event: On<ScreenshotCaptured>, pictures: Query<&Picture>, mut film: ResMut<Film>) {
    let Ok(picture) = pictures.get(event.entity) else { return };
    let Some(running) = &mut film.0 else { return };
    let Some(under_way) = running.under_way.iter_mut().find(|u| u.picture == event.entity) else { return };
    let (image, picture) = (event.image.clone(), picture.clone());
    under_way.task = Some(AsyncComputeTaskPool::get().spawn(async move { picture.put(image) }));
}

impl Picture {
    /// Writes it, with its captions.
    fn put(self, image: Image) -> Result<(), String> {
        let shown = |reason: String| tr!("film-cannot-write", path = self.path.display(), reason = reason);
        let mut picture = canvas(image, self.crop).map_err(shown)?;
        if let Some(caption) = &self.caption {
            picture = caption.burnt_into(&picture);
        }
        let size = *self.size.get_or_init(|| (picture.width, picture.height));
        write_canvas(&of_size(picture, size), &self.path)
    }
}

/// A picture of the size of the others: in the middle where it is smaller, cut where it is larger.
fn of_size(picture: Canvas, (width, height): (u32, u32)) -> Canvas {
    if (picture.width, picture.height) == (width, height) {
        return picture;
    }
    let mut whole = Canvas::filled(width, height, [0; 3]);
    let middle = |room: u32, own: u32| (i64::from(room) - i64::from(own)) / 2;
    whole.lay(&picture, (middle(width, picture.width), middle(height, picture.height)));
    whole
}

/// Takes note of a picture that is written.
pub fn collect(
    mut film: ResMut<Film>,
    mut driver: ResMut<Driver>,
    mut output: ResMut<OutputState>,
    mut messages: ResMut<Messages>,
) {
    let Some(running) = &mut film.0 else { return };
    let mut failed = None;
    for mut under_way in std::mem::take(&mut running.under_way) {
        let lost = under_way.task.is_none() && under_way.since.elapsed() > PATIENCE;
        match under_way.task.take_if(|task| task.is_finished()).map(block_on) {
            Some(Ok(())) => running.written += 1,
            Some(Err(error)) => failed = Some(error),
            None if lost => {
                let why = tr!("film-no-picture-came-back-from");
                failed = Some(why.to_owned());
            }
            None => running.under_way.push(under_way),
        }
    }
    let written = running.written;
    if let Some(progress) = &mut output.film
        && progress.pictures != written
    {
        progress.pictures = written;
    }
    if let Some(error) = failed {
        messages.error(tr!("film-film-ended-after-pictures", written = written, error = error));
        film.0 = None;
        output.film = None;
        driver.not_beyond = None;
    }
}

/// Starts to make one file of the pictures that were taken.
fn begin_making(running: &Running, output: &OutputState) -> Result<Making, String> {
    let ending = running.format.ending().unwrap_or("film");
    let film = match &running.target {
        Some(file) => file.clone(),
        None => output.free_file("pegsim-film", ending)?,
    };
    let rate = running.rate.min(rate_limit(running.format));
    let work =
        Work { pictures: running.folder.clone(), count: running.written, rate, format: running.format, film };
    let control = Control::default();
    let (its_work, its_control) = (work.clone(), control.clone());
    let task = AsyncComputeTaskPool::get().spawn(async move { encode(&its_work, &its_control) });
    Ok(Making { work, control, task })
}

/// Makes no film of the pictures; they stay. One that is being recorded takes no more of them.
pub fn cancel(mut film: ResMut<Film>) {
    if let Some(making) = &film.1 {
        making.control.cancelled.store(true, Ordering::Relaxed);
    }
    if let Some(running) = &mut film.0 {
        running.format = FilmFormat::Pictures;
        running.ending = true;
    }
}

/// Says how far the making of a film is, and how it ended. The pictures of a film that was made are taken away.
pub fn make(mut film: ResMut<Film>, mut output: ResMut<OutputState>, mut messages: ResMut<Messages>) {
    let Some(making) = &film.1 else { return };
    let progress = Some((making.control.done.load(Ordering::Relaxed), making.work.count));
    if !making.task.is_finished() {
        if output.making != progress {
            output.making = progress;
        }
        return;
    }
    output.making = None;
    let Some(making) = film.bypass_change_detection().1.take() else { return };
    let (film, pictures) = (making.work.film.display(), making.work.pictures.display());
    let count = tr!("film-pictures", n = making.work.count);
    match block_on(making.task) {
        Ok(with) => {
            remove_pictures(&making.work);
            messages.info(tr!("film-film-was-written", count = count, film = film, with = with));
        }
        Err(reason) => {
            let (_, kept) = note_command(&making.work.pictures, making.work.rate);
            let how = if kept.is_empty() { "" } else { tr!("film-with-the-command") };
            let said = tr!(
                "film-no-film-was-made-what",
                reason = reason,
                count = count,
                pictures = pictures,
                how = how
            );
            // Who cancels it knows.
            if making.control.cancelled.load(Ordering::Relaxed) {
                messages.info(said);
            } else {
                messages.error(said);
            }
        }
    }
}

/// Takes away what was taken for a film, and nothing else.
fn remove_pictures(work: &Work) {
    for number in 1..=work.count {
        let _ = std::fs::remove_file(work.pictures.join(format!("frame-{number:05}.png")));
    }
    // Stays where somebody has put something else into it.
    let _ = std::fs::remove_dir(&work.pictures);
}

/// What is said at the end; the command that makes the film is left in the folder as well.
fn farewell(running: &Running) -> String {
    let folder = running.folder.display();
    if running.written == 0 {
        let _ = std::fs::remove_dir(&running.folder);
        return tr!("film-no-picture-film-was-taken").to_owned();
    }
    let (command, kept) = note_command(&running.folder, running.rate);
    tr!(
        "film-pictures-were-written-for-each",
        pictures = running.written,
        folder = folder,
        rate = running.rate,
        kept = kept,
        command = command
    )
}

/// The command that makes a film of the pictures of a folder, and where it is kept as well.
fn note_command(folder: &Path, rate: f64) -> (String, String) {
    let command = film_command(&folder.join("frame-%05d.png"), rate);
    let note = folder.join("make_film.txt");
    let kept = write_over(&note, format!("{command}\n").as_bytes()).is_ok();
    let kept = if kept { tr!("film-command-also-in", note = note.display()) } else { String::new() };
    (command, kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_window_that_changed_have_the_size_of_the_first() {
        let ink = [9, 8, 7];
        for size in [(10, 6), (30, 20), (9, 40)] {
            let fitted = of_size(Canvas::filled(size.0, size.1, ink), (20, 10));
            assert_eq!((fitted.width, fitted.height, fitted.pixels.len()), (20, 10, 600));
            assert_eq!(fitted.ink(10, 5), Some(ink));
            let covered = fitted.pixels.chunks(3).filter(|pixel| *pixel == ink).count() as u32;
            assert_eq!(covered, size.0.min(20) * size.1.min(10));
        }
    }

    /// Times of the pictures of a film when the clock goes as far as it may each time.
    fn times(h: f64, rate: f64, pictures: usize) -> Vec<f64> {
        let (mut plan, mut step) = (Plan::from(0.0), 0);
        let mut times = Vec::new();
        for _ in 0..pictures {
            let time = step as f64 * h;
            step += plan.steps(time, h, rate);
            plan.taken(step as f64 * h);
            times.push(step as f64 * h);
        }
        times
    }

    #[test]
    fn pictures_are_evenly_spaced_in_simulated_time_and_do_not_drift() {
        for (h, rate) in [(0.01, 30.0), (0.01, 60.0), (0.001, 24.0), (0.004, 30.0), (0.01, 100.0)] {
            for (k, time) in times(h, rate, 301).into_iter().enumerate() {
                let due = k as f64 / rate;
                assert!((time - due).abs() <= 0.5 * h + 1e-9, "h = {h}, picture {k} at {time}, not {due}");
            }
        }
    }

    #[test]
    fn a_step_longer_than_a_picture_is_shown_several_times() {
        let shown = times(0.1, 30.0, 31);
        assert_eq!(shown.last().map(|t| (t * 10.0).round()), Some(10.0));
        assert!(shown.windows(2).any(|w| w[0] == w[1]));
    }

    #[test]
    fn a_clock_that_was_set_back_starts_a_new_count() {
        let mut plan = Plan::from(2.0);
        assert_eq!(plan.steps(2.0, 0.01, 50.0), 0);
        plan.taken(2.0);
        assert_eq!(plan.steps(2.0, 0.01, 50.0), 2);
        assert_eq!(plan.steps(0.5, 0.01, 50.0), 0, "a picture of where it went");
        plan.taken(0.5);
        assert_eq!(plan.steps(0.5, 0.01, 50.0), 2);
    }
}
