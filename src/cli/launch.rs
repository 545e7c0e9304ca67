//! The one place where the command line hands over to the app.

use crate::cli::Failure;
use crate::cli::args::Arguments;
#[cfg(feature = "app")]
use pegsim::scene::shipped::Place;

/// Opens the window and returns when it is closed.
#[cfg(feature = "app")]
pub(crate) fn open(arguments: &Arguments) -> Result<(), Failure> {
    use pegsim::app::past::recovery;
    let place = arguments.scene.as_deref().map(super::scenes::resolve).transpose()?;
    let scene = place.map(Place::into_file).transpose().map_err(Failure::Input)?;
    // A second start, with other graphics, goes on with what the first one was asked or had done.
    let again = pegsim::app::graphics::session_asked();
    if let Some(script) = arguments.script.as_deref().filter(|path| path.as_os_str() != "-") {
        // It is read while the program writes it, so that it is there from the start. After a start with other graphics it is ours.
        let mut outputs = pegsim::output::Outputs::new(arguments.force || again.is_some());
        scene.iter().for_each(|scene| outputs.reads(scene));
        outputs.stream(script).map_err(super::output::refused)?;
    }
    let options = pegsim::app::Options {
        scene,
        low_quality: arguments.low_quality,
        script: arguments.script.clone(),
        window: arguments.window,
        config: pegsim::app::session::settings::folder(arguments.config.clone()),
        reset_settings: arguments.reset_settings,
        tour: !arguments.no_tour && arguments.script.is_none(),
        state: recovery::folder::state_folder(),
        take_up: again.or_else(|| arguments.recover.clone()),
        language: arguments.language.as_deref().and_then(pegsim::app::texts::Language::from_code),
        pace: recovery::Pace::chosen(),
    };
    pegsim::app::run(options).map_err(Failure::Run)
}

/// Says that this build has no window.
#[cfg(not(feature = "app"))]
pub(crate) fn open(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = match &arguments.scene {
        Some(scene) => format!("`pegsim run {}` simulates without one", scene.display()),
        None => "`pegsim run SCENE` simulates without one".to_owned(),
    };
    Err(Failure::Input(format!(
        "this build has no window (it was built without the feature `app`); {wanted}, `pegsim --help` lists the \
         commands"
    )))
}
