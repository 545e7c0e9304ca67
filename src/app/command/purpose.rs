//! What files a person is asked for: which kinds are listed, and which command an answer becomes.

use crate::app::command::lesson::LessonEdit;
use crate::app::command::{AppCommand, BuildCommand, FilesCommand, SessionCommand};
use std::path::{Path, PathBuf};

/// How the names of scene files end.
pub const SCENE: &str = "ron";

/// How the names of recordings end.
pub const RECORDING: &str = "pegrec";

/// How the names of shapes that can be imported end.
pub const SHAPES: [&str; 4] = crate::geometry::mesh::ENDINGS;

/// How the names of robots end that open as scenes.
const ROBOTS: [&str; 3] = crate::scene::import::ENDINGS;

/// How the names of films end.
const FILMS: [&str; 4] = ["mp4", "webm", "gif", "webp"];

/// Why a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Open a scene, a recording, or a shape for a new body.
    Open,
    /// Open a recording.
    OpenRecording,
    /// Choose a shape for a new body.
    ImportShape,
    /// Save the scene.
    SaveScene,
    /// Save the recording of all panes.
    SaveRecording,
    /// Open a lesson in its editor.
    EditLesson,
    /// Save the lesson that is being made.
    SaveLesson,
    /// Record a film.
    Film,
    /// Choose the folder that pictures and exported numbers go to.
    OutputFolder,
}

impl Purpose {
    /// Heading of the dialog.
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => tr!("purpose-open"),
            Self::OpenRecording => tr!("purpose-open-recording"),
            Self::ImportShape => tr!("purpose-import-shape"),
            Self::SaveScene => tr!("purpose-save-scene"),
            Self::SaveRecording => tr!("purpose-save-recording"),
            Self::EditLesson => tr!("purpose-edit-lesson"),
            Self::SaveLesson => tr!("purpose-save-lesson"),
            Self::Film => tr!("purpose-record-film"),
            Self::OutputFolder => tr!("purpose-folder-for-pictures-exports"),
        }
    }

    /// What the button says.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Open | Self::OpenRecording => tr!("purpose-open"),
            Self::EditLesson => tr!("purpose-edit"),
            Self::ImportShape => tr!("purpose-import"),
            Self::SaveScene | Self::SaveRecording | Self::SaveLesson => tr!("purpose-save"),
            Self::Film => tr!("purpose-record"),
            Self::OutputFolder => tr!("purpose-use-this-folder"),
        }
    }

    /// What an empty folder is told to lack.
    pub fn wanted(self) -> &'static str {
        match self {
            Self::Open => {
                tr!("purpose-scenes-ron-robots-urdf-xml")
            }
            Self::OpenRecording | Self::SaveRecording => tr!("purpose-recordings-pegrec"),
            Self::ImportShape => tr!("purpose-shapes-obj-stl-gltf-glb"),
            Self::SaveScene => tr!("purpose-scenes-ron"),
            Self::EditLesson | Self::SaveLesson => tr!("purpose-lessons-ron"),
            Self::Film => tr!("purpose-films"),
            Self::OutputFolder => tr!("purpose-folders"),
        }
    }

    /// Whether a name for a new file is asked for.
    pub fn is_saving(self) -> bool {
        matches!(self, Self::SaveScene | Self::SaveRecording | Self::SaveLesson | Self::Film)
    }

    /// What opens again what is saved for this.
    pub fn opens(self) -> Option<Self> {
        match self {
            Self::SaveScene => Some(Self::Open),
            Self::SaveRecording => Some(Self::OpenRecording),
            Self::SaveLesson => Some(Self::EditLesson),
            Self::Open
            | Self::OpenRecording
            | Self::ImportShape
            | Self::EditLesson
            | Self::Film
            | Self::OutputFolder => None,
        }
    }

    /// Whether the answer is a folder.
    pub fn is_folder(self) -> bool {
        self == Self::OutputFolder
    }

    /// How the names of the files that are listed end. Those that are written end in one of them, in the first where none was typed.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Open => &[
                SCENE, RECORDING, ROBOTS[0], ROBOTS[1], ROBOTS[2], SHAPES[0], SHAPES[1], SHAPES[2], SHAPES[3],
            ],
            Self::OpenRecording | Self::SaveRecording => &[RECORDING],
            Self::ImportShape => &SHAPES,
            Self::SaveScene | Self::EditLesson | Self::SaveLesson => &[SCENE],
            Self::Film => &FILMS,
            Self::OutputFolder => &[],
        }
    }

    /// Whether a file is listed.
    pub fn lists(self, path: &Path) -> bool {
        extension(path).is_some_and(|e| self.extensions().contains(&e.as_str()))
    }

    /// The name with the ending of the file that is written, if it lacks it.
    pub fn named(self, name: &str) -> String {
        match self.extensions().first() {
            Some(ending) if !self.lists(Path::new(name)) => format!("{name}.{ending}"),
            _ => name.to_owned(),
        }
    }

    /// What is done with the answer.
    pub fn command(self, path: PathBuf) -> AppCommand {
        match self {
            Self::SaveScene => AppCommand::Files(FilesCommand::SaveSceneAs(path)),
            Self::SaveRecording => AppCommand::Files(FilesCommand::SaveRecording(path)),
            Self::EditLesson => SessionCommand::EditLesson(LessonEdit::Open(path)).into(),
            Self::SaveLesson => SessionCommand::EditLesson(LessonEdit::SaveAs(path)).into(),
            Self::Film => AppCommand::Files(FilesCommand::FilmTo(path)),
            Self::OutputFolder => AppCommand::Files(FilesCommand::SetOutputFolder(path)),
            Self::OpenRecording => AppCommand::Files(FilesCommand::OpenRecording(path)),
            Self::ImportShape => AppCommand::Build(BuildCommand::ImportMesh(path)),
            Self::Open => open(path),
        }
    }
}

/// The command that opens a file, whatever it is; what is of no known kind is refused by the scene loader with a
/// message.
pub fn open(path: PathBuf) -> AppCommand {
    match extension(&path) {
        Some(e) if e == RECORDING => AppCommand::Files(FilesCommand::OpenRecording(path)),
        Some(e) if SHAPES.contains(&e.as_str()) => AppCommand::Build(BuildCommand::ImportMesh(path)),
        _ => AppCommand::Files(FilesCommand::LoadScene(path)),
    }
}

/// The ending of a name in small letters.
fn extension(path: &Path) -> Option<String> {
    path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_file_becomes_the_command_of_its_kind() {
        let path = |name: &str| PathBuf::from(name);
        assert_eq!(open(path("a.ron")), AppCommand::Files(FilesCommand::LoadScene(path("a.ron"))));
        assert_eq!(open(path("a.PEGREC")), AppCommand::Files(FilesCommand::OpenRecording(path("a.PEGREC"))));
        assert_eq!(open(path("a.Stl")), AppCommand::Build(BuildCommand::ImportMesh(path("a.Stl"))));
        assert_eq!(open(path("a.glb")), AppCommand::Build(BuildCommand::ImportMesh(path("a.glb"))));
        assert_eq!(open(path("a.txt")), AppCommand::Files(FilesCommand::LoadScene(path("a.txt"))));
        assert_eq!(
            Purpose::SaveScene.command(path("b.ron")),
            AppCommand::Files(FilesCommand::SaveSceneAs(path("b.ron")))
        );
    }

    #[test]
    fn only_files_that_can_be_used_are_listed() {
        for (purpose, file, listed) in [
            (Purpose::Open, "a.obj", true),
            (Purpose::Open, "a.csv", false),
            (Purpose::SaveScene, "a.obj", false),
            (Purpose::OpenRecording, "a.pegrec", true),
            (Purpose::OutputFolder, "a.ron", false),
        ] {
            assert_eq!(purpose.lists(Path::new(file)), listed, "{purpose:?} {file}");
        }
    }

    #[test]
    fn what_is_saved_has_its_ending_once() {
        assert_eq!(Purpose::SaveScene.named("my scene"), "my scene.ron");
        assert_eq!(Purpose::SaveScene.named("my.RON"), "my.RON");
        assert_eq!(Purpose::SaveRecording.named("run 1.5"), "run 1.5.pegrec");
        assert_eq!(Purpose::Film.named("drop"), "drop.mp4");
        assert_eq!(Purpose::Film.named("drop.webm"), "drop.webm");
    }
}
