//! The slides of Hart and Anitescu: average infeasibility over the step size.

use crate::cli::draw::sheet::{Axis, Chart, Curve, Ink, Panel, Sheet, Sign};
use crate::cli::figures::kit::{Drawn, Figure, mean, order, say};
use pegsim::contact::models::ContactModel::{self, AnitescuPotra, RatioMetric};
use pegsim::experiment::curves::Point;
use pegsim::experiment::figures::{Job, Look, Origin, Runs};

/// The step sizes (s): those of the slides are 0.01 to 0.1; our bodies have left what they stand on by then.
const STEPS: [f64; 7] = [0.0005, 0.001, 0.002, 0.004, 0.01, 0.02, 0.04];

/// The scenes, and what they show.
const SCENES: [(&str, &str); 3] = [
    ("balance", "bar on the tip of a wedge, 0.2 s"),
    ("stabilisation/pyramid", "pyramid, 0.3 s"),
    ("stabilisation/dice", "dice, 0.2 s"),
];

/// The contact models and their shares γ, with their names in the legend and how their lines look.
const METHODS: [(ContactModel, f64, &str, Sign, bool); 5] = [
    (AnitescuPotra, 0.0, "velocity level, γ = 0", Sign::Square, false),
    (AnitescuPotra, 1.0, "velocity level, γ = 1", Sign::Circle, false),
    (RatioMetric, 0.0, "ratio metric, γ = 0", Sign::Square, true),
    (RatioMetric, 0.25, "ratio metric, γ = 0.25", Sign::Triangle, true),
    (RatioMetric, 1.0, "ratio metric, γ = 1", Sign::Circle, true),
];

fn job(scene: &'static str, model: ContactModel, share: f64, h: f64) -> Job {
    let mut job = Job::new(Origin::Shipped(scene), model, h).looking(Look::Depths);
    job.overrides.stabilisation = Some(share);
    job
}

/// The runs.
pub(crate) fn jobs() -> Vec<Job> {
    let of_scene = |(scene, _): (&'static str, &str)| {
        METHODS.into_iter().flat_map(move |(model, share, ..)| STEPS.map(|h| job(scene, model, share, h)))
    };
    SCENES.into_iter().flat_map(of_scene).collect()
}

fn infeasibility(runs: &Runs, scene: &'static str, model: ContactModel, share: f64) -> Vec<Point> {
    let at = |h: f64| Some(Point::at(h, mean(runs.of(&job(scene, model, share, h))?.of("depth"))));
    STEPS.into_iter().filter_map(at).collect()
}

/// "Demonstration for need of constraint stabilization", "Balance2".
pub(crate) fn draw(figure: &Figure, runs: &Runs) -> Drawn {
    let chart = |(scene, title): (&'static str, &str)| {
        let curve = |(model, share, name, sign, dashed): (ContactModel, f64, &str, Sign, bool)| Curve {
            name: name.to_owned(),
            ink: Ink { sign, dashed, strength: 0.5 + 0.5 * share, ..Ink::of(model) },
            points: infeasibility(runs, scene, model, share),
        };
        Panel::Chart(Chart {
            title: title.to_owned(),
            x: Axis::log("step size h (s)").between(3e-4, 1e-1),
            y: Axis::log("average infeasibility (m)"),
            curves: METHODS.into_iter().map(curve).collect(),
            marks: Vec::new(),
        })
    };
    // The range of the slopes over the scenes.
    let slopes = |model, share| {
        let of = |(scene, _): (&'static str, &str)| order(&infeasibility(runs, scene, model, share));
        let (low, high) = SCENES
            .into_iter()
            .map(of)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), s| (s.min(low), s.max(high)));
        format!("{} to {}", say(low), say(high))
    };
    Drawn {
        sheet: Sheet {
            title: figure.title.to_owned(),
            columns: 3,
            panel: (420, 380),
            panels: SCENES.into_iter().map(chart).collect(),
        },
        ours: Vec::new(),
        agrees: format!(
            "Smaller steps and stabilisation both make it smaller, and with stabilisation it is O(h²): slopes in the logarithms of {} for the ratio \
             metric at γ = 1 and {} at γ = 0.25, {} for the velocity-level model at γ = 1. Without it is O(h): {} and {}.",
            slopes(RatioMetric, 1.0),
            slopes(RatioMetric, 0.25),
            slopes(AnitescuPotra, 1.0),
            slopes(RatioMetric, 0.0),
            slopes(AnitescuPotra, 0.0)
        ),
        differs: "The slides print curves without readable numbers, of scenes whose bodies they do not give; the measure is theirs (largest \
            violation after each step, mean over the run), with our penetration depth in place of the ratio metric's."
            .to_owned(),
    }
}
