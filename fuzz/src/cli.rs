//! The parser of the program's command line, from the sources of the program.

#[allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    reason = "the program's own file, of which a part is used here"
)]
#[path = "../../src/cli/args.rs"]
pub(crate) mod args;

/// The part of `pegsim export` that says what may be written.
#[allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    reason = "the program's own file, of which a part is used here"
)]
#[path = "../../src/cli/export"]
pub(crate) mod export {
    pub(crate) mod args;
}

/// The same of `pegsim manual`.
#[allow(dead_code, missing_docs, reason = "the program's own file, of which a part is used here")]
#[path = "../../src/cli/manual"]
pub(crate) mod manual {
    pub(crate) mod args;
}

#[allow(dead_code, reason = "what the parser fills nobody reads")]
pub(crate) mod screenshot {
    //! The parser asks for the options of this command; those of a picture are not tried.

    /// The scene alone.
    #[derive(Debug, clap::Args)]
    pub(crate) struct ScreenshotArgs {
        scene: std::path::PathBuf,
    }
}
