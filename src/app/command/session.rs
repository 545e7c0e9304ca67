//! The program and its user: what `session` carries out.

use crate::app::command::lesson::{KeptLessons, LessonEdit};
use crate::app::command::look::Quality;
use crate::app::texts::Language;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What is asked of the program itself.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionCommand {
    /// Set a preference.
    Prefer(Preference),
    /// Remember a file that was opened or saved.
    NoteRecent(PathBuf),
    /// Forget a file opened lately; `None`: all.
    ForgetRecent(Option<PathBuf>),
    /// Begin the tour, or go through it.
    Tour(TourMove),
    /// Open a lesson, or go through it.
    Lesson(LessonMove),
    /// Make or change a lesson.
    EditLesson(LessonEdit),
    /// Put in place what another window left of lessons.
    TakeUpLessons(Box<KeptLessons>),
    /// Take up the work that another window left, by the name of its session.
    Recover(String),
    /// Do not offer at the start what other windows left; it stays listed.
    DeclineRecovery,
    /// Delete for good what a window left.
    DeleteLeft(String),
    /// Leave the program.
    Quit,
    /// Answer the question before the program is left.
    AnswerLeaving(Answer),
}

/// What is to become of work that is in no file when the program is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save it, then leave.
    Save,
    /// Leave without it.
    Discard,
    /// Do not leave.
    Stay,
}

/// Which of the two looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Always dark.
    #[default]
    Dark,
    /// Always light.
    Light,
    /// As the desktop has it, where it says so.
    System,
}

impl ThemeChoice {
    /// All of them, in the order of the buttons.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::System];

    /// Name of the button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => tr!("theme-dark"),
            Self::Light => tr!("theme-light"),
            Self::System => tr!("theme-as-system"),
        }
    }

    /// What it does.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Dark => tr!("theme-dark-panels-dark-background"),
            Self::Light => tr!("theme-light-panels-light-background-also"),
            Self::System => {
                tr!("theme-look-that-desktop-asks-for")
            }
        }
    }
}

/// The unit of angles in fields and of rotations; files have radians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AngleUnit {
    /// 360 to a turn.
    #[default]
    Degrees,
    /// 2π to a turn.
    Radians,
}

impl AngleUnit {
    /// Both, in the order of the buttons.
    pub const ALL: [Self; 2] = [Self::Degrees, Self::Radians];

    /// Name of the button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Degrees => tr!("angle-degrees"),
            Self::Radians => tr!("angle-radians"),
        }
    }

    /// What an angle in radians is multiplied with.
    pub fn factor(self) -> f64 {
        match self {
            Self::Degrees => 180.0 / std::f64::consts::PI,
            Self::Radians => 1.0,
        }
    }

    /// Its sign.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Degrees => "°",
            Self::Radians => "rad",
        }
    }

    /// That of angular velocities.
    pub fn per_second(self) -> &'static str {
        match self {
            Self::Degrees => "°/s",
            Self::Radians => "rad/s",
        }
    }
}

/// One preference, as a command sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    /// Dark, light or as the system.
    Theme(ThemeChoice),
    /// Rendering quality; `None`: chosen by the graphics hardware at the next start.
    Quality(Option<Quality>),
    /// Language of the window; `None`: as the system.
    Language(Option<Language>),
    /// Unit of angles.
    Angles(AngleUnit),
    /// Read the scene again when its file changes.
    HotReload(bool),
}

/// Where a lesson is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonPlace {
    /// In the program, by its name.
    Program(String),
    /// In a file.
    File(PathBuf),
    /// Being edited; the folder of its file, where it has one.
    Draft(Option<PathBuf>),
}

/// How the user goes through a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonMove {
    /// Open a lesson at its first step.
    Open(LessonPlace),
    /// To the next step, or to the end.
    Next,
    /// To the step before.
    Back,
    /// What comes next: run the step, where that is still to be done, else to the next one.
    Onward,
    /// Answer the question of the step.
    Answer(LessonAnswer),
    /// Run the step's scene from its start, for as long as the step says.
    Run,
    /// Leave the lesson.
    Leave,
}

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LessonAnswer {
    /// The number of an answer, from 1.
    Choice(usize),
    /// A number (unit of the quantity that is asked for).
    Number(f64),
}

/// How the user goes through the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourMove {
    /// From the first stage.
    Start,
    /// To the next stage, or to the end.
    Next,
    /// To the stage before.
    Back,
    /// Leave the tour.
    End,
}
