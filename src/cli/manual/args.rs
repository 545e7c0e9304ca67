//! What may be written behind `pegsim manual`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ManualArgs {
    /// Completions for this shell, on standard output.
    #[arg(long, value_name = "SHELL", value_enum, conflicts_with = "out")]
    pub completions: Option<Shell>,
    /// Folder for a manual page of each command [default: that of `pegsim` alone, on standard output].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Replace files that are there already.
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// A shell that completes what is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Shell {
    /// GNU Bash.
    Bash,
    /// Zsh.
    Zsh,
    /// Fish.
    Fish,
    /// PowerShell.
    Powershell,
    /// Elvish.
    Elvish,
}
