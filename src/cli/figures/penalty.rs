//! Drumwright's figures 8 to 11: a block in a plane, and under forces.

use crate::cli::draw::sheet::{Axis, Chart, Curve, Ink, Mark, Panel, Sheet};
use crate::cli::figures::kit::{Drawn, Figure, height, mean, points, say};
use pegsim::contact::models::ContactModel::{self, DeepestPoint, MultiPoint, SeparatingFeature, Standard};
use pegsim::experiment::curves::Point;
use pegsim::experiment::figures::{Job, Look, Origin, Runs};

/// The step size of the paper (s).
const STEP: f64 = 1e-3;

fn in_plane(model: ContactModel) -> Job {
    let scene = if model == DeepestPoint { "penalty/block_in_plane_pd" } else { "penalty/block_in_plane" };
    Job::new(Origin::Shipped(scene), model, STEP).lasting(6.0).looking(Look::Depths)
}

/// The runs of figures 8 and 9.
pub(crate) fn jobs_8() -> Vec<Job> {
    vec![in_plane(MultiPoint), in_plane(DeepestPoint)]
}

const FORCES: &str = "penalty/block_with_forces";

/// The runs of figures 10 and 11, with their names: the three of the paper, and what follows from the printed law with other gains.
fn under_forces() -> Vec<(String, Ink, Job)> {
    let integral = Origin::Changed(FORCES, "with the integrative term", |scene| {
        scene.contact.penalty.integral = Some(2.0);
    });
    let stiff = Origin::Changed(FORCES, "twenty times the gains", |scene| {
        let penalty = &mut scene.contact.penalty;
        (penalty.proportional, penalty.derivative, penalty.integral) = (2000.0, 1000.0, Some(40.0));
    });
    let job = |origin, model| Job::new(origin, model, STEP).lasting(10.0).looking(Look::Depths);
    let plain = |model| Ink { width: 1.2, ..Ink::of(model).plain() };
    let named = |model: ContactModel| model.title().to_owned();
    vec![
        (named(DeepestPoint), plain(DeepestPoint), job(integral, DeepestPoint)),
        (named(MultiPoint), plain(MultiPoint), job(Origin::Shipped(FORCES), MultiPoint)),
        (
            "Penalty PID, 20 × gains".to_owned(),
            Ink { dashed: true, ..plain(MultiPoint) },
            job(stiff, MultiPoint),
        ),
        ("Standard (LCP)".to_owned(), plain(Standard), job(Origin::Shipped(FORCES), Standard)),
        (named(SeparatingFeature), plain(SeparatingFeature), job(Origin::Shipped(FORCES), SeparatingFeature)),
    ]
}

/// The runs of figures 10 and 11.
pub(crate) fn jobs_10() -> Vec<Job> {
    under_forces().into_iter().map(|(_, _, job)| job).collect()
}

fn series<'a>(runs: &'a Runs, job: &Job, name: &str) -> &'a [f64] {
    runs.of(job).map_or(&[][..], |found| found.of(name))
}

fn sheet(
    figure: &Figure,
    label: &str,
    span: [f64; 2],
    end: f64,
    curves: Vec<Curve>,
    marks: Vec<Mark>,
) -> Sheet {
    let panel = Panel::Chart(Chart {
        title: String::new(),
        x: Axis::linear("time (s)").from_to(0.0, end),
        y: Axis::log(label).from_to(span[0], span[1]),
        curves,
        marks,
    });
    Sheet { title: figure.title.to_owned(), columns: 1, panel: (820, 380), panels: vec![panel] }
}

/// Every `n`-th point, with zero as the least that is shown.
fn thinned(time: &[f64], values: &[f64], n: usize, least: f64) -> Vec<Point> {
    let all = points(time, values).into_iter().step_by(n);
    all.map(|p| Point::at(p.x, p.y.max(least))).collect()
}

fn of_block(runs: &Runs, what: &str, least: f64) -> Vec<Curve> {
    [DeepestPoint, MultiPoint]
        .into_iter()
        .map(|model| {
            let job = in_plane(model);
            let points = thinned(series(runs, &job, "time"), series(runs, &job, what), 5, least);
            Curve {
                name: model.title().to_owned(),
                ink: Ink { width: 1.2, ..Ink::of(model).plain() },
                points,
            }
        })
        .collect()
}

fn last_second(runs: &Runs, model: ContactModel, what: &str) -> f64 {
    let all = series(runs, &in_plane(model), what);
    mean(all.get(5000..).unwrap_or(&[]))
}

/// Figure 8: kinetic energy of the block in the plane.
pub(crate) fn draw_8(figure: &Figure, runs: &Runs) -> Drawn {
    let [multi, deepest] = [MultiPoint, DeepestPoint].map(|model| last_second(runs, model, "kinetic"));
    Drawn {
        sheet: sheet(figure, "kinetic energy (J)", [1e-14, 1e4], 6.0, of_block(runs, "kinetic", 1e-14), Vec::new()),
        ours: Vec::new(),
        agrees: format!(
            "The multi-point method comes to rest, the deepest point keeps the block rocking: {} and {} J in the mean of the sixth second.",
            say(multi),
            say(deepest)
        ),
        differs: "The paper shows 3 s and prints curves only; its mass and start are not printed (its gains are those of 50 kg, ours has 10). \
            Ours is shown to 6 s."
            .to_owned(),
    }
}

/// Figure 9: its penetration.
pub(crate) fn draw_9(figure: &Figure, runs: &Runs) -> Drawn {
    let rest = |model: ContactModel| last_second(runs, model, "depth");
    Drawn {
        sheet: sheet(figure, "penetration (m)", [1e-2, 1.0], 6.0, of_block(runs, "depth", 1e-2), Vec::new()),
        ours: Vec::new(),
        agrees: format!(
            "Both are pushed out to their depth of rest, mg / (k_p + k_i/(1 − γ)): {} m (multi-point) and {} m (deepest point) in the mean of the \
             sixth second.",
            say(rest(MultiPoint)),
            say(rest(DeepestPoint))
        ),
        differs: "Neither ends at zero: the integrative term with a forgetting factor is one more spring (docs/physics.md). The deepest point has \
            the larger printed gains and rests less deep."
            .to_owned(),
    }
}

fn of_forces(runs: &Runs, what: &str, least: f64) -> Vec<Curve> {
    let curve = |(name, ink, job): (String, Ink, Job)| {
        let points = thinned(series(runs, &job, "time"), series(runs, &job, what), 8, least);
        Curve { name, ink, points }
    };
    under_forces().into_iter().map(curve).collect()
}

fn means(runs: &Runs, what: &str) -> Vec<f64> {
    under_forces().iter().map(|(_, _, job)| mean(series(runs, job, what))).collect()
}

/// Figure 10: kinetic energy of the block under forces.
pub(crate) fn draw_10(figure: &Figure, runs: &Runs) -> Drawn {
    let all = means(runs, "kinetic");
    Drawn {
        sheet: sheet(figure, "kinetic energy (J)", [1e-18, 1e2], 10.0, of_forces(runs, "kinetic", 1e-18), Vec::new()),
        ours: Vec::new(),
        agrees: format!(
            "Where no force acts the multi-point method comes to rest and the deepest point rocks on: {} and {} J in the mean of the run. The LCP \
             method stays at {} J.",
            say(all[1]),
            say(all[0]),
            say(all[3])
        ),
        differs: "The paper prints curves only, and neither points nor sizes of its forces: ours were drawn once at random in the printed ranges."
            .to_owned(),
    }
}

/// Figure 11: its penetration, of which the means are printed.
pub(crate) fn draw_11(figure: &Figure, runs: &Runs) -> Drawn {
    let all = means(runs, "depth");
    let marks = figure.printed.iter().map(|printed| height(printed.what, printed.value)).collect();
    Drawn {
        sheet: sheet(figure, "penetration (m)", [1e-5, 1.0], 10.0, of_forces(runs, "depth", 1e-5), marks),
        ours: vec![all[0], all[1], all[3]],
        agrees: format!("Deepest point: {} m in the mean, printed 9.0e-2.", say(all[0])),
        differs: format!(
            "Multi-point: {} m, printed 5.9e-3, which does not follow from the printed law and gains: the forces at the points add up to those at \
             one, so that the weight alone lies 8.7e-2 m deep. With twenty times the gains it is {} m (dashed). LCP: {} m, printed 1.5e-4: our \
             standard model and Exact ({} m) correct drift in the step; the paper's leaves that to a penalty. Zero is drawn at the lower border.",
            say(all[1]),
            say(all[2]),
            say(all[3]),
            say(all[4])
        ),
    }
}
