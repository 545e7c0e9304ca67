//! Lessons made in the window: built by commands, saved, checked, gone through, and recovered. Whole, without window.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::*;
use desk::{act, bench, errors, plain, spawn, started, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::command::lesson::LessonEdit;
use pegsim::app::command::session::{LessonAnswer, LessonMove, LessonPlace};
use pegsim::app::command::{AppCommand, FilesCommand, RunCommand, SessionCommand};
use pegsim::app::past::recovery::folder::Left;
use pegsim::app::past::recovery::{Pace, Recovery};
use pegsim::app::run::simulation::Mode;
use pegsim::app::session::Session;
use pegsim::app::session::draft::{Draft, Question};
use pegsim::app::session::lesson::Open;
use pegsim::app::ui::UiState;
use pegsim::contact::models::ContactModel;
use pegsim::lesson::{self, Ask, Lesson, LessonStep, Quantity};
use pegsim::scene::format::Axis;
use std::path::Path;
use std::time::{Duration, Instant};

const SCENE: &str = r#"Scene(name: "falling box", dimension: Two, bodies: [
    (name: "floor", kind: Fixed, shape: Box(half_extents: (1.0, 0.1, 0.0))),
    (name: "box", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (0.0, 1.0, 0.0)),
])"#;

fn window(options: Options) -> App {
    let mut app = started(options, Mode::Inline);
    app.world_mut().resource_mut::<UiState>().arranged = true;
    app
}

fn open(path: &Path) -> App {
    window(Options { scene: Some(path.to_path_buf()), ..plain() })
}

fn edit(app: &mut App, edit: LessonEdit) {
    act(app, SessionCommand::EditLesson(edit));
}

fn draft(app: &App) -> &Draft {
    app.world().resource::<Session>().draft.as_ref().expect("a lesson is being made")
}

fn made(app: &App) -> Lesson {
    Lesson::clone(draft(app).lesson())
}

fn under_way(app: &App) -> &Open {
    app.world().resource::<Session>().lesson.as_ref().expect("a lesson is under way")
}

/// Changes a step as its fields do.
fn change(app: &mut App, k: usize, change: impl FnOnce(&mut LessonStep)) {
    let mut step = made(app).steps[k].clone();
    change(&mut step);
    edit(app, LessonEdit::Change(k, Box::new(step)));
}

fn until(app: &mut App, holds: impl Fn(&App) -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if holds(app) {
            return true;
        }
        app.update();
    }
    false
}

fn predict(of: Quantity) -> Ask {
    Ask::Predict { question: "How high is it?".to_owned(), of, from: 5.0, to: 6.0, truth: None }
}

#[test]
fn a_lesson_is_made_with_commands_saved_checked_and_gone_through() {
    let folder = Folder::new("made");
    let mut app = open(&folder.with("fall.ron", SCENE));
    act(&mut app, RunCommand::SetTimeStep(0.004));
    for _ in 0..50 {
        act(&mut app, RunCommand::Step);
    }
    let own = bench(&app).chosen_models();
    edit(&mut app, LessonEdit::New);
    let first = made(&app).steps[0].clone();
    assert_eq!(
        (first.models, first.time_step, first.run),
        (own.clone(), Some(0.004), Some(0.2)),
        "what is shown"
    );
    assert!(lesson::remark(&made(&app)).is_none(), "it can be gone through already");
    edit(&mut app, LessonEdit::Title("Falling".to_owned()));
    edit(&mut app, LessonEdit::Minutes(Some(3)));
    let models = [ContactModel::Standard, ContactModel::SeparatingFeature];
    change(&mut app, 0, |step| {
        (step.heading, step.text) = ("A box".to_owned(), "It falls: $y = 1 - g t^2 / 2$.".to_owned());
        step.models = models.to_vec();
        step.ask = Some(predict(Quantity::Position { body: "box".to_owned(), axis: Axis::Y }));
        step.then = "As Galileo said.".to_owned();
    });
    // The true value comes from a run.
    edit(&mut app, LessonEdit::Measure(0));
    let Some(Ask::Predict { from, to, truth: Some(truth), .. }) = made(&app).steps[0].ask.clone() else {
        panic!("{:?}, {:?}", errors(&app), made(&app).steps[0].ask);
    };
    let fall = 1.0 - 0.5 * 9.81 * 0.2 * 0.2;
    assert!((truth - fall).abs() < 1e-9, "{truth}, not {fall}");
    assert!(from < truth && truth < to, "the answer can be given");
    let measured = draft(&app).measured().expect("as it is now").found.clone();
    assert_eq!(measured.iter().map(|found| found.model).collect::<Vec<_>>(), models);
    // A second step, before the first and back again.
    edit(&mut app, LessonEdit::Add);
    assert_eq!(draft(&app).shown(), 1);
    change(&mut app, 1, |step| {
        *step = LessonStep {
            text: "The end.".to_owned(),
            ask: Some(Ask::Choose {
                question: "Was it the weight?".to_owned(),
                answers: vec!["Yes.".to_owned(), "No.".to_owned()],
                right: 2,
            }),
            ..LessonStep::default()
        };
    });
    let before = made(&app);
    edit(&mut app, LessonEdit::Move(1, 0));
    edit(&mut app, LessonEdit::Undo);
    assert_eq!(made(&app), before);

    let path = folder.file("falling.ron");
    edit(&mut app, LessonEdit::SaveAs(path.clone()));
    assert!(errors(&app).is_empty() && warnings(&app).is_empty(), "{:?} {:?}", errors(&app), warnings(&app));
    assert!(!draft(&app).is_unsaved());
    let read = lesson::load(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, made(&app));
    assert_eq!(read.steps[0].scene.as_deref(), Some("fall"), "beside the lesson");
    assert_eq!(lesson::check_scenes(&read, &folder.0), Ok(1));

    // Tried from its first step, with the editor waiting behind it.
    edit(&mut app, LessonEdit::Try(0));
    assert!(until(&mut app, |app| !under_way(app).is_waiting()));
    assert_eq!(bench(&app).chosen_models(), models);
    let go = |app: &mut App, way| act(app, SessionCommand::Lesson(way));
    go(&mut app, LessonMove::Answer(LessonAnswer::Number(0.5)));
    go(&mut app, LessonMove::Run);
    assert!(until(&mut app, |app| under_way(app).is_done()), "it never ends");
    let found = under_way(&app).here().found.clone().expect("measured");
    assert_eq!(found, measured, "the window comes to what the editor filled in, to the bit");
    go(&mut app, LessonMove::Leave);
    assert_eq!(bench(&app).chosen_models(), own);
    assert_eq!(made(&app), read, "the editor is as it was");

    // And as anybody opens it.
    edit(&mut app, LessonEdit::Close);
    assert!(app.world().resource::<Session>().draft.is_none(), "nothing was unsaved");
    act(&mut app, FilesCommand::LoadScene(path.clone()));
    assert_eq!(under_way(&app).place, LessonPlace::File(path));
    assert!(until(&mut app, |app| !under_way(app).is_waiting()));
    go(&mut app, LessonMove::Answer(LessonAnswer::Number(0.8)));
    go(&mut app, LessonMove::Run);
    assert!(until(&mut app, |app| under_way(app).is_done()));
    go(&mut app, LessonMove::Next);
    go(&mut app, LessonMove::Answer(LessonAnswer::Choice(2)));
    assert!(under_way(&app).is_done() && under_way(&app).is_last());
    assert!(errors(&app).is_empty(), "{:?}", errors(&app));
}

#[test]
fn what_is_not_saved_is_asked_about_before_it_is_left() {
    let folder = Folder::new("unsaved");
    let mut app = open(&folder.with("fall.ron", SCENE));
    edit(&mut app, LessonEdit::New);
    edit(&mut app, LessonEdit::Close);
    assert!(app.world().resource::<Session>().draft.is_none(), "nothing was done to it");
    edit(&mut app, LessonEdit::New);
    edit(&mut app, LessonEdit::Title("Mine".to_owned()));
    for leaves in [LessonEdit::New, LessonEdit::Close, LessonEdit::Open(folder.file("none.ron"))] {
        edit(&mut app, leaves.clone());
        assert_eq!(draft(&app).question, Some(Question::Unsaved(Box::new(leaves))));
        edit(&mut app, LessonEdit::GoOn);
        assert!(draft(&app).question.is_none() && made(&app).title == "Mine");
    }
    act(&mut app, SessionCommand::Quit);
    assert!(app.should_exit().is_none(), "asked first");
    let leaving = app.world().resource::<Session>().leaving.clone().expect("a question");
    assert!(leaving.lost.iter().any(|text| text.contains("the lesson “Mine”")), "{leaving:?}");
    // Saved in answer to the question: then what was asked for is done.
    edit(&mut app, LessonEdit::Close);
    edit(&mut app, LessonEdit::SaveAs(folder.file("mine.ron")));
    assert!(app.world().resource::<Session>().draft.is_none());
    assert!(lesson::load(&folder.file("mine.ron")).is_ok_and(|lesson| lesson.title == "Mine"));
    // Or gone on without it.
    edit(&mut app, LessonEdit::Open(folder.file("mine.ron")));
    edit(&mut app, LessonEdit::Title("Yours".to_owned()));
    edit(&mut app, LessonEdit::New);
    edit(&mut app, LessonEdit::Discard);
    assert_eq!(made(&app).title, "New lesson");
    assert!(lesson::load(&folder.file("mine.ron")).is_ok_and(|lesson| lesson.title == "Mine"));
}

#[test]
fn a_lesson_written_by_hand_keeps_its_comments_and_what_others_wrote_is_asked_about() {
    let folder = Folder::new("hand");
    let mut app = open(&folder.with("fall.ron", SCENE));
    let text = "// Third week.\nLesson(\n    title: \"x\",\n    steps: [\n        (text: \"Read.\"), // aloud\n    ],\n)\n";
    let path = folder.with("hand.ron", text);
    act(&mut app, FilesCommand::LoadScene(path.clone()));
    edit(&mut app, LessonEdit::This);
    assert!(app.world().resource::<Session>().lesson.is_none(), "it is edited now");
    edit(&mut app, LessonEdit::Title("Reading".to_owned()));
    edit(&mut app, LessonEdit::Save);
    let now = std::fs::read_to_string(&path).expect("there");
    assert_eq!(now, text.replace("\"x\"", "\"Reading\""));
    // Somebody else writes it meanwhile.
    std::fs::write(&path, now.replace("Third", "Fourth")).expect("written");
    edit(&mut app, LessonEdit::About("How to read.".to_owned()));
    edit(&mut app, LessonEdit::Save);
    assert!(matches!(&draft(&app).question, Some(Question::Over(why)) if why.contains("by others")));
    assert!(std::fs::read_to_string(&path).expect("there").contains("Fourth") && draft(&app).is_unsaved());
    edit(&mut app, LessonEdit::SaveOver);
    let now = std::fs::read_to_string(&path).expect("there");
    assert!(
        now.contains("// Fourth week.") && now.contains("// aloud") && now.contains("How to read."),
        "{now}"
    );
    assert!(!draft(&app).is_unsaved());
    // One that is not complete is saved all the same, and opened again.
    change(&mut app, 0, |step| step.text.clear());
    edit(&mut app, LessonEdit::Save);
    assert!(warnings(&app).iter().any(|text| text.contains("step 1: the step says, asks and runs nothing")));
    assert!(lesson::load(&path).is_err());
    edit(&mut app, LessonEdit::Close);
    edit(&mut app, LessonEdit::Open(path));
    assert_eq!(made(&app).about, "How to read.");
}

#[test]
fn scenes_are_named_from_where_the_lesson_is_and_what_no_lesson_can_open_is_said() {
    let folder = Folder::new("named");
    std::fs::create_dir_all(folder.file("week")).expect("a folder");
    let mut app = open(&folder.with("week/fall.ron", SCENE));
    edit(&mut app, LessonEdit::New);
    let whole = made(&app).steps[0].scene.clone().expect("the scene that is shown");
    assert!(Path::new(&whole).is_absolute(), "there is no folder yet to name it from");
    edit(&mut app, LessonEdit::SaveAs(folder.file("a.ron")));
    assert_eq!(made(&app).steps[0].scene.as_deref(), Some("week/fall"));
    edit(&mut app, LessonEdit::SaveAs(folder.file("week/b.ron")));
    assert_eq!(made(&app).steps[0].scene.as_deref(), Some("fall"));
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    // A lesson apart from its scene names it in full, and says so.
    let other = Folder::new("named elsewhere");
    edit(&mut app, LessonEdit::SaveAs(other.file("c.ron")));
    assert!(
        warnings(&app).iter().any(|text| text.contains("lacks") && text.contains("fall")),
        "{:?}",
        warnings(&app)
    );
    let read = lesson::load(&other.file("c.ron")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(lesson::check_scenes(&read, &other.0), Ok(1), "it is found all the same");
    // What was built here is in no file.
    spawn(&mut app);
    edit(&mut app, LessonEdit::TakePresent(0));
    assert!(warnings(&app).iter().any(|text| text.contains("save it first")), "{:?}", warnings(&app));
    assert_eq!(made(&app), read);
}

#[test]
fn lessons_under_way_and_being_made_come_back_after_a_crash() {
    let state = Folder::new("lost state");
    let folder = Folder::new("lost");
    let scene = folder.with("fall.ron", SCENE);
    let start = || {
        let pace = Pace { interval: Duration::ZERO, pause: Duration::ZERO };
        window(Options { scene: Some(scene.clone()), state: Some(state.0.clone()), pace, ..plain() })
    };
    let text = r#"Lesson(title: "Falling", steps: [(text: "a"), (text: "b", scene: "fall", models: [Peg], run: 0.1,
        ask: Choose(question: "?", answers: ["a", "b"], right: 1)), (text: "c")])"#;
    let path = folder.with("falling.ron", text);
    let mut first = start();
    edit(&mut first, LessonEdit::New);
    edit(&mut first, LessonEdit::Title("Not saved yet".to_owned()));
    edit(&mut first, LessonEdit::Add);
    let go = |app: &mut App, way| act(app, SessionCommand::Lesson(way));
    act(&mut first, FilesCommand::LoadScene(path.clone()));
    go(&mut first, LessonMove::Next);
    assert!(until(&mut first, |app| !under_way(app).is_waiting()));
    go(&mut first, LessonMove::Answer(LessonAnswer::Choice(2)));
    go(&mut first, LessonMove::Run);
    assert!(until(&mut first, |app| under_way(app).is_done()));
    first.update();
    let (lesson, open) = (made(&first), under_way(&first).clone());
    // Not a word of farewell.
    drop(first);
    let mut second = start();
    let left = second.world().resource::<Recovery>().left().to_vec();
    let [left] = &left[..] else { panic!("{} windows", left.len()) };
    assert_eq!(left.list.about.lesson.as_deref(), Some("Not saved yet"));
    act(&mut second, SessionCommand::Recover(Left::name(left)));
    second.update();
    assert!(errors(&second).is_empty() && warnings(&second).is_empty(), "{:?}", warnings(&second));
    assert_eq!(made(&second), lesson);
    assert!(draft(&second).is_unsaved() && draft(&second).next_undo() == Some("new step"));
    let back = under_way(&second);
    assert_eq!((back.step, &back.progress, &back.place), (1, &open.progress, &LessonPlace::File(path)));
    assert_eq!(bench(&second).chosen_models(), [ContactModel::Peg]);
    // It goes on from there.
    go(&mut second, LessonMove::Next);
    assert_eq!(under_way(&second).step, 2);
    go(&mut second, LessonMove::Next);
    edit(&mut second, LessonEdit::Undo);
    assert_eq!(made(&second).steps.len(), 1);
    act(&mut second, AppCommand::from(SessionCommand::Quit));
    assert!(second.should_exit().is_none(), "the lesson is asked about");
}
