//! Lemke and projected Gauss–Seidel on the complementarity problems of one step of the box of polyhedra.
//!
//! `cargo bench --no-default-features --bench lcp`

use criterion::{Criterion, criterion_group, criterion_main};
use pegsim::lcp::lemke::Lemke;
use pegsim::lcp::pgs::ProjectedGaussSeidel;
use pegsim::lcp::{Lcp, LcpSettings, LcpSolver, solve};
use pegsim::model::ContactModel;
use pegsim::scene::load_file;
use pegsim::sim::{Simulation, StepInput, literal_problems};
use std::path::Path;

/// The largest problem of one step after four seconds, written by `model`.
fn problem(model: ContactModel) -> Lcp {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/box3d_seed0.ron");
    let scene = load_file(&path).expect("the scene is part of the project");
    let mut simulation = Simulation::new(scene.model.clone(), scene.state.clone(), scene.settings);
    for _ in 0..400 {
        simulation.step(&StepInput::default()).expect("the scene runs");
    }
    let mut settings = simulation.settings;
    settings.contact.model = model;
    let problems = literal_problems(&simulation.model, &simulation.state, &settings);
    problems.into_iter().map(|p| p.lcp).max_by_key(Lcp::size).expect("bodies touch")
}

fn methods(c: &mut Criterion) {
    let settings = LcpSettings::default();
    for model in ContactModel::ALL {
        let lcp = problem(model);
        let mut group = c.benchmark_group(format!("{} step, {} rows", model.name(), lcp.size()));
        group.sample_size(20);
        for solver in [&Lemke as &dyn LcpSolver, &ProjectedGaussSeidel] {
            // A time without the residual reached says nothing: print both.
            let report = solve(solver, &lcp, &settings, None).report;
            println!(
                "{}: {} after {} iterations, natural map {:.1e}",
                report.method, report.status, report.iterations, report.residual.natural_map
            );
            group.bench_function(report.method, |b| b.iter(|| solve(solver, &lcp, &settings, None)));
        }
        group.finish();
    }
}

criterion_group!(benches, methods);
criterion_main!(benches);
