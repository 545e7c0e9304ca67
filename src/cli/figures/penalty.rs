//! Drumwright's figures 8 to 11: a block in a plane, and under forces.

use crate::cli::draw::sheet::{Axis, Chart, Curve, Ink, Mark, Panel, Sheet};
use crate::cli::figures::kit::{Drawn, Figure, height, mean, median, points, say};
use pegsim::contact::models::ContactModel::{self, DeepestPoint, MultiPoint, SeparatingFeature, Standard};
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

/// The colours of the two methods are near each other: the deepest point is drawn lighter.
fn ink(model: ContactModel) -> Ink {
    let strength = if model == DeepestPoint { 0.5 } else { 1.0 };
    Ink { width: 1.3, strength, ..Ink::of(model).plain() }
}

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
    let named = |model: ContactModel| model.title().to_owned();
    vec![
        (named(DeepestPoint), ink(DeepestPoint), job(integral, DeepestPoint)),
        (named(MultiPoint), ink(MultiPoint), job(Origin::Shipped(FORCES), MultiPoint)),
        (
            "Penalty PID, 20 × gains".to_owned(),
            Ink { dashed: true, ..ink(MultiPoint) },
            job(stiff, MultiPoint),
        ),
        ("Standard (LCP)".to_owned(), ink(Standard), job(Origin::Shipped(FORCES), Standard)),
        (named(SeparatingFeature), ink(SeparatingFeature), job(Origin::Shipped(FORCES), SeparatingFeature)),
    ]
}

/// The runs of figures 10 and 11.
pub(crate) fn jobs_10() -> Vec<Job> {
    under_forces().into_iter().map(|(_, _, job)| job).collect()
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
        x: Axis::linear("time (s)").between(0.0, end),
        y: Axis::log(label).between(span[0], span[1]),
        curves,
        marks,
    });
    Sheet { title: figure.title.to_owned(), columns: 1, panel: (820, 380), panels: vec![panel] }
}

fn of_block(runs: &Runs, what: &str) -> Vec<Curve> {
    let curve = |model: ContactModel| {
        let job = in_plane(model);
        let points = points(runs.series(&job, "time"), runs.series(&job, what));
        Curve { name: model.title().to_owned(), ink: ink(model), points }
    };
    [DeepestPoint, MultiPoint].into_iter().map(curve).collect()
}

fn last_second(runs: &Runs, model: ContactModel, what: &str) -> f64 {
    let all = runs.series(&in_plane(model), what);
    mean(all.get(5000..).unwrap_or(&[]))
}

/// Figure 8: kinetic energy of the block in the plane.
pub(crate) fn draw_8(figure: &Figure, runs: &Runs) -> Drawn {
    let [multi, deepest] = [MultiPoint, DeepestPoint].map(|model| last_second(runs, model, "kinetic"));
    Drawn {
        sheet: sheet(figure, "kinetic energy (J)", [1e-10, 1e4], 6.0, of_block(runs, "kinetic"), Vec::new()),
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
        sheet: sheet(figure, "penetration (m)", [1e-2, 1.0], 6.0, of_block(runs, "depth"), Vec::new()),
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

fn of_forces(runs: &Runs, what: &str) -> Vec<Curve> {
    let curve = |(name, ink, job): (String, Ink, Job)| {
        let points = points(runs.series(&job, "time"), runs.series(&job, what));
        Curve { name, ink, points }
    };
    under_forces().into_iter().map(curve).collect()
}

fn means(runs: &Runs, what: &str) -> Vec<f64> {
    under_forces().iter().map(|(_, _, job)| mean(runs.series(job, what))).collect()
}

/// Kinetic energy in the last tenth of a second of each pause, the median of the ten.
fn quiet(runs: &Runs) -> Vec<f64> {
    let of = |job: &Job| {
        let all = runs.series(job, "kinetic");
        median(
            &(0..10).filter_map(|k| Some(mean(all.get(1000 * k + 900..1000 * (k + 1))?))).collect::<Vec<_>>(),
        )
    };
    under_forces().iter().map(|(_, _, job)| of(job)).collect()
}

/// Figure 10: kinetic energy of the block under forces.
pub(crate) fn draw_10(figure: &Figure, runs: &Runs) -> Drawn {
    let all = quiet(runs);
    Drawn {
        sheet: sheet(
            figure,
            "kinetic energy (J)",
            [1e-10, 1e1],
            10.0,
            of_forces(runs, "kinetic"),
            Vec::new(),
        ),
        ours: Vec::new(),
        agrees: format!(
            "After each force the block settles: with twenty times the gains {} J at the end of the pauses, the standard model {} J, Exact {} J.",
            say(all[2]),
            say(all[3]),
            say(all[4])
        ),
        differs: format!(
            "**With the printed gains the multi-point method is not better here**: {} J at the end of the pauses (median), the deepest point {} J, where \
             the paper has several orders of magnitude. In half a second a block that lies 0.1 m deep in a plane is not at rest under either: damping is \
             k_v/k_p = 0.5 s. The paper prints curves only, and neither points nor sizes of its forces: ours were drawn once in the printed ranges.",
            say(all[1]),
            say(all[0])
        ),
    }
}

/// Figure 11: its penetration, of which the means are printed.
pub(crate) fn draw_11(figure: &Figure, runs: &Runs) -> Drawn {
    let all = means(runs, "depth");
    let marks = figure.printed.iter().map(|printed| height(printed.what, printed.value)).collect();
    Drawn {
        sheet: sheet(figure, "penetration (m)", [1e-5, 1.0], 10.0, of_forces(runs, "depth"), marks),
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
