//! Thesis table 6.2: the solvers, each on three problems of steps.

use crate::cli::draw::sheet::{Panel, Sheet, Table};
use crate::cli::figures::kit::{Drawn, Figure};
use pegsim::contact::models::ContactModel::{Peg, Standard};
use pegsim::experiment::figures::{Job, Look, Origin, Runs};
use pegsim::lcp::catalogue;
use pegsim::scene::generators::random::box_of_polygons;

/// The methods of the table, by our names; PATH is not free and stays out.
const OF_TABLE: [&str; 7] =
    ["lemke", "pgs", "projected-jacobi", "fixed-point", "interior-point", "fischer-newton", "minmap-newton"];

fn problems() -> [(&'static str, Job); 3] {
    let solvers = |job: Job, step: u64, h: f64| job.looking(Look::Solvers(step)).lasting(step as f64 * h);
    [
        (
            "stack of ten, standard",
            solvers(Job::new(Origin::Shipped("boxstack2d"), Standard, 0.005), 200, 0.005),
        ),
        (
            "polygons, PEG (slacks)",
            solvers(Job::new(Origin::Made("box-of-polygons", box_of_polygons, 0), Peg, 0.01), 400, 0.01),
        ),
        (
            "arch, standard, friction",
            solvers(Job::new(Origin::Shipped("friction/arch"), Standard, 0.01), 20, 0.01),
        ),
    ]
}

/// The runs that lead to the problems.
pub(crate) fn jobs() -> Vec<Job> {
    problems().into_iter().map(|(_, job)| job).collect()
}

/// Table 6.2.
pub(crate) fn draw(figure: &Figure, runs: &Runs) -> Drawn {
    let problems = problems();
    let mut heading = vec!["method (* in table 6.2)".to_owned()];
    for (name, job) in &problems {
        let rows = runs.series(job, "rows").first().copied().unwrap_or(0.0);
        heading.push(format!("{name}, {rows} rows"));
    }
    let mut rows = vec![heading];
    let mut solved = [0_usize; 3];
    for (method, _) in catalogue::solvers() {
        let star = if OF_TABLE.contains(&method.name) { " *" } else { "" };
        let mut row = vec![format!("{}{star}", method.name)];
        for (k, (_, job)) in problems.iter().enumerate() {
            row.push(match runs.series(job, method.name) {
                [done, residual, iterations, work] if *done == 1.0 => {
                    solved[k] += 1;
                    format!("{residual:.0e} in {iterations}, {:.1e} ×", work.max(0.0))
                }
                [_, _, iterations, _] if *iterations == 0.0 => "refused: too many rows".to_owned(),
                [_, residual, iterations, _] => format!("not solved: {residual:.0e} after {iterations}"),
                _ => "-".to_owned(),
            });
        }
        rows.push(row);
    }
    let count = rows.len() as u32 - 1;
    let [stack, polygons, arch] = solved;
    Drawn {
        sheet: Sheet {
            title: figure.title.to_owned(),
            columns: 1,
            panel: (980, 40 + 24 * (count + 1)),
            panels: vec![Panel::Table(Table { rows, widths: vec![1.9, 2.6, 2.6, 2.6] })],
        },
        ours: Vec::new(),
        agrees: format!(
            "Seven of the table's eight solvers are there, marked *, with what each reaches: natural map, iterations and multiplications. Of \
             {count} methods {stack}, {polygons} and {arch} solve the three problems, to 1e-10 of their size."
        ),
        differs: "PATH, which the thesis uses, is not free and not here. The thesis's table prints names and categories and no numbers. Here a method that \
            does not solve says so: iterative ones need more than a thousand sweeps, or nothing is promised with slacks."
            .to_owned(),
    }
}
