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
use pegsim::app::command::lesson::{KeptLessons, LessonEdit};
use pegsim::app::command::look::StandardView;
use pegsim::app::command::session::{LessonAnswer, LessonMove, LessonPlace};
use pegsim::app::command::{AppCommand, FilesCommand, LookCommand, RunCommand, SessionCommand};
use pegsim::app::look::camera::Rigs;
use pegsim::app::past::recovery::document::Document;
use pegsim::app::past::recovery::folder::Left;
use pegsim::app::past::recovery::{Pace, Recovery, decode, report};
use pegsim::app::run::simulation::Mode;
use pegsim::app::session::Session;
use pegsim::app::session::draft::{Draft, Question};
use pegsim::app::session::lesson::Open;
use pegsim::app::ui::UiState;
use pegsim::contact::models::ContactModel;
use pegsim::lesson::{self, Ask, Lesson, LessonStep, Quantity};
use pegsim::scene::format::{Axis, CameraDescription};
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

/// A step is seen as it says, in every pane; without a view of its own as the one before, or as the scene says that it opens.
#[test]
fn a_step_is_seen_from_where_it_says() {
    let folder = Folder::new("seen");
    let scene = SCENE.replace("dimension: Two, ", "camera: Some((eye: (0, -9, 3), target: (0, 0, 1))), ");
    let scene = scene.replace("0.0))", "0.1))");
    let mut app = open(&folder.with("fall.ron", &scene));
    app.update();
    let text = r#"Lesson(title: "x", steps: [
        (text: "a", scene: "fall", models: [Peg]),
        (text: "b", camera: (eye: (3.0, 0.0, 1.0), target: (0.0, 0.0, 1.0))),
        (text: "c"),
        (text: "d", scene: "fall"),
        (text: "e", scene: "fall", camera: (eye: (0.0, 5.0, 1.0), target: (0.0, 0.0, 1.0))),
    ])"#;
    let path = folder.with("seen.ron", text);
    act(&mut app, FilesCommand::LoadScene(path.clone()));
    let arrive = |app: &mut App| {
        assert!(until(app, |app| !under_way(app).is_waiting()), "it waits");
        // The view is asked for in the frame in which the scene is there.
        app.update();
    };
    let go = |app: &mut App, way| {
        act(app, SessionCommand::Lesson(way));
        arrive(app);
    };
    let seen = |app: &App| {
        let rigs = app.world().resource::<Rigs>();
        let seen = rigs.description(0);
        assert_eq!(seen, rigs.description(2), "all panes");
        seen
    };
    let at = |eye: [f64; 3]| CameraDescription { eye, target: [0.0, 0.0, 1.0] };
    let near = |app: &App, eye: [f64; 3]| {
        let (seen, wanted) = (seen(app), at(eye));
        let apart = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-3);
        assert!(apart(seen.eye, wanted.eye) && apart(seen.target, wanted.target), "{seen:?}, not {wanted:?}");
    };
    let (own, side, behind) = ([0.0, -9.0, 3.0], [3.0, 0.0, 1.0], [0.0, 5.0, 1.0]);
    arrive(&mut app);
    near(&app, own);
    for (way, eye) in [
        (LessonMove::Next, side),
        (LessonMove::Next, side),
        (LessonMove::Next, own),
        (LessonMove::Next, behind),
        (LessonMove::Back, own),
        (LessonMove::Back, side),
        (LessonMove::Back, side),
        (LessonMove::Back, own),
        (LessonMove::Next, side),
    ] {
        go(&mut app, way);
        near(&app, eye);
    }
    // What the user turned stays where no step says otherwise.
    act(&mut app, LookCommand::View(StandardView::Top));
    let turned = seen(&app);
    go(&mut app, LessonMove::Next);
    assert_eq!(seen(&app), turned);
    // Taken in the editor, undone, moved, saved.
    edit(&mut app, LessonEdit::This);
    let shown = seen(&app);
    edit(&mut app, LessonEdit::TakeView(0));
    assert_eq!(made(&app).steps[0].camera, Some(shown));
    edit(&mut app, LessonEdit::Undo);
    assert_eq!(made(&app).steps[0].camera, None);
    edit(&mut app, LessonEdit::Move(2, 0));
    assert_eq!(made(&app).steps[0].camera, Some(at(side)), "what it had from the one before it");
    edit(&mut app, LessonEdit::Save);
    let read = lesson::load(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, made(&app));
    edit(&mut app, LessonEdit::Try(0));
    arrive(&mut app);
    near(&app, side);
    assert!(errors(&app).is_empty() && warnings(&app).is_empty(), "{:?}", warnings(&app));
    // From a point to itself nothing is seen.
    let wrong = text.replace("eye: (3.0, 0.0, 1.0)", "eye: (0.0, 0.0, 1.0)");
    let said = lesson::parse(&wrong, "x").expect_err("no direction").to_string();
    assert!(said.starts_with("x:3:") && said.contains("the same point"), "{said}");
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
    exported(left, &folder, &lesson);
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

/// What the command line writes of a session: the scene, and beside it the lesson that was being made, as it was.
fn exported(left: &Left, folder: &Folder, lesson: &Lesson) {
    let read = || decode::read(&left.folder, &left.list).unwrap_or_else(|error| panic!("{error}")).document;
    let (out, beside) = (folder.file("out.ron"), folder.file("out.lesson.ron"));
    // Neither is written where the other could not be.
    folder.with("out.lesson.ron", "mine");
    let refused = report::export(read(), &out).expect_err("it is there");
    assert!(refused.contains("out.lesson.ron is there already") && !out.exists(), "{refused}");
    std::fs::remove_file(&beside).expect("there");
    let said = report::export(read(), &out).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(&said[..], [note] if note.contains("out.lesson.ron")), "{said:?}");
    assert!(pegsim::scene::load_file(&out).is_ok());
    let text = std::fs::read_to_string(&beside).expect("written");
    let back = lesson::read(&text, "x").unwrap_or_else(|error| panic!("{error}"));
    // Its scenes are named from where it is now.
    let mut wanted = lesson.clone();
    for scene in wanted.steps.iter_mut().filter_map(|step| step.scene.as_mut()) {
        assert!(Path::new(scene).is_absolute(), "in no file it names them whole");
        *scene = "fall".to_owned();
    }
    assert_eq!(back, wanted);
    assert_eq!(lesson::check_scenes(&back, &folder.0), Ok(back.steps.len()));
    // With the recordings it comes as well; where there is none nothing is written.
    report::export(read(), &folder.file("run.pegrec")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(std::fs::read_to_string(folder.file("run.lesson.ron")).ok(), Some(text));
    let without = Document { lessons: KeptLessons::default(), ..read() };
    assert_eq!(report::export(without, &folder.file("alone.ron")), Ok(Vec::new()));
    assert!(folder.file("alone.ron").exists() && !folder.file("alone.lesson.ron").exists());
    assert!(report::text(std::slice::from_ref(left)).contains("lesson “Not saved yet”"));
}
