//! Manual pages, completions and the version: what packages and shells take from the program.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, assert_done, code, pegsim, text};
use std::process::Command;

/// The words of `--help` that begin with two hyphens.
fn options(help: &str) -> Vec<String> {
    let words = help.split(|c: char| c.is_whitespace() || ",[]=<>".contains(c));
    let mut options: Vec<String> =
        words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect();
    options.sort();
    options.dedup();
    options
}

/// A page for each command, in which every option of its `--help` is found, and which `man` reads without a complaint where it is there.
#[test]
fn every_command_has_a_page_with_all_of_its_options() {
    let folder = Folder::new("manual");
    let out = folder.0.join("man");
    assert_done(&pegsim(["manual", "--out", out.to_str().unwrap()]));
    for command in
        ["run", "compare", "sweep", "figures", "share", "export", "check", "convert", "list", "lcp-solve"]
    {
        let page = std::fs::read_to_string(out.join(format!("pegsim-{command}.1"))).unwrap();
        let mut words: Vec<&str> = command.split('-').collect();
        words.push("--help");
        let help = pegsim(&words);
        assert_done(&help);
        // Hyphens are escaped there.
        let page = page.replace("\\-", "-");
        for option in options(&text(&help.stdout)) {
            assert!(page.contains(&option), "{option} of {command}");
        }
    }
    let main = std::fs::read_to_string(out.join("pegsim.1")).unwrap();
    assert!(main.contains("pegsim\\-run(1)"), "{main}");
    if let Ok(checked) =
        Command::new("man").args(["--warnings", "-l", "-Tutf8"]).arg(out.join("pegsim-run.1")).output()
    {
        assert!(checked.stderr.is_empty(), "{}", text(&checked.stderr));
    }
    // What is there stays.
    let again = pegsim(["manual", "--out", out.to_str().unwrap()]);
    assert_eq!(code(&again), 2, "{}", text(&again.stderr));
    assert_done(&pegsim(["manual", "--force", "--out", out.to_str().unwrap()]));
}

#[test]
fn shells_complete_commands_and_options() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let made = pegsim(["manual", "--completions", shell]);
        assert_done(&made);
        let script = text(&made.stdout);
        for word in ["compare", "screenshot", "detection-distance"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
        let file = folder.0.join(shell);
        std::fs::write(&file, &script).unwrap();
        if shell == "bash" {
            let asked = "COMP_WORDS=(pegsim comp); COMP_CWORD=1; source \"$1\"; _pegsim pegsim comp pegsim; echo \"${COMPREPLY[@]}\"";
            if let Ok(said) = Command::new("bash").args(["-c", asked, "-"]).arg(&file).output() {
                assert_eq!(text(&said.stdout).trim(), "compare", "{}", text(&said.stderr));
            }
        }
    }
    assert_eq!(code(&pegsim(["manual", "--completions", "cobol"])), 2);
}

#[test]
fn the_version_says_what_was_built() {
    let said = pegsim(["--version"]);
    assert_done(&said);
    let line = text(&said.stdout);
    assert!(line.starts_with(concat!("pegsim ", env!("CARGO_PKG_VERSION"), ", ")), "{line}");
    let window = if cfg!(feature = "app") { "with the window" } else { "without the window" };
    assert!(line.contains(window), "{line}");
    // Short enough for a line of a script.
    let short = pegsim(["-V"]);
    assert_eq!(text(&short.stdout).trim(), concat!("pegsim ", env!("CARGO_PKG_VERSION")));
}
