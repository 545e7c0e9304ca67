//! `pegsim recover`: what windows left that ended without being left, listed and written to files.

use crate::cli::args::RecoverArgs;

/// Answers the command.
#[cfg(feature = "app")]
pub(crate) fn answer(args: &RecoverArgs) -> Result<(), crate::cli::Failure> {
    use crate::cli::{Failure, output};
    use pegsim::app::past::recovery::{decode, folder, report};
    let state = folder::state_folder().ok_or_else(|| {
        Failure::Input("this system has no folder for state; PEGSIM_STATE names one".to_owned())
    })?;
    let (left, said) = folder::left_in(&state);
    for sentence in said {
        output::tell(&format!("warning: {sentence}"));
    }
    if let (Some(name), Some(path)) = (&args.session, &args.export) {
        let found = left.iter().find(|left| left.name() == *name).ok_or_else(|| {
            Failure::Input(format!("there is no session {name}; `pegsim recover` lists those that there are"))
        })?;
        let recovered = decode::read(&found.folder, &found.list).map_err(Failure::Run)?;
        for remark in &recovered.remarks {
            output::tell(&format!("warning: {remark}"));
        }
        for note in report::export(recovered.document, path).map_err(Failure::Run)? {
            output::tell(&format!("note: {note}"));
        }
        return Ok(());
    }
    if args.json {
        output::say(&format!("{}\n", report::json(&left)));
    } else if left.is_empty() {
        output::say("Every window was left as it should be: there is nothing to recover.\n");
    } else {
        output::say(&report::text(&left));
    }
    Ok(())
}

/// Says that this build has no window.
#[cfg(not(feature = "app"))]
pub(crate) fn answer(_: &RecoverArgs) -> Result<(), crate::cli::Failure> {
    Err(crate::cli::Failure::Input(
        "this build has no window (it was built without the feature `app`), and so nothing to recover"
            .to_owned(),
    ))
}
