//! The text of a scene: a scene of the repository or one made up, changed in a few places.

use super::{Trial, class, corpus, world};
use crate::chance::Chance;
use crate::mutate;
use pegsim::scene::{load_str, to_text};
use std::path::Path;

/// A folder that is not there: no input reads a file.
const NOWHERE: &str = "/nonexistent/pegsim-fuzz";

const WORDS: &[&str] = &[
    "Scene",
    "bodies",
    "joints",
    "controllers",
    "groups",
    "contact",
    "friction",
    "restitution",
    "solver",
    "resume",
    "camera",
    "Some",
    "None",
    "Two",
    "Three",
    "Fixed",
    "Dynamic",
    "Kinematic",
    "Box",
    "Hull",
    "Union",
    "Prism",
    "Platonic",
    "Mesh",
    "RegularPolygon",
    "Cube",
    "Tetrahedron",
    "half_extents",
    "points",
    "position",
    "orientation",
    "velocity",
    "angular_velocity",
    "density",
    "mass",
    "inertia",
    "Principal",
    "spawn_time",
    "kind",
    "shape",
    "name",
    "true",
    "false",
    "Revolute",
    "Prismatic",
    "Spherical",
    "Cylindrical",
    "limits",
    "JointPd",
    "Force",
    "Path",
    "waypoints",
    "Sine",
    "Ramp",
    "Peg",
    "Lnc",
    "Standard",
    "SeparatingFeature",
    "model",
    "method",
    "Automatic",
    "Enumeration",
    "time_step",
    "duration",
    "format_version",
    "directions",
    "tolerance",
    "max_iterations",
    "detection_distance",
    "\"\"",
    "\"floor\"",
];

pub fn run(chance: &mut Chance, trial: &mut Trial) {
    let start = if chance.one_in(3) {
        to_text(&world::scene(chance))
    } else {
        chance.pick(corpus::SCENES).to_owned()
    };
    let text = mutate::text(chance, &start, WORDS);
    trial.given(text.as_bytes(), "ron");
    match load_str(&text, "fuzz.ron", Path::new(NOWHERE)) {
        Err(error) => {
            trial.tag(format!("refused: {}", class(error.message.split_once(": ").map_or("", |m| m.1))));
            if error.message.trim().is_empty() {
                trial.wrong("a refusal without words");
            }
            if error.message.chars().count() > 400 {
                trial.tag("a message of more than 400 characters");
            }
        }
        Ok(loaded) => {
            trial.tag("accepted");
            let written = to_text(&loaded.source);
            match load_str(&written, "written.ron", Path::new(NOWHERE)) {
                // As text: what is not a number is not equal to itself.
                Ok(again) if to_text(&again.source) == written => {}
                Ok(_) => trial.wrong("the scene written and read again is another one"),
                Err(error) => trial.wrong(format!("the scene as written is refused: {error}")),
            }
            if !loaded.first_state().is_finite() {
                trial.wrong("an accepted scene starts with numbers that are not finite");
            }
        }
    }
}
