//! `pegsim manual`: manual pages, and completions for shells, from what the parser knows.

pub(crate) mod args;

use crate::cli::{Failure, output};
use args::{ManualArgs, Shell};
use clap::Command;
use std::path::Path;

/// What the program is called.
const NAME: &str = "pegsim";

/// `pegsim manual`.
pub(crate) fn manual(args: &ManualArgs) -> Result<(), Failure> {
    let mut command = crate::cli::command().name(NAME);
    if let Some(shell) = args.completions {
        let mut text = Vec::new();
        clap_complete::generate(generator(shell), &mut command, NAME, &mut text);
        output::say(&String::from_utf8_lossy(&text));
        return Ok(());
    }
    command.build();
    let mut pages = Vec::new();
    add(&command, NAME, &mut pages)?;
    match &args.out {
        None => {
            let (_, page) = &pages[0];
            output::say(&String::from_utf8_lossy(page));
            Ok(())
        }
        Some(folder) => write(&pages, folder, args.force),
    }
}

fn generator(shell: Shell) -> clap_complete::Shell {
    match shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
        Shell::Powershell => clap_complete::Shell::PowerShell,
        Shell::Elvish => clap_complete::Shell::Elvish,
    }
}

/// Adds the pages of a command and of those below it, each with the name of its file.
fn add(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    let mut page = Vec::new();
    // The name in a page is the one that is typed, with a hyphen in place of the space as `man` wants it.
    let named = command.clone().name(name.to_owned()).display_name(name.to_owned());
    clap_mangen::Man::new(named).section("1").render(&mut page)?;
    pages.push((format!("{name}.1"), page));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        add(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}

fn write(pages: &[(String, Vec<u8>)], folder: &Path, force: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Run(format!("{} cannot be made: {error}", folder.display())))?;
    for (name, page) in pages {
        let file = output::outputs(force, []).file(&folder.join(name)).map_err(output::refused)?;
        file.finish_with(page).map_err(output::unwritten)?;
    }
    output::say(&format!("wrote {} manual pages to {}\n", pages.len(), folder.display()));
    Ok(())
}
