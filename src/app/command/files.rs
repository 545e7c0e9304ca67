//! Files: what `files` carries out.

use std::path::PathBuf;

/// What a film is made into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilmFormat {
    /// Numbered PNGs in a folder.
    #[default]
    Pictures,
    /// MP4 (H.264), by ffmpeg.
    Video,
    /// GIF, for short ones.
    Gif,
}

impl FilmFormat {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Pictures, Self::Video, Self::Gif];

    /// Name in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pictures => tr!("film-pngs"),
            Self::Video => tr!("film-mp4"),
            Self::Gif => tr!("film-gif"),
        }
    }

    /// What it is for.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Pictures => {
                tr!("film-numbered-pngs-in-folder-for")
            }
            Self::Video => tr!("film-one-file-h-264-in"),
            Self::Gif => {
                tr!("film-one-file-that-goes-round")
            }
        }
    }

    /// Ending of its file; none of a folder.
    pub fn ending(self) -> Option<&'static str> {
        match self {
            Self::Pictures => None,
            Self::Video => Some("mp4"),
            Self::Gif => Some("gif"),
        }
    }
}

/// What is asked to be read or written.
#[derive(Clone, Debug, PartialEq)]
pub enum FilesCommand {
    /// Load a scene file; a scene that does not load leaves the running one alone.
    LoadScene(PathBuf),
    /// Load the scene file that the program opens with, where that takes long: nothing is lost with what is shown until then.
    LoadFirstScene(PathBuf),
    /// Load the current scene's file again; camera and pane models stay.
    ReloadScene,
    /// The next (`true`) or previous scene of the scene folder.
    NeighbourScene(bool),
    /// Write the scene, as built, to its file; without one, ask for it. Where that would cost what somebody else wrote, or
    /// comments, ask.
    SaveScene,
    /// Write the scene, as built, to this file.
    SaveSceneAs(PathBuf),
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
    /// Make no film of the pictures that were taken.
    CancelFilm,
    /// Begin to record a film, or end it.
    ToggleFilm,
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
            Self::LoadScene(_) | Self::ReloadScene | Self::NeighbourScene(_) | Self::OpenRecording(_)
        )
    }

    /// Whether something is written. Named one by one, so that a new command does not compile before it has said so.
    pub fn writes(&self) -> bool {
        match self {
            Self::SaveScene
            | Self::SaveSceneAs(_)
            | Self::SaveSceneOver
            | Self::SaveRecording(_)
            | Self::ToggleFilm
            | Self::Export(_)
            | Self::ScreenshotOfViews
            | Self::Screenshot(_) => true,
            Self::LoadScene(_)
            | Self::LoadFirstScene(_)
            | Self::ReloadScene
            | Self::NeighbourScene(_)
            | Self::OpenRecording(_)
            | Self::KeepEdits
            | Self::CancelLoading
            | Self::SetOutputFolder(_)
            | Self::SetFilmRate(_)
            | Self::SetFilmFormat(_)
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
    /// The report of a pane, or of all (JSON), as `pegsim run --report` writes it.
    Report(Option<usize>),
    /// The recorded states of a pane, or of all (CSV), as `pegsim run --trajectory` writes them.
    Trajectory(Option<usize>),
    /// What all panes have recorded as an animated scene (glTF), as `pegsim export` writes it.
    Animation,
    /// The same as one web page, as `pegsim share` writes it.
    Page,
}
