//! The quantities of the comparison: what each is called, what it means, and its value in a pane.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::format;
use crate::app::texts::physics;
use crate::app::ui::panels::{meter_text, momentum};
use crate::app::ui::theme::Palette;
use crate::contact::models::{ContactModel, DisjunctionKind};
use crate::experiment::energy;
use crate::experiment::energy::Energy;
use crate::math::Vec3;
use crate::recording::is_exact;
use crate::step::{GapError, StepRecord};
use bevy_egui::egui::Color32;

/// One value of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// As shown.
    pub text: String,
    /// Colour, where it means something.
    pub color: Option<Color32>,
    /// What to say on hover beside the row's own explanation.
    pub hover: Option<String>,
}

impl Cell {
    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), color: None, hover: None }
    }

    fn none() -> Self {
        Self::plain("–")
    }
}

/// One row of the table: heading of a section, or a quantity.
pub struct Row {
    /// What it is called.
    pub name: fn() -> &'static str,
    /// What it means.
    pub meaning: fn() -> &'static str,
    /// Its value in a pane.
    pub value: fn(&Workbench, &Pane, &Palette) -> Cell,
}

fn of_record(pane: &Pane, value: impl Fn(&StepRecord) -> Cell) -> Cell {
    pane.simulation.record.as_deref().map_or_else(Cell::none, value)
}

/// Of the contacts shown, which before the first step are those that it will ask about.
fn of_contacts(pane: &Pane, value: impl Fn(&StepRecord) -> Cell) -> Cell {
    pane.contacts().map_or_else(Cell::none, |record| value(record))
}

/// Of a record of a model over point contacts, whose residuals are those of a complementarity problem.
fn of_point_record(pane: &Pane, value: impl Fn(&StepRecord) -> Cell) -> Cell {
    of_record(pane, |r| if has_lengths(pane, r) { Cell::none() } else { value(r) })
}

/// Of a record of the exact model, whose residuals are lengths.
fn of_exact_record(pane: &Pane, value: impl Fn(&StepRecord) -> Cell) -> Cell {
    of_record(pane, |r| if has_lengths(pane, r) { value(r) } else { Cell::none() })
}

/// What the gaps of the exact model are off by; nothing where nothing had to be solved.
fn gaps(record: &StepRecord) -> GapError {
    record.solve.accuracy.geometry.unwrap_or_default()
}

/// Whether the residuals of a pane's record are lengths of the exact model.
pub fn has_lengths(pane: &Pane, record: &StepRecord) -> bool {
    // A step without contacts does not tell its model, and after a change of model the record is the old one's.
    is_exact(record) || (pane.model() == ContactModel::SeparatingFeature && record.disjunctions.is_empty())
}

fn number(value: usize) -> Cell {
    Cell::plain(format::count(value as u64))
}

fn kind(pane: &Pane, kind: DisjunctionKind) -> Cell {
    of_contacts(pane, |r| number(r.count(kind)))
}

fn time(seconds: f64) -> Cell {
    Cell::plain(format::duration(seconds))
}

fn small(value: f64) -> Cell {
    Cell::plain(format::scientific(value))
}

fn overlap(bench: &Workbench, value: f64) -> Cell {
    Cell::plain(format::overlap(value, meter_text::planar(bench)))
}

/// What the state shown has, before the first step and after an edit, too.
fn present(pane: &Pane) -> Energy {
    energy::measure(&pane.simulation.model, &pane.simulation.state)
}

fn size(v: Vec3, unit: &str) -> Cell {
    let [x, y, z] = [v.x, v.y, v.z].map(|c| format::engineering(c, unit));
    Cell { hover: Some(format!("({x}, {y}, {z})")), ..Cell::plain(format::engineering(v.norm(), unit)) }
}

fn depth(value: f64, p: &Palette) -> Cell {
    Cell { color: Some(p.depth(value)), ..Cell::plain(format::depth(value)) }
}

/// Says since when it counts, where the steps before were calculated otherwise.
fn since_then(pane: &Pane, cell: Cell) -> Cell {
    let since = meter_text::since(pane);
    let text = if since.is_some() { format!("*{}", cell.text) } else { cell.text };
    Cell { text, hover: since, ..cell }
}

/// The sections that say something about a scene.
pub fn sections(bench: &Workbench) -> impl Iterator<Item = (&'static str, &'static [Row])> {
    let jointed = !bench.scene.model.joints.is_empty();
    let names = SECTIONS.iter().filter(move |(title, _)| jointed || title() != tr!("quantity-joints"));
    names.map(|(title, rows)| (title(), *rows))
}

/// The table, top to bottom.
pub const SECTIONS: &[(fn() -> &'static str, &[Row])] = &[
    (|| tr!("group-truth"), TRUTH),
    (|| tr!("quantity-joints"), JOINTS),
    (|| tr!("quantity-contacts"), CONTACTS),
    (|| tr!("quantity-solver"), SOLVER),
    (|| tr!("metric-time-per-step"), TIME),
    (|| tr!("quantity-motion"), MOTION),
];

const TRUTH: &[Row] = &[
    Row {
        name: || tr!("quantity-depth-now"),
        meaning: || tr!("quantity-deepest-penetration-any-two-bodies"),
        value: |bench, pane, p| {
            let names = &bench.scene.model.bodies;
            let pair = pane.truth.deepest.and_then(|(a, b)| Some((names.get(a.0)?, names.get(b.0)?)));
            Cell {
                hover: pair.map(|(a, b)| tr!("quantity-and", first = a.name, second = b.name)),
                ..depth(pane.truth.depth, p)
            }
        },
    },
    Row {
        name: || tr!("quantity-worst-depth"),
        meaning: || tr!("quantity-deepest-penetration-whole-run-so"),
        // What is so before the first step is of no step.
        value: |_, pane, p| since_then(pane, depth(pane.truth.deepest_so_far(), p)),
    },
    Row {
        name: || tr!("quantity-overlap"),
        meaning: || tr!("quantity-area-in-plane-or-volume"),
        value: |bench, pane, _| overlap(bench, pane.truth.overlap),
    },
    Row {
        name: || tr!("quantity-worst-overlap"),
        meaning: || tr!("quantity-largest-overlap-whole-run-so"),
        value: |bench, pane, _| {
            since_then(pane, overlap(bench, pane.truth.worst_overlap.max(pane.truth.overlap)))
        },
    },
];

const JOINTS: &[Row] = &[
    Row {
        name: || tr!("quantity-joint-error"),
        meaning: || tr!("quantity-largest-error-any-joint-after"),
        value: |_, pane, p| depth(pane.truth.joint_error, p),
    },
    Row {
        name: || tr!("quantity-worst-joint-error"),
        meaning: || tr!("quantity-largest-joint-error-whole-run"),
        value: |_, pane, p| since_then(pane, depth(pane.truth.worst_joint_error, p)),
    },
    Row {
        name: || tr!("quantity-broken"),
        meaning: || tr!("quantity-joints-that-bore-more-than"),
        value: |bench, pane, p| {
            let joints = &bench.scene.model.joints;
            let broken = &pane.simulation.state.broken;
            let names: Vec<&str> =
                broken.iter().filter_map(|&k| joints.get(k)).map(|j| j.name.as_str()).take(12).collect();
            Cell {
                text: tr!("quantity-of", broken = broken.len(), all = joints.len()),
                color: (!broken.is_empty()).then_some(p.violated),
                hover: (!names.is_empty()).then(|| names.join(", ")),
            }
        },
    },
];

const CONTACTS: &[Row] = &[
    Row {
        name: || tr!("quantity-contacts"),
        meaning: || tr!("quantity-potential-contacts-c-f-f"),
        value: |_, pane, _| {
            of_contacts(pane, |r| Cell {
                hover: Some(tr!(
                    "quantity-detection-distance",
                    distance = format::length(r.detection_distance)
                )),
                ..number(r.contacts.len())
            })
        },
    },
    Row {
        name: || tr!("quantity-u-unilateral"),
        meaning: || tr!("quantity-conditions-with-one-contact-that"),
        value: |_, pane, _| kind(pane, DisjunctionKind::Unilateral),
    },
    Row {
        name: || tr!("quantity-i-inter-contact"),
        meaning: || tr!("quantity-one-feature-against-several-other"),
        value: |_, pane, _| kind(pane, DisjunctionKind::InterContact),
    },
    Row {
        name: || tr!("quantity-x-cross-contact"),
        meaning: || tr!("quantity-contacts-different-features-that"),
        value: |_, pane, _| kind(pane, DisjunctionKind::CrossContact),
    },
    Row {
        name: || tr!("quantity-s-separation"),
        meaning: || tr!("quantity-one-condition-per-pair-convex"),
        value: |_, pane, _| kind(pane, DisjunctionKind::Separation),
    },
    Row {
        name: || tr!("quantity-traps"),
        meaning: || tr!("quantity-i-x-conditions-with-two"),
        value: |_, pane, _| of_contacts(pane, |r| number(r.traps)),
    },
    Row {
        name: || tr!("quantity-sprung-traps"),
        meaning: || tr!("quantity-traps-which-contact-violated-at"),
        value: |_, pane, p| {
            of_record(pane, |r| Cell {
                color: (r.sprung_traps > 0).then_some(p.accent),
                ..number(r.sprung_traps)
            })
        },
    },
    Row {
        name: || tr!("quantity-islands"),
        meaning: || tr!("quantity-groups-bodies-connected-by"),
        value: |_, pane, _| of_contacts(pane, |r| number(r.islands)),
    },
];

const SOLVER: &[Row] = &[
    Row {
        name: || tr!("quantity-method"),
        meaning: || tr!("quantity-method-that-gave-accepted-solution"),
        value: |_, pane, p| {
            of_record(pane, |r| Cell {
                color: r.solve.fallback.is_some().then_some(p.warn),
                hover: Some(if has_lengths(pane, r) {
                    tr!("quantity-separating-features-have-one").to_owned()
                } else {
                    tr!(
                        "quantity-asked-for-solved-by",
                        asked = physics::solver(pane.simulation.settings.solver.method),
                        solved = r.solve.method
                    )
                }),
                ..Cell::plain(short_method(r.solve.method))
            })
        },
    },
    Row {
        name: || tr!("quantity-fallback"),
        meaning: || tr!("quantity-whether-first-choice-method-was"),
        value: |_, pane, p| {
            of_record(pane, |r| match &r.solve.fallback {
                Some(reason) => Cell {
                    text: tr!("quantity-taken").into(),
                    color: Some(p.warn),
                    hover: Some(reason.clone()),
                },
                None => Cell::plain(tr!("quantity-no")),
            })
        },
    },
    Row {
        name: || tr!("quantity-problem-size"),
        meaning: || tr!("quantity-unknowns-largest-problem-solved-in"),
        value: |_, pane, _| of_record(pane, |r| number(r.solve.size)),
    },
    Row {
        name: || tr!("quantity-iterations"),
        meaning: || tr!("quantity-pivots-lemke-sweeps-pgs-or"),
        value: |_, pane, _| of_record(pane, |r| number(r.solve.iterations)),
    },
    Row {
        name: || tr!("quantity-outer-iterations"),
        meaning: || tr!("quantity-convex-problems-solved-one-after"),
        value: |_, pane, _| of_record(pane, |r| number(r.solve.outer_iterations)),
    },
    Row {
        name: || tr!("quantity-switches"),
        meaning: || tr!("quantity-how-often-condition-changed"),
        value: |_, pane, _| of_record(pane, |r| number(r.solve.switches)),
    },
    Row {
        name: || tr!("quantity-residual"),
        meaning: || tr!("quantity-natural-map-min-z-az"),
        value: |_, pane, p| {
            let tolerance = pane.simulation.settings.solver.tolerance;
            of_record(pane, |r| {
                let value = r.solve.accuracy.residual().natural_map;
                let measure = r.solve.accuracy.measure();
                let what =
                    measure.map_or(String::new(), |m| format!("{} ({}); ", physics::measure(m), m.unit()));
                let contact = r.solve.worst_contact.map(|c| tr!("quantity-worst-at-contact", c = c));
                Cell {
                    // NaN is not below any tolerance.
                    color: (!(value <= tolerance * 1e3)).then_some(p.warn),
                    hover: Some(tr!(
                        "quantity-tolerance",
                        what = what,
                        tolerance = format::scientific(tolerance),
                        contact = contact.unwrap_or_default()
                    )),
                    ..small(value)
                }
            })
        },
    },
    Row {
        name: || tr!("quantity-primal"),
        meaning: || tr!("quantity-how-far-impulse-negative-max"),
        value: |_, pane, _| of_point_record(pane, |r| small(r.solve.accuracy.residual().primal)),
    },
    Row {
        name: || tr!("quantity-dual"),
        meaning: || tr!("quantity-how-far-gap-at-end"),
        value: |_, pane, _| of_point_record(pane, |r| small(r.solve.accuracy.residual().dual)),
    },
    Row {
        name: || tr!("quantity-compl"),
        meaning: || tr!("quantity-complementarity-impulse-where"),
        value: |_, pane, _| of_point_record(pane, |r| small(r.solve.accuracy.residual().complementarity)),
    },
    Row {
        name: || tr!("quantity-violation"),
        meaning: || tr!("quantity-exact-only-how-far-worst"),
        value: |_, pane, p| of_exact_record(pane, |r| depth(gaps(r).violation, p)),
    },
    Row {
        name: || tr!("quantity-loaded-gap"),
        meaning: || tr!("quantity-exact-only-largest-gap-at"),
        value: |_, pane, _| of_exact_record(pane, |r| Cell::plain(format::depth(gaps(r).open_load))),
    },
    Row {
        name: || tr!("quantity-parts-step"),
        meaning: || tr!("quantity-parts-in-which-step-was"),
        value: |_, pane, p| {
            of_record(pane, |r| Cell {
                color: (r.solve.substeps > 1 && r.solve.fallback.is_some()).then_some(p.warn),
                ..number(r.solve.substeps)
            })
        },
    },
];

const TIME: &[Row] = &[
    Row {
        name: || tr!("quantity-detect"),
        meaning: || tr!("quantity-wall-time-for-kinematics-broad"),
        value: |_, pane, _| of_record(pane, |r| time(r.timing.detect)),
    },
    Row {
        name: || tr!("quantity-formulate"),
        meaning: || tr!("quantity-wall-time-for-model-conditions"),
        value: |_, pane, _| of_record(pane, |r| time(r.timing.formulate)),
    },
    Row {
        name: || tr!("quantity-solve"),
        meaning: || tr!("quantity-wall-time-for-solving"),
        value: |_, pane, _| of_record(pane, |r| time(r.timing.solve)),
    },
    Row {
        name: || tr!("quantity-whole-step"),
        meaning: || tr!("quantity-wall-time-step-all-stages"),
        value: |_, pane, _| of_record(pane, |r| time(r.timing.total)),
    },
];

const MOTION: &[Row] = &[
    Row {
        name: || tr!("quantity-energy"),
        meaning: || tr!("quantity-kinetic-potential-energy-bodies"),
        value: |_, pane, _| Cell::plain(format::engineering(present(pane).total(), "J")),
    },
    Row {
        name: || tr!("quantity-momentum"),
        meaning: || tr!("quantity-size-linear-momentum-m-v"),
        value: |_, pane, _| size(present(pane).linear_momentum, "N·s"),
    },
    Row {
        name: || tr!("quantity-drift"),
        meaning: || tr!("quantity-how-far-linear-momentum-from"),
        value: |_, pane, _| momentum::cell(pane, |e| (e.linear_momentum, e.momentum_scale)),
    },
    Row {
        name: || tr!("quantity-angular-mom"),
        meaning: || tr!("quantity-size-angular-momentum-x-m"),
        value: |_, pane, _| size(present(pane).angular_momentum, "N·m·s"),
    },
    Row {
        name: || tr!("quantity-drift"),
        meaning: || tr!("quantity-how-far-angular-momentum-about"),
        value: |_, pane, _| momentum::cell(pane, |e| (e.angular_momentum, e.angular_scale)),
    },
    Row {
        name: || tr!("quantity-steps-done"),
        meaning: || tr!("quantity-steps-since-start-run"),
        value: |_, pane, p| Cell {
            color: pane.failure.is_some().then_some(p.violated),
            hover: pane.failure.clone(),
            ..Cell::plain(format::count(pane.simulation.state.step))
        },
    },
];

/// A solver's name short enough for a column.
fn short_method(method: &str) -> &str {
    match method {
        "automatic" => tr!("quantity-automatic"),
        "active-alternative" => tr!("quantity-active-alt"),
        "active-alternative (exact)" => tr!("quantity-exact"),
        "active-alternative (lemke)" => tr!("quantity-active-lemke"),
        "sliding speeds" => tr!("quantity-sliding"),
        "proximal newton" => tr!("quantity-newton"),
        "given friction" => tr!("quantity-given"),
        "convex relaxation" => tr!("quantity-convex"),
        other => other,
    }
}
