//! Files: what `files` carries out.

use crate::app::command::build::SceneTitles;
use crate::math::Dimension;
use std::path::{Path, PathBuf};

/// What a film is made into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilmFormat {
    /// Numbered PNGs in a folder.
    #[default]
    Pictures,
    /// MP4 (H.264), by ffmpeg.
    Video,
    /// WebM (VP9 or AV1), by ffmpeg.
    WebM,
    /// GIF, for short ones.
    Gif,
    /// Animated WebP, for short ones.
    WebP,
}

impl FilmFormat {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 5] = [Self::Pictures, Self::Video, Self::WebM, Self::Gif, Self::WebP];

    /// Name in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pictures => tr!("film-pngs"),
            Self::Video => tr!("film-mp4"),
            Self::WebM => tr!("film-webm"),
            Self::Gif => tr!("film-gif"),
            Self::WebP => tr!("film-webp"),
        }
    }

    /// What it is for.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Pictures => {
                tr!("film-numbered-pngs-in-folder-for")
            }
            Self::Video => tr!("film-one-file-h-264-in"),
            Self::WebM => tr!("film-one-file-vp9"),
            Self::Gif => {
                tr!("film-one-file-that-goes-round")
            }
            Self::WebP => {
                tr!("film-one-file-webp")
            }
        }
    }

    /// Ending of its file; none of a folder.
    pub fn ending(self) -> Option<&'static str> {
        match self {
            Self::Pictures => None,
            Self::Video => Some("mp4"),
            Self::WebM => Some("webm"),
            Self::Gif => Some("gif"),
            Self::WebP => Some("webp"),
        }
    }

    /// What a file of that name is made into, by its ending.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.ending() == Some(&ending))
    }
}

/// A figure that is written on the pictures of a film, of each pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Figure {
    /// None.
    None,
    /// How deep bodies were in each other at most, so far.
    #[default]
    Depth,
    /// Kinetic and potential energy.
    Energy,
}

impl Figure {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::None, Self::Depth, Self::Energy];

    /// Name in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => tr!("film-figure-none"),
            Self::Depth => tr!("film-figure-depth"),
            Self::Energy => tr!("film-figure-energy"),
        }
    }

    /// What it is.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::None => tr!("film-figure-none-tip"),
            Self::Depth => tr!("film-figure-depth-tip"),
            Self::Energy => tr!("film-figure-energy-tip"),
        }
    }
}

/// What is written on the pictures of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captions {
    /// Whether the names of models and scene and the simulated time are.
    pub shown: bool,
    /// The figure of each pane.
    pub figure: Figure,
    /// A sentence of the user's own.
    pub own: String,
}

impl Default for Captions {
    fn default() -> Self {
        // A film goes where the program is not.
        Self { shown: true, figure: Figure::default(), own: String::new() }
    }
}

/// What is asked to be read or written.
#[derive(Clone, Debug, PartialEq)]
pub enum FilesCommand {
    /// Load a scene file; a scene that does not load leaves the running one alone.
    LoadScene(PathBuf),
    /// Load the scene file that the program opens with, where that takes long: nothing is lost with what is shown until then.
    LoadFirstScene(PathBuf),
    /// Begin a scene of one's own: a floor under gravity, in space or in the plane.
    NewScene(Dimension),
    /// Load the current scene's file again; camera and pane models stay.
    ReloadScene,
    /// The next (`true`) or previous scene of the scene folder.
    NeighbourScene(bool),
    /// Write the scene, as built, to its file; without one, ask for it. Where that would cost what somebody else wrote, or
    /// comments, ask.
    SaveScene,
    /// Write the scene, as built, to this file.
    SaveSceneAs(PathBuf),
    /// The same under another name and description, and with a camera.
    SaveSceneTitled(PathBuf, SceneTitles),
    /// Write the scene, as built, to its file, whatever is in it now: a question was answered.
    SaveSceneOver,
    /// Write the recordings of all panes to a file.
    SaveRecording(PathBuf),
    /// Take up a recording from a file.
    OpenRecording(PathBuf),
    /// Neither read the file nor write it: keep what is shown.
    KeepEdits,
    /// Wait no longer for what is being read.
    CancelLoading,
    /// Where pictures and exported numbers go.
    SetOutputFolder(PathBuf),
    /// Pictures of a film per simulated second.
    SetFilmRate(f64),
    /// Films of the whole window, or of the views alone.
    ToggleFilmOfWindow,
    /// What films are made into.
    SetFilmFormat(FilmFormat),
    /// What is written on the pictures of films.
    SetFilmCaptions(Captions),
    /// Make no film of the pictures that were taken.
    CancelFilm,
    /// Begin to record a film, or end it.
    ToggleFilm,
    /// Record a film into this file; what it is made into is said by the ending of its name.
    FilmTo(PathBuf),
    /// Write numbers of the run to a file.
    Export(Export),
    /// Write a PNG of the views with their headings to a numbered file.
    ScreenshotOfViews,
    /// Write a PNG of the window; `None`: a numbered file.
    Screenshot(Option<PathBuf>),
}

impl FilesCommand {
    /// Whether another scene or another state of it takes the place of what is shown.
    pub fn replaces_what_is_shown(&self) -> bool {
        matches!(
            self,
            Self::LoadScene(_)
                | Self::NewScene(_)
                | Self::ReloadScene
                | Self::NeighbourScene(_)
                | Self::OpenRecording(_)
        )
    }

    /// Whether something is written. Named one by one, so that a new command does not compile before it has said so.
    pub fn writes(&self) -> bool {
        match self {
            Self::SaveScene
            | Self::SaveSceneAs(_)
            | Self::SaveSceneTitled(..)
            | Self::SaveSceneOver
            | Self::SaveRecording(_)
            | Self::ToggleFilm
            | Self::FilmTo(_)
            | Self::Export(_)
            | Self::ScreenshotOfViews
            | Self::Screenshot(_) => true,
            Self::LoadScene(_)
            | Self::LoadFirstScene(_)
            | Self::NewScene(_)
            | Self::ReloadScene
            | Self::NeighbourScene(_)
            | Self::OpenRecording(_)
            | Self::KeepEdits
            | Self::CancelLoading
            | Self::SetOutputFolder(_)
            | Self::SetFilmRate(_)
            | Self::SetFilmFormat(_)
            | Self::SetFilmCaptions(_)
            | Self::CancelFilm
            | Self::ToggleFilmOfWindow => false,
        }
    }
}

/// Numbers that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// All samples of all panes (CSV).
    Samples,
    /// What the plot in a place shows (CSV).
    Plot(usize),
    /// The same as a vector picture with axes and legend (SVG).
    PlotPicture(usize),
    /// The report of a pane, or of all (JSON), as `pegsim run --report` writes it.
    Report(Option<usize>),
    /// The recorded states of a pane, or of all (CSV), as `pegsim run --trajectory` writes them.
    Trajectory(Option<usize>),
    /// What all panes have recorded as an animated scene (glTF), as `pegsim export` writes it.
    Animation,
    /// The same as one web page, as `pegsim share` writes it.
    Page,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_what_a_film_is_made_into() {
        for (name, format) in [
            ("a.mp4", Some(FilmFormat::Video)),
            ("a b.WebM", Some(FilmFormat::WebM)),
            ("a.GIF", Some(FilmFormat::Gif)),
            ("a.webp", Some(FilmFormat::WebP)),
            ("a.png", None),
            ("mp4", None),
        ] {
            assert_eq!(FilmFormat::of_file(Path::new(name)), format, "{name}");
        }
    }
}
