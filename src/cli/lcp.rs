//! `pegsim lcp solve` and the files of `pegsim run --dump-lcp`.

use crate::cli::args::{LcpArgs, LcpCommand, SolveArgs};
use crate::cli::{Failure, interrupt, output};
use pegsim::experiment::Overrides;
use pegsim::lcp::problem::file;
use pegsim::lcp::problem::file::ProblemFile;
use pegsim::lcp::table::COLUMNS;
use pegsim::lcp::{Lcp, LcpSettings, LcpSolver, Solution, Status, catalogue, solve};
use pegsim::output::{Outputs, WholeFile};
use pegsim::quote::{brief, counted};
use pegsim::scene::LoadedScene;
use pegsim::step::{Simulation, problem_files};
use pegsim::stop::{Cause, Limits, Stop};
use pegsim::world::StepInput;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `pegsim lcp …`.
pub(crate) fn answer(args: &LcpArgs) -> Result<(), Failure> {
    match &args.command {
        LcpCommand::Solve(args) => solve_files(args),
    }
}

/// A table per file. Exit code 1 where a problem was solved by none of the methods asked for.
fn solve_files(args: &SolveArgs) -> Result<(), Failure> {
    let solvers = solvers(&args.solver)?;
    // All files are read before the first solve, so that a bad one costs nothing.
    let problems: Vec<_> = args
        .files
        .iter()
        .map(|path| file::read(path).map_err(|error| Failure::Input(error.to_string())))
        .collect::<Result<_, _>>()?;
    let settings = LcpSettings { tolerance: args.tolerance, max_iterations: args.max_iterations };
    let stop = interrupt::listen("the problem under way");
    let mut unsolved = Vec::new();
    for ((problem, lcp), path) in problems.iter().zip(&args.files) {
        let mut rows: Vec<Vec<String>> = vec![COLUMNS.map(str::to_owned).to_vec()];
        rows[0][0].clear();
        let mut reasons = String::new();
        let mut solved = false;
        for solver in &solvers {
            if stop.is_asked() {
                return Err(Failure::Interrupted(
                    "stopped by Ctrl+C; the tables of problems done are complete".to_owned(),
                ));
            }
            let report = within(args, &stop, || solve(*solver, lcp, &settings, None)).report;
            solved |= report.status == Status::Solved;
            if let Some(reason) = &report.reason {
                reasons.push_str(&format!("{}: {reason}\n", report.method));
            }
            rows.push(report.cells().to_vec());
        }
        if solved && problem.solvable == Some(false) {
            reasons
                .push_str("its file says `\"solvable\": false`, and yet it was solved: the field is wrong\n");
        }
        output::say(&format!("{}\n{}{reasons}\n", heading(path, problem, lcp), output::table(&rows)));
        // A problem that is known to have no solution is not failed by having none.
        if !solved && problem.solvable != Some(false) {
            unsolved.push(path.display().to_string());
        }
    }
    match unsolved.as_slice() {
        [] => Ok(()),
        [only] => Err(Failure::Run(format!("{only} was not solved"))),
        [first, ..] => Err(Failure::Run(format!(
            "{} of {} problems were not solved; the first: {first}",
            unsolved.len(),
            problems.len()
        ))),
    }
}

/// Solves within what one method may spend, or until Ctrl+C.
fn within(args: &SolveArgs, stop: &Stop, solve: impl FnOnce() -> Solution) -> Solution {
    let until = args.max_seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    // Saturates where the number is out of range.
    let budget = Stop::within(Limits { until, operations: args.max_operations as u64, ..Limits::NONE });
    let mut solution = stop.watch(|| budget.watch(solve));
    if let Some(cause) = budget.cause()
        && solution.report.status != Status::Solved
    {
        solution.report.status = Status::Stopped;
        solution.report.reason = Some(match (cause, args.max_seconds) {
            (Cause::Time, Some(seconds)) => format!("given up after {seconds} s"),
            _ => format!(
                "given up: more than {} multiplications are needed; --max-operations allows more",
                args.max_operations
            ),
        });
    }
    solution
}

fn solvers(name: &str) -> Result<Vec<&'static (dyn LcpSolver + Sync)>, Failure> {
    if name.eq_ignore_ascii_case("all") {
        return Ok(catalogue::solvers().map(|(_, solver)| solver).collect());
    }
    let method = catalogue::SolverMethod::from_name(name)
        .map_err(|error| Failure::Input(format!("--solver: {error}; `all` takes all")))?;
    match method.solver() {
        Some(solver) => Ok(vec![solver]),
        None => Err(Failure::Input(format!(
            "--solver: {} treats a whole step and not a single problem; give `all` or another of `pegsim list solvers`",
            method.name()
        ))),
    }
}

fn heading(path: &Path, problem: &ProblemFile, lcp: &Lcp) -> String {
    let known = match problem.solvable {
        Some(false) => ", said to have no solution",
        _ => "",
    };
    // A matrix of zeros has the least unit that can be divided by, which is nothing to show.
    let unit = if lcp.unit() <= f64::MIN_POSITIVE { 0.0 } else { lcp.unit() };
    format!(
        "{}: {}, {}, {} + max|b| = {}{known}",
        path.display(),
        brief(&problem.name),
        counted(problem.b.len(), "row", "rows"),
        if unit == 1.0 { "1".to_owned() } else { output::short(unit) },
        output::short(unit + lcp.b().amax())
    )
}

/// The files of `--dump-lcp`.
pub(crate) struct Dump {
    outputs: Outputs,
    folder: PathBuf,
    scene: String,
    files: usize,
}

impl Dump {
    /// Makes the folder.
    ///
    /// # Errors
    /// When it cannot be made or holds problems already, or the contact model writes no complementarity problem.
    pub fn new(
        folder: &Path,
        scene: &LoadedScene,
        overrides: &Overrides,
        outputs: Outputs,
    ) -> Result<Dump, Failure> {
        let model = overrides.apply(&scene.settings).contact.model;
        if model.over_points().is_none() {
            return Err(Failure::Input(format!(
                "--dump-lcp: the model {} solves convex problems of its own and writes no complementarity problem; \
                 --model standard, lnc or peg does",
                model.name()
            )));
        }
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::Input(format!("cannot make the folder {}: {error}", folder.display()))
        })?;
        let dump = Dump { outputs, folder: folder.to_owned(), scene: scene.name.clone(), files: 0 };
        dump.clear()?;
        // Begun and given up: whether there is room for a file is better known before the run.
        drop(WholeFile::new(&folder.join("step_000000_island_000.json")).map_err(output::refused)?);
        Ok(dump)
    }

    /// Finds the problems of an earlier run, which must not be taken for those of this one: they are refused, or with
    /// `--force` removed.
    fn clear(&self) -> Result<(), Failure> {
        let shown = self.folder.display();
        let entries = std::fs::read_dir(&self.folder)
            .map_err(|error| Failure::Input(format!("cannot read the folder {shown}: {error}")))?;
        let is_ours = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number =
                |text: &str, least: usize| text.len() >= least && text.bytes().all(|b| b.is_ascii_digit());
            let parts = name
                .strip_prefix("step_")
                .and_then(|rest| rest.strip_suffix(".json")?.split_once("_island_"));
            parts.is_some_and(|(step, island)| number(step, 6) && number(island, 3))
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_ours(path)) {
            if !self.outputs.force() {
                return Err(Failure::Input(format!(
                    "--dump-lcp: {shown} holds the problems of another run; --force replaces them, or name another folder"
                )));
            }
            std::fs::remove_file(&path)
                .map_err(|error| Failure::Input(format!("cannot remove {}: {error}", path.display())))?;
        }
        Ok(())
    }

    /// Writes the problems of the step that comes next.
    pub fn write(&mut self, simulation: &Simulation) -> std::io::Result<()> {
        let Simulation { model, state, settings, .. } = simulation;
        let files = problem_files(model, state, &StepInput::default(), settings, &self.scene);
        for (island, problem) in files.iter().enumerate() {
            let name = format!("step_{:06}_island_{island:03}.json", simulation.state.step + 1);
            let text = problem.to_text().map_err(std::io::Error::other)?;
            self.outputs.file(&self.folder.join(name))?.finish_with(text.as_bytes())?;
            self.files += 1;
        }
        Ok(())
    }

    /// What was written.
    pub fn summary(&self) -> String {
        format!("wrote {} to {}\n", counted(self.files, "problem", "problems"), self.folder.display())
    }
}
