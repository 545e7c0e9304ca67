//! The commands that do not simulate: `check` and `list`.

use crate::cli::args::{CheckArgs, Listing};
use crate::cli::{Failure, output, scenes};
use pegsim::contact::models::ContactModel;
use pegsim::lesson::{self, ShippedLesson};
use pegsim::quote;
use pegsim::scene::accuracy_remark;
use pegsim::scene::shipped::Place;
use pegsim::step::SolverMethod;
use std::fmt::Write;
use std::path::Path;

/// One line per scene: `ok`, or what is wrong with it.
pub(crate) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let mut bad = 0;
    for given in &args.scenes {
        if lesson::is_lesson_file(given) {
            bad += usize::from(!check_lesson(given));
            continue;
        }
        if lesson::is_translation_file(given) {
            bad += usize::from(!check_translation(given));
            continue;
        }
        let loaded = scenes::resolve(given).and_then(|place| {
            let _turning = output::Spinner::checking(given);
            Ok(place.load()?)
        });
        match loaded {
            Ok(scene) => {
                let bodies = quote::counted(scene.model.bodies.len(), "body", "bodies");
                let dynamic = scene.model.bodies.iter().filter(|body| body.is_dynamic()).count();
                output::say(&format!("ok  {} ({bodies}, {dynamic} dynamic)\n", given.display()));
                for mesh in &scene.decomposed {
                    output::say(&format!("    mesh: {}\n", mesh.sentence(&scene.model)));
                }
                for note in scene.imported.iter().flat_map(|imported| &imported.notes) {
                    output::say(&format!("    note: {}\n", quote::escaped(note, false)));
                }
                if let Some(remark) = accuracy_remark(&scene) {
                    output::say(&format!("    note: {remark}\n"));
                }
            }
            Err(Failure::Input(message) | Failure::Run(message) | Failure::Interrupted(message)) => {
                bad += 1;
                output::say(&format!("bad {message}\n"));
            }
        }
    }
    match (bad, args.scenes.len()) {
        (0, _) => Ok(()),
        (1, 1) => Err(Failure::Input("the scene is not valid".to_owned())),
        (bad, all) => Err(Failure::Input(format!("{bad} of {all} scenes are not valid"))),
    }
}

/// Whether a lesson is as it should be; says so.
fn check_lesson(given: &Path) -> bool {
    let checked = lesson::load(given).map_err(|error| error.to_string()).and_then(|lesson| {
        let _turning = output::Spinner::checking(given);
        let scenes = lesson::check_scenes(&lesson, given.parent().unwrap_or(Path::new("")));
        Ok((lesson.steps.len(), scenes.map_err(|message| format!("{}: {message}", given.display()))?))
    });
    match &checked {
        Ok((steps, scenes)) => {
            let (steps, scenes) =
                (quote::counted(*steps, "step", "steps"), quote::counted(*scenes, "scene", "scenes"));
            output::say(&format!("ok  {} (a lesson of {steps} with {scenes})\n", given.display()));
        }
        Err(message) => output::say(&format!("bad {message}\n")),
    }
    checked.is_ok()
}

/// Whether the texts of a lesson in another language are as they should be; says so.
fn check_translation(given: &Path) -> bool {
    let checked = lesson::load_translation(given).map_err(|error| error.to_string());
    match &checked {
        Ok(lesson) => {
            let steps = quote::counted(lesson.steps.len(), "step", "steps");
            output::say(&format!("ok  {} (the texts of a lesson of {steps})\n", given.display()));
        }
        Err(message) => output::say(&format!("bad {message}\n")),
    }
    checked.is_ok()
}

/// Names and one sentence each.
pub(crate) fn list(what: Listing) -> Result<(), Failure> {
    let entries: Vec<(String, String)> = match what {
        Listing::Models => {
            ContactModel::ALL.iter().map(|m| (m.name().to_owned(), m.description().to_owned())).collect()
        }
        Listing::Solvers => {
            SolverMethod::ALL.iter().map(|m| (m.name().to_owned(), m.description().to_owned())).collect()
        }
        Listing::Scenes => scene_entries(),
        Listing::Lessons => {
            let entry = |lesson: &ShippedLesson| Ok((lesson.name.to_owned(), lesson.load()?.about));
            lesson::all().into_iter().map(entry).collect::<Result<_, Failure>>()?
        }
    };
    let width = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, description) in entries {
        let line = format!("{name:<width$}  {description}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    output::say(&text);
    Ok(())
}

fn scene_entries() -> Vec<(String, String)> {
    let entry = |(name, place): (String, Place)| {
        let text = match place.describe() {
            Ok((name, description)) if description.is_empty() => name,
            Ok((_, description)) => description.split_whitespace().collect::<Vec<_>>().join(" "),
            Err(error) => format!("(not valid: {error})"),
        };
        (name, text)
    };
    scenes::list().into_iter().map(entry).collect()
}
