//! The language of the window: asked for, changed at once, remembered. It is the process's, and so this test is alone in its program.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::*;
use desk::{act, errors, plain, started, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::command::session::{LessonMove, LessonPlace, Preference};
use pegsim::app::command::{PastCommand, SessionCommand, table};
use pegsim::app::messages::Messages;
use pegsim::app::run::simulation::Mode;
use pegsim::app::session::{Session, settings};
use pegsim::app::texts::{Language, language};

/// The title of the lesson that is open.
fn title(app: &App) -> String {
    let lesson = app.world().resource::<Session>().lesson.as_ref().expect("a lesson");
    lesson.lesson.title.clone()
}

/// What was said last.
fn said(app: &App) -> String {
    app.world().resource::<Messages>().iter().last().map(|message| message.text.clone()).unwrap_or_default()
}

/// Whether a command has that name.
fn is_named(name: &str) -> bool {
    table().iter().any(|entry| entry.name == name)
}

#[test]
fn the_language_is_asked_for_changed_at_once_and_remembered() {
    let folder = Folder::new("language");
    let config = folder.0.join("config");
    let options = || Options { config: Some(config.clone()), ..plain() };
    let prefer = |language| SessionCommand::Prefer(Preference::Language(language));

    let mut first = started(options(), Mode::Inline);
    assert_eq!((language(), is_named("Run or pause")), (Language::English, true));
    let corners = LessonPlace::Program("corners".to_owned());
    act(&mut first, SessionCommand::Lesson(LessonMove::Open(corners)));
    let english = title(&first);
    act(&mut first, PastCommand::Redo);
    assert_eq!(said(&first), "There is nothing to do again.");

    act(&mut first, prefer(Some(Language::German)));
    assert_eq!((language(), is_named("Run or pause")), (Language::German, false));
    assert!(is_named("Start oder Pause"));
    assert_ne!(title(&first), english, "the lesson that is open speaks it as well");
    assert_eq!(said(&first), "There is nothing to do again.", "what was said stays");
    act(&mut first, PastCommand::Redo);
    assert_eq!(said(&first), "Es gibt nichts zu wiederholen.");
    first.world_mut().write_message(AppExit::Success);
    first.update();
    drop(first);
    assert_eq!(settings::read(&config).0.language.as_deref(), Some("de"));

    // For one start another one is asked for, which is not remembered.
    let second = started(Options { language: Some(Language::English), ..options() }, Mode::Inline);
    assert_eq!((language(), second.world().resource::<Session>().preferences.language), {
        (Language::English, Some(Language::German))
    });
    drop(second);
    let mut third = started(options(), Mode::Inline);
    assert_eq!(language(), Language::German);
    act(&mut third, prefer(Some(Language::English)));
    assert!(is_named("Run or pause"));
    drop(third);
    broken_texts_are_set_aside();
}

/// A lesson whose texts in the language of the window cannot be taken opens in its own, with a sentence about what is wrong with them and where.
fn broken_texts_are_set_aside() {
    let folder = Folder::new("broken texts");
    let path = folder.with("falling.ron", "Lesson(title: \"Falling\", steps: [(text: \"Read.\")])");
    std::fs::create_dir_all(folder.file("de")).expect("a folder");
    let mut app = started(Options { language: Some(Language::German), ..plain() }, Mode::Inline);
    let prefer = |language| SessionCommand::Prefer(Preference::Language(Some(language)));
    for (texts, wrong) in [
        ("Translation(title: \"Fall\", steps: [(text: \"Lies.\")", Some("de/falling.ron:1:")),
        (
            "Translation(\n title: \"Fall\", steps: [(text: \"\")])",
            Some("de/falling.ron:2:26: `text` is not translated; the lesson has one"),
        ),
        ("Translation(title: \"Fall\", steps: [(text: \"Lies.\")])", None),
    ] {
        folder.with("de/falling.ron", texts);
        let opened = if wrong.is_some() { "Falling" } else { "Fall" };
        let open = LessonMove::Open(LessonPlace::File(path.clone()));
        // Asked for in that language, and spoken in it from now on.
        for command in [SessionCommand::Lesson(open), prefer(Language::German)] {
            app.world_mut().resource_mut::<Messages>().dismiss_all();
            act(&mut app, command);
            assert!(errors(&app).is_empty(), "{:?}", errors(&app));
            assert_eq!(title(&app), opened);
            let warned = warnings(&app);
            let told = wrong.is_none_or(|wrong| warned.iter().any(|text| text.contains(wrong)));
            assert!(told && warned.len() == usize::from(wrong.is_some()), "{wrong:?}: {warned:?}");
            act(&mut app, prefer(Language::English));
            assert_eq!(title(&app), "Falling");
        }
        act(&mut app, prefer(Language::German));
    }
}
