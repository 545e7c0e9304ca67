//! Bodies of meshes that are not convex: parts that are not felt, masses, mirror images, and what is said of them.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

mod common;

use common::{advance, run, scene, simulation};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::geometry::mesh::make::{of_cells, to_obj};
use pegsim::geometry::mesh::{Axis, Import, TriangleMesh, parse_obj, read};
use pegsim::math::Vec3;
use pegsim::scene::{LoadedScene, load_str};
use std::path::PathBuf;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pegsim-meshes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A frame of four bars around a hole, 4 m by 4 m with its top at z = 0, in numbers that single precision does not hold: no convex
    /// part has two bars that meet.
    fn with_frame(self) -> Self {
        let planes: [&[f64]; 3] = [&[-2.0, -1.1, 1.1, 2.0], &[-2.0, -1.1, 1.1, 2.0], &[-0.31, 0.0]];
        let frame = of_cells(planes, |[x, y, _]| x != 1 || y != 1);
        self.with("frame.obj", &to_obj(&frame, "frame"))
    }

    /// An upright U: 0.3 m by 0.1 m by 0.25 m.
    fn with_u(self) -> Self {
        let planes: [&[f64]; 3] = [&[0.0, 0.08, 0.23, 0.3], &[0.0, 0.1], &[0.0, 0.07, 0.25]];
        self.with("u.obj", &to_obj(&of_cells(planes, |[x, _, z]| x != 1 || z == 0), "U"))
    }

    fn with(self, name: &str, text: &str) -> Self {
        std::fs::write(self.0.join(name), text).unwrap();
        self
    }

    fn load(&self, bodies: &str) -> LoadedScene {
        let text = format!("Scene(dimension: Three, bodies: [{bodies}])");
        load_str(&text, "x.ron", &self.0).unwrap_or_else(|e| panic!("{e}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Boxes slide along the bars of a frame that was cut into parts: the speed stays what it was, as on the seams of `scenes/seams`.
#[test]
fn cuts_are_not_felt_by_what_slides_over_them() {
    let folder = Folder::new("over").with_frame();
    let scene = folder.load(
        "(name: \"frame\", kind: Fixed, shape: Mesh(path: \"frame.obj\", decompose: true)), \
         (name: \"along x\", shape: Box(half_extents: (0.15, 0.1, 0.1)), position: (-1.55, -1.55, 0.1), velocity: (1.5, 0.0, 0.0)), \
         (name: \"along y\", shape: Box(half_extents: (0.15, 0.1, 0.1)), position: (1.5, -1.05, 0.1), \
         orientation: (0.96, 0.0, 0.0, 0.28), velocity: (0.0, 1.5, 0.0)), \
         (name: \"back\", shape: Hull(points: [(0.2, 0, 0), (-0.1, 0.15, 0), (-0.1, -0.15, 0), (0, 0, 0.2)]), \
         position: (-1.5, 1.5, 0.0), velocity: (0.0, -1.5, 0.0))",
    );
    let cut = &scene.decomposed[0];
    assert_eq!((cut.parts.len(), scene.decomposed.len()), (4, 1), "{}", cut.sentence(&scene.model));
    // The tops are flush to the rounding of the shift to the centre of mass.
    let frame = &scene.model.bodies[0];
    let tops =
        frame.parts.iter().map(|part| part.vertices.iter().map(|v| v.z).fold(f64::NEG_INFINITY, f64::max));
    assert!(tops.map(|top| top + frame.centre_of_mass.z).all(|top| top.abs() < 1e-15));
    let mut s = simulation(&scene, SeparatingFeature, 0.01);
    let start = s.state.clone();
    advance(&mut s, 170);
    // Which part is under a body.
    let under = |place: &Vec3| {
        let p = place - frame.centre_of_mass;
        let over = |part: &pegsim::geometry::polytope::Polytope| {
            let mut sides = part.facets.iter().filter(|f| f.normal.z.abs() < 0.5);
            sides.all(|f| f.normal.dot(&p) <= f.offset)
        };
        frame.parts.iter().position(over)
    };
    let mut crossed = 0;
    for id in [1, 2, 3] {
        let change = (s.state.twists[id].linear - start.twists[id].linear).norm();
        let way = (s.state.poses[id].position - start.poses[id].position).norm();
        let name = &s.model.bodies[id].name;
        assert!(
            (way - 1.5 * 1.7).abs() < 1e-6 && change < 1e-9,
            "`{name}` changes by {change} m/s on {way} m"
        );
        crossed += usize::from(under(&s.state.poses[id].position) != under(&start.poses[id].position));
    }
    assert!(crossed >= 1, "no way led over a cut");
}

/// A U slides on its flat back over the seam of two slabs, and its own cuts are not felt either.
#[test]
fn cuts_are_not_felt_by_the_body_that_has_them() {
    let folder = Folder::new("under").with_u();
    for scale in [1.0, 3.0] {
        let scene = folder.load(&format!(
            "(name: \"near\", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.5)), position: (-2.0, 0.0, -0.5)), \
             (name: \"far\", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.5)), position: (2.0, 0.0, -0.5)), \
             (name: \"U\", shape: Mesh(path: \"u.obj\", decompose: true, scale: {scale}), position: (-1.5, 0.0, 0.0), \
             velocity: (1.5, 0.0, 0.0))"
        ));
        assert_eq!(scene.model.bodies[2].parts.len(), 3);
        let mut s = simulation(&scene, SeparatingFeature, 0.01);
        let start = s.state.twists[2];
        advance(&mut s, 150);
        let change = (s.state.twists[2].linear - start.linear).norm() + s.state.twists[2].angular.norm();
        assert!(change < 1e-9, "changes by {change} m/s and rad/s");
    }
}

/// The same body as a union of boxes that was written by hand, to the rounding of its file.
#[test]
fn a_mesh_weighs_what_its_boxes_weigh() {
    let folder = Folder::new("mass").with_u();
    let scene = folder.load(
        "(name: \"mesh\", shape: Mesh(path: \"u.obj\", decompose: (parts: 1))), \
         (name: \"in a union\", shape: Union([(shape: Mesh(path: \"u.obj\", decompose: (parts: 1)), position: (1, 2, 3), \
         orientation: (0.6, 0.0, 0.8, 0.0)), (shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (1, 2, 3.4))]), \
         position: (9, 9, 9)), \
         (name: \"boxes\", shape: Union([\
         (shape: Box(half_extents: (0.15, 0.05, 0.035)), position: (0.15, 0.05, 0.035)), \
         (shape: Box(half_extents: (0.04, 0.05, 0.09)), position: (0.04, 0.05, 0.16)), \
         (shape: Box(half_extents: (0.035, 0.05, 0.09)), position: (0.265, 0.05, 0.16))]), position: (5, 0, 0))",
    );
    let [mesh, union, boxes] = &scene.model.bodies[..] else { panic!() };
    assert!((mesh.mass / boxes.mass - 1.0).abs() < 1e-6);
    assert!((mesh.centre_of_mass - boxes.centre_of_mass).norm() < 1e-7);
    assert!((mesh.inertia - boxes.inertia).norm() < 1e-6 * boxes.inertia.norm());
    // In a union: the sum, each in its place.
    let part = 1000.0 * 0.008;
    assert!((union.mass - mesh.mass - part).abs() < 1e-9);
    let turn = pegsim::math::Quat::from_quaternion(nalgebra::Quaternion::new(0.6, 0.0, 0.8, 0.0));
    let own = turn * mesh.centre_of_mass + Vec3::new(1.0, 2.0, 3.0);
    let centre = (own * mesh.mass + Vec3::new(1.0, 2.0, 3.4) * part) / union.mass;
    assert!((union.centre_of_mass - centre).norm() < 1e-12);
    let matrix = turn.to_rotation_matrix();
    let about = |d: Vec3, m: f64| (pegsim::math::Mat3::identity() * d.norm_squared() - d * d.transpose()) * m;
    let cube = pegsim::math::Mat3::identity() * (part * 0.04 / 6.0);
    let wanted = matrix * mesh.inertia * matrix.transpose()
        + about(own - centre, mesh.mass)
        + cube
        + about(Vec3::new(1.0, 2.0, 3.4) - centre, part);
    assert!((union.inertia - wanted).norm() < 1e-12 * wanted.norm());
    assert_eq!(scene.decomposed.iter().map(|cut| cut.body.0).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_mirror_image_twice_is_the_mesh_and_once_its_image() {
    let folder = Folder::new("mirror").with_u();
    let file = folder.0.join("u.obj");
    let mesh = read(&file, &Import::default()).unwrap();
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        let mirrored = read(&file, &Import { scale: 1.0, mirror: Some(axis) }).unwrap();
        assert_eq!(mirrored.signed_volume(), mesh.signed_volume());
        assert_ne!(mirrored, mesh);
        let twice = mirrored.clone().mirrored(axis);
        assert_eq!(twice, mesh);
        for (a, b) in mirrored.vertices.iter().zip(&mesh.vertices) {
            let k = axis as usize;
            assert!(a[k] == -b[k] && (0..3).all(|other| other == k || a[other] == b[other]));
        }
        // A file of the image that is mirrored once more: the reader puts points in another order.
        let again = parse_obj(to_obj(&mirrored, "m").as_bytes()).unwrap().mirrored(axis);
        let sorted = |mesh: &TriangleMesh| {
            let mut points: Vec<[f64; 3]> =
                mesh.vertices.iter().map(|v| (v.add_scalar(0.0)).into()).collect();
            points.sort_by(|a, b| a.partial_cmp(b).unwrap());
            points
        };
        assert_eq!(sorted(&again), sorted(&mesh));
        assert!((again.signed_volume() - mesh.signed_volume()).abs() < 1e-15);
    }
    let scene = folder.load(
        "(name: \"a\", shape: Mesh(path: \"u.obj\", decompose: true)), \
         (name: \"b\", shape: Mesh(path: \"u.obj\", decompose: true, mirror: X), position: (5, 0, 0))",
    );
    let [a, b] = &scene.model.bodies[..] else { panic!() };
    assert_eq!(a.parts.len(), b.parts.len());
    assert!((a.mass - b.mass).abs() < 1e-12 && (a.centre_of_mass.x + b.centre_of_mass.x).abs() < 1e-12);
    assert!(
        (a.inertia[(0, 2)] + b.inertia[(0, 2)]).abs() < 1e-12
            && (a.inertia[(1, 1)] - b.inertia[(1, 1)]).abs() < 1e-12
    );
}

/// Under Exact nothing of the household sinks into the stairs or into each other.
#[test]
fn the_household_falls_down_the_stairs_and_stays_apart() {
    let scene = scene("meshes/household_on_stairs");
    assert_eq!(scene.decomposed.len(), 4);
    for cut in &scene.decomposed {
        assert!(cut.error <= 1.05 * cut.tolerance, "{}", cut.sentence(&scene.model));
    }
    let mut s = simulation(&scene, SeparatingFeature, 0.005);
    let seen = run(&mut s, 1.0);
    assert!(seen.depth <= 1e-8, "{} m", seen.depth);
    let lower = |k: usize| s.state.poses[k].position.z < scene.state.poses[k].position.z - 0.1;
    assert!((1..5).all(lower));
}
