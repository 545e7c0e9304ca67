//! Scenes of `scenes/meshes/`: bodies that are not convex, from mesh files that are made here as well.

use crate::contact::models::ContactModel;
use crate::geometry::mesh::make::{of_cells, to_obj, turned};
use crate::math::Dimension;
use crate::scene::format::{Axis, BodyDescription, CameraDescription, DecomposeSettings, Scene, Shape};
use crate::scene::generators::random::{dynamic, fixed, place, slab};

/// All of them.
pub(in crate::scene) fn set() -> Vec<(String, Scene)> {
    vec![("meshes/household_on_stairs".to_owned(), household_on_stairs())]
}

/// Their mesh files, with paths from the scene folder.
pub(in crate::scene) fn files() -> Vec<(String, String)> {
    [
        ("chair", to_obj(&chair(), "A chair, in metres, z up: a seat, a back and four legs as one surface.")),
        ("cup", to_obj(&cup(), "A cup, in centimetres, z up: walls and a bottom.")),
        ("bracket", to_obj(&bracket(), "An L-shaped bracket with a rib, in metres.")),
    ]
    .map(|(stem, text)| (format!("meshes/{stem}.obj"), text))
    .into()
}

fn chair() -> crate::geometry::mesh::TriangleMesh {
    let planes: [&[f64]; 3] = [&[0.0, 0.04, 0.36, 0.4], &[0.0, 0.04, 0.36, 0.4], &[0.0, 0.4, 0.44, 0.85]];
    of_cells(planes, |[x, y, z]| match z {
        0 => x != 1 && y != 1,
        1 => true,
        _ => x == 0,
    })
}

/// Numbers of a file: to a thousandth of a millimetre.
fn cup() -> crate::geometry::mesh::TriangleMesh {
    let profile = [[0.0, 0.0], [3.5, 0.0], [4.5, 9.5], [4.0, 9.5], [3.1, 0.6], [0.0, 0.6]];
    let mut mesh = turned(&profile, 12);
    mesh.vertices.iter_mut().flatten().for_each(|c| *c = place((*c * 1e4).round() / 1e4));
    mesh
}

fn bracket() -> crate::geometry::mesh::TriangleMesh {
    let planes: [&[f64]; 3] = [&[0.0, 0.03, 0.12, 0.3], &[0.0, 0.02, 0.12], &[0.0, 0.03, 0.2]];
    of_cells(planes, |[x, y, z]| z == 0 || x == 0 || (y == 0 && x == 1))
}

/// A body of a mesh file beside the scene.
fn of_mesh(name: &str, file: &str, scale: f64, mirror: Option<Axis>) -> BodyDescription {
    let decompose = Some(DecomposeSettings::default());
    let shape = Shape::Mesh { path: format!("{file}.obj"), decompose, hull: false, scale, mirror };
    BodyDescription { friction: 0.4, ..dynamic(name, 0, shape, [0.0; 3]) }
}

fn household_on_stairs() -> Scene {
    let mut scene = Scene::new("Household on stairs", Dimension::Three);
    scene.description = "A chair, a cup and two brackets, one the mirror image of the other, fall down stairs: meshes that are not \
                         convex, cut into convex parts."
        .to_owned();
    (scene.time_step, scene.duration) = (0.005, Some(3.0));
    scene.contact.model = ContactModel::SeparatingFeature;
    let steps = (0..4).map(|k| {
        let (front, height) = (0.45 * f64::from(k), -0.2 * f64::from(k));
        slab([place(front - 0.45), -1.0, -1.0], [place(front), 1.0, place(height)])
    });
    let ground = slab([1.35, -1.0, -1.0], [4.0, 1.0, -0.8]);
    let stairs = fixed("stairs", Shape::Union(steps.chain([ground]).collect()));
    let at = |body: BodyDescription,
              position: [f64; 3],
              orientation: [f64; 4],
              velocity: [f64; 3],
              color: [f32; 3]| {
        BodyDescription { position, orientation, velocity, color: Some(color), ..body }
    };
    let chair = BodyDescription { density: 600.0, ..of_mesh("chair", "chair", 1.0, None) };
    let mut cup = BodyDescription { density: 2400.0, ..of_mesh("cup", "cup", 0.01, None) };
    if let Shape::Mesh { decompose: Some(settings), .. } = &mut cup.shape {
        settings.tolerance = Some(0.0015);
    }
    let bracket = BodyDescription { density: 2700.0, ..of_mesh("bracket", "bracket", 1.0, None) };
    let mirrored =
        BodyDescription { density: 2700.0, ..of_mesh("mirrored bracket", "bracket", 1.0, Some(Axis::Y)) };
    // (w, x, y, z) of turns by 30° about y, 90° about y and 20° about x, of Pythagorean numbers.
    let (leans, lies, tilts) = ([0.96, 0.0, 0.28, 0.0], [0.6, 0.0, 0.8, 0.0], [0.96, 0.28, 0.0, 0.0]);
    scene.bodies = vec![
        BodyDescription { friction: 0.4, ..stairs },
        at(chair, [-0.3, -0.2, 0.25], leans, [1.0, 0.0, 0.0], [0.72, 0.5, 0.3]),
        at(cup, [-0.1, 0.45, 0.3], lies, [0.8, 0.0, 0.0], [0.85, 0.87, 0.9]),
        at(bracket, [0.2, -0.75, 0.2], tilts, [0.8, 0.0, 0.0], [0.35, 0.55, 0.75]),
        at(mirrored, [0.2, 0.8, 0.2], tilts, [0.8, 0.0, 0.0], [0.75, 0.4, 0.35]),
    ];
    scene.camera = Some(CameraDescription { eye: [2.6, -3.2, 1.6], target: [0.7, 0.0, -0.2] });
    scene
}
