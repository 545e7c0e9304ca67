//! `pegsim figures`: the figures of the sources, run and drawn.

mod boxes;
mod catalogue;
mod folder;
mod grasp;
mod infeasibility;
mod kit;
mod motion;
mod page;
mod penalty;
mod runs;
mod scenes;
mod solvers;
mod stack;
mod triangle;

use crate::cli::args::FiguresArgs;
use crate::cli::{Failure, draw, interrupt, output};
use folder::Folder;
use kit::Figure;
use pegsim::experiment::figures::{Job, Runs, plan};

/// `pegsim figures`.
pub(crate) fn figures(args: &FiguresArgs) -> Result<(), Failure> {
    let figures =
        catalogue::chosen(&args.only).map_err(|message| Failure::Input(format!("--only: {message}")))?;
    if args.list {
        for figure in figures {
            output::say(&format!("{:<15} {} ({})\n", figure.name, figure.title, figure.source));
        }
        return Ok(());
    }
    let Some(out) = &args.out else {
        return Err(Failure::Input(
            "--out: a folder for the figures is needed (--list shows their names)".to_owned(),
        ));
    };
    let jobs: Vec<Job> = figures.iter().flat_map(|figure| (figure.jobs)()).collect();
    let planned = plan(&jobs)?;
    let mut folder = Folder::open(out, &figures, args.force, args.resume)?;
    let stop = interrupt::listen(interrupt::STEP);
    let found = runs::all(&planned, &mut folder, args.resume, &stop)?;
    let mut written = Vec::new();
    for figure in figures {
        if !is_complete(figure, &found) {
            continue;
        }
        let drawn = (figure.draw)(figure, &found);
        folder.write(&format!("{}.svg", figure.name), draw::svg(&drawn.sheet)?.as_bytes())?;
        folder.write(&format!("{}.png", figure.name), &draw::png(&drawn.sheet)?)?;
        folder.write(&format!("{}.csv", figure.name), &page::data(&drawn.sheet)?)?;
        output::say(&format!("{:<15} {}\n", figure.name, figure.title));
        written.push((figure, drawn));
    }
    if !written.is_empty() {
        folder.write(folder::PAGE, page::page(&written).as_bytes())?;
        folder.write(folder::NUMBERS, output::json(&page::numbers(&written))?.as_bytes())?;
        output::say(&format!(
            "wrote {} with their data and {} to {}\n",
            counted(written.len()),
            folder::PAGE,
            out.display()
        ));
    }
    if stop.is_asked() {
        let done = planned.iter().filter(|run| found.of(&run.job).is_some()).count();
        return Err(Failure::Interrupted(format!(
            "stopped by Ctrl+C after {done} of {} runs; --resume goes on with the rest",
            planned.len()
        )));
    }
    Ok(())
}

fn counted(figures: usize) -> String {
    pegsim::quote::counted(figures, "figure", "figures")
}

/// Whether all runs of a figure were done.
fn is_complete(figure: &Figure, found: &Runs) -> bool {
    (figure.jobs)().iter().all(|job| found.of(job).is_some())
}
