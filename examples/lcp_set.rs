//! Makes the stored set of complementarity problems, `tests/lcp/*.json`.
//!
//! `cargo run --no-default-features --example lcp_set [FOLDER [PART-OF-A-NAME]]`
//!
//! Problems of the literature are written out here with their sources; the others are single steps of scenes. The set
//! is stored because what a later version simulates may differ in the last bits; run this only to add a problem.

use nalgebra::{DMatrix, DVector};
use pegsim::contact::models::ContactModel;
use pegsim::lcp::Lcp;
use pegsim::lcp::problem::file::ProblemFile;
use pegsim::scene::{LoadedScene, load_file, load_str};
use pegsim::step::{Simulation, SolverMethod, problem_files};
use pegsim::world::StepInput;
use std::error::Error;
use std::path::{Path, PathBuf};

type Made = Result<ProblemFile, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::args().nth(1).map_or_else(|| root.join("tests/lcp"), PathBuf::from);
    let only = std::env::args().nth(2);
    std::fs::create_dir_all(&folder)?;
    let mut bytes = 0;
    for (name, make) in literature().into_iter().chain(steps()) {
        let wanted = only.as_deref().map_or(name != TOO_LARGE, |only| name.contains(only));
        if !wanted {
            continue;
        }
        let mut problem = make()?;
        problem.name = name.to_owned();
        let text = problem.to_text()?;
        println!("{name}: {} rows, {} bytes", problem.b.len(), text.len());
        bytes += text.len();
        std::fs::write(folder.join(format!("{name}.json")), text)?;
    }
    println!("{bytes} bytes in {}", folder.display());
    Ok(())
}

/// Made only when asked for by name: with it the set would be larger than 1.5 MB.
const TOO_LARGE: &str = "pile_300";

type Entry = (&'static str, Box<dyn Fn() -> Made>);

/// A small problem given by its numbers.
fn written(rows: &[&[f64]], b: &[f64], description: &str, source: &str, solvable: bool) -> Made {
    let n = b.len();
    let a = DMatrix::from_fn(n, n, |i, j| rows[i][j]);
    let lcp = Lcp::new(a, DVector::from_column_slice(b))?;
    Ok(ProblemFile {
        description: description.to_owned(),
        source: source.to_owned(),
        solvable: Some(solvable),
        ..ProblemFile::new("", &lcp)
    })
}

/// A family given by a formula for its entries, b = −1.
fn formula(n: usize, entry: fn(usize, usize) -> f64, description: &str, source: &str) -> Made {
    let a = DMatrix::from_fn(n, n, entry);
    let lcp = Lcp::new(a, DVector::from_element(n, -1.0))?;
    Ok(ProblemFile {
        description: description.to_owned(),
        source: source.to_owned(),
        solvable: Some(true),
        ..ProblemFile::new("", &lcp)
    })
}

fn murty(n: usize) -> Made {
    formula(
        n,
        |i, j| {
            if i == j {
                1.0
            } else if i > j {
                2.0
            } else {
                0.0
            }
        },
        "A P-matrix on which principal pivoting methods may take 2^n pivots; the solution is the first unit vector.",
        "Murty, Computational complexity of complementary pivot methods, 1978",
    )
}

fn fathi(n: usize) -> Made {
    formula(
        n,
        |i, j| if i == j { 4.0 * i as f64 + 1.0 } else { 4.0 * i.min(j) as f64 + 2.0 },
        "L Lᵀ of Murty's matrix L: symmetric positive definite, and still hard for principal pivoting.",
        "Fathi, Computational complexity of LCPs associated with positive definite symmetric matrices, 1979",
    )
}

fn literature() -> Vec<Entry> {
    let own = "written for this set";
    vec![
        (
            "murty_02",
            Box::new(|| {
                let source =
                    "Murty, Linear Complementarity, Linear and Nonlinear Programming, 1988, chapter 1";
                written(&[&[2.0, 1.0], &[1.0, 2.0]], &[-5.0, -6.0], "Two rows; z = (4/3, 7/3).", source, true)
            }),
        ),
        (
            "kostreva_cycle",
            Box::new(|| {
                let rows: [&[f64]; 3] = [&[1.0, 2.0, 0.0], &[0.0, 1.0, 2.0], &[2.0, 0.0, 1.0]];
                let what = "A P-matrix on which principal pivoting without a rule against it cycles; z = (1, 1, 1) / 3.";
                written(
                    &rows,
                    &[-1.0; 3],
                    what,
                    "Kostreva, Cycling in linear complementarity problems, 1979",
                    true,
                )
            }),
        ),
        ("murty_04", Box::new(|| murty(4))),
        ("murty_08", Box::new(|| murty(8))),
        ("murty_12", Box::new(|| murty(12))),
        ("murty_16", Box::new(|| murty(16))),
        ("fathi_04", Box::new(|| fathi(4))),
        ("fathi_08", Box::new(|| fathi(8))),
        ("fathi_16", Box::new(|| fathi(16))),
        (
            "three_solutions",
            Box::new(move || {
                let what = "Two rows that exclude each other: z = (1, 0), (0, 1) or (1, 1) / 3.";
                written(&[&[1.0, 2.0], &[2.0, 1.0]], &[-1.0; 2], what, own, true)
            }),
        ),
        (
            "many_solutions",
            Box::new(move || {
                let what = "One load on four equal supports: any z >= 0 with the sum 1.";
                written(&[&[1.0; 4][..]; 4], &[-1.0; 4], what, own, true)
            }),
        ),
        (
            "closing_walls",
            Box::new(move || {
                let what = "A body between two walls that close in: no velocity escapes both.";
                written(&[&[1.0, -1.0], &[-1.0, 1.0]], &[-1.0; 2], what, own, false)
            }),
        ),
        (
            "negative_row",
            Box::new(move || written(&[&[-1.0]], &[-1.0], "w = −z − 1 is never positive.", own, false)),
        ),
    ]
}

/// The largest problem of the step that follows `steps` steps of the scene, as `model` writes it.
fn after(scene: &LoadedScene, steps: usize, model: ContactModel, description: &str) -> Made {
    let mut simulation = Simulation::new(scene.model.clone(), scene.state.clone(), scene.settings);
    for _ in 0..steps {
        simulation.step(&StepInput::default())?;
    }
    simulation.settings.contact.model = model;
    let problems = problem_files(
        &simulation.model,
        &simulation.state,
        &StepInput::default(),
        &simulation.settings,
        &scene.name,
    );
    let largest = problems.into_iter().max_by_key(|problem| problem.b.len());
    let problem = largest.ok_or("no bodies touch in this step")?;
    Ok(ProblemFile { description: description.to_owned(), ..problem })
}

/// A pile, simulated by the exact model (which is quicker on large ones), as the standard model writes its next step.
fn pile(name: &str, steps: usize, friction: f64, description: &str) -> Made {
    let mut scene = scene_file(name)?;
    scene.settings.contact.model = ContactModel::SeparatingFeature;
    scene.settings.count_traps = false;
    let mut simulation = Simulation::new(scene.model.clone(), scene.state.clone(), scene.settings);
    for _ in 0..steps {
        simulation.step(&StepInput::default())?;
    }
    scene.state = simulation.state;
    after(&rough(scene, friction), 0, ContactModel::Standard, description)
}

fn scene_file(name: &str) -> Result<LoadedScene, Box<dyn Error>> {
    Ok(load_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(format!("{name}.ron")))?)
}

fn scene_text(name: &str, dimension: &str, bodies: &str) -> Result<LoadedScene, Box<dyn Error>> {
    let up = if dimension == "Two" { "(0.0, -9.81, 0.0)" } else { "(0.0, 0.0, -9.81)" };
    let text = format!(
        "Scene(name: \"{name}\", dimension: {dimension}, gravity: {up}, contact: (model: Standard), bodies: [{bodies}])"
    );
    Ok(load_str(&text, name, Path::new("."))?)
}

/// The scene with this Coulomb coefficient on every body.
fn rough(mut scene: LoadedScene, friction: f64) -> LoadedScene {
    let model = std::sync::Arc::make_mut(&mut scene.model);
    model.bodies.iter_mut().for_each(|body| body.friction = friction);
    scene
}

const FLOOR: &str = "(name: \"floor\", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.125)), position: (0.0, 0.0, -0.125))";

fn on_floor(name: &str, bodies: &str) -> Result<LoadedScene, Box<dyn Error>> {
    scene_text(name, "Three", &format!("{FLOOR}, {bodies}"))
}

const BOX: &str = "(name: \"box\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, 0.0, 0.2), velocity: (1.0, 0.3, 0.0))";
const TOP: &str =
    "(name: \"top\", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.5))";

fn steps() -> Vec<Entry> {
    use ContactModel::{Lnc, Peg, Standard};
    vec![
        (
            "box_on_floor",
            Box::new(|| {
                after(&on_floor("box on floor", BOX)?, 10, Standard, "Four corners carry one box: redundant.")
            }),
        ),
        (
            "box_2d_friction",
            Box::new(|| {
                let bodies = "(name: \"floor\", kind: Fixed, shape: Hull(points: [(-2.0, -0.1), (2.0, -0.1), (2.0, 0.0), (-2.0, 0.0)])), \
                          (name: \"box\", kind: Dynamic, shape: Hull(points: [(-0.2, 0.0), (0.2, 0.0), (0.2, 0.4), (-0.2, 0.4)]), velocity: (1.0, 0.0, 0.0))";
                let scene = rough(scene_text("box 2d", "Two", bodies)?, 0.5);
                after(&scene, 3, Standard, "A box in the plane slides on two corners.")
            }),
        ),
        (
            "box_sliding",
            Box::new(|| {
                after(
                    &rough(on_floor("box", BOX)?, 0.5),
                    3,
                    Standard,
                    "A box slides on four corners, friction 0.5.",
                )
            }),
        ),
        (
            "box_sticking",
            Box::new(|| {
                after(&rough(on_floor("box", BOX)?, 0.5), 60, Standard, "A box at rest, friction 0.5.")
            }),
        ),
        (
            "two_boxes_friction",
            Box::new(|| {
                let scene = rough(on_floor("two boxes", &format!("{BOX}, {TOP}"))?, 0.5);
                after(&scene, 20, Standard, "A small box falls on a sliding one, friction 0.5.")
            }),
        ),
        (
            "two_boxes_ill_conditioned",
            Box::new(|| {
                let mut scene = rough(on_floor("two boxes", &format!("{BOX}, {TOP}"))?, 0.5);
                scene.settings.solver.method = SolverMethod::ProjectedJacobi;
                scene.settings.solver.max_iterations = 5000;
                after(
                    &scene,
                    2,
                    Standard,
                    "The same early on: a basis on the way of Lemke's method is almost singular.",
                )
            }),
        ),
        (
            "mass_ratio",
            Box::new(|| {
                let heavy = "(name: \"light\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, 0.0, 0.2), mass: Some(1.0)), \
                         (name: \"heavy\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, 0.0, 0.6), mass: Some(1e6))";
                after(&on_floor("mass ratio", heavy)?, 5, Standard, "10^6 kg on 1 kg on the floor.")
            }),
        ),
        (
            "mass_ratio_friction",
            Box::new(|| {
                let heavy = "(name: \"light\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, 0.0, 0.2), mass: Some(1.0)), \
                         (name: \"heavy\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)), position: (0.0, 0.0, 0.6), mass: Some(1e6))";
                after(
                    &rough(on_floor("mass ratio", heavy)?, 0.5),
                    0,
                    Standard,
                    "10^6 kg on 1 kg on the floor, friction 0.5.",
                )
            }),
        ),
        (
            "cube_on_edge",
            Box::new(|| after(&scene_file("cube_on_edge")?, 30, Peg, "A cube over the edge of a table.")),
        ),
        (
            "box_stack",
            Box::new(|| {
                after(
                    &scene_file("boxstack3d")?,
                    300,
                    Standard,
                    "Ten cubes on each other: forty contacts, most redundant.",
                )
            }),
        ),
        ("polygons", Box::new(|| after(&scene_file("box2d_seed0")?, 400, Peg, "Polygons in a box."))),
        (
            "polyhedra_standard",
            Box::new(|| after(&scene_file("box3d_seed0")?, 400, Standard, "Polyhedra in a box.")),
        ),
        ("polyhedra_lnc", Box::new(|| after(&scene_file("box3d_seed0")?, 400, Lnc, "Polyhedra in a box."))),
        ("polyhedra_peg", Box::new(|| after(&scene_file("box3d_seed0")?, 400, Peg, "Polyhedra in a box."))),
        (
            "polyhedra_friction",
            Box::new(|| {
                let mut scene = scene_file("box3d_seed0")?;
                scene.settings.contact.model = Standard;
                after(&rough(scene, 0.3), 250, Standard, "Polyhedra in a box, friction 0.3.")
            }),
        ),
        (
            "pile_30",
            Box::new(|| after(&scene_file("pile3d_30")?, 100, Peg, "Thirty polyhedra that have just met.")),
        ),
        (
            "pile_30_standard",
            Box::new(|| {
                after(&scene_file("pile3d_30")?, 100, Standard, "Thirty polyhedra that have just met.")
            }),
        ),
        (
            "pile_30_friction",
            Box::new(|| pile("pile3d_30", 150, 0.5, "Thirty polyhedra at rest, as if with friction 0.5.")),
        ),
        (
            "pile_100",
            Box::new(|| pile("hard/pile3d_100", 150, 0.0, "A hundred polyhedra on their way to rest.")),
        ),
        (
            "pile_300",
            Box::new(|| pile("hard/pile3d_300", 350, 0.0, "Three hundred polyhedra almost at rest.")),
        ),
    ]
}
