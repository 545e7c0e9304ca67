//! The `pegsim` program: the command line, and the way into the app.

mod cli;

/// Many threads allocate for each other: with heaps of their own, as the system has them, the window grew over an hour
/// (docs/reliability.md).
#[cfg(feature = "app")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
