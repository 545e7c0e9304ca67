//! Every solver on the stored set of complementarity problems, `tests/lcp/*.json`: time beside the residual reached.
//!
//! `cargo bench --no-default-features --bench lcp [-- PART-OF-A-NAME]`
//!
//! A method that does not solve a problem within the default limits is timed too, because giving up costs time; the
//! line printed in front says what it reached. The table of one run each is made by the test of the same set.

use criterion::{Criterion, criterion_group, criterion_main};
use pegsim::lcp::problem::file::read;
use pegsim::lcp::{Lcp, LcpSettings, catalogue, solve};
use std::hint::black_box;
use std::path::{Path, PathBuf};

/// A solve that takes longer is not repeated for samples (s).
const LONGEST: f64 = 0.5;

/// The problems, by name.
#[expect(clippy::panic, reason = "a benchmark has nobody to hand an error to")]
fn problems() -> Vec<(String, Lcp)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lcp");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    let load = |path: &PathBuf| match read(path) {
        Ok((file, lcp)) => (file.name, lcp),
        Err(error) => panic!("{error}"),
    };
    paths.iter().filter(|path| path.extension().is_some_and(|e| e == "json")).map(load).collect()
}

fn methods(c: &mut Criterion) {
    let settings = LcpSettings::default();
    for (name, lcp) in problems() {
        let mut group = c.benchmark_group(format!("{name}, {} rows", lcp.size()));
        group.sample_size(10);
        group.warm_up_time(std::time::Duration::from_millis(200));
        group.measurement_time(std::time::Duration::from_secs(1));
        for (method, solver) in catalogue::solvers() {
            let report = solve(solver, &lcp, &settings, None).report;
            // A time without the residual reached says nothing, and a refusal is no work to time.
            if report.iterations == 0 && report.reason.is_some() {
                continue;
            }
            println!(
                "{name}: {} {} after {} iterations, natural map {:.1e}",
                report.method, report.status, report.iterations, report.residual.natural_map
            );
            if report.seconds > LONGEST {
                println!("{name}: {} takes {:.1} s and is not repeated", report.method, report.seconds);
                continue;
            }
            group.bench_function(method.name, |bencher| {
                bencher.iter(|| solve(solver, black_box(&lcp), &settings, None));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, methods);
criterion_main!(benches);
