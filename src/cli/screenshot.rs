//! `pegsim screenshot`: the app drawn into PNG files, without a window.

use crate::cli::args::{geometry, size, time_step};
use clap::Args;
use pegsim::contact::models::ContactModel;
use pegsim::step::{Geometry, SolverMethod};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ScreenshotArgs {
    /// Scene file, or a name from `pegsim list scenes`.
    pub scene: PathBuf,
    /// Simulated time of the picture (s), or `A..B/N` for N pictures from A to B.
    #[arg(long, value_name = "T", value_parser = Times::parse, allow_negative_numbers = true, default_value = "0")]
    pub time: Times,
    /// PNG file to write; for several pictures the folder that gets them, numbered.
    #[arg(long, value_name = "F.png")]
    pub out: PathBuf,
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
    /// Width and height of the picture (pixels).
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, default_value = "1600x900")]
    pub size: (u32, u32),
    /// Contact models of the panes, one to three, separated by commas [default: standard,peg,separating-feature].
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = ContactModel::from_name)]
    pub models: Vec<ContactModel>,
    /// Step size (s).
    #[arg(long, value_name = "H", value_parser = time_step, allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// Look: dark or light.
    #[arg(long, value_name = "THEME", value_parser = ["dark", "light"], default_value = "dark")]
    pub theme: String,
    /// Flat shading without shadows: quicker where there is no graphics hardware.
    #[arg(long)]
    pub low_quality: bool,
    /// What is drawn over the bodies, separated by commas, or `none` [default: as the app starts]. A wrong name lists
    /// the right ones.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub overlays: Vec<String>,
    /// Only the views, without panels and headings.
    #[arg(long)]
    pub no_panels: bool,
    /// Where it is seen from: front, back, left, right, top, isometric [default: as the scene's file says].
    #[arg(long, value_name = "VIEW")]
    pub view: Option<String>,
    /// Body to select, by name: it is outlined, and the panels show its numbers.
    #[arg(long, value_name = "BODY")]
    pub select: Option<String>,
    /// Size of text and panels relative to the default.
    #[arg(long, value_name = "FACTOR", value_parser = factor, allow_negative_numbers = true, default_value = "1")]
    pub ui_scale: f64,
    /// When the contact geometry is evaluated: semi-implicit or implicit.
    #[arg(long, value_parser = geometry)]
    pub geometry: Option<Geometry>,
    /// Solver, from `pegsim list solvers`.
    #[arg(long, value_name = "NAME", value_parser = SolverMethod::from_name)]
    pub solver: Option<SolverMethod>,
    /// Seed of a scene that is made (see `pegsim run --help`).
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// When pictures are taken.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Times {
    /// At one moment (s).
    One(f64),
    /// At several (s), evenly spaced.
    Many(Vec<f64>),
}

impl Times {
    /// `T` or `A..B/N`.
    fn parse(text: &str) -> Result<Self, String> {
        let number = |part: &str| match part.trim().parse::<f64>() {
            Ok(time) if time >= 0.0 && time.is_finite() => Ok(time),
            _ => Err(format!("`{part}` is not a time; a number of seconds from 0 on is needed")),
        };
        let Some((from, rest)) = text.split_once("..") else { return number(text).map(Self::One) };
        let Some((to, count)) = rest.split_once('/') else {
            return Err(format!(
                "`{text}` lacks the number of pictures; write `A..B/N`, such as 0..2/61 for 61 pictures from 0 to \
                 2 s (30 in a second)"
            ));
        };
        let (from, to) = (number(from)?, number(to)?);
        let count: u32 = match count.trim().parse() {
            Ok(count) if (2..=100_000).contains(&count) => count,
            _ => return Err(format!("`{count}` is not a number of pictures between 2 and 100000")),
        };
        if to <= from {
            return Err(format!("`{text}` does not go forward in time"));
        }
        let width = (to - from) / f64::from(count - 1);
        Ok(Self::Many((0..count).map(|i| from + width * f64::from(i)).collect()))
    }
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.5..=3.0).contains(&value) => Ok(value),
        _ => Err("a number from 0.5 to 3 is needed".to_owned()),
    }
}

/// Says that this build cannot draw.
#[cfg(not(feature = "app"))]
pub(crate) fn draw(_: &ScreenshotArgs) -> Result<(), crate::cli::Failure> {
    Err(crate::cli::Failure::Input(
        "this build has no renderer (it was built without the feature `app`)".to_owned(),
    ))
}

#[cfg(feature = "app")]
pub(crate) use drawing::draw;

#[cfg(feature = "app")]
mod drawing {
    use super::{ScreenshotArgs, Times};
    use crate::cli::{Failure, output, scenes};
    use pegsim::app::bench::workbench::MAX_PANES;
    use pegsim::app::command::look::{Overlay, Quality, StandardView, Theme};
    use pegsim::app::files::offscreen::{Moment, Shot, Studio};
    use pegsim::contact::models::ContactModel;
    use pegsim::experiment::Overrides;
    use pegsim::scene::LoadedScene;
    use std::path::{Path, PathBuf};

    /// Steps to the times asked for and draws them.
    pub(crate) fn draw(args: &ScreenshotArgs) -> Result<(), Failure> {
        if args.models.len() > MAX_PANES {
            return Err(Failure::Input(format!(
                "--models: the app shows at most {MAX_PANES} models side by side, not {}",
                args.models.len()
            )));
        }
        let scene = scenes::load(&args.scene, args.seed)?;
        let mut outputs = output::outputs(args.force, [&scene]);
        let shot = shot(args, scene)?;
        let places = Places::make(args)?;
        let pictures: Vec<(f64, PathBuf)> = match &args.time {
            Times::One(time) => vec![(*time, args.out.clone())],
            Times::Many(times) => times.iter().enumerate().map(|(i, t)| (*t, places.frame(i))).collect(),
        };
        // Before anything is simulated; the pictures then take the places that they may have.
        pictures.iter().try_for_each(|(_, path)| outputs.claim(path)).map_err(output::refused)?;
        let mut studio = Studio::open(shot).map_err(Failure::Run)?;
        let bar = output::progress_bar("pictures").filter(|_| pictures.len() > 1);
        if let Some(bar) = &bar {
            bar.set_length(pictures.len() as u64);
        }
        let mut furthest: f64 = 0.0;
        for (time, path) in &pictures {
            let moment = studio.advance_to(*time);
            let failed = !studio.failures().is_empty();
            if !failed {
                furthest = furthest.max((moment.time - time).abs());
            }
            studio.draw(path).map_err(Failure::Run)?;
            if let Some(bar) = &bar {
                bar.inc(1);
            }
            if failed {
                break;
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let end = studio.moment();
        match studio.failures().as_slice() {
            [] => {}
            failures => {
                return Err(Failure::Run(format!(
                    "the simulation stopped at step {} (t = {:.6} s), which the last picture shows: {}",
                    end.step,
                    end.time,
                    failures.join("; ")
                )));
            }
        }
        if furthest > 1e-9 {
            let h = studio.time_step();
            output::tell(&format!(
                "note: a picture shows the step of {h} s nearest to the time asked for, up to {furthest:.2e} s away"
            ));
        }
        report(args, &places, end, pictures.len(), &studio);
        Ok(())
    }

    fn report(args: &ScreenshotArgs, places: &Places, end: Moment, count: usize, studio: &Studio) {
        let (width, height) = args.size;
        let models: Vec<_> = studio.models().into_iter().map(ContactModel::name).collect();
        let models = models.join(", ");
        match &args.time {
            Times::One(_) => output::say(&format!(
                "wrote {} ({width} × {height} pixels; step {}, t = {:.6} s; {models})\n",
                args.out.display(),
                end.step,
                end.time
            )),
            Times::Many(times) => {
                let fps = (times.len() - 1) as f64 / (times[times.len() - 1] - times[0]);
                output::say(&format!(
                    "wrote {count} pictures to {} ({width} × {height} pixels; {models})\nat real speed: {}\n",
                    args.out.display(),
                    pegsim::app::files::picture::film_command(&places.pattern(), fps)
                ));
                if let Some(older) = places.older(count) {
                    output::tell(&format!(
                        "note: {} is left from a longer sequence and would be part of the film",
                        older.display()
                    ));
                }
            }
        }
    }

    /// Where pictures go.
    struct Places {
        folder: PathBuf,
    }

    impl Places {
        /// Checks the place before anything is simulated.
        fn make(args: &ScreenshotArgs) -> Result<Self, Failure> {
            let out = &args.out;
            if let Times::Many(_) = args.time {
                std::fs::create_dir_all(out).map_err(|error| {
                    Failure::Input(format!("cannot make the folder {}: {error}", out.display()))
                })?;
                return Ok(Self { folder: out.clone() });
            }
            if out.extension().is_none_or(|e| !e.eq_ignore_ascii_case("png")) {
                return Err(Failure::Input(format!(
                    "--out: {} does not end in .png, the only kind of picture that is written",
                    out.display()
                )));
            }
            let folder = out.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !folder.is_dir() {
                return Err(Failure::Input(format!("--out: there is no folder {}", folder.display())));
            }
            if out.is_dir() {
                return Err(Failure::Input(format!("--out: {} is a folder", out.display())));
            }
            Ok(Self { folder: folder.to_owned() })
        }

        /// The file of a picture of a sequence.
        fn frame(&self, index: usize) -> PathBuf {
            self.folder.join(format!("frame-{:05}.png", index + 1))
        }

        /// The files of the sequence as ffmpeg names them.
        fn pattern(&self) -> PathBuf {
            self.folder.join("frame-%05d.png")
        }

        /// A picture of an earlier, longer sequence.
        fn older(&self, count: usize) -> Option<PathBuf> {
            Some(self.frame(count)).filter(|path| path.exists())
        }
    }

    fn shot(args: &ScreenshotArgs, scene: LoadedScene) -> Result<Shot, Failure> {
        let overlays = match args.overlays.as_slice() {
            [] => None,
            [none] if none == "none" => Some(Vec::new()),
            names => Some(names.iter().map(|name| overlay(name)).collect::<Result<Vec<_>, _>>()?),
        };
        let view = args.view.as_deref().map(view).transpose()?;
        if let Some(name) = &args.select {
            let bodies = &scene.model.bodies;
            if !bodies.iter().any(|body| body.name == *name) {
                let names: Vec<_> = bodies.iter().take(20).map(|body| body.name.as_str()).collect();
                let more = if bodies.len() > names.len() { ", …" } else { "" };
                return Err(Failure::Input(format!(
                    "--select: the scene has no body `{name}`; it has {}{more}",
                    names.join(", ")
                )));
            }
        }
        Ok(Shot {
            models: args.models.clone(),
            overrides: Overrides {
                geometry: args.geometry,
                solver: args.solver,
                time_step: args.dt,
                ..Overrides::default()
            },
            size: args.size,
            ui_scale: args.ui_scale as f32,
            theme: if args.theme == "light" { Theme::Light } else { Theme::Dark },
            quality: if args.low_quality { Quality::Low } else { Quality::High },
            overlays,
            panels: !args.no_panels,
            view,
            selected: args.select.clone(),
            scene,
        })
    }

    /// The name of a variant as it is written on the command line.
    fn written(variant: &dyn std::fmt::Debug) -> String {
        let mut name = String::new();
        for c in format!("{variant:?}").chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(c.to_lowercase());
        }
        name
    }

    fn overlay(name: &str) -> Result<Overlay, Failure> {
        Overlay::ALL.into_iter().find(|o| written(o) == name.trim()).ok_or_else(|| {
            let names: Vec<_> = Overlay::ALL.iter().map(|o| written(o)).collect();
            Failure::Input(format!(
                "--overlays: unknown overlay `{name}`; valid names: none, {}",
                names.join(", ")
            ))
        })
    }

    fn view(name: &str) -> Result<StandardView, Failure> {
        StandardView::ALL.into_iter().find(|v| written(v) == name).ok_or_else(|| {
            let names: Vec<_> = StandardView::ALL.iter().map(|v| written(v)).collect();
            Failure::Input(format!("--view: unknown view `{name}`; valid names: {}", names.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_times_includes_both_ends() {
        assert_eq!(Times::parse("0.5"), Ok(Times::One(0.5)));
        assert_eq!(Times::parse("0..2/5"), Ok(Times::Many(vec![0.0, 0.5, 1.0, 1.5, 2.0])));
        for bad in ["-1", "x", "0..2", "2..1/5", "0..1/1", "0..1/x", "inf", "NaN", ""] {
            assert!(Times::parse(bad).is_err(), "{bad}");
        }
    }
}
