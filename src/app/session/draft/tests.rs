//! A lesson that is made: changes, what steps have from those before them, and what is kept of it.

use super::kept;
use super::*;
use crate::app::command::session::{LessonAnswer, LessonPlace};
use crate::app::session::Session;
use crate::app::session::lesson::Open;
use crate::contact::models::ContactModel;

fn lesson(text: &str) -> Lesson {
    lesson::read(text, "x").unwrap_or_else(|error| panic!("{error}"))
}

const THREE: &str = r#"Lesson(title: "x", steps: [
    (text: "a", scene: "balance", models: [Peg], time_step: 0.02, run: 0.1),
    (text: "b", run: 0.2),
    (text: "c", scene: "triangle_drop", models: [Standard, SeparatingFeature], run: 0.3),
])"#;

#[test]
fn what_is_typed_is_one_change_and_every_change_comes_back() {
    let mut draft = Draft::of(lesson(THREE));
    let begun = Arc::clone(draft.lesson());
    assert!(!draft.is_unsaved());
    for text in ["T", "Tr", "Try"] {
        let mut step = draft.lesson().steps[0].clone();
        step.heading = text.to_owned();
        draft.set(0, step);
    }
    assert_eq!((draft.acts(), draft.next_undo()), (1, Some("heading of step 1")));
    draft.change("title", |lesson| lesson.title = "y".to_owned());
    draft.delete(1);
    assert_eq!(draft.acts(), 3);
    let done = Arc::clone(draft.lesson());
    assert!(draft.is_unsaved());
    for _ in 0..3 {
        draft.undo();
    }
    assert_eq!(draft.lesson(), &begun);
    assert!(!draft.is_unsaved() && draft.next_undo().is_none());
    for _ in 0..3 {
        draft.redo();
    }
    assert_eq!(draft.lesson(), &done);
    // What is clicked is a change of its own, however fast.
    draft.add(None);
    draft.add(None);
    assert_eq!(draft.acts(), 5);
    draft.undo();
    draft.undo();
    // What changes nothing is no change.
    let step = draft.lesson().steps[0].clone();
    draft.set(0, step);
    assert_eq!(draft.acts(), 3);
}

#[test]
fn a_step_that_is_moved_shows_what_it_showed() {
    let opened = |draft: &Draft, text: &str| {
        let place = draft.lesson().steps.iter().position(|step| step.text == text);
        place.map(|place| owned(draft.lesson().opened(place)))
    };
    for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        let mut draft = Draft::of(lesson(THREE));
        let before: Vec<_> = ["a", "b", "c"].map(|text| opened(&draft, text)).into();
        draft.shift(from, to);
        assert_eq!(draft.shown(), to);
        let after: Vec<_> = ["a", "b", "c"].map(|text| opened(&draft, text)).into();
        assert_eq!(before, after, "{from} to {to}");
        draft.undo();
        assert_eq!(**draft.lesson(), lesson(THREE));
    }
    let mut draft = Draft::of(lesson(THREE));
    let before = opened(&draft, "b");
    draft.delete(0);
    assert_eq!(opened(&draft, "b"), before);
    draft.delete(0);
    draft.delete(0);
    assert_eq!(draft.lesson().steps, [LessonStep::default()], "there is always a step to be shown");
}

#[test]
fn what_is_kept_of_lessons_comes_back_complete_or_not() {
    let mut draft = Draft::of(lesson(THREE));
    draft.change("title", |lesson| lesson.title = String::new());
    draft.add(None);
    draft.delete(0);
    draft.undo();
    (draft.file, draft.text) = (Some(PathBuf::from("/tmp/x.ron")), Some("// mine\n".to_owned()));
    let mut open = Open::new(lesson(THREE), LessonPlace::Draft(None))
        .with_own_models(vec![ContactModel::Lnc, ContactModel::Peg])
        .ready();
    open.step = 2;
    open.progress[0].answer = Some(LessonAnswer::Choice(2));
    open.progress[1].answer = Some(LessonAnswer::Number(0.1 + 0.2));
    open.progress[2].found = Some(vec![
        Found { model: ContactModel::Standard, value: Some(-0.0), failed: false },
        Found { model: ContactModel::SeparatingFeature, value: None, failed: true },
    ]);
    let session = Session { lesson: Some(open), draft: Some(draft), ..Session::default() };
    let kept = kept::keep(&session);
    assert_eq!(kept.title().as_deref(), Some(""));
    // The way through the session's list.
    let json = serde_json::to_string(&kept).expect("it is text");
    let mut back = Session::default();
    kept::take_up(serde_json::from_str(&json).expect("it is read"), &mut back).expect("all of it");
    assert_eq!(kept::keep(&back), kept);
    let (was, is) = (session.lesson.expect("open"), back.lesson.expect("open"));
    assert_eq!((&was.lesson, was.step, &was.progress), (&is.lesson, is.step, &is.progress));
    assert!(was.place == is.place && was.own_models() == is.own_models() && !is.is_waiting());
    let (was, is) = (session.draft.expect("made"), back.draft.expect("made"));
    assert!(was.lesson == is.lesson && was.shown() == is.shown() && is.is_unsaved());
    assert_eq!((was.next_undo(), was.next_redo(), was.acts()), (is.next_undo(), is.next_redo(), is.acts()));
    // A window of before there were lessons keeps none.
    assert_eq!(
        serde_json::from_str::<crate::app::command::lesson::KeptLessons>("{}").ok(),
        Some(Default::default())
    );
}

#[test]
fn what_changed_is_noticed_and_nothing_else() {
    let mut session = Session { draft: Some(Draft::of(lesson(THREE))), ..Session::default() };
    let mark = kept::Mark::of(&session);
    assert!(mark.same(&kept::Mark::of(&session)));
    if let Some(draft) = &mut session.draft {
        draft.add(None);
    }
    assert!(!mark.same(&kept::Mark::of(&session)));
    session.draft = None;
    assert!(!mark.same(&kept::Mark::of(&session)));
    session.lesson = Some(Open::new(lesson(THREE), LessonPlace::Draft(None)));
    let mark = kept::Mark::of(&session);
    if let Some(open) = &mut session.lesson {
        open.progress[0].answer = Some(LessonAnswer::Choice(1));
    }
    assert!(!mark.same(&kept::Mark::of(&session)));
}
