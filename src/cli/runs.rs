//! The commands that simulate: `run` and `compare`; what they share with `sweep`.

use crate::cli::args::{CompareArgs, RunArgs, SettingArgs};
use crate::cli::summary::summary;
use crate::cli::{Failure, interrupt, lcp, output, scenes};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::accuracy::Track;
use pegsim::experiment::drift::{Course, DriftTally};
use pegsim::experiment::trajectory::TrajectoryWriter;
use pegsim::experiment::{DEFAULT_DURATION, Outcome, Overrides, Progress, Report, RunOptions, drift};
use pegsim::output::STDOUT;
use pegsim::quote::brief;
use pegsim::scene::LoadedScene;
use pegsim::step::Simulation;
use pegsim::world::State;
use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// `pegsim run`.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    let scene = scenes::load(&args.scene, args.settings.seed)?;
    note_duration(&scene, &args.settings);
    note_without_effect(&scene, &args.settings, &[args.model.unwrap_or(scene.settings.contact.model)]);
    // Opened before the run: a place that cannot be written should not cost a run.
    let mut outputs = output::outputs(args.force, [&scene]);
    let mut open = |path: &PathBuf| outputs.file(path).map_err(output::refused);
    let report_file = args.report.as_ref().map(&mut open).transpose()?;
    let trajectory_file = args.trajectory.as_ref().map(&mut open).transpose()?;
    let piped = [&args.report, &args.trajectory].into_iter().flatten().any(|path| path == Path::new(STDOUT));
    // A disk that is full costs what was to be written there, and nothing that is written elsewhere.
    let lost = Lost::default();
    let mut trajectory = match &trajectory_file {
        None => None,
        Some(file) => {
            let out: Box<dyn Write> =
                Box::new(Lenient { out: file.writer().map_err(output::refused)?, lost: lost.clone() });
            Some(TrajectoryWriter::new(out).map_err(|error| write_failure(&error))?)
        }
    };
    let overrides = args.settings.overrides(args.model, args.dt);
    let mut dump = match &args.dump_lcp {
        Some(folder) => Some(lcp::Dump::new(folder, &scene, &overrides, outputs)?),
        None => None,
    };
    let mut unwritten: Option<std::io::Error> = None;
    let mut write_problems = |simulation: &Simulation| {
        if let Some(dump) = dump.as_mut().filter(|_| unwritten.is_none()) {
            unwritten = dump.write(simulation).err();
        }
        Ok(())
    };
    let looks = Looks {
        trajectory: trajectory.as_mut(),
        before_step: args.dump_lcp.is_some().then_some(&mut write_problems),
        ..Looks::default()
    };
    let outcome = interrupt::listen(interrupt::STEP)
        .watch(|| simulate(&scene, overrides, args.settings.duration, looks))?;
    // What was simulated before a failure is worth having: all files are finished either way, each for itself.
    let mut failures: Vec<Failure> = unwritten.iter().map(write_failure).collect();
    if let Some(writer) = trajectory {
        let _ = writer.finish();
    }
    match (lost.take(), trajectory_file) {
        // What there is of it takes no name.
        (Some(error), _) => failures.push(write_failure(&error)),
        (None, Some(file)) => failures.extend(file.finish().map_err(output::unwritten).err()),
        (None, None) => {}
    }
    if let Some(file) = report_file {
        let text = output::json(&outcome.report)?;
        failures.extend(file.finish_with(text.as_bytes()).map_err(output::unwritten).err());
    }
    output::say_beside(&summary(&outcome.report), piped);
    if let Some(dump) = dump {
        output::say_beside(&dump.summary(), piped);
    }
    if let Some(first) = failures.into_iter().next() {
        return Err(first);
    }
    interrupt::not_stopped(std::slice::from_ref(&outcome.report), 1)?;
    failure_of(std::slice::from_ref(&outcome.report))
}

/// Why a file could not be written, once it could not.
type Lost = Rc<RefCell<Option<std::io::Error>>>;

/// Writes until that fails, and from then on lets everything pass.
struct Lenient {
    out: Box<dyn Write + Send>,
    lost: Lost,
}

impl Lenient {
    fn keep<T>(&self, done: std::io::Result<T>, otherwise: T) -> T {
        done.unwrap_or_else(|error| {
            // The first reason is the one that counts.
            self.lost.borrow_mut().get_or_insert(error);
            otherwise
        })
    }

    fn failed(&self) -> bool {
        self.lost.borrow().is_some()
    }
}

impl Write for Lenient {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.failed() {
            return Ok(bytes.len());
        }
        let done = self.out.write(bytes);
        Ok(self.keep(done, bytes.len()))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if !self.failed() {
            let done = self.out.flush();
            self.keep(done, ());
        }
        Ok(())
    }
}

/// `pegsim compare`.
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let scene = scenes::load(&args.scene, args.settings.seed)?;
    note_duration(&scene, &args.settings);
    let mut outputs = output::outputs(args.force, [&scene]);
    let report_file =
        args.report.as_deref().map(|path| outputs.file(path)).transpose().map_err(output::refused)?;
    let models = models_for(&args.models, &scene);
    note_without_effect(&scene, &args.settings, &models);
    let piped = args.report.as_deref() == Some(Path::new(STDOUT));
    let reference = reference_model(args.reference_model, &models)?;
    let stop = interrupt::listen(interrupt::STEP);
    // The reference runs first; the others are measured against it while they run.
    let mut course = Course::default();
    let run = |model: ContactModel, observe: &mut dyn FnMut(&State)| {
        let overrides = args.settings.overrides(Some(model), args.dt);
        let looks = Looks { observe: Some(observe), ..Looks::default() };
        Ok::<_, Failure>(stop.watch(|| simulate(&scene, overrides, args.settings.duration, looks))?.report)
    };
    let first = run(reference, &mut |state| course.add(state))?;
    let mut reports = Vec::new();
    for &model in &models {
        if model == reference {
            reports.push(first.clone());
            continue;
        }
        if stop.is_asked() {
            continue;
        }
        let mut drift = DriftTally::new(&course, args.parted);
        let mut report = run(model, &mut |state| drift.add(&scene.model, state))?;
        report.drift = Some(drift.report(&scene.model, model, reference));
        reports.push(report);
    }
    if let Some(file) = report_file {
        file.finish_with(output::json(&reports)?.as_bytes()).map_err(output::unwritten)?;
    }
    if let Some(first) = reports.first() {
        let (name, h, geometry) = (&first.scene, first.time_step, &first.geometry);
        let head = format!("{}: {h} s a step, {geometry} geometry, solver {}\n\n", brief(name), first.solver);
        output::say_beside(&head, piped);
    }
    output::say_beside(&output::comparison(&reports), piped);
    output::say_beside(&output::laws(&scene.model, &models), piped);
    output::say_beside(&output::drifts(&reports), piped);
    interrupt::not_stopped(&reports, models.len())?;
    failure_of(&reports)
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
pub(crate) struct Looks<'a> {
    pub trajectory: Option<&'a mut TrajectoryWriter<Box<dyn Write>>>,
    pub before_step: Option<&'a mut dyn FnMut(&Simulation) -> std::io::Result<()>>,
    pub observe: Option<&'a mut dyn FnMut(&State)>,
    pub reference: Option<&'a Track>,
    /// Keep where the last body goes.
    pub track: bool,
}

/// One run with a progress bar.
pub(crate) fn simulate(
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
    let Looks { trajectory, before_step, observe, reference, track } = looks;
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
        track,
        progress: Some(&mut show),
        trajectory,
        observe,
        before_step,
        ..RunOptions::default()
    };
    let outcome = pegsim::experiment::run(scene, options).map_err(|error| write_failure(&error));
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    outcome
}

/// The models named; where none is, all that can do the scene.
pub(crate) fn models_for(named: &[ContactModel], scene: &LoadedScene) -> Vec<ContactModel> {
    if !named.is_empty() {
        return named.to_vec();
    }
    let (able, unable): (Vec<_>, Vec<_>) =
        ContactModel::ALL.into_iter().partition(|model| model.cannot(&scene.model).is_none());
    if !unable.is_empty() {
        let names: Vec<_> = unable.iter().map(|model| model.name()).collect();
        output::tell(&format!(
            "note: {} is run without {}, which cannot do it (--models names others)",
            brief(&scene.name),
            names.join(", ")
        ));
    }
    able
}

pub(crate) fn note_duration(scene: &LoadedScene, settings: &SettingArgs) {
    if scene.duration.is_none() && settings.duration.is_none() {
        output::tell(&format!(
            "note: {} is endless; running {DEFAULT_DURATION} s (--duration sets another time)",
            brief(&scene.name)
        ));
    }
}

/// Says which options change nothing under the models that are run.
fn note_without_effect(scene: &LoadedScene, settings: &SettingArgs, models: &[ContactModel]) {
    let under = |has: fn(ContactModel) -> bool| models.iter().any(|model| has(*model));
    let points = under(|model| model.over_points().is_some());
    let asked = [
        ("--solver", settings.solver.is_some() && !points),
        ("--friction-law", settings.friction_law.is_some() && !points),
        ("--stabilisation", settings.stabilisation.is_some() && !under(ContactModel::has_stabilisation)),
        ("--penalty", settings.penalty.is_some() && !under(ContactModel::is_of_forces)),
    ];
    let idle: Vec<&str> = asked.into_iter().filter(|(_, idle)| *idle).map(|(name, _)| name).collect();
    if idle.is_empty() {
        return;
    }
    let names: Vec<&str> = models.iter().map(|model| model.name()).collect();
    let verb = if idle.len() == 1 { "changes" } else { "change" };
    output::tell(&format!(
        "note: {} {verb} nothing in {} under {}",
        idle.join(", "),
        brief(&scene.name),
        names.join(", ")
    ));
}

/// The writers of results name their file.
fn write_failure(error: &std::io::Error) -> Failure {
    Failure::Run(error.to_string())
}

/// Exit code 1 with the reason if a run stopped early.
pub(crate) fn failure_of(reports: &[Report]) -> Result<(), Failure> {
    let reasons: Vec<String> = reports
        .iter()
        .filter_map(|r| r.failure.as_ref().map(|why| format!("{}, {}: {why}", brief(&r.scene), r.model)))
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
