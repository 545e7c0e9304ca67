//! `pegsim sweep`: a grid of runs, its table, reports and plots.

use crate::cli::args::SweepArgs;
use crate::cli::draw::sheet::{Axis, BLACK, Chart, Curve, Ink, Panel, Sheet};
use crate::cli::runs::{Looks, failure_of, models_for, note_duration, simulate};
use crate::cli::{Failure, draw, interrupt, output, scenes};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::accuracy::Track;
use pegsim::experiment::curves::Series;
use pegsim::experiment::log::{RunLog, SceneKey};
use pegsim::experiment::{Overrides, Report, accuracy, sweep};
use pegsim::output::write_over;
use pegsim::scene::LoadedScene;
use std::path::Path;

/// The files that a sweep leaves in its folder.
const FILES: [&str; 7] =
    ["sweep.csv", "reports.json", "overlap.svg", "depth.svg", "traps.svg", "step-time.svg", "error.svg"];

/// The file beside them that gets each result when it is known.
const LOG: &str = "runs.jsonl";

/// `pegsim sweep`.
pub(crate) fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    let steps = args.steps().map_err(|message| Failure::Input(format!("--dt: {message}")))?;
    // All scenes are read before the first run, so that a bad one costs nothing.
    let seeds: Vec<Option<u64>> =
        args.seeds.map_or_else(|| vec![args.settings.seed], |count| (0..count).map(Some).collect());
    let mut loaded: Vec<LoadedScene> = Vec::new();
    for given in &args.scenes {
        let drawn = if scenes::is_family(given) { &seeds[..] } else { &seeds[..1] };
        for seed in drawn {
            loaded.push(scenes::load(given, *seed)?);
        }
    }
    let mut log = open_folder(args, &loaded)?;
    let mut grid = Vec::new();
    for scene in &loaded {
        note_duration(scene, &args.settings);
        let key = SceneKey::of(scene).map_err(|error| {
            Failure::Input(format!("cannot read a mesh of {} again: {error}", scene.name))
        })?;
        for model in models_for(&args.models, scene) {
            for &h in &steps {
                grid.push(Cell::new(scene, &key, args, model, h));
            }
        }
    }
    let runs = grid.len();
    if args.resume {
        note_progress(&grid, &log);
    }

    let stop = interrupt::listen(interrupt::STEP);
    let mut reports = Vec::with_capacity(runs);
    let mut reference: Option<(&LoadedScene, Option<Track>)> = None;
    let mut without: Vec<String> = Vec::new();
    for cell in &grid {
        if let Some(report) = log.take(&cell.key) {
            reports.push(report);
            continue;
        }
        if stop.is_asked() {
            continue;
        }
        if let Some(h) = args
            .reference
            .filter(|_| !reference.as_ref().is_some_and(|(scene, _)| std::ptr::eq(*scene, cell.scene)))
        {
            let track = match stop.watch(|| reference_run(cell.scene, args, h))? {
                Ok(Some(track)) => Some(track),
                Ok(None) => continue,
                // The other runs are worth having all the same.
                Err(why) => {
                    output::tell(&format!("note: {why}; its runs are measured against nothing"));
                    without.push(why);
                    None
                }
            };
            reference = Some((cell.scene, track));
        }
        let looks =
            Looks { reference: reference.as_ref().and_then(|(_, track)| track.as_ref()), ..Looks::default() };
        let duration = args.settings.duration;
        let report = stop.watch(|| simulate(cell.scene, cell.overrides, duration, looks))?.report;
        if report.interrupted {
            continue;
        }
        log.add(&cell.key, &report).map_err(output::unwritten)?;
        output::say(&format!(
            "{:>4}/{runs}  {}  {}  {} s  overlap median {}  max {}{}\n",
            reports.len() + 1,
            report.scene,
            report.model,
            report.time_step,
            output::short(report.overlap.median),
            output::short(report.overlap.max),
            if report.completed { "" } else { "  failed" }
        ));
        reports.push(report);
    }
    if !reports.is_empty() {
        write_sweep(&args.out, &reports)?;
    }
    interrupt::not_stopped(&reports, runs).map_err(|failure| match failure {
        Failure::Interrupted(what) => Failure::Interrupted(format!("{what}; --resume goes on with the rest")),
        other => other,
    })?;
    failure_of(&reports)?;
    without.into_iter().next().map_or(Ok(()), |why| Err(Failure::Run(why)))
}

/// One run of the grid.
struct Cell<'a> {
    scene: &'a LoadedScene,
    overrides: Overrides,
    key: String,
}

impl<'a> Cell<'a> {
    fn new(
        scene: &'a LoadedScene,
        key: &SceneKey,
        args: &SweepArgs,
        model: ContactModel,
        h: Option<f64>,
    ) -> Self {
        let overrides = args.settings.overrides(Some(model), h);
        let reference = args.reference.map(|h| (args.reference_model, h));
        let key = key.run(&overrides, args.settings.duration, reference);
        Self { scene, overrides, key }
    }
}

/// Says how far the sweep was that goes on.
fn note_progress(grid: &[Cell], log: &RunLog) {
    let done = log.count(grid.iter().map(|cell| cell.key.as_str()));
    let others = log.left().saturating_sub(done);
    let others = match others {
        0 => String::new(),
        others => format!("; {others} there are of other scenes or settings and stay out of the table"),
    };
    output::tell(&format!("note: {done} of {} runs are in {LOG} already{others}", grid.len()));
}

/// Makes the folder and finds out before the first run whether the results can be written there.
fn open_folder(args: &SweepArgs, scenes: &[LoadedScene]) -> Result<RunLog, Failure> {
    let shown = args.out.display();
    std::fs::create_dir_all(&args.out)
        .map_err(|error| Failure::Input(format!("cannot make the folder {shown}: {error}")))?;
    let log = args.out.join(LOG);
    let there = FILES.into_iter().chain([LOG]).find(|name| args.out.join(name).exists());
    match there {
        Some(there) if args.resume && !log.is_file() => {
            return Err(Failure::Input(format!(
                "--resume: {shown} holds a sweep ({there}) without {LOG}, which says what is done; --force starts afresh"
            )));
        }
        Some(there) if !args.force && !args.resume => {
            return Err(Failure::Input(format!(
                "--out: {shown} holds a sweep ({there}); --resume goes on with it, --force starts afresh, or name another folder"
            )));
        }
        _ => {}
    }
    let resumed = if args.resume { Some(RunLog::resume(&log).map_err(output::refused)?) } else { None };
    // A sweep writes these when it has done a run: without one they are somebody's.
    let foreign = there.filter(|name| *name != LOG && resumed.as_ref().is_some_and(|log| log.left() == 0));
    if let Some(there) = foreign.filter(|_| !args.force) {
        return Err(Failure::Input(format!(
            "--resume: {shown} holds {there}, and {LOG} has no run that it could come from; name another folder, or --force"
        )));
    }
    let mut outputs = output::outputs(args.force || args.resume, scenes);
    outputs.claim(&log).map_err(output::refused)?;
    for name in FILES {
        // Begun and given up: that there is room for a file is all that can be known now.
        drop(outputs.file(&args.out.join(name)).map_err(output::refused)?);
    }
    match resumed {
        Some(log) => Ok(log),
        None => RunLog::create(&log).map_err(output::refused),
    }
}

fn write_sweep(folder: &Path, reports: &[Report]) -> Result<(), Failure> {
    let write = |name: &str, text: &[u8]| write_over(&folder.join(name), text).map_err(output::unwritten);
    let mut table = Vec::new();
    sweep::write_csv(&mut table, reports)
        .map_err(|error| Failure::Run(format!("cannot write the table: {error}")))?;
    write("sweep.csv", &table)?;
    write("reports.json", output::json(&reports)?.as_bytes())?;
    let volume = if reports.iter().all(|r| r.dimension == "two") { "overlap (m²)" } else { "overlap (m³)" };
    let plots: [(&str, &str, &str, f64, bool, &dyn Fn(&Report) -> [f64; 3]); 4] = [
        ("overlap.svg", "Total overlap over the run", volume, 1.0, true, &|r| {
            [r.overlap.q1, r.overlap.median, r.overlap.q3]
        }),
        ("depth.svg", "Deepest penetration over the run", "depth (m)", 1.0, true, &|r| {
            let d = &r.penetration_depth;
            [d.q1, d.median, d.q3]
        }),
        ("traps.svg", "Potential traps per step", "traps, mean", 1.0, false, &|r| [r.traps.mean; 3]),
        ("step-time.svg", "Wall time of a step, median", "time (ms)", 1e3, false, &|r| {
            [r.step_time.median; 3]
        }),
    ];
    for (name, title, y_label, y_scale, logarithmic, read) in plots {
        let y = if logarithmic { Axis::log(y_label) } else { Axis::linear(y_label) };
        let text = plot(title, Axis { factor: y_scale, ..y }, sweep::curves(reports, read))?;
        write(name, text.as_bytes())?;
    }
    let errors = accuracy::table(reports);
    if !errors.is_empty() {
        let read = |r: &Report| {
            r.position_error.map_or([f64::NAN; 3], |e| [e.quartiles.q1, e.quartiles.median, e.quartiles.q3])
        };
        let y = Axis::log("position error (m)");
        let text = plot("Distance from the reference run", y, sweep::curves(reports, read))?;
        write("error.svg", text.as_bytes())?;
        output::say(&output::errors(&errors));
    }
    output::say(&format!("wrote sweep.csv, reports.json and plots to {}\n", folder.display()));
    Ok(())
}

/// A plot over the step size, a curve per contact model.
fn plot(title: &str, y: Axis, curves: Vec<Series>) -> Result<String, Failure> {
    let ink = |name: &str| {
        let model = ContactModel::ALL.into_iter().find(|model| model.title() == name);
        model.map_or(Ink::line(BLACK), Ink::of)
    };
    let curve = |series: Series| Curve { ink: ink(&series.name), name: series.name, points: series.points };
    let chart = Chart {
        title: String::new(),
        x: Axis::linear("time step (s)"),
        y,
        curves: curves.into_iter().map(curve).collect(),
        marks: Vec::new(),
    };
    let panels = vec![Panel::Chart(chart)];
    draw::svg(&Sheet { title: title.to_owned(), columns: 1, panel: (720, 420), panels })
}

/// The track of the run that others are measured against; none where it was asked to stop.
///
/// # Errors
/// What could not be written. Within, why the run failed.
fn reference_run(
    scene: &LoadedScene,
    args: &SweepArgs,
    h: f64,
) -> Result<Result<Option<Track>, String>, Failure> {
    let overrides = args.settings.overrides(Some(args.reference_model), Some(h));
    let looks = Looks { track: true, ..Looks::default() };
    let outcome = simulate(scene, overrides, args.settings.duration, looks)?;
    Ok(match outcome.report.failure {
        None => Ok((!outcome.report.interrupted).then_some(outcome.track)),
        Some(why) => Err(format!("the reference run of {} failed: {why}", scene.name)),
    })
}
