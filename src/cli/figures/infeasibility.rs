//! The slides of Hart and Anitescu: average infeasibility over the step size.

use crate::cli::draw::sheet::{Axis, Chart, Curve, Ink, Panel, Sheet, Sign};
use crate::cli::figures::kit::{Drawn, Figure, mean, order, say};
use pegsim::contact::models::ContactModel::{self, AnitescuPotra};
use pegsim::experiment::curves::Point;
use pegsim::experiment::figures::{Job, Look, Origin, Runs};

/// The step sizes (s): those of the slides are 0.01 to 0.1; our bar has left the tip by then.
const STEPS: [f64; 7] = [0.0005, 0.001, 0.002, 0.004, 0.01, 0.02, 0.04];

/// The contact models and their shares γ, with their names in the legend and how their lines look. **A further model that is stabilised,
/// such as one by the ratio metric, is a line here.**
const METHODS: [(ContactModel, f64, &str, Sign, bool); 3] = [
    (AnitescuPotra, 0.0, "velocity level, γ = 0", Sign::Square, false),
    (AnitescuPotra, 0.25, "velocity level, γ = 0.25", Sign::Triangle, true),
    (AnitescuPotra, 1.0, "velocity level, γ = 1", Sign::Circle, false),
];

fn job(model: ContactModel, share: f64, h: f64) -> Job {
    let mut job = Job::new(Origin::Shipped("balance"), model, h).looking(Look::Depths);
    job.overrides.stabilisation = Some(share);
    job
}

/// The runs.
pub(crate) fn jobs() -> Vec<Job> {
    METHODS.into_iter().flat_map(|(model, share, ..)| STEPS.map(|h| job(model, share, h))).collect()
}

fn infeasibility(runs: &Runs, model: ContactModel, share: f64) -> Vec<Point> {
    let at = |h: f64| Some(Point::at(h, mean(runs.of(&job(model, share, h))?.of("depth"))));
    STEPS.into_iter().filter_map(at).collect()
}

/// "Demonstration for need of constraint stabilization", "Balance2".
pub(crate) fn draw(figure: &Figure, runs: &Runs) -> Drawn {
    let curve = |(model, share, name, sign, dashed): (ContactModel, f64, &str, Sign, bool)| Curve {
        name: name.to_owned(),
        ink: Ink { sign, dashed, strength: 0.5 + 0.5 * share, ..Ink::of(model) },
        points: infeasibility(runs, model, share),
    };
    let chart = |title: &str, x: Axis| {
        Panel::Chart(Chart {
            title: title.to_owned(),
            x,
            y: Axis::log("average infeasibility (m)"),
            curves: METHODS.into_iter().map(curve).collect(),
            marks: Vec::new(),
        })
    };
    let slope = |share| order(&infeasibility(runs, AnitescuPotra, share));
    let at = |share| infeasibility(runs, AnitescuPotra, share).get(4).map_or(f64::NAN, |p| p.y);
    Drawn {
        sheet: Sheet {
            title: figure.title.to_owned(),
            columns: 1,
            panel: (700, 380),
            panels: vec![chart("bar on the tip of a wedge, 0.2 s", Axis::log("step size h (s)").between(3e-4, 1e-1))],
        },
        ours: Vec::new(),
        agrees: format!(
            "Smaller steps and stabilisation both make it smaller, and with stabilisation it is O(h²): slopes {} (γ = 0.25) and {} (γ = 1) in the \
             logarithms; without it {}. At h = 10 ms {} m without and {} m with γ = 1.",
            say(slope(0.25)),
            say(slope(1.0)),
            say(slope(0.0)),
            say(at(0.0)),
            say(at(1.0))
        ),
        differs: "The slides print curves without readable numbers, of scenes whose bodies they do not give; the measure is theirs (largest \
            violation after each step, mean over the run), with our penetration depth in place of the ratio metric's."
            .to_owned(),
    }
}
