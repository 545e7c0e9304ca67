//! All figures that `pegsim figures` draws: one entry each.

use crate::cli::figures::kit::{Figure, Printed};
use crate::cli::figures::{boxes, grasp, infeasibility, motion, penalty, solvers, stack, triangle};
use pegsim::quote;

const fn area(what: &'static str, value: f64) -> Printed {
    Printed { what, value, unit: "m²" }
}

/// In the order of the page.
pub(crate) static FIGURES: [Figure; 30] = [
    Figure {
        name: "thesis-5.5",
        source: "Williams 2014, figure 5.5",
        title: "Triangle drop, h = 10 ms",
        said: "Alike at steps 60 and 80; then the corrective method bounces, the standard model is trapped, PEG slides off.",
        printed: &[],
        jobs: triangle::frame_jobs,
        draw: triangle::draw_frames,
    },
    Figure {
        name: "thesis-5.6",
        source: "Williams 2014, figure 5.6",
        title: "Triangle drop, h = 1, 2, … 16 ms",
        said: "All 16 trials of PEG cover the ground truth (PEG at 0.1 ms); the standard model diverges in x and y as soon as the vertex \
            is trapped; the corrective method varied dramatically.",
        printed: &[],
        jobs: triangle::way_jobs,
        draw: triangle::draw_ways,
    },
    Figure {
        name: "thesis-5.7",
        source: "Williams 2014, figure 5.7",
        title: "Stack of boxes, corrective method",
        said: "Rotations at step 110, a rebound at 150, boxes fall away at 190; eventually the static box is the only one that remains.",
        printed: &[],
        jobs: stack::corrective_jobs,
        draw: stack::draw_corrective,
    },
    Figure {
        name: "thesis-5.8",
        source: "Williams 2014, figure 5.8",
        title: "Stack of boxes, standard model: feasible contacts only, and every contact within ε",
        said: "At step 120 a quadruple trap shifts a box to the left, at 130 six boxes are in traps; the stack does not topple.",
        printed: &[],
        jobs: stack::standard_jobs,
        draw: stack::draw_standard,
    },
    Figure {
        name: "thesis-5.9",
        source: "Williams 2014, figure 5.9",
        title: "Stack of boxes, PEG",
        said: "Eight boxes in contact at step 110, all with gaps of zero at 130; thousands of steps later steady and stable.",
        printed: &[],
        jobs: stack::peg_jobs,
        draw: stack::draw_peg,
    },
    Figure {
        name: "thesis-5.10",
        source: "Williams 2014, figure 5.10",
        title: "Box of polygons: corrective method, PEG, Exact (ten sets: median, quartiles)",
        said: "The corrective method generates larger error for larger time steps; PEG's is imperceptible, along the horizontal axis.",
        printed: &[],
        jobs: boxes::jobs_5_10,
        draw: boxes::draw_5_10,
    },
    Figure {
        name: "thesis-5.13",
        source: "Williams 2014, figure 5.13",
        title: "Box of polygons, PEG, h = 10 ms: contacts and traps",
        said: "Contacts and traps at each step of an example; smaller steps generate fewer traps, since ε is smaller.",
        printed: &[],
        jobs: boxes::jobs_5_13,
        draw: boxes::draw_5_13,
    },
    Figure {
        name: "thesis-5.14",
        source: "Williams 2014, figure 5.14",
        title: "Box of polyhedra: corrective method, PEG, Exact (ten sets: median, quartiles)",
        said: "Extremely similar to the results in the plane: PEG virtually eliminates the error at all time steps.",
        printed: &[],
        jobs: boxes::jobs_5_14,
        draw: boxes::draw_5_14,
    },
    Figure {
        name: "thesis-5.15",
        source: "Williams 2014, figure 5.15",
        title: "Box of polyhedra, PEG, h = 10 ms: contacts and traps",
        said: "A rate of traps similar to that in the plane.",
        printed: &[],
        jobs: boxes::jobs_5_15,
        draw: boxes::draw_5_15,
    },
    Figure {
        name: "thesis-5.17",
        source: "Williams 2014, figure 5.17",
        title: "Grasp, PEG",
        said: "A five-link two-fingered gripper with proportional-derivative control grasps a random polygon.",
        printed: &[],
        jobs: grasp::jobs_5_17,
        draw: grasp::draw_5_17,
    },
    Figure {
        name: "thesis-5.18",
        source: "Williams 2014, figure 5.18",
        title: "Grasp of the first polygon: position error, h = 1, 2, … 10 ms",
        said: "Large errors of the standard model from where the fingers make contact; persistent bounce of the corrective method; all PEG \
            trials converge to the ground truth.",
        printed: &[],
        jobs: grasp::jobs_5_18,
        draw: grasp::draw_5_18,
    },
    Figure {
        name: "thesis-5.19",
        source: "Williams 2014, figure 5.19",
        title: "Grasp: finger tips in traps, h = 8 ms",
        said: "A non-physical grasp: one finger is above the object and still pushes upwards on its nearest bottom face.",
        printed: &[],
        jobs: grasp::jobs_5_19,
        draw: grasp::draw_5_19,
    },
    Figure {
        name: "thesis-5.20",
        source: "Williams 2014, figure 5.20",
        title: "Grasps of ten polygons: position error (median, quartiles)",
        said: "PEG performs best; no solutions of the standard model above h = 5 ms.",
        printed: &[],
        jobs: grasp::jobs_5_20,
        draw: grasp::draw_5_20,
    },
    Figure {
        name: "thesis-5.21",
        source: "Williams 2014, figure 5.21",
        title: "Grasp with friction 0.25, first polygon: position error",
        said: "As without friction; PEG converges to a slightly different position for larger steps.",
        printed: &[],
        jobs: grasp::jobs_5_21,
        draw: grasp::draw_5_21,
    },
    Figure {
        name: "thesis-5.22",
        source: "Williams 2014, figure 5.22",
        title: "Grasps of ten polygons with friction 0.25: position error (median, quartiles)",
        said: "Similar to the grasps without friction; the standard model up to h = 8 ms, the corrective method not at 10 ms.",
        printed: &[],
        jobs: grasp::jobs_5_22,
        draw: grasp::draw_5_22,
    },
    Figure {
        name: "thesis-5.23",
        source: "Williams 2014, figure 5.23",
        title: "Box of polygons: PEG's area of overlap (ten sets: median, quartiles)",
        said: "The small errors increase with the step size: a consequence of the time stepping, not of PEG.",
        printed: &[],
        jobs: boxes::jobs_5_23,
        draw: boxes::draw_5_23,
    },
    Figure {
        name: "thesis-5.25",
        source: "Williams 2014, figures 5.24 and 5.25",
        title: "Overlap by rotation within a step, ω = 1 rad/s",
        said: "Area error after a single step.",
        printed: &[
            area("area, h = 0.01 s", 0.000_025),
            area("area, h = 0.1 s", 0.0025),
            area("area, h = 0.2 s", 0.01),
            area("area, h = 0.3 s", 0.0223),
            area("area, h = 0.4 s", 0.0395),
            area("area, h = 0.5 s", 0.0612),
        ],
        jobs: motion::jobs_5_25,
        draw: motion::draw_5_25,
    },
    Figure {
        name: "thesis-5.27",
        source: "Williams 2014, 5.4, figures 5.26 and 5.27",
        title: "Conservation of momentum: five blocks in a row",
        said: "The total momentum is constant; each step of the curves is an inelastic impact. Masses and first velocity are printed.",
        printed: &[Printed { what: "total momentum, 1.5 kg × 2 m/s", value: 3.0, unit: "N·s" }],
        jobs: motion::jobs_5_27,
        draw: motion::draw_5_27,
    },
    Figure {
        name: "thesis-6.2",
        source: "Williams 2014, table 6.2",
        title: "Solvers on the problems of three steps: natural map, iterations, multiplications",
        said: "Names, models and categories of eight solvers.",
        printed: &[],
        jobs: solvers::jobs,
        draw: solvers::draw,
    },
    Figure {
        name: "thesis-6.4",
        source: "Williams 2014, figure 6.4",
        title: "Joint error of a hanging rod",
        said: "With the stabilisation of Stewart–Trinkle the joint error is bound, in this case below 7e-5.",
        printed: &[Printed { what: "joint error, upper bound", value: 7e-5, unit: "m" }],
        jobs: motion::jobs_6_4,
        draw: motion::draw_6_4,
    },
    Figure {
        name: "peg-20",
        source: "Williams, Lu, Trinkle 2016, figure 20",
        title: "Box of polygons",
        said: "Twenty random convex polygons poured into an open box, one every 0.25 s.",
        printed: &[],
        jobs: boxes::jobs_20,
        draw: boxes::draw_20,
    },
    Figure {
        name: "peg-21",
        source: "Williams, Lu, Trinkle 2016, figure 21",
        title: "Box of polygons: standard model, PEG, Exact (ten sets: median, quartiles)",
        said: "PEG's errors several orders of magnitude smaller, imperceptibly close to machine precision; the standard model crashed frequently.",
        printed: &[],
        jobs: boxes::jobs_21,
        draw: boxes::draw_21,
    },
    Figure {
        name: "peg-22",
        source: "Williams, Lu, Trinkle 2016, figure 22",
        title: "Box of polygons: contacts and traps",
        said: "PEG was necessary in approximately 25 % of time steps; the percentage increases with the step size.",
        printed: &[Printed { what: "time steps in which PEG was necessary", value: 25.0, unit: "%" }],
        jobs: boxes::jobs_5_13,
        draw: boxes::draw_5_13,
    },
    Figure {
        name: "peg-23",
        source: "Williams, Lu, Trinkle 2016, figure 23",
        title: "Box of polyhedra",
        said: "Polyhedra dropped into five right hexahedra, one every 0.5 s.",
        printed: &[],
        jobs: boxes::jobs_23,
        draw: boxes::draw_23,
    },
    Figure {
        name: "peg-24",
        source: "Williams, Lu, Trinkle 2016, figure 24",
        title: "Box of polyhedra: standard model, PEG, Exact (ten sets: median, quartiles)",
        said: "Extremely similar to the results in the plane.",
        printed: &[],
        jobs: boxes::jobs_24,
        draw: boxes::draw_24,
    },
    Figure {
        name: "penalty-8",
        source: "Drumwright 2008, figure 8",
        title: "Block pushed out of a plane: kinetic energy",
        said: "The deepest-point method oscillates, the multi-point method comes to rest.",
        printed: &[],
        jobs: penalty::jobs_8,
        draw: penalty::draw_8,
    },
    Figure {
        name: "penalty-9",
        source: "Drumwright 2008, figure 9",
        title: "Block pushed out of a plane: penetration",
        said: "Absolute penetration over 3,000 steps.",
        printed: &[],
        jobs: penalty::jobs_8,
        draw: penalty::draw_9,
    },
    Figure {
        name: "penalty-10",
        source: "Drumwright 2008, figure 10",
        title: "Block under forces: kinetic energy",
        said: "Stability to perturbations of the multi-point method generally several orders of magnitude better than of the deepest point.",
        printed: &[],
        jobs: penalty::jobs_10,
        draw: penalty::draw_10,
    },
    Figure {
        name: "penalty-11",
        source: "Drumwright 2008, figure 11",
        title: "Block under forces: penetration",
        said: "Mean penetrations, in units of the block's side.",
        printed: &[
            Printed { what: "deepest point, mean 9.0e-2", value: 9.0e-2, unit: "m" },
            Printed { what: "multi-point, mean 5.9e-3", value: 5.9e-3, unit: "m" },
            Printed { what: "LCP, mean 1.5e-4", value: 1.5e-4, unit: "m" },
        ],
        jobs: penalty::jobs_10,
        draw: penalty::draw_11,
    },
    Figure {
        name: "slides-infeasibility",
        source: "Hart and Anitescu, slides: need of stabilisation, Balance2, pyramid, dice",
        title: "Average infeasibility over the step size",
        said: "Smaller steps and constraint stabilisation give smaller average infeasibility, of quadratic O(h²) nature.",
        printed: &[],
        jobs: infeasibility::jobs,
        draw: infeasibility::draw,
    },
];

/// The figures of these names, in the order of the page; all where none is named.
///
/// # Errors
/// One sentence with the names there are, where one is unknown.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<&'static Figure>, String> {
    let known = |name: &String| FIGURES.iter().any(|figure| figure.name.eq_ignore_ascii_case(name));
    if let Some(name) = names.iter().find(|name| !known(name)) {
        return Err(format!(
            "unknown figure `{}`{}; {}",
            quote::brief(name),
            quote::meant(name, FIGURES.iter().map(|figure| figure.name)),
            listed()
        ));
    }
    let wanted = |figure: &&Figure| {
        names.is_empty() || names.iter().any(|name| figure.name.eq_ignore_ascii_case(name))
    };
    Ok(FIGURES.iter().filter(wanted).collect())
}

/// All names in few words: those with the same beginning once.
fn listed() -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for figure in &FIGURES {
        let (source, number) = figure.name.split_once('-').unwrap_or((figure.name, ""));
        match groups.last_mut().filter(|(last, _)| *last == source) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((source, vec![number])),
        }
    }
    let said: Vec<String> = groups
        .into_iter()
        .map(|(source, numbers)| match numbers.as_slice() {
            [only] => format!("{source}-{only}"),
            [first, .., last] => format!("{source}-{first} to -{last}"),
            [] => source.to_owned(),
        })
        .collect();
    format!("there are {} (`pegsim figures --list` shows them)", said.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_figure_has_runs_of_its_own() {
        let mut names: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FIGURES.len());
        for figure in &FIGURES {
            let jobs = (figure.jobs)();
            assert!(!jobs.is_empty(), "{}", figure.name);
            let mut ids: Vec<String> = jobs.iter().map(pegsim::experiment::figures::Job::id).collect();
            let count = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), count, "{} asks for a run twice", figure.name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_in_a_line() {
        for name in ["thesis-5.1", "", &"x".repeat(10_000)] {
            let said = chosen(&[name.to_owned()]).err().unwrap();
            assert!(said.chars().count() <= 200 && said.contains("thesis-5.5"), "{said}");
        }
        assert_eq!(chosen(&[]).unwrap().len(), FIGURES.len());
        assert_eq!(chosen(&["PEG-20".to_owned()]).unwrap()[0].name, "peg-20");
    }
}
