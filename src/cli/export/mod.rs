//! `pegsim export`: a recording, or a scene that is run, for other programs: an animated scene, or a table.

pub(crate) mod args;
mod parquet;

use crate::cli::recorded::{self, Given, Wanted};
use crate::cli::{Failure, interrupt, output};
use args::{ExportArgs, TableOf};
use pegsim::output::WholeFile;
use pegsim::quote::{brief, counted};
use pegsim::recording::Recorded;
use pegsim::recording::export::gltf::Document;
use pegsim::recording::export::table::{self, Table, Written};
use pegsim::recording::export::{Chosen, Thinning, choose};
use pegsim::stop::Stop;
use std::io;
use std::path::Path;

impl From<TableOf> for Table {
    fn from(table: TableOf) -> Self {
        match table {
            TableOf::Bodies => Self::Bodies,
            TableOf::Contacts => Self::Contacts,
        }
    }
}

/// What is written, by the ending of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    Glb,
    Gltf,
    Csv,
    Parquet,
}

impl Format {
    const ALL: [(&str, Self); 4] =
        [("glb", Self::Glb), ("gltf", Self::Gltf), ("csv", Self::Csv), ("parquet", Self::Parquet)];

    fn of(out: &Path) -> Result<Self, Failure> {
        let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let found = Self::ALL.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
        found.map(|(_, format)| *format).ok_or_else(|| {
            Failure::Input(format!(
                "{}: the ending of a file says what is written; .glb or .gltf (an animated scene), .csv or .parquet (a table) are needed",
                brief(&out.display().to_string())
            ))
        })
    }

    fn is_table(self) -> bool {
        matches!(self, Self::Csv | Self::Parquet)
    }
}

/// `pegsim export`.
pub(crate) fn export(args: &ExportArgs) -> Result<(), Failure> {
    let format = Format::of(&args.out)?;
    let ExportArgs { run, out, force, dt, settings, .. } = args;
    let wanted = Wanted { run, out, force: *force, dt: *dt, settings };
    if args.table.is_some() && !format.is_table() {
        return Err(Failure::Input(
            "--table is for .csv and .parquet; an animated scene has bodies".to_owned(),
        ));
    }
    if args.pane.is_some() && !wanted.is_recording() {
        return Err(Failure::Input(
            "--pane is for recordings; --model says what a scene is run under".to_owned(),
        ));
    }
    let stop = interrupt::listen(interrupt::STEP);
    let own = |scene: &pegsim::scene::LoadedScene| match args.models.as_slice() {
        [] => vec![scene.settings.contact.model],
        named => named.to_vec(),
    };
    let Given { recorded, failures, file } = wanted.obtain(&stop, own)?;
    let thinning = args.fps.map_or(Thinning::Every(args.every.unwrap_or(1)), Thinning::PerSecond);
    let chosen = choose(&recorded, args.pane, &args.models, thinning)
        .map_err(|reason| Failure::Input(format!("{}: {reason}", brief(&run.display().to_string()))))?;
    let bar = output::progress_bar("writing");
    let mut progress = |done: usize, all: usize| {
        if let Some(bar) = &bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    };
    let written = match format {
        Format::Glb | Format::Gltf => scene(&stop, &recorded, &chosen, format, file, &mut progress),
        Format::Csv | Format::Parquet => {
            let of = args.table.map_or(Table::Bodies, Table::from);
            lines(&stop, &recorded, &chosen, (format, of), file, &mut progress)
        }
    };
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    let said = written?;
    let models: Vec<_> = chosen.iter().map(|chosen| chosen.model().name()).collect();
    output::say(&format!("{}: {}, {said}\n", brief(&out.display().to_string()), models.join(", ")));
    recorded::failed(&failures)
}

/// Writes an animated scene and tells what is in it.
fn scene(
    stop: &Stop,
    recorded: &Recorded,
    chosen: &[Chosen],
    format: Format,
    file: WholeFile,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<String, Failure> {
    let made = stop.watch(|| Document::of(recorded, chosen, progress));
    not_stopped(stop)?;
    let document = made.map_err(Failure::Run)?;
    let (bodies, states) = (document.bodies, document.states);
    let bytes = if format == Format::Glb { document.glb() } else { document.text() };
    let bytes = bytes.map_err(Failure::Run)?;
    not_stopped(stop)?;
    file.finish_with(&bytes).map_err(output::unwritten)?;
    Ok(format!(
        "{} in {}, {:.2} MB",
        counted(bodies, "body", "bodies"),
        counted(states, "state", "states"),
        bytes.len() as f64 / 1e6
    ))
}

/// Writes a table and tells how long it is.
fn lines(
    stop: &Stop,
    recorded: &Recorded,
    chosen: &[Chosen],
    (format, of): (Format, Table),
    file: WholeFile,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<String, Failure> {
    let out = file.writer().map_err(output::unwritten)?;
    let made = stop.watch(|| match format {
        Format::Parquet => parquet::write(out, chosen, of, table::about(recorded, chosen, of), progress),
        _ => table::csv(out, chosen, of, progress),
    });
    not_stopped(stop)?;
    let Written { lines, differing } = made.map_err(|error: io::Error| Failure::Run(error.to_string()))?;
    file.finish().map_err(output::unwritten)?;
    recorded::note_differing(differing);
    Ok(format!("{lines} lines of {}", of.name()))
}

fn not_stopped(stop: &Stop) -> Result<(), Failure> {
    if stop.is_asked() {
        return Err(Failure::Interrupted("stopped by Ctrl+C; no file was written".to_owned()));
    }
    Ok(())
}
