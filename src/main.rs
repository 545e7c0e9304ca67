//! The `pegsim` program: the command line, and the way into the app.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
