//! The commands that simulate: `run`, `compare` and `sweep`.

use crate::cli::args::{CompareArgs, RunArgs, SettingArgs, SweepArgs};
use crate::cli::{Failure, lcp, output, scenes};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::accuracy::Track;
use pegsim::experiment::drift::{Course, DriftTally};
use pegsim::experiment::plot::{Frame, svg};
use pegsim::experiment::trajectory::TrajectoryWriter;
use pegsim::experiment::{
    DEFAULT_DURATION, Outcome, Overrides, Progress, Report, RunOptions, accuracy, drift, sweep,
};
use pegsim::scene::LoadedScene;
use pegsim::step::Simulation;
use pegsim::world::State;
use std::io::{BufWriter, Write};

/// `pegsim run`.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    let scene = scenes::load(&args.scene, args.settings.seed)?;
    note_duration(&scene, &args.settings);
    // Opened before the run: a place that cannot be written should not cost a run.
    let report_file = args.report.as_deref().map(output::WholeFile::create).transpose()?;
    let mut trajectory = match &args.trajectory {
        None => None,
        Some(path) => {
            let (file, out) = output::WholeFile::create(path)?;
            let out: Box<dyn Write> = Box::new(BufWriter::new(out));
            Some((file, TrajectoryWriter::new(out).map_err(|error| write_failure(&error))?))
        }
    };
    let overrides = args.settings.overrides(args.model, args.dt);
    let mut dump = match &args.dump_lcp {
        Some(folder) => Some(lcp::Dump::new(folder, &scene, &overrides)?),
        None => None,
    };
    let mut write_problems = |simulation: &Simulation| match &mut dump {
        Some(dump) => dump.write(simulation),
        None => Ok(()),
    };
    let outcome = simulate(
        &scene,
        overrides,
        args.settings.duration,
        Looks {
            trajectory: trajectory.as_mut().map(|(_, writer)| writer),
            before_step: args.dump_lcp.is_some().then_some(&mut write_problems),
            ..Looks::default()
        },
    )?;
    // What was simulated before a failure is worth having: both files are finished either way.
    if let Some((file, writer)) = trajectory {
        writer.finish().map_err(|error| write_failure(&error))?;
        file.finish()?;
    }
    if let Some((file, mut out)) = report_file {
        out.write_all(output::json(&outcome.report)?.as_bytes()).map_err(|error| write_failure(&error))?;
        drop(out);
        file.finish()?;
    }
    output::say(&output::summary(&outcome.report));
    if let Some(dump) = dump {
        output::say(&dump.summary());
    }
    failure_of(std::slice::from_ref(&outcome.report))
}

/// `pegsim compare`.
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let scene = scenes::load(&args.scene, args.settings.seed)?;
    note_duration(&scene, &args.settings);
    let report_file = args.report.as_deref().map(output::WholeFile::create).transpose()?;
    let models = models_or_all(&args.models);
    let reference = reference_model(args.reference_model, &models)?;
    // The reference runs first; the others are measured against it while they run.
    let mut course = Course::default();
    let run = |model: ContactModel, observe: &mut dyn FnMut(&State)| {
        let overrides = args.settings.overrides(Some(model), args.dt);
        let looks = Looks { observe: Some(observe), ..Looks::default() };
        Ok::<_, Failure>(simulate(&scene, overrides, args.settings.duration, looks)?.report)
    };
    let first = run(reference, &mut |state| course.add(state))?;
    let mut reports = Vec::new();
    for &model in &models {
        if model == reference {
            reports.push(first.clone());
            continue;
        }
        let mut drift = DriftTally::new(&course, args.parted);
        let mut report = run(model, &mut |state| drift.add(&scene.model, state))?;
        report.drift = Some(drift.report(&scene.model, model, reference));
        reports.push(report);
    }
    if let Some((file, mut out)) = report_file {
        out.write_all(output::json(&reports)?.as_bytes()).map_err(|error| write_failure(&error))?;
        drop(out);
        file.finish()?;
    }
    if let Some(first) = reports.first() {
        let (name, h, geometry) = (&first.scene, first.time_step, &first.geometry);
        output::say(&format!("{name}: {h} s a step, {geometry} geometry, solver {}\n\n", first.solver));
    }
    output::say(&output::comparison(&reports));
    output::say(&output::laws(&scene.model, &models));
    output::say(&output::drifts(&reports));
    failure_of(&reports)
}

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
    std::fs::create_dir_all(&args.out)
        .map_err(|error| Failure::Input(format!("cannot make the folder {}: {error}", args.out.display())))?;

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
    write_sweep(args, &reports)?;
    failure_of(&reports)
}

fn write_sweep(args: &SweepArgs, reports: &[Report]) -> Result<(), Failure> {
    let mut table = Vec::new();
    sweep::write_csv(&mut table, reports).map_err(|error| write_failure(&error))?;
    output::write_file(&args.out.join("sweep.csv"), &String::from_utf8_lossy(&table))?;
    output::write_file(&args.out.join("reports.json"), &output::json(&reports)?)?;
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
    for (file, title, y_label, y_scale, logarithmic, read) in plots {
        let frame = Frame { title, x_label: "time step (s)", y_label, y_scale, logarithmic };
        output::write_file(&args.out.join(file), &svg(&frame, &sweep::curves(reports, read)))?;
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
        output::write_file(&args.out.join("error.svg"), &svg(&frame, &sweep::curves(reports, read)))?;
        output::say(&output::errors(&errors));
    }
    output::say(&format!("wrote sweep.csv, reports.json and plots to {}\n", args.out.display()));
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

/// The model that `compare` measures drift from.
fn reference_model(given: Option<ContactModel>, models: &[ContactModel]) -> Result<ContactModel, Failure> {
    let names = || models.iter().map(|model| model.name()).collect::<Vec<_>>().join(", ");
    match given {
        Some(wanted) if models.contains(&wanted) => Ok(wanted),
        Some(wanted) => Err(Failure::Input(format!(
            "--reference-model: {} is not among the models compared; name one of {}, or add it to --models",
            wanted.name(),
            names()
        ))),
        None => drift::default_reference(models)
            .ok_or_else(|| Failure::Input("--models: no contact model is named".to_owned())),
    }
}

/// Who looks on while a run goes.
#[derive(Default)]
struct Looks<'a> {
    trajectory: Option<&'a mut TrajectoryWriter<Box<dyn Write>>>,
    before_step: Option<&'a mut dyn FnMut(&Simulation) -> std::io::Result<()>>,
    observe: Option<&'a mut dyn FnMut(&State)>,
    reference: Option<&'a Track>,
}

/// One run with a progress bar.
fn simulate(
    scene: &LoadedScene,
    overrides: Overrides,
    duration: Option<f64>,
    looks: Looks,
) -> Result<Outcome, Failure> {
    let model = overrides.apply(&scene.settings).contact.model;
    let bar = output::progress_bar(&format!("{} {}", scene.name, model.name()));
    let mut show = |progress: Progress| {
        if let Some(bar) = &bar {
            bar.set_length(progress.steps);
            bar.set_position(progress.step);
        }
    };
    let Looks { trajectory, before_step, observe, reference } = looks;
    // Taken apart and put together, which lets their borrows end with that of `show`.
    let before_step: Option<&mut dyn FnMut(&Simulation) -> std::io::Result<()>> = match before_step {
        Some(look) => Some(look),
        None => None,
    };
    let observe: Option<&mut dyn FnMut(&State)> = match observe {
        Some(look) => Some(look),
        None => None,
    };
    let options = RunOptions {
        overrides,
        duration,
        reference,
        progress: Some(&mut show),
        trajectory,
        observe,
        before_step,
    };
    let outcome = pegsim::experiment::run(scene, options).map_err(|error| write_failure(&error));
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    outcome
}

fn models_or_all(models: &[ContactModel]) -> Vec<ContactModel> {
    if models.is_empty() { ContactModel::ALL.to_vec() } else { models.to_vec() }
}

fn note_duration(scene: &LoadedScene, settings: &SettingArgs) {
    if scene.duration.is_none() && settings.duration.is_none() {
        eprintln!(
            "note: {} is endless; running {DEFAULT_DURATION} s (--duration sets another time)",
            scene.name
        );
    }
}

fn write_failure(error: &std::io::Error) -> Failure {
    Failure::Run(format!("cannot write the results: {error}"))
}

/// Exit code 1 with the reason if a run stopped early.
fn failure_of(reports: &[Report]) -> Result<(), Failure> {
    let reasons: Vec<String> = reports
        .iter()
        .filter_map(|r| r.failure.as_ref().map(|why| format!("{}, {}: {why}", r.scene, r.model)))
        .collect();
    match reasons.as_slice() {
        [] => Ok(()),
        [only] => Err(Failure::Run(only.clone())),
        [first, ..] => Err(Failure::Run(format!(
            "{} of {} runs failed; the first: {first}",
            reasons.len(),
            reports.len()
        ))),
    }
}
