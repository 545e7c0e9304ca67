//! Lessons are read, checked and written; those of the program run to their ends.

use super::*;
use crate::experiment::run::step_count;
use crate::scene::format::CameraDescription;
use crate::step::Simulation;
use crate::world::StepInput;

const SMALL: &str = r#"Lesson(
    title: "A trap",
    steps: [
        (text: "Read."),
        (
            scene: "triangle_drop", models: [Standard, SeparatingFeature], run: 0.5,
            ask: Choose(question: "Where?", answers: ["here", "there"], right: 2),
            then: "There.",
        ),
        (ask: Predict(question: "How far?", of: Position(body: "falling", axis: X), from: 0.0, to: 2.0), run: 0.5),
    ],
)"#;

#[test]
fn a_lesson_is_told_from_a_scene() {
    assert!(is_lesson(SMALL));
    assert!(is_lesson(&format!("// about\n/* more */ \n#![enable(x)]\n{SMALL}")));
    assert!(is_lesson("Lesson (title: \"\")"));
    for other in ["(name: \"x\")", "Scene(name: \"x\")", "// Lesson(", "Lessons(", "", "Lesson"] {
        assert!(!is_lesson(other), "{other}");
    }
}

#[test]
fn a_lesson_is_read_and_written() {
    let lesson = parse(SMALL, "small.ron").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(lesson.steps.len(), 3);
    let text = to_text(&lesson);
    assert!(is_lesson(&text), "{text}");
    assert!(!text.contains("Some("), "as people write it: {text}");
    assert_eq!(parse(&text, "again.ron").unwrap_or_else(|e| panic!("{e}")), lesson);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let wrong = [
        ("title: \"A trap\"", "title: \" \"", "the title is empty"),
        ("right: 2", "right: 3", "right is 3; it is the number of an answer, 1 to 2"),
        ("right: 2", "right: 0", "right is 0"),
        ("\"here\", \"there\"", "\"here\"", "there are 1 answers; give 2 to 6"),
        ("models: [Standard,", "models: [Standard, Peg, Lnc,", "there are 4 models; a window has 3 panes"),
        ("scene: \"triangle_drop\", ", "", "there is no scene to run"),
        ("text: \"Read.\"", "", "the step says, asks and runs nothing"),
        ("from: 0.0", "from: 3.0", "the answers go from 3 to 2"),
        ("run: 0.5,\n", "run: -1.0,\n", "duration"),
        ("models: [Standard", "models: [Strong", "Strong"),
        ("then:", "than:", "than"),
    ];
    for (right, other, message) in wrong {
        let text = SMALL.replacen(right, other, 1);
        assert_ne!(text, SMALL, "{right}");
        let said = parse(&text, "small.ron").expect_err(other).to_string();
        assert!(said.contains(message) && said.starts_with("small.ron:"), "{said}");
        assert!(said.len() <= 230, "{said}");
    }
}

#[test]
fn a_translation_says_what_the_lesson_says() {
    let lesson = parse(SMALL, "small.ron").unwrap_or_else(|e| panic!("{e}"));
    let text = r#"Translation(
        title: "Eine Falle",
        steps: [
            (text: "Lies."),
            (question: "Wo?", answers: ["hier", "dort"], then: "Dort."),
            (question: "Wie weit?"),
        ],
    )"#;
    assert!(is_translation(text) && !is_lesson(text) && !is_translation(SMALL));
    let german = translated(&lesson, text, "de/small.ron").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((german.title.as_str(), german.steps[0].text.as_str()), ("Eine Falle", "Lies."));
    assert!(
        matches!(&german.steps[1].ask, Some(Ask::Choose { answers, right: 2, .. }) if answers[1] == "dort")
    );
    assert_eq!(
        (&german.steps[1].scene, &german.steps[1].models),
        (&lesson.steps[1].scene, &lesson.steps[1].models)
    );
    assert_eq!(german.steps[2].ask.as_ref().map(Ask::question), Some("Wie weit?"));
    for (right, other, message) in [
        ("title: \"Eine Falle\"", "title: \"\"", "`title` is not translated; the lesson has one"),
        ("steps", "about: \"x\", steps", "`about` is translated, and the lesson has none"),
        ("(text: \"Lies.\"),", "", "the lesson has 3 steps, and 2 are translated"),
        (", \"dort\"", "", "the step has 2 answers, and 1 are translated"),
        (", then: \"Dort.\"", "", "`then` is not translated"),
        ("\"Wie weit?\"", "\"Wie weit?\", answers: [\"1\"]", "the step has 0 answers, and 1 are translated"),
        ("text: \"Lies.\"", "run: 1.0", "run"),
    ] {
        let wrong = text.replacen(right, other, 1);
        assert_ne!(wrong, text, "{right}");
        let said = translated(&lesson, &wrong, "de/small.ron").expect_err(other).to_string();
        assert!(said.contains(message) && said.starts_with("de/small.ron:"), "{said}");
    }
}

/// The numbers of a text, in order: digits, with points and signs between them.
fn numbers(text: &str) -> Vec<String> {
    let inside = |c: char| c.is_ascii_digit() || c == '.';
    let parts = text.split(|c: char| !inside(c)).map(|part| part.trim_matches('.').to_owned());
    let mut found: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    found.sort();
    found
}

/// What is said in another language is as short as a card asks, and has the same numbers, bodies and formulas.
#[test]
fn the_lessons_of_the_program_say_the_same_in_every_language() {
    let codes: std::collections::BTreeSet<&str> =
        all().iter().flat_map(|l| l.translations.iter().map(|(code, _)| *code)).collect();
    assert!(codes.contains("de"), "{codes:?}");
    for (shipped, code) in all().into_iter().flat_map(|l| codes.iter().map(move |code| (l, code))) {
        assert!(shipped.translations.iter().any(|(known, _)| known == code), "{} in {code}", shipped.name);
        let own = shipped.load().unwrap_or_else(|e| panic!("{e}"));
        let other = shipped.load_in(code).unwrap_or_else(|e| panic!("{e}"));
        assert_ne!(own.title, other.title);
        for (k, (own, other)) in own.steps.iter().zip(&other.steps).enumerate() {
            let place = format!("{code}/{}, step {}", shipped.name, k + 1);
            let texts = [(&own.text, &other.text), (&own.then, &other.then)];
            for (own, other) in texts {
                assert!(other.split_whitespace().count() <= 110, "{place}: too long for a card");
                assert_eq!(numbers(own), numbers(other), "{place}");
                let formulas = |text: &str| text.matches('$').count();
                assert_eq!(formulas(own), formulas(other), "{place}: formulas");
            }
            let answers = |step: &LessonStep| match &step.ask {
                Some(Ask::Choose { answers, .. }) => answers.iter().map(|a| numbers(a)).collect(),
                _ => Vec::new(),
            };
            assert_eq!(answers(own), answers(other), "{place}: answers");
        }
    }
}

#[test]
fn formulas_become_unicode() {
    assert_eq!(with_formulas(r"slips where $\mu < \tan\theta$."), r"slips where *μ \< tan θ*.");
    assert_eq!(with_formulas(r"costs \$5 and $"), r"costs $5 and $");
    assert_eq!(with_formulas("$h^2$ and $v_0$"), "*h²* and *v₀*");
    assert_eq!(
        with_formulas(r"$10^{-9}$ m, $x_{n+1}$, $q^{*}$, $\|E^T m\|$"),
        r"*10⁻⁹* m, *xₙ₊₁*, *q^\**, *\|Eᵀ m\|*"
    );
    assert_eq!(with_formulas(r"$\mu m g \cos\theta=-e G^T\nu$"), "*μ m g cos θ = -e Gᵀν*");
    assert_eq!(with_formulas(r"$v_{max} \ge \sqrt{2 g h}$"), r"*vₘₐₓ ≥ √2 g h*");
}

/// Every lesson of the program: its scenes are there, its models can do them, nothing fails in the time that it runs, bodies that are asked for
/// exist, and what is said to be true is what Exact comes to.
#[test]
fn the_lessons_of_the_program_run() {
    assert_eq!(all().len(), 8);
    for shipped in all() {
        let lesson = shipped.load().unwrap_or_else(|e| panic!("{e}"));
        check::check_scenes(&lesson, Path::new("")).unwrap_or_else(|e| panic!("{}: {e}", shipped.name));
        let mut questions = 0;
        let (mut scene, mut models) = (None, Vec::new());
        for (k, step) in lesson.steps.iter().enumerate() {
            let place = format!("{}, step {}", shipped.name, k + 1);
            let words = |text: &str| text.split_whitespace().count();
            assert!(words(&step.text) <= 110 && words(&step.then) <= 110, "{place}: too long for a card");
            if let Some(name) = &step.scene {
                let found = check::scene_of(name, Path::new(""));
                scene = Some(found.unwrap_or_else(|e| panic!("{place}: {e}")));
            }
            if !step.models.is_empty() {
                models.clone_from(&step.models);
            }
            questions += usize::from(step.ask.is_some());
            let (Some(scene), Some(run)) = (&scene, step.run) else { continue };
            assert!(!models.is_empty(), "{place}: which models?");
            for model in &models {
                if let Some(lack) = model.cannot(&scene.model) {
                    panic!("{place}: {lack}");
                }
                let mut settings = scene.settings;
                settings.contact.model = *model;
                settings.h = step.time_step.unwrap_or(settings.h);
                let mut simulation =
                    Simulation::new(scene.model.clone(), scene.first_state().clone(), settings);
                for _ in 0..step_count(run, settings.h) {
                    simulation
                        .step(&StepInput::default())
                        .unwrap_or_else(|e| panic!("{place}, {}: {e}", model.name()));
                }
                if let Some(Ask::Predict { of, from, to, truth, .. }) = &step.ask
                    && !matches!(of, Quantity::Depth | Quantity::Traps)
                {
                    let value = of
                        .value(&simulation.model, &simulation.state, (0.0, 0))
                        .unwrap_or_else(|| panic!("{place}: no {:?}", of.body()));
                    assert!(value.is_finite(), "{place}");
                    if let Some(truth) = truth.filter(|_| model.takes_the_true_shape()) {
                        let off = (value - truth).abs() / (to - from);
                        assert!(off < 0.02, "{place}, {}: {value}, not {truth}", model.name());
                    }
                }
            }
        }
        assert!(questions >= 2, "{}: {questions} questions", shipped.name);
    }
}

/// A lesson written by hand keeps its comments and its layout, whatever is changed in it.
#[test]
fn comments_and_layout_of_a_lesson_stay() {
    let text = "// For the third week.\nLesson(\n    title: \"A trap\", // short\n    steps: [\n        // Read aloud.\n        (text: \"Read.\"),\n        \
                /* the drop */ (scene: \"triangle_drop\", models: [Peg], run: 5e-1, text: r#\"Say \"so\".\"#),\n    ],\n)\n";
    let lesson = parse(text, "x").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(edit_text(text, &lesson).as_deref(), Ok(text));
    let mut other = lesson.clone();
    other.steps[1].heading = "The drop".to_owned();
    other.steps[0].text = "Read this.".to_owned();
    other.steps.push(LessonStep { text: "The end.".to_owned(), ..LessonStep::default() });
    let edited = edit_text(text, &other).unwrap_or_else(|e| panic!("{e}"));
    for kept in [
        "// For the third week.",
        "// short",
        "// Read aloud.",
        "/* the drop */",
        "run: 5e-1",
        "r#\"Say \"so\".\"#",
    ] {
        assert!(edited.contains(kept), "{kept}: {edited}");
    }
    assert_eq!(read(&edited, "x").unwrap_or_else(|e| panic!("{e}")), other);
    assert!(edit_text("Scene(name: \"x\")", &other).is_err_and(|why| why.contains("no lesson")));
}

/// Every lesson of the program, with every field of every step changed, goes into its own text and comes back.
#[test]
fn every_change_goes_into_the_text_and_comes_back() {
    for shipped in all() {
        let lesson = shipped.load().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(edit_text(shipped.text, &lesson).as_deref(), Ok(shipped.text), "{}", shipped.name);
        assert_eq!(read(&to_text(&lesson), "x").unwrap_or_else(|e| panic!("{e}")), lesson);
        for k in 0..lesson.steps.len() {
            let changes: [fn(&mut LessonStep); 9] = [
                |step| {
                    step.camera = Some(CameraDescription { eye: [0.1 + 0.2, -1e-9, 3.0], target: [0.0; 3] });
                },
                |step| step.heading = "A \"new\" heading".to_owned(),
                |step| step.text = "Two\nlines with \\mu and \"# marks.".to_owned(),
                |step| step.scene = if step.scene.is_some() { None } else { Some("balance".to_owned()) },
                |step| step.models = vec![crate::contact::models::ContactModel::Lnc],
                |step| step.time_step = Some(0.1 + 0.2),
                |step| step.look = None,
                |step| {
                    let of = Quantity::Speed { body: "a \"b\"".to_owned() };
                    step.ask = Some(Ask::Predict {
                        question: "?".to_owned(),
                        of,
                        from: -0.0,
                        to: 1e300,
                        truth: Some(1.0 / 3.0),
                    });
                },
                |step| (step.run, step.then) = (Some(1e-3), String::new()),
            ];
            for (which, change) in changes.into_iter().enumerate() {
                let mut other = lesson.clone();
                change(&mut other.steps[k]);
                let edited = edit_text(shipped.text, &other);
                let edited =
                    edited.unwrap_or_else(|e| panic!("{}, step {k}, change {which}: {e}", shipped.name));
                assert_eq!(read(&edited, "x").unwrap_or_else(|e| panic!("{e}")), other);
            }
        }
    }
}
