//! The scenes that come with the program: the papers' experiments and small cases that tell the models apart.

use crate::contact::models::ContactModel;
use crate::math::Dimension;
use crate::output::write_over;
use crate::scene::format::{CameraDescription, Inertia, PartDescription, Point, Scene, Shape};
use crate::scene::generators::random::{
    box_of_polygons, box_of_polyhedra, dynamic, fixed, front, pile, stack_of_boxes,
};
use crate::scene::generators::{
    crowds, curved, friction, gripper, hard, mechanisms, meshes, penalty, rounded, seams, stabilisation,
};
use crate::scene::save::to_text;
use std::path::Path;

/// Sets of each box of random bodies.
const SETS: u64 = 5;

/// Every scene with the stem of its file, the folder in front where it lies in one (`seams/…`, `hard/…`).
pub fn standard_set() -> Vec<(String, Scene)> {
    let mut set: Vec<(String, Scene)> = [
        ("triangle_drop", triangle_drop()),
        ("boxstack2d", stack_of_boxes(Dimension::Two, 0)),
        ("boxstack3d", stack_of_boxes(Dimension::Three, 0)),
        ("balance", balance()),
        ("cube_on_edge", cube_on_edge()),
        ("tetra_stack", tetra_stack()),
        ("dual_vertex", dual_vertex()),
        ("momentum", momentum()),
        ("rotation", rotation()),
        ("t_handle", t_handle()),
        ("pile3d_30", pile(30, 0)),
    ]
    .map(|(stem, scene)| (stem.to_owned(), scene))
    .into();
    for seed in 0..SETS {
        set.push((format!("box2d_seed{seed}"), box_of_polygons(seed)));
        set.push((format!("box3d_seed{seed}"), box_of_polyhedra(seed)));
    }
    set.extend(seams::set());
    set.extend(hard::set());
    set.extend(crowds::set());
    set.extend(mechanisms::set());
    set.push(("joints/grasp".to_owned(), gripper::grasp(false, 0)));
    set.push(("joints/grasp_friction".to_owned(), gripper::grasp(true, 0)));
    set.extend(friction::set());
    set.extend(penalty::set());
    set.extend(stabilisation::set());
    set.extend(curved::set());
    set.extend(rounded::set());
    set.extend(meshes::set());
    set
}

/// The mesh files that they name, by their paths from the scene folder.
pub fn mesh_files() -> Vec<(String, String)> {
    meshes::files()
}

/// Writes every scene and its meshes to `folder` and the folders in it.
///
/// # Errors
/// When a file cannot be written.
pub fn write_standard_set(folder: &Path) -> std::io::Result<()> {
    let scenes = standard_set().into_iter().map(|(stem, scene)| (format!("{stem}.ron"), to_text(&scene)));
    for (name, text) in scenes.chain(mesh_files()) {
        let file = folder.join(name);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        write_over(&file, text.as_bytes())?;
    }
    Ok(())
}

/// Corners of an equilateral triangle about its centre, one up.
fn triangle(side: f64) -> Shape {
    let unit = side / (2.0 * 3.0_f64.sqrt());
    let points = vec![[0.0, 2.0 * unit], [-side / 2.0, -unit], [side / 2.0, -unit]];
    Shape::Hull { points: points.into_iter().map(Point::Plane).collect() }
}

/// Triangle drop (thesis 5.2.1), turned by 15°, 9 cm to the left of its start in the comparison with other engines:
/// end states of that comparison do not apply.
fn triangle_drop() -> Scene {
    let mut scene = Scene::new("Triangle drop", Dimension::Two);
    scene.description = "A triangle falls, turned a little, beside the apex of a fixed one of twice its size. Its \
        left corner comes near both upper edges at once: the standard model sticks there, the exact one lets it \
        slide down on the right. After thesis 5.2.1."
        .to_owned();
    scene.duration = Some(1.5);
    scene.bodies.push(fixed("mountain", triangle(4.9)));
    let mut falling = dynamic("triangle", 0, triangle(2.45), [1.0102083116364653, 7.229224630665631, 0.0]);
    falling.orientation = [0.9914448613738104, 0.0, 0.0, 0.13052619222005157];
    falling.mass = Some(1.0);
    // As printed; a uniform triangle would have 0.5002.
    falling.inertia = Some(Inertia::Scalar(0.6495));
    scene.bodies.push(falling);
    scene.camera = front(1.0, 3.4, 14.5);
    scene
}

/// A bar that turns on the tip of a wedge: the scene on which gaps drift (Hart and Anitescu's "balance").
fn balance() -> Scene {
    let mut scene = Scene::new("Balance", Dimension::Two);
    scene.description = "A bar turns on the tip of a wedge without friction, and its face with it. What a linearised \
        contact leaves of that in each step adds up where only speeds are looked at: compare Standard with Velocity \
        level at γ = 0, 0.25 and 1."
        .to_owned();
    scene.time_step = 0.004;
    scene.duration = Some(0.2);
    let corners = [[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0]].map(Point::Plane);
    scene.bodies.push(fixed("wedge", Shape::Hull { points: corners.to_vec() }));
    let mut bar = dynamic("bar", 0, Shape::Box { half_extents: Point::Plane([1.0, 0.1]) }, [0.0, 0.1, 0.0]);
    bar.angular_velocity = [0.0, 0.0, 2.0];
    scene.bodies.push(bar);
    scene.camera = front(0.0, 0.0, 4.0);
    scene
}

/// A cube that slides over the edge of a table and tips.
fn cube_on_edge() -> Scene {
    let mut scene = Scene::new("Cube over the edge", Dimension::Three);
    scene.description =
        "A cube slides without friction over the edge of a table and tips over it. Two corners are \
        near the top and the side of the table at once: a wrong model holds the cube or lets it sink."
            .to_owned();
    scene.duration = Some(1.2);
    let mut table = fixed("table", Shape::Box { half_extents: Point::Space([1.0; 3]) });
    table.position = [0.0, 0.0, -1.0];
    scene.bodies.push(table);
    let shape = Shape::Box { half_extents: Point::Space([0.25; 3]) };
    let mut cube = dynamic("cube", 0, shape, [0.6, 0.0, 0.25]);
    cube.velocity = [1.0, 0.0, 0.0];
    scene.bodies.push(cube);
    scene.camera = Some(CameraDescription { eye: [3.2, -4.2, 1.4], target: [0.7, 0.0, -0.4] });
    scene
}

/// Two tetrahedra of edge 1 m, face on face with their corners aligned (thesis figure 5.4).
fn tetra_stack() -> Scene {
    let mut scene = Scene::new("Stack of two tetrahedra", Dimension::Three);
    scene.description = "A tetrahedron stands on an upturned one, corner on corner. Each lower corner of the upper \
        body is near three faces of the lower one: choose the wrong one and it slides or is pushed away. It must \
        stand. After thesis figure 5.4."
        .to_owned();
    scene.duration = Some(10.0);
    let inradius = 1.0 / 24.0_f64.sqrt();
    let ring = 1.0 / 3.0_f64.sqrt();
    let corners = |base: f64| {
        let points = vec![
            [0.0, ring, base],
            [-0.5, -ring / 2.0, base],
            [0.5, -ring / 2.0, base],
            [0.0, 0.0, -3.0 * base],
        ];
        Shape::Hull { points: points.into_iter().map(Point::Space).collect() }
    };
    let mut lower = fixed("lower", corners(inradius));
    lower.position = [0.0, 0.0, -inradius];
    scene.bodies.push(lower);
    scene.bodies.push(dynamic("upper", 0, corners(-inradius), [0.0, 0.0, inradius]));
    scene.camera = Some(CameraDescription { eye: [1.6, -2.0, 1.0], target: [0.0, 0.0, 0.0] });
    scene
}

/// Two wedges that meet tip to tip (thesis figure 4.3).
fn dual_vertex() -> Scene {
    let mut scene = Scene::new("Tip to tip", Dimension::Two);
    scene.description = "A wedge falls tip first, 1 cm beside the tip of a fixed one. Each tip may pass the other on \
        either side, but both must pass on the same one: the standard model holds the wedge tip on tip, PEG lets it \
        down 3 mm deep in the spike at this step size, the exact one lets it slide down along it. After thesis figure 4.3."
        .to_owned();
    scene.duration = Some(1.0);
    let wedge = |height: f64| {
        let points = vec![[0.0, 0.0], [0.3, height], [-0.3, height]];
        Shape::Hull { points: points.into_iter().map(Point::Plane).collect() }
    };
    scene.bodies.push(fixed("spike", wedge(-1.0)));
    let mut falling = dynamic("wedge", 0, wedge(0.6), [0.01, 0.2, 0.0]);
    falling.velocity = [0.0, -1.0, 0.0];
    scene.bodies.push(falling);
    scene.camera = front(0.0, 0.0, 3.5);
    scene
}

/// Five blocks in a row (thesis 5.4).
fn momentum() -> Scene {
    let mut scene = Scene::new("Conservation of momentum", Dimension::Two);
    scene.description =
        "The first of five blocks in a row moves at 2 m/s and gathers the others one by one, without \
        gravity or friction. Every impact is inelastic: the total momentum stays 3 kg·m/s, and all end at \
        0.817 m/s. After thesis 5.4."
            .to_owned();
    scene.gravity = Some([0.0; 3]);
    scene.duration = Some(2.5);
    for (i, mass) in [1.5, 1.0, 0.25, 0.12, 0.8].into_iter().enumerate() {
        let shape = Shape::Box { half_extents: Point::Plane([0.25; 2]) };
        let mut block = dynamic(&format!("block {}", i + 1), i, shape, [i as f64, 0.0, 0.0]);
        block.mass = Some(mass);
        if i == 0 {
            block.velocity = [2.0, 0.0, 0.0];
        }
        scene.bodies.push(block);
    }
    scene.camera = front(2.75, 0.0, 7.0);
    scene
}

/// Two blocks in contact, both turning (thesis 5.3); one step.
fn rotation() -> Scene {
    let mut scene = Scene::new("Rotation within a step", Dimension::Two);
    scene.description = "Two blocks lie on each other and both turn at 1 rad/s, without gravity. A model that sees \
        the geometry only at the start of the step leaves an overlap of 2.5e-5 m² after one step of 0.01 s and of \
        0.0612 m² after one of 0.5 s. After thesis 5.3."
        .to_owned();
    scene.gravity = Some([0.0; 3]);
    scene.duration = Some(scene.time_step);
    let block = |half: [f64; 2]| Shape::Box { half_extents: Point::Plane(half) };
    scene.bodies.push(dynamic("bottom", 3, block([1.0, 0.25]), [0.0, -0.25, 0.0]));
    scene.bodies.push(dynamic("top", 0, block([0.5, 0.25]), [0.0, 0.25, 0.0]));
    for body in &mut scene.bodies {
        body.angular_velocity = [0.0, 0.0, 1.0];
    }
    scene.camera = front(0.0, 0.0, 3.5);
    scene
}

/// A T-handle that spins about its middle axis. By the closed form its stem turns over first at K/p = 2.06293 s, then every
/// 2K/p = 4.12586 s.
fn t_handle() -> Scene {
    let mut scene = Scene::new("T-handle", Dimension::Three);
    scene.description = "A T-handle spins about its stem, the axis with the middle moment of inertia, without gravity, \
        and turns over every 4.126 s, first at 2.063 s (Dzhanibekov). Nothing touches it: energy, angular momentum and \
        the times of the flips are those of the closed form."
        .to_owned();
    scene.gravity = Some([0.0; 3]);
    scene.duration = Some(60.0);
    scene.contact.model = ContactModel::SeparatingFeature;
    let part = |half: [f64; 3], z: f64| PartDescription {
        shape: Shape::Box { half_extents: Point::Space(half) },
        position: [0.0, 0.0, z],
        orientation: [1.0, 0.0, 0.0, 0.0],
    };
    let parts = vec![part([0.6, 0.12, 0.12], 0.0), part([0.1, 0.1, 0.35], 0.47)];
    let mut handle = dynamic("handle", 0, Shape::Union(parts), [0.0; 3]);
    handle.angular_velocity = [0.05, 0.0, 8.0];
    scene.bodies.push(handle);
    scene.camera = Some(CameraDescription { eye: [1.0, -3.2, 1.2], target: [0.0, 0.0, 0.1] });
    scene
}
