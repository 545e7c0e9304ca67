//! What may be written on the command line.

use crate::cli::export::args::ExportArgs;
use crate::cli::manual::args::ManualArgs;
use crate::cli::screenshot::ScreenshotArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::{Overrides, Springs, sweep};
use pegsim::quote::one_of;
use pegsim::recording::page::STATES;
use pegsim::step::ranges::{End, Range};
use pegsim::step::{FrictionLaw, Geometry, ImpactTreatment, SolverMethod, SolverSettings, ranges};
use std::path::PathBuf;

/// Rigid bodies in contact: standard model, LNC and polytope exact geometry side by side.
///
/// Without a command, opens the app. Every command runs without a window.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    /// What to open in the app: a scene (a file, or a name from `pegsim list scenes`), a lesson, a recording (.pegrec) or a shape.
    pub scene: Option<PathBuf>,
    /// Open the app with flat shading and without shadows, for weak graphics.
    #[arg(long)]
    pub low_quality: bool,
    /// Write the state of the app to this file, a JSON line a few times a second (for tests that drive the window).
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Let `--script` replace a file that is there already.
    #[arg(long, requires = "script")]
    pub force: bool,
    /// Size of the app's window in logical pixels.
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub window: Option<(u32, u32)>,
    /// Language of the app, for this start [default: as set in the app, else the system's].
    #[arg(long, value_name = "en|de", value_parser = ["en", "de"])]
    pub language: Option<String>,
    /// Folder of the app's settings [default: PEGSIM_CONFIG, else this system's folder for settings].
    #[arg(long, value_name = "FOLDER")]
    pub config: Option<PathBuf>,
    /// Open the app with the default settings; the old file is kept under another name.
    #[arg(long)]
    pub reset_settings: bool,
    /// Open the app with what a window left that ended without being left, by its name in `pegsim recover`.
    #[arg(long, value_name = "SESSION")]
    pub recover: Option<String>,
    /// Do not show the tour at the first start of the app.
    #[arg(long)]
    pub no_tour: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Simulate a scene and report on it.
    Run(RunArgs),
    /// Simulate a scene under several contact models; one table.
    Compare(CompareArgs),
    /// Simulate scenes over step sizes and contact models; CSV and plots.
    Sweep(SweepArgs),
    /// Run and draw the figures of the sources: SVG, PNG, data, and a page that shows them.
    Figures(FiguresArgs),
    /// Draw the app into PNG files, without a window.
    Screenshot(ScreenshotArgs),
    /// Write a recording, or a scene under several models, as one web page that plays in any browser.
    Share(ShareArgs),
    /// Write a recording, or a scene that is run, for other programs: an animated scene (glTF), or a table (CSV, Parquet).
    Export(ExportArgs),
    /// Validate scene files.
    Check(CheckArgs),
    /// Write a robot (URDF) or a model of MuJoCo (MJCF) as a scene file; what cannot be taken is listed.
    Convert(ConvertArgs),
    /// Show what there is.
    List(ListArgs),
    /// What windows left that ended without being left (by a crash, for instance).
    Recover(RecoverArgs),
    /// Complementarity problems by themselves.
    Lcp(LcpArgs),
    /// Manual pages, and completions for shells.
    Manual(ManualArgs),
}

/// Settings that replace those of the scene.
#[derive(Debug, Args)]
pub(crate) struct SettingArgs {
    /// When the contact geometry is evaluated: semi-implicit or implicit.
    #[arg(long, value_parser = geometry)]
    pub geometry: Option<Geometry>,
    /// What becomes of steps of Exact in which bodies meet: split (they end there) or within (they are whole).
    #[arg(long, value_parser = impact)]
    pub impact: Option<ImpactTreatment>,
    /// Solver, from `pegsim list solvers`.
    #[arg(long, value_name = "NAME", value_parser = SolverMethod::from_name)]
    pub solver: Option<SolverMethod>,
    /// Time at which the run ends (s).
    #[arg(long, value_name = "T", value_parser = duration, allow_negative_numbers = true)]
    pub duration: Option<f64>,
    /// Pivots or sweeps of the solver at most.
    #[arg(long, value_name = "N", value_parser = max_iterations, allow_negative_numbers = true)]
    pub max_iterations: Option<usize>,
    /// Multiplications of a step at most; one that would need more fails, the same on every machine.
    #[arg(long, value_name = "N", value_parser = max_operations, allow_negative_numbers = true)]
    pub max_operations: Option<f64>,
    /// Wall time of a step at most (s); one that takes longer fails. What fails depends on the machine.
    #[arg(long, value_name = "T", value_parser = max_seconds, allow_negative_numbers = true)]
    pub max_seconds: Option<f64>,
    /// Residual that is accepted as solved.
    #[arg(long, value_name = "EPS", value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Distance within which features are potential contacts (m).
    #[arg(long, value_name = "D", value_parser = detection_distance, allow_negative_numbers = true)]
    pub detection_distance: Option<f64>,
    /// Share γ of a gap, 0 to 1, that the models anitescu-potra and ratio-metric close in a step.
    #[arg(long, value_name = "GAMMA", value_parser = stabilisation, allow_negative_numbers = true)]
    pub stabilisation: Option<f64>,
    /// Springs of the penalty methods in place of the scene's, for each kilogram: proportional (or stiffness), derivative (or damping), integral, forgetting, impact_speed, integrator (runge-kutta or semi-implicit-euler).
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = springs)]
    pub penalty: Option<Springs>,
    /// Law of friction of the models over points: coulomb or convex-relaxation.
    #[arg(long, value_name = "NAME", value_parser = friction_law)]
    pub friction_law: Option<FrictionLaw>,
    /// Seed of a scene that is made: box-of-polygons, box-of-polyhedra, pile-of-polyhedra, grasp, grasp-with-friction, stack-of-squares, stack-of-cubes. A scene file has nothing to draw.
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

impl SettingArgs {
    /// As the library takes them, under one contact model and step size.
    pub fn overrides(&self, model: Option<ContactModel>, time_step: Option<f64>) -> Overrides {
        Overrides {
            model,
            geometry: self.geometry,
            impact: self.impact,
            solver: self.solver,
            time_step,
            max_iterations: self.max_iterations,
            max_operations: self.max_operations,
            max_seconds: self.max_seconds,
            tolerance: self.tolerance,
            detection_distance: self.detection_distance,
            stabilisation: self.stabilisation,
            penalty: self.penalty.unwrap_or_default(),
            friction_law: self.friction_law,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct RecoverArgs {
    /// Session to write to a file, as the list names it.
    #[arg(requires = "export")]
    pub session: Option<String>,
    /// Write the scene that it shows (F.ron), or all recordings (F.pegrec), and beside it the lesson that was being made (F.lesson.ron).
    #[arg(long, value_name = "F", requires = "session")]
    pub export: Option<PathBuf>,
    /// List all sessions as JSON, each read whole and with the fingerprint of its work.
    #[arg(long, conflicts_with = "export")]
    pub json: bool,
    /// List all sessions (what is done without any option).
    #[arg(long)]
    pub list: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Scene file, or a name from `pegsim list scenes`.
    pub scene: PathBuf,
    /// Contact model, from `pegsim list models`.
    #[arg(long, value_name = "NAME", value_parser = ContactModel::from_name)]
    pub model: Option<ContactModel>,
    /// Step size (s).
    #[arg(long, value_name = "H", value_parser = time_step, allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// Write the report as JSON; - for standard output.
    #[arg(long, value_name = "F.json")]
    pub report: Option<PathBuf>,
    /// Write all states as CSV, the pose and velocity of the frame of each body in the scene (`velocity` there is of its centre of mass); - for standard output.
    #[arg(long, value_name = "F.csv")]
    pub trajectory: Option<PathBuf>,
    /// Write the complementarity problems of each step as JSON into this folder, one file per island.
    #[arg(long, value_name = "DIR")]
    pub dump_lcp: Option<PathBuf>,
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub settings: SettingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Scene file, or a name from `pegsim list scenes`.
    pub scene: PathBuf,
    /// Contact models, separated by commas [default: all].
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = ContactModel::from_name)]
    pub models: Vec<ContactModel>,
    /// Step size (s).
    #[arg(long, value_name = "H", value_parser = time_step, allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// Write the reports as a JSON list; - for standard output.
    #[arg(long, value_name = "F.json")]
    pub report: Option<PathBuf>,
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
    /// Contact model from which the drift of the others is measured, one of those compared [default: the last of them that takes the free space as it is: separating-feature, peg or lnc].
    #[arg(long, value_name = "NAME", value_parser = ContactModel::from_name)]
    pub reference_model: Option<ContactModel>,
    /// Models that should agree have parted where a point of a body is farther off than this many radii of the body.
    #[arg(long, value_name = "RADII", value_parser = parted, allow_negative_numbers = true, default_value_t = pegsim::experiment::drift::PARTED)]
    pub parted: f64,
    #[command(flatten)]
    pub settings: SettingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ShareArgs {
    /// Recording that the window saved (.pegrec); or a scene file, or a name from `pegsim list scenes`, which is run.
    pub run: PathBuf,
    /// Page to write.
    #[arg(long, short, value_name = "F.html")]
    pub out: PathBuf,
    /// Replace a file that is there already.
    #[arg(long)]
    pub force: bool,
    /// Contact models of a scene, separated by commas [default: standard, peg, separating-feature, as far as they can].
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = ContactModel::from_name)]
    pub models: Vec<ContactModel>,
    /// Step size of a scene (s).
    #[arg(long, value_name = "H", value_parser = time_step, allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// States of a pane at most; of more, every second, third, … is shown.
    #[arg(long, value_name = "N", default_value_t = STATES, value_parser = states)]
    pub states: usize,
    /// Leave the contacts out, for which every step is taken again.
    #[arg(long)]
    pub no_contacts: bool,
    #[command(flatten)]
    pub settings: SettingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SweepArgs {
    /// Scene files, or names from `pegsim list scenes`.
    #[arg(required = true)]
    pub scenes: Vec<PathBuf>,
    /// Step sizes (s): `A..B/N` for N values from A to B, or a list [default: the scene's].
    #[arg(long, value_name = "A..B/N", allow_negative_numbers = true)]
    pub dt: Option<String>,
    /// Contact models, separated by commas [default: all].
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = ContactModel::from_name)]
    pub models: Vec<ContactModel>,
    /// Measure how far the last dynamic body strays from a run with this step size (s).
    #[arg(long, value_name = "H", value_parser = time_step, allow_negative_numbers = true)]
    pub reference: Option<f64>,
    /// Contact model of that run.
    #[arg(long, value_name = "NAME", value_parser = ContactModel::from_name, default_value = "separating-feature", requires = "reference")]
    pub reference_model: ContactModel,
    /// Scenes that are made: sets with seeds 0 to N − 1, all in one table.
    #[arg(long, value_name = "N", value_parser = seeds, allow_negative_numbers = true, conflicts_with = "seed")]
    pub seeds: Option<u64>,
    /// Folder for the table, the reports and the plots; `runs.jsonl` there gets each result when it is known.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Go on where a sweep into that folder stopped: runs in its `runs.jsonl` with the same scene and settings are not
    /// done again.
    #[arg(long)]
    pub resume: bool,
    /// Replace files that are there already.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    #[command(flatten)]
    pub settings: SettingArgs,
}

impl SweepArgs {
    /// The step sizes asked for; `None` stands for the scene's own.
    pub fn steps(&self) -> Result<Vec<Option<f64>>, String> {
        match &self.dt {
            None => Ok(vec![None]),
            Some(text) => Ok(sweep::parse_steps(text)?.into_iter().map(Some).collect()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct FiguresArgs {
    /// Figures by their names, separated by commas or given several times [default: all].
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Folder for drawings, data and page; `runs.jsonl` there gets each run when it is known.
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Show the names of the figures.
    #[arg(long)]
    pub list: bool,
    /// Go on where figures in that folder stopped: runs in its `runs.jsonl` with the same scene and settings are not done again.
    #[arg(long)]
    pub resume: bool,
    /// Replace files that are there already.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Scene files, or names from `pegsim list scenes`.
    #[arg(required = true)]
    pub scenes: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Robot (.urdf) or model of MuJoCo (.xml, .mjcf).
    #[arg(value_name = "IN")]
    pub robot: PathBuf,
    /// Scene file to write.
    #[arg(short, long, value_name = "OUT.ron")]
    pub out: PathBuf,
    /// Make everything round a polytope with this many sides, of which all contact models know.
    #[arg(long, value_name = "N", value_parser = facets, allow_negative_numbers = true)]
    pub facets: Option<usize>,
    /// Let the root link of a URDF file move freely, instead of fixing it to the world.
    #[arg(long)]
    pub free_base: bool,
    /// Replace a file that is there already.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LcpArgs {
    #[command(subcommand)]
    pub command: LcpCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LcpCommand {
    /// Solve problems from files (see `run --dump-lcp`); a table of status, iterations, residual and time.
    Solve(SolveArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Problem files.
    #[arg(required = true, value_name = "F.json")]
    pub files: Vec<PathBuf>,
    /// Solver, from `pegsim list solvers`, or `all`.
    #[arg(long, value_name = "NAME", default_value = "all")]
    pub solver: String,
    /// Residual that is accepted as solved, relative to 1 + the largest entry of b.
    #[arg(long, value_name = "EPS", value_parser = tolerance, allow_negative_numbers = true, default_value_t = pegsim::lcp::DEFAULT_TOLERANCE)]
    pub tolerance: f64,
    /// Sweeps, or pivots per 100 rows, at most.
    #[arg(long, value_name = "N", value_parser = max_iterations, allow_negative_numbers = true, default_value_t = pegsim::lcp::DEFAULT_MAX_ITERATIONS)]
    pub max_iterations: usize,
    /// Multiplications of one method on one problem at most; what needs more is given up, the same on every machine.
    #[arg(long, value_name = "N", value_parser = max_operations, allow_negative_numbers = true, default_value_t = SolverSettings::MAX_OPERATIONS)]
    pub max_operations: f64,
    /// Wall time of one method on one problem at most (s). What is given up depends on the machine; --max-operations does not.
    #[arg(long, value_name = "T", value_parser = max_seconds)]
    pub max_seconds: Option<f64>,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list.
    pub what: Listing,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Listing {
    /// Contact models.
    Models,
    /// Solvers.
    Solvers,
    /// Scenes that come with the program.
    Scenes,
    /// Lessons that come with the program.
    Lessons,
}

/// Scenes of a family in one sweep.
const SEEDS: Range = Range {
    name: "seeds",
    unit: "",
    least: End::At(1.0),
    most: End::At(1000.0),
    why: "without one nothing is run, and a thousand scenes are a night's work",
};

/// Sides of something round.
const FACETS: Range = Range {
    name: "facets",
    unit: "",
    least: End::At(*pegsim::scene::import::FACETS.start() as f64),
    most: End::At(*pegsim::scene::import::FACETS.end() as f64),
    why: "three sides close, and hundreds of them are as good as round and take long",
};

fn facets(text: &str) -> Result<usize, String> {
    FACETS.parse_count(text)
}

pub(crate) fn time_step(text: &str) -> Result<f64, String> {
    ranges::TIME_STEP.parse(text)
}

fn duration(text: &str) -> Result<f64, String> {
    ranges::DURATION.parse(text)
}

fn tolerance(text: &str) -> Result<f64, String> {
    ranges::TOLERANCE.parse(text)
}

fn max_operations(text: &str) -> Result<f64, String> {
    ranges::MAX_OPERATIONS.parse(text)
}

fn max_seconds(text: &str) -> Result<f64, String> {
    ranges::MAX_SECONDS.parse(text)
}

fn max_iterations(text: &str) -> Result<usize, String> {
    ranges::MAX_ITERATIONS.parse_count(text)
}

fn states(text: &str) -> Result<usize, String> {
    let count = text.trim().parse().ok().filter(|count| (2..=1_000_000).contains(count));
    count.ok_or_else(|| "a whole number is needed; it must be at least 2 and at most 1000000".to_owned())
}

fn seed(text: &str) -> Result<u64, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("a whole number is needed; it must be at least 0 and at most {}", u64::MAX))
}

fn seeds(text: &str) -> Result<u64, String> {
    SEEDS.parse_count(text).map(|count| count as u64)
}

fn detection_distance(text: &str) -> Result<f64, String> {
    ranges::DETECTION_DISTANCE.parse(text)
}

fn stabilisation(text: &str) -> Result<f64, String> {
    ranges::STABILISATION.parse(text)
}

fn springs(text: &str) -> Result<Springs, String> {
    text.parse()
}

fn friction_law(text: &str) -> Result<FrictionLaw, String> {
    one_of("law of friction", text, &FrictionLaw::ALL, FrictionLaw::name)
}

fn parted(text: &str) -> Result<f64, String> {
    ranges::PARTED.parse(text)
}

pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    let size = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match size {
        Some((w, h)) if (200..=16384).contains(&w) && (150..=16384).contains(&h) => Ok((w, h)),
        _ => Err("a size such as 1280x800 is needed".to_owned()),
    }
}

pub(crate) fn geometry(text: &str) -> Result<Geometry, String> {
    one_of("geometry", text, &[Geometry::SemiImplicit, Geometry::Implicit], Geometry::name)
}

fn impact(text: &str) -> Result<ImpactTreatment, String> {
    one_of("treatment of impacts", text, &ImpactTreatment::ALL, ImpactTreatment::name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_scene_alone_opens_the_app_and_a_command_is_a_command() {
        let plain = Arguments::try_parse_from(["pegsim", "a.ron", "--low-quality"]).unwrap();
        assert!(plain.command.is_none() && plain.low_quality);
        let run = Arguments::try_parse_from(["pegsim", "run", "a.ron", "--dt", "0.02"]).unwrap();
        assert!(matches!(run.command, Some(Command::Run(args)) if args.dt == Some(0.02)));
        let accepted = |dt: &&str| Arguments::try_parse_from(["pegsim", "run", "a.ron", "--dt", *dt]).is_ok();
        assert_eq!(["0", "-1", "inf", "NaN", "x"].iter().find(|dt| accepted(dt)), None);
    }
}
