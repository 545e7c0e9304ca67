//! `pegsim sweep`: a grid of runs, its table, reports and plots.

use crate::cli::args::SweepArgs;
use crate::cli::runs::{Looks, failure_of, models_or_all, note_duration, simulate};
use crate::cli::{Failure, output, scenes};
use pegsim::experiment::accuracy::Track;
use pegsim::experiment::plot::{Frame, svg};
use pegsim::experiment::{Report, accuracy, sweep};
use pegsim::output::write_over;
use pegsim::scene::LoadedScene;
use std::path::Path;

/// The files that a sweep leaves in its folder.
const FILES: [&str; 7] =
    ["sweep.csv", "reports.json", "overlap.svg", "depth.svg", "traps.svg", "step-time.svg", "error.svg"];

/// `pegsim sweep`.
pub(crate) fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    let steps = args.steps().map_err(|message| Failure::Input(format!("--dt: {message}")))?;
    let models = models_or_all(&args.models);
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
    open_folder(args, &loaded)?;

    let runs = loaded.len() * models.len() * steps.len();
    let mut reports = Vec::with_capacity(runs);
    for scene in &loaded {
        note_duration(scene, &args.settings);
        let reference = match args.reference {
            None => None,
            Some(h) => Some(reference_run(scene, args, h)?),
        };
        for &model in &models {
            for &h in &steps {
                let overrides = args.settings.overrides(Some(model), h);
                let duration = args.settings.duration;
                let looks = Looks { reference: reference.as_ref(), ..Looks::default() };
                let report = simulate(scene, overrides, duration, looks)?.report;
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
        }
    }
    write_sweep(&args.out, &reports)?;
    failure_of(&reports)
}

/// Makes the folder and finds out before the first run whether the results can be written there.
fn open_folder(args: &SweepArgs, scenes: &[LoadedScene]) -> Result<(), Failure> {
    let shown = args.out.display();
    std::fs::create_dir_all(&args.out)
        .map_err(|error| Failure::Input(format!("cannot make the folder {shown}: {error}")))?;
    if !args.force
        && let Some(there) = FILES.into_iter().find(|name| args.out.join(name).exists())
    {
        return Err(Failure::Input(format!(
            "--out: {shown} holds the results of a sweep ({there}); --force replaces them, or name another folder"
        )));
    }
    let mut outputs = output::outputs(args.force, scenes);
    for name in FILES {
        // Begun and given up: that there is room for a file is all that can be known now.
        drop(outputs.file(&args.out.join(name)).map_err(output::refused)?);
    }
    Ok(())
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
        let frame = Frame { title, x_label: "time step (s)", y_label, y_scale, logarithmic };
        write(name, svg(&frame, &sweep::curves(reports, read)).as_bytes())?;
    }
    let errors = accuracy::table(reports);
    if !errors.is_empty() {
        let frame = Frame {
            title: "Distance from the reference run",
            x_label: "time step (s)",
            y_label: "position error (m)",
            y_scale: 1.0,
            logarithmic: true,
        };
        let read = |r: &Report| {
            r.position_error.map_or([f64::NAN; 3], |e| [e.quartiles.q1, e.quartiles.median, e.quartiles.q3])
        };
        write("error.svg", svg(&frame, &sweep::curves(reports, read)).as_bytes())?;
        output::say(&output::errors(&errors));
    }
    output::say(&format!("wrote sweep.csv, reports.json and plots to {}\n", folder.display()));
    Ok(())
}

/// The track of the run that others are measured against.
fn reference_run(scene: &LoadedScene, args: &SweepArgs, h: f64) -> Result<Track, Failure> {
    let overrides = args.settings.overrides(Some(args.reference_model), Some(h));
    let outcome = simulate(scene, overrides, args.settings.duration, Looks::default())?;
    match outcome.report.failure {
        None => Ok(outcome.track),
        Some(why) => Err(Failure::Run(format!("the reference run of {} failed: {why}", scene.name))),
    }
}
