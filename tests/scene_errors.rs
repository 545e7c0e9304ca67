//! Bad scenes give one clear sentence: file, line, column, body or field, what is wrong, what would be right.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use pegsim::scene::{load_file, load_str};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// A folder of its own for each test that needs files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn error(text: &str) -> String {
    match load_str(text, "x.ron", &folder("errors")) {
        Ok(_) => panic!("was accepted: {text}"),
        Err(error) => error.message,
    }
}

#[track_caller]
fn expect(text: &str, fragments: &[&str]) {
    let message = error(text);
    assert!(message.starts_with(fragments[0]), "`{message}` does not start with `{}`", fragments[0]);
    for fragment in fragments {
        assert!(message.contains(fragment), "`{message}` lacks `{fragment}`");
    }
    assert_eq!(message.lines().count(), 1, "{message}");
}

/// A scene in space with one body, `fields` on line 4 from column 10.
fn stone(fields: &str) -> String {
    format!(
        "Scene(\n    bodies: [\n        (name: \"stone\", shape: Platonic(Cube, 1.0),\n         {fields}),\n    ],\n)\n"
    )
}

/// A scene in the plane with one body, likewise.
fn tile(fields: &str) -> String {
    stone(fields).replace("Platonic(Cube, 1.0)", "RegularPolygon(sides: 4, radius: 1.0)").replacen(
        "Scene(",
        "Scene(dimension: Two,",
        1,
    )
}

/// A scene in space with one body of the given shape, which stands on line 4 from column 10.
fn shaped(shape: &str) -> String {
    format!("Scene(\n    bodies: [\n        (name: \"stone\",\n         shape: {shape}),\n    ],\n)\n")
}

/// A good scene with `fields` of the scene on line 2 from column 5.
fn with(fields: &str) -> String {
    format!("Scene(\n    {fields},\n    bodies: [(name: \"stone\", shape: Platonic(Cube, 1.0))],\n)\n")
}

#[test]
fn the_frames_of_these_tests_are_good_scenes() {
    for text in
        [stone("friction: 0.5"), tile("friction: 0.5"), shaped("Platonic(Cube, 1.0)"), with("time_step: 1")]
    {
        load_str(&text, "x.ron", Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn text_that_is_not_ron() {
    expect("", &["x.ron:1:1: a scene is expected, `Scene(bodies: [ … ])`"]);
    expect("World(bodies: [])", &["x.ron:1:", "`World(` stands where `Scene(`"]);
    expect(
        "Scene(\n    name: \"x,\n    bodies: [],\n)",
        &["x.ron:2:", "the quote that ends this text is missing"],
    );
    expect(
        &stone("density: 1.0").replace(",\n         ", "\n         "),
        &["x.ron:4:10: body `stone`: ", "a comma is missing before this"],
    );
    expect("Scene(\n bodies: [\n  (name: \"a\", shape: Platonic(Cube, 1.0)", &["x.ron:3:", "body `a`: "]);
}

#[test]
fn unknown_and_missing_fields() {
    expect(
        &stone("densty: 3.0"),
        &[
            "x.ron:4:10: body `stone`: unknown field `densty` (is `density` meant?); valid fields are `name`, `kind`",
        ],
    );
    expect(&with("bodis: []"), &["x.ron:2:5: unknown field `bodis` (is `bodies` meant?)", "`time_step`"]);
    expect(&with("contact: (angle: 1)"), &["x.ron:2:15: unknown field `angle`", "`applicability_angle`"]);
    expect(
        "Scene(\n bodies: [\n  (name: \"a\"),\n])",
        &["x.ron:3:3: body `a`: the field `shape` is missing"],
    );
    expect(
        "Scene(\n bodies: [\n  (shape: Platonic(Cube, 1)),\n])",
        &["x.ron:3:3: body number 1: the field `name`"],
    );
    expect("Scene(\n    name: \"x\",\n)", &["x.ron:3:1: the field `bodies` is missing"]);
    expect(&stone("mass: 1.0, mass: 2.0"), &["x.ron:4:", "body `stone`: the field `mass` is given twice"]);
}

#[test]
fn unknown_names_of_choices() {
    expect(
        &shaped("Torus(radius: 1.0)"),
        &["x.ron:4:17: body `stone`: unknown shape `Torus`; valid are `Box`, `Hull`", "`Capsule`"],
    );
    expect(
        &shaped("Ball(radius: 1.0)"),
        &["x.ron:4:17: body `stone`: unknown shape `Ball` (here it is called `Sphere`); valid are `Box`"],
    );
    expect(
        &shaped("Platonic(Cub, 1.0)"),
        &["x.ron:4:26: body `stone`: unknown Platonic solid `Cub` (is `Cube` meant?)"],
    );
    expect(
        &stone("kind: Dynamc"),
        &["x.ron:4:16: body `stone`: unknown kind of body `Dynamc` (is `Dynamic` meant?)"],
    );
    expect(&with("contact: (model: Pegg)"), &["x.ron:2:22: unknown contact model `Pegg` (is `Peg` meant?)"]);
    expect(
        &with("contact: (model: Exact)"),
        &["x.ron:2:22: unknown contact model `Exact` (here it is called `SeparatingFeature`)"],
    );
    expect(
        &stone("rotation: (1, 0, 0, 0)"),
        &["x.ron:4:10: body `stone`: unknown field `rotation` (here it is called `orientation`)"],
    );
    expect(
        &stone("bounce: 0.5"),
        &["x.ron:4:10: body `stone`: unknown field `bounce` (here it is called `restitution`)"],
    );
    expect(&with("solver: (method: Magic)"), &["x.ron:2:22: unknown solver `Magic`", "`Lemke`"]);
    expect(&with("dimension: Four"), &["x.ron:2:16: unknown dimension `Four`", "`Two`, `Three`"]);
}

#[test]
fn values_of_the_wrong_kind() {
    expect(
        &stone("position: (1.0, 2.0)"),
        &["x.ron:4:", "body `stone`: in `position`, 2 elements stand where three"],
    );
    expect(
        &stone("position: (1.0, 2.0, 3.0, 4.0)"),
        &["x.ron:4:", "body `stone`: ", "`position` has 4 parts; 3 parts are wanted"],
    );
    expect(&stone("position: [1, 2, 3]"), &["x.ron:4:20: body `stone`: in `position`, round brackets"]);
    expect(&stone("density: heavy"), &["x.ron:4:19: body `stone`: in `density`, a number is expected"]);
    expect(&stone("density: 0,5"), &["x.ron:4:21: body `stone`: a number has a point, no comma: `0.5`"]);
    expect(
        &with("solver: (max_iterations: -1)"),
        &["x.ron:2:", "in `max_iterations`, the whole number is negative"],
    );
    expect(
        &shaped("Hull([(0, 0, 0)])"),
        &["x.ron:4:22: body `stone`: a name without quotes is expected here"],
    );
}

#[test]
fn values_out_of_range() {
    let at = "x.ron:4:10: body `stone`: ";
    for (fields, message) in [
        ("density: -3.0", "density is -3; it must be at least 1e-9 and at most 1e18"),
        ("density: NaN", "density is NaN; it must be at least 1e-9 and at most 1e18"),
        ("mass: Some(0.0)", "mass is 0 kg; it must be at least 1e-15 kg and at most 1e24 kg"),
        ("mass: -2", "mass is -2 kg; it must be"),
        ("mass: NaN", "mass is NaN kg; it must be"),
        ("mass: inf", "mass is inf kg; it must be"),
        ("friction: -0.1", "friction is -0.1; it must be at least 0 and at most 1e6"),
        ("restitution: 1.5", "restitution is 1.5; it must be at least 0 and at most 1"),
        ("restitution: -0.5", "restitution is -0.5; it must be at least 0 and at most 1"),
        ("spawn_time: -1", "spawn_time is -1 s; it must be 0 or a positive"),
        ("color: (1.0, 0.0, 7.0)", "color is (1, 0, 7); red, green and blue must lie between 0 and 1"),
        ("orientation: (1, 1, 0, 0)", "has length 1.41421356"),
        ("orientation: (1, 1, 0, 0)", "for instance (0.707106781, 0.707106781, 0.000000000, 0.000000000)"),
        (
            "orientation: (0, 0, 0, 0)",
            "orientation (0, 0, 0, 0) has length 0; a quaternion (w, x, y, z) of length 1",
        ),
        ("orientation: (NaN, 0, 0, 0)", "has length NaN"),
        (
            "position: (NaN, 0, 0)",
            "position is (NaN, 0, 0); every component must be a number of size at most 1e6 m",
        ),
        ("position: (1e300, 0, 0)", "every component must be a number of size at most 1e6 m"),
        ("velocity: (inf, 0, 0)", "velocity is (inf, 0, 0); every component"),
        ("inertia: (1, 1, 3)", "no body has a principal moment greater than the sum of the others"),
        ("inertia: Some((1, -1, 3))", "every moment must be a positive finite number"),
        ("inertia: 2.0", "three-dimensional body needs its three principal moments"),
    ] {
        expect(&stone(fields), &[at, message]);
    }
    expect(
        &stone("kind: Fixed, velocity: (1, 0, 0)"),
        &["x.ron:4:23: body `stone`: a fixed body has a velocity; set `kind: Kinematic`"],
    );
    for (fields, message) in [
        ("time_step: 0.0", "time_step is 0 s; it must be at least 1e-6 s and at most 1 s"),
        ("time_step: -0.01", "time_step is -0.01 s; it must be"),
        ("time_step: NaN", "time_step is NaN s; it must be"),
        ("time_step: 100.0", "time_step is 100 s; it must be at least 1e-6 s and at most 1 s"),
        ("time_step: 1e-9", "time_step is 1e-9 s; it must be"),
        (
            "duration: Some(-1.0)",
            "duration is -1 s; it must be greater than 0 s and at most 1e6 s, or `None`",
        ),
        (
            "duration: Some(1e300)",
            "it must be greater than 0 s and at most 1e6 s, or `None` for an endless run",
        ),
        ("gravity: (0, NaN, 0)", "gravity is (0, NaN, 0)"),
        ("format_version: 3", "format_version is 3; this version reads 1 and 2"),
    ] {
        expect(&with(fields), &["x.ron:2:5: ", message]);
    }
    expect(&with("contact: (detection_distance: 0)"), &["x.ron:2:15: detection_distance is 0 m"]);
    expect(&with("contact: (applicability_angle: 2)"), &["x.ron:2:15: applicability_angle is 2 rad"]);
    expect(
        &with("friction: (directions: 1)"),
        &["x.ron:2:16: friction.directions is 1; it must be at least 3 and at most 64"],
    );
    expect(
        &with("restitution: (threshold: -0.1)"),
        &["x.ron:2:19: restitution.threshold is -0.1 m/s; it must be at least 0 m/s and at most 1e6 m/s"],
    );
    expect(&with("restitution: (law: Elastic)"), &["x.ron:2:24:", "Newton", "Poisson"]);
    expect(&with("solver: (tolerance: 0)"), &["x.ron:2:14: solver.tolerance is 0"]);
    expect(&with("solver: (tolerance: 1)"), &["x.ron:2:14: ", "at least 1e-16 and less than 1"]);
    expect(&with("solver: (max_iterations: 0)"), &["x.ron:2:14: solver.max_iterations is 0"]);
    expect(&with("solver: (max_iterations: 4000000000)"), &["x.ron:2:14: ", "at least 1 and at most 1e9"]);
    expect(&with("contact: (detection_distance: 1e300)"), &["x.ron:2:15: ", "at most 1e6 m, or `None`"]);
    expect(&with("camera: (eye: (1, 1, 1), target: (1, 1, 1))"), &["x.ron:2:5: eye and target"]);
}

#[test]
fn the_plane_stays_the_plane() {
    let at = "x.ron:4:10: body `stone`: ";
    expect(&tile("position: (0, 0, 1)"), &[at, "position has z = 1; in a two-dimensional scene z must be 0"]);
    expect(&tile("orientation: (0.6, 0.8, 0, 0)"), &[at, "it must be a rotation about z"]);
    expect(&tile("velocity: (0, 0, 1)"), &[at, "velocity has z = 1"]);
    expect(&tile("angular_velocity: (1, 0, 0)"), &[at, "angular_velocity has x = 1 and y = 0"]);
    let flat = |shape: &str| shaped(shape).replacen("Scene(", "Scene(dimension: Two,", 1);
    expect(
        &flat("Platonic(Cube, 1.0)"),
        &[at, "this shape is a solid; a two-dimensional scene takes Box, Hull"],
    );
    expect(&flat("Hull(points: [(0, 0, 1), (1, 0), (0, 1)])"), &[at, "z other than 0"]);
    expect(&shaped("RegularPolygon(sides: 5, radius: 1.0)"), &[at, "RegularPolygon is flat; use Prism"]);
    expect(&shaped("Box(half_extents: (1, 1))"), &[at, "in a three-dimensional scene it needs three"]);
    expect(
        &shaped("Hull(points: [(0, 0, 0), (1, 0)])"),
        &[
            "x.ron:4:42: body `stone`: the point has two coordinates; in a three-dimensional scene it needs three",
        ],
    );
}

#[test]
fn degenerate_shapes() {
    let at = "x.ron:4:10: body `stone`: ";
    expect(
        &shaped("Box(half_extents: (1, 0, 1))"),
        &[at, "half extent y is 0; it must be a positive finite number"],
    );
    expect(&shaped("Platonic(Cube, -1)"), &[at, "radius is -1; it must be a positive finite number"]);
    expect(&shaped("Prism(sides: 2, radius: 1, height: 1)"), &[at, "2 distinct points given, at least 3"]);
    expect(&shaped("Hull(points: [(0, 0, 0)])"), &[at, "1 distinct point given, at least 4 are needed"]);
    expect(
        &shaped("Hull(points: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])"),
        &[at, "all points lie in one plane"],
    );
    expect(
        &shaped("Hull(points: [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3)])"),
        &[at, "all points lie on one line"],
    );
    expect(&shaped("Hull(points: [(NaN, 0, 0)])"), &["x.ron:4:31: body `stone`: point is (NaN, 0, 0)"]);
    expect(&shaped("Union([])"), &[at, "Union has no parts"]);
    expect(
        &shaped("Union([(shape: Box(half_extents: (1, 1, 1))),\n (shape: Box(half_extents: (1, -1, 1)))])"),
        &["x.ron:5:3: body `stone`: half extent y is -1"],
    );
    expect(&shaped("Platonic(Cube, 1e-70)"), &[at, "cannot be simulated; scale the shape or set `mass`"]);
}

#[test]
fn names_of_bodies() {
    let two = "Scene(bodies: [\n (name: \"a\", shape: Platonic(Cube, 1)),\n (name: \"a\", shape: Platonic(Cube, 1)),\n])";
    expect(
        two,
        &[
            "x.ron:3:3: body `a`: bodies number 1 and 2 are both named `a`; every body needs a name of its own",
        ],
    );
    expect(&two.replace("\"a\"", "\" \""), &["x.ron:2:3: ", "the name is empty"]);
}

#[test]
fn bodies_that_start_inside_each_other() {
    let pair = |z: f64, more: &str| {
        format!(
            "Scene(bodies: [\n (name: \"lower\", shape: Box(half_extents: (1, 1, 1))),\n \
             (name: \"upper\", shape: Box(half_extents: (1, 1, 1)),\n  position: (0, 0, {z}){more}),\n])"
        )
    };
    expect(&pair(1.75, ""), &["x.ron:4:3: body `upper`: it overlaps body `lower` by 0.25 m at the start"]);
    let accepted = |text: &str| load_str(text, "x.ron", Path::new("")).map(|_| ()).map_err(|e| e.message);
    // Touching is fine, and so is a body that enters when the other may be gone.
    assert_eq!(accepted(&pair(2.0, "")), Ok(()));
    assert_eq!(accepted(&pair(1.75, ", spawn_time: 1.0")), Ok(()));
    // A fixed body is still there.
    let fixed = pair(1.75, ", spawn_time: 1.0").replace("\"lower\"", "\"lower\", kind: Fixed");
    expect(&fixed, &["x.ron:4:3: body `upper`: it overlaps body `lower`"]);
    assert_eq!(accepted(&fixed.replace("\"upper\"", "\"upper\", kind: Fixed")), Ok(()));
}

#[test]
fn joints_and_controllers() {
    let joint = "joints: [(kind: Revolute, bodies: (\"stone\", \"whel\"),\n  point: (0.5, 1.3, 0.75), axis: (1.0, 0.0, 0.0))]";
    let text = with(joint).replace(
        "bodies: [(name",
        "bodies: [(name: \"wheel\", shape: Platonic(Cube, 1.0), spawn_time: 1.0), (name",
    );
    expect(
        &text,
        &[
            "x.ron:2:49: joint number 1 names the body `whel`, which does not exist (is `wheel` meant?); there are `wheel`, `stone`",
        ],
    );
    let controller = "controllers: [(kind: JointPd, joint: \"elbow\", target: Sine(amplitude: 1.0, frequency: 0.5), kp: 50.0, kd: 5.0)]";
    expect(
        &with(controller),
        &["x.ron:2:", "the controller names the joint `elbow`, which does not exist; there are none"],
    );
}

#[test]
fn what_this_version_lacks() {
    expect(
        &with("solver: (method: Lemkee)"),
        &["x.ron:2:", "unknown solver `Lemkee` (is `Lemke` meant?); valid are", "`ActiveAlternative`"],
    );
}

#[test]
fn meshes() {
    let at = "x.ron:4:22: body `stone`: mesh file `";
    expect(&shaped("Mesh(path: \"missing.obj\")"), &[at, "missing.obj` cannot be read"]);
    let place = folder("errors");
    std::fs::write(place.join("mesh.fbx"), "x").unwrap();
    expect(&shaped("Mesh(path: \"mesh.fbx\")"), &[at, "mesh.fbx` is neither .obj, .stl, .gltf nor .glb"]);
    std::fs::write(place.join("broken.obj"), "v 1 2 x\nf 1 2 3\n").unwrap();
    expect(&shaped("Mesh(path: \"broken.obj\")"), &[at, "broken.obj` is not a valid OBJ file"]);
    std::fs::write(place.join("broken.stl"), "solid\n facet nonsense").unwrap();
    expect(&shaped("Mesh(path: \"broken.stl\")"), &[at, "broken.stl` is not a valid STL file"]);
    // A tetrahedron without one of its faces encloses nothing definite.
    let faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\n";
    let corners = "v 1 0 0\nv 2 0 0\nv 1 1 0\nv 1 0 1\n";
    let pyramid = format!("{corners}v 1.2 0.2 0.2\n{faces}f 1 4 5\nf 4 3 5\nf 3 1 5\n");
    std::fs::write(place.join("dented.obj"), pyramid).unwrap();
    expect(
        &shaped("Mesh(path: \"dented.obj\")"),
        &[at, "dented.obj` is not convex", "set `decompose: true`"],
    );
    // The same, cut: a pyramid on each of three faces.
    let decomposed = |more: &str| shaped(&format!("Mesh(path: \"{more})"));
    let cut = load_str(&decomposed("dented.obj\", decompose: true"), "x.ron", &place);
    let cut = cut.unwrap_or_else(|e| panic!("{e}"));
    assert!(cut.model.bodies[0].parts.len() > 1 && cut.decomposed[0].error < 1e-6, "{:?}", cut.decomposed);
    std::fs::write(place.join("open.obj"), format!("{corners}{faces}")).unwrap();
    expect(
        &decomposed("open.obj\", decompose: true"),
        &[at, "open.obj` cannot be cut: it has holes (3 open edges, the first near (", "); close them"],
    );
    for (settings, wanted) in [
        ("(parts: 10000)", "parts is 10000; it must lie between 1 and 256"),
        ("(parts: 0)", "parts is 0; it must lie"),
        ("(tolerance: -1)", "tolerance is -1; it must be a positive finite number (m), or left out"),
        ("(pieces: 3)", "unknown field `pieces`"),
        ("7", "true, false, or settings"),
    ] {
        expect(&decomposed(&format!("dented.obj\", decompose: {settings}")), &["x.ron:4:", wanted]);
    }
    expect(&decomposed("good.obj\", mirror: W"), &["x.ron:4:", "`W`"]);
    std::fs::write(place.join("a.glb"), "glTF").unwrap();
    expect(&shaped("Mesh(path: \"a.glb\")"), &[at, "a.glb` is not a valid glTF file"]);
    std::fs::write(place.join("good.obj"), format!("{corners}{faces}f 1 4 3\n")).unwrap();
    let loaded = load_str(&shaped("Mesh(path: \"good.obj\", scale: 2.0)"), "x.ron", &place);
    let mass = loaded.unwrap_or_else(|e| panic!("{e}")).model.bodies[0].mass;
    assert!((mass - 1000.0 * 8.0 / 6.0).abs() < 1e-9, "{mass}");
    expect(&shaped("Mesh(path: \"good.obj\", scale: 0)"), &["x.ron:4:", "scale is 0; it must be a positive"]);
}

#[test]
fn files_that_are_no_scenes() {
    let place = folder("files");
    let message = |path: &Path| load_file(path).map(|_| ()).unwrap_err().message;
    let missing = place.join("missing.ron");
    assert!(message(&missing).starts_with(&format!("{}: the file cannot be read (", missing.display())));
    assert!(message(&place).contains("files: this is a folder; give the path of a scene file"));
    let binary = place.join("binary.ron");
    std::fs::write(&binary, b"Scene(\n  name: \"\xff\xfe\"").unwrap();
    assert!(message(&binary).contains("binary.ron:2:10: this is not UTF-8 text"), "{}", message(&binary));
    // A scene without a name is called by its file.
    let nameless = place.join("nameless.ron");
    std::fs::write(&nameless, format!("\u{feff}{}", stone("friction: 0.1"))).unwrap();
    assert_eq!(load_file(&nameless).unwrap_or_else(|e| panic!("{e}")).name, "nameless");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = load_str(&String::from_utf8_lossy(&bytes), "x.ron", Path::new(""));
    }

    #[test]
    fn damaged_scenes_never_panic(from in 0.0..1.0_f64, length in 0..12_usize, with in "[-()\\[\\]:,\"#r/*0-9eNaninfSomeé ]{0,6}") {
        let text = include_str!("../scenes/tetra_stack.ron");
        let boundary = |mut i: usize| {
            while !text.is_char_boundary(i) {
                i += 1;
            }
            i
        };
        let start = boundary((from * text.len() as f64) as usize);
        let end = boundary((start + length).min(text.len()));
        let damaged = format!("{}{with}{}", &text[..start], &text[end..]);
        if let Err(error) = load_str(&damaged, "x.ron", Path::new("")) {
            prop_assert!(error.message.starts_with("x.ron:"), "{}", error.message);
            prop_assert_eq!(error.message.lines().count(), 1, "{}", error.message);
        }
    }

    #[test]
    fn arbitrary_numbers_never_panic(numbers in prop::collection::vec(any::<f64>(), 17)) {
        let n = |i: usize| format!("{:?}", numbers[i]);
        let v = |i: usize| format!("({}, {}, {})", n(i), n(i + 1), n(i + 2));
        let fields = format!("position: {}, mass: {}, inertia: {}", v(9), n(12), v(13));
        let hull = format!("Hull(points: [{}, {}, {}, (0, 0, 1)])", v(0), v(3), v(6));
        let _ = load_str(&stone(&fields), "x.ron", Path::new(""));
        let _ = load_str(&shaped(&hull), "x.ron", Path::new(""));
        let _ = load_str(&shaped(&format!("Box(half_extents: {})", v(0))), "x.ron", Path::new(""));
    }
}

/// A million brackets that stay open: every level kept the path of all levels above it, which took the memory of the machine.
#[test]
fn brackets_in_brackets_are_refused_at_a_stated_depth() {
    let stated = "the brackets are nested too deeply; at most 128 values stand in each other";
    for open in ["(", "[", "{", "(a:", "Some(", "(bodies:[(name:", "[\"a\","] {
        expect(&open.repeat(1_000_000), &["x.ron:1:", stated]);
    }
    expect(&"(\n".repeat(1_000_000), &["x.ron:129:1: the brackets"]);
    let deep = format!("Scene(bodies: [(name: \"a\", shape: {}", "Union([(shape: ".repeat(5000));
    expect(&deep, &["x.ron:1:", stated, "a `Union` in 18 others"]);
    let unions = |n: usize| {
        let (open, close) = ("Union([(shape: ".repeat(n), ")])".repeat(n));
        format!("(bodies: [(name: \"a\", shape: {open}Box(half_extents: (1, 1, 1)){close})])")
    };
    let deepest = load_str(&unions(19), "x.ron", Path::new("")).unwrap();
    let saved = pegsim::scene::to_text(&deepest.source);
    assert_eq!(load_str(&saved, "x.ron", Path::new("")).unwrap().source, deepest.source);
    expect(&unions(20), &["x.ron:1:", stated]);
}
