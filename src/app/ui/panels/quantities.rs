//! The quantities of the comparison: what each is called, what it means, and its value in a pane.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::format;
use crate::app::ui::panels::{model_text, momentum};
use crate::app::ui::theme::Palette;
use crate::contact::models::{ContactModel, DisjunctionKind};
use crate::math::Vec3;
use crate::recording::{Sample, is_exact};
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
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
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

/// The sample of the step that is shown.
fn shown(pane: &Pane) -> Option<&Sample> {
    pane.history.at(pane.simulation.state.step)
}

fn size(pane: &Pane, of: fn(&Sample) -> Vec3, unit: &str) -> Cell {
    shown(pane).map_or_else(Cell::none, |sample| {
        let v = of(sample);
        let [x, y, z] = [v.x, v.y, v.z].map(|c| format::engineering(c, unit));
        Cell { hover: Some(format!("({x}, {y}, {z})")), ..Cell::plain(format::engineering(v.norm(), unit)) }
    })
}

fn depth(value: f64, p: &Palette) -> Cell {
    Cell { color: Some(p.depth(value)), ..Cell::plain(format::depth(value)) }
}

/// The sections that say something about a scene.
pub fn sections(bench: &Workbench) -> impl Iterator<Item = &'static (&'static str, &'static [Row])> {
    let jointed = !bench.scene.model.joints.is_empty();
    SECTIONS.iter().filter(move |(title, _)| jointed || *title != "Joints")
}

/// The table, top to bottom.
pub const SECTIONS: &[(&str, &[Row])] = &[
    ("Truth", TRUTH),
    ("Joints", JOINTS),
    ("Contacts", CONTACTS),
    ("Solver", SOLVER),
    ("Time per step", TIME),
    ("Motion", MOTION),
];

const TRUTH: &[Row] = &[
    Row {
        name: "Depth now",
        meaning: "Deepest penetration of any two bodies at the true poses, by separating axes; measured by code \
                  that shares nothing with the contact models. Zero is what every model promises.",
        value: |bench, pane, p| {
            let names = &bench.scene.model.bodies;
            let pair = pane.truth.deepest.and_then(|(a, b)| Some((names.get(a.0)?, names.get(b.0)?)));
            Cell {
                hover: pair.map(|(a, b)| format!("`{}` and `{}`", a.name, b.name)),
                ..depth(pane.truth.depth, p)
            }
        },
    },
    Row {
        name: "Worst depth",
        meaning: "The deepest penetration of the whole run so far.",
        value: |_, pane, p| depth(pane.truth.worst_depth, p),
    },
    Row {
        name: "Overlap",
        meaning: "Area (in the plane) or volume (in space) that bodies share now, summed over all pairs that contact should keep apart, in m² or m³.",
        value: |_, pane, _| small(pane.truth.overlap),
    },
    Row {
        name: "Worst overlap",
        meaning: "The largest overlap of the whole run so far, in m² or m³.",
        value: |_, pane, _| small(pane.truth.worst_overlap),
    },
];

const JOINTS: &[Row] = &[
    Row {
        name: "Joint error",
        meaning: "The largest error of any joint after the last step: how far its frames in the two bodies are apart \
                  where it holds them together (table 2.1). Broken joints do not count.",
        value: |_, pane, p| depth(pane.truth.joint_error, p),
    },
    Row {
        name: "Worst joint error",
        meaning: "The largest joint error of the whole run so far.",
        value: |_, pane, p| depth(pane.truth.worst_joint_error, p),
    },
    Row {
        name: "Broken",
        meaning: "Joints that bore more than they can in one step, and hold nothing since.",
        value: |bench, pane, p| {
            let joints = &bench.scene.model.joints;
            let broken = &pane.simulation.state.broken;
            let names: Vec<&str> =
                broken.iter().filter_map(|&k| joints.get(k)).map(|j| j.name.as_str()).take(12).collect();
            Cell {
                text: format!("{} of {}", broken.len(), joints.len()),
                color: (!broken.is_empty()).then_some(p.violated),
                hover: (!names.is_empty()).then(|| names.join(", ")),
            }
        },
    },
];

const CONTACTS: &[Row] = &[
    Row {
        name: "Contacts",
        meaning: "Potential contacts C(f_a, f_b): pairs of features within the detection distance. Each is a \
                  half-space on the velocities, ψ + h Gᵀν ≥ 0 (2.25).",
        value: |_, pane, _| {
            of_contacts(pane, |r| Cell {
                hover: Some(format!("detection distance {}", format::length(r.detection_distance))),
                ..number(r.contacts.len())
            })
        },
    },
    Row {
        name: "U, unilateral",
        meaning: "Conditions with one contact that always holds, U(C) (4.7). The standard model has only these.",
        value: |_, pane, _| kind(pane, DisjunctionKind::Unilateral),
    },
    Row {
        name: "I, inter-contact",
        meaning: "One feature against several of the other body: at least one of the contacts holds, \
                  I(C_ι, C_κ) (4.9). LNC writes these for vertices only (4.2–4.5).",
        value: |_, pane, _| kind(pane, DisjunctionKind::InterContact),
    },
    Row {
        name: "X, cross-contact",
        meaning: "Contacts of different features that must not all be violated together, X(C_a, C_b) (4.15), in \
                  space (4.22).",
        value: |_, pane, _| kind(pane, DisjunctionKind::CrossContact),
    },
    Row {
        name: "S, separation",
        meaning: "One condition per pair of convex parts that come near each other, written by Exact: some facet of \
                  either part, or a pair of edges, has the two parts on different sides at the end of the step. \
                  That is all that “not overlapping” means.",
        value: |_, pane, _| kind(pane, DisjunctionKind::Separation),
    },
    Row {
        name: "Traps",
        meaning: "I- and X-conditions with two or more contacts: places where the standard model would enforce \
                  all contacts although the true geometry asks for one. Counted with the conditions of PEG \
                  in every pane, so that panes compare.",
        value: |_, pane, _| of_contacts(pane, |r| number(r.traps)),
    },
    Row {
        name: "Sprung traps",
        meaning: "Traps of which a contact is violated at the end of the step (ψ⁺ < 0): the standard model would \
                  have forbidden the motion that was found.",
        value: |_, pane, p| {
            of_record(pane, |r| Cell {
                color: (r.sprung_traps > 0).then_some(p.warn),
                ..number(r.sprung_traps)
            })
        },
    },
    Row {
        name: "Islands",
        meaning: "Groups of bodies connected by contacts; each is a problem of its own.",
        value: |_, pane, _| of_contacts(pane, |r| number(r.islands)),
    },
];

const SOLVER: &[Row] = &[
    Row {
        name: "Method",
        meaning: "The method that gave the accepted solution. Literal form: the complementarity problem (4.50), \
                  in space (4.51), by Lemke's method or projected Gauss–Seidel (2.45). Active alternative: one \
                  convex problem per choice of alternatives. Exact: the same, on the true end poses, until every \
                  condition holds there.",
        value: |_, pane, p| {
            of_record(pane, |r| Cell {
                color: r.solve.fallback.is_some().then_some(p.warn),
                hover: Some(if has_lengths(pane, r) {
                    "separating features have one method of their own".to_owned()
                } else {
                    format!(
                        "asked for {}, solved by {}",
                        model_text::solver_name(pane.simulation.settings.solver.method),
                        r.solve.method
                    )
                }),
                ..Cell::plain(short_method(r.solve.method))
            })
        },
    },
    Row {
        name: "Fallback",
        meaning: "Whether the first choice of method was left in this step, and why.",
        value: |_, pane, p| {
            of_record(pane, |r| match &r.solve.fallback {
                Some(reason) => {
                    Cell { text: "taken".into(), color: Some(p.warn), hover: Some(reason.clone()) }
                }
                None => Cell::plain("no"),
            })
        },
    },
    Row {
        name: "Problem size",
        meaning: "Unknowns of the largest problem solved in this step.",
        value: |_, pane, _| of_record(pane, |r| number(r.solve.size)),
    },
    Row {
        name: "Iterations",
        meaning: "Pivots (Lemke), sweeps (PGS) or changes of the active set, in all.",
        value: |_, pane, _| of_record(pane, |r| number(r.solve.iterations)),
    },
    Row {
        name: "Outer iterations",
        meaning: "Convex problems solved one after the other: choices of alternatives, and with implicit geometry \
                  also linearisations at better end poses. 0 for the literal form.",
        value: |_, pane, _| of_record(pane, |r| number(r.solve.outer_iterations)),
    },
    Row {
        name: "Switches",
        meaning: "How often a condition changed to another of its alternatives.",
        value: |_, pane, _| of_record(pane, |r| number(r.solve.switches)),
    },
    Row {
        name: "Residual",
        meaning: "Natural map ‖min(z, Az + b)‖∞ of the accepted solution (for a convex problem its optimality \
                  residual), measured outside the solver.",
        value: |_, pane, p| {
            let tolerance = pane.simulation.settings.solver.tolerance;
            of_record(pane, |r| {
                let value = r.solve.accuracy.residual().natural_map;
                let measure = r.solve.accuracy.measure();
                let what = measure.map_or(String::new(), |m| format!("{} ({}); ", m.name(), m.unit()));
                let contact = r.solve.worst_contact.map(|c| format!("; worst at contact {c}"));
                Cell {
                    // NaN is not below any tolerance.
                    color: (!(value <= tolerance * 1e3)).then_some(p.warn),
                    hover: Some(format!(
                        "{what}tolerance {}{}",
                        format::scientific(tolerance),
                        contact.unwrap_or_default()
                    )),
                    ..small(value)
                }
            })
        },
    },
    Row {
        name: "– primal",
        meaning: "How far an impulse is negative: max(0, −min z). Exact is judged by the two lengths below instead.",
        value: |_, pane, _| of_point_record(pane, |r| small(r.solve.accuracy.residual().primal)),
    },
    Row {
        name: "– dual",
        meaning: "How far a gap at the end of the step, as linearised, is negative: max(0, −min w).",
        value: |_, pane, _| of_point_record(pane, |r| small(r.solve.accuracy.residual().dual)),
    },
    Row {
        name: "– compl.",
        meaning: "Complementarity, an impulse where there is a gap: max |z·w|.",
        value: |_, pane, _| of_point_record(pane, |r| small(r.solve.accuracy.residual().complementarity)),
    },
    Row {
        name: "Violation",
        meaning: "Exact only: how far the worst of its conditions is violated at the true end poses when the outer \
                  iterations end (m). A step is accepted below 1e-9 m.",
        value: |_, pane, p| of_exact_record(pane, |r| depth(gaps(r).violation, p)),
    },
    Row {
        name: "Loaded gap",
        meaning: "Exact only: the largest gap at the true end poses over which an impulse acts (m). Zero would be: \
                  only what touches pushes.",
        value: |_, pane, _| of_exact_record(pane, |r| Cell::plain(format::depth(gaps(r).open_load))),
    },
    Row {
        name: "Parts of the step",
        meaning: "Parts in which the step was done: 1, or more where Exact ended it at impacts or where sliding \
                  stops, or did not settle on the whole of it and went in halves.",
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
        name: "Detect",
        meaning: "Wall time for kinematics, broad phase and potential contacts.",
        value: |_, pane, _| of_record(pane, |r| time(r.timing.detect)),
    },
    Row {
        name: "Formulate",
        meaning: "Wall time for the model's conditions, Jacobians and the problem.",
        value: |_, pane, _| of_record(pane, |r| time(r.timing.formulate)),
    },
    Row {
        name: "Solve",
        meaning: "Wall time for solving.",
        value: |_, pane, _| of_record(pane, |r| time(r.timing.solve)),
    },
    Row {
        name: "Whole step",
        meaning: "Wall time of the step, all stages.",
        value: |_, pane, _| of_record(pane, |r| time(r.timing.total)),
    },
];

const MOTION: &[Row] = &[
    Row {
        name: "Energy",
        meaning: "Kinetic and potential energy of the bodies that move, with their velocities at this time: those of the \
                  leapfrog models lie half a step before it and are moved on by gravity.",
        value: |_, pane, _| {
            shown(pane).map_or_else(Cell::none, |s| Cell::plain(format::engineering(s.energy, "J")))
        },
    },
    Row {
        name: "Momentum",
        meaning: "Size of the linear momentum Σ m v of the bodies that move. Contacts with each other do not change it; \
                  gravity and fixed bodies do.",
        value: |_, pane, _| size(pane, |s| s.linear_momentum, "N·s"),
    },
    Row {
        name: "– drift",
        meaning: "How far the linear momentum is from that of the first recorded moment, relative to Σ m‖v‖. Told where \
                  nothing acts from outside.",
        value: |_, pane, _| momentum::cell(pane, |e| (e.linear_momentum, e.momentum_scale)),
    },
    Row {
        name: "Angular mom.",
        meaning: "Size of the angular momentum Σ x × m v + I ω about the world origin of the bodies that move.",
        value: |_, pane, _| size(pane, |s| s.angular_momentum, "N·m·s"),
    },
    Row {
        name: "– drift",
        meaning: "How far the angular momentum about the world origin is from that of the first recorded moment, relative to \
                  Σ (‖x‖ m ‖v‖ + ‖I ω‖). Told where nothing acts from outside.",
        value: |_, pane, _| momentum::cell(pane, |e| (e.angular_momentum, e.angular_scale)),
    },
    Row {
        name: "Steps done",
        meaning: "Steps since the start of the run.",
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
        "active-alternative" => "active alt.",
        "active-alternative (exact)" => "exact",
        other => other,
    }
}
